// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_law_runs.c - impacts with the laws of multibody programs, thin plates, deep overlaps.
//
// Source  closed forms and quadratures of the published laws, evaluated outside this program; each
//         row says which.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "published.h"
#include "sketch.h"

static const double s_pi = 3.14159265358979323846, s_gravity = 9.80665;

// ---- one impact without gravity ----

typedef struct Impact {
    Rule rule;
    double mass, speed;
    double depth; // about                                              [m]
    double end;   // in durations of 3 depth/speed; 0: 3
} Impact;

static void run_impact(const Impact *impact, Run *run) {
    double duration = 3.0 * impact->depth / impact->speed;
    double end = impact->end > 0.0 ? impact->end : 3.0;
    Sketch s;
    sketch_on_plane(&s, (abVec3){0.0, 0.0, 0.0});
    sketch_point(&s, impact->mass, 0.1, (abVec3){0.0, 0.0, 0.1 + 0.3 * impact->depth},
                 (abVec3){0.0, 0.0, -impact->speed});
    sketch_rule(&s, &impact->rule);
    sketch_run(&s, end * duration, 1e-11, duration / 1000.0, run);
}

static double speed_after(const Run *run) {
    return run_end(run, run_body(run, "ball"))->velocity.z;
}

typedef struct ImpactRow {
    double mass, speed, k, n;
    double depth, duration, peak;
} ImpactRow;

static void compare_impact(Report *report, const char *name, const char *set, const Impact *impact,
                           const ImpactRow *row, double restitution, double relative,
                           double relative_peak) {
    Run run;
    run_impact(impact, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
        const char *note = "analytic or quadrature of the law; tolerance 1e-11";
        char quantity[120];
        snprintf(quantity, sizeof quantity, "%s: depth [m]", set);
        report_close(report, name, quantity, row->depth, release != NULL ? release->depth : NAN,
                     relative, note);
        snprintf(quantity, sizeof quantity, "%s: duration [s]", set);
        report_close(report, name, quantity, row->duration,
                     release != NULL ? release->duration : NAN, relative, note);
        snprintf(quantity, sizeof quantity, "%s: peak force [N]", set);
        report_close(report, name, quantity, row->peak, run_peak_force(&run), relative_peak, note);
        snprintf(quantity, sizeof quantity, "%s: energy drift", set);
        // 0.1 m has a rounding of 1.4e-17 m, a hundred of which count against the depth
        report_near(report, name, quantity, 0.0, run_drift(&run), 1e-9 + 1.4e-15 / row->depth,
                    "the book at tolerance 1e-11, and rounding of the position by the depth");
        snprintf(quantity, sizeof quantity, "%s: impulse [N s]", set);
        report_close(report, name, quantity, row->mass * row->speed * (1.0 + restitution),
                     row->mass * (row->speed + speed_after(&run)), relative, note);
    }
    run_done(&run);
}

static void verify_elastic(Report *report) {
    static const ImpactRow poisson[] = {
        {1.0, 1.0, 17945000000.0, 1.5, 8.65339682921e-05, 0.000254693281475, 14445.1944672},
        {0.11, 3.0, 5000000000.0, 1.5, 0.000143691170095, 0.000140974218382, 8612.22021634},
        {0.44, 0.2, 17945000000.0, 1.5, 1.71945845603e-05, 0.000253041970205, 1279.47261086},
        {1e-06, 0.01, 10000000.0, 1.5, 1.73286210789e-07, 5.10029004e-05, 0.000721349952954}};
    static const ImpactRow impact[] = {
        {1.0, 1.0, 1e6, 1.0, 0.001, 0.00314159265359, 1000.0},
        {1.0, 1.0, 1e6, 1.5, 0.00435275281648, 0.0128113493482, 287.174588749},
        {1.0, 1.0, 1e6, 2.0, 0.0114471424255, 0.0321019565324, 131.03706971},
        {1.0, 1.0, 1e6, 2.2, 0.0154449851325, 0.0426240959667, 103.593495641},
        {1.0, 1.0, 1e6, 3.0, 0.0376060309309, 0.0986051774892, 53.1829589694}};
    if (!report_wants(report, "elastic_collision")) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        const ImpactRow *r = &poisson[i];
        Impact run = {
            {.normal = "poisson", .normal_values = {{"penalty", r->k}, {"restitution", 1.0}}},
            r->mass,
            r->speed,
            r->depth,
            0.0};
        char set[60];
        snprintf(set, sizeof set, "poisson %g kg, %g m/s", r->mass, r->speed);
        compare_impact(report, "elastic_collision", set, &run, r, 1.0, 1e-6, 1e-6);
    }
    for (int i = 0; i < 5; i++) {
        const ImpactRow *r = &impact[i];
        Impact run = {
            {.normal = "impact", .normal_values = {{"stiffness", r->k}, {"exponent", r->n}}},
            r->mass,
            r->speed,
            r->depth,
            0.0};
        char set[60];
        snprintf(set, sizeof set, "impact, exponent %g", r->n);
        compare_impact(report, "elastic_collision", set, &run, r, 1.0, 1e-6, 1e-6);
    }
}

