// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_forces.c - force elements, expressions and sensors against closed forms.
//
// bushing     six oscillators at once; about one axis the turn is linear at any angle
// torsion     two discs on a torsion spring, wound up by five turns: reduced inertia
// two_body    an attracting force by expression between two free bodies: reduced mass, momentum
// duffing     x'' = -x - x^3, x(0) = a: quarter period K(k)/sqrt(1 + a^2), k^2 = a^2/(2 (1 + a^2)),
//             K by the arithmetic-geometric mean; the instants are those of a sensor
// impact      a stop by IMPACT(x, x', 0, k, 3/2, 0, d): the ball is stopped for
//             2 depth/v sqrt(pi) Gamma(1 + 1/p)/Gamma(1/2 + 1/p) = 2.94327518 depth/v, p = 5/2, and
//             enters by (5 m v^2/(4 k))^(2/5)
// sweep       a motion by a linear chirp: phase pi (f0 + f1) T at its end
// millimetres the same oscillator written in mm, t and ms

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "verify_run.h"

static const double s_pi = 3.14159265358979323846;

// Runs a model given as a text; false after reporting that it cannot.
static bool run_reported(Report *report, const char *name, const char *text, Run *run) {
    run_yaml(run, text);
    if (run->result != AB_OK) {
        report_broken(report, name, run->message);
    }
    return run->result == AB_OK;
}

// Time of the n-th event, from 0; NAN when there are fewer.
static double event_time(const Run *run, size_t n) {
    return n < run->event_count ? run->events[n].time : NAN;
}

static double about_z(abQuat q) {
    return 2.0 * atan2(q.z, q.w);
}

static void verify_bushing(Report *report) {
    const char *name = "bushing";
    static const char text[] =
        "abut: 1\ncontacts: []\nbodies:\n"
        "  block: {position: [0.2, -0.3, 0.1], rotation: [0, 0, 1.1], mass: 2,\n"
        "          inertia: [0.5, 0.7, 0.4]}\n"
        "forces:\n"
        "  - {type: bushing, between: [world, block], stiffness: [50, 80, 120],\n"
        "     damping: [0, 1.5, 0], preload: [0, 0, 24], torsional_stiffness: [3, 4, 5],\n"
        "     torsional_damping: [0, 0, 0.1]}\n"
        "simulation: {end_time: 3, tolerance: 1e-10, output_interval: 0.5}\n";
    Run run;
    if (run_reported(report, name, text, &run)) {
        const abBodyState *end = run_end(&run, 1);
        const char *note = "analytic: damped oscillators";
        double t = 3.0, dy = 1.5 / 4.0, wy = sqrt(40.0 - dy * dy);
        double da = 0.1 / 0.8, wa = sqrt(5.0 / 0.4 - da * da);
        report_near(report, name, "x [m]", 0.2 * cos(5.0 * t), end->position.x, 1e-9, note);
        report_near(report, name, "y [m]",
                    -0.3 * exp(-dy * t) * (cos(wy * t) + dy / wy * sin(wy * t)), end->position.y,
                    1e-9, note);
        report_near(report, name, "z [m]", 0.2 - 0.1 * cos(sqrt(60.0) * t), end->position.z, 1e-9,
                    note);
        report_near(report, name, "angle about z [rad]",
                    1.1 * exp(-da * t) * (cos(wa * t) + da / wa * sin(wa * t)),
                    about_z(end->orientation), 1e-9, note);
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-9, "analytic");
    }
    run_done(&run);
}

