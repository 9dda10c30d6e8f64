// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_rolling.c - balls on planes: from sliding to rolling, inclines, at rest.
//
//   v_roll = (5 v0 + 2 R w0)/7,  t_roll = |v0 - R w0| / (3.5 mu g)                        (1)
//   incline: rolls when tan(a) <= 7/2 mu with 5/7 g sin(a), else slides with
//            g (sin(a) - mu cos(a)) and spins up with 5/2 mu g cos(a)/R                   (2)
//   at rest: d = (N/k)^(2/3), in a groove N = m g / (2 sin(b))                            (3)
//
// The contacts are so stiff that the balls sink by 1e-5 R; friction is smoothed below 1 mm/s. Both
// show in the results with about that much, which is what is allowed.
//
// Source  Coriolis 1835 and any mechanics text.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "published.h"
#include "sketch.h"

static const double s_small_speed = 1e-3; // [m/s]
static const double s_degree = 3.14159265358979323846 / 180.0;

// A ball of 1 kg at rest in its static depth of 1e-5 R under the normal acceleration `g_normal`.
static void sketch_rolling(Sketch *s, abVec3 gravity, double radius, double friction, double v0,
                           double w0) {
    double depth = 1e-5 * radius, k = -gravity.z / pow(depth, 1.5);
    sketch_begin(s, 0.0);
    sketch_gravity(s, gravity);
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(s, "any", "any", (Pair){0.5, friction, s_small_speed});
    sketch_plane(s, "any");
    sketch_ball(s, &(Ball){.name = "ball",
                           .material = "any",
                           .radius = radius,
                           .mass = 1.0,
                           .position = {0.0, 0.0, radius - depth},
                           .velocity = {v0, 0.0, 0.0},
                           .spin = {0.0, w0, 0.0}});
    sketch_law(s, "hunt_crossley", "stiffness", k, "damping", 1.0);
}

// ---- from sliding to rolling ----

static void verify_slide(Report *report, int index) {
    const Slide *c = &published_slides[index];
    char name[32];
    snprintf(name, sizeof name, "sliding_to_rolling_%d", index + 1);
    if (!report_wants(report, name)) {
        return;
    }
    Sketch s;
    Run run;
    sketch_rolling(&s, (abVec3){0.0, 0.0, -9.81}, c->radius, c->friction, c->v0, c->w0);
    sketch_run(&s, 1.5 * c->time, 1e-8, c->time / 200.0, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    const char *note = "analytic: (1)";
    int ball = run_body(&run, "ball");
    const abBodyState *end = run_end(&run, ball), *at_roll = run_state(&run, ball, c->time);
    double scale = fmax(c->v0, c->radius * fabs(c->w0)), relative = 1e-4;
    report_near(report, name, "v_roll [m/s]", c->speed, end->velocity.x, relative * scale, note);
    report_near(report, name, "R w when rolling [m/s]", c->speed,
                c->radius * end->angular_velocity.y, relative * scale, note);
    // the last mm/s of slip takes up to s_small_speed / (3.5 mu g) longer
    report_near(report, name, "way until t_roll [m]", c->distance, at_roll->position.x,
                s_small_speed * c->time, note);
    report_close(report, name, "energy lost by mass [J/kg]", c->lost,
                 run_last(&run)->energy.sliding_friction, 10.0 * relative, note);
    report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-6, "analytic");
    run_done(&run);
}

// ---- inclines ----

typedef struct Incline {
    double degrees, friction;
    double acceleration, spin_up; // expected
} Incline;

static const Incline s_inclines[] = {
    {10.0, 0.3, 1.216777587794705, 12.167775877947049},
    {30.0, 0.3, 3.5035714285714286, 35.035714285714285},
    {45.0, 0.2, 5.549374018752024, 34.68358761720016},
    {60.0, 0.3, 7.024209211125343, 36.78750000000001},
    {20.0, 0.05, 2.894298375529322, 11.522980762387203},
};

