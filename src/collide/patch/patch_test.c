// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_test.c - patches with known points; forces continuous as bodies slide, turn and tilt; the
// potential of corners and rims.

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/patch/patch.h"

#include "base/check.h"
#include "math/core/elementary.h"
#include "math/core/pose_fixture.h"
#include "math/core/vector_math.h"
#include "shape/core/shape_fixture.h"

// What a linear law of stiffness 1 would give.
typedef struct Load {
    int count;
    double weights, force, energy, area, area_slope;
    abVec3 total, torque; // on B, about the world's origin
} Load;

static Load load(const abShape *A, abPose X_WA, const abShape *B, abPose X_WB) {
    abProximity deepest;
    abPatchPoint points[AB_PATCH_MAX];
    ab_proximity(A, &X_WA, B, &X_WB, &deepest);
    Load out = {.count = ab_patch(A, &X_WA, B, &X_WB, &deepest, points)};
    for (int i = 0; i < out.count; i++) {
        const abPatchPoint *p = &points[i];
        double force = fmax(0.0, p->depth) * p->weight;
        out.weights += p->weight;
        out.force += force;
        out.energy += 0.5 * force * fmax(0.0, p->depth);
        out.area += p->area;
        out.area_slope += p->area_slope;
        out.total = ab_add_scaled(out.total, force, p->n_AB_W);
        out.torque = ab_add(out.torque, ab_cross(p->p_W, ab_scale(force, p->n_AB_W)));
    }
    return out;
}

// ---- known points ----

static void flat_bodies_on_a_plane(void) {
    abShape plane = lasting_shape("plane normal=0,0,1", 0.0),
            box = lasting_shape("box size=0.4,0.6,0.2", 0.0);
    Load f = load(&plane, at(0, 0, 0), &box, at(3, 2, 0.099));
    CHECK(f.count == 4 && f.weights == 4.0);
    CHECK_NEAR(f.force, 4e-3, 1e-15, 1.0);
    CHECK_NEAR(f.area, 0.24, 1e-15, 1.0);
    CHECK_NEAR(f.torque.x, 2.0 * 4e-3, 1e-14, 1.0);
    CHECK_NEAR(f.torque.y, -3.0 * 4e-3, 1e-14, 1.0);
    abShape can = lasting_shape("cylinder radius=0.3 length=0.4", 0.0);
    f = load(&plane, at(0, 0, 0), &can, at(0, 0, 0.199));
    CHECK(f.count == 4);
    CHECK_NEAR(f.area, AB_PI * 0.09, 1e-14, 1.0);
    f = load(&plane, at(0, 0, 0), &can, at_turned(0, 0, 0.299, 0.5 * AB_PI, 0, 0)); // on its side
    CHECK(f.count == 2);
    CHECK_NEAR(f.force, 2e-3, 1e-14, 1.0);
    abShape ball = lasting_shape("sphere radius=0.3", 0.0);
    f = load(&plane, at(0, 0, 0), &ball, at(0, 0, 0.299));
    CHECK(f.count == 1 && f.weights == 1.0);
}

static void a_corner_alone_counts_once(void) {
    abShape plane = lasting_shape("plane normal=0,0,1", 0.0),
            box = lasting_shape("box size=0.4,0.6,0.2", 0.0);
    abPose X = at_turned(0, 0, 0, 0.3, 0.5, 2.0);
    abProximity p;
    abPose ground = at(0, 0, 0);
    ab_proximity(&plane, &ground, &box, &X, &p);
    X.p.z -= p.distance + 1e-3;
    Load f = load(&plane, ground, &box, X);
    CHECK(f.count == 1);
    CHECK_NEAR(f.force, 1e-3, 1e-15, 1.0);
}

