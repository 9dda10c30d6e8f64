// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// resume_everywhere.c - models resumed after each of their steps (every_step.h).
//
//     resume_everywhere [--set KEY=VALUE]... MODEL...       exit code 1 when one goes on otherwise,
//                                                           3 when no more than that a run ends early
//
// Short output intervals show what frames inside of steps depend on.

#include <stdio.h>
#include <string.h>

#include "every_step.h"

enum { SETTINGS = 16 };

static void print_problems(const char *path, const abError *error) {
    for (int i = 0; i < error->count; i++) {
        char text[600];
        ab_error_format(error, i, text, sizeof text);
        printf("%s: %s\n", path, text);
    }
}

typedef enum Outcome { SAME = 0, OTHERWISE = 1, EARLY = 3 } Outcome;

static Outcome resume(const char *path, const abOverride *settings, int count) {
    abModel *model = NULL;
    EveryStep found = {0};
    abError error;
    ab_error_clear(&error);
    abResult result = ab_model_read(path, settings, count, ab_heap(), (abLog){0}, &model, &error);
    if (result == AB_OK) {
        result = every_step_resumed(model, &found, &error);
    }
    if (result != AB_OK) {
        print_problems(path, &error);
    }
    ab_model_destroy(model);
    printf("%s: %d steps, %d go on otherwise when resumed%s\n", path, found.steps, found.others,
           found.is_changed_by_save ? "; WRITING CHECKPOINTS CHANGES THE RUN" : "");
    fflush(stdout);
    bool is_same = found.others == 0 && !found.is_changed_by_save;
    return !is_same ? OTHERWISE : result == AB_OK ? SAME : EARLY;
}

int main(int argc, char **argv) {
    abOverride settings[SETTINGS];
    int count = 0, next = 1, worst = SAME;
    for (; next + 1 < argc && strcmp(argv[next], "--set") == 0 && count < SETTINGS; next += 2) {
        char *equals = strchr(argv[next + 1], '=');
        if (equals == NULL) {
            break;
        }
        *equals = '\0';
        settings[count++] = (abOverride){argv[next + 1], equals + 1};
    }
    if (next >= argc || strncmp(argv[next], "--", 2) == 0) {
        fprintf(stderr, "usage: resume_everywhere [--set KEY=VALUE]... MODEL...\n");
        return 2;
    }
    for (; next < argc; next++) {
        Outcome outcome = resume(argv[next], settings, count);
        worst = outcome == OTHERWISE || worst == SAME ? (int)outcome : worst;
    }
    return worst;
}
