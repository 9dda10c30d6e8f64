// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_complementarity.c - forces of rigid contacts: matrices that a published engine met, most
// of them singular, some a little contradictory because they were rounded.
//
//   residual    of w, the bounds and their products, in parts of the largest |b|; less what b lacks
//   lack        what no force can take away, by what the engine's forces leave (both as the root of
//               the sum of w_i^2 / A_ii); at most 1 as ours is the least
//   w           against the engine's, where those satisfy the conditions themselves
//   force       the largest by the largest of the least-norm solution
//   order       change of the forces when the rows come in reverse, in parts of the largest; apart
//               for matrices with eigenvalues so small that rounding over them is much
//
// Source  complementarity.problems, with its origin.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "families.h"
#include "mechanics/contact/contact_report.h"
#include "solver/lcp/complementarity.h"

#define PROBLEMS "tests/verify/complementarity.problems"

enum { MAX_COUNT = 64, LINE_SIZE = 8192 };

typedef struct Problem {
    char group[16], name[48];
    size_t n;
    unsigned char kind[MAX_COUNT];
    double A[MAX_COUNT * MAX_COUNT], b[MAX_COUNT], w[MAX_COUNT], largest;
} Problem;

typedef struct Answer {
    double regularisation;
    double f[MAX_COUNT], w[MAX_COUNT], lack[MAX_COUNT];
} Answer;

// ---- the file ----

static void read_values(char *text, double *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        values[i] = strtod(text, &text);
    }
}

static void read_matrix_row(char *text, Problem *p) {
    size_t row = strtoul(text, &text, 10);
    for (char *end = text; row < p->n; text = end) {
        size_t column = strtoul(text, &end, 10);
        if (end == text || column >= p->n) {
            return;
        }
        double value = strtod(end, &end);
        p->A[row * p->n + column] = p->A[column * p->n + row] = value;
    }
}

static void read_joints(char *text, Problem *p) {
    for (char *end = text;; text = end) {
        size_t row = strtoul(text, &end, 10);
        if (end == text || row >= p->n) {
            return;
        }
        p->kind[row] = AB_ROW_BILATERAL;
    }
}

// The next problem; false at the end of the file.
static bool read_problem(FILE *file, Problem *p) {
    static char line[LINE_SIZE];
    while (fgets(line, sizeof line, file) != NULL) {
        char word[16] = "";
        int used = 0;
        if (sscanf(line, "%15s %n", word, &used) != 1 || word[0] == '#') {
            continue;
        }
        char *rest = line + used;
        if (strcmp(word, "problem") == 0) {
            memset(p, 0, sizeof *p);
            if (sscanf(rest, "%15s %47s %zu", p->group, p->name, &p->n) != 3 || p->n > MAX_COUNT) {
                return false;
            }
        } else if (strcmp(word, "joints") == 0) {
            read_joints(rest, p);
        } else if (strcmp(word, "A") == 0) {
            read_matrix_row(rest, p);
        } else if (strcmp(word, "b") == 0) {
            read_values(rest, p->b, p->n);
        } else if (strcmp(word, "w") == 0) {
            read_values(rest, p->w, p->n);
        } else if (strcmp(word, "largest") == 0) {
            read_values(rest, &p->largest, 1);
            return true;
        }
    }
    return false;
}

// ---- one problem ----

static void solve(const Problem *p, Answer *out) {
    unsigned char side[MAX_COUNT];
    void *workspace = malloc(ab_complementarity_workspace(p->n));
    abComplementarity problem = {.n = p->n,
                                 .A = p->A,
                                 .b = p->b,
                                 .kind = p->kind,
                                 .f = out->f,
                                 .w = out->w,
                                 .lack = out->lack,
                                 .side = side};
    ab_complementarity_solve(&problem, workspace);
    out->regularisation = problem.regularisation;
    free(workspace);
}

static void reverse(const Problem *from, Problem *to) {
    size_t n = from->n, last = n - 1;
    *to = *from;
    for (size_t i = 0; i < n; i++) {
        to->b[i] = from->b[last - i];
        to->kind[i] = from->kind[last - i];
        for (size_t j = 0; j < n; j++) {
            to->A[i * n + j] = from->A[(last - i) * n + last - j];
        }
    }
}

static double largest(const double *v, size_t n) {
    double maximum = 0.0;
    for (size_t i = 0; i < n; i++) {
        maximum = fmax(maximum, fabs(v[i]));
    }
    return maximum;
}

// By how much w is wrong for the force beside it.
static double wrong(const Problem *p, size_t i, double f, double w) {
    if (p->kind[i] == AB_ROW_BILATERAL || f > 0.0) {
        return fabs(w);
    }
    return fmax(fmax(0.0, -w), -f * p->A[i * p->n + i]);
}

static double residual(const Problem *p, const Answer *a) {
    double maximum = 0.0;
    for (size_t i = 0; i < p->n; i++) {
        double w = p->b[i] + a->lack[i];
        for (size_t j = 0; j < p->n; j++) {
            w += p->A[i * p->n + j] * a->f[j];
        }
        maximum = fmax(maximum, wrong(p, i, a->f[i], w));
    }
    return maximum / fmax(largest(p->b, p->n), 1e-300);
}

