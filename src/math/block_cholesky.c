// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_cholesky.c - minimum degree on explicit lists, and a right-looking factorisation by blocks.
//
// The next row to be eliminated is the one with the fewest neighbours left, the first of these; its
// neighbours then become neighbours of each other. The lists after all eliminations are the columns
// of the factor.
//
// Cost    analysis: the number of pairs of neighbours over all eliminations; factorisation: 216
//         multiplications for each of them. For a wall of bodies n log n, for a heap n^2.
// Source  minimum degree: [GeorgeLiu1989]; the factorisation: Golub & Van Loan, section 4.2.

#include "math/block_cholesky.h"

#include <math.h>
#include <string.h>

#include "base/array.h"

void ab_block_cholesky_done(abBlockCholesky *c) {
    AB_ARRAY_FREE(c->allocator, c->order, c->order_capacity);
    AB_ARRAY_FREE(c->allocator, c->place, c->place_capacity);
    AB_ARRAY_FREE(c->allocator, c->pairs, c->pairs_capacity);
    AB_ARRAY_FREE(c->allocator, c->start, c->start_capacity);
    AB_ARRAY_FREE(c->allocator, c->rows, c->rows_capacity);
    AB_ARRAY_FREE(c->allocator, c->values, c->values_capacity);
    AB_ARRAY_FREE(c->allocator, c->diagonal, c->diagonal_capacity);
    AB_ARRAY_FREE(c->allocator, c->room, c->room_capacity);
    AB_ARRAY_FREE(c->allocator, c->links, c->links_capacity);
    AB_ARRAY_FREE(c->allocator, c->head, c->head_capacity);
    AB_ARRAY_FREE(c->allocator, c->marks, c->marks_capacity);
}

// ---- the pattern ----

// Neighbours of row i are the head[3 i + 1] links from head[3 i] on, which has room for
// head[3 i + 2]. A list that grows moves to the end of the array.
static bool add_neighbour(abBlockCholesky *c, size_t *used, int i, int j) {
    int *at = &c->head[3 * i], *count = at + 1, *room = at + 2;
    for (int k = 0; k < *count; k++) {
        if (c->links[*at + k] == j) {
            return true;
        }
    }
    if (*count == *room) {
        int more = 2 * *room + 4;
        if (!AB_ARRAY_RESERVE(c->allocator, c->links, c->links_capacity, *used + (size_t)more)) {
            return false;
        }
        memcpy(&c->links[*used], &c->links[*at], (size_t)*count * sizeof *c->links);
        *at = (int)*used;
        *room = more;
        *used += (size_t)more;
    }
    c->links[*at + (*count)++] = j;
    return true;
}

// Joins the neighbours of row i with each other, without i and what is eliminated.
static bool join(abBlockCholesky *c, size_t *used, int i) {
    int n_i = c->head[3 * i + 1];
    for (int a = 0; a < n_i; a++) {
        int j = c->links[c->head[3 * i] + a];
        int *at = &c->head[3 * j];
        for (int k = 0; k < at[1]; k++) {
            c->marks[c->links[at[0] + k]] = j + 1;
        }
        c->marks[j] = j + 1;
        for (int b = 0; b < n_i; b++) {
            int other = c->links[c->head[3 * i] + b];
            if (c->marks[other] != j + 1) {
                c->marks[other] = j + 1;
                if (at[1] == at[2]) { // look for room once
                    if (!add_neighbour(c, used, j, other)) {
                        return false;
                    }
                    at = &c->head[3 * j];
                } else {
                    c->links[at[0] + at[1]++] = other;
                }
            }
        }
        for (int k = 0; k < at[1]; k++) { // i goes
            if (c->links[at[0] + k] == i) {
                c->links[at[0] + k] = c->links[at[0] + --at[1]];
                break;
            }
        }
    }
    return true;
}

static bool list_pairs(abBlockCholesky *c, size_t *used) {
    for (int i = 0; i < c->n; i++) {
        c->head[3 * i] = c->head[3 * i + 1] = c->head[3 * i + 2] = 0;
        c->marks[i] = 0;
        c->place[i] = -1;
    }
    for (size_t k = 0; k < c->pair_count; k++) {
        int i = c->pairs[2 * k], j = c->pairs[2 * k + 1];
        if (!add_neighbour(c, used, i, j) || !add_neighbour(c, used, j, i)) {
            return false;
        }
    }
    return true;
}

static void sort(int *items, int count) {
    for (int gap = count / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < count; i++) {
            int item = items[i], k = i;
            for (; k >= gap && items[k - gap] > item; k -= gap) {
                items[k] = items[k - gap];
            }
            items[k] = item;
        }
    }
}

