// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// search.h - is there a normal with a larger separation? Both searches return true with a better
// normal in `best`, or false with `above`: by how much a larger one may have been missed.

#ifndef AB_TEST_SEARCH_H
#define AB_TEST_SEARCH_H

#include "solid.h"

// For polytopes: all faces of B - A.
bool search_faces(const Solid *A, const Solid *B, double known, double best[3], double *above);

// For all: branch and bound on the sphere of normals. The core must overlap. At the start `best` is
// the best known normal.
bool search_sphere(const Solid *A, const Solid *B, double known, double best[3], double *above);

#endif
