// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// every_step.h - a run resumed after each of its steps.
//
// A checkpoint is written after each step. A new simulation takes one step from it; the frames and
// events of that step, and the checkpoint after it, have to be, byte for byte, those of the unbroken
// run. So what a checkpoint leaves out shows where it first counts, and not only where it comes to
// change a frame. Nor may writing checkpoints change the run.

#ifndef GOLDEN_EVERY_STEP_H
#define GOLDEN_EVERY_STEP_H

#include "abut/abut.h"

typedef struct EveryStep {
    int steps;
    int others;              // steps that went on otherwise once resumed; the first are printed
    bool is_changed_by_save; // the run told something else than one that nobody saved
} EveryStep;

// AB_OK also where runs differ: `out` tells. AB_NUMERICS where the run itself ends early.
abResult every_step_resumed(const abModel *model, EveryStep *out, abError *error);

#endif
