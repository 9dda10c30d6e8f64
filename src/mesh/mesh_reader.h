// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_reader.h - what the readers of mesh files share: the bytes, the mesh as it grows, words and
// numbers of text formats, messages with a line.

#ifndef AB_MESH_READER_H
#define AB_MESH_READER_H

#include <stdint.h>

#include "mesh/triangle_mesh.h"

typedef struct abMeshReader {
    const char *path;   // for messages
    const char *folder; // of files that this one names; NULL: it may name none
    const char *text;   // all of the file, a zero behind it
    size_t size;
    abArena *scratch; // gone after reading
    // instead of a text: points, and three numbers of points from 0 for each triangle
    const abPointList *list_points, *list_faces;
    abPlace place; // of whoever wants the file
    abError *error;
    // read so far; the arrays grow by half
    abVec3 *points;
    int *corners;
    int *faces;   // per triangle
    int *polygon; // corners of the face being read
    size_t point_count, triangle_count, face_count, polygon_count;
    size_t point_capacity, corner_capacity, face_capacity, polygon_capacity;
    size_t most; // points and triangles allowed: no small file may stand for a huge mesh
} abMeshReader;

#define AB_MESH_FORMAT(extension, symbol, name)                                                    \
    abResult ab_mesh_read_##symbol(abMeshReader *reader);
#include "mesh/mesh_formats.def" // -> abResult ab_mesh_read_obj(abMeshReader *reader); ...
#undef AB_MESH_FORMAT

// A problem in the file; line 0 for formats without lines, whose message names the element.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
abResult
ab_mesh_problem(const abMeshReader *reader, int line, const char *format, ...);
abResult ab_mesh_no_memory(const abMeshReader *reader);

// All bytes of a file, from `scratch`; a zero follows them.
abResult ab_mesh_load(const abMeshReader *reader, const char *path, const char **bytes,
                      size_t *size);
// "folder/file", or `file` when that is absolute or there is no folder; NULL for want of memory.
const char *ab_mesh_path(abArena *scratch, const char *folder, const char *file);

// Adds a point; coordinates that are not finite or too large are refused.
abResult ab_mesh_add_point(abMeshReader *reader, int line, abVec3 p);
// Begins a face, adds its corners (indices from 0), ends it: polygons become triangles.
void ab_mesh_begin_face(abMeshReader *reader);
abResult ab_mesh_add_corner(abMeshReader *reader, int corner);
abResult ab_mesh_end_face(abMeshReader *reader, int line);

// Splits a polygon of n corners into n - 2 triangles, by index into `corners`. AB_BAD_MODEL
// when it is neither convex nor of at most AB_POLYGON_MOST corners, AB_IO for want of memory.
enum { AB_POLYGON_MOST = 1000 };
abResult ab_polygon_triangles(const abVec3 *points, const int *corners, int n, int *triangles,
                              abArena *scratch);

// ---- words of a text format ----

typedef struct abWords {
    const char *at; // in a text that ends with a zero
    int line;       // from 1
} abWords;

// To the next word of this line; false when there is none.
bool ab_words_more(abWords *words);
// To the first word of the next line that is there; false at the end of the text.
bool ab_words_next_line(abWords *words);
// Whether the next word of this line is `word`, capital letters or not; if so, goes behind it.
bool ab_words_take(abWords *words, const char *word);
// Goes behind the next word of the line.
void ab_words_skip(abWords *words);
// The next word of the line as a number; false when it is none, and stays before it.
bool ab_words_number(abWords *words, double *value);
// Three numbers.
bool ab_words_vec3(abWords *words, abVec3 *p);
// Up to 40 characters of the next word, for messages.
const char *ab_words_shown(const abWords *words, char out[44]);

#endif
