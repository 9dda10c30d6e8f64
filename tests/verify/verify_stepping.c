// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_stepping.c - method stepping: rest, friction, impacts and its order, in closed forms.
//
//   rest:     a box of mass m on n springs of compliance C sinks by m g C/n                    (1)
//   slope:    slides with g (sin(a) - mu cos(a)), or not at all when tan(a) <= mu              (2)
//   slide:    stops after v^2/(2 mu g)                                                         (3)
//   bounce:   a rigid ball dropped from h parts with e sqrt(2 g h) each time                   (4)
//   drop:     an undamped spring gives back the whole speed, sqrt(2 g h)                       (5)
//   rolling:  a ball that slid rolls with 5/7 v                                                (6)
//
// Source  Boxes and slope: cases of ArtiSynth core 3.9, run headless with its constrained backward
//         Euler (published in the notes: what it gives); the forms are of any mechanics text.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "verify_run.h"

// A unit cube of 1 kg on a plate with its top at z = 0, both turned by `tilt` [degrees].
typedef struct Box {
    const char *normal; // law with its keys
    double friction, tilt, height, speed, step, end;
    const char *plate; // shape of the plate
} Box;

static void run_box(Run *run, const Box *box) {
    static char text[3000];
    double half = 0.5 * box->tilt * 3.14159265358979323846 / 180.0, c = cos(half), s = sin(half);
    double up = 0.5 + box->height, x = 2.0 * s * c * up, z = (c * c - s * s) * up;
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, -9.8]\nmaterials: {hard: {density: 1}}\n"
        "pairs: [{materials: [hard, hard], restitution: 0, sliding_friction: %.17g}]\n"
        "bodies:\n"
        "  plate: {mobility: fixed, orientation: [%.17g, 0, %.17g, 0],\n"
        "          shapes: [{%s, material: hard}]}\n"
        "  box: {position: [%.17g, 0, %.17g], orientation: [%.17g, 0, %.17g, 0],\n"
        "        velocity: [%.17g, 0, 0], shapes: [{box: {size: [1, 1, 1]}, material: hard}]}\n"
        "contacts: [{between: [plate, box], normal: {%s}}]\n"
        "simulation: {method: stepping, step: %.17g, end_time: %.17g, tolerance: 1e-10,\n"
        "             output_interval: 0.01}\n",
        box->friction, c, s, box->plate, x, z, c, s, box->speed, box->normal, box->step, box->end);
    run_yaml(run, text);
}

static const char s_plane[] = "plane: {}";
static const char s_plate[] = "box: {size: [4, 4, 1]}, position: [0, 0, -0.5]";

// ---- rest ----

static void verify_compliant(Report *report) {
    const char *name = "compliant_box_vertex";
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_box(&run, &(Box){.normal = "law: compliant, compliance: 1e-3, damping: 30",
                         .step = 0.01,
                         .end = 2.0,
                         .plate = s_plate});
    if (is_broken(report, name, &run)) {
        return;
    }
    double depth = 0.5 - run_end(&run, run_body(&run, "box"))->position.z;
    report_close(report, name, "depth at rest, 4 corners [m]", 0.00245, depth, 1e-6,
                 "(1); ArtiSynth takes a tolerance of 1e-4 m off the depth and gives 0.00255");
    report_close(report, name, "force at rest [N]", 9.8, run_last(&run)->force, 1e-6, "weight");
    run_done(&run);
}

static void verify_rigid_rest(Report *report, const char *name, const char *plate) {
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_box(&run, &(Box){.normal = "law: rigid", .step = 0.01, .end = 2.0, .plate = plate});
    if (is_broken(report, name, &run)) {
        return;
    }
    const abBodyState *box = run_end(&run, run_body(&run, "box"));
    report_close(report, name, "force at rest [N]", 9.8, run_last(&run)->force, 1e-9, "weight");
    report_near(report, name, "depth at rest [m]", 0.0, 0.5 - box->position.z, 1e-9,
                "no tolerance; ArtiSynth keeps 1e-4 m");
    report_near(report, name, "tilt at rest", 0.0,
                fabs(box->orientation.x) + fabs(box->orientation.y), 1e-9,
                "it rests on all corners");
    report_near(report, name, "speed at rest [m/s]", 0.0, fabs(box->velocity.z), 1e-9, "");
    report_near(report, name, "centre of pressure [m]", 0.0,
                fabs(run.contacts[0].point.x) + fabs(run.contacts[0].point.y), 1e-6,
                "under the middle");
    run_done(&run);
}

// ---- friction ----

static double way_on_slope(const Run *run, double x) {
    const abBodyState *box = run_end(run, run_body(run, "box"));
    return (box->position.x - x) / cos(20.0 * 3.14159265358979323846 / 180.0);
}

