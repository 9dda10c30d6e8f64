// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// body_set.h - which bodies an evaluation or a step goes over, and where their numbers are in y.
//
// It is everyone, unless a method leaves out bodies whose motion it knows otherwise (ode/flight).
// What is left out keeps whatever stood in y, ydot and abBodyNow.

#ifndef AB_BODY_SET_H
#define AB_BODY_SET_H

#include <stddef.h>
#include <string.h>

typedef struct abStateRange {
    size_t first, count;
} abStateRange;

typedef struct abBodySet {
    const int *bodies; // ascending
    size_t count;
    const abStateRange *ranges; // their numbers in y and those of no body, ascending; NULL: all
    size_t range_count;
} abBodySet;

static inline size_t ab_set_range_count(const abBodySet *set) {
    return set->ranges != NULL ? set->range_count : 1;
}

// Range i of y, which is n long.
static inline abStateRange ab_set_range(const abBodySet *set, size_t i, size_t n) {
    return set->ranges != NULL ? set->ranges[i] : (abStateRange){0, n};
}

// Copies the numbers of the set; `from` and `to` are n long and may be the same.
static inline void ab_set_copy(const abBodySet *set, size_t n, double *to, const double *from) {
    for (size_t i = 0; i < ab_set_range_count(set); i++) {
        abStateRange at = ab_set_range(set, i, n);
        memmove(to + at.first, from + at.first, at.count * sizeof *to);
    }
}

#endif
