// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// may_touch.h - which shapes could touch, whatever the law.

#ifndef AB_MAY_TOUCH_H
#define AB_MAY_TOUCH_H

#include "model/model.h"

// Gives bodies that fixed joints hold together one number, and lists the pairs of bodies that a
// joint keeps from touching.
abResult ab_may_touch_prepare(abModel *model, abError *error);

// Whether two shapes are on bodies that can move against each other, and both collide.
bool ab_may_touch_at_all(const abModel *model, const abBodyShape *a, const abBodyShape *b);
bool ab_is_immobile(const abModel *model, int body);

#endif
