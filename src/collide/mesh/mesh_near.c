// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_near.c - pairs of triangles that may meet while two meshes move a little.
//
// Let B move relative to A from X_0, where the list is made, to X. A point x of B then moves by
//
//   |(R - R_0)(x - s) + (X s - X_0 s)|  <=  turn |x - s| + way,
//   turn = |R - R_0|_F / sqrt(2),  way = |X s - X_0 s|                                     (1)
//
// for any point s of B. The list holds every pair whose distance along some of the eleven axes that
// part two triangles (two normals, nine products of edges) is not more than  room + turn_0 |x - s|
// at X_0. Pairs left out stay apart as long as way < room and turn < turn_0, and then by
//
//   reach = room - way                                                                    (2)
//
// at least. With s where the meshes touch a wheel may roll on another while the list stays: what is
// far from s may move farther.
//
// Room and turn follow use: a list that served too few times gets more room next, one that served
// for long less. They change the cost only.
//
// Cost    of a pose that the list serves: the triangles in it are placed; else both trees are
//         searched.

#include "collide/mesh/mesh_near.h"

#include <string.h>

#include "base/array.h"
#include "collide/mesh/mesh_mesh.h"
#include "collide/mesh/mesh_nearest.h"
#include "math/core/bounds.h"

enum { MANY = 20000, FEW_USES = 40, MANY_USES = 400 };

// ---- lists ----

static void sort(uint64_t *keys, size_t count) {
    static const size_t gaps[] = {8929, 3905, 2161, 929, 505, 209, 109, 41, 19, 5, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        for (size_t i = gaps[g]; i < count; i++) {
            uint64_t key = keys[i];
            size_t k = i;
            for (; k >= gaps[g] && keys[k - gaps[g]] > key; k -= gaps[g]) {
                keys[k] = keys[k - gaps[g]];
            }
            keys[k] = key;
        }
    }
}

static uint64_t swapped(uint64_t key) {
    return key << 32 | key >> 32;
}

// Lists the triangles that lead the sorted keys.
static bool list_side(abMeshNear *near, abNearSide *side, abAllocator allocator) {
    side->count = 0;
    for (size_t i = 0; i < near->count; i++) {
        int triangle = (int)(near->keys[i] >> 32);
        if (side->count == 0 || side->triangle[side->count - 1] != triangle) {
            if (!AB_ARRAYS_RESERVE(allocator, &near->arrays, side->triangle, side->count + 1)) {
                return false;
            }
            side->triangle[side->count++] = triangle;
        }
    }
    return AB_ARRAYS_RESERVE(allocator, &near->arrays, side->at, side->count);
}

