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
// Spins are those of the frame of the middle, where the inertia M is: the spins of the body at start
// and end, turned with it. So w . M w / 2 is the kinetic energy there. The gyroscopic torque acts
// before and after all others, in half a step each,
//
//   M (w' - w) = h/2 (M w_m) x w_m,   w_m = (w + w')/2                                      (3)
//
// and gives no energy, however fast a body spins within a step. Between the two are w_0 and w_1 of
// (1) and (2), so that the work of impulses is exact with them.
//
// Error   (1) errs by O(h^2) in q_m and in v_free - v_0 by O(h^3): second order.
//         Springs, dampers and what else gives way are rows: step_elements.c.

#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "mechanics/force/apply_forces.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"
#include "method/step/step_error.h"
#include "model/core/prescribed.h"
#include "solver/cone/cone_solve.h"

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
        ab_vec3_put(s, ab_add_scaled(ab_vec3_of(s), h, v));
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
        ab_vec3_put(s + 7, v);
        ab_vec3_put(s + 10, w);
    } else if (body->mobility == AB_MOBILITY_PLANAR) {
        s[3] = v.x, s[4] = v.y, s[5] = w.z;
    }
}

// ---- free motion ----

enum { TURNS = 4 }; // rounds of the gyroscopic torque; energy is exact after each

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

// Acceleration of a body by gravity and what it loads.
static abVec3 acceleration(const abMechanics *d, int b, const abConeBody *masses) {
    const abBodyNow *now = &d->bodies[b];
    abVec3 g = ab_gravity_at(&d->model->gravity, now->X.p);
    const double *m = masses->inverse_mass;
    abVec3 a = ab_add(ab_vec3(m[0] * now->force.x, m[1] * now->force.y, m[2] * now->force.z), g);
    a.z = d->model->bodies[b].mobility == AB_MOBILITY_PLANAR ? 0.0 : a.z;
    return a;
}

// x of  x - h/2 M^-1 (L x x) = b,  M^-1 positive or zero and symmetric. Always there: M and a skew
// matrix.
static abVec3 solve_turn(const abMat3 *inverse_inertia, abVec3 L, double h, abVec3 b) {
    abVec3 column[3];
    for (int i = 0; i < 3; i++) {
        abVec3 e = {i == 0, i == 1, i == 2};
        column[i] = ab_add_scaled(e, -0.5 * h, ab_mul(*inverse_inertia, ab_cross(L, e)));
    }
    abMat3 inverse;
    return ab_mat3_inverse(ab_mat3_from_columns(column[0], column[1], column[2]), &inverse)
               ? ab_mul(inverse, b)
               : b;
}

abVec3 ab_step_half_turn(const abBody *body, const abMat3 *R, const abMat3 *inverse_inertia,
                         abVec3 w0, double h) {
    abVec3 w = w0;
    if (body->mobility != AB_MOBILITY_FREE || body->is_round) {
        return w0;
    }
    for (int i = 0; i < TURNS; i++) {
        abVec3 L = ab_mul(*R, ab_mul(body->inertia, ab_mul_t(*R, w))), last = w;
        w = solve_turn(inverse_inertia, L, 0.5 * h, w0);
        if (w.x == last.x && w.y == last.y && w.z == last.z) {
            break; // all further rounds give the same
        }
    }
    return ab_sub(ab_scale(2.0, w), w0);
}

// Bodies that deform: the masses of their rigid part and their modes in the middle as placed.
static bool set_modal_masses(abStep *step) {
    bool ok = true;
    for (int i = 0; i < step->modal.count; i++) {
        abModalStep *own = &step->modal.at[i];
        int b = own->body;
        abVec3 start[2] = {step->v0[b], step->w0[b]};
        ok = ab_modal_step_middle(own, step->mechanics, step->h, &step->free[b], start) && ok;
        step->v0[b] = start[0];
        step->w0[b] = step->turn0[b] = start[1];
    }
    return ok;
}

