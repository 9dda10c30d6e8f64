// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// field_grid.h - a field by values on a regular grid.

#ifndef AB_FIELD_GRID_H
#define AB_FIELD_GRID_H

#include "abut/definitions.h"

// At a place in the grid's frame; outside the value of the nearest place inside.
double ab_field_on_grid(const abFieldGrid *grid, abVec3 p);

#endif
