// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_graph.h - rows of the closed points as a graph of bodies, where no joints are.

#ifndef AB_RIGID_GRAPH_H
#define AB_RIGID_GRAPH_H

#include "derivative/state/derivative.h"

// Rows as a graph; without joints.
bool ab_rigid_make_graph(abDerivative *derivative);
// Forces with slip from the sides given. False when they were not found.
bool ab_rigid_graph_forces(abDerivative *derivative);

#endif
