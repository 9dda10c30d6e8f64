// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_answers.h - what a page asks of a record: scene, frames, events, series.

#ifndef ABUT_VIEW_ANSWERS_H
#define ABUT_VIEW_ANSWERS_H

#include "base/text.h"
#include "read/core/yaml_tree.h"
#include "view/server.h"

typedef struct ViewAnswers {
    Server *server;
    abRecord *record;
    bool is_live;
    abText out;
    abArena arena;
    double refreshed; // when the record was looked at last                              [s]
} ViewAnswers;

void view_answers_init(ViewAnswers *answers);
void view_answers_done(ViewAnswers *answers);

// What a client said, as a tree; NULL when it is no mapping. Lives until the next call.
const abNode *view_parse(ViewAnswers *answers, const char *text, size_t size);
// Members of it: NULL or false when not given or of another kind.
const char *view_word(const abNode *message, const char *key);
bool view_number(const abNode *message, const char *key, double *out);

// Tells a client the scene.
void view_greet(ViewAnswers *answers, int client);
// Answers {"ask": ...}. What cannot be answered is passed over, but series, which always get an
// answer.
void view_answer(ViewAnswers *answers, int client, const abNode *message);
// Looks how far the record has come and tells everyone when it has.
void view_progress(ViewAnswers *answers);
// Sends JSON to a client; -1: to all.
void view_tell(ViewAnswers *answers, int client, const abText *json);

#endif
