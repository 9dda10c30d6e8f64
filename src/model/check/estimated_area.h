// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// estimated_area.h - how the force of a pair that is carried by surfaces grows with its depth.

#ifndef AB_ESTIMATED_AREA_H
#define AB_ESTIMATED_AREA_H

#include "collide/broad/proximity.h"
#include "model/check/contact_estimate.h"

// The area by depth of a pair that is carried by surfaces, with its shapes at X_WA
// and X_WB where they are at `at`; and the layer where it is met, if fields say it. False for want
// of memory.
bool ab_estimated_area(const abModel *model, abContactEstimate *e, const abPose *X_WA,
                       const abPose *X_WB, const abProximity *at);
// The depth of sample i, from far below any contact of interest up to half the size.           [m]
double ab_area_sample_depth(const abContactEstimate *e, int i);

#endif
