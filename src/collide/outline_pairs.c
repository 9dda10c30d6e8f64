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

#include "collide/outline_contacts.h"
#include "collide/pairs.h"
#include "math/vector_math.h"
#include "shape/outline.h"

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

static int plate_points(const abShape *plane, const abPose *X_WP, const abShape *plate,
                        const abPose *X_WS, bool plane_is_A, abPatchPoint *points) {
    const abOutline2 *o = plate->outline;
    abVec3 n = plane_normal(plane, X_WP), down = ab_mul_t(X_WS->R, ab_neg(n));
    double flat = sqrt(down.x * down.x + down.y * down.y);
    abVec2 u = flat > 0.0 ? ab_vec2(down.x / flat, down.y / flat) : ab_vec2(0.0, 0.0);
    int count = 0;
    for (int i = 0; i < 4 * o->count; i++) {
        int index = i / 4;
        bool is_arc = i % 4 >= 2;
        const abEdge *e = &o->edges[index];
        const abVertex *v = &o->vertices[index];
        bool lowest = is_arc ? e->bend == AB_BEND_CONVEX && flat > 1e-9 && ab_arc_holds(e, u)
                             : v->kind == AB_VERTEX_CORNER || v->kind == AB_VERTEX_JOIN;
        if (!lowest || (v->kind == AB_VERTEX_JOIN && !is_arc && flat > 1e-9 &&
                        ab_arc_holds(&o->edges[v->arc], u))) {
            continue;
        }
        abVec2 at = is_arc ? ab_add2(e->center, ab_scale2(e->radius, u)) : v->p;
        double z = (i % 2 == 0 ? -0.5 : 0.5) * plate->size[0];
        abVec3 p = ab_pose_point(*X_WS, ab_vec3(at.x, at.y, z));
        double depth = -ab_dot(n, ab_sub(p, X_WP->p));
        if (depth > 0.0 && count < AB_PATCH_MAX - 1) {
            points[count++] = (abPatchPoint){
                .p_W = ab_add_scaled(p, 0.5 * depth, n),
                .n_AB_W = plane_is_A ? n : ab_neg(n),
                .depth = depth,
                .weight = is_arc ? fmin(1.0, fabs(e->sweep) / 1.5707963267948966) : v->weight,
                .id = i + 1};
        }
    }
    return count;
}

// ---- the matrix ----

static bool is_plate(const abShape *shape) {
    return shape->outline != NULL && shape->size[0] > 0.0;
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
    if (!isfinite(found.nearest.gap)) { // only walls whose faces do not see the other
        fill(out, INFINITY, ab_mul(X_WA->R, ab_vec3(1.0, 0.0, 0.0)), X_WA->p);
        out->p_B_W = X_WB->p;
        return;
    }
    fill(out, found.nearest.gap, found.nearest.n_AB_W, found.nearest.a.p_W);
    out->is_exact = !found.is_too_deep;
}

int ab_outline_points(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abPatchPoint points[AB_PATCH_MAX]) {
    if (!ab_has_outline_contacts(A, B)) {
        return A->kind == AB_SHAPE_PLANE   ? plate_points(A, X_WA, B, X_WB, true, points)
               : B->kind == AB_SHAPE_PLANE ? plate_points(B, X_WB, A, X_WA, false, points)
                                           : 0;
    }
    abOutlineContacts found;
    ab_outline_contacts(A, X_WA, B, X_WB, 0.0, &found);
    int count = 0;
    for (int i = 0; i < found.count && count < AB_PATCH_MAX - 1; i++) {
        const abOutlineContact *c = &found.list[i];
        if (c->gap < 0.0) {
            points[count++] = (abPatchPoint){.p_W = ab_scale(0.5, ab_add(c->a.p_W, c->b.p_W)),
                                             .n_AB_W = c->n_AB_W,
                                             .depth = -c->gap,
                                             .weight = c->weight,
                                             .id = c->id};
        }
    }
    if (count == 1) {
        points[0].weight = 1.0;
    }
    return count;
}
