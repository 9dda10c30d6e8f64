// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_reader_test.c - one box of 1 x 2 x 3 in every format, and files that are wrong; glTF in
// mesh_gltf_test.c.

#include <sys/stat.h>
#include <unistd.h>

#include "base/heap_fixture.h"
#include "mesh/read/mesh_bytes.h"
#include "mesh/read/mesh_reader.h"

// ---- OBJ ----

static void obj_with_quads_and_slashes(void) {
    static Bytes b;
    b.size = 0;
    put_text(&b, "# box\nmtllib x\no box\nv 0 0 0\nv 1 0 0 1.0\nv 1 2 0\nv 0 2 0\r\nv 0 0 3\n"
                 "V 1 0 3\nv 1 2 3\nv 0 2 3\nv 0.0 2e0 3 # again\nvn 0 0 1\nvt 0 0\nf 4 3 2 1\n"
                 "f 5 6 7 9\nf 1/1 2/1 6/1 5/1\nf 2//1 3//1 7//1 6//1\n  f 3 4 8 7\n"
                 "f -9 -5 -2 -6");
    check_box("obj", &b, 1);
    abTriangleMesh mesh;
    read_bytes("OBJ", &b, &mesh);
    CHECK(mesh.face_count == 6 && mesh.faces[2] == 2 && mesh.numbers[7] == 8);
    CHECK_TEXT(mesh.format, "Wavefront OBJ");
}

