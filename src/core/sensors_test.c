// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sensors_test.c - sensors are met when closed forms say, under every integrator.

#include <stdlib.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/heap_fixture.h"
#include "base/model_fixture.h"

enum { EVENTS = 40 };

typedef struct Told {
    abEvent events[EVENTS];
    int count;
    int frames;
    double last_frame;
} Told;

static abError s_error;
static abModel *s_model;
static abSimulation *s_simulation;
static Told s_told;

static abResult take_event(void *context, const abEvent *event, abError *error) {
    Told *told = context;
    (void)error;
    if (told->count < EVENTS) {
        told->events[told->count++] = *event;
    }
    return AB_OK;
}

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    Told *told = context;
    (void)error;
    told->frames++;
    told->last_frame = frame->time;
    return AB_OK;
}

static const abObserver s_observer = {&s_told, take_frame, take_event, NULL};

// A mass of 1 kg on a spring of 1 N/m along x, let go at x = 1: x = cos t; and a ball thrown up.
static void begin(const char *sensors, const char *integrator) {
    static char text[4000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -10]\ncontacts: []\nbodies:\n"
             "  mass: {position: [1, 0, 0], mass: 1, inertia: [1, 1, 1], mobility: planar}\n"
             "  ball: {position: [9, 0, 5], velocity: [0, 0, 3], mass: 1, inertia: [1, 1, 1],\n"
             "         shapes: [{sphere: {radius: 0.2}}]}\n"
             "  floor: {mobility: fixed, shapes: [{plane: {}}]}\n"
             "forces:\n  - {type: applied, name: pull, between: [world, mass], fx: -DX(mass)}\n"
             "sensors:\n%s\n"
             "simulation: {end_time: 10, tolerance: 1e-10, output_interval: 0.5,\n"
             "             integrator: %s}\n",
             sensors, integrator);
    s_told = (Told){0};
    open_sound(text, (abLog){0}, &s_model, &s_simulation, &s_error);
}

static void run(void) {
    CHECK(ab_simulation_run(s_simulation, &s_observer, &s_error) == AB_OK);
}

static void end(void) {
    close_fixture(s_model, s_simulation);
}

static void check_times(const double *times, int count, double allowed) {
    CHECK(s_told.count == count);
    for (int i = 0; i < count && i < s_told.count; i++) {
        CHECK(s_told.events[i].kind == AB_EVENT_SENSOR);
        CHECK_NEAR(s_told.events[i].time, times[i], allowed, 1.0);
    }
}

// ---- memory ----

static CountingHeap s_heap;
static int s_after_warm_up;

static abResult note_warm_up(void *context, abSimulation *simulation, double time, abError *error) {
    (void)context;
    (void)simulation;
    (void)error;
    s_after_warm_up = time < 1.0 ? s_heap.allocations : s_after_warm_up;
    return AB_OK;
}

static void nothing_is_allocated_after_the_start(void) {
    begin("  up: {expression: 'DX(mass) + 0*FORCE(pull, 1, 2)', value: 0.5, compare: eq}\n"
          "  angle: {expression: 'AZ(mass)*ACCX(mass)', value: 7}",
          "explicit");
    ab_simulation_destroy(s_simulation);
    abObserver watching = s_observer;
    watching.step = note_warm_up;
    CHECK(ab_simulation_create(s_model, NULL, counting_heap(&s_heap), (abLog){0}, &s_simulation,
                               &s_error) == AB_OK);
    CHECK(ab_simulation_run(s_simulation, &watching, &s_error) == AB_OK);
    CHECK(s_told.count == 3);
    CHECK(s_after_warm_up > 0 && s_heap.allocations == s_after_warm_up);
    end();
}

static const double s_pi = 3.14159265358979323846;

static void crossings_are_located(void) {
    static const char *const integrators[] = {"explicit", "dormand_prince_5", "bdf", "adams"};
    for (int k = 0; k < 4; k++) {
        // x rises to 0.5 at -pi/3 + 2 pi n; falls to -0.5 at 2 pi/3 + 2 pi n; is 0 at pi/2 + pi n
        const double up[] = {5.0 / 3.0 * s_pi}, down[] = {2.0 / 3.0 * s_pi, 8.0 / 3.0 * s_pi};
        const double both[] = {0.5 * s_pi, 1.5 * s_pi, 2.5 * s_pi};
        // the tolerance of 1e-10 is for results; BDF keeps it less tightly over three periods
        const double allowed = k < 2 ? 1e-10 : 1e-8;
        begin("  up: {expression: DX(mass), value: 0.5, compare: ge}", integrators[k]);
        s_told.count = 0;
        run();
        // it is met at the start too
        CHECK(s_told.count == 2 && s_told.events[0].time == 0.0);
        s_told.events[0] = s_told.events[1];
        s_told.count--;
        check_times(up, 1, allowed);
        end();
        begin("  down: {expression: DX(mass), value: -0.5, compare: le}", integrators[k]);
        run();
        check_times(down, 2, allowed);
        end();
        begin("  both: {expression: DX(mass), compare: eq}", integrators[k]);
        run();
        check_times(both, 3, allowed);
        end();
    }
}

