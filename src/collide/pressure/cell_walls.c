// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_walls.c - what walls between cells store.
//
// What a mesh stores, U = int p dV over the overlap, is int W (m . n) dA on this surface and
//
//   2 sin(t/2) int W dA = 2 tan(t/2) int int_0^d W ds dt                                  (1)
//
// on each cell wall between two cells whose normals differ by t (> 0 where the edge stands out), dt
// along the edge: by Gauss' theorem for the field n W of each cell. Of a triangle's walls what is
// needed is one area and one depth that have the same integrals of d^2 and d^3; of d^3 alone, which
// is the energy of a straight pressure, where that depth would be none that is there.
//
// Walls end on lines to the corners of the other shape, from nodes of the cells on this surface.
// Cells of triangles in one plane are one there.
//
// Source  docs/theory/surface_contact.md.

#include "collide/pressure/cell_walls.h"

#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_faces.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"

// Along the edge above a cell wall of a cell, and how the normals on both sides lean.
static abVec3 edge_at(const abSurfaceWork *work, const abSurfaceCell *cell, int other,
                      double *lean) {
    abVec3 n = ab_face_plane(work, cell->triangle).normal, m = ab_face_plane(work, other).normal;
    double sum = ab_norm(ab_add(n, m)); // 0: layers face apart, and there is no edge
    *lean = sum > 1e-9 ? ab_norm(ab_sub(n, m)) / sum : 0.0;
    for (int i = 0; i < 3 && !work->is_flat; i++) {
        const abMeshCell *from = &work->other->surface->cells[cell->triangle];
        *lean = from->beside[i] == other ? from->lean[i] : *lean;
    }
    return ab_unit(ab_cross(n, m));
}

// Where three planes meet; false when they do not.
static bool corner_of(const abMeshPlane plane[3], abVec3 *corner) {
    abVec3 qr = ab_cross(plane[1].normal, plane[2].normal);
    double det = ab_dot(plane[0].normal, qr);
    abVec3 sum = ab_scale(plane[0].height, qr);
    sum = ab_add_scaled(sum, plane[1].height, ab_cross(plane[2].normal, plane[0].normal));
    sum = ab_add_scaled(sum, plane[2].height, ab_cross(plane[0].normal, plane[1].normal));
    *corner = ab_scale(1.0 / det, sum);
    return fabs(det) > 1e-9;
}

static void add(abFaceCellWalls *cell_walls, double by, double square, double cube) {
    cell_walls->squares += by * square;
    cell_walls->cubes += by * cube;
}

// (1) but for half of it, which the cell across the wall has. What lies between the triangle and
// the edge counts as inside where the triangle looks away from the edge.
static void add_cell_wall(const abFace *face, const abSurfaceCell *cell, int i,
                          abFaceCellWalls *cell_walls) {
    int j = i + 1 < cell->count ? i + 1 : 0, other = cell->at[i].edge;
    double lean;
    abVec3 edge = edge_at(face->work, cell, other, &lean);
    abVec3 out = ab_add(ab_face_plane(face->work, cell->triangle).normal,
                        ab_face_plane(face->work, other).normal);
    double along[3] = {0.0, ab_dot(edge, ab_sub(face->x[1], face->x[0])),
                       ab_dot(edge, ab_sub(face->x[2], face->x[0]))};
    double displacement = fabs((cell->at[j].a - cell->at[i].a) * along[1] +
                               (cell->at[j].b - cell->at[i].b) * along[2]);
    double p = ab_depth_at(cell, i);
    double q = ab_depth_at(cell, j);
    add(cell_walls, ab_dot(face->area, out) < 0.0 ? lean * displacement : -lean * displacement,
        (p * p + p * q + q * q) / 3.0, (p * p * p + p * p * q + p * q * q + q * q * q) / 4.0);
    cell_walls->deepest = ab_max(cell_walls->deepest, ab_max(p, q));
}

// Cells that have a corner at one place: the first of each plane.
typedef struct Node {
    const abCellCorner *at;
    int cells[3];
    abMeshPlane planes[3];
    double leans[3]; // of the wall between the other two planes
    int count;       // of planes; 4: more than 3
} Node;

static bool is_at(const abCellCorner *p, const abCellCorner *q) {
    return fabs(p->a - q->a) + fabs(p->b - q->b) < 1e-9;
}

