// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_forces_test.c - force elements in method stepping: no step is too long for them, their
// energy is booked, bodies on them sleep, and frames have the forces of the step.

#include <stdlib.h>
#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"
#include "method/steps/steps.h"

typedef struct Told {
    abContactState contact;
    double total, rise, most, start; // energy: of the last frame, greatest rise of a step     [J]
    double drift, drive, balance;
    int frames, notices, stops;
} Told;

static Told s_told;
static abError s_error;
static abModel *s_model;
static abSimulation *s_simulation;
static double s_stop_at;

static double total_of(const abEnergyBook *book) {
    return book->kinetic + book->gravity + book->springs + book->contacts;
}

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    double total = total_of(&frame->energy), balance = ab_energy_balance(&frame->energy);
    if (frame->contact_count > 0) {
        s_told.contact = frame->contacts[0];
    }
    if (s_told.frames++ == 0) {
        s_told.start = total;
        s_told.balance = balance;
    } else {
        s_told.rise = fmax(s_told.rise, total - s_told.total);
        s_told.most = fmax(s_told.most, total - s_told.start);
    }
    s_told.total = total;
    s_told.drift = fmax(s_told.drift, fabs(balance - s_told.balance));
    s_told.drive = frame->energy.drive_work;
    return AB_OK;
}

static const abObserver s_observer = {&s_stop_at, take_frame, NULL, stop_fixture};

static void take_message(void *context, abLogLevel level, const char *text) {
    (void)context;
    s_told.stops += level == AB_LOG_WARNING &&
                    strstr(text, "the drive rz of joint A works against the stop of joint D, which "
                                 "is at rz = 0.3 rad") != NULL;
    s_told.notices += level == AB_LOG_NOTICE && strstr(text, "stiffer than steps") != NULL;
}

static void begin(const char *text) {
    s_told = (Told){0};
    s_stop_at = INFINITY;
    abLog log = {.write = take_message};
    open_sound(text, log, &s_model, &s_simulation, &s_error);
}

static abResult run(void) {
    return ab_simulation_run(s_simulation, &s_observer, &s_error);
}

static void end(void) {
    close_fixture(s_model, s_simulation);
}

static abBodyState body(int index) {
    return ab_simulation_body(s_simulation, (abBodyId){index});
}

// ---- any step ----

static const double s_step = 0.01;

typedef enum Kind { SPRING, ROPE, PUSH, MEDIUM, OFFSET, LONG_ROPE, BUSHING, DRAG } Kind;

// The keys of an element with stiffness k and damping c.
static void put_force(Kind kind, double k, double c, char *to, size_t size) {
    switch (kind) {
    case BUSHING:
        snprintf(to, size,
                 "type: bushing, stiffness: [%g, %g, %g], damping: [%g, %g, %g], "
                 "torsional_stiffness: [%g, %g, %g]",
                 k, k, k, c, c, c, k, k, k);
        return;
    case DRAG:
        snprintf(to, size, "type: drag, damping: %g, rotational_damping: %g", k * s_step, c);
        return;
    default: {
        static const char *const rest[] = {"type: spring, length: 0.999",
                                           "type: rope, length: 1.001",
                                           "type: spring, length: 0.999, compress_only: true",
                                           "type: spring, length: 1.001, damps: all",
                                           ("type: spring, point_a: [0, 0, 0.03], point_b: [0, "
                                            "0.05, 0.02]"),
                                           "type: rope, point_a: [0, 0, 0.03], length: 1.0001"};
        snprintf(to, size, "%s, stiffness: %.17g, damping: %.17g", rest[kind], k, c);
    }
    }
}

typedef struct Pair {
    Kind kind;
    double ratio, wh, damping, spin;
    double place[3]; // of the second body
    double apart;    // speed with which the two part
} Pair;

