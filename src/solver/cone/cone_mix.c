// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_mix.c - Anderson acceleration of the sweeps.
//
// A sweep makes g_k of x_k and changes f_k = g_k - x_k, in the norm of energy (weights: roots of
// W_ii). If sweeps were linear, some mixture of the last answers would have no change at all:
//
//   x_k+1 = g_k - sum over j of c_j (g_j+1 - g_j),  c: least |f_k - sum c_j (f_j+1 - f_j)|   (1)
//
// over the last five differences. Near an answer sweeps are linear, as what sticks, slips and is
// open stays; far from it (1) may lead astray, and begins anew when a change is larger than the one
// before. Columns that say nearly the same are told apart by no more than rounding, so the diagonal
// of the normal equations is a little larger than it is.
//
// Drift   Where a load can move over among redundant contacts, sweeps differ by next to nothing, and
//         (1) has nothing to cancel: something slips at one speed while its impulse goes from one
//         side of its disc to the other. Then many sweeps are taken at once, twice as many each
//         time, until something sticks, slips or opens.
//
// Cost    fifteen passes over the impulses, about a fifth of a sweep. Sums are in a fixed order.
// Source  [Anderson1965]; H. F. Walker, P. Ni, SIAM J. Numer. Anal. 49 (2011) 1715.

#include "solver/cone/cone_mix.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "math/linear/dense.h"
#include "math/linear/row_sums.h"
#include "solver/cone/tolerances.def"

bool ab_cone_mix_open(abConeWorkspace *workspace, size_t mixed) {
    abConeMix *mix = &workspace->mix;
    size_t columns = 2 * AB_CONE_DEPTH + 3;
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, mix->room, columns * mixed)) {
        return false;
    }
    double *at = mix->room;
    for (int j = 0; j < AB_CONE_DEPTH; j++, at += 2 * mixed) {
        mix->change[j] = at;
        mix->answer[j] = at + mixed;
    }
    mix->last_change = at;
    mix->last_answer = at + mixed;
    mix->now = at + 2 * mixed;
    mix->used = mix->next = 0;
    mix->has_last = false;
    mix->stride = 0.0;
    return true;
}

// What threads do at once, each with numbers or columns of its own.
typedef struct Mixing {
    abConeMix *mix;
    abThreadPool *threads;
    size_t count, mixed;
    const double *weight, *start;
    double *answer;
    int newest;                           // column; -1: none yet
    double with_now[AB_CONE_DEPTH], size; // products; of this change
    const double *c;                      // of (1); NULL: none
    double stride;
} Mixing;

static size_t minimum_of(size_t a, size_t b) {
    return a < b ? a : b;
}

// The change, and the newest pair of differences.
static void note_change(void *context, int thread) {
    const Mixing *m = context;
    abConeMix *mix = m->mix;
    size_t first, end;
    ab_thread_share(m->threads, m->mixed, thread, &first, &end);
    size_t n = end - first, at = minimum_of(first, m->count), own = minimum_of(end, m->count) - at;
    ab_row_weighted(mix->now + at, m->weight + at, m->answer + at, m->start + at, own);
    if (m->newest >= 0) {
        ab_row_subtract(mix->change[m->newest] + at, mix->now + at, mix->last_change + at, own);
        ab_row_subtract(mix->answer[m->newest] + first, m->answer + first, mix->last_answer + first,
                        n);
    }
    memcpy(mix->last_answer + first, m->answer + first, n * sizeof *m->answer);
}

// The products of a column, and after the last one the size of the change: one after the other.
static void sum_products(void *context, int thread) {
    Mixing *m = context;
    abConeMix *mix = m->mix;
    for (int j = thread; j <= mix->used; j += ab_thread_pool_size(m->threads)) {
        if (j == mix->used) {
            m->size = sqrt(ab_row_dot(mix->now, mix->now, m->count));
            continue;
        }
        double product = ab_row_dot(mix->change[j], mix->change[m->newest], m->count);
        mix->gram[m->newest * AB_CONE_DEPTH + j] = product;
        mix->gram[j * AB_CONE_DEPTH + m->newest] = product;
        m->with_now[j] = ab_row_dot(mix->change[j], mix->now, m->count);
    }
}

