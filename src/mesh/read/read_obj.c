// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_obj.c - the v and f lines of a Wavefront OBJ file.
//
// Source  Wavefront, Advanced Visualizer manual, appendix B1 (polygonal geometry).
// Limits  texture, normals, curves and groups are passed over; no line continuation by a backslash.

#include <stdlib.h>
#include <string.h>

#include "mesh/read/mesh_reader.h"
#include "mesh/read/mesh_words.h"

// One corner of a face, "12" or "12/3/4" or "-1".
static abResult read_corner(abMeshReader *reader, abWords *words) {
    char *end = NULL;
    long number = strtol(words->at, &end, 10);
    if (end == words->at || strchr(" \t\r\n/#", *end) == NULL) { // strchr finds the final zero too
        return ab_mesh_problem(reader, words->line,
                               "a face lists vertex numbers, like f 1 2 3 or f 1/1/1 2/2/2 3/3/3");
    }
    long known = (long)reader->point_count;
    long index = number > 0 ? number - 1 : known + number;
    if (number == 0 || index < 0 || index >= known) {
        return ab_mesh_problem(reader, words->line,
                               "face uses vertex %ld, but %ld vertices came before", number, known);
    }
    ab_words_skip(words);
    return ab_mesh_add_corner(reader, (int)index);
}

static abResult read_face(abMeshReader *reader, abWords *words) {
    ab_mesh_begin_face(reader);
    while (ab_words_more(words)) {
        AB_TRY(read_corner(reader, words));
    }
    return ab_mesh_end_face(reader, words->line);
}

static abResult read_point(abMeshReader *reader, abWords *words) {
    abVec3 p;
    if (!ab_words_vec3(words, &p)) {
        return ab_mesh_problem(reader, words->line, "a vertex needs three numbers");
    }
    return ab_mesh_add_point(reader, words->line, p);
}

static abResult read_line(abMeshReader *reader, abWords *words) {
    return ab_words_take(words, "v")   ? read_point(reader, words)
           : ab_words_take(words, "f") ? read_face(reader, words)
                                       : AB_OK;
}

abResult ab_mesh_read_obj(abMeshReader *reader) {
    AB_TRY(ab_mesh_read_lines(reader, read_line));
    if (reader->point_count == 0) {
        return ab_mesh_problem(reader, 0, "has no vertices (v x y z)");
    }
    return AB_OK;
}
