// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// envelope.h - elimination within the envelope of a matrix: in row k, and in column k, entries
// begin at first[k].

#ifndef AB_ENVELOPE_H
#define AB_ENVELOPE_H

#include <stdbool.h>
#include <stddef.h>

// Memory is the caller's.
typedef struct abEnvelope {
    const size_t *first;     // n: of the entries of row and column k, <= k
    const size_t *start;     // n: where these begin in L and U
    const unsigned char *in; // n: 0: a row and column of the unit matrix instead; NULL: all are in
    bool is_symmetric;       // entries are taken from U alone
    double *L;               // by rows: entries left of the diagonal
    double *U;               // by columns: entries above the diagonal, and it
} abEnvelope;

// Factors row and column k, those before being factored. Takes their entries where the factors
// come to stand, of a row that is in. The pivot is U[start[k] + k - first[k]].
void ab_envelope_factor(const abEnvelope *envelope, size_t k);
// Solves for x in place, rows from..end-1 that stand alone; x[0] belongs to row `from`.
void ab_envelope_solve(const abEnvelope *envelope, size_t from, size_t end, double *x);

#endif
