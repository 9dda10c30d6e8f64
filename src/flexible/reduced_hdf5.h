// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduced_hdf5.h - reduced bodies as HDF5 files, written and read. SI; body axes those of the mesh.
//
//   /                 attributes: abut_reduced_body = 1 (version), units = SI, source, source_hash, program
//   /nodes/id         [n] numbers in the mesh              /nodes/X    [n, 3] places from the file's origin
//   /nodes/Phi        [n, 3, m] displacement by each mode
//   /surface/faces    [f, 3] indices of nodes from 0, anticlockwise from outside
//   /interfaces/name  [i] texts   point [i, 3]   Phi [i, 3, m]   Psi [i, 3, m] rotation by each mode
//   /interfaces/nodes [all] indices of nodes, those of interface k from starts[k] to starts[k + 1]
//   /mass/m, c [3], J0 [3, 3], S [3, m], N0 [3, m], J1 [6, m], J2 [6, m, m], N1 [3, m, m], Mq [m, m]
//                     as reduced_body.h has them: J0, J1, N0 about the centre of mass c; symmetric
//                     matrices as xx, yy, zz, xy, xz, yz
//   /modes/frequency  [m] Hz   K [m, m]   D [m, m], may be missing   kind [m] texts, may be missing
//
// Datasets are not compressed: a size that the file cannot hold is seen before memory is taken.

#ifndef AB_REDUCED_HDF5_H
#define AB_REDUCED_HDF5_H

#include <stdint.h>

#include "abut/result.h"
#include "base/arena.h"
#include "flexible/reduced_body.h"

// Where a body comes from.
typedef struct abReducedOrigin {
    const char *source;       // name of the mesh
    uint64_t source_hash;     // ab_hash_bytes of its bytes
    const char *program;      // name and version
    const char *const *kinds; // of the modes; NULL: not said
} abReducedOrigin;

// Writes the file whole or not at all: under a temporary name beside it, then renamed. The same body gives
// the same bytes. AB_IO with the cause; AB_USAGE when this build has no HDF5.
abResult ab_reduced_hdf5_write(const char *path, const abReducedBody *body,
                               const abReducedOrigin *origin, abError *error);

// Reads what ab_reduced_hdf5_write wrote; everything comes from `arena`. AB_BAD_MODEL, naming the dataset,
// for a file that is not such, newer, cut off, of sizes that differ, with numbers that are not finite
// or indices that are none. AB_IO when it cannot be read.
abResult ab_reduced_hdf5_read(const char *path, abArena *arena, abReducedBody *body,
                              abError *error);

#endif
