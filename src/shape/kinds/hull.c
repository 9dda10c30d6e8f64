// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hull.c - the convex hull of the points of a mesh file, as a shape.
//
// qhull finds the faces (coplanar triangles merged); we keep corners, face planes, and for each
// corner its neighbours; a table by direction gives the farthest corner (hull_cells.c).
//
// Mass    sum over tetrahedra from an inner point to triangles of the faces, exact up to rounding
//         (mesh/core/mesh_moments.c).
// Source  qhull: C. B. Barber, D. P. Dobkin, H. Huhdanpaa, ACM Trans. Math. Software 22 (1996) 469.
// Limits  the cloud must have volume: thickness above 1e-9 of its length.
// Cost    support: a table look-up and four corners, for any number of them.

#include "shape/kinds/hull.h"

#include <stdio.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>

#include "math/core/vector_math.h"
#include "mesh/core/mesh_moments.h"
#include "mesh/read/mesh_source.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"
#include "shape/kinds/hull_cells.h"

typedef struct Hull {
    const char *file;
    abVec3 scale;
    int units;
} Hull;

static const abKey s_keys[] = {
    AB_TEXT_REQUIRED(
        Hull, file,
        "OBJ, STL, PLY, glTF, GLB or Nastran file, relative to the model's folder; its convex "
        "hull is "
        "used"),
    AB_ANY(AB_KEY_SCALE, Hull, scale, "-", 1.0, -1e12, 1e12,
           "factor for the file's numbers, one for all axes or three"),
    AB_WORD(Hull, units, ab_mesh_units, 0, "unit of the file's numbers"),
};
static const abTable s_table =
    AB_TABLE("hull", Hull, s_keys, "convex hull of the points of a mesh file");

// A solid needs four points that span a volume. Checked before qhull, whose messages speak of
// itself.
static bool has_volume(const abVec3 *points, size_t count) {
    size_t far = 0;
    double best = 0.0, length, area;
    for (size_t i = 1; i < count; i++) {
        double d = ab_norm(ab_sub(points[i], points[0]));
        if (d > best) {
            best = d, far = i;
        }
    }
    length = best;
    abVec3 along = ab_unit(ab_sub(points[far], points[0])), across = {0.0, 0.0, 0.0};
    best = 0.0;
    for (size_t i = 1; i < count; i++) {
        abVec3 c = ab_cross(along, ab_sub(points[i], points[0]));
        double d = ab_norm(c);
        if (d > best) {
            best = d, across = ab_unit(c);
        }
    }
    area = best;
    best = 0.0;
    for (size_t i = 1; i < count; i++) {
        best = fmax(best, fabs(ab_dot(across, ab_sub(points[i], points[0]))));
    }
    return area > 1e-9 * length && best > 1e-9 * length;
}

static abVec3 point_of(const vertexT *vertex) {
    return (abVec3){vertex->point[0], vertex->point[1], vertex->point[2]};
}

// Copies corners in the order of the given points; `number` maps point ids to corners.
static bool copy_corners(qhT *qh, abHull *hull, int *number, size_t count, abArena *arena) {
    for (size_t i = 0; i < count; i++) {
        number[i] = -1;
    }
    for (const vertexT *vertex = qh->vertex_list; vertex != NULL && vertex->next != NULL;
         vertex = vertex->next) { // the last is a sentinel
        number[qh_pointid(qh, vertex->point)] = 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (number[i] == 0) {
            number[i] = hull->corner_count++;
        }
    }
    hull->corners = AB_ARENA_NEW(arena, abVec3, (size_t)hull->corner_count);
    if (hull->corners == NULL) {
        return false;
    }
    for (const vertexT *vertex = qh->vertex_list; vertex != NULL && vertex->next != NULL;
         vertex = vertex->next) { // the last is a sentinel
        hull->corners[number[qh_pointid(qh, vertex->point)]] = point_of(vertex);
    }
    return true;
}

// Sum of cross products: twice the area times the normal.
static abVec3 newell(const abHull *hull, int face) {
    abVec3 sum = {0.0, 0.0, 0.0},
           origin = hull->corners[hull->face_corners[hull->face_start[face]]];
    for (int i = hull->face_start[face] + 1; i + 1 < hull->face_start[face + 1]; i++) {
        abVec3 a = ab_sub(hull->corners[hull->face_corners[i]], origin);
        abVec3 b = ab_sub(hull->corners[hull->face_corners[i + 1]], origin);
        sum = ab_add(sum, ab_cross(a, b));
    }
    return sum;
}

static void reverse(int *items, int count) {
    for (int i = 0; i < count / 2; i++) {
        int swap = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = swap;
    }
}

