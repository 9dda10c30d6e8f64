// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_towers_test.c - towers of twenty boxes and cylinders, whose places are written with seven
// digits, so that gaps and overlaps of rounding are between them: they come to rest and sleep, and
// every contact carries what stands on it, asleep as well.

#include <math.h>
#include <stdlib.h>

#include "base/check.h"
#include "core/run_fixture.h"
#include "core/simulation_state.h"
#include "math/core/vector_math.h"
#include "method/steps/steps.h"

enum { BLOCKS = 20, ROOM = 6000 };

static const double s_size = 0.4, s_density = 1000.0, s_gravity = 9.81;

static double s_weight[BLOCKS + 1]; // of what stands on the ground, on the first block, ...  [N]
static double s_top;                // place of the last block                               [m]
static unsigned s_seed;

typedef struct Last {
    abVec3 top, fastest;
    double worst;      // of the forces of contacts, relative to the whole weight
    int contacts;      // that carry
    double asleep_off; // likewise in all frames since nothing moves
} Last;

static Last s_last;

static double random_number(double low, double high) {
    s_seed = s_seed * 1664525u + 1013904223u;
    return low + (high - low) * (s_seed >> 8) / 16777216.0;
}

// Bodies 2 .. BLOCKS + 1, on the ground, which is the first.
static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    s_last.fastest = (abVec3){0.0, 0.0, 0.0};
    for (int b = 1; b < frame->body_count; b++) {
        const abBodyState *body = &frame->bodies[b];
        double speed = ab_norm(body->velocity) + s_size * ab_norm(body->angular_velocity);
        s_last.fastest.x = fmax(s_last.fastest.x, speed);
    }
    s_last.top = frame->bodies[BLOCKS].position;
    s_last.worst = 0.0;
    s_last.contacts = frame->contact_count;
    for (int k = 0; k < frame->contact_count; k++) {
        const abContactState *contact = &frame->contacts[k];
        int upper = contact->body_a > contact->body_b ? contact->body_a : contact->body_b;
        double sign = contact->body_b == upper ? 1.0 : -1.0;
        abVec3 force = ab_scale(sign, contact->force);
        force.z -= s_weight[upper - 2];
        s_last.worst = fmax(s_last.worst, ab_norm(force) / s_weight[0]);
    }
    if (frame->index > 0 && s_last.fastest.x == 0.0) {
        s_last.asleep_off = fmax(s_last.asleep_off, s_last.worst);
    }
    return AB_OK;
}

static void write_blocks(char *text, size_t size) {
    double high = 0.0, own[BLOCKS];
    size_t used = strlen(text);
    s_seed = 11;
    for (int i = 0; i < BLOCKS; i++) {
        bool is_box = random_number(0.0, 1.0) < 0.6;
        double h = s_size * random_number(0.5, 1.2);
        double x = random_number(-0.03, 0.03) * s_size, y = random_number(-0.03, 0.03) * s_size;
        char shape[100];
        if (is_box) {
            snprintf(shape, sizeof shape, "box: {size: [%g, %g, %.7g]}", 2.0 * s_size, 2.0 * s_size,
                     h);
        } else {
            snprintf(shape, sizeof shape, "cylinder: {radius: %g, length: %.7g, axis: z}", s_size,
                     h);
        }
        s_top = high + 0.5 * h;
        used += (size_t)snprintf(text + used, size - used,
                                 "  b%d: {position: [%.7g, %.7g, %.7g], shapes: [{%s, material: "
                                 "m}]}\n",
                                 i, x, y, s_top, shape);
        high += h;
        double area = is_box ? 4.0 * s_size * s_size : 3.14159265358979 * s_size * s_size;
        own[i] = s_density * area * h * s_gravity;
    }
    s_weight[BLOCKS] = 0.0;
    for (int i = BLOCKS - 1; i >= 0; i--) {
        s_weight[i] = s_weight[i + 1] + own[i];
    }
}

static void run(const char *law, const char *simulation, abStatistics *statistics) {
    static char text[ROOM];
    static abError error;
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
             "simulation: {%s}\n"
             "contacts: [{between: [all, all], normal: {%s}, friction: {law: coulomb},\n"
             "            restitution: 0, sliding_friction: 0.5}]\n"
             "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
             simulation, law);
    write_blocks(text, sizeof text);
    s_last = (Last){.worst = INFINITY};
    if (run_fixture(text, &(abObserver){.frame = take_frame}, statistics, &error) != AB_OK) {
        printf("%d:%d: %s\n", error.problems[0].line, error.problems[0].column,
               error.problems[0].text);
        exit(1);
    }
    printf("%s, %s: forces off by %.2g, asleep %.2g of the weight, %g evaluations, %g steps\n", law,
           simulation, s_last.worst, s_last.asleep_off, (double)statistics->evaluations,
           (double)statistics->steps);
}

static void check_rest(double sag) {
    CHECK_NEAR(s_last.fastest.x, 0.0, 0.0, 1.0);
    CHECK(s_last.contacts == BLOCKS);
    CHECK(s_last.worst <= 1e-6);
    CHECK(s_last.asleep_off <= 1e-6);
    CHECK_NEAR(s_last.top.z, s_top, sag, 1.0);
}

