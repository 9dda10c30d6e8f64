// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// candidate_pairs.h - the pairs of shapes that stand for all when a model is judged from its start.

#ifndef AB_CANDIDATE_PAIRS_H
#define AB_CANDIDATE_PAIRS_H

#include "model/core/model.h"

typedef enum abCandidates {
    AB_CANDIDATES_DONE,
    AB_CANDIDATES_STOPPED, // `take` answered false
    AB_CANDIDATES_NO_MEMORY,
} abCandidates;

// Calls `take` for pairs a < b that may touch, each once, until it answers false: for all of them in
// a model of some hundred shapes; in a larger one for those near each other at the start, and those
// of the outermost and the fastest shape. Cost n log n.
abCandidates ab_each_candidate_pair(const abModel *model, bool (*take)(void *context, int a, int b),
                                    void *context);

#endif
