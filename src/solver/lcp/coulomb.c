// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coulomb.c - Newton's method on the conditions of friction as equations, after relaxing contact by
// contact.
//
//   normal   f_n = max(0, p_n),                    p = f - rho w                          (1)
//   at rest  f_t = p_t cut to the length mu f_n                                           (2)
//   slides   f_t = -mu f_n d                                                              (3)
//
// Each has a slope almost everywhere. Full steps of Newton's method end when the pieces are right,
// except for the turning of (2), which converges quadratically. When steps do not help, some turns
// of relaxation find other pieces. A is often singular: a regularisation on its diagonal, with a centre that
// moves as in bounded_forces.c, gives the least forces near those at the start.
//
// Source  (1), (2): Alart & Curnier 1991; relaxation: Jean & Moreau 1992. Missing and surplus
//         solutions: Genot & Brogliato 1999.

#include "solver/lcp/coulomb.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "math/linear/row_sums.h"
#include "solver/lcp/coulomb_matrix.h"
#include "solver/lcp/graph_rows.h"
#include "solver/lcp/tolerances.def"

enum {
    REGULARISATIONS = 3,
    TRIES = 6,
    ROUGH_TRIES = 3, // where less serves
    NEWTON_STEPS = 25,
    RELAX_ITERATIONS = 30,
    CENTRES = 200,
    PATIENCE = 4,
    VECTORS = 10,
    HALVINGS = 3,
    RECENT = 6
};

typedef struct Solver {
    abCoulomb *p;
    size_t n;
    abCoulombMatrix A; // scaled to a diagonal of one, the regularisation on it
    double *b, *x, *w, *step, *scale, *centre, *shifted, *trial, *displacement, *kept;
    double regularisation;
    uint8_t *tangent;      // n: the row is a tangent
    double maximum;        // largest scaled |b|
    double recent[RECENT]; // residuals
    int recent_count;
} Solver;

static size_t vectors_workspace(size_t n) {
    return VECTORS * n * sizeof(double) + (n + sizeof(double)) / sizeof(double) * sizeof(double);
}

size_t ab_coulomb_workspace(size_t n) {
    return vectors_workspace(n) + ab_coulomb_matrix_workspace(&(abCoulomb){.n = n});
}

size_t ab_coulomb_graph_workspace(const abContactGraph *graph) {
    return vectors_workspace(graph->n) +
           ab_coulomb_matrix_workspace(&(abCoulomb){.n = graph->n, .graph = graph});
}

static void lay_out(Solver *s, abCoulomb *p, void *workspace) {
    size_t n = p->n;
    double *next = workspace;
    *s = (Solver){.p = p, .n = n};
    double **vectors[VECTORS] = {&s->b,      &s->x,       &s->w,     &s->step,         &s->scale,
                                 &s->centre, &s->shifted, &s->trial, &s->displacement, &s->kept};
    for (size_t k = 0; k < VECTORS; k++) {
        *vectors[k] = next;
        next += n;
    }
    s->tangent = (uint8_t *)next;
    char *rest = (char *)workspace + vectors_workspace(n);
    ab_coulomb_matrix_lay_out(&s->A, p, s->scale, (void *)rest);
}

// ---- scales: one for both tangents of a contact and its normal, so that the cone stays round ----

static void find_scales(Solver *s) {
    const abCoulomb *p = s->p;
    for (size_t i = 0; i < s->n; i++) {
        double diagonal =
            p->graph != NULL ? ab_graph_diagonal(&p->graph->rows[i]) : p->A[i * s->n + i];
        s->scale[i] = diagonal > 0.0 ? 1.0 / sqrt(diagonal) : 1.0;
    }
    for (size_t c = 0; c < p->contacts; c++) {
        for (int t = 0; t < 2; t++) {
            size_t row = p->contact[c].tangent[t];
            if (row != AB_NO_ROW) {
                s->scale[row] = s->scale[p->contact[c].normal];
                s->tangent[row] = 1;
            }
        }
    }
}

static bool load(Solver *s) {
    const abCoulomb *p = s->p;
    double finite = 0.0;
    memset(s->tangent, 0, s->n);
    find_scales(s);
    for (size_t i = 0; i < s->n; i++) {
        s->b[i] = s->scale[i] * p->b[i];
        s->x[i] = p->warm ? p->f[i] / s->scale[i] : 0.0;
        finite += 0.0 * s->b[i] + 0.0 * s->x[i];
        s->maximum = fmax(s->maximum, fabs(s->b[i]));
    }
    for (size_t c = 0; c < p->contacts; c++) {
        finite += 0.0 * p->contact[c].friction;
    }
    return ab_coulomb_matrix_load(&s->A) && finite == 0.0;
}

