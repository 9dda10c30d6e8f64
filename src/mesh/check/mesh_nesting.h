// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_nesting.h - which closed parts of a mesh are turned inside out.

#ifndef AB_MESH_NESTING_H
#define AB_MESH_NESTING_H

#include "mesh/core/mesh_edges.h"

typedef struct abMeshPart {
    int first;      // triangle
    int depth;      // in how many other closed parts it lies
    bool is_closed; // all edges balanced
    double volume;  // signed                                                           [m^3]
    bool is_inside_out;
    abVec3 low, high; //                                                                    [m]
} abMeshPart;

// Fills parts[0 .. part_count). A closed part has its outside outside when it lies in an even
// number of others, and around a cavity when in an odd one. False for want of memory.
bool ab_mesh_nesting(const abTriangleMesh *mesh, const abMeshEdges *edges, const int *part,
                     int part_count, abMeshPart *parts, abArena *arena);

#endif
