// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_pairs_test.c - meshes as they are against everything: distances as those of the solids they
// are, depths between bounds, nothing lost at hollows.

#include "base/check.h"
#include "collide/broad/proximity.h"
#include "collide/mesh/mesh_pairs.h"
#include "collide/mesh/mesh_shape_fixture.h"
#include "collide/pairs/closest_point.h"
#include "collide/pairs/collide.h"
#include "shape/core/shape_fixture.h"

static MeshFixture *s_box, *s_l;
static abShape s_box_mesh, s_l_mesh, s_box_shape;

// An L of three unit cubes in z, a box, all as meshes.
static void make(void) {
    if (s_box != NULL) {
        return;
    }
    s_box = mesh_new();
    mesh_box(s_box, ab_vec3(-0.5, -0.3, -0.4), ab_vec3(0.5, 0.3, 0.4));
    s_box_mesh = mesh_shape(s_box, lasting_arena());
    s_box_shape = lasting_shape("box size=1,0.6,0.8", 0.0);
    s_l = mesh_new();
    static const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const int caps[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    for (int i = 0; i < 12; i++) {
        mesh_point(s_l, outline[i % 6][0], outline[i % 6][1], i / 6);
    }
    for (int i = 0; i < 4; i++) {
        mesh_triangle(s_l, caps[i][0], caps[i][2], caps[i][1]);
        mesh_triangle(s_l, 6 + caps[i][0], 6 + caps[i][1], 6 + caps[i][2]);
    }
    for (int i = 0; i < 6; i++) {
        int j = (i + 1) % 6;
        mesh_triangle(s_l, i, j, 6 + j);
        mesh_triangle(s_l, i, 6 + j, 6 + i);
    }
    s_l_mesh = mesh_shape(s_l, lasting_arena());
}

static abPose pose(Random *random, double spread) {
    return (abPose){random_rotation(random), ab_scale(spread, random_vector(random))};
}

static const char *const s_texts[] = {"sphere radius=0.2",
                                      "ellipsoid semi_axes=0.2,0.3,0.15",
                                      "capsule radius=0.1 length=0.4",
                                      "box size=0.3,0.2,0.4",
                                      "beam length=0.4 width=0.2 thickness=0.1",
                                      "cylinder radius=0.15 length=0.4",
                                      "cone radius=0.2 length=0.3",
                                      "torus ring_radius=0.2 tube_radius=0.05",
                                      "tube radius=0.2 inner_radius=0.12 length=0.3"};
enum { TEXTS = sizeof s_texts / sizeof s_texts[0] };

// The mesh of a box is the box.
static void a_box_of_triangles_is_as_far_as_a_box(void) {
    make();
    Random random = {.state = 11};
    double worst[TEXTS] = {0.0};
    for (int k = 0; k < TEXTS; k++) {
        abShape other = lasting_shape(s_texts[k], 0.0);
        bool is_hollow = isfinite(ab_shape_reach(&other));
        for (int i = 0; i < (is_hollow ? 100 : 1000); i++) {
            abPose X = pose(&random, 0.2), Y = pose(&random, 1.0);
            abProximity mesh, box;
            ab_proximity(&other, &Y, &s_box_mesh, &X, &mesh);
            ab_proximity(&other, &Y, &s_box_shape, &X, &box);
            if (box.distance > 0.0 && other.kind != AB_SHAPE_TUBE) {
                worst[k] = fmax(worst[k], fabs(mesh.distance - box.distance));
                CHECK_NEAR(mesh.distance, box.distance, is_hollow ? 1e-6 : 4e-15, 1.0);
                CHECK(ab_norm(ab_sub(ab_add_scaled(mesh.p_A_W, mesh.distance, mesh.n_AB_W),
                                     mesh.p_B_W)) < 1e-13);
            } else if (box.distance < 0.0 && other.kind != AB_SHAPE_TUBE) {
                // less than the way that parts them, and something
                CHECK(mesh.distance < 1e-15);
                CHECK(mesh.distance >= box.distance - 1e-13);
            }
        }
    }
    for (int k = 0; k < TEXTS; k++) {
        printf("  %-45s apart within %.1e\n", s_texts[k], worst[k]);
    }
}

static void a_ball_on_a_mesh_is_exact_inside_too(void) {
    make();
    Random random = {.state = 12};
    abShape ball = lasting_shape("sphere radius=0.2", 0.0);
    for (int i = 0; i < 5000; i++) {
        abPose X = pose(&random, 0.2), Y = pose(&random, 1.0);
        abProximity mesh, box;
        ab_proximity(&ball, &Y, &s_box_mesh, &X, &mesh);
        ab_proximity(&ball, &Y, &s_box_shape, &X, &box);
        CHECK_NEAR(mesh.distance, box.distance, 2e-15, 1.0);
    }
}

static void meshes_are_as_far_as_boxes(void) {
    make();
    Random random = {.state = 13};
    int apart = 0, over = 0;
    double share = INFINITY;
    for (int i = 0; i < 2000; i++) {
        abPose X = pose(&random, 0.2), Y = pose(&random, 1.1);
        abProximity mesh, box;
        ab_proximity(&s_box_mesh, &X, &s_box_mesh, &Y, &mesh);
        ab_proximity(&s_box_shape, &X, &s_box_shape, &Y, &box);
        if (box.distance > 0.0) {
            apart++;
            CHECK_NEAR(mesh.distance, box.distance, 4e-15, 1.0);
        } else {
            over++;
            CHECK(mesh.distance < 0.0 && mesh.distance >= box.distance - 1e-13);
            share = fmin(share, mesh.distance / box.distance);
        }
    }
    printf("  %d apart, %d overlapping, depth at least %.3f of the way out\n", apart, over, share);
    CHECK(apart > 500 && over > 500);
}

static void swapped_shapes_have_opposite_normals(void) {
    make();
    Random random = {.state = 14};
    abShape capsule = lasting_shape("capsule radius=0.1 length=0.4", 0.0);
    for (int i = 0; i < 300; i++) {
        abPose X = pose(&random, 0.2), Y = pose(&random, 2.0);
        abProximity p, q;
        ab_proximity(&capsule, &Y, &s_l_mesh, &X, &p);
        ab_proximity(&s_l_mesh, &X, &capsule, &Y, &q);
        CHECK(p.distance == q.distance && ab_norm(ab_add(p.n_AB_W, q.n_AB_W)) == 0.0);
    }
}

// All its corners count, also where two faces of the mesh are as near and rounding chooses where to look.
static void the_hull_of_a_box_is_the_box(void) {
    make();
    Random random = {.state = 15};
    abShape hull = s_box_mesh;
    hull.kind = AB_SHAPE_HULL;
    int over = 0;
    for (int i = 0; i < 2000; i++) {
        abPose X = pose(&random, 0.2), Y = pose(&random, 1.5);
        abProximity of_hull, of_box;
        ab_proximity(&hull, &Y, &s_l_mesh, &X, &of_hull);
        ab_proximity(&s_box_shape, &Y, &s_l_mesh, &X, &of_box);
        over += of_box.distance < 0.0;
        CHECK_NEAR(of_hull.distance, of_box.distance, 4e-15, 1.0);
    }
    CHECK(over > 500);
}

// In the corner of the L, where its hull is filled.
static void hollows_are_hollow(void) {
    make();
    abPose X = ab_pose_identity();
    abPose Y = {ab_mat3_identity(), {1.5, 1.6, 0.5}};
    abShape ball = lasting_shape("sphere radius=0.4", 0.0);
    abProximity p;
    ab_proximity(&ball, &Y, &s_l_mesh, &X, &p);
    CHECK_NEAR(p.distance, 0.1, 1e-15, 1.0);
    abShape box = lasting_shape("box size=0.8,0.8,0.8", 0.0);
    ab_proximity(&box, &Y, &s_l_mesh, &X, &p);
    CHECK_NEAR(p.distance, 0.1, 1e-15, 1.0);
    abShape hull = s_l_mesh;
    hull.kind = AB_SHAPE_HULL;
    ab_proximity(&ball, &Y, &hull, &X, &p);
    CHECK(p.distance < -0.3);
    // a corner on the flat: its own depth
    abPose corner = {ab_quat_to_matrix(ab_quat_from_xyz((abVec3){0.5, 0.4, 0.0})), {0.5, 0.5, 0.0}};
    double height = 0.0;
    for (int i = 0; i < 3; i++) {
        height += 0.4 * fabs(corner.R.m[2][i]);
    }
    corner.p.z = 1.0 + height - 1e-3;
    ab_proximity(&box, &corner, &s_l_mesh, &X, &p);
    CHECK_NEAR(p.distance, -1e-3, 1e-15, 1.0);
    CHECK_NEAR(p.n_AB_W.z, -1.0, 1e-15, 1.0);
}

// ---- overlapping rings and tubes ----

static long s_asked;

static abClosest count_and_answer(const abShape *shape, abVec3 p) {
    s_asked++;
    return ab_shape_closest_point(shape, p);
}

// Where they overlap, too, the deepest point of a ring or tube is found to rounding and soon, not
// as the best of many points that were tried: else the depth rattles as the bodies move.
static void the_deepest_point_in_what_is_hollow_is_found(void) {
    make();
    static const char *const texts[2] = {"torus ring_radius=0.2 tube_radius=0.05",
                                         "tube radius=0.2 inner_radius=0.12 length=0.3"};
    for (int k = 0; k < 2; k++) {
        Random random = {.state = 5};
        abShape A = lasting_shape(texts[k], 0.0);
        int overlapping = 0, exact = 0;
        s_asked = 0;
        for (int i = 0; i < 300; i++) {
            abPose X = pose(&random, 0.5), Y = pose(&random, 0.5);
            abProximity at;
            for (int push = 0; push < 20; push++) { // 2 mm deep
                ab_proximity(&A, &X, &s_box_mesh, &Y, &at);
                Y.p = ab_add_scaled(Y.p, -2e-3 - at.distance, at.n_AB_W);
            }
            ab_shape_mesh(count_and_answer, &A, &X, &s_box_mesh, &Y, &at);
            overlapping += at.distance < 0.0;
            exact += at.distance < 0.0 && at.is_exact;
        }
        printf("  %-45s %d overlap, %d to rounding, %.0f distances each\n", texts[k], overlapping,
               exact, s_asked / 300.0);
        // what is left lies in the middle of a wall, where all around is as deep
        CHECK(overlapping == 300 && exact >= (k == 0 ? 295 : 260));
        CHECK(s_asked < 300 * 1600);
    }
}

// ---- slow motions ----

// How often the depth changes by more than the bodies move, of shapes with an edge that dips into a
// face: the deepest place must be found wherever the search of it begins.
static int jumps_of(const char *text, Random *random) {
    abShape A = lasting_shape(text, 0.0);
    int jumps = 0;
    for (int i = 0; i < 100; i++) {
        abPose X = pose(random, 0.5), Y = pose(random, 0.5);
        abProximity at;
        for (int push = 0; push < 20; push++) { // 2 mm deep
            ab_proximity(&A, &X, &s_box_mesh, &Y, &at);
            Y.p = ab_add_scaled(Y.p, -2e-3 - at.distance, at.n_AB_W);
        }
        abVec3 step = ab_scale(1e-6, ab_unit(random_vector(random)));
        ab_proximity(&A, &X, &s_box_mesh, &Y, &at);
        for (int k = 0; k < 10; k++) {
            double before = at.distance;
            Y.p = ab_add(Y.p, step);
            ab_proximity(&A, &X, &s_box_mesh, &Y, &at);
            // deeper, in the middle of a wall, another side may be nearest
            jumps += before > -3e-3 && !(fabs(at.distance - before) <= 1.001e-6);
        }
    }
    return jumps;
}

static void the_depth_changes_no_faster_than_the_bodies_move(void) {
    make();
    Random random = {.state = 23};
    for (int k = 0; k < TEXTS; k++) {
        int jumps = jumps_of(s_texts[k], &random);
        printf("  %-45s %d of 1000 steps jump\n", s_texts[k], jumps);
        // of a rim under two walls of the mesh one place or another may be found
        bool has_rim = strncmp(s_texts[k], "c", 1) == 0 && strncmp(s_texts[k], "capsule", 7) != 0;
        CHECK(jumps <= (has_rim ? 10 : 0));
    }
}

AB_TESTS(AB_TEST(the_depth_changes_no_faster_than_the_bodies_move),
         AB_TEST(the_deepest_point_in_what_is_hollow_is_found),
         AB_TEST(a_box_of_triangles_is_as_far_as_a_box),
         AB_TEST(a_ball_on_a_mesh_is_exact_inside_too), AB_TEST(meshes_are_as_far_as_boxes),
         AB_TEST(swapped_shapes_have_opposite_normals), AB_TEST(the_hull_of_a_box_is_the_box),
         AB_TEST(hollows_are_hollow))