static void set_regularisation(Solver *s, double regularisation) {
    s->regularisation = regularisation;
    ab_coulomb_matrix_set_regularisation(&s->A, regularisation);
}

// w = (A + regularisation) x + b - regularisation centre
static void compute_w(Solver *s, const double *x) {
    memcpy(s->w, s->shifted, s->n * sizeof *s->w);
    ab_coulomb_matrix_add(&s->A, x, s->w);
}

// ---- the conditions ----

static bool has_tangent(const abCoulombContact *c, size_t t) {
    return c->tangent[t] != AB_NO_ROW;
}

// How much the tangents take at most.
static double limit_of(const Solver *s, const abCoulombContact *c, const double *x) {
    return c->friction * (fmax(0.0, x[c->normal]) + c->given / s->scale[c->normal]);
}

// Whether nothing presses.
static bool is_open(const Solver *s, const abCoulombContact *c) {
    return s->x[c->normal] - s->w[c->normal] <= 0.0 && !(c->given > 0.0);
}

// p of the tangents, and its length.
static double pull_of(const Solver *s, const abCoulombContact *c, const double *x, double pull[2]) {
    pull[0] = pull[1] = 0.0;
    for (size_t t = 0; t < 2 && has_tangent(c, t); t++) {
        pull[t] = x[c->tangent[t]] - s->w[c->tangent[t]];
    }
    return sqrt(pull[0] * pull[0] + pull[1] * pull[1]);
}

// What (1) to (3) leave, the largest; rows of no contact leave w.
static double residual_of(Solver *s, const double *x) {
    const abCoulomb *p = s->p;
    double maximum = 0.0;
    compute_w(s, x);
    memcpy(s->step, s->w, s->n * sizeof *s->step);
    for (size_t k = 0; k < p->contacts; k++) {
        const abCoulombContact *c = &p->contact[k];
        double fn = x[c->normal], pull[2], length = pull_of(s, c, x, pull);
        s->step[c->normal] = fn - fmax(0.0, fn - s->w[c->normal]);
        double limit = limit_of(s, c, x), share = length > limit ? limit / length : 1.0;
        for (size_t t = 0; t < 2 && has_tangent(c, t); t++) {
            double wanted = c->slides ? -c->friction * fn * c->slip[t] : share * pull[t];
            s->step[c->tangent[t]] = x[c->tangent[t]] - wanted;
        }
    }
    for (size_t i = 0; i < s->n; i++) {
        maximum = fmax(maximum, fabs(s->step[i]));
        maximum = isnan(s->step[i]) ? INFINITY : maximum;
    }
    return maximum;
}

// ---- relaxation ----

static void push(Solver *s, size_t row, double value) {
    ab_coulomb_matrix_push(&s->A, row, value - s->x[row]);
    s->x[row] = value;
}

static double apply_row(const Solver *s, size_t row) {
    return ab_coulomb_matrix_apply(&s->A, row, s->x[row]);
}

static void relax_contact(Solver *s, const abCoulombContact *c) {
    double diagonal = ab_coulomb_matrix_diagonal(&s->A, c->normal);
    push(s, c->normal, fmax(0.0, s->x[c->normal] - apply_row(s, c->normal) / diagonal));
    double limit = limit_of(s, c, s->x), pull[2] = {0.0, 0.0}, maximum = 0.0;
    for (size_t t = 0; t < 2 && has_tangent(c, t); t++) {
        maximum = fmax(maximum, ab_coulomb_matrix_diagonal(&s->A, c->tangent[t]));
    }
    for (size_t t = 0; t < 2 && has_tangent(c, t); t++) {
        pull[t] = s->x[c->tangent[t]] - apply_row(s, c->tangent[t]) / maximum;
    }
    double length = sqrt(pull[0] * pull[0] + pull[1] * pull[1]);
    double share = length > limit ? limit / length : 1.0;
    for (size_t t = 0; t < 2 && has_tangent(c, t); t++) {
        push(s, c->tangent[t], c->slides ? -limit * c->slip[t] : share * pull[t]);
    }
}

