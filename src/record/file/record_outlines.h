// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_outlines.h - the closed lines around the regions of contacts, for those who draw them.
//
// A record has numbers of a region, not its outline: that is found again from the meshes and the
// poses of the frame, which are in the record too.

#ifndef AB_RECORD_OUTLINES_H
#define AB_RECORD_OUTLINES_H

#include "abut/record.h"

typedef struct abOutlineLoop {
    int region;       // of the frame, from 0
    int first, count; // points; the last is joined to the first
} abOutlineLoop;

typedef struct abOutlines {
    const abVec3 *points; // in the world                                                  [m]
    const abOutlineLoop *loops;
    int point_count, loop_count;
} abOutlines;

// Of a frame of this record, read with AB_FRAME_REGIONS or from the run that writes it. Regions
// without contours (one mesh inside the other) and meshes that are damaged have none. Stays until
// the next call. AB_IO for want of memory.
//
// Error: the same contours as in the run but for the rounding of the shape's place in the world; in
//        rigid contact, where nothing overlaps, those of the bodies pushed together as the run did.
// Cost:  of a pair the first time, that of reading its meshes; then of its contours.
abResult ab_record_outlines(abRecord *record, const abFrame *frame, abOutlines *out,
                            abError *error);

// Gives back what it took.
void ab_record_close_outlines(abRecord *record);

#endif
