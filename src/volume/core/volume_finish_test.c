// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "volume/core/volume_finish.h"

#include <math.h>

#include "volume/core/volume_fixture.h"
#include "volume/core/volume_surface.h"

static const Block s_block = {{2, 1, 1}, {0.2, 0.1, 0.1}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3, 7850.0};

static double monomial(const double L[4], int a, int b, int c) {
    return pow(L[1], a) * pow(L[2], b) * pow(L[3], c);
}

// integral of r^a s^b t^c over the unit tetrahedron: a! b! c! / (a + b + c + 3)!, here by 6, as
// weights sum to 1
static void rules_are_exact_to_their_degree(void) {
    for (int a = 0; a <= 5; a++) {
        for (int b = 0; a + b <= 5; b++) {
            for (int c = 0; a + b + c <= 5; c++) {
                double exact = 6.0 * tgamma(a + 1.0) * tgamma(b + 1.0) * tgamma(c + 1.0) /
                               tgamma(a + b + c + 4.0);
                double two = 0.0, five = 0.0;
                for (int p = 0; p < AB_TETRA_RULE_2; p++) {
                    two += ab_tetra_rule_2[p].weight * monomial(ab_tetra_rule_2[p].L, a, b, c);
                }
                for (int p = 0; p < AB_TETRA_RULE_5; p++) {
                    five += ab_tetra_rule_5[p].weight * monomial(ab_tetra_rule_5[p].L, a, b, c);
                }
                CHECK_NEAR(five, exact, 1e-14, 1.0); // rounding of 14 terms below 1
                if (a + b + c <= 2) {
                    CHECK_NEAR(two, exact, 1e-15, 1.0);
                }
            }
        }
    }
}

static void shape_functions_are_one_at_their_node_and_sum_to_one(void) {
    for (int count = 4; count <= 10; count += 6) {
        for (int node = 0; node < count; node++) {
            double L[4] = {0}, N[10], slopes[10][3], sum[3] = {0};
            if (node < 4) {
                L[node] = 1.0;
            } else {
                L[ab_tetra_edges[node - 4][0]] = L[ab_tetra_edges[node - 4][1]] = 0.5;
            }
            ab_tetra_shape(count, L, N, slopes);
            for (int k = 0; k < count; k++) {
                CHECK(N[k] == (k == node ? 1.0 : 0.0));
                for (int i = 0; i < 3; i++) {
                    sum[i] += slopes[k][i];
                }
            }
            CHECK(sum[0] == 0.0 && sum[1] == 0.0 && sum[2] == 0.0);
        }
    }
}

static void elements_of_a_block_fill_it(void) {
    abVolumeMesh mesh;
    abError error;
    block_mesh(&s_block, &mesh, &error);
    print_problems(&error);
    double volume = 0.0;
    for (size_t e = 0; e < mesh.element_count; e++) {
        double L[4] = {0.25, 0.25, 0.25, 0.25}, N[10], slopes[10][3], J[3][3];
        ab_tetra_shape(10, L, N, slopes);
        volume += ab_tetra_jacobian(&mesh, &mesh.elements[e], slopes, J) / 6.0;
    }
    CHECK(mesh.node_count == 5 * 3 * 3 && mesh.element_count == 12);
    CHECK_NEAR(volume, 0.002, 1e-14, 0.002);
    CHECK(ab_volume_find_set(&mesh, "LEFT")->node_count == 9);
    CHECK(ab_volume_find_set(&mesh, "top") == NULL);
    ab_volume_done(&mesh);
}

// What the changed block says, first problem.
static void expect(void (*change)(abVolumeMesh *mesh), const char *part) {
    abVolumeMesh mesh;
    abError error;
    abVolumeMaterial material = block_material(&s_block);
    block_begin(&s_block, &mesh, &error);
    change(&mesh);
    abResult result = ab_volume_finish(&mesh);
    if (result == AB_OK) {
        result = ab_volume_check(&mesh);
    }
    if (result == AB_OK) {
        result = ab_volume_check_materials(&mesh, &material);
    }
    CHECK(result == AB_BAD_MODEL && error.count > 0);
    if (error.count == 0 || strstr(error.problems[0].text, part) == NULL) {
        printf("wanted: %s\n", part);
        print_problems(&error);
        CHECK(!"the message");
    }
    ab_volume_done(&mesh);
}

