// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_active.c - from a normal known to a few digits to one exact to rounding, when the pieces
// that touch are not known.
//
// Where edges are almost parallel, the pieces a search ended with are a matter of chance. All
// pieces of A and of B that are almost the lowest along the normal are listed, and Newton
// (polish_newton.c) is tried on the sets of p of A and q of B that can carry a maximum, small sets
// first:
//
//   p + q <= 4: a normal has two degrees of freedom, and each piece beyond the first of A and the
//   first of B takes one
//
// A set is right when no piece of it pulls and no other piece lies lower, so the order decides
// about the time only.
//
// Cost    up to TRIES_MAX times some microseconds; the last resort.

#include "collide/convex/polish_active.h"

#include "collide/convex/convex_pair.h"
#include "collide/convex/polish_newton.h"
#include "collide/convex/tolerances.def"
#include "shape/kinds/hull.h"

enum { ACTIVE_MAX = 8, TRIES_MAX = 96, SLACKS = 3 };

typedef struct Active {
    int count;
    int piece[ACTIVE_MAX]; // the highest first
    double height[ACTIVE_MAX];
} Active;

static double height_of(const abPiece *piece, abVec3 d) {
    abVec3 e = piece->semi_axes;
    abVec3 s = {e.x * d.x, e.y * d.y, e.z * d.z};
    return ab_dot(piece->center, d) + ab_norm(s);
}

static void insert(Active *active, int piece, double height) {
    int last = ACTIVE_MAX - 1;
    if (active->count == ACTIVE_MAX && height <= active->height[last]) {
        return;
    }
    int i = active->count < ACTIVE_MAX ? active->count++ : last;
    for (; i > 0 && active->height[i - 1] < height; i--) {
        active->height[i] = active->height[i - 1];
        active->piece[i] = active->piece[i - 1];
    }
    active->height[i] = height;
    active->piece[i] = piece;
}

// The highest pieces in direction d.
static void list_active(const abShape *shape, const abShapeType *type, abVec3 d, Active *active) {
    int count = type->piece_count > 0 ? type->piece_count : shape->hull->corner_count;
    active->count = 0;
    for (int i = 0; i < count; i++) {
        abPiece piece = type->piece_at(shape, i);
        insert(active, i, height_of(&piece, d));
    }
}

static int count_within(const Active *active, double slack) {
    int count = 0;
    while (count < active->count && active->height[count] >= active->height[0] - slack) {
        count++;
    }
    return count;
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

// The first piece of A with the first of B, then each other one with the first of the other shape.
static bool try_set(const abPair *pair, abVec3 n, const Active *A, const int set_A[3], int p,
                    const Active *B, const int set_B[3], int q, abSeparation *out) {
    int first_A = A->piece[set_A[0]], first_B = B->piece[set_B[0]];
    abPiecePair pieces[3] = {{first_A, first_B}};
    int count = 1;
    for (int i = 1; i < p; i++) {
        pieces[count++] = (abPiecePair){A->piece[set_A[i]], first_B};
    }
    for (int j = 1; j < q; j++) {
        pieces[count++] = (abPiecePair){first_A, B->piece[set_B[j]]};
    }
    abVec3 none = {0.0, 0.0, 0.0};
    return ab_polish_pieces(pair, n, none, pieces, NULL, count, out);
}

static bool try_sets(const abPair *pair, abVec3 n, const Active *A, const Active *B, double slack,
                     int *tries, abSeparation *out) {
    static const int counts[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {3, 1}, {1, 3}};
    int n_A = count_within(A, slack), n_B = count_within(B, slack);
    for (int k = 0; k < 6; k++) {
        int p = counts[k][0], q = counts[k][1];
        if (p > n_A || q > n_B) {
            continue;
        }
        int set_A[3] = {0, 1, 2};
        do {
            int set_B[3] = {0, 1, 2};
            do {
                if (++*tries > TRIES_MAX) {
                    return false;
                }
                if (try_set(pair, n, A, set_A, p, B, set_B, q, out)) {
                    return true;
                }
            } while (next_set(q, n_B, set_B));
        } while (next_set(p, n_A, set_A));
    }
    return false;
}

bool ab_polish_active(const abPair *pair, abVec3 n, abSeparation *out) {
    Active A, B;
    int tries = 0;
    list_active(pair->A, pair->type_A, n, &A);
    list_active(pair->B, pair->type_B, ab_neg(ab_mul_t(pair->R_AB, n)), &B);
    for (int i = 0; i < SLACKS; i++) {
        if (try_sets(pair, n, &A, &B, s_slacks[i] * pair->size, &tries, out)) {
            return true;
        }
    }
    return false;
}
