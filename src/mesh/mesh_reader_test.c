// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_reader_test.c - one box of 1 x 2 x 3 in every format, and files that are wrong.

#include <stdint.h>

#include "base/check.h"
#include "base/config.h"
#include "mesh/mesh_fixture.h"
#include "mesh/mesh_moments.h"
#include "mesh/mesh_report.h"

static abArena s_arena;
static abError s_error;

typedef struct Bytes {
    char data[40000];
    size_t size;
} Bytes;

static void put(Bytes *b, const void *data, size_t size) {
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void put_text(Bytes *b, const char *text) {
    put(b, text, strlen(text));
}

// A number in `size` bytes, the lowest first or last.
static void put_integer(Bytes *b, uint64_t value, int size, bool is_big) {
    for (int i = 0; i < size; i++) {
        char byte = (char)(value >> 8 * (is_big ? size - 1 - i : i) & 0xff);
        put(b, &byte, 1);
    }
}

static void put_float(Bytes *b, double value, bool is_big) {
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    put_integer(b, bits, 4, is_big);
}

static void put_double(Bytes *b, double value, bool is_big) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_integer(b, bits, 8, is_big);
}

static abResult read_bytes(const char *extension, const Bytes *b, abTriangleMesh *mesh) {
    if (s_arena.block_size == 0) {
        ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    }
    ab_error_clear(&s_error);
    return ab_mesh_read_bytes(extension, b->data, b->size, &s_arena, mesh, (abPlace){0}, &s_error);
}

static MeshFixture *box(void) {
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(0, 0, 0), ab_vec3(1, 2, 3));
    return f;
}

// 8 points, 12 triangles, closed, of volume 6.
static void check_box(const char *extension, const Bytes *b, size_t repeated) {
    abTriangleMesh mesh;
    abMeshReport report;
    abResult result = read_bytes(extension, b, &mesh);
    if (result != AB_OK) {
        CHECK_TEXT(s_error.problems[0].text, extension);
        return;
    }
    CHECK(mesh.point_count == 8 && mesh.triangle_count == 12);
    CHECK(mesh.repeated_count == repeated);
    CHECK(ab_mesh_report(&mesh, ab_heap(), &report));
    CHECK(report.is_solid && report.found[AB_MESH_CROSSINGS].count == 0);
    CHECK_NEAR(report.volume, 6.0, 1e-15, 6.0);
    CHECK_NEAR(ab_mesh_solid(&mesh).center.z, 1.5, 1e-15, 1.5);
}

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

// ---- glTF ----

#if ABUT_HAVE_JANSSON

static void put_base64(Bytes *out, const Bytes *in) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < in->size; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) {
            bits = bits << 8 | (i + k < in->size ? (unsigned char)in->data[i + k] : 0);
        }
        for (size_t k = 0; k < 4; k++) {
            char c = i + k > in->size ? '=' : digits[bits >> (18 - 6 * k) & 63];
            put(out, &c, 1);
        }
    }
}

// Positions, then indices of 8, 16 or 32 bits.
static void put_box_data(Bytes *b, const MeshFixture *f, int index_size) {
    for (int i = 0; i < 8; i++) {
        put_float(b, f->points[i].x, false);
        put_float(b, f->points[i].y, false);
        put_float(b, f->points[i].z, false);
    }
    for (int i = 0; i < 36; i++) {
        put_integer(b, (uint64_t)f->triangles[i], index_size, false);
    }
}

static void put_gltf(Bytes *b, const char *uri, const Bytes *data, int index_size,
                     const char *nodes) {
    static char text[4000];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
             "\"nodes\":[%s],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
             "\"indices\":1},{\"attributes\":{\"POSITION\":0},\"mode\":1}]}],"
             "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"type\":"
             "\"VEC3\"},{\"bufferView\":1,\"componentType\":%d,\"count\":36,\"type\":\"SCALAR\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":96},{\"buffer\":0,\"byteOffset\":96,"
             "\"byteLength\":%d}],\"buffers\":[{\"byteLength\":%zu%s",
             nodes,
             index_size == 1   ? 5121
             : index_size == 2 ? 5123
                               : 5125,
             36 * index_size, data->size, uri != NULL ? ",\"uri\":\"" : "");
    put_text(b, text);
    if (uri != NULL) {
        put_text(b, uri);
        if (strncmp(uri, "data:", 5) == 0) {
            put_base64(b, data);
        }
        put_text(b, "\"");
    }
    put_text(b, "}]}");
}

