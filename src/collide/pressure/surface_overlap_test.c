// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_overlap_test.c - wide triangles over meshes of many triangles in a few planes: the force
// knows nothing of how a plane is divided.

#include "collide/pressure/surface_fixture.h"
#include "collide/pressure/surface_points.h"
#include "shape/core/shape_fixture.h"

// A side of a box of n by n squares, from `low` along u and v, each of two triangles.
static void add_side(MeshFixture *f, abVec3 low, abVec3 u, abVec3 v, int n) {
    for (int i = 0; i < n * n; i++) {
        int corner[4];
        for (int k = 0; k < 4; k++) {
            abVec3 p = ab_add_scaled(low, (double)(i / n + (k == 1 || k == 2)) / n, u);
            p = ab_add_scaled(p, (double)(i % n + (k >= 2)) / n, v);
            corner[k] = -1;
            for (size_t m = 0; m < f->mesh.point_count && corner[k] < 0; m++) {
                corner[k] = ab_norm(ab_sub(f->points[m], p)) < 1e-9 ? (int)m : -1;
            }
            corner[k] = corner[k] >= 0 ? corner[k] : mesh_point(f, p.x, p.y, p.z);
        }
        mesh_triangle(f, corner[0], corner[1], corner[2]);
        mesh_triangle(f, corner[0], corner[2], corner[3]);
    }
}

// The unit cube about the origin.
static void fine_cube(MeshFixture *f, int n) {
    abVec3 low = {-0.5, -0.5, -0.5}, high = {0.5, 0.5, 0.5};
    abVec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
    add_side(f, low, y, x, n);
    add_side(f, low, z, y, n);
    add_side(f, low, x, z, n);
    add_side(f, high, ab_neg(x), ab_neg(y), n);
    add_side(f, high, ab_neg(y), ab_neg(z), n);
    add_side(f, high, ab_neg(z), ab_neg(x), n);
}

// The same without its quarter of x, y > 0; n even.
static void fine_angle(MeshFixture *f, int n) {
    static const double at[6][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.0},
                                    {0.0, 0.0},   {0.0, 0.5},  {-0.5, 0.5}};
    static const double square[3][2] = {{-0.5, -0.5}, {0.0, -0.5}, {-0.5, 0.0}};
    abVec3 x = {0.5, 0.0, 0.0}, y = {0.0, 0.5, 0.0}, z = {0.0, 0.0, 0.5};
    for (int i = 0; i < 3; i++) {
        add_side(f, ab_vec3(square[i][0], square[i][1], -0.5), y, x, n / 2);
        add_side(f, ab_vec3(square[i][0], square[i][1], 0.5), x, y, n / 2);
    }
    for (int i = 0; i < 6; i++) {
        const double *p = at[i], *q = at[(i + 1) % 6];
        abVec3 displacement = {q[0] - p[0], q[1] - p[1], 0.0};
        int parts = ab_norm(displacement) > 0.7 ? 2 : 1;
        for (int k = 0; k < 2 * parts; k++) {
            abVec3 low = {p[0], p[1], k % 2 == 0 ? -0.5 : 0.0};
            low = ab_add_scaled(low, (double)(k / 2) / parts, displacement);
            add_side(f, low, ab_scale(1.0 / parts, displacement), z, n / 2);
        }
    }
}

// The force on the body of a pressure equal to the depth of the ground in it.
static abVec3 press(const abShape *ground, const abShape *body, abPose X) {
    const abSurfacePoint *points;
    abSurfaceSpec spec = {.rule = AB_SURFACE_FACES, .sides = AB_SURFACE_OF_A};
    abPose X_W = ab_pose_identity();
    abVec3 force = {0.0, 0.0, 0.0};
    int count = ab_surface_points(s_workspace, ground, &X_W, body, &X, spec, &points);
    for (int i = 0; i < count; i++) {
        force = ab_add_scaled(force, points[i].area * points[i].depth, points[i].m_AB_W);
    }
    return force;
}

// Its corner, its middle and beside it the diagonal of the ground.
static abPose pose(int i) {
    static const double at[3][2] = {{0.0, 0.0}, {0.71, -0.2}, {0.1, 0.05}};
    abVec3 rotation = i < 3 ? ab_vec3(0.0, 0.0, 0.0) : ab_vec3(0.01, 0.02, 0.3);
    double angle = ab_norm(rotation);
    abMat3 R = ab_mat3_identity();
    if (angle > 0.0) {
        abVec3 n = ab_scale(sin(0.5 * angle) / angle, rotation);
        R = ab_quat_to_matrix((abQuat){cos(0.5 * angle), n.x, n.y, n.z});
    }
    return (abPose){R, {at[i % 3][0], at[i % 3][1], 0.49}};
}

