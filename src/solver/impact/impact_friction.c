// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_friction.c - compression and restitution with dry friction.
//
//   compression   c:  v_c = v + A c, friction against the slip of v_c                     (1)
//   restitution   j:  the same with (1 + e) v for v in the normals of Newton's law,
//                     and with impulses of at least (1 + e) c in those of Poisson's        (2)
//
// c never adds energy: friction takes it, and the normals do no work as v_c or c is zero there. (2)
// may (Kane & Levinson 1985), so the impulse is the largest share of the way from c to j that does
// not. Cones are convex, so friction keeps its bound on the way.
//
// Source  Moreau 1988 for (2) with Newton's law; Leine & van de Wouw 2008, 5.3, for the energy of
//         (1). Differs from Glocker & Pfeiffer 1995 for Poisson's: the friction of both phases
//         together opposes the slip at the end, where theirs opposes it at the end of each.

#include "solver/impact/impact_friction.h"

#include <math.h>
#include <string.h>

#include "math/linear/row_sums.h"
#include "solver/impact/impact_group.h"
#include "solver/impact/tolerances.def"

typedef struct Group {
    abImpactWork *work;
    size_t n, contacts;
    const size_t *row;
    double *A;                     // n * n
    double *v, *b, *c, *j, *w, *y; // n each; y: impulses given beforehand
    abCoulombContact *contact;     // n
    size_t *place;                 // of a row of the impact in the group; of all rows
    void *workspace;
} Group;

enum { GROUP_VECTORS = 6 };

size_t ab_impact_friction_workspace(size_t n) {
    return (n * n + GROUP_VECTORS * n) * sizeof(double) + n * sizeof(abCoulombContact) +
           n * sizeof(size_t) + ab_coulomb_workspace(n);
}

static void gather(Group *g, abImpactWork *work, size_t count) {
    const abImpacts *in = work->impacts;
    *g = (Group){.work = work, .n = count, .row = work->group, .A = work->workspace};
    double **vectors[GROUP_VECTORS] = {&g->v, &g->b, &g->c, &g->j, &g->w, &g->y};
    double *next = ab_impact_gather(work, count, vectors, GROUP_VECTORS);
    g->contact = (abCoulombContact *)(void *)next;
    g->place = (size_t *)(void *)(g->contact + count);
    g->workspace = g->place + in->n;
    for (size_t i = 0; i < in->n; i++) {
        g->place[i] = AB_NO_ROW;
    }
    for (size_t k = 0; k < count; k++) {
        g->place[g->row[k]] = k;
    }
}

// A contact for each normal; those with friction know their tangents.
static void gather_contacts(Group *g) {
    const abImpacts *in = g->work->impacts;
    for (size_t k = 0; k < g->n; k++) {
        if (in->kind[g->row[k]] == AB_ROW_UNILATERAL) {
            g->contact[g->contacts++] =
                (abCoulombContact){.normal = k, .tangent = {AB_NO_ROW, AB_NO_ROW}};
        }
    }
    for (size_t k = 0; k < in->frictions; k++) {
        const abImpactFriction *f = &in->friction[k];
        for (size_t c = 0; c < g->contacts; c++) {
            if (g->contact[c].normal == g->place[f->normal]) {
                g->contact[c].friction = f->coefficient;
                for (int t = 0; t < 2; t++) {
                    g->contact[c].tangent[t] =
                        f->tangent[t] == AB_NO_ROW ? AB_NO_ROW : g->place[f->tangent[t]];
                }
            }
        }
    }
}

// What a solution leaves over must not be more friction than the normals allow.
static void cut_to_cones(const Group *g, double *f) {
    for (size_t k = 0; k < g->contacts; k++) {
        const abCoulombContact *c = &g->contact[k];
        double limit = c->friction * (f[c->normal] + c->given), square = 0.0;
        for (int t = 0; t < 2; t++) {
            double x = c->tangent[t] == AB_NO_ROW ? 0.0 : f[c->tangent[t]];
            square += x * x;
        }
        double share = square > limit * limit ? limit / sqrt(square) : 1.0;
        for (int t = 0; t < 2; t++) {
            if (c->tangent[t] != AB_NO_ROW) {
                f[c->tangent[t]] *= share;
            }
        }
    }
}