// Two elements on one side of a face have no surface there, so that a mesh of one element told twice
// would have none at all.
static void an_element_told_twice_overlaps(void) {
    abVolumeMesh mesh;
    abVolumeSurface surface;
    abError error;
    block_begin(&s_block, &mesh, &error);
    CHECK(ab_volume_finish(&mesh) == AB_OK && ab_volume_check(&mesh) == AB_OK);
    CHECK(ab_volume_surface(&mesh, &mesh.arena, &surface) == AB_OK && surface.face_count > 0);
    mesh.elements[1] = mesh.elements[0]; // in the place of another
    CHECK(ab_volume_surface(&mesh, &mesh.arena, &surface) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "elements overlap") != NULL);
    ab_volume_done(&mesh);
}

static void add_loose(abVolumeMesh *mesh) {
    CHECK(ab_volume_add_node(mesh, 900, (abVec3){1.0, 0.0, 0.0}, (abVolumePlace){0}) == AB_OK);
}
static void give_twice(abVolumeMesh *mesh) {
    CHECK(ab_volume_add_node(mesh, 3, (abVec3){1.0, 0.0, 0.0}, (abVolumePlace){0}) == AB_OK);
}
static void lose_node(abVolumeMesh *mesh) {
    mesh->elements[4].node_ids[2] = 5000;
}
static void turn_one(abVolumeMesh *mesh) {
    long swap = mesh->elements[0].node_ids[0];
    mesh->elements[0].node_ids[0] = mesh->elements[0].node_ids[1];
    mesh->elements[0].node_ids[1] = swap;
}
static void turn_all(abVolumeMesh *mesh) {
    for (size_t i = 0; i < mesh->node_count; i++) {
        mesh->nodes[i].point.x = -mesh->nodes[i].point.x;
    }
}
static void flatten(abVolumeMesh *mesh) {
    for (size_t i = 0; i < mesh->node_count; i++) {
        mesh->nodes[i].point.z = 0.0;
    }
}
static void shrink_material(abVolumeMesh *mesh) {
    int m = ab_volume_material(mesh, "x", (abVolumePlace){0});
    CHECK(m == 0);
}
static void repeat_element(abVolumeMesh *mesh) {
    mesh->elements[5].id = 2;
}
static void add_hexahedra(abVolumeMesh *mesh) {
    CHECK(ab_volume_add_foreign(mesh, "C3D8", 2, (abVolumePlace){0}) == AB_OK);
    CHECK(ab_volume_add_foreign(mesh, "c3d8", 3, (abVolumePlace){0}) == AB_OK);
}

