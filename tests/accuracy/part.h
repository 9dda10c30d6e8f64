// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// part.h - a long test in parts, so that processors share it: `--part 2/4` does every fourth case
// from the second on. A test calls part_is_next() once per case, in the same order in every part,
// so the parts together do each case once.

#ifndef AB_TESTS_PART_H
#define AB_TESTS_PART_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int s_part = 1, s_part_count = 1; // the whole is part 1 of 1
static int s_part_cases, s_part_done;    // asked about, and those of them that are ours

static inline bool part_is_next(void) {
    bool is_ours = s_part_cases++ % s_part_count == s_part - 1;
    s_part_done += is_ours;
    return is_ours;
}

// Takes `--part K/N` off the end of the arguments; ends the program when it is not understood.
static inline int part_read(int argc, char **argv) {
    if (argc < 3 || strcmp(argv[argc - 2], "--part") != 0) {
        return argc;
    }
    char rest;
    bool is_read = sscanf(argv[argc - 1], "%d/%d%c", &s_part, &s_part_count, &rest) == 2;
    if (!is_read || s_part < 1 || s_part > s_part_count) {
        fprintf(stderr, "--part %s is not of the form 2/4\n", argv[argc - 1]);
        exit(2);
    }
    return argc - 2;
}

// "part 2/4: 14 of 54 cases"; a part without a case would be a test that cannot fail.
static inline void part_report(void) {
    printf("part %d/%d: %d of %d cases\n", s_part, s_part_count, s_part_done, s_part_cases);
    if (s_part_done == 0) {
        printf("there is nothing to do in this part\n");
        exit(1);
    }
}

// AB_TESTS for a test in parts
#define AB_TESTS_IN_PARTS(...)                                                                     \
    int main(int argc, char **argv) {                                                              \
        const abTest tests[] = {__VA_ARGS__};                                                      \
        if (part_read(argc, argv) != 1) {                                                          \
            fprintf(stderr, "usage: %s [--part K/N]\n", argv[0]);                                  \
            return 2;                                                                              \
        }                                                                                          \
        int code = ab_run_tests(tests, (int)(sizeof tests / sizeof tests[0]));                     \
        part_report();                                                                             \
        return code;                                                                               \
    }

#endif
