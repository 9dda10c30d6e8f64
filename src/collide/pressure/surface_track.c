// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_track.c - which triangles of a mesh may be inside another shape, and how deep their
// corners are.
//
// A signed distance changes by at most the way, so a box of the tree whose middle has no surface
// within half its diagonal is wholly outside or inside; a ray tells which. The triangles that are
// left, and those that would be after a small motion, are kept until the two have moved by more.
// All of them are looked at in the order of the tree, and those that are dry leave no trace: so it
// does not matter when the list was made.
//
// What is asked of each corner: surface_depth.c.

#include "collide/pressure/surface_track.h"

#include <math.h>

#include "base/array.h"
#include "base/sort.h"
#include "collide/pairs/closest_point.h"
#include "collide/pressure/surface_depth.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"
#include "mesh/core/mesh_closest.h"
#include "mesh/core/mesh_ray.h"

// ---- making the list ----

// Which side p is on, nothing of the mesh being near.
static bool is_inside_mesh(const abMeshSurface *surface, abVec3 p) {
    static const abVec3 displacement = {0.4767312946227962, 0.3046792711, 0.8245642712}; // any
    abMeshHit hit;
    for (int i = 0; i < 3; i++) {
        const abMeshNode *all = &surface->tree.nodes[0];
        if (ab_get(p, i) < ab_get(all->low, i) || ab_get(p, i) > ab_get(all->high, i)) {
            return false;
        }
    }
    if (!ab_mesh_ray(surface, p, displacement, INFINITY, &hit)) {
        return false;
    }
    double leaning = ab_dot(surface->normals[hit.triangle], displacement);
    return fabs(leaning) > 0.01 ? leaning > 0.0
                                : ab_mesh_closest(surface, p, INFINITY).distance < 0.0;
}

// Of what lies within `half` of x.
typedef enum Side { OUTSIDE, ACROSS, INSIDE } Side;

static Side side_of(const abSurfaceWork *work, abVec3 x, double half) {
    abVec3 p = ab_pose_point(work->X_OS, x);
    const abMeshSurface *other = work->other->surface;
    if (other == NULL) {
        double distance = ab_shape_closest_point(work->other, p).distance;
        return distance >= half ? OUTSIDE : distance <= -half ? INSIDE : ACROSS;
    }
    return ab_mesh_is_near(other, p, half) ? ACROSS : is_inside_mesh(other, p) ? INSIDE : OUTSIDE;
}

static bool add_face(abSurfaceWork *work, int triangle) {
    abAllocator a = work->workspace->allocator;
    abSurfaceTrack *track = work->track;
    if (!AB_ARRAYS_RESERVE(a, &track->arrays, track->faces, track->face_count + 1)) {
        return false;
    }
    track->faces[track->face_count++] = triangle;
    return true;
}

// The triangles of boxes of the tree that may penetrate, or nearly so.
static bool find_faces(abSurfaceWork *work) {
    enum { STACK = 128 };
    const abMeshTree *tree = &work->surface->tree;
    int stack[STACK], top = 0;
    bool inside[STACK], is_done = true;
    stack[top] = 0, inside[top++] = false;
    while (top > 0 && is_done) {
        const abMeshNode *node = &tree->nodes[stack[--top]];
        abVec3 middle = ab_scale(0.5, ab_add(node->low, node->high));
        double half = 0.5 * ab_norm(ab_sub(node->high, node->low)) + work->track->margin;
        Side side = inside[top] ? INSIDE : side_of(work, middle, half);
        for (int i = node->first; i < node->first + node->count && side != OUTSIDE; i++) {
            is_done = is_done && add_face(work, tree->order[i]);
        }
        if (node->count == 0 && side != OUTSIDE) {
            inside[top] = inside[top + 1] = side == INSIDE;
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
    }
    return is_done;
}

static int compare_vertices(const void *a, const void *b) {
    const abNearPoint *p = a, *q = b;
    return (p->vertex > q->vertex) - (p->vertex < q->vertex);
}

// The corners of the faces, each once, with their depths.
static bool find_points(abSurfaceWork *work) {
    abSurfaceWorkspace *workspace = work->workspace;
    abSurfaceTrack *track = work->track;
    const abTriangleMesh *mesh = work->surface->mesh;
    size_t corners = 3 * track->face_count;
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->slots,
                           mesh->point_count) ||
        !AB_ARRAYS_RESERVE(workspace->allocator, &track->arrays, track->corners, corners) ||
        !AB_ARRAYS_RESERVE(workspace->allocator, &track->arrays, track->points, corners)) {
        return false;
    }
    track->point_count = 0;
    int near = -1;
    for (size_t i = 0; i < corners; i++) {
        int vertex = mesh->triangles[3 * track->faces[i / 3] + (int)(i % 3)];
        if (workspace->slots[vertex] == 0) {
            abNearPoint *point = &track->points[track->point_count++];
            *point = (abNearPoint){.vertex = vertex, .triangle = near};
            ab_surface_find_depth(work, point, NULL);
            near = point->triangle;
            workspace->slots[vertex] = 1;
        }
    }
    return true;
}

