// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_friction.h - compression and restitution with dry friction.

#ifndef AB_IMPACT_FRICTION_H
#define AB_IMPACT_FRICTION_H

#include "solver/impact/impact_group.h"

// The same with the tangents of contacts among the rows.
void ab_impact_friction_solve(abImpactWork *work, size_t count, abImpactRestitution restitution);
size_t ab_impact_friction_workspace(size_t n);

#endif
