// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_attraction.c - two masses attract each other.
//
//   f = G m_a m_b / r^2  along the line of the centres of mass,  U = -G m_a m_b / r

#include <math.h>

#include "model/core/model.h"
#include "model/core/prescribed.h"
#include "model/kinds/forces.h"

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(abAttractionKeys, constant, "N m^2/kg^2", -1e15, 1e15,
                    "the constant of gravitation; below 0 they repel each other"),
    AB_NUM(abAttractionKeys, mass_a, "kg", NAN, 0.0, 1e40,
           "of the first body, when it is not the body's own, as of a fixed one"),
    AB_NUM(abAttractionKeys, mass_b, "kg", NAN, 0.0, 1e40, "of the second body, likewise"),
};
static const abTable s_table = AB_TABLE("attraction", abAttractionKeys, s_keys,
                                        "inverse-square attraction between two centres of mass");

static double mass_of(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].state >= 0 ? model->bodies[body].mass : NAN;
}

static abResult compile(const abModel *model, abForceElement *force, abPlace place,
                        abError *error) {
    abAttractionKeys *keys = (abAttractionKeys *)&force->params;
    if (force->body_a == force->body_b) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "attraction %s is between %s and itself, where it cannot act; name two "
                            "bodies",
                            force->name, ab_model_side_name(model, force->body_a));
    }
    keys->mass_a = isnan(keys->mass_a) ? mass_of(model, force->body_a) : keys->mass_a;
    keys->mass_b = isnan(keys->mass_b) ? mass_of(model, force->body_b) : keys->mass_b;
    if (isnan(keys->mass_a) || isnan(keys->mass_b)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "attraction %s: %s does not move and so has no mass of its own; give "
                            "%s",
                            force->name, isnan(keys->mass_a) ? "the first body" : "the second body",
                            isnan(keys->mass_a) ? "mass_a" : "mass_b");
    }
    // frames are given from the centre of mass
    force->X_A.p = force->body_a >= 0 ? ab_vec3(0.0, 0.0, 0.0) : force->X_A.p;
    force->X_B.p = force->body_b >= 0 ? ab_vec3(0.0, 0.0, 0.0) : force->X_B.p;
    abVec3 a = ab_force_start(model, force->body_a, force->X_A).p;
    abVec3 b = ab_force_start(model, force->body_b, force->X_B).p;
    if (!(ab_norm2(ab_sub(b, a)) > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "attraction %s: both centres of mass are at one point at the start",
                            force->name);
    }
    return AB_OK;
}

static void apply(const void *keys, const abForceView *view, abForceAnswer *out) {
    const abAttractionKeys *s = keys;
    abVec3 r = ab_sub(view->X_B.p, view->X_A.p);
    double distance = ab_norm(r), product = s->constant * s->mass_a * s->mass_b;
    out->force = ab_scale(-product / (distance * distance * distance), r);
    out->point_a = view->X_A.p;
    out->point_b = view->X_B.p;
    out->energy = -product / distance;
}

const abForceType ab_force_attraction = {
    .table = &s_table, .is_along_line = true, .compile = compile, .apply = apply};
