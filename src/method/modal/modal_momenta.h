// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_momenta.h - a body with modes as the rigid one that has its momenta: (1) of modal_step.h.

#ifndef AB_MODAL_MOMENTA_H
#define AB_MODAL_MOMENTA_H

#include "flexible/floating_frame.h"

// (1), of the modes as placed, in body axes.
typedef struct abModalRigid {
    abVec3 offset;
    abMat3 inertia, inverse;
} abModalRigid;

abModalRigid ab_modal_rigid(const abFloating *f);

// r_c, V and H of a frame, with its modes as placed.
typedef struct abModalMomenta {
    abVec3 center, velocity, spin;
} abModalMomenta;

// As placed by ab_floating_place().
abModalMomenta ab_modal_momenta(const abFloating *f, abMat3 R, abVec3 r, abVec3 v, abVec3 w);
// The other way, into the states of a frame turned by R: place, velocity and spin. The modes are placed
// anew.
void ab_modal_put_frame(abFloating *f, abMat3 R, const abModalMomenta *from, double *s);

#endif
