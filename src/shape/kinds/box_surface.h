// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// box_surface.h - a sharp box as the twelve triangles of its sides, to meet meshes like one.

#ifndef AB_BOX_SURFACE_H
#define AB_BOX_SURFACE_H

#include "base/arena.h"
#include "shape/core/shape.h"

// Whether a shape is a box without rounding, whose sides are faces.
static inline bool ab_is_sharp_box(const abShape *shape) {
    return shape->kind == AB_SHAPE_BOX && shape->radius == 0.0 && shape->size[0] > 0.0 &&
           shape->size[1] > 0.0 && shape->size[2] > 0.0;
}

// A sharp box with the twelve triangles of its sides as its surface, from `arena`, in *out. False
// for want of memory.
bool ab_box_surface(const abShape *box, abArena *arena, const abShape **out);

#endif
