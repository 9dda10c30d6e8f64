// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_suggest.c - what `abut suggest` predicts of compliance, damping and steps, against runs.
//
//   rest     m g C/n, with C from the depth wanted                                            (1)
//   impact   greatest depth with the weight, time and restitution without it                  (2)
//   step     of method stepping: greatest depth within 1 %, wherever in its step it touches   (3)
//   fixed    a rigid ball bounces to e^2 of its height and comes to rest                      (4)
//
// Source  Closed forms of docs/theory/suggest.md; bounds are those of the methods' accuracy.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "model/check/compliance.h"
#include "verify_run.h"

// A body of 2 kg that meets a plane at 1 m/s; a ball, or a box on its four corners.
typedef struct Fall {
    abComplianceSpec spec;
    const char *simulation;
    double gap; // before it meets, to be passed at its speed [m]
} Fall;

static const char s_events[] = "tolerance: 1.0e-10";

static abComplianceSpec spec_of(double ratio, int points, double acceleration) {
    return (abComplianceSpec){.mass = 2.0,
                              .points = points,
                              .acceleration = acceleration,
                              .speed = 1.0,
                              .depth = 0.002,
                              .ratio = ratio};
}

static void run_fall(Run *run, const Fall *fall, const abCompliance *soft, double end,
                     double interval) {
    static char text[2000];
    const char *shape =
        fall->spec.points == 4 ? "box: {size: [0.2, 0.2, 0.2]}" : "sphere: {radius: 0.1}";
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, %.17g]\nmaterials: {m: {density: 1}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
        "bodies:\n"
        "  plane: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  body: {mass: 2, inertia: [1, 1, 1], position: [0, 0, %.17g], velocity: [0, 0, -1],\n"
        "         shapes: [{%s, material: m}]}\n"
        "contacts: [{between: [plane, body], normal: {law: compliant, compliance: %.17g,\n"
        "            damping: %.17g}, friction: {law: none}}]\n"
        "simulation: {%s, end_time: %.17g, output_interval: %.17g}\n",
        -fall->spec.acceleration, 0.1 + fall->gap, shape, soft->compliance, soft->damping,
        fall->simulation, end, interval);
    run_yaml(run, text);
}

static double height_of(const Run *run, size_t instant) {
    return run->states[instant * (size_t)run->body_count + 1].position.z;
}

static double lowest(const Run *run) {
    double minimum = INFINITY;
    for (size_t i = 0; i < run->instant_count; i++) {
        minimum = fmin(minimum, height_of(run, i));
    }
    return minimum;
}

// ---- (1), (2) ----

static void verify_weight(Report *report, double ratio, int points) {
    char name[44];
    snprintf(name, sizeof name, "weight_%g_on_%d", ratio, points);
    if (!report_wants(report, name)) {
        return;
    }
    Fall fall = {.spec = spec_of(ratio, points, 9.81), .simulation = s_events};
    abCompliance soft;
    ab_compliance_for(&fall.spec, &soft);
    Run run;
    double decay = 1.0 / (soft.frequency * fmin(ratio, 1.0 / ratio));
    run_fall(&run, &fall, &soft, 30.0 * decay, decay);
    if (is_broken(report, name, &run)) {
        return;
    }
    report_close(report, name, "greatest depth, with the weight [m]", soft.depth,
                 run.statistics.worst_depth, 1e-4, "(2), located at the end of steps");
    report_close(report, name, "depth at rest [m]", fall.spec.depth,
                 0.1 - run_end(&run, run_body(&run, "body"))->position.z, 1e-6, "(1)");
    run_done(&run);
}

static void verify_impact(Report *report, double ratio) {
    char name[44];
    snprintf(name, sizeof name, "impact_%g", ratio);
    if (!report_wants(report, name)) {
        return;
    }
    Fall fall = {.spec = spec_of(ratio, 1, 0.0), .simulation = s_events};
    abCompliance soft;
    ab_compliance_for(&fall.spec, &soft);
    Run run;
    double interval = soft.time / 400.5, pressed = 0.0;
    run_fall(&run, &fall, &soft, 2.0 * soft.time, interval);
    if (is_broken(report, name, &run)) {
        return;
    }
    for (size_t i = 0; i < run.instant_count; i++) {
        pressed = run.instants[i].force > 0.0 ? run.instants[i].time : pressed;
    }
    report_close(report, name, "greatest depth [m]", fall.spec.depth, run.statistics.worst_depth,
                 1e-4, "the one wanted");
    report_close(report, name, "restitution", soft.restitution,
                 run_end(&run, run_body(&run, "body"))->velocity.z, 1e-6, "(2)");
    report_near(report, name, "time it presses [s]", soft.time, pressed, interval,
                "(2); seen to a frame");
    run_done(&run);
}

// ---- (3) ----

