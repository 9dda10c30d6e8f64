// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_locks_test.c - joints that close and open while a run goes on, beside closed forms.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"

static const char s_events[] = "simulation: {end_time: 1, tolerance: 1.0e-10}\n";
static const char s_stepping[] = "simulation: {method: stepping, step: 0.005, end_time: 1}\n";
static const char s_fixed[] = "simulation: {method: fixed, step: 0.005, end_time: 1}\n";
static const char *const s_methods[] = {s_events, s_stepping, s_fixed};
enum { METHODS = sizeof s_methods / sizeof s_methods[0] };

// Two bodies in the plane z = 0, of which one moves past the other, which spins.
enum { MASS_A = 2, MASS_B = 1 };
static const double s_inertia_a = 0.1, s_inertia_b = 0.05;
static const char s_pair[] =
    "abut: 1\n"
    "bodies:\n"
    "  a: {velocity: [1, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
    "  b: {position: [0.5, 0.3, 0], angular_velocity: [0, 0, 1], mass: 1,\n"
    "      inertia: [0.02, 0.03, 0.05]}\n";

static const char s_open[] = "joints: [{name: grab, type: fixed, between: [a, b], lock: open}]\n";

static abError s_error;

typedef struct Run {
    abModel *model;
    abSimulation *simulation;
} Run;

static Run begin(const char *bodies, const char *joints, const char *method,
                 const abOverride *overrides, int count) {
    char text[3000];
    Run run = {NULL, NULL};
    snprintf(text, sizeof text, "%s%s%s", bodies, joints, method);
    ab_error_clear(&s_error);
    must_be_ok(ab_model_read_text(text, strlen(text), "test.yaml", overrides, count, ab_heap(),
                                  (abLog){0}, &run.model, &s_error),
               &s_error);
    must_be_ok(
        ab_simulation_create(run.model, NULL, ab_heap(), (abLog){0}, &run.simulation, &s_error),
        &s_error);
    return run;
}

static void go_to(Run *run, double time) {
    must_be_ok(ab_simulation_advance(run->simulation, time, &s_error), &s_error);
}

static void set_lock(Run *run, const char *value) {
    must_be_ok(ab_simulation_set_value(run->simulation, "joints.grab.lock", value, &s_error),
               &s_error);
}

static abBodyState state_of(const Run *run, const char *body) {
    return ab_simulation_body(run->simulation,
                              ab_model_find_body(ab_simulation_model(run->simulation), body));
}

static void end(Run *run) {
    close_fixture(run->model, run->simulation);
}

// ---- two free bodies ----

static void check_vector(abVec3 is, double x, double y, double tolerance) {
    CHECK_NEAR(is.x, x, tolerance, 1.0);
    CHECK_NEAR(is.y, y, tolerance, 1.0);
    CHECK_NEAR(is.z, 0.0, tolerance, 1.0);
}

