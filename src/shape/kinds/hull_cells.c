// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hull_cells.c - the table by which the farthest corner of a hull is found at once.
//
// Directions are sorted into 6 side^2 cells, squares on the faces of the cube [-1, 1]^3. The
// corners that are farthest for some direction of a cell hang together along edges, so they are
// collected by walking from one of them. A corner is left out when another one is farther in the
// four directions at the cell's corners: it then is in every direction between.
//
// Valid   every direction; a cell with more than AB_HULL_CELL corners keeps one to climb from.
// Cost    8 bytes a cell, 6 to 8 cells a corner. Of cells 1 in 30 keeps one only.

#include "shape/kinds/hull_cells.h"

#include "shape/kinds/hull.h"

enum { SIDE_MIN = 4, SIDE_MAX = 64 };
#define SLACK 1e-12 // of the size: what is less far beyond does not leave a corner out

int ab_hull_climb(const abHull *hull, int best, abVec3 d) {
    double maximum = ab_dot(hull->corners[best], d);
    for (int from = -1; from != best;) {
        from = best;
        const int *end = hull->ring + hull->ring_start[from + 1];
        for (const int *next = hull->ring + hull->ring_start[from]; next < end; next++) {
            double height = ab_dot(hull->corners[*next], d);
            if (height > maximum) {
                maximum = height;
                best = *next;
            }
        }
    }
    return best;
}

typedef struct Cell {
    abVec3 at[4]; // directions at its corners
    int best[4];  // corners of the hull farthest there
    double slack;
} Cell;

// On the cube's face `face` (+x -x +y -y +z -z), see ab_hull_cell.
static abVec3 on_cube(int face, double u, double v) {
    int axis = face / 2;
    abVec3 d;
    ab_set(&d, axis, face % 2 == 0 ? 1.0 : -1.0);
    ab_set(&d, (axis + 1) % 3, u);
    ab_set(&d, (axis + 2) % 3, v);
    return d;
}

static bool is_left_out(const abHull *hull, const Cell *cell, int corner) {
    for (int i = 0; i < 4; i++) {
        bool is_beaten = true;
        abVec3 lead = ab_sub(hull->corners[cell->best[i]], hull->corners[corner]);
        for (int k = 0; k < 4; k++) {
            is_beaten = is_beaten && ab_dot(lead, cell->at[k]) > cell->slack;
        }
        if (is_beaten) {
            return true;
        }
    }
    return false;
}

static bool has(const unsigned short *list, int count, int corner) {
    for (int i = 0; i < count; i++) {
        if (list[i] == corner) {
            return true;
        }
    }
    return false;
}

// Walks from corner to corner over those that are not left out.
static void collect(const abHull *hull, const Cell *cell, unsigned short list[AB_HULL_CELL]) {
    int count = 1;
    list[0] = (unsigned short)cell->best[0];
    for (int done = 0; done < count; done++) {
        for (int i = hull->ring_start[list[done]]; i < hull->ring_start[list[done] + 1]; i++) {
            int corner = hull->ring[i];
            if (has(list, count, corner) || is_left_out(hull, cell, corner)) {
                continue;
            }
            if (count == AB_HULL_CELL) {
                list[AB_HULL_CELL - 1] = AB_HULL_CLIMB;
                return;
            }
            list[count++] = (unsigned short)corner;
        }
    }
    for (int i = count; i < AB_HULL_CELL; i++) {
        list[i] = list[0];
    }
}

bool ab_hull_make_cells(abHull *hull, abArena *arena) {
    int side = SIDE_MIN;
    while (side < SIDE_MAX && side * side < hull->corner_count) {
        side++;
    }
    if (hull->corner_count >= AB_HULL_CLIMB) {
        side = 0; // too many for the numbers in the table
    }
    hull->cells = AB_ARENA_NEW(arena, abHullCell, (size_t)(6 * side * side) + 1);
    if (hull->cells == NULL) {
        return false;
    }
    double step = side > 0 ? 2.0 / side : 0.0;
    Cell cell = {.slack = SLACK * ab_norm(ab_sub(hull->high, hull->low))};
    for (int i = 0; i < 6 * side * side; i++) {
        int row = i / side % side, column = i % side;
        for (int k = 0; k < 4; k++) {
            int line = row + k / 2, post = column + k % 2;
            cell.at[k] = on_cube(i / (side * side), step * line - 1.0, step * post - 1.0);
            cell.best[k] = ab_hull_climb(hull, cell.best[k], cell.at[k]);
        }
        collect(hull, &cell, hull->cells[i].corner);
    }
    hull->side = side;
    return true;
}
