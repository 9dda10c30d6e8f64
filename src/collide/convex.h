// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// convex.h - what the files of the general convex pair share. Private to collide.
//
// Everything happens in the frame of A, on the cores. D = B - A is the set of all b - a. With
//
//   sep(n) = min over w in D of n . w                                                     (1)
//
// the signed distance of the cores is the maximum of sep over unit n, and the maximiser is the
// normal n_AB. Apart (sep > 0) the maximum is unique; overlapping there may be several local ones.

#ifndef AB_CONVEX_H
#define AB_CONVEX_H

#include "collide/collide.h"
#include "collide/support.h"
#include "math/vector_math.h"

typedef struct abPair {
    const abShape *A, *B;
    const abShapeType *type_A, *type_B;
    abMat3 R_AB;
    abVec3 p_AB;
    const abPose *X_WA, *X_WB;
    double size; // sum of the bounds and the distance of the origins: the scale of rounding [m]
} abPair;

// How the search changes the pair: cores scaled about their centres by `scale`, then B moved by
// `shift`. {1, 0} leaves it as it is. GJK stops when |v| - sep(v) <= gap |v|.
typedef struct abChange {
    double scale;
    abVec3 shift;
    double gap;
} abChange;

// One point of D and where it comes from.
typedef struct abDifference {
    abVec3 w, a;   // b = a + w
    abVec3 n;      // direction in which it is the lowest
    int corner[2]; // of A and B, see support.h
} abDifference;

typedef struct abSimplex {
    int count;
    abDifference point[4];
    double weight[4]; // of the closest point, sum 1
} abSimplex;

// A maximum of sep, or an approximation to it.
typedef struct abSeparation {
    abVec3 n;
    double distance;  // sep(n), of the cores                                                [m]
    abVec3 a, b;      // points of the cores, b - a = distance n
    bool is_centered; // a and b are already in the middle of where the cores touch
    bool is_loose;    // a is a point of A for a normal like n, b only lies across from it
} abSeparation;

void ab_pair_init(abPair *pair, const abShape *A, const abPose *X_WA, const abShape *B,
                  const abPose *X_WB);

// The point of a core farthest along n and against it, in the frame of A.
abVec3 ab_support_A(const abPair *pair, abVec3 n);
abVec3 ab_support_B(const abPair *pair, abVec3 n);
static inline double ab_pair_sep(const abPair *pair, abVec3 n) {
    return ab_dot(n, ab_sub(ab_support_B(pair, n), ab_support_A(pair, n)));
}
// The lowest point of D along n.
void ab_pair_lowest(const abPair *pair, abVec3 n, abDifference *out);

static inline abVec3 ab_to_B(const abPair *pair, abVec3 p) {
    return ab_mul_t(pair->R_AB, ab_sub(p, pair->p_AB));
}
static inline abVec3 ab_from_B(const abPair *pair, abVec3 p) {
    return ab_add(ab_mul(pair->R_AB, p), pair->p_AB);
}
// Corners of the parts that touch along n, in the frame of A; returns how many.
static inline int ab_feature_A(const abPair *pair, abVec3 n, abVec3 *corners) {
    return pair->type_A->feature(pair->A, n, corners);
}
static inline int ab_feature_B(const abPair *pair, abVec3 n, abVec3 *corners) {
    int count = pair->type_B->feature(pair->B, ab_neg(ab_mul_t(pair->R_AB, n)), corners);
    for (int i = 0; i < count; i++) {
        corners[i] = ab_from_B(pair, corners[i]);
    }
    return count;
}

// Closest point v of the changed D to the origin, with the simplex it lies in. False when the
// changed cores overlap or come nearer than rounding allows to tell.
bool ab_gjk(const abPair *pair, const abChange *change, abVec3 guess, abSimplex *simplex,
            abVec3 *v);
// The same from a simplex of one point, v.
bool ab_gjk_from(const abPair *pair, const abChange *change, abSimplex *simplex, abVec3 *v);

// n . (b - a), computed with twice the digits from the poses in the world; a in the frame of A, b
// in that of B. Where b - a is along n, an error of n does not count.
double ab_points_gap(const abPair *pair, abVec3 n, abVec3 a, abVec3 b);
// The same of the points with these weights of corners.
double ab_corners_gap(const abPair *pair, abVec3 n, const abSimplex *simplex, const double *weight);

