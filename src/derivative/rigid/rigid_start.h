// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_start.h - joints, ropes and limits hold from the start.

#ifndef AB_RIGID_START_H
#define AB_RIGID_START_H

#include "derivative/state/derivative.h"

// Closes the joints, ropes and limits at the start: the initial state moves as little as it can. A
// gap of a joint that is not small is an error unless `assemble`. Says what moved and which rows
// are redundant. Joints that are left to drift stay as they are.
abResult ab_derivative_assemble(abDerivative *derivative, double t, double *y, bool assemble,
                                const abLog *log, abError *error);
// Brings links that overlap back to a gap of zero, where no other points are closed; the work
// against gravity that this is. False for want of memory.                                   [J]
bool ab_rigid_close_links(abDerivative *derivative, double t, double *y, double *lifted);

#endif