// Whether a residual below `rough` is left; `is_exact`: only rounding.
static bool solve(Group *g, double *f, bool warm, double rough, bool *is_exact) {
    abCoulomb problem = {.n = g->n,
                         .contacts = g->contacts,
                         .A = g->A,
                         .b = g->b,
                         .contact = g->contact,
                         .f = f,
                         .w = g->w,
                         .enough = s_settled,
                         .warm = warm};
    abCoulombStatus status = ab_coulomb_solve(&problem, g->workspace);
    double maximum = ab_row_largest(g->b, g->n);
    g->work->impacts->iterations++;
    *is_exact = status <= AB_COULOMB_AMBIGUOUS ||
                (status != AB_COULOMB_NOT_FINITE &&
                 problem.residual * maximum <= s_friction_left * g->work->speed);
    cut_to_cones(g, f);
    return *is_exact || (status != AB_COULOMB_NOT_FINITE && problem.residual <= rough);
}

// Where friction has no answer the normals go on without it.
static void solve_without(abImpactWork *work, size_t count, abImpactRestitution restitution) {
    size_t left = 0;
    for (size_t k = 0; k < count; k++) {
        if (work->impacts->kind[work->group[k]] != AB_ROW_BOUNDED) {
            work->group[left++] = work->group[k];
        }
    }
    ab_impact_group_solve(work, left, restitution);
    work->worst = AB_COMPLEMENTARITY_STOPPED;
}

// (2) as a problem in what is beyond y; true when a row has a restitution at all.
static bool prepare_restitution(Group *g, abImpactRestitution which) {
    const abImpacts *in = g->work->impacts;
    bool restores = false;
    memset(g->y, 0, g->n * sizeof *g->y);
    for (size_t k = 0; k < g->n; k++) {
        size_t row = g->row[k];
        double e =
            in->kind[row] == AB_ROW_BOUNDED ? 0.0 : ab_impact_row_restitution(in, row, which);
        bool is_poisson = in->kind[row] == AB_ROW_UNILATERAL && in->restitution_kind != NULL &&
                          in->restitution_kind[row] == AB_RESTITUTION_POISSON;
        g->y[k] = is_poisson && e > 0.0 ? (1.0 + e) * g->c[k] : 0.0;
        g->b[k] = is_poisson ? g->v[k] : (1.0 + e) * g->v[k];
        restores = restores || e > 0.0;
    }
    for (size_t k = 0; k < g->n; k++) {
        g->b[k] += ab_row_dot(g->A + k * g->n, g->y, g->n);
    }
    for (size_t c = 0; c < g->contacts; c++) {
        g->contact[c].given = g->y[g->contact[c].normal];
    }
    return restores;
}

// Where (2) has no solution: e of what compression gave, contact by contact.
static void repeat_compression(Group *g, abImpactRestitution which) {
    memcpy(g->j, g->c, g->n * sizeof *g->j);
    for (size_t c = 0; c < g->contacts; c++) {
        const abCoulombContact *contact = &g->contact[c];
        double e = ab_impact_row_restitution(g->work->impacts, g->row[contact->normal], which);
        g->j[contact->normal] *= 1.0 + e;
        for (int t = 0; t < 2; t++) {
            if (contact->tangent[t] != AB_NO_ROW) {
                g->j[contact->tangent[t]] *= 1.0 + e;
            }
        }
    }
}

void ab_impact_friction_solve(abImpactWork *work, size_t count, abImpactRestitution restitution) {
    Group g;
    gather(&g, work, count);
    gather_contacts(&g);
    memcpy(g.b, g.v, count * sizeof *g.b);
    bool is_exact;
    if (!solve(&g, g.c, false, s_rough, &is_exact)) {
        solve_without(work, count, restitution);
        return;
    }
    work->worst = is_exact ? work->worst : AB_COMPLEMENTARITY_STOPPED;
    memcpy(g.j, g.c, count * sizeof *g.j);
    if (prepare_restitution(&g, restitution)) {
        for (size_t k = 0; k < count; k++) {
            g.j[k] -= g.y[k];
        }
        if (solve(&g, g.j, true, s_fine, &is_exact)) {
            for (size_t k = 0; k < count; k++) {
                g.j[k] += g.y[k];
            }
        } else {
            repeat_compression(&g, restitution);
        }
    }
    ab_impact_limit_energy(count, g.A, g.v, g.c, g.j, g.w);
    ab_impact_apply(work, count, g.j);
}
