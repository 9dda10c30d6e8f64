// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// inscribed_mesh.c - round solids as closed meshes whose points lie on them.
//
// A round solid is a stack of rings about z between two poles: a ball has rings at equal angles, a
// frustum the rims of its ends, whose centres are the poles.
//
// Error   the mesh lies inside: of n sides around a radius R by at most R (1 - cos(pi/n)).

#include "mesh/core/inscribed_mesh.h"

#include <math.h>

#include "math/core/elementary.h"
#include "math/core/vector_math.h"

static int add_point(abInscribedMesh *m, double x, double y, double z) {
    m->points.points[m->points.count] = ab_vec3(x, y, z);
    return m->points.count++;
}

static void add_face(abInscribedMesh *m, int a, int b, int c) {
    m->faces.points[m->faces.count++] = ab_vec3(a, b, c);
}

static bool begin(abArena *arena, abInscribedMesh *m, int sides, int points, int faces) {
    *m = (abInscribedMesh){.sides = sides};
    m->points.points = AB_ARENA_NEW(arena, abVec3, (size_t)points);
    m->faces.points = AB_ARENA_NEW(arena, abVec3, (size_t)faces);
    return m->points.points != NULL && m->faces.points != NULL;
}

// ---- rings ----

// An ellipse about z at height z; returns its first point.
static int add_ring(abInscribedMesh *m, double rx, double ry, double z) {
    int first = m->points.count;
    for (int i = 0; i < m->sides; i++) {
        double angle = 2.0 * AB_PI * i / m->sides;
        add_point(m, rx * ab_cos(angle), ry * ab_sin(angle), z);
    }
    return first;
}

// Between two rings, the first below.
static void add_band(abInscribedMesh *m, int low, int high) {
    for (int i = 0, n = m->sides; i < n; i++) {
        int next = (i + 1) % n;
        add_face(m, low + i, low + next, high + next);
        add_face(m, low + i, high + next, high + i);
    }
}

// From a ring to a pole below or above it.
static void add_fan(abInscribedMesh *m, int pole, int ring, bool is_above) {
    for (int i = 0, n = m->sides; i < n; i++) {
        int next = (i + 1) % n;
        add_face(m, pole, ring + (is_above ? i : next), ring + (is_above ? next : i));
    }
}

bool ab_inscribe_frustum(abArena *arena, int sides, double low, double low_radius, double high,
                         double high_radius, abInscribedMesh *m) {
    if (!begin(arena, m, sides, 2 * sides + 2, 4 * sides)) {
        return false;
    }
    int below = add_point(m, 0.0, 0.0, low);
    int base = add_ring(m, low_radius, low_radius, low);
    int above = add_point(m, 0.0, 0.0, high);
    add_fan(m, below, base, false);
    if (high_radius > 0.0) {
        int top = add_ring(m, high_radius, high_radius, high);
        add_band(m, base, top);
        add_fan(m, above, top, true);
    } else {
        add_fan(m, above, base, true);
    }
    return true;
}

bool ab_inscribe_ellipsoid(abArena *arena, int sides, int bands, abVec3 semi_axes,
                           abInscribedMesh *m) {
    int last = 0;
    if (!begin(arena, m, sides, (bands - 1) * sides + 2, 2 * (bands - 1) * sides)) {
        return false;
    }
    int below = add_point(m, 0.0, 0.0, -semi_axes.z);
    int above = add_point(m, 0.0, 0.0, semi_axes.z);
    for (int i = 1; i < bands; i++) {
        double angle = AB_PI * i / bands, s = ab_sin(angle);
        int ring = add_ring(m, semi_axes.x * s, semi_axes.y * s, -semi_axes.z * ab_cos(angle));
        if (i == 1) {
            add_fan(m, below, ring, false);
        } else {
            add_band(m, last, ring);
        }
        last = ring;
    }
    add_fan(m, above, last, true);
    return true;
}

// Corner i has x, y, z above the middle where bits 0, 1, 2 are set.
bool ab_inscribe_box(abArena *arena, abVec3 size, abInscribedMesh *m) {
    static const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    if (!begin(arena, m, 4, 8, 12)) {
        return false;
    }
    for (int i = 0; i < 8; i++) {
        add_point(m, i & 1 ? 0.5 * size.x : -0.5 * size.x, i & 2 ? 0.5 * size.y : -0.5 * size.y,
                  i & 4 ? 0.5 * size.z : -0.5 * size.z);
    }
    for (int i = 0; i < 6; i++) {
        const int *q = quads[i];
        add_face(m, q[0], q[1], q[2]);
        add_face(m, q[0], q[2], q[3]);
    }
    return true;
}
