// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_surface_find.c - where surfaces that carry a pressure are looked at in a step, and the surface points
// found there.
//
// The points are those of the middle of the step; where it is dry there, those of its end, as
// bodies go without contact, or of its start if the pair touched; what moves far is looked at along
// its way. Once the step is solved, what is still dry is looked at again where bodies then are: one
// that falls onto another comes to touch it in this step because the other is held.

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "collide/pressure/surface_fine.h"
#include "collide/pressure/surface_points.h"
#include "mechanics/contact/contact_field.h"
#include "mechanics/contact/contact_parts.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/contact_surface.h"
#include "method/step/step_surface.h"
#include "method/step/tolerances.def"

enum { LOOKS = 16 };

// ---- where the surfaces are looked at ----

// After the middle by a time `later`, with the velocities of `ends` (before it when negative, with
// those of the start).
static abPose pose_later(const abStep *step, const abConeBody *ends, int body, double later) {
    abPose X = step->mechanics->bodies[body].X;
    bool is_after = later > 0.0;
    abVec3 v = is_after ? ends[body].v : step->v0[body];
    abVec3 w = is_after ? ends[body].w : step->w0[body];
    if (step->mechanics->model->bodies[body].mobility != AB_MOBILITY_FIXED && later != 0.0) {
        X.p = ab_add_scaled(X.p, later, v);
        X.R = ab_mat3_mul(ab_quat_to_matrix(ab_quat_from_vector(ab_scale(later, w))), X.R);
    }
    return X;
}

static double smaller_bound(const abStep *step, const abContactPair *pair) {
    const abBodyShape *shapes = step->mechanics->model->shapes;
    return fmin(shapes[pair->shape_a].shape.bound, shapes[pair->shape_b].shape.bound);
}

