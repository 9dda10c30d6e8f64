// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_bounce.c - balls dropped under gravity.
//
// Source  bouncing_ball_hertz: flight in closed form, contact integrated by DOP853 (rtol 3e-14)
// with
//         events at touch and release, confirmed by Simbody 3.7 at accuracy 1e-10 to 1.7e-9.
//         bouncing_ball_rigid: geometric series, t_stop = sqrt(2 h/g) (1+e)/(1-e). The normal law
//         here is compliant; in the limit of a stiff contact its bounces last no time, so instants
//         agree to the sum of the contact times, which is what is allowed.
//         SimBenchmark: leggedrobotics/SimBenchmark, benchmark/res/yaml, 2018.

#include <math.h>
#include <stdio.h>

#include "families.h"
#include "sketch.h"

// ---- a steel ball dropped 1 m on steel, 3 s ----

typedef struct Bounce {
    double pair, depth, duration;
} Bounce;

typedef struct Drop {
    const char *name;
    double damping;   // c in F = k d^1.5 (1 + 1.5 c d')  [s/m]
    double tolerance; // of the run
    double z, v;      // at 3 s
    int count;
    Bounce bounces[5];
} Drop;

static const Drop s_drops[] = {
    {"bouncing_ball_hertz_c_0",
     0.0,
     1e-8,
     0.6895125045679924,
     -2.837915548492105,
     3,
     {{0.4515236409857309, 0.0007877796766910788, 0.0005233755721579227},
      {1.3550942985293362, 0.0007877796766910686, 0.0005233755721579431},
      {2.258664956072917, 0.000787779676691052, 0.0005233755721579496}}},
    {"bouncing_ball_hertz_c_0.05",
     0.05,
     1e-8,
     0.3113249985744511,
     0.5032948494819964,
     5,
     {{0.4515236409857309, 0.0007284205568481091, 0.000535990073997255},
      {1.1906830351435231, 0.0006283530767342934, 0.0005554765235978509},
      {1.8161841517005868, 0.0005548712389163832, 0.0005726114181293878},
      {2.358382291111705, 0.0004983488769711871, 0.000587944165128614},
      {2.8368900788282363, 0.0004533660885539738, 0.0006018498435132764}}},
};

static void verify_drop(Report *report, const Drop *c) {
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "steel", 2e11, 0.3, 7850.0);
    sketch_pair(&s, "steel", "steel", (Pair){.restitution = 1.0});
    sketch_plane(&s, "steel");
    sketch_ball(
        &s,
        &(Ball){.name = "ball", .material = "steel", .radius = 0.1, .position = {0.0, 0.0, 1.1}});
    sketch_law(&s, "hertz", "damping", c->damping, NULL, 0.0);
    sketch_run(&s, 3.0, c->tolerance, 0.01, &run);
    if (is_broken(report, c->name, &run)) {
        return;
    }
    const char *note = "reference integration";
    const abBodyState *ball = run_end(&run, run_body(&run, "ball"));
    report_near(report, c->name, "height at 3 s [m]", c->z, ball->position.z, 1e-7, note);
    report_near(report, c->name, "speed at 3 s [m/s]", c->v, ball->velocity.z, 1e-6, note);
    report_near(report, c->name, "bounces", c->count, run_event_count(&run, AB_EVENT_TOUCH, 0, 0),
                0.0, note);
    for (int i = 0; i < c->count; i++) {
        const abEvent *pair = run_event(&run, AB_EVENT_TOUCH, 0, 0, i + 1);
        const abEvent *release = run_event(&run, AB_EVENT_RELEASE, 0, 0, i + 1);
        bool is_there = pair != NULL && release != NULL;
        char quantity[40];
        snprintf(quantity, sizeof quantity, "bounce %d: touch [s]", i + 1);
        report_near(report, c->name, quantity, c->bounces[i].pair, is_there ? pair->time : NAN,
                    1e-7, note);
        snprintf(quantity, sizeof quantity, "bounce %d: greatest depth [m]", i + 1);
        report_close(report, c->name, quantity, c->bounces[i].depth,
                     is_there ? release->depth : NAN, 1e-6, note);
        snprintf(quantity, sizeof quantity, "bounce %d: duration [s]", i + 1);
        report_close(report, c->name, quantity, c->bounces[i].duration,
                     is_there ? release->duration : NAN, 1e-6, note);
    }
    report_near(report, c->name, "energy drift", 0.0, run_drift(&run), 1e-7, "analytic");
    report_near(report, c->name, "evaluations", 0.0, (double)run.statistics.evaluations, 3372.0,
                "Simbody's Runge-Kutta-Merson needs 3372 for 7e-8 m; allowed: as many");
    run_done(&run);
}

