// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_scene.c - from shapes to two outlines in one plane, from what was found to contacts.
//
// A ball counts as a circle about the projection of its centre, a plane as an endless line.

#include "collide/planar/outline_scene.h"

#include "collide/broad/patch_point.h"
#include "collide/planar/outline_contact.h"
#include "collide/planar/outline_contacts.h"
#include "shape/curve/outline.h"
#include "shape/curve/outline_hull.h"
#include "shape/curve/outline_query.h"

// ---- keeping what is found ----

static int id_of(int side, const abBall2 *ball, int edge) {
    unsigned code = 4u * (unsigned)ball->index + 2u * (ball->arc != NULL) + (unsigned)side;
    return (int)((code * 65537u + (unsigned)edge) & 0x3fffffffu) + 1;
}

abOutlineFound ab_scene_found(const abOutlineScene *scene, int side, const abBall2 *ball, int edge,
                              abVec2 n, double gap, abVec2 inner, abVec2 foot) {
    const abEdge *e = &scene->o[1 - side]->edges[edge];
    abOutlineFound found = {
        .gap = gap, .weight = ball->weight, .id = id_of(side, ball, edge), .ball_side = side};
    found.kind[side] = ball->arc != NULL ? AB_OUTLINE_ARC : AB_OUTLINE_VERTEX;
    found.index[side] = ball->index;
    found.kind[1 - side] = e->bend == AB_BEND_NONE ? AB_OUTLINE_STRAIGHT : AB_OUTLINE_ARC;
    found.index[1 - side] = edge;
    found.p[side] = inner, found.p[1 - side] = foot;
    found.n = n;
    if (side == 0) { // found in the frame of outline 1, with the normal out of it
        found.n = ab_scene_turn(scene, 1, ab_scale2(-1.0, n));
        found.p[0] = ab_scene_move(scene, 1, inner);
        found.p[1] = ab_scene_move(scene, 1, foot);
    }
    return found;
}

// Gaps that are none, where the same one comes out a little different in either frame.
static double touching(const abOutlineScene *scene) {
    return 4.0 * scene->slack;
}

// The place of what was found: the pair of edges, then which of its balls it is.
static int ball_of(const abOutlineFound *found) {
    bool are_corners = found->kind[0] == AB_OUTLINE_VERTEX && found->kind[1] == AB_OUTLINE_VERTEX;
    return are_corners ? 4
                       : 2 * found->ball_side + (found->kind[found->ball_side] == AB_OUTLINE_ARC);
}

// In the order of the edges, whatever found them first.
static bool is_before(const abOutlineFound *p, const abOutlineFound *q) {
    return p->index[1] != q->index[1]   ? p->index[1] < q->index[1]
           : p->index[0] != q->index[0] ? p->index[0] < q->index[0]
                                        : ball_of(p) < ball_of(q);
}

// By the gap; of equal ones the first in the order of the edges.
static bool is_nearer(const abOutlineFound *p, const abOutlineFound *q) {
    return p->gap != q->gap ? p->gap < q->gap : is_before(p, q);
}

static void keep(abOutlineScene *scene, const abOutlineFound *found) {
    if (found->gap >= 0.0 && (!isfinite(scene->nearest.gap) || is_nearer(found, &scene->nearest))) {
        scene->nearest = *found;
        scene->limit = fmax(found->gap, scene->margin) + touching(scene);
    }
    // what touches says that other edges of that overlap are farther
    if (found->gap > touching(scene) && !(found->gap < scene->margin)) {
        return;
    }
    if (scene->count < AB_PATCH_MAX) {
        scene->list[scene->count++] = *found;
        return;
    }
    int worst = 0;
    for (int i = 1; i < scene->count; i++) {
        worst = is_nearer(&scene->list[worst], &scene->list[i]) ? i : worst;
    }
    if (is_nearer(found, &scene->list[worst])) {
        scene->list[worst] = *found;
    }
}

