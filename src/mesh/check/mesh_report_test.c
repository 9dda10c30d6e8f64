// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_report_test.c - each item is found where it is, counted and named, and not elsewhere.

#include "mesh/check/mesh_report.h"

#include "base/check.h"
#include "mesh/check/mesh_cross.h"
#include "mesh/core/mesh_fixture.h"

static abMeshReport report_of(const MeshFixture *f) {
    abMeshReport report;
    CHECK(ab_mesh_report(&f->mesh, ab_heap(), &report));
    return report;
}

static size_t total(const abMeshReport *report) {
    size_t sum = 0;
    for (int c = 0; c < AB_MESH_CHECK_COUNT; c++) {
        sum += report->found[c].count;
    }
    return sum;
}

static const char *names_of(const abMeshReport *report, abMeshCheck check) {
    static char names[300];
    ab_mesh_finding_names(report, check, names, sizeof names);
    return names;
}

static void a_cube_and_a_ball_have_nothing_wrong(void) {
    MeshFixture *cube = unit_cube(), *ball = mesh_new();
    mesh_ball(ball, 4);
    abMeshReport a = report_of(cube), b = report_of(ball);
    CHECK(total(&a) == 0 && a.is_solid && a.part_count == 1 && a.unit == NULL);
    CHECK_NEAR(a.volume, 1.0, 1e-15, 1.0);
    CHECK_NEAR(a.area, 6.0, 1e-15, 6.0);
    CHECK(total(&b) == 0 && b.is_solid && b.part_count == 1);
    free(cube);
    free(ball);
}

static void an_open_cube_names_its_border(void) {
    MeshFixture *f = unit_cube();
    f->mesh.triangle_count -= 2; // without the side x = 1
    abMeshReport report = report_of(f);
    CHECK(report.found[AB_MESH_OPEN_EDGES].count == 4 && total(&report) == 4 && !report.is_solid);
    CHECK_TEXT(names_of(&report, AB_MESH_OPEN_EDGES),
               "2-4 of face 2, 2-6 of face 5, 4-8 of face 8, 6-8 of face 3");
    free(f);
}

static void a_turned_triangle_has_three_turned_edges(void) {
    MeshFixture *f = unit_cube();
    mesh_flip(f, 4);
    abMeshReport report = report_of(f);
    CHECK(report.found[AB_MESH_TURNED_EDGES].count == 3 && total(&report) == 3);
    CHECK(!report.is_solid);
    free(f);
}

static void an_inside_out_cube_is_told_from_a_cavity(void) {
    MeshFixture *f = unit_cube();
    for (size_t t = 0; t < 12; t++) {
        mesh_flip(f, t);
    }
    abMeshReport alone = report_of(f);
    CHECK(alone.found[AB_MESH_INSIDE_OUT].count == 1 && total(&alone) == 1 && !alone.is_solid);
    mesh_box(f, ab_vec3(-1, -1, -1), ab_vec3(2, 2, 2)); // now it is a hole in a larger one
    abMeshReport cavity = report_of(f);
    CHECK(total(&cavity) == 0 && cavity.is_solid && cavity.part_count == 2);
    CHECK_NEAR(cavity.volume, 26.0, 1e-14, 26.0);
    for (size_t t = 0; t < 12; t++) {
        mesh_flip(f, t); // a solid in a solid: its inside would count twice
    }
    abMeshReport twice = report_of(f);
    CHECK(twice.found[AB_MESH_INSIDE_OUT].count == 1);
    CHECK_TEXT(names_of(&twice, AB_MESH_INSIDE_OUT), "1");
    free(f);
}

static void three_sheets_on_an_edge_branch(void) {
    MeshFixture *f = mesh_new();
    for (int k = 0; k < 5; k++) {
        mesh_point(f, k == 1 ? 1.0 : 0.3, k == 2, k == 3 ? 1.0 : k == 4 ? -1.0 : 0.0);
    }
    f->points[0] = ab_vec3(0, 0, 0), f->points[1] = ab_vec3(1, 0, 0);
    mesh_triangle(f, 0, 1, 2);
    mesh_triangle(f, 1, 0, 3);
    mesh_triangle(f, 0, 1, 4);
    abMeshReport report = report_of(f);
    CHECK(report.found[AB_MESH_BRANCHED_EDGES].count == 1);
    CHECK_TEXT(names_of(&report, AB_MESH_BRANCHED_EDGES), "1-2 of face 1");
    CHECK(report.part_count == 1);
    free(f);
}

