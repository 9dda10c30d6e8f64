// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_vertices.h - rule `vertices`: a point at each vertex inside.

#ifndef AB_SURFACE_VERTICES_H
#define AB_SURFACE_VERTICES_H

#include "collide/pressure/surface_room.h"

// Adds a point at each vertex inside.
void ab_surface_take_vertices(abSurfaceWork *work);

#endif
