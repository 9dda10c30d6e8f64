// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_mindlin.c - tangential force of round elastic bodies, by increments.
//
//   T' = k v_t,   k = 8 G* sqrt(R d),   1/G* = (2 - nu1)/G1 + (2 - nu2)/G2          (1)
//   f  = -T while |T| <= mu F (stick), else f = -mu F e, e = T/|T| (slip)           (2)
//   slip:  e' = k (v_t - (v_t.e) e)/(mu F + 1e-4 mu F_0)                            (3)
//
// The state is T, in slip e at a fixed length. (1) is the stiffness of a Hertz contact without slip
// in its area; the rim of the area that Mindlin and Deresiewicz let slip first is left out, so a
// contact is elastic up to the limit. Unlike a spring whose stiffness follows the depth, (1) does
// not change T while only d changes. In slip |T| follows mu F, and the direction turns into the
// slip over the way mu F/k; F_0 is the force expected, without which (3) would be singular at touch
// and release. Slip ends when the limit grows faster than T would: (mu F)' > k v_t.e.
//
// With damping, c = 2 zeta sqrt(k m), spring and damper lie in parallel behind the slider, as in
// friction_bristle.c, with T for its k s; there are no modes then.
//
// Shape   round contacts: R is the effective radius of curvature. Rolling resistance and, with
//         `spin_speed`, spin torque as in turning.h.
// Valid   d small against R; slip of the order of mu F/k or more. Rolling contact creeps a little
//         more than (1) says.
// Limits  |f| <= mu F. For d -> 0 both k and f vanish. Energy in the grip T^2/(2 k) belongs to the
//         depth too; what changes with the depth alone counts as loss, of either sign. In slip
//         nothing counts as stored.
// Source  [Mindlin1949] eq. for the compliance without slip, in [Johnson1985] 7.2; increments and
//         limit as usual for discrete elements, [ChungOoi2011]. docs/theory/friction.md.

#include <math.h>

#include "law/surface_pair.h"
#include "law/turning.h"
#include "math/vector_math.h"

typedef struct Mindlin {
    double reduction, damping_ratio, spin_speed;
} Mindlin;

enum { MINDLIN_MU, MINDLIN_UNIT, MINDLIN_ZETA, MINDLIN_RADIUS, MINDLIN_TURNING }; // 8 G*  [Pa]
enum { MINDLIN_MASS, MINDLIN_SCALE }; // memory: [kg], |T| in slip [N]

static const double s_floor = 1e-4; // of the limit expected, see (3)

static const abKey s_keys[] = {
    AB_NUM(Mindlin, reduction, "-", 1.0, 1e-9, 1.0,
           "multiplies G*, as the key of the same name of the normal law multiplies E*"),
    AB_NUM(Mindlin, damping_ratio, "-", 0.0, 0.0, 10.0,
           "of the tangential spring with the reduced mass of the pair; 1 is critical"),
    AB_SPIN_KEY(Mindlin),
};
static const abTable s_table = AB_TABLE("mindlin", Mindlin, s_keys,
                                        "Coulomb friction with the tangential stiffness of Hertz "
                                        "contacts");

static abResult mindlin_check(const void *params, const abPairProperties *pair, abPlace place,
                              abError *error) {
    (void)params;
    abResult result = ab_turning_check("mindlin", pair, place, error);
    if (!(pair->sliding_friction > 0.0)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "mindlin: sliding_friction = %g of the pair is not above 0; use law: "
                              "none for contact without friction",
                              pair->sliding_friction);
    }
    if (!(pair->radius > 0.0) || !isfinite(pair->radius)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "mindlin: the effective radius of curvature is %g m; the law is for "
                              "round contacts, use bristle for flat ones",
                              pair->radius);
    }
    abResult modulus = ab_surface_pair_check_modulus("mindlin", "or use bristle with `stiffness`",
                                                     pair, place, error);
    return modulus != AB_OK ? modulus : result;
}

// (2 - nu)/G of one side; a rigid one yields nothing.                                [1/Pa]
static double compliance(const abSurface *s) {
    return isinf(s->youngs_modulus)
               ? 0.0
               : 2.0 * (2.0 - s->poissons_ratio) * (1.0 + s->poissons_ratio) / s->youngs_modulus;
}

static void mindlin_prepare(const void *params, const abPairProperties *pair, double *constants) {
    const Mindlin *m = params;
    constants[MINDLIN_MU] = pair->sliding_friction;
    constants[MINDLIN_UNIT] =
        8.0 * m->reduction / (compliance(&pair->surface[0]) + compliance(&pair->surface[1]));
    constants[MINDLIN_ZETA] = m->damping_ratio;
    constants[MINDLIN_RADIUS] = pair->radius;
    ab_turning_prepare(pair->sliding_friction, m->spin_speed, pair, constants + MINDLIN_TURNING);
}

