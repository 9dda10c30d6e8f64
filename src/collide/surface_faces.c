// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_faces.c - rule `faces`: the wet part of each triangle of a mesh.
//
// Over a plane the depth is straight, over a mesh straight in each of its cells (surface_cells.c).
// Over other shapes it is the quadratic through true distances at corners and middles of sides, of
// triangles small against the shape: larger ones are divided, and so is that quadratic where it
// leaves the shape. Nothing comes or goes with a jump: what vanishes has no area or no depth.
//
// Source  docs/theory/surface_contact.md.

#include "collide/surface_faces.h"
#include "base/array.h"
#include "collide/query.h"

// ---- a part ----

static abSurfacePart *new_part(abSurfaceWork *work) {
    abSurfaceRoom *room = work->room;
    if (!AB_ARRAY_RESERVE(room->allocator, room->parts, room->part_capacity,
                          room->part_count + 1)) {
        work->is_full = true;
        return NULL;
    }
    return &room->parts[room->part_count];
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

static abVec3 place_at(const abFace *face, double a, double b) {
    abVec3 x = ab_scale(1.0 - a - b, face->x[0]);
    return ab_add_scaled(ab_add_scaled(x, a, face->x[1]), b, face->x[2]);
}

// Begins a part with `share` of the area of the face.
static abSurfacePart *begin_part(const abFace *face, double share, abVec3 normal, int other) {
    abSurfacePart *part = share > 0.0 ? new_part(face->work) : NULL;
    if (part != NULL) {
        part->triangle = face->triangle;
        part->area = ab_scale(share * face->work->share, face->area);
        part->normal = normal;
        part->wall_area = part->wall_depth = 0.0;
        part->other[0] = part->other[1] = part->other[2] = other;
        face->work->room->part_count++;
    }
    return part;
}

// All of a triangle, the depth straight.
static void add_whole(abSurfaceWork *work, int triangle, const abNearPoint *const corner[3],
                      abVec3 normal, int other) {
    abFace face = {.work = work,
                   .triangle = triangle,
                   .area = area_of(corner[0]->x, corner[1]->x, corner[2]->x)};
    abSurfacePart *part = begin_part(&face, 1.0, normal, other);
    for (int j = 0; j < 3 && part != NULL; j++) {
        const abNearPoint *p = corner[j], *q = corner[j == 2 ? 0 : j + 1];
        part->x[j] = ab_scale(0.5, ab_add(p->x, q->x));
        part->depth[j] = 0.5 * (p->depth + q->depth);
    }
}

// A piece with straight depth, divided from its first corner: three points each. Those where it
// ends at the surface of the other are in contact all the same: damping acts on their area, too.
static void add_cell(const abFace *face, const abSurfaceCell *cell, abVec3 normal) {
    static const double hardly = 1e-14;
    int other = face->work->is_flat ? -1 : cell->triangle;
    for (int i = 1; i + 1 < cell->count; i++) {
        const abCellCorner *c[3] = {&cell->at[0], &cell->at[i], &cell->at[i + 1]};
        double share =
            (c[1]->a - c[0]->a) * (c[2]->b - c[0]->b) - (c[2]->a - c[0]->a) * (c[1]->b - c[0]->b);
        double least =
            hardly * (ab_depth_at(cell, 0) + ab_depth_at(cell, i) + ab_depth_at(cell, i + 1));
        abSurfacePart *part = begin_part(face, share, normal, other);
        for (int j = 0; j < 3 && part != NULL; j++) {
            const abCellCorner *p = c[j], *q = c[j == 2 ? 0 : j + 1];
            double a = 0.5 * (p->a + q->a), b = 0.5 * (p->b + q->b);
            part->x[j] = place_at(face, a, b);
            part->depth[j] = ab_most(ab_at_cell(cell->depth, a, b), least);
        }
    }
}

// ---- over a mesh, or flat faces ----

// How far a point is outside a cell, in weights of the face; not above 0 inside.
static double outside_of(const abSurfaceCell *cell, double a, double b) {
    double most = -INFINITY;
    for (int i = 0; i < cell->count; i++) {
        const abCellCorner *from = &cell->at[i], *to = &cell->at[(i + 1) % cell->count];
        double da = to->a - from->a, db = to->b - from->b, length = sqrt(da * da + db * db);
        if (length > 0.0) {
            most = ab_most(most, (db * (a - from->a) - da * (b - from->b)) / length);
        }
    }
    return most;
}

// The cell a point is in; where it is in none, the one next to it.
static int cell_at(const abSurfaceRoom *room, double a, double b) {
    int best = 0;
    double least = INFINITY;
    for (size_t i = 0; i < room->cell_count; i++) {
        double outside = outside_of(&room->cells[i], a, b);
        if (outside < least) {
            least = outside;
            best = room->cells[i].triangle;
        }
    }
    return best;
}

static abSurfaceMoments sum_of_cells(const abFace *face) {
    const abSurfaceRoom *room = face->work->room;
    const abMeshSurface *other = face->work->other->surface;
    abSurfaceMoments sum = {0};
    for (size_t i = 0; i < room->cell_count; i++) {
        abVec3 normal = other->normals[room->cells[i].triangle];
        ab_moments_add(&sum, &room->cells[i], ab_pressed_normal(face->area, normal));
    }
    return sum;
}

// All cells of a mesh as one part.
static abSurfacePart *take_together(const abFace *face, const abSurfaceMoments *sum,
                                    abFaceWalls *walls) {
    abSurfaceRoom *room = face->work->room;
    abMomentPoint at[3];
    if (!ab_moments_points(sum, at)) {
        return NULL;
    }
    if (face->work->wish.stores) {
        ab_walls_add_rest(face, sum, at, walls);
    }
    abSurfacePart *part = begin_part(face, sum->one, ab_unit(sum->normal), -1);
    for (int j = 0; j < 3 && part != NULL; j++) {
        part->x[j] = place_at(face, at[j].a, at[j].b);
        part->depth[j] = at[j].depth;
        part->other[j] = face->work->wish.places ? cell_at(room, at[j].a, at[j].b) : -1;
    }
    return part;
}

// The sum over the cells, NULL: not known yet.
static void take_cells(const abFace *face, const abSurfaceMoments *sum) {
    abSurfaceRoom *room = face->work->room;
    size_t from = room->part_count;
    abFaceWalls walls = {0};
    if (face->work->wish.stores) {
        ab_walls_add(face, &walls);
    }
    // next to edges that stand in depths differ by more than three points can show
    bool is_bent = !face->work->is_flat && face->work->other->surface->has_inlets;
    if (sum == NULL && (face->work->is_flat || is_bent || room->cell_count == 1)) {
        for (size_t i = 0; i < room->cell_count; i++) {
            add_cell(face, &room->cells[i],
                     ab_face_plane(face->work, room->cells[i].triangle).normal);
        }
    } else {
        abSurfaceMoments here = sum != NULL ? *sum : sum_of_cells(face);
        take_together(face, &here, &walls);
    }
    if (room->part_count > from) {
        ab_walls_put(face, &walls, &room->parts[from]);
    }
}

// The wet part by the net of a face; a single wet cell goes into the room.
static abNetResult take_net(abSurfaceWork *work, size_t i, const abNearPoint *const corner[3],
                            abSurfaceMoments *sum) {
    abSurfaceCell one;
    abSurfaceRoom *room = work->room;
    abNetResult result = ab_surface_sum_net(work, i, corner, sum, &one);
    room->cell_count = 0;
    if (result == AB_NET_ONE) {
        if (!AB_ARRAY_RESERVE(room->allocator, room->cells, room->cell_capacity, 1)) {
            return AB_NET_FULL;
        }
        ab_cell_cut(&one, one.depth, AB_BEYOND_DRY);
        room->cells[0] = one;
        room->cell_count = one.count >= 3 ? 1 : 0;
    }
    return result;
}

static void take_on_faces(abSurfaceWork *work, size_t i, const abNearPoint *const corner[3]) {
    int triangle = work->track->faces[i];
    int t = corner[0]->triangle;
    bool is_convex = work->is_flat || work->other->surface->is_convex;
    bool is_one = t == corner[1]->triangle && t == corner[2]->triangle && is_convex;
    bool is_wet = corner[0]->depth > 0.0 && corner[1]->depth > 0.0 && corner[2]->depth > 0.0;
    if (is_one && is_wet) {
        add_whole(work, triangle, corner, ab_face_plane(work, t).normal, work->is_flat ? -1 : t);
        return;
    }
    bool is_round = !work->is_flat && work->other->surface->is_round, is_done = true;
    bool wants_cells = work->wish.stores || work->wish.places;
    abSurfaceMoments sum;
    abNetResult net = AB_NET_NONE;
    work->room->cell_count = 0;
    if (is_round) {
        net = take_net(work, i, corner, &sum);
    }
    if (net == AB_NET_NONE || (net == AB_NET_MANY && wants_cells)) {
        is_done = work->is_flat ? ab_surface_find_flat_cells(work, corner)
                                : ab_surface_find_cells(work, corner);
    }
    if (!is_done || net == AB_NET_FULL) {
        work->is_full = true;
    } else if (work->room->cell_count > 0 || net == AB_NET_MANY) {
        abFace face = face_of(work, triangle, corner);
        take_cells(&face, net == AB_NET_MANY ? &sum : NULL);
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
    double most = -INFINITY, bulge = 0.0;
    for (int i = 0; i < NODES; i++) {
        most = ab_most(most, nodes->depth[i]);
        bulge = ab_most(bulge, fabs(i < 3 ? bulge_of_side(nodes, i) : 0.0));
    }
    return most + bulge > 0.0;
}

// The quadratic's wet part in straight pieces of the same mean: each side of the triangle in
// `parts`.
static void add_pieces(const Nodes *nodes, int parts, abSurfaceMoments *sum) {
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
            ab_moments_add(
                sum, &cell,
                normal_at(nodes, (a[0] + a[1] + a[2]) / 3.0, (b[0] + b[1] + b[2]) / 3.0));
        }
    }
}

