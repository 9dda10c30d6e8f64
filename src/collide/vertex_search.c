// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// vertex_search.c - which part of a mesh's surface may be inside another shape, and how deep its
// points are.
//
// A signed distance changes by at most the way, so a box of the tree whose middle has no surface
// within half its diagonal h is wholly outside or inside; a ray tells which. In any other box no
// point is farther than 2 h from the surface. So no search goes far from where it starts: in a
// hollow ball nothing is nearer than all the rest.
//
// Bounds, and what was found last, only shorten searches; of triangles equally near the first by
// number counts, so results do not depend on where a walk came from.

#include <string.h>

#include "base/array.h"
#include "collide/collide.h"
#include "collide/vertex_parts.h"

abSurfaceRoom *ab_surface_room_create(abAllocator allocator) {
    abSurfaceRoom *room = allocator.resize(allocator.context, NULL, 0, sizeof *room);
    if (room != NULL) {
        memset(room, 0, sizeof *room);
        room->allocator = allocator;
    }
    return room;
}

void ab_surface_room_destroy(abSurfaceRoom *room) {
    if (room == NULL) {
        return;
    }
    abAllocator a = room->allocator;
    AB_ARRAY_FREE(a, room->points, room->capacity);
    AB_ARRAY_FREE(a, room->reaches, room->reach_capacity);
    AB_ARRAY_FREE(a, room->vertex_slot, room->vertex_capacity);
    AB_ARRAY_FREE(a, room->edge_slot, room->edge_capacity);
    a.resize(a.context, room, sizeof *room, 0);
}

bool ab_has_surface(const abShape *A, const abShape *B) {
    return (A->surface != NULL || B->surface != NULL) && !ab_never_touch(A, B);
}

int ab_surface_finer(const abShape *A, const abShape *B) {
    if (A->surface == NULL || B->surface == NULL) {
        return A->surface != NULL ? AB_SURFACE_OF_A : AB_SURFACE_OF_B;
    }
    return B->surface->mean_edge < A->surface->mean_edge ? AB_SURFACE_OF_B : AB_SURFACE_OF_A;
}

// ---- distances ----

static abReach reach_of_mesh(abSurfaceWork *work, abVec3 p) {
    const abMeshSurface *other = work->other->surface;
    abMeshClosest at = ab_mesh_closest_near(other, p, work->limit, work->near);
    if (at.triangle < 0) { // the bound was lost in rounding
        at = ab_mesh_closest(other, p, INFINITY);
    }
    work->near = at.triangle;
    return (abReach){.distance = at.distance,
                     .normal = at.normal,
                     .point = at.point,
                     .triangle = at.triangle,
                     .feature = at.feature};
}

static abReach reach_of(abSurfaceWork *work, abVec3 x) {
    abVec3 p = ab_pose_point(work->X_OS, x);
    if (work->other->surface != NULL) {
        return reach_of_mesh(work, p);
    }
    abClosest at = ab_shape_closest_point(work->other, p);
    return (abReach){
        .distance = at.distance, .normal = at.normal, .point = at.point, .triangle = -1};
}

static const abReach *reach_once(abSurfaceWork *work, int *slot, abVec3 x) {
    abSurfaceRoom *room = work->room;
    if (*slot == 0) {
        if (!AB_ARRAY_RESERVE(room->allocator, room->reaches, room->reach_capacity,
                              room->reach_count + 1)) {
            work->is_full = true;
            return NULL;
        }
        abReach *reach = &room->reaches[room->reach_count];
        *reach = reach_of(work, x);
        reach->slot = slot;
        reach->parent = (int)room->reach_count;
        *slot = (int)++room->reach_count;
    }
    return &room->reaches[*slot - 1];
}

const abReach *ab_surface_reach_corner(abSurfaceWork *work, int triangle, int i) {
    int vertex = work->surface->mesh->triangles[3 * triangle + i];
    return reach_once(work, &work->room->vertex_slot[vertex], work->surface->mesh->points[vertex]);
}

// The number of a side, the same from both its triangles.
static int side_number(const abMeshSurface *surface, int triangle, int i) {
    const int *corners = surface->mesh->triangles;
    int other = surface->beside[3 * triangle + i], end = corners[3 * triangle + (i + 1) % 3];
    if (other > triangle) {
        return 3 * triangle + i;
    }
    for (int k = 0; k < 3; k++) {
        if (corners[3 * other + k] == end && surface->beside[3 * other + k] == triangle) {
            return 3 * other + k;
        }
    }
    return 3 * triangle + i;
}

const abReach *ab_surface_reach_middle(abSurfaceWork *work, int triangle, int i) {
    const abTriangleMesh *mesh = work->surface->mesh;
    abVec3 x = ab_scale(0.5, ab_add(ab_mesh_corner(mesh, (size_t)triangle, i),
                                    ab_mesh_corner(mesh, (size_t)triangle, (i + 1) % 3)));
    int side = side_number(work->surface, triangle, i);
    const abReach *reach = reach_once(work, &work->room->edge_slot[side], x);
    if (reach != NULL) {
        abReach *own = &work->room->reaches[reach - work->room->reaches];
        own->own_triangle = side / 3;
        own->own_side = side % 3;
    }
    return reach;
}

// ---- the walk ----

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

typedef struct Visit {
    int node;
    bool is_inside; // all of it
} Visit;