// With loads on them.
static void set_free_modes(abStep *step) {
    for (int i = 0; i < step->modal.count; i++) {
        abModalStep *own = &step->modal.at[i];
        ab_modal_step_free(own, step->mechanics, step->free);
        for (int k = 0; k < own->count; k++) {
            step->v0[own->first + k] = ab_vec3_of(own->x0 + 6 * k);
            step->w0[own->first + k] = ab_vec3_of(own->x0 + 6 * k + 3);
        }
    }
}

static bool set_all_masses(abStep *step) {
    const abMechanics *d = step->mechanics;
    for (size_t b = 0; b < d->model->body_count; b++) {
        abConeBody *free = &step->free[b];
        if (step->group[b] >= 0) { // sleeps
            *free = (abConeBody){.v = {0.0, 0.0, 0.0}};
        } else {
            set_masses(&d->model->bodies[b], &d->bodies[b], free);
        }
    }
    return set_modal_masses(step);
}

// Of the loads on a body about its centre of mass.
static abVec3 torque_about_center(const abStep *step, int b) {
    const abBodyNow *now = &step->mechanics->bodies[b];
    const abModalStep *modes = ab_modal_step_of(&step->modal, b);
    return modes == NULL
               ? now->torque
               : ab_sub(now->torque, ab_cross(ab_mul(modes->R, modes->offset), now->force));
}

static bool set_free_motion(abStep *step) {
    abMechanics *d = step->mechanics;
    bool is_finite = true;
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        abConeBody *free = &step->free[b];
        if (step->group[b] < 0 && body->state >= 0) {
            abVec3 alpha = ab_mul(free->inverse_inertia, torque_about_center(step, (int)b));
            free->w = ab_add_scaled(step->w0[b], step->h, alpha);
            free->v = ab_add_scaled(step->v0[b], step->h, acceleration(d, (int)b, free));
            is_finite = is_finite && ab_is_finite(free->v) && ab_is_finite(free->w);
        }
    }
    return is_finite;
}

// Velocities of prescribed bodies at the end: their free motion is their motion.
static void follow_prescribed(abStep *step) {
    abMechanics *d = step->mechanics;
    for (size_t b = 0; d->has_prescribed && b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        if (body->mobility == AB_MOBILITY_PRESCRIBED) {
            abPrescribed end = ab_body_prescribed(body, step->t + step->h);
            step->free[b].v = end.v;
            step->free[b].w = end.w;
        }
    }
}

void ab_step_place_middle(abStep *step) {
    abMechanics *d = step->mechanics;
    d->evaluations++;
    d->t = step->t + 0.5 * step->h;
    ab_mechanics_place(d, d->t, step->y_middle);
}

// For the middle as placed.
static bool free_motion(abStep *step) {
    abMechanics *d = step->mechanics;
    ab_clear_loads(d);
    bool is_finite = set_all_masses(step);
    ab_step_load_elements(step);
    is_finite = set_free_motion(step) && is_finite;
    follow_prescribed(step);
    set_free_modes(step);
    return is_finite;
}

bool ab_step_predict(abStep *step, double t, double h, const double *y) {
    abMechanics *d = step->mechanics;
    const abModel *model = d->model;
    step->t = t;
    step->h = h;
    step->stamp++;
    step->weight_speed = h * ab_norm(model->gravity.uniform);
    memcpy(step->y_middle, y, d->layout.count * sizeof *y);
    ab_mechanics_place(d, t, y);
    ab_step_begin_states(step, y);
    for (int i = 0; i < step->modal.count; i++) {
        ab_modal_step_start(&step->modal.at[i], d);
    }
    step->elements.stored = model->force_count > 0 ? ab_spring_energy(d) : 0.0;
    for (size_t b = 0; b < model->body_count; b++) {
        step->v0[b] = d->bodies[b].v;
        step->w0[b] = step->turn0[b] = d->bodies[b].w;
        if (model->bodies[b].state >= 0) {
            double *s = step->y_middle + model->bodies[b].state;
            move_body(&model->bodies[b], s, step->v0[b], step->w0[b], 0.5 * h);
        }
    }
    for (int i = 0; i < step->modal.count; i++) {
        const abModalStep *own = &step->modal.at[i];
        double *modal = step->y_middle + model->bodies[own->body].modal_state;
        for (int k = 0; k < own->floating->body->mode_count; k++) {
            modal[k] += 0.5 * h * own->v0[k];
        }
    }
    ab_step_place_middle(step);
    for (size_t b = 0; b < model->body_count; b++) {
        bool is_rigid = model->bodies[b].flexible == NULL;
        if (is_rigid && model->bodies[b].state >= 0 && step->group[b] < 0) {
            abConeBody masses;
            set_masses(&model->bodies[b], &d->bodies[b], &masses);
            step->w0[b] = ab_step_half_turn(&model->bodies[b], &d->bodies[b].X.R,
                                            &masses.inverse_inertia, step->w0[b], h);
        }
    }
    return free_motion(step);
}

