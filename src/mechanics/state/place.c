// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// place.c - the way between y and bodies: the start, where bodies are and how they move, their
// derivative; and where shapes are with them.

#include <string.h>

#include "base/inline.h"
#include "base/no_memory.h"
#include "math/core/elementary.h"
#include "math/linear/row_sums.h"
#include "mechanics/state/attachments.h"
#include "mechanics/state/modes.h"
#include "mechanics/state/place.h"
#include "model/core/prescribed.h"

// ---- life ----

static void place_shapes(abMechanics *d) {
    for (size_t s = 0; s < d->model->shape_count; s++) {
        const abBodyShape *shape = &d->model->shapes[s];
        const abMat3 *R = &shape->X_CS.R;
        d->shape_poses[s] = ab_pose_mul(d->bodies[shape->body].X, shape->X_CS);
        d->shape_centered[s] = ab_norm2(shape->X_CS.p) == 0.0 && R->m[0][0] == 1.0 &&
                               R->m[1][1] == 1.0 && R->m[2][2] == 1.0;
        bool is_fixed = d->model->bodies[shape->body].mobility == AB_MOBILITY_FIXED;
        d->shape_places[s] = is_fixed               ? &d->shape_poses[s]
                             : d->shape_centered[s] ? &d->bodies[shape->body].X
                                                    : NULL;
    }
}

abResult ab_mechanics_init(abMechanics *m, const abModel *model, abAllocator allocator,
                           abError *error) {
    *m = (abMechanics){.model = model, .allocator = allocator, .layout = ab_state_layout(model, 0)};
    ab_arena_init(&m->arena, allocator, 16384);
    abBodyNow *bodies =
        AB_ARENA_NEW(&m->arena, abBodyNow, model->body_count + model->attachment_count + 1);
    m->shape_poses = AB_ARENA_NEW(&m->arena, abPose, model->shape_count);
    m->shape_centered = AB_ARENA_NEW(&m->arena, bool, model->shape_count);
    m->shape_places = AB_ARENA_NEW(&m->arena, const abPose *, model->shape_count);
    m->sleeps = AB_ARENA_NEW(&m->arena, bool, model->body_count);
    m->user_states = AB_ARENA_NEW(&m->arena, double, model->user_state_count);
    int *numbers = AB_ARENA_NEW(&m->arena, int, model->body_count);
    if (bodies == NULL || numbers == NULL || m->sleeps == NULL || m->user_states == NULL ||
        m->shape_poses == NULL || m->shape_centered == NULL || m->shape_places == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    bodies[0].X = ab_pose_identity(); // the world
    bodies[0].q = (abQuat){1.0, 0.0, 0.0, 0.0};
    m->bodies = bodies + 1;
    m->everyone = m->stepped = (abBodySet){.bodies = numbers, .count = model->body_count};
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        numbers[b] = (int)b;
        m->has_prescribed = m->has_prescribed || body->mobility == AB_MOBILITY_PRESCRIBED;
        m->bodies[b].X = (abPose){ab_quat_to_matrix(body->q_WB), body->p_WC};
        m->bodies[b].q = body->q_WB;
    }
    place_shapes(m);
    AB_TRY(ab_attachments_init(m, error));
    return ab_modes_init(m, error);
}

// The block of a free body, or of a planar one, whose rotation is an angle; of rates likewise.
AB_INLINE void put_free(double *s, abVec3 p, abQuat q, abVec3 v, abVec3 w) {
    ab_vec3_put(s, p);
    s[3] = q.w;
    s[4] = q.x;
    s[5] = q.y;
    s[6] = q.z;
    ab_vec3_put(s + 7, v);
    ab_vec3_put(s + 10, w);
}
static void put_planar(double *s, abVec3 p, double angle, abVec3 v, abVec3 w) {
    s[0] = p.x;
    s[1] = p.y;
    s[2] = angle;
    s[3] = v.x;
    s[4] = v.y;
    s[5] = w.z;
}

