// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_flexible_test.c - flexible bodies by time steps: they come to what method events has, the
// faster the shorter the step; the book closes, losses only grow, momentum is kept, and modes that steps
// do not see give no energy.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/model_fixture.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

#include "base/check.h"

enum { FRAMES = 64, NUMBERS = 40 };

typedef struct Seen {
    int count;
    double time[FRAMES], modes[FRAMES][NUMBERS], force[FRAMES];
    abBodyState bodies[FRAMES][3];
    abEnergyBook energy[FRAMES];
    double least, most, most_force;  // of the balance; of forces
    double most_kinetic, worst_loss; // the greatest fall of a loss between two frames
} Seen;

static abError s_error;

static double losses(const abEnergyBook *e, int which) {
    return which == 0 ? e->modal_damping : e->contact_damping + e->sliding_friction;
}

static abResult see_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Seen *seen = context;
    int i = seen->count < FRAMES ? seen->count++ : FRAMES - 1;
    double balance = ab_energy_balance(&frame->energy);
    seen->least = fmin(seen->least, balance);
    seen->most = fmax(seen->most, balance);
    seen->most_kinetic = fmax(seen->most_kinetic, frame->energy.kinetic);
    seen->force[i] = frame->contact_count > 0 ? frame->contacts[0].normal_force : 0.0;
    seen->most_force = fmax(seen->most_force, seen->force[i]);
    for (int k = 0; k < 2 && i > 0; k++) {
        double fell = losses(&seen->energy[i - 1], k) - losses(&frame->energy, k);
        seen->worst_loss = fmax(seen->worst_loss, fell);
    }
    seen->time[i] = frame->time;
    seen->energy[i] = frame->energy;
    for (int b = 0; b < frame->body_count && b < 3; b++) {
        seen->bodies[i][b] = frame->bodies[b];
    }
    for (int k = 0; k < frame->modal_count && k < NUMBERS; k++) {
        seen->modes[i][k] = frame->modes[k];
    }
    return AB_OK;
}

// `step` 0: method events.
static Seen run(const char *model, double step, double end, double interval) {
    static char text[4000];
    Seen seen = {.least = INFINITY, .most = -INFINITY};
    const abObserver observer = {.context = &seen, .frame = see_frame};
    char method[80] = "method: events, tolerance: 1e-10";
    if (step > 0.0) {
        snprintf(method, sizeof method, "method: stepping, step: %.17g", step);
    }
    snprintf(text, sizeof text, "%ssimulation: {%s, end_time: %.17g, output_interval: %.17g}\n",
             model, method, end, interval);
    CHECK(run_and_say(text, &observer, NULL, &s_error) == AB_OK);
    return seen;
}

#define HEAD(restitution)                                                                          \
    "abut: 1\nmaterials:\n"                                                                        \
    "  any: {youngs_modulus: 2.1574630e+11, poissons_ratio: 0.3, density: 7850}\n"                 \
    "pairs:\n  - {materials: [any, any], restitution: " restitution ", sliding_friction: 0.3}\n"
#define FLEX(name) "file: models/flexible/" name ".fem, surface: models/flexible/" name ".obj"
#define SKIN "shapes: [{flexible: {}, material: any}]"

// ---- the same as by events ----

// The greatest difference of a mode, by its greatest value.
static double off(const Seen *a, const Seen *b, int mode) {
    double worst = 0.0, size = 0.0;
    CHECK(a->count == b->count);
    for (int i = 0; i < a->count; i++) {
        worst = fmax(worst, fabs(a->modes[i][mode] - b->modes[i][mode]));
        size = fmax(size, fabs(b->modes[i][mode]));
    }
    return worst / size;
}

