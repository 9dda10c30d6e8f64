// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_repair.c - one function per repair. None of them moves a surface by more than rounding to
// single precision does, opens a closed one or fills a hole.

#include "mesh/check/mesh_repair.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "mesh/check/mesh_nesting.h"
#include "mesh/check/mesh_report.h"

const char *const ab_mesh_repair_words[] = {"merge_points", "drop_degenerate", "drop_duplicates",
                                            "orient",       "drop_unused",     NULL};

static void copy_triangle(abTriangleMesh *mesh, size_t from, size_t to) {
    memmove(&mesh->triangles[3 * to], &mesh->triangles[3 * from], 3 * sizeof *mesh->triangles);
    mesh->faces[to] = mesh->faces[from];
}

static void flip(abTriangleMesh *mesh, size_t t) {
    int *corner = &mesh->triangles[3 * t], swap = corner[1];
    corner[1] = corner[2];
    corner[2] = swap;
}

// ---- points ----

static bool merge_points(abTriangleMesh *mesh, abArena *scratch, size_t *done) {
    int *same = AB_ARENA_NEW(scratch, int, mesh->point_count + 1);
    if (same == NULL || !ab_mesh_close_points(mesh, ab_mesh_resolution(mesh), same, scratch)) {
        return false;
    }
    for (size_t i = 0; i < mesh->point_count; i++) {
        if (same[i] != (int)i) {
            mesh->points[i] = mesh->points[same[i]];
            (*done)++;
        }
    }
    size_t repeated = mesh->repeated_count;
    bool ok = ab_mesh_weld(mesh, scratch);
    mesh->repeated_count = repeated; // those were equal in the file
    return ok;
}

static bool drop_unused(abTriangleMesh *mesh, abArena *scratch, size_t *done) {
    int *number = AB_ARENA_NEW(scratch, int, mesh->point_count + 1);
    if (number == NULL) {
        return false;
    }
    if (mesh->triangle_count == 0) {
        return true; // points only: all are wanted
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        number[mesh->triangles[i]] = 1;
    }
    size_t kept = 0;
    for (size_t i = 0; i < mesh->point_count; i++) {
        if (number[i] == 1) {
            mesh->points[kept] = mesh->points[i];
            mesh->numbers[kept] = mesh->numbers[i];
            number[i] = (int)kept++;
        }
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        mesh->triangles[i] = number[mesh->triangles[i]];
    }
    *done = mesh->point_count - kept;
    mesh->point_count = kept;
    return true;
}

// ---- triangles ----

static bool drop_degenerate(abTriangleMesh *mesh, abArena *scratch, size_t *done) {
    (void)scratch;
    size_t kept = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const int *c = &mesh->triangles[3 * t];
        if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0]) {
            copy_triangle(mesh, t, kept++);
        }
    }
    *done = mesh->triangle_count - kept;
    mesh->triangle_count = kept;
    return true;
}

typedef struct Turned {
    int point[3]; // the smallest first, in the order of the triangle
    int triangle;
} Turned;

static bool drop_duplicates(abTriangleMesh *mesh, abArena *scratch, size_t *done) {
    size_t n = mesh->triangle_count, kept = 0;
    Turned *all = AB_ARENA_NEW(scratch, Turned, n + 1);
    bool *is_dropped = AB_ARENA_NEW(scratch, bool, n + 1);
    if (all == NULL || is_dropped == NULL) {
        return false;
    }
    for (size_t t = 0; t < n; t++) {
        const int *c = &mesh->triangles[3 * t];
        int first = c[0] <= c[1] && c[0] <= c[2] ? 0 : c[1] <= c[2] ? 1 : 2;
        all[t] = (Turned){{c[first], c[(first + 1) % 3], c[(first + 2) % 3]}, (int)t};
    }
    qsort(all, n, sizeof *all, ab_by_four_ints);
    for (size_t i = 1; i < n; i++) {
        is_dropped[all[i].triangle] =
            memcmp(all[i].point, all[i - 1].point, sizeof all[i].point) == 0;
    }
    for (size_t t = 0; t < n; t++) {
        if (!is_dropped[t]) {
            copy_triangle(mesh, t, kept++);
        }
    }
    *done = n - kept;
    mesh->triangle_count = kept;
    return true;
}

// ---- orientation ----

typedef struct Orient {
    abTriangleMesh *mesh;
    abMeshEdges edges;
    int *partner; // of side i of triangle t at 3 t + i: the triangle across, -1 none or several
    bool *agrees; // whether they run the edge in opposite directions, as they should
    int *state;   // of a triangle: 0 not seen, 1 stays, 2 is to be flipped
    int *queue;
} Orient;

