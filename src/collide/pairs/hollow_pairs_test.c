// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hollow_pairs_test.c - torus and tube against everything: the distance is the least over a dense
// search of the circle or segment.

#include "base/check.h"
#include "collide/broad/proximity.h"
#include "collide/convex/curve_minimum.h"
#include "collide/pairs/closest_point.h"
#include "collide/pairs/collide.h"
#include "shape/core/shape_fixture.h"

static const char s_gem[] = "hollow_pairs_test_gem.obj";

static const char *const s_texts[] = {
    "torus ring_radius=0.6 tube_radius=0.15",
    "torus ring_radius=0.3 tube_radius=0.1 axis=0",
    "tube radius=0.5 inner_radius=0.4 length=0.8",
    "tube radius=0.9 inner_radius=0.7 length=0.6 axis=1",
    "sphere radius=0.2",
    "sphere radius=0",
    "capsule radius=0.1 length=0.5",
    "capsule radius=0.05 length=2 axis=1",
    "ellipsoid semi_axes=0.5,0.3,0.8",
    "box size=0.5,0.3,0.4",
    "beam length=0.6 width=0.4 thickness=0.2",
    "cylinder radius=0.2 length=1",
    "cone radius=0.5 length=0.8 top_radius=0.3 axis=0",
    "cone radius=0.3 length=1",
    "hull file=hollow_pairs_test_gem.obj",
};
enum { SHAPES = sizeof s_texts / sizeof s_texts[0], TORI = 2, HOLLOW = 4 };

static Fixture s_shapes[SHAPES];

static void all_shapes_compile(void) {
    fixture_write_gem(s_gem);
    for (int i = 0; i < SHAPES; i++) {
        s_shapes[i] = lasting_fixture(s_texts[i], i % 2 ? 0.01 : 0.0);
        CHECK(s_shapes[i].result == AB_OK);
    }
    remove(s_gem);
}

static abPose random_pose(Random *random, double reach) {
    abMat3 R = random_rotation(random);
    return (abPose){R, ab_scale(reach, random_vector(random))};
}

// A path through space: the circle of a torus or the segment of a capsule, x in [0, 1].
static abVec3 path_point(const abShape *shape, const abPose *X, double x) {
    bool is_ring = shape->kind == AB_SHAPE_TORUS;
    double h = shape->size[0], c = 0.0, s = 0.0, along = (2.0 * x - 1.0) * h;
    if (is_ring) {
        c = h * ab_cos(2.0 * AB_PI * x);
        s = h * ab_sin(2.0 * AB_PI * x);
        along = 0.0;
    }
    abVec3 p = {0.0, 0.0, 0.0};
    ab_set(&p, shape->axis, along);
    ab_set(&p, (shape->axis + 1) % 3, c);
    ab_set(&p, (shape->axis + 2) % 3, s);
    return ab_pose_point(*X, p);
}

static double path_distance(const abShape *path, const abPose *X_WP, const abShape *body,
                            const abPose *X_WB, double x) {
    abVec3 p = ab_pose_point_inverse(*X_WB, path_point(path, X_WP, x));
    return ab_shape_closest_point(body, p).distance - path->radius;
}

// Dense samples, then a golden search around the best.
static double searched(const abShape *path, const abPose *X_WP, const abShape *body,
                       const abPose *X_WB) {
    enum { SAMPLES = 1000 };
    double best = INFINITY, at = 0.0;
    for (int i = 0; i <= SAMPLES; i++) {
        double d = path_distance(path, X_WP, body, X_WB, (double)i / SAMPLES);
        if (d < best) {
            best = d;
            at = (double)i / SAMPLES;
        }
    }
    double low = at - 1.0 / SAMPLES, high = at + 1.0 / SAMPLES;
    if (path->kind == AB_SHAPE_CAPSULE) {
        low = fmax(low, 0.0);
        high = fmin(high, 1.0);
    }
    for (int i = 0; i < 60; i++) {
        double a = low + 0.382 * (high - low), b = low + 0.618 * (high - low);
        double fa = path_distance(path, X_WP, body, X_WB, a);
        double fb = path_distance(path, X_WP, body, X_WB, b);
        best = fmin(best, fmin(fa, fb));
        *(fa < fb ? &high : &low) = fa < fb ? b : a;
    }
    return best;
}

