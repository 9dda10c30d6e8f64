// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_bytes.h - for tests: mesh files made of bytes in memory, and what their readers must say.

#ifndef AB_MESH_BYTES_H
#define AB_MESH_BYTES_H

#include <stdint.h>

#include "base/check.h"
#include "mesh/check/mesh_report.h"
#include "mesh/core/mesh_fixture.h"
#include "mesh/core/mesh_moments.h"
#include "mesh/read/mesh_reader.h"

static abArena s_arena;
static abError s_error;

typedef struct Bytes {
    char data[40000];
    size_t size;
} Bytes;

static inline void put(Bytes *b, const void *data, size_t size) {
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static inline void put_text(Bytes *b, const char *text) {
    put(b, text, strlen(text));
}

// A number in `size` bytes, the lowest first or last.
static inline void put_integer(Bytes *b, uint64_t value, int size, bool is_big) {
    for (int i = 0; i < size; i++) {
        char byte = (char)(value >> 8 * (is_big ? size - 1 - i : i) & 0xff);
        put(b, &byte, 1);
    }
}

static inline void put_float(Bytes *b, double value, bool is_big) {
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    put_integer(b, bits, 4, is_big);
}

static inline void put_double(Bytes *b, double value, bool is_big) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_integer(b, bits, 8, is_big);
}

static inline abResult read_bytes(const char *extension, const Bytes *b, abTriangleMesh *mesh) {
    if (s_arena.block_size == 0) {
        ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    }
    ab_error_clear(&s_error);
    return ab_mesh_read_bytes(extension, b->data, b->size, &s_arena, mesh, (abPlace){0}, &s_error);
}

static inline MeshFixture *box(void) {
    MeshFixture *f = mesh_new();
    mesh_box(f, ab_vec3(0, 0, 0), ab_vec3(1, 2, 3));
    return f;
}

// 8 points, 12 triangles, closed, of volume 6.
static inline void check_box(const char *extension, const Bytes *b, size_t repeated) {
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

// A file that is wrong, what its refusal says, and the line it names.
typedef struct WrongFile {
    const char *extension, *text, *says;
    int line;
} WrongFile;

static inline void check_refusals(const WrongFile *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
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

#endif