// The weights of a whole face sum to 4; where edges cross, each crossing is a contact of its own.
static void weights_of_flat_patches(void) {
    abShape box = lasting_shape("box size=0.4,0.6,0.2", 0.0),
            table = lasting_shape("box size=1,1,0.2", 0.0);
    const double places[][3] = {{0, 0, 0},         {0.6, 0, 0},     {0.6, 0.7, 0},
                                {0.55, 0.6, 0.7},  {0.1, 0.2, 1.1}, {0.4, 0.3, 0.0},
                                {0.65, 0.0, 0.01}, {-0.6, 0.4, 2.0}};
    for (int i = 0; i < 8; i++) {
        abPose X = at_turned(places[i][0], places[i][1], 0.199, 0, 0, places[i][2]);
        Load down = load(&table, at(0, 0, 0), &box, X), up = load(&box, X, &table, at(0, 0, 0));
        CHECK(down.weights > 2.9 && down.weights <= down.count + 1e-13);
        CHECK_NEAR(down.force, 1e-3 * down.weights, 1e-14, 1.0);
        CHECK_NEAR(up.force, down.force, 1e-15, 1.0);
        CHECK_NEAR(ab_norm(ab_add(up.total, down.total)), 0.0, 1e-16, 1.0);
        CHECK_NEAR(up.area, down.area, 1e-14, 1.0);
    }
    CHECK_NEAR(load(&table, at(0, 0, 0), &box, at(0.1, 0.2, 0.199)).weights, 4.0, 1e-13, 1.0);
    CHECK_NEAR(load(&table, at(0, 0, 0), &box, at(0.6, 0.7, 0.199)).weights, 4.0, 1e-13, 1.0);
    // equal boxes exactly above each other: all corners coincide
    CHECK_NEAR(load(&box, at(0, 0, 0), &box, at(0, 0, 0.199)).weights, 4.0, 1e-13, 1.0);
    abShape can = lasting_shape("cylinder radius=0.3 length=0.2", 0.0);
    CHECK_NEAR(load(&can, at(0, 0, 0), &can, at(0, 0, 0.199)).weights, 4.0, 1e-13, 1.0);
}

static void bars_lie_on_each_other(void) {
    abShape bar = lasting_shape("capsule radius=0.1 length=1", 0.0);
    Load f = load(&bar, at(0, 0, 0), &bar, at(0.199, 0, 0.5));
    CHECK(f.count == 2 && f.weights == 2.0);
    CHECK_NEAR(f.force, 2e-3, 1e-15, 1.0);
    f = load(&bar, at(0, 0, 0), &bar, at_turned(0.199, 0, 0, 0.5 * AB_PI, 0, 0)); // crossed
    CHECK(f.count == 1);
}

static void hollow_bodies_lie_flat(void) {
    abShape plane = lasting_shape("plane normal=0,0,1", 0.0),
            table = lasting_shape("box size=2,2,0.2", 0.0);
    abShape tube = lasting_shape("tube radius=0.3 inner_radius=0.1 length=0.4", 0.0);
    abShape ring = lasting_shape("torus ring_radius=0.3 tube_radius=0.1", 0.0);
    abShape post = lasting_shape("cylinder radius=0.5 length=0.2", 0.0);
    Load f = load(&plane, at(0, 0, 0), &tube, at(0, 0, 0.199));
    CHECK(f.count == 4);
    CHECK_NEAR(f.area, AB_PI * 0.08, 1e-14, 1.0);
    f = load(&plane, at(0, 0, 0), &tube, at_turned(0, 0, 0.299, 0.5 * AB_PI, 0, 0)); // on its side
    CHECK(f.count == 2);
    CHECK_NEAR(f.force, 2e-3, 1e-14, 1.0);
    const abShape *const floors[] = {&plane, &table, &post, &tube};
    const double heights[] = {0.0, 0.1, 0.1, 0.2};
    for (int i = 0; i < 4; i++) {
        double x = i == 3 ? 0.0 : 0.05; // the tube is as wide as the ring
        f = load(floors[i], at(0, 0, 0), &ring, at(x, 0, heights[i] + 0.099));
        CHECK_NEAR(f.weights, 4.0, 1e-13, 1.0);
        CHECK_NEAR(f.total.z, 4e-3, 1e-14, 1.0);
        CHECK_NEAR(f.torque.y, -x * 4e-3, 1e-14, 1.0);
        Load up = load(&ring, at(x, 0, heights[i] + 0.099), floors[i], at(0, 0, 0));
        CHECK_NEAR(up.total.z, -4e-3, 1e-14, 1.0);
    }
    // half of it over an edge
    f = load(&table, at(0, 0, 0), &ring, at(1.0, 0, 0.199));
    CHECK_NEAR(f.weights, 2.0, 1e-13, 1.0);
    CHECK_NEAR(f.torque.y, -4.0 * 1e-3 * (0.5 - 0.3 / AB_PI), 1e-6, 1.0);
}

