// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_forces.c - force elements: names to markers, texts to expressions, and the order in which
// they are applied.

#include <stdio.h>
#include <string.h>

#include "model/model.h"

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory while compiling the forces");
}

abPose ab_force_start(const abModel *model, int body, abPose X_CF) {
    if (body < 0) {
        return X_CF;
    }
    const abBody *b = &model->bodies[body];
    abPose X_WC = {ab_quat_to_matrix(b->q_WB), b->p_WC};
    if (b->mobility == AB_MOBILITY_PRESCRIBED) {
        X_WC = ab_body_prescribed(b, model->simulation.start_time).X_WC;
    }
    return ab_pose_mul(X_WC, X_CF);
}

// "force2" of a definition without a name is its place in the list.
static int find_element(const abTextMap *names, const char *word, const char *name, int count) {
    int named = ab_model_find_named(names, name), number = 0, end = 0;
    size_t length = strlen(word);
    if (named >= 0 || strncmp(name, word, length) != 0 ||
        sscanf(name + length, "%9d%n", &number, &end) != 1 || name[length + (size_t)end] != '\0') {
        return named;
    }
    return number >= 1 && number <= count ? number - 1 : -1;
}

int ab_model_find_force(const abModel *model, const char *name) {
    int found = find_element(&model->force_names, "force", name, (int)model->force_count);
    return found >= 0 && (model->force_defs[found].name == NULL ||
                          strcmp(model->force_defs[found].name, name) == 0)
               ? found
               : -1;
}

int ab_model_find_joint(const abModel *model, const char *name) {
    int found = find_element(&model->joint_names, "joint", name, (int)model->joint_count);
    return found >= 0 && (model->joint_defs[found].name == NULL ||
                          strcmp(model->joint_defs[found].name, name) == 0)
               ? found
               : -1;
}

// ---- one element ----

static abResult element_name(abModel *model, const char *given, size_t index, const char **out,
                             abError *error) {
    char name[40];
    snprintf(name, sizeof name, "force%zu", index + 1);
    *out = given != NULL ? given : ab_arena_text(&model->arena, name);
    return *out != NULL ? AB_OK : no_memory(error);
}

// The expressions among the keys, in the table's order; those not given are 0.
static abResult compile_values(abModel *model, abForceElement *force, abError *error) {
    const abTable *table = ab_force_kind_table(force->kind);
    abResult result = AB_OK;
    for (int k = 0; k < table->key_count; k++) {
        if (table->keys[k].kind != AB_KEY_EXPRESSION) {
            continue;
        }
        const char *text;
        memcpy(&text, force->params.data + table->keys[k].offset, sizeof text);
        abProbe *probe = &force->values[force->value_count++];
        if (text != NULL) {
            result = ab_worse(result, ab_compile_probe(model, text, force->place, "a force",
                                                       AB_LEVEL_FORCES, probe, error));
        }
        force->uses_time |= probe->expression != NULL && ab_probe_uses_time(model, probe);
    }
    return result;
}

static abResult watch_turn(abModel *model, abForceElement *force, abError *error) {
    abLook look = {
        .kind = AB_LOOK_ANGLE, .component = 2, .i = force->marker_b, .j = force->marker_a};
    force->turn_input =
        ab_force_type(force->kind)->wants_turn ? ab_model_note_look(model, &look) : -1;
    return ab_force_type(force->kind)->wants_turn && force->turn_input < 0 ? no_memory(error)
                                                                           : AB_OK;
}

static abResult compile_force(abModel *model, size_t index, abError *error) {
    const abForceDef *def = &model->force_defs[index];
    const abForceType *type = ab_force_type(def->type);
    abForceElement *force = &model->forces[index];
    *force = (abForceElement){.kind = def->type, .place = def->place, .params = def->params};
    AB_TRY(element_name(model, def->name, index, &force->name, error));
    abResult a = ab_model_need_marker(model, "a force", def->between[0], def->place,
                                      &force->marker_a, error);
    abResult b = ab_model_need_marker(model, "a force", def->between[1], def->place,
                                      &force->marker_b, error);
    abResult values = compile_values(model, force, error);
    AB_TRY(a);
    AB_TRY(b);
    force->body_a = model->markers[force->marker_a].body;
    force->body_b = model->markers[force->marker_b].body;
    force->X_A = model->markers[force->marker_a].X_CM;
    force->X_B = model->markers[force->marker_b].X_CM;
    AB_TRY(watch_turn(model, force, error));
    if (type->compile != NULL) {
        AB_TRY(type->compile(model, force, def->place, error));
    }
    return values;
}

// ---- what forces look at ----

// Calls `visit` for every look behind the element's values.
typedef void (*Visit)(void *context, const abLook *look);

static void visit_looks(const abModel *model, const abForceElement *force, Visit visit,
                        void *context) {
    for (int v = 0; v < force->value_count; v++) {
        for (int k = 0; k < force->values[v].input_count; k++) {
            const abInput *input = &model->inputs[force->values[v].inputs[k]];
            if (!input->is_variable) {
                visit(context, &input->look);
            }
        }
    }
}

typedef struct Bodies {
    const abModel *model;
    bool *is_seen;
} Bodies;

static void see(Bodies *bodies, int body) {
    if (body >= 0) {
        bodies->is_seen[body] = true;
    }
}

