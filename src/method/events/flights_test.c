// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flights_test.c - bodies in free flight are left out of steps; nobody sees it but by the cost.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "core/simulation_state.h"
#include "derivative/evaluate/evaluate.h"
#include "math/core/vector_math.h"
#include "method/events/events.h"

enum { COUNT = 216, SIDE = 6, NUMBERS = 13, MOST_EVENTS = 4000 };

static abError s_error;

// In [-1, 1], the same for the same number.
static double scattered(unsigned number) {
    unsigned mixed = (number + 1U) * 2654435761U;
    mixed = (mixed ^ (mixed >> 15)) * 2246822519U;
    return (double)((mixed ^ (mixed >> 13)) % 2001U) / 1000.0 - 1.0;
}

// Balls on a lattice that fly and spin, each at its own pace, one box and one planar ball among them;
// above a plane, or between none.
static char *scene(double gravity, double speed, const char *simulation) {
    enum { ROOM = 60000 };
    char *text = malloc(ROOM);
    int at = snprintf(text, ROOM,
                      "abut: 1\ngravity: [0, 0, %g]\n"
                      "materials: {m: {density: 1000, youngs_modulus: 1e7, poissons_ratio: 0.3}}\n"
                      "pairs: [{materials: [m, m], restitution: 0.7, sliding_friction: 0.3}]\n"
                      "simulation: {%s}\nbodies:\n"
                      "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
                      -gravity, simulation);
    for (int i = 0; i < COUNT; i++) {
        unsigned k = 6U * (unsigned)i;
        double x = 0.3 * (i % SIDE), y = 0.3 * (i / SIDE % SIDE), z = 0.3 + 0.3 * (i / SIDE / SIDE);
        const char *shape = i == 100 ? "box: {size: [0.1, 0.1, 0.1]}" : "sphere: {radius: 0.05}";
        double w = i == 100 ? 0.0 : 20.0;
        at += snprintf(text + at, (size_t)(ROOM - at),
                       "  b%d: {position: [%g, %g, %g], velocity: [%g, %g, %g], "
                       "angular_velocity: [%g, %g, %g], shapes: [{%s, material: m}]}\n",
                       i, x, y, z + 0.01 * scattered(k), speed * scattered(k),
                       speed * scattered(k + 1), speed * scattered(k + 2), w * scattered(k + 3),
                       w * scattered(k + 4), w * scattered(k + 5), shape);
    }
    return text;
}

static abModel *model_of(double gravity, double speed, const char *simulation) {
    char *text = scene(gravity, speed, simulation);
    abModel *model = sound_model(text, &s_error);
    free(text);
    return model;
}

static abFlight *flight_of(abSimulation *s) {
    return &((abEvents *)s->own)->flight;
}

typedef struct Told {
    double touches[MOST_EVENTS];
    int count;
    EnergyOfRun energy;
    double left_out, steps; // bodies left out of steps, by the number of these
    double start;           // of the stretch of time it is known for whom they may meet
    int stretches;
} Told;

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)error;
    Told *told = context;
    if (event->kind == AB_EVENT_TOUCH && told->count < MOST_EVENTS) {
        told->touches[told->count++] = event->time;
    }
    return AB_OK;
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    follow_energy(&((Told *)context)->energy, &frame->energy);
    return AB_OK;
}

static abResult note_step(void *context, abSimulation *s, double time, abError *error) {
    (void)time, (void)error;
    Told *told = context;
    const abFlight *flight = flight_of(s);
    told->steps += 1.0;
    told->stretches += flight->is_open && flight->start != told->start;
    told->start = flight->is_open ? flight->start : told->start;
    told->left_out += flight->is_open ? COUNT - flight->group_count : 0;
    return AB_OK;
}

static abSimulation *run(const abModel *model, bool flies, Told *told) {
    abSimulation *s = simulate_fixture(model, &s_error);
    CHECK(flight_of(s)->is_possible);
    flight_of(s)->is_possible = flies;
    *told = (Told){.start = -1.0};
    const abObserver observer = {
        .context = told, .event = note_event, .frame = note_frame, .step = note_step};
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    return s;
}

