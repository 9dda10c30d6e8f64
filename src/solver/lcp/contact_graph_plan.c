// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_graph_plan.c - an order of the rows in which those that share a body stand close
// together.
//
// Bodies are numbered in breadth from one at the rim of their subset, neighbours with few rows
// first (Cuthill & McKee 1969); the start is the last body reached from any (Gibbs, Poole &
// Stockmeyer 1976, one turn). A row comes by the later of its bodies, then by the earlier. The
// first entry of a row is then that of the first row that shares a body, and a factor fills nothing
// before it (Jennings 1966).

#include "solver/lcp/contact_graph_plan.h"

#include <string.h>

#include "solver/lcp/contact_graph.h"

typedef struct Plan {
    abContactGraph *graph;
    size_t *at;       // bodies + 1: where the rows of a body begin in `rows`
    size_t *rows;     // 2 n
    size_t *position; // bodies: in the order; `bodies` when not reached
    size_t *queue;    // bodies
    size_t *bucket;   // bodies + 2
} Plan;

size_t ab_contact_graph_plan_workspace(size_t n, size_t bodies) {
    return (4 * n + 2 + 2 * n + 4 * bodies + 3) * sizeof(size_t);
}

static size_t *take(size_t **next, size_t count) {
    size_t *taken = *next;
    *next += count;
    return taken;
}

static void list_rows_of_bodies(Plan *plan) {
    const abContactGraph *g = plan->graph;
    memset(plan->at, 0, (g->bodies + 1) * sizeof *plan->at);
    for (size_t i = 0; i < 2 * g->n; i++) {
        size_t body = g->rows[i / 2].body[i % 2];
        if (body != AB_GRAPH_FIXED) {
            plan->at[body + 1]++;
        }
    }
    for (size_t k = 0; k < g->bodies; k++) {
        plan->at[k + 1] += plan->at[k];
        plan->bucket[k] = plan->at[k];
    }
    for (size_t i = 0; i < 2 * g->n; i++) {
        size_t body = g->rows[i / 2].body[i % 2];
        if (body != AB_GRAPH_FIXED) {
            plan->rows[plan->bucket[body]++] = i / 2;
        }
    }
}

static size_t degree(const Plan *plan, size_t body) {
    return plan->at[body + 1] - plan->at[body];
}

static void sort_by_degree(const Plan *plan, size_t *bodies, size_t count) {
    for (size_t k = 1; k < count; k++) {
        size_t body = bodies[k], j = k;
        for (; j > 0 && degree(plan, bodies[j - 1]) > degree(plan, body); j--) {
            bodies[j] = bodies[j - 1];
        }
        bodies[j] = body;
    }
}

// Numbers the bodies of one subset from `count` on. Returns the new count.
static size_t number_in_breadth(Plan *plan, size_t start, size_t count) {
    const abContactGraph *g = plan->graph;
    size_t reached = count;
    plan->queue[reached] = start;
    plan->position[start] = reached++;
    for (size_t k = count; k < reached; k++) {
        size_t body = plan->queue[k], before = reached;
        for (size_t r = plan->at[body]; r < plan->at[body + 1]; r++) {
            for (int s = 0; s < 2; s++) {
                size_t other = g->rows[plan->rows[r]].body[s];
                if (other != AB_GRAPH_FIXED && plan->position[other] == g->bodies) {
                    plan->position[other] = reached;
                    plan->queue[reached++] = other;
                }
            }
        }
        sort_by_degree(plan, plan->queue + before, reached - before);
        for (size_t l = before; l < reached; l++) {
            plan->position[plan->queue[l]] = l;
        }
    }
    return reached;
}

static void number_bodies(Plan *plan) {
    size_t bodies = plan->graph->bodies, count = 0;
    for (size_t k = 0; k < bodies; k++) {
        plan->position[k] = bodies;
    }
    for (size_t k = 0; k < bodies; k++) {
        if (plan->position[k] != bodies) {
            continue;
        }
        size_t end = number_in_breadth(plan, k, count), rim = plan->queue[end - 1];
        for (size_t l = count; l < end; l++) {
            plan->position[plan->queue[l]] = bodies;
        }
        count = number_in_breadth(plan, rim, count);
    }
}

