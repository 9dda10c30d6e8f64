// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// place.c - the way between y and bodies: the start, where bodies are and how they move, their
// derivative; and where shapes are with them.

#include <string.h>

#include "dynamics/parts.h"
#include "math/elementary.h"

static void put(double *y, abVec3 v) {
    y[0] = v.x;
    y[1] = v.y;
    y[2] = v.z;
}

static abVec3 get(const double *y) {
    return ab_vec3(y[0], y[1], y[2]);
}

void ab_dynamics_initial(const abDynamics *d, double *y) {
    const abModel *model = d->model;
    memset(y, 0, ab_dynamics_state_count(d) * sizeof *y);
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        double *s = y + body->state;
        if (body->mobility == AB_MOBILITY_FREE) {
            put(s, body->p_WC);
            s[3] = body->q_WB.w;
            s[4] = body->q_WB.x;
            s[5] = body->q_WB.y;
            s[6] = body->q_WB.z;
            put(s + 7, body->v_WC);
            put(s + 10, body->w_WB);
        } else if (body->mobility == AB_MOBILITY_PLANAR) {
            s[0] = body->p_WC.x;
            s[1] = body->p_WC.y;
            s[2] = 2.0 * ab_atan2(body->q_WB.z, body->q_WB.w);
            s[3] = body->v_WC.x;
            s[4] = body->v_WC.y;
            s[5] = body->w_WB.z;
        }
    }
}

static void place_free(const double *s, abBodyNow *now) {
    now->q = (abQuat){s[3], s[4], s[5], s[6]};
    now->X = (abPose){ab_quat_to_matrix(now->q), get(s)};
    now->v = get(s + 7);
    now->w = get(s + 10);
}

static void place_planar(const abBody *body, const double *s, abBodyNow *now) {
    double half = 0.5 * s[2];
    now->q = (abQuat){ab_cos(half), 0.0, 0.0, ab_sin(half)};
    now->X = (abPose){ab_quat_to_matrix(now->q), {s[0], s[1], body->p_WC.z}};
    now->v = ab_vec3(s[3], s[4], 0.0);
    now->w = ab_vec3(0.0, 0.0, s[5]);
}

static void place_prescribed(const abBody *body, double t, abBodyNow *now) {
    abPrescribed p = ab_body_prescribed(body, t);
    now->X = p.X_WC;
    now->q = p.q_WB;
    now->v = p.v;
    now->w = p.w;
    now->a = p.a;
    now->alpha = p.alpha;
}

void ab_dynamics_place_body(abDynamics *d, int index, double t, const double *states) {
    const abBody *body = &d->model->bodies[index];
    switch (body->mobility) {
    case AB_MOBILITY_FREE:
        place_free(states, &d->bodies[index]);
        break;
    case AB_MOBILITY_PLANAR:
        place_planar(body, states, &d->bodies[index]);
        break;
    case AB_MOBILITY_PRESCRIBED:
        place_prescribed(body, t, &d->bodies[index]);
        break;
    case AB_MOBILITY_FIXED:
        break;
    }
}

void ab_dynamics_place(abDynamics *d, double t, const double *y) {
    d->time = t;
    d->stamp++;
    for (size_t b = 0; b < d->model->body_count; b++) {
        int state = d->model->bodies[b].state; // -1 for bodies whose pose does not come from y
        ab_dynamics_place_body(d, (int)b, t, y + (state >= 0 ? state : 0));
    }
}

// ---- shapes ----

const abPose *ab_dynamics_shape_pose(const abDynamics *d, int shape, abPose *room) {
    const abBodyShape *s = &d->model->shapes[shape];
    if (d->model->bodies[s->body].mobility == AB_MOBILITY_FIXED) {
        return &d->shape_poses[shape];
    }
    if (d->shape_centered[shape]) {
        return &d->bodies[s->body].X;
    }
    *room = ab_pose_mul(d->bodies[s->body].X, s->X_CS);
    return room;
}

