// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_skin_test.c - two surfaces of triangles by their vertices: the distance against that of hulls, its
// slope, both orders.

#include "collide/pairs/skin_skin.h"

#include "base/random_fixture.h"
#include "collide/pairs/collide.h"
#include "math/core/vector_math.h"
#include "shape/core/shape.h"

#include "base/check.h"

enum { NODES = 8, FACES = 12, SCENES = 400 };
static const int s_faces[3 * FACES] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
static const int s_all[NODES] = {0, 1, 2, 3, 4, 5, 6, 7};

typedef struct Cube {
    abVec3 nodes[NODES];
    abSkinSide side;
} Cube;

// Sheared and stretched, so that its faces stay flat and its vertices stand out.
static void make(Cube *cube, double size, uint64_t *random) {
    abMat3 F;
    for (int i = 0; i < 9; i++) {
        F.m[i / 3][i % 3] = size * ((i % 4 == 0) + 0.2 * next_random(random));
    }
    for (int i = 0; i < NODES; i++) {
        abVec3 x = {i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
        cube->nodes[i] = ab_mul(F, x);
    }
    abQuat q = {next_random(random), next_random(random), next_random(random), next_random(random)};
    cube->side =
        (abSkinSide){.skin = {.points = cube->nodes,
                              .triangles = s_faces,
                              .triangle_count = FACES,
                              .vertices = s_all,
                              .vertex_count = NODES},
                     .points = cube->nodes,
                     .X_WS = {ab_quat_to_matrix(ab_quat_unit(q)),
                              {next_random(random), next_random(random), next_random(random)}}};
}

// The planes of its faces: of a point inside the least depth, outside a lower bound.
static double height_over_faces(const abSkinSide *side, abVec3 p_W) {
    abVec3 p = ab_pose_point_inverse(side->X_WS, p_W);
    double height = -INFINITY;
    for (int t = 0; t < FACES; t++) {
        const int *corner = s_faces + 3 * t;
        abVec3 a = side->points[corner[0]], b = side->points[corner[1]],
               c = side->points[corner[2]];
        abVec3 n = ab_unit(ab_cross(ab_sub(b, a), ab_sub(c, a)));
        height = fmax(height, ab_dot(n, ab_sub(p, a)));
    }
    return height;
}

static double least_height(const abSkinSide side[2]) {
    double least = INFINITY;
    for (int corner = 0; corner < 2; corner++) {
        for (int i = 0; i < NODES; i++) {
            abVec3 p = ab_pose_point(side[corner].X_WS, side[corner].points[i]);
            least = fmin(least, height_over_faces(&side[1 - corner], p));
        }
    }
    return least;
}

static void count(void *context, const abSkinContact *contact) {
    int *number = context;
    CHECK(contact->at.distance < 0.0);
    (*number)++;
}

static void the_deepest_vertex_counts_in_either_order(void) {
    uint64_t random = 3;
    int inside = 0;
    for (int scene = 0; scene < SCENES; scene++) {
        Cube one, two;
        make(&one, 1.0, &random);
        make(&two, 0.6, &random);
        two.side.X_WS.p = ab_scale(2.0, two.side.X_WS.p);
        const abSkinSide side[2] = {one.side, two.side}, swapped[2] = {two.side, one.side};
        abSkinContact a = ab_skins_meet(side), b = ab_skins_meet(swapped);
        double height = least_height(side);
        CHECK_NEAR(a.at.distance, b.at.distance, 1e-13, 4.0);
        if (height < 0.0) { // of a convex body the faces tell the depth of a point
            int number = 0;
            inside++;
            CHECK_NEAR(a.at.distance, height, 1e-12, 4.0);
            CHECK_NEAR(ab_norm(ab_add(a.at.n_AB_W, b.at.n_AB_W)), 0.0, 1e-12, 1.0);
            ab_skins_each(side, &a, 0.0, count, &number);
            CHECK(number >= 1 && number <= 2 * NODES);
        } else {
            CHECK(a.at.distance >= height - 1e-12);
        }
        // from A to B, and as long as the distance
        abVec3 way = ab_sub(a.at.p_B_W, a.at.p_A_W);
        CHECK_NEAR(ab_dot(way, a.at.n_AB_W), a.at.distance, 1e-12, 4.0);
        CHECK_NEAR(ab_norm(way), fabs(a.at.distance), 1e-12, 4.0);
    }
    CHECK(inside > SCENES / 4 && inside < SCENES);
}

static void the_normal_is_the_slope_of_the_distance(void) {
    uint64_t random = 9;
    int compared = 0;
    for (int scene = 0; scene < SCENES; scene++) {
        Cube one, two;
        make(&one, 1.0, &random);
        make(&two, 0.6, &random);
        two.side.X_WS.p = ab_scale(2.0, two.side.X_WS.p);
        abSkinSide side[2] = {one.side, two.side};
        abSkinContact at = ab_skins_meet(side);
        const double h = 1e-6;
        double slope[3], bend = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            double d[2];
            for (int sign = 0; sign < 2; sign++) {
                side[1] = two.side;
                abVec3 step = {axis == 0, axis == 1, axis == 2};
                side[1].X_WS.p = ab_add_scaled(two.side.X_WS.p, sign == 0 ? -h : h, step);
                d[sign] = ab_skins_meet(side).at.distance;
            }
            slope[axis] = (d[1] - d[0]) / (2.0 * h);
            bend = fmax(bend, fabs(d[0] + d[1] - 2.0 * at.at.distance) / h);
        }
        if (bend < 1e-4) { // else another vertex or face takes over just there
            compared++;
            CHECK_NEAR(ab_norm(ab_sub(ab_vec3_of(slope), at.at.n_AB_W)), 0.0, 1e-4, 1.0);
        }
    }
    CHECK(compared > SCENES / 2);
}

AB_TESTS(AB_TEST(the_deepest_vertex_counts_in_either_order),
         AB_TEST(the_normal_is_the_slope_of_the_distance))
