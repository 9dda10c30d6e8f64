// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_polygon.c - splits a polygon into triangles: a fan when it is convex, else ears are cut off
// one by one. It is seen along the axis nearest to its normal.
//
// Source  G. H. Meisters, Amer. Math. Monthly 82 (1975) 648: a simple polygon has two ears.
// Limits  a polygon that crosses itself is split somehow; n - 2 triangles always come out.
// Cost    n for convex ones, up to n^3 for others.

#include "mesh/core/mesh_polygon.h"

#include "math/core/vector_math.h"

typedef struct Flat {
    double u, v;
} Flat;

// Twice the area of a, b, c; positive when they turn left.
static double turn(Flat a, Flat b, Flat c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

// The polygon as seen along its normal's largest component, so that it turns left.
static void flatten(const abVec3 *points, const int *corners, int n, Flat *out) {
    abVec3 normal = {0.0, 0.0, 0.0}, origin = points[corners[0]];
    for (int i = 1; i + 1 < n; i++) {
        abVec3 a = ab_sub(points[corners[i]], origin), b = ab_sub(points[corners[i + 1]], origin);
        normal = ab_add(normal, ab_cross(a, b));
    }
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    double sign = ab_get(normal, axis) < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < n; i++) {
        abVec3 p = ab_sub(points[corners[i]], origin);
        out[i] = (Flat){ab_get(p, (axis + 1) % 3), sign * ab_get(p, (axis + 2) % 3)};
    }
}

static bool is_convex(const Flat *p, int n) {
    for (int i = 0; i < n; i++) {
        if (turn(p[i], p[(i + 1) % n], p[(i + 2) % n]) < 0.0) {
            return false;
        }
    }
    return true;
}

// Whether corner `at` of those left can be cut off: it turns left and no other corner is in the
// way.
static bool is_ear(const Flat *p, const int *left, int n, int at) {
    int ia = left[(at + n - 1) % n], ib = left[at], ic = left[(at + 1) % n];
    Flat a = p[ia], b = p[ib], c = p[ic];
    if (!(turn(a, b, c) > 0.0)) {
        return false;
    }
    for (int k = 0; k < n; k++) {
        int i = left[k];
        if (i != ia && i != ib && i != ic && turn(a, b, p[i]) >= 0.0 && turn(b, c, p[i]) >= 0.0 &&
            turn(c, a, p[i]) >= 0.0) {
            return false;
        }
    }
    return true;
}

static void cut_ears(const Flat *p, int *left, int n, int *triangles) {
    int at = 0;
    while (n > 3) {
        int tries = 0;
        while (tries < n && !is_ear(p, left, n, at)) {
            at = (at + 1) % n, tries++;
        }
        *triangles++ = left[(at + n - 1) % n];
        *triangles++ = left[at];
        *triangles++ = left[(at + 1) % n];
        n--;
        for (int k = at; k < n; k++) {
            left[k] = left[k + 1];
        }
        at = at % n;
    }
    for (int k = 0; k < 3; k++) {
        *triangles++ = left[k];
    }
}

abResult ab_polygon_triangles(const abVec3 *points, const int *corners, int n, int *triangles,
                              abArena *scratch) {
    Flat *flat = AB_ARENA_NEW(scratch, Flat, (size_t)n);
    int *left = AB_ARENA_NEW(scratch, int, (size_t)n);
    if (flat == NULL || left == NULL) {
        return AB_IO;
    }
    flatten(points, corners, n, flat);
    if (is_convex(flat, n)) {
        for (int i = 0; i < n - 2; i++) {
            triangles[3 * i] = 0;
            triangles[3 * i + 1] = i + 1;
            triangles[3 * i + 2] = i + 2;
        }
        return AB_OK;
    }
    if (n > AB_POLYGON_MAX) {
        return AB_BAD_MODEL;
    }
    for (int i = 0; i < n; i++) {
        left[i] = i;
    }
    cut_ears(flat, left, n, triangles);
    return AB_OK;
}
