// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_rope.h - a rope: slack up to its length, beyond it a spring and damper that only pull.

#ifndef AB_FORCE_ROPE_H
#define AB_FORCE_ROPE_H

#include "model/core/model.h"

// A rope that does not stretch: a condition between the origins of its frames X_A and X_B.
bool ab_rope_is_rigid(const struct abForceElement *force);

#endif
