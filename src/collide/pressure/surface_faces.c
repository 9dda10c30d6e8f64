// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_faces.c - rule `faces`: the penetrating part of each triangle of a mesh.
//
// Over a plane the depth is straight, over a mesh straight in each of its cells (surface_cells.c).
// Over other shapes it is the quadratic through true distances at corners and middles of sides, of
// triangles small against the shape: larger ones are divided, and so is that quadratic where it
// leaves the shape. Where all corners are nearest to the same flat face of a convex shape, the depth
// is straight: inside it is concave, and nowhere deeper than below that face. Nothing comes or goes
// with a jump: what vanishes has no area or no depth.
//
// Source  docs/theory/surface_contact.md.

#include "collide/pressure/surface_faces.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/closest_point.h"
#include "collide/pressure/cell_graph.h"
#include "collide/pressure/cell_walls.h"
#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_flat.h"
#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"

// ---- a part ----

static abSurfacePart *new_part(abSurfaceWork *work) {
    abSurfaceWorkspace *workspace = work->workspace;
    if (!AB_ARRAYS_RESERVE(workspace->allocator, &workspace->arrays, workspace->parts,
                           workspace->part_count + 1)) {
        work->is_full = true;
        return NULL;
    }
    return &workspace->parts[workspace->part_count];
}

static abVec3 area_of(abVec3 a, abVec3 b, abVec3 c) {
    return ab_scale(0.5, ab_cross(ab_sub(b, a), ab_sub(c, a)));
}

static abFace face_of(abSurfaceWork *work, int triangle, const abNearPoint *const corner[3]) {
    return (abFace){.work = work,
                    .triangle = triangle,
                    .x = {corner[0]->x, corner[1]->x, corner[2]->x},
                    .area = area_of(corner[0]->x, corner[1]->x, corner[2]->x)};
}

// Begins a part with `share` of the area of the face.
static abSurfacePart *begin_part(const abFace *face, double share, abVec3 normal, int other) {
    abSurfacePart *part = share > 0.0 ? new_part(face->work) : NULL;
    if (part != NULL) {
        part->triangle = face->triangle;
        part->area = ab_scale(share * face->work->share, face->area);
        part->normal = normal;
        part->cell_wall_area = part->cell_wall_depth = 0.0;
        part->is_straight = false;
        part->other[0] = part->other[1] = part->other[2] = other;
        face->work->workspace->part_count++;
    }
    return part;
}

// All of a triangle, with the depths at the middles of its sides.
static void add_whole(const abFace *face, abVec3 normal, int other, const double depth[3]) {
    abSurfacePart *part = begin_part(face, 1.0, normal, other);
    for (int j = 0; j < 3 && part != NULL; j++) {
        part->x[j] = ab_scale(0.5, ab_add(face->x[j], face->x[j == 2 ? 0 : j + 1]));
        part->depth[j] = depth[j];
    }
}

// The penetrating part by the sum of its pieces.
static abSurfacePart *add_sum(const abFace *face, const abSurfaceMoments *sum,
                              const abMomentPoint at[3]) {
    abSurfacePart *part = begin_part(face, sum->one, ab_unit(sum->normal), -1);
    for (int j = 0; j < 3 && part != NULL; j++) {
        part->x[j] = ab_face_place(face, at[j].a, at[j].b);
        part->depth[j] = at[j].depth;
    }
    return part;
}

// A piece with straight depth, divided from its first corner: three points each. Those where it
// ends at the surface of the other are in contact all the same: damping acts on their area, too.
static void add_piece(const abFace *face, const abSurfaceCell *cell, abVec3 normal) {
    static const double hardly = 1e-14;
    int other = face->work->is_flat ? -1 : cell->triangle;
    for (int i = 1; i + 1 < cell->count; i++) {
        const abCellCorner *c[3] = {&cell->at[0], &cell->at[i], &cell->at[i + 1]};
        double share =
            (c[1]->a - c[0]->a) * (c[2]->b - c[0]->b) - (c[2]->a - c[0]->a) * (c[1]->b - c[0]->b);
        double minimum =
            hardly * (ab_depth_at(cell, 0) + ab_depth_at(cell, i) + ab_depth_at(cell, i + 1));
        abSurfacePart *part = begin_part(face, share, normal, other);
        for (int j = 0; j < 3 && part != NULL; j++) {
            const abCellCorner *p = c[j], *q = c[j == 2 ? 0 : j + 1];
            double a = 0.5 * (p->a + q->a), b = 0.5 * (p->b + q->b);
            part->x[j] = ab_face_place(face, a, b);
            part->depth[j] = ab_max(ab_at_cell(cell->depth, a, b), minimum);
            part->is_straight = true;
        }
    }
}

