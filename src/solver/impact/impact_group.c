// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_group.c - compression and restitution of rows that act together.
//
//   compression   c:      v_c = v + A c complementary to c                                (1)
//   restitution   j = c + y + x,  y = e c of Poisson's rows, 0 of Newton's                (2)
//                 Newton:   v+ + e v complementary to j,   Poisson: v+ complementary to x (3)
//
// (3) is one problem in x with bounds -c for Newton's rows, 0 for Poisson's. The energy that j adds
// is j.(v + A j / 2); along  c + s (j - c)  it is a parabola in s that opens upwards and is not
// above zero at s = 0, so its largest s not above zero is known.
//
// Source  Moreau 1988 for (1) with Newton's law; Glocker & Pfeiffer 1995 for Poisson's.

#include "solver/impact/impact_group.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/linear/row_sums.h"
#include "solver/impact/impact_friction.h"
#include "solver/impact/tolerances.def"

typedef struct Group {
    abImpactWork *work;
    size_t n;
    const size_t *row;
    double *A;                                   // n * n
    double *v, *b, *e, *c, *y, *j, *w, *lo, *hi; // n each, of (1) to (3)
    unsigned char *kind, *side;
    void *workspace;
} Group;

enum { GROUP_VECTORS = 9 };

size_t ab_impact_group_workspace(size_t n) {
    return (n * n + GROUP_VECTORS * n) * sizeof(double) + ab_complementarity_workspace(n) + 2 * n;
}

double *ab_impact_gather(const abImpactWork *work, size_t count, double **vectors[],
                         size_t vector_count) {
    const size_t *row = work->group;
    double *A = work->workspace, *next = A + count * count;
    for (size_t k = 0; k < vector_count; k++) {
        *vectors[k] = next;
        next += count;
    }
    for (size_t k = 0; k < count; k++) {
        for (size_t l = 0; l < count; l++) {
            A[k * count + l] = work->impacts->A[row[k] * work->impacts->n + row[l]];
        }
        (*vectors[0])[k] = work->v[row[k]];
    }
    return next;
}

static void gather(Group *g, abImpactWork *work, size_t count) {
    *g = (Group){.work = work, .n = count, .row = work->group, .A = work->workspace};
    double **vectors[GROUP_VECTORS] = {&g->v, &g->b, &g->e,  &g->c, &g->y,
                                       &g->j, &g->w, &g->lo, &g->hi};
    double *next = ab_impact_gather(work, count, vectors, GROUP_VECTORS);
    g->workspace = next;
    g->kind = (unsigned char *)next + ab_complementarity_workspace(count);
    g->side = g->kind + count;
}

double ab_impact_row_restitution(const abImpacts *in, size_t i, abImpactRestitution which) {
    bool is_joint = in->kind[i] == AB_ROW_BILATERAL;
    bool is_plastic = which == AB_IMPACT_PLASTIC || (is_joint && which != AB_IMPACT_OF_ALL) ||
                      (which == AB_IMPACT_UNLESS_AT_REST && in->rests != NULL && in->rests[i]);
    return is_plastic ? 0.0 : in->restitution[i];
}

// What a lack may be beside the largest b: towards the end only rounding is left of the speeds.
static double tolerance_of(const Group *g) {
    double maximum = ab_row_largest(g->b, g->n);
    return fmax(s_lack,
                s_lack_rounding * g->work->speed / fmax(maximum, s_lack_rounding * g->work->speed));
}

static abComplementarityStatus solve(Group *g, double *f) {
    abComplementarity problem = {.n = g->n,
                                 .A = g->A,
                                 .b = g->b,
                                 .kind = g->kind,
                                 .lo = g->lo,
                                 .hi = g->hi,
                                 .tolerance = tolerance_of(g),
                                 .f = f,
                                 .w = g->w,
                                 .side = g->side};
    g->work->impacts->iterations++;
    return ab_complementarity_solve(&problem, g->workspace);
}

