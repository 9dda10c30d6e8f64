// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/patch/curvature.h"

#include "base/check.h"
#include "shape/core/shape_fixture.h"
#include "shape/kinds/hull.h"

static const abPose s_origin = {{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}},
                                {0.0, 0.0, 0.0}};

// ---- one surface ----

// A point in the middle of what the shape shows in direction d: of a face, an edge or a corner.
static abVec3 middle_of_feature(const abShape *s, abVec3 d) {
    abVec3 corners[AB_FEATURE_MAX], sum = {0.0, 0.0, 0.0};
    int count = ab_shape_type(s->kind)->feature(s, d, corners);
    for (int i = 0; i < count; i++) {
        sum = ab_add_scaled(sum, 1.0 / count, corners[i]);
    }
    return ab_add_scaled(sum, s->radius, d);
}

// How far the surface falls away below its tangent plane at the tangential distance h: from the
// distance of a tiny ball there.
static double fall(const abShape *s, abVec3 p, abVec3 t, double h) {
    abShape compiled = lasting_shape("sphere radius=1e-9", 0.0);
    abPose X = s_origin;
    X.p = ab_add_scaled(p, h, t);
    abProximity at;
    ab_proximity(s, &s_origin, &compiled, &X, &at);
    return at.distance + 1e-9;
}

// Euler: k1 cos^2 + k2 sin^2 along any tangent, and the distance is k h^2/2 (1 + O((kh)^2)) - the
// ones of order h^3 cancel between both sides.
static void ask_fall_at(const abShape *s, abVec3 p, abVec3 d) {
    abCurvature c;
    CHECK(ab_shape_curvature(s, p, d, &c));
    CHECK_NEAR(ab_norm(c.along), 1.0, 1e-14, 1.0);
    CHECK_NEAR(ab_dot(c.along, d), 0.0, 1e-10, 1.0);
    abVec3 across = ab_cross(d, c.along);
    double scale = fmax(fmax(fabs(c.curvature[0]), fabs(c.curvature[1])), 1.0);
    for (int i = 0; i < 4; i++) {
        double x = (double[]){1.0, 0.0, 0.8, 0.6}[i], y = (double[]){0.0, 1.0, 0.6, -0.8}[i];
        abVec3 t = ab_add_scaled(ab_scale(x, c.along), y, across);
        double h = 1e-3 / scale, k = c.curvature[0] * x * x + c.curvature[1] * y * y;
        double found = (fall(s, p, t, h) + fall(s, p, t, -h)) / (h * h);
        // (kh)^2 = 1e-6 of the truncation; distances to 1e-15 over h^2
        CHECK_NEAR(found, k, 4e-6, scale);
    }
}

static void ask_fall(const abShape *s, abVec3 d) {
    ask_fall_at(s, middle_of_feature(s, d), d);
}

static void distances_around_a_point_follow_its_curvature(void) {
    static const struct {
        const char *text;
        double smoothing;
    } kinds[] = {{"sphere radius=0.7", 0.0},
                 {"ellipsoid semi_axes=0.5,0.8,1.1", 0.0},
                 {"ellipsoid semi_axes=2,0.8,0.3", 0.0},
                 {"capsule radius=0.4 length=1 axis=0", 0.0},
                 {"box size=1,2,1.5", 0.1},
                 {"beam length=2 width=1 thickness=0.9 axis=1", 0.09},
                 {"cylinder radius=0.6 length=1.4 axis=1", 0.1},
                 {"cone radius=0.9 top_radius=0.4 length=1.1 axis=0", 0.1},
                 {"cone radius=0.9 length=1.1 axis=2", 0.1}};
    Random random = {7};
    for (int k = 0; k < 9; k++) {
        abShape s = lasting_shape(kinds[k].text, kinds[k].smoothing);
        for (int i = 0; i < 60; i++) {
            ask_fall(&s, random_direction(&random));
        }
        for (int axis = 0; axis < 3; axis++) { // faces and sides
            abVec3 d = {0.0, 0.0, 0.0};
            ab_set(&d, axis, 1.0);
            ask_fall(&s, d);
            ask_fall(&s, ab_neg(d));
        }
    }
}

