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
// of relaxation find other pieces. A is often singular: a ridge on its diagonal, with a centre that
// moves as in bounded_forces.c, gives the least forces near those at the start.
//
// Source  (1), (2): Alart & Curnier 1991; relaxation: Jean & Moreau 1992. Missing and surplus
//         solutions: Genot & Brogliato 1999.

#include "rigid/coulomb.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "rigid/coulomb_matrix.h"
#include "rigid/row_sums.h"

// Tried in turn, each from the forces of the one before; the last that succeeds goes on.
static const double s_ridges[] = {1e-2, 1e-4, 1e-6};
static const double s_least_ridge = 1e-10, s_falls = 0.01; // while they settle
static const double s_slow = 0.3;   // what a centre leaves, at most, without a smaller ridge
static const double s_modest = 3.0; // by how much forces may have grown for that
static const double s_largest_ridge = 1e-2; // where one is asked for
static const double s_settled = 1e-11;      // of the residual in parts of the largest b
static const double s_enough = 1e-8;        // likewise, in the end
static const double s_useful = 0.95;        // where less serves, of these PATIENCE may leave more
static const double s_huge = 1e9;   // forces beyond it in parts of the largest b: there are none
static const double s_none = 1e-12; // stiffness in parts of the diagonal that counts as none
enum {
    RIDGES = 3,
    TRIES = 6,
    ROUGH_TRIES = 3, // where less serves
    NEWTON_STEPS = 25,
    RELAX_TURNS = 30,
    CENTRES = 200,
    PATIENCE = 4,
    VECTORS = 10,
    HALVINGS = 3,
    RECENT = 6
};

typedef struct Solver {
    abCoulomb *p;
    size_t n;
    abCoulombMatrix A; // scaled to a diagonal of one, the ridge on it
    double *b, *x, *w, *step, *scale, *centre, *shifted, *trial, *way, *kept;
    double ridge;
    uint8_t *tangent;      // n: the row is a tangent
    double most;           // largest scaled |b|
    double recent[RECENT]; // leftovers
    int recent_count;
} Solver;

static size_t vectors_room(size_t n) {
    return VECTORS * n * sizeof(double) + (n + sizeof(double)) / sizeof(double) * sizeof(double);
}

size_t ab_coulomb_room(size_t n) {
    return vectors_room(n) + ab_coulomb_matrix_room(&(abCoulomb){.n = n});
}

size_t ab_coulomb_graph_room(const abContactGraph *graph) {
    return vectors_room(graph->n) +
           ab_coulomb_matrix_room(&(abCoulomb){.n = graph->n, .graph = graph});
}

static void lay_out(Solver *s, abCoulomb *p, void *room) {
    size_t n = p->n;
    double *next = room;
    *s = (Solver){.p = p, .n = n};
    double **vectors[VECTORS] = {&s->b,      &s->x,       &s->w,     &s->step, &s->scale,
                                 &s->centre, &s->shifted, &s->trial, &s->way,  &s->kept};
    for (size_t k = 0; k < VECTORS; k++) {
        *vectors[k] = next;
        next += n;
    }
    s->tangent = (uint8_t *)next;
    char *rest = (char *)room + vectors_room(n);
    ab_coulomb_matrix_lay_out(&s->A, p, s->scale, (void *)rest);
}

// ---- scales: one for both tangents of a contact and its normal, so that the cone stays round ----

static double diagonal_of(const abGraphRow *row) {
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < AB_GRAPH_SPEEDS && row->body[side] != AB_GRAPH_FIXED; k++) {
            sum += row->J[side][k] * row->Y[side][k];
        }
    }
    return sum;
}

static void find_scales(Solver *s) {
    const abCoulomb *p = s->p;
    for (size_t i = 0; i < s->n; i++) {
        double diagonal = p->graph != NULL ? diagonal_of(&p->graph->rows[i]) : p->A[i * s->n + i];
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
        s->most = fmax(s->most, fabs(s->b[i]));
    }
    for (size_t c = 0; c < p->contacts; c++) {
        finite += 0.0 * p->contact[c].friction;
    }
    return ab_coulomb_matrix_load(&s->A) && finite == 0.0;
}