// Two bodies without gravity, joined by an element with the frequency wh / s_step.
static void run_pair(const Pair *pair, int steps) {
    static char text[2000], force[600];
    double ratio = pair->ratio, mass = ratio / (1.0 + ratio);
    double k = pair->wh * pair->wh / (s_step * s_step) * mass;
    double c = 2.0 * pair->damping * sqrt(k * mass);
    put_force(pair->kind, k, c, force, sizeof force);
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\nbodies:\n"
             "  a: {mass: 1, inertia: [0.01, 0.02, 0.025], angular_velocity: [0, 0, %.17g]}\n"
             "  b: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: [%g, %g, %g],\n"
             "      velocity: [%g, 0, 0]}\n"
             "forces: [{between: [a, b], %s}]\ncontacts: []\n"
             "simulation: {method: stepping, step: %g, end_time: %.17g, output_interval: %g}\n",
             pair->spin, ratio, 0.01 * ratio, 0.02 * ratio, 0.025 * ratio, pair->place[0],
             pair->place[1], pair->place[2], pair->apart, force, s_step, steps * s_step, s_step);
    begin(text);
    CHECK(run() == AB_OK);
    end();
}

static const double s_ratios[3] = {1.0, 1e-4, 1e4};
static const double s_stiffness[8] = {1e-3, 0.1, 0.9, 1.5, 2.5, 4.0, 30.0, 1e3};

// Of elements that stay on one line (1) to (4) of step_elements.c say that energy never rises.
static void energy_never_rises_on_a_line(void) {
    static const Kind kinds[4] = {SPRING, ROPE, PUSH, MEDIUM};
    for (int f = 0; f < 4; f++) {
        for (int i = 0; i < 3 * 8 * 2; i++) {
            Pair pair = {.kind = kinds[f],
                         .ratio = s_ratios[i % 3],
                         .wh = s_stiffness[i / 3 % 8],
                         .damping = i / 24 == 0 ? 0.0 : 0.5,
                         .place = {1.0, 0.0, 0.0},
                         .apart = kinds[f] == ROPE ? 0.2 : -0.2};
            run_pair(&pair, 60);
            CHECK(s_told.rise <= 1e-7 * s_told.start);
            CHECK(s_told.most <= 1e-8 * s_told.start);
            CHECK(s_told.drift <= 1e-10 * s_told.start);
        }
    }
}

// Of what turns as well the directions change within a step, which is of second order in it.
static void energy_stays_where_elements_turn(void) {
    static const Kind kinds[4] = {OFFSET, LONG_ROPE, BUSHING, DRAG};
    for (int f = 0; f < 4; f++) {
        for (int i = 0; i < 3 * 8 * 2; i++) {
            Pair pair = {.kind = kinds[f],
                         .ratio = s_ratios[i % 3],
                         .wh = s_stiffness[i / 3 % 8],
                         .damping = i / 24 == 0 ? 0.0 : 0.5,
                         .spin = 20.0,
                         .place = {kinds[f] == BUSHING ? 1e-3 : 1.0, 0.0, 0.0},
                         .apart = 0.2};
            run_pair(&pair, 60);
            CHECK(s_told.most <= 1e-3 * s_told.start);
            CHECK(s_told.drift <= 1e-9 * s_told.start);
        }
    }
}

// ---- as exact as the step allows ----

