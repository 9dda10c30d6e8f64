// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// info_series.c - abut info series RECORD: every kind of series with the names that it has there.

#include "command/info_series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/file/record_types.h"
#include "record/series/series.h"

typedef struct TouchingPair {
    int a, b; // shapes
} TouchingPair;

static int by_shapes(const void *x, const void *y) {
    const TouchingPair *p = x, *q = y;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

// The pairs of shapes that touched, each once.
static abResult find_pairs(abRecord *record, TouchingPair *pairs, size_t *count, abError *error) {
    size_t touches = 0;
    for (int64_t i = 0; i < ab_record_info(record)->event_count; i++) {
        abEvent event;
        AB_TRY(ab_record_event(record, i, &event, error));
        bool is_touch = event.kind == AB_EVENT_TOUCH || event.kind == AB_EVENT_IMPACT;
        if (is_touch && event.shape_a >= 0 && event.shape_b >= 0) {
            pairs[touches++] = (TouchingPair){event.shape_a, event.shape_b};
        }
    }
    qsort(pairs, touches, sizeof *pairs, by_shapes);
    *count = 0;
    for (size_t i = 0; i < touches; i++) {
        if (*count == 0 || by_shapes(&pairs[i], &pairs[*count - 1]) != 0) {
            pairs[(*count)++] = pairs[i];
        }
    }
    return AB_OK;
}

// One of each mode of a flexible body.
static void print_modes(const char *of, const char *name, const char *unit, int modes) {
    for (int k = 1; k <= modes; k++) {
        char full[400];
        snprintf(full, sizeof full, "%s.%s(%d)", of, name, k);
        printf("%-44s  %-5s \n", full, unit);
    }
}

// All quantities of one kind, `form` as in reference pages, of what is called `of` and has so many
// modes.
static void print_all(const char *form, const char *of, int modes) {
    const char *its, *name, *unit, *parts;
    for (int i = 0; ab_series_describe(i, &its, &name, &unit, &parts) != NULL; i++) {
        char full[400];
        if (strcmp(its, form) != 0) {
            continue;
        }
        if (strcmp(form, "BODY") == 0 && (strcmp(name, "q") == 0 || strcmp(name, "q_rate") == 0)) {
            print_modes(of, name, unit, modes);
            continue;
        }
        snprintf(full, sizeof full, "%s.%s", of, name);
        printf("%-44s  %-5s ", full, unit);
        for (const char *part = parts; *part != '\0'; part++) {
            printf(" .%c", *part);
        }
        printf("\n");
    }
}

static void print_named(const abRecord *record, const char *kind, int count,
                        const char *name_of(const abRecord *, int)) {
    for (int i = 0; i < count; i++) {
        char form[40], of[300];
        snprintf(form, sizeof form, "%s(NAME)", kind);
        snprintf(of, sizeof of, "%s(%s)", kind, name_of(record, i));
        print_all(form, of, 0);
    }
}

abResult info_series(const Arguments *arguments, abRecord *record, abError *error) {
    (void)arguments;
    const abRecordInfo *info = ab_record_info(record);
    TouchingPair *pairs = calloc((size_t)info->event_count + 1, sizeof *pairs);
    size_t count = 0;
    if (pairs == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the series");
    }
    abResult result = find_pairs(record, pairs, &count, error);
    if (result == AB_OK) {
        for (int i = 1; i <= info->body_count; i++) {
            print_all("BODY", ab_record_body_name(record, i),
                      record->scene.bodies[i - 1].mode_count);
        }
        for (size_t i = 0; i < count; i++) {
            char of[300];
            snprintf(of, sizeof of, "contact(%s, %s)", ab_record_shape_name(record, pairs[i].a),
                     ab_record_shape_name(record, pairs[i].b));
            print_all("contact(A, B)", of, 0);
        }
        print_named(record, "joint", info->joint_count, ab_record_joint_name);
        print_named(record, "force", info->force_count, ab_record_force_name);
        print_all("energy", "energy", 0);
    }
    free(pairs);
    return result;
}
