// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_sums.h - products of vectors and matrices of m modes.

#ifndef AB_MODAL_SUMS_H
#define AB_MODAL_SUMS_H

#include <string.h>

#include "math/core/vector_math.h"
#include "method/modal/modal_step.h"

static inline size_t ab_modal_size(const abModalStep *own) {
    return (size_t)own->floating->body->mode_count;
}

static inline double ab_modal_sum(const double *a, const double *b, size_t m) {
    double sum = 0.0;
    for (size_t k = 0; k < m; k++) {
        sum += a[k] * b[k];
    }
    return sum;
}

static inline abVec3 ab_modal_rows_times(const double *rows, size_t m, const double *x) {
    return ab_vec3(ab_modal_sum(rows, x, m), ab_modal_sum(rows + m, x, m),
                   ab_modal_sum(rows + 2 * m, x, m));
}

static inline abVec3 ab_modal_column(const double *rows, size_t m, size_t k) {
    return ab_vec3(rows[k], rows[m + k], rows[2 * m + k]);
}

// out += M x, by rows, and by columns.
static inline void ab_modal_add_times(const double *M, size_t m, const double *x, double *out) {
    for (size_t i = 0; i < m; i++) {
        out[i] += ab_modal_sum(M + i * m, x, m);
    }
}

static inline void ab_modal_transposed_times(const double *M, size_t m, const double *x,
                                             double *out) {
    memset(out, 0, m * sizeof *out);
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < m; k++) {
            out[k] += M[i * m + k] * x[i];
        }
    }
}

// b becomes L^-1 b, L^-T b.
static inline void ab_modal_forward(const double *L, size_t m, double *b) {
    for (size_t i = 0; i < m; i++) {
        b[i] = (b[i] - ab_modal_sum(L + i * m, b, i)) / L[i * m + i];
    }
}

static inline void ab_modal_backward(const double *L, size_t m, double *b) {
    for (size_t i = m; i-- > 0;) {
        b[i] /= L[i * m + i];
        for (size_t k = 0; k < i; k++) {
            b[k] -= L[i * m + k] * b[i];
        }
    }
}

#endif
