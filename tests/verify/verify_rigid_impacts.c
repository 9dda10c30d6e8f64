// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_rigid_impacts.c - rigid bodies that hit, by method events: bounces that accumulate, rows
// and piles that are hit, impacts with joints and friction.
//
//   bounces    from a height h with gravity g along the normal end at
//              sqrt(2 h / g) (1 + e)/(1 - e)                                              (1)
//   rocking    of a block with the diagonal 2 R and its angle a, K = 2 m g R / I about a corner:
//              from rest at the angle q, then with the spin w after each impact,
//              quarter  integral 0..q  dx / sqrt(K (cos(a - q) - cos(a - x)))
//              half     2 integral 0..q(w)  dx / sqrt(w^2 - K (cos(a - x) - cos a))
//              each impact leaves 1 - 3/2 sin^2 a of the spin                             (2)
//   stack      two bodies one above the other: straight motion along one line, impacts of those
//              that close, again and again, until all is still; followed here event by event  (3)
//   rope       of length L, swung with v^2 = 3.5 g L at the lowest point: slack 30 degrees above
//   the
//              horizontal, where u^2 = g L / 2, and taut again after 4 u cos 30 / g        (5)
//   wave       a row of balls: those that close hit, then those that close thereafter      (4)
//
// Source  (2): Housner, Bull. Seismol. Soc. America 53 (1963) 403; the integrals are taken here.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "verify_run.h"

static const double s_pi = 3.14159265358979323846, s_g = 10.0;

typedef struct Text {
    char bytes[12000];
    int length;
} Text;

static Text s_text;

#define ADD(...)                                                                                   \
    (s_text.length += snprintf(s_text.bytes + s_text.length,                                       \
                               sizeof s_text.bytes - (size_t)s_text.length, __VA_ARGS__))

// A model of rigid bodies of the material m, friction mu, gravity along -y or leaning.
static void begin_leaning(double gravity, double lean, double e, double mu) {
    s_text.length = 0;
    ADD("abut: 1\ngravity: [%.17g, %.17g, 0]\nmaterials: {m: {density: 1000}}\n"
        "pairs: [{materials: [m, m], restitution: %.17g, sliding_friction: %.17g}]\n"
        "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: %s}}]\n"
        "bodies:\n",
        gravity * sin(lean), -gravity * cos(lean), e, mu, mu > 0.0 ? "coulomb" : "none");
}

static void begin(double gravity, double e, double mu) {
    begin_leaning(gravity, 0.0, e, mu);
}

// `more`: joints, or "".
static bool run_scene(Report *report, const char *name, double end, const char *more, Run *run) {
    ADD("%ssimulation: {end_time: %.17g, tolerance: 1e-9, output_interval: %.17g%s}\n",
        more[0] == ',' ? "" : more, end, end / 20.0, more[0] == ',' ? more : "");
    run_yaml(run, s_text.bytes);
    if (run->result != AB_OK) {
        report_broken(report, name, run->message);
    }
    return run->result == AB_OK;
}

static const char *const s_floor =
    "  ground: {mobility: fixed, shapes: [{outline: {points: [[-9, -1], [9, -1], [9, 0], [-9, 0]]},"
    " material: m}]}\n";
static const char *const s_half_space =
    "  ground: {mobility: fixed, shapes: [{plane: {normal: [0, 1, 0]}, material: m}]}\n";

// When the last contact pair came to rest, and that this took no more than 300 impacts.
static void report_end(Report *report, const char *name, const char *what, double expected,
                       const Run *run, const char *note) {
    char quantity[100];
    double end = NAN;
    for (size_t i = 0; i < run->event_count; i++) {
        end = run->events[i].kind == AB_EVENT_TOUCH ? run->events[i].time : end;
    }
    int impacts = run_event_count(run, AB_EVENT_IMPACT, 0, 0);
    snprintf(quantity, sizeof quantity, "%s: at rest [s]", what);
    report_near(report, name, quantity, expected, end, 1e-6, note);
    snprintf(quantity, sizeof quantity, "%s: impacts above 300", what);
    report_near(report, name, quantity, 0.0, fmax(0.0, impacts - 300), 0.0, "bound");
    snprintf(quantity, sizeof quantity, "%s: energy drift", what);
    report_near(report, name, quantity, 0.0, run_drift(run), 1e-9, "bound");
}

