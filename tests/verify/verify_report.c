// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_report.c - collects rows and prints them as an aligned table.

#include "verify_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/contact/contact_report.h"

void report_done(Report *report) {
    free(report->rows);
    *report = (Report){0};
}

bool report_wants(const Report *report, const char *name) {
    return report->only_case == NULL || strcmp(report->only_case, name) == 0;
}

static Row *new_row(Report *report, const char *name, const char *quantity, const char *note) {
    if (report->count == report->capacity) {
        report->capacity = report->capacity > 0 ? 2 * report->capacity : 256;
        report->rows = realloc(report->rows, report->capacity * sizeof *report->rows);
        if (report->rows == NULL) {
            fprintf(stderr, "verify: out of memory\n");
            exit(5);
        }
    }
    Row *row = &report->rows[report->count++];
    *row = (Row){0};
    snprintf(row->family, sizeof row->family, "%s", report->family);
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->quantity, sizeof row->quantity, "%s", quantity);
    snprintf(row->note, sizeof row->note, "%s", note != NULL ? note : "");
    return row;
}

void report_near(Report *report, const char *name, const char *quantity, double expected,
                 double ours, double allowed, const char *note) {
    if (!report_wants(report, name)) {
        return;
    }
    Row *row = new_row(report, name, quantity, note);
    row->expected = expected;
    row->ours = ours;
    row->allowed = allowed;
    row->status = fabs(ours - expected) <= allowed ? STATUS_PASS : STATUS_FAIL; // NaN fails
}

void report_close(Report *report, const char *name, const char *quantity, double expected,
                  double ours, double relative, const char *note) {
    report_near(report, name, quantity, expected, ours, relative * fabs(expected), note);
}

static void add_note(Report *report, const char *name, const char *quantity, Status status,
                     const char *why) {
    if (report_wants(report, name)) {
        new_row(report, name, quantity, why)->status = status;
    }
}

void report_open(Report *report, const char *name, const char *quantity, const char *why) {
    add_note(report, name, quantity, STATUS_OPEN, why);
}

void report_differs(Report *report, const char *name, const char *quantity, const char *why) {
    add_note(report, name, quantity, STATUS_DIFFERS, why);
}

void report_broken(Report *report, const char *name, const char *message) {
    if (report_wants(report, name)) {
        Row *row = new_row(report, name, "runs", message);
        row->expected = 1.0;
        row->status = STATUS_FAIL;
    }
}

// ---- printing ----

static int by_family_and_case(const void *a, const void *b) {
    const Row *p = *(const Row *const *)a, *q = *(const Row *const *)b;
    int order = strcmp(p->family, q->family);
    order = order != 0 ? order : strcmp(p->name, q->name);
    return order != 0 ? order : (p > q) - (p < q); // rows lie in one array: keeps their order
}

static void number(char out[24], double value, const char *format) {
    snprintf(out, 24, format, value);
}

static void print_row(const Row *row, bool as_markdown, bool with_notes) {
    static const char *const words[] = {"pass", "FAIL", "open", "differs"};
    char expected[24] = "", ours[24] = "", allowed[24] = "";
    if (row->status == STATUS_PASS || row->status == STATUS_FAIL) {
        number(expected, row->expected, "%.9g");
        number(ours, row->ours, "%.9g");
        number(allowed, row->allowed, "%.2g");
    }
    bool say = row->note[0] != '\0' && (with_notes || row->status != STATUS_PASS);
    const char *note = say ? row->note : "";
    if (as_markdown) {
        printf("| %s | %s | %s | %s | %s | %s | %s | %s |\n", row->family, row->name, row->quantity,
               expected, ours, allowed, words[row->status], note);
        return;
    }
    printf("%-11s %-31s %-44s %15s %15s %8s  %s%s%s\n", row->family, row->name, row->quantity,
           expected, ours, allowed, words[row->status], say ? "  " : "", note);
}

size_t report_print(Report *report, bool as_markdown, bool with_notes) {
    size_t totals[STATUSES] = {0};
    const Row **order = malloc((report->count + 1) * sizeof *order);
    if (order == NULL) {
        fprintf(stderr, "verify: out of memory\n");
        return report->count;
    }
    for (size_t i = 0; i < report->count; i++) {
        order[i] = &report->rows[i];
    }
    qsort(order, report->count, sizeof *order, by_family_and_case);
    if (as_markdown) {
        printf("| family | case | quantity | published | ours | allowed | | note |\n"
               "| --- | --- | --- | ---: | ---: | ---: | --- | --- |\n");
    } else {
        printf("%-11s %-31s %-44s %15s %15s %8s\n", "family", "case", "quantity", "published",
               "ours", "allowed");
    }
    for (size_t i = 0; i < report->count; i++) {
        print_row(order[i], as_markdown, with_notes);
        totals[order[i]->status]++;
    }
    free(order);
    printf("%s%zu passed, %zu failed, %zu open, %zu differ\n", as_markdown ? "\n" : "",
           totals[STATUS_PASS], totals[STATUS_FAIL], totals[STATUS_OPEN], totals[STATUS_DIFFERS]);
    return totals[STATUS_FAIL];
}