static void take_leaf(abSurfaceWork *work, const abMeshNode *node, Side side, double half,
                      void (*take)(abSurfaceWork *work, int triangle)) {
    work->limit = side == ACROSS ? 2.000001 * half : INFINITY;
    for (int i = node->first; i < node->first + node->count && !work->is_full; i++) {
        take(work, work->surface->tree.order[i]);
    }
}

void ab_surface_walk(abSurfaceWork *work, void (*take)(abSurfaceWork *work, int triangle)) {
    enum { STACK = 128 };
    const abMeshTree *tree = &work->surface->tree;
    Visit stack[STACK];
    int top = 0;
    stack[top++] = (Visit){.node = 0};
    while (top > 0 && !work->is_full) {
        Visit visit = stack[--top];
        const abMeshNode *node = &tree->nodes[visit.node];
        abVec3 middle = ab_scale(0.5, ab_add(node->low, node->high));
        double half = 0.5 * ab_norm(ab_sub(node->high, node->low));
        Side side = visit.is_inside ? INSIDE : side_of(work, middle, half);
        if (side == OUTSIDE) {
            continue;
        }
        if (node->count > 0) {
            take_leaf(work, node, side, half, take);
            continue;
        }
        for (int child = 1; child >= 0; child--) {
            stack[top++] = (Visit){node->first + child, side == INSIDE};
        }
    }
}

// ---- points ----

static abVec3 edge_of(const abMeshSurface *surface, int triangle, int side) {
    return ab_unit(ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, (side + 1) % 3),
                          ab_mesh_corner(surface->mesh, (size_t)triangle, side)));
}

// How the direction turns: away from an edge or a corner of a mesh, and from the middle of a ball.
static void find_bend(const abSurfaceWork *work, const abReach *reach, abSurfacePoint *point) {
    if (work->other->is_sphere) {
        point->bend = AB_BEND_CORNER;
        point->curvature = 1.0 / (work->other->bound - point->depth);
    } else if (reach->feature > 0) {
        point->bend = reach->feature <= 3 ? AB_BEND_EDGE : AB_BEND_CORNER;
        point->curvature = -1.0 / point->depth;
    }
    if (point->bend == AB_BEND_EDGE) {
        point->edge_W = ab_mul(work->X_WO->R,
                               edge_of(work->other->surface, reach->triangle, reach->feature - 1));
    }
}

abSurfacePoint *ab_surface_note(abSurfaceWork *work, const abReach *reach, abVec3 x, int triangle) {
    abSurfaceRoom *room = work->room;
    if (!AB_ARRAY_RESERVE(room->allocator, room->points, room->capacity, room->count + 1)) {
        work->is_full = true;
        return NULL;
    }
    abSurfacePoint *point = &room->points[room->count++];
    *point = (abSurfacePoint){.p_W = ab_pose_point(*work->X_WS, x),
                              .depth = -reach->distance,
                              .side = work->side,
                              .vertex = -1,
                              .p_other = reach->point};
    abVec3 outward = ab_mul(work->X_WO->R, reach->normal); // of the other
    point->n_AB_W = work->side == 0 ? ab_neg(outward) : outward;
    point->own = (abSurfacePlace){triangle, {1.0, 0.0, 0.0}};
    point->other.triangle = reach->triangle;
    if (reach->triangle >= 0) {
        ab_mesh_weights(work->other->surface, reach->triangle, reach->point, reach->feature,
                        point->other.weight);
    }
    find_bend(work, reach, point);
    return point;
}

// ---- both surfaces ----

static void forget(abSurfaceRoom *room) {
    for (size_t i = 0; i < room->reach_count; i++) {
        *room->reaches[i].slot = 0;
    }
    room->reach_count = 0;
}

static bool look_at_surface(abSurfaceWork *work) {
    abSurfaceRoom *room = work->room;
    const abTriangleMesh *mesh = work->surface->mesh;
    if (!AB_ARRAY_RESERVE(room->allocator, room->vertex_slot, room->vertex_capacity,
                          mesh->point_count) ||
        !AB_ARRAY_RESERVE(room->allocator, room->edge_slot, room->edge_capacity,
                          3 * mesh->triangle_count)) {
        return false;
    }
    work->X_OS = (abPose){ab_mat3_t_mul(work->X_WO->R, work->X_WS->R),
                          ab_pose_point_inverse(*work->X_WO, work->X_WS->p)};
    if (work->wish.rule == AB_SURFACE_VERTICES) {
        ab_surface_take_vertices(work);
    } else {
        ab_surface_take_faces(work);
    }
    forget(room);
    return !work->is_full;
}

int ab_surface_points(abSurfaceRoom *room, const abShape *A, const abPose *X_WA, const abShape *B,
                      const abPose *X_WB, abSurfaceWish wish, const abSurfacePoint **points) {
    room->count = 0;
    for (int side = 0; side < 2; side++) {
        abSurfaceWork work = {.room = room,
                              .surface = side == 0 ? A->surface : B->surface,
                              .other = side == 0 ? B : A,
                              .X_WS = side == 0 ? X_WA : X_WB,
                              .X_WO = side == 0 ? X_WB : X_WA,
                              .wish = wish,
                              .side = side,
                              .near = -1,
                              .share = wish.sides == AB_SURFACE_OF_BOTH ? 0.5 : 1.0};
        bool is_wanted = (wish.sides & (side == 0 ? AB_SURFACE_OF_A : AB_SURFACE_OF_B)) != 0;
        if (is_wanted && work.surface != NULL && !look_at_surface(&work)) {
            return -1;
        }
    }
    *points = room->points;
    return (int)room->count;
}
