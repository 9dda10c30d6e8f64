// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// inertia.c - whether a tensor can be the inertia of a body: it is positive, and no principal moment
// exceeds the sum of the others.

#include "model/core/inertia.h"

#include <math.h>
#include <stdio.h>

#include "math/core/vector_math.h"

bool ab_inertia_fault(abMat3 inertia, char *out, size_t size) {
    double moments[3];
    abMat3 axes;
    ab_mat3_eigen(inertia, moments, &axes);
    double slack = 1e-9 * fabs(moments[2]);
    if (!(moments[0] > 0.0)) {
        snprintf(out, size, "is not positive: its principal moments are %.9g, %.9g, %.9g kg m^2",
                 moments[0], moments[1], moments[2]);
        return true;
    }
    if (moments[0] + moments[1] < moments[2] - slack) {
        snprintf(out, size,
                 "is impossible: of its principal moments %.9g, %.9g, %.9g kg m^2 one exceeds the "
                 "sum of the others",
                 moments[0], moments[1], moments[2]);
        return true;
    }
    return false;
}
