// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_edges.c - sides of triangles, sorted so that those of one edge are neighbours.

#include "mesh/core/mesh_edges.h"

#include <stdlib.h>

#include "base/groups.h"

static int compare_sides(const void *left, const void *right) {
    const abMeshSide *p = left, *q = right;
    if (p->a != q->a) {
        return p->a < q->a ? -1 : 1;
    }
    if (p->b != q->b) {
        return p->b < q->b ? -1 : 1;
    }
    if (p->triangle != q->triangle) {
        return p->triangle < q->triangle ? -1 : 1;
    }
    return (int)p->is_upward - (int)q->is_upward;
}

bool ab_mesh_edges_find(abMeshEdges *edges, const abTriangleMesh *mesh, abArena *arena) {
    edges->count = 0;
    edges->sides = AB_ARENA_NEW(arena, abMeshSide, 3 * mesh->triangle_count + 1);
    if (edges->sides == NULL) {
        return false;
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        size_t next = i % 3 < 2 ? i + 1 : i - 2;
        int a = mesh->triangles[i], b = mesh->triangles[next];
        if (a != b) {
            edges->sides[edges->count++] =
                (abMeshSide){a < b ? a : b, a < b ? b : a, (int)(i / 3), a < b};
        }
    }
    qsort(edges->sides, edges->count, sizeof *edges->sides, compare_sides);
    return true;
}

size_t ab_mesh_edge_end(const abMeshEdges *edges, size_t first) {
    size_t end = first + 1;
    while (end < edges->count && edges->sides[end].a == edges->sides[first].a &&
           edges->sides[end].b == edges->sides[first].b) {
        end++;
    }
    return end;
}

int ab_mesh_edge_balance(const abMeshEdges *edges, size_t first, size_t end) {
    int balance = 0;
    for (size_t i = first; i < end; i++) {
        balance += edges->sides[i].is_upward ? 1 : -1;
    }
    return balance;
}

// ---- parts ----

int ab_mesh_parts(const abMeshEdges *edges, const abTriangleMesh *mesh, int *part, abArena *arena) {
    size_t n = mesh->triangle_count;
    int *above = AB_ARENA_NEW(arena, int, n + 1), parts = 0;
    if (above == NULL) {
        return -1;
    }
    ab_groups_begin(above, n);
    for (size_t i = 1; i < edges->count; i++) {
        const abMeshSide *p = &edges->sides[i - 1], *q = &edges->sides[i];
        if (p->a == q->a && p->b == q->b) {
            ab_groups_join(above, p->triangle, q->triangle);
        }
    }
    for (size_t t = 0; t < n; t++) {
        int root = ab_group_of(above, (int)t);
        part[t] = root == (int)t ? parts++ : part[root];
    }
    return parts;
}
