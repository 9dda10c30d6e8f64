// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_serial.c - one contact after the other, drawn at random from those that close, alone or
// with its company, until none closes faster than a small speed.
//
// The small speed doubles every 20 n turns, so that turns end also where they would repeat for
// ever. The random numbers are x <- 1664525 x + 1013904223 modulo 2^32 (Numerical Recipes), a
// number below n is the part x n / 2^32; each turn draws a whole order of the rows and takes the
// first that closes.
//
// Source  the collision handling of myPhysicsLab (Neumann), so that its results can be met draw by
//         draw. Differs in: what is solved together is solved for least impulses.

#include <math.h>
#include <string.h>

#include "solver/impact/impact_group.h"
#include "solver/impact/tolerances.def"

typedef enum Company { COMPANY_NONE, COMPANY_JOINTS, COMPANY_CLOSING } Company;

enum { PANIC_ITERATIONS = 20, ITERATIONS_PER_ROW = 100 * PANIC_ITERATIONS };

// ---- drawing ----

static size_t draw_below(uint32_t *seed, size_t n) {
    *seed = *seed * 1664525u + 1013904223u;
    return (size_t)(((uint64_t)n * *seed) >> 32);
}

static void draw_order(abImpactWork *work, uint32_t *seed) {
    size_t n = work->impacts->n, *left = work->group;
    for (size_t i = 0; i < n; i++) {
        left[i] = i;
    }
    for (size_t k = 0; k < n; k++) {
        size_t at = draw_below(seed, n - k);
        work->order[k] = left[at];
        memmove(left + at, left + at + 1, (n - k - at - 1) * sizeof *left);
    }
}

// ---- company ----

// Whether two rows share a body; one that nothing moves counts only if `fixed_too`.
static bool share_body(const abImpacts *in, size_t i, size_t k, bool fixed_too) {
    if (in->bodies == NULL) {
        return in->A[i * in->n + k] != 0.0;
    }
    const abImpactBodies *a = &in->bodies[i], *b = &in->bodies[k];
    for (int s = 0; s < 2; s++) {
        for (int t = 0; t < 2; t++) {
            if (a->body[s] == b->body[t] && (fixed_too || (a->moves[s] && b->moves[t]))) {
                return true;
            }
        }
    }
    return false;
}

static size_t add_joints(abImpactWork *work, size_t count) {
    const abImpacts *in = work->impacts;
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < in->n; i++) {
            if (!work->taken[i] && in->kind[i] == AB_ROW_BILATERAL &&
                share_body(in, work->group[k], i, false)) {
                work->taken[i] = 1;
                work->group[count++] = i;
            }
        }
    }
    return count;
}

static size_t gather_company(abImpactWork *work, size_t focus, Company company, double small) {
    const abImpacts *in = work->impacts;
    size_t count = 0;
    memset(work->taken, 0, in->n);
    work->group[count++] = focus;
    work->taken[focus] = 1;
    for (size_t i = 0; i < in->n && company == COMPANY_CLOSING; i++) {
        if (!work->taken[i] && in->kind[i] == AB_ROW_UNILATERAL &&
            ab_impact_closes(work, i, small) && share_body(in, focus, i, true)) {
            work->taken[i] = 1;
            work->group[count++] = i;
        }
    }
    return company == COMPANY_NONE ? count : add_joints(work, count);
}

// ---- turns ----

static bool find_focus(abImpactWork *work, uint32_t *seed, double small, size_t *focus) {
    draw_order(work, seed);
    for (size_t k = 0; k < work->impacts->n; k++) {
        if (ab_impact_closes(work, work->order[k], small)) {
            *focus = work->order[k];
            return true;
        }
    }
    return false;
}

static void take_turns(abImpactWork *work, Company company, abImpactRestitution restitution) {
    abImpacts *in = work->impacts;
    uint32_t zero = 0, *seed = in->seed != NULL ? in->seed : &zero;
    double small = in->small_velocity > 0.0 ? in->small_velocity : s_small_velocity;
    size_t focus = 0;
    for (size_t iteration = 1;
         iteration <= ITERATIONS_PER_ROW * in->n && find_focus(work, seed, small, &focus);
         iteration++) {
        ab_impact_act(work, gather_company(work, focus, company, small), restitution);
        if (iteration % (PANIC_ITERATIONS * in->n) == 0) {
            small *= 2.0;
        }
    }
}

// ---- the kinds ----

#define SERIAL(symbol, company, restitution, has_last_pass)                                        \
    void ab_impact_##symbol(abImpactWork *work) {                                                  \
        take_turns(work, COMPANY_##company, AB_IMPACT_##restitution);                              \
        if (has_last_pass) {                                                                       \
            ab_impact_all(work, AB_IMPACT_PLASTIC);                                                \
        }                                                                                          \
    }
SERIAL(hybrid, CLOSING, OF_CONTACTS, true)
SERIAL(serial_grouped, JOINTS, OF_CONTACTS, false)
SERIAL(serial_grouped_last_pass, JOINTS, OF_CONTACTS, true)
SERIAL(serial_separate, NONE, OF_ALL, false)
SERIAL(serial_separate_last_pass, NONE, OF_ALL, true)