// ---- the rigid limit ----

typedef struct Series {
    const char *name;
    double height, restitution, gravity;
    double stop;     // when all bounces are over
    double pairs[5]; // instants
} Series;

static const Series s_series[] = {
    {"bouncing_ball_rigid_e_0.5",
     1.0,
     0.5,
     9.81,
     1.3545709229571927,
     {0.4515236409857309, 0.9030472819714618, 1.1288091024643272, 1.24169001271076,
      1.2981304678339762}},
    {"bouncing_ball_rigid_e_0.8",
     1.0,
     0.8,
     9.81,
     4.063712768871579,
     {0.4515236409857309, 1.1739614665629003, 1.751911727024636, 2.2142719353940246,
      2.5841601020895357}},
    {"bouncing_ball_rigid_e_0.9",
     2.0,
     0.9,
     10.0,
     12.016655108639846,
     {0.6324555320336759, 1.7708754896942924, 2.7954534515888474, 3.717573617293947,
      4.547481766428536}},
};

static void verify_series(Report *report, const Series *c) {
    double k = 1e13, mass = 1.0, v = sqrt(2.0 * c->gravity * c->height);
    double depth = pow(1.25 * mass * v * v / k, 0.4);
    Sketch s;
    Run run;
    sketch_begin(&s, c->gravity);
    sketch_material(&s, "any", 1e9, 0.3, 1000.0);
    sketch_pair(&s, "any", "any", (Pair){.restitution = c->restitution});
    sketch_plane(&s, "any");
    sketch_ball(&s, &(Ball){.name = "ball",
                            .material = "any",
                            .radius = 0.1,
                            .mass = mass,
                            .position = {0.0, 0.0, 0.1 + c->height}});
    sketch_law(&s, "hunt_crossley", "stiffness", k, NULL, 0.0);
    sketch_run(&s, 1.1 * c->stop, 1e-8, 0.01, &run);
    if (is_broken(report, c->name, &run)) {
        return;
    }
    const char *note = "analytic: rigid limit; allowed: sum of the contact times";
    double contact_time = 4.0 * depth / v; // the damped contact lasts longer than 2.94 d/v
    double allowed = 1e-8;
    for (int i = 0; i < 5; i++) {
        const abEvent *pair = run_event(&run, AB_EVENT_TOUCH, 0, 0, i + 1);
        char quantity[40];
        snprintf(quantity, sizeof quantity, "bounce %d: touch [s]", i + 1);
        report_near(report, c->name, quantity, c->pairs[i], pair != NULL ? pair->time : NAN,
                    allowed, note);
        snprintf(quantity, sizeof quantity, "bounce %d: speed [m/s]", i + 1);
        report_near(report, c->name, quantity, v * pow(c->restitution, i),
                    pair != NULL ? pair->speed : NAN, c->gravity * allowed,
                    "analytic: e^j v; allowed: what gravity does during the contacts");
        allowed += contact_time / pow(c->restitution, 0.2 * i); // slower impacts last longer
    }
    const abBodyState *ball = run_end(&run, run_body(&run, "ball"));
    report_near(report, c->name, "speed after the last bounce [m/s]", 0.0, ball->velocity.z, 1e-3,
                "analytic: at rest; the compliant ball still trembles");
    report_near(report, c->name, "height after the last bounce [m]", 0.0, ball->position.z - 0.1,
                1e-6, "analytic: at rest");
    run_done(&run);
}

// ---- SimBenchmark ----

static void verify_bouncing(Report *report) {
    const char *name = "simbenchmark_bouncing";
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "steel", 2e11, 0.3, 7850.0);
    sketch_pair(&s, "steel", "steel", (Pair){.restitution = 1.0});
    sketch_plane(&s, "steel");
    char names[49][16];
    for (int i = 0; i < 49; i++) {
        snprintf(names[i], sizeof names[i], "ball%d", i);
        sketch_ball(&s, &(Ball){.name = names[i],
                                .material = "steel",
                                .radius = 0.1,
                                .mass = 10.0,
                                .position = {0.5 * (i % 7), 0.5 * (i / 7), 5.0}});
    }
    sketch_law(&s, "hertz", NULL, 0.0, NULL, 0.0);
    sketch_run(&s, 20.0, 1e-8, 0.1, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        report_near(report, name, "energy drift, 49 balls, 20 s", 0.0, run_drift(&run), 1e-6,
                    "analytic: e = 1 loses nothing");
        const abEvent *first = run_event(&run, AB_EVENT_TOUCH, 1, 2, 1);
        const abEvent *second = run_event(&run, AB_EVENT_TOUCH, 1, 2, 2);
        report_near(report, name, "period [s]", 1.9989803720978903,
                    first != NULL && second != NULL ? second->time - first->time : NAN, 1e-3,
                    "analytic: rigid; allowed: the contact time");
    }
    run_done(&run);
}

