// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_pairs.c - surfaces of flexible bodies against other shapes.
//
// Triangles are as deep in a half-space as their lowest vertex. A ball is as far as its centre from the
// nearest point of the triangles, less its radius. A convex shape O meets each triangle T as one convex
// body another, by the signed distance with its least way out, and the deepest counts:
//
//   d = min over T of distance(T, O)                                                              (1)
//
// For any unit n the heights of T over O along n are a lower bound of that distance, by which all but a
// few triangles are passed over: n is the normal of the deepest one so far.
//
// With more than one point, every vertex v in O and every corner c of O in the surface is one, and (1)
// takes the place of the deepest of them. So the energy of a contact is
//
//   U(d) + sum over v and c of U(their depth) - U(the greatest of those depths)                   (2)
//
// which is continuous where an edge on an edge slides to a corner, and where the deepest vertex becomes
// another. Its slopes are the forces, each at its own point.
//
// Error   that of the pairs of shapes: rounding.
// Limits  where a triangle is behind the middle of O the least way out leads to the wrong side; such
//         triangles are passed over, and O falls through: depths stay below half the width of O. What is
//         wholly inside is not met.
// Cost    all triangles once; searches for a few of them, and for vertices and corners that overlap.

#include "collide/pairs/skin_pairs.h"

#include <math.h>

#include "collide/convex/convex.h"
#include "collide/pairs/closest_point.h"
#include "collide/pairs/collide.h"
#include "collide/pairs/skin_skin.h"
#include "collide/pairs/small_hull.h"
#include "collide/pairs/tolerances.def"

static bool is_convex(const abShape *shape) {
    return ab_shape_type(shape->kind)->face != NULL && shape->surface == NULL &&
           shape->kind != AB_SHAPE_TORUS && shape->kind != AB_SHAPE_TUBE;
}

bool ab_meets_skin(const abShape *other) {
    return other->kind == AB_SHAPE_PLANE || is_convex(other) || ab_has_skin(other) ||
           other->kind == AB_SHAPE_FLEXIBLE;
}

// ---- planes and balls ----

static abVec3 plane_in(const abSkinMeeting *m) {
    const double *n = m->other->size;
    return ab_mul(m->X_SO.R, ab_vec3(n[0], n[1], n[2]));
}

// From what ab_skin_nearest() says of a point within the other shape, at the depth `radius` of it.
static abSkinSite seen_from(abSkinSite site, double radius) {
    site.normal = site.distance < 0.0 ? site.normal : ab_neg(site.normal);
    site.distance -= radius;
    return site;
}

// ---- a triangle as a convex shape ----

static void corners_of(const abSkinMeeting *m, size_t t, abVec3 corner[3]) {
    for (int i = 0; i < 3; i++) {
        corner[i] = m->points[m->skin->triangles[3 * t + (size_t)i]];
    }
}

// Its height over the other shape along n: below the distance for any unit n, see the head.
static double height_of(const abVec3 corner[3], abVec3 n, double top) {
    return fmin(ab_dot(n, corner[0]), fmin(ab_dot(n, corner[1]), ab_dot(n, corner[2]))) - top;
}

static double top_of(const abSkinMeeting *m, abVec3 n) {
    abVec3 own = ab_mul_t(m->X_SO.R, n);
    return ab_dot(n, ab_pose_point(m->X_SO, ab_shape_support(m->other, own)));
}

// A triangle, what lies across its edges and is not folded outward, with which it is a part of the
// body, and the outward normals of the triangles that these make.
typedef struct Part {
    abVec3 points[AB_SMALL_POINTS], normals[4];
    int count;
} Part;

static abVec3 normal_of(abVec3 a, abVec3 b, abVec3 c) {
    return ab_unit(ab_cross(ab_sub(b, a), ab_sub(c, a)));
}

static Part part_of(const abSkinMeeting *m, size_t t) {
    Part part = {.count = 3};
    abVec3 *c = part.points;
    corners_of(m, t, c);
    part.normals[0] = normal_of(c[0], c[1], c[2]);
    for (int i = 0; i < 3; i++) {
        int node = m->skin->across[3 * t + (size_t)i];
        abVec3 w = node >= 0 ? m->points[node] : c[0], way = ab_sub(w, c[0]);
        if (node >= 0 && ab_dot(part.normals[0], way) <= s_wrong_side * ab_norm(way)) {
            part.normals[part.count - 2] = normal_of(c[(i + 1) % 3], c[i], w);
            part.points[part.count++] = w;
        }
    }
    return part;
}

