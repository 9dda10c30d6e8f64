// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_fixture.h - for tests: meshes that stay until the end of the program, and room for what is
// found of them.

#ifndef AB_REGION_FIXTURE_H
#define AB_REGION_FIXTURE_H

#include "collide/mesh/mesh_shape_fixture.h"
#include "collide/region/region_room.h"
#include "shape/core/shape_fixture.h"

static inline abShape box_mesh(double x, double y, double z) {
    return mesh_box_shape(x, y, z, lasting_arena());
}

static inline abShape ball_mesh(double radius, int levels) {
    return mesh_ball_shape(radius, levels, lasting_arena());
}

static inline abRegionWorkspace *region_room(void) {
    static abRegionWorkspace *workspace;
    if (workspace == NULL) {
        workspace = ab_region_workspace_create(ab_heap(), 1, 1);
    }
    return workspace;
}

#endif
