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

#include <math.h>

#include "base/array.h"
#include "base/sort.h"
#include "collide/collide.h"
#include "collide/surface_net.h"

// ---- making the list ----

// Which side p is on, nothing of the mesh being near.
static bool is_inside_mesh(const abMeshSurface *surface, abVec3 p) {
    static const abVec3 way = {0.4767312946227962, 0.3046792711, 0.8245642712}; // any
    abMeshHit hit;
    for (int i = 0; i < 3; i++) {
        const abMeshNode *all = &surface->tree.nodes[0];
        if (ab_get(p, i) < ab_get(all->low, i) || ab_get(p, i) > ab_get(all->high, i)) {
            return false;
        }
    }
    if (!ab_mesh_ray(surface, p, way, INFINITY, &hit)) {
        return false;
    }
    double leaning = ab_dot(surface->normals[hit.triangle], way);
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
    abAllocator a = work->room->allocator;
    abSurfaceTrack *track = work->track;
    if (!AB_ARRAY_RESERVE(a, track->faces, track->face_capacity, track->face_count + 1)) {
        return false;
    }
    track->faces[track->face_count++] = triangle;
    return true;
}

// The triangles of boxes of the tree that may be wet, or nearly so.
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
    abSurfaceRoom *room = work->room;
    abSurfaceTrack *track = work->track;
    const abTriangleMesh *mesh = work->surface->mesh;
    size_t corners = 3 * track->face_count;
    if (!AB_ARRAY_RESERVE(room->allocator, room->slots, room->slot_capacity, mesh->point_count) ||
        !AB_ARRAY_RESERVE(room->allocator, track->corners, track->corner_capacity, corners) ||
        !AB_ARRAY_RESERVE(room->allocator, track->points, track->point_capacity, corners)) {
        return false;
    }
    track->point_count = 0;
    int near = -1;
    for (size_t i = 0; i < corners; i++) {
        int vertex = mesh->triangles[3 * track->faces[i / 3] + (int)(i % 3)];
        if (room->slots[vertex] == 0) {
            abNearPoint *point = &track->points[track->point_count++];
            *point = (abNearPoint){.vertex = vertex, .triangle = near};
            ab_surface_find_depth(work, point, NULL);
            near = point->triangle;
            room->slots[vertex] = 1;
        }
    }
    return true;
}

// Whether all corners are so far above a plane that is nearest to one of them.
static bool is_above(const abMeshSurface *other, const abNearPoint *const corner[3],
                     double margin) {
    for (int i = 0; i < 3; i++) {
        int above = 0;
        for (int c = 0; c < 3; c++) {
            above += ab_mesh_depth_below(other, corner[i]->triangle, corner[c]->x) < -margin;
        }
        if (above == 3) {
            return true;
        }
    }
    return false;
}

// Whether a triangle may be wet after a motion by the margin.
static bool may_be_wet(const abSurfaceWork *work, const abNearPoint *const corner[3]) {
    double depth = ab_most(corner[0]->depth, ab_most(corner[1]->depth, corner[2]->depth));
    if (depth > -work->track->margin) {
        return true;
    }
    const abMeshSurface *other = work->other->surface;
    if (other != NULL && other->is_convex && is_above(other, corner, work->track->margin)) {
        return false;
    }
    double most = 0.0;
    for (int i = 0; i < 3 && work->room->plane_count != 1; i++) {
        most = ab_most(most, ab_norm2(ab_sub(corner[i]->x, corner[(i + 1) % 3]->x)));
    }
    // no point of a triangle is farther than this from its nearest corner
    return depth > -work->track->margin - sqrt(most / 3.0);
}

static void drop_the_dry(abSurfaceWork *work) {
    abSurfaceRoom *room = work->room;
    abSurfaceTrack *track = work->track;
    const abTriangleMesh *mesh = work->surface->mesh;
    size_t faces = 0, points = 0;
    for (size_t i = 0; i < track->point_count; i++) {
        room->slots[track->points[i].vertex] = (int)i + 1;
    }
    for (size_t i = 0; i < track->face_count; i++) {
        const int *c = &mesh->triangles[3 * track->faces[i]];
        const abNearPoint *const corner[3] = {&track->points[room->slots[c[0]] - 1],
                                              &track->points[room->slots[c[1]] - 1],
                                              &track->points[room->slots[c[2]] - 1]};
        if (may_be_wet(work, corner)) {
            track->faces[faces++] = track->faces[i];
        }
    }
    track->face_count = faces;
    for (size_t i = 0; i < track->point_count; i++) {
        room->slots[track->points[i].vertex] = 0;
    }
    for (size_t i = 0; i < 3 * faces; i++) {
        room->slots[mesh->triangles[3 * track->faces[i / 3] + (int)(i % 3)]] = 1;
    }
    for (size_t i = 0; i < track->point_count; i++) {
        if (room->slots[track->points[i].vertex] != 0) {
            track->points[points++] = track->points[i];
        }
    }
    track->point_count = points;
}

