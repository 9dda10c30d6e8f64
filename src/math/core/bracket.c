// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bracket.c - the Illinois method: regula falsi that halves the value at an end that stays a second
// time, so that this end moves too. It converges with order 1.44; halving at every step would make
// it slower than bisection. Where three steps have not halved the bracket, as with functions that
// jump, the next one does.
//
// Error   the answer is positive, and no further than the end of the bracket from where the
// function
//         is not.

#include "math/core/bracket.h"

#include <math.h>
#include <stdbool.h>

double ab_bracket_rise(abFunction *f, void *context, double low, double high, abBracketEnd end) {
    double f_high = f(context, high), f_low = f(context, low);
    if (f_low > 0.0) {
        return low;
    }
    double wide = high - low; // three steps ago
    int moved = 0;            // +1 the upper end in the step before, -1 the lower one
    for (int i = 0; i < end.maximum; i++) {
        double width = high - low, enough = end.share * high + end.width;
        if (!(width > enough)) {
            break;
        }
        double x = high - f_high * width / (f_high - f_low);
        bool is_slow = i % 3 == 2 && width > 0.5 * wide, is_inside = x >= low && x <= high;
        wide = i % 3 == 2 ? width : wide;
        // so far from both ends that the bracket ends when the root is known
        x = fmin(fmax(x, low + 0.5 * enough), high - 0.5 * enough);
        if (is_slow || !is_inside) {
            x = low + 0.5 * width;
        }
        double value = f(context, x);
        if (value > 0.0) {
            high = x, f_high = value, f_low *= moved > 0 ? 0.5 : 1.0;
            moved = 1;
        } else {
            low = x, f_low = value, f_high *= moved < 0 ? 0.5 : 1.0;
            moved = -1;
        }
    }
    return high;
}

void ab_go_down(abStepAlong *go, void *context, double start, int maximum) {
    const double enough = 0.1 * fabs(start);
    double low = 0.0, high = 1.0, f_low = start, f_high = go(context, 1.0), at = 1.0;
    for (int i = 0; i < maximum && f_high > enough; i++) {
        double x = low - f_low * (high - low) / (f_high - f_low);
        x = i % 3 == 2 || !(x > low && x < high) ? 0.5 * (low + high) : x;
        double f = go(context, x - at);
        at = x;
        if (fabs(f) <= enough) {
            return;
        }
        *(f < 0.0 ? &low : &high) = x;
        *(f < 0.0 ? &f_low : &f_high) = f;
    }
}
