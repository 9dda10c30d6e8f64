// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_picture.c - triangles of an outline.
//
// Arcs become chords of at most 7.5 degrees. Each hole is joined to the ring around it by a cut to a
// corner that it sees, the rightmost hole first; what is left is one ring, whose ears are cut off.
//
// Cost    quadratic in the number of corners, once when a model is read; outlines of more than 1000
//         are drawn without their flat sides.
// Source  ears: Meisters 1975; bridges: Eberly 2008.

#include "shape/curve/outline_picture.h"
#include "math/core/elementary.h"
#include "shape/curve/outline.h"
#include "shape/curve/outline_build.h"

enum { CORNERS_MAX = 1000 }; // of one whose flat sides are drawn
#define CHORD (AB_PI / 24.0) // of an arc, as of cylinders                                 [rad]

// A ring of corners, by their numbers in the picture.
typedef struct Ring {
    int *corner;
    int count;
} Ring;

typedef struct Drawing {
    abPicture *picture;
    abVec2 *at; // corners of one side
    int count;
    double z;
} Drawing;

static int steps_of(const abEdge *edge) {
    return edge->bend == AB_BEND_NONE ? 1 : (int)ceil(fabs(edge->sweep) / CHORD);
}

static void add_triangle(abPicture *picture, int a, int b, int c) {
    int *t = &picture->triangles[3 * picture->triangle_count++];
    t[0] = a, t[1] = b, t[2] = c;
}

// Corners come in pairs: below, above.
static void add_caps(Drawing *d, int a, int b, int c) {
    add_triangle(d->picture, 2 * a + 1, 2 * b + 1, 2 * c + 1);
    add_triangle(d->picture, 2 * c, 2 * b, 2 * a);
}

static void add_wall(Drawing *d, int a, int b) {
    add_triangle(d->picture, 2 * a, 2 * b, 2 * a + 1);
    add_triangle(d->picture, 2 * a + 1, 2 * b, 2 * b + 1);
}

static void add_corners(Drawing *d, const abEdge *edge) {
    int steps = steps_of(edge);
    for (int i = 0; i < steps; i++) {
        d->at[d->count++] = i == 0 ? edge->p : ab_edge_point(edge, (double)i / steps);
    }
}

// ---- rings ----

static double turn_at(const Drawing *d, int a, int b, int c) {
    return ab_cross2(ab_sub2(d->at[b], d->at[a]), ab_sub2(d->at[c], d->at[b]));
}

static bool holds(const Drawing *d, int a, int b, int c, abVec2 p) {
    return ab_cross2(ab_sub2(d->at[b], d->at[a]), ab_sub2(p, d->at[a])) >= 0.0 &&
           ab_cross2(ab_sub2(d->at[c], d->at[b]), ab_sub2(p, d->at[b])) >= 0.0 &&
           ab_cross2(ab_sub2(d->at[a], d->at[c]), ab_sub2(p, d->at[c])) >= 0.0;
}

static bool is_ear(const Drawing *d, const Ring *ring, int i) {
    int n = ring->count;
    int a = ring->corner[(i + n - 1) % n], b = ring->corner[i], c = ring->corner[(i + 1) % n];
    if (!(turn_at(d, a, b, c) > 0.0)) {
        return false;
    }
    for (int k = 0; k < n; k++) {
        abVec2 p = d->at[ring->corner[k]];
        bool is_own = ab_same2(p, d->at[a]) || ab_same2(p, d->at[b]) || ab_same2(p, d->at[c]);
        if (!is_own && holds(d, a, b, c, p)) {
            return false;
        }
    }
    return true;
}

static void cut_off(Ring *ring, int i) {
    ring->count--;
    for (int k = i; k < ring->count; k++) {
        ring->corner[k] = ring->corner[k + 1];
    }
}

