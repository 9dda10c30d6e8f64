// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_sums.c - sums of the nodes, from those of their children.
//
// Of one triangle with the area a, corners p and their sum s
//
//   int dA = a,  int x dA = a s/3,  int x x' dA = a (sum p p' + s s')/12                    (1)
//
// and from the middle of a child to that of its parent, x = y + t,
//
//   int x dA = int y dA + t int dA,  int x x' dA = int (y y' + y t' + t y' + t t') dA       (2)
//
// Source  (1) moments of a triangle; docs/theory/surface_contact.md.

#include "collide/pressure/plane_sums.h"

#include <math.h>

#include "base/array.h"
#include "math/core/vector_math.h"

// (1)
static void add_triangle(abNodeSums *sums, const abPlaneTriangle *t, const double middle[3]) {
    double x[3][3], s[3];
    for (int j = 0; j < 3; j++) {
        for (int c = 0; c < 3; c++) {
            x[c][j] = t->corner[j][c] - middle[j];
        }
        s[j] = x[0][j] + x[1][j] + x[2][j];
    }
    for (int i = 0; i < 3; i++) {
        sums->area[i] += t->area[i];
        for (int j = 0; j < 3; j++) {
            sums->first[j][i] += t->area[i] * s[j] / 3.0;
        }
        for (int p = 0; p < 6; p++) {
            int j = ab_second_of[p][0], k = ab_second_of[p][1];
            double square = x[0][j] * x[0][k] + x[1][j] * x[1][k] + x[2][j] * x[2][k];
            sums->second[p][i] += t->area[i] * (square + s[j] * s[k]) / 12.0;
        }
    }
    double size = sqrt(t->area[0] * t->area[0] + t->area[1] * t->area[1] + t->area[2] * t->area[2]);
    for (int i = 0; i < 3 && size > 0.0; i++) {
        sums->low[i] = fmin(sums->low[i], t->area[i] / size);
        sums->high[i] = fmax(sums->high[i], t->area[i] / size);
    }
}

// (2)
static void add_child(abNodeSums *sums, const abNodeSums *child, const double t[3]) {
    for (int i = 0; i < 3; i++) {
        sums->area[i] += child->area[i];
        for (int j = 0; j < 3; j++) {
            sums->first[j][i] += child->first[j][i] + t[j] * child->area[i];
        }
        for (int p = 0; p < 6; p++) {
            int j = ab_second_of[p][0], k = ab_second_of[p][1];
            sums->second[p][i] += child->second[p][i] +
                                  (t[k] * child->first[j][i] + t[j] * child->first[k][i]) +
                                  t[j] * t[k] * child->area[i];
        }
        sums->low[i] = fmin(sums->low[i], child->low[i]);
        sums->high[i] = fmax(sums->high[i], child->high[i]);
    }
}

