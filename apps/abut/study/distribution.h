// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// distribution.h - from a number between 0 and 1 to a value of a parameter.

#ifndef ABUT_DISTRIBUTION_H
#define ABUT_DISTRIBUTION_H

#include <stdbool.h>

enum { DISTRIBUTION_NUMBERS = 3 };

typedef struct Distribution {
    const char *name;
    int number_count;
    const char *numbers; // "[low, high]"
    const char *text;
    bool (*allows)(const double *p);            // whether the numbers make sense
    double (*share)(const double *p, double x); // the share of values below x
    double (*value)(const double *p, double u); // its inverse
} Distribution;

extern const Distribution distributions[];
extern const int distribution_count;

// The value at u in (0, 1), of the values within [low, high] only.
double distribution_value(const Distribution *distribution, const double *p, double low,
                          double high, double u);

#endif
