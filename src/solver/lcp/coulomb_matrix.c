// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coulomb_matrix.c - dense with exchanges of rows, or within the envelope of a contact graph.
//
// A row of slopes is made of rows of one contact, so it has no entries where these have none, and
// the factor fills nothing outside the envelope either. There rows are not exchanged: the regularisation
// keeps pivots away from zero, and a step that rounding spoils is not taken by Newton's method.
//
// Cost    of a factor n^3 / 3, or the sum of the squared widths of the rows.

#include "solver/lcp/coulomb_matrix.h"

#include <math.h>
#include <string.h>

#include "math/linear/dense.h"
#include "math/linear/row_sums.h"
#include "solver/lcp/graph_rows.h"

enum { VECTORS = 3 };

static size_t dense_workspace(size_t n) {
    return 2 * n * n * sizeof(double) + n * sizeof(size_t);
}

static size_t graph_workspace(const abContactGraph *g) {
    return (3 * g->start[g->n] + AB_GRAPH_SPEEDS * g->bodies) * sizeof(double) +
           g->n * sizeof(size_t);
}

size_t ab_coulomb_matrix_workspace(const abCoulomb *p) {
    return p->n * (VECTORS * sizeof(double) + sizeof(abSlope)) +
           (p->graph != NULL ? graph_workspace(p->graph) : dense_workspace(p->n));
}

void ab_coulomb_matrix_lay_out(abCoulombMatrix *m, const abCoulomb *p, const double *scale,
                               void *workspace) {
    size_t n = p->n;
    *m = (abCoulombMatrix){.p = p, .scale = scale, .slope = workspace};
    m->diagonal = (double *)(void *)(m->slope + n);
    m->regularisation = m->diagonal + n;
    m->w = m->regularisation + n;
    double *next = m->w + n;
    if (p->graph == NULL) {
        m->A = next;
        m->J = m->A + n * n;
        m->pivot = (size_t *)(void *)(m->J + n * n);
        return;
    }
    size_t entries = p->graph->start[n];
    m->entries = next;
    m->factor = (abEnvelope){.first = p->graph->first,
                             .start = p->graph->start,
                             .L = m->entries + entries,
                             .U = m->entries + 2 * entries};
    m->speeds = m->entries + 3 * entries;
    m->place = (size_t *)(void *)(m->speeds + AB_GRAPH_SPEEDS * p->graph->bodies);
}

// ---- graph: entries, and products by way of the bodies ----

static bool load_graph(abCoulombMatrix *m) {
    const abContactGraph *g = m->p->graph;
    double finite = 0.0;
    for (size_t k = 0; k < g->n; k++) {
        size_t i = g->order[k];
        m->place[i] = k;
        for (size_t l = g->first[k]; l <= k; l++) {
            size_t j = g->order[l];
            double entry = ab_graph_entry(&g->rows[i], &g->rows[j], g->rows[j].Y[0]) *
                           (m->scale[i] * m->scale[j]);
            finite += 0.0 * entry;
            m->entries[g->start[k] + l - g->first[k]] = entry;
        }
        m->diagonal[i] = m->entries[g->start[k + 1] - 1];
    }
    return finite == 0.0;
}

// Of the matrix with its regularisation, by places in the order.
static double entry_at(const abCoulombMatrix *m, size_t k, size_t l) {
    const abContactGraph *g = m->p->graph;
    size_t late = k > l ? k : l, early = k > l ? l : k;
    double entry =
        early < g->first[late] ? 0.0 : m->entries[g->start[late] + early - g->first[late]];
    return k == l ? entry + m->regularisation[g->order[k]] : entry;
}

static double slope_at(const abCoulombMatrix *m, size_t k, size_t l) {
    const abContactGraph *g = m->p->graph;
    const abSlope *slope = &m->slope[g->order[k]];
    if (slope->is_plain) {
        return entry_at(m, k, l);
    }
    double sum = 0.0;
    for (int u = 0; u < AB_SLOPE_ROWS; u++) {
        sum += slope->share[u] != 0.0 ? slope->share[u] * entry_at(m, m->place[slope->from[u]], l)
                                      : 0.0;
    }
    for (int u = 0; u < AB_SLOPE_ENTRIES; u++) {
        sum += slope->entry[u] != 0.0 && slope->column[u] == g->order[l] ? slope->entry[u] : 0.0;
    }
    return sum;
}

static void push_bodies(abCoulombMatrix *m, size_t i, double x) {
    const abGraphRow *row = &m->p->graph->rows[i];
    if (x != 0.0) {
        ab_graph_push(row, row->Y[0], x * m->scale[i], m->speeds);
    }
}

static double apply_bodies(const abCoulombMatrix *m, size_t i) {
    return ab_graph_feel(&m->p->graph->rows[i], m->speeds) * m->scale[i];
}

static void move_bodies(abCoulombMatrix *m, const double *x) {
    const abContactGraph *g = m->p->graph;
    memset(m->speeds, 0, AB_GRAPH_SPEEDS * g->bodies * sizeof *m->speeds);
    for (size_t i = 0; i < g->n; i++) {
        push_bodies(m, i, x[i]);
    }
}

