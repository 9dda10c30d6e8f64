// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// vector_math.c - the matrix and quaternion functions that are too long to inline.

#include "math/core/vector_math.h"

#include "math/core/elementary.h"

abMat3 ab_mat3_mul(abMat3 A, abMat3 B) {
    abMat3 C;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            C.m[i][j] = A.m[i][0] * B.m[0][j] + A.m[i][1] * B.m[1][j] + A.m[i][2] * B.m[2][j];
        }
    }
    return C;
}

abMat3 ab_mat3_mul_t(abMat3 A, abMat3 B) {
    return ab_mat3_mul(A, ab_mat3_transpose(B));
}

abMat3 ab_mat3_transpose(abMat3 A) {
    abMat3 T;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            T.m[i][j] = A.m[j][i];
        }
    }
    return T;
}

abMat3 ab_mat3_add(abMat3 A, abMat3 B) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            A.m[i][j] += B.m[i][j];
        }
    }
    return A;
}

abMat3 ab_mat3_scale(double s, abMat3 A) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            A.m[i][j] *= s;
        }
    }
    return A;
}

double ab_mat3_determinant(abMat3 A) {
    return ab_dot(ab_column(A, 0), ab_cross(ab_column(A, 1), ab_column(A, 2)));
}

bool ab_mat3_inverse(abMat3 A, abMat3 *inverse) {
    abVec3 a = ab_column(A, 0), b = ab_column(A, 1), c = ab_column(A, 2);
    abVec3 bc = ab_cross(b, c), ca = ab_cross(c, a), ab = ab_cross(a, b);
    double determinant = ab_dot(a, bc);
    if (determinant == 0.0 || !isfinite(determinant)) {
        return false;
    }
    double s = 1.0 / determinant;
    *inverse = (abMat3){{{bc.x * s, bc.y * s, bc.z * s},
                         {ca.x * s, ca.y * s, ca.z * s},
                         {ab.x * s, ab.y * s, ab.z * s}}};
    return true;
}

abMat3 ab_mat3_from_columns(abVec3 a, abVec3 b, abVec3 c) {
    return (abMat3){{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
}

abMat3 ab_skew(abVec3 a) {
    return (abMat3){{{0.0, -a.z, a.y}, {a.z, 0.0, -a.x}, {-a.y, a.x, 0.0}}};
}

// One Jacobi rotation that clears S[p][q]. Source: Golub & Van Loan, section 8.5.
static void jacobi_rotate(abMat3 *S, abMat3 *V, int p, int q) {
    double off = S->m[p][q];
    if (off == 0.0) {
        return;
    }
    double theta = (S->m[q][q] - S->m[p][p]) / (2.0 * off);
    double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        double kp = S->m[k][p], kq = S->m[k][q];
        S->m[k][p] = c * kp - s * kq;
        S->m[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
        double pk = S->m[p][k], qk = S->m[q][k];
        S->m[p][k] = c * pk - s * qk;
        S->m[q][k] = s * pk + c * qk;
        double vp = V->m[k][p], vq = V->m[k][q];
        V->m[k][p] = c * vp - s * vq;
        V->m[k][q] = s * vp + c * vq;
    }
}

void ab_mat3_eigen(abMat3 S, double values[3], abMat3 *vectors) {
    abMat3 V = ab_mat3_identity();
    for (int sweep = 0; sweep < 12; sweep++) { // converges quadratically, 6 sweeps suffice
        jacobi_rotate(&S, &V, 0, 1);
        jacobi_rotate(&S, &V, 0, 2);
        jacobi_rotate(&S, &V, 1, 2);
    }
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2 - i; j++) {
            if (S.m[order[j]][order[j]] > S.m[order[j + 1]][order[j + 1]]) {
                int swap = order[j];
                order[j] = order[j + 1];
                order[j + 1] = swap;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        values[i] = S.m[order[i]][order[i]];
    }
    abVec3 a = ab_column(V, order[0]), b = ab_column(V, order[1]);
    *vectors = ab_mat3_from_columns(a, b, ab_cross(a, b));
}

// Source: S. W. Shepperd, J. Guidance and Control 1 (1978) 223: the largest of the four first.
abQuat ab_quat_from_matrix(abMat3 R) {
    double trace = R.m[0][0] + R.m[1][1] + R.m[2][2];
    double xx = R.m[0][0], yy = R.m[1][1], zz = R.m[2][2];
    abQuat q;
    if (trace >= xx && trace >= yy && trace >= zz) {
        q = (abQuat){1.0 + trace, R.m[2][1] - R.m[1][2], R.m[0][2] - R.m[2][0],
                     R.m[1][0] - R.m[0][1]};
    } else if (xx >= yy && xx >= zz) {
        q = (abQuat){R.m[2][1] - R.m[1][2], 1.0 + xx - yy - zz, R.m[0][1] + R.m[1][0],
                     R.m[0][2] + R.m[2][0]};
    } else if (yy >= zz) {
        q = (abQuat){R.m[0][2] - R.m[2][0], R.m[0][1] + R.m[1][0], 1.0 - xx + yy - zz,
                     R.m[1][2] + R.m[2][1]};
    } else {
        q = (abQuat){R.m[1][0] - R.m[0][1], R.m[0][2] + R.m[2][0], R.m[1][2] + R.m[2][1],
                     1.0 - xx - yy + zz};
    }
    return ab_quat_unit(q);
}

abQuat ab_quat_from_axis_angle(abVec3 axis, double angle) {
    abVec3 n = ab_unit(axis);
    double s = ab_sin(0.5 * angle);
    return (abQuat){ab_cos(0.5 * angle), s * n.x, s * n.y, s * n.z};
}

abQuat ab_quat_from_vector(abVec3 a) {
    return ab_quat_from_axis_angle(a, ab_norm(a));
}

abQuat ab_quat_from_xyz(abVec3 angles) {
    abQuat x = ab_quat_from_axis_angle((abVec3){1.0, 0.0, 0.0}, angles.x);
    abQuat y = ab_quat_from_axis_angle((abVec3){0.0, 1.0, 0.0}, angles.y);
    abQuat z = ab_quat_from_axis_angle((abVec3){0.0, 0.0, 1.0}, angles.z);
    return ab_quat_mul(ab_quat_mul(x, y), z);
}
