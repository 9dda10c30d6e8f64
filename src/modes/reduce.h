// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce.h - from a mesh of tetrahedra to a reduced body (component mode synthesis).
//
// With interfaces (b) and everything else (i), the displacements allowed are
//
//   constraint modes  Psi = [-K_ii^-1 K_ib; 1], six an interface that is rigid or mean         (1)
//   clamped modes     K_ii phi = lambda M_ii phi, the lowest                                   (2)
//   contact modes     static shapes under loads of patches, see contact_modes.h
//
// From these the rigid motions are taken out (M-orthogonal), and the small eigenproblem gives modes
// with Mq = 1 and K diagonal. Without interfaces, or when asked, the modes are those of the free body.
//
// Error   static loads at interfaces are exact; frequencies converge fast in the number of (2).
// Source  [CraigBampton1968].

#ifndef AB_REDUCE_H
#define AB_REDUCE_H

#include "abut/memory.h"
#include "flexible/reduced_body.h"
#include "modes/contact_patch.h"
#include "modes/eigen_solver.h"
#include "modes/interface.h"

typedef struct abReduceDef {
    const abInterfaceDef *interfaces;
    int interface_count;
    const abContactDef *contacts;
    int contact_count;
    abEigenWish wish; // eigenmodes of the body, clamped at its interfaces or free
    bool is_free;     // free modes although there are interfaces
} abReduceDef;

typedef enum abModeKind { AB_MODE_FREE, AB_MODE_CLAMPED, AB_MODE_STATIC } abModeKind;
// "free", "clamped", "static".
extern const char *const ab_mode_kinds[];

typedef struct abModeNote {
    double frequency; // [Hz]
    abModeKind kind;  // most of it
    abVec3 mass;      // effective mass along the axes [kg]; 0 where rigid motion is taken out
} abModeNote;

typedef struct abInterfaceNote {
    const char *name;
    abInterfaceKind kind;
    abVec3 point; // [m]
    size_t node_count;
    double static_error; // of the energy of its unit motions; NAN: no load at it strains the body
} abInterfaceNote;

typedef struct abContactNote {
    const char *name;
    size_t node_count;
    int mode_count;
    double area;            // [m^2]
    double stiffness;       // of the whole mesh under a uniform pressure [N/m]
    double modal_stiffness; // of the modes: never below [N/m]
} abContactNote;

// What was done, for people.
typedef struct abReduceReport {
    size_t node_count, element_count, kept_nodes;
    int element_nodes;
    int constraint_count, eigen_count, contact_count; // modes: the sum of these
    int rigid_count, dependent_count;                 // less these
    bool is_free;
    double first_left_out; // frequency of the first eigenmode left out [Hz]; NAN: unknown
    size_t factor_bytes;
    int mode_count;
    const abModeNote *modes;
    int interface_count;
    const abInterfaceNote *interfaces;
    int patch_count;
    const abContactNote *patches;
} abReduceReport;

// Reduces a mesh that was finished and checked. Body and report come from `arena` and point into the
// mesh for names. AB_BAD_MODEL with a problem each for wrong interfaces, for no mode below the limit, for a
// body with a hinge; AB_NUMERICS when the stiffness is not definite; AB_USAGE when this build cannot.
abResult ab_reduce(abVolumeMesh *mesh, const abReduceDef *def, abArena *arena, abReducedBody *body,
                   abReduceReport *report, abError *error);

// Whether this build has what ab_reduce takes; if not, a problem says so: AB_USAGE.
abResult ab_reduce_is_built(abError *error);

#endif