static void add_whole_bent(const abFace *face, const Nodes *nodes) {
    abVec3 normal = ab_unit(ab_add(ab_add(nodes->normal[3], nodes->normal[4]), nodes->normal[5]));
    abSurfacePart *part = begin_part(face, 1.0, normal, -1);
    for (int j = 0; j < 3 && part != NULL; j++) {
        part->x[j] = ab_scale(0.5, ab_add(face->x[j], face->x[(j + 1) % 3]));
        part->depth[j] = nodes->depth[3 + j];
    }
}

static void add_pieces_together(const abFace *face, const Nodes *nodes) {
    enum { PIECES = 8 };
    abSurfaceMoments sum = {0};
    abMomentPoint at[3];
    add_pieces(nodes, PIECES, &sum);
    if (ab_moments_points(&sum, at)) {
        abSurfacePart *part = begin_part(face, sum.one, ab_unit(sum.normal), -1);
        for (int j = 0; j < 3 && part != NULL; j++) {
            part->x[j] = place_at(face, at[j].a, at[j].b);
            part->depth[j] = at[j].depth;
        }
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
    if (all) {
        add_whole_bent(face, &nodes);
    } else if (may_rise(&nodes)) {
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

static void take_on_shape(const abFace *face, double size, int levels) {
    abVec3 middle = ab_scale(1.0 / 3.0, ab_add(ab_add(face->x[0], face->x[1]), face->x[2]));
    // no point of a triangle is farther from its middle than two thirds of the longest median
    if (ab_shape_closest_point(face->work->other, middle).distance > 0.67 * size) {
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

static double longest_side(const abFace *face) {
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        most = ab_most(most, ab_norm2(ab_sub(face->x[i], face->x[(i + 1) % 3])));
    }
    return sqrt(most);
}

void ab_surface_take_faces(abSurfaceWork *work) {
    enum { LEVELS = 6 };
    const abSurfaceTrack *track = work->track;
    const abMeshSurface *other = work->other->surface;
    if (other != NULL && other->is_round && !ab_surface_begin_nets(work)) {
        work->is_full = true;
    }
    for (size_t i = 0; i < track->face_count && !work->is_full; i++) {
        const int *c = &track->corners[3 * i];
        const abNearPoint *corner[3] = {&track->points[c[0]], &track->points[c[1]],
                                        &track->points[c[2]]};
        bool is_dry = corner[0]->depth <= 0.0 && corner[1]->depth <= 0.0 && corner[2]->depth <= 0.0;
        if (is_dry && work->room->plane_count == 1) {
            continue;
        }
        if (work->is_flat || work->other->surface != NULL) {
            take_on_faces(work, i, corner);
        } else {
            abFace face = face_of(work, track->faces[i], corner);
            take_on_shape(&face, longest_side(&face), LEVELS);
        }
    }
}
