// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_body.c - columns of the chosen modes, damping by ratio, what is needed at every evaluation.
//
// Damping by a ratio z: with V of K V = Mq V diag(w^2), V^T Mq V = 1, each eigenmode is damped by
// 2 z w, so  D = Mq V diag(2 z w) V^T Mq.

#include "flexible/modal_body.h"

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "flexible/mass_integrals.h"
#include "flexible/reduced_checks.h"
#include "math/core/vector_math.h"
#include "math/linear/cholesky.h"
#include "math/linear/symmetric_eigen.h"

#define TWO_PI 6.283185307179586

void ab_modal_times(const abModalMatrix *A, int mode_count, const double *x, double *y) {
    size_t m = (size_t)mode_count;
    for (size_t k = 0; k < m; k++) {
        const double *row = A->at + k * m;
        double sum = A->is_diagonal ? row[k] * x[k] : 0.0;
        for (size_t l = 0; !A->is_diagonal && l < m; l++) {
            sum += row[l] * x[l];
        }
        y[k] = sum;
    }
}

double ab_modal_product(const abModalMatrix *A, int mode_count, const double *x, const double *y) {
    size_t m = (size_t)mode_count;
    double sum = 0.0;
    for (size_t k = 0; k < m; k++) {
        const double *row = A->at + k * m;
        for (size_t l = A->is_diagonal ? k : 0; l < (A->is_diagonal ? k + 1 : m); l++) {
            sum += x[k] * row[l] * y[l];
        }
    }
    return sum;
}

static bool is_diagonal(const double *A, size_t m) {
    for (size_t i = 0; i < m * m; i++) {
        if (i % (m + 1) != 0 && A[i] != 0.0) {
            return false;
        }
    }
    return true;
}

// ---- choosing ----

static double frequency_of(const abReducedBody *b, int k) {
    size_t at = (size_t)k * (size_t)(b->mode_count + 1);
    return sqrt(b->K[at] / b->mass.modal_mass[at]) / TWO_PI;
}

// The columns that are kept; their number, -1 for want of memory.
static int choose(const abReducedBody *whole, const abModalChoice *choice, abArena *arena,
                  int **out) {
    int asked = choice->modes != NULL ? choice->mode_count : whole->mode_count, count = 0;
    *out = AB_ARENA_NEW(arena, int, (size_t)asked + 1);
    for (int i = 0; *out != NULL && i < asked; i++) {
        int k = choice->modes != NULL ? choice->modes[i] - 1 : i;
        if (frequency_of(whole, k) <= choice->frequency_below) {
            (*out)[count++] = k;
        }
    }
    return *out != NULL ? count : -1;
}

// Columns `kept` of a matrix of `rows` rows and `columns` columns.
static double *columns_of(const double *from, size_t rows, size_t columns, const int *kept,
                          size_t count, abArena *arena) {
    double *to = AB_ARENA_NEW(arena, double, rows *count + 1);
    for (size_t i = 0; to != NULL && i < rows; i++) {
        for (size_t k = 0; k < count; k++) {
            to[i * count + k] = from[i * columns + (size_t)kept[k]];
        }
    }
    return to;
}

// Rows and columns `kept` of `layers` square matrices.
static double *squares_of(const double *from, size_t layers, size_t n, const int *kept,
                          size_t count, abArena *arena) {
    double *to = AB_ARENA_NEW(arena, double, layers *count *count + 1);
    for (size_t i = 0; to != NULL && i < layers; i++) {
        for (size_t k = 0; k < count; k++) {
            for (size_t l = 0; l < count; l++) {
                to[(i * count + k) * count + l] =
                    from[(i * n + (size_t)kept[k]) * n + (size_t)kept[l]];
            }
        }
    }
    return to;
}

