// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// ray.c - where a ray first hits a shape.
//
// Sharp solids in closed form: a ray is within a convex solid for a span of t, cut down by one face
// after the other, each a plane (linear in t) or a quadric (one square root). A capsule and a beam
// are unions of such solids; a tube is what its bore leaves of a span; a torus is the first root of
// a quartic, refined on the signed distance. A tube with rounded edges is the union of two sharp
// tubes and of four tori.
//
// Convex solids with rounded edges: the signed distance along the ray is convex in t, so Newton's
// method on it from the left never passes the root, and a slope that is not negative outside means
// that the ray goes by.
//
// All is computed from the point of the ray nearest to the shape's centre, so that a far origin
// costs no digits.

#include "collide/pairs/ray.h"

#include <float.h>

#include "collide/broad/proximity.h"
#include "collide/pairs/closest_point.h"
#include "math/core/polynomial.h"
#include "math/core/vector_math.h"
#include "shape/core/axial.h"
#include "shape/kinds/hull.h"

typedef struct Ray {
    abVec3 o, d; // o + t d, |d| = 1
} Ray;

// The part of the ray that is inside what has been cut so far, with the normal where it enters.
typedef struct Span {
    double enter, leave;
    abVec3 n;
} Span;

static const Span s_whole = {-INFINITY, INFINITY, {0.0, 0.0, 0.0}};
static const Span s_nothing = {INFINITY, -INFINITY, {0.0, 0.0, 0.0}};

static bool is_empty(Span span) {
    return !(span.enter <= span.leave);
}

static void begin_at(Span *span, double t, abVec3 n) {
    if (t > span->enter) {
        span->enter = t;
        span->n = n;
    }
}

// Inside where n . x <= offset.
static void cut_plane(Span *span, const Ray *ray, abVec3 n, double offset) {
    double height = ab_dot(n, ray->o) - offset, slope = ab_dot(n, ray->d);
    if (slope < 0.0) {
        begin_at(span, -height / slope, n);
    } else if (slope > 0.0) {
        span->leave = fmin(span->leave, -height / slope);
    } else if (height > 0.0) {
        *span = s_nothing;
    }
}

// -half <= u <= half along a unit axis, or from low to high.
static void cut_slab(Span *span, const Ray *ray, abVec3 axis, double low, double high) {
    cut_plane(span, ray, axis, high);
    cut_plane(span, ray, ab_neg(axis), -low);
}

// Both roots of a t^2 + 2 b t + c, a > 0, without cancellation; false when there are none.
static bool roots(double a, double b, double c, double *low, double *high) {
    double square = b * b - a * c;
    if (square < 0.0) {
        return false;
    }
    double q = b > 0.0 ? -b - sqrt(square) : -b + sqrt(square);
    double first = q / a, second = q != 0.0 ? c / q : 0.0;
    *low = fmin(first, second);
    *high = fmax(first, second);
    return true;
}

static Span cut_ball(const Ray *ray, abVec3 center, double r) {
    abVec3 o = ab_sub(ray->o, center);
    Span span = s_nothing;
    if (roots(1.0, ab_dot(o, ray->d), ab_norm2(o) - r * r, &span.enter, &span.leave)) {
        span.n = ab_unit(ab_add_scaled(o, span.enter, ray->d));
    }
    return span;
}

// The part across a unit axis.
// The infinite cylinder of radius r about the axis through a point.
static Span cut_barrel(const Ray *ray, abVec3 point, abVec3 axis, double r) {
    abVec3 o = ab_across(ab_sub(ray->o, point), axis), d = ab_across(ray->d, axis);
    double a = ab_norm2(d), c = ab_norm2(o) - r * r;
    if (a <= DBL_EPSILON * DBL_EPSILON) { // along the axis
        return c <= 0.0 ? s_whole : s_nothing;
    }
    Span span = s_nothing;
    if (roots(a, ab_dot(o, d), c, &span.enter, &span.leave)) {
        span.n = ab_unit(ab_add_scaled(o, span.enter, d));
    }
    return span;
}

static Span both(Span a, Span b) {
    Span span = a;
    begin_at(&span, b.enter, b.n);
    span.leave = fmin(a.leave, b.leave);
    return span;
}

// The first of two spans that the ray, from t = start on, meets.
static Span earlier(Span a, Span b, double start) {
    bool has_a = !is_empty(a) && a.leave >= start, has_b = !is_empty(b) && b.leave >= start;
    return !has_a ? b : !has_b || a.enter <= b.enter ? a : b;
}