static double mindlin_begin(const double *constants, const abGripStart *start, double *memory) {
    memory[MINDLIN_MASS] = start->mass;
    memory[MINDLIN_SCALE] = constants[MINDLIN_MU] * start->force;
    return memory[MINDLIN_SCALE];
}

static double stiffness_of(const double *constants, const abGripPoint *point) {
    bool has_radius = point->radius > 0.0 && isfinite(point->radius);
    double radius = has_radius ? point->radius : constants[MINDLIN_RADIUS];
    return constants[MINDLIN_UNIT] * point->weight * sqrt(radius * fmax(0.0, point->depth)); // (1)
}

static double limit_of(const double *constants, const abGripPoint *point) {
    return constants[MINDLIN_MU] * point->normal.force *
           ab_turning_share(constants + MINDLIN_TURNING, &point->slip);
}

// Energy T^2/(2 k) and its rate; k' = k d'/(2 d).
static void store(const abGripPoint *point, double k, abGripForce *out) {
    double twice = k > 0.0 ? ab_norm2(point->state) / k : 0.0;
    out->stored = 0.5 * twice;
    out->store_rate =
        k > 0.0 ? ab_dot(point->state, out->rate) / k - 0.25 * twice * point->rate / point->depth
                : 0.0;
}

static void damped(const double *constants, const double *memory, const abGripPoint *point,
                   double k, abGripForce *out) {
    double c = 2.0 * constants[MINDLIN_ZETA] * sqrt(k * memory[MINDLIN_MASS]);
    abVec3 v = point->slip.v_t, trial = ab_add_scaled(point->state, c, v);
    double size = ab_norm(trial), limit = out->limit;
    double sliding = size > limit && c > 0.0 ? (size - limit) / (c * size) : 0.0;
    out->friction.force = ab_scale(size > limit ? -limit / size : -1.0, trial);
    out->rate = ab_scale(k, ab_add_scaled(v, -sliding, trial));
    out->border = size - limit;
    store(point, k, out);
}

static void slipping(const abGripPoint *point, double k, double floor, abGripForce *out) {
    double size = ab_norm(point->state);
    abVec3 e = ab_scale(size > 0.0 ? 1.0 / size : 0.0, point->state), v = point->slip.v_t;
    double along = ab_dot(v, e);
    out->friction.force = ab_scale(-out->limit, e); // (2)
    double turning = k * size / (out->limit + floor);
    out->rate = ab_scale(turning, ab_add_scaled(v, -along, e)); // (3)
    out->drive = k * along;
}

static void mindlin_evaluate(const double *constants, const double *memory,
                             const abGripPoint *point, abGripForce *out) {
    double k = stiffness_of(constants, point);
    *out = (abGripForce){.limit = limit_of(constants, point)};
    out->friction.torque = ab_turning_torque(constants + MINDLIN_TURNING, &point->slip);
    if (constants[MINDLIN_ZETA] > 0.0) {
        damped(constants, memory, point, k, out);
    } else if (point->mode == AB_GRIP_SLIP) {
        slipping(point, k, s_floor * memory[MINDLIN_SCALE], out);
    } else {
        out->friction.force = ab_neg(point->state);
        out->rate = ab_scale(k, point->slip.v_t); // (1)
        out->border = ab_norm(point->state) - out->limit;
        store(point, k, out);
    }
}

// At the beginning T and mu F grow with the same power of the depth: it sticks when
// k |v_t| <= mu dF/dd d'.
static void mindlin_start(const double *constants, const double *memory, const abGripPoint *point,
                          abGripBegin *out) {
    double speed = ab_norm(point->slip.v_t), mu = constants[MINDLIN_MU];
    double grows = mu * point->normal.stiffness * point->rate;
    bool slips = stiffness_of(constants, point) * speed > grows && speed > 0.0;
    *out = (abGripBegin){.mode = slips ? AB_GRIP_SLIP : AB_GRIP_STICK};
    if (slips) {
        out->state = ab_scale(memory[MINDLIN_SCALE] / speed, point->slip.v_t);
    }
}

// The state of the mode given from that of the other; T is at the limit then.
static abVec3 mindlin_change(const double *constants, const double *memory,
                             const abGripPoint *point) {
    double limit = limit_of(constants, point), size = ab_norm(point->state);
    double length = point->mode == AB_GRIP_SLIP ? memory[MINDLIN_SCALE] : limit;
    return size > 0.0 ? ab_scale(length / size, point->state) : point->state;
}

static bool mindlin_has_modes(const double *constants) {
    return constants[MINDLIN_ZETA] == 0.0;
}

static const abGripLaw s_grip = {.begin = mindlin_begin,
                                 .evaluate = mindlin_evaluate,
                                 .start = mindlin_start,
                                 .change = mindlin_change,
                                 .has_modes = mindlin_has_modes};

const abFrictionLaw ab_friction_mindlin = {
    .table = &s_table, .check = mindlin_check, .prepare = mindlin_prepare, .grip = &s_grip};