// What a set of w leaves undone: of rows that close, and of joints.
static double undone(const Problem *p, const double *w) {
    double sum = 0.0;
    for (size_t i = 0; i < p->n; i++) {
        double left = p->kind[i] == AB_ROW_BILATERAL ? w[i] : fmin(0.0, w[i]);
        sum += left * left / p->A[i * p->n + i];
    }
    return sqrt(sum);
}

static double difference_of_w(const Problem *p, const Answer *a) {
    double maximum = 0.0;
    for (size_t i = 0; i < p->n; i++) {
        maximum = fmax(maximum, fabs(a->w[i] - p->w[i]));
    }
    return maximum / fmax(largest(p->b, p->n), 1e-300);
}

static double change_by_order(const Problem *p, const Answer *a) {
    static Problem reversed;
    Answer other;
    double maximum = 0.0;
    reverse(p, &reversed);
    solve(&reversed, &other);
    for (size_t i = 0; i < p->n; i++) {
        maximum = fmax(maximum, fabs(other.f[p->n - 1 - i] - a->f[i]));
    }
    return maximum / fmax(largest(a->f, p->n), 1e-300);
}

// ---- groups ----

typedef struct Worst {
    double value;
    char name[48];
} Worst;

typedef enum Measure { RESIDUAL, LACK, ACCELERATION, FORCE, ORDER, WEAK_ORDER, MEASURES } Measure;

typedef struct Group {
    const char *name, *text;
    size_t count;
    Worst worst[MEASURES];
} Group;

static void keep_worst(Worst *worst, double value, const char *name) {
    if (value > worst->value || isnan(value)) {
        worst->value = value;
        snprintf(worst->name, sizeof worst->name, "%s", name);
    }
}

static void examine(const Problem *p, Group *group) {
    Answer a;
    solve(p, &a);
    double scale = largest(p->b, p->n), theirs = undone(p, p->w);
    bool is_linear = strcmp(p->group, "linear") == 0;
    double lack = undone(p, a.w);
    group->count++;
    keep_worst(&group->worst[RESIDUAL], residual(p, &a), p->name);
    if (lack > 1e-9 * scale) {
        keep_worst(&group->worst[LACK], is_linear ? lack / scale : lack / theirs, p->name);
    }
    if (theirs <= 1e-11 * scale && !(is_linear && lack > 1e-9 * scale)) {
        keep_worst(&group->worst[ACCELERATION], difference_of_w(p, &a), p->name);
    }
    if (p->largest > 0.0) {
        keep_worst(&group->worst[FORCE], largest(a.f, p->n) / p->largest, p->name);
    }
    if (largest(a.f, p->n) > 1e-9 * scale) {
        Measure order = a.regularisation < 1e-6 ? WEAK_ORDER : ORDER;
        keep_worst(&group->worst[order], change_by_order(p, &a), p->name);
    }
}

static void report_group(Report *report, const Group *group) {
    static const char *const s_quantity[MEASURES] = {
        [RESIDUAL] = "residual by the largest |b|",
        [LACK] = "what is left undone by theirs",
        [ACCELERATION] = "difference of w by the largest |b|",
        [FORCE] = "largest force by that of the least norm",
        [ORDER] = "change of forces in another order",
        [WEAK_ORDER] = "likewise, small eigenvalues"};
    static const double s_allowed[MEASURES] = {1e-9, 1.0 + 1e-6, 1e-9, 3.0, 1e-8, 1e-3};
    bool is_linear = strcmp(group->name, "linear") == 0;
    for (int m = 0; m < MEASURES; m++) {
        char note[sizeof report->rows->note];
        snprintf(note, sizeof note, "%zu %s; worst: %s", group->count, group->text,
                 group->worst[m].name[0] != '\0' ? group->worst[m].name : "none");
        bool is_lack = is_linear && m == LACK;
        // entries of these matrices are given with 7 digits, so that they contradict each other
        report_near(report, group->name, is_lack ? "what is left undone by |b|" : s_quantity[m],
                    0.0, group->worst[m].value, is_lack ? 1e-4 : s_allowed[m], note);
    }
}

void verify_complementarity(Report *report) {
    static Problem problem;
    Group groups[] = {{.name = "unit", .text = "problems of unit tests"},
                      {.name = "contact", .text = "contact forces of scenes"},
                      {.name = "impulse", .text = "impulses of scenes"},
                      {.name = "linear", .text = "singular systems; forces by the engine's"}};
    FILE *file = fopen(PROBLEMS, "r");
    if (file == NULL) {
        report_broken(report, "all", "cannot open " PROBLEMS);
        return;
    }
    while (read_problem(file, &problem)) {
        for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
            if (strcmp(groups[k].name, problem.group) == 0) {
                examine(&problem, &groups[k]);
            }
        }
    }
    fclose(file);
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
        report_group(report, &groups[k]);
    }
}