static abVec3 axis_of(const abShape *shape) {
    return from_axial(shape, 1.0, 0.0, 0.0);
}

static const abVec3 s_origin = {0.0, 0.0, 0.0};

// ---- the shapes ----

static Span span_of_plane(const abShape *shape, const Ray *ray, double start) {
    (void)start;
    Span span = s_whole;
    cut_plane(&span, ray, (abVec3){shape->size[0], shape->size[1], shape->size[2]}, 0.0);
    return span;
}

static Span span_of_sphere(const abShape *shape, const Ray *ray, double start) {
    (void)start;
    return cut_ball(ray, s_origin, shape->radius);
}

// Squeezed to a unit ball; t stays the same.
static Span span_of_ellipsoid(const abShape *shape, const Ray *ray, double start) {
    (void)start;
    const double *a = shape->size;
    abVec3 o = {ray->o.x / a[0], ray->o.y / a[1], ray->o.z / a[2]};
    abVec3 d = {ray->d.x / a[0], ray->d.y / a[1], ray->d.z / a[2]};
    Span span = s_nothing;
    if (roots(ab_norm2(d), ab_dot(o, d), ab_norm2(o) - 1.0, &span.enter, &span.leave)) {
        abVec3 q = ab_add_scaled(o, span.enter, d);
        span.n = ab_unit((abVec3){q.x / a[0], q.y / a[1], q.z / a[2]});
    }
    return span;
}

static Span span_of_rod(const Ray *ray, abVec3 center, abVec3 axis, double half, double r) {
    Span span = cut_barrel(ray, center, axis, r);
    double middle = ab_dot(center, axis);
    cut_slab(&span, ray, axis, middle - half, middle + half);
    return span;
}

static Span span_of_capsule(const abShape *shape, const Ray *ray, double start) {
    abVec3 axis = axis_of(shape), end = ab_scale(shape->size[0], axis);
    Span rod = span_of_rod(ray, s_origin, axis, shape->size[0], shape->radius);
    Span ends = earlier(cut_ball(ray, end, shape->radius),
                        cut_ball(ray, ab_neg(end), shape->radius), start);
    return earlier(rod, ends, start);
}

static Span span_of_box(const abShape *shape, const Ray *ray, double start) {
    (void)start;
    Span span = s_whole;
    for (int i = 0; i < 3; i++) {
        abVec3 axis = {i == 0, i == 1, i == 2};
        cut_slab(&span, ray, axis, -shape->size[i], shape->size[i]);
    }
    return span;
}

// A bar and the rods at its ends.
static Span span_of_beam(const abShape *shape, const Ray *ray, double start) {
    double h = shape->size[0], r = shape->size[1], t = shape->size[2];
    abVec3 along = axis_of(shape), upright = from_axial(shape, 0.0, 0.0, 1.0);
    Span bar = s_whole;
    cut_slab(&bar, ray, along, -h, h);
    cut_slab(&bar, ray, from_axial(shape, 0.0, 1.0, 0.0), -r, r);
    cut_slab(&bar, ray, upright, -t, t);
    Span ends = earlier(span_of_rod(ray, ab_scale(h, along), upright, t, r),
                        span_of_rod(ray, ab_scale(-h, along), upright, t, r), start);
    return earlier(bar, ends, start);
}

static Span span_of_cylinder(const abShape *shape, const Ray *ray, double start) {
    (void)start;
    return span_of_rod(ray, s_origin, axis_of(shape), shape->size[0], shape->size[1]);
}

