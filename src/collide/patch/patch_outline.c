// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_outline.c - outlines of faces seen along the normal of a patch, and its points.

#include "collide/patch/patch_outline.h"

#include "collide/broad/patch_point.h"
#include "collide/patch/tolerances.def"
#include "math/core/elementary.h"
#include "math/core/regularize.h"
#include "shape/core/axial.h"

// What of a point counts that is `depth` deep along m. Bodies that are convex where they meet touch in
// a plane: however little they overlap, every normal there is that of the pair. So what has another
// normal, as a face that is met at its edge or a wall that is met at its rim, is not what carries.
// And some of A lies beyond some of B by the depth: along n that is no more than the depth of the
// pair, but for a foot that is beside an edge by the depth times the tilt. What tells more is beside
// a body.
static double carried_share(const abPatch *patch, double depth, abVec3 m) {
    double along = ab_dot(m, patch->n);
    double met = ab_step(along * depth, patch->depth, 1.0, s_most_depth * patch->depth, 0.0);
    double aside = 0.5 * (1.0 + s_aside);
    return patch->is_around ? met : met * ab_step(along, s_aside, 0.0, aside, 1.0);
}

void ab_patch_add(abPatch *patch, abVec3 a, abVec3 b, abVec3 m, double weight, int id) {
    double depth = ab_dot(ab_sub(a, b), m) + patch->radii;
    weight *= carried_share(patch, depth, m);
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

// ---- beams ----

abBeamFace ab_beam_face(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    return fabs(a.w) > 0.7                                 ? AB_BEAM_LARGE
           : fabs(a.u) > 0.3 * sqrt(a.u * a.u + a.v * a.v) ? AB_BEAM_END
                                                           : AB_BEAM_SIDE;
}

// ---- outlines ----

abView ab_patch_view(abVec3 n) {
    abVec3 x = ab_perpendicular(n);
    return (abView){x, ab_cross(n, x)};
}

// The side of a beam between the lines of its round ends that are deepest in direction d (unit, in
// S): how deep they are does not change where a line leaves the flat part of the side.
static bool side_of_beam(const abShape *shape, const abPose *X_WS, abVec3 d, abOutline *out) {
    Axial a = to_axial(shape, d);
    double across = sqrt(a.u * a.u + a.v * a.v), r = shape->size[1], side = with_sign(1.0, a.v);
    if (shape->kind != AB_SHAPE_BEAM || ab_beam_face(shape, d) == AB_BEAM_LARGE) {
        return false;
    }
    double u = r * a.u / across, v = r * a.v / across;
    static const double ends[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        abVec3 p =
            from_axial(shape, ends[i][0] * shape->size[0] + u, v, ends[i][1] * shape->size[2]);
        out->corner[i] = ab_pose_point(*X_WS, p);
    }
    out->count = 4;
    out->normal = ab_mul(X_WS->R, from_axial(shape, 0.0, side, 0.0));
    out->lift = ab_scale(r - fabs(v), out->normal);
    return true;
}

bool ab_outline_of_face(const abShape *shape, const abPose *X_WS, abVec3 d, abOutline *out) {
    const abShapeType *type = ab_shape_type(shape->kind);
    abVec3 normal, d_S = ab_mul_t(X_WS->R, d);
    out->lift = (abVec3){0.0, 0.0, 0.0};
    if (side_of_beam(shape, X_WS, d_S, out)) {
        return true;
    }
    if (shape->kind == AB_SHAPE_BEAM) {
        normal = from_axial(shape, 0.0, 0.0, with_sign(1.0, to_axial(shape, d_S).w));
    } else if (!type->face(shape, d_S, &normal)) {
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

static abVec3 toward(abVec3 from, abVec3 to, double share) {
    return ab_unit(ab_add_scaled(ab_scale(1.0 - share, from), share, to));
}

double ab_face_leans(abVec3 out_of_A, abVec3 into_B) {
    return ab_step(1.0 - ab_dot(out_of_A, into_B), 1e-3, 0.0, 1e-1, 1.0);
}

double ab_lone_weight(double weight, double leans) {
    return weight > 1.0 ? weight + (1.0 - weight) * leans : weight;
}

abVec3 ab_middle_normal(abVec3 out_of_A, abVec3 into_B, abVec3 n) {
    double share = ab_face_leans(out_of_A, into_B);
    return toward(ab_unit(ab_add(out_of_A, into_B)), n, share);
}

double ab_crossing_normal(abVec3 d, abVec3 e, abVec3 middle, abVec3 *m) {
    abVec3 across = ab_cross(d, e);
    double sine = ab_norm(across), sharp = ab_step(sine, 0.02, 0.0, 0.1, 1.0);
    *m = middle;
    if (sharp > 0.0) {
        across = ab_scale((ab_dot(across, middle) < 0.0 ? -1.0 : 1.0) / sine, across);
        *m = toward(middle, across, sharp);
    }
    return sharp;
}

double ab_fade(const abPatch *patch, double margin) {
    return ab_step(margin, 0.0, 0.0, patch->border, 1.0);
}

// Length of the water line by the slope of the depth across it.
static double penetrating_slope(const abPoint2 line[2], const abPoint2 *corners,
                                const double *depths, int count) {
    double x = line[1].x - line[0].x, y = line[1].y - line[0].y, deepest = 0.0, reach = 0.0;
    for (int i = 0; i < count; i++) {
        if (fabs(depths[i]) > deepest) {
            deepest = fabs(depths[i]);
            reach = fabs(x * (corners[i].y - line[0].y) - y * (corners[i].x - line[0].x));
        }
    }
    return deepest > 0.0 ? reach / deepest : 0.0; // reach: length times distance
}

double ab_penetrating_area(const abPoint2 *corners, const double *depths, int count,
                           double *slope) {
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
        *slope = penetrating_slope(line, corners, depths, count);
    }
    return fmax(0.0, 0.5 * twice);
}