static int place_in(const abNearSide *side, int triangle) {
    size_t low = 0, high = side->count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (side->triangle[middle] <= triangle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (int)low;
}

static void fill_pairs(const abMeshNear *near, int from) {
    for (size_t i = 0; i < near->count; i++) {
        near->pairs[from][i] = (abNearPair){
            place_in(&near->side[from], (int)(near->keys[i] >> 32)),
            place_in(&near->side[1 - from], (int)(near->keys[i] & 0xffffffffu)),
        };
    }
}

// From keys  triangle of A, triangle of B.
static bool list_all(abMeshNear *near, abAllocator allocator) {
    size_t n = near->count;
    if (!AB_ARRAYS_RESERVE(allocator, &near->arrays, near->pairs[0], n) ||
        !AB_ARRAYS_RESERVE(allocator, &near->arrays, near->pairs[1], n)) {
        return false;
    }
    for (int from = 1; from >= 0; from--) {
        for (size_t i = 0; i < n; i++) {
            near->keys[i] = swapped(near->keys[i]);
        }
        sort(near->keys, n);
        if (!list_side(near, &near->side[from], allocator)) {
            return false;
        }
    }
    fill_pairs(near, 0);
    for (size_t i = 0; i < n; i++) {
        near->keys[i] = swapped(near->keys[i]);
    }
    sort(near->keys, n);
    fill_pairs(near, 1);
    for (size_t i = 0; i < near->side[0].count; i++) {
        near->side[0].at[i] = ab_mesh_corners(near->A, near->side[0].triangle[i], NULL);
    }
    near->crossing = 0;
    near->is_crossed = false;
    return true;
}

// ---- which belong in it ----

// Are two triangles parted along d by more than `skin`?
static bool parts(abVec3 d, const abVec3 a[3], const abVec3 b[3], double skin) {
    double a0 = ab_dot(d, a[0]), a1 = ab_dot(d, a[1]), a2 = ab_dot(d, a[2]);
    double b0 = ab_dot(d, b[0]), b1 = ab_dot(d, b[1]), b2 = ab_dot(d, b[2]);
    double over = ab_min(b0, ab_min(b1, b2)) - ab_max(a0, ab_max(a1, a2));
    double under = ab_min(a0, ab_min(a1, a2)) - ab_max(b0, ab_max(b1, b2));
    double gap = ab_max(over, under);
    return gap > 0.0 && gap * gap > skin * skin * ab_norm2(d);
}

static bool are_parted(const abVec3 a[3], const abVec3 b[3], double skin) {
    abVec3 u[3], v[3];
    for (int i = 0; i < 3; i++) {
        u[i] = ab_sub(a[(i + 1) % 3], a[i]);
        v[i] = ab_sub(b[(i + 1) % 3], b[i]);
    }
    if (parts(ab_cross(u[0], u[1]), a, b, skin) || parts(ab_cross(v[0], v[1]), a, b, skin)) {
        return true;
    }
    for (int i = 0; i < 9; i++) {
        if (parts(ab_cross(u[i / 3], v[i % 3]), a, b, skin)) {
            return true;
        }
    }
    return false;
}

// Room that a triangle of B, or one of its boxes, needs.
static double skin_for(const abMeshNear *near, double far) {
    const abMeshNode *root = &near->B->tree.nodes[0];
    double size = ab_norm(root->low) + ab_norm(root->high) + ab_norm(near->made_at.p);
    return near->skin + near->rotation * far + 1e-13 * size;
}

static double room_for_box(const abMeshNear *near, const abMeshNode *b) {
    abVec3 middle = ab_scale(0.5, ab_add(b->low, b->high));
    double half = 0.5 * ab_norm(ab_sub(b->high, b->low));
    return skin_for(near, ab_norm(ab_sub(middle, near->site)) + half);
}

static double room_for_triangle(const abMeshNear *near, int place) {
    double far2 = 0.0;
    for (int i = 0; i < 3; i++) {
        far2 = ab_max(far2, ab_norm2(ab_sub(near->B->corners[3 * place + i], near->site)));
    }
    return skin_for(near, sqrt(far2));
}

typedef struct Gather {
    abMeshNear *near;
    abAllocator allocator;
    size_t maximum;
    bool is_full; // out of memory
} Gather;

static double gather_room(const void *context, const abMeshNode *b) {
    return room_for_box(((const Gather *)context)->near, b);
}

static bool add_leaves(void *context, const abMeshNode *a, const abMeshNode *b) {
    Gather *gather = context;
    abMeshNear *near = gather->near;
    for (int j = b->first; j < b->first + b->count; j++) {
        int other = near->B->tree.order[j];
        abCorners q = ab_mesh_corners_at(near->B, j, &near->made_at);
        double skin = room_for_triangle(near, j);
        for (int i = a->first; i < a->first + a->count; i++) {
            int own = near->A->tree.order[i];
            abCorners p = ab_mesh_corners_at(near->A, i, NULL);
            if (ab_corners_are_apart(&p, &q, skin) || are_parted(p.p, q.p, skin)) {
                continue;
            }
            if (!AB_ARRAYS_RESERVE(gather->allocator, &near->arrays, near->keys, near->count + 1)) {
                gather->is_full = true;
                return false;
            }
            near->keys[near->count++] = (uint64_t)own << 32 | (uint64_t)other;
        }
    }
    return near->count <= gather->maximum;
}

// False for want of memory. Stops when there are more than `maximum`.
static bool gather(abMeshNear *near, abAllocator allocator, size_t maximum) {
    abMeshBoxes boxes = ab_mesh_boxes(near->A, near->B, &near->made_at);
    Gather gather = {.near = near, .allocator = allocator, .maximum = maximum};
    near->count = 0;
    ab_mesh_near_leaves(&boxes, gather_room, add_leaves, &gather);
    return !gather.is_full;
}

// ---- making it ----

// The middle of what the boxes of both have in common.
static abVec3 first_site(const abMeshNear *near, const abPose *X_AB) {
    const abMeshNode *a = &near->A->tree.nodes[0], *b = &near->B->tree.nodes[0];
    abVec3 low = AB_NO_LOW, high = AB_NO_HIGH, middle;
    for (int i = 0; i < 8; i++) {
        abVec3 p = {i & 1 ? b->low.x : b->high.x, i & 2 ? b->low.y : b->high.y,
                    i & 4 ? b->low.z : b->high.z};
        ab_hold(ab_pose_point(*X_AB, p), &low, &high);
    }
    for (int i = 0; i < 3; i++) {
        double from = ab_max(ab_get(low, i), ab_get(a->low, i));
        double to = ab_min(ab_get(high, i), ab_get(a->high, i));
        ab_set(&middle, i, 0.5 * (from + to));
    }
    return ab_pose_point_inverse(*X_AB, middle);
}

static abVec3 crossing_site(const abMeshNear *near) {
    size_t triangle = (size_t)near->side[1].triangle[near->pairs[0][near->crossing].other];
    abVec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        sum = ab_add_scaled(sum, 1.0 / 3.0, ab_mesh_corner(near->B->mesh, triangle, i));
    }
    return sum;
}