static bool take_columns(const abReducedBody *b, const abModalChoice *choice, const int *kept,
                         abArena *arena, abModalBody *out) {
    size_t n = (size_t)b->mode_count, m = (size_t)out->mode_count;
    const abMassIntegrals *from = &b->mass;
    abMassIntegrals *to = &out->mass;
    *to = *from;
    to->S = columns_of(from->S, 3, n, kept, m, arena);
    to->N0 = columns_of(from->N0, 3, n, kept, m, arena);
    to->J1 = columns_of(from->J1, AB_SYMMETRIC, n, kept, m, arena);
    to->J2 = squares_of(from->J2, AB_SYMMETRIC, n, kept, m, arena);
    to->N1 = squares_of(from->N1, 3, n, kept, m, arena);
    to->modal_mass = squares_of(from->modal_mass, 1, n, kept, m, arena);
    out->K.at = squares_of(b->K, 1, n, kept, m, arena);
    out->D.at = b->D != NULL ? squares_of(b->D, 1, n, kept, m, arena)
                             : AB_ARENA_NEW(arena, double, m *m + 1);
    out->Phi = columns_of(b->Phi, 3 * b->node_count, n, kept, m, arena);
    out->Psi = b->Psi != NULL ? columns_of(b->Psi, 3 * b->node_count, n, kept, m, arena) : NULL;
    const double *q = choice->q != NULL ? choice->q : b->q;
    const double *q_rate = choice->q_rate != NULL ? choice->q_rate : b->q_rate;
    out->q = columns_of(q, 1, n, kept, m, arena);
    out->q_rate = columns_of(q_rate, 1, n, kept, m, arena);
    return to->S != NULL && to->N0 != NULL && to->J1 != NULL && to->J2 != NULL && to->N1 != NULL &&
           to->modal_mass != NULL && out->K.at != NULL && out->D.at != NULL && out->Phi != NULL &&
           (b->Psi == NULL || out->Psi != NULL) && out->q != NULL && out->q_rate != NULL;
}

// ---- what follows ----

static void invert_mass(abModalBody *out, double *factor) {
    size_t m = (size_t)out->mode_count;
    memcpy(factor, out->mass.modal_mass, m * m * sizeof *factor);
    ab_cholesky_factor(m, factor, 0.0); // positive definite, as the reader saw to
    double *inverse = out->mass_inverse.at;
    for (size_t k = 0; k < m; k++) { // symmetric: its rows are its columns
        memset(inverse + k * m, 0, m * sizeof *inverse);
        inverse[k * m + k] = 1.0;
        ab_cholesky_apply(m, factor, inverse + k * m);
    }
    out->mass_inverse.is_diagonal = is_diagonal(out->mass.modal_mass, m);
}

static void damp_by_ratio(abModalBody *out, double ratio, const double *V, double *scratch) {
    size_t m = (size_t)out->mode_count;
    const abModalMatrix mass = {out->mass.modal_mass, false};
    memset(out->D.at, 0, m * m * sizeof *out->D.at);
    for (size_t j = 0; j < m; j++) {
        double *v = scratch, *Mv = scratch + m;
        for (size_t i = 0; i < m; i++) {
            v[i] = V[i * m + j];
        }
        ab_modal_times(&mass, (int)m, v, Mv);
        for (size_t row = 0; row < m; row++) {
            for (size_t column = 0; column < m; column++) {
                out->D.at[row * m + column] += 2.0 * ratio * out->omega[j] * Mv[row] * Mv[column];
            }
        }
    }
}

// Where both matrices are diagonal, exactly.
static void damp_each(abModalBody *out, double ratio) {
    size_t m = (size_t)out->mode_count;
    memset(out->D.at, 0, m * m * sizeof *out->D.at);
    for (size_t i = 0; i < m * m; i += m + 1) {
        out->D.at[i] = 2.0 * ratio * sqrt(out->K.at[i] * out->mass.modal_mass[i]);
    }
}

