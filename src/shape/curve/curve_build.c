// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_build.c - from points to pieces and corners.

#include "shape/curve/curve_build.h"

#include "math/core/elementary.h"
#include "shape/curve/curve.h"
#include "shape/curve/curve_hull.h"
#include "shape/curve/curve_spline.h"
#include "shape/curve/curve_tree.h"

// Pieces turn by at most this, so that Newton steps from their middle converge           [rad]
#define TURN 0.25
// Pieces that meet at less than this join smoothly                                       [rad]
#define SMOOTH 1e-9

enum { CUTS_MAX = 64 }; // of one span of a spline

// ---- evaluation ----

abCurveAt ab_curve_at(const abCurvePart *part, double u) {
    const abVec2 *c = part->c;
    if (part->kind == AB_CURVE_ARC) {
        double a = part->angle + part->sweep * u, w = part->sweep;
        abVec2 r = ab_scale2(part->radius, ab_vec2(ab_cos(a), ab_sin(a)));
        return (abCurveAt){ab_add2(c[0], r), ab_vec2(-w * r.y, w * r.x), ab_scale2(-w * w, r)};
    }
    if (part->kind != AB_CURVE_CUBIC) {
        return (abCurveAt){c[0], {0.0, 0.0}, {0.0, 0.0}};
    }
    abCurveAt at;
    at.p.x = c[0].x + u * (c[1].x + u * (c[2].x + u * c[3].x));
    at.p.y = c[0].y + u * (c[1].y + u * (c[2].y + u * c[3].y));
    at.d.x = c[1].x + u * (2.0 * c[2].x + u * 3.0 * c[3].x);
    at.d.y = c[1].y + u * (2.0 * c[2].y + u * 3.0 * c[3].y);
    at.dd.x = 2.0 * c[2].x + u * 6.0 * c[3].x;
    at.dd.y = 2.0 * c[2].y + u * 6.0 * c[3].y;
    return at;
}

// ---- collecting parts ----

typedef struct Builder {
    abArena *arena;
    abCurve *curve;
    int capacity;
    bool failed;
} Builder;

static abCurvePart *add(Builder *b, abCurvePart part) {
    abCurve *curve = b->curve;
    if (curve->part_count == b->capacity) {
        int capacity = 2 * b->capacity + 64;
        abCurvePart *more = AB_ARENA_NEW(b->arena, abCurvePart, (size_t)capacity);
        if (more == NULL) {
            b->failed = true;
            return NULL;
        }
        for (int i = 0; i < curve->part_count; i++) {
            more[i] = curve->parts[i];
        }
        curve->parts = more;
        b->capacity = capacity;
    }
    curve->parts[curve->part_count] = part;
    return &curve->parts[curve->part_count++];
}

static void add_piece(Builder *b, abCurvePart part) {
    part.piece = b->curve->piece_count;
    ab_curve_hull_of_piece(&part);
    for (int side = 0; side < 2; side++) {
        abCurveAt end = ab_curve_at(&part, side);
        part.ends[side] = end.p;
        part.normals[side] = ab_right_of(end.d);
    }
    const abVec2 *c = part.c;
    part.is_straight = part.kind == AB_CURVE_CUBIC && c[2].x == 0.0 && c[2].y == 0.0 &&
                       c[3].x == 0.0 && c[3].y == 0.0;
    b->curve->piece_count += add(b, part) != NULL;
}

// The part of a cubic between two parameters, as a cubic of [0, 1].
static abCurvePart cut(const abVec2 c[4], double from, double to) {
    abCurvePart whole = {.kind = AB_CURVE_CUBIC, .c = {c[0], c[1], c[2], c[3]}};
    abCurveAt at = ab_curve_at(&whole, from);
    double w = to - from;
    return (abCurvePart){
        .kind = AB_CURVE_CUBIC,
        .c = {at.p, ab_scale2(w, at.d), ab_scale2(0.5 * w * w, at.dd), ab_scale2(w * w * w, c[3])}};
}

static double turn_of(const abVec2 c[4]) {
    abVec2 v[3];
    ab_curve_control_vectors(c, v);
    return fmax(ab_angle_between2(v[0], v[1]),
                fmax(ab_angle_between2(v[1], v[2]), ab_angle_between2(v[0], v[2])));
}

static void add_cubic(Builder *b, const abVec2 c[4]) {
    int cuts = 1;
    for (bool turns = true; turns && cuts < CUTS_MAX; cuts *= turns ? 2 : 1) {
        turns = false;
        for (int i = 0; i < cuts && !turns; i++) {
            turns = turn_of(cut(c, (double)i / cuts, (double)(i + 1) / cuts).c) > TURN;
        }
    }
    for (int i = 0; i < cuts; i++) {
        add_piece(b, cut(c, (double)i / cuts, (double)(i + 1) / cuts));
    }
}

