// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cardan.c - from matrices to angles about moving axes and back.
//
//   xyz: R = Rx(a) Ry(b) Rz(c),  R02 = sin b,  tan a = -R12/R22,  tan c = -R01/R00       (1)
//   xzy: R = Rx(a) Rz(b) Ry(c),  R01 = -sin b, tan a = R21/R11,   tan c = R02/R00        (2)
//
// Source  written out from the product of the three rotations.

#include "cardan.h"

#include <math.h>

static const double s_pi = 3.14159265358979323846;

abMat3 cardan_to_matrix(abVec3 angles, bool is_xzy) {
    double ca = cos(angles.x), sa = sin(angles.x), cb = cos(angles.y), sb = sin(angles.y);
    double cc = cos(angles.z), sc = sin(angles.z);
    if (is_xzy) {
        return (abMat3){{{cb * cc, -sb, cb * sc},
                         {ca * sb * cc + sa * sc, ca * cb, ca * sb * sc - sa * cc},
                         {sa * sb * cc - ca * sc, sa * cb, sa * sb * sc + ca * cc}}};
    }
    return (abMat3){{{cb * cc, -cb * sc, sb},
                     {sa * sb * cc + ca * sc, ca * cc - sa * sb * sc, -sa * cb},
                     {sa * sc - ca * sb * cc, ca * sb * sc + sa * cc, ca * cb}}};
}

abVec3 cardan_from_matrix(abMat3 R, bool is_xzy) {
    if (is_xzy) {
        return (abVec3){atan2(R.m[2][1], R.m[1][1]), asin(fmax(-1.0, fmin(1.0, -R.m[0][1]))),
                        atan2(R.m[0][2], R.m[0][0])}; // (2)
    }
    return (abVec3){atan2(-R.m[1][2], R.m[2][2]), asin(fmax(-1.0, fmin(1.0, R.m[0][2]))),
                    atan2(-R.m[0][1], R.m[0][0])}; // (1)
}

static double unwrapped(double angle, double reference) {
    return angle + 2.0 * s_pi * round((reference - angle) / (2.0 * s_pi));
}

static abVec3 unwrapped_all(abVec3 angles, abVec3 reference) {
    return (abVec3){unwrapped(angles.x, reference.x), unwrapped(angles.y, reference.y),
                    unwrapped(angles.z, reference.z)};
}

static double distance(abVec3 p, abVec3 q) {
    return hypot(hypot(p.x - q.x, p.y - q.y), p.z - q.z);
}

abVec3 cardan_nearest(abVec3 angles, abVec3 reference) {
    abVec3 other = {angles.x + s_pi, s_pi - angles.y, angles.z + s_pi};
    abVec3 p = unwrapped_all(angles, reference), q = unwrapped_all(other, reference);
    return distance(p, reference) <= distance(q, reference) ? p : q;
}