// Timoshenko's ball: its highest modes have 200 kHz, which steps of 1 us see.
static void a_ball_hits_a_cantilever_as_by_events(void) {
#define BEAM                                                                                       \
    HEAD("1")                                                                                      \
    "gravity: [0, 0, 0]\nbodies:\n"                                                                \
    "  beam: {mobility: fixed, flexible: {" FLEX(                                                  \
        "beam_12") "}, " SKIN "}\n"                                                                \
                   "  ball: {position: [0.07675, 0, 0.015], velocity: [0, 0, -0.01],\n"            \
                   "    shapes: [{sphere: {radius: 0.01}, material: any}]}\n"
    static const char model[] =
        BEAM "contacts:\n  - {between: [beam, ball], friction: none, manifold: single,\n"
             "     normal: {law: hertz, stiffness: 15805589743.589745}}\n";
    Seen exact = run(model, 0.0, 1.6e-4, 8e-6);
    double last = 0.0;
    for (int i = 0; i < 3; i++) {
        Seen seen = run(model, 2e-6 / (1 << i), 1.6e-4, 8e-6);
        double now = off(&seen, &exact, 3);
        CHECK(i == 0 ? now < 4e-3 : now < 0.3 * last); // second order: a quarter
        CHECK_NEAR(seen.most_force, exact.most_force, 3e-3 / (1 << 2 * i), exact.most_force);
        CHECK_NEAR(seen.most - seen.least, 0.0, 1e-12, seen.most_kinetic);
        last = now;
    }
}

// Turns, vibrates, touches and comes free four times: the gyroscopic, centrifugal and Coriolis terms.
static void a_soft_cube_falls_as_by_events(void) {
    static const char model[] =
        HEAD("1") "gravity: [0, 0, -9.81]\nbodies:\n"
                  "  floor: {mobility: fixed, shapes: [{plane: {}, material: any}]}\n"
                  "  cube:\n    position: [0, 0, 0.3]\n"
                  "    orientation: [0.9847265389049334, 0.10537503853333242, "
                  "0.13698755009333216, 0.021075007706666486]\n    " SKIN "\n"
                  "    flexible: {" FLEX(
                      "eight_masses") "}\n"
                                      "contacts:\n  - {between: [floor, cube], friction: none,\n"
                                      "     normal: {law: compliant, compliance: 2.5e-5}}\n";
    Seen exact = run(model, 0.0, 0.35, 0.05);
    double last = 0.0;
    for (int i = 0; i < 3; i++) {
        Seen seen = run(model, 5e-4 / (1 << i), 0.35, 0.05);
        double now = off(&seen, &exact, 3);
        CHECK(i == 0 ? now < 0.1 : now < 0.4 * last);
        CHECK_NEAR(seen.most - seen.least, 0.0, 3e-5 / (1 << 2 * i), 3.7);
        last = now;
    }
}

// The frame of the hook moves as told; its drive does what the book says. What events smooths friction
// by is the same here.
static void a_snap_hook_bends_and_falls_behind_its_catch_as_by_events(void) {
    static const char model[] =
        "abut: 1\ngravity: [0, 0, 0]\nmaterials:\n"
        "  plastic: {youngs_modulus: 2.9e9, poissons_ratio: 0.35, density: 1410}\n"
        "pairs:\n  - {materials: [plastic, plastic], restitution: 0, sliding_friction: 0.2,\n"
        "     sliding_regularization: 0.001}\n"
        "bodies:\n  hook:\n    mobility: prescribed\n"
        "    motion: {x: \"0.009 * (1 - cos(pi * t / 0.1))\"}\n"
        "    flexible: {" FLEX(
            "snap_hook") ", damping: 0.03}\n"
                         "    shapes: [{flexible: {}, material: plastic}]\n"
                         "  catch:\n    mobility: fixed\n    position: [0.0335, 0, -0.0058]\n"
                         "    shapes: [{box: {size: [0.005, 0.014, 0.008]}, smoothing: 0.0002, "
                         "material: plastic}]\n"
                         "contacts:\n  - {between: [hook, catch], friction: {law: regularized},\n"
                         "     normal: {law: compliant, compliance: 1e-6}}\n";
    Seen exact = run(model, 0.0, 0.05, 0.01); // on top of the catch
    static const double steps[] = {4e-5, 1e-5, 2.5e-6}, allowed[] = {2e-4, 1e-4, 2e-5};
    for (int i = 0; i < 3; i++) {
        Seen seen = run(model, steps[i], 0.05, 0.01);
        CHECK_NEAR(seen.modes[4][3], exact.modes[4][3], allowed[i], exact.modes[4][3]);
        CHECK_NEAR(seen.most - seen.least, 0.0, 1e-10, 0.016);
        CHECK(seen.worst_loss <= 1e-15);
        CHECK_NEAR(seen.energy[5].drive_work, exact.energy[5].drive_work, 2e-2,
                   exact.energy[5].drive_work);
    }
}

// ---- rigid contact ----

