// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_fixture.h - for tests of surface contact: room for shapes and for what is found of them, from
// begin() to end().

#ifndef AB_SURFACE_FIXTURE_H
#define AB_SURFACE_FIXTURE_H

#include "base/check.h"
#include "collide/mesh/mesh_shape_fixture.h"
#include "collide/pressure/surface_points.h"

static abArena s_arena;
static abSurfaceWorkspace *s_workspace;

static inline void begin(void) {
    ab_arena_init(&s_arena, ab_heap(), 1 << 20);
    s_workspace = ab_surface_workspace_create(ab_heap());
}

static inline void end(void) {
    ab_surface_workspace_destroy(s_workspace);
    ab_arena_done(&s_arena);
}

#endif
