// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_points.c - what meets where two rigid shapes touch.
//
// Each point (point_candidates.c) is looked at from both sides: a corner, a ball, a face or an
// edge.
//
// Limits  Rims and what is curved are known by the nearest points, which must be found anew at
//         every state.

#include <math.h>

#include "base/array.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/patch/patch_outline.h"
#include "collide/planar/outline_contact.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "law/normal/rigid.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/point_candidates.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "shape/kinds/hull.h"

static double size_of(const abDerivative *d, int shape_a, int shape_b) {
    return fmin(d->mechanics.model->shapes[shape_a].shape.bound,
                d->mechanics.model->shapes[shape_b].shape.bound);
}

// ---- what meets ----

// One shape at a point, seen in the frame of its shape.
typedef struct View {
    const abBodyShape *shape;
    abPose X;
    abVec3 q, n; // point of the core, outward normal
    double same; // length below which places are the same                                   [m]
} View;

static View view_of(const abDerivative *d, int shape, abVec3 p, abVec3 n, double size) {
    abPose storage;
    const abPose *X = ab_mechanics_shape_pose(&d->mechanics, shape, &storage);
    const abBodyShape *s = &d->mechanics.model->shapes[shape];
    View view = {.shape = s, .X = *X, .n = ab_mul_t(X->R, n), .same = s_same * size};
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

// A corner of the outline that stands for a face with round ends, where the point is.
static bool outline_corner_at(const View *view, abRigidSide *side) {
    static const abPose here = {{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}},
                                {0.0, 0.0, 0.0}};
    const abShape *shape = &view->shape->shape;
    abOutline face;
    if (ab_shape_type(shape->kind)->carries != AB_CARRIES_FACES ||
        !ab_outline_of_face(shape, &here, view->n, &face)) {
        return false;
    }
    for (int i = 0; i < face.count; i++) {
        if (ab_norm(ab_sub(face.corner[i], view->q)) <= view->same) {
            *side = (abRigidSide){.p = face.corner[i], .radius = shape->radius};
            return true;
        }
    }
    return false;
}

