// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_match.h - the faces of a reduced body from a mesh of its surface.

#ifndef AB_SURFACE_MATCH_H
#define AB_SURFACE_MATCH_H

#include "abut/result.h"
#include "base/arena.h"
#include "flexible/reduced_body.h"
#include "mesh/core/triangle_mesh.h"

// Each vertex of the mesh, undeformed and in the file's frame, is one node: sets body->faces, from
// `arena`. AB_BAD_MODEL for a vertex that is farther from every node than 1e-6 of the body's size, the
// first ten of them by name. Cost n log n for bodies that are not flat.
abResult ab_reduced_body_match(abReducedBody *body, const abTriangleMesh *mesh, const char *file,
                               abArena *arena, abPlace place, abError *error);

#endif
