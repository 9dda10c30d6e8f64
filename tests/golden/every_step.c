// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// every_step.c - runs a model, and each of its steps once more from the checkpoint before it.

#include "every_step.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tape.h"

enum { PRINTED = 4 };

typedef struct Checkpoint {
    unsigned char *bytes;
    size_t size, capacity;
} Checkpoint;

typedef struct Runner {
    const abModel *model;
    Tape tape;         // of the unbroken run
    size_t told;       // of it, until the checkpoint
    Checkpoint before; // size 0: none
    Checkpoint now, got;
    EveryStep *out;
} Runner;

static void save(Checkpoint *c, const abSimulation *simulation) {
    c->size = ab_simulation_save(simulation, NULL, 0);
    if (c->size > c->capacity) {
        c->capacity = 2 * c->size;
        free(c->bytes);
        c->bytes = malloc(c->capacity);
    }
    c->size = c->bytes != NULL ? ab_simulation_save(simulation, c->bytes, c->capacity) : 0;
}

// The same bytes, but for one number: the count of distances, as what is known of the last step
// spares some of what is apart.
static bool are_same(const Checkpoint *a, const Checkpoint *b) {
    size_t first = 0;
    while (first < a->size && first < b->size && a->bytes[first] == b->bytes[first]) {
        first++;
    }
    size_t next = first + sizeof(int64_t);
    bool is_end = first == a->size || next >= a->size;
    return a->size == b->size &&
           (is_end || memcmp(a->bytes + next, b->bytes + next, a->size - next) == 0);
}

static abResult stop(void *context, abSimulation *simulation, double time, abError *error) {
    (void)context, (void)simulation, (void)time, (void)error;
    return AB_STOPPED;
}

// What a step from the checkpoint before leads to, into `got`, and what it tells, onto the tape.
static abResult take_step(Runner *r, Tape *tape, abError *error) {
    abSimulation *simulation = NULL;
    abResult result =
        ab_simulation_create(r->model, NULL, ab_heap(), (abLog){0}, &simulation, error);
    if (result == AB_OK) {
        result = ab_simulation_restore(simulation, r->before.bytes, r->before.size, error);
    }
    if (result == AB_OK) {
        abObserver observer = {tape, tape_frame, tape_event, stop};
        result = ab_simulation_run(simulation, &observer, error);
    }
    result = result == AB_STOPPED ? AB_OK : result;
    if (result == AB_OK) {
        save(&r->got, simulation);
    }
    ab_simulation_destroy(simulation);
    return result;
}

static abResult compare_step(Runner *r, double time, abError *error) {
    Tape tape = {0};
    AB_TRY(take_step(r, &tape, error));
    size_t size = r->tape.size - r->told;
    bool tells_same =
        tape.size == size && (size == 0 || memcmp(tape.bytes, r->tape.bytes + r->told, size) == 0);
    bool is_same = tells_same && are_same(&r->got, &r->now);
    if (!is_same && r->out->others++ < PRINTED) {
        printf("the step to t = %.9g s is another from its checkpoint: %s\n", time,
               tells_same ? "the checkpoint after it" : "frames or events");
    }
    tape_done(&tape);
    return AB_OK;
}

static abResult frame(void *context, const abFrame *frame, abError *error) {
    return tape_frame(&((Runner *)context)->tape, frame, error);
}

static abResult event(void *context, const abEvent *event, abError *error) {
    return tape_event(&((Runner *)context)->tape, event, error);
}

static abResult after_step(void *context, abSimulation *simulation, double time, abError *error) {
    Runner *r = context;
    r->out->steps++;
    save(&r->now, simulation);
    if (r->now.size > 0 && r->before.size > 0) {
        AB_TRY(compare_step(r, time, error));
    }
    Checkpoint before = r->before;
    r->before = r->now;
    r->now = before;
    r->told = r->tape.size;
    return AB_OK;
}

// Prints the first piece that differs.
static void print_difference(const Tape *a, const Tape *b) {
    size_t k = 0;
    while (k < a->piece_count && k < b->piece_count && a->pieces[k].size == b->pieces[k].size &&
           memcmp(a->bytes + a->pieces[k].start, b->bytes + b->pieces[k].start,
                  a->pieces[k].size) == 0) {
        k++;
    }
    if (k < a->piece_count) {
        printf("writing checkpoints changes the %s at t = %.9g s\n",
               a->pieces[k].frame >= 0 ? "frame" : "event", a->pieces[k].time);
    }
}

static abResult run(const abModel *model, const abObserver *observer, abError *error) {
    abSimulation *simulation = NULL;
    abResult result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, error);
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, observer, error);
    }
    ab_simulation_destroy(simulation);
    return result;
}

abResult every_step_resumed(const abModel *model, EveryStep *out, abError *error) {
    Runner r = {.model = model, .out = out};
    Tape unsaved = {0};
    *out = (EveryStep){0};
    abResult result = run(model, &(abObserver){&r, frame, event, after_step}, error);
    if (result == AB_OK) {
        result = run(model, &(abObserver){&unsaved, tape_frame, tape_event, NULL}, error);
        out->is_changed_by_save = tape_hash(&unsaved) != tape_hash(&r.tape);
        if (out->is_changed_by_save) {
            print_difference(&unsaved, &r.tape);
        }
    }
    tape_done(&unsaved);
    tape_done(&r.tape);
    free(r.before.bytes);
    free(r.now.bytes);
    free(r.got.bytes);
    return result;
}
