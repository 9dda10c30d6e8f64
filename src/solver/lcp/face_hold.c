// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// face_hold.c - how the points of one face share what they hold together.
//
// More points than a face has freedoms hold it by forces that are not unique; only their sum and
// their moment are. The face slips when no forces T_i within the limits m_i have these:
//
//   r = min max |T_i| / m_i,   sum T_i = F,  sum (p_i - c) x T_i = M,                        (1)
//
// and r > 1. For a motion x = (v, w) of the face, x_i = v + w x (p_i - c) across the normal, the
// power of any such forces is F v + M w = sum T_i x_i <= r sum m_i |x_i|. So
//
//   r = max (F v + M w) / sum m_i |x_i|:                                                    (2)
//
// the face slips along the motion that its limits resist least. Both are found by squares with
// weights: T_i = u_i x_i with u_i = m_i / |x_i| of the round before, at first u_i = m_i, by which a
// load is shared as the limits are. Each round gives a bound from above by (1) and from below by
// (2). The first that says on which side of one r is ends the search.
//
// Limits  Points of different normals share what their tangents reach.
// Cost    A system of six unknowns a round; one round where a face is only pulled.
// Source  the limit surface of a face: [GoyalRuinaPapadopoulos1991]; (2) is the sum of distances of
//         Weiszfeld, by squares with weights.

#include <math.h>
#include <string.h>

#include "math/core/vector_math.h"
#include "math/linear/semidefinite.h"
#include "solver/lcp/face_hold.h"
#include "solver/lcp/tolerances.def"

enum { MOTIONS = 6, ROUNDS = 60 };

typedef struct Face {
    abHeldPoint *points;
    size_t count;
    abVec3 c;
    double length;          // turns count by it, so that all motions are speeds
    double wanted[MOTIONS]; // force and moment of all forces
    double motion[MOTIONS]; // x
    double largest;         // |x_i|
} Face;

static abVec3 arm_of(const Face *face, const abHeldPoint *point) {
    return ab_scale(1.0 / face->length, ab_sub(point->p, face->c));
}

// Motion of a point by the six of x, across its normal.
static abVec3 motion_by(const double x[MOTIONS], const abHeldPoint *point, abVec3 arm) {
    abVec3 w = {x[3], x[4], x[5]};
    return ab_across(ab_add(ab_vec3(x[0], x[1], x[2]), ab_cross(w, arm)), point->n);
}

static abVec3 motion_of(const Face *face, const abHeldPoint *point) {
    return motion_by(face->motion, point, arm_of(face, point));
}

// Force and moment of a force at a point, by what of it lies across the normal: the power of the six
// motions.
static void add_wrench(abVec3 force, const abHeldPoint *point, abVec3 arm, double *wrench) {
    abVec3 across = ab_across(force, point->n), moment = ab_cross(arm, across);
    const double all[MOTIONS] = {across.x, across.y, across.z, moment.x, moment.y, moment.z};
    for (int k = 0; k < MOTIONS; k++) {
        wrench[k] += all[k];
    }
}

static bool begin(Face *face) {
    abVec3 sum = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < face->count; i++) {
        sum = ab_add(sum, ab_sub(face->points[i].p, face->points[0].p));
    }
    face->c = ab_add_scaled(face->points[0].p, 1.0 / (double)face->count, sum);
    face->length = 0.0;
    for (size_t i = 0; i < face->count; i++) {
        face->length = fmax(face->length, ab_norm(ab_sub(face->points[i].p, face->c)));
    }
    if (!(face->length > 0.0)) {
        return false;
    }
    bool is_beyond = false;
    for (size_t i = 0; i < face->count; i++) {
        const abHeldPoint *point = &face->points[i];
        add_wrench(point->hold, point, arm_of(face, point), face->wanted);
        is_beyond = is_beyond || ab_norm(point->hold) > point->limit;
    }
    return is_beyond;
}

// The weight of a point by the motion of the round before. Where that is nearly none, as at a
// centre of turning, it is held as if it moved a little.
static double weight_of(const Face *face, const abHeldPoint *point, bool is_first) {
    double least = s_still_point * face->largest;
    return is_first ? point->limit : point->limit / fmax(ab_norm(motion_of(face, point)), least);
}