static void is_consistent(const abProximity *p) {
    CHECK(isfinite(p->distance) && ab_is_finite(p->p_A_W) && ab_is_finite(p->p_B_W));
    CHECK_NEAR(ab_norm(p->n_AB_W), 1.0, 1e-14, 1.0);
    abVec3 end = ab_add_scaled(p->p_A_W, p->distance, p->n_AB_W);
    CHECK(ab_norm(ab_sub(end, p->p_B_W)) < 4e-15);
}

static bool sees_bore(const abShape *path) {
    return path->kind == AB_SHAPE_TORUS || path->kind == AB_SHAPE_CAPSULE;
}

static void distance_is_the_least_along_the_path(void) {
    Random random = {.state = 1};
    int total = 0, inexact = 0;
    double worst = 0.0;
    for (int i = 0; i < HOLLOW; i++) {
        for (int j = 0; j < SHAPES; j++) {
            const abShape *A = &s_shapes[i].shape, *B = &s_shapes[j].shape;
            const abShape *path = A->kind == AB_SHAPE_TORUS ? A : B, *body = path == A ? B : A;
            for (int k = 0; k < 60 && sees_bore(path); k++) {
                abPose X_WA = random_pose(&random, 1.0), X_WB = random_pose(&random, 1.0);
                X_WB.R = k % 10 == 9 ? X_WA.R : X_WB.R;
                const abPose *X_WP = path == A ? &X_WA : &X_WB, *X_WO = path == A ? &X_WB : &X_WA;
                abProximity p;
                ab_proximity(A, &X_WA, B, &X_WB, &p);
                is_consistent(&p);
                double best = searched(path, X_WP, body, X_WO);
                worst = fmax(worst, p.distance - best);
                total++;
                inexact += !p.is_exact;
                if (fabs(p.distance - best) > 2e-13) {
                    printf("%s | %s: %.17g, searched %.17g, exact %d\n", s_texts[i], s_texts[j],
                           p.distance, best, p.is_exact);
                    CHECK(false);
                }
            }
        }
    }
    printf("%d poses, %d not proven, worst excess %.3g\n", total, inexact, worst);
    CHECK(total > 2000 && inexact < total / 100);
}

static void swapping_and_moving_change_nothing(void) {
    Random random = {.state = 2};
    for (int i = 0; i < HOLLOW; i++) {
        for (int j = 0; j < SHAPES; j++) {
            const abShape *A = &s_shapes[i].shape, *B = &s_shapes[j].shape;
            for (int k = 0; k < 40; k++) {
                abPose X_WA = random_pose(&random, 1.0), X_WB = random_pose(&random, 1.0);
                abPose X = random_pose(&random, 3.0);
                abPose Y_WA = ab_pose_mul(X, X_WA), Y_WB = ab_pose_mul(X, X_WB);
                abProximity p, q, r;
                ab_proximity(A, &X_WA, B, &X_WB, &p);
                ab_proximity(B, &X_WB, A, &X_WA, &q);
                ab_proximity(A, &Y_WA, B, &Y_WB, &r);
                // deep overlaps of polytopes may change between equal ways out (epa.c)
                double tolerance = p.distance > -0.05 ? 2e-14 : 1e-3;
                CHECK_NEAR(q.distance, p.distance, tolerance, 1.0);
                CHECK_NEAR(r.distance, p.distance, tolerance, 1.0);
                CHECK(p.radius == q.radius);
            }
        }
    }
}

static abShape scaled(abShape shape, double factor) {
    for (int i = 0; i < 4; i++) {
        shape.size[i] *= factor;
    }
    shape.radius *= factor;
    shape.bound *= factor;
    shape.contact_radius *= factor;
    shape.center = ab_scale(factor, shape.center);
    return shape;
}

static void the_size_of_things_does_not_matter(void) {
    Random random = {.state = 6};
    for (int i = 0; i < HOLLOW; i++) {
        for (int j = 0; j < SHAPES; j++) {
            for (int k = 0; k < 20 && s_shapes[j].shape.hull == NULL; k++) {
                double factor = k % 2 ? 1e-6 : 1e6;
                abPose X_WA = random_pose(&random, 1.0), X_WB = random_pose(&random, 1.0);
                abShape A = s_shapes[i].shape, B = s_shapes[j].shape;
                abShape C = scaled(A, factor), D = scaled(B, factor);
                abPose Y_WA = {X_WA.R, ab_scale(factor, X_WA.p)};
                abPose Y_WB = {X_WB.R, ab_scale(factor, X_WB.p)};
                abProximity p, q;
                ab_proximity(&A, &X_WA, &B, &X_WB, &p);
                ab_proximity(&C, &Y_WA, &D, &Y_WB, &q);
                double tolerance = p.distance > -0.05 ? 2e-14 : 1e-3; // as for moving
                CHECK_NEAR(q.distance / factor, p.distance, tolerance, 1.0);
            }
        }
    }
}

