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
// Shapes that are not convex (torus, tube) bend down by at most K (closest_point.c):
//
//   f(x) >= f(c) + m . (x - c) - K |x - c|^2 / 2,   f(x) >= f(c) - |x - c|                 (2)
//
// and the triangle is split in four where (2) leaves room, the lowest bound first.
//
// Error   convex: rounding of f, or `tolerance`. Not convex: PIECES triangles are looked at; what
//         (2) leaves open then is said by is_exact = false.
// Source  ours; (1) is convexity.

#include <float.h>
#include <math.h>

#include "collide/mesh_parts.h"
#include "collide/pairs.h"

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
                abVec3 way = ab_sub(in.corner[j], in.corner[i]);
                facet->corner[kept] = ab_add_scaled(in.corner[i], a / (a - b), way);
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
    abFacet left; // where the lowest point is
    abFacetLow *low;
    double lower; // no point is lower than this
} Search;

// Looks at a point; what is then known of the rest of the polygon goes to `lower`.
static abClosest look(Search *s, abVec3 x) {
    abClosest at = ab_shape_closest_point(s->shape, x);
    if (at.distance < s->low->value) {
        *s->low = (abFacetLow){at.distance, x, at.normal, true};
    }
    double least = INFINITY;
    for (int i = 0; i < s->left.count; i++) {
        double height = at.distance + ab_dot(at.normal, ab_sub(s->left.corner[i], x));
        least = fmin(least, height);
    }
    s->lower = fmax(s->lower, fmin(least, s->low->value));
    return at;
}

static bool convex_lowest(const abShape *shape, const abVec3 corner[3], double limit,
                          double tolerance, abFacetLow *low) {
    Search s = {.shape = shape, .low = low, .lower = -INFINITY};
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
        double room = low->value - at.distance; // <= 0
        ab_facet_cut(&s.left, at.normal, ab_dot(at.normal, middle) + room);
        if (s.left.count + 2 > AB_FACET_CORNERS) {
            break;
        }
    }
    return s.lower < limit;
}

// ---- others ----

enum { PIECES = 1500 };

typedef struct Piece {
    abVec3 corner[3];
    double lower;
} Piece;

static double triangle_radius(const abVec3 corner[3], abVec3 middle) {
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        most = fmax(most, ab_norm(ab_sub(corner[i], middle)));
    }
    return most;
}

static Piece look_at_piece(const abShape *shape, const abVec3 corner[3], abFacetLow *low) {
    Piece piece = {.corner = {corner[0], corner[1], corner[2]}};
    abVec3 sum = ab_add(corner[0], ab_add(corner[1], corner[2]));
    abVec3 middle = ab_scale(1.0 / 3.0, sum);
    abClosest at = ab_shape_closest_point(shape, middle);
    if (at.distance < low->value) {
        *low = (abFacetLow){at.distance, middle, at.normal, true};
    }
    double radius = triangle_radius(corner, middle);
    double K = at.distance > 0.0 ? ab_distance_bend(shape, middle, radius) : INFINITY;
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        least = fmin(least, ab_dot(at.normal, ab_sub(corner[i], middle)));
    }
    double curved = isfinite(K) ? least - 0.5 * K * radius * radius : -INFINITY;
    piece.lower = at.distance + fmax(curved, -radius);
    return piece;
}

// A heap of pieces, the lowest bound on top.
typedef struct Heap {
    int count;
    Piece piece[PIECES + 8];
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

static bool hollow_lowest(const abShape *shape, const abVec3 corner[3], double limit,
                          double tolerance, abFacetLow *low) {
    Heap heap = {.count = 0};
    low->value = INFINITY;
    for (int i = 0; i < 3; i++) {
        abClosest at = ab_shape_closest_point(shape, corner[i]);
        if (at.distance < low->value) {
            *low = (abFacetLow){at.distance, corner[i], at.normal, true};
        }
    }
    Piece piece = look_at_piece(shape, corner, low);
    heap_add(&heap, &piece);
    for (int looked = 0; heap.count > 0; looked += 4) {
        piece = heap_take(&heap);
        if (piece.lower >= limit) {
            return false;
        }
        if (piece.lower >= low->value - tolerance) {
            return low->value < limit;
        }
        if (looked + 4 > PIECES) {
            low->is_exact = false;
            return true;
        }
        const abVec3 *c = piece.corner;
        abVec3 half[3];
        for (int i = 0; i < 3; i++) {
            half[i] = ab_scale(0.5, ab_add(c[i], c[(i + 1) % 3]));
        }
        const abVec3 parts[4][3] = {{c[0], half[0], half[2]},
                                    {half[0], c[1], half[1]},
                                    {half[2], half[1], c[2]},
                                    {half[0], half[1], half[2]}};
        for (int i = 0; i < 4; i++) {
            Piece part = look_at_piece(shape, parts[i], low);
            if (part.lower < low->value - tolerance && part.lower < limit) {
                heap_add(&heap, &part);
            }
        }
    }
    return low->value < limit;
}

// Of a ball in closed form.
static bool ball_lowest(const abShape *shape, const abVec3 corner[3], double limit,
                        abFacetLow *low) {
    int feature;
    abVec3 x = ab_triangle_closest(corner, (abVec3){0.0, 0.0, 0.0}, &feature);
    double way = ab_norm(x);
    *low = (abFacetLow){way - shape->bound, x, ab_shape_closest_point(shape, x).normal, true};
    return low->value < limit;
}

bool ab_facet_lowest(const abShape *shape, const abVec3 corner[3], double limit, double tolerance,
                     abFacetLow *low) {
    if (shape->is_sphere) {
        return ball_lowest(shape, corner, limit, low);
    }
    return isinf(ab_shape_reach(shape)) ? convex_lowest(shape, corner, limit, tolerance, low)
                                        : hollow_lowest(shape, corner, limit, tolerance, low);
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
