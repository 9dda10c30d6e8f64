// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_walls.c - what walls between cells store.
//
// What a mesh stores, U = int p dV over the overlap, is int W (m . n) dA on this surface and
//
//   2 sin(t/2) int W dA = 2 tan(t/2) int int_0^d W ds dt                                  (1)
//
// on each wall between two cells whose normals differ by t (> 0 where the edge stands out), dt
// along the edge: by Gauss' theorem for the field n W of each cell. Of a triangle's walls what is
// needed is one area and one depth that have the same integrals of d^2 and d^3.
//
// Source  docs/theory/surface_contact.md.

#include "collide/surface_faces.h"

// Along the edge above a wall of a cell, and how the normals on both sides lean.
static abVec3 edge_at(const abSurfaceWork *work, const abSurfaceCell *cell, int other,
                      double *lean) {
    abVec3 n = ab_face_plane(work, cell->triangle).normal, m = ab_face_plane(work, other).normal;
    double sum = ab_norm(ab_add(n, m)); // 0: sheets face apart, and there is no edge
    *lean = sum > 1e-9 ? ab_norm(ab_sub(n, m)) / sum : 0.0;
    for (int i = 0; i < 3 && !work->is_flat; i++) {
        const abMeshCell *from = &work->other->surface->cells[cell->triangle];
        *lean = from->beside[i] == other ? from->lean[i] : *lean;
    }
    return ab_unit(ab_cross(n, m));
}

// The corner of the other shape, or of the planes of its faces, where two walls of a cell meet;
// false when they do not.
static bool corner_at(const abSurfaceWork *work, const abSurfaceCell *cell, int i, int j,
                      abVec3 *corner) {
    abMeshPlane p = ab_face_plane(work, cell->triangle), q = ab_face_plane(work, i),
                r = ab_face_plane(work, j);
    abVec3 qr = ab_cross(q.normal, r.normal);
    double det = ab_dot(p.normal, qr);
    abVec3 sum = ab_scale(p.height, qr);
    sum = ab_add_scaled(sum, q.height, ab_cross(r.normal, p.normal));
    sum = ab_add_scaled(sum, r.height, ab_cross(p.normal, q.normal));
    *corner = ab_scale(1.0 / det, sum);
    return fabs(det) > 1e-9;
}

// (1) but for half of it, which the cell across the wall has.
static void add_wall(const abFace *face, const abSurfaceCell *cell, int i, abFaceWalls *walls) {
    int j = i + 1 < cell->count ? i + 1 : 0;
    double lean;
    abVec3 edge = edge_at(face->work, cell, cell->at[i].edge, &lean);
    double along[3] = {0.0, ab_dot(edge, ab_sub(face->x[1], face->x[0])),
                       ab_dot(edge, ab_sub(face->x[2], face->x[0]))};
    double way = fabs((cell->at[j].a - cell->at[i].a) * along[1] +
                      (cell->at[j].b - cell->at[i].b) * along[2]);
    double p = ab_depth_at(cell, i);
    double q = ab_depth_at(cell, j);
    walls->squares += lean * way * (p * p + p * q + q * q) / 3.0;
    walls->cubes += lean * way * (p * p * p + p * p * q + p * q * q + q * q * q) / 4.0;
    walls->deepest = ab_most(walls->deepest, ab_most(p, q));
}

// Where two walls meet they end on the line from there to the corner of the other shape: what that
// leaves of both beside what is straight above.
static void add_end(const abFace *face, const abSurfaceCell *cell, int i, abFaceWalls *walls) {
    int before = cell->at[i > 0 ? i - 1 : cell->count - 1].edge,
        wall[2] = {before, cell->at[i].edge};
    abVec3 corner;
    if (before < 0 || wall[1] < 0 || before == wall[1] ||
        !corner_at(face->work, cell, before, wall[1], &corner)) {
        return;
    }
    double a = cell->at[i].a, b = cell->at[i].b, d = ab_at_cell(cell->depth, a, b);
    abVec3 x = ab_add_scaled(ab_add_scaled(ab_scale(1.0 - a - b, face->x[0]), a, face->x[1]), b,
                             face->x[2]);
    for (int k = 0; k < 2; k++) {
        double lean;
        abVec3 edge = edge_at(face->work, cell, wall[k], &lean);
        int next = k == 0 ? (i > 0 ? i - 1 : cell->count - 1) : (i + 1) % cell->count;
        double da = a - cell->at[next].a, db = b - cell->at[next].b; // along the wall to its end
        double to_end = da * ab_dot(edge, ab_sub(face->x[1], face->x[0])) +
                        db * ab_dot(edge, ab_sub(face->x[2], face->x[0]));
        double beyond = ab_dot(edge, ab_sub(corner, x)) * (to_end < 0.0 ? -1.0 : 1.0);
        walls->squares += lean * beyond * d * d / 3.0;
        walls->cubes += lean * beyond * d * d * d / 4.0;
    }
}

void ab_walls_add(const abFace *face, const abSurfaceCell *cell, abFaceWalls *walls) {
    for (int i = 0; i < cell->count; i++) {
        if (cell->at[i].edge >= 0) {
            add_wall(face, cell, i, walls);
            add_end(face, cell, i, walls);
        }
    }
}

void ab_walls_put(const abFace *face, const abFaceWalls *walls, abSurfacePart *part) {
    if (walls->squares == 0.0 || !(walls->deepest > 0.0)) {
        return;
    }
    double depth = walls->cubes / walls->squares;
    depth = depth > 0.0 && depth <= walls->deepest ? depth : walls->deepest;
    double facing = ab_dot(face->area, part->normal);
    part->wall_depth = depth;
    part->wall_area = (facing < 0.0 ? 1.0 : -1.0) * face->work->share * walls->squares / depth;
}

void ab_walls_add_rest(const abFace *face, const abSurfaceMoments *sum, const abMomentPoint at[3],
                       abFaceWalls *walls) {
    const abSurfaceRoom *room = face->work->room;
    double rest = 0.0, depth = sum->d / sum->one, deepest = 0.0;
    for (int j = 0; j < 3; j++) {
        deepest = ab_most(deepest, at[j].depth);
    }
    depth = depth > 0.01 * deepest ? depth : deepest; // a mean that rounding has taken away
    if (!(depth > 0.0)) {
        return;
    }
    for (size_t i = 0; i < room->cell_count; i++) {
        abVec3 n = ab_face_plane(face->work, room->cells[i].triangle).normal;
        rest -= ab_dot(face->area, n) * ab_moment_of_squares(&room->cells[i]);
    }
    double shown = ab_dot(face->area, ab_unit(sum->normal)) * sum->one / 3.0;
    for (int j = 0; j < 3; j++) {
        rest += shown * at[j].depth * at[j].depth;
    }
    rest = shown < 0.0 ? rest : -rest; // the sign that all walls get
    walls->squares += 3.0 * rest / depth;
    walls->cubes += 3.0 * rest;
    walls->deepest = ab_most(walls->deepest, depth);
}
