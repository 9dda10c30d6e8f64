// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour.c - closed lines in which two closed meshes meet.
//
// A line runs through the places where an edge of one goes through a triangle of the other. Each
// such place belongs to two pairs of triangles, those on either side of the edge with the third,
// and a pair of triangles that meet has two of them. So the pairs are the pieces of the lines,
// joined where they name the same edge and triangle: no coordinate is compared.
//
// That holds as long as all signs are those of one arrangement without coincidences. Signs are
// exact (math/core/predicates.h) and zeros are those of A moved by t = (e, e^2, e^3), e -> 0:
//
//   a point a of A and a plane of B with normal n      -n.t    for the sign of (a behind n)
//   a plane of A and a point of B                      +n.t
//   an edge p q of A and an edge r s of B              t.((q - p) x (r - s))               (1)
//
// each the sign of the first component that is not zero. All of (1) is zero only for parallel
// edges, which are never asked for: both ends of the one are on one side of any plane through the
// other.
//
// Source  simulation of simplicity: H. Edelsbrunner, E. P. Muecke, ACM Trans. Graphics 9 (1990)
//         66-104; here with one shift for a whole body.

#include "collide/region/contour.h"

#include <string.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "collide/mesh/mesh_mesh.h"
#include "collide/mesh/mesh_nearest.h"
#include "collide/pairs/collide.h"
#include "collide/region/contour_hull.h"
#include "collide/region/contour_regions.h"
#include "collide/region/region_mesh.h"
#include "collide/region/region_room.h"
#include "math/core/predicates.h"

typedef struct Pair {
    const abMeshNear *near;
    int triangle[2];
    const abCorners *at[2];
} Pair;

// ---- signs ----

// Is the point of mesh `of` behind the triangle f of the other?
static int side_of(int of, const abVec3 f[3], abVec3 p) {
    int side = ab_orient_3d(f[0], f[1], f[2], p);
    if (side != 0) {
        return side;
    }
    int n = 0;
    for (int axis = 0; axis < 3 && n == 0; axis++) {
        n = ab_orient_2d(f[0], f[1], f[2], axis);
    }
    return of == 0 ? -n : n;
}

// Which way an edge p q of mesh `of` goes by an edge r s of the other.
static int turn_of(int of, abVec3 p, abVec3 q, abVec3 r, abVec3 s) {
    int rotation = ab_orient_3d(p, q, r, s);
    if (rotation != 0) {
        return rotation;
    }
    int c = 0;
    for (int axis = 0; axis < 3 && c == 0; axis++) {
        c = ab_turn_2d(p, q, s, r, axis);
    }
    return of == 0 ? c : -c;
}

static int point_number(const Pair *pair, int mesh, int i) {
    const abMeshSurface *surface = mesh == 0 ? pair->near->A : pair->near->B;
    return surface->mesh->triangles[3 * pair->triangle[mesh] + i];
}

// Where the edge from p to q, with heights over the plane of f, meets it.
static abVec3 place_on(abVec3 p, abVec3 q, const abVec3 f[3]) {
    abVec3 n = ab_cross(ab_sub(f[1], f[0]), ab_sub(f[2], f[0]));
    double h = ab_dot(n, ab_sub(p, f[0])), k = ab_dot(n, ab_sub(q, f[0]));
    double t = h != k ? fmin(fmax(h / (h - k), 0.0), 1.0) : 0.5;
    return ab_add_scaled(p, t, ab_sub(q, p));
}

// Does side i of the triangle of `mesh` go through the other? From its point with the lower number,
// so that both its triangles ask and compute the same.
static bool pierces(const Pair *pair, int mesh, int i, abPierce *out, abVec3 *place) {
    int j = (i + 1) % 3, low = point_number(pair, mesh, i), high = point_number(pair, mesh, j);
    abVec3 p = pair->at[mesh]->p[i], q = pair->at[mesh]->p[j];
    const abVec3 *f = pair->at[1 - mesh]->p;
    if (low > high) {
        int swap = low;
        abVec3 other = p;
        low = high, high = swap;
        p = q, q = other;
    }
    int rotation = turn_of(mesh, p, q, f[0], f[1]);
    if (turn_of(mesh, p, q, f[1], f[2]) != rotation ||
        turn_of(mesh, p, q, f[2], f[0]) != rotation) {
        return false;
    }
    *out = (abPierce){.mesh = mesh, .low = low, .high = high, .face = pair->triangle[1 - mesh]};
    *place = place_on(p, q, f);
    return true;
}

