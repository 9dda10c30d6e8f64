// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cvode_memory.c - vectors, matrices and context of CVODE, taken before it can miss them.
//
// SUNDIALS 6 asks for memory in many places and looks at the answer in most of them, but not in
// N_VClone and SUNMatClone, through which all vectors and the copy of the Jacobian come, nor where
// SUNContext_Create makes the table of its logger: there it writes to address zero. None of them
// asks for memory here.
//
// Vectors   taken before CVODE is created; cloning hands out the next one. Their operations are those
//           of the serial vector, but for the norm: the worst body counts, so that steps do not
//           depend on how many bodies there are.
// Matrices  two, the Jacobian and the copy that CVODE clones; they grow together, so that a copy of
//           one into the other never has to.
// Context   a logger and a profiler, nothing else. Where SUNDIALS was built with neither
//           (sundials_config.h says so, Debian's is), nothing looks into it: it is compared with
//           NULL and handed on. Zeros stand for it then.

#include "base/config.h"

#if ABUT_HAVE_SUNDIALS

#include "ode/cvode_memory.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum {
    CONTEXT_BYTES = 1024, // many times what a context has
    BESIDE_HISTORY = 16,  // CVODE takes 8, its solvers up to 3, we 2
    MATRICES = 2,         // the Jacobian and its copy
};

typedef struct PooledVector {
    struct _generic_N_Vector vector; // first: what SUNDIALS has a pointer to
    struct _N_VectorContent_Serial content;
    struct abCvodePool *pool;
} PooledVector;

typedef struct PooledMatrix {
    struct _generic_SUNMatrix matrix; // first: what SUNDIALS has a pointer to
    SUNMatrix owner;                  // of its content, as SUNDIALS made it
    struct abCvodePool *pool;
} PooledMatrix;

typedef struct abCvodePool {
    struct _generic_N_Vector_Ops operations;
    PooledVector *vectors;
    int used, count;
    const abStepper *stepper; // has the groups of the norm
    struct _generic_SUNMatrix_Ops matrix_operations;
    PooledMatrix matrices[MATRICES];
    int matrices_used;
    abAllocator allocator;
    double *numbers; // of all vectors; not from the arena, which would fill them with zeros
    size_t bytes;
} abCvodePool;

static N_Vector next_vector(abCvodePool *pool) {
    return pool->used < pool->count ? &pool->vectors[pool->used++].vector : NULL;
}

static N_Vector clone_vector(N_Vector like) {
    return next_vector(((PooledVector *)like)->pool);
}

static void leave_to_arena(N_Vector vector) {
    (void)vector;
}

// The worst of the groups, each by its root mean square.
static sunrealtype group_norm(N_Vector x, N_Vector weight) {
    const abStepper *stepper = ((const PooledVector *)x)->pool->stepper;
    const double *numbers = NV_DATA_S(x), *w = NV_DATA_S(weight);
    double worst = 0.0;
    for (int g = 0; g < stepper->group_count; g++) {
        const abStateGroup *group = &stepper->groups[g];
        double sum = 0.0;
        for (int i = group->first; i < group->first + group->count; i++) {
            sum += (numbers[i] * w[i]) * (numbers[i] * w[i]);
        }
        double mean = sum / group->count;
        if (mean > worst || isnan(mean)) { // which then stays
            worst = mean;
        }
    }
    return sqrt(worst);
}

// The operations of serial vectors; false for want of memory.
static bool find_operations(SUNContext context, struct _generic_N_Vector_Ops *out) {
    N_Vector sample = N_VNewEmpty_Serial(1, context);
    if (sample == NULL) {
        return false;
    }
    *out = *sample->ops;
    out->nvclone = clone_vector;
    out->nvcloneempty = NULL; // nobody asks for one
    out->nvdestroy = leave_to_arena;
    out->nvwrmsnorm = group_norm;
    N_VDestroy(sample);
    return true;
}

