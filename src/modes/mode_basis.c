// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mode_basis.c - displacements that span what a reduced body can do, and the modes made of them.

#include "modes/mode_basis.h"

#include "base/config.h"

#if ABUT_HAVE_MODES

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "modes/dense_blas.h"

#include "modes/tolerances.def"

abResult ab_mode_basis_create(const abSolid *solid, int capacity, abModeBasis *basis,
                              abError *error) {
    *basis = (abModeBasis){.solid = solid, .capacity = capacity};
    basis->rows = 3 * (size_t)solid->node_count;
    size_t c = (size_t)capacity;
    abAllocator a = solid->mesh->allocator;
    bool ok = AB_ARRAYS_RESERVE(a, &basis->arrays, basis->columns, basis->rows * c + 1) &&
              AB_ARRAYS_RESERVE(a, &basis->arrays, basis->image, basis->rows * (c + 1)) &&
              AB_ARRAYS_RESERVE(a, &basis->arrays, basis->lambda, c + 1) &&
              AB_ARRAYS_RESERVE(a, &basis->arrays, basis->M, c * c + 1) &&
              AB_ARRAYS_RESERVE(a, &basis->arrays, basis->K, c * c + 1) &&
              AB_ARRAYS_RESERVE(a, &basis->arrays, basis->scratch, 3 * c * c + 64 * c + 64);
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for the modes of a mesh");
}

void ab_mode_basis_done(abModeBasis *basis) {
    if (basis->solid != NULL) {
        ab_arrays_free(basis->solid->mesh->allocator, &basis->arrays);
    }
    *basis = (abModeBasis){0};
}

double *ab_mode_basis_column(const abModeBasis *basis, int column) {
    return basis->columns + (size_t)column * basis->rows;
}

double *ab_mode_basis_add(abModeBasis *basis) {
    double *column = ab_mode_basis_column(basis, basis->count++);
    memset(column, 0, basis->rows * sizeof *column);
    return column;
}

// ---- matrices of the columns ----

static void multiply(abModeBasis *b, void (*product)(const abSolid *, const double *, double *)) {
    for (int k = 0; k < b->count; k++) {
        product(b->solid, ab_mode_basis_column(b, k), b->image + (size_t)k * b->rows);
    }
}

static void make_symmetric(double *A, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double mean = 0.5 * (A[i * n + j] + A[j * n + i]);
            A[i * n + j] = A[j * n + i] = mean;
        }
    }
}

void ab_mode_basis_matrices(abModeBasis *b) {
    int n = b->count, rows = (int)b->rows;
    multiply(b, ab_solid_mass);
    ab_product_t(n, n, rows, b->columns, b->image, b->M);
    multiply(b, ab_solid_stiffness);
    ab_product_t(n, n, rows, b->columns, b->image, b->K);
    make_symmetric(b->M, n);
    make_symmetric(b->K, n);
}

// phi_k^T M phi_k, from the image M phi_k.
static double square_of(const abModeBasis *b, int k) {
    const double *column = ab_mode_basis_column(b, k), *image = b->image + (size_t)k * b->rows;
    double sum = 0.0;
    for (size_t i = 0; i < b->rows; i++) {
        sum += column[i] * image[i];
    }
    return sum;
}

static void leave_out_once(abModeBasis *b, const double *vectors, int count) {
    ab_product_t(count, b->count, (int)b->rows, vectors, b->image, b->scratch);
    for (int i = 0; i < count * b->count; i++) {
        b->scratch[i] = -b->scratch[i];
    }
    ab_product((int)b->rows, b->count, count, vectors, b->scratch, 1.0, b->columns);
    multiply(b, ab_solid_mass);
}

void ab_mode_basis_leave_out(abModeBasis *b, const double *vectors, int count) {
    multiply(b, ab_solid_mass);
    for (int k = 0; k < b->count; k++) {
        b->lambda[k] = square_of(b, k);
    }
    leave_out_once(b, vectors, count);
    leave_out_once(b, vectors, count); // what rounding left
    for (int k = 0; k < b->count; k++) {
        if (!(square_of(b, k) > s_rounding_of_rigid * b->lambda[k])) {
            memset(ab_mode_basis_column(b, k), 0, b->rows * sizeof(double));
        }
    }
}

// ---- to modes ----

static bool eigen(int n, double *A, double *values, double *work) {
    int info = 0, size = 34 * n + 34;
    if (n > 0) {
        dsyev_("V", "U", &n, A, &n, values, work, &size, &info, 1, 1);
    }
    return info == 0;
}