static void put(double to[3], abVec3 v) {
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

static void put_middle(double to[3], const abMeshNode *node) {
    put(to, ab_scale(0.5, ab_add(node->low, node->high)));
}

// Of a node with children; the tree has these side by side, behind the root.
static int pair_of(const abMeshNode *node) {
    return (node->first - 1) / 2;
}

static void put_triangles(abPlaneTable *table) {
    const abVec3 *corners = table->surface->corners;
    for (size_t t = 0; t < table->surface->mesh->triangle_count; t++) {
        abVec3 a = corners[3 * t], b = corners[3 * t + 1], c = corners[3 * t + 2];
        abPlaneTriangle *to = &table->triangles[t];
        for (int i = 0; i < AB_ROW; i++) {
            abVec3 p = corners[3 * t + (size_t)(i % 3)];
            to->corner[0][i] = p.x, to->corner[1][i] = p.y, to->corner[2][i] = p.z;
        }
        put(to->area, ab_scale(0.5, ab_cross(ab_sub(b, a), ab_sub(c, a))));
    }
}

// The box a little wider, so that roundings on the way to a depth take nothing out of it.
static void put_child(abPlanePair *pair, int side, const abMeshNode *child) {
    static const double wider = 1e-14;
    double middle[3], half[3], more = wider * (ab_norm(child->low) + ab_norm(child->high));
    put_middle(middle, child);
    put(half, ab_scale(0.5, ab_sub(child->high, child->low)));
    for (int j = 0; j < 3; j++) {
        pair->middle[j][side] = middle[j];
        pair->half[j][side] = half[j] + more;
    }
    pair->first[side] = child->count > 0 ? child->first : pair_of(child);
    pair->count[side] = child->count;
    pair->begin[side] = child->first;
    pair->triangles[side] = child->count;
}

static void put_nothing(abPlanePair *pair, int side) {
    for (int j = 0; j < 3; j++) {
        pair->middle[j][side] = 0.0;
        pair->half[j][side] = -1e300;
    }
    pair->first[side] = pair->count[side] = pair->begin[side] = pair->triangles[side] = 0;
}

static void put_pair(abPlaneTable *table, const abMeshNode *node) {
    const abMeshNode *children = &table->surface->tree.nodes[node->first];
    abPlanePair *pair = &table->pairs[pair_of(node)];
    abNodeSums sums = {.low = {1.0, 1.0, 1.0}, .high = {-1.0, -1.0, -1.0}};
    double middle[3], t[3];
    put_middle(middle, node);
    for (int side = 0; side < 2; side++) {
        const abMeshNode *child = &children[side];
        put_child(pair, side, child);
        for (int i = child->first; i < child->first + child->count; i++) {
            add_triangle(&sums, &table->triangles[i], middle);
        }
        if (child->count == 0) {
            put_middle(t, child);
            for (int j = 0; j < 3; j++) {
                t[j] -= middle[j];
            }
            const abPlanePair *below = &table->pairs[pair_of(child)];
            add_child(&sums, &table->sums[pair_of(child)], t);
            pair->begin[side] = below->begin[0];
            pair->triangles[side] = below->triangles[0] + below->triangles[1];
        }
    }
    table->sums[pair_of(node)] = sums;
}

bool ab_plane_table_build(abPlaneTable *table, const abMeshSurface *surface,
                          abAllocator allocator) {
    const abMeshTree *tree = &surface->tree;
    size_t pairs = tree->node_count > 1 ? (size_t)tree->node_count / 2 : 1;
    table->surface = surface;
    if (!AB_ARRAYS_RESERVE(allocator, &table->arrays, table->pairs, pairs) ||
        !AB_ARRAYS_RESERVE(allocator, &table->arrays, table->sums, pairs) ||
        !AB_ARRAYS_RESERVE(allocator, &table->arrays, table->triangles,
                           surface->mesh->triangle_count)) {
        return false;
    }
    put_triangles(table);
    for (int i = tree->node_count - 1; i >= 0; i--) { // children come behind their parents
        if (tree->nodes[i].count == 0) {
            put_pair(table, &tree->nodes[i]);
        }
    }
    if (tree->node_count == 1) {
        put_child(&table->pairs[0], 0, &tree->nodes[0]);
        put_nothing(&table->pairs[0], 1);
    }
    return true;
}

bool ab_plane_table_add_sides(abPlaneTable *table, abAllocator allocator) {
    size_t stride = ab_side_stride(table->surface), count = stride - AB_SIDE_ZEROS;
    if (table->sides != NULL) {
        return true;
    }
    if (!AB_ARRAYS_RESERVE(allocator, &table->arrays, table->sides, AB_SIDE_LISTS * stride)) {
        return false;
    }
    for (size_t t = 0; t < count; t++) {
        const abPlaneTriangle *from = &table->triangles[t];
        double *to = table->sides + t;
        for (size_t j = 0; j < 3; j++) {
            for (size_t k = 0; k < 3; k++) {
                to[(3 * j + k) * stride] = 0.5 * (from->corner[j][k] + from->corner[j][k + 1]);
            }
            to[(9 + j) * stride] = from->area[j] / 3.0;
        }
    }
    return true;
}

void ab_plane_table_done(abPlaneTable *table, abAllocator allocator) {
    ab_arrays_free(allocator, &table->arrays);
    *table = (abPlaneTable){0};
}
