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
// What a mesh stores, U = int p dV over the overlap, is int W (m . n) dA on this surface and
//
//   2 sin(t/2) int W dA = 2 tan(t/2) int int_0^d W ds dt                                  (1)
//
// on each wall between two cells whose normals differ by t (> 0 where the edge stands out), dt
// along the edge: by Gauss' theorem for the field n W of each cell. Of a triangle's walls what is
// needed is one area and one depth that have the same integrals of d^2 and d^3.
//
// Source  docs/theory/surface_contact.md.

#include "base/array.h"
#include "collide/query.h"
#include "collide/surface_moments.h"

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

// One triangle of the surface, or a piece of one.
typedef struct Face {
    abSurfaceWork *work;
    int triangle;
    abVec3 x[3]; // corners, in the frame of the other                                     [m]
    abVec3 area; // as a vector                                                            [m^2]
} Face;

static abVec3 area_of(abVec3 a, abVec3 b, abVec3 c) {
    return ab_scale(0.5, ab_cross(ab_sub(b, a), ab_sub(c, a)));
}

static Face face_of(abSurfaceWork *work, int triangle, const abNearPoint *const corner[3]) {
    return (Face){.work = work,
                  .triangle = triangle,
                  .x = {corner[0]->x, corner[1]->x, corner[2]->x},
                  .area = area_of(corner[0]->x, corner[1]->x, corner[2]->x)};
}

static abVec3 place_at(const Face *face, double a, double b) {
    abVec3 x = ab_scale(1.0 - a - b, face->x[0]);
    return ab_add_scaled(ab_add_scaled(x, a, face->x[1]), b, face->x[2]);
}

// Begins a part with `share` of the area of the face.
static abSurfacePart *begin_part(const Face *face, double share, abVec3 normal, int other) {
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
    Face face = {.work = work,
                 .triangle = triangle,
                 .area = area_of(corner[0]->x, corner[1]->x, corner[2]->x)};
    abSurfacePart *part = begin_part(&face, 1.0, normal, other);
    for (int j = 0; j < 3 && part != NULL; j++) {
        const abNearPoint *p = corner[j], *q = corner[j == 2 ? 0 : j + 1];
        part->x[j] = ab_scale(0.5, ab_add(p->x, q->x));
        part->depth[j] = 0.5 * (p->depth + q->depth);
    }
}

// A piece with straight depth, divided from its first corner: three points each.
static void add_cell(const Face *face, const abSurfaceCell *cell, abVec3 normal) {
    int other = face->work->is_flat ? -1 : cell->triangle;
    for (int i = 1; i + 1 < cell->count; i++) {
        const abCellCorner *c[3] = {&cell->at[0], &cell->at[i], &cell->at[i + 1]};
        double share =
            (c[1]->a - c[0]->a) * (c[2]->b - c[0]->b) - (c[2]->a - c[0]->a) * (c[1]->b - c[0]->b);
        abSurfacePart *part = begin_part(face, share, normal, other);
        for (int j = 0; j < 3 && part != NULL; j++) {
            const abCellCorner *p = c[j], *q = c[j == 2 ? 0 : j + 1];
            double a = 0.5 * (p->a + q->a), b = 0.5 * (p->b + q->b);
            part->x[j] = place_at(face, a, b);
            part->depth[j] = ab_most(ab_at_cell(cell->depth, a, b), 0.0);
        }
    }
}

// ---- over a mesh, or flat faces ----

// Integrals of depth^2 and depth^3 over walls, times their leaning.
typedef struct Walls {
    double squares, cubes, deepest;
} Walls;

static abMeshPlane plane_of(const abSurfaceWork *work, int triangle) {
    return work->is_flat ? work->room->planes[triangle]
                         : work->other->surface->cells[triangle].plane;
}

