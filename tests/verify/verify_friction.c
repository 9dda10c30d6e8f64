// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_friction.c - exact friction and friction that holds: closed forms of sticking and
// slipping.
//
//   ball:    v_roll = (5 v0 + 2 R w0)/7 from t_roll = |v0 - R w0| / (3.5 mu g) on            (1)
//   incline: rolls when tan(a) <= 7/2 mu with 5/7 g sin(a), else slides with
//            g (sin(a) - mu cos(a)) and spins up with 5/2 mu g cos(a)/R                     (2)
//   block:   slides with g (sin(a) - mu cos(a)); stops and stays when tan(a) <= mu, after
//            v0/|a| and v0^2/(2 |a|); else it does not stop                                 (3)
//   spin:    M = 3 pi/16 mu N a about the normal of a Hertz contact of radius a             (4)
//
// The contacts are so stiff that balls sink by 1e-8 R and begin in that depth. Blocks are flat, so
// they tilt a little when friction begins or ends, by the ratio of depth to size.
//
// Source  Coriolis 1835, Coulomb 1785 and any mechanics text.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "published.h"
#include "sketch.h"

static const double s_degree = 3.14159265358979323846 / 180.0;
static const double s_allowed = 1e-6;
static const double s_sink = 1e-8; // depth by radius or height

static void sketch_ball_at_rest(Sketch *s, abVec3 gravity, double radius, double friction,
                                double v0, double w0) {
    double depth = s_sink * radius, k = -gravity.z / pow(depth, 1.5);
    sketch_begin(s, 0.0);
    sketch_gravity(s, gravity);
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(s, "any", "any", (Pair){0.5, friction, 0.0});
    sketch_plane(s, "any");
    sketch_ball(s, &(Ball){.name = "ball",
                           .material = "any",
                           .radius = radius,
                           .mass = 1.0,
                           .position = {0.0, 0.0, radius - depth},
                           .velocity = {v0, 0.0, 0.0},
                           .spin = {0.0, w0, 0.0}});
    sketch_laws(s, "hunt_crossley", "stiffness", k, "coulomb", NULL, 0.0);
}

// ---- from sliding to rolling ----

static void verify_slide(Report *report, int index) {
    char name[40];
    snprintf(name, sizeof name, "sliding_to_rolling_exact_%d", index + 1);
    if (!report_wants(report, name)) {
        return;
    }
    const Slide *c = &published_slides[index];
    Sketch s;
    Run run;
    sketch_ball_at_rest(&s, (abVec3){0.0, 0.0, -9.81}, c->radius, c->friction, c->v0, c->w0);
    sketch_run(&s, 2.0 * c->time, 1e-9, c->time, &run);
    const abEvent *stick = run_event(&run, AB_EVENT_STICK, 0, 0, 1);
    if (run.result != AB_OK || stick == NULL) {
        report_broken(report, name, run.result != AB_OK ? run.message : "it never rolls");
        run_done(&run);
        return;
    }
    const char *note = "analytic: (1)";
    int ball = run_body(&run, "ball");
    const abBodyState *end = run_end(&run, ball), *at_roll = run_state(&run, ball, c->time);
    report_close(report, name, "t_roll [s]", c->time, stick->time, s_allowed, note);
    report_close(report, name, "v_roll [m/s]", c->speed, end->velocity.x, s_allowed, note);
    report_near(report, name, "slip when rolling [m/s]", 0.0,
                end->velocity.x - c->radius * end->angular_velocity.y, s_sink * c->speed,
                "analytic: the lever is R less half the depth");
    report_close(report, name, "way until t_roll [m]", c->distance, at_roll->position.x, s_allowed,
                 note);
    report_close(report, name, "energy lost by mass [J/kg]", c->lost,
                 run_last(&run)->energy.sliding_friction, s_allowed, note);
    report_near(report, name, "stick and slip after it", 1.0,
                run_event_count(&run, AB_EVENT_STICK, 0, 0) +
                    run_event_count(&run, AB_EVENT_SLIP, 0, 0),
                0.0, "a ball that rolls goes on rolling");
    run_done(&run);
}

// ---- a ball on an incline ----

