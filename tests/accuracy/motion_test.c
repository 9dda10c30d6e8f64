// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// motion_test.c - joints, drives, springs, prescribed motion and planar bodies against closed
// forms, and the energy book in each.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"

static const double s_pi = 3.14159265358979323846;

typedef struct Outcome {
    abModel *model;
    abSimulation *simulation;
    double drift; // relative to the energy turned over
} Outcome;

static Outcome run(const char *text) {
    static abError error;
    Outcome out = {0};
    ab_error_clear(&error);
    abLog silent = {0};
    bool ok = ab_model_read_text(text, strlen(text), "test", NULL, 0, ab_heap(), silent, &out.model,
                                 &error) == AB_OK &&
              ab_simulation_create(out.model, NULL, ab_heap(), silent, &out.simulation, &error) ==
                  AB_OK &&
              ab_simulation_run(out.simulation, NULL, &error) == AB_OK;
    for (int i = 0; !ok && i < error.count; i++) {
        char sentence[600];
        ab_error_format(&error, i, sentence, sizeof sentence);
        puts(sentence);
    }
    CHECK(ok);
    if (ok) {
        const abStatistics *s = ab_simulation_statistics(out.simulation);
        out.drift = s->energy_drift / s->energy_scale;
    }
    return out;
}

static abBodyState body(const Outcome *out, const char *name) {
    return ab_simulation_body(out->simulation, ab_model_find_body(out->model, name));
}

static void done(Outcome *out) {
    ab_simulation_destroy(out->simulation);
    ab_model_destroy(out->model);
}

#define HEAD "abut: 1\n"
#define RUN "simulation: {end_time: 2, tolerance: 1.0e-9}\n"

static void a_spring_swings_as_its_formula_says(void) {
    Outcome o =
        run(HEAD "bodies:\n"
                 "  mass: {position: [1.5, 0, 0], mass: 2, inertia: [1, 1, 1]}\n"
                 "forces:\n"
                 "  - {type: spring, between: [world, mass], stiffness: 50, length: 1}\n" RUN);
    // x = 1 + 0.5 cos(5 t)
    CHECK_NEAR(body(&o, "mass").position.x, 1.0 + 0.5 * cos(10.0), 1e-8, 1.0);
    CHECK(o.drift < 1e-8);
    done(&o);
}

static void a_damper_takes_what_the_book_says(void) {
    Outcome o = run(HEAD "bodies:\n"
                         "  mass: {position: [1.5, 0, 0], mass: 2, inertia: [1, 1, 1]}\n"
                         "forces:\n"
                         "  - {type: spring, between: [world, mass], stiffness: 50, length: 1, "
                         "damping: 4}\n" RUN);
    // decay 1/s, frequency sqrt(24)
    double w = sqrt(24.0), x = 0.5 * exp(-2.0) * (cos(2.0 * w) + sin(2.0 * w) / w);
    CHECK_NEAR(body(&o, "mass").position.x, 1.0 + x, 1e-8, 1.0);
    CHECK(o.drift < 1e-8);
    CHECK(ab_simulation_energy(o.simulation).dampers > 5.0); // of the 6.25 J at the start
    done(&o);
}

static void a_driven_hinge_follows_its_drive(void) {
    Outcome o = run(HEAD "gravity: [0, -9.81, 0]\n"
                         "bodies:\n"
                         "  arm: {position: [0.5, 0, 0], mass: 3, inertia: [0.1, 0.2, 0.3]}\n"
                         "joints:\n"
                         "  - {type: revolute, between: [world, arm], rz: '0.5*t^2'}\n" RUN);
    abBodyState arm = body(&o, "arm");
    CHECK_NEAR(arm.position.x, 0.5 * cos(2.0), 1e-9, 1.0);
    CHECK_NEAR(arm.position.y, 0.5 * sin(2.0), 1e-9, 1.0);
    CHECK_NEAR(arm.angular_velocity.z, 2.0, 1e-9, 1.0);
    // the drive's work is the gain in energy: spin, speed and height
    double gain = 0.5 * 0.3 * 4.0 + 0.5 * 3.0 * 1.0 + 3.0 * 9.81 * 0.5 * sin(2.0);
    CHECK_NEAR(ab_simulation_energy(o.simulation).drive_work, gain, 1e-8, gain);
    CHECK(o.drift < 1e-8);
    done(&o);
}