static bool has_corner_at(const abSurfaceCell *cell, const abCellCorner *at) {
    bool has = false;
    for (int k = 0; k < cell->count; k++) {
        has = has || is_at(&cell->at[k], at);
    }
    return has;
}

// Of planes that are as deep in one place.
static bool is_same_plane(const abMeshPlane *p, const abMeshPlane *q) {
    return ab_dot(p->normal, q->normal) > 1.0 - 1e-12;
}

static void add_to_node(const abFace *face, Node *node, size_t cell) {
    abMeshPlane plane = ab_face_plane(face->work, face->work->workspace->cells[cell].triangle);
    for (int k = 0; k < node->count && k < 3; k++) {
        if (is_same_plane(&node->planes[k], &plane)) {
            return;
        }
    }
    if (node->count < 3) {
        node->cells[node->count] = (int)cell;
        node->planes[node->count] = plane;
    }
    node->count += node->count <= 3;
}

// How two planes lean at a node, d deep: as the triangles there that are side by side do. One may
// lie between two of the same normal, as the riser of a step does, of which one only is as deep.
static double lean_at(const abFace *face, const Node *node, double d, int i, int j) {
    const abSurfaceWorkspace *workspace = face->work->workspace;
    abVec3 x = ab_face_place(face, node->at->a, node->at->b);
    double lean;
    for (size_t c = 0; c < workspace->cell_count && !face->work->is_flat; c++) {
        const abSurfaceCell *cell = &workspace->cells[c];
        abMeshPlane plane = ab_face_plane(face->work, cell->triangle);
        if (!is_same_plane(&plane, &node->planes[i]) || !has_corner_at(cell, node->at)) {
            continue;
        }
        const abMeshCell *from = &face->work->other->surface->cells[cell->triangle];
        for (int k = 0; k < 3; k++) {
            abMeshPlane beside = ab_face_plane(face->work, from->beside[k]);
            double off = beside.height - ab_dot(beside.normal, x) - d;
            if (is_same_plane(&beside, &node->planes[j]) && fabs(off) < 1e-6 * d) {
                return from->lean[k];
            }
        }
    }
    const abSurfaceCell *cell = &workspace->cells[node->cells[i]];
    edge_at(face->work, cell, workspace->cells[node->cells[j]].triangle, &lean);
    return lean;
}

// What meets at a corner of a cell. Whether no corner before has been there.
static bool find_node(const abFace *face, size_t cell, int corner, Node *node) {
    const abSurfaceWorkspace *workspace = face->work->workspace;
    const abSurfaceCell *own = &workspace->cells[cell];
    bool is_first = true;
    *node = (Node){.at = &own->at[corner]};
    for (int k = 0; k < corner; k++) {
        is_first = is_first && !is_at(&own->at[k], node->at);
    }
    for (size_t c = 0; c < workspace->cell_count; c++) {
        if (has_corner_at(&workspace->cells[c], node->at)) {
            is_first = is_first && c >= cell;
            add_to_node(face, node, c);
        }
    }
    return is_first;
}

// Whether the third plane ends a cell wall where it is less deep than the wall, as where all stand out;
// else where it is deeper.
static bool ends_as_minimum(const Node *node, int k) {
    bool i_stands_in = node->leans[(k + 1) % 3] < 0.0, j_stands_in = node->leans[(k + 2) % 3] < 0.0;
    return node->leans[k] < 0.0 ? !(i_stands_in && j_stands_in) : !i_stands_in && !j_stands_in;
}

// Where three walls meet they end on the line from there to the corner of the other shape: what
// that leaves of each beside what is straight above. It ends there against the third plane: before
// the corner, or beyond it where that plane leans away. The line is inside where it leaves through
// the triangle.
static void add_ends(const abFace *face, Node *node, abFaceCellWalls *cell_walls) {
    const abSurfaceCell *cell = &face->work->workspace->cells[node->cells[0]];
    double d = ab_at_cell(cell->depth, node->at->a, node->at->b);
    abVec3 corner;
    if (!corner_of(node->planes, &corner)) {
        return;
    }
    for (int k = 0; k < 3; k++) {
        node->leans[k] = lean_at(face, node, d, (k + 1) % 3, (k + 2) % 3);
    }
    abVec3 rest = ab_sub(corner, ab_face_place(face, node->at->a, node->at->b));
    double inside = ab_dot(face->area, rest) < 0.0 ? 2.0 : -2.0; // of both cells
    for (int k = 0; k < 3; k++) {
        abVec3 edge =
            ab_unit(ab_cross(node->planes[(k + 1) % 3].normal, node->planes[(k + 2) % 3].normal));
        double beyond = ab_dot(edge, rest);
        bool is_toward = ab_dot(edge, node->planes[k].normal) > 0.0;
        beyond = is_toward == ends_as_minimum(node, k) ? beyond : -beyond;
        add(cell_walls, inside * node->leans[k] * beyond, d * d / 3.0, d * d * d / 4.0);
    }
}

