// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_law_runs.c - runs with the laws of multibody programs: impacts, creeping, sliding to rest,
// thin plates.
//
// Source  closed forms and quadratures of the published laws, evaluated outside this program; each
//         row says which. Where a body slides it is a ball with a very large moment of inertia, so
//         that it is the mass point of the closed form.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "sketch.h"

static const double s_pi = 3.14159265358979323846, s_gravity = 9.80665;

// A mass point: a ball that cannot turn.
static void point_mass(Sketch *s, double mass, double radius, abVec3 position, abVec3 velocity) {
    abBodyDef body = ab_body_def();
    double inertia = 1e12 * mass * radius * radius;
    body.name = "ball";
    body.mass = mass;
    body.center_of_mass = (abVec3){0.0, 0.0, 0.0};
    body.inertia = (abMat3){{{inertia, 0.0, 0.0}, {0.0, inertia, 0.0}, {0.0, 0.0, inertia}}};
    body.position = position;
    body.velocity = velocity;
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    sketch_shape(s, sketch_body(s, &body), "sphere", shape, "radius", radius, NULL, 0.0);
}

static void begin_on_plane(Sketch *s, abVec3 gravity) {
    sketch_begin(s, 0.0);
    sketch_gravity(s, gravity);
    sketch_material(s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(s, "any", "any", (Pair){.restitution = 1.0});
    sketch_plane(s, "any");
}

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
    begin_on_plane(&s, (abVec3){0.0, 0.0, 0.0});
    point_mass(&s, impact->mass, 0.1, (abVec3){0.0, 0.0, 0.1 + 0.3 * impact->depth},
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

// When the force of the first contact ends, between two frames.
static double force_end(const Run *run) {
    const abEvent *touch = run_event(run, AB_EVENT_TOUCH, 0, 0, 1);
    for (size_t i = run->instant_count; i-- > 2;) {
        const Instant *a = &run->instants[i - 2], *b = &run->instants[i - 1];
        if (touch != NULL && b->force > 0.0) { // goes on as a parabola through the last three
            const Instant *c = &run->instants[i - 3];
            double h = b->time - a->time, slope = (3.0 * b->force - 4.0 * a->force + c->force);
            double bend = b->force - 2.0 * a->force + c->force;
            double way = -2.0 * b->force / slope; // in steps
            way = -(b->force + 0.5 * bend * way * way) / (0.5 * slope);
            return b->time + way * h - touch->time;
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

// ---- friction ----

typedef struct Slide {
    double static_friction, dynamic_friction, static_speed, dynamic_speed;
} Slide;

// On a plane under gravity at an angle, resting at its depth, moving along x.
static void run_slide(const Slide *c, double angle, double speed, double end, double interval,
                      Run *run) {
    double k = 1e6, depth = s_gravity * cos(angle) / k; // 1 kg
    Sketch s;
    begin_on_plane(&s, (abVec3){s_gravity * sin(angle), 0.0, -s_gravity * cos(angle)});
    point_mass(&s, 1.0, 0.1, (abVec3){0.0, 0.0, 0.1 - depth}, (abVec3){speed, 0.0, 0.0});
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

static void add_box(Sketch *s, const char *name, abMobility mobility, abVec3 position, double mass,
                    abVec3 size) {
    abBodyDef body = ab_body_def();
    body.name = name;
    body.mobility = mobility;
    body.position = position;
    body.mass = mass > 0.0 ? mass : NAN;
    abShapeDef shape = ab_shape_def();
    shape.material = "any";
    shape.kind = ab_kind_find("shape", "box");
    abBodyId id = sketch_body(s, &body);
    if (s->result == AB_OK) {
        s->result = ab_params_init(&shape.params, "shape", shape.kind);
    }
    if (s->result == AB_OK) {
        s->result =
            ab_params_set_vector(&shape.params, "shape", shape.kind, "size", size, &s->error);
    }
    if (s->result == AB_OK) {
        s->result = ab_model_add_shape(s->model, id, &shape, NULL, &s->error);
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
    add_box(&s, "plate", AB_MOBILITY_FIXED, (abVec3){0.0, 0.0, -0.05}, 0.0,
            (abVec3){4.0, 1.0, 0.1});
    add_box(&s, "block", AB_MOBILITY_FREE, (abVec3){-1.0, 0.0, 0.05}, 2.0, (abVec3){0.2, 0.2, 0.1});
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

// ---- geometry ----

static void verify_ignore_deep(Report *report) {
    static const double rows[][2] = {
        {0.1, 1000.0}, {0.49999, 4999.9}, {0.5, 5000.0}, {0.50001, 0.0}, {2.0, 0.0}};
    for (int i = 0; i < 5 && report_wants(report, "ignore_deep"); i++) {
        Sketch s;
        Run run;
        begin_on_plane(&s, (abVec3){0.0, 0.0, 0.0});
        point_mass(&s, 1e9, 10.0, (abVec3){0.0, 0.0, 10.0 - rows[i][0]}, (abVec3){0.0, 0.0, 0.0});
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
    add_box(&s, "plate", AB_MOBILITY_FIXED, (abVec3){0.0, 0.0, -0.0005}, 0.0,
            (abVec3){0.5, 0.5, 0.001});
    point_mass(&s, 1e-5, 0.001, (abVec3){0.0, 0.0, 1.0}, (abVec3){0.0, 0.0, -100.0});
    sketch_rule(&s, &(Rule){.normal = "impact", .normal_values = {{"stiffness", 1e10}}});
    sketch_run(&s, 0.02, 1e-9, 1e-3, &run);
    const abEvent *touch = run_event(&run, AB_EVENT_TOUCH, 0, 0, 1);
    const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, 1);
    if (run.result != AB_OK || touch == NULL || release == NULL) {
        report_broken(report, "thin_plate_fast_sphere", run.message);
    } else {
        const char *note = "analytic; 1 ms at this speed is 100 plates";
        report_close(report, "thin_plate_fast_sphere", "first touch [s]", 0.00999, touch->time,
                     1e-6, note);
        report_close(report, "thin_plate_fast_sphere", "depth [m]", 4.35275281648e-05,
                     release->depth, 1e-6, note);
        report_close(report, "thin_plate_fast_sphere", "speed afterwards [m/s]", 100.0,
                     speed_after(&run), 1e-6, note);
    }
    run_done(&run);
}

// A ball dropped by 1 m on a box under POISSON; six bounces.
static void verify_bouncing(Report *report) {
    static const double rows[6][6] = {
        // touch, speed, depth, contact time, speed of leaving, greatest height
        {0.451600755752, 4.42869055139, 0.00527501628801, 0.00394126868527, 3.53769328539,
         0.688101379243},
        {1.17703066437, 3.53769328539, 0.0044102403998, 0.00412419285266, 2.82464918304,
         0.456797581602},
        {1.75722297081, 2.82464918304, 0.00368662088146, 0.00431660191614, 2.25395400221,
         0.309023654565},
        {2.22121826059, 2.25395400221, 0.00308105804003, 0.00451935981339, 1.79712281536,
         0.214666344443},
        {2.59224867471, 1.79712281536, 0.0025742260425, 0.00473353934039, 1.43136570924,
         0.15446012622},
        {2.88889957814, 1.43136570924, 0.00214995541247, 0.00496050316584, 1.13844816345,
         0.116080884954}};
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
    add_box(&s, "box", AB_MOBILITY_FIXED, (abVec3){0.0, 0.0, -2.5}, 0.0, (abVec3){20.0, 20.0, 5.0});
    point_mass(&s, 1.0, 0.05, (abVec3){0.0, 0.0, 1.05}, (abVec3){0.0, 0.0, 0.0});
    sketch_rule(&s, &(Rule){.normal = "poisson",
                            .normal_values = {{"penalty", 1e7}, {"transition_speed", 0.01}}});
    sketch_run(&s, 3.1, 1e-9, 0.01, &run);
    for (int n = 1; n <= 6; n++) {
        const abEvent *touch = run_event(&run, AB_EVENT_TOUCH, 0, 0, n);
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, n);
        if (run.result != AB_OK || touch == NULL || release == NULL) {
            report_broken(report, "model_bouncing_ball", run.message);
            break;
        }
        double leave = fabs(release->speed), height = 0.05 + leave * leave / (2.0 * s_gravity);
        double ours[6] = {touch->time, fabs(touch->speed), release->depth, release->duration, leave,
                          height};
        for (int i = 0; i < 6; i++) {
            char quantity[120];
            snprintf(quantity, sizeof quantity, "bounce %d: %s", n, names[i]);
            report_close(report, "model_bouncing_ball", quantity, rows[n - 1][i], ours[i], 1e-4,
                         "flight in closed form, contacts integrated (1e-12)");
        }
    }
    run_done(&run);
}

// A linear spring carries the weight at the depth m g/k.
static void verify_rest(Report *report) {
    static const double rows[][3] = {
        {20.0, 1e6, 0.000196133}, {1.0, 1e4, 0.000980665}, {100.0, 1e6, 0.000980665}};
    for (int i = 0; i < 3 && report_wants(report, "related_laws_rest"); i++) {
        double c = 2.0 * sqrt(rows[i][0] * rows[i][1]); // critical
        Sketch s;
        Run run;
        begin_on_plane(&s, (abVec3){0.0, 0.0, -s_gravity});
        point_mass(&s, rows[i][0], 0.1, (abVec3){0.0, 0.0, 0.1}, (abVec3){0.0, 0.0, -1e-6});
        sketch_rule(&s, &(Rule){.normal = "impact",
                                .normal_values = {{"stiffness", rows[i][1]},
                                                  {"exponent", 1.0},
                                                  {"damping", c},
                                                  {"full_damping_depth", 1e-4}}});
        sketch_run(&s, 60.0 * sqrt(rows[i][0] / rows[i][1]), 1e-11, 0.01, &run);
        char quantity[120];
        snprintf(quantity, sizeof quantity, "depth at rest, %g kg, %g N/m [m]", rows[i][0],
                 rows[i][1]);
        report_close(report, "related_laws_rest", quantity, rows[i][2],
                     run.result == AB_OK ? run_last(&run)->depth : NAN, 1e-9,
                     run.result == AB_OK ? "analytic: m g/k" : run.message);
        run_done(&run);
    }
}

static void verify_masters(Report *report) {
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
    sketch_rule(
        &s, &(Rule){.normal = "impact", .normal_values = {{"stiffness", 1e6}, {"exponent", 1.0}}});
    sketch_run(&s, 1e-6, 1e-8, 1e-6, &run);
    report_close(report, "master_i_and_j", "closed form of two balls, any master [N]", 1000.0,
                 run.result == AB_OK ? run.instants[0].force : NAN, 1e-9,
                 run.result == AB_OK ? "analytic" : run.message);
    report_open(report, "master_i_and_j", "both masters in turn, summed [N]",
                "needs contact of meshes as they are");
    run_done(&run);
}

void verify_law_runs(Report *report) {
    verify_elastic(report);
    verify_poisson(report);
    verify_no_pull(report);
    verify_creep(report);
    verify_stop(report);
    verify_block(report);
    verify_ignore_deep(report);
    verify_plate(report);
    verify_bouncing(report);
    verify_rest(report);
    verify_masters(report);
}
