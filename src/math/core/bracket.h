// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bracket.h - where a function begins to be positive.

#ifndef AB_BRACKET_H
#define AB_BRACKET_H

#include <stdbool.h>

typedef double abFunction(void *context, double x);

// A root between two places, by the Illinois method: f has other signs there. It is asked for the
// next place to look, which there is while rounding leaves one between, and told which end that
// becomes. Each eighth place is in the middle.
typedef struct abIllinois {
    double low, f_low, high, f_high;
    int looked;
} abIllinois;
static inline bool ab_illinois_next(abIllinois *s, double *x) {
    *x = s->high - s->f_high * (s->high - s->low) / (s->f_high - s->f_low);
    if (!(*x > s->low && *x < s->high) || s->looked % 8 == 7) {
        *x = s->low + 0.5 * (s->high - s->low);
    }
    s->looked++;
    return *x > s->low && *x < s->high;
}
static inline void ab_illinois_take(abIllinois *s, double x, double f, bool is_high) {
    *(is_high ? &s->high : &s->low) = x;
    *(is_high ? &s->f_high : &s->f_low) = f;
    *(is_high ? &s->f_low : &s->f_high) *= 0.5;
}

// Where a bracket is narrow enough: a share of its upper end and a width; and how often it is
// narrowed at most.
typedef struct abBracketEnd {
    double share, width;
    int maximum;
} abBracketEnd;

// Where in [low, high] a function that is positive at `high` begins to be; `low` when it is
// positive there. Where it is not a number it counts as not positive.
double ab_bracket_rise(abFunction *f, void *context, double low, double high, abBracketEnd end);

// Goes `by` farther along a step and answers with the slope there, of a function that is convex
// along the step.
typedef double abStepAlong(void *context, double by);

// Goes along a step to where the slope, `start` < 0 at its beginning, has all but vanished, if that
// is before its end; by regula falsi and, each third time, halves. Ends after `maximum` guesses.
void ab_go_down(abStepAlong *go, void *context, double start, int maximum);

#endif
