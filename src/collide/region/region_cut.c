// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_cut.c - the part of a triangle T with normal n inside a solid S, a polygon with holes.
//
// Its integrals are sums over its boundary, each piece p -> q (S on its left, seen against n)
// giving the triangle o, p, q with any o in the plane:
//
//   area  sum a,   int (x - o) dA  sum a ((p - o) + (q - o)) / 3,   a = n . (p - o) x (q - o) / 2
//   (1)
//
// The boundary is made of the pieces in which triangles of S cut T, and of parts of T's own
// outline. Nobody orders them: where a cut enters T, S lies on the outline before that place, where
// it leaves, behind it, so with w = 1 when corner 0 of T is in S, else 0,
//
//   outline part of (1) = w [whole outline] + sum over cuts s [outline from there on to corner 0],
//   s = -1 where a cut enters, +1 where it leaves                                        (2)
//
// w is the one of the two with which the area is between nothing and that of T; only where the cuts
// leave nothing or all, the middle of T is asked where it lies.
//
// Sides are counted in whole numbers, so what cancels does so without rounding, and o is where the
// first cut begins. A point of a cut on an edge of S is computed from that edge alone, so cuts of
// neighbours end in the same bits, and whether that point lies in T is decided once: what enters
// leaves. So (2) has no case for corners that meet corners or edges that lie in faces; there it is
// off by rounding of the area at most.
//
// Source  (1) Green; docs/theory/mesh_contact.md.

#include "collide/region/region_cut.h"

#include "collide/region/region_room.h"

static double across(abFlat p, abFlat q) {
    return p.s * q.t - p.t * q.s;
}

static double dot(abFlat p, abFlat q) {
    return p.s * q.s + p.t * q.t;
}

static abFlat minus(abFlat p, abFlat q) {
    return (abFlat){p.s - q.s, p.t - q.t};
}

static abFlat go(abFlat p, double displacement, abFlat d) {
    return (abFlat){p.s + displacement * d.s, p.t + displacement * d.t};
}

static abFlat flat_of(const abCut *cut, abVec3 p) {
    abVec3 d = ab_sub(p, cut->part.o);
    return (abFlat){ab_dot(cut->part.x, d), ab_dot(cut->part.y, d)};
}

// ---- pieces ----

// Moments of the triangle o, p, q with signed area a.
static void add_triangle(abCut *cut, double a, abFlat p, abFlat q) {
    double *m = cut->part.m;
    double pss = p.s * p.s, pst = p.s * p.t, ptt = p.t * p.t;
    double qss = q.s * q.s, qst = q.s * q.t, qtt = q.t * q.t;
    double rss = p.s * q.s, rtt = p.t * q.t, rst = p.s * q.t + p.t * q.s;
    m[0] += a;
    m[1] += a / 3.0 * (p.s + q.s);
    m[2] += a / 3.0 * (p.t + q.t);
    m[3] += a / 6.0 * (pss + rss + qss);
    m[4] += a / 12.0 * (2.0 * pst + rst + 2.0 * qst);
    m[5] += a / 6.0 * (ptt + rtt + qtt);
    m[6] += a / 10.0 * (p.s * (pss + qss) + q.s * (pss + qss));
    m[7] += a / 30.0 *
            (3.0 * pss * p.t + pss * q.t + 2.0 * rss * p.t + 2.0 * rss * q.t + qss * p.t +
             3.0 * qss * q.t);
    m[8] += a / 30.0 *
            (3.0 * ptt * p.s + ptt * q.s + 2.0 * rtt * p.s + 2.0 * rtt * q.s + qtt * p.s +
             3.0 * qtt * q.s);
    m[9] += a / 10.0 * (p.t * (ptt + qtt) + q.t * (ptt + qtt));
}

// Along side i from p to q. The lever is that of the side, so that rounding of p across it does not
// count by the whole length.
static void add_along(abCut *cut, double sign, int i, abFlat p, abFlat q) {
    double lever = across(cut->corner[i], cut->along[i]);
    add_triangle(cut, 0.5 * sign * lever * dot(cut->along[i], minus(q, p)), p, q);
}

// The outline from x, on side `side`, to corner 0. Sides are divided at their feet: what lies
// beyond is only counted.
static void add_outline(abCut *cut, int sign, int side, abFlat x, int triangle) {
    int count = cut->crossings[side]++;
    if (count < AB_CROSSINGS_MAX) {
        double displacement = dot(cut->along[side], minus(x, cut->corner[side]));
        cut->crossing[side][count] = (abCrossing){displacement, triangle};
    }
    add_along(cut, sign, side, x, cut->foot[side]);
    cut->ends[side] += sign;
    for (int i = side + 1; i < 3; i++) {
        cut->starts[i] += sign;
        cut->ends[i] += sign;
    }
}

// ---- cuts ----

void ab_cut_begin(abCut *cut, const abVec3 v[3], abVec3 n) {
    cut->v = v;
    cut->n = n;
    cut->has_sides = cut->is_cut = false;
}

