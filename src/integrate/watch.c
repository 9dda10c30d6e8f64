// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// watch.c - what a run has to say of itself: what holds it up, what it ignores, why it cannot go
// on.

#include <stdio.h>

#include "integrate/run.h"

// Says once of a touch that its force was left out.
void ab_run_warn_of_ignored(const abSimulation *s, const abTouch *touch, double depth, double t) {
    if (touch->deepest <= touch->ignored_depth && depth > touch->ignored_depth) {
        ab_log(&s->log, AB_LOG_WARNING,
               "%s and %s: depth above ignore_deeper_than = %.6g m at t = %.9g s, so the contact "
               "gives no force there; the energy stored in it is lost",
               s->model->shapes[touch->shape_a].name, s->model->shapes[touch->shape_b].name,
               touch->ignored_depth, t);
    }
}

// The pair that holds a group's body, for messages: the body itself and its first partner.
void ab_run_limiting_pair(const abSimulation *s, int group, int bodies[2]) {
    int body = s->groups[group].body;
    bodies[0] = body + 1;
    bodies[1] = 0;
    for (size_t k = 0; k < s->dynamics.touch_count && body >= 0; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        if (touch->body_a == body || touch->body_b == body) {
            bodies[1] = (touch->body_a == body ? touch->body_b : touch->body_a) + 1;
            return;
        }
    }
}

// Where no body holds the step up by its own error, impacts of rigid bodies do: the two that meet
// fastest.
static void closing_pair(const abSimulation *s, int bodies[2]) {
    const abRigid *r = &s->dynamics.rigid;
    double fastest = -INFINITY;
    for (size_t i = 0; i < r->count; i++) {
        if (-r->now[i].rate > fastest) {
            fastest = -r->now[i].rate;
            bodies[0] = r->points[i].body_a + 1;
            bodies[1] = r->points[i].body_b + 1;
        }
    }
}

static const char s_squeezed[] =
    "impacts of rigid bodies follow on each other without an end; are they pressed into each other "
    "by what is driven or fixed? impacts: order_free says so for certain";

static const char s_pressed[] = "no forces keep the two apart; are they pressed into each other by "
                                "what is driven or fixed?";

static const char s_flat_pair[] =
    "the pair has manifold: single, and its one point jumps between corners where it lies flat; "
    "manifold: full carries it at all corners";

static const char s_softer[] =
    "a softer contact (reduction), a looser tolerance or integrator: bdf may help";

// Whether two bodies touch in one point though both have something flat.
static bool is_flat_pair(const abSimulation *s, const int bodies[2]) {
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        bool is_pair = (touch->body_a + 1 == bodies[0] && touch->body_b + 1 == bodies[1]) ||
                       (touch->body_a + 1 == bodies[1] && touch->body_b + 1 == bodies[0]);
        const abBodyShape *shapes = s->model->shapes;
        if (is_pair && !touch->has_patch &&
            ab_has_patch(&shapes[touch->shape_a].shape, &shapes[touch->shape_b].shape)) {
            return true;
        }
    }
    return false;
}

// Watches for a run that crawls, and says once which pair holds it.
void ab_run_watch(abSimulation *s, const abStepper *stepper) {
    enum { MANY = 100000 };
    double run = s->options.end_time - s->options.start_time;
    s->small_steps = stepper->h < 1e-8 * run ? s->small_steps + 1 : 0;
    if (s->small_steps == MANY && !s->is_warned) {
        int pair[2];
        ab_run_limiting_pair(s, stepper->limiting_group, pair);
        ab_log(&s->log, AB_LOG_WARNING,
               "the run crawls at t = %.9g s: %d steps in a row near %.3g s, held by %s%s%s; %s",
               s->t, MANY, stepper->h, ab_model_body_name(s->model, (abBodyId){pair[0]}),
               pair[1] > 0 ? " on " : "",
               pair[1] > 0 ? ab_model_body_name(s->model, (abBodyId){pair[1]}) : "",
               is_flat_pair(s, pair) ? s_flat_pair : s_softer);
        s->is_warned = true;
    }
}