static void verify_slope(Report *report, double friction, double expected, double allowed) {
    char name[44];
    snprintf(name, sizeof name, "friction_incline_box_%g", friction);
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_box(&run, &(Box){.normal = "law: rigid",
                         .friction = friction,
                         .tilt = 20.0,
                         .step = 0.01,
                         .end = 1.0,
                         .plate = s_plane});
    if (is_broken(report, name, &run)) {
        return;
    }
    double start = run_state(&run, run_body(&run, "box"), 0.0)->position.x;
    report_near(report, name, "way in 1 s [m]", expected, way_on_slope(&run, start), allowed,
                friction > 0.4 ? "(2); ArtiSynth slides 0.047 m at this step"
                               : "(2); ArtiSynth gives 0.29766 m at this step");
    run_done(&run);
}

static void verify_slide_stop(Report *report, double step, double allowed) {
    char name[44];
    snprintf(name, sizeof name, "friction_slide_stop_%g", step);
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_box(&run, &(Box){.normal = "law: rigid",
                         .friction = 0.3,
                         .speed = 2.0,
                         .step = step,
                         .end = 1.2,
                         .plate = s_plane});
    if (is_broken(report, name, &run)) {
        return;
    }
    const abBodyState *box = run_end(&run, run_body(&run, "box"));
    // the step in which it stops has a way of h v/2 instead of v^2/(2 a): at most a h^2/8 more
    report_close(report, name, "way until it stops [m]", 0.6802721088435374, box->position.x,
                 allowed, "(3); ArtiSynth gives 0.6703 m at 0.01 s, 0.6793 m at 0.001 s");
    report_near(report, name, "speed afterwards [m/s]", 0.0, fabs(box->velocity.x), 1e-12,
                "it stays");
    run_done(&run);
}

// ---- impacts ----

static void verify_punch(Report *report, double step, double allowed) {
    char name[44];
    snprintf(name, sizeof name, "flat_punch_drop_%g", step);
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_box(&run, &(Box){.normal = "law: compliant, compliance: 5e-3, damping: 0",
                         .height = 0.2,
                         .step = step,
                         .end = 0.6,
                         .plate = s_plane});
    if (is_broken(report, name, &run)) {
        return;
    }
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    const abBodyState *box = run_end(&run, run_body(&run, "box"));
    double speed = sqrt(box->velocity.z * box->velocity.z + 19.6 * (box->position.z - 0.5));
    report_close(report, name, "speed coming back [m/s]", 1.9798989873223332,
                 release != NULL ? speed : NAN, allowed, "(5), from the energy after the release");
    report_near(report, name, "energy drift by what is turned over", 0.0, run_drift(&run), 1e-3,
                "");
    run_done(&run);
}

static void run_ball(Run *run, const char *law, const char *friction, double speed, double height,
                     double step, double end) {
    static char text[3000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {hard: {density: 1000, youngs_modulus: 1e7, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [hard, hard], restitution: 0.5, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: hard}]}\n"
             "  ball: {position: [0, 0, %.17g], velocity: [%.17g, 0, 0],\n"
             "         shapes: [{sphere: {radius: 0.1}, material: hard}]}\n"
             "contacts: [{between: [ground, ball], normal: {%s}, friction: {law: %s}}]\n"
             "simulation: {method: stepping, step: %.17g, end_time: %.17g, tolerance: 1e-10}\n",
             height + 0.1, speed, law, friction, step, end);
    run_yaml(run, text);
}

// Where a ball dropped from `height` is at time t, bouncing with e.
static double bounced(double height, double e, double t) {
    const double g = 9.81;
    double v = sqrt(2.0 * g * height), next = v / g;
    if (t < next) {
        return height - 0.5 * g * t * t;
    }
    while (t - next > 2.0 * e * v / g) {
        v *= e;
        next += 2.0 * v / g;
    }
    double since = t - next;
    return e * v * since - 0.5 * g * since * since;
}

static void verify_bounces(Report *report) {
    const char *name = "rigid_ball_bounces";
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_ball(&run, "law: rigid", "regularized", 1.0, 0.9, 1e-3, 1.0);
    if (is_broken(report, name, &run)) {
        return;
    }
    const abBodyState *ball = run_end(&run, run_body(&run, "ball"));
    // positions in the step of an impact are those of the mean velocity: h/2 of its change, 6.3 m/s
    report_near(report, name, "height after two impacts [m]", bounced(0.9, 0.5, 1.0),
                ball->position.z - 0.1, 5e-3, "(4)");
    report_close(report, name, "rolls with [m/s]", 5.0 / 7.0, ball->velocity.x, 1e-9, "(6)");
    run_done(&run);
}

// ---- restitution by impulses ----