// The rates of modes and of the frames that go with them, for forces of inertia.
static void set_mean_modes(abStep *step) {
    const abModel *model = step->mechanics->model;
    for (int i = 0; i < step->modal.count; i++) {
        const abModalStep *own = &step->modal.at[i];
        const abBody *body = &model->bodies[own->body];
        abVec3 start[2] = {step->v0[own->body], step->w0[own->body]}, v, w;
        double *rates = step->y_middle + body->modal_state + own->floating->body->mode_count;
        ab_modal_step_frame(own, step->bodies, start, &v, &w);
        ab_modal_step_mean_rates(own, step->bodies, rates);
        if (!own->is_held) {
            set_velocity(body, step->y_middle + body->state, v, w);
        }
    }
}

// Where the forces are as the first solution had them, so is all that it began with. Where steps adapt
// it is as close as places ask for, and stands; else one more brings its energy nearer to rounding.
bool ab_step_correct(abStep *step, bool *differs) {
    const abModel *model = step->mechanics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        const abConeBody *end = &step->bodies[b];
        if (model->bodies[b].state >= 0 && model->bodies[b].flexible == NULL) {
            set_velocity(&model->bodies[b], step->y_middle + model->bodies[b].state,
                         ab_scale(0.5, ab_add(step->v0[b], end->v)),
                         ab_scale(0.5, ab_add(step->w0[b], end->w)));
        }
    }
    set_mean_modes(step);
    ab_step_place_middle(step);
    ab_step_put_elements_aside(step);
    size_t count = (size_t)step->modal.cone_bodies;
    memcpy(step->free_before, step->free, count * sizeof *step->free);
    bool is_finite = free_motion(step);
    *differs = !is_finite || !(step->unseen > 0.0) || !ab_step_elements_are_same(step);
    if (!*differs) {
        ab_step_take_elements_back(step);
        memcpy(step->free, step->free_before, count * sizeof *step->free);
    }
    return is_finite;
}

// ---- the end ----

// The spin w_1 is seen in the frame of the middle; the body turns on from there to the end, and its
// spin with it. The start needs nothing like that: a turn about w_0 leaves w_0 as it is.
static abVec3 carried_spin(const abStep *step, int b, abVec3 mean, abVec3 w) {
    const abBody *body = &step->mechanics->model->bodies[b];
    if (body->mobility != AB_MOBILITY_FREE || body->is_round) {
        return w;
    }
    const abMat3 *R = &step->mechanics->bodies[b].X.R;
    w = ab_step_half_turn(body, R, &step->bodies[b].inverse_inertia, w, step->h);
    abQuat back = turn_by(ab_scale(-0.5 * step->h, step->turn0[b]));
    abQuat q = ab_quat_unit(ab_quat_mul(turn_by(ab_scale(step->h, mean)), back));
    return ab_mul(ab_quat_to_matrix(q), w);
}

