// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference.c - signed distances of two convex solids in long double.
//
//   apart          Gilbert, Johnson, Keerthi
//   polytopes      every face of the Minkowski difference: faces of A, faces of B, and pairs of
//                  edges whose arcs cross on the sphere of normals
//   round solids   from many directions: push the solids apart along the normal, take the nearest
//                  points, turn the normal, push less (proximal point method)

#include "reference.h"

#include <math.h>
#include <stdlib.h>

typedef struct Vec {
    long double x, y, z;
} Vec;

static Vec add(Vec a, long double s, Vec b) {
    return (Vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static Vec sub(Vec a, Vec b) {
    return add(a, -1.0L, b);
}
static long double dot(Vec a, Vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static Vec cross(Vec a, Vec b) {
    return (Vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static Vec scale(long double s, Vec a) {
    return (Vec){s * a.x, s * a.y, s * a.z};
}
static Vec unit(Vec a) {
    return scale(1.0L / sqrtl(dot(a, a)), a);
}

static Vec turn(const PairsPose *X, Vec p) {
    const double *R = X->R;
    return (Vec){R[0] * p.x + R[1] * p.y + R[2] * p.z, R[3] * p.x + R[4] * p.y + R[5] * p.z,
                 R[6] * p.x + R[7] * p.y + R[8] * p.z};
}

static Vec turn_back(const PairsPose *X, Vec p) {
    const double *R = X->R;
    return (Vec){R[0] * p.x + R[3] * p.y + R[6] * p.z, R[1] * p.x + R[4] * p.y + R[7] * p.z,
                 R[2] * p.x + R[5] * p.y + R[8] * p.z};
}

static Vec corner(const PairsSolid *s, int i) {
    return (Vec){s->corners[3 * i], s->corners[3 * i + 1], s->corners[3 * i + 2]};
}

// Point of the solid farthest along d, in W.
static Vec farthest(const PairsSolid *s, const PairsPose *X, Vec d) {
    Vec u = turn_back(X, d), p = {0.0L, 0.0L, 0.0L};
    if (s->kind == PAIRS_CYLINDER) {
        long double across = sqrtl(u.x * u.x + u.y * u.y);
        long double k = across > 0.0L ? s->size[1] / across : 0.0L;
        p = (Vec){k * u.x, k * u.y, u.z < 0.0L ? -s->size[0] : s->size[0]};
    } else {
        long double maximum = -HUGE_VALL;
        for (int i = 0; i < s->corner_count; i++) {
            Vec q = corner(s, i);
            long double along = dot(q, u);
            if (along > maximum) {
                maximum = along;
                p = q;
            }
        }
    }
    return add((Vec){X->p[0], X->p[1], X->p[2]}, 1.0L, turn(X, p));
}

// The point of B - A lowest along n.
static Vec lowest(const PairsCase *c, const PairsQuery *q, Vec n) {
    return sub(farthest(&c->solids[q->B], &q->X_B, scale(-1.0L, n)),
               farthest(&c->solids[q->A], &q->X_A, n));
}

static long double separation(const PairsCase *c, const PairsQuery *q, Vec n) {
    return dot(n, lowest(c, q, n)) / sqrtl(dot(n, n));
}

long double reference_separation(const PairsCase *c, const PairsQuery *q, const double n[3]) {
    return separation(c, q, (Vec){n[0], n[1], n[2]});
}

// ---- nearest points ----

typedef struct Simplex {
    int count;
    Vec p[4];
} Simplex;

// Nearest point to the origin of the segment, triangle or tetrahedron; keeps only the corners that
// carry it. A full tetrahedron remains when the origin is inside.
static Vec nearest_of_two(Simplex *s) {
    Vec e = sub(s->p[1], s->p[0]);
    long double t = -dot(s->p[0], e) / dot(e, e);
    if (!(t > 0.0L)) {
        s->count = 1;
        return s->p[0];
    }
    if (t >= 1.0L) {
        *s = (Simplex){1, {s->p[1]}};
        return s->p[0];
    }
    return add(s->p[0], t, e);
}

static Vec nearest(Simplex *s) {
    if (s->count == 1) {
        return s->p[0];
    }
    if (s->count == 2) {
        return nearest_of_two(s);
    }
    Vec best = {0.0L, 0.0L, 0.0L}, a = s->p[0], b = s->p[1], c = s->p[2];
    Simplex kept = *s;
    long double minimum = HUGE_VALL;
    if (s->count == 3) {
        Vec n = cross(sub(b, a), sub(c, a));
        if (dot(n, n) > 0.0L && dot(n, cross(a, b)) >= 0.0L && dot(n, cross(b, c)) >= 0.0L &&
            dot(n, cross(c, a)) >= 0.0L) {
            return scale(dot(n, a) / dot(n, n), n);
        }
    } else {
        Vec d = s->p[3];
        long double volume = dot(sub(d, a), cross(sub(b, a), sub(c, a)));
        long double part[4] = {dot(d, cross(b, c)), dot(d, cross(c, a)), dot(d, cross(a, b)),
                               dot(a, cross(c, b))};
        bool inside = volume != 0.0L;
        for (int i = 0; i < 4; i++) {
            inside = inside && part[i] * volume >= 0.0L;
        }
        if (inside) {
            return best;
        }
    }
    for (int left_out = 0; left_out < s->count; left_out++) {
        Simplex part = {0};
        for (int i = 0; i < s->count; i++) {
            if (i != left_out) {
                part.p[part.count++] = s->p[i];
            }
        }
        Vec v = nearest(&part);
        if (dot(v, v) < minimum) {
            minimum = dot(v, v);
            best = v;
            kept = part;
        }
    }
    *s = kept;
    return best;
}

// Nearest point of B - A + shift to the origin. False when the origin is inside.
static bool nearest_point(const PairsCase *c, const PairsQuery *q, Vec shift, Vec start, Vec *v) {
    Simplex s = {1, {add(lowest(c, q, start), 1.0L, shift)}};
    *v = s.p[0];
    for (int round = 0; round < 300; round++) {
        long double vv = dot(*v, *v);
        if (s.count == 4 || vv < 1e-34L) {
            return false;
        }
        Vec w = add(lowest(c, q, *v), 1.0L, shift);
        if (vv - dot(*v, w) <= 1e-18L * vv) {
            return true;
        }
        Simplex before = s;
        s.p[s.count++] = w;
        Vec next = nearest(&s);
        if (s.count < 4 && !(dot(next, next) < vv)) {
            s = before;
            return true;
        }
        *v = next;
    }
    return true;
}

bool reference_overlaps(const PairsCase *c, const PairsQuery *q) {
    Vec v, x = {1.0L, 0.0L, 0.0L}, zero = {0.0L, 0.0L, 0.0L};
    return !nearest_point(c, q, zero, x, &v);
}

// ---- overlapping ----

// From n to a local maximum of the separation.
static long double climb(const PairsCase *c, const PairsQuery *q, Vec n) {
    long double best = separation(c, q, n), gap = 0.05L;
    for (int round = 0; round < 40 && gap > 1e-12L; round++) {
        Vec v, shift = scale(gap - separation(c, q, n), n);
        if (!nearest_point(c, q, shift, n, &v)) {
            break;
        }
        n = unit(v);
        long double here = separation(c, q, n);
        gap *= here - best < 1e-3L * gap ? 0.1L : 0.5L;
        best = fmaxl(best, here);
    }
    return best;
}

enum { SAMPLES = 300, STARTS = 6 };

// Best of climbs from the directions of largest separation, some way apart from each other.
static long double deepest_of_round(const PairsCase *c, const PairsQuery *q) {
    Vec n[SAMPLES];
    long double sep[SAMPLES], best = -HUGE_VALL;
    for (int i = 0; i < SAMPLES; i++) { // a spiral from pole to pole
        long double z = 1.0L - (2.0L * i + 1.0L) / SAMPLES, r = sqrtl(1.0L - z * z);
        long double angle = 2.399963229728653L * i;
        n[i] = (Vec){r * cosl(angle), r * sinl(angle), z};
        sep[i] = separation(c, q, n[i]);
    }
    for (int start = 0; start < STARTS; start++) {
        int at = 0;
        for (int i = 1; i < SAMPLES; i++) {
            at = sep[i] > sep[at] ? i : at;
        }
        best = fmaxl(best, climb(c, q, n[at]));
        Vec taken = n[at];
        for (int i = 0; i < SAMPLES; i++) {
            if (dot(n[i], taken) > 0.95L) {
                sep[i] = -HUGE_VALL;
            }
        }
    }
    return best;
}

typedef struct Edge {
    Vec along, left, right; // direction, normals of the faces beside it, in W
    Vec at;                 // a point
} Edge;

typedef struct Polytope {
    int face_count, edge_count;
    Vec *normals;
    Edge *edges;
} Polytope;

// In W, from the turned corners: a matrix that is off a rotation by rounding turns edges and
// normals a little differently.
static Vec face_normal(const PairsSolid *s, const PairsPose *X, int f) {
    Vec sum = {0.0L, 0.0L, 0.0L}, origin = corner(s, s->face_corners[s->face_start[f]]);
    for (int i = s->face_start[f] + 1; i + 1 < s->face_start[f + 1]; i++) {
        Vec a = sub(corner(s, s->face_corners[i]), origin);
        Vec b = sub(corner(s, s->face_corners[i + 1]), origin);
        sum = add(sum, 1.0L, cross(turn(X, a), turn(X, b)));
    }
    return unit(sum);
}

static int edge_end(const PairsSolid *s, int f, int i) {
    return s->face_corners[i + 1 < s->face_start[f + 1] ? i + 1 : s->face_start[f]];
}

static Polytope polytope_of(const PairsSolid *s, const PairsPose *X) {
    int room = s->face_start[s->face_count];
    Polytope p = {.face_count = s->face_count,
                  .normals = malloc((size_t)s->face_count * sizeof(Vec)),
                  .edges = malloc((size_t)room * sizeof(Edge))};
    int *face_of = malloc((size_t)(s->corner_count * s->corner_count) * sizeof(int));
    for (int f = 0; f < s->face_count; f++) {
        p.normals[f] = face_normal(s, X, f);
        for (int i = s->face_start[f]; i < s->face_start[f + 1]; i++) {
            face_of[s->face_corners[i] * s->corner_count + edge_end(s, f, i)] = f;
        }
    }
    for (int f = 0; f < s->face_count; f++) {
        for (int i = s->face_start[f]; i < s->face_start[f + 1]; i++) {
            int from = s->face_corners[i], to = edge_end(s, f, i);
            if (from < to) {
                Vec at = corner(s, from), along = sub(corner(s, to), at);
                p.edges[p.edge_count++] = (Edge){
                    .along = turn(X, along),
                    .left = p.normals[f],
                    .right = p.normals[face_of[to * s->corner_count + from]],
                    .at = add((Vec){X->p[0], X->p[1], X->p[2]}, 1.0L, turn(X, at)),
                };
            }
        }
    }
    free(face_of);
    return p;
}

// Is edge x edge a face of the difference: do the arcs of normals of one and, reversed, the other
// cross?
static bool arcs_cross(const Edge *a, const Edge *b) {
    long double cba = -dot(b->left, a->along), dba = -dot(b->right, a->along);
    long double adc = dot(a->left, b->along), bdc = dot(a->right, b->along);
    // near misses are let through: their plane is no nearer than a true one
    if (cba * dba > 1e-30L || adc * bdc > 1e-30L) {
        return false;
    }
    Vec middle_a = add(a->left, 1.0L, a->right), middle_b = add(b->left, 1.0L, b->right);
    Vec n = cross(a->along, b->along);
    long double of_a = dot(n, middle_a), of_b = -dot(n, middle_b);
    return of_a * of_b >= -1e-30L;
}

static long double deepest_of_polytopes(const PairsCase *c, const PairsQuery *q) {
    Polytope A = polytope_of(&c->solids[q->A], &q->X_A);
    Polytope B = polytope_of(&c->solids[q->B], &q->X_B);
    long double best = -HUGE_VALL;
    for (int i = 0; i < A.face_count; i++) {
        best = fmaxl(best, separation(c, q, A.normals[i]));
    }
    for (int i = 0; i < B.face_count; i++) {
        best = fmaxl(best, separation(c, q, scale(-1.0L, B.normals[i])));
    }
    for (int i = 0; i < A.edge_count; i++) {
        for (int j = 0; j < B.edge_count; j++) {
            const Edge *a = &A.edges[i], *b = &B.edges[j];
            if (!arcs_cross(a, b)) {
                continue;
            }
            Vec n = cross(a->along, b->along);
            long double nn = dot(n, n), outward = dot(n, add(a->left, 1.0L, a->right));
            if (nn < 1e-24L) {
                continue; // parallel edges: the faces beside them say the same
            }
            long double along = dot(n, sub(b->at, a->at)) / sqrtl(nn);
            if ((outward < 0.0L ? -along : along) > best - 1e-9L) {
                best = fmaxl(best, separation(c, q, outward < 0.0L ? scale(-1.0L, n) : n));
            }
        }
    }
    free(A.normals);
    free(A.edges);
    free(B.normals);
    free(B.edges);
    return best;
}

long double reference_distance(const PairsCase *c, const PairsQuery *q, long double *slack) {
    Vec v, x = {1.0L, 0.0L, 0.0L}, zero = {0.0L, 0.0L, 0.0L};
    if (nearest_point(c, q, zero, x, &v)) {
        long double length = sqrtl(dot(v, v)), best = separation(c, q, v);
        *slack = length - best;
        return best;
    }
    bool is_round =
        c->solids[q->A].kind == PAIRS_CYLINDER || c->solids[q->B].kind == PAIRS_CYLINDER;
    *slack = is_round ? NAN : 0.0L;
    return is_round ? deepest_of_round(c, q) : deepest_of_polytopes(c, q);
}
