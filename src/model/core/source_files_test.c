// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "model/core/source_files.h"

#include <stdio.h>
#include <string.h>

#include "abut/read.h"
#include "base/check.h"

static const char s_include[] = "source_files_test_include.tmp";
static const char s_mesh[] = "source_files_test.obj";
static const char s_gltf[] = "source_files_test.gltf";
static const char s_buffer[] = "source_files_test_buffer.tmp";

static void write_file(const char *path, const void *bytes, size_t size) {
    FILE *out = fopen(path, "wb");
    CHECK(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
}

static void write_text(const char *path, const char *text) {
    write_file(path, text, strlen(text));
}

static abModel *read_text(const char *text) {
    static abError error;
    abModel *model = NULL;
    ab_error_clear(&error);
    abResult result = ab_model_read_text(text, strlen(text), "source_files_test.yaml", NULL, 0,
                                         ab_heap(), (abLog){0}, &model, &error);
    CHECK(result == AB_OK);
    return model;
}

static void every_file_is_named_once(void) {
    write_text(
        s_include,
        "abut: 1\nmaterials: {m: {youngs_modulus: 1.0e9, poissons_ratio: 0.3, density: 1000}}\n");
    write_text(s_mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    abModel *model = read_text(
        "abut: 1\n"
        "include: [source_files_test_include.tmp, abut:materials]\n"
        "bodies:\n"
        "  a: {shapes: [{mesh: {file: source_files_test.obj}, material: m}]}\n"
        "  b: {position: [5, 0, 0], shapes: [{mesh: {file: source_files_test.obj}, material: m}]}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
        "simulation: {end_time: 1}\n");
    CHECK(model != NULL && ab_model_file_count(model) == 2);
    if (model != NULL && ab_model_file_count(model) == 2) {
        CHECK_TEXT(ab_model_file(model, 0)->name, s_include);
        CHECK_TEXT(ab_model_file(model, 1)->path, s_mesh);
    }
    ab_model_destroy(model);
}

static void a_fingerprint_is_of_what_a_file_holds(void) {
    write_text(s_mesh, "v 0 0 0\n");
    uint64_t before = ab_source_file_hash(s_mesh, ab_heap());
    CHECK(before != 0 && before == ab_source_file_hash(s_mesh, ab_heap()));
    write_text(s_mesh, "v 0 0 1\n");
    CHECK(ab_source_file_hash(s_mesh, ab_heap()) != before);
    remove(s_mesh);
    CHECK(ab_source_file_hash(s_mesh, ab_heap()) == 0);
}

static void buffers_of_gltf_count_too(void) {
    float points[9] = {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f};
    write_text(s_gltf,
               "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],"
               " \"nodes\": [{\"mesh\": 0}],"
               " \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}],"
               " \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3,"
               " \"type\": \"VEC3\", \"min\": [0, 0, 0], \"max\": [1, 1, 0]}],"
               " \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36}],"
               " \"buffers\": [{\"uri\": \"source_files_test_buffer.tmp\", \"byteLength\": 36}]}");
    write_file(s_buffer, points, sizeof points);
    uint64_t before = ab_source_file_hash(s_gltf, ab_heap());
    points[3] = 2.0f;
    write_file(s_buffer, points, sizeof points);
    CHECK(ab_source_file_hash(s_gltf, ab_heap()) != before);
    remove(s_gltf);
    remove(s_buffer);
    remove(s_include);
}

AB_TESTS(AB_TEST(every_file_is_named_once), AB_TEST(a_fingerprint_is_of_what_a_file_holds),
         AB_TEST(buffers_of_gltf_count_too))