// Three points know a pressure up to the square of the depth. So a piece is cut where its law bends.

enum { SCALES = 14 };

// The depths at which a piece is cut, rising; of a power each 0.7 of the next, from the deepest down to
// 0.7^14 = 0.007 of it.
static int bends_of(const abSurfaceSpec *spec, double deepest, double bend[AB_SURFACE_BENDS]) {
    if (spec->bends >= 0) {
        memcpy(bend, spec->bend, sizeof spec->bend);
        return spec->bends;
    }
    for (int i = SCALES; i-- > 0;) {
        bend[i] = deepest *= 0.7;
    }
    return SCALES;
}

// The part of a cell that is deeper than that, or not as deep.
static void cut_at(abSurfaceCell *cell, double depth, double sign) {
    double above[3];
    for (int i = 0; i < 3; i++) {
        above[i] = sign * (cell->depth[i] - depth);
    }
    ab_cell_cut(cell, above, AB_BEYOND_OUTSIDE);
}

static void add_cell(const abFace *face, const abSurfaceCell *cell, abVec3 normal) {
    double least = INFINITY, deepest = 0.0, bend[AB_SURFACE_BENDS];
    for (int i = 0; i < cell->count; i++) {
        double depth = ab_depth_at(cell, i);
        least = fmin(least, depth);
        deepest = fmax(deepest, depth);
    }
    int count = bends_of(&face->work->spec, deepest, bend);
    abSurfaceCell rest = *cell;
    for (int i = 0; i < count && rest.count > 2; i++) {
        if (least < bend[i] && bend[i] < deepest) {
            abSurfaceCell strip = rest;
            cut_at(&strip, bend[i], -1.0);
            cut_at(&rest, bend[i], 1.0);
            add_piece(face, &strip, normal);
        }
    }
    add_piece(face, &rest, normal);
}

// ---- over a mesh, or flat faces ----

// How far a point is outside a cell, in weights of the face; not above 0 inside.
static double outside_of(const abSurfaceCell *cell, double a, double b) {
    double maximum = -INFINITY;
    for (int i = 0; i < cell->count; i++) {
        const abCellCorner *from = &cell->at[i], *to = &cell->at[(i + 1) % cell->count];
        double da = to->a - from->a, db = to->b - from->b, length = sqrt(da * da + db * db);
        if (length > 0.0) {
            maximum = ab_max(maximum, (db * (a - from->a) - da * (b - from->b)) / length);
        }
    }
    return maximum;
}

// The cell a point is in; where it is in none, the one next to it.
static int cell_at(const abSurfaceWorkspace *workspace, double a, double b) {
    int best = 0;
    double minimum = INFINITY;
    for (size_t i = 0; i < workspace->cell_count; i++) {
        double outside = outside_of(&workspace->cells[i], a, b);
        if (outside < minimum) {
            minimum = outside;
            best = workspace->cells[i].triangle;
        }
    }
    return best;
}

static abSurfaceMoments sum_of_cells(const abFace *face) {
    const abSurfaceWorkspace *workspace = face->work->workspace;
    const abMeshSurface *other = face->work->other->surface;
    abSurfaceMoments sum = {0};
    for (size_t i = 0; i < workspace->cell_count; i++) {
        abVec3 normal = other->normals[workspace->cells[i].triangle];
        ab_moments_add(&sum, &workspace->cells[i], ab_pressed_normal(face->area, normal));
    }
    return sum;
}

// All cells of a mesh as one part.
static void take_together(const abFace *face, const abSurfaceMoments *sum,
                          abFaceCellWalls *cell_walls) {
    abMomentPoint at[3];
    if (!ab_moments_points(sum, at)) {
        return;
    }
    if (face->work->spec.stores) {
        ab_cell_walls_add_residual(face, sum, at, cell_walls);
    }
    abSurfacePart *part = add_sum(face, sum, at);
    for (int j = 0; j < 3 && part != NULL && face->work->spec.places; j++) {
        part->other[j] = cell_at(face->work->workspace, at[j].a, at[j].b);
    }
}

