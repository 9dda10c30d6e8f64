// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// apply_forces_test.c - forces are the slopes of their energies, act and react, and take no sides.

#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"
#include "mechanics/force/apply_forces.h"
#include "mechanics/state/place.h"

static abError s_error;
static abModel *s_model;
static abDerivative s_dynamics;
static double s_y[64], s_ydot[64], s_moved[64], s_rest[64];

// Two bodies that tumble, with one force between markers on them.
static void begin(const char *force) {
    char text[3000];
    snprintf(text, sizeof text,
             "abut: 1\ncontacts: []\ngravity: [0, 0, 0]\nmarkers: {post: {position: [0, 0, 1]}}\n"
             "bodies:\n"
             "  a: {position: [0.4, -0.2, 0.7], rotation: [0.5, 0.7, -0.3], mass: 2,\n"
             "      velocity: [0.3, 0.5, -0.2], angular_velocity: [0.7, -1.1, 1.9],\n"
             "      inertia: [0.4, 0.5, 0.6], center_of_mass: [0.1, 0, 0.2],\n"
             "      markers: {m: {position: [0.1, 0.2, 0.3], rotation: [0.4, -0.2, 0.6]}}}\n"
             "  b: {position: [-0.4, 0.3, 0.2], rotation: [-0.5, 1.2, 0.8], mass: 1,\n"
             "      velocity: [-0.1, 0.4, 0.6], angular_velocity: [-0.5, 0.3, 2.2],\n"
             "      inertia: [0.2, 0.3, 0.4], center_of_mass: [0, 0.1, 0],\n"
             "      markers: {m: {position: [-0.1, 0.2, 0.1], rotation: [0.3, 0.2, -0.5]}}}\n"
             "forces:\n  - {name: f, %s}\n",
             force);
    s_model = sound_model(text, &s_error);
    CHECK(ab_derivative_init(&s_dynamics, s_model, ab_heap(), &s_error) == AB_OK);
    ab_mechanics_initial(&s_dynamics.mechanics, s_y);
    CHECK(ab_derivative_evaluate(&s_dynamics, 0.3, s_y, s_ydot));
}

static void end(void) {
    ab_derivative_done(&s_dynamics);
    ab_model_destroy(s_model);
}

static double power_of_loads(void) {
    double power = 0.0;
    for (int b = 0; b < 2; b++) {
        const abBodyNow *now = &s_dynamics.mechanics.bodies[b];
        power += ab_dot(now->force, now->v) + ab_dot(now->torque, now->w);
    }
    return power;
}

static double stored_later(double h) {
    for (int i = 0; i < s_model->state_count; i++) {
        s_moved[i] = s_y[i] + h * s_ydot[i];
    }
    ab_derivative_evaluate(&s_dynamics, 0.3 + h, s_moved, s_rest);
    return ab_spring_energy(&s_dynamics.mechanics);
}

static void check_book(void) {
    const double h = 1e-3;
    double power = power_of_loads();
    double lost = s_dynamics.mechanics.book_rates[AB_BOOK_DAMPERS];
    double done = s_dynamics.mechanics.book_rates[AB_BOOK_APPLIED];
    double stored = (8.0 * (stored_later(h) - stored_later(-h)) -
                     (stored_later(2.0 * h) - stored_later(-2.0 * h))) /
                    (12.0 * h);
    // h^4 of truncation, 1e-15/h of rounding, of energies up to 100 J
    CHECK_NEAR(power + lost + stored - done, 0.0, 1e-10, 100.0);
    CHECK(lost >= 0.0);
}

// Forces and moments about the origin on both bodies sum to zero.
static void check_reaction(void) {
    abVec3 force = {0, 0, 0}, moment = {0, 0, 0};
    for (int b = 0; b < 2; b++) {
        const abBodyNow *now = &s_dynamics.mechanics.bodies[b];
        force = ab_add(force, now->force);
        moment = ab_add(moment, ab_add(now->torque, ab_cross(now->X.p, now->force)));
    }
    CHECK_NEAR(ab_norm(force), 0.0, 1e-13, 100.0);
    CHECK_NEAR(ab_norm(moment), 0.0, 1e-13, 100.0);
}