static bool copy_faces(qhT *qh, abHull *hull, const int *number, abArena *arena) {
    facetT *facet;
    vertexT *vertex, **vertexp;
    size_t faces = 0, corners = 0;
    FORALLfacets {
        faces++;
        corners += (size_t)qh_setsize(qh, facet->vertices);
    }
    hull->normals = AB_ARENA_NEW(arena, abVec3, faces);
    hull->offsets = AB_ARENA_NEW(arena, double, faces);
    hull->face_start = AB_ARENA_NEW(arena, int, faces + 1);
    hull->face_corners = AB_ARENA_NEW(arena, int, corners);
    if (hull->normals == NULL || hull->offsets == NULL || hull->face_start == NULL ||
        hull->face_corners == NULL) {
        return false;
    }
    FORALLfacets {
        int f = hull->face_count++, first = hull->face_start[f], n = 0;
        setT *around = qh_facet3vertex(qh, facet);
        FOREACHvertex_(around) {
            hull->face_corners[first + n++] = number[qh_pointid(qh, vertex->point)];
        }
        qh_settempfree(qh, &around);
        hull->face_start[f + 1] = first + n;
        abVec3 normal = newell(hull, f),
               outward = {facet->normal[0], facet->normal[1], facet->normal[2]};
        if (ab_dot(normal, outward) < 0.0) {
            reverse(hull->face_corners + first, n);
            normal = ab_neg(normal);
        }
        hull->normals[f] = ab_unit(normal);
        hull->offsets[f] = -INFINITY;
        for (int i = first; i < first + n; i++) {
            hull->offsets[f] = fmax(hull->offsets[f],
                                    ab_dot(hull->normals[f], hull->corners[hull->face_corners[i]]));
        }
    }
    return true;
}

// Lists, for each corner, its faces and the corners that follow it around those faces.
static bool link_corners(abHull *hull, abArena *arena) {
    size_t n = (size_t)hull->corner_count, total = (size_t)hull->face_start[hull->face_count];
    hull->ring_start = AB_ARENA_NEW(arena, int, n + 1);
    hull->ring = AB_ARENA_NEW(arena, int, total);
    hull->fan = AB_ARENA_NEW(arena, int, total);
    int *next = AB_ARENA_NEW(arena, int, n);
    if (hull->ring_start == NULL || hull->ring == NULL || hull->fan == NULL || next == NULL) {
        return false;
    }
    hull->fan_start = hull->ring_start; // each edge leaves a corner within one face: equal counts
    for (size_t i = 0; i < total; i++) {
        hull->ring_start[hull->face_corners[i] + 1]++;
    }
    for (size_t i = 0; i < n; i++) {
        hull->ring_start[i + 1] += hull->ring_start[i];
        next[i] = hull->ring_start[i];
    }
    for (int f = 0; f < hull->face_count; f++) {
        int first = hull->face_start[f], end = hull->face_start[f + 1];
        for (int i = first; i < end; i++) {
            int corner = hull->face_corners[i];
            hull->fan[next[corner]] = f;
            hull->ring[next[corner]++] = hull->face_corners[i + 1 < end ? i + 1 : first];
        }
    }
    return true;
}

static abMassProperties solid_mass(const abHull *hull) {
    abVec3 inner = ab_scale(0.5, ab_add(hull->low, hull->high));
    abMoments moments = {0};
    for (int f = 0; f < hull->face_count; f++) {
        int start = hull->face_start[f];
        abVec3 a = ab_sub(hull->corners[hull->face_corners[start]], inner);
        for (int i = start + 1; i + 1 < hull->face_start[f + 1]; i++) {
            abVec3 b = ab_sub(hull->corners[hull->face_corners[i]], inner);
            abVec3 c = ab_sub(hull->corners[hull->face_corners[i + 1]], inner);
            ab_moments_add_tetrahedron(&moments, a, b, c);
        }
    }
    return ab_moments_properties(&moments, inner);
}

static void measure(abHull *hull) {
    hull->low = hull->high = hull->corners[0];
    for (int i = 1; i < hull->corner_count; i++) {
        abVec3 p = hull->corners[i];
        for (int axis = 0; axis < 3; axis++) {
            ab_set(&hull->high, axis, fmax(ab_get(hull->high, axis), ab_get(p, axis)));
            ab_set(&hull->low, axis, fmin(ab_get(hull->low, axis), ab_get(p, axis)));
        }
    }
    hull->mass = solid_mass(hull);
}

static bool copy_hull(qhT *qh, abHull *hull, size_t count, abArena *arena) {
    int *number = AB_ARENA_NEW(arena, int, count);
    if (number == NULL || !copy_corners(qh, hull, number, count, arena) ||
        !copy_faces(qh, hull, number, arena) || !link_corners(hull, arena)) {
        return false;
    }
    measure(hull);
    return ab_hull_make_cells(hull, arena);
}

