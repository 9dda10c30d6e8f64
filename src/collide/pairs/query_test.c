// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// query_test.c - closest points and rays against each other and against the support function.

#include "base/check.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/closest_point.h"
#include "collide/pairs/ray.h"
#include "shape/core/shape_fixture.h"

static const char s_gem[] = "query_test_gem.obj";

static const struct {
    const char *text;
    double smoothing;
} s_texts[] = {
    {"plane normal=0.6,0,0.8", 0.0},
    {"sphere radius=0.5", 0.0},
    {"ellipsoid semi_axes=0.5,0.3,0.8", 0.0},
    {"capsule radius=0.2 length=1", 0.0},
    {"capsule radius=0.2 length=1 axis=0", 0.0},
    {"box size=1,0.6,0.8", 0.0},
    {"box size=1,0.6,0.8", 0.05},
    {"beam length=1 width=0.4 thickness=0.2 axis=1", 0.0},
    {"beam length=1 width=0.4 thickness=0.2", 0.02},
    {"cylinder radius=0.4 length=1", 0.0},
    {"cylinder radius=0.4 length=1 axis=0", 0.05},
    {"cone radius=0.5 length=1", 0.0},
    {"cone radius=0.5 length=0.8 top_radius=0.3 axis=0", 0.0},
    {"cone radius=0.5 length=0.8 top_radius=0.5", 0.0},
    {"cone radius=0.5 length=0.8 top_radius=0.3 axis=1", 0.03},
    {"hull file=query_test_gem.obj", 0.0},
    {"torus ring_radius=0.6 tube_radius=0.15", 0.0},
    {"torus ring_radius=0.5 tube_radius=0.5 axis=1", 0.0},
    {"tube radius=0.6 inner_radius=0.4 length=0.8", 0.0},
    {"tube radius=0.6 inner_radius=0.4 length=0.8 axis=0", 0.02},
};
enum { SHAPES = sizeof s_texts / sizeof s_texts[0], TRIES = 10000 };

static Fixture s_shapes[SHAPES];

static void all_shapes_compile(void) {
    fixture_write_gem(s_gem);
    for (int i = 0; i < SHAPES; i++) {
        s_shapes[i] = lasting_fixture(s_texts[i].text, s_texts[i].smoothing);
        CHECK(s_shapes[i].result == AB_OK);
    }
    remove(s_gem);
}

static double distance(const abShape *shape, abVec3 p) {
    return ab_shape_closest_point(shape, p).distance;
}

// The foot is on the surface, p is along the normal from it, and no point is nearer: of convex
// shapes nothing is beyond the plane at the foot; the distance of no shape changes faster than p.
static void closest_points_are_feet(void) {
    Random random = {.state = 1};
    for (int i = 0; i < SHAPES; i++) {
        const abShape *shape = &s_shapes[i].shape;
        bool is_convex = isinf(ab_shape_reach(shape)) && isfinite(shape->bound);
        double worst_foot = 0.0, worst_support = 0.0;
        for (int k = 0; k < TRIES; k++) {
            abVec3 p = ab_scale(k % 2 ? 1.0 : 0.6, random_vector(&random));
            abClosest c = ab_shape_closest_point(shape, p);
            abVec3 back = ab_add_scaled(c.point, c.distance, c.normal);
            CHECK(ab_norm(ab_sub(back, p)) <= 1e-15);
            CHECK_NEAR(ab_norm(c.normal), 1.0, 1e-15, 1.0);
            worst_foot = fmax(worst_foot, fabs(distance(shape, c.point)));
            if (is_convex) {
                double beyond =
                    ab_dot(c.normal, ab_shape_support(shape, c.normal)) - ab_dot(c.normal, c.point);
                worst_support = fmax(worst_support, fabs(beyond));
            }
            abVec3 q = ab_add_scaled(p, 0.1, random_vector(&random));
            double change = fabs(distance(shape, q) - c.distance);
            CHECK(change <= ab_norm(ab_sub(q, p)) * (1.0 + 1e-14) + 1e-15);
        }
        if (worst_foot > 1e-14 || worst_support > 1e-14) {
            printf("%s: foot %.3g, support %.3g\n", s_texts[i].text, worst_foot, worst_support);
            CHECK(false);
        }
    }
}

// Where a ray first hits, by small steps of the distance: never beyond the hit.
static double stepped(const abShape *shape, abVec3 o, abVec3 d, double max) {
    double t = 0.0;
    for (int i = 0; i < 2000 && t <= max; i++) {
        double gap = distance(shape, ab_add_scaled(o, t, d));
        if (gap <= 1e-13) {
            return t;
        }
        t += gap;
    }
    return t <= max ? t : INFINITY;
}