void ab_scene_take(abOutlineScene *scene, int side, const abBall2 *ball, int edge, abVec2 n,
                   double gap, abVec2 inner, abVec2 foot) {
    abOutlineFound found = ab_scene_found(scene, side, ball, edge, n, gap, inner, foot);
    keep(scene, &found);
}

void ab_scene_take_corners(abOutlineScene *scene, int a, int b, abVec2 n, double gap) {
    const abVertex *va = &scene->o[0]->vertices[a], *vb = &scene->o[1]->vertices[b];
    abBall2 ball = {.index = a};
    abOutlineFound found = {.gap = gap,
                            .n = n,
                            .p = {va->p, ab_scene_move(scene, 1, vb->p)},
                            .kind = {AB_OUTLINE_VERTEX, AB_OUTLINE_VERTEX},
                            .index = {a, b},
                            .weight = fmin(va->weight, vb->weight),
                            .id = id_of(0, &ball, b) ^ 0x20000000,
                            .ball_side = 0};
    keep(scene, &found);
}

// ---- which of them count ----

// The other edge would hold the ball's innermost point farther out.
static bool has_nearer(const abOutlineScene *scene, const abOutlineFound *found) {
    int side = found->ball_side;
    for (int i = 0; i < scene->count; i++) {
        const abOutlineFound *other = &scene->list[i];
        if (other->gap <= touching(scene) && other->gap > found->gap && other->ball_side == side &&
            other->kind[side] == found->kind[side] && other->index[side] == found->index[side]) {
            return true;
        }
    }
    return false;
}

// Whether the innermost point is inside, and no edge that it faces is nearer; in a reentrant corner
// it is nearer to none than the gap says.
static bool is_deepest(const abOutlineScene *scene, const abOutlineFound *found) {
    int other = 1 - found->ball_side;
    abVec2 inner = found->p[found->ball_side];
    inner = other == 1 ? ab_scene_move(scene, 0, inner) : inner;
    double inside = -ab_outline_nearest(scene->o[other], inner).distance;
    return inside >= -scene->slack &&
           (!has_nearer(scene, found) || inside >= -found->gap * (1.0 - 1e-9) - scene->slack);
}

static bool is_same(const abOutlineScene *scene, const abOutlineFound *a, const abOutlineFound *b) {
    double near = 1e6 * scene->slack;
    return ab_dot2(a->n, b->n) > 1.0 - 1e-9 && fabs(a->gap - b->gap) <= near &&
           ab_norm2d(ab_sub2(a->p[0], b->p[0])) <= near;
}

static bool comes_before(const abOutlineFound *a, const abOutlineFound *b) {
    return a->id != b->id ? a->id < b->id : a->gap < b->gap;
}

static void drop_what_is_not_deepest(abOutlineScene *scene) {
    bool drop[AB_PATCH_MAX];
    int count = 0;
    for (int i = 0; i < scene->count; i++) {
        const abOutlineFound *found = &scene->list[i];
        drop[i] = found->gap < 0.0 ? !is_deepest(scene, found) : !(found->gap < scene->margin);
    }
    for (int i = 0; i < scene->count; i++) {
        scene->list[count] = scene->list[i];
        count += !drop[i];
    }
    scene->count = count;
}

static void sort_found(abOutlineScene *scene) {
    for (int i = 1; i < scene->count; i++) {
        if (!is_before(&scene->list[i], &scene->list[i - 1])) {
            continue;
        }
        const abOutlineFound found = scene->list[i];
        int k = i;
        for (; k > 0 && is_before(&found, &scene->list[k - 1]); k--) {
            scene->list[k] = scene->list[k - 1];
        }
        scene->list[k] = found;
    }
}

