// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_pairs.c - outlines in the pair matrix, and plates (outlines with a thickness) in space.
//
// Outlines among each other are taken in the plane of A, whatever their thickness. A plate meets a
// plane with its lowest vertices and arcs at both flat sides. Of the distance d of a point in the
// plane of the plate and its height h above the flat side, both < 0 inside, a ball meets
//
//   sqrt(d^2 + h^2) when both are > 0, else the greater                                   (1)

#include "collide/planar/outline_pairs.h"

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/planar/outline_contact.h"
#include "collide/planar/outline_scene.h"
#include "math/core/vector_math.h"
#include "shape/curve/outline.h"
#include "shape/curve/outline_build.h"
#include "shape/curve/outline_query.h"

static void fill(abProximity *out, double distance, abVec3 n, abVec3 p_A) {
    out->distance = distance;
    out->n_AB_W = n;
    out->p_A_W = p_A;
    out->p_B_W = ab_add_scaled(p_A, distance, n);
    out->is_exact = true;
}

// ---- plates in space ----

static abVec3 plane_normal(const abShape *plane, const abPose *X_WP) {
    return ab_mul(X_WP->R, ab_vec3(plane->size[0], plane->size[1], plane->size[2]));
}

static void plane_plate(const abShape *plane, const abPose *X_WP, const abShape *plate,
                        const abPose *X_WS, abProximity *out) {
    abVec3 n = plane_normal(plane, X_WP);
    abVec3 p = ab_pose_point(*X_WS, ab_shape_support(plate, ab_mul_t(X_WS->R, ab_neg(n))));
    double distance = ab_dot(n, ab_sub(p, X_WP->p));
    fill(out, distance, n, ab_add_scaled(p, -distance, n));
}

static void ball_plate(const abShape *ball, const abPose *X_WB, const abShape *plate,
                       const abPose *X_WS, abProximity *out) {
    abVec3 c = ab_pose_point_inverse(*X_WS, X_WB->p);
    abNearest2 near = ab_outline_nearest(plate->outline, ab_vec2(c.x, c.y));
    double d = near.distance, h = fabs(c.z) - 0.5 * plate->size[0], up = c.z < 0.0 ? -1.0 : 1.0;
    abVec2 away = near.n; // from the outline to the centre, outwards
    if (fabs(d) > 1e-15 * plate->bound) {
        away = ab_scale2(1.0 / d, ab_sub2(ab_vec2(c.x, c.y), near.p));
    }
    double size = h;
    abVec3 n = ab_vec3(0.0, 0.0, up);
    if (d > 0.0 && h > 0.0) { // (1)
        size = sqrt(d * d + h * h);
        n = ab_vec3(away.x * d / size, away.y * d / size, up * h / size);
    } else if (d > h) {
        size = d;
        n = ab_vec3(away.x, away.y, 0.0);
    }
    abVec3 n_BS = ab_neg(ab_mul(X_WS->R, n)); // from the ball into the plate
    fill(out, size - ball->radius, n_BS, ab_add_scaled(X_WB->p, ball->radius, n_BS));
}

// A plate on a plane.
typedef struct Lying {
    const abShape *plate;
    const abPose *X_WP, *X_WS;
    abVec3 n;    // of the plane, in W
    abVec2 u;    // downhill in the plane of the plate, unit
    double lean; // 0: on its edge, 1: on a flat side
    bool plane_is_A;
    abPatchPoint *points;
    int count;
} Lying;

// A point of the outline, on both flat sides.
static void add_both(Lying *l, abVec2 at, double weight, int id) {
    for (int side = 0; side < 2; side++) {
        double z = (side == 0 ? -0.5 : 0.5) * l->plate->size[0];
        abVec3 p = ab_pose_point(*l->X_WS, ab_vec3(at.x, at.y, z));
        double depth = -ab_dot(l->n, ab_sub(p, l->X_WP->p));
        if (depth > 0.0 && weight > 0.0 && l->count < AB_PATCH_MAX - 1) {
            l->points[l->count++] = (abPatchPoint){.p_W = ab_add_scaled(p, 0.5 * depth, l->n),
                                                   .n_AB_W = l->plane_is_A ? l->n : ab_neg(l->n),
                                                   .depth = depth,
                                                   .weight = weight,
                                                   .id = 2 * id + side + 1};
        }
    }
}

// Corners have their weight. An arc carries with its lowest point on its edge, with its ends on a
// flat side; between them the weights of both go over into each other, and sum to the same where
// the lowest point is an end. What an arc has beyond a right angle carries a flat side as well.
static void add_vertex(Lying *l, int index) {
    const abOutline2 *o = l->plate->outline;
    const abVertex *v = &o->vertices[index];
    double z = l->lean;
    if (v->kind == AB_VERTEX_CORNER) {
        add_both(l, v->p, v->weight, 8 * index);
    } else if (v->kind == AB_VERTEX_JOIN) {
        bool is_low = ab_arc_holds(&o->edges[v->arc], l->u);
        add_both(l, v->p, v->weight * (is_low ? 0.5 * z * z : 1.0 - 0.5 * z), 8 * index);
    }
}

