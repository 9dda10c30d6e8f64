// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_room.c - the lists behind regions: triangles that overlap, and which hang together; and
// the points that carry a region.
//
// The force F of the law at the greatest depth is shared by area times depth. If each share moved
// with its own rate, a face that rocks would be damped; but so would a ball that rolls, which its
// law does not mean: its depth moves on, its parts do not. What tells them apart is how the depth
// varies: let C_A and C_V be the spreads (covariances) of the area and of area times depth. Along a
// direction in which the depth is the same C_V = C_A; across a parabola C_V/C_A = 3/5, over a round
// cap 2/3, over a wedge 2/3. So with r_k and u_k the values and directions of C_V by C_A,
//
//   C_A^(-1/2) C_V C_A^(-1/2) u_k = r_k u_k,   f_k = max(0, 3 r_k - 2)                    (1)
//   points at  p +- sqrt(2 f_k r_k) C_A^(1/2) u_k,  each with a quarter of F              (2)
//
// have the spread of area times depth where the overlap is flat and none where it is round.

#include "collide/region/region_room.h"

#include <string.h>

#include "base/array.h"
#include "collide/broad/patch_point.h"
#include "collide/convex/matrix_2.h"

// ---- room ----

static bool reserve(abRegionWorkspace *workspace, int mesh, size_t triangles, size_t points) {
    abAllocator a = workspace->allocator;
    size_t known = workspace->nearest_capacity[mesh];
    if (!AB_ARRAY_RESERVE(a, workspace->place[mesh], workspace->place_capacity[mesh], triangles) ||
        !AB_ARRAY_RESERVE(a, workspace->nearest[mesh], workspace->nearest_capacity[mesh], points) ||
        !AB_ARRAY_RESERVE(a, workspace->asked[mesh], workspace->asked_capacity[mesh], points)) {
        return false;
    }
    for (size_t i = known; i < workspace->nearest_capacity[mesh]; i++) {
        workspace->nearest[mesh][i].distance = NAN;
    }
    return true;
}

abRegionWorkspace *ab_region_workspace_create(abAllocator allocator, size_t triangles,
                                              size_t points) {
    abRegionWorkspace *workspace = allocator.resize(allocator.context, NULL, 0, sizeof *workspace);
    if (workspace == NULL) {
        return NULL;
    }
    memset(workspace, 0, sizeof *workspace);
    workspace->allocator = allocator;
    if (!reserve(workspace, 0, triangles, points) || !reserve(workspace, 1, triangles, points) ||
        !AB_ARRAY_RESERVE(allocator, workspace->penetrating, workspace->capacity, 256) ||
        !AB_ARRAY_RESERVE(allocator, workspace->corners, workspace->corner_capacity, 2048)) {
        ab_region_workspace_destroy(workspace);
        return NULL;
    }
    return workspace;
}

void ab_region_workspace_destroy(abRegionWorkspace *workspace) {
    if (workspace == NULL) {
        return;
    }
    abAllocator a = workspace->allocator;
    AB_ARRAY_FREE(a, workspace->penetrating, workspace->capacity);
    AB_ARRAY_FREE(a, workspace->corners, workspace->corner_capacity);
    ab_mesh_near_table_done(&workspace->near, a);
    for (int i = 0; i < 2; i++) {
        AB_ARRAY_FREE(a, workspace->place[i], workspace->place_capacity[i]);
        AB_ARRAY_FREE(a, workspace->nearest[i], workspace->nearest_capacity[i]);
        AB_ARRAY_FREE(a, workspace->asked[i], workspace->asked_capacity[i]);
    }
    a.resize(a.context, workspace, sizeof *workspace, 0);
}

bool ab_region_begin(abRegionWorkspace *workspace, const abMeshSurface *first,
                     const abMeshSurface *second) {
    const abMeshSurface *mesh[2] = {first, second};
    ab_region_end(workspace);
    for (int i = 0; i < 2; i++) {
        if (mesh[i] != NULL &&
            !reserve(workspace, i, mesh[i]->mesh->triangle_count, mesh[i]->mesh->point_count)) {
            return false;
        }
    }
    return true;
}

void ab_region_end(abRegionWorkspace *workspace) {
    for (size_t i = 0; i < workspace->count; i++) {
        workspace->place[workspace->penetrating[i].mesh][workspace->penetrating[i].triangle] = 0;
    }
    workspace->count = workspace->corner_count = 0;
    workspace->noted[0] = workspace->noted[1] = NULL;
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < workspace->asked_count[i]; k++) {
            workspace->nearest[i][workspace->asked[i][k]].distance = NAN;
        }
        workspace->asked_count[i] = 0;
    }
}

abPenetratingTriangle *ab_region_penetrating(abRegionWorkspace *workspace, int mesh, int triangle) {
    int *place = &workspace->place[mesh][triangle];
    if (*place == 0) {
        if (!AB_ARRAY_RESERVE(workspace->allocator, workspace->penetrating, workspace->capacity,
                              workspace->count + 1)) {
            return NULL;
        }
        workspace->penetrating[workspace->count] = (abPenetratingTriangle){
            .parent = (int)workspace->count, .mesh = mesh, .triangle = triangle};
        *place = (int)++workspace->count;
    }
    return &workspace->penetrating[*place - 1];
}

