// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_fem_test.c - what is read from MBDyn FEM text, the integrals of it against sums by hand, and
// what is said of wrong files.

#include "abut/memory.h"
#include "base/random_fixture.h"
#include "flexible/fem_fixture.h"
#include "flexible/reduced_checks.h"
#include "flexible/reduced_file.h"
#include "flexible/surface_match.h"
#include "math/core/vector_math.h"

#include "base/check.h"

static abArena s_arena;
static abReducedBody s_body;
static abError s_error;

static abResult read_text(const char *text, size_t size) {
    ab_arena_done(&s_arena);
    ab_arena_init(&s_arena, ab_heap(), 1 << 14);
    ab_error_clear(&s_error);
    return ab_reduced_body_read_fem("body.fem", text, size, &s_arena, &s_body, (abPlace){0},
                                    &s_error);
}

// The text of six masses with `from` replaced by `to`, where it is there for the nth time.
static abResult read_changed(const char *from, const char *to, int nth) {
    static char text[8000];
    fem_six_masses(text, sizeof text);
    char *at = text;
    for (int i = 0; i < nth; i++) {
        at = strstr(i > 0 ? at + 1 : at, from);
        CHECK(at != NULL);
    }
    size_t length = strlen(from), behind = strlen(at + length);
    memmove(at + strlen(to), at + length, behind + 1);
    memcpy(at, to, strlen(to));
    return read_text(text, strlen(text));
}

static bool is_told(const char *sentence) {
    char line[600];
    for (int i = 0; i < s_error.count; i++) {
        ab_error_format(&s_error, i, line, sizeof line);
        if (strstr(line, sentence) != NULL) {
            return true;
        }
    }
    for (int i = 0; i < s_error.count; i++) {
        ab_error_format(&s_error, i, line, sizeof line);
        printf("told: %s\n", line);
    }
    return false;
}

static void six_masses_are_read(void) {
    char text[8000];
    fem_six_masses(text, sizeof text);
    CHECK(read_text(text, strlen(text)) == AB_OK);
    CHECK(s_body.node_count == 6 && s_body.mode_count == 1);
    CHECK(s_body.X[2].y == 0.3 && s_body.node_ids[5] == 6);
    CHECK(s_body.Phi[0] == 1.0 && s_body.Phi[3] == -1.0 && s_body.Phi[6] == 0.0);
    CHECK(s_body.Psi == NULL && s_body.D == NULL);
    CHECK(s_body.K[0] == 800.0 && s_body.mass.modal_mass[0] == 2.0 && s_body.mass.mass == 6.0);
    CHECK(s_body.mass.J0.m[0][0] == 0.26 && s_body.mass.S[0] == 0.0 && s_body.mass.N0[2] == 0.0);
    // two masses of 1 kg at +-(0.5 + q): J_yy = ... + 2 (0.5 + q)^2, so J1 = 2, J2 = 2
    CHECK(s_body.mass.J1[AB_YY] == 2.0 && s_body.mass.J2[AB_ZZ] == 2.0 &&
          s_body.mass.J1[AB_XX] == 0);
}

// The sums over the nodes of the deformed body itself: J(q), N(q) and S from positions X + Phi q.
static void integrals_are_those_of_the_deformed_nodes(void) {
    char text[20000];
    fem_random_masses(text, sizeof text, 7, 3);
    CHECK(read_text(text, strlen(text)) == AB_OK);
    const double q[3] = {0.3, -0.2, 0.5};
    const abMassIntegrals *I = &s_body.mass;
    abMat3 J = ab_mat3_diagonal(0.0, 0.0, 0.0);
    abVec3 N[3] = {{0.0, 0.0, 0.0}}, S[3] = {{0.0, 0.0, 0.0}};
    for (size_t i = 0; i < s_body.node_count; i++) {
        double mass = fem_mass(i);
        abVec3 p = ab_sub(s_body.X[i], I->center), phi[3];
        for (int k = 0; k < 3; k++) {
            const double *f = s_body.Phi + 9 * i + k;
            phi[k] = ab_vec3(f[0], f[3], f[6]);
            p = ab_add_scaled(p, q[k], phi[k]);
        }
        for (int k = 0; k < 3; k++) {
            N[k] = ab_add_scaled(N[k], mass, ab_cross(p, phi[k]));
            S[k] = ab_add_scaled(S[k], mass, phi[k]);
        }
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                J.m[a][b] += mass * ((a == b ? ab_norm2(p) : 0.0) - ab_get(p, a) * ab_get(p, b));
            }
        }
    }
    static const int entry[3][3] = {
        {AB_XX, AB_XY, AB_XZ}, {AB_XY, AB_YY, AB_YZ}, {AB_XZ, AB_YZ, AB_ZZ}};
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            double sum = I->J0.m[a][b];
            for (int k = 0; k < 3; k++) {
                sum += q[k] * I->J1[3 * entry[a][b] + k];
                for (int l = 0; l < 3; l++) {
                    sum += q[k] * q[l] * I->J2[9 * entry[a][b] + 3 * k + l];
                }
            }
            CHECK_NEAR(sum, J.m[a][b], 1e-14, J.m[0][0] + J.m[1][1]); // sums of some 50 products
        }
        for (int l = 0; l < 3; l++) {
            double sum = I->N0[3 * a + l];
            for (int k = 0; k < 3; k++) {
                sum += q[k] * I->N1[9 * a + 3 * k + l];
            }
            CHECK_NEAR(sum, ab_get(N[l], a), 1e-14, J.m[0][0] + J.m[1][1]);
            CHECK_NEAR(I->S[3 * a + l], ab_get(S[l], a), 1e-14, I->mass);
        }
    }
}

