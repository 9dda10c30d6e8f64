// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// point_candidates_test.c - the list of points always has the one where two shapes are nearest.

#include <math.h>
#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "base/random_fixture.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "core/simulation_state.h"
#include "mechanics/contact/point_candidates.h"

// What the shapes of the two bodies are; the first is at rest.
static const char *const s_pairs[][2] = {
    {"plane: {}", "beam: {length: 0.12, width: 0.04, thickness: 0.03}"},
    {"plane: {}", "torus: {ring_radius: 0.05, tube_radius: 0.02}"},
    {"plane: {}", "cone: {radius: 0.05, length: 0.1}"},
    {"box: {size: [0.2, 0.2, 0.1]}", "beam: {length: 0.12, width: 0.04, thickness: 0.03}"},
    {"box: {size: [0.2, 0.2, 0.1]}", "box: {size: [0.05, 0.1, 0.2]}"},
    {"box: {size: [0.2, 0.2, 0.1]}", "cylinder: {radius: 0.04, length: 0.1}"},
    {"box: {size: [0.2, 0.2, 0.1]}", "capsule: {radius: 0.03, length: 0.1}"},
    {"box: {size: [0.2, 0.2, 0.1]}", "torus: {ring_radius: 0.05, tube_radius: 0.02}"},
    {"cylinder: {radius: 0.06, length: 0.1}", "cylinder: {radius: 0.04, length: 0.1}"},
    {"cylinder: {radius: 0.06, length: 0.1}", "cone: {radius: 0.05, length: 0.1}"},
};
enum { PAIRS = sizeof s_pairs / sizeof s_pairs[0], POSES = 400 };

// A pose in which the shapes are about `gap` apart along their normal.
static abPose pose_near(const abShape *A, const abPose *X_A, const abShape *B, double gap,
                        uint64_t *state) {
    double q[4];
    for (int i = 0; i < 4; i++) {
        q[i] = next_random(state);
    }
    abPose X = {ab_quat_to_matrix(ab_quat_unit((abQuat){q[0], q[1], q[2], q[3]})),
                {0.15 * next_random(state), 0.15 * next_random(state), 0.4}};
    for (int i = 0; i < 20; i++) {
        abProximity at;
        ab_proximity(A, X_A, B, &X, &at);
        X.p = ab_add_scaled(X.p, gap - at.distance, at.n_AB_W);
    }
    return X;
}

static void the_nearest_point_is_listed(void) {
    uint64_t state = 7;
    for (int k = 0; k < PAIRS; k++) {
        char text[1000];
        abError error;
        abSimulation *s = NULL;
        snprintf(text, sizeof text,
                 "abut: 1\nmaterials: {m: {density: 1000}}\n"
                 "pairs: [{materials: [m, m], restitution: 0}]\n"
                 "contacts: [{between: [all, all], normal: {law: rigid}, friction: none}]\n"
                 "bodies:\n  g: {mobility: fixed, shapes: [{%s, material: m}]}\n"
                 "  a: {position: [0, 0, 1], shapes: [{%s, material: m}]}\n",
                 s_pairs[k][0], s_pairs[k][1]);
        abModel *model = sound_model(text, &error);
        CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &error) == AB_OK);
        const abShape *A = &s->model->shapes[0].shape, *B = &s->model->shapes[1].shape;
        const abPose X_A = {ab_quat_to_matrix((abQuat){1.0, 0.0, 0.0, 0.0}), {0.0, 0.0, 0.0}};
        int missing = 0;
        for (int i = 0; i < POSES; i++) {
            abPose X_B = pose_near(A, &X_A, B, (i % 2) * 1e-6, &state);
            abPointCandidate points[AB_PATCH_MAX];
            abOutlineContacts outlines;
            abProximity at;
            ab_proximity(A, &X_A, B, &X_B, &at);
            int count = ab_rigid_surface_points(&s->dynamics.mechanics, 0, 1, &X_A, &X_B, &outlines,
                                                points);
            double least = INFINITY;
            for (int p = 0; p < count; p++) {
                least = fmin(least, points[p].gap);
            }
            missing += !(least <= at.distance + 1e-12);
        }
        CHECK(missing == 0);
        close_fixture(model, s);
    }
}

AB_TESTS(AB_TEST(the_nearest_point_is_listed))
