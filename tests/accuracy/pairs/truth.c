// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// truth.c - lengths are scaled by a power of two so that the pair has a size of 0.5 to 1.

#include "truth.h"
#include "collide/broad/proximity.h"

#include <string.h>

#include "search.h"

#define NEAR_CAP 1e-6 // angle in which a flat round face is tried for itself
#define BORDER 1e-6   // weights below, and feet nearer to a rim, are about to lose touch
#define LONE 1e-9     // a piece this near touches too, as far as points are concerned
enum { ACTIVE_MAX = 12, UNKNOWNS_MAX = 10, STEPS = 8, TRIES_MAX = 24 };

typedef struct Pair {
    Solid A, B;
} Pair;

static Quad sep(const Pair *pair, Quad3 n) {
    Quad3 back = quad_scale(-1, n);
    return -solid_height(&pair->B, back) - solid_height(&pair->A, n);
}

// ---- the equations of a maximum ----
//
// n touches p pieces of A at a_i and q pieces of B at b_j, with weights that sum to 1 each:
//
//   sum m_j b_j - sum l_i a_i = v n,   n a_i = s,   n b_j = t,   |n| = 1                  (1)
//
// unknowns n, l, m, s, t, v. Residuals in quad, the matrix of Newton's step in double: each step
// gains some 12 digits once n is close.

typedef struct Touch {
    int p, q;
    int i[3], j[3];
    Quad3 n, a[3], b[3];
    Quad l[3], m[3], s, t, v;
    double inverse[UNKNOWNS_MAX][UNKNOWNS_MAX];
    double bend; // largest radius of curvature that enters
    bool is_solved;
} Touch;

// Adds w times the derivative of the support point by the direction to H: the curvature radii.
static void add_curvature(const Solid *solid, int i, Quad3 q, double w, double H[3][3],
                          double *bend) {
    abVec3 e = solid->form->semi[i];
    double s[3] = {e.x * (double)q.x, e.y * (double)q.y, e.z * (double)q.z},
           ee[3] = {e.x, e.y, e.z};
    double length = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    if (!(length > 0.0)) {
        return;
    }
    double local[3][3];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double diagonal = r == c ? ee[r] * ee[r] : 0.0;
            local[r][c] =
                (diagonal - ee[r] * s[r] * ee[c] * s[c] / (length * length)) / length * solid->unit;
        }
        *bend += fabs(local[r][r]);
    }
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            for (int k = 0; k < 9; k++) {
                H[r][c] += w * solid->R[r][k / 3] * local[k / 3][k % 3] * solid->R[c][k % 3];
            }
        }
    }
}

static void put(double row[], int column, Quad3 x, double sign) {
    row[column] += sign * (double)x.x;
    row[column + 1] += sign * (double)x.y;
    row[column + 2] += sign * (double)x.z;
}