// Two shapes moved apart by a way change their distance by no more than that, also where the
// nearest place jumps from one side of the ring to another.
static void the_distance_follows_the_way(void) {
    Random random = {.state = 7};
    for (int i = 0; i < HOLLOW; i++) {
        for (int j = 0; j < SHAPES; j++) {
            const abShape *A = &s_shapes[i].shape, *B = &s_shapes[j].shape;
            abPose X_WA = random_pose(&random, 0.7), X_WB = random_pose(&random, 0.7);
            abVec3 step = ab_scale(1e-2, random_direction(&random));
            X_WB.p = ab_add_scaled(X_WB.p, -50.0, step);
            double last = NAN;
            for (int k = 0; k < 100; k++) {
                abProximity p;
                ab_proximity(A, &X_WA, B, &X_WB, &p);
                // deep overlaps of convex shapes are right to a thousandth (convex.c)
                double slack = p.distance > -0.05 ? 1e-13 : 1e-3;
                CHECK(k == 0 || fabs(p.distance - last) <= 1e-2 + slack);
                last = p.distance;
                X_WB.p = ab_add(X_WB.p, step);
            }
        }
    }
}

// Poses that are not numbers are caught elsewhere; here they must come back, quickly.
static void nonsense_comes_back(void) {
    const double wrong[] = {NAN, INFINITY, -INFINITY, 1e300};
    int answers = 0;
    for (int i = 0; i < HOLLOW; i++) {
        for (int j = 0; j < SHAPES; j++) {
            for (int k = 0; k < 8; k++) {
                abPose X_WA = ab_pose_identity(), X_WB = ab_pose_identity();
                *(k < 4 ? &X_WB.p.x : &X_WB.R.m[0][0]) = wrong[k % 4];
                abProximity p;
                ab_proximity(&s_shapes[i].shape, &X_WA, &s_shapes[j].shape, &X_WB, &p);
                answers++;
            }
        }
    }
    CHECK(answers == 8 * HOLLOW * SHAPES);
}

// The closest point of a point by brute force over the surface of a tube.
static double tube_distance(const abShape *tube, abVec3 p) {
    double u = ab_get(p, tube->axis), v = ab_get(p, (tube->axis + 1) % 3);
    double w = ab_get(p, (tube->axis + 2) % 3), r = sqrt(v * v + w * w), best = INFINITY;
    enum { SAMPLES = 20000 };
    double h = tube->size[0], outer = tube->size[1], bore = tube->size[2];
    for (int i = 0; i <= SAMPLES; i++) {
        double s = (double)i / SAMPLES, x = bore + s * (outer - bore), y = (2.0 * s - 1.0) * h;
        best = fmin(best, sqrt((r - x) * (r - x) + fmin((u - h) * (u - h), (u + h) * (u + h))));
        best = fmin(best, sqrt((u - y) * (u - y) +
                               fmin((r - bore) * (r - bore), (r - outer) * (r - outer))));
    }
    bool is_inside = fabs(u) <= h && r >= bore && r <= outer;
    return (is_inside ? -best : best) - tube->radius;
}

static void points_of_a_tube_are_as_far_as_searched(void) {
    Random random = {.state = 3};
    for (int i = TORI; i < HOLLOW; i++) {
        for (int k = 0; k < 100; k++) {
            abVec3 p = random_vector(&random);
            double searched_distance = tube_distance(&s_shapes[i].shape, p);
            // samples are 4e-5 apart: a foot between two of them costs half of that at most
            CHECK_NEAR(ab_shape_closest_point(&s_shapes[i].shape, p).distance, searched_distance,
                       2e-5, 1.0);
        }
    }
}

static abProximity near(const char *a, const char *b, abVec3 at, abVec3 rotation) {
    Fixture A, B;
    A = lasting_fixture(a, 0.0);
    B = lasting_fixture(b, 0.0);
    abPose X_WA = ab_pose_identity(), X_WB = {ab_quat_to_matrix(ab_quat_from_vector(rotation)), at};
    abProximity p;
    ab_proximity(&A.shape, &X_WA, &B.shape, &X_WB, &p);
    is_consistent(&p);
    return p;
}

static const char s_ring[] = "torus ring_radius=1 tube_radius=0.25";
static const char s_pipe[] = "tube radius=1 inner_radius=0.5 length=2";

