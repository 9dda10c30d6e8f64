// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_facet.c - one triangle of a mesh against one shape: where is it nearest or deepest?
//
// The signed distance of a convex shape is a convex function, inside as well: it is the largest of
// the heights over all its supporting planes. So with value f and normal m at any point c
//
//   f(x) >= f(c) + m . (x - c)                                                            (1)
//
// The lowest point of the triangle is sought in a polygon that shrinks: evaluated in the middle,
// and what lies above the best value found so far by (1) is cut off. Half of the polygon or more
// goes each time (Newman 1965, Levin 1965: at least 1 - 1/e of a centred cut). The least of (1)
// over what is left bounds what can still be gained.
//
// Shapes that are not convex (torus, tube) bend down by at most K (distance_bend.c), inside as
// well:
//
//   f(x) >= f(c) + m . (x - c) - K |x - c|^2 / 2,   f(x) >= f(c) - |x - c|                 (2)
//
// and the triangle is split in four where (2), from its middle and its corners, leaves room, the
// lowest bound first. What is left open falls with the square of the parts, so each level of them
// needs no more than the one before.
//
// Error   convex: rounding of f, or `tolerance`. Not convex: SPLITS triangles are split; what (2)
//         leaves open then, as in the middle of a wall, is said by is_exact = false.
// Source  ours; (1) is convexity.

#include "collide/mesh/mesh_facet.h"

#include <math.h>

#include "collide/broad/distance_bend.h"
#include "collide/broad/proximity.h"
#include "mesh/core/mesh_closest.h"

// ---- polygons ----

void ab_facet_cut(abFacet *facet, abVec3 n, double h) {
    abFacet in = *facet;
    int kept = 0;
    for (int i = 0; i < in.count; i++) {
        int j = i + 1 < in.count ? i + 1 : 0;
        double a = ab_dot(n, in.corner[i]) - h, b = ab_dot(n, in.corner[j]) - h;
        if (a <= 0.0 && kept < AB_FACET_CORNERS) {
            facet->corner[kept] = in.corner[i];
            facet->height[kept] = in.height[i];
            facet->side[kept++] = in.side[i];
        }
        if ((a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0)) {
            if (kept < AB_FACET_CORNERS) {
                abVec3 displacement = ab_sub(in.corner[j], in.corner[i]);
                facet->corner[kept] = ab_add_scaled(in.corner[i], a / (a - b), displacement);
                facet->height[kept] = NAN;
                // behind the point where the polygon is left comes the cut
                facet->side[kept++] = (signed char)(a < 0.0 ? -1 : in.side[i]);
            }
        } else if (a == 0.0 && b > 0.0 && kept > 0) {
            facet->side[kept - 1] = -1;
        }
    }
    facet->count = kept;
}

abVec3 ab_facet_middle(const abFacet *facet) {
    abVec3 o = facet->corner[0], sum = {0.0, 0.0, 0.0}, plain = {0.0, 0.0, 0.0};
    double whole = 0.0;
    for (int i = 1; i < facet->count; i++) {
        plain = ab_add(plain, ab_sub(facet->corner[i], o));
    }
    for (int i = 1; i + 1 < facet->count; i++) {
        abVec3 u = ab_sub(facet->corner[i], o), v = ab_sub(facet->corner[i + 1], o);
        double area = ab_norm(ab_cross(u, v));
        sum = ab_add_scaled(sum, area, ab_add(u, v));
        whole += area;
    }
    return whole > 0.0 ? ab_add_scaled(o, 1.0 / (3.0 * whole), sum)
                       : ab_add_scaled(o, 1.0 / facet->count, plain);
}

void ab_facet_corners(const abMeshSurface *surface, int triangle, const abPose *X,
                      abVec3 corner[3]) {
    for (int i = 0; i < 3; i++) {
        corner[i] = ab_pose_point(*X, ab_mesh_corner(surface->mesh, (size_t)triangle, i));
    }
}

// ---- convex shapes ----

enum { CUTS_MAX = 120 };

typedef struct Search {
    const abShape *shape;
    abClosestPoint *closest;
    abFacet left; // where the lowest point is
    abFacetLow *low;
    double lower; // no point is lower than this
} Search;