static void relax(Solver *s, int turns) {
    const abCoulomb *p = s->p;
    ab_coulomb_matrix_start(&s->A, s->x, s->shifted);
    for (; turns > 0; turns--) {
        for (size_t i = 0; i < s->n; i++) {
            s->trial[i] = 0.0;
        }
        for (size_t k = 0; k < p->contacts; k++) {
            relax_contact(s, &p->contact[k]);
            s->trial[p->contact[k].normal] = 1.0;
        }
        for (size_t i = 0; i < s->n; i++) {
            if (!s->tangent[i] && s->trial[i] == 0.0) {
                push(s, i, s->x[i] - apply_row(s, i) / ab_coulomb_matrix_diagonal(&s->A, i));
            }
        }
    }
}

// ---- Newton ----

static void set_slip_rows(Solver *s, const abCoulombContact *c, const double pull[2],
                          double length) {
    double along[2] = {pull[0] / length, pull[1] / length};
    double ratio = limit_of(s, c, s->x) / length;
    bool presses = s->x[c->normal] - s->w[c->normal] > 0.0;
    for (size_t t = 0; t < 2 && has_tangent(c, t); t++) {
        // f_t - mu f_n e - ratio (1 - e e') (f_t - w_t)
        abSlope *slope = &s->A.slope[c->tangent[t]];
        *slope = (abSlope){.entry = {0.0, 0.0, 1.0, presses ? -c->friction * along[t] : 0.0},
                           .column = {0, 0, c->tangent[t], c->normal}};
        for (size_t u = 0; u < 2 && has_tangent(c, u); u++) {
            double turn = ratio * ((t == u ? 1.0 : 0.0) - along[t] * along[u]);
            slope->share[u] = turn;
            slope->from[u] = slope->column[u] = c->tangent[u];
            slope->entry[u] = -turn;
        }
    }
}

static void set_slopes(Solver *s) {
    const abCoulomb *p = s->p;
    for (size_t i = 0; i < s->n; i++) {
        s->A.slope[i] = (abSlope){.is_plain = true, .share = {1.0}, .from = {i}};
    }
    for (size_t k = 0; k < p->contacts; k++) {
        const abCoulombContact *c = &p->contact[k];
        bool open = is_open(s, c);
        double pull[2], length = pull_of(s, c, s->x, pull);
        if (s->x[c->normal] - s->w[c->normal] <= 0.0) {
            s->A.slope[c->normal] = (abSlope){.entry = {1.0}, .column = {c->normal}};
        }
        for (size_t t = 0; t < 2 && has_tangent(c, t) && (open || c->slides); t++) {
            double share = c->slides ? c->friction * c->slip[t] : 0.0;
            s->A.slope[c->tangent[t]] =
                (abSlope){.entry = {1.0, share}, .column = {c->tangent[t], c->normal}};
        }
        bool sticks = length <= limit_of(s, c, s->x);
        if (!open && !c->slides && !sticks && length > 0.0) {
            set_slip_rows(s, c, pull, length);
        }
    }
}

// Tangents of open contacts are asked for no force, those that stick for no w.
static void ask_tangents(Solver *s) {
    const abCoulomb *p = s->p;
    for (size_t k = 0; k < p->contacts; k++) {
        const abCoulombContact *c = &p->contact[k];
        bool open = is_open(s, c);
        double pull[2], length = pull_of(s, c, s->x, pull);
        bool sticks = length <= limit_of(s, c, s->x);
        for (size_t t = 0; t < 2 && has_tangent(c, t) && !c->slides && (open || sticks); t++) {
            s->step[c->tangent[t]] = open ? s->x[c->tangent[t]] : s->w[c->tangent[t]];
        }
    }
}

// A step of Newton's method, halved while it makes things worse than they were of late, but not for
// long: between pieces steps must be free to go to and fro. False when there is none.
static bool take_step(Solver *s, double *left) {
    set_slopes(s); // residual_of() has put what to solve into `step`
    ask_tangents(s);
    s->p->iterations++;
    if (!ab_coulomb_matrix_solve(&s->A, s->step)) {
        return false;
    }
    double *step = s->displacement;
    memcpy(step, s->step, s->n * sizeof *step);
    double share = 1.0, before = 0.0;
    s->recent[s->recent_count++ % RECENT] = *left;
    for (int k = 0; k < RECENT && k < s->recent_count; k++) {
        before = fmax(before, s->recent[k]);
    }
    for (int halving = 0; halving < HALVINGS; halving++, share *= 0.5) {
        for (size_t i = 0; i < s->n; i++) {
            s->trial[i] = s->x[i] - share * step[i];
        }
        double now = residual_of(s, s->trial);
        bool is_last = halving + 1 == HALVINGS && isfinite(now);
        if (is_last || now < before * (1.0 - 0.1 * share) ||
            now <= s_coulomb_settled * s->maximum) {
            memcpy(s->x, s->trial, s->n * sizeof *s->x);
            *left = now;
            return true;
        }
    }
    *left = residual_of(s, s->x);
    return false;
}