static double oscillator_error(double h, double damping) {
    static char text[1000];
    double k = 400.0, c = damping, w0 = 20.0, d = 0.5 * c, w = sqrt(w0 * w0 - d * d), t = 1.0;
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\nbodies: {a: {mass: 1, inertia: [1, 1, 1], position: "
             "[1.1, 0, 0]}}\n"
             "forces: [{type: spring, between: [world, a], stiffness: %g, damping: %g, length: "
             "1}]\ncontacts: []\n"
             "simulation: {method: stepping, step: %.17g, end_time: 1}\n",
             k, c, h);
    begin(text);
    CHECK(run() == AB_OK);
    double exact = 1.0 + 0.1 * exp(-d * t) * (cos(w * t) + d / w * sin(w * t));
    double error = fabs(body(1).position.x - exact);
    end();
    return error;
}

static void resolved_elements_are_of_second_order(void) {
    for (int i = 0; i < 2; i++) {
        double coarse = oscillator_error(1.0 / 128.0, i == 0 ? 0.0 : 4.0);
        double fine = oscillator_error(1.0 / 512.0, i == 0 ? 0.0 : 4.0);
        double order = 0.5 * log2(coarse / fine);
        CHECK(order > 1.9 && order < 2.1);
    }
}

static const char s_hanging[] =
    "abut: 1\ngravity: [0, 0, -10]\n"
    "bodies: {a: {mass: 0.067, inertia: [1e-4, 1e-4, 1e-4]}}\n"
    "forces: [{type: spring, between: [world, a], point_a: [0, 0, 1], stiffness: 10000, damping: "
    "100, length: 1}]\ncontacts: []\n"
    "simulation: {method: stepping, step: 0.0014, end_time: 1}\n";

static void damper_of_a_light_body_holds(void) {
    begin(s_hanging);
    CHECK(run() == AB_OK);
    CHECK_NEAR(body(1).position.z, -6.7e-5, 1e-9, 1.0);
    end();
}

// Springs, dampers and controllers written as expressions, much stiffer than the steps see.
static void forces_by_expressions_hold(void) {
    begin("abut: 1\ngravity: [0, 0, -10]\nbodies:\n"
          "  a: {mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
          "  b: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [1, 0, 0]}\n"
          "  c: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [2, 0, 0], angular_velocity: [0, "
          "0, 3]}\n"
          "forces:\n"
          "  - {type: applied, between: [world, a], fz: \"-1e8*dz(a) - 1e3*vz(a)\"}\n"
          "  - {type: applied, between: [world, b], fz: \"-3e5*vz(b)*abs(vz(b))\"}\n"
          "  - {type: axis_torque, between: [world, c], torque: \"-1e6*(az(c) - 0.5) - "
          "1e3*wz(c)\"}\n"
          "contacts: []\nsimulation: {method: stepping, step: 0.005, end_time: 2}\n");
    CHECK(run() == AB_OK);
    CHECK_NEAR(body(1).position.z, -1e-7, 1e-12, 1.0);
    CHECK_NEAR(body(2).velocity.z, -sqrt(10.0 / 3e5), 1e-8, 1.0);
    abBodyState c = body(3);
    CHECK_NEAR(2.0 * asin(c.orientation.z), 0.5, 1e-6, 1.0);
    CHECK_NEAR(c.angular_velocity.z, 0.0, 1e-6, 1.0);
    CHECK(s_told.drift < 1e-2 * s_told.start);
    end();
}

// A driven ramp lifts a ball on a spring, up to one that swings much faster than steps see. Where its
// force would have the ball by the end of a step, it cannot come to: the ramp is there.
static void springs_give_way_to_contacts(void) {
    static const char *const controls[] = {"fixed", "adaptive"};
    const double slope = tan(25.0 * AB_PI / 180.0), lift = 0.02 * 0.99144 * slope; // at 0.9 s
    for (int i = 0; i < 8; i++) {
        char text[1500];
        double k = (const double[]){50.0, 500.0, 5e3, 5e5}[i / 2], radius = 0.005;
        double load = k * lift / (cos(atan(slope)) - 0.15 * sin(atan(slope)));
        snprintf(text, sizeof text,
                 "abut: 1\nunits: {angle: deg}\ngravity: [0, 0, 0]\n"
                 "materials: {s: {density: 7850}}\n"
                 "pairs: [{materials: [s, s], restitution: 0, sliding_friction: 0.15}]\n"
                 "bodies:\n"
                 "  ramp: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], rotation: [0, -25, 0],"
                 " shapes: [{box: {size: [0.1, 0.03, 0.02]}, position: [0, 0, -0.01], material: "
                 "s}]}\n"
                 "  ball: {position: [0, 0, %.17g], mass: 0.02, inertia: [1e-6, 1e-6, 1e-6],"
                 " shapes: [{sphere: {radius: %.17g}, material: s}]}\n"
                 "joints:\n"
                 "  - {type: prismatic, between: [world, ramp], axis: [1, 0, 0],"
                 " z: \"step5(t, 0, 0, 1, -0.02)\"}\n"
                 "  - {type: prismatic, between: [world, ball], axis: [0, 0, 1]}\n"
                 "forces: [{type: spring, between: [world, ball], point_a: [0, 0, 0.2],"
                 " stiffness: %g, preload: 0}]\n"
                 "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: "
                 "coulomb}}]\n"
                 "simulation: {method: stepping, step: 0.005, step_control: %s, end_time: 0.9}\n",
                 radius / cos(atan(slope)), radius, k, controls[i % 2]);
        begin(text);
        double start = body(2).position.z;
        CHECK(run() == AB_OK);
        CHECK_NEAR(body(2).position.z - start, lift, 1e-6, lift);
        CHECK(fabs(s_told.contact.depth) < 1e-8);
        CHECK_NEAR(s_told.contact.normal_force, load, 2e-3, load); // that of the step's middle
        end();
    }
}

// The same on faces and edges: a driven table lifts what a spring presses on it.
static void springs_press_on_what_is_lifted(void) {
    static const char *const shapes[] = {"sphere: {radius: 0.005}",
                                         "box: {size: [0.01, 0.01, 0.01]}",
                                         "cylinder: {radius: 0.005, length: 0.01}"};
    static const char *const controls[] = {"fixed", "adaptive"};
    const double stiffness[] = {50.0, 5e3, 5e5}, steps[] = {5e-3, 1e-3};
    for (int i = 0; i < 36; i++) {
        char text[1200];
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, 0]\nmaterials: {s: {density: 7850}}\n"
                 "pairs: [{materials: [s, s], restitution: 0, sliding_friction: 0.3}]\n"
                 "bodies:\n"
                 "  table: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], shapes: [{box: {size: [0.1, 0.1, "
                 "0.02]}, position: [0, 0, -0.01], material: s}]}\n"
                 "  load: {position: [0, 0, 0.005], mass: 0.02, inertia: [1e-6, 1e-6, 1e-6], "
                 "shapes: [{%s, material: s}]}\n"
                 "joints: [{type: prismatic, between: [world, table], axis: [0, 0, 1], z: "
                 "\"0.01*sin(6*t)^2\"}]\n"
                 "forces: [{type: spring, between: [world, load], point_a: [0, 0, 0.2], stiffness: "
                 "%g, preload: 0}]\n"
                 "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: "
                 "coulomb}}]\n"
                 "simulation: {method: stepping, step: %g, step_control: %s, end_time: 0.2}\n",
                 shapes[i % 3], stiffness[i / 12], steps[i / 6 % 2], controls[i / 3 % 2]);
        begin(text);
        CHECK(run() == AB_OK);
        CHECK(ab_simulation_statistics(s_simulation)->worst_depth < 1e-6);
        CHECK_NEAR(body(2).position.z - body(1).position.z, 0.005, 2e-5, 1.0);
        end();
    }
}

