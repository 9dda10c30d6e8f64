// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pairs.h - queries of two convex solids, and what an engine must offer to be asked them. Also for
// C++.
//
// Lengths in m. A solid stands in its own frame; poses give matrix (row by row) and origin.

#ifndef AB_BENCH_PAIRS_H
#define AB_BENCH_PAIRS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum PairsKind { PAIRS_BOX, PAIRS_CYLINDER, PAIRS_HULL } PairsKind;

// Boxes have corners and faces like hulls. Faces are listed counter-clockwise seen from outside.
typedef struct PairsSolid {
    PairsKind kind;
    double size[3]; // box: half lengths; cylinder about z: half length, radius
    int corner_count, face_count;
    const double *corners; // x y z each
    const int *face_start; // corners of face f: face_corners[face_start[f] .. face_start[f + 1])
    const int *face_corners;
    const void *shape; // the abShape
} PairsSolid;

typedef struct PairsPose {
    double R[9], p[3];
} PairsPose;

typedef struct PairsQuery {
    int A, B; // numbers of solids
    PairsPose X_A, X_B;
    bool is_start; // of a sequence; false: the poses differ little from the query before
} PairsQuery;

typedef struct PairsCase {
    const char *name;
    bool overlaps, is_warm;
    int solid_count, query_count;
    PairsSolid *solids;
    PairsQuery *queries;
} PairsCase;

typedef struct PairsAnswer {
    bool is_given;
    double distance;
    double n[3]; // unit, from A to B; zero when the engine gives none
} PairsAnswer;

// One engine at one setting. `load` builds its own solids and poses, so that `run` is queries only.
typedef struct PairsEngine {
    const char *name, *setting;
    bool gives_gaps; // false: says only that solids are apart
    void *(*load)(const PairsCase *c);
    void (*run)(void *loaded, PairsAnswer *answers);
    void (*unload)(void *loaded);
} PairsEngine;

extern const PairsEngine pairs_abut;
extern const PairsEngine pairs_ccd_epa, pairs_ccd_mpr;
extern const PairsEngine pairs_fcl_libccd, pairs_fcl_indep;
extern const PairsEngine pairs_bullet_detector, pairs_bullet_epa3;
const char *pairs_fcl_version(void);
const char *pairs_bullet_version(void);

#ifdef __cplusplus
}
#endif

#endif