static void verify_incline(Report *report, const Incline *c) {
    char name[32];
    snprintf(name, sizeof name, "incline_%.0f_mu_%g", c->degrees, c->friction);
    if (!report_wants(report, name)) {
        return;
    }
    double a = c->degrees * s_degree;
    Sketch s;
    Run run;
    sketch_rolling(&s, (abVec3){9.81 * sin(a), 0.0, -9.81 * cos(a)}, 0.1, c->friction, 0.0, 0.0);
    sketch_run(&s, 0.5, 1e-8, 0.01, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    // between 0.1 s and 0.5 s, when the slip of the start is over
    int ball = run_body(&run, "ball");
    const abBodyState *p = run_state(&run, ball, 0.1), *q = run_end(&run, ball);
    const char *note = "analytic: (2)";
    report_close(report, name, "acceleration [m/s^2]", c->acceleration,
                 (q->velocity.x - p->velocity.x) / 0.4, 1e-4, note);
    report_close(report, name, "angular acceleration [rad/s^2]", c->spin_up,
                 (q->angular_velocity.y - p->angular_velocity.y) / 0.4, 1e-4, note);
    run_done(&run);
}

// ---- at rest ----

static void verify_rest(Report *report) {
    const char *name = "ball_at_rest";
    if (!report_wants(report, name)) {
        return;
    }
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "steel", 2e11, 0.3, 7850.0);
    sketch_pair(&s, "steel", "steel", (Pair){.restitution = 0.5});
    sketch_plane(&s, "steel");
    sketch_ball(
        &s,
        &(Ball){.name = "ball", .material = "steel", .radius = 0.1, .position = {0.0, 0.0, 0.1}});
    sketch_law(&s, "hertz", "damping", 100.0, NULL, 0.0);
    sketch_run(&s, 0.5, 1e-8, 0.05, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        const char *note = "analytic: (3), (m g/k)^(2/3)";
        report_close(report, name, "depth [m]", 3.646027607310191e-06, run_last(&run)->depth, 1e-5,
                     note);
        report_close(report, name, "force [N]", 32.88200310757317 * 9.81, run_last(&run)->force,
                     1e-5, "analytic: m g");
    }
    run_done(&run);
}

// A ball in a groove of two planes, each at the angle b from the vertical plane of symmetry.
static void verify_groove(Report *report, double degrees) {
    char name[32];
    snprintf(name, sizeof name, "v_groove_%.0f", degrees);
    if (!report_wants(report, name)) {
        return;
    }
    double b = degrees * s_degree, force = 9.81 / (2.0 * sin(b)), radius = 0.1;
    double depth = 1e-5 * radius, k = force / pow(depth, 1.5);
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = 0.5});
    for (int side = -1; side <= 1; side += 2) {
        abBodyDef body = ab_body_def();
        body.name = side < 0 ? "left" : "right";
        body.mobility = AB_MOBILITY_FIXED;
        abShapeDef shape = ab_shape_def();
        shape.material = "any";
        shape.rotation = (abVec3){0.0, side * (0.5 * 3.14159265358979323846 - b), 0.0};
        sketch_shape(&s, sketch_body(&s, &body), "plane", shape, NULL, 0.0, NULL, 0.0);
    }
    // a tenth of the static depth too high, so that it has to find its place
    sketch_ball(&s, &(Ball){.name = "ball",
                            .material = "any",
                            .radius = radius,
                            .mass = 1.0,
                            .position = {0.0, 0.0, (radius - 0.9 * depth) / sin(b)}});
    sketch_law(&s, "hunt_crossley", "stiffness", k, "damping", 1000.0);
    sketch_run(&s, 0.4, 1e-10, 0.1, &run);
    if (run.result != AB_OK || run.contact_count != 2) {
        report_broken(report, name, run.result != AB_OK ? run.message : "not two contacts");
    } else {
        for (int i = 0; i < 2; i++) {
            char quantity[32];
            snprintf(quantity, sizeof quantity, "force on side %d [N]", i + 1);
            report_close(report, name, quantity, force, run.contacts[i].normal_force, 1e-8,
                         "analytic: (3)");
        }
    }
    run_done(&run);
}

void verify_rolling(Report *report) {
    for (int i = 0; i < SLIDES; i++) {
        verify_slide(report, i);
    }
    for (size_t i = 0; i < sizeof s_inclines / sizeof s_inclines[0]; i++) {
        verify_incline(report, &s_inclines[i]);
    }
    verify_rest(report);
    verify_groove(report, 30.0);
    verify_groove(report, 45.0);
    verify_groove(report, 60.0);
}
