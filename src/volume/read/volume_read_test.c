// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "volume/read/volume_read.h"

#include <math.h>
#include <stdio.h>

#include "base/scratch.h"
#include "math/core/vector_math.h"
#include "volume/core/volume_fixture.h"

static Block s_block = {{2, 1, 1}, {0.25, 0.125, 0.5}, {0.5, 0.0, 0.0}, 2, 2.1e11, 0.3125, 7850.0};

static void check_same(const abVolumeMesh *a, const abVolumeMesh *b, const char *left) {
    CHECK(a->node_count == b->node_count && a->element_count == b->element_count);
    for (size_t i = 0; i < a->node_count && i < b->node_count; i++) {
        CHECK(a->nodes[i].id == b->nodes[i].id);
        CHECK_NEAR(ab_norm(ab_sub(a->nodes[i].point, b->nodes[i].point)), 0.0, 1e-9, 0.5);
    }
    for (size_t e = 0; e < a->element_count && e < b->element_count; e++) {
        CHECK(memcmp(a->elements[e].nodes, b->elements[e].nodes,
                     (size_t)a->element_nodes * sizeof(int)) == 0);
    }
    const abVolumeSet *p = ab_volume_find_set(a, "left"), *q = ab_volume_find_set(b, left);
    CHECK(p != NULL && q != NULL && p->node_count == q->node_count &&
          memcmp(p->nodes, q->nodes, p->node_count * sizeof *p->nodes) == 0);
}

// Reads the text as a file of that extension.
static void check_text(const abVolumeMesh *wanted, const char *extension, abText *text,
                       const char *left, bool has_material) {
    abVolumeMesh mesh;
    abError error;
    ab_error_clear(&error);
    ab_volume_init(&mesh, ab_heap());
    abResult result = ab_volume_read_bytes(extension, text->data, text->size, &mesh, &error);
    print_problems(&error);
    CHECK(result == AB_OK);
    if (result == AB_OK) {
        check_same(wanted, &mesh, left);
        CHECK((ab_volume_check_materials(&mesh, NULL) == AB_OK) == has_material);
        if (has_material) {
            const abVolumeMaterial *m = &mesh.materials[mesh.elements[0].material];
            CHECK_NEAR(m->youngs_modulus, 2.1e11, 1e-9, 2.1e11);
            CHECK(m->poissons_ratio == 0.3125 && m->density == 7850.0);
        }
    }
    ab_volume_done(&mesh);
    ab_text_clear(text);
}

static void every_format_gives_the_same_mesh(void) {
    for (int order = 1; order <= 2; order++) {
        abVolumeMesh mesh;
        abError error;
        abText text;
        s_block.order = order;
        block_mesh(&s_block, &mesh, &error);
        abVolumeMaterial material = block_material(&s_block);
        ab_text_init(&text, ab_heap());
        gmsh_text(&mesh, false, &text);
        check_text(&mesh, "msh", &text, "left", false);
        gmsh_text(&mesh, true, &text);
        check_text(&mesh, "msh", &text, "left", false);
        abaqus_text(&mesh, &material, &text);
        check_text(&mesh, "inp", &text, "left", true);
        nastran_text(&mesh, &material, &text);
        check_text(&mesh, "bdf", &text, "SET1_1", true);
        ab_text_done(&text);
        ab_volume_done(&mesh);
    }
}

// ---- what is wrong ----

#define ONE_TETRA                                                                                  \
    "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT,TYPE=C3D4,ELSET=e\n1,1,2,3,4\n"
#define GMSH "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define GMSH_41 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"

typedef struct Wrong {
    const char *extension, *text;
    int line; // of the first problem
    const char *part;
} Wrong;