// Solves for the present centre. Forces that grow without bound are none.
static bool solve_for_central_path(Solver *s) {
    double small = s_coulomb_settled * fmax(s->maximum, 1e-3 * ab_row_largest(s->x, s->n));
    for (size_t i = 0; i < s->n; i++) {
        s->shifted[i] = s->b[i] - s->A.regularisation[i] * s->centre[i];
    }
    int tries = s->p->enough > s_coulomb_settled ? ROUGH_TRIES : TRIES;
    for (int try = 0; try < tries; try++) {
        double left = residual_of(s, s->x);
        s->recent_count = 0;
        for (int k = 0; k < NEWTON_STEPS && left > small && take_step(s, &left); k++) {
        }
        if (left <= small) {
            return true;
        }
        relax(s, RELAX_ITERATIONS << (try < 4 ? try : 4));
        if (!(ab_row_largest(s->x, s->n) <= s_huge * s->maximum)) {
            return false;
        }
    }
    return false;
}

// With one regularisation after the other about the forces at the start. False when none can be solved.
static bool find_regularisation(Solver *s) {
    size_t solved = 0;
    memcpy(s->centre, s->x, s->n * sizeof *s->x);
    for (; solved < REGULARISATIONS; solved++) {
        memcpy(s->kept, s->x, s->n * sizeof *s->x);
        set_regularisation(s, s_coulomb_regularisations[solved]);
        if (!solve_for_central_path(s)) {
            break;
        }
    }
    if (solved < REGULARISATIONS && solved > 0) {
        memcpy(s->x, s->kept, s->n * sizeof *s->x);
        set_regularisation(s, s_coulomb_regularisations[solved - 1]);
    }
    return solved > 0;
}

// What is left of the conditions without the regularisation.
static double residual_without_regularisation(Solver *s) {
    double regularisation = s->regularisation;
    set_regularisation(s, 0.0);
    memcpy(s->shifted, s->b, s->n * sizeof *s->b);
    double left = residual_of(s, s->x);
    set_regularisation(s, regularisation);
    return left;
}

// Moves the centre until the regularisation does nothing, as far as that comes nearer: forces that sliding
// makes push themselves together would run away. Forces that must move over far, as they cannot be
// shared, do so the faster the smaller the regularisation.
static void settle(Solver *s) {
    double minimum = INFINITY, last = INFINITY, modest = s_modest * ab_row_largest(s->x, s->n);
    double enough = fmax(s_coulomb_settled, s->p->enough);
    bool solved = true;
    int patience = s->p->enough > 0.0 ? PATIENCE : CENTRES;
    for (int k = 0, wait = 0; k < CENTRES && solved && wait < patience; k++) {
        double left = residual_without_regularisation(s);
        if (!(left < 10.0 * minimum)) {
            break;
        }
        wait = left < s_coulomb_useful * minimum ? 0 : wait + 1;
        if (left < minimum) {
            minimum = left;
            memcpy(s->kept, s->x, s->n * sizeof *s->x);
        }
        if (left <= enough * s->maximum) {
            break;
        }
        if (left > s_slow * last && ab_row_largest(s->x, s->n) <= modest) {
            set_regularisation(s, fmax(s_least_regularisation, s_fall * s->regularisation));
        }
        last = left;
        memcpy(s->centre, s->x, s->n * sizeof *s->x);
        solved = solve_for_central_path(s);
        if (!solved && s->regularisation <
                           s_coulomb_regularisations[REGULARISATIONS - 1]) { // on with a larger one
            memcpy(s->x, s->centre, s->n * sizeof *s->x);
            set_regularisation(s, fmin(s_coulomb_regularisations[REGULARISATIONS - 1],
                                       s->regularisation / sqrt(s_fall)));
            last = INFINITY;
            solved = solve_for_central_path(s);
        }
    }
    if (residual_without_regularisation(s) >= minimum) {
        memcpy(s->x, s->kept, s->n * sizeof *s->x);
    }
}