static double size_of(const abMeshSurface *surface) {
    const abMeshNode *root = &surface->tree.nodes[0];
    return ab_norm(ab_sub(root->high, root->low));
}

// How far B has moved, by (1).
static void moved(const abPose *from, const abPose *to, abVec3 site, double *displacement,
                  double *rotation) {
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double d = to->R.m[i][j] - from->R.m[i][j];
            sum += d * d;
        }
    }
    *rotation = sqrt(0.5 * sum);
    *displacement = ab_norm(ab_sub(ab_pose_point(*to, site), ab_pose_point(*from, site)));
}

static void fit_skin(abMeshNear *near, double displacement, double rotation) {
    double size = ab_min(size_of(near->A), size_of(near->B));
    if (near->skin == 0.0) {
        near->skin = 2e-3 * size;
        near->rotation = 4e-3;
    } else if (near->uses < FEW_USES) {
        near->skin *= displacement >= near->skin ? 2.0 : 1.0;
        near->rotation *= rotation >= near->rotation ? 2.0 : 1.0;
    } else {
        bool is_long = near->uses > MANY_USES;
        near->skin *= is_long || displacement < 0.25 * near->skin ? 0.7 : 1.0;
        near->rotation *= is_long || rotation < 0.25 * near->rotation ? 0.7 : 1.0;
    }
    near->skin = ab_max(1e-9 * size, ab_min(near->skin, 0.02 * size));
    near->rotation = ab_max(1e-9, ab_min(near->rotation, 0.05));
}

static bool make(abMeshNear *near, abAllocator allocator, const abPose *X_AB) {
    near->site = near->is_crossed ? crossing_site(near) : first_site(near, X_AB);
    near->made_at = *X_AB;
    near->uses = 0;
    for (size_t maximum = MANY;;) {
        if (!gather(near, allocator, maximum)) {
            return false;
        }
        if (near->count <= maximum) {
            break;
        }
        // near in very many places: less room, at last for this pose only
        bool has_skin = near->skin > 1e-9 * size_of(near->A);
        near->skin *= has_skin ? 0.25 : 1.0;
        near->rotation *= has_skin ? 0.25 : 1.0;
        maximum = has_skin ? maximum : SIZE_MAX;
    }
    return list_all(near, allocator);
}

// Whether the list serves.
static bool serves(const abMeshNear *near, const abPose *X_AB, double *displacement,
                   double *rotation) {
    *displacement = *rotation = INFINITY;
    if (near->skin > 0.0) {
        moved(&near->made_at, X_AB, near->site, displacement, rotation);
    }
    return *displacement < near->skin && *rotation < near->rotation;
}

bool ab_mesh_near_set(abMeshNear *near, abAllocator allocator, const abPose *X_AB) {
    double displacement, rotation;
    if (!serves(near, X_AB, &displacement, &rotation)) {
        fit_skin(near, displacement, rotation);
        if (!make(near, allocator, X_AB)) {
            near->skin = 0.0; // nothing is known
            return false;
        }
        displacement = 0.0;
    }
    near->uses++;
    near->at = *X_AB;
    near->reach = near->skin - displacement;
    for (size_t i = 0; i < near->side[1].count; i++) {
        near->side[1].at[i] = ab_mesh_corners(near->B, near->side[1].triangle[i], X_AB);
    }
    return true;
}