static const Wrong s_wrong[] = {
    {"msh", "", 1, "$MeshFormat in the first line wanted, found \"\""},
    {"msh", "$MeshFormat\n4.0 0 8\n", 2, "version 4 of the format; 4.1 and 2.2"},
    {"msh", "$MeshFormat\n4.1 1 8\n", 2, "a binary file; save it as a text"},
    {"msh", GMSH "$Nodes\n2\n1 0 0 0\n2 0 x 0\n", 7, "a coordinate wanted, found \"x\""},
    {"msh", GMSH "$Nodes\n3\n1 0 0 0\n2 0 1 0\n$EndNodes\n", 8,
     "the number of a node wanted, found \"$EndNodes\""},
    {"msh", GMSH "$Nodes\n1\n1 0 0 0\n2 0 0 0\n$EndNodes\n", 7, "$EndNodes wanted, found \"2\""},
    {"msh", GMSH "$Nodes\n-4\n", 5, "the number of nodes is -4"},
    {"msh", GMSH "$Nodes\n99999999999999999999\n", 5, "the number of nodes wanted, found \"9999"},
    {"msh", GMSH "$Nodes\n1\n1 0 0 nan\n$EndNodes\n", 6, "node 1 is at [0, 0, nan]"},
    {"msh", GMSH "$Elements\n1\n1 5 2 0 1 1 2 3 4 5 6 7 8\n$EndElements\n", 6,
     "1 element of type 8-node hexahedron"},
    {"msh", GMSH "$Elements\n1\n1 77 0 1\n$EndElements\n", 6, "elements of gmsh's type 77"},
    {"msh", GMSH "$Nodes\n1\n1 0 0 0\n", 7, "the file ends before $EndNodes: it is cut off"},
    {"msh", GMSH_41 "$Nodes\n1 2 1 2\n3 1 0 2\n1\n2\n0 0 0\n", 10, "a coordinate wanted"},
    {"msh", GMSH_41, 0, "has no tetrahedra"},
    {"inp", "", 0, "has no tetrahedra"},
    {"inp", "*NODE\n1, 0, 0, z\n", 2, "*NODE: a coordinate wanted, found \"z\""},
    {"inp", "*NODE\nx\n", 2, "*NODE: the number of a node wanted, found \"x\""},
    {"inp", "*ELEMENT\n1,1,2,3,4\n", 1, "*ELEMENT has no TYPE="},
    {"inp", ONE_TETRA "*NSET,NSET=a\n1, 9\n", 9, "set a: there is no node 9"},
    {"inp", ONE_TETRA "*NSET,NSET=a\nall\n", 9, "set a: there is no set \"all\""},
    {"inp", ONE_TETRA "*ELSET,ELSET=b\n7\n", 9, "set b: there is no element 7"},
    {"inp", ONE_TETRA "*NSET,NSET=a,GENERATE\n1,2000000000,1\n", 9,
     "a range of 2000000000 numbers"},
    {"inp", ONE_TETRA "*NSET,NSET=a,GENERATE\n4,1\n", 9, "a range from 4 to 1 by 1; wanted is"},
    {"inp", ONE_TETRA "*NSET,NSET=a,GENERATE\n4\n", 9, "first, last and step wanted"},
    {"bdf", "SET1,1,2,THRU,999999999\n", 1, "a range of 999999998 numbers"},
    {"inp", ONE_TETRA "*SURFACE,NAME=s\n1,S5\n", 9, "a face S1 to S4 wanted, found \"S5\""},
    {"inp", ONE_TETRA "*SOLID SECTION,ELSET=f,MATERIAL=m\n", 8, "no set of elements \"f\""},
    {"inp", ONE_TETRA "*SOLID SECTION,ELSET=e,MATERIAL=m\n", 8, "there is no material \"m\""},
    {"inp", ONE_TETRA "*ELASTIC\n1,2\n", 8, "*ELASTIC stands before any *MATERIAL"},
    {"inp", ONE_TETRA "*MATERIAL,NAME=m\n*ELASTIC,TYPE=ORTHO\n1,2\n", 9, "TYPE=ORTHO; only ISO"},
    {"inp", ONE_TETRA "*ELEMENT,TYPE=C3D8\n2,1,2,3,4,1,2,3,4\n", 9, "1 element of type C3D8"},
    {"inp", ONE_TETRA "*ELEMENT,TYPE=C3D10\n2,1,2,3,4,1,2,3,4,1,2\n", 9, "has 10 nodes, those"},
    {"inp", ONE_TETRA "*INCLUDE,INPUT=other.inp\n", 8, "no other files may be named here"},
    {"bdf", "GRID,1,,0.,0.,x\n", 1, "GRID: a coordinate wanted in field 6, found \"x\""},
    {"bdf", "GRID,1,2,0.,0.,0.\n", 1, "grid 1 is in the coordinate system 2"},
    {"bdf", "CTETRA,1,1,1,2,3\n", 1, "CTETRA: the number of a grid wanted in field 7"},
    {"bdf", "CTETRA,1,1,1,2,3,4\n", 1, "element 1: there is no node 1"},
    {"bdf", "GRID,1\nCHEXA,1,1,1,1,1,1\n", 2, "1 element of type CHEXA"},
    {"bdf", "SET1,1,2,THRU,x\n", 1, "SET1: the number of a grid wanted in field 4, found \"THRU\""},
    {"xyz", "", 0, "no volume mesh by its extension; known are .msh, .inp"},
};

