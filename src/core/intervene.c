// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// intervene.c - what someone from outside does to a run between two steps: other values in the
// model, a pull at a body, an impulse. Each is an instant at which the integrator starts anew, so
// the same things done at the same times give the same bits.

#include <string.h>

#include "base/no_memory.h"
#include "core/changes.h"
#include "core/method.h"
#include "core/rule_code.h"
#include "core/simulation_state.h"
#include "core/take_over.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/joint/joint_locks.h"
#include "mechanics/state/place.h"
#include "model/values/value_follow.h"

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

// The method begins anew.
abResult ab_run_begin_anew(abSimulation *s, abError *error) {
    if (!s->clock.is_started) {
        return AB_OK;
    }
    return s->method->disturbed != NULL ? s->method->disturbed(s, error)
                                        : s->method->restart(s, error);
}

// ---- pulling ----

abResult ab_simulation_pull(abSimulation *s, const abPull *pull, abError *error) {
    AB_TRY(ab_run_end_step_here(s, error));
    if (pull == NULL || pull->body.index == 0) {
        bool was_pulled = s->dynamics.mechanics.pull.body.index != 0;
        s->dynamics.mechanics.pull = (abPull){.body = {0}};
        return was_pulled ? ab_run_begin_anew(s, error) : AB_OK;
    }
    if (find_body(s, pull->body, error) < 0) {
        return AB_USAGE;
    }
    if (!ab_is_finite(pull->at) || !ab_is_finite(pull->to) || !(pull->stiffness >= 0.0) ||
        !isfinite(pull->stiffness) || !(pull->damping >= 0.0) || !isfinite(pull->damping)) {
        return refuse("a pull wants finite places, and a stiffness and damping not below 0", error);
    }
    s->dynamics.mechanics.pull = *pull;
    return ab_run_begin_anew(s, error);
}

// ---- an impulse ----

static void add_velocity(abSimulation *s, int index, abVec3 at, abVec3 impulse) {
    const abBody *body = &s->model->bodies[index];
    const abBodyNow *now = &s->dynamics.mechanics.bodies[index];
    abVec3 arm = ab_mul(now->X.R, ab_sub(at, body->p_BC)), rotation = ab_cross(arm, impulse);
    double *y = s->y + body->state;
    if (body->mobility == AB_MOBILITY_PLANAR) {
        y[3] += impulse.x / body->mass;
        y[4] += impulse.y / body->mass;
        y[5] += rotation.z / body->inertia.m[2][2];
        return;
    }
    abVec3 w = ab_mul(now->X.R, ab_mul(body->inverse_inertia, ab_mul_t(now->X.R, rotation)));
    const double change[6] = {
        impulse.x / body->mass, impulse.y / body->mass, impulse.z / body->mass, w.x, w.y, w.z};
    for (int i = 0; i < 6; i++) {
        y[7 + i] += change[i];
    }
}

abResult ab_simulation_push(abSimulation *s, abBodyId body, abVec3 at, abVec3 impulse,
                            abError *error) {
    abDerivative *d = &s->dynamics;
    int index = find_body(s, body, error);
    if (index < 0) {
        return AB_USAGE;
    }
    if (s->model->bodies[index].flexible != NULL) {
        return refuse("an impulse on a flexible body is not supported yet; pull it", error);
    }
    if (!ab_is_finite(at) || !ab_is_finite(impulse)) {
        return refuse("an impulse wants a finite place and vector", error);
    }
    AB_TRY(ab_run_end_step_here(s, error));
    abEnergyBook before = ab_derivative_energy(d, s->t, s->y); // places the bodies
    add_velocity(s, index, at, impulse);
    // joints share the impulse: their correction is least in the kinetic energy (Gauss)
    ab_derivative_project(d, s->t, s->y);
    abEnergyBook after = ab_derivative_energy(d, s->t, s->y);
    s->y[s->dynamics.mechanics.layout.book + AB_BOOK_APPLIED] += after.kinetic - before.kinetic;
    return ab_run_begin_anew(s, error);
}

// ---- other values ----

static abResult save(abSimulation *old, abPack *pack, abError *error) {
    pack->size = ab_simulation_save(old, NULL, 0);
    pack->bytes = old->allocator.resize(old->allocator.context, NULL, 0, pack->size);
    if (pack->bytes == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the state");
    }
    ab_simulation_save(old, pack->bytes, pack->size);
    return AB_OK;
}

// Looking at the energy is no part of the run, and not counted.
static double balance_of(abSimulation *old) {
    int64_t evaluations = old->dynamics.mechanics.evaluations,
            calls = old->dynamics.mechanics.proximity_calls;
    abEnergyBook book = ab_simulation_energy(old);
    old->dynamics.mechanics.evaluations = evaluations;
    old->dynamics.mechanics.proximity_calls = calls;
    return ab_energy_balance(&book);
}

