// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_loops.h - rows that the forest of bodies leaves over: joints that close loops, screws,
// racks, distances and couplers.

#ifndef AB_JOINT_LOOPS_H
#define AB_JOINT_LOOPS_H

#include "base/array.h"
#include "math/linear/semidefinite.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/joint/joint_tree.h"
#include "mechanics/state/mechanics.h"

// A row between trees: its entries, and what its unit force does along the free motions.
typedef struct abLoopRow {
    int first, entry_count;  // in entries
    int step, step_count;    // in steps
    int group;               // a tree of it; then the number of its group
    double force;            // the multiplier
    double response;         // of its bodies to a unit force, were they free
    bool is_redundant;       // followed from the others at the last factorisation
    bool is_idle;            // acts on nothing that can move that way
    size_t part, part_count; // in parts
} abLoopRow;

// A link on the way from a row's bodies to the root, and its part of L^-1 A'J'.
typedef struct abLoopStep {
    int link;
    double part[6];
} abLoopStep;

// What a row does at a body with modes (joint_modes.h): g and x in `modal`.
typedef struct abModalPart {
    int body;
    size_t at;
} abModalPart;

// Rows that feel each other, with their factor.
typedef struct abLoopGroup {
    size_t first, count; // in members
    size_t matrix;       // where its factor begins
    size_t rank;
} abLoopGroup;

typedef struct abLoops {
    abRow *entries;
    size_t entry_count;
    abLoopRow *rows;
    size_t row_count;
    abLoopStep *steps;
    size_t step_count;
    abModalPart *parts;
    size_t part_count;
    double *modal;
    size_t modal_count;
    int *group_of_tree; // union and find; of trees, then of bodies with modes
    abLoopGroup *groups;
    size_t group_count;
    int *members; // rows, group by group; what follows likewise
    size_t *order;
    double *matrix, *null, *scale, *workspace, *sides;
    abArrays arrays; // all of them
    int rank;        // of all groups together
    double weakest;  // least pivot of a row that is not redundant: squared sine of its angle
    int weakest_joint;
} abLoops;

bool ab_loops_create(abMechanics *mechanics, const abJointTree *tree, abLoops *loops);
void ab_loops_done(abMechanics *mechanics, abLoops *loops);

// Rows for the bodies as placed, given the factorised tree and its motions without them: their
// forces, added to the links' loads. What follows from places is found once for a tree that was
// opened. False for want of memory.
bool ab_loops_solve(abMechanics *mechanics, abJointTree *tree, abLoops *loops, abSolveLevel level,
                    bool at_start);

#endif