// The sum over the cells, NULL: not known yet.
static void take_cells(const abFace *face, const abSurfaceMoments *sum) {
    abSurfaceWorkspace *workspace = face->work->workspace;
    size_t from = workspace->part_count;
    abFaceCellWalls cell_walls = {0};
    if (face->work->spec.stores) {
        ab_cell_walls_add(face, &cell_walls);
    }
    // next to edges that stand in depths differ by more than three points can show, and where the
    // pressure bends they show too little
    bool is_bent = !face->work->is_flat &&
                   (face->work->other->surface->has_inlets || face->work->spec.bends != 0);
    if (sum == NULL && (face->work->is_flat || is_bent || workspace->cell_count == 1)) {
        for (size_t i = 0; i < workspace->cell_count; i++) {
            add_cell(face, &workspace->cells[i],
                     ab_face_plane(face->work, workspace->cells[i].triangle).normal);
        }
    } else {
        abSurfaceMoments here = sum != NULL ? *sum : sum_of_cells(face);
        take_together(face, &here, &cell_walls);
    }
    if (workspace->part_count > from) {
        ab_cell_walls_put(face, &cell_walls, &workspace->parts[from]);
    }
}

// The penetrating part by the cell graph of a face; a single penetrating cell goes into the workspace.
static abCellGraphResult take_cell_graph(abSurfaceWork *work, size_t i,
                                         const abNearPoint *const corner[3],
                                         abSurfaceMoments *sum) {
    abSurfaceCell one;
    abSurfaceWorkspace *workspace = work->workspace;
    abCellGraphResult result = ab_surface_sum_cell_graph(work, i, corner, sum, &one);
    workspace->cell_count = 0;
    if (result == AB_CELL_GRAPH_ONE) {
        ab_cell_cut(&one, one.depth, AB_BEYOND_OUTSIDE);
        if (one.count >= 3 && !ab_cells_push(workspace, &one)) {
            return AB_CELL_GRAPH_FULL;
        }
    }
    return result;
}

// A triangle wholly below a plane or a flat face.
static void take_straight(const abFace *face, abVec3 normal, int other, const double depth[3]) {
    if (face->work->spec.bends == 0) {
        const double middle[3] = {0.5 * (depth[0] + depth[1]), 0.5 * (depth[1] + depth[2]),
                                  0.5 * (depth[2] + depth[0])};
        add_whole(face, normal, face->work->is_flat ? -1 : other, middle);
        return;
    }
    abSurfaceCell cell;
    ab_cell_begin(&cell, other);
    memcpy(cell.depth, depth, sizeof cell.depth);
    add_cell(face, &cell, normal);
}

static void take_on_faces(abSurfaceWork *work, size_t i, const abNearPoint *const corner[3]) {
    int triangle = work->track->faces[i];
    int t = corner[0]->triangle;
    bool is_convex = work->is_flat || work->other->surface->is_convex;
    bool is_one = t == corner[1]->triangle && t == corner[2]->triangle && is_convex;
    bool is_penetrating =
        corner[0]->depth > 0.0 && corner[1]->depth > 0.0 && corner[2]->depth > 0.0;
    if (is_one && is_penetrating) {
        const double depth[3] = {corner[0]->depth, corner[1]->depth, corner[2]->depth};
        abFace face = face_of(work, triangle, corner);
        take_straight(&face, ab_face_plane(work, t).normal, t, depth);
        return;
    }
    bool is_round = !work->is_flat && work->other->surface->is_round, is_done = true;
    bool wants_cells = work->spec.stores || work->spec.places;
    abSurfaceMoments sum;
    abCellGraphResult cell_graph = AB_CELL_GRAPH_UNSURE;
    work->workspace->cell_count = 0;
    if (is_round) {
        cell_graph = take_cell_graph(work, i, corner, &sum);
    }
    if (cell_graph == AB_CELL_GRAPH_UNSURE || (cell_graph == AB_CELL_GRAPH_MANY && wants_cells)) {
        is_done = work->is_flat ? ab_surface_find_flat_cells(work, corner)
                                : ab_surface_find_cells(work, corner);
    }
    if (!is_done || cell_graph == AB_CELL_GRAPH_FULL) {
        work->is_full = true;
    } else if (work->workspace->cell_count > 0 || cell_graph == AB_CELL_GRAPH_MANY) {
        abFace face = face_of(work, triangle, corner);
        take_cells(&face, cell_graph == AB_CELL_GRAPH_MANY ? &sum : NULL);
    }
}