static void a_wide_triangle_feels_planes_not_triangles(void) {
    begin();
    MeshFixture *f = mesh_new(), *g = mesh_new();
    mesh_box(f, ab_vec3(-2.0, -2.0, -1.0), ab_vec3(2.0, 2.0, 0.0));
    fine_cube(g, 1);
    abShape ground = mesh_shape(f, &s_arena), cube = mesh_shape(g, &s_arena);
    for (int n = 2; n <= 16; n *= 2) { // then more than 300 cells in a triangle
        MeshFixture *h = mesh_new();
        fine_cube(h, n);
        abShape fine = mesh_shape(h, &s_arena);
        CHECK(fine.surface->is_convex);
        for (int i = 0; i < 6; i++) {
            abVec3 is = press(&ground, &cube, pose(i)), force = press(&ground, &fine, pose(i));
            CHECK(is.z > 5e-3);
            CHECK_NEAR(ab_norm(ab_sub(force, is)), 0.0, 1e-11, ab_norm(is));
        }
        free(h);
    }
    // upright: what is within 0.01 of a cell wall is as deep as it is far from there
    double d = 0.01, volume = d - 4.0 * d * d / 2.0 + 4.0 * d * d * d / 3.0;
    CHECK_NEAR(press(&ground, &cube, pose(0)).z, volume, 1e-12, volume);
    free(f);
    free(g);
    end();
}

static void where_edges_stand_in_too(void) {
    begin();
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(-2.0, -2.0, -1.0), ab_vec3(2.0, 2.0, 0.0));
    abShape ground = mesh_shape(f, &s_arena);
    // five corners stand out, one stands in
    double d = 0.01, volume = 0.75 * d - 4.0 * d * d / 2.0 + 4.0 * d * d * d / 3.0;
    abVec3 is[6] = {{0.0, 0.0, 0.0}};
    for (int n = 2; n <= 8; n *= 2) {
        MeshFixture *h = mesh_new();
        fine_angle(h, n);
        abShape angle = mesh_shape(h, &s_arena);
        CHECK(!angle.surface->is_convex);
        for (int i = 0; i < 6; i++) {
            abVec3 force = press(&ground, &angle, pose(i));
            is[i] = n == 2 ? force : is[i];
            CHECK_NEAR(ab_norm(ab_sub(force, is[i])), 0.0, 1e-3, ab_norm(is[i]));
            if (i < 3) {
                CHECK_NEAR(force.z, volume, 1e-3, volume);
            }
        }
        free(h);
    }
    free(f);
    end();
}

static void angles_on_each_other_do_not_care_how_they_are_divided(void) {
    begin();
    abVec3 is[4] = {{0.0, 0.0, 0.0}};
    for (int n = 2; n <= 16; n *= 2) { // of 2: as long as the legs
        MeshFixture *f = mesh_new();
        fine_angle(f, n);
        abShape angle = mesh_shape(f, &s_arena);
        for (int i = 0; i < 4; i++) { // upright and turned, by the faces of either
            abPose X = pose(i / 2 * 3);
            X.p = ab_add(X.p, ab_vec3(0.03, 0.02, 0.5)); // on its upper side
            abVec3 force = press(&angle, &angle, X);
            if (i % 2 == 1) {
                abPose back = {ab_mat3_transpose(X.R), ab_neg(ab_mul_t(X.R, X.p))};
                force = ab_neg(ab_mul(X.R, press(&angle, &angle, back)));
            }
            is[i] = n == 2 ? force : is[i];
            CHECK(is[i].z > 5e-3);
            CHECK_NEAR(ab_norm(ab_sub(force, is[i])), 0.0, 1e-6, ab_norm(is[i]));
        }
        free(f);
    }
    end();
}

