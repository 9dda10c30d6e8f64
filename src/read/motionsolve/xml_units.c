// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_units.c - the table of units and the product of their powers.
//
// Source  pound = 0.45359237 kg and inch = 0.0254 m are exact by the agreement of 1959, standard
//         gravity 9.80665 m/s^2 by the CGPM of 1901; pound force, slug and poundal follow.

#include "read/motionsolve/xml_units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/core/elementary.h"

typedef struct Unit {
    double numerator, denominator; // both exact
} Unit;

#define POUND 45359237.0             // times 1e-8 kg
#define POUND_FORCE 44482216152605.0 // times 1e-13 N

// clang-format off
#define FORCES(U)                                                                                  \
    U("Newton", "N", 1, 1) U("KNewton|KiloNewton", "kN", 1000, 1)                                  \
    U("MegaNewton", "MN", 1e6, 1) U("CentiNewton", "cN", 1, 100)                                   \
    U("MilliNewton", "mN", 1, 1000) U("MicroNewton", "uN", 1, 1e6)                                 \
    U("NanoNewton", "nN", 1, 1e9) U("Dyne", "dyn", 1, 1e5)                                         \
    U("Kilogram_Force", "kgf", 196133, 20000) U("Pound_Force", "lbf", POUND_FORCE, 1e13)           \
    U("Kpound_Force", "klbf", POUND_FORCE, 1e10) U("Ounce_Force", "ozf", POUND_FORCE, 1.6e14)      \
    U("Poundal", "pdl", 138254954376.0, 1e12)
#define MASSES(U)                                                                                  \
    U("Kilogram", "kg", 1, 1) U("Gram", "g", 1, 1000)                                              \
    U("Milligram", "mg", 1, 1e6) U("Microgram", "ug", 1, 1e9)                                      \
    U("Nanogram", "ng", 1, 1e12) U("Megagram", "Mg", 1000, 1)                                      \
    U("Tonne", "t", 1000, 1) U("Pound_Mass", "lb", POUND, 1e8)                                     \
    U("Kpound_Mass", "klb", POUND, 1e5) U("Ounce_Mass", "oz", POUND, 1.6e9)                        \
    U("US_Ton|US Ton", "ton", POUND, 5e4) U("Slug", "slug", POUND_FORCE, 3048e9)                   \
    U("Slinch", "slinch", POUND_FORCE, 254e9)
#define LENGTHS(U)                                                                                 \
    U("Meter", "m", 1, 1) U("Millimeter", "mm", 1, 1000)                                           \
    U("Centimeter", "cm", 1, 100) U("Kilometer", "km", 1000, 1)                                    \
    U("Micrometer", "um", 1, 1e6) U("Nanometer", "nm", 1, 1e9)                                     \
    U("Angstrom|Angstorm", "angstrom", 1, 1e10) U("Inch", "in", 127, 5000)                         \
    U("Foot", "ft", 381, 1250) U("Yard", "yd", 1143, 1250)                                         \
    U("Mile", "mi", 201168, 125) U("Mils|Mills|MilliInch", "mil", 127, 5e6)                        \
    U("MicroInch", "uin", 127, 5e9)
#define TIMES(U)                                                                                   \
    U("Second", "s", 1, 1) U("Millisecond", "ms", 1, 1000)                                         \
    U("Microsecond", "us", 1, 1e6) U("Nanosecond", "ns", 1, 1e9)                                   \
    U("Minute", "min", 60, 1) U("Hour", "h", 3600, 1)                                              \
    U("Day", "d", 86400, 1)
// clang-format on

#define WORD(spellings, symbol, numerator, denominator) spellings,
#define SYMBOL(spellings, symbol, numerator, denominator) symbol,
#define FACTOR(spellings, symbol, numerator, denominator) {numerator, denominator},

const char *const ab_xml_unit_words[AB_XML_QUANTITY_COUNT][AB_XML_UNITS_MAX] = {
    [AB_XML_FORCE] = {FORCES(WORD) NULL},
    [AB_XML_MASS] = {MASSES(WORD) NULL},
    [AB_XML_LENGTH] = {LENGTHS(WORD) NULL},
    [AB_XML_TIME] = {TIMES(WORD) NULL},
};

