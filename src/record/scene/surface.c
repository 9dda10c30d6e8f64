// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface.c - shapes as triangles.
//
// Shapes of revolution are swept: a list of rings around an axis, neighbours joined by strips. A
// ring of radius 0 is a point. What abShape.size means is said in each shape's file.
//
// Error   a circle of n corners lies inside the true one by r (1 - cos(pi / n)): 0.005 r of a ball, which
//         there may be thousands of, 0.0005 r of other solids.

#include "record/scene/surface.h"

#include <math.h>

#include "base/array.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "shape/core/axial.h"

enum { AROUND = 32, HALF = 8 }; // of a ball: corners of a circle; rings of a half
enum { SMOOTH = 96 };           // corners of circles of other solids
enum {
    WIRE = 12,
    TURN = 24,
    LOOPS = 256
}; // of a spring: corners of the wire, rings per turn, turns

void ab_surface_init(abSurfaceMesh *mesh, abAllocator allocator) {
    *mesh = (abSurfaceMesh){.allocator = allocator};
}

void ab_surface_done(abSurfaceMesh *mesh) {
    AB_ARRAY_FREE(mesh->allocator, mesh->points, mesh->point_capacity);
    AB_ARRAY_FREE(mesh->allocator, mesh->triangles, mesh->triangle_capacity);
    mesh->point_count = mesh->triangle_count = 0;
}

static int add_point(abSurfaceMesh *mesh, abVec3 p) {
    if (mesh->failed || !AB_ARRAY_RESERVE(mesh->allocator, mesh->points, mesh->point_capacity,
                                          2 * (size_t)mesh->point_count + 64)) {
        mesh->failed = true;
        return 0;
    }
    mesh->points[mesh->point_count] = p;
    return mesh->point_count++;
}

