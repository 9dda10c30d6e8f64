// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_nearest.c - the nearest points of two meshes that do not cross.
//
// The distance is the least over the pairs of triangles, found in both trees at once: pairs of
// boxes farther from each other than the best so far hold nothing. Two triangles that do not cross
// are nearest at a corner of one and the other, or at two of their edges.
//
// Every pair of triangles is measured on its own, and of pairs equally near the first by numbers
// counts; what is left out is farther by more than rounding. So the answer does not depend on where
// the search begins or on what is known beforehand.
//
// Error   a few roundings of the coordinates.
// Source  edges: C. Ericson, Real-Time Collision Detection (2005), section 5.1.9.

#include "collide/mesh/mesh_nearest.h"

#include "math/core/bounds.h"
#include "mesh/core/mesh_closest.h"

enum { STACK = 512 };

// ---- two triangles ----

typedef struct Near {
    double distance2;
    abVec3 a, b;
} Near;

static void take(Near *near, abVec3 a, abVec3 b) {
    double d2 = ab_norm2(ab_sub(b, a));
    if (d2 < near->distance2) {
        *near = (Near){d2, a, b};
    }
}

static void edge_edge(abVec3 p, abVec3 p_end, abVec3 q, abVec3 q_end, Near *near) {
    abVec3 u = ab_sub(p_end, p), v = ab_sub(q_end, q), r = ab_sub(p, q);
    double a = ab_dot(u, u), e = ab_dot(v, v), f = ab_dot(v, r);
    double c = ab_dot(u, r), b = ab_dot(u, v), det = a * e - b * b;
    double s = det > 0.0 ? ab_clamp((b * f - c * e) / det, 0.0, 1.0) : 0.0;
    double t = (b * s + f) / e;
    if (t < 0.0) {
        t = 0.0;
        s = ab_clamp(-c / a, 0.0, 1.0);
    } else if (t > 1.0) {
        t = 1.0;
        s = ab_clamp((b - c) / a, 0.0, 1.0);
    }
    take(near, ab_add_scaled(p, s, u), ab_add_scaled(q, t, v));
}

// Is b farther than sqrt(d2) on one side of the plane of a?
static bool is_beyond(const abVec3 a[3], const abVec3 b[3], double d2) {
    abVec3 n = ab_cross(ab_sub(a[1], a[0]), ab_sub(a[2], a[0]));
    double h0 = ab_dot(n, ab_sub(b[0], a[0])), h1 = ab_dot(n, ab_sub(b[1], a[0]));
    double h2 = ab_dot(n, ab_sub(b[2], a[0]));
    double low = ab_min(h0, ab_min(h1, h2)), high = ab_max(h0, ab_max(h1, h2));
    double h = low > 0.0 ? low : high < 0.0 ? high : 0.0;
    return h * h > d2 * ab_norm2(n) * (1.0 + 1e-12);
}

static double gap2(const abCorners *a, const abCorners *b) {
    double x = ab_max(0.0, ab_max(a->low.x - b->high.x, b->low.x - a->high.x));
    double y = ab_max(0.0, ab_max(a->low.y - b->high.y, b->low.y - a->high.y));
    double z = ab_max(0.0, ab_max(a->low.z - b->high.z, b->low.z - a->high.z));
    return x * x + y * y + z * z;
}

void ab_mesh_gap_look(abMeshGap *gap, const abCorners *a, int triangle_a, const abCorners *b,
                      int triangle_b) {
    if (gap2(a, b) > gap->reach2 || is_beyond(a->p, b->p, gap->reach2) ||
        is_beyond(b->p, a->p, gap->reach2)) {
        return;
    }
    Near near = {.distance2 = INFINITY};
    for (int i = 0; i < 3; i++) {
        int feature;
        take(&near, a->p[i], ab_triangle_closest(b->p, a->p[i], &feature));
        take(&near, ab_triangle_closest(a->p, b->p[i], &feature), b->p[i]);
        for (int j = 0; j < 3; j++) {
            edge_edge(a->p[i], a->p[(i + 1) % 3], b->p[j], b->p[(j + 1) % 3], &near);
        }
    }
    bool is_first = triangle_a < gap->triangle_a ||
                    (triangle_a == gap->triangle_a && triangle_b < gap->triangle_b);
    if (near.distance2 < gap->distance2 || (near.distance2 == gap->distance2 && is_first)) {
        double reach = sqrt(near.distance2) + gap->slack;
        *gap = (abMeshGap){.distance2 = near.distance2,
                           .reach2 = reach * reach,
                           .slack = gap->slack,
                           .a = near.a,
                           .b = near.b,
                           .triangle_a = triangle_a,
                           .triangle_b = triangle_b};
    }
}

static abCorners corners_of(const abVec3 p[3], const abPose *X) {
    abCorners c = {.low = AB_NO_LOW, .high = AB_NO_HIGH};
    for (int i = 0; i < 3; i++) {
        c.p[i] = X != NULL ? ab_pose_point(*X, p[i]) : p[i];
        ab_hold(c.p[i], &c.low, &c.high);
    }
    return c;
}

abCorners ab_mesh_corners(const abMeshSurface *surface, int triangle, const abPose *X) {
    abVec3 p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = ab_mesh_corner(surface->mesh, (size_t)triangle, i);
    }
    return corners_of(p, X);
}

abCorners ab_mesh_corners_at(const abMeshSurface *surface, int place, const abPose *X) {
    return corners_of(&surface->corners[3 * place], X);
}