static void stiff_springs_are_told_once(void) {
    Pair pair = {.kind = OFFSET, .ratio = 1.0, .wh = 20.0, .place = {1.0, 0.0, 0.0}, .apart = 0.2};
    run_pair(&pair, 10);
    CHECK(s_told.notices == 1);
    pair.wh = 1.0;
    run_pair(&pair, 10);
    CHECK(s_told.notices == 0);
}

// ---- the book ----

static void drives_pay_for_what_they_pull(void) {
    static const char *const forces[2] = {"type: spring, length: 0.9975475",
                                          "type: rope, length: 0.9975475"};
    for (int i = 0; i < 2; i++) {
        static char text[1000];
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
                 "  winch: {mobility: prescribed, motion: {z: \"1 + 0.15*step5(t, 0.1, 0, 1, "
                 "1)\"}}\n"
                 "  crate: {mass: 1, inertia: [1e-3, 1e-3, 1e-3]}\n"
                 "forces: [{between: [winch, crate], stiffness: 4000, damping: 50, %s}]\n"
                 "contacts: []\nsimulation: {method: stepping, step: 0.001, end_time: 1.6, "
                 "output_interval: 0.1}\n",
                 forces[i]);
        begin(text);
        CHECK(run() == AB_OK);
        CHECK_NEAR(s_told.drive, 0.15 * 9.81, 1e-4, 1.0); // the crate swings out
        CHECK(s_told.drift < 1e-12);
        end();
    }
}

// ---- what frames have ----

static void frames_have_friction_that_holds(void) {
    static const char *const laws[2] = {"compliance: 1e-6, damping: 100",
                                        "compliance: 1e-5, damping: 300"};
    for (int i = 0; i < 2; i++) {
        static char text[1200];
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [3, 0, -10]\nmaterials: {m: {density: 1000}}\n"
                 "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.6}]\n"
                 "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
                 "  a: {position: [0, 0, 0.05], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: "
                 "m}]}\n"
                 "contacts: [{between: [all, all], normal: {law: compliant, %s}, friction: {law: "
                 "coulomb}}]\n"
                 "simulation: {method: stepping, step: 0.001, sleep: false, end_time: 1}\n",
                 laws[i]);
        begin(text);
        CHECK(run() == AB_OK);
        CHECK_NEAR(s_told.contact.force.x, -3.0, 1e-6, 1.0);
        CHECK_NEAR(s_told.contact.force.z, 10.0, 1e-6, 1.0);
        CHECK(s_told.contact.state == AB_CONTACT_STICKS);
        end();
    }
}