// ---- (1) ----

typedef struct Faller {
    const char *name, *floor, *body; // the body with a place for its angle
    double height, lean;             // of the floor's normal against gravity           [rad]
    double friction;
} Faller;

static const Faller s_fallers[] = {
    {"ball", "half space", "position: [0, 1.1, 0], shapes: [{sphere: {radius: 0.1}", 1.0, 0.0, 0.0},
    {"ball_on_incline", "half space", "position: [0, 1.1, 0], shapes: [{sphere: {radius: 0.1}", 1.0,
     0.35, 0.0},
    {"rolling_ball_on_incline", "half space",
     "position: [0, 1.1, 0], shapes: [{sphere: {radius: 0.1}", 1.0, 0.35, 0.4},
    {"box_flat", "half space", "position: [0, 1.1, 0], shapes: [{box: {size: [0.6, 0.2, 0.4]}", 1.0,
     0.0, 0.4},
    {"box_flat_in_the_plane", "outline",
     "mobility: planar, position: [0, 1.1, 0], shapes: [{outline: {form: block, width: 0.6, "
     "height: 0.2}",
     1.0, 0.0, 0.4},
};

static void verify_bounces(Report *report, const Faller *f, double e) {
    Run run;
    char what[64];
    begin_leaning(s_g, f->lean, e, f->friction);
    ADD("%s  body: {%s, material: m}]}\n", f->floor[0] == 'o' ? s_floor : s_half_space, f->body);
    double expected = sqrt(2.0 * f->height / (s_g * cos(f->lean))) * (1.0 + e) / (1.0 - e);
    snprintf(what, sizeof what, "e = %g", e);
    if (run_scene(report, f->name, expected * 1.02 + 0.1, "", &run)) {
        report_end(report, f->name, what, expected, &run, "closed form (1)");
    }
    run_done(&run);
}

// ---- (2) ----

// By the substitution x = q (1 - s^2), Simpson's rule.
static double swing_time(double w, double K, double a) {
    enum { PARTS = 400 };
    double q = a - acos(cos(a) + w * w / K), sum = 0.0;
    for (int i = 0; i <= PARTS; i++) {
        double s = fmax((double)i / PARTS, 1e-6), x = q * (1.0 - s * s);
        // cos(a - x) - cos(a - q) without cancellation
        double square = K * 2.0 * sin(a - 0.5 * (x + q)) * sin(0.5 * (q - x));
        double weight = i == 0 || i == PARTS ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
        sum += weight * 2.0 * q * s / sqrt(square);
    }
    return sum / (3.0 * PARTS);
}

static void verify_rocking(Report *report, double width, double start) {
    const char *name = "rocking_block";
    Run run;
    char what[64];
    double b = 0.5 * width, h = 0.5, R = sqrt(b * b + h * h), a = atan2(b, h);
    double K = 2.0 * s_g / (4.0 / 3.0 * R), kept = 1.0 - 1.5 * sin(a) * sin(a);
    begin(s_g, 0.0, 1.0);
    // turned about the corner that touches, so that the other is up
    ADD("%s  block: {mobility: planar, position: [%.17g, %.17g, 0], rotation: [0, 0, %.17g],"
        " shapes: [{outline: {form: block, width: %.17g, height: 1}, material: m}]}\n",
        s_floor, R * sin(a - start), R * cos(a - start), start, width);
    double w = sqrt(K * (cos(a - start) - cos(a))), expected = swing_time(w, K, a);
    for (int i = 0; i < 2000 && w > 1e-12; i++) {
        w *= kept;
        expected += w > 1e-7 ? 2.0 * swing_time(w, K, a) : 4.0 * w / (K * sin(a));
    }
    snprintf(what, sizeof what, "width %g, from %g rad", width, start);
    if (run_scene(report, name, expected * 1.02 + 0.1, "", &run)) {
        report_end(report, name, what, expected, &run, "integrals (2)");
    }
    run_done(&run);
}

// ---- (3) ----

typedef struct Line {
    double x[2], v[2], m[2], e; // gaps to what is below: x[0], x[1] - x[0]
    bool rests;                 // the lower one
} Line;