static void add_line_or_arc(Builder *b, abVec2 p, abVec2 q, double bulge) {
    abVec2 displacement = ab_sub2(q, p);
    if (bulge == 0.0) {
        add_piece(b, (abCurvePart){.kind = AB_CURVE_CUBIC, .c = {p, displacement}});
        return;
    }
    // the centre is left of the chord's middle by (1 - b^2) / (4 b) chords
    double offset = (1.0 - bulge * bulge) / (4.0 * bulge), sweep = 4.0 * ab_atan2(bulge, 1.0);
    abVec2 center = ab_add2(ab_scale2(0.5, ab_add2(p, q)),
                            ab_scale2(offset, ab_vec2(-displacement.y, displacement.x)));
    double radius = ab_norm2d(displacement) * (1.0 + bulge * bulge) / (4.0 * fabs(bulge));
    double angle = ab_atan2(p.y - center.y, p.x - center.x);
    int cuts = (int)ceil(fabs(sweep) / TURN), arc = b->curve->piece_count;
    for (int i = 0; i < cuts; i++) {
        add_piece(b, (abCurvePart){.kind = AB_CURVE_ARC,
                                   .arc = arc,
                                   .c = {center},
                                   .radius = radius,
                                   .angle = angle + sweep * i / cuts,
                                   .sweep = sweep / cuts});
    }
}

static void add_corner(Builder *b, abCurvePartKind kind, abVec2 p, abVec2 middle, double half_angle,
                       int piece) {
    abCurvePart corner = {.kind = kind, .c = {p}, .piece = piece};
    corner.hull = ab_curve_hull_of_corner(p, middle, half_angle);
    add(b, corner);
}

// After the pieces: corners where neighbours turn to the left, and both ends of an open curve.
static void add_corners(Builder *b) {
    const abCurve *curve = b->curve;
    int n = curve->piece_count;
    if (curve->parts == NULL) {
        return;
    }
    for (int i = 0; i < n && !b->failed; i++) {
        if (!curve->is_closed && i == n - 1) {
            break;
        }
        abCurveAt end = ab_curve_at(&curve->parts[i], 1.0);
        abCurveAt start = ab_curve_at(&curve->parts[(i + 1) % n], 0.0);
        double turn = ab_atan2(ab_cross2(end.d, start.d), ab_dot2(end.d, start.d));
        if (turn > SMOOTH) {
            abVec2 n0 = ab_right_of(end.d), n1 = ab_right_of(start.d);
            add_corner(b, AB_CURVE_CORNER, start.p,
                       ab_unit_or2(ab_add2(n0, n1), ab_unit_or2(end.d, n0)), 0.5 * turn, i);
        }
    }
    for (int side = 0; side < 2 && !curve->is_closed && !b->failed; side++) {
        int i = side == 0 ? 0 : n - 1;
        abCurveAt at = ab_curve_at(&curve->parts[i], side);
        abVec2 normal = ab_right_of(at.d), beyond = ab_vec2(-normal.y, normal.x);
        beyond = side == 0 ? ab_scale2(-1.0, beyond) : beyond;
        add_corner(b, AB_CURVE_CORNER, at.p, ab_unit_or2(ab_add2(normal, beyond), normal),
                   0.25 * AB_PI, i);
        add_corner(b, AB_CURVE_END, at.p, beyond, 0.5 * AB_PI, i);
    }
}

// ---- building ----

static bool add_spline(Builder *b, const abVec3 *points, int count, bool is_closed) {
    int spans = is_closed ? count : count - 1;
    abVec2(*c)[4] = ab_arena_take(b->arena, (size_t)spans, sizeof *c);
    if (c == NULL || !ab_spline_fit(points, count, is_closed, c, b->arena)) {
        return false;
    }
    for (int i = 0; i < spans && !b->failed; i++) {
        add_cubic(b, c[i]);
    }
    return !b->failed;
}

// A spline from corner to corner; one all around where there is none.
static bool add_splines(Builder *b, const abPointList *list, int spans) {
    int n = list->count, first = 0;
    bool is_closed = b->curve->is_closed;
    while (first < n && list->points[first].z == 0.0) {
        first++;
    }
    if (first == n && is_closed) {
        return add_spline(b, list->points, n, true);
    }
    first = is_closed ? first : 0;
    abVec3 *run = AB_ARENA_NEW(b->arena, abVec3, (size_t)n + 1);
    if (run == NULL) {
        return false;
    }
    int count = 0;
    for (int i = 0; i <= spans; i++) {
        run[count++] = list->points[(first + i) % n];
        bool is_end = i > 0 && (i == spans || run[count - 1].z != 0.0);
        if (is_end && !add_spline(b, run, count, false)) {
            return false;
        }
        if (is_end) {
            run[0] = run[count - 1];
            count = 1;
        }
    }
    return true;
}

