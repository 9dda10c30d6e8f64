// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// place.h - the way between y and bodies.

#ifndef AB_PLACE_H
#define AB_PLACE_H

#include "mechanics/state/mechanics.h"

// Takes memory from its arena, which ends with all that stands on it.
abResult ab_mechanics_init(abMechanics *mechanics, const abModel *model, abAllocator allocator,
                           abError *error);

// The initial state; `y` is as long as the layout says.
void ab_mechanics_initial(const abMechanics *mechanics, double *y);
// Takes a body's velocity to zero; the energy goes into the book as lost in contact.
void ab_mechanics_stop(abMechanics *mechanics, int body, double *y);
// Only the poses and velocities of the bodies that are stepped.
void ab_mechanics_place(abMechanics *mechanics, double t, const double *y);
// The same for one body, from its own states.
void ab_mechanics_place_body(abMechanics *mechanics, int body, double t, const double *states);
// Pose of a shape for the bodies as placed; `storage` is used when it must be computed.
void ab_mechanics_compute_pose(const abMechanics *mechanics, int shape, abPose *out);
static inline const abPose *ab_mechanics_shape_pose(const abMechanics *mechanics, int shape,
                                                    abPose *storage) {
    const abPose *place = mechanics->shape_places[shape];
    if (place == NULL) {
        ab_mechanics_compute_pose(mechanics, shape, storage);
        place = storage;
    }
    return place;
}
// States of all bodies in users' frames, for the bodies as placed.
void ab_mechanics_body_states(const abMechanics *mechanics, abBodyState *out);
// Of one body at y, which is placed there.
abBodyState ab_mechanics_body_state(abMechanics *mechanics, int body, double t, const double *y);
// Names the body whose state is not finite or not the largest in magnitude; -1 when none.
int ab_mechanics_first_bad_body(const abMechanics *mechanics, const double *y);
// Whether all of these numbers are finite.
bool ab_are_finite(const double *y, int count);
// Likewise the numbers of a set of bodies, and those of none, in a y of length n.
bool ab_set_is_finite(const abBodySet *set, const double *y, size_t n);
// The derivative of y from velocities, accelerations and book rates, of the bodies that are stepped.
void ab_write_rates(const abMechanics *mechanics, double *ydot);
double ab_kinetic_energy(const abBody *body, const abBodyNow *now);
// Takes all loads off the bodies.
void ab_clear_loads(abMechanics *mechanics);

#endif
