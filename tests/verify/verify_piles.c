// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_piles.c - piles by method stepping: stacks and walls stand, a fill of balls comes to rest
// and stays; resistance to rolling and spinning in closed form.
//
//   rolling:  a = 5/7 k g, so a ball that rolls with v stops after v^2/(2 a)              (1)
//   spinning: w falls by 5/2 k g/r                                                        (2)
//
// with k the coefficient of rolling resistance and r the radius of the ball: the moment is k r by
// the normal force. What rests is at its place, does not move and has not gained energy.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "verify_run.h"

enum { TEXT = 60000 };

// A model is written into one text, line by line.
typedef struct Writer {
    char text[TEXT];
    int size;
} Writer;

#define WRITE(writer, ...)                                                                         \
    ((writer)->size +=                                                                             \
     snprintf((writer)->text + (writer)->size, (size_t)(TEXT - (writer)->size), __VA_ARGS__))

static void write_head(Writer *w, double rolling, double tolerance, double end, bool sleep) {
    w->size = 0;
    WRITE(w,
          "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
          "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.5, "
          "rolling_resistance: %.17g}]\n"
          "contacts: [{between: ['*', '*'], normal: {law: rigid}}]\n"
          "simulation: {method: stepping, step: 0.01, tolerance: %.17g, end_time: %.17g, "
          "output_interval: 0.5, sleep: %s}\n"
          "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
          rolling, tolerance, end, sleep ? "true" : "false");
}