// T (n x kept): combinations with T^T M T = 1. Uses M, all of `values` and `work`.
static int independent(abModeBasis *b, double *T, double *values, double *work) {
    int n = b->count, kept = 0;
    double *scale = b->lambda;
    for (int i = 0; i < n; i++) {
        double m = b->M[i * n + i];
        scale[i] = m > 0.0 ? 1.0 / sqrt(m) : 0.0;
    }
    for (int i = 0; i < n * n; i++) {
        b->M[i] *= scale[i / n] * scale[i % n];
    }
    if (!eigen(n, b->M, values, work)) {
        return -1;
    }
    for (int k = 0; k < n; k++) {
        if (values[k] > s_dependent * values[n - 1]) {
            for (int i = 0; i < n; i++) {
                T[kept * n + i] = scale[i] * b->M[k * n + i] / sqrt(values[k]);
            }
            kept++;
        }
    }
    return kept;
}

// columns = columns T, by blocks of rows.
static void combine(abModeBasis *b, const double *T, int n, int kept) {
    const double one = 1.0, zero = 0.0;
    const int block = 64, rows = (int)b->rows;
    for (int first = 0; first < rows; first += block) {
        int size = rows - first < block ? rows - first : block;
        double *target = b->image; // block x kept
        dgemm_("N", "N", &size, &kept, &n, &one, b->columns + first, &rows, T, &n, &zero, target,
               &size, 1, 1);
        for (int k = 0; k < kept; k++) {
            memcpy(b->columns + (size_t)k * b->rows + first, target + (size_t)k * (size_t)size,
                   (size_t)size * sizeof *target);
        }
    }
}

static abResult solve_once(abModeBasis *b, abError *error) {
    int n = b->count;
    if (n == 0) {
        return AB_OK;
    }
    size_t square = (size_t)n * (size_t)n;
    double *T = b->scratch, *product = T + square, *work = product + square;
    double *values = work + 34 * n + 34;
    ab_mode_basis_matrices(b);
    int kept = independent(b, T, values, work);
    if (kept >= 0) {
        ab_product(n, kept, n, b->K, T, 0.0, product);
        ab_product_t(kept, kept, n, T, product, b->K);
        make_symmetric(b->K, kept);
    }
    if (kept < 0 || !eigen(kept, b->K, values, work)) {
        return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                            "the eigenvalues of %d combined modes cannot be found", n);
    }
    ab_product(n, kept, kept, T, b->K, 0.0, product);
    combine(b, product, n, kept);
    memcpy(b->lambda, values, (size_t)kept * sizeof *values);
    b->count = kept;
    return AB_OK;
}

// The first of the components that are nearly the largest is above 0.
static void choose_sign(double *column, size_t rows) {
    double largest = 0.0;
    for (size_t i = 0; i < rows; i++) {
        largest = fmax(largest, fabs(column[i]));
    }
    size_t first = 0;
    while (first < rows && !(fabs(column[first]) >= s_nearly_largest * largest)) {
        first++;
    }
    bool is_turned = first < rows && column[first] < 0.0;
    for (size_t i = 0; i < rows && is_turned; i++) {
        column[i] = -column[i];
    }
}

abResult ab_mode_basis_solve(abModeBasis *basis, abError *error) {
    AB_TRY(solve_once(basis, error));
    AB_TRY(solve_once(basis, error)); // from well-scaled columns, to rounding
    for (int k = 0; k < basis->count; k++) {
        choose_sign(ab_mode_basis_column(basis, k), basis->rows);
    }
    return AB_OK;
}

bool ab_make_orthonormal(const abSolid *solid, double *vectors, int count, double *image) {
    size_t n = 3 * (size_t)solid->node_count;
    for (int k = 0; k < 2 * count; k++) { // each twice, for what rounding leaves
        double *v = vectors + (size_t)(k / 2) * n, norm = 0.0;
        ab_solid_mass(solid, v, image);
        for (int j = 0; j < k / 2; j++) {
            const double *u = vectors + (size_t)j * n;
            double part = 0.0;
            for (size_t i = 0; i < n; i++) {
                part += u[i] * image[i];
            }
            for (size_t i = 0; i < n; i++) {
                v[i] -= part * u[i];
            }
        }
        ab_solid_mass(solid, v, image);
        for (size_t i = 0; i < n; i++) {
            norm += v[i] * image[i];
        }
        if (!(norm > 0.0)) {
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            v[i] /= sqrt(norm);
        }
    }
    return true;
}

#endif
