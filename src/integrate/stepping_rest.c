// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_rest.c - what steps leave of their contacts, in words.
//
// Where bodies are driven into each other from two sides, no impulses end what closes. The steps
// take the nearest there is and go on; the overlap grows. Who reads the warnings learns which
// bodies, since when and how deep.

#include <math.h>

#include "integrate/stepping.h"

// Overlap of rigid bodies, of the size of the smaller one, that no start and no rounding explains.
static const double s_deep = 0.01;

static const char *name_of(const abSimulation *s, int body) {
    return s->model->bodies[body].name;
}

// The point that presses hardest; NULL: none does.
static const abStepPoint *hardest(const abStep *step) {
    const abStepPoint *best = NULL;
    double most = 0.0;
    for (size_t i = 0; i < step->point_count; i++) {
        double pressing = ab_dot(step->points[i].impulse, step->points[i].n);
        if (pressing > most) {
            most = pressing;
            best = &step->points[i];
        }
    }
    return best;
}

static void warn_of_residual(abSimulation *s) {
    const abStepping *own = s->own;
    const abConeResult *result = &own->step.result;
    const abStepPoint *at = hardest(&own->step);
    ab_log(&s->log, AB_LOG_WARNING,
           "the contacts of the step at t = %.9g s are solved to %.3g of their speed only, after "
           "%d sweeps; wanted is the tolerance, %.3g%s%s%s%s%s",
           s->t, result->error, result->sweeps, own->step.tolerance, at != NULL ? "; " : "",
           at != NULL ? name_of(s, at->body[0]) : "", at != NULL ? " and " : "",
           at != NULL ? name_of(s, at->body[1]) : "", at != NULL ? " press hardest" : "");
}

static double size_of(const abSimulation *s, int body) {
    double bound = s->model->bodies[body].bound;
    return bound > 0.0 ? bound : INFINITY;
}

// A rigid point that is deep, after a step that was not solved; NULL: none is.
static const abStepPoint *deepest(const abSimulation *s, double *depth) {
    const abStep *step = &((abStepping *)s->own)->step;
    const abStepPoint *found = NULL;
    *depth = 0.0;
    for (size_t i = 0; i < step->point_count; i++) {
        const abStepPoint *point = &step->points[i];
        double end = ab_step_end_depth(step, point);
        double size = fmin(size_of(s, point->body[0]), size_of(s, point->body[1]));
        if (point->is_rigid && end > *depth && end > s_deep * size) {
            *depth = end;
            found = point;
        }
    }
    return found;
}

void ab_stepping_warn_of_rest(abSimulation *s) {
    abStepping *own = s->own;
    if (own->step.result.is_converged) {
        return;
    }
    if (!own->is_warned) {
        own->is_warned = true;
        own->unsolved = s->t;
        warn_of_residual(s);
    }
    double depth;
    const abStepPoint *at = own->is_squeezed ? NULL : deepest(s, &depth);
    if (at != NULL) {
        own->is_squeezed = true;
        ab_log(&s->log, AB_LOG_WARNING,
               "%s and %s are %.3g m within each other at t = %.9g s: steps since "
               "t = %.9g s find no impulses that keep them apart; are they pressed into each "
               "other by what is driven or fixed?",
               name_of(s, at->body[0]), name_of(s, at->body[1]), depth, s->t, own->unsolved);
    }
}