// The first six elements get nodes of their own.
static void cut(abVolumeMesh *mesh) {
    size_t count = mesh->node_count;
    for (size_t i = 0; i < count; i++) {
        if (mesh->nodes[i].point.x <= 0.1001) {
            abVolumeNode node = mesh->nodes[i];
            node.point.x -= 0.5;
            CHECK(ab_volume_add_node(mesh, node.id + 1000, node.point, (abVolumePlace){0}) ==
                  AB_OK);
        }
    }
    for (int e = 0; e < 6; e++) {
        for (int k = 0; k < 10; k++) {
            mesh->elements[e].node_ids[k] += 1000;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < mesh->node_count; i++) { // the left ones have no element left
        if (mesh->nodes[i].id > 1000 || mesh->nodes[i].point.x > 0.0999) {
            mesh->nodes[kept++] = mesh->nodes[i];
        }
    }
    mesh->node_count = kept;
    mesh->set_count = 0;
}

static void cut_in_place(abVolumeMesh *mesh) {
    cut(mesh);
    for (size_t i = 0; i < mesh->node_count; i++) {
        mesh->nodes[i].point.x += mesh->nodes[i].id > 1000 ? 0.5 : 0.0;
    }
}

static void what_is_wrong_with_a_mesh_is_told(void) {
    expect(add_loose, "1 node belongs to no element, the first is 900");
    expect(give_twice, "node 3 is given twice");
    expect(lose_node, "element 5: there is no node 5000");
    expect(turn_one, "1 element is inside out or flat; the worst is 1 with the determinant -");
    expect(turn_all, "all 12 elements are inside out");
    expect(flatten, "12 elements are inside out or flat");
    expect(repeat_element, "element 2 is given twice");
    expect(add_hexahedra, "5 elements of type C3D8; only tetrahedra of 4 or 10 nodes");
    expect(cut, "the mesh has 2 parts that do not hang together");
    expect(cut_in_place, "9 pairs of nodes at the same place, the first 3 and 1003");
}

static void expect_material(abVolumeMaterial material, const char *part) {
    abVolumeMesh mesh;
    abError error;
    block_begin(&s_block, &mesh, &error);
    CHECK(ab_volume_finish(&mesh) == AB_OK);
    CHECK(ab_volume_check_materials(&mesh, &material) == AB_BAD_MODEL ||
          ab_volume_check_units(&mesh) == AB_BAD_MODEL);
    CHECK(error.count == 1 && strstr(error.problems[0].text, part) != NULL);
    ab_volume_done(&mesh);
}

static void impossible_materials_are_refused(void) {
    expect_material(
        (abVolumeMaterial){
            .name = "m", .youngs_modulus = 1.0, .poissons_ratio = 0.5, .density = 1.0},
        "material m: Poisson's ratio = 0.5 -; allowed is above -1 and below 0.5");
    expect_material(
        (abVolumeMaterial){
            .name = "m", .youngs_modulus = -1.0, .poissons_ratio = 0.3, .density = 1.0},
        "Young's modulus = -1 Pa; allowed is above 0");
    expect_material(
        (abVolumeMaterial){
            .name = "m", .youngs_modulus = 1.0, .poissons_ratio = 0.3, .density = (double)NAN},
        "density is missing");
    expect_material(
        (abVolumeMaterial){
            .name = "m", .youngs_modulus = 1.0, .poissons_ratio = 0.3, .density = 7.85e-9},
        "--units mm");
}

static void an_element_without_material_is_told(void) {
    abVolumeMesh mesh;
    abError error;
    block_begin(&s_block, &mesh, &error);
    shrink_material(&mesh);
    CHECK(ab_volume_finish(&mesh) == AB_OK);
    CHECK(ab_volume_check_materials(&mesh, NULL) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "12 elements have no material, the first is 1") != NULL);
    ab_volume_done(&mesh);
}

// A reference node of an interface belongs to no element and is left out.
static void the_point_of_an_interface_is_no_loose_node(void) {
    abVolumeMesh mesh;
    abError error;
    block_begin(&s_block, &mesh, &error);
    add_loose(&mesh);
    mesh.sets[0].has_point = true;
    mesh.sets[0].point_id = 900;
    CHECK(ab_volume_finish(&mesh) == AB_OK);
    CHECK(mesh.node_count == 45 && mesh.sets[0].point.x == 1.0);
    ab_volume_done(&mesh);
}

static void sets_in_a_circle_end(void) {
    abVolumeMesh mesh;
    abError error;
    block_begin(&s_block, &mesh, &error);
    abSetMember a = {.kind = AB_MEMBER_SET, .face = -1, .name = "right"}, b = a;
    b.name = "left";
    CHECK(ab_volume_add_member(&mesh, 0, a) == AB_OK && ab_volume_add_member(&mesh, 1, b) == AB_OK);
    CHECK(ab_volume_finish(&mesh) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "in a circle") != NULL);
    ab_volume_done(&mesh);
}

AB_TESTS(AB_TEST(rules_are_exact_to_their_degree),
         AB_TEST(shape_functions_are_one_at_their_node_and_sum_to_one),
         AB_TEST(elements_of_a_block_fill_it), AB_TEST(an_element_told_twice_overlaps),
         AB_TEST(what_is_wrong_with_a_mesh_is_told), AB_TEST(impossible_materials_are_refused),
         AB_TEST(an_element_without_material_is_told),
         AB_TEST(the_point_of_an_interface_is_no_loose_node), AB_TEST(sets_in_a_circle_end))
