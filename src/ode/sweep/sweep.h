// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep.h - the first contact inside a step, found without ever jumping over one.

#ifndef AB_SWEEP_H
#define AB_SWEEP_H

#include "base/array.h"
#include "collide/broad/broad_phase.h"
#include "collide/broad/proximity.h"
#include "ode/sweep/body_path.h"

// What a measured distance says for good. Convex shapes: a plane with normal n between them; of n .
// p for the centres of mass it knows the gap, and each shape's part in it holds for one
// orientation. Other shapes: the distance, and where the centres were.
typedef struct abGapCache {
    int shape_a, shape_b; // both 0: empty
    bool is_convex;
    abVec3 n;      // from A to B; not convex: p_B - p_A                                [m]
    double offset; // gap - n . (p_B - p_A); not convex: gap                            [m]
} abGapCache;

typedef struct abSweep {
    abMechanics *mechanics;
    double eps;         // resolution of distances                                      [m]
    abPath *paths;      // per body
    double *reach;      // per shape: from the centre of mass to its farthest point     [m]
    double *arm;        // per shape: lever of its spin; of a ball only the offset      [m]
    bool *turns;        // per body: whether turning moves a surface of it
    abQuat *start;      // per body that turns: orientation at the start of the step
    abBox *still_boxes; // per shape on a fixed body
    abBox *boxes;       // per shape, over the step
    int *asked;         // shapes of the bodies that are stepped
    const bool *flies;  // per body: it is not stepped and its box stands; NULL: all are stepped
    abBroadPhase phase;
    abBoxPair *few; // all pairs that may touch, in small models
    size_t few_count;
    bool is_small;
    abArrays arrays;
    double *state;         // room for the states of two bodies
    double *modal_state;   // likewise of the modes of one; NULL: no body has modes
    double *deflection;    // per body: bound of how far its modes move a point in the step    [m]
    double *modal_speed;   // likewise of how fast, per unit of theta; NULL: as above          [m]
    abBoxPair *candidates; // pairs that come near and do not touch
    size_t candidate_count;
    abGapCache *caches;      // by the slots of pairs
    abQuat (*note_turns)[2]; // likewise: orientations of both bodies, where they matter
} abSweep;

typedef struct abPairCandidate {
    double theta; // INFINITY: none
    int shape_a, shape_b;
    bool is_cut; // no contact: the pair stays so near for so long that no more could be looked at
} abPairCandidate;

abResult ab_sweep_init(abSweep *sweep, abMechanics *mechanics, double eps, abArena *arena,
                       abError *error);
void ab_sweep_done(abSweep *sweep);

// Finds which pairs can come near during the stepper's last step, for theta in [0, theta_end].
// False for want of memory. The pairs are then sweep->candidates.
bool ab_sweep_prepare(abSweep *sweep, abStepper *stepper, double theta_end);
// Its parts, of models that are not small, for who keeps the boxes of bodies that fly (ode/flight):
// the box of a shape from the path of its body; all pairs of boxes that overlap, or those of stepped
// bodies over the stepper's last step, into sweep->phase. False for want of memory.
void ab_sweep_make_box(abSweep *sweep, int shape);
bool ab_sweep_find_all(abSweep *sweep);
bool ab_sweep_find_stepped(abSweep *sweep, abStepper *stepper, double theta_end);
// Up to where in [0, 1] of a step a pair surely stays apart, by one look at its start, where the
// bodies are placed and their paths begin; INFINITY: all of it.
double ab_sweep_apart_until(abSweep *sweep, const abBoxPair *pair);
// The least gap a pair can have along a segment whose gap at u is `gap` with normal n: c becomes a
// polynomial in the segment's 0..1 that is `gap` at u and after it nowhere above the gap. Its slope
// is minus a bound of the speed at which the gap can close. Returns the degree.
int ab_sweep_bound(const abSweep *sweep, const abBoxPair *pair, abSegment segment, double u,
                   double gap, abVec3 n, double c[AB_DEGREE_MAX + 1]);

// n . (p_B - p_A) of the centres of mass as a polynomial in the segment's 0..1. Returns the degree.
int ab_sweep_along(const abSweep *sweep, const abBoxPair *pair, abSegment segment, abVec3 n,
                   double c[AB_DEGREE_MAX + 1]);
// sweep_ahead.c: a place after u and no later than `end`, in the segment's 0..1, up to which a pair
// with this gap surely stays apart; u when it knows none. The bodies are placed at u, where `at` is,
// and elsewhere then.
double ab_sweep_look_ahead(abSweep *sweep, abStepper *stepper, const abBoxPair *pair,
                           abSegment segment, double u, double end, double gap,
                           const abProximity *at, bool is_convex);

// Whether one of the two is a plane, of which the distance is along its own normal.
bool ab_sweep_is_half_space(const abSweep *sweep, int shape_a, int shape_b);
// The lever of a shape's spin against another over a segment: of a plane, which has no end, as far
// as the other comes.                                                                   [m]
double ab_sweep_arm(const abSweep *sweep, int shape, int other, abSegment segment);

// Whether a pair is looked ahead for from the first advance, and a safe place after u by the bound
// of sweep.c for the hulls of shapes that are not convex. The bodies are placed at u, f is the gap.
bool ab_sweep_looks_ahead(const abSweep *sweep, int shape_a, int shape_b, bool is_convex);
double ab_sweep_hull_root(abSweep *sweep, const abBoxPair *pair, abSegment segment, double u,
                          double f, const abProximity *at);

// Whether the pair is surely farther apart than 0 for the bodies as placed, from what is known of
// it without asking for its distance.
bool ab_sweep_is_apart(const abSweep *sweep, const abBoxPair *pair);

// The first contact among the pairs: the least theta at which a pair not in contact is closer than
// -3 eps; or how far the step could be followed, when a pair in it creeps along another.
abPairCandidate ab_sweep_first_touch(abSweep *sweep, abStepper *stepper, double theta_end);

// Likewise, and gives their proximity.
void ab_sweep_proximity(abSweep *sweep, abStepper *stepper, int shape_a, int shape_b, double theta,
                        abProximity *out);

#endif