void ab_dynamics_proximity(abDynamics *d, int shape_a, int shape_b, abProximity *out) {
    abPose room_a, room_b;
    const abShape *A = &d->model->shapes[shape_a].shape, *B = &d->model->shapes[shape_b].shape;
    const abPose *X_WA = ab_dynamics_shape_pose(d, shape_a, &room_a);
    const abPose *X_WB = ab_dynamics_shape_pose(d, shape_b, &room_b);
    d->proximity_calls++;
    ab_touch_proximity(d, A, X_WA, B, X_WB, out);
}

void ab_touch_proximity(const abDynamics *d, const abShape *A, const abPose *X_WA, const abShape *B,
                        const abPose *X_WB, abProximity *out) {
    if (A->kind == AB_SHAPE_MESH && B->kind == AB_SHAPE_MESH) {
        ab_meshes_proximity(d->regions, A, X_WA, B, X_WB, out);
    } else {
        ab_proximity(A, X_WA, B, X_WB, out);
    }
}

double ab_dynamics_closing_speed(const abDynamics *d, int body_a, int body_b,
                                 const abProximity *at) {
    abVec3 v_a = ab_velocity_at(&d->bodies[body_a], at->p_A_W);
    abVec3 v_b = ab_velocity_at(&d->bodies[body_b], at->p_B_W);
    return ab_dot(ab_sub(v_a, v_b), at->n_AB_W);
}

// ---- back to y ----

static void write_grips(const abGrips *grips, double *ydot) {
    for (size_t k = 0; k < grips->slots; k++) {
        put(ydot + AB_GRIP_STATES * k,
            k < grips->count ? grips->now[k].rate : ab_vec3(0.0, 0.0, 0.0));
    }
}

void ab_write_derivative(const abDynamics *d, double *ydot) {
    const abModel *model = d->model;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        const abBodyNow *now = &d->bodies[b];
        double *s = ydot + body->state;
        if (d->rests[b]) {
            bool is_free = body->mobility == AB_MOBILITY_FREE;
            memset(s, 0, (is_free ? AB_STATES_FREE : AB_STATES_PLANAR) * sizeof *s);
        } else if (body->mobility == AB_MOBILITY_FREE) {
            abQuat w = {0.0, 0.5 * now->w.x, 0.5 * now->w.y, 0.5 * now->w.z};
            abQuat q = ab_quat_mul(w, now->q);
            put(s, now->v);
            s[3] = q.w;
            s[4] = q.x;
            s[5] = q.y;
            s[6] = q.z;
            put(s + 7, now->a);
            put(s + 10, now->alpha);
        } else if (body->mobility == AB_MOBILITY_PLANAR) {
            s[0] = now->v.x;
            s[1] = now->v.y;
            s[2] = now->w.z;
            s[3] = now->a.x;
            s[4] = now->a.y;
            s[5] = now->alpha.z;
        }
    }
    memcpy(ydot + model->state_count - AB_BOOK_STATES, d->book_rates, sizeof d->book_rates);
    write_grips(&d->grips, ydot + model->state_count);
}

double ab_kinetic_energy(const abBody *body, const abBodyNow *now) {
    abVec3 w_B = ab_mul_t(now->X.R, now->w);
    return 0.5 * body->mass * ab_norm2(now->v) + 0.5 * ab_dot(w_B, ab_mul(body->inertia, w_B));
}

void ab_dynamics_stop(abDynamics *d, int index, double *y) {
    const abBody *body = &d->model->bodies[index];
    abBodyNow now = {0};
    if (body->mobility == AB_MOBILITY_FREE) {
        place_free(y + body->state, &now);
        memset(y + body->state + 7, 0, 6 * sizeof *y);
    } else if (body->mobility == AB_MOBILITY_PLANAR) {
        place_planar(body, y + body->state, &now);
        memset(y + body->state + 3, 0, 3 * sizeof *y);
    }
    double *book = y + d->model->state_count - AB_BOOK_STATES;
    book[AB_BOOK_CONTACT_DAMPING] += ab_kinetic_energy(body, &now);
}