// Within the slab of a frustum its mantle is  r^2 <= w^2  with w >= 0 its radius at that height.
// The square may open downwards (a ray steeper than the mantle): then one side of the roots counts.
static Span span_of_cone(const abShape *shape, const Ray *ray, double start) {
    (void)start;
    double low = shape->size[0], R = shape->size[1], high = shape->size[2], T = shape->size[3];
    double taper = (R - T) / (high - low);
    abVec3 axis = axis_of(shape), o = ab_across(ray->o, axis), d = ab_across(ray->d, axis);
    double w = R - taper * (ab_dot(ray->o, axis) - low), s = -taper * ab_dot(ray->d, axis);
    double a = ab_norm2(d) - s * s, b = ab_dot(o, d) - w * s, c = ab_norm2(o) - w * w;
    Span span = s_whole, mantle = s_whole;
    cut_slab(&span, ray, axis, low, high);
    if (is_empty(span)) {
        return span;
    }
    double first, second;
    if (a > DBL_EPSILON) {
        mantle = s_nothing;
        if (roots(a, b, c, &first, &second)) {
            mantle.enter = first;
            mantle.leave = second;
        }
    } else if (a < -DBL_EPSILON && roots(-a, -b, -c, &first, &second)) {
        // the nappe is at the side of the roots where w >= 0
        if (s > 0.0) {
            mantle.enter = second;
        } else {
            mantle.leave = first;
        }
    } else if (b != 0.0) { // along a line of the mantle
        *(b < 0.0 ? &mantle.enter : &mantle.leave) = -0.5 * c / b;
    }
    abVec3 at = ab_add_scaled(o, mantle.enter, d);
    mantle.n = ab_unit(ab_add_scaled(ab_unit(at), taper, axis));
    return both(span, mantle);
}

static Span span_of_hull(const abShape *shape, const Ray *ray, double start) {
    (void)start;
    Span span = s_whole;
    for (int f = 0; f < shape->hull->face_count; f++) {
        cut_plane(&span, ray, shape->hull->normals[f], shape->hull->offsets[f]);
    }
    return span;
}

// What the bore leaves of the full cylinder: one span before it, one behind.
static Span span_of_sharp_tube(const abShape *shape, const Ray *ray, double start) {
    Span full = span_of_cylinder(shape, ray, start), before = full, behind = full;
    Span bore = cut_barrel(ray, s_origin, axis_of(shape), shape->size[2]);
    if (is_empty(bore)) {
        return full;
    }
    before.leave = fmin(full.leave, bore.enter);
    abVec3 wall = ab_add_scaled(ray->o, bore.leave, ray->d);
    begin_at(&behind, bore.leave, ab_neg(ab_unit(ab_across(wall, axis_of(shape)))));
    return earlier(before, behind, start);
}

// A step of Newton or two on the distance from near its root.
static double refined(const abShape *shape, const Ray *ray, double t) {
    for (int i = 0; i < 3; i++) {
        abClosest closest = ab_shape_closest_point(shape, ab_add_scaled(ray->o, t, ray->d));
        double slope = ab_dot(closest.normal, ray->d);
        double step = slope < -1e-3 ? closest.distance / slope : 0.0;
        if (!(fabs(step) < 1e-3 * shape->bound)) {
            break;
        }
        t -= step;
    }
    return t;
}

// (x^2 + R^2 - r^2)^2 - 4 R^2 (x^2 - u^2) <= 0, with x = o + t d and u along the axis. In units of
// the bound, so that powers stay in range. Starts at `start` or where the ray enters the ball
// around.
static Span span_of_torus(const abShape *shape, const Ray *ray, double start) {
    Span around = cut_ball(ray, s_origin, shape->bound);
    double low = fmax(start, around.enter), high = around.leave;
    if (is_empty(around) || high <= low) {
        return s_nothing;
    }
    double inverse = 1.0 / shape->bound, R = inverse * shape->size[0], r = inverse * shape->radius;
    abVec3 o = ab_scale(inverse, ab_add_scaled(ray->o, low, ray->d)), axis = axis_of(shape);
    double u = ab_dot(o, axis), v = ab_dot(ray->d, axis), b = ab_dot(o, ray->d);
    double k = ab_norm2(o) + R * R - r * r, RR4 = 4.0 * R * R;
    double c[5] = {k * k - RR4 * (ab_norm2(o) - u * u), 4.0 * k * b - 2.0 * RR4 * (b - u * v),
                   2.0 * k + 4.0 * b * b - RR4 * (1.0 - v * v), 4.0 * b, 1.0};
    double t = ab_polynomial_first_root(c, 4, 0.0, inverse * (high - low));
    if (!(t <= inverse * (high - low))) {
        return s_nothing;
    }
    return (Span){refined(shape, ray, low + t * shape->bound), high, s_origin};
}

// The ring of radius R at the height u: an edge of a rounded tube.
static Span span_of_edge(const abShape *tube, const Ray *ray, double u, double R, double start) {
    abShape ring = {.kind = AB_SHAPE_TORUS,
                    .size = {R},
                    .axis = tube->axis,
                    .radius = tube->radius,
                    .bound = R + tube->radius};
    Ray shifted = {ab_add_scaled(ray->o, -u, axis_of(tube)), ray->d};
    return span_of_torus(&ring, &shifted, start);
}