static void verify_poisson(Report *report) {
    static const struct {
        double e, transition;
        ImpactRow row;
        double back;
    } rows[] = {
        {0.5,
         1.0,
         {1.0, 1.0, 1e8, 1.5, 0.000591848850063, 0.00216378011351, 1701.88525895},
         0.651956062045},
        {0.0,
         1.0,
         {1.0, 1.0, 1e8, 1.5, 0.000549245144143, 0.00227764166145, 1761.34508479},
         0.514038296821},
        {0.9,
         0.1,
         {0.5, 2.0, 1e9, 1.5, 0.000348212252999, 0.000540808766675, 7168.87324027},
         0.900053323088},
        {0.3,
         1.0,
         {3.0, 0.2, 1e7, 1.5, 0.000698646417314, 0.0111138936078, 188.727019744},
         0.857467525204},
    };
    for (int i = 0; i < 4 && report_wants(report, "poisson_restitution_runs"); i++) {
        Impact run = {{.normal = "poisson",
                       .normal_values = {{"penalty", rows[i].row.k},
                                         {"restitution", rows[i].e},
                                         {"transition_speed", rows[i].transition}}},
                      rows[i].row.mass,
                      rows[i].row.speed,
                      rows[i].row.depth,
                      0.0};
        char set[60];
        snprintf(set, sizeof set, "e = %g, %g m/s by %g", rows[i].e, rows[i].row.speed,
                 rows[i].transition);
        // the published peak is the largest of samples
        compare_impact(report, "poisson_restitution_runs", set, &run, &rows[i].row, rows[i].back,
                       1e-5, 1e-4);
    }
}

// ---- volume: bodies without damping, whose areas are known ----

typedef struct Solid {
    const char *name, *kind;
    abVec3 size;     // of the box; radius and length of the others                    [m]
    double factor;   // force by K d^n
    double exponent; // n of the force
} Solid;

// Under a pressure K d without damping F = k d^n is exact for each: k = A K (box, n = 1),
// 2 L sqrt(2 R) K (cylinder on its side, n = 3/2), 2 pi R K (ball, n = 2).
static void verify_solid(Report *report, const Solid *c) {
    double mass = 2.0, speed = 1.0, pressure = 1e10, k = c->factor * pressure;
    double p = c->exponent + 1.0;
    double depth = pow(0.5 * p * mass * speed * speed / k, 1.0 / p);
    double duration =
        2.0 * depth / speed * sqrt(s_pi) * tgamma(1.0 + 1.0 / p) / tgamma(0.5 + 1.0 / p);
    bool is_box = strcmp(c->kind, "box") == 0, is_ball = strcmp(c->kind, "sphere") == 0;
    abVec3 position = {0.0, 0.0, (is_box ? 0.5 * c->size.z : c->size.x) + 0.3 * depth};
    abVec3 velocity = {0.0, 0.0, -speed};
    Sketch s;
    Run run;
    sketch_on_plane(&s, (abVec3){0.0, 0.0, 0.0});
    if (is_box) {
        sketch_box(&s, "ball", AB_MOBILITY_FREE, position, velocity, mass, c->size);
    } else {
        abBodyDef body = ab_body_def();
        body.name = "ball";
        body.mass = mass;
        body.position = position;
        body.velocity = velocity;
        abShapeDef shape = ab_shape_def();
        shape.material = "any";
        shape.rotation = (abVec3){is_ball ? 0.0 : 0.5 * s_pi, 0.0, 0.0};
        sketch_shape(&s, sketch_body(&s, &body), c->kind, shape, "radius", c->size.x,
                     is_ball ? NULL : "length", c->size.y);
    }
    sketch_rule(&s, &(Rule){.normal = "volume", .normal_values = {{"stiffness", pressure}}});
    sketch_run(&s, 3.0 * duration, 1e-11, duration / 1000.0, &run);
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    if (run.result != AB_OK || release == NULL) {
        report_broken(report, "volume_runs", run.message);
    } else {
        const char *note = "analytic: area of the overlap to first order in depth by radius";
        char quantity[120];
        snprintf(quantity, sizeof quantity, "%s: depth [m]", c->name);
        report_close(report, "volume_runs", quantity, depth, release->depth, 1e-8, note);
        snprintf(quantity, sizeof quantity, "%s: duration [s]", c->name);
        report_close(report, "volume_runs", quantity, duration, release->duration, 1e-8, note);
        snprintf(quantity, sizeof quantity, "%s: restitution", c->name);
        report_near(report, "volume_runs", quantity, 1.0, speed_after(&run) / speed, 1e-8, note);
        snprintf(quantity, sizeof quantity, "%s: energy drift", c->name);
        report_near(report, "volume_runs", quantity, 0.0, run_drift(&run), 1e-9,
                    "the book at tolerance 1e-11");
    }
    run_done(&run);
}

