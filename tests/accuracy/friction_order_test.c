// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_order_test.c - exact friction and rolling converge with the tolerance, and at little cost.
//
//     friction_order_test             checks
//     friction_order_test FOLDER      also writes FOLDER/friction_order.csv and .svg
//
// Scenes under rigid contact whose ends are known, at tolerances 1e-4 ... 1e-12: a block that slides
// across a slope, so that friction turns; a ball that rolls in a bore; a block that slips on a plate
// that is tilted; a crate that a belt takes along. The error is the root mean square over starts
// that differ a little. Up to where it is rounding it stays below the tolerance, its slope in
// logarithms is at least 0.8, and a tenth of the tolerance takes at most twice the steps.

#include <stdio.h>

#include "../verify/sketch.h"
#include "base/check.h"
#include "figure.h"
#include "math/core/vector_math.h"

enum { DECADES = 9, STARTS = 4 };

#define G 9.81

// What is compared: two numbers.
typedef struct Pair2 {
    double x, y;
} Pair2;

static const char s_head[] = "abut: 1\nmaterials: {m: {density: 1000}}\n";

// ---- a block that slides across a slope ----
//
// With the slope's pull a, friction k a, the speed v at the angle f from straight down:
//   v' = a cos f - k a,  v f' = -a sin f
//   v sin f / tan(f/2)^k = const,  v (k + cos f) = v_0 (k + cos f_0) + a (1 - k^2) t        (1)
// Source  both follow from the equations by differentiation; the first is the known path of a
//         sliding brick.

static const double s_slope = 0.35, s_across_friction = 0.45;

static void build_across(char *text, size_t size, double u) {
    snprintf(text, size,
             "%sgravity: [%.17g, 0, %.17g]\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %.17g}]\n"
             "bodies:\n"
             "  g: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  body: {position: [0, 0, 0.03], velocity: [0.3, %.17g, 0],"
             " shapes: [{box: {size: [0.3, 0.2, 0.06]}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n",
             s_head, G * sin(s_slope), -G * cos(s_slope), s_across_friction, 1.4 * u);
}

static Pair2 across_end(double u, double end) {
    double vx = 0.3, vy = 1.4 * u, a = G * sin(s_slope), k = s_across_friction / tan(s_slope);
    double v0 = sqrt(vx * vx + vy * vy), f0 = atan2(vy, vx);
    double right = v0 * (k + cos(f0)) + a * (1.0 - k * k) * end, low = 1e-9, high = f0, v = v0;
    for (int i = 0; i < 200; i++) {
        double f = 0.5 * (low + high);
        v = v0 * sin(f0) / sin(f) * pow(tan(0.5 * f) / tan(0.5 * f0), k);
        // the left side of (1) falls with time as its right side does where k > 1
        *(((v * (k + cos(f)) > right) == (k > 1.0)) ? &high : &low) = f;
    }
    return (Pair2){v * cos(low), v * sin(low)};
}

static Pair2 velocity(const abBodyState *b) {
    return (Pair2){b->velocity.x, b->velocity.y};
}

// ---- equations of one angle or place, by small steps of the fourth order ----

typedef double Acceleration(double t, double s, double rate);