// Closed at 0.25 s: from then on one body, whose velocity and spin keep both momenta. What is lost is
// in the book. Opened at 0.75 s: each goes on as it moved.
static void bodies_that_lock_keep_their_momenta(void) {
    for (int m = 0; m < METHODS; m++) {
        Run run = begin(s_pair, s_open, s_methods[m], NULL, 0);
        go_to(&run, 0.25);
        const double mass = MASS_A + MASS_B, cx = (MASS_A * 0.25 + MASS_B * 0.5) / mass,
                     cy = MASS_B * 0.3 / mass, vx = MASS_A * 1.0 / mass;
        const double ax = 0.25 - cx, ay = -cy, bx = 0.5 - cx, by = 0.3 - cy;
        const double inertia =
            s_inertia_a + s_inertia_b + MASS_A * (ax * ax + ay * ay) + MASS_B * (bx * bx + by * by);
        const double spin = (-MASS_A * ay * 1.0 + s_inertia_b * 1.0) / inertia;
        const double before = 0.5 * MASS_A + 0.5 * s_inertia_b,
                     after = 0.5 * mass * vx * vx + 0.5 * inertia * spin * spin;
        set_lock(&run, "closed");
        abBodyState a = state_of(&run, "a"), b = state_of(&run, "b");
        abEnergyBook book = ab_simulation_energy(run.simulation);
        // rounding: flights are exact by every method
        check_vector(a.velocity, vx - spin * ay, spin * ax, 1e-13);
        check_vector(b.velocity, vx - spin * by, spin * bx, 1e-13);
        CHECK_NEAR(a.angular_velocity.z, spin, 1e-13, 1.0);
        CHECK_NEAR(b.angular_velocity.z, spin, 1e-13, 1.0);
        CHECK_NEAR(book.kinetic, after, 1e-13, 1.0);
        CHECK_NEAR(book.contact_damping, before - after, 1e-13, 1.0);
        CHECK_NEAR(ab_energy_balance(&book), before, 1e-13, 1.0);

        // as one body; steps of 5 ms turn it with an error of second order, (w h)^2 / 12 = 2e-6
        go_to(&run, 0.75);
        a = state_of(&run, "a");
        const double turn = spin * 0.5, c = cos(turn), s = sin(turn);
        check_vector(a.position, cx + vx * 0.5 + c * ax - s * ay, cy + s * ax + c * ay, 3e-6);
        CHECK_NEAR(state_of(&run, "b").angular_velocity.z, spin, 1e-5, 1.0);

        abBodyState held = state_of(&run, "b");
        set_lock(&run, "open");
        go_to(&run, 1.0);
        b = state_of(&run, "b");
        check_vector(b.velocity, held.velocity.x, held.velocity.y, 1e-12);
        check_vector(b.position, held.position.x + 0.25 * held.velocity.x,
                     held.position.y + 0.25 * held.velocity.y, 1e-12);
        end(&run);
    }
}

// A hinge keeps the spin of each body about it; here both spin otherwise than the pair turns.
static void a_hinge_that_locks_keeps_turns_free(void) {
    static const char hinge[] =
        "joints: [{name: grab, type: revolute, between: [a, b],\n"
        "          axis: [0, 0, 1], position: [0.25, 0.3, 0], lock: open}]\n";
    for (int m = 0; m < METHODS; m++) {
        Run run = begin(s_pair, hinge, s_methods[m], NULL, 0);
        go_to(&run, 0.25); // the hinge of a is at the centre of b then
        set_lock(&run, "closed");
        // the impulse goes through b's centre, so its spin stays
        CHECK_NEAR(state_of(&run, "b").angular_velocity.z, 1.0, 1e-13, 1.0);
        // momentum of both; spin of a by the impulse p on it at r = (0.25, 0.3)
        abBodyState a = state_of(&run, "a"), b = state_of(&run, "b");
        CHECK_NEAR(MASS_A * a.velocity.x + MASS_B * b.velocity.x, MASS_A, 1e-13, 1.0);
        CHECK_NEAR(MASS_A * a.velocity.y + MASS_B * b.velocity.y, 0.0, 1e-13, 1.0);
        double px = MASS_A * (a.velocity.x - 1.0), py = MASS_A * a.velocity.y;
        CHECK_NEAR(s_inertia_a * a.angular_velocity.z, 0.25 * py - 0.3 * px, 1e-13, 1.0);
        // and the point is one: v_a + w x r = v_b
        CHECK_NEAR(a.velocity.x - 0.3 * a.angular_velocity.z, b.velocity.x, 1e-13, 1.0);
        CHECK_NEAR(a.velocity.y + 0.25 * a.angular_velocity.z, b.velocity.y, 1e-13, 1.0);
        end(&run);
    }
}

// ---- what holds and lets go ----

// A hand with a motion of its own, 1 m/s, takes a body of 2 kg at rest along: half of what it gives
// is lost. Then it lets go.
static void a_driven_hand_pays_twice_what_the_body_gets(void) {
    static const char
        bodies[] = "abut: 1\n"
                   "bodies:\n"
                   "  hand: {mobility: prescribed, motion: {x: 't'}}\n"
                   "  load: {position: [0, 0, 1], mass: 2, inertia: [1, 1, 1]}\n",
        joints[] = "joints: [{name: grab, type: fixed, between: [hand, load], lock: open}]\n";
    for (int m = 0; m < METHODS; m++) {
        Run run = begin(bodies, joints, s_methods[m], NULL, 0);
        go_to(&run, 0.5);
        set_lock(&run, "closed");
        abEnergyBook book = ab_simulation_energy(run.simulation);
        CHECK_NEAR(book.kinetic, 1.0, 1e-13, 1.0);
        CHECK_NEAR(book.contact_damping, 1.0, 1e-13, 1.0);
        CHECK_NEAR(book.drive_work, 2.0, 1e-13, 1.0);
        go_to(&run, 0.75);
        set_lock(&run, "open");
        go_to(&run, 1.0);
        CHECK_NEAR(state_of(&run, "load").position.x, 0.5, 1e-12, 1.0);
        CHECK_NEAR(state_of(&run, "hand").position.x, 1.0, 1e-12, 1.0);
        end(&run);
    }
}

