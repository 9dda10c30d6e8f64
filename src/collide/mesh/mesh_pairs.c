// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_pairs.c - a mesh as it is against planes, balls and all other analytic shapes. Mesh against
// mesh: mesh_mesh.c.
//
// Apart, the distance is the least over the triangles (mesh_facet.c), found in the tree of boxes:
// the distance of a shape changes by at most the way, so a box whose middle is farther than its
// half diagonal and the best so far holds nothing.
//
// Overlapping, the depth is the larger of two:
//
//   how deep a point of the mesh's surface is in the shape,       max of -f over the triangles  (1)
//   how deep a point of the shape is in the mesh                  (its corners, ends, rims)     (2)
//
// Either is at most the way that parts the two, is continuous, and zero where they just touch; (1)
// sees the mesh's corners and edges and all curved places, (2) the shape's corners on flat
// triangles. A ball has one point, its centre: both are the same then, and exact.
//
// Limits  of a rim under two walls of the mesh the place that is found may not be the deepest.
//         Walls: no point of a wall is deeper in it than half its thickness, so (2) ends there. An
//         edge of the shape across an edge of the mesh has less depth than the way that parts them:
//         that way times the cosine of half the angles of the edges at most.
// Cost    a few distances per level of the tree, up to 120 per triangle that competes.
// Source  docs/theory/mesh_contact.md.

#include "collide/mesh/mesh_pairs.h"

#include <math.h>

#include "collide/broad/proximity.h"
#include "collide/mesh/mesh_facet.h"
#include "collide/mesh/plane_pairs.h"
#include "mesh/core/mesh_closest.h"
#include "shape/kinds/hull.h"

// ---- planes: the hull tells all ----

void ab_plane_mesh(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                   abProximity *out) {
    abShape hull = *B;
    hull.kind = AB_SHAPE_HULL;
    ab_plane_convex(A, X_WA, &hull, X_WB, out);
}

// ---- balls ----

static void ball(double radius, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                 abProximity *out) {
    abMeshClosest at = ab_mesh_closest(B->surface, ab_pose_point_inverse(*X_WB, X_WA->p), INFINITY);
    out->n_AB_W = ab_neg(ab_mul(X_WB->R, at.normal));
    out->distance = at.distance - radius;
    out->p_A_W = ab_add_scaled(X_WA->p, radius, out->n_AB_W);
    out->p_B_W = ab_add_scaled(out->p_A_W, out->distance, out->n_AB_W);
    out->is_exact = true;
}

// ---- the others ----

typedef struct Descent {
    const abShape *shape;
    abClosestPoint *closest;
    const abMeshSurface *surface;
    abPose X_SM; // mesh in the frame of the shape
    double tolerance;
    abFacetLow low;
    int triangle; // it is on
} Descent;

// What the middle of a box says of all its triangles.
static double lower_bound(const Descent *d, const abMeshNode *node) {
    abVec3 middle = ab_scale(0.5, ab_add(node->low, node->high));
    double half = 0.5 * ab_norm(ab_sub(node->high, node->low));
    return d->closest(d->shape, ab_pose_point(d->X_SM, middle)).distance - half;
}

static void look_at_leaf(Descent *d, const abMeshNode *node) {
    for (int i = node->first; i < node->first + node->count; i++) {
        abVec3 corner[3];
        abFacetLow low;
        ab_facet_corners(d->surface, d->surface->tree.order[i], &d->X_SM, corner);
        if (ab_facet_lowest(d->shape, d->closest, corner, d->low.value, d->tolerance, &low) &&
            low.value < d->low.value) {
            d->low = low;
            d->triangle = d->surface->tree.order[i];
        }
    }
}

static void descend(Descent *d) {
    enum { STACK = 128 };
    int stack[STACK], top = 0;
    double bound[STACK];
    const abMeshNode *nodes = d->surface->tree.nodes;
    stack[top] = 0, bound[top++] = -INFINITY;
    while (top > 0) {
        const abMeshNode *node = &nodes[stack[--top]];
        if (!(bound[top] < d->low.value)) {
            continue;
        }
        if (node->count > 0) {
            look_at_leaf(d, node);
            continue;
        }
        double b[2] = {lower_bound(d, &nodes[node->first]),
                       lower_bound(d, &nodes[node->first + 1])};
        int far = b[0] < b[1];
        stack[top] = node->first + far, bound[top++] = b[far];
        stack[top] = node->first + !far, bound[top++] = b[!far];
    }
}

