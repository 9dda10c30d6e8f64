// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_parts.h - what the sweeps and Newton's method share.

#ifndef AB_CONE_PARTS_H
#define AB_CONE_PARTS_H

#include "rigid/cone.h"

// ---- motion: cone_motion.c ----

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

// Velocity of B relative to A at a contact, and rotation of B relative to A, in the world.
static inline abVec3 ab_cone_slip(const abConeBody *bodies, const abConeContact *c) {
    const abConeBody *A = &bodies[c->body[0]], *B = &bodies[c->body[1]];
    abVec3 v_a = ab_add(A->v, ab_cross(A->w, c->arm[0]));
    abVec3 v_b = ab_add(B->v, ab_cross(B->w, c->arm[1]));
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
        body->changes++;
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
}
static inline void ab_cone_move(const abConeProblem *problem, const abConeContact *c,
                                const double dp[AB_CONE_ROWS]) {
    int rows = ab_cone_rows(c);
    abVec3 impulse = rows > 1 ? ab_cone_vector(c, dp) : ab_scale(dp[0], c->axis[0]);
    abVec3 moment = rows > 3 ? ab_cone_vector(c, dp + 3) : ab_vec3(0.0, 0.0, 0.0);
    ab_cone_push_both(problem, c, impulse, moment);
}

// J V + b of a link, whose entries end before ab_cone_link_end().
double ab_cone_link_speed(const abConeProblem *problem, int index);
int ab_cone_link_end(const abConeProblem *problem, int index);
void ab_cone_move_link(const abConeProblem *problem, int index, double dp);
// Gives all impulses to the bodies.
void ab_cone_apply(const abConeProblem *problem);

// All impulses into an array, `width` per contact and one per link; and back.
void ab_cone_keep(const abConeProblem *problem, double *to);
void ab_cone_take_back(const abConeProblem *problem, const double *from);

// cone_prepare.c: axes and constants of all contacts and links, and the scale of velocities; then
// gives the guessed impulses to the bodies.
void ab_cone_prepare(abConeProblem *problem);

// cone_rest.c: gives the guess to the bodies, and how far it is the answer. If it is, `off` is its
// error relative to the scale of velocities; if not, the bodies are as they were in room->start.
// Nearly: by the tolerance.
typedef enum abConeRest { AB_CONE_MOVES, AB_CONE_NEARLY_RESTS, AB_CONE_RESTS } abConeRest;
abConeRest ab_cone_rest(abConeProblem *problem, const abConeRoom *room, double *off);

// Whether nothing has moved before the problem, as far as the tolerance tells, by its guess.
bool ab_cone_stands(const abConeProblem *problem);

// ---- one contact in a round of Newton's method: cone_project.c ----

// Discs that grow with the normal impulse: |z_first ... | <= mu z_0, in scaled variables.
typedef struct abConeDisc {
    int first, count;
    double mu;
} abConeDisc;

typedef struct abConeCone {
    int rows, disc_count;
    abConeDisc discs[3];
    double scale[3];        // square roots of R + r and r of the others: normal, tangents, turning
    double y[AB_CONE_ROWS]; // before the projection
    double z[AB_CONE_ROWS]; // after it
    double size[3];         // of y in each disc
    char mode;              // AB_CONE_OPEN, AB_CONE_HELD, or something else
} abConeCone;

enum { AB_CONE_OPEN, AB_CONE_HELD };

// Projects for speeds u; at->r, at->p and at->rise are those of the round.
void ab_cone_project(abConeCone *cone, const abConeContact *c, const abProximal *at,
                     const double u[AB_CONE_ROWS]);
// The impulses that belong to z.
void ab_cone_impulses(const abConeCone *cone, double p[AB_CONE_ROWS]);
// G = -dp/du, symmetric, of size `rows`.
void ab_cone_slope(const abConeCone *cone, double G[AB_CONE_ROWS][AB_CONE_ROWS]);

// ---- the system of Newton's method: cone_system.c, the matrix: cone_matrix.c ----

// Which bodies answer, and the pattern of the matrix; false for want of memory.
bool ab_cone_analyse(const abConeProblem *problem, abConeRoom *room);
// Impulses for the motion as it is, and the gradient; returns the function itself, if there is one:
// when the limits of friction of patches are kept.
double ab_cone_gradient(const abConeProblem *problem, abConeRoom *room);
// room->newton becomes the step of Newton's method. False when that fails.
bool ab_cone_newton_step(const abConeProblem *problem, abConeRoom *room, double share,
                         int *factorisations);
// Likewise for the gradient as it is now, with the matrix of the last step.
void ab_cone_newton_again(const abConeProblem *problem, abConeRoom *room);
// Moves the bodies by a part of it; the slope of the function along it.
void ab_cone_go(const abConeProblem *problem, const abConeRoom *room, double part);
double ab_cone_along(const abConeProblem *problem, const abConeRoom *room);
// By what velocity the motion differs from that of the impulses, at the worst contact or link.
double ab_cone_unsettled(const abConeProblem *problem, const abConeRoom *room);

// A round: the motion for impulses and rises as they were at its beginning.
typedef struct abConeRound {
    double share;   // of r by W
    double allowed; // by what the motion may differ from that of the impulses  [m/s]
    double floor;   // below this it need not come nearer if it does not
    double off;     // by what it does
    int steps;
    bool is_sound;
} abConeRound;

// cone_balance.c: a round with patches as they are, their limits of friction not kept. Not sound
// when the motion is not found.
void ab_cone_balance(const abConeProblem *problem, abConeRoom *room, abConeRound *round,
                     int *factorisations);

// cone_newton.c: solves a prepared problem from the impulses and the motion it has, with about
// `most` factorisations; with `is_patient` much better than the tolerance asks for, where it can.
// Does nothing when one of them takes more work than the problem allows. False for want of memory.
bool ab_cone_newton(abConeProblem *problem, abConeRoom *room, int most, bool is_patient,
                    abConeResult *result);

// cone_exact.c: whether it is for a problem, with at most so many rows; Newton's method on all of
// it at once, from the impulses there are. Changes nothing where it does not come to an answer
// within the tolerance. False for want of memory.
bool ab_cone_is_small(const abConeProblem *problem, int most);
bool ab_cone_exact(abConeProblem *problem, abConeRoom *room, abConeResult *result);

// ---- patches: cone_patches.c ----

// Velocity of B relative to A at the origin of a patch.
void ab_cone_patch_motion(const abConeBody *bodies, const abConePatch *patch, double V[6]);
// Mobilities; the fastest point.                                                        [m/s]
double ab_cone_patches_prepare(const abConeProblem *problem);
// Gives their wrenches to the bodies.
void ab_cone_patches_apply(const abConeProblem *problem);
// Balances each in turn; the sum of squares of what that changes of their motion.
double ab_cone_patches_visit(const abConeProblem *problem);
// Their wrenches, six numbers each.
void ab_cone_patches_keep(const abConeProblem *problem, double *to);
void ab_cone_patches_take_back(const abConeProblem *problem, const double *from);
// Keeps the limits of friction for a round; by what velocity those at its end differ.
void ab_cone_patches_open(const abConeProblem *problem);
double ab_cone_patches_close(const abConeProblem *problem);
// Conjugate directions: before a sweep, |g|^2 of it, a step along, a new beginning.
void ab_cone_patches_remember(const abConeProblem *problem);
double ab_cone_patches_change(const abConeProblem *problem);
void ab_cone_patches_extrapolate(const abConeProblem *problem, double b);
void ab_cone_patches_forget(const abConeProblem *problem);

#endif
