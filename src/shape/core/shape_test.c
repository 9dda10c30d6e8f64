// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shape_test.c - support points, bounds, smoothing, mass properties of all shapes.

#include "shape/core/shape.h"

#include "base/check.h"
#include "shape/core/shape_fixture.h"
#include "shape/kinds/hull.h"

// Convex; those with a hole follow.
static const char *const s_texts[] = {
    "sphere radius=0.5",
    "ellipsoid semi_axes=0.5,0.3,0.8",
    "capsule radius=0.2 length=1",
    "capsule radius=0.2 length=1 axis=0",
    "box size=1,0.6,0.8",
    "beam length=1 width=0.4 thickness=0.2",
    "beam length=1 width=0.4 thickness=0.2 axis=0",
    "beam length=1 width=0.4 thickness=0.2 axis=1",
    "cylinder radius=0.4 length=1",
    "cylinder radius=0.4 length=1 axis=1",
    "cone radius=0.5 length=1",
    "cone radius=0.5 length=0.8 top_radius=0.3 axis=0",
    "cone radius=0.5 length=0.8 top_radius=0.01 axis=1",
};
enum { SHAPES = sizeof s_texts / sizeof s_texts[0] };

static const char *const s_others[] = {
    "torus ring_radius=0.5 tube_radius=0.2",
    "torus ring_radius=0.5 tube_radius=0.2 axis=0",
    "tube radius=0.5 inner_radius=0.3 length=0.7",
    "tube radius=0.5 inner_radius=0.3 length=0.7 axis=1",
    "spring radius=0.3 wire_radius=0.05 length=1 axis=0",
    "text text=Hello height=0.5",
};
enum { OTHERS = sizeof s_others / sizeof s_others[0] };

static const char *text_of(int i) {
    return i < SHAPES ? s_texts[i] : s_others[i - SHAPES];
}

static void names_are_found(void) {
    CHECK(ab_shape_find("sphere") == AB_SHAPE_SPHERE);
    CHECK(ab_shape_find("hull") == AB_SHAPE_HULL);
    CHECK(ab_shape_find("ball") == AB_SHAPE_COUNT);
    for (int k = 0; k < AB_SHAPE_COUNT; k++) {
        CHECK(ab_shape_find(ab_shape_type((abShapeKind)k)->table->name) == (abShapeKind)k);
    }
}

// The support point is a point of its piece, of its feature, and no other piece lies farther.
static void support_points_are_farthest(void) {
    Random random = {.state = 1};
    for (int i = 0; i < SHAPES; i++) {
        Fixture f = lasting_fixture(s_texts[i], 0.01);
        const abShapeType *type = ab_shape_type(f.shape.kind);
        for (int k = 0; k < 300; k++) {
            abVec3 d = random_direction(&random), e = random_direction(&random);
            abVec3 p = type->support(&f.shape, d), q = type->support(&f.shape, e);
            CHECK(ab_dot(d, p) >= ab_dot(d, q) - 1e-15);
            abPiece piece = type->piece_at(&f.shape, type->piece(&f.shape, d));
            abVec3 s = {piece.semi_axes.x * d.x, piece.semi_axes.y * d.y, piece.semi_axes.z * d.z};
            CHECK_NEAR(ab_dot(d, piece.center) + ab_norm(s), ab_dot(d, p), 1e-15, 1.0);
            abVec3 corners[AB_FEATURE_MAX];
            CHECK(type->feature(&f.shape, d, corners) == 1);
            CHECK(ab_norm(ab_sub(corners[0], p)) < 1e-15);
        }
    }
}

static void bounds_hold_the_shape(void) {
    Random random = {.state = 2};
    for (int i = 0; i < SHAPES + OTHERS; i++) {
        Fixture f = lasting_fixture(text_of(i), 0.02);
        abPose X = {random_rotation(&random), random_vector(&random)};
        abBox box = ab_shape_bounds(&f.shape, &X);
        double reach = 0.0;
        for (int k = 0; k < 20000; k++) {
            abVec3 p = ab_shape_support(&f.shape, random_direction(&random));
            reach = fmax(reach, ab_norm(ab_sub(p, f.shape.center)));
            abVec3 w = ab_pose_point(X, p);
            CHECK(w.x >= box.low.x - 1e-15 && w.x <= box.high.x + 1e-15);
            CHECK(w.y >= box.low.y - 1e-15 && w.y <= box.high.y + 1e-15);
            CHECK(w.z >= box.low.z - 1e-15 && w.z <= box.high.z + 1e-15);
        }
        CHECK(reach <= f.shape.bound * (1.0 + 1e-15));
        // not wasteful: sampled and smoothed, the reach falls short by less than 7 %
        CHECK(reach >= 0.93 * f.shape.bound);
    }
}

