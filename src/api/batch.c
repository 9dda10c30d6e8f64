// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// batch.c - many simulations of one model in threads.
//
// Members know nothing of each other: a thread takes the next that nobody has taken, so the bits of
// a member do not depend on which thread it met, nor when.

#include "abut/batch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/no_memory.h"

typedef struct Member {
    abSimulation *simulation;
    abResult result; // of the last advance
    abError error;
} Member;

struct abBatch {
    abAllocator allocator;
    Member *members;
    size_t count, capacity;
    pthread_t *threads; // beside the caller's own
    size_t thread_count, thread_capacity;
    double time;        // to advance to
    atomic_size_t next; // member that nobody has taken
};

// ---- making ----

static size_t processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

static abResult fill(abBatch *batch, const abModel *model, int count, int threads, abLog log,
                     abError *error) {
    size_t wanted = threads > 0 ? (size_t)threads : processors();
    batch->thread_count = (wanted < (size_t)count ? wanted : (size_t)count) - 1;
    if (!AB_ARRAY_RESERVE(batch->allocator, batch->members, batch->capacity, (size_t)count) ||
        !AB_ARRAY_RESERVE(batch->allocator, batch->threads, batch->thread_capacity,
                          batch->thread_count)) {
        return ab_no_memory(error, (abPlace){0}, "for a batch");
    }
    for (; batch->count < (size_t)count; batch->count++) {
        AB_TRY(ab_simulation_create(model, NULL, batch->allocator, log,
                                    &batch->members[batch->count].simulation, error));
    }
    return AB_OK;
}

abResult ab_batch_create(const abModel *model, int count, int threads, abAllocator allocator,
                         abLog log, abBatch **out, abError *error) {
    *out = NULL;
    if (count < 1) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "a batch has at least one member");
    }
    abBatch *batch = allocator.resize(allocator.context, NULL, 0, sizeof *batch);
    if (batch == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for a batch");
    }
    memset(batch, 0, sizeof *batch);
    batch->allocator = allocator;
    abResult result = fill(batch, model, count, threads, log, error);
    if (result != AB_OK) {
        ab_batch_destroy(batch);
        return result;
    }
    *out = batch;
    return AB_OK;
}

void ab_batch_destroy(abBatch *batch) {
    if (batch == NULL) {
        return;
    }
    abAllocator allocator = batch->allocator;
    for (size_t i = 0; i < batch->count; i++) {
        ab_simulation_destroy(batch->members[i].simulation);
    }
    AB_ARRAY_FREE(allocator, batch->members, batch->capacity);
    AB_ARRAY_FREE(allocator, batch->threads, batch->thread_capacity);
    allocator.resize(allocator.context, batch, sizeof *batch, 0);
}

// ---- advancing ----

// What a thread does.
static void *advance_members(void *context) {
    abBatch *batch = context;
    size_t i;
    while ((i = atomic_fetch_add(&batch->next, 1)) < batch->count) {
        Member *member = &batch->members[i];
        ab_error_clear(&member->error);
        member->result = ab_simulation_advance(member->simulation, batch->time, &member->error);
    }
    return NULL;
}

static void add_problems(abError *to, const abError *from) {
    for (int i = 0; i < from->count; i++) {
        const abProblem *problem = &from->problems[i];
        ab_error_add(to, AB_OK, (abPlace){problem->file, problem->line, problem->column}, "%s",
                     problem->text);
    }
}

abResult ab_batch_advance(abBatch *batch, double time, abError *error) {
    batch->time = time;
    atomic_store(&batch->next, 0);
    size_t started = 0;
    // fewer threads than wanted do the same work
    while (started < batch->thread_count &&
           pthread_create(&batch->threads[started], NULL, advance_members, batch) == 0) {
        started++;
    }
    advance_members(batch);
    for (size_t i = 0; i < started; i++) {
        pthread_join(batch->threads[i], NULL);
    }
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->members[i].result != AB_OK) {
            add_problems(error, &batch->members[i].error);
            return batch->members[i].result;
        }
    }
    return AB_OK;
}

// ---- asking ----

int ab_batch_count(const abBatch *batch) {
    return (int)batch->count;
}

abSimulation *ab_batch_member(abBatch *batch, int index) {
    return index >= 0 && (size_t)index < batch->count ? batch->members[index].simulation : NULL;
}

void ab_batch_bodies(const abBatch *batch, abBodyId body, abBodyState *out) {
    for (size_t i = 0; i < batch->count; i++) {
        out[i] = ab_simulation_body(batch->members[i].simulation, body);
    }
}