// Inside and outside: below balls near the surface. With this seed none is within 1e-3 of an edge.
static void hollow_shapes_have_concave_sides(void) {
    static const struct {
        const char *text;
        double smoothing;
    } kinds[] = {{"torus ring_radius=0.8 tube_radius=0.3 axis=0", 0.0},
                 {"torus ring_radius=0.8 tube_radius=0.6 axis=2", 0.0},
                 {"tube radius=0.9 inner_radius=0.4 length=1.2 axis=1", 0.05},
                 {"tube radius=1.2 inner_radius=0.2 length=1.1 axis=2", 0.1}};
    abShape ball = lasting_shape("sphere radius=1e-3", 0.0);
    Random random = {41};
    int concave = 0, straight = 0, flat = 0;
    for (int i = 0; i < 1200; i++) {
        abShape s = lasting_shape(kinds[i % 4].text, kinds[i % 4].smoothing);
        abPose X = {s_origin.R, ab_scale(1.3, random_vector(&random))};
        abProximity at;
        abCurvature c;
        ab_proximity(&s, &s_origin, &ball, &X, &at);
        if (at.distance > 1e-3) {
            ask_fall_at(&s, at.p_A_W, at.n_AB_W);
            CHECK(ab_shape_curvature(&s, at.p_A_W, at.n_AB_W, &c));
            concave += c.curvature[0] < 0.0 || c.curvature[1] < 0.0;
            straight += c.curvature[0] == 0.0 && c.curvature[1] != 0.0;
            flat += c.curvature[0] == 0.0 && c.curvature[1] == 0.0;
        }
    }
    CHECK(concave > 50 && straight > 50 && flat > 20);
}

// Closed forms: equators and crown of a ring, bore, end and inner edge of a tube.
static void hollow_shapes_know_their_radii(void) {
    abCurvature c;
    abShape ring = lasting_shape("torus ring_radius=0.8 tube_radius=0.3 axis=2", 0.0);
    CHECK(ab_shape_curvature(&ring, (abVec3){0.66, 0.88, 0.0}, (abVec3){0.6, 0.8, 0.0}, &c));
    CHECK_NEAR(c.curvature[0], 1.0 / 1.1, 1e-15, 1.0);
    CHECK_NEAR(c.curvature[1], 1.0 / 0.3, 1e-15, 3.0);
    CHECK(ab_shape_curvature(&ring, (abVec3){0.3, 0.4, 0.0}, (abVec3){-0.6, -0.8, 0.0}, &c));
    CHECK_NEAR(c.curvature[0], -2.0, 1e-14, 2.0);
    CHECK_NEAR(fabs(ab_dot(c.along, (abVec3){0.8, -0.6, 0.0})), 1.0, 1e-15, 1.0);
    CHECK(ab_shape_curvature(&ring, (abVec3){0.8, 0.0, 0.3}, (abVec3){0.0, 0.0, 1.0}, &c));
    CHECK(c.curvature[0] == 0.0);
    abShape tube = lasting_shape("tube radius=0.9 inner_radius=0.5 length=1.4 axis=1", 0.02);
    CHECK(ab_shape_curvature(&tube, (abVec3){0.3, 0.2, 0.4}, (abVec3){-0.6, 0.0, -0.8}, &c));
    CHECK_NEAR(c.curvature[1], -2.0, 1e-14, 2.0);
    CHECK_NEAR(c.reach[0], 0.48, 1e-14, 1.0);
    CHECK_NEAR(c.reach[1], 0.88, 1e-14, 1.0);
    CHECK(ab_shape_curvature(&tube, (abVec3){0.0, 0.7, 0.7}, (abVec3){0.0, 1.0, 0.0}, &c));
    CHECK(c.curvature[0] == 0.0 && c.curvature[1] == 0.0);
    abShape sharp = lasting_shape("tube radius=0.9 inner_radius=0.5 length=1.4 axis=1", 0.0);
    abVec3 edge = ab_unit((abVec3){-0.6, 1.0, -0.8});
    CHECK(!ab_shape_curvature(&sharp, (abVec3){0.3, 0.7, 0.4}, edge, &c));
}

