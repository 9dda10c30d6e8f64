// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_stubborn.c - rigid scenes at which myPhysicsLab's engine2D stops, or is wrong, by the
// methods fixed and events.
//
//   balls_in_box      there: not resolved after 30 tries. Rest, and the floor carries the weight
//   grinder           there: wedges without stabilization. A trammel whose energy does not depend
//                     on its angle: it turns evenly, but for its play
//   jammed_rectangle  there: jams and stops the run. Rests on two discs, which carry the weight
//   bead              there: 12 to 149 % too much energy. r'' = r w^2, (I + m r^2) w constant
//   stacks            there: fail from masses of 1e6, where one is 1e6 times heavier and at a size
//                     of 0.01. Every contact carries the weight above it
//
// Allowed: rounding of the sums (1e-9), or what the note says.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "math/core/vector_math.h"
#include "model/core/model.h"
#include "planar_watch.h"

#define STUBBORN_DIR "tests/verify/stubborn/"

// The sum of the contact forces of immobile bodies on others, at the end.
static abVec3 carried(const Run *run) {
    abVec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < run->contact_count; i++) {
        const abContactState *c = &run->contacts[i];
        if (run->model->bodies[c->body_a - 1].state < 0) {
            sum = ab_add(sum, c->force);
        } else if (run->model->bodies[c->body_b - 1].state < 0) {
            sum = ab_sub(sum, c->force);
        }
    }
    return sum;
}

// Runs a scene by its own method, fixed, or with another block `simulation`. False when it fails.
static bool run_scene(Report *report, Run *run, const char *name, const char *path,
                      const char *simulation, const char *change) {
    abOverride overrides[2] = {{"simulation", simulation}};
    int count = simulation != NULL;
    char where[80];
    if (change != NULL) { // "path=value"
        const char *equal = strchr(change, '=');
        snprintf(where, sizeof where, "%.*s", (int)(equal - change), change);
        overrides[count++] = (abOverride){where, equal + 1};
    }
    run_file_with(run, path, overrides, count);
    if (run->result != AB_OK) {
        report_broken(report, name, run->message);
    }
    return run->result == AB_OK;
}

static double overlap_at_end(const Run *run) {
    Run last = *run;
    last.instants += run->instant_count - 1;
    last.states += (run->instant_count - 1) * (size_t)run->body_count;
    last.instant_count = 1;
    return watch_overlap(&last);
}

static void report_rest(Report *report, const Run *run, const char *name, double weight,
                        double force_off, double energy) {
    abVec3 force = carried(run);
    report_near(report, name, "force on what does not move, down [N]", weight, force.y, force_off,
                "the weight");
    report_near(report, name, "and across [N]", 0.0, force.x, force_off, "");
    report_near(report, name, "kinetic energy at the end [J]", 0.0, run_last(run)->energy.kinetic,
                energy, "rest");
    report_near(report, name, "overlap at the end [m]", 0.0, overlap_at_end(run), 1e-9, "");
}

typedef struct Kind {
    const char *name, *simulation; // NULL: the file's own, of method fixed
} Kind;

static void verify_balls(Report *report) {
    static const char path[] = STUBBORN_DIR "balls_in_box.yaml";
    Run run;
    if (run_scene(report, &run, "balls_in_box, fixed", path, NULL, NULL)) {
        report_rest(report, &run, "balls_in_box, fixed", 60.0, 6e-8, 1e-12);
    }
    run_done(&run);
    // here the last ball starts beside the wall
    if (run_scene(report, &run, "balls_in_box, events", path, "{end_time: 6, tolerance: 1.0e-8}",
                  "bodies.B5.position=[1.395, -0.4, 0]")) {
        report_rest(report, &run, "balls_in_box, events", 60.0, 6e-8, 1e-12);
    }
    run_done(&run);
}

static void verify_grinder(Report *report) {
    static const char path[] = STUBBORN_DIR "grinder.yaml";
    Run run;
    if (run_scene(report, &run, "grinder, fixed", path, NULL, NULL)) {
        int handle = run_body(&run, "handle");
        abQuat q = run_end(&run, handle)->orientation;
        double off = remainder(2.0 * atan2(q.z, q.w) + 0.3 + 20.0, 2.0 * 3.14159265358979323846);
        report_near(report, "grinder, fixed", "turn after 20 s, off by [rad]", 0.0, off,
                    0.005 / 0.75, "closed form, within the play by the arm");
        report_near(report, "grinder, fixed", "energy changes by [J]", 0.0,
                    watch_energy(&run, 20.0) - watch_energy(&run, 0.0), 1e-3, "closed form");
        report_near(report, "grinder, fixed", "overlap [m]", 0.0, watch_overlap(&run), 1e-12, "");
    }
    run_done(&run);
    // the shuttles rattle in their play, elastically
    if (run_scene(report, &run, "grinder, events", path,
                  "{end_time: 4, tolerance: 1.0e-8, assemble: true}", NULL)) {
        report_near(report, "grinder, events", "energy changes by [J]", 0.0,
                    watch_energy(&run, 4.0) - watch_energy(&run, 0.0), 1e-9, "elastic impacts");
        report_near(report, "grinder, events", "overlap [m]", 0.0, watch_overlap(&run), 1e-8, "");
    }
    run_done(&run);
}