// A corner of the shape, in the frame of the mesh, where it is deeper than what was found.
static void dip_corner(const abShape *A, abVec3 p, const abMeshSurface *surface, abDip *deepest) {
    const abMeshNode *all = &surface->tree.nodes[0];
    abVec3 low = ab_sub(p, all->low), high = ab_sub(all->high, p);
    double least = fmin(fmin(fmin(low.x, low.y), low.z), fmin(fmin(high.x, high.y), high.z));
    if (least >= -A->radius) { // else outside
        abMeshClosest at = ab_mesh_closest(surface, p, INFINITY);
        if (at.distance - A->radius < deepest->distance) {
            *deepest = (abDip){at.distance - A->radius, p, at.normal, at.triangle};
        }
    }
}

// All of them: of those of a face none is first, and where edges cross, which of two faces is nearest
// is a matter of rounding.
static void dip_corners(const abShape *A, const abPose *X_BA, const abMeshSurface *surface,
                        abDip *deepest) {
    for (int k = 0; k < 8 && A->kind == AB_SHAPE_BOX; k++) {
        abVec3 corner = {k & 1 ? A->size[0] : -A->size[0], k & 2 ? A->size[1] : -A->size[1],
                         k & 4 ? A->size[2] : -A->size[2]};
        dip_corner(A, ab_pose_point(*X_BA, corner), surface, deepest);
    }
    for (int k = 0; A->kind == AB_SHAPE_HULL && k < A->hull->corner_count; k++) {
        dip_corner(A, ab_pose_point(*X_BA, A->hull->corners[k]), surface, deepest);
    }
}

static void take_deeper(const abShape *A, const abPose *X_BA, const abMeshSurface *surface,
                        abVec3 d, abDip *deepest) {
    abDip other = ab_mesh_dip(A, X_BA, surface, d);
    *deepest = other.distance < deepest->distance ? other : *deepest;
}

// (2), where it is deeper than what was found on this triangle of the mesh. The wall of the shape
// that is nearest there tells little of an edge between two of them. So what dips farthest into the
// triangle is asked for, too, and into those beside it, on whose side it may have been found.
static void dip(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                int triangle, abProximity *out) {
    abPose X_BA = {ab_mat3_t_mul(X_WB->R, X_WA->R), ab_pose_point_inverse(*X_WB, X_WA->p)};
    abVec3 d = ab_mul_t(X_WB->R, out->n_AB_W);
    abDip deepest = ab_mesh_dip(A, &X_BA, B->surface, d);
    abVec3 own = B->surface->normals[triangle];
    take_deeper(A, &X_BA, B->surface, ab_neg(own), &deepest);
    for (int i = 0; i < 3; i++) {
        abVec3 beside = B->surface->normals[B->surface->beside[3 * triangle + i]];
        if (ab_dot(beside, own) < 1.0 - 1e-12) {
            take_deeper(A, &X_BA, B->surface, ab_neg(beside), &deepest);
        }
    }
    dip_corners(A, &X_BA, B->surface, &deepest);
    if (deepest.distance < out->distance) {
        out->distance = deepest.distance;
        out->n_AB_W = ab_neg(ab_mul(X_WB->R, deepest.n));
        out->p_A_W = ab_add_scaled(ab_pose_point(*X_WB, deepest.p), A->radius, out->n_AB_W);
        out->p_B_W = ab_add_scaled(out->p_A_W, out->distance, out->n_AB_W);
    }
}

void ab_shape_mesh(abClosestPoint *closest, const abShape *A, const abPose *X_WA, const abShape *B,
                   const abPose *X_WB, abProximity *out) {
    if (A->is_sphere) {
        ball(A->bound, X_WA, B, X_WB, out);
        return;
    }
    abPose X_AB = {ab_mat3_t_mul(X_WA->R, X_WB->R), ab_pose_point_inverse(*X_WA, X_WB->p)};
    Descent d = {.shape = A,
                 .closest = closest,
                 .surface = B->surface,
                 .X_SM = X_AB,
                 .tolerance = 2e-16 * (A->bound + ab_norm(X_AB.p) + B->bound),
                 .low = {.value = INFINITY}};
    descend(&d);
    out->distance = d.low.value;
    out->n_AB_W = ab_mul(X_WA->R, d.low.m);
    out->p_B_W = ab_pose_point(*X_WA, d.low.x);
    out->p_A_W = ab_add_scaled(out->p_B_W, -d.low.value, out->n_AB_W);
    out->is_exact = d.low.is_exact;
    if (out->distance < 0.0) {
        dip(A, X_WA, B, X_WB, d.triangle, out);
        return;
    }
    // surfaces apart: the shape may still be inside
    abVec3 inner = ab_pose_point_inverse(*X_WB, ab_pose_point(*X_WA, A->center));
    abMeshClosest at = ab_mesh_closest(B->surface, inner, INFINITY);
    if (at.distance < 0.0) {
        out->distance = at.distance;
        out->n_AB_W = ab_neg(ab_mul(X_WB->R, at.normal));
        out->p_A_W = ab_pose_point(*X_WB, inner);
        out->p_B_W = ab_add_scaled(out->p_A_W, out->distance, out->n_AB_W);
    }
}
