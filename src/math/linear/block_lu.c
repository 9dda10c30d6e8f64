// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_lu.c - the factorisation of block_cholesky.c for a matrix that is not symmetric.
//
// A panel has a square on the diagonal, rows B below it and columns C right of it. With P its
// square becomes L U, and
//
//   B <- B U^-1,   C <- L^-1 P C,   and everything below and right loses B C              (1)
//
// C is kept transposed, so that it looks like B and (1) are the same products as there.
//
// Error   rows are exchanged within a panel only: good for matrices whose diagonal blocks hold
//         what is beside them, as those of masses and stiffnesses do.
// Source  Golub & Van Loan, section 3.4; by panels as in block_cholesky.c.

#include "math/linear/block_lu.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "math/linear/block_cholesky.h"

// ---- values ----

bool ab_block_lu_clear(abBlockCholesky *c) {
    size_t rows = (size_t)c->n * (size_t)c->side;
    if (!ab_block_cholesky_clear(c) ||
        !AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->right, c->value_count + 1) ||
        !AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->swaps, rows + 1)) {
        return false;
    }
    memset(c->right, 0, c->value_count * sizeof *c->right);
    return true;
}

abBlockPlace ab_block_lu_at(abBlockCholesky *c, int i, int j) {
    int row = c->place[i], column = c->place[j];
    bool is_turned = row < column && c->panel_of[row] != c->panel_of[column];
    int first = is_turned ? row : column, second = is_turned ? column : row;
    const abBlockPanel *panel = &c->panels[c->panel_of[first]];
    size_t stride = ab_block_stride(c, panel), side = (size_t)c->side;
    size_t at = (size_t)ab_block_row_in(c, panel, second) * side * stride +
                (size_t)(first - panel->first) * side;
    return (abBlockPlace){(is_turned ? c->right : c->values) + panel->values + at, stride,
                          is_turned};
}

// ---- factorisation ----

static void exchange(double *a, double *b, size_t n) {
    for (size_t k = 0; k < n; k++) {
        double kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

// P A = L U of the square; L has ones on its diagonal.
static bool factor_square(double *A, size_t n, int *swaps) {
    for (size_t j = 0; j < n; j++) {
        size_t best = j;
        for (size_t i = j + 1; i < n; i++) {
            best = fabs(A[n * i + j]) > fabs(A[n * best + j]) ? i : best;
        }
        swaps[j] = (int)best;
        double pivot = A[n * best + j];
        if (!(fabs(pivot) > 0.0 && isfinite(pivot))) {
            return false;
        }
        if (best != j) {
            exchange(A + n * j, A + n * best, n);
        }
        for (size_t i = j + 1; i < n; i++) {
            double by = A[n * i + j] /= pivot;
            for (size_t k = j + 1; k < n; k++) {
                A[n * i + k] -= by * A[n * j + k];
            }
        }
    }
    return true;
}

// b <- b U^-1 for `rows` rows.
static void by_upper(const double *A, size_t n, double *b, size_t rows) {
    for (; rows-- > 0; b += n) {
        for (size_t j = 0; j < n; j++) {
            double x = b[j] /= A[n * j + j];
            for (size_t k = j + 1; k < n; k++) {
                b[k] -= x * A[n * j + k];
            }
        }
    }
}

// Of columns of C, kept as rows: c <- L^-1 P c.
static void by_lower(const double *A, size_t n, const int *swaps, double *c, size_t rows) {
    for (; rows-- > 0; c += n) {
        for (size_t j = 0; j < n; j++) {
            exchange(&c[j], &c[swaps[j]], 1);
        }
        for (size_t j = 0; j < n; j++) {
            double sum = c[j];
            for (size_t k = 0; k < j; k++) {
                sum -= A[n * j + k] * c[k];
            }
            c[j] = sum;
        }
    }
}

// (1) at the rows and columns that belong to the q-th of a panel.
static void update_from(abBlockCholesky *c, const abBlockPanel *from, int q) {
    const int *rows = c->rows + from->rows;
    const abBlockPanel *to = &c->panels[c->panel_of[rows[q]]];
    const int *to_rows = c->rows + to->rows;
    size_t n = ab_block_stride(c, from), side = (size_t)c->side, stride = ab_block_stride(c, to);
    size_t below = from->values + (size_t)from->width * side * n, block = side * n;
    const double *B = c->values + below, *C = c->right + below;
    size_t column = (size_t)(rows[q] - to->first);
    double *low = c->values + to->values, *high = c->right + to->values;
    int at = 0, end = to->first + to->width;
    for (int i = q; i < from->count; i++) {
        const double *B_i = B + (size_t)i * block, *C_i = C + (size_t)i * block;
        const double *B_q = B + (size_t)q * block, *C_q = C + (size_t)q * block;
        bool is_square = rows[i] < end;
        while (!is_square && to_rows[at] < rows[i]) {
            at++;
        }
        size_t row = (size_t)(is_square ? rows[i] - to->first : to->width + at);
        ab_block_take(c, low + row * side * stride + column * side, stride, B_i, C_q, n);
        if (!is_square) {
            ab_block_take(c, high + row * side * stride + column * side, stride, C_i, B_q, n);
        } else if (i > q) {
            ab_block_take(c, low + column * side * stride + row * side, stride, B_q, C_i, n);
        }
    }
}

bool ab_block_lu_factor(abBlockCholesky *c) {
    for (int p = 0; p < c->panel_count; p++) {
        const abBlockPanel *panel = &c->panels[p];
        size_t n = ab_block_stride(c, panel), rows = (size_t)panel->count * (size_t)c->side;
        double *A = c->values + panel->values;
        int *swaps = c->swaps + (size_t)panel->first * (size_t)c->side;
        if (!factor_square(A, n, swaps)) {
            return false;
        }
        by_upper(A, n, A + n * n, rows);
        by_lower(A, n, swaps, c->right + panel->values + n * n, rows);
        for (int q = 0; q < panel->count; q++) {
            update_from(c, panel, q);
        }
    }
    return true;
}

// ---- solution ----

static void go_forward(const abBlockCholesky *c, const abBlockPanel *panel, double *x) {
    size_t n = ab_block_stride(c, panel), side = (size_t)c->side;
    const double *A = c->values + panel->values, *B = A + n * n;
    double *own = x + (size_t)panel->first * side;
    by_lower(A, n, c->swaps + (size_t)panel->first * side, own, 1);
    for (int r = 0; r < panel->count; r++) {
        double *to = x + (size_t)c->rows[panel->rows + (size_t)r] * side;
        for (size_t i = 0; i < side; i++, B += n) {
            for (size_t k = 0; k < n; k++) {
                to[i] -= B[k] * own[k];
            }
        }
    }
}

static void go_back(const abBlockCholesky *c, const abBlockPanel *panel, double *x) {
    size_t n = ab_block_stride(c, panel);
    const double *A = c->values + panel->values;
    double *own = x + (size_t)panel->first * (size_t)c->side;
    ab_block_take_below(c, panel, c->right + panel->values + n * n, x);
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) {
            own[i] -= A[n * i + k] * own[k];
        }
        own[i] /= A[n * i + i];
    }
}

void ab_block_lu_apply(const abBlockCholesky *c, double *b) {
    ab_block_solve(c, go_forward, go_back, b);
}
