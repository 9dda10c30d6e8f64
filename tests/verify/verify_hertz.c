// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_hertz.c - undamped normal impacts without gravity: what force, how deep, how long.
//
//   F = k d^n,  d_max = ((n+1) m v^2 / (2 k))^(1/(n+1)),  F_max = k d_max^n               (1)
//   t_c = 2 sqrt(pi) Gamma(1 + 1/(n+1)) / Gamma(1/2 + 1/(n+1)) d_max / v                  (2)
//   Hertz: n = 3/2, k = 4/3 E* sqrt(R)                                                    (3)
//
// Source  (1), (2): energy integral; (3): Johnson, Contact Mechanics, 1985, ch. 4 and 11.
//         Tests 1 and 2: Chung & Ooi, Granular Matter 13 (2011) 643-656, with the points of their
//         figures as digitised for Kratos Multiphysics (BSD), read to about 1.5 % of the peak.
//         The expected values below are (1) to (3) evaluated outside this program.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "families.h"
#include "sketch.h"

typedef struct Point {
    double x, force; // [m] or [s]; [N]
} Point;

typedef struct Impact {
    const char *name;
    double radius, density, youngs_modulus, poissons_ratio;
    double other_modulus; // of the plane; 0: a second ball of the same kind comes the other way
    double speed;         // of each ball
    double depth, force, duration; // expected
} Impact;

static const Impact s_impacts[] = {
    {"chung_ooi_1_glass", 0.01, 2800.0, 4.8e10, 0.2, 0.0, 10.0, 0.00027411270208928186,
     10696.888983989631, 4.0339455688378715e-05},
    {"chung_ooi_1_limestone", 0.01, 2500.0, 2e10, 0.25, 0.0, 10.0, 0.00036830402555319635,
     7108.2412799024905, 5.4201004934880756e-05},
    {"chung_ooi_2_al_alloy", 0.1, 2699.0, 7e10, 0.3, INFINITY, 0.2, 4.9717175241740354e-05,
     11369.858311285168, 0.0007316566406186853},
    {"chung_ooi_2_mg_alloy", 0.1, 1800.0, 4e10, 0.35, INFINITY, 0.2, 5.212328831827644e-05,
     7232.681025970248, 0.0007670659051629245},
    {"steel_ball_steel_plane_1mps", 0.1, 7850.0, 2e11, 0.3, 2e11, 1.0, 0.00023943540749852792,
     171664.26767820088, 0.0007047242931390909},
};

static void sketch_impact(Sketch *s, const Impact *c) {
    sketch_begin(s, 0.0);
    sketch_material(s, "ball", c->youngs_modulus, c->poissons_ratio, c->density);
    sketch_pair(s, "ball", "ball", (Pair){.restitution = 1.0});
    double far = c->radius + c->depth; // first contact after about a third of the contact time
    sketch_ball(s, &(Ball){.name = "ball",
                           .material = "ball",
                           .radius = c->radius,
                           .position = {0.0, 0.0, far},
                           .velocity = {0.0, 0.0, -c->speed}});
    if (c->other_modulus > 0.0) {
        sketch_material(s, "other", c->other_modulus, c->poissons_ratio, 1000.0);
        sketch_pair(s, "ball", "other", (Pair){.restitution = 1.0});
        sketch_plane(s, "other");
    } else {
        sketch_ball(s, &(Ball){.name = "other",
                               .material = "ball",
                               .radius = c->radius,
                               .position = {0.0, 0.0, -far},
                               .velocity = {0.0, 0.0, c->speed}});
    }
    sketch_law(s, "hertz", NULL, 0.0, NULL, 0.0);
}

// Common rows of an impact that has ended; `relative` is the error allowed.
static void add_impact_rows(Report *report, const char *name, const Run *run, double depth,
                            double force, double duration, double relative, const char *note) {
    const abEvent *release = run_event(run, AB_EVENT_RELEASE, 0, 0, 1);
    report_close(report, name, "greatest depth [m]", depth, release != NULL ? release->depth : NAN,
                 relative, note);
    report_close(report, name, "peak force [N]", force, run_peak_force(run), relative, note);
    report_close(report, name, "duration [s]", duration, release != NULL ? release->duration : NAN,
                 relative, note);
}

static const Point s_glass_force_at_depth[] = {{29.0476e-6, 0.45028e3}, {54.7619e-6, 0.96811e3},
                                               {94.2857e-6, 2.18386e3}, {128.571e-6, 3.42214e3},
                                               {167.143e-6, 5.06567e3}, {200.952e-6, 6.70919e3},
                                               {231.905e-6, 8.28518e3}, {265.238e-6, 10.17636e3}};