static Span span_of_tube(const abShape *shape, const Ray *ray, double start) {
    double rho = shape->radius, h = shape->size[0];
    if (rho == 0.0) {
        return span_of_sharp_tube(shape, ray, start);
    }
    abShape wide = *shape, tall = *shape;
    wide.size[1] += rho;
    wide.size[2] -= rho;
    tall.size[0] += rho;
    Span span = earlier(span_of_sharp_tube(&wide, ray, start),
                        span_of_sharp_tube(&tall, ray, start), start);
    for (int i = 0; i < 4; i++) {
        double u = i < 2 ? h : -h, R = shape->size[1 + i % 2];
        span = earlier(span, span_of_edge(shape, ray, u, R, start), start);
    }
    return span;
}

typedef Span SpanOf(const abShape *shape, const Ray *ray, double start);

static SpanOf *const s_spans[AB_SHAPE_COUNT] = {
    [AB_SHAPE_PLANE] = span_of_plane,
    [AB_SHAPE_SPHERE] = span_of_sphere,
    [AB_SHAPE_ELLIPSOID] = span_of_ellipsoid,
    [AB_SHAPE_CAPSULE] = span_of_capsule,
    [AB_SHAPE_BOX] = span_of_box,
    [AB_SHAPE_BEAM] = span_of_beam,
    [AB_SHAPE_CYLINDER] = span_of_cylinder,
    [AB_SHAPE_CONE] = span_of_cone,
    [AB_SHAPE_HULL] = span_of_hull,
    [AB_SHAPE_TORUS] = span_of_torus,
    [AB_SHAPE_TUBE] = span_of_tube,
};

// ---- on the signed distance ----

enum { STEPS_MAX = 200 };

// From t on, the first root of the distance of a convex shape along the ray, by Newton. False when
// the ray goes by or the end is reached.
static bool march(const abShape *shape, const Ray *ray, double *t, double end, double resolution) {
    for (int i = 0; i < STEPS_MAX && *t <= end; i++) {
        abClosest closest = ab_shape_closest_point(shape, ab_add_scaled(ray->o, *t, ray->d));
        if (closest.distance <= resolution) {
            return true;
        }
        double slope = ab_dot(closest.normal, ray->d);
        if (!(slope < 0.0)) {
            return false;
        }
        *t -= closest.distance / slope;
    }
    return *t <= end;
}

// Convex, with edges.
static bool has_rounded_edges(const abShape *shape) {
    bool is_round = shape->kind == AB_SHAPE_SPHERE || shape->kind == AB_SHAPE_CAPSULE ||
                    shape->kind == AB_SHAPE_TORUS;
    return shape->radius > 0.0 && !is_round && shape->kind != AB_SHAPE_TUBE;
}

bool ab_shape_ray(const abShape *shape, abVec3 origin, abVec3 direction, double max,
                  abShapeHit *hit) {
    if (s_spans[shape->kind] == NULL || !(max >= 0.0) || !ab_is_finite(origin)) {
        return false;
    }
    abClosest here = ab_shape_closest_point(shape, origin);
    if (here.distance <= 0.0) {
        *hit = (abShapeHit){0.0, origin, here.normal};
        return true;
    }
    double middle = ab_dot(ab_sub(shape->center, origin), direction);
    Ray ray = {ab_add_scaled(origin, middle, direction), direction};
    double start = -middle, t;
    if (has_rounded_edges(shape)) {
        double reach = shape->bound + ab_norm(ab_sub(ray.o, shape->center));
        t = fmax(start, -shape->bound * (1.0 + 4.0 * DBL_EPSILON));
        if (!march(shape, &ray, &t, fmin(start + max, shape->bound), 1e-15 * reach)) {
            return false;
        }
        here.normal = s_origin;
    } else {
        Span span = s_spans[shape->kind](shape, &ray, start);
        if (is_empty(span) || span.leave < start) {
            return false;
        }
        t = span.enter;
        here.normal = span.n;
    }
    t = fmax(t, start); // the origin is outside, so this is rounding
    if (!(t <= start + max)) {
        return false;
    }
    abVec3 point = ab_add_scaled(ray.o, t, direction);
    bool has_normal = ab_norm2(here.normal) > 0.0;
    *hit = (abShapeHit){t - start, point,
                        has_normal ? here.normal : ab_shape_closest_point(shape, point).normal};
    return true;
}