// An L of area 3 seen from any side, a star of five points, a comb: areas are kept.
static void concave_polygons_keep_their_area(void) {
    static const struct {
        const char *points;
        double area;
        int n;
    } cases[] = {
        {"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n", 3.0, 6},
        {"v 0 0 0\nv 0 2 0\nv 0 2 1\nv 0 1 1\nv 0 1 2\nv 0 0 2\n", 3.0, 6},
        {"v 0 0 0\nv 0 0 2\nv 1 0 2\nv 1 0 1\nv 2 0 1\nv 2 0 0\n", 3.0, 6},
        {"v 0 3 0\nv -1 1 0\nv -3 0 0\nv -1 -1 0\nv 0 -3 0\nv 1 -1 0\nv 3 0 0\nv 1 1 0\n", 12.0, 8},
        {"v 0 0 0\nv 7 0 0\nv 7 3 0\nv 6 3 0\nv 6 1 0\nv 5 1 0\nv 5 3 0\nv 4 3 0\nv 4 1 0\n"
         "v 1 1 0\nv 1 3 0\nv 0 3 0\n",
         13.0, 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static Bytes b;
        b.size = 0;
        put_text(&b, cases[i].points);
        put_text(&b, "f");
        for (int k = 1; k <= cases[i].n; k++) {
            char number[16];
            snprintf(number, sizeof number, " %d", k);
            put_text(&b, number);
        }
        abTriangleMesh mesh;
        CHECK(read_bytes("obj", &b, &mesh) == AB_OK);
        CHECK(mesh.triangle_count == (size_t)cases[i].n - 2);
        CHECK_NEAR(ab_mesh_shell(&mesh).mass, cases[i].area, 1e-14, cases[i].area);
        abMeshReport report;
        CHECK(ab_mesh_report(&mesh, ab_heap(), &report));
        CHECK(report.found[AB_MESH_CROSSINGS].count == 0 &&
              report.found[AB_MESH_TURNED_EDGES].count == 0);
    }
}

// ---- STL ----

static void put_stl_text(Bytes *b, const MeshFixture *f) {
    put_text(b, "solid box\n");
    for (size_t t = 0; t < f->mesh.triangle_count; t++) {
        put_text(b, " facet normal 0 0 0\n  outer loop\n");
        for (int i = 0; i < 3; i++) {
            abVec3 p = ab_mesh_corner(&f->mesh, t, i);
            char line[80];
            snprintf(line, sizeof line, "   VERTEX %.9g %.9g %.9g\n", p.x, p.y, p.z);
            put_text(b, line);
        }
        put_text(b, "  endloop\n endfacet\n");
    }
    put_text(b, "endsolid box\n");
}

// The header begins with the word of the text kind, to lead astray.
static void put_stl_binary(Bytes *b, const MeshFixture *f, uint32_t count) {
    char header[80] = "solid box";
    put(b, header, sizeof header);
    put_integer(b, count, 4, false);
    for (size_t t = 0; t < f->mesh.triangle_count; t++) {
        for (int i = -1; i < 3; i++) {
            abVec3 p = i < 0 ? ab_vec3(0, 0, 0) : ab_mesh_corner(&f->mesh, t, i);
            put_float(b, p.x, false);
            put_float(b, p.y, false);
            put_float(b, p.z, false);
        }
        put_integer(b, 0, 2, false);
    }
}

static void stl_of_both_kinds(void) {
    static Bytes b;
    MeshFixture *f = box();
    b.size = 0;
    put_stl_text(&b, f);
    check_box("stl", &b, 28);
    b.size = 0;
    put_stl_binary(&b, f, 12);
    check_box("stl", &b, 28);
    free(f);
}

// ---- PLY ----

static void put_ply(Bytes *b, const MeshFixture *f, const char *format, bool is_big) {
    put_text(b, "ply\nformat ");
    put_text(b, format);
    put_text(b, " 1.0\ncomment made by hand\nelement vertex 8\nproperty uchar red\n"
                "property float x\nproperty double y\nproperty float32 z\nproperty list uint8 "
                "short extra\nelement face 12\nproperty list uchar uint vertex_indices\n"
                "element edge 1\nproperty int a\nend_header\n");
    bool is_text = strcmp(format, "ascii") == 0;
    char line[100];
    for (int i = 0; i < 8; i++) {
        abVec3 p = f->points[i];
        if (is_text) {
            snprintf(line, sizeof line, "255 %g %g %g 2 -5 6\n", p.x, p.y, p.z);
            put_text(b, line);
            continue;
        }
        put_integer(b, 255, 1, is_big);
        put_float(b, p.x, is_big);
        put_double(b, p.y, is_big);
        put_float(b, p.z, is_big);
        put_integer(b, 2, 1, is_big);
        put_integer(b, (uint64_t)-5, 2, is_big);
        put_integer(b, 6, 2, is_big);
    }
    for (int t = 0; t < 12; t++) {
        const int *c = &f->triangles[3 * t];
        snprintf(line, sizeof line, "3 %d %d %d\n", c[0], c[1], c[2]);
        if (is_text) {
            put_text(b, line);
            continue;
        }
        put_integer(b, 3, 1, is_big);
        for (int i = 0; i < 3; i++) {
            put_integer(b, (uint64_t)c[i], 4, is_big);
        }
    }
    if (is_text) {
        put_text(b, "7");
    } else {
        put_integer(b, 7, 4, is_big);
    }
}

static void ply_of_three_kinds(void) {
    static Bytes b;
    MeshFixture *f = box();
    static const char *const formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    for (int k = 0; k < 3; k++) {
        b.size = 0;
        put_ply(&b, f, formats[k], k == 2);
        check_box("ply", &b, 0);
        for (size_t cut = 1; cut < 300; cut += 7) { // any shorter file is refused, or lost its edge
            Bytes shorter = b;
            abTriangleMesh mesh;
            shorter.size -= cut;
            CHECK(read_bytes("ply", &shorter, &mesh) != AB_OK && s_error.count == 1);
        }
    }
    free(f);
}

// ---- Nastran ----

static void nastran_in_all_three_forms(void) {
    static Bytes b;
    b.size = 0;
    put_text(&b, "$ a box\n"
                 "SOL 101\n"
                 "BEGIN BULK\n"
                 "GRID          11             0.0     0.0     0.0\n"
                 "grid,12,,1.0,0.,0.\n"
                 "GRID,13,0,1.+0,2.0,0.\n"
                 "GRID*                 14                              0.          0.2D+1*G14\n"
                 "*G14                  0.\n"
                 "GRID          21             0.0     0.0     3.0\n"
                 "GRID          22             1.0     0.0     3.0\n"
                 "GRID          23             1.0     2.0     3.0\n"
                 "GRID          24             0.0     2.0     3.0\n"
                 "CQUAD4         1       1      14      13      12      11\n"
                 "CQUAD4         2       1      21      22      23      24\n"
                 "CQUAD4         3       1      11      12      22      21\n"
                 "CQUAD4         4       1      12      13      23      22\n"
                 "CQUAD4         5       1      13      14      24      23\n"
                 "CTRIA3,7,1,14,11,21\n"
                 "CTRIA3,8,1,14,21,24\n"
                 "CTETRA,9,1,11,12,13,14\n"
                 "ENDDATA\n");
    check_box("fem", &b, 0);
    abTriangleMesh mesh;
    read_bytes("nas", &b, &mesh);
    CHECK(mesh.face_count == 7);
    CHECK_TEXT(mesh.format, "Nastran bulk data");
}

// ---- files that are wrong ----

static void wrong_files_are_refused_with_a_sentence(void) {
    static const WrongFile cases[] = {
        {"obj", "", "no vertices", 0},
        {"obj", "v 1 2 3\nv 1 nan 3\n", "coordinate nan", 2},
        {"obj", "v 1 2 3\nv 1 -inf 3\n", "coordinate -inf", 2},
        {"obj", "v 1 2 1e13\n", "1e+13", 1},
        {"obj", "v 1 2 3\nf 1 2 3\n", "vertex 2", 2},
        {"obj", "v 1 2 3\nf 1\n", "at least three", 2},
        {"fem", "", "no GRID cards", 0},
        {"fem", "GRID,0,,1.,1.,1.\n", "found \"0\"", 1},
        {"fem", "GRID,1,5,1.,1.,1.\n", "coordinate system 5", 1},
        {"fem", "GRID,1,,1.,x,1.\n", "\"x\" is no number", 1},
        {"fem", "GRID,1,,1.,1.5-400,1.-\n", "\"1.-\" is no number", 1},
        {"fem", "GRID,1\nGRID,1\n", "grid 1 is given twice", 0},
        {"fem", "GRID,1\nCTRIA3,7,1,1,1,2\n", "CTRIA3 7: there is no grid \"2\"", 2},
        {"fem", "GRID,1,,1.,1.,1e99\n", "1e+99", 1},
        {"stl", "", "too few", 0},
        {"stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 x\n", "three numbers", 4},
        {"stl", "solid a\nfacet\nouter loop\nvertex 0 0 inf\n", "coordinate inf", 4},
        {"stl", "solid a\nfacet\nouter loop\nvertex 0 0 1\nendloop\n", "three vertices", 5},
        {"stl", "solid a\nfacette\n", "\"facette\" is no word of STL", 2},
        {"stl", "solid a\nendsolid\n", "no vertices", 0},
        {"ply", "plx\n", "begins with the word ply", 1},
        {"ply", "ply\nelement vertex 1\nend_header\n", "no format", 3},
        {"ply", "ply\nformat ascii 2.0\n", "version 1.0", 2},
        {"ply", "ply\nformat ascii 1.0\nelement vertex 1\n", "does not end", 4},
        {"ply", "ply\nformat ascii 1.0\nelement vertex -1\n", "name and a count", 3},
        {"ply", "ply\nformat ascii 1.0\nproperty float x\n", "without an element", 3},
        {"ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty half x\n", "found \"half\"", 4},
        {"ply",
         "ply\nformat ascii 1.0\nelement vertex 2147483648\nproperty float x\nproperty float "
         "y\nproperty float z\nend_header\n0 0 0\n",
         "claims 2147483648 of element vertex, but 7 bytes are left", 0},
        {"ply",
         "ply\nformat binary_big_endian 1.0\nelement vertex 0\nproperty float x\nproperty float "
         "y\nproperty float z\nelement face 2147483648\nproperty list int int vertex_indices\n"
         "end_header\n",
         "claims 2147483648 of element face", 0},
        {"ply",
         "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
         "end_header\n0 0\n",
         "properties x, y and z", 0},
        {"ply",
         "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
         "property float z\nend_header\n0 nan 0\n",
         "coordinate nan", 8},
        {"ply",
         "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
         "property float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n"
         "0 0 0\n3 0 0 1\n",
         "vertex 1 is not from 0 to 0", 11},
        {"ply",
         "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
         "property float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n"
         "0 0 0\n4000000000 0 0\n",
         "the file ends within element face", 12},
    };
    check_refusals(cases, sizeof cases / sizeof cases[0]);
}

static void binary_stl_that_claims_too_much_is_refused(void) {
    static Bytes b;
    abTriangleMesh mesh;
    MeshFixture *f = box();
    b.size = 0;
    put_stl_binary(&b, f, 1U << 31);
    b.data[0] = 'x'; // else it would be a text
    CHECK(read_bytes("stl", &b, &mesh) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "claims 2147483648 triangles, but the file has room "
                                           "for 12") != NULL);
    b.size = 0;
    f->points[3].y = 1e300; // infinite in single precision
    put_stl_binary(&b, f, 12);
    CHECK(read_bytes("stl", &b, &mesh) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "point 3: coordinate inf") != NULL);
    free(f);
}