void ab_scene_settle(abOutlineScene *scene) {
    int count = 0;
    scene->deepest = INFINITY;
    sort_found(scene);
    drop_what_is_not_deepest(scene);
    for (int i = 0; i < scene->count; i++) {
        const abOutlineFound found = scene->list[i];
        int k = 0;
        while (k < count && !is_same(scene, &scene->list[k], &found)) {
            k++;
        }
        if (k < count) { // the same place: an arc says more than an edge, an edge than a corner
            int own = found.kind[0] + found.kind[1];
            int other = scene->list[k].kind[0] + scene->list[k].kind[1];
            scene->list[k] = own > other ? found : scene->list[k];
        } else {
            for (k = count++; k > 0 && comes_before(&found, &scene->list[k - 1]); k--) {
                scene->list[k] = scene->list[k - 1];
            }
            scene->list[k] = found;
        }
        scene->deepest = fmin(scene->deepest, found.gap);
    }
    scene->count = count;
}

// ---- shapes ----

// Room for an outline of one edge.
typedef struct Single {
    abOutline2 outline;
    abEdge edge;
    abVertex vertex;
    abCircleNode node;
    abOutlineHull hull;
} Single;

static const abOutline2 *single(Single *room, abEdge edge, abOutlineHull hull) {
    room->edge = edge;
    room->hull = hull;
    room->vertex = (abVertex){.p = edge.p, .arc = -1};
    room->node = (abCircleNode){edge.hull, 0, -1};
    room->outline = (abOutline2){.edges = &room->edge,
                                 .vertices = &room->vertex,
                                 .count = 1,
                                 .loop_count = 1,
                                 .nodes = &room->node,
                                 .hulls = &room->hull,
                                 .node_count = 1};
    return &room->outline;
}

static const abOutline2 *circle(Single *room, double radius) {
    return single(room,
                  (abEdge){.p = {radius, 0.0},
                           .q = {radius, 0.0},
                           .bend = AB_BEND_CONVEX,
                           .t = {-1.0, 0.0},
                           .extent = -2.0,
                           .radius = radius,
                           .sweep = 6.283185307179586,
                           .hull = {{0.0, 0.0}, radius}},
                  ab_outline_hull_of_circle());
}

static const abOutline2 *endless(Single *room, abVec2 n) {
    return single(room,
                  (abEdge){.t = {-n.y, n.x}, .is_endless = true, .hull = {.radius = INFINITY}},
                  ab_outline_hull_of_line(n));
}

static void place(abOutlineScene *scene, const abPose *X_WA, const abPose *X_WB, abVec3 origin_B) {
    abMat3 R = ab_mat3_t_mul(X_WA->R, X_WB->R);
    abVec3 t = ab_mul_t(X_WA->R, ab_sub(origin_B, X_WA->p));
    double c = R.m[0][0] + R.m[1][1], s = R.m[1][0] - R.m[0][1], length = sqrt(c * c + s * s);
    scene->c = length > 0.0 ? c / length : 1.0;
    scene->s = length > 0.0 ? s / length : 0.0;
    scene->t = ab_vec2(t.x, t.y);
}

// `A` is an outline, `B` may be a ball or a plane.
static void make_scene(abOutlineScene *scene, Single *room, const abShape *A, const abPose *X_WA,
                       const abShape *B, const abPose *X_WB, double margin) {
    scene->o[0] = A->outline;
    double smaller = A->outline->nodes[0].hull.radius, size = A->bound;
    if (B->kind == AB_SHAPE_PLANE) {
        abVec3 n = ab_mul(X_WB->R, ab_vec3(B->size[0], B->size[1], B->size[2]));
        abVec3 m = ab_mul_t(X_WA->R, n);
        double along = ab_dot(n, ab_sub(X_WA->p, X_WB->p));
        double flat = sqrt(m.x * m.x + m.y * m.y);
        abVec2 unit = flat > 0.0 ? ab_vec2(m.x / flat, m.y / flat) : ab_vec2(0.0, 1.0);
        scene->o[1] = endless(room, unit);
        scene->c = 1.0, scene->s = 0.0;
        scene->t =
            ab_scale2(flat > 0.0 ? -along / flat : -along, unit); // the plane's point nearest
    } else {
        scene->o[1] = B->outline != NULL ? B->outline : circle(room, B->radius);
        place(scene, X_WA, X_WB, X_WB->p);
        smaller = fmin(smaller, scene->o[1]->nodes[0].hull.radius);
        size += B->bound;
    }
    bool is_large = (long)scene->o[0]->count * scene->o[1]->count > 1024;
    scene->slack = 1e-15 * (size + ab_norm2d(scene->t));
    scene->margin = margin;
    scene->deep = (is_large ? 0.05 : 0.5) * smaller;
    ab_scene_clear(scene);
}

