// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_surface.c - surfaces that carry a pressure, over a step: thousands of points, each under the
// law of step_force.c, and for the solution one patch with six numbers (rigid/cone_patch.h).
//
// The points are those of the middle of the step; where it is dry there, those of its end, or of
// its start if the pair touched; what moves far is looked at along its way. With n the direction of
// the depth, m that of the pressure, c = max(0, m . n) and the elastic part F_e of the mean force
// F, a point gives the impulses
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

#include "base/array.h"
#include "dynamics/step.h"

enum { LOOKS = 16 };
// The speed at which friction is full, by what the whole limit can change of the speed of the
// bodies: points that hold come to rest by this factor in each round.
static const double s_creep = 1e-5;
// Friction is held on to from rounds in which forces have changed by less than this share.
static const double s_agrees = 1e-2;

// ---- where the surfaces are looked at ----

// After the middle by a time `later` (before it when negative), as bodies without contact go.
static abPose pose_later(const abStep *step, int body, double later) {
    abPose X = step->dynamics->bodies[body].X;
    bool is_after = later > 0.0;
    abVec3 v = is_after ? step->free[body].v : step->v0[body];
    abVec3 w = is_after ? step->free[body].w : step->w0[body];
    if (step->dynamics->model->bodies[body].mobility != AB_MOBILITY_FIXED && later != 0.0) {
        X.p = ab_add_scaled(X.p, later, v);
        X.R = ab_mat3_mul(ab_quat_to_matrix(ab_quat_from_vector(ab_scale(later, w))), X.R);
    }
    return X;
}

// The moments to look at, by the middle of the step; how many.
static int moments(const abStep *step, const abStepNote *note, double when[LOOKS + 1]) {
    const abTouch *touch = &note->touch;
    const abModel *model = step->dynamics->model;
    double bound =
        fmin(model->shapes[touch->shape_a].shape.bound, model->shapes[touch->shape_b].shape.bound);
    double way = step->h * ab_norm(ab_sub(step->v0[touch->body_b], step->v0[touch->body_a]));
    int count = 0;
    if (way > 0.1 * bound) {
        int n = (int)fmin(LOOKS, ceil(way / (0.1 * bound)));
        for (int i = 0; i <= n; i++) {
            when[count++] = step->h * ((double)i / n - 0.5);
        }
        return count;
    }
    when[count++] = 0.0;
    when[count++] = 0.5 * step->h;
    if (note->touches) {
        when[count++] = -0.5 * step->h;
    }
    return count;
}

typedef struct Look {
    double later;
    abPose X[2]; // of the bodies
    const abSurfacePoint *points;
    int count;
} Look;

static bool look(const abStep *step, const abTouch *touch, double later, Look *out) {
    const abModel *model = step->dynamics->model;
    const abBodyShape *A = &model->shapes[touch->shape_a], *B = &model->shapes[touch->shape_b];
    *out = (Look){.later = later};
    out->X[0] = pose_later(step, touch->body_a, later);
    out->X[1] = pose_later(step, touch->body_b, later);
    abPose X_WA = ab_pose_mul(out->X[0], A->X_CS), X_WB = ab_pose_mul(out->X[1], B->X_CS);
    step->dynamics->proximity_calls++;
    out->count = ab_surface_points(step->dynamics->surfaces, &A->shape, &X_WA, &B->shape, &X_WB,
                                   touch->surface, &out->points);
    return out->count >= 0;
}

// ---- spots ----

// Velocity of B relative to A at the origin of a patch.
static void twist(const abConePatch *patch, const abVec3 v[2], const abVec3 w[2], abVec3 *out_v,
                  abVec3 *out_w) {
    *out_v = ab_sub(ab_add(v[1], ab_cross(w[1], patch->arm[1])),
                    ab_add(v[0], ab_cross(w[0], patch->arm[0])));
    *out_w = ab_sub(w[1], w[0]);
}

static void twist_at_start(const abStep *step, const abConePatch *patch, abVec3 *v, abVec3 *w) {
    int a = patch->body[0], b = patch->body[1];
    twist(patch, (abVec3[2]){step->v0[a], step->v0[b]}, (abVec3[2]){step->w0[a], step->w0[b]}, v,
          w);
}

static void twist_of(const abConeBody *bodies, const abConePatch *patch, abVec3 *v, abVec3 *w) {
    const abConeBody *A = &bodies[patch->body[0]], *B = &bodies[patch->body[1]];
    twist(patch, (abVec3[2]){A->v, B->v}, (abVec3[2]){A->w, B->w}, v, w);
}

static double rate_at(abVec3 v, abVec3 w, abVec3 x, abVec3 n) {
    return -ab_dot(ab_add(v, ab_cross(w, x)), n);
}

