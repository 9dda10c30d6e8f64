// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid.h - the points at which rigid bodies touch, and room for the forces there.
//
// A touch whose normal law is a condition rests on points. Each knows what of the two bodies meets
// there, fixed in both, so that its gap is known at any state without looking at shapes. Which
// points are closed is memory: only events and ends of steps change it. In between, which of them
// carry a force follows at each evaluation from
//
//   a = A f + b,   f >= 0,   a >= 0,   f a = 0                                          (1)
//
// with a the second derivatives of the gaps. docs/theory/rigid_contact.md derives it.

#ifndef AB_DYNAMICS_RIGID_H
#define AB_DYNAMICS_RIGID_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/vector.h"
#include "dynamics/stabilize.h"
#include "rigid/coulomb.h"
#include "rigid/graph_forces.h"

// What meets at a point.
typedef enum abRigidKind {
    AB_RIGID_ROUND_FLAT,  // a ball or corner of one body, a plane face of the other
    AB_RIGID_ROUND_ROUND, // two balls, corners or arcs; one of them may be hollow
    AB_RIGID_EDGES,       // two straight edges that cross
    AB_RIGID_NEAREST,     // the nearest points of the two shapes
    AB_RIGID_ROPE,        // two points as far apart as a rope lets them: a ball in a hollow one
    AB_RIGID_LIMIT        // a coordinate of a joint at one of its limits
} abRigidKind;

// One body's part in it, in the frame of its centre of mass.
typedef struct abRigidSide {
    abVec3 p;      // centre of the round; a point of the face or edge                       [m]
    abVec3 n;      // outward normal of the face; direction of the edge
    double radius; // of the round; < 0: hollow. Of an edge that is rounded                  [m]
} abRigidSide;

typedef struct abRigidPoint {
    int shape_a, shape_b, body_a, body_b;
    abRigidKind kind;
    bool a_is_flat;   // ROUND_FLAT: the face is A's
    bool are_corners; // ROUND_FLAT: of two outlines, along the normal they met with
    double sign;      // ROUND_ROUND: the normal is sign times the way from centre to centre.
                      // EDGES: times the product of their directions
    abRigidSide side[2];
    int id;               // NEAREST: of the point in the patch; -1: the nearest points. Of a link
                          // its number; links have no shapes and come after all that have
    int name;             // above 0, of its own as long as it lasts
    double restitution;   // of impacts
    int restitution_kind; // abRestitutionKind
    bool carries;         // a force, at the end of the last step: where solutions begin
    bool is_held;         // its row counts; all of them but within an event
    bool is_new;          // not closed before the event
    double closing;       // at the event: speed at which it closed                         [m/s]
    double rest;          // likewise: time until its bounces have ended; 0: they have        [s]
    double pull, kept;    // likewise, of these: acceleration [m/s2], speed each impact leaves
    double given;         // rate to begin again with                                       [m/s]
    bool is_opening;      // parts from here
    abVec3 impressed;     // force on B, where forces are given  [N]
    double start_time;    // of a link: since when it carries                               [s]
    double rest_time;     // likewise: when its bounces end; INFINITY: told of              [s]
} abRigidPoint;

// A point at the state as placed.
typedef struct abRigidNow {
    abVec3 n;    // unit, from A into B; of a limit the force on B of a push of one
    abVec3 turn; // of a limit: the torque on B of a push of one                             [m]
    abVec3 p;    // where the force acts: on a ball over a face, else halfway between both   [m]
    double gap;  // > 0 apart                                                                [m]
    double rate; // of the gap                                                             [m/s]
    double bias; // d2(gap)/dt2 without accelerations of the bodies                        [m/s2]
    abVec3 n_dot, p_dot; // how n turns and p moves                                 [1/s], [m/s]
    abVec3 slip;         // tangential velocity of B against A                           [m/s]
    // friction by the normal force
    bool has_friction, sticks;
    abVec3 drag, twist;  // force and torque on B that slip and turning make              [-], [m]
    double limit;        // that holds at most                                            [-]
    double small, lag;   // slip that counts as ended, and as abGripForce                 [m/s]
    abVec3 hold;         // force on B of a point that sticks                               [N]
    abVec3 total;        // force on B                                                      [N]
    double force;        // [N]
    double acceleration; // of the gap                                                     [m/s2]
    double pressing;     // the acceleration its force alone makes                         [m/s2]
    double impulse;      // of an impact, along the normal                                 [N s]
    abVec3 push;         // the whole of it, on B                                           [N s]
} abRigidNow;

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
    abVec3 p, u, turn;
    abRigidAnswer on[2]; // of A and B, where no joints are
} abRigidRow;

// Rows as a graph of bodies, where no joints are, and an order of them that serves as long as they
// join the same bodies.
typedef struct abRigidGraph {
    abContactGraph plan;
    size_t (*joined)[2]; // bodies of the rows the plan is for
    void *room;
    size_t joined_capacity, room_size;
} abRigidGraph;

typedef struct abRigid {
    double softness;   // > 0: rows give way a little, so that forces are unique: memory
    bool may_soften;   // while modes are chosen
    bool is_given;     // forces of points are their `impressed`, of a step over many events
    bool is_unsettled; // no modes were right: the last choice goes on
    bool finds_modes;  // of exact friction, in each evaluation: what sticks is held within limits
    abStabilization stabilization;
    bool joints_drift; // nothing but stabilization brings joints back
    double pace;       // of it: the length of the step                                    [s]
    double target;     // gap it aims at                                                       [m]
    double margin;     // points with a smaller gap are listed; 0: a share of the size         [m]
    abRigidPoint *points; // in the order of the touches
    abRigidNow *now;
    size_t count, capacity, now_capacity;
    // a list in the making
    abRigidPoint *next;
    size_t next_count, next_capacity;
    // the system of one solution
    abRigidRow *rows;
    size_t row_count, row_capacity;
    size_t point_rows;        // of the points; the rest hold points of force laws
    double *matrix, *vectors; // rows * rows; several of rows
    abGraphRow *graph_rows;
    abGraphPull *pulls;
    abRigidGraph graphs[2]; // of rows without tangents, with
    abCoulombContact *contacts;
    size_t contact_capacity;
    bool has_tangents, has_matrix;
    size_t graph_row_capacity, pull_capacity;
    double *drags;    // rows * points: what slip does by the normal force
    size_t *slipping; // rows along normals that have it
    size_t slip_count, drag_capacity, slip_capacity;
    double *whole, *square; // the matrix with slip; that of a set of rows
    size_t *members;
    size_t whole_capacity, square_capacity, member_capacity;
    int last_name;
    unsigned char *kinds; // likewise
    void *room;
    size_t matrix_capacity, vector_capacity, kind_capacity, room_size;
    double *b, *f, *w, *without, *b_slip, *lo, *hi, *diagonal; // in vectors
    unsigned char *kind, *side;
    abRigidAnswer *base; // by body: loads without forces of rows
    double *pressing;    // by body: sums of sizes of forces, then of their torques
    size_t base_capacity, pressing_capacity;
    bool is_infeasible; // the last system could not be satisfied
    size_t worst_point; // there
    double scale;       // of accelerations in the last system                              [m/s2]
} abRigid;

#endif