// The piece in which two triangles meet; false when they do not.
static bool meet(const Pair *pair, abContourSegment *segment) {
    int side[2][3], count = 0;
    for (int mesh = 0; mesh < 2; mesh++) {
        const abVec3 *own = pair->at[mesh]->p, *f = pair->at[1 - mesh]->p;
        for (int i = 0; i < 3; i++) {
            side[mesh][i] = side_of(mesh, f, own[i]);
        }
        if (side[mesh][0] == side[mesh][1] && side[mesh][1] == side[mesh][2]) {
            return false;
        }
    }
    for (int mesh = 0; mesh < 2; mesh++) {
        for (int i = 0; i < 3 && count < 2; i++) {
            if (side[mesh][i] != side[mesh][(i + 1) % 3] &&
                pierces(pair, mesh, i, &segment->ends[count], &segment->p[count])) {
                count++;
            }
        }
    }
    segment->triangle[0] = pair->triangle[0];
    segment->triangle[1] = pair->triangle[1];
    return count == 2;
}

// ---- joining ----

static int compare(const abPierce *a, const abPierce *b) {
    return a->mesh != b->mesh   ? a->mesh - b->mesh
           : a->low != b->low   ? a->low - b->low
           : a->high != b->high ? a->high - b->high
                                : a->face - b->face;
}

static abPierce *pierce_at(struct abContourWork *work, size_t i) {
    return &work[i / 2].pierces[i % 2];
}

static void sort(struct abContourWork *work, size_t count) {
    static const size_t gaps[] = {8929, 3905, 2161, 929, 505, 209, 109, 41, 19, 5, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        for (size_t i = gaps[g]; i < count; i++) {
            abPierce item = *pierce_at(work, i);
            size_t k = i;
            for (; k >= gaps[g] && compare(pierce_at(work, k - gaps[g]), &item) > 0; k -= gaps[g]) {
                *pierce_at(work, k) = *pierce_at(work, k - gaps[g]);
            }
            *pierce_at(work, k) = item;
        }
    }
}

// Joins the ends that name the same place.
static void join_ends(struct abContourWork *work, size_t segments) {
    for (size_t i = 0; i < segments; i++) {
        for (int k = 0; k < 2; k++) {
            abContourSegment *s = &work[i].segment;
            s->ends[k].segment = (int)i, s->ends[k].end = k;
            s->next[k] = -1;
            work[i].pierces[k] = s->ends[k];
        }
    }
    sort(work, 2 * segments);
    for (size_t i = 0; i + 1 < 2 * segments; i++) {
        const abPierce *a = pierce_at(work, i), *b = pierce_at(work, i + 1);
        if (compare(a, b) == 0) {
            work[a->segment].segment.next[a->end] = 2 * b->segment + b->end;
            work[b->segment].segment.next[b->end] = 2 * a->segment + a->end;
            i++;
        }
    }
}

// ---- lines ----

static bool add_point(abContours *out, abVec3 p) {
    if (!AB_ARRAY_RESERVE(out->allocator, out->points, out->point_capacity, out->point_count + 1)) {
        return false;
    }
    out->points[out->point_count++] = p;
    return true;
}

static void turn_round(abVec3 *points, int count) {
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        abVec3 swap = points[i];
        points[i] = points[j];
        points[j] = swap;
    }
}

// Follows a line from a segment until it comes back.
static bool trace(abContours *out, const abMeshNear *near, const abPose *X_WA, size_t start) {
    abContour loop = {.first = (int)out->point_count, .region = -1, .start = (int)start};
    int at = 2 * (int)start; // twice a segment and the end by which it is entered
    double along = 0.0;
    while (at >= 0 && out->work[at / 2].segment.loop < 0) {
        abContourSegment *s = &out->work[at / 2].segment;
        int in = at % 2;
        abVec3 n = near->A->normals[s->triangle[0]];
        abVec3 m = ab_mul(near->at.R, near->B->normals[s->triangle[1]]);
        along += ab_dot(ab_sub(s->p[1 - in], s->p[in]), ab_cross(n, m));
        s->loop = (int)out->loop_count;
        if (!add_point(out, ab_pose_point(*X_WA, s->p[in]))) {
            return false;
        }
        at = s->next[1 - in];
    }
    loop.count = (int)out->point_count - loop.first;
    if (along < 0.0) { // A's part inside is on the left of  n_A x n_B
        turn_round(out->points + loop.first, loop.count);
    }
    if (!AB_ARRAY_RESERVE(out->allocator, out->loops, out->loop_capacity, out->loop_count + 1)) {
        return false;
    }
    out->loops[out->loop_count++] = loop;
    return true;
}

