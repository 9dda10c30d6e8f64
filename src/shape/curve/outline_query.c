// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_query.c - what an outline alone answers: the nearest point, the farthest point in a
// direction, the moments of its area, whether it crosses itself.

#include "shape/curve/outline_query.h"

#include "math/core/elementary.h"
#include "shape/curve/curve_build.h"
#include "shape/curve/outline.h"

// ---- the nearest point ----

static abVec2 foot_on_straight(const abEdge *edge, abVec2 q) {
    double s = ab_dot2(ab_sub2(q, edge->p), edge->t);
    if (!edge->is_endless && (s <= 0.0 || s >= edge->extent)) {
        return s <= 0.0 ? edge->p : edge->q;
    }
    return ab_add2(edge->p, ab_scale2(s, edge->t));
}

static abVec2 foot_on_arc(const abEdge *edge, abVec2 q) {
    abVec2 displacement = ab_sub2(q, edge->center);
    double distance = ab_norm2d(displacement);
    abVec2 u = distance > 0.0 ? ab_scale2(1.0 / distance, displacement) : edge->t;
    if (ab_arc_holds(edge, u)) {
        return ab_add2(edge->center, ab_scale2(edge->radius, u));
    }
    double to_p = ab_norm2d(ab_sub2(q, edge->p)), to_q = ab_norm2d(ab_sub2(q, edge->q));
    return to_p <= to_q ? edge->p : edge->q;
}

static double gap_to(const abCircle2 *hull, abVec2 q) {
    return ab_norm2d(ab_sub2(hull->center, q)) - hull->radius;
}

// The nearer half first; of edges equally near the first. `gap`: to the circle of the node.
static void look(const abOutline2 *o, int index, double gap, abVec2 q, abNearest2 *best) {
    const abCircleNode *node = &o->nodes[index];
    if (gap > best->distance) {
        return;
    }
    if (node->right >= 0) {
        double left = gap_to(&o->nodes[node->left].hull, q);
        double right = gap_to(&o->nodes[node->right].hull, q);
        bool left_first = left <= right;
        look(o, left_first ? node->left : node->right, fmin(left, right), q, best);
        look(o, left_first ? node->right : node->left, fmax(left, right), q, best);
        return;
    }
    const abEdge *edge = &o->edges[node->left];
    if (edge->is_inert) {
        return;
    }
    abVec2 p = edge->bend == AB_BEND_NONE ? foot_on_straight(edge, q) : foot_on_arc(edge, q);
    double distance = ab_norm2d(ab_sub2(q, p));
    if (distance < best->distance || (distance == best->distance && node->left < best->edge)) {
        *best = (abNearest2){distance, p, {0.0, 0.0}, node->left};
    }
}

// The vertex at a point of an edge; NULL between its ends.
static const abVertex *vertex_at(const abOutline2 *o, int edge, abVec2 p) {
    const abEdge *e = &o->edges[edge];
    bool at_p = ab_same2(p, e->p), at_q = ab_same2(p, e->q);
    return e->is_endless || (!at_p && !at_q) ? NULL : &o->vertices[at_q ? edge : e->vertex];
}

abNearest2 ab_outline_nearest(const abOutline2 *o, abVec2 q) {
    abNearest2 found = {.distance = INFINITY, .edge = -1};
    look(o, 0, -INFINITY, q, &found);
    if (found.edge < 0) {
        return found; // not a number asked for it
    }
    const abVertex *v = vertex_at(o, found.edge, found.p);
    // at a vertex the sum of both normals tells inside from outside
    abVec2 n = v != NULL ? ab_add2(v->before, v->after)
                         : ab_edge_normal_at(&o->edges[found.edge], found.p);
    double length = ab_norm2d(n);
    found.n = length > 0.0 ? ab_scale2(1.0 / length, n) : ab_vec2(1.0, 0.0);
    bool is_end = v != NULL && o->edges[found.edge].is_walled; // beside a wall
    if (!is_end && ab_dot2(ab_sub2(q, found.p), found.n) < 0.0) {
        found.distance = -found.distance;
    }
    return found;
}

// ---- the farthest point ----

typedef struct Farthest {
    abVec2 d;
    double length; // of d
    double best;   // d . p
    int edge;
    abVec2 p;
} Farthest;

static double farthest_within(const abCircleNode *node, const Farthest *f) {
    return ab_dot2(node->hull.center, f->d) + f->length * node->hull.radius;
}

// First the half that may be farther; of places equally far that of the first edge. `most`: what the
// circle of the node lets there be.
static void farthest(const abOutline2 *o, int index, double most, Farthest *f) {
    const abCircleNode *node = &o->nodes[index];
    if (most < f->best) {
        return;
    }
    if (node->right >= 0) {
        double left = farthest_within(&o->nodes[node->left], f);
        double right = farthest_within(&o->nodes[node->right], f);
        bool left_first = left >= right;
        farthest(o, left_first ? node->left : node->right, fmax(left, right), f);
        farthest(o, left_first ? node->right : node->left, fmin(left, right), f);
        return;
    }
    const abEdge *edge = &o->edges[node->left];
    abVec2 p = edge->p;
    if (edge->bend == AB_BEND_CONVEX && f->length > 0.0) {
        abVec2 u = ab_scale2(1.0 / f->length, f->d);
        p = ab_arc_holds(edge, u) ? ab_add2(edge->center, ab_scale2(edge->radius, u)) : p;
    }
    double along = ab_dot2(p, f->d);
    if (along > f->best || (along == f->best && node->left < f->edge)) {
        f->best = along;
        f->edge = node->left;
        f->p = p;
    }
}

