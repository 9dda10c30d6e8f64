// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expected_area.c - how the force of a pair that is carried by surfaces grows with its depth.
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

#include "collide/vertex_contact.h"
#include "math/elementary.h"
#include "model/expectation.h"

static const double s_first = 1e-8, s_last = 0.5; // depths, of the smaller shape

typedef struct Meeting {
    const abModel *model;
    const abExpectation *e;
    const abNormalLaw *law;
    const abPose *X_WA, *X_WB;
    const abProximity *at;
    abSurfaceWish wish;
    abSurfaceRoom *room;
} Meeting;

static void layer_at(const Meeting *m, const abSurfacePoint *point, abContact *contact) {
    abVec3 places[2];
    const abModelField *fields[2] = {m->e->interaction->thickness,
                                     m->e->interaction->youngs_modulus};
    for (int i = 0; i < 2; i++) {
        bool is_held = fields[i] != NULL && fields[i]->body >= 0;
        places[i] =
            is_held ? ab_pose_point_inverse(ab_expected_pose(m->model, fields[i]->body), point->p_W)
                    : point->p_W;
    }
    ab_model_layer(m->e->interaction, m->e->shape_a, m->e->shape_b, point, places, contact);
}

// The force of all parts at a depth; -1 for want of memory. `deepest` gets the layer where it is
// deepest.
static double force_at(const Meeting *m, double depth, abContact *deepest) {
    abPose X_WB = *m->X_WB;
    X_WB.p = ab_add_scaled(X_WB.p, -(depth + m->at->distance), m->at->n_AB_W);
    const abSurfacePoint *points;
    int count = ab_surface_points(m->room, &m->model->shapes[m->e->shape_a].shape, m->X_WA,
                                  &m->model->shapes[m->e->shape_b].shape, &X_WB, m->wish, &points);
    double memory[AB_LAW_MEMORY] = {0}, sum = count < 0 ? -1.0 : 0.0;
    m->law->begin(m->e->constants, 0.0, memory);
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

static double pressure_at(const Meeting *m, double depth, const abContact *layer) {
    double memory[AB_LAW_MEMORY] = {0};
    abContact contact = {.depth = depth,
                         .area = 1.0,
                         .youngs_modulus = layer->youngs_modulus,
                         .thickness = layer->thickness};
    abNormalForce out;
    m->law->begin(m->e->constants, 0.0, memory);
    m->law->evaluate(m->e->constants, memory, &contact, &out);
    return out.force;
}

static bool sample(const Meeting *m, abExpectation *e) {
    double factor = ab_pow(s_last / s_first, 1.0 / (AB_AREA_SAMPLES - 1));
    double depth = s_first * e->size;
    abContact layer = {0};
    for (int i = 0; i < AB_AREA_SAMPLES; i++, depth *= factor) {
        abContact deepest = {0};
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

bool ab_expected_area(const abModel *model, abExpectation *e, const abPose *X_WA,
                      const abPose *X_WB, const abProximity *at) {
    const abInteraction *interaction = e->interaction;
    Meeting m = {
        .model = model, .e = e, .law = interaction->normal, .X_WA = X_WA, .X_WB = X_WB, .at = at};
    if (!ab_expects_force(e) || !isfinite(e->size) ||
        !ab_model_surface(model, &model->shapes[e->shape_a], &model->shapes[e->shape_b],
                          interaction->rule, &m.wish)) {
        return true;
    }
    m.room = ab_surface_room_create(model->arena.allocator);
    bool ok = m.room != NULL && sample(&m, e);
    ab_surface_room_destroy(m.room);
    return ok;
}