static const char *const s_forces[] = {
    "type: spring, between: [a.m, b.m], stiffness: 40, damping: 3, length: 0.3, preload: 7",
    "type: torsion_spring, between: [a.m, b.m], stiffness: 5, damping: 2, angle: 0.2, preload: 1",
    "type: bushing, between: [a.m, b.m], stiffness: [10, 20, 30], damping: [1, 2, 3],\n"
    "     preload: [4, 5, 6], torsional_stiffness: [7, 9, 11], torsional_damping: [0.1, 0.2, "
    "0.3],\n"
    "     preload_torque: [0.5, -0.6, 0.7]",
    "type: applied, between: [a, b.m], point: [0.1, 0, 0.3], fx: 'DX(a, b)*10', fy: 'VY(a)', fz: "
    "t,\n"
    "     tx: 1, ty: WZ(b), tz: 3, axes: a.m",
    "type: line_of_sight, between: [a.m, b.m], force: '-30*(DM(a.m, b.m) - 0.2) - VR(a.m, b.m)'",
    "type: spring, between: [a.m, b.m], stiffness: 40, damping: 3, length: 0.3, damps: all",
    "type: spring, between: [a.m,b.m], stiffness: 40, damping: 3, length: 0.1, compress_only: true",
    "type: spring, between: [a.m, b.m], stiffness: 40, damping: 3, length: 9, compress_only: true",
    "type: rope, between: [a.m, b.m], stiffness: 40, damping: 3, length: 0.1",
    "type: rope, between: [a.m, b.m], stiffness: 40, damping: 300, length: 0.1",
    "type: rope, between: [a.m, b.m], stiffness: 40, damping: 3, length: 5",
    "type: drag, between: [a.m, b.m], damping: 3, turning: 0.5",
    "type: attraction, between: [a.m, b.m], constant: 4",
    "type: axis_torque, between: [a.m, b.m], torque: '-4*AZ(b.m, a.m)'",
};

static void forces_act_and_react(void) {
    for (size_t k = 0; k < sizeof s_forces / sizeof s_forces[0]; k++) {
        begin(s_forces[k]);
        if (strstr(s_forces[k], "damps: all") == NULL) { // which leaves a couple
            check_reaction();
        }
        end();
    }
}

static void work_goes_into_the_book(void) {
    for (size_t k = 0; k < sizeof s_forces / sizeof s_forces[0]; k++) {
        int before = s_failed_checks;
        begin(s_forces[k]);
        check_book();
        end();
        if (s_failed_checks > before) {
            printf("with %s\n", s_forces[k]);
        }
    }
}

static void written_out_they_are_the_same(void) {
    begin("type: spring, between: [a.m, b.m], stiffness: 30, damping: 1, length: 0.2");
    abVec3 force = s_dynamics.mechanics.bodies[1].force,
           torque = s_dynamics.mechanics.bodies[1].torque;
    end();
    begin(s_forces[4]);
    CHECK_NEAR(ab_norm(ab_sub(s_dynamics.mechanics.bodies[1].force, force)), 0.0, 1e-14, 30.0);
    CHECK_NEAR(ab_norm(ab_sub(s_dynamics.mechanics.bodies[1].torque, torque)), 0.0, 1e-14, 30.0);
    end();
}

// Small turns: the bushing of textbooks, with cross terms of second order.
static void a_bushing_is_linear_for_small_turns(void) {
    abMat3 none = ab_mat3_identity();
    const double angle = 1e-4;
    abBushingKeys keys = {.torsional_stiffness = {7.0, 9.0, 11.0}, .stiffness = {1.0, 2.0, 3.0}};
    abQuat q = ab_quat_from_xyz(ab_vec3(angle, 2.0 * angle, -angle));
    abForceView view = {.X_A = {none, {0, 0, 0}}, .X_B = {ab_quat_to_matrix(q), {0.1, 0.2, 0.3}}};
    abForceAnswer answer = {0};
    ab_force_type(ab_kind_find("force", "bushing"))->apply(&keys, &view, &answer);
    CHECK_NEAR(answer.force.x, -0.1, 1e-15, 1.0);
    CHECK_NEAR(answer.force.y, -0.4, 1e-15, 1.0);
    CHECK_NEAR(answer.force.z, -0.9, 1e-15, 1.0);
    CHECK_NEAR(answer.torque.x, -7.0 * angle, 5e-3, 7.0 * angle);
    CHECK_NEAR(answer.torque.y, -18.0 * angle, 5e-3, 18.0 * angle);
    CHECK_NEAR(answer.torque.z, 11.0 * angle, 5e-3, 11.0 * angle);
    // a turn about one axis alone: exactly linear
    q = ab_quat_from_axis_angle(ab_vec3(0.0, 0.0, 1.0), 2.7);
    view.X_B.R = ab_quat_to_matrix(q);
    ab_force_type(ab_kind_find("force", "bushing"))->apply(&keys, &view, &answer);
    CHECK_NEAR(answer.torque.z, -11.0 * 2.7, 1e-14, 30.0);
    CHECK_NEAR(answer.torque.x, 0.0, 1e-14, 30.0);
}

AB_TESTS(AB_TEST(forces_act_and_react), AB_TEST(work_goes_into_the_book),
         AB_TEST(written_out_they_are_the_same), AB_TEST(a_bushing_is_linear_for_small_turns))
