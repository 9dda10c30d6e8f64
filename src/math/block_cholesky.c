// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_cholesky.c - a right-looking factorisation by panels.
//
// A panel is factorised as a dense matrix, and its products are taken from the panels of its rows.
// The products are done in tiles of 3 x 3 numbers that stay in registers.
//
// Cost    side^3 multiplications for each pair of rows below each column.
// Source  the factorisation: Golub & Van Loan, section 4.2; by supernodes: [LiuNgPeyton1993].

#include "math/block_cholesky.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "math/block_parts.h"

enum { TILE = 3 };

void ab_block_cholesky_done(abBlockCholesky *c) {
    AB_ARRAY_FREE(c->allocator, c->order, c->order_capacity);
    AB_ARRAY_FREE(c->allocator, c->place, c->place_capacity);
    AB_ARRAY_FREE(c->allocator, c->pairs, c->pairs_capacity);
    AB_ARRAY_FREE(c->allocator, c->panels, c->panels_capacity);
    AB_ARRAY_FREE(c->allocator, c->panel_of, c->panel_of_capacity);
    AB_ARRAY_FREE(c->allocator, c->rows, c->rows_capacity);
    AB_ARRAY_FREE(c->allocator, c->values, c->values_capacity);
    AB_ARRAY_FREE(c->allocator, c->room, c->room_capacity);
    AB_ARRAY_FREE(c->allocator, c->links, c->links_capacity);
    AB_ARRAY_FREE(c->allocator, c->head, c->head_capacity);
    AB_ARRAY_FREE(c->allocator, c->marks, c->marks_capacity);
    AB_ARRAY_FREE(c->allocator, c->buckets, c->buckets_capacity);
}

// ---- the pattern ----

static bool reserve(abBlockCholesky *c, int n, size_t count) {
    size_t rows = (size_t)n + 1;
    return AB_ARRAY_RESERVE(c->allocator, c->order, c->order_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->place, c->place_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->panels, c->panels_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->panel_of, c->panel_of_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->head, c->head_capacity, 3 * rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->marks, c->marks_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->buckets, c->buckets_capacity, 3 * rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->links, c->links_capacity, 1) &&
           AB_ARRAY_RESERVE(c->allocator, c->room, c->room_capacity, rows * (size_t)c->side) &&
           AB_ARRAY_RESERVE(c->allocator, c->pairs, c->pairs_capacity, 2 * count + 1);
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
    bool ok = ab_block_order(c), is_small = !(c->most_work > 0.0 && c->work > c->most_work);
    ok = ok && (!is_small || ab_block_panels(c));
    c->n = ok && is_small ? n : 0;
    return ok;
}

// ---- values ----

static size_t stride_of(const abBlockCholesky *c, const abBlockPanel *panel) {
    return (size_t)panel->width * (size_t)c->side;
}

bool ab_block_cholesky_clear(abBlockCholesky *c) {
    if (!AB_ARRAY_RESERVE(c->allocator, c->values, c->values_capacity, c->value_count + 1)) {
        return false;
    }
    memset(c->values, 0, c->value_count * sizeof *c->values);
    return true;
}

// Which row of blocks of a panel a row is; it is one of them.
static int row_in(const abBlockCholesky *c, const abBlockPanel *panel, int row) {
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
    size_t stride = stride_of(c, panel), side = (size_t)c->side;
    size_t place =
        (size_t)row_in(c, panel, row) * side * stride + (size_t)(column - panel->first) * side;
    return (abBlockPlace){c->values + panel->values + place, stride, a < b};
}

// ---- factorisation ----

// The first n rows of A become the lower triangle L, the others B L'^-1; n numbers to a row.
static bool factor_panel(double *A, size_t n, size_t rows) {
    for (size_t j = 0; j < n; j++) {
        double *pivot = A + n * j, d = pivot[j];
        for (size_t k = 0; k < j; k++) {
            d -= pivot[k] * pivot[k];
        }
        if (!(d > 0.0)) {
            return false;
        }
        pivot[j] = sqrt(d);
        double inverse = 1.0 / pivot[j];
        size_t i = j + 1;
        for (; i + TILE <= rows; i += TILE) { // three rows at once
            double *r = A + n * i, *s = r + n, *t = s + n;
            double x = r[j], y = s[j], z = t[j];
            for (size_t k = 0; k < j; k++) {
                x -= r[k] * pivot[k];
                y -= s[k] * pivot[k];
                z -= t[k] * pivot[k];
            }
            r[j] = x * inverse, s[j] = y * inverse, t[j] = z * inverse;
        }
        for (; i < rows; i++) {
            double *r = A + n * i, x = r[j];
            for (size_t k = 0; k < j; k++) {
                x -= r[k] * pivot[k];
            }
            r[j] = x * inverse;
        }
    }
    return true;
}

