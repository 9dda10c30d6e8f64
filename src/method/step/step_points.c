// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_points.c - the points of a pair in a step.
//
// Flat pairs give all their corners and rim points within the margin: the patch of B pushed into A
// by it; plane curves all places where they are as near as that. What moves far in a step would be
// found behind a thin plate at the middle of the step. Such a pair is looked at where it was at the
// start. Where its gap, counted on from there along the normal, says that it is hardly in the other in
// the middle, as of what rolls or slides fast, it is looked at there once more, as all else is.

#include <string.h>

#include "base/array.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "mechanics/contact/contact_area.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_skin.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"
#include "method/step/tolerances.def"
#include "solver/cone/cone_motion.h"

// ---- where to look ----

double ab_step_smaller_bound(const abStep *step, const abContactPair *pair) {
    const abBodyShape *shapes = step->mechanics->model->shapes;
    return fmin(shapes[pair->shape_a].shape.bound, shapes[pair->shape_b].shape.bound);
}

static abPose pose_at_start(const abStep *step, int shape) {
    const abMechanics *d = step->mechanics;
    abPose workspace;
    abPose X = *ab_mechanics_shape_pose(d, shape, &workspace);
    int body = d->model->shapes[shape].body;
    // back along the way that led here
    abVec3 rotation = ab_scale(-0.5 * step->h, step->w0[body]), center = d->bodies[body].X.p;
    if (d->shape_centered[shape] && d->model->shapes[shape].shape.is_sphere) {
        X.p = ab_add_scaled(center, -0.5 * step->h, step->v0[body]); // how it is turned is all one
        return X;
    }
    abMat3 R = ab_quat_to_matrix(ab_quat_from_vector(rotation));
    abVec3 arm = ab_mul(R, ab_sub(X.p, center));
    X.R = ab_mat3_mul(R, X.R);
    X.p = ab_add(ab_add_scaled(center, -0.5 * step->h, step->v0[body]), arm);
    return X;
}

// The greatest speed of what is near the other shape, whose bound is given.
static double speed_near(const abStep *step, int shape, int body, double bound) {
    double reach = 1e3 * bound;
    return step->reach[shape] <= reach ? step->pace[shape] : ab_step_body_speed(step, body, reach);
}

static double margin_of(const abStep *step, const abContactPair *pair, double bound) {
    double speed = speed_near(step, pair->shape_a, pair->data->body_a, bound) +
                   speed_near(step, pair->shape_b, pair->data->body_b, bound);
    return step->weight_speed * step->h + 1e-3 * bound + step->h * speed;
}

bool ab_step_is_far(const abStep *step, const abContactPair *pair) {
    const abMechanics *d = step->mechanics;
    const int shape[2] = {pair->shape_a, pair->shape_b},
              body[2] = {pair->data->body_a, pair->data->body_b};
    double margin = margin_of(step, pair, ab_step_smaller_bound(step, pair));
    double far = 1.5 * margin; // a look at the start finds them by half a margin elsewhere
    for (int side = 0; side < 2; side++) {
        const abShape *plane = &d->model->shapes[shape[side]].shape;
        bool is_fixed = d->model->bodies[body[side]].mobility == AB_MOBILITY_FIXED;
        if (plane->kind == AB_SHAPE_PLANE && is_fixed) {
            const abPose *X = &d->shape_poses[shape[side]];
            abVec3 n = ab_mul(X->R, ab_vec3(plane->size[0], plane->size[1], plane->size[2]));
            double above = ab_dot(n, ab_sub(d->bodies[body[1 - side]].X.p, X->p));
            return above - step->reach[shape[1 - side]] > far;
        }
    }
    double apart = step->reach[shape[0]] + step->reach[shape[1]] + far;
    return ab_norm2(ab_sub(d->bodies[body[0]].X.p, d->bodies[body[1]].X.p)) > apart * apart;
}

static abVec3 velocity_of_place(const abStep *step, int body, abVec3 place) {
    abVec3 arm = ab_sub(place, step->mechanics->bodies[body].X.p);
    return ab_add(step->v0[body], ab_cross(step->turn0[body], arm));
}