abVec2 ab_outline_support(const abOutline2 *o, abVec2 d) {
    Farthest f = {.d = d, .length = ab_norm2d(d), .best = -INFINITY, .p = o->edges[0].p};
    farthest(o, 0, INFINITY, &f);
    return f.p;
}

// ---- moments ----

// Pieces of an arc short enough for the sums of curves to be exact to rounding.
static void sum_of_edge(const abEdge *edge, abVec2 origin, abCurveSums *sums) {
    if (edge->bend == AB_BEND_NONE) {
        abCurvePart line = {.kind = AB_CURVE_CUBIC, .c = {edge->p, ab_sub2(edge->q, edge->p)}};
        ab_curve_sum(&line, 0.0, 1.0, origin, sums);
        return;
    }
    abVec2 from = ab_sub2(edge->p, edge->center);
    abCurvePart arc = {.kind = AB_CURVE_ARC,
                       .c = {edge->center},
                       .radius = edge->radius,
                       .angle = ab_atan2(from.y, from.x),
                       .sweep = edge->sweep};
    int pieces = (int)ceil(fabs(edge->sweep) / 0.5);
    for (int i = 0; i < pieces; i++) {
        ab_curve_sum(&arc, (double)i / pieces, (double)(i + 1) / pieces, origin, sums);
    }
}

static abCurveSums sums_about(const void *of, abVec2 origin) {
    const abOutline2 *o = of;
    abCurveSums sums = {0};
    for (int i = 0; i < o->count; i++) {
        sum_of_edge(&o->edges[i], origin, &sums);
    }
    return sums;
}

abCurveMoments ab_outline_moments(const abOutline2 *o) {
    abVec2 start = o->count > 0 ? o->edges[0].p : ab_vec2(0.0, 0.0);
    return ab_moments_of_sums(sums_about, o, start);
}

// ---- crossing itself ----

typedef struct Meets {
    abVec2 at[2];
    int count;
} Meets;

static bool is_on(const abEdge *edge, abVec2 p) {
    if (edge->bend == AB_BEND_NONE) {
        double s = ab_dot2(ab_sub2(p, edge->p), edge->t);
        return s > 1e-9 * edge->extent && s < (1.0 - 1e-9) * edge->extent;
    }
    abVec2 u = ab_scale2(1.0 / edge->radius, ab_sub2(p, edge->center));
    return ab_dot2(edge->t, u) > edge->extent + 1e-9;
}

static Meets two_lines(const abEdge *a, const abEdge *b) {
    double det = ab_cross2(a->t, b->t);
    Meets out = {.count = 0};
    if (fabs(det) > 1e-12) {
        double s = ab_cross2(ab_sub2(b->p, a->p), b->t) / det;
        out.at[out.count++] = ab_add2(a->p, ab_scale2(s, a->t));
    }
    return out;
}

// A line through `p` along the unit vector `t` with a circle.
static Meets line_and_circle(abVec2 p, abVec2 t, const abEdge *arc) {
    abVec2 displacement = ab_sub2(arc->center, p);
    double along = ab_dot2(displacement, t), off = ab_cross2(t, displacement);
    double square = (arc->radius - off) * (arc->radius + off);
    Meets out = {.count = 0};
    if (square > 1e-12 * arc->radius * arc->radius) { // a graze does not cross
        double half = sqrt(square);
        out.at[out.count++] = ab_add2(p, ab_scale2(along - half, t));
        out.at[out.count++] = ab_add2(p, ab_scale2(along + half, t));
    }
    return out;
}

// Two circles meet on the line of equal power.
static Meets two_circles(const abEdge *a, const abEdge *b) {
    abVec2 displacement = ab_sub2(b->center, a->center);
    double d = ab_norm2d(displacement);
    if (!(d > 1e-12 * (a->radius + b->radius))) {
        return (Meets){.count = 0};
    }
    double to_line = 0.5 * (d + (a->radius - b->radius) * (a->radius + b->radius) / d);
    abVec2 u = ab_scale2(1.0 / d, displacement), foot = ab_add2(a->center, ab_scale2(to_line, u));
    return line_and_circle(foot, ab_vec2(-u.y, u.x), a);
}

bool ab_edges_cross(const abEdge *a, const abEdge *b) {
    bool flat_a = a->bend == AB_BEND_NONE, flat_b = b->bend == AB_BEND_NONE;
    Meets meets = flat_a && flat_b ? two_lines(a, b)
                  : flat_a         ? line_and_circle(a->p, a->t, b)
                  : flat_b         ? line_and_circle(b->p, b->t, a)
                                   : two_circles(a, b);
    for (int i = 0; i < meets.count; i++) {
        if (is_on(a, meets.at[i]) && is_on(b, meets.at[i])) {
            return true;
        }
    }
    return false;
}

static bool hulls_meet(const abCircle2 *a, const abCircle2 *b) {
    return ab_norm2d(ab_sub2(a->center, b->center)) <= a->radius + b->radius;
}

static bool crossing_with(const abOutline2 *o, int index, int edge, int *other) {
    const abCircleNode *node = &o->nodes[index];
    if (!hulls_meet(&node->hull, &o->edges[edge].hull)) {
        return false;
    }
    if (node->right >= 0) {
        return crossing_with(o, node->left, edge, other) ||
               crossing_with(o, node->right, edge, other);
    }
    *other = node->left;
    return node->left > edge && ab_edges_cross(&o->edges[edge], &o->edges[node->left]);
}

bool ab_outline_crosses_itself(const abOutline2 *o, int *first, int *second) {
    for (int i = 0; i < o->count; i++) {
        if (crossing_with(o, 0, i, second)) {
            *first = i;
            return true;
        }
    }
    return false;
}