// ---- want of memory ----

// Every request fails in turn: an answer each time, nothing left behind, the right one at the end.
static void want_of_memory_is_told(void) {
    static Bytes files[3];
    static const char *const extensions[] = {"obj", "stl", "ply"};
    MeshFixture *f = box();
    for (int k = 0; k < 3; k++) {
        files[k].size = 0;
    }
    put_text(&files[0], "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5 6\n");
    put_stl_text(&files[1], f);
    put_ply(&files[2], f, "binary_big_endian", true);
    for (int k = 0; k < 3; k++) {
        bool is_done = false;
        for (int n = 0; !is_done && n < 200; n++) {
            CountingHeap heap;
            abAllocator allocator = counting_heap(&heap);
            heap.left = n;
            abArena arena;
            abTriangleMesh mesh;
            abMeshReport report;
            ab_arena_init(&arena, allocator, 1 << 8);
            ab_error_clear(&s_error);
            abResult result = ab_mesh_read_bytes(extensions[k], files[k].data, files[k].size,
                                                 &arena, &mesh, (abPlace){0}, &s_error);
            CHECK(result == AB_OK || (result == AB_IO && s_error.count == 1));
            is_done =
                result == AB_OK && ab_mesh_report(&mesh, allocator, &report) && heap.left >= 0;
            ab_arena_done(&arena);
            CHECK(heap.blocks == 0 && heap.bytes == 0);
        }
        CHECK(is_done);
    }
    free(f);
}

