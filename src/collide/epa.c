// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// epa.c - which way out of a deep overlap is the shortest: the expanding polytope algorithm.
//
// A polytope inside D is grown at the face nearest to the origin until no point of D lies farther
// out than that face. Nearness is signed, so the first polytope need not contain the origin: faces
// that have it outside come first and are pushed over it.
//
// Valid   D contains the origin (cores overlap or touch). Flat D (coplanar plates, crossing lines,
//         points) gives a direction at right angles, in which the depth is zero.
// Error   depth to 1e-3 of itself; the caller polishes it. Points at most POINTS_MAX; beyond, the
//         best direction so far and INFINITY.
// Source  G. van den Bergen, Proc. Game Developers Conference (2001).

#include <float.h>

#include "collide/convex.h"

enum { POINTS_MAX = 96, FACES_MAX = 2 * POINTS_MAX, EDGES_MAX = 3 * FACES_MAX };
#define FLAT 1e-13 // of the size; thinner sets count as flat

typedef struct Face {
    int corner[3]; // counter-clockwise seen from outside
    abVec3 m;      // outward unit normal
    double height; // of the plane over the origin; INFINITY for a face without area
} Face;

typedef struct Polytope {
    const abPair *pair;
    int point_count, face_count;
    abDifference point[POINTS_MAX];
    Face face[FACES_MAX];
} Polytope;

static const abChange s_unchanged = {.scale = 1.0};

// The point of D farthest in direction m.
static abDifference farthest(const Polytope *p, abVec3 m) {
    return ab_pair_difference(p->pair, &s_unchanged, ab_neg(m));
}

static void set_face(Polytope *p, int index, int i, int j, int k) {
    Face *f = &p->face[index];
    abVec3 a = p->point[i].w;
    abVec3 n = ab_cross(ab_sub(p->point[j].w, a), ab_sub(p->point[k].w, a));
    double area = ab_norm(n);
    *f = (Face){.corner = {i, j, k}, .height = INFINITY};
    if (area > FLAT * FLAT * p->pair->size * p->pair->size) {
        f->m = ab_scale(1.0 / area, n);
        f->height = ab_dot(f->m, a);
    }
}

// A unit vector along p, the nearest point of a line or point to the origin; any across when p is
// 0.
static abVec3 away(abVec3 p, abVec3 across) {
    return ab_norm2(p) > 0.0 ? ab_unit(p) : across;
}

// The first four points. When D is flat returns false and sets `n` to the direction at right angles
// in which it lies, as far as that can be told.
static bool start(Polytope *p, abVec3 *n) {
    double flat = FLAT * p->pair->size, widest = -1.0;
    for (int axis = 0; axis < 3; axis++) {
        abVec3 e = {0.0, 0.0, 0.0};
        ab_set(&e, axis, 1.0);
        abDifference high = farthest(p, e), low = farthest(p, ab_neg(e));
        double width = ab_dot(e, ab_sub(high.w, low.w));
        if (width > widest) {
            widest = width;
            p->point[0] = high;
            p->point[1] = low;
        }
    }
    *n = away(p->point[0].w, (abVec3){1.0, 0.0, 0.0});
    if (widest <= flat) {
        return false;
    }
    abVec3 base = p->point[0].w, along = ab_unit(ab_sub(p->point[1].w, base));
    abVec3 e1 = ab_perpendicular(along), e2 = ab_cross(along, e1);
    abVec3 around[4] = {e1, ab_neg(e1), e2, ab_neg(e2)};
    widest = -1.0;
    for (int i = 0; i < 4; i++) {
        abDifference d = farthest(p, around[i]);
        double off = ab_norm(ab_cross(along, ab_sub(d.w, base)));
        if (off > widest) {
            widest = off;
            p->point[2] = d;
        }
    }
    *n = away(ab_add_scaled(base, -ab_dot(along, base), along), e1);
    if (widest <= flat) {
        return false;
    }
    abVec3 m = ab_unit(ab_cross(along, ab_sub(p->point[2].w, base)));
    abDifference up = farthest(p, m), down = farthest(p, ab_neg(m));
    double rise = ab_dot(m, ab_sub(up.w, base)), fall = ab_dot(m, ab_sub(base, down.w));
    p->point[3] = rise >= fall ? up : down;
    *n = ab_dot(m, base) < 0.0 ? ab_neg(m) : m;
    if (fmax(rise, fall) <= flat) {
        return false;
    }
    p->point_count = 4;
    p->face_count = 4;
    bool is_up = rise >= fall; // then 0 1 2 turns clockwise seen from outside
    set_face(p, 0, 0, is_up ? 2 : 1, is_up ? 1 : 2);
    set_face(p, 1, 0, is_up ? 1 : 3, is_up ? 3 : 1);
    set_face(p, 2, 1, is_up ? 2 : 3, is_up ? 3 : 2);
    set_face(p, 3, 2, is_up ? 0 : 3, is_up ? 3 : 0);
    return true;
}

