// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hull_test.c - hulls from points and from OBJ files, good and bad.

#include "shape/kinds/hull.h"
#include "shape/kinds/hull_cells.h"

#include "base/check.h"
#include "shape/core/shape_fixture.h"

static const char s_file[] = "hull_test_scratch.obj";

static abArena s_arena;

static Fixture hull_of(const char *text) {
    FILE *out = fopen(s_file, "wb");
    fputs(text, out);
    fclose(out);
    Fixture f;
    if (s_arena.block_size == 0) {
        ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    }
    fixture_make(&f, &s_arena, "hull file=hull_test_scratch.obj", 0.0);
    remove(s_file);
    return f;
}

static const char s_cube[] =
    "# cube\no cube\nv 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\nv 1 0 3\n"
    "v 1 2 3\nv 0 2 3\nvn 0 0 1\nvt 0 0\nf 4 3 2 1\nf 5 6 7 8\nf 1/1 2/1 6/1 5/1\n"
    "f 2//1 3//1 7//1 6//1\nf 3 4 8 7\nf -5 -8 -4 -1\n";

static void cube_has_six_faces_and_the_mass_of_a_box(void) {
    Fixture f = hull_of(s_cube), box;
    CHECK(f.result == AB_OK);
    const abHull *hull = f.shape.hull;
    CHECK(hull->corner_count == 8 && hull->face_count == 6);
    for (int i = 0; i < 6; i++) {
        CHECK(hull->face_start[i + 1] - hull->face_start[i] == 4);
        CHECK(ab_norm2(hull->normals[i]) == 1.0);
    }
    for (int i = 0; i < 8; i++) {
        CHECK(hull->ring_start[i + 1] - hull->ring_start[i] == 3);
    }
    fixture_make(&box, &s_arena, "box size=1,2,3", 0.0);
    CHECK_NEAR(f.mass.mass, 6.0, 1e-15, 6.0);
    CHECK_NEAR(ab_norm(ab_sub(f.mass.center, (abVec3){0.5, 1.0, 1.5})), 0.0, 1e-15, 1.0);
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(f.mass.inertia.m[i / 3][i % 3], box.mass.inertia.m[i / 3][i % 3], 1e-14, 1.0);
    }
    CHECK(f.shape.contact_radius == 0.5);
}

// Corner 0, 1 on each axis: V = 1/6, centre 1/4, J_xx = V/10 + V/10 - 2 V/16 = 3/40 V.
static void tetrahedron_by_hand(void) {
    Fixture f = hull_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
    CHECK(f.result == AB_OK);
    CHECK_NEAR(f.mass.mass, 1.0 / 6.0, 1e-15, 1.0);
    CHECK_NEAR(f.mass.center.y, 0.25, 1e-15, 1.0);
    CHECK_NEAR(f.mass.inertia.m[0][0], 3.0 / 40.0 / 6.0, 1e-16, 1.0);
    CHECK_NEAR(f.mass.inertia.m[0][1], 1.0 / 80.0 / 6.0, 1e-16, 1.0);
}

static double farthest(const abHull *hull, abVec3 d) {
    double best = -INFINITY;
    for (int i = 0; i < hull->corner_count; i++) {
        best = fmax(best, ab_dot(d, hull->corners[i]));
    }
    return best;
}

