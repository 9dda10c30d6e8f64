// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_surface_find.c - where surfaces that carry a pressure are looked at in a step, and the spots
// found there.
//
// The points are those of the middle of the step; where it is dry there, those of its end, as
// bodies go without contact, or of its start if the pair touched; what moves far is looked at along
// its way. Once the step is solved, what is still dry is looked at again where bodies then are: one
// that falls onto another comes to touch it in this step because the other is held.

#include "base/array.h"
#include "dynamics/step_surface.h"

enum { LOOKS = 16 };
// A surface is looked at again when it is deeper at the end, by this factor, than it was freely.
static const double s_deeper = 2.0;
// Depth by the size of the smaller shape.
static const double s_rounding = 1e-12;

// ---- where the surfaces are looked at ----

// After the middle by a time `later`, with the velocities of `ends` (before it when negative, with
// those of the start).
static abPose pose_later(const abStep *step, const abConeBody *ends, int body, double later) {
    abPose X = step->dynamics->bodies[body].X;
    bool is_after = later > 0.0;
    abVec3 v = is_after ? ends[body].v : step->v0[body];
    abVec3 w = is_after ? ends[body].w : step->w0[body];
    if (step->dynamics->model->bodies[body].mobility != AB_MOBILITY_FIXED && later != 0.0) {
        X.p = ab_add_scaled(X.p, later, v);
        X.R = ab_mat3_mul(ab_quat_to_matrix(ab_quat_from_vector(ab_scale(later, w))), X.R);
    }
    return X;
}

static double smaller_bound(const abStep *step, const abTouch *touch) {
    const abBodyShape *shapes = step->dynamics->model->shapes;
    return fmin(shapes[touch->shape_a].shape.bound, shapes[touch->shape_b].shape.bound);
}

// The moments to look at, by the middle of the step; how many.
static int moments(const abStep *step, const abStepNote *note, double when[LOOKS + 1]) {
    const abTouch *touch = &note->touch;
    double bound = smaller_bound(step, touch);
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
    const abConeBody *ends;
    abPose X[2]; // of the bodies
    const abSurfacePoint *points;
    int count;
} Look;

static bool look(const abStep *step, const abTouch *touch, const abConeBody *ends, double later,
                 Look *out) {
    const abModel *model = step->dynamics->model;
    const abBodyShape *A = &model->shapes[touch->shape_a], *B = &model->shapes[touch->shape_b];
    *out = (Look){.later = later, .ends = ends};
    out->X[0] = pose_later(step, ends, touch->body_a, later);
    out->X[1] = pose_later(step, ends, touch->body_b, later);
    abPose X_WA = ab_pose_mul(out->X[0], A->X_CS), X_WB = ab_pose_mul(out->X[1], B->X_CS);
    step->dynamics->proximity_calls++;
    out->count = ab_surface_points(step->dynamics->surfaces, &A->shape, &X_WA, &B->shape, &X_WB,
                                   touch->surface, &out->points);
    return out->count >= 0;
}

// ---- spots ----

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
        abVec3 from = ab_sub(origin, grip->at);
        patch.hold[0] = ab_add(grip->next[0], ab_cross(grip->next[1], from));
        patch.hold[1] = grip->next[1];
    }
    return patch;
}

static void add_spots(abStep *step, abStepNote *note, const Look *look, abConePatch *patch,
                      abVec3 origin, abStepSurface *surface) {
    double area = ab_surface_whole_area(&note->touch, look->points, look->count);
    abVec3 v0, w0, v1, w1;
    ab_patch_twist_at_start(step, patch, &v0, &w0);
    ab_patch_twist_of(look->ends, patch, &v1, &w1);
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
                             .start_rate = ab_patch_rate(v0, w0, row->x, row->n)};
        ab_contact_layer(step->dynamics, &note->touch, from, &spot->contact);
        double rate = look->later > 0.0 ? ab_patch_rate(v1, w1, row->x, row->n) : spot->start_rate;
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
static void set_point(abStep *step, abStepNote *note, const abStepSpot *spot,
                      const abConePatch *patch) {
    abStepPoint *point = &step->points[note->first];
    *point = (abStepPoint){.note = (int)(note - step->notes),
                           .id = -1,
                           .p = spot->at.p_W,
                           .n = spot->at.n_AB_W,
                           .arm = {patch->arm[0], patch->arm[1]},
                           .depth = spot->depth,
                           .weight = 1.0,
                           .start_rate = spot->start_rate,
                           .contact = -1,
                           .surface = note->surface};
    point->free_rate = ab_step_rate(step, step->free, point);
    abVec3 p = spot->at.p_W,
           q = ab_add_scaled(p, spot->at.side == 0 ? -spot->depth : spot->depth, point->n);
    note->at = (abProximity){.distance = -spot->depth,
                             .n_AB_W = point->n,
                             .p_A_W = spot->at.side == 0 ? p : q,
                             .p_B_W = spot->at.side == 0 ? q : p,
                             .radius = INFINITY,
                             .is_exact = true};
}

