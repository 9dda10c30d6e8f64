// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// may_touch.h - which shapes could touch, whatever the law.

#ifndef AB_MAY_TOUCH_H
#define AB_MAY_TOUCH_H

#include "model/core/model.h"

// Gives bodies that fixed joints hold together one number, and lists the pairs of bodies that a
// joint keeps from touching.
abResult ab_may_touch_prepare(abModel *model, abError *error);

// Whether two shapes are on bodies that can move against each other, and both collide.
bool ab_may_touch_at_all(const abModel *model, const abBodyShape *a, const abBodyShape *b);
bool ab_is_immobile(const abModel *model, int body);

// Whether two shapes may touch: on different bodies, not both immobile, a law between them, not
// separated by a joint.
bool ab_model_may_touch(const abModel *model, int shape_a, int shape_b);
// Likewise, as it is asked of a model one does not know.
bool ab_may_touch_in(const void *model, int shape_a, int shape_b);
// How many pairs of shapes may touch; -1 for want of memory. Cost: linear in shapes, and the square
// of the shapes that one body, or bodies held together, have.
long ab_model_count_pairs(const abModel *model);
// The law between two shapes; NULL when none acts.
const abInteraction *ab_model_interaction(const abModel *model, int shape_a, int shape_b);

#endif
