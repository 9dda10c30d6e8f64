// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_points.c - the wet surface of a pair as a list of points, in the world.

#include <string.h>

#include "base/array.h"
#include "collide/collide.h"
#include "collide/query.h"
#include "collide/surface_parts.h"

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
    for (size_t i = 0; i < room->track_count; i++) {
        ab_surface_track_done(a, &room->tracks[i]);
    }
    for (size_t i = 0; i < room->table_count; i++) {
        ab_plane_table_done(&room->tables[i], a);
    }
    AB_ARRAY_FREE(a, room->tables, room->table_capacity);
    AB_ARRAY_FREE(a, room->blocks, room->block_capacity);
    AB_ARRAY_FREE(a, room->runs, room->run_capacity);
    AB_ARRAY_FREE(a, room->points, room->capacity);
    AB_ARRAY_FREE(a, room->planes, room->plane_capacity);
    AB_ARRAY_FREE(a, room->parts, room->part_capacity);
    AB_ARRAY_FREE(a, room->tracks, room->track_capacity);
    AB_ARRAY_FREE(a, room->cells, room->cell_capacity);
    AB_ARRAY_FREE(a, room->queue, room->queue_capacity);
    AB_ARRAY_FREE(a, room->boxes, room->box_capacity);
    AB_ARRAY_FREE(a, room->stamps, room->stamp_capacity);
    AB_ARRAY_FREE(a, room->slots, room->slot_capacity);
    AB_ARRAY_FREE(a, room->parents, room->parent_capacity);
    AB_ARRAY_FREE(a, room->wet, room->wet_capacity);
    AB_ARRAY_FREE(a, room->members, room->member_capacity);
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

// ---- one surface ----

static bool begin(abSurfaceWork *work, const abShape *own) {
    abSurfaceRoom *room = work->room;
    const abShape *other = work->other;
    work->X_OS = (abPose){ab_mat3_t_mul(work->X_WO->R, work->X_WS->R),
                          ab_pose_point_inverse(*work->X_WO, work->X_WS->p)};
    if (other->surface != NULL &&
        !AB_ARRAY_RESERVE(room->allocator, room->stamps, room->stamp_capacity,
                          other->surface->mesh->triangle_count)) {
        return false;
    }
    return ab_surface_find_planes(work) && ab_surface_find_near(work, own);
}

// Of a side without surface, or not asked for: no list, but true.
static bool look_at(abSurfaceWork *work, abSurfaceRoom *room, const abShape *A, const abPose *X_WA,
                    const abShape *B, const abPose *X_WB, abSurfaceWish wish, int side) {
    *work = (abSurfaceWork){.room = room,
                            .surface = side == 0 ? A->surface : B->surface,
                            .other = side == 0 ? B : A,
                            .X_WS = side == 0 ? X_WA : X_WB,
                            .X_WO = side == 0 ? X_WB : X_WA,
                            .wish = wish,
                            .side = side,
                            .share = wish.sides == AB_SURFACE_OF_BOTH ? 0.5 : 1.0};
    bool is_wanted = (wish.sides & (side == 0 ? AB_SURFACE_OF_A : AB_SURFACE_OF_B)) != 0;
    if (!is_wanted || work->surface == NULL) {
        return true;
    }
    return begin(work, side == 0 ? A : B);
}

bool ab_surface_find_parts(abSurfaceRoom *room, const abShape *A, const abPose *X_WA,
                           const abShape *B, const abPose *X_WB, abSurfaceWish wish,
                           const abSurfacePart **parts, int counts[2]) {
    room->part_count = 0;
    for (int side = 0; side < 2; side++) {
        abSurfaceWork work;
        size_t before = room->part_count;
        if (!look_at(&work, room, A, X_WA, B, X_WB, wish, side)) {
            return false;
        }
        if (work.track != NULL) {
            ab_surface_take_faces(&work);
        }
        if (work.is_full) {
            return false;
        }
        counts[side] = (int)(room->part_count - before);
    }
    *parts = room->parts;
    return true;
}

// ---- points ----

