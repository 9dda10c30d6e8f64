// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_depth.c - how deep a corner of a mesh is inside another shape.
//
// In a mesh that is round (mesh_surface.h) the nearest triangle is the one whose plane is the least
// deep, and the way there goes from neighbour to neighbour, beginning with the last one found. What
// was found stays the nearest until the corner has moved as far as another plane allows. Any other
// mesh is asked through its tree, and then among those triangles that can be nearest as long as the
// corner has not moved far. Of triangles equally near the first by number counts.

#include "collide/pressure/surface_depth.h"

#include <math.h>

#include "collide/pairs/closest_point.h"
#include "collide/pressure/surface_flat.h"
#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"
#include "mesh/core/mesh_closest.h"

// Of triangles as near as `triangle` but for rounding the one with the lowest number, going from
// each to all that share a point with it.
static int first_of_equals(const abMeshSurface *mesh, abVec3 p, int triangle, double slack) {
    enum { MAX_COUNT = 16 };
    int equal[MAX_COUNT], count = 0, first = triangle;
    double minimum = ab_mesh_depth_below(mesh, triangle, p);
    equal[count++] = triangle;
    for (int i = 0; i < 3 * count; i++) {
        int from = equal[i / 3], point = mesh->mesh->triangles[3 * from + i % 3];
        int at = ab_mesh_next_around(mesh, point, from);
        for (int k = 0; k < AB_MAX_AROUND && at != from; k++) {
            bool is_new = ab_mesh_depth_below(mesh, at, p) <= minimum + slack;
            for (int j = 0; j < count && is_new; j++) {
                is_new = equal[j] != at;
            }
            if (is_new && count < MAX_COUNT) {
                equal[count++] = at;
                first = at < first ? at : first;
            }
            at = ab_mesh_next_around(mesh, point, at);
        }
    }
    return first;
}

// A triangle, how deep a point is below its plane, and whether another one is as deep.
typedef struct Minimum {
    int triangle;
    bool has_equal;
    double depth; // [m]
} Minimum;

// Goes from neighbour to neighbour as long as it gets less deep.
static inline Minimum descend(const abMeshSurface *mesh, abVec3 p, int from) {
    Minimum at = {.triangle = from, .depth = ab_mesh_depth_below(mesh, from, p)};
    double slack = 1e-13 * mesh->edge;
    for (int last = -1; last != at.triangle;) {
        const int *beside = mesh->cells[at.triangle].beside;
        last = at.triangle;
        at.has_equal = false;
        for (int k = 0; k < 3; k++) {
            double depth = ab_mesh_depth_below(mesh, beside[k], p);
            at.has_equal |= depth <= at.depth + slack;
            if (depth < at.depth) {
                at.depth = depth;
                at.triangle = beside[k];
            }
        }
    }
    return at;
}

// Looks at all that share a point with a triangle: the least deep of them, and itself. *certain
// becomes the way up to which it stays the least of all, 0 or less where another one is as deep.
static int least_around(const abMeshSurface *mesh, abVec3 p, int triangle, double *skin) {
    double own = ab_mesh_depth_below(mesh, triangle, p), minimum = own, slack = 1e-13 * mesh->edge;
    abVec3 n = mesh->cells[triangle].plane.normal;
    int best = triangle;
    *skin = INFINITY;
    for (int c = 0; c < 3; c++) {
        int point = mesh->mesh->triangles[3 * triangle + c];
        int at = ab_mesh_next_around(mesh, point, triangle);
        for (int k = 0; k < AB_MAX_AROUND && at != triangle; k++) {
            double depth = ab_mesh_depth_below(mesh, at, p);
            double bend = ab_norm(ab_sub(mesh->cells[at].plane.normal, n));
            *skin = ab_min(*skin, 0.999 * (depth - own - slack) / bend);
            if (depth < minimum) {
                minimum = depth;
                best = at;
            }
            at = ab_mesh_next_around(mesh, point, at);
        }
    }
    return best;
}

// By neighbours across sides alone the way may end too early, where triangles that meet in a point
// only are the nearest: a point that seems inside is looked at all around.
static double find_in_round(const abMeshSurface *mesh, abNearPoint *point, double displacement) {
    abVec3 p = point->x;
    if (displacement < point->same_skin) {
        return ab_mesh_depth_below(mesh, point->triangle, p);
    }
    Minimum at = descend(mesh, p, point->triangle < 0 ? 0 : point->triangle);
    double skin = 0.0;
    point->same_skin = 0.0;
    for (int last = -1; at.triangle != last && at.depth > 0.0;) {
        last = at.triangle;
        int next = least_around(mesh, p, last, &skin);
        if (next != last) {
            at = descend(mesh, p, next);
        } else {
            at.has_equal |= !(skin > 0.0);
            point->same_skin = at.has_equal ? 0.0 : displacement + skin;
        }
    }
    point->triangle = at.triangle;
    if (at.has_equal) {
        point->triangle = first_of_equals(mesh, p, at.triangle, 1e-13 * mesh->edge);
        at.depth = ab_mesh_depth_below(mesh, point->triangle, p);
    }
    return at.depth;
}

static bool is_within(abVec3 x, abVec3 at, double distance) {
    return ab_norm2(ab_sub(x, at)) < distance * distance;
}

// In any mesh: among the triangles that were near, or asks anew. Without room for an answer: asks.
static double find_in_mesh(const abMeshSurface *mesh, abNearPoint *point, abNearAnswer *answer) {
    abVec3 x = point->x;
    abMeshClosest at;
    if (answer != NULL && answer->count > 0 && is_within(x, answer->at, answer->skin)) {
        if (is_within(x, answer->few_at, answer->few_skin)) {
            at = ab_mesh_closest_among(mesh, x, answer->triangles, answer->few);
        } else {
            at = ab_mesh_closest_first(mesh, x, answer->triangles, answer->count, &answer->few,
                                       &answer->few_skin);
            answer->few_at = x;
        }
        point->triangle = at.triangle;
        return -at.distance;
    }
    at = ab_mesh_closest_near(mesh, x, INFINITY, point->triangle);
    if (answer != NULL) {
        answer->at = x;
        answer->skin = 0.05 * mesh->mean_edge;
        answer->few_skin = 0.0;
        // what is nearest after a motion by that is now farther by twice that at most
        answer->count = ab_mesh_within(mesh, x, fabs(at.distance) + 2.001 * answer->skin,
                                       answer->triangles, AB_NEAR_TRIANGLES);
        answer->count = answer->count > AB_NEAR_TRIANGLES ? 0 : answer->count;
    }
    point->triangle = at.triangle;
    return -at.distance;
}

void ab_surface_find_depth(const abSurfaceWork *work, abNearPoint *point, abNearAnswer *answer) {
    const abMeshSurface *mesh = work->other->surface;
    point->x = ab_pose_point(work->X_OS, work->surface->mesh->points[point->vertex]);
    if (work->is_flat) {
        point->depth = ab_surface_depth_in_planes(work->workspace, point->x, &point->triangle);
    } else if (mesh == NULL) {
        point->depth = -ab_shape_closest_point(work->other, point->x).distance;
    } else if (mesh->is_round) {
        point->depth = find_in_round(mesh, point, work->track->displacement);
    } else {
        point->depth = find_in_mesh(mesh, point, answer);
    }
    point->outside_skin = work->track->displacement - point->depth;
}
