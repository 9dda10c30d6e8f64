// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// triangle_mesh.c - equal points become one; bounds.

#include "mesh/core/triangle_mesh.h"

#include <stdlib.h>

#include "math/core/vector_math.h"

typedef struct Keyed {
    abVec3 p;
    int index;
} Keyed;

static int compare_points(const void *left, const void *right) {
    const Keyed *a = left, *b = right;
    double d[3] = {a->p.x - b->p.x, a->p.y - b->p.y, a->p.z - b->p.z};
    for (int i = 0; i < 3; i++) {
        if (d[i] != 0.0) {
            return d[i] < 0.0 ? -1 : 1;
        }
    }
    return (a->index > b->index) - (a->index < b->index);
}

// same[i]: the first point equal to point i.
static bool find_equal(const abTriangleMesh *mesh, abArena *scratch, int *same) {
    Keyed *sorted = AB_ARENA_NEW(scratch, Keyed, mesh->point_count);
    if (sorted == NULL) {
        return false;
    }
    for (size_t i = 0; i < mesh->point_count; i++) {
        sorted[i] = (Keyed){mesh->points[i], (int)i};
    }
    qsort(sorted, mesh->point_count, sizeof *sorted, compare_points);
    for (size_t i = 0; i < mesh->point_count; i++) {
        abVec3 p = sorted[i].p, q = sorted[i > 0 ? i - 1 : 0].p;
        bool is_same = i > 0 && p.x == q.x && p.y == q.y && p.z == q.z;
        same[sorted[i].index] = is_same ? same[sorted[i - 1].index] : sorted[i].index;
    }
    return true;
}

bool ab_mesh_weld(abTriangleMesh *mesh, abArena *scratch) {
    if (mesh->point_count == 0) {
        return true;
    }
    abArenaMark mark = ab_arena_mark(scratch);
    int *same = AB_ARENA_NEW(scratch, int, mesh->point_count);
    if (same == NULL || !find_equal(mesh, scratch, same)) {
        return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < mesh->point_count; i++) {
        if (same[i] == (int)i) { // copies come later: same[i] below i is renumbered already
            mesh->points[kept] = mesh->points[i];
            mesh->numbers[kept] = mesh->numbers[i];
            same[i] = (int)kept++;
        } else {
            same[i] = same[same[i]];
        }
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        mesh->triangles[i] = same[mesh->triangles[i]];
    }
    mesh->repeated_count += mesh->point_count - kept;
    mesh->point_count = kept;
    ab_arena_reset(scratch, mark);
    return true;
}

void ab_mesh_bounds(const abTriangleMesh *mesh, abVec3 *low, abVec3 *high) {
    *low = *high = mesh->point_count > 0 ? mesh->points[0] : ab_vec3(0.0, 0.0, 0.0);
    for (size_t i = 1; i < mesh->point_count; i++) {
        abVec3 p = mesh->points[i];
        *low = ab_vec3(fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z));
        *high = ab_vec3(fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z));
    }
}
