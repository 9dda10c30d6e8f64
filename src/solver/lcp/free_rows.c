// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// free_rows.c - Cholesky by blocks, with a row added in O(n^2) and taken away in O(n^2).
//
// The upper factor lies by rows, so that every inner loop runs along a row.
//
// Source  Golub & Van Loan, Matrix Computations, 4.2 (blocks), 6.5.3 (rows taken away by
// rotations).

#include "solver/lcp/free_rows.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/linear/row_sums.h"
#include "solver/lcp/complementarity.h"

enum { PANEL = 16, TILE = 4 };

// Nothing is factored.
static void reset(abFreeRows *rows) {
    rows->count = 0;
    for (size_t i = 0; i < rows->n; i++) {
        rows->place[i] = AB_NO_PLACE;
    }
}

// A semidefinite matrix with a regularisation has no pivot below the regularisation but by rounding.
static double root_of_pivot(const abFreeRows *rows, double pivot) {
    return sqrt(fmax(pivot, 0.1 * rows->regularisation));
}

// ---- from the ground ----

// Rows from..to of the factor, their own block first.
static void factor_panel(const abFreeRows *rows, size_t from, size_t to) {
    size_t n = rows->n, m = rows->count;
    for (size_t k = from; k < to; k++) {
        double *restrict pivot_row = rows->U + k * n;
        double root = root_of_pivot(rows, pivot_row[k]), inverse = 1.0 / root;
        pivot_row[k] = root;
        for (size_t j = k + 1; j < m; j++) {
            pivot_row[j] *= inverse;
        }
        for (size_t i = k + 1; i < to; i++) {
            ab_row_add(rows->U + i * n + i, -pivot_row[i], pivot_row + i, m - i);
        }
    }
}

// Four rows by four columns less what the panel says of them.
static void update_tile(double *U, size_t n, size_t from, size_t to, size_t i, size_t j) {
    abTwo sum[TILE][2] = {{{0.0}}};
    for (size_t k = from; k < to; k++) {
        const double *left = U + k * n + i;
        const abTwo *right = ab_two_const(U + k * n + j);
        abTwo near = right[0], far = right[1];
        for (size_t a = 0; a < TILE; a++) {
            sum[a][0] += left[a] * near;
            sum[a][1] += left[a] * far;
        }
    }
    for (size_t a = 0; a < TILE; a++) {
        abTwo *row = ab_two(U + (i + a) * n + j);
        row[0] -= sum[a][0];
        row[1] -= sum[a][1];
    }
}

static void update_entry(double *U, size_t n, size_t from, size_t to, size_t i, size_t j) {
    double sum = 0.0;
    for (size_t k = from; k < to; k++) {
        sum += U[k * n + i] * U[k * n + j];
    }
    U[i * n + j] -= sum;
}

// Rows behind the panel. What is below the diagonal inside a tile is never read.
static void update_behind(const abFreeRows *rows, size_t from, size_t to) {
    size_t n = rows->n, m = rows->count, i = to;
    for (; i + TILE <= m; i += TILE) {
        size_t j = i;
        for (; j + TILE <= m; j += TILE) {
            update_tile(rows->U, n, from, to, i, j);
        }
        for (; j < m; j++) {
            for (size_t a = 0; a < TILE; a++) {
                update_entry(rows->U, n, from, to, i + a, j);
            }
        }
    }
    for (; i < m; i++) {
        for (size_t j = i; j < m; j++) {
            update_entry(rows->U, n, from, to, i, j);
        }
    }
}

// With `side` NULL all rows; with `added` that on the diagonal instead of the regularisation.
static void factor(abFreeRows *rows, const unsigned char *side, const double *added) {
    size_t n = rows->n;
    reset(rows);
    for (size_t i = 0; i < n; i++) {
        if (side == NULL || side[i] == AB_SIDE_FREE) {
            rows->place[i] = rows->count;
            rows->row[rows->count++] = i;
        }
    }
    for (size_t k = 0; k < rows->count; k++) {
        size_t i = rows->row[k];
        const double *from = rows->A + i * n;
        double *to = rows->U + k * n;
        for (size_t j = k; j < rows->count; j++) {
            to[j] = from[rows->row[j]];
        }
        to[k] += added != NULL ? added[i] : rows->regularisation * to[k];
    }
    for (size_t k = 0; k < rows->count; k += PANEL) {
        size_t end = k + PANEL < rows->count ? k + PANEL : rows->count;
        factor_panel(rows, k, end);
        update_behind(rows, k, end);
    }
    rows->factorisations++;
}

// ---- row by row ----

// x := U'^-1 x for the first `count` entries.
static void solve_forward(const abFreeRows *rows, size_t count, double *restrict x) {
    for (size_t k = 0; k < count; k++) {
        const double *restrict row = rows->U + k * rows->n;
        double value = x[k] / row[k];
        x[k] = value;
        ab_row_add(x + k + 1, -value, row + k + 1, count - k - 1);
    }
}

