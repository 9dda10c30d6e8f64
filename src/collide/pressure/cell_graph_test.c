// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cell_graph_test.c - sums over cell graphs beside sums over every plane, and that a cell graph known before
// gives what a new one does.

#include <string.h>

#include "base/check.h"
#include "collide/mesh/mesh_shape_fixture.h"
#include "collide/pressure/surface_cells.h"
#include "collide/pressure/surface_points.h"
#include "math/core/bounds.h"

static abArena s_arena;
static unsigned s_random;

static void begin(void) {
    ab_arena_init(&s_arena, ab_heap(), 1 << 20);
    s_random = 1;
}

// From -1 to 1.
static double any(void) {
    s_random = s_random * 1664525u + 1013904223u;
    return (double)(s_random >> 8) / (double)(1 << 23) - 1.0;
}

// A fine ball and a coarse one.
typedef struct Balls {
    MeshFixture *f, *g;
    abShape ball[2];
    abSurfaceWorkspace *workspace;
} Balls;

static Balls balls_begin(void) {
    begin();
    Balls balls = {.f = mesh_new(), .g = mesh_new()};
    mesh_ball(balls.f, 3);
    mesh_ball(balls.g, 2);
    balls.ball[0] = mesh_shape(balls.f, &s_arena);
    balls.ball[1] = mesh_shape(balls.g, &s_arena);
    balls.workspace = ab_surface_workspace_create(ab_heap());
    return balls;
}

static void balls_end(Balls *balls) {
    ab_surface_workspace_destroy(balls->workspace);
    free(balls->f);
    free(balls->g);
    ab_arena_done(&s_arena);
}

static abPose turned(abVec3 p, double a, double b) {
    abPose X = {ab_mat3_identity(), p};
    abPose about_x = X, about_z = {ab_mat3_identity(), {0.0, 0.0, 0.0}};
    about_x.R.m[1][1] = about_x.R.m[2][2] = cos(a);
    about_x.R.m[2][1] = sin(a), about_x.R.m[1][2] = -sin(a);
    about_z.R.m[0][0] = about_z.R.m[1][1] = cos(b);
    about_z.R.m[1][0] = sin(b), about_z.R.m[0][1] = -sin(b);
    return ab_pose_mul(about_x, about_z);
}

// ---- every plane ----

typedef struct Polygon {
    int count;
    double a[32], b[32];
} Polygon;

static void keep(Polygon *polygon, const double f[3]) {
    Polygon out = {.count = 0};
    for (int i = 0; i < polygon->count; i++) {
        int j = (i + 1) % polygon->count;
        double p = ab_at_cell(f, polygon->a[i], polygon->b[i]);
        double q = ab_at_cell(f, polygon->a[j], polygon->b[j]), t = p / (p - q);
        if (p >= 0.0) {
            out.a[out.count] = polygon->a[i];
            out.b[out.count++] = polygon->b[i];
        }
        if ((p >= 0.0) != (q >= 0.0)) {
            out.a[out.count] = polygon->a[i] + t * (polygon->a[j] - polygon->a[i]);
            out.b[out.count++] = polygon->b[i] + t * (polygon->b[j] - polygon->b[i]);
        }
    }
    *polygon = out;
}

// Of a function over a polygon, twice the area of the triangle as 1.
static double integral(const Polygon *polygon, const double f[3]) {
    double sum = 0.0;
    for (int i = 1; i + 1 < polygon->count; i++) {
        const double *a = polygon->a, *b = polygon->b;
        double area = (a[i] - a[0]) * (b[i + 1] - b[0]) - (a[i + 1] - a[0]) * (b[i] - b[0]);
        sum += area / 3.0 *
               (ab_at_cell(f, a[0], b[0]) + ab_at_cell(f, a[i], b[i]) +
                ab_at_cell(f, a[i + 1], b[i + 1]));
    }
    return sum;
}

// The depth of a triangle in a convex mesh, over its area as 1.
static double depth_on(const abMeshSurface *mesh, const abVec3 x[3]) {
    enum { MAX_COUNT = 600 };
    static double depth[MAX_COUNT][3];
    int n = (int)mesh->mesh->triangle_count;
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) {
            depth[i][c] = mesh->cells[i].plane.height - ab_dot(mesh->cells[i].plane.normal, x[c]);
        }
        if (depth[i][0] <= 0.0 && depth[i][1] <= 0.0 && depth[i][2] <= 0.0) {
            return 0.0;
        }
    }
    for (int i = 0; i < n; i++) {
        Polygon polygon = {3, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
        keep(&polygon, depth[i]);
        for (int j = 0; j < n && polygon.count > 0; j++) {
            const double less[3] = {depth[j][0] - depth[i][0], depth[j][1] - depth[i][1],
                                    depth[j][2] - depth[i][2]};
            if (j != i && (less[0] < 0.0 || less[1] < 0.0 || less[2] < 0.0)) {
                keep(&polygon, less);
            }
        }
        sum += integral(&polygon, depth[i]);
    }
    return sum;
}