abResult ab_run_pack(abSimulation *old, abPack *pack, abError *error) {
    *pack = (abPack){.bytes = NULL};
    AB_TRY(ab_run_end_step_here(old, error));
    if (!old->clock.is_started) {
        return AB_OK;
    }
    if (old->method->forget != NULL) {
        AB_TRY(old->method->forget(old, error));
    }
    AB_TRY(save(old, pack, error));
    pack->balance = balance_of(old);
    return AB_OK;
}

void ab_run_unpack_done(const abSimulation *s, abPack *pack) {
    if (pack->bytes != NULL) {
        s->allocator.resize(s->allocator.context, pack->bytes, pack->size, 0);
    }
    pack->bytes = NULL;
}

// What is stored changes with the model at no cost to anyone: the book goes on from there.
static void follow_book(abSimulation *s, const abPack *pack) {
    abEnergyBook after = ab_simulation_energy(s);
    s->energy.balance_start += ab_energy_balance(&after) - pack->balance;
}

static abResult carry_state(abSimulation *s, const abSimulation *old, const abPack *pack,
                            abError *error) {
    AB_TRY(ab_simulation_restore(s, pack->bytes, pack->size, error));
    follow_book(s, pack);
    s->dynamics.mechanics.pull = old->dynamics.mechanics.pull;
    return ab_run_begin_anew(s, error);
}

abResult ab_run_put_back(abSimulation *s, const abPack *pack, abError *error) {
    return carry_state(s, s, pack, error);
}

// ---- contacts that begin anew ----

// Counts, clocks and memories that are not of contacts.
static void copy_course(abSimulation *s, const abSimulation *old) {
    const abModel *model = s->model;
    s->t = old->t;
    s->clock.frame_index = old->clock.frame_index;
    s->clock.extra_frames = old->clock.extra_frames;
    s->is_warned = old->is_warned;
    s->dynamics.hit.seed = old->dynamics.hit.seed;
    if (model->sensor_count > 0) {
        memcpy(s->sensors.sides, old->sensors.sides, model->sensor_count);
    }
    if (model->turn_count > 0) {
        memcpy(s->dynamics.mechanics.observations->angles,
               old->dynamics.mechanics.observations->angles,
               (size_t)model->turn_count * sizeof *s->dynamics.mechanics.observations->angles);
    }
    s->dynamics.mechanics.evaluations = old->dynamics.mechanics.evaluations;
    s->dynamics.mechanics.proximity_calls = old->dynamics.mechanics.proximity_calls;
    ab_joint_locks_copy(&s->dynamics.mechanics, &old->dynamics.mechanics);
}

// As at the start of a run, but untold: that contacts are found again is no contact pair.
static abResult start_contacts(abSimulation *s, const abSimulation *old, abError *error) {
    static const abObserver nobody = {0};
    if (s->method->follow != NULL) {
        s->method->follow(s, old);
    }
    AB_TRY(s->method->start(s, &nobody, error));
    s->clock.event_index = old->clock.event_index;
    s->statistics = old->statistics;
    s->energy.scale = old->energy.scale;
    s->clock.is_started = true;
    return AB_OK;
}

static bool has_same_parts(const abModel *a, const abModel *b) {
    return a->state_count == b->state_count && a->body_count == b->body_count &&
           a->shape_count == b->shape_count && a->sensor_count == b->sensor_count &&
           a->turn_count == b->turn_count;
}

abResult ab_run_find_contacts_anew(abSimulation *s, const abSimulation *old, const double *y,
                                   abError *error) {
    AB_TRY(ab_run_check_code(s, error));
    copy_course(s, old);
    memmove(s->y, y, (size_t)s->model->state_count * sizeof *s->y);
    AB_TRY(start_contacts(s, old, error));
    s->energy.balance_start = old->energy.balance_start;
    s->dynamics.mechanics.pull = old->dynamics.mechanics.pull;
    return AB_OK;
}

// Joints that close end the velocities that they do not allow: an impact, booked as such.
static void close_joints(abSimulation *s, const abSimulation *old) {
    abDerivative *d = &s->dynamics;
    abMechanics *m = &d->mechanics;
    ab_mechanics_place(m, old->t, old->y);
    ab_joint_locks_close(m, old->model);
    ab_derivative_project(d, old->t, s->y);
    double loss = ab_joint_locks_loss(m, old->t, old->y, s->y);
    double before = ab_derivative_energy(d, old->t, old->y).kinetic;
    double after = ab_derivative_energy(d, old->t, s->y).kinetic;
    s->y[m->layout.book + AB_BOOK_CONTACT_DAMPING] += loss;
    s->y[m->layout.book + AB_BOOK_DRIVE] += after - before + loss;
}