// Of B relative to A: of their centres, and of a pair that does not touch yet at the place of the
// smaller shape, where the turn of the other counts.
static abVec3 velocity_past(const abStep *step, const abStepPairCache *cache) {
    const abContactPair *pair = &cache->pair;
    const abBodyShape *shapes = step->mechanics->model->shapes;
    int a = pair->data->body_a, b = pair->data->body_b;
    if (cache->touches) {
        return ab_sub(step->v0[b], step->v0[a]);
    }
    bool a_is_smaller = shapes[pair->shape_a].shape.bound <= shapes[pair->shape_b].shape.bound;
    int smaller = a_is_smaller ? pair->shape_a : pair->shape_b;
    abPose storage;
    const abPose *X = ab_mechanics_shape_pose(step->mechanics, smaller, &storage);
    abVec3 place = ab_pose_point(*X, shapes[smaller].shape.center);
    return ab_sub(velocity_of_place(step, b, place), velocity_of_place(step, a, place));
}

bool ab_step_looks_from_start(const abStep *step, const abStepPairCache *cache) {
    double bound = ab_step_smaller_bound(step, &cache->pair);
    abVec3 displacement = ab_scale(step->h, velocity_past(step, cache));
    return ab_norm2(displacement) > s_far * s_far * bound * bound;
}

static void pose_at_middle(const abStep *step, const abContactPair *pair, abStepPosed *posed) {
    posed->X_WA = ab_mechanics_shape_pose(step->mechanics, pair->shape_a, &posed->workspace[0]);
    posed->X_WB = ab_mechanics_shape_pose(step->mechanics, pair->shape_b, &posed->workspace[1]);
    posed->ahead = 0.0;
}

void ab_step_pose_pair(const abStep *step, const abStepPairCache *cache, abStepPosed *posed) {
    const abContactPair *pair = &cache->pair;
    posed->margin = margin_of(step, pair, ab_step_smaller_bound(step, pair));
    if (ab_step_looks_from_start(step, cache)) {
        posed->workspace[0] = pose_at_start(step, pair->shape_a);
        posed->workspace[1] = pose_at_start(step, pair->shape_b);
        posed->X_WA = &posed->workspace[0];
        posed->X_WB = &posed->workspace[1];
        posed->ahead = 0.5 * step->h;
    } else {
        pose_at_middle(step, pair, posed);
    }
}

// Of A relative to B at the start.
static abVec3 start_velocity(const abStep *step, const abStepPoint *point) {
    int a = point->body[0], b = point->body[1];
    abVec3 v_a = ab_add(step->v0[a], ab_cross(step->turn0[a], point->arm[0]));
    abVec3 v_b = ab_add(step->v0[b], ab_cross(step->turn0[b], point->arm[1]));
    return ab_add(ab_sub(v_a, v_b), ab_step_modal_velocity(point, step->v0, step->w0));
}

static void take_over(abStepPoint *point, abStepPoint *last) {
    point->impulse = last->impulse;
    point->moment = last->moment;
    point->slides = last->slides;
    point->kept = last->kept;
    point->ahead = last->ahead;
    point->pressed = last->pressed;
    point->is_known = last->is_taken = true;
}

// A feature in the step before; NULL: it is new.
static abStepPoint *same_feature(const abStep *step, const abStepPairCache *cache, int id) {
    for (int k = cache->last_first; k < cache->last_first + cache->last_count; k++) {
        if (step->last_points[k].id == id) {
            return &step->last_points[k];
        }
    }
    return NULL;
}

// A body that rocks on a rim leans to one side and then to the other: the deepest place of the rim and
// the one across it exchange their names. So what has left its place on both bodies is not the point
// of its name if another one was far nearer.
static bool is_exchanged(const abStep *step, const abStepPairCache *cache, const abStepPoint *point,
                         const abStepPoint *named, double size) {
    double way = ab_step_way_beside(step, point, named->p);
    if (point->id < 0 || !(way > s_jump * size)) {
        return false;
    }
    bool is_nearer = false;
    for (int k = cache->last_first; k < cache->last_first + cache->last_count; k++) {
        double other = ab_step_way_beside(step, point, step->last_points[k].p);
        is_nearer = is_nearer || other < s_exchanged * way;
    }
    return is_nearer;
}

