// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_oblique.c - one impact with friction and without gravity: speeds and spins afterwards.
//
// A ball with normal speed vn, tangential speed vt along x and spin w about y meets a plane below;
// its lowest point has the speed  s = vt - R w.
//
//   sliding throughout, when s >= 7/2 mu (1+e) vn:
//       vt' = vt - mu (1+e) vn,   w' = w + 5/2 mu (1+e) vn / R                            (1)
//   sticking at the end otherwise, without tangential compliance:
//       vt' = vt - 2/7 s,         w' = w + 5/7 s / R                                      (2)
//   two balls: Jn = (1+e) m* vn, Jt = min(mu Jn, s / (7/2 (1/m1 + 1/m2)))                 (3)
//
// (1) to (3) hold for contacts so stiff that nothing turns or moves meanwhile: the stiffness is
// chosen for a depth of 1e-5 R, which bounds the error by about 1e-5. Friction is regularised far
// below all speeds, so its smoothing does not show in (1) and ends with slip zero in (2).
//
// Source  tests 4, 5, 6 and 8 of Chung & Ooi, Granular Matter 13 (2011) 643-656, with the points of
//         their figures as digitised for Kratos Multiphysics (BSD). Below these the figures recoil,
//         which tangential springs give: verify_mindlin.c.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "sketch.h"

static const double s_relative_depth = 1e-5;
static const double s_allowed = 2e-5;
static const double s_degree = 3.14159265358979323846 / 180.0;

typedef struct Oblique {
    double radius, density, friction, restitution;
    double vn, vt, w;
} Oblique;

typedef struct After {
    double vn, vt, w;
} After;

// Stiffness that gives the depth 1e-5 R: F = k d^1.5, 2/5 k d^2.5 = m v^2 / 2.
static double stiffness_for(double mass, double speed, double radius) {
    return 1.25 * mass * speed * speed / pow(s_relative_depth * radius, 2.5);
}

static bool run_oblique(const Oblique *c, After *out, char message[512]) {
    double r = c->radius, depth = s_relative_depth * r;
    double mass = 4.0 / 3.0 * 3.14159265358979323846 * r * r * r * c->density;
    Sketch s;
    Run run;
    sketch_begin(&s, 0.0);
    sketch_material(&s, "any", 1e9, 0.3, c->density);
    sketch_pair(&s, "any", "any",
                (Pair){c->restitution, c->friction, 1e-3 * fmax(c->vn, fabs(c->vt))});
    sketch_plane(&s, "any");
    sketch_ball(&s, &(Ball){.name = "ball",
                            .material = "any",
                            .radius = r,
                            .position = {0.0, 0.0, r + depth},
                            .velocity = {c->vt, 0.0, -c->vn},
                            .spin = {0.0, c->w, 0.0}});
    sketch_law(&s, "hunt_crossley", "stiffness", stiffness_for(mass, c->vn, r), NULL, 0.0);
    double duration = 3.0 * depth / c->vn;
    sketch_run(&s, 4.0 * duration, 1e-9, duration, &run);
    if (run.result == AB_OK) {
        const abBodyState *ball = run_end(&run, run_body(&run, "ball"));
        *out = (After){ball->velocity.z, ball->velocity.x, ball->angular_velocity.y};
    }
    snprintf(message, 512, "%s", run.message);
    bool done = run.result == AB_OK;
    run_done(&run);
    return done;
}

// (1) or (2)
static After expected_after(const Oblique *c, bool *sticks) {
    double jump = c->friction * (1.0 + c->restitution) * c->vn; // mu Jn / m
    double slip = c->vt - c->radius * c->w;
    *sticks = fabs(slip) < 3.5 * jump;
    double change = *sticks ? slip / 3.5 : copysign(jump, slip);
    return (After){c->restitution * c->vn, c->vt - change, c->w + 2.5 * change / c->radius};
}