// Whether a triangle may penetrate after a motion by the margin.
static bool may_penetrate(const abSurfaceWork *work, const abNearPoint *const corner[3]) {
    double depth = ab_max(corner[0]->depth, ab_max(corner[1]->depth, corner[2]->depth));
    if (depth > -work->track->margin) {
        return true;
    }
    const abMeshSurface *other = work->other->surface;
    if (other != NULL && other->is_convex &&
        ab_corners_are_above(other, corner, work->track->margin)) {
        return false;
    }
    double maximum = work->workspace->plane_count != 1 ? ab_longest_side2(corner) : 0.0;
    // no point of a triangle is farther than this from its nearest corner
    return depth > -work->track->margin - sqrt(maximum / 3.0);
}

static void drop_outside(abSurfaceWork *work) {
    abSurfaceWorkspace *workspace = work->workspace;
    abSurfaceTrack *track = work->track;
    const abTriangleMesh *mesh = work->surface->mesh;
    size_t faces = 0, points = 0;
    for (size_t i = 0; i < track->point_count; i++) {
        workspace->slots[track->points[i].vertex] = (int)i + 1;
    }
    for (size_t i = 0; i < track->face_count; i++) {
        const int *c = &mesh->triangles[3 * track->faces[i]];
        const abNearPoint *const corner[3] = {&track->points[workspace->slots[c[0]] - 1],
                                              &track->points[workspace->slots[c[1]] - 1],
                                              &track->points[workspace->slots[c[2]] - 1]};
        if (may_penetrate(work, corner)) {
            track->faces[faces++] = track->faces[i];
        }
    }
    track->face_count = faces;
    for (size_t i = 0; i < track->point_count; i++) {
        workspace->slots[track->points[i].vertex] = 0;
    }
    for (size_t i = 0; i < 3 * faces; i++) {
        workspace->slots[mesh->triangles[3 * track->faces[i / 3] + (int)(i % 3)]] = 1;
    }
    for (size_t i = 0; i < track->point_count; i++) {
        if (workspace->slots[track->points[i].vertex] != 0) {
            track->points[points++] = track->points[i];
        }
    }
    track->point_count = points;
}

static void number_corners(abSurfaceWork *work) {
    abSurfaceWorkspace *workspace = work->workspace;
    abSurfaceTrack *track = work->track;
    if (track->point_count > 0) {
        ab_sort(track->points, track->point_count, sizeof *track->points, compare_vertices);
    }
    for (size_t i = 0; i < track->point_count; i++) {
        workspace->slots[track->points[i].vertex] = (int)i;
    }
    for (size_t i = 0; i < 3 * track->face_count; i++) {
        track->corners[i] =
            workspace
                ->slots[work->surface->mesh->triangles[3 * track->faces[i / 3] + (int)(i % 3)]];
    }
    for (size_t i = 0; i < track->point_count; i++) {
        workspace->slots[track->points[i].vertex] = 0;
    }
}

// Lists that last too short get a wider margin, those that last long a narrower one.
static void choose_margin(abSurfaceTrack *track) {
    enum { SHORT = 16, LONG = 256 };
    double edge = track->surface->mean_edge;
    double margin = track->margin > 0.0 ? track->margin : 0.02 * edge;
    margin *= track->uses < SHORT ? 2.0 : track->uses > LONG ? 0.5 : 1.0;
    track->margin = fmin(fmax(margin, 0.002 * edge), edge);
}

// Room for what a contact of ordinary size will need, so that none is taken while it grows.
static bool make_room(abSurfaceWork *work) {
    enum { FACES = 1024, PARTS = 512, CELLS = 64 };
    abSurfaceWorkspace *workspace = work->workspace;
    abSurfaceTrack *track = work->track;
    abAllocator a = workspace->allocator;
    size_t all = work->surface->mesh->triangle_count, faces = all < FACES ? all : FACES;
    return AB_ARRAYS_RESERVE(a, &track->arrays, track->faces, faces) &&
           AB_ARRAYS_RESERVE(a, &track->arrays, track->corners, 3 * faces) &&
           AB_ARRAYS_RESERVE(a, &track->arrays, track->points, 3 * faces) &&
           AB_ARRAYS_RESERVE(a, &track->arrays, track->answers, faces) &&
           AB_ARRAYS_RESERVE(a, &workspace->arrays, workspace->parts, PARTS) &&
           AB_ARRAYS_RESERVE(a, &workspace->arrays, workspace->points, 3 * PARTS) &&
           AB_ARRAYS_RESERVE(a, &workspace->arrays, workspace->cells, CELLS) &&
           AB_ARRAYS_RESERVE(a, &workspace->arrays, workspace->queue, CELLS);
}

