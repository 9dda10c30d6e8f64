// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_replay.c - a record in the browser, or two to compare. Frames are read when they are asked
// for, so that the size of the records does not matter.
//
// A page of two records opens a socket for each and says on the second one which it wants.

#include "view/view_replay.h"

#include <stddef.h>
#include <string.h>

#include "view/view.h"
#include "view/view_answers.h"
#include "view/view_differences.h"
#include "view/view_types.h"

enum { RUNS = 2 };

typedef struct Replay {
    View *view;
    ViewAnswers answers[RUNS];
    int count;
    int run_of[SERVER_CLIENTS]; // of each client
} Replay;

static void opened(void *context, int client) {
    Replay *replay = context;
    replay->run_of[client] = 0;
    if (replay->count > 1) {
        abText text;
        ab_text_init(&text, ab_heap());
        ab_text_add(&text, "{\"runs\": %d, \"differences\": ", replay->count);
        view_differences(ab_record_info(replay->answers[0].record),
                         ab_record_info(replay->answers[1].record), &text);
        ab_text_add(&text, "}");
        view_tell(&replay->answers[0], client, &text);
        ab_text_done(&text);
    }
    if (replay->view->has_list) {
        abText text;
        ab_text_init(&text, ab_heap());
        ab_text_add(&text, "{\"from_start\": true}");
        view_tell(&replay->answers[0], client, &text);
        ab_text_done(&text);
    }
    view_greet(&replay->answers[0], client);
}

// A record chosen from the list of models: the list again, or the model itself.
static void leave(Replay *replay, const char *action) {
    View *view = replay->view;
    view->wants_list = strcmp(action, "list") == 0;
    view->wants_live = strcmp(action, "live") == 0;
    if (view->has_list && (view->wants_list || view->wants_live)) {
        server_stop(replay->answers[0].server);
    }
}

static void change_run(Replay *replay, int client, const abNode *message) {
    double run;
    if (view_number(message, "run", &run) && run >= 0.0 && run < replay->count) {
        replay->run_of[client] = (int)run;
        view_greet(&replay->answers[(int)run], client);
    }
}

static void heard(void *context, int client, const char *text, size_t size) {
    Replay *replay = context;
    ViewAnswers *answers = &replay->answers[replay->run_of[client]];
    const abNode *message = view_parse(answers, text, size);
    const char *ask = message != NULL ? view_word(message, "ask") : NULL;
    const char *action = message != NULL ? view_word(message, "do") : NULL;
    if (action != NULL) {
        leave(replay, action);
    } else if (ask != NULL && strcmp(ask, "run") == 0) {
        change_run(replay, client, message);
    } else if (message != NULL) {
        view_answer(answers, client, message);
    }
}

static abResult serve(View *view, Replay *replay, abError *error) {
    ServerHandler handler = {.context = replay, .opened = opened, .heard = heard};
    for (int i = 0; i < replay->count; i++) {
        const char *path = view->has_list ? view->record : view->arguments->words[i];
        AB_TRY(ab_record_open(path, ab_heap(), &replay->answers[i].record, error));
        if (ab_record_info(replay->answers[i].record)->frame_count == 0) {
            return ab_error_add(error, AB_IO, (abPlace){.file = path}, "has no frames yet");
        }
    }
    Server *server = NULL;
    AB_TRY(view_open(view, &handler, &server, error));
    for (int i = 0; i < replay->count; i++) {
        replay->answers[i].server = server;
    }
    view_serve(server);
    server_close(server);
    return AB_OK;
}

abResult view_replay(View *view, abError *error) {
    Replay replay = {.view = view, .count = view->arguments->word_count < RUNS ? 1 : RUNS};
    for (int i = 0; i < replay.count; i++) {
        view_answers_init(&replay.answers[i]);
    }
    abResult result = serve(view, &replay, error);
    for (int i = 0; i < replay.count; i++) {
        ab_record_close(replay.answers[i].record);
        view_answers_done(&replay.answers[i]);
    }
    return result;
}