static void compare(Report *report, const char *name, const char *what, const Oblique *c,
                    After *out) {
    char message[512], quantity[52];
    bool sticks;
    After expected = expected_after(c, &sticks);
    if (!run_oblique(c, out, message)) {
        report_broken(report, name, message);
        return;
    }
    const char *note = sticks ? "analytic: sticks at the end, (2)" : "analytic: slides, (1)";
    double speed = fmax(c->vn, fmax(fabs(c->vt), fabs(c->radius * c->w)));
    snprintf(quantity, sizeof quantity, "%s: vt' [m/s]", what);
    report_near(report, name, quantity, expected.vt, out->vt, s_allowed * speed, note);
    snprintf(quantity, sizeof quantity, "%s: R w' [m/s]", what);
    report_near(report, name, quantity, c->radius * expected.w, c->radius * out->w,
                s_allowed * speed, note);
}

// ---- test 4: a 5 mm ball at 3.9 m/s, angle from the normal ----

static const struct {
    double degrees;
    double tangential, spin; // from the figures of the paper, sliding branch; 0: none
} s_test_4[] = {{2.0, 0, 0},           {5.0, 0, 0},           {10.0, 0, 0},
                {15.0, 0, 0},          {20.0, 0, 0},          {25.0, 0, 0},
                {30.0, 0, 0},          {35.0, 0.7372, 582.3}, {40.0, 0.7809, 544.8},
                {50.0, 0.8451, 457.0}, {60.0, 0.8929, 357.5}, {70.0, 0.9316, 246.2},
                {80.0, 0.9662, 126.3}, {85.0, 0.9827, 63.1}};

static void verify_test_4(Report *report) {
    const char *name = "chung_ooi_4_oblique";
    double worst_tangential = 0.0, worst_spin = 0.0;
    for (size_t i = 0; i < sizeof s_test_4 / sizeof s_test_4[0]; i++) {
        double angle = s_test_4[i].degrees * s_degree;
        Oblique c = {0.0025, 4000.0, 0.092, 0.98, 3.9 * cos(angle), 3.9 * sin(angle), 0.0};
        char what[24];
        After after = {NAN, NAN, NAN};
        snprintf(what, sizeof what, "%.0f degrees", s_test_4[i].degrees);
        compare(report, name, what, &c, &after);
        if (s_test_4[i].spin > 0.0) {
            worst_tangential =
                fmax(worst_tangential, fabs(after.vt / c.vt - s_test_4[i].tangential));
            worst_spin = fmax(worst_spin, fabs(after.w - s_test_4[i].spin) / 617.6);
        }
    }
    report_near(report, name, "vt'/vt, figure: worst", 0.0, worst_tangential, 0.03,
                "figure: sliding branch, 3 % of the range");
    report_near(report, name, "w', figure: worst by largest", 0.0, worst_spin, 0.03,
                "figure: sliding branch, 3 % of the range");
}

// ---- test 5: vn = 5 m/s, elastic, x = vt / (mu vn) ----

static void verify_test_5(Report *report) {
    const char *name = "chung_ooi_5_oblique_elastic";
    static const double s_x[] = {8.0, 10.0, 13.0, 20.0};
    for (size_t i = 0; i < sizeof s_x / sizeof s_x[0]; i++) {
        Oblique c = {1e-5, 7850.0, 0.3, 1.0, 5.0, 0.3 * 5.0 * s_x[i], 0.0};
        char what[24];
        After after;
        snprintf(what, sizeof what, "vt/(mu vn) = %.0f", s_x[i]);
        compare(report, name, what, &c, &after);
    }
}

// ---- test 6: vn = 0.2 m/s, spin only, tan(angle) = R w / vn ----

static void verify_test_6(Report *report) {
    const char *name = "chung_ooi_6_spin";
    for (int degrees = 5; degrees <= 85; degrees += 5) {
        double w = -0.2 * tan(degrees * s_degree) / 0.1;
        Oblique c = {0.1, 2700.0, 0.4, 0.5, 0.2, 0.0, w};
        char what[24];
        After after;
        snprintf(what, sizeof what, "%d degrees", degrees);
        compare(report, name, what, &c, &after);
    }
}

// ---- test 8: a spinning ball against a resting one ----

typedef struct SpinPair {
    const char *what;
    double r2, density2; // of the resting ball
} SpinPair;

