// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// spline.c - cubic pieces with given slopes at the points; methods differ in the slopes.
//
// With h = x1 - x0, u = (x - x0)/h, chord m = (y1 - y0)/h and slopes s0, s1 a piece is
//
//   y = y0 + h u (s0 + u ((3m - 2 s0 - s1) + u (s0 + s1 - 2m)))                          (1)
//
// Akima     s_i = (w1 m_(i-1) + w0 m_i)/(w0 + w1),  w1 = |m_(i+1) - m_i|,
//           w0 = |m_(i-1) - m_(i-2)|; with no bend on either side the mean of both chords. Two
//           chords are added at each end by  m_(-1) = 2 m_0 - m_1  and so on.             (2)
// Natural   h_i s_(i-1) + 2 (h_(i-1) + h_i) s_i + h_(i-1) s_(i+1) = 3 (h_i m_(i-1) + h_(i-1) m_i),
//           2 s_0 + s_1 = 3 m_0, and likewise at the other end                           (3)
// Source    (2) [Akima1970] pp. 589-602; (3) [deBoor1978] ch. IV.
// Error     of a smooth function: Akima O(h^2) at worst near bends, natural O(h^4) away from the
//           ends.

#include "math/core/spline.h"

#include <math.h>
#include <stddef.h>

static double chord(const abSpline *s, const double *y, int i) {
    return (y[i + 1] - y[i]) / (s->x[i + 1] - s->x[i]);
}

// ---- slopes ----

// Chord i of the row, going on beyond both ends as (2) says.
static double chord_beyond(const abSpline *s, const double *y, int i) {
    int last = s->nx - 2;
    if (i < 0) {
        double first = chord(s, y, 0), step = last > 0 ? chord(s, y, 1) - first : 0.0;
        return first + (double)i * step;
    }
    if (i > last) {
        double end = chord(s, y, last), step = last > 0 ? end - chord(s, y, last - 1) : 0.0;
        return end + (double)(i - last) * step;
    }
    return chord(s, y, i);
}

static void akima_slopes(const abSpline *s, const double *y, double *slopes) {
    for (int i = 0; i < s->nx; i++) {
        double before = chord_beyond(s, y, i - 1), after = chord_beyond(s, y, i);
        double w0 = fabs(before - chord_beyond(s, y, i - 2));
        double w1 = fabs(chord_beyond(s, y, i + 1) - after);
        slopes[i] = w0 + w1 > 0.0 ? (w1 * before + w0 * after) / (w0 + w1) : 0.5 * (before + after);
    }
}

// (3) by elimination from the first row to the last; `workspace` takes the upper diagonal.
static void natural_slopes(const abSpline *s, const double *y, double *slopes, double *workspace) {
    int n = s->nx;
    workspace[0] = 0.5;
    slopes[0] = 1.5 * chord(s, y, 0);
    for (int i = 1; i < n; i++) {
        bool is_last = i == n - 1;
        double h0 = s->x[i] - s->x[i - 1], h1 = is_last ? 0.0 : s->x[i + 1] - s->x[i];
        double lower = is_last ? 1.0 : h1, diagonal = is_last ? 2.0 : 2.0 * (h0 + h1);
        double right = is_last ? 3.0 * chord(s, y, i - 1)
                               : 3.0 * (h1 * chord(s, y, i - 1) + h0 * chord(s, y, i));
        double pivot = diagonal - lower * workspace[i - 1];
        workspace[i] = is_last ? 0.0 : h0 / pivot;
        slopes[i] = (right - lower * slopes[i - 1]) / pivot;
    }
    for (int i = n - 2; i >= 0; i--) {
        slopes[i] -= workspace[i] * slopes[i + 1];
    }
}

bool ab_spline_prepare(abSpline *s, abArena *arena) {
    size_t count = (size_t)s->nx * (size_t)s->nz;
    double *akima = AB_ARENA_NEW(arena, double, count), *cubic = AB_ARENA_NEW(arena, double, count);
    double *workspace = AB_ARENA_NEW(arena, double, (size_t)s->nx);
    if (akima == NULL || cubic == NULL || workspace == NULL) {
        return false;
    }
    for (size_t row = 0; row < count; row += (size_t)s->nx) {
        akima_slopes(s, s->y + row, akima + row);
        natural_slopes(s, s->y + row, cubic + row, workspace);
    }
    s->slopes[AB_SPLINE_AKIMA] = akima;
    s->slopes[AB_SPLINE_CUBIC] = cubic;
    return true;
}

// ---- values ----

// The piece of `x` in a rising list: i with list[i] <= x < list[i + 1], or an end's.
static int find_piece(const double *list, int count, double x) {
    int low = 0, high = count - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(x < list[middle] ? &high : &low) = middle;
    }
    return low;
}

enum { DERIVATIVES = AB_SPLINE_ORDER_MAX + 3 };

// y, dy/dx, ... on one curve.
static void derivatives(const abSpline *s, abSplineMethod method, int row, double x,
                        double out[DERIVATIVES]) {
    const double *y = s->y + (size_t)row * (size_t)s->nx;
    int i = find_piece(s->x, s->nx, x);
    bool is_outside = x < s->x[0] || x > s->x[s->nx - 1];
    double at = fmin(fmax(x, s->x[0]), s->x[s->nx - 1]);
    double h = s->x[i + 1] - s->x[i], u = (at - s->x[i]) / h, m = chord(s, y, i);
    double a = m, b = 0.0, c = 0.0;
    if (method != AB_SPLINE_LINEAR) {
        const double *slopes = s->slopes[method] + (size_t)row * (size_t)s->nx;
        a = slopes[i];
        b = 3.0 * m - 2.0 * a - slopes[i + 1];
        c = a + slopes[i + 1] - 2.0 * m;
    }
    out[0] = y[i] + h * u * (a + u * (b + u * c)); // (1)
    out[1] = a + u * (2.0 * b + 3.0 * u * c);
    out[2] = (2.0 * b + 6.0 * u * c) / h;
    out[3] = 6.0 * c / (h * h);
    out[4] = 0.0;
    if (is_outside) {
        out[1] = s->extrapolate ? out[1] : 0.0;
        out[0] += out[1] * (x - at);
        out[2] = out[3] = 0.0;
    }
}

abJet ab_spline_jet(const abSpline *s, abSplineMethod method, int order, abJet x, abJet z) {
    double d0[DERIVATIVES], d1[DERIVATIVES];
    int k = s->nz > 1 ? find_piece(s->z, s->nz, z.value) : 0;
    derivatives(s, method, k, x.value, d0);
    const double *f = d0 + order;
    if (s->nz == 1) {
        return ab_jet_chain(x, f[0], f[1], f[2]);
    }
    derivatives(s, method, k + 1, x.value, d1);
    bool is_between = z.value >= s->z[0] && z.value <= s->z[s->nz - 1];
    abJet w = ab_jet_scale(1.0 / (s->z[k + 1] - s->z[k]), ab_jet_sub(z, ab_jet(s->z[k])));
    w = is_between ? w : ab_jet(w.value < 0.0 ? 0.0 : 1.0);
    const double *g = d1 + order;
    abJet low = ab_jet_chain(x, f[0], f[1], f[2]), high = ab_jet_chain(x, g[0], g[1], g[2]);
    return ab_jet_add(low, ab_jet_mul(w, ab_jet_sub(high, low)));
}