// qhull writes to a stream only; what it says goes to a file that vanishes.
static abResult run_qhull(double *coordinates, size_t count, abArena *arena, abHull *hull,
                          abPlace place, abError *error) {
    FILE *talk = tmpfile();
    if (talk == NULL) {
        return ab_error_add(error, AB_IO, place, "no temporary file for the convex hull");
    }
    qhT qh;
    qh_zero(&qh, talk);
    char flags[] = "qhull Pp";
    abResult result = AB_OK;
    if (qh_new_qhull(&qh, 3, (int)count, coordinates, False, flags, talk, talk) != 0) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "the convex hull of the %zu points could not be formed; they are "
                              "probably flat",
                              count);
    } else if (!copy_hull(&qh, hull, count, arena)) {
        result = ab_error_add(error, AB_IO, place, "no memory for a convex hull");
    }
    int left, total;
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &left, &total);
    fclose(talk);
    return result;
}

abResult ab_hull_build(const abVec3 *points, size_t count, abArena *arena, abHull **hull,
                       abPlace place, abError *error) {
    if (count < 4 || !has_volume(points, count)) {
        ab_error_add(error, AB_BAD_MODEL, place,
                     "a hull needs points that enclose a volume; these %zu are flat", count);
        return AB_BAD_MODEL;
    }
    *hull = AB_ARENA_NEW(arena, abHull, 1);
    double *coordinates = AB_ARENA_NEW(arena, double, 3 * count);
    if (*hull == NULL || coordinates == NULL) {
        ab_error_add(error, AB_IO, place, "no memory for a convex hull");
        return AB_IO;
    }
    for (size_t i = 0; i < count; i++) {
        coordinates[3 * i] = points[i].x;
        coordinates[3 * i + 1] = points[i].y;
        coordinates[3 * i + 2] = points[i].z;
    }
    return run_qhull(coordinates, count, arena, *hull, place, error);
}

abResult ab_hull_of_mesh(abMeshSource *source, abArena *arena, abShape *shape, abPlace place,
                         abError *error) {
    abHull *hull = NULL;
    AB_TRY(
        ab_hull_build(source->mesh.points, source->mesh.point_count, arena, &hull, place, error));
    abVec3 size = ab_sub(hull->high, hull->low);
    *shape = (abShape){.kind = AB_SHAPE_HULL,
                       .hull = hull,
                       .center = hull->mass.center,
                       .contact_radius = 0.5 * fmin(size.x, fmin(size.y, size.z))};
    for (int i = 0; i < hull->corner_count; i++) {
        shape->bound = fmax(shape->bound, ab_norm(ab_sub(hull->corners[i], shape->center)));
    }
    source->hull_volume = hull->mass.mass;
    return AB_OK;
}

static abResult hull_compile(const void *params, double smoothing, const char *folder,
                             abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing;
    const Hull *hull = params;
    abMeshSpec spec = {.file = hull->file, .scale = hull->scale, .unit = hull->units};
    if (spec.file == NULL || spec.file[0] == '\0') {
        return ab_error_add(error, AB_BAD_MODEL, place, "hull: file is missing");
    }
    abMeshSource *source = NULL;
    AB_TRY(ab_mesh_source(&spec, folder, arena, &source, place, error));
    const abMeshFinding *open = &source->report.found[AB_MESH_OPEN_EDGES];
    if (open->count > 0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s: the mesh is open at the edge from vertex %d to vertex %d, which "
                            "belongs to one face only; close it or leave out all faces",
                            spec.file, open->first[0][0], open->first[0][1]);
    }
    AB_TRY(ab_hull_of_mesh(source, arena, shape, place, error));
    shape->mesh = source;
    return AB_OK;
}

abVec3 ab_hull_support(const abShape *shape, abVec3 d) {
    return shape->hull->corners[ab_hull_farthest(shape->hull, d)];
}

static abMassProperties hull_mass(const void *params, const abShape *shape) {
    (void)params;
    return shape->hull->mass;
}

static int hull_piece(const abShape *shape, abVec3 d) {
    return ab_hull_farthest(shape->hull, d);
}

static abPiece hull_piece_at(const abShape *shape, int index) {
    return (abPiece){shape->hull->corners[index], {0.0, 0.0, 0.0}};
}

// Among the faces at the farthest corner; the others deviate more for all but very obtuse bodies.
static int nearest_face(const abHull *hull, abVec3 d) {
    int corner = ab_hull_farthest(hull, d), best = hull->fan[hull->fan_start[corner]];
    double maximum = -INFINITY;
    for (int i = hull->fan_start[corner]; i < hull->fan_start[corner + 1]; i++) {
        double along = ab_dot(hull->normals[hull->fan[i]], d);
        if (along > maximum) {
            maximum = along, best = hull->fan[i];
        }
    }
    return best;
}