static void note(Group *g, abComplementarityStatus status) {
    g->work->worst = status > g->work->worst ? status : g->work->worst;
}

// (1); true when a row has a restitution at all.
static bool compress(Group *g, abImpactRestitution which) {
    const abImpacts *in = g->work->impacts;
    bool restores = false;
    for (size_t k = 0; k < g->n; k++) {
        g->e[k] = ab_impact_row_restitution(in, g->row[k], which);
        g->kind[k] = in->kind[g->row[k]];
        g->b[k] = g->v[k];
        restores = restores || g->e[k] > 0.0;
    }
    note(g, solve(g, g->c));
    memcpy(g->j, g->c, g->n * sizeof *g->j);
    return restores;
}

// (2) and (3); a joint with a restitution keeps v+ = -e v. Where others forbid what a row wants to
// have back, it gets what it can.
static void restore(Group *g) {
    const abImpacts *in = g->work->impacts;
    for (size_t k = 0; k < g->n; k++) {
        bool is_joint = g->kind[k] == AB_ROW_BILATERAL;
        bool is_poisson = !is_joint && in->restitution_kind != NULL &&
                          in->restitution_kind[g->row[k]] == AB_RESTITUTION_POISSON;
        g->y[k] = is_poisson ? g->e[k] * g->c[k] : 0.0;
        g->b[k] = is_poisson ? g->v[k] : (1.0 + g->e[k]) * g->v[k];
        g->kind[k] = is_joint ? AB_ROW_BILATERAL : AB_ROW_BOUNDED;
        g->lo[k] = is_poisson ? 0.0 : -g->c[k];
        g->hi[k] = INFINITY;
    }
    for (size_t k = 0; k < g->n; k++) {
        g->y[k] += g->c[k];
    }
    for (size_t k = 0; k < g->n; k++) {
        g->b[k] += ab_row_dot(g->A + k * g->n, g->y, g->n);
    }
    abComplementarityStatus status = solve(g, g->j);
    for (size_t k = 0; k < g->n; k++) {
        g->j[k] += g->y[k];
    }
    if (status != AB_COMPLEMENTARITY_INFEASIBLE) {
        note(g, status);
    }
}

// The energy of share * c is a parabola through zero.
static void keep_below_zero(size_t n, const double *A, const double *v, double *c) {
    double linear = 0.0, square = 0.0;
    for (size_t k = 0; k < n; k++) {
        linear += c[k] * v[k];
        square += 0.5 * c[k] * ab_row_dot(A + k * n, c, n);
    }
    double share = linear + square > 0.0 ? fmax(0.0, -linear / square) : 1.0;
    for (size_t k = 0; k < n && share < 1.0; k++) {
        c[k] *= share;
    }
}

// What rounding can make of the energy where impulses press against each other with far more than
// they do to the bodies; 0 where they do not.
static double rounding_beside(size_t n, const double *A, const double *v, const double *j) {
    double terms = 0.0, work = 0.0;
    for (size_t k = 0; k < n; k++) {
        double sum = 0.0;
        for (size_t l = 0; l < n; l++) {
            sum += fabs(A[k * n + l] * j[l]);
        }
        terms += fabs(j[k]) * sum;
        work += fabs(j[k] * v[k]);
    }
    return s_opposed_work * terms > work ? 8.0 * DBL_EPSILON * terms : 0.0;
}

void ab_impact_limit_energy(size_t n, const double *A, const double *v, double *c, double *j,
                            double *workspace) {
    keep_below_zero(n, A, v, c);
    double constant = rounding_beside(n, A, v, j), linear = 0.0, square = 0.0, *d = workspace;
    for (size_t k = 0; k < n; k++) {
        d[k] = j[k] - c[k];
    }
    for (size_t k = 0; k < n; k++) {
        double Ac = ab_row_dot(A + k * n, c, n);
        constant += c[k] * (v[k] + 0.5 * Ac);
        linear += d[k] * (v[k] + Ac);
        square += 0.5 * d[k] * ab_row_dot(A + k * n, d, n);
    }
    if (constant + linear + square <= 0.0 || !(square > 0.0)) {
        return;
    }
    double root = sqrt(fmax(0.0, linear * linear - 4.0 * square * fmin(constant, 0.0)));
    double share = fmin(1.0, fmax(0.0, (root - linear) / (2.0 * square)));
    for (size_t k = 0; k < n; k++) {
        j[k] = c[k] + share * d[k];
    }
}