static void solve_backward(const abFreeRows *rows, double *x) {
    for (size_t k = rows->count; k-- > 0;) {
        const double *row = rows->U + k * rows->n;
        x[k] = (x[k] - ab_row_dot(row + k + 1, x + k + 1, rows->count - k - 1)) / row[k];
    }
}

static void add(abFreeRows *rows, size_t i) {
    size_t n = rows->n, k = rows->count;
    const double *from = rows->A + i * n;
    double *column = rows->workspace, pivot = from[i] + rows->regularisation * from[i];
    for (size_t j = 0; j < k; j++) {
        column[j] = from[rows->row[j]];
    }
    solve_forward(rows, k, column);
    for (size_t j = 0; j < k; j++) {
        rows->U[j * n + k] = column[j];
    }
    rows->U[k * n + k] = root_of_pivot(rows, pivot - ab_row_dot(column, column, k));
    rows->row[k] = i;
    rows->place[i] = k;
    rows->count++;
    rows->updates++;
}

// Rows k and k + 1 turned so that the second has nothing in column k.
static void rotate(double *restrict upper, double *restrict lower, size_t k, size_t end) {
    double length = sqrt(upper[k] * upper[k] + lower[k] * lower[k]);
    double c = upper[k] / length, s = lower[k] / length;
    upper[k] = length;
    for (size_t j = k + 1; j < end; j++) {
        double high = upper[j], low = lower[j];
        upper[j] = c * high + s * low;
        lower[j] = c * low - s * high;
    }
}

// Without column p each row behind it has an entry left of the diagonal, which rotations take away.
static void take(abFreeRows *rows, size_t i) {
    size_t n = rows->n, p = rows->place[i], m = rows->count - 1;
    for (size_t k = 0; k <= m; k++) {
        double *row = rows->U + k * n;
        size_t from = k > p ? k : p + 1;
        memmove(row + from - 1, row + from, (m + 1 - from) * sizeof *row);
    }
    for (size_t k = p; k < m; k++) {
        rotate(rows->U + k * n, rows->U + (k + 1) * n, k, m);
        rows->row[k] = rows->row[k + 1];
        rows->place[rows->row[k]] = k;
    }
    rows->place[i] = AB_NO_PLACE;
    rows->count = m;
    rows->updates++;
}

static bool is_free(const unsigned char *side, size_t i) {
    return side[i] == AB_SIDE_FREE;
}

// An update costs at most about 3 n^2, in slower loops than the n^3 / 6 of a factorisation.
enum { UPDATES_WORTH = 24 };

static void choose(void *self, const unsigned char *side) {
    abFreeRows *rows = self;
    size_t changes = 0;
    for (size_t i = 0; i < rows->n; i++) {
        changes += is_free(side, i) != (rows->place[i] != AB_NO_PLACE);
    }
    if (changes == 0) {
        return;
    }
    if (changes * UPDATES_WORTH > rows->count) {
        factor(rows, side, NULL);
        return;
    }
    for (size_t i = 0; i < rows->n; i++) {
        if (!is_free(side, i) && rows->place[i] != AB_NO_PLACE) {
            take(rows, i);
        }
    }
    for (size_t i = 0; i < rows->n; i++) {
        if (is_free(side, i) && rows->place[i] == AB_NO_PLACE) {
            add(rows, i);
        }
    }
}

static void solve(void *self, double *x) {
    const abFreeRows *rows = self;
    double *workspace = rows->workspace;
    for (size_t k = 0; k < rows->count; k++) {
        workspace[k] = x[rows->row[k]];
    }
    solve_forward(rows, rows->count, workspace);
    solve_backward(rows, workspace);
    for (size_t k = 0; k < rows->count; k++) {
        x[rows->row[k]] = workspace[k];
    }
}

static void set_regularisation(void *self, double regularisation) {
    abFreeRows *rows = self;
    rows->regularisation = regularisation;
    reset(rows);
}

// Columns of the entries that are not zero, four at a time. The matrix is symmetric: row j is
// column j.
static void add_product(void *self, const double *x, double *restrict y) {
    const abFreeRows *rows = self;
    size_t n = rows->n, held = 0;
    const double *column[4];
    double value[4];
    for (size_t j = 0; j < n; j++) {
        if (x[j] == 0.0) {
            continue;
        }
        column[held] = rows->A + j * n;
        value[held++] = x[j];
        if (held == 4) {
            ab_row_add_four(y, value, column, n);
            held = 0;
        }
    }
    for (size_t k = 0; k < held; k++) {
        ab_row_add(y, value[k], column[k], n);
    }
}

static void factor_all(void *self, const double *added) {
    factor(self, NULL, added);
}

abForceMatrix ab_free_rows_matrix(abFreeRows *rows) {
    return (abForceMatrix){.self = rows,
                           .set_regularisation = set_regularisation,
                           .choose = choose,
                           .solve = solve,
                           .factor_all = factor_all,
                           .add_product = add_product};
}
