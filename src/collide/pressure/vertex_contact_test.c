// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// vertex_contact_test.c - surfaces as points: areas, volumes, and that it does not matter how a
// surface is divided.

#include "collide/pressure/surface_fixture.h"
#include "collide/pressure/surface_points.h"
#include "math/core/pose_fixture.h"
#include "mesh/core/mesh_closest.h"
#include "shape/core/shape_fixture.h"

static const abShape s_plane = {
    .kind = AB_SHAPE_PLANE, .size = {0.0, 0.0, 1.0}, .bound = INFINITY, .is_flat = true};

// Each triangle becomes four, in its plane.
static void split(MeshFixture *f) {
    size_t count = f->mesh.triangle_count;
    size_t points = f->mesh.point_count;
    for (size_t t = 0; t < count; t++) {
        int *c = &f->triangles[3 * t], corner[3] = {c[0], c[1], c[2]}, middle[3];
        for (int i = 0; i < 3; i++) {
            abVec3 m = ab_scale(0.5, ab_add(f->points[corner[i]], f->points[corner[(i + 1) % 3]]));
            middle[i] = -1;
            for (size_t k = points; k < f->mesh.point_count; k++) {
                abVec3 p = f->points[k];
                middle[i] = p.x == m.x && p.y == m.y && p.z == m.z ? (int)k : middle[i];
            }
            middle[i] = middle[i] >= 0 ? middle[i] : mesh_point(f, m.x, m.y, m.z);
        }
        for (int i = 0; i < 3; i++) {
            mesh_triangle(f, corner[i], middle[i], middle[(i + 2) % 3]);
        }
        c = &f->triangles[3 * t];
        c[0] = middle[0], c[1] = middle[1], c[2] = middle[2];
    }
}

// What a pressure equal to the depth gives, on B.
typedef struct Pressed {
    abVec3 force;
    double area; // seen along the normals
    int count;
} Pressed;

static Pressed press(const abShape *A, abPose X_A, const abShape *B, abPose X_B, abSurfaceRule rule,
                     int sides) {
    const abSurfacePoint *points;
    abSurfaceSpec spec = {.rule = rule, .sides = sides};
    Pressed out = {.count = ab_surface_points(s_workspace, A, &X_A, B, &X_B, spec, &points)};
    for (int i = 0; i < out.count; i++) {
        const abSurfacePoint *p = &points[i];
        out.force = ab_add_scaled(out.force, p->area * p->depth, p->m_AB_W);
        out.area += p->area * p->seen;
        CHECK(p->depth >= 0.0 && fabs(ab_norm(p->n_AB_W) - 1.0) < 1e-12);
        CHECK_NEAR(p->own.weight[0] + p->own.weight[1] + p->own.weight[2], 1.0, 1e-14, 1.0);
    }
    return out;
}

static void a_body_in_the_ground_is_lifted_by_its_volume(void) {
    // int depth dA = volume, by Gauss; wholly inside too
    begin();
    MeshFixture *f = mesh_new();
    mesh_ball(f, 3);
    abShape ball = mesh_shape(f, &s_arena);
    double volume = 0.0;
    for (size_t t = 0; t < f->mesh.triangle_count; t++) {
        abVec3 a = ab_mesh_corner(&f->mesh, t, 0), b = ab_mesh_corner(&f->mesh, t, 1);
        volume += ab_dot(a, ab_cross(b, ab_mesh_corner(&f->mesh, t, 2))) / 6.0;
    }
    Pressed p =
        press(&s_plane, at(0, 0, 0), &ball, at(0.3, 0.2, -1.5), AB_SURFACE_FACES, AB_SURFACE_OF_B);
    CHECK_NEAR(p.force.z, volume, 1e-13, volume);
    CHECK_NEAR(p.force.x, 0.0, 1e-13, volume);
    CHECK_NEAR(p.area, 0.0, 1e-13, 1.0);
    CHECK(p.count == 3 * (int)f->mesh.triangle_count);
    free(f);
    end();
}

