// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cvode_memory.h - the vectors, matrices and context of CVODE.

#ifndef AB_CVODE_MEMORY_H
#define AB_CVODE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include <sundials/sundials_context.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include "base/arena.h"
#include "ode/stepper.h"

typedef struct abCvodeMemory {
    SUNContext context;
    bool is_freed_by_us;      // the context: it is SUNDIALS' own
    struct abCvodePool *pool; // of vectors and matrices
} abCvodeMemory;

// Room for all vectors of a method that keeps a history of `history` of them, each of `stepper->n`
// numbers. Their norm is the worst of the stepper's groups, each by its root mean square. False for want
// of memory; `ab_cvode_memory_done` is due in any case. Arena and stepper must outlive the vectors.
bool ab_cvode_memory_init(abCvodeMemory *memory, const abStepper *stepper, int history,
                          abArena *arena);
void ab_cvode_memory_done(abCvodeMemory *memory);

// A vector, as SUNDIALS clones them too: not NULL as long as there is room. Its numbers are any.
N_Vector ab_cvode_vector(const abCvodeMemory *memory);

// A square sparse matrix by columns with room for `entries` numbers, to be asked for once; SUNDIALS
// clones it once. NULL for want of memory.
SUNMatrix ab_cvode_matrix(const abCvodeMemory *memory, int size, int64_t entries);

// Makes both have room for `entries` numbers; false for want of memory.
bool ab_cvode_matrices_hold(const abCvodeMemory *memory, int64_t entries);

#endif
