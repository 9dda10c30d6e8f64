// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_slope_test.c - the force of a contact is the slope of the energy that it stores: bodies of
// every pair of shapes that overlap as they happen to meet are moved and turned by a little to both
// sides, and the difference of the energy is compared with force and torque.

#include "collide/patch/patch.h"

#include "base/check.h"
#include "collide/patch/patch_fixture.h"
#include "math/core/pose_fixture.h"
#include "math/core/vector_math.h"

// Of a linear law of stiffness 1. A step is a ten-thousandth of the depth: what the slope misses by
// rounding and curvature is a millionth of the force.
static double s_depth = 3e-3;
#define STEP (1e-4 * s_depth)
#define EXACT 1e-3 // of the force; torques are of the same size, as bodies are about 1 m large

enum { SOLIDS = 8, ROUNDS = 2, POSES = 120 };

static const char *const s_solids[SOLIDS] = {
    "box size=0.9,1.1,0.7",           "beam width=0.4 length=1.0 thickness=0.5",
    "cylinder radius=0.4 length=0.9", "tube radius=0.5 inner_radius=0.3 length=0.7",
    "cone radius=0.5 length=0.9",     "cone radius=0.5 top_radius=0.3 length=0.8",
    "capsule radius=0.3 length=0.7",  "torus ring_radius=0.5 tube_radius=0.2",
};
static const char *const s_rounds[ROUNDS] = {"sphere radius=0.4",
                                             "ellipsoid semi_axes=0.5,0.4,0.3"};

// Two bodies that overlap.
typedef struct Meeting {
    abShape A, B;
    abPose X_WA, X_WB;
    abProximity deepest;
} Meeting;

typedef struct Stored {
    double energy;
    abVec3 force, torque; // on B, about its origin
    double aside;         // 1 less the cosine of the angle between the force and the nearest normal
} Stored;

static Stored stored(const Meeting *m, abPose X_WB) {
    abProximity deepest;
    abPatchPoint points[AB_PATCH_MAX];
    ab_proximity(&m->A, &m->X_WA, &m->B, &X_WB, &deepest);
    int count = ab_patch(&m->A, &m->X_WA, &m->B, &X_WB, &deepest, points);
    Stored out = {0};
    for (int i = 0; i < count; i++) {
        double force = points[i].depth * points[i].weight;
        abVec3 f = ab_scale(force, points[i].n_AB_W);
        out.energy += 0.5 * force * points[i].depth;
        out.force = ab_add(out.force, f);
        out.torque = ab_add(out.torque, ab_cross(ab_sub(points[i].p_W, X_WB.p), f));
    }
    out.aside = 1.0 - ab_dot(ab_unit(out.force), deepest.n_AB_W);
    return out;
}

// Brought together until they overlap by s_depth; false where that fails, as for
// what slips into a ring.
static bool bring_together(Meeting *m) {
    for (int i = 0; i < 60; i++) {
        ab_proximity(&m->A, &m->X_WA, &m->B, &m->X_WB, &m->deepest);
        double by = -s_depth - m->deepest.distance;
        if (fabs(by) < 1e-9) {
            return true;
        }
        m->X_WB.p = ab_add_scaled(m->X_WB.p, by, m->deepest.n_AB_W);
    }
    return false;
}

static bool meet(Meeting *m, Random *random) {
    m->X_WA = (abPose){random_rotation(random), random_vector(random)};
    m->X_WB = (abPose){random_rotation(random), random_vector(random)};
    return bring_together(m);
}

// Side by side, with the axes (z) nearly in one plane, turned there by up to 0.3 rad from each other.
static bool meet_lying(Meeting *m, Random *random) {
    double tilt = 0.3 * random_number(random), aside = 0.02 * random_number(random);
    abPose lean = at_turned(0.7, 0.0, 0.3 * random_number(random), aside, tilt, 0.0);
    abMat3 spin = ab_quat_to_matrix(
        ab_quat_from_axis_angle((abVec3){0.0, 0.0, 1.0}, 3.0 * random_number(random)));
    m->X_WA = (abPose){random_rotation(random), random_vector(random)};
    m->X_WB =
        (abPose){ab_mat3_mul(m->X_WA.R, ab_mat3_mul(lean.R, spin)), ab_pose_point(m->X_WA, lean.p)};
    return bring_together(m);
}

// The greatest difference of force and slope, by the force.
static double difference(const Meeting *m, const Stored *at) {
    double worst = 0.0;
    for (int motion = 0; motion < 6; motion++) {
        Stored on = stored(m, moved(m->X_WB, motion, STEP));
        Stored back = stored(m, moved(m->X_WB, motion, -STEP));
        double slope = (back.energy - on.energy) / (2.0 * STEP);
        double acts = motion < 3 ? ab_get(at->force, motion) : ab_get(at->torque, motion - 3);
        worst = fmax(worst, fabs(slope - acts));
    }
    return worst / ab_norm(at->force);
}

