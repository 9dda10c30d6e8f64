// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_passing.c - bodies that turn past each other within a step.
//
// A blade that turns by a radian in a step is apart from a pea at its middle and at its end, and was
// in it in between. So pairs that press nowhere, or are hit first in such a step, and turn by enough to
// get to the other side of each other, are followed from the start of the step to its end: bodies go
// straight and turn evenly. With the distance d at an instant and a bound u of the speed at which any
// two places of the pair come nearer,
//
//   d / u                                                                                 (1)
//
// passes at least until they touch. Such leaps are taken until d is as small as is allowed, and there
// the step is to end, or until its end is reached.
//
// A step in which they are hit lets them go on with the mean of their velocities before and after, as
// if they went straight (step_rows.c). By a wide turn they would be far in each other, or beside, at
// its end. So it is to be so short that no place of them leaves a straight line by more than s_far
// of the smaller shape.
//
// Source  conservative advancement [Mirtich1996].

#include "method/step/step_passing.h"

#include <math.h>

#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/state/place.h"
#include "method/step/tolerances.def"

enum { LEAPS = 100 };

// A shape of a pair on its way.
typedef struct Way {
    const abShape *shape;
    abPose start;      // of the shape
    abVec3 center;     // of mass of its body, at the start
    abVec3 move, turn; // in the whole step                                       [m], [rad]
    double reach;      // of the shape from the centre of mass
} Way;

static abMat3 turned_by(abVec3 turn) {
    return ab_quat_to_matrix(ab_quat_from_vector(turn));
}

// What is hit goes on as at the start until then. Where it starts is not known yet.
static Way way_of(const abStep *step, const abContactPair *pair, int shape, int body, bool is_hit) {
    const abConeBody *end = &step->bodies[body];
    abVec3 v = is_hit ? step->v0[body] : ab_scale(0.5, ab_add(step->v0[body], end->v));
    abVec3 w = is_hit ? step->w0[body] : ab_scale(0.5, ab_add(step->w0[body], end->w));
    abVec3 middle = step->mechanics->bodies[body].X.p;
    return (Way){.shape = ab_contact_pair_shape(step->mechanics, pair, shape),
                 .center = ab_add_scaled(middle, -0.5 * step->h, step->v0[body]),
                 .move = ab_scale(step->h, v),
                 .turn = ab_scale(step->h, w),
                 .reach = step->reach[shape]};
}

static void set_start(const abStep *step, int shape, int body, Way *way) {
    abPose storage;
    const abPose *X = ab_mechanics_shape_pose(step->mechanics, shape, &storage);
    abMat3 back = turned_by(ab_scale(-0.5 * step->h, step->turn0[body]));
    way->start.R = ab_mat3_mul(back, X->R);
    abVec3 arm = ab_sub(X->p, step->mechanics->bodies[body].X.p);
    way->start.p = ab_add(way->center, ab_mul(back, arm));
}

static abPose pose_on(const Way *way, double share) {
    abMat3 turn = turned_by(ab_scale(share, way->turn));
    abVec3 center = ab_add_scaled(way->center, share, way->move);
    abVec3 arm = ab_mul(turn, ab_sub(way->start.p, way->center));
    return (abPose){.R = ab_mat3_mul(turn, way->start.R), .p = ab_add(center, arm)};
}

// How far spin alone brings what is near the other shape in the whole step.                  [m]
static double brought_by_turn(const Way *way, const Way *other) {
    double angle = ab_norm(way->turn), apart = ab_norm(ab_sub(way->center, other->center));
    apart += ab_norm(ab_sub(way->move, other->move)) + other->reach;
    bool is_centered = way->shape->is_sphere && way->reach <= way->shape->bound;
    return angle > 0.0 && !is_centered ? angle * fmin(way->reach, apart) : 0.0;
}

typedef enum Pressing { NOWHERE, NEWLY, AS_BEFORE } Pressing;

static Pressing pressing_of(const abStep *step, const abStepPairCache *cache) {
    Pressing out = NOWHERE;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        bool presses = point->depth > 0.0 || ab_step_end_depth(step, point) > 0.0 ||
                       ab_dot(point->impulse, point->n) > 0.0;
        if (presses) {
            out = ab_step_is_new(point) && out != AS_BEFORE ? NEWLY : AS_BEFORE;
        }
    }
    return out;
}

// The first share of the step at which they are as near as is allowed, for what begins so, as it has
// just parted, once more or nearer by as much; 1: they never are.
static double first_near(abStep *step, const Way *a, const Way *b, double speed, double allowed) {
    double share = 0.0, near = allowed;
    for (int leap = 0; leap < LEAPS && share < 1.0; leap++) {
        abPose X_WA = pose_on(a, share), X_WB = pose_on(b, share);
        abProximity at;
        step->mechanics->proximity_calls++;
        ab_shapes_proximity(step->mechanics, a->shape, &X_WA, b->shape, &X_WB, &at);
        if (leap == 0) {
            near = fmin(allowed, at.distance - allowed);
        }
        if (at.distance <= near) {
            return share;
        }
        near = at.distance > allowed ? allowed : near;
        share += fmax(at.distance - 0.5 * allowed, 0.5 * allowed) / speed;
    }
    return 1.0;
}

// By how much what is near the other shape leaves a straight line in the step.              [m]
static double bent_by_turn(const Way *way, const Way *other) {
    return 0.5 * ab_norm(way->turn) * brought_by_turn(way, other);
}

// Likewise of one pair.
static double share_of(abStep *step, const abStepPairCache *cache, double tolerance) {
    const abContactPair *pair = &cache->pair;
    Pressing pressing = pressing_of(step, cache);
    if (pressing == AS_BEFORE) {
        return 1.0;
    }
    double size = ab_step_smaller_bound(step, pair), gap = cache->at.distance;
    Way a = way_of(step, pair, pair->shape_a, pair->data->body_a, pressing == NEWLY);
    Way b = way_of(step, pair, pair->shape_b, pair->data->body_b, pressing == NEWLY);
    double turned = brought_by_turn(&a, &b) + brought_by_turn(&b, &a);
    double all = turned + ab_norm(ab_sub(a.move, b.move));
    double straight = s_far * size / (bent_by_turn(&a, &b) + bent_by_turn(&b, &a));
    bool is_straight = straight >= 1.0;
    if ((pressing == NEWLY && is_straight) || !(turned > s_far * size && 0.5 * all > gap)) {
        return 1.0;
    }
    set_start(step, pair->shape_a, pair->data->body_a, &a);
    set_start(step, pair->shape_b, pair->data->body_b, &b);
    double near = first_near(step, &a, &b, all, tolerance * size);
    return pressing == NEWLY ? fmax(near < 1.0 ? near : 0.0, sqrt(straight)) : near;
}

double ab_step_share_before_passing(abStep *step, double tolerance) {
    double share = 1.0;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        const abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        const abPairData *data = cache->pair.data;
        double turn = step->h * (ab_norm(step->w0[data->body_a]) + ab_norm(step->w0[data->body_b]));
        bool is_asked =
            !cache->is_frozen && !data->has_surface && !data->has_skin && cache->count > 0;
        if (is_asked && turn > s_turns_past) {
            share = fmin(share, share_of(step, cache, tolerance));
        }
    }
    return fmax(share, s_least_share);
}