// Stiff: the sag of a contact under all of the weight is 4 um.
#define LAWS                                                                                       \
    "law: hunt_crossley, stiffness: 2.6e12", "law: hertz, stiffness: 2.6e12, damping: 80",         \
        "law: compliant, compliance: 4e-10, damping: 8e5"

static void towers_sleep_by_force_laws(void) {
    static const char *const laws[] = {LAWS};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        abStatistics statistics;
        run(laws[i],
            "method: stepping, step: 0.0057, tolerance: 1e-8, end_time: 6, output_interval: 0.25",
            &statistics);
        check_rest(BLOCKS * 1e-5 * s_size);
        CHECK(statistics.evaluations <= 600); // of 1053 steps
    }
}

static void rigid_towers_sleep_at_once(void) {
    abStatistics statistics;
    run("law: rigid",
        "method: stepping, step: 0.0057, tolerance: 1e-8, end_time: 2, output_interval: 0.25",
        &statistics);
    check_rest(1e-5 * s_size);
    CHECK(statistics.evaluations <= 60); // of 351 steps
}

// Of steps by their error a sleeping force does not follow the lengths of those that are still made.
static void asleep_they_carry_by_adaptive_steps(void) {
    abStatistics statistics;
    run("law: rigid",
        "method: stepping, step: 0.0057, step_control: adaptive, tolerance: 1e-6, end_time: 2, "
        "output_interval: 0.25",
        &statistics);
    check_rest(1e-5 * s_size);
}

// A hit at some 200 points is for implicit steps.
static void rigid_towers_rest_by_events(void) {
    abStatistics statistics;
    run("law: rigid", "tolerance: 1e-6, end_time: 1, output_interval: 0.25", &statistics);
    check_rest(1e-5 * s_size);
    CHECK(statistics.dense_steps > 0);
    CHECK(statistics.steps <= 5000);
}

// ---- rounds ----

// Three light blocks that a damped law is far too stiff for, with gaps and overlaps of some 1e-7 m:
// points of a face press by turns.
static void write_light_tower(char *text, size_t size) {
    double high = 0.0;
    int used = snprintf(
        text, size,
        "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 700}}\n"
        "contacts: [{between: [all, all], normal: {law: compliant, compliance: 1e-6, damping: "
        "10},\n"
        "            friction: {law: none}, restitution: 1, sliding_friction: 0.3}]\n"
        "simulation: {method: stepping, step: 0.002, end_time: 0.1, output_interval: 0.002}\n"
        "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
    for (int i = 0; i < 3; i++) {
        double h = random_number(0.0025, 0.008), x = random_number(-5e-4, 5e-4);
        double y = random_number(-5e-4, 5e-4);
        char shape[100];
        if (i == 1) {
            snprintf(shape, sizeof shape, "cylinder: {radius: 0.005, length: %.7g}", h);
        } else {
            snprintf(shape, sizeof shape, "box: {size: [0.01, 0.01, %.7g]}", h);
        }
        used += snprintf(text + used, size - (size_t)used,
                         "  b%d: {position: [%.7g, %.7g, %.7g], shapes: [{%s, material: m}]}\n", i,
                         x, y, high + 0.5 * h, shape);
        high += h + random_number(-2e-7, 2e-7);
    }
}

static abSimulation *s_simulation;
static int s_steps, s_rounds, s_endless; // in all; of steps whose rounds did not come together

static abResult take_rounds(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    int rounds = s_simulation->stepping->step.rounds;
    s_steps += frame->index > 0;
    s_rounds += frame->index > 0 ? rounds : 0;
    s_endless += frame->index > 0 && rounds >= 30;
    return AB_OK;
}

static void run_light_tower(void) {
    static abError error;
    static char text[ROOM];
    abModel *model;
    ab_error_clear(&error);
    write_light_tower(text, sizeof text);
    CHECK(ab_model_read_text(text, strlen(text), "test.yaml", NULL, 0, ab_heap(), (abLog){0},
                             &model, &error) == AB_OK);
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s_simulation, &error) == AB_OK);
    CHECK(ab_simulation_run(s_simulation, &(abObserver){.frame = take_rounds}, &error) == AB_OK);
    ab_simulation_destroy(s_simulation);
    ab_model_destroy(model);
}

// A point that does not press in a round is not lost for the next one: without its last row 255 of
// the 1000 steps of these towers do not come to an end.
static void points_that_press_by_turns_take_few_rounds(void) {
    s_seed = 7;
    s_steps = s_rounds = s_endless = 0;
    for (int i = 0; i < 20; i++) {
        run_light_tower();
    }
    printf("light towers: %d rounds in %d steps, %d without an end\n", s_rounds, s_steps,
           s_endless);
    CHECK(s_steps == 1000);
    CHECK(s_endless <= 100);
}

// ---- forces asleep ----

