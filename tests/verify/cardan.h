// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cardan.h - rotations as three angles, for comparing with programs that store those.

#ifndef VERIFY_CARDAN_H
#define VERIFY_CARDAN_H

#include <stdbool.h>

#include "abut/vector.h"

// R = Rx(a) Ry(b) Rz(c), or with `is_xzy` Rx(a) Rz(b) Ry(c); angles (a, b, c) [rad].
abMat3 cardan_to_matrix(abVec3 angles, bool is_xzy);
// The angles of R; b within [-pi/2, pi/2]. At b = +-pi/2 only a sum of a and c is determined.
abVec3 cardan_from_matrix(abMat3 R, bool is_xzy);
// Of all angles of the same rotation, (a, b, c) + 2 pi multiples and (a + pi, pi - b, c + pi)
// likewise, those nearest to `reference`.
abVec3 cardan_nearest(abVec3 angles, abVec3 reference);

#endif
