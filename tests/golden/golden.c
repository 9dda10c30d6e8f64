// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// golden.c - the program `golden`: one line per scene with a hash of all its frames and events.
//
//     golden                   prints the hashes
//     golden --check FILE      compares them with FILE; exit code 1 when a scene differs
//     golden SCENE...          only these
//
// Exact comparison is meant: the same model gives the same bits on every compiler, see golden.sh.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "scenes.h"
#include "tape.h"

// The line of a scene, "NAME HASH frames N events N"; false when it did not run.
static bool scene_line(const Scene *scene, char *line, size_t size) {
    abModel *model = scene_model(scene, ab_heap());
    if (model == NULL) {
        return false;
    }
    abError error;
    ab_error_clear(&error);
    abSimulation *simulation = NULL;
    Tape tape = {0};
    abObserver observer = {.context = &tape, .frame = tape_frame, .event = tape_event};
    abResult result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error);
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, &observer, &error);
    }
    if (result == AB_OK) {
        const abStatistics *st = ab_simulation_statistics(simulation);
        snprintf(line, size, "%s %016" PRIx64 " events %" PRId64 " steps %" PRId64, scene->name,
                 tape_hash(&tape), st->events[AB_EVENT_TOUCH] + st->events[AB_EVENT_RELEASE],
                 st->steps);
    }
    scene_problems(scene->name, &error);
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    tape_done(&tape);
    return result == AB_OK;
}

// Whether the file has that line; shows what it has instead.
static bool is_in_file(FILE *file, const char *name, const char *line) {
    char found[200];
    size_t length = strlen(name);
    rewind(file);
    while (fgets(found, sizeof found, file) != NULL) {
        found[strcspn(found, "\n")] = '\0';
        if (strncmp(found, name, length) == 0 && found[length] == ' ') {
            if (strcmp(found, line) != 0) {
                printf("DIFFERENT  now %s\n           was %s\n", line, found);
            }
            return strcmp(found, line) == 0;
        }
    }
    printf("NEW        %s\n", line);
    return false;
}

static bool is_chosen(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(name, argv[i]) == 0) {
            return true;
        }
    }
    return argc < 2;
}

int main(int argc, char **argv) {
    FILE *expected = NULL;
    if (argc == 3 && strcmp(argv[1], "--check") == 0) {
        expected = fopen(argv[2], "r");
        if (expected == NULL) {
            fprintf(stderr, "golden: cannot open %s\n", argv[2]);
            return 5;
        }
        argc = 1;
    }
    int failed = 0;
    for (int i = 0; i < scene_count; i++) {
        char line[200];
        if (!is_chosen(scenes[i].name, argc, argv)) {
            continue;
        }
        if (!scene_line(&scenes[i], line, sizeof line)) {
            printf("FAILED     %s\n", scenes[i].name);
            failed++;
        } else if (expected == NULL) {
            printf("%s\n", line);
            fflush(stdout);
        } else {
            failed += !is_in_file(expected, scenes[i].name, line);
        }
    }
    if (expected != NULL) {
        fclose(expected);
        printf("%d of %d scenes have the bits of the file\n", scene_count - failed, scene_count);
    }
    return failed > 0;
}