// With the regularisation asked for or, where pieces are not found with so small a one, the smallest of
// larger ones. What is left of the conditions with it.
static double solve_with_regularisation(Solver *s) {
    double wanted = s->p->regularisation, found = 0.0;
    memset(s->centre, 0, s->n * sizeof *s->centre);
    for (double regularisation = fmax(s_largest_regularisation, wanted); found != wanted;
         regularisation *= 0.1) {
        regularisation = regularisation < 2.0 * wanted ? wanted : regularisation;
        set_regularisation(s, regularisation);
        memcpy(s->kept, s->x, s->n * sizeof *s->x);
        if (!solve_for_central_path(s)) {
            break;
        }
        found = regularisation;
    }
    if (found > 0.0 && found != wanted) {
        memcpy(s->x, s->kept, s->n * sizeof *s->x);
        set_regularisation(s, found);
        solve_for_central_path(s);
    }
    s->p->regularisation = found > 0.0 ? found : wanted;
    return residual_of(s, s->x);
}

// ---- the answer ----

static void store(Solver *s) {
    abCoulomb *p = s->p;
    for (size_t k = 0; k < p->contacts; k++) {
        abCoulombContact *c = &p->contact[k];
        double pull[2], length = pull_of(s, c, s->x, pull), fn = fmax(0.0, s->x[c->normal]);
        s->x[c->normal] = fn;
        bool sticks = !c->slides && length <= limit_of(s, c, s->x) && has_tangent(c, 0);
        c->mode = fn == 0.0 && !(c->given > 0.0) ? AB_COULOMB_OPEN
                  : sticks                       ? AB_COULOMB_STICKS
                                                 : AB_COULOMB_SLIPS;
    }
    for (size_t i = 0; i < s->n; i++) {
        p->f[i] = s->x[i] * s->scale[i];
    }
    if (p->graph == NULL) {
        for (size_t i = 0; i < s->n; i++) {
            p->w[i] = p->b[i] + ab_row_dot(p->A + i * s->n, p->f, s->n);
        }
        return;
    }
    set_regularisation(s, 0.0);
    memset(s->step, 0, s->n * sizeof *s->step);
    ab_coulomb_matrix_add(&s->A, s->x, s->step);
    for (size_t i = 0; i < s->n; i++) {
        p->w[i] = p->b[i] + s->step[i] / s->scale[i];
    }
}

// dw_n / df_n of a sliding contact, the others in their modes: 1 over the entry of the inverse
// slopes.
static double stiffness_of(Solver *s, size_t k) {
    const abCoulombContact *c = &s->p->contact[k];
    set_slopes(s);
    s->A.slope[c->normal] = (abSlope){.is_plain = true, .share = {1.0}, .from = {c->normal}};
    memset(s->step, 0, s->n * sizeof *s->step);
    s->step[c->normal] = 1.0;
    if (!ab_coulomb_matrix_solve(&s->A, s->step) || s->step[c->normal] == 0.0) {
        return 0.0;
    }
    return 1.0 / s->step[c->normal];
}

static bool measure_stiffness(Solver *s) {
    bool loses = false;
    for (size_t k = 0; k < s->p->contacts; k++) {
        abCoulombContact *c = &s->p->contact[k];
        c->stiffness = 0.0;
        if (c->slides && has_tangent(c, 0) && c->friction > 0.0 && s->p->graph == NULL) {
            double value = stiffness_of(s, k);
            loses = loses || value <= s_no_stiffness;
            c->stiffness = value / (s->scale[c->normal] * s->scale[c->normal]);
        }
    }
    return loses;
}

abCoulombStatus ab_coulomb_solve(abCoulomb *p, void *workspace) {
    Solver s;
    lay_out(&s, p, workspace);
    p->iterations = 0;
    p->residual = 0.0;
    if (!load(&s)) {
        memset(p->f, 0, p->n * sizeof *p->f);
        return AB_COULOMB_NOT_FINITE;
    }
    double left;
    if (p->regularisation > 0.0) {
        left = solve_with_regularisation(&s);
    } else {
        if (find_regularisation(&s)) {
            settle(&s);
        }
        left = residual_without_regularisation(&s);
    }
    p->residual = s.maximum > 0.0 ? left / s.maximum : 0.0;
    store(&s);
    set_regularisation(&s, s_coulomb_regularisations[REGULARISATIONS - 1]); // A may be singular
    bool loses = measure_stiffness(&s), solved = p->residual <= s_coulomb_enough;
    return solved  ? loses ? AB_COULOMB_AMBIGUOUS : AB_COULOMB_SOLVED
           : loses ? AB_COULOMB_INCONSISTENT
                   : AB_COULOMB_STOPPED;
}