typedef struct Tally {
    int met, not_the_slope, aside;
} Tally;

static Tally tally_of(const char *first, const char *second,
                      bool (*meeting)(Meeting *m, Random *random)) {
    Meeting m = {.A = fixture_shape(first), .B = fixture_shape(second)};
    Random random = {.state = 17};
    Tally out = {0};
    for (int i = 0; i < POSES; i++) {
        if (meeting(&m, &random)) {
            Stored at = stored(&m, m.X_WB);
            out.met++;
            out.not_the_slope += difference(&m, &at) > EXACT;
            out.aside += at.aside > 0.02; // 11 degrees
        }
    }
    CHECK(out.met > POSES / 2);
    return out;
}

static Tally tally(const char *first, const char *second) {
    return tally_of(first, second, meet);
}

// However deep, and also where a body turns from one face to another.
static void on_a_plane_it_is_the_slope(void) {
    static const double depths[] = {3e-3, 1e-2, 3e-2};
    for (int k = 0; k < 3; k++) {
        s_depth = depths[k];
        for (int i = 0; i < SOLIDS + ROUNDS; i++) {
            Tally t = tally("plane normal=0,0,1", i < SOLIDS ? s_solids[i] : s_rounds[i - SOLIDS]);
            CHECK(t.not_the_slope == 0 && t.aside == 0);
        }
        Tally flat = tally("plane normal=0,0,1", "beam width=0.3 length=0.8 thickness=0.16");
        CHECK(flat.not_the_slope == 0 && flat.aside == 0);
    }
    s_depth = depths[0];
}

// A beam over a face that is wider than it.
static void of_beams_over_a_face_it_is_the_slope(void) {
    static const char *const wide[] = {"box size=9,9,1", "box size=9,1,9"};
    for (int i = 0; i < 4; i++) {
        s_depth = i % 2 == 0 ? 3e-3 : 3e-2;
        const char *beam = "beam width=0.4 length=1.0 thickness=0.5";
        Tally t = i < 2 ? tally(wide[0], beam) : tally(beam, wide[1]);
        CHECK(t.not_the_slope == 0 && t.aside == 0);
    }
    s_depth = 3e-3;
}

static void of_round_bodies_it_is_the_slope(void) {
    for (int i = 0; i < SOLIDS - 1; i++) { // in a ring they touch at four points
        for (int j = 0; j < ROUNDS; j++) {
            Tally t = tally(s_solids[i], s_rounds[j]);
            CHECK(t.not_the_slope <= 1 && t.aside == 0); // two features may be as near
        }
    }
}

// Bodies with faces and rims that meet as they happen to touch at a point. Weights change with the
// pose where one point becomes two and near corners, there the force is not the slope.
static void of_most_meetings_it_is_the_slope(void) {
    Tally all = {0};
    for (int i = 0; i < SOLIDS; i++) {
        for (int j = i; j < SOLIDS; j++) {
            Tally t = tally(s_solids[i], s_solids[j]);
            bool may_be_around = j == SOLIDS - 1 && i >= 2; // what ends in a ring
            CHECK(10 * t.not_the_slope <= t.met);
            CHECK(t.aside == 0 || may_be_around);
            all.met += t.met;
            all.not_the_slope += t.not_the_slope;
        }
    }
    CHECK(28 * all.not_the_slope <= all.met);
}

// What is at the end of a wall goes by the other wall's normal, however the axes lean. Where two rims
// meet the deepest place has two normals, and there is no slope.
static void of_bars_that_lie_askew_it_is_the_slope(void) {
    enum { BARS = 4 };
    static const char *const bars[BARS] = {
        "cylinder radius=0.4 length=0.9", "cylinder radius=0.2 length=0.6",
        "cone radius=0.4 top_radius=0.33 length=0.9", "capsule radius=0.3 length=0.7"};
    for (int k = 0; k < 2; k++) {
        s_depth = k == 0 ? 1e-5 : 1e-4;
        for (int i = 0; i < BARS; i++) {
            for (int j = i; j < BARS; j++) {
                Tally t = tally_of(bars[i], bars[j], meet_lying);
                CHECK(t.not_the_slope <= 2 && t.aside == 0);
            }
        }
    }
    s_depth = 3e-3;
}

AB_TESTS(AB_TEST(on_a_plane_it_is_the_slope), AB_TEST(of_beams_over_a_face_it_is_the_slope),
         AB_TEST(of_round_bodies_it_is_the_slope), AB_TEST(of_most_meetings_it_is_the_slope),
         AB_TEST(of_bars_that_lie_askew_it_is_the_slope))
