// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_test.c - nearest and lowest points of an octahedron.

#include "flexible/skin.h"

#include <stdint.h>

#include "abut/memory.h"
#include "base/check.h"
#include "base/random_fixture.h"
#include "math/core/vector_math.h"

static abVec3 s_points[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
static int s_faces[24] = {0, 2, 4, 0, 5, 2, 0, 4, 3, 0, 3, 5, 1, 4, 2, 1, 2, 5, 1, 3, 4, 1, 5, 3};

static abSkin *octahedron(bool flip, abArena *arena) {
    abReducedBody body = {.node_count = 6, .X = s_points, .face_count = 8, .faces = s_faces};
    ab_arena_init(arena, ab_heap(), 1024);
    return ab_skin_of(&body, flip, arena);
}

// Inside |x| + |y| + |z| <= 1; the distance of what is beside a face is (sum - 1) / sqrt(3).
static void inside_and_outside_are_told_everywhere(void) {
    abArena arena;
    abSkin *skin = octahedron(false, &arena);
    uint64_t random = 3;
    for (int i = 0; i < 2000; i++) {
        double x = 1.5 * next_random(&random), y = 1.5 * next_random(&random);
        abVec3 p = {x, y, 1.5 * next_random(&random)};
        double sum = fabs(p.x) + fabs(p.y) + fabs(p.z);
        abSkinSite site = ab_skin_nearest(skin, s_points, p);
        CHECK((site.distance < 0.0) == (sum < 1.0));
        CHECK(fabs(site.distance) >= fabs(sum - 1.0) / sqrt(3.0) - 1e-14);
        abVec3 q = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; k++) {
            q = ab_add_scaled(q, site.weights[k], s_points[site.nodes[k]]);
        }
        CHECK_NEAR(ab_norm(ab_sub(q, site.point)), 0.0, 1e-14, 1.0);
        abVec3 back = ab_add_scaled(site.point, fabs(site.distance), site.normal);
        CHECK_NEAR(ab_norm(ab_sub(back, p)), 0.0, 1e-14, 1.0);
    }
    ab_arena_done(&arena);
}

static void flip_turns_inside_out(void) {
    abArena arena;
    abSkin *skin = octahedron(true, &arena);
    CHECK(ab_skin_nearest(skin, s_points, ab_vec3(0.1, 0.1, 0.1)).distance > 0.0);
    CHECK(ab_skin_nearest(skin, s_points, ab_vec3(1.0, 1.0, 1.0)).distance < 0.0);
    ab_arena_done(&arena);
}

static void the_lowest_vertex_is_found(void) {
    abArena arena;
    abSkin *skin = octahedron(false, &arena);
    abSkinSite site = ab_skin_lowest(skin, s_points, ab_vec3(0, 0, 1), ab_vec3(0, 0, -3));
    CHECK(site.nodes[0] == 5 && site.weights[0] == 1.0 && site.distance == 2.0);
    CHECK(skin->vertex_count == 6);
    ab_arena_done(&arena);
}

AB_TESTS(AB_TEST(inside_and_outside_are_told_everywhere), AB_TEST(flip_turns_inside_out),
         AB_TEST(the_lowest_vertex_is_found))