// A ball, which an ellipsoid may be as well, or a corner where the point is: its centre.
static bool round_at(const View *view, abRigidSide *side) {
    const abShape *shape = &view->shape->shape;
    if (shape->is_sphere) {
        *side = (abRigidSide){.p = shape->center, .radius = shape->bound};
        return true;
    }
    for (int i = 0; i < corner_count(shape); i++) {
        abVec3 c;
        if (corner(shape, i, &c) && ab_norm(ab_sub(c, view->q)) <= view->same) {
            *side = (abRigidSide){.p = c, .radius = shape->radius};
            return true;
        }
    }
    return outline_corner_at(view, side);
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

// The edge whose corners the point is between; at its ends there is more than the edge.
static bool edge_at(const View *view, abRigidSide *side) {
    const abShape *shape = &view->shape->shape;
    int count = corner_count(shape);
    for (int i = 0; i < count; i++) {
        abVec3 a, b;
        for (int k = corner(shape, i, &a) ? i + 1 : count; k < count; k++) {
            if (!corner(shape, k, &b)) {
                continue;
            }
            abVec3 displacement = ab_sub(b, a), e = ab_unit(displacement),
                   from = ab_sub(view->q, a);
            double along = ab_dot(e, from);
            if (along > view->same && along < ab_norm(displacement) - view->same &&
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

// Whether the nearest point of a face is the foot of the ball's centre. Past the end of the face it
// is one of an edge, whose normal hardly differs at first.
static bool is_over_face(const View *flat, const View *round, abVec3 n, abVec3 center) {
    if (flat->shape->shape.kind == AB_SHAPE_PLANE) {
        return true;
    }
    abVec3 c = ab_pose_point(round->X, center), q = ab_pose_point(flat->X, flat->q);
    abVec3 from = ab_mul_t(flat->X.R, ab_sub(c, q));
    double height = ab_dot(n, from);
    double aside = ab_norm(ab_add_scaled(from, -height, n));
    double gap = fabs(height - round->shape->shape.radius - flat->shape->shape.radius);
    return aside <= flat->same + s_lean * gap;
}

static bool as_round_on_flat(const View view[2], int flat, abRigidPoint *out) {
    out->kind = AB_RIGID_ROUND_FLAT;
    out->a_is_flat = flat == 0;
    const View *face = &view[flat], *round = &view[1 - flat];
    abRigidSide *face_side = &out->side[flat], *round_side = &out->side[1 - flat];
    return face_at(face, face_side) && round_at(round, round_side) &&
           is_over_face(face, round, face_side->n, round_side->p);
}

static bool as_balls(View view[2], abRigidPoint *out) {
    out->kind = AB_RIGID_ROUND_ROUND;
    out->sign = 1.0;
    bool found = round_at(&view[0], &out->side[0]) && round_at(&view[1], &out->side[1]);
    return found && out->side[0].radius + out->side[1].radius > 0.0;
}

static bool as_edges(const abDerivative *d, View view[2], abVec3 n, abRigidPoint *out) {
    out->kind = AB_RIGID_EDGES;
    if (!edge_at(&view[0], &out->side[0]) || !edge_at(&view[1], &out->side[1])) {
        return false;
    }
    abVec3 e[2];
    for (int i = 0; i < 2; i++) {
        const abBodyShape *s = view[i].shape;
        e[i] = ab_mul(d->mechanics.bodies[s->body].X.R, ab_mul(s->X_CS.R, out->side[i].n));
    }
    abVec3 across = ab_cross(e[0], e[1]);
    out->sign = ab_dot(across, n) < 0.0 ? -1.0 : 1.0;
    return ab_norm(across) > 0.1; // else they have no normal of their own
}

// From the world into the frame of a body's centre of mass.
static abVec3 into_body(const abDerivative *d, int body, abVec3 p) {
    const abPose *X = &d->mechanics.bodies[body].X;
    return ab_mul_t(X->R, ab_sub(p, X->p));
}

static abRigidSide outline_side(const abDerivative *d, int body, const abOutlineSide *side,
                                abVec3 n) {
    bool is_arc = side->kind == AB_OUTLINE_ARC;
    return (abRigidSide){.p = into_body(d, body, is_arc ? side->center_W : side->p_W),
                         .n = ab_mul_t(d->mechanics.bodies[body].X.R, n),
                         .radius = is_arc ? 1.0 / side->curvature : 0.0};
}

// Two corners keep the normal they meet with.
static void meet_outlines(const abDerivative *d, const abOutlineContact *c, abRigidPoint *out) {
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

static abRigidPoint point_of(const abDerivative *d, const abContactPair *pair,
                             const abPointCandidate *at) {
    double size = size_of(d, pair->shape_a, pair->shape_b);
    View view[2] = {view_of(d, pair->shape_a, at->p_A, at->n, size),
                    view_of(d, pair->shape_b, at->p_B, ab_neg(at->n), size)};
    abRigidPoint point = {.shape_a = pair->shape_a,
                          .shape_b = pair->shape_b,
                          .body_a = pair->data->body_a,
                          .body_b = pair->data->body_b,
                          .restitution = pair->data->normal_constants[AB_RIGID_RESTITUTION],
                          .restitution_kind = (int)pair->data->normal_constants[AB_RIGID_KIND]};
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

bool ab_rigid_reserve(abDerivative *d, size_t count) {
    abRigid *r = &d->rigid;
    return AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->points, count) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->now, count) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &r->arrays, r->next, count);
}

static bool is_same_side(const abRigidSide *a, const abRigidSide *b, double same) {
    return ab_norm(ab_sub(a->p, b->p)) <= same;
}

// Whether two points are the same features; a face is the same wherever its point is.
bool ab_rigid_is_same(const abDerivative *d, const abRigidPoint *a, const abRigidPoint *b) {
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
            abVec3 displacement = ab_sub(a->side[i].p, b->side[i].p);
            if (ab_norm(ab_cross(displacement, b->side[i].n)) > same ||
                fabs(ab_dot(a->side[i].n, b->side[i].n)) < 1.0 - s_flat) {
                return false;
            }
        }
        return true;
    default:
        return a->id == b->id;
    }
}

const abRigidPoint *ab_rigid_find(const abDerivative *d, const abRigidPoint *like) {
    for (size_t i = 0; i < d->rigid.count; i++) {
        if (ab_rigid_is_same(d, &d->rigid.points[i], like)) {
            return &d->rigid.points[i];
        }
    }
    return NULL;
}

static int candidates_of(abDerivative *d, const abContactPair *pair, abOutlineContacts *outlines,
                         abPointCandidate found[AB_PATCH_MAX]) {
    abPose storage[2];
    d->mechanics.proximity_calls++;
    return ab_rigid_surface_points(
        &d->mechanics, pair->shape_a, pair->shape_b,
        ab_mechanics_shape_pose(&d->mechanics, pair->shape_a, &storage[0]),
        ab_mechanics_shape_pose(&d->mechanics, pair->shape_b, &storage[1]), outlines, found);
}

int ab_rigid_points_of(abDerivative *d, const abContactPair *pair,
                       abRigidPoint points[AB_PATCH_MAX], double gaps[AB_PATCH_MAX]) {
    abPointCandidate found[AB_PATCH_MAX];
    abOutlineContacts outlines;
    int count = candidates_of(d, pair, &outlines, found);
    for (int i = 0; i < count; i++) {
        points[i] = point_of(d, pair, &found[i]);
        gaps[i] = found[i].gap;
    }
    return count;
}

// ---- points that leave what they were closed on ----

// A point whose features are found anew at each state cannot leave them, nor can one on a plane
// without end.
static bool keeps_features(const abDerivative *d, const abRigidPoint *point,
                           const abContactPair *pair) {
    const abBodyShape *shapes = d->mechanics.model->shapes;
    bool has_end = shapes[pair->shape_a].shape.kind != AB_SHAPE_PLANE &&
                   shapes[pair->shape_b].shape.kind != AB_SHAPE_PLANE;
    return point->shape_a == pair->shape_a && point->shape_b == pair->shape_b &&
           point->kind != AB_RIGID_NEAREST && has_end;
}

bool ab_rigid_are_listed(const abDerivative *d, const abContactPair *pair,
                         const abRigidPoint *points, int count) {
    bool are_all = true;
    for (size_t i = 0; i < d->rigid.count && are_all; i++) {
        const abRigidPoint *closed = &d->rigid.points[i];
        are_all = !keeps_features(d, closed, pair);
        for (int k = 0; k < count && !are_all; k++) {
            are_all = ab_rigid_is_same(d, closed, &points[k]);
        }
    }
    return are_all;
}

// Whether a candidate is where a closed point is, with the same gap: which of two features meets
// there may be a matter of rounding.
static bool serves_as_well(abDerivative *d, const abRigidPoint *closed,
                           const abPointCandidate *at) {
    double same = 10.0 * s_same * size_of(d, closed->shape_a, closed->shape_b);
    abRigidNow now;
    ab_rigid_gap(&d->mechanics, closed, &now);
    abVec3 p = ab_scale(0.5, ab_add(at->p_A, at->p_B));
    return ab_norm(ab_sub(p, now.p)) <= same + fabs(now.gap) + fabs(at->gap) &&
           fabs(at->gap - now.gap) <= same;
}

bool ab_rigid_has_left(abDerivative *d, const abContactPair *pair, bool is_sharp) {
    abPointCandidate found[AB_PATCH_MAX];
    abOutlineContacts outlines;
    int count = candidates_of(d, pair, &outlines, found);
    bool is_there = true;
    for (size_t i = 0; i < d->rigid.count && is_there; i++) {
        const abRigidPoint *closed = &d->rigid.points[i];
        is_there = !keeps_features(d, closed, pair);
        for (int k = 0; k < count && !is_there; k++) {
            abRigidPoint point = point_of(d, pair, &found[k]);
            is_there = ab_rigid_is_same(d, closed, &point) ||
                       (!is_sharp && serves_as_well(d, closed, &found[k]));
        }
    }
    return !is_there;
}

double ab_rigid_size(const abDerivative *d, const abContactPair *pair) {
    return size_of(d, pair->shape_a, pair->shape_b);
}

double ab_rigid_told_overlap(abDerivative *d, const abContactPair *pair) {
    double overlap = 0.0;
    for (size_t i = 0; i < d->rigid.count; i++) {
        const abRigidPoint *closed = &d->rigid.points[i];
        if (closed->shape_a == pair->shape_a && closed->shape_b == pair->shape_b) {
            abRigidNow now;
            ab_rigid_gap(&d->mechanics, closed, &now);
            overlap = fmax(overlap, -now.gap);
        }
    }
    return overlap;
}

double ab_rigid_travel(abDerivative *d, const abContactPair *pair) {
    double fastest = 0.0;
    for (size_t i = 0; i < d->rigid.count; i++) {
        const abRigidPoint *closed = &d->rigid.points[i];
        if (keeps_features(d, closed, pair)) {
            abRigidNow now;
            ab_rigid_gap(&d->mechanics, closed, &now);
            const int bodies[2] = {closed->body_a, closed->body_b};
            for (int k = 0; k < 2; k++) {
                const abBodyNow *body = &d->mechanics.bodies[bodies[k]];
                abVec3 v = ab_add(body->v, ab_cross(body->w, ab_sub(now.p, body->X.p)));
                fastest = fmax(fastest, ab_norm(ab_sub(now.p_dot, v)));
            }
        }
    }
    return fastest / ab_rigid_size(d, pair);
}

// ---- the list anew ----

static bool is_parting(abDerivative *d, const abRigidPoint *point, double slow) {
    abRigidNow now;
    ab_rigid_gap(&d->mechanics, point, &now);
    return now.rate > slow;
}

// A point is closed when it was and has not opened, or when it is near now.
static void list_closed(abDerivative *d, abRigidPoint point, double gap, double close,
                        double slow) {
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
    point.accumulation_end = old != NULL ? old->accumulation_end : 0.0;
    r->next[r->next_count++] = point;
}

// As near as points of a pair are closed: what is nearest is, where the shapes touch by their distance.
// Two ways to compute one length differ by rounding.
static double close_of(abDerivative *d, const abContactPair *pair, const double *gaps, int count,
                       double close) {
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        least = fmin(least, gaps[i]);
    }
    if (!(least > close && least <= s_same * size_of(d, pair->shape_a, pair->shape_b))) {
        return close;
    }
    abProximity at;
    ab_pair_proximity(&d->mechanics, pair->shape_a, pair->shape_b, &at);
    return at.distance <= close ? least : close;
}

bool ab_rigid_find_closed(abDerivative *d, double close, double slow) {
    abRigid *r = &d->rigid;
    r->next_count = 0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        abRigidPoint points[AB_PATCH_MAX];
        double gaps[AB_PATCH_MAX];
        int count = pair->data->is_rigid ? ab_rigid_points_of(d, pair, points, gaps) : 0;
        if (!ab_rigid_reserve(d, r->next_count + (size_t)count)) {
            return false;
        }
        double as_close = close_of(d, pair, gaps, count, close);
        for (int i = 0; i < count; i++) {
            list_closed(d, points[i], gaps[i], as_close, slow);
        }
    }
    for (size_t k = 0; k < ab_rigid_link_count(&d->mechanics); k++) {
        abRigidPoint link;
        abRigidNow now;
        if (!ab_rigid_link(&d->mechanics, k, &link)) {
            continue;
        }
        if (!ab_rigid_reserve(d, r->next_count + 1)) {
            return false;
        }
        ab_rigid_gap(&d->mechanics, &link, &now);
        list_closed(d, link, now.gap, close, slow);
    }
    return true;
}