// A box that is deeper than what is stored in its contact: the law counts the depth that was paid for, in
// the motion and in what is said of the contact alike.
static void frames_have_the_depth_that_was_paid_for(void) {
    begin("abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
          "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.6}]\n"
          "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
          "  a: {position: [0, 0, 0.05], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}\n"
          "contacts: [{between: [all, all], normal: {law: compliant, compliance: 1e-5, damping: "
          "300}, "
          "friction: none}]\n"
          "simulation: {method: stepping, step: 0.001, sleep: false, end_time: 1}\n");
    must_be_ok(ab_simulation_advance(s_simulation, 0.3, &s_error), &s_error);
    abStep *step = &s_simulation->stepping->step;
    abStepPairCache *pair = &step->caches[step->phase.pairs[0].slot];
    pair->stored *= 0.85;
    pair->lost = 0.0;
    must_be_ok(ab_simulation_advance(s_simulation, 0.9, &s_error), &s_error);
    abContactState contact;
    CHECK(ab_simulation_contacts(s_simulation, &contact, 1) == 1);
    double counted = contact.depth * 1e5 * 4.0; // four points
    printf("pressed with %.9g N, %.9g N by all of its depth\n", contact.normal_force, counted);
    CHECK_NEAR(contact.normal_force, 10.0, 1e-6, 1.0);
    CHECK(counted > 10.5);
    end();
}

// ---- drives against stops ----

static void a_drive_against_a_stop_is_named(void) {
    begin(
        "abut: 1\ngravity: [0, 0, 0]\nbodies:\n"
        "  a: {mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
        "  b: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [1, 0, 0]}\n"
        "joints:\n"
        "  - {name: A, type: revolute, between: [world, a], axis: [0, 0, 1], rz_speed: 1}\n"
        "  - {name: B, type: fixed, between: [a, b], position: [0.5, 0, 0]}\n"
        "  - {name: D, type: revolute, between: [world, b], axis: [0, 0, 1], rz_low: -1, rz_high: "
        "0.3}\n"
        "contacts: []\nsimulation: {method: stepping, step: 0.01, end_time: 0.5}\n");
    run();
    CHECK(s_told.stops == 1);
    end();
}

// ---- faces ----

// How far the body after the ground comes along x.
static double slid_in(const char *text) {
    begin(text);
    CHECK(run() == AB_OK);
    double x = body(2).position.x;
    end();
    return x;
}

#define CUBE(x, z)                                                                                 \
    "{points: [[-" x ",-" x ",-" z "],[" x ",-" x ",-" z "],[" x "," x ",-" z "],[-" x "," x       \
    ",-" z "],[-" x ",-" x "," z "],[" x ",-" x "," z "],[" x "," x "," z "],[-" x "," x "," z     \
    "]], faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6]," \
    "[3,0,4],[3,4,7]], collide: surface}"

// Of a cube of 1 kg on a slope of 20 degrees, by the regions within contours, in 1 s.
static double slides_on_faces(double friction, double step) {
    static char text[2000];
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [3.3517974045915535, 0, -9.208987683701903]\n"
        "materials: {m: {density: 1}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %g}]\nbodies:\n"
        "  slab: {mobility: fixed, position: [0, 0, -0.5], shapes: [{mesh: " CUBE(
            "2", "0.5") ", material: m}]}\n"
                        "  box: {position: [0, 0, 0.5], shapes: [{mesh: " CUBE(
                            "0.5", "0.5") ", material: m}]}\n"
                                          "contacts: [{between: [box, slab], normal: {law: "
                                          "compliant, compliance: 1e-5, "
                                          "damping: 300}, friction: coulomb, manifold: contours}]\n"
                                          "simulation: {method: stepping, step: %g, end_time: 1}\n",
        friction, step);
    return slid_in(text);
}

// Also where a step is longer than they take to rock.
static void faces_stand_and_slide(void) {
    for (double step = 0.002; step < 0.03; step *= 3.0) {
        CHECK_NEAR(slides_on_faces(0.5, step), 0.0, 1e-4, 1.0);
        CHECK_NEAR(slides_on_faces(0.3, step), 0.294550551, 5e-5, 1.0);
    }
}

