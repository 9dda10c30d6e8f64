// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// units.h - the units a file may declare, and how its numbers become SI and radians.
//
// Keys name their unit in SI base units ("kg/m^3", "N s/m", "-"). With units {length: mm, mass: t}
// the same key is read in t/mm^3; N, Pa and J stand for the products of the chosen base units.

#ifndef AB_UNITS_H
#define AB_UNITS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum abQuantity {
    AB_QUANTITY_LENGTH,
    AB_QUANTITY_MASS,
    AB_QUANTITY_TIME,
    AB_QUANTITY_ANGLE,
    AB_QUANTITY_COUNT // abModelText keeps as many
} abQuantity;

typedef struct abUnits {
    int choice[AB_QUANTITY_COUNT]; // index into the names of each quantity; 0 is SI
} abUnits;

// SI = value * numerator / denominator. Kept as a fraction so that 100 mm is exactly 0.1 m.
typedef struct abUnitFactor {
    double numerator, denominator;
} abUnitFactor;

// "length", "mass", "time", "angle"; NULL-terminated.
extern const char *const ab_quantity_names[];

// The units of a quantity, NULL-terminated, SI first.
const char *const *ab_unit_names(abQuantity quantity);

// The factor of a key's unit. False when the text is not a product or quotient of known units, or
// when it has a power n (N/m^n) of a unit that is not the SI one.
bool ab_unit_factor(const abUnits *units, const char *unit, abUnitFactor *out);

// The same where the power n is known; it is finite.
bool ab_unit_factor_with(const abUnits *units, const char *unit, double n, abUnitFactor *out);

// Whether the unit has a power n.
bool ab_unit_has_open_power(const char *unit);

// The key's unit as it reads in the units chosen: "m/s" becomes "mm/ms".
void ab_unit_text(const abUnits *units, const char *unit, char *out, size_t size);

static inline double ab_unit_to_si(abUnitFactor factor, double value) {
    return value * factor.numerator / factor.denominator;
}

static inline double ab_unit_from_si(abUnitFactor factor, double value) {
    return value * factor.denominator / factor.numerator;
}

#endif
