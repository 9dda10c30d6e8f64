// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity - forces of many contacts at once, beside Bullet's Dantzig solver and beside the
// yardstick of one 300 x 300 elimination in plain C.
//
// Lines: "complementarity" problem unknowns solver ms residual; "yardstick" ms.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../stopwatch.h"
#include "problems.h"
#include "solver/lcp/complementarity.h"
#include "solver/lcp/contact_graph.h"
#include "solver/lcp/contact_graph_plan.h"

enum { YARD = 300 };

// Gaussian elimination with row pivoting, nothing more.
static void eliminate(size_t n, double *A) {
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++) {
            best = fabs(A[i * n + k]) > fabs(A[best * n + k]) ? i : best;
        }
        for (size_t j = 0; j < n && best != k; j++) {
            double held = A[k * n + j];
            A[k * n + j] = A[best * n + j];
            A[best * n + j] = held;
        }
        for (size_t i = k + 1; i < n; i++) {
            double factor = A[i * n + k] / A[k * n + k];
            A[i * n + k] = factor;
            for (size_t j = k + 1; j < n; j++) {
                A[i * n + j] -= factor * A[k * n + j];
            }
        }
    }
}

static double measure_yardstick(void) {
    double *A = malloc(YARD * YARD * sizeof *A), *copy = malloc(YARD * YARD * sizeof *A);
    double b[YARD];
    problem_random(YARD, A, b);
    Stopwatch watch = {.budget = 1.0, .maximum = 50};
    while (stopwatch_again(&watch)) {
        memcpy(copy, A, YARD * YARD * sizeof *A);
        stopwatch_start(&watch);
        eliminate(YARD, copy);
        stopwatch_stop(&watch);
    }
    free(A);
    free(copy);
    return watch.minimum;
}

static double measure_abut(size_t n, const double *A, const double *b, double *f) {
    unsigned char *kind = calloc(n, 1), *side = calloc(n, 1);
    double *w = calloc(n, sizeof *w);
    void *workspace = malloc(ab_complementarity_workspace(n));
    abComplementarity problem = {
        .n = n, .A = A, .b = b, .kind = kind, .f = f, .w = w, .side = side};
    Stopwatch watch = {.budget = 0.5, .maximum = 50};
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        ab_complementarity_solve(&problem, workspace);
        stopwatch_stop(&watch);
    }
    free(kind);
    free(side);
    free(w);
    free(workspace);
    return watch.minimum;
}

// With the plan, as if the contacts were new each time.
static double measure_graph(size_t boxes, size_t points, const double *b, double *f) {
    size_t n = boxes * points;
    unsigned char *kind = calloc(n, 1), *side = calloc(n, 1);
    double *w = calloc(n, sizeof *w);
    abGraphRow *rows = calloc(n, sizeof *rows);
    problem_stack_rows(boxes, points, rows);
    abContactGraph graph = {.n = n, .bodies = boxes, .rows = rows};
    void *plan = malloc(ab_contact_graph_plan_workspace(n, boxes)), *workspace = NULL;
    abComplementarity problem = {.n = n, .b = b, .kind = kind, .f = f, .w = w, .side = side};
    Stopwatch watch = {.budget = 0.5, .maximum = 50};
    while (stopwatch_again(&watch)) {
        stopwatch_start(&watch);
        ab_contact_graph_plan(&graph, plan);
        workspace =
            workspace == NULL ? malloc(ab_contact_graph_solve_workspace(&graph)) : workspace;
        ab_contact_graph_solve(&graph, &problem, workspace);
        stopwatch_stop(&watch);
    }
    free(kind);
    free(side);
    free(w);
    free(rows);
    free(plan);
    free(workspace);
    return watch.minimum;
}

static void print_line(const char *name, size_t n, const char *solver, double time,
                       double residual) {
    printf("complementarity\t%s\t%zu\t%s\t%.4f\t%.1e\n", name, n, solver, 1e3 * time, residual);
}

static void compare(const char *name, size_t n, const double *A, const double *b) {
    double *f = calloc(n, sizeof *f);
    double time = measure_abut(n, A, b, f);
    print_line(name, n, "abut", time, problem_residual(n, A, b, f));
#ifdef COMPLEMENTARITY_BULLET
    bool solved = bullet_dantzig(n, A, b, f, &time);
    print_line(name, n, solved ? "bullet" : "bullet (refuses)", time, problem_residual(n, A, b, f));
#endif
    free(f);
    fflush(stdout);
}

static void compare_stack(size_t boxes, size_t points, double *A, double *b) {
    size_t n = boxes * points;
    const char *name = points == 4 ? "stack4" : "stack3";
    problem_stack(boxes, points, A, b);
    compare(name, n, A, b);
    double *f = calloc(n, sizeof *f);
    double time = measure_graph(boxes, points, b, f);
    print_line(name, n, "abut, graph", time, problem_residual(n, A, b, f));
    free(f);
}

int main(void) {
    static const size_t s_random[] = {100, 200, 400, 800}, s_boxes[] = {10, 20, 40, 80, 160};
    static const size_t s_boxes3[] = {10, 50, 100, 200};
    size_t maximum = 800;
    double *A = malloc(maximum * maximum * sizeof *A), *b = malloc(maximum * sizeof *b);
    printf("yardstick\t%.4f\n", 1e3 * measure_yardstick());
    problem_pressed(100, A, b);
    compare("pressed", 100, A, b);
    for (size_t k = 0; k < sizeof s_random / sizeof *s_random; k++) {
        problem_random(s_random[k], A, b);
        compare("random", s_random[k], A, b);
    }
    for (size_t k = 0; k < sizeof s_boxes3 / sizeof *s_boxes3; k++) {
        compare_stack(s_boxes3[k], 3, A, b);
    }
    for (size_t k = 0; k < sizeof s_boxes / sizeof *s_boxes; k++) {
        compare_stack(s_boxes[k], 4, A, b);
    }
    free(A);
    free(b);
    return 0;
}
