// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// resume_test.c - a run continued from a checkpoint has the bits of the unbroken run.
//
// Every scene runs once unbroken. A second run saves at the first step after each of its random
// instants at which it can be saved (an integrator with history can only after a restart). From
// each checkpoint a new simulation goes on, and every later frame and event must be the same bytes.

#include <stdlib.h>

#include "base/check.h"
#include "scenes.h"
#include "tape.h"

enum { INSTANTS = 50, INSTANTS_MAX = 10 };

typedef struct Plan {
    const char *scene;
    int instants; // a stepper with history may come to no restart after the last ones
} Plan;

static const Plan s_plans[] = {
    {"hello", 8},           {"hello_bdf", 10},      {"hello_adams", 4},   {"bouncing_ball", 5},
    {"billiard_4", 7},      {"rattleback", 4},      {"capsules", 3},      {"pendulum_on_rail", 4},
    {"slide_with_ball", 3}, {"workshop", 6},        {"pile", 6},          {"grips", 8},
    {"surfaces", 4},        {"steps", 5},           {"surface_steps", 4}, {"adaptive_steps", 4},
    {"fixed", 6},           {"rigid", 6},           {"soft_cube", 4},     {"soft_cube_bdf", 4},
    {"flexible_crank", 4},  {"soft_cube_steps", 6},
};
enum { PLANS = sizeof s_plans / sizeof s_plans[0] };

typedef struct Checkpoint {
    double wanted, time; // asked for, taken
    unsigned char *bytes;
    size_t size;
    size_t pieces; // told before it
} Checkpoint;

typedef struct Saving {
    Tape tape;
    Checkpoint checkpoints[INSTANTS_MAX]; // in order of time
    int count, taken;
} Saving;

static abResult frame(void *context, const abFrame *f, abError *error) {
    return tape_frame(&((Saving *)context)->tape, f, error);
}

static abResult event(void *context, const abEvent *e, abError *error) {
    return tape_event(&((Saving *)context)->tape, e, error);
}

static abResult save(void *context, abSimulation *simulation, double time, abError *error) {
    (void)error;
    Saving *s = context;
    while (s->taken < s->count && time >= s->checkpoints[s->taken].wanted) {
        Checkpoint *c = &s->checkpoints[s->taken];
        c->size = ab_simulation_save(simulation, NULL, 0);
        if (c->size == 0) { // not now
            return AB_OK;
        }
        c->bytes = malloc(c->size);
        CHECK(c->bytes != NULL && ab_simulation_save(simulation, c->bytes, c->size) == c->size);
        c->time = time;
        c->pieces = s->tape.piece_count;
        s->taken++;
    }
    return AB_OK;
}

// splitmix64: the same instants on every machine.
static double random_unit(void) {
    static uint64_t s_state = 20261120;
    uint64_t z = (s_state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int by_time(const void *a, const void *b) {
    const Checkpoint *p = a, *q = b;
    return (p->wanted > q->wanted) - (p->wanted < q->wanted);
}

static abSimulation *new_simulation(const char *name, const abModel *model) {
    abError error;
    ab_error_clear(&error);
    abSimulation *simulation = NULL;
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &error) == AB_OK);
    scene_problems(name, &error);
    return simulation;
}

static abStatistics run(const char *name, abSimulation *simulation, Saving *saving,
                        bool is_saving) {
    abError error;
    ab_error_clear(&error);
    abObserver observer = {
        .context = saving, .frame = frame, .event = event, .step = is_saving ? save : NULL};
    CHECK(ab_simulation_run(simulation, &observer, &error) == AB_OK);
    scene_problems(name, &error);
    return *ab_simulation_statistics(simulation);
}

// Says where `later` first differs from the pieces of `whole` from `from` on.
static void compare(const char *name, const Checkpoint *c, const Tape *whole, size_t from,
                    const Tape *later) {
    CHECK(later->piece_count == whole->piece_count - from);
    for (size_t i = 0; i < later->piece_count && from + i < whole->piece_count; i++) {
        const Piece *p = &whole->pieces[from + i], *q = &later->pieces[i];
        bool same = p->frame == q->frame && p->event == q->event && p->size == q->size &&
                    memcmp(whole->bytes + p->start, later->bytes + q->start, p->size) == 0;
        if (!same) {
            char what[200];
            snprintf(what, sizeof what,
                     "%s, saved at t = %.9g s: %s %lld at t = %.9g s has other bits", name, c->time,
                     p->frame >= 0 ? "frame" : "event",
                     (long long)(p->frame >= 0 ? p->frame : p->event), p->time);
            ab_check_failed(__FILE__, __LINE__, what);
            return;
        }
    }
}