static void verify_step(Report *report, double ratio) {
    enum { PLACES = 5 };
    char name[44], simulation[100];
    snprintf(name, sizeof name, "stepping_%g", ratio);
    if (!report_wants(report, name)) {
        return;
    }
    Fall fall = {.spec = spec_of(ratio, 1, 0.0), .simulation = simulation};
    abCompliance soft;
    ab_compliance_for(&fall.spec, &soft);
    double worst = 0.0;
    for (int k = 0; k < PLACES; k++) {
        Run run;
        fall.gap = soft.step * (k + 0.5) / PLACES;
        snprintf(simulation, sizeof simulation, "method: stepping, tolerance: 1.0e-10, step: %.17g",
                 soft.step);
        run_fall(&run, &fall, &soft, 1.5 * soft.time, soft.step);
        if (is_broken(report, name, &run)) {
            return;
        }
        double off = (0.1 - lowest(&run)) / fall.spec.depth - 1.0;
        worst = fabs(off) > fabs(worst) ? off : worst;
        run_done(&run);
    }
    report_near(report, name, "greatest depth by the one wanted - 1", 0.0, worst, 0.01,
                "(3), the worst of five places of the touch in its step");
}

static void verify_coarse_rest(Report *report) {
    const char *name = "stepping_coarse_rest";
    if (!report_wants(report, name)) {
        return;
    }
    Fall fall = {.spec = spec_of(1.0, 4, 9.81),
                 .simulation = "method: stepping, tolerance: 1.0e-10, step: 0.05"};
    abCompliance soft;
    ab_compliance_for(&fall.spec, &soft);
    Run run;
    run_fall(&run, &fall, &soft, 5.0, 0.5);
    if (is_broken(report, name, &run)) {
        return;
    }
    report_close(report, name, "depth at rest, w h = 3.5 [m]", fall.spec.depth,
                 0.1 - run_end(&run, run_body(&run, "body"))->position.z, 1e-6,
                 "right with any step");
    run_done(&run);
}

// ---- (4) ----

static void verify_fixed(Report *report) {
    static char text[2000];
    const double radius = 0.1, e = 0.5, g = 9.81, height = 0.5;
    const char *name = "fixed_ball";
    if (!report_wants(report, name)) {
        return;
    }
    abFixedAdvice advice = ab_fixed_advice(radius, g, sqrt(2.0 * g * height));
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, %.17g, 0]\nmaterials: {m: {density: 1}}\n"
             "pairs: [{materials: [m, m], restitution: %.17g, sliding_friction: 0}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, position: [0, -1, 0],\n"
             "           shapes: [{outline: {points: [[-4, -1], [4, -1], [4, 1], [-4, 1]]},"
             " material: m}]}\n"
             "  ball: {mobility: planar, mass: 1, inertia: [1, 1, 1], position: [0, %.17g, 0],\n"
             "         shapes: [{outline: {points: [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1],"
             " [-0.1, 0.1]]}, material: m}]}\n"
             "contacts: [{between: [ground, ball], normal: {law: rigid}, friction: {law: none}}]\n"
             "simulation: {method: fixed, step: %.17g, contact_distance: %.17g,\n"
             "             contact_speed: %.17g, end_time: 3, output_interval: 0.001}\n",
             -g, e, radius + height, advice.step, advice.contact_distance, advice.contact_speed);
    Run run;
    run_yaml(&run, text);
    if (is_broken(report, name, &run)) {
        return;
    }
    double fall = sqrt(2.0 * height / g), top = 0.0;
    for (size_t i = 0; i < run.instant_count; i++) {
        const Instant *at = &run.instants[i];
        double y = run.states[i * (size_t)run.body_count + 1].position.y - radius;
        bool is_second = at->time > fall && at->time < fall * (1.0 + 2.0 * e);
        top = is_second ? fmax(top, y) : top;
    }
    const abBodyState *end = run_end(&run, run_body(&run, "ball"));
    report_near(report, name, "height after the first bounce [m]", e * e * height, top,
                2.0 * advice.contact_distance + 0.01 * e * e * height, "e^2 h");
    report_near(report, name, "gap at rest [m]", 0.5 * advice.contact_distance,
                end->position.y - radius, 0.5 * advice.contact_distance,
                "within the contact distance");
    report_near(report, name, "speed at rest [m/s]", 0.0, end->velocity.y, 1e-3, "");
    run_done(&run);
}

void verify_suggest(Report *report) {
    static const double ratios[] = {0.1, 0.5, 1.0, 1.5};
    for (int i = 0; i < 4; i++) {
        verify_weight(report, ratios[i], i % 2 == 0 ? 1 : 4);
        verify_impact(report, ratios[i]);
        verify_step(report, ratios[i]);
    }
    verify_step(report, 0.0);
    verify_coarse_rest(report);
    verify_fixed(report);
}
