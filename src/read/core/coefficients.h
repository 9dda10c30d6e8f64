// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coefficients.h - the tables of restitution and friction in data/, by the names of materials.

#ifndef AB_COEFFICIENTS_H
#define AB_COEFFICIENTS_H

#include <stdbool.h>

typedef enum abSurfaceCondition { AB_SURFACE_OUTSIDE, AB_SURFACE_GREASY } abSurfaceCondition;

// "dry", "greasy"; NULL-terminated.
extern const char *const ab_surface_conditions[];

enum { AB_TABLE_NAME = 48 };

// From least to greatest; both NAN when not known.
typedef struct abCoefficientRange {
    double low, high;
} abCoefficientRange;

// A row of data/friction.csv.
typedef struct abFrictionRow {
    int row; // its number in the file
    char material[2][AB_TABLE_NAME];
    abCoefficientRange of_static[2], of_dynamic[2]; // by abSurfaceCondition
    bool is_ambiguous;                              // the columns of its values are in doubt
} abFrictionRow;

// The i-th row, from 0; false behind the last.
bool ab_friction_row(int i, abFrictionRow *out);
// The first row of two materials, in either order, that has a value under this condition.
bool ab_friction_find(const char *a, const char *b, abSurfaceCondition condition,
                      abFrictionRow *out);
// A name of the friction table near to a word; NULL when none is.
const char *ab_friction_nearest(const char *word, char name[AB_TABLE_NAME]);

// Restitution of the i-th material of data/restitution.csv on itself; false behind the last.
bool ab_restitution_row(int i, char name[AB_TABLE_NAME], double *out);
// Of two materials: that of one on itself when they are the same, else the mean of both; NAN when
// one is not listed.
double ab_restitution_find(const char *a, const char *b);

// The middle of a range.
static inline double ab_range_middle(abCoefficientRange range) {
    return 0.5 * (range.low + range.high);
}

#endif
