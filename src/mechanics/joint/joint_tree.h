// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_tree.h - bodies joined in trees, solved in as many operations as there are bodies.
//
// Of the joints a spanning forest is chosen, those first that hold most; its roots are bodies that
// move freely or hang on the world. What the forest leaves out closes loops (joint_loops.h).

#ifndef AB_JOINT_TREE_H
#define AB_JOINT_TREE_H

#include "mechanics/joint/joint_rows.h"
#include "mechanics/state/mechanics.h"

// Which derivative the rows are asked for.
typedef enum abSolveLevel {
    AB_SOLVE_ACCELERATION, // of the motion, under loads
    AB_SOLVE_POSITION,     // the least displacement that closes the gaps
    AB_SOLVE_SPEED,        // the least change of velocities that stops them from growing
} abSolveLevel;

// A vector of motion (linear, angular) or of force (force, torque) at a point.
typedef struct abSpatial {
    abVec3 linear, angular;
} abSpatial;

// A body of the forest with the joint towards its root; parents come before children.
typedef struct abTreeLink {
    int body, parent_body;
    int parent; // its link; -1: the parent does not answer to forces, or there is none
    int joint;  // -1: a body that moves freely
    int tree;   // number of its tree
    bool child_is_a;
    bool is_planar;
    bool is_flat; // so are all on its way to the root
    // for the bodies as placed:
    int freedoms;
    abVec3 p;             // point its vectors are taken at                               [m]
    abVec3 c, r;          // from there to the centre of mass; to there from the parent's p
    abSpatial beta;       // what the rows ask of the motion against the parent
    abSpatial axes[6];    // motions the joint leaves free
    abSpatial push[6];    // I axes
    double factor[21];    // Cholesky of axes . I axes, by rows
    double share[6];      // of the loads along the axes
    double inertia[6][6]; // of all it carries, as felt by the parent
    abSpatial load;       // on the body, at p
    abSpatial bias;       // of all it carries, as felt by the parent
    abSpatial motion;     // the answer, at p
} abTreeLink;

typedef struct abJointTree {
    abTreeLink *links;
    int link_count, tree_count;
    int *link_of; // by body; -1: in no tree
    bool *is_tree_joint;
    abJointNow *now;  // by joint
    bool is_new;      // opened or factorised since the rows between trees were found
    int64_t factored; // how often
} abJointTree;

// Chooses the forest of the bodies that joints hold.
bool ab_joint_tree_create(abMechanics *mechanics, abJointTree *tree);

// Rows and free motions for the bodies as placed.
void ab_joint_tree_open(abMechanics *mechanics, abJointTree *tree, double t, abSolveLevel level,
                        bool at_start);
// World inertias and their elimination, for the joints as opened.
void ab_joint_tree_factor(abMechanics *mechanics, abJointTree *tree);
// Motion of every link under its load.
void ab_joint_tree_solve(const abMechanics *mechanics, abJointTree *tree, abSolveLevel level);

// What a row asks for at that level; NAN when it does not hold there. `speed` is its J v.
double ab_row_target(const abMechanics *mechanics, abRowLevel held, abSolveLevel level,
                     bool at_start, double c, double rate, double gamma, double speed);

static inline double ab_spatial_dot(const abSpatial *a, const abSpatial *b) {
    return ab_dot(a->linear, b->linear) + ab_dot(a->angular, b->angular);
}
static inline void ab_spatial_add(abSpatial *a, double s, const abSpatial *b) {
    a->linear = ab_add_scaled(a->linear, s, b->linear);
    a->angular = ab_add_scaled(a->angular, s, b->angular);
}

#endif
