// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// field_test.c - what fields on a mesh say inside faces, on edges, at points, and in space.

#include "shape/core/field.h"

#include <math.h>

#include "base/check.h"
#include "mesh/core/mesh_fixture.h"
#include "shape/core/field_grid.h"

static abArena s_arena;
static abMeshSurface s_surface;

// A box whose two triangles per side have the numbers 2 k and 2 k + 1.
static MeshFixture *begin(void) {
    MeshFixture *f = mesh_new();
    ab_arena_init(&s_arena, ab_heap(), 65536);
    mesh_box(f, ab_vec3(0.0, 0.0, 0.0), ab_vec3(1.0, 2.0, 3.0));
    CHECK(ab_mesh_surface_build(&s_surface, &f->mesh, &s_arena));
    return f;
}

static void end(MeshFixture *f) {
    ab_arena_done(&s_arena);
    free(f);
}

static void points_are_joined_by_straight_lines(void) {
    MeshFixture *f = begin();
    abField field;
    double values[8];
    for (int i = 0; i < 8; i++) {
        values[i] = 1.0 + 2.0 * f->points[i].x - f->points[i].y + 0.5 * f->points[i].z;
    }
    CHECK(ab_field_of_points(&field, &s_surface, values, &s_arena));
    for (int t = 0; t < 12; t++) {
        const double w[3] = {0.2, 0.3, 0.5};
        abVec3 p = {0.0, 0.0, 0.0};
        for (int i = 0; i < 3; i++) {
            p = ab_add_scaled(p, w[i], ab_mesh_corner(&f->mesh, (size_t)t, i));
        }
        double expected = 1.0 + 2.0 * p.x - p.y + 0.5 * p.z;
        CHECK_NEAR(ab_field_on_triangle(&field, t, w), expected, 1e-14, 4.0);
        CHECK_NEAR(ab_field_at_place(&field, p), expected, 1e-14, 4.0);
    }
    CHECK(ab_field_at_point(&field, 3) == values[3]);
    end(f);
}

static void faces_meet_in_means(void) {
    MeshFixture *f = begin();
    abField field;
    double values[12];
    for (int i = 0; i < 12; i++) {
        values[i] = 1.0 + i;
    }
    CHECK(ab_field_of_faces(&field, &s_surface, values, &s_arena));
    const double inside[3] = {0.2, 0.3, 0.5}, edge[3] = {0.4, 0.6, 0.0},
                 corner[3] = {1.0, 0.0, 0.0};
    for (int t = 0; t < 12; t++) {
        CHECK(ab_field_on_triangle(&field, t, inside) == values[t]);
        int beside = s_surface.beside[3 * t]; // across the side from corner 0 to 1
        CHECK(ab_field_on_triangle(&field, t, edge) == 0.5 * (values[t] + values[beside]));
        double sum = 0.0, whole = 0.0;
        int point = f->triangles[3 * t];
        for (int k = 0; k < 12; k++) {
            for (int i = 0; i < 3; i++) {
                abVec3 a = ab_mesh_corner(&f->mesh, (size_t)k, 0);
                double area = ab_norm(ab_cross(ab_sub(ab_mesh_corner(&f->mesh, (size_t)k, 1), a),
                                               ab_sub(ab_mesh_corner(&f->mesh, (size_t)k, 2), a)));
                bool is_here = f->triangles[3 * k + i] == point;
                sum += is_here ? area * values[k] : 0.0;
                whole += is_here ? area : 0.0;
            }
        }
        CHECK_NEAR(ab_field_on_triangle(&field, t, corner), sum / whole, 1e-14, 12.0);
        CHECK(ab_field_at_point(&field, point) == ab_field_on_triangle(&field, t, corner));
    }
    end(f);
}

// ---- grids ----

static double bilinear(abVec3 p) {
    return (2.0 + p.x) * (3.0 - p.y) * (1.0 + 0.5 * p.z);
}

static double quadratic(abVec3 p) {
    return 1.0 + p.x * p.x - 2.0 * p.x * p.y + 0.3 * p.z * p.z + p.y - p.x * p.x * p.y * p.y * p.z;
}

static abFieldGrid grid_of(double (*f)(abVec3), const int counts[3], int interpolation,
                           double values[]) {
    abFieldGrid grid = {.values = values,
                        .counts = {counts[0], counts[1], counts[2]},
                        .low = {-1.0, 0.5, 2.0},
                        .high = {1.0, 2.0, 2.6},
                        .interpolation = interpolation};
    abVec3 width = ab_sub(grid.high, grid.low);
    int node = 0;
    for (int k = 0; k < counts[2]; k++) {
        for (int j = 0; j < counts[1]; j++) {
            for (int i = 0; i < counts[0]; i++) {
                abVec3 p = {grid.low.x + width.x * i / (counts[0] - 1),
                            grid.low.y + width.y * j / (counts[1] - 1),
                            grid.low.z + width.z * k / (counts[2] - 1)};
                values[node++] = f(p);
            }
        }
    }
    return grid;
}

// A place by a sequence that comes everywhere; some of them outside of the grid.
static abVec3 place(int i) {
    return ab_vec3(-1.3 + 2.6 * fmod(0.5 + 0.618034 * i, 1.0), 0.2 + 2.2 * fmod(0.754878 * i, 1.0),
                   1.8 + fmod(0.569840 * i, 1.0));
}

static void grids_are_exact_up_to_their_degree(void) {
    static const int counts[][3] = {{2, 2, 2}, {3, 3, 3}, {5, 4, 3}, {7, 3, 2}};
    double values[200];
    for (int c = 0; c < 4; c++) {
        for (int kind = AB_FIELD_LINEAR; kind <= AB_FIELD_CUBIC; kind++) {
            bool is_quadratic = kind == AB_FIELD_CUBIC && counts[c][2] > 2 && counts[c][0] > 2;
            double (*f)(abVec3) = is_quadratic ? quadratic : bilinear;
            abFieldGrid grid = grid_of(f, counts[c], kind, values);
            for (int i = 0; i < 500; i++) {
                abVec3 p = place(i);
                abVec3 inside = {fmin(fmax(p.x, -1.0), 1.0), fmin(fmax(p.y, 0.5), 2.0),
                                 fmin(fmax(p.z, 2.0), 2.6)};
                CHECK_NEAR(ab_field_on_grid(&grid, p), f(inside), 1e-14, 30.0);
            }
        }
    }
}

// A cubic has no kink at a node: the slopes on both sides are the same.
static void cubic_grids_are_smooth(void) {
    double values[6] = {1.0, 4.0, 2.0, 7.0, 7.5, 3.0};
    abFieldGrid grid = {.values = values,
                        .counts = {6, 1, 1},
                        .high = {5.0, 0.0, 0.0},
                        .interpolation = AB_FIELD_CUBIC};
    for (int i = 1; i < 5; i++) {
        double h = 1e-6, f[3];
        for (int k = 0; k < 3; k++) {
            f[k] = ab_field_on_grid(&grid, ab_vec3(i + (k - 1) * h, 9.0, -9.0));
        }
        CHECK(f[1] == values[i]);
        CHECK_NEAR((f[2] - f[1]) / h, (f[1] - f[0]) / h, 1e-4, 1.0);
    }
}

AB_TESTS(AB_TEST(points_are_joined_by_straight_lines), AB_TEST(faces_meet_in_means),
         AB_TEST(grids_are_exact_up_to_their_degree), AB_TEST(cubic_grids_are_smooth))