static bool add_pieces(Builder *b, const abPointList *list, abCurveKind kind) {
    abCurve *curve = b->curve;
    int n = list->count, spans = curve->is_closed ? n : n - 1;
    if (kind == AB_CURVE_LINES) {
        for (int i = 0; i < spans && !b->failed; i++) {
            abVec3 p = list->points[i], q = list->points[(i + 1) % n];
            add_line_or_arc(b, ab_vec2(p.x, p.y), ab_vec2(q.x, q.y), p.z);
        }
        return !b->failed;
    }
    return add_splines(b, list, spans);
}

static bool reverse(const abPointList *list, abPointList *out, abCurveKind kind, bool is_closed,
                    abArena *arena) {
    int n = list->count;
    out->count = n;
    out->points = AB_ARENA_NEW(arena, abVec3, (size_t)n);
    for (int i = 0; out->points != NULL && i < n; i++) {
        int bulge = is_closed ? (2 * n - 2 - i) % n : (n - 2 - i >= 0 ? n - 2 - i : 0);
        out->points[i] = list->points[n - 1 - i];
        if (kind == AB_CURVE_LINES) {
            out->points[i].z = -list->points[bulge].z;
        }
    }
    return out->points != NULL;
}

static abCurve *build(const abPointList *points, abCurveKind kind, bool is_closed, abArena *arena) {
    abCurve *curve = AB_ARENA_NEW(arena, abCurve, 1);
    if (curve == NULL) {
        return NULL;
    }
    *curve = (abCurve){.is_closed = is_closed, .wall = INFINITY};
    Builder builder = {.arena = arena, .curve = curve};
    return add_pieces(&builder, points, kind) ? curve : NULL;
}

abCurve *ab_curve_build(const abPointList *points, abCurveKind kind, bool is_closed, bool flip,
                        abArena *arena) {
    abCurve *curve = build(points, kind, is_closed, arena);
    if (curve != NULL && (is_closed ? (ab_curve_moments(curve).area < 0.0) != flip : flip)) {
        abPointList turned;
        curve = reverse(points, &turned, kind, is_closed, arena)
                    ? build(&turned, kind, is_closed, arena)
                    : NULL;
    }
    if (curve == NULL) {
        return NULL;
    }
    Builder builder = {.arena = arena, .curve = curve, .capacity = curve->part_count};
    add_corners(&builder);
    return !builder.failed && ab_curve_make_trees(curve, arena) ? curve : NULL;
}

// ---- moments ----

// Gauss-Legendre with 8 points: exact for the integrals of cubics below, of degree 11.
static const double s_nodes[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                  0.9602898564975363};
static const double s_weights[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                    0.1012285362903763};

void ab_curve_sum(const abCurvePart *part, double from, double to, abVec2 origin,
                  abCurveSums *sums) {
    double span = to - from;
    for (int k = 0; k < 8; k++) {
        double u = from + span * (0.5 + (k < 4 ? 0.5 : -0.5) * s_nodes[k % 4]);
        double w = 0.5 * span * s_weights[k % 4];
        abCurveAt at = ab_curve_at(part, u);
        double x = at.p.x - origin.x, y = at.p.y - origin.y, dx = w * at.d.x, dy = w * at.d.y;
        sums->area += 0.5 * (x * dy - y * dx);
        sums->x += 0.5 * x * x * dy;
        sums->y -= 0.5 * y * y * dx;
        sums->xx += x * x * x * dy / 3.0;
        sums->yy -= y * y * y * dx / 3.0;
        sums->xy += 0.5 * x * x * y * dy;
    }
}

static abCurveSums sums_about(const void *of, abVec2 origin) {
    const abCurve *curve = of;
    abCurveSums sums = {0};
    for (int i = 0; i < curve->piece_count; i++) {
        ab_curve_sum(&curve->parts[i], 0.0, 1.0, origin, &sums);
    }
    return sums;
}

abCurveMoments ab_moments_of_sums(abCurveSums (*sums)(const void *of, abVec2 origin),
                                  const void *of, abVec2 start) {
    abCurveSums first = sums(of, start);
    if (first.area == 0.0) {
        return (abCurveMoments){.center = start};
    }
    abVec2 center = {start.x + first.x / first.area, start.y + first.y / first.area};
    abCurveSums s = sums(of, center);
    return (abCurveMoments){first.area, center, s.xx, s.yy, s.xy};
}

abCurveMoments ab_curve_moments(const abCurve *curve) {
    abVec2 start = curve->piece_count > 0 ? ab_curve_at(&curve->parts[0], 0.0).p : ab_vec2(0, 0);
    return ab_moments_of_sums(sums_about, curve, start);
}

abMassProperties ab_plate_mass(const abCurveMoments *m, double depth, double thickness) {
    double across = m->area * depth * thickness * thickness / 12.0;
    return (abMassProperties){
        .mass = m->area * depth,
        .center = ab_vec3(m->center.x, m->center.y, 0.0),
        .inertia = {{{depth * m->yy + across, -depth * m->xy, 0.0},
                     {-depth * m->xy, depth * m->xx + across, 0.0},
                     {0.0, 0.0, depth * (m->xx + m->yy)}}},
    };
}
