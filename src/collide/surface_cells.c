// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_cells.c - a triangle of one mesh cut into the cells of another: in each the same triangle
// of the other is nearest, and the depth is straight.
//
// The search begins with the triangles nearest to the corners, and goes on through every wall that
// cuts what it has, or cuts all of it off. Of a convex mesh cells are then cut against each other:
// the walls of one see its neighbours only. So the cells of a convex mesh are exact, and cover the
// wet part once. Where edges stand in, or three and more walls do not meet in one line, borders are
// off by the order of the depth times the change of direction from triangle to triangle; the depths
// on both sides differ there by that squared.
//
// Valid   depth small against the way between two sheets of one mesh: from the middle on, both
//         sheets count.
// Limits  a triangle without a corner inside is looked at as far from its corners as it can be wet;
//         one with wet corners only next to those, in a mesh that is not convex.

#include "base/array.h"
#include "collide/surface_parts.h"

bool ab_cell_cut(abSurfaceCell *cell, double at_0, double at_1, double at_2, int tag) {
    double value[AB_CELL_CORNERS];
    const double at[3] = {at_0, at_1, at_2};
    bool is_cut = false;
    for (int i = 0; i < cell->count; i++) {
        value[i] = ab_at_cell(at, cell->a[i], cell->b[i]);
        is_cut |= value[i] < 0.0;
    }
    if (!is_cut) {
        return false;
    }
    abSurfaceCell old = *cell;
    int count = 0;
    for (int i = 0; i < old.count && count + 2 <= AB_CELL_CORNERS; i++) {
        int j = i + 1 < old.count ? i + 1 : 0;
        bool keep = value[i] >= 0.0, next = value[j] >= 0.0;
        if (keep) {
            cell->a[count] = old.a[i];
            cell->b[count] = old.b[i];
            cell->edge[count++] = old.edge[i];
        }
        if (keep != next) {
            double t = value[i] / (value[i] - value[j]);
            cell->a[count] = old.a[i] + t * (old.a[j] - old.a[i]);
            cell->b[count] = old.b[i] + t * (old.b[j] - old.b[i]);
            cell->edge[count++] = keep ? tag : old.edge[i];
        }
    }
    cell->count = count;
    return true;
}

// Below the plane of a triangle.
static void fill_depth(const abMeshSurface *other, const abNearPoint *const corner[3], int triangle,
                       double depth[3]) {
    for (int c = 0; c < 3; c++) {
        depth[c] = other->heights[triangle] - ab_dot(other->normals[triangle], corner[c]->x);
    }
}

// Cells of one triangle while they are sought.
typedef struct Search {
    abSurfaceWork *work;
    const abMeshSurface *other;
    const abNearPoint *const *corner;
    double band; // how far outside is looked at                                           [m]
    size_t queued;
} Search;

static bool call(Search *search, int triangle) {
    abSurfaceRoom *room = search->work->room;
    if (triangle < 0 || room->stamps[triangle] == room->stamp) {
        return true;
    }
    if (!AB_ARRAY_RESERVE(room->allocator, room->queue, room->queue_capacity, search->queued + 1)) {
        return false;
    }
    room->stamps[triangle] = room->stamp;
    room->queue[search->queued++] = triangle;
    return true;
}

static bool visit(Search *search, int triangle) {
    abSurfaceRoom *room = search->work->room;
    const abMeshSurface *other = search->other;
    if (!AB_ARRAY_RESERVE(room->allocator, room->cells, room->cell_capacity,
                          room->cell_count + 1)) {
        return false;
    }
    abSurfaceCell *cell = &room->cells[room->cell_count];
    *cell = ab_cell_whole();
    cell->triangle = triangle;
    fill_depth(other, search->corner, triangle, cell->depth);
    double band = search->band;
    ab_cell_cut(cell, cell->depth[0] + band, cell->depth[1] + band, cell->depth[2] + band, -1);
    unsigned crossed = 0; // walls with something beyond
    for (int i = 0; i < 3 && cell->count > 0; i++) {
        const abMeshWall *wall = &other->walls[3 * triangle + i];
        double *at = cell->wall[i];
        for (int c = 0; c < 3; c++) {
            at[c] = wall->offset - ab_dot(wall->normal, search->corner[c]->x);
        }
        crossed |= ab_cell_cut(cell, at[0], at[1], at[2], i) ? 1u << i : 0u;
    }
    if (cell->count > 0) { // of these, the walls that are left
        crossed = 0;
        for (int i = 0; i < cell->count; i++) {
            crossed |= cell->edge[i] >= 0 ? 1u << cell->edge[i] : 0u;
        }
        room->cell_count++;
    }
    bool is_done = true;
    for (int i = 0; i < 3; i++) {
        is_done &= (crossed & 1u << i) == 0 || call(search, other->beside[3 * triangle + i]);
    }
    return is_done;
}

