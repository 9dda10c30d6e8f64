// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// foundation.h - the scenes of foundation_abut and foundation_simbody: balls of triangles, an
// icosahedron divided again and again, pressed into a linear foundation. Also for C++.
//
// Exact force of the polyhedron-free ball, radius r, depth d, pressure k by depth, on the plane:
//
//   over the area of its surface          pi k r d^2              (Simbody's meaning)
//   over the area seen from the plane     pi k d^2 (r - d/3)      (ours: the volume of the cap)

#ifndef AB_BENCH_FOUNDATION_H
#define AB_BENCH_FOUNDATION_H

#include <math.h>
#include <stdlib.h>

enum { FOUNDATION_POINTS = 10300, FOUNDATION_TRIANGLES = 20500 };
static const double foundation_radius = 1.0;    // [m]
static const double foundation_stiffness = 1e6; // [Pa/m]
// Where there is friction: coefficient, slip, and slip from which on it is whole.
static const double foundation_friction = 0.3;
static const double foundation_slip = 0.1;        // [m/s]
static const double foundation_small_slip = 0.01; // [m/s]
// With friction it also turns, so that the slip differs from place to place.
static const double foundation_turning[3] = {0.2, 0.1, 0.3}; // [rad/s]

// How the ball is moved between evaluations, as it would be by the steps of a run, and back.
enum { FOUNDATION_MOVES = 40 };
static inline double foundation_move_x(int i) {
    return 1e-5 * foundation_radius * (i < FOUNDATION_MOVES / 2 ? i : FOUNDATION_MOVES - i);
}
static inline double foundation_move_z(int i) {
    return 1e-5 * foundation_radius * (i % 10);
}

typedef struct Ball {
    int points, triangles;
    double point[FOUNDATION_POINTS][3];
    int triangle[FOUNDATION_TRIANGLES][3];
} Ball;

static inline int ball_point(Ball *ball, double x, double y, double z) {
    double r = sqrt(x * x + y * y + z * z);
    double p[3] = {x / r, y / r, z / r};
    for (int i = 0; i < 3; i++) {
        ball->point[ball->points][i] = foundation_radius * p[i];
    }
    return ball->points++;
}

// The middle of an edge, made once: `made` has for each point those made with points of a higher
// number.
static inline int ball_middle(Ball *ball, int (*made)[6][2], int a, int b) {
    int low = a < b ? a : b, high = a < b ? b : a;
    for (int i = 0; i < 6; i++) {
        if (made[low][i][1] != 0 && made[low][i][0] == high) {
            return made[low][i][1];
        }
        if (made[low][i][1] == 0) {
            const double *p = ball->point[a], *q = ball->point[b];
            made[low][i][0] = high;
            return made[low][i][1] = ball_point(ball, p[0] + q[0], p[1] + q[1], p[2] + q[2]);
        }
    }
    return 0;
}

// 20 4^divisions triangles, divisions up to 5. NULL for want of memory.
static inline Ball *ball_create(int divisions) {
    static const int faces[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                     {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                     {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                     {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    const double g = 0.5 * (1.0 + sqrt(5.0));
    const double corners[12][3] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                   {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                   {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    Ball *ball = (Ball *)calloc(1, sizeof *ball);
    int(*made)[6][2] = (int(*)[6][2])calloc(FOUNDATION_POINTS, sizeof *made);
    if (ball == NULL || made == NULL) {
        return NULL;
    }
    for (int i = 0; i < 12; i++) {
        // turned so that no corner or edge is lowest
        const double *c = corners[i];
        ball_point(ball, c[0] + 0.1 * c[2], c[1] - 0.2 * c[2], c[2] - 0.1 * c[0] + 0.2 * c[1]);
    }
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 3; k++) {
            ball->triangle[i][k] = faces[i][k];
        }
    }
    ball->triangles = 20;
    for (int round = 0; round < divisions; round++) {
        int count = ball->triangles;
        for (int i = 0; i < FOUNDATION_POINTS; i++) {
            for (int k = 0; k < 6; k++) {
                made[i][k][1] = 0;
            }
        }
        for (int t = 0; t < count; t++) {
            int a = ball->triangle[t][0], b = ball->triangle[t][1], c = ball->triangle[t][2];
            int ab = ball_middle(ball, made, a, b), bc = ball_middle(ball, made, b, c),
                ca = ball_middle(ball, made, c, a);
            const int parts[4][3] = {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}};
            for (int k = 0; k < 4; k++) {
                int *to = k == 0 ? ball->triangle[t] : ball->triangle[ball->triangles++];
                to[0] = parts[k][0], to[1] = parts[k][1], to[2] = parts[k][2];
            }
        }
    }
    free(made);
    return ball;
}

#endif
