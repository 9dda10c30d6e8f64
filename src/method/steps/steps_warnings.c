// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_warnings.c - what steps leave of their contacts, in words.
//
// Where bodies are driven into each other from two sides, no impulses end what closes. The steps
// take the nearest there is and go on; the overlap grows. Who reads the warnings learns which
// bodies, since when and how deep.

#include <math.h>

#include "core/simulation_state.h"
#include "mechanics/link/driven_stop.h"
#include "method/steps/steps.h"
#include "method/steps/tolerances.def"
#include "model/kinds/joints.h"

static const char *name_of(const abSimulation *s, int body) {
    return s->model->bodies[body].name;
}

static void warn_of_residual(abSimulation *s) {
    const abStepping *own = s->stepping;
    const abConeResult *result = &own->step.result;
    const int *worst = own->step.worst;
    bool has_pair = worst[0] >= 0 && worst[1] >= 0;
    ab_log(&s->log, AB_LOG_WARNING,
           "the contacts of the step at t = %.9g s are solved to %.3g of their speed only, after "
           "%d sweeps; wanted is the tolerance, %.3g%s%s%s%s%s",
           s->t, result->error, result->sweeps, own->step.tolerance, has_pair ? "; " : "",
           has_pair ? name_of(s, worst[0]) : "", has_pair ? " and " : "",
           has_pair ? name_of(s, worst[1]) : "", has_pair ? " are farthest off" : "");
}

static double size_of(const abSimulation *s, int body) {
    double bound = s->model->bodies[body].bound;
    return bound > 0.0 ? bound : INFINITY;
}

// A rigid point that is deep, after a step that was not solved; NULL: none is.
static const abStepPoint *deepest(const abSimulation *s, double *depth) {
    const abStep *step = &s->stepping->step;
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

// A stop that carries and a drive that works against it: no impulses do for both. False when there
// is none.
static bool warn_of_drive(abSimulation *s) {
    const abModel *model = s->model;
    abStep *step = &s->stepping->step;
    for (size_t k = 0; k < model->limit_count; k++) {
        const abStepLink *end = &step->ends[model->force_count + k];
        const abLimit *limit = &model->limits[k];
        double load = end->row >= 0 ? step->links[end->row].impulse / step->h : 0.0;
        int axis = 0, drive = -1;
        if (load > 0.0 && limit->axis < AB_AXIS_PATH) {
            drive = ab_drive_against(model, limit, step->island, &axis);
        }
        if (drive >= 0) {
            ab_log(&s->log, AB_LOG_WARNING,
                   "the drive %s of joint %s works against the stop of joint %s, which is at "
                   "%s = %.6g %s and does not yield: no impulses do for both, and from t = %.9g s "
                   "on neither is kept. The stop bears %.6g %s in this step. End the motion before "
                   "it, drive by a torque or a spring, or leave the stop out",
                   ab_joint_axes[axis], model->joints[drive].name, model->joints[limit->joint].name,
                   ab_joint_axes[limit->axis], limit->bound, limit->axis < 3 ? "m" : "rad", s->t,
                   load, limit->axis < 3 ? "N" : "N m");
            return true;
        }
    }
    return false;
}

void ab_stepping_warn_of_sleep(abSimulation *s) {
    abStepping *own = s->stepping;
    if (own->step.result.is_converged) {
        return;
    }
    if (!own->is_warned) {
        own->is_warned = true;
        own->unsolved = s->t;
        if (!warn_of_drive(s)) {
            warn_of_residual(s);
        }
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

void ab_stepping_tell_of_stiff_forces(abSimulation *s) {
    abStepping *own = s->stepping;
    const abStepElements *elements = &own->step.elements;
    if (own->is_coarse || !(elements->stiffest > s_unseen)) {
        return;
    }
    own->is_coarse = true;
    int f = elements->stiffest_force;
    ab_log(&s->log, AB_LOG_NOTICE,
           "%s %s is stiffer than steps of %.3g s see, w h = %.3g: it follows its load at once and "
           "does not swing; write step: %.2g to see it swing",
           f >= 0 ? "force" : "the pull", f >= 0 ? s->model->forces[f].name : "at a body",
           own->step.h, elements->stiffest, s_seen * own->step.h / elements->stiffest);
}
