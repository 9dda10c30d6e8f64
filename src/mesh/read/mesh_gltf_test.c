// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_gltf_test.c - the box of mesh_reader_test.c as glTF, with all that such a file may hold.

#include "base/config.h"
#include "mesh/read/mesh_bytes.h"
#include "mesh/read/mesh_reader.h"

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

static void wrong_files_are_refused_with_a_sentence(void) {
    static const WrongFile cases[] = {
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
    };
    check_refusals(cases, sizeof cases / sizeof cases[0]);
}

AB_TESTS(AB_TEST(gltf_with_data_inside), AB_TEST(glb_with_its_second_chunk),
         AB_TEST(gltf_nodes_transform_what_is_below), AB_TEST(gltf_strips_and_fans),
         AB_TEST(gltf_cannot_stand_for_a_huge_mesh), AB_TEST(gltf_with_a_file_beside_it),
         AB_TEST(wrong_files_are_refused_with_a_sentence))

#else

static void without_jansson_it_is_refused(void) {
    const WrongFile file = {"gltf", "{}", "jansson", 0};
    check_refusals(&file, 1);
}

AB_TESTS(AB_TEST(without_jansson_it_is_refused))

#endif
