// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_graph_plan.h - an order of the rows in which those that share a body stand close
// together.

#ifndef AB_CONTACT_GRAPH_PLAN_H
#define AB_CONTACT_GRAPH_PLAN_H

#include "solver/lcp/contact_graph.h"

// Bytes of room of a plan; `n`, `bodies` and `rows` are the caller's to set. The room stays with
// the plan.
size_t ab_contact_graph_plan_workspace(size_t n, size_t bodies);
void ab_contact_graph_plan(abContactGraph *graph, void *workspace);

#endif
