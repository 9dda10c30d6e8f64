// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// inscribed_mesh_test.c - closed, with the volumes of their closed forms.

#include "mesh/core/inscribed_mesh.h"

#include <math.h>
#include <stdio.h>

#include "abut/memory.h"
#include "base/check.h"

static abVec3 corner(const abInscribedMesh *m, int face, int i) {
    const abVec3 f = m->faces.points[face];
    return m->points.points[(int)(i == 0 ? f.x : i == 1 ? f.y : f.z)];
}

static double volume(const abInscribedMesh *m) {
    double sum = 0.0;
    for (int f = 0; f < m->faces.count; f++) {
        abVec3 a = corner(m, f, 0), b = corner(m, f, 1), c = corner(m, f, 2);
        sum += a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
               a.z * (b.x * c.y - b.y * c.x);
    }
    return sum / 6.0;
}

// Each edge is there once in each direction.
static bool is_closed(const abInscribedMesh *m) {
    enum { MOST = 100 };
    static int seen[MOST][MOST];
    CHECK(m->points.count <= MOST);
    for (int a = 0; a < MOST; a++) {
        for (int b = 0; b < MOST; b++) {
            seen[a][b] = 0;
        }
    }
    for (int f = 0; f < m->faces.count; f++) {
        const abVec3 n = m->faces.points[f];
        const int at[3] = {(int)n.x, (int)n.y, (int)n.z};
        for (int i = 0; i < 3; i++) {
            seen[at[i]][at[(i + 1) % 3]]++;
        }
    }
    for (int a = 0; a < MOST; a++) {
        for (int b = 0; b < MOST; b++) {
            if (seen[a][b] != seen[b][a] || seen[a][b] > 1) {
                return false;
            }
        }
    }
    return true;
}

static const double s_pi = 3.14159265358979323846;

// Of the base n/2 R^2 sin(2 pi/n); the tolerances here are rounding of sums of 60 terms.
static void volumes_are_those_of_prisms_and_pyramids(void) {
    abArena arena;
    abInscribedMesh m;
    ab_arena_init(&arena, ab_heap(), 1 << 14);
    double base = 6.0 * 4.0 * sin(2.0 * s_pi / 12.0);
    CHECK(ab_inscribe_frustum(&arena, 12, -1.0, 2.0, 2.0, 2.0, &m) && is_closed(&m));
    CHECK_NEAR(volume(&m), 3.0 * base, 1e-14, 3.0 * base);
    CHECK(ab_inscribe_frustum(&arena, 12, 0.0, 2.0, 3.0, 0.0, &m) && is_closed(&m));
    CHECK_NEAR(volume(&m), base, 1e-14, base);
    CHECK(ab_inscribe_frustum(&arena, 12, 0.0, 2.0, 3.0, 1.0, &m) && is_closed(&m));
    CHECK_NEAR(volume(&m), base * 1.75, 1e-14, base * 1.75);
    CHECK(ab_inscribe_box(&arena, (abVec3){1.0, 2.0, 3.0}, &m) && is_closed(&m));
    CHECK_NEAR(volume(&m), 6.0, 1e-15, 6.0);
    ab_arena_done(&arena);
}

static void points_lie_on_the_ellipsoid(void) {
    abArena arena;
    abInscribedMesh m;
    ab_arena_init(&arena, ab_heap(), 1 << 14);
    CHECK(ab_inscribe_ellipsoid(&arena, 12, 6, (abVec3){1.0, 2.0, 3.0}, &m) && is_closed(&m));
    CHECK(m.points.count == 62 && m.faces.count == 120);
    for (int i = 0; i < m.points.count; i++) {
        abVec3 p = m.points.points[i];
        CHECK_NEAR(p.x * p.x + p.y * p.y / 4.0 + p.z * p.z / 9.0, 1.0, 1e-15, 1.0);
    }
    // an octahedron: four thirds of the product of its semi-axes
    CHECK(ab_inscribe_ellipsoid(&arena, 4, 2, (abVec3){1.0, 2.0, 3.0}, &m) && is_closed(&m));
    CHECK_NEAR(volume(&m), 8.0, 1e-15, 8.0);
    ab_arena_done(&arena);
}

static void finer_is_nearer_by_the_square(void) {
    abArena arena;
    abInscribedMesh m;
    ab_arena_init(&arena, ab_heap(), 1 << 14);
    double lost[2];
    for (int i = 0; i < 2; i++) {
        int level = i == 0 ? 10 : 20;
        CHECK(ab_inscribe_ellipsoid(&arena, 4 * level, 2 * level, (abVec3){1.0, 1.0, 1.0}, &m));
        lost[i] = 4.0 / 3.0 * s_pi - volume(&m);
    }
    // the next term of the error is of the order of (pi/40)^2 of it
    CHECK_NEAR(lost[0] / lost[1], 4.0, 0.01, 4.0);
    ab_arena_done(&arena);
}

AB_TESTS(AB_TEST(volumes_are_those_of_prisms_and_pyramids), AB_TEST(points_lie_on_the_ellipsoid),
         AB_TEST(finer_is_nearer_by_the_square))