static const SpinPair s_test_8[] = {{"r2 = r1", 0.1, 2700.0},
                                    {"r2 = 2 r1", 0.2, 2700.0},
                                    {"r2 = 5 r1", 0.5, 2700.0},
                                    {"r2 = 5 r1, density 1000 to 1", 0.5, 2.7e6}};
static const int s_test_8_degrees[] = {30, 60, 75, 85}; // tan = R w / vn

static double ball_mass(double radius, double density) {
    return 4.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius * density;
}

// Ball 1 flies along x to ball 2 with vn and spins about y; vt is along z.
static void verify_spin_pair(Report *report, const SpinPair *c, int degrees) {
    const char *name = "chung_ooi_8_spin_pair";
    double r1 = 0.1, vn = 0.2, mu = 0.4, e = 0.5, w1 = -vn * tan(degrees * s_degree) / r1;
    double m1 = ball_mass(r1, 2700.0), m2 = ball_mass(c->r2, c->density2);
    double m = m1 * m2 / (m1 + m2), slip = -w1 * r1;
    double stick = slip / (3.5 * (1.0 / m1 + 1.0 / m2)), jn = (1.0 + e) * m * vn; // (3)
    double jt = fmin(mu * jn, stick);
    double depth = s_relative_depth * r1;
    Sketch s;
    Run run;
    sketch_begin(&s, 0.0);
    sketch_material(&s, "one", 1e9, 0.3, 2700.0);
    sketch_material(&s, "two", 1e9, 0.3, c->density2);
    sketch_pair(&s, "one", "two", (Pair){e, mu, 1e-3 * vn});
    sketch_ball(&s, &(Ball){.name = "one",
                            .material = "one",
                            .radius = r1,
                            .velocity = {vn, 0.0, 0.0},
                            .spin = {0.0, w1, 0.0}});
    sketch_ball(&s, &(Ball){.name = "two",
                            .material = "two",
                            .radius = c->r2,
                            .position = {r1 + c->r2 + depth, 0.0, 0.0}});
    sketch_law(&s, "hunt_crossley", "stiffness", stiffness_for(m, vn, r1), NULL, 0.0);
    sketch_run(&s, 12.0 * depth / vn, 1e-9, depth / vn, &run);
    if (is_broken(report, name, &run)) {
        return;
    }
    const abBodyState *one = run_end(&run, run_body(&run, "one"));
    const abBodyState *two = run_end(&run, run_body(&run, "two"));
    const struct {
        const char *what;
        double expected, ours;
    } rows[] = {{"vn1'", vn - jn / m1, one->velocity.x},
                {"vt1'", -jt / m1, one->velocity.z},
                {"vt2'", jt / m2, two->velocity.z},
                {"R w1'", r1 * w1 + 2.5 * jt / m1, r1 * one->angular_velocity.y},
                {"R w2'", 2.5 * jt / m2, c->r2 * two->angular_velocity.y}};
    double worst = 0.0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        worst = fmax(worst, fabs(rows[i].ours - rows[i].expected));
    }
    char quantity[52];
    snprintf(quantity, sizeof quantity, "%s, %d degrees: worst", c->what, degrees);
    report_near(report, name, quantity, 0.0, worst, s_allowed * fmax(vn, slip),
                stick < mu * jn
                    ? "analytic: sticks at the end; vn1', vt1', vt2', R w1', R w2' [m/s]"
                    : "analytic: slides; vn1', vt1', vt2', R w1', R w2' [m/s]");
    run_done(&run);
}

// ---- a rod whose tip slides so that friction lets it dig in ----

// tip'' = b + B N, as F. Genot & B. Brogliato, Eur. J. Mech. A 18 (1999) 653; half length 0.5 m,
// mass 1 kg, the tip at 1 m/s. Where B > 0 and b < 0, N = -b/B. Where both are below 0 no force
// keeps the tip out of the ground: it is caught, with the impulse 3/4 sin cos m v of a rod whose
// tip stops. Where only B is, there are two solutions, and the tip lifts.
typedef struct Rod {
    double degrees, spin, friction, B, b;
} Rod;