void ab_mechanics_initial(const abMechanics *m, double *y) {
    const abModel *model = m->model;
    memset(y, 0, m->layout.count * sizeof *y);
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        double *s = y + body->state;
        if (body->mobility == AB_MOBILITY_FREE) {
            put_free(s, body->p_WC, body->q_WB, body->v_WC, body->w_WB);
        } else if (body->mobility == AB_MOBILITY_PLANAR) {
            double angle = 2.0 * ab_atan2(body->q_WB.z, body->q_WB.w);
            put_planar(s, body->p_WC, angle, body->v_WC, body->w_WB);
        }
    }
    ab_modes_initial(m, y);
    for (size_t k = 0; k < model->user_state_count; k++) {
        y[m->layout.user_states + (int)k] = model->states[k].def.start;
    }
}

AB_INLINE void place_free(const double *s, abBodyNow *now) {
    now->q = (abQuat){s[3], s[4], s[5], s[6]};
    now->X = (abPose){ab_quat_to_matrix(now->q), ab_vec3_of(s)};
    now->v = ab_vec3_of(s + 7);
    now->w = ab_vec3_of(s + 10);
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

AB_INLINE void place_body(const abBody *body, double t, const double *states, abBodyNow *now) {
    switch (body->mobility) {
    case AB_MOBILITY_FREE:
        place_free(states, now);
        break;
    case AB_MOBILITY_PLANAR:
        place_planar(body, states, now);
        break;
    case AB_MOBILITY_PRESCRIBED:
        place_prescribed(body, t, now);
        break;
    case AB_MOBILITY_FIXED:
        break;
    }
}

void ab_mechanics_place_body(abMechanics *m, int index, double t, const double *states) {
    place_body(&m->model->bodies[index], t, states, &m->bodies[index]);
}

void ab_mechanics_place(abMechanics *m, double t, const double *y) {
    m->time = t;
    m->stamp++;
    for (size_t i = 0; i < m->stepped.count; i++) {
        int b = m->stepped.bodies[i];
        const abBody *body = &m->model->bodies[b];
        int state = body->state; // -1 for bodies whose pose does not come from y
        place_body(body, t, y + (state >= 0 ? state : 0), &m->bodies[b]);
    }
    if (m->floating != NULL) { // attachments are of bodies with modes
        ab_modes_place(m, y);
        ab_attachments_place(m);
    }
    for (size_t k = 0; k < m->model->user_state_count; k++) {
        m->user_states[k] = y[m->layout.user_states + (int)k];
    }
}

// ---- shapes ----

void ab_mechanics_compute_pose(const abMechanics *m, int shape, abPose *out) {
    const abBodyShape *s = &m->model->shapes[shape];
    *out = ab_pose_mul(m->bodies[s->body].X, s->X_CS);
}

void ab_clear_loads(abMechanics *m) {
    const abVec3 zero = {0.0, 0.0, 0.0};
    m->bodies[-1].force = m->bodies[-1].torque = zero;
    for (size_t i = 0; i < m->stepped.count; i++) {
        abBodyNow *now = &m->bodies[m->stepped.bodies[i]];
        now->force = now->torque = zero;
    }
    for (size_t k = 0; k < m->model->attachment_count; k++) {
        abBodyNow *now = &m->bodies[m->model->body_count + k];
        now->force = now->torque = zero;
    }
    if (m->floating != NULL) {
        ab_modes_clear_loads(m);
    }
    memset(m->book_rates, 0, sizeof m->book_rates);
}

// ---- results ----

static abBodyState state_of(const abMechanics *m, size_t b) {
    const abBodyNow *now = &m->bodies[b];
    abVec3 c = ab_mul(now->X.R, m->model->bodies[b].p_BC);
    return (abBodyState){
        .position = ab_sub(now->X.p, c),
        .orientation = ab_quat_unit(now->q),
        .velocity = ab_sub(now->v, ab_cross(now->w, c)),
        .angular_velocity = now->w,
    };
}

void ab_mechanics_body_states(const abMechanics *m, abBodyState *out) {
    for (size_t b = 0; b < m->model->body_count; b++) {
        out[b] = state_of(m, b);
    }
}

abBodyState ab_mechanics_body_state(abMechanics *m, int body, double t, const double *y) {
    int state = m->model->bodies[body].state;
    m->stamp++;
    ab_mechanics_place_body(m, body, t, y + (state >= 0 ? state : 0));
    return state_of(m, (size_t)body);
}

// ---- back to y ----

void ab_write_rates(const abMechanics *m, double *ydot) {
    const abModel *model = m->model;
    for (size_t i = 0; i < m->stepped.count; i++) {
        int b = m->stepped.bodies[i];
        const abBody *body = &model->bodies[b];
        const abBodyNow *now = &m->bodies[b];
        double *s = ydot + body->state;
        if (m->sleeps[b]) {
            memset(s, 0, (size_t)ab_state_block(body->mobility)->count * sizeof *s);
        } else if (body->mobility == AB_MOBILITY_FREE) {
            abQuat w = {0.0, 0.5 * now->w.x, 0.5 * now->w.y, 0.5 * now->w.z};
            put_free(s, now->v, ab_quat_mul(w, now->q), now->a, now->alpha);
        } else if (body->mobility == AB_MOBILITY_PLANAR) {
            put_planar(s, now->v, now->w.z, now->a, now->alpha);
        }
    }
    if (m->floating != NULL) {
        ab_modes_write_rates(m, ydot);
    }
    memcpy(ydot + m->layout.book, m->book_rates, sizeof m->book_rates);
}

double ab_kinetic_energy(const abBody *body, const abBodyNow *now) {
    abVec3 w_B = ab_mul_t(now->X.R, now->w);
    return 0.5 * body->mass * ab_norm2(now->v) + 0.5 * ab_dot(w_B, ab_mul(body->inertia, w_B));
}

void ab_mechanics_stop(abMechanics *d, int index, double *y) {
    const abBody *body = &d->model->bodies[index];
    abBodyNow now = {0};
    if (body->mobility == AB_MOBILITY_FREE) {
        place_free(y + body->state, &now);
    } else if (body->mobility == AB_MOBILITY_PLANAR) {
        place_planar(body, y + body->state, &now);
    }
    const abStateBlock *block = ab_state_block(body->mobility);
    if (body->state >= 0) {
        memset(y + body->state + block->speed, 0,
               (size_t)(block->speed_count + block->spin_count) * sizeof *y);
    }
    double *book = y + d->layout.book;
    book[AB_BOOK_CONTACT_DAMPING] += ab_kinetic_energy(body, &now);
}

// ---- numbers ----

// Zero times a number is zero unless the number is not finite. Two sums of two, so that additions
// need not wait for each other.
bool ab_are_finite(const double *y, int count) {
    abTwo sum[2] = {{0.0, 0.0}, {0.0, 0.0}};
    double rest = 0.0;
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        const abTwo *four = ab_two_const(y + i);
        sum[0] += four[0] * 0.0;
        sum[1] += four[1] * 0.0;
    }
    for (; i < count; i++) {
        rest += y[i] * 0.0;
    }
    sum[0] += sum[1];
    return sum[0][0] + sum[0][1] + rest == 0.0;
}

