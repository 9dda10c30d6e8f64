// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// figure.h - curves on two logarithmic axes, as SVG.

#ifndef ACCURACY_FIGURE_H
#define ACCURACY_FIGURE_H

#include <stdbool.h>

typedef struct Curve {
    const char *name;
    const double *x, *y; // above 0
    int count;
} Curve;

// The axes span whole decades around the data. False when the file cannot be written.
bool figure_write(const char *path, const char *title, const char *x_name, const char *y_name,
                  const Curve *curves, int curve_count);

// The same as FOLDER/NAME.svg, with its numbers beside it as NAME.csv. All curves have the x of the
// first, whose column is called `key`.
bool figure_write_with_numbers(const char *folder, const char *name, const char *key,
                               const char *title, const char *x_name, const char *y_name,
                               const Curve *curves, int curve_count);

#endif