static void set_ridge(Solver *s, double ridge) {
    s->ridge = ridge;
    ab_coulomb_matrix_set_ridge(&s->A, ridge);
}

// w = (A + ridge) x + b - ridge centre
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
static double leftover(Solver *s, const double *x) {
    const abCoulomb *p = s->p;
    double most = 0.0;
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
        most = fmax(most, fabs(s->step[i]));
        most = isnan(s->step[i]) ? INFINITY : most;
    }
    return most;
}

// ---- relaxation ----

static void push(Solver *s, size_t row, double value) {
    ab_coulomb_matrix_push(&s->A, row, value - s->x[row]);
    s->x[row] = value;
}

static double feel(const Solver *s, size_t row) {
    return ab_coulomb_matrix_feel(&s->A, row, s->x[row]);
}

static void relax_contact(Solver *s, const abCoulombContact *c) {
    double diagonal = ab_coulomb_matrix_diagonal(&s->A, c->normal);
    push(s, c->normal, fmax(0.0, s->x[c->normal] - feel(s, c->normal) / diagonal));
    double limit = limit_of(s, c, s->x), pull[2] = {0.0, 0.0}, most = 0.0;
    for (size_t t = 0; t < 2 && has_tangent(c, t); t++) {
        most = fmax(most, ab_coulomb_matrix_diagonal(&s->A, c->tangent[t]));
    }
    for (size_t t = 0; t < 2 && has_tangent(c, t); t++) {
        pull[t] = s->x[c->tangent[t]] - feel(s, c->tangent[t]) / most;
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
                push(s, i, s->x[i] - feel(s, i) / ab_coulomb_matrix_diagonal(&s->A, i));
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
    set_slopes(s); // leftover() has put what to solve into `step`
    ask_tangents(s);
    s->p->iterations++;
    if (!ab_coulomb_matrix_solve(&s->A, s->step)) {
        return false;
    }
    double *step = s->way;
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
        double now = leftover(s, s->trial);
        bool is_last = halving + 1 == HALVINGS && isfinite(now);
        if (is_last || now < before * (1.0 - 0.1 * share) || now <= s_settled * s->most) {
            memcpy(s->x, s->trial, s->n * sizeof *s->x);
            *left = now;
            return true;
        }
    }
    *left = leftover(s, s->x);
    return false;
}

static double largest(const double *v, size_t n) {
    double most = 0.0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(v[i]));
    }
    return most;
}

// Solves for the present centre. Forces that grow without bound are none.
static bool solve_for_centre(Solver *s) {
    double small = s_settled * fmax(s->most, 1e-3 * largest(s->x, s->n));
    for (size_t i = 0; i < s->n; i++) {
        s->shifted[i] = s->b[i] - s->A.ridge[i] * s->centre[i];
    }
    int tries = s->p->enough > s_settled ? ROUGH_TRIES : TRIES;
    for (int try = 0; try < tries; try++) {
        double left = leftover(s, s->x);
        s->recent_count = 0;
        for (int k = 0; k < NEWTON_STEPS && left > small && take_step(s, &left); k++) {
        }
        if (left <= small) {
            return true;
        }
        relax(s, RELAX_TURNS << (try < 4 ? try : 4));
        if (!(largest(s->x, s->n) <= s_huge * s->most)) {
            return false;
        }
    }
    return false;
}

// With one ridge after the other about the forces at the start. False when none can be solved.
static bool find_ridge(Solver *s) {
    size_t solved = 0;
    memcpy(s->centre, s->x, s->n * sizeof *s->x);
    for (; solved < RIDGES; solved++) {
        memcpy(s->kept, s->x, s->n * sizeof *s->x);
        set_ridge(s, s_ridges[solved]);
        if (!solve_for_centre(s)) {
            break;
        }
    }
    if (solved < RIDGES && solved > 0) {
        memcpy(s->x, s->kept, s->n * sizeof *s->x);
        set_ridge(s, s_ridges[solved - 1]);
    }
    return solved > 0;
}

