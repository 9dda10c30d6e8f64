// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_modes.h - static shapes of a body under the loads of its patches, and how stiff these are.
//
//   r = (K^-1 - Phi Omega^-2 Phi^T) f                                                        (1)
//
// K^-1 with the interfaces held; Phi are the eigenmodes that the basis has already. A body that nothing
// holds is loaded by f - M R R^T f instead, which is in equilibrium (inertia relief, R the rigid motions,
// M-orthonormal), and rigid motion is taken out of the answer.
//
//   c = f^T K_ii^-1 f + (Psi^T f)^T K_bb^+ (Psi^T f)                                         (2)
//
// is the compliance of a patch in the whole mesh: interfaces held, and what their motion Psi adds.

#ifndef AB_CONTACT_MODES_H
#define AB_CONTACT_MODES_H

#include "modes/contact_patch.h"
#include "modes/eigen_solver.h"
#include "modes/mode_basis.h"
#include "modes/statics.h"

typedef struct abContactModes {
    const abSolid *solid;
    abStatics *statics;
    abSparseFactor *supported;    // of a body without interfaces; NULL: interfaces hold it
    const double *rigid;          // six, M-orthonormal; NULL: a fixed interface holds the body
    double *load, *answer, *work; // 3 n each
    abArena *arena;
    abError *error;
} abContactModes;

// Factors once more for a body that has no interfaces. `rigid` as in the structure.
abResult ab_contact_modes_create(const abSolid *solid, abStatics *statics, const double *rigid,
                                 abArena *arena, abContactModes *out, abError *error);
void ab_contact_modes_done(abContactModes *contact);

// Adds the modes (1) of a patch to the basis, which has room for patch->mode_count more.
abResult ab_contact_modes_add(abContactModes *contact, const abContactPatch *patch,
                              const abEigenModes *eigen, abModeBasis *basis);

// Compliance of the patch under uniform pressure, 1 / stiffness [m/N]: (2). `constraints` are the first
// columns of the basis before it was solved, Psi; `stiffness` their K, by rows. Keep the columns:
// call before ab_mode_basis_solve.
abResult ab_contact_compliance(abContactModes *contact, const abContactPatch *patch,
                               const abModeBasis *basis, int constraints, const double *stiffness,
                               double *out);
// The same of the modes alone: sum (phi^T f)^2 / lambda. After ab_mode_basis_solve.
double ab_contact_compliance_of_modes(abContactModes *contact, const abContactPatch *patch,
                                      const abModeBasis *basis);

#endif
