// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// foundation_pressure.h - pressure of an elastic layer by its relative compression.

#ifndef AB_FOUNDATION_PRESSURE_H
#define AB_FOUNDATION_PRESSURE_H

#include "base/schema.h"

typedef enum abPressureCurve {
    AB_PRESSURE_LOG,
    AB_PRESSURE_LINEAR,
    AB_PRESSURE_POWER,
    AB_PRESSURE_TABLE,
    AB_PRESSURE_NEO_HOOKEAN,
    AB_PRESSURE_HERTZ,
    AB_PRESSURE_CURVES
} abPressureCurve;

extern const char *const ab_pressure_words[]; // NULL-terminated

// What a curve needs to know.
typedef struct abPressure {
    abPressureCurve curve;
    double minimum;  // ratio of compressed to free thickness below which the curve goes on straight
    double exponent; // of AB_PRESSURE_POWER
    double poisson;  // of AB_PRESSURE_NEO_HOOKEAN
    const abPointList *table; // of AB_PRESSURE_TABLE: x = compression, y = pressure by modulus
} abPressure;

// At the compression u = depth by thickness, 0 to any: pressure by modulus, its slope, and its
// integral from 0. All zero for u <= 0.
// Error   5e-15 of each.
typedef struct abPressureAt {
    double value, slope, integral;
} abPressureAt;
abPressureAt ab_pressure_at(const abPressure *pressure, double u);
// Value and slope alone; the integral is left out.
abPressureAt ab_pressure_without_energy(const abPressure *pressure, double u);
// Compressions at which it bends most, rising, no more than `most`; their number. -1: a power of u, which
// bends alike at all scales.
int ab_pressure_bends(const abPressure *pressure, int most, double *at);
// The integral of the integral, for surfaces that curve away like a parabola.
double ab_pressure_second_integral(const abPressure *pressure, double u);
// The integral over the profile u (1 - x^2) of x from `from` to 1, for surfaces in contact along a
// line. Error 1e-12 up to u = 0.9.
abPressureAt ab_pressure_over_line(const abPressure *pressure, double u, double from);

#endif