static const char s_data_uri[] = "data:application/octet-stream;base64,";

static void gltf_with_data_inside(void) {
    static Bytes b, data;
    MeshFixture *f = box();
    for (int size = 1; size <= 4; size *= 2) {
        b.size = data.size = 0;
        put_box_data(&data, f, size);
        put_gltf(&b, s_data_uri, &data, size, "{\"mesh\":0}");
        check_box("gltf", &b, 0);
    }
    free(f);
}

static void put_glb(Bytes *b, const Bytes *json, const Bytes *data) {
    put_text(b, "glTF");
    put_integer(b, 2, 4, false);
    put_integer(b, 28 + json->size + data->size, 4, false);
    put_integer(b, json->size, 4, false);
    put_text(b, "JSON");
    put(b, json->data, json->size);
    put_integer(b, data->size, 4, false);
    put(b, "BIN\0", 4);
    put(b, data->data, data->size);
}

static void glb_with_its_second_chunk(void) {
    static Bytes b, json, data;
    MeshFixture *f = box();
    b.size = json.size = data.size = 0;
    put_box_data(&data, f, 2);
    put_gltf(&json, NULL, &data, 2, "{\"mesh\":0}");
    put_glb(&b, &json, &data);
    check_box("glb", &b, 0);
    for (size_t cut = 1; cut < b.size; cut += 11) {
        Bytes shorter = b;
        abTriangleMesh mesh;
        shorter.size -= cut;
        CHECK(read_bytes("glb", &shorter, &mesh) != AB_OK && s_error.count == 1);
    }
    free(f);
}

// A parent that mirrors and stretches, a child that turns about z and moves: volume and centre.
static void gltf_nodes_transform_what_is_below(void) {
    static Bytes b, data;
    MeshFixture *f = box();
    b.size = data.size = 0;
    put_box_data(&data, f, 2);
    put_gltf(&b, s_data_uri, &data, 2,
             "{\"children\":[1],\"scale\":[-2,1,1]},{\"mesh\":0,\"translation\":[10,0,0],"
             "\"rotation\":[0,0,0.7071067811865476,0.7071067811865476],\"children\":[2]},"
             "{\"matrix\":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,100,1],\"mesh\":0}");
    abTriangleMesh mesh;
    abMeshReport report;
    CHECK(read_bytes("gltf", &b, &mesh) == AB_OK);
    CHECK(mesh.triangle_count == 24 && ab_mesh_report(&mesh, ab_heap(), &report));
    CHECK(report.is_solid && report.part_count == 2);
    CHECK_NEAR(report.volume, 24.0, 1e-14, 24.0);
    abVec3 center = ab_mesh_solid(&mesh).center; // x -> 10 - y, y -> x, then x by -2
    CHECK_NEAR(ab_norm(ab_sub(center, ab_vec3(-18.0, 0.5, 51.5))), 0.0, 1e-14, 100.0);
    free(f);
}

// The same square as triangles, strip and fan.
static void gltf_strips_and_fans(void) {
    for (int mode = 4; mode <= 7; mode++) {
        static Bytes b, data;
        static char text[1500];
        static const double square[3][6][2] = {{{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}},
                                               {{0, 0}, {1, 0}, {0, 1}, {1, 1}},
                                               {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        int count = mode == 4 ? 6 : 4;
        b.size = data.size = 0;
        for (int i = 0; i < count; i++) {
            put_float(&data, square[mode < 7 ? mode - 4 : 0][i][0], false);
            put_float(&data, square[mode < 7 ? mode - 4 : 0][i][1], false);
            put_float(&data, 0.0, false);
        }
        snprintf(text, sizeof text,
                 "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{"
                 "\"POSITION\":0},\"mode\":%d}]}],\"accessors\":[{\"bufferView\":0,"
                 "\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"}],\"bufferViews\":[{"
                 "\"buffer\":0,\"byteLength\":%zu}],\"buffers\":[{\"byteLength\":%zu,\"uri\":\"%s",
                 mode, count, data.size, data.size, s_data_uri);
        put_text(&b, text);
        put_base64(&b, &data);
        put_text(&b, "\"}]}");
        abTriangleMesh mesh;
        abResult result = read_bytes("gltf", &b, &mesh);
        CHECK((result == AB_OK) == (mode < 7));
        if (result == AB_OK) {
            CHECK(mesh.triangle_count == 2 && mesh.point_count == 4);
            for (size_t t = 0; t < 2; t++) { // both face up
                abVec3 a = ab_mesh_corner(&mesh, t, 0);
                abVec3 n = ab_cross(ab_sub(ab_mesh_corner(&mesh, t, 1), a),
                                    ab_sub(ab_mesh_corner(&mesh, t, 2), a));
                CHECK(n.z == 1.0);
            }
        }
    }
}

