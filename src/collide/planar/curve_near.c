// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_near.c - the parts of two plane curves that may meet while the curves move a little.
//
// Let B move relative to A from the pose where the list is made. A point x of B then moves by
//
//   way + turn |x - s| at most,   turn = |R - R_0|,  way = that of s                       (1)
//
// for any point s of B: where they touch, so that one may roll on the other while the list serves. The
// list holds every pair of parts that may have a candidate after circles have come nearer by
// skin + rotation |x - s|  and normals have turned by the rotation: gaps up to `reach`, the best one
// there, and overlaps. As long as way < skin and turn < rotation, what is left out has no overlap that
// counts, and gaps wider than
//
//   reach + skin - way                                                                     (2)
//
// so the list serves where the best gap it gives is no wider. Room follows use, which changes the cost
// only; curves that move too fast for a list are left to the trees for a while.

#include "collide/planar/curve_near.h"

#include <math.h>

#include "base/array.h"
#include "collide/planar/circle_pairs.h"
#include "collide/planar/curve_meet.h"

enum { MANY = 400 };

// ---- by the trees ----

static double nodes_gap(const void *context, int a, int b) {
    const abCurveScene *scene = context;
    return ab_curve_hulls_gap(scene, &scene->in.A->whole_hulls[a], &scene->in.B->whole_hulls[b],
                              &AB_CURVE_NO_ROOM);
}

static double greatest_gap(const void *context) {
    const abCurveScene *scene = context;
    return fmax(scene->best, scene->deep);
}

static bool look_at_wholes(void *context, int a, int b) {
    ab_curve_wholes_meet(context, a, b);
    return true;
}

void ab_curve_search_trees(abCurveScene *scene) {
    ab_circle_pairs(&(abCirclePairs){scene->in.A->whole_nodes, scene->in.B->whole_nodes, scene,
                                     nodes_gap, greatest_gap, look_at_wholes});
}

// ---- making the list ----

typedef struct Gather {
    abCurveNear *near;
    const abCurveScene *scene;
    double cosine, sine; // of the angle that B may turn by
    abAllocator allocator;
    bool is_whole;
} Gather;

// With the room that B needs there.
static double roomy_gap(const void *context, int a, int b) {
    const Gather *gather = context;
    const abCurveNear *near = gather->near;
    const abCurveHull *p = &near->A->whole_hulls[a], *q = &near->B->whole_hulls[b];
    double far = ab_norm2d(ab_sub2(q->center, near->site)) + q->radius;
    abCurveRoom room = {(near->room.skin + near->room.rotation * far) * (1.0 + 1e-9),
                        gather->cosine, gather->sine};
    return ab_curve_hulls_gap(gather->scene, p, q, &room);
}

static double gathered_gap(const void *context) {
    return greatest_gap(((const Gather *)context)->scene);
}

static bool add_pair(void *context, int a, int b) {
    Gather *gather = context;
    abCurveNear *near = gather->near;
    gather->is_whole = near->count < MANY && AB_ARRAY_RESERVE(gather->allocator, near->pairs,
                                                              near->capacity, near->count + 1);
    if (gather->is_whole) {
        near->pairs[near->count++] = (abCurveNearPair){a, b};
    }
    return gather->is_whole;
}

static double size_of(const abCurve *curve) {
    return 2.0 * curve->whole_hulls[0].radius;
}

static double lesser_size(const abCurveNear *near) {
    return fmin(size_of(near->A), size_of(near->B));
}

// How far a point of B has moved since a pose, and by how much B has turned.
static void moved(const abCurvePlane *from, const abCurvePlane *to, abVec2 point, double *way,
                  double *turn) {
    double c = to->c - from->c, s = to->s - from->s;
    *turn = sqrt(c * c + s * s);
    *way = ab_norm2d(ab_sub2(ab_curve_out_of_B(to, point), ab_curve_out_of_B(from, point)));
}

