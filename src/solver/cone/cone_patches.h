// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_patches.h - the patches of a problem among its contacts and links: each is visited in the
// sweeps like a contact, with six numbers in place of three.

#ifndef AB_CONE_PATCHES_H
#define AB_CONE_PATCHES_H

#include "solver/cone/cone.h"

// Velocity of B relative to A at the origin of a patch.
void ab_cone_patch_motion(const abConeBody *bodies, const abConePatch *patch, double V[6]);
// Mobilities; the fastest point.                                                        [m/s]
double ab_cone_patches_prepare(const abConeProblem *problem);
// Gives their wrenches to the bodies.
void ab_cone_patches_apply(const abConeProblem *problem);
// Balances each in turn; the sum of squares of what that changes of their motion.
double ab_cone_patches_visit(const abConeProblem *problem);
// Their wrenches, six numbers each.
void ab_cone_patches_keep(const abConeProblem *problem, double *to);
void ab_cone_patches_take_back(const abConeProblem *problem, const double *from);
// Keeps the limits of friction for a round; by what velocity those at its end differ.
void ab_cone_patches_open(const abConeProblem *problem);
double ab_cone_patches_close(const abConeProblem *problem);
// Of such a round, solved: whether the shares it keeps are those of its motion; if not, others are
// kept.
bool ab_cone_patches_share(const abConeProblem *problem);
// By what velocity the wrench of one is not that of the motion in the bodies, squared.
double ab_cone_patch_off(const abConeProblem *problem, const abConePatch *patch);
// Gives the bodies the difference of two of its wrenches.
void ab_cone_patch_push(const abConeProblem *problem, const abConePatch *patch, const double to[6],
                        const double from[6]);

#endif
