// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_drives_test.c - what a drive gives in an impact is its work, and contacts only take.
//
// A drive of speed v strikes a ball of mass m at rest: the ball leaves with (1 + e) v by the impulse
// J = m (1 + e) v, the drive does the work J v, and m v^2 (1 - e^2)/2 is lost.

#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

static const double s_mass = 2.0, s_speed = 3.0;

static void strike(const char *method, const char *hammer, double e) {
    static abError error;
    char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\nmaterials: {hard: {density: 1000}}\n"
             "pairs: [{materials: [hard, hard], restitution: %g, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  ball: {position: [1.5, 0, 0], mass: %g, inertia: [0.1, 0.1, 0.1], "
             "shapes: [{sphere: {radius: 0.2}, material: hard}]}\n"
             "%s"
             "contacts:\n  - {between: [all, all], normal: {law: rigid}, friction: {law: none}}\n"
             "simulation: {%s, end_time: 0.6}\n",
             e, s_mass, hammer, method);
    abSimulation *simulation;
    abModel *model;
    open_sound(text, (abLog){0}, &model, &simulation, &error);
    CHECK(ab_simulation_run(simulation, NULL, &error) == AB_OK);
    abEnergyBook book = ab_simulation_energy(simulation);
    double energy = s_mass * s_speed * s_speed;
    CHECK_NEAR(ab_simulation_body(simulation, (abBodyId){1}).velocity.x, (1.0 + e) * s_speed, 1e-6,
               s_speed);
    CHECK_NEAR(book.drive_work, (1.0 + e) * energy, 1e-6, energy);
    CHECK_NEAR(book.contact_damping, 0.5 * (1.0 - e * e) * energy, 1e-6, energy);
    close_fixture(model, simulation);
}

static const double s_restitutions[] = {0.0, 0.4, 1.0};

static void a_prescribed_body_strikes(void) {
    static const char hammer[] = "  hammer: {mobility: prescribed, motion: {x: 3 * t}, "
                                 "shapes: [{box: {size: [0.4, 1, 1]}, material: hard}]}\n";
    for (int i = 0; i < 3; i++) {
        strike("method: events", hammer, s_restitutions[i]);
    }
}

// The hammer has a mass of its own and is held to its way by the joint.
static void a_driven_joint_strikes(void) {
    static const char hammer[] =
        "  hammer: {velocity: [3, 0, 0], shapes: [{box: {size: [0.4, 1, 1]}, material: hard}]}\n"
        "joints:\n"
        "  - {type: prismatic, between: [world, hammer], axis: [1, 0, 0], z: 3 * t}\n";
    for (int i = 0; i < 3; i++) {
        strike("method: events", hammer, s_restitutions[i]);
    }
}

AB_TESTS(AB_TEST(a_prescribed_body_strikes), AB_TEST(a_driven_joint_strikes))
