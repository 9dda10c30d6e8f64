// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_surface.c - surfaces that carry a pressure, over a step: thousands of points, each under the
// law of step_force.c, and for the solution one patch with six numbers (solver/cone/cone_patch.h).
//
// The points are those of step_surface_find.c. With n the direction of the depth, m that of the
// pressure, c = max(0, m . n) and the elastic part F_e of the mean force F, a point gives the
// impulses
//
//   h c F n              linearised by the rate at the end, F >= 0                        (1)
//   h F_e (m - c n)      as it was in the round before                                    (2)
//
// and friction of the impulse (1). Rounds go on until all agree with the motion.
//
// Friction is against the mean of the slip at the start and at the end, of the whole patch: a point
// that turns back in the step, as the motion about a centre does somewhere, has for friction what
// its mean says. Of a patch that comes to rest only its end counts, so that it stays where it
// stops.
//
// (2) has no slope in the rows: over a closed surface these cancel, as pressures on walls do.

#include <string.h>

#include "mechanics/contact/contact_pair.h"
#include "method/step/step_surface.h"
#include "method/step/tolerances.def"

// ---- rows ----

static double friction_of(const abStepPairCache *cache) {
    return cache->friction[1];
}

static bool may_press(const abStep *step, const abStepPoint *point) {
    return point->depth > 0.0 || point->depth - 0.5 * step->h * point->start_rate > 0.0 ||
           point->depth + 0.5 * step->h * fmax(point->rate, point->free_rate) > 0.0;
}

// (2) at a surface point, as an impulse.
static abVec3 side_impulse(const abStep *step, const abStepSurfacePoint *surface_point) {
    abVec3 across =
        ab_add_scaled(surface_point->at.m_AB_W, -surface_point->shown, surface_point->at.n_AB_W);
    return ab_scale(step->h * surface_point->now.elastic, across);
}

typedef struct Sum {
    double off, whole, limit; // of normal impulses                                      [N s]
    abVec3 force, torque;     // of (2)
} Sum;

static void linearise(abStep *step, abStepSurfacePoint *surface_point, abConePatchPoint *row,
                      const abStepPoint *of, double rate, double friction, Sum *sum) {
    abStepPoint point = ab_surface_point_of(surface_point, of->cache);
    double before = fmax(0.0, row->press + row->slope * (rate - row->rate));
    surface_point->now = ab_step_force(step, &point, &surface_point->contact, rate);
    row->rate = rate;
    row->press = step->h * surface_point->shown * surface_point->now.force;
    row->slope = row->press > 0.0
                     ? step->h * surface_point->shown * fmax(0.0, surface_point->now.slope)
                     : 0.0;
    row->friction = friction;
    sum->off += fabs(row->press - before);
    sum->whole += row->press;
    sum->limit += friction * row->press;
    abVec3 side = side_impulse(step, surface_point);
    sum->force = ab_add(sum->force, side);
    sum->torque = ab_add(sum->torque, ab_cross(row->x, side));
}

static Sum linearise_all(abStep *step, const abStepSurface *surface, const abConePatch *patch,
                         const abConeBody *bodies) {
    const abStepPairCache *cache = &step->caches[surface->cache];
    abVec3 end[2];
    Sum sum = {0};
    if (bodies == NULL && cache->touches) { // what presses already moves on as it does
        ab_patch_twist_at_start(step, patch, &end[0], &end[1]);
    } else {
        ab_patch_twist_of(bodies == NULL ? step->free : bodies, patch, &end[0], &end[1]);
    }
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        abConePatchPoint *row = &step->rows[i];
        linearise(step, &step->surface_points[i], row, &step->points[surface->point],
                  ab_patch_rate(end[0], end[1], row->x, row->n), friction_of(cache), &sum);
    }
    return sum;
}

// Friction as it acted with the share s of the start, for the evaluation at an instant. What goes
// on sliding has u there for the mean of u and u_0, both times s: in slow creep, where the size of
// the slip counts, both are the same.
static abSurfaceTangential tangential_of(const abStepPairCache *cache, const abStepSurface *surface,
                                         const abConePatch *patch, double share) {
    return (abSurfaceTangential){.is_set = patch->tangential > 0.0,
                                 .friction = friction_of(cache),
                                 .per_speed = (1.0 + share) * patch->tangential,
                                 .at = surface->origin,
                                 .v = patch->hold[0],
                                 .w = patch->hold[1]};
}

