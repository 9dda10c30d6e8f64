// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_motion.c - bodies through a step: the prediction of its middle, free motion, the end.
//
//   q_m = q_0 + h/2 v_0,   v_free = v_0 + h a(q_m, (v_0 + v_1)/2)                        (1)
//   q_1 = q_0 + h (v_0 + v_1)/2                                                          (2)
//
// (2) is exact for a constant force, and the work of each impulse is it times the mean velocity.
// A turn by the vector h (w_0 + w_1)/2 is a unit quaternion, so orientations do not drift.
//
// Error   (1) errs by O(h^2) in q_m and in v_free - v_0 by O(h^3): second order.
// Limits  Springs and dampers between bodies enter with their force at the middle; steps longer
//         than 2/w, w their own frequency, are not stable.

#include <string.h>

#include "base/array.h"
#include "dynamics/step.h"

static abVec3 get(const double *y) {
    return ab_vec3(y[0], y[1], y[2]);
}

static void put(double *y, abVec3 v) {
    y[0] = v.x;
    y[1] = v.y;
    y[2] = v.z;
}

// The turn by a rotation vector. Most turns of a step are small: the series of the cosine and of
// sin x / x, with x half the angle up to 1/4, err by less than 1e-19.
static abQuat turn_by(abVec3 a) {
    double t = 0.25 * ab_norm2(a);
    if (t > 0.0625) {
        return ab_quat_from_vector(a);
    }
    double c = 1.0 / 3628800.0 - t / 479001600.0, s = 1.0 / 39916800.0 - t / 6227020800.0;
    c = 1.0 - t * (1.0 / 2.0 - t * (1.0 / 24.0 - t * (1.0 / 720.0 - t * (1.0 / 40320.0 - t * c))));
    s = 1.0 -
        t * (1.0 / 6.0 - t * (1.0 / 120.0 - t * (1.0 / 5040.0 - t * (1.0 / 362880.0 - t * s))));
    return (abQuat){c, 0.5 * s * a.x, 0.5 * s * a.y, 0.5 * s * a.z};
}

// Moves the position in the states of a body along v and w for a time h.
static void move_body(const abBody *body, double *s, abVec3 v, abVec3 w, double h) {
    if (body->mobility == AB_MOBILITY_FREE) {
        put(s, ab_add_scaled(get(s), h, v));
        abQuat q = {s[3], s[4], s[5], s[6]};
        q = ab_quat_unit(ab_quat_mul(turn_by(ab_scale(h, w)), q));
        s[3] = q.w, s[4] = q.x, s[5] = q.y, s[6] = q.z;
    } else if (body->mobility == AB_MOBILITY_PLANAR) {
        s[0] += h * v.x;
        s[1] += h * v.y;
        s[2] += h * w.z;
    }
}

static void set_velocity(const abBody *body, double *s, abVec3 v, abVec3 w) {
    if (body->mobility == AB_MOBILITY_FREE) {
        put(s + 7, v);
        put(s + 10, w);
    } else if (body->mobility == AB_MOBILITY_PLANAR) {
        s[3] = v.x, s[4] = v.y, s[5] = w.z;
    }
}

// ---- free motion ----

static void set_masses(const abBody *body, const abBodyNow *now, abConeBody *out) {
    *out = (abConeBody){.v = now->v, .w = now->w};
    if (body->mobility == AB_MOBILITY_FREE) {
        for (int i = 0; i < 3; i++) {
            out->inverse_mass[i] = body->inverse_mass;
        }
        const abMat3 *I = &body->inverse_inertia;
        out->inverse_inertia =
            body->is_round ? *I : ab_mat3_mul_t(ab_mat3_mul(now->X.R, *I), now->X.R);
    } else if (body->mobility == AB_MOBILITY_PLANAR) {
        out->inverse_mass[0] = out->inverse_mass[1] = body->inverse_mass;
        out->inverse_inertia.m[2][2] = 1.0 / body->inertia.m[2][2];
    }
}

// Acceleration of a body with what it loads, at the velocity w.
static void accelerate(const abDynamics *d, int b, const abConeBody *masses, abVec3 w, abVec3 *a,
                       abVec3 *alpha) {
    const abBody *body = &d->model->bodies[b];
    const abBodyNow *now = &d->bodies[b];
    abVec3 torque = now->torque, g = ab_gravity_at(&d->model->gravity, now->X.p);
    if (body->mobility == AB_MOBILITY_FREE && !body->is_round) {
        abVec3 L = ab_mul(now->X.R, ab_mul(body->inertia, ab_mul_t(now->X.R, w)));
        torque = ab_sub(torque, ab_cross(w, L));
    }
    const double *m = masses->inverse_mass;
    *a = ab_add(ab_vec3(m[0] * now->force.x, m[1] * now->force.y, m[2] * now->force.z), g);
    if (body->mobility == AB_MOBILITY_PLANAR) {
        a->z = 0.0;
    }
    *alpha = ab_mul(masses->inverse_inertia, torque);
}