// The side z = 0 of a cube is cut at a point that the neighbouring side does not have.
static void a_t_edge_names_edge_and_point(void) {
    MeshFixture *f = unit_cube();
    int middle = mesh_point(f, 0.5, 0.0, 0.0); // on 1-2, between faces 2 and 5
    int *face = &f->triangles[3 * 1];          // 0 3 1
    CHECK(face[0] == 0 && face[1] == 3 && face[2] == 1);
    face[2] = middle;
    mesh_triangle(f, middle, 3, 1);
    abMeshReport report = report_of(f);
    CHECK(report.found[AB_MESH_T_EDGES].count == 1);
    CHECK_TEXT(names_of(&report, AB_MESH_T_EDGES), "1-2 with 9");
    CHECK(report.found[AB_MESH_OPEN_EDGES].count == 3);
    CHECK(report.found[AB_MESH_CROSSINGS].count == 0);
    free(f);
}

static void flat_and_low_triangles_are_told_apart(void) {
    MeshFixture *f = mesh_new();
    mesh_point(f, 0, 0, 0);
    mesh_point(f, 1, 0, 0);
    mesh_point(f, 0.5, 5e-4, 0);
    mesh_point(f, 0.25, 0.25, 0.25);
    mesh_point(f, 0.5, 0.5, 0.5);
    mesh_point(f, 0.3, 0.4, 0.1);
    mesh_triangle(f, 0, 1, 2); // low
    mesh_triangle(f, 0, 3, 4); // in line
    mesh_triangle(f, 5, 5, 1); // two equal corners
    abMeshReport report = report_of(f);
    CHECK(report.found[AB_MESH_SLIVERS].count == 1 && report.found[AB_MESH_ZERO_AREAS].count == 2);
    CHECK_TEXT(names_of(&report, AB_MESH_SLIVERS), "1");
    CHECK_TEXT(names_of(&report, AB_MESH_ZERO_AREAS), "2, 3");
    free(f);
}

static void doubled_triangles_and_points_are_named(void) {
    MeshFixture *f = unit_cube();
    mesh_triangle(f, f->triangles[1], f->triangles[2], f->triangles[0]); // face 1 again
    mesh_triangle(f, f->triangles[5], f->triangles[4], f->triangles[3]); // face 2, other way
    mesh_point(f, 1.0 + 1e-8, 1.0, 1.0);                                 // near point 8
    abMeshReport report = report_of(f);
    CHECK(report.found[AB_MESH_DUPLICATES].count == 2);
    CHECK_TEXT(names_of(&report, AB_MESH_DUPLICATES), "2 and 14, 1 and 13");
    CHECK(report.found[AB_MESH_CLOSE_POINTS].count == 1);
    CHECK_TEXT(names_of(&report, AB_MESH_CLOSE_POINTS), "8 and 9");
    CHECK(report.found[AB_MESH_UNUSED_POINTS].count == 1);
    free(f);
}

static void boxes_that_cross_are_found_even_on_diagonals(void) {
    // edges of one box meet faces of the other exactly on their diagonals
    MeshFixture *f = unit_cube();
    mesh_box(f, ab_vec3(0.5, 0.5, 0.5), ab_vec3(1.5, 1.5, 1.5));
    abMeshReport report = report_of(f);
    CHECK(report.found[AB_MESH_CROSSINGS].count > 0 && report.part_count == 2);
    free(f);
    // side by side: faces that touch with a part of their area count, edges alone do not
    f = unit_cube();
    mesh_box(f, ab_vec3(1.0, 0.25, 0.25), ab_vec3(2.0, 0.75, 0.75));
    report = report_of(f);
    CHECK(report.found[AB_MESH_CROSSINGS].count > 0);
    free(f);
    f = unit_cube();
    mesh_box(f, ab_vec3(1.0, 1.0, 0.25), ab_vec3(2.0, 2.0, 0.75));
    report = report_of(f);
    CHECK(report.found[AB_MESH_CROSSINGS].count == 0);
    free(f);
}