// Along the edge above a wall of a cell, and how the normals on both sides lean.
static abVec3 edge_at(const abSurfaceWork *work, const abSurfaceCell *cell, int other,
                      double *lean) {
    abVec3 n = plane_of(work, cell->triangle).normal, m = plane_of(work, other).normal;
    *lean = ab_norm(ab_sub(n, m)) / ab_norm(ab_add(n, m));
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
    abMeshPlane p = plane_of(work, cell->triangle), q = plane_of(work, i), r = plane_of(work, j);
    abVec3 qr = ab_cross(q.normal, r.normal);
    double det = ab_dot(p.normal, qr);
    abVec3 sum = ab_scale(p.height, qr);
    sum = ab_add_scaled(sum, q.height, ab_cross(r.normal, p.normal));
    sum = ab_add_scaled(sum, r.height, ab_cross(p.normal, q.normal));
    *corner = ab_scale(1.0 / det, sum);
    return fabs(det) > 1e-9;
}

// (1) but for half of it, which the cell across the wall has.
static void add_wall(const Face *face, const abSurfaceCell *cell, int i, Walls *walls) {
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
static void add_end(const Face *face, const abSurfaceCell *cell, int i, Walls *walls) {
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

static void add_walls(const Face *face, const abSurfaceCell *cell, Walls *walls) {
    for (int i = 0; i < cell->count; i++) {
        if (cell->at[i].edge >= 0) {
            add_wall(face, cell, i, walls);
            add_end(face, cell, i, walls);
        }
    }
}

static void put_walls(const Face *face, const Walls *walls, abSurfacePart *part) {
    if (walls->squares == 0.0) {
        return;
    }
    double depth = walls->cubes / walls->squares;
    depth = depth > 0.0 && depth <= walls->deepest ? depth : walls->deepest;
    double facing = ab_dot(face->area, part->normal);
    part->wall_depth = depth;
    part->wall_area = (facing < 0.0 ? 1.0 : -1.0) * face->work->share * walls->squares / depth;
}

// How far a point is outside a cell, in weights of the face; not above 0 inside.
static double outside_of(const abSurfaceCell *cell, double a, double b) {
    double most = -INFINITY;
    for (int i = 0; i < cell->count; i++) {
        const abCellCorner *from = &cell->at[i], *to = &cell->at[(i + 1) % cell->count];
        double da = to->a - from->a, db = to->b - from->b, length = sqrt(da * da + db * db);
        if (length > 0.0) {
            most = fmax(most, (db * (a - from->a) - da * (b - from->b)) / length);
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

// What points of a part have less of than its cells, depth squared times how far their normals are
// against the face; as walls that store as much.
static void add_rest(const Face *face, const abSurfaceMoments *sum, const abMomentPoint at[3],
                     Walls *walls) {
    const abSurfaceRoom *room = face->work->room;
    double rest = 0.0, depth = sum->d / sum->one;
    for (size_t i = 0; i < room->cell_count; i++) {
        abVec3 n = plane_of(face->work, room->cells[i].triangle).normal;
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

// All cells of a mesh as one part.
static abSurfacePart *take_together(const Face *face, Walls *walls) {
    abSurfaceRoom *room = face->work->room;
    const abMeshSurface *other = face->work->other->surface;
    abSurfaceMoments sum = {0};
    abMomentPoint at[3];
    for (size_t i = 0; i < room->cell_count; i++) {
        ab_moments_add(&sum, &room->cells[i], other->normals[room->cells[i].triangle]);
    }
    if (!ab_moments_points(&sum, at)) {
        return NULL;
    }
    if (face->work->wish.stores) {
        add_rest(face, &sum, at, walls);
    }
    abSurfacePart *part = begin_part(face, sum.one, ab_unit(sum.normal), -1);
    for (int j = 0; j < 3 && part != NULL; j++) {
        part->x[j] = place_at(face, at[j].a, at[j].b);
        part->depth[j] = at[j].depth;
        part->other[j] = cell_at(room, at[j].a, at[j].b);
    }
    return part;
}

static void take_cells(const Face *face) {
    abSurfaceRoom *room = face->work->room;
    size_t from = room->part_count;
    Walls walls = {0};
    for (size_t i = 0; i < room->cell_count && face->work->wish.stores; i++) {
        add_walls(face, &room->cells[i], &walls);
    }
    if (face->work->is_flat || room->cell_count == 1) {
        for (size_t i = 0; i < room->cell_count; i++) {
            add_cell(face, &room->cells[i], plane_of(face->work, room->cells[i].triangle).normal);
        }
    } else {
        take_together(face, &walls);
    }
    if (room->part_count > from) {
        put_walls(face, &walls, &room->parts[from]);
    }
}

static void take_on_faces(abSurfaceWork *work, int triangle, const abNearPoint *const corner[3]) {
    int t = corner[0]->triangle;
    bool is_convex = work->is_flat || work->other->surface->is_convex;
    bool is_one = t == corner[1]->triangle && t == corner[2]->triangle && is_convex;
    bool is_wet = corner[0]->depth > 0.0 && corner[1]->depth > 0.0 && corner[2]->depth > 0.0;
    if (is_one && is_wet) {
        add_whole(work, triangle, corner, plane_of(work, t).normal, work->is_flat ? -1 : t);
        return;
    }
    bool is_done = work->is_flat ? ab_surface_find_flat_cells(work, corner)
                                 : ab_surface_find_cells(work, corner);
    if (!is_done) {
        work->is_full = true;
    } else if (work->room->cell_count > 0) {
        Face face = face_of(work, triangle, corner);
        take_cells(&face);
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

static void add_whole_bent(const Face *face, const Nodes *nodes) {
    abVec3 normal = ab_unit(ab_add(ab_add(nodes->normal[3], nodes->normal[4]), nodes->normal[5]));
    abSurfacePart *part = begin_part(face, 1.0, normal, -1);
    for (int j = 0; j < 3 && part != NULL; j++) {
        part->x[j] = ab_scale(0.5, ab_add(face->x[j], face->x[(j + 1) % 3]));
        part->depth[j] = nodes->depth[3 + j];
    }
}

static void add_pieces_together(const Face *face, const Nodes *nodes) {
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

static void take_small(const Face *face) {
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

static Face quarter_of(const Face *face, int which) {
    Face out = *face;
    for (int i = 0; i < 3; i++) {
        // corner `which` and the middles beside it; of the last all middles
        int p = which < 3 ? which : i, q = which < 3 ? i : (i + 1) % 3;
        out.x[i] = ab_scale(0.5, ab_add(face->x[p], face->x[q]));
    }
    out.area = ab_scale(0.25, face->area);
    return out;
}

static void take_on_shape(const Face *face, double size, int levels) {
    abVec3 middle = ab_scale(1.0 / 3.0, ab_add(ab_add(face->x[0], face->x[1]), face->x[2]));
    // no point of a triangle is farther from its middle than two thirds of the longest median
    if (ab_shape_closest_point(face->work->other, middle).distance > 0.67 * size) {
        return;
    }
    if (levels > 0 && size > 0.1 * face->work->other->bound) {
        for (int i = 0; i < 4; i++) {
            Face quarter = quarter_of(face, i);
            take_on_shape(&quarter, 0.5 * size, levels - 1);
        }
        return;
    }
    take_small(face);
}

// ---- all of them ----

static double longest_side(const Face *face) {
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        most = ab_most(most, ab_norm2(ab_sub(face->x[i], face->x[(i + 1) % 3])));
    }
    return sqrt(most);
}

void ab_surface_take_faces(abSurfaceWork *work) {
    enum { LEVELS = 6 };
    const abSurfaceTrack *track = work->track;
    for (size_t i = 0; i < track->face_count && !work->is_full; i++) {
        const int *c = &track->corners[3 * i];
        const abNearPoint *corner[3] = {&track->points[c[0]], &track->points[c[1]],
                                        &track->points[c[2]]};
        bool is_dry = corner[0]->depth <= 0.0 && corner[1]->depth <= 0.0 && corner[2]->depth <= 0.0;
        if (is_dry && work->room->plane_count == 1) {
            continue;
        }
        if (work->is_flat || work->other->surface != NULL) {
            take_on_faces(work, track->faces[i], corner);
        } else {
            Face face = face_of(work, track->faces[i], corner);
            take_on_shape(&face, longest_side(&face), LEVELS);
        }
    }
}
