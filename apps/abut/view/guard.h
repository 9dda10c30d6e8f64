// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// guard.h - code of users runs inside this process: when it crashes or does not return, say which
// routine it was and end. The record keeps what was committed and can be resumed.

#ifndef ABUT_GUARD_H
#define ABUT_GUARD_H

#include "abut/abut.h"

// Allows the model's code and watches each call. `seconds` is how long one may take.
abResult guard_allow_code(abSimulation *simulation, double seconds, abError *error);

#endif