// Few and many corners, evenly and not: dense about one pole, where cells of the table overflow.
static void the_table_finds_the_farthest_corner(void) {
    enum { N = 700 };
    static abVec3 points[N];
    static const int counts[] = {4, 5, 8, 20, 128, N};
    Random random = {.state = 4};
    for (int k = 0; k < 12; k++) {
        int count = counts[k / 2];
        for (int i = 0; i < count; i++) {
            abVec3 pole = {0.0, 0.0, k % 2 == 0 || i < 4 ? 0.0 : 9.0};
            points[i] = ab_unit(ab_add(random_direction(&random), pole));
        }
        abHull *hull;
        abError error;
        abPlace nowhere = {0};
        ab_error_clear(&error);
        CHECK(ab_hull_build(points, (size_t)count, &s_arena, &hull, nowhere, &error) == AB_OK);
        CHECK(hull->corner_count == count);
        for (int i = 0; i < 2000; i++) {
            abVec3 d = i < hull->face_count ? hull->normals[i] : random_direction(&random);
            if (i % 3 == 0) { // on borders of cells
                d = (abVec3){floor(4.0 * d.x), floor(4.0 * d.y), floor(4.0 * d.z)};
            }
            double height = ab_dot(d, hull->corners[ab_hull_farthest(hull, d)]);
            // up to the slack by which corners are left out of the table
            CHECK_NEAR(height, farthest(hull, d), 1e-15, 1.0 + ab_norm(d));
        }
        abVec3 odd[] = {
            {NAN, 0.0, 1.0}, {INFINITY, -INFINITY, 0.0}, {0.0, 0.0, 0.0}, {5e-324, 0.0, 0.0}};
        for (int i = 0; i < 4; i++) {
            int corner = ab_hull_farthest(hull, odd[i]);
            CHECK(corner >= 0 && corner < count);
        }
    }
}

static void inner_and_double_points_drop_out(void) {
    Fixture f = hull_of("v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nv 0 0 4\nv 0.5 0.5 0.5\nv 0 0 0\n");
    CHECK(f.result == AB_OK && f.shape.hull->corner_count == 4);
}

static void bad_files_are_told_with_line_or_edge(void) {
    static const struct {
        const char *text, *says;
        int line;
    } cases[] = {
        {"", "no vertices", 0},
        {"hello\n", "no vertices", 0},
        {"v 1 2\n", "three numbers", 1},
        {"v 1 2 x\n", "three numbers", 1},
        {"\nv 1 nan 3\n", "nan", 2},
        {"v 1 inf 3\n", "inf", 1},
        {"v 1 2 3\nf 1 2 3\n", "vertex 2", 2},
        {"v 1 2 3\nf 0 1 1\n", "vertex 0", 2},
        {"v 1 2 3\nf -2 1 1\n", "vertex -2", 2},
        {"v 1 2 3\nf 1 1\n", "at least three", 2},
        {"v 1 2 3\nf a b c\n", "vertex numbers", 2},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n", "flat", 0},
        {"v 0 0 0\nv 0 0 0\nv 0 0 0\nv 0 0 0\n", "flat", 0},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\n", "edge from vertex 2",
         0},
        {"v 1 2 3\nf 99999999999999999999 1 1\n", "vertex", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Fixture f = hull_of(cases[i].text);
        CHECK(f.result != AB_OK && f.error.count == 1);
        if (f.error.count == 1 && strstr(f.error.problems[0].text, cases[i].says) == NULL) {
            CHECK_TEXT(f.error.problems[0].text, cases[i].says);
        }
        CHECK(f.error.problems[0].line == cases[i].line);
    }
}

// Random bytes and random cuts of a good file: an answer, no crash (run with sanitizers).
static void rubbish_is_survived(void) {
    Random random = {.state = 7};
    char text[sizeof s_cube];
    for (int round = 0; round < 300; round++) {
        memcpy(text, s_cube, sizeof text);
        for (int k = 0; k < 5; k++) {
            size_t at = (size_t)((random_number(&random) + 1.0) * 0.5 * (sizeof text - 1));
            text[at] = (char)(random_number(&random) * 128.0);
        }
        Fixture f = hull_of(text);
        CHECK(f.result == AB_OK || f.error.count == 1);
    }
}

AB_TESTS(AB_TEST(cube_has_six_faces_and_the_mass_of_a_box), AB_TEST(tetrahedron_by_hand),
         AB_TEST(the_table_finds_the_farthest_corner), AB_TEST(inner_and_double_points_drop_out),
         AB_TEST(bad_files_are_told_with_line_or_edge), AB_TEST(rubbish_is_survived))
