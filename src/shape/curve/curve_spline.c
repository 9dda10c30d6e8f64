// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_spline.c - cubic splines through points.
//
// With knots at the chord lengths h_i, the second derivatives M_i of each coordinate obey
//
//   h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1}
//       = 6 ((p_{i+1} - p_i) / h_i - (p_i - p_{i-1}) / h_{i-1})                         (1)
//
// closed by going round (periodic) or by M = 0 at the ends (natural). The matrix is diagonally
// dominant, so elimination without pivoting is stable.
//
// Source  de Boor, A Practical Guide to Splines (1978), ch. 4.

#include "shape/curve/curve_spline.h"

#include "shape/curve/curve.h"

typedef struct Row {
    double below, diagonal, above;
    abVec2 right;
    double corner; // right side of the correction for the periodic matrix
} Row;

// Solves the rows for both right sides; the solutions replace them.
static void eliminate(Row *rows, int n) {
    for (int i = 1; i < n; i++) {
        double f = rows[i].below / rows[i - 1].diagonal;
        rows[i].diagonal -= f * rows[i - 1].above;
        rows[i].right = ab_sub2(rows[i].right, ab_scale2(f, rows[i - 1].right));
        rows[i].corner -= f * rows[i - 1].corner;
    }
    for (int i = n - 1; i >= 0; i--) {
        if (i + 1 < n) {
            rows[i].right = ab_sub2(rows[i].right, ab_scale2(rows[i].above, rows[i + 1].right));
            rows[i].corner -= rows[i].above * rows[i + 1].corner;
        }
        rows[i].right = ab_scale2(1.0 / rows[i].diagonal, rows[i].right);
        rows[i].corner /= rows[i].diagonal;
    }
}

static abVec2 at(const abVec3 *points, int i) {
    return ab_vec2(points[i].x, points[i].y);
}

static double chord(const abVec3 *points, int count, int i) {
    return ab_norm2d(ab_sub2(at(points, (i + 1) % count), at(points, i)));
}

static abVec2 slope(const abVec3 *points, int count, int i) {
    double h = chord(points, count, i);
    return ab_scale2(1.0 / h, ab_sub2(at(points, (i + 1) % count), at(points, i)));
}

static void write_span(const abVec3 *points, int count, int i, abVec2 m0, abVec2 m1,
                       abVec2 span[4]) {
    double h = chord(points, count, i), hh = h * h;
    abVec2 p0 = at(points, i), p1 = at(points, (i + 1) % count);
    abVec2 bend = ab_add2(ab_scale2(2.0, m0), m1);
    span[0] = p0;
    span[1] = ab_sub2(ab_sub2(p1, p0), ab_scale2(hh / 6.0, bend));
    span[2] = ab_scale2(0.5 * hh, m0);
    span[3] = ab_scale2(hh / 6.0, ab_sub2(m1, m0));
}

// (1) with periodic ends: the two corner entries are a rank-one change of a tridiagonal matrix
// (Sherman and Morrison).
static void solve_periodic(const abVec3 *points, int n, Row *rows) {
    double last = chord(points, n, n - 1), gamma = 0.0;
    for (int i = 0; i < n; i++) {
        int before = i > 0 ? i - 1 : n - 1;
        double h0 = chord(points, n, before), h1 = chord(points, n, i);
        abVec2 turn = ab_sub2(slope(points, n, i), slope(points, n, before));
        rows[i] = (Row){h0, 2.0 * (h0 + h1), h1, ab_scale2(6.0, turn), 0.0};
    }
    gamma = -rows[0].diagonal;
    rows[0].diagonal -= gamma;
    rows[n - 1].diagonal -= last * last / gamma;
    rows[0].corner = gamma;
    rows[n - 1].corner = last;
    rows[0].below = rows[n - 1].above = 0.0;
    eliminate(rows, n);
    double f = 1.0 + rows[0].corner + last * rows[n - 1].corner / gamma;
    abVec2 v = ab_add2(rows[0].right, ab_scale2(last / gamma, rows[n - 1].right));
    for (int i = 0; i < n; i++) {
        rows[i].right = ab_sub2(rows[i].right, ab_scale2(rows[i].corner / f, v));
    }
}

static void solve_natural(const abVec3 *points, int n, Row *rows) {
    for (int i = 0; i < n; i++) {
        if (i == 0 || i == n - 1) {
            rows[i] = (Row){0.0, 1.0, 0.0, {0.0, 0.0}, 0.0};
            continue;
        }
        double h0 = chord(points, n, i - 1), h1 = chord(points, n, i);
        abVec2 turn = ab_sub2(slope(points, n, i), slope(points, n, i - 1));
        rows[i] = (Row){h0, 2.0 * (h0 + h1), h1, ab_scale2(6.0, turn), 0.0};
    }
    eliminate(rows, n);
}

bool ab_spline_fit(const abVec3 *points, int count, bool is_closed, abVec2 (*spans)[4],
                   abArena *arena) {
    Row *rows = AB_ARENA_NEW(arena, Row, (size_t)count);
    if (rows == NULL) {
        return false;
    }
    if (is_closed && count > 2) {
        solve_periodic(points, count, rows);
    } else {
        solve_natural(points, count, rows);
    }
    int span_count = is_closed ? count : count - 1;
    for (int i = 0; i < span_count; i++) {
        write_span(points, count, i, rows[i].right, rows[(i + 1) % count].right, spans[i]);
    }
    return true;
}
