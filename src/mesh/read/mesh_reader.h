// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_reader.h - what the readers of mesh files share: the bytes, the mesh as it grows, words and
// numbers of text formats, messages with a line.

#ifndef AB_MESH_READER_H
#define AB_MESH_READER_H

#include <stdint.h>
#include <stdio.h>

#include "base/array.h"
#include "mesh/core/triangle_mesh.h"

typedef struct abMeshReader {
    const char *path;   // for messages
    const char *base;   // where the file is looked for from; NULL: the working folder
    const char *folder; // of files that this one names; NULL: it may name none
    const char *text;   // all of the file, a zero behind it
    size_t size;
    abArena *scratch; // gone after reading
    // instead of a text: points, and three numbers of points from 0 for each triangle
    const abPointList *list_points, *list_faces;
    abPlace place; // of whoever wants the file
    abError *error;
    // read so far
    abArrays arrays;
    abVec3 *points;
    int *corners;
    int *faces;   // per triangle
    int *polygon; // corners of the face being read
    size_t point_count, triangle_count, face_count, polygon_count;
    size_t maximum; // points and triangles allowed: no small file may stand for a huge mesh
} abMeshReader;

#define AB_MESH_FORMAT(extension, symbol, name)                                                    \
    abResult ab_mesh_read_##symbol(abMeshReader *reader);
#include "mesh/read/mesh_formats.def" // -> abResult ab_mesh_read_obj(abMeshReader *reader); ...
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

// Reads `file`, relative to `folder` (NULL: the working directory); the format follows from its
// extension. Everything comes from `arena`. A problem carries the line of the file where it has
// lines. A file without triangles (points only) is right.
abResult ab_mesh_read(const char *file, const char *folder, abArena *arena, abTriangleMesh *mesh,
                      abPlace place, abError *error);

// Reads bytes of the format with that extension ("obj", "stl", ...), which may not name other
// files.
abResult ab_mesh_read_bytes(const char *extension, const void *bytes, size_t size, abArena *arena,
                            abTriangleMesh *mesh, abPlace place, abError *error);

// A mesh from lists: points, and for each triangle the numbers of its points, from 0. `name` stands
// for the file in messages.
abResult ab_mesh_of_lists(const char *name, const abPointList *points, const abPointList *faces,
                          abArena *arena, abTriangleMesh *mesh, abPlace place, abError *error);

// The extensions that can be read, NULL-terminated.
extern const char *const ab_mesh_extensions[];

#endif
