// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_links.c - ropes that do not stretch and limits of joints in a step, as rows with an impulse
// that is not below 0 (cone.h), beside those of joints.
//
// With J the row of a link at the middle of the step and g_m its gap there, the gap at the end is
// g_m + h/2 J v_1, so that
//
//   0 <= p,  0 <= J v_1 + b,  one of them zero,   b = max(0, 2 g_m / h)                   (1)
//
// One that meets within the step parts as a rigid point does, (1) of step_rows.c. What is left of
// an overlap at the end is closed with the joints, with the least change of places.
//
// The acceleration a in that condition is that of the step before, with joints and all.
//
// Error   O(h) of the speed of parting where a link meets in the first step.

#include <math.h>

#include "dynamics/step.h"

// Rate of the gap with the velocities at the start.
static void find_rate(const abStep *step, const abConeLink *link, abStepLink *out) {
    out->start_rate = 0.0;
    for (int side = 0; side < 2; side++) {
        int b = link->body[side];
        if (b >= 0) {
            const abVec3 l = link->linear[side], a = link->angular[side];
            out->start_rate += ab_dot(l, step->v0[b]) + ab_dot(a, step->w0[b]);
        }
    }
}

// b of (1), or what makes an impact part.
static double bias_of(const abStep *step, double restitution, abStepLink *link) {
    double h = step->h, approach = -link->start_rate;
    double a = link->last_h > 0.0 ? (link->last_rate - link->start_rate) / link->last_h : 0.0;
    double start = link->gap - 0.5 * h * link->start_rate;
    double time = approach > 0.0 ? fmax(0.0, start) / approach : h;
    double speed = approach + a * time;
    bool meets = link->gap - 0.5 * h * (approach + a * h) < 0.0 && time < h;
    link->is_impact = meets && speed > 2.0 * fmax(a, step->weight_speed / h) * h;
    link->closing = link->is_impact ? speed : 0.0;
    link->later = time;
    return link->is_impact ? -fmax(0.0, restitution * speed - a * (h - time))
                           : fmax(0.0, 2.0 * link->gap / h);
}

void ab_step_make_link(abStep *step, size_t number, const abRigidPoint *point, abConeLink *row) {
    abDynamics *d = step->dynamics;
    abStepLink *link = &step->ends[number];
    abRigidNow now;
    ab_rigid_gap(d, point, &now);
    link->gap = now.gap;
    link->n = now.n;
    link->p = now.p;
    link->turn = now.turn;
    *row = (abConeLink){
        .body = {point->body_a, point->body_b}, .impulse = row->impulse, .is_one_sided = true};
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? -1.0 : 1.0;
        abVec3 arm = ab_sub(now.p, d->bodies[row->body[side]].X.p);
        row->linear[side] = ab_scale(sign, now.n);
        row->angular[side] = ab_scale(sign, ab_add(ab_cross(arm, now.n), now.turn));
    }
    find_rate(step, row, link);
    row->bias = bias_of(step, point->restitution, link);
}

// ---- the end ----

static double height_energy(const abDynamics *d) {
    double sum = 0.0;
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        if (body->state >= 0) {
            abVec3 p = d->bodies[b].X.p;
            sum -= body->mass * ab_dot(ab_gravity_at(&d->model->gravity, p), p);
        }
    }
    return sum;
}

bool ab_step_close_links(abStep *step, double t, double *y) {
    abDynamics *d = step->dynamics;
    abRigid *r = &d->rigid;
    if (!ab_rigid_has_links(d)) {
        return true;
    }
    ab_dynamics_place(d, t, y);
    if (!ab_rigid_list_open_links(d)) {
        return false;
    }
    if (r->count > 0) {
        double before = height_energy(d);
        ab_rigid_close_gaps(d, t, y);
        ab_dynamics_place(d, t, y);
        step->lifted += height_energy(d) - before;
        r->count = 0;
    }
    return true;
}