#define GANTRY                                                                                     \
    HEAD "bodies:\n"                                                                               \
         "  bridge: {mass: 4, inertia: [0.1, 0.2, 0.3]}\n"                                         \
         "  tool: {mass: 1, inertia: [0.01, 0.01, 0.01]}\n"                                        \
         "variables:\n"                                                                            \
         "  pace: 'ptp(t, 0.1, 0, 1, min(0.5/0.6, 0.25/0.2), min(1/0.6, 2/0.2))'\n"                \
         "joints:\n"                                                                               \
         "  - {type: prismatic, between: [world, bridge], axis: [1, 0, 0], z: '0.6*pace'}\n"       \
         "  - {type: prismatic, between: [bridge, tool], axis: [0, 1, 0], z: '0.2*pace'}\n"

// Two axes that may do 0.5 m/s and 1 m/s^2, 0.25 m/s and 2 m/s^2, on a straight way of 0.6 m and
// 0.2 m: the first sets the pace, of 0.5 s, 0.7 s and 0.5 s. What the drives give they take back.
static void axes_with_limits_arrive_together(void) {
    static const char *const ends[] = {"end_time: 0.7", "end_time: 2"};
    static const char *const ways[] = {"tolerance: 1.0e-9", "method: stepping, step: 0.01"};
    const double x[] = {0.5 * 0.35, 0.6}, speed[] = {0.5, 0.0};
    for (int i = 0; i < 4; i++) {
        char text[2000];
        snprintf(text, sizeof text, GANTRY "simulation: {%s, %s}\n", ends[i % 2], ways[i / 2]);
        Outcome o = run(text);
        abBodyState tool = body(&o, "tool");
        CHECK_NEAR(tool.position.x, x[i % 2], 1e-9, 1.0);
        CHECK_NEAR(tool.position.y, x[i % 2] / 3.0, 1e-9, 1.0);
        CHECK_NEAR(tool.velocity.x, speed[i % 2], 1e-9, 1.0);
        double vy = speed[i % 2] / 3.0;
        double kinetic = 0.5 * 5.0 * speed[i % 2] * speed[i % 2] + 0.5 * vy * vy;
        CHECK_NEAR(ab_simulation_energy(o.simulation).drive_work, kinetic, 1e-8, 1.0);
        done(&o);
    }
}

static void a_general_joint_drives_all_six_axes(void) {
    Outcome o = run(HEAD "bodies:\n"
                         "  tool: {position: [0.1, 0.2, 0.3], mass: 1, inertia: [0.1, 0.2, 0.25]}\n"
                         "joints:\n"
                         "  - {type: general, between: [world, tool], position: [0.1, 0.2, 0.3],\n"
                         "     x: 'sin(t)', y: '0.3*t', z: '0', rx: '0.4*t', ry: '0.2*sin(2*t)', "
                         "rz: 't^2/4'}\n" RUN);
    abBodyState tool = body(&o, "tool");
    CHECK_NEAR(tool.position.x, 0.1 + sin(2.0), 1e-9, 1.0);
    CHECK_NEAR(tool.position.y, 0.2 + 0.6, 1e-9, 1.0);
    CHECK_NEAR(tool.position.z, 0.3, 1e-9, 1.0);
    // R = Rx(a) Ry(b) Rz(c): the first row of R is (cos b cos c, -cos b sin c, sin b)
    double a = 0.8, b = 0.2 * sin(4.0), c = 1.0;
    abQuat q = tool.orientation;
    CHECK_NEAR(2.0 * (q.x * q.z + q.w * q.y), sin(b), 1e-9, 1.0);
    CHECK_NEAR(1.0 - 2.0 * (q.y * q.y + q.z * q.z), cos(b) * cos(c), 1e-9, 1.0);
    CHECK_NEAR(1.0 - 2.0 * (q.x * q.x + q.y * q.y), cos(a) * cos(b), 1e-9, 1.0);
    CHECK(o.drift < 1e-8);
    done(&o);
}

static void a_universal_joint_turns_its_shaft_unevenly(void) {
    // shafts at 30 degrees; the angle of the second follows tan(out) = tan(in) cos(30 degrees)
    Outcome o = run(
        HEAD
        "bodies:\n"
        "  first: {mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
        "  cross: {mass: 0.1, inertia: [0.01, 0.01, 0.01]}\n"
        "  second: {mass: 1, inertia: [0.1, 0.1, 0.1], rotation: [0, 0.5235987755982988, 0]}\n"
        "joints:\n"
        "  - {type: revolute, between: [world, first], rz: 't'}\n"
        "  - {type: revolute, between: [first, cross], axis: [1, 0, 0]}\n"
        "  - {type: revolute, between: [cross, second], axis: [0, 1, 0]}\n"
        "  - {type: revolute, between: [world, second], axis: [0.5, 0, 0.8660254037844386]}\n" RUN);
    abBodyState second = body(&o, "second");
    // rate of the second: cos(30) / (1 - sin^2(30) cos^2(in)), starting in the plane of the shafts
    double in = 2.0, s = sin(s_pi / 6.0),
           rate = cos(s_pi / 6.0) / (1.0 - s * s * pow(sin(in), 2.0));
    double measured = second.angular_velocity.x * 0.5 + second.angular_velocity.z * cos(s_pi / 6.0);
    double other = cos(s_pi / 6.0) / (1.0 - s * s * pow(cos(in), 2.0));
    CHECK(fabs(measured - rate) < 1e-8 || fabs(measured - other) < 1e-8);
    CHECK(o.drift < 1e-7);
    done(&o);
}

