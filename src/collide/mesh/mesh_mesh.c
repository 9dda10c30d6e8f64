// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_mesh.c - a mesh as it is against another.
//
// Apart: mesh_nearest.c. Whether they cross is asked before.
//
// Overlapping, the depth is the largest of
//
//   how deep a corner of A is in B, how deep a corner of B is in A,                        (1)
//   how deep a point of an edge of A is in B                                              (2)
//
// so it is zero where the surfaces just touch and grows with every way into each other. A depth
// changes by at most the way, which bounds it over a box or along an edge. (2) is looked for where
// an edge is inside: from where it enters, or its end, to where it leaves again, or its other end.
//
// Error   a few roundings of the coordinates. (2) is exact where an edge crosses an edge.
// Limits  as of mesh_pairs.c.
// Source  docs/theory/mesh_contact.md.

#include "collide/mesh/mesh_mesh.h"

#include "collide/broad/proximity.h"
#include "collide/mesh/mesh_nearest.h"
#include "math/core/bounds.h"
#include "mesh/check/mesh_cross.h"
#include "mesh/core/mesh_closest.h"
#include "mesh/core/mesh_ray.h"

enum { STACK = 512, HITS = 16 };

// ---- crossing ----

// Is b on one side of the plane of a, or in it, up to rounding? Then it need not be asked exactly.
static bool is_aside(const abCorners *a, const abCorners *b) {
    abVec3 n = ab_cross(ab_sub(a->p[1], a->p[0]), ab_sub(a->p[2], a->p[0]));
    abVec3 size = ab_sub(b->high, b->low);
    double slack = 1e-14 * ab_norm(n) * (ab_norm(size) + ab_norm(ab_sub(b->low, a->p[0])));
    double h0 = ab_dot(n, ab_sub(b->p[0], a->p[0])), h1 = ab_dot(n, ab_sub(b->p[1], a->p[0]));
    double h2 = ab_dot(n, ab_sub(b->p[2], a->p[0]));
    double low = ab_min(h0, ab_min(h1, h2)), high = ab_max(h0, ab_max(h1, h2));
    return low > slack || high < -slack || (low >= -slack && high <= slack);
}

static bool boxes_meet(const abCorners *a, const abCorners *b) {
    return ab_boxes_meet(a->low, a->high, b->low, b->high);
}

bool ab_mesh_triangles_cross(const abCorners *a, const abCorners *b) {
    return boxes_meet(a, b) && !is_aside(a, b) && !is_aside(b, a) && ab_triangles_cross(a->p, b->p);
}

static bool leaves_are_apart(void *context, const abMeshNode *a, const abMeshNode *b) {
    const abMeshBoxes *boxes = context;
    for (int j = b->first; j < b->first + b->count; j++) {
        abCorners q = ab_mesh_corners_at(boxes->B, j, &boxes->X_AB);
        for (int i = a->first; i < a->first + a->count; i++) {
            abCorners p = ab_mesh_corners_at(boxes->A, i, NULL);
            if (ab_mesh_triangles_cross(&p, &q)) {
                return false;
            }
        }
    }
    return true;
}

// ---- overlapping ----

// The deepest point of the surface of `from` in `into`.
typedef struct Deep {
    const abMeshSurface *from, *into;
    abPose X_IF; // `from` in the frame of `into`
    double depth;
    abVec3 p; // in the frame of `into`
    abMeshClosest at;
} Deep;

static double look(Deep *deep, abVec3 p) {
    abMeshClosest at = ab_mesh_closest(deep->into, p, INFINITY);
    if (-at.distance > deep->depth) {
        deep->depth = -at.distance;
        deep->p = p;
        deep->at = at;
    }
    return -at.distance;
}

// Where a wall is along a line x = p + s u, and how its depth grows along it.
typedef struct CellWall {
    abVec3 n;
    double depth, slope; // depth at s = 0
} CellWall;