static void verify_rectangle(Report *report) {
    static const char path[] = STUBBORN_DIR "jammed_rectangle.yaml";
    static const Kind kinds[] = {{"jammed_rectangle, fixed", NULL},
                                 {"jammed_rectangle, events", "{end_time: 12, tolerance: 1.0e-8}"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Run run;
        if (run_scene(report, &run, kinds[i].name, path, kinds[i].simulation, NULL)) {
            // it swings to rest on the discs, with damping: 5 N s/m at 1e-4 m/s are left
            report_rest(report, &run, kinds[i].name, 9.0, 1e-3, 1e-7);
        }
        run_done(&run);
    }
}

static void verify_bead(Report *report) {
    Run run;
    if (run_scene(report, &run, "bead, events",
                  "tests/verify/myphysicslab/own_bead_on_rotating_rod_2_5.yaml",
                  "{end_time: 1, tolerance: 1.0e-10}", NULL)) {
        abVec3 p = run_end(&run, run_body(&run, "BEAD"))->position;
        report_near(report, "bead, events", "way from the pivot after 1 s [m]", 3.641284579525,
                    sqrt(p.x * p.x + p.y * p.y), 1e-8, "rk4 in 10 000 steps");
        report_near(report, "bead, events", "energy changes by [J]", 0.0,
                    watch_energy(&run, 1.0) - watch_energy(&run, 0.0), 1e-8, "");
    }
    run_done(&run);
}

// ---- stacks ----

typedef struct Stack {
    const char *name;
    double mass[3], size; // from the bottom
} Stack;

static void run_stack(Report *report, const Stack *stack, bool is_fixed) {
    char text[2600], name[44];
    double touching = is_fixed ? 5e-3 * stack->size : 0.0, height = stack->size + touching;
    int length =
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, -10, 0]\nmaterials: {m: {density: 1}}\n"
                 "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0}]\nbodies:\n"
                 "  floor: {mobility: fixed, position: [0, %.17g, 0], shapes: [{outline: {form: "
                 "block, width:"
                 " %.17g, height: %.17g}, material: m}]}\n",
                 -0.5 * stack->size, 10.0 * stack->size, stack->size);
    for (int i = 0; i < 3; i++) {
        double m = stack->mass[i], inertia = m * stack->size * stack->size / 6.0;
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "  b%d: {mobility: planar, position: [0, %.17g, 0], mass: %.17g, "
                           "inertia: [%.17g, %.17g,"
                           " %.17g], shapes: [{outline: {form: block, width: %.17g, height: "
                           "%.17g}, material: m}]}\n",
                           i, touching + 0.5 * stack->size + i * height, m, inertia, inertia,
                           inertia, stack->size, stack->size);
    }
    char simulation[200] = "{end_time: 2, tolerance: 1.0e-8}";
    if (is_fixed) {
        snprintf(simulation, sizeof simulation,
                 "{method: fixed, step: 0.01, end_time: 2, contact_distance: %.17g}",
                 1e-2 * stack->size);
    }
    snprintf(text + length, sizeof text - (size_t)length,
             "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: none}}]\n"
             "simulation: %s\n",
             simulation);
    snprintf(name, sizeof name, "stack, %s, %s", stack->name, is_fixed ? "fixed" : "events");
    Run run;
    run_yaml(&run, text);
    if (run.result != AB_OK) {
        report_broken(report, name, run.message);
    } else {
        double worst = run.contact_count == 3 ? 0.0 : INFINITY, above = 0.0;
        for (int i = 2; i >= 0 && run.contact_count == 3; i--) { // pairs in the order of bodies
            above += 10.0 * stack->mass[i];
            worst = fmax(worst, fabs(run.contacts[i].normal_force / above - 1.0));
        }
        report_near(report, name, "forces off by, of the weight above [-]", 0.0, worst, 1e-9,
                    "closed form");
        report_near(report, name, "top block moves by, of its size [-]", 0.0,
                    (run_end(&run, 4)->position.y - run.states[3].position.y) / stack->size, 1e-9,
                    "rest");
    }
    run_done(&run);
}

static void verify_stacks(Report *report) {
    static const Stack stacks[] = {
        {"1e-6 kg", {1e-6, 1e-6, 1e-6}, 1.0},  {"1e3 kg", {1e3, 1e3, 1e3}, 1.0},
        {"1e6 kg", {1e6, 1e6, 1e6}, 1.0},      {"1e9 kg", {1e9, 1e9, 1e9}, 1.0},
        {"0.01 m", {1.0, 1.0, 1.0}, 0.01},     {"heavy on top", {1.0, 1.0, 1e6}, 1.0},
        {"light on top", {1e6, 1.0, 1.0}, 1.0}};
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) {
        run_stack(report, &stacks[i], true);
        run_stack(report, &stacks[i], false);
    }
}

void verify_stubborn(Report *report) {
    verify_balls(report);
    verify_grinder(report);
    verify_rectangle(report);
    verify_bead(report);
    verify_stacks(report);
}
