// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_slides.c - friction laws of multibody programs: creeping on slopes, sliding to rest; and
// rest under a linear spring.
//
// Source  closed forms and quadratures of the published laws, evaluated outside this program. A
// body
//         that slides is a ball with a very large moment of inertia, so that it is the mass point
//         of the closed form.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "sketch.h"

static const double s_pi = 3.14159265358979323846, s_gravity = 9.80665;

typedef struct Slide {
    double static_friction, dynamic_friction, static_speed, dynamic_speed;
} Slide;

// On a plane under gravity at an angle, resting at its depth, moving along x.
static void run_slide(const Slide *c, double angle, double speed, double end, double interval,
                      Run *run) {
    double k = 1e6, depth = s_gravity * cos(angle) / k; // 1 kg
    Sketch s;
    sketch_on_plane(&s, (abVec3){s_gravity * sin(angle), 0.0, -s_gravity * cos(angle)});
    sketch_point(&s, 1.0, 0.1, (abVec3){0.0, 0.0, 0.1 - depth}, (abVec3){speed, 0.0, 0.0});
    sketch_rule(&s, &(Rule){.normal = "impact",
                            .normal_values = {{"stiffness", k}, {"exponent", 1.0}},
                            .friction = "static_dynamic",
                            .friction_values = {{"static_friction", c->static_friction},
                                                {"dynamic_friction", c->dynamic_friction},
                                                {"static_speed", c->static_speed},
                                                {"dynamic_speed", c->dynamic_speed}}});
    sketch_run(&s, end, 1e-9, interval, run);
}

static void verify_creep(Report *report) {
    static const struct {
        Slide slide;
        double degrees, speed;
    } rows[] = {{{0.3, 0.1, 0.1, 1.0}, 10.0, 0.0415800288972},
                {{0.3, 0.1, 0.1, 1.0}, 15.0, 0.0719706627506},
                {{0.3, 0.25, 0.001, 0.0015}, 10.0, 0.000415800288972},
                {{0.2, 0.1, 1.0, 1.5}, 5.0, 0.300691232825}};
    for (int i = 0; i < 4 && report_wants(report, "incline_creep"); i++) {
        Run run;
        double time_constant = rows[i].slide.static_speed / (1.5 * 0.2 * s_gravity);
        run_slide(&rows[i].slide, rows[i].degrees * s_pi / 180.0, 0.0, 60.0 * time_constant,
                  time_constant, &run);
        char quantity[120];
        snprintf(quantity, sizeof quantity, "creep at %g deg, %g m/s [m/s]", rows[i].degrees,
                 rows[i].slide.static_speed);
        report_close(report, "incline_creep", quantity, rows[i].speed,
                     run.result == AB_OK ? run_end(&run, run_body(&run, "ball"))->velocity.x : NAN,
                     1e-6, run.result == AB_OK ? "analytic: tan = mu_s (3u - u^3)/2" : run.message);
        run_done(&run);
    }
    if (report_wants(report, "incline_creep")) {
        Run run;
        run_slide(&(Slide){0.3, 0.1, 0.1, 1.0}, 20.0 * s_pi / 180.0, 0.0, 8.0, 0.5, &run);
        int ball = run_body(&run, "ball");
        double gain = run_end(&run, ball)->velocity.x - run_state(&run, ball, 6.0)->velocity.x;
        report_close(report, "incline_creep", "runs away at 20 deg, acceleration [m/s^2]",
                     2.43254817458, gain / 2.0, 1e-6, "analytic: g (sin - mu_d cos)");
        run_done(&run);
    }
}

// When the speed falls to a value, between two frames.
static double time_of_speed(const Run *run, double speed) {
    int ball = run_body(run, "ball");
    for (size_t i = 1; i < run->instant_count; i++) {
        double v0 = run->states[(i - 1) * (size_t)run->body_count + (size_t)ball - 1].velocity.x;
        double v1 = run->states[i * (size_t)run->body_count + (size_t)ball - 1].velocity.x;
        if (v1 <= speed) {
            double t0 = run->instants[i - 1].time, t1 = run->instants[i].time;
            return t0 + (t1 - t0) * (v0 - speed) / (v0 - v1);
        }
    }
    return NAN;
}

