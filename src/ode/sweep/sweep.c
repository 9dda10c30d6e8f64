// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep.c - conservative advancement along the polynomials of a step.
//
// A step of the integrator is a polynomial, so the motion inside it is known and can be searched
// after the step, instead of keeping the step short beforehand. For a pair apart by g at theta_0
// along the unit normal n, the two support planes with the fixed normal n stay apart at theta by at
// least
//
//   g(theta) >= g + n . (p_B - p_A)(theta) - n . (p_B - p_A)(theta_0)
//                 - (s_A l_A + s_B l_B) (theta - theta_0)                               (1)
//
// with p the centres of mass, s a bound of the angle turned per theta and l the arm of the shape
// about its centre of mass (for a ball: the offset of its centre only, since a ball turning about
// itself does not change). (1) is a polynomial; its first root is a safe place to go to and to
// measure the distance anew. A ball against a plane is done in one advance; other pairs converge at
// least linearly, and quadratically while turning is slow against closing. So no contact pair is missed
// however long the step, fast the body or thin the plate.
//
// Each measured distance is noted with its normal. As (1) holds for any n, a note bounds the gap of
// a later step as well, after taking off what turning may have changed since: a chord of the arm,
//
//   2 l sin(phi / 2),  phi the angle between the orientations then and now                (2)
//
// A pair that this keeps apart over the whole step is not asked again. Rigid bodies that have
// just parted, or turn on one another, are near for long: sweep_ahead.c then knows more than (1).
//
// Shapes that are not convex have no support planes. The distance still changes by at most the way,
// and for a ball and a shape of reach rho (shape.h) that ball is kept out by one of radius rho:
//
//   g(theta) >= g - V (theta - theta_0) - turning                                         (3)
//   g(theta) >= g + n . [...] - (V (theta - theta_0))^2 / (2 (rho - r - g)) - turning     (4)
//
// with V a bound of the relative speed of p, r the radius of the ball; the rest as in (1). Where
// that is not far, sweep_ahead.c looks ahead. Against a plane any shape is as its hull, and a tube
// whose bore is closed is a cylinder: these go by (1). The notes of the others know the distance d
// and the way c_0 between the centres:
//
//   g >= d - |c - c_0| - turning                                                          (5)
//
// Limits  near a graze the advances shrink; below a billionth of the pair's size they are held at
//         that length, a hundred times it where the graze lasts, so an overlap shallower than that
//         which lasts shorter may pass unseen. A search that takes MOST_ADVANCES ends there, and so
//         does the step; that is no event.
//         Prescribed motion has no polynomial: it is followed by quintics in segments, checked at
//         samples, so a motion that changes within a segment and is back at the samples is missed.
// Source  Mirtich 1996 (conservative advancement); the polynomial bound is ours.

#include "ode/sweep/sweep.h"

#include <string.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "math/core/bounds.h"
#include "math/core/bracket.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_skin.h"
#include "mechanics/state/modes.h"
#include "mechanics/state/place.h"
#include "model/compile/may_touch.h"
#include "ode/sweep/body_path.h"
#include "ode/sweep/sweep_modes.h"
#include "ode/sweep/tolerances.def"

enum { MANY_ADVANCES = 100, MOST_ADVANCES = 400 };

// ---- notes: gaps known from before ----

static const abGapCache *find_note(const abSweep *sweep, const abBoxPair *pair) {
    const abGapCache *cache = &sweep->caches[pair->slot];
    return cache->shape_a == pair->a && cache->shape_b == pair->b && pair->b > 0 ? cache : NULL;
}