// Of all bodies from `first` on, at the end.
static double fastest(const Run *run, int first) {
    double maximum = 0.0;
    for (int b = first; b <= run->body_count; b++) {
        const abBodyState *body = run_end(run, b);
        abVec3 v = body->velocity, w = body->angular_velocity;
        maximum = fmax(maximum, sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
        maximum = fmax(maximum, 0.1 * sqrt(w.x * w.x + w.y * w.y + w.z * w.z));
    }
    return maximum;
}

static double farthest(const Run *run, int first) {
    double maximum = 0.0;
    for (int b = first; b <= run->body_count; b++) {
        abVec3 to = run_end(run, b)->position, from = run_state(run, b, 0.0)->position;
        maximum = fmax(maximum, hypot(hypot(to.x - from.x, to.y - from.y), to.z - from.z));
    }
    return maximum;
}

// ---- one ball ----

static void verify_turning(Report *report) {
    const char *name = "ball_rolls_and_spins";
    static Writer w;
    if (!report_wants(report, name)) {
        return;
    }
    const double k = 0.02, g = 9.81, r = 0.1, v = 0.2, spin = 10.0, h = 0.01;
    double a = 5.0 / 7.0 * k * g;
    write_head(&w, k, 1e-12, 1.0, true);
    WRITE(&w,
          "  ball: {position: [0, 0, 0.1], angular_velocity: [0, 0, %.17g], "
          "shapes: [{sphere: {radius: 0.1}, material: m}]}\n",
          spin);
    Run run;
    run_yaml(&run, w.text);
    if (!is_broken(report, name, &run)) {
        report_close(report, name, "spin after 1 s [rad/s]", spin - 2.5 * k * g / r,
                     run_end(&run, run_body(&run, "ball"))->angular_velocity.z, 1e-9, "(2)");
        run_done(&run);
    }
    write_head(&w, k, 1e-12, 2.0, true);
    WRITE(&w,
          "  ball: {position: [0, 0, 0.1], velocity: [%.17g, 0, 0], "
          "angular_velocity: [0, %.17g, 0], shapes: [{sphere: {radius: 0.1}, material: m}]}\n",
          v, v / r);
    run_yaml(&run, w.text);
    if (!is_broken(report, name, &run)) {
        const abBodyState *ball = run_end(&run, run_body(&run, "ball"));
        // the step in which it stops has a way of h v/2 instead of v^2/(2 a)
        report_near(report, name, "way until it stops [m]", 0.5 * v * v / a, ball->position.x,
                    a * h * h / 8.0, "(1)");
        report_near(report, name, "speed afterwards [m/s]", 0.0, fastest(&run, 1), 1e-12, "");
        report_near(report, name, "energy drift by what is turned over", 0.0, run_drift(&run),
                    1e-12, "rolling resistance has its own line in the book");
        run_done(&run);
    }
}

// ---- what stands ----

static void report_standing(Report *report, const char *name, Run *run, const char *note) {
    if (is_broken(report, name, run)) {
        return;
    }
    report_near(report, name, "farthest moved [m]", 0.0, farthest(run, 1), 1e-6, note);
    report_near(report, name, "speed at the end [m/s]", 0.0, fastest(run, 1), 1e-7, "");
    report_near(report, name, "deepest overlap [m]", 0.0, run->statistics.worst_depth, 1e-8, "");
    run_done(run);
}

static void verify_stack(Report *report, int count, double end) {
    static Writer w;
    char name[44];
    snprintf(name, sizeof name, "stack_of_%d", count);
    if (!report_wants(report, name)) {
        return;
    }
    write_head(&w, 0.0, 1e-9, end, false);
    for (int k = 0; k < count; k++) {
        WRITE(&w,
              "  b%d: {position: [0, 0, %g], shapes: [{box: {size: [1, 1, 1]}, material: m}]}\n", k,
              0.5 + k);
    }
    Run run;
    run_yaml(&run, w.text);
    report_standing(report, name, &run, "four corners at each interface, kept awake");
}

static void verify_wall(Report *report) {
    const char *name = "wall_of_100_bricks";
    static Writer w;
    if (!report_wants(report, name)) {
        return;
    }
    write_head(&w, 0.0, 1e-5, 2.0, true);
    for (int k = 0; k < 100; k++) {
        int row = k / 10;
        WRITE(&w,
              "  b%d: {position: [%g, 0, %g], shapes: [{box: {size: [0.2, 0.1, 0.1]}, "
              "material: m}]}\n",
              k, 0.2 * (k % 10) + (row % 2 ? 0.05 : -0.05), 0.05 + 0.1 * row);
    }
    Run run;
    run_yaml(&run, w.text);
    report_standing(report, name, &run, "in running bond, and side by side without a gap");
}

// ---- what comes to rest ----

static void write_box(Writer *w, double half) {
    const double c = 0.70710678118654752440;
    WRITE(w,
          "  left: {mobility: fixed, position: [%.17g, 0, 0], orientation: [%.17g, 0, %.17g, 0], "
          "shapes: [{plane: {}, material: m}]}\n"
          "  right: {mobility: fixed, position: [%.17g, 0, 0], orientation: [%.17g, 0, %.17g, 0], "
          "shapes: [{plane: {}, material: m}]}\n"
          "  front: {mobility: fixed, position: [0, %.17g, 0], orientation: [%.17g, %.17g, 0, 0], "
          "shapes: [{plane: {}, material: m}]}\n"
          "  back: {mobility: fixed, position: [0, %.17g, 0], orientation: [%.17g, %.17g, 0, 0], "
          "shapes: [{plane: {}, material: m}]}\n",
          -half, c, c, half, c, -c, -half, c, -c, half, c, c);
}

static double worst_overlap(const Run *run, int first, double radius, double half) {
    double worst = 0.0;
    for (int b = first; b <= run->body_count; b++) {
        abVec3 p = run_end(run, b)->position;
        double near = fmin(p.z, half - fmax(fabs(p.x), fabs(p.y)));
        worst = fmax(worst, radius - near);
        for (int k = first; k < b; k++) {
            abVec3 q = run_end(run, k)->position;
            worst = fmax(worst, 2.0 * radius - hypot(hypot(p.x - q.x, p.y - q.y), p.z - q.z));
        }
    }
    return worst;
}

static void verify_fill(Report *report) {
    const char *name = "fill_of_125_balls";
    static Writer w;
    enum { SIDE = 5, FIRST = 6 };
    const double radius = 0.05, spacing = 0.11, half = 0.5 * SIDE * spacing, tolerance = 1e-3;
    if (!report_wants(report, name)) {
        return;
    }
    write_head(&w, 0.01, tolerance, 4.0, true);
    write_box(&w, half);
    for (int k = 0; k < SIDE * SIDE * SIDE; k++) {
        int layer = k / (SIDE * SIDE), place = k % (SIDE * SIDE);
        double off = layer % 2 ? 0.004 : -0.004;
        WRITE(&w,
              "  s%d: {position: [%g, %g, %g], shapes: [{sphere: {radius: 0.05}, material: m}]}\n",
              k, spacing * (place % SIDE - 2) + off, spacing * (place / SIDE - 2) + 0.7 * off,
              0.06 + spacing * layer);
    }
    Run run;
    run_yaml(&run, w.text);
    if (is_broken(report, name, &run)) {
        return;
    }
    report_near(report, name, "speed at the end [m/s]", 0.0, fastest(&run, FIRST), 1e-12,
                "all of them sleep");
    report_near(report, name, "overlap at the end by radius", 0.0,
                worst_overlap(&run, FIRST, radius, half) / radius, tolerance, "the tolerance");
    report_near(report, name, "energy drift by what is turned over", 0.0, run_drift(&run), 1e-10,
                "");
    run_done(&run);
}

void verify_piles(Report *report) {
    verify_turning(report);
    verify_stack(report, 10, 60.0);
    verify_stack(report, 160, 2.0);
    verify_wall(report);
    verify_fill(report);
}
