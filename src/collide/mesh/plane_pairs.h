// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_pairs.h - half-spaces in the pair matrix.

#ifndef AB_PLANE_PAIRS_H
#define AB_PLANE_PAIRS_H

#include "collide/broad/proximity.h"

abCollide ab_plane_plane, ab_plane_sphere, ab_plane_convex;

#endif
