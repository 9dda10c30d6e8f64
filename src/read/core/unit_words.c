// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unit_words.c - numbers written with a unit.

#include "read/core/unit_words.h"

#include <stdlib.h>
#include <string.h>

// A unit, what one of it is in SI, and the SI unit as keys have it.
static const struct {
    const char *word;
    double factor;
    const char *unit;
} s_words[] = {
    {"m", 1.0, "m"},
    {"mm", 1e-3, "m"},
    {"cm", 1e-2, "m"},
    {"dm", 0.1, "m"},
    {"km", 1e3, "m"},
    {"um", 1e-6, "m"},
    {"in", 0.0254, "m"},
    {"inch", 0.0254, "m"},
    {"ft", 0.3048, "m"},
    {"kg", 1.0, "kg"},
    {"g", 1e-3, "kg"},
    {"mg", 1e-6, "kg"},
    {"t", 1e3, "kg"},
    {"lb", 0.45359237, "kg"},
    {"s", 1.0, "s"},
    {"ms", 1e-3, "s"},
    {"us", 1e-6, "s"},
    {"min", 60.0, "s"},
    {"h", 3600.0, "s"},
    {"rad", 1.0, "rad"},
    {"deg", 0.017453292519943295, "rad"},
    {"degrees", 0.017453292519943295, "rad"},
    {"\xC2\xB0", 0.017453292519943295, "rad"},
    {"Pa", 1.0, "Pa"},
    {"kPa", 1e3, "Pa"},
    {"MPa", 1e6, "Pa"},
    {"GPa", 1e9, "Pa"},
    {"N/mm^2", 1e6, "Pa"},
    {"N/mm2", 1e6, "Pa"},
    {"bar", 1e5, "Pa"},
    {"psi", 6894.757293168361, "Pa"},
    {"kg/m^3", 1.0, "kg/m^3"},
    {"kg/m3", 1.0, "kg/m^3"},
    {"g/cm^3", 1e3, "kg/m^3"},
    {"g/cm3", 1e3, "kg/m^3"},
    {"m/s", 1.0, "m/s"},
    {"mm/s", 1e-3, "m/s"},
    {"km/h", 1.0 / 3.6, "m/s"},
    {"m/s^2", 1.0, "m/s^2"},
    {"m/s2", 1.0, "m/s^2"},
    {"rad/s", 1.0, "rad/s"},
    {"deg/s", 0.017453292519943295, "rad/s"},
    {"rpm", 0.10471975511965977, "rad/s"},
    {"N", 1.0, "N"},
    {"kN", 1e3, "N"},
    {"N/m", 1.0, "N/m"},
    {"N/mm", 1e3, "N/m"},
    {"kN/m", 1e3, "N/m"},
    {"N s/m", 1.0, "N s/m"},
    {"Ns/m", 1.0, "N s/m"},
    {"Nm", 1.0, "N m"},
    {"N m", 1.0, "N m"},
    {"kg m^2", 1.0, "kg m^2"},
    {"kg mm^2", 1e-6, "kg m^2"},
    {"%", 0.01, "-"},
};

bool ab_number_with_unit(const char *text, const char *unit, double *si) {
    char *end;
    double value = strtod(text, &end);
    if (end == text) {
        return false;
    }
    end += strspn(end, " *_");
    for (size_t i = 0; i < sizeof s_words / sizeof s_words[0]; i++) {
        if (strcmp(end, s_words[i].word) == 0 && strcmp(unit, s_words[i].unit) == 0) {
            *si = value * s_words[i].factor;
            return true;
        }
    }
    return false;
}