// Of the bodies as placed.
static void take_note(abSweep *sweep, const abBoxPair *pair, const abProximity *at,
                      bool is_convex) {
    if (ab_is_skin_pair(sweep->mechanics->model, pair->a, pair->b)) {
        return; // its surface moves by itself
    }
    if (!at->is_exact || !isfinite(at->distance)) {
        return;
    }
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    const abBodyNow *A = &sweep->mechanics->bodies[shapes[pair->a].body];
    const abBodyNow *B = &sweep->mechanics->bodies[shapes[pair->b].body];
    abVec3 displacement = ab_sub(B->X.p, A->X.p);
    double along = ab_dot(at->n_AB_W, displacement);
    sweep->caches[pair->slot] =
        is_convex ? (abGapCache){pair->a, pair->b, true, at->n_AB_W, at->distance - along}
                  : (abGapCache){pair->a, pair->b, false, displacement, at->distance};
    if (sweep->arm[pair->a] > 0.0 || sweep->arm[pair->b] > 0.0) {
        sweep->note_turns[pair->slot][0] = ab_quat_unit(A->q);
        sweep->note_turns[pair->slot][1] = ab_quat_unit(B->q);
    }
}

// (2): how far a point of the shape may have come by turning from one orientation to another.
static double chord(const abSweep *sweep, int shape, const abQuat *then, const abQuat *now) {
    if (!(sweep->arm[shape] > 0.0)) {
        return 0.0;
    }
    abQuat turned = ab_quat_mul(ab_quat_unit(*now), ab_quat_conjugate(*then));
    double sine = ab_norm(ab_vec3(turned.x, turned.y, turned.z));
    return sine > 0.0 ? 2.0 * sweep->arm[shape] * sine : 0.0;
}

// A gap known to be at least `gap`, from a sum with terms as large as `terms`, is surely one.
static bool is_sure(const abSweep *sweep, double gap, double terms) {
    return gap > sweep->eps + 1e-12 * terms;
}

// ---- one pair ----

static void place_at(abSweep *sweep, abStepper *stepper, int body, double theta) {
    int state = sweep->mechanics->model->bodies[body].state;
    if (state >= 0) {
        int count = ab_state_block(sweep->mechanics->model->bodies[body].mobility)->count;
        ab_stepper_interpolate(stepper, theta, state, count, sweep->state);
    }
    ab_mechanics_place_body(sweep->mechanics, body, stepper->t + theta * stepper->h, sweep->state);
    const abBody *b = &sweep->mechanics->model->bodies[body];
    if (b->flexible != NULL) {
        ab_stepper_interpolate(stepper, theta, b->modal_state, ab_modal_states(b->flexible),
                               sweep->modal_state);
        ab_modes_place_body(sweep->mechanics, body, sweep->modal_state);
    }
}

// Places the bodies of two shapes at theta.
static void place_pair(abSweep *sweep, abStepper *stepper, int shape_a, int shape_b, double theta) {
    ab_stepper_polynomial(stepper); // may evaluate, so before bodies are placed
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    place_at(sweep, stepper, shapes[shape_a].body, theta);
    place_at(sweep, stepper, shapes[shape_b].body, theta);
}

void ab_sweep_proximity(abSweep *sweep, abStepper *stepper, int shape_a, int shape_b, double theta,
                        abProximity *out) {
    place_pair(sweep, stepper, shape_a, shape_b, theta);
    ab_pair_proximity(sweep->mechanics, shape_a, shape_b, out);
}

// Between `low` (apart) and `high` (closer than -3 eps): a theta where the distance lies between
// -4 eps and -3 eps, or the least one past it that rounding allows. Illinois method.
static double refine(abSweep *sweep, abStepper *stepper, int a, int b, double low, double f_low,
                     double high, double f_high) {
    const double eps = sweep->eps;
    abIllinois bracket = {low, f_low, high, f_high, 0}; // f = distance + 3.5 eps
    abProximity at;
    double theta;
    while (bracket.looked < 100 && bracket.f_high < -0.5 * eps &&
           ab_illinois_next(&bracket, &theta)) {
        ab_sweep_proximity(sweep, stepper, a, b, theta, &at);
        double f = at.distance + 3.5 * eps;
        ab_illinois_take(&bracket, theta, f, f <= 0.5 * eps);
    }
    return bracket.high;
}