// Fills the residual of (1) and the matrix. Columns: n, l, m, s, t, v.
static int assemble(const Pair *pair, Touch *w, Quad f[], double J[][UNKNOWNS_MAX]) {
    int p = w->p, q = w->q, size = 3 + p + q + 3, row = 3;
    int at_l = 3, at_m = 3 + p, at_s = 3 + p + q, at_t = at_s + 1, at_v = at_s + 2;
    Quad3 back = quad_scale(-1, w->n), qa = solid_turn(&pair->A, w->n),
          qb = solid_turn(&pair->B, back), sum = quad_scale(-w->v, w->n);
    Quad sum_l = -1, sum_m = -1;
    double H[3][3] = {{0}};
    w->bend = 0.0;
    memset(J, 0, sizeof(double) * UNKNOWNS_MAX * UNKNOWNS_MAX);
    for (int i = 0; i < p; i++, row++) {
        w->a[i] = piece_support(&pair->A, w->i[i], qa);
        sum = quad_sub(sum, quad_scale(w->l[i], w->a[i]));
        sum_l += w->l[i];
        f[row] = quad_dot(w->n, w->a[i]) - w->s;
        put(J[row], 0, w->a[i], 1.0);
        J[row][at_s] = -1.0;
        add_curvature(&pair->A, w->i[i], qa, (double)w->l[i], H, &w->bend);
    }
    for (int j = 0; j < q; j++, row++) {
        w->b[j] = piece_support(&pair->B, w->j[j], qb);
        sum = quad_add(sum, quad_scale(w->m[j], w->b[j]));
        sum_m += w->m[j];
        f[row] = quad_dot(w->n, w->b[j]) - w->t;
        put(J[row], 0, w->b[j], 1.0);
        J[row][at_t] = -1.0;
        add_curvature(&pair->B, w->j[j], qb, (double)w->m[j], H, &w->bend);
    }
    f[0] = sum.x, f[1] = sum.y, f[2] = sum.z;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            J[r][c] = -H[r][c] - (r == c ? (double)w->v : 0.0);
        }
        for (int i = 0; i < p; i++) {
            J[r][at_l + i] = -(double)(r == 0 ? w->a[i].x : r == 1 ? w->a[i].y : w->a[i].z);
        }
        for (int j = 0; j < q; j++) {
            J[r][at_m + j] = (double)(r == 0 ? w->b[j].x : r == 1 ? w->b[j].y : w->b[j].z);
        }
        J[r][at_v] = -(double)(r == 0 ? w->n.x : r == 1 ? w->n.y : w->n.z);
    }
    f[row] = sum_l;
    for (int i = 0; i < p; i++) {
        J[row][at_l + i] = 1.0;
    }
    f[row + 1] = sum_m;
    for (int j = 0; j < q; j++) {
        J[row + 1][at_m + j] = 1.0;
    }
    f[row + 2] = (quad_dot(w->n, w->n) - 1) / 2;
    put(J[row + 2], 0, w->n, 1.0);
    return size;
}

// Gauss and Jordan with row exchanges. False when singular to rounding.
static bool invert(int n, double J[][UNKNOWNS_MAX], double inverse[][UNKNOWNS_MAX]) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            inverse[i][j] = i == j;
        }
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = fabs(J[i][k]) > fabs(J[best][k]) ? i : best;
        }
        if (!(fabs(J[best][k]) > 1e-14)) {
            return false;
        }
        for (int j = 0; j < n; j++) {
            double swap = J[k][j];
            J[k][j] = J[best][j], J[best][j] = swap;
            swap = inverse[k][j];
            inverse[k][j] = inverse[best][j], inverse[best][j] = swap;
        }
        double scale = 1.0 / J[k][k];
        for (int j = 0; j < n; j++) {
            J[k][j] *= scale;
            inverse[k][j] *= scale;
        }
        for (int i = 0; i < n; i++) {
            double factor = i == k ? 0.0 : J[i][k];
            for (int j = 0; j < n && factor != 0.0; j++) {
                J[i][j] -= factor * J[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
    return true;
}

// Newton on (1) from the normal n, no farther than `reach`. True when the residual vanishes to quad
// precision.
static bool solve(const Pair *pair, Quad3 n, double reach, Touch *w) {
    w->n = n;
    w->s = solid_height(&pair->A, n);
    w->t = -solid_height(&pair->B, quad_scale(-1, n));
    w->v = w->t - w->s;
    for (int i = 0; i < 3; i++) {
        w->l[i] = i < w->p ? 1 / (Quad)w->p : 0;
        w->m[i] = i < w->q ? 1 / (Quad)w->q : 0;
    }
    for (int step = 0; step < STEPS; step++) {
        Quad f[UNKNOWNS_MAX] = {0}, dx[UNKNOWNS_MAX] = {0};
        double J[UNKNOWNS_MAX][UNKNOWNS_MAX], worst = 0.0;
        int size = assemble(pair, w, f, J), at = 0;
        for (int i = 0; i < size; i++) {
            worst = fmax(worst, fabs((double)f[i]));
        }
        if (worst < 1e-26) {
            return step > 0 || invert(size, J, w->inverse);
        }
        if (!(worst < 1e3) || !invert(size, J, w->inverse)) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            dx[i] = 0;
            for (int j = 0; j < size; j++) {
                dx[i] -= w->inverse[i][j] * f[j];
            }
        }
        w->n = quad_add(w->n, (Quad3){dx[0], dx[1], dx[2]});
        at = 3;
        for (int i = 0; i < w->p; i++) {
            w->l[i] += dx[at++];
        }
        for (int j = 0; j < w->q; j++) {
            w->m[j] += dx[at++];
        }
        w->s += dx[at], w->t += dx[at + 1], w->v += dx[at + 2];
        if (!((double)quad_norm(quad_sub(w->n, n)) < reach)) {
            return false;
        }
    }
    return false;
}

// ---- which pieces ----

// Pieces within `slack` of the largest height, the highest first. Returns all of them, listed or
// not.
static int list_active(const Solid *solid, Quad3 n, double slack, int active[ACTIVE_MAX]) {
    Quad3 q = solid_turn(solid, n);
    Quad height[PIECES_MAX], top = solid_height(solid, n);
    int count = 0, all = 0;
    for (int i = 0; i < solid->form->piece_count; i++) {
        height[i] = piece_height(solid, i, q, n);
        if (top - height[i] <= slack) {
            all++;
            if (count < ACTIVE_MAX) {
                active[count++] = i;
            }
        }
    }
    return all;
}

typedef struct Found {
    Quad3 n;
    Quad sep;
    bool is_refined;
    Quad3 a, b;  // points of the cores that touch, when refined
    double turn; // see Truth
    double slide;
} Found;

static Quad3 between(const Quad3 x[3], const Quad w[3], int count) {
    Quad3 sum = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        sum = quad_add(sum, quad_scale(w[i], x[i]));
    }
    return sum;
}

