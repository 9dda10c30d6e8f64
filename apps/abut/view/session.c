// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// session.c - what is done to a run from outside, and its record.

#include "view/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read/core/yaml_tree.h"
#include "view/guard.h"

// ---- life ----

abResult session_options(Session *session, const Arguments *arguments) {
    session->allow_code = option_given(arguments, "allow-code");
    session->strict = option_given(arguments, "strict");
    AB_TRY(option_number(arguments, "code-time", 10.0, 0.1, 1e6, &session->code_time));
    AB_TRY(option_threads(arguments, &session->threads));
    return option_overrides(arguments, session->overrides, &session->override_count);
}

static abResult make(Session *session, abModel **model, abSimulation **simulation, abError *error) {
    abLog log = logger_log(&session->logger);
    AB_TRY(ab_model_read_text(session->text, session->size, session->model_path, session->overrides,
                              session->override_count, ab_heap(), log, model, error));
    AB_TRY(ab_simulation_create(*model, NULL, ab_heap(), log, simulation, error));
    AB_TRY(logger_refuse(&session->logger, session->strict, session->model_path, error));
    if (session->threads > 1) {
        AB_TRY(ab_simulation_set_threads(*simulation, session->threads, error));
    }
    return session->allow_code ? guard_allow_code(*simulation, session->code_time, error) : AB_OK;
}

static abResult open_all(Session *session, abError *error) {
    AB_TRY(make(session, &session->model, &session->simulation, error));
    session->given_count = session->override_count;
    abRecordOptions options = ab_record_options();
    options.model_path = session->model_path;
    options.model_text = session->text;
    options.model_size = session->size;
    options.overrides = session->overrides;
    options.override_count = session->override_count;
    AB_TRY(ab_record_create(session->record_path, session->model, &options, ab_heap(),
                            &session->record, error));
    return logger_attach(&session->logger, session->record, error);
}

abResult session_open(Session *session, abError *error) {
    if (session->arena.block_size == 0) {
        ab_arena_init(&session->arena, ab_heap(), 4096);
    }
    abResult result = open_all(session, error);
    if (result != AB_OK) {
        session_close(session);
    }
    return result;
}

void session_close(Session *session) {
    ab_record_close(session->record);
    ab_simulation_destroy(session->simulation);
    ab_model_destroy(session->model);
    session->record = NULL;
    session->simulation = NULL;
    session->model = NULL;
    session->logger.record = NULL;
    logger_done(&session->logger);
}

void session_done(Session *session) {
    session_close(session);
    if (session->arena.block_size != 0) {
        ab_arena_done(&session->arena);
    }
}

// ---- writing down ----

// Committed before and after, so that a resume goes on with the right values.
static abResult note(Session *session, const char *path, const char *value, abError *error) {
    double time = ab_simulation_time(session->simulation);
    AB_TRY(ab_record_add_change(session->record, time, path, value, error));
    return ab_record_commit(session->record, session->simulation, error);
}

// ---- values ----

// The place of a path among the overrides made as it runs; a new one at the end. NULL: no room.
static abOverride *find_override(Session *session, const char *path) {
    for (int i = session->given_count; i < session->override_count; i++) {
        if (strcmp(session->overrides[i].path, path) == 0) {
            return &session->overrides[i];
        }
    }
    if (session->override_count == SESSION_OVERRIDES) {
        return NULL;
    }
    abOverride *added = &session->overrides[session->override_count++];
    *added = (abOverride){.path = ab_arena_text(&session->arena, path), .value = ""};
    return added->path != NULL ? added : NULL;
}

// The record writes the change beside the checkpoint that goes on from it.
static abResult set(Session *session, const char *path, const char *value, abError *error) {
    AB_TRY(ab_record_commit(session->record, session->simulation, error));
    AB_TRY(ab_simulation_set(&session->simulation, path, value, error));
    return ab_record_commit(session->record, session->simulation, error);
}

abResult session_set(Session *session, const char *path, const char *value, abError *error) {
    int count = session->override_count;
    abOverride *override = find_override(session, path);
    const char *kept = ab_arena_text(&session->arena, value);
    if (override == NULL || kept == NULL) {
        session->override_count = count;
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "too many values are changed");
    }
    const char *old = override->value;
    override->value = kept;
    abResult result = set(session, path, value, error);
    if (result != AB_OK) {
        override->value = old;
        session->override_count = count;
    }
    return result;
}

// ---- values of the next run ----

static bool add_override(abOverride *list, int *count, int room, abOverride override) {
    for (int i = 0; i < *count; i++) {
        if (strcmp(list[i].path, override.path) == 0) {
            list[i].value = override.value;
            return true;
        }
    }
    if (*count == room) {
        return false;
    }
    list[(*count)++] = override;
    return true;
}

// Whether the model can be read with it.
static abResult try_override(const Session *session, abOverride override, abError *error) {
    static abOverride list[SESSION_OVERRIDES]; // large; of the computing thread
    abModel *model = NULL;
    int count = session->override_count;
    memcpy(list, session->overrides, (size_t)count * sizeof *list);
    if (!add_override(list, &count, SESSION_OVERRIDES, override)) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "too many values are changed");
    }
    AB_TRY(ab_model_read_text(session->text, session->size, session->model_path, list, count,
                              ab_heap(), (abLog){0}, &model, error));
    ab_model_destroy(model);
    return AB_OK;
}