static void verify_stop(Report *report) {
    static const struct {
        Slide slide;
        double speed, distance, time;
    } rows[] = {{{0.3, 0.1, 0.1, 1.0}, 3.0, 4.42301072117, 2.56707920486},
                {{0.3, 0.3, 0.001, 0.0015}, 1.0, 0.169952790656, 0.339565498922},
                {{0.2, 0.1, 0.01, 0.02}, 0.5, 0.127412282262, 0.496662047215},
                {{0.08, 0.05, 0.005, 0.01}, 2.0, 4.07884941138, 4.06652576891}};
    for (int i = 0; i < 4 && report_wants(report, "slide_stop"); i++) {
        const Slide *c = &rows[i].slide;
        // 40 time constants of the decay at the end
        double end = rows[i].time + 40.0 * c->static_speed / (1.5 * c->static_friction * s_gravity);
        Run run;
        run_slide(c, 0.0, rows[i].speed, end, 1e-4 * end, &run);
        const char *note = run.result == AB_OK ? "quadrature of v/(mu g)" : run.message;
        char quantity[120];
        snprintf(quantity, sizeof quantity, "distance from %g m/s, v_s = %g [m]", rows[i].speed,
                 c->static_speed);
        report_close(report, "slide_stop", quantity, rows[i].distance,
                     run.result == AB_OK ? run_end(&run, run_body(&run, "ball"))->position.x : NAN,
                     1e-6, note);
        snprintf(quantity, sizeof quantity, "time to v_s = %g [s]", c->static_speed);
        report_close(report, "slide_stop", quantity, rows[i].time,
                     time_of_speed(&run, c->static_speed), 1e-6, note);
        run_done(&run);
    }
}

// A block of 2 kg on a box, gravity tilted by 10 degrees; four corners carry it.
static void verify_block(Report *report) {
    if (!report_wants(report, "model_block_creep")) {
        return;
    }
    double angle = 10.0 * s_pi / 180.0;
    Sketch s;
    Run run;
    sketch_begin(&s, 0.0);
    sketch_gravity(&s, (abVec3){s_gravity * sin(angle), 0.0, -s_gravity * cos(angle)});
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = 1.0});
    sketch_box(&s, "plate", AB_MOBILITY_FIXED, (abVec3){0.0, 0.0, -0.05}, (abVec3){0.0, 0.0, 0.0},
               0.0, (abVec3){4.0, 1.0, 0.1});
    sketch_box(&s, "block", AB_MOBILITY_FREE, (abVec3){-1.0, 0.0, 0.05}, (abVec3){0.0, 0.0, 0.0},
               2.0, (abVec3){0.2, 0.2, 0.1});
    sketch_rule(&s, &(Rule){.normal = "impact",
                            .normal_values = {{"stiffness", 1e6},
                                              {"exponent", 1.5},
                                              {"damping", 1e3},
                                              {"full_damping_depth", 1e-4}},
                            .friction = "static_dynamic",
                            .friction_values = {{"static_friction", 0.3},
                                                {"dynamic_friction", 0.1},
                                                {"static_speed", 0.01},
                                                {"dynamic_speed", 0.1}}});
    sketch_run(&s, 2.0, 1e-8, 0.1, &run);
    if (run.result != AB_OK) {
        report_broken(report, "model_block_creep", run.message);
    } else {
        abVec3 f = run.contacts[0].force;
        const char *note = "analytic: the cubic, and the weight";
        report_close(report, "model_block_creep", "creep speed [m/s]", 0.00415800288972,
                     run_end(&run, run_body(&run, "block"))->velocity.x, 1e-3, note);
        report_close(report, "model_block_creep", "normal force [N]", 19.3153299022, fabs(f.z),
                     1e-3, note);
        report_close(report, "model_block_creep", "friction force [N]", 3.40581380303, fabs(f.x),
                     1e-3, note);
    }
    run_done(&run);
}

// A linear spring carries the weight at the depth m g/k.
static void verify_rest(Report *report) {
    static const double rows[][3] = {
        {20.0, 1e6, 0.000196133}, {1.0, 1e4, 0.000980665}, {100.0, 1e6, 0.000980665}};
    for (int i = 0; i < 3 && report_wants(report, "rest_on_a_spring"); i++) {
        double c = 2.0 * sqrt(rows[i][0] * rows[i][1]); // critical
        Sketch s;
        Run run;
        sketch_on_plane(&s, (abVec3){0.0, 0.0, -s_gravity});
        sketch_point(&s, rows[i][0], 0.1, (abVec3){0.0, 0.0, 0.1}, (abVec3){0.0, 0.0, -1e-6});
        sketch_rule(&s, &(Rule){.normal = "impact",
                                .normal_values = {{"stiffness", rows[i][1]},
                                                  {"exponent", 1.0},
                                                  {"damping", c},
                                                  {"full_damping_depth", 1e-4}}});
        sketch_run(&s, 60.0 * sqrt(rows[i][0] / rows[i][1]), 1e-11, 0.01, &run);
        char quantity[120];
        snprintf(quantity, sizeof quantity, "depth at rest, %g kg, %g N/m [m]", rows[i][0],
                 rows[i][1]);
        report_close(report, "rest_on_a_spring", quantity, rows[i][2],
                     run.result == AB_OK ? run_last(&run)->depth : NAN, 1e-9,
                     run.result == AB_OK ? "analytic: m g/k" : run.message);
        run_done(&run);
    }
}

void verify_slides(Report *report) {
    verify_creep(report);
    verify_stop(report);
    verify_block(report);
    verify_rest(report);
}