// The moments to look at, by the middle of the step; how many.
static int moments(const abStep *step, const abStepPairCache *cache, double when[LOOKS + 1]) {
    const abContactPair *pair = &cache->pair;
    double bound = smaller_bound(step, pair);
    double displacement =
        step->h * ab_norm(ab_sub(step->v0[pair->data->body_b], step->v0[pair->data->body_a]));
    int count = 0;
    if (displacement > 0.1 * bound) {
        int n = (int)fmin(LOOKS, ceil(displacement / (0.1 * bound)));
        for (int i = 0; i <= n; i++) {
            when[count++] = step->h * ((double)i / n - 0.5);
        }
        return count;
    }
    when[count++] = 0.0;
    when[count++] = 0.5 * step->h;
    if (cache->touches) {
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

static bool posed(const abStep *step, const abContactPair *pair, const abConeBody *ends,
                  double later, Look *out) {
    const abModel *model = step->mechanics->model;
    const abBodyShape *A = &model->shapes[pair->shape_a], *B = &model->shapes[pair->shape_b];
    *out = (Look){.later = later, .ends = ends};
    out->X[0] = pose_later(step, ends, pair->data->body_a, later);
    out->X[1] = pose_later(step, ends, pair->data->body_b, later);
    abPose X_WA = ab_pose_mul(out->X[0], A->X_CS), X_WB = ab_pose_mul(out->X[1], B->X_CS);
    step->mechanics->proximity_calls++;
    out->count = ab_surface_points(step->mechanics->contacts->surfaces, A->pressed, &X_WA,
                                   B->pressed, &X_WB, pair->data->surface, &out->points);
    return out->count >= 0;
}

// ---- surface points ----

static bool make_room(abStep *step, int count) {
    abAllocator allocator = step->mechanics->allocator;
    size_t surface_points = step->surface_point_count + (size_t)count,
           surfaces = step->surface_count + 1;
    return AB_ARRAY_RESERVE(allocator, step->surface_points, step->surface_point_capacity,
                            surface_points) &&
           AB_ARRAY_RESERVE(allocator, step->rows, step->row_capacity, surface_points) &&
           AB_ARRAY_RESERVE(allocator, step->surfaces, step->surface_capacity, surfaces) &&
           AB_ARRAY_RESERVE(allocator, step->patches, step->patch_capacity, surfaces) &&
           AB_ARRAY_RESERVE(allocator, step->points, step->point_capacity, step->point_count + 1);
}

// The patch, with the hold of the last step moved to the new origin.
static abConePatch make_patch(const abStepPairCache *cache, const Look *posed, abVec3 origin) {
    const abPairData *data = cache->pair.data;
    const abSurfaceTangential *tangential = &cache->tangential;
    abConePatch patch = {.body = {data->body_a, data->body_b},
                         .arm = {ab_sub(origin, posed->X[0].p), ab_sub(origin, posed->X[1].p)}};
    if (tangential->is_set) {
        abVec3 from = ab_sub(origin, tangential->at);
        patch.hold[0] = ab_add(tangential->next[0], ab_cross(tangential->next[1], from));
        patch.hold[1] = tangential->next[1];
    }
    return patch;
}

typedef struct Patch {
    abStep *step;
    abStepPairCache *cache;
    const Look *seen;
    abConePatch *patch;
    abVec3 origin;
    double area;             // whole                                                  [m^2]
    abVec3 start[2], end[2]; // of the step: v, w of B against A at the origin
} Patch;

static abStepSurfacePoint surface_point_of(const Patch *of, const abSurfacePoint *at,
                                           const abConePatchPoint *row) {
    double start_rate = ab_patch_rate(of->start[0], of->start[1], row->x, row->n);
    double end_rate = ab_patch_rate(of->end[0], of->end[1], row->x, row->n);
    double later = of->seen->later;
    abStepSurfacePoint out = {.at = *at,
                              .contact = {.area = at->area, .patch_area = of->area},
                              .shown = fmax(0.0, at->seen),
                              .start_rate = start_rate,
                              .depth = at->depth - later * (later > 0.0 ? end_rate : start_rate)};
    ab_contact_layer(of->step->mechanics, &of->cache->pair, at, &out.contact);
    return out;
}

static abConePatchPoint row_of(const Patch *of, const abSurfacePoint *at) {
    return (abConePatchPoint){.n = at->n_AB_W, .x = ab_sub(at->p_W, of->origin)};
}

static void add_surface_point(const Patch *of, const abSurfacePoint *at) {
    abStep *step = of->step;
    if (ab_surface_point_acts(at)) {
        abConePatchPoint *row = &step->rows[step->surface_point_count];
        *row = row_of(of, at);
        step->surface_points[step->surface_point_count++] = surface_point_of(of, at, row);
        of->patch->extent = fmax(of->patch->extent, ab_norm(row->x));
    }
}

// Of three points of a part, what is for finer ones (surface_fine.h); nothing where one of these
// would be dry.
static double fine_share(const abSurfacePoint *three, double whole_area) {
    const abVec3 x[3] = {three[0].p_W, three[1].p_W, three[2].p_W};
    double share = ab_surface_fine_share(true, x, three[0].seen, whole_area);
    double sum = three[0].depth + three[1].depth + three[2].depth, corner = INFINITY;
    for (int j = 0; j < 3; j++) { // the one across from this middle of a side
        corner = fmin(corner, sum - 2.0 * three[j].depth);
    }
    return corner < -s_depth_rounding * sum ? 0.0 : share;
}

static void add_part(const Patch *of, const abSurfacePoint *three) {
    abFinePoint fine[AB_SURFACE_FINE];
    const abVec3 x[3] = {three[0].p_W, three[1].p_W, three[2].p_W};
    const double depth[3] = {three[0].depth, three[1].depth, three[2].depth};
    double share = fine_share(three, of->area);
    for (int j = 0; j < 3; j++) {
        abSurfacePoint point = three[j];
        point.area *= 1.0 - share;
        point.area_W = ab_scale(1.0 - share, point.area_W);
        add_surface_point(of, &point);
    }
    if (!(share > 0.0)) {
        return;
    }
    int count = ab_surface_fine_points(true, fine);
    for (int k = 0; k < count; k++) {
        abSurfacePoint point = three[0];
        double part = 3.0 * share * fine[k].share;
        point.p_W = ab_surface_fine_place(&fine[k], x);
        point.depth = ab_surface_fine_value(&fine[k], depth);
        point.area *= part;
        point.area_W = ab_scale(part, point.area_W);
        add_surface_point(of, &point);
    }
}

static int count_fine(const Look *seen, double whole_area) {
    int count = 0;
    for (int i = 0; i < seen->count; i += 3) {
        count += fine_share(&seen->points[i], whole_area) > 0.0 ? AB_SURFACE_FINE_IN_STEPS : 0;
    }
    return count;
}

static void add_surface_points(const Patch *of, bool has_parts, abStepSurface *surface) {
    for (int i = 0; i < of->seen->count; i += has_parts ? 3 : 1) {
        if (has_parts) {
            add_part(of, &of->seen->points[i]);
        } else {
            add_surface_point(of, &of->seen->points[i]);
        }
    }
    surface->count = (int)of->step->surface_point_count - surface->first;
}

// -1 when none acts.
static int deepest_of(const abSurfacePoint *points, int count) {
    int deepest = -1;
    for (int i = 0; i < count; i++) {
        bool is_deeper = deepest < 0 || points[i].depth > points[deepest].depth;
        deepest = ab_surface_point_acts(&points[i]) && is_deeper ? i : deepest;
    }
    return deepest;
}

// The deepest surface point as the point of the pair.
static void set_point(abStep *step, abStepPairCache *cache, const abStepSurfacePoint *surface_point,
                      const abConePatch *patch) {
    abStepPoint *point = &step->points[cache->first];
    *point = (abStepPoint){.cache = (int)(cache - step->caches),
                           .id = -1,
                           .body = {cache->pair.data->body_a, cache->pair.data->body_b},
                           .p = surface_point->at.p_W,
                           .n = surface_point->at.n_AB_W,
                           .arm = {patch->arm[0], patch->arm[1]},
                           .depth = surface_point->depth,
                           .weight = 1.0,
                           .start_rate = surface_point->start_rate,
                           .contact = -1,
                           .surface = cache->surface};
    point->free_rate = ab_step_rate(step->free, point);
    cache->at = ab_surface_proximity(surface_point->at.p_W, point->n, surface_point->depth,
                                     surface_point->at.side);
}

// What is seen becomes the surface of a pair, in place of what it had. False for want of memory.
static bool set_surface(abStep *step, abStepPairCache *cache, const Look *seen) {
    int deepest = deepest_of(seen->points, seen->count);
    if (deepest < 0) {
        return true;
    }
    double area = ab_surface_whole_area(&cache->pair, seen->points, seen->count);
    bool has_parts = ab_surface_has_parts(&cache->pair);
    if (!make_room(step, seen->count + (has_parts ? count_fine(seen, area) : 0))) {
        return false;
    }
    bool is_new = cache->surface < 0;
    cache->surface = is_new ? (int)step->surface_count++ : cache->surface;
    abStepSurface *surface = &step->surfaces[cache->surface];
    abConePatch *patch = &step->patches[cache->surface];
    abVec3 origin = seen->points[deepest].p_W; // also that of the pair's point: its arms are these
    *surface = (abStepSurface){.cache = (int)(cache - step->caches),
                               .point = is_new ? (int)step->point_count++ : surface->point,
                               .first = (int)step->surface_point_count,
                               .origin = origin};
    *patch = make_patch(cache, seen, origin);
    Patch of = {step, cache, seen, patch, .origin = origin, .area = area};
    ab_patch_twist_at_start(step, patch, &of.start[0], &of.start[1]);
    ab_patch_twist_of(seen->ends, patch, &of.end[0], &of.end[1]);
    add_surface_points(&of, has_parts, surface);
    patch->count = surface->count;
    cache->first = surface->point;
    cache->count = 1;
    abConePatchPoint row = row_of(&of, &seen->points[deepest]);
    abStepSurfacePoint at = surface_point_of(&of, &seen->points[deepest], &row);
    set_point(step, cache, &at, patch);
    return true;
}

// Of faces that lie on each other exactly rounding decides which are wet: that is not seen.
static bool is_seen(const abStep *step, const abContactPair *pair, const Look *found) {
    int deepest = deepest_of(found->points, found->count);
    return deepest >= 0 &&
           found->points[deepest].depth > s_depth_rounding * smaller_bound(step, pair);
}

bool ab_step_find_surface(abStep *step, abStepPairCache *cache) {
    double when[LOOKS + 1];
    int count = moments(step, cache, when);
    for (int i = 0; i < count; i++) {
        Look found;
        if (!posed(step, &cache->pair, step->free, when[i], &found)) {
            return false;
        }
        if (is_seen(step, &cache->pair, &found)) {
            return set_surface(step, cache, &found);
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
static bool is_surprised(const abStep *step, const abStepPairCache *cache) {
    const abContactPair *pair = &cache->pair;
    if (cache->surface < 0) {
        return is_deflected(step, pair->data->body_a) || is_deflected(step, pair->data->body_b);
    }
    const abStepSurface *surface = &step->surfaces[cache->surface];
    double freely = ab_step_surface_depth(step, surface, step->free);
    return !surface->is_met && surface->end_depth > s_deeper * fmax(0.0, freely);
}

bool ab_step_meet_surfaces(abStep *step, bool *any) {
    *any = false;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        if (!cache->pair.data->has_surface || cache->is_frozen || !is_surprised(step, cache)) {
            continue;
        }
        Look seen;
        if (!posed(step, &cache->pair, step->bodies, 0.5 * step->h, &seen)) {
            return false;
        }
        if (is_seen(step, &cache->pair, &seen)) {
            if (!set_surface(step, cache, &seen)) {
                return false;
            }
            step->surfaces[cache->surface].is_met = *any = true;
            abStepPoint *point = &step->points[cache->first];
            point->rate = ab_step_rate(step->bodies, point);
        }
    }
    return true;
}
