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
// k -> infinity p_t vanishes, so there is a root between. f(k) = 1/|p_t| - 1/(mu p_n) is almost a
// straight line, exactly one where normal and tangents are not coupled and both tangents alike, as
// of two balls; so secants find it in few steps.
//
// Limits  With a strong coupling of normal and tangents and a large mu more than one root can exist
//         (Painleve); the one with the largest k, that of the fastest slip, is taken.
// Error   rounding: the root is bracketed until its two sides are neighbours.
// Source  Own derivation; that one contact is an equation of one unknown is known since
//         [BonnefonDaviet2011], who have a quartic instead.

#include "solver/cone/cone_local.h"

#include "solver/cone/cone.h"

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
    double maximum = w->friction * n;
    if (!(n > 0.0) || s * s + t * t > maximum * maximum) {
        return false;
    }
    p[0] = n, p[1] = s, p[2] = t;
    return true;
}

// (2) for k, and f(k); -INFINITY where the normal would pull.
static double line(const abConeLocal *w, const double q[3], double k, double p[3]) {
    double r = 1.0 / (w->tt[0] + k), s = 1.0 / (w->tt[1] + k);
    double above = q[0] - w->nt[0] * q[1] * r - w->nt[1] * q[2] * s;
    double below = w->nn - w->nt[0] * w->nt[0] * r - w->nt[1] * w->nt[1] * s;
    p[0] = -above / below;
    p[1] = -(q[1] + w->nt[0] * p[0]) * r;
    p[2] = -(q[2] + w->nt[1] * p[0]) * s;
    if (!(p[0] > 0.0 && below > 0.0)) {
        return -INFINITY;
    }
    return 1.0 / sqrt(p[1] * p[1] + p[2] * p[2]) - 1.0 / (w->friction * p[0]);
}

static void slip(const abConeLocal *w, const double q[3], double p[3]) {
    double low = 0.0, f_low = line(w, q, 0.0, p), high = INFINITY, f_high = INFINITY;
    // as if all tangents were alike and the normal known
    double n = -q[0] / w->nn, s = q[1] + w->nt[0] * n, t = q[2] + w->nt[1] * n;
    double maximum = fmax(w->tt[0], w->tt[1]);
    double k = fmax(sqrt(s * s + t * t) / (w->friction * n) - maximum, 1e-3 * maximum);
    for (int i = 0; i < 200; i++) {
        double f = line(w, q, k, p);
        if (fabs(f) * w->friction * p[0] <= 1e-15) {
            break;
        }
        if (f > 0.0) {
            high = k, f_high = f;
            f_low *= 0.5; // Illinois
        } else {
            low = k, f_low = f;
            f_high *= 0.5;
        }
        double next = low - f_low * (high - low) / (f_high - f_low);
        if (!isfinite(high)) {
            next = 2.0 * k + maximum;
        } else if (i % 8 == 7 || !(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        if (next == k || next <= low || next >= high) {
            break;
        }
        k = next;
    }
    // on the cone, whatever rounding left
    double size = sqrt(p[1] * p[1] + p[2] * p[2]), limit = w->friction * p[0];
    if (size > 0.0) {
        p[1] *= limit / size;
        p[2] *= limit / size;
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
