// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_stream.h - a record as the messages that the viewer's page reads (viewer/src/messages.ts).
//
// Every message is little-endian, begins with its kind as a 32-bit number and has a size that is a
// multiple of 8, so that a page reads arrays in place.
//
//   scene   kind, size of the JSON, the JSON padded to 8; points (3 float32 each) and triangles (3
//           uint32 each) of all geometries, padded to 8 in between and at the end; float32: what the
//           modes of bodies move the points of their surfaces by, as abSceneShape has it
//   frame   kind, index, time (float64); counts of bodies, contacts, joints, requests, rows of
//           maps, force elements, regions, loops around them, points of these, points of
//           contacts, amplitudes of modes, none (uint32); the
//           energy book (12 float64), requests (float64); then float32: 13 per body as in
//           abBodyState, 6 per joint, 6 per joint of its limits, 6 per force element, per contact 2
//           int32 (shapes) and 24 float32: point, normal, depth, rate, normal force, force, torque,
//           slip, energy, area, start speed, greatest pressure, number of points, state; per row of
//           a map 2 int32 (shape, point of its mesh) and 3 float32: area, pressure, depth; per
//           region 2 int32 (contact, number of points) and 9 float32: area, depth, normal force,
//           center, normal; per loop 3 int32: region, first point, number of points; the points;
//           per point of a contact that has more than one: contact (int32) and 10 float32: point,
//           normal, normal force, force; the amplitudes, float32
//   text    kind, size of the JSON, the JSON padded to 8
//   series  kind, number of the question, count (uint32), 0; times, values (float64)
//
// float32 holds a place to 1e-7 of its size: enough to look at; plotted series come as float64.

#ifndef AB_VIEW_STREAM_H
#define AB_VIEW_STREAM_H

#include "abut/record.h"
#include "base/text.h"

typedef enum abViewMessage {
    AB_VIEW_SCENE = 1,
    AB_VIEW_FRAME,
    AB_VIEW_TEXT,
    AB_VIEW_SERIES
} abViewMessage;

enum { AB_VIEW_EVENTS_MAX = 20000 }; // told to a page at once

// Of a frame of the record, read with its contacts, maps and regions, or from the run that writes
// it.
abResult ab_view_frame(abRecord *record, const abFrame *frame, abText *out, abError *error);

// {"events": [...], "first": 0, "total": 12}: at most AB_VIEW_EVENTS_MAX of them from `first` on.
abResult ab_view_events(abRecord *record, int64_t first, abText *out, abError *error);

// A series by name, at most `maximum` values: with more frames, every n-th.
abResult ab_view_series(abRecord *record, const char *name, unsigned question, int64_t maximum,
                        abText *out, abError *error);

// A text message around JSON.
void ab_view_text(const char *json, size_t size, abText *out);

#endif
