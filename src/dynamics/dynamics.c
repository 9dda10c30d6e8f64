// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dynamics.c - the derivative as a table of contents; what a frame tells of an instant.

#include "dynamics/dynamics.h"

#include <string.h>

#include "base/array.h"
#include "dynamics/observe.h"
#include "dynamics/parts.h"
#include "mesh/mesh_surface.h"

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the simulation");
}

// ---- life ----

// Room for the regions of the largest meshes.
static abResult make_regions(abDynamics *d, abError *error) {
    size_t triangles = 0, points = 0;
    for (size_t s = 0; s < d->model->shape_count; s++) {
        const abMeshSurface *surface = d->model->shapes[s].shape.surface;
        if (surface != NULL) {
            size_t t = surface->mesh->triangle_count, p = surface->mesh->point_count;
            triangles = t > triangles ? t : triangles;
            points = p > points ? p : points;
        }
    }
    if (triangles > 0) {
        d->regions = ab_region_room_create(d->allocator, triangles, points);
        d->surfaces = ab_surface_room_create(d->allocator);
        d->contours = AB_ARENA_NEW(&d->arena, abContours, 1);
    }
    bool is_made = d->regions != NULL && d->surfaces != NULL && d->contours != NULL;
    if (is_made) {
        *d->contours = (abContours){.allocator = d->allocator};
    }
    return triangles > 0 && !is_made ? no_memory(error) : AB_OK;
}

abResult ab_dynamics_init(abDynamics *d, const abModel *model, abAllocator allocator,
                          abError *error) {
    *d = (abDynamics){.model = model, .allocator = allocator};
    ab_arena_init(&d->arena, allocator, 16384);
    abBodyNow *bodies = AB_ARENA_NEW(&d->arena, abBodyNow, model->body_count + 1);
    d->shape_poses = AB_ARENA_NEW(&d->arena, abPose, model->shape_count);
    d->shape_centered = AB_ARENA_NEW(&d->arena, bool, model->shape_count);
    d->rests = AB_ARENA_NEW(&d->arena, bool, model->body_count);
    if (bodies == NULL || d->rests == NULL || d->shape_poses == NULL || d->shape_centered == NULL ||
        !ab_dynamics_reserve(d, 16) || !ab_grips_init(d)) {
        return no_memory(error);
    }
    AB_TRY(ab_observe_init(d, error));
    bodies[0].X = ab_pose_identity(); // the world
    bodies[0].q = (abQuat){1.0, 0.0, 0.0, 0.0};
    d->bodies = bodies + 1;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        d->has_prescribed = d->has_prescribed || body->mobility == AB_MOBILITY_PRESCRIBED;
        d->bodies[b].X = (abPose){ab_quat_to_matrix(body->q_WB), body->p_WC};
        d->bodies[b].q = body->q_WB;
    }
    for (size_t s = 0; s < model->shape_count; s++) {
        const abBodyShape *shape = &model->shapes[s];
        const abMat3 *R = &shape->X_CS.R;
        d->shape_poses[s] = ab_pose_mul(d->bodies[shape->body].X, shape->X_CS);
        d->shape_centered[s] = ab_norm2(shape->X_CS.p) == 0.0 && R->m[0][0] == 1.0 &&
                               R->m[1][1] == 1.0 && R->m[2][2] == 1.0;
    }
    AB_TRY(make_regions(d, error));
    return model->joint_count > 0 ? ab_joint_solver_create(d, error) : AB_OK;
}

void ab_dynamics_done(abDynamics *d) {
    AB_ARRAY_FREE(d->allocator, d->touches, d->touch_capacity);
    AB_ARRAY_FREE(d->allocator, d->now, d->now_capacity);
    ab_grips_done(d);
    ab_joint_solver_done(d);
    ab_stick_done(d);
    ab_rigid_done(d);
    AB_ARRAY_FREE(d->allocator, d->touch_regions, d->touch_regions_capacity);
    ab_region_room_destroy(d->regions);
    if (d->contours != NULL) {
        ab_contours_done(d->contours);
    }
    AB_ARRAY_FREE(d->allocator, d->region_rows, d->region_row_capacity);
    ab_surface_room_destroy(d->surfaces);
    ab_dynamics_map_done(d);
    ab_arena_done(&d->arena);
}

// ---- the derivative ----

void ab_clear_loads(abDynamics *d) {
    for (int b = -1; b < (int)d->model->body_count; b++) {
        d->bodies[b].force = d->bodies[b].torque = ab_vec3(0.0, 0.0, 0.0);
    }
    memset(d->book_rates, 0, sizeof d->book_rates);
}

// Loads on prescribed bodies must be held by their drives; that is work.
static void drive_prescribed(abDynamics *d) {
    for (size_t b = 0; d->has_prescribed && b < d->model->body_count; b++) {
        const abBodyNow *now = &d->bodies[b];
        if (d->model->bodies[b].mobility == AB_MOBILITY_PRESCRIBED) {
            d->book_rates[AB_BOOK_DRIVE] -=
                ab_dot(now->force, now->v) + ab_dot(now->torque, now->w);
        }
    }
}

// Zero times a number is zero unless the number is not finite. Four sums, so that additions need
// not wait for each other.
static bool is_finite(const double *y, int count) {
    double sum[4] = {0.0};
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int k = 0; k < 4; k++) {
            sum[k] += y[i + k] * 0.0;
        }
    }
    for (; i < count; i++) {
        sum[0] += y[i] * 0.0;
    }
    return sum[0] + sum[1] + sum[2] + sum[3] == 0.0;
}

