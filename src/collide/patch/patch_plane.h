// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_plane.h - a plane and anything that can lie on it.

#ifndef AB_PATCH_PLANE_H
#define AB_PATCH_PLANE_H

#include "collide/patch/patch_outline.h"

// A is the plane.
void ab_patch_plane(abPatch *patch);

#endif
