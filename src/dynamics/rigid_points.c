// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_points.c - where two rigid shapes touch, and what meets there.
//
// The patch of two shapes knows the points that overlap. Rigid shapes do not overlap, so B is moved
// a little into A along the normal, by the margin, and the gaps found are as much larger again.
// Each point is then looked at from both sides: a corner, a ball, a face or an edge.
//
// Limits  Rims and what is curved are known by the nearest points, which must be found anew at
//         every state.

#include <math.h>

#include "base/array.h"
#include "dynamics/parts.h"
#include "law/rigid.h"
#include "shape/hull.h"

static const double s_margin = 1e-3; // of the smaller shape: points as near as this are looked at
static const double s_same = 1e-9;   // likewise: places that are the same
static const double s_flat = 1e-9;   // 1 - cosine of normals that are the same

static double size_of(const abDynamics *d, int shape_a, int shape_b) {
    return fmin(d->model->shapes[shape_a].shape.bound, d->model->shapes[shape_b].shape.bound);
}

static abMeeting nearest_points(const abProximity *at) {
    return (abMeeting){at->p_A_W, at->p_B_W, at->n_AB_W, at->distance, -1, NULL};
}

// Outlines know what meets.
static int outline_points(const abOutlineContacts *found, abMeeting points[AB_PATCH_MAX]) {
    for (int i = 0; i < found->count; i++) {
        const abOutlineContact *c = &found->list[i];
        points[i] = (abMeeting){c->a.p_W, c->b.p_W, c->n_AB_W, c->gap, c->id, c};
    }
    if (found->count == 0 && found->nearest.gap < 0.0) { // deeper than edges tell
        const abOutlineContact *c = &found->nearest;
        points[0] = (abMeeting){c->a.p_W, c->b.p_W, c->n_AB_W, c->gap, c->id, c};
        return 1;
    }
    return found->count;
}

static bool is_listed(const abMeeting *points, int count, const abMeeting *point, double size) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        any = any || ab_norm(ab_sub(points[i].p_A, point->p_A)) <= s_same * size;
    }
    return any;
}

int ab_rigid_surface_points(const abDynamics *d, int shape_a, int shape_b, const abPose *X_WA,
                            const abPose *X_WB, abOutlineContacts *outlines,
                            abMeeting points[AB_PATCH_MAX]) {
    const abShape *A = &d->model->shapes[shape_a].shape, *B = &d->model->shapes[shape_b].shape;
    double size = size_of(d, shape_a, shape_b),
           margin = d->rigid.margin > 0.0 ? d->rigid.margin : s_margin * size;
    if ((A->outline != NULL || B->outline != NULL) && ab_has_outline_contacts(A, B)) {
        ab_outline_contacts(A, X_WA, B, X_WB, margin, outlines);
        return outline_points(outlines, points);
    }
    abProximity nearest, *at = &nearest;
    ab_proximity(A, X_WA, B, X_WB, at);
    points[0] = nearest_points(at);
    if (!ab_has_patch(A, B)) {
        return 1;
    }
    abVec3 move = ab_scale(-margin, at->n_AB_W);
    abPose X_B = {X_WB->R, ab_add(X_WB->p, move)};
    abProximity deeper = *at;
    deeper.distance -= margin;
    deeper.p_B_W = ab_add(at->p_B_W, move);
    abPatchPoint found[AB_PATCH_MAX];
    int count = deeper.distance < 0.0 ? ab_patch(A, X_WA, B, &X_B, &deeper, found) : 0, kept = 0;
    for (int i = 0; i < count; i++) {
        const abPatchPoint *from = &found[i];
        abVec3 half = ab_scale(0.5 * from->depth, from->n_AB_W);
        abMeeting point = {.p_A = ab_add(from->p_W, half),
                           .p_B = ab_sub(ab_sub(from->p_W, half), move),
                           .n = from->n_AB_W,
                           .id = from->id};
        point.gap = ab_dot(point.n, ab_sub(point.p_B, point.p_A));
        bool is_more = from->id < 0 && kept > 0; // what is there without weight
        if (!is_more && !is_listed(points, kept, &point, size)) {
            points[kept++] = point;
        }
    }
    if (kept == 0) {
        points[kept++] = nearest_points(at);
    }
    return kept;
}

// ---- what meets ----

// One shape at a point, seen in the frame of its shape.
typedef struct View {
    const abBodyShape *shape;
    abVec3 q, n; // point of the core, outward normal
    double same; // length below which places are the same                                   [m]
} View;

