// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch.c - which patch a pair has, and what patches share. See patch.h for the idea.

#include "collide/patch.h"

#include "collide/curve_pairs.h"
#include "collide/outline_contacts.h"
#include "collide/patch_parts.h"
#include "math/elementary.h"
#include "math/regularize.h"

// Where a depth is told, some of A lies beyond some of B by it along m. Along n that is no more
// than the depth of the pair, but for a foot that is beside an edge by the depth times the tilt.
// What tells far more is beside a body by its rounding, and is held.
static double bounded_depth(const abPatch *patch, double depth, abVec3 m) {
    static const double share = 1.25;
    double along = ab_dot(m, patch->n), most = share * patch->depth;
    return along * depth > most ? most / along : depth;
}

void ab_patch_add(abPatch *patch, abVec3 a, abVec3 b, abVec3 m, double weight, int id) {
    double depth = bounded_depth(patch, ab_dot(ab_sub(a, b), m) + patch->radii, m);
    if (!(depth > 0.0) || !(weight > 0.0) || patch->count >= AB_PATCH_MAX - 1) {
        return;
    }
    a = ab_add_scaled(a, patch->A->radius, m);
    b = ab_add_scaled(b, -patch->B->radius, m);
    patch->points[patch->count++] = (abPatchPoint){.p_W = ab_scale(0.5, ab_add(a, b)),
                                                   .n_AB_W = m,
                                                   .depth = depth,
                                                   .weight = weight,
                                                   .id = id};
}

// ---- outlines ----

abView ab_patch_view(abVec3 n) {
    abVec3 x = ab_perpendicular(n);
    return (abView){x, ab_cross(n, x)};
}

bool ab_outline_of_face(const abShape *shape, const abPose *X_WS, abVec3 d, abOutline *out) {
    const abShapeType *type = ab_shape_type(shape->kind);
    abVec3 normal;
    if (!type->face(shape, ab_mul_t(X_WS->R, d), &normal)) {
        return false;
    }
    out->normal = ab_mul(X_WS->R, normal);
    out->count = type->feature(shape, normal, out->corner);
    for (int i = 0; i < out->count; i++) {
        out->corner[i] = ab_pose_point(*X_WS, out->corner[i]);
    }
    return out->count >= 3;
}

abPoint2 ab_outline_edge(const abOutline *o, int i) {
    int k = i + 1 < o->count ? i + 1 : 0;
    return (abPoint2){o->at[k].x - o->at[i].x, o->at[k].y - o->at[i].y};
}

void ab_outline_see(abOutline *o, const abView *view) {
    double twice = 0.0;
    for (int i = 0; i < o->count; i++) {
        o->at[i] = ab_seen(view, o->corner[i]);
        abPoint2 a = {o->at[i].x - o->at[0].x, o->at[i].y - o->at[0].y};
        abPoint2 b = i > 0 ? (abPoint2){o->at[i - 1].x - o->at[0].x, o->at[i - 1].y - o->at[0].y}
                           : (abPoint2){0.0, 0.0};
        twice += b.x * a.y - b.y * a.x;
    }
    for (int i = 0, k = o->count - 1; twice < 0.0 && i < k; i++, k--) {
        abVec3 corner = o->corner[i];
        abPoint2 at = o->at[i];
        o->corner[i] = o->corner[k], o->at[i] = o->at[k];
        o->corner[k] = corner, o->at[k] = at;
    }
}

double ab_outline_margin(const abOutline *o, abPoint2 p) {
    double margin = INFINITY;
    for (int i = 0; i < o->count; i++) {
        abPoint2 e = ab_outline_edge(o, i), from = {p.x - o->at[i].x, p.y - o->at[i].y};
        double length = sqrt(e.x * e.x + e.y * e.y);
        if (length > 0.0) {
            margin = fmin(margin, (e.x * from.y - e.y * from.x) / length);
        }
    }
    return margin;
}

