// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// orientation.c - an orientation that is given as a quaternion or as angles.

#include "model/core/orientation.h"

#include <math.h>

#include "math/core/vector_math.h"

abResult ab_compile_orientation(abQuat given, abVec3 angles, const char *what, const char *name,
                                abPlace place, abQuat *out, abError *error) {
    double length =
        sqrt(given.w * given.w + given.x * given.x + given.y * given.y + given.z * given.z);
    if (!(fabs(length - 1.0) <= 1e-6)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "orientation of %s %s has length %.9g; a unit quaternion [w, x, y, z] "
                            "is needed",
                            what, name, length);
    }
    bool has_angles = angles.x != 0.0 || angles.y != 0.0 || angles.z != 0.0;
    if (has_angles && (given.x != 0.0 || given.y != 0.0 || given.z != 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s %s has both an orientation and a rotation; give one of them", what,
                            name);
    }
    *out = has_angles ? ab_quat_from_xyz(angles) : ab_quat_unit(given);
    return AB_OK;
}
