// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// vertex_points.c - the two rules by which a wet surface becomes points.
//
// Vertices. The area of a vertex with the sum S of its triangles' areas as vectors is |S . n|/3, n
// the direction to the nearest surface: side walls drop out, and the areas of a flat face sum to
// its true one. By region: the wet area of the triangles that hang together over wet vertices,
// shared alike.
//
// Faces. Wholly wet triangles have a third of their area at the middle of each side, where it joins
// that of the triangle beside it. Others are cut where the depth, straight between its corners, is
// zero; the rest is divided from its first corner, and each part has points at the middles of its
// sides with a third of its area. Both are exact for pressures up to the second power of the place.
// The depths at corners and middles of sides are true distances; between them they are the
// quadratic through these. As a corner rises out of the other body the parts it is in shrink to
// nothing, so the sum has no jumps.
//
// Source  area seen along the normal: docs/theory/surface_contact.md. Middles of sides: degree 2,
//         e.g. A. H. Stroud, Approximate Calculation of Multiple Integrals (1971), T2:3-2.

#include "collide/vertex_parts.h"

// ---- vertices ----

static double whole_area(const abMeshSurface *surface, int triangle) {
    abVec3 a = ab_mesh_corner(surface->mesh, (size_t)triangle, 0);
    abVec3 u = ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, 1), a);
    abVec3 v = ab_sub(ab_mesh_corner(surface->mesh, (size_t)triangle, 2), a);
    return 0.5 * ab_norm(ab_cross(u, v));
}

// Where the side from a wet corner to a dry one leaves, 0 to 1.
static double wet_share(double wet, double dry) {
    return wet / (wet - dry);
}

// Of three distances, the share of the triangle where it is below zero.
static double wet_part(const double distance[3]) {
    int wet = (distance[0] < 0.0) + (distance[1] < 0.0) + (distance[2] < 0.0);
    for (int i = 0; i < 3; i++) {
        double a = distance[i], b = distance[(i + 1) % 3], c = distance[(i + 2) % 3];
        if (wet == 1 && a < 0.0) {
            return wet_share(a, b) * wet_share(a, c);
        }
        if (wet == 2 && a >= 0.0) {
            return 1.0 - wet_share(a, b) * wet_share(a, c);
        }
    }
    return wet == 3 ? 1.0 : 0.0;
}

static int root_of(abSurfaceRoom *room, int i) {
    while (room->reaches[i].parent != i) {
        i = room->reaches[i].parent = room->reaches[room->reaches[i].parent].parent;
    }
    return i;
}

static void join(abSurfaceRoom *room, int i, int j) {
    int a = root_of(room, i), b = root_of(room, j);
    room->reaches[a > b ? a : b].parent = a > b ? b : a;
}

static void ask_corners(abSurfaceWork *work, int triangle) {
    double wet[3] = {0.0, 0.0, 0.0};
    int number[3];
    for (int i = 0; i < 3; i++) {
        const abReach *reach = ab_surface_reach_corner(work, triangle, i);
        if (reach == NULL) {
            return;
        }
        number[i] = (int)(reach - work->room->reaches);
        wet[i] = reach->distance;
    }
    for (int i = 0; i < 3 && work->wish.by_region; i++) {
        abReach *reaches = work->room->reaches;
        int j = (i + 1) % 3;
        if (wet[i] < 0.0 && wet[j] < 0.0) {
            join(work->room, number[i], number[j]);
        }
        // the area goes to the first wet corner, from there to the root later
        if (wet[i] < 0.0 && !(i > 0 && wet[0] < 0.0) && !(i > 1 && wet[1] < 0.0)) {
            reaches[number[i]].wet += wet_part(wet) * whole_area(work->surface, triangle);
        }
    }
}

static void sum_regions(abSurfaceRoom *room) {
    for (int i = 0; i < (int)room->reach_count; i++) {
        int root = root_of(room, i);
        room->reaches[root].members += room->reaches[i].distance < 0.0;
        if (root != i) {
            room->reaches[root].wet += room->reaches[i].wet;
        }
    }
}

