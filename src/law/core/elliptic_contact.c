// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// elliptic_contact.c - the ellipse of contact, solved by complete elliptic integrals.
//
// With the semi-axes b <= a, m = b/a, e^2 = 1 - m^2, the gap A x^2 + B y^2 and
//
//   D = (K - E)/e^2,   C = (E - m^2 K)/e^2 = K - D                        (1)
//
// of the complete elliptic integrals K(e), E(e), Hertz's equations for curvatures, approach and
// force become
//
//   A/B = m^2 D/C                                                         (2)
//   a^2 = d D/(A K)                                                       (3)
//   F   = 2/3 pi E* d^(3/2) sqrt(D/(A K)) / K                             (4)
//
// Circle  m = 1: K = pi/2, D = pi/4, A = 1/(2R): F = 4/3 E* sqrt(R) d^(3/2).
// Solve   (2) for q = m^2 inside a bracket, from the start q = (A/B)^(5/4): Newton's step for the
//         power law that A/B nearly is in q, to its second term. 3 or 4 rounds reach the last bits
//         down to A/B = 1e-8.
// K, D    by the arithmetic-geometric mean, D as a sum of positive terms: nothing cancels for any
//         m, and only + - * / sqrt are needed, so the bits are the same everywhere.
// Error   a few 1e-16 relative in all results, see elliptic_contact_test.c.
// Limits  A -> 0 is line contact: F/d^(3/2) grows without bound, as sqrt(1/A) / ln^(3/2).
// Source  [Johnson1985] section 4.2 for the pressure, curvatures and approach; (1) is his
//         notation rearranged. Mean: [AbramowitzStegun1964] 17.6.

#include "law/core/elliptic_contact.h"

#include <float.h>
#include <math.h>

#include "math/core/elementary.h"

// K and D of (1) at q = m^2, and C = K - D.
typedef struct Integrals {
    double K, D, C;
} Integrals;

// (K - E)/K is the sum of 2^(n-1) c_n^2 with c_0 = e; every c_n^2 carries the factor e^2.
static Integrals integrals(double q) {
    double a = 1.0, b = sqrt(q);
    double c = (1.0 - q) / (2.0 * (1.0 + b)), c_by_e2 = 0.5 / (1.0 + b); // c_1, c_1/e^2
    double sum = 0.5, weight = 1.0;
    for (int i = 0; i < 12; i++) {
        double mean = 0.5 * (a + b), term = weight * c * c_by_e2;
        b = sqrt(a * b);
        a = mean;
        sum += term;
        if (term <= 0.25 * DBL_EPSILON * sum) {
            break;
        }
        double next_mean = 0.5 * (a + b), share = c / (4.0 * next_mean);
        c_by_e2 *= share;
        c *= share;
        weight *= 2.0;
    }
    double K = 0.5 * AB_PI / (0.5 * (a + b)), D = K * sum;
    return (Integrals){K, D, K - D};
}

// d ln(q D/C) / d ln q, from the derivatives of K and E.
static double slope(Integrals at, double q) {
    double e2 = 1.0 - q;
    if (e2 < 1e-8) {
        return 0.75; // at the circle; here the difference below would cancel
    }
    double dK = -0.5 * at.C / q, dD = (0.5 * at.D - 0.5 * at.C / q) / e2; // d/dq
    return 1.0 + q * (dD / at.D - (dK - dD) / at.C);
}

bool ab_elliptic_contact(double minimum, double greatest, abElliptic *out) {
    double low = fmin(minimum, greatest), high = fmax(minimum, greatest), wanted = low / high;
    if (!(minimum > 0.0) || !(greatest > 0.0) || !isfinite(high) || wanted < 1e-30) {
        return false;
    }
    double q = wanted * sqrt(sqrt(wanted)), below = 0.0, above = 1.0;
    Integrals at = integrals(q);
    int round = 0;
    while (round < 60 && wanted < 1.0) {
        double miss = wanted * at.C / (q * at.D) - 1.0; // > 0: q is too small
        *(miss > 0.0 ? &below : &above) = q;
        double power = 1.0 / slope(at, q), bend = fabs(miss) < 1.0 ? 0.5 * (power - 1.0) : 0.0;
        double next = q + q * (miss * power * (1.0 + bend * miss));
        if (!(next >= below && next <= above)) {
            next = 0.5 * (below + above);
        }
        double change = fabs(next - q);
        q = next;
        at = integrals(q);
        round++;
        if (change <= 1e-6 * q) {
            break; // the next change would be less than its square
        }
    }
    double axis = sqrt(2.0 * at.D / (low * at.K));                              // (3), A = low/2
    *out = (abElliptic){sqrt(q), 2.0 / 3.0 * AB_PI * axis / at.K, axis, round}; // (4)
    return true;
}
