// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_cholesky.c - minimum degree on explicit lists, and a right-looking factorisation by blocks.
//
// The next row to be eliminated is one with the fewest neighbours left; its neighbours then become
// neighbours of each other. The lists after all eliminations are the columns of the factor.
//
// Cost    analysis: the number of pairs of neighbours over all eliminations; factorisation: side^3
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
    AB_ARRAY_FREE(c->allocator, c->buckets, c->buckets_capacity);
}

static size_t block_size(const abBlockCholesky *c) {
    return (size_t)(c->side * c->side);
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

// Rows by degree, each degree a doubly linked list: buckets[0..n] its first row, then next and
// previous of each row; -1: none.
static void put_in(const abBlockCholesky *c, int i) {
    int *first = c->buckets, *next = first + c->n + 1, *before = next + c->n;
    int degree = c->head[3 * i + 1];
    next[i] = first[degree];
    before[i] = -1;
    if (first[degree] >= 0) {
        before[first[degree]] = i;
    }
    first[degree] = i;
}

static void take_out(const abBlockCholesky *c, int i, int degree) {
    int *first = c->buckets, *next = first + c->n + 1, *before = next + c->n;
    *(before[i] >= 0 ? &next[before[i]] : &first[degree]) = next[i];
    if (next[i] >= 0) {
        before[next[i]] = before[i];
    }
}

// Row i goes: its neighbours are moved to their new degrees.
static bool eliminate_row(abBlockCholesky *c, size_t *used, int i) {
    int count = c->head[3 * i + 1];
    take_out(c, i, count);
    for (int k = 0; k < count; k++) {
        int j = c->links[c->head[3 * i] + k];
        take_out(c, j, c->head[3 * j + 1]);
    }
    if (!join(c, used, i)) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        put_in(c, c->links[c->head[3 * i] + k]);
    }
    return true;
}

static double column_work(const abBlockCholesky *c, double below) {
    double side = c->side;
    return side * side * side * (0.5 * below * (below + 1.0) + below + 1.0);
}

static bool eliminate(abBlockCholesky *c) {
    size_t used = 0;
    if (!list_pairs(c, &used)) {
        return false;
    }
    for (int k = 0; k <= c->n; k++) {
        c->buckets[k] = -1;
    }
    for (int i = c->n - 1; i >= 0; i--) {
        put_in(c, i);
    }
    c->work = 0.0;
    for (int k = 0, degree = 0; k < c->n; k++) {
        for (degree = degree > 0 ? degree - 1 : 0; c->buckets[degree] < 0; degree++) {
        }
        int best = c->buckets[degree];
        c->order[k] = best;
        c->place[best] = k;
        c->work += column_work(c, degree);
        if (c->most_work > 0.0 && c->work > c->most_work) {
            return true;
        }
        if (!eliminate_row(c, &used, best)) {
            return false;
        }
    }
    return true;
}

static bool lay_out(abBlockCholesky *c) {
    size_t count = 0;
    for (int k = 0; k < c->n; k++) {
        c->start[k] = count;
        count += (size_t)c->head[3 * c->order[k] + 1];
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
           AB_ARRAY_RESERVE(c->allocator, c->buckets, c->buckets_capacity, 3 * rows) &&
           AB_ARRAY_RESERVE(c->allocator, c->diagonal, c->diagonal_capacity,
                            rows * block_size(c)) &&
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
    bool ok = eliminate(c), is_small = !(c->most_work > 0.0 && c->work > c->most_work);
    ok = ok && (!is_small || lay_out(c));
    c->n = ok && is_small ? n : 0;
    return ok;
}

// ---- values ----

static bool reserve_values(abBlockCholesky *c) {
    return AB_ARRAY_RESERVE(c->allocator, c->values, c->values_capacity,
                            (c->start[c->n] + 1) * block_size(c));
}

bool ab_block_cholesky_clear(abBlockCholesky *c) {
    if (!reserve_values(c)) {
        return false;
    }
    memset(c->values, 0, c->start[c->n] * block_size(c) * sizeof *c->values);
    memset(c->diagonal, 0, (size_t)c->n * block_size(c) * sizeof *c->diagonal);
    return true;
}

static double *block_at(const abBlockCholesky *c, int row, int column) {
    size_t low = c->start[column], high = c->start[column + 1];
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        *(c->rows[middle] <= row ? &low : &high) = middle;
    }
    return c->values + low * block_size(c);
}

double *ab_block_cholesky_at(abBlockCholesky *c, int i, int j, bool *is_turned) {
    int a = c->place[i], b = c->place[j];
    *is_turned = a < b;
    if (a == b) {
        return c->diagonal + (size_t)a * block_size(c);
    }
    return a > b ? block_at(c, a, b) : block_at(c, b, a);
}

// ---- factorisation ----

// These are written for any side m and compiled for the two there are.

static inline bool factor_block(const int m, double *A) {
    for (int j = 0; j < m; j++) {
        double d = A[m * j + j];
        for (int k = 0; k < j; k++) {
            d -= A[m * j + k] * A[m * j + k];
        }
        if (!(d > 0.0)) {
            return false;
        }
        double root = sqrt(d), inverse = 1.0 / root;
        A[m * j + j] = root;
        for (int i = j + 1; i < m; i++) {
            double s = A[m * i + j];
            for (int k = 0; k < j; k++) {
                s -= A[m * i + k] * A[m * j + k];
            }
            A[m * i + j] = s * inverse;
        }
    }
    return true;
}