static void wrong_counts_are_told_with_their_line(void) {
    CHECK(read_changed("MODAL MASS MATRIX\n2\n", "MODAL MASS MATRIX\n", 1) == AB_BAD_MODEL);
    CHECK(is_told("body.fem:49:1: record group 9: 1 number wanted for 1 mode, found 0"));
    CHECK(read_changed("REV0 6 1 0", "REV0 6 2 0", 1) == AB_BAD_MODEL);
    CHECK(is_told("record group 8 ends after mode 1; the header promises 2"));
    CHECK(is_told("record group 10: 4 numbers wanted for 2 modes, found 1"));
    CHECK(read_changed("REV0 6 1 0", "REV0 7 1 0", 1) == AB_BAD_MODEL);
    CHECK(is_told("record group 2: 7 nodes promised by the header, found 6"));
    CHECK(read_changed("REV0 6 1", "REV0 6000000 9999", 1) == AB_BAD_MODEL); // nothing is taken
    CHECK(read_changed("REV0 6 1", "REV0 6 1.5", 1) == AB_BAD_MODEL);
    CHECK(is_told("number of normal modes = 1.5 is no whole number"));
}

static void wrong_groups_are_told(void) {
    CHECK(read_changed("GROUP 9", "GROUP 10", 1) == AB_BAD_MODEL);
    CHECK(is_told("record group 10 is there twice (first at line 49)"));
    CHECK(read_changed("RECORD GROUP 1,", "HEADER", 1) == AB_BAD_MODEL);
    CHECK(is_told("record group 2 stands before record group 1"));
    CHECK(read_changed("GROUP 9", "GROUP 33", 1) == AB_BAD_MODEL);
    CHECK(read_changed("GROUP 11", "GROUP 14", 1) == AB_BAD_MODEL);
    CHECK(is_told("has no record group 11, lumped masses (the invariants 14 to 18 alone"));
    CHECK(read_text("a text", 6) == AB_BAD_MODEL);
    CHECK(is_told("has no line ** RECORD GROUP 1"));
}

static void wrong_numbers_are_told(void) {
    CHECK(read_changed("\n0.5\n", "\n0.5x\n", 1) == AB_BAD_MODEL);
    CHECK(is_told("record group 5: 0.5x is no number"));
    CHECK(read_changed("\n0.5\n", "\nnan\n", 1) == AB_BAD_MODEL);
    CHECK(is_told("record group 5: nan is no number within"));
    CHECK(read_changed("\n800\n", "\n-800\n", 1) == AB_BAD_MODEL);
    CHECK(is_told("record group 10: stiffness is not positive definite (mode 1: -800)"));
    CHECK(read_changed("1 1 1 0 0 0", "2 2 2 0 0 0", 3) == AB_BAD_MODEL);
    CHECK(is_told("lumped masses sum to 7 kg, record group 12 says 6 kg"));
    CHECK(read_changed("1 1 1 0 0 0", "1 2 1 0 0 0", 3) == AB_BAD_MODEL);
    CHECK(is_told("node 3 has the masses 1, 2, 1 along x, y, z"));
    CHECK(read_changed("1 1 1 0 0 0", "1 1 1 0 3 0", 3) == AB_BAD_MODEL);
    CHECK(is_told("inertia of its own"));
    CHECK(read_changed("1 2 3 4 5 6", "1 2 3 4 5 2", 1) == AB_BAD_MODEL);
    CHECK(is_told("node 2 is there twice"));
}

