// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_share.h - the share (3) of cone_patch.h while the limits of friction are kept: it is kept
// with them, and looked for by brackets.

#ifndef AB_CONE_SHARE_H
#define AB_CONE_SHARE_H

#include "solver/cone/cone_patch.h"

// Keeps a share of which nothing else is known.
void ab_cone_share_open(abConePatch *patch, double share);

// The motion that belongs to the kept share leaves `found`. What that would change of the pull of a
// point; where it is much, another share is kept.
double ab_cone_share_next(abConePatch *patch, double found);

// Whether what ab_cone_share_next() says is little.
bool ab_cone_share_agrees(double change);

#endif
