// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify.c - compares the engine with published and closed-form results.
//
//     verify [--family NAME] [--case NAME] [--markdown] [--notes]
//            [--tolerance X] [--list]
//
// Prints a row per quantity: published, ours, the difference allowed, and pass, FAIL, open or
// differs; `open` rows say what is missing, those that differ why the published number is not right. Answers 1 when a row fails. To be started from the top of the
// tree.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "verify_run.h"

typedef struct Family {
    const char *name, *text;
    void (*verify)(Report *report);
} Family;

static const Family s_families[] = {
#define FAMILY_ROW(name, text) {#name, text, verify_##name},
    FAMILIES(FAMILY_ROW)
#undef FAMILY_ROW
};
enum { FAMILY_COUNT = sizeof s_families / sizeof s_families[0] };

typedef struct Options {
    const char *family, *name;
    bool as_markdown, with_notes, is_list;
} Options;

static bool read_options(int count, char **words, Options *options) {
    for (int i = 1; i < count; i++) {
        bool has_value = i + 1 < count;
        if (strcmp(words[i], "--family") == 0 && has_value) {
            options->family = words[++i];
        } else if (strcmp(words[i], "--case") == 0 && has_value) {
            options->name = words[++i];
        } else if (strcmp(words[i], "--tolerance") == 0 && has_value) {
            run_use_tolerance(strtod(words[++i], NULL));
        } else if (strcmp(words[i], "--markdown") == 0) {
            options->as_markdown = true;
        } else if (strcmp(words[i], "--notes") == 0) {
            options->with_notes = true;
        } else if (strcmp(words[i], "--list") == 0) {
            options->is_list = true;
        } else {
            fprintf(stderr, "verify: unknown option %s\n", words[i]);
            return false;
        }
    }
    return true;
}

int main(int count, char **words) {
    Options options = {0};
    if (!read_options(count, words, &options)) {
        fprintf(stderr, "usage: verify [--family NAME] [--case NAME] [--markdown] [--notes] "
                        "[--tolerance X] [--list]\n");
        return 2;
    }
    Report report = {.only_case = options.name};
    bool found = false;
    for (int i = 0; i < FAMILY_COUNT; i++) {
        const Family *family = &s_families[i];
        if (options.is_list) {
            printf("%-12s %s\n", family->name, family->text);
            found = true;
        } else if (options.family == NULL || strcmp(options.family, family->name) == 0) {
            report.family = family->name;
            family->verify(&report);
            found = true;
        }
    }
    if (!found) {
        fprintf(stderr, "verify: no family %s; --list names them\n", options.family);
        return 2;
    }
    size_t failed = 0;
    if (!options.is_list) {
        failed = report_print(&report, options.as_markdown, options.with_notes);
    }
    report_done(&report);
    return failed > 0;
}
