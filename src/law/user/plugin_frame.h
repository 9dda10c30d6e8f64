// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plugin_frame.h - what functions of users in C are told of a contact and what they answer, the
// same for plug-in libraries and for callbacks of the program.

#ifndef AB_PLUGIN_FRAME_H
#define AB_PLUGIN_FRAME_H

#include <math.h>

#include "abut/user_code.h"
#include "law/core/law.h"
#include "math/core/vector_math.h"

// `site` is NULL where nothing is opened and the place is not known.
static inline abPluginContact ab_plugin_at(const abContactSite *site) {
    abPluginContact given = {.side = -1, .corners = {-1, -1, -1}};
    if (site != NULL) {
        given.time = site->time;
        ab_vec3_put(given.point, site->p_W);
        ab_vec3_put(given.normal, site->n_AB_W);
        ab_vec3_put(given.point_a, site->p_A_W);
        ab_vec3_put(given.point_b, site->p_B_W);
        given.side = site->side;
        given.both_sides = site->both_sides;
        for (int i = 0; i < 3; i++) {
            given.corners[i] = site->corners[i];
            given.weights[i] = site->weights[i];
        }
    }
    return given;
}

static inline abPluginContact ab_plugin_contact(const abContact *contact) {
    abPluginContact given = ab_plugin_at(contact->site);
    given.depth = contact->depth;
    given.rate = contact->rate;
    given.radius = contact->radius;
    given.area = contact->area;
    return given;
}

static inline abPluginContact ab_plugin_slip(const abSlip *slip) {
    abPluginContact given = ab_plugin_at(slip->site);
    ab_vec3_put(given.slip, slip->v_t);
    given.normal_force = slip->normal_force;
    return given;
}

// A negative answer counts as 0: a contact does not pull.
static inline double ab_plugin_pressing(double force) {
    return force > 0.0 || isnan(force) ? force : 0.0;
}

static inline abNormalForce ab_plugin_normal_force(const abPluginForce *force) {
    return (abNormalForce){.force = ab_plugin_pressing(force->force),
                           .stiffness = force->stiffness,
                           .damping = force->damping,
                           .elastic = force->elastic,
                           .energy = force->energy};
}

// The part along the normal is dropped: normal force is not friction's.
static inline abFrictionForce ab_plugin_friction_force(abVec3 on_B, const abSlip *slip) {
    return (abFrictionForce){.force = ab_add_scaled(on_B, -ab_dot(on_B, slip->n_AB), slip->n_AB)};
}

// Laws of users do not say by what lever they resist rolling.
static inline void ab_plugin_prepare(const void *params, abPairProperties *pair,
                                     double *constants) {
    (void)params, (void)constants;
    pair->rolling_radius = isfinite(pair->radius) ? pair->radius : 0.0;
}

// What events tell of the memory, plugin_law.c.
extern const abLawNumber ab_plugin_memory[];

// The speed is kept. The function's own memory follows from it at each call: it is also asked for
// a force at rest, before the contact has begun.
static inline void ab_plugin_begin(const double *constants, double speed, double *memory) {
    (void)constants;
    memory[0] = speed;
}

#endif