int ab_rigid_as_patch(abDerivative *d, const abContactPair *pair,
                      abPatchPoint points[AB_PATCH_MAX]) {
    int count = 0;
    for (size_t i = 0; i < d->rigid.count && count < AB_PATCH_MAX; i++) {
        const abRigidPoint *point = &d->rigid.points[i];
        if (point->shape_a == pair->shape_a && point->shape_b == pair->shape_b) {
            abRigidNow now;
            ab_rigid_gap(&d->mechanics, point, &now);
            points[count++] = (abPatchPoint){
                .p_W = now.p, .n_AB_W = now.n, .depth = -now.gap, .weight = 1.0, .id = point->name};
        }
    }
    return count;
}

bool ab_rigid_is_changed(const abDerivative *d) {
    const abRigid *r = &d->rigid;
    bool is_changed = r->count != r->next_count;
    for (size_t i = 0; i < r->next_count && !is_changed; i++) {
        is_changed = !ab_rigid_is_same(d, &r->points[i], &r->next[i]);
    }
    return is_changed;
}

void ab_rigid_drop(abDerivative *d) {
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

void ab_rigid_take(abDerivative *d) {
    abRigid *r = &d->rigid;
    abRigidPoint *points = r->points;
    r->points = r->next;
    r->next = points;
    r->count = r->next_count;
}
