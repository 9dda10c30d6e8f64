// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_deepest_test.c - what the deepest point of a pair carries beside its patch: weights are the
// slopes of the energy that they store, and the force of a block that stands askew on another is
// the slope of its own.

#include "collide/patch/patch_deepest.h"

#include "base/check.h"
#include "collide/patch/patch.h"
#include "collide/patch/patch_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

// What the points and the deepest one store by a law U = d^power, and the forces there.
typedef struct Stored {
    double energy, deepest_force, force[AB_PATCH_MAX]; // by id
    double least_weight;
    int features; // that carry
} Stored;

static Stored store(const double *weights, const double *depths, int count, double deepest,
                    double power) {
    abProximity at = {.distance = -deepest, .n_AB_W = {0.0, 0.0, 1.0}};
    abPatchPoint points[AB_PATCH_MAX];
    for (int i = 0; i < count; i++) {
        points[i] = (abPatchPoint){.depth = depths[i], .weight = weights[i], .id = i};
    }
    Stored out = {.least_weight = INFINITY};
    int kept = ab_patch_with_deepest(&at, power, points, count);
    for (int i = 0; i < kept; i++) {
        double energy = points[i].weight * ab_pow(points[i].depth, power);
        double force = power * energy / points[i].depth;
        out.energy += energy;
        *(points[i].id < 0 ? &out.deepest_force : &out.force[points[i].id]) = force;
        out.features += points[i].id >= 0;
        out.least_weight = fmin(out.least_weight, points[i].weight);
    }
    return out;
}

static double between(Random *random, double least, double most) {
    return least + (most - least) * 0.5 * (1.0 + random_vector(random).x);
}

static void forces_are_the_slopes(void) {
    Random random = {.state = 5};
    int left_out = 0;
    for (int k = 0; k < 2000; k++) {
        enum { MOST = 10 };
        double weights[MOST], depths[MOST], h = 1e-5, power = k % 2 == 0 ? 2.0 : 2.5;
        int count = 2 + (int)between(&random, 0.0, MOST - 1.01);
        for (int i = 0; i < count; i++) {
            weights[i] = between(&random, 0.1, 1.0);
            depths[i] = between(&random, 0.6, 0.99);
        }
        Stored at = store(weights, depths, count, 1.0, power);
        double sum = fmax(1.0, at.energy);
        CHECK(at.least_weight > 0.0);
        if (at.features < count) {
            left_out++; // a slight point as deep as the pair, among many
            continue;
        }
        CHECK(at.energy >= 1.0 - 1e-12); // never less than one contact
        for (int i = 0; i < count; i++) {
            double there = depths[i];
            depths[i] = there + h;
            double on = store(weights, depths, count, 1.0, power).energy;
            depths[i] = there - h;
            double back = store(weights, depths, count, 1.0, power).energy;
            depths[i] = there;
            CHECK_NEAR((on - back) / (2.0 * h), at.force[i], 1e-6, sum);
        }
        double on = store(weights, depths, count, 1.0 + h, power).energy;
        double back = store(weights, depths, count, 1.0 - h, power).energy;
        CHECK_NEAR((on - back) / (2.0 * h), at.deepest_force, 1e-6, sum);
    }
    CHECK(left_out < 20);
}

static void one_point_as_deep_is_one_contact(void) {
    for (double w = 0.05; w <= 1.0; w += 0.05) {
        const double depth = 1.0;
        CHECK_NEAR(store(&w, &depth, 1, 1.0, 2.5).energy, 1.0, 1e-9, 1.0);
    }
}

static void what_lies_flat_has_its_own_weights(void) {
    const double weights[8] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    const double depths[8] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    for (int count = 4; count <= 8; count += 4) {
        Stored flat = store(weights, depths, count, 1.0, 2.5);
        CHECK_NEAR(flat.energy, 0.5 * count, 1e-14, 1.0);
        CHECK(flat.deepest_force == 0.0);
    }
}

// ---- blocks on blocks ----

#define DEPTH 1e-3
#define STEP (1e-4 * DEPTH)