static void a_bar_lies_in_a_bore(void) {
    abShape bar = lasting_shape("capsule radius=0.1 length=1", 0.0);
    abShape tube = lasting_shape("tube radius=0.4 inner_radius=0.3 length=0.6", 0.0);
    Load f = load(&tube, at(0, 0, 0), &bar, at(0.201, 0, 0.4));
    CHECK(f.count == 2 && f.weights == 2.0);
    CHECK_NEAR(f.total.x, -2e-3, 1e-14, 1.0);
    CHECK_NEAR(f.torque.y, -0.1 * 2e-3, 1e-14, 1.0); // common from -0.1 to 0.3
    f = load(&bar, at(0.201, 0, 0.4), &tube, at(0, 0, 0));
    CHECK_NEAR(f.total.x, 2e-3, 1e-14, 1.0);
    f = load(&tube, at(0, 0, 0), &bar, at(0.499, 0, 0.4)); // on the outside
    CHECK_NEAR(f.total.x, 2e-3, 1e-14, 1.0);
}

// ---- continuity ----

typedef abPose Motion(double s);

static abPose slides(double s) {
    return at_turned(0.55 * s, 0.3 * s, 0.199, 0, 0, 0.4);
}
static abPose slides_little(double s) {
    return at_turned(0.3 * s, 0.1 * s, 0.199, 0, 0, 0.4);
}
static abPose turns(double s) {
    return at_turned(0.05, 0.02, 0.199, 0, 0, 3.0 * s);
}
// One end beyond the other, from parallel on to half a right angle.
static abPose leans(double s) {
    return at_turned(0.199 + 0.02 * s, 0.1, 0.25, 0.8 * s, 0.1 * s, 0);
}
static abPose tilts(double s) {
    return at_turned(0.4, 0.1, 0.1995 + 0.02 * s, 0.02 * s, -0.03 * s, 0.3);
}

// The force changes by no more than `maximum` per unit of s, in steps of a 20000th.
static void check_continuous(const char *a, const char *b, Motion *motion, double maximum) {
    abShape A = lasting_shape(a, 0.0), B = lasting_shape(b, 0.0);
    enum { STEPS = 20000 };
    Load last = load(&A, at(0, 0, 0), &B, motion(0.0));
    double worst = 0.0;
    for (int i = 1; i <= STEPS; i++) {
        Load now = load(&A, at(0, 0, 0), &B, motion((double)i / STEPS));
        double jump =
            fmax(ab_norm(ab_sub(now.total, last.total)), ab_norm(ab_sub(now.torque, last.torque)));
        worst = fmax(worst, jump * STEPS);
        last = now;
    }
    if (worst > maximum) {
        printf("%s on %s: changes by %g\n", b, a, worst);
    }
    CHECK(worst <= maximum);
}