double ab_exterior_angle(abPoint2 d, abPoint2 e) {
    double across = d.x * e.y - d.y * e.x, along = d.x * e.x + d.y * e.y;
    if (fabs(along) <= 1e-12 * fabs(across)) {
        return 1.0; // the corner of a box, without the cost of an angle
    }
    return fmax(0.0, ab_atan2(across, along)) / (0.5 * AB_PI);
}

double ab_outline_angle(const abOutline *o, int i) {
    abVec3 d = ab_sub(o->corner[i], o->corner[i > 0 ? i - 1 : o->count - 1]);
    abVec3 e = ab_sub(o->corner[i + 1 < o->count ? i + 1 : 0], o->corner[i]);
    double along = ab_dot(d, e), across = ab_norm(ab_cross(d, e));
    return ab_exterior_angle((abPoint2){1.0, 0.0}, (abPoint2){along, across});
}

double ab_fade(const abPatch *patch, double margin) {
    return ab_step(margin, 0.0, 0.0, patch->border, 1.0);
}

// Length of the water line by the slope of the depth across it.
static double wet_slope(const abPoint2 line[2], const abPoint2 *corners, const double *depths,
                        int count) {
    double x = line[1].x - line[0].x, y = line[1].y - line[0].y, deepest = 0.0, reach = 0.0;
    for (int i = 0; i < count; i++) {
        if (fabs(depths[i]) > deepest) {
            deepest = fabs(depths[i]);
            reach = fabs(x * (corners[i].y - line[0].y) - y * (corners[i].x - line[0].x));
        }
    }
    return deepest > 0.0 ? reach / deepest : 0.0; // reach: length times distance
}

double ab_wet_area(const abPoint2 *corners, const double *depths, int count, double *slope) {
    abPoint2 first = {0.0, 0.0}, last = {0.0, 0.0};
    abPoint2 line[2];
    double twice = 0.0;
    int n = 0, crossings = 0;
    *slope = 0.0;
    for (int i = 0; i < count; i++) {
        int k = i + 1 < count ? i + 1 : 0;
        double share = depths[i] / (depths[i] - depths[k]);
        bool is_in[2] = {depths[i] > 0.0, (depths[i] > 0.0) != (depths[k] > 0.0)};
        abPoint2 at[2] = {corners[i],
                          {corners[i].x + share * (corners[k].x - corners[i].x),
                           corners[i].y + share * (corners[k].y - corners[i].y)}};
        if (is_in[1] && crossings < 2) {
            line[crossings++] = at[1];
        }
        for (int j = 0; j < 2; j++) {
            if (is_in[j] && n++ == 0) {
                first = last = at[j];
            } else if (is_in[j]) {
                twice += (last.x - first.x) * (at[j].y - first.y) -
                         (last.y - first.y) * (at[j].x - first.x);
                last = at[j];
            }
        }
    }
    if (crossings == 2) {
        *slope = wet_slope(line, corners, depths, count);
    }
    return fmax(0.0, 0.5 * twice);
}

// ---- the choice ----

typedef void PatchOf(abPatch *patch);

// By what carries a shape: nothing flat, a plane, faces, rims, a ring. `swap`: B comes first.
static const struct {
    PatchOf *of;
    bool swap;
} s_patches[AB_CARRIES_COUNT][AB_CARRIES_COUNT] = {
    [AB_CARRIES_PLANE] = {[AB_CARRIES_FACES] = {ab_patch_plane, false},
                          [AB_CARRIES_RIMS] = {ab_patch_plane, false},
                          [AB_CARRIES_RING] = {ab_patch_plane, false}},
    [AB_CARRIES_FACES] = {[AB_CARRIES_PLANE] = {ab_patch_plane, true},
                          [AB_CARRIES_FACES] = {ab_patch_faces, false},
                          [AB_CARRIES_RIMS] = {ab_patch_rims_face, true},
                          [AB_CARRIES_RING] = {ab_patch_ring_face, true}},
    [AB_CARRIES_RIMS] = {[AB_CARRIES_PLANE] = {ab_patch_plane, true},
                         [AB_CARRIES_FACES] = {ab_patch_rims_face, false},
                         [AB_CARRIES_RIMS] = {ab_patch_rims, false},
                         [AB_CARRIES_RING] = {ab_patch_ring_rims, true}},
    [AB_CARRIES_RING] = {[AB_CARRIES_PLANE] = {ab_patch_plane, true},
                         [AB_CARRIES_FACES] = {ab_patch_ring_face, false},
                         [AB_CARRIES_RIMS] = {ab_patch_ring_rims, false}},
};