static void a_mode_that_moves_the_whole_body_is_found(void) {
    char text[8000];
    fem_six_masses(text, sizeof text);
    CHECK(read_text(text, strlen(text)) == AB_OK);
    CHECK(ab_first_rigid_mode(&s_body.mass, 1, &s_arena) == -1);
    fem_masses_of(text, sizeof text,
                  "1 0 0 0 0 0\n1 0 0 0 0 0\n1 0 0 0 0 0\n1 0 0 0 0 0\n"
                  "1 0 0 0 0 0\n1 0 0 0 0 0\n",
                  "6");
    CHECK(read_text(text, strlen(text)) == AB_OK);
    CHECK(ab_first_rigid_mode(&s_body.mass, 1, &s_arena) == 0);
    // a turn about z: u = z x X
    fem_masses_of(text, sizeof text,
                  "0 0.5 0 0 0 0\n0 -0.5 0 0 0 0\n-0.3 0 0 0 0 0\n0.3 0 0 0 0 0\n"
                  "0 0 0 0 0 0\n0 0 0 0 0 0\n",
                  "0.68");
    CHECK(read_text(text, strlen(text)) == AB_OK);
    CHECK(ab_first_rigid_mode(&s_body.mass, 1, &s_arena) == 0);
}

static void rejected_modes_come_first(void) {
    CHECK(read_changed("REV0 6 1 0 0 0", "REV0 6 2 0 0 1", 1) ==
          AB_BAD_MODEL); // shapes of one only
    CHECK(is_told("record group 8 ends after mode 1; the header promises 2"));
}

static void surfaces_are_matched_to_nodes(void) {
    char text[8000];
    fem_six_masses(text, sizeof text);
    CHECK(read_text(text, strlen(text)) == AB_OK);
    abVec3 points[3] = {{0.0, 0.3, 0.0}, {0.5, 0.0, 0.0}, {0.0, 0.0, 0.2}};
    int numbers[3] = {1, 2, 3}, triangle[3] = {1, 0, 2};
    abTriangleMesh mesh = {.points = points,
                           .numbers = numbers,
                           .triangles = triangle,
                           .point_count = 3,
                           .triangle_count = 1};
    CHECK(ab_reduced_body_match(&s_body, &mesh, "s.obj", &s_arena, (abPlace){0}, &s_error) ==
          AB_OK);
    CHECK(s_body.faces[0] == 0 && s_body.faces[1] == 2 && s_body.faces[2] == 4);
    points[2].x = 0.05;
    CHECK(ab_reduced_body_match(&s_body, &mesh, "s.obj", &s_arena, (abPlace){0}, &s_error) ==
          AB_BAD_MODEL);
    CHECK(is_told("vertex 3 of the surface is 0.05 m from the nearest node of body.fem (node 5)"));
}

// Whatever bytes are changed: an answer, and a sentence where there is no body.
static void damaged_files_are_refused_or_read(void) {
    static char sound[8000], text[8000];
    fem_six_masses(sound, sizeof sound);
    size_t size = strlen(sound);
    uint64_t random = 7;
    int refused = 0;
    for (int i = 0; i < 4000; i++) {
        memcpy(text, sound, size + 1);
        size_t cut = i % 5 == 0 ? test_random_index(&random, size) : size;
        text[cut] = '\0';
        for (int k = 0; k < 1 + i % 3 && cut > 0; k++) {
            static const char letters[] = "0123456789.-+eE* \n#xnai\0\xff";
            text[test_random_index(&random, cut)] =
                letters[test_random_index(&random, sizeof letters - 1)];
        }
        abResult result = read_text(text, cut);
        CHECK((result == AB_OK) == (s_error.count == 0));
        refused += result != AB_OK;
    }
    CHECK(refused > 1000 && refused < 4000);
}

static void other_formats_are_refused_with_a_way_out(void) {
    abPlace place = {.file = "model.yaml", .line = 3, .column = 5};
    ab_error_clear(&s_error);
    CHECK(ab_reduced_body_read("arm.h3d", NULL, &s_arena, &s_body, place, &s_error) ==
          AB_BAD_MODEL);
    CHECK(is_told("model.yaml:3:5: arm.h3d: the H3D format is closed; export the modes as MBDyn"));
    ab_error_clear(&s_error);
    CHECK(ab_reduced_body_read("none.fem", NULL, &s_arena, &s_body, place, &s_error) ==
          AB_BAD_MODEL);
    CHECK(is_told("cannot open the reduced body none.fem"));
}

AB_TESTS(AB_TEST(six_masses_are_read), AB_TEST(integrals_are_those_of_the_deformed_nodes),
         AB_TEST(wrong_counts_are_told_with_their_line), AB_TEST(wrong_groups_are_told),
         AB_TEST(wrong_numbers_are_told), AB_TEST(a_mode_that_moves_the_whole_body_is_found),
         AB_TEST(rejected_modes_come_first), AB_TEST(surfaces_are_matched_to_nodes),
         AB_TEST(damaged_files_are_refused_or_read),
         AB_TEST(other_formats_are_refused_with_a_way_out))