static void wrong_files_are_told_with_their_line(void) {
    for (size_t i = 0; i < sizeof s_wrong / sizeof *s_wrong; i++) {
        const Wrong *w = &s_wrong[i];
        abVolumeMesh mesh;
        abError error;
        ab_error_clear(&error);
        ab_volume_init(&mesh, ab_heap());
        abResult result =
            ab_volume_read_bytes(w->extension, w->text, strlen(w->text), &mesh, &error);
        bool is_told = error.count > 0 && error.problems[0].line == w->line &&
                       strstr(error.problems[0].text, w->part) != NULL;
        CHECK(result == AB_BAD_MODEL && is_told);
        if (!is_told) {
            printf("wanted: line %d: %s\n", w->line, w->part);
            print_problems(&error);
        }
        ab_volume_done(&mesh);
    }
}

static void several_problems_come_at_once(void) {
    const char *text = "*NODE\n1,x\n2,y\n*ELASTIC\n*NSET\n";
    abVolumeMesh mesh;
    abError error;
    ab_error_clear(&error);
    ab_volume_init(&mesh, ab_heap());
    CHECK(ab_volume_read_bytes("inp", text, strlen(text), &mesh, &error) == AB_BAD_MODEL);
    CHECK(error.count == 4 && error.problems[0].line == 2 && error.problems[0].column == 3);
    ab_volume_done(&mesh);
}

// Every shorter beginning of a file ends in an answer, and so does every changed letter.
static void damaged_files_end_in_an_answer(void) {
    abVolumeMesh mesh, read;
    abError error;
    abText text;
    s_block.order = 1;
    block_mesh(&s_block, &mesh, &error);
    abVolumeMaterial material = block_material(&s_block);
    const char *extensions[] = {"msh", "msh", "inp", "bdf"};
    for (int format = 0; format < 4; format++) {
        ab_text_init(&text, ab_heap());
        if (format < 2) {
            gmsh_text(&mesh, format == 1, &text);
        } else {
            (format == 2 ? abaqus_text : nastran_text)(&mesh, &material, &text);
        }
        for (size_t at = 0; at < text.size; at++) {
            char letter = text.data[at];
            for (int change = 0; change < 3; change++) {
                ab_error_clear(&error);
                ab_volume_init(&read, ab_heap());
                text.data[at] = "9-\n"[change];
                size_t size = change == 0 ? at : text.size;
                ab_volume_read_bytes(extensions[format], text.data, size, &read, &error);
                ab_volume_done(&read);
            }
            text.data[at] = letter;
        }
        ab_text_done(&text);
    }
    CHECK(mesh.element_count == 12);
    ab_volume_done(&mesh);
}

// ---- features of Abaqus and Nastran files ----

static size_t count_of(const abVolumeMesh *mesh, const char *name) {
    const abVolumeSet *set = ab_volume_find_set(mesh, name);
    return set != NULL ? set->node_count : 0;
}