static abResult begin_contacts(abSimulation *s, const abSimulation *old, const abPack *pack,
                               bool has_same_rules, abError *error) {
    if (!has_same_parts(s->model, old->model)) {
        return refuse("the other model has other parts", error);
    }
    memcpy(s->y, old->y, (size_t)s->model->state_count * sizeof *s->y);
    ab_joint_locks_copy(&s->dynamics.mechanics, &old->dynamics.mechanics);
    if (ab_joint_locks_differ(s->model, old->model)) {
        close_joints(s, old);
    }
    AB_TRY(ab_run_find_contacts_anew(s, old, s->y, error));
    follow_book(s, pack);
    if (old->dynamics.contacts->count > 0 && !has_same_rules) {
        ab_log(&s->log, AB_LOG_WARNING,
               "the contacts begin anew at t = %.9g s: what their laws had fixed at the touch, and "
               "what friction had stored, does not fit the laws they have now",
               s->t);
    }
    return s->method->restart(s, error);
}

// ---- bodies that come in ----

// Whether b is a with more bodies behind its own. What they have in common keeps its numbers then.
static bool has_more_bodies(const abModel *a, const abModel *b) {
    bool goes_on = b->body_count > a->body_count && b->shape_count >= a->shape_count &&
                   b->joint_count == a->joint_count && b->sensor_count == a->sensor_count &&
                   b->turn_count == a->turn_count && b->user_state_count == a->user_state_count;
    for (size_t i = 0; goes_on && i < a->body_count; i++) {
        goes_on = strcmp(a->body_defs[i].name, b->body_defs[i].name) == 0 &&
                  a->bodies[i].state == b->bodies[i].state;
    }
    return goes_on;
}

// The old bodies are where they were, with what stands behind the bodies in y; the new ones where
// the model starts them.
static void put_bodies(abSimulation *s, const abSimulation *old) {
    const abStateLayout *from = &old->dynamics.mechanics.layout,
                        *to = &s->dynamics.mechanics.layout;
    memcpy(s->y, old->y, (size_t)from->user_states * sizeof *s->y);
    memcpy(s->y + to->user_states, old->y + from->user_states,
           (size_t)(from->tangential_states - from->user_states) * sizeof *s->y);
    ab_mechanics_place(&s->dynamics.mechanics, old->t, s->y);
}

// A body that began inside another would be driven out by no natural force.
static abResult check_room(abSimulation *s, const abSimulation *old, abError *error) {
    const abModel *model = s->model;
    for (size_t b = old->model->shape_count; b < model->shape_count; b++) {
        for (size_t a = 0; a < b && model->shapes[b].collides; a++) {
            abProximity at = {.distance = INFINITY};
            if (model->shapes[a].collides && model->shapes[a].body != model->shapes[b].body) {
                ab_pair_proximity(&s->dynamics.mechanics, (int)a, (int)b, &at);
            }
            if (at.distance < 0.0) {
                return ab_error_add(error, AB_USAGE, (abPlace){0},
                                    "%s would begin %.3g m inside %s",
                                    model->body_defs[model->shapes[b].body].name, -at.distance,
                                    model->body_defs[model->shapes[a].body].name);
            }
        }
    }
    return AB_OK;
}

// Contacts are found as at a start. What the bodies bring along is no work of anyone: the book goes
// on from there.
static abResult enter_bodies(abSimulation *s, const abSimulation *old, const abPack *pack,
                             abError *error) {
    put_bodies(s, old);
    AB_TRY(check_room(s, old, error));
    AB_TRY(ab_run_find_contacts_anew(s, old, s->y, error));
    follow_book(s, pack);
    return s->method->restart(s, error);
}

abResult ab_run_take_over(abSimulation *s, const abSimulation *old, const abPack *pack,
                          abError *error) {
    AB_TRY(ab_run_inherit_changes(s, old, error));
    if (!old->clock.is_started) {
        s->dynamics.mechanics.pull = old->dynamics.mechanics.pull;
        s->clock.event_index = old->clock.event_index;
        s->statistics = old->statistics;
        return AB_OK;
    }
    if (has_more_bodies(old->model, s->model)) {
        return enter_bodies(s, old, pack, error);
    }
    bool has_same_rules = ab_rules_are_alike(s->model, old->model);
    return has_same_rules && !ab_joint_locks_differ(s->model, old->model)
               ? carry_state(s, old, pack, error)
               : begin_contacts(s, old, pack, has_same_rules, error);
}

abResult ab_simulation_take_over(abSimulation *s, abSimulation *old, abError *error) {
    if (s->options.start_time != old->options.start_time ||
        s->options.output_interval != old->options.output_interval || s->method != old->method) {
        return refuse("start_time, output_interval and method stay as they are while a run goes on",
                      error);
    }
    abPack pack;
    abResult result = ab_run_pack(old, &pack, error);
    if (result == AB_OK) {
        result = ab_run_take_over(s, old, &pack, error);
    }
    ab_run_unpack_done(old, &pack);
    return result;
}
