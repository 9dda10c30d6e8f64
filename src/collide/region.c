// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region.c - the lists behind regions: triangles that overlap, and which hang together; and the
// points that carry a region.
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

#include "collide/region.h"

#include <string.h>

#include "base/array.h"
#include "collide/matrix_2.h"
#include "collide/region_parts.h"

bool ab_has_regions(const abShape *A, const abShape *B) {
    return A->kind == AB_SHAPE_MESH || B->kind == AB_SHAPE_MESH;
}

// ---- room ----

static bool reserve(abRegionRoom *room, int mesh, size_t triangles, size_t points) {
    abAllocator a = room->allocator;
    size_t known = room->height_capacity[mesh];
    if (!AB_ARRAY_RESERVE(a, room->place[mesh], room->place_capacity[mesh], triangles) ||
        !AB_ARRAY_RESERVE(a, room->height[mesh], room->height_capacity[mesh], points) ||
        !AB_ARRAY_RESERVE(a, room->asked[mesh], room->asked_capacity[mesh], points)) {
        return false;
    }
    for (size_t i = known; i < room->height_capacity[mesh]; i++) {
        room->height[mesh][i] = NAN;
    }
    return true;
}

abRegionRoom *ab_region_room_create(abAllocator allocator, size_t triangles, size_t points) {
    abRegionRoom *room = allocator.resize(allocator.context, NULL, 0, sizeof *room);
    if (room == NULL) {
        return NULL;
    }
    memset(room, 0, sizeof *room);
    room->allocator = allocator;
    if (!reserve(room, 0, triangles, points) || !reserve(room, 1, triangles, points) ||
        !AB_ARRAY_RESERVE(allocator, room->wet, room->capacity, 256) ||
        !AB_ARRAY_RESERVE(allocator, room->corners, room->corner_capacity, 2048)) {
        ab_region_room_destroy(room);
        return NULL;
    }
    return room;
}

void ab_region_room_destroy(abRegionRoom *room) {
    if (room == NULL) {
        return;
    }
    abAllocator a = room->allocator;
    AB_ARRAY_FREE(a, room->wet, room->capacity);
    AB_ARRAY_FREE(a, room->corners, room->corner_capacity);
    ab_mesh_near_table_done(&room->near, a);
    for (int i = 0; i < 2; i++) {
        AB_ARRAY_FREE(a, room->place[i], room->place_capacity[i]);
        AB_ARRAY_FREE(a, room->height[i], room->height_capacity[i]);
        AB_ARRAY_FREE(a, room->asked[i], room->asked_capacity[i]);
    }
    a.resize(a.context, room, sizeof *room, 0);
}

bool ab_region_begin(abRegionRoom *room, const abMeshSurface *first, const abMeshSurface *second) {
    const abMeshSurface *mesh[2] = {first, second};
    ab_region_end(room);
    for (int i = 0; i < 2; i++) {
        if (mesh[i] != NULL &&
            !reserve(room, i, mesh[i]->mesh->triangle_count, mesh[i]->mesh->point_count)) {
            return false;
        }
    }
    return true;
}

void ab_region_end(abRegionRoom *room) {
    for (size_t i = 0; i < room->count; i++) {
        room->place[room->wet[i].mesh][room->wet[i].triangle] = 0;
    }
    room->count = room->corner_count = 0;
    room->noted[0] = room->noted[1] = NULL;
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < room->asked_count[i]; k++) {
            room->height[i][room->asked[i][k]] = NAN;
        }
        room->asked_count[i] = 0;
    }
}

abWet *ab_region_wet(abRegionRoom *room, int mesh, int triangle) {
    int *place = &room->place[mesh][triangle];
    if (*place == 0) {
        if (!AB_ARRAY_RESERVE(room->allocator, room->wet, room->capacity, room->count + 1)) {
            return NULL;
        }
        room->wet[room->count] =
            (abWet){.parent = (int)room->count, .mesh = mesh, .triangle = triangle};
        *place = (int)++room->count;
    }
    return &room->wet[*place - 1];
}

bool ab_region_note_corners(abRegionRoom *room, abWet *wet, const abVec3 *corners, int count) {
    size_t first = room->corner_count, end = first + (size_t)count;
    if (!AB_ARRAY_RESERVE(room->allocator, room->corners, room->corner_capacity, end)) {
        return false;
    }
    memcpy(room->corners + first, corners, (size_t)count * sizeof *corners);
    wet->first = (int)first, wet->count = count;
    room->corner_count = end;
    return true;
}

// ---- which hang together ----

int ab_region_root(abRegionRoom *room, int i) {
    while (room->wet[i].parent != i) {
        room->wet[i].parent = room->wet[room->wet[i].parent].parent;
        i = room->wet[i].parent;
    }
    return i;
}

// The earlier one stays the root.
void ab_region_join(abRegionRoom *room, int i, int j) {
    int a = ab_region_root(room, i), b = ab_region_root(room, j);
    room->wet[a > b ? a : b].parent = a > b ? b : a;
}

static void add(abWet *sum, const abWet *part) {
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
        sum->growth = part->growth;
    }
}

int ab_region_sum(abRegionRoom *room, int *roots, int most) {
    int count = 0;
    for (int i = 0; i < (int)room->count; i++) {
        int root = ab_region_root(room, i);
        if (root == i && count == most) {
            root = roots[most - 1];
            room->wet[i].parent = root;
        }
        if (root == i) {
            roots[count++] = i;
        } else {
            add(&room->wet[root], &room->wet[i]);
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

abRegionCross ab_region_cross(const abWet *region, abVec3 n) {
    abRegionCross cross = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
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

int ab_region_points(const abShape *A, const abShape *B) {
    return A->is_sphere || B->is_sphere ? 1 : AB_REGION_POINTS;
}

// ---- all pairs ----

static abPatchPoint nearest_points(const abProximity *deepest) {
    return (abPatchPoint){.p_W = ab_proximity_middle(deepest),
                          .n_AB_W = deepest->n_AB_W,
                          .depth = -deepest->distance,
                          .weight = 1.0,
                          .id = -1,
                          .deep_W = deepest->p_A_W,
                          .deep_n_AB_W = deepest->n_AB_W};
}

int ab_regions(abRegionRoom *room, const abShape *A, const abPose *X_WA, const abShape *B,
               const abPose *X_WB, const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]) {
    int count = 0;
    if (deepest->distance < 0.0) {
        if (A->kind == AB_SHAPE_MESH && B->kind == AB_SHAPE_MESH) {
            count = ab_regions_of_meshes(room, A, X_WA, B, X_WB, deepest, points);
        } else if (B->kind == AB_SHAPE_MESH) {
            count = ab_regions_of_shape(room, A, X_WA, B, X_WB, deepest, points);
        } else {
            abProximity turned = *deepest;
            turned.n_AB_W = ab_neg(deepest->n_AB_W);
            count = ab_regions_of_shape(room, B, X_WB, A, X_WA, &turned, points);
            for (int i = 0; i < count; i++) {
                points[i].n_AB_W = ab_neg(points[i].n_AB_W);
                points[i].deep_n_AB_W = ab_neg(points[i].deep_n_AB_W);
            }
        }
    }
    if (count == 0) {
        abPatchPoint point = nearest_points(deepest);
        abRegionCross none = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
        if (ab_region_points(A, B) == 1) {
            points[count++] = point;
        } else {
            ab_region_add(points, &count, &point, &none);
        }
    }
    for (int i = 0, g = ab_region_points(A, B); i < count; i++) {
        points[i].region = i / g;
    }
    return count;
}
