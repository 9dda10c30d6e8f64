// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_kinds.c - the list of kinds, and the workspace they work in.

#include "solver/impact/impact_kinds.h"

#include <math.h>
#include <string.h>

#include "solver/impact/impact_extrapolation.h"
#include "solver/impact/impact_friction.h"
#include "solver/impact/impact_group.h"

typedef struct Kind {
    const char *key;
    abImpactMethod *solve;
} Kind;

static const Kind s_kinds[AB_IMPACT_COUNT] = {
// [AB_IMPACT_SIMULTANEOUS] = {"simultaneous", ab_impact_simultaneous},
#define AB_IMPACT(KIND, symbol, key, text) [AB_IMPACT_##KIND] = {key, ab_impact_##symbol},
#include "solver/impact/impact_kinds.def"
#undef AB_IMPACT
};

const char *ab_impact_key(abImpactKind kind) {
    return s_kinds[kind].key;
}

static size_t group_workspace(size_t n) {
    size_t plain = ab_impact_group_workspace(n), friction = ab_impact_friction_workspace(n);
    return plain > friction ? plain : friction;
}

size_t ab_impacts_workspace(size_t n) {
    return group_workspace(n) + 2 * n * (sizeof(size_t) + sizeof(double)) +
           ab_impact_extrapolation_workspace(n) + 2 * n;
}

void ab_impact_simultaneous(abImpactWork *work) {
    ab_impact_all(work, AB_IMPACT_UNLESS_AT_REST);
}

static bool is_finite(const abImpacts *in) {
    bool finite = true;
    for (size_t i = 0; i < in->n; i++) {
        finite = finite && isfinite(in->velocity[i]) && in->restitution[i] >= 0.0 &&
                 in->restitution[i] <= 1.0;
    }
    for (size_t i = 0; i < in->n * in->n; i++) {
        finite = finite && isfinite(in->A[i]);
    }
    return finite;
}

abComplementarityStatus ab_impacts_solve(abImpactKind kind, abImpacts *in, void *workspace) {
    size_t n = in->n, *places = (size_t *)(void *)((double *)workspace + 2 * n);
    abImpactWork work = {.impacts = in,
                         .v = in->after,
                         .impulse = in->impulse,
                         .group = places,
                         .order = places + n,
                         .before = workspace,
                         .extrapolation = places + 2 * n,
                         .workspace =
                             (char *)(places + 2 * n) + ab_impact_extrapolation_workspace(n)};
    work.taken = (unsigned char *)work.workspace + group_workspace(n);
    work.acts = work.taken + n;
    memset(in->impulse, 0, n * sizeof *in->impulse);
    memcpy(in->after, in->velocity, n * sizeof *in->after);
    in->energy = 0.0;
    in->iterations = 0;
    if (!is_finite(in)) {
        return AB_COMPLEMENTARITY_NOT_FINITE;
    }
    for (size_t i = 0; i < n; i++) {
        work.speed = fmax(work.speed, fabs(in->velocity[i]));
    }
    if (work.speed > 0.0) {
        s_kinds[kind].solve(&work);
    }
    for (size_t i = 0; i < n; i++) {
        in->energy += 0.5 * in->impulse[i] * (in->velocity[i] + in->after[i]);
    }
    return work.worst;
}