// (3) of cone_patch.h: by the slips of its points at the start, weighted with what they press.
static void set_start(const abStep *step, abConePatch *patch) {
    abVec3 v0, w0, force = {0.0, 0.0, 0.0}, torque = {0.0, 0.0, 0.0};
    double whole = 0.0, limit = 0.0;
    ab_patch_twist_at_start(step, patch, &v0, &w0);
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *row = &patch->points[i];
        abVec3 u = ab_add(v0, ab_cross(w0, row->x));
        u = ab_add_scaled(u, -ab_dot(u, row->n), row->n);
        limit += row->friction * row->press;
        whole += row->friction * row->press * ab_norm2(u);
        u = ab_scale(row->friction * row->press, u);
        force = ab_add(force, u);
        torque = ab_add(torque, ab_cross(row->x, u));
    }
    patch->slip = limit > 0.0 ? sqrt(whole / limit) : 0.0;
    const double start[6] = {v0.x, v0.y, v0.z, w0.x, w0.y, w0.z};
    const double sum[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    for (int i = 0; i < 6; i++) {
        patch->start[i] = start[i];
        patch->toward[i] = whole > 0.0 ? sum[i] / whole : 0.0;
    }
}

// Of a patch that hardly presses yet the limit says nothing: then by a share of what gravity or its
// own motion would have it slip.
static double tangential_for(const abStep *step, const abConePatch *patch, double limit,
                             double friction) {
    abVec3 v, w;
    double light =
        step->free[patch->body[0]].inverse_mass[0] + step->free[patch->body[1]].inverse_mass[0];
    ab_patch_twist_of(step->free, patch, &v, &w);
    double moving = ab_norm(v) + patch->extent * ab_norm(w);
    double speed = fmax(light * limit, s_least_grip * friction * (step->weight_speed + moving));
    return limit > 0.0 && light > 0.0 ? 1.0 / (s_creep * speed) : 0.0;
}

double ab_step_linearise_surfaces(abStep *step, const abConeBody *bodies, double *largest) {
    double off = 0.0;
    for (size_t k = 0; k < step->surface_count; k++) {
        abStepSurface *surface = &step->surfaces[k];
        abConePatch *patch = &step->patches[k];
        abStepPairCache *cache = &step->caches[surface->cache];
        const abStepPoint *point = &step->points[surface->point];
        patch->points = &step->rows[surface->first];
        if (!cache->is_begun && may_press(step, point)) {
            ab_step_begin(step, cache, point);
        }
        if (!cache->is_begun) {
            continue;
        }
        Sum sum = linearise_all(step, surface, patch, bodies);
        const double load[6] = {sum.force.x,  sum.force.y,  sum.force.z,
                                sum.torque.x, sum.torque.y, sum.torque.z};
        abVec3 before = {patch->load[0], patch->load[1], patch->load[2]};
        double change = sum.off + ab_norm(ab_sub(sum.force, before));
        memcpy(patch->load, load, sizeof load);
        set_start(step, patch);
        patch->tangential = tangential_for(step, patch, sum.limit, friction_of(cache));
        if (bodies != NULL && change <= s_agrees * sum.whole) {
            memcpy(patch->hold, surface->hold, sizeof patch->hold);
        }
        if (!cache->tangential.is_set) {
            cache->tangential = tangential_of(cache, surface, patch, 0.0);
        }
        memcpy(cache->tangential.next, patch->hold, sizeof patch->hold);
        off = fmax(off, change / step->h);
        *largest = fmax(*largest, sum.whole / step->h);
    }
    return off;
}

// ---- the answer ----

