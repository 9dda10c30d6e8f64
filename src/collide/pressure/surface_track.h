// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_track.h - which triangles of a mesh may be inside another shape, and how deep their
// corners are.

#ifndef AB_SURFACE_TRACK_H
#define AB_SURFACE_TRACK_H

#include "collide/pressure/surface_room.h"

// The track of a work: takes or makes the list, and finds how deep its points are. False for want
// of memory.
bool ab_surface_find_near(abSurfaceWork *work, const abShape *own);
void ab_surface_track_done(abAllocator allocator, abSurfaceTrack *track);

#endif
