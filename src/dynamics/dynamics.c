// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dynamics.c - the derivative as a table of contents, and the way between y and bodies.

#include "dynamics/dynamics.h"

#include <string.h>

#include "base/array.h"
#include "dynamics/observe.h"
#include "dynamics/parts.h"
#include "math/elementary.h"
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

// ---- y to bodies ----

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

static double kinetic_energy(const abBody *body, const abBodyNow *now) {
    abVec3 w_B = ab_mul_t(now->X.R, now->w);
    return 0.5 * body->mass * ab_norm2(now->v) + 0.5 * ab_dot(w_B, ab_mul(body->inertia, w_B));
}

// ---- the derivative ----

abVec3 ab_gravity_at(const abGravityDef *gravity, abVec3 p) {
    if (gravity->parameter == 0.0) {
        return gravity->uniform;
    }
    abVec3 r = ab_sub(p, gravity->center);
    double r2 = ab_norm2(r);
    return ab_add_scaled(gravity->uniform, -gravity->parameter / (r2 * sqrt(r2)), r);
}

void ab_clear_loads(abDynamics *d) {
    for (int b = -1; b < (int)d->model->body_count; b++) {
        d->bodies[b].force = d->bodies[b].torque = ab_vec3(0.0, 0.0, 0.0);
    }
    memset(d->book_rates, 0, sizeof d->book_rates);
}

// Newton and Euler: accelerations from loads, gravity and gyroscopic torque.
static void accelerate(abDynamics *d) {
    const abModel *model = d->model;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        abBodyNow *now = &d->bodies[b];
        if (body->state < 0 || ab_joint_holds(d, (int)b)) {
            continue;
        }
        abVec3 g = ab_gravity_at(&model->gravity, now->X.p);
        if (body->mobility == AB_MOBILITY_PLANAR || body->is_round) {
            ab_apply_inverse_mass(body, now, now->force, now->torque, &now->a, &now->alpha);
        } else {
            // I_W = R I R', so I_W^-1 = R I^-1 R' and the gyroscopic torque is w x (R I R' w)
            abMat3 R = now->X.R;
            now->inverse_inertia = ab_mat3_mul_t(ab_mat3_mul(R, body->inverse_inertia), R);
            abVec3 L = ab_mul(R, ab_mul(body->inertia, ab_mul_t(R, now->w)));
            abVec3 torque = ab_sub(now->torque, ab_cross(now->w, L));
            ab_apply_inverse_mass(body, now, now->force, torque, &now->a, &now->alpha);
        }
        now->a = ab_add(now->a, g);
        if (body->mobility == AB_MOBILITY_PLANAR) {
            now->a.z = 0.0;
        }
    }
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

static void write_grips(const abGrips *grips, double *ydot) {
    for (size_t k = 0; k < grips->slots; k++) {
        put(ydot + AB_GRIP_STATES * k,
            k < grips->count ? grips->now[k].rate : ab_vec3(0.0, 0.0, 0.0));
    }
}

static void write_derivative(const abDynamics *d, double *ydot) {
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

bool ab_accelerate(abDynamics *d, double t) {
    accelerate(d);
    return d->joints == NULL || ab_joint_solve(d, t);
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
    write_derivative(d, ydot);
    return is_finite(ydot, (int)ab_dynamics_state_count(d));
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
    book[AB_BOOK_CONTACT_DAMPING] += kinetic_energy(body, &now);
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
        book.kinetic += kinetic_energy(body, now);
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