static bool eliminate(abBlockCholesky *c) {
    size_t used = 0;
    if (!list_pairs(c, &used)) {
        return false;
    }
    for (int k = 0; k < c->n; k++) {
        int best = -1;
        for (int i = 0; i < c->n; i++) {
            if (c->place[i] < 0 && (best < 0 || c->head[3 * i + 1] < c->head[3 * best + 1])) {
                best = i;
            }
        }
        c->order[k] = best;
        c->place[best] = k;
        if (!join(c, &used, best)) {
            return false;
        }
    }
    return true;
}

static bool lay_out(abBlockCholesky *c) {
    size_t count = 0;
    c->work = 0.0;
    for (int k = 0; k < c->n; k++) {
        double below = c->head[3 * c->order[k] + 1];
        c->start[k] = count;
        count += (size_t)c->head[3 * c->order[k] + 1];
        c->work += AB_BLOCK * AB_BLOCK_SIZE * (0.5 * below * (below + 1.0) + below + 1.0);
    }
    c->start[c->n] = count;
    if (!AB_ARRAY_RESERVE(c->allocator, c->rows, c->rows_capacity, count + 1)) {
        return false;
    }
    for (int k = 0; k < c->n; k++) {
        const int *at = &c->head[3 * c->order[k]];
        for (int b = 0; b < at[1]; b++) {
            c->rows[c->start[k] + (size_t)b] = c->place[c->links[at[0] + b]];
        }
        sort(&c->rows[c->start[k]], at[1]);
    }
    return true;
}

static bool reserve(abBlockCholesky *c, int n, size_t count) {
    size_t rows = (size_t)n + 1;
    return AB_ARRAY_RESERVE(c->allocator, c->order, c->order_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->place, c->place_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->start, c->start_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->head, c->head_capacity, 3 * rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->marks, c->marks_capacity, rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->links, c->links_capacity, 1) &&
           AB_ARRAY_RESERVE(c->allocator, c->diagonal, c->diagonal_capacity,
                            rows * AB_BLOCK_SIZE) &&
           AB_ARRAY_RESERVE(c->allocator, c->room, c->room_capacity, rows * AB_BLOCK) &&
           AB_ARRAY_RESERVE(c->allocator, c->pairs, c->pairs_capacity, 2 * count + 1);
}

bool ab_block_cholesky_analyse(abBlockCholesky *c, int n, const int (*pairs)[2], size_t count) {
    if (c->n == n && c->pair_count == count && c->order != NULL &&
        (count == 0 || memcmp(c->pairs, pairs, count * sizeof *pairs) == 0)) {
        return true;
    }
    c->n = 0; // nothing is known until all is done
    if (!reserve(c, n, count)) {
        return false;
    }
    if (count > 0) {
        memcpy(c->pairs, pairs, count * sizeof *pairs);
    }
    c->pair_count = count;
    c->n = n;
    bool ok = eliminate(c) && lay_out(c);
    c->n = ok ? n : 0;
    return ok;
}

// ---- values ----

static bool reserve_values(abBlockCholesky *c) {
    return AB_ARRAY_RESERVE(c->allocator, c->values, c->values_capacity,
                            (c->start[c->n] + 1) * AB_BLOCK_SIZE);
}

bool ab_block_cholesky_clear(abBlockCholesky *c) {
    if (!reserve_values(c)) {
        return false;
    }
    memset(c->values, 0, c->start[c->n] * AB_BLOCK_SIZE * sizeof *c->values);
    memset(c->diagonal, 0, (size_t)c->n * AB_BLOCK_SIZE * sizeof *c->diagonal);
    return true;
}

static double *block_at(const abBlockCholesky *c, int row, int column) {
    size_t low = c->start[column], high = c->start[column + 1];
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        *(c->rows[middle] <= row ? &low : &high) = middle;
    }
    return c->values + low * AB_BLOCK_SIZE;
}

double *ab_block_cholesky_at(abBlockCholesky *c, int i, int j, bool *is_turned) {
    int a = c->place[i], b = c->place[j];
    *is_turned = a < b;
    if (a == b) {
        return c->diagonal + (size_t)a * AB_BLOCK_SIZE;
    }
    return a > b ? block_at(c, a, b) : block_at(c, b, a);
}

// ---- factorisation ----

static bool factor_block(double *A) {
    for (int j = 0; j < AB_BLOCK; j++) {
        double d = A[AB_BLOCK * j + j];
        for (int k = 0; k < j; k++) {
            d -= A[AB_BLOCK * j + k] * A[AB_BLOCK * j + k];
        }
        if (!(d > 0.0)) {
            return false;
        }
        double root = sqrt(d), inverse = 1.0 / root;
        A[AB_BLOCK * j + j] = root;
        for (int i = j + 1; i < AB_BLOCK; i++) {
            double s = A[AB_BLOCK * i + j];
            for (int k = 0; k < j; k++) {
                s -= A[AB_BLOCK * i + k] * A[AB_BLOCK * j + k];
            }
            A[AB_BLOCK * i + j] = s * inverse;
        }
    }
    return true;
}