// B = B L'^-1
static inline void divide(const int m, double *restrict B, const double *restrict L,
                          const double *restrict inverse) {
    for (int r = 0; r < m; r++) {
        double *row = B + m * r;
        for (int j = 0; j < m; j++) {
            double s = row[j];
            for (int k = 0; k < j; k++) {
                s -= row[k] * L[m * j + k];
            }
            row[j] = s * inverse[j];
        }
    }
}

// C -= A B', with T = B transposed so that the innermost loop runs along rows.
static inline void take_product(const int m, double *restrict C, const double *restrict A,
                                const double *restrict T) {
    for (int i = 0; i < m; i++) {
        double sum[AB_BLOCK];
        for (int j = 0; j < m; j++) {
            sum[j] = C[m * i + j];
        }
        for (int k = 0; k < m; k++) {
            double a = A[m * i + k];
            for (int j = 0; j < m; j++) {
                sum[j] -= a * T[m * k + j];
            }
        }
        for (int j = 0; j < m; j++) {
            C[m * i + j] = sum[j];
        }
    }
}

static inline void update(const int m, abBlockCholesky *c, int column) {
    size_t first = c->start[column], last = c->start[column + 1], size = (size_t)(m * m);
    for (size_t k = first; k < last; k++) {
        int to = c->rows[k];
        const double *B = c->values + k * size;
        double T[AB_BLOCK * AB_BLOCK];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                T[m * j + i] = B[m * i + j];
            }
        }
        take_product(m, c->diagonal + (size_t)to * size, B, T);
        size_t at = c->start[to];
        for (size_t i = k + 1; i < last; i++) {
            while (c->rows[at] < c->rows[i]) {
                at++;
            }
            take_product(m, c->values + at * size, c->values + i * size, T);
        }
    }
}

static inline bool factor(const int m, abBlockCholesky *c) {
    size_t size = (size_t)(m * m);
    for (int j = 0; j < c->n; j++) {
        double *L = c->diagonal + (size_t)j * size, inverse[AB_BLOCK];
        if (!factor_block(m, L)) {
            return false;
        }
        for (int i = 0; i < m; i++) {
            inverse[i] = 1.0 / L[m * i + i];
        }
        for (size_t k = c->start[j]; k < c->start[j + 1]; k++) {
            divide(m, c->values + k * size, L, inverse);
        }
        update(m, c, j);
    }
    return true;
}

bool ab_block_cholesky_factor(abBlockCholesky *c) {
    return c->side == AB_BLOCK_PLANAR ? factor(AB_BLOCK_PLANAR, c) : factor(AB_BLOCK, c);
}

// ---- solution ----

static inline void go_forward(const int m, const abBlockCholesky *c, double *x) {
    size_t size = (size_t)(m * m);
    for (int j = 0; j < c->n; j++) {
        const double *L = c->diagonal + (size_t)j * size;
        double *xj = x + m * j;
        for (int i = 0; i < m; i++) {
            for (int k = 0; k < i; k++) {
                xj[i] -= L[m * i + k] * xj[k];
            }
            xj[i] /= L[m * i + i];
        }
        for (size_t k = c->start[j]; k < c->start[j + 1]; k++) {
            const double *B = c->values + k * size;
            double *xi = x + m * c->rows[k];
            for (int i = 0; i < m; i++) {
                double sum = 0.0;
                for (int q = 0; q < m; q++) {
                    sum += B[m * i + q] * xj[q];
                }
                xi[i] -= sum;
            }
        }
    }
}

static inline void go_back(const int m, const abBlockCholesky *c, double *x) {
    size_t size = (size_t)(m * m);
    for (int j = c->n - 1; j >= 0; j--) {
        const double *L = c->diagonal + (size_t)j * size;
        double *xj = x + m * j;
        for (size_t k = c->start[j]; k < c->start[j + 1]; k++) {
            const double *B = c->values + k * size;
            const double *xi = x + m * c->rows[k];
            for (int i = 0; i < m; i++) {
                for (int q = 0; q < m; q++) {
                    xj[q] -= B[m * i + q] * xi[i];
                }
            }
        }
        for (int i = m - 1; i >= 0; i--) {
            for (int k = i + 1; k < m; k++) {
                xj[i] -= L[m * k + i] * xj[k];
            }
            xj[i] /= L[m * i + i];
        }
    }
}

void ab_block_cholesky_apply(const abBlockCholesky *c, double *b) {
    double *x = c->room;
    size_t m = (size_t)c->side;
    for (int k = 0; k < c->n; k++) {
        memcpy(x + m * (size_t)k, b + m * (size_t)c->order[k], m * sizeof *x);
    }
    if (c->side == AB_BLOCK_PLANAR) {
        go_forward(AB_BLOCK_PLANAR, c, x);
        go_back(AB_BLOCK_PLANAR, c, x);
    } else {
        go_forward(AB_BLOCK, c, x);
        go_back(AB_BLOCK, c, x);
    }
    for (int k = 0; k < c->n; k++) {
        memcpy(b + m * (size_t)c->order[k], x + m * (size_t)k, m * sizeof *x);
    }
}
