// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_cholesky.c - a right-looking factorisation by panels.
//
// A panel is factorised as a dense matrix, and its products are taken from the panels of its rows.
// The products are done in tiles of 3 x 3 numbers that stay in registers, each number as two sums
// of neighbours, so that a processor that can adds two at once.
//
// Cost    side^3 multiplications for each pair of rows below each column.
// Source  the factorisation: Golub & Van Loan, section 4.2; by supernodes: [LiuNgPeyton1993].

#include "math/linear/block_cholesky.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "math/linear/block_order.h"
#include "math/linear/block_panels.h"

enum { TILE = AB_BLOCK_TILE };

void ab_block_cholesky_done(abBlockCholesky *c) {
    ab_arrays_free(c->allocator, &c->arrays);
    *c = (abBlockCholesky){.allocator = c->allocator};
}

// ---- the pattern ----

static bool reserve(abBlockCholesky *c, int n, size_t count) {
    size_t rows = (size_t)n + 1;
    return AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->order, rows) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->place, rows) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->panels, rows) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->panel_of, rows) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->head, 3 * rows) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->marks, rows) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->buckets, 3 * rows) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->links, 1) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->workspace, rows * (size_t)c->side) &&
           AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->pairs, 2 * count + 1);
}

bool ab_block_cholesky_analyse(abBlockCholesky *c, int side, int n, const int (*pairs)[2],
                               size_t count) {
    if (c->n == n && c->side == side && c->pair_count == count && c->order != NULL &&
        (count == 0 || memcmp(c->pairs, pairs, count * sizeof *pairs) == 0)) {
        return true;
    }
    c->n = 0; // nothing is known until all is done
    c->side = side;
    if (!reserve(c, n, count)) {
        return false;
    }
    if (count > 0) {
        memcpy(c->pairs, pairs, count * sizeof *pairs);
    }
    c->pair_count = count;
    c->n = n;
    bool ok = ab_block_order(c), is_small = !(c->maximum_work > 0.0 && c->work > c->maximum_work);
    ok = ok && (!is_small || ab_block_panels(c));
    c->n = ok && is_small ? n : 0;
    return ok;
}

// ---- values ----

bool ab_block_cholesky_clear(abBlockCholesky *c) {
    if (!AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->values, c->value_count + 1)) {
        return false;
    }
    memset(c->values, 0, c->value_count * sizeof *c->values);
    return true;
}

int ab_block_row_in(const abBlockCholesky *c, const abBlockPanel *panel, int row) {
    if (row < panel->first + panel->width) {
        return row - panel->first;
    }
    const int *rows = c->rows + panel->rows;
    int low = 0, high = panel->count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(rows[middle] <= row ? &low : &high) = middle;
    }
    return panel->width + low;
}

abBlockPlace ab_block_cholesky_at(abBlockCholesky *c, int i, int j) {
    int a = c->place[i], b = c->place[j], row = a > b ? a : b, column = a > b ? b : a;
    const abBlockPanel *panel = &c->panels[c->panel_of[column]];
    size_t stride = ab_block_stride(c, panel), side = (size_t)c->side;
    size_t place = (size_t)ab_block_row_in(c, panel, row) * side * stride +
                   (size_t)(column - panel->first) * side;
    return (abBlockPlace){c->values + panel->values + place, stride, a < b};
}

// ---- factorisation ----

// Two neighbours in a row, wherever they lie.
typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));

static inline Two two(const double *row) {
    return *(const Two *)(const void *)row;
}

// C -= A B' for a tile: rows of A and B are `row` apart and n numbers of them count, those of C are
// `stride` apart.
static void take_product(double *restrict C, size_t stride, const double *restrict A,
                         const double *restrict B, size_t row, size_t n) {
    const double *a0 = A, *a1 = A + row, *a2 = A + 2 * row, *b0 = B, *b1 = B + row,
                 *b2 = B + 2 * row;
    Two s00 = {0.0}, s01 = s00, s02 = s00, s10 = s00, s11 = s00, s12 = s00, s20 = s00, s21 = s00,
        s22 = s00;
    size_t k = 0;
    for (; k + 2 <= n; k += 2) {
        Two x = two(a0 + k), y = two(a1 + k), z = two(a2 + k);
        Two u = two(b0 + k), v = two(b1 + k), w = two(b2 + k);
        s00 += x * u, s01 += x * v, s02 += x * w;
        s10 += y * u, s11 += y * v, s12 += y * w;
        s20 += z * u, s21 += z * v, s22 += z * w;
    }
    if (k < n) { // the last one alone
        double x = a0[k], y = a1[k], z = a2[k], u = b0[k], v = b1[k], w = b2[k];
        s00[0] += x * u, s01[0] += x * v, s02[0] += x * w;
        s10[0] += y * u, s11[0] += y * v, s12[0] += y * w;
        s20[0] += z * u, s21[0] += z * v, s22[0] += z * w;
    }
    double *c0 = C, *c1 = C + stride, *c2 = C + 2 * stride;
    c0[0] -= s00[0] + s00[1], c0[1] -= s01[0] + s01[1], c0[2] -= s02[0] + s02[1];
    c1[0] -= s10[0] + s10[1], c1[1] -= s11[0] + s11[1], c1[2] -= s12[0] + s12[1];
    c2[0] -= s20[0] + s20[1], c2[1] -= s21[0] + s21[1], c2[2] -= s22[0] + s22[1];
}

