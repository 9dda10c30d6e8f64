// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_towers.c - boxes on each other by method events: four corners or more at every joint,
// where three would do, so the forces are not unique.
//
//   F_k = (n - k) m g,   the force on box k, from 0, by what is below it                  (1)
//
// however the boxes are turned and set off, as long as the tower stands. It stands when nothing has
// moved; and what one more box costs is the same at any height when evaluations do not grow.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/run_fixture.h"
#include "families.h"
#include "verify_run.h"

enum { TEXT = 60000 };

typedef struct Tower {
    int count;
    double friction;   // 0: none
    double side, turn; // of the cubes [m]; of each against the one below [rad]
    double off;        // at most, to either side [m]
    double gap;        // each falls on the one below from that height [m]
    double end;        // [s]
    // seen:
    double worst;         // of (1), in parts of the weight of the tower
    double moved, tilted; // the top since the start [m], [rad]
    double settled;       // from when on (1) is looked at [s]
    abBodyState first;    // the top at the start
    bool is_started;
    abStatistics statistics;
} Tower;

static const double s_g = 9.81, s_density = 1000.0;

static void write_tower(const Tower *tower, char *text) {
    int size = snprintf(
        text, TEXT,
        "abut: 1\ngravity: [0, 0, %.17g]\nmaterials: {m: {density: %.17g}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %.17g}]\n"
        "contacts: [{between: ['*', '*'], normal: {law: rigid}, "
        "friction: {law: %s}}]\n"
        "simulation: {method: events, end_time: %.17g, output_interval: 1}\n"
        "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
        -s_g, s_density, tower->friction, tower->friction > 0.0 ? "coulomb" : "none", tower->end);
    for (int k = 0; k < tower->count; k++) {
        double a = 0.5 * tower->turn * k, s = tower->side;
        size += snprintf(text + size, (size_t)(TEXT - size),
                         "  b%d: {position: [%.17g, %.17g, %.17g], orientation: [%.17g, 0, 0, "
                         "%.17g], shapes: [{box: {size: [%.17g, %.17g, %.17g]}, material: m}]}\n",
                         k, tower->off * sin(7.0 * k), tower->off * cos(5.0 * k),
                         (k + 0.5) * s + (k + 1) * tower->gap, cos(a), sin(a), s, s, s);
    }
}

