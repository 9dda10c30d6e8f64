// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_near.c - the edges of two outlines that may meet while the outlines move a little.
//
// Let B move relative to A from the pose where the lists are made. A point x of B then moves by
//
//   way + turn |x - s| at most,   turn = |R - R_0|,  way = that of s                       (1)
//
// for any point s of B: where they touch, so that one may roll on the other while the lists serve.
// One list holds every pair of edges that may have a contact after circles have come nearer by
// skin + rotation |x - s|  and normals have turned by the rotation: overlaps, and gaps up to `reach`,
// the widest that counted there. As long as way < skin and turn < rotation, what is left out has no
// overlap, and gaps wider than
//
//   reach + skin - way                                                                     (2)
//
// so the list serves where the widest gap that counts is no more. The other one holds the pairs of
// edges whose circles may overlap: those that may cross.

#include "collide/planar/outline_near.h"

#include "base/array.h"
#include "collide/planar/circle_pairs.h"
#include "collide/planar/outline_contacts.h"
#include "collide/planar/outline_facing.h"
#include "shape/curve/outline_build.h"
#include "shape/curve/outline_query.h"

enum { MANY = 4000 };

// ---- poses ----

static abScenePose pose_of(const abOutlineScene *scene) {
    return (abScenePose){scene->c, scene->s, scene->t};
}

static bool is_same_pose(const abScenePose *p, const abScenePose *q) {
    return p->c == q->c && p->s == q->s && p->t.x == q->t.x && p->t.y == q->t.y;
}

static abVec2 placed(const abScenePose *at, abVec2 p) {
    return ab_vec2(at->c * p.x - at->s * p.y + at->t.x, at->s * p.x + at->c * p.y + at->t.y);
}

static void moved(const abOutlineNear *near, const abOutlineScene *scene, double *way,
                  double *turn) {
    abScenePose now = pose_of(scene);
    double c = now.c - near->made_at.c, s = now.s - near->made_at.s;
    *turn = sqrt(c * c + s * s);
    *way = ab_norm2d(ab_sub2(placed(&now, near->site), placed(&near->made_at, near->site)));
}

// ---- making the lists ----

typedef struct Gather {
    const abOutlineScene *scene;
    abOutlineRoom room;
    abEdgePairs *pairs;
    abAllocator allocator;
    bool is_whole;
} Gather;

static double roomy_gap(const void *context, int a, int b) {
    const Gather *gather = context;
    return ab_outline_nodes_gap(gather->scene, &gather->room, a, b);
}

static double greatest_gap(const void *context) {
    (void)context;
    return INFINITY;
}

static double roomy_circles_gap(const void *context, int a, int b) {
    const Gather *gather = context;
    const abOutlineScene *scene = gather->scene;
    const abCircle2 *circle = &scene->o[1]->nodes[b].hull;
    return ab_outline_circles_gap(scene, a, b) -
           ab_outline_room_at(&gather->room, circle->center, circle->radius) - scene->slack;
}

static bool add_pair(void *context, int a, int b) {
    Gather *gather = context;
    abEdgePairs *pairs = gather->pairs;
    gather->is_whole = pairs->count < MANY && AB_ARRAY_RESERVE(gather->allocator, pairs->list,
                                                               pairs->capacity, pairs->count + 1);
    if (gather->is_whole) {
        pairs->list[pairs->count++] = (abEdgePair){a, b, 0};
    }
    return gather->is_whole;
}

// Whether what sticks out of a node may be in the solid of the other outline, as what is pressed into a
// reentrant corner is. Distances change no more than places, but for signs beside walls.
static bool may_be_inside(const Gather *gather, int side, int node) {
    const abOutlineScene *scene = gather->scene;
    const abOutline2 *own = scene->o[side], *other = scene->o[1 - side];
    const abCircle2 *circle = &own->nodes[node].hull;
    abVec2 moved = ab_scene_move(scene, side, circle->center);
    double radius = circle->radius + own->hulls[node].beyond;
    double room = ab_outline_room_at(&gather->room, side == 1 ? circle->center : moved, radius);
    double slack = 32.0 * (own->slack + other->slack + scene->slack);
    return other->has_wall || ab_outline_nearest(other, moved).distance <= radius + room + slack;
}