// The smoothed shape is the sharp one with rounded edges: inside it, flush with its faces.
static void smoothing_stays_inside_and_keeps_faces(void) {
    Random random = {.state = 3};
    for (int i = 0; i < SHAPES; i++) {
        Fixture sharp = lasting_fixture(s_texts[i], 0.0), round = lasting_fixture(s_texts[i], 1e-3);
        for (int k = 0; k < 300; k++) {
            abVec3 d = random_direction(&random);
            double a = ab_dot(d, ab_shape_support(&sharp.shape, d));
            double b = ab_dot(d, ab_shape_support(&round.shape, d));
            CHECK(b <= a + 1e-15 && b >= a - 5e-3);
        }
        for (int axis = 0; axis < 6; axis++) {
            abVec3 d = {0.0, 0.0, 0.0};
            ab_set(&d, axis / 2, axis % 2 ? -1.0 : 1.0);
            double a = ab_dot(d, ab_shape_support(&sharp.shape, d));
            double b = ab_dot(d, ab_shape_support(&round.shape, d));
            // only tip and sharp rims lose height
            bool is_cone = sharp.shape.kind == AB_SHAPE_CONE;
            CHECK(is_cone || fabs(a - b) < 1e-15);
        }
    }
    // a point of the sharp tube's walls is on the rounded tube, its edges are not
    Fixture tube = lasting_fixture("tube radius=0.5 inner_radius=0.3 length=0.7", 1e-3);
    CHECK_NEAR(tube.shape.size[1] + tube.shape.radius, 0.5, 1e-15, 1.0);
    CHECK_NEAR(tube.shape.size[2] - tube.shape.radius, 0.3, 1e-15, 1.0);
    CHECK_NEAR(tube.shape.size[0] + tube.shape.radius, 0.35, 1e-15, 1.0);
    Fixture cone = lasting_fixture("cone radius=0.5 length=1", 1e-3);
    abVec3 mantle = ab_unit((abVec3){1.0, 0.0, 0.5}); // flush with the mantle and the base
    CHECK_NEAR(ab_dot(mantle, ab_shape_support(&cone.shape, mantle)), 0.5 * mantle.x, 1e-15, 1.0);
    CHECK_NEAR(ab_shape_support(&cone.shape, (abVec3){0.0, 0.0, -1.0}).z, 0.0, 1e-15, 1.0);
}

static void smoothing_is_limited_to_a_tenth(void) {
    CHECK(lasting_fixture("box size=1,0.6,0.8", 0.06).shape.radius == 0.06);
    CHECK(lasting_fixture("cylinder radius=0.2 length=1", 0.04).shape.radius == 0.04);
    CHECK(lasting_fixture("cone radius=0.5 length=0.3", 0.03).shape.radius == 0.03);
    CHECK(lasting_fixture("tube radius=0.5 inner_radius=0.3 length=1", 0.02).shape.radius == 0.02);
    const char *const thin[] = {"box size=1,0.6,0.5",
                                "cylinder radius=0.25 length=1",
                                "cone radius=0.5 length=0.5",
                                "beam length=1 width=1 thickness=0.5",
                                "tube radius=0.8 inner_radius=0.3 length=1",
                                "box size=1,0,1"};
    for (size_t i = 0; i < sizeof thin / sizeof thin[0]; i++) {
        Fixture f = lasting_fixture(thin[i], 0.0501);
        CHECK(f.result == AB_BAD_MODEL && f.error.count == 1);
        CHECK(strstr(f.error.problems[0].text, "smoothing = 0.0501 m is too much") != NULL);
    }
    // these have no edges
    CHECK(lasting_fixture("capsule radius=0.5 length=0.3", 1.0).shape.radius == 0.5);
    CHECK(lasting_fixture("ellipsoid semi_axes=1,1,1", 1.0).shape.radius == 0.0);
    CHECK(lasting_fixture("torus ring_radius=1 tube_radius=0.1", 1.0).shape.radius == 0.1);
}