// B = B L'^-1
static void divide(double *B, const double *L) {
    for (int r = 0; r < AB_BLOCK; r++) {
        double *row = B + AB_BLOCK * r;
        for (int j = 0; j < AB_BLOCK; j++) {
            double s = row[j];
            for (int k = 0; k < j; k++) {
                s -= row[k] * L[AB_BLOCK * j + k];
            }
            row[j] = s / L[AB_BLOCK * j + j];
        }
    }
}

// C -= A B', with T = B transposed so that the innermost loop runs along rows.
static void take_product(double *restrict C, const double *restrict A, const double *restrict T) {
    for (int i = 0; i < AB_BLOCK; i++) {
        double sum[AB_BLOCK];
        for (int j = 0; j < AB_BLOCK; j++) {
            sum[j] = C[AB_BLOCK * i + j];
        }
        for (int k = 0; k < AB_BLOCK; k++) {
            double a = A[AB_BLOCK * i + k];
            for (int j = 0; j < AB_BLOCK; j++) {
                sum[j] -= a * T[AB_BLOCK * k + j];
            }
        }
        for (int j = 0; j < AB_BLOCK; j++) {
            C[AB_BLOCK * i + j] = sum[j];
        }
    }
}

static void update(abBlockCholesky *c, int column) {
    size_t first = c->start[column], last = c->start[column + 1];
    for (size_t k = first; k < last; k++) {
        int to = c->rows[k];
        const double *B = c->values + k * AB_BLOCK_SIZE;
        double T[AB_BLOCK_SIZE];
        for (int i = 0; i < AB_BLOCK; i++) {
            for (int j = 0; j < AB_BLOCK; j++) {
                T[AB_BLOCK * j + i] = B[AB_BLOCK * i + j];
            }
        }
        take_product(c->diagonal + (size_t)to * AB_BLOCK_SIZE, B, T);
        size_t at = c->start[to];
        for (size_t i = k + 1; i < last; i++) {
            while (c->rows[at] < c->rows[i]) {
                at++;
            }
            take_product(c->values + at * AB_BLOCK_SIZE, c->values + i * AB_BLOCK_SIZE, T);
        }
    }
}

bool ab_block_cholesky_factor(abBlockCholesky *c) {
    for (int j = 0; j < c->n; j++) {
        double *L = c->diagonal + (size_t)j * AB_BLOCK_SIZE;
        if (!factor_block(L)) {
            return false;
        }
        for (size_t k = c->start[j]; k < c->start[j + 1]; k++) {
            divide(c->values + k * AB_BLOCK_SIZE, L);
        }
        update(c, j);
    }
    return true;
}

void ab_block_cholesky_apply(const abBlockCholesky *c, double *b) {
    double *x = c->room;
    for (int k = 0; k < c->n; k++) {
        memcpy(x + AB_BLOCK * k, b + AB_BLOCK * c->order[k], AB_BLOCK * sizeof *x);
    }
    for (int j = 0; j < c->n; j++) {
        const double *L = c->diagonal + (size_t)j * AB_BLOCK_SIZE;
        double *xj = x + AB_BLOCK * j;
        for (int i = 0; i < AB_BLOCK; i++) {
            for (int k = 0; k < i; k++) {
                xj[i] -= L[AB_BLOCK * i + k] * xj[k];
            }
            xj[i] /= L[AB_BLOCK * i + i];
        }
        for (size_t k = c->start[j]; k < c->start[j + 1]; k++) {
            const double *B = c->values + k * AB_BLOCK_SIZE;
            double *xi = x + AB_BLOCK * c->rows[k];
            for (int i = 0; i < AB_BLOCK; i++) {
                for (int q = 0; q < AB_BLOCK; q++) {
                    xi[i] -= B[AB_BLOCK * i + q] * xj[q];
                }
            }
        }
    }
    for (int j = c->n - 1; j >= 0; j--) {
        const double *L = c->diagonal + (size_t)j * AB_BLOCK_SIZE;
        double *xj = x + AB_BLOCK * j;
        for (size_t k = c->start[j]; k < c->start[j + 1]; k++) {
            const double *B = c->values + k * AB_BLOCK_SIZE;
            const double *xi = x + AB_BLOCK * c->rows[k];
            for (int i = 0; i < AB_BLOCK; i++) {
                for (int q = 0; q < AB_BLOCK; q++) {
                    xj[q] -= B[AB_BLOCK * i + q] * xi[i];
                }
            }
        }
        for (int i = AB_BLOCK - 1; i >= 0; i--) {
            for (int k = i + 1; k < AB_BLOCK; k++) {
                xj[i] -= L[AB_BLOCK * k + i] * xj[k];
            }
            xj[i] /= L[AB_BLOCK * i + i];
        }
    }
    for (int k = 0; k < c->n; k++) {
        memcpy(b + AB_BLOCK * c->order[k], x + AB_BLOCK * k, AB_BLOCK * sizeof *x);
    }
}
