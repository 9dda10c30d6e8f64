// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// watch.c - what a run has to say of itself: what it ignores, and what it does that it should not.

#include "core/watch.h"
#include "core/method.h"
#include "core/simulation_state.h"
#include "mechanics/joint/joint_project.h"
#include <stdio.h>

#include "core/tolerances.def"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/modes.h"
#include "model/check/model_checks.h"

// Says once of a contact pair that its force was left out.
void ab_run_warn_of_ignored(const abSimulation *s, const abContactPair *pair, double depth,
                            double t) {
    if (pair->deepest <= pair->data->ignored_depth && depth > pair->data->ignored_depth) {
        ab_log(&s->log, AB_LOG_WARNING,
               "%s and %s: depth above ignore_deeper_than = %.6g m at t = %.9g s, so the contact "
               "gives no force there; the energy stored in it is lost",
               s->model->shapes[pair->shape_a].name, s->model->shapes[pair->shape_b].name,
               pair->data->ignored_depth, t);
    }
}

// Steps of a length that is given may be too long for what moves: bodies then overlap further
// than the step foresaw, and the energy book does not close. Said once, when it is off by a good
// part of what was turned over.
void ab_run_watch_energy(abSimulation *s, double t, const abEnergyBook *book) {
    const abStatistics *st = &s->statistics;
    double off = ab_energy_balance(book) - s->energy.balance_start;
    double scale = fmax(s->energy.scale, st->energy_scale);
    if (!s->method->watches_energy || s->is_warned || !(fabs(off) > s_unbalanced * scale)) {
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

// Says once of a flexible body that it turns too fast or deflects too far for its modes.
void ab_run_watch_modes(abSimulation *s, double t) {
    const abMechanics *m = &s->dynamics.mechanics;
    for (int b = 0; m->floating != NULL && b < (int)s->model->body_count; b++) {
        abFloating *f = ab_modes_of(m, b);
        if (f == NULL) {
            continue;
        }
        double sum = 0.0, size = ab_body_size(&s->model->bodies[b]);
        for (int k = 0; k < f->body->mode_count; k++) {
            double way = f->body->reach[k] * f->q[k];
            sum += way * way;
        }
        f->is_fast =
            f->is_fast || ab_model_warn_of_spin(s->model, &s->log, b, ab_norm(m->bodies[b].w));
        if (!f->is_far && sqrt(sum) > s_large_deflection * size) {
            f->is_far = true;
            ab_log(&s->log, AB_LOG_WARNING,
                   "%s is deflected by %.3g m at t = %.9g s, %.2g of its size: its modes are for "
                   "small deflections",
                   s->model->bodies[b].name, sqrt(sum), t, sqrt(sum) / size);
        }
    }
}

// Says once that a joint has lost hold.
void ab_run_warn_of_singularity(abSimulation *s) {
    int joint = ab_joint_singular(&s->dynamics.mechanics);
    if (joint >= 0 && !s->is_singular) {
        ab_log(&s->log, AB_LOG_WARNING,
               "joint %s holds less than at the start at t = %.9g s: its loop is in a singular "
               "position (links in line, or a dead centre), from where more than one motion is "
               "possible",
               s->model->joints[joint].name, s->t);
        s->is_singular = true;
    }
}