static void forces_are_continuous(void) {
    // depth 1e-3: a jump of one point would give 20; fading over the border gives 1
    check_continuous("box size=1,1,0.2", "box size=0.4,0.6,0.2", slides, 2.0);
    check_continuous("box size=0.4,0.6,0.2", "box size=0.4,0.6,0.2", turns, 2.0);
    check_continuous("box size=1,1,0.2", "box size=0.4,0.6,0.2", tilts, 2.0);
    check_continuous("box size=1,1,0.2", "cylinder radius=0.3 length=0.2", slides, 2.0);
    check_continuous("box size=1,1,0.2", "cylinder radius=0.3 length=0.2", tilts, 2.0);
    check_continuous("box size=1,1,0.2", "torus ring_radius=0.2 tube_radius=0.1", slides, 2.0);
    check_continuous("box size=1,1,0.2", "torus ring_radius=0.2 tube_radius=0.1", tilts, 2.0);
    check_continuous("box size=1,1,0.2", "tube radius=0.3 inner_radius=0.1 length=0.2", slides,
                     2.0);
    check_continuous("cylinder radius=0.3 length=0.2", "box size=0.4,0.6,0.2", turns, 2.0);
    check_continuous("cylinder radius=0.3 length=0.2", "cylinder radius=0.3 length=0.2",
                     slides_little, 2.0);
    check_continuous("cylinder radius=0.3 length=0.2", "cylinder radius=0.3 length=0.2", tilts,
                     2.0);
    check_continuous("cylinder radius=0.3 length=0.2",
                     "tube radius=0.3 inner_radius=0.1 length=0.2", slides_little, 2.0);
    check_continuous("cylinder radius=0.1 length=0.6", "capsule radius=0.1 length=0.4", leans, 2.0);
    check_continuous("cylinder radius=0.1 length=0.6", "cylinder radius=0.1 length=0.4", leans,
                     2.0);
}

// Standing straight but for rounding, the points do not turn: friction of a spinning body would
// jump.
static void points_of_a_standing_body_stay(void) {
    const char *const shapes[] = {"cylinder radius=0.3 length=0.2",
                                  "torus ring_radius=0.3 tube_radius=0.1"};
    const char *const floors[] = {"plane normal=0,0,1", "box size=4,4,0.2"};
    for (int k = 0; k < 4; k++) {
        abShape body = lasting_shape(shapes[k % 2], 0.0), floor = lasting_shape(floors[k / 2], 0.0);
        abPatchPoint points[AB_PATCH_MAX], straight[4] = {0};
        for (int i = 0; i < 100; i++) {
            double about = 0.2 * i, lean = 1e-13 * i;
            abPose ground = at(0, 0, k < 2 ? 0.0 : -0.1);
            abPose X = at_turned(0, 0, 0.0999, lean * ab_cos(about), lean * ab_sin(about), 0.0);
            abProximity deepest;
            ab_proximity(&floor, &ground, &body, &X, &deepest);
            CHECK(ab_patch(&floor, &ground, &body, &X, &deepest, points) == 4);
            for (int p = 0; p < 4; p++) {
                straight[p] = i == 0 ? points[p] : straight[p];
                CHECK(ab_norm(ab_sub(points[p].p_W, straight[p].p_W)) < 1e-5);
            }
        }
    }
}

// ---- depth ----

enum { TRIALS = 300 };

// Moves B along the normal until the pair overlaps by `depth`; false where the search jumps.
static bool press(const abShape *A, const abPose *X_WA, const abShape *B, abPose *X_WB,
                  double depth, abProximity *p) {
    for (int i = 0; i < 60; i++) {
        ab_proximity(A, X_WA, B, X_WB, p);
        double more = p->distance + depth;
        if (fabs(more) <= 1e-12) {
            return true;
        }
        X_WB->p = ab_add_scaled(X_WB->p, -more, p->n_AB_W);
    }
    return false;
}

static void check_depths(Random *random, const abShape *A, const abShape *B, double angle,
                         double depth) {
    abPose X_WA = at_turned(0, 0, 0, 0, 0, 0), X_WB = X_WA;
    X_WA.R = ab_quat_to_matrix(ab_quat_from_xyz(ab_scale(angle, random_vector(random))));
    X_WB.R = ab_quat_to_matrix(ab_quat_from_xyz(ab_scale(angle, random_vector(random))));
    X_WB.p = ab_scale(0.8, random_direction(random));
    abProximity deepest;
    if (!press(A, &X_WA, B, &X_WB, depth, &deepest)) {
        return;
    }
    abPatchPoint points[AB_PATCH_MAX];
    int count = ab_patch(A, &X_WA, B, &X_WB, &deepest, points);
    for (int i = 0; i < count; i++) {
        double along = points[i].depth * ab_dot(points[i].n_AB_W, deepest.n_AB_W);
        // a foot is beside an edge by the depth times the tilt; what is rounded is held
        CHECK(along <= (A->radius + B->radius > 0.0 ? 1.2501 : 1.1) * depth);
    }
}