// Steps of method stepping may be too long for what moves: bodies then overlap further than the
// step foresaw, and the energy book does not close. Said once, when it is off by a good part of
// what was turned over.
void ab_run_watch_energy(abSimulation *s, double t, const abEnergyBook *book) {
    static const double much = 0.5;
    const abStatistics *st = &s->statistics;
    double off = ab_energy_balance(book) - s->balance_start;
    double scale = fmax(s->energy_scale, st->energy_scale);
    if (s->options.method != AB_METHOD_STEPPING || s->is_warned || !(fabs(off) > much * scale)) {
        return;
    }
    const int *pair = st->worst_depth_bodies;
    char contact[240] = "";
    if (st->worst_depth > 0.0) {
        snprintf(contact, sizeof contact,
                 "; the deepest contact was %.60s on %.60s, %.3g m at t = %.9g s",
                 ab_model_body_name(s->model, (abBodyId){pair[0]}),
                 ab_model_body_name(s->model, (abBodyId){pair[1]}), st->worst_depth,
                 st->worst_depth_time);
    }
    ab_log(&s->log, AB_LOG_WARNING,
           "%.3g J have %s by t = %.9g s without a cause, %.2g of the energy turned over: steps of "
           "%.3g s are too long for this motion or its contacts%s",
           fabs(off), off > 0.0 ? "come up" : "been lost", t, fabs(off) / scale, s->options.step,
           contact);
    s->is_warned = true;
}

// Says once that a joint has lost hold.
void ab_run_warn_of_singularity(abSimulation *s) {
    int joint = ab_dynamics_singular_joint(&s->dynamics);
    if (joint >= 0 && !s->is_singular) {
        ab_log(&s->log, AB_LOG_WARNING,
               "joint %s holds less than at the start at t = %.9g s: its loop is in a singular "
               "position (links in line, or a dead centre), from where more than one motion is "
               "possible",
               s->model->joints[joint].name, s->t);
        s->is_singular = true;
    }
}

// `other`: number of a second body and one; 0: none.
static abResult cannot_go_on(const abSimulation *s, const char *body, int other, const char *cause,
                             abError *error) {
    return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                        "cannot go on at t = %.12g s with body %s%s%s: %s", s->t, body,
                        other > 0 ? " touching " : "",
                        other > 0 ? ab_model_body_name(s->model, (abBodyId){other}) : "", cause);
}

abResult ab_run_endless_impacts(abSimulation *s, abError *error) {
    const int *pair = s->last_hit;
    const char *body = pair[0] > 0 ? ab_model_body_name(s->model, (abBodyId){pair[0]}) : "none";
    return cannot_go_on(s, body, pair[1], s_squeezed, error);
}

abResult ab_run_failed(abSimulation *s, abStepStatus status, abError *error) {
    const abStepper *stepper = ab_run_stepper(s);
    bool has_stepper = stepper->y1 != NULL; // fixed and stepping have none
    int pair[2] = {0, 0};
    if (has_stepper) {
        ab_run_limiting_pair(s, stepper->limiting_group, pair);
    }
    int bad = ab_dynamics_first_bad_body(&s->dynamics, has_stepper ? stepper->y1 : s->y);
    const char *cause = "the step would vanish; a force is not smooth or a contact far too stiff";
    bool is_of_impacts = pair[0] == 0;
    if (is_of_impacts) {
        closing_pair(s, pair);
        cause = pair[0] == 0 ? cause : has_stepper ? s_squeezed : s_pressed;
    }
    const char *body = pair[0] > 0 ? ab_model_body_name(s->model, (abBodyId){pair[0]}) : "none";
    if (pair[1] > 0 && !is_of_impacts && is_flat_pair(s, pair)) {
        cause = s_flat_pair;
    }
    if (bad >= 0) {
        body = s->model->bodies[bad].name;
        cause = "its state is not a finite number; a force or a motion grows without bound there";
    } else if (status == AB_STEP_FAILED && has_stepper) {
        cause = "the integrator gave up; try integrator: explicit";
    }
    int weak = ab_dynamics_weak_joint(&s->dynamics);
    if (weak >= 0) {
        return ab_error_add(error, AB_NUMERICS, s->model->joints[weak].place,
                            "cannot go on at t = %.12g s: joint %s is close to a singular position "
                            "of its loop (links in line, or a dead centre), where the joints no "
                            "longer say how it moves on",
                            s->t, s->model->joints[weak].name);
    }
    return cannot_go_on(s, body, pair[1], cause, error);
}
