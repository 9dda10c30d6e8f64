// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// estimated_area.c - how the force of a pair that is carried by surfaces grows with its depth.
//
// A mesh has no radius that tells how its contact spreads: a cube has all of its face at once. So
// the two are moved into each other along the shortest distance, as they are turned at the start,
// and the parts that are wet are summed, as in a run. The law is a pressure, hence
//
//   F(d) = sum of the force of the parts = A(d) f(d),   f(d): of 1 m^2 as deep as the deepest   (1)
//
// Error   of A between samples, a factor of 1.35 of the depth apart: none where A is a power of the
//         depth, as of faces that lie flat and of round bodies.
// Cost    60 evaluations of the surfaces.

#include "model/check/estimated_area.h"

#include "model/check/candidate_pairs.h"

#include "collide/broad/proximity.h"
#include "collide/pressure/surface_points.h"
#include "math/core/elementary.h"
#include "model/check/contact_estimate.h"
#include "model/check/tolerances.def"
#include "model/compile/layer.h"
#include "model/compile/surface_rule.h"
#include "model/core/prescribed.h"

typedef struct DeepestInside {
    const abModel *model;
    const abContactEstimate *e;
    const abNormalLaw *law;
    const abPose *X_WA, *X_WB;
    const abProximity *at;
    abSurfaceSpec spec;
    abSurfaceWorkspace *workspace;
} DeepestInside;

static void layer_at(const DeepestInside *m, const abSurfacePoint *point, abContact *contact) {
    abVec3 places[2];
    const abModelField *fields[2] = {m->e->interaction->thickness,
                                     m->e->interaction->youngs_modulus};
    for (int i = 0; i < 2; i++) {
        bool is_held = fields[i] != NULL && fields[i]->body >= 0;
        places[i] =
            is_held ? ab_pose_point_inverse(ab_body_start(m->model, fields[i]->body), point->p_W)
                    : point->p_W;
    }
    ab_model_layer(m->e->interaction, m->e->shape_a, m->e->shape_b, point, places, contact);
}

// The force of all parts at a depth; -1 for want of memory. `deepest` gets the layer where it is
// deepest.
static double force_at(const DeepestInside *m, double depth, abContact *deepest) {
    abPose X_WB = *m->X_WB;
    X_WB.p = ab_add_scaled(X_WB.p, -(depth + m->at->distance), m->at->n_AB_W);
    const abSurfacePoint *points;
    int count = ab_surface_points(m->workspace, m->model->shapes[m->e->shape_a].pressed, m->X_WA,
                                  m->model->shapes[m->e->shape_b].pressed, &X_WB, m->spec, &points);
    double memory[AB_LAW_MEMORY] = {0}, sum = count < 0 ? -1.0 : 0.0;
    ab_normal_begin(m->law, m->e->constants, 0.0, memory);
    for (int i = 0; i < count; i++) {
        abContact contact = {.depth = points[i].depth, .area = points[i].area};
        abNormalForce out;
        layer_at(m, &points[i], &contact);
        m->law->evaluate(m->e->constants, memory, &contact, &out);
        sum += fmax(0.0, points[i].seen) * out.force;
        if (contact.depth > deepest->depth) {
            *deepest = contact;
        }
    }
    return sum;
}

static double pressure_at(const DeepestInside *m, double depth, const abContact *layer) {
    double memory[AB_LAW_MEMORY] = {0};
    abContact contact = {.depth = depth,
                         .area = 1.0,
                         .youngs_modulus = layer->youngs_modulus,
                         .thickness = layer->thickness};
    abNormalForce out;
    ab_normal_begin(m->law, m->e->constants, 0.0, memory);
    m->law->evaluate(m->e->constants, memory, &contact, &out);
    return out.force;
}

double ab_area_sample_depth(const abContactEstimate *e, int i) {
    double share = (double)i / (AB_AREA_SAMPLES - 1);
    return s_least_depth * e->size * ab_pow(s_largest_depth / s_least_depth, share);
}

static bool sample(const DeepestInside *m, abContactEstimate *e) {
    abContact layer = {0};
    for (int i = 0; i < AB_AREA_SAMPLES; i++) {
        abContact deepest = {0};
        double depth = ab_area_sample_depth(e, i);
        double force = force_at(m, depth, &deepest);
        if (force < 0.0) {
            return false;
        }
        layer = layer.depth > 0.0 ? layer : deepest; // where they meet first
        double pressure = pressure_at(m, depth, &layer);
        e->area.depth[i] = depth;
        e->area.area[i] = pressure > 0.0 ? force / pressure : 0.0;
    }
    e->area.count = AB_AREA_SAMPLES;
    e->contact.youngs_modulus = layer.youngs_modulus;
    e->contact.thickness = layer.thickness;
    return true;
}

bool ab_estimated_area(const abModel *model, abContactEstimate *e, const abPose *X_WA,
                       const abPose *X_WB, const abProximity *at) {
    const abInteraction *interaction = e->interaction;
    DeepestInside m = {
        .model = model, .e = e, .law = interaction->normal, .X_WA = X_WA, .X_WB = X_WB, .at = at};
    if (!ab_estimates_force(e) || !isfinite(e->size) ||
        !ab_model_surface(model, &model->shapes[e->shape_a], &model->shapes[e->shape_b],
                          interaction->rule, &m.spec)) {
        return true;
    }
    m.workspace = ab_surface_workspace_create(model->arena.allocator);
    bool ok = m.workspace != NULL && sample(&m, e);
    ab_surface_workspace_destroy(m.workspace);
    return ok;
}