static void sets_and_surfaces_of_abaqus_become_nodes(void) {
    const char *text = ONE_TETRA "*ELEMENT, TYPE=CPS3, ELSET=skin\n2, 1, 2, 4\n"
                                 "*NSET, NSET=two, GENERATE\n1, 3, 2\n"
                                 "*NSET, NSET=more\ntwo, 4\n"
                                 "*ELSET, ELSET=body\n1\n"
                                 "*SURFACE, NAME=face\nbody, S1\n"
                                 "*SURFACE, NAME=other, TYPE=ELEMENT\n1, S3\n"
                                 "*SURFACE, NAME=points, TYPE=NODE\ntwo\n2\n";
    abVolumeMesh mesh;
    abError error;
    ab_error_clear(&error);
    ab_volume_init(&mesh, ab_heap());
    CHECK(ab_volume_read_bytes("inp", text, strlen(text), &mesh, &error) == AB_OK);
    print_problems(&error);
    CHECK(count_of(&mesh, "skin") == 3 && count_of(&mesh, "two") == 2);
    CHECK(count_of(&mesh, "more") == 3 && count_of(&mesh, "points") == 3);
    CHECK(count_of(&mesh, "body") == 4 && count_of(&mesh, "face") == 3);
    const int *nodes = ab_volume_find_set(&mesh, "other")->nodes; // S3 has the corners 2, 4, 3
    CHECK(nodes[0] == 1 && nodes[1] == 2 && nodes[2] == 3);
    ab_volume_done(&mesh);
}

static void a_file_may_include_another(void) {
    char folder[SCRATCH_PATH], outer[SCRATCH_PATH + 40], inner[SCRATCH_PATH + 40];
    scratch_folder(folder);
    snprintf(outer, sizeof outer, "%s/outer.inp", folder);
    snprintf(inner, sizeof inner, "%s/inner.inp", folder);
    FILE *out = fopen(outer, "w");
    fputs("*INCLUDE, INPUT=inner.inp\n*ELEMENT,TYPE=C3D4\n1,1,2,3,4\n", out);
    fclose(out);
    out = fopen(inner, "w");
    fputs("*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,q\n", out);
    fclose(out);
    abVolumeMesh mesh;
    abError error;
    ab_error_clear(&error);
    ab_volume_init(&mesh, ab_heap());
    CHECK(ab_volume_read(outer, &mesh, &error) == AB_BAD_MODEL);
    CHECK(error.count == 1 && error.problems[0].line == 5);
    CHECK(strstr(error.problems[0].file, "inner.inp") != NULL);
    ab_volume_done(&mesh);
    // in itself
    out = fopen(inner, "w");
    fputs("*INCLUDE, INPUT=outer.inp\n", out);
    fclose(out);
    ab_error_clear(&error);
    ab_volume_init(&mesh, ab_heap());
    CHECK(ab_volume_read(outer, &mesh, &error) == AB_BAD_MODEL && error.count > 0);
    ab_volume_done(&mesh);
    scratch_remove(folder);
}

static void an_rbe2_is_an_interface_with_its_point(void) {
    const char *text = "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,0.,1.,0.\nGRID,4,,0.,0.,1.\n"
                       "GRID,5,,.25,.25,-.5\nCTETRA,1,1,1,2,3,4\nRBE2,8,5,123456,1,2,\n,3\n"
                       "PSOLID,1,1\nMAT1,1,2.6,1.,,7.\n";
    abVolumeMesh mesh;
    abError error;
    ab_error_clear(&error);
    ab_volume_init(&mesh, ab_heap());
    CHECK(ab_volume_read_bytes("nas", text, strlen(text), &mesh, &error) == AB_OK);
    print_problems(&error);
    const abVolumeSet *set = ab_volume_find_set(&mesh, "RBE2_8");
    CHECK(mesh.node_count == 4 && set != NULL && set->node_count == 3 && set->point.z == -0.5);
    CHECK_NEAR(mesh.materials[0].poissons_ratio, 0.3, 1e-15, 0.3); // E/(2 G) - 1
    ab_volume_done(&mesh);
}

AB_TESTS(AB_TEST(every_format_gives_the_same_mesh), AB_TEST(wrong_files_are_told_with_their_line),
         AB_TEST(several_problems_come_at_once), AB_TEST(damaged_files_end_in_an_answer),
         AB_TEST(sets_and_surfaces_of_abaqus_become_nodes), AB_TEST(a_file_may_include_another),
         AB_TEST(an_rbe2_is_an_interface_with_its_point))
