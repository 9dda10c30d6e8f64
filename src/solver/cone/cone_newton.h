// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_newton.h - the whole system at once: proximal rounds, each by Newton's method on the
// motion.

#ifndef AB_CONE_NEWTON_H
#define AB_CONE_NEWTON_H

#include "solver/cone/cone.h"

// Solves a prepared problem from the impulses and the motion it has, with about
// `maximum` factorisations; with `is_patient` much better than the tolerance asks for, where it can.
// Does nothing when one of them takes more work than the problem allows. False for want of memory.
bool ab_cone_newton(abConeProblem *problem, abConeWorkspace *workspace, int maximum,
                    bool is_patient, abConeResult *result);

// One proximal problem for cone_exact.c, of contacts and links that ab_cone_analyse() has seen:
// around the impulses there are, with r the share of W; then solved from the motion there is, as
// far as its rises settle.
void ab_cone_proximal_open(const abConeProblem *problem, abConeWorkspace *workspace, double share);
void ab_cone_proximal_solve(const abConeProblem *problem, abConeWorkspace *workspace, double share,
                            double allowed, int *factorisations);

#endif
