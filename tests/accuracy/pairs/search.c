// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// search.c - in double precision; lengths are in units of the pair's size.
//
// Bound in a triangle of normals v1, v2, v3. A point w of B - A gives sep(n) <= n w for all unit n,
// so do weighted means of such points, and for n = sum l_i v_i / |sum l_i v_i|
//
//   sep(n) <= max_i w v_i / |sum l_i v_i|                                                 (1)
//
// where the norm is 1 at most, and at least the distance of the plane through the v_i from the
// origin. The w used are the best mean of the three lowest points along v1, v2, v3.

#include "search.h"

#include <string.h>

enum { CELLS_MAX = 4096, LEVELS_MAX = 60 };
#define CLOSED 2e-11 // what counts as the same
#define ROUNDING 2e-15

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static bool make_unit(double a[3]) {
    double length = sqrt(dot(a, a));
    if (!(length > 1e-150)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        a[i] /= length;
    }
    return true;
}

// The lowest point of B - A along n, and how low.
static double lowest(const Solid *A, const Solid *B, const double n[3], double w[3]) {
    double a[3], b[3], back[3] = {-n[0], -n[1], -n[2]};
    double low = -solid_support(B, back, b) - solid_support(A, n, a);
    for (int i = 0; i < 3; i++) {
        w[i] = b[i] - a[i];
    }
    return low;
}

// ---- polytopes ----

static void turn(const Solid *solid, abVec3 x, double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = solid->R[i][0] * x.x + solid->R[i][1] * x.y + solid->R[i][2] * x.z;
    }
}

typedef struct Better {
    const Solid *A, *B;
    double *n, sep;
    bool is_new;
} Better;

static void ask(Better *better, double n[3]) {
    double w[3];
    if (!make_unit(n)) {
        return;
    }
    double value = lowest(better->A, better->B, n, w);
    if (value > better->sep) {
        better->sep = value;
        better->is_new = true;
        memcpy(better->n, n, sizeof(double[3]));
    }
}

static void ask_both(Better *better, const double n[3]) {
    double plus[3] = {n[0], n[1], n[2]}, minus[3] = {-n[0], -n[1], -n[2]};
    ask(better, plus);
    ask(better, minus);
}

bool search_faces(const Solid *A, const Solid *B, double known, double best[3], double *above) {
    Better better = {A, B, best, known + ROUNDING, false};
    double n[3], e[3], f[3];
    for (int i = 0; i < A->form->face_count; i++) {
        turn(A, A->form->face[i], n);
        ask(&better, n);
    }
    for (int i = 0; i < B->form->face_count; i++) {
        turn(B, B->form->face[i], n);
        for (int k = 0; k < 3; k++) {
            n[k] = -n[k];
        }
        ask(&better, n);
    }
    for (int i = 0; i < A->form->edge_count; i++) {
        turn(A, A->form->edge[i], e);
        for (int j = 0; j < B->form->edge_count; j++) {
            turn(B, B->form->edge[j], f);
            cross(e, f, n);
            if (dot(n, n) >
                1e-24) { // nearly parallel edges: a face or a shorter edge stands nearer
                ask_both(&better, n);
            }
        }
    }
    *above = 4.0 * ROUNDING;
    return better.is_new;
}

// ---- branch and bound ----

typedef struct Node {
    double v[3], w[3];
} Node;

typedef struct Cell {
    Node node[3];
} Cell;

// The least of max_i sum_k l_k M[k][i] over a few mixtures l; each of them is valid.
static double mixed(double M[3][3]) {
    double best = INFINITY;
    for (int k = 0; k < 3; k++) {
        best = fmin(best, fmax(M[k][0], fmax(M[k][1], M[k][2])));
    }
    for (int k = 0; k < 3; k++) {
        const double *x = M[k], *y = M[(k + 1) % 3];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3;
            double change = (x[i] - x[j]) - (y[i] - y[j]), t = (x[i] - x[j]) / change;
            if (t > 0.0 && t < 1.0) {
                best = fmin(best, fmax(x[0] + t * (y[0] - x[0]),
                                       fmax(x[1] + t * (y[1] - x[1]), x[2] + t * (y[2] - x[2]))));
            }
        }
    }
    // all three so that the columns are equal: l is the cross product of the differences
    double d[3], e[3], l[3];
    for (int k = 0; k < 3; k++) {
        d[k] = M[k][0] - M[k][1];
        e[k] = M[k][0] - M[k][2];
    }
    cross(d, e, l);
    double sum = l[0] + l[1] + l[2];
    if (sum != 0.0 && l[0] / sum >= 0.0 && l[1] / sum >= 0.0 && l[2] / sum >= 0.0) {
        double top = -INFINITY;
        for (int i = 0; i < 3; i++) {
            top = fmax(top, (l[0] * M[0][i] + l[1] * M[1][i] + l[2] * M[2][i]) / sum);
        }
        best = fmin(best, top);
    }
    return best;
}