static const char *const s_symbols[AB_XML_QUANTITY_COUNT][AB_XML_UNITS_MAX] = {
    [AB_XML_FORCE] = {FORCES(SYMBOL)},
    [AB_XML_MASS] = {MASSES(SYMBOL)},
    [AB_XML_LENGTH] = {LENGTHS(SYMBOL)},
    [AB_XML_TIME] = {TIMES(SYMBOL)},
};

static const Unit s_units[AB_XML_QUANTITY_COUNT][AB_XML_UNITS_MAX] = {
    [AB_XML_FORCE] = {FORCES(FACTOR)},
    [AB_XML_MASS] = {MASSES(FACTOR)},
    [AB_XML_LENGTH] = {LENGTHS(FACTOR)},
    [AB_XML_TIME] = {TIMES(FACTOR)},
};

abXmlUnits ab_xml_units_si(void) {
    abXmlUnits units = {.choice = {0}};
    for (int q = 0; q < AB_XML_QUANTITY_COUNT; q++) {
        units.of[q] = (abUnitFactor){1.0, 1.0};
    }
    return units;
}

void ab_xml_units_choose(abXmlUnits *units, abXmlQuantity quantity, int choice) {
    units->choice[quantity] = choice;
    units->of[quantity] =
        (abUnitFactor){s_units[quantity][choice].numerator, s_units[quantity][choice].denominator};
}

// ---- powers ----

static int quantity_of(const char *symbol, size_t length) {
    static const char *const symbols[AB_XML_QUANTITY_COUNT] = {"N", "kg", "m", "s"};
    for (int q = 0; q < AB_XML_QUANTITY_COUNT; q++) {
        if (strlen(symbols[q]) == length && strncmp(symbols[q], symbol, length) == 0) {
            return q;
        }
    }
    return -1; // rad and 1, which have no factor
}

static abUnitFactor power_of(abUnitFactor base, double power) {
    abUnitFactor out = {1.0, 1.0};
    if (power != floor(power) || power > 16.0) {
        out.numerator = ab_pow(base.numerator, power);
        out.denominator = ab_pow(base.denominator, power);
        return out;
    }
    for (int i = 0; i < (int)power; i++) {
        out.numerator *= base.numerator;
        out.denominator *= base.denominator;
    }
    return out;
}

abUnitFactor ab_xml_unit_factor(const abXmlUnits *units, const char *unit, double n) {
    abUnitFactor factor = {1.0, 1.0};
    bool is_divided = false;
    for (const char *c = unit; *c != '\0' && strcmp(unit, "-") != 0;) {
        size_t length = strcspn(c, " /^");
        int q = quantity_of(c, length);
        double power = 1.0;
        c += length;
        if (*c == '^') {
            power = c[1] == 'n' ? n : c[1] - '0';
            c += 2;
        }
        abUnitFactor term = power_of(q >= 0 ? units->of[q] : factor, q >= 0 ? power : 0.0);
        factor.numerator *= is_divided ? term.denominator : term.numerator;
        factor.denominator *= is_divided ? term.numerator : term.denominator;
        is_divided = *c == '/';
        c += *c != '\0';
    }
    return factor;
}

void ab_xml_unit_text(const abXmlUnits *units, const char *unit, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (const char *c = unit; *c != '\0' && used + 1 < size;) {
        size_t length = strcspn(c, " /^");
        int q = quantity_of(c, length);
        int n = q >= 0 ? snprintf(out + used, size - used, "%s", s_symbols[q][units->choice[q]])
                       : snprintf(out + used, size - used, "%.*s", (int)length, c);
        used += n > 0 ? (size_t)n : 0;
        c += length;
        size_t sign = strspn(c, " /^0123456789");
        n = used < size ? snprintf(out + used, size - used, "%.*s", (int)sign, c) : 0;
        used += n > 0 ? (size_t)n : 0;
        c += sign;
    }
}

const char *ab_xml_mesh_unit(const abXmlUnits *units) {
    static const char *const known[] = {"m", "mm", "cm", "km", "um", NULL, NULL, "in", "ft"};
    int choice = units->choice[AB_XML_LENGTH];
    return choice < (int)(sizeof known / sizeof known[0]) ? known[choice] : NULL;
}