void ab_step_advance(const abStep *step, double *y) {
    const abModel *model = step->mechanics->model;
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state >= 0 && step->group[b] < 0 && body->flexible == NULL) {
            const abConeBody *end = &step->bodies[b];
            double *s = y + body->state;
            abVec3 w = ab_scale(0.5, ab_add(step->w0[b], end->w));
            move_body(body, s, ab_scale(0.5, ab_add(step->v0[b], end->v)), w, step->h);
            set_velocity(body, s, end->v, carried_spin(step, (int)b, w, end->w));
        }
    }
    for (int i = 0; i < step->modal.count; i++) {
        abModalStep *own = &step->modal.at[i];
        const abVec3 start[2] = {step->v0[own->body], step->w0[own->body]};
        ab_modal_step_end(own, step->mechanics, step->bodies, start, step->y_middle, y);
    }
}

abVec3 ab_step_center(const abStep *step, int body) {
    const abModalStep *modes = ab_modal_step_of(&step->modal, body);
    abVec3 p = step->mechanics->bodies[body].X.p;
    return modes == NULL ? p : ab_add(p, ab_mul(modes->R, modes->offset));
}

double ab_step_stop_body(const abStep *step, int b, double *y) {
    const abBody *body = &step->mechanics->model->bodies[b];
    abVec3 v = step->bodies[b].v, w_W = step->bodies[b].w, none = {0.0, 0.0, 0.0};
    abVec3 w = ab_mul_t(step->mechanics->bodies[b].X.R, w_W);
    set_velocity(body, y + body->state, none, none);
    return 0.5 * body->mass * ab_norm2(v) + 0.5 * ab_dot(w, ab_mul(body->inertia, w));
}

void ab_step_shift(abStep *step, double *y) {
    const abModel *model = step->mechanics->model;
    for (int i = 0; i < step->modal.count; i++) {
        step->strained += ab_modal_step_shift(&step->modal.at[i], step->mechanics, step->shift,
                                              step->y_middle, y);
    }
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        if (body->state < 0 || body->flexible != NULL) {
            continue;
        }
        double *s = y + body->state;
        abVec3 turn = step->shift[b].w;
        move_body(body, s, step->shift[b].v, turn, 1.0);
        if (body->mobility == AB_MOBILITY_FREE && !body->is_round && ab_norm2(turn) > 0.0) {
            ab_vec3_put(s + 10, ab_mul(ab_quat_to_matrix(turn_by(turn)), ab_vec3_of(s + 10)));
        }
    }
}

// ---- room ----

