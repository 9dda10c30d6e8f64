// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compare.c - abut compare: do two records say the same?

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "command/command.h"

typedef struct Compare {
    abJson *json; // NULL: for people
    int found;
} Compare;

static void found_text(const abDifference *d, bool is_first) {
    if (is_first) {
        printf("%-44s %12s %12s %12s  %s\n", "series", "largest", "relative", "at t [s]",
               "values there");
    }
    if (isnan(d->largest)) {
        printf("%-44s %12s %12s ", d->what, "", "");
        isnan(d->time) ? printf("%12s", "") : printf("%12.6g", d->time);
        printf("  %.17g and %.17g\n", d->values[0], d->values[1]);
        return;
    }
    printf("%-44s %12.4g %12.4g %12.6g  %.17g and %.17g\n", d->what, d->largest, d->relative,
           d->time, d->values[0], d->values[1]);
}

static void found(void *context, const abDifference *d) {
    Compare *compare = context;
    abJson *json = compare->json;
    if (json == NULL) {
        found_text(d, compare->found == 0);
    } else {
        ab_json_open(json, NULL, '{');
        ab_json_text(json, "series", d->what);
        ab_json_number(json, "largest", d->largest);
        ab_json_number(json, "relative", d->relative);
        ab_json_number(json, "time", d->time);
        ab_json_numbers(json, "values", d->values, 2);
        ab_json_close(json, '}');
    }
    compare->found++;
}

static abResult compare_records(const Arguments *arguments, abRecord *records[2], abError *error) {
    double tolerance;
    AB_TRY(option_number(arguments, "tolerance", 0.0, 0.0, 1e3, &tolerance));
    for (int i = 0; i < 2; i++) {
        AB_TRY(ab_record_open(arguments->words[i], ab_heap(), &records[i], error));
    }
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    bool for_machines = option_given(arguments, "json");
    Compare compare = {.json = for_machines ? &json : NULL};
    ab_json_open(&json, NULL, '{');
    ab_json_number(&json, "tolerance", tolerance);
    ab_json_open(&json, "differences", '[');
    abResult result = ab_record_compare(records[0], records[1], tolerance, found, &compare, error);
    ab_json_close(&json, ']');
    ab_json_boolean(&json, "equal", result == AB_OK);
    ab_json_close(&json, '}');
    const abRecordInfo *info = ab_record_info(records[0]);
    if (for_machines && (result == AB_OK || result == AB_DIFFERENT)) {
        printf("%s\n", ab_text_string(&text));
    } else if (result == AB_OK) {
        printf("equal%s: %lld frames, %lld events\n",
               tolerance > 0.0 ? " within the tolerance" : "", (long long)info->frame_count,
               (long long)info->event_count);
    }
    ab_text_done(&text);
    return result;
}

static abResult run_compare(const Arguments *arguments, abError *error) {
    abRecord *records[2] = {NULL, NULL};
    abResult result = compare_records(arguments, records, error);
    ab_record_close(records[0]);
    ab_record_close(records[1]);
    return result;
}

const Command command_compare = {
    .name = "compare",
    .words = "RECORD RECORD",
    .minimum = 2,
    .maximum = 2,
    .text = "whether two records are the same, and where not",
    .more =
        "Without a tolerance every bit of frames, contacts and events counts. With one, a series\n"
        "may differ by that part of its largest magnitude. Wall times and paths do not count.\n"
        "Exit code 7 when there are differences.",
    .options = {{0, "tolerance", "NUMBER", "relative difference allowed (0: bit by bit)"},
                {0, "json", NULL, "one object for machines"}},
    .standard_records = "",
    .run = run_compare,
};
