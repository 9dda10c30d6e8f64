// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_estimate.h - what the contacts of a model will be like, judged from its start: which pairs,
// how fast they meet, with what law.
//
// A pair is expected to meet along its shortest distance at the start, with its velocities there
// and what gravity adds over that gap. This is a guess: joints, drives and earlier contacts change
// it.

#ifndef AB_CONTACT_ESTIMATE_H
#define AB_CONTACT_ESTIMATE_H

#include "law/normal/impact_forecast.h"
#include "model/core/model.h"

// One pair, standing for all whose law, radius and mass are the same.
typedef struct abContactEstimate {
    int shape_a, shape_b;
    int alike; // pairs that it stands for; in a large model, of those looked at (candidate_pairs.h)
    const abInteraction *interaction;
    abPairProperties pair;
    double constants[AB_LAW_CONSTANTS]; // of the normal law
    abContact contact;                  // as the law wants it, without depth
    abAreaCurve area;                   // of pairs that are carried by the surface of a mesh
    double mass;    // reduced; INFINITY when both do not answer to forces    [kg]
    double speed;   // at which they meet; 0 when they do not approach        [m/s]
    double gravity; // acceleration that presses one on the other, 0 when none [m/s^2]
    double size;    // of the smaller shape                                   [m]
    int points;     // corners and rims of its patch as it is turned at the start; 1 round
    bool shares;    // one force among the points of each region of a mesh
    double overlap; // at the start, 0 when apart                             [m]
    double hertz;   // 4/3 E* sqrt(R); NAN when moduli or radius are not known [N/m^1.5]
} abContactEstimate;

enum { AB_CONTACT_ESTIMATES_MAX = 256 };

// Fills `out` with at most AB_CONTACT_ESTIMATES_MAX kinds of pairs, in the order of shapes, and returns
// how many; -1 for want of memory. `speed` replaces what is guessed; NAN: guess. `left_out` counts
// pairs without room.
int ab_model_estimate_contacts(const abModel *model, double speed, abContactEstimate *out,
                               int *left_out);

// The impact that is expected; its `constants` are those of the expectation.
abImpact ab_estimated_impact(const abContactEstimate *estimate);
// Whether its normal law is a force law of our own, which can be tried.
bool ab_estimates_force(const abContactEstimate *estimate);
// False when it is not, or mass or speed do not make an impact.
bool ab_estimates_impact(const abContactEstimate *estimate);

#endif