// A block on a slope, and an arm on a hinge that lies on a post; a ball that bounces on keeps the
// steps short while they sleep.
static const char s_scene[] =
    "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
    "  slope: {position: [5, 0, 0.5], mobility: fixed, rotation: [0, 0.2, 0],\n"
    "          shapes: [{box: {size: [1, 1, 0.1]}, material: m}]}\n"
    "  rider: {position: [5.0198669, 0, 0.5980067], rotation: [0, 0.2, 0],\n"
    "          shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}\n"
    "  arm: {position: [0.3, 0, 0.1], shapes: [{box: {size: [0.6, 0.05, 0.05]}, material: m}]}\n"
    "  post: {position: [0.6, 0, 0.0375], mobility: fixed,\n"
    "         shapes: [{box: {size: [0.05, 0.05, 0.075]}, material: m}]}\n"
    "  ball: {position: [3, 0, 0.5], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
    "joints: [{name: pivot, type: revolute, between: [ground, arm], position: [0, 0, 0.1],\n"
    "          axis: [0, 1, 0]}]\n"
    "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: coulomb},\n"
    "            restitution: 0.7, sliding_friction: 0.5}]\n"
    "simulation: {method: stepping, step: 0.01, step_control: adaptive, tolerance: 1e-6,\n"
    "             end_time: 12, output_interval: 0.5}\n";

enum { RIDER = 3, ARM = 4 };

typedef struct Carried {
    abVec3 rider, arm, pivot; // on the bodies that sleep                                 [N]
    double stop_at;           // [s]
} Carried;

static abResult take_carried(void *context, const abFrame *frame, abError *error) {
    Carried *carried = context;
    (void)error;
    for (int k = 0; k < frame->contact_count; k++) {
        const abContactState *contact = &frame->contacts[k];
        for (int body = RIDER; body <= ARM; body++) {
            double sign = contact->body_b == body ? 1.0 : contact->body_a == body ? -1.0 : 0.0;
            abVec3 *on = body == RIDER ? &carried->rider : &carried->arm;
            *on = sign != 0.0 ? ab_scale(sign, contact->force) : *on;
        }
    }
    carried->pivot =
        ab_vec3(frame->joint_forces[0], frame->joint_forces[1], frame->joint_forces[2]);
    if (frame->time >= 1.0) { // both sleep
        CHECK_NEAR(carried->rider.z, 9.81, 1e-6, 1.0);
        CHECK_NEAR(ab_norm(carried->rider), 9.81, 1e-6, 1.0);
        CHECK_NEAR(carried->arm.z + carried->pivot.z, 1.5 * 9.81, 1e-6, 1.0);
    }
    return AB_OK;
}

static abResult stop(void *context, abSimulation *simulation, double time, abError *error) {
    (void)simulation;
    (void)error;
    return time >= ((const Carried *)context)->stop_at ? AB_STOPPED : AB_OK;
}

// To the end; first up to `stop_at`, saved and taken up again.
static Carried run_parts(double stop_at) {
    static abError error;
    Carried carried = {.stop_at = stop_at};
    abObserver observer = {.context = &carried, .frame = take_carried, .step = stop};
    abModel *model;
    ab_error_clear(&error);
    CHECK(ab_model_read_text(s_scene, sizeof s_scene - 1, NULL, NULL, 0, ab_heap(), (abLog){0},
                             &model, &error) == AB_OK);
    size_t size = 0;
    void *bytes = NULL;
    for (abResult result = AB_STOPPED; result == AB_STOPPED; carried.stop_at = INFINITY) {
        abSimulation *simulation;
        CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error) ==
              AB_OK);
        CHECK(bytes == NULL || ab_simulation_restore(simulation, bytes, size, &error) == AB_OK);
        result = ab_simulation_run(simulation, &observer, &error);
        CHECK(result == AB_OK || result == AB_STOPPED);
        size = ab_simulation_save(simulation, NULL, 0);
        free(bytes);
        bytes = malloc(size);
        CHECK(ab_simulation_save(simulation, bytes, size) == size);
        ab_simulation_destroy(simulation);
    }
    free(bytes);
    ab_model_destroy(model);
    return carried;
}

static void resumed_asleep_they_carry_the_same(void) {
    Carried whole = run_parts(INFINITY);
    static const double stops[] = {1.2, 11.7}; // the ball still bounces; all sleep
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        Carried parts = run_parts(stops[i]);
        CHECK(memcmp(&whole.rider, &parts.rider, sizeof whole.rider) == 0);
        CHECK(memcmp(&whole.arm, &parts.arm, sizeof whole.arm) == 0);
        CHECK(memcmp(&whole.pivot, &parts.pivot, sizeof whole.pivot) == 0);
    }
}

AB_TESTS(AB_TEST(resumed_asleep_they_carry_the_same), AB_TEST(towers_sleep_by_force_laws),
         AB_TEST(points_that_press_by_turns_take_few_rounds), AB_TEST(rigid_towers_sleep_at_once),
         AB_TEST(asleep_they_carry_by_adaptive_steps), AB_TEST(rigid_towers_rest_by_events))