// Where more meet, as around a corner of a round mesh: of one cell both walls.
static void add_ends_of_cell(const abFace *face, const abSurfaceCell *cell, int i,
                             abFaceCellWalls *cell_walls) {
    int cell_wall[2] = {cell->at[i > 0 ? i - 1 : cell->count - 1].edge, cell->at[i].edge};
    if (cell_wall[0] < 0 || cell_wall[1] < 0) {
        return;
    }
    abMeshPlane planes[3] = {ab_face_plane(face->work, cell->triangle),
                             ab_face_plane(face->work, cell_wall[0]),
                             ab_face_plane(face->work, cell_wall[1])};
    double d = ab_depth_at(cell, i);
    abVec3 corner;
    if (!corner_of(planes, &corner)) {
        return;
    }
    abVec3 rest = ab_sub(corner, ab_face_place(face, cell->at[i].a, cell->at[i].b));
    double inside = ab_dot(face->area, rest) < 0.0 ? 1.0 : -1.0;
    for (int k = 0; k < 2; k++) {
        double lean;
        abVec3 edge = edge_at(face->work, cell, cell_wall[k], &lean);
        double beyond = ab_dot(edge, rest);
        beyond = ab_dot(edge, planes[2 - k].normal) > 0.0 ? beyond : -beyond;
        add(cell_walls, inside * lean * beyond, d * d / 3.0, d * d * d / 4.0);
    }
}

void ab_cell_walls_add(const abFace *face, abFaceCellWalls *cell_walls) {
    const abSurfaceWorkspace *workspace = face->work->workspace;
    for (size_t c = 0; c < workspace->cell_count; c++) {
        const abSurfaceCell *cell = &workspace->cells[c];
        for (int i = 0; i < cell->count; i++) {
            if (cell->at[i].edge >= 0) {
                add_cell_wall(face, cell, i, cell_walls);
            }
            Node node;
            bool is_first = workspace->cell_count > 2 && find_node(face, c, i, &node);
            if (workspace->cell_count > 2 && node.count > 3) {
                add_ends_of_cell(face, cell, i, cell_walls);
            } else if (is_first && node.count == 3) {
                add_ends(face, &node, cell_walls);
            }
        }
    }
}

void ab_cell_walls_put(const abFace *face, const abFaceCellWalls *cell_walls, abSurfacePart *part) {
    if (cell_walls->cubes == 0.0 || !(cell_walls->deepest > 0.0)) {
        return;
    }
    double depth = cell_walls->cubes / cell_walls->squares;
    depth = depth > 0.0 && depth <= cell_walls->deepest ? depth : cell_walls->deepest;
    part->cell_wall_depth = depth;
    part->cell_wall_area = face->work->share * cell_walls->cubes / (depth * depth);
}

void ab_cell_walls_add_residual(const abFace *face, const abSurfaceMoments *sum,
                                const abMomentPoint at[3], abFaceCellWalls *cell_walls) {
    const abSurfaceWorkspace *workspace = face->work->workspace;
    double rest = 0.0, depth = sum->d / sum->one, deepest = 0.0;
    for (int j = 0; j < 3; j++) {
        deepest = ab_max(deepest, at[j].depth);
    }
    depth = depth > 0.01 * deepest ? depth : deepest; // a mean that rounding has taken away
    if (!(depth > 0.0)) {
        return;
    }
    for (size_t i = 0; i < workspace->cell_count; i++) {
        abVec3 n = ab_face_plane(face->work, workspace->cells[i].triangle).normal;
        rest -= ab_dot(face->area, n) * ab_moment_of_squares(&workspace->cells[i]);
    }
    double shown = ab_dot(face->area, ab_unit(sum->normal)) * sum->one / 3.0;
    for (int j = 0; j < 3; j++) {
        rest += shown * at[j].depth * at[j].depth;
    }
    cell_walls->squares += 3.0 * rest / depth;
    cell_walls->cubes += 3.0 * rest;
    cell_walls->deepest = ab_max(cell_walls->deepest, depth);
}
