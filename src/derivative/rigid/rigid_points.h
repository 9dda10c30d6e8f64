// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_points.h - the list of closed points.

#ifndef AB_RIGID_POINTS_H
#define AB_RIGID_POINTS_H

#include "collide/broad/patch_point.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/link/rigid_point.h"

// The list of closed points as for the bodies as placed: what was closed, and what is as near as
// `close` and does not part faster than `slow`. False for want of memory. `take` puts it in place;
// `is_changed` asks whether it is another than before.
bool ab_rigid_find_closed(abDerivative *derivative, double close, double slow);
bool ab_rigid_is_changed(const abDerivative *derivative);
void ab_rigid_take(abDerivative *derivative);
// Points that are opening leave the list.
void ab_rigid_drop(abDerivative *derivative);
// The closed point that is the same; NULL when there is none.
const abRigidPoint *ab_rigid_find(const abDerivative *derivative, const abRigidPoint *like);
bool ab_rigid_reserve(abDerivative *derivative, size_t count);
bool ab_rigid_is_same(const abDerivative *derivative, const abRigidPoint *a, const abRigidPoint *b);

// All points of a contact pair that are near, with their gaps; returns how many.
enum { AB_RIGID_MAX = AB_PATCH_MAX };
int ab_rigid_points_of(abDerivative *derivative, const abContactPair *pair,
                       abRigidPoint points[AB_RIGID_MAX], double gaps[AB_RIGID_MAX]);
// Whether all closed points of a contact pair are among these.
bool ab_rigid_are_listed(const abDerivative *derivative, const abContactPair *pair,
                         const abRigidPoint *points, int count);
// Whether one of them has left the face, edge or arc it was closed on, for the bodies as placed: it is
// not among the points found and, unless `is_sharp`, none of these is where it is.
bool ab_rigid_has_left(abDerivative *derivative, const abContactPair *pair, bool is_sharp);
// Size of the smaller shape. The overlap at its closed points.                        [m]
double ab_rigid_size(const abDerivative *derivative, const abContactPair *pair);
double ab_rigid_told_overlap(abDerivative *derivative, const abContactPair *pair);
// How fast they move along the surfaces, in sizes of the smaller shape.                     [1/s]
double ab_rigid_travel(abDerivative *derivative, const abContactPair *pair);

#endif