static bool make_room(abStep *step, int count) {
    abAllocator allocator = step->dynamics->allocator;
    size_t spots = step->spot_count + (size_t)count, surfaces = step->surface_count + 1;
    return AB_ARRAY_RESERVE(allocator, step->spots, step->spot_capacity, spots) &&
           AB_ARRAY_RESERVE(allocator, step->rows, step->row_capacity, spots) &&
           AB_ARRAY_RESERVE(allocator, step->surfaces, step->surface_capacity, surfaces) &&
           AB_ARRAY_RESERVE(allocator, step->patches, step->patch_capacity, surfaces) &&
           AB_ARRAY_RESERVE(allocator, step->points, step->point_capacity, step->point_count + 1);
}

// The patch, with the hold of the last step moved to the new origin.
static abConePatch make_patch(const abTouch *touch, const Look *look, abVec3 origin) {
    const abSurfaceGrip *grip = &touch->grip;
    abConePatch patch = {.body = {touch->body_a, touch->body_b},
                         .arm = {ab_sub(origin, look->X[0].p), ab_sub(origin, look->X[1].p)}};
    if (grip->is_set) {
        patch.hold[0] = ab_add(grip->v, ab_cross(grip->w, ab_sub(origin, grip->at)));
        patch.hold[1] = grip->w;
    }
    return patch;
}

static void add_spots(abStep *step, abStepNote *note, const Look *look, abConePatch *patch,
                      abVec3 origin, abStepSurface *surface) {
    double area = ab_surface_whole_area(&note->touch, look->points, look->count);
    abVec3 v0, w0, v1, w1;
    twist_at_start(step, patch, &v0, &w0);
    twist_of(step->free, patch, &v1, &w1);
    for (int i = 0; i < look->count; i++) {
        const abSurfacePoint *from = &look->points[i];
        abStepSpot *spot = &step->spots[step->spot_count];
        abConePatchPoint *row = &step->rows[step->spot_count];
        if (!(from->area > 0.0)) {
            continue;
        }
        step->spot_count++;
        *row = (abConePatchPoint){.n = from->n_AB_W, .x = ab_sub(from->p_W, origin)};
        *spot = (abStepSpot){.at = *from,
                             .contact = {.area = from->area, .patch_area = area},
                             .shown = fmax(0.0, from->seen),
                             .start_rate = rate_at(v0, w0, row->x, row->n)};
        ab_contact_layer(step->dynamics, &note->touch, from, &spot->contact);
        double rate = look->later > 0.0 ? rate_at(v1, w1, row->x, row->n) : spot->start_rate;
        spot->depth = from->depth - look->later * rate;
        patch->extent = fmax(patch->extent, ab_norm(row->x));
    }
    surface->count = (int)step->spot_count - surface->first;
}

// -1 when none has an area.
static int deepest_of(const abSurfacePoint *points, int count) {
    int deepest = -1;
    for (int i = 0; i < count; i++) {
        bool is_deeper = deepest < 0 || points[i].depth > points[deepest].depth;
        deepest = points[i].area > 0.0 && is_deeper ? i : deepest;
    }
    return deepest;
}

// The deepest spot as the point of the pair.
static void add_point(abStep *step, abStepNote *note, const abStepSpot *spot,
                      const abConePatch *patch) {
    abStepPoint *point = &step->points[step->point_count++];
    note->count++;
    *point = (abStepPoint){.note = (int)(note - step->notes),
                           .id = -1,
                           .body = {note->touch.body_a, note->touch.body_b},
                           .p = spot->at.p_W,
                           .n = spot->at.n_AB_W,
                           .arm = {patch->arm[0], patch->arm[1]},
                           .depth = spot->depth,
                           .weight = 1.0,
                           .start_rate = spot->start_rate,
                           .contact = -1,
                           .surface = note->surface};
    point->free_rate = ab_step_rate(step->free, point);
    abVec3 p = spot->at.p_W,
           q = ab_add_scaled(p, spot->at.side == 0 ? -spot->depth : spot->depth, point->n);
    note->at = (abProximity){.distance = -spot->depth,
                             .n_AB_W = point->n,
                             .p_A_W = spot->at.side == 0 ? p : q,
                             .p_B_W = spot->at.side == 0 ? q : p,
                             .radius = INFINITY,
                             .is_exact = true};
}

