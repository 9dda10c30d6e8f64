// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_meet.h - where two parts of plane curves meet, each a whole arc or another part by itself.
//
// Private to collide/planar.

#ifndef AB_CURVE_MEET_H
#define AB_CURVE_MEET_H

#include "collide/planar/curve_scene.h"

// Adds what two wholes, by their numbers, have of candidates.
void ab_curve_wholes_meet(abCurveScene *scene, int whole_a, int whole_b);

#endif