static void cases_by_hand(void) {
    abVec3 none = {0.0, 0.0, 0.0};
    // a ball in the middle of the ring, through its hole, outside, on its circle
    CHECK_NEAR(near(s_ring, "sphere radius=0.5", none, none).distance, 0.25, 1e-15, 1.0);
    CHECK_NEAR(near(s_ring, "sphere radius=0.5", (abVec3){0, 0, 0.75}, none).distance, 0.5, 1e-15,
               1.0);
    abProximity p = near(s_ring, "sphere radius=0.5", (abVec3){2, 0, 0}, none);
    CHECK_NEAR(p.distance, 0.25, 1e-15, 1.0);
    CHECK_NEAR(p.n_AB_W.x, 1.0, 1e-15, 1.0);
    p = near(s_ring, "sphere radius=0.5", (abVec3){0.5, 0, 0}, none);
    CHECK_NEAR(p.distance, -0.25, 1e-15, 1.0);
    CHECK_NEAR(p.n_AB_W.x, -1.0, 1e-15, 1.0);
    CHECK_NEAR(near(s_ring, "sphere radius=0.5", (abVec3){0, 1, 0}, none).distance, -0.75, 1e-15,
               1.0);
    // a ball in the bore, above the end's ring, at the inner edge, in the wall
    CHECK_NEAR(near(s_pipe, "sphere radius=0.125", none, none).distance, 0.375, 1e-15, 1.0);
    p = near(s_pipe, "sphere radius=0.125", (abVec3){0.25, 0, 0.5}, none);
    CHECK_NEAR(p.distance, 0.125, 1e-15, 1.0);
    CHECK_NEAR(p.n_AB_W.x, -1.0, 1e-15, 1.0);
    p = near(s_pipe, "sphere radius=0.125", (abVec3){0.75, 0, 1.5}, none);
    CHECK_NEAR(p.distance, 0.375, 1e-15, 1.0);
    CHECK_NEAR(p.n_AB_W.z, 1.0, 1e-15, 1.0);
    CHECK_NEAR(near(s_pipe, "sphere radius=1", (abVec3){0, 0.2, 1.4}, none).distance, -0.5, 1e-15,
               1.0);
    CHECK_NEAR(near(s_pipe, "sphere radius=0", (abVec3){0, 0.625, 0}, none).distance, -0.125, 1e-15,
               1.0);
    CHECK_NEAR(near(s_pipe, "sphere radius=0", (abVec3){0, 0.625, 0.9375}, none).distance, -0.0625,
               1e-15, 1.0);
    // a rod along the bore touches in the middle of the common stretch
    p = near(s_pipe, "capsule radius=0.125 length=2", (abVec3){0.25, 0, 1}, none);
    CHECK_NEAR(p.distance, 0.125, 1e-15, 1.0);
    CHECK_NEAR(p.p_B_W.z, 0.5, 1e-15, 1.0);
    // a ring flat on a plane and on a box, over its edge; hung on a rod; two links of a chain
    p = near("plane normal=0,0,1", s_ring, (abVec3){0, 0, 0.25}, none);
    CHECK(fabs(p.distance) < 1e-15 && ab_norm(p.p_B_W) < 1e-15);
    p = near("box size=4,4,2", s_ring, (abVec3){0, 0, 1.25}, none);
    CHECK(fabs(p.distance) < 1e-15 && fabs(p.p_B_W.x) < 1e-14 && fabs(p.p_B_W.y) < 1e-14);
    p = near("capsule radius=0.1 length=4 axis=0", s_ring, (abVec3){0, 0, -0.5},
             (abVec3){0, 0.5 * AB_PI, 0});
    CHECK_NEAR(p.distance, 0.15, 1e-14, 1.0);
    CHECK_NEAR(p.n_AB_W.z, 1.0, 1e-14, 1.0);
    p = near(s_ring, s_ring, (abVec3){0.625, 0, 0}, (abVec3){0.5 * AB_PI, 0, 0});
    CHECK_NEAR(p.distance, 0.125, 1e-14, 1.0);
    CHECK_NEAR(p.n_AB_W.x, 1.0, 1e-12, 1.0);
    // what has no closed form with the bore meets the closed tube
    CHECK_NEAR(near(s_pipe, "box size=0.25,0.25,0.25", (abVec3){0, 0, 2}, none).distance, 0.875,
               1e-15, 1.0);
}

// ---- curve_minimum.c by itself ----

static int s_samples;