// ---- over other shapes ----

enum { NODES = 6 }; // corners, then the middles of the sides from each corner to the next

typedef struct Nodes {
    double depth[NODES];
    abVec3 normal[NODES];
} Nodes;

static double depth_at(const Nodes *nodes, double a, double b) {
    const double w[3] = {1.0 - a - b, a, b};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += w[i] * (2.0 * w[i] - 1.0) * nodes->depth[i] +
               4.0 * w[i] * w[(i + 1) % 3] * nodes->depth[3 + i];
    }
    return sum;
}

static abVec3 normal_at(const Nodes *nodes, double a, double b) {
    const double w[3] = {1.0 - a - b, a, b};
    abVec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        sum = ab_add_scaled(sum, w[i], nodes->normal[i]);
    }
    double size = ab_norm(sum);
    return size > 0.1 ? ab_scale(1.0 / size, sum) : nodes->normal[0];
}

// What the quadratic has above the straight line through the ends of a side at its middle.
static double bulge_of_side(const Nodes *nodes, int i) {
    return nodes->depth[3 + i] - 0.5 * (nodes->depth[i] + nodes->depth[(i + 1) % 3]);
}

// And in the mean over the triangle above the plane through its corners.
static double bulge_of(const Nodes *nodes) {
    return (bulge_of_side(nodes, 0) + bulge_of_side(nodes, 1) + bulge_of_side(nodes, 2)) / 3.0;
}

// Whether it may be above zero between its nodes.
static bool may_rise(const Nodes *nodes) {
    double maximum = -INFINITY, bulge = 0.0;
    for (int i = 0; i < NODES; i++) {
        maximum = ab_max(maximum, nodes->depth[i]);
        bulge = ab_max(bulge, fabs(i < 3 ? bulge_of_side(nodes, i) : 0.0));
    }
    return maximum + bulge > 0.0;
}

// The quadratic's penetrating part in straight pieces of the same mean: each side of the triangle in
// `parts`. Into the sum; NULL: each by itself.
static void add_pieces(const abFace *face, const Nodes *nodes, int parts, abSurfaceMoments *sum) {
    double bulge = bulge_of(nodes) / (parts * parts);
    for (int i = 0; i < parts; i++) {
        for (int k = 0; k < 2 * (parts - i) - 1; k++) {
            int j = k / 2, up = k % 2; // upright, or the one across its longest side
            double h = 1.0 / parts;
            double a[3] = {h * (i + up), h * (i + 1), h * i};
            double b[3] = {h * j, h * (j + up), h * (j + 1)};
            abSurfaceCell cell;
            ab_cell_begin(&cell, -1);
            double d[3], *straight = cell.depth;
            for (int c = 0; c < 3; c++) {
                cell.at[c].a = a[c];
                cell.at[c].b = b[c];
                d[c] = depth_at(nodes, a[c], b[c]);
            }
            // the same plane by its heights at the corners of the whole
            double va = ((d[1] - d[0]) * (b[2] - b[0]) - (d[2] - d[0]) * (b[1] - b[0])) / (h * h);
            double vb = ((d[2] - d[0]) * (a[1] - a[0]) - (d[1] - d[0]) * (a[2] - a[0])) / (h * h);
            straight[0] = d[0] - va * a[0] - vb * b[0] + bulge;
            straight[1] = straight[0] + va;
            straight[2] = straight[0] + vb;
            ab_cell_cut(&cell, straight, -1);
            abVec3 normal =
                normal_at(nodes, (a[0] + a[1] + a[2]) / 3.0, (b[0] + b[1] + b[2]) / 3.0);
            if (sum != NULL) {
                ab_moments_add(sum, &cell, normal);
            } else {
                add_cell(face, &cell, normal);
            }
        }
    }
}

static void add_pieces_together(const abFace *face, const Nodes *nodes) {
    enum { PIECES = 8 };
    abSurfaceMoments sum = {0};
    abMomentPoint at[3];
    add_pieces(face, nodes, PIECES, &sum);
    if (ab_moments_points(&sum, at)) {
        add_sum(face, &sum, at);
    }
}

