// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// epa.c - a polytope within D that grows towards its boundary: the expanding polytope algorithm.
//
// No way out of an overlap is shorter than the height of the polytope's lowest face over the
// origin: that is the proof of a least depth, and the lowest face the place to look for a lesser
// one. Heights are signed, so the first polytope need not contain the origin: faces that have it
// outside come first and are pushed over it.
//
// A new point removes the faces it sees, all connected, and is joined to the edges around them.
//
// Valid   D contains the origin (cores overlap or touch). Flat D (coplanar plates, crossing lines,
//         points) gives a direction at right angles, in which the depth is zero.
// Limits  AB_POLYTOPE_POINTS points.
// Source  G. van den Bergen, Proc. Game Developers Conference (2001).

#include <float.h>

#include "collide/convex.h"

#define FLAT 1e-13 // of the size; thinner sets count as flat

// The point of D farthest in direction m.
static abDifference farthest(const abPolytope *p, abVec3 m) {
    return ab_pair_lowest(p->pair, ab_neg(m));
}

static int add_face(abPolytope *p, int i, int j, int k) {
    if (p->gone_count == 0 && p->face_count == AB_POLYTOPE_FACES) {
        return -1;
    }
    int index = p->gone_count > 0 ? p->gone[--p->gone_count] : p->face_count++;
    abPolytopeFace *f = &p->face[index];
    abVec3 a = p->point[i].w, zero = {0.0, 0.0, 0.0};
    abVec3 n = ab_cross(ab_sub(p->point[j].w, a), ab_sub(p->point[k].w, a));
    double area = ab_norm(n);
    bool has_area = area > FLAT * FLAT * p->pair->size * p->pair->size;
    f->corner[0] = i, f->corner[1] = j, f->corner[2] = k;
    f->m = has_area ? ab_scale(1.0 / area, n) : zero;
    f->height = ab_dot(f->m, a);
    p->height[index] = has_area ? f->height : INFINITY;
    return index;
}

// A unit vector along p, the nearest point of a line or point to the origin; any across when p is
// zero to rounding.
static abVec3 away(abVec3 p, double flat, abVec3 across) {
    return ab_norm(p) > flat ? ab_unit(p) : across;
}

// Four points of D far apart. When D is flat returns false and sets `n` to the direction at right
// angles in which it lies, as far as that can be told.
static bool spread(abPolytope *p, abVec3 *n) {
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
    *n = away(p->point[0].w, flat, (abVec3){1.0, 0.0, 0.0});
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
    *n = away(ab_add_scaled(base, -ab_dot(along, base), along), flat, e1);
    if (widest <= flat) {
        return false;
    }
    abVec3 m = ab_unit(ab_cross(along, ab_sub(p->point[2].w, base)));
    abDifference up = farthest(p, m), down = farthest(p, ab_neg(m));
    double rise = ab_dot(m, ab_sub(up.w, base)), fall = ab_dot(m, ab_sub(base, down.w));
    p->point[3] = rise >= fall ? up : down;
    *n = ab_dot(m, base) < 0.0 ? ab_neg(m) : m;
    return fmax(rise, fall) > flat;
}

// Six times the volume of the first four points, signed.
static double volume(const abPolytope *p) {
    abVec3 a = p->point[0].w;
    return ab_dot(ab_sub(p->point[3].w, a),
                  ab_cross(ab_sub(p->point[1].w, a), ab_sub(p->point[2].w, a)));
}

bool ab_polytope_start(abPolytope *p, const abPair *pair, const abSimplex *simplex, abVec3 *n) {
    double size = pair->size;
    p->pair = pair;
    p->face_count = p->gone_count = 0;
    p->point_count = 4;
    for (int i = 0; i < simplex->count; i++) {
        p->point[i] = simplex->point[i];
    }
    if ((simplex->count < 4 || fabs(volume(p)) < 1e-6 * size * size * size) && !spread(p, n)) {
        return false;
    }
    bool is_up = volume(p) > 0.0; // then 0 1 2 turns clockwise seen from outside
    add_face(p, 0, is_up ? 2 : 1, is_up ? 1 : 2);
    add_face(p, 0, is_up ? 1 : 3, is_up ? 3 : 1);
    add_face(p, 1, is_up ? 2 : 3, is_up ? 3 : 2);
    add_face(p, 2, is_up ? 0 : 3, is_up ? 3 : 0);
    for (int f = 0; f < 4; f++) {
        for (int i = 0; i < 3; i++) {
            int from = p->face[f].corner[i], to = p->face[f].corner[(i + 1) % 3];
            for (int g = 0; g < 4; g++) {
                for (int j = 0; j < 3; j++) {
                    if (p->face[g].corner[j] == to && p->face[g].corner[(j + 1) % 3] == from) {
                        p->face[f].beside[i] = g;
                    }
                }
            }
        }
    }
    return true;
}

