// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_bristle.c - Coulomb friction with a spring and a damper: sticks without creep.
//
// The surfaces hold each other by a spring that B has stretched by s, with a damper beside it. The
// spring's foot slides when the force meets the limit mu F. With T = k s + c v_t:
//
//   f  = -min(|T|, mu F) T/|T|                                            (1)
//   s' = v_t - max(0, |T| - mu F)/c  T/|T|                                (2)
//   U  = k s^2 / 2                                                        (3)
//
// on B; v_t is the motion of B relative to A. (2) follows from a slider in series with spring and
// damper: of v_t the share p T/|T| is sliding, and k s + c (v_t - p T/|T|) = mu F T/|T|.
//
// Shape   any point; in a patch each point has a spring of its own. Rolling resistance and, with
//         `spin_speed`, spin torque as in turning.h.
// Limits  |f| <= mu F always, and f = -mu F v_t/|v_t| in steady sliding. At rest under any load in
//         the cone s' = v_t = 0: no creep. What is lost is c |s'|^2 + mu F p >= 0. In sliding s
//         follows the limit within c/k, so (2) is no stiffer than the spring on its mass. Static
//         and dynamic friction are the same.
// Source  spring, damper and slider: [CundallStrack1979]; with c > 0 the slider's equation can be
//         solved for its rate, so no history of increments is needed. docs/theory/friction.md.

#include <math.h>

#include "law/core/turning.h"
#include "math/core/vector_math.h"

typedef struct Bristle {
    double stiffness, stiffness_ratio, damping_ratio, spin_speed;
} Bristle;

enum { BRISTLE_MU, BRISTLE_GIVEN, BRISTLE_RATIO, BRISTLE_ZETA, BRISTLE_TURNING }; // constants
enum { BRISTLE_STIFFNESS, BRISTLE_DAMPING }; // memory: k [N/m], c [N s/m]

static const abKey s_keys[] = {
    AB_NUM(Bristle, stiffness, "N/m", NAN, 1e-9, 1e18,
           "of the tangential spring of a point, or of a whole surface; without it stiffness_ratio "
           "acts"),
    AB_NUM(Bristle, stiffness_ratio, "-", 0.8, 1e-9, 1e3,
           "tangential by normal stiffness, that of the normal law at the depth expected when the "
           "contact begins; Mindlin's is 2 (1 - nu)/(2 - nu)"),
    AB_NUM(Bristle, damping_ratio, "-", 0.7, 1e-3, 10.0,
           "of the spring with the reduced mass of the pair; 1 is critical"),
    AB_SPIN_KEY(Bristle),
};
static const abTable s_table =
    AB_TABLE("bristle", Bristle, s_keys, "Coulomb friction by springs that hold without creep");

static abResult bristle_check(const void *params, const abPairProperties *pair, abPlace place,
                              abError *error) {
    (void)params;
    return ab_turning_check("bristle", pair, place, error);
}

static void bristle_prepare(const void *params, const abPairProperties *pair, double *constants) {
    const Bristle *b = params;
    constants[BRISTLE_MU] = pair->sliding_friction;
    constants[BRISTLE_GIVEN] = isnan(b->stiffness) ? 0.0 : b->stiffness;
    constants[BRISTLE_RATIO] = b->stiffness_ratio;
    constants[BRISTLE_ZETA] = b->damping_ratio;
    ab_turning_prepare(pair->sliding_friction, b->spin_speed, pair, constants + BRISTLE_TURNING);
}

static double bristle_begin(const double *constants, const abTangentialStart *start,
                            double *memory) {
    double given = constants[BRISTLE_GIVEN];
    double k = given > 0.0 ? given * start->share : constants[BRISTLE_RATIO] * start->stiffness;
    memory[BRISTLE_STIFFNESS] = k;
    memory[BRISTLE_DAMPING] = 2.0 * constants[BRISTLE_ZETA] * sqrt(k * start->mass);
    return constants[BRISTLE_MU] * start->force / k;
}

static void bristle_evaluate(const double *constants, const double *memory,
                             const abTangentialPoint *point, abTangentialForce *out) {
    double k = memory[BRISTLE_STIFFNESS], c = memory[BRISTLE_DAMPING];
    const double *turning = constants + BRISTLE_TURNING;
    double limit =
        constants[BRISTLE_MU] * point->normal.force * ab_turning_share(turning, &point->slip);
    abVec3 v = point->slip.v_t;
    abVec3 trial = ab_add_scaled(ab_scale(k, point->state), c, v);
    double size = ab_norm(trial), sliding = size > limit ? (size - limit) / (c * size) : 0.0;
    *out = (abTangentialForce){
        .friction = {.force = ab_scale(size > limit ? -limit / size : -1.0, trial), // (1)
                     .torque = ab_turning_torque(turning, &point->slip)},
        .rate = ab_add_scaled(v, -sliding, trial),  // (2)
        .stored = 0.5 * k * ab_norm2(point->state), // (3)
        .switching = size - limit,
        .limit = limit,
    };
}

// Smooth surfaces have no spring: it could not carry anything.
static bool bristle_holds(const double *constants) {
    return constants[BRISTLE_MU] > 0.0;
}

static const abTangentialLaw s_tangential = {.is_spread = true,
                                             .begin = bristle_begin,
                                             .evaluate = bristle_evaluate,
                                             .holds = bristle_holds};

const abFrictionLaw ab_friction_bristle = {.table = &s_table,
                                           .check = bristle_check,
                                           .prepare = bristle_prepare,
                                           .tangential = &s_tangential};