static Pair2 integrate(Acceleration *f, double t, double end, double s, double rate) {
    enum { STEPS = 20000 };
    double h = (end - t) / STEPS;
    for (int i = 0; i < STEPS; i++, t += h) {
        double a1 = f(t, s, rate);
        double r2 = rate + 0.5 * h * a1, a2 = f(t + 0.5 * h, s + 0.5 * h * rate, r2);
        double r3 = rate + 0.5 * h * a2, a3 = f(t + 0.5 * h, s + 0.5 * h * r2, r3);
        double r4 = rate + h * a3, a4 = f(t + h, s + h * r3, r4);
        s += h / 6.0 * (rate + 2.0 * r2 + 2.0 * r3 + r4);
        rate += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
    return (Pair2){s, rate};
}

// ---- a ball that rolls in a bore ----
//
// The line to its centre swings as a pendulum:  (R - r) f'' = -5/7 g sin f.

static const double s_bore = 0.5, s_ball = 0.1;

static void build_bore(char *text, size_t size, double u) {
    double f = 0.6 * u;
    snprintf(text, size,
             "%sgravity: [0, -9.81, 0]\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.8}]\n"
             "bodies:\n"
             "  g: {mobility: fixed,"
             " shapes: [{tube: {radius: 0.6, inner_radius: %.17g, length: 2}, material: m}]}\n"
             "  body: {position: [%.17g, %.17g, 0],"
             " shapes: [{sphere: {radius: %.17g}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n",
             s_head, s_bore, (s_bore - s_ball) * sin(f), -(s_bore - s_ball) * cos(f), s_ball);
}

static double swing(double t, double f, double rate) {
    (void)t, (void)rate;
    return -5.0 / 7.0 * G * sin(f) / (s_bore - s_ball);
}

static Pair2 bore_end(double u, double end) {
    Pair2 now = integrate(swing, 0.0, end, 0.6 * u, 0.0);
    return (Pair2){(s_bore - s_ball) * sin(now.x), -(s_bore - s_ball) * cos(now.x)};
}

static Pair2 place(const abBodyState *b) {
    return (Pair2){b->position.x, b->position.y};
}

// ---- a block on a plate that is tilted evenly ----
//
// At the distance s from the axis, its centre h above the plate, the plate turning with w and the
// slope at w t: it slips where  g sin(w t) + w^2 s = mu (g cos(w t) - w^2 h),  and then
//   s'' = g sin(w t) + w^2 s - mu (g cos(w t) - w^2 h - 2 w s')

static const double s_turn = 0.4, s_plate_friction = 0.3, s_height = 0.03;
static double s_plate; // where the block is

static void build_plate(char *text, size_t size, double u) {
    double s = 0.25 * u;
    snprintf(text, size,
             "%sgravity: [0, 0, -9.81]\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %.17g}]\n"
             "bodies:\n"
             "  plate: {mobility: prescribed, motion: {ry: %.17g*t},"
             " shapes: [{plane: {}, material: m}]}\n"
             "  body: {position: [%.17g, 0, %.17g], velocity: [%.17g, 0, %.17g],"
             " angular_velocity: [0, %.17g, 0],"
             " shapes: [{box: {size: [0.2, 0.1, 0.06]}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n",
             s_head, s_plate_friction, s_turn, s, s_height, s_turn * s_height, -s_turn * s, s_turn);
}

static double pull(double t) {
    double w = s_turn, c = cos(w * t), normal = G * c - w * w * s_height;
    return G * sin(w * t) + w * w * s_plate - s_plate_friction * normal;
}

static double slide_on_plate(double t, double s, double rate) {
    double w = s_turn, normal = G * cos(w * t) - w * w * s_height - 2.0 * w * rate;
    return G * sin(w * t) + w * w * s - s_plate_friction * normal;
}

static Pair2 plate_end(double u, double end) {
    s_plate = 0.25 * u;
    double low = 0.0, high = end;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        *(pull(middle) > 0.0 ? &high : &low) = middle;
    }
    Pair2 now = integrate(slide_on_plate, low, end, s_plate, 0.0);
    double c = cos(s_turn * end), s = sin(s_turn * end);
    return (Pair2){now.x * c + s_height * s, s_height * c - now.x * s};
}

static Pair2 place_in_plane(const abBodyState *b) {
    return (Pair2){b->position.x, b->position.z};
}

// ---- a crate on a belt ----
//
// It is dragged until it is as fast, after v / (mu g), and then stays where it is on the belt, though
// its friction at rest is greater.

static void build_belt(char *text, size_t size, double u) {
    snprintf(text, size,
             "%sgravity: [0, 0, -9.81]\n"
             "pairs: [{materials: [m, m], restitution: 0.1, sliding_friction: 0.4,"
             " static_friction: 0.5}]\n"
             "bodies:\n"
             "  belt: {mobility: prescribed, motion: {x: %.17g*t},"
             " shapes: [{box: {size: [20, 1, 0.1]}, material: m}]}\n"
             "  body: {position: [0, 0, 0.15],"
             " shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n",
             s_head, u);
}

static Pair2 belt_end(double u, double end) {
    return (Pair2){u * (end - 0.5 * u / (0.4 * G)), 0.0};
}

enum { ANY = -1 }; // what rests from the start may or may not be told of

typedef struct Problem {
    const char *name;
    void (*build)(char *text, size_t size, double u);
    Pair2 (*expected)(double u, double end);
    Pair2 (*found)(const abBodyState *body);
    double end;
    double floor;      // errors below this are rounding
    int sticks, slips; // events
} Problem;

