// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_hull.h - in which directions parts of an outline can meet another one.

#ifndef AB_OUTLINE_HULL_H
#define AB_OUTLINE_HULL_H

#include "shape/curve/outline.h"

// Sets the hulls of all nodes of the tree, and the nodes of edges; edges and vertices are as they stay.
void ab_outline_set_hulls(abOutline2 *outline);

// Of an outline of one edge without a tree to build: a full circle, a straight edge without ends.
abOutlineHull ab_outline_hull_of_circle(void);
abOutlineHull ab_outline_hull_of_line(abVec2 outward);

#endif
