// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_overlap.c - cells of one triangle that lie on each other: each place belongs to the
// nearest.
//
// The walls of a cell see its neighbours only. A triangle of the other mesh that has a corner at an
// edge but no side there has no wall across that edge, so its cell goes on through the body.
//
// In a convex mesh the depth is that below the least deep plane: a cell loses what is less deep
// below any other. Triangles in one plane count as one. In other meshes a place that is in several
// cells belongs to the one whose plane is nearest, on whichever side: what the others have of it is
// taken from them, and the rest of them falls into convex pieces. Where two
// are of one plane the one found first has what both have; else, as each is compared with all
// others as they were found, their order does not matter.
//
// Cost    of a convex mesh cells by planes, else pairs of cells, most of which only compare boxes.

#include "collide/pressure/surface_overlap.h"

#include "base/array.h"
#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"

static bool is_beside(const abMeshCell *cell, int triangle) {
    return cell->beside[0] == triangle || cell->beside[1] == triangle ||
           cell->beside[2] == triangle;
}

// ---- convex meshes ----

// The first `*count` cells of the queue are of planes that differ at the corners by more than the
// slack.
static bool find_planes(abSurfaceWorkspace *workspace, double slack) {
    workspace->queue_count = 0;
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->queue,
                           workspace->cell_count)) {
        return false;
    }
    for (size_t i = 0; i < workspace->cell_count; i++) {
        const double *d = workspace->cells[i].depth;
        bool is_new = true;
        for (size_t k = 0; k < workspace->queue_count && is_new; k++) {
            const double *e = workspace->cells[workspace->queue[k]].depth;
            is_new =
                fabs(d[0] - e[0]) > slack || fabs(d[1] - e[1]) > slack || fabs(d[2] - e[2]) > slack;
        }
        if (is_new) {
            workspace->queue[workspace->queue_count++] = (int)i;
        }
    }
    return true;
}

// What each cell has that is less deep below another plane. Each plane cuts once: what it has cut
// along a line before would get new corners there out of rounding.
bool ab_cells_part_convex(abSurfaceWorkspace *workspace, const abMeshSurface *other) {
    double slack = 1e-13 * other->edge; // triangles in one plane are told apart by their walls
    if (!find_planes(workspace, slack)) {
        return false;
    }
    for (size_t i = 0; i < workspace->cell_count; i++) {
        abSurfaceCell *cell = &workspace->cells[i];
        const abMeshCell *from = &other->cells[cell->triangle];
        const double own[3] = {cell->depth[0] - slack, cell->depth[1] - slack,
                               cell->depth[2] - slack};
        for (size_t k = 0; k < workspace->queue_count && cell->count > 0; k++) {
            const abSurfaceCell *by = &workspace->cells[workspace->queue[k]];
            if (by != cell && !is_beside(from, by->triangle)) {
                const double *d = by->depth;
                const double less[3] = {d[0] - own[0], d[1] - own[1], d[2] - own[2]};
                ab_cell_cut(cell, less, by->triangle);
            }
        }
    }
    return true;
}

// ---- other meshes ----

// Of cells that are more than a line or a point, whose sides would be of rounding.
static bool find_boxes(abSurfaceWorkspace *workspace) {
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->boxes,
                           workspace->cell_count)) {
        return false;
    }
    for (size_t i = 0; i < workspace->cell_count; i++) {
        abSurfaceCell *cell = &workspace->cells[i];
        cell->count = ab_cell_area(cell) < AB_CELL_LEAST ? 0 : cell->count;
        abCellBox box = {{2.0, 2.0}, {-1.0, -1.0}}; // weights are within 0 and 1
        for (int k = 0; k < cell->count; k++) {
            const double at[2] = {cell->at[k].a, cell->at[k].b};
            for (int j = 0; j < 2; j++) {
                box.low[j] = ab_min(box.low[j], at[j]);
                box.high[j] = ab_max(box.high[j], at[j]);
            }
        }
        workspace->boxes[i] = box;
    }
    return true;
}

static bool are_apart(const abCellBox *p, const abCellBox *q) {
    return p->low[0] >= q->high[0] || q->low[0] >= p->high[0] || p->low[1] >= q->high[1] ||
           q->low[1] >= p->high[1];
}

enum { SIDES = AB_CELL_CORNERS + 2 };