static void triangles_cross_or_only_touch(void) {
    static const struct {
        abVec3 b[3];
        bool crosses;
    } cases[] = {
        // against (0,0,0) (4,0,0) (0,4,0)
        {{{1, 1, -1}, {1, 1, 1}, {5, 5, 0}}, true},      // an edge through it
        {{{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}, false},      // a corner on it
        {{{1, 0, 0}, {3, 0, 0}, {2, -1, 1}}, false},     // an edge on its edge
        {{{0, 0, 0}, {4, 0, 0}, {0, 0, 4}}, false},      // a neighbour across an edge
        {{{0, 0, 0}, {4, 0, 0}, {0, -4, 0}}, false},     // likewise, flat
        {{{0, 0, 0}, {4, 0, 0}, {1, 1, 0}}, true},       // folded onto it
        {{{0, 0, 0}, {2, 2, 1}, {2, 2, -1}}, true},      // shares a corner and goes through
        {{{0, 0, 0}, {-2, -2, 1}, {-2, -2, -1}}, false}, // shares a corner, outside
        {{{1, 1, 0}, {5, 5, 0}, {5, 4, 0}}, true},       // overlaps in the plane
        {{{2, 2, 0}, {5, 5, 0}, {5, 4, 0}}, false},      // touches with a corner in the plane
        {{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}}, false},      // above
        {{{2, 2, -1}, {2, 2, 1}, {9, 9, 0}}, true},      // an edge through its edge
        {{{2.5, 2.5, -1}, {2.5, 2.5, 1}, {9, 9, 0}}, false},
        {{{4, 0, -1}, {4, 0, 1}, {9, 0, 0}}, false}, // an edge through its corner: a T-edge
    };
    const abVec3 a[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int turn = 0; turn < 3; turn++) {
            abVec3 b[3], c[3];
            for (int k = 0; k < 3; k++) {
                b[k] = cases[i].b[(k + turn) % 3];
                c[k] = cases[i].b[(turn + 3 - k) % 3];
            }
            bool all = ab_triangles_cross(a, b) == cases[i].crosses &&
                       ab_triangles_cross(b, a) == cases[i].crosses &&
                       ab_triangles_cross(c, a) == cases[i].crosses;
            if (!all) {
                printf("case %zu, turned by %d\n", i, turn);
            }
            CHECK(all);
        }
    }
}

// Whether a triangle has no area, by rounding: lower than 1e-12 of its longest edge.
static bool is_flat(const abTriangleMesh *mesh, size_t t) {
    abVec3 a = ab_mesh_corner(mesh, t, 0), b = ab_mesh_corner(mesh, t, 1),
           c = ab_mesh_corner(mesh, t, 2);
    abVec3 ab = ab_sub(b, a), ac = ab_sub(c, a), bc = ab_sub(c, b);
    double longest2 = fmax(ab_norm2(ab), fmax(ab_norm2(ac), ab_norm2(bc)));
    return !(ab_norm(ab_cross(ab, ac)) > 1e-12 * longest2);
}

// A crumpled sheet: the tree finds the pairs that trying all finds.
static void the_tree_finds_all_crossings(void) {
    MeshFixture *f = mesh_new();
    unsigned state = 1;
    for (int i = 0; i < 130; i++) {
        double p[3];
        for (int k = 0; k < 3; k++) {
            state = state * 1664525u + 1013904223u;
            p[k] = (double)(state >> 12 & 63) / 8.0; // on a grid, so that much is exactly flat
        }
        mesh_point(f, p[0], p[1], p[2]);
        if (i >= 2) {
            mesh_triangle(f, i - 2, i - 1, i);
        }
    }
    size_t expected = 0;
    for (size_t s = 0; s < f->mesh.triangle_count; s++) {
        for (size_t t = s + 1; t < f->mesh.triangle_count; t++) {
            abVec3 a[3], b[3];
            for (int k = 0; k < 3; k++) {
                a[k] = ab_mesh_corner(&f->mesh, s, k);
                b[k] = ab_mesh_corner(&f->mesh, t, k);
            }
            expected += !is_flat(&f->mesh, s) && !is_flat(&f->mesh, t) && ab_triangles_cross(a, b);
        }
    }
    abMeshReport report = report_of(f);
    CHECK(expected > 1000 && expected < 10000 && report.found[AB_MESH_CROSSINGS].count == expected);
    free(f);
}