static const Rod s_rods[] = {{30.0, 0.0, 0.5, 2.600480947161671, -9.81},
                             {60.0, 2.0, 1.0, 0.4509618943233421, -8.077949192431124},
                             {63.4349, 0.0, 1.6, -0.32000040901385973, -9.81},
                             {70.0, 5.0, 2.0, -0.577429493738085, 1.9361577598238533}};

static void run_rod(const Rod *rod, Run *run) {
    double angle = rod->degrees * 3.14159265358979323846 / 180.0, l = 0.5;
    double c = cos(angle), s = sin(angle);
    char text[1600];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, -9.81, 0]\nmaterials: {m: {density: 1}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %.17g}]\nbodies:\n"
             "  ground: {mobility: fixed, shapes: [{outline: {points: [[-9, -1], [9, -1], [9, 0], "
             "[-9, 0]]}, material: m}]}\n"
             "  rod: {mobility: planar, mass: 1, inertia: [1, 1, %.17g], center_of_mass: [0, 0, "
             "0], position: [0, %.17g, 0], rotation: [0, 0, %.17g], velocity: [%.17g, %.17g, 0], "
             "angular_velocity: [0, 0, %.17g], shapes: [{outline: {points: [[-0.5, 0], [0.5, "
             "-0.001], [0.5, 0.001]]}, material: m}]}\n"
             "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: coulomb}}]\n"
             "simulation: {end_time: 1e-4, tolerance: 1e-9, output_interval: 5e-5}\n",
             rod->friction, l * l / 3.0, l * s, angle, -1.0 - rod->spin * l * s, rod->spin * l * c,
             rod->spin);
    abModel *model = NULL;
    abError error;
    ab_error_clear(&error);
    abResult result = ab_model_read_text(text, strlen(text), "rod.yaml", NULL, 0, ab_heap(),
                                         (abLog){0}, &model, &error);
    *run = (Run){.result = result};
    if (result == AB_OK) {
        run_model(run, model);
    } else {
        snprintf(run->message, sizeof run->message, "%s", error.problems[0].text);
    }
}

static void verify_painleve(Report *report, const Rod *rod) {
    const char *name = "painleve_rod", *note = "closed form";
    Run run;
    char quantity[52];
    run_rod(rod, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else if (rod->B > 0.0) {
        snprintf(quantity, sizeof quantity, "normal force at %g degrees [N]", rod->degrees);
        report_close(report, name, quantity, -rod->b / rod->B, run.instants[0].force, 1e-9, note);
    } else if (rod->b < 0.0) {
        double angle = rod->degrees * 3.14159265358979323846 / 180.0;
        const abEvent *caught = run_event(&run, AB_EVENT_IMPACT, 0, 0, 1);
        snprintf(quantity, sizeof quantity, "impulse that catches the tip at %g [N s]",
                 rod->degrees);
        report_close(report, name, quantity, 0.75 * sin(angle) * cos(angle),
                     caught != NULL ? caught->impulse : NAN, 1e-9, note);
    } else {
        snprintf(quantity, sizeof quantity, "touches that last at %g degrees", rod->degrees);
        report_near(report, name, quantity, 0.0, run_event_count(&run, AB_EVENT_TOUCH, 0, 0), 0.0,
                    "of two solutions it takes the one without a force");
    }
    run_done(&run);
}

void verify_oblique(Report *report) {
    if (report_wants(report, "chung_ooi_4_oblique")) {
        verify_test_4(report);
    }
    if (report_wants(report, "chung_ooi_5_oblique_elastic")) {
        verify_test_5(report);
    }
    if (report_wants(report, "chung_ooi_6_spin")) {
        verify_test_6(report);
    }
    for (int i = 0; i < 16 && report_wants(report, "chung_ooi_8_spin_pair"); i++) {
        verify_spin_pair(report, &s_test_8[i / 4], s_test_8_degrees[i % 4]);
    }
    for (int i = 0; i < 4 && report_wants(report, "painleve_rod"); i++) {
        verify_painleve(report, &s_rods[i]);
    }
}