static void contact_radii_follow_the_table(void) {
    CHECK(lasting_fixture("sphere radius=0.5", 0.0).shape.contact_radius == 0.5);
    CHECK(lasting_fixture("ellipsoid semi_axes=0.5,0.3,0.8", 0.0).shape.contact_radius == 0.3);
    CHECK(lasting_fixture("cylinder radius=0.4 length=1", 0.0).shape.contact_radius == 0.4);
    CHECK(lasting_fixture("cylinder radius=0.4 length=0.5", 0.0).shape.contact_radius == 0.25);
    CHECK(lasting_fixture("cone radius=0.5 length=1 top_radius=0.25", 0.0).shape.contact_radius ==
          0.375);
    Fixture box = lasting_fixture("box size=1,0.5,0.75", 0.0);
    CHECK(box.shape.contact_radius == 0.25 && box.shape.is_flat);
}

static void wrong_values_are_refused(void) {
    const char *const wrong[] = {"sphere radius=-1",
                                 "sphere radius=nan",
                                 "sphere radius=inf",
                                 "box size=1,-1,1",
                                 "box size=1,nan,1",
                                 "ellipsoid semi_axes=1,0,1",
                                 "cone radius=0 length=1",
                                 "cone radius=1 top_radius=2 length=1",
                                 "cylinder radius=1 length=1 inner_radius=1",
                                 "cone radius=1 length=1 inner_radius=1.5",
                                 "cone radius=1 length=1 inner_radius=0.5 inner_top_radius=0.5",
                                 "cone radius=1 length=1 inner_radius=1 axis=1",
                                 "torus ring_radius=0 tube_radius=0",
                                 "torus ring_radius=1 tube_radius=1.1",
                                 "torus ring_radius=1 tube_radius=nan",
                                 "tube radius=1 inner_radius=1 length=1",
                                 "tube radius=1 inner_radius=0 length=1",
                                 "tube radius=1 inner_radius=0.5 length=-1",
                                 "spring radius=1 wire_radius=0.1 length=1 turns=1e9",
                                 "spring radius=1 wire_radius=0 length=1",
                                 "text text=a height=0",
                                 "plane normal=0,0,0",
                                 "capsule radius=1 length=-1",
                                 "beam length=1 width=nan thickness=1",
                                 "hull file=no_such_file.obj"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Fixture f = lasting_fixture(wrong[i], 0.0);
        CHECK(f.result != AB_OK && f.error.count == 1);
    }
    CHECK(lasting_fixture("box size=1,1,1", -1.0).result == AB_BAD_MODEL);
    CHECK(lasting_fixture("box size=1,1,1", NAN).result == AB_BAD_MODEL);
    CHECK(lasting_fixture("box size=0,0,0", 0.0).result == AB_OK);
    CHECK(lasting_fixture("sphere radius=0", 0.0).result == AB_OK);
}

static void check_mass(abMassProperties a, abMassProperties b, double tolerance) {
    CHECK_NEAR(a.mass, b.mass, tolerance, b.mass);
    CHECK_NEAR(ab_norm(ab_sub(a.center, b.center)), 0.0, tolerance, 1.0);
    double trace = b.inertia.m[0][0] + b.inertia.m[1][1] + b.inertia.m[2][2];
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(a.inertia.m[i / 3][i % 3], b.inertia.m[i / 3][i % 3], tolerance, trace);
    }
}