// A polytope within D, grown towards its boundary. See epa.c.
enum { AB_POLYTOPE_POINTS = 96, AB_POLYTOPE_FACES = 2 * AB_POLYTOPE_POINTS - 4 };
typedef struct abPolytopeFace {
    unsigned char corner[3]; // counter-clockwise seen from outside
    unsigned char beside[3]; // the face across the edge from corner i to i + 1
    unsigned char newest;    // the number of points when it was last seen from one
    abVec3 m;                // outward unit normal; zero when there is no area
    double height;           // of the plane over the origin                           [m]
} abPolytopeFace;
typedef struct abPolytope {
    const abPair *pair;
    int point_count, face_count;
    abDifference point[AB_POLYTOPE_POINTS + 1]; // and the one found last
    abPolytopeFace face[AB_POLYTOPE_FACES];
    double height[AB_POLYTOPE_FACES]; // the same; INFINITY: no area, or settled            [m]
} abPolytope;

// Starts with the four points of `simplex` if they enclose a volume, else with points far apart.
// When D is flat returns false and sets `n` to the direction at right angles.
bool ab_polytope_start(abPolytope *p, const abPair *pair, const abSimplex *simplex, abVec3 *n);
// The face nearest to the origin.
int ab_polytope_lowest(const abPolytope *p);
// Takes in a point of D above face `seen`. False when room runs out.
bool ab_polytope_expand(abPolytope *p, const abDifference *d, int seen);
// Corners of a face with the weights of the foot of the origin, brought inside.
void ab_polytope_simplex(const abPolytope *p, const abPolytopeFace *face, abSimplex *simplex);
// The point of D farthest out along the normal of a face. Valid until the next one is asked for.
const abDifference *ab_polytope_farthest(abPolytope *p, int face);

// From an approximate normal to a maximum of sep: a flat face of A or B near n whose foot is
// inside, or Newton on the smooth pieces of the simplex. False when neither applies.
// ab_polish_widest_face sets the normal of the face with the largest separation in any case.
bool ab_polish_face(const abPair *pair, abVec3 n, abSeparation *out);
bool ab_polish_widest_face(const abPair *pair, abVec3 guess, abSeparation *out);
bool ab_polish_corners(const abPair *pair, const abSimplex *simplex, abSeparation *out);
bool ab_polish_newton_single(const abPair *pair, abVec3 n, abSeparation *out); // one piece each
bool ab_polish_newton(const abPair *pair, abVec3 n, const abSimplex *simplex, abSeparation *out);
// Newton on up to three pairs of pieces, given by their numbers on A and B, from the normal n +
// rest and weights of the pairs.
typedef struct abPiecePair {
    int A, B;
} abPiecePair;
bool ab_polish_pieces(const abPair *pair, abVec3 n, abVec3 rest, const abPiecePair *pieces,
                      const double *weights, int count, abSeparation *out);
// Newton on one set after the other of the pieces that are almost the lowest along n.
bool ab_polish_active(const abPair *pair, abVec3 n, abSeparation *out);
// The maximum of sep within `reach` of the normal f, however close to it.
bool ab_polish_tilt(const abPair *pair, abVec3 f, double reach, abSeparation *out);

// Is this overlap the global minimum translation for certain? (A test by balls within.)
bool ab_is_certain(const abPair *pair, const abSeparation *found);

// The points from the corners, edges or faces that touch along the normal; those of a flat face of
// D by which no direction can be told from another.
void ab_place_points(const abPair *pair, abSeparation *found);
// Loose points become points of both cores across from each other, for a normal as good as before.
void ab_match_points(const abPair *pair, abSeparation *found);
// Where parallel edges or faces meet, moves the points to the middle of the common part.
void ab_center_points(const abPair *pair, abSeparation *found);

// The middle of the overlap of two flat convex outlines seen along the unit normal n. False when
// they do not overlap or the overlap is a single point of crossing edges.
bool ab_overlap_center(const abVec3 *P, int n_P, const abVec3 *Q, int n_Q, abVec3 n, double size,
                       abVec3 *center);

// The middle of one outline, as above.
abVec3 ab_outline_center(const abVec3 *P, int n_P, abVec3 n, double size);

// From core points in the frame of A to the answer.
void ab_pair_answer(const abPair *pair, const abPose *X_WA, const abSeparation *found,
                    bool is_exact, abProximity *out);

// The whole way, from a guess of the normal.
void ab_convex_from(const abPair *pair, const abPose *X_WA, abVec3 guess, abProximity *out);

// The same for the pair matrix.
void ab_convex_convex(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abProximity *out);

#endif
