// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference_study.c - keys of a study file, distributions, samplings, outputs, from their lists.

#include "reference/reference_study.h"

#include "reference/reference.h"
#include "study/counter.h"
#include "study/distribution.h"
#include "study/reducer.h"
#include "study/sampling.h"
#include "study/study_keys.h"

typedef struct Page {
    FILE *out;
    bool markdown;
} Page;

static void begin(const Page *page, const char *title, const char *text) {
    fprintf(page->out, page->markdown ? "## %s\n\n%s\n\n" : "== %s: %s\n", title, text);
}

static void table(const Page *page, const abTable *keys) {
    page->markdown ? reference_table_markdown(page->out, keys) : reference_table(page->out, keys);
}

static void head(const Page *page, const char *columns) {
    if (page->markdown) {
        fprintf(page->out, "| %s |\n| --- | --- | --- |\n", columns); // three of them
    }
}

static void row(const Page *page, const char *name, const char *middle, const char *text) {
    fprintf(page->out, page->markdown ? "| `%s` | %s | %s |\n" : "  %-26s %-22s %s\n", name, middle,
            text);
}

static void end(const Page *page) {
    fprintf(page->out, "\n");
}

static void distributions_part(const Page *page) {
    begin(page, "distributions",
          "In place of `values`, or of `from`, `to` and `count`: one of these.");
    head(page, "key | numbers | meaning");
    for (int i = 0; i < distribution_count; i++) {
        row(page, distributions[i].name, distributions[i].numbers, distributions[i].text);
    }
    end(page);
}

static void samplings_part(const Page *page) {
    begin(page, "methods of sampling",
          "For the parameters with a distribution; each point is crossed with each combination of "
          "listed values.");
    head(page, "method | --extend | meaning");
    for (int i = 0; i < SAMPLING_COUNT; i++) {
        row(page, samplings[i].name, samplings[i].may_grow ? "yes" : "no", samplings[i].text);
    }
    end(page);
}

static void outputs_part(const Page *page) {
    static const char *const units[] = {
        [UNIT_OF_SERIES] = "as the series", [UNIT_SECONDS] = "s", [UNIT_TIMES_S] = "its unit s"};
    char call[80];
    begin(page, "outputs",
          "A mapping of names to one number of a run each. A series is named as in `abut plot`; a "
          "and b are bodies, or shapes as BODY.SHAPE.");
    head(page, "output | unit | meaning");
    for (int i = 0; i < reducer_count; i++) {
        snprintf(call, sizeof call,
                 reducers[i].sees == SEES_INSTANT ? "%s(SERIES, T)" : "%s(SERIES)",
                 reducers[i].name);
        row(page, call, units[reducers[i].unit], reducers[i].text);
    }
    for (int i = 0; i < counter_count; i++) {
        snprintf(call, sizeof call, "%s(a, b)", counters[i].name);
        row(page, call, counters[i].unit, counters[i].text);
    }
    row(page, "sensor(NAME)", "s", "the time at which a sensor of the model is first met");
    end(page);
}

void reference_study(FILE *out, bool markdown) {
    const Page page = {out, markdown};
    if (markdown) {
        fprintf(out, "# The study file\n\nThis page is made by `abut info study --markdown` from "
                     "the tables of the reader. What it is for: "
                     "[howto/run-a-study.md](howto/run-a-study.md).\n\n");
    }
    begin(&page, "head", "At the top of the file, beside the sections below.");
    table(&page, &study_head_table);
    begin(&page, "parameters",
          "A mapping of paths, as `--set` takes them, to values: `values` is a list of numbers or "
          "words; `from`, `to` and `count` make one.");
    table(&page, &study_range_table);
    distributions_part(&page);
    begin(&page, "sampling", "How many points, and which.");
    table(&page, &study_sampling_table);
    samplings_part(&page);
    outputs_part(&page);
    begin(&page, "keep", "What is kept beside the table.");
    table(&page, &study_keep_table);
    begin(&page, "limits", "What a case may take.");
    table(&page, &study_limits_table);
}
