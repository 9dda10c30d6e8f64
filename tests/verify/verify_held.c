// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_held.c - scenes that need exact friction and flat contact together.
//
//   stack   of n boxes: interface k, from the ground up, carries (n - k) m g              (1)
//   rolling SimBenchmark: a box of 10 kg with 25 balls of 1 kg on it, pushed with 150 N over a
//   floor
//           with mu = 0.4; the balls roll, so each holds the box back by 2/7 of its mass:
//           a = (150 - mu (10 + 25) g)/(10 + 25 2/7), each ball 2/7 a                      (2)
//   upright a thin disk rolling with w leans as  5/4 x'' = -(3 w^2 - g/R) x, so it is stable
//           above w^2 = g/(3 R)                                                           (3)
//
// The floor of (2) is pushed along an edge of the box and at 60 degrees to it, which friction by
// a pyramid fails. Contacts are so stiff that things sink by 2e-7 of their size; the disk is a ring
// whose tube is 1e-6 of its radius, leaning by 1e-3.
//
// Source  (2): leggedrobotics/SimBenchmark, 2018. (3): Routh, Advanced Rigid Dynamics, 1905; the
//         critical speed follows from the periods at two speeds, as (3) is linear in w^2.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "verify_run.h"

static const double s_pi = 3.14159265358979323846, s_g = 9.81;

typedef struct Text {
    char bytes[8000];
    int length;
} Text;

#define ADD(text, ...)                                                                             \
    ((text)->length += snprintf((text)->bytes + (text)->length,                                    \
                                sizeof(text)->bytes - (size_t)(text)->length, __VA_ARGS__))

static void begin(Text *text, double friction) {
    text->length = 0;
    ADD(text,
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials:\n  floor: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}\n"
        "  any: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}\n"
        "pairs:\n  - {materials: [any, any], restitution: 0.5, sliding_friction: 0.8}\n"
        "  - {materials: [any, floor], restitution: 0.5, sliding_friction: %.17g}\n"
        "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: floor}]}\n",
        friction);
}

// A linear spring that carries `force` at a depth, with a damper.
static void add_rule(Text *text, const char *a, const char *b, double force, double depth,
                     double damping, const char *friction) {
    ADD(text,
        "  - between: [\"%s\", \"%s\"]\n"
        "    normal: {law: impact, stiffness: %.17g, exponent: 1, damping: %.17g,\n"
        "             full_damping_depth: %.17g}\n"
        "    friction: {law: %s}\n",
        a, b, force / depth, damping, 0.01 * depth, friction);
}

static bool run_scene(Report *report, const char *name, const Text *text, Run *run) {
    run_yaml(run, text->bytes);
    if (run->result != AB_OK) {
        report_broken(report, name, run->message);
    }
    return run->result == AB_OK;
}

// ---- (1) ----

static void verify_stack(Report *report, int n, const char *friction) {
    const double weight = 1000.0 * s_g;
    static Text text;
    Run run;
    begin(&text, 0.5);
    for (int i = 0; i < n; i++) {
        ADD(&text,
            "  b%d: {position: [0, 0, %g], shapes: [{box: {size: [1, 1, 1]}, material: any}]}\n", i,
            i + 0.5);
    }
    ADD(&text, "contacts:\n");
    add_rule(&text, "*", "*", weight, weight / 1e9, 1e6, friction);
    ADD(&text, "simulation: {end_time: 1.5, tolerance: 1e-9, output_interval: 0.5}\n");
    if (run_scene(report, "static_stacks", &text, &run)) {
        double worst = run.contact_count == n ? 0.0 : INFINITY;
        for (int i = 0; i < run.contact_count && i < RUN_CONTACTS; i++) {
            int below = run.contacts[i].body_a - 1; // the ground is the first body
            double carried = (n - below) * weight;
            worst = fmax(worst, fabs(run.contacts[i].normal_force / carried - 1.0));
        }
        char quantity[64];
        snprintf(quantity, sizeof quantity, "%d boxes, friction %s: worst, relative", n, friction);
        report_near(report, "static_stacks", quantity, 0.0, worst, 1e-8, "analytic: (1)");
    }
    run_done(&run);
}

// ---- (2) ----