// What is left of the conditions without the ridge.
static double leftover_without_ridge(Solver *s) {
    double ridge = s->ridge;
    set_ridge(s, 0.0);
    memcpy(s->shifted, s->b, s->n * sizeof *s->b);
    double left = leftover(s, s->x);
    set_ridge(s, ridge);
    return left;
}

// Moves the centre until the ridge does nothing, as far as that comes nearer: forces that sliding
// makes push themselves together would run away. Forces that must move over far, as they cannot be
// shared, do so the faster the smaller the ridge.
static void settle(Solver *s) {
    double least = INFINITY, last = INFINITY, modest = s_modest * largest(s->x, s->n);
    double enough = fmax(s_settled, s->p->enough);
    bool solved = true;
    int patience = s->p->enough > 0.0 ? PATIENCE : CENTRES;
    for (int k = 0, wait = 0; k < CENTRES && solved && wait < patience; k++) {
        double left = leftover_without_ridge(s);
        if (!(left < 10.0 * least)) {
            break;
        }
        wait = left < s_useful * least ? 0 : wait + 1;
        if (left < least) {
            least = left;
            memcpy(s->kept, s->x, s->n * sizeof *s->x);
        }
        if (left <= enough * s->most) {
            break;
        }
        if (left > s_slow * last && largest(s->x, s->n) <= modest) {
            set_ridge(s, fmax(s_least_ridge, s_falls * s->ridge));
        }
        last = left;
        memcpy(s->centre, s->x, s->n * sizeof *s->x);
        solved = solve_for_centre(s);
        if (!solved && s->ridge < s_ridges[RIDGES - 1]) { // on with a larger one
            memcpy(s->x, s->centre, s->n * sizeof *s->x);
            set_ridge(s, fmin(s_ridges[RIDGES - 1], s->ridge / sqrt(s_falls)));
            last = INFINITY;
            solved = solve_for_centre(s);
        }
    }
    if (leftover_without_ridge(s) >= least) {
        memcpy(s->x, s->kept, s->n * sizeof *s->x);
    }
}

// With the ridge asked for or, where pieces are not found with so small a one, the smallest of
// larger ones. What is left of the conditions with it.
static double solve_with_ridge(Solver *s) {
    double wanted = s->p->ridge, found = 0.0;
    memset(s->centre, 0, s->n * sizeof *s->centre);
    for (double ridge = fmax(s_largest_ridge, wanted); found != wanted; ridge *= 0.1) {
        ridge = ridge < 2.0 * wanted ? wanted : ridge;
        set_ridge(s, ridge);
        memcpy(s->kept, s->x, s->n * sizeof *s->x);
        if (!solve_for_centre(s)) {
            break;
        }
        found = ridge;
    }
    if (found > 0.0 && found != wanted) {
        memcpy(s->x, s->kept, s->n * sizeof *s->x);
        set_ridge(s, found);
        solve_for_centre(s);
    }
    s->p->ridge = found > 0.0 ? found : wanted;
    return leftover(s, s->x);
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
    set_ridge(s, 0.0);
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
            loses = loses || value <= s_none;
            c->stiffness = value / (s->scale[c->normal] * s->scale[c->normal]);
        }
    }
    return loses;
}

abCoulombStatus ab_coulomb_solve(abCoulomb *p, void *room) {
    Solver s;
    lay_out(&s, p, room);
    p->iterations = 0;
    p->residual = 0.0;
    if (!load(&s)) {
        memset(p->f, 0, p->n * sizeof *p->f);
        return AB_COULOMB_NOT_FINITE;
    }
    double left;
    if (p->ridge > 0.0) {
        left = solve_with_ridge(&s);
    } else {
        if (find_ridge(&s)) {
            settle(&s);
        }
        left = leftover_without_ridge(&s);
    }
    p->residual = s.most > 0.0 ? left / s.most : 0.0;
    store(&s);
    set_ridge(&s, s_ridges[RIDGES - 1]); // A may be singular
    bool loses = measure_stiffness(&s), solved = p->residual <= s_enough;
    return solved  ? loses ? AB_COULOMB_AMBIGUOUS : AB_COULOMB_SOLVED
           : loses ? AB_COULOMB_INCONSISTENT
                   : AB_COULOMB_STOPPED;
}