static CellWall cell_wall_of(abVec3 p, abVec3 u, abVec3 point, abVec3 n) {
    return (CellWall){n, -ab_dot(n, ab_sub(p, point)), -ab_dot(n, u)};
}

abWallAlong ab_mesh_wall_passed(const abMeshSurface *into, double s, int triangle) {
    return (abWallAlong){s, ab_mesh_corner(into->mesh, (size_t)triangle, 0),
                         into->normals[triangle], triangle};
}

abDeepest ab_mesh_deepest_between(const abMeshSurface *into, abVec3 p, abVec3 u,
                                  const abWallAlong *first, const abWallAlong *last) {
    enum { ROUNDS = 12 };
    abDeepest best = {.depth = 0.0, .p = p};
    int guess = first->triangle;
    CellWall in = cell_wall_of(p, u, first->point, first->normal);
    CellWall out = cell_wall_of(p, u, last->point, last->normal);
    if (ab_mesh_lies_along(first, u) || ab_mesh_lies_along(last, u)) {
        return best;
    }
    for (int i = 0; i < ROUNDS && in.slope > 0.0 && out.slope < 0.0; i++) {
        double s = (out.depth - in.depth) / (in.slope - out.slope);
        if (!(s >= first->s && s <= last->s)) {
            break; // of a hollow mesh: walls that end before
        }
        double between = in.depth + s * in.slope;
        abVec3 x = ab_add_scaled(p, s, u);
        abMeshClosest at = ab_mesh_closest_near(into, x, INFINITY, guess);
        double depth = -at.distance, share = in.slope / (in.slope - out.slope);
        double rounding = 1e-10 * fabs(between);
        bool by_both = depth >= between - rounding;
        // a place seen before may turn out to be the deepest
        if (depth > best.depth || (by_both && depth > fmax(0.0, best.depth - rounding))) {
            abVec3 both = ab_add_scaled(ab_scale(1.0 - share, in.n), share, out.n);
            best = (abDeepest){depth, x, by_both ? both : at.normal};
        }
        CellWall nearer = cell_wall_of(p, u, at.point, at.normal);
        if (by_both || nearer.slope == 0.0) {
            break;
        }
        *(nearer.slope > 0.0 ? &in : &out) = nearer;
        guess = at.triangle;
    }
    return best;
}

// An end of a segment that is inside.
static int add_end(const abMeshSurface *into, double s, abVec3 p, abWallAlong *walls, int count) {
    abMeshClosest at = ab_mesh_closest(into, p, INFINITY);
    if (at.distance < 0.0) {
        walls[count++] = (abWallAlong){s, at.point, at.normal, at.triangle};
    }
    return count;
}

// The greatest depth in a mesh between the ends of the segment from p to q; not above zero where it
// is not in the mesh, or not deeper than at its ends. Exact where it crosses an edge. All in the
// frame of the mesh.
static double edge_depth(const abMeshSurface *into, abVec3 p, abVec3 q, abVec3 *deepest) {
    abMeshHit hit[HITS];
    abWallAlong walls[HITS + 2];
    abVec3 displacement = ab_sub(q, p), u = ab_unit(displacement);
    double deepest_yet = 0.0, length = ab_norm(displacement);
    int hits = ab_mesh_hits(into, p, displacement, 1.0, hit, HITS);
    int count = add_end(into, 0.0, p, walls, 0);
    for (int i = 0; i < hits; i++) {
        walls[count++] = ab_mesh_wall_passed(into, hit[i].t * length, hit[i].triangle);
    }
    count = add_end(into, length, q, walls, count);
    *deepest = p;
    for (int i = 0; i + 1 < count; i++) {
        abDeepest at = ab_mesh_deepest_between(into, p, u, &walls[i], &walls[i + 1]);
        if (at.depth > deepest_yet) {
            deepest_yet = at.depth;
            *deepest = at.p;
        }
    }
    return deepest_yet;
}