static double row_sum(const Touch *w, int from, int count) {
    int size = 3 + w->p + w->q + 3;
    double sum = 0.0;
    for (int i = from; i < from + count; i++) {
        for (int j = 0; j < size; j++) {
            sum += fabs(w->inverse[i][j]);
        }
    }
    return sum;
}

// Where a piece is about to lose touch, the others alone may turn n.
static double turn_of_others(const Pair *pair, const Touch *w) {
    Touch others = {.n = w->n, .s = w->s, .t = w->t, .v = w->v};
    Quad f[UNKNOWNS_MAX] = {0};
    double J[UNKNOWNS_MAX][UNKNOWNS_MAX];
    for (int i = 0; i < w->p; i++) {
        if (w->l[i] >= BORDER) {
            others.i[others.p] = w->i[i];
            others.l[others.p++] = w->l[i];
        }
    }
    for (int j = 0; j < w->q; j++) {
        if (w->m[j] >= BORDER) {
            others.j[others.q] = w->j[j];
            others.m[others.q++] = w->m[j];
        }
    }
    int size = assemble(pair, &others, f, J);
    return invert(size, J, others.inverse) ? row_sum(&others, 0, 3) : INFINITY;
}

// A foot about to leave a face of the other body, by a corner of its own: by a move over the
// distance.
static double free_turn(Quad sep) {
    return 1.0 / fabs((double)sep);
}

// Is piece i a disc that lies flat on the plane with normal q? Any of its points touches then.
static bool lies_flat(const Solid *solid, int i, Quad3 q) {
    abVec3 e = solid->form->semi[i];
    double x = e.x * (double)q.x, y = e.y * (double)q.y, z = e.z * (double)q.z;
    double largest = fmax(e.x, fmax(e.y, e.z));
    return largest > 0.0 && sqrt(x * x + y * y + z * z) <= LONE * largest;
}

// When other pieces touch too (is_lone false), or discs lie flat, the points are not unique.
static Found found_touch(const Pair *pair, const Touch *w, Quad3 n, Quad value, bool is_lone) {
    Found found = {.n = n, .sep = value, .is_refined = true, .slide = INFINITY};
    found.a = between(w->a, w->l, w->p);
    found.b = between(w->b, w->m, w->q);
    found.turn = row_sum(w, 0, 3);
    bool at_border = false;
    Quad3 qa = solid_turn(&pair->A, n), qb = solid_turn(&pair->B, n);
    for (int i = 0; i < 3; i++) {
        is_lone = is_lone && !(i < w->p && lies_flat(&pair->A, w->i[i], qa)) &&
                  !(i < w->q && lies_flat(&pair->B, w->j[i], qb));
        at_border = at_border || (i < w->p && w->l[i] < BORDER) || (i < w->q && w->m[i] < BORDER);
    }
    found.turn = at_border ? fmax(found.turn, turn_of_others(pair, w)) : found.turn;
    if (is_lone) {
        found.slide = row_sum(w, 3, w->p + w->q) + w->bend * found.turn;
    }
    return found;
}

