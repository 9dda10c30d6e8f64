// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// start_overlaps.c - what cannot be meant where the shapes stand at the start: deep overlaps, and
// curves out of each other's plane.

#include "model/check/start_overlaps.h"

#include "collide/broad/broad_phase.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "math/core/elementary.h"
#include "model/compile/may_touch.h"
#include "model/core/model.h"
#include "model/core/prescribed.h"

enum { TOLD_ONE_BY_ONE = 10 };

// Slight overlaps, the first of which are told one by one.
typedef struct Slight {
    int count;
    int a, b; // the deepest of those that are not
    double depth;
} Slight;

static void take_slight(const abModel *model, int a, int b, double depth, Slight *slight) {
    if (++slight->count <= TOLD_ONE_BY_ONE) {
        ab_log(&model->log, AB_LOG_WARNING, "%s and %s overlap at the start by %.6g m",
               model->shapes[a].name, model->shapes[b].name, depth);
    } else if (depth > slight->depth) {
        slight->a = a;
        slight->b = b;
        slight->depth = depth;
    }
}

static void tell_others(const abModel *model, const Slight *slight) {
    int others = slight->count - TOLD_ONE_BY_ONE;
    if (others > 0) {
        ab_log(&model->log, AB_LOG_WARNING,
               "%d more pairs overlap at the start, %s and %s the deepest by %.6g m", others,
               model->shapes[slight->a].name, model->shapes[slight->b].name, slight->depth);
    }
}

// Says of a pair that overlaps at the start how deep it is; deep is an error, as no law is meant
// for it and the energy put in would be arbitrary.
static abResult report_overlap(const abModel *model, int a, int b, const abPose *X, Slight *slight,
                               abError *error) {
    const abBodyShape *A = &model->shapes[a], *B = &model->shapes[b];
    abProximity p;
    ab_proximity(&A->shape, &X[a], &B->shape, &X[b], &p);
    double size = fmin(A->shape.bound, B->shape.bound);
    if (!(p.distance < -1e-9 * size)) {
        return AB_OK;
    }
    const abInteraction *interaction = ab_model_interaction(model, a, b);
    if (interaction->normal->has_no_force) {
        return AB_OK;
    }
    double ignored = interaction->rule->ignore_deeper_than;
    if (-p.distance > ignored) {
        ab_log(
            &model->log, AB_LOG_WARNING,
            "%s and %s overlap at the start by %.6g m, more than ignore_deeper_than = %.6g m, so "
            "the contact gives no force",
            A->name, B->name, -p.distance, ignored);
        return AB_OK;
    }
    if (-p.distance > 0.1 * size) {
        return ab_error_add(error, AB_BAD_MODEL, model->bodies[B->body].place,
                            "%s and %s overlap at the start by %.6g m, more than a tenth of the "
                            "smaller; move body %s by that much along [%.4g, %.4g, %.4g]",
                            A->name, B->name, -p.distance, model->bodies[B->body].name, p.n_AB_W.x,
                            p.n_AB_W.y, p.n_AB_W.z);
    }
    take_slight(model, a, b, -p.distance, slight);
    return AB_OK;
}

// Curves are taken in one plane; says when those of a pair do not lie so at the start.
static void warn_of_planes(const abModel *model, const abPose *X) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abBodyShape *A = &model->shapes[i];
        bool is_plane = A->shape.curve != NULL || A->shape.outline != NULL;
        for (size_t j = i + 1; is_plane && j < model->shape_count; j++) {
            const abBodyShape *B = &model->shapes[j];
            bool are_curves = A->shape.curve != NULL && B->shape.curve != NULL;
            bool are_outlines = A->shape.outline != NULL && B->shape.outline != NULL;
            if ((!are_curves && !are_outlines) || !ab_model_may_touch(model, (int)i, (int)j)) {
                continue;
            }
            abVec3 z_A = ab_mul(X[i].R, ab_vec3(0.0, 0.0, 1.0));
            abVec3 z_B = ab_mul(X[j].R, ab_vec3(0.0, 0.0, 1.0));
            double tilt = ab_norm(ab_sub(z_A, z_B)), off = ab_dot(z_A, ab_sub(X[j].p, X[i].p));
            if (tilt > 1e-9 || fabs(off) > 1e-9 * (A->shape.bound + B->shape.bound)) {
                ab_log(&model->log, AB_LOG_WARNING,
                       "the planes of %s and %s differ at the start by %.3g rad and "
                       "%.3g m; contact is found in the plane of the first",
                       A->name, B->name, 2.0 * ab_asin(fmin(1.0, 0.5 * tilt)), off);
            }
        }
    }
}

abResult ab_compile_overlaps(abModel *model, abError *error) {
    int n = (int)model->shape_count;
    abPose *X = AB_ARENA_NEW(&model->arena, abPose, model->shape_count);
    abBox *boxes = AB_ARENA_NEW(&model->arena, abBox, model->shape_count);
    if (X == NULL || boxes == NULL) {
        return ab_compile_no_memory(error);
    }
    for (int s = 0; s < n; s++) {
        const abBody *body = &model->bodies[model->shapes[s].body];
        abPose X_WC = {ab_quat_to_matrix(body->q_WB), body->p_WC};
        if (body->mobility == AB_MOBILITY_PRESCRIBED) {
            X_WC = ab_body_prescribed(body, model->simulation.start_time).X_WC;
        }
        X[s] = ab_pose_mul(X_WC, model->shapes[s].X_CS);
        boxes[s] = ab_shape_bounds(&model->shapes[s].shape, &X[s]);
    }
    warn_of_planes(model, X);
    abBroadPhase phase;
    ab_broad_phase_init(&phase, model->arena.allocator);
    abResult result = ab_broad_phase_find(&phase, boxes, n, ab_may_touch_in, model)
                          ? AB_OK
                          : ab_compile_no_memory(error);
    Slight slight = {0};
    for (size_t i = 0; result != AB_IO && i < phase.pair_count; i++) {
        if (report_overlap(model, phase.pairs[i].a, phase.pairs[i].b, X, &slight, error) != AB_OK) {
            result = AB_BAD_MODEL;
        }
    }
    tell_others(model, &slight);
    ab_broad_phase_done(&phase);
    return result;
}