// The corner to cut next: an ear, else where the ring turns least.
static void cut_ears(Drawing *d, Ring *ring) {
    while (ring->count > 3) {
        int i = 0;
        while (i < ring->count && !is_ear(d, ring, i)) {
            i++;
        }
        bool found = i < ring->count;
        i = found ? i : 0;
        int n = ring->count;
        if (found) {
            add_caps(d, ring->corner[(i + n - 1) % n], ring->corner[i], ring->corner[(i + 1) % n]);
        }
        cut_off(ring, i);
    }
    add_caps(d, ring->corner[0], ring->corner[1], ring->corner[2]);
}

bool ab_outline_fill(abPicture *picture, abVec2 *corners, int count, abArena *arena) {
    Drawing d = {.picture = picture, .at = corners, .count = count};
    Ring ring = {AB_ARENA_NEW(arena, int, (size_t)count), count};
    if (ring.corner == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        ring.corner[i] = i;
    }
    if (count >= 3 && count <= CORNERS_MAX) {
        cut_ears(&d, &ring);
    }
    return true;
}

// ---- holes ----

static bool crosses(const Drawing *d, abVec2 a, abVec2 b, const Ring *ring) {
    for (int i = 0; i < ring->count; i++) {
        abVec2 p = d->at[ring->corner[i]], q = d->at[ring->corner[(i + 1) % ring->count]];
        double pa = ab_cross2(ab_sub2(b, a), ab_sub2(p, a));
        double qa = ab_cross2(ab_sub2(b, a), ab_sub2(q, a));
        double ap = ab_cross2(ab_sub2(q, p), ab_sub2(a, p));
        double bp = ab_cross2(ab_sub2(q, p), ab_sub2(b, p));
        if ((pa > 0.0) != (qa > 0.0) && (ap > 0.0) != (bp > 0.0) && !ab_same2(p, a) &&
            !ab_same2(q, a) && !ab_same2(p, b) && !ab_same2(q, b)) {
            return true;
        }
    }
    return false;
}

// The corner of the ring nearest to a point among those it sees; -1 none.
static int seen_from(const Drawing *d, const Ring *ring, abVec2 p, double *distance) {
    int best = -1;
    *distance = INFINITY;
    for (int i = 0; i < ring->count; i++) {
        abVec2 q = d->at[ring->corner[i]];
        double away = ab_norm2d(ab_sub2(q, p));
        if (away < *distance && !crosses(d, p, q, ring)) {
            *distance = away;
            best = i;
        }
    }
    return best;
}

static int rightmost(const Drawing *d, const Ring *ring) {
    int best = 0;
    for (int i = 1; i < ring->count; i++) {
        best = d->at[ring->corner[i]].x > d->at[ring->corner[best]].x ? i : best;
    }
    return best;
}

// Opens the ring at corner `at` and puts the hole in between, from its corner `from` around.
static void join(Ring *ring, int at, const Ring *hole, int from) {
    int more = hole->count + 2;
    for (int i = ring->count - 1; i > at; i--) {
        ring->corner[i + more] = ring->corner[i];
    }
    for (int i = 0; i <= hole->count; i++) {
        ring->corner[at + 1 + i] = hole->corner[(from + i) % hole->count];
    }
    ring->corner[at + more] = ring->corner[at];
    ring->count += more;
}

// Takes a hole into the ring that sees it from nearest, among the outer ones.
static void take_hole(const Drawing *d, Ring *outer, int outer_count, const Ring *hole) {
    int from = rightmost(d, hole), best = -1, at = -1;
    double least = INFINITY, distance;
    for (int i = 0; i < outer_count; i++) {
        int k = seen_from(d, &outer[i], d->at[hole->corner[from]], &distance);
        if (k >= 0 && distance < least) {
            least = distance, best = i, at = k;
        }
    }
    if (best >= 0) {
        join(&outer[best], at, hole, from);
    }
}

