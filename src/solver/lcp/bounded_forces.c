// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bounded_forces.c - least forces by a regularisation that is taken away again, each problem by pivoting.
//
// With the diagonal a share r larger the problem has one solution, near the least one:
//
//   w + r D (x - c) complementary to x,   w = A x + b,   D = diag A,   c = 0              (1)
//
// Pivoting finds its free rows: all wrong signs change at once while that makes fewer of them.
// Then, if many are left, it begins again with sides from interior_forces.c; if few, they change
// one at a time down the slope of x'Ax/2 + b'x, which cannot return. With c = x solved again, (1)
// comes to a solution without regularisation in a few steps; each shrinks w by r / (r + eigenvalue).
// What does not shrink is solved with smaller regularisations; what does not shrink even then is what b
// lacks for a solution to exist: it is added to b, and the rest is feasible. Eigenvalues below the
// minimum regularisation count as none.
//
// Source  regularisation: Cottle, Pang & Stone 1992, 5.6; steps of c: Rockafellar 1976; block pivoting:
//         Kostreva 1978, Judice & Pires 1994; descent: active sets for convex quadratic programs,
//         Nocedal & Wright 2006, 16.5.

#include "solver/lcp/bounded_forces.h"

#include <math.h>
#include <string.h>

#include "math/core/bounds.h"
#include "math/linear/row_sums.h"
#include "solver/lcp/complementarity.h"
#include "solver/lcp/interior_forces.h"
#include "solver/lcp/tolerances.def"

enum { REGULARISATIONS = sizeof s_pivoting_regularisations / sizeof s_pivoting_regularisations[0] };
enum {
    NEAR_MIN = 8,
    NEAR_PART = 100,
    BLOCK_TRIES = 8,
    BLOCK_LIMIT = 50,
    SETTLE_LIMIT = 60,
    LACKS = 3
};

typedef struct Pivoting {
    abBoundedForces *q;
    size_t regularisation_number;
    double regularisation;
    size_t fewest; // wrong signs of `best_side`
    double w_zero; // below it a w is rounding
    bool w_fits;   // w = A x + b at the centre, as a last look left it
} Pivoting;

static double bound_of(const abBoundedForces *q, size_t i) {
    return q->side[i] == AB_SIDE_LOW ? q->lo[i] : q->hi[i];
}

// By how much the sign of w is wrong for a row at a bound; one whose bounds are the same may have
// any.
static double wrong_sign(const abBoundedForces *q, size_t i) {
    if (!(q->hi[i] > q->lo[i])) {
        return 0.0;
    }
    return q->side[i] == AB_SIDE_LOW ? -q->w[i] : q->side[i] == AB_SIDE_HIGH ? q->w[i] : 0.0;
}

// What rounding alone leaves in w.
static void set_zero(Pivoting *p) {
    const abBoundedForces *q = p->q;
    p->w_zero = 4.0 * s_rounding * (double)q->n *
                fmax(ab_row_largest(q->b, q->n), ab_row_largest(q->x, q->n));
}

// w := A x + b + r D (x - c)
static void compute_w(Pivoting *p) {
    abBoundedForces *q = p->q;
    for (size_t i = 0; i < q->n; i++) {
        q->w[i] = q->b[i] + p->regularisation * q->diagonal[i] * (q->x[i] - q->centre[i]);
    }
    q->matrix->add_product(q->matrix->self, q->x, q->w);
    set_zero(p);
}

// x += share step, w with it.
static void move(Pivoting *p, double share) {
    abBoundedForces *q = p->q;
    for (size_t i = 0; i < q->n; i++) {
        q->step[i] *= share;
        q->image[i] = p->regularisation * q->diagonal[i] * q->step[i];
    }
    q->matrix->add_product(q->matrix->self, q->step, q->image);
    for (size_t i = 0; i < q->n; i++) {
        q->x[i] += q->step[i];
        q->w[i] += q->image[i];
    }
    set_zero(p);
}

// The step to w = 0 in the free rows.
static void find_step(Pivoting *p) {
    abBoundedForces *q = p->q;
    q->matrix->choose(q->matrix->self, q->side);
    for (size_t i = 0; i < q->n; i++) {
        q->step[i] = q->side[i] == AB_SIDE_FREE ? -q->w[i] : 0.0;
    }
    q->matrix->solve(q->matrix->self, q->step);
    q->sweeps++;
}

// ---- all wrong signs at once ----