// The gyroscopic torque at the middle, where w is not known yet: by a few iterations, which
// contract as h |w|.
static void free_turn(const abDynamics *d, int b, double h, abConeBody *free, abVec3 w0,
                      abVec3 *a) {
    abVec3 w = w0, alpha;
    for (int i = 0; i < 4; i++) {
        accelerate(d, b, free, w, a, &alpha);
        w = ab_add_scaled(w0, 0.5 * h, alpha);
    }
    free->w = ab_add_scaled(w0, h, alpha);
}

static bool set_free_motion(abStep *step) {
    abDynamics *d = step->dynamics;
    bool is_finite = true;
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        abConeBody *free = &step->free[b];
        if (step->group[b] >= 0) { // sleeps
            *free = (abConeBody){.v = {0.0, 0.0, 0.0}};
            continue;
        }
        set_masses(body, &d->bodies[b], free);
        if (body->state >= 0) {
            abVec3 a;
            free_turn(d, (int)b, step->h, free, step->w0[b], &a);
            free->v = ab_add_scaled(step->v0[b], step->h, a);
            is_finite = is_finite && ab_is_finite(free->v) && ab_is_finite(free->w);
        }
    }
    return is_finite;
}

// Velocities of prescribed bodies at the end: their free motion is their motion.
static void follow_prescribed(abStep *step) {
    abDynamics *d = step->dynamics;
    for (size_t b = 0; d->has_prescribed && b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        if (body->mobility == AB_MOBILITY_PRESCRIBED) {
            abPrescribed end = ab_body_prescribed(body, step->t + step->h);
            step->free[b].v = end.v;
            step->free[b].w = end.w;
        }
    }
}

// For y_middle.
static bool free_motion(abStep *step) {
    abDynamics *d = step->dynamics;
    d->evaluations++;
    d->t = step->t + 0.5 * step->h;
    ab_dynamics_place(d, d->t, step->y_middle);
    ab_clear_loads(d);
    ab_apply_forces(d);
    bool is_finite = set_free_motion(step);
    follow_prescribed(step);
    return is_finite;
}

bool ab_step_predict(abStep *step, double t, double h, const double *y) {
    abDynamics *d = step->dynamics;
    const abModel *model = d->model;
    step->t = t;
    step->h = h;
    step->stamp++;
    step->weight_speed = h * ab_norm(model->gravity.uniform);
    memcpy(step->y_middle, y, ab_dynamics_state_count(d) * sizeof *y);
    ab_dynamics_place(d, t, y);
    for (size_t b = 0; b < model->body_count; b++) {
        step->v0[b] = d->bodies[b].v;
        step->w0[b] = d->bodies[b].w;
        if (model->bodies[b].state >= 0) {
            double *s = step->y_middle + model->bodies[b].state;
            move_body(&model->bodies[b], s, step->v0[b], step->w0[b], 0.5 * h);
        }
    }
    return free_motion(step);
}

bool ab_step_correct(abStep *step) {
    const abModel *model = step->dynamics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        const abConeBody *end = &step->bodies[b];
        if (model->bodies[b].state >= 0) {
            set_velocity(&model->bodies[b], step->y_middle + model->bodies[b].state,
                         ab_scale(0.5, ab_add(step->v0[b], end->v)),
                         ab_scale(0.5, ab_add(step->w0[b], end->w)));
        }
    }
    return free_motion(step);
}

// ---- the end ----

void ab_step_advance(const abStep *step, double *y) {
    const abModel *model = step->dynamics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state >= 0 && step->group[b] < 0) {
            const abConeBody *end = &step->bodies[b];
            double *s = y + body->state;
            move_body(body, s, ab_scale(0.5, ab_add(step->v0[b], end->v)),
                      ab_scale(0.5, ab_add(step->w0[b], end->w)), step->h);
            set_velocity(body, s, end->v, end->w);
        }
    }
}