static void verify_solids(Report *report) {
    static const Solid solids[] = {
        {"box on its face", "box", {0.2, 0.3, 0.1}, 0.06, 1.0},
        {"cylinder on its side", "cylinder", {0.1, 0.4, 0.0}, 0.35777087639996635, 1.5},
        {"ball", "sphere", {0.1, 0.0, 0.0}, 0.6283185307179586, 2.0}};
    for (int i = 0; i < 3 && report_wants(report, "volume_runs"); i++) {
        verify_solid(report, &solids[i]);
    }
}

// When the force of the first contact ends, between two frames.
static double force_end(const Run *run) {
    const abEvent *pair = run_event(run, AB_EVENT_TOUCH, 0, 0, 1);
    for (size_t i = run->instant_count; i-- > 2;) {
        const Instant *a = &run->instants[i - 2], *b = &run->instants[i - 1];
        if (pair != NULL && b->force > 0.0) { // goes on as a parabola through the last three
            const Instant *c = &run->instants[i - 3];
            double h = b->time - a->time, slope = (3.0 * b->force - 4.0 * a->force + c->force);
            double bend = b->force - 2.0 * a->force + c->force;
            double displacement = -2.0 * b->force / slope; // in steps
            displacement = -(b->force + 0.5 * bend * displacement * displacement) / (0.5 * slope);
            return b->time + displacement * h - pair->time;
        }
    }
    return NAN;
}

// IMPACT with exponent 1 and a damper that acts at once.
static void verify_no_pull(Report *report) {
    static const double rows[][4] = {// zeta, c, force ends, e
                                     {0.0, 0.0, 0.0314159265359, 1.0},
                                     {0.05, 10.0, 0.0304536002217, 0.858758101775},
                                     {0.1, 20.0, 0.0295607532475, 0.744079397722},
                                     {0.3, 60.0, 0.0265447456379, 0.450975452893},
                                     {0.5, 100.0, 0.0241839915231, 0.298436059192},
                                     {0.7, 140.0, 0.0222756228153, 0.210284564378},
                                     {0.9, 180.0, 0.0206945294047, 0.155282747502}};
    for (int i = 0; i < 7 && report_wants(report, "linear_no_pull"); i++) {
        Impact impact = {{.normal = "impact",
                          .normal_values = {{"stiffness", 1e4},
                                            {"exponent", 1.0},
                                            {"damping", rows[i][1]},
                                            {"full_damping_depth", 1e-9}}},
                         1.0,
                         1.0,
                         0.01,
                         4.0};
        Run run;
        run_impact(&impact, &run);
        char quantity[120];
        snprintf(quantity, sizeof quantity, "zeta = %g: force ends [s]", rows[i][0]);
        const char *note = run.result == AB_OK ? "analytic: docs/theory/laws.md (11)" : run.message;
        report_close(report, "linear_no_pull", quantity, rows[i][2], force_end(&run), 1e-5, note);
        snprintf(quantity, sizeof quantity, "zeta = %g: restitution", rows[i][0]);
        report_close(report, "linear_no_pull", quantity, rows[i][3], speed_after(&run), 1e-5, note);
        run_done(&run);
    }
}

// ---- geometry ----

