// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// collide_test.c - every pair of shapes against the definition: the signed distance is the largest
// separation over all directions.

#define _POSIX_C_SOURCE 200809L

#include "collide/collide.h"

#include <stdlib.h>

#include "base/check.h"
#include "shape/shape_fixture.h"

static const char *const s_texts[] = {
    "plane normal=0,0,1",
    "sphere radius=0.5",
    "sphere radius=0",
    "ellipsoid semi_axes=0.5,0.3,0.8",
    "ellipsoid semi_axes=0.05,1,0.4",
    "capsule radius=0.2 length=1",
    "capsule radius=0 length=1",
    "box size=1,0.6,0.8",
    "box size=1,0,0.8",
    "box size=1,0,0",
    "box size=0,0,0",
    "beam length=1 width=0.4 thickness=0.2",
    "cylinder radius=0.4 length=1",
    "cylinder radius=0.4 length=0",
    "cone radius=0.5 length=1",
    "cone radius=0.5 length=0.8 top_radius=0.3 axis=0",
    "hull file=/tmp/abut_collide_test.obj",
};
enum { SHAPES = sizeof s_texts / sizeof s_texts[0] };

static Fixture s_sharp[SHAPES], s_smooth[SHAPES];
static abArena s_arena;

// A gem: points on a ball, reproducible.
static void write_hull(void) {
    FILE *out = fopen("/tmp/abut_collide_test.obj", "w");
    Random random = {.state = 5};
    for (int i = 0; i < 20; i++) {
        abVec3 p = ab_scale(0.6, random_direction(&random));
        fprintf(out, "v %.17g %.17g %.17g\n", p.x, 0.7 * p.y, p.z);
    }
    fclose(out);
}

static void make_shapes(void) {
    write_hull();
    ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    for (int i = 0; i < SHAPES; i++) {
        fixture_make(&s_sharp[i], &s_arena, s_texts[i], 0.0);
        fixture_make(&s_smooth[i], &s_arena, s_texts[i], 0.02);
        CHECK(s_sharp[i].result == AB_OK && s_smooth[i].result == AB_OK);
    }
}

static double separation(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                         abVec3 n) {
    abVec3 a = ab_shape_support(A, ab_mul_t(X_WA->R, n));
    abVec3 b = ab_shape_support(B, ab_neg(ab_mul_t(X_WB->R, n)));
    return ab_dot(n, ab_sub(ab_pose_point(*X_WB, b), ab_pose_point(*X_WA, a)));
}

// The best separation found by sampling and pattern search around the best.
static double searched(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       abVec3 start, int samples, Random *random) {
    abVec3 n = start;
    double best = separation(A, X_WA, B, X_WB, n);
    for (int i = 0; i < samples; i++) {
        abVec3 m = random_direction(random);
        double s = separation(A, X_WA, B, X_WB, m);
        if (s > best) {
            best = s, n = m;
        }
    }
    for (double step = 0.3; step > 1e-9;) {
        abVec3 m = ab_unit(ab_add_scaled(n, step, random_vector(random)));
        double s = separation(A, X_WA, B, X_WB, m);
        if (s > best) {
            best = s, n = m, step *= 1.5;
        } else {
            step *= 0.93;
        }
    }
    return best;
}

static int s_inexact, s_total, s_worse;
static double s_worst;
static int s_inexact_pair[SHAPES][SHAPES];

static void check_pose(int i, int j, const abShape *A, const abPose *X_WA, const abShape *B,
                       const abPose *X_WB, Random *random) {
    abProximity p;
    ab_proximity(A, X_WA, B, X_WB, &p);
    s_total++;
    s_inexact += !p.is_exact;
    s_inexact_pair[i][j] += !p.is_exact;
    if (!p.is_exact && getenv("DUMP"))
        printf("inexact %s | %s d=%.17g n=%g %g %g best %.3g\n", s_texts[i], s_texts[j], p.distance,
               p.n_AB_W.x, p.n_AB_W.y, p.n_AB_W.z,
               searched(A, X_WA, B, X_WB, p.n_AB_W, 60, random) - p.distance);
    bool is_good = isfinite(p.distance) && fabs(ab_norm(p.n_AB_W) - 1.0) < 1e-14;
    CHECK(is_good);
    // the distance is what the normal says
    double said = A->kind == AB_SHAPE_PLANE || B->kind == AB_SHAPE_PLANE
                      ? p.distance
                      : separation(A, X_WA, B, X_WB, p.n_AB_W);
    bool is_known = A->radius + B->radius + fabs(p.distance) > 1e-4; // else n is up to rounding
    if (fabs(said - p.distance) > (is_known ? 1e-13 : 1e-6) && fabs(p.distance) > 1e-14) {
        printf("%s | %s: distance %.17g, its normal gives %.3g more\n", s_texts[i], s_texts[j],
               p.distance, said - p.distance);
        CHECK(false);
    }
    if (A->kind == AB_SHAPE_PLANE || B->kind == AB_SHAPE_PLANE) {
        return;
    }
    double best = searched(A, X_WA, B, X_WB, p.n_AB_W, p.distance > 0.0 ? 0 : 60, random);
    // apart: the maximum, to rounding; deep: the bound of EPA, 1e-3 of the depth
    double allowed = p.distance > 0.0 ? 1e-13 : 1e-13 + 2e-3 * fabs(p.distance);
    if (best > p.distance + allowed) {
        s_worse++;
        s_worst = fmax(s_worst, best - p.distance);
        if (s_worse < 20) {
            printf("%s | %s: distance %.17g exact %d, but %.17g was found, diff %.3g\n", s_texts[i],
                   s_texts[j], p.distance, p.is_exact, best, best - p.distance);
        }
        CHECK(!p.is_exact);
    }
}

static void distance_is_the_largest_separation(void) {
    Random random = {.state = 1};
    int rounds = getenv("ROUNDS") != NULL ? atoi(getenv("ROUNDS")) : 30;
    for (int i = 0; i < SHAPES; i++) {
        for (int j = 0; j < SHAPES; j++) {
            for (int k = 0; k < rounds; k++) {
                const Fixture *set = k % 2 ? s_smooth : s_sharp;
                abPose X_WA = {random_rotation(&random), random_vector(&random)};
                abPose X_WB = {random_rotation(&random), random_vector(&random)};
                if (k % 5 == 4) {
                    X_WB.R = X_WA.R;
                }
                const abShape *A = &set[i].shape, *B = &set[j].shape;
                if (A->kind == AB_SHAPE_PLANE && B->kind == AB_SHAPE_PLANE) {
                    continue;
                }
                check_pose(i, j, A, &X_WA, B, &X_WB, &random);
                // now move B to a shallow overlap or a small gap
                abProximity p;
                ab_proximity(A, &X_WA, B, &X_WB, &p);
                double wanted[] = {-1e-4, -1e-9, 1e-9, 0.0, -1e-2, 1e-3};
                X_WB.p = ab_add_scaled(X_WB.p, wanted[k % 6] - p.distance, p.n_AB_W);
                check_pose(i, j, A, &X_WA, B, &X_WB, &random);
            }
        }
    }
    printf("%d poses, %d not exact, %d beaten by at most %.3g\n", s_total, s_inexact, s_worse,
           s_worst);
    for (int i = 0; i < SHAPES; i++) {
        for (int j = 0; j < SHAPES; j++) {
            if (s_inexact_pair[i][j]) {
                printf("  inexact %d: %s | %s\n", s_inexact_pair[i][j], s_texts[i], s_texts[j]);
            }
        }
    }
}

AB_TESTS(AB_TEST(make_shapes), AB_TEST(distance_is_the_largest_separation))
