// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_rims.h - bodies of revolution, round ends of beams, and tori.

#ifndef AB_PATCH_RIMS_H
#define AB_PATCH_RIMS_H

#include "collide/patch/patch_outline.h"

// The kinds of patch; A and B in the order of the names.
void ab_patch_two_faces(abPatch *patch); // two bodies with faces, of which beams have round ends
void ab_patch_rims_face(abPatch *patch); // cylinder, tube, cone, capsule on a face
void ab_patch_rims(abPatch *patch);      // two of these
void ab_patch_ring_face(abPatch *patch); // a torus on a face
void ab_patch_ring_rims(abPatch *patch); // a torus on the end of a cylinder, tube or cone

#endif