bool ab_region_store_corners(abRegionWorkspace *workspace, abPenetratingTriangle *penetrating,
                             const abVec3 *corners, int count) {
    size_t first = workspace->corner_count, end = first + (size_t)count;
    if (!AB_ARRAY_RESERVE(workspace->allocator, workspace->corners, workspace->corner_capacity,
                          end)) {
        return false;
    }
    memcpy(workspace->corners + first, corners, (size_t)count * sizeof *corners);
    penetrating->first = (int)first, penetrating->count = count;
    workspace->corner_count = end;
    return true;
}

// ---- which hang together ----

int ab_region_root(abRegionWorkspace *workspace, int i) {
    while (workspace->penetrating[i].parent != i) {
        workspace->penetrating[i].parent =
            workspace->penetrating[workspace->penetrating[i].parent].parent;
        i = workspace->penetrating[i].parent;
    }
    return i;
}

// The earlier one stays the root.
void ab_region_join(abRegionWorkspace *workspace, int i, int j) {
    int a = ab_region_root(workspace, i), b = ab_region_root(workspace, j);
    workspace->penetrating[a > b ? a : b].parent = a > b ? b : a;
}

static void add(abPenetratingTriangle *sum, const abPenetratingTriangle *part) {
    sum->area = ab_add(sum->area, part->area);
    sum->spread = ab_mat3_add(sum->spread, part->spread);
    sum->extent = ab_mat3_add(sum->extent, part->extent);
    sum->volume += part->volume;
    sum->moment = ab_add(sum->moment, part->moment);
    sum->middle = ab_add(sum->middle, part->middle);
    sum->amount += part->amount;
    if (part->depth > sum->depth) {
        sum->depth = part->depth;
        sum->deepest = part->deepest;
        sum->deepest_mesh = part->deepest_mesh;
        sum->deepest_triangle = part->deepest_triangle;
        sum->growth = part->growth;
    }
}

int ab_region_sum(abRegionWorkspace *workspace, int *roots, int maximum) {
    int count = 0;
    for (int i = 0; i < (int)workspace->count; i++) {
        abPenetratingTriangle *own = &workspace->penetrating[i];
        own->own_depth = own->depth;
        own->own_deepest = own->deepest;
        own->deepest_triangle = own->triangle;
    }
    for (int i = 0; i < (int)workspace->count; i++) {
        int root = ab_region_root(workspace, i);
        if (root == i && count == maximum) {
            root = roots[maximum - 1];
            workspace->penetrating[i].parent = root;
        }
        if (root == i) {
            roots[count++] = i;
        } else {
            add(&workspace->penetrating[root], &workspace->penetrating[i]);
        }
    }
    return count;
}

// ---- points ----

// The plane across n, with axes x and y.
typedef struct Plane {
    abVec3 x, y;
} Plane;

// Covariance in the plane, from moments of order 0 to 2.
static abMatrix2 covariance(const Plane *plane, double whole, abVec3 first, const abMat3 *second) {
    abVec3 mean = ab_scale(1.0 / whole, first);
    abVec3 sx = ab_mul(*second, plane->x), sy = ab_mul(*second, plane->y);
    double x = ab_dot(mean, plane->x), y = ab_dot(mean, plane->y);
    return (abMatrix2){ab_dot(plane->x, sx) / whole - x * x, ab_dot(plane->y, sx) / whole - x * y,
                       ab_dot(plane->y, sy) / whole - y * y};
}

abRegionCross ab_region_cross(const abPenetratingTriangle *region, abVec3 n) {
    abRegionCross cross = {0};
    Plane plane = {.x = ab_perpendicular(n)};
    plane.y = ab_cross(n, plane.x);
    if (!(region->amount > 0.0 && region->volume > 0.0)) {
        return cross;
    }
    abMatrix2 by_area = covariance(&plane, region->amount, region->middle, &region->extent);
    abMatrix2 by_volume = covariance(&plane, region->volume, region->moment, &region->spread);
    abMatrix2 root = ab_root_2(by_area, 1.0);
    abMatrix2 share = ab_sandwich_2(ab_root_2(by_area, -1.0), by_volume);
    double value[2], x, y;
    ab_eigen_2(share.a, share.b, share.c, value, &x, &y);
    for (int k = 0; k < 2; k++) {
        double r = fmin(fmax(value[k], 0.0), 1.0), f = ab_flatness(r);
        double s = sqrt(2.0 * f * r), u = k == 0 ? x : -y, v = k == 0 ? y : x;
        cross.flat[k] = f;
        cross.arm[k] = ab_add_scaled(ab_scale(s * (root.a * u + root.b * v), plane.x),
                                     s * (root.b * u + root.c * v), plane.y);
    }
    return cross;
}

void ab_region_add(abPatchPoint *points, int *count, const abPatchPoint *point,
                   const abRegionCross *cross) {
    for (int k = 0; k < AB_REGION_POINTS; k++) {
        abPatchPoint *out = &points[(*count)++];
        *out = *point;
        out->p_W = ab_add_scaled(point->p_W, k & 1 ? -1.0 : 1.0, cross->arm[k / 2]);
        out->weight = 1.0 / AB_REGION_POINTS;
        out->area = point->area / AB_REGION_POINTS;
        out->id = AB_REGION_POINTS * point->id + k;
    }
}