// 12000 indices and 1000 nodes that use them: four million triangles in 40 kB are refused.
static void gltf_cannot_stand_for_a_huge_mesh(void) {
    static Bytes b, data;
    b.size = data.size = 0;
    for (int i = 0; i < 3; i++) {
        put_float(&data, i == 1, false);
        put_float(&data, i == 2, false);
        put_float(&data, 0.0, false);
    }
    data.size += 12000; // zeros
    put_text(&b, "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":"
                 "{\"POSITION\":0},\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,"
                 "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"bufferView\":0,"
                 "\"byteOffset\":36,\"componentType\":5121,\"count\":12000,\"type\":\"SCALAR\"}],"
                 "\"bufferViews\":[{\"buffer\":0,\"byteLength\":12036}],\"buffers\":[{"
                 "\"byteLength\":12036,\"uri\":\"");
    put_text(&b, s_data_uri);
    put_base64(&b, &data);
    put_text(&b, "\"}],\"nodes\":[{\"mesh\":0}");
    for (int i = 1; i < 1000; i++) {
        put_text(&b, ",{\"mesh\":0}");
    }
    put_text(&b, "],\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < 1000; i++) {
        char number[16];
        snprintf(number, sizeof number, ",%d", i);
        put_text(&b, number);
    }
    put_text(&b, "]}]}");
    abTriangleMesh mesh;
    CHECK(read_bytes("gltf", &b, &mesh) == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "too many for a file of") != NULL);
}

static void write_file(const char *name, const Bytes *b) {
    FILE *out = fopen(name, "wb");
    fwrite(b->data, 1, b->size, out);
    fclose(out);
}

static void gltf_with_a_file_beside_it(void) {
    static Bytes b, data;
    abTriangleMesh mesh;
    MeshFixture *f = box();
    b.size = data.size = 0;
    put_box_data(&data, f, 2);
    put_gltf(&b, "mesh%20test.bin", &data, 2, "{\"mesh\":0}");
    write_file("mesh test.bin", &data);
    write_file("mesh_test.gltf", &b);
    ab_error_clear(&s_error);
    CHECK(ab_mesh_read("mesh_test.gltf", NULL, &s_arena, &mesh, (abPlace){0}, &s_error) == AB_OK);
    CHECK_NEAR(ab_mesh_solid(&mesh).mass, 6.0, 1e-15, 6.0);
    remove("mesh test.bin");
    CHECK(ab_mesh_read("mesh_test.gltf", NULL, &s_arena, &mesh, (abPlace){0}, &s_error) == AB_IO);
    remove("mesh_test.gltf");
    CHECK(read_bytes("gltf", &b, &mesh) == AB_BAD_MODEL); // bytes alone may name no file
    static const char *const elsewhere[] = {"../x.bin", "/etc/passwd", "http://x/y.bin"};
    for (int i = 0; i < 3; i++) {
        b.size = 0;
        put_gltf(&b, elsewhere[i], &data, 2, "{\"mesh\":0}");
        write_file("mesh_test.gltf", &b);
        ab_error_clear(&s_error);
        CHECK(ab_mesh_read("mesh_test.gltf", NULL, &s_arena, &mesh, (abPlace){0}, &s_error) ==
              AB_BAD_MODEL);
        CHECK(strstr(s_error.problems[0].text, "in another place") != NULL);
        remove("mesh_test.gltf");
    }
    free(f);
}

#define GLTF "{\"asset\":{\"version\":\"2.0\"}"
#define BUFFER ",\"buffers\":[{\"byteLength\":12,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAA\"}]"
#define MESH ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]"
#define VIEW ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}]"

