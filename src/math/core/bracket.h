// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bracket.h - where a function begins to be positive.

#ifndef AB_BRACKET_H
#define AB_BRACKET_H

typedef double abFunction(void *context, double x);

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
