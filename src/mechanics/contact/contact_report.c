// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_report.c - the forces at the points of contacts, as a frame tells them.
//
// They are noted while an evaluation for a frame looks at its contacts. Those of rigid contact
// follow when all other forces are known, and a time step that knows its forces begins anew.

#include "mechanics/contact/contact_report.h"

#include "base/sort.h"

void ab_report_begin_points(abMechanics *m) {
    if (m->report->wants_points) {
        m->report->point_row_count = 0;
        m->report->lacks_points = false;
    }
}

void ab_report_add_point(abMechanics *m, const abContactPointForce *row) {
    abContactReport *report = m->report;
    if (!report->wants_points) {
        return;
    }
    if (!AB_ARRAYS_RESERVE(m->allocator, &report->arrays, report->point_rows,
                           report->point_row_count + 1)) {
        report->lacks_points = true;
        return;
    }
    report->point_rows[report->point_row_count++] = *row;
}

bool ab_report_finish_points(abMechanics *m) {
    abContactReport *report = m->report;
    abContactPointForce *rows = report->point_rows;
    size_t count = report->point_row_count, left = 0;
    if (count > 1) {
        ab_sort(rows, count, sizeof *rows, ab_by_two_ints);
    }
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && rows[end].contact == rows[first].contact;) {
            end++;
        }
        for (size_t i = first; end - first > 1 && i < end; i++) {
            rows[left++] = rows[i];
        }
    }
    report->point_row_count = left;
    return !report->lacks_points;
}
