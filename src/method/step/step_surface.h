// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_surface.h - motion of the points of a patch. Private to step_surface*.c.

#ifndef AB_STEP_SURFACE_H
#define AB_STEP_SURFACE_H

#include "method/step/step.h"

// Velocity of B relative to A at the origin of a patch; at the start of the step; with the
// velocities of `bodies`.
static inline void ab_patch_twist(const abConePatch *patch, const abVec3 v[2], const abVec3 w[2],
                                  abVec3 *out_v, abVec3 *out_w) {
    *out_v = ab_sub(ab_add(v[1], ab_cross(w[1], patch->arm[1])),
                    ab_add(v[0], ab_cross(w[0], patch->arm[0])));
    *out_w = ab_sub(w[1], w[0]);
}

static inline void ab_patch_twist_at_start(const abStep *step, const abConePatch *patch, abVec3 *v,
                                           abVec3 *w) {
    int a = patch->body[0], b = patch->body[1];
    ab_patch_twist(patch, (abVec3[2]){step->v0[a], step->v0[b]},
                   (abVec3[2]){step->w0[a], step->w0[b]}, v, w);
}

static inline void ab_patch_twist_of(const abConeBody *bodies, const abConePatch *patch, abVec3 *v,
                                     abVec3 *w) {
    const abConeBody *A = &bodies[patch->body[0]], *B = &bodies[patch->body[1]];
    ab_patch_twist(patch, (abVec3[2]){A->v, B->v}, (abVec3[2]){A->w, B->w}, v, w);
}

// Rate of approach along n at x from the origin.                                         [m/s]
static inline double ab_patch_rate(abVec3 v, abVec3 w, abVec3 x, abVec3 n) {
    return -ab_dot(ab_add(v, ab_cross(w, x)), n);
}

// The greatest depth at the end of the step with the velocities of `bodies`.              [m]
double ab_step_surface_depth(const abStep *step, const abStepSurface *surface,
                             const abConeBody *bodies);

// A surface point as a point of its law.
static inline abStepPoint ab_surface_point_of(const abStepSurfacePoint *surface_point, int cache) {
    return (abStepPoint){.cache = cache,
                         .p = surface_point->at.p_W,
                         .n = surface_point->at.n_AB_W,
                         .depth = surface_point->depth,
                         .weight = 1.0,
                         .start_rate = surface_point->start_rate};
}

#endif
