// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// failure.c - why a run cannot go on: the bodies and the cause, in a sentence that helps.

#include "core/failure.h"

#include <math.h>

#include "core/method.h"
#include "core/simulation_state.h"
#include "derivative/state/rigid_system.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/joint/joint_project.h"
#include "mechanics/state/place.h"

const char ab_failure_vanishes[] =
    "the step would vanish; a force is not smooth or a contact far too stiff";

static const char s_pressed[] = "no forces keep the two apart; are they pressed into each other by "
                                "what is driven or fixed?";

void ab_run_pair_of(const abSimulation *s, int body, int pair[2]) {
    pair[0] = body + 1;
    pair[1] = 0;
    for (size_t k = 0; k < s->dynamics.contacts->count && body >= 0; k++) {
        const abContactPair *contact_pair = &s->dynamics.contacts->pairs[k];
        if (contact_pair->data->body_a == body || contact_pair->data->body_b == body) {
            pair[1] = (contact_pair->data->body_a == body ? contact_pair->data->body_b
                                                          : contact_pair->data->body_a) +
                      1;
            return;
        }
    }
}

void ab_run_closing_pair(const abSimulation *s, int pair[2]) {
    const abRigid *r = &s->dynamics.rigid;
    double fastest = -INFINITY;
    for (size_t i = 0; i < r->count; i++) {
        if (-r->now[i].rate > fastest) {
            fastest = -r->now[i].rate;
            pair[0] = r->points[i].body_a + 1;
            pair[1] = r->points[i].body_b + 1;
        }
    }
}

// For programs, beside the sentence: the bodies as numbers from 1, 0 none.
static void note(abSimulation *s, int first, int second) {
    s->failure = (abFailure){s->t, {first, second}};
}

abFailure ab_simulation_failure(const abSimulation *s) {
    return s->failure;
}

static abResult say(abSimulation *s, int first, int other, const char *cause, abError *error) {
    const char *body = first > 0 ? ab_model_body_name(s->model, (abBodyId){first}) : "none";
    note(s, first, other);
    return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                        "cannot go on at t = %.12g s with body %s%s%s: %s", s->t, body,
                        other > 0 ? " touching " : "",
                        other > 0 ? ab_model_body_name(s->model, (abBodyId){other}) : "", cause);
}

// The first contact pair whose force was not a finite number when last evaluated; NULL: none.
static const abContactPair *pair_without_force(const abSimulation *s) {
    const abContactSet *contacts = s->dynamics.contacts;
    for (size_t k = 0; k < contacts->count; k++) {
        const abNormalForce *normal = &contacts->now[k].normal;
        if (!isfinite(normal->force) || !isfinite(ab_norm2(contacts->now[k].force))) {
            return &contacts->pairs[k];
        }
    }
    return NULL;
}

static abResult say_force(abSimulation *s, const abContactPair *pair, abError *error) {
    const abContactPairNow *now = &s->dynamics.contacts->now[pair - s->dynamics.contacts->pairs];
    bool is_normal = !isfinite(now->normal.force);
    note(s, pair->data->body_a + 1, pair->data->body_b + 1);
    return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                        "cannot go on at t = %.12g s: the %s of %s on %s by law %s is not a finite "
                        "number, at a depth of %.6g m and a rate of %.6g m/s",
                        s->t, is_normal ? "normal force" : "friction",
                        s->model->shapes[pair->shape_a].name, s->model->shapes[pair->shape_b].name,
                        is_normal ? pair->data->interaction->normal->table->name
                                  : pair->data->interaction->friction->table->name,
                        -now->at.distance, now->rate);
}

abResult ab_run_cannot_go_on(abSimulation *s, const abFailureCause *failure, abError *error) {
    const int *pair = failure->pair;
    if (s->is_out_of_memory) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory at t = %.12g s", s->t);
    }
    if (failure->y == NULL) {
        return say(s, pair[0], pair[1], failure->cause, error);
    }
    int weak = ab_joint_weak(&s->dynamics.mechanics);
    if (weak >= 0) {
        note(s, 0, 0);
        return ab_error_add(error, AB_NUMERICS, s->model->joints[weak].place,
                            "cannot go on at t = %.12g s: joint %s is close to a singular position "
                            "of its loop (links in line, or a dead centre), where the joints no "
                            "longer say how it moves on",
                            s->t, s->model->joints[weak].name);
    }
    const abContactPair *without = pair_without_force(s);
    if (without != NULL) {
        return say_force(s, without, error);
    }
    int bad = ab_mechanics_first_bad_body(&s->dynamics.mechanics, failure->y);
    if (bad < 0) {
        return say(s, pair[0], pair[1], failure->cause, error);
    }
    return say(s, bad + 1, pair[1],
               "its state is not a finite number; a force or a motion grows without bound there",
               error);
}

abResult ab_run_failed(abSimulation *s, abError *error) {
    if (s->method->failed != NULL) {
        return s->method->failed(s, error);
    }
    ab_run_catch_up(s);
    abFailureCause failure = {.cause = ab_failure_vanishes, .y = s->y};
    ab_run_closing_pair(s, failure.pair);
    if (failure.pair[0] > 0) {
        failure.cause = s_pressed;
    }
    return ab_run_cannot_go_on(s, &failure, error);
}
