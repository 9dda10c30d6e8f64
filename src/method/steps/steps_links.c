// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_links.c - what the last step of method stepping says of ropes that do not stretch and of
// limits of joints: forces, impacts, when they begin and cease to carry.

#include <math.h>

#include "core/notify.h"
#include "core/simulation_state.h"
#include "mechanics/link/rigid_links.h"
#include "method/steps/steps.h"
#include "method/steps/tolerances.def"

static double impulse_of(const abStep *step, const abStepLink *link) {
    return link->row >= 0 ? step->links[link->row].impulse : 0.0;
}

static double force_of(const abStep *step, const abStepLink *link) {
    const int *body = step->links[link->row].body;
    return impulse_of(step, link) / ab_step_length_of(step, body[0], body[1]);
}

// By more than a step that ends just at the limit leaves by rounding.
static bool is_pressing(const abStep *step, const abStepLink *link) {
    double speed = fmax(step->weight_speed, fabs(link->start_rate));
    double inverse = link->row >= 0 ? step->links[link->row].inverse : 0.0;
    double impulse = impulse_of(step, link);
    return impulse > 0.0 && impulse >= s_presses * speed * inverse;
}

static abResult notify(abSimulation *s, const abRigidPoint *point, const abStepLink *link,
                       abEventKind kind, double t, const abObserver *observer, abError *error) {
    double impulse = kind == AB_EVENT_IMPACT ? impulse_of(&s->stepping->step, link) : 0;
    abEvent event = {.time = t,
                     .kind = kind,
                     .body_a = point->body_a + 1,
                     .body_b = point->body_b + 1,
                     .shape_a = -1,
                     .shape_b = -1,
                     .link = ab_rigid_link_name(&s->dynamics.mechanics, point),
                     .speed = kind == AB_EVENT_IMPACT ? link->closing : 0.0,
                     .normal = link->n,
                     .point = link->p,
                     .impulse = impulse,
                     .push = ab_scale(impulse, link->n),
                     .duration = kind == AB_EVENT_RELEASE ? t - link->start_time : 0.0};
    return ab_run_notify(s, &event, observer, error);
}

abResult ab_stepping_notify_links(abSimulation *s, const abObserver *observer, abError *error) {
    abStep *step = &s->stepping->step;
    for (size_t k = 0; k < ab_rigid_link_count(&s->dynamics.mechanics); k++) {
        abStepLink *link = &step->ends[k];
        abRigidPoint point;
        if (link->row < 0 || !ab_rigid_link(&s->dynamics.mechanics, k, &point)) {
            continue;
        }
        bool presses = is_pressing(step, link), hits = presses && link->is_impact;
        if (hits) {
            AB_TRY(
                notify(s, &point, link, AB_EVENT_IMPACT, step->t + link->later, observer, error));
        }
        if (link->carries && !presses) {
            AB_TRY(notify(s, &point, link, AB_EVENT_RELEASE, step->t, observer, error));
        } else if (!link->carries && presses && !hits) {
            link->start_time = step->t;
            AB_TRY(notify(s, &point, link, AB_EVENT_TOUCH, step->t, observer, error));
        }
        link->carries = presses && (link->carries || !hits);
        link->last_rate = link->start_rate;
        link->last_h = presses ? 0.0 : step->h;
    }
    return AB_OK;
}

void ab_stepping_amend_links(abSimulation *s) {
    const abStep *step = &s->stepping->step;
    abMechanics *d = &s->dynamics.mechanics;
    size_t forces = s->model->force_count;
    for (size_t k = 0; k < ab_rigid_link_count(d); k++) {
        const abStepLink *link = &step->ends[k];
        if (link->row < 0) {
            continue;
        }
        double f = force_of(step, link);
        if (k < forces) {
            d->observations->forces[k].force = ab_scale(f, link->n);
            continue;
        }
        double *out = s->frame.limit_loads + 6 * (size_t)s->model->limits[k - forces].joint;
        for (int i = 0; i < 3; i++) {
            out[i] += f * ab_get(link->n, i);
            out[i + 3] += f * ab_get(link->rotation, i);
        }
    }
}
