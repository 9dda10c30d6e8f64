// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_free.c - how points move on in a step without contacts, as joints and force elements have it.
//
// Whether a contact hits or rests is told by what presses it: what meets more slowly than its load
// makes it in two steps is at rest (step_rows.c). The load of a tooth comes through the shafts of its
// wheels. So the free motion of points on bodies with links is that of the rows of links alone,
//
//   M (V - V_f) = J' p,  J V + b + R p = 0                                                  (1)
//
// found where a point is about to hit, once for each solution of the step.

#include <string.h>

#include "base/array.h"
#include "method/step/step.h"
#include "method/step/tolerances.def"
#include "solver/cone/cone_solve.h"

enum { FEW_SWEEPS = 40, SWEEPS = 500 };

static bool is_linked(const abStep *step, int body) {
    for (size_t k = 0; k < step->link_count; k++) {
        if (step->links[k].body[0] == body || step->links[k].body[1] == body) {
            return true;
        }
    }
    return false;
}

// A law that already presses there has its force, however the point comes.
static bool may_hit(const abStep *step, const abStepPoint *point) {
    double fastest = fmax(point->start_rate, point->free_rate);
    bool is_near = point->depth + 0.5 * step->h * fastest > 0.0;
    bool may_jump = point->is_rigid || ab_step_is_new(point);
    return !point->is_frozen && point->surface < 0 && may_jump && is_near &&
           point->start_rate > 0.0;
}

static bool has_hits_on_links(const abStep *step) {
    for (size_t k = 0; step->link_count > 0 && k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        bool is_point_linked = may_hit(step, point) &&
                               (is_linked(step, point->body[0]) || is_linked(step, point->body[1]));
        if (is_point_linked) {
            return true;
        }
    }
    return false;
}

static bool differ(abVec3 a, abVec3 b) {
    return a.x != b.x || a.y != b.y || a.z != b.z;
}

static bool is_moved(const abConeBody *now, const abConeBody *free) {
    return differ(now->v, free->v) || differ(now->w, free->w);
}

bool ab_step_free_points(abStep *step) {
    abStepElements *e = &step->elements;
    size_t n = (size_t)step->modal.cone_bodies;
    if (!has_hits_on_links(step)) {
        return true;
    }
    if (!AB_ARRAY_RESERVE(step->mechanics->allocator, e->links, e->link_capacity,
                          step->link_count)) {
        return false;
    }
    memcpy(e->links, step->links, step->link_count * sizeof *e->links);
    memcpy(step->bodies, step->free, n * sizeof *step->bodies);
    abConeProblem problem = {
        .bodies = step->bodies,
        .links = e->links,
        .body_count = (int)n,
        .link_count = (int)step->link_count,
        .tolerance = step->tolerance,
        .unit = step->weight_speed,
        .enough = ab_step_enough(step),
        .few_sweeps = FEW_SWEEPS,
        .max_sweeps = SWEEPS,
        .maximum_work = s_maximum_work * (double)step->link_count,
        .is_aside = true,
    };
    abConeResult result;
    if (!ab_cone_solve(&problem, &step->workspace, &result)) {
        return false;
    }
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        int a = point->body[0], b = point->body[1];
        if (is_moved(&step->bodies[a], &step->free[a]) ||
            is_moved(&step->bodies[b], &step->free[b])) {
            point->free_rate = ab_step_end_rate(step->bodies, point);
        }
    }
    return true;
}
