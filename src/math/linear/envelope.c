// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// envelope.c - L U within an envelope, without exchanges of rows: the factors fill nothing before
// the first entry of a row or column (Jennings 1966).
//
// Limits  Without exchanges: for matrices whose leading minors stay away from zero, as with a regularisation.
// Cost    the sum of the squared widths of the rows.

#include "math/linear/envelope.h"

#include <string.h>

#include "math/linear/row_sums.h"

static bool is_in(const abEnvelope *e, size_t k) {
    return e->in == NULL || e->in[k] != 0;
}

void ab_envelope_factor(const abEnvelope *e, size_t k) {
    size_t first = e->first[k];
    double *L = e->L + e->start[k] - first, *U = e->U + e->start[k] - first; // [l] is entry l
    if (!is_in(e, k)) {
        memset(L + first, 0, (k - first) * sizeof *L);
        memset(U + first, 0, (k - first) * sizeof *U);
        U[k] = 1.0;
        return;
    }
    for (size_t l = first; l < k; l++) {
        if (!is_in(e, l)) {
            L[l] = U[l] = 0.0;
            continue;
        }
        size_t low = e->first[l], from = low > first ? low : first;
        const double *other_L = e->L + e->start[l] - low, *other_U = e->U + e->start[l] - low;
        U[l] -= ab_row_dot(other_L + from, U + from, l - from);
        double along =
            e->is_symmetric ? U[l] : L[l] - ab_row_dot(L + from, other_U + from, l - from);
        L[l] = along / other_U[l];
    }
    U[k] -= ab_row_dot(L + first, U + first, k - first);
}

void ab_envelope_solve(const abEnvelope *e, size_t from, size_t end, double *x) {
    for (size_t k = from; k < end; k++) {
        size_t width = k - e->first[k];
        x[k - from] -= ab_row_dot(e->L + e->start[k], x + (k - from) - width, width);
    }
    for (size_t k = end; k-- > from;) {
        size_t width = k - e->first[k];
        const double *U = e->U + e->start[k];
        x[k - from] /= U[width];
        ab_row_add(x + (k - from) - width, -x[k - from], U, width);
    }
}
