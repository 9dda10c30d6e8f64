// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plot_ticks.h - where ticks stand and what they say.

#ifndef AB_PLOT_TICKS_H
#define AB_PLOT_TICKS_H

#include <stddef.h>

enum { AB_TICKS_MAX = 24 };

// Round numbers that cover a range: first, first + step, ...
typedef struct abTicks {
    double step, first;
    int count;
    double offset; // what all values have in common; 0 unless labels would be long
    int exponent;  // labels are (value - offset) / 10^exponent, a multiple of 3
    int decimals;  // of a label
} abTicks;

// Room above and below what is drawn. A flat line stands in the middle of a visible scale, one of zeros
// between -1 and 1.
void ab_tick_air(double *low, double *high);

// About `wanted` ticks with steps of 1, 2 or 5 times a power of ten, all within [low, high].
abTicks ab_ticks(double low, double high, int wanted);
double ab_tick_value(const abTicks *ticks, int index);
void ab_tick_label(const abTicks *ticks, int index, char *out, size_t size);
// "position [mm]": the unit with the ticks' power of ten, as a prefix where that reads well.
void ab_tick_unit(const abTicks *ticks, const char *unit, char *out, size_t size);
// What the labels leave out, to stand behind the quantity: " - 326.6827 J"; "" for no offset.
void ab_tick_offset(const abTicks *ticks, const char *unit, char *out, size_t size);

// Of `count` samples those that matter on `columns` pixels: first, least, greatest and last of each
// column. Writes indices, ascending, and returns how many; `out` needs room for
// min(count, 4 * columns). NAN values are kept where they interrupt a curve.
size_t ab_thin(const double *time, const double *values, size_t count, double from, double to,
               int columns, size_t *out);

#endif
