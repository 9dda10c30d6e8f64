// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// scenes.h - the runs whose bits are watched: every integrator, kind of pair, joint and force once.

#ifndef GOLDEN_SCENES_H
#define GOLDEN_SCENES_H

#include "abut/abut.h"

typedef struct Scene {
    const char *name;
    const char *path;       // from the top of the tree; NULL: built by scene_workshop
    const char *integrator; // NULL: as the model says
    double end;             // 0: as the model says                                        [s]
} Scene;

extern const Scene scenes[];
extern const int scene_count;

const Scene *scene_find(const char *name);
// A compiled model, or NULL with the problems on stderr.
abModel *scene_model(const Scene *scene, abAllocator allocator);
// Prints the problems.
void scene_problems(const char *name, const abError *error);

#endif