// The round face of `own` with outward normal n, and the other solid standing on it: a maximum when
// the foot is in the face; the points are unique when one piece stands there.
static void offer_cap(const Pair *pair, const Solid *own, Quad3 n, Found *found) {
    bool is_A = own == &pair->A;
    const Solid *other = is_A ? &pair->B : &pair->A;
    Quad3 down = quad_scale(-1, n), q = solid_turn(other, down), cap;
    Quad value = sep(pair, is_A ? n : down);
    int active[ACTIVE_MAX] = {0}, count = list_active(other, down, LONE, active);
    if (!(value >= found->sep)) {
        return;
    }
    Quad3 low = piece_support(other, active[0], q);
    Quad3 foot = quad_sub(low, quad_scale(value, n));
    bool is_inside = solid_outside(own, foot) < 1e-15;
    *found = (Found){.n = is_A ? n : down, .sep = value, .is_refined = is_inside, .turn = 1.0};
    Quad3 below = quad_sub(foot, quad_scale(BORDER, n));
    if (solid_clearance(own, below) < 0.9 * BORDER) {
        found->turn = free_turn(value);
    }
    found->a = is_A ? foot : low;
    found->b = is_A ? low : foot;
    double H[3][3] = {{0}}, bend = 0.0;
    add_curvature(other, active[0], q, 1.0, H, &bend);
    found->slide = count == 1 && !solid_cap(other, down, NEAR_CAP, &cap) ? bend : INFINITY;
}

// Tries (1) with these pieces. Refined when the weights are those of a point between the pieces and
// no other piece lies lower.
static bool try_touch(const Pair *pair, Quad3 n, double reach, Touch *w, bool is_lone,
                      Found *found) {
    if (!solve(pair, n, reach, w)) {
        return false;
    }
    Quad3 unit = quad_unit(w->n);
    Quad value = sep(pair, unit);
    bool is_valid = value >= w->t - w->s - (Quad)1e-24 && value >= found->sep - (Quad)1e-24;
    for (int i = 0; i < 3; i++) {
        is_valid = is_valid && w->l[i] >= -1e-20 && w->m[i] >= -1e-20;
    }
    if (is_valid) {
        *found = found_touch(pair, w, unit, value, is_lone);
    } else if (value > found->sep) {
        *found = (Found){.n = unit, .sep = value};
    }
    return is_valid;
}

// Sets of p among the first `count` numbers, one after the other. False after the last.
static bool next_set(int p, int count, int set[3]) {
    for (int k = p - 1; k >= 0; k--) {
        if (set[k] < count - p + k) {
            set[k]++;
            for (int l = k + 1; l < p; l++) {
                set[l] = set[l - 1] + 1;
            }
            return true;
        }
    }
    return false;
}

static const int s_counts[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 1}, {1, 3}, {2, 2}};

static bool try_sets(const Pair *pair, Quad3 n, double slack, Found *found) {
    int A[ACTIVE_MAX], B[ACTIVE_MAX], tries = 0;
    int near_A = list_active(&pair->A, n, fmax(slack, LONE), A);
    int near_B = list_active(&pair->B, quad_scale(-1, n), fmax(slack, LONE), B);
    int all_A = list_active(&pair->A, n, slack, A);
    int all_B = list_active(&pair->B, quad_scale(-1, n), slack, B);
    int n_A = all_A < ACTIVE_MAX ? all_A : ACTIVE_MAX,
        n_B = all_B < ACTIVE_MAX ? all_B : ACTIVE_MAX;
    for (int k = 0; k < 6; k++) {
        int p = s_counts[k][0], q = s_counts[k][1];
        if (p > n_A || q > n_B) {
            continue;
        }
        int set_A[3] = {0, 1, 2};
        do {
            int set_B[3] = {0, 1, 2};
            do {
                Touch w = {.p = p, .q = q};
                for (int i = 0; i < 3; i++) {
                    w.i[i] = A[i < p ? set_A[i] : 0];
                    w.j[i] = B[i < q ? set_B[i] : 0];
                }
                if (try_touch(pair, n, fmin(1e5 * slack, 0.5), &w, near_A == p && near_B == q,
                              found)) {
                    return true;
                }
                if (++tries >= TRIES_MAX) {
                    return false;
                }
            } while (next_set(q, n_B, set_B));
        } while (next_set(p, n_A, set_A));
    }
    return false;
}