static void sides_are_straight_and_know_their_reach(void) {
    abShape s = lasting_shape("cylinder radius=0.6 length=1.4 axis=1", 0.1);
    abCurvature c;
    CHECK(ab_shape_curvature(&s, (abVec3){0.36, 0.2, 0.48}, (abVec3){0.6, 0.0, 0.8}, &c));
    CHECK_NEAR(c.curvature[1], 1.0 / 0.6, 1e-15, 2.0);
    CHECK(c.curvature[0] == 0.0 && fabs(c.along.y) == 1.0);
    CHECK_NEAR(c.reach[0], 0.4, 1e-14, 1.0); // to where the rounding of the rim begins
    CHECK_NEAR(c.reach[1], 0.8, 1e-14, 1.0);
    // a cone's mantle: radius r over the cosine of its slope
    abShape k = lasting_shape("cone radius=0.9 top_radius=0.4 length=1.2 axis=2", 0.0);
    CHECK(ab_shape_curvature(&k, (abVec3){0.65, 0.0, 0.6}, ab_unit((abVec3){1.2, 0.0, 0.5}), &c));
    CHECK_NEAR(c.curvature[1], 12.0 / 13.0 / 0.65, 1e-14, 1.0);
    CHECK_NEAR(c.reach[0], 0.65, 1e-14, 1.0);
    CHECK_NEAR(c.reach[1], 0.65, 1e-14, 1.0);
}

// A rounded tip is a ball, wherever rounding puts its point.
static void a_rounded_tip_is_a_ball(void) {
    abShape s = lasting_shape("cone radius=0.02 length=0.05 axis=0", 0.003);
    Random random = {5};
    for (int i = 0; i < 200; i++) {
        abVec3 n = ab_unit(ab_add(ab_scale(0.3, random_direction(&random)), (abVec3){1, 0, 0}));
        abVec3 noise = ab_scale(1e-18, random_vector(&random));
        abCurvature c;
        CHECK(ab_shape_curvature(&s, ab_add(ab_shape_support(&s, n), noise), n, &c));
        CHECK_NEAR(c.curvature[0], 1.0 / 0.003, 1e-13, 333.0);
        CHECK_NEAR(c.curvature[1], 1.0 / 0.003, 1e-13, 333.0);
        CHECK_NEAR(ab_norm(c.along), 1.0, 1e-14, 1.0);
        CHECK_NEAR(ab_dot(c.along, n), 0.0, 1e-14, 1.0);
    }
}

static void sharp_edges_and_corners_have_none(void) {
    abCurvature c;
    abShape box = lasting_shape("box size=1,1,1", 0.0);
    abVec3 edge = {0.5, 0.5, 0.2}, corner = {0.5, 0.5, 0.5}, face = {0.5, 0.1, 0.2};
    CHECK(!ab_shape_curvature(&box, edge, ab_unit((abVec3){1, 1, 0}), &c));
    CHECK(!ab_shape_curvature(&box, corner, ab_unit((abVec3){1, 1, 1}), &c));
    CHECK(ab_shape_curvature(&box, face, (abVec3){1, 0, 0}, &c));
    CHECK(c.curvature[0] == 0.0 && c.curvature[1] == 0.0);
    abShape cylinder = lasting_shape("cylinder radius=1 length=2 axis=2", 0.0);
    CHECK(!ab_shape_curvature(&cylinder, (abVec3){1, 0, 1}, ab_unit((abVec3){1, 0, 1}), &c));
    abShape cone = lasting_shape("cone radius=1 length=2 axis=2", 0.0);
    CHECK(!ab_shape_curvature(&cone, (abVec3){0, 0, 2}, (abVec3){0, 0, 1}, &c));
}

static void a_hull_is_flat_on_its_faces_and_sharp_elsewhere(void) {
    abShape s = lasting_shape("hull file=tests/verify/modia3d/bunny_part_1.obj", 0.0);
    const abHull *hull = s.hull;
    abCurvature c;
    for (int f = 0; f < hull->face_count; f++) {
        int first = hull->face_start[f], count = hull->face_start[f + 1] - first;
        abVec3 middle = {0.0, 0.0, 0.0};
        for (int i = 0; i < count; i++) {
            abVec3 corner = hull->corners[hull->face_corners[first + i]];
            middle = ab_add_scaled(middle, 1.0 / count, corner);
        }
        CHECK(ab_shape_curvature(&s, middle, hull->normals[f], &c));
        CHECK(c.curvature[0] == 0.0 && c.curvature[1] == 0.0);
    }
    Random random = {11};
    for (int i = 0; i < 200; i++) {
        abVec3 d = random_direction(&random);
        CHECK(!ab_shape_curvature(&s, ab_shape_support(&s, d), d, &c));
    }
}