static void add_vertex(abSurfaceWork *work, int number) {
    abSurfaceRoom *room = work->room;
    const abMeshSurface *surface = work->surface;
    int vertex = (int)(room->reaches[number].slot - room->vertex_slot);
    abSurfacePoint *point =
        ab_surface_note(work, &room->reaches[number], surface->mesh->points[vertex], -1);
    if (point == NULL) {
        return;
    }
    abVec3 area = ab_mul(work->X_WS->R, surface->point_areas[vertex]);
    double seen = ab_dot(area, point->n_AB_W);
    point->vertex = vertex;
    point->m_AB_W = point->n_AB_W;
    point->seen = 1.0;
    if (work->wish.by_region) {
        const abReach *root = &room->reaches[root_of(room, number)];
        point->area = work->share * root->wet / root->members;
    } else {
        point->area = work->share * fabs(seen);
        point->area_W = ab_scale(seen < 0.0 ? -work->share : work->share, area);
    }
}

void ab_surface_take_vertices(abSurfaceWork *work) {
    ab_surface_walk(work, ask_corners);
    if (work->wish.by_region) {
        sum_regions(work->room);
    }
    for (int i = 0; i < (int)work->room->reach_count && !work->is_full; i++) {
        if (work->room->reaches[i].distance < 0.0) {
            add_vertex(work, i);
        }
    }
}

// ---- faces ----

// A place in a triangle by the weights of its corners.
typedef struct Bary {
    double w[3];
} Bary;

static Bary between(Bary a, Bary b, double t) {
    Bary out;
    for (int i = 0; i < 3; i++) {
        out.w[i] = (1.0 - t) * a.w[i] + t * b.w[i];
    }
    return out;
}

enum { NODES = 6 }; // corners, then the middles of the sides 0 to 2

// One triangle.
typedef struct Face {
    abSurfaceWork *work;
    int triangle;
    abVec3 v[3];
    abReach node[NODES];
    abVec3 area; // as a vector, in the frame of the surface                            [m^2]
} Face;

static abVec3 place_of(const Face *face, Bary b) {
    return ab_add_scaled(ab_add_scaled(ab_scale(b.w[0], face->v[0]), b.w[1], face->v[1]), b.w[2],
                         face->v[2]);
}

// What is known of a place between the nodes: the quadratic through their distances and normals.
static abReach reach_at(const Face *face, Bary at) {
    abReach out = {.triangle = -1};
    int nearest = 0;
    double most = 0.0;
    for (int i = 0; i < NODES; i++) {
        int j = i % 3, k = (j + 1) % 3;
        double share = i < 3 ? at.w[j] * (2.0 * at.w[j] - 1.0) : 4.0 * at.w[j] * at.w[k];
        out.distance += share * face->node[i].distance;
        out.normal = ab_add_scaled(out.normal, share, face->node[i].normal);
        nearest = share > most ? i : nearest;
        most = share > most ? share : most;
    }
    double size = ab_norm(out.normal);
    const abReach *node = &face->node[nearest];
    out.normal = size > 0.1 ? ab_scale(1.0 / size, out.normal) : node->normal;
    out.point = node->point;
    out.triangle = node->triangle;
    out.feature = node->feature;
    return out;
}

// Area as a vector in the frame of the surface, and place on its triangle.
static void add_point(abSurfaceWork *work, const abReach *reach, abVec3 x, int triangle, Bary at,
                      abVec3 area) {
    double size = ab_norm(area);
    abSurfacePoint *point = size > 0.0 ? ab_surface_note(work, reach, x, triangle) : NULL;
    if (point != NULL) {
        double share = work->side == 0 ? work->share : -work->share;
        point->area_W = ab_mul(work->X_WS->R, ab_scale(share, area));
        point->area = work->share * size;
        point->m_AB_W = ab_scale(1.0 / point->area, point->area_W);
        point->seen = ab_dot(point->m_AB_W, point->n_AB_W);
        for (int i = 0; i < 3; i++) {
            point->own.weight[i] = at.w[i];
        }
    }
}

