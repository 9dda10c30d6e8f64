// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_take.c - a step of a run: its length, the state inside it, what its end is and what it tells.

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "core/kept_step.h"
#include "core/rule_code.h"
#include "core/simulation_state.h"
#include "core/watch.h"
#include "derivative/rigid/rigid_start.h"
#include "math/core/elementary.h"
#include "mechanics/force/apply_forces.h"
#include "mechanics/state/place.h"
#include "method/step/step_take.h"
#include "method/steps/steps.h"

static abResult no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "for a step");
}

// ---- the state inside a step ----

// The rotation vector of the turn from q0 to q1 that lies nearest to `guess`: full turns are not seen
// by orientations.
static abVec3 turn_near(abQuat q0, abQuat q1, abVec3 guess) {
    abQuat q = ab_quat_mul(q1, ab_quat_conjugate(q0));
    abVec3 sine = {q.x, q.y, q.z};
    double size = ab_norm(sine);
    if (size == 0.0) {
        return guess;
    }
    abVec3 axis = ab_scale(1.0 / size, sine);
    double angle = 2.0 * ab_atan2(size, q.w), turns = (ab_dot(guess, axis) - angle) / (2.0 * AB_PI);
    return ab_scale(angle + 2.0 * AB_PI * round(turns), axis);
}

static double spin_energy(const abBody *body, abVec3 w) {
    return 0.5 * ab_dot(w, ab_mul(body->inertia, w));
}

// A body turns along its spins at both ends, and its spin is linear as the body sees it, with the
// energy of the spin that the step's impulses change; the gyroscopic torque, which acts before and
// after them, gives none.
static void turn_inside(const abBody *body, const double *start, const double *end, double x,
                        double h, double *out) {
    abQuat q0 = {start[3], start[4], start[5], start[6]}, q1 = {end[3], end[4], end[5], end[6]};
    abVec3 w0 = ab_vec3_of(start + 10), w1 = ab_vec3_of(end + 10);
    abVec3 turn = turn_near(q0, q1, ab_scale(0.5 * h, ab_add(w0, w1)));
    turn = ab_add_scaled(ab_scale(x, turn), -0.5 * x * (1.0 - x) * h, ab_sub(w1, w0));
    abQuat q = ab_quat_unit(ab_quat_mul(ab_quat_from_vector(turn), q0));
    abVec3 body0 = ab_mul_t(ab_quat_to_matrix(q0), w0), body1 = ab_mul_t(ab_quat_to_matrix(q1), w1);
    abMat3 here = ab_mat3_identity();
    abVec3 from = ab_step_half_turn(body, &here, &body->inverse_inertia, body0, h);
    abVec3 to = ab_step_half_turn(body, &here, &body->inverse_inertia, body1, -h);
    abVec3 spin = ab_add_scaled(body0, x, ab_sub(body1, body0));
    double energy = spin_energy(body, spin);
    if (energy > 0.0) {
        double wanted = spin_energy(body, ab_add_scaled(from, x, ab_sub(to, from)));
        spin = ab_scale(sqrt(wanted / energy), spin);
    }
    out[3] = q.w, out[4] = q.x, out[5] = q.y, out[6] = q.z;
    ab_vec3_put(out + 10, ab_mul(ab_quat_to_matrix(q), spin));
}

// Positions are quadratic in time, velocities linear.
void ab_stepping_state_at(abSimulation *s, double t, double *y) {
    const abStepping *own = s->stepping;
    ab_stepping_list_pairs(s);
    size_t n = s->dynamics.mechanics.layout.count;
    double h = s->t - own->t0, x = h > 0.0 ? (t - own->t0) / h : 1.0;
    if (x >= 1.0) {
        memcpy(y, s->y, n * sizeof *y);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        y[i] = own->y0[i] + x * (s->y[i] - own->y0[i]);
    }
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        y[s->dynamics.mechanics.layout.book + i] += x * (1.0 - x) * own->bend[i];
    }
    for (size_t b = 0; b < s->model->body_count; b++) {
        const abBody *body = &s->model->bodies[b];
        const abStateBlock *block = ab_state_block(body->mobility);
        // in the plane the angle, too
        int places = body->mobility == AB_MOBILITY_PLANAR ? 3 : block->place_count;
        for (int i = 0; i < places; i++) {
            int k = body->state + i, v = body->state + block->speed + i;
            y[k] -= 0.5 * x * (1.0 - x) * h * (s->y[v] - own->y0[v]);
        }
        if (body->mobility == AB_MOBILITY_FREE) {
            turn_inside(body, own->y0 + body->state, s->y + body->state, x, h, y + body->state);
        }
    }
}

int ab_stepping_polynomial(abSimulation *s, double *start, double *length, double *c) {
    const abStepping *own = s->stepping;
    const abStateLayout *layout = &s->dynamics.mechanics.layout;
    *start = own->t0;
    *length = s->t - own->t0;
    int degree = ab_kept_quadratic(s, *length, own->y0, s->y, 3, c);
    double *book = c + layout->count + layout->book;
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        book[i] += own->bend[i];
        book[layout->count + (size_t)i] -= own->bend[i];
    }
    return degree;
}

// ---- a step ----

// What sleeps is not looked for in each step, but once as it comes to rest, and in a run that is
// resumed, for its forces. As nothing answers, rows keep their impulses.
static abResult look_around_once(abSimulation *s, abError *error) {
    abStep *step = &s->stepping->step;
    if (s->stepping->has_looked) {
        return AB_OK;
    }
    s->stepping->has_looked = s->stepping->pairs_are_old = true;
    abMechanics *d = &s->dynamics.mechanics;
    const int64_t evaluations = d->evaluations, calls = d->proximity_calls;
    const double length = step->h, placed = step->placed;
    ab_step_predict(step, s->t, s->stepping->longest, s->y);
    bool is_found = ab_step_find(step) && ab_step_solve(step);
    step->h = length;
    step->placed = placed;
    d->evaluations = evaluations; // how often a run was resumed is no work of it
    d->proximity_calls = calls;
    return is_found ? AB_OK : no_memory(error);
}