static double farthest(const abSimulation *a, const abSimulation *b) {
    static double y[2][NUMBERS * (COUNT + 1)];
    ab_simulation_state(a, y[0], NUMBERS * (COUNT + 1));
    ab_simulation_state(b, y[1], NUMBERS * (COUNT + 1));
    double most = 0.0;
    for (int i = 0; i < NUMBERS * (COUNT + 1); i++) {
        most = fmax(most, fabs(y[0][i] - y[1][i]));
    }
    return most;
}

// The same events at the same times and the same end, as far as the tolerance goes.
static void check_alike(double gravity, double speed, double allowed) {
    static Told flown, stepped;
    abModel *model =
        model_of(gravity, speed,
                 "end_time: 0.3, output_interval: 0.05, tolerance: 1e-7, integrator: explicit");
    abSimulation *a = run(model, true, &flown), *b = run(model, false, &stepped);
    CHECK(flown.count == stepped.count && flown.count > 20);
    for (int i = 0; i < flown.count && i < stepped.count; i++) {
        CHECK_NEAR(flown.touches[i], stepped.touches[i], allowed, 1.0);
    }
    CHECK_NEAR(farthest(a, b), 0.0, 100.0 * allowed, 1.0);
    CHECK(flown.energy.frames == 7 && flown.energy.drift < 1e-6 * flown.energy.most);
    CHECK(stepped.left_out == 0.0 && flown.left_out > 0.5 * COUNT * flown.steps);
    ab_simulation_destroy(a);
    close_fixture(model, b);
}

static void falling_balls_land_as_stepped_ones(void) {
    check_alike(9.81, 0.3, 1e-7);
}

static void flying_balls_meet_as_stepped_ones(void) {
    check_alike(0.0, 1.0, 1e-7);
}

// ---- asking and going on ----

static const char s_short[] =
    "end_time: 0.2, output_interval: 0.05, tolerance: 1e-5, integrator: explicit";

static bool are_same(const abSimulation *a, const abSimulation *b) {
    return farthest(a, b) == 0.0 && a->t == b->t &&
           a->statistics.evaluations == b->statistics.evaluations &&
           a->statistics.steps == b->statistics.steps;
}

// Between all steps everything is asked for that can be.
static abResult ask(void *context, abSimulation *s, double time, abError *error) {
    (void)error;
    double *worst = context;
    const abFlight *flight = flight_of(s);
    abEnergyBook book = ab_simulation_energy(s);
    CHECK(isfinite(ab_energy_balance(&book)));
    for (int b = 0; b < COUNT && flight->is_open; b++) {
        double y[NUMBERS];
        if (!flight->flies[b + 1]) {
            continue;
        }
        ab_flight_state(flight, b + 1, time, y);
        abBodyState at = ab_simulation_body(s, (abBodyId){b + 2});
        *worst = fmax(*worst, ab_norm(ab_sub(at.position, ab_vec3_of(y))));
    }
    return AB_OK;
}

static abResult ask_at_event(void *context, const abEvent *event, abError *error) {
    (void)event, (void)error;
    abEnergyBook book = ab_simulation_energy(context);
    CHECK(isfinite(ab_energy_balance(&book)));
    return AB_OK;
}

static void asking_changes_no_bit(void) {
    abModel *model = model_of(9.81, 0.3, s_short);
    abSimulation *quiet = simulate_fixture(model, &s_error),
                 *asked = simulate_fixture(model, &s_error);
    abSimulation *at_events = simulate_fixture(model, &s_error);
    double worst = 0.0;
    const abObserver by_steps = {.context = &worst, .step = ask};
    const abObserver by_events = {.context = at_events, .event = ask_at_event};
    must_be_ok(ab_simulation_run(quiet, NULL, &s_error), &s_error);
    must_be_ok(ab_simulation_run(asked, &by_steps, &s_error), &s_error);
    must_be_ok(ab_simulation_run(at_events, &by_events, &s_error), &s_error);
    CHECK(worst == 0.0);
    CHECK(are_same(quiet, asked) && are_same(quiet, at_events));
    ab_simulation_destroy(quiet);
    ab_simulation_destroy(at_events);
    close_fixture(model, asked);
}

