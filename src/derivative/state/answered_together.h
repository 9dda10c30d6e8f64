// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// answered_together.h - what normal laws have answered that are asked about all their contacts of an
// evaluation at once.

#ifndef AB_ANSWERED_TOGETHER_H
#define AB_ANSWERED_TOGETHER_H

#include <stdbool.h>

#include "abut/user_code.h"
#include "base/array.h"
#include "collide/broad/patch_point.h"
#include "law/core/law.h"

// The points of a contact pair, in abAnsweredTogether.points.
typedef struct abAnsweredPair {
    bool is_there, is_alone; // is_alone: the deepest point, of no patch
    int first, count;
} abAnsweredPair;

typedef struct abAnsweredTogether {
    abArrays arrays;       // owns all of these
    abAnsweredPair *pairs; // beside the contact pairs
    abPatchPoint *points;
    abNormalForce *answers; // beside the points
    int point_count;
    // the questions of one law, in a row
    abPluginContact *contacts;
    abPluginForce *forces;
    double *memory;   // AB_PLUGIN_MEMORY for each
    int *point_of;    // which point a question is about
    bool is_used;     // some law has been asked in this evaluation
    bool is_possible; // the model has a law that may take many contacts
} abAnsweredTogether;

#endif
