// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_answers.c - questions of a page, answered from the record, a frame at a time.

#include "view/view_answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "output/view/view_scene.h"
#include "output/view/view_stream.h"

enum { SERIES_MAX = 4000 }; // values of a series; a plot has no more pixels

static const double s_refresh = 0.3; // look at a growing record that often                 [s]

void view_answers_init(ViewAnswers *answers) {
    ab_text_init(&answers->out, ab_heap());
    ab_arena_init(&answers->arena, ab_heap(), 16384);
}

void view_answers_done(ViewAnswers *answers) {
    ab_text_done(&answers->out);
    ab_arena_done(&answers->arena);
}

// ---- what was said ----

const abNode *view_parse(ViewAnswers *answers, const char *text, size_t size) {
    abNode *root = NULL;
    ab_arena_reset(&answers->arena, (abArenaMark){0}); // everything
    return ab_yaml_parse(text, size, "message", true, &answers->arena, &root, NULL) == AB_OK &&
                   root != NULL && root->kind == AB_NODE_MAP
               ? root
               : NULL;
}

static const abNode *scalar(const abNode *message, const char *key) {
    const abNodeItem *item = ab_node_find(message, key);
    return item != NULL && item->value->kind == AB_NODE_SCALAR ? item->value : NULL;
}

const char *view_word(const abNode *message, const char *key) {
    const abNode *node = scalar(message, key);
    return node != NULL ? node->text : NULL;
}

bool view_number(const abNode *message, const char *key, double *out) {
    const abNode *node = scalar(message, key);
    return node != NULL && !node->is_quoted && ab_node_number(node, out);
}

// ---- telling ----

static void send_out(ViewAnswers *answers, int client) {
    if (!answers->out.failed) {
        server_send(answers->server, client, answers->out.data, answers->out.size);
    }
}

void view_tell(ViewAnswers *answers, int client, const abText *json) {
    ab_view_text(ab_text_string(json), json->size, &answers->out);
    if (client >= 0) {
        send_out(answers, client);
        return;
    }
    for (int c = server_next(answers->server, -1); c >= 0; c = server_next(answers->server, c)) {
        send_out(answers, c);
    }
}

void view_greet(ViewAnswers *answers, int client) {
    abError error;
    ab_error_clear(&error);
    if (ab_view_scene(answers->record, &answers->out, &error) == AB_OK) {
        send_out(answers, client);
    }
}

static void tell_progress(ViewAnswers *answers) {
    const abRecordInfo *info = ab_record_info(answers->record);
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, false);
    ab_json_open(&json, NULL, '{');
    ab_json_open(&json, "progress", '{');
    ab_json_integer(&json, "frames", info->frame_count);
    ab_json_number(&json, "time", info->last_time);
    ab_json_integer(&json, "events", info->event_count);
    ab_json_close(&json, '}');
    ab_json_close(&json, '}');
    view_tell(answers, -1, &text);
    ab_text_done(&text);
}

void view_progress(ViewAnswers *answers) {
    const abRecordInfo *info = ab_record_info(answers->record);
    int64_t frames = info->frame_count, events = info->event_count;
    abError error;
    ab_error_clear(&error);
    answers->refreshed = ab_clock();
    if (ab_record_refresh(answers->record, &error) == AB_OK &&
        (info->frame_count != frames || info->event_count != events)) {
        tell_progress(answers);
    }
}

// ---- answers ----

static void answer_frame(ViewAnswers *answers, int client, const abNode *message, abError *error) {
    const abRecordInfo *info = ab_record_info(answers->record);
    double number;
    int64_t index = -1;
    if (view_number(message, "time", &number)) {
        if (ab_record_find_frame(answers->record, number, &index, error) != AB_OK) {
            return;
        }
    } else if (view_number(message, "index", &number)) {
        index = (int64_t)fmax(-1.0, fmin(number, 2147483647.0));
    }
    index = index >= info->frame_count ? info->frame_count - 1 : index;
    abFrame frame;
    if (ab_record_frame(answers->record, index < 0 ? 0 : index,
                        AB_FRAME_REGIONS | AB_FRAME_MAPS | AB_FRAME_POINTS, &frame,
                        error) == AB_OK &&
        ab_view_frame(answers->record, &frame, &answers->out, error) == AB_OK) {
        send_out(answers, client);
    }
}

static void answer_events(ViewAnswers *answers, int client, const abNode *message, abError *error) {
    double first = 0.0;
    view_number(message, "first", &first);
    if (ab_view_events(answers->record, (int64_t)fmax(0.0, fmin(first, 1e15)), &answers->out,
                       error) == AB_OK) {
        send_out(answers, client);
    }
}

static void answer_series(ViewAnswers *answers, int client, const abNode *message, abError *error) {
    double question = 0.0;
    const char *name = view_word(message, "name");
    view_number(message, "question", &question);
    unsigned number = (unsigned)fmax(0.0, fmin(question, 4e9));
    if (name != NULL &&
        ab_view_series(answers->record, name, number, SERIES_MAX, &answers->out, error) == AB_OK) {
        send_out(answers, client);
        return;
    }
    abText text;
    ab_text_init(&text, ab_heap());
    ab_text_add(&text, "{\"failed\": %u}", number);
    view_tell(answers, client, &text);
    ab_text_done(&text);
}

void view_answer(ViewAnswers *answers, int client, const abNode *message) {
    static const struct {
        const char *name;
        void (*answer)(ViewAnswers *answers, int client, const abNode *message, abError *error);
    } questions[] = {{"frame", answer_frame}, {"events", answer_events}, {"series", answer_series}};
    const char *ask = view_word(message, "ask");
    abError error;
    ab_error_clear(&error);
    for (size_t i = 0; ask != NULL && i < sizeof questions / sizeof questions[0]; i++) {
        if (strcmp(ask, questions[i].name) == 0) {
            questions[i].answer(answers, client, message, &error);
        }
    }
    if (ab_record_info(answers->record)->status == AB_RECORD_OPEN &&
        ab_clock() - answers->refreshed > s_refresh) {
        view_progress(answers);
    }
}
