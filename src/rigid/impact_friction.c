// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_friction.c - compression and restitution with dry friction.
//
//   compression   c:  v_c = v + A c, friction against the slip of v_c                     (1)
//   restitution   j:  the same with (1 + e) v for v in the normals                         (2)
//
// c never adds energy: friction takes it, and the normals do no work as v_c or c is zero there. (2)
// may (Kane & Levinson 1985), so the impulse is the largest share of the way from c to j that does
// not. Cones are convex, so friction keeps its bound on the way.
//
// Source  Moreau 1988 for (2); Leine & van de Wouw 2008, 5.3, for the energy of (1).

#include <math.h>
#include <string.h>

#include "rigid/impact_group.h"

typedef struct Group {
    abImpactWork *work;
    size_t n, contacts;
    const size_t *row;
    double *A;                 // n * n
    double *v, *b, *c, *j, *w; // n each
    abCoulombContact *contact; // n
    size_t *place;             // of a row of the impact in the group; of all rows
    void *room;
} Group;

enum { GROUP_VECTORS = 5 };

size_t ab_impact_friction_room(size_t n) {
    return (n * n + GROUP_VECTORS * n) * sizeof(double) + n * sizeof(abCoulombContact) +
           n * sizeof(size_t) + ab_coulomb_room(n);
}

static void gather(Group *g, abImpactWork *work, size_t count) {
    const abImpacts *in = work->impacts;
    double *next = work->room;
    *g = (Group){.work = work, .n = count, .row = work->group, .A = next};
    next += count * count;
    double **vectors[GROUP_VECTORS] = {&g->v, &g->b, &g->c, &g->j, &g->w};
    for (size_t k = 0; k < GROUP_VECTORS; k++) {
        *vectors[k] = next;
        next += count;
    }
    g->contact = (abCoulombContact *)(void *)next;
    g->place = (size_t *)(void *)(g->contact + count);
    g->room = g->place + in->n;
    for (size_t i = 0; i < in->n; i++) {
        g->place[i] = AB_NO_ROW;
    }
    for (size_t k = 0; k < count; k++) {
        g->place[g->row[k]] = k;
        g->v[k] = work->v[g->row[k]];
        for (size_t l = 0; l < count; l++) {
            g->A[k * count + l] = in->A[g->row[k] * in->n + g->row[l]];
        }
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

static bool solve(Group *g, double *f, bool warm) {
    abCoulomb problem = {.n = g->n,
                         .contacts = g->contacts,
                         .A = g->A,
                         .b = g->b,
                         .contact = g->contact,
                         .f = f,
                         .w = g->w,
                         .warm = warm};
    abCoulombStatus status = ab_coulomb_solve(&problem, g->room);
    g->work->impacts->rounds++;
    return status <= AB_COULOMB_AMBIGUOUS;
}

static void apply(Group *g) {
    abImpactWork *work = g->work;
    size_t n = work->impacts->n;
    for (size_t k = 0; k < g->n; k++) {
        const double *column = work->impacts->A + g->row[k] * n;
        work->impulse[g->row[k]] += g->j[k];
        for (size_t i = 0; i < n && g->j[k] != 0.0; i++) {
            work->v[i] += g->j[k] * column[i];
        }
    }
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

void ab_impact_friction_solve(abImpactWork *work, size_t count, abImpactRestitution restitution) {
    const abImpacts *in = work->impacts;
    Group g;
    gather(&g, work, count);
    gather_contacts(&g);
    memcpy(g.b, g.v, count * sizeof *g.b);
    if (!solve(&g, g.c, false)) {
        solve_without(work, count, restitution);
        return;
    }
    memcpy(g.j, g.c, count * sizeof *g.j);
    bool restores = false;
    for (size_t k = 0; k < count; k++) {
        bool is_tangent = in->kind[g.row[k]] == AB_ROW_BOUNDED;
        double e = is_tangent ? 0.0 : ab_impact_row_restitution(in, g.row[k], restitution);
        g.b[k] = (1.0 + e) * g.v[k];
        restores = restores || e > 0.0;
    }
    if (restores) {
        if (solve(&g, g.j, true)) {
            ab_impact_limit_energy(count, g.A, g.v, g.c, g.j, g.w);
        } else {
            memcpy(g.j, g.c, count * sizeof *g.j);
        }
    }
    apply(&g);
}
