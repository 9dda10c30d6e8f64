// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// units.c - unit texts as powers of length, mass, time and angle.

#include "read/core/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/core/elementary.h"

typedef struct Unit {
    const char *name;
    double numerator, denominator;
} Unit;

#define UNITS_MAX 8

static const Unit s_units[AB_QUANTITY_COUNT][UNITS_MAX] = {
    [AB_QUANTITY_LENGTH] = {{"m", 1, 1},
                            {"mm", 1, 1000},
                            {"cm", 1, 100},
                            {"km", 1000, 1},
                            {"in", 127, 5000},
                            {"ft", 381, 1250}},
    [AB_QUANTITY_MASS] = {{"kg", 1, 1}, {"g", 1, 1000}, {"t", 1000, 1}, {"lb", 45359237, 1e8}},
    [AB_QUANTITY_TIME] =
        {{"s", 1, 1}, {"ms", 1, 1000}, {"us", 1, 1e6}, {"min", 60, 1}, {"h", 3600, 1}},
    [AB_QUANTITY_ANGLE] = {{"rad", 1, 1}, {"deg", 3.14159265358979323846, 180}},
};

static const char *const s_names[AB_QUANTITY_COUNT][UNITS_MAX] = {
    [AB_QUANTITY_LENGTH] = {"m", "mm", "cm", "km", "in", "ft", NULL},
    [AB_QUANTITY_MASS] = {"kg", "g", "t", "lb", NULL},
    [AB_QUANTITY_TIME] = {"s", "ms", "us", "min", "h", NULL},
    [AB_QUANTITY_ANGLE] = {"rad", "deg", NULL},
};

const char *const ab_quantity_names[] = {"length", "mass", "time", "angle", NULL};

const char *const *ab_unit_names(abQuantity quantity) {
    return s_names[quantity];
}

// ---- powers of the base units ----

typedef struct Powers {
    double of[AB_QUANTITY_COUNT];
} Powers;

static const struct {
    const char *name;
    Powers powers; // length, mass, time, angle
    bool is_base;
} s_symbols[] = {
    {"m", {{1, 0, 0, 0}}, true},   {"kg", {{0, 1, 0, 0}}, true},  {"s", {{0, 0, 1, 0}}, true},
    {"rad", {{0, 0, 0, 1}}, true}, {"N", {{1, 1, -2, 0}}, false}, {"Pa", {{-1, 1, -2, 0}}, false},
    {"J", {{2, 1, -2, 0}}, false}, {"W", {{2, 1, -3, 0}}, false}, {"1", {{0, 0, 0, 0}}, true},
};
enum { SYMBOL_COUNT = sizeof s_symbols / sizeof s_symbols[0], TERMS_MAX = 8 };

typedef struct Term {
    int symbol;
    double power;    // as written, without the sign of the division
    bool is_open;    // the power is n, which another key gives
    bool is_divided; // after a '/'
} Term;

static int find_symbol(const char *start, size_t length) {
    for (int i = 0; i < SYMBOL_COUNT; i++) {
        if (strlen(s_symbols[i].name) == length && strncmp(s_symbols[i].name, start, length) == 0) {
            return i;
        }
    }
    return -1;
}

// What stands behind '^': 1 to 9, such a digit with .5, or n. NULL when it is something else.
static const char *parse_power(const char *c, Term *term) {
    if (*c == 'n') {
        term->is_open = true;
        return c + 1;
    }
    if (*c < '1' || *c > '9') {
        return NULL;
    }
    term->power = *c - '0';
    if (strncmp(c + 1, ".5", 2) == 0) {
        term->power += 0.5;
        return c + 3;
    }
    return c + 1;
}

// "kg m^2/s" -> three terms. -1 when the text is not a unit.
static int parse_terms(const char *unit, Term terms[TERMS_MAX]) {
    int count = 0;
    bool is_divided = false;
    for (const char *c = unit; *c != '\0';) {
        size_t length = strcspn(c, " */^");
        int symbol = find_symbol(c, length);
        if (symbol < 0 || count == TERMS_MAX) {
            return -1;
        }
        c += length;
        Term term = {.symbol = symbol, .power = 1.0, .is_divided = is_divided};
        if (*c == '^' && (c = parse_power(c + 1, &term)) == NULL) {
            return -1;
        }
        terms[count++] = term;
        is_divided = *c == '/';
        if (*c != '\0') {
            if (strchr(" */", *c) == NULL || c[1] == '\0') {
                return -1;
            }
            c++;
        }
    }
    return count;
}

// Open powers count as n.
static Powers sum_powers(const Term *terms, int count, double n) {
    Powers sum = {{0}};
    for (int i = 0; i < count; i++) {
        double power = terms[i].is_open ? n : terms[i].power;
        power = terms[i].is_divided ? -power : power;
        for (int q = 0; q < AB_QUANTITY_COUNT; q++) {
            sum.of[q] += power * s_symbols[terms[i].symbol].powers.of[q];
        }
    }
    return sum;
}

static abUnitFactor factor_of(const abUnits *units, Powers powers) {
    abUnitFactor factor = {1.0, 1.0};
    for (int q = 0; q < AB_QUANTITY_COUNT; q++) {
        const Unit *unit = &s_units[q][units->choice[q]];
        bool is_up = powers.of[q] > 0.0;
        double n = is_up ? unit->numerator : unit->denominator;
        double d = is_up ? unit->denominator : unit->numerator;
        int whole = (int)fabs(powers.of[q]);
        for (int i = 0; i < whole; i++) {
            factor.numerator *= n;
            factor.denominator *= d;
        }
        double rest = fabs(powers.of[q]) - whole;
        if (rest > 0.0) {
            factor.numerator *= rest == 0.5 ? sqrt(n) : ab_pow(n, rest);
            factor.denominator *= rest == 0.5 ? sqrt(d) : ab_pow(d, rest);
        }
    }
    return factor;
}