static void take_small(const abFace *face) {
    const abShape *other = face->work->other;
    Nodes nodes;
    bool all = true;
    for (int i = 0; i < NODES; i++) {
        abVec3 x = i < 3 ? face->x[i] : ab_scale(0.5, ab_add(face->x[i - 3], face->x[(i - 2) % 3]));
        abClosest at = ab_shape_closest_point(other, x);
        nodes.depth[i] = -at.distance;
        nodes.normal[i] = at.normal;
        all &= at.distance < 0.0;
    }
    if (!may_rise(&nodes)) {
        return;
    }
    if (face->work->spec.bends != 0) {
        add_pieces(face, &nodes, 2, NULL);
    } else if (all) {
        const abVec3 *n = &nodes.normal[3];
        add_whole(face, ab_unit(ab_add(ab_add(n[0], n[1]), n[2])), -1, &nodes.depth[3]);
    } else {
        add_pieces_together(face, &nodes);
    }
}

static abFace quarter_of(const abFace *face, int which) {
    abFace out = *face;
    for (int i = 0; i < 3; i++) {
        // corner `which` and the middles beside it; of the last all middles
        int p = which < 3 ? which : i, q = which < 3 ? i : (i + 1) % 3;
        out.x[i] = ab_scale(0.5, ab_add(face->x[p], face->x[q]));
    }
    out.area = ab_scale(0.25, face->area);
    return out;
}

// Whether all corners are nearest to one flat face of a convex shape: then all of the triangle is.
static bool is_at_one_face(const abFace *face, double depth[3], abVec3 *normal) {
    const abShape *other = face->work->other;
    bool is_one = ab_shape_type(other->kind)->reach == NULL;
    for (int i = 0; i < 3 && is_one; i++) {
        abClosest at = ab_shape_closest_point(other, face->x[i]);
        depth[i] = -at.distance;
        *normal = i == 0 ? at.normal : *normal;
        is_one = at.normal.x == normal->x && at.normal.y == normal->y && at.normal.z == normal->z;
    }
    return is_one;
}

static void take_at_face(const abFace *face, const double depth[3], abVec3 normal) {
    if (depth[0] > 0.0 && depth[1] > 0.0 && depth[2] > 0.0) {
        take_straight(face, normal, -1, depth);
        return;
    }
    abSurfaceCell cell;
    ab_cell_begin(&cell, -1);
    memcpy(cell.depth, depth, sizeof cell.depth);
    ab_cell_cut(&cell, depth, AB_BEYOND_OUTSIDE);
    if (cell.count > 2) {
        add_cell(face, &cell, normal);
    }
}

static void take_on_shape(const abFace *face, double size, int levels) {
    abVec3 middle = ab_scale(1.0 / 3.0, ab_add(ab_add(face->x[0], face->x[1]), face->x[2]));
    // no point of a triangle is farther from its middle than two thirds of the longest median
    if (ab_shape_closest_point(face->work->other, middle).distance > 0.67 * size) {
        return;
    }
    double depth[3];
    abVec3 normal;
    if (is_at_one_face(face, depth, &normal)) {
        take_at_face(face, depth, normal);
        return;
    }
    if (levels > 0 && size > 0.1 * face->work->other->bound) {
        for (int i = 0; i < 4; i++) {
            abFace quarter = quarter_of(face, i);
            take_on_shape(&quarter, 0.5 * size, levels - 1);
        }
        return;
    }
    take_small(face);
}

// ---- all of them ----

void ab_surface_take_faces(abSurfaceWork *work) {
    enum { LEVELS = 6 };
    const abSurfaceTrack *track = work->track;
    const abMeshSurface *other = work->other->surface;
    if (other != NULL && other->is_round && !ab_surface_begin_cell_graphs(work)) {
        work->is_full = true;
    }
    for (size_t i = 0; i < track->face_count && !work->is_full; i++) {
        const int *c = &track->corners[3 * i];
        const abNearPoint *corner[3] = {&track->points[c[0]], &track->points[c[1]],
                                        &track->points[c[2]]};
        bool is_dry = corner[0]->depth <= 0.0 && corner[1]->depth <= 0.0 && corner[2]->depth <= 0.0;
        if (is_dry && work->workspace->plane_count == 1) {
            continue;
        }
        if (work->is_flat || work->other->surface != NULL) {
            take_on_faces(work, i, corner);
        } else {
            abFace face = face_of(work, track->faces[i], corner);
            take_on_shape(&face, sqrt(ab_longest_side2(corner)), LEVELS);
        }
    }
}