// Places of the bodies of a row, the later one first; that of a fixed one is the same as the
// other's. A row of fixed bodies alone comes last.
static void places(const Plan *plan, size_t row, size_t *late, size_t *early) {
    const size_t *body = plan->graph->rows[row].body;
    size_t none = plan->graph->bodies;
    size_t a = body[0] == AB_GRAPH_FIXED ? none : plan->position[body[0]];
    size_t b = body[1] == AB_GRAPH_FIXED ? none : plan->position[body[1]];
    a = a == none ? b : a;
    b = b == none ? a : b;
    *late = a > b ? a : b;
    *early = a > b ? b : a;
}

static void order_rows(Plan *plan) {
    abContactGraph *g = plan->graph;
    size_t late, early;
    memset(plan->bucket, 0, (g->bodies + 2) * sizeof *plan->bucket);
    for (size_t i = 0; i < g->n; i++) {
        places(plan, i, &late, &early);
        plan->bucket[late + 1]++;
    }
    for (size_t k = 0; k <= g->bodies; k++) {
        plan->bucket[k + 1] += plan->bucket[k];
    }
    for (size_t i = 0; i < g->n; i++) {
        places(plan, i, &late, &early);
        g->order[plan->bucket[late]++] = i;
    }
    // within a bucket by the earlier body; the order of the rows stays otherwise
    for (size_t k = 1; k < g->n; k++) {
        size_t row = g->order[k], j = k, row_late, row_early;
        places(plan, row, &row_late, &row_early);
        for (; j > 0; j--) {
            places(plan, g->order[j - 1], &late, &early);
            if (late != row_late || early <= row_early) {
                break;
            }
            g->order[j] = g->order[j - 1];
        }
        g->order[j] = row;
    }
}

// First entries, and where subsets begin: at a row that reaches back to none before it.
static void find_envelope(Plan *plan) {
    abContactGraph *g = plan->graph;
    size_t *first_of_body = plan->bucket, total = 0;
    for (size_t k = 0; k < g->bodies; k++) {
        first_of_body[k] = g->n;
    }
    for (size_t k = 0; k < g->n; k++) {
        g->first[k] = k;
        for (int s = 0; s < 2; s++) {
            size_t body = g->rows[g->order[k]].body[s];
            if (body != AB_GRAPH_FIXED) {
                size_t *first = &first_of_body[body];
                *first = *first < k ? *first : k;
                g->first[k] = g->first[k] < *first ? g->first[k] : *first;
            }
        }
        g->start[k] = total;
        total += k - g->first[k] + 1;
    }
    g->start[g->n] = total;
    g->subsets = 0;
    for (size_t end = g->n; end > 0;) { // from the last row back
        size_t reach = g->first[end - 1], k = end - 1;
        while (k > reach) {
            k--;
            reach = g->first[k] < reach ? g->first[k] : reach;
        }
        g->subset[g->subsets++] = k;
        end = k;
    }
    for (size_t k = 0; k < g->subsets / 2; k++) {
        size_t held = g->subset[k];
        g->subset[k] = g->subset[g->subsets - 1 - k];
        g->subset[g->subsets - 1 - k] = held;
    }
    g->subset[g->subsets] = g->n;
}

void ab_contact_graph_plan(abContactGraph *graph, void *workspace) {
    size_t *next = workspace, n = graph->n, bodies = graph->bodies;
    graph->order = take(&next, n);
    graph->first = take(&next, n);
    graph->start = take(&next, n + 1);
    graph->subset = take(&next, n + 1);
    Plan plan = {.graph = graph,
                 .rows = take(&next, 2 * n),
                 .at = take(&next, bodies + 1),
                 .position = take(&next, bodies),
                 .queue = take(&next, bodies),
                 .bucket = take(&next, bodies + 2)};
    list_rows_of_bodies(&plan);
    number_bodies(&plan);
    order_rows(&plan);
    find_envelope(&plan);
}