static void verify_torsion(Report *report) {
    const char *name = "torsion";
    static const char text[] =
        "abut: 1\ncontacts: []\nbodies:\n"
        "  a: {mass: 1, inertia: [1, 1, 0.3], angular_velocity: [0, 0, -20]}\n"
        "  b: {mass: 1, inertia: [1, 1, 0.6], angular_velocity: [0, 0, 10]}\n"
        "forces:\n  - {type: torsion_spring, between: [a, b], stiffness: 0.2}\n"
        "variables: {turned: 'AZ(b, a)'}\n"
        "sensors: {back: {expression: WZ(b) - WZ(a), compare: le}}\n"
        "simulation: {end_time: 8, tolerance: 1e-10, output_interval: 1}\n";
    Run run;
    if (run_reported(report, name, text, &run)) {
        // momentum 0: b turns back with the period of the reduced inertia 0.2
        double w = 1.0, quarter = 0.5 * s_pi / w;
        report_near(report, name, "wound up until [s]", quarter, event_time(&run, 0), 1e-9,
                    "analytic: reduced inertia");
        report_near(report, name, "angular velocity of b at 8 s [rad/s]", 10.0 * cos(8.0 * w),
                    run_end(&run, 2)->angular_velocity.z, 1e-8, "analytic: 4.8 turns wound up");
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-9, "analytic");
    }
    run_done(&run);
}

static void verify_two_body(Report *report) {
    const char *name = "two_body";
    static const char text[] =
        "abut: 1\ncontacts: []\nbodies:\n"
        "  a: {position: [0, 0, 0], velocity: [0.1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
        "  b: {position: [1.5, 0, 0], velocity: [0.1, 0, 0], mass: 3, inertia: [1, 1, 1]}\n"
        "variables: {stretch: 'DM(b, a) - 1'}\n"
        "forces:\n  - {type: line_of_sight, between: [a, b], force: -12*stretch}\n"
        "simulation: {end_time: 2, tolerance: 1e-10, output_interval: 0.5, integrator: bdf}\n";
    Run run;
    if (run_reported(report, name, text, &run)) {
        const abBodyState *a = run_end(&run, 1), *b = run_end(&run, 2);
        report_near(report, name, "distance at 2 s [m]", 1.0 + 0.5 * cos(2.0 * 4.0),
                    b->position.x - a->position.x, 1e-8, "analytic: reduced mass; BDF");
        report_near(report, name, "way of the centre [m]", 0.2 + 1.125,
                    0.25 * (a->position.x + 3.0 * b->position.x), 1e-12, "momentum is kept");
    }
    run_done(&run);
}

// K(k) for k^2 = m.
static double elliptic(double m) {
    double p = 1.0, q = sqrt(1.0 - m);
    for (int i = 0; i < 12; i++) {
        double mean = 0.5 * (p + q);
        q = sqrt(p * q);
        p = mean;
    }
    return 0.5 * s_pi / p;
}

static void verify_duffing(Report *report) {
    const char *name = "duffing";
    static const char text[] =
        "abut: 1\ncontacts: []\nbodies:\n"
        "  m: {position: [2, 0, 0], mass: 1, inertia: [1, 1, 1], mobility: planar}\n"
        "forces:\n  - {type: applied, between: [world, m], fx: '-DX(m) - DX(m)**3'}\n"
        "sensors: {through: {expression: DX(m), compare: eq}}\n"
        "simulation: {end_time: 20, tolerance: 1e-11, output_interval: 1}\n";
    Run run;
    if (run_reported(report, name, text, &run)) {
        double quarter = elliptic(4.0 / 10.0) / sqrt(5.0);
        for (int k = 0; k < 2; k++) {
            int n = k == 0 ? 1 : 12;
            char what[60];
            snprintf(what, sizeof what, "passage %d [s]", n);
            report_near(report, name, what, (2 * n - 1) * quarter, event_time(&run, (size_t)n - 1),
                        k == 0 ? 1e-11 : 1e-9, "analytic: complete elliptic integral");
        }
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-9, "analytic");
    }
    run_done(&run);
}

