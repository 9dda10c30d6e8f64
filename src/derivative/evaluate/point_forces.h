// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// point_forces.h - forces at points of contacts that are known when all of an evaluation is.

#ifndef AB_POINT_FORCES_H
#define AB_POINT_FORCES_H

#include "derivative/state/derivative.h"

// Adds them to what the contact pass noted for a frame: those of rigid contact, and what holds
// points that stick by an exact law.
void ab_derivative_note_points(abDerivative *derivative);

#endif