static abVec3 to_world(const abPose *X, abVec2 p) {
    return ab_pose_point(*X, ab_vec3(p.x, p.y, 0.0));
}

static abOutlineSide side_of(const abOutlineScene *scene, const abOutlineFound *found, int side,
                             const abPose *X) {
    const abEdge *e = &scene->o[side]->edges[found->index[side]];
    abOutlineSide out = {.kind = found->kind[side],
                         .index = found->index[side],
                         .curvature = found->kind[side] == AB_OUTLINE_VERTEX ? INFINITY : 0.0,
                         .p_W = to_world(X, found->p[side])};
    out.center_W = out.p_W;
    if (found->kind[side] == AB_OUTLINE_ARC) {
        abVec2 c = side == 1 ? ab_scene_move(scene, 1, e->center) : e->center;
        out.curvature = (double)e->bend / e->radius;
        out.center_W = to_world(X, c);
    }
    return out;
}

static abOutlineContact contact_of(const abOutlineScene *scene, const abOutlineFound *found,
                                   const abPose *X, bool swapped) {
    abOutlineSide side[2] = {side_of(scene, found, 0, X), side_of(scene, found, 1, X)};
    double sign = swapped ? -1.0 : 1.0;
    return (abOutlineContact){.gap = found->gap,
                              .n_AB_W =
                                  ab_mul(X->R, ab_vec3(sign * found->n.x, sign * found->n.y, 0.0)),
                              .a = side[swapped],
                              .b = side[!swapped],
                              .weight = found->weight,
                              .id = found->id};
}

bool ab_has_outline_contacts(const abShape *A, const abShape *B) {
    const abShape *other = A->outline != NULL ? B : A;
    if (A->outline == NULL && B->outline == NULL) {
        return false;
    }
    return other->outline != NULL ||
           (A->outline != NULL ? A : B)->size[0] == 0.0; // plates meet balls and planes in space
}

void ab_outlines_contacts(abOutlineWorkspace *workspace, const abShape *A, const abPose *X_WA,
                          const abShape *B, const abPose *X_WB, double margin,
                          abOutlineContacts *out) {
    bool swapped = A->outline == NULL;
    const abPose *X = swapped ? X_WB : X_WA;
    abOutlineNear *near = ab_outline_near_find(workspace, A, B);
    abOutlineScene scene;
    Single room;
    if (swapped) {
        make_scene(&scene, &room, B, X_WB, A, X_WA, margin);
    } else {
        make_scene(&scene, &room, A, X_WA, B, X_WB, margin);
    }
    ab_scene_find(&scene, near, workspace != NULL ? workspace->allocator : (abAllocator){0});
    out->count = scene.count;
    for (int i = 0; i < scene.count; i++) {
        out->list[i] = contact_of(&scene, &scene.list[i], X, swapped);
        if (scene.list[i].gap < scene.nearest.gap) {
            scene.nearest = scene.list[i];
        }
    }
    out->is_too_deep = scene.is_too_deep;
    if (isfinite(scene.nearest.gap)) {
        out->nearest = contact_of(&scene, &scene.nearest, X, swapped);
    } else {
        out->nearest = (abOutlineContact){.gap = INFINITY};
    }
}

void ab_outline_contacts(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                         double margin, abOutlineContacts *out) {
    ab_outlines_contacts(NULL, A, X_WA, B, X_WB, margin, out);
}