abResult ab_step_init(abStep *step, abMechanics *d, double tolerance, abArena *arena,
                      abError *error) {
    const abModel *model = d->model;
    *step = (abStep){.mechanics = d,
                     .tolerance = tolerance,
                     .usual = tolerance,
                     .is_fresh = true,
                     .parting_share = 1.0,
                     .workspace = {.allocator = d->allocator}};
    ab_broad_phase_init(&step->phase, d->allocator);
    if (!ab_modal_steps_init(d, arena, &step->modal)) {
        return ab_no_memory(error, (abPlace){0}, "for the modes in a step");
    }
    size_t n = model->body_count, all = (size_t)step->modal.cone_bodies;
    step->y_middle = AB_ARENA_NEW(arena, double, d->layout.count);
    step->states = AB_ARENA_NEW(arena, double, d->model->user_state_count);
    step->state_rates = AB_ARENA_NEW(arena, double, d->model->user_state_count);
    step->boxes = AB_ARENA_NEW(arena, abBox, model->shape_count);
    step->reach = AB_ARENA_NEW(arena, double, model->shape_count);
    step->pace = AB_ARENA_NEW(arena, double, model->shape_count);
    step->rest_reach = AB_ARENA_NEW(arena, double, model->shape_count);
    step->bodies = AB_ARENA_NEW(arena, abConeBody, all);
    step->free = AB_ARENA_NEW(arena, abConeBody, all);
    step->free_before = AB_ARENA_NEW(arena, abConeBody, all);
    step->shift = AB_ARENA_NEW(arena, abConeBody, all);
    step->v0 = AB_ARENA_NEW(arena, abVec3, all);
    step->w0 = AB_ARENA_NEW(arena, abVec3, all);
    step->turn0 = AB_ARENA_NEW(arena, abVec3, n);
    step->joints = AB_ARENA_NEW(arena, abJointNow, model->joint_count);
    step->joint_order = AB_ARENA_NEW(arena, abStepRank, model->joint_count);
    step->force_order = AB_ARENA_NEW(arena, abStepRank, model->force_count);
    step->ends = AB_ARENA_NEW(arena, abStepLink, ab_rigid_link_count(d));
    step->group = AB_ARENA_NEW(arena, int, n);
    step->last_h = AB_ARENA_NEW(arena, double, n);
    step->quiet = AB_ARENA_NEW(arena, int, n);
    step->parent = AB_ARENA_NEW(arena, int, n);
    step->island = AB_ARENA_NEW(arena, int, n);
    step->is_restless = AB_ARENA_NEW(arena, bool, n);
    step->before = AB_ARENA_NEW(arena, abBodyNow, n);
    step->energies = AB_ARENA_NEW(arena, abStepBodyEnergy, n);
    if (step->y_middle == NULL || step->states == NULL || step->state_rates == NULL ||
        step->boxes == NULL || step->reach == NULL || step->pace == NULL ||
        step->rest_reach == NULL || step->bodies == NULL || step->free == NULL ||
        step->free_before == NULL || step->shift == NULL || step->v0 == NULL || step->w0 == NULL ||
        step->turn0 == NULL || step->joints == NULL || step->ends == NULL ||
        step->joint_order == NULL || step->force_order == NULL || step->group == NULL ||
        step->last_h == NULL || step->quiet == NULL || step->parent == NULL ||
        step->island == NULL || step->is_restless == NULL || step->before == NULL ||
        step->energies == NULL || !ab_step_init_elements(step, arena)) {
        return ab_no_memory(error, (abPlace){0}, "for the steps");
    }
    AB_TRY(ab_step_init_error(step, arena, error));
    ab_step_init_sleep(step);
    step->has_drives = ab_has_drives(model);
    ab_step_rank(step);
    for (size_t s = 0; s < model->shape_count; s++) {
        const abBodyShape *shape = &model->shapes[s];
        step->rest_reach[s] = step->reach[s] =
            ab_norm(ab_pose_point(shape->X_CS, shape->shape.center)) + shape->shape.bound;
    }
    return AB_OK;
}

void ab_step_done(abStep *step) {
    if (step->mechanics == NULL) {
        return;
    }
    abAllocator allocator = step->mechanics->allocator;
    ab_broad_phase_done(&step->phase);
    ab_cone_workspace_done(&step->workspace);
    AB_ARRAY_FREE(allocator, step->caches, step->cache_capacity);
    AB_ARRAY_FREE(allocator, step->waiting, step->waiting_capacity);
    AB_ARRAY_FREE(allocator, step->parted, step->parted_capacity);
    AB_ARRAY_FREE(allocator, step->points, step->point_capacity);
    AB_ARRAY_FREE(allocator, step->last_points, step->last_capacity);
    AB_ARRAY_FREE(allocator, step->order, step->order_capacity);
    AB_ARRAY_FREE(allocator, step->cached, step->cached_capacity);
    AB_ARRAY_FREE(allocator, step->last_cached, step->last_cached_capacity);
    AB_ARRAY_FREE(allocator, step->contacts, step->contact_capacity);
    AB_ARRAY_FREE(allocator, step->links, step->link_capacity);
    AB_ARRAY_FREE(allocator, step->surfaces, step->surface_capacity);
    AB_ARRAY_FREE(allocator, step->patches, step->patch_capacity);
    AB_ARRAY_FREE(allocator, step->surface_points, step->surface_point_capacity);
    AB_ARRAY_FREE(allocator, step->rows, step->row_capacity);
    AB_ARRAY_FREE(allocator, step->shapes, step->shape_capacity);
    ab_step_done_elements(step);
}