bool ab_dynamics_evaluate(abDynamics *d, double t, const double *y, double *ydot) {
    d->evaluations++;
    d->t = t;
    ab_dynamics_place(d, t, y);
    ab_clear_loads(d);
    d->grips.state = y + d->model->state_count;
    ab_contact_pass(d);
    ab_apply_forces(d);
    bool ok = d->rigid.count > 0   ? ab_rigid_solve(d, t)
              : d->grips.has_exact ? ab_stick_solve(d, t)
                                   : ab_accelerate(d, t);
    if (!ok) {
        return false;
    }
    drive_prescribed(d);
    ab_write_derivative(d, ydot);
    return is_finite(ydot, (int)ab_dynamics_state_count(d));
}

// ---- projection ----

bool ab_dynamics_project(abDynamics *d, double t, double *y) {
    const abModel *model = d->model;
    bool changed = false;
    for (size_t b = 0; b < model->body_count; b++) {
        if (model->bodies[b].mobility != AB_MOBILITY_FREE) {
            continue;
        }
        double *q = y + model->bodies[b].state + 3;
        double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        // rotations do not depend on the length, so a small drift may stay: y keeps its bits and
        // the last stage of a step can serve the next
        if (fabs(length2 - 1.0) > 1e-4) {
            double s = 1.0 / sqrt(length2);
            for (int i = 0; i < 4; i++) {
                q[i] *= s;
            }
            changed = true;
        }
    }
    if (d->joints != NULL && !d->rigid.joints_drift && ab_joint_project(d, t, y)) {
        changed = true;
    }
    if (d->rigid.count > 0 && ab_rigid_project(d, t, y)) {
        changed = true;
    }
    return changed;
}

// ---- results ----

abEnergyBook ab_dynamics_energy(abDynamics *d, double t, const double *y) {
    const abModel *model = d->model;
    abEnergyBook book = {0};
    d->t = t;
    ab_dynamics_place(d, t, y);
    ab_clear_loads(d);
    d->grips.state = y + model->state_count;
    d->wants_energy = true;
    ab_contact_pass(d);
    d->wants_energy = false;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        const abBodyNow *now = &d->bodies[b];
        if (body->state < 0) {
            continue;
        }
        book.kinetic += ab_kinetic_energy(body, now);
        book.gravity -= body->mass * ab_dot(model->gravity.uniform, now->X.p);
        if (model->gravity.parameter != 0.0) {
            book.gravity -= body->mass * model->gravity.parameter /
                            ab_norm(ab_sub(now->X.p, model->gravity.center));
        }
    }
    for (size_t k = 0; k < d->touch_count; k++) {
        book.contacts += d->now[k].normal.energy + d->now[k].held;
    }
    book.springs = ab_spring_energy(d);
    const double *q = y + model->state_count - AB_BOOK_STATES;
    book.contact_damping = q[AB_BOOK_CONTACT_DAMPING];
    book.sliding_friction = q[AB_BOOK_SLIDING];
    book.rolling_resistance = q[AB_BOOK_ROLLING];
    book.dampers = q[AB_BOOK_DAMPERS];
    book.applied_work = q[AB_BOOK_APPLIED];
    book.drive_work = q[AB_BOOK_DRIVE];
    return book;
}

double ab_energy_balance(const abEnergyBook *b) {
    return b->kinetic + b->gravity + b->springs + b->contacts + b->contact_damping +
           b->sliding_friction + b->rolling_resistance + b->dampers - b->applied_work -
           b->drive_work;
}

static abBodyState state_of(const abDynamics *d, size_t b) {
    const abBodyNow *now = &d->bodies[b];
    abVec3 c = ab_mul(now->X.R, d->model->bodies[b].p_BC);
    return (abBodyState){
        .position = ab_sub(now->X.p, c),
        .orientation = ab_quat_unit(now->q),
        .velocity = ab_sub(now->v, ab_cross(now->w, c)),
        .angular_velocity = now->w,
    };
}

void ab_dynamics_body_states(const abDynamics *d, abBodyState *out) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        out[b] = state_of(d, b);
    }
}

abBodyState ab_dynamics_body_state(abDynamics *d, int body, double t, const double *y) {
    int state = d->model->bodies[body].state;
    d->stamp++;
    ab_dynamics_place_body(d, body, t, y + (state >= 0 ? state : 0));
    return state_of(d, (size_t)body);
}

void ab_dynamics_contact_states(const abDynamics *d, abContactState *out) {
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        const abTouchNow *now = &d->now[k];
        out[k] = (abContactState){
            .body_a = touch->body_a + 1,
            .body_b = touch->body_b + 1,
            .shape_a = touch->shape_a,
            .shape_b = touch->shape_b,
            .point = now->point,
            .normal = now->normal_W,
            .depth = -now->at.distance,
            .rate = now->rate,
            .start_speed = touch->start_speed,
            .normal_force = now->normal.force,
            .force = now->force,
            .torque = now->torque,
            .slip = now->slip,
            .area = now->area,
            .pressure = now->pressure,
            .points = now->points,
            .state = ab_contact_hold(d, touch, now),
        };
    }
}

void ab_dynamics_contact_energies(const abDynamics *d, abContactState *out) {
    for (size_t k = 0; k < d->touch_count; k++) {
        out[k].energy = d->now[k].normal.energy + d->now[k].held;
    }
}

int ab_dynamics_first_bad_body(const abDynamics *d, const double *y) {
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        int count = body->mobility == AB_MOBILITY_FREE ? AB_STATES_FREE : AB_STATES_PLANAR;
        if (body->state >= 0 && !is_finite(y + body->state, count)) {
            return (int)b;
        }
    }
    return -1;
}
