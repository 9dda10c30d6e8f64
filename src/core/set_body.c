// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// set_body.c - bodies put elsewhere from outside.
//
// Other velocities are like an impulse: contacts stay. At other places contacts are others, so the
// simulation is made anew in its place, with the course of the run as it was, and finds them as at
// a start.

#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "core/create.h"
#include "core/rule_code.h"
#include "core/simulation_state.h"
#include "core/take_over.h"
#include "derivative/evaluate/evaluate.h"
#include "math/core/elementary.h"

// ---- states of bodies as states of the integrator ----

static bool is_finite_state(const abBodyState *at) {
    const abVec3 v[] = {at->position, at->velocity, at->angular_velocity};
    double norm = at->orientation.w * at->orientation.w + at->orientation.x * at->orientation.x +
                  at->orientation.y * at->orientation.y + at->orientation.z * at->orientation.z;
    bool ok = isfinite(norm) && norm > 0.0;
    for (int i = 0; i < 3; i++) {
        ok = ok && ab_is_finite(v[i]);
    }
    return ok;
}

// Whether a body is told to be elsewhere than where it is shown.
static bool is_elsewhere(const abSimulation *s, int index, const abBodyState *at) {
    abBodyState now = ab_simulation_body(s, (abBodyId){index + 1});
    abVec3 p = at->position;
    abQuat q = at->orientation, old = now.orientation;
    return p.x != now.position.x || p.y != now.position.y || p.z != now.position.z ||
           q.w != old.w || q.x != old.x || q.y != old.y || q.z != old.z;
}

static void write_place(const abBody *body, const abBodyState *at, abQuat q, double *y) {
    abVec3 p = ab_add(at->position, ab_mul(ab_quat_to_matrix(q), body->p_BC));
    double *rotation = y + ab_state_block(body->mobility)->rotation;
    if (body->mobility == AB_MOBILITY_PLANAR) {
        y[0] = p.x;
        y[1] = p.y;
        rotation[0] = 2.0 * ab_atan2(q.z, q.w);
        return;
    }
    ab_vec3_put(y, p);
    memcpy(rotation, &q, sizeof q); // w x y z
}

static void write_body(const abSimulation *s, int index, const abBodyState *at, bool has_moved,
                       double *y) {
    const abBody *body = &s->model->bodies[index];
    abQuat q = ab_quat_unit(at->orientation);
    abVec3 arm = ab_mul(ab_quat_to_matrix(q), body->p_BC);
    abVec3 v = ab_add(at->velocity, ab_cross(at->angular_velocity, arm));
    const abStateBlock *block = ab_state_block(body->mobility);
    y += body->state;
    if (has_moved) {
        write_place(body, at, q, y);
    }
    if (body->mobility == AB_MOBILITY_PLANAR) {
        y[block->speed] = v.x;
        y[block->speed + 1] = v.y;
        y[block->spin] = at->angular_velocity.z;
        return;
    }
    ab_vec3_put(y + block->speed, v);
    ab_vec3_put(y + block->spin, at->angular_velocity);
}

// ---- going on from there ----

// The book has the change of energy as work.
static void book_change(abSimulation *s, double before) {
    abEnergyBook after = ab_simulation_energy(s);
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_APPLIED] += ab_energy_balance(&after) - before;
}

static abResult find_contacts(abSimulation *s, const abSimulation *old, const double *y,
                              double before, abError *error) {
    AB_TRY(ab_run_allow_code_as(s, old, error));
    AB_TRY(ab_run_inherit_changes(s, old, error));
    s->own_model = old->own_model;
    s->observer = old->observer;
    ab_run_keep_threads(s, old);
    AB_TRY(ab_run_find_contacts_anew(s, old, y, error));
    ab_derivative_project(&s->dynamics, s->t, s->y);
    book_change(s, before);
    return s->method->restart(s, error);
}