// Adds  sign * n . p  of a path to the coefficients c, in the segment's own variable.
static void add_along(const abPath *path, abVec3 n, double sign, abSegment segment, double *c) {
    double along[AB_DEGREE_MAX + 1];
    for (int k = 0; k <= path->degree; k++) {
        along[k] = n.x * path->c[0][k] + n.y * path->c[1][k] + n.z * path->c[2][k];
    }
    if (!path->is_local && segment.start != 0.0) {
        for (int i = 0; i < path->degree; i++) { // Taylor shift by Horner
            for (int k = path->degree - 1; k >= i; k--) {
                along[k] += segment.start * along[k + 1];
            }
        }
    }
    double power = 1.0;
    for (int k = 0; k <= path->degree; k++) {
        c[k] += sign * power * along[k];
        power *= path->is_local ? 1.0 : segment.width;
    }
}

bool ab_sweep_is_half_space(const abSweep *sweep, int a, int b) {
    const abShape *A = &sweep->mechanics->model->shapes[a].shape;
    const abShape *B = &sweep->mechanics->model->shapes[b].shape;
    bool is_outline = A->outline != NULL || B->outline != NULL;
    return !is_outline && (A->kind == AB_SHAPE_PLANE || B->kind == AB_SHAPE_PLANE);
}

// What (3) and (4) need to know of a pair; `is_convex` pairs use (1).
typedef struct Hollow {
    bool is_convex;
    double storage; // rho - r; -INFINITY when neither shape is a ball                      [m]
    double speed;   // V, per unit of the segment's own variable                            [m]
} Hollow;

static Hollow hollow_of(const abSweep *sweep, int a, int b, abSegment segment) {
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    const abShape *A = &shapes[a].shape, *B = &shapes[b].shape;
    double rho = fmin(ab_shape_reach(A), ab_shape_reach(B));
    if (isinf(rho) || ab_sweep_is_half_space(sweep, a, b) || ab_closes_bore(A, B)) {
        return (Hollow){.is_convex = true};
    }
    const abPath *from = &sweep->paths[shapes[a].body], *to = &sweep->paths[shapes[b].body];
    int degree = from->degree > to->degree ? from->degree : to->degree;
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        double c[AB_DEGREE_MAX + 1] = {0.0}, rate[AB_DEGREE_MAX + 1] = {0.0};
        abVec3 e = {i == 0, i == 1, i == 2};
        add_along(to, e, 1.0, segment, c);
        add_along(from, e, -1.0, segment, c);
        for (int k = 1; k <= degree; k++) {
            rate[k - 1] = k * c[k];
        }
        double v = ab_polynomial_largest(rate, degree > 0 ? degree - 1 : 0, 1.0);
        sum += v * v;
    }
    double storage = A->is_sphere ? rho - A->bound : B->is_sphere ? rho - B->bound : -INFINITY;
    return (Hollow){.storage = storage, .speed = sqrt(sum)};
}

// The next safe place after u by (3) and (4), whichever goes farther. c is (1), f its value at u.
static double hollow_root(const Hollow *hollow, const double *c, int degree, double u, double f,
                          double distance, double turning) {
    double fastest = hollow->speed + turning, storage = hollow->storage - distance;
    double next = fastest > 0.0 ? u + f / fastest : INFINITY;
    if (storage > 0.0) {
        double q = 0.5 * hollow->speed * hollow->speed / storage, curved[AB_DEGREE_MAX + 1] = {0.0};
        memcpy(curved, c, (size_t)(degree + 1) * sizeof *c);
        curved[0] -= q * u * u;
        curved[1] += 2.0 * q * u;
        curved[2] -= q;
        next = fmax(next, ab_polynomial_first_root(curved, degree > 2 ? degree : 2, u, 1.0));
    }
    return next;
}

// Bounds of  n . (p_B - p_A)  along a segment.
static void bounds_along(const abPath *A, const abPath *B, abVec3 n, abSegment segment, double *low,
                         double *high) {
    double c[AB_DEGREE_MAX + 1] = {0.0};
    add_along(B, n, 1.0, segment, c);
    add_along(A, n, -1.0, segment, c);
    ab_polynomial_wide_bounds(c, A->degree > B->degree ? A->degree : B->degree, low, high);
}

