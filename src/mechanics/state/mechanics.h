// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mechanics.h - bodies in motion: what is known of each, and what loads on them are.
//
// Contacts, what a frame tells of them, joints and what expressions look at are known here by name
// only: each has its own header.

#ifndef AB_MECHANICS_H
#define AB_MECHANICS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "abut/simulation.h"
#include "base/thread_pool.h"
#include "flexible/floating_frame.h"
#include "mechanics/state/body_set.h"
#include "mechanics/state/stabilize.h"
#include "mechanics/state/state_layout.h"
#include "model/core/model.h"

// What is known of a body at one evaluation.
typedef struct abBodyNow {
    abPose X; // of the centre of mass
    abQuat q;
    abVec3 v, w;
    abVec3 force, torque; // sum of loads at the centre of mass, without gravity's
    abVec3 a, alpha;
    abMat3 inverse_inertia; // in world axes; not set for round bodies
    abMat3 inertia;         // in world axes; set for bodies that joints hold
} abBodyNow;

// Entries of the book's quadratures.
enum {
    AB_BOOK_CONTACT_DAMPING,
    AB_BOOK_SLIDING,
    AB_BOOK_ROLLING,
    AB_BOOK_DAMPERS,
    AB_BOOK_APPLIED,
    AB_BOOK_DRIVE
};

typedef struct abContactSet abContactSet;       // contact_set.h
typedef struct abContactReport abContactReport; // contact_report.h
typedef struct abAttachmentNow abAttachmentNow; // attachments.c
typedef struct abObservations abObservations;   // observe.h
typedef struct abJointSolver abJointSolver;     // joint_solver.h

typedef struct abMechanics {
    const abModel *model;
    abStateLayout layout;
    abAllocator allocator;
    abArena arena;
    abBodyNow *bodies;           // by index, then attachments; bodies[-1] is the world
    abPose *shape_poses;         // of shapes on fixed bodies
    bool *shape_centered;        // shape frame is the centre-of-mass frame
    const abPose **shape_places; // of each shape, where its pose needs no product; else NULL
    bool *sleeps;                // per body: its states do not change, whatever acts on it
    abBodySet everyone;          // all bodies
    abBodySet stepped;           // those that passes over bodies go over
    abFloating *floating;        // per body with modes; NULL: there is none
    abAttachmentNow *attachments;
    bool has_prescribed;
    double t;            // of the last evaluation
    double time;         // of the bodies as placed
    uint64_t stamp;      // counts placings
    double *user_states; // as placed
    double book_rates[AB_BOOK_STATES];
    abPull pull; // from outside; of no body: none
    abStabilizer stabilizer;
    abContactSet *contacts;
    abContactReport *report;
    abObservations *observations;
    abJointSolver *joints; // NULL without joints
    abPose *locks;         // of each joint its frame on its second body; NULL: as in the model
    int64_t evaluations, proximity_calls;
    abThreadPool *threads; // who helps, of the simulation; NULL: nobody else
} abMechanics;

// Gravity at a point.                                                               [m/s^2]
static inline abVec3 ab_gravity_at(const abGravityDef *gravity, abVec3 p) {
    if (gravity->parameter == 0.0) {
        return gravity->uniform;
    }
    abVec3 r = ab_sub(p, gravity->center);
    double r2 = ab_norm2(r);
    return ab_add_scaled(gravity->uniform, -gravity->parameter / (r2 * sqrt(r2)), r);
}

// Loads of a body at its centre of mass, put aside.
typedef struct abBodyLoad {
    abVec3 force, torque;
} abBodyLoad;
void ab_keep_loads(const abMechanics *m, abBodyLoad *out);
void ab_give_loads_back(abMechanics *m, const abBodyLoad *kept);

// Adds a force at a point, in world axes.
static inline void ab_load(abBodyNow *body, abVec3 force, abVec3 point) {
    body->force = ab_add(body->force, force);
    body->torque = ab_add(body->torque, ab_cross(ab_sub(point, body->X.p), force));
}

// Velocity of the point of a body that is at `point`.
static inline abVec3 ab_velocity_at(const abBodyNow *body, abVec3 point) {
    return ab_add(body->v, ab_cross(body->w, ab_sub(point, body->X.p)));
}

// Likewise its acceleration.
static inline abVec3 ab_acceleration_at(const abBodyNow *body, abVec3 point) {
    return ab_add(body->a, ab_cross(body->alpha, ab_sub(point, body->X.p)));
}

static inline bool ab_is_moving(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].state >= 0;
}

// Inverse mass matrix of a body applied to a force and torque at its centre of mass; zero for
// bodies that do not answer to forces.
static inline void ab_apply_inverse_mass(const abBody *body, const abBodyNow *now, abVec3 force,
                                         abVec3 torque, abVec3 *a, abVec3 *alpha) {
    if (body->mobility == AB_MOBILITY_FREE) {
        *a = ab_scale(body->inverse_mass, force);
        *alpha = body->is_round ? ab_scale(body->inverse_inertia.m[0][0], torque)
                                : ab_mul(now->inverse_inertia, torque);
    } else if (body->mobility == AB_MOBILITY_PLANAR) {
        *a = ab_vec3(body->inverse_mass * force.x, body->inverse_mass * force.y, 0.0);
        *alpha = ab_vec3(0.0, 0.0, torque.z / body->inertia.m[2][2]);
    } else {
        *a = *alpha = ab_vec3(0.0, 0.0, 0.0);
    }
}

#endif