// (1)
static double bound(const Cell *cell) {
    double M[3][3];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            M[k][i] = dot(cell->node[k].w, cell->node[i].v);
        }
    }
    double maximum = mixed(M);
    if (maximum <= 0.0) {
        return maximum;
    }
    double e[3], f[3], m[3];
    for (int i = 0; i < 3; i++) {
        e[i] = cell->node[1].v[i] - cell->node[0].v[i];
        f[i] = cell->node[2].v[i] - cell->node[0].v[i];
    }
    cross(e, f, m);
    return maximum * sqrt(dot(m, m)) / fabs(dot(m, cell->node[0].v));
}

typedef struct Search {
    const Solid *A, *B;
    double limit; // known separation and what counts as the same
    double *best;
    bool is_better;
} Search;

static Node node_at(Search *s, const double v[3]) {
    Node node;
    memcpy(node.v, v, sizeof node.v);
    make_unit(node.v);
    double value = lowest(s->A, s->B, node.v, node.w);
    if (value > s->limit) {
        s->limit = value;
        s->is_better = true;
        memcpy(s->best, node.v, sizeof node.v);
    }
    return node;
}

static Node middle(Search *s, const Node *a, const Node *b) {
    double v[3] = {a->v[0] + b->v[0], a->v[1] + b->v[1], a->v[2] + b->v[2]};
    return node_at(s, v);
}

// The eight triangles of an octahedron with a corner at the best known normal.
static int first_cells(Search *s, Cell *cells) {
    double z[3] = {s->best[0], s->best[1], s->best[2]}, x[3], y[3];
    double minimum[3] = {0.0, 0.0, 0.0};
    int axis = fabs(z[0]) < fabs(z[1]) ? 0 : 1;
    minimum[fabs(z[2]) < fabs(z[axis]) ? 2 : axis] = 1.0;
    cross(z, minimum, x);
    make_unit(x);
    cross(z, x, y);
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++) {
            const double *from = k == 0 ? x : k == 1 ? y : z;
            double sign = i >> k & 1 ? -1.0 : 1.0;
            double v[3] = {sign * from[0], sign * from[1], sign * from[2]};
            cells[i].node[k] = node_at(s, v);
        }
    }
    return 8;
}

static void split(Search *s, const Cell *cell, Cell children[4]) {
    const Node *n = cell->node;
    Node m[3] = {middle(s, &n[0], &n[1]), middle(s, &n[1], &n[2]), middle(s, &n[2], &n[0])};
    children[0] = (Cell){{n[0], m[0], m[2]}};
    children[1] = (Cell){{n[1], m[1], m[0]}};
    children[2] = (Cell){{n[2], m[2], m[1]}};
    children[3] = (Cell){{m[0], m[1], m[2]}};
}

// The largest bound among cells.
static double widest(const Cell *cells, int count) {
    double maximum = -INFINITY;
    for (int i = 0; i < count; i++) {
        maximum = fmax(maximum, bound(&cells[i]));
    }
    return maximum;
}

bool search_sphere(const Solid *A, const Solid *B, double known, double best[3], double *above) {
    static Cell cells[2][CELLS_MAX];
    Search s = {A, B, known + CLOSED, best, false};
    int count = first_cells(&s, cells[0]);
    *above = CLOSED;
    for (int level = 0; level < LEVELS_MAX && count > 0 && !s.is_better; level++) {
        const Cell *from = cells[level % 2];
        Cell *to = cells[(level + 1) % 2];
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (bound(&from[i]) <= s.limit) {
                continue;
            }
            if (kept + 4 > CELLS_MAX ||
                level == LEVELS_MAX - 1) { // as on a circle of equal normals
                *above = widest(from, count) - known;
                return s.is_better;
            }
            split(&s, &from[i], to + kept);
            kept += 4;
        }
        count = kept;
    }
    return s.is_better;
}