static bool find_segments(abContours *out, const abMeshNear *near, size_t *count) {
    const abNearSide *a = &near->side[0], *b = &near->side[1];
    *count = 0;
    for (size_t i = 0; i < near->count; i++) {
        const abNearPair *p = &near->pairs[0][i];
        Pair pair = {.near = near,
                     .triangle = {a->triangle[p->own], b->triangle[p->other]},
                     .at = {&a->at[p->own], &b->at[p->other]}};
        if (!AB_ARRAY_RESERVE(out->allocator, out->work, out->work_capacity, *count + 1)) {
            return false;
        }
        abContourSegment *segment = &out->work[*count].segment;
        *segment = (abContourSegment){.loop = -1};
        if (!ab_corners_are_apart(pair.at[0], pair.at[1], 0.0) && meet(&pair, segment)) {
            ++*count;
        }
    }
    return true;
}

// ---- all ----

// One mesh inside the other: a region without contours.
static bool add_inner(abContours *out, int mesh, const abShape *inner, const abPose *X,
                      const abProximity *at) {
    abContourRegion region = {.depth = at->distance < 0.0 ? -at->distance : 0.0,
                              .n_AB_W = at->n_AB_W,
                              .deep_W = ab_proximity_middle(at),
                              .deep_n_AB_W = at->n_AB_W};
    const abMeshSurface *surface = inner->surface;
    for (size_t t = 0; t < surface->mesh->triangle_count; t++) {
        abVec3 p = ab_mesh_corner(surface->mesh, t, 0), q = ab_mesh_corner(surface->mesh, t, 1),
               r = ab_mesh_corner(surface->mesh, t, 2);
        double area = 0.5 * ab_norm(ab_cross(ab_sub(q, p), ab_sub(r, p)));
        region.area[mesh] += area;
        region.middle_W = ab_add_scaled(region.middle_W, area / 3.0, ab_add(p, ab_add(q, r)));
    }
    region.middle_W = ab_pose_point(*X, ab_scale(1.0 / region.area[mesh], region.middle_W));
    if (!AB_ARRAY_RESERVE(out->allocator, out->regions, out->region_capacity, 1)) {
        return false;
    }
    out->regions[out->region_count++] = region;
    return true;
}

static bool trace_all(abContours *out, const abMeshNear *near, const abPose *X_WA, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (out->work[i].segment.loop < 0 && !trace(out, near, X_WA, i)) {
            return false;
        }
    }
    return true;
}

bool ab_mesh_contours(abContours *out, abRegionWorkspace *workspace, const abShape *A,
                      const abPose *X_WA, const abShape *B, const abPose *X_WB) {
    size_t count;
    out->point_count = out->loop_count = out->region_count = 0;
    const abMeshNear *near = ab_region_store_parts(workspace, A, X_WA, B, X_WB);
    if (near == NULL || !find_segments(out, near, &count)) {
        return false;
    }
    join_ends(out->work, count);
    const abContourPair pair = {workspace, A, B, X_WA, X_WB, count};
    if (!trace_all(out, near, X_WA, count) || !ab_contour_find_regions(out, &pair)) {
        return false;
    }
    ab_region_end(workspace);
    if (count > 0) {
        return true;
    }
    abPose X_AB = near->at;
    abPose X_BA = {ab_mat3_t_mul(X_WB->R, X_WA->R), ab_pose_point_inverse(*X_WB, X_WA->p)};
    abProximity at;
    bool a_in_b = ab_mesh_holds(B->surface, A->surface, &X_BA);
    if (!a_in_b && !ab_mesh_holds(A->surface, B->surface, &X_AB)) {
        return true;
    }
    ab_proximity(A, X_WA, B, X_WB, &at);
    return add_inner(out, a_in_b ? 0 : 1, a_in_b ? A : B, a_in_b ? X_WA : X_WB, &at);
}

void ab_contours_done(abContours *contours) {
    AB_ARRAY_FREE(contours->allocator, contours->points, contours->point_capacity);
    AB_ARRAY_FREE(contours->allocator, contours->loops, contours->loop_capacity);
    AB_ARRAY_FREE(contours->allocator, contours->regions, contours->region_capacity);
    AB_ARRAY_FREE(contours->allocator, contours->work, contours->work_capacity);
    AB_ARRAY_FREE(contours->allocator, contours->nodes, contours->node_capacity);
    ab_contour_hull_done(contours);
}
