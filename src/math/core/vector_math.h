// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// vector_math.h - vectors, matrices, quaternions and poses, inline.
//
// Every expression is evaluated in the order written (no contraction, no fast-math), so results
// are the same bits for each compiler.

#ifndef AB_VECTOR_MATH_H
#define AB_VECTOR_MATH_H

#include <math.h>
#include <stdbool.h>

#include "abut/vector.h"

static inline abVec3 ab_vec3(double x, double y, double z) {
    return (abVec3){x, y, z};
}
static inline abVec3 ab_add(abVec3 a, abVec3 b) {
    return (abVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline abVec3 ab_sub(abVec3 a, abVec3 b) {
    return (abVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline abVec3 ab_scale(double s, abVec3 a) {
    return (abVec3){s * a.x, s * a.y, s * a.z};
}
static inline abVec3 ab_neg(abVec3 a) {
    return (abVec3){-a.x, -a.y, -a.z};
}
// a + s b
static inline abVec3 ab_add_scaled(abVec3 a, double s, abVec3 b) {
    return (abVec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static inline double ab_dot(abVec3 a, abVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
// Without its part along a unit vector.
static inline abVec3 ab_across(abVec3 v, abVec3 n) {
    return ab_add_scaled(v, -ab_dot(v, n), n);
}
static inline abVec3 ab_cross(abVec3 a, abVec3 b) {
    return (abVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double ab_norm2(abVec3 a) {
    return ab_dot(a, a);
}
static inline double ab_norm(abVec3 a) {
    return sqrt(ab_dot(a, a));
}
// a / |a|; the zero vector stays zero.
static inline abVec3 ab_unit(abVec3 a) {
    double n = ab_norm(a);
    return n > 0.0 ? ab_scale(1.0 / n, a) : a;
}
static inline double ab_get(abVec3 a, int axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}
static inline void ab_set(abVec3 *a, int axis, double value) {
    *(axis == 0 ? &a->x : axis == 1 ? &a->y : &a->z) = value;
}
// Three numbers in a row as a vector, and back.
static inline abVec3 ab_vec3_of(const double v[3]) {
    return (abVec3){v[0], v[1], v[2]};
}
static inline void ab_vec3_put(double out[3], abVec3 v) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}
static inline bool ab_is_finite(abVec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}
// A unit vector at right angles to the unit vector n. Next to the axes, where normals often are, it
// does not change with rounding: of components that are alike the first counts as the smallest.
static inline abVec3 ab_perpendicular(abVec3 n) {
    double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    abVec3 e = {0.0, 0.0, 0.0};
    if (ax <= ay + 0.1 && ax <= az + 0.1) {
        e.x = 1.0;
    } else if (ay <= az + 0.1) {
        e.y = 1.0;
    } else {
        e.z = 1.0;
    }
    return ab_unit(ab_cross(n, e));
}

static inline abMat3 ab_mat3_identity(void) {
    return (abMat3){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}
static inline abMat3 ab_mat3_diagonal(double a, double b, double c) {
    return (abMat3){{{a, 0.0, 0.0}, {0.0, b, 0.0}, {0.0, 0.0, c}}};
}
static inline abVec3 ab_mul(abMat3 A, abVec3 v) {
    return (abVec3){A.m[0][0] * v.x + A.m[0][1] * v.y + A.m[0][2] * v.z,
                    A.m[1][0] * v.x + A.m[1][1] * v.y + A.m[1][2] * v.z,
                    A.m[2][0] * v.x + A.m[2][1] * v.y + A.m[2][2] * v.z};
}
// transpose(A) v
static inline abVec3 ab_mul_t(abMat3 A, abVec3 v) {
    return (abVec3){A.m[0][0] * v.x + A.m[1][0] * v.y + A.m[2][0] * v.z,
                    A.m[0][1] * v.x + A.m[1][1] * v.y + A.m[2][1] * v.z,
                    A.m[0][2] * v.x + A.m[1][2] * v.y + A.m[2][2] * v.z};
}
static inline abVec3 ab_column(abMat3 A, int j) {
    return (abVec3){A.m[0][j], A.m[1][j], A.m[2][j]};
}
// transpose(A) B
static inline abMat3 ab_mat3_t_mul(abMat3 A, abMat3 B) {
    abVec3 x = ab_mul_t(A, ab_column(B, 0)), y = ab_mul_t(A, ab_column(B, 1)),
           z = ab_mul_t(A, ab_column(B, 2));
    return (abMat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}
abMat3 ab_mat3_mul(abMat3 A, abMat3 B);   // A B
abMat3 ab_mat3_mul_t(abMat3 A, abMat3 B); // A transpose(B)
abMat3 ab_mat3_transpose(abMat3 A);
abMat3 ab_mat3_add(abMat3 A, abMat3 B);
abMat3 ab_mat3_scale(double s, abMat3 A);
double ab_mat3_determinant(abMat3 A);
// Inverse by cofactors; false and untouched when the determinant is zero or not finite.
bool ab_mat3_inverse(abMat3 A, abMat3 *inverse);
abMat3 ab_mat3_from_columns(abVec3 a, abVec3 b, abVec3 c);
abMat3 ab_skew(abVec3 a); // ab_skew(a) b = a x b
// Eigenvalues (ascending) and eigenvectors (columns, right-handed) of a symmetric matrix, Jacobi.
void ab_mat3_eigen(abMat3 S, double values[3], abMat3 *vectors);

// Eigenvalues of [[a, b], [b, c]], the greater first, and the unit eigenvector of that one.
static inline void ab_eigen_2(double a, double b, double c, double values[2], double *x,
                              double *y) {
    double half = 0.5 * (a - c), root = sqrt(half * half + b * b), mean = 0.5 * (a + c);
    values[0] = mean + root;
    values[1] = mean - root;
    double vx = half >= 0.0 ? half + root : b, vy = half >= 0.0 ? b : root - half;
    double length = sqrt(vx * vx + vy * vy);
    *x = length > 0.0 ? vx / length : 1.0;
    *y = length > 0.0 ? vy / length : 0.0;
}

// Rotation of a quaternion of any length > 0.
static inline abMat3 ab_quat_to_matrix(abQuat q) {
    double s = 2.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    double xs = q.x * s, ys = q.y * s, zs = q.z * s;
    double wx = q.w * xs, wy = q.w * ys, wz = q.w * zs;
    double xx = q.x * xs, xy = q.x * ys, xz = q.x * zs;
    double yy = q.y * ys, yz = q.y * zs, zz = q.z * zs;
    return (abMat3){{{1.0 - (yy + zz), xy - wz, xz + wy},
                     {xy + wz, 1.0 - (xx + zz), yz - wx},
                     {xz - wy, yz + wx, 1.0 - (xx + yy)}}};
}
static inline abQuat ab_quat_mul(abQuat a, abQuat b) {
    return (abQuat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                    a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline abQuat ab_quat_conjugate(abQuat q) {
    return (abQuat){q.w, -q.x, -q.y, -q.z};
}
static inline abQuat ab_quat_unit(abQuat q) {
    double n = 1.0 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (abQuat){q.w * n, q.x * n, q.y * n, q.z * n};
}
abQuat ab_quat_from_matrix(abMat3 R);
abQuat ab_quat_from_axis_angle(abVec3 axis, double angle); // axis need not be unit
// Rotation by vector: angle |a| about a.
abQuat ab_quat_from_vector(abVec3 a);
// Body-to-world rotation Rx(a) Ry(b) Rz(c): turn about x, then the new y, then the new z.
abQuat ab_quat_from_xyz(abVec3 angles);

static inline abVec3 ab_pose_point(abPose X, abVec3 p) {
    return ab_add(ab_mul(X.R, p), X.p);
}
// Point given in W, seen from the pose's frame.
static inline abVec3 ab_pose_point_inverse(abPose X, abVec3 p_W) {
    return ab_mul_t(X.R, ab_sub(p_W, X.p));
}
static inline abPose ab_pose_mul(abPose A, abPose B) {
    return (abPose){ab_mat3_mul(A.R, B.R), ab_pose_point(A, B.p)};
}
// The same numbers.
static inline bool ab_same_pose(const abPose *a, const abPose *b) {
    bool same = a->p.x == b->p.x && a->p.y == b->p.y && a->p.z == b->p.z;
    for (int i = 0; i < 9; i++) {
        same &= a->R.m[i / 3][i % 3] == b->R.m[i / 3][i % 3];
    }
    return same;
}
static inline abPose ab_pose_identity(void) {
    return (abPose){ab_mat3_identity(), {0.0, 0.0, 0.0}};
}

// magnitude >= 0; + where `sign` is zero, of either sign. Without a branch.
static inline double with_sign(double magnitude, double sign) {
    return copysign(magnitude, sign + 0.0);
}

#endif