// ---- two surfaces ----

static bool pair(const abShape *A, abPose X_WA, const abShape *B, abPose X_WB,
                 abRelativeCurvature *out) {
    abProximity at;
    ab_proximity(A, &X_WA, B, &X_WB, &at);
    return ab_relative_curvature(A, &X_WA, B, &X_WB, &at, out);
}

// Johnson, Contact Mechanics, section 4.1: sum and difference of the principal values.
static void crossed_cylinders_meet_the_closed_form(void) {
    double r1 = 0.3, r2 = 0.11;
    abShape A = lasting_shape("cylinder radius=0.3 length=4 axis=0", 0.0);
    abShape B = lasting_shape("capsule radius=0.11 length=3 axis=0", 0.0);
    for (double angle = 0.03; angle < 3.11; angle += 0.05) {
        abPose X = {ab_quat_to_matrix(ab_quat_from_axis_angle((abVec3){0, 0, 1}, angle)),
                    {0.05, 0.002, r1 + r2 - 1e-4}};
        abRelativeCurvature c, swapped;
        CHECK(pair(&A, s_origin, &B, X, &c) && pair(&B, X, &A, s_origin, &swapped));
        double difference =
            sqrt(1.0 / (r1 * r1) + 1.0 / (r2 * r2) + 2.0 / (r1 * r2) * ab_cos(2.0 * angle));
        CHECK_NEAR(c.greatest + c.minimum, 1.0 / r1 + 1.0 / r2, 1e-14, 1.0 / r2);
        CHECK_NEAR(c.greatest - c.minimum, difference, 1e-14, 1.0 / r2);
        CHECK_NEAR(swapped.minimum, c.minimum, 1e-14, c.greatest);
        CHECK_NEAR(swapped.greatest, c.greatest, 1e-14, c.greatest);
    }
}

static void turned_ellipsoids_add_their_matrices(void) {
    abShape A = lasting_shape("ellipsoid semi_axes=0.5,0.3,0.2", 0.0);
    abPose X = s_origin;
    X.p.z = 0.4 - 1e-5;
    abRelativeCurvature c;
    // pole on pole: curvatures c/a^2 and c/b^2 of both
    CHECK(pair(&A, s_origin, &A, X, &c));
    CHECK_NEAR(c.minimum, 2.0 * 0.2 / 0.25, 1e-10, 1.0);
    CHECK_NEAR(c.greatest, 2.0 * 0.2 / 0.09, 1e-10, 4.0);
    X.R = ab_quat_to_matrix(ab_quat_from_axis_angle((abVec3){0, 0, 1}, 0.5 * AB_PI));
    CHECK(pair(&A, s_origin, &A, X, &c));
    CHECK_NEAR(c.minimum, 0.2 / 0.25 + 0.2 / 0.09, 1e-7, 1.0);
    CHECK_NEAR(c.greatest, 0.2 / 0.25 + 0.2 / 0.09, 1e-7, 1.0);
}

static void lines_lie_on_each_other_over_their_overlap(void) {
    abShape A = lasting_shape("cylinder radius=0.3 length=4 axis=0", 0.0);
    abShape B = lasting_shape("cylinder radius=0.2 length=1 axis=0", 0.0);
    abShape plane = lasting_shape("plane", 0.0), box = lasting_shape("box size=2,6,1", 0.0);
    abPose X = {s_origin.R, {1.8, 0.0, 0.5 - 1e-4}}, low = {s_origin.R, {0.0, 0.0, 0.2}};
    abRelativeCurvature c;
    CHECK(pair(&A, s_origin, &B, X, &c));
    CHECK(c.minimum == 0.0);
    CHECK_NEAR(c.greatest, 1.0 / 0.3 + 1.0 / 0.2, 1e-13, 8.0);
    CHECK_NEAR(c.line, 0.7, 1e-13, 1.0); // from 1.3 to 2
    CHECK(pair(&plane, s_origin, &B, low, &c));
    CHECK(c.minimum == 0.0);
    CHECK_NEAR(c.line, 1.0, 1e-13, 1.0);
    // a ring that lies on a plane: its circle
    abShape ring = lasting_shape("torus ring_radius=0.5 tube_radius=0.2 axis=2", 0.0);
    CHECK(pair(&plane, s_origin, &ring, low, &c));
    CHECK(c.minimum == 0.0);
    CHECK_NEAR(c.line, AB_PI, 1e-13, 3.0);
    // a long roller across the corner of a box's face: 0.3 m by the face, at 45 degrees
    abPose across = {ab_quat_to_matrix(ab_quat_from_axis_angle((abVec3){0, 0, 1}, 0.25 * AB_PI)),
                     {0.0, 0.0, 0.8 - 1e-4}};
    CHECK(pair(&box, s_origin, &A, across, &c));
    CHECK(c.minimum == 0.0);
    CHECK_NEAR(c.line, 2.0 * sqrt(2.0), 1e-10, 3.0);
}