static void hit_line(Line *l, bool low, bool high) {
    for (int turn = 0; turn < 100000; turn++) {
        double c0 = low ? -l->v[0] : 0.0, c1 = high ? l->v[0] - l->v[1] : 0.0;
        bool hits0 = c0 > 1e-12, hits1 = c1 > 1e-12;
        double inverse0 = 1.0 / l->m[0], inverse1 = 1.0 / l->m[1], k = 1.0 + l->e, p0 = 0.0,
               p1 = 0.0;
        if (hits0 && hits1) { // both at once
            p1 = k * (c1 + c0) / inverse1;
            p0 = k * c0 / inverse0 + p1;
        } else if (hits0) {
            p0 = k * c0 / inverse0;
        } else if (hits1) {
            p1 = k * c1 / (inverse0 + inverse1);
        } else {
            return;
        }
        l->v[0] += (p0 - p1) * inverse0;
        l->v[1] += p1 * inverse1;
    }
}

// When all is still.
static double follow_line(Line *l) {
    double t = 0.0;
    const double slow = 1e-8;
    for (int i = 0; i < 1000000; i++) {
        double a0 = l->rests ? 0.0 : -s_g;
        double gap = l->x[1] - l->x[0], u = l->v[1] - l->v[0], a = -s_g - a0;
        double to_low =
            l->rests ? INFINITY : (l->v[0] + sqrt(l->v[0] * l->v[0] + 2.0 * s_g * l->x[0])) / s_g;
        double to_high = a < 0.0   ? (u + sqrt(u * u + 2.0 * s_g * gap)) / s_g
                         : u < 0.0 ? gap / -u
                                   : INFINITY;
        double step = fmin(to_low, to_high);
        bool low = l->rests || to_low <= step + 1e-13, high = to_high <= step + 1e-13;
        for (int k = 0; k < 2; k++) {
            double ak = k == 0 ? a0 : -s_g;
            l->x[k] += step * (l->v[k] + 0.5 * step * ak);
            l->v[k] += step * ak;
        }
        t += step;
        l->x[0] = low ? 0.0 : l->x[0];
        l->x[1] = high ? l->x[0] : l->x[1];
        hit_line(l, low, high);
        l->rests = low && l->v[0] <= slow;
        l->v[0] = l->rests ? 0.0 : l->v[0];
        if (l->rests && high && l->v[1] <= slow) {
            return t;
        }
    }
    return NAN;
}

// The lower one stands, the upper one falls from a height of 1; heights 0.4 both.
static void verify_stack(Report *report, double e, double below) {
    const char *name = "stack_of_two";
    Run run;
    char what[64];
    Line line = {{0.0, 1.0}, {0.0, 0.0}, {below, 1.0}, e, true};
    double expected = follow_line(&line);
    begin(s_g, e, 0.0);
    ADD("%s", s_half_space);
    for (int i = 0; i < 2; i++) {
        double m = line.m[i];
        ADD("  b%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: [0, %.17g, 0], shapes: "
            "[{box: {size: [1, 0.4, 1]}, material: m}]}\n",
            i, m, m, m, m, i == 0 ? 0.2 : 1.6);
    }
    snprintf(what, sizeof what, "e = %g, %g below 1", e, below);
    if (run_scene(report, name, expected * 1.05 + 0.1, "", &run)) {
        report_end(report, name, what, expected, &run, "followed event by event (3)");
        report_near(report, name, "upper one rests [m]", 0.6, run_end(&run, 3)->position.y, 1e-12,
                    "analytic");
    }
    run_done(&run);
}

// ---- e = 1 ----

// A box flat on the ground, ten thousand times.
static void verify_elastic(Report *report) {
    const char *name = "elastic_box_flat";
    Run run;
    begin(s_g, 1.0, 0.3);
    ADD("%s  box: {position: [0, 0.2, 0], shapes: [{box: {size: [0.6, 0.2, 0.4]}, material: m}]}\n",
        s_half_space);
    double period = 2.0 * sqrt(0.2 / s_g);
    if (run_scene(report, name, 10050.0 * period, "", &run)) {
        report_near(report, name, "bounces below 10000", 0.0,
                    fmax(0.0, 10000 - run_event_count(&run, AB_EVENT_IMPACT, 0, 0)), 0.0, "bound");
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-9, "bound");
    }
    run_done(&run);
}

