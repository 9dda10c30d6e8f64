// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_graph.h - complementarity problems of many bodies, where a row moves two of them at most:
// A = J M^-1 J' without its zeros. The cost grows with the number of rows and the square of the
// width of the heap, so with the height of a stack.
//
// A plan depends only on which bodies the rows join, and serves as long as those stay.

#ifndef AB_CONTACT_GRAPH_H
#define AB_CONTACT_GRAPH_H

#include "solver/lcp/complementarity.h"

#define AB_GRAPH_FIXED ((size_t)-1)

enum { AB_GRAPH_SPEEDS = 6 };

// w of the row by the speeds u of its bodies is J u; planar bodies leave the last three zero.
typedef struct abGraphRow {
    size_t body[2]; // AB_GRAPH_FIXED: nothing moves there; the other may be the same
    double J[2][AB_GRAPH_SPEEDS];
    double Y[2][AB_GRAPH_SPEEDS]; // M^-1 J', body by body
} abGraphRow;

typedef struct abContactGraph {
    size_t n, bodies;
    const abGraphRow *rows; // n
    // The plan, in the caller's memory.
    size_t *order;  // n: row k of the factor is row order[k]
    size_t *first;  // n: its first entry that is not zero
    size_t *start;  // n + 1: where its entries begin
    size_t *subset; // n + 1: where independent subsets begin in `order`
    size_t subsets;
} abContactGraph;

// Like ab_complementarity_solve; A is not read. Forces that are not unique are the same least ones.
size_t ab_contact_graph_solve_workspace(const abContactGraph *graph);
abComplementarityStatus ab_contact_graph_solve(const abContactGraph *graph,
                                               abComplementarity *problem, void *workspace);

#endif