// A polyhedron with corners on the surface misses a part of order spacing^2 = 4 pi / N = 1.3 %.
static void mass_is_the_limit_of_polyhedra(void) {
    for (int i = 0; i < SHAPES; i++) {
        Fixture f = lasting_fixture(s_texts[i], 0.0);
        const abShapeType *type = ab_shape_type(f.shape.kind);
        abArena arena;
        ab_arena_init(&arena, ab_heap(), 1 << 16);
        enum { N = 1000 };
        abVec3 *points = AB_ARENA_NEW(&arena, abVec3, N);
        for (int k = 0; k < N; k++) { // Fibonacci's sphere of directions
            double z = 1.0 - (2.0 * k + 1.0) / N, r = sqrt(1.0 - z * z), a = 2.399963229728653 * k;
            abVec3 d = {r * ab_cos(a), r * ab_sin(a), z};
            points[k] = ab_add_scaled(type->support(&f.shape, d), f.shape.radius, d);
        }
        abHull *hull;
        abPlace nowhere = {0};
        CHECK(ab_hull_build(points, N, &arena, &hull, nowhere, &f.error) == AB_OK);
        check_mass(hull->mass, f.mass, 2e-2);
        ab_arena_done(&arena);
    }
}

// ---- mass against numerical integration ----

enum { NODES = 24 };
static double s_nodes[NODES], s_weights[NODES];

// Gauss and Legendre: Newton on the polynomial from Tricomi's approximation of its roots.
static void make_gauss(void) {
    for (int i = 0; i < NODES; i++) {
        double x = ab_cos(AB_PI * (i + 0.75) / (NODES + 0.5)), slope = 1.0;
        for (int k = 0; k < 20; k++) {
            double p = x, before = 1.0;
            for (int n = 2; n <= NODES; n++) {
                double next = ((2.0 * n - 1.0) * x * p - (n - 1.0) * before) / n;
                before = p;
                p = next;
            }
            slope = NODES * (x * p - before) / (x * x - 1.0);
            x -= p / slope;
        }
        s_nodes[i] = x;
        s_weights[i] = 2.0 / ((1.0 - x * x) * slope * slope);
    }
}

// A slice across the axis: its height, area and second moments about the axis' two neighbours.
typedef struct Slice {
    double u, area, vv, ww;
} Slice;

static Slice ring_slice(double u, double outer, double inner) {
    double o = outer * outer, i = inner * inner, m = 0.25 * AB_PI * (o * o - i * i);
    return (Slice){u, AB_PI * (o - i), m, m};
}
static Slice bar_slice(double u, double v, double w) { // half widths
    double area = 4.0 * v * w;
    return (Slice){u, area, area * v * v / 3.0, area * w * w / 3.0};
}

// The slice at s in [-1, 1] of a part of the solid, and du/ds.
typedef Slice SliceAt(int part, double s, double *rate);

static Slice slice_of_tube(int part, double s, double *rate) {
    (void)part;
    *rate = 0.35;
    return ring_slice(0.35 * s, 0.5, 0.3);
}
static Slice slice_of_bored_cone(int part, double s, double *rate) {
    (void)part;
    double x = 0.5 * (1.0 + s);
    *rate = 0.4;
    return ring_slice(0.8 * x, 0.5 - 0.2 * x, 0.4 - 0.15 * x);
}
static Slice slice_of_cone(int part, double s, double *rate) {
    (void)part;
    *rate = 0.5;
    return ring_slice(0.5 * (1.0 + s), 0.25 * (1.0 - s), 0.0);
}
static Slice slice_of_torus(int part, double s, double *rate) {
    (void)part;
    double c = 0.2 * ab_cos(0.5 * AB_PI * s);
    *rate = 0.5 * AB_PI * c;
    return ring_slice(0.2 * ab_sin(0.5 * AB_PI * s), 0.5 + c, 0.5 - c);
}
static Slice slice_of_capsule(int part, double s, double *rate) {
    double angle = 0.25 * AB_PI * (1.0 + s), c = 0.2 * ab_cos(angle);
    *rate = part == 1 ? 0.5 : 0.25 * AB_PI * c;
    double cap = 0.5 + 0.2 * ab_sin(angle);
    return part == 1 ? ring_slice(0.5 * s, 0.2, 0.0) : ring_slice((part - 1) * cap, c, 0.0);
}
static Slice slice_of_beam(int part, double s, double *rate) {
    double angle = 0.25 * AB_PI * (1.0 + s), c = 0.2 * ab_cos(angle);
    *rate = part == 1 ? 0.5 : 0.25 * AB_PI * c;
    double cap = 0.5 + 0.2 * ab_sin(angle);
    return part == 1 ? bar_slice(0.5 * s, 0.2, 0.1) : bar_slice((part - 1) * cap, c, 0.1);
}
static Slice slice_of_box(int part, double s, double *rate) {
    (void)part;
    *rate = 0.4;
    return bar_slice(0.4 * s, 0.5, 0.3);
}
static Slice slice_of_ellipsoid(int part, double s, double *rate) { // along z: x = v, y = w
    (void)part;
    double c = ab_cos(0.5 * AB_PI * s), cc = c * c, k = 0.25 * AB_PI * cc * cc * 0.5 * 0.3;
    *rate = 0.8 * 0.5 * AB_PI * c;
    return (Slice){0.8 * ab_sin(0.5 * AB_PI * s), AB_PI * 0.5 * 0.3 * cc, k * 0.25, k * 0.09};
}