static void a_closed_planar_loop_moves_in_spite_of_redundant_rows(void) {
    // a parallelogram of three bars whose four hinges are all about z: three rows are redundant
    Outcome o =
        run(HEAD "gravity: [0, -9.81, 0]\n"
                 "bodies:\n"
                 "  left: {position: [0, -0.5, 0], mass: 1, inertia: [0.1, 0.01, 0.1]}\n"
                 "  right: {position: [1, -0.5, 0], mass: 1, inertia: [0.1, 0.01, 0.1]}\n"
                 "  bar: {position: [0.5, -1, 0], mass: 2, inertia: [0.01, 0.2, 0.2], "
                 "velocity: [1, 0, 0]}\n"
                 "joints:\n"
                 "  - {type: revolute, between: [world, left]}\n"
                 "  - {type: revolute, between: [world, right], position: [1, 0, 0]}\n"
                 "  - {type: revolute, between: [left, bar], position: [0, -0.5, 0]}\n"
                 "  - {type: revolute, between: [right, bar], position: [0, -0.5, 0]}\n" RUN);
    abBodyState bar = body(&o, "bar");
    // the bar only swings: its middle stays 1 m from the middle of the upper hinges, and level
    double x = bar.position.x - 0.5, y = bar.position.y;
    CHECK_NEAR(sqrt(x * x + y * y), 1.0, 1e-9, 1.0);
    CHECK_NEAR(bar.orientation.w, 1.0, 1e-9, 1.0);
    CHECK(o.drift < 1e-8);
    done(&o);
}

static void a_prescribed_plate_carries_a_ball_and_the_book_knows_its_work(void) {
    Outcome o =
        run(HEAD "include: [abut:materials]\n"
                 "gravity: [0, 0, -9.81]\n"
                 "bodies:\n"
                 "  plate: {mobility: prescribed, motion: {z: '0.02*(1 - cos(6*t))'},\n"
                 "          shapes: [{box: {size: [1, 1, 0.1]}, position: [0, 0, -0.05], "
                 "material: Steel}]}\n"
                 "  ball: {position: [0, 0, 0.1], shapes: [{sphere: {radius: 0.1}, material: "
                 "Steel}]}\n"
                 "simulation: {end_time: 2, tolerance: 1.0e-8}\n");
    // 0.02 * 36 < g: the ball never leaves; it rides within its depth of some micrometres
    CHECK_NEAR(body(&o, "ball").position.z, 0.1 + 0.02 * (1.0 - cos(12.0)), 1e-4, 1.0);
    CHECK(ab_simulation_statistics(o.simulation)->events[AB_EVENT_RELEASE] <= 1);
    CHECK(o.drift < 1e-7);
    done(&o);
}

static void a_turning_paddle_hits_a_resting_ball(void) {
    Outcome o =
        run(HEAD "include: [abut:materials]\n"
                 "bodies:\n"
                 "  paddle: {mobility: prescribed, motion: {rz: '3*t'},\n"
                 "           shapes: [{box: {size: [1, 0.02, 0.2]}, position: [0.5, 0, 0], "
                 "material: Steel}]}\n"
                 "  ball: {position: [0, 0.6, 0], shapes: [{sphere: {radius: 0.05}, material: "
                 "Steel}]}\n"
                 "contacts: [{between: ['*', '*'], normal: {law: hertz}, friction: {law: none}}]\n"
                 "simulation: {end_time: 2, tolerance: 1.0e-9}\n");
    // the face y = 0.01 meets the ball when 0.6 cos(a) = 0.06, a = 3 t, at 0.6 sin(a) from the
    // hinge: the ball leaves twice as fast as the face there, elastic and without friction
    abBodyState ball = body(&o, "ball");
    double speed = sqrt(ball.velocity.x * ball.velocity.x + ball.velocity.y * ball.velocity.y);
    CHECK_NEAR(speed, 2.0 * 3.0 * 0.6 * sqrt(1.0 - 0.01), 1e-3,
               3.6); // the face turns on in contact
    CHECK(ab_simulation_statistics(o.simulation)->events[AB_EVENT_TOUCH] == 1);
    CHECK(o.drift < 1e-7);
    done(&o);
}

