// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_mindlin.c - tangential force of round elastic bodies.
//
//   k  = 8 G* sqrt(R d),   1/G* = (2 - nu1)/G1 + (2 - nu2)/G2                       (1)
//   T' = k v_t  with spring: increments,   T = k s, s' = v_t  with spring: stretch  (2)
//   T' = k v_t + min(0, k'/k) T  with spring: dissipative, the default              (2b)
//   f  = -T while |T| <= mu F (stick), else f = -mu F e, e = T/|T| (slip)           (3)
//   slip:  e' = k (v_t - (v_t.e) e)/(mu F + 1e-4 mu F_0)                            (4)
//
// The state q is T or s, in slip e at a fixed length: T = g q with g = 1 or k. (1) is the stiffness
// of a Hertz contact without slip in its area; the rim of the area that Mindlin and Deresiewicz let
// slip first is left out, so a contact is elastic up to the limit. By increments T does not change
// while only d changes, which is right while a contact is loaded, but gives energy as it is unloaded.
// A stretched spring gives way as the contact does, which is nearer to what the rim does when it is
// unloaded, and the rule of some discrete element codes, but gives energy as it is loaded. (2b) does
// the one and the other: T^2/(2 k) never grows by more than the work of v_t.
//
// In slip |T| follows mu F, and the direction turns into the slip over the way mu F/k; F_0 is the
// force expected, without which (4) would be singular at touch and release. Slip ends when the limit
// grows faster than T would: (mu F)' > k v_t.e + (T's growth without slip).
//
// With damping, c = 2 zeta sqrt(k m), spring and damper lie in parallel behind the slider, as in
// friction_bristle.c, with T for its k s; there are no modes then.
//
// Shape   round contacts: R is the effective radius of curvature. Rolling resistance and, with
//         `spin_speed`, spin torque as in turning.h.
// Valid   d small against R; slip of the order of mu F/k or more. Rolling contact creeps a little
//         more than (2) says.
// Limits  |f| <= mu F. For d -> 0 both k and f vanish. Energy in the tangential state T^2/(2 k) belongs to the
//         depth too; what changes with the depth alone counts as loss, which (2) has of either sign.
//         In slip mu F is stored so too: where F falls as the slip turns back, the spring pushes on, and
//         what it gives then was its own. With damping and increments nothing counts as stored, as T
//         outlasts k.
// Source  [Mindlin1949] eq. for the compliance without slip, in [Johnson1985] 7.2; increments,
//         stretch and limit as usual for discrete elements, [ChungOoi2011]; T in proportion to k
//         while unloaded: [Thornton2011].
//         docs/theory/friction.md.

#include <math.h>

#include "law/core/surface_pair.h"
#include "law/core/turning.h"
#include "law/friction/tolerances.def"
#include "math/core/vector_math.h"

typedef struct Mindlin {
    double reduction, damping_ratio, spin_speed;
    int spring;
} Mindlin;

enum { INCREMENTS, STRETCH, DISSIPATIVE };
static const char *const s_springs[] = {"increments", "stretch", "dissipative", NULL};

// constants; MINDLIN_UNIT: 8 G*  [Pa]
enum { MINDLIN_MU, MINDLIN_UNIT, MINDLIN_ZETA, MINDLIN_RADIUS, MINDLIN_SPRING, MINDLIN_TURNING };
// memory: [kg], |q| in slip [N] or [m], what is added to the limit in (4) [N]
enum { MINDLIN_MASS, MINDLIN_SCALE, MINDLIN_FLOOR };

static const abKey s_keys[] = {
    AB_NUM(Mindlin, reduction, "-", 1.0, 1e-9, 1.0,
           "multiplies G*, as the key of the same name of the normal law multiplies E*"),
    AB_NUM(Mindlin, damping_ratio, "-", 0.0, 0.0, 10.0,
           "of the tangential spring with the reduced mass of the pair; 1 is critical"),
    AB_SPIN_KEY(Mindlin),
    AB_WORD(Mindlin, spring, s_springs, DISSIPATIVE,
            "increments: T' = k v, a force that only slip changes; stretch: T = k s, a force that "
            "follows the stiffness when the depth changes; dissipative: increments while the depth "
            "grows, stretch while it falls, so that no energy is given"),
};
static const abTable s_table = AB_TABLE("mindlin", Mindlin, s_keys,
                                        "Coulomb friction with the tangential stiffness of Hertz "
                                        "contacts");

