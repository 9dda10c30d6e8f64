// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// crease.c - corners sorted by place, so that faces around one place stand together.
//
// Cost   sorting the corners, then the square of the faces around each place.

#include "record/scene/crease.h"

#include <stdlib.h>

#include "base/array.h"
#include "math/core/vector_math.h"
#include "record/scene/tolerances.def"

typedef struct Corner {
    abVec3 place;
    int index; // of the corner: three for each triangle
} Corner;

static int by_number(double a, double b) {
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b) {
    const Corner *p = a, *q = b;
    int order = by_number(p->place.x, q->place.x);
    order = order != 0 ? order : by_number(p->place.y, q->place.y);
    order = order != 0 ? order : by_number(p->place.z, q->place.z);
    return order != 0 ? order : p->index - q->index;
}

static bool same_place(const Corner *a, const Corner *b) {
    return a->place.x == b->place.x && a->place.y == b->place.y && a->place.z == b->place.z;
}

// Twice the area along the normal.
static abVec3 face_normal(const abSurfaceMesh *mesh, int triangle) {
    const int *t = &mesh->triangles[3 * triangle];
    abVec3 a = mesh->points[t[0]];
    return ab_cross(ab_sub(mesh->points[t[1]], a), ab_sub(mesh->points[t[2]], a));
}

// The normals of the corners at one place.
static void join_faces(const abSurfaceMesh *mesh, int first, const Corner *corners, int count,
                       abVec3 *normals) {
    for (int i = 0; i < count; i++) {
        abVec3 own = face_normal(mesh, first + corners[i].index / 3), sum = own;
        double length = ab_norm(own);
        for (int j = 0; j < count; j++) {
            abVec3 other = face_normal(mesh, first + corners[j].index / 3);
            if (j != i && ab_dot(own, other) >= s_crease * length * ab_norm(other)) {
                sum = ab_add(sum, other);
            }
        }
        double whole = ab_norm(sum);
        normals[corners[i].index] =
            whole > 0.0 ? ab_scale(1.0 / whole, sum) : (abVec3){0.0, 0.0, 1.0};
    }
}

static void find_normals(const abSurfaceMesh *mesh, int first, Corner *corners, int count,
                         abVec3 *normals) {
    for (int i = 0; i < count; i++) {
        corners[i] = (Corner){mesh->points[mesh->triangles[3 * first + i]], i};
    }
    qsort(corners, (size_t)count, sizeof *corners, by_place);
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && same_place(&corners[i], &corners[end]); end++) {
        }
        join_faces(mesh, first, &corners[i], end - i, normals);
    }
}

bool ab_crease(abSurfaceMesh *mesh, int first_triangle, abVec3 *normals) {
    int count = 3 * (mesh->triangle_count - first_triangle), from = mesh->point_count;
    size_t capacity = 0;
    Corner *corners = NULL;
    if (count == 0) {
        return true;
    }
    if (!AB_ARRAY_RESERVE(mesh->allocator, corners, capacity, (size_t)count) ||
        !AB_ARRAY_RESERVE(mesh->allocator, mesh->points, mesh->point_capacity,
                          (size_t)from + (size_t)count)) {
        AB_ARRAY_FREE(mesh->allocator, corners, capacity);
        return false;
    }
    find_normals(mesh, first_triangle, corners, count, normals);
    int *indices = &mesh->triangles[3 * first_triangle];
    for (int i = 0; i < count; i++) {
        mesh->points[from + i] = mesh->points[indices[i]];
        indices[i] = from + i;
    }
    mesh->point_count = from + count;
    AB_ARRAY_FREE(mesh->allocator, corners, capacity);
    return true;
}