bool ab_has_patch(const abShape *A, const abShape *B) {
    int of_A = ab_shape_type(A->kind)->carries, of_B = ab_shape_type(B->kind)->carries;
    return s_patches[of_A][of_B].of != NULL || (A->curve != NULL && B->curve != NULL) ||
           A->outline != NULL || B->outline != NULL;
}

static void turn_around(abPatch *patch) {
    for (int i = 0; i < patch->count; i++) {
        patch->points[i].n_AB_W = ab_neg(patch->points[i].n_AB_W);
    }
}

// What the points lack of one force at the deepest point.
static void add_deepest(abPatch *patch, const abProximity *deepest) {
    double depth = -deepest->distance, there = 0.0, weights = 0.0;
    for (int i = 0; i < patch->count; i++) {
        there += patch->points[i].weight * fmin(1.0, 4.0 * patch->points[i].depth / depth);
        weights += patch->points[i].weight;
    }
    for (int i = 0; i < patch->count; i++) {
        patch->points[i].area = patch->area * patch->points[i].weight / weights;
        patch->points[i].area_slope = patch->area_slope * patch->points[i].weight / weights;
    }
    double missing = patch->count == 0 ? 1.0 : 1.0 - there;
    if (missing > 1e-12) {
        abPatchPoint *last = &patch->points[patch->count++];
        *last = (abPatchPoint){.p_W = ab_scale(0.5, ab_add(deepest->p_A_W, deepest->p_B_W)),
                               .n_AB_W = deepest->n_AB_W,
                               .depth = depth,
                               .weight = missing,
                               .id = -1};
    }
}

int ab_patch(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
             const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]) {
    if (A->curve != NULL && B->curve != NULL) {
        return ab_curve_points(A, X_WA, B, X_WB, 0.0, points);
    }
    if (A->outline != NULL || B->outline != NULL) {
        abPatch patch = {.points = points};
        patch.count = ab_outline_points(A, X_WA, B, X_WB, points);
        add_deepest(&patch, deepest);
        return patch.count;
    }
    int of_A = ab_shape_type(A->kind)->carries, of_B = ab_shape_type(B->kind)->carries;
    // near the contact, so that depths do not carry the rounding of far coordinates
    abVec3 origin = deepest->p_A_W;
    abPose X_A = {X_WA->R, ab_sub(X_WA->p, origin)}, X_B = {X_WB->R, ab_sub(X_WB->p, origin)};
    abPatch patch = {.A = A,
                     .B = B,
                     .X_WA = &X_A,
                     .X_WB = &X_B,
                     .n = deepest->n_AB_W,
                     .depth = -deepest->distance,
                     .radii = A->radius + B->radius,
                     .border = 0.02 * fmin(A->bound, B->bound),
                     .points = points};
    PatchOf *of = s_patches[of_A][of_B].of;
    if (of != NULL && deepest->distance < 0.0) {
        if (s_patches[of_A][of_B].swap) {
            patch.A = B, patch.B = A;
            patch.X_WA = &X_B, patch.X_WB = &X_A;
            patch.n = ab_neg(patch.n);
            of(&patch);
            turn_around(&patch);
        } else {
            of(&patch);
        }
    }
    for (int i = 0; i < patch.count; i++) {
        points[i].p_W = ab_add(points[i].p_W, origin);
    }
    add_deepest(&patch, deepest);
    return patch.count;
}
