// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// eigen_solver.c - the lowest eigenmodes, by ARPACK.

#include "modes/eigen_solver.h"

#include "base/config.h"

#if ABUT_HAVE_MODES

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/no_memory.h"
#include "math/core/elementary.h"
#include "modes/dense_blas.h"

#include "modes/tolerances.def"

enum { BATCH = 20, CHECK_MODES = 2, MODES_MAX = 5000 };

typedef struct Lanczos {
    const abEigenProblem *problem;
    abEigenModes *modes; // found so far, not counted as wanted yet
    int found;
    int n; // rows
    abArrays arrays;
    double *v, *workd, *workl, *resid, *z, *d;
    double *coefficients, *image; // of the modes to leave out
    int *select;
    int capacity; // vectors of Lanczos there is room for
} Lanczos;

static bool reserve(Lanczos *l, int ncv) {
    abAllocator a = l->problem->solid->mesh->allocator;
    size_t n = (size_t)l->n, c = (size_t)ncv;
    size_t left_out = (size_t)(l->problem->known_count + l->found) + c + 1;
    return AB_ARRAYS_RESERVE(a, &l->arrays, l->v, n * c) &&
           AB_ARRAYS_RESERVE(a, &l->arrays, l->z, n * c) &&
           AB_ARRAYS_RESERVE(a, &l->arrays, l->workd, 3 * n) &&
           AB_ARRAYS_RESERVE(a, &l->arrays, l->resid, n) &&
           AB_ARRAYS_RESERVE(a, &l->arrays, l->image, n) &&
           AB_ARRAYS_RESERVE(a, &l->arrays, l->workl, c * (c + 8)) &&
           AB_ARRAYS_RESERVE(a, &l->arrays, l->d, c) &&
           AB_ARRAYS_RESERVE(a, &l->arrays, l->select, c) &&
           AB_ARRAYS_RESERVE(a, &l->arrays, l->coefficients, left_out) &&
           AB_ARRAYS_RESERVE(a, &l->modes->arrays, l->modes->values, (size_t)l->found + c) &&
           AB_ARRAYS_RESERVE(a, &l->modes->arrays, l->modes->vectors, ((size_t)l->found + c) * n);
}

// x -= sum of the vectors times their part in x, by M x.
static void leave_out(Lanczos *l, const double *vectors, int count, double *x) {
    ab_solid_mass(l->problem->solid, x, l->image);
    ab_product_t(count, 1, l->n, vectors, l->image, l->coefficients);
    for (int k = 0; k < count; k++) {
        l->coefficients[k] = -l->coefficients[k];
    }
    ab_product(l->n, 1, count, vectors, l->coefficients, 1.0, x);
}

static void into_complement(Lanczos *l, double *x) {
    leave_out(l, l->problem->known, l->problem->known_count, x);
    leave_out(l, l->modes->vectors, l->found, x);
}

// y = S M x in the complement.
static bool apply(Lanczos *l, const double *mass_x, double *y) {
    if (!l->problem->solve(l->problem->context, mass_x, y)) {
        return false;
    }
    into_complement(l, y);
    return true;
}