static const struct {
    double degrees, friction, acceleration, spin_up;
} s_balls[] = {
    {10.0, 0.3, 1.216777587794705, 12.167775877947049},
    {30.0, 0.3, 3.5035714285714286, 35.035714285714285},
    {45.0, 0.2, 5.549374018752024, 34.68358761720016},
    {60.0, 0.3, 7.024209211125343, 36.78750000000001},
    {20.0, 0.05, 2.894298375529322, 11.522980762387203},
};

static void verify_ball(Report *report, int index) {
    char name[40];
    double angle = s_balls[index].degrees * s_degree;
    snprintf(name, sizeof name, "incline_exact_%.0f_mu_%g", s_balls[index].degrees,
             s_balls[index].friction);
    if (!report_wants(report, name)) {
        return;
    }
    Sketch s;
    Run run;
    sketch_ball_at_rest(&s, (abVec3){9.81 * sin(angle), 0.0, -9.81 * cos(angle)}, 0.1,
                        s_balls[index].friction, 0.0, 0.0);
    sketch_run(&s, 1.0, 1e-9, 0.5, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    const abBodyState *end = run_end(&run, run_body(&run, "ball"));
    const char *note = "analytic: (2)";
    report_close(report, name, "speed after 1 s [m/s]", s_balls[index].acceleration,
                 end->velocity.x, s_allowed, note);
    report_close(report, name, "spin after 1 s [rad/s]", s_balls[index].spin_up,
                 end->angular_velocity.y, s_allowed, note);
    run_done(&run);
}

// ---- a block ----

// 31.4 kg, 0.2 m wide, 0.1 m high; sinks by a share of that.
static void sketch_block(Sketch *s, double degrees, double friction, double v0, double sink,
                         const char *friction_law) {
    double angle = degrees * s_degree, mass = 31.4, depth = sink * 0.1;
    abVec3 gravity = {9.81 * sin(angle), 0.0, -9.81 * cos(angle)};
    sketch_begin(s, 0.0);
    sketch_gravity(s, gravity);
    sketch_material(s, "any", 1e9, 0.3, 7850.0);
    sketch_pair(s, "any", "any", (Pair){0.5, friction, 0.0});
    sketch_plane(s, "any");
    abBodyDef body = ab_body_def();
    body.name = "block";
    body.position = (abVec3){0.0, 0.0, 0.05 - depth};
    body.velocity = (abVec3){v0, 0.0, 0.0};
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    abBodyId id = sketch_body(s, &body);
    sketch_box_shape(s, id, shape, (abVec3){0.2, 0.2, 0.1});
    double k = -0.25 * mass * gravity.z / pow(depth, 1.5); // of a corner
    sketch_laws(s, "hunt_crossley", "stiffness", k, friction_law, NULL, 0.0);
}

static const struct {
    double degrees, friction, v0, acceleration, time, distance; // 0: does not stop
} s_blocks[] = {
    {10.0, 0.3, 2.0, -1.1948005942023414, 1.6739194889128894, 1.6739194889128894},
    {20.0, 0.3, 1.0, 0.5897022230518818, 0.0, 0.0},
    {30.0, 0.3, 0.0, 2.3562872366623964, 0.0, 0.0},
    {0.0, 0.5, 3.0, -4.905, 0.6116207951070336, 0.9174311926605504},
};

static void verify_block(Report *report, int index) {
    char name[40];
    snprintf(name, sizeof name, "block_exact_%.0f_mu_%g", s_blocks[index].degrees,
             s_blocks[index].friction);
    if (!report_wants(report, name)) {
        return;
    }
    Sketch s;
    Run run;
    sketch_block(&s, s_blocks[index].degrees, s_blocks[index].friction, s_blocks[index].v0, s_sink,
                 "coulomb");
    sketch_run(&s, 2.0, 1e-9, 0.05, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    const char *note = "analytic: (3)";
    int block = run_body(&run, "block");
    const abBodyState *p = run_state(&run, block, 0.1), *q = run_state(&run, block, 0.5);
    report_close(report, name, "acceleration [m/s^2]", s_blocks[index].acceleration,
                 (q->velocity.x - p->velocity.x) / 0.4, s_allowed, note);
    if (s_blocks[index].time > 0.0) {
        const abEvent *stick = run_event_near(&run, AB_EVENT_STICK, 0, 0, s_blocks[index].time);
        report_close(report, name, "stops at [s]", s_blocks[index].time,
                     stick != NULL ? stick->time : NAN, s_allowed, note);
        report_close(report, name, "distance [m]", s_blocks[index].distance,
                     run_end(&run, block)->position.x, s_allowed, note);
    }
    run_done(&run);
}

// ---- held for an hour at 0.99 of the cone ----

static double size_of(abVec3 v) {
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static void verify_hour(Report *report, const char *law, double sink, double allowed) {
    char name[40];
    snprintf(name, sizeof name, "block_hour_%s", law);
    if (!report_wants(report, name)) {
        return;
    }
    double degrees = 30.0, friction = tan(degrees * s_degree) / 0.99;
    Sketch s;
    Run run;
    sketch_block(&s, degrees, friction, 0.0, sink, law);
    sketch_run(&s, 3600.0, 1e-8, 1.0, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    int block = run_body(&run, "block");
    double displacement =
        run_end(&run, block)->position.x - run_state(&run, block, 1.0)->position.x;
    report_near(report, name, "way from 1 s to 3600 s [m]", 0.0, displacement, allowed,
                "it holds; rounding of a coordinate of micrometres is 1e-22 m");
    report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-6, "analytic");
    if (allowed == 0.0) {
        double slip = run.contact_count > 0 ? size_of(run.contacts[0].slip) : NAN;
        report_near(report, name, "slip at the end [m/s]", 0.0, slip, 0.0, "it holds");
    }
    run_done(&run);
}

// ---- a ball that spins on the spot ----

// Hertz: a = (3 N R/(4 E*))^(1/3), M = 3 pi/16 mu N a; spin falls by M/I.
static void verify_spin(Report *report, const char *law) {
    char name[40];
    snprintf(name, sizeof name, "spin_torque_%s", law);
    if (!report_wants(report, name)) {
        return;
    }
    const double radius = 0.03, mass = 2.0, friction = 0.2, w0 = 20.0, time = 1.0;
    const double modulus = 2.0e11 / (1.0 - 0.3 * 0.3) / 2.0, force = 9.81 * mass;
    double area = cbrt(0.75 * force * radius / modulus);
    double moment = 3.0 * 3.14159265358979323846 / 16.0 * friction * force * area;
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "steel", 2.0e11, 0.3, 7850.0);
    sketch_pair(&s, "steel", "steel", (Pair){0.5, friction, 0.0});
    sketch_plane(&s, "steel");
    double depth = area * area / radius;
    sketch_ball(&s, &(Ball){.name = "ball",
                            .material = "steel",
                            .radius = radius,
                            .mass = mass,
                            .position = {0.0, 0.0, radius - depth},
                            .spin = {0.0, 0.0, w0}});
    sketch_laws(&s, "hertz", NULL, 0.0, law, "spin_speed", 0.01);
    sketch_run(&s, time, 1e-9, time, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        double drop = w0 - run_end(&run, run_body(&run, "ball"))->angular_velocity.z;
        report_close(report, name, "spin lost in 1 s [rad/s]",
                     moment * time / (0.4 * mass * radius * radius), drop, s_allowed,
                     "analytic: (4)");
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-9, "analytic");
    }
    run_done(&run);
}

void verify_friction(Report *report) {
    for (int i = 0; i < SLIDES; i++) {
        verify_slide(report, i);
    }
    for (int i = 0; i < (int)(sizeof s_balls / sizeof s_balls[0]); i++) {
        verify_ball(report, i);
    }
    for (int i = 0; i < (int)(sizeof s_blocks / sizeof s_blocks[0]); i++) {
        verify_block(report, i);
    }
    verify_hour(report, "coulomb", 1e-6, 0.0);
    verify_hour(report, "bristle", 1e-6, 1e-12);
    verify_spin(report, "regularized");
    verify_spin(report, "coulomb");
    verify_spin(report, "bristle");
    verify_spin(report, "mindlin");
}
