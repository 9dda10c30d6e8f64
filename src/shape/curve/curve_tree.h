// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_tree.h - the trees over a curve: one over its parts, one over what is met as a whole.

#ifndef AB_CURVE_TREE_H
#define AB_CURVE_TREE_H

#include "base/arena.h"
#include "shape/curve/curve.h"

// Of a curve that has its parts; false for want of memory.
bool ab_curve_make_trees(abCurve *curve, abArena *arena);

#endif