// Fills partner and agrees from edges with exactly two triangles.
static void pair_up(Orient *o) {
    for (size_t i = 0; i < 3 * o->mesh->triangle_count; i++) {
        o->partner[i] = -1;
    }
    for (size_t i = 0, end; i < o->edges.count; i = end) {
        end = ab_mesh_edge_end(&o->edges, i);
        const abMeshSide *p = &o->edges.sides[i];
        if (end - i != 2 || p[0].triangle == p[1].triangle) {
            continue;
        }
        for (int k = 0; k < 2; k++) {
            const int *c = &o->mesh->triangles[3 * (size_t)p[k].triangle];
            int side = 0;
            while (c[side] + c[(side + 1) % 3] != p->a + p->b ||
                   (c[side] != p->a && c[side] != p->b)) {
                side++;
            }
            o->partner[3 * p[k].triangle + side] = p[1 - k].triangle;
            o->agrees[3 * p[k].triangle + side] = p[0].is_upward != p[1].is_upward;
        }
    }
}

// Follows the patch of triangle `first` edge by edge. Returns its size, with its triangles in the
// queue; *has_sides is false when it comes back to a triangle the wrong way round.
static int follow(Orient *o, int first, bool *has_sides) {
    int count = 0;
    o->queue[count++] = first;
    o->state[first] = 1;
    *has_sides = true;
    for (int i = 0; i < count; i++) {
        int t = o->queue[i];
        for (int k = 3 * t; k < 3 * t + 3; k++) {
            int other = o->partner[k];
            if (other < 0) {
                continue;
            }
            int wanted = o->agrees[k] ? o->state[t] : 3 - o->state[t];
            if (o->state[other] == 0) {
                o->state[other] = wanted;
                o->queue[count++] = other;
            } else if (o->state[other] != wanted) {
                *has_sides = false;
            }
        }
    }
    return count;
}

// Makes patches agree within themselves, flipping as few triangles as possible.
static void agree(Orient *o) {
    for (size_t first = 0; first < o->mesh->triangle_count; first++) {
        if (o->state[first] != 0) {
            continue;
        }
        bool has_sides;
        int count = follow(o, (int)first, &has_sides), flips = 0;
        for (int i = 0; i < count; i++) {
            flips += o->state[o->queue[i]] == 2;
        }
        int flipped = 2 * flips <= count ? 2 : 1;
        for (int i = 0; i < count; i++) {
            if (has_sides && o->state[o->queue[i]] == flipped) {
                flip(o->mesh, (size_t)o->queue[i]);
            }
        }
    }
}

static bool turn_outward(abTriangleMesh *mesh, abArena *scratch) {
    abMeshEdges edges;
    int *part = AB_ARENA_NEW(scratch, int, mesh->triangle_count + 1);
    if (part == NULL || !ab_mesh_edges_find(&edges, mesh, scratch)) {
        return false;
    }
    int count = ab_mesh_parts(&edges, mesh, part, scratch);
    abMeshPart *parts = count >= 0 ? AB_ARENA_NEW(scratch, abMeshPart, (size_t)count + 1) : NULL;
    if (parts == NULL || !ab_mesh_nesting(mesh, &edges, part, count, parts, scratch)) {
        return false;
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        if (parts[part[t]].is_inside_out) {
            flip(mesh, t);
        }
    }
    return true;
}

static bool orient(abTriangleMesh *mesh, abArena *scratch, size_t *done) {
    size_t n = mesh->triangle_count;
    Orient o = {.mesh = mesh};
    o.partner = AB_ARENA_NEW(scratch, int, 3 * n + 1);
    o.agrees = AB_ARENA_NEW(scratch, bool, 3 * n + 1);
    o.state = AB_ARENA_NEW(scratch, int, n + 1);
    o.queue = AB_ARENA_NEW(scratch, int, n + 1);
    int *before = AB_ARENA_NEW(scratch, int, 3 * n + 1);
    if (o.partner == NULL || o.agrees == NULL || o.state == NULL || o.queue == NULL ||
        before == NULL || !ab_mesh_edges_find(&o.edges, mesh, scratch)) {
        return false;
    }
    memcpy(before, mesh->triangles, 3 * n * sizeof *before);
    pair_up(&o);
    agree(&o);
    if (!turn_outward(mesh, scratch)) {
        return false;
    }
    for (size_t t = 0; t < n; t++) {
        *done += memcmp(&before[3 * t], &mesh->triangles[3 * t], 3 * sizeof *before) != 0;
    }
    return true;
}

bool ab_mesh_repair(abTriangleMesh *mesh, unsigned wanted, size_t done[AB_REPAIR_COUNT],
                    abAllocator allocator) {
    static bool (*const repairs[AB_REPAIR_COUNT])(abTriangleMesh *, abArena *, size_t *) = {
        [AB_REPAIR_MERGE_POINTS] = merge_points,
        [AB_REPAIR_DROP_DEGENERATE] = drop_degenerate,
        [AB_REPAIR_DROP_DUPLICATES] = drop_duplicates,
        [AB_REPAIR_ORIENT] = orient,
        [AB_REPAIR_DROP_UNUSED] = drop_unused,
    };
    abArena scratch;
    ab_arena_init(&scratch, allocator, 1 << 16);
    bool ok = true;
    for (int i = 0; i < AB_REPAIR_COUNT; i++) {
        done[i] = 0;
        ok = ok && ((wanted >> i & 1) == 0 || repairs[i](mesh, &scratch, &done[i]));
    }
    ab_arena_done(&scratch);
    return ok;
}
