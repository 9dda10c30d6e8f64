// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_error.h - by how much a step errs in the places of bodies.

#ifndef AB_STEP_ERROR_H
#define AB_STEP_ERROR_H

#include "abut/result.h"
#include "method/step/step.h"
#include "method/step/step_touch.h"

abResult ab_step_init_error(abStep *step, abArena *arena, abError *error);
// As before the first step.
void ab_step_clear_history(abStep *step);
// Of the step that was solved: of the body that errs most by its size, by the tolerance. The step
// either ends at what hits, which is then told, or hits count as any other acceleration: NULL.
double ab_step_error(abStep *step, double tolerance, abStepTouches *touches);
// What a step that may err so much is solved to, by the speeds in it.
double ab_step_tolerance_for(const abStep *step, double tolerance);
// The step counts: the next one is held against its accelerations.
void ab_step_store_accelerations(abStep *step);

#endif
