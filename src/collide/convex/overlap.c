// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// overlap.c - the middle of the common part of two flat outlines, seen along a normal.
//
// An edge or face that lies flat on another touches everywhere on the common part; the one point we
// report is its middle, so that it does not depend on rounding. Outlines are convex: one outline is
// cut by the edges of the other (Sutherland and Hodgman), then the centroid is taken.
//
// Limits  corner counts up to AB_FEATURE_MAX each.

#include "collide/convex/overlap.h"

#include "math/core/vector_math.h"
#include "shape/core/shape.h"

enum { CORNERS_MAX = 2 * AB_FEATURE_MAX + 2 };
#define SLACK 1e-12 // of the size: outlines that touch within this overlap

typedef struct Point2 {
    double x, y;
} Point2;

typedef struct Outline {
    int count;
    Point2 corner[CORNERS_MAX];
} Outline;

static void project(const abVec3 *corners, int count, abVec3 origin, abVec3 u1, abVec3 u2,
                    Outline *out) {
    out->count = count;
    for (int i = 0; i < count; i++) {
        abVec3 p = ab_sub(corners[i], origin);
        out->corner[i] = (Point2){ab_dot(u1, p), ab_dot(u2, p)};
    }
}

static double cross2(Point2 a, Point2 b, Point2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double signed_area(const Outline *o) {
    double sum = 0.0;
    for (int i = 1; i + 1 < o->count; i++) {
        sum += cross2(o->corner[0], o->corner[i], o->corner[i + 1]);
    }
    return 0.5 * sum;
}

// Keeps what lies left of the line from a to b, with slack.
static void cut(const Outline *in, Point2 a, Point2 b, double slack, Outline *out) {
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    out->count = 0;
    if (length == 0.0) {
        *out = *in;
        return;
    }
    for (int i = 0; i < in->count && out->count < CORNERS_MAX - 2; i++) {
        Point2 p = in->corner[i], q = in->corner[(i + 1) % in->count];
        double hp = cross2(a, b, p) / length, hq = cross2(a, b, q) / length;
        bool p_stays = hp >= -slack, q_stays = hq >= -slack;
        if (p_stays) {
            out->corner[out->count++] = p;
        }
        bool is_second_way = in->count == 2 && i == 1; // a segment has one side, not two
        if (p_stays != q_stays && !is_second_way) {
            double t = fmin(fmax(hp / (hp - hq), 0.0), 1.0);
            out->corner[out->count++] = (Point2){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        }
    }
}

static Point2 middle(const Outline *o, double size) {
    double area = signed_area(o);
    Point2 first = o->corner[0], sum = {0.0, 0.0};
    if (fabs(area) > SLACK * size * size) {
        for (int i = 1; i + 1 < o->count; i++) {
            double part = 0.5 * cross2(first, o->corner[i], o->corner[i + 1]);
            sum.x += part * ((o->corner[i].x - first.x) + (o->corner[i + 1].x - first.x)) / 3.0;
            sum.y += part * ((o->corner[i].y - first.y) + (o->corner[i + 1].y - first.y)) / 3.0;
        }
        return (Point2){first.x + sum.x / area, first.y + sum.y / area};
    }
    // a sliver: the middle of its two corners farthest apart
    double best = -1.0;
    for (int i = 0; i < o->count; i++) {
        for (int j = i; j < o->count; j++) {
            Point2 p = o->corner[i], q = o->corner[j];
            double d = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
            if (d > best) {
                best = d;
                sum = (Point2){0.5 * (p.x + q.x), 0.5 * (p.y + q.y)};
            }
        }
    }
    return sum;
}

// Two segments: the middle of the common stretch when parallel and in line, else false.
static bool segments(const Outline *P, const Outline *Q, double size, Point2 *center) {
    Point2 a = P->corner[0], b = P->corner[1], c = Q->corner[0], d = Q->corner[1];
    double ex = b.x - a.x, ey = b.y - a.y, fx = d.x - c.x, fy = d.y - c.y;
    double ee = ex * ex + ey * ey, ff = fx * fx + fy * fy;
    double rotation = ex * fy - ey * fx;
    if (ee == 0.0 || ff == 0.0 ||
        rotation * rotation > 4.0 * AB_FLAT_ANGLE * AB_FLAT_ANGLE * ee * ff) {
        return false;
    }
    if (fabs(cross2(a, b, c)) > 4.0 * AB_FLAT_ANGLE * size * sqrt(ee)) {
        return false;
    }
    double s = ((c.x - a.x) * ex + (c.y - a.y) * ey) / ee;
    double t = ((d.x - a.x) * ex + (d.y - a.y) * ey) / ee;
    double low = fmax(0.0, fmin(s, t)), high = fmin(1.0, fmax(s, t)), m = 0.5 * (low + high);
    *center = (Point2){a.x + m * ex, a.y + m * ey};
    return low <= high;
}

bool ab_overlap_center(const abVec3 *P, int n_P, const abVec3 *Q, int n_Q, abVec3 n, double size,
                       abVec3 *center) {
    abVec3 u1 = ab_perpendicular(n), u2 = ab_cross(n, u1), origin = P[0];
    Outline clip, rest, next;
    bool is_swapped = n_P < 3 || (n_Q >= 3 && n_Q < n_P); // few cuts
    project(is_swapped ? Q : P, is_swapped ? n_Q : n_P, origin, u1, u2, &clip);
    project(is_swapped ? P : Q, is_swapped ? n_P : n_Q, origin, u1, u2, &rest);
    Point2 m;
    if (clip.count == 2 && rest.count == 2) {
        if (!segments(&clip, &rest, size, &m)) {
            return false;
        }
    } else {
        if (clip.count < 3) {
            return false;
        }
        double rotation = signed_area(&clip) < 0.0 ? -1.0 : 1.0;
        for (int i = 0; i < clip.count && rest.count > 0; i++) {
            Point2 a = clip.corner[i], b = clip.corner[(i + 1) % clip.count];
            cut(&rest, rotation > 0.0 ? a : b, rotation > 0.0 ? b : a, SLACK * size, &next);
            rest = next;
        }
        if (rest.count == 0) {
            return false;
        }
        m = middle(&rest, size);
    }
    *center = ab_add_scaled(ab_add_scaled(origin, m.x, u1), m.y, u2);
    return true;
}

abVec3 ab_outline_center(const abVec3 *P, int n_P, abVec3 n, double size) {
    if (n_P <= 2) {
        return n_P == 2 ? ab_scale(0.5, ab_add(P[0], P[1])) : P[0];
    }
    abVec3 u1 = ab_perpendicular(n), u2 = ab_cross(n, u1);
    Outline outline;
    project(P, n_P, P[0], u1, u2, &outline);
    Point2 m = middle(&outline, size);
    return ab_add_scaled(ab_add_scaled(P[0], m.x, u1), m.y, u2);
}
