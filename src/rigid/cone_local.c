// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_local.c - one contact with friction, exactly: it opens, sticks or slips.
//
//   open    q_n >= 0:  p = 0
//   stick   p = -W^-1 q,  when that lies in the cone
//   slip    u_t = -k p_t with k > 0, |p_t| = mu p_n, s = 0                               (1)
//
// The tangents are principal axes of W_tt, so for a given k
//
//   p_ti = -(q_ti + W_nti p_n) / (W_tti + k),
//   p_n  = -(q_n - sum W_nti q_ti / (W_tti + k)) / (W_nn - sum W_nti^2 / (W_tti + k))    (2)
//
// and |p_t| = mu p_n is one equation for k. At k = 0 the contact sticks outside of the cone, for
// k -> infinity p_t vanishes, so there is a root between. With x = a/(a + k), a the larger W_tt, it
// is looked for in (0, 1).
//
// Limits  With a strong coupling of normal and tangents and a large mu more than one root can exist
//         (Painleve); the one with the largest k, that of the fastest slip, is taken.
// Error   rounding: the root is bracketed until its two sides are neighbours.
// Source  Own derivation; that one contact is an equation of one unknown is known since
//         [BonnefonDaviet2011], who have a quartic instead.

#include "rigid/cone.h"

bool ab_cone_local_prepare(abConeLocal *w) {
    double n = w->nn, a = w->nt[0], b = w->nt[1], c = w->tt[0], d = w->tt[1];
    // inverse of [[n, a, b], [a, c, 0], [b, 0, d]]
    double det = n * c * d - a * a * d - b * b * c;
    if (!(n > 0.0)) {
        return false;
    }
    double scale = det > 1e-14 * n * c * d ? 1.0 / det : 0.0; // 0: no use, then slip decides
    w->inverse_nn = c * d * scale;
    w->inverse_nt[0] = -a * d * scale;
    w->inverse_nt[1] = -b * c * scale;
    w->inverse_tt[0] = (n * d - b * b) * scale;
    w->inverse_tt[1] = a * b * scale;
    w->inverse_tt[2] = (n * c - a * a) * scale;
    return true;
}

static bool sticks(const abConeLocal *w, const double q[3], double p[3]) {
    double n = -(w->inverse_nn * q[0] + w->inverse_nt[0] * q[1] + w->inverse_nt[1] * q[2]);
    double s = -(w->inverse_nt[0] * q[0] + w->inverse_tt[0] * q[1] + w->inverse_tt[1] * q[2]);
    double t = -(w->inverse_nt[1] * q[0] + w->inverse_tt[1] * q[1] + w->inverse_tt[2] * q[2]);
    double most = w->friction * n;
    if (!(n > 0.0) || s * s + t * t > most * most) {
        return false;
    }
    p[0] = n, p[1] = s, p[2] = t;
    return true;
}

// (2) for x; how far |p_t|^2 is above the limit, positive also where the normal would pull.
static double excess(const abConeLocal *w, double a, const double q[3], double x, double p[3]) {
    double k = a * (1.0 - x) / x;
    double r = 1.0 / (w->tt[0] + k), s = 1.0 / (w->tt[1] + k);
    double above = q[0] - w->nt[0] * q[1] * r - w->nt[1] * q[2] * s;
    double below = w->nn - w->nt[0] * w->nt[0] * r - w->nt[1] * w->nt[1] * s;
    p[0] = -above / below;
    p[1] = -(q[1] + w->nt[0] * p[0]) * r;
    p[2] = -(q[2] + w->nt[1] * p[0]) * s;
    double most = w->friction * p[0];
    return p[0] > 0.0 && below > 0.0 ? p[1] * p[1] + p[2] * p[2] - most * most : INFINITY;
}

static void slip(const abConeLocal *w, const double q[3], double p[3]) {
    double a = fmax(w->tt[0], w->tt[1]);
    double low = 0.0, high = 1.0,
           f_low = -(w->friction * q[0] / w->nn) * (w->friction * q[0] / w->nn);
    double f_high = excess(w, a, q, high, p);
    if (f_high <= 0.0) {
        return; // sticks to rounding
    }
    // Illinois, with a bisection now and then
    for (int i = 0; i < 100 && high - low > 2.3e-16 * high; i++) {
        double x = isfinite(f_high) ? low + (high - low) * f_low / (f_low - f_high) : NAN;
        if (!(x > low && x < high) || i % 8 == 7) {
            x = 0.5 * (low + high);
        }
        if (x <= low || x >= high) {
            break;
        }
        double f = excess(w, a, q, x, p);
        if (f == 0.0) {
            break;
        }
        if (f > 0.0) {
            high = x, f_high = f;
            f_low *= 0.5;
        } else {
            low = x, f_low = f;
            f_high = isfinite(f_high) ? 0.5 * f_high : f_high;
        }
        if (fabs(f) <= 4e-15 * w->friction * p[0] * w->friction * p[0]) {
            break;
        }
    }
    // on the cone, whatever rounding left
    double size = sqrt(p[1] * p[1] + p[2] * p[2]), most = w->friction * p[0];
    if (size > 0.0) {
        p[1] *= most / size;
        p[2] *= most / size;
    }
}

void ab_cone_local_solve(const abConeLocal *w, const double q[3], double p[3]) {
    if (q[0] >= 0.0) {
        p[0] = p[1] = p[2] = 0.0;
    } else if (w->friction == 0.0) {
        p[0] = -q[0] / w->nn;
        p[1] = p[2] = 0.0;
    } else if (!sticks(w, q, p)) {
        slip(w, q, p);
    }
}
