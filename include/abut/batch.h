// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/batch.h - many simulations of one model, advanced together in threads.
//
//     ab_batch_create(model, 64, 4, ab_heap(), log, &batch, error);
//     for (int i = 0; i < 64; i++)
//         ab_simulation_set_number(ab_batch_member(batch, i), friction, 0.01 * i, error);
//     ab_batch_advance(batch, 1.0, error);
//     ab_batch_bodies(batch, ball, states);
//
// Each member has the bits of a simulation that is advanced alone, for any number of threads.

#ifndef ABUT_BATCH_H
#define ABUT_BATCH_H

#include "abut/export.h"
#include "abut/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abBatch abBatch;

// `count` simulations of a compiled model, which must outlive them; in `threads` threads, 0 or less
// for as many as the machine has processors. The allocator is called from all of them, so is the
// log. AB_USAGE for a count below 1; other results as ab_simulation_create().
ABUT_API abResult ab_batch_create(const abModel *model, int count, int threads,
                                  abAllocator allocator, abLog log, abBatch **out, abError *error);
// NULL is fine.
ABUT_API void ab_batch_destroy(abBatch *batch);

ABUT_API int ab_batch_count(const abBatch *batch);
// Member `index` from 0, to be observed, asked and changed between two calls that advance; NULL for
// no such member. It belongs to the batch. Its observer is called from the thread that advances it.
ABUT_API abSimulation *ab_batch_member(abBatch *batch, int index);

// All members to a time [s], as ab_simulation_advance(). All are advanced, also when one fails: the
// result and the problems are those of the first, by number, that did.
ABUT_API abResult ab_batch_advance(abBatch *batch, double time, abError *error);

// The state of one body in each member at the time it shows: ab_batch_count() entries.
ABUT_API void ab_batch_bodies(const abBatch *batch, abBodyId body, abBodyState *out);

#ifdef __cplusplus
}
#endif

#endif