// The shares c of (1); false when there are none.
static bool find_shares(const abConeMix *mix, const double with_now[AB_CONE_DEPTH],
                        double c[AB_CONE_DEPTH]) {
    double A[AB_CONE_DEPTH * AB_CONE_DEPTH], by[AB_CONE_DEPTH];
    size_t pivot[AB_CONE_DEPTH], n = (size_t)mix->used;
    for (size_t j = 0; j < n; j++) {
        double own = mix->gram[j * AB_CONE_DEPTH + j];
        by[j] = own > 0.0 ? 1.0 / sqrt(own) : 0.0;
    }
    for (size_t j = 0; j < n; j++) {
        for (size_t k = 0; k < n; k++) {
            A[j * n + k] = by[j] * mix->gram[j * AB_CONE_DEPTH + k] * by[k];
        }
        A[j * n + j] = 1.0 + s_alike;
        c[j] = by[j] * with_now[j];
    }
    bool is_solved = n > 0 && ab_lu_solve(n, A, pivot, c);
    for (size_t j = 0; j < n; j++) {
        c[j] *= by[j];
        is_solved = is_solved && isfinite(c[j]);
    }
    return is_solved;
}

// How many sweeps to go on by, each like the last: 0 where they differ.
static double stride_of(abConeMix *mix, double size) {
    double differs = INFINITY;
    if (mix->used > 0) { // the newest column is how this sweep differs from the last
        int newest = (mix->next + AB_CONE_DEPTH - 1) % AB_CONE_DEPTH;
        differs = sqrt(mix->gram[newest * AB_CONE_DEPTH + newest]);
    }
    bool drifts = differs <= s_drift * size && size > 0.0;
    mix->stride = !drifts ? 0.0 : mix->stride > 0.0 ? 2.0 * mix->stride : 1.0;
    return mix->stride > 0.0 ? fmin(mix->stride, differs > 0.0 ? size / differs : INFINITY) : 0.0;
}

// answer -= sum over j of c_j answer_j, from `first` up to `end`; each entry in the order of j.
static void take_off(const abConeMix *mix, const double c[AB_CONE_DEPTH], size_t first, size_t end,
                     double *answer) {
    if (mix->used < AB_CONE_DEPTH) {
        for (int j = 0; j < mix->used; j++) {
            ab_row_add(answer + first, -c[j], mix->answer[j] + first, end - first);
        }
        return;
    }
    double *const *by = mix->answer;
    size_t i = first;
    for (; i + 2 <= end; i += 2) {
        abTwo sum = *ab_two(answer + i);
        for (int j = 0; j < AB_CONE_DEPTH; j++) {
            sum += -c[j] * *ab_two_const(by[j] + i);
        }
        *ab_two(answer + i) = sum;
    }
    for (; i < end; i++) {
        for (int j = 0; j < AB_CONE_DEPTH; j++) {
            answer[i] += -c[j] * by[j][i];
        }
    }
}

static void put_answer(void *context, int thread) {
    const Mixing *m = context;
    size_t first, end;
    ab_thread_share(m->threads, m->mixed, thread, &first, &end);
    for (size_t i = first; i < end && m->stride > 0.0; i++) {
        m->answer[i] += m->stride * (m->answer[i] - m->start[i]);
    }
    if (m->c != NULL) {
        take_off(m->mix, m->c, first, end, m->answer);
    }
}

bool ab_cone_mix(abConeMix *mix, abThreadPool *threads, size_t count, size_t mixed,
                 const double *weight, const double *start, double *answer) {
    Mixing m = {.mix = mix,
                .threads = threads,
                .count = count,
                .mixed = mixed,
                .weight = weight,
                .start = start,
                .answer = answer,
                .newest = mix->has_last ? mix->next : -1};
    ab_thread_pool_run(threads, note_change, &m);
    if (mix->has_last) {
        mix->next = (mix->next + 1) % AB_CONE_DEPTH;
        mix->used = mix->used < AB_CONE_DEPTH ? mix->used + 1 : AB_CONE_DEPTH;
    }
    ab_thread_pool_run(threads, sum_products, &m);
    m.stride = stride_of(mix, m.size);
    if (mix->has_last && m.stride == 0.0 && m.size > s_astray * mix->size) {
        mix->used = mix->next = 0;
    }
    mix->has_last = true;
    mix->size = m.size;
    double c[AB_CONE_DEPTH], *swap = mix->last_change;
    bool is_mixed = m.stride == 0.0 && find_shares(mix, m.with_now, c);
    m.c = is_mixed ? c : NULL;
    if (is_mixed || m.stride > 0.0) {
        ab_thread_pool_run(threads, put_answer, &m);
    }
    mix->last_change = mix->now;
    mix->now = swap;
    return is_mixed || m.stride > 0.0;
}
