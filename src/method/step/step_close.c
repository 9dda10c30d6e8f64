// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_close.c - the end of a step brought back to its joints, and what that does to the energy.
//
// A step holds joints by their rows in its middle. What is off at its end, by the second order, is
// taken away with the least change of places and velocities (mechanics/joint/joint_project.c). The
// change of velocities is that of impulses p at the rows J of the end, M dv = J' p, and
//
//   dK = p . J v - dv' M dv / 2,   J v the rates of drives, 0 of what is not driven           (1)
//
// with v after it. The first part is the work of drives: beside that of the step it is of first
// order, as the rates of a drive in the middle and at the end differ. The second is an error, never
// above zero: joints that nothing drives do no work. So is what the change of places lifts.
//
// After an impact, when spins are others than at the start, the error is of the second order of the
// turn in a step. A step in which it is large is too long for its motion, and half of it is tried.

#include <string.h>

#include "mechanics/force/apply_forces.h"
#include "mechanics/joint/joint_project.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"

static double energy_of_motion(const abMechanics *m) {
    double sum = 0.0;
    for (size_t b = 0; b < m->model->body_count; b++) {
        const abBody *body = &m->model->bodies[b];
        sum += body->state >= 0 ? ab_kinetic_energy(body, &m->bodies[b]) : 0.0;
    }
    return sum;
}

// What changed from step->before to the bodies as placed.
static void add_change(const abStep *step, abStepClosing *out) {
    const abMechanics *m = step->mechanics;
    for (size_t b = 0; b < m->model->body_count; b++) {
        const abBody *body = &m->model->bodies[b];
        const abBodyNow *from = &step->before[b], *now = &m->bodies[b];
        if (body->state >= 0) {
            abVec3 g = ab_gravity_at(&m->model->gravity, from->X.p);
            abVec3 w = ab_mul(now->X.R, ab_mul_t(from->X.R, from->w)); // it went with the body
            abBodyNow change = {.X = now->X, .v = ab_sub(now->v, from->v), .w = ab_sub(now->w, w)};
            out->taken += ab_kinetic_energy(body, &change);
            out->lifted -= body->mass * ab_dot(g, ab_sub(now->X.p, from->X.p));
        }
    }
}

void ab_step_close(abStep *step, double *y) {
    abMechanics *m = step->mechanics;
    double t = step->t + step->h;
    abStepClosing *out = &step->closing;
    *out = (abStepClosing){0};
    if (m->joints == NULL && m->model->force_count == 0) {
        ab_mechanics_project(m, t, y);
        return;
    }
    ab_mechanics_place(m, t, y);
    memcpy(step->before, m->bodies, m->model->body_count * sizeof *step->before);
    double start = energy_of_motion(m);
    if (ab_mechanics_project(m, t, y)) {
        ab_mechanics_place(m, t, y);
        add_change(step, out);
        out->moving = energy_of_motion(m);
        out->driven = step->has_drives ? out->moving - start + out->taken : 0.0;
    }
    step->elements.stored_end = m->model->force_count > 0 ? ab_spring_energy(m) : 0.0;
    m->t = step->t + 0.5 * step->h;
    ab_mechanics_place(m, m->t, step->y_middle);
}