static void a_soft_cube_comes_to_rest_on_rigid_contacts(void) {
    static const char model[] = HEAD(
        "0") "gravity: [0, 0, -9.81]\nbodies:\n"
             "  floor: {mobility: fixed, shapes: [{plane: {}, material: any}]}\n"
             "  cube:\n    position: [0, 0, 0.15]\n    velocity: [0.3, 0, 0]\n"
             "    orientation: [0.9847265389049334, 0.10537503853333242, "
             "0.13698755009333216, 0.021075007706666486]\n    " SKIN "\n"
             "    flexible: {" FLEX(
                 "eight_masses") ", damping: 0.05}\n"
                                 "contacts:\n  - {between: [floor, cube], normal: {law: rigid}, "
                                 "friction: {law: coulomb}}\n";
    Seen seen = run(model, 5e-4, 1.2, 0.02);
    int last = seen.count - 1;
    const abBodyState *cube = &seen.bodies[last][1];
    CHECK_NEAR(seen.force[last], 2.0 * 9.81, 1e-9, 2.0 * 9.81);
    CHECK(ab_norm(cube->velocity) < 1e-9 && ab_norm(cube->angular_velocity) < 1e-8);
    CHECK_NEAR(seen.most - seen.least, 0.0, 1e-4, 3.0);
    CHECK(seen.worst_loss <= 1e-12 && seen.energy[last].modal_damping > 0.01);
    CHECK(seen.energy[last].sliding_friction > 0.01);
}

// St Venant: by the condition itself, 16 modes of a bar come off the wall after two passes of the wave.
static void a_bar_leaves_a_rigid_wall_after_two_passes_of_its_wave(void) {
    static const char model[] = HEAD(
        "1") "gravity: [0, 0, 0]\nbodies:\n"
             "  wall: {mobility: fixed, shapes: [{plane: {normal: [1, 0, 0]}, material: any}]}\n"
             "  rod: {position: [1e-6, 0, 0], velocity: [-0.5, 0, 0],\n"
             "    flexible: {" FLEX("rod_16") "}, " SKIN "}\n"
                                              "contacts:\n  - {between: [wall, rod], normal: {law: "
                                              "rigid, restitution: 0}, "
                                              "friction: none}\n";
    Seen seen = run(model, 2e-7, 1.2e-4, 2e-6);
    int last = seen.count - 1;
    // of 0.5: the impact takes what an end that stops at once would need of modes that are not there
    CHECK_NEAR(seen.bodies[last][1].velocity.x, 0.484, 2e-3, 0.5);
    double mean = 0.0;
    for (int i = 5; i < 37; i++) { // Z V, which 16 modes ripple about
        CHECK_NEAR(seen.force[i], 2030.086, 0.05, 2030.086);
        mean += seen.force[i] / 32.0;
    }
    CHECK_NEAR(mean, 2030.086, 0.01, 2030.086);
    CHECK(seen.force[41] == 0.0); // 2 L/c = 77.3 us after the touch at 2 us
    CHECK_NEAR(seen.most - seen.least, 0.0, 1e-9, seen.most_kinetic);
    CHECK(seen.worst_loss <= 1e-12 * seen.most_kinetic);
}

// ---- whatever the step is ----

// Steps of 0.05 to 3 ms on modes from 1 to 200 kHz, with rigid hits: nothing comes of nothing.
static void modes_that_steps_do_not_see_give_no_energy(void) {
    static const char *const laws[] = {"{law: rigid, restitution: 0.5}",
                                       "{law: hertz, stiffness: 15805589743.589745}"};
    for (int i = 0; i < 8; i++) {
        static char model[2000];
        snprintf(
            model, sizeof model,
            "%scontacts:\n  - {between: [beam, ball], friction: none, normal: %s}\n"
            "gravity: [0, 0, -9.81]\n",
            HEAD("1") "bodies:\n"
                      "  beam: {mobility: fixed, flexible: {" FLEX(
                          "beam_12") "}, " SKIN "}\n"
                                     "  ball: {position: [0.07675, 0, 0.0151], velocity: [0, 0, "
                                     "-0.1],\n"
                                     "    shapes: [{sphere: {radius: 0.01}, material: any}]}\n",
            laws[i % 2]);
        double step = 5e-5 * pow(4.0, i / 2);
        Seen seen = run(model, step, 60.0 * step, step);
        CHECK(seen.most - seen.energy[0].kinetic <
              seen.energy[0].gravity + seen.energy[0].strain + 1e-6 * seen.most_kinetic);
        CHECK_NEAR(seen.most - seen.least, 0.0, 1e-6, seen.most_kinetic);
        CHECK(seen.worst_loss <= 1e-6 * seen.most_kinetic);
    }
}