static abResult mindlin_check(const void *params, const abPairProperties *pair, abPlace place,
                              abError *error) {
    (void)params;
    abResult result = ab_turning_check("mindlin", pair, place, error);
    if (!(pair->sliding_friction > 0.0)) {
        return result; // smooth surfaces ask for no stiffness
    }
    if (!(ab_surface_pair_radius(pair) > 0.0)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "mindlin: the shapes have no radius of curvature above 0; give "
                              "contact_radius to one of them, or use bristle");
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
    double yields = compliance(&pair->surface[0]) + compliance(&pair->surface[1]);
    constants[MINDLIN_UNIT] = pair->sliding_friction > 0.0 ? 8.0 * m->reduction / yields : 0.0;
    constants[MINDLIN_ZETA] = m->damping_ratio;
    constants[MINDLIN_RADIUS] = ab_surface_pair_radius(pair);
    constants[MINDLIN_SPRING] = m->spring;
    ab_turning_prepare(pair->sliding_friction, m->spin_speed, pair, constants + MINDLIN_TURNING);
}

static bool is_stretched(const double *constants) {
    return constants[MINDLIN_SPRING] == STRETCH;
}

static bool is_dissipative(const double *constants) {
    return constants[MINDLIN_SPRING] == DISSIPATIVE;
}

static double mindlin_begin(const double *constants, const abTangentialStart *start,
                            double *memory) {
    double limit = constants[MINDLIN_MU] * start->force;
    memory[MINDLIN_MASS] = start->mass;
    memory[MINDLIN_SCALE] = is_stretched(constants) ? limit / start->stiffness : limit;
    memory[MINDLIN_FLOOR] = s_floor * limit;
    return memory[MINDLIN_SCALE];
}

static double stiffness_of(const double *constants, const abTangentialPoint *point) {
    bool has_radius = point->radius > 0.0 && isfinite(point->radius);
    double radius = has_radius ? point->radius : constants[MINDLIN_RADIUS];
    return constants[MINDLIN_UNIT] * point->weight * sqrt(radius * fmax(0.0, point->depth)); // (1)
}

static double limit_of(const double *constants, const abTangentialPoint *point) {
    return constants[MINDLIN_MU] * point->normal.force *
           ab_turning_share(constants + MINDLIN_TURNING, &point->slip);
}

// The spring of a point: T = gain q, q' = pull v_t + fading q while it sticks.
typedef struct Spring {
    double k, gain, pull; // [N/m]; [1] or [N/m]; [N/m] or [1]
    double fading;        // min(0, k'/k), k'/k = d'/(2 d); 0 of (2)                 [1/s]
    double growth;        // of T without slip: gain'/gain or fading                 [1/s]
    abVec3 T;             // [N]
} Spring;

static Spring spring_of(const double *constants, const abTangentialPoint *point) {
    double k = stiffness_of(constants, point);
    bool stretched = is_stretched(constants);
    double stiffens = point->depth > 0.0 ? 0.5 * point->rate / point->depth : 0.0;
    Spring spring = {.k = k, .gain = stretched ? k : 1.0, .pull = stretched ? 1.0 : k};
    spring.fading = is_dissipative(constants) ? fmin(0.0, stiffens) : 0.0;
    spring.growth = stretched ? stiffens : spring.fading;
    spring.T = ab_scale(spring.gain, point->state);
    return spring;
}

// Energy T^2/(2 k); in slip T is the limit.
static void store(const Spring *spring, double T, abTangentialForce *out) {
    out->stored = spring->k > 0.0 ? 0.5 * T * T / spring->k : 0.0;
}

static void damped(const double *constants, const double *memory, const abTangentialPoint *point,
                   const Spring *spring, abTangentialForce *out) {
    double c = 2.0 * constants[MINDLIN_ZETA] * sqrt(spring->k * memory[MINDLIN_MASS]);
    abVec3 v = point->slip.v_t, trial = ab_add_scaled(spring->T, c, v);
    double size = ab_norm(trial), limit = out->limit;
    double sliding = size > limit && c > 0.0 ? (size - limit) / (c * size) : 0.0;
    out->friction.force = ab_scale(size > limit ? -limit / size : -1.0, trial);
    out->rate = ab_scale(spring->pull, ab_add_scaled(v, -sliding, trial));
    out->rate = ab_add_scaled(out->rate, spring->fading, point->state);
    out->switching = size - limit;
    if (constants[MINDLIN_SPRING] != INCREMENTS) {
        store(spring, ab_norm(spring->T), out);
    }
}