abResult session_set_later(Session *session, const char *path, const char *value, abError *error) {
    abOverride override = {ab_arena_text(&session->arena, path),
                           ab_arena_text(&session->arena, value)};
    if (override.path == NULL || override.value == NULL) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "too many values are changed");
    }
    AB_TRY(try_override(session, override, error));
    return add_override(session->later, &session->later_count, SESSION_LATER, override)
               ? AB_OK
               : ab_error_add(error, AB_USAGE, (abPlace){0}, "too many values are changed");
}

void session_take_later(Session *session) {
    for (int i = 0; i < session->later_count; i++) {
        add_override(session->overrides, &session->override_count, SESSION_OVERRIDES,
                     session->later[i]);
    }
    session->later_count = 0;
}

void session_forget(Session *session) {
    session->override_count = session->given_count;
}

// ---- parts that were added ----

// `bodies.thrown_1`, `contacts.2`.
static bool is_part(const char *path) {
    const char *dot = strchr(path, '.');
    bool is_list = strncmp(path, "bodies.", 7) == 0 || strncmp(path, "contacts.", 9) == 0;
    return is_list && dot != NULL && strchr(dot + 1, '.') == NULL;
}

static bool is_of(const char *path, const char *part) {
    size_t length = strlen(part);
    return strncmp(path, part, length) == 0 && (path[length] == '\0' || path[length] == '.');
}

static void drop_part(Session *session, const char *part) {
    int kept = session->given_count;
    for (int i = session->given_count; i < session->override_count; i++) {
        if (!is_of(session->overrides[i].path, part)) {
            session->overrides[kept++] = session->overrides[i];
        }
    }
    session->override_count = kept;
}

void session_drop_parts(Session *session) {
    for (int i = session->given_count; i < session->override_count;) {
        const char *path = session->overrides[i].path;
        if (is_part(path)) {
            drop_part(session, path);
            i = session->given_count;
        } else {
            i++;
        }
    }
}

// ---- a hand ----

typedef struct Words {
    abArena arena;
    abNode *root;
} Words;

static abResult read_words(const char *value, Words *words, abError *error) {
    ab_arena_init(&words->arena, ab_heap(), 4096);
    words->root = NULL;
    AB_TRY(ab_yaml_parse(value, strlen(value), "change", true, &words->arena, &words->root, error));
    return words->root != NULL && words->root->kind == AB_NODE_MAP
               ? AB_OK
               : ab_error_add(error, AB_USAGE, (abPlace){0}, "a pull or push wants a mapping");
}

static bool find_number(const abNode *map, const char *key, double *out) {
    const abNodeItem *item = ab_node_find(map, key);
    return item != NULL && ab_node_number(item->value, out);
}

static abBodyId find_body(const Session *session, const abNode *map) {
    const abNodeItem *item = ab_node_find(map, "body");
    return item != NULL && item->value->kind == AB_NODE_SCALAR
               ? ab_model_find_body(ab_simulation_model(session->simulation), item->value->text)
               : (abBodyId){0};
}

static abResult incomplete(const char *wanted, abError *error) {
    return ab_error_add(error, AB_USAGE, (abPlace){0}, "it wants %s", wanted);
}

static abResult pull(Session *session, const abNode *map, abError *error) {
    abPull pull = {.body = find_body(session, map)};
    if (map->count > 0 &&
        (!ab_node_vec3(map, "at", &pull.at) || !ab_node_vec3(map, "to", &pull.to) ||
         !find_number(map, "stiffness", &pull.stiffness) ||
         !find_number(map, "damping", &pull.damping) || pull.body.index == 0)) {
        return incomplete("body, at, to, stiffness and damping", error);
    }
    return ab_simulation_pull(session->simulation, &pull, error);
}

static abResult push(Session *session, const abNode *map, abError *error) {
    abVec3 at = {0}, impulse = {0};
    if (!ab_node_vec3(map, "at", &at) || !ab_node_vec3(map, "impulse", &impulse)) {
        return incomplete("body, at and impulse", error);
    }
    return ab_simulation_push(session->simulation, find_body(session, map), at, impulse, error);
}

static abResult do_action(Session *session, const char *path, const char *value,
                          abResult (*action)(Session *session, const abNode *map, abError *error),
                          abError *error) {
    Words words;
    abResult result = read_words(value, &words, error);
    if (result == AB_OK) {
        result = action(session, words.root, error);
    }
    ab_arena_done(&words.arena);
    return result == AB_OK ? note(session, path, value, error) : result;
}

abResult session_pull(Session *session, const char *value, abError *error) {
    return do_action(session, "pull", value, pull, error);
}

abResult session_push(Session *session, const char *value, abError *error) {
    return do_action(session, "push", value, push, error);
}

// ---- another end ----

abResult session_go_on(Session *session, const char *end_time, abError *error) {
    char *end;
    double time = strtod(end_time, &end);
    if (end == end_time || *end != '\0') {
        return incomplete("an end time", error);
    }
    AB_TRY(ab_simulation_set_end_time(session->simulation, time, error));
    return note(session, "go_on", end_time, error);
}

// ---- by its path ----

static const struct {
    const char *path;
    abResult (*act)(Session *session, const char *value, abError *error);
} s_actions[] = {{"pull", session_pull}, {"push", session_push}, {"go_on", session_go_on}};
enum { ACTIONS = sizeof s_actions / sizeof s_actions[0] };

static int find_action(const char *path) {
    for (int i = 0; i < ACTIONS; i++) {
        if (strcmp(path, s_actions[i].path) == 0) {
            return i;
        }
    }
    return -1;
}

bool session_is_action(const char *path) {
    return find_action(path) >= 0;
}

abResult session_change(Session *session, const char *path, const char *value, abError *error) {
    int action = find_action(path);
    return action >= 0 ? s_actions[action].act(session, value, error)
                       : session_set(session, path, value, error);
}
