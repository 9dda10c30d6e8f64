// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_minimum.c - branch and bound on an interval.
//
// Between two places a < b with values and slopes known, f stays above
//
//   the two lines of slope -+L from both ends                          (f' bounded by L)      (1)
//   the two parabolas  f_a + f'_a (x - a) - K/2 (x - a)^2  and likewise from b  (f'' >= -K)   (2)
//
// The parabolas have the same curvature, so they cross once, and both fall away from their tops:
// the least of the larger one is at a, at b or at the crossing. The piece with the lowest bound is
// cut there, until no bound is lower than the best value less the tolerance. The best place is
// polished by the root of the slope, which converges superlinearly.
//
// Error   stated in the result. Near a minimum with f'' = m the bound (2) misses by (K + m) h^2 /
//         8, so a tolerance of 1e-9 costs about 15 cuts on each side.
// Limits  EVALUATIONS_MAX; when it is met, is_exact is false and `above` still holds. This happens
//         where f is nearly constant.
// Source  (1): S. A. Piyavskii, USSR Comput. Math. Math. Phys. 12 (1972) 57. (2) is its counterpart
//         of second order: W. Baritompa, J. Global Optim. 4 (1994) 37.

#include "collide/convex/curve_minimum.h"

#include <math.h>
#include <stddef.h>

#include "collide/convex/tolerances.def"

enum { PIECES_MAX = 32, EVALUATIONS_MAX = 200, POLISHES_MAX = 120 };

typedef struct Sample {
    double x, f, slope;
} Sample;

typedef struct Piece {
    Sample a, b;
    double bound; // f >= bound between a and b
    double cut;   // where that bound is taken
} Piece;

static Sample sample(const abBoundedFunction *curve, double x) {
    Sample s = {.x = x};
    s.f = curve->value(curve->context, x, &s.slope);
    return s;
}

static Piece piece_between(const abBoundedFunction *curve, Sample a, Sample b) {
    double w = b.x - a.x, L = curve->steepest;
    double middle = 0.5 * (w + (a.f - b.f) / L), bound = 0.5 * (a.f + b.f - L * w); // (1)
    double K = curve->bend(curve->context, a.x, b.x);
    if (isfinite(K)) { // (2)
        double opening = b.slope - a.slope + K * w;
        double s = opening > 0.0 ? (a.f - b.f + b.slope * w + 0.5 * K * w * w) / opening : 0.0;
        s = fmin(fmax(s, 0.0), w);
        double crossing = a.f + a.slope * s - 0.5 * K * s * s;
        double other = b.f + b.slope * (s - w) - 0.5 * K * (s - w) * (s - w);
        double curved = fmin(fmax(crossing, other), fmin(a.f, b.f));
        if (curved >= bound) {
            bound = curved;
            middle = s;
        }
    }
    middle = fmin(fmax(middle, 0.05 * w), 0.95 * w);
    return (Piece){a, b, bound, a.x + middle};
}

// From a bracket of a minimum (slope < 0 at a, > 0 at b) to the root of the slope. Illinois method:
// regula falsi that halves the slope at an end that stays a second time.
// Values tell a place to the root of rounding only, so where they are the same the slope decides.
static Sample polish(const abBoundedFunction *curve, Sample a, Sample b) {
    Sample best = a.f < b.f ? a : b, flattest = best;
    double wide = b.x - a.x; // three steps ago
    int moved = 0;           // +1 the end b in the step before, -1 the end a
    for (int i = 0; i < POLISHES_MAX; i++) {
        double x = b.x - b.slope * (b.x - a.x) / (b.slope - a.slope);
        bool is_slow = i % 3 == 2 && b.x - a.x > 0.5 * wide; // as at a kink
        wide = i % 3 == 2 ? b.x - a.x : wide;
        if (is_slow || !(x > a.x && x < b.x)) {
            x = a.x + 0.5 * (b.x - a.x);
        }
        if (x <= a.x || x >= b.x) {
            break;
        }
        Sample s = sample(curve, x);
        best = s.f < best.f ? s : best;
        flattest = fabs(s.slope) < fabs(flattest.slope) ? s : flattest;
        if (fabs(s.slope) <= 1e-15 * curve->steepest) {
            break;
        }
        if (s.slope < 0.0) {
            a = s;
            b.slope *= moved < 0 ? 0.5 : 1.0;
            moved = -1;
        } else {
            b = s;
            a.slope *= moved > 0 ? 0.5 : 1.0;
            moved = 1;
        }
    }
    return flattest.f <= best.f + s_same_value * curve->steepest ? flattest : best;
}

static int lowest_piece(const Piece *pieces, int count) {
    int lowest = 0;
    for (int i = 1; i < count; i++) {
        lowest = pieces[i].bound < pieces[lowest].bound ? i : lowest;
    }
    return lowest;
}

// The best sample, polished when a minimum is between it and a neighbour.
static Sample polish_best(const abBoundedFunction *curve, const Piece *pieces, int count,
                          Sample best, double low, double high) {
    Sample polished = best;
    bool at_end = curve->is_periodic && (best.x == low || best.x == high);
    for (int i = 0; i < count; i++) {
        const Piece *piece = &pieces[i];
        bool is_beside = piece->a.x == best.x || piece->b.x == best.x ||
                         (at_end && (piece->a.x == low || piece->b.x == high));
        if (is_beside && piece->a.slope < 0.0 && piece->b.slope > 0.0) {
            Sample s = polish(curve, piece->a, piece->b);
            polished = s.f <= polished.f + s_same_value * curve->steepest ? s : polished;
        }
    }
    return polished;
}

abCurveMinimum ab_minimum_of(const abBoundedFunction *curve, double low, double high, int count,
                             double tolerance) {
    Piece pieces[PIECES_MAX + EVALUATIONS_MAX];
    count = count < 1 ? 1 : count > PIECES_MAX ? PIECES_MAX : count;
    Sample a = sample(curve, low), best = a;
    for (int i = 0; i < count; i++) {
        Sample b = sample(curve, low + (high - low) * (i + 1) / count);
        best = b.f < best.f ? b : best;
        pieces[i] = piece_between(curve, a, b);
        a = b;
    }
    Sample first = polish_best(curve, pieces, count, best, low, high);
    double slack = curve->slack != NULL ? curve->slack(curve->context, first.x) : INFINITY;
    if (slack <= tolerance) {
        return (abCurveMinimum){first.x, first.f, slack, true};
    }
    double lowest_known = first.f, bound = -INFINITY;
    bool is_proven = false;
    for (int i = 0; i < EVALUATIONS_MAX && !is_proven; i++) {
        int lowest = lowest_piece(pieces, count);
        Piece old = pieces[lowest];
        bound = old.bound;
        is_proven = bound >= fmin(lowest_known, best.f) - tolerance ||
                    !(old.cut > old.a.x && old.cut < old.b.x);
        if (!is_proven) {
            Sample s = sample(curve, old.cut);
            best = s.f < best.f ? s : best;
            pieces[lowest] = piece_between(curve, old.a, s);
            pieces[count++] = piece_between(curve, s, old.b);
        }
    }
    best = best.f < first.f ? polish_best(curve, pieces, count, best, low, high) : first;
    double above = fmax(best.f - bound, 0.0);
    return (abCurveMinimum){best.x, best.f, above, above <= tolerance};
}