static double distance(abVec3 a, abVec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static double angle(abQuat a, abQuat b) {
    double x = a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y;
    double y = a.w * b.y + a.x * b.z - a.y * b.w - a.z * b.x;
    double z = a.w * b.z - a.x * b.y + a.y * b.x - a.z * b.w;
    return 2.0 * sqrt(x * x + y * y + z * z);
}

// The ground is body 1, box k body k + 2.
static abResult look(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Tower *tower = context;
    const abBodyState *top = &frame->bodies[frame->body_count - 1];
    if (frame->time < tower->settled) {
        return AB_OK;
    }
    if (!tower->is_started) {
        tower->first = *top;
        tower->is_started = true;
    }
    tower->moved = fmax(tower->moved, distance(top->position, tower->first.position));
    tower->tilted = fmax(tower->tilted, angle(top->orientation, tower->first.orientation));
    double weight = s_density * tower->side * tower->side * tower->side * s_g;
    double whole = tower->count * weight;
    double below = 0.0; // so that a missing contact shows
    for (int i = 0; i < frame->contact_count; i++) {
        const abContactState *contact = &frame->contacts[i];
        int k = contact->body_b - 2;
        abVec3 wanted = {0.0, 0.0, (tower->count - k) * weight};
        tower->worst = fmax(tower->worst, distance(contact->force, wanted) / whole);
        below += contact->force.z;
    }
    double sum = 0.5 * tower->count * (tower->count + 1) * weight;
    tower->worst = fmax(tower->worst, fabs(below - sum) / sum);
    return AB_OK;
}

static abResult run_tower(Tower *tower, abError *error) {
    static char text[TEXT];
    write_tower(tower, text);
    const abObserver observer = {.context = tower, .frame = look};
    return run_fixture(text, &observer, &tower->statistics, error);
}

// Evaluations, or 0.
static double verify_tower(Report *report, const char *name, Tower tower) {
    if (!report_wants(report, name)) {
        return 0.0;
    }
    abError error;
    ab_error_clear(&error);
    if (run_tower(&tower, &error) != AB_OK) {
        report_broken(report, name, error.count > 0 ? error.problems[0].text : "not run");
        return 0.0;
    }
    report_near(report, name, "forces, of the weight of all", 0.0, tower.worst, 1e-9, "(1)");
    report_near(report, name, "the top has moved [m]", 0.0, tower.moved, 1e-9, "");
    report_near(report, name, "the top has turned [rad]", 0.0, tower.tilted, 1e-9, "");
    report_near(report, name, "energy gained by impacts", 0.0,
                fmax(0.0, tower.statistics.impact_gain), 1e-12 * tower.count, "");
    return (double)tower.statistics.evaluations;
}

// ---- a row of dominoes ----

// When the last one leans by `s_leans`: it has been hit, and falls.
typedef struct Wave {
    int count;
    double time, before, angle; // of the last one, at the step before [s], [rad]
    double mechanical, gained;  // [J]; gained in one step
} Wave;

static const double s_leans = 0.05; // [rad]

static double lean_of(const abBodyState *body) {
    return 2.0 * atan2(fabs(body->orientation.z), fabs(body->orientation.w));
}

static abResult watch_wave(void *context, abSimulation *simulation, double time, abError *error) {
    (void)error;
    Wave *wave = context;
    abEnergyBook book = ab_simulation_energy(simulation);
    double mechanical = book.kinetic + book.gravity;
    if (wave->before > 0.0) {
        wave->gained = fmax(wave->gained, mechanical - wave->mechanical);
    }
    wave->mechanical = mechanical;
    abBodyState last = ab_simulation_body(simulation, (abBodyId){wave->count + 1});
    double angle = lean_of(&last);
    if (angle > s_leans && !(wave->time > 0.0)) {
        double share = (s_leans - wave->angle) / (angle - wave->angle);
        wave->time = wave->before + share * (time - wave->before);
    }
    wave->before = time;
    wave->angle = angle;
    return AB_OK;
}

static void write_dominoes(int count, const char *method, double end, char *text) {
    int size = snprintf(
        text, TEXT,
        "abut: 1\ngravity: [0, -9.81, 0]\nmaterials: {m: {density: 700}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
        "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: coulomb}}]\n"
        "simulation: {%s, end_time: %.17g, output_interval: 1}\n"
        "bodies:\n  table: {mobility: fixed, position: [1.4, -0.05, 0], "
        "shapes: [{outline: {form: block, width: 3.8, height: 0.1}, material: m}]}\n",
        method, end);
    for (int k = 0; k < count; k++) {
        double tilt = k == 0 ? 0.25 : 0.0, half = 0.004, height = 0.025; // on its foremost corner
        double x = k == 0 ? half - half * cos(tilt) + height * sin(tilt) : 0.028 * k;
        double y = height * cos(tilt) + half * sin(tilt);
        size += snprintf(text + size, (size_t)(TEXT - size),
                         "  d%d: {mobility: planar, position: [%.17g, %.17g, 0], rotation: [0, 0, "
                         "%.17g], shapes: [{outline: {form: block, width: 0.008, height: 0.05}, "
                         "material: m}]}\n",
                         k, x, y, -tilt);
    }
}

static abResult run_dominoes(Wave *wave, const char *method, double end, abStatistics *statistics,
                             abError *error) {
    static char text[TEXT];
    write_dominoes(wave->count, method, end, text);
    const abObserver observer = {.context = wave, .step = watch_wave};
    return run_fixture(text, &observer, statistics, error);
}

// The wave of falling dominoes by events against that by short steps.
static void verify_dominoes(Report *report, const char *name, int count, double end) {
    if (!report_wants(report, name)) {
        return;
    }
    Wave by_events = {.count = count}, by_steps = {.count = count};
    abStatistics statistics, unused;
    abError error;
    ab_error_clear(&error);
    if (run_dominoes(&by_events, "method: events", end, &statistics, &error) != AB_OK ||
        run_dominoes(&by_steps, "method: stepping, step: 1.0e-4", end, &unused, &error) != AB_OK) {
        report_broken(report, name, error.count > 0 ? error.problems[0].text : "not run");
        return;
    }
    report_near(report, name, "the last begins to fall [s]", by_steps.time, by_events.time,
                0.003 * by_steps.time, "against method stepping, steps of 1e-4 s");
    report_near(report, name, "energy gained in a step, of all", 0.0,
                by_events.gained / statistics.energy_scale, 1e-5, "");
    report_near(report, name, "energy drift, of all", 0.0,
                statistics.energy_drift / statistics.energy_scale, 1e-4, "");
}

void verify_towers(Report *report) {
    static const int counts[] = {10, 20, 40, 80, 160};
    for (int friction = 0; friction < 2; friction++) {
        double first = 0.0;
        for (int i = 0; i < 5; i++) {
            char name[44];
            snprintf(name, sizeof name, "%d_boxes%s", counts[i], friction ? "_friction" : "");
            double evaluations = verify_tower(
                report, name,
                (Tower){.count = counts[i], .friction = 0.5 * friction, .side = 1.0, .end = 60.0});
            first = i == 0 ? evaluations : first;
            if (i > 0 && first > 0.0 && evaluations > 0.0) {
                report_near(report, name, "evaluations by those of 10 boxes", 1.0,
                            evaluations / first, 1.0, "twice as many at most");
            }
        }
    }
    verify_tower(
        report, "40_turned_off_centre",
        (Tower){.count = 40, .friction = 0.5, .side = 0.3, .turn = 0.3, .off = 0.003, .end = 60.0});
    verify_tower(report, "160_off_centre",
                 (Tower){.count = 160, .friction = 0.5, .side = 1.0, .off = 0.01, .end = 60.0});
    verify_tower(
        report, "20_dropped",
        (Tower){
            .count = 20, .friction = 0.5, .side = 1.0, .gap = 1e-3, .end = 10.0, .settled = 1.0});
    verify_dominoes(report, "10_dominoes", 10, 2.0);
    if (report_wants(report, "100_dominoes")) {
        report_open(
            report, "100_dominoes", "run to their end by events",
            "100 get to 1.24 s in 170 s. 20 come to their end in 6 s, but modes chosen at "
            "0.7695 s jam the row, friction takes 0.037 J in 0.9 ms, and the last begins to "
            "fall at 0.93 s, by stepping at 0.83 s; models/dominoes.yaml goes by stepping");
    }
}