// The motion by which forces of these weights have the wanted force and moment.
static void find_motion(Face *face) {
    double A[MOTIONS * MOTIONS] = {0.0}, null[MOTIONS * MOTIONS], work[MOTIONS];
    size_t order[MOTIONS];
    for (size_t i = 0; i < face->count; i++) {
        const abHeldPoint *point = &face->points[i];
        abVec3 arm = arm_of(face, point);
        for (int k = 0; k < MOTIONS; k++) {
            double unit[MOTIONS] = {0.0};
            unit[k] = point->weight;
            add_wrench(motion_by(unit, point, arm), point, arm, A + MOTIONS * k);
        }
    }
    abSemidefinite system = {.n = MOTIONS, .A = A, .order = order, .null = null, .workspace = work};
    ab_semidefinite_factor(&system, s_redundant);
    memcpy(face->motion, face->wanted, sizeof face->motion);
    ab_semidefinite_apply(&system, face->motion);
}

// Whether forces of these weights along the motion are those asked for.
static bool is_reached(const Face *face) {
    double sum[MOTIONS] = {0.0}, size = 0.0, left = 0.0;
    for (size_t i = 0; i < face->count; i++) {
        const abHeldPoint *point = &face->points[i];
        abVec3 arm = arm_of(face, point);
        add_wrench(ab_scale(point->weight, motion_by(face->motion, point, arm)), point, arm, sum);
    }
    for (int k = 0; k < MOTIONS; k++) {
        left = fmax(left, fabs(sum[k] - face->wanted[k]));
        size = fmax(size, fabs(face->wanted[k]));
    }
    return left <= s_same_wrench * size;
}

// Bounds of (1) and (2).
typedef struct Bounds {
    double above, below;
} Bounds;

static Bounds find_bounds(Face *face) {
    double power = 0.0, resisted = 0.0, greatest = 0.0;
    face->largest = 0.0;
    for (size_t i = 0; i < face->count; i++) {
        double speed = ab_norm(motion_of(face, &face->points[i]));
        double limit = face->points[i].limit;
        face->largest = fmax(face->largest, speed);
        resisted += limit * speed;
        greatest = limit > 0.0 ? fmax(greatest, face->points[i].weight * speed / limit) : greatest;
    }
    for (int k = 0; k < MOTIONS; k++) {
        power += face->wanted[k] * face->motion[k];
    }
    return (Bounds){greatest, resisted > 0.0 ? power / resisted : 0.0};
}

// The points of one face.
static void share(abHeldPoint *points, size_t count) {
    Face face = {.points = points, .count = count};
    if (count < 2 || !begin(&face)) {
        return;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < count; i++) {
            points[i].weight = weight_of(&face, &points[i], round == 0);
        }
        find_motion(&face);
        if (!is_reached(&face)) {
            return;
        }
        Bounds bounds = find_bounds(&face);
        if (bounds.above <= 1.0 || bounds.below > 1.0) {
            break;
        }
    }
    for (size_t i = 0; i < count; i++) {
        points[i].hold = ab_scale(points[i].weight, motion_of(&face, &points[i]));
        points[i].is_shared = true;
    }
}

// Where the first body has the higher number they change places, as long as forces are compared.
static void turn(abHeldPoint *point) {
    if (point->is_turned) {
        int first = point->body[0];
        point->body[0] = point->body[1];
        point->body[1] = first;
        point->hold = ab_neg(point->hold);
    }
}

// Brings all points of the bodies of the first behind it; how many these are.
static size_t gather(abHeldPoint *points, size_t count) {
    size_t found = 1;
    for (size_t i = 1; i < count; i++) {
        if (points[i].body[0] == points[0].body[0] && points[i].body[1] == points[0].body[1]) {
            abHeldPoint point = points[i];
            points[i] = points[found];
            points[found++] = point;
        }
    }
    return found;
}

static bool any_beyond(const abHeldPoint *points, size_t count) {
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        any = any || ab_norm(points[i].hold) > points[i].limit;
    }
    return any;
}

void ab_face_hold_share(abHeldPoint *points, size_t count) {
    if (!any_beyond(points, count)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        points[i].is_turned = points[i].body[0] > points[i].body[1];
        turn(&points[i]);
    }
    for (size_t first = 0, held; first < count; first += held) {
        held = gather(points + first, count - first);
        share(points + first, held);
    }
    for (size_t i = 0; i < count; i++) {
        turn(&points[i]);
    }
}