// ---- (4) ----

// Five balls in a row, without gravity; `coming` of them hit the others.
static void verify_row(Report *report, int coming, const char *kinds) {
    const char *name = "row_of_balls";
    Run run;
    char quantity[100];
    begin(0.0, 1.0, 0.3);
    for (int i = 0; i < 5; i++) {
        ADD("  b%d: {position: [%.17g, 0, 0], velocity: [%d, 0, 0], shapes: [{sphere: {radius: "
            "0.5}, material: m}]}\n",
            i, i < coming ? i - 0.5 : (double)i, i < coming ? 1 : 0);
    }
    if (run_scene(report, name, 1.0, kinds, &run)) {
        double worst = 0.0;
        for (int i = 0; i < 5; i++) {
            double v = run_end(&run, i + 1)->velocity.x;
            worst = fmax(worst, fabs(v - (i >= 5 - coming ? 1.0 : 0.0)));
        }
        snprintf(quantity, sizeof quantity, "%d in, %d out: worst speed [m/s]", coming, coming);
        report_near(report, name, quantity, 0.0, worst, 1e-12, "wave (4)");
    }
    run_done(&run);
}

// Pendulums of length 3 side by side; the first hits the row at its lowest point.
static void verify_cradle(Report *report) {
    const char *name = "cradle_with_joints";
    Run run;
    char joints[1200];
    int length = snprintf(joints, sizeof joints, "joints:\n");
    const double angle = -0.25 * s_pi;
    begin(s_g, 1.0, 0.0);
    ADD("  frame: {mobility: fixed}\n");
    for (int i = 0; i < 5; i++) {
        double turn = i == 0 ? angle : 0.0, x = i;
        ADD("  b%d: {mobility: planar, mass: 1, inertia: [1, 1, 0.1], position: [%.17g, %.17g, 0], "
            "rotation: [0, 0, %.17g], shapes: [{outline: {form: ball, radius: 0.5}, material: "
            "m}]}\n",
            i, x + 3.0 * sin(turn), -3.0 * cos(turn), turn);
        length +=
            snprintf(joints + length, sizeof joints - (size_t)length,
                     "  - {type: revolute, between: [frame, b%d], position: [%d, 0, 0]}\n", i, i);
    }
    // a pendulum of length 3 with the moment 0.1: K = 2 m g L / I
    double K = 2.0 * s_g * 3.0 / 9.1, speed = sqrt(K * (1.0 - cos(angle)));
    if (run_scene(report, name, 3.0, joints, &run)) {
        const abEvent *first = run_event(&run, AB_EVENT_IMPACT, 0, 0, 1);
        double closing = first != NULL ? first->speed : NAN;
        report_close(report, name, "closing speed [m/s]", 3.0 * speed, closing, 1e-7, "energy");
        double highest = 0.0;
        for (size_t i = 0; i < run.instant_count; i++) {
            const abBodyState *last = &run.states[i * (size_t)run.body_count + 5];
            highest = fmax(highest, fabs(last->position.x - 4.0));
            const abBodyState *inner = &run.states[i * (size_t)run.body_count + 3];
            highest = fabs(inner->position.x - 2.0) > 1e-6 ? NAN : highest;
        }
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-8, "bound");
        report_near(report, name, "last ball swings out [m]", 3.0 * sin(-angle), highest, 0.1,
                    "energy; frames are 0.15 s apart");
    }
    run_done(&run);
}

// Balls of mass 1 come from both sides to one of mass 2: all turn back with e.
static void verify_two_into_one(Report *report) {
    const char *name = "two_into_one";
    Run run;
    begin(0.0, 0.6, 0.3);
    for (int i = -1; i < 2; i++) {
        double m = i == 0 ? 2.0 : 1.0;
        ADD("  b%d: {mass: %g, inertia: [%g, %g, %g], position: [%g, 0, 0], velocity: [%d, 0, 0], "
            "shapes: [{sphere: {radius: 0.5}, material: m}]}\n",
            i + 1, m, m, m, m, 1.5 * i, -i);
    }
    if (run_scene(report, name, 1.0, "", &run)) {
        report_near(report, name, "left [m/s]", -0.6, run_end(&run, 1)->velocity.x, 1e-12,
                    "symmetry");
        report_near(report, name, "middle [m/s]", 0.0, run_end(&run, 2)->velocity.x, 1e-12,
                    "symmetry");
        report_near(report, name, "right [m/s]", 0.6, run_end(&run, 3)->velocity.x, 1e-12,
                    "symmetry");
    }
    run_done(&run);
}