#endif

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
    static const struct {
        const char *extension, *text, *says;
        int line;
    } cases[] = {
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
#if ABUT_HAVE_JANSSON
        {"gltf", "{\n\"asset\":}", "no JSON", 2},
        {"gltf", "{}", "asset.version", 0},
        {"gltf", GLTF "}", "no triangles", 0},
        {"gltf", GLTF ",\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}",
         "without Draco compression", 0},
        {"gltf",
         GLTF BUFFER VIEW MESH ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
                               "\"count\":1,\"type\":\"VEC3\",\"sparse\":{}}]}",
         "sparse", 0},
        {"gltf",
         GLTF BUFFER VIEW MESH ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
                               "\"count\":2147483648,\"type\":\"VEC3\"}]}",
         "claims 2147483648 elements", 0},
        {"gltf",
         GLTF BUFFER VIEW MESH ",\"accessors\":[{\"bufferView\":0,\"componentType\":5122,"
                               "\"count\":1,\"type\":\"VEC3\"}]}",
         "positions of floats", 0},
        {"gltf", GLTF MESH ",\"accessors\":[{\"count\":1,\"componentType\":5126}]}", "no data", 0},
        {"gltf", GLTF MESH ",\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"children\":[0]}]}",
         "two parents", 0},
        {"gltf", GLTF ",\"scenes\":[{\"nodes\":[7]}],\"nodes\":[{}]}", "not there", 0},
        {"glb", "glTF", "no binary glTF", 0},
#endif
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static Bytes b;
        abTriangleMesh mesh;
        b.size = 0;
        put_text(&b, cases[i].text);
        CHECK(read_bytes(cases[i].extension, &b, &mesh) == AB_BAD_MODEL && s_error.count == 1);
        if (strstr(s_error.problems[0].text, cases[i].says) == NULL) {
            CHECK_TEXT(s_error.problems[0].text, cases[i].says);
        }
        if (s_error.problems[0].line != cases[i].line) {
            printf("%s: line %d\n", s_error.problems[0].text, s_error.problems[0].line);
        }
        CHECK(s_error.problems[0].line == cases[i].line);
    }
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

typedef struct Poor {
    long live, left; // bytes in use; requests until one fails, below zero: never
} Poor;

static void *poor_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    Poor *poor = context;
    if (new_size > old_size && poor->left-- == 0) {
        return NULL;
    }
    void *out = NULL;
    if (new_size == 0) {
        free(pointer);
    } else {
        out = realloc(pointer, new_size);
    }
    poor->live += (long)new_size - (long)old_size;
    return out;
}

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
        for (long n = 0; !is_done && n < 200; n++) {
            Poor poor = {.left = n};
            abAllocator allocator = {.resize = poor_resize, .context = &poor};
            abArena arena;
            abTriangleMesh mesh;
            abMeshReport report;
            ab_arena_init(&arena, allocator, 1 << 8);
            ab_error_clear(&s_error);
            abResult result = ab_mesh_read_bytes(extensions[k], files[k].data, files[k].size,
                                                 &arena, &mesh, (abPlace){0}, &s_error);
            CHECK(result == AB_OK || (result == AB_IO && s_error.count == 1));
            is_done =
                result == AB_OK && ab_mesh_report(&mesh, allocator, &report) && poor.left >= 0;
            ab_arena_done(&arena);
            CHECK(poor.live == 0);
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
}

#if ABUT_HAVE_JANSSON
#define GLTF_TESTS                                                                                 \
    AB_TEST(gltf_with_data_inside), AB_TEST(glb_with_its_second_chunk),                            \
        AB_TEST(gltf_nodes_transform_what_is_below), AB_TEST(gltf_strips_and_fans),                \
        AB_TEST(gltf_cannot_stand_for_a_huge_mesh), AB_TEST(gltf_with_a_file_beside_it),
#else
#define GLTF_TESTS
#endif

AB_TESTS(AB_TEST(obj_with_quads_and_slashes), AB_TEST(concave_polygons_keep_their_area),
         AB_TEST(nastran_in_all_three_forms), AB_TEST(stl_of_both_kinds),
         AB_TEST(ply_of_three_kinds), GLTF_TESTS AB_TEST(wrong_files_are_refused_with_a_sentence),
         AB_TEST(binary_stl_that_claims_too_much_is_refused), AB_TEST(want_of_memory_is_told),
         AB_TEST(files_are_found_by_extension_and_folder))