static void verify_ignore_deep(Report *report) {
    static const double rows[][2] = {
        {0.1, 1000.0}, {0.49999, 4999.9}, {0.5, 5000.0}, {0.50001, 0.0}, {2.0, 0.0}};
    for (int i = 0; i < 5 && report_wants(report, "ignore_deep"); i++) {
        Sketch s;
        Run run;
        sketch_on_plane(&s, (abVec3){0.0, 0.0, 0.0});
        sketch_point(&s, 1e9, 10.0, (abVec3){0.0, 0.0, 10.0 - rows[i][0]}, (abVec3){0.0, 0.0, 0.0});
        sketch_rule(&s, &(Rule){.normal = "impact",
                                .normal_values = {{"stiffness", 1e4}, {"exponent", 1.0}},
                                .ignore_deeper_than = 0.5});
        sketch_run(&s, 1e-3, 1e-8, 1e-3, &run);
        char quantity[120];
        snprintf(quantity, sizeof quantity, "force at depth %g m [N]", rows[i][0]);
        report_close(report, "ignore_deep", quantity, rows[i][1],
                     run.result == AB_OK ? run.instants[0].force : NAN, 1e-9,
                     run.result == AB_OK ? "published: above 0.5 m no force" : run.message);
        run_done(&run);
    }
}

static void verify_plate(Report *report) {
    if (!report_wants(report, "thin_plate_fast_sphere")) {
        return;
    }
    Sketch s;
    Run run;
    sketch_begin(&s, 0.0);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = 1.0});
    sketch_box(&s, "plate", AB_MOBILITY_FIXED, (abVec3){0.0, 0.0, -0.0005}, (abVec3){0.0, 0.0, 0.0},
               0.0, (abVec3){0.5, 0.5, 0.001});
    sketch_point(&s, 1e-5, 0.001, (abVec3){0.0, 0.0, 1.0}, (abVec3){0.0, 0.0, -100.0});
    sketch_rule(&s, &(Rule){.normal = "impact", .normal_values = {{"stiffness", 1e10}}});
    sketch_run(&s, 0.02, 1e-9, 1e-3, &run);
    const abEvent *pair = run_event(&run, AB_EVENT_TOUCH, 0, 0, 1);
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    if (run.result != AB_OK || pair == NULL || release == NULL) {
        report_broken(report, "thin_plate_fast_sphere", run.message);
    } else {
        const char *note = "analytic; 1 ms at this speed is 100 plates";
        report_close(report, "thin_plate_fast_sphere", "first touch [s]", 0.00999, pair->time, 1e-6,
                     note);
        report_close(report, "thin_plate_fast_sphere", "depth [m]", 4.35275281648e-05,
                     release->depth, 1e-6, note);
        report_close(report, "thin_plate_fast_sphere", "speed afterwards [m/s]", 100.0,
                     speed_after(&run), 1e-6, note);
    }
    run_done(&run);
}

// A ball dropped by 1 m on a box under POISSON; six bounces.
static void verify_bouncing(Report *report) {
    static const char *const names[6] = {"touch [s]",        "speed [m/s]",   "depth [m]",
                                         "contact time [s]", "leaving [m/s]", "height [m]"};
    if (!report_wants(report, "model_bouncing_ball")) {
        return;
    }
    Sketch s;
    Run run;
    sketch_begin(&s, s_gravity);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = 0.8});
    sketch_box(&s, "box", AB_MOBILITY_FIXED, (abVec3){0.0, 0.0, -2.5}, (abVec3){0.0, 0.0, 0.0}, 0.0,
               (abVec3){20.0, 20.0, 5.0});
    sketch_point(&s, 1.0, 0.05, (abVec3){0.0, 0.0, 1.05}, (abVec3){0.0, 0.0, 0.0});
    sketch_rule(&s, &(Rule){.normal = "poisson",
                            .normal_values = {{"penalty", 1e7}, {"transition_speed", 0.01}}});
    sketch_run(&s, 3.1, 1e-9, 0.01, &run);
    for (int n = 1; n <= BOUNCES; n++) {
        const Bounce *b = &published_bounces[n - 1];
        const abEvent *pair = run_event(&run, AB_EVENT_TOUCH, 0, 0, n);
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, n);
        if (run.result != AB_OK || pair == NULL || release == NULL) {
            report_broken(report, "model_bouncing_ball", run.message);
            break;
        }
        double leave = fabs(release->speed), height = 0.05 + leave * leave / (2.0 * s_gravity);
        double expected[6] = {b->pair, b->speed, b->depth, b->duration, b->leave, b->apex};
        double ours[6] = {pair->time, fabs(pair->speed), release->depth, release->duration, leave,
                          height};
        for (int i = 0; i < 6; i++) {
            char quantity[120];
            snprintf(quantity, sizeof quantity, "bounce %d: %s", n, names[i]);
            report_close(report, "model_bouncing_ball", quantity, expected[i], ours[i], 1e-4,
                         "flight in closed form, contacts integrated (1e-12)");
        }
    }
    run_done(&run);
}