bool ab_set_is_finite(const abBodySet *set, const double *y, size_t n) {
    bool all = true;
    for (size_t i = 0; i < ab_set_range_count(set) && all; i++) {
        abStateRange at = ab_set_range(set, i, n);
        all = ab_are_finite(y + at.first, (int)at.count);
    }
    return all;
}

int ab_mechanics_first_bad_body(const abMechanics *m, const double *y) {
    for (size_t b = 0; b < m->model->body_count; b++) {
        const abBody *body = &m->model->bodies[b];
        int count = ab_state_block(body->mobility)->count;
        if ((body->state >= 0 && !ab_are_finite(y + body->state, count)) ||
            !ab_are_finite(y + body->modal_state, ab_modal_states(body->flexible))) {
            return (int)b;
        }
    }
    return -1;
}

void ab_keep_loads(const abMechanics *m, abBodyLoad *out) {
    for (size_t b = 0; b < m->model->body_count; b++) {
        out[b] = (abBodyLoad){m->bodies[b].force, m->bodies[b].torque};
    }
}

void ab_give_loads_back(abMechanics *m, const abBodyLoad *kept) {
    for (size_t b = 0; b < m->model->body_count; b++) {
        m->bodies[b].force = kept[b].force;
        m->bodies[b].torque = kept[b].torque;
    }
}
