// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_faces.h - a face on a face: the corners of what their outlines have in common.

#ifndef AB_PATCH_FACES_H
#define AB_PATCH_FACES_H

#include "collide/patch/patch_outline.h"

// A face on a face.
void ab_patch_faces(abPatch *patch);

#endif