static abResult make_anew(abSimulation *s, const double *y, double before, abError *error) {
    abSimulation old = *s;
    abResult result =
        ab_run_init(s, old.model, old.method, &old.options, old.given, old.log, error);
    if (result == AB_OK) {
        result = find_contacts(s, &old, y, before, error);
        if (result != AB_OK) {
            ab_run_done(s);
        }
    }
    if (result != AB_OK) {
        *s = old;
        return result;
    }
    ab_run_done(&old);
    return AB_OK;
}

static abResult go_on_from(abSimulation *s, const double *y, bool has_moved, abError *error) {
    size_t size = (size_t)s->model->state_count * sizeof *y;
    if (!s->clock.is_started) {
        memcpy(s->y, y, size);
        ab_derivative_project(&s->dynamics, s->t, s->y);
        return AB_OK;
    }
    abEnergyBook book = ab_simulation_energy(s);
    double before = ab_energy_balance(&book);
    if (has_moved) {
        return make_anew(s, y, before, error);
    }
    memcpy(s->y, y, size);
    ab_derivative_project(&s->dynamics, s->t, s->y);
    book_change(s, before);
    return ab_run_begin_anew(s, error);
}

// ---- the public functions ----

static abResult refuse(const char *sentence, abError *error) {
    return ab_error_add(error, AB_USAGE, (abPlace){0}, "%s", sentence);
}

// A copy of the state at the time shown, in the room of states inside a step.
static abResult copy_state(abSimulation *s, double **y, abError *error) {
    AB_TRY(ab_run_end_step_here(s, error));
    size_t n = s->dynamics.mechanics.layout.count;
    if (!AB_ARRAY_RESERVE(s->allocator, s->asked.y, s->asked.y_room, n)) {
        return ab_no_memory(error, (abPlace){0}, "for a state");
    }
    *y = memcpy(s->asked.y, s->y, n * sizeof **y);
    return AB_OK;
}

static bool moves(const abSimulation *s, int index) {
    return index >= 0 && index < (int)s->model->body_count && s->model->bodies[index].state >= 0;
}

abResult ab_simulation_set_body(abSimulation *s, abBodyId body, const abBodyState *state,
                                abError *error) {
    if (!moves(s, body.index - 1)) {
        return refuse("only a body that forces move can be put elsewhere", error);
    }
    if (!is_finite_state(state)) {
        return refuse("a state wants finite numbers and an orientation that is not zero", error);
    }
    double *y = NULL;
    bool has_moved = is_elsewhere(s, body.index - 1, state); // before the step is taken again
    AB_TRY(copy_state(s, &y, error));
    assert(y != NULL);
    write_body(s, body.index - 1, state, has_moved, y);
    return go_on_from(s, y, has_moved, error);
}

static abBodyState state_of(const double *x) {
    return (abBodyState){
        {x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}, {x[7], x[8], x[9]}, {x[10], x[11], x[12]}};
}

abResult ab_simulation_set_state(abSimulation *s, const double *state, int count, abError *error) {
    enum { NUMBERS = 13 };
    int bodies = (int)s->model->body_count;
    if (count != NUMBERS * bodies) {
        return refuse("a state has 13 numbers for each body of the model", error);
    }
    bool has_moved = false;
    for (int b = 0; b < bodies; b++) {
        abBodyState at = state_of(state + NUMBERS * b);
        if (moves(s, b) && !is_finite_state(&at)) {
            return refuse("a state wants finite numbers and orientations that are not zero", error);
        }
        has_moved = has_moved || (moves(s, b) && is_elsewhere(s, b, &at));
    }
    double *y = NULL;
    AB_TRY(copy_state(s, &y, error));
    assert(y != NULL);
    for (int b = 0; b < bodies; b++) {
        abBodyState at = state_of(state + NUMBERS * b);
        if (moves(s, b)) {
            write_body(s, b, &at, has_moved, y);
        }
    }
    return go_on_from(s, y, has_moved, error);
}