// A ball meets the first of two that touch, without gravity. With impulses of compression of 2/3
// and 1/3 of m v the balls part by (1 + e) times these, unless they would overlap.
static void verify_poisson_chain(Report *report, double e, const double expected[3]) {
    static char text[2000];
    char name[44];
    snprintf(name, sizeof name, "poisson_chain_%g", e);
    if (!report_wants(report, name)) {
        return;
    }
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\n"
             "materials: {a: {density: 1000}, b: {density: 1000}, c: {density: 1000}}\n"
             "pairs:\n"
             "  - {materials: [a, b], restitution: %g, sliding_friction: 0}\n"
             "  - {materials: [b, c], restitution: 1, sliding_friction: 0}\n"
             "  - {materials: [a, c], restitution: 1, sliding_friction: 0}\n"
             "bodies:\n"
             "  first: {position: [-0.255, 0, 0], velocity: [1, 0, 0],\n"
             "          shapes: [{sphere: {radius: 0.1}, material: a}]}\n"
             "  second: {position: [0, 0, 0], shapes: [{sphere: {radius: 0.1}, material: b}]}\n"
             "  third: {position: [0.2, 0, 0], shapes: [{sphere: {radius: 0.1}, material: c}]}\n"
             "contacts: [{between: [\"*\", \"*\"],\n"
             "            normal: {law: rigid, restitution_kind: poisson}}]\n"
             "simulation: {method: stepping, step: 0.01, end_time: 0.2, tolerance: 1e-12}\n",
             e);
    Run run;
    run_yaml(&run, text);
    if (is_broken(report, name, &run)) {
        return;
    }
    const char *balls[3] = {"first", "second", "third"};
    for (int i = 0; i < 3; i++) {
        char quantity[40];
        snprintf(quantity, sizeof quantity, "speed of the %s [m/s]", balls[i]);
        report_near(report, name, quantity, expected[i],
                    run_end(&run, run_body(&run, balls[i]))->velocity.x, 1e-9,
                    e > 0.0 ? "(1 + e) times the impulses of compression"
                            : "the first two stay together; by speeds all would have 1/3");
    }
    run_done(&run);
}

static void verify_poisson_ball(Report *report) {
    const char *name = "poisson_ball";
    if (!report_wants(report, name)) {
        return;
    }
    abBodyState ends[2];
    for (int i = 0; i < 2; i++) {
        Run run;
        run_ball(&run, i == 0 ? "law: rigid" : "law: rigid, restitution_kind: poisson",
                 "regularized", 1.0, 0.9, 1e-3, 1.0);
        if (is_broken(report, name, &run)) {
            return;
        }
        ends[i] = *run_end(&run, run_body(&run, "ball"));
        run_done(&run);
    }
    report_near(report, name, "height against restitution by speeds [m]", ends[0].position.z,
                ends[1].position.z, 1e-8, "of one contact both are the same");
    report_near(report, name, "spin likewise [rad/s]", ends[0].angular_velocity.y,
                ends[1].angular_velocity.y, 1e-8, "friction has the impulse of the whole impact");
}

// ---- order ----

static void verify_order(Report *report) {
    const char *name = "order_of_impacts";
    if (!report_wants(report, name)) {
        return;
    }
    double z[3], drift = 0.0;
    for (int i = 0; i < 3; i++) {
        Run run;
        run_ball(&run, "law: hertz, damping: 0", "none", 1.0, 0.2, 1e-3 / (1 << i), 1.0);
        if (is_broken(report, name, &run)) {
            return;
        }
        z[i] = run_end(&run, run_body(&run, "ball"))->position.z;
        drift = fmax(drift, run_drift(&run));
        run_done(&run);
    }
    report_near(report, name, "order after two impacts", 2.0,
                log((z[0] - z[1]) / (z[1] - z[2])) / log(2.0), 0.1,
                "from steps of 1, 1/2 and 1/4 ms; impacts last 50 ms");
    report_near(report, name, "energy drift by what is turned over", 0.0, drift, 1e-12,
                "an undamped law stores exactly what it takes");
}

void verify_stepping(Report *report) {
    verify_compliant(report);
    verify_rigid_rest(report, "box_rest_rigid", s_plane);
    verify_rigid_rest(report, "box_rest_on_plate", s_plate);
    verify_slope(report, 0.5, 0.0, 1e-9);
    verify_slope(report, 0.3, 0.294551, 1e-6);
    verify_slide_stop(report, 0.01, 6e-5);
    verify_slide_stop(report, 0.001, 6e-7);
    verify_punch(report, 0.001, 1e-3);
    verify_punch(report, 0.01, 1e-3);
    verify_bounces(report);
    verify_poisson_chain(report, 0.0, (const double[3]){1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0});
    verify_poisson_chain(report, 0.5, (const double[3]){0.0, 1.0 / 3.0, 2.0 / 3.0});
    verify_poisson_ball(report);
    verify_order(report);
}