static const Point s_glass_force_in_time[] = {{4.0e-6, 1.6e3},         {8.4689e-6, 4.80447e3},
                                              {12.6316e-6, 7.88827e3}, {16.507e-6, 9.96648e3},
                                              {20.4545e-6, 10.7039e3}, {25.1914e-6, 9.47486e3},
                                              {29.1388e-6, 7.03911e3}, {33.3734e-6, 3.82122e3},
                                              {37.177e-6, 1.27374e3},  {40.4785e-6, 0.0}};
static const Point s_alloy_force_at_depth[] = {{7.00834e-6, 0.516854e3}, {12.0143e-6, 1.30337e3},
                                               {21.025e-6, 3.10112e3},   {28.9631e-6, 4.96629e3},
                                               {34.9702e-6, 6.74157e3},  {40.9774e-6, 8.35955e3},
                                               {44.9821e-6, 9.68539e3},  {49.9881e-6, 11.3258e3}};
static const Point s_alloy_force_in_time[] = {
    {84.846e-6, 2.21229e3},  {169.574e-6, 5.89351e3}, {246.61e-6, 9.10038e3},
    {318.921e-6, 10.9966e3}, {372.999e-6, 11.3567e3}, {445.549e-6, 10.2812e3},
    {539.545e-6, 6.85482e3}, {620.995e-6, 3.2367e3},  {727.5e-6, 0.0}};

// Force of the frame whose time after the contact pair, or depth, is nearest.
static double force_near(const Run *run, double pair, bool in_time, double x) {
    double best = INFINITY, force = NAN;
    for (size_t i = 0; i < run->instant_count; i++) {
        const Instant *instant = &run->instants[i];
        double distance = fabs((in_time ? instant->time - pair : instant->depth) - x);
        if (distance < best) {
            best = distance;
            force = instant->force;
        }
    }
    return force;
}

static void add_figure(Report *report, const char *name, const Run *run, bool in_time,
                       const Point *points, int count, double peak) {
    const abEvent *pair = run_event(run, AB_EVENT_TOUCH, 0, 0, 1);
    double worst = 0.0;
    for (int i = 0; i < count; i++) {
        double ours = force_near(run, pair != NULL ? pair->time : NAN, in_time, points[i].x);
        worst = fmax(worst, fabs(ours - points[i].force) / peak);
    }
    report_near(report, name,
                in_time ? "force in time, figure: worst by peak"
                        : "force at depth, figure: worst by peak",
                0.0, worst, 0.02, "figure: digitised points, read to 1.5 % of the peak");
}

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static void verify_impact(Report *report, const Impact *c) {
    Sketch sketch;
    Run run;
    sketch_impact(&sketch, c);
    sketch_run(&sketch, 2.0 * c->duration, 1e-8, c->duration / 2000.0, &run);
    if (run.result != AB_OK) {
        report_broken(report, c->name, run.message);
    } else {
        const char *note = "analytic: Hertz; tolerance 1e-8";
        add_impact_rows(report, c->name, &run, c->depth, c->force, c->duration, 1e-6, note);
        double v = run_end(&run, run_body(&run, "ball"))->velocity.z;
        report_close(report, c->name, "speed afterwards [m/s]", c->speed, v, 1e-6, note);
        if (c == &s_impacts[0]) {
            add_figure(report, c->name, &run, true, s_glass_force_in_time,
                       COUNT(s_glass_force_in_time), c->force);
            add_figure(report, c->name, &run, false, s_glass_force_at_depth,
                       COUNT(s_glass_force_at_depth), c->force);
        }
        if (c == &s_impacts[2]) {
            add_figure(report, c->name, &run, true, s_alloy_force_in_time,
                       COUNT(s_alloy_force_in_time), c->force);
            add_figure(report, c->name, &run, false, s_alloy_force_at_depth,
                       COUNT(s_alloy_force_at_depth), c->force);
        }
    }
    run_done(&run);
}

// ---- any power ----

typedef struct PowerImpact {
    double n, k, mass, speed;
    double depth, force, duration; // expected
} PowerImpact;

static const PowerImpact s_power_impacts[] = {
    {1.0, 1e6, 1.0, 1.0, 0.001, 1000.0, 0.0031415926535897933},
    {1.5, 1e9, 1.0, 1.0, 0.0002746401358265293, 4551.410507565198, 0.0008083414963977903},
    {2.0, 1e9, 2.0, 0.5, 0.0009085602964160702, 825.4818122236574, 0.005095867956975216},
    {2.2, 1e8, 1.0, 3.0, 0.007277601626748783, 1978.6738459374958, 0.00669475534153403},
};

