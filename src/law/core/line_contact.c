// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// line_contact.c - a strip of Hertz pressure of finite length on half-spaces.
//
// The strip has the half-width a of Hertz's line contact, a^2 = 4 F R/(pi E* L), and the pressure
// is the half-ellipse across, constant along L. Its depth in the middle, by Boussinesq with
// a << L (the half-ellipse's mean of ln|x| is ln(a/2) - 1/2), is
//
//   d = s (1 + ln(L^2/(R s))),   s = F/(pi E* L)                          (1)
//
// In parts of L^2/R, eta = y (1 - ln y) with d = eta L^2/R and s = y L^2/R, so that
//
//   F/E*        = pi L (L^2/R) y                                          (2)
//   dF/dd / E*  = pi L / (-ln y)                                          (3)
//   U/E*        = pi L (L^2/R)^2 (y^2/4 - y^2 ln(y)/2)                    (4)
//
// Unlike the two-dimensional theory, where the approach depends on how far away it is measured,
// (1) needs no further length: L takes that place.
// Valid   a << L << size of the bodies: y < e^-5 or so is a/L < 0.16. Pressure grows at the ends
//         of real cylinders and (1) does not see that; nor a bending of the axis.
// Beyond  y = e^-2, where a = 0.74 L, the force goes on along its tangent, so that any depth has a
//         force; the half-space theory of a long strip says nothing there.
// Solve   y (1 - ln y) = eta by Newton from the right: monotone, some 4 rounds.
// Source  a: [Johnson1985] section 4.2, two-dimensional contact. (1): own derivation; it is the
//         relation of [PuttockThwaite1969] for cylinders with parallel axes and, with the exponent
//         3, that of Goldsmith in the review [Pereira2011].

#include "law/core/line_contact.h"

#include <float.h>
#include <math.h>

#include "math/core/elementary.h"

#define Y_END 0.13533528323661270 // e^-2, with ln y = -2
#define ETA_END (3.0 * Y_END)

// y of y (1 - ln y) = eta, for 0 < eta <= ETA_END. `log` receives ln y.
static double solve_strip(double eta, double *log) {
    double y = eta / (1.0 - ab_log_e(eta));
    for (int i = 0; i < 40; i++) {
        *log = ab_log_e(y);
        double change = (y * (1.0 - *log) - eta) / *log; // slope of the left side: -ln y
        y += change;
        if (fabs(change) <= 2.0 * DBL_EPSILON * y) {
            break;
        }
    }
    *log = ab_log_e(y);
    return y;
}

abLineForce ab_line_contact(double depth, double curvature, double length) {
    double unit = length * length * curvature, eta = depth / unit, area = AB_PI * length;
    if (!(eta > 1e-300)) {
        return (abLineForce){0.0, 0.0, 0.0};
    }
    double y, log = -2.0, from = 0.0;
    if (eta <= ETA_END) {
        y = solve_strip(eta, &log);
    } else { // the tangent at the end, of slope 1/2
        y = Y_END + 0.5 * (eta - ETA_END);
        from = y * y - Y_END * Y_END;
    }
    double strip = from > 0.0 ? Y_END : y;
    double energy = strip * strip * (0.25 - 0.5 * log) + from; // (4); the tangent's: (y^2 - ..)
    return (abLineForce){area * unit * y, area / -log, area * unit * unit * energy};
}

// With p = (pi L / (coefficient sqrt(L^2/R)))^2 the forces are equal where y (1 - ln y)^3 = p. The
// left side grows up to y = e^-2 and the tangent continues that, so there is one such depth.
double ab_line_contact_crossing(double coefficient, double curvature, double length) {
    double unit = length * length * curvature, share = AB_PI * length / coefficient;
    double p = share * share / unit;
    if (p < 27.0 * Y_END) {
        // l = -ln y > 2:  l - 3 ln(1 + l) = -ln p, convex, from the right
        double log_p = ab_log_e(p), l = 20.0 - 2.0 * log_p;
        for (int i = 0; i < 60; i++) {
            double change = (l - 3.0 * ab_log_e(1.0 + l) + log_p) / (1.0 - 3.0 / (1.0 + l));
            l -= change;
            if (!(change > 4.0 * DBL_EPSILON * l)) {
                break;
            }
        }
        return unit * ab_exp(-l) * (1.0 + l);
    }
    // eta^(3/2) = sqrt(p)/2 (eta - e^-2), convex, from the right
    double half = 0.5 * sqrt(p), eta = half * half;
    for (int i = 0; i < 60; i++) {
        double root = sqrt(eta), change = (eta * root - half * (eta - Y_END)) / (1.5 * root - half);
        eta -= change;
        if (!(change > 4.0 * DBL_EPSILON * eta)) {
            break;
        }
    }
    return unit * eta;
}