static void a_planar_ball_moves_as_a_free_one_in_the_plane(void) {
    const char *form = HEAD
        "include: [abut:materials]\n"
        "gravity: [0, -9.81, 0]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {normal: [0, 1, 0]}, material: Steel}]}\n"
        "  ball: {mobility: %s, position: [0, 0.4, 0], velocity: [1, 0, 0],\n"
        "         angular_velocity: [0, 0, 5], shapes: [{sphere: {radius: 0.1}, material: "
        "Steel}]}\n"
        "simulation: {end_time: 1, tolerance: 1.0e-10}\n";
    char free_text[2000], planar_text[2000];
    snprintf(free_text, sizeof free_text, form, "free");
    snprintf(planar_text, sizeof planar_text, form, "planar");
    Outcome a = run(free_text), b = run(planar_text);
    CHECK_NEAR(body(&b, "ball").position.x, body(&a, "ball").position.x, 1e-8, 1.0);
    CHECK_NEAR(body(&b, "ball").position.y, body(&a, "ball").position.y, 1e-8, 1.0);
    CHECK_NEAR(body(&b, "ball").angular_velocity.z, body(&a, "ball").angular_velocity.z, 1e-7,
               10.0);
    CHECK(b.drift < 1e-9);
    done(&a);
    done(&b);
}

static void a_point_attracts_on_an_ellipse(void) {
    Outcome o = run(HEAD "gravity: {parameter: 1}\n"
                         "bodies: {moon: {position: [1, 0, 0], velocity: [0, 1.2, 0], mass: 1, "
                         "inertia: [1, 1, 1]}}\n"
                         "simulation: {end_time: 15, tolerance: 1.0e-10}\n");
    // the integral of energy: v^2/2 - 1/r stays 0.72 - 1
    abBodyState moon = body(&o, "moon");
    double r = sqrt(moon.position.x * moon.position.x + moon.position.y * moon.position.y);
    double v2 = moon.velocity.x * moon.velocity.x + moon.velocity.y * moon.velocity.y;
    CHECK_NEAR(0.5 * v2 - 1.0 / r, -0.28, 1e-8, 1.0);
    CHECK_NEAR(moon.position.x * moon.velocity.y - moon.position.y * moon.velocity.x, 1.2, 1e-8,
               1.0);
    CHECK(o.drift < 1e-9);
    done(&o);
}

static void the_stiff_integrators_agree_with_the_explicit_one(void) {
    const char *form =
        HEAD "include: [abut:materials]\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  table: {mobility: fixed, shapes: [{plane: {}, material: BilliardTable}]}\n"
             "  a: {position: [0, 0, 0.03], velocity: [1, 0, 0], shapes: [{sphere: {radius: 0.03}, "
             "material: BilliardBall}]}\n"
             "  b: {position: [0.2, 0.01, 0.03], shapes: [{sphere: {radius: 0.03}, material: "
             "BilliardBall}]}\n"
             "simulation: {end_time: 0.6, tolerance: 1.0e-9, integrator: %s}\n";
    const char *names[] = {"explicit", "bdf", "adams", "auto", "dormand_prince_5"};
    double x[5];
    for (int i = 0; i < 5; i++) {
        char text[2000];
        snprintf(text, sizeof text, form, names[i]);
        Outcome o = run(text);
        x[i] = body(&o, "b").position.x;
        CHECK(o.drift < 1e-6);
        CHECK_NEAR(x[i], x[0], 1e-6, 1.0); // the impact magnifies what the approach left
        done(&o);
    }
}

AB_TESTS(AB_TEST(a_spring_swings_as_its_formula_says), AB_TEST(a_damper_takes_what_the_book_says),
         AB_TEST(a_driven_hinge_follows_its_drive), AB_TEST(axes_with_limits_arrive_together),
         AB_TEST(a_general_joint_drives_all_six_axes),
         AB_TEST(a_universal_joint_turns_its_shaft_unevenly),
         AB_TEST(a_closed_planar_loop_moves_in_spite_of_redundant_rows),
         AB_TEST(a_prescribed_plate_carries_a_ball_and_the_book_knows_its_work),
         AB_TEST(a_turning_paddle_hits_a_resting_ball),
         AB_TEST(a_planar_ball_moves_as_a_free_one_in_the_plane),
         AB_TEST(a_point_attracts_on_an_ellipse),
         AB_TEST(the_stiff_integrators_agree_with_the_explicit_one))
