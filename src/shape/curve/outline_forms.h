// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_forms.h - from the keys of an outline to loops of points.

#ifndef AB_OUTLINE_FORMS_H
#define AB_OUTLINE_FORMS_H

#include "base/arena.h"
#include "base/schema.h"
#include "shape/curve/outline_build.h"

#define AB_PRESSURE_ANGLE 0.34906585039886590 // 20 degrees, of a gear that says nothing     [rad]

// NAN and 0 where not given.
typedef struct abOutlineKeys {
    int form;
    const abPointList *points;
    double width, height, radius, wall, length; // [m]
    double min_angle, max_angle;                // [rad]
    int sides, seed, face, teeth;
    double module, backlash, bore; // of a gear                                            [m]
    double pressure_angle;         // likewise                                           [rad]
    double rounding, thickness;    // [m]
} abOutlineKeys;

extern const char *const ab_outline_forms[]; // names, NULL at the end
extern const char *const ab_outline_faces[]; // all, bottom, right, top, left

// The loops of a form. A problem at `place` when keys are missing, mean nothing to the form or do
// not fit together.
abResult ab_outline_form(const abOutlineKeys *keys, abArena *arena, abOutlineLoops *out,
                         abPlace place, abError *error);

// Rounds the corners between straight edges by arcs of a radius.
abResult ab_outline_round(const abOutlineLoops *sharp, double radius, abArena *arena,
                          abOutlineLoops *out, abPlace place, abError *error);

#endif