int ab_polytope_lowest(const abPolytope *p) {
    int best = 0;
    double least = p->height[0];
    for (int f = 1; f < p->face_count; f++) {
        if (p->height[f] < least) {
            least = p->height[f];
            best = f;
        }
    }
    return best;
}

abDifference ab_polytope_farthest(const abPolytope *p, int face) {
    const abDifference *corner = &p->point[p->face[face].corner[2]]; // the newest
    p->pair->hint[0] = corner->hint[0];
    p->pair->hint[1] = corner->hint[1];
    return farthest(p, p->face[face].m);
}

// The rim of what the new point sees, while it is walked.
typedef struct Rim {
    abPolytope *p;
    abVec3 w;                                      // the new point
    int added;                                     // its number
    double slack;                                  // points this little above a face do not see it
    int first, last;                               // faces put on the rim so far; -1: none
    int removed_count, removed[AB_POLYTOPE_FACES]; // their places are free when all is done
} Rim;

static abPolytopeFace remove_face(Rim *rim, int f) {
    abPolytopeFace copy = rim->p->face[f];
    rim->p->height[f] = INFINITY;
    rim->p->face[f].corner[0] = -1;
    rim->removed[rim->removed_count++] = f;
    return copy;
}

static int edge_from(const abPolytopeFace *face, int corner) {
    return face->corner[0] == corner ? 0 : face->corner[1] == corner ? 1 : 2;
}

// A face from the edge of f that starts at `to` to the new point; joins it to the last one.
static bool put_on_rim(Rim *rim, int f, int from, int to) {
    abPolytope *p = rim->p;
    int g = add_face(p, from, to, rim->added);
    if (g < 0 || (rim->last >= 0 && p->face[rim->last].corner[1] != from)) {
        return false;
    }
    p->face[g].beside[0] = f;
    p->face[f].beside[edge_from(&p->face[f], to)] = g;
    if (rim->last >= 0) {
        p->face[rim->last].beside[1] = g;
        p->face[g].beside[2] = rim->last;
    } else {
        rim->first = g;
    }
    rim->last = g;
    return true;
}

// Face f, entered over the edge that runs in it from `to` to `from`. Goes around counter-clockwise,
// so that the edges of the rim follow each other.
static bool walk(Rim *rim, int f, int from, int to) {
    abPolytope *p = rim->p;
    abPolytopeFace *face = &p->face[f];
    if (face->corner[0] < 0) {
        return true; // gone already
    }
    if (!(ab_dot(face->m, rim->w) > face->height + rim->slack)) {
        return put_on_rim(rim, f, from, to);
    }
    abPolytopeFace copy = remove_face(rim, f);
    int e = edge_from(&copy, to);
    for (int i = 1; i < 3; i++) {
        int k = (e + i) % 3;
        if (!walk(rim, copy.beside[k], copy.corner[k], copy.corner[(k + 1) % 3])) {
            return false;
        }
    }
    return true;
}

bool ab_polytope_expand(abPolytope *p, const abDifference *d, int seen) {
    if (p->point_count == AB_POLYTOPE_POINTS) {
        return false;
    }
    Rim rim;
    rim.p = p;
    rim.w = d->w;
    rim.added = p->point_count;
    rim.slack = 1e-14 * p->pair->size;
    rim.first = rim.last = -1;
    rim.removed_count = 0;
    p->point[p->point_count++] = *d;
    abPolytopeFace copy = remove_face(&rim, seen);
    for (int k = 0; k < 3; k++) {
        if (!walk(&rim, copy.beside[k], copy.corner[k], copy.corner[(k + 1) % 3])) {
            return false;
        }
    }
    if (rim.first < 0 || p->face[rim.last].corner[1] != p->face[rim.first].corner[0]) {
        return false;
    }
    p->face[rim.last].beside[1] = rim.first;
    p->face[rim.first].beside[2] = rim.last;
    for (int i = 0; i < rim.removed_count; i++) {
        p->gone[p->gone_count++] = rim.removed[i];
    }
    return true;
}

void ab_polytope_simplex(const abPolytope *p, const abPolytopeFace *face, abSimplex *simplex) {
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
