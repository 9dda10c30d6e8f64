// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_match.c - nodes sorted along the longest side; a vertex looks at those beside it.

#include "flexible/surface_match.h"

#include <math.h>
#include <stdlib.h>

#include "flexible/tolerances.def"
#include "math/core/vector_math.h"

enum { TOLD_MAX = 10 };

typedef struct Along {
    double x; // along the axis
    int node;
} Along;

typedef struct Sorted {
    Along *nodes;
    size_t count;
    int axis;
    double size;
} Sorted;

static int by_place(const void *a, const void *b) {
    const Along *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->node > q->node) - (p->node < q->node);
}

static bool sort_nodes(const abReducedBody *body, abArena *scratch, Sorted *out) {
    abVec3 low = body->X[0], high = low;
    for (size_t i = 1; i < body->node_count; i++) {
        for (int a = 0; a < 3; a++) {
            double x = ab_get(body->X[i], a);
            ab_set(&low, a, fmin(ab_get(low, a), x));
            ab_set(&high, a, fmax(ab_get(high, a), x));
        }
    }
    abVec3 side = ab_sub(high, low);
    *out = (Sorted){.count = body->node_count, .size = ab_norm(side)};
    out->axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
    out->nodes = AB_ARENA_NEW(scratch, Along, out->count);
    for (size_t i = 0; out->nodes != NULL && i < out->count; i++) {
        out->nodes[i] = (Along){ab_get(body->X[i], out->axis), (int)i};
    }
    if (out->nodes != NULL) {
        qsort(out->nodes, out->count, sizeof *out->nodes, by_place);
    }
    return out->nodes != NULL;
}

static size_t first_from(const Sorted *sorted, double x) {
    size_t low = 0, high = sorted->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sorted->nodes[middle].x < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// The nearest node, and how far it is. Both ways from the place of p, until the way along the axis
// alone is longer.
static int nearest(const abReducedBody *body, const Sorted *sorted, abVec3 p, double *distance) {
    double x = ab_get(p, sorted->axis);
    size_t start = first_from(sorted, x);
    int best = -1;
    *distance = INFINITY;
    for (size_t i = start; i < sorted->count && sorted->nodes[i].x - x < *distance; i++) {
        double d = ab_norm(ab_sub(body->X[sorted->nodes[i].node], p));
        best = d < *distance ? sorted->nodes[i].node : best;
        *distance = fmin(*distance, d);
    }
    for (size_t i = start; i-- > 0 && x - sorted->nodes[i].x < *distance;) {
        double d = ab_norm(ab_sub(body->X[sorted->nodes[i].node], p));
        best = d < *distance ? sorted->nodes[i].node : best;
        *distance = fmin(*distance, d);
    }
    return best;
}

// The node of each vertex.
static abResult find_nodes(const abReducedBody *body, const abTriangleMesh *mesh,
                           const Sorted *sorted, const char *file, int *node_of, abPlace place,
                           abError *error) {
    abResult result = AB_OK;
    int told = 0;
    for (size_t v = 0; v < mesh->point_count && told < TOLD_MAX; v++) {
        double distance;
        node_of[v] = nearest(body, sorted, mesh->points[v], &distance);
        if (!(distance <= s_surface_node * sorted->size)) {
            result = ab_error_add(error, AB_BAD_MODEL, place,
                                  "%s: vertex %d of the surface is %.6g m from the nearest node of "
                                  "%s (node %d); at most %.3g m are allowed",
                                  file, mesh->numbers[v], distance, body->file,
                                  body->node_ids[node_of[v]], s_surface_node * sorted->size);
            told++;
        }
    }
    return result;
}

abResult ab_reduced_body_match(abReducedBody *body, const abTriangleMesh *mesh, const char *file,
                               abArena *arena, abPlace place, abError *error) {
    abArena scratch;
    ab_arena_init(&scratch, arena->allocator, 1 << 14);
    Sorted sorted;
    int *node_of = AB_ARENA_NEW(&scratch, int, mesh->point_count + 1);
    int *faces = AB_ARENA_NEW(arena, int, 3 * mesh->triangle_count + 1);
    abResult result = node_of == NULL || faces == NULL || !sort_nodes(body, &scratch, &sorted)
                          ? ab_error_add(error, AB_IO, place, "%s: no memory", file)
                          : find_nodes(body, mesh, &sorted, file, node_of, place, error);
    if (result == AB_OK && mesh->triangle_count == 0) {
        result = ab_error_add(error, AB_BAD_MODEL, place, "%s: the surface has no faces", file);
    }
    for (size_t i = 0; result == AB_OK && i < 3 * mesh->triangle_count; i++) {
        faces[i] = node_of[mesh->triangles[i]];
    }
    if (result == AB_OK) {
        body->faces = faces;
        body->face_count = mesh->triangle_count;
    }
    ab_arena_done(&scratch);
    return result;
}