// ---- two trees ----

abMeshBoxes ab_mesh_boxes(const abMeshSurface *A, const abMeshSurface *B, const abPose *X_AB) {
    abMeshBoxes boxes = {A, B, *X_AB, X_AB->R};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            boxes.size_AB.m[i][j] = fabs(X_AB->R.m[i][j]);
        }
    }
    return boxes;
}

// Square of a lower bound of the distance of two boxes.
static double boxes_apart2(const abMeshBoxes *boxes, const abMeshNode *a, const abMeshNode *b) {
    abVec3 middle = ab_pose_point(boxes->X_AB, ab_scale(0.5, ab_add(b->low, b->high)));
    abVec3 half = ab_mul(boxes->size_AB, ab_scale(0.5, ab_sub(b->high, b->low)));
    double x = ab_max(a->low.x - (middle.x + half.x), (middle.x - half.x) - a->high.x);
    double y = ab_max(a->low.y - (middle.y + half.y), (middle.y - half.y) - a->high.y);
    double z = ab_max(a->low.z - (middle.z + half.z), (middle.z - half.z) - a->high.z);
    x = ab_max(x, 0.0), y = ab_max(y, 0.0), z = ab_max(z, 0.0);
    return x * x + y * y + z * z;
}

static double width2(const abMeshNode *node) {
    return node->count > 0 ? -1.0 : ab_norm2(ab_sub(node->high, node->low));
}

// The two pairs of nodes that take the place of a pair that is not two leaves.
static void split_pair(const abMeshBoxes *boxes, int na, int nb, int pair[2][2]) {
    const abMeshNode *a = &boxes->A->tree.nodes[na], *b = &boxes->B->tree.nodes[nb];
    bool split_a = width2(a) >= width2(b);
    for (int i = 0; i < 2; i++) {
        pair[i][0] = split_a ? a->first + i : na;
        pair[i][1] = split_a ? nb : b->first + i;
    }
}

bool ab_mesh_near_leaves(const abMeshBoxes *boxes, abMeshRoom *skin, abMeshLeaves *leaves,
                         void *context) {
    int stack[STACK][2], top = 0;
    stack[top][0] = stack[top][1] = 0, top++;
    while (top > 0) {
        top--;
        int na = stack[top][0], nb = stack[top][1], pair[2][2];
        const abMeshNode *a = &boxes->A->tree.nodes[na], *b = &boxes->B->tree.nodes[nb];
        double near = skin != NULL ? skin(context, b) : 0.0;
        if (boxes_apart2(boxes, a, b) > near * near) {
            continue;
        }
        if (a->count > 0 && b->count > 0) {
            if (!leaves(context, a, b)) {
                return false;
            }
            continue;
        }
        split_pair(boxes, na, nb, pair);
        for (int i = 0; i < 2; i++, top++) {
            stack[top][0] = pair[i][0], stack[top][1] = pair[i][1];
        }
    }
    return true;
}

abMeshGap ab_mesh_gap_none(const abMeshSurface *A, const abMeshSurface *B, const abPose *X_AB) {
    const abMeshNode *a = &A->tree.nodes[0], *b = &B->tree.nodes[0];
    double size = ab_norm(a->low) + ab_norm(a->high) + ab_norm(b->low) + ab_norm(b->high);
    return (abMeshGap){.distance2 = INFINITY,
                       .reach2 = INFINITY,
                       .slack = 1e-14 * (size + ab_norm(X_AB->p)),
                       .triangle_a = -1,
                       .triangle_b = -1};
}

static void look_at_leaves(const abMeshBoxes *boxes, const abMeshNode *a, const abMeshNode *b,
                           abMeshGap *gap) {
    const int *order_a = boxes->A->tree.order, *order_b = boxes->B->tree.order;
    for (int j = b->first; j < b->first + b->count; j++) {
        abCorners q = ab_mesh_corners_at(boxes->B, j, &boxes->X_AB);
        for (int i = a->first; i < a->first + a->count && gap->distance2 > 0.0; i++) {
            abCorners p = ab_mesh_corners_at(boxes->A, i, NULL);
            ab_mesh_gap_look(gap, &p, order_a[i], &q, order_b[j]);
        }
    }
}

void ab_mesh_gap_search(abMeshGap *gap, const abMeshBoxes *boxes) {
    int stack[STACK][2], top = 0;
    double bound[STACK];
    stack[top][0] = stack[top][1] = 0, bound[top++] = 0.0;
    while (top > 0 && gap->distance2 > 0.0) {
        top--;
        int na = stack[top][0], nb = stack[top][1], pair[2][2];
        const abMeshNode *a = &boxes->A->tree.nodes[na], *b = &boxes->B->tree.nodes[nb];
        if (!(bound[top] <= gap->reach2)) {
            continue;
        }
        if (a->count > 0 && b->count > 0) {
            look_at_leaves(boxes, a, b, gap);
            continue;
        }
        double apart[2];
        split_pair(boxes, na, nb, pair);
        for (int i = 0; i < 2; i++) {
            apart[i] = boxes_apart2(boxes, &boxes->A->tree.nodes[pair[i][0]],
                                    &boxes->B->tree.nodes[pair[i][1]]);
        }
        int far = apart[0] < apart[1];
        for (int k = 0; k < 2; k++) {
            int i = k == 0 ? far : !far;
            stack[top][0] = pair[i][0], stack[top][1] = pair[i][1], bound[top++] = apart[i];
        }
    }
}
