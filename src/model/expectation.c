// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expectation.c - pairs of a model judged from its start.
//
//   v^2 = v_0 |v_0| + 2 a s,  a > 0: v^2 = v_0^2 + 2 a s                                   (1)
//
// v_0 closing speed, a closing acceleration of gravity, s gap along the shortest distance.

#include "model/expectation.h"

#include <float.h>

#include "collide/patch.h"
#include "collide/region.h"
#include "law/surface_pair.h"

typedef struct Start {
    abPose X; // of the shape
    abVec3 v; // of a point of the body, see velocity_at
    abVec3 w, p_WC;
    bool falls; // answers to gravity
} Start;

abPose ab_expected_pose(const abModel *model, int body) {
    const abBody *b = &model->bodies[body];
    return b->mobility == AB_MOBILITY_PRESCRIBED
               ? ab_body_prescribed(b, model->simulation.start_time).X_WC
               : (abPose){ab_quat_to_matrix(b->q_WB), b->p_WC};
}

static Start start_of(const abModel *model, int s) {
    const abBodyShape *shape = &model->shapes[s];
    const abBody *body = &model->bodies[shape->body];
    abPose X_WC = ab_expected_pose(model, shape->body);
    Start start = {.v = body->v_WC, .w = body->w_WB};
    if (body->mobility == AB_MOBILITY_PRESCRIBED) {
        abPrescribed p = ab_body_prescribed(body, model->simulation.start_time);
        start.v = p.v;
        start.w = p.w;
    }
    start.X = ab_pose_mul(X_WC, shape->X_CS);
    start.p_WC = X_WC.p;
    start.falls = body->inverse_mass > 0.0;
    return start;
}

static abVec3 velocity_at(const Start *start, abVec3 p) {
    return ab_add(start->v, ab_cross(start->w, ab_sub(p, start->p_WC)));
}

enum { ROUNDINGS = 64 }; // of the speeds, below which their difference says nothing

// (1); `pressing` is a.
static double meeting_speed(const abModel *model, const Start *A, const Start *B,
                            const abProximity *at, double *pressing) {
    abVec3 v_A = velocity_at(A, at->p_A_W), v_B = velocity_at(B, at->p_B_W);
    double share = (B->falls ? 1.0 : 0.0) - (A->falls ? 1.0 : 0.0);
    double v0 = ab_dot(ab_sub(v_A, v_B), at->n_AB_W), gap = fmax(0.0, at->distance);
    v0 = fabs(v0) > ROUNDINGS * DBL_EPSILON * (ab_norm(v_A) + ab_norm(v_B)) ? v0 : 0.0;
    double a = -share * ab_dot(model->gravity.uniform, at->n_AB_W);
    *pressing = fmax(0.0, a);
    double square = (a > 0.0 ? v0 * v0 : v0 * fabs(v0)) + 2.0 * a * gap;
    return sqrt(fmax(0.0, square));
}

// The area of a patch when the pair has just met as it is turned now, and its points.
static double area_at_meeting(const abModel *model, const abExpectation *e, const Start *A,
                              const Start *B, const abProximity *at, int *point_count) {
    const abShape *a = &model->shapes[e->shape_a].shape, *b = &model->shapes[e->shape_b].shape;
    abPose X_WB = B->X;
    abPatchPoint points[AB_PATCH_MAX];
    abProximity met;
    double area = 0.0, into = at->distance + 1e-4 * e->size;
    X_WB.p = ab_add_scaled(X_WB.p, -into, at->n_AB_W);
    ab_proximity(a, &A->X, b, &X_WB, &met);
    int count = ab_patch(a, &A->X, b, &X_WB, &met, points);
    for (int i = 0; i < count; i++) {
        area += points[i].area;
    }
    *point_count = count > 1 && !e->shares ? count : 1;
    return area;
}

static double hertz_of(const abPairProperties *pair) {
    abError error;
    ab_error_clear(&error);
    if (!(pair->radius > 0.0) || !isfinite(pair->radius) ||
        ab_surface_pair_check_modulus("", NULL, pair, (abPlace){0}, &error) != AB_OK) {
        return NAN;
    }
    return 4.0 / 3.0 * ab_surface_pair_modulus(pair) * sqrt(pair->radius);
}

