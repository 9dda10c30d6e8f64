// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_live.c - a model in the browser as it runs.
//
// Two threads. One computes (live_run.c): it takes what it is told from a list, keeps to the clock
// and leaves each frame in a place that holds one, so that it never waits for someone who looks.
// The other serves (here): it takes the newest frame from there and sends it to every page that has
// read the one before; a page that is behind misses frames. What lies in the past is read from the
// record as in a replay.

#include "view/view_live.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/no_memory.h"
#include "base/plain_file.h"
#include "read/core/model_file.h"
#include "read/core/model_read.h"
#include "read/yaml/yaml_write.h"
#include "record/file/record_types.h"
#include "view/live_run.h"
#include "view/view.h"
#include "view/view_answers.h"
#include "view/view_types.h"

typedef struct LiveView {
    View *view;
    ViewAnswers answers;
    LiveRun run;
    abModelFile file;
    abText yaml; // of a model in another format
    char record_path[4096];
    bool is_temporary;
    int64_t generation; // of the record opened
    int64_t told;       // state that everyone knows
    abText frame, json;
    bool has_missed[SERVER_CLIENTS]; // the newest frame
} LiveView;

// ---- telling ----

static void tell_state(LiveView *view, int client) {
    ab_text_clear(&view->json);
    live_run_state(&view->run, client >= 0, &view->json, &view->told);
    view_tell(&view->answers, client, &view->json);
}

// A record begun anew, or the same with other bodies, of which the scene tells everyone; a frame that
// someone missed is of those before.
static void tell_restart(LiveView *view, bool has_other_bodies) {
    Server *server = view->answers.server;
    ab_text_clear(&view->json);
    ab_text_add(&view->json, has_other_bodies ? "{\"bodies\": true}" : "{\"restart\": true}");
    view_tell(&view->answers, -1, &view->json);
    for (int c = server_next(server, -1); has_other_bodies && c >= 0; c = server_next(server, c)) {
        view->has_missed[c] = false;
        view_greet(&view->answers, c);
    }
}

// The record of a run begun anew is another file under the same name.
static void open_record(LiveView *view) {
    abError error;
    ab_error_clear(&error);
    abRecord *record = NULL;
    int64_t generation = live_run_generation(&view->run); // before the record is read
    if (ab_record_open(view->record_path, ab_heap(), &record, &error) == AB_OK) {
        int bodies = ab_record_info(view->answers.record)->body_count;
        ab_record_close(view->answers.record);
        view->answers.record = record;
        view->generation = generation;
        tell_restart(view, ab_record_info(record)->body_count != bodies);
    }
}

static void woken(void *context) {
    LiveView *view = context;
    Server *server = view->answers.server;
    if (live_run_generation(&view->run) != view->generation) {
        open_record(view);
    }
    if (live_run_frame(&view->run, &view->frame)) {
        if (live_run_generation(&view->run) != view->generation) { // meanwhile
            open_record(view);
        }
        for (int c = server_next(server, -1); c >= 0; c = server_next(server, c)) {
            view->has_missed[c] = !server_is_idle(server, c);
            if (!view->has_missed[c]) {
                server_send(server, c, view->frame.data, view->frame.size);
            }
        }
    }
    if (live_run_is_news(&view->run, view->told)) {
        view_progress(&view->answers);
        tell_state(view, -1);
    }
}

// Who was behind gets the newest frame, and none of those before it.
static void idle(void *context, int client) {
    LiveView *view = context;
    if (view->has_missed[client]) {
        view->has_missed[client] = false;
        server_send(view->answers.server, client, view->frame.data, view->frame.size);
    }
}

static void opened(void *context, int client) {
    LiveView *view = context;
    view->has_missed[client] = false;
    tell_state(view, client); // first, so that the page knows that this is live
    if (view->view->has_list) {
        ab_text_clear(&view->json);
        ab_text_add(&view->json, "{\"from_start\": true}");
        view_tell(&view->answers, client, &view->json);
    }
    view_greet(&view->answers, client);
}

static void closed(void *context, int client) {
    LiveView *view = context;
    (void)client;
    if (server_next(view->answers.server, -1) < 0) { // nobody holds the mouse any more
        live_run_tell(&view->run, &(LiveOrder){.kind = LIVE_PULL, .value = "{}"});
    }
}

// ---- hearing ----

// The body meant; NULL for none.
static const abSceneBody *find_body(const LiveView *view, const abNode *message) {
    const abScene *scene = &view->answers.record->scene;
    double number;
    return view_number(message, "body", &number) && number >= 1.0 && number <= scene->body_count
               ? &scene->bodies[(int)number - 1]
               : NULL;
}