static void sums_are_those_over_every_plane(void) {
    Balls balls = balls_begin();
    for (int k = 0; k < 12; k++) {
        const abShape *A = &balls.ball[k % 2], *B = &balls.ball[k % 3 == 0];
        abPose X_A = turned(ab_vec3(0.0, 0.0, 0.0), any(), any());
        abPose X_B = turned(ab_vec3(0.1 * any(), 0.1 * any(), 1.87 + 0.06 * any()), any(), any());
        abSurfaceSpec spec = {.rule = AB_SURFACE_FACES, .sides = AB_SURFACE_OF_A};
        const abSurfacePart *parts;
        int counts[2];
        double found = 0.0, sum = 0.0, whole = 0.0;
        CHECK(ab_surface_find_parts(balls.workspace, A, &X_A, B, &X_B, spec, &parts, counts));
        for (int i = 0; i < counts[0]; i++) {
            for (int j = 0; j < 3; j++) {
                found += ab_norm(parts[i].area) / 3.0 * parts[i].depth[j];
            }
        }
        const abTriangleMesh *mesh = A->surface->mesh;
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            abVec3 x[3];
            for (int c = 0; c < 3; c++) {
                abVec3 p = ab_mesh_corner(mesh, t, c);
                x[c] = ab_pose_point_inverse(X_B, ab_pose_point(X_A, p));
            }
            double area = 0.5 * ab_norm(ab_cross(ab_sub(x[1], x[0]), ab_sub(x[2], x[0])));
            sum += area * depth_on(B->surface, x);
            whole += area;
        }
        CHECK(found > 1e-6);
        CHECK_NEAR(found, sum, 1e-13, sum);
        CHECK(whole > 10.0);
    }
    balls_end(&balls);
}

// Of a point below the planes of a convex mesh.
static double least_depth(const abMeshSurface *mesh, abVec3 p) {
    double minimum = INFINITY;
    for (size_t i = 0; i < mesh->mesh->triangle_count; i++) {
        const abMeshPlane *plane = &mesh->cells[i].plane;
        minimum = ab_min(minimum, plane->height - ab_dot(plane->normal, p));
    }
    return minimum;
}

static void corners_are_below_the_least_deep_plane(void) {
    // deep, and far from the place before: the way from neighbour to neighbour may end too early
    Balls balls = balls_begin();
    for (int k = 0; k < 200; k++) {
        const abShape *A = &balls.ball[k % 2], *B = &balls.ball[k % 3 == 0];
        abPose X_A = turned(ab_vec3(0.0, 0.0, 0.0), 3.0 * any(), 3.0 * any());
        abPose X_B = turned(ab_vec3(any(), any(), 1.0 + 0.6 * any()), 3.0 * any(), 3.0 * any());
        abSurfaceSpec spec = {.rule = AB_SURFACE_VERTICES, .sides = AB_SURFACE_OF_A};
        const abSurfacePoint *points;
        int count = ab_surface_points(balls.workspace, A, &X_A, B, &X_B, spec, &points), inside = 0;
        for (size_t i = 0; i < A->surface->mesh->point_count; i++) {
            abVec3 p_W = ab_pose_point(X_A, A->surface->mesh->points[i]);
            double depth = least_depth(B->surface, ab_pose_point_inverse(X_B, p_W));
            if (depth > 1e-12) {
                CHECK(inside < count && points[inside].vertex == (int)i);
                CHECK_NEAR(points[inside].depth, depth, 1e-14, 1.0);
                inside++;
            }
        }
        CHECK(inside == count);
    }
    balls_end(&balls);
}

// ---- the past ----

// All parts, to the bit.
static double bits_of(abSurfaceWorkspace *workspace, const abShape *A, const abShape *B,
                      abPose X_B) {
    abPose X_A = {ab_mat3_identity(), {0.0, 0.0, 0.0}};
    abSurfaceSpec spec = {.rule = AB_SURFACE_FACES, .sides = AB_SURFACE_OF_BOTH};
    const abSurfacePart *parts;
    int counts[2];
    double sum = 0.0;
    CHECK(ab_surface_find_parts(workspace, A, &X_A, B, &X_B, spec, &parts, counts));
    for (int i = 0; i < counts[0] + counts[1]; i++) {
        const abSurfacePart *p = &parts[i];
        sum += (1 + i % 7) * (p->area.x + p->area.y * 2.0 + p->area.z * 3.0 + p->normal.x);
        for (int j = 0; j < 3; j++) {
            sum += (2 + i % 5) * p->depth[j] + p->x[j].x + 2.0 * p->x[j].y;
        }
    }
    return sum;
}

static void a_net_known_before_gives_the_same_bits(void) {
    // a walk of small and large steps, beside each place alone; the first half about where both
    // balls are mirrored, so that many nodes fall together
    begin();
    MeshFixture *f = mesh_new();
    mesh_ball(f, 3);
    abShape ball = mesh_shape(f, &s_arena);
    abSurfaceWorkspace *workspace = ab_surface_workspace_create(ab_heap());
    abVec3 p = {0.0, 0.0, 1.95};
    double a = 0.0, b = 0.0;
    for (int i = 0; i < 240; i++) {
        double size = i % 8 == 7 ? 1e-2 : i % 4 == 3 ? 1e-4 : 1e-6;
        if (i < 120) {
            p = ab_vec3(0.0, 0.0, 1.95 + size * any());
        } else {
            p = ab_add_scaled(p, size, ab_vec3(any(), any(), any()));
            p.z = ab_max(1.8, ab_min(p.z, 1.99));
            a += size * any(), b += size * any();
        }
        abPose X = turned(p, a, b);
        abSurfaceWorkspace *fresh = ab_surface_workspace_create(ab_heap());
        double past = bits_of(workspace, &ball, &ball, X), now = bits_of(fresh, &ball, &ball, X);
        CHECK(past != 0.0 && memcmp(&past, &now, sizeof now) == 0);
        ab_surface_workspace_destroy(fresh);
    }
    ab_surface_workspace_destroy(workspace);
    free(f);
    ab_arena_done(&s_arena);
}

AB_TESTS(AB_TEST(sums_are_those_over_every_plane), AB_TEST(corners_are_below_the_least_deep_plane),
         AB_TEST(a_net_known_before_gives_the_same_bits))
