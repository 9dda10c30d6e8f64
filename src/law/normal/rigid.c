// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid.c - bodies that do not give way: a condition instead of a force.
//
//   0 <= gap,  0 <= F,  gap F = 0;   while closed:  0 <= d(gap)/dt,  F d(gap)/dt = 0     (1)
//   an impact with closing speed v:  parts with e v (newton), or
//                                    gives e times the impulse of compression (poisson)  (2)
//
// What force keeps (1) depends on all bodies that touch and is found by the method of the run, so
// the law itself answers with zero. It only keeps e and its kind.
//
// Shape   any.
// Limits  No depth, hence nothing stored; how a load is shared by more points than are needed is
//         not determined by (1), and a method must choose.
// Source  (1): Signorini's condition, (2): [Brogliato1999] ch. 4.

#include "law/normal/rigid.h"

#include <math.h>

#include "law/core/surface_pair.h"

typedef struct Rigid {
    double restitution;
    int restitution_kind;
} Rigid;

static const char *const s_kinds[] = {"newton", "poisson", NULL};

static const abKey s_keys[] = {
    AB_NUM(Rigid, restitution, "-", NAN, 0.0, 1.0,
           "e of impacts; without it the pair's restitution"),
    AB_WORD(Rigid, restitution_kind, s_kinds, AB_RESTITUTION_NEWTON,
            "newton: e is a quotient of speeds; poisson: of impulses"),
};
static const abTable s_table =
    AB_TABLE("rigid", Rigid, s_keys,
             "no overlap at all: a condition, not a force; for methods that solve conditions");

void ab_rigid_prepare(double restitution, int kind, abPairProperties *pair, double *constants) {
    constants[AB_RIGID_RESTITUTION] = !isnan(restitution) ? restitution : pair->restitution;
    constants[AB_RIGID_KIND] = kind;
    pair->rolling_radius = ab_surface_pair_radius(pair);
}

static bool rigid_is_condition(const void *params) {
    (void)params;
    return true;
}

static void rigid_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Rigid *r = params;
    ab_rigid_prepare(r->restitution, r->restitution_kind, pair, constants);
}

static void rigid_evaluate(const double *constants, const double *memory, const abContact *contact,
                           abNormalForce *out) {
    (void)constants;
    (void)memory;
    (void)contact;
    *out = (abNormalForce){0};
}

const abNormalLaw ab_law_rigid = {.table = &s_table,
                                  .is_condition = rigid_is_condition,
                                  .prepare = rigid_prepare,
                                  .evaluate = rigid_evaluate};