static bool may_meet(const Gather *gather, const abNodesApart *apart, int side, int balls,
                     int edges) {
    const abOutlineScene *scene = gather->scene;
    const abOutlineHull *of_balls = &scene->o[side]->hulls[balls];
    const abOutlineHull *of_edges = &scene->o[1 - side]->hulls[edges];
    return ab_outline_balls_face(scene, apart, side, of_balls, of_edges, false) ||
           (of_edges->is_reentrant &&
            ab_outline_balls_face(scene, apart, side, of_balls, of_edges, true) &&
            may_be_inside(gather, side, balls));
}

static int contacts_of(const Gather *gather, const abEdgePair *pair) {
    const abOutlineScene *scene = gather->scene;
    const abOutline2 *A = scene->o[0], *B = scene->o[1];
    int a = A->edges[pair->a].node, b = B->edges[pair->b].node;
    const abNodesApart apart = ab_outline_nodes_apart(scene, &gather->room, a, b);
    bool corners =
        ab_outline_corners_face(scene, &apart, &A->hulls[a].corners, &B->hulls[b].corners);
    return may_meet(gather, &apart, 0, a, b) * AB_MEET_BALLS_0 +
           may_meet(gather, &apart, 1, b, a) * AB_MEET_BALLS_1 + corners * AB_MEET_CORNERS;
}

static void keep_what_may_meet(const Gather *gather, abEdgePairs *pairs) {
    size_t kept = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        abEdgePair pair = pairs->list[i];
        pair.contacts = contacts_of(gather, &pair);
        pairs->list[kept] = pair;
        kept += pair.contacts != 0;
    }
    pairs->count = kept;
}

static bool list_pairs(Gather *gather, abEdgePairs *pairs,
                       double (*gap)(const void *context, int a, int b),
                       double (*reach)(const void *context)) {
    const abOutline2 *A = gather->scene->o[0], *B = gather->scene->o[1];
    gather->pairs = pairs;
    gather->is_whole = true;
    pairs->count = 0;
    ab_circle_pairs(&(abCirclePairs){A->nodes, B->nodes, gather, gap, reach, add_pair});
    return gather->is_whole;
}

static double lesser_size(const abOutlineNear *near) {
    return 2.0 * fmin(near->A->nodes[0].hull.radius, near->B->nodes[0].hull.radius);
}

static abVec2 start_of(const abOutlineScene *scene, int side) {
    return scene->o[side]->edges[0].p;
}

static void measure_starts(abOutlineNear *near, const abOutlineScene *scene) {
    for (int side = 0; side < 2; side++) {
        abVec2 start = ab_scene_move(scene, side, start_of(scene, side));
        const abOutline2 *other = scene->o[1 - side];
        near->start[side] = other->has_wall ? 0.0 : ab_outline_nearest(other, start).distance;
    }
}

static void make(abOutlineNear *near, abAllocator allocator, const abOutlineScene *scene) {
    double way, turn;
    moved(near, scene, &way, &turn);
    ab_near_room_fit(&near->room, lesser_size(near), way, turn);
    const abOutlineFound *at = scene->count > 0 ? &scene->list[0] : &scene->nearest;
    near->made_at = pose_of(scene);
    near->site = ab_scene_move(scene, 0, at->p[1]);
    near->room.reach = scene->limit;
    near->room.uses = 0;
    Gather gather = {
        .scene = scene,
        .room = {near->room.skin, near->room.rotation, ab_near_room_sine(&near->room), near->site},
        .allocator = allocator};
    bool is_whole = list_pairs(&gather, &near->contacts, roomy_gap, greatest_gap);
    keep_what_may_meet(&gather, &near->contacts);
    near->has_meeting =
        is_whole && list_pairs(&gather, &near->meeting, roomy_circles_gap, ab_circles_meet);
    measure_starts(near, scene);
    if (!is_whole) {
        ab_near_room_give_up(&near->room);
    }
}

void ab_outline_make_near(abOutlineNear *near, abAllocator allocator, const abOutlineScene *scene) {
    if (ab_near_room_may_list(&near->room, lesser_size(near)) && isfinite(scene->limit)) {
        make(near, allocator, scene);
    }
}

// ---- by the lists ----

static bool serves(const abOutlineNear *near, const abOutlineScene *scene, double *way) {
    double turn;
    if (near->room.reach < 0.0) {
        return false;
    }
    moved(near, scene, way, &turn);
    return *way < near->room.skin && turn < near->room.rotation;
}

