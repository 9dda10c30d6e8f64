// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_group.h - the impulses of some rows together, and what all kinds of impacts share.

#ifndef AB_IMPACT_GROUP_H
#define AB_IMPACT_GROUP_H

#include "solver/impact/impact_kinds.h"

typedef struct abImpactWork {
    abImpacts *impacts;
    double speed;         // the largest before  [m/s]
    double *v, *impulse;  // n: at present; the results
    size_t *group;        // n: workspace for the rows of a group
    size_t *order;        // n: workspace
    unsigned char *taken; // n: workspace
    unsigned char *acts;  // n: workspace of ab_impact_act
    double *before;       // 2 n: likewise
    void *workspace;      // of ab_impact_group_solve
    void *extrapolation;  // ab_impact_extrapolation_workspace
    abComplementarityStatus worst;
} abImpactWork;

typedef enum abImpactRestitution {
    AB_IMPACT_PLASTIC,       // e = 0 for all
    AB_IMPACT_OF_CONTACTS,   // joints have e = 0
    AB_IMPACT_OF_ALL,        // joints too
    AB_IMPACT_UNLESS_AT_REST // contacts at rest and joints have e = 0
} abImpactRestitution;

// Finds the impulses of the rows group[0 .. count - 1] and of their tangents, as if there were no
// others, and applies them. What would add energy is left out. `group` needs room for the tangents.
void ab_impact_act(abImpactWork *work, size_t count, abImpactRestitution restitution);

// The same for rows without tangents.
void ab_impact_group_solve(abImpactWork *work, size_t count, abImpactRestitution restitution);
size_t ab_impact_group_workspace(size_t n);

// The rows of a group at the start of the workspace: their matrix, then vectors, of which the first
// holds their speeds. Returns what is behind them.
double *ab_impact_gather(const abImpactWork *work, size_t count, double **vectors[],
                         size_t vector_count);
// Adds the impulses of its rows to all that is known.
void ab_impact_apply(abImpactWork *work, size_t count, const double *impulses);

// j becomes the furthest point on the way from c to j whose impulses add no energy to the speeds v;
// c adds none, or nothing but an error of its solution, which is taken away from it by a share.
// `workspace` has n entries.
void ab_impact_limit_energy(size_t n, const double *A, const double *v, double *c, double *j,
                            double *workspace);

// Whether a row closes faster than `small`, or a joint moves; never a tangent.
bool ab_impact_closes(const abImpactWork *work, size_t i, double small);
double ab_impact_row_restitution(const abImpacts *impacts, size_t i, abImpactRestitution which);

// All rows in one problem.
void ab_impact_all(abImpactWork *work, abImpactRestitution restitution);

typedef void abImpactMethod(abImpactWork *work);
#define AB_IMPACT(KIND, symbol, key, text) abImpactMethod ab_impact_##symbol;
#include "solver/impact/impact_kinds.def"
#undef AB_IMPACT

#endif
