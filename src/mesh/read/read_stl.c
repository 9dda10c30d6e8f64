// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_stl.c - STL, the text and the binary kind.
//
// A file is binary when its size is what the count in its header asks for, since the first word
// "solid" of a text is found in binary headers too. Normals are passed over: the order of corners
// says the same.
//
// Source  3D Systems, StereoLithography Interface Specification (1989).

#include <string.h>

#include "mesh/read/mesh_reader.h"
#include "mesh/read/mesh_words.h"

enum { HEADER = 80, RECORD = 50 }; // bytes; behind the header the count, 4 bytes

static uint32_t u32(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double f32(const char *bytes) {
    uint32_t bits = u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static abResult read_triangle(abMeshReader *reader, const char *record) {
    ab_mesh_begin_face(reader);
    for (int i = 0; i < 3; i++) {
        const char *p = record + 12 + 12 * i; // behind the normal
        int corner = (int)reader->point_count;
        AB_TRY(ab_mesh_add_point(reader, 0, (abVec3){f32(p), f32(p + 4), f32(p + 8)}));
        AB_TRY(ab_mesh_add_corner(reader, corner));
    }
    return ab_mesh_end_face(reader, 0);
}

static abResult read_binary(abMeshReader *reader) {
    size_t count = u32(reader->text + HEADER), room = (reader->size - HEADER - 4) / RECORD;
    if (count > room) {
        return ab_mesh_problem(reader, 0,
                               "the header claims %zu triangles, but the file has room for %zu",
                               count, room);
    }
    for (size_t i = 0; i < count; i++) {
        AB_TRY(read_triangle(reader, reader->text + HEADER + 4 + i * RECORD));
    }
    return AB_OK;
}

// ---- text ----

static const char *const s_keywords[] = {"facet",    "outer",    "vertex", "endloop",
                                         "endfacet", "endsolid", "solid",  NULL};
enum { FACET, OUTER, VERTEX, ENDLOOP, ENDFACET, ENDSOLID, SOLID };

static int keyword(abWords *words) {
    int k = 0;
    while (s_keywords[k] != NULL && !ab_words_take(words, s_keywords[k])) {
        k++;
    }
    return k;
}

static abResult read_line(abMeshReader *reader, abWords *words) {
    char shown[44];
    abVec3 p;
    int corner = (int)reader->point_count;
    switch (keyword(words)) {
    case OUTER:
        ab_mesh_begin_face(reader);
        return AB_OK;
    case VERTEX:
        if (!ab_words_vec3(words, &p)) {
            return ab_mesh_problem(reader, words->line, "a vertex needs three numbers");
        }
        AB_TRY(ab_mesh_add_point(reader, words->line, p));
        return ab_mesh_add_corner(reader, corner);
    case ENDLOOP:
        return ab_mesh_end_face(reader, words->line);
    case FACET:
    case ENDFACET:
    case ENDSOLID:
    case SOLID:
        return AB_OK;
    default:
        return ab_mesh_problem(reader, words->line,
                               "\"%s\" is no word of STL; known are solid, facet, outer, vertex, "
                               "endloop, endfacet and endsolid",
                               ab_words_shown(words, shown));
    }
}

abResult ab_mesh_read_stl(abMeshReader *reader) {
    abWords words = {reader->text, 1};
    bool has_header = reader->size >= HEADER + 4;
    bool fits = has_header && (reader->size - HEADER - 4) / RECORD == u32(reader->text + HEADER) &&
                (reader->size - HEADER - 4) % RECORD == 0;
    bool is_text = !fits && ab_words_take(&words, "solid");
    if (!is_text && !has_header) {
        return ab_mesh_problem(reader, 0,
                               "%zu bytes are too few for a binary STL, and a text begins with "
                               "the word solid",
                               reader->size);
    }
    return is_text ? ab_mesh_read_lines(reader, read_line) : read_binary(reader);
}
