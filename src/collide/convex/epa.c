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

#include "collide/convex/epa.h"

#include <string.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/support.h"

#define FLAT 1e-13 // of the size; thinner sets count as flat

// The point of D farthest in direction m.
static abDifferencePoint farthest(const abPolytope *p, abVec3 m) {
    abDifferencePoint d;
    ab_pair_lowest(p->pair, ab_neg(m), &d);
    return d;
}

static void set_face(abPolytope *p, int index, int i, int j, int k) {
    abPolytopeFace *f = &p->face[index];
    abVec3 a = p->point[i].w, zero = {0.0, 0.0, 0.0};
    abVec3 n = ab_cross(ab_sub(p->point[j].w, a), ab_sub(p->point[k].w, a));
    double area = ab_norm(n);
    bool has_area = area > FLAT * FLAT * p->pair->size * p->pair->size;
    f->corner[0] = (unsigned char)i;
    f->corner[1] = (unsigned char)j;
    f->corner[2] = (unsigned char)k;
    f->newest = 0;
    f->m = has_area ? ab_scale(1.0 / area, n) : zero;
    f->height = ab_dot(f->m, a);
    p->height[index] = has_area ? f->height : INFINITY;
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
        abDifferencePoint high = farthest(p, e), low = farthest(p, ab_neg(e));
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
        abDifferencePoint d = farthest(p, around[i]);
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
    abDifferencePoint up = farthest(p, m), down = farthest(p, ab_neg(m));
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
    p->face_count = p->point_count = 4;
    for (int i = 0; i < simplex->count; i++) {
        p->point[i] = simplex->point[i];
    }
    if ((simplex->count < 4 || !(fabs(volume(p)) > 1e-6 * size * size * size)) && !spread(p, n)) {
        return false;
    }
    bool is_up = volume(p) > 0.0; // then 0 1 2 turns clockwise seen from outside
    static const unsigned char corner[2][4][3] = {{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}},
                                                  {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
    static const unsigned char beside[2][4][3] = {{{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}},
                                                  {{3, 2, 1}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}}};
    for (int f = 0; f < 4; f++) {
        const unsigned char *c = corner[is_up][f];
        set_face(p, f, c[0], c[1], c[2]);
        memcpy(p->face[f].beside, beside[is_up][f], sizeof beside[is_up][f]);
    }
    return true;
}

int ab_polytope_lowest(const abPolytope *p) {
    int best = 0;
    double minimum = p->height[0];
    for (int f = 1; f < p->face_count; f++) {
        if (p->height[f] < minimum) {
            minimum = p->height[f];
            best = f;
        }
    }
    return best;
}

const abDifferencePoint *ab_polytope_farthest(abPolytope *p, int face) {
    abDifferencePoint *d =
        &p->point[p->point_count]; // where it is wanted if the polytope takes it in
    ab_pair_lowest(p->pair, ab_neg(p->face[face].m), d);
    return d;
}

// What a new point sees, and the edges around it: edge i runs from from[i] to to[i]; beyond it is
// face beyond[i].
typedef struct Rim {
    int seen_count, count;
    unsigned char seen[AB_POLYTOPE_FACES];
    unsigned char from[AB_POLYTOPE_FACES + 4], to[AB_POLYTOPE_FACES + 4];
    unsigned char beyond[AB_POLYTOPE_FACES + 4];
} Rim;

// Walks from face `first` over all that see w, which is the newest point. False when they are not
// one piece without holes.
static bool walk(abPolytope *p, abVec3 w, int first, Rim *rim) {
    double slack = 1e-14 * p->pair->size; // points this little above a face do not see it
    unsigned char newest = (unsigned char)p->point_count;
    rim->count = 0;
    rim->seen_count = 1;
    rim->seen[0] = (unsigned char)first;
    p->face[first].newest = newest;
    for (int i = 0; i < rim->seen_count; i++) {
        const abPolytopeFace *f = &p->face[rim->seen[i]];
        for (int k = 0; k < 3; k++) {
            abPolytopeFace *g = &p->face[f->beside[k]];
            if (g->newest == newest) {
                continue;
            }
            if (ab_dot(g->m, w) > g->height + slack) {
                g->newest = newest;
                rim->seen[rim->seen_count++] = f->beside[k];
            } else if (rim->count <= rim->seen_count + 2) {
                rim->from[rim->count] = f->corner[k];
                rim->to[rim->count] = f->corner[k < 2 ? k + 1 : 0];
                rim->beyond[rim->count++] = f->beside[k];
            }
        }
    }
    return rim->count == rim->seen_count + 2;
}

// Takes the places of the faces seen, and two more, for those from the rim to the newest point.
static bool close_rim(abPolytope *p, const Rim *rim) {
    unsigned char place[AB_POLYTOPE_FACES + 4], starts[AB_POLYTOPE_POINTS] = {0};
    int added = p->point_count - 1;
    for (int i = 0; i < rim->count; i++) {
        place[i] = i < rim->seen_count ? rim->seen[i] : (unsigned char)p->face_count++;
        starts[rim->from[i]] = (unsigned char)i;
        set_face(p, place[i], rim->from[i], rim->to[i], added);
    }
    for (int i = 0; i < rim->count; i++) {
        int next = starts[rim->to[i]];
        if (rim->from[next] != rim->to[i]) {
            return false;
        }
        abPolytopeFace *f = &p->face[place[i]], *beyond = &p->face[rim->beyond[i]];
        int edge = beyond->corner[0] == rim->to[i] ? 0 : beyond->corner[1] == rim->to[i] ? 1 : 2;
        f->beside[0] = rim->beyond[i];
        f->beside[1] = place[next];
        p->face[place[next]].beside[2] = place[i];
        beyond->beside[edge] = place[i];
    }
    return true;
}

bool ab_polytope_expand(abPolytope *p, const abDifferencePoint *d, int seen) {
    if (p->point_count == AB_POLYTOPE_POINTS) {
        return false;
    }
    Rim rim;
    abDifferencePoint *place = &p->point[p->point_count++];
    if (d != place) {
        *place = *d;
    }
    return walk(p, d->w, seen, &rim) && close_rim(p, &rim);
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