static abMassProperties integrated(SliceAt *at, int parts) {
    double area = 0.0, u = 0.0, uu = 0.0, vv = 0.0, ww = 0.0;
    for (int part = 0; part < parts; part++) {
        for (int i = 0; i < NODES; i++) {
            double rate;
            Slice s = at(part, s_nodes[i], &rate);
            double weight = s_weights[i] * rate;
            area += weight * s.area;
            u += weight * s.u * s.area;
            uu += weight * s.u * s.u * s.area;
            vv += weight * s.vv;
            ww += weight * s.ww;
        }
    }
    uu -= u * u / area;
    return (abMassProperties){.mass = area,
                              .center = {0.0, 0.0, u / area},
                              .inertia = ab_mat3_diagonal(ww + uu, vv + uu, vv + ww)};
}

static void mass_is_the_integral_over_slices(void) {
    static const struct {
        const char *text;
        SliceAt *at;
        int parts;
    } cases[] = {
        {"tube radius=0.5 inner_radius=0.3 length=0.7", slice_of_tube, 1},
        {"cylinder radius=0.5 inner_radius=0.3 length=0.7", slice_of_tube, 1},
        {"cone radius=0.5 length=0.8 top_radius=0.3 inner_radius=0.4 inner_top_radius=0.25",
         slice_of_bored_cone, 1},
        {"cone radius=0.5 length=1", slice_of_cone, 1},
        {"torus ring_radius=0.5 tube_radius=0.2", slice_of_torus, 1},
        {"capsule radius=0.2 length=1", slice_of_capsule, 3},
        {"beam length=1 width=0.4 thickness=0.2", slice_of_beam, 3},
        {"box size=1,0.6,0.8", slice_of_box, 1},
        {"ellipsoid semi_axes=0.5,0.3,0.8", slice_of_ellipsoid, 1},
    };
    make_gauss();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_mass(lasting_fixture(cases[i].text, 0.0).mass,
                   integrated(cases[i].at, cases[i].parts), 1e-14);
    }
}

// What was taken out and what is left make the whole again, merged in any pose.
static void holes_and_fillings_make_the_whole(void) {
    static const char *const triples[][3] = {
        {"tube radius=0.5 inner_radius=0.3 length=0.7 axis=0",
         "cylinder radius=0.3 length=0.7 axis=0", "cylinder radius=0.5 length=0.7 axis=0"},
        {"cone radius=0.5 length=0.8 top_radius=0.3 inner_radius=0.4 inner_top_radius=0.2 axis=1",
         "cone radius=0.4 top_radius=0.2 length=0.8 axis=1",
         "cone radius=0.5 top_radius=0.3 length=0.8 axis=1"},
    };
    Random random = {.state = 9};
    for (size_t i = 0; i < sizeof triples / sizeof triples[0]; i++) {
        for (int k = 0; k < 100; k++) {
            abPose X = {random_rotation(&random), random_vector(&random)};
            abMassProperties hollow = ab_mass_move(lasting_fixture(triples[i][0], 0.0).mass, X);
            abMassProperties filling = ab_mass_move(lasting_fixture(triples[i][1], 0.0).mass, X);
            abMassProperties whole = ab_mass_move(lasting_fixture(triples[i][2], 0.0).mass, X);
            check_mass(ab_mass_add(hollow, filling), whole, 2e-15);
        }
    }
    // a rod turned by 45 degrees about z, by hand: the mean of its moments and half their
    // difference
    abMassProperties rod =
        lasting_fixture("box size=4,1,1", 0.0).mass; // m = 4: I = 2/3, 17/3, 17/3
    abPose turned = {ab_quat_to_matrix(ab_quat_from_vector((abVec3){0.0, 0.0, 0.25 * AB_PI})),
                     {0.0, 0.0, 0.0}};
    abMassProperties at = ab_mass_move(rod, turned);
    CHECK_NEAR(at.inertia.m[0][0], 9.5 / 3.0, 1e-15, 10.0);
    CHECK_NEAR(at.inertia.m[0][1], -2.5, 1e-15, 10.0);
    CHECK_NEAR(at.inertia.m[2][2], 17.0 / 3.0, 1e-15, 10.0);
}

