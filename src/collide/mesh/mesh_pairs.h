// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_pairs.h - meshes as they are in the pair matrix.

#ifndef AB_MESH_PAIRS_H
#define AB_MESH_PAIRS_H

#include "collide/broad/proximity.h"

abCollide ab_plane_mesh;

// Any shape but a plane or a mesh against a mesh. `closest` answers for the shape: the pair matrix
// knows it, which stands above.
void ab_shape_mesh(abClosestPoint *closest, const abShape *A, const abPose *X_WA, const abShape *B,
                   const abPose *X_WB, abProximity *out);

#endif
