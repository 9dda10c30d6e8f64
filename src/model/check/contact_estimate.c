// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_estimate.c - pairs of a model judged from its start.
//
//   v^2 = v_0 |v_0| + 2 a s,  a > 0: v^2 = v_0^2 + 2 a s                                   (1)
//
// v_0 closing speed, a closing acceleration of gravity, s gap along the shortest distance. What another
// body carries does not fall: the upper blocks of a tower do not hit the ground.

#include "model/check/contact_estimate.h"

#include <float.h>
#include <stdlib.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/patch/patch.h"
#include "collide/region/region.h"
#include "law/core/surface_pair.h"
#include "model/check/candidate_pairs.h"
#include "model/check/estimated_area.h"
#include "model/check/tolerances.def"
#include "model/compile/compile_contacts.h"
#include "model/compile/may_touch.h"
#include "model/core/prescribed.h"

typedef struct Start {
    abPose X; // of the shape
    abVec3 v; // of a point of the body, see velocity_at
    abVec3 w, p_WC;
    bool falls;   // answers to gravity
    bool is_held; // by what carries it at the start
} Start;

static Start start_of(const abModel *model, int s) {
    const abBodyShape *shape = &model->shapes[s];
    const abBody *body = &model->bodies[shape->body];
    abPose X_WC = ab_body_start(model, shape->body);
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

// (1); `pressing` is a, of what something carries too.
static double approach_speed(const abModel *model, const Start *A, const Start *B,
                             const abProximity *at, double *pressing) {
    abVec3 v_A = velocity_at(A, at->p_A_W), v_B = velocity_at(B, at->p_B_W);
    double share = (B->falls ? 1.0 : 0.0) - (A->falls ? 1.0 : 0.0);
    double v0 = ab_dot(ab_sub(v_A, v_B), at->n_AB_W), gap = fmax(0.0, at->distance);
    v0 = fabs(v0) > ROUNDINGS * DBL_EPSILON * (ab_norm(v_A) + ab_norm(v_B)) ? v0 : 0.0;
    double a = -share * ab_dot(model->gravity.uniform, at->n_AB_W);
    *pressing = fmax(0.0, a);
    bool falls = (A->falls && !A->is_held) || (B->falls && !B->is_held);
    a = falls ? a : 0.0;
    double square = (a > 0.0 ? v0 * v0 : v0 * fabs(v0)) + 2.0 * a * gap;
    return sqrt(fmax(0.0, square));
}

// The area of a patch when the pair has met by a depth as it is turned now, and its points.
static double area_at_depth(const abModel *model, const abContactEstimate *e, const Start *A,
                            const Start *B, const abProximity *at, double depth, int *point_count) {
    const abShape *a = &model->shapes[e->shape_a].shape, *b = &model->shapes[e->shape_b].shape;
    abPose X_WB = B->X;
    abPatchPoint points[AB_PATCH_MAX];
    abProximity met;
    double area = 0.0;
    X_WB.p = ab_add_scaled(X_WB.p, -(at->distance + depth), at->n_AB_W);
    ab_proximity(a, &A->X, b, &X_WB, &met);
    int count = ab_patch(a, &A->X, b, &X_WB, &met, points);
    for (int i = 0; i < count; i++) {
        area += points[i].area;
    }
    *point_count = count > 1 && !e->shares ? count : 1;
    return area;
}

// Flat faces have all of their area at once; corners and edges as much as they are deep.
static void sample_patch(const abModel *model, abContactEstimate *e, const Start *A, const Start *B,
                         const abProximity *at) {
    e->area.count = AB_AREA_SAMPLES;
    for (int i = 0; i < AB_AREA_SAMPLES; i++) {
        int count;
        e->area.depth[i] = ab_area_sample_depth(e, i);
        e->area.area[i] = area_at_depth(model, e, A, B, at, e->area.depth[i], &count);
    }
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

typedef struct Kinds {
    const abModel *model;
    double speed;  // instead of the guess; NAN: guess
    bool *is_held; // by body
    abContactEstimate *out;
    int count, left_out;
    bool has_memory;
} Kinds;

// Marks what rests on another body at the start: above it, and no farther than places are written.
static bool take_rest(void *context, int a, int b) {
    Kinds *kinds = context;
    const abModel *model = kinds->model;
    Start A = start_of(model, a), B = start_of(model, b);
    abProximity at;
    ab_proximity(&model->shapes[a].shape, &A.X, &model->shapes[b].shape, &B.X, &at);
    double size = fmin(model->shapes[a].shape.bound, model->shapes[b].shape.bound);
    double g = ab_norm(model->gravity.uniform), up = -ab_dot(model->gravity.uniform, at.n_AB_W);
    if (fabs(at.distance) <= s_rests_at_start * size && fabs(up) > 0.5 * g) {
        kinds->is_held[model->shapes[up > 0.0 ? b : a].body] = true;
    }
    return true;
}

// False for want of memory; `meets` tells whether the two can touch.
static bool estimate_pair(const Kinds *kinds, int a, int b, abContactEstimate *e, bool *meets) {
    const abModel *model = kinds->model;
    Start A = start_of(model, a), B = start_of(model, b);
    A.is_held = kinds->is_held[model->shapes[a].body];
    B.is_held = kinds->is_held[model->shapes[b].body];
    abProximity at;
    ab_proximity(&model->shapes[a].shape, &A.X, &model->shapes[b].shape, &B.X, &at);
    *meets = isfinite(at.distance);
    if (!*meets) {
        return true;
    }
    *e = (abContactEstimate){.shape_a = a,
                             .shape_b = b,
                             .alike = 1,
                             .interaction = ab_model_interaction(model, a, b),
                             .shares =
                                 ab_has_regions(&model->shapes[a].shape, &model->shapes[b].shape),
                             .pair = ab_model_pair_properties(model, a, b)};
    e->mass = e->pair.reduced_mass;
    e->size = fmin(model->shapes[a].shape.bound, model->shapes[b].shape.bound);
    e->overlap = fmax(0.0, -at.distance);
    double guess = approach_speed(model, &A, &B, &at, &e->gravity);
    e->speed = isnan(kinds->speed) ? guess : kinds->speed;
    e->hertz = hertz_of(&e->pair);
    e->interaction->normal->prepare(e->interaction->rule->normal.data, &e->pair, e->constants);
    e->contact.radius = e->pair.radius;
    e->points = 1;
    double area = 0.0;
    if (e->pair.has_area) {
        area = area_at_depth(model, e, &A, &B, &at, s_just_met * e->size, &e->points);
    }
    if (e->pair.wants_area && e->pair.has_area && isfinite(e->size)) {
        e->contact.area = area;
        sample_patch(model, e, &A, &B, &at);
    } else if (e->pair.wants_curvature && isfinite(e->pair.radius)) {
        e->contact.curvature[0] = e->contact.curvature[1] = 1.0 / e->pair.radius;
    }
    return ab_estimated_area(model, e, &A.X, &B.X, &at);
}

static bool is_near(double a, double b) {
    return a == b || fabs(a - b) <= 1e-6 * fabs(a);
}

static bool are_alike_areas(const abAreaCurve *a, const abAreaCurve *b) {
    int last = a->count - 1;
    return a->count == b->count && (last < 0 || (is_near(a->depth[last], b->depth[last]) &&
                                                 is_near(a->area[last], b->area[last])));
}

static bool are_alike(const abContactEstimate *a, const abContactEstimate *b) {
    return a->interaction == b->interaction && a->points == b->points &&
           is_near(a->mass, b->mass) && is_near(a->pair.radius, b->pair.radius) &&
           is_near(a->contact.area, b->contact.area) && are_alike_areas(&a->area, &b->area) &&
           (isnan(a->hertz) ? isnan(b->hertz) : is_near(a->hertz, b->hertz));
}

// Adds a pair to those like it, of which the fastest and the deepest stand for all.
static bool take_pair(void *context, int a, int b) {
    Kinds *kinds = context;
    abContactEstimate e, *out = kinds->out;
    bool meets;
    kinds->has_memory = estimate_pair(kinds, a, b, &e, &meets);
    if (!kinds->has_memory || !meets) {
        return kinds->has_memory;
    }
    int k = 0;
    while (k < kinds->count && !are_alike(&out[k], &e)) {
        k++;
    }
    if (k < kinds->count) {
        out[k].alike++;
        out[k].speed = fmax(out[k].speed, e.speed);
        out[k].gravity = fmax(out[k].gravity, e.gravity);
        out[k].overlap = fmax(out[k].overlap, e.overlap);
    } else if (kinds->count < AB_CONTACT_ESTIMATES_MAX) {
        out[kinds->count++] = e;
    } else {
        kinds->left_out++;
    }
    return true;
}

int ab_model_estimate_contacts(const abModel *model, double speed, abContactEstimate *out,
                               int *left_out) {
    bool *is_held = calloc(model->body_count + 1, sizeof *is_held);
    Kinds kinds = {.model = model, .speed = speed, .is_held = is_held, .out = out};
    kinds.has_memory = is_held != NULL &&
                       ab_each_candidate_pair(model, take_rest, &kinds) != AB_CANDIDATES_NO_MEMORY;
    abCandidates looked = kinds.has_memory ? ab_each_candidate_pair(model, take_pair, &kinds)
                                           : AB_CANDIDATES_NO_MEMORY;
    free(is_held);
    *left_out = kinds.left_out;
    return looked != AB_CANDIDATES_NO_MEMORY && kinds.has_memory ? kinds.count : -1;
}

abImpact ab_estimated_impact(const abContactEstimate *e) {
    return (abImpact){.law = e->interaction->normal,
                      .constants = e->constants,
                      .contact = e->contact,
                      .area = e->area.count > 0 ? &e->area : NULL,
                      .mass = e->mass,
                      .speed = e->speed};
}

bool ab_estimates_force(const abContactEstimate *e) {
    return e->interaction->normal->code.open == NULL && !ab_interaction_is_rigid(e->interaction);
}

bool ab_estimates_impact(const abContactEstimate *e) {
    return ab_estimates_force(e) && isfinite(e->mass) && e->mass > 0.0 && e->speed > 0.0;
}
