// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bullet.cpp - Bullet's Dantzig solver in double precision.

#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>

#include "../stopwatch.h"
#include "problems.h"

extern "C" bool bullet_dantzig(size_t n, const double *A, const double *b, double *f,
                               double *time) {
    const int rows = static_cast<int>(n);
    btMatrixXu matrix(rows, rows);
    btVectorXu right(rows), x(rows), lo(rows), hi(rows);
    btAlignedObjectArray<int> depends;
    depends.resize(rows);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
            matrix.setElem(i, j, A[i * rows + j]);
        }
        right[i] = -b[i];
        lo[i] = 0.0;
        hi[i] = BT_INFINITY;
        depends[i] = -1;
    }
    btDantzigSolver solver;
    bool solved = true;
    Stopwatch watch = {0.5, 15, 0, 0.0, 0.0, 0.0};
    while (stopwatch_again(&watch)) {
        x.setZero();
        stopwatch_start(&watch);
        solved = solver.solveMLCP(matrix, right, x, lo, hi, depends, 0);
        stopwatch_stop(&watch);
    }
    for (int i = 0; i < rows; i++) {
        f[i] = x[i];
    }
    *time = watch.minimum;
    return solved;
}
