// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_shape.h - where an analytic shape and a mesh as it is overlap.

#ifndef AB_REGION_SHAPE_H
#define AB_REGION_SHAPE_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/region/region_room.h"

// The regions of a shape and a mesh.
int ab_regions_of_shape(abRegionWorkspace *workspace, const abShape *shape, const abPose *X_WS,
                        const abShape *mesh, const abPose *X_WM, const abProximity *deepest,
                        abPatchPoint points[AB_PATCH_MAX]);

#endif