bool ab_step_find_surface(abStep *step, abStepNote *note) {
    double when[LOOKS + 1];
    Look found = {.count = 0};
    for (int i = 0, n = moments(step, note, when); i < n && found.count == 0; i++) {
        if (!look(step, &note->touch, when[i], &found)) {
            return false;
        }
    }
    int deepest = deepest_of(found.points, found.count);
    if (deepest < 0) {
        return true;
    }
    if (!make_room(step, found.count)) {
        return false;
    }
    abVec3 origin = found.points[deepest].p_W; // also that of the pair's point: its arms are these
    abStepSurface *surface = &step->surfaces[step->surface_count];
    abConePatch *patch = &step->patches[step->surface_count];
    *surface = (abStepSurface){.note = (int)(note - step->notes),
                               .point = (int)step->point_count,
                               .first = (int)step->spot_count,
                               .origin = origin};
    *patch = make_patch(&note->touch, &found, origin);
    add_spots(step, note, &found, patch, origin, surface);
    patch->count = surface->count;
    note->surface = (int)step->surface_count++;
    int skipped = 0; // points before it without area
    for (int i = 0; i < deepest; i++) {
        skipped += !(found.points[i].area > 0.0);
    }
    add_point(step, note, &step->spots[surface->first + deepest - skipped], patch);
    return true;
}

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

static abStepPoint point_of(const abStepSpot *spot, int note) {
    return (abStepPoint){.note = note,
                         .p = spot->at.p_W,
                         .n = spot->at.n_AB_W,
                         .depth = spot->depth,
                         .weight = 1.0,
                         .start_rate = spot->start_rate};
}

static void linearise(abStep *step, abStepSpot *spot, abConePatchPoint *row, const abStepPoint *of,
                      double rate, double friction, Sum *sum) {
    abStepPoint point = point_of(spot, of->note);
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
        twist_at_start(step, patch, &end[0], &end[1]);
    } else {
        twist_of(bodies == NULL ? step->free : bodies, patch, &end[0], &end[1]);
    }
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        abConePatchPoint *row = &step->rows[i];
        linearise(step, &step->spots[i], row, &step->points[surface->point],
                  rate_at(end[0], end[1], row->x, row->n), friction_of(note), &sum);
    }
    return sum;
}

// Friction as it acts, for the evaluation at an instant.
static abSurfaceGrip grip_of(const abStepNote *note, const abStepSurface *surface,
                             const abConePatch *patch) {
    return (abSurfaceGrip){.is_set = patch->grip > 0.0,
                           .friction = friction_of(note),
                           .per_speed = patch->grip,
                           .at = surface->origin,
                           .v = patch->hold[0],
                           .w = patch->hold[1]};
}

// (3) of cone_patch.h: by the slips of its points at the start, weighted with what they press.
static void set_start(const abStep *step, abConePatch *patch) {
    abVec3 v0, w0, force = {0.0, 0.0, 0.0}, torque = {0.0, 0.0, 0.0};
    double whole = 0.0;
    twist_at_start(step, patch, &v0, &w0);
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
    twist_of(step->free, patch, &v, &w);
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
        note->touch.grip = grip_of(note, surface, patch);
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
    double limit = 0.0, moving = 0.0, creeping = 0.0, pulled = 0.0;
    bool is_full = true;
    for (int i = 0; i < patch->count; i++) {
        const abConePatchPoint *row = &patch->points[i];
        abVec3 u = ab_add(v, ab_cross(w, row->x));
        u = ab_add_scaled(u, -ab_dot(u, row->n), row->n);
        double size = ab_norm(ab_cone_patch_pull(patch, row, V)), slip = patch->grip * ab_norm(u);
        double most = row->friction * ab_cone_patch_impulse(patch, row, V).normal;
        bool holds = size < 1.0;
        limit += most;
        moving += most * slip;
        pulled += most * size;
        creeping += holds ? most * slip : 0.0;
        is_full = is_full && (!holds || most == 0.0);
    }
    if (!(limit > 0.0) || moving >= limit) { // slides: the direction of its speed is enough
        next[0] = next[1] = ab_vec3(0.0, 0.0, 0.0);
        return 0.0;
    }
    double cut = is_full ? limit / pulled : 1.0;
    next[0] = ab_scale(cut, ab_add_scaled(patch->hold[0], patch->grip, v));
    next[1] = ab_scale(cut, ab_add_scaled(patch->hold[1], patch->grip, w));
    return creeping / limit;
}

static double deepest_at_end(const abStep *step, const abStepSurface *surface, abVec3 v, abVec3 w) {
    double deepest = -INFINITY;
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        double rate = rate_at(v, w, step->rows[i].x, step->rows[i].n);
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
        twist_of(step->bodies, patch, &v, &w);
        const double V[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
        point->rate = rate_at(v, w, ab_vec3(0.0, 0.0, 0.0), point->n);
        point->impulse = ab_vec3(patch->wrench[0], patch->wrench[1], patch->wrench[2]);
        surface->end_depth = deepest_at_end(step, surface, v, w);
        if (!note->is_begun) {
            continue;
        }
        for (int i = 0; i < surface->count; i++) {
            abStepSpot *spot = &step->spots[surface->first + i];
            spot->impulse = ab_cone_patch_impulse(patch, &patch->points[i], V);
            spot->side = side_impulse(step, spot);
        }
        creep = fmax(creep, s_creep * hold_on(patch, V, surface->hold));
    }
    return creep;
}