static void files_are_found_by_extension_and_folder(void) {
    abTriangleMesh mesh;
    ab_error_clear(&s_error);
    CHECK(ab_mesh_read("box.step", NULL, &s_arena, &mesh, (abPlace){0}, &s_error) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "one of .obj .stl .ply") != NULL);
    CHECK(ab_mesh_read("folder.obj/box", NULL, &s_arena, &mesh, (abPlace){0}, &s_error) ==
          AB_BAD_MODEL);
    CHECK(ab_mesh_read("no_such.stl", "nowhere", &s_arena, &mesh, (abPlace){0}, &s_error) == AB_IO);
    CHECK(strstr(s_error.problems[2].text, "cannot open mesh file nowhere/no_such.stl") != NULL);
    CHECK(strstr(s_error.problems[2].text, "looked for from the model's folder, nowhere") != NULL);
}

// Reading a pipe that nobody writes to would wait for ever.
static void pipes_devices_and_folders_are_refused(void) {
    static const char pipe[] = "mesh_reader_test_pipe.stl",
                      folder[] = "mesh_reader_test_folder.stl";
    static const char *const files[] = {pipe, folder, "/dev/../dev/zero.stl"};
    static const char *const causes[] = {"it is a pipe or device", "it is a folder",
                                         "No such file"};
    CHECK(mkfifo(pipe, 0600) == 0 && mkdir(folder, 0700) == 0);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        abTriangleMesh mesh;
        ab_error_clear(&s_error);
        CHECK(ab_mesh_read(files[i], NULL, &s_arena, &mesh, (abPlace){0}, &s_error) == AB_IO);
        CHECK(strstr(s_error.problems[0].text, causes[i]) != NULL);
    }
    CHECK(unlink(pipe) == 0 && rmdir(folder) == 0);
}

AB_TESTS(AB_TEST(obj_with_quads_and_slashes), AB_TEST(concave_polygons_keep_their_area),
         AB_TEST(nastran_in_all_three_forms), AB_TEST(stl_of_both_kinds),
         AB_TEST(ply_of_three_kinds), AB_TEST(wrong_files_are_refused_with_a_sentence),
         AB_TEST(binary_stl_that_claims_too_much_is_refused), AB_TEST(want_of_memory_is_told),
         AB_TEST(files_are_found_by_extension_and_folder),
         AB_TEST(pipes_devices_and_folders_are_refused))