// Begins the text of an action on a body: the point it is at, and one more vector. NULL when the
// message lacks something.
static const abSceneBody *begin_action(LiveView *view, const abNode *message, const char *key) {
    const abSceneBody *body = find_body(view, message);
    abVec3 at, vector;
    if (body == NULL || !ab_node_vec3(message, "at", &at) || !ab_node_vec3(message, key, &vector)) {
        return NULL;
    }
    ab_text_clear(&view->json);
    abJson json = ab_json(&view->json, false);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "body", body->name);
    ab_json_vec3(&json, "at", at);
    ab_json_vec3(&json, key, vector);
    return body;
}

// The spring brings the body there in about half a second, without swinging: as stiff as its mass
// asks for.
static void order_pull(LiveView *view, const abNode *message, LiveOrder *order) {
    static const double speed = 8.0; // angular frequency                              [rad/s]
    const abSceneBody *body = begin_action(view, message, "to");
    order->kind = LIVE_PULL;
    snprintf(order->value, sizeof order->value, "{}");
    if (body != NULL && body->mass > 0.0) {
        ab_text_add(&view->json, ", \"stiffness\": %.17g, \"damping\": %.17g}",
                    body->mass * speed * speed, 2.0 * body->mass * speed);
        snprintf(order->value, sizeof order->value, "%s", ab_text_string(&view->json));
    }
}

static void order_push(LiveView *view, const abNode *message, LiveOrder *order) {
    if (begin_action(view, message, "impulse") != NULL) {
        ab_text_add(&view->json, "}");
        order->kind = LIVE_PUSH;
        snprintf(order->value, sizeof order->value, "%s", ab_text_string(&view->json));
    }
}

// Numbers are checked where it is thrown.
static void order_throw(LiveView *view, const abNode *message, LiveOrder *order) {
    const char *shape = view_word(message, "shape"), *material = view_word(message, "material");
    double size, mass;
    abVec3 at, velocity;
    if (!view_number(message, "size", &size) || !view_number(message, "mass", &mass) ||
        !ab_node_vec3(message, "at", &at) || !ab_node_vec3(message, "velocity", &velocity)) {
        return;
    }
    ab_text_clear(&view->json);
    abJson json = ab_json(&view->json, false);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "shape", shape != NULL ? shape : "ball");
    ab_json_text(&json, "material", material != NULL ? material : "");
    ab_json_number(&json, "size", size);
    ab_json_number(&json, "mass", mass);
    ab_json_vec3(&json, "at", at);
    ab_json_vec3(&json, "velocity", velocity);
    ab_json_close(&json, '}');
    if (view->json.size < sizeof order->value) {
        order->kind = LIVE_THROW;
        snprintf(order->value, sizeof order->value, "%s", ab_text_string(&view->json));
    }
}

static void order_set(LiveView *view, const abNode *message, LiveOrder *order) {
    const char *path = view_word(message, "path"), *value = view_word(message, "value");
    (void)view;
    if (path != NULL && value != NULL && strlen(path) < sizeof order->path &&
        strlen(value) < sizeof order->value) {
        bool is_accuracy =
            strcmp(path, "simulation.tolerance") == 0 || strcmp(path, "simulation.step") == 0;
        order->kind = is_accuracy ? LIVE_LATER : LIVE_SET;
        snprintf(order->path, sizeof order->path, "%s", path);
        snprintf(order->value, sizeof order->value, "%s", value);
    }
}

static void order_back(LiveView *view, const abNode *message, LiveOrder *order) {
    (void)view;
    if (view_number(message, "time", &order->number)) {
        order->kind = LIVE_BACK;
    }
}

static void order_speed(LiveView *view, const abNode *message, LiveOrder *order) {
    (void)view;
    if (view_number(message, "value", &order->number) && order->number >= 0.0) {
        order->kind = LIVE_SPEED;
    }
}

static void go_back(LiveView *view) {
    if (view->view->has_list) {
        view->view->wants_list = true;
        server_stop(view->answers.server);
    }
}

static void obey(LiveView *view, const abNode *message, const char *action) {
    static const struct {
        const char *name;
        LiveKind kind;
        void (*fill)(LiveView *view, const abNode *message, LiveOrder *order);
    } actions[] = {{"start", LIVE_START, NULL},        {"pause", LIVE_PAUSE, NULL},
                   {"step", LIVE_STEP, NULL},          {"reset", LIVE_RESET, NULL},
                   {"set", LIVE_NOTHING, order_set},   {"pull", LIVE_NOTHING, order_pull},
                   {"push", LIVE_NOTHING, order_push}, {"speed", LIVE_NOTHING, order_speed},
                   {"back", LIVE_NOTHING, order_back}, {"throw", LIVE_NOTHING, order_throw}};
    if (strcmp(action, "list") == 0) {
        go_back(view);
    }
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(action, actions[i].name) == 0) {
            LiveOrder order = {.kind = actions[i].kind};
            if (actions[i].fill != NULL) {
                actions[i].fill(view, message, &order);
            }
            live_run_tell(&view->run, &order);
        }
    }
}

