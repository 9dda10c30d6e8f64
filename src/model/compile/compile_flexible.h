// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_flexible.h - bodies with modes.

#ifndef AB_COMPILE_FLEXIBLE_H
#define AB_COMPILE_FLEXIBLE_H

#include "model/core/model.h"

// Reads what the definition names; `def` gets the mass, inertia and centre of the file, `body` its
// modes, none where they are frozen. Its shapes must be compiled.
abResult ab_compile_flexible(abModel *model, abBodyDef *def, abBody *body, abError *error);

// Shapes that are the surface of a body which has none.
abResult ab_check_rigid_shapes(const abModel *model, const abBodyDef *def, const abBody *body,
                               abError *error);
// Contacts of such surfaces that are not supported, when all interactions are known.
abResult ab_check_flexible_contacts(const abModel *model, abError *error);
// Likewise those that methods cannot run which know contacts as forces alone: rigid, and friction with a
// history.
abResult ab_check_flexible_conditions(const abModel *model, abError *error);

#endif