static View view_of(const abDynamics *d, int shape, abVec3 p, abVec3 n, double size) {
    abPose room;
    const abPose *X = ab_dynamics_shape_pose(d, shape, &room);
    const abBodyShape *s = &d->model->shapes[shape];
    View view = {.shape = s, .n = ab_mul_t(X->R, n), .same = s_same * size};
    view.q = ab_add_scaled(ab_mul_t(X->R, ab_sub(p, X->p)), -s->shape.radius, view.n);
    return view;
}

static int corner_count(const abShape *shape) {
    int count = ab_shape_type(shape->kind)->piece_count;
    bool has_corners = ab_shape_type(shape->kind)->piece_at != NULL && shape->surface == NULL;
    return !has_corners          ? 0
           : count > 0           ? count
           : shape->hull != NULL ? shape->hull->corner_count
                                 : 0;
}

static bool corner(const abShape *shape, int index, abVec3 *out) {
    abPiece piece = ab_shape_type(shape->kind)->piece_at(shape, index);
    *out = piece.center;
    return ab_norm2(piece.semi_axes) == 0.0;
}

// A ball, or a corner where the point is: its centre.
static bool round_at(const View *view, abRigidSide *side) {
    const abShape *shape = &view->shape->shape;
    if (shape->is_sphere) {
        *side = (abRigidSide){.p = shape->center, .radius = shape->radius};
        return true;
    }
    for (int i = 0; i < corner_count(shape); i++) {
        abVec3 c;
        if (corner(shape, i, &c) && ab_norm(ab_sub(c, view->q)) <= view->same) {
            *side = (abRigidSide){.p = c, .radius = shape->radius};
            return true;
        }
    }
    return false;
}

static bool face_at(const View *view, abRigidSide *side) {
    const abShape *shape = &view->shape->shape;
    const abShapeType *type = ab_shape_type(shape->kind);
    abVec3 n;
    if (shape->kind == AB_SHAPE_PLANE) {
        n = (abVec3){shape->size[0], shape->size[1], shape->size[2]};
    } else if (type->face == NULL || shape->surface != NULL || !type->face(shape, view->n, &n) ||
               ab_dot(n, view->n) < 1.0 - s_flat) {
        return false;
    }
    *side = (abRigidSide){.p = ab_add_scaled(view->q, shape->radius, n), .n = n};
    return true;
}

// The edge whose corners the point is between.
static bool edge_at(const View *view, abRigidSide *side) {
    const abShape *shape = &view->shape->shape;
    int count = corner_count(shape);
    for (int i = 0; i < count; i++) {
        abVec3 a, b;
        for (int k = corner(shape, i, &a) ? i + 1 : count; k < count; k++) {
            if (!corner(shape, k, &b)) {
                continue;
            }
            abVec3 way = ab_sub(b, a), e = ab_unit(way), from = ab_sub(view->q, a);
            double along = ab_dot(e, from);
            if (along > 0.0 && along < ab_norm(way) &&
                ab_norm(ab_add_scaled(from, -along, e)) <= view->same) {
                *side = (abRigidSide){.p = view->q, .n = e, .radius = shape->radius};
                return true;
            }
        }
    }
    return false;
}

// From the frame of its shape into that of the body.
static void onto_body(const View *view, abRigidSide *side) {
    side->p = ab_pose_point(view->shape->X_CS, side->p);
    side->n = ab_mul(view->shape->X_CS.R, side->n);
}

static bool as_round_on_flat(View view[2], int flat, abRigidPoint *out) {
    out->kind = AB_RIGID_ROUND_FLAT;
    out->a_is_flat = flat == 0;
    return face_at(&view[flat], &out->side[flat]) &&
           round_at(&view[1 - flat], &out->side[1 - flat]);
}

static bool as_balls(View view[2], abRigidPoint *out) {
    out->kind = AB_RIGID_ROUND_ROUND;
    out->sign = 1.0;
    bool found = round_at(&view[0], &out->side[0]) && round_at(&view[1], &out->side[1]);
    return found && out->side[0].radius + out->side[1].radius > 0.0;
}

static bool as_edges(const abDynamics *d, View view[2], abVec3 n, abRigidPoint *out) {
    out->kind = AB_RIGID_EDGES;
    if (!edge_at(&view[0], &out->side[0]) || !edge_at(&view[1], &out->side[1])) {
        return false;
    }
    abVec3 e[2];
    for (int i = 0; i < 2; i++) {
        const abBodyShape *s = view[i].shape;
        e[i] = ab_mul(d->bodies[s->body].X.R, ab_mul(s->X_CS.R, out->side[i].n));
    }
    abVec3 across = ab_cross(e[0], e[1]);
    out->sign = ab_dot(across, n) < 0.0 ? -1.0 : 1.0;
    return ab_norm(across) > 0.1; // else they have no normal of their own
}

