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
// One that meets within the step parts as a rigid point does, (1) of step_rows.c. One that is over its
// end is brought back with all else that is not where it should be (step_apart.c): a limit that takes a
// body back takes along what hangs on it by a stiff spring. What that leaves is closed with the joints.
//
// The acceleration a in that condition is that of the step before, with joints and all.
//
// a of a step in which something else was hit is none; the energy of the step then cuts the speed of
// parting, with those of contacts (step_take.c).
//
// Error   O(h) of the speed of parting where a link meets in the first step.

#include <math.h>

#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"

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
    double parting = step->parting_share * fmax(0.0, restitution * speed - a * (h - time));
    return link->is_impact ? -parting : fmax(0.0, 2.0 * link->gap / h);
}

// How the gap changes with the motion of the two bodies, as placed.
static void set_row(const abMechanics *d, const int body[2], const abRigidNow *now,
                    abVec3 linear[2], abVec3 angular[2]) {
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? -1.0 : 1.0;
        abVec3 arm = ab_sub(now->p, d->bodies[body[side]].X.p);
        linear[side] = ab_scale(sign, now->n);
        angular[side] = ab_scale(sign, ab_add(ab_cross(arm, now->n), now->rotation));
    }
}

void ab_step_make_link(abStep *step, size_t number, const abRigidPoint *point, abConeLink *row) {
    abMechanics *d = step->mechanics;
    abStepLink *link = &step->ends[number];
    abRigidNow now;
    ab_rigid_gap(d, point, &now);
    link->gap = now.gap;
    link->n = now.n;
    link->p = now.p;
    link->rotation = now.rotation;
    *row = (abConeLink){
        .body = {point->body_a, point->body_b}, .impulse = row->impulse, .is_one_sided = true};
    set_row(d, row->body, &now, row->linear, row->angular);
    find_rate(step, row, link);
    row->bias = bias_of(step, point->restitution, link);
}

// ---- where the step ends ----

static size_t count_of(const abStep *step) {
    return ab_rigid_link_count(step->mechanics);
}

double ab_step_links_over(abStep *step, const double *y) {
    abMechanics *d = step->mechanics;
    double over = 0.0, size = d->model->size > 0.0 ? d->model->size : 1.0;
    d->t = step->t + step->h;
    ab_mechanics_place(d, d->t, y);
    for (size_t k = 0; k < count_of(step); k++) {
        abStepLink *end = &step->ends[k];
        abRigidPoint point;
        if (end->row < 0 || !ab_rigid_link(d, k, &point)) {
            continue;
        }
        abRigidNow now;
        ab_rigid_gap(d, &point, &now);
        end->end_gap = now.gap;
        set_row(d, step->links[end->row].body, &now, end->end_linear, end->end_angular);
        over = fmax(over, -now.gap * (ab_norm2(now.n) > 0.0 ? 1.0 : size));
    }
    return over > ab_step_slack(step) ? over : 0.0;
}

int ab_step_closing_links(const abStep *step, abConeLink *links) {
    int count = 0;
    for (size_t k = 0; k < count_of(step); k++) {
        const abStepLink *end = &step->ends[k];
        if (end->row < 0) {
            continue;
        }
        links[count] =
            (abConeLink){.body = {step->links[end->row].body[0], step->links[end->row].body[1]},
                         .bias = end->end_gap,
                         .is_one_sided = true};
        for (int side = 0; side < 2; side++) {
            links[count].linear[side] = end->end_linear[side];
            links[count].angular[side] = end->end_angular[side];
        }
        count++;
    }
    return count;
}
