// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plot_figure.h - a figure of curves over time or another quantity, as SVG and PNG from the same
// drawing.
//
// Curves of one unit share a panel. Needs cairo; without it the function says so.

#ifndef AB_PLOT_FIGURE_H
#define AB_PLOT_FIGURE_H

#include <stddef.h>

#include "abut/memory.h"
#include "abut/result.h"

typedef struct abFigureCurve {
    const char *name; // "ball.position.z"
    const char *unit; // "m", "-"
    const double *values;
} abFigureCurve;

typedef struct abFigure {
    const char *title;
    const double *time;          // [s], ascending; or of the quantity that x_name and x_unit name
    const char *x_name, *x_unit; // NULL: time in s
    size_t count;
    const abFigureCurve *curves;
    int curve_count;
    const double *events; // instants marked on the time axes; NULL none
    size_t event_count;
    const char *event_text; // what these are, beside a tick below the axes; NULL none
    const double *shown;    // two values that each panel has in it; NULL: those of its curves alone
    double from, to;        // of that axis; NAN: of the data
} abFigure;

// Writes what has a path (NULL: not wanted). AB_IO with path and cause, AB_USAGE without cairo.
abResult ab_figure_write(const abFigure *figure, const char *svg_path, const char *png_path,
                         abAllocator allocator, abError *error);

#endif