// 6 x 6 x 6 balls with small offsets of a fixed pattern (the source takes random ones) fall and
// collide without loss.
static void verify_elastic_666(Report *report) {
    const char *name = "simbenchmark_elastic666";
    Sketch s;
    Run run;
    sketch_begin(&s, 9.81);
    sketch_material(&s, "soft", 1e8, 0.3, 1000.0);
    sketch_pair(&s, "soft", "soft", (Pair){.restitution = 1.0});
    sketch_plane(&s, "soft");
    char names[216][16];
    unsigned seed = 1;
    for (int i = 0; i < 216; i++) {
        double offset[3];
        for (int k = 0; k < 3; k++) {
            seed = seed * 1664525u + 1013904223u; // Numerical Recipes' linear congruence
            offset[k] = 0.001 * ((seed >> 8) / 16777216.0 - 0.5);
        }
        snprintf(names[i], sizeof names[i], "ball%d", i);
        sketch_ball(&s,
                    &(Ball){.name = names[i],
                            .material = "soft",
                            .radius = 0.1,
                            .mass = 10.0,
                            .position = {0.21 * (i % 6) + offset[0], 0.21 * (i / 6 % 6) + offset[1],
                                         1.101 + 0.21 * (i / 36) + offset[2]}});
    }
    sketch_law(&s, "hertz", NULL, 0.0, NULL, 0.0);
    sketch_run(&s, 0.7, 1e-7, 0.1, &run);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        report_near(report, name, "energy drift, 216 balls, 0.7 s", 0.0, run_drift(&run), 1e-5,
                    "analytic: e = 1 loses nothing; balls of E = 1e8 Pa");
    }
    run_done(&run);
}

// Another 216 balls of this kind, rigid, without friction and restitution, fall 1 mm onto the ground
// and slide apart. Its measure is the sum of all overlaps over time, for which the source has no
// answer: 0, as rigid bodies do not overlap.
static void verify_666(Report *report) {
    enum { TEXT = 30000 };
    static char text[TEXT];
    const char *name = "simbenchmark_666";
    int size = snprintf(text, TEXT,
                        "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
                        "pairs: [{materials: [m, m], restitution: 0}]\n"
                        "contacts: [{between: ['*', '*'], normal: {law: rigid}}]\n"
                        "simulation: {method: stepping, step: 0.005, tolerance: 1.0e-6, "
                        "end_time: 1, output_interval: 0.005}\n"
                        "bodies:\n"
                        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
    unsigned seed = 1;
    for (int i = 0; i < 216; i++) {
        double offset[3];
        for (int k = 0; k < 3; k++) {
            seed = seed * 1664525u + 1013904223u; // Numerical Recipes' linear congruence
            offset[k] = 0.001 * ((seed >> 8) / 16777216.0 - 0.5);
        }
        size += snprintf(text + size, (size_t)(TEXT - size),
                         "  b%d: {mass: 10, position: [%.9g, %.9g, %.9g], "
                         "shapes: [{sphere: {radius: 0.1}, material: m}]}\n",
                         i, 0.21 * (i % 6) + offset[0], 0.21 * (i / 6 % 6) + offset[1],
                         0.101 + 0.21 * (i / 36) + offset[2]);
    }
    Run run;
    run_yaml(&run, text);
    if (is_broken(report, name, &run)) {
        return;
    }
    report_near(
        report, name, "deepest overlap [m]", 0.0, run.statistics.worst_depth, 1e-6,
        "analytic: rigid; a 100 000th of a radius; its sum over time is the source's measure");
    run_done(&run);
}

void verify_bounce(Report *report) {
    for (size_t i = 0; i < sizeof s_drops / sizeof s_drops[0]; i++) {
        if (report_wants(report, s_drops[i].name)) {
            verify_drop(report, &s_drops[i]);
        }
    }
    for (size_t i = 0; i < sizeof s_series / sizeof s_series[0]; i++) {
        if (report_wants(report, s_series[i].name)) {
            verify_series(report, &s_series[i]);
        }
    }
    if (report_wants(report, "simbenchmark_bouncing")) {
        verify_bouncing(report);
    }
    if (report_wants(report, "simbenchmark_elastic666")) {
        verify_elastic_666(report);
    }
    if (report_wants(report, "simbenchmark_666")) {
        verify_666(report);
    }
}