// Forces for the present sides. They are found from the centre: what an earlier set asked for may
// be huge, and its rounding would stay in the forces that do nothing.
static void solve_for_set(Pivoting *p) {
    abBoundedForces *q = p->q;
    bool same = p->w_fits;
    for (size_t i = 0; i < q->n; i++) {
        double x = q->side[i] == AB_SIDE_FREE ? q->centre[i] : bound_of(q, i);
        same = same && x == q->x[i];
        q->x[i] = x;
    }
    if (!same) {
        compute_w(p);
    }
    p->w_fits = false;
    find_step(p);
    move(p, 1.0);
}

// The side a row should change to; its own when it is right.
static unsigned char better_side(const Pivoting *p, size_t i, double x_zero) {
    const abBoundedForces *q = p->q;
    if (q->side[i] != AB_SIDE_FREE) {
        return wrong_sign(q, i) > p->w_zero ? AB_SIDE_FREE : q->side[i];
    }
    return q->x[i] < q->lo[i] - x_zero   ? AB_SIDE_LOW
           : q->x[i] > q->hi[i] + x_zero ? AB_SIDE_HIGH
                                         : AB_SIDE_FREE;
}

static size_t count_wrong(const Pivoting *p, double x_zero) {
    size_t wrong = 0;
    for (size_t i = 0; i < p->q->n; i++) {
        wrong += better_side(p, i, x_zero) != p->q->side[i];
    }
    return wrong;
}

// False when the number of wrong signs does not go down for too long.
static bool pivot_blocks(Pivoting *p) {
    abBoundedForces *q = p->q;
    p->fewest = (size_t)-1;
    for (int tries = BLOCK_TRIES, limit = BLOCK_LIMIT; tries > 0 && limit > 0; limit--) {
        solve_for_set(p);
        double x_zero = 8.0 * s_rounding * ab_row_largest(q->x, q->n);
        size_t wrong = count_wrong(p, x_zero);
        if (wrong == 0) {
            return true;
        }
        if (wrong < p->fewest) {
            p->fewest = wrong;
            memcpy(q->best_side, q->side, q->n);
            tries = BLOCK_TRIES;
        } else {
            tries = wrong > 3 * p->fewest + 10 ? 0 : tries - 1;
        }
        for (size_t i = 0; i < q->n; i++) {
            q->side[i] = better_side(p, i, x_zero);
        }
    }
    return false;
}

// ---- one at a time, downhill ----

static void begin_descent(Pivoting *p) {
    abBoundedForces *q = p->q;
    for (size_t i = 0; i < q->n; i++) {
        q->x[i] = ab_clamp(q->x[i], q->lo[i], q->hi[i]);
        q->side[i] = q->x[i] <= q->lo[i]   ? AB_SIDE_LOW
                     : q->x[i] >= q->hi[i] ? AB_SIDE_HIGH
                                           : AB_SIDE_FREE;
    }
    compute_w(p);
}

// Goes along the step to the first bound, which takes the row. True when none was met.
static bool go_to_first_bound(Pivoting *p) {
    abBoundedForces *q = p->q;
    double share = 1.0;
    size_t first = q->n;
    for (size_t i = 0; i < q->n; i++) {
        double workspace = q->step[i] < 0.0 ? q->lo[i] - q->x[i] : q->hi[i] - q->x[i];
        if (q->step[i] != 0.0 && fabs(workspace) < share * fabs(q->step[i])) {
            share = workspace / q->step[i];
            first = i;
        }
    }
    unsigned char side = first < q->n && q->step[first] < 0.0 ? AB_SIDE_LOW : AB_SIDE_HIGH;
    move(p, share);
    if (first == q->n) {
        return true;
    }
    q->side[first] = side;
    q->x[first] = bound_of(q, first);
    return false;
}

// Frees the row at a bound whose w is most wrong. False when all are right.
static bool free_the_worst(Pivoting *p) {
    abBoundedForces *q = p->q;
    double maximum = p->w_zero;
    size_t worst = q->n;
    for (size_t i = 0; i < q->n; i++) {
        double wrong = wrong_sign(q, i);
        if (wrong > maximum) {
            maximum = wrong;
            worst = i;
        }
    }
    if (worst < q->n) {
        q->side[worst] = AB_SIDE_FREE;
    }
    return worst < q->n;
}

static bool descend(Pivoting *p) {
    for (size_t limit = 20 * p->q->n + 100; limit > 0; limit--) {
        find_step(p);
        if (go_to_first_bound(p) && !free_the_worst(p)) {
            solve_for_set(p); // without the rounding of the way
            return true;
        }
    }
    return false;
}

// ---- from the regularisation to none ----

