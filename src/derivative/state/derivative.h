// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// derivative.h - the derivative  ydot = f(model, memory, t, y)  and what belongs to it.
//
// The memory is what contacts, tangential states and closed points remember. Only an event changes it; the
// derivative may be evaluated anywhere.
//
// Its folders call each other: the contact pass feels friction and rigid contact; choosing which
// points stick, slip or carry a force evaluates.

#ifndef AB_DERIVATIVE_H
#define AB_DERIVATIVE_H

#include "collide/broad/patch_point.h"
#include "derivative/state/answered_together.h"
#include "derivative/state/derivative.h"
#include "derivative/state/impact_state.h"
#include "derivative/state/rigid_system.h"
#include "derivative/state/stick_system.h"
#include "derivative/state/tangential_list.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/state/mechanics.h"

typedef struct abDerivative {
    abMechanics mechanics;
    abContactSet *contacts;               // of the mechanics
    abTangentialStates tangential_states; // points of friction with a history
    abStick stick;                        // room of the rows that hold some of them
    abRigid rigid;                        // points of rigid contact
    abRigidHit hit;                       // impacts of rigid bodies
    abAnsweredTogether together;          // of laws asked about many contacts at once
} abDerivative;

// ---- evaluate ----

// The derivative. False when a number is not finite. Allocates nothing.
bool ab_derivative_evaluate(abDerivative *derivative, double t, const double *y, double *ydot);
void ab_contact_pass(abDerivative *derivative);
// Motion of the normals and of the points of all tangential states of a contact pair, in world axes. [1/s], [m/s]
void ab_contact_point_motions(abDerivative *derivative, const abContactPair *pair,
                              const abContactPairNow *now, abVec3 *n_dot, abVec3 *p_dot);
// Accelerations of all bodies from their loads, with joints.
bool ab_accelerate(abDerivative *derivative, double t);
// The same under other loads on bodies that have not moved since; the work of drives, and what joints
// do to prescribed bodies, only with forces.
bool ab_accelerate_again(abDerivative *derivative, bool with_forces);

// ---- friction ----

// The number of a body for ab_face_hold_share.
static inline int ab_held_body(const abModel *model, int body) {
    return body < 0 || model->bodies[body].mobility == AB_MOBILITY_FIXED ? -1 : body;
}
// stick_rows.c: the same with the forces that hold points that stick by an exact law.
bool ab_stick_solve(abDerivative *derivative, double t);
void ab_stick_done(abDerivative *derivative);
// Its parts, where rigid contact solves for them beside its own rows: the groups of points that
// stick, with their combined rows; the acceleration a row wants to see; forces for the rows' sizes.
bool ab_stick_prepare(abDerivative *derivative);
double ab_stick_wanted(const abDerivative *derivative, const abStickGroup *group, size_t row);
void ab_stick_hold(abDerivative *derivative, const abStickGroup *group, const double *sizes);
// When all are held: what the points of two bodies hold together is within their limits, if that
// can be.
void ab_stick_share(abDerivative *derivative);
// stick_modes.c: what hardly moves is tried as sticking, as the contact pass found it; then what
// holds more than its limit, or is driven against its slip by more than `still`, changes its mode.
// True when something did.
void ab_stick_try(abDerivative *derivative, double t, double *y);
bool ab_stick_exchange(abDerivative *derivative, double t, double *y, double still,
                       bool only_first);
// stick_modes.c: a point of exact friction sticks from now on, or slips; `has_moved`: it does
// already.
void ab_begin_to_stick(abDerivative *derivative, size_t tangential, double t, double *y);
void ab_begin_to_slip(abDerivative *derivative, size_t tangential, double t, abVec3 direction,
                      bool has_moved);
bool ab_tangential_init(abDerivative *derivative);
void ab_tangential_done(abDerivative *derivative);
// Points of a patch that have come within a step where one of the list was get its name: features
// of equal faces lie on each other, and rounding chooses between them.
void ab_tangential_keep_names(const abDerivative *derivative, const abContactPair *pair,
                              abPatchPoint *points, int count);
// Index of the tangential state of a point, -1 when it has none.
int ab_tangential_index(const abDerivative *derivative, const abContactPair *pair, int id);

// ---- rigid ----

// Brings held points, and joints, back to a gap of zero that does not change. False when a system
// could not be solved.
bool ab_rigid_project(abDerivative *derivative, double t, double *y);
// The closed points of a contact pair, by their names.
int ab_rigid_as_patch(abDerivative *derivative, const abContactPair *pair,
                      abPatchPoint points[AB_PATCH_MAX]);
// rigid_rows.c: accelerations with the forces of rigid contact.
bool ab_rigid_solve(abDerivative *derivative, double t);
void ab_rigid_done(abDerivative *derivative);

#endif