static const Problem s_problems[] = {
    {"block across a slope", build_across, across_end, velocity, 0.35, 1e-12, 0, 0},
    {"ball in a bore", build_bore, bore_end, place, 1.0, 1e-12, 0, 0},
    {"block on a plate that tilts", build_plate, plate_end, place_in_plane, 1.0, 1e-12, ANY, 1},
    {"crate on a belt", build_belt, belt_end, place, 1.0, 1e-12, 1, 0},
};
enum { PROBLEMS = sizeof s_problems / sizeof s_problems[0] };

static double s_tolerances[DECADES], s_errors[PROBLEMS][DECADES], s_steps[PROBLEMS][DECADES];

// Sums over the starts: squares of errors, steps.
static bool measure(const Problem *p, double tolerance, double *error, double *steps) {
    static char text[2400];
    double squares = 0.0, count = 0.0;
    for (int k = 0; k < STARTS; k++) {
        double u = 0.9 + 0.2 * k / (STARTS - 1);
        p->build(text, sizeof text, u);
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used,
                 "simulation: {end_time: %.17g, tolerance: %.17g, output_interval: %.17g}\n",
                 p->end, tolerance, p->end);
        Run run;
        run_yaml(&run, text);
        if (run.result != AB_OK) {
            ab_check_failed(p->name, 0, run.message);
            run_done(&run);
            return false;
        }
        CHECK(p->sticks == ANY || run_event_count(&run, AB_EVENT_STICK, 0, 0) == p->sticks);
        CHECK(run_event_count(&run, AB_EVENT_SLIP, 0, 0) == p->slips);
        CHECK(run.statistics.bridges == 0);
        Pair2 is = p->found(run_end(&run, run_body(&run, "body"))), should = p->expected(u, p->end);
        squares += (is.x - should.x) * (is.x - should.x) + (is.y - should.y) * (is.y - should.y);
        count += (double)run.statistics.steps;
        run_done(&run);
    }
    *error = sqrt(squares / STARTS);
    *steps = count / STARTS;
    return true;
}

static double slope(const double *x, const double *y, double floor) {
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < DECADES; i++) {
        if (y[i] > floor) {
            double u = log10(x[i]), v = log10(y[i]);
            n += 1.0, sx += u, sy += v, sxx += u * u, sxy += u * v;
        }
    }
    return n >= 2.0 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : INFINITY;
}

static void check(const Problem *p, const double *errors, const double *steps) {
    printf("%-28s", p->name);
    for (int i = 0; i < DECADES; i++) {
        printf(" %8.1e %5.0f", errors[i], steps[i]);
        CHECK(errors[i] <= fmax(s_tolerances[i], p->floor));
        // the pair of order 8, from 1e-6 on, begins with fewer
        CHECK(i == 0 || steps[i] <= 2.0 * steps[i - 1]);
    }
    double found = slope(s_tolerances, errors, p->floor);
    printf("  slope %.2f\n", found);
    CHECK(found >= 0.8);
}

static void error_follows_the_tolerance(void) {
    for (int i = 0; i < DECADES; i++) {
        s_tolerances[i] = pow(10.0, -4 - i);
    }
    for (int p = 0; p < PROBLEMS; p++) {
        bool ok = true;
        for (int i = 0; i < DECADES && ok; i++) {
            ok = measure(&s_problems[p], s_tolerances[i], &s_errors[p][i], &s_steps[p][i]);
        }
        CHECK(ok);
        check(&s_problems[p], s_errors[p], s_steps[p]);
    }
}

static bool write_figure(const char *folder) {
    Curve curves[PROBLEMS];
    for (int p = 0; p < PROBLEMS; p++) {
        for (int i = 0; i < DECADES; i++) { // rounding may leave nothing at all
            s_errors[p][i] = fmax(s_errors[p][i], 1e-16);
        }
        curves[p] = (Curve){s_problems[p].name, s_tolerances, s_errors[p], DECADES};
    }
    return figure_write_with_numbers(folder, "friction_order", "tolerance",
                                     "Exact friction: error at the end over tolerance", "tolerance",
                                     "error [m/s], [m]", curves, PROBLEMS);
}

int main(int argc, char **argv) {
    error_follows_the_tolerance();
    bool written = argc < 2 || write_figure(argv[1]);
    if (!written) {
        fprintf(stderr, "friction_order_test: cannot write into %s\n", argv[1]);
    }
    printf("%d checks failed\n", s_failed_checks);
    return s_failed_checks > 0 || !written;
}