// Where a depth is told, some of A lies beyond some of B by that much along its normal; so it
// cannot be more, along the normal of the pair, than the depth of the pair.
static void no_point_is_deeper_than_the_pair(void) {
    static const struct {
        const char *text;
        double rounding;
    } kinds[] = {{"box size=0.4,0.6,0.2", 0.0},
                 {"cylinder radius=0.15 length=0.3", 0.0},
                 {"cylinder radius=0.15 length=0.3", 0.02},
                 {"box size=0.4,0.6,0.2", 0.02},
                 {"capsule radius=0.1 length=0.4", 0.0},
                 {"cone radius=0.2 length=0.3", 0.0},
                 {"cone radius=0.2 top_radius=0.1 length=0.3", 0.0},
                 {"tube radius=0.2 inner_radius=0.1 length=0.3", 0.0},
                 {"torus ring_radius=0.2 tube_radius=0.05", 0.0}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    abShape shapes[KINDS];
    for (int i = 0; i < KINDS; i++) {
        shapes[i] = lasting_shape(kinds[i].text, kinds[i].rounding);
    }
    Random random = {.state = 5};
    for (int i = 0; i < KINDS; i++) {
        for (int k = i; k < KINDS; k++) {
            for (int t = 0; t < TRIALS; t++) {
                check_depths(&random, &shapes[i], &shapes[k], t % 2 == 0 ? 3.0 : 0.1,
                             t % 3 == 0 ? 2e-3 : 2e-4);
            }
        }
    }
}

// A hole carries nothing.
static void what_lies_over_a_hole_carries_nothing(void) {
    abShape tube = lasting_shape("tube radius=0.3 inner_radius=0.2 length=0.4", 0.0);
    abShape pole = lasting_shape("cylinder radius=0.25 length=0.4", 0.0),
            box = lasting_shape("box size=1,1,0.2", 0.0);
    abPatchPoint points[AB_PATCH_MAX];
    abProximity deepest;
    abPose X_WA = at(0, 0, 0), X_WB = at(0.1, 0, 0.399);
    ab_proximity(&tube, &X_WA, &pole, &X_WB, &deepest);
    int count = ab_patch(&tube, &X_WA, &pole, &X_WB, &deepest, points), over = 0;
    for (int i = 0; i < count; i++) {
        abVec3 p = points[i].p_W;
        over += p.x * p.x + p.y * p.y < 0.2 * 0.2 && points[i].id >= 0;
    }
    CHECK(count > 8 && over == 0);
    // the corner of a plate within the bore of the tube that stands on it
    X_WA = at(-0.45, -0.45, -0.1), X_WB = at(0, 0, 0.199);
    ab_proximity(&box, &X_WA, &tube, &X_WB, &deepest);
    count = ab_patch(&box, &X_WA, &tube, &X_WB, &deepest, points), over = 0;
    for (int i = 0; i < count; i++) {
        abVec3 p = points[i].p_W;
        over += p.x * p.x + p.y * p.y < 0.2 * 0.2 && points[i].id >= 0;
    }
    CHECK(count > 4 && over == 0);
}

// ---- the potential ----

// On a plane the force is the slope of the energy.
static void on_a_plane_energy_is_kept(void) {
    const char *const shapes[] = {"box size=0.4,0.6,0.2",
                                  "cylinder radius=0.3 length=0.2",
                                  "cone radius=0.3 top_radius=0.2 length=0.2",
                                  "capsule radius=0.1 length=0.3",
                                  "tube radius=0.3 inner_radius=0.1 length=0.2",
                                  "torus ring_radius=0.3 tube_radius=0.1"};
    abShape plane = lasting_shape("plane normal=0,0,1", 0.0);
    for (int k = 0; k < 6; k++) {
        abShape body = lasting_shape(shapes[k], 0.0);
        for (int i = 0; i < 100; i++) {
            double lean = 1e-3 * i, about = 0.37 * i, step = 1e-6;
            double rx = lean * ab_cos(about), ry = lean * ab_sin(about);
            abPose X = at_turned(0, 0, 0, rx, ry, 0.1 * i);
            abPose ground = at(0, 0, 0);
            abProximity p;
            ab_proximity(&plane, &ground, &body, &X, &p);
            X.p.z -= p.distance + 0.02;
            abPose high = X, low = X;
            high.p.z += step, low.p.z -= step;
            Load here = load(&plane, ground, &body, X);
            double slope = (load(&plane, ground, &body, low).energy -
                            load(&plane, ground, &body, high).energy) /
                           (2.0 * step);
            CHECK_NEAR(slope, here.total.z, 1e-7, 1.0);
            // turned about x
            abMat3 R = ab_quat_to_matrix(ab_quat_from_xyz((abVec3){step, 0, 0}));
            abMat3 back = ab_quat_to_matrix(ab_quat_from_xyz((abVec3){-step, 0, 0}));
            abPose forth_X = ab_pose_mul((abPose){R, {0, 0, 0}}, X);
            abPose back_X = ab_pose_mul((abPose){back, {0, 0, 0}}, X);
            slope = (load(&plane, ground, &body, back_X).energy -
                     load(&plane, ground, &body, forth_X).energy) /
                    (2.0 * step);
            CHECK_NEAR(slope, here.torque.x, 1e-7, 1.0);
        }
    }
}

// The change of the area when B sinks as it is.
static void the_slope_of_the_area_is_that_of_a_difference(void) {
    abShape plane = lasting_shape("plane normal=0,0,1", 0.0),
            slab = lasting_shape("box size=2,2,0.2", 0.0);
    abShape box = lasting_shape("box size=0.4,0.6,0.2", 0.0),
            can = lasting_shape("cylinder radius=0.3 length=0.4", 0.0);
    abShape pipe = lasting_shape("tube radius=0.3 inner_radius=0.2 length=0.4", 0.0);
    const abShape *bodies[] = {&box, &can, &pipe};
    const double heights[] = {0.1, 0.2, 0.2};
    for (int i = 0; i < 3; i++) {
        for (double tilt = 0.0; tilt < 0.3; tilt += 0.049) {
            for (double depth = 0.001; depth < 0.02; depth *= 1.9) {
                double up = heights[i] * cos(tilt) + 0.3 * sin(tilt) - depth, h = 1e-7;
                Load lower =
                    load(&plane, at(0, 0, 0), bodies[i], at_turned(0, 0, up - h, tilt, 0, 0));
                Load upper =
                    load(&plane, at(0, 0, 0), bodies[i], at_turned(0, 0, up + h, tilt, 0, 0));
                Load here = load(&plane, at(0, 0, 0), bodies[i], at_turned(0, 0, up, tilt, 0, 0));
                double slope = (lower.area - upper.area) / (2.0 * h);
                // rounding 1e-16/h, truncation h^2/tilt^3, and the root where a rim begins
                CHECK_NEAR(here.area_slope, slope, 1e-5, fmax(slope, 1.0));
            }
        }
    }
    // face on face is seen along the middle of both normals: a little less
    Load on = load(&slab, at(0, 0, -0.1), &box, at_turned(0, 0, 0.15, 0.2, 0, 0));
    CHECK(on.area > 0.0 && on.area < 0.24 && on.area_slope > 0.0);
}

AB_TESTS(AB_TEST(the_slope_of_the_area_is_that_of_a_difference), AB_TEST(flat_bodies_on_a_plane),
         AB_TEST(a_corner_alone_counts_once), AB_TEST(weights_of_flat_patches),
         AB_TEST(bars_lie_on_each_other), AB_TEST(hollow_bodies_lie_flat),
         AB_TEST(a_bar_lies_in_a_bore), AB_TEST(forces_are_continuous),
         AB_TEST(points_of_a_standing_body_stay), AB_TEST(no_point_is_deeper_than_the_pair),
         AB_TEST(what_lies_over_a_hole_carries_nothing), AB_TEST(on_a_plane_energy_is_kept))