// Uniform in [-1, 1): Knuth's linear congruential generator of 64 bits.
static double next_number(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

static bool start_vector(Lanczos *l) {
    uint64_t state = 1;
    for (int i = 0; i < l->n; i++) {
        l->image[i] = next_number(&state);
    }
    memcpy(l->resid, l->image, (size_t)l->n * sizeof *l->resid);
    return apply(l, l->resid, l->resid);
}

// ---- one run of Lanczos ----

typedef struct Ports {
    int ido, info, iparam[11], ipntr[11], nev, ncv, lworkl;
} Ports;

static bool serve(Lanczos *l, Ports *p) {
    double *x = l->workd + p->ipntr[0] - 1, *y = l->workd + p->ipntr[1] - 1;
    const abSolid *solid = l->problem->solid;
    if (p->ido == 2) {
        ab_solid_mass(solid, x, y);
        return true;
    }
    if (p->ido == 1) { // M x is there
        return apply(l, l->workd + p->ipntr[2] - 1, y);
    }
    ab_solid_mass(solid, x, l->image);
    return apply(l, l->image, y);
}

static bool iterate(Lanczos *l, Ports *p) {
    do {
        dsaupd_(&p->ido, "G", &l->n, "LM", &p->nev, &s_lanczos, l->resid, &p->ncv, l->v, &l->n,
                p->iparam, p->ipntr, l->workd, l->workl, &p->lworkl, &p->info, 1, 2);
        if (p->ido != 99 && !serve(l, p)) {
            return false;
        }
    } while (p->ido != 99);
    return p->info == 0;
}

// The modes of a run behind those found before, ascending.
static int take_modes(Lanczos *l, Ports *p) {
    int rvec = 1, info = 0, count = p->iparam[4];
    count = count < p->nev ? count : p->nev;
    dseupd_(&rvec, "A", l->select, l->d, l->z, &l->n, &l->problem->sigma, "G", &l->n, "LM", &p->nev,
            &s_lanczos, l->resid, &p->ncv, l->v, &l->n, p->iparam, p->ipntr, l->workd, l->workl,
            &p->lworkl, &info, 1, 1, 2);
    if (info != 0) {
        return -1;
    }
    for (int k = 0; k < count; k++) {
        double *to = l->modes->vectors + (size_t)(l->found + k) * (size_t)l->n;
        memcpy(to, l->z + (size_t)k * (size_t)l->n, (size_t)l->n * sizeof *to);
        l->modes->values[l->found + k] = l->d[k];
    }
    return count;
}

// Modes found, or -1 when the iteration does not arrive.
static int run(Lanczos *l, int nev, size_t room) {
    size_t ncv = (size_t)(2 * nev + 1 > BATCH ? 2 * nev + 1 : BATCH);
    ncv = ncv < room ? ncv : room;
    nev = nev < (int)ncv ? nev : (int)ncv - 1;
    if (nev < 1) {
        return 0;
    }
    if (!reserve(l, (int)ncv) || !start_vector(l)) {
        return -1;
    }
    Ports p = {.info = 1, .nev = nev, .ncv = (int)ncv, .lworkl = (int)(ncv * (ncv + 8))};
    p.iparam[0] = 1;                  // shifts are chosen by ARPACK
    p.iparam[2] = s_lanczos_restarts; // at most
    p.iparam[3] = 1;                  // block size
    p.iparam[6] = 3;                  // shift and invert
    return iterate(l, &p) ? take_modes(l, &p) : -1;
}

// ---- runs until nothing is missed ----

static void swap_modes(Lanczos *l, int a, int b) {
    double *values = l->modes->values, value = values[a];
    values[a] = values[b], values[b] = value;
    double *p = l->modes->vectors + (size_t)a * (size_t)l->n;
    double *q = l->modes->vectors + (size_t)b * (size_t)l->n;
    for (int i = 0; i < l->n; i++) {
        double x = p[i];
        p[i] = q[i], q[i] = x;
    }
}

static void sort_modes(Lanczos *l) {
    for (int i = 1; i < l->found; i++) {
        for (int k = i; k > 0 && l->modes->values[k] < l->modes->values[k - 1]; k--) {
            swap_modes(l, k, k - 1);
        }
    }
}

static double value_of(double frequency) {
    double omega = 2.0 * AB_PI * frequency;
    return omega * omega;
}

// How many of those found are wanted.
static int wanted_of(const Lanczos *l, const abEigenWish *wish) {
    double limit = value_of(wish->frequency);
    int count = 0;
    while (count < l->found && l->modes->values[count] <= limit &&
           (wish->count == 0 || count < wish->count)) {
        count++;
    }
    return count;
}

// Whether a run whose least value is `least` shows that none is missed.
static bool is_complete(const Lanczos *l, const abEigenWish *wish, double least) {
    int wanted = wanted_of(l, wish);
    if (wish->count > 0 && wanted == wish->count) {
        return least >= l->modes->values[wanted - 1];
    }
    return least > value_of(wish->frequency);
}

static abResult search(Lanczos *l, const abEigenWish *wish, abError *error) {
    const abEigenProblem *problem = l->problem;
    size_t room = problem->size - (size_t)problem->known_count;
    int next = wish->count > 0 ? wish->count + CHECK_MODES : BATCH;
    for (int pass = 0; pass < MODES_MAX / BATCH; pass++) {
        if (room <= (size_t)l->found + 1) {
            return AB_OK; // all there are
        }
        int count = run(l, next, room - (size_t)l->found);
        if (count <= 0) {
            return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                                "the iteration for the eigenmodes did not arrive after %d; want "
                                "fewer modes",
                                l->found);
        }
        double least = l->modes->values[l->found];
        for (int k = 1; k < count; k++) {
            least = fmin(least, l->modes->values[l->found + k]);
        }
        l->found += count;
        sort_modes(l);
        if (is_complete(l, wish, pass == 0 ? -INFINITY : least)) {
            return AB_OK;
        }
        bool has_all = wish->count > 0 ? wanted_of(l, wish) == wish->count
                                       : l->modes->values[l->found - 1] > value_of(wish->frequency);
        next = has_all ? CHECK_MODES : BATCH;
    }
    return ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                        "more than %d modes below %g Hz; a lower frequency is wanted", MODES_MAX,
                        wish->frequency);
}

abResult ab_eigen_modes(const abEigenProblem *problem, const abEigenWish *wish, abEigenModes *modes,
                        abError *error) {
    *modes = (abEigenModes){0};
    if ((size_t)wish->count + (size_t)problem->known_count > problem->size / 2) {
        return ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                            "%d modes are wanted of a mesh with %zu free displacements; at most "
                            "half as many can be computed: refine the mesh or want fewer",
                            wish->count, problem->size);
    }
    Lanczos l = {.problem = problem, .modes = modes, .n = 3 * problem->solid->node_count};
    abResult result = search(&l, wish, error);
    modes->count = wanted_of(&l, wish);
    modes->has_next = modes->count < l.found;
    ab_arrays_free(problem->solid->mesh->allocator, &l.arrays);
    return result;
}

void ab_eigen_modes_done(abEigenModes *modes, abAllocator allocator) {
    ab_arrays_free(allocator, &modes->arrays);
    *modes = (abEigenModes){0};
}

#endif
