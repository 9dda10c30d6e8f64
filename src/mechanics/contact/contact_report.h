// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_report.h - what a frame tells of contacts besides their states: regions, maps and the
// forces at their points.

#ifndef AB_CONTACT_REPORT_H
#define AB_CONTACT_REPORT_H

#include "base/array.h"
#include "mechanics/state/mechanics.h"

struct abContactReport {
    abArrays arrays;
    abContactRegion *region_rows; // of the last evaluation
    size_t region_row_count;
    int last_region;                // of the row added last
    struct abMapEntry *map_entries; // room of contact_maps.c
    abMapRow *map_rows;
    bool wants_points;               // of the next evaluation: what integrates does without
    bool lacks_points;               // for want of memory
    abContactPointForce *point_rows; // of the last evaluation that wanted them
    size_t point_row_count;
};

// None yet: of an evaluation that begins, or of one whose forces are known better.
void ab_report_begin_points(abMechanics *mechanics);
// Adds one, where they are wanted.
void ab_report_add_point(abMechanics *mechanics, const abContactPointForce *row);
// Those that a frame tells, in its order: of contacts that several points carry. False for want of
// memory.
bool ab_report_finish_points(abMechanics *mechanics);

#endif
