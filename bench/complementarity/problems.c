// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "problems.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static double next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0 * 2.0 - 1.0;
}

void problem_random(size_t n, double *A, double *b) {
    uint64_t state = n;
    double *G = malloc(n * n * sizeof *G);
    for (size_t i = 0; i < n * n; i++) {
        G[i] = next_random(&state);
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < n; k++) {
                sum += G[i * n + k] * G[j * n + k];
            }
            A[i * n + j] = A[j * n + i] = sum / (double)n + (i == j ? 1e-3 : 0.0);
        }
        b[i] = next_random(&state);
    }
    free(G);
}

void problem_pressed(size_t n, double *A, double *b) {
    problem_random(n, A, b);
    for (size_t i = 0; i < n; i++) {
        b[i] = -1.0 - fabs(b[i]);
    }
}

static const double s_x[2][4] = {{-0.5, 0.5, 0.0, 0.0}, {-0.5, 0.5, 0.5, -0.5}};
static const double s_y[2][4] = {{-0.5, -0.5, 0.5, 0.0}, {-0.5, -0.5, 0.5, 0.5}};

void problem_stack(size_t boxes, size_t points, double *A, double *b) {
    const double *x = s_x[points == 4], *y = s_y[points == 4];
    size_t n = boxes * points;
    memset(A, 0, n * n * sizeof *A);
    for (size_t k = 0; k < boxes; k++) { // the interface below box k
        for (size_t c = 0; c < points; c++) {
            size_t i = k * points + c;
            b[i] = k == 0 ? -9.81 : 0.0;
            for (size_t d = 0; d < points; d++) {
                // 1 / mass, 1 / inertia = 6
                double box = 1.0 + 6.0 * (x[c] * x[d] + y[c] * y[d]);
                A[i * n + k * points + d] = k == 0 ? box : 2.0 * box;
                if (k > 0) {
                    A[i * n + (k - 1) * points + d] = -box;
                }
                if (k + 1 < boxes) {
                    A[i * n + (k + 1) * points + d] = -box;
                }
            }
        }
    }
}

void problem_stack_rows(size_t boxes, size_t points, abGraphRow *rows) {
    const double *x = s_x[points == 4], *y = s_y[points == 4];
    memset(rows, 0, boxes * points * sizeof *rows);
    for (size_t i = 0; i < boxes * points; i++) {
        size_t k = i / points, c = i % points;
        for (int s = 0; s < 2; s++) {
            double sign = s == 0 ? 1.0 : -1.0;
            const double J[3] = {sign, sign * y[c], -sign * x[c]};
            rows[i].body[s] = s == 0 ? k : k > 0 ? k - 1 : AB_GRAPH_FIXED;
            for (int d = 0; d < 3; d++) {
                rows[i].J[s][2 + d] = J[d];
                rows[i].Y[s][2 + d] = d == 0 ? J[d] : 6.0 * J[d];
            }
        }
    }
}

double problem_residual(size_t n, const double *A, const double *b, const double *f) {
    double worst = 0.0, scale = 0.0;
    for (size_t i = 0; i < n; i++) {
        double w = b[i];
        for (size_t j = 0; j < n; j++) {
            w += A[i * n + j] * f[j];
        }
        double wrong = fabs(fmin(f[i], w));
        worst = wrong > worst || isnan(wrong) ? wrong : worst;
        scale = fmax(scale, fabs(b[i]));
    }
    return worst / scale;
}
