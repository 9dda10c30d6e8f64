// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_report.h - the table of what was compared: published, ours, allowed, verdict.

#ifndef VERIFY_REPORT_H
#define VERIFY_REPORT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum Status { STATUS_PASS, STATUS_FAIL, STATUS_OPEN, STATUS_DIFFERS, STATUSES } Status;

typedef struct Row {
    char family[20];
    char name[44]; // of the case
    char quantity[52];
    double expected, ours, allowed; // allowed: of |ours - expected|
    char note[200]; // where the numbers come from, or why the row is open or differs
    Status status;
} Row;

typedef struct Report {
    Row *rows;
    size_t count, capacity;
    const char *family;    // of the rows that come next
    const char *only_case; // NULL: all
} Report;

void report_done(Report *report);

// Whether rows of this case are wanted, so that it has to be run.
bool report_wants(const Report *report, const char *name);

// Passes when |ours - expected| <= allowed.
void report_near(Report *report, const char *name, const char *quantity, double expected,
                 double ours, double allowed, const char *note);
// Likewise with allowed = relative |expected|.
void report_close(Report *report, const char *name, const char *quantity, double expected,
                  double ours, double relative, const char *note);
// What cannot be compared yet, and why.
void report_open(Report *report, const char *name, const char *quantity, const char *why);
// A published number that is not right, or was withdrawn; the note says by what it was found.
void report_differs(Report *report, const char *name, const char *quantity, const char *why);
// A case that could not be run: one failed row with the message.
void report_broken(Report *report, const char *name, const char *message);

// Sorts by family and case, keeping the order of rows within, and prints. Returns the failures.
size_t report_print(Report *report, bool as_markdown, bool with_notes);

#endif