static void verify_rolling_balls(Report *report, double degrees) {
    const char *name = "simbenchmark_rolling";
    const double depth = 1e-6, force = 150.0, weight = 35.0 * s_g;
    const double box = (force - 0.4 * weight) / (10.0 + 25.0 * 2.0 / 7.0),
                 angle = degrees * s_pi / 180.0;
    static Text text;
    Run run;
    begin(&text, 0.4);
    ADD(&text,
        "  box: {position: [0, 0, %.17g], mass: 10, shapes: [{box: {size: [20, 20, 1]}, "
        "material: any}]}\n",
        0.5 - depth);
    for (int i = 0; i < 25; i++) {
        ADD(&text,
            "  ball%d: {position: [%d, %d, %.17g], mass: 1, shapes: [{sphere: {radius: 0.5}, "
            "material: any}]}\n",
            i, 2 * (i % 5) - 4, 2 * (i / 5) - 4, 1.5 - 2.0 * depth);
    }
    ADD(&text, "contacts:\n");
    double corner = 0.25 * weight, stiffness = s_g / depth;
    add_rule(&text, "ground", "box", corner, depth, sqrt(corner / depth * 10.0) / 2.0, "coulomb");
    add_rule(&text, "box", "*", s_g, depth, sqrt(stiffness), "coulomb");
    ADD(&text,
        "  - {between: [ground, ground], enabled: false}\n"
        "forces:\n  - {type: applied, between: [world, box], fx: %.17g, fy: %.17g}\n"
        "simulation: {end_time: 0.08, tolerance: 1e-8, output_interval: 0.04}\n",
        force * cos(angle), force * sin(angle));
    if (run_scene(report, name, &text, &run)) {
        const char *bodies[2] = {"box", "ball7"};
        for (int i = 0; i < 2; i++) {
            int body = run_body(&run, bodies[i]);
            abVec3 p = run_state(&run, body, 0.04)->velocity, q = run_end(&run, body)->velocity;
            double ours = ((q.x - p.x) * cos(angle) + (q.y - p.y) * sin(angle)) / 0.04;
            char quantity[64];
            snprintf(quantity, sizeof quantity, "%g degrees: acceleration of %s [m/s^2]", degrees,
                     bodies[i]);
            report_close(report, name, quantity, i == 0 ? box : 2.0 / 7.0 * box, ours, 1e-6,
                         "analytic: (2)");
        }
    }
    run_done(&run);
}

// ---- (3) ----

static void make_disk(Text *text, double radius, double w, double end) {
    const double depth = 1e-7 * radius, tube = 1e-6 * radius, lean = 1e-3 * w;
    begin(text, 0.8);
    ADD(text,
        "  disk: {position: [0, 0, %.17g], rotation: [%.17g, 0, 0], velocity: [%.17g, %.17g, 0],\n"
        "         angular_velocity: [%.17g, %.17g, 0], mass: 1, inertia: [%.17g, %.17g, %.17g],\n"
        "         shapes: [{torus: {ring_radius: %.17g, tube_radius: %.17g}, material: any}]}\n"
        "contacts:\n",
        radius - depth, 0.5 * s_pi, w * radius, -lean * radius, lean, w, 0.25 * radius * radius,
        0.25 * radius * radius, 0.5 * radius * radius, radius - tube, tube);
    add_rule(text, "*", "*", s_g, depth, sqrt(s_g / depth), "coulomb");
    ADD(text, "simulation: {end_time: %.17g, tolerance: 1e-9, output_interval: %.17g}\n", end,
        end / 200.0);
}

// Of the disk's axis: sine of the lean.
static double lean_at(const Run *run, size_t instant) {
    abQuat q = run->states[instant * (size_t)run->body_count + 1].orientation;
    return 1.0 - 2.0 * (q.x * q.x + q.y * q.y);
}

// The wobble's angular frequency squared, from the first time it leans to neither side.
static double wobble_of(const Run *run) {
    for (size_t i = 2; i < run->instant_count; i++) {
        double before = lean_at(run, i - 1), after = lean_at(run, i);
        if (before * after < 0.0) {
            double t = run->instants[i - 1].time, step = run->instants[i].time - t;
            double half_period = t + step * before / (before - after);
            return s_pi * s_pi / (half_period * half_period);
        }
    }
    return NAN;
}

static void verify_upright(Report *report, double radius) {
    const char *name = "euler_disk_upright";
    const double critical = s_g / (3.0 * radius); // w^2
    const double shares[2] = {1.5, 2.0};
    double wobbles[2] = {NAN, NAN};
    static Text text;
    Run run;
    char quantity[64];
    for (int i = 0; i < 2; i++) {
        double w2 = shares[i] * critical, expected = 2.4 * (w2 - critical);
        make_disk(&text, radius, sqrt(w2), 1.2 * s_pi / sqrt(expected));
        wobbles[i] = run_scene(report, name, &text, &run) ? wobble_of(&run) : NAN;
        run_done(&run);
    }
    double slope = (wobbles[1] - wobbles[0]) / ((shares[1] - shares[0]) * critical);
    double limit = shares[0] * critical - wobbles[0] / slope;
    snprintf(quantity, sizeof quantity, "R = %g m: stable above [m/s]", radius);
    report_close(report, name, quantity, radius * sqrt(critical), radius * sqrt(limit), 1e-5,
                 "analytic: (3)");
    double growth = sqrt(2.4 * 0.5 * critical), w = sqrt(0.5 * critical);
    make_disk(&text, radius, w, 3.0 / growth);
    if (run_scene(report, name, &text, &run)) {
        snprintf(quantity, sizeof quantity, "R = %g m: lean below it at 3 e-foldings", radius);
        report_close(report, name, quantity, 1e-3 * w / growth * sinh(3.0),
                     fabs(lean_at(&run, run.instant_count - 1)), 1e-3,
                     "analytic: (3); a lean of 0.01 is not quite small");
    }
    run_done(&run);
}

void verify_held(Report *report) {
    if (report_wants(report, "static_stacks")) {
        verify_stack(report, 2, "coulomb");
        verify_stack(report, 5, "coulomb");
        verify_stack(report, 10, "coulomb");
    }
    if (report_wants(report, "simbenchmark_rolling")) {
        verify_rolling_balls(report, 90.0);
        verify_rolling_balls(report, 60.0);
    }
    if (report_wants(report, "euler_disk_upright")) {
        verify_upright(report, 0.05);
        verify_upright(report, 0.3);
    }
}