// The first three columns, from which those before have been taken.
static bool factor_columns(double *A, size_t n, size_t rows) {
    for (size_t j = 0; j < TILE; j++) {
        double *pivot = A + n * j, d = pivot[j];
        for (size_t k = 0; k < j; k++) {
            d -= pivot[k] * pivot[k];
        }
        if (!(d > 0.0)) {
            return false;
        }
        pivot[j] = sqrt(d);
        double inverse = 1.0 / pivot[j];
        for (size_t i = j + 1; i < rows; i++) {
            double *r = A + n * i, x = r[j];
            for (size_t k = 0; k < j; k++) {
                x -= r[k] * pivot[k];
            }
            r[j] = x * inverse;
        }
    }
    return true;
}

// The first n rows of A become the lower triangle L, the others B L'^-1; n numbers to a row. Both
// numbers are multiples of three.
static bool factor_panel(double *A, size_t n, size_t rows) {
    for (size_t j = 0; j < n; j += TILE) {
        for (size_t i = j; i < rows && j > 0; i += TILE) {
            take_product(A + n * i + j, n, A + n * i, A + n * j, n, j);
        }
        if (!factor_columns(A + n * j + j, n, rows - j)) {
            return false;
        }
    }
    return true;
}

void ab_block_take(const abBlockCholesky *c, double *C, size_t stride, const double *A,
                   const double *B, size_t n) {
    size_t side = (size_t)c->side;
    for (size_t r = 0; r < side; r += TILE) {
        for (size_t q = 0; q < side; q += TILE) {
            take_product(C + r * stride + q, stride, A + r * n, B + q * n, n, n);
        }
    }
}

// Takes the products of the rows below a panel from where they belong. Rows that are columns of one
// panel are found there together.
static void update(const abBlockCholesky *c, const abBlockPanel *from) {
    const int *rows = c->rows + from->rows;
    size_t n = ab_block_stride(c, from), side = (size_t)c->side;
    const double *below = c->values + from->values + (size_t)from->width * side * n;
    for (int q = 0; q < from->count; q++) {
        const abBlockPanel *to = &c->panels[c->panel_of[rows[q]]];
        size_t stride = ab_block_stride(c, to);
        double *values = c->values + to->values + (size_t)(rows[q] - to->first) * side;
        const int *to_rows = c->rows + to->rows;
        int at = 0, end = to->first + to->width;
        for (int i = q; i < from->count; i++) {
            int place = rows[i] - to->first;
            if (rows[i] >= end) {
                while (to_rows[at] < rows[i]) {
                    at++;
                }
                place = to->width + at;
            }
            ab_block_take(c, values + (size_t)place * side * stride, stride,
                          below + (size_t)i * side * n, below + (size_t)q * side * n, n);
        }
    }
}

bool ab_block_cholesky_factor(abBlockCholesky *c) {
    for (int p = 0; p < c->panel_count; p++) {
        const abBlockPanel *panel = &c->panels[p];
        size_t rows = (size_t)(panel->width + panel->count) * (size_t)c->side;
        if (!factor_panel(c->values + panel->values, ab_block_stride(c, panel), rows)) {
            return false;
        }
        update(c, panel);
    }
    return true;
}

// ---- solution ----

static void go_forward(const abBlockCholesky *c, const abBlockPanel *panel, double *x) {
    size_t n = ab_block_stride(c, panel), side = (size_t)c->side;
    const double *L = c->values + panel->values;
    double *own = x + (size_t)panel->first * side;
    for (size_t i = 0; i < n; i++, L += n) {
        double sum = own[i];
        for (size_t k = 0; k < i; k++) {
            sum -= L[k] * own[k];
        }
        own[i] = sum / L[i];
    }
    for (int r = 0; r < panel->count; r++) {
        double *to = x + (size_t)c->rows[panel->rows + (size_t)r] * side;
        for (size_t i = 0; i < side; i++, L += n) {
            double sum = 0.0;
            for (size_t k = 0; k < n; k++) {
                sum += L[k] * own[k];
            }
            to[i] -= sum;
        }
    }
}

void ab_block_take_below(const abBlockCholesky *c, const abBlockPanel *panel, const double *B,
                         double *x) {
    size_t n = ab_block_stride(c, panel), side = (size_t)c->side;
    double *own = x + (size_t)panel->first * side;
    for (int r = 0; r < panel->count; r++) {
        const double *from = x + (size_t)c->rows[panel->rows + (size_t)r] * side;
        for (size_t i = 0; i < side; i++, B += n) {
            for (size_t k = 0; k < n; k++) {
                own[k] -= B[k] * from[i];
            }
        }
    }
}

static void go_back(const abBlockCholesky *c, const abBlockPanel *panel, double *x) {
    size_t n = ab_block_stride(c, panel);
    const double *L = c->values + panel->values;
    double *own = x + (size_t)panel->first * (size_t)c->side;
    ab_block_take_below(c, panel, L + n * n, x);
    for (size_t i = n; i-- > 0;) {
        own[i] /= L[n * i + i];
        for (size_t k = 0; k < i; k++) {
            own[k] -= L[n * i + k] * own[i];
        }
    }
}

void ab_block_solve(const abBlockCholesky *c, abBlockSweep *forward, abBlockSweep *back,
                    double *b) {
    double *x = c->workspace;
    size_t m = (size_t)c->side;
    for (int k = 0; k < c->n; k++) {
        memcpy(x + m * (size_t)k, b + m * (size_t)c->order[k], m * sizeof *x);
    }
    for (int p = 0; p < c->panel_count; p++) {
        forward(c, &c->panels[p], x);
    }
    for (int p = c->panel_count; p-- > 0;) {
        back(c, &c->panels[p], x);
    }
    for (int k = 0; k < c->n; k++) {
        memcpy(b + m * (size_t)c->order[k], x + m * (size_t)k, m * sizeof *x);
    }
}

void ab_block_cholesky_apply(const abBlockCholesky *c, double *b) {
    ab_block_solve(c, go_forward, go_back, b);
}
