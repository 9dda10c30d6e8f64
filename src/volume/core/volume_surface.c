// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_surface.c - the faces of a volume mesh that one element alone has.

#include "volume/core/volume_surface.h"

#include <string.h>

#include "base/sort.h"
#include "volume/core/tetra.h"

// The corners of a face in ascending order, and whose it is.
typedef struct FaceKey {
    int corners[3];
    int owner;   // 4 times the element and the face
    bool is_odd; // whether ascending order turns the face over
} FaceKey;

// Whether the order is that of an odd number of swaps.
static bool order_corners(int c[3]) {
    bool is_odd = false;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2 - i; k++) {
            if (c[k] > c[k + 1]) {
                int swap = c[k];
                c[k] = c[k + 1], c[k + 1] = swap;
                is_odd = !is_odd;
            }
        }
    }
    return is_odd;
}

static void list_faces(const abVolumeMesh *mesh, FaceKey *keys) {
    for (size_t e = 0; e < mesh->element_count; e++) {
        for (int f = 0; f < 4; f++) {
            FaceKey *key = &keys[4 * e + (size_t)f];
            for (int k = 0; k < 3; k++) {
                key->corners[k] = mesh->elements[e].nodes[ab_tetra_faces[f][k]];
            }
            key->is_odd = order_corners(key->corners);
            key->owner = (int)(4 * e) + f;
        }
    }
    ab_sort(keys, 4 * mesh->element_count, sizeof *keys, ab_by_four_ints);
}

static bool is_same_face(const FaceKey *a, const FaceKey *b) {
    return memcmp(a->corners, b->corners, sizeof a->corners) == 0;
}

// Marks owners of faces that are alone. Elements on either side of a face see it turned over.
static abResult mark_alone(abVolumeMesh *mesh, const FaceKey *keys, bool *is_alone) {
    size_t count = 4 * mesh->element_count;
    for (size_t i = 0, end; i < count; i = end) {
        end = i + 1;
        while (end < count && is_same_face(&keys[i], &keys[end])) {
            end++;
        }
        is_alone[keys[i].owner] = end == i + 1;
        if (end > i + 2 || (end == i + 2 && keys[i].is_odd == keys[i + 1].is_odd)) {
            const abVolumeElement *first = &mesh->elements[keys[i].owner / 4];
            return ab_volume_problem(mesh, first->place,
                                     "%zu elements share a face of element %ld; elements overlap",
                                     end - i, first->id);
        }
    }
    return AB_OK;
}

static void take_alone(const abVolumeMesh *mesh, const bool *is_alone, abVolumeSurface *surface) {
    for (size_t owner = 0; owner < 4 * mesh->element_count; owner++) {
        if (is_alone[owner]) {
            const int *nodes = mesh->elements[owner / 4].nodes;
            abVolumeFace *face = &surface->faces[surface->face_count++];
            for (int k = 0; k < surface->face_nodes; k++) {
                face->nodes[k] = nodes[ab_tetra_faces[owner % 4][k]];
            }
        }
    }
}

abResult ab_volume_surface(abVolumeMesh *mesh, abArena *arena, abVolumeSurface *surface) {
    size_t count = 4 * mesh->element_count, alone = 0;
    *surface = (abVolumeSurface){.face_nodes = mesh->element_nodes == 4 ? 3 : 6};
    FaceKey *keys = AB_ARENA_NEW(arena, FaceKey, count);
    bool *is_alone = AB_ARENA_NEW(arena, bool, count);
    if (keys == NULL || is_alone == NULL) {
        return ab_volume_no_memory(mesh);
    }
    list_faces(mesh, keys);
    AB_TRY(mark_alone(mesh, keys, is_alone));
    for (size_t i = 0; i < count; i++) {
        alone += is_alone[i];
    }
    surface->faces = AB_ARENA_NEW(arena, abVolumeFace, alone + 1);
    if (surface->faces == NULL) {
        return ab_volume_no_memory(mesh);
    }
    take_alone(mesh, is_alone, surface);
    return AB_OK;
}

int ab_face_triangles(const abVolumeSurface *surface, size_t face, int out[12]) {
    static const int parts[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    const int *nodes = surface->faces[face].nodes;
    if (surface->face_nodes == 3) {
        memcpy(out, nodes, 3 * sizeof *out);
        return 1;
    }
    for (int t = 0; t < 4; t++) {
        for (int k = 0; k < 3; k++) {
            out[3 * t + k] = nodes[parts[t][k]];
        }
    }
    return 4;
}
