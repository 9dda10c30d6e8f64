// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_project.h - the nearest point of a cone, and how it moves.

#ifndef AB_CONE_PROJECT_H
#define AB_CONE_PROJECT_H

#include "solver/cone/cone.h"

// Discs that grow with the normal impulse: |z_first ... | <= mu z_0, in scaled variables.
typedef struct abConeDisc {
    int first, count;
    double mu;
} abConeDisc;

typedef struct abConeCone {
    int rows, disc_count;
    abConeDisc discs[3];
    double scale[3];        // square roots of R + r and r of the others: normal, tangents, turning
    double y[AB_CONE_ROWS]; // before the projection
    double z[AB_CONE_ROWS]; // after it
    double size[3];         // of y in each disc
    char mode;              // AB_CONE_OPEN, AB_CONE_HELD, or something else
} abConeCone;

enum { AB_CONE_OPEN, AB_CONE_HELD };

// Projects for speeds u; at->r, at->p and at->rise are those of the round.
void ab_cone_project(abConeCone *cone, const abConeContact *c, const abProximal *at,
                     const double u[AB_CONE_ROWS]);
// The impulses that belong to z.
void ab_cone_impulses(const abConeCone *cone, double p[AB_CONE_ROWS]);
// G = -dp/du, symmetric, of size `rows`.
void ab_cone_slope(const abConeCone *cone, double G[AB_CONE_ROWS][AB_CONE_ROWS]);

#endif