static void a_box_in_a_box_is_found_wholly_inside(void) {
    // the nearest wall is 0.1 under the lower one, whose depth counts with its area
    begin();
    MeshFixture *f = mesh_new(), *g = mesh_new();
    mesh_box(f, ab_vec3(-1.0, -1.0, -1.0), ab_vec3(1.0, 1.0, 1.0));
    mesh_box(g, ab_vec3(-0.1, -0.1, -0.9), ab_vec3(0.1, 0.1, -0.8));
    abShape outer = mesh_shape(f, &s_arena), inner = mesh_shape(g, &s_arena);
    Pressed p = press(&outer, at(0, 0, 0), &inner, at(0, 0, 0), AB_SURFACE_FACES, AB_SURFACE_OF_B);
    // pressures 0.1 below, 0.2 above, on 0.04 m^2: towards the nearest wall, which is below
    CHECK_NEAR(p.force.z, -0.04 * 0.1, 1e-13, 0.004);
    CHECK_NEAR(p.force.x, 0.0, 1e-15, 1.0);
    free(f);
    free(g);
    end();
}

static void vertices_of_a_flat_face_have_its_area(void) {
    begin();
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(-0.5, -0.5, 0.0), ab_vec3(0.5, 0.5, 1.0));
    split(f);
    split(f);
    abShape box = mesh_shape(f, &s_arena);
    Pressed p =
        press(&s_plane, at(0, 0, 0), &box, at(0, 0, -0.01), AB_SURFACE_VERTICES, AB_SURFACE_OF_B);
    CHECK(p.count == 25);
    CHECK_NEAR(p.area, 1.0, 1e-14, 1.0);
    CHECK_NEAR(p.force.z, 0.01, 1e-15, 1.0);
    Pressed q =
        press(&s_plane, at(0, 0, 0), &box, at(0, 0, -0.01), AB_SURFACE_FACES, AB_SURFACE_OF_B);
    CHECK_NEAR(q.force.z, 0.01, 1e-15, 1.0);
    CHECK_NEAR(q.force.x, 0.0, 1e-15, 1.0); // walls press against each other
    Pressed touching =
        press(&s_plane, at(0, 0, 0), &box, at(0, 0, 0), AB_SURFACE_FACES, AB_SURFACE_OF_B);
    CHECK(touching.count == 0 && touching.force.z == 0.0);
    free(f);
    end();
}

// A box that goes down through a wall of 0.2 is pushed back up until it is through.
static void past_the_middle_of_a_wall_vertices_are_pushed_back(void) {
    begin();
    MeshFixture *f = mesh_new(), *g = mesh_new();
    mesh_box(f, ab_vec3(-0.5, -0.5, 0.0), ab_vec3(0.5, 0.5, 1.0));
    split(f);
    split(f);
    mesh_box(g, ab_vec3(-2.0, -2.0, -0.2), ab_vec3(2.0, 2.0, 0.0));
    abShape box = mesh_shape(f, &s_arena), wall = mesh_shape(g, &s_arena);
    for (int i = 1; i < 200; i++) {
        double down = 1e-3 * i, depth = fmin(down, 0.2 - down);
        Pressed p = press(&wall, at(0, 0, 0), &box, at(0.1, 0.2, -down), AB_SURFACE_VERTICES,
                          AB_SURFACE_OF_B);
        Pressed q = press(&box, at(0.1, 0.2, -down), &wall, at(0, 0, 0), AB_SURFACE_VERTICES,
                          AB_SURFACE_OF_A);
        CHECK(p.count == 25 && p.force.z >= depth * (1.0 - 1e-12) - 1e-15);
        CHECK_NEAR(q.force.z, -p.force.z, 1e-14, 1.0);
    }
    free(f);
    free(g);
    end();
}

// Of B on A, pressed by the surface of each and of both.
static void compare(const abShape *A, const abShape *B, const abShape *A4, const abShape *B4,
                    abPose X_A, abPose X_B, double tolerance) {
    for (int sides = 1; sides <= 3; sides++) {
        abVec3 force = press(A, X_A, B, X_B, AB_SURFACE_FACES, sides).force;
        abVec3 fine = press(A, X_A, B4, X_B, AB_SURFACE_FACES, sides).force;
        abVec3 on_fine = press(A4, X_A, B, X_B, AB_SURFACE_FACES, sides).force;
        double size = ab_norm(force);
        CHECK(size > 0.0);
        CHECK_NEAR(ab_norm(ab_sub(fine, force)), 0.0, tolerance, size);
        CHECK_NEAR(ab_norm(ab_sub(on_fine, force)), 0.0, tolerance, size);
    }
}