// Whether an open power is of a unit other than SI.
static bool has_open_factor(const abUnits *units, const Term *terms, int count) {
    for (int i = 0; i < count; i++) {
        for (int q = 0; q < AB_QUANTITY_COUNT; q++) {
            if (terms[i].is_open && units->choice[q] != 0 &&
                s_symbols[terms[i].symbol].powers.of[q] != 0.0) {
                return true;
            }
        }
    }
    return false;
}

// n NAN: an open power is not known.
static bool find_factor(const abUnits *units, const char *unit, double n, abUnitFactor *out) {
    *out = (abUnitFactor){1.0, 1.0};
    if (strcmp(unit, "-") == 0) {
        return true;
    }
    Term terms[TERMS_MAX];
    int count = parse_terms(unit, terms);
    if (count <= 0 || (isnan(n) && has_open_factor(units, terms, count))) {
        return false;
    }
    *out = factor_of(units, sum_powers(terms, count, isnan(n) ? 1.0 : n));
    return true;
}

bool ab_unit_factor(const abUnits *units, const char *unit, abUnitFactor *out) {
    return find_factor(units, unit, NAN, out);
}

bool ab_unit_factor_with(const abUnits *units, const char *unit, double n, abUnitFactor *out) {
    return find_factor(units, unit, n, out);
}

bool ab_unit_has_open_power(const char *unit) {
    Term terms[TERMS_MAX];
    int count = parse_terms(unit, terms);
    for (int i = 0; i < count; i++) {
        if (terms[i].is_open) {
            return true;
        }
    }
    return false;
}

// ---- texts ----

typedef struct Text {
    char *out;
    size_t size, used;
} Text;

static void append(Text *text, const char *separator, const char *prefix, const char *symbol,
                   double power) {
    char digits[16] = "";
    if (power != 1.0) {
        snprintf(digits, sizeof digits, "^%g", power);
    }
    if (text->used < text->size) {
        int n = snprintf(text->out + text->used, text->size - text->used, "%s%s%s%s", separator,
                         prefix, symbol, digits);
        text->used += n > 0 ? (size_t)n : 0;
    }
}

// The prefix that makes a derived unit true in these units ("M" for N/mm^2 = MPa), or NULL.
static const char *prefix_of(const abUnits *units, Powers powers) {
    static const struct {
        const char *prefix;
        double numerator, denominator;
    } prefixes[] = {{"", 1, 1},    {"m", 1, 1e3}, {"u", 1, 1e6}, {"n", 1, 1e9},
                    {"k", 1e3, 1}, {"M", 1e6, 1}, {"G", 1e9, 1}};
    abUnitFactor factor = factor_of(units, powers);
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (factor.numerator * prefixes[i].denominator ==
            factor.denominator * prefixes[i].numerator) {
            return prefixes[i].prefix;
        }
    }
    return NULL;
}

static int base_quantity(int symbol) {
    for (int q = 0; q < AB_QUANTITY_COUNT; q++) {
        if (s_symbols[symbol].powers.of[q] != 0.0) {
            return q;
        }
    }
    return -1;
}

// Term by term, with derived units kept where a prefix fits. False where none does.
static bool text_by_terms(const abUnits *units, const Term *terms, int count, Text *text) {
    for (int i = 0; i < count; i++) {
        int symbol = terms[i].symbol;
        const char *prefix = "", *name = s_symbols[symbol].name;
        int q = base_quantity(symbol);
        if (!s_symbols[symbol].is_base) {
            prefix = prefix_of(units, s_symbols[symbol].powers);
            if (prefix == NULL) {
                return false;
            }
        } else if (q >= 0) {
            name = s_units[q][units->choice[q]].name;
        }
        append(text, i == 0 ? "" : (terms[i].is_divided ? "/" : " "), prefix, name, terms[i].power);
        if (terms[i].is_open) {
            append(text, "", "", "^n", 1.0);
        }
    }
    return true;
}

// As the product of base units: "g cm/s^2".
static void text_by_powers(const abUnits *units, Powers powers, Text *text) {
    for (int q = 0; q < AB_QUANTITY_COUNT; q++) {
        if (powers.of[q] > 0.0) {
            append(text, text->used > 0 ? " " : "", "", s_units[q][units->choice[q]].name,
                   powers.of[q]);
        }
    }
    for (int q = 0; q < AB_QUANTITY_COUNT; q++) {
        if (powers.of[q] < 0.0) {
            append(text, text->used > 0 ? "/" : "1/", "", s_units[q][units->choice[q]].name,
                   -powers.of[q]);
        }
    }
}

void ab_unit_text(const abUnits *units, const char *unit, char *out, size_t size) {
    Text text = {.out = out, .size = size};
    out[0] = '\0';
    Term terms[TERMS_MAX];
    int count = strcmp(unit, "-") == 0 ? 0 : parse_terms(unit, terms);
    if (count <= 0) {
        snprintf(out, size, "%s", unit);
        return;
    }
    if (!text_by_terms(units, terms, count, &text)) {
        out[0] = '\0';
        text.used = 0;
        text_by_powers(units, sum_powers(terms, count, 1.0), &text);
    }
}