typedef struct Standing {
    abShape A, B;
    double power;
} Standing;

// Energy, and what the force and the torque about its origin are on B.
static double load(const Standing *s, abPose X_WB, abVec3 *force, abVec3 *torque) {
    abPose X_WA = {ab_quat_to_matrix((abQuat){1.0, 0.0, 0.0, 0.0}), {0.0, 0.0, 0.0}};
    abProximity at;
    abPatchPoint points[AB_PATCH_MAX];
    ab_proximity(&s->A, &X_WA, &s->B, &X_WB, &at);
    int count = ab_patch_of_law(&s->A, &X_WA, &s->B, &X_WB, &at, s->power, points);
    double energy = 0.0;
    *force = *torque = (abVec3){0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        double u = points[i].weight * ab_pow(points[i].depth, s->power);
        abVec3 f = ab_scale(s->power * u / points[i].depth, points[i].n_AB_W);
        energy += u;
        *force = ab_add(*force, f);
        *torque = ab_add(*torque, ab_cross(ab_sub(points[i].p_W, X_WB.p), f));
    }
    return energy;
}

static abMat3 turn(abVec3 axis, double angle) {
    return ab_quat_to_matrix(ab_quat_from_axis_angle(axis, angle));
}

// B stands on A, beside its middle and a little askew, DEPTH deep.
static abPose stand(const Standing *s, Random *random, double lean) {
    abVec3 askew = random_vector(random), off = random_vector(random);
    abVec3 axis = {askew.x, askew.y, 0.0};
    abPose X_WA = {turn((abVec3){0.0, 0.0, 1.0}, 0.0), {0.0, 0.0, 0.0}};
    abPose X = {ab_mat3_mul(turn(axis, lean * ab_norm(axis)), turn((abVec3){0, 0, 1}, 0.3 * off.z)),
                {0.3 * off.x, 0.3 * off.y, 1.5}};
    for (int i = 0; i < 60; i++) {
        abProximity at;
        ab_proximity(&s->A, &X_WA, &s->B, &X, &at);
        X.p.z -= at.distance + DEPTH;
    }
    return X;
}

// The greatest difference of force and slope where B sinks or tilts, by the force.
static double difference(const Standing *s, abPose X) {
    abVec3 force, torque, unused;
    load(s, X, &force, &torque);
    double worst = 0.0;
    for (int motion = 0; motion < 3; motion++) {
        abPose on = X, back = X;
        abVec3 axis = {motion == 1, motion == 2, 0.0};
        if (motion == 0) {
            on.p.z += STEP, back.p.z -= STEP;
        } else {
            on.R = ab_mat3_mul(turn(axis, STEP), X.R);
            back.R = ab_mat3_mul(turn(axis, -STEP), X.R);
        }
        double slope = load(s, back, &unused, &unused) - load(s, on, &unused, &unused);
        double acts = motion == 0 ? force.z : ab_dot(axis, torque);
        worst = fmax(worst, fabs(slope / (2.0 * STEP) - acts));
    }
    return worst / ab_norm(force);
}

static void what_stands_askew_is_pressed_by_the_slope_of_its_energy(void) {
    static const char *const blocks[3] = {"box size=2,2,1.5", "cylinder radius=1 length=1.2",
                                          "tube radius=1 inner_radius=0.5 length=1.2"};
    Random random = {.state = 17};
    for (int k = 1; k < 9; k++) { // a box on a box has edges that cross or are parallel
        Standing s = {fixture_shape(blocks[k / 3]), fixture_shape(blocks[k % 3]), 2.5};
        for (int i = 0; i < 60; i++) {
            double lean = DEPTH * (i % 3 == 0 ? 1.0 : i % 3 == 1 ? 3.0 : 30.0);
            CHECK(difference(&s, stand(&s, &random, lean)) < 1e-3);
        }
    }
}

AB_TESTS(AB_TEST(forces_are_the_slopes), AB_TEST(one_point_as_deep_is_one_contact),
         AB_TEST(what_lies_flat_has_its_own_weights),
         AB_TEST(what_stands_askew_is_pressed_by_the_slope_of_its_energy))