// Looks at a point; what is then known of the rest of the polygon goes to `lower`.
static abClosest look(Search *s, abVec3 x) {
    abClosest at = s->closest(s->shape, x);
    if (at.distance < s->low->value) {
        *s->low = (abFacetLow){at.distance, x, at.normal, true};
    }
    double minimum = INFINITY;
    for (int i = 0; i < s->left.count; i++) {
        double height = at.distance + ab_dot(at.normal, ab_sub(s->left.corner[i], x));
        minimum = fmin(minimum, height);
    }
    s->lower = fmax(s->lower, fmin(minimum, s->low->value));
    return at;
}

static bool convex_lowest(const abShape *shape, abClosestPoint *closest, const abVec3 corner[3],
                          double limit, double tolerance, abFacetLow *low) {
    Search s = {.shape = shape, .closest = closest, .low = low, .lower = -INFINITY};
    low->value = INFINITY;
    s.left.count = 3;
    for (int i = 0; i < 3; i++) {
        s.left.corner[i] = corner[i];
        s.left.height[i] = NAN;
    }
    for (int i = 0; i < 3 && s.lower < limit; i++) {
        look(&s, corner[i]);
    }
    for (int i = 0; i < CUTS_MAX && s.lower < limit; i++) {
        if (low->value - s.lower <= tolerance || s.left.count < 1) {
            break;
        }
        abVec3 middle = ab_facet_middle(&s.left);
        abClosest at = look(&s, middle);
        double skin = low->value - at.distance; // <= 0
        ab_facet_cut(&s.left, at.normal, ab_dot(at.normal, middle) + skin);
        if (s.left.count + 2 > AB_FACET_CORNERS) {
            break;
        }
    }
    return s.lower < limit;
}

// ---- others ----

enum { SPLITS = 220 };

// A point with what the shape says of it.
typedef struct Look {
    abVec3 x, normal;
    double value;
} Look;

typedef struct Piece {
    Look corner[3];
    double lower;
} Piece;

static Look look_at_point(const abShape *shape, abClosestPoint *closest, abVec3 x,
                          abFacetLow *low) {
    abClosest at = closest(shape, x);
    if (at.distance < low->value) {
        *low = (abFacetLow){at.distance, x, at.normal, true};
    }
    return (Look){x, at.normal, at.distance};
}

// (2) from one point at the corners of a triangle.
static void bounds_from(const Look *from, const Look corner[3], double K, double bound[3]) {
    for (int i = 0; i < 3; i++) {
        abVec3 d = ab_sub(corner[i].x, from->x);
        bound[i] = from->value + ab_dot(from->normal, d) - 0.5 * K * ab_norm2(d);
    }
}

static double least_of(const double bound[3]) {
    return fmin(bound[0], fmin(bound[1], bound[2]));
}

// The greatest over s from 0 to 1 of the least of (1 - s) p + s q: that least bends down, so it is
// greatest at an end or where two of the three are equal.
static double best_mean(const double p[3], const double q[3]) {
    double best = fmax(least_of(p), least_of(q));
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        double from = p[i] - p[j], to = q[i] - q[j];
        if ((from < 0.0) != (to < 0.0)) {
            double s = from / (from - to);
            const double mean[3] = {(1.0 - s) * p[0] + s * q[0], (1.0 - s) * p[1] + s * q[1],
                                    (1.0 - s) * p[2] + s * q[2]};
            best = fmax(best, least_of(mean));
        }
    }
    return best;
}

// A mean of (2) from several points bounds as well, and is concave, so it is least at a corner.
// Where two walls of the shape are equally near, the mean of two points on both sides bounds what
// neither does alone.
static double lower_bound(const abShape *shape, const Look corner[3], const Look *middle) {
    double radius = 0.0, bound[4][3];
    for (int i = 0; i < 3; i++) {
        radius = fmax(radius, ab_norm(ab_sub(corner[i].x, middle->x)));
    }
    double best = middle->value - radius, K = ab_distance_bend(shape, middle->x, radius);
    if (!isfinite(K)) {
        return best;
    }
    bounds_from(middle, corner, K, bound[3]);
    for (int i = 0; i < 3; i++) {
        bounds_from(&corner[i], corner, K, bound[i]);
    }
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++) {
            best = fmax(best, best_mean(bound[i], bound[j]));
        }
    }
    return best;
}

static Piece make_piece(const abShape *shape, abClosestPoint *closest, const Look corner[3],
                        abFacetLow *low) {
    abVec3 sum = ab_add(corner[0].x, ab_add(corner[1].x, corner[2].x));
    Look middle = look_at_point(shape, closest, ab_scale(1.0 / 3.0, sum), low);
    return (Piece){{corner[0], corner[1], corner[2]}, lower_bound(shape, corner, &middle)};
}

