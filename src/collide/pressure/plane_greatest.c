// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_greatest.c - where on the penetrating surface of a mesh a linear function is greatest: the tree
// from above, the more promising box first, and none that does not penetrate or promises less than is found.

#include "collide/pressure/plane_greatest.h"

#include <math.h>

#include "collide/pressure/plane_cut.h"
#include "collide/pressure/plane_triangles.h"
#include "collide/pressure/surface_points.h"

enum { STACK = 128 };

// value + slope . x
typedef struct Linear {
    double slope[3], value;
} Linear;

typedef struct Search {
    const abPlaneTable *table;
    Linear depth, function;
    double greatest;
} Search;

static double value_at(const Linear *function, double x, double y, double z) {
    return function->value +
           (function->slope[0] * x + function->slope[1] * y + function->slope[2] * z);
}

// Not less than anywhere in the box of a child.
static double most_of(const Linear *function, const abPlanePair *pair, int side) {
    double maximum =
        value_at(function, pair->middle[0][side], pair->middle[1][side], pair->middle[2][side]);
    for (int j = 0; j < 3; j++) {
        maximum += fabs(function->slope[j]) * pair->half[j][side];
    }
    return maximum;
}

// ---- triangles ----

static void look_at_lane(Search *search, const abPlaneBatch *batch,
                         const abPlanePenetrating *penetrating, int i) {
    double f[3];
    for (int c = 0; c < 3; c++) {
        const double(*x)[AB_LANES] = (const double(*)[AB_LANES])batch->corner[c];
        f[c] = value_at(&search->function, x[0][i], x[1][i], x[2][i]);
    }
    double p = f[0], q = f[1] - p, r = f[2] - p;
    double c1 = p + penetrating->a1[i] * q,
           c2 = p + (penetrating->a2[i] * q + penetrating->b2[i] * r);
    double c3 = p + penetrating->b3[i] * r;
    if (penetrating->first[i] > 0.0) { // middles of sides
        search->greatest = fmax(search->greatest, 0.5 * fmax(p + c1, fmax(c1 + c3, c3 + p)));
    }
    if (penetrating->second[i] > 0.0) {
        search->greatest = fmax(search->greatest, 0.5 * fmax(c1 + c2, fmax(c2 + c3, c3 + c1)));
    }
}

// Those from first to last - 1, not more than there are lanes.
static void look_at_triangles(Search *search, int first, int last) {
    abPlaneBatch batch;
    abPlanePenetrating penetrating;
    int waiting = 0;
    for (int i = first; i < last; i++) {
        const abPlaneTriangle *t = &search->table->triangles[i];
        double d[AB_ROW];
        int is_penetrating = 0;
        for (int c = 0; c < AB_ROW; c++) {
            d[c] = value_at(&search->depth, t->corner[0][c], t->corner[1][c], t->corner[2][c]);
            is_penetrating |= c < 3 && d[c] > 0.0 ? 1 << c : 0;
        }
        if (is_penetrating != 0) {
            ab_plane_put(&batch, waiting++, t, d, is_penetrating);
        }
    }
    for (int i = waiting; i < AB_LANES; i++) {
        ab_plane_put_nothing(&batch, i);
    }
    ab_plane_find_penetrating(&batch, &penetrating);
    for (int i = 0; i < waiting; i++) {
        look_at_lane(search, &batch, &penetrating, i);
    }
}

// ---- the tree ----

static void walk(Search *search) {
    int stack[STACK], top = 0;
    double maximum[STACK];
    stack[top] = 0, maximum[top++] = INFINITY;
    while (top > 0) {
        const abPlanePair *pair = &search->table->pairs[stack[--top]];
        if (maximum[top] <= search->greatest) {
            continue;
        }
        double in[2] = {most_of(&search->function, pair, 0), most_of(&search->function, pair, 1)};
        int first = in[0] >= in[1] ? 0 : 1;
        for (int i = 0; i < 2; i++) { // leaves at once, the more promising box on top
            int k = i == 0 ? 1 - first : first;
            if (in[k] <= search->greatest || most_of(&search->depth, pair, k) <= 0.0) {
                continue;
            }
            if (pair->count[k] > 0) {
                int end = pair->first[k] + pair->count[k];
                for (int at = pair->first[k]; at < end; at += AB_LANES) {
                    look_at_triangles(search, at, end < at + AB_LANES ? end : at + AB_LANES);
                }
            } else {
                stack[top] = pair->first[k], maximum[top++] = in[k];
            }
        }
    }
}

double ab_plane_greatest(abSurfaceWorkspace *workspace, const abMeshSurface *surface, abVec3 normal,
                         double height, abVec3 slope, double value) {
    Search search = {.table = ab_plane_table_find(workspace, surface),
                     .depth = {{-normal.x, -normal.y, -normal.z}, height},
                     .function = {{slope.x, slope.y, slope.z}, value},
                     .greatest = -INFINITY};
    if (search.table != NULL) {
        walk(&search);
    }
    return search.greatest;
}