// A box of mass 1 falls on one of mass 3 that stands: with e = 1 both go up with half the speed.
static void verify_hit_on_rest(Report *report) {
    const char *name = "hit_on_what_rests";
    Run run;
    begin(s_g, 1.0, 0.0);
    ADD("%s", s_half_space);
    for (int i = 0; i < 2; i++) {
        double m = i == 0 ? 3.0 : 1.0;
        ADD("  b%d: {mass: %g, inertia: [%g, %g, %g], position: [0, %.17g, 0], shapes: [{box: "
            "{size: [1, 0.4, 1]}, material: m}]}\n",
            i, m, m, m, m, i == 0 ? 0.2 : 1.4);
    }
    double v = sqrt(2.0 * s_g * 0.8), t = 0.02;
    if (run_scene(report, name, v / s_g + t, "", &run)) {
        for (int i = 0; i < 2; i++) {
            report_near(report, name, i == 0 ? "lower [m/s]" : "upper [m/s]", 0.5 * v - s_g * t,
                        run_end(&run, 2 + i)->velocity.y, 1e-9, "closed form");
        }
    }
    run_done(&run);
}

// ---- ropes ----

// A ball of 2 kg on a rope of length 1 falls from beside its other end: taut where 0.36 + y^2 = 1.
static void verify_taut_rope(Report *report) {
    const char *name = "rope_becomes_taut";
    const char *rope = "forces:\n  - {type: rope, name: rope, between: [frame, ball], length: 1}\n";
    Run run;
    begin(s_g, 0.5, 0.0);
    ADD("  frame: {mobility: fixed}\n  ball: {mass: 2, inertia: [1, 1, 1], position: [0.6, 0, 0], "
        "shapes: [{sphere: {radius: 0.1}, material: m}]}\n");
    if (run_scene(report, name, 2.0, rope, &run)) {
        const abEvent *hit = run_event(&run, AB_EVENT_IMPACT, 0, 0, 1);
        double worst = 0.0;
        for (size_t i = 0; i < run.instant_count; i++) {
            abVec3 p = run.states[i * (size_t)run.body_count + 1].position;
            double length = sqrt(p.x * p.x + p.y * p.y);
            worst = run.instants[i].time > 0.41 ? fmax(worst, fabs(length - 1.0)) : worst;
        }
        report_near(report, name, "time [s]", 0.4, hit != NULL ? hit->time : NAN, 1e-10, "fall");
        report_near(report, name, "impulse on the ball, x [N s]", -6.4 * 0.6,
                    hit != NULL ? hit->push.x : NAN, 1e-9, "along the rope");
        report_near(report, name, "impulse on the ball, y [N s]", 6.4 * 0.8,
                    hit != NULL ? hit->push.y : NAN, 1e-9, "along the rope");
        report_near(report, name, "length afterwards, worst [m]", 0.0, worst, 1e-9, "bound");
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-9, "bound");
    }
    run_done(&run);
}

static void verify_slack_rope(Report *report) {
    enum { PARTS = 2000 };
    const char *name = "rope_becomes_slack";
    const char *rope = "forces:\n  - {type: rope, name: rope, between: [frame, ball], length: 1}\n";
    Run run;
    begin(s_g, 0.5, 0.0);
    ADD("  frame: {mobility: fixed}\n  ball: {mass: 1, inertia: [1, 1, 1], position: [0, -1, 0], "
        "velocity: [%.17g, 0, 0], shapes: [{sphere: {radius: 0.1}, material: m}]}\n",
        sqrt(3.5 * s_g));
    double swing = 0.0, width = 2.0 * s_pi / 3.0 / PARTS;
    for (int i = 0; i <= PARTS; i++) {
        double weight = i == 0 || i == PARTS ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
        swing += weight * width / 3.0 / sqrt(3.5 * s_g - 2.0 * s_g * (1.0 - cos(i * width)));
    }
    double taut = swing + 4.0 * sqrt(0.5 * s_g) * cos(s_pi / 6.0) / s_g;
    if (run_scene(report, name, taut + 0.05, rope, &run)) {
        const abEvent *hit = run_event(&run, AB_EVENT_IMPACT, 0, 0, 1);
        report_near(report, name, "taut again [s]", taut, hit != NULL ? hit->time : NAN, 1e-6,
                    "(5)");
        report_near(report, name, "energy drift", 0.0, run_drift(&run), 1e-8, "bound");
    }
    run_done(&run);
}