abResult ab_stepping_take(abSimulation *s, double *h, abError *error) {
    abStepping *own = s->stepping;
    abStep *step = &own->step;
    size_t n = s->dynamics.mechanics.layout.count;
    memcpy(own->y0, s->y, n * sizeof *s->y);
    own->t0 = s->t;
    if (ab_step_is_at_rest(step)) { // all is as it was
        memset(own->bend, 0, sizeof own->bend);
        own->passing = 0.0;
        ab_step_states_at_rest(step, s->t, *h, s->y);
        return look_around_once(s, error);
    }
    own->has_looked = false;
    *h = ab_step_control_limit(own, *h);
    abStepWish wish = ab_step_control_wish(s, *h);
    abStepTaken taken;
    abResult result = ab_step_take(step, &wish, own->y0, s->y, &taken, error);
    AB_TRY(ab_run_code_fault(s, error));
    AB_TRY(result);
    *h = taken.h;
    ab_step_control_follow(s, &taken);
    ab_stepping_book(s);
    ab_step_settle(step);
    double stopped = s->options.sleep ? ab_step_fall_asleep(step, s->y) : 0.0;
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_CONTACT_DAMPING] += stopped;
    // what bringing points apart has lifted and stretched, came from nowhere: a negative loss
    double *book = s->y + s->dynamics.mechanics.layout.book;
    book[AB_BOOK_CONTACT_DAMPING] -= step->lifted + step->stretched;
    book[AB_BOOK_DAMPERS] += step->stretched - step->lifted_by_elements;
    book[AB_BOOK_DRIVE] += step->closing.driven;
    return AB_OK;
}

static double stored_at(abSimulation *s, double t, const double *y) {
    ab_mechanics_place(&s->dynamics.mechanics, t, y);
    return ab_spring_energy(&s->dynamics.mechanics);
}

// What force elements store more than at the start of the step is not lost; nor is what they store
// inside of it.
static void book_stored(abSimulation *s) {
    abStepping *own = s->stepping;
    abStep *step = &own->step;
    if (s->model->force_count == 0) {
        return;
    }
    double middle = 0.5 * (own->t0 + s->t), start = step->elements.stored;
    ab_stepping_state_at(s, middle, step->y_middle);
    double inside = stored_at(s, middle, step->y_middle), end = stored_at(s, s->t, s->y);
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_DAMPERS] -= end - start;
    own->bend[AB_BOOK_DAMPERS] -= 4.0 * (inside - 0.5 * (start + end));
}

// What brings limits back has lifted, came from nowhere: a negative loss.
static bool close_links(abSimulation *s) {
    double lifted;
    if (!ab_rigid_close_links(&s->dynamics, s->t, s->y, &lifted)) {
        return false;
    }
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_CONTACT_DAMPING] -= lifted;
    return true;
}

abResult ab_stepping_finish(abSimulation *s, const abObserver *observer, abError *error) {
    if (!close_links(s)) {
        return no_memory(error);
    }
    book_stored(s);
    ab_run_warn_of_singularity(s);
    ab_stepping_warn_of_sleep(s);
    ab_stepping_tell_of_stiff_forces(s);
    AB_TRY(ab_stepping_notify_pairs(s, observer, error));
    return ab_stepping_notify_links(s, observer, error);
}

// ---- begin and end ----

abResult ab_stepping_create(abSimulation *s, bool is_adaptive, double step, double tolerance,
                            abError *error) {
    abStepping *own = AB_ARENA_NEW(&s->arena, abStepping, 1);
    if (own == NULL) {
        return no_memory(error);
    }
    s->stepping = own;
    own->is_adaptive = is_adaptive;
    own->longest = step;
    own->states = s->dynamics.mechanics.layout.count;
    own->y0 = AB_ARENA_NEW(&s->arena, double, own->states);
    if (own->y0 == NULL) {
        return no_memory(error);
    }
    AB_TRY(
        ab_step_init(&own->step, &s->dynamics.mechanics, fmax(tolerance, 1e-12), &s->arena, error));
    own->step.allowed = s->options.allowed_overlap;
    own->step.may_sleep = s->options.sleep;
    return AB_OK;
}

void ab_stepping_begin(abStepping *own) {
    own->taken = own->rejected = 0;
    own->level = 0;
    own->trial = own->around = 0.0;
    own->pause = (abStepPause){0};
    own->has_looked = false;
    memset(own->bend, 0, sizeof own->bend);
    own->passing = 0.0;
    ab_step_clear(&own->step);
}

abResult ab_stepping_grow(abSimulation *s, abError *error) {
    abStepping *own = s->stepping;
    size_t states = s->dynamics.mechanics.layout.count;
    if (states > own->states) {
        own->y0 = AB_ARENA_NEW(&s->arena, double, states);
        own->step.y_middle = AB_ARENA_NEW(&s->arena, double, states);
        if (own->y0 == NULL || own->step.y_middle == NULL) {
            return no_memory(error);
        }
        own->states = states;
    }
    return AB_OK;
}

void ab_stepping_destroy(abSimulation *s) {
    abStepping *own = s->stepping;
    if (own != NULL) {
        ab_step_done(&own->step);
        AB_ARRAY_FREE(s->allocator, own->tangential_states, own->tangential_capacity);
    }
}