static bool hull_face(const abShape *shape, abVec3 d, abVec3 *normal) {
    *normal = shape->hull->normals[nearest_face(shape->hull, d)];
    return true;
}

static double hull_face_margin(const abShape *shape, abVec3 normal, abVec3 p) {
    const abHull *hull = shape->hull;
    int f = nearest_face(hull, normal), first = hull->face_start[f], end = hull->face_start[f + 1];
    double margin = INFINITY;
    for (int i = first; i < end; i++) {
        abVec3 a = hull->corners[hull->face_corners[i]];
        abVec3 b = hull->corners[hull->face_corners[i + 1 < end ? i + 1 : first]];
        abVec3 inward = ab_unit(ab_cross(hull->normals[f], ab_sub(b, a)));
        margin = fmin(margin, ab_dot(inward, ab_sub(p, a)));
    }
    return margin;
}

static bool hull_holds_ball(const abShape *shape, abVec3 x, abVec3 n, double rho) {
    abVec3 center = ab_add_scaled(x, -rho, n);
    double minimum = rho - rounding_slack(shape);
    for (int f = 0; f < shape->hull->face_count; f++) {
        if (!(shape->hull->offsets[f] - ab_dot(shape->hull->normals[f], center) >= minimum)) {
            return false;
        }
    }
    return true;
}

static int hull_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    const abHull *hull = shape->hull;
    int f = nearest_face(hull, d), first = hull->face_start[f];
    if (ab_norm(ab_cross(hull->normals[f], d)) <= AB_FLAT_ANGLE) {
        int n = hull->face_start[f + 1] - first;
        int kept = n < AB_FEATURE_MAX ? n : AB_FEATURE_MAX;
        for (int i = 0; i < kept; i++) {
            corners[i] = hull->corners[hull->face_corners[first + i * n / kept]];
        }
        return kept;
    }
    int top = ab_hull_farthest(hull, d);
    double minimum = AB_FLAT_ANGLE; // of two such edges the one more at right angles
    int count = 1;
    corners[0] = hull->corners[top];
    for (int i = hull->ring_start[top]; i < hull->ring_start[top + 1]; i++) {
        abVec3 edge = ab_sub(hull->corners[hull->ring[i]], corners[0]);
        double tilt = fabs(ab_dot(edge, d)) / ab_norm(edge);
        if (tilt <= minimum) {
            corners[1] = hull->corners[hull->ring[i]];
            minimum = tilt;
            count = 2;
        }
    }
    return count;
}

// The faces that hold x: one on a face, two on an edge, more in a corner.
static int faces_at(const abShape *shape, abVec3 x, abVec3 n, int faces[2]) {
    const abHull *hull = shape->hull;
    int corner = ab_hull_farthest(hull, n), count = 0;
    for (int i = hull->fan_start[corner]; i < hull->fan_start[corner + 1]; i++) {
        int f = hull->fan[i];
        if (ab_dot(hull->normals[f], x) >= hull->offsets[f] - edge_slack(shape)) {
            if (count < 2) {
                faces[count] = f;
            }
            count++;
        }
    }
    return count;
}

static void hull_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    const abHull *hull = shape->hull;
    int faces[2], count = faces_at(shape, x, n, faces);
    *out = ab_radii(count > 2 ? 0.0 : INFINITY, count > 1 ? 0.0 : INFINITY, ab_perpendicular(n));
    if (count != 2) {
        return;
    }
    out->along = ab_unit(ab_cross(hull->normals[faces[0]], hull->normals[faces[1]]));
    abVec3 other = hull->normals[faces[1]];
    for (int i = hull->face_start[faces[0]]; i < hull->face_start[faces[0] + 1]; i++) {
        abVec3 corner = hull->corners[hull->face_corners[i]];
        if (ab_dot(other, corner) >= hull->offsets[faces[1]] - edge_slack(shape)) {
            double s = ab_dot(out->along, ab_sub(corner, x));
            out->reach[0] = fmax(out->reach[0], s), out->reach[1] = fmax(out->reach[1], -s);
        }
    }
}

const abShapeType ab_shape_type_hull = {.table = &s_table,
                                        .compile = hull_compile,
                                        .support = ab_hull_support,
                                        .mass = hull_mass,
                                        .piece = hull_piece,
                                        .piece_at = hull_piece_at,
                                        .face = hull_face,
                                        .face_margin = hull_face_margin,
                                        .holds_ball = hull_holds_ball,
                                        .feature = hull_feature,
                                        .carries = AB_CARRIES_FACES,
                                        .radii = hull_radii};