static bool make_list(abSurfaceWork *work) {
    abSurfaceTrack *track = work->track;
    if (!make_room(work)) {
        return false;
    }
    choose_margin(track);
    track->X_OS = work->X_OS;
    track->uses = 0;
    track->displacement = 0.0;
    track->is_asked = true;
    track->face_count = track->cell_graph_count = 0;
    if (!find_faces(work) || !find_points(work)) {
        return false;
    }
    drop_outside(work);
    number_corners(work);
    if (!AB_ARRAYS_RESERVE(work->workspace->allocator, &track->arrays, track->answers,
                           track->point_count)) {
        return false;
    }
    for (size_t i = 0; i < track->point_count; i++) {
        track->answers[i].count = 0;
    }
    return true;
}

// ---- keeping it ----

// How far a point of the surface can have moved against the other shape since then.
static double moved_since(const abSurfaceWork *work, const abPose *then) {
    const abPose *now = &work->X_OS;
    abVec3 middle = work->track->own->center;
    double turn2 = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double change = now->R.m[i][j] - then->R.m[i][j];
            turn2 += change * change;
        }
    }
    abVec3 displacement = ab_sub(ab_pose_point(*now, middle), ab_pose_point(*then, middle));
    return (ab_norm(displacement) + sqrt(turn2) * work->track->own->bound) * (1.0 + 1e-12);
}

static bool is_of(const abSurfaceTrack *track, const abSurfaceWork *work, const abShape *own) {
    return track->own == own && track->other == work->other && track->surface == work->surface &&
           track->other_surface == work->other->surface;
}

// The track of this surface and this shape, else the one not used for longest.
static abSurfaceTrack *find_track(abSurfaceWork *work, const abShape *own) {
    enum { MAX_COUNT = 256 };
    abSurfaceWorkspace *workspace = work->workspace;
    abSurfaceTrack *oldest = NULL;
    for (size_t i = 0; i < workspace->track_count; i++) {
        abSurfaceTrack *track = &workspace->tracks[i];
        if (is_of(track, work, own)) {
            return track;
        }
        oldest = oldest == NULL || track->last_use < oldest->last_use ? track : oldest;
    }
    if (workspace->track_count < MAX_COUNT) {
        if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->tracks,
                               workspace->track_count + 1)) {
            return NULL;
        }
        oldest = &workspace->tracks[workspace->track_count++];
    }
    oldest->own = own;
    oldest->other = work->other;
    oldest->surface = work->surface;
    oldest->other_surface = work->other->surface;
    oldest->margin = 0.0;
    oldest->uses = -1; // nothing yet
    return oldest;
}

// Whether only points inside count.
static bool wants_penetrating(const abSurfaceWork *work) {
    return work->spec.rule == AB_SURFACE_VERTICES && !work->spec.by_region;
}

// A depth changes by at most the way.
static void find_depths(abSurfaceWork *work) {
    abSurfaceTrack *track = work->track;
    double displacement = wants_penetrating(work) ? (1.0 + 1e-12) * track->displacement : INFINITY;
    track->is_asked = !wants_penetrating(work);
    for (size_t i = 0; i < track->point_count; i++) {
        if (!(displacement < track->points[i].outside_skin)) {
            ab_surface_find_depth(work, &track->points[i], &track->answers[i]);
        }
    }
}

bool ab_surface_find_near(abSurfaceWork *work, const abShape *own) {
    abSurfaceTrack *track = work->track = find_track(work, own);
    if (track == NULL) {
        return false;
    }
    track->last_use = ++work->workspace->uses;
    if (track->uses < 0 || !(moved_since(work, &track->X_OS) < track->margin)) {
        if (!make_list(work)) {
            track->uses = -1;
            return false;
        }
    } else if (!ab_same_pose(&track->last, &work->X_OS)) {
        track->displacement += moved_since(work, &track->last);
        track->uses++;
        find_depths(work);
    } else if (!track->is_asked && !wants_penetrating(work)) {
        find_depths(work);
    }
    track->last = work->X_OS;
    return true;
}

void ab_surface_track_done(abAllocator allocator, abSurfaceTrack *track) {
    ab_arrays_free(allocator, &track->arrays);
    *track = (abSurfaceTrack){0};
}
