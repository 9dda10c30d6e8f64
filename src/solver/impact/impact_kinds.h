// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_kinds.h - impulses of contacts and joints that hit at one instant:  v+ = v + A j.
//
// Rows are contacts (j >= 0, v the rate of their gap, negative while closing) and joints (any j,
// v+ = 0). A contact remembers how it came by one of two laws, each with its e:
//
//   newton    v+ >= -e v,  j >= 0, one of them equal                                      (1)
//   poisson   j = c + r,  c the impulse of compression (e = 0),  r >= e c,  v+ >= 0,
//             one of the last two equal                                                   (2)
//
// What that means for many rows at once is the kind, see impact_kinds.def. Derivation and sources:
// docs/theory/rigid.md.

#ifndef AB_IMPACT_KINDS_H
#define AB_IMPACT_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abut/definitions.h"
#include "law/core/restitution.h"
#include "solver/lcp/complementarity.h"
#include "solver/lcp/coulomb.h"

// A body that nothing moves still has a number: hybrid takes contacts of one floor together.
typedef struct abImpactBodies {
    size_t body[2];
    bool moves[2];
} abImpactBodies;

// Dry friction of a contact: at the end of the impact its tangents stick, or slip against the
// impulse (solver/lcp/coulomb.h (1), with velocities).
typedef struct abImpactFriction {
    size_t normal, tangent[2]; // rows; the second may be AB_NO_ROW
    double coefficient;
} abImpactFriction;

typedef struct abImpacts {
    size_t n;
    const double *A;           // n * n, speed by impulse  [1/kg]
    const double *velocity;    // n, before  [m/s]
    const double *restitution; // n, e in [0, 1]; joints: used by serial_separate only
    const unsigned char *kind; // n: AB_ROW_UNILATERAL or AB_ROW_BILATERAL; tangents AB_ROW_BOUNDED
    const unsigned char *restitution_kind; // n, of abRestitutionKind; NULL: newton
    const unsigned char *rests;            // n: contacts at rest; NULL: none. simultaneous only
    const abImpactFriction *friction;
    size_t frictions;
    const abImpactBodies *bodies; // n; NULL: as linked by A. Serial kinds and hybrid only
    double small_velocity;        // serial kinds leave what closes slower; 0: 1e-5 m/s
    uint32_t *seed;               // of the serial kinds, moves on; NULL: begins at 0

    // Results.
    double *impulse, *after; // n: j [N s] and v+ [m/s]
    double energy;           // change of the kinetic energy, never above rounding  [J]
    size_t iterations;       // problems solved
} abImpacts;

// The name in model files.
const char *ab_impact_key(abImpactKind kind);

// Bytes of room for n rows, aligned as malloc does.
size_t ab_impacts_workspace(size_t n);
// The worst status of the compressions; a restitution that others forbid is met as far as can be.
abComplementarityStatus ab_impacts_solve(abImpactKind kind, abImpacts *impacts, void *workspace);

#endif
