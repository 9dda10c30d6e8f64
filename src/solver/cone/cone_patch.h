// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_patch.h - many compliant points between two bodies as one element of a cone problem.
//
// With V = (v, w) the velocity of B relative to A at the patch's origin, a point at x has
// u = v + w x x. Its impulse on B follows from u alone:
//
//   p_n = max(0, press + slope (r - rate)),   r = -u_n                                    (1)
//   p_t = -mu p_n D(a_t),   a = hold + grip (u + s u_0),  D the nearest point of the unit disc  (2)
//   s = min(1, max(0, toward . V))                                                        (3)
//
// where u_0 is the velocity of the point in the motion V_0 at the start,
// so the points need no unknowns of their own: the patch answers V with a wrench of six numbers and
// a slope of 6 x 6, whatever their number. (1) is a law linearised about the rate `rate`. (2) is
// Coulomb's friction up to the speed 1/grip; with `hold`, a twist that whoever calls keeps and adds
// grip V to, points that stick do so at rest: all wrenches that friction can carry are reached, as
// hold runs over the twists. docs/theory/stepping.md.
//
#ifndef AB_CONE_PATCH_H
#define AB_CONE_PATCH_H

#include <stdbool.h>

#include "math/core/vector_math.h"

typedef struct abConePatchPoint {
    abVec3 n;        // unit, from A into B
    abVec3 x;        // from the origin of the patch                                    [m]
    double press;    // impulse at `rate`                                             [N s]
    double slope;    // >= 0                                                           [kg]
    double rate;     // of approach                                                   [m/s]
    double friction; // mu
    double limit;    // mu p_n, of a round in which it is kept                        [N s]
} abConePatchPoint;

// Where the share (3) is looked for while it is kept (cone_share.c).
typedef struct abConeShareBracket {
    double low, high;     // [-]
    double f_low, f_high; // what is found there beyond them; 0: not known
    int moved;            // +1 the upper end last, -1 the lower one
} abConeShareBracket;

typedef struct abConePatch {
    int body[2];   // A, B
    abVec3 arm[2]; // of the origin, from the centres of mass                            [m]
    abConePatchPoint *points;
    int count;
    double extent;     // farthest point from the origin                                   [m]
    double tangential; //                                                                  [s/m]
    abVec3 hold[2];    // twist at the origin                                       [-], [1/m]
    double start[6];   // V_0                                                  [m/s], [rad/s]
    double toward[6];  // of (3)                                               [s/m], [s/rad]
    double slip;       // mean of V_0 at the points that press                    [m/s]
    double load[6];    // impulse on B that does not depend on V: force, torque about the origin
    double wrench[6];  // impulse on B in all; a guess in, the answer out
    // made by ab_cone_solve
    double mobility[6][6];      // V by wrench
    double full_state_of_slip;  // while `tangential` is a share of it                       [s/m]
    double kept;                // (3), of a round in which it is kept
    abConeShareBracket bracket; // of `kept`
} abConePatch;

// Impulse of a point when the patch moves with V; along the normal and along the surface.
typedef struct abConePatchImpulse {
    double normal;
    abVec3 tangential;
} abConePatchImpulse;
abConePatchImpulse ab_cone_patch_impulse(const abConePatch *patch, const abConePatchPoint *point,
                                         const double V[6]);

// (3)
double ab_cone_patch_share(const abConePatch *patch, const double V[6]);

// a_t of (2); below 1 the point holds.
abVec3 ab_cone_patch_pull(const abConePatch *patch, const abConePatchPoint *point,
                          const double V[6]);

// The wrench that answers V, and, unless NULL, its slope K = -d wrench/dV. With `is_kept` the
// limits of friction and (3) are those kept in the points: the wrench is then the slope of a convex
// function, and K symmetric and positive semidefinite.
void ab_cone_patch_answer(const abConePatch *patch, const double V[6], bool is_kept,
                          double wrench[6], double K[6][6]);
// The convex function whose slope it then is.                                             [J]
double ab_cone_patch_energy(const abConePatch *patch, const double V[6]);
// Keeps the limits and (3) for V.
void ab_cone_patch_keep(abConePatch *patch, const double V[6]);

// The part of V by which points that press move along the surface all together: what of it moves
// them by less than a hundredth of itself, as rocking does, is left out.
void ab_cone_patch_along(const abConePatch *patch, const double V[6], double out[6]);

// Changes V to V - mobility wrench_before + mobility wrench with wrench = answer(V). Exact to
// `allowed`, a velocity. Returns the change of V at the points, a velocity.
double ab_cone_patch_settle(abConePatch *patch, double V[6], double allowed);

#endif