// How the direction turns: away from an edge or a corner of a mesh, and from the middle of a ball.
static void find_bend(const abSurfaceWork *work, const abMeshClosest *at, abSurfacePoint *point) {
    const abMeshSurface *other = work->other->surface;
    if (work->other->is_sphere) {
        point->bend = AB_BEND_CORNER;
        point->curvature = 1.0 / (work->other->bound - point->depth);
    } else if (at->feature > 0) {
        point->bend = at->feature <= 3 ? AB_BEND_EDGE : AB_BEND_CORNER;
        point->curvature = -1.0 / point->depth;
    }
    if (point->bend == AB_BEND_EDGE) {
        int side = at->feature - 1;
        abVec3 p = ab_mesh_corner(other->mesh, (size_t)at->triangle, side);
        abVec3 q = ab_mesh_corner(other->mesh, (size_t)at->triangle, (side + 1) % 3);
        point->edge_W = ab_mul(work->X_WO->R, ab_unit(ab_sub(q, p)));
    }
}

abSurfacePoint *ab_surface_note(abSurfaceWork *work, const abMeshClosest *at, abVec3 x_O) {
    abSurfaceRoom *room = work->room;
    if (!AB_ARRAY_RESERVE(room->allocator, room->points, room->capacity, room->count + 1)) {
        work->is_full = true;
        return NULL;
    }
    abSurfacePoint *point = &room->points[room->count++];
    *point = (abSurfacePoint){.p_W = ab_pose_point(*work->X_WO, x_O),
                              .depth = -at->distance,
                              .side = work->side,
                              .vertex = -1,
                              .p_other = at->point};
    abVec3 outward = ab_mul(work->X_WO->R, at->normal); // of the other
    point->n_AB_W = work->side == 0 ? ab_neg(outward) : outward;
    point->own = (abSurfacePlace){-1, {1.0, 0.0, 0.0}};
    point->other.triangle = at->triangle;
    if (at->triangle >= 0) {
        ab_mesh_weights(work->other->surface, at->triangle, at->point, at->feature,
                        point->other.weight);
    }
    find_bend(work, at, point);
    return point;
}

static void add_part(abSurfaceWork *work, const abSurfacePart *part) {
    abVec3 area = ab_mul(work->X_WO->R, part->area);
    area = work->side == 0 ? area : ab_neg(area);
    for (int j = 0; j < 3; j++) {
        abMeshClosest at = {.distance = -part->depth[j],
                            .point = ab_add_scaled(part->x[j], part->depth[j], part->normal),
                            .normal = part->normal,
                            .triangle = part->other[j]};
        abSurfacePoint *point = ab_surface_note(work, &at, part->x[j]);
        if (point != NULL) {
            point->area_W = ab_scale(1.0 / 3.0, area);
            point->area = ab_norm(point->area_W);
            point->m_AB_W = ab_scale(1.0 / point->area, point->area_W);
            point->seen = ab_dot(point->m_AB_W, point->n_AB_W);
            abVec3 x_S = ab_pose_point_inverse(work->X_OS, part->x[j]);
            point->own.triangle = part->triangle;
            ab_mesh_weights(work->surface, part->triangle, x_S, 0, point->own.weight);
        }
    }
}

static void take_points(abSurfaceWork *work) {
    abSurfaceRoom *room = work->room;
    if (work->wish.rule == AB_SURFACE_VERTICES) {
        ab_surface_take_vertices(work);
        return;
    }
    room->part_count = 0;
    work->wish.places = true;
    ab_surface_take_faces(work);
    for (size_t i = 0; i < room->part_count && !work->is_full; i++) {
        add_part(work, &room->parts[i]);
    }
}

int ab_surface_points(abSurfaceRoom *room, const abShape *A, const abPose *X_WA, const abShape *B,
                      const abPose *X_WB, abSurfaceWish wish, const abSurfacePoint **points) {
    room->count = 0;
    for (int side = 0; side < 2; side++) {
        abSurfaceWork work;
        if (!look_at(&work, room, A, X_WA, B, X_WB, wish, side)) {
            return -1;
        }
        if (work.track != NULL) {
            take_points(&work);
        }
        if (work.is_full) {
            return -1;
        }
    }
    *points = room->points;
    return (int)room->count;
}