static void see_look(void *context, const abLook *look) {
    Bodies *bodies = context;
    const abModel *model = bodies->model;
    const int markers[] = {look->i, look->j, look->r, look->frame};
    for (int k = 0; k < 4; k++) {
        see(bodies, model->markers[markers[k]].body);
    }
    if (look->kind == AB_LOOK_FORCE) {
        const abForceElement *other = &model->forces[look->subject];
        see(bodies, other->body_a);
        see(bodies, other->body_b);
        for (int k = 0; k < other->looks_at_count; k++) {
            see(bodies, other->looks_at[k]);
        }
    }
    for (size_t s = 0; look->selects != NULL && s < model->shape_count; s++) {
        if (look->selects[s] || look->selects[model->shape_count + s]) {
            see(bodies, model->shapes[s].body);
        }
    }
}

// In the order of application, so that what others look at is known.
static abResult list_bodies(abModel *model, bool *is_seen, abForceElement *force, abError *error) {
    Bodies bodies = {model, is_seen};
    memset(is_seen, 0, model->body_count * sizeof *is_seen);
    visit_looks(model, force, see_look, &bodies);
    see(&bodies, model->markers[force->axes].body);
    size_t count = 0;
    for (size_t b = 0; b < model->body_count; b++) {
        is_seen[b] = is_seen[b] && (int)b != force->body_a && (int)b != force->body_b;
        count += is_seen[b];
    }
    int *list = AB_ARENA_NEW(&model->arena, int, count);
    if (list == NULL) {
        return no_memory(error);
    }
    for (size_t b = 0; b < model->body_count; b++) {
        if (is_seen[b]) {
            list[force->looks_at_count++] = (int)b;
        }
    }
    force->looks_at = list;
    return AB_OK;
}

// ---- the order ----

typedef struct Order {
    abModel *model;
    signed char *state; // of each force: 0 new, 1 waiting for others, 2 placed
    int *order;
    int count;
    int *chain; // of forces that wait for each other
    int depth;
    abError *error;
    abResult result;
} Order;

static void report_circle(Order *order, int force) {
    char text[300] = "";
    size_t used = 0;
    int k = order->depth - 1;
    while (k > 0 && order->chain[k] != force) {
        k--;
    }
    for (; k < order->depth && used + 60 < sizeof text; k++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%.50s -> ",
                                 order->model->forces[order->chain[k]].name);
    }
    const abForceElement *first = &order->model->forces[force];
    order->result =
        ab_error_add(order->error, AB_BAD_MODEL, first->place,
                     "forces look at each other in a circle: %s%.50s", text, first->name);
}

static void place_force(Order *order, int force);

static void place_before(void *context, const abLook *look) {
    Order *order = context;
    if (look->kind != AB_LOOK_FORCE) {
        return;
    }
    const abForceElement *seen = &order->model->forces[look->subject];
    const abForceElement *force = &order->model->forces[order->chain[order->depth - 1]];
    if (ab_rope_is_rigid(seen)) {
        order->result = ab_error_add(order->error, AB_BAD_MODEL, force->place,
                                     "force %s looks at the pull of %s, a rope that does not "
                                     "stretch: its pull follows from all forces, so that would be "
                                     "a circle; give the rope a stiffness",
                                     force->name, seen->name);
        return;
    }
    place_force(order, look->subject);
}

// Depth first; the depth is bounded so that a long chain cannot exhaust the stack.
static void place_force(Order *order, int force) {
    enum { DEPTH_MAX = 1000 };
    if (order->state[force] == 2 || order->result != AB_OK) {
        return;
    }
    if (order->state[force] == 1) {
        report_circle(order, force);
        return;
    }
    if (order->depth == DEPTH_MAX) {
        order->result = ab_error_add(order->error, AB_BAD_MODEL, order->model->forces[force].place,
                                     "more than %d forces look at each other in a row", DEPTH_MAX);
        return;
    }
    order->state[force] = 1;
    order->chain[order->depth++] = force;
    visit_looks(order->model, &order->model->forces[force], place_before, order);
    order->depth--;
    order->state[force] = 2;
    order->order[order->count++] = force;
}

static abResult order_forces(abModel *model, abError *error) {
    size_t n = model->force_count;
    Order order = {.model = model, .error = error, .result = AB_OK};
    order.order = AB_ARENA_NEW(&model->arena, int, n);
    order.chain = AB_ARENA_NEW(&model->arena, int, n + 1000);
    order.state = AB_ARENA_NEW(&model->arena, signed char, n);
    bool *is_seen = AB_ARENA_NEW(&model->arena, bool, model->body_count);
    if (order.order == NULL || order.chain == NULL || order.state == NULL || is_seen == NULL) {
        return no_memory(error);
    }
    for (size_t f = 0; f < n; f++) {
        place_force(&order, (int)f);
    }
    model->force_order = order.order;
    for (int k = 0; k < order.count && order.result == AB_OK; k++) {
        order.result = list_bodies(model, is_seen, &model->forces[order.order[k]], error);
    }
    return order.result;
}

abResult ab_compile_forces(abModel *model, abError *error) {
    model->forces = AB_ARENA_NEW(&model->arena, abForceElement, model->force_count);
    if (model->forces == NULL) {
        return no_memory(error);
    }
    abResult result = AB_OK;
    for (size_t f = 0; f < model->force_count; f++) {
        result = ab_worse(result, compile_force(model, f, error));
    }
    AB_TRY(result);
    return order_forces(model, error);
}