// C -= A B' for a tile: rows of A and B are n numbers, those of C `stride` apart.
static void take_product(double *restrict C, size_t stride, const double *restrict A,
                         const double *restrict B, size_t n) {
    const double *a0 = A, *a1 = A + n, *a2 = A + 2 * n, *b0 = B, *b1 = B + n, *b2 = B + 2 * n;
    double s00 = 0.0, s01 = 0.0, s02 = 0.0, s10 = 0.0, s11 = 0.0, s12 = 0.0, s20 = 0.0, s21 = 0.0,
           s22 = 0.0;
    for (size_t k = 0; k < n; k++) {
        double x = a0[k], y = a1[k], z = a2[k], u = b0[k], v = b1[k], w = b2[k];
        s00 += x * u, s01 += x * v, s02 += x * w;
        s10 += y * u, s11 += y * v, s12 += y * w;
        s20 += z * u, s21 += z * v, s22 += z * w;
    }
    double *c0 = C, *c1 = C + stride, *c2 = C + 2 * stride;
    c0[0] -= s00, c0[1] -= s01, c0[2] -= s02;
    c1[0] -= s10, c1[1] -= s11, c1[2] -= s12;
    c2[0] -= s20, c2[1] -= s21, c2[2] -= s22;
}

static void take_block(const abBlockCholesky *c, double *C, size_t stride, const double *A,
                       const double *B, size_t n) {
    size_t side = (size_t)c->side;
    for (size_t r = 0; r < side; r += TILE) {
        for (size_t q = 0; q < side; q += TILE) {
            take_product(C + r * stride + q, stride, A + r * n, B + q * n, n);
        }
    }
}

// Takes the products of the rows below a panel from where they belong. Rows that are columns of one
// panel are found there together.
static void update(const abBlockCholesky *c, const abBlockPanel *from) {
    const int *rows = c->rows + from->rows;
    size_t n = stride_of(c, from), side = (size_t)c->side;
    const double *below = c->values + from->values + (size_t)from->width * side * n;
    for (int q = 0; q < from->count; q++) {
        const abBlockPanel *to = &c->panels[c->panel_of[rows[q]]];
        size_t stride = stride_of(c, to);
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
            take_block(c, values + (size_t)place * side * stride, stride,
                       below + (size_t)i * side * n, below + (size_t)q * side * n, n);
        }
    }
}

bool ab_block_cholesky_factor(abBlockCholesky *c) {
    for (int p = 0; p < c->panel_count; p++) {
        const abBlockPanel *panel = &c->panels[p];
        size_t rows = (size_t)(panel->width + panel->count) * (size_t)c->side;
        if (!factor_panel(c->values + panel->values, stride_of(c, panel), rows)) {
            return false;
        }
        update(c, panel);
    }
    return true;
}

// ---- solution ----

static void go_forward(const abBlockCholesky *c, const abBlockPanel *panel, double *x) {
    size_t n = stride_of(c, panel), side = (size_t)c->side;
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

static void go_back(const abBlockCholesky *c, const abBlockPanel *panel, double *x) {
    size_t n = stride_of(c, panel), side = (size_t)c->side;
    const double *L = c->values + panel->values + n * n;
    double *own = x + (size_t)panel->first * side;
    for (int r = 0; r < panel->count; r++) {
        const double *from = x + (size_t)c->rows[panel->rows + (size_t)r] * side;
        for (size_t i = 0; i < side; i++, L += n) {
            for (size_t k = 0; k < n; k++) {
                own[k] -= L[k] * from[i];
            }
        }
    }
    L = c->values + panel->values;
    for (size_t i = n; i-- > 0;) {
        own[i] /= L[n * i + i];
        for (size_t k = 0; k < i; k++) {
            own[k] -= L[n * i + k] * own[i];
        }
    }
}

void ab_block_cholesky_apply(const abBlockCholesky *c, double *b) {
    double *x = c->room;
    size_t m = (size_t)c->side;
    for (int k = 0; k < c->n; k++) {
        memcpy(x + m * (size_t)k, b + m * (size_t)c->order[k], m * sizeof *x);
    }
    for (int p = 0; p < c->panel_count; p++) {
        go_forward(c, &c->panels[p], x);
    }
    for (int p = c->panel_count; p-- > 0;) {
        go_back(c, &c->panels[p], x);
    }
    for (int k = 0; k < c->n; k++) {
        memcpy(b + m * (size_t)c->order[k], x + m * (size_t)k, m * sizeof *x);
    }
}