static void number_corners(abSurfaceWork *work) {
    abSurfaceRoom *room = work->room;
    abSurfaceTrack *track = work->track;
    if (track->point_count > 0) {
        ab_sort(track->points, track->point_count, sizeof *track->points, compare_vertices);
    }
    for (size_t i = 0; i < track->point_count; i++) {
        room->slots[track->points[i].vertex] = (int)i;
    }
    for (size_t i = 0; i < 3 * track->face_count; i++) {
        track->corners[i] =
            room->slots[work->surface->mesh->triangles[3 * track->faces[i / 3] + (int)(i % 3)]];
    }
    for (size_t i = 0; i < track->point_count; i++) {
        room->slots[track->points[i].vertex] = 0;
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
    abSurfaceRoom *room = work->room;
    abSurfaceTrack *track = work->track;
    abAllocator a = room->allocator;
    size_t all = work->surface->mesh->triangle_count, faces = all < FACES ? all : FACES;
    return AB_ARRAY_RESERVE(a, track->faces, track->face_capacity, faces) &&
           AB_ARRAY_RESERVE(a, track->corners, track->corner_capacity, 3 * faces) &&
           AB_ARRAY_RESERVE(a, track->points, track->point_capacity, 3 * faces) &&
           AB_ARRAY_RESERVE(a, track->answers, track->answer_capacity, faces) &&
           AB_ARRAY_RESERVE(a, room->parts, room->part_capacity, PARTS) &&
           AB_ARRAY_RESERVE(a, room->points, room->capacity, 3 * PARTS) &&
           AB_ARRAY_RESERVE(a, room->cells, room->cell_capacity, CELLS) &&
           AB_ARRAY_RESERVE(a, room->queue, room->queue_capacity, CELLS);
}

static bool make_list(abSurfaceWork *work) {
    abSurfaceTrack *track = work->track;
    if (!make_room(work)) {
        return false;
    }
    choose_margin(track);
    track->X_OS = work->X_OS;
    track->uses = 0;
    track->way = 0.0;
    track->is_asked = true;
    track->face_count = track->net_count = 0;
    if (!find_faces(work) || !find_points(work)) {
        return false;
    }
    drop_the_dry(work);
    number_corners(work);
    if (!AB_ARRAY_RESERVE(work->room->allocator, track->answers, track->answer_capacity,
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
    abVec3 way = ab_sub(ab_pose_point(*now, middle), ab_pose_point(*then, middle));
    return (ab_norm(way) + sqrt(turn2) * work->track->own->bound) * (1.0 + 1e-12);
}

static bool is_same(const abPose *a, const abPose *b) {
    bool same = a->p.x == b->p.x && a->p.y == b->p.y && a->p.z == b->p.z;
    for (int i = 0; i < 9; i++) {
        same &= a->R.m[i / 3][i % 3] == b->R.m[i / 3][i % 3];
    }
    return same;
}

static bool is_of(const abSurfaceTrack *track, const abSurfaceWork *work, const abShape *own) {
    return track->own == own && track->other == work->other && track->surface == work->surface &&
           track->other_surface == work->other->surface;
}

// The track of this surface and this shape, else the one not used for longest.
static abSurfaceTrack *find_track(abSurfaceWork *work, const abShape *own) {
    enum { MOST = 256 };
    abSurfaceRoom *room = work->room;
    abSurfaceTrack *oldest = NULL;
    for (size_t i = 0; i < room->track_count; i++) {
        abSurfaceTrack *track = &room->tracks[i];
        if (is_of(track, work, own)) {
            return track;
        }
        oldest = oldest == NULL || track->last_use < oldest->last_use ? track : oldest;
    }
    if (room->track_count < MOST) {
        if (!AB_ARRAY_RESERVE(room->allocator, room->tracks, room->track_capacity,
                              room->track_count + 1)) {
            return NULL;
        }
        oldest = &room->tracks[room->track_count++];
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
static bool wants_wet(const abSurfaceWork *work) {
    return work->wish.rule == AB_SURFACE_VERTICES && !work->wish.by_region;
}

// A depth changes by at most the way.
static void find_depths(abSurfaceWork *work) {
    abSurfaceTrack *track = work->track;
    double way = wants_wet(work) ? (1.0 + 1e-12) * track->way : INFINITY;
    track->is_asked = !wants_wet(work);
    for (size_t i = 0; i < track->point_count; i++) {
        if (!(way < track->points[i].dry)) {
            ab_surface_find_depth(work, &track->points[i], &track->answers[i]);
        }
    }
}

bool ab_surface_find_near(abSurfaceWork *work, const abShape *own) {
    abSurfaceTrack *track = work->track = find_track(work, own);
    if (track == NULL) {
        return false;
    }
    track->last_use = ++work->room->uses;
    if (track->uses < 0 || !(moved_since(work, &track->X_OS) < track->margin)) {
        if (!make_list(work)) {
            track->uses = -1;
            return false;
        }
    } else if (!is_same(&track->last, &work->X_OS)) {
        track->way += moved_since(work, &track->last);
        track->uses++;
        find_depths(work);
    } else if (!track->is_asked && !wants_wet(work)) {
        find_depths(work);
    }
    track->last = work->X_OS;
    return true;
}

void ab_surface_track_done(abAllocator allocator, abSurfaceTrack *track) {
    AB_ARRAY_FREE(allocator, track->faces, track->face_capacity);
    AB_ARRAY_FREE(allocator, track->corners, track->corner_capacity);
    AB_ARRAY_FREE(allocator, track->points, track->point_capacity);
    AB_ARRAY_FREE(allocator, track->answers, track->answer_capacity);
    AB_ARRAY_FREE(allocator, track->nets, track->net_capacity);
}
