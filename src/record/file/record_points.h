// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_points.h - the points of contacts in a record, a table with a row for each frame that has some.
//
//   contact_points(frame, rows)    abFrame.points, AB_POINT_DOUBLES each

#ifndef AB_RECORD_POINTS_H
#define AB_RECORD_POINTS_H

#include "record/file/record_types.h"

// Whether it has such a table.
bool ab_record_has_points(abRecord *record);
abResult ab_record_create_points(abRecord *record, abError *error);
// Nothing for a frame without points.
abResult ab_record_put_points(abRecord *record, const abFrame *frame, abError *error);
// Of a frame whose contacts are read.
abResult ab_record_read_points(abRecord *record, int64_t index, abFrame *out, abError *error);
// Takes back frames from there on.
abResult ab_record_cut_points(abRecord *record, int64_t frames, abError *error);

#endif
