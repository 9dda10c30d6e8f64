// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_restitution.c - restitution by impulses, of Poisson, at the rigid points of a step.
//
// First nothing bounces: the rows give the impulses of compression p_c. Those of the whole impact
// are
//
//   p >= (1 + e) p_c,   u >= 0,   and one of them is equal                                (1)
//
// Of a point that meets within the step (1 + e) p_c and what carries the weight after the impact are
// together what a point alone needs to part as (1) of step_rows.c has it. Of one that rests it is what it has more
// than in the step before, where that is the doing of an impact.
//
// The rows know speeds, not impulses. So each point is given a speed of parting t, and
//
//   t <- max(0, u + what the impulses (1 + e) p_c - p would add to it)                    (2)
//
// (of others only where they part or have less than that) until (2) changes nothing; (1) then
// holds. Friction is that of the whole impact, exact as ever.
//
// Error   what (2) still changes, by the closing speed.
// Limits  (2) contracts where contacts of one body do not couple strongly: by 1/3 in a row of equal
//         balls. After 60 rounds what is left stays.

#include <string.h>

#include "law/normal/rigid.h"
#include "method/step/step.h"
#include "solver/cone/cone_motion.h"

static bool is_poisson(const abStepPoint *point) {
    return point->is_rigid && !point->is_frozen && point->contact >= 0 && point->is_poisson;
}

static double pressing(const abStepPoint *point) {
    return ab_dot(point->impulse, point->n);
}

// (1 + e) p_c of a point; 0: nothing is asked of it.
static double wanted(const abStep *step, const abStepPoint *point) {
    double e = step->caches[point->cache].pair.data->normal_constants[AB_RIGID_RESTITUTION];
    double p = pressing(point);
    if (point->is_impact) {
        double parting = ab_step_parting(step, point, e), closing = point->free_rate;
        return closing > 0.0 ? p * (1.0 + parting / closing) : p;
    }
    double more = p - point->before;
    bool is_struck = step->contacts[point->contact].local.nn * more > 2.0 * step->weight_speed;
    return is_struck && more > 0.0 ? p + e * more : 0.0;
}

bool ab_step_compress(abStep *step) {
    bool any = false;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        any = any || (point->is_impact && is_poisson(point) && pressing(point) > 0.0);
    }
    for (size_t k = 0; k < step->point_count && any; k++) {
        abStepPoint *point = &step->points[k];
        if (is_poisson(point) && pressing(point) > 0.0) {
            point->target = wanted(step, point);
        }
    }
    return any && ab_step_restitute(step);
}

static void push(abConeBody *body, abVec3 arm, abVec3 impulse) {
    const double *m = body->inverse_mass;
    body->v = ab_add(body->v, ab_vec3(m[0] * impulse.x, m[1] * impulse.y, m[2] * impulse.z));
    body->w = ab_add(body->w, ab_mul(body->inverse_inertia, ab_cross(arm, impulse)));
}

// By (2) it acts on others.
static bool is_open(const abStepPoint *point, double missing) {
    return missing > 0.0 || point->parting > 0.0;
}

bool ab_step_restitute(abStep *step) {
    size_t n = (size_t)step->modal.cone_bodies;
    abConeBody *bodies = step->shift; // not in use yet
    memcpy(bodies, step->bodies, n * sizeof *bodies);
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        double missing = point->target - pressing(point);
        if (point->target > 0.0 && is_open(point, missing)) {
            push(&bodies[point->body[0]], point->arm[0], ab_scale(-missing, point->n));
            push(&bodies[point->body[1]], point->arm[1], ab_scale(missing, point->n));
            ab_cone_modes_push(bodies, &point->modes[0], ab_scale(-missing, point->n));
            ab_cone_modes_push(bodies, &point->modes[1], ab_scale(missing, point->n));
        }
    }
    double change = 0.0, closing = 0.0;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        if (point->target > 0.0) {
            double missing = point->target - pressing(point);
            double alone = is_open(point, missing) || point->contact < 0
                               ? 0.0
                               : step->contacts[point->contact].local.nn * missing;
            double parting = fmax(0.0, alone - ab_step_end_rate(bodies, point)); // (2)
            change = fmax(change, fabs(parting - point->parting));
            closing = fmax(closing, point->is_impact ? point->closing : 0.0);
            point->parting = parting;
        }
    }
    return change > fmax(step->tolerance, 1e-12) * closing;
}