static void verify_impact(Report *report) {
    const char *name = "impact_function";
    static const char text[] =
        "abut: 1\ncontacts: []\nbodies:\n"
        "  ball: {position: [0, 0, 0.1], velocity: [0, 0, -2], mass: 1.5, inertia: [1, 1, 1]}\n"
        "forces:\n  - {type: applied, between: [world, ball],\n"
        "     fz: 'IMPACT(DZ(ball), VZ(ball), 0, 1e6, 1.5, 0, 1D-4)'}\n"
        "sensors:\n  touch: {expression: DZ(ball), compare: eq}\n"
        "  deepest: {expression: VZ(ball)}\n"
        "simulation: {end_time: 0.15, tolerance: 1e-10, output_interval: 0.01}\n"
        "outputs: [{name: depth, unit: m, expression: -DZ(ball)}]\n";
    Run run;
    if (run_reported(report, name, text, &run)) {
        double depth = pow(1.25 * 1.5 * 4.0 / 1e6, 0.4);
        double start = event_time(&run, 0), end = event_time(&run, 2);
        report_near(report, name, "touches at [s]", 0.05, start, 1e-12, "analytic");
        report_near(report, name, "lasts [s]", 2.94327518 * depth / 2.0, end - start, 1e-10,
                    "analytic: gamma functions, 9 digits");
        report_near(report, name, "speed afterwards [m/s]", 2.0, run_end(&run, 1)->velocity.z, 1e-9,
                    "analytic: no loss");
    }
    run_done(&run);
}

static void verify_sweep(Report *report) {
    const char *name = "sweep";
    static const char text[] =
        "abut: 1\ncontacts: []\nvariables: {last: 'f0 + 3', f0: 2}\nbodies:\n"
        "  table:\n    mobility: prescribed\n"
        "    motion: {x: 'SWEEP(TIME, 0.1, 0, f0, 2, last, 1D-9)'}\n"
        "simulation: {end_time: 1.3, output_interval: 0.1}\n";
    Run run;
    if (run_reported(report, name, text, &run)) {
        double t = 1.3, phase = 2.0 * s_pi * (2.0 * t + 0.5 * 1.5 * t * t);
        double rate = 2.0 * s_pi * (2.0 + 1.5 * t);
        report_near(report, name, "place at 1.3 s [m]", 0.1 * sin(phase),
                    run_end(&run, 1)->position.x, 1e-14, "analytic: chirp");
        report_near(report, name, "speed at 1.3 s [m/s]", 0.1 * rate * cos(phase),
                    run_end(&run, 1)->velocity.x, 1e-13, "analytic: its exact derivative");
    }
    run_done(&run);
}

static void verify_millimetres(Report *report) {
    const char *name = "millimetres";
    static const char text[] =
        "abut: 1\nunits: {length: mm, mass: t, time: ms}\ncontacts: []\nbodies:\n"
        "  m: {position: [7, 0, 0], mass: 0.002, inertia: [1, 1, 1]}\n"
        "forces:\n  - {type: applied, between: [world, m], fx: -0.0008*DX(m) + 0*TIME}\n"
        "sensors: {zero: {expression: DX(m), compare: le}}\n"
        "simulation: {end_time: 5, tolerance: 1e-10, output_interval: 1}\n";
    Run run;
    if (run_reported(report, name, text, &run)) {
        // force by displacement and mass 0.4 ms^-2: w = sqrt(0.4)/ms
        double w = sqrt(0.4) * 1000.0;
        report_near(report, name, "place at 5 ms [m]", 0.007 * cos(w * 0.005),
                    run_end(&run, 1)->position.x, 1e-12, "analytic");
        report_near(report, name, "zero at [s]", 0.5 * s_pi / w, event_time(&run, 0), 1e-13,
                    "analytic");
    }
    run_done(&run);
}

void verify_forces(Report *report) {
    static const struct Case {
        const char *name;
        void (*verify)(Report *report);
    } cases[] = {
        {"bushing", verify_bushing},         {"torsion", verify_torsion},
        {"two_body", verify_two_body},       {"duffing", verify_duffing},
        {"impact_function", verify_impact},  {"sweep", verify_sweep},
        {"millimetres", verify_millimetres},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (report_wants(report, cases[i].name)) {
            cases[i].verify(report);
        }
    }
}
