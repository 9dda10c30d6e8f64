// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// intervene.c - what someone from outside does to a run between two steps: other values in the
// model, a pull at a body, an impulse. Each is an instant at which the integrator starts anew, so
// the same things done at the same times give the same bits.

#include <string.h>

#include "dynamics/parts.h"
#include "integrate/method.h"

static abResult refuse(const char *sentence, abError *error) {
    return ab_error_add(error, AB_USAGE, (abPlace){0}, "%s", sentence);
}

// A body that forces move, or -1 after a sentence.
static int find_body(const abSimulation *s, abBodyId body, abError *error) {
    if (body.index < 1 || body.index > (int)s->model->body_count ||
        s->model->bodies[body.index - 1].state < 0) {
        refuse("only a body that forces move can be pulled or pushed", error);
        return -1;
    }
    return body.index - 1;
}

// The integrator begins anew; with exact friction what sticks is looked at again.
static abResult begin_anew(abSimulation *s, abError *error) {
    static const abObserver nobody = {0};
    if (!s->is_started) {
        return AB_OK;
    }
    if (s->method == ab_method(AB_METHOD_EVENTS)) {
        AB_TRY(ab_run_settle(s, &nobody, error));
        ab_run_weights(s);
        return ab_run_restart(s, 0.0, error);
    }
    return s->method->restart(s, error);
}

// ---- pulling ----