static void faces_do_not_care_how_they_are_divided(void) {
    begin();
    MeshFixture *f = mesh_new(), *g = mesh_new(), *h = mesh_new(), *k = mesh_new();
    mesh_ball(f, 3);
    mesh_ball(g, 3);
    mesh_box(h, ab_vec3(-1.0, -1.0, -1.0), ab_vec3(1.0, 1.0, 0.0));
    mesh_box(k, ab_vec3(-1.0, -1.0, -1.0), ab_vec3(1.0, 1.0, 0.0));
    split(g);
    split(k);
    split(k);
    abShape ball = mesh_shape(f, &s_arena), fine_ball = mesh_shape(g, &s_arena);
    abShape box = mesh_shape(h, &s_arena), fine_box = mesh_shape(k, &s_arena);
    for (double depth = 0.02; depth < 0.3; depth *= 2.0) {
        // the depth is straight over each cell: roundings, of some hundred cells
        compare(&ball, &ball, &fine_ball, &fine_ball, at(0, 0, 0), at(0.07, 0.11, 1.97 - depth),
                1e-11);
        compare(&box, &ball, &fine_box, &fine_ball, at(0, 0, 0), at(0.1, 0.05, 1.0 - depth), 1e-11);
        compare(&box, &ball, &fine_box, &fine_ball, at(0, 0, 0), at(1.02, 0.05, 1.0 - depth),
                1e-11); // over an edge
    }
    free(f);
    free(g);
    free(h);
    free(k);
    end();
}

static void a_wall_is_pressed_as_by_the_distance(void) {
    // against the sum over small triangles of the distance itself, which its tree finds
    begin();
    enum { N = 60 };
    MeshFixture *f = mesh_new(), *g = mesh_new();
    mesh_ball(f, 2);
    mesh_box(g, ab_vec3(-1.0, -1.0, -1.0), ab_vec3(1.0, 1.0, 0.0));
    abShape ball = mesh_shape(f, &s_arena), box = mesh_shape(g, &s_arena);
    abPose X = at(0.95, 0.93, 0.7); // over a corner
    abVec3 sum = {0.0, 0.0, 0.0};
    for (size_t t = 0; t < f->mesh.triangle_count; t++) {
        abVec3 a = ab_pose_point(X, ab_mesh_corner(&f->mesh, t, 0));
        abVec3 u = ab_sub(ab_pose_point(X, ab_mesh_corner(&f->mesh, t, 1)), a);
        abVec3 v = ab_sub(ab_pose_point(X, ab_mesh_corner(&f->mesh, t, 2)), a);
        for (int i = 0; i < N * N; i++) {
            double b = (i / N + 1.0 / 3.0) / N, c = (i % N + 1.0 / 3.0) / N;
            if (i / N + i % N >= N) { // the other half of the parallelogram
                b = 1.0 - b, c = 1.0 - c;
            }
            abVec3 x = ab_add_scaled(ab_add_scaled(a, b, u), c, v);
            double depth = -ab_mesh_closest(box.surface, x, INFINITY).distance;
            sum = ab_add_scaled(sum, -fmax(0.0, depth) * 0.5 / (N * N), ab_cross(u, v));
        }
    }
    abVec3 force = press(&box, at(0, 0, 0), &ball, X, AB_SURFACE_FACES, AB_SURFACE_OF_B).force;
    // the sum has the borders of what penetrates wrong by the squared size of its triangles
    CHECK_NEAR(ab_norm(ab_sub(sum, force)), 0.0, 1e-3, ab_norm(force));
    free(f);
    free(g);
    end();
}

static void points_come_and_go_without_jumps(void) {
    begin();
    MeshFixture *f = mesh_new(), *g = mesh_new();
    mesh_ball(f, 2);
    mesh_ball(g, 3);
    abShape A = mesh_shape(f, &s_arena), B = mesh_shape(g, &s_arena);
    double step = 1e-6, last = 0.0;
    for (int i = 0; i < 4000; i++) {
        abPose X = at(0.02, 0.03, 1.95 - step * i);
        double force = press(&A, at(0, 0, 0), &B, X, AB_SURFACE_FACES, 2).force.z;
        // at most the slope: the penetrating area, below 1 m^2
        CHECK(i == 0 || (force >= last && force - last < 1.0 * step));
        last = force;
    }
    free(f);
    free(g);
    end();
}