// Whether one of the triangles near c may cross it.
typedef struct DeepestInside {
    const abMeshSurface *into;
    const abCorners *c;
    bool may_cross;
} DeepestInside;

static bool meet(void *context, int t) {
    DeepestInside *candidate = context;
    abCorners other = ab_mesh_corners(candidate->into, t, NULL);
    candidate->may_cross = boxes_meet(&other, candidate->c) && !is_aside(&other, candidate->c) &&
                           !is_aside(candidate->c, &other);
    return !candidate->may_cross;
}

static void look_at_triangle(Deep *deep, int t) {
    double depth[3];
    abCorners c = ab_mesh_corners(deep->from, t, &deep->X_IF);
    const abVec3 *corner = c.p;
    DeepestInside candidate = {deep->into, &c, false};
    ab_mesh_tree_near(&deep->into->tree, c.low, c.high, meet, &candidate);
    if (!candidate.may_cross) { // inside or outside as a whole
        abVec3 middle = ab_scale(1.0 / 3.0, ab_add(corner[0], ab_add(corner[1], corner[2])));
        if (ab_mesh_closest(deep->into, middle, INFINITY).distance > 0.0) {
            return;
        }
    }
    for (int i = 0; i < 3; i++) {
        depth[i] = look(deep, corner[i]);
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        double length = ab_norm(ab_sub(corner[j], corner[i]));
        bool may_be_deeper = 0.5 * (depth[i] + depth[j] + length) > deep->depth;
        if (t < deep->from->beside[3 * t + i] && may_be_deeper) {
            abVec3 x;
            if (edge_depth(deep->into, corner[i], corner[j], &x) > deep->depth) {
                look(deep, x);
            }
        }
    }
}

// Whether triangles of a mesh come near a box of another, which is at X in the frame of the mesh.
static bool box_touches(const abMeshSurface *into, const abPose *X, const abMeshNode *box) {
    abVec3 middle = ab_pose_point(*X, ab_scale(0.5, ab_add(box->low, box->high)));
    abVec3 size = ab_scale(0.5 * (1.0 + 1e-12), ab_sub(box->high, box->low)), half;
    for (int i = 0; i < 3; i++) {
        const double *row = X->R.m[i];
        ab_set(&half, i,
               fabs(row[0]) * size.x + fabs(row[1]) * size.y + fabs(row[2]) * size.z +
                   1e-15 * fabs(ab_get(middle, i)));
    }
    return ab_mesh_tree_touches(&into->tree, ab_sub(middle, half), ab_add(middle, half));
}

// Below this no box can hold a deeper point. A box that no triangle comes near is inside or outside
// as a whole.
static double deepest_in_box(const Deep *deep, const abMeshNode *node) {
    if (box_touches(deep->into, &deep->X_IF, node)) {
        return INFINITY;
    }
    abVec3 middle = ab_pose_point(deep->X_IF, ab_scale(0.5, ab_add(node->low, node->high)));
    const abMeshNode *root = &deep->into->tree.nodes[0];
    for (int i = 0; i < 3; i++) {
        double x = ab_get(middle, i);
        if (x < ab_get(root->low, i) || x > ab_get(root->high, i)) {
            return -INFINITY;
        }
    }
    double depth = -ab_mesh_closest(deep->into, middle, INFINITY).distance;
    return depth > 0.0 ? depth + 0.5 * ab_norm(ab_sub(node->high, node->low)) : -INFINITY;
}