// What the points that hold would be pulled otherwise by the next hold, by their limits.
static double change_of_hold(const abConePatch *patch, const double V[6], const abVec3 next[2]) {
    abVec3 v = ab_sub(next[0], patch->hold[0]), w = ab_sub(next[1], patch->hold[1]);
    double sum = 0.0;
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *row = &patch->points[i];
        abVec3 pull = ab_add(v, ab_cross(w, row->x));
        pull = ab_add_scaled(pull, -ab_dot(pull, row->n), row->n);
        if (ab_norm(ab_cone_patch_pull(patch, row, V)) < 1.0) {
            sum += row->friction * ab_cone_patch_impulse(patch, row, V).normal * ab_norm(pull);
        }
    }
    return sum;
}

// What friction does with the motion V: the next hold, and what the points that hold still creep,
// as a share of the limit. A hold that has grown as far as it may creeps on: what counts is then how
// far the next round would change it.
static double hold_on(const abConePatch *patch, const double V[6], abVec3 next[2]) {
    double along[6];
    ab_cone_patch_along(patch, V, along);
    abVec3 v = {along[0], along[1], along[2]}, w = {along[3], along[4], along[5]};
    double limit = 0.0, moving = 0.0, creeping = 0.0, pulled = 0.0, minimum = INFINITY;
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *row = &patch->points[i];
        abVec3 u = ab_add(v, ab_cross(w, row->x));
        u = ab_add_scaled(u, -ab_dot(u, row->n), row->n);
        double size = ab_norm(ab_cone_patch_pull(patch, row, V)),
               slip = patch->tangential * ab_norm(u);
        double maximum = row->friction * ab_cone_patch_impulse(patch, row, V).normal;
        limit += maximum;
        moving += maximum * slip;
        pulled += maximum * size;
        creeping += size < 1.0 ? maximum * slip : 0.0;
        minimum = maximum > 0.0 ? fmin(minimum, size) : minimum;
    }
    if (!(limit > 0.0) || moving >= s_slides * limit) { // the direction of its speed is enough
        next[0] = next[1] = ab_vec3(0.0, 0.0, 0.0);
        return 0.0;
    }
    double cut = minimum > 1.0 ? 1.0 / minimum : fmin(1.0, s_slides * limit / pulled);
    next[0] = ab_scale(cut, ab_add_scaled(patch->hold[0], patch->tangential, v));
    next[1] = ab_scale(cut, ab_add_scaled(patch->hold[1], patch->tangential, w));
    return (cut < 1.0 ? change_of_hold(patch, V, next) : creeping) / limit;
}

double ab_step_surface_depth(const abStep *step, const abStepSurface *surface,
                             const abConeBody *bodies) {
    double deepest = -INFINITY;
    abVec3 v, w;
    ab_patch_twist_of(bodies, &step->patches[surface - step->surfaces], &v, &w);
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        double rate = ab_patch_rate(v, w, step->rows[i].x, step->rows[i].n);
        deepest = fmax(deepest, step->surface_points[i].depth + 0.5 * step->h * rate);
    }
    return deepest;
}

double ab_step_take_surfaces(abStep *step) {
    double creep = 0.0;
    for (size_t k = 0; k < step->surface_count; k++) {
        abStepSurface *surface = &step->surfaces[k];
        abStepPoint *point = &step->points[surface->point];
        abConePatch *patch = &step->patches[k];
        abStepPairCache *cache = &step->caches[surface->cache];
        abVec3 v, w;
        ab_patch_twist_of(step->bodies, patch, &v, &w);
        const double V[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
        point->rate = ab_patch_rate(v, w, ab_vec3(0.0, 0.0, 0.0), point->n);
        point->impulse = ab_vec3(patch->wrench[0], patch->wrench[1], patch->wrench[2]);
        surface->end_depth = ab_step_surface_depth(step, surface, step->bodies);
        if (!cache->is_begun) {
            continue;
        }
        for (int i = 0; i < surface->count; i++) {
            abStepSurfacePoint *surface_point = &step->surface_points[surface->first + i];
            surface_point->impulse = ab_cone_patch_impulse(patch, &patch->points[i], V);
            surface_point->side = side_impulse(step, surface_point);
        }
        cache->tangential = tangential_of(cache, surface, patch, ab_cone_patch_share(patch, V));
        creep = fmax(creep, s_creep * hold_on(patch, V, surface->hold));
    }
    return creep;
}