// From the world into the frame of a body's centre of mass.
static abVec3 into_body(const abDynamics *d, int body, abVec3 p) {
    const abPose *X = &d->bodies[body].X;
    return ab_mul_t(X->R, ab_sub(p, X->p));
}

static abRigidSide outline_side(const abDynamics *d, int body, const abOutlineSide *side,
                                abVec3 n) {
    bool is_arc = side->kind == AB_OUTLINE_ARC;
    return (abRigidSide){.p = into_body(d, body, is_arc ? side->center_W : side->p_W),
                         .n = ab_mul_t(d->bodies[body].X.R, n),
                         .radius = is_arc ? 1.0 / side->curvature : 0.0};
}

// Two corners keep the normal they meet with.
static void meet_outlines(const abDynamics *d, const abOutlineContact *c, abRigidPoint *out) {
    bool a_is_flat = c->a.kind == AB_OUTLINE_STRAIGHT, b_is_flat = c->b.kind == AB_OUTLINE_STRAIGHT;
    bool are_corners = c->a.kind == AB_OUTLINE_VERTEX && c->b.kind == AB_OUTLINE_VERTEX;
    out->side[0] = outline_side(d, out->body_a, &c->a, c->n_AB_W);
    out->side[1] = outline_side(d, out->body_b, &c->b, ab_neg(c->n_AB_W));
    out->a_is_flat = a_is_flat || are_corners;
    out->are_corners = are_corners;
    out->kind = a_is_flat || b_is_flat || are_corners ? AB_RIGID_ROUND_FLAT : AB_RIGID_ROUND_ROUND;
    out->sign = out->side[0].radius + out->side[1].radius > 0.0 ? 1.0 : -1.0;
    out->id = c->id;
}

static abRigidPoint point_of(const abDynamics *d, const abTouch *touch, const abMeeting *at) {
    double size = size_of(d, touch->shape_a, touch->shape_b);
    View view[2] = {view_of(d, touch->shape_a, at->p_A, at->n, size),
                    view_of(d, touch->shape_b, at->p_B, ab_neg(at->n), size)};
    abRigidPoint point = {.shape_a = touch->shape_a,
                          .shape_b = touch->shape_b,
                          .body_a = touch->body_a,
                          .body_b = touch->body_b,
                          .restitution = touch->normal_constants[AB_RIGID_RESTITUTION],
                          .restitution_kind = (int)touch->normal_constants[AB_RIGID_KIND]};
    if (at->outline != NULL) {
        meet_outlines(d, at->outline, &point);
        return point;
    }
    if (!as_round_on_flat(view, 0, &point) && !as_round_on_flat(view, 1, &point) &&
        !as_balls(view, &point) && !as_edges(d, view, at->n, &point)) {
        point.kind = AB_RIGID_NEAREST;
        point.id = at->id;
        return point;
    }
    onto_body(&view[0], &point.side[0]);
    onto_body(&view[1], &point.side[1]);
    return point;
}

// ---- the list ----

bool ab_rigid_reserve(abDynamics *d, size_t count) {
    abRigid *r = &d->rigid;
    return AB_ARRAY_RESERVE(d->allocator, r->points, r->capacity, count) &&
           AB_ARRAY_RESERVE(d->allocator, r->now, r->now_capacity, count) &&
           AB_ARRAY_RESERVE(d->allocator, r->next, r->next_capacity, count);
}

static bool is_same_side(const abRigidSide *a, const abRigidSide *b, double same) {
    return ab_norm(ab_sub(a->p, b->p)) <= same;
}

// Whether two points are the same features; a face is the same wherever its point is.
bool ab_rigid_is_same(const abDynamics *d, const abRigidPoint *a, const abRigidPoint *b) {
    if (a->shape_a != b->shape_a || a->shape_b != b->shape_b || a->kind != b->kind) {
        return false;
    }
    if (ab_rigid_is_link(a)) {
        return a->id == b->id;
    }
    double same = 10.0 * s_same * size_of(d, a->shape_a, a->shape_b);
    switch (a->kind) {
    case AB_RIGID_ROUND_FLAT: {
        int flat = a->a_is_flat ? 0 : 1;
        return a->a_is_flat == b->a_is_flat &&
               is_same_side(&a->side[1 - flat], &b->side[1 - flat], same) &&
               ab_dot(a->side[flat].n, b->side[flat].n) > 1.0 - s_flat;
    }
    case AB_RIGID_ROUND_ROUND:
        return is_same_side(&a->side[0], &b->side[0], same) &&
               is_same_side(&a->side[1], &b->side[1], same);
    case AB_RIGID_EDGES: // their lines
        for (int i = 0; i < 2; i++) {
            abVec3 way = ab_sub(a->side[i].p, b->side[i].p);
            if (ab_norm(ab_cross(way, b->side[i].n)) > same ||
                fabs(ab_dot(a->side[i].n, b->side[i].n)) < 1.0 - s_flat) {
                return false;
            }
        }
        return true;
    default:
        return a->id == b->id;
    }
}