// From a normal in double to the maximum next to it.
static Found refine(const Pair *pair, const double start[3]) {
    Quad3 n = quad_unit((Quad3){start[0], start[1], start[2]}), cap;
    Found found = {.n = n, .sep = sep(pair, n)};
    if (solid_cap(&pair->A, n, NEAR_CAP, &cap)) {
        offer_cap(pair, &pair->A, cap, &found);
    }
    if (solid_cap(&pair->B, quad_scale(-1, n), NEAR_CAP, &cap)) {
        offer_cap(pair, &pair->B, cap, &found);
    }
    if (found.is_refined) {
        return found;
    }
    bool done = try_sets(pair, n, 1e-11, &found) || try_sets(pair, n, 1e-7, &found) ||
                try_sets(pair, n, 1e-3, &found);
    (void)done;
    return found;
}

// ---- upper bounds ----

// The distance of the cores by two of their points: those of the contact pair, and those answered.
static double distance_above(const Pair *pair, const Found *found, Quad3 a, Quad3 b) {
    Quad above =
        quad_norm(quad_sub(b, a)) + solid_outside(&pair->A, a) + solid_outside(&pair->B, b);
    if (found->is_refined) {
        Quad other = quad_norm(quad_sub(found->b, found->a));
        above = other < above ? other : above;
    }
    return (double)(above - found->sep);
}

// Two balls about one point, each within its core: B - A holds the ball of the sum of their radii
// about the origin. Tried along the line between the answered points.
static double depth_above(const Pair *pair, const Found *found, Quad3 a, Quad3 b) {
    enum { SPLITS = 16 };
    double maximum = -INFINITY;
    for (int i = 0; i <= SPLITS; i++) {
        Quad3 x = quad_add(a, quad_scale(i / (Quad)SPLITS, quad_sub(b, a)));
        double in_A = solid_clearance(&pair->A, x), in_B = solid_clearance(&pair->B, x);
        maximum = in_A >= 0.0 && in_B >= 0.0 ? fmax(maximum, in_A + in_B) : maximum;
    }
    return (double)-found->sep - maximum;
}

static void rounded(Quad3 n, double out[3]) {
    out[0] = (double)n.x, out[1] = (double)n.y, out[2] = (double)n.z;
}

// Looks for a better normal until there is none. Returns the bound of what may be missed.
static double search(const Pair *pair, Found *found) {
    double best[3], above = INFINITY;
    for (int round = 0; round < 8; round++) {
        rounded(found->n, best);
        bool all_flat = pair->A.form->is_polytope && pair->B.form->is_polytope;
        bool is_better = all_flat
                             ? search_faces(&pair->A, &pair->B, (double)found->sep, best, &above)
                             : search_sphere(&pair->A, &pair->B, (double)found->sep, best, &above);
        if (!is_better) {
            return above;
        }
        Found other = refine(pair, best);
        if (!(other.sep > found->sep)) {
            return above;
        }
        *found = other;
    }
    return above;
}

// ---- the whole ----

static void take(const Pair *pair, const Found *found, double unit, Truth *out) {
    out->n = found->n;
    out->is_refined = found->is_refined;
    if (found->is_refined) {
        Quad3 a = quad_add(found->a, quad_scale(pair->A.radius, found->n));
        Quad3 b = quad_sub(found->b, quad_scale(pair->B.radius, found->n));
        out->turn = found->turn;
        out->slide = found->slide;
        out->p_A = quad_scale(1 / (Quad)unit, a);
        out->p_B = quad_scale(1 / (Quad)unit, b);
    }
}

static double power_of_two_below(double x) {
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, -exponent);
}

// How far a core point is outside the core, or below its height along n.
static double astray(const Solid *solid, Quad3 n, Quad3 x) {
    double below = fabs((double)(solid_height(solid, n) - quad_dot(n, x)));
    return fmax(below, solid_outside(solid, x));
}

