// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plot_figure.h - a figure of curves over time, as SVG and PNG from the same drawing.
//
// Curves of one unit share a panel. Needs cairo; without it the function says so.

#ifndef AB_PLOT_FIGURE_H
#define AB_PLOT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/memory.h"
#include "abut/result.h"

typedef struct abCurve {
    const char *name; // "ball.position.z"
    const char *unit; // "m", "-"
    const double *values;
} abCurve;

typedef struct abFigure {
    const char *title;
    const double *time; // [s], ascending
    size_t count;
    const abCurve *curves;
    int curve_count;
    const double *events; // instants marked on the time axes; NULL none
    size_t event_count;
    double from, to; // of the time axis; NAN: of the data
} abFigure;

// Writes what has a path (NULL: not wanted). AB_IO with path and cause, AB_USAGE without cairo.
abResult ab_figure_write(const abFigure *figure, const char *svg_path, const char *png_path,
                         abAllocator allocator, abError *error);

// ---- ticks, a matter of their own ----

enum { AB_TICKS_MAX = 24 };

// Round numbers that cover a range: first, first + step, ...
typedef struct abTicks {
    double step, first;
    int count;
    double offset; // what all values have in common; 0 unless labels would be long
    int exponent;  // labels are (value - offset) / 10^exponent, a multiple of 3
    int decimals;  // of a label
} abTicks;

// About `wanted` ticks with steps of 1, 2 or 5 times a power of ten, all within [low, high].
abTicks ab_ticks(double low, double high, int wanted);
double ab_tick_value(const abTicks *ticks, int index);
void ab_tick_label(const abTicks *ticks, int index, char *out, size_t size);
// "position [mm]": the unit with the ticks' power of ten, as a prefix where that reads well.
void ab_tick_unit(const abTicks *ticks, const char *unit, char *out, size_t size);
// What the labels leave out, to stand behind the quantity: " - 326.6827 J"; "" for no offset.
void ab_tick_offset(const abTicks *ticks, const char *unit, char *out, size_t size);

// ---- thinning ----

// Of `count` samples those that matter on `columns` pixels: first, least, greatest and last of each
// column. Writes indices, ascending, and returns how many; `out` needs room for
// min(count, 4 * columns). NAN values are kept where they interrupt a curve.
size_t ab_thin(const double *time, const double *values, size_t count, double from, double to,
               int columns, size_t *out);

#endif
