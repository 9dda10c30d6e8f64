// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin.c - nearest and lowest points by looking at all of them.

#include "flexible/skin.h"

#include <math.h>

#include "base/sort.h"
#include "flexible/tolerances.def"
#include "math/core/vector_math.h"
#include "mesh/core/mesh_closest.h"

// ---- what lies across edges ----

typedef struct Edge {
    int low, high;
    size_t place; // three times the triangle and its corner
} Edge;

static int by_nodes(const void *a, const void *b) {
    const Edge *x = a, *y = b;
    int first = (x->low > y->low) - (x->low < y->low);
    int second = (x->high > y->high) - (x->high < y->high);
    return first != 0    ? first
           : second != 0 ? second
                         : (x->place > y->place) - (x->place < y->place);
}

static int opposite(const int *triangles, size_t place) {
    return triangles[place - place % 3 + (place % 3 + 2) % 3];
}

static bool find_across(const int *triangles, size_t faces, int *across, abArena *arena) {
    Edge *edges = AB_ARENA_NEW(arena, Edge, 3 * faces);
    for (size_t e = 0; edges != NULL && e < 3 * faces; e++) {
        int a = triangles[e], b = triangles[e % 3 == 2 ? e - 2 : e + 1];
        edges[e] = (Edge){a < b ? a : b, a < b ? b : a, e};
        across[e] = -1;
    }
    if (edges == NULL) {
        return false;
    }
    ab_sort(edges, 3 * faces, sizeof *edges, by_nodes);
    for (size_t i = 0; i + 1 < 3 * faces; i++) {
        const Edge *a = &edges[i], *b = &edges[i + 1];
        if (a->low == b->low && a->high == b->high) {
            across[a->place] = opposite(triangles, b->place);
            across[b->place] = opposite(triangles, a->place);
        }
    }
    return true;
}

abSkin *ab_skin_of(const abReducedBody *body, bool flip, abArena *arena) {
    abSkin *skin = AB_ARENA_NEW(arena, abSkin, 1);
    int *triangles = AB_ARENA_NEW(arena, int, 3 * body->face_count);
    int *vertices = AB_ARENA_NEW(arena, int, body->node_count);
    int *across = AB_ARENA_NEW(arena, int, 3 * body->face_count);
    bool *is_used = AB_ARENA_NEW(arena, bool, body->node_count);
    if (skin == NULL || triangles == NULL || vertices == NULL || across == NULL ||
        is_used == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < 3 * body->face_count; i++) {
        size_t corner = flip && i % 3 != 0 ? i - i % 3 + 3 - i % 3 : i; // 0 2 1
        triangles[i] = body->faces[corner];
        is_used[body->faces[i]] = true;
    }
    if (!find_across(triangles, body->face_count, across, arena)) {
        return NULL;
    }
    size_t count = 0;
    for (size_t i = 0; i < body->node_count; i++) {
        vertices[count] = (int)i;
        count += is_used[i];
    }
    *skin = (abSkin){.points = body->X,
                     .triangles = triangles,
                     .triangle_count = body->face_count,
                     .across = across,
                     .vertices = vertices,
                     .vertex_count = count};
    return skin;
}

// ---- nearest ----

void ab_triangle_weights(const abVec3 corner[3], abVec3 point, double weights[3]) {
    abVec3 n = ab_cross(ab_sub(corner[1], corner[0]), ab_sub(corner[2], corner[0]));
    double whole = ab_norm2(n), sum = 0.0;
    for (int i = 0; i < 3; i++) {
        abVec3 a = ab_sub(corner[(i + 1) % 3], point), b = ab_sub(corner[(i + 2) % 3], point);
        weights[i] = whole > 0.0 ? fmin(1.0, fmax(0.0, ab_dot(ab_cross(a, b), n) / whole)) : 0.0;
        sum += weights[i];
    }
    for (int i = 0; i < 3; i++) {
        weights[i] = sum > 0.0 ? weights[i] / sum : i == 0 ? 1.0 : 0.0;
    }
}

abSkinSite ab_skin_nearest(const abSkin *skin, const abVec3 *points, abVec3 p) {
    abSkinSite best = {.distance = INFINITY};
    double squarest = 0.0, least = INFINITY;
    for (size_t t = 0; t < skin->triangle_count; t++) {
        const int *nodes = skin->triangles + 3 * t;
        const abVec3 corner[3] = {points[nodes[0]], points[nodes[1]], points[nodes[2]]};
        int feature;
        abVec3 q = ab_triangle_closest(corner, p, &feature), way = ab_sub(p, q);
        abVec3 face = ab_unit(ab_cross(ab_sub(corner[1], corner[0]), ab_sub(corner[2], corner[0])));
        double distance = ab_norm(way), square = ab_dot(way, face);
        double slack = s_same_nearest * least;
        bool is_as_near = distance <= least + slack && fabs(square) > fabs(squarest);
        if (!(distance < least - slack || is_as_near || isinf(least))) {
            continue;
        }
        least = distance;
        squarest = square;
        double side = square >= 0.0 ? 1.0 : -1.0;
        best = (abSkinSite){.nodes = {nodes[0], nodes[1], nodes[2]},
                            .point = q,
                            .distance = side * distance,
                            .normal = distance > 0.0 ? ab_scale(1.0 / distance, way) : face};
        ab_triangle_weights(corner, q, best.weights);
    }
    return best;
}

// ---- lowest ----

abSkinSite ab_skin_vertex(const abVec3 *points, int node, abVec3 n, abVec3 origin) {
    return (abSkinSite){.nodes = {node, node, node},
                        .weights = {1.0, 0.0, 0.0},
                        .point = points[node],
                        .distance = ab_dot(n, ab_sub(points[node], origin)),
                        .normal = n};
}

abSkinSite ab_skin_lowest(const abSkin *skin, const abVec3 *points, abVec3 n, abVec3 origin) {
    int lowest = skin->vertices[0];
    double least = INFINITY;
    for (size_t i = 0; i < skin->vertex_count; i++) {
        double height = ab_dot(n, ab_sub(points[skin->vertices[i]], origin));
        if (height < least) {
            least = height;
            lowest = skin->vertices[i];
        }
    }
    return ab_skin_vertex(points, lowest, n, origin);
}