static void go_on_from(const char *name, const Checkpoint *c, const abModel *model,
                       const Saving *whole, const abStatistics *wanted) {
    abError error;
    ab_error_clear(&error);
    abSimulation *simulation = new_simulation(name, model);
    Saving later = {0};
    CHECK(ab_simulation_restore(simulation, c->bytes, c->size, &error) == AB_OK);
    scene_problems(name, &error);
    // nothing is lost in between: saved again at once it is the same checkpoint
    unsigned char *again = malloc(c->size);
    memset(again, 0, c->size);
    CHECK(ab_simulation_save(simulation, again, c->size) == c->size);
    CHECK(memcmp(again, c->bytes, c->size) == 0);
    free(again);

    abStatistics got = run(name, simulation, &later, false);
    compare(name, c, &whole->tape, c->pieces, &later.tape);
    CHECK(got.steps == wanted->steps);
    CHECK(got.events[AB_EVENT_TOUCH] == wanted->events[AB_EVENT_TOUCH]);
    CHECK(got.restarts == wanted->restarts);
    CHECK(got.energy_drift == wanted->energy_drift);
    CHECK(got.worst_depth == wanted->worst_depth);
    tape_done(&later.tape);
    ab_simulation_destroy(simulation);
}

// Returns how many checkpoints were tried.
static int check_plan(const Plan *plan) {
    const char *name = plan->scene;
    const Scene *scene = scene_find(name);
    abModel *model = scene != NULL ? scene_model(scene, ab_heap()) : NULL;
    CHECK(model != NULL);
    if (model == NULL) {
        return 0;
    }
    int failed_before = s_failed_checks;
    abSimulation *simulation = new_simulation(name, model);
    Saving whole = {0}, saving = {.count = plan->instants};
    abStatistics wanted = run(name, simulation, &whole, false);
    ab_simulation_destroy(simulation);

    const abSimulationDef *options = ab_model_simulation(model);
    for (int i = 0; i < saving.count; i++) {
        saving.checkpoints[i].wanted =
            options->start_time + random_unit() * (options->end_time - options->start_time);
    }
    qsort(saving.checkpoints, (size_t)saving.count, sizeof saving.checkpoints[0], by_time);
    simulation = new_simulation(name, model);
    run(name, simulation, &saving, true);
    ab_simulation_destroy(simulation);

    // saving changes nothing
    Checkpoint start = {0};
    compare(name, &start, &whole.tape, 0, &saving.tape);
    CHECK(saving.taken >= saving.count / 2);
    for (int i = 0; i < saving.taken; i++) {
        go_on_from(name, &saving.checkpoints[i], model, &whole, &wanted);
    }
    printf("%-18s %d of %d instants, %zu frames and events, %s\n", name, saving.taken, saving.count,
           whole.tape.piece_count, s_failed_checks > failed_before ? "FAILED" : "same bits");
    for (int i = 0; i < saving.taken; i++) {
        free(saving.checkpoints[i].bytes);
    }
    tape_done(&whole.tape);
    tape_done(&saving.tape);
    ab_model_destroy(model);
    return saving.taken;
}

static void resumed_runs_have_the_bits_of_unbroken_ones(void) {
    int instants = 0;
    for (int i = 0; i < PLANS; i++) {
        instants += check_plan(&s_plans[i]);
    }
    CHECK(instants >= INSTANTS); // some more are planned: see Plan
}

static void damaged_checkpoints_are_refused(void) {
    abModel *model = scene_model(scene_find("hello"), ab_heap());
    abModel *other = scene_model(scene_find("pendulum_on_rail"), ab_heap());
    CHECK(model != NULL && other != NULL);
    if (model == NULL || other == NULL) {
        return;
    }
    Saving saving = {.count = 1, .checkpoints = {{.wanted = 0.4287}}};
    abSimulation *simulation = new_simulation("hello", model);
    run("hello", simulation, &saving, true);
    ab_simulation_destroy(simulation);
    const Checkpoint *c = &saving.checkpoints[0];
    CHECK(saving.taken == 1);

    abError error;
    for (size_t size = 0; size < c->size; size += c->size / 37 + 1) { // cut short
        ab_error_clear(&error);
        simulation = new_simulation("hello", model);
        CHECK(ab_simulation_restore(simulation, c->bytes, size, &error) == AB_IO);
        ab_simulation_destroy(simulation);
    }
    ab_error_clear(&error);
    simulation = new_simulation("pendulum_on_rail", other);
    CHECK(ab_simulation_restore(simulation, c->bytes, c->size, &error) == AB_IO);
    ab_simulation_destroy(simulation);
    free(saving.checkpoints[0].bytes);
    tape_done(&saving.tape);
    ab_model_destroy(model);
    ab_model_destroy(other);
}

AB_TESTS(AB_TEST(resumed_runs_have_the_bits_of_unbroken_ones),
         AB_TEST(damaged_checkpoints_are_refused))