// Differences of the moved curvature against poses that were really moved.
static void moved_contacts_have_the_curvature_of_moved_bodies(void) {
    abShape A = lasting_shape("ellipsoid semi_axes=0.5,0.3,0.2", 0.0);
    abShape B = lasting_shape("ellipsoid semi_axes=0.25,0.4,0.3", 0.0);
    Random random = {3};
    for (int i = 0; i < 50; i++) {
        abVec3 n = random_direction(&random), w = random_vector(&random), p_A, p_B;
        abPose X = {random_rotation(&random), {0.0, 0.0, 0.0}};
        p_A = ab_shape_support(&A, n);
        p_B = ab_shape_support(&B, ab_mul_t(X.R, ab_neg(n)));
        double depth = i % 2 == 0 ? 0.0 : 0.01;
        X.p = ab_sub(ab_add_scaled(p_A, -depth, n), ab_mul(X.R, p_B));
        abVec3 middle = ab_add_scaled(p_A, -0.5 * depth, n);
        abVec3 slide = random_vector(&random);
        slide = ab_add_scaled(slide, -ab_dot(slide, n), n);
        double h = 1e-5;
        abProximity at = {
            .distance = -depth, .n_AB_W = n, .p_A_W = p_A, .p_B_W = ab_add_scaled(p_A, -depth, n)};
        abRelativeCurvature moved, back, real[2];
        CHECK(ab_relative_curvature_moved(&A, &s_origin, &B, &X, &at, ab_scale(h, slide),
                                          ab_scale(h, w), &moved));
        CHECK(ab_relative_curvature_moved(&A, &s_origin, &B, &X, &at, ab_scale(-h, slide),
                                          ab_scale(-h, w), &back));
        for (int side = 0; side < 2; side++) {
            double s = side == 0 ? h : -h;
            abMat3 rotation = ab_quat_to_matrix(ab_quat_from_vector(ab_scale(s, w)));
            abPose Y = {ab_mat3_mul(rotation, X.R), X.p};
            Y.p = ab_add(middle, ab_add(ab_mul(rotation, ab_sub(X.p, middle)), ab_scale(s, slide)));
            CHECK(pair(&A, s_origin, &B, Y, &real[side]));
        }
        // both are central differences with an error of h^2
        double scale = moved.greatest / h;
        CHECK_NEAR((moved.minimum - back.minimum) / h, (real[0].minimum - real[1].minimum) / h,
                   1e-8, scale);
        CHECK_NEAR((moved.greatest - back.greatest) / h, (real[0].greatest - real[1].greatest) / h,
                   1e-8, scale);
    }
}

AB_TESTS(AB_TEST(distances_around_a_point_follow_its_curvature),
         AB_TEST(hollow_shapes_have_concave_sides), AB_TEST(hollow_shapes_know_their_radii),
         AB_TEST(sides_are_straight_and_know_their_reach), AB_TEST(a_rounded_tip_is_a_ball),
         AB_TEST(sharp_edges_and_corners_have_none),
         AB_TEST(a_hull_is_flat_on_its_faces_and_sharp_elsewhere),
         AB_TEST(crossed_cylinders_meet_the_closed_form),
         AB_TEST(turned_ellipsoids_add_their_matrices),
         AB_TEST(lines_lie_on_each_other_over_their_overlap),
         AB_TEST(moved_contacts_have_the_curvature_of_moved_bodies))