// Whether the other shape leaves by the way out along n: it ends outside, and nothing across the edges
// is lower.
static bool is_way_out(const Part *part, abVec3 n) {
    double low = height_of(part->points, n, 0.0);
    bool is_one = ab_dot(n, part->normals[0]) <= s_wrong_side;
    for (int i = 3; i < part->count && is_one; i++) {
        double length = ab_norm(ab_sub(part->points[i], part->points[0]));
        is_one = ab_dot(n, part->points[i]) >= low - s_wrong_side * length;
    }
    return is_one;
}

static bool meet_hull(const abSkinMeeting *m, const abVec3 *points, int count, abProximity *at) {
    abSmallHull hull;
    const abPose X_SS = ab_pose_identity();
    if (!ab_small_hull(points, count, &hull)) {
        return false;
    }
    ab_convex_convex(m->other, &m->X_SO, &hull.shape, &X_SS, at);
    return true;
}

// Of a triangle alone the least way out may lead along it, where the surface goes on: then with what is
// across its edges.
static abSkinSite meet_part(const abSkinMeeting *m, const Part *part) {
    abProximity at;
    bool is_hull = meet_hull(m, part->points, part->count, &at), is_met = false;
    abSkinSite out = {.distance = INFINITY};
    for (int i = 0; is_hull && i < part->count - 2; i++) { // not through the body
        is_met = is_met || ab_dot(at.n_AB_W, part->normals[i]) <= s_wrong_side;
    }
    if (is_met) {
        out = ab_skin_nearest(m->skin, m->points, at.p_B_W);
        out.normal = at.n_AB_W;
        out.distance = at.distance;
    }
    return out;
}

static abSkinSite meet_triangle(const abSkinMeeting *m, size_t t) {
    Part part = part_of(m, t);
    abProximity at;
    if (!meet_hull(m, part.points, 3, &at)) {
        return (abSkinSite){.distance = INFINITY}; // without an area
    }
    if (at.distance < 0.0 && !is_way_out(&part, at.n_AB_W)) {
        return meet_part(m, &part);
    }
    const int *nodes = m->skin->triangles + 3 * t;
    abSkinSite out = {.nodes = {nodes[0], nodes[1], nodes[2]},
                      .point = at.p_B_W,
                      .distance = at.distance,
                      .normal = at.n_AB_W};
    ab_triangle_weights(part.points, at.p_B_W, out.weights);
    return out;
}

static size_t lowest_triangle(const abSkinMeeting *m, abVec3 n) {
    size_t best = 0;
    double least = INFINITY;
    for (size_t t = 0; t < m->skin->triangle_count; t++) {
        abVec3 corner[3];
        corners_of(m, t, corner);
        double height = height_of(corner, n, 0.0);
        if (height < least) {
            least = height;
            best = t;
        }
    }
    return best;
}

static abSkinSite meet_convex(const abSkinMeeting *m) {
    abVec3 center = ab_pose_point(m->X_SO, m->other->center), corner[3];
    abSkinSite nearest = ab_skin_nearest(m->skin, m->points, center);
    abVec3 n = nearest.distance > 0.0 ? ab_neg(nearest.normal) : nearest.normal;
    size_t first = lowest_triangle(m, n);
    abSkinSite best = meet_triangle(m, first);
    n = isfinite(best.distance) ? best.normal : n;
    double top = top_of(m, n), slack = s_same_depth * m->other->bound;
    for (size_t t = 0; t < m->skin->triangle_count; t++) {
        corners_of(m, t, corner);
        if (t == first || height_of(corner, n, top) >= best.distance - slack) {
            continue;
        }
        abSkinSite site = meet_triangle(m, t);
        if (site.distance < best.distance - slack) {
            best = site;
            n = site.normal;
            top = top_of(m, n);
        }
    }
    return best;
}

abSkinSite ab_skin_meets(const abSkinMeeting *m) {
    if (m->other->kind == AB_SHAPE_PLANE) {
        return ab_skin_lowest(m->skin, m->points, plane_in(m), m->X_SO.p);
    }
    return m->other->kind == AB_SHAPE_SPHERE
               ? seen_from(ab_skin_nearest(m->skin, m->points, m->X_SO.p), m->other->radius)
               : meet_convex(m);
}

// ---- more than one point ----

// The vertices and corners that overlap, in their order; what is higher than this along the normal of
// the deepest does not.
typedef struct Overlapping {
    const abSkinMeeting *m;
    abVec3 n;
    double top, bottom; // of the other shape, and of the surface, along n
    size_t next;
    int corners;
} Overlapping;

static int corner_count(const abShape *shape) {
    const abShapeType *type = ab_shape_type(shape->kind);
    return shape->kind == AB_SHAPE_PLANE ? 0
           : shape->hull != NULL         ? shape->hull->corner_count
                                         : type->piece_count;
}