static bool find_frequencies(abModalBody *out, double ratio, abArena *arena) {
    size_t m = (size_t)out->mode_count;
    double *A = AB_ARENA_NEW(arena, double, m *m), *B = AB_ARENA_NEW(arena, double, m *m);
    double *V = AB_ARENA_NEW(arena, double, m *m), *scratch = AB_ARENA_NEW(arena, double, 2 * m);
    out->omega = AB_ARENA_NEW(arena, double, m);
    out->mass_inverse.at = AB_ARENA_NEW(arena, double, m *m);
    if (A == NULL || B == NULL || V == NULL || scratch == NULL || out->omega == NULL ||
        out->mass_inverse.at == NULL) {
        return false;
    }
    memcpy(A, out->K.at, m * m * sizeof *A);
    memcpy(B, out->mass.modal_mass, m * m * sizeof *B);
    ab_symmetric_eigen_of_pair(m, A, B, out->omega, V);
    for (size_t k = 0; k < m; k++) {
        out->omega[k] = sqrt(fmax(0.0, out->omega[k]));
    }
    invert_mass(out, A);
    out->K.is_diagonal = is_diagonal(out->K.at, m);
    if (!isnan(ratio) && out->K.is_diagonal && out->mass_inverse.is_diagonal) {
        damp_each(out, ratio);
    } else if (!isnan(ratio)) {
        damp_by_ratio(out, ratio, V, scratch);
    }
    out->D.is_diagonal = is_diagonal(out->D.at, m);
    return true;
}

const double *ab_modal_rows(const abModalBody *body, const double *rows, abArena *arena) {
    return columns_of(rows, 3, (size_t)body->whole->mode_count, body->kept,
                      (size_t)body->mode_count, arena);
}

double ab_modal_body_bound(const abModalBody *body) {
    double bound = 0.0;
    for (size_t i = 0; i < body->whole->node_count; i++) {
        bound = fmax(bound, ab_norm(ab_sub(body->whole->X[i], body->mass.center)));
    }
    return bound;
}

static bool find_reach(abModalBody *out, abArena *arena) {
    size_t m = (size_t)out->mode_count;
    out->reach = AB_ARENA_NEW(arena, double, m);
    for (size_t k = 0; out->reach != NULL && k < m; k++) {
        for (size_t i = 0; i < out->whole->node_count; i++) {
            const double *phi = out->Phi + 3 * i * m + k;
            out->reach[k] = fmax(out->reach[k], ab_norm(ab_vec3(phi[0], phi[m], phi[2 * m])));
        }
    }
    return out->reach != NULL;
}

static abResult no_mode(const abReducedBody *whole, const abModalChoice *choice, abPlace place,
                        abError *error) {
    double first = INFINITY;
    for (int k = 0; k < whole->mode_count; k++) {
        first = fmin(first, frequency_of(whole, k));
    }
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "frequency_below = %g Hz leaves no mode of %s; the first has %.6g Hz, and "
                        "rigid: true is a body without modes",
                        choice->frequency_below, whole->file, first);
}

abResult ab_modal_body_make(abReducedBody *whole, const abModalChoice *choice, abArena *arena,
                            abModalBody *out, abPlace place, abError *error) {
    int *kept;
    *out = (abModalBody){.whole = whole, .mode_count = choose(whole, choice, arena, &kept)};
    if (out->mode_count == 0) {
        return no_mode(whole, choice, place, error);
    }
    if (out->mode_count < 0 || !take_columns(whole, choice, kept, arena, out)) {
        return ab_no_memory(error, place, "for the modes of a body");
    }
    out->kept = kept;
    int rigid = ab_first_rigid_mode(&out->mass, out->mode_count, arena);
    if (rigid >= 0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "mode %d of %s moves the whole body, or says the same as modes before "
                            "it: take it out, with modes: [...]",
                            kept[rigid] + 1, whole->file);
    }
    bool ok =
        rigid == -1 && find_frequencies(out, choice->damping, arena) && find_reach(out, arena);
    return ok ? AB_OK : ab_no_memory(error, place, "for the modes of a body");
}
