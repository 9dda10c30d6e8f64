// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_system.h - rigid contact: the closed points, and room for the forces there.
//
// Which points are closed is memory: only events and ends of steps change it. In between, which of
// them carry a force follows at each evaluation from
//
//   a = A f + b,   f >= 0,   a >= 0,   f a = 0                                          (1)
//
// with a the second derivatives of the gaps. docs/theory/rigid_contact.md derives it.

#ifndef AB_RIGID_SYSTEM_H
#define AB_RIGID_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/array.h"
#include "mechanics/link/rigid_point.h"
#include "solver/lcp/coulomb.h"
#include "solver/lcp/graph_forces.h"

// The answer of one body to a unit force along a row.
typedef struct abRigidAnswer {
    abVec3 a, alpha;
} abRigidAnswer;

// Force u on B at p, -u on A; a torque likewise.
typedef struct abRigidRow {
    int body_a, body_b;
    size_t point;
    int axis; // -1: along the normal; 0, 1: along a tangent; 2: it is of no point, but holds a
              // force law's (stick_rows.c)
    abVec3 p, u, rotation;
    abRigidAnswer on[2]; // of A and B, where no joints are
} abRigidRow;

// Rows as a graph of bodies, where no joints are, and an order of them that serves as long as they
// join the same bodies.
typedef struct abRigidGraph {
    abContactGraph plan;
    size_t (*joined)[2]; // bodies of the rows the plan is for
    void *workspace;
} abRigidGraph;

typedef struct abRigid {
    double softness;   // > 0: rows give way a little, so that forces are unique: memory
    bool may_soften;   // while modes are chosen
    bool is_unsettled; // no modes were right: the last choice goes on
    bool may_close;    // of method fixed: open points may close by their gap within a step
    bool finds_modes;  // of exact friction, in each evaluation: what sticks is held within limits
    abRigidPoint *points; // in the order of the contact pairs
    abRigidNow *now;
    size_t count;
    // a list in the making
    abRigidPoint *next;
    size_t next_count;
    // the system of one solution
    abRigidRow *rows;
    size_t row_count;
    size_t point_rows;        // of the points; the rest hold points of force laws
    double *matrix, *vectors; // rows * rows; several of rows
    abGraphRow *graph_rows;
    abGraphPull *pulls;
    abRigidGraph graphs[2]; // of rows without tangents, with
    abCoulombContact *contacts;
    bool has_tangents, has_matrix;
    double *friction_ratios; // rows * points: what slip does by the normal force
    size_t *slipping;        // rows along normals that have it
    size_t slip_count;
    double *whole, *square; // the matrix with slip; that of a set of rows
    size_t *members;
    int last_name;
    unsigned char *kinds; // likewise
    void *workspace;
    double *b, *f, *w, *without, *b_slip, *lo, *hi, *diagonal; // in vectors
    unsigned char *kind, *side;
    struct abBodyLoad *base; // by body: loads without forces of rows
    double *pressing;        // by body: sums of sizes of forces, then of their torques
    abArrays arrays;         // all of them, also of the graphs
    bool is_infeasible;      // the last system could not be satisfied
    size_t worst_point;      // there
    double scale; // of accelerations in the last system                              [m/s2]
} abRigid;

#endif