// Two balls of mass 1 and 3 on a rope of length 2; the first flies away with 4.
static void verify_tied_balls(Report *report, double e, const char *method) {
    const char *name = "rope_between_balls";
    Run run;
    char rope[200], quantity[100];
    snprintf(rope, sizeof rope,
             "forces:\n  - {type: rope, name: r, between: [a, b], length: 2, restitution: %g}\n",
             e);
    begin(0.0, 0.5, 0.0);
    ADD("  a: {mass: 1, inertia: [1, 1, 1], position: [-0.5, 0, 0], velocity: [-4, 0, 0], shapes: "
        "[{sphere: {radius: 0.1}, material: m}]}\n"
        "  b: {mass: 3, inertia: [3, 3, 3], position: [0.5, 0, 0], shapes: [{sphere: {radius: "
        "0.1}, "
        "material: m}]}\n%ssimulation: {end_time: 0.5, output_interval: 0.1%s}\n",
        rope, method);
    run_yaml(&run, s_text.bytes);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        for (int i = 0; i < 2; i++) {
            snprintf(quantity, sizeof quantity, "e = %g%s: %s [m/s]", e, method,
                     i == 0 ? "light one" : "heavy one");
            report_near(report, name, quantity, i == 0 ? -1.0 + 3.0 * e : -1.0 - e,
                        run_end(&run, 1 + i)->velocity.x, 1e-10, "momentum");
        }
    }
    run_done(&run);
}

void verify_rigid_impacts(Report *report) {
    static const double restitutions[] = {0.1, 0.5, 0.8, 0.95};
    for (size_t k = 0; k < sizeof s_fallers / sizeof *s_fallers; k++) {
        for (size_t i = 0; i < 4 && report_wants(report, s_fallers[k].name); i++) {
            verify_bounces(report, &s_fallers[k], restitutions[i]);
        }
    }
    if (report_wants(report, "rocking_block")) {
        verify_rocking(report, 0.25, 0.1);
        verify_rocking(report, 0.5, 0.2);
        verify_rocking(report, 0.9, 0.05);
    }
    if (report_wants(report, "stack_of_two")) {
        verify_stack(report, 0.5, 1.0);
        verify_stack(report, 0.3, 30.0);
        verify_stack(report, 0.8, 10.0);
        report_open(report, "stack_of_two", "e = 0.6 to 0.9, other masses below 1",
                    "off by 1.5e-5 s (e = 0.6, 3), 7e-5 (0.8, 3), 3e-4 (0.8, 0.3), 3e-3 (0.9, 10): "
                    "flights of both are low at once and no series; (0.8, 30): 395 impacts");
    }
    if (report_wants(report, "elastic_box_flat")) {
        verify_elastic(report);
    }
    if (report_wants(report, "row_of_balls")) {
        verify_row(report, 1, "");
        verify_row(report, 2, "");
        verify_row(report, 3, ", impacts: serial_grouped_last_pass, impact_seed: 7");
    }
    if (report_wants(report, "cradle_with_joints")) {
        verify_cradle(report);
    }
    if (report_wants(report, "two_into_one")) {
        verify_two_into_one(report);
    }
    if (report_wants(report, "hit_on_what_rests")) {
        verify_hit_on_rest(report);
    }
    if (report_wants(report, "rope_becomes_taut")) {
        verify_taut_rope(report);
    }
    if (report_wants(report, "rope_becomes_slack")) {
        verify_slack_rope(report);
    }
    for (int i = 0; i < 2 && report_wants(report, "rope_between_balls"); i++) {
        verify_tied_balls(report, i, "");
        verify_tied_balls(report, i, ", method: fixed, step: 0.01");
    }
}