// What is seen becomes the surface of a pair, in place of what it had. False for want of memory.
static bool set_surface(abStep *step, abStepNote *note, const Look *seen) {
    int deepest = deepest_of(seen->points, seen->count);
    if (deepest < 0) {
        return true;
    }
    if (!make_room(step, seen->count)) {
        return false;
    }
    bool is_new = note->surface < 0;
    note->surface = is_new ? (int)step->surface_count++ : note->surface;
    abStepSurface *surface = &step->surfaces[note->surface];
    abConePatch *patch = &step->patches[note->surface];
    abVec3 origin = seen->points[deepest].p_W; // also that of the pair's point: its arms are these
    *surface = (abStepSurface){.note = (int)(note - step->notes),
                               .point = is_new ? (int)step->point_count++ : surface->point,
                               .first = (int)step->spot_count,
                               .origin = origin};
    *patch = make_patch(&note->touch, seen, origin);
    add_spots(step, note, seen, patch, origin, surface);
    patch->count = surface->count;
    int skipped = 0; // points before it without area
    for (int i = 0; i < deepest; i++) {
        skipped += !(seen->points[i].area > 0.0);
    }
    note->first = surface->point;
    note->count = 1;
    set_point(step, note, &step->spots[surface->first + deepest - skipped], patch);
    return true;
}

// Of faces that lie on each other exactly rounding decides which are wet: that is not seen.
static bool is_seen(const abStep *step, const abTouch *touch, const Look *found) {
    int deepest = deepest_of(found->points, found->count);
    return deepest >= 0 && found->points[deepest].depth > s_rounding * smaller_bound(step, touch);
}

bool ab_step_find_surface(abStep *step, abStepNote *note) {
    double when[LOOKS + 1];
    int count = moments(step, note, when);
    for (int i = 0; i < count; i++) {
        Look found;
        if (!look(step, &note->touch, step->free, when[i], &found)) {
            return false;
        }
        if (is_seen(step, &note->touch, &found)) {
            return set_surface(step, note, &found);
        }
    }
    return true;
}

// ---- after a solution ----

static bool is_deflected(const abStep *step, int body) {
    const abConeBody *now = &step->bodies[body], *free = &step->free[body];
    return ab_norm2(ab_sub(now->v, free->v)) + ab_norm2(ab_sub(now->w, free->w)) > 0.0;
}

// Whether others push the two together: what was seen, where bodies go freely, may then be little
// of what is wet at the end.
static bool is_surprised(const abStep *step, const abStepNote *note) {
    const abTouch *touch = &note->touch;
    if (note->surface < 0) {
        return is_deflected(step, touch->body_a) || is_deflected(step, touch->body_b);
    }
    const abStepSurface *surface = &step->surfaces[note->surface];
    double freely = ab_step_surface_depth(step, surface, step->free);
    return !surface->is_met && surface->end_depth > s_deeper * fmax(0.0, freely);
}

bool ab_step_meet_surfaces(abStep *step, bool *any) {
    *any = false;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepNote *note = &step->notes[step->phase.pairs[k].slot];
        if (!note->touch.has_surface || note->is_frozen || !is_surprised(step, note)) {
            continue;
        }
        Look seen;
        if (!look(step, &note->touch, step->bodies, 0.5 * step->h, &seen)) {
            return false;
        }
        if (is_seen(step, &note->touch, &seen)) {
            if (!set_surface(step, note, &seen)) {
                return false;
            }
            step->surfaces[note->surface].is_met = *any = true;
            abStepPoint *point = &step->points[note->first];
            point->rate = ab_step_rate(step, step->bodies, point);
        }
    }
    return true;
}