// False for want of memory; `meets` tells whether the two can touch.
static bool expect_pair(const abModel *model, int a, int b, double speed, abExpectation *e,
                        bool *meets) {
    Start A = start_of(model, a), B = start_of(model, b);
    abProximity at;
    ab_proximity(&model->shapes[a].shape, &A.X, &model->shapes[b].shape, &B.X, &at);
    *meets = isfinite(at.distance);
    if (!*meets) {
        return true;
    }
    *e = (abExpectation){.shape_a = a,
                         .shape_b = b,
                         .alike = 1,
                         .interaction = ab_model_interaction(model, a, b),
                         .shares = ab_has_regions(&model->shapes[a].shape, &model->shapes[b].shape),
                         .pair = ab_model_pair_properties(model, a, b)};
    e->mass = e->pair.reduced_mass;
    e->size = fmin(model->shapes[a].shape.bound, model->shapes[b].shape.bound);
    e->overlap = fmax(0.0, -at.distance);
    double guess = meeting_speed(model, &A, &B, &at, &e->gravity);
    e->speed = isnan(speed) ? guess : speed;
    e->hertz = hertz_of(&e->pair);
    e->interaction->normal->prepare(e->interaction->rule->normal.data, &e->pair, e->constants);
    e->contact.radius = e->pair.radius;
    e->points = 1;
    double area = e->pair.has_area ? area_at_meeting(model, e, &A, &B, &at, &e->points) : 0.0;
    if (e->pair.wants_area && e->pair.has_area) {
        e->contact.area = area;
    } else if (e->pair.wants_curvature && isfinite(e->pair.radius)) {
        e->contact.curvature[0] = e->contact.curvature[1] = 1.0 / e->pair.radius;
    }
    return ab_expected_area(model, e, &A.X, &B.X, &at);
}

static bool is_near(double a, double b) {
    return a == b || fabs(a - b) <= 1e-6 * fabs(a);
}

static bool are_alike_areas(const abAreaCurve *a, const abAreaCurve *b) {
    int last = a->count - 1;
    return a->count == b->count && (last < 0 || (is_near(a->depth[last], b->depth[last]) &&
                                                 is_near(a->area[last], b->area[last])));
}

static bool are_alike(const abExpectation *a, const abExpectation *b) {
    return a->interaction == b->interaction && a->points == b->points &&
           is_near(a->mass, b->mass) && is_near(a->pair.radius, b->pair.radius) &&
           is_near(a->contact.area, b->contact.area) && are_alike_areas(&a->area, &b->area) &&
           (isnan(a->hertz) ? isnan(b->hertz) : is_near(a->hertz, b->hertz));
}

int ab_model_expect(const abModel *model, double speed, abExpectation *out, int *left_out) {
    int count = 0;
    *left_out = 0;
    for (int a = 0; a < (int)model->shape_count; a++) {
        for (int b = a + 1; b < (int)model->shape_count; b++) {
            abExpectation e;
            bool meets = ab_model_may_touch(model, a, b);
            if (meets && !expect_pair(model, a, b, speed, &e, &meets)) {
                return -1;
            }
            if (!meets) {
                continue;
            }
            int k = 0;
            while (k < count && !are_alike(&out[k], &e)) {
                k++;
            }
            if (k < count) { // the fastest and the deepest stand for all
                out[k].alike++;
                out[k].speed = fmax(out[k].speed, e.speed);
                out[k].gravity = fmax(out[k].gravity, e.gravity);
                out[k].overlap = fmax(out[k].overlap, e.overlap);
            } else if (count < AB_EXPECTATIONS_MAX) {
                out[count++] = e;
            } else {
                ++*left_out;
            }
        }
    }
    return count;
}

abImpact ab_expected_impact(const abExpectation *e) {
    return (abImpact){.law = e->interaction->normal,
                      .constants = e->constants,
                      .contact = e->contact,
                      .area = e->area.count > 0 ? &e->area : NULL,
                      .mass = e->mass,
                      .speed = e->speed};
}

bool ab_expects_force(const abExpectation *e) {
    return e->interaction->normal->code.open == NULL && !ab_interaction_is_rigid(e->interaction);
}

bool ab_expects_impact(const abExpectation *e) {
    return ab_expects_force(e) && isfinite(e->mass) && e->mass > 0.0 && e->speed > 0.0;
}