// Source  both surfaces are masters in turn and their forces are added, read literally; another
//         reading is their mean.
static void verify_masters(Report *report) {
    static const char *const names[] = {"one master, or the mean of both [N]",
                                        "both masters in turn, summed [N]"};
    for (int masters = AB_MASTERS_MEAN; masters <= AB_MASTERS_SUM; masters++) {
        if (!report_wants(report, "master_i_and_j")) {
            return;
        }
        Sketch s;
        Run run;
        sketch_begin(&s, 0.0);
        sketch_material(&s, "any", 1e9, 0.3, 1000.0);
        sketch_pair(&s, "any", "any", (Pair){.restitution = 1.0});
        for (int side = 0; side < 2; side++) {
            sketch_ball(&s, &(Ball){.name = side == 0 ? "first" : "second",
                                    .material = "any",
                                    .radius = 0.05,
                                    .mass = 1e6,
                                    .position = {0.0, 0.0, side == 0 ? 0.0 : 0.099}});
        }
        sketch_rule(&s, &(Rule){.normal = "impact",
                                .normal_values = {{"stiffness", 1e6}, {"exponent", 1.0}},
                                .masters = masters});
        sketch_run(&s, 1e-6, 1e-8, 1e-6, &run);
        report_close(report, "master_i_and_j", names[masters],
                     masters == AB_MASTERS_SUM ? 2000.0 : 1000.0,
                     run.result == AB_OK ? run.instants[0].force : NAN, 1e-9,
                     run.result == AB_OK ? "analytic" : run.message);
        run_done(&run);
    }
}

// ---- damping ramped over the depth ----

// Source  integration of the law by an explicit pair of order 8 at a relative tolerance of 3e-14,
//         outside this program.
typedef struct RampRow {
    double k, n, damping, full_depth, mass, speed;
    double speed_after, duration, depth;
} RampRow;

static const RampRow s_ramps[] = {
    {1e8, 1.5, 1e3, 1e-4, 1.0, 1.0, 0.416553021306523, 0.0023221420880221405, 0.000483446580206611},
    {1e8, 1.5, 1e4, 1e-4, 1.0, 1.0, 0.016359348847968108, 0.009368064162501454,
     0.00014411798865890702},
    {1e5, 1.0, 10.0, 1e-3, 1.0, 0.5, 0.48524668694894535, 0.009935402064775712,
     0.0015577352899831948},
    {1e8, 2.2, 100.0, 1e-4, 0.1, 2.0, 0.34040502768856745, 0.006500053369435003,
     0.0014722469822726636},
};

static void verify_ramp(Report *report, const RampRow *c) {
    const double allowed = 1e-8;
    Impact impact = {.rule = {.normal = "impact",
                              .friction = "none",
                              .normal_values = {{"stiffness", c->k},
                                                {"exponent", c->n},
                                                {"damping", c->damping},
                                                {"full_damping_depth", c->full_depth}}},
                     .mass = c->mass,
                     .speed = c->speed,
                     .depth = c->depth,
                     .end = 3.0 + 2.0 * c->duration * c->speed / c->depth};
    char name[80];
    snprintf(name, sizeof name, "impact_function_%g_%g", c->n, c->damping);
    Run run;
    run_impact(&impact, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
        const char *note = "numerical reference; tolerance 1e-11";
        report_close(report, name, "speed after [m/s]", c->speed_after, speed_after(&run), allowed,
                     note);
        report_close(report, name, "duration [s]", c->duration,
                     release != NULL ? release->duration : NAN, allowed, note);
        report_close(report, name, "depth [m]", c->depth, release != NULL ? release->depth : NAN,
                     allowed, note);
    }
    run_done(&run);
}

void verify_law_runs(Report *report) {
    for (size_t i = 0; i < sizeof s_ramps / sizeof s_ramps[0]; i++) {
        verify_ramp(report, &s_ramps[i]);
    }
    verify_elastic(report);
    verify_poisson(report);
    verify_solids(report);
    verify_no_pull(report);
    verify_ignore_deep(report);
    verify_plate(report);
    verify_bouncing(report);
    verify_masters(report);
}
