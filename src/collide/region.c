// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region.c - the lists behind regions: triangles that overlap, and which hang together.

#include "collide/region.h"

#include <string.h>

#include "base/array.h"
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
        !AB_ARRAY_RESERVE(allocator, room->wet, room->capacity, 256)) {
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
    for (int i = 0; i < 2; i++) {
        AB_ARRAY_FREE(a, room->place[i], room->place_capacity[i]);
        AB_ARRAY_FREE(a, room->height[i], room->height_capacity[i]);
        AB_ARRAY_FREE(a, room->asked[i], room->asked_capacity[i]);
    }
    a.resize(a.context, room, sizeof *room, 0);
}

bool ab_region_begin(abRegionRoom *room, const abMeshSurface *first, const abMeshSurface *second) {
    const abMeshSurface *mesh[2] = {first, second};
    room->count = 0;
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
    room->count = 0;
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
    sum->volume += part->volume;
    sum->moment = ab_add(sum->moment, part->moment);
    sum->middle = ab_add(sum->middle, part->middle);
    sum->amount += part->amount;
    if (part->depth > sum->depth) {
        sum->depth = part->depth;
        sum->deepest = part->deepest;
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

// ---- all pairs ----

static abPatchPoint nearest_points(const abProximity *deepest) {
    return (abPatchPoint){.p_W = ab_scale(0.5, ab_add(deepest->p_A_W, deepest->p_B_W)),
                          .n_AB_W = deepest->n_AB_W,
                          .depth = -deepest->distance,
                          .weight = 1.0,
                          .id = -1};
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
            count = ab_regions_of_shape(room, B, X_WB, A, X_WA, deepest, points);
            for (int i = 0; i < count; i++) {
                points[i].n_AB_W = ab_neg(points[i].n_AB_W);
            }
        }
    }
    if (count == 0) {
        points[count++] = nearest_points(deepest);
    }
    return count;
}
