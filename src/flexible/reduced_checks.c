// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduced_checks.c - symmetric, positive definite, free of rigid motion.

#include "flexible/reduced_checks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "flexible/tolerances.def"
#include "math/core/vector_math.h"
#include "math/linear/cholesky.h"
#include "math/linear/symmetric_eigen.h"

// Makes the matrix symmetric; false where it is too far from that, at row and column.
static bool make_symmetric(double *A, size_t m, size_t *row, size_t *column) {
    for (size_t k = 0; k < m; k++) {
        for (size_t l = 0; l < k; l++) {
            double scale = sqrt(fabs(A[k * m + k]) * fabs(A[l * m + l]));
            if (fabs(A[k * m + l] - A[l * m + k]) > s_symmetric * scale) {
                *row = k;
                *column = l;
                return false;
            }
            A[k * m + l] = A[l * m + k] = 0.5 * (A[k * m + l] + A[l * m + k]);
        }
    }
    return true;
}

// The least eigenvalue over the largest; NAN for want of memory.
static double least_value(const double *A, size_t m, abArena *scratch) {
    double *copy = AB_ARENA_NEW(scratch, double, m *m), *V = AB_ARENA_NEW(scratch, double, m *m);
    double *values = AB_ARENA_NEW(scratch, double, m);
    if (copy == NULL || V == NULL || values == NULL) {
        return NAN;
    }
    memcpy(copy, A, m * m * sizeof *copy);
    ab_symmetric_eigen(m, copy, values, V);
    double largest = fmax(fabs(values[0]), fabs(values[m - 1]));
    return largest > 0.0 ? values[0] / largest : 0.0;
}

bool ab_modal_matrix_fault(double *A, size_t m, bool is_definite, abArena *scratch, char *fault,
                           size_t size) {
    size_t row = 0, column = 0;
    if (!make_symmetric(A, m, &row, &column)) {
        snprintf(fault, size, "not symmetric: [%zu][%zu] = %.9g, [%zu][%zu] = %.9g", row + 1,
                 column + 1, A[row * m + column], column + 1, row + 1, A[column * m + row]);
        return true;
    }
    if (!is_definite) {
        double least = least_value(A, m, scratch);
        snprintf(fault, size, "not positive: its least eigenvalue is %.3g of the largest", least);
        return least < -s_definite;
    }
    double *copy = AB_ARENA_NEW(scratch, double, m *m);
    if (copy == NULL) {
        snprintf(fault, size, "too large for the memory");
        return true;
    }
    memcpy(copy, A, m * m * sizeof *copy);
    size_t bad = ab_cholesky_factor(m, copy, s_definite);
    if (bad < m) {
        snprintf(fault, size,
                 "not positive definite (mode %zu: %.9g); a mode that moves the body as a whole, "
                 "or says the same as others, must be left out",
                 bad + 1, A[bad * m + bad]);
    }
    return bad < m;
}

// With the inertia in its principal axes, E of length one in the mass of the rigid body:
// Mq - P^T diag(m, J0)^-1 P  is what is left of each mode when its rigid part is taken out.
int ab_first_rigid_mode(const abMassIntegrals *I, int mode_count, abArena *scratch) {
    size_t m = (size_t)mode_count;
    double *A = AB_ARENA_NEW(scratch, double, m *m + 1), J[9], V[9], moments[3];
    if (A == NULL) {
        return -2;
    }
    memcpy(J, I->J0.m, sizeof J);
    ab_symmetric_eigen(3, J, moments, V);
    memcpy(A, I->modal_mass, m * m * sizeof *A);
    for (int i = 0; i < 3; i++) {
        for (size_t k = 0; k < m; k++) {
            double turn_k = 0.0;
            for (size_t a = 0; a < 3; a++) {
                turn_k += V[a * 3 + (size_t)i] * I->N0[a * m + k];
            }
            for (size_t l = 0; l <= k; l++) {
                double turn_l = 0.0;
                for (size_t a = 0; a < 3; a++) {
                    turn_l += V[a * 3 + (size_t)i] * I->N0[a * m + l];
                }
                A[k * m + l] -= I->S[(size_t)i * m + k] * I->S[(size_t)i * m + l] / I->mass;
                if (moments[i] > s_definite * moments[2]) {
                    A[k * m + l] -= turn_k * turn_l / moments[i];
                }
            }
        }
    }
    for (size_t k = 0; k < m; k++) { // in units of the mode's own mass
        if (!(A[k * m + k] > s_rigid_mode * I->modal_mass[k * m + k])) {
            return (int)k;
        }
    }
    size_t bad = ab_cholesky_factor(m, A, s_rigid_mode);
    return bad < m ? (int)bad : -1;
}