// ---- momentum ----

// Momentum of the cube of eight masses, whose mean S moves by its first mode.
static abVec3 momentum_of(const abBodyState *cube, const double *modes) {
    const double *q = modes + 3, *rate = q + 3;
    abMat3 R = ab_quat_to_matrix(cube->orientation);
    abVec3 c = ab_mul(R, ab_vec3(0.0, 0.0, -0.6 * q[0]));
    abVec3 inner =
        ab_add(ab_cross(cube->angular_velocity, c), ab_mul(R, ab_vec3(0.0, 0.0, -0.6 * rate[0])));
    return ab_add_scaled(inner, 2.0, cube->velocity);
}

static void two_soft_cubes_keep_momentum_when_they_meet(void) {
    static const char model[] =
        HEAD("1") "gravity: [0, 0, 0]\nbodies:\n"
                  "  a: {position: [0, 0, 0], velocity: [0.1, 0, 0], angular_velocity: [1, 2, 0],\n"
                  "    flexible: {" FLEX(
                      "eight_masses") "}, " SKIN "}\n"
                                      "  b: {position: [0.02, 0.01, 0.4], velocity: [0, 0, -1],\n"
                                      "    flexible: {" FLEX(
                                          "eight_masses") "}, " SKIN "}\n"
                                                          "contacts:\n  - {between: [a, b], "
                                                          "friction: {law: coulomb},\n"
                                                          "     normal: {law: compliant, "
                                                          "compliance: 2.5e-5}}\n";
    Seen seen = run(model, 2e-4, 0.4, 0.02);
    int last = seen.count - 1;
    abVec3 start = ab_add(momentum_of(&seen.bodies[0][0], seen.modes[0]),
                          momentum_of(&seen.bodies[0][1], seen.modes[0] + 9));
    abVec3 end = ab_add(momentum_of(&seen.bodies[last][0], seen.modes[last]),
                        momentum_of(&seen.bodies[last][1], seen.modes[last] + 9));
    CHECK(fabs(seen.bodies[last][1].velocity.z + 1.0) > 0.2); // they have met
    CHECK_NEAR(ab_norm(ab_sub(end, start)), 0.0, 1e-9, 2.0);
    CHECK_NEAR(seen.most - seen.least, 0.0, 1e-4, 1.6);
}

// ---- what is not there ----

static void what_steps_cannot_do_is_refused(void) {
#define BODY(more)                                                                                 \
    "abut: 1\nbodies:\n  m: {flexible: {file: models/flexible/six_masses.fem}, markers: "          \
    "{tip: {node: 1}}}\n" more
#define STEPS(more) "simulation: {method: stepping, step: 0.01" more "}\n"
    static const struct {
        const char *text, *told;
    } wrong[] = {
        {BODY("joints:\n  - {type: spherical, between: [world, m.tip]}\n") STEPS(""),
         "is at a flexible body, which method stepping cannot hold"},
        {BODY("forces:\n  - {type: spring, between: [world, m.tip], stiffness: 1}\n") STEPS(""),
         "where method stepping cannot have force elements"},
        {BODY("") STEPS(", step_control: adaptive"), "step_control: adaptive does not see"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(is_refused_with(wrong[i].text, wrong[i].told, &s_error));
    }
}

AB_TESTS(AB_TEST(a_ball_hits_a_cantilever_as_by_events), AB_TEST(a_soft_cube_falls_as_by_events),
         AB_TEST(a_snap_hook_bends_and_falls_behind_its_catch_as_by_events),
         AB_TEST(a_soft_cube_comes_to_rest_on_rigid_contacts),
         AB_TEST(a_bar_leaves_a_rigid_wall_after_two_passes_of_its_wave),
         AB_TEST(modes_that_steps_do_not_see_give_no_energy),
         AB_TEST(two_soft_cubes_keep_momentum_when_they_meet),
         AB_TEST(what_steps_cannot_do_is_refused))