static void verify_power_impact(Report *report, const PowerImpact *c) {
    char name[40];
    snprintf(name, sizeof name, "power_law_n_%.1f", c->n);
    if (!report_wants(report, name)) {
        return;
    }
    Sketch s;
    Run run;
    sketch_begin(&s, 0.0);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = 1.0});
    sketch_plane(&s, "any");
    sketch_ball(&s, &(Ball){.name = "ball",
                            .material = "any",
                            .radius = 0.1,
                            .mass = c->mass,
                            .position = {0.0, 0.0, 0.1 + c->depth},
                            .velocity = {0.0, 0.0, -c->speed}});
    sketch_law(&s, "hunt_crossley", "stiffness", c->k, "exponent", c->n);
    sketch_run(&s, 2.0 * c->duration, 1e-10, c->duration / 2000.0, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        const char *note = "analytic: energy integral; tolerance 1e-10";
        add_impact_rows(report, name, &run, c->depth, c->force, c->duration, 1e-8, note);
        report_close(report, name, "speed afterwards [m/s]", c->speed,
                     run_end(&run, run_body(&run, "ball"))->velocity.z, 1e-8, note);
    }
    run_done(&run);
}

// ---- an elastic foundation of k = 1e9 Pa/m and more, pressed to a depth ----
//
// Closed forms: ball on a plane F = pi k R d^2, U = F d/3; cylinder on its side, seen along the
// normal, F = k L (R^2 t - (R - d) w), w = R sin t its half width, cos t = (R - d)/R; face F = k A
// d.

typedef struct Text {
    char text[120000];
    size_t length;
} Text;

static void add(Text *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int more = vsnprintf(out->text + out->length, sizeof out->text - out->length, format, list);
    va_end(list);
    out->length += more > 0 ? (size_t)more : 0;
}

// A shape at rest for an instant, overlapping a plane or a plate by contours.
static bool press(Report *report, const char *name, double k, double height, const char *shape,
                  bool by_contours, Run *run) {
    static Text out;
    static const char plate[] =
        "mesh: {collide: surface, points: [[-2,-2,-1],[2,-2,-1],[2,2,-1],[-2,2,-1],[-2,-2,0],"
        "[2,-2,0],[2,2,0],[-2,2,0]], faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],"
        "[1,2,6],[1,6,5],[2,3,7],[2,7,6],[3,0,4],[3,4,7]]}";
    out.length = 0;
    add(&out,
        "abut: 1\ngravity: [0, 0, 0]\nmaterials: {m: {density: 1000}}\n"
        "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\n"
        "bodies:\n  ground: {mobility: fixed, shapes: [{%s, material: m}]}\n"
        "  body: {position: [0, 0, %.17g], shapes: [{%s, material: m}]}\n"
        "contacts: [{between: [ground, body], normal: {law: foundation, pressure: linear, "
        "youngs_modulus: %g, poissons_ratio: 0, thickness: 1}, friction: {law: none}%s}]\n"
        "simulation: {end_time: 1.0e-12, output_interval: 1.0e-12}\n",
        by_contours ? plate : "plane: {}", height, shape, k,
        by_contours ? ", manifold: contours" : "");
    run_yaml(run, out.text);
    if (run->result != AB_OK || run->contact_count != 1) {
        report_broken(report, name, run->message);
        run_done(run);
        return false;
    }
    return true;
}

static void verify_pressed_balls(Report *report) {
    static const struct {
        double R, d, k, force, energy;
    } cases[] = {{0.1, 0.001, 1e9, 314.1592653589794, 0.1047197551196598},
                 {0.1, 0.01, 1e9, 31415.926535897936, 104.7197551196598},
                 {0.05, 0.0002, 1e10, 62.83185307179587, 0.004188790204786391}};
    const char *name = "elastic_foundation",
               *note = "analytic: ball on a plane, direct integration";
    for (int i = 0; i < COUNT(cases); i++) {
        char shape[60], quantity[64];
        Run run;
        snprintf(shape, sizeof shape, "sphere: {radius: %g}", cases[i].R);
        if (press(report, name, cases[i].k, cases[i].R - cases[i].d, shape, false, &run)) {
            snprintf(quantity, sizeof quantity, "ball %g m, depth %g m: force [N]", cases[i].R,
                     cases[i].d);
            report_close(report, name, quantity, cases[i].force, run.contacts[0].normal_force, 1e-9,
                         note);
            snprintf(quantity, sizeof quantity, "ball %g m, depth %g m: energy [J]", cases[i].R,
                     cases[i].d);
            report_close(report, name, quantity, cases[i].energy, run.contacts[0].energy, 1e-9,
                         note);
            run_done(&run);
        }
    }
}