// Sets the frame in the plane, with its origin at o.
static void open(abCut *cut, abVec3 o) {
    abVec3 x = ab_unit(ab_sub(cut->v[1], cut->v[0]));
    cut->part = (abFlatPart){.o = o, .x = x, .y = ab_cross(cut->n, x)};
    for (int i = 0; i < 3; i++) {
        cut->corner[i] = flat_of(cut, cut->v[i]);
        cut->starts[i] = cut->ends[i] = cut->crossings[i] = 0;
    }
    for (int i = 0; i < 3; i++) {
        abFlat displacement = minus(cut->corner[(i + 1) % 3], cut->corner[i]);
        double length = sqrt(dot(displacement, displacement));
        cut->along[i] = (abFlat){displacement.s / length, displacement.t / length};
        cut->foot[i] = go(cut->corner[i], -dot(cut->along[i], cut->corner[i]), cut->along[i]);
    }
}

static void find_sides(abCut *cut) {
    for (int i = 0; i < 3; i++) {
        cut->inward[i] = ab_cross(cut->n, ab_sub(cut->v[(i + 1) % 3], cut->v[i]));
    }
    cut->has_sides = true;
}

// Cuts of the plane of T from p to q; false when they miss T.
static bool clip(abCut *cut, abVec3 p, abVec3 q, int triangle) {
    double enter = 0.0, leave = 1.0;
    int in = -1, out = -1;
    for (int i = 0; i < 3; i++) {
        double a = ab_dot(cut->inward[i], ab_sub(p, cut->v[i]));
        double b = ab_dot(cut->inward[i], ab_sub(q, cut->v[i]));
        if (a < 0.0 && b < 0.0) {
            return false;
        }
        if (a < 0.0 && a / (a - b) >= enter) {
            enter = a / (a - b), in = i;
        }
        if (b < 0.0 && a / (a - b) <= leave) {
            leave = a / (a - b), out = i;
        }
    }
    if (enter > leave) {
        return false;
    }
    abVec3 displacement = ab_sub(q, p);
    abVec3 start = in >= 0 ? ab_add_scaled(p, enter, displacement) : p;
    if (!cut->is_cut) {
        open(cut, start);
        cut->is_cut = true;
    }
    abFlat from = flat_of(cut, start);
    abFlat to = flat_of(cut, out >= 0 ? ab_add_scaled(p, leave, displacement) : q);
    add_triangle(cut, 0.5 * across(from, to), from, to);
    if (in >= 0) {
        add_outline(cut, -1, in, from, triangle);
    }
    if (out >= 0) {
        add_outline(cut, 1, out, to, triangle);
    }
    return true;
}

// Where an edge of the other mesh meets the plane: from its end in front to that behind.
static abVec3 on_edge(abVec3 front, double h_front, abVec3 behind, double h_behind) {
    return ab_add_scaled(front, h_front / (h_front - h_behind), ab_sub(behind, front));
}

bool ab_cut_by(abCut *cut, int triangle, const abVec3 u[3], const double h[3]) {
    int down = 0, up = 0;
    for (int i = 0; i < 3; i++) {
        int j = i < 2 ? i + 1 : 0;
        if (h[i] >= 0.0 && h[j] < 0.0) {
            down = i;
        } else if (h[i] < 0.0 && h[j] >= 0.0) {
            up = i;
        }
    }
    int below = (down + 1) % 3, above = (up + 1) % 3;
    abVec3 start = on_edge(u[down], h[down], u[below], h[below]);
    abVec3 end = on_edge(u[above], h[above], u[up], h[up]);
    if (!cut->has_sides) {
        find_sides(cut);
    }
    return clip(cut, start, end, triangle);
}

// ---- the outline ----

static double share_of(const abCut *cut) {
    double area = cut->part.m[0], whole = 0.0;
    for (int i = 0; i < 3; i++) {
        double lever = 0.5 * across(cut->corner[i], cut->along[i]);
        double before = lever * dot(cut->along[i], minus(cut->foot[i], cut->corner[i]));
        double behind = lever * dot(cut->along[i], minus(cut->corner[(i + 1) % 3], cut->foot[i]));
        area += cut->starts[i] * before + cut->ends[i] * behind;
        whole += before + behind;
    }
    return area / whole;
}

int ab_cut_base(const abCut *cut) {
    double share = share_of(cut);
    return share < -1e-6 && share > -1.0 + 1e-6 ? 1 : share > 1e-6 ? 0 : -1;
}

bool ab_cut_base_with(const abCut *cut, bool middle_is_in) {
    return share_of(cut) < -0.5 || middle_is_in;
}

void ab_cut_close(abCut *cut, bool base_is_in) {
    if (!cut->is_cut) {
        open(cut, cut->v[0]);
    }
    cut->base_is_in = base_is_in;
    for (int i = 0; i < 3; i++) {
        int before = cut->starts[i] + base_is_in, behind = cut->ends[i] + base_is_in;
        if (before != 0) {
            add_along(cut, before, i, cut->corner[i], cut->foot[i]);
        }
        if (behind != 0) {
            add_along(cut, behind, i, cut->foot[i], cut->corner[(i + 1) % 3]);
        }
    }
}

int ab_cut_corner(const abCut *cut, int i) {
    return cut->base_is_in + cut->starts[i];
}