// A half-space: the lowest point of B along its normal, without any search.
static void find_on_plane(const Form *A, const abPose *X_WA, const Form *B, const abPose *X_WB,
                          const abProximity *answer, Truth *out) {
    Solid solid;
    const double *normal = A->shape->size;
    Quad3 n = {0, 0, 0};
    solid_init(&solid, B, X_WB, X_WA->p, 1.0);
    for (int j = 0; j < 3; j++) {
        const double(*R)[3] = X_WA->R.m;
        n = quad_add(n, (Quad3){R[0][j] * (Quad)normal[j], R[1][j] * (Quad)normal[j],
                                R[2][j] * (Quad)normal[j]});
    }
    n = quad_unit(n);
    Quad3 down = quad_scale(-1, n), cap;
    int active[ACTIVE_MAX] = {0};
    *out = (Truth){.n = n, .turn = 1.0};
    out->size = B->shape->bound + (double)quad_norm(solid.p);
    out->size = out->size > 0.0 ? out->size : 1.0;
    out->distance = -solid_height(&solid, down) - solid.radius;
    bool is_flat = list_active(&solid, down, 1e-9 * out->size, active) > 1 ||
                   solid_cap(&solid, down, NEAR_CAP, &cap);
    Quad3 low = piece_support(&solid, active[0], solid_turn(&solid, down));
    out->p_B = quad_add(low, quad_scale(solid.radius, down));
    out->p_A = quad_sub(out->p_B, quad_scale(out->distance, n));
    double H[3][3] = {{0}};
    add_curvature(&solid, active[0], solid_turn(&solid, down), 1.0, H, &out->slide);
    out->slide = is_flat ? INFINITY : out->slide / out->size;
    out->is_refined = true;
    // the answered points
    Quad3 origin = quad3(X_WA->p), a = quad_sub(quad3(answer->p_A_W), origin);
    Quad3 b = quad_sub(quad3(answer->p_B_W), origin);
    b = quad_sub(b, quad_scale(solid.radius, down));
    out->astray = fmax(astray(&solid, down, b), fabs((double)quad_dot(n, a))) / out->size;
}

void truth_find(const Form *A, const abPose *X_WA, const Form *B, const abPose *X_WB,
                const abProximity *answer, bool do_search, Truth *out) {
    if (A->shape->kind == AB_SHAPE_PLANE) {
        find_on_plane(A, X_WA, B, X_WB, answer, out);
        return;
    }
    Pair pair;
    abVec3 apart = {X_WB->p.x - X_WA->p.x, X_WB->p.y - X_WA->p.y, X_WB->p.z - X_WA->p.z};
    double size = A->shape->bound + B->shape->bound +
                  sqrt(apart.x * apart.x + apart.y * apart.y + apart.z * apart.z);
    size = size > 0.0 ? size : 1.0; // two points in one place
    double unit = power_of_two_below(size);
    solid_init(&pair.A, A, X_WA, X_WA->p, unit);
    solid_init(&pair.B, B, X_WB, X_WA->p, unit);
    Quad3 origin = quad3(X_WA->p), n = quad_unit(quad3(answer->n_AB_W));
    double start[3];
    rounded(n, start);
    Found found = refine(&pair, start), own = found;
    Quad3 a = quad_sub(quad_scale(unit, quad_sub(quad3(answer->p_A_W), origin)),
                       quad_scale(pair.A.radius, n));
    Quad3 b = quad_add(quad_scale(unit, quad_sub(quad3(answer->p_B_W), origin)),
                       quad_scale(pair.B.radius, n));
    *out = (Truth){.size = size, .turn = INFINITY, .slide = INFINITY, .above = INFINITY};
    out->astray =
        fmax(astray(&pair.A, n, a), astray(&pair.B, quad_scale(-1, n), b)) / (size * unit);
    out->is_deep = found.sep < -1e-15;
    double above =
        found.sep > -1e-12 ? distance_above(&pair, &found, a, b) : depth_above(&pair, &found, a, b);
    bool all_flat = A->is_polytope && B->is_polytope;
    if (above > 1e-13 && (do_search || all_flat)) {
        above = fmin(above, search(&pair, &found));
    }
    out->elsewhere = (double)(found.sep - own.sep) / (size * unit);
    take(&pair, out->elsewhere < AB_TRUTH_TIE ? &own : &found, unit, out);
    out->distance = (found.sep - (pair.A.radius + pair.B.radius)) / unit;
    out->above = above / (size * unit);
}