// ---- the energy book ----

static double stored(const abStep *step, const abStepNote *note, const abStepSpot *spot,
                     double depth) {
    abContact contact = spot->contact;
    contact.depth = depth;
    (void)step;
    return ab_touch_normal(&note->touch, note->touch.law_memory, &contact).energy;
}

// What a spot stores in the step; what is lost there is the work on it less this.
static double kept(const abStep *step, const abStepNote *note, const abStepSpot *spot, double end,
                   double area_rate) {
    double start = spot->depth - 0.5 * step->h * spot->start_rate;
    double middle = fmax(0.0, 0.5 * (start + end));
    double grown = middle > 0.0 ? stored(step, note, spot, middle) / spot->at.area : 0.0;
    return spot->at.seen * (stored(step, note, spot, end) - stored(step, note, spot, start)) +
           step->h * grown * area_rate;
}

// What is lost at a spot of faces, where the elastic part is the slope of what is stored
// (dynamics/contact_parts.c): the damping, and what a spring takes or gives in steps that do not
// see it.
static double lost_by_parts(const abStep *step, const abStepSurface *surface,
                            const abStepSpot *spot, abVec3 mean, double end_rate) {
    abStepPoint point = point_of(spot, surface->note);
    double unseen = spot->now.elastic - ab_step_kept_force(step, &point, &spot->contact, end_rate);
    double damped = spot->impulse.normal - step->h * spot->shown * spot->now.elastic;
    return -damped * ab_dot(spot->at.n_AB_W, mean) -
           step->h * unseen * ab_dot(spot->at.m_AB_W, mean);
}

// Of drives that hold prescribed bodies against the wrench of a patch.
static double drive_work(const abStep *step, const abConePatch *patch) {
    abVec3 force = {patch->wrench[0], patch->wrench[1], patch->wrench[2]};
    abVec3 torque = {patch->wrench[3], patch->wrench[4], patch->wrench[5]};
    double work = 0.0;
    for (int side = 0; side < 2; side++) {
        int b = patch->body[side];
        if (step->dynamics->model->bodies[b].mobility == AB_MOBILITY_PRESCRIBED) {
            abVec3 v = ab_scale(0.5, ab_add(step->v0[b], step->free[b].v));
            abVec3 w = ab_scale(0.5, ab_add(step->w0[b], step->free[b].w));
            double power = ab_dot(force, ab_add(v, ab_cross(w, patch->arm[side])));
            power += ab_dot(torque, w);
            work += side == 0 ? power : -power;
        }
    }
    return work;
}

void ab_step_book_surface(const abStep *step, const abStepSurface *surface, double *book,
                          double *bend) {
    const abStepNote *note = &step->notes[surface->note];
    const abConePatch *patch = &step->patches[note->surface];
    if (!note->is_begun) {
        return;
    }
    abVec3 v0, w0, v1, w1, turn[2];
    twist_at_start(step, patch, &v0, &w0);
    twist_of(step->bodies, patch, &v1, &w1);
    for (int side = 0; side < 2; side++) {
        int b = patch->body[side];
        turn[side] = ab_scale(0.5, ab_add(step->w0[b], step->bodies[b].w));
    }
    for (int i = surface->first; i < surface->first + surface->count; i++) {
        const abStepSpot *spot = &step->spots[i];
        const abConePatchPoint *row = &step->rows[i];
        abVec3 u0 = ab_add(v0, ab_cross(w0, row->x)), u1 = ab_add(v1, ab_cross(w1, row->x));
        abVec3 mean = ab_scale(0.5, ab_add(u0, u1)), change = ab_sub(u1, u0);
        abVec3 normal = ab_add_scaled(spot->side, spot->impulse.normal, row->n);
        double end = spot->depth - 0.5 * step->h * ab_dot(u1, row->n);
        double area_rate = ab_surface_area_rate(&spot->at, turn[0], turn[1], mean);
        book[AB_BOOK_CONTACT_DAMPING] +=
            ab_surface_has_parts(&note->touch)
                ? lost_by_parts(step, surface, spot, mean, -ab_dot(u1, row->n))
                : -ab_dot(normal, mean) - kept(step, note, spot, end, area_rate);
        book[AB_BOOK_SLIDING] -= ab_dot(spot->impulse.tangential, mean);
        bend[AB_BOOK_CONTACT_DAMPING] += 0.5 * ab_dot(normal, change);
        bend[AB_BOOK_SLIDING] += 0.5 * ab_dot(spot->impulse.tangential, change);
    }
    book[AB_BOOK_DRIVE] += drive_work(step, patch);
}
