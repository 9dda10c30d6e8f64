// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tangential_list.h - the points of contact pairs whose friction has a history.
//
// Each point of a patch that such a law acts on has a tangential state. Its state is three numbers at the end of
// y; what is discrete stands here, in the memory. The list follows the points of the patches: at
// events, and where an accepted step ends because a point joined or left. In between it is fixed.

#ifndef AB_TANGENTIAL_LIST_H
#define AB_TANGENTIAL_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/vector.h"
#include "base/array.h"
#include "law/core/law.h"

typedef struct abTangentialState {
    int shape_a, shape_b; // of its contact pair
    int id;               // of the point in the patch
    abTangentialMode mode;
    abVec3 place;    // at the end of the last step                                     [m]
    double pressing; // normal force there; infinite before the first                   [N]
    bool has_modes, is_exact;
    abVec3 direction; // exact: unit, of its slip at the start of the step
    bool is_taken;    // while lists are matched
    bool is_new;      // has not begun yet
    bool is_wrong;    // its mode ends at the event found
    double since;     // when its mode began                                                [s]
    bool has_moved;   // exact: faster than what counts as slip, since it slips
    double let_be;    // exact: until when its mode is not asked, as none was right            [s]
    signed char side,
        end_sign; // of the law's switching function at the ends of the step, as abContactPair
} abTangentialState;

// What the last evaluation found.
typedef struct abTangentialNow {
    bool is_there;                              // its point is one of the patch
    abVec3 rate;                                // of the state
    double switching, limit, drive, small, lag; // as the law says; 0 when the point was not there
    double stored;                              // [J]
    abVec3 slip;                        // tangential velocity                           [m/s]
    abVec3 place, normal;               // [m]
    double pressing;                    // normal force                                  [N]
    double stiffness, damping, closing; // of the normal force, and the rate of its depth
    abVec3 hold; // force on B of a point that sticks by an exact law                    [N]
    abTangentialBegin begin; // when asked: how it begins,
    abVec3 change;           // with which state the mode it is in would begin now
} abTangentialNow;

// Tangential states and workspace for a new list, in the order of the contact pairs.
typedef struct abTangentialStates {
    abTangentialState *list, *next;
    abTangentialNow *now;
    double *states; // workspace to move states
    size_t count, next_count;
    abArrays arrays;     // all of them
    const double *state; // in y of the present evaluation
    bool asks;           // evaluations find how modes begin
    bool has_exact;      // some law of the model is exact
} abTangentialStates;

#endif
