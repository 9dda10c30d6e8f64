// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_replay.c - a record in the browser. Frames are read when they are asked for, so that the
// size of the record does not matter.

#include <stddef.h>

#include "view.h"
#include "view_answers.h"

static void opened(void *context, int client) {
    view_greet(context, client);
}

static void heard(void *context, int client, const char *text, size_t size) {
    ViewAnswers *answers = context;
    const abNode *message = view_parse(answers, text, size);
    if (message != NULL) {
        view_answer(answers, client, message);
    }
}

static void closed(void *context, int client) {
    (void)context;
    (void)client;
}

static void woken(void *context) {
    (void)context;
}

static abResult serve(const Arguments *arguments, ViewAnswers *answers, abError *error) {
    const char *path = arguments->words[0];
    ServerHandler handler = {answers, opened, heard, closed, woken, NULL};
    AB_TRY(ab_record_open(path, ab_heap(), &answers->record, error));
    if (ab_record_info(answers->record)->frame_count == 0) {
        return ab_error_add(error, AB_IO, (abPlace){.file = path}, "has no frames yet");
    }
    AB_TRY(view_open(arguments, &handler, &answers->server, error));
    view_serve(answers->server);
    return AB_OK;
}

abResult view_replay(const Arguments *arguments, abError *error) {
    ViewAnswers answers = {0};
    view_answers_init(&answers);
    abResult result = serve(arguments, &answers, error);
    server_close(answers.server);
    ab_record_close(answers.record);
    view_answers_done(&answers);
    return result;
}
