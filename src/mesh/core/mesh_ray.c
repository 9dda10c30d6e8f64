// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_ray.c - where a ray goes through a mesh.
//
// Source  a triangle: T. Moeller, B. Trumbore, Fast, minimum storage ray/triangle intersection, J.
//         Graph. Tools 2 (1997) 21-28, with sides counted in.

#include "mesh/core/mesh_ray.h"

#include "mesh/core/mesh_surface.h"

#include <math.h>

#include "math/core/vector_math.h"

static bool ray_meets_box(const abMeshNode *node, abVec3 o, abVec3 d, double max) {
    double enter = 0.0, leave = max;
    for (int i = 0; i < 3; i++) {
        double low = ab_get(node->low, i) - ab_get(o, i),
               high = ab_get(node->high, i) - ab_get(o, i);
        double along = ab_get(d, i);
        if (along == 0.0) {
            if (low > 0.0 || high < 0.0) {
                return false;
            }
            continue;
        }
        double a = low / along, b = high / along;
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter <= leave * (1.0 + 1e-14);
}

static bool ray_meets_triangle(const abMeshSurface *surface, int triangle, abVec3 o, abVec3 d,
                               double *t) {
    abVec3 a = ab_mesh_corner(surface->mesh, (size_t)triangle, 0);
    abVec3 u = ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, 1), a);
    abVec3 v = ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, 2), a);
    abVec3 across = ab_cross(d, v), from = ab_sub(o, a);
    double det = ab_dot(u, across);
    if (det == 0.0) {
        return false;
    }
    double x = ab_dot(from, across) / det;
    abVec3 other = ab_cross(from, u);
    double y = ab_dot(d, other) / det;
    *t = ab_dot(v, other) / det;
    const double slack = 1e-14;
    return x >= -slack && y >= -slack && x + y <= 1.0 + slack && *t >= 0.0;
}

// Calls `take` for each triangle the ray meets before *max, which may shrink meanwhile.
typedef void TakeHit(void *context, abMeshHit hit, double *max);

static void follow(const abMeshSurface *surface, abVec3 origin, abVec3 direction, double max,
                   TakeHit *take, void *context) {
    enum { STACK = 128 };
    int stack[STACK], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const abMeshNode *node = &surface->tree.nodes[stack[--top]];
        if (!ray_meets_box(node, origin, direction, max)) {
            continue;
        }
        for (int i = node->first; i < node->first + node->count; i++) {
            abMeshHit hit = {.triangle = surface->tree.order[i]};
            if (ray_meets_triangle(surface, hit.triangle, origin, direction, &hit.t) &&
                hit.t <= max) {
                take(context, hit, &max);
            }
        }
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
    }
}

static void take_first(void *context, abMeshHit hit, double *max) {
    abMeshHit *first = context;
    if (first->triangle < 0 || hit.t < first->t ||
        (hit.t == first->t && hit.triangle < first->triangle)) {
        *first = hit;
        *max = hit.t;
    }
}

bool ab_mesh_ray(const abMeshSurface *surface, abVec3 origin, abVec3 direction, double max,
                 abMeshHit *hit) {
    hit->triangle = -1;
    follow(surface, origin, direction, max, take_first, hit);
    return hit->triangle >= 0;
}

typedef struct Hits {
    abMeshHit *items;
    int count, maximum;
} Hits;

// Sorted by t, then triangle.
static void take_all(void *context, abMeshHit hit, double *max) {
    (void)max;
    Hits *hits = context;
    int i = hits->count < hits->maximum ? hits->count++ : hits->maximum;
    for (; i > 0 && (hits->items[i - 1].t > hit.t ||
                     (hits->items[i - 1].t == hit.t && hits->items[i - 1].triangle > hit.triangle));
         i--) {
        if (i < hits->maximum) {
            hits->items[i] = hits->items[i - 1];
        }
    }
    if (i < hits->maximum) {
        hits->items[i] = hit;
    }
}

int ab_mesh_hits(const abMeshSurface *surface, abVec3 origin, abVec3 direction, double max,
                 abMeshHit *items, int maximum) {
    Hits hits = {items, 0, maximum};
    follow(surface, origin, direction, max, take_all, &hits);
    return hits.count;
}
