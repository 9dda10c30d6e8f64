// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_coulomb.c - exact Coulomb friction: a point sticks or slips.
//
//   slip    f = -mu_d F e, e the direction of v_t                         (1)
//   stick   f is what keeps v_t at zero, while |f| <= mu_s F              (2)
//
// on B; v_t is the motion of B relative to A. The force of (2) is no function of the contact alone:
// it comes from constraint rows solved with all bodies and joints
// (derivative/friction/stick_rows.c). A point changes from stick to slip where (2) would need more
// than mu_s F, and back where its slip ends and (2) then holds.
//
// Shape   any point; in a patch each point sticks or slips for itself. Rolling resistance and, with
//         `spin_speed`, spin torque as in turning.h; spinning takes nothing from the limit here.
// Limits  Below `small` = 1e-6 of the speed of the contact, slip counts as ended; what is left of it
//         is weighted by 1 - exp(-|v_t|^2/small^2), as rounding has no direction. A slip that begins
//         keeps the direction of the force that held the point. Within a step
//         that runs through the end of its slip the force goes on smoothly: e is the direction of
//         v_t with its component along the slip at the start of the step made positive. Across a
//         slow slip (1) is stiff, with mu F/|v_t|; so e takes up a share of the direction e_0 at
//         the start of the step,
//           e = unit(v_t + c exp(-|v_t|^2/(10 c)^2) e_0),  c = 1e-4 of the contact's speed     (3)
//         The size of the force is exact. Its direction lags by that share of the turning in one
//         step where the slip is slower than some 10 c; faster, (3) is v_t to the last bit, and
//         the force has the order of the integrator. What is kept at the end of a step is e, not the
//         direction of v_t: slower than the lag, v_t turns beyond an e that other forces ask for,
//         and e from it would swing about that.
//         With compliant normal laws F does not depend on f at the same instant, so (2) always has
//         a solution.
// Source  Coulomb 1785; modes and events as any text on friction has them, docs/theory/friction.md.

#include <math.h>

#include "law/core/turning.h"
#include "law/friction/tolerances.def"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

typedef struct Coulomb {
    double static_friction, dynamic_friction, spin_speed;
} Coulomb;

enum { COULOMB_STATIC, COULOMB_DYNAMIC, COULOMB_TURNING };
enum { COULOMB_SMALL }; // memory: speed  [m/s]

static const abKey s_keys[] = {
    AB_NUM(Coulomb, static_friction, "-", NAN, 0.0, 1e3,
           "greatest force of a point that sticks by its normal force; without it the pair's "
           "static_friction, or sliding_friction"),
    AB_NUM(Coulomb, dynamic_friction, "-", NAN, 0.0, 1e3,
           "force of a point that slips by its normal force; without it the pair's "
           "sliding_friction"),
    AB_SPIN_KEY(Coulomb),
};
static const abTable s_table =
    AB_TABLE("coulomb", Coulomb, s_keys, "exact Coulomb friction with events of stick and slip");

static double given_or(double given, double fallback) {
    return isnan(given) ? fallback : given;
}

static double static_of(const abPairProperties *pair) {
    return given_or(pair->static_friction, pair->sliding_friction);
}

static abResult coulomb_check(const void *params, const abPairProperties *pair, abPlace place,
                              abError *error) {
    const Coulomb *c = params;
    double at_rest = given_or(c->static_friction, static_of(pair));
    double moving = given_or(c->dynamic_friction, pair->sliding_friction);
    if (moving <= at_rest) {
        return ab_turning_check("coulomb", pair, place, error);
    }
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "coulomb: %s = %g is above static_friction = %g, so a point at the limit "
                        "could neither stick nor slip; make it at most that",
                        isnan(c->dynamic_friction) ? "sliding_friction of the pair of materials"
                                                   : "dynamic_friction",
                        moving, at_rest);
}

static void coulomb_prepare(const void *params, const abPairProperties *pair, double *constants) {
    const Coulomb *c = params;
    constants[COULOMB_STATIC] = given_or(c->static_friction, static_of(pair));
    constants[COULOMB_DYNAMIC] = given_or(c->dynamic_friction, pair->sliding_friction);
    ab_turning_prepare(constants[COULOMB_DYNAMIC], c->spin_speed, pair,
                       constants + COULOMB_TURNING);
}

// The state is the slip since a point sticks, held at zero.
static double coulomb_begin(const double *constants, const abTangentialStart *start,
                            double *memory) {
    (void)constants;
    memory[COULOMB_SMALL] = s_no_slip * start->speed;
    return start->force / start->stiffness;
}

// (3): what is added to the slip along its direction at the start of the step.            [m/s]
static double lag_of(const double *memory, abVec3 v) {
    double c = s_direction_lag / s_no_slip * memory[COULOMB_SMALL];
    double speeds = c > 0.0 ? ab_norm2(v) / (s_slow_turn * s_slow_turn * c * c) : INFINITY;
    return speeds < s_no_lag ? c * ab_exp(-speeds) : 0.0;
}

// What of a slip has a direction: below `small` it is rounding, whose direction would be that of a
// force as large as any.
static abVec3 with_direction(const double *memory, abVec3 v) {
    double small = memory[COULOMB_SMALL], speeds = ab_norm2(v) / (small * small);
    return speeds < s_no_lag ? ab_scale(1.0 - ab_exp(-speeds), v) : v;
}

static void coulomb_evaluate(const double *constants, const double *memory,
                             const abTangentialPoint *point, abTangentialForce *out) {
    abVec3 v = point->slip.v_t, toward = point->direction;
    *out = (abTangentialForce){.limit = constants[COULOMB_STATIC] * point->normal.force,
                               .small = memory[COULOMB_SMALL],
                               .lag = lag_of(memory, v)};
    out->friction.torque = ab_turning_torque(constants + COULOMB_TURNING, &point->slip);
    if (point->mode == AB_TANGENTIAL_STICK) {
        out->rate = v;
        return;
    }
    abVec3 slip = with_direction(memory, v);
    double along = ab_dot(slip, toward);
    double more = fabs(along) - along + out->lag;
    abVec3 e = point->has_moved ? ab_unit(ab_add_scaled(slip, more, toward)) : toward;
    out->friction.force = ab_scale(-constants[COULOMB_DYNAMIC] * point->normal.force, e); // (1)
}

static bool coulomb_holds(const double *constants) {
    return constants[COULOMB_STATIC] > 0.0;
}

static const abTangentialLaw s_tangential = {.is_exact = true,
                                             .is_spread = true,
                                             .begin = coulomb_begin,
                                             .evaluate = coulomb_evaluate,
                                             .holds = coulomb_holds};

const abFrictionLaw ab_friction_coulomb = {.table = &s_table,
                                           .check = coulomb_check,
                                           .prepare = coulomb_prepare,
                                           .tangential = &s_tangential};