// Features of flat faces on each other change their names by rounding: what is left of the last
// step goes to the nearest of the new ones. How deep a new one was pressed in is that of the nearest,
// even if that one is still there: a contact that goes on from one piece of an outline to the next.
static void recall_nearest(abStep *step, const abStepPairCache *cache, double near) {
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        abStepPoint *point = &step->points[k], *best = NULL;
        double minimum = near * near, nearest = minimum;
        for (int i = cache->last_first; i < cache->last_first + cache->last_count; i++) {
            abStepPoint *last = &step->last_points[i];
            double off = ab_norm2(ab_sub(last->p, point->p));
            if (!point->is_known && off < nearest) {
                nearest = off;
                point->beside = last->kept;
            }
            if (!point->is_known && !last->is_taken && off < minimum) {
                minimum = off;
                best = last;
            }
        }
        if (best != NULL) {
            take_over(point, best);
            point->before = ab_dot(point->pressed, point->n);
        }
    }
}

// On to the middle, between the bodies as they go.
static abVec3 moved_ahead(const abStep *step, const abContactPair *pair, abVec3 p, double ahead) {
    const abBody *bodies = step->mechanics->model->bodies;
    abVec3 v = ab_scale(0.5, ab_add(step->v0[pair->data->body_a], step->v0[pair->data->body_b]));
    bool a_moves = bodies[pair->data->body_a].mobility != AB_MOBILITY_FIXED;
    bool b_moves = bodies[pair->data->body_b].mobility != AB_MOBILITY_FIXED;
    v = a_moves && b_moves ? v
        : a_moves          ? step->v0[pair->data->body_a]
                           : step->v0[pair->data->body_b];
    return ab_add_scaled(p, ahead, v);
}

// A body that answers is in the middle where its velocity at the start brings it, and goes on from
// there with that at the end. One whose motion is given is where it is, by h^2/8 of its acceleration
// farther: its point counts as if it were there, so that both come to the same end.            [m]
static abVec3 given_way(const abStep *step, int body, abVec3 arm) {
    const abBodyNow *now = &step->mechanics->bodies[body];
    if (step->mechanics->model->bodies[body].mobility != AB_MOBILITY_PRESCRIBED) {
        return ab_vec3(0.0, 0.0, 0.0);
    }
    abVec3 a = ab_add(now->a, ab_cross(now->alpha, arm));
    return ab_scale(0.125 * step->h * step->h, a);
}

abVec3 ab_step_place_point(const abStep *step, abStepPoint *point, abVec3 p, abVec3 n,
                           double depth) {
    point->p = p;
    point->n = n;
    point->depth = depth;
    double apart = point->is_rigid ? 0.5 * depth : 0.0;
    for (int side = 0; side < 2; side++) {
        abVec3 own = ab_add_scaled(p, side == 0 ? apart : -apart, n);
        point->arm[side] = ab_sub(own, ab_step_center(step, point->body[side]));
    }
    abVec3 farther = ab_sub(given_way(step, point->body[0], point->arm[0]),
                            given_way(step, point->body[1], point->arm[1]));
    point->depth -= ab_dot(farther, n);
    ab_step_set_spin_change(step, point);
    abVec3 v = start_velocity(step, point);
    point->start_rate = ab_dot(v, n);
    point->free_rate = ab_step_end_rate(step->free, point);
    return v;
}

// `last`: the same point in the step before; NULL: it is to be looked for.
static void add_point(abStep *step, abStepPairCache *cache, const abStepPosed *posed,
                      const abPatchPoint *from, double patch_area, abStepPoint *last) {
    double bound = ab_step_smaller_bound(step, &cache->pair);
    abStepPoint *point = &step->points[step->point_count++];
    cache->count++;
    *point = (abStepPoint){.cache = (int)(cache - step->caches),
                           .id = from->id,
                           .body = {cache->pair.data->body_a, cache->pair.data->body_b},
                           .weight = from->weight,
                           .area = from->area,
                           .area_slope = from->area_slope,
                           .slower = from->slower,
                           .patch_area = patch_area,
                           .is_rigid = cache->is_rigid,
                           .contact = -1,
                           .surface = -1};
    abVec3 p =
        posed->ahead > 0.0 ? moved_ahead(step, &cache->pair, from->p_W, posed->ahead) : from->p_W;
    abVec3 v = ab_step_place_point(step, point, p, from->n_AB_W, from->depth);
    abStepPoint *named = same_feature(step, cache, from->id);
    if (last == NULL && named != NULL && !is_exchanged(step, cache, point, named, bound)) {
        last = named;
    }
    if (last != NULL) {
        take_over(point, last);
        if (ab_step_way_beside(step, point, last->p) > s_jump * bound) {
            ab_step_pay_there(step, cache, point);
        }
        ab_step_follow_point(step, point, last->p, last->n, bound);
    } else { // it slides unless it moves no faster than gravity makes it within a step
        abVec3 slip = ab_add_scaled(v, -point->start_rate, point->n);
        point->slides = ab_norm(slip) > step->weight_speed;
        if (named != NULL) {
            ab_step_pay_there(step, cache, point);
        }
    }
    point->before = ab_dot(point->pressed, point->n);
    if (posed->ahead > 0.0) {
        point->depth = from->depth + posed->ahead * point->start_rate;
    }
}