static bool is_finite_vector(abVec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

abResult ab_simulation_pull(abSimulation *s, const abPull *pull, abError *error) {
    if (pull == NULL || pull->body.index == 0) {
        bool was_pulled = s->dynamics.pull.body.index != 0;
        s->dynamics.pull = (abPull){.body = {0}};
        return was_pulled ? begin_anew(s, error) : AB_OK;
    }
    if (find_body(s, pull->body, error) < 0) {
        return AB_USAGE;
    }
    if (!is_finite_vector(pull->at) || !is_finite_vector(pull->to) || !(pull->stiffness >= 0.0) ||
        !isfinite(pull->stiffness) || !(pull->damping >= 0.0) || !isfinite(pull->damping)) {
        return refuse("a pull wants finite places, and a stiffness and damping not below 0", error);
    }
    s->dynamics.pull = *pull;
    return begin_anew(s, error);
}

// ---- an impulse ----

static void add_velocity(abSimulation *s, int index, abVec3 at, abVec3 impulse) {
    const abBody *body = &s->model->bodies[index];
    const abBodyNow *now = &s->dynamics.bodies[index];
    abVec3 arm = ab_mul(now->X.R, ab_sub(at, body->p_BC)), turn = ab_cross(arm, impulse);
    double *y = s->y + body->state;
    if (body->mobility == AB_MOBILITY_PLANAR) {
        y[3] += impulse.x / body->mass;
        y[4] += impulse.y / body->mass;
        y[5] += turn.z / body->inertia.m[2][2];
        return;
    }
    abVec3 w = ab_mul(now->X.R, ab_mul(body->inverse_inertia, ab_mul_t(now->X.R, turn)));
    const double change[6] = {
        impulse.x / body->mass, impulse.y / body->mass, impulse.z / body->mass, w.x, w.y, w.z};
    for (int i = 0; i < 6; i++) {
        y[7 + i] += change[i];
    }
}

abResult ab_simulation_push(abSimulation *s, abBodyId body, abVec3 at, abVec3 impulse,
                            abError *error) {
    abDynamics *d = &s->dynamics;
    int index = find_body(s, body, error);
    if (index < 0) {
        return AB_USAGE;
    }
    if (!is_finite_vector(at) || !is_finite_vector(impulse)) {
        return refuse("an impulse wants a finite place and vector", error);
    }
    abEnergyBook before = ab_dynamics_energy(d, s->t, s->y); // places the bodies
    add_velocity(s, index, at, impulse);
    // joints share the impulse: their correction is least in the kinetic energy (Gauss)
    ab_dynamics_project(d, s->t, s->y);
    abEnergyBook after = ab_dynamics_energy(d, s->t, s->y);
    s->y[s->model->state_count - AB_BOOK_STATES + AB_BOOK_APPLIED] +=
        after.kinetic - before.kinetic;
    return begin_anew(s, error);
}

// ---- other values ----

// An integrator with a history lets go of it, so that its state can be saved.
static abResult forget_history(abSimulation *s, abError *error) {
    const abStepper *stepper = ab_run_stepper(s);
    if (s->method != ab_method(AB_METHOD_EVENTS) || !stepper->type->keeps_history ||
        s->shared_steps == 0) {
        return AB_OK;
    }
    ab_dynamics_project(&s->dynamics, s->t, s->y);
    return ab_run_restart(s, 0.0, error);
}

// What is stored changes with the model at no cost to anyone: the book goes on from there.
static void follow_book(abSimulation *s, abSimulation *old) {
    abEnergyBook before = ab_simulation_energy(old), after = ab_simulation_energy(s);
    s->balance_start += ab_energy_balance(&after) - ab_energy_balance(&before);
}

static abResult carry_over(abSimulation *s, abSimulation *old, void *bytes, size_t size,
                           abError *error) {
    ab_simulation_save(old, bytes, size);
    AB_TRY(ab_simulation_restore(s, bytes, size, error));
    follow_book(s, old);
    s->dynamics.pull = old->dynamics.pull;
    return begin_anew(s, error);
}

static abResult carry_state(abSimulation *s, abSimulation *old, abError *error) {
    size_t size = ab_simulation_save(old, NULL, 0);
    void *bytes = s->allocator.resize(s->allocator.context, NULL, 0, size);
    if (bytes == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the state");
    }
    abResult result = carry_over(s, old, bytes, size, error);
    s->allocator.resize(s->allocator.context, bytes, size, 0);
    return result;
}

// ---- contacts that begin anew ----

static bool is_condition(const abContactRuleDef *rule) {
    const abNormalLaw *law = ab_normal_law((abNormalLawKind)rule->normal_law);
    return law->is_condition != NULL && law->is_condition(rule->normal.data);
}

// Whether contacts of a rule remember the same kinds of things under both definitions.
static bool is_same_kind(const abContactRuleDef *a, const abContactRuleDef *b) {
    return a->enabled == b->enabled && a->normal_law == b->normal_law &&
           a->friction_law == b->friction_law && a->manifold == b->manifold &&
           a->penetrating == b->penetrating && a->vertex_area == b->vertex_area &&
           a->contour_plane == b->contour_plane && is_condition(a) == is_condition(b);
}

static bool contacts_fit(const abModel *a, const abModel *b) {
    bool fit = a->rule_count == b->rule_count;
    for (size_t r = 0; fit && r < a->rule_count; r++) {
        fit = is_same_kind(&a->rules[r], &b->rules[r]);
    }
    return fit;
}

// Counts, clocks and memories that are not of contacts.
static void copy_course(abSimulation *s, const abSimulation *old) {
    const abModel *model = s->model;
    s->t = old->t;
    memcpy(s->y, old->y, (size_t)model->state_count * sizeof *s->y);
    s->frame_index = old->frame_index;
    s->extra_frames = old->extra_frames;
    s->flight_step = old->flight_step;
    s->is_warned = old->is_warned;
    s->hit.seed = old->hit.seed;
    memcpy(s->limits, old->limits, (model->body_count + 1) * sizeof *s->limits);
    if (model->sensor_count > 0) {
        memcpy(s->sensors.sides, old->sensors.sides, model->sensor_count);
    }
    if (model->turn_count > 0) {
        memcpy(s->dynamics.angles, old->dynamics.angles,
               (size_t)model->turn_count * sizeof *s->dynamics.angles);
    }
    s->dynamics.evaluations = old->dynamics.evaluations;
    s->dynamics.proximity_calls = old->dynamics.proximity_calls;
    for (int use = 0; use < AB_USE_COUNT; use++) {
        s->steppers[use].rejected = old->steppers[use].rejected;
        s->steppers[use].jacobians = old->steppers[use].jacobians;
    }
}

// As at the start of a run, but untold: that contacts are found again is no touch.
static abResult start_contacts(abSimulation *s, const abSimulation *old, abError *error) {
    static const abObserver nobody = {0};
    if (s->method->follow != NULL) {
        s->method->follow(s, old);
    }
    AB_TRY(s->method->start(s, &nobody, error));
    s->event_index = old->event_index;
    s->statistics = old->statistics;
    s->energy_scale = old->energy_scale;
    s->is_started = true;
    return AB_OK;
}

static bool has_same_parts(const abModel *a, const abModel *b) {
    return a->state_count == b->state_count && a->body_count == b->body_count &&
           a->shape_count == b->shape_count && a->sensor_count == b->sensor_count &&
           a->turn_count == b->turn_count;
}

static abResult begin_contacts(abSimulation *s, abSimulation *old, abError *error) {
    if (!has_same_parts(s->model, old->model)) {
        return refuse("the other model has other parts", error);
    }
    AB_TRY(ab_run_check_code(s, error));
    if (old->method->before_save != NULL) {
        old->method->before_save(old);
    }
    copy_course(s, old);
    AB_TRY(start_contacts(s, old, error));
    s->balance_start = old->balance_start;
    follow_book(s, old);
    s->dynamics.pull = old->dynamics.pull;
    if (old->dynamics.touch_count > 0) {
        ab_log(&s->log, AB_LOG_WARNING,
               "the contacts begin anew at t = %.9g s: what their laws had fixed at the touch, and "
               "what friction had stored, does not fit the laws they have now",
               s->t);
    }
    return s->method->restart(s, error);
}

abResult ab_simulation_take_over(abSimulation *s, abSimulation *old, abError *error) {
    if (s->options.start_time != old->options.start_time ||
        s->options.output_interval != old->options.output_interval || s->method != old->method) {
        return refuse("start_time, output_interval and method stay as they are while a run goes on",
                      error);
    }
    AB_TRY(ab_run_inherit_changes(s, old, error));
    if (!old->is_started) {
        s->dynamics.pull = old->dynamics.pull;
        s->event_index = old->event_index;
        s->statistics = old->statistics;
        return AB_OK;
    }
    AB_TRY(forget_history(old, error));
    return contacts_fit(s->model, old->model) ? carry_state(s, old, error)
                                              : begin_contacts(s, old, error);
}
