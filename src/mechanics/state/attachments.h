// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// attachments.h - points of bodies with modes that joints and forces act at.
//
// To joints, forces and expressions an attachment is a body that follows another: it has a pose,
// velocities, accelerations and takes loads. Its number is behind those of the bodies. With the frame
// of its body at r with the rotation R, angular velocity w and angular acceleration al, and all else in
// the axes of the frame,
//
//   place         p = X + Phi q,   rotation  R exp(theta~),   theta = Psi q                    (1)
//   velocities    v = r' + w x R p + R Phi q',   w + R T theta'                                (2)
//   accelerations r'' + al x R p + w x (w x R p) + 2 w x R Phi q' + R Phi q'',
//                 al + w x R T theta' + R (T theta'' + T' theta')                              (3)
//
// with T of rotation_vector.h. A force f and torque t there are, by the same Jacobian,
//
//   on the frame R^T f and p x R^T f + R^T t,   on the modes Phi^T R^T f + Psi^T T^T R^T t     (4)
//
// so that they do the same work, at any amplitude.

#ifndef AB_ATTACHMENTS_H
#define AB_ATTACHMENTS_H

#include "mechanics/state/mechanics.h"

// Room for them, from the arena of the mechanics. AB_IO for want of memory.
abResult ab_attachments_init(abMechanics *mechanics, abError *error);

// (1) and (2), when bodies and modes are placed.
void ab_attachments_place(abMechanics *mechanics);
// (3), when bodies and modes have their accelerations.
void ab_attachments_accelerate(abMechanics *mechanics);
// (4): the loads that they have go to their bodies, and are theirs no longer.
void ab_attachments_pass_loads(abMechanics *mechanics);
// (4), added to the 6 + m numbers of `out`: force and torque on the frame, forces of the modes.
void ab_attachment_spread(const abMechanics *mechanics, int body, abVec3 force, abVec3 torque,
                          double *out);

// Whether a body of the compiled model is one.
static inline bool ab_is_attachment(const abModel *model, int body) {
    return body >= (int)model->body_count;
}

#endif