// Force up on B and energy of a pressure equal to the depth.
static double stored(const abShape *A, const abShape *B, abPose X, int sides, double *force) {
    abPose X_A = at(0, 0, 0);
    const abSurfacePart *parts;
    int counts[2];
    abSurfaceSpec spec = {.rule = AB_SURFACE_FACES, .sides = sides, .stores = true};
    double energy = *force = 0.0;
    CHECK(ab_surface_find_parts(s_workspace, A, &X_A, B, &X, spec, &parts, counts));
    for (int i = 0; i < counts[0] + counts[1]; i++) {
        const abSurfacePart *p = &parts[i];
        double seen = -ab_dot(p->area, p->normal) / 3.0, up = i < counts[0] ? 1.0 : -1.0;
        for (int j = 0; j < 3; j++) {
            energy += 0.5 * seen * p->depth[j] * p->depth[j];
            *force += up * p->area.z / 3.0 * p->depth[j];
        }
        energy += p->cell_wall_area * p->cell_wall_depth * p->cell_wall_depth / 6.0;
    }
    return energy;
}

static void force_is_the_slope_of_the_energy(void) {
    begin();
    MeshFixture *f = mesh_new(), *g = mesh_new();
    mesh_ball(f, 3);
    mesh_box(g, ab_vec3(-1.0, -1.0, -1.0), ab_vec3(1.0, 1.0, 0.0));
    abShape ball = mesh_shape(f, &s_arena), box = mesh_shape(g, &s_arena);
    for (double depth = 0.03; depth < 0.3; depth *= 2.0) {
        for (int sides = 1; sides <= 3; sides++) {
            double h = 1e-5, force, at_force, low, high;
            low = stored(&ball, &ball, at(0.3, 0.1, 1.94 - depth + h), sides, &force);
            high = stored(&ball, &ball, at(0.3, 0.1, 1.94 - depth - h), sides, &force);
            stored(&ball, &ball, at(0.3, 0.1, 1.94 - depth), sides, &at_force);
            // rounding of the energy by h, and h^2
            CHECK_NEAR((high - low) / (2.0 * h), at_force, 1e-6, at_force);
            low = stored(&box, &ball, at(0.3, 0.1, 1.0 - depth + h), sides, &force);
            high = stored(&box, &ball, at(0.3, 0.1, 1.0 - depth - h), sides, &force);
            stored(&box, &ball, at(0.3, 0.1, 1.0 - depth), sides, &at_force);
            CHECK_NEAR((high - low) / (2.0 * h), at_force, 1e-6, at_force);
        }
    }
    free(f);
    free(g);
    end();
}

// What the parts, or points, come to, to the bit.
static void add_bits(abSurfaceWorkspace *workspace, const abShape *A, const abShape *B, abPose X,
                     abSurfaceRule rule, double sum[4]) {
    abPose X_A = at(0, 0, 0);
    const abSurfacePoint *points;
    abSurfaceSpec spec = {.rule = rule, .sides = AB_SURFACE_OF_BOTH};
    int count = ab_surface_points(workspace, A, &X_A, B, &X, spec, &points);
    for (int i = 0; i < count; i++) {
        sum[0] += points[i].depth * (1 + i);
        sum[1] += points[i].area;
        sum[2] += points[i].p_W.x + points[i].n_AB_W.y;
        sum[3] += points[i].other.triangle + points[i].own.triangle;
    }
}

static void the_past_leaves_no_trace(void) {
    // a ball that slides and turns over another one and over a bowl-like box from inside, with the
    // lists of the step before and with none
    begin();
    MeshFixture *f = mesh_new(), *g = mesh_new();
    mesh_ball(f, 3);
    mesh_box(g, ab_vec3(-1.0, -1.0, -1.0), ab_vec3(1.0, 1.0, 0.0));
    split(g);
    abShape ball = mesh_shape(f, &s_arena), box = mesh_shape(g, &s_arena);
    for (int which = 0; which < 4; which++) {
        const abShape *A = which % 2 == 0 ? &ball : &box;
        abSurfaceRule rule = which < 2 ? AB_SURFACE_FACES : AB_SURFACE_VERTICES;
        for (int i = 0; i < 60; i++) {
            double t = 0.02 * i, past[4] = {0.0}, fresh[4] = {0.0};
            abPose X = at(0.6 * t, 0.1, (which % 2 == 0 ? 1.95 : 0.97) - 0.1 * t * t);
            X.R.m[0][0] = X.R.m[1][1] = cos(0.1 * t);
            X.R.m[1][0] = sin(0.1 * t);
            X.R.m[0][1] = -X.R.m[1][0];
            abSurfaceWorkspace *workspace = ab_surface_workspace_create(ab_heap());
            add_bits(s_workspace, A, &ball, X, rule, past);
            add_bits(workspace, A, &ball, X, rule, fresh);
            ab_surface_workspace_destroy(workspace);
            CHECK(memcmp(past, fresh, sizeof past) == 0);
        }
    }
    free(f);
    free(g);
    end();
}

