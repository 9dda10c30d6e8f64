// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_order.c - in which order the rows of a sparse matrix are eliminated: minimum degree on
// explicit lists.
//
// The next row to be eliminated is one with the fewest neighbours left; its neighbours then become
// neighbours of each other. The lists after all eliminations are the columns of the factor.
//
// Cost    the number of pairs of neighbours over all eliminations: for a wall of bodies n log n,
//         for a heap n^2.
// Source  minimum degree: [GeorgeLiu1989].

#include "math/linear/block_order.h"

#include <string.h>

#include "base/array.h"

// Neighbours of row i are the head[3 i + 1] links from head[3 i] on, which has room for
// head[3 i + 2]. A list that grows moves to the end of the array.
static bool add_neighbour(abBlockCholesky *c, size_t *used, int i, int j) {
    int *at = &c->head[3 * i], *count = at + 1, *workspace = at + 2;
    for (int k = 0; k < *count; k++) {
        if (c->links[*at + k] == j) {
            return true;
        }
    }
    if (*count == *workspace) {
        int more = 2 * *workspace + 4;
        if (!AB_ARRAYS_RESERVE(c->allocator, &c->arrays, c->links, *used + (size_t)more)) {
            return false;
        }
        memcpy(&c->links[*used], &c->links[*at], (size_t)*count * sizeof *c->links);
        *at = (int)*used;
        *workspace = more;
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

bool ab_block_order(abBlockCholesky *c) {
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
        if (c->maximum_work > 0.0 && c->work > c->maximum_work) {
            return true;
        }
        if (!eliminate_row(c, &used, best)) {
            return false;
        }
    }
    return true;
}
