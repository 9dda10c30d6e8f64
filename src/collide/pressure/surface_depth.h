// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_depth.h - how deep a corner of a mesh is inside another shape.

#ifndef AB_SURFACE_DEPTH_H
#define AB_SURFACE_DEPTH_H

#include "collide/pressure/surface_room.h"

// Where a corner is and how deep; without room for an answer its tree is asked. surface_depth.c.
void ab_surface_find_depth(const abSurfaceWork *work, abNearPoint *point, abNearAnswer *answer);

#endif
