// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// obj.h - points and faces from a Wavefront OBJ file.

#ifndef AB_OBJ_H
#define AB_OBJ_H

#include "shape/shape.h"

typedef struct abObj {
    abVec3 *points;
    size_t point_count;
    int *face_start; // corners of face f: corners[face_start[f] .. face_start[f+1])
    int *corners;    // indices into points, from 0; equal points have one index
    size_t face_count;
} abObj;

// Reads `file`, relative to `folder` (NULL: the working directory). Problems carry the line in the
// OBJ file. Lines other than v and f are passed over.
abResult ab_obj_read(const char *file, const char *folder, abArena *arena, abObj *obj,
                     abPlace place, abError *error);

// Every edge must belong to at least two faces, else the surface is open; names the first such
// edge.
abResult ab_obj_check_closed(const abObj *obj, const char *file, abArena *arena, abPlace place,
                             abError *error);

#endif