// A bound of  |p_B - p_A - c_0|  along a segment.
static double farthest_from(const abPath *A, const abPath *B, abVec3 c_0, abSegment segment,
                            double *terms) {
    double sum = 0.0;
    *terms = 0.0;
    for (int i = 0; i < 3; i++) {
        double low, high, at = ab_get(c_0, i);
        bounds_along(A, B, (abVec3){i == 0, i == 1, i == 2}, segment, &low, &high);
        double far = fmax(fabs(low - at), fabs(high - at));
        sum += far * far;
        *terms += fabs(at) + fabs(low) + fabs(high);
    }
    return sqrt(sum);
}

double ab_sweep_arm(const abSweep *sweep, int shape, int other, abSegment segment) {
    const abBodyShape *at = &sweep->mechanics->model->shapes[shape];
    if (!(sweep->arm[shape] > 0.0) || at->shape.kind != AB_SHAPE_PLANE) {
        return sweep->arm[shape];
    }
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    double terms;
    return farthest_from(&sweep->paths[shapes[shape].body], &sweep->paths[shapes[other].body],
                         (abVec3){0.0, 0.0, 0.0}, segment, &terms) +
           sweep->reach[other];
}

// Bound of how far turning, and the modes of flexible bodies, move the surfaces of a pair per unit of
// theta.
static double turning(const abSweep *sweep, int a, int b, abSegment segment) {
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    double spin_a = sweep->paths[shapes[a].body].spin, spin_b = sweep->paths[shapes[b].body].spin;
    double turned = spin_a * (spin_a > 0.0 ? ab_sweep_arm(sweep, a, b, segment) : 0.0) +
                    spin_b * (spin_b > 0.0 ? ab_sweep_arm(sweep, b, a, segment) : 0.0);
    return turned + ab_sweep_modal_turning(sweep, a, b, spin_a + spin_b);
}

// Whether a note keeps the pair apart over the whole step: (1) with the noted normal, or (5).
static bool stays_apart(const abSweep *sweep, const abBoxPair *pair, abSegment whole) {
    const abGapCache *cache = find_note(sweep, pair);
    if (cache == NULL) {
        return false;
    }
    const abModel *model = sweep->mechanics->model;
    const abQuat *then = sweep->note_turns[pair->slot];
    int body_a = model->shapes[pair->a].body, body_b = model->shapes[pair->b].body;
    if (model->bodies[body_a].mobility == AB_MOBILITY_PRESCRIBED ||
        model->bodies[body_b].mobility == AB_MOBILITY_PRESCRIBED) {
        return false; // the path is known on a segment only
    }
    const abPath *A = &sweep->paths[body_a], *B = &sweep->paths[body_b];
    double low, terms;
    if (cache->is_convex) {
        bounds_along(A, B, cache->n, whole, &low, &terms);
        terms = fabs(cache->offset) + fabs(low);
    } else {
        low = -farthest_from(A, B, cache->n, whole, &terms);
        terms += cache->offset;
    }
    double turned = chord(sweep, pair->a, &then[0], &sweep->start[body_a]) +
                    chord(sweep, pair->b, &then[1], &sweep->start[body_b]) +
                    whole.width * turning(sweep, pair->a, pair->b, whole);
    return is_sure(sweep, cache->offset + low - turned, terms);
}

int ab_sweep_along(const abSweep *sweep, const abBoxPair *pair, abSegment segment, abVec3 n,
                   double c[AB_DEGREE_MAX + 1]) {
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    const abPath *A = &sweep->paths[shapes[pair->a].body];
    const abPath *B = &sweep->paths[shapes[pair->b].body];
    int degree = A->degree > B->degree ? A->degree : B->degree;
    memset(c, 0, (AB_DEGREE_MAX + 1) * sizeof *c);
    add_along(B, n, 1.0, segment, c);
    add_along(A, n, -1.0, segment, c);
    return degree > 0 ? degree : 1;
}

