// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// scenes.h - the solids and poses of the benchmark, from a fixed seed.

#ifndef AB_BENCH_SCENES_H
#define AB_BENCH_SCENES_H

#include "pairs.h"

enum { SCENE_CLASSES = 7, SCENE_QUERIES = 1000 };

// Class 0 to 6. Cold: each pose at random. Warm: sequences of 100 small motions. B stands on a
// random line from A: apart, 1.02 to 2 times as far as where they touch; overlapping, 0.3 to 0.98.
PairsCase scene_make(int number, bool overlaps, bool is_warm);
void scene_free(PairsCase *c);
double scene_size(const PairsSolid *s); // diameter of a ball around it  [m]

#endif