// A cell that takes from another what is nearer to it.
typedef struct Rival {
    abSurfaceCell cell;
    bool is_first; // found before
    double slack;  // by which depths in one plane differ                                   [m]
    int border;    // what is beyond the border between both
} Rival;

// The places of a cell that are nearer to another one's plane, as values that are above zero there
// at the corners of the triangle. In one plane none is nearer: there the first has what both have.
static int find_sides(const abSurfaceCell *cell, const Rival *rival, double side[SIDES][3]) {
    static const double short_side = 1e-12; // of the triangle's: its direction is of rounding
    const abSurfaceCell *by = &rival->cell;
    bool is_one = true;
    for (int c = 0; c < 3; c++) {
        side[0][c] = cell->depth[c] - by->depth[c];
        side[1][c] = cell->depth[c] + by->depth[c];
        is_one &= fabs(side[0][c]) <= rival->slack;
    }
    for (int c = 0; c < 3 && is_one; c++) {
        side[0][c] = rival->is_first ? 1.0 : -1.0;
    }
    int count = 2;
    for (int k = 0; k < by->count; k++) {
        const abCellCorner *p = &by->at[k], *q = &by->at[k + 1 < by->count ? k + 1 : 0];
        double da = q->a - p->a, db = q->b - p->b, at = db * p->a - da * p->b;
        if (fabs(da) + fabs(db) > short_side) {
            side[count][0] = at;
            side[count][1] = at - db;
            side[count][2] = at + da;
            count++;
        }
    }
    return count;
}

// What is beyond the border to a cell of another layer: a cell wall, that stores something.
static int border_to(const abSurfaceCell *cell, const abSurfaceCell *by,
                     const abMeshSurface *other) {
    bool are_layers = ab_are_layers(other->normals[cell->triangle], other->normals[by->triangle]);
    return are_layers ? by->triangle : AB_BEYOND_SIDE;
}

// Takes from piece `i` what is nearer to its rival; further pieces go to the end.
static bool take_away(abSurfaceWorkspace *workspace, size_t i, const Rival *rival) {
    double side[SIDES][3];
    abSurfaceCell taken = workspace->cells[i];
    int count = find_sides(&taken, rival, side);
    for (int k = 0; k < count && taken.count > 0; k++) {
        ab_cell_cut(&taken, side[k], AB_BEYOND_OUTSIDE);
    }
    if (taken.count < 3 || ab_cell_area(&taken) < AB_CELL_LEAST) {
        return true;
    }
    abSurfaceCell rest = workspace->cells[i];
    bool is_done = true;
    workspace->cells[i].count = 0;
    for (int k = 0; k < count && is_done; k++) {
        abSurfaceCell beyond = rest;
        const double *at = side[k], turned[3] = {-at[0], -at[1], -at[2]};
        if (ab_cell_cut(&rest, at, AB_BEYOND_SIDE)) {
            ab_cell_cut(&beyond, turned, k == 0 ? rival->border : AB_BEYOND_SIDE);
            if (beyond.count >= 3) {
                is_done = ab_cells_push(workspace, &beyond);
            }
        }
    }
    return is_done;
}

// What cell `i` of the first `found` keeps.
static bool part_cell(abSurfaceWorkspace *workspace, size_t i, size_t found,
                      const abMeshSurface *other) {
    size_t first = workspace->cell_count;
    abSurfaceCell penetrating = workspace->cells[i];
    ab_cell_cut(&penetrating, penetrating.depth, AB_BEYOND_OUTSIDE);
    if (penetrating.count < 3) {
        return true;
    }
    bool is_done = ab_cells_push(workspace, &penetrating);
    for (size_t k = 0; k < found && is_done; k++) {
        if (k != i && !are_apart(&workspace->boxes[i], &workspace->boxes[k])) {
            const abSurfaceCell *by = &workspace->cells[k];
            Rival rival = {*by, k < i, 1e-13 * other->edge, border_to(&penetrating, by, other)};
            for (size_t p = first, end = workspace->cell_count; p < end && is_done; p++) {
                is_done = workspace->cells[p].count < 3 || take_away(workspace, p, &rival);
            }
        }
    }
    return is_done;
}

bool ab_cells_part(abSurfaceWorkspace *workspace, const abMeshSurface *other) {
    size_t found = workspace->cell_count;
    bool is_done = find_boxes(workspace);
    for (size_t i = 0; i < found && is_done; i++) {
        is_done = part_cell(workspace, i, found, other);
    }
    return is_done;
}