// Both triangles beside an edge add their thirds to its middle.
static void add_whole(Face *face) {
    abSurfaceRoom *room = face->work->room;
    for (int i = 0; i < 3; i++) {
        const abReach *reach = ab_surface_reach_middle(face->work, face->triangle, i);
        if (reach != NULL) {
            abReach *middle = &room->reaches[reach - room->reaches];
            middle->area = ab_add_scaled(middle->area, 1.0 / 3.0, face->area);
        }
    }
}

static void add_edges(abSurfaceWork *work) {
    for (size_t i = 0; i < work->room->reach_count && !work->is_full; i++) {
        const abReach reach = work->room->reaches[i];
        if (reach.distance < 0.0 && ab_norm2(reach.area) > 0.0) {
            int j = reach.own_side, k = (j + 1) % 3;
            const abTriangleMesh *mesh = work->surface->mesh;
            abVec3 x = ab_scale(0.5, ab_add(ab_mesh_corner(mesh, (size_t)reach.own_triangle, j),
                                            ab_mesh_corner(mesh, (size_t)reach.own_triangle, k)));
            Bary at = {{0.0, 0.0, 0.0}};
            at.w[j] = at.w[k] = 0.5;
            add_point(work, &reach, x, reach.own_triangle, at, reach.area);
        }
    }
}

// The part with the corners a, b, c.
static void add_part(Face *face, Bary a, Bary b, Bary c) {
    double share = a.w[0] * (b.w[1] * c.w[2] - b.w[2] * c.w[1]) +
                   a.w[1] * (b.w[2] * c.w[0] - b.w[0] * c.w[2]) +
                   a.w[2] * (b.w[0] * c.w[1] - b.w[1] * c.w[0]);
    const Bary middles[3] = {between(a, b, 0.5), between(b, c, 0.5), between(c, a, 0.5)};
    for (int i = 0; i < 3 && share > 0.0; i++) {
        abReach reach = reach_at(face, middles[i]);
        if (reach.distance < 0.0) {
            add_point(face->work, &reach, place_of(face, middles[i]), face->triangle, middles[i],
                      ab_scale(share / 3.0, face->area));
        }
    }
}

// What is left of the triangle between the corners that are inside.
static void add_cut(Face *face) {
    Bary polygon[4];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        double a = face->node[i].distance, b = face->node[j].distance;
        Bary from = {{0.0, 0.0, 0.0}}, to = from;
        from.w[i] = to.w[j] = 1.0;
        if (a < 0.0) {
            polygon[count++] = from;
        }
        if ((a < 0.0) != (b < 0.0)) {
            polygon[count++] = between(from, to, a / (a - b));
        }
    }
    for (int i = 1; i + 1 < count; i++) {
        add_part(face, polygon[0], polygon[i], polygon[i + 1]);
    }
}

// How many corners are inside.
static int ask_corners_of(Face *face) {
    int wet = 0;
    for (int i = 0; i < 3; i++) {
        const abReach *reach = ab_surface_reach_corner(face->work, face->triangle, i);
        if (reach == NULL) {
            return 0;
        }
        wet += reach->distance < 0.0;
    }
    return wet;
}

static bool fill_nodes(Face *face) {
    for (int i = 0; i < NODES; i++) {
        const abReach *reach = i < 3 ? ab_surface_reach_corner(face->work, face->triangle, i)
                                     : ab_surface_reach_middle(face->work, face->triangle, i - 3);
        if (reach == NULL) {
            return false;
        }
        face->node[i] = *reach;
    }
    return true;
}

static void take_face(abSurfaceWork *work, int triangle) {
    Face face;
    face.work = work;
    face.triangle = triangle;
    int wet = ask_corners_of(&face);
    if (wet == 0) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        face.v[i] = ab_mesh_corner(work->surface->mesh, (size_t)triangle, i);
    }
    abVec3 u = ab_sub(face.v[1], face.v[0]), v = ab_sub(face.v[2], face.v[0]);
    face.area = ab_scale(0.5, ab_cross(u, v));
    if (wet == 3) {
        add_whole(&face);
    } else if (fill_nodes(&face)) {
        add_cut(&face);
    }
}

void ab_surface_take_faces(abSurfaceWork *work) {
    ab_surface_walk(work, take_face);
    add_edges(work);
}