// To times of their own, where states come from polynomials.
static void advancing_gives_the_same_bits(void) {
    abModel *model = model_of(9.81, 0.3, s_short);
    abSimulation *whole = simulate_fixture(model, &s_error), *s = simulate_fixture(model, &s_error);
    abSimulation *fine = simulate_fixture(model, &s_error);
    flight_of(fine)->is_possible = false;
    must_be_ok(ab_simulation_run(whole, NULL, &s_error), &s_error);
    for (int k = 1; k <= 40; k++) {
        must_be_ok(ab_simulation_advance(s, 0.005 * k, &s_error), &s_error);
        must_be_ok(ab_simulation_advance(fine, 0.005 * k, &s_error), &s_error);
        CHECK_NEAR(farthest(s, fine), 0.0, 1e-5, 1.0);
    }
    CHECK(are_same(whole, s));
    ab_simulation_destroy(whole);
    ab_simulation_destroy(fine);
    close_fixture(model, s);
}

static void a_resumed_run_has_the_same_bits(void) {
    abModel *model = model_of(9.81, 0.3, s_short);
    abSimulation *whole = simulate_fixture(model, &s_error),
                 *first = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_run(whole, NULL, &s_error), &s_error);
    int flying = 0, saved = 0;
    for (int steps = 0; first->t < 0.19; steps++) {
        must_be_ok(ab_simulation_step(first, &s_error), &s_error);
        if (steps % 15 != 7) {
            continue;
        }
        flying += flight_of(first)->is_open;
        saved++;
        size_t size = ab_simulation_save(first, NULL, 0);
        unsigned char *bytes = malloc(size);
        abSimulation *resumed = simulate_fixture(model, &s_error);
        CHECK(ab_simulation_save(first, bytes, size) == size);
        must_be_ok(ab_simulation_restore(resumed, bytes, size, &s_error), &s_error);
        CHECK(farthest(first, resumed) == 0.0);
        must_be_ok(ab_simulation_run(resumed, NULL, &s_error), &s_error);
        CHECK(are_same(whole, resumed));
        ab_simulation_destroy(resumed);
        free(bytes);
    }
    CHECK(saved > 2 && flying > 2);
    ab_simulation_destroy(whole);
    close_fixture(model, first);
}

// ---- from outside ----

static void a_push_in_flight_counts(void) {
    abModel *model = model_of(9.81, 0.3, s_short);
    abSimulation *s = simulate_fixture(model, &s_error);
    while (s->t < 0.02) {
        must_be_ok(ab_simulation_step(s, &s_error), &s_error);
    }
    CHECK(flight_of(s)->is_open && flight_of(s)->flies[151]);
    abBodyState before = ab_simulation_body(s, (abBodyId){152});
    abVec3 impulse = {0.1, 0.0, 0.0};
    must_be_ok(ab_simulation_push(s, (abBodyId){152}, (abVec3){0}, impulse, &s_error), &s_error);
    abBodyState after = ab_simulation_body(s, (abBodyId){152});
    CHECK_NEAR(ab_norm(ab_sub(after.position, before.position)), 0.0, 1e-14, 1.0);
    CHECK(after.velocity.x > before.velocity.x + 0.05);
    double t = s->t;
    must_be_ok(ab_simulation_advance(s, t + 0.01, &s_error), &s_error);
    abBodyState later = ab_simulation_body(s, (abBodyId){152});
    CHECK_NEAR(later.position.x, after.position.x + 0.01 * after.velocity.x, 1e-9, 1.0);
    CHECK_NEAR(later.position.z,
               after.position.z + 0.01 * after.velocity.z - 0.5 * 9.81 * 0.01 * 0.01, 1e-9, 1.0);
    close_fixture(model, s);
}

// Where nobody meets anybody it is looked for ever less often: six times with stretches of one length.
static void long_flights_are_looked_at_seldom(void) {
    abModel *model = model_of(0.0, 0.02, "end_time: 4, tolerance: 1e-6");
    Told told;
    abSimulation *s = run(model, true, &told);
    printf("%d stretches in 4 s\n", told.stretches);
    CHECK(told.count == 0);
    CHECK(told.stretches >= 1 && told.stretches <= 4);
    close_fixture(model, s);
}

AB_TESTS(AB_TEST(falling_balls_land_as_stepped_ones), AB_TEST(flying_balls_meet_as_stepped_ones),
         AB_TEST(asking_changes_no_bit), AB_TEST(advancing_gives_the_same_bits),
         AB_TEST(a_resumed_run_has_the_same_bits), AB_TEST(a_push_in_flight_counts),
         AB_TEST(long_flights_are_looked_at_seldom))