// Between bodies that sleep all is as it was.
static bool keep_points(abStep *step, abStepPairCache *cache) {
    size_t count = (size_t)cache->last_count;
    if (!AB_ARRAY_RESERVE(step->mechanics->allocator, step->points, step->point_capacity,
                          step->point_count + count)) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        abStepPoint *point = &step->points[step->point_count++];
        *point = step->last_points[(size_t)cache->last_first + k];
        point->cache = (int)(cache - step->caches);
        point->body[0] = cache->pair.data->body_a;
        point->body[1] = cache->pair.data->body_b;
        point->is_frozen = true;
        point->contact = point->surface = -1;
    }
    cache->count = cache->last_count;
    return true;
}

static bool stay_in_plane(const abModel *model, const abContactPair *pair) {
    const int bodies[2] = {pair->data->body_a, pair->data->body_b};
    for (int side = 0; side < 2; side++) {
        abMobility mobility = model->bodies[bodies[side]].mobility;
        if (mobility != AB_MOBILITY_PLANAR && mobility != AB_MOBILITY_FIXED) {
            return false;
        }
    }
    return true;
}

// Of rigid points that stand one behind the other in the plane of motion one is enough: halfway
// between them.
static int join_in_plane(abPatchPoint *points, int count, double near) {
    int joined = 0, members[AB_PATCH_MAX];
    for (int i = 0; i < count; i++) {
        const abPatchPoint *point = &points[i];
        int k = 0;
        while (k < joined && !(fabs(points[k].p_W.x - point->p_W.x) <= near &&
                               fabs(points[k].p_W.y - point->p_W.y) <= near &&
                               ab_dot(points[k].n_AB_W, point->n_AB_W) > 0.5)) {
            k++;
        }
        if (k == joined) {
            members[k] = 1;
            points[joined++] = *point;
            continue;
        }
        abPatchPoint *to = &points[k];
        to->p_W.z += (point->p_W.z - to->p_W.z) / ++members[k];
        to->depth = fmax(to->depth, point->depth);
        to->area += point->area;
        to->area_slope += point->area_slope;
    }
    return joined;
}

static void look(const abStep *step, const abContactPair *pair, const abStepPosed *posed,
                 abProximity *at) {
    const abShape *A = ab_contact_pair_shape(step->mechanics, pair, pair->shape_a);
    const abShape *B = ab_contact_pair_shape(step->mechanics, pair, pair->shape_b);
    step->mechanics->proximity_calls++;
    ab_shapes_proximity(step->mechanics, A, posed->X_WA, B, posed->X_WB, at);
}

// The depth in the middle of the step of what was seen at its start.
static double depth_ahead(const abStep *step, const abContactPair *pair, const abStepPosed *posed,
                          const abProximity *at) {
    abVec3 p = moved_ahead(step, pair, ab_proximity_middle(at), posed->ahead);
    abStepPoint point = {.body = {pair->data->body_a, pair->data->body_b}};
    abVec3 v = ab_step_place_point(step, &point, p, at->n_AB_W, 0.0);
    return posed->ahead * ab_dot(v, at->n_AB_W) - at->distance;
}

// What moves far, but along the other, cannot be behind it in the middle of the step, and is looked
// at there as all else is: a look at the start would give a normal of first order.
static void look_in_the_middle(const abStep *step, abStepPairCache *cache, abStepPosed *posed) {
    const abContactPair *pair = &cache->pair;
    double shallow = s_far * ab_step_smaller_bound(step, pair);
    if (depth_ahead(step, pair, posed, &cache->at) > shallow) {
        return;
    }
    abStepPosed middle = {.margin = posed->margin};
    abProximity at;
    pose_at_middle(step, pair, &middle);
    look(step, pair, &middle, &at);
    if (at.distance <= posed->margin && -at.distance <= shallow) {
        pose_at_middle(step, pair, posed);
        cache->at = at;
    }
}