int ab_sweep_bound(const abSweep *sweep, const abBoxPair *pair, abSegment segment, double u,
                   double gap, abVec3 n, double c[AB_DEGREE_MAX + 1]) {
    int degree = ab_sweep_along(sweep, pair, segment, n, c);
    c[1] -= segment.width * turning(sweep, pair->a, pair->b, segment);
    c[0] += gap - ab_polynomial_value(c, degree, u);
    return degree;
}

// First theta in the segment, before its part `end`, at which a pair is closer than -3 eps; INFINITY
// when it is not. `is_cut`: what was looked at ends there, and the pair is apart.
static double first_touch(abSweep *sweep, abStepper *stepper, const abBoxPair *pair,
                          abSegment segment, double end, bool *is_cut) {
    const int a = pair->a, b = pair->b;
    Hollow hollow = hollow_of(sweep, a, b, segment);
    bool is_skin = ab_is_skin_pair(sweep->mechanics->model, a, b); // known by its bounds alone
    bool looks_ahead = !is_skin && ab_sweep_looks_ahead(sweep, a, b, hollow.is_convex);
    double turns = segment.width * turning(sweep, a, b, segment);
    double size = fmin(sweep->reach[a], sweep->reach[b]);
    const double eps = sweep->eps;
    double u = 0.0, before = 0.0, f_before = 0.0;
    for (int advance = 0; advance < MOST_ADVANCES; advance++) {
        abProximity at;
        double theta = segment.start + segment.width * u;
        ab_sweep_proximity(sweep, stepper, a, b, theta, &at);
        take_note(sweep, pair, &at, hollow.is_convex);
        double f = at.distance + 3.5 * eps;
        if (f <= 0.5 * eps) {
            return advance == 0
                       ? theta
                       : refine(sweep, stepper, a, b, segment.start + segment.width * before,
                                f_before, theta, f);
        }
        if (advance >= MANY_ADVANCES && f < 1.4 * eps) {
            return theta; // between -3 eps and -2 eps, where it lingers
        }
        double c[AB_DEGREE_MAX + 1];
        int degree = ab_sweep_bound(sweep, pair, segment, u, f, at.n_AB_W, c);
        double next = hollow.is_convex ? ab_polynomial_first_root(c, degree, u, 1.0)
                                       : hollow_root(&hollow, c, degree, u, f, at.distance, turns);
        looks_ahead = !is_skin && (looks_ahead || advance >= MANY_ADVANCES);
        if (looks_ahead && !hollow.is_convex && next - u < s_short) {
            next = fmax(next, ab_sweep_hull_root(sweep, pair, segment, u, f, &at));
        }
        if (looks_ahead && next < end && next - u < s_short) {
            next = fmax(next, ab_sweep_look_ahead(sweep, stepper, pair, segment, u, end, f, &at,
                                                  hollow.is_convex));
        }
        if (!(next < end)) {
            return INFINITY;
        }
        // hold the advance at a billionth of the size near a graze, longer where that lasts
        double speed = fmax(fabs(ab_polynomial_slope(c, degree, u)), // at the top of a flight: 0
                            fabs(ab_polynomial_slope(c, degree, next))) +
                       turns;
        speed = hollow.is_convex ? speed : hollow.speed + turns;
        double least = 1e-9 * size * fmax(1.0, fmin(advance - MANY_ADVANCES, MANY_ADVANCES));
        double shortest = fmax(speed > 0.0 ? least / speed : 0.0, 4e-16 * u);
        bool creeps = next - u < shortest && f > 1.5 * eps;
        before = u;
        f_before = f;
        u = creeps ? u + shortest : next;
        if (u >= end) {
            return INFINITY;
        }
        if (next <= before && !creeps) {
            u = before + 1e-15 + 2e-16 * before;
        }
    }
    *is_cut = true; // the step is taken as far as it was followed
    return segment.start + segment.width * u;
}