static double two_dips(const void *context, double x, double *slope) {
    s_samples++;
    double depth = *(const double *)context;
    *slope = 2.0 * ab_sin(2.0 * x) + depth * ab_sin(x);
    return -ab_cos(2.0 * x) - depth * ab_cos(x);
}
static double bend_of_two_dips(const void *context, double a, double b) {
    (void)a, (void)b;
    return 4.0 + fabs(*(const double *)context);
}
static double no_bend(const void *context, double a, double b) {
    (void)context, (void)a, (void)b;
    return INFINITY;
}

static void the_deeper_of_two_dips_is_found(void) {
    for (double depth = 1e-3; depth > 1e-9; depth *= 0.1) {
        for (int side = -1; side <= 1; side += 2) {
            double d = side * depth;
            abBoundedFunction curve = {.context = &d,
                                       .value = two_dips,
                                       .bend = bend_of_two_dips,
                                       .steepest = 2.0 + depth};
            abCurveMinimum minimum = ab_minimum_of(&curve, -1.0, 5.0, 5, 1e-10);
            CHECK(minimum.is_exact && minimum.above <= 1e-10);
            CHECK_NEAR(minimum.x, side > 0 ? 0.0 : AB_PI, 1e-9, 1.0);
            CHECK_NEAR(minimum.value, -1.0 - depth, 1e-15, 1.0);
            curve.bend = no_bend; // by slopes alone: coarse, and says so
            minimum = ab_minimum_of(&curve, -1.0, 5.0, 5, 1e-10);
            CHECK(!minimum.is_exact && minimum.value - minimum.above <= -1.0 - depth);
        }
    }
}

// Five pieces, a polish of the best and the look at the two ends of its bracket: that the place is
// known to rounding takes a few samples, not as many as there are bits.
static void a_minimum_is_polished_with_few_samples(void) {
    for (double depth = 0.1; depth < 2.0; depth += 0.1) {
        abBoundedFunction curve = {.context = &depth,
                                   .value = two_dips,
                                   .bend = bend_of_two_dips,
                                   .steepest = 2.0 + depth};
        s_samples = 0; // the tolerance is wide: a proof needs no cuts
        abCurveMinimum minimum = ab_minimum_of(&curve, -1.0, 5.0, 5, 100.0);
        CHECK_NEAR(minimum.x, 0.0, 1e-15, 1.0);
        CHECK(s_samples <= 6 + 2 * 12);
    }
}

// ---- normals ----

// An ellipsoid slides past a ring in small equal steps: its normal turns evenly, without the noise of
// a place that is known by values alone, which would be the root of rounding.
static void the_normal_turns_evenly(void) {
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 1 << 16);
    Fixture ring, body;
    fixture_make(&ring, &arena, "torus ring_radius=0.6 tube_radius=0.15", 0.0);
    fixture_make(&body, &arena, "ellipsoid semi_axes=0.5,0.8,0.4", 0.0);
    Random random = {.state = 7};
    for (int scene = 0; scene < 20; scene++) {
        abPose X_WR = random_pose(&random, 0.0), X_WB = random_pose(&random, 0.0);
        abVec3 from = ab_scale(1.6, ab_unit(random_vector(&random)));
        abVec3 way = ab_scale(1e-6, ab_unit(random_vector(&random))), n[3];
        double worst = 0.0;
        for (int i = 0; i < 50; i++) {
            abProximity at;
            X_WB.p = ab_add_scaled(from, i, way);
            ab_proximity(&ring.shape, &X_WR, &body.shape, &X_WB, &at);
            n[i % 3] = at.n_AB_W;
            abVec3 uneven = ab_add_scaled(n[i % 3], -2.0, n[(i + 2) % 3]);
            worst = i > 1 ? fmax(worst, ab_norm(ab_add(uneven, n[(i + 1) % 3]))) : 0.0;
        }
        CHECK(worst < 1e-9);
    }
    ab_arena_done(&arena);
}

AB_TESTS(AB_TEST(all_shapes_compile), AB_TEST(distance_is_the_least_along_the_path),
         AB_TEST(swapping_and_moving_change_nothing), AB_TEST(the_size_of_things_does_not_matter),
         AB_TEST(the_distance_follows_the_way), AB_TEST(nonsense_comes_back),
         AB_TEST(points_of_a_tube_are_as_far_as_searched), AB_TEST(cases_by_hand),
         AB_TEST(the_deeper_of_two_dips_is_found), AB_TEST(a_minimum_is_polished_with_few_samples),
         AB_TEST(the_normal_turns_evenly))