static void verify_pressed_box(Report *report) {
    static const char box[] =
        "mesh: {collide: surface, points: [[-0.1,-0.1,-0.1],[0.1,-0.1,-0.1],[0.1,0.1,-0.1],"
        "[-0.1,0.1,-0.1],[-0.1,-0.1,0.1],[0.1,-0.1,0.1],[0.1,0.1,0.1],[-0.1,0.1,0.1]], faces: "
        "[[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],[3,0,4],"
        "[3,4,7]]}";
    const char *name = "elastic_foundation", *note = "analytic: k A d";
    for (int by_contours = 0; by_contours < 2; by_contours++) {
        Run run;
        if (press(report, name, 1e9, 0.099, box, by_contours, &run)) {
            report_close(report, name,
                         by_contours ? "face by contours: force [N]" : "face: force [N]", 40000.0,
                         run.contacts[0].normal_force, 1e-9, note);
            report_close(report, name,
                         by_contours ? "face by contours: area [m^2]" : "face: area [m^2]", 0.04,
                         run.contacts[0].area, 1e-9, note);
            run_done(&run);
        }
    }
}

static double half_width(double R, double d) {
    return sqrt(d * (2.0 * R - d));
}

static double segment(double R, double d) {
    return R * R * acos((R - d) / R) - (R - d) * half_width(R, d);
}

// A prism of many sides lies between the cylinder and that of the radius R cos(pi/n), and so do its
// force and width.
static void verify_pressed_cylinder(Report *report) {
    enum { SIDES = 512 };
    static Text shape;
    const double R = 0.1, L = 0.5, pi = 3.14159265358979324, less = R * (1.0 - cos(pi / SIDES));
    const double depths[] = {0.001, 0.01}, forces[] = {9413.935628674875, 293629.53438800917};
    const double widths[] = {0.014106735979665892, 0.04358898943540673};
    const char *name = "elastic_foundation";
    const char *note = "analytic: seen along the normal; allowed: a prism of 512 sides is smaller";
    shape.length = 0;
    add(&shape, "mesh: {collide: surface, points: [");
    for (int i = 0; i < SIDES; i++) {
        double y = R * sin(2.0 * pi * i / SIDES), z = R * cos(2.0 * pi * i / SIDES);
        add(&shape, "[%.17g,%.17g,%.17g],[%.17g,%.17g,%.17g],", -0.5 * L, y, z, 0.5 * L, y, z);
    }
    add(&shape, "[%g,0,0],[%g,0,0]], faces: [", -0.5 * L, 0.5 * L);
    for (int i = 0; i < SIDES; i++) {
        int a = 2 * i, b = 2 * ((i + 1) % SIDES);
        add(&shape, "[%d,%d,%d],[%d,%d,%d],[%d,%d,%d],[%d,%d,%d],", a, a + 1, b + 1, a, b + 1, b,
            2 * SIDES, a, b, 2 * SIDES + 1, b + 1, a + 1);
    }
    shape.length--; // the last comma
    add(&shape, "]}");
    for (int i = 0; i < 2; i++) {
        Run run;
        double d = depths[i];
        char quantity[64];
        if (press(report, name, 1e9, R - d, shape.text, false, &run)) {
            snprintf(quantity, sizeof quantity, "cylinder, depth %g m: force [N]", d);
            report_near(report, name, quantity, forces[i], run.contacts[0].normal_force,
                        1e9 * L * (segment(R, d) - segment(R - less, d - less)), note);
            snprintf(quantity, sizeof quantity, "cylinder, depth %g m: half width [m]", d);
            report_near(report, name, quantity, widths[i], run.contacts[0].area / (2.0 * L),
                        half_width(R, d) - half_width(R - less, d - less), note);
            run_done(&run);
        }
    }
}

static void verify_elastic_foundation(Report *report) {
    if (report_wants(report, "elastic_foundation")) {
        verify_pressed_balls(report);
        verify_pressed_box(report);
        verify_pressed_cylinder(report);
    }
}

void verify_hertz(Report *report) {
    for (int i = 0; i < COUNT(s_impacts); i++) {
        if (report_wants(report, s_impacts[i].name)) {
            verify_impact(report, &s_impacts[i]);
        }
    }
    for (int i = 0; i < COUNT(s_power_impacts); i++) {
        verify_power_impact(report, &s_power_impacts[i]);
    }
    verify_elastic_foundation(report);
}