// The ball is above 5.449999 for 2 sqrt(2e-6/10) = 0.9 ms of its flight, steps are much longer.
static void a_short_visit_is_seen(void) {
    const double there[] = {0.3 - sqrt(2.0 * 1e-6 / 10.0)};
    begin("  top: {expression: DZ(ball), value: 5.449999}", "explicit");
    run();
    check_times(there, 1, 1e-10);
    CHECK_NEAR(s_told.events[0].value, 5.449999, 1e-14, 5.0);
    end();
}

static void forces_and_accelerations_can_be_watched(void) {
    const double times[] = {s_pi / 3.0, s_pi / 3.0};
    begin("  a: {expression: 'FORCE(pull, 1, 2)', value: -0.5}\n"
          "  b: {expression: ACCX(mass), value: -0.5}\n"
          "  never: {expression: ACCX(mass), value: 1.01}",
          "explicit");
    ab_simulation_run(s_simulation, &s_observer, &s_error);
    CHECK(s_told.count == 4); // again after 7/3 pi
    s_told.count = 2;
    check_times(times, 2, 1e-9);
    end();
}

static void a_halt_ends_the_run_and_it_can_go_on(void) {
    begin("  stop: {expression: time, value: 1.75, halt: true}\n"
          "  more: {expression: DX(mass), compare: eq}",
          "explicit");
    run();
    CHECK_NEAR(ab_simulation_time(s_simulation), 1.75, 1e-14, 1.0);
    CHECK(s_told.last_frame == ab_simulation_time(s_simulation));
    CHECK(s_told.frames == 5); // 0, 0.5, 1, 1.5 and where it halted
    run();
    CHECK(ab_simulation_time(s_simulation) == 10.0 && s_told.last_frame == 10.0);
    CHECK(s_told.frames == 22);
    CHECK(s_told.count == 4);
    end();
}

static void what_is_not_located_is_noticed_at_the_end_of_a_step(void) {
    begin("  late: {expression: DX(mass), value: 0, compare: le, zero_crossing: false}",
          "explicit");
    run();
    CHECK(s_told.count == 2);
    CHECK(s_told.events[0].time > 0.5 * s_pi && s_told.events[0].time < 0.5 * s_pi + 1.0);
    CHECK(s_told.events[0].value < 0.0);
    end();
}

static void a_tolerance_is_kept(void) {
    begin("  rough: {expression: DX(mass), value: 0, compare: le, error_tolerance: 1e-3}",
          "explicit");
    run();
    CHECK(s_told.count == 2 && fabs(s_told.events[0].value) <= 1e-3);
    end();
}

static void distances_can_be_watched(void) {
    const double times[] = {0.1 * (3.0 + sqrt(9.0 + 20.0 * 3.8)), 0.1 * (3.0 + sqrt(109.0))};
    begin("  near: {expression: 'PROXIMITY(ball, floor)', value: 1, compare: le}\n"
          "  through: {expression: 'PROXIMITY(ball.sphere, floor, 8)', compare: le, value: 0.5}\n"
          "  centre: {expression: DZ(ball), compare: le}",
          "explicit");
    run();
    CHECK(s_told.count == 3); // the nearest point of the floor has z = 0 from the start
    CHECK(s_told.events[0].time == 0.0);
    s_told.events[0] = s_told.events[1];
    s_told.events[1] = s_told.events[2];
    s_told.count = 2;
    check_times(times, 2, 1e-10);
    end();
}

static abResult stop_at_5(void *context, abSimulation *simulation, double time, abError *error) {
    (void)context;
    (void)simulation;
    (void)error;
    return time > 5.0 ? AB_STOPPED : AB_OK;
}

static void a_resumed_run_meets_the_same(void) {
    static unsigned char saved[20000];
    static Told whole;
    const char *sensors = "  both: {expression: DX(mass), compare: eq}\n"
                          "  turns: {expression: 'AZ(mass)', value: 0.1}";
    begin(sensors, "explicit");
    run();
    whole = s_told;
    end();
    begin(sensors, "explicit");
    abObserver stopping = s_observer;
    stopping.step = stop_at_5;
    CHECK(ab_simulation_run(s_simulation, &stopping, &s_error) == AB_STOPPED);
    size_t size = ab_simulation_save(s_simulation, saved, sizeof saved);
    CHECK(size > 0 && size <= sizeof saved);
    Told half = s_told;
    end();
    begin(sensors, "explicit");
    CHECK(ab_simulation_restore(s_simulation, saved, size, &s_error) == AB_OK);
    s_told = half;
    run();
    CHECK(s_told.count == whole.count && s_told.frames == whole.frames);
    for (int i = 0; i < whole.count; i++) {
        CHECK(s_told.events[i].time == whole.events[i].time);
    }
    end();
}

AB_TESTS(AB_TEST(nothing_is_allocated_after_the_start), AB_TEST(crossings_are_located),
         AB_TEST(a_short_visit_is_seen), AB_TEST(forces_and_accelerations_can_be_watched),
         AB_TEST(a_halt_ends_the_run_and_it_can_go_on),
         AB_TEST(what_is_not_located_is_noticed_at_the_end_of_a_step), AB_TEST(a_tolerance_is_kept),
         AB_TEST(distances_can_be_watched), AB_TEST(a_resumed_run_meets_the_same))