// Spikes without area and the same triangle again, thousands of them across a side of a cube: the
// searches cost as much as for the cube.
static void triangles_told_as_wrong_cost_no_searches(void) {
    enum { COUNT = 5000 };
    MeshFixture *f = unit_cube();
    abMeshReport cube = report_of(f);
    for (int i = 0; i < COUNT; i++) {
        int a = mesh_point(f, (double)(i % 71) / 71.0, (double)i / COUNT, 1.0);
        int b = mesh_point(f, (double)(i % 67) / 67.0, (double)(i * 7 % COUNT) / COUNT, 1.0);
        mesh_triangle(f, a, a, b);
        mesh_triangle(f, f->triangles[0], f->triangles[1], f->triangles[2]);
    }
    abMeshReport report = report_of(f);
    CHECK(report.found[AB_MESH_ZERO_AREAS].count == COUNT);
    CHECK(report.found[AB_MESH_DUPLICATES].count == COUNT);
    CHECK(report.found[AB_MESH_CROSSINGS].count == 0);
    long points = (long)f->mesh.point_count; // at most 12 triangles are near each
    CHECK(report.work <= cube.work + 12 * points);
    free(f);
}

static void sizes_that_look_like_other_units_are_told(void) {
    static const struct {
        double factor;
        const char *unit;
    } cases[] = {{1.0, NULL}, {1e-3, NULL}, {2e3, "mm"}, {1e5, "mm"}, {1e7, "um"}, {1e-6, "km"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double s = cases[i].factor;
        MeshFixture *f = mesh_new();
        mesh_box(f, ab_vec3(0, 0, 0), ab_vec3(s, s, s));
        abMeshReport report = report_of(f);
        CHECK_TEXT(report.unit != NULL ? report.unit : "none",
                   cases[i].unit != NULL ? cases[i].unit : "none");
        CHECK(total(&report) == 0); // nothing depends on the size
        free(f);
    }
}

static void one_line_says_what_matters(void) {
    MeshFixture *f = unit_cube();
    char line[400];
    abMeshReport report = report_of(f);
    CHECK(!ab_mesh_report_line(&report, line, sizeof line));
    mesh_point(f, 5, 5, 5); // unused: not worth a warning
    report = report_of(f);
    CHECK(!ab_mesh_report_line(&report, line, sizeof line));
    f->mesh.triangle_count--;
    report = report_of(f);
    CHECK(ab_mesh_report_line(&report, line, sizeof line));
    CHECK_TEXT(line, "open_edges 3 (2-6 of face 5, ...)");
    free(f);
}

AB_TESTS(AB_TEST(a_cube_and_a_ball_have_nothing_wrong), AB_TEST(an_open_cube_names_its_border),
         AB_TEST(a_turned_triangle_has_three_turned_edges),
         AB_TEST(an_inside_out_cube_is_told_from_a_cavity), AB_TEST(three_sheets_on_an_edge_branch),
         AB_TEST(a_t_edge_names_edge_and_point), AB_TEST(flat_and_low_triangles_are_told_apart),
         AB_TEST(doubled_triangles_and_points_are_named),
         AB_TEST(boxes_that_cross_are_found_even_on_diagonals),
         AB_TEST(triangles_cross_or_only_touch), AB_TEST(the_tree_finds_all_crossings),
         AB_TEST(triangles_told_as_wrong_cost_no_searches),
         AB_TEST(sizes_that_look_like_other_units_are_told), AB_TEST(one_line_says_what_matters))