// How far the solution for the free rows is from one without regularisation; x within its bounds.
static double violation(Pivoting *p) {
    abBoundedForces *q = p->q;
    double maximum = 0.0;
    for (size_t i = 0; i < q->n; i++) {
        q->x[i] = ab_clamp(q->x[i], q->lo[i], q->hi[i]);
        q->w[i] = q->b[i];
    }
    q->matrix->add_product(q->matrix->self, q->x, q->w);
    for (size_t i = 0; i < q->n; i++) {
        maximum = fmax(maximum, q->side[i] == AB_SIDE_FREE ? fabs(q->w[i]) : wrong_sign(q, i));
    }
    return maximum;
}

static void set_regularisation(Pivoting *p, size_t number) {
    p->regularisation_number = number;
    p->regularisation = s_pivoting_regularisations[number];
    p->q->minimum_regularisation = fmin(p->q->minimum_regularisation, p->regularisation);
    p->q->matrix->set_regularisation(p->q->matrix->self, p->regularisation);
}

static void return_to_central_path(Pivoting *p) {
    abBoundedForces *q = p->q;
    memcpy(q->x, q->centre, q->n * sizeof *q->x);
    memcpy(q->side, q->centre_side, q->n);
    compute_w(p);
}

// A smaller regularisation did not help, or the data are not that exact: what is left of w, at the centre in
// the first case, goes to the lack. Forces begin again, without
// what they had chased; the last time they stay.
static void move_to_lack(Pivoting *p) {
    abBoundedForces *q = p->q;
    for (size_t i = 0; i < q->n; i++) {
        double wrong = q->side[i] == AB_SIDE_FREE ? q->w[i]
                       : wrong_sign(q, i) > 0.0   ? q->w[i]
                                                  : 0.0;
        q->b[i] -= wrong;
        q->lack[i] -= wrong;
        q->w[i] -= wrong;
    }
}

static void begin_again(Pivoting *p) {
    abBoundedForces *q = p->q;
    memset(q->x, 0, q->n * sizeof *q->x);
    memset(q->centre, 0, q->n * sizeof *q->centre);
    set_regularisation(p, 0);
}

static bool pivot_from_inside(Pivoting *p) {
    ab_interior_sides(p->q, p->regularisation);
    p->q->matrix->set_regularisation(p->q->matrix->self, p->regularisation);
    p->w_fits = false;
    return pivot_blocks(p);
}

// One row at a time from the best sides that were found.
static bool descend_from_best(Pivoting *p) {
    memcpy(p->q->side, p->q->best_side, p->q->n);
    solve_for_set(p);
    begin_descent(p);
    return descend(p);
}

static void find_forces(Pivoting *p) {
    if (pivot_blocks(p)) {
        return;
    }
    bool is_near = p->fewest <= NEAR_MIN + p->q->n / NEAR_PART;
    if (!is_near && pivot_from_inside(p)) {
        return;
    }
    if (!descend_from_best(p)) {
        p->q->stopped = true;
    }
}

void ab_bounded_forces_solve(abBoundedForces *q) {
    Pivoting p = {.q = q};
    double before = INFINITY;
    int lacks = 0;
    memset(q->lack, 0, q->n * sizeof *q->lack);
    memcpy(q->centre_side, q->side, q->n);
    q->minimum_regularisation = INFINITY;
    begin_again(&p);
    for (int i = 0; i < SETTLE_LIMIT; i++) {
        find_forces(&p);
        double now = violation(&p);
        // forces that grow with every regularisation make any w look like rounding
        double rounding = p.w_zero <= s_trust * q->scale ? p.w_zero : 0.0;
        if (now <= rounding || q->stopped) {
            return;
        }
        bool grows = !(now <= 2.0 * before), slow = grows || now > s_slow * before;
        if (slow && now <= fmax(s_pivoting_settled * q->scale, 16.0 * rounding)) {
            return;
        }
        bool is_last = p.regularisation_number + 1 == REGULARISATIONS || now <= s_noise * q->scale;
        bool gives_up = grows || (slow && is_last);
        before = gives_up ? INFINITY : now;
        if (gives_up) {
            if (grows || p.regularisation_number > 0) {
                return_to_central_path(&p);
            }
            move_to_lack(&p);
            if (++lacks > LACKS) {
                return;
            }
            begin_again(&p);
            continue;
        }
        memcpy(q->centre, q->x, q->n * sizeof *q->x);
        memcpy(q->centre_side, q->side, q->n);
        p.w_fits = true;
        if (slow) {
            set_regularisation(&p, p.regularisation_number + 1);
        }
    }
    q->stopped = true;
}