static double area_of(const Drawing *d, const Ring *ring) {
    double twice = 0.0;
    for (int i = 0; i < ring->count; i++) {
        twice += ab_cross2(d->at[ring->corner[i]], d->at[ring->corner[(i + 1) % ring->count]]);
    }
    return 0.5 * twice;
}

// Outer rings first in `rings`, then holes, the rightmost first. Returns how many are outer.
static int sort_rings(const Drawing *d, Ring *rings, int count) {
    int outer = 0;
    for (int i = 1; i < count; i++) {
        Ring ring = rings[i];
        bool is_hole = area_of(d, &ring) < 0.0;
        double x = d->at[ring.corner[rightmost(d, &ring)]].x;
        int k = i;
        for (; k > 0; k--) {
            bool hole_before = area_of(d, &rings[k - 1]) < 0.0;
            double before = d->at[rings[k - 1].corner[rightmost(d, &rings[k - 1])]].x;
            if (!hole_before || (is_hole && before >= x)) {
                break;
            }
            rings[k] = rings[k - 1];
        }
        rings[k] = ring;
    }
    while (outer < count && area_of(d, &rings[outer]) > 0.0) {
        outer++;
    }
    return outer;
}

static bool take_room(Drawing *d, int corners, int loops, abArena *arena) {
    abPicture *picture = d->picture;
    int triangles = 2 * corners + 2 * (corners + 2 * loops);
    picture->points = AB_ARENA_NEW(arena, abVec3, 2 * (size_t)corners);
    picture->triangles = AB_ARENA_NEW(arena, int, 3 * (size_t)triangles);
    d->at = AB_ARENA_NEW(arena, abVec2, (size_t)corners);
    return picture->points != NULL && picture->triangles != NULL && d->at != NULL;
}

const abPicture *ab_outline_picture(const abOutline2 *o, double thickness, abArena *arena) {
    int corners = 0, count = 0, room;
    for (int i = 0; i < o->count; i++) {
        corners += steps_of(&o->edges[i]);
    }
    Drawing d = {.picture = AB_ARENA_NEW(arena, abPicture, 1)};
    Ring *rings = AB_ARENA_NEW(arena, Ring, (size_t)o->loop_count);
    if (d.picture == NULL || rings == NULL) {
        return NULL;
    }
    *d.picture = (abPicture){0};
    if (!take_room(&d, corners, o->loop_count, arena)) {
        return NULL;
    }
    room = corners + 2 * o->loop_count; // of a ring with all others in it
    for (int i = 0, loop = -1; i < o->count; i++) {
        if (o->edges[i].loop != loop) {
            loop = o->edges[i].loop;
            rings[count++] = (Ring){AB_ARENA_NEW(arena, int, (size_t)room), 0};
            if (rings[count - 1].corner == NULL) {
                return NULL;
            }
        }
        Ring *ring = &rings[count - 1];
        int from = d.count;
        add_corners(&d, &o->edges[i]);
        for (int k = from; k < d.count; k++) {
            ring->corner[ring->count++] = k;
        }
    }
    double z = thickness > 0.0 ? 0.5 * thickness : 0.01 * o->nodes[0].hull.radius;
    for (int i = 0; i < d.count; i++) {
        d.picture->points[2 * i] = ab_vec3(d.at[i].x, d.at[i].y, -z);
        d.picture->points[2 * i + 1] = ab_vec3(d.at[i].x, d.at[i].y, z);
    }
    d.picture->point_count = 2 * d.count;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < rings[i].count; k++) {
            add_wall(&d, rings[i].corner[k], rings[i].corner[(k + 1) % rings[i].count]);
        }
    }
    if (d.count > CORNERS_MAX) {
        return d.picture;
    }
    int outer = sort_rings(&d, rings, count);
    for (int i = outer; i < count; i++) {
        take_hole(&d, rings, outer, &rings[i]);
    }
    for (int i = 0; i < outer; i++) {
        cut_ears(&d, &rings[i]);
    }
    return d.picture;
}