const abRigidPoint *ab_rigid_find(const abDynamics *d, const abRigidPoint *like) {
    for (size_t i = 0; i < d->rigid.count; i++) {
        if (ab_rigid_is_same(d, &d->rigid.points[i], like)) {
            return &d->rigid.points[i];
        }
    }
    return NULL;
}

int ab_rigid_points_of(abDynamics *d, const abTouch *touch, abRigidPoint points[AB_PATCH_MAX],
                       double gaps[AB_PATCH_MAX]) {
    abPose room[2];
    abMeeting found[AB_PATCH_MAX];
    abOutlineContacts outlines;
    d->proximity_calls++;
    int count = ab_rigid_surface_points(
        d, touch->shape_a, touch->shape_b, ab_dynamics_shape_pose(d, touch->shape_a, &room[0]),
        ab_dynamics_shape_pose(d, touch->shape_b, &room[1]), &outlines, found);
    for (int i = 0; i < count; i++) {
        points[i] = point_of(d, touch, &found[i]);
        gaps[i] = found[i].gap;
    }
    return count;
}

static bool is_parting(abDynamics *d, const abRigidPoint *point, double slow) {
    abRigidNow now;
    ab_rigid_gap(d, point, &now);
    return now.rate > slow;
}

// A point is closed when it was and has not opened, or when it is near now.
static void list_closed(abDynamics *d, abRigidPoint point, double gap, double close, double slow) {
    abRigid *r = &d->rigid;
    const abRigidPoint *old = ab_rigid_find(d, &point);
    if (old == NULL ? gap > close || is_parting(d, &point, slow) : old->is_opening) {
        return;
    }
    point.is_new = old == NULL;
    point.carries = old != NULL && old->carries;
    point.is_held = true;
    point.name = old != NULL ? old->name : ++r->last_name;
    point.start_time = old != NULL ? old->start_time : 0.0;
    point.rest_time = old != NULL ? old->rest_time : 0.0;
    r->next[r->next_count++] = point;
}

bool ab_rigid_find_closed(abDynamics *d, double close, double slow) {
    abRigid *r = &d->rigid;
    r->next_count = 0;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        abRigidPoint points[AB_PATCH_MAX];
        double gaps[AB_PATCH_MAX];
        int count = touch->is_rigid ? ab_rigid_points_of(d, touch, points, gaps) : 0;
        if (!ab_rigid_reserve(d, r->next_count + (size_t)count)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            list_closed(d, points[i], gaps[i], close, slow);
        }
    }
    for (size_t k = 0; k < ab_rigid_link_count(d); k++) {
        abRigidPoint link;
        abRigidNow now;
        if (!ab_rigid_link(d, k, &link)) {
            continue;
        }
        if (!ab_rigid_reserve(d, r->next_count + 1)) {
            return false;
        }
        ab_rigid_gap(d, &link, &now);
        list_closed(d, link, now.gap, close, slow);
    }
    return true;
}

int ab_rigid_as_patch(abDynamics *d, const abTouch *touch, abPatchPoint points[AB_PATCH_MAX]) {
    int count = 0;
    for (size_t i = 0; i < d->rigid.count && count < AB_PATCH_MAX; i++) {
        const abRigidPoint *point = &d->rigid.points[i];
        if (point->shape_a == touch->shape_a && point->shape_b == touch->shape_b) {
            abRigidNow now;
            ab_rigid_gap(d, point, &now);
            points[count++] = (abPatchPoint){
                .p_W = now.p, .n_AB_W = now.n, .depth = -now.gap, .weight = 1.0, .id = point->name};
        }
    }
    return count;
}

bool ab_rigid_is_changed(const abDynamics *d) {
    const abRigid *r = &d->rigid;
    bool is_changed = r->count != r->next_count;
    for (size_t i = 0; i < r->next_count && !is_changed; i++) {
        is_changed = !ab_rigid_is_same(d, &r->points[i], &r->next[i]);
    }
    return is_changed;
}

void ab_rigid_drop(abDynamics *d) {
    abRigid *r = &d->rigid;
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (!r->points[i].is_opening) {
            r->now[kept] = r->now[i];
            r->points[kept++] = r->points[i];
        }
    }
    r->count = kept;
}

void ab_rigid_take(abDynamics *d) {
    abRigid *r = &d->rigid;
    abRigidPoint *points = r->points;
    size_t capacity = r->capacity;
    r->points = r->next, r->capacity = r->next_capacity;
    r->next = points, r->next_capacity = capacity;
    r->count = r->next_count;
}