static void find_deepest(Deep *deep) {
    int stack[STACK], top = 0;
    double bound[STACK];
    const abMeshNode *nodes = deep->from->tree.nodes;
    stack[top] = 0, bound[top++] = INFINITY;
    while (top > 0) {
        const abMeshNode *node = &nodes[stack[--top]];
        if (!(bound[top] > deep->depth)) {
            continue;
        }
        if (node->count > 0) {
            for (int i = node->first; i < node->first + node->count; i++) {
                look_at_triangle(deep, deep->from->tree.order[i]);
            }
            continue;
        }
        double b[2];
        for (int i = 0; i < 2; i++) {
            b[i] = deepest_in_box(deep, &nodes[node->first + i]);
        }
        int low = b[0] > b[1];
        stack[top] = node->first + low, bound[top++] = b[low];
        stack[top] = node->first + !low, bound[top++] = b[!low];
    }
}

static void overlap(const abShape *A, const abPose *X_WA, const abPose *X_AB, const abShape *B,
                    const abPose *X_WB, const abPose *X_BA, abProximity *out) {
    Deep in_B = {.from = A->surface, .into = B->surface, .X_IF = *X_BA, .depth = -INFINITY};
    find_deepest(&in_B);
    Deep in_A = {.from = B->surface, .into = A->surface, .X_IF = *X_AB, .depth = in_B.depth};
    find_deepest(&in_A);
    if (in_A.depth > in_B.depth) {
        out->n_AB_W = ab_mul(X_WA->R, in_A.at.normal);
        out->p_B_W = ab_pose_point(*X_WA, in_A.p);
        out->p_A_W = ab_pose_point(*X_WA, in_A.at.point);
    } else {
        out->n_AB_W = ab_neg(ab_mul(X_WB->R, in_B.at.normal));
        out->p_A_W = ab_pose_point(*X_WB, in_B.p);
        out->p_B_W = ab_pose_point(*X_WB, in_B.at.point);
    }
    out->distance = -fmax(0.0, fmax(in_A.depth, in_B.depth));
}

bool ab_mesh_holds(const abMeshSurface *into, const abMeshSurface *from, const abPose *X) {
    const abMeshNode *root = &into->tree.nodes[0];
    abVec3 p = ab_pose_point(*X, from->mesh->points[from->mesh->triangles[0]]);
    bool is_near = p.x >= root->low.x && p.x <= root->high.x && p.y >= root->low.y &&
                   p.y <= root->high.y && p.z >= root->low.z && p.z <= root->high.z;
    return is_near && ab_mesh_closest(into, p, INFINITY).distance < 0.0;
}

void ab_mesh_gap_report(const abMeshGap *gap, const abPose *X_WA, abProximity *out) {
    out->distance = sqrt(gap->distance2);
    out->n_AB_W = ab_scale(1.0 / out->distance, ab_mul(X_WA->R, ab_sub(gap->b, gap->a)));
    out->p_A_W = ab_pose_point(*X_WA, gap->a);
    out->p_B_W = ab_pose_point(*X_WA, gap->b);
}

void ab_mesh_mesh(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                  abProximity *out) {
    abPose X_AB = {ab_mat3_t_mul(X_WA->R, X_WB->R), ab_pose_point_inverse(*X_WA, X_WB->p)};
    abPose X_BA = {ab_mat3_t_mul(X_WB->R, X_WA->R), ab_pose_point_inverse(*X_WB, X_WA->p)};
    abMeshBoxes boxes = ab_mesh_boxes(A->surface, B->surface, &X_AB);
    abMeshGap gap = ab_mesh_gap_none(A->surface, B->surface, &X_AB);
    out->is_exact = true;
    // not counting faces in one plane; decided sooner than how far they are apart
    bool is_crossed = !ab_mesh_near_leaves(&boxes, NULL, leaves_are_apart, &boxes);
    if (!is_crossed) {
        ab_mesh_gap_search(&gap, &boxes);
    }
    if (is_crossed || gap.distance2 == 0.0 || ab_mesh_holds(B->surface, A->surface, &X_BA) ||
        ab_mesh_holds(A->surface, B->surface, &X_AB)) {
        overlap(A, X_WA, &X_AB, B, X_WB, &X_BA, out);
        return;
    }
    ab_mesh_gap_report(&gap, X_WA, out);
}