static int lowest_face(const Polytope *p) {
    int best = 0;
    for (int f = 1; f < p->face_count; f++) {
        if (p->face[f].height < p->face[best].height) {
            best = f;
        }
    }
    return best;
}

typedef struct Edge {
    int from, to;
} Edge;

// Adds an edge of a removed face, or cancels it against its opposite.
static int add_edge(Edge *edges, int count, int from, int to) {
    for (int i = 0; i < count; i++) {
        if (edges[i].from == to && edges[i].to == from) {
            edges[i] = edges[count - 1];
            return count - 1;
        }
    }
    edges[count] = (Edge){from, to};
    return count + 1;
}

// Takes the new point into the polytope; `seen` is a face that must go. False when room runs out.
static bool expand(Polytope *p, const abDifference *d, int seen) {
    Edge edges[EDGES_MAX];
    int edge_count = 0, kept = 0, added = p->point_count;
    double slack = 1e-14 * p->pair->size;
    p->point[p->point_count++] = *d;
    for (int f = 0; f < p->face_count; f++) {
        Face *face = &p->face[f];
        bool goes =
            f == seen || (isfinite(face->height) && ab_dot(face->m, d->w) > face->height + slack);
        if (!goes) {
            p->face[kept++] = *face;
            continue;
        }
        for (int i = 0; i < 3; i++) {
            edge_count = add_edge(edges, edge_count, face->corner[i], face->corner[(i + 1) % 3]);
        }
    }
    p->face_count = kept;
    if (kept + edge_count > FACES_MAX) {
        return false;
    }
    for (int i = 0; i < edge_count; i++) {
        set_face(p, p->face_count++, edges[i].from, edges[i].to, added);
    }
    return true;
}

// The three corners of a face with the weights of the foot of the origin, brought inside.
static void face_simplex(const Polytope *p, const Face *face, abSimplex *simplex) {
    abVec3 foot = ab_scale(face->height, face->m);
    double sum = 0.0;
    simplex->count = 3;
    for (int i = 0; i < 3; i++) {
        simplex->point[i] = p->point[face->corner[i]];
        abVec3 j = p->point[face->corner[(i + 1) % 3]].w, k = p->point[face->corner[(i + 2) % 3]].w;
        double part = ab_dot(face->m, ab_cross(ab_sub(j, foot), ab_sub(k, foot)));
        simplex->weight[i] = fmax(part, 0.0);
        sum += simplex->weight[i];
    }
    for (int i = 0; i < 3; i++) {
        simplex->weight[i] = sum > 0.0 ? simplex->weight[i] / sum : 1.0 / 3.0;
    }
}

double ab_epa(const abPair *pair, abSimplex *simplex, abVec3 *n) {
    Polytope polytope, *p = &polytope;
    p->pair = pair;
    p->point_count = p->face_count = 0;
    if (!start(p, n)) {
        simplex->count = 1;
        simplex->weight[0] = 1.0;
        simplex->point[0] = ab_pair_difference(pair, &s_unchanged, *n);
        return FLAT * pair->size;
    }
    double least = INFINITY; // smallest extent of D found: an upper bound of the depth
    for (;;) {
        int f = lowest_face(p);
        Face face = p->face[f];
        abDifference d = farthest(p, face.m);
        double extent = ab_dot(face.m, d.w);
        if (extent < least) {
            least = extent;
            *n = ab_neg(face.m);
            face_simplex(p, &face, simplex);
        }
        if (least - face.height <= 1e-12 * pair->size + 1e-3 * fabs(least)) {
            return least - face.height;
        }
        if (p->point_count == POINTS_MAX || !expand(p, &d, f)) {
            return INFINITY;
        }
    }
}
