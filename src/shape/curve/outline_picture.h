// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_picture.h - triangles of an outline: its walls and both flat sides.

#ifndef AB_OUTLINE_PICTURE_H
#define AB_OUTLINE_PICTURE_H

#include "shape/core/shape.h"
#include "shape/curve/outline.h"

// Without a thickness a thin plate. NULL for want of memory.
const abPicture *ab_outline_picture(const abOutline2 *outline, double thickness, abArena *arena);

// Adds both flat sides of a plate, whose points are pairs below and above these corners, the solid on
// the left. Nothing for more corners than are drawn with flat sides. False for want of memory.
bool ab_outline_fill(abPicture *picture, abVec2 *corners, int count, abArena *arena);

#endif
