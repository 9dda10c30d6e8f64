// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_report.h - what a frame tells of contacts besides their states: regions and maps.

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
};

#endif