static void fit_room(abCurveNear *near, const abCurvePlane *in) {
    double way, turn;
    moved(&near->made_at, in, near->site, &way, &turn);
    ab_near_room_fit(&near->room, lesser_size(near), way, turn);
}

// Of what the trees found in the scene; near in too many places, or for want of memory, there is none.
static void make(abCurveNear *near, abAllocator allocator, const abCurveScene *scene) {
    fit_room(near, &scene->in);
    const abCurveCandidate *at = scene->inside_count > 0 ? &scene->inside[0] : &scene->nearest;
    near->made_at = scene->in;
    near->site = ab_curve_into_B(&scene->in, at->b);
    near->room.reach = scene->best;
    near->count = 0;
    near->room.uses = 0;
    double sine = ab_near_room_sine(&near->room);
    Gather gather = {near, scene, sqrt(1.0 - sine * sine), sine, allocator, true};
    ab_circle_pairs(&(abCirclePairs){near->A->whole_nodes, near->B->whole_nodes, &gather, roomy_gap,
                                     gathered_gap, add_pair});
    if (!gather.is_whole) {
        ab_near_room_give_up(&near->room);
    }
}

// ---- by the list ----

// Whether the list has all that counts.
static bool look_at_list(const abCurveNear *near, abCurveScene *scene) {
    double way, turn;
    if (near->room.reach < 0.0) {
        return false;
    }
    moved(&near->made_at, &scene->in, near->site, &way, &turn);
    if (!(way < near->room.skin && turn < near->room.rotation)) {
        return false;
    }
    for (size_t i = 0; i < near->count; i++) {
        const abCurveNearPair *pair = &near->pairs[i];
        const abCurveHull *a = &near->A->wholes[pair->a].part.hull;
        const abCurveHull *b = &near->B->wholes[pair->b].part.hull;
        if (!isnan(ab_curve_hulls_gap(scene, a, b, &AB_CURVE_NO_ROOM))) {
            ab_curve_wholes_meet(scene, pair->a, pair->b);
        }
    }
    return scene->best <= near->room.reach + near->room.skin - way;
}

void ab_curve_search_near(abCurveNear *near, abAllocator allocator, abCurveScene *scene) {
    const abCurveScene empty = *scene;
    if (look_at_list(near, scene)) {
        near->room.uses++;
        return;
    }
    *scene = empty;
    ab_curve_search_trees(scene);
    if (ab_near_room_may_list(&near->room, lesser_size(near)) && isfinite(scene->best)) {
        make(near, allocator, scene);
    }
}

bool ab_curve_near_is_apart(const abCurveNear *near, const abCurvePlane *in) {
    const abCurveHull *all = &near->B->whole_hulls[0];
    double way, turn;
    if (!(near->apart > 0.0)) {
        return false;
    }
    moved(&near->apart_at, in, all->center, &way, &turn);
    return (way + turn * all->radius) * (1.0 + 1e-9) < near->apart;
}

// ---- of pairs of shapes ----

static void forget(void *entry) {
    abCurveNear *near = entry;
    near->A = near->of.A->curve, near->B = near->of.B->curve;
    ab_near_room_forget(&near->room);
    near->has_last = false;
    near->apart = 0.0;
}

static void done(void *entry, abAllocator allocator) {
    abCurveNear *near = entry;
    AB_ARRAY_FREE(allocator, near->pairs, near->capacity);
}

static const abShapePairKind s_near_kind = {sizeof(abCurveNear), forget, done};

abCurveNear *ab_curve_near_find(abCurveWorkspace *workspace, const abShape *A, const abShape *B) {
    abCurveNear *near =
        ab_shape_pair_find(&workspace->near, &s_near_kind, workspace->allocator, A, B);
    if (near != NULL && (near->A != A->curve || near->B != B->curve)) {
        forget(near);
    }
    return near;
}

void ab_curve_workspace_done(abCurveWorkspace *workspace) {
    ab_shape_pair_table_done(&workspace->near, &s_near_kind, workspace->allocator);
}
