// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region.h - where a mesh as it is overlaps something: the connected parts of the overlap, each one
// contact for the law.
//
// A region has the depth of its deepest point; the normal is the sum of the areas of the mesh's
// surface in it, as vectors, so it turns without jumps from triangle to triangle and is exact where
// a corner, an edge or a flat part just touches; the point is the middle of the overlap by area
// times depth. The law's force at the greatest depth is shared by a cross of points that has the
// spread of the flat part of the overlap, so that a face that rocks is damped and spins with
// friction; where surfaces are round all its points are one. docs/theory/mesh_contact.md derives
// it.
//
// Cost    room for two numbers per triangle of the meshes; taken at the start, and grown when more
//         triangles overlap at once than ever before.

#ifndef AB_REGION_H
#define AB_REGION_H

#include "abut/memory.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/region/region_room.h"

// Whether a pair's overlap is divided into regions: one of the two is a mesh as it is.
bool ab_has_regions(const abShape *A, const abShape *B);

// How many points stand for each region of such a pair: 1 of a ball, else AB_REGION_POINTS.
int ab_region_points(const abShape *A, const abShape *B);

// The regions of the overlap whose deepest points are `deepest`, one after the other, each as
// points whose weights are 1 together; at least one region: where nothing overlaps, the nearest
// points. Of more regions than there is room for the last ones count as one. Fills only room and
// points; the same poses give the same bits.
int ab_regions(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA, const abShape *B,
               const abPose *X_WB, const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]);

#endif