static void rays_end_where_the_distance_is_zero(void) {
    Random random = {.state = 2};
    for (int i = 0; i < SHAPES; i++) {
        const abShape *shape = &s_shapes[i].shape;
        int hits = 0, lost = 0;
        double worst = 0.0, worst_normal = 0.0, deepest = 0.0;
        for (int k = 0; k < TRIES; k++) {
            abVec3 o = ab_scale(k % 3 ? 1.5 : 30.0, random_direction(&random));
            abVec3 d = ab_unit(ab_sub(ab_scale(0.7, random_vector(&random)), o));
            abShapeHit hit;
            bool is_hit = ab_shape_ray(shape, o, d, 40.0, &hit);
            if (distance(shape, o) <= 0.0) { // below the plane
                CHECK(is_hit && hit.t == 0.0);
                continue;
            }
            double scale = 1.0 + ab_norm(o), end = is_hit ? hit.t : 40.0;
            if (is_hit) {
                hits++;
                worst = fmax(worst, fabs(distance(shape, hit.point)) / scale);
                CHECK(ab_norm(ab_sub(hit.point, ab_add_scaled(o, hit.t, d))) < 1e-14 * scale);
                CHECK_NEAR(ab_norm(hit.normal), 1.0, 1e-14, 1.0);
                // a little outside along the normal is the same foot
                if (hit.t > 0.0) {
                    abVec3 out = ab_add_scaled(hit.point, 1e-7, hit.normal);
                    worst_normal = fmax(worst_normal, fabs(distance(shape, out) - 1e-7));
                    CHECK(ab_dot(hit.normal, d) <= 1e-12);
                }
            }
            for (int m = 0; m < 20; m++) { // no point before is inside
                double t = end * (m + 0.5 * (1.0 + random_number(&random))) / 20.0;
                deepest = fmax(deepest, -distance(shape, ab_add_scaled(o, t, d)) / scale);
            }
            double reference = k % 10 == 0 ? stepped(shape, o, d, 40.0) : INFINITY;
            lost += k % 10 == 0 && isfinite(reference) != is_hit;
        }
        printf("%-52s %5d hits, distance %.2g, before %.2g, normal %.2g\n", s_texts[i].text, hits,
               worst, deepest, worst_normal);
        CHECK(hits > TRIES / 5 && lost == 0);
        CHECK(worst <= 1e-13 && deepest <= 1e-13 && worst_normal <= 1e-12);
    }
}

static void special_rays(void) {
    abShapeHit hit;
    const abVec3 x = {1, 0, 0}, z = {0, 0, 1}, none = {0, 0, 0};
    for (int i = 0; i < SHAPES; i++) { // from inside, too short, away from it
        const abShape *shape = &s_shapes[i].shape;
        Random random = {.state = 3};
        for (int k = 0; k < 200; k++) {
            abVec3 o = random_vector(&random), d = random_direction(&random);
            abClosest c = ab_shape_closest_point(shape, o);
            bool is_hit = ab_shape_ray(shape, o, d, 0.999 * fabs(c.distance), &hit);
            CHECK(is_hit == (c.distance <= 0.0) && (!is_hit || hit.t == 0.0));
            CHECK(!ab_shape_ray(shape, o, d, -1.0, &hit) && !ab_shape_ray(shape, o, d, NAN, &hit));
        }
    }
    const double wrong[] = {NAN, INFINITY, 1e300};
    for (int i = 0; i < SHAPES; i++) { // what is not a number comes back, and hits nothing
        for (int k = 0; k < 3; k++) {
            abVec3 bad = {wrong[k], 0.1, 0.2};
            ab_shape_closest_point(&s_shapes[i].shape, bad);
            ab_shape_ray(&s_shapes[i].shape, (abVec3){-2, 0, 0}, bad, 10.0, &hit);
        }
        CHECK(!ab_shape_ray(&s_shapes[i].shape, (abVec3){NAN, 0, 0}, x, 10.0, &hit));
    }
    Fixture f;
    f = lasting_fixture("tube radius=1 inner_radius=0.5 length=2", 0.0);
    CHECK(ab_shape_ray(&f.shape, none, x, 1.0, &hit) && hit.t == 0.5 && hit.normal.x == -1.0);
    CHECK(!ab_shape_ray(&f.shape, (abVec3){0, 0, -5}, z, 10.0, &hit)); // through the bore
    CHECK(ab_shape_ray(&f.shape, (abVec3){0.75, 0, -5}, z, 10.0, &hit) && hit.t == 4.0);
    f = lasting_fixture("torus ring_radius=1 tube_radius=0.25", 0.0);
    CHECK(!ab_shape_ray(&f.shape, (abVec3){0, 0, -5}, z, 10.0, &hit)); // through the hole
    CHECK(ab_shape_ray(&f.shape, (abVec3){-5, 0, 0}, x, 10.0, &hit));
    CHECK_NEAR(hit.t, 3.75, 1e-15, 3.75);
    CHECK(ab_shape_ray(&f.shape, none, x, 10.0, &hit));
    CHECK_NEAR(hit.t, 0.75, 1e-15, 1.0);
    f = lasting_fixture("cone radius=1 length=1", 0.0);
    CHECK(ab_shape_ray(&f.shape, (abVec3){0, 0, 5}, ab_neg(z), 10.0, &hit)); // onto the tip
    CHECK_NEAR(hit.t, 4.0, 1e-15, 4.0);
    CHECK(ab_shape_ray(&f.shape, (abVec3){0, 0, -5}, z, 10.0, &hit) && hit.t == 5.0);
    f = lasting_fixture("spring radius=1 wire_radius=0.1 length=1", 0.0);
    CHECK(!ab_shape_ray(&f.shape, (abVec3){0, 0, -5}, z, 10.0, &hit));
}

AB_TESTS(AB_TEST(all_shapes_compile), AB_TEST(closest_points_are_feet),
         AB_TEST(rays_end_where_the_distance_is_zero), AB_TEST(special_rays))