// Fills memory->pool; false for want of memory.
static bool make_pool(abCvodeMemory *memory, const abStepper *stepper, int count, abArena *arena) {
    size_t n = (size_t)stepper->n, some = (size_t)count;
    abCvodePool *pool = memory->pool = AB_ARENA_NEW(arena, abCvodePool, 1);
    PooledVector *vectors = AB_ARENA_NEW(arena, PooledVector, some);
    if (pool == NULL || vectors == NULL || !find_operations(memory->context, &pool->operations)) {
        return false;
    }
    pool->stepper = stepper;
    pool->allocator = arena->allocator;
    pool->bytes = some * n * sizeof *pool->numbers;
    pool->numbers = pool->allocator.resize(pool->allocator.context, NULL, 0, pool->bytes);
    pool->vectors = vectors;
    pool->count = pool->numbers != NULL ? count : 0;
    for (size_t i = 0; i < (size_t)pool->count; i++) {
        vectors[i] =
            (PooledVector){.vector = {.content = &vectors[i].content,
                                      .ops = &pool->operations,
                                      .sunctx = memory->context},
                           .content = {.length = stepper->n, .data = pool->numbers + i * n},
                           .pool = pool};
    }
    return pool->numbers != NULL;
}

#if SUNDIALS_LOGGING_LEVEL == 0 && !defined(SUNDIALS_BUILD_WITH_PROFILING)

static bool make_context(abCvodeMemory *memory, abArena *arena) {
    memory->context = ab_arena_take(arena, CONTEXT_BYTES, 1);
    return memory->context != NULL;
}

#else

static bool make_context(abCvodeMemory *memory, abArena *arena) {
    (void)arena;
    memory->is_freed_by_us = SUNContext_Create(NULL, &memory->context) == 0;
    return memory->is_freed_by_us;
}

#endif

bool ab_cvode_memory_init(abCvodeMemory *memory, const abStepper *stepper, int history,
                          abArena *arena) {
    if (!make_context(memory, arena)) {
        return false;
    }
    return make_pool(memory, stepper, history + BESIDE_HISTORY, arena);
}

static SUNMatrix next_matrix(abCvodePool *pool) {
    return pool->matrices_used < MATRICES ? &pool->matrices[pool->matrices_used++].matrix : NULL;
}

static SUNMatrix clone_matrix(SUNMatrix like) {
    return next_matrix(((PooledMatrix *)like)->pool);
}

static void leave_to_pool(SUNMatrix matrix) {
    (void)matrix;
}

SUNMatrix ab_cvode_matrix(const abCvodeMemory *memory, int size, int64_t entries) {
    abCvodePool *pool = memory->pool;
    for (int i = 0; i < MATRICES; i++) {
        SUNMatrix owner = SUNSparseMatrix(size, size, entries, CSC_MAT, memory->context);
        if (owner == NULL) {
            return NULL;
        }
        pool->matrix_operations = *owner->ops;
        pool->matrix_operations.clone = clone_matrix;
        pool->matrix_operations.destroy = leave_to_pool;
        pool->matrices[i] = (PooledMatrix){.matrix = {.content = owner->content,
                                                      .ops = &pool->matrix_operations,
                                                      .sunctx = memory->context},
                                           .owner = owner,
                                           .pool = pool};
    }
    return next_matrix(pool);
}

bool ab_cvode_matrices_hold(const abCvodeMemory *memory, int64_t entries) {
    for (int i = 0; i < MATRICES; i++) {
        SUNMatrix matrix = &memory->pool->matrices[i].matrix;
        if (entries > SM_NNZ_S(matrix) &&
            SUNSparseMatrix_Reallocate(matrix, entries) != SUNMAT_SUCCESS) {
            return false;
        }
    }
    return true;
}

void ab_cvode_memory_done(abCvodeMemory *memory) {
    abCvodePool *pool = memory->pool;
    for (int i = 0; pool != NULL && i < MATRICES; i++) {
        if (pool->matrices[i].owner != NULL) {
            SUNMatDestroy(pool->matrices[i].owner);
            pool->matrices[i].owner = NULL;
        }
    }
    if (pool != NULL && pool->numbers != NULL) {
        pool->allocator.resize(pool->allocator.context, pool->numbers, pool->bytes, 0);
        pool->numbers = NULL;
    }
    if (memory->is_freed_by_us) {
        SUNContext_Free(&memory->context);
        memory->is_freed_by_us = false;
    }
}

N_Vector ab_cvode_vector(const abCvodeMemory *memory) {
    return next_vector(memory->pool);
}

#endif