// The points within the margin; 0: there are none.
static int look_for_points(abStep *step, abStepPairCache *cache, abStepPosed *posed,
                           abPatchPoint points[AB_PATCH_MAX]) {
    const abContactPair *pair = &cache->pair;
    look(step, pair, posed, &cache->at);
    if (!(cache->at.distance <= posed->margin)) {
        return 0;
    }
    if (posed->ahead > 0.0) {
        look_in_the_middle(step, cache, posed);
    }
    int count = pair->data->has_patch ? ab_step_patch(step, cache, posed, points) : 0;
    if (count == 0) {
        points[count++] = (abPatchPoint){.p_W = ab_proximity_middle(&cache->at),
                                         .n_AB_W = cache->at.n_AB_W,
                                         .depth = -cache->at.distance,
                                         .weight = 1.0,
                                         .id = -1};
    }
    if (cache->is_rigid && stay_in_plane(step->mechanics->model, pair)) {
        double bound = ab_step_smaller_bound(step, pair);
        count = join_in_plane(points, count, 1e-12 * bound);
    }
    return count;
}

// ---- on surfaces that deform ----

typedef struct SkinPoints {
    abStep *step;
    abStepPairCache *cache;
    bool is_out_of_memory;
} SkinPoints;

// Room for the shapes of a point; those there are move with it. NULL for want of memory.
static double *open_shape(abStep *step, size_t count) {
    double *before = step->shapes;
    if (!AB_ARRAY_RESERVE(step->mechanics->allocator, step->shapes, step->shape_capacity,
                          step->shape_count + count)) {
        return NULL;
    }
    for (size_t k = 0; before != NULL && before != step->shapes && k < step->point_count; k++) {
        for (int side = 0; side < 2; side++) {
            abConeModes *modes = &step->points[k].modes[side];
            modes->shape = modes->count > 0 ? step->shapes + (modes->shape - before) : NULL;
        }
    }
    step->shape_count += count;
    return step->shapes + step->shape_count - count;
}

static bool set_modes(abStep *step, abStepPoint *point, const abSkinPoint *from) {
    for (int side = 0; side < 2; side++) {
        const abModalStep *modes = ab_modal_step_of(&step->modal, point->body[side]);
        if (modes == NULL || !from->has_modes[side]) {
            continue;
        }
        double *shape = open_shape(step, 18 * (size_t)modes->count);
        if (shape == NULL) {
            return false;
        }
        const abSkinSite *site = &from->site[side];
        ab_modal_step_shape(modes, site->nodes, site->weights, point->arm[side], shape);
        point->modes[side] = (abConeModes){modes->first, modes->count, shape};
    }
    return true;
}

static void add_skin_point(void *context, const abSkinPoint *from) {
    SkinPoints *all = context;
    abStep *step = all->step;
    abStepPairCache *cache = all->cache;
    if (all->is_out_of_memory || !AB_ARRAY_RESERVE(step->mechanics->allocator, step->points,
                                                   step->point_capacity, step->point_count + 1)) {
        all->is_out_of_memory = true;
        return;
    }
    abStepPoint *point = &step->points[step->point_count++];
    cache->count++;
    *point = (abStepPoint){.cache = (int)(cache - step->caches),
                           .id = from->id,
                           .body = {cache->pair.data->body_a, cache->pair.data->body_b},
                           .weight = 1.0,
                           .is_rigid = cache->is_rigid,
                           .contact = -1,
                           .surface = -1};
    abVec3 p = ab_proximity_middle(&from->at);
    ab_step_place_point(step, point, p, from->at.n_AB_W, -from->at.distance);
    all->is_out_of_memory = !set_modes(step, point, from);
    abVec3 v = start_velocity(step, point);
    point->start_rate = ab_dot(v, point->n);
    point->free_rate = ab_step_end_rate(step->free, point);
    abStepPoint *last = from->id >= 0 ? same_feature(step, cache, from->id) : NULL;
    if (last != NULL) {
        take_over(point, last);
    } else {
        abVec3 slip = ab_add_scaled(v, -point->start_rate, point->n);
        point->slides = ab_norm(slip) > step->weight_speed;
    }
    point->before = ab_dot(point->pressed, point->n);
}