// On the flat end of a cylinder the depth is straight, however wide a triangle is: no point is spent
// on that, and one whole face and four walls are all there is.
static void a_box_on_a_flat_end_is_taken_by_whole_triangles(void) {
    begin();
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(-0.3, -0.2, 0.0), ab_vec3(0.3, 0.2, 0.4));
    abShape box = mesh_shape(f, &s_arena),
            drum = lasting_shape("cylinder radius=1 length=2 axis=2", 0.0);
    for (int i = 0; i < 2; i++) {
        double depth = 0.01, tilt = 0.02 * i, c = cos(tilt), s = sin(tilt); // of its lower face
        abPose X = at(0.1, 0.2, 1.0 - depth);
        X.R.m[0][0] = X.R.m[2][2] = c;
        X.R.m[0][2] = s;
        X.R.m[2][0] = -s;
        Pressed p = press(&drum, at(0, 0, 0), &box, X, AB_SURFACE_FACES, AB_SURFACE_OF_B);
        double volume = 0.6 * 0.4 * depth / c; // below the end, by Gauss
        CHECK_NEAR(p.force.z, volume, 1e-12, volume);
        CHECK(p.count <= 60);
    }
    free(f);
    end();
}

static void both_sides_are_the_mean_of_each_and_swap_with_the_shapes(void) {
    begin();
    MeshFixture *f = mesh_new(), *g = mesh_new();
    mesh_ball(f, 2);
    mesh_ball(g, 3);
    abShape A = mesh_shape(f, &s_arena), B = mesh_shape(g, &s_arena);
    abPose X = at(0, 0, 0), Y = at(0.3, 0.2, 1.7);
    for (int rule = 0; rule < 2; rule++) {
        abSurfaceRule r = (abSurfaceRule)rule;
        abVec3 first = press(&A, X, &B, Y, r, 1).force, second = press(&A, X, &B, Y, r, 2).force;
        abVec3 both = press(&A, X, &B, Y, r, 3).force, turned = press(&B, Y, &A, X, r, 2).force;
        abVec3 mean = ab_scale(0.5, ab_add(first, second));
        CHECK_NEAR(ab_norm(ab_sub(both, mean)), 0.0, 1e-14, ab_norm(mean));
        CHECK_NEAR(ab_norm(ab_add(turned, first)), 0.0, 1e-14, ab_norm(first));
    }
    CHECK(ab_surface_finer(&A, &B) == AB_SURFACE_OF_B);
    CHECK(ab_surface_finer(&B, &A) == AB_SURFACE_OF_A);
    CHECK(ab_surface_finer(&A, &A) == AB_SURFACE_OF_A);
    free(f);
    free(g);
    end();
}

AB_TESTS(AB_TEST(a_body_in_the_ground_is_lifted_by_its_volume),
         AB_TEST(a_box_in_a_box_is_found_wholly_inside),
         AB_TEST(vertices_of_a_flat_face_have_its_area),
         AB_TEST(a_box_on_a_flat_end_is_taken_by_whole_triangles),
         AB_TEST(past_the_middle_of_a_wall_vertices_are_pushed_back),
         AB_TEST(faces_do_not_care_how_they_are_divided),
         AB_TEST(a_wall_is_pressed_as_by_the_distance), AB_TEST(points_come_and_go_without_jumps),
         AB_TEST(the_past_leaves_no_trace), AB_TEST(force_is_the_slope_of_the_energy),
         AB_TEST(both_sides_are_the_mean_of_each_and_swap_with_the_shapes))