void ab_impact_apply(abImpactWork *work, size_t count, const double *impulses) {
    size_t n = work->impacts->n;
    for (size_t k = 0; k < count; k++) {
        double j = impulses[k];
        const double *column = work->impacts->A + work->group[k] * n;
        work->impulse[work->group[k]] += j;
        for (size_t i = 0; i < n && j != 0.0; i++) {
            work->v[i] += j * column[i];
        }
    }
}

void ab_impact_group_solve(abImpactWork *work, size_t count, abImpactRestitution restitution) {
    Group g;
    gather(&g, work, count);
    if (compress(&g, restitution)) {
        restore(&g);
    }
    ab_impact_limit_energy(count, g.A, g.v, g.c, g.j, g.w);
    ab_impact_apply(work, count, g.j);
}

// The rows of the group and the tangents of its contacts; whether there are any.
static bool add_tangents(abImpactWork *work, size_t *count) {
    const abImpacts *in = work->impacts;
    size_t normals = *count;
    memset(work->acts, 0, in->n);
    for (size_t k = 0; k < normals; k++) {
        work->acts[work->group[k]] = 1;
    }
    for (size_t k = 0; k < in->frictions; k++) {
        const abImpactFriction *f = &in->friction[k];
        for (int t = 0; t < 2 && work->acts[f->normal] && f->coefficient > 0.0; t++) {
            if (f->tangent[t] != AB_NO_ROW) {
                work->group[(*count)++] = f->tangent[t];
            }
        }
    }
    return *count > normals;
}

// Whether the normals alone leave no slip, so that friction has nothing to do; else all is as it
// was before.
static bool is_straight(abImpactWork *work, size_t normals, size_t count,
                        abImpactRestitution restitution) {
    size_t n = work->impacts->n;
    abComplementarityStatus worst = work->worst;
    memcpy(work->before, work->v, n * sizeof *work->v);
    memcpy(work->before + n, work->impulse, n * sizeof *work->impulse);
    ab_impact_group_solve(work, normals, restitution);
    bool slips = false;
    for (size_t k = normals; k < count; k++) {
        slips = slips || fabs(work->v[work->group[k]]) > s_no_slip * work->speed;
    }
    if (slips) {
        memcpy(work->v, work->before, n * sizeof *work->v);
        memcpy(work->impulse, work->before + n, n * sizeof *work->impulse);
        work->worst = worst;
    }
    return !slips;
}

void ab_impact_act(abImpactWork *work, size_t count, abImpactRestitution restitution) {
    size_t normals = count;
    if (!add_tangents(work, &count)) {
        ab_impact_group_solve(work, count, restitution);
    } else if (!is_straight(work, normals, count, restitution)) {
        ab_impact_friction_solve(work, count, restitution);
    }
}

bool ab_impact_closes(const abImpactWork *work, size_t i, double small) {
    switch (work->impacts->kind[i]) {
    case AB_ROW_BILATERAL:
        return fabs(work->v[i]) > small;
    case AB_ROW_UNILATERAL:
        return work->v[i] < -small;
    default:
        return false;
    }
}

void ab_impact_all(abImpactWork *work, abImpactRestitution restitution) {
    const abImpacts *in = work->impacts;
    size_t count = 0;
    for (size_t i = 0; i < in->n; i++) {
        if (in->kind[i] != AB_ROW_BOUNDED) {
            work->group[count++] = i;
        }
    }
    ab_impact_act(work, count, restitution);
}