double ab_sweep_apart_until(abSweep *sweep, const abBoxPair *pair) {
    const abSegment whole = {0.0, 1.0};
    Hollow hollow = hollow_of(sweep, pair->a, pair->b, whole);
    abProximity at;
    double c[AB_DEGREE_MAX + 1];
    ab_pair_proximity(sweep->mechanics, pair->a, pair->b, &at);
    if (!(at.distance > sweep->eps)) {
        return 0.0;
    }
    int degree = ab_sweep_bound(sweep, pair, whole, 0.0, at.distance, at.n_AB_W, c);
    double turns = turning(sweep, pair->a, pair->b, whole);
    double root = hollow.is_convex
                      ? ab_polynomial_first_root(c, degree, 0.0, 1.0)
                      : hollow_root(&hollow, c, degree, 0.0, at.distance, at.distance, turns);
    return root < 1.0 ? root : INFINITY;
}

// The next segment from `start`, at most up to `end`: the whole rest, unless prescribed motion
// needs shorter ones for its quintics to follow it within eps.
static abSegment next_segment(abSweep *sweep, const abStepper *stepper, double start, double last,
                              double end) {
    const abModel *model = sweep->mechanics->model;
    abSegment segment = {start, end - start};
    if (!sweep->mechanics->has_prescribed) {
        return segment;
    }
    segment.width = fmin(segment.width, 2.0 * last);
    for (int halvings = 0; halvings < 40; halvings++) {
        double worst = 0.0;
        for (size_t b = 0; b < model->body_count; b++) {
            const abBody *body = &model->bodies[b];
            if (body->mobility == AB_MOBILITY_PRESCRIBED) {
                ab_path_of_prescribed(body, stepper, segment, &sweep->paths[b]);
                worst = fmax(worst, ab_path_deviation(body, stepper, segment, &sweep->paths[b]));
            }
        }
        if (worst <= sweep->eps || segment.width * stepper->h < 1e-9 * fabs(stepper->t)) {
            break;
        }
        segment.width *= 0.5;
    }
    return segment;
}

bool ab_sweep_is_apart(const abSweep *sweep, const abBoxPair *pair) {
    const abGapCache *cache = find_note(sweep, pair);
    if (cache == NULL) {
        return false;
    }
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    const abBodyNow *A = &sweep->mechanics->bodies[shapes[pair->a].body];
    const abBodyNow *B = &sweep->mechanics->bodies[shapes[pair->b].body];
    const abQuat *then = sweep->note_turns[pair->slot];
    abVec3 displacement = ab_sub(B->X.p, A->X.p);
    double along = cache->is_convex ? ab_dot(cache->n, displacement)
                                    : -ab_norm(ab_sub(displacement, cache->n));
    double terms = cache->is_convex ? fabs(along) : ab_norm(displacement) + ab_norm(cache->n);
    double turned = chord(sweep, pair->a, &then[0], &A->q) + chord(sweep, pair->b, &then[1], &B->q);
    return is_sure(sweep, cache->offset + along - turned, fabs(cache->offset) + terms);
}

abPairCandidate ab_sweep_first_touch(abSweep *sweep, abStepper *stepper, double theta_end) {
    abPairCandidate first = {.theta = INFINITY};
    size_t count = sweep->candidate_count;
    const abSegment whole = {0.0, theta_end};
    abSegment segment = whole;
    for (double start = 0.0; count > 0 && start < theta_end && !isfinite(first.theta);
         start = segment.start + segment.width) {
        segment = next_segment(sweep, stepper, start, segment.width, theta_end);
        double end = 1.0; // of the segment: what is after the first touch is not asked
        for (size_t i = 0; i < count; i++) {
            const abBoxPair *pair = &sweep->candidates[i];
            if (stays_apart(sweep, pair, whole)) {
                continue;
            }
            bool is_cut = false;
            double theta = first_touch(sweep, stepper, pair, segment, end, &is_cut);
            if (theta < first.theta) {
                first = (abPairCandidate){theta, pair->a, pair->b, is_cut};
                end = fmin(end, (theta - segment.start) / segment.width);
            }
        }
        if (!(segment.width > 0.0)) {
            break;
        }
    }
    return first;
}
