// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_source.h - the mesh of a shape: read, brought to metres, scaled, repaired as asked, looked
// over.

#ifndef AB_MESH_SOURCE_H
#define AB_MESH_SOURCE_H

#include "mesh/check/mesh_repair.h"
#include "mesh/check/mesh_report.h"

extern const char *const ab_mesh_units[]; // "m", "mm", ..., NULL

typedef struct abMeshSpec {
    const char *file; // or, NULL, lists as for ab_mesh_of_lists()
    const abPointList *points, *faces;
    abVec3 scale;     // along x, y, z, on top of the unit; below zero mirrors              [-]
    int unit;         // of the file's numbers: index into ab_mesh_units
    unsigned repairs; // bit i: repair i
} abMeshSpec;

typedef struct abMeshSource {
    const char *file;                 // as written
    abTriangleMesh mesh;              //                                                     [m]
    size_t repaired[AB_REPAIR_COUNT]; // points or triangles changed
    abMeshReport report;              // after the repairs
    bool is_convex_part;              // given as one: its hull should add nothing
    double hull_volume;               //                                                   [m^3]
    const struct abMeshSource *next;  // of the same shape
} abMeshSource;

abResult ab_mesh_source(const abMeshSpec *spec, const char *folder, abArena *arena,
                        abMeshSource **out, abPlace place, abError *error);

// What the repairs did, "merge_points 12, orient 3"; false when they changed nothing.
bool ab_mesh_repair_line(const abMeshSource *source, char *out, size_t size);

#endif