// Columns of a width on the squares of three by three that are marked, each square of a face
// divided n times.
static void columns(MeshFixture *f, const char marks[10], double width, int n) {
    static const int displacement[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    double h = width;
    abVec3 x = {h, 0.0, 0.0}, y = {0.0, h, 0.0}, z = {0.0, 0.0, h};
    for (int i = 0; i < 9; i++) {
        if (marks[i] != '1') {
            continue;
        }
        abVec3 low = {h * (i / 3 - 1.5), h * (i % 3 - 1.5), -0.5 * h};
        add_side(f, low, y, x, n);
        add_side(f, ab_add(low, z), x, y, n);
        for (int k = 0; k < 4; k++) {
            int a = i / 3 + displacement[k][0], b = i % 3 + displacement[k][1];
            if (a >= 0 && a < 3 && b >= 0 && b < 3 && marks[3 * a + b] == '1') {
                continue;
            }
            abVec3 p = ab_add(low, k == 1 ? x : k == 3 ? y : ab_vec3(0.0, 0.0, 0.0));
            abVec3 along = k < 2 ? y : x;
            bool turned = k == 0 || k == 3;
            add_side(f, p, turned ? z : along, turned ? along : z, n);
        }
    }
}

enum { SHAPES = 7, SIZES = 3, DIVISIONS = 3 };
static MeshFixture *s_mesh[SHAPES][SIZES][DIVISIONS];
static abShape s_columns[SHAPES][SIZES][DIVISIONS];

static void begin_columns(void) {
    static const char marks[SHAPES][10] = {"110100000", "111101000", "111010000", "010111010",
                                           "100110011", "110110000", "000010000"};
    static const double width[SIZES] = {0.5, 0.15, 1.25};
    begin();
    for (int i = 0; i < SHAPES * SIZES * DIVISIONS; i++) {
        int s = i / DIVISIONS % SIZES, k = i / DIVISIONS / SIZES, d = i % DIVISIONS;
        MeshFixture *f = mesh_new();
        columns(f, marks[k], width[s], 1 << d);
        s_columns[k][s][d] = mesh_shape(f, &s_arena);
        s_mesh[k][s][d] = f;
    }
}

static void end_columns(void) {
    for (int i = 0; i < SHAPES * SIZES * DIVISIONS; i++) {
        free(s_mesh[i / DIVISIONS / SIZES][i / DIVISIONS % SIZES][i % DIVISIONS]);
    }
    end();
}

// By the faces of either; the force on the upper one.
static void press_both(const abShape *a, const abShape *b, abPose X, abVec3 force[2]) {
    abPose back = {ab_mat3_transpose(X.R), ab_neg(ab_mul_t(X.R, X.p))};
    force[0] = press(a, b, X);
    force[1] = ab_neg(ab_mul(X.R, press(b, a, back)));
}

static void check_divisions(const abShape a[DIVISIONS], const abShape b[DIVISIONS], abPose X) {
    abVec3 is[2], force[2];
    press_both(&a[0], &b[0], X, is);
    for (int d = 1; d < DIVISIONS; d++) {
        press_both(&a[d], &b[d], X, force);
        for (int k = 0; k < 2; k++) {
            CHECK_NEAR(ab_norm(ab_sub(force[k], is[k])), 0.0, 1e-8, ab_norm(is[k]));
        }
    }
}

static abMat3 turned(abVec3 rotation) {
    double angle = ab_norm(rotation);
    abVec3 n = ab_scale(sin(0.5 * angle) / angle, rotation);
    return ab_quat_to_matrix((abQuat){cos(0.5 * angle), n.x, n.y, n.z});
}

// On each other's ends, where corners, inner corners and gaps lie over each other in all ways.
static void columns_in_any_place_do_not_care_either(void) {
    enum { PLACES = 120, OTHERS = SHAPES - 1 };
    begin_columns();
    Random random = {.state = 7};
    for (int i = 0; i < PLACES; i++) {
        int a = (int)(3.0 + 3.0 * random_number(&random)), b = (i + a) % OTHERS;
        double tilt = i % 3 == 0 ? 0.0 : 0.03;
        abVec3 u = random_vector(&random), v = random_vector(&random);
        abVec3 rotation = {tilt * u.x, tilt * u.y, 3.0 * u.z};
        abPose X = {turned(rotation), {0.5 * v.x, 0.5 * v.y, 0.485 + 0.005 * v.z}};
        check_divisions(s_columns[a][0], s_columns[b][0], X);
    }
    end_columns();
}

// Corner in corner, as deep as triangles are long: what is nearest in the middle of a triangle may
// be a sheet that none of its corners is next to.
static void nor_do_those_that_were_pushed_together(void) {
    enum { PLACES = 200 };
    begin_columns();
    Random random = {.state = 11};
    for (int i = 0; i < PLACES; i++) {
        int a = i % SHAPES, b = i / SHAPES % SHAPES, s = i % SIZES, t = i / SIZES % SIZES;
        abPose X = {.R = turned(ab_scale(3.0, random_vector(&random)))};
        abVec3 displacement = ab_unit(random_vector(&random)), force[2];
        double low = 0.0, high = 6.0; // touching, apart
        for (int k = 0; k < 14; k++) {
            double middle = 0.5 * (low + high);
            X.p = ab_scale(middle, displacement);
            press_both(&s_columns[a][s][1], &s_columns[b][t][1], X, force);
            *(ab_norm(force[0]) + ab_norm(force[1]) > 1e-4 ? &low : &high) = middle;
        }
        X.p = ab_scale(low, displacement);
        if (low > 0.0) {
            check_divisions(s_columns[a][s], s_columns[b][t], X);
        }
    }
    end_columns();
}

// The energy of a pressure equal to the depth, by the faces of the first; the force on the second.
static double stored(const abShape *ground, const abShape *body, abPose X, abVec3 *force) {
    const abSurfacePart *parts;
    int counts[2];
    abSurfaceSpec spec = {.rule = AB_SURFACE_FACES, .sides = AB_SURFACE_OF_A, .stores = true};
    abPose X_W = ab_pose_identity();
    double energy = 0.0;
    *force = ab_vec3(0.0, 0.0, 0.0);
    CHECK(ab_surface_find_parts(s_workspace, ground, &X_W, body, &X, spec, &parts, counts));
    for (int i = 0; i < counts[0]; i++) {
        const abSurfacePart *p = &parts[i];
        double seen = -ab_dot(p->area, p->normal) / 3.0;
        for (int j = 0; j < 3; j++) {
            energy += 0.5 * seen * p->depth[j] * p->depth[j];
            *force = ab_add_scaled(*force, p->depth[j] / 3.0, ab_mul(X.R, p->area));
        }
        energy += p->cell_wall_area * p->cell_wall_depth * p->cell_wall_depth / 6.0;
    }
    return energy;
}

// By how much the slope of the energy is not the force, in parts of it.
static double slope_error(const abShape *ground, const abShape *body, abPose X) {
    static const double h = 1e-6;
    abVec3 force, unused, slope;
    double at[3][2];
    stored(ground, body, X, &force);
    for (int i = 0; i < 6; i++) {
        abPose Y = X;
        double by = i % 2 == 0 ? h : -h;
        Y.p = ab_add(Y.p,
                     ab_vec3(i / 2 == 0 ? by : 0.0, i / 2 == 1 ? by : 0.0, i / 2 == 2 ? by : 0.0));
        at[i / 2][i % 2] = stored(ground, body, Y, &unused);
    }
    slope = ab_vec3(at[0][0] - at[0][1], at[1][0] - at[1][1], at[2][0] - at[2][1]);
    abVec3 error = ab_add_scaled(force, 0.5 / h, slope);
    return ab_norm(force) > 0.0 ? ab_norm(error) / ab_norm(force) : 0.0;
}

// Where layers end on each other, and behind edges that stand in, cell walls store what the cells leave
// out. Left are places where the depth itself jumps: behind the ends of such edges.
static void the_force_is_the_slope_of_the_energy(void) {
    enum { PLACES = 200, CUBE = SHAPES - 1 };
    begin_columns();
    Random random = {.state = 5};
    int open = 0;
    for (int i = 0; i < PLACES; i++) {
        int a = i % SHAPES, b = i / SHAPES % SHAPES, d = i % DIVISIONS;
        abVec3 u = random_vector(&random), v = random_vector(&random);
        abVec3 rotation = {0.03 * u.x, 0.03 * u.y, 3.0 * u.z};
        abPose X = {turned(rotation), {0.3 * v.x, 0.3 * v.y, 0.485 + 0.005 * v.z}};
        double cubes = slope_error(&s_columns[CUBE][0][d], &s_columns[CUBE][0][d], X);
        CHECK_NEAR(cubes, 0.0, 1e-5, 1.0);
        open += slope_error(&s_columns[a][0][d], &s_columns[b][0][d], X) > 1e-3;
    }
    CHECK(open < PLACES / 5);
    end_columns();
}

AB_TESTS(AB_TEST(a_wide_triangle_feels_planes_not_triangles), AB_TEST(where_edges_stand_in_too),
         AB_TEST(angles_on_each_other_do_not_care_how_they_are_divided),
         AB_TEST(columns_in_any_place_do_not_care_either),
         AB_TEST(nor_do_those_that_were_pushed_together),
         AB_TEST(the_force_is_the_slope_of_the_energy))