double ab_step_stop_body(const abStep *step, int b, double *y) {
    const abBody *body = &step->dynamics->model->bodies[b];
    abVec3 v = step->bodies[b].v, w_W = step->bodies[b].w, none = {0.0, 0.0, 0.0};
    abVec3 w = ab_mul_t(step->dynamics->bodies[b].X.R, w_W);
    set_velocity(body, y + body->state, none, none);
    return 0.5 * body->mass * ab_norm2(v) + 0.5 * ab_dot(w, ab_mul(body->inertia, w));
}

void ab_step_shift(const abStep *step, double *y) {
    const abModel *model = step->dynamics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state >= 0) {
            move_body(body, y + body->state, step->shift[b].v, step->shift[b].w, 1.0);
        }
    }
}

// ---- room ----

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the steps");
}

abResult ab_step_init(abStep *step, abDynamics *d, double tolerance, abArena *arena,
                      abError *error) {
    const abModel *model = d->model;
    *step = (abStep){.dynamics = d, .tolerance = tolerance, .room = {.allocator = d->allocator}};
    ab_broad_phase_init(&step->phase, d->allocator);
    size_t n = model->body_count;
    step->y_middle = AB_ARENA_NEW(arena, double, ab_dynamics_state_count(d));
    step->boxes = AB_ARENA_NEW(arena, abBox, model->shape_count);
    step->reach = AB_ARENA_NEW(arena, double, model->shape_count);
    step->pace = AB_ARENA_NEW(arena, double, model->shape_count);
    step->bodies = AB_ARENA_NEW(arena, abConeBody, n);
    step->free = AB_ARENA_NEW(arena, abConeBody, n);
    step->shift = AB_ARENA_NEW(arena, abConeBody, n);
    step->v0 = AB_ARENA_NEW(arena, abVec3, n);
    step->w0 = AB_ARENA_NEW(arena, abVec3, n);
    step->joints = AB_ARENA_NEW(arena, abJointNow, model->joint_count);
    step->joint_order = AB_ARENA_NEW(arena, abStepRank, model->joint_count);
    step->force_order = AB_ARENA_NEW(arena, abStepRank, model->force_count);
    step->ends = AB_ARENA_NEW(arena, abStepLink, ab_rigid_link_count(d));
    step->group = AB_ARENA_NEW(arena, int, n);
    step->quiet = AB_ARENA_NEW(arena, int, n);
    step->parent = AB_ARENA_NEW(arena, int, n);
    step->island = AB_ARENA_NEW(arena, int, n);
    step->is_restless = AB_ARENA_NEW(arena, bool, n);
    if (step->y_middle == NULL || step->boxes == NULL || step->reach == NULL ||
        step->pace == NULL || step->bodies == NULL || step->free == NULL || step->shift == NULL ||
        step->v0 == NULL || step->w0 == NULL || step->joints == NULL || step->ends == NULL ||
        step->joint_order == NULL || step->force_order == NULL || step->group == NULL ||
        step->quiet == NULL || step->parent == NULL || step->island == NULL ||
        step->is_restless == NULL) {
        return no_memory(error);
    }
    ab_step_init_sleep(step);
    ab_step_rank(step);
    for (size_t s = 0; s < model->shape_count; s++) {
        const abBodyShape *shape = &model->shapes[s];
        step->reach[s] =
            ab_norm(ab_pose_point(shape->X_CS, shape->shape.center)) + shape->shape.bound;
    }
    return AB_OK;
}

void ab_step_done(abStep *step) {
    if (step->dynamics == NULL) {
        return;
    }
    abAllocator allocator = step->dynamics->allocator;
    ab_broad_phase_done(&step->phase);
    ab_cone_room_done(&step->room);
    AB_ARRAY_FREE(allocator, step->notes, step->note_capacity);
    AB_ARRAY_FREE(allocator, step->waiting, step->waiting_capacity);
    AB_ARRAY_FREE(allocator, step->points, step->point_capacity);
    AB_ARRAY_FREE(allocator, step->last_points, step->last_capacity);
    AB_ARRAY_FREE(allocator, step->order, step->order_capacity);
    AB_ARRAY_FREE(allocator, step->kept, step->kept_capacity);
    AB_ARRAY_FREE(allocator, step->last_kept, step->last_kept_capacity);
    AB_ARRAY_FREE(allocator, step->contacts, step->contact_capacity);
    AB_ARRAY_FREE(allocator, step->links, step->link_capacity);
    AB_ARRAY_FREE(allocator, step->surfaces, step->surface_capacity);
    AB_ARRAY_FREE(allocator, step->patches, step->patch_capacity);
    AB_ARRAY_FREE(allocator, step->spots, step->spot_capacity);
    AB_ARRAY_FREE(allocator, step->rows, step->row_capacity);
}
