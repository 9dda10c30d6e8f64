// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_motion.h - what impulses do to the bodies, and what the bodies do at contacts and links.

#ifndef AB_CONE_MOTION_H
#define AB_CONE_MOTION_H

#include "solver/cone/cone.h"

static inline abVec3 ab_cone_by_mass(const abConeBody *body, abVec3 f) {
    return ab_vec3(body->inverse_mass[0] * f.x, body->inverse_mass[1] * f.y,
                   body->inverse_mass[2] * f.z);
}

// Of a body along axis i of x, y, z and about them: whether it answers; its mass, 0 if it does not.
static inline bool ab_cone_is_free(const abConeBody *body, int i) {
    return i < 3 ? body->inverse_mass[i] > 0.0 : body->inverse_inertia.m[i - 3][i - 3] > 0.0;
}
static inline double ab_cone_mass(const abConeBody *body, int i) {
    return body->inverse_mass[i] > 0.0 ? 1.0 / body->inverse_mass[i] : 0.0;
}

// Velocity by the modes of a side, in the world; what an impulse there gives them.
abVec3 ab_cone_modes_velocity(const abConeBody *bodies, const abConeModes *modes);
void ab_cone_modes_push(abConeBody *bodies, const abConeModes *modes, abVec3 impulse);
// The velocity by the modes that a unit impulse along an axis gives.
abVec3 ab_cone_modes_answer(const abConeModes *modes, abVec3 axis);
static inline bool ab_cone_has_modes(const abConeContact *c) {
    return c->modes[0].count + c->modes[1].count > 0;
}

// Velocity of B relative to A at a contact, and rotation of B relative to A, in the world.
static inline abVec3 ab_cone_slip(const abConeBody *bodies, const abConeContact *c) {
    const abConeBody *A = &bodies[c->body[0]], *B = &bodies[c->body[1]];
    abVec3 v_a = ab_add(A->v, ab_cross(A->w, c->arm[0]));
    abVec3 v_b = ab_add(B->v, ab_cross(B->w, c->arm[1]));
    if (ab_cone_has_modes(c)) {
        v_a = ab_add(v_a, ab_cone_modes_velocity(bodies, &c->modes[0]));
        v_b = ab_add(v_b, ab_cone_modes_velocity(bodies, &c->modes[1]));
    }
    return ab_sub(v_b, v_a);
}
static inline abVec3 ab_cone_rotation(const abConeBody *bodies, const abConeContact *c) {
    return ab_sub(bodies[c->body[1]].w, bodies[c->body[0]].w);
}
// Both along the axes of the contact: as many as ab_cone_rows().
void ab_cone_speeds(const abConeProblem *problem, const abConeContact *c, double u[AB_CONE_ROWS]);
// A vector with these components along the axes.
static inline abVec3 ab_cone_vector(const abConeContact *c, const double p[3]) {
    return ab_add(ab_scale(p[0], c->axis[0]),
                  ab_add(ab_scale(p[1], c->axis[1]), ab_scale(p[2], c->axis[2])));
}
// Gives an impulse, and one of a moment, to a body; to both of a contact.
static inline void ab_cone_push(abConeBody *body, abVec3 impulse, abVec3 moment) {
    if (body->inverse_mass[0] > 0.0) { // answers
        body->v = ab_add(body->v, ab_cone_by_mass(body, impulse));
        body->w = ab_add(body->w, ab_mul(body->inverse_inertia, moment));
    }
}
static inline void ab_cone_push_both(const abConeProblem *problem, const abConeContact *c,
                                     abVec3 impulse, abVec3 moment) {
    abVec3 on_a = ab_add(ab_cross(c->arm[0], impulse), moment);
    abVec3 on_b = ab_add(ab_cross(c->arm[1], impulse), moment);
    ab_cone_push(&problem->bodies[c->body[0]], ab_neg(impulse), ab_neg(on_a));
    ab_cone_push(&problem->bodies[c->body[1]], impulse, on_b);
    if (ab_cone_has_modes(c)) {
        ab_cone_modes_push(problem->bodies, &c->modes[0], ab_neg(impulse));
        ab_cone_modes_push(problem->bodies, &c->modes[1], impulse);
    }
}
static inline void ab_cone_move(const abConeProblem *problem, const abConeContact *c,
                                const double dp[AB_CONE_ROWS]) {
    int rows = ab_cone_rows(c);
    abVec3 impulse = rows > 1 ? ab_cone_vector(c, dp) : ab_scale(dp[0], c->axis[0]);
    abVec3 moment = rows > 3 ? ab_cone_vector(c, dp + 3) : ab_vec3(0.0, 0.0, 0.0);
    ab_cone_push_both(problem, c, impulse, moment);
}

// J V + R p + b of a link, whose entries end before ab_cone_link_end(); J V alone.
double ab_cone_link_speed(const abConeProblem *problem, int index);
double ab_cone_link_rate(const abConeProblem *problem, int index);
int ab_cone_link_end(const abConeProblem *problem, int index);
void ab_cone_move_link(const abConeProblem *problem, int index, double dp);
// Whether bodies do not move at all: both of a contact, with their modes; all of a link.
bool ab_cone_rest(const abConeProblem *problem, const int body[2]);
bool ab_cone_contact_rests(const abConeProblem *problem, const abConeContact *c);
bool ab_cone_link_rests(const abConeProblem *problem, int index);
// Gives all impulses to the bodies.
void ab_cone_apply(const abConeProblem *problem);
// What rounding left below zero or beyond the limit of friction.
void ab_cone_bring_into(const abConeProblem *problem);

// All impulses into an array, `width` per contact and one per link; and back.
void ab_cone_keep(const abConeProblem *problem, double *to);
void ab_cone_take_back(const abConeProblem *problem, const double *from);
// The velocities of all bodies into the workspace; and back.
void ab_cone_keep_motion(const abConeProblem *problem, abConeWorkspace *workspace);
void ab_cone_take_motion_back(const abConeProblem *problem, const abConeWorkspace *workspace);

#endif
