// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_hull.c - the convex outline of a region's contours in its plane, with as few corners as a
// spacing allows.
//
// Corners nearer to each other than the spacing are joined, the nearest first, where their weights
// balance. So the weights and their centre are those of all corners whatever the spacing: what is
// shared by them does not jump as corners come and go.
//
// Source  the hull: A. M. Andrew, Information Processing Letters 9 (1979) 216-219.

#include "collide/region/contour_hull.h"

#include "base/array.h"
#include "base/sort.h"
#include "collide/region/contour_plane.h"
#include "math/core/elementary.h"

void ab_contour_hull_done(abContours *contours) {
    AB_ARRAY_FREE(contours->allocator, contours->flat, contours->flat_capacity);
}

// A direction in which the sides of few bodies lie, cosine and sine of 0.4 rad: the hull begins with
// the corner that is the first along it, and so do the names of the corners. Of two that are as far,
// rounding would tell.
static const double s_along[2] = {0.92106099400288508, 0.38941834230865052};

static int by_place(const void *a, const void *b) {
    const abHullCorner *p = a, *q = b;
    double u = s_along[0] * p->x + s_along[1] * p->y, v = s_along[0] * q->x + s_along[1] * q->y;
    double across_u = s_along[0] * p->y - s_along[1] * p->x;
    double across_v = s_along[0] * q->y - s_along[1] * q->x;
    return u != v ? (u < v ? -1 : 1) : across_u != across_v ? (across_u < across_v ? -1 : 1) : 0;
}

// Twice the area of a triangle, > 0 when it turns left.
static double turn_of(const abHullCorner *a, const abHullCorner *b, const abHullCorner *c) {
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

// The points of the region in the plane, about its middle. Returns how many; 0 for want of memory.
static size_t take_points(abContours *c, int r, const abVec3 axis[2]) {
    size_t count = 0;
    // the hull is built behind them
    if (!AB_ARRAY_RESERVE(c->allocator, c->flat, c->flat_capacity, 3 * c->point_count + 2)) {
        return 0;
    }
    for (size_t k = 0; k < c->loop_count; k++) {
        const abContour *loop = &c->loops[k];
        for (int i = 0; i < loop->count && loop->region == r; i++) {
            abVec3 p = ab_sub(c->points[loop->first + i], c->regions[r].middle_W);
            c->flat[count++] = (abHullCorner){.x = ab_dot(p, axis[0]), .y = ab_dot(p, axis[1])};
        }
    }
    return count;
}

static double displacement_of(const abHullCorner *a, const abHullCorner *b) {
    return sqrt((b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y));
}

// Whether b is a corner between a and c: the outline turns by more than rounding makes it.
static bool is_corner(const abHullCorner *a, const abHullCorner *b, const abHullCorner *c) {
    return turn_of(a, b, c) > 1e-9 * displacement_of(a, b) * displacement_of(b, c);
}

static void add_corner(abHullCorner *hull, size_t first, size_t *count, const abHullCorner *p) {
    while (*count >= first + 2 && !(turn_of(&hull[*count - 2], &hull[*count - 1], p) > 0.0)) {
        --*count;
    }
    hull[(*count)++] = *p;
}

// Of sorted points, anticlockwise.
static size_t build(const abHullCorner *points, size_t count, abHullCorner *hull) {
    size_t corners = 0;
    for (size_t i = 0; i < count; i++) {
        add_corner(hull, 0, &corners, &points[i]);
    }
    size_t upper = corners - 1;
    for (size_t i = count - 1; i-- > 0;) {
        add_corner(hull, upper, &corners, &points[i]);
    }
    return corners > 1 ? corners - 1 : corners; // the last is the first
}

static size_t drop(abHullCorner *hull, size_t count, size_t at) {
    for (size_t i = at; i + 1 < count; i++) {
        hull[i] = hull[i + 1];
    }
    return count - 1;
}

static size_t drop_straight(abHullCorner *hull, size_t count) {
    for (size_t i = 0; i < count && count > 2;) {
        const abHullCorner *before = &hull[(i + count - 1) % count];
        if (is_corner(before, &hull[i], &hull[(i + 1) % count])) {
            i++;
        } else {
            count = drop(hull, count, i);
        }
    }
    return count;
}

// The side from this corner to the next.
static size_t shortest_side(const abHullCorner *hull, size_t count, double *minimum) {
    size_t first = 0;
    *minimum = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double displacement = displacement_of(&hull[i], &hull[(i + 1) % count]);
        if (displacement < *minimum) {
            *minimum = displacement;
            first = i;
        }
    }
    return first;
}

size_t ab_contour_thin(abHullCorner *hull, size_t count, double spacing, size_t maximum) {
    while (count > 1) {
        double minimum;
        size_t first = shortest_side(hull, count, &minimum);
        if (count <= maximum && !(minimum < spacing)) {
            break;
        }
        abHullCorner *p = &hull[first];
        const abHullCorner *q = &hull[(first + 1) % count];
        double whole = p->weight + q->weight, share = whole > 0.0 ? q->weight / whole : 0.5;
        *p = (abHullCorner){.x = p->x + share * (q->x - p->x),
                            .y = p->y + share * (q->y - p->y),
                            .rotation = p->rotation + q->rotation,
                            .weight = whole};
        count = drop(hull, count, (first + 1) % count);
    }
    return count;
}

// By which the outline turns at corner i.
static double angle_at(const abHullCorner *hull, size_t count, size_t i) {
    if (count <= 2) {
        return count == 1 ? 2.0 * AB_PI : AB_PI;
    }
    const abHullCorner *a = &hull[(i + count - 1) % count], *b = &hull[i];
    const abHullCorner *c = &hull[(i + 1) % count];
    double along = (b->x - a->x) * (c->x - b->x) + (b->y - a->y) * (c->y - b->y);
    return fmax(0.0, ab_atan2(turn_of(a, b, c), along));
}

size_t ab_contour_hull(abContours *contours, int region, abHullCorner **corners) {
    abVec3 axis[2];
    ab_contour_axes(contours->regions[region].n_AB_W, axis);
    size_t count = take_points(contours, region, axis);
    if (count == 0) {
        return 0;
    }
    abHullCorner *points = contours->flat, *hull = points + count;
    ab_sort(points, count, sizeof *points, by_place);
    size_t left = build(points, count, hull);
    double size = displacement_of(&points[0], &points[count - 1]);
    left = ab_contour_thin(hull, left, 1e-9 * size, left); // what rounding tells apart
    left = drop_straight(hull, left);
    for (size_t i = 0; i < left; i++) {
        hull[i].rotation = angle_at(hull, left, i);
    }
    *corners = hull;
    return left;
}
