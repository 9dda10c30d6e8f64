// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_surface.c - surfaces that carry a pressure, over a step: thousands of points, each under the
// law of step_force.c, and for the solution one patch with six numbers (rigid/cone_patch.h).
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

#include "dynamics/step_surface.h"

// The speed at which friction is full, by what the whole limit can change of the speed of the
// bodies: points that hold come to rest by this factor in each round.
static const double s_creep = 1e-5;
// Friction is held on to from rounds in which forces have changed by less than this share.
static const double s_agrees = 1e-2;
// What slides: by the speed at which friction is full, and so the most that is held on to. A wrench
// near the limit needs more than 1: points next to the centre of rotation are full last.
static const double s_slides = 100.0;

// ---- rows ----

static double friction_of(const abStepNote *note) {
    return note->friction[1];
}

static bool may_press(const abStep *step, const abStepPoint *point) {
    return point->depth > 0.0 || point->depth - 0.5 * step->h * point->start_rate > 0.0 ||
           point->depth + 0.5 * step->h * fmax(point->rate, point->free_rate) > 0.0;
}

// (2) at a spot, as an impulse.
static abVec3 side_impulse(const abStep *step, const abStepSpot *spot) {
    abVec3 across = ab_add_scaled(spot->at.m_AB_W, -spot->shown, spot->at.n_AB_W);
    return ab_scale(step->h * spot->now.elastic, across);
}

typedef struct Sum {
    double off, whole, limit; // of normal impulses                                      [N s]
    abVec3 force, torque;     // of (2)
} Sum;

static void linearise(abStep *step, abStepSpot *spot, abConePatchPoint *row, const abStepPoint *of,
                      double rate, double friction, Sum *sum) {
    abStepPoint point = ab_spot_point(spot, of->note);
    double before = fmax(0.0, row->press + row->slope * (rate - row->rate));
    spot->now = ab_step_force(step, &point, &spot->contact, rate);
    row->rate = rate;
    row->press = step->h * spot->shown * spot->now.force;
    row->slope = row->press > 0.0 ? step->h * spot->shown * fmax(0.0, spot->now.slope) : 0.0;
    row->friction = friction;
    sum->off += fabs(row->press - before);
    sum->whole += row->press;
    sum->limit += friction * row->press;
    abVec3 side = side_impulse(step, spot);
    sum->force = ab_add(sum->force, side);
    sum->torque = ab_add(sum->torque, ab_cross(row->x, side));
}

static Sum linearise_all(abStep *step, const abStepSurface *surface, const abConePatch *patch,
                         const abConeBody *bodies) {
    const abStepNote *note = &step->notes[surface->note];
    abVec3 end[2];
    Sum sum = {0};
    if (bodies == NULL && note->touches) { // what presses already moves on as it does
        ab_patch_twist_at_start(step, patch, &end[0], &end[1]);
    } else {
        ab_patch_twist_of(bodies == NULL ? step->free : bodies, patch, &end[0], &end[1]);
    }
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        abConePatchPoint *row = &step->rows[i];
        linearise(step, &step->spots[i], row, &step->points[surface->point],
                  ab_patch_rate(end[0], end[1], row->x, row->n), friction_of(note), &sum);
    }
    return sum;
}

// Friction as it acted with the share s of the start, for the evaluation at an instant. What goes
// on sliding has u there for the mean of u and u_0, both times s: in slow creep, where the size of
// the slip counts, both are the same.
static abSurfaceGrip grip_of(const abStepNote *note, const abStepSurface *surface,
                             const abConePatch *patch, double share) {
    return (abSurfaceGrip){.is_set = patch->grip > 0.0,
                           .friction = friction_of(note),
                           .per_speed = (1.0 + share) * patch->grip,
                           .at = surface->origin,
                           .v = patch->hold[0],
                           .w = patch->hold[1]};
}

// (3) of cone_patch.h: by the slips of its points at the start, weighted with what they press.
static void set_start(const abStep *step, abConePatch *patch) {
    abVec3 v0, w0, force = {0.0, 0.0, 0.0}, torque = {0.0, 0.0, 0.0};
    double whole = 0.0;
    ab_patch_twist_at_start(step, patch, &v0, &w0);
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *row = &patch->points[i];
        abVec3 u = ab_add(v0, ab_cross(w0, row->x));
        u = ab_add_scaled(u, -ab_dot(u, row->n), row->n);
        whole += row->friction * row->press * ab_norm2(u);
        u = ab_scale(row->friction * row->press, u);
        force = ab_add(force, u);
        torque = ab_add(torque, ab_cross(row->x, u));
    }
    const double start[6] = {v0.x, v0.y, v0.z, w0.x, w0.y, w0.z};
    const double sum[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    for (int i = 0; i < 6; i++) {
        patch->start[i] = start[i];
        patch->toward[i] = whole > 0.0 ? sum[i] / whole : 0.0;
    }
}

// Of a patch that hardly presses yet the limit says nothing: then by a share of what gravity or its
// own motion would have it slip.
static double grip_for(const abStep *step, const abConePatch *patch, double limit,
                       double friction) {
    static const double least = 1e-2;
    abVec3 v, w;
    double light =
        step->free[patch->body[0]].inverse_mass[0] + step->free[patch->body[1]].inverse_mass[0];
    ab_patch_twist_of(step->free, patch, &v, &w);
    double moving = ab_norm(v) + patch->extent * ab_norm(w);
    double speed = fmax(light * limit, least * friction * (step->weight_speed + moving));
    return limit > 0.0 && light > 0.0 ? 1.0 / (s_creep * speed) : 0.0;
}

