// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plausibility.h - numbers of a model that are allowed, but hardly meant.

#ifndef AB_PLAUSIBILITY_H
#define AB_PLAUSIBILITY_H

#include "model/core/model.h"

// A sentence of each doubt goes to `log` as a warning, with the number and what to write instead.
// docs/theory/plausibility.md lists them. Cost: linear in bodies and shapes.
void ab_model_check_plausibility(const abModel *model, const abLog *log);

// The parts of the check: of single numbers, and of how bodies stand to each other.
void ab_check_plausible_numbers(const abModel *model, const abLog *log);
void ab_check_plausible_scene(const abModel *model, const abLog *log);

// What a run came to, in numbers of the model: its bodies from 0.
typedef struct abRunEnd {
    double time;         // reached                                                     [s]
    double worst_depth;  // of contacts                                                 [m]
    int worst_bodies[2]; // of that; -1: none
    double energy_drift; // of the book                                                 [J]
    double least_loss;   // the least of what laws, friction and dampers took           [J]
    double energy_scale; // energy turned over                                          [J]
    double load;         // with which contacts press at the end, all together           [N]
    const abVec3 *p, *v; // of each body's frame, at the end                            [m], [m/s]
} abRunEnd;

// The same of a run that has ended.
void ab_check_plausible_end(const abModel *model, const abRunEnd *end, const abLog *log);

// All sentences begin so.
#define AB_IMPLAUSIBLE "implausible: "

#endif