// What each cell has that is nearer to another one's triangle. In a mesh that is not convex only
// sheets that face apart know of each other.
static void cut_against_each_other(abSurfaceRoom *room, const abMeshSurface *other) {
    enum { MOST = 300 };
    size_t count = room->cell_count;
    double slack = 1e-13 * other->edge; // triangles in one plane are told apart by their walls
    for (size_t i = 0; i < count && count <= MOST; i++) {
        abSurfaceCell *cell = &room->cells[i];
        abVec3 n = other->normals[cell->triangle];
        for (size_t j = 0; j < count && cell->count > 0; j++) {
            const double *d = room->cells[j].depth;
            bool counts =
                other->is_convex || ab_dot(n, other->normals[room->cells[j].triangle]) < 0.0;
            if (j != i && counts) {
                ab_cell_cut(cell, d[0] - cell->depth[0] + slack, d[1] - cell->depth[1] + slack,
                            d[2] - cell->depth[2] + slack, -1);
            }
        }
    }
}

static void keep_wet(abSurfaceRoom *room) {
    size_t kept = 0;
    for (size_t i = 0; i < room->cell_count; i++) {
        abSurfaceCell *cell = &room->cells[i];
        ab_cell_cut(cell, cell->depth[0], cell->depth[1], cell->depth[2], -1);
        if (cell->count >= 3) {
            room->cells[kept++] = *cell;
        }
    }
    room->cell_count = kept;
}

static double longest2(const abNearPoint *const corner[3]) {
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        most = ab_most(most, ab_norm2(ab_sub(corner[i]->x, corner[(i + 1) % 3]->x)));
    }
    return most;
}

// Whether all corners are above the plane that is nearest to one of them.
static bool is_above(const abMeshSurface *other, const abNearPoint *const corner[3]) {
    for (int i = 0; i < 3; i++) {
        double depth[3];
        fill_depth(other, corner, corner[i]->triangle, depth);
        if (depth[0] <= 0.0 && depth[1] <= 0.0 && depth[2] <= 0.0) {
            return true;
        }
    }
    return false;
}

bool ab_surface_find_cells(abSurfaceWork *work, const abNearPoint *const corner[3]) {
    abSurfaceRoom *room = work->room;
    const abMeshSurface *other = work->other->surface;
    Search search = {.work = work, .other = other, .corner = corner};
    int wet = (corner[0]->depth > 0.0) + (corner[1]->depth > 0.0) + (corner[2]->depth > 0.0);
    room->cell_count = 0;
    if (wet == 0) {
        // no point of a triangle is farther than this from its nearest corner
        double most = ab_most(corner[0]->depth, ab_most(corner[1]->depth, corner[2]->depth));
        double way2 = longest2(corner) / 3.0;
        if (most * most >= way2 || (other->is_convex && is_above(other, corner))) {
            return true;
        }
        search.band = sqrt(way2);
    }
    room->stamp++;
    bool is_done = true;
    for (int i = 0; i < 3 && is_done; i++) {
        is_done = (wet > 0 && corner[i]->depth <= 0.0) || call(&search, corner[i]->triangle);
    }
    for (size_t i = 0; i < search.queued && is_done; i++) {
        is_done = visit(&search, room->queue[i]);
    }
    if (room->cell_count > 1) {
        cut_against_each_other(room, other);
    }
    if (room->cell_count > 1 || search.band > 0.0) {
        keep_wet(room);
    }
    return is_done;
}
