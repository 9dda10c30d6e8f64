// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_end.c - what is remembered of the end of a step: gaps, rates and sides of the contact pairs, the
// deepest place of each, and counts.

#include "method/events/step_end.h"
#include "collide/broad/proximity.h"
#include "core/watch.h"
#include "derivative/rigid/rigid_solve.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/state/place.h"
#include "method/events/events.h"
#include "method/events/switching_functions.h"
#include "method/events/tolerances.def"
#include "ode/sweep/sweep.h"

// Greatest depth of a contact pair within the step: at its end, or where the approach turned to parting;
// `turned` is that instant, INFINITY when it did not.
static double deepest_in_step(abSimulation *s, abStepper *stepper, abContactPair *pair,
                              double *turned) {
    abEvents *own = s->own;
    double depth = fmax(0.0, -pair->end_distance);
    *turned = INFINITY;
    if (pair->last_rate > 0.0 && pair->end_rate < 0.0) {
        double low = 0.0, high = 1.0, rate_low = pair->last_rate, rate_high = pair->end_rate;
        for (int i = 0; i < 6; i++) {
            double theta = low + (high - low) * rate_low / (rate_low - rate_high);
            abProximity at;
            ab_sweep_proximity(&own->sweep, stepper, pair->shape_a, pair->shape_b, theta, &at);
            depth = fmax(depth, -at.distance);
            *turned = stepper->t + theta * stepper->h;
            double rate = ab_closing_speed(&s->dynamics.mechanics, pair->data->body_a,
                                           pair->data->body_b, &at);
            if (fabs(rate) <= 1e-7 * pair->start_speed) {
                break;
            }
            *(rate > 0.0 ? &low : &high) = theta;
            *(rate > 0.0 ? &rate_low : &rate_high) = rate;
        }
    }
    pair->last_rate = pair->end_rate;
    return depth;
}

void ab_run_note_end(abSimulation *s, double t, const double *y, bool is_evaluated) {
    abDerivative *d = &s->dynamics;
    if (!is_evaluated && (d->tangential_states.has_exact ||
                          d->rigid.count > 0)) { // what holds points depends on everything
        is_evaluated = ab_derivative_evaluate(d, t, y, s->frame.y);
    } else if (!is_evaluated) {
        ab_mechanics_place(&d->mechanics, t, y);
    }
    if (is_evaluated) {
        ab_rigid_store(d);
    }
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        abProximity at = d->contacts->now[k].at;
        pair->end_rate = d->contacts->now[k].rate;
        if (pair->data->is_rigid) {
            continue;
        }
        if (!is_evaluated) {
            ab_pair_proximity(&d->mechanics, pair->shape_a, pair->shape_b, &at);
            pair->end_rate =
                ab_closing_speed(&d->mechanics, pair->data->body_a, pair->data->body_b, &at);
        }
        pair->end_distance = at.distance;
        ab_run_store_signs(s, pair, &at);
    }
    if (is_evaluated) {
        ab_run_store_tangential_signs(s);
    }
}

void ab_run_note_step(abSimulation *s, abStepper *stepper) {
    abEvents *own = s->own;
    abStatistics *st = &s->statistics;
    st->steps++;
    int group = stepper->limiting_group;
    own->integration
        .limits[group < own->integration.limit_count ? group : own->integration.limit_count - 1]++;
    st->smallest_step = fmin(st->smallest_step, stepper->h);
    if (own->integration.use == AB_USE_STIFF) {
        st->stiff_time += stepper->h;
    }
    abDerivative *d = &s->dynamics;
    own->turned = INFINITY;
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        if (pair->data->is_rigid) {
            continue;
        }
        double turned, depth = deepest_in_step(s, stepper, pair, &turned);
        ab_run_warn_of_ignored(s, pair, depth, stepper->t + stepper->h);
        if (depth > (1.0 + s_deeper) * pair->deepest) {
            own->turned = fmin(own->turned, turned);
        }
        pair->deepest = fmax(pair->deepest, depth);
        if (depth > st->worst_depth && !pair->data->interaction->normal->has_no_force) {
            st->worst_depth = depth;
            st->worst_depth_time = stepper->t + stepper->h;
            st->worst_depth_bodies[0] = pair->data->body_a + 1;
            st->worst_depth_bodies[1] = pair->data->body_b + 1;
        }
    }
}