// ---- of pairs of shapes ----

static void forget(void *entry) {
    abMeshNear *near = entry;
    near->A = near->of.A->surface, near->B = near->of.B->surface;
    near->skin = near->gap = 0.0; // nothing is known of it
    near->is_crossed = false;
}

static void done(void *entry, abAllocator allocator) {
    ab_arrays_free(allocator, &((abMeshNear *)entry)->arrays);
}

static const abShapePairKind s_near_kind = {sizeof(abMeshNear), forget, done};

abMeshNear *ab_mesh_near_find(abShapePairTable *table, abAllocator allocator, const abShape *A,
                              const abShape *B) {
    abMeshNear *near = ab_shape_pair_find(table, &s_near_kind, allocator, A, B);
    if (near != NULL && (near->A != A->surface || near->B != B->surface)) {
        forget(near);
    }
    return near;
}

void ab_mesh_near_table_done(abShapePairTable *table, abAllocator allocator) {
    ab_shape_pair_table_done(table, &s_near_kind, allocator);
}

// ---- what it is asked ----

static bool pair_crosses(const abMeshNear *near, size_t i) {
    const abNearPair *pair = &near->pairs[0][i];
    return ab_mesh_triangles_cross(&near->side[0].at[pair->own], &near->side[1].at[pair->other]);
}

bool ab_mesh_near_crosses(abMeshNear *near) {
    size_t guess = near->crossing;
    near->is_crossed = guess < near->count && pair_crosses(near, guess);
    for (size_t i = 0; i < near->count && !near->is_crossed; i++) {
        near->is_crossed = pair_crosses(near, i);
        near->crossing = i;
    }
    return near->is_crossed;
}

// Looks at one pair of triangles, wherever it comes from.
static void look_at_guess(const abMeshNear *near, const abPose *X_AB, abMeshGap *gap) {
    abCorners p = ab_mesh_corners(near->A, near->nearest[0], NULL);
    abCorners q = ab_mesh_corners(near->B, near->nearest[1], X_AB);
    ab_mesh_gap_look(gap, &p, near->nearest[0], &q, near->nearest[1]);
}

static void look_at_list(const abMeshNear *near, abMeshGap *gap) {
    const abNearSide *a = &near->side[0], *b = &near->side[1];
    for (size_t i = 0; i < near->count && gap->distance2 > 0.0; i++) {
        const abNearPair *pair = &near->pairs[0][i];
        ab_mesh_gap_look(gap, &a->at[pair->own], a->triangle[pair->own], &b->at[pair->other],
                         b->triangle[pair->other]);
    }
}

abMeshGap ab_mesh_near_gap(abMeshNear *near, const abPose *X_AB, bool has_list) {
    abMeshGap gap = ab_mesh_gap_none(near->A, near->B, X_AB);
    if (near->gap > 0.0) {
        look_at_guess(near, X_AB, &gap);
    }
    bool is_listed = false;
    if (has_list && (gap.triangle_a < 0 || gap.reach2 < near->reach * near->reach)) {
        look_at_list(near, &gap);
        is_listed = gap.reach2 < near->reach * near->reach;
    }
    if (!is_listed) {
        abMeshBoxes boxes = ab_mesh_boxes(near->A, near->B, X_AB);
        ab_mesh_gap_search(&gap, &boxes);
    }
    near->gap = sqrt(gap.distance2);
    near->gap_at = *X_AB;
    near->nearest[0] = gap.triangle_a, near->nearest[1] = gap.triangle_b;
    return gap;
}

bool ab_mesh_near_is_apart(const abMeshNear *near, const abPose *X_AB) {
    const abMeshNode *root = &near->B->tree.nodes[0];
    abVec3 middle = ab_scale(0.5, ab_add(root->low, root->high));
    double half = 0.5 * ab_norm(ab_sub(root->high, root->low)), displacement, rotation;
    if (!(near->gap > 0.0)) {
        return false;
    }
    moved(&near->gap_at, X_AB, middle, &displacement, &rotation);
    double minimum = near->gap - displacement - rotation * half;
    if (!(minimum > ab_mesh_gap_none(near->A, near->B, X_AB).slack)) {
        return false;
    }
    return minimum > near->skin || !serves(near, X_AB, &displacement, &rotation);
}