// ---- sleep ----

// Gravity by `slope` along the ground, in m/s^2.
static double slides_by(double slope) {
    static char text[1000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [%g, 0, -9.8]\nmaterials: {m: {density: 1}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
             "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  box: {position: [0, 0, 0.5], shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: coulomb}]\n"
             "simulation: {method: stepping, step: 0.002, end_time: 4}\n",
             slope);
    return slid_in(text);
}

static void slow_slides_do_not_sleep(void) {
    for (double a = 1e-4; a < 0.1; a *= 10.0) {
        CHECK_NEAR(slides_by(0.3 * 9.8 + a), 0.5 * a * 16.0, 1e-6 * a * 16.0, 1.0);
    }
    CHECK_NEAR(slides_by(0.3 * 9.8 - 1e-4), 0.0, 1e-9, 1.0);
}

static const char s_sinking[] =
    "abut: 1\ngravity: [0, 0, -10]\n"
    "materials: {m: {youngs_modulus: 1e10, poissons_ratio: 0.3, density: 3000}}\n"
    "pairs: [{materials: [m, m], restitution: 0.2}]\n"
    "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
    "  ball: {position: [0, 0, 0.1001], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
    "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: 2.5e5, exponent: "
    "1}}]\n"
    "simulation: {method: stepping, step: 0.005, end_time: 3}\n";

static void what_sinks_does_not_sleep(void) {
    begin(s_sinking);
    CHECK(run() == AB_OK);
    CHECK_NEAR(s_told.contact.normal_force, 40.0 * AB_PI, 1e-4, 1.0);
    end();
}

// A box on a spring, which stands on the ground: it sleeps where it is in balance.
static const char s_standing[] =
    "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.5}]\n"
    "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
    "  a: {position: [0, 0, 0.05], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}\n"
    "  b: {position: [0, 0, 0.30], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}\n"
    "forces: [{type: spring, between: [a, b], stiffness: 1000, damping: 30, length: 0.26}]\n"
    "contacts: [{between: [all, all], normal: {law: rigid}}]\n"
    "simulation: {method: stepping, step: 0.005, end_time: 8}\n";

static void bodies_on_springs_sleep_in_balance(void) {
    begin(s_standing);
    CHECK(run() == AB_OK);
    abBodyState a = body(2), b = body(3);
    CHECK_NEAR(b.position.z - a.position.z, 0.25, 1e-9, 1.0);
    CHECK(b.velocity.z == 0.0); // as nothing but sleep has it
    end();
}

static void goes_on_with_the_same_bits(void) {
    begin(s_standing);
    CHECK(run() == AB_OK);
    abBodyState whole = body(3);
    end();
    begin(s_standing);
    s_stop_at = 0.3;
    CHECK(run() == AB_STOPPED);
    size_t size = ab_simulation_save(s_simulation, NULL, 0);
    void *bytes = malloc(size);
    CHECK(ab_simulation_save(s_simulation, bytes, size) == size);
    end();
    begin(s_standing);
    CHECK(ab_simulation_restore(s_simulation, bytes, size, &s_error) == AB_OK);
    CHECK(run() == AB_OK);
    abBodyState parts = body(3);
    CHECK(memcmp(&whole, &parts, sizeof whole) == 0);
    end();
    free(bytes);
}

AB_TESTS(AB_TEST(energy_never_rises_on_a_line), AB_TEST(energy_stays_where_elements_turn),
         AB_TEST(resolved_elements_are_of_second_order), AB_TEST(damper_of_a_light_body_holds),
         AB_TEST(forces_by_expressions_hold), AB_TEST(springs_give_way_to_contacts),
         AB_TEST(springs_press_on_what_is_lifted), AB_TEST(stiff_springs_are_told_once),
         AB_TEST(drives_pay_for_what_they_pull), AB_TEST(frames_have_friction_that_holds),
         AB_TEST(frames_have_the_depth_that_was_paid_for), AB_TEST(a_drive_against_a_stop_is_named),
         AB_TEST(faces_stand_and_slide), AB_TEST(slow_slides_do_not_sleep),
         AB_TEST(what_sinks_does_not_sleep), AB_TEST(bodies_on_springs_sleep_in_balance),
         AB_TEST(goes_on_with_the_same_bits))