static void heard(void *context, int client, const char *text, size_t size) {
    LiveView *view = context;
    const abNode *message = view_parse(&view->answers, text, size);
    const char *action = message != NULL ? view_word(message, "do") : NULL;
    if (action != NULL) {
        obey(view, message, action);
    } else if (message != NULL) {
        view_answer(&view->answers, client, message);
    }
}

// ---- the whole ----

// A record that nobody wants to keep lies in the folder for temporary files.
static abResult choose_record(const Arguments *arguments, LiveView *view, abError *error) {
    const char *output = option_value(arguments, "output"), *folder = getenv("TMPDIR");
    if (output != NULL) {
        snprintf(view->record_path, sizeof view->record_path, "%s", output);
        return AB_OK;
    }
    snprintf(view->record_path, sizeof view->record_path, "%s/abut-view-XXXXXX",
             folder != NULL ? folder : "/tmp");
    int descriptor = mkstemp(view->record_path); // empty: may be replaced
    if (descriptor < 0) {
        return ab_error_add(error, AB_IO, (abPlace){.file = view->record_path},
                            "cannot be made for the record");
    }
    close(descriptor);
    view->is_temporary = true;
    return AB_OK;
}

// Parameters are found by the keys of YAML, so other formats are turned into it first, with the
// values given on the command line in it; the run is the same to the last bit.
static abResult convert(LiveView *view, abError *error) {
    Session *session = &view->run.session;
    abModel *model = NULL;
    AB_TRY(ab_model_read_text(session->text, session->size, session->model_path, session->overrides,
                              session->override_count, ab_heap(), (abLog){0}, &model, error));
    ab_yaml_write(model, ab_file_name(session->model_path), NULL, &view->yaml);
    ab_model_destroy(model);
    if (view->yaml.failed) {
        return ab_no_memory(error, (abPlace){0}, "while reading the model");
    }
    session->text = view->yaml.data;
    session->size = view->yaml.size;
    session->override_count = 0;
    return AB_OK;
}

static abResult prepare(LiveView *view, abError *error) {
    const Arguments *arguments = view->view->arguments;
    Session *session = &view->run.session;
    const char *path = view->view->model;
    AB_TRY(session_options(session, arguments));
    AB_TRY(ab_model_file_read(path, ab_heap(), (abPlace){0}, &view->file, error));
    AB_TRY(choose_record(arguments, view, error));
    session->model_path = path;
    session->record_path = view->record_path;
    session->text = view->file.text;
    session->size = view->file.size;
    if (ab_model_format(session->text, session->size) != AB_MODEL_FORMAT_YAML) {
        AB_TRY(convert(view, error));
    }
    return live_run_open(&view->run, error);
}

static abResult serve(LiveView *view, abError *error) {
    ServerHandler handler = {view, opened, heard, closed, woken, idle};
    AB_TRY(prepare(view, error));
    AB_TRY(ab_record_open(view->record_path, ab_heap(), &view->answers.record, error));
    view->generation = live_run_generation(&view->run);
    AB_TRY(view_open(view->view, &handler, &view->answers.server, error));
    AB_TRY(live_run_start(&view->run, view->answers.server, error));
    view_serve(view->answers.server);
    live_run_stop(&view->run);
    return AB_OK;
}

static void remove_record(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[4200];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

abResult view_live(View *of, abError *error) {
    static LiveView view; // large
    memset(&view, 0, sizeof view);
    view.view = of;
    view.answers.is_live = true;
    view_answers_init(&view.answers);
    ab_text_init(&view.frame, ab_heap());
    ab_text_init(&view.json, ab_heap());
    ab_text_init(&view.yaml, ab_heap());
    abResult result = serve(&view, error);
    server_close(view.answers.server);
    ab_record_close(view.answers.record); // before who writes it, so that it ends as one file
    live_run_close(&view.run);
    view_answers_done(&view.answers);
    ab_text_done(&view.frame);
    ab_text_done(&view.json);
    ab_text_done(&view.yaml);
    ab_model_file_done(&view.file);
    if (view.is_temporary) {
        remove_record(view.record_path);
    }
    return result;
}