static bool vertex_overlaps(const Overlapping *all, int node, abSkinSite *out) {
    const abSkinMeeting *m = all->m;
    if (m->other->kind == AB_SHAPE_PLANE) {
        *out = ab_skin_vertex(m->points, node, all->n, m->X_SO.p);
        return out->distance < m->margin;
    }
    abVec3 x = m->points[node];
    if (ab_dot(all->n, x) >= all->top + m->margin) {
        return false;
    }
    abClosest at = ab_shape_closest_point(m->other, ab_pose_point_inverse(m->X_SO, x));
    *out = ab_skin_vertex(m->points, node, ab_mul(m->X_SO.R, at.normal), x);
    out->distance = at.distance;
    return at.distance < m->margin;
}

static bool corner_overlaps(const Overlapping *all, int i, abSkinSite *out) {
    const abSkinMeeting *m = all->m;
    abPiece piece = ab_shape_type(m->other->kind)->piece_at(m->other, i);
    abVec3 c = ab_pose_point(m->X_SO, piece.center);
    double top = ab_dot(all->n, c) + m->other->radius + m->margin;
    if (ab_norm2(piece.semi_axes) > 0.0 || top <= all->bottom) {
        return false;
    }
    *out = seen_from(ab_skin_nearest(m->skin, m->points, c), m->other->radius);
    return out->distance < m->margin;
}

static bool next_overlapping(Overlapping *all, abSkinSite *out) {
    size_t vertices = all->m->skin->vertex_count, count = vertices + (size_t)all->corners;
    bool found = false;
    while (!found && all->next < count) {
        size_t i = all->next++;
        found = i < vertices ? vertex_overlaps(all, all->m->skin->vertices[i], out)
                             : corner_overlaps(all, (int)(i - vertices), out);
    }
    return found;
}

void ab_skin_each(const abSkinMeeting *m, const abSkinSite *deepest,
                  void (*take)(void *context, const abSkinSite *site), void *context) {
    Overlapping all = {.m = m,
                       .n = deepest->normal,
                       .top = m->other->kind == AB_SHAPE_PLANE ? 0.0 : top_of(m, deepest->normal),
                       .corners = corner_count(m->other)};
    all.bottom = ab_skin_lowest(m->skin, m->points, all.n, (abVec3){0.0, 0.0, 0.0}).distance;
    abSkinSite site, first = *deepest;
    size_t skipped = 0;
    double least = INFINITY;
    while (next_overlapping(&all, &site)) {
        if (site.distance < least) {
            least = site.distance;
            skipped = all.next;
            first = site;
        }
    }
    double slack = m->other->kind == AB_SHAPE_PLANE ? 0.0 : s_same_depth * m->other->bound;
    take(context, least <= deepest->distance + slack ? &first : deepest);
    for (all.next = 0; isfinite(least) && next_overlapping(&all, &site);) {
        if (all.next != skipped) {
            take(context, &site);
        }
    }
}

// ---- as proximities ----

abProximity ab_skin_site_proximity(const abSkinMeeting *m, const abSkinSite *site,
                                   const abPose *X_WS) {
    abProximity out = {.distance = site->distance,
                       .n_AB_W = ab_mul(X_WS->R, site->normal),
                       .p_B_W = ab_pose_point(*X_WS, site->point),
                       .radius = m->other->kind == AB_SHAPE_SPHERE ? m->other->radius
                                 : m->other->is_flat               ? INFINITY
                                                                   : m->other->contact_radius,
                       .is_exact = true};
    out.p_A_W = ab_add_scaled(out.p_B_W, -out.distance, out.n_AB_W);
    return out;
}

abPose ab_skin_sees(const abPose *X_WS, const abPose *X_WO) {
    return (abPose){ab_mat3_t_mul(X_WS->R, X_WO->R), ab_mul_t(X_WS->R, ab_sub(X_WO->p, X_WS->p))};
}

static abProximity none(const abPose *X_WA, const abPose *X_WB) {
    return (abProximity){.distance = INFINITY,
                         .n_AB_W = {1.0, 0.0, 0.0},
                         .p_A_W = X_WA->p,
                         .p_B_W = X_WB->p,
                         .is_exact = true};
}

void ab_any_skin(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                 abProximity *out) {
    if (B->skin == NULL) {
        *out = none(X_WA, X_WB);
        return;
    }
    const abSkinMeeting meeting = {B->skin, B->skin->points, A, ab_skin_sees(X_WB, X_WA), 0.0};
    abSkinSite site = ab_skin_meets(&meeting);
    *out = ab_skin_site_proximity(&meeting, &site, X_WB);
}