// All of them as they are in the middle: no arcs, as a point goes where the modes take it.
static bool find_skin_points(abStep *step, abStepPairCache *cache) {
    abContactPair *pair = &cache->pair;
    double margin = margin_of(step, pair, ab_step_smaller_bound(step, pair));
    SkinPoints all = {step, cache, false};
    cache->still.is_known = false;
    ab_skin_points(step->mechanics, pair, margin, &cache->at, add_skin_point, &all);
    recall_nearest(step, cache, 0.02 * ab_step_smaller_bound(step, pair) + margin);
    return !all.is_out_of_memory;
}

bool ab_step_find_points(abStep *step, abStepPairCache *cache) {
    abContactPair *pair = &cache->pair;
    cache->is_frozen = ab_step_is_frozen(step, pair);
    if (cache->is_frozen) {
        cache->still.is_known = false;
        return keep_points(step, cache);
    }
    if (pair->data->has_surface) {
        return ab_step_find_surface(step, cache);
    }
    if (ab_step_is_far(step, pair)) {
        cache->still.is_known = false;
        return true;
    }
    if (pair->data->has_skin) {
        return find_skin_points(step, cache);
    }
    abStepPosed posed;
    ab_step_pose_pair(step, cache, &posed);
    abPatchPoint points[AB_PATCH_MAX];
    bool is_still = ab_step_is_still(step, cache, &posed);
    int count = is_still ? ab_step_put_back(step, cache, &posed, points)
                         : look_for_points(step, cache, &posed, points);
    if (!ab_step_keep(step, cache, &posed, points, count, is_still) ||
        !AB_ARRAY_RESERVE(step->mechanics->allocator, step->points, step->point_capacity,
                          step->point_count + (size_t)count)) {
        return false;
    }
    if (cache->spins && count > 0) {
        ab_step_set_spinning(step, cache);
    }
    double area = ab_contact_patch_area(points, count);
    for (int i = 0; i < count; i++) {
        abStepPoint *last = is_still ? &step->last_points[cache->last_first + i] : NULL;
        add_point(step, cache, &posed, &points[i], area, last);
    }
    if (!is_still) {
        double bound = ab_step_smaller_bound(step, pair);
        recall_nearest(step, cache, 0.02 * bound + posed.margin);
    }
    return true;
}

// ---- how they move ----

double ab_step_end_depth(const abStep *step, const abStepPoint *point) {
    return point->depth + 0.5 * step->h * point->rate - point->removed;
}

// Of six numbers a body.
static abVec3 modal_velocity(const abConeModes *modes, const abVec3 *v, const abVec3 *w) {
    abVec3 u = {0.0, 0.0, 0.0};
    size_t wide = 6 * (size_t)modes->count;
    for (size_t k = 0; k < wide; k++) {
        const double *row = modes->shape + k;
        size_t body = (size_t)modes->first + k / 6;
        double x[6];
        ab_vec3_put(x, v[body]);
        ab_vec3_put(x + 3, w[body]);
        u = ab_add_scaled(u, x[k % 6], ab_vec3(row[0], row[wide], row[2 * wide]));
    }
    return u;
}

abVec3 ab_step_modal_velocity(const abStepPoint *point, const abVec3 *v, const abVec3 *w) {
    abVec3 none = {0.0, 0.0, 0.0};
    return point->modes[0].count + point->modes[1].count == 0
               ? none
               : ab_sub(modal_velocity(&point->modes[0], v, w),
                        modal_velocity(&point->modes[1], v, w));
}

abVec3 ab_step_velocity(const abConeBody *bodies, const abStepPoint *point) {
    const abConeBody *A = &bodies[point->body[0]], *B = &bodies[point->body[1]];
    abVec3 v_a = ab_add(A->v, ab_cross(A->w, point->arm[0]));
    abVec3 v_b = ab_add(B->v, ab_cross(B->w, point->arm[1]));
    if (point->modes[0].count + point->modes[1].count > 0) {
        v_a = ab_add(v_a, ab_cone_modes_velocity(bodies, &point->modes[0]));
        v_b = ab_add(v_b, ab_cone_modes_velocity(bodies, &point->modes[1]));
    }
    return ab_sub(v_a, v_b);
}

double ab_step_rate(const abConeBody *bodies, const abStepPoint *point) {
    return ab_dot(ab_step_velocity(bodies, point), point->n);
}

abVec3 ab_step_end_velocity(const abConeBody *bodies, const abStepPoint *point) {
    return ab_add(ab_step_velocity(bodies, point), point->arc);
}

double ab_step_end_rate(const abConeBody *bodies, const abStepPoint *point) {
    return ab_dot(ab_step_end_velocity(bodies, point), point->n);
}