// A triangle with two equal corners is nothing.
static void add_triangle(abSurfaceMesh *mesh, int a, int b, int c) {
    if (a == b || b == c || c == a) {
        return;
    }
    if (mesh->failed || !AB_ARRAY_RESERVE(mesh->allocator, mesh->triangles, mesh->triangle_capacity,
                                          6 * (size_t)mesh->triangle_count + 192)) {
        mesh->failed = true;
        return;
    }
    int *t = &mesh->triangles[3 * mesh->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static void add_quad(abSurfaceMesh *mesh, int a, int b, int c, int d) {
    add_triangle(mesh, a, b, c);
    add_triangle(mesh, a, c, d);
}

// ---- sweeping rings ----

typedef struct Sweep {
    abSurfaceMesh *mesh;
    int axis;
    int corners;      // of a ring
    int last[SMOOTH]; // points of the ring before
    bool has_last;
} Sweep;

// Joins a ring with the one before it; rings come with growing u, corners around counter-clockwise
// seen against the axis.
static void add_ring(Sweep *sweep, const int ring[]) {
    for (int i = 0; sweep->has_last && i < sweep->corners; i++) {
        int j = (i + 1) % sweep->corners;
        add_quad(sweep->mesh, sweep->last[i], sweep->last[j], ring[j], ring[i]);
    }
    for (int i = 0; i < sweep->corners; i++) {
        sweep->last[i] = ring[i];
    }
    sweep->has_last = true;
}

// A circle of radius r at height u; a point for r = 0.
static void add_circle(Sweep *sweep, double u, double r) {
    int ring[SMOOTH] = {0};
    for (int i = 0; i < sweep->corners; i++) {
        double angle = 2.0 * AB_PI * i / sweep->corners;
        bool repeated = r == 0.0 && i > 0;
        ring[i] = repeated ? ring[0]
                           : add_point(sweep->mesh,
                                       from_axis(sweep->axis, u, r * cos(angle), r * sin(angle)));
    }
    add_ring(sweep, ring);
}

// Repeats the last circle as a new ring, so that the edge between keeps its own normals.
static void add_disc(Sweep *sweep, double u, double r, bool opens) {
    if (opens) {
        add_circle(sweep, u, 0.0);
        add_circle(sweep, u, r);
        sweep->has_last = false;
    }
    add_circle(sweep, u, r);
    if (!opens) {
        sweep->has_last = false;
        add_circle(sweep, u, r);
        add_circle(sweep, u, 0.0);
    }
}

// Half a ball's rings from latitude 90 degrees to the equator, or back; without the first ones.
static void add_half_ball(Sweep *sweep, double center, double r, bool lower, int first) {
    for (int i = first; i <= HALF; i++) {
        double angle = 0.5 * AB_PI * (lower ? HALF - i : i) / HALF;
        bool pole = lower ? i == 0 : i == HALF;
        double height = pole ? r : r * sin(angle);
        add_circle(sweep, center + (lower ? -height : height), pole ? 0.0 : r * cos(angle));
    }
}

static void add_frustum(abSurfaceMesh *mesh, int axis, double low, double low_radius, double high,
                        double high_radius) {
    Sweep sweep = {.mesh = mesh, .axis = axis, .corners = SMOOTH};
    if (low_radius > 0.0) {
        add_disc(&sweep, low, low_radius, true);
    } else {
        add_circle(&sweep, low, 0.0);
    }
    if (high_radius > 0.0) {
        add_disc(&sweep, high, high_radius, false);
    } else {
        add_circle(&sweep, high, 0.0);
    }
}

static void add_ball(abSurfaceMesh *mesh, int axis, double half_length, double r) {
    Sweep sweep = {.mesh = mesh, .axis = axis, .corners = AROUND};
    add_half_ball(&sweep, -half_length, r, true, 0);
    add_half_ball(&sweep, half_length, r, false, half_length > 0.0 ? 0 : 1); // a ball: one equator
}

// From one circle to the next, with normals of its own.
static void add_band(abSurfaceMesh *mesh, int axis, double u0, double r0, double u1, double r1) {
    Sweep sweep = {.mesh = mesh, .axis = axis, .corners = SMOOTH};
    add_circle(&sweep, u0, r0);
    add_circle(&sweep, u1, r1);
}

// Around the wall: lower end, outside, upper end, bore.
static void add_tube(abSurfaceMesh *mesh, int axis, double half, double outer, double inner) {
    add_band(mesh, axis, -half, inner, -half, outer);
    add_band(mesh, axis, -half, outer, half, outer);
    add_band(mesh, axis, half, outer, half, inner);
    add_band(mesh, axis, half, inner, -half, inner);
}

static void add_torus(abSurfaceMesh *mesh, int axis, double ring, double r) {
    Sweep sweep = {.mesh = mesh, .axis = axis, .corners = SMOOTH};
    for (int i = 0; i <= AROUND; i++) {
        double angle = 2.0 * AB_PI * (i % AROUND) / AROUND;
        add_circle(&sweep, r * sin(angle), ring + r * cos(angle));
    }
}

// The ring of a wire at `angle` of its helix: at right angles to the wire's direction.
static void add_wire_ring(abSurfaceMesh *mesh, int axis, const double size[4], double angle,
                          int ring[WIRE]) {
    double half = size[0], R = size[1], r = size[2], whole = 2.0 * AB_PI * size[3];
    double c = cos(angle), s = sin(angle), rise = 2.0 * half / whole;
    double length = sqrt(R * R + rise * rise);
    // outwards, and upwards across the wire; for a straight wire (length 0) along the circle
    double up = length > 0.0 ? R / length : 1.0, back = length > 0.0 ? rise / length : 0.0;
    for (int i = 0; i < WIRE; i++) {
        double a = 2.0 * AB_PI * i / WIRE, out = r * cos(a), across = r * sin(a);
        double v = (R + out) * c + across * back * s, w = (R + out) * s - across * back * c;
        ring[i] = add_point(mesh, from_axis(axis, rise * angle - half + across * up, v, w));
    }
}

static void add_wire_end(abSurfaceMesh *mesh, const int ring[WIRE], bool is_first) {
    for (int i = 1; i + 1 < WIRE; i++) {
        add_triangle(mesh, ring[0], is_first ? ring[i] : ring[i + 1],
                     is_first ? ring[i + 1] : ring[i]);
    }
}

static void add_spring(abSurfaceMesh *mesh, int axis, const double size[4]) {
    double turns = fmin(fmax(size[3], 0.0), LOOPS); // a record may be damaged
    int rings = (int)(turns * TURN) + 2, last[WIRE], ring[WIRE];
    for (int k = 0; k < rings; k++) {
        add_wire_ring(mesh, axis, size, 2.0 * AB_PI * size[3] * k / (rings - 1), ring);
        for (int i = 0; i < WIRE && k > 0; i++) {
            int j = (i + 1) % WIRE;
            add_quad(mesh, last[i], ring[i], ring[j], last[j]);
        }
        if (k == 0 || k == rings - 1) {
            add_wire_end(mesh, ring, k == 0);
        }
        for (int i = 0; i < WIRE; i++) {
            last[i] = ring[i];
        }
    }
}

static void add_ellipsoid(abSurfaceMesh *mesh, const double semi_axes[3]) {
    int first = mesh->point_count;
    add_ball(mesh, 2, 0.0, 1.0);
    for (int i = first; i < mesh->point_count; i++) {
        abVec3 *p = &mesh->points[i];
        *p = (abVec3){semi_axes[0] * p->x, semi_axes[1] * p->y, semi_axes[2] * p->z};
    }
}

// Outline of two half-circles in the u-v plane, swept along w.
static void add_beam(abSurfaceMesh *mesh, int axis, double half_length, double r, double half) {
    int rings[2][SMOOTH + 2], rims[2][SMOOTH + 2];
    int corners = SMOOTH + 2;
    for (int side = 0; side < 2; side++) {
        double w = side == 0 ? -half : half;
        for (int i = 0; i < corners; i++) {
            int k = i <= SMOOTH / 2 ? i : i - 1;
            double angle = 2.0 * AB_PI * k / SMOOTH - 0.5 * AB_PI;
            double u = (i <= SMOOTH / 2 ? half_length : -half_length) + r * cos(angle);
            abVec3 p = from_axis(axis, u, r * sin(angle), w);
            rings[side][i] = add_point(mesh, p);
            rims[side][i] = add_point(mesh, p); // a sharp edge has two normals
        }
    }
    for (int i = 0; i < corners; i++) {
        int j = (i + 1) % corners;
        add_quad(mesh, rings[0][i], rings[0][j], rings[1][j], rings[1][i]);
        if (i >= 1 && i + 1 < corners) {
            add_triangle(mesh, rims[0][0], rims[0][i + 1], rims[0][i]);
            add_triangle(mesh, rims[1][0], rims[1][i], rims[1][i + 1]);
        }
    }
}

// ---- flat shapes ----

static void add_box(abSurfaceMesh *mesh, const double half[3]) {
    for (int axis = 0; axis < 3; axis++) {
        double h[3] = {half[axis], half[(axis + 1) % 3], half[(axis + 2) % 3]};
        for (int side = -1; side <= 1; side += 2) {
            int corner[4];
            for (int i = 0; i < 4; i++) {
                double v = i == 0 || i == 3 ? -h[1] : h[1], w = i < 2 ? -h[2] : h[2];
                corner[i] = add_point(mesh, from_axis(axis, side * h[0], v, w));
            }
            if (side > 0) {
                add_quad(mesh, corner[0], corner[1], corner[2], corner[3]);
            } else {
                add_quad(mesh, corner[3], corner[2], corner[1], corner[0]);
            }
        }
    }
}

static void add_plane(abSurfaceMesh *mesh, abVec3 normal, double patch) {
    abVec3 a = ab_scale(patch, ab_perpendicular(normal)), b = ab_cross(normal, a);
    int p0 = add_point(mesh, ab_neg(ab_add(a, b)));
    int p1 = add_point(mesh, ab_sub(a, b));
    int p2 = add_point(mesh, ab_add(a, b));
    int p3 = add_point(mesh, ab_sub(b, a));
    add_quad(mesh, p0, p1, p2, p3);
}

static void add_triangles(abSurfaceMesh *mesh, const abSceneShape *shape) {
    int first = mesh->point_count;
    for (int i = 0; i < shape->point_count; i++) {
        add_point(mesh, shape->points[i]);
    }
    for (int i = 0; i < shape->triangle_count; i++) {
        const int *t = &shape->triangles[3 * i];
        add_triangle(mesh, first + t[0], first + t[1], first + t[2]);
    }
}

void ab_surface_add(abSurfaceMesh *mesh, const abSceneShape *scene_shape, double patch) {
    const abShape *shape = &scene_shape->shape;
    const double *s = shape->size;
    double r = shape->radius;
    switch (shape->kind) {
    case AB_SHAPE_PLANE:
        add_plane(mesh, (abVec3){s[0], s[1], s[2]}, patch);
        break;
    case AB_SHAPE_SPHERE:
        add_ball(mesh, 2, 0.0, r);
        break;
    case AB_SHAPE_ELLIPSOID:
        add_ellipsoid(mesh, s);
        break;
    case AB_SHAPE_CAPSULE:
        add_ball(mesh, shape->axis, s[0], r);
        break;
    case AB_SHAPE_BOX:
        add_box(mesh, (double[3]){s[0] + r, s[1] + r, s[2] + r});
        break;
    case AB_SHAPE_BEAM:
        add_beam(mesh, shape->axis, s[0], s[1] + r, s[2] + r);
        break;
    case AB_SHAPE_CYLINDER:
        add_frustum(mesh, shape->axis, -s[0] - r, s[1] + r, s[0] + r, s[1] + r);
        break;
    case AB_SHAPE_CONE:
        add_frustum(mesh, shape->axis, s[0] - r, s[1] + r, s[2] + r, s[3] > 0.0 ? s[3] + r : 0.0);
        break;
    case AB_SHAPE_TORUS:
        add_torus(mesh, shape->axis, s[0], r);
        break;
    case AB_SHAPE_TUBE:
        add_tube(mesh, shape->axis, s[0] + r, s[1] + r, s[2] - r);
        break;
    case AB_SHAPE_SPRING:
        add_spring(mesh, shape->axis, s);
        break;
    case AB_SHAPE_TEXT:
    case AB_SHAPE_CURVE:
    case AB_SHAPE_OUTLINE:
    case AB_SHAPE_HULL:
    case AB_SHAPE_MESH:
    case AB_SHAPE_FLEXIBLE:
        add_triangles(mesh, scene_shape);
        break;
    case AB_SHAPE_COUNT:
        break;
    }
}