static void add_arc(Lying *l, int index) {
    const abEdge *e = &l->plate->outline->edges[index];
    double z = l->lean, right_angles = fabs(e->sweep) / 1.5707963267948966;
    if (e->bend != AB_BEND_CONVEX) {
        return;
    }
    if (ab_arc_holds(e, l->u)) {
        add_both(l, ab_add2(e->center, ab_scale2(e->radius, l->u)),
                 fmin(1.0, right_angles) * (1.0 - 0.5 * z - 0.5 * z * z), 8 * index + 1);
    }
    int more = (int)(right_angles + 1e-9);
    for (int i = 0; i < more && more > 1; i++) {
        add_both(l, ab_edge_point(e, (i + 0.5) / more), z * z, 8 * index + 2 + i);
    }
}

static int plate_points(const abShape *plane, const abPose *X_WP, const abShape *plate,
                        const abPose *X_WS, bool plane_is_A, abPatchPoint *points) {
    abVec3 n = plane_normal(plane, X_WP), down = ab_mul_t(X_WS->R, ab_neg(n));
    double flat = sqrt(down.x * down.x + down.y * down.y);
    Lying l = {.plate = plate,
               .X_WP = X_WP,
               .X_WS = X_WS,
               .n = n,
               .u = flat > 0.0 ? ab_vec2(down.x / flat, down.y / flat) : ab_vec2(1.0, 0.0),
               .lean = fabs(down.z),
               .plane_is_A = plane_is_A,
               .points = points};
    for (int i = 0; i < plate->outline->count; i++) {
        add_vertex(&l, i);
        add_arc(&l, i);
    }
    return l.count;
}

// ---- the matrix ----

static bool is_plate(const abShape *shape) {
    return shape->outline != NULL && shape->size[0] > 0.0;
}

static void proximity_of(const abOutlineContacts *found, const abPose *X_WA, const abPose *X_WB,
                         abProximity *out) {
    if (!isfinite(found->nearest.gap)) { // only walls whose faces do not see the other
        fill(out, INFINITY, ab_mul(X_WA->R, ab_vec3(1.0, 0.0, 0.0)), X_WA->p);
        out->p_B_W = X_WB->p;
        return;
    }
    fill(out, found->nearest.gap, found->nearest.n_AB_W, found->nearest.a.p_W);
    out->is_exact = !found->is_too_deep;
}

void ab_outline_pair(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                     abProximity *out) {
    if (A->kind == AB_SHAPE_PLANE && is_plate(B)) {
        plane_plate(A, X_WA, B, X_WB, out);
        return;
    }
    if (A->kind == AB_SHAPE_SPHERE && is_plate(B)) {
        ball_plate(A, X_WA, B, X_WB, out);
        return;
    }
    abOutlineContacts found;
    ab_outline_contacts(A, X_WA, B, X_WB, 0.0, &found);
    proximity_of(&found, X_WA, X_WB, out);
}

void ab_outlines_proximity(abOutlineWorkspace *workspace, const abShape *A, const abPose *X_WA,
                           const abShape *B, const abPose *X_WB, abProximity *out) {
    abOutlineContacts found;
    ab_outlines_contacts(workspace, A, X_WA, B, X_WB, 0.0, &found);
    proximity_of(&found, X_WA, X_WB, out);
}

static int overlaps_of(const abOutlineContacts *found, abPatchPoint points[AB_PATCH_MAX]) {
    int count = 0;
    for (int i = 0; i < found->count && count < AB_PATCH_MAX - 1; i++) {
        const abOutlineContact *c = &found->list[i];
        if (c->gap < 0.0) {
            points[count++] = (abPatchPoint){.p_W = ab_scale(0.5, ab_add(c->a.p_W, c->b.p_W)),
                                             .n_AB_W = c->n_AB_W,
                                             .depth = -c->gap,
                                             .weight = c->weight,
                                             .id = c->id};
        }
    }
    return count;
}

int ab_outline_points(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abPatchPoint points[AB_PATCH_MAX]) {
    if (!ab_has_outline_contacts(A, B)) {
        return A->kind == AB_SHAPE_PLANE   ? plate_points(A, X_WA, B, X_WB, true, points)
               : B->kind == AB_SHAPE_PLANE ? plate_points(B, X_WB, A, X_WA, false, points)
                                           : 0;
    }
    return ab_outlines_points(NULL, A, X_WA, B, X_WB, points);
}

int ab_outlines_points(abOutlineWorkspace *workspace, const abShape *A, const abPose *X_WA,
                       const abShape *B, const abPose *X_WB, abPatchPoint points[AB_PATCH_MAX]) {
    abOutlineContacts found;
    ab_outlines_contacts(workspace, A, X_WA, B, X_WB, 0.0, &found);
    return overlaps_of(&found, points);
}
