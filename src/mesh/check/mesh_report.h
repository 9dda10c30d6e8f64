// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_report.h - what is wrong with a mesh, with the numbers of the elements concerned.
//
// docs/theory/meshes.md defines each item.

#ifndef AB_MESH_REPORT_H
#define AB_MESH_REPORT_H

#include "mesh/core/triangle_mesh.h"

typedef enum abMeshCheck {
#define AB_MESH_CHECK(CHECK, key, element, text) AB_MESH_##CHECK,
#include "mesh/check/mesh_checks.def" // -> AB_MESH_OPEN_EDGES, AB_MESH_BRANCHED_EDGES, ...
#undef AB_MESH_CHECK
    AB_MESH_CHECK_COUNT
} abMeshCheck;

enum { AB_MESH_NAMED = 5 }; // elements named per item

typedef struct abMeshFinding {
    size_t count;
    bool is_at_least;            // the search was cut short
    int first[AB_MESH_NAMED][3]; // numbers in the file: point, points, edge and face, faces
} abMeshFinding;

typedef struct abMeshReport {
    abMeshFinding found[AB_MESH_CHECK_COUNT];
    size_t part_count; // pieces that hang together by edges
    bool is_solid;     // closed, and every part has its outside outside
    double volume;     // when solid                                                      [m^3]
    double area;       //                                                                 [m^2]
    abVec3 low, high;  //                                                                   [m]
    double size;       // diagonal of the box                                              [m]
    long work; // of the searches: triangles looked at near a point, 21 a pair near each other
    const char
        *unit; // that the file is probably in, when taken as metres the size is unusual; or NULL
} abMeshReport;

// Looks a mesh over. False for want of memory. Cost n log n, and the pairs of triangles that are
// near each other.
bool ab_mesh_report(const abTriangleMesh *mesh, abAllocator allocator, abMeshReport *out);

// The key and the sentence of an item.
const char *ab_mesh_check_key(abMeshCheck check);
const char *ab_mesh_check_text(abMeshCheck check);

// The elements named: "12-13 (face 4), 13-20 (face 9), ...".
void ab_mesh_finding_names(const abMeshReport *report, abMeshCheck check, char *out, size_t size);

// All items found as one line, "open_edges 3 (1-2, ...), slivers 1 (17)"; false when there are
// none. Unused points and slivers alone are not worth a warning and are left out.
bool ab_mesh_report_line(const abMeshReport *report, char *out, size_t size);

// Distance below which points count as the same: what rounding to single precision moves.  [m]
double ab_mesh_resolution(const abTriangleMesh *mesh);

// same[i]: the first point within `distance` of point i that is no such neighbour itself. False for
// want of memory.
bool ab_mesh_close_points(const abTriangleMesh *mesh, double distance, int *same, abArena *scratch);

// Why a mesh cannot be used as it is: an item of its report; AB_MESH_CHECK_COUNT when it can.
abMeshCheck ab_mesh_surface_fault(const abMeshReport *report);

#endif