static void mass_by_hand(void) {
    abMassProperties tube = lasting_fixture("cylinder radius=2 inner_radius=1 length=3", 0.0).mass;
    CHECK_NEAR(tube.mass, 9.0 * AB_PI, 1e-15, tube.mass);
    CHECK_NEAR(tube.inertia.m[2][2], tube.mass * 2.5, 1e-15, tube.inertia.m[2][2]);
    CHECK_NEAR(tube.inertia.m[0][0], tube.mass * (1.25 + 0.75), 1e-15, tube.inertia.m[0][0]);
    abMassProperties cone = lasting_fixture("cone radius=1 length=4", 0.0).mass;
    CHECK_NEAR(cone.mass, AB_PI * 4.0 / 3.0, 1e-15, cone.mass);
    CHECK_NEAR(cone.center.z, 1.0, 1e-15, 1.0);
    CHECK_NEAR(cone.inertia.m[2][2], 0.3 * cone.mass, 1e-15, 1.0);
    CHECK_NEAR(cone.inertia.m[0][0], cone.mass * (3.0 / 20.0 + 3.0 / 80.0 * 16.0), 2e-15, 1.0);
    // a frustum with equal radii is a cylinder
    abMassProperties pipe = lasting_fixture("cone radius=1 top_radius=1 length=4", 0.0).mass;
    abMassProperties rod = lasting_fixture("cylinder radius=1 length=4", 0.0).mass;
    rod.center.z += 2.0;
    check_mass(pipe, rod, 1e-15);
    // a capsule without length is a ball
    check_mass(lasting_fixture("capsule radius=0.7 length=0", 0.0).mass,
               lasting_fixture("sphere radius=0.7", 0.0).mass, 1e-15);
    abMassProperties plane = lasting_fixture("plane normal=1,0,0", 0.0).mass;
    CHECK(plane.mass == 0.0);
}

// Two halves, turned and shifted into place, make the whole.
static void parts_add_up_to_the_whole(void) {
    abMassProperties half = lasting_fixture("box size=1,2,3", 0.0).mass;
    abMassProperties whole = lasting_fixture("box size=2,3,2", 0.0).mass;
    abQuat turn = ab_quat_from_axis_angle((abVec3){1.0, 0.0, 0.0}, 0.5 * AB_PI); // y -> z
    abPose left = {ab_quat_to_matrix(turn), {-0.5, 0.0, 0.0}}, right = left;
    right.p.x = 0.5;
    check_mass(ab_mass_add(ab_mass_move(half, left), ab_mass_move(half, right)), whole, 1e-15);
    // moving back and forth changes nothing
    Random random = {.state = 8};
    abPose X = {random_rotation(&random), random_vector(&random)};
    abPose back = {ab_mat3_transpose(X.R), ab_neg(ab_mul_t(X.R, X.p))};
    check_mass(ab_mass_move(ab_mass_move(half, X), back), half, 2e-15);
}

AB_TESTS(AB_TEST(names_are_found), AB_TEST(support_points_are_farthest),
         AB_TEST(bounds_hold_the_shape), AB_TEST(smoothing_stays_inside_and_keeps_faces),
         AB_TEST(smoothing_is_limited_to_a_tenth), AB_TEST(contact_radii_follow_the_table),
         AB_TEST(wrong_values_are_refused), AB_TEST(mass_is_the_limit_of_polyhedra),
         AB_TEST(mass_is_the_integral_over_slices), AB_TEST(holes_and_fillings_make_the_whole),
         AB_TEST(mass_by_hand), AB_TEST(parts_add_up_to_the_whole))
