// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_hashes.c - the bits of every example model by every method that takes it.
//
//     model_hashes FILE            runs each line of FILE; exit code 1 when one has other bits
//     model_hashes --write FILE    prints the lines with the bits of now
//
// A line is `MODEL METHOD STEP END HASH events N steps N`. STEP is `-` where the model says it or
// the method needs none; END shortens long runs. [s]

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tape.h"

typedef struct Case {
    char model[200], method[20], step[40], end[40], found[120];
} Case;

static void print_problems(const Case *c, const abError *error) {
    for (int i = 0; i < error->count; i++) {
        char text[600];
        ab_error_format(error, i, text, sizeof text);
        printf("%s by %s: %s\n", c->model, c->method, text);
    }
}

// The bits of a run, "HASH events N steps N".
static abResult run_case(const Case *c, char *line, size_t size, abError *error) {
    const abOverride overrides[] = {{"simulation.method", c->method},
                                    {"simulation.end_time", c->end},
                                    {"simulation.step", c->step}};
    int count = strcmp(c->step, "-") == 0 ? 2 : 3;
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    Tape tape = {0};
    abObserver observer = {.context = &tape, .frame = tape_frame, .event = tape_event};
    abResult result =
        ab_model_read(c->model, overrides, count, ab_heap(), (abLog){0}, &model, error);
    if (result == AB_OK) {
        result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, error);
    }
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, &observer, error);
    }
    if (result == AB_OK) {
        const abStatistics *st = ab_simulation_statistics(simulation);
        snprintf(line, size, "%016" PRIx64 " events %" PRId64 " steps %" PRId64, tape_hash(&tape),
                 st->events[AB_EVENT_TOUCH] + st->events[AB_EVENT_RELEASE], st->steps);
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    tape_done(&tape);
    return result;
}

// Whether a case has the bits of its line; prints what it has.
static bool try_case(const Case *c, bool is_writing) {
    char line[120] = "FAILED";
    abError error;
    ab_error_clear(&error);
    if (run_case(c, line, sizeof line, &error) != AB_OK && !is_writing) {
        print_problems(c, &error);
    }
    bool is_same = strcmp(line, c->found) == 0;
    if (is_writing) {
        printf("%s %s %s %s %s\n", c->model, c->method, c->step, c->end, line);
    } else if (!is_same) {
        printf("DIFFERENT  %s by %s: now %s, was %s\n", c->model, c->method, line, c->found);
    }
    fflush(stdout);
    return is_same || is_writing;
}

int main(int argc, char **argv) {
    bool is_writing = argc == 3 && strcmp(argv[1], "--write") == 0;
    FILE *file = argc == 2 + is_writing ? fopen(argv[argc - 1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: model_hashes [--write] FILE\n");
        return 2;
    }
    int count = 0, failed = 0;
    char text[400];
    while (fgets(text, sizeof text, file) != NULL) {
        Case c = {0};
        if (sscanf(text, "%199s %19s %39s %39s %119[^\n]", c.model, c.method, c.step, c.end,
                   c.found) >= 4) {
            count++;
            failed += !try_case(&c, is_writing);
        }
    }
    fclose(file);
    if (!is_writing) {
        printf("%d of %d runs have the bits of the file\n", count - failed, count);
    }
    return failed > 0 || count == 0;
}