// ---- graph: the factor ----

static bool factor_row(abCoulombMatrix *m, size_t k) {
    const abContactGraph *g = m->p->graph;
    size_t first = g->first[k];
    double *L = m->factor.L + g->start[k] - first, *U = m->factor.U + g->start[k] - first;
    const double *row = m->entries + g->start[k] - first;
    const bool is_plain = m->slope[g->order[k]].is_plain;
    for (size_t l = first; l < k; l++) {
        L[l] = is_plain ? row[l] : slope_at(m, k, l);
        U[l] = m->slope[g->order[l]].is_plain ? row[l] : slope_at(m, l, k);
    }
    U[k] = slope_at(m, k, k);
    ab_envelope_factor(&m->factor, k);
    return fabs(U[k]) > 0.0; // false when not a number
}

static bool solve_graph(abCoulombMatrix *m, double *x) {
    const abContactGraph *g = m->p->graph;
    double *z = m->w;
    for (size_t k = 0; k < g->n; k++) {
        if (!factor_row(m, k)) {
            return false;
        }
        z[k] = x[g->order[k]];
    }
    ab_envelope_solve(&m->factor, 0, g->n, z);
    for (size_t k = 0; k < g->n; k++) {
        x[g->order[k]] = z[k];
    }
    return true;
}

// ---- dense ----

static bool load_dense(abCoulombMatrix *m) {
    size_t n = m->p->n;
    double finite = 0.0;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            double entry = m->p->A[i * n + k] * m->scale[i] * m->scale[k];
            finite += 0.0 * entry;
            m->A[i * n + k] = entry;
        }
        m->diagonal[i] = m->A[i * n + i];
    }
    return finite == 0.0;
}

static bool solve_dense(abCoulombMatrix *m, double *x) {
    size_t n = m->p->n;
    memset(m->J, 0, n * n * sizeof *m->J);
    for (size_t i = 0; i < n; i++) {
        const abSlope *slope = &m->slope[i];
        double *row = m->J + i * n;
        for (int u = 0; u < AB_SLOPE_ENTRIES; u++) {
            if (u < AB_SLOPE_ROWS && slope->share[u] != 0.0) {
                ab_row_add(row, slope->share[u], m->A + slope->from[u] * n, n);
            }
            if (slope->entry[u] != 0.0) {
                row[slope->column[u]] += slope->entry[u];
            }
        }
    }
    return ab_lu_solve(n, m->J, m->pivot, x);
}

// ---- either ----

bool ab_coulomb_matrix_load(abCoulombMatrix *m) {
    bool ok = m->p->graph != NULL ? load_graph(m) : load_dense(m);
    memset(m->regularisation, 0, m->p->n * sizeof *m->regularisation);
    return ok;
}

void ab_coulomb_matrix_set_regularisation(abCoulombMatrix *m, double regularisation) {
    size_t n = m->p->n;
    for (size_t i = 0; i < n; i++) {
        m->regularisation[i] = regularisation * fmax(1.0, m->diagonal[i]);
        if (m->p->graph == NULL) {
            m->A[i * n + i] = m->diagonal[i] + m->regularisation[i];
        }
    }
}

double ab_coulomb_matrix_diagonal(const abCoulombMatrix *m, size_t row) {
    return m->diagonal[row] + m->regularisation[row];
}

void ab_coulomb_matrix_add(abCoulombMatrix *m, const double *x, double *y) {
    size_t n = m->p->n;
    if (m->p->graph != NULL) {
        move_bodies(m, x);
    }
    for (size_t i = 0; i < n; i++) {
        y[i] += m->p->graph != NULL ? apply_bodies(m, i) + m->regularisation[i] * x[i]
                                    : ab_row_dot(m->A + i * n, x, n);
    }
}

void ab_coulomb_matrix_start(abCoulombMatrix *m, const double *x, const double *b) {
    m->b = b;
    if (m->p->graph != NULL) {
        move_bodies(m, x);
        return;
    }
    memcpy(m->w, b, m->p->n * sizeof *m->w);
    ab_coulomb_matrix_add(m, x, m->w);
}

void ab_coulomb_matrix_push(abCoulombMatrix *m, size_t row, double step) {
    if (m->p->graph != NULL) {
        push_bodies(m, row, step);
    } else if (step != 0.0) {
        ab_row_add(m->w, step, m->A + row * m->p->n, m->p->n);
    }
}

double ab_coulomb_matrix_apply(const abCoulombMatrix *m, size_t row, double x) {
    return m->p->graph != NULL ? m->b[row] + (apply_bodies(m, row) + m->regularisation[row] * x)
                               : m->w[row];
}

bool ab_coulomb_matrix_solve(abCoulombMatrix *m, double *x) {
    return m->p->graph != NULL ? solve_graph(m, x) : solve_dense(m, x);
}