double ab_step_linearise_surfaces(abStep *step, const abConeBody *bodies, double *largest) {
    double off = 0.0;
    for (size_t k = 0; k < step->surface_count; k++) {
        abStepSurface *surface = &step->surfaces[k];
        abConePatch *patch = &step->patches[k];
        abStepNote *note = &step->notes[surface->note];
        const abStepPoint *point = &step->points[surface->point];
        patch->points = &step->rows[surface->first];
        if (!note->is_begun && may_press(step, point)) {
            ab_step_begin(step, note, point);
        }
        if (!note->is_begun) {
            continue;
        }
        Sum sum = linearise_all(step, surface, patch, bodies);
        const double load[6] = {sum.force.x,  sum.force.y,  sum.force.z,
                                sum.torque.x, sum.torque.y, sum.torque.z};
        abVec3 before = {patch->load[0], patch->load[1], patch->load[2]};
        double change = sum.off + ab_norm(ab_sub(sum.force, before));
        memcpy(patch->load, load, sizeof load);
        set_start(step, patch);
        patch->grip = grip_for(step, patch, sum.limit, friction_of(note));
        if (bodies != NULL && change <= s_agrees * sum.whole) {
            memcpy(patch->hold, surface->hold, sizeof patch->hold);
        }
        if (!note->touch.grip.is_set) {
            note->touch.grip = grip_of(note, surface, patch, 0.0);
        }
        memcpy(note->touch.grip.next, patch->hold, sizeof patch->hold);
        off = fmax(off, change / step->h);
        *largest = fmax(*largest, sum.whole / step->h);
    }
    return off;
}

// ---- the answer ----

// What friction does with the motion V: the next hold, and what the points that hold still creep,
// as a share of the limit.
static double hold_on(const abConePatch *patch, const double V[6], abVec3 next[2]) {
    double along[6];
    ab_cone_patch_along(patch, V, along);
    abVec3 v = {along[0], along[1], along[2]}, w = {along[3], along[4], along[5]};
    double limit = 0.0, moving = 0.0, creeping = 0.0, pulled = 0.0, least = INFINITY;
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *row = &patch->points[i];
        abVec3 u = ab_add(v, ab_cross(w, row->x));
        u = ab_add_scaled(u, -ab_dot(u, row->n), row->n);
        double size = ab_norm(ab_cone_patch_pull(patch, row, V)), slip = patch->grip * ab_norm(u);
        double most = row->friction * ab_cone_patch_impulse(patch, row, V).normal;
        limit += most;
        moving += most * slip;
        pulled += most * size;
        creeping += size < 1.0 ? most * slip : 0.0;
        least = most > 0.0 ? fmin(least, size) : least;
    }
    if (!(limit > 0.0) || moving >= s_slides * limit) { // the direction of its speed is enough
        next[0] = next[1] = ab_vec3(0.0, 0.0, 0.0);
        return 0.0;
    }
    double cut = least > 1.0 ? 1.0 / least : fmin(1.0, s_slides * limit / pulled);
    next[0] = ab_scale(cut, ab_add_scaled(patch->hold[0], patch->grip, v));
    next[1] = ab_scale(cut, ab_add_scaled(patch->hold[1], patch->grip, w));
    return creeping / limit;
}

double ab_step_surface_depth(const abStep *step, const abStepSurface *surface,
                             const abConeBody *bodies) {
    double deepest = -INFINITY;
    abVec3 v, w;
    ab_patch_twist_of(bodies, &step->patches[surface - step->surfaces], &v, &w);
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        double rate = ab_patch_rate(v, w, step->rows[i].x, step->rows[i].n);
        deepest = fmax(deepest, step->spots[i].depth + 0.5 * step->h * rate);
    }
    return deepest;
}

double ab_step_take_surfaces(abStep *step) {
    double creep = 0.0;
    for (size_t k = 0; k < step->surface_count; k++) {
        abStepSurface *surface = &step->surfaces[k];
        abStepPoint *point = &step->points[surface->point];
        abConePatch *patch = &step->patches[k];
        abStepNote *note = &step->notes[surface->note];
        abVec3 v, w;
        ab_patch_twist_of(step->bodies, patch, &v, &w);
        const double V[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
        point->rate = ab_patch_rate(v, w, ab_vec3(0.0, 0.0, 0.0), point->n);
        point->impulse = ab_vec3(patch->wrench[0], patch->wrench[1], patch->wrench[2]);
        surface->end_depth = ab_step_surface_depth(step, surface, step->bodies);
        if (!note->is_begun) {
            continue;
        }
        for (int i = 0; i < surface->count; i++) {
            abStepSpot *spot = &step->spots[surface->first + i];
            spot->impulse = ab_cone_patch_impulse(patch, &patch->points[i], V);
            spot->side = side_impulse(step, spot);
        }
        note->touch.grip = grip_of(note, surface, patch, ab_cone_patch_share(patch, V));
        creep = fmax(creep, s_creep * hold_on(patch, V, surface->hold));
    }
    return creep;
}
