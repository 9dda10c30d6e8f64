// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plot_ticks.c - where ticks stand and what they say.
//
// Source  steps of 1, 2, 5 times a power of ten: Heckbert, "Nice numbers for graph labels"
// (Graphics
//         Gems, 1990). Differs from the source in: the nearest step on a logarithmic scale is
//         taken.

#include "output/plot/plot_ticks.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ab_tick_air(double *low, double *high) {
    double span = *high - *low, largest = fmax(fabs(*low), fabs(*high));
    double flat = *high == 0.0 ? 1.0 : fmax(0.05 * fabs(*high), 1e-12);
    double air = span > 1e-9 * largest ? 0.05 * span : flat;
    *low -= air;
    *high += air;
}

static double nice_step(double rough) {
    double power = pow(10.0, floor(log10(rough)));
    double mantissa = rough / power;
    return power * (mantissa < 1.4142   ? 1.0
                    : mantissa < 3.1623 ? 2.0
                    : mantissa < 7.0711 ? 5.0
                                        : 10.0);
}

// Engineering exponent that leaves labels between 0.1 and 9999.
static int label_exponent(double largest) {
    if (largest == 0.0 || (largest >= 0.01 && largest < 1e4)) {
        return 0;
    }
    return 3 * (int)floor(log10(largest * (1.0 + 1e-12)) / 3.0);
}

// Labels of more than about six digits are hard to tell apart, so that the digits all ticks share
// become an offset: the round number below `low` in units of a power of ten above the range.
static double common_offset(double low, double high, double step) {
    if (fmax(fabs(low), fabs(high)) < 1e5 * step) {
        return 0.0;
    }
    // a power below one is divided by, which leaves 326.6827 the double nearest to it
    int exponent = (int)ceil(log10(high - low) - 1e-9);
    double power = pow(10.0, abs(exponent));
    return exponent < 0 ? floor(low * power) / power : floor(low / power) * power;
}

abTicks ab_ticks(double low, double high, int wanted) {
    abTicks ticks = {0};
    ticks.step = nice_step((high - low) / (wanted > 1 ? wanted : 1));
    double first = ceil(low / ticks.step - 1e-9);
    double last = floor(high / ticks.step + 1e-9);
    ticks.first = first * ticks.step;
    ticks.count = (int)fmin(last - first + 1.0, AB_TICKS_MAX);
    ticks.offset = common_offset(low, high, ticks.step);
    ticks.exponent = label_exponent(fmax(fabs(low - ticks.offset), fabs(high - ticks.offset)));
    double shown_step = ticks.step / pow(10.0, ticks.exponent);
    ticks.decimals = (int)fmax(0.0, -floor(log10(shown_step * (1.0 + 1e-9))));
    return ticks;
}

double ab_tick_value(const abTicks *ticks, int index) {
    double value = ticks->first + index * ticks->step;
    return fabs(value) < 1e-9 * ticks->step ? 0.0 : value;
}

void ab_tick_label(const abTicks *ticks, int index, char *out, size_t size) {
    double value = ab_tick_value(ticks, index) - ticks->offset;
    // rounding of the value shows beside a step of 1e-10 of it
    value = fabs(value) < 1e-4 * ticks->step ? 0.0 : value / pow(10.0, ticks->exponent);
    // a true minus sign is as wide as a digit
    snprintf(out, size, "%s%.*f", value < 0.0 ? "\xe2\x88\x92" : "", ticks->decimals, fabs(value));
}

// Writes 10^exponent with raised digits.
static void power_text(int exponent, char *out, size_t size) {
    static const char *const raised[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
        "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
    char digits[16];
    snprintf(digits, sizeof digits, "%d", exponent < 0 ? -exponent : exponent);
    size_t used = (size_t)snprintf(out, size, "10%s", exponent < 0 ? "\xe2\x81\xbb" : "");
    for (const char *d = digits; *d != '\0' && used < size; d++) {
        used += (size_t)snprintf(out + used, size - used, "%s", raised[*d - '0']);
    }
}

void ab_tick_unit(const abTicks *ticks, const char *unit, char *out, size_t size) {
    static const char *const takes_prefix[] = {"m", "s", "N", "J", "W", "Pa", "m/s", "N m", NULL};
    static const char *const prefixes[] = {"p", "n", "\xc2\xb5", "m", "", "k", "M", "G", "T"};
    int index = ticks->exponent / 3 + 4;
    bool prefix = ticks->exponent == 0;
    for (int i = 0; takes_prefix[i] != NULL && !prefix; i++) {
        prefix = strcmp(unit, takes_prefix[i]) == 0 && index >= 0 && index < 9;
    }
    bool plain = strcmp(unit, "-") == 0 || unit[0] == '\0';
    if (plain && ticks->exponent == 0) {
        out[0] = '\0';
    } else if (prefix && !plain) {
        snprintf(out, size, "%s%s", prefixes[index], unit);
    } else {
        char power[40];
        power_text(ticks->exponent, power, sizeof power);
        snprintf(out, size, "%s%s%s", power, plain ? "" : " ", plain ? "" : unit);
    }
}

void ab_tick_offset(const abTicks *ticks, const char *unit, char *out, size_t size) {
    bool plain = strcmp(unit, "-") == 0;
    out[0] = '\0';
    if (ticks->offset != 0.0) {
        snprintf(out, size, " %s %.12g%s%s", ticks->offset > 0.0 ? "\xe2\x88\x92" : "+",
                 fabs(ticks->offset), plain || unit[0] == '\0' ? "" : " ", plain ? "" : unit);
    }
}

// ---- thinning ----

typedef struct Column {
    size_t first, minimum, greatest, last;
} Column;

// The samples of one column in their order, none twice.
static size_t put_column(const Column *column, size_t *out, size_t used) {
    size_t low = column->minimum < column->greatest ? column->minimum : column->greatest;
    size_t high = column->minimum < column->greatest ? column->greatest : column->minimum;
    const size_t four[4] = {column->first, low, high, column->last};
    for (int i = 0; i < 4; i++) {
        if (i == 0 || four[i] != four[i - 1]) {
            out[used++] = four[i];
        }
    }
    return used;
}

size_t ab_thin(const double *time, const double *values, size_t count, double from, double to,
               int columns, size_t *out) {
    size_t used = 0;
    if (count <= 4 * (size_t)columns) {
        for (size_t i = 0; i < count; i++) {
            out[used++] = i;
        }
        return used;
    }
    Column column = {0};
    int current = -1;
    for (size_t i = 0; i < count; i++) {
        double place = floor((time[i] - from) / (to - from) * columns);
        int here = (int)fmax(0.0, fmin(columns - 1.0, place));
        if (here != current) {
            used = current >= 0 ? put_column(&column, out, used) : used;
            column = (Column){i, i, i, i};
            current = here;
        }
        // a gap inside a column is too narrow to be seen
        column.minimum = values[i] < values[column.minimum] || isnan(values[column.minimum])
                             ? i
                             : column.minimum;
        column.greatest = values[i] > values[column.greatest] || isnan(values[column.greatest])
                              ? i
                              : column.greatest;
        column.last = i;
    }
    return put_column(&column, out, used);
}
