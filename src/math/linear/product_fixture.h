// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// product_fixture.h - for tests: matrices that are semidefinite, of a rank that is known.

#ifndef AB_PRODUCT_FIXTURE_H
#define AB_PRODUCT_FIXTURE_H

#include <stddef.h>

// A, n by n, = J J' with `columns` columns.
static inline void set_product(double *A, size_t n, size_t columns, const double *J) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            A[i * n + j] = 0.0;
            for (size_t k = 0; k < columns; k++) {
                A[i * n + j] += J[i * columns + k] * J[j * columns + k];
            }
        }
    }
}

#endif