// A heap of pieces, the lowest bound on top.
typedef struct Heap {
    int count;
    Piece piece[3 * SPLITS + 1];
} Heap;

static void heap_add(Heap *heap, const Piece *piece) {
    int i = heap->count++;
    while (i > 0 && heap->piece[(i - 1) / 2].lower > piece->lower) {
        heap->piece[i] = heap->piece[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->piece[i] = *piece;
}

static Piece heap_take(Heap *heap) {
    Piece top = heap->piece[0], last = heap->piece[--heap->count];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= heap->count) {
            break;
        }
        child += child + 1 < heap->count && heap->piece[child + 1].lower < heap->piece[child].lower;
        if (heap->piece[child].lower >= last.lower) {
            break;
        }
        heap->piece[i] = heap->piece[child];
        i = child;
    }
    heap->piece[i] = last;
    return top;
}

static bool hollow_lowest(const abShape *shape, abClosestPoint *closest, const abVec3 corner[3],
                          double limit, double tolerance, abFacetLow *low) {
    Heap heap;
    Look c[3];
    heap.count = 0;
    low->value = INFINITY;
    for (int i = 0; i < 3; i++) {
        c[i] = look_at_point(shape, closest, corner[i], low);
    }
    Piece piece = make_piece(shape, closest, c, low);
    heap_add(&heap, &piece);
    for (int splits = 0; heap.count > 0; splits++) {
        piece = heap_take(&heap);
        if (piece.lower >= limit) {
            return false;
        }
        if (piece.lower >= low->value - tolerance) {
            return low->value < limit;
        }
        if (splits == SPLITS) {
            low->is_exact = false;
            return true;
        }
        const Look *whole = piece.corner;
        Look half[3];
        for (int i = 0; i < 3; i++) {
            abVec3 x = ab_scale(0.5, ab_add(whole[i].x, whole[(i + 1) % 3].x));
            half[i] = look_at_point(shape, closest, x, low);
        }
        const Look parts[4][3] = {{whole[0], half[0], half[2]},
                                  {half[0], whole[1], half[1]},
                                  {half[2], half[1], whole[2]},
                                  {half[0], half[1], half[2]}};
        for (int i = 0; i < 4; i++) {
            Piece part = make_piece(shape, closest, parts[i], low);
            if (part.lower < low->value - tolerance && part.lower < limit) {
                heap_add(&heap, &part);
            }
        }
    }
    return low->value < limit;
}

// Of a ball in closed form.
static bool ball_lowest(const abShape *shape, abClosestPoint *closest, const abVec3 corner[3],
                        double limit, abFacetLow *low) {
    int feature;
    abVec3 x = ab_triangle_closest(corner, (abVec3){0.0, 0.0, 0.0}, &feature);
    double displacement = ab_norm(x);
    *low = (abFacetLow){displacement - shape->bound, x, closest(shape, x).normal, true};
    return low->value < limit;
}

bool ab_facet_lowest(const abShape *shape, abClosestPoint *closest, const abVec3 corner[3],
                     double limit, double tolerance, abFacetLow *low) {
    if (shape->is_sphere) {
        return ball_lowest(shape, closest, corner, limit, low);
    }
    return isinf(ab_shape_reach(shape))
               ? convex_lowest(shape, closest, corner, limit, tolerance, low)
               : hollow_lowest(shape, closest, corner, limit, tolerance, low);
}

// ---- the shape's own points ----

abDip ab_mesh_dip(const abShape *shape, const abPose *X_MS, const abMeshSurface *surface,
                  abVec3 d) {
    enum { TRIES = 4 };
    const abShapeType *type = ab_shape_type(shape->kind);
    abDip best = {.distance = INFINITY, .triangle = -1};
    for (int i = 0; i < TRIES; i++) {
        abVec3 p = ab_pose_point(*X_MS, type->support(shape, ab_mul_t(X_MS->R, d)));
        abMeshClosest at = ab_mesh_closest(surface, p, INFINITY);
        double distance = at.distance - shape->radius;
        if (!(distance < best.distance)) {
            break;
        }
        best = (abDip){distance, p, at.normal, at.triangle};
        d = ab_neg(at.normal);
    }
    return best;
}