bool ab_outline_search_near(abOutlineNear *near, abOutlineScene *scene) {
    double way;
    if (!serves(near, scene, &way)) {
        return false;
    }
    for (size_t i = 0; i < near->contacts.count; i++) {
        const abEdgePair *pair = &near->contacts.list[i];
        ab_scene_edges_meet(scene, pair->a, pair->b, pair->contacts);
    }
    if (scene->limit <= near->room.reach + near->room.skin - way) {
        near->room.uses++;
        return true;
    }
    ab_scene_clear(scene);
    return false;
}

bool ab_outline_near_has_meeting(const abOutlineNear *near, const abOutlineScene *scene) {
    double way;
    return near->has_meeting && serves(near, scene, &way);
}

bool ab_outline_near_starts_outside(const abOutlineNear *near, const abOutlineScene *scene,
                                    int side) {
    if (near->room.reach < 0.0) {
        return false;
    }
    double way, turn;
    moved(near, scene, &way, &turn);
    abVec2 start = start_of(scene, side); // where it was then, in the frame of B
    if (side == 0) {
        abVec2 d = ab_sub2(start, near->made_at.t);
        start = ab_vec2(near->made_at.c * d.x + near->made_at.s * d.y,
                        near->made_at.c * d.y - near->made_at.s * d.x);
    }
    double most = (way + turn * ab_norm2d(ab_sub2(start, near->site))) * (1.0 + 1e-9);
    return near->start[side] > most + 32.0 * (near->A->slack + near->B->slack + scene->slack);
}

// ---- the last answer ----

bool ab_outline_near_answers(const abOutlineNear *near, abOutlineScene *scene) {
    abScenePose now = pose_of(scene);
    if (!near->has_last || near->last_margin != scene->margin ||
        !is_same_pose(&near->last_at, &now)) {
        return false;
    }
    for (size_t i = 0; i < near->last_count; i++) {
        scene->list[i] = near->last[i];
    }
    scene->count = (int)near->last_count;
    scene->nearest = near->last_nearest;
    scene->deepest = near->last_deepest;
    scene->is_too_deep = near->is_last_too_deep;
    return true;
}

void ab_outline_near_keep(abOutlineNear *near, abAllocator allocator, const abOutlineScene *scene) {
    near->last_count = (size_t)scene->count;
    near->has_last = near->last_count == 0 ||
                     AB_ARRAY_RESERVE(allocator, near->last, near->last_capacity, near->last_count);
    for (size_t i = 0; i < near->last_count && near->has_last; i++) {
        near->last[i] = scene->list[i];
    }
    near->last_at = pose_of(scene);
    near->last_margin = scene->margin;
    near->last_nearest = scene->nearest;
    near->last_deepest = scene->deepest;
    near->is_last_too_deep = scene->is_too_deep;
}

// ---- of pairs of shapes ----

static void forget(void *entry) {
    abOutlineNear *near = entry;
    near->A = near->of.A->outline, near->B = near->of.B->outline;
    ab_near_room_forget(&near->room);
    near->has_last = false;
}

static void done(void *entry, abAllocator allocator) {
    abOutlineNear *near = entry;
    AB_ARRAY_FREE(allocator, near->contacts.list, near->contacts.capacity);
    AB_ARRAY_FREE(allocator, near->meeting.list, near->meeting.capacity);
    AB_ARRAY_FREE(allocator, near->last, near->last_capacity);
}

static const abShapePairKind s_near_kind = {sizeof(abOutlineNear), forget, done};

abOutlineNear *ab_outline_near_find(abOutlineWorkspace *workspace, const abShape *A,
                                    const abShape *B) {
    if (workspace == NULL || A->outline == NULL || B->outline == NULL ||
        !ab_outlines_have_many(A->outline, B->outline)) {
        return NULL;
    }
    abOutlineNear *near =
        ab_shape_pair_find(&workspace->near, &s_near_kind, workspace->allocator, A, B);
    if (near != NULL && (near->A != A->outline || near->B != B->outline)) {
        forget(near);
    }
    return near;
}

void ab_outline_workspace_done(abOutlineWorkspace *workspace) {
    ab_shape_pair_table_done(&workspace->near, &s_near_kind, workspace->allocator);
}
