// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// graph_rows.h - what forces along the rows of a contact graph do to bodies, and rows feel of it.
//
// Products  A x = J (M^-1 J' x)  go by way of the speeds of the bodies, AB_GRAPH_SPEEDS each.

#ifndef AB_GRAPH_ROWS_H
#define AB_GRAPH_ROWS_H

#include <string.h>

#include "math/linear/row_sums.h"
#include "solver/lcp/contact_graph.h"

static inline const abGraphRow *ab_graph_row(const abContactGraph *graph, size_t k) {
    return &graph->rows[graph->order[k]];
}

// Of the speeds of one body.
static inline double ab_graph_dot(const double *a, const double *b) {
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) +
           (a[4] * b[4] + a[5] * b[5]);
}

// J of one row by Y, what a force of one in another does (to one body, then the other), summed over
// the bodies they share.
static inline double ab_graph_entry(const abGraphRow *a, const abGraphRow *b, const double *Y) {
    double sum = 0.0;
    for (int s = 0; s < 2; s++) {
        for (int t = 0; t < 2; t++) {
            if (a->body[s] == b->body[t] && a->body[s] != AB_GRAPH_FIXED) {
                sum += ab_graph_dot(a->J[s], Y + AB_GRAPH_SPEEDS * t);
            }
        }
    }
    return sum;
}

static inline double ab_graph_diagonal(const abGraphRow *row) {
    return ab_graph_entry(row, row, row->Y[0]);
}

// The bodies of rows order[from] to order[end - 1] stand still.
static inline void ab_graph_stop(const abContactGraph *graph, size_t from, size_t end,
                                 double *speeds) {
    for (size_t k = from; k < end; k++) {
        for (int s = 0; s < 2; s++) {
            size_t body = ab_graph_row(graph, k)->body[s];
            if (body != AB_GRAPH_FIXED) {
                memset(speeds + AB_GRAPH_SPEEDS * body, 0, AB_GRAPH_SPEEDS * sizeof *speeds);
            }
        }
    }
}

// A force x in the row; Y is what one of one does.
static inline void ab_graph_push(const abGraphRow *row, const double *Y, double x, double *speeds) {
    for (int s = 0; s < 2; s++) {
        if (row->body[s] != AB_GRAPH_FIXED) {
            ab_row_add(speeds + AB_GRAPH_SPEEDS * row->body[s], x, Y + AB_GRAPH_SPEEDS * s,
                       AB_GRAPH_SPEEDS);
        }
    }
}

static inline double ab_graph_feel(const abGraphRow *row, const double *speeds) {
    double w = 0.0;
    for (int s = 0; s < 2; s++) {
        if (row->body[s] != AB_GRAPH_FIXED) {
            w += ab_graph_dot(row->J[s], speeds + AB_GRAPH_SPEEDS * row->body[s]);
        }
    }
    return w;
}

#endif