// A weight that hangs at rest, and sleeps where the method lets it, falls when it is let go.
static void what_is_let_go_falls(void) {
    static const char
        bodies[] = "abut: 1\n"
                   "gravity: [0, 0, -10]\n"
                   "bodies: {load: {position: [0, 0, 1], mass: 2, inertia: [1, 1, 1]}}\n",
        joints[] = "joints: [{name: grab, type: fixed, between: [world, load], lock: closed}]\n";
    for (int m = 0; m < METHODS; m++) {
        Run run = begin(bodies, joints, s_methods[m], NULL, 0);
        go_to(&run, 0.5);
        CHECK_NEAR(state_of(&run, "load").position.z, 1.0, 1e-9, 1.0);
        set_lock(&run, "open");
        go_to(&run, 1.0);
        // free fall is exact by every method, up to the tolerance
        CHECK_NEAR(state_of(&run, "load").position.z, 1.0 - 0.5 * 10.0 * 0.25, 1e-9, 1.0);
        end(&run);
    }
}

// ---- going on ----

// A model with the lock as it is now goes on from a checkpoint: the frames of the lock are in it.
static void a_run_goes_on_with_the_same_bits(void) {
    static const abOverride closed = {"joints.grab.lock", "closed"};
    for (int m = 0; m < METHODS; m++) {
        Run run = begin(s_pair, s_open, s_methods[m], NULL, 0);
        Run again = begin(s_pair, s_open, s_methods[m], &closed, 1);
        go_to(&run, 0.25);
        set_lock(&run, "closed");
        size_t size = ab_simulation_save(run.simulation, NULL, 0);
        void *bytes = malloc(size);
        CHECK(size > 0 && bytes != NULL);
        ab_simulation_save(run.simulation, bytes, size);
        must_be_ok(ab_simulation_restore(again.simulation, bytes, size, &s_error), &s_error);
        free(bytes);
        go_to(&run, 1.0);
        go_to(&again, 1.0);
        for (int i = 0; i < 2; i++) {
            abBodyState a = state_of(&run, i == 0 ? "a" : "b");
            abBodyState b = state_of(&again, i == 0 ? "a" : "b");
            CHECK(memcmp(&a, &b, sizeof a) == 0);
        }
        end(&run);
        end(&again);
    }
}

static void what_cannot_lock_is_told(void) {
    static const char *const cases[][2] = {
        {"{name: grab, type: distance, between: [a, b], lock: open}", "lock is for fixed"},
        {"{name: grab, type: revolute, between: [a, b], rz: 't', lock: closed}", "without drives"},
        {"{name: grab, type: prismatic, between: [a, b], z_low: -1, lock: closed}", "no limits"},
        {"{name: grab, type: fixed, between: [a, b], lock: shut}", "lock"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2000];
        abModel *model = NULL;
        snprintf(text, sizeof text, "%sjoints: [%s]\n%s", s_pair, cases[i][0], s_events);
        CHECK(read_fixture(text, &model, &s_error) != AB_OK);
        CHECK(s_error.count > 0 && strstr(s_error.problems[0].text, cases[i][1]) != NULL);
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(bodies_that_lock_keep_their_momenta), AB_TEST(a_hinge_that_locks_keeps_turns_free),
         AB_TEST(a_driven_hand_pays_twice_what_the_body_gets), AB_TEST(what_is_let_go_falls),
         AB_TEST(a_run_goes_on_with_the_same_bits), AB_TEST(what_cannot_lock_is_told))