static void slipping(const double *memory, const abTangentialPoint *point, const Spring *spring,
                     abTangentialForce *out) {
    double size = ab_norm(point->state);
    abVec3 e = ab_scale(size > 0.0 ? 1.0 / size : 0.0, point->state), v = point->slip.v_t;
    double along = ab_dot(v, e);
    out->friction.force = ab_scale(-out->limit, e); // (3)
    double turning = spring->k * size / (out->limit + memory[MINDLIN_FLOOR]);
    out->rate = ab_scale(turning, ab_add_scaled(v, -along, e)); // (4)
    out->drive = spring->k * along + spring->growth * out->limit;
    store(spring, out->limit, out);
}

static void mindlin_evaluate(const double *constants, const double *memory,
                             const abTangentialPoint *point, abTangentialForce *out) {
    Spring spring = spring_of(constants, point);
    *out = (abTangentialForce){.limit = limit_of(constants, point)};
    out->friction.torque = ab_turning_torque(constants + MINDLIN_TURNING, &point->slip);
    if (constants[MINDLIN_ZETA] > 0.0) {
        damped(constants, memory, point, &spring, out);
    } else if (point->mode == AB_TANGENTIAL_SLIP) {
        slipping(memory, point, &spring, out);
    } else {
        out->friction.force = ab_neg(spring.T);
        out->rate = ab_scale(spring.pull, point->slip.v_t); // (2)
        out->rate = ab_add_scaled(out->rate, spring.fading, point->state);
        out->switching = ab_norm(spring.T) - out->limit;
        store(&spring, ab_norm(spring.T), out);
    }
}

// At a touch d = d' t, so T and mu F grow with the same power of time: 2/3 k v t or k v t against
// 2/3 mu dF/dd d' t. Where the point presses already, as a law with a damper does at once, or one that
// is handed over at rest, no way has stretched the spring yet: T begins at zero, below its limit. With
// damping there are no modes and T begins at zero too.
static void mindlin_start(const double *constants, const double *memory,
                          const abTangentialPoint *point, abTangentialBegin *out) {
    double speed = ab_norm(point->slip.v_t), mu = constants[MINDLIN_MU];
    double pulls = (is_stretched(constants) ? 1.5 : 1.0) * stiffness_of(constants, point) * speed;
    bool presses = limit_of(constants, point) > memory[MINDLIN_FLOOR];
    bool slips = constants[MINDLIN_ZETA] == 0.0 && speed > 0.0 && !presses &&
                 pulls > mu * point->normal.stiffness * point->rate;
    *out = (abTangentialBegin){.mode = slips ? AB_TANGENTIAL_SLIP : AB_TANGENTIAL_STICK};
    if (slips) {
        out->state = ab_scale(memory[MINDLIN_SCALE] / speed, point->slip.v_t);
    }
}

// The state of the mode given from that of the other; T is at the limit then.
static abVec3 mindlin_change(const double *constants, const double *memory,
                             const abTangentialPoint *point) {
    double size = ab_norm(point->state), length = memory[MINDLIN_SCALE];
    if (point->mode == AB_TANGENTIAL_STICK) {
        double gain = spring_of(constants, point).gain;
        length = gain > 0.0 ? limit_of(constants, point) / gain : 0.0;
    }
    return size > 0.0 ? ab_scale(length / size, point->state) : point->state;
}

static bool mindlin_has_modes(const double *constants) {
    return constants[MINDLIN_ZETA] == 0.0;
}

// Smooth surfaces have no spring: it could not carry anything.
static bool mindlin_holds(const double *constants) {
    return constants[MINDLIN_MU] > 0.0;
}

static const abTangentialLaw s_tangential = {.begin = mindlin_begin,
                                             .evaluate = mindlin_evaluate,
                                             .start = mindlin_start,
                                             .change = mindlin_change,
                                             .has_modes = mindlin_has_modes,
                                             .holds = mindlin_holds};

const abFrictionLaw ab_friction_mindlin = {.table = &s_table,
                                           .check = mindlin_check,
                                           .prepare = mindlin_prepare,
                                           .tangential = &s_tangential};
