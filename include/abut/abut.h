// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut.h - contact between bodies, computed so that an engineer can trust it.
//
//     abModel *model;                                    a model from a file ...
//     ab_model_read("hello.yaml", ..., &model, error);
//     abSimulation *simulation;                          ... runs in time ...
//     ab_simulation_create(model, NULL, ab_heap(), log, &simulation, error);
//     ab_simulation_run(simulation, &observer, error);   ... and tells what happens
//
// What it does: finds where bodies touch, computes the forces there by the law chosen, moves the
// bodies to a stated accuracy with every touch and release located in time.
// What it does not: deform bodies, print, exit, keep global state, call the network.
//
// Order of reading: result.h (errors), definitions.h (what a model is made of), model.h,
// simulation.h, live.h, record.h.

#ifndef ABUT_ABUT_H
#define ABUT_ABUT_H

#include "abut/definitions.h"
#include "abut/live.h"
#include "abut/log.h"
#include "abut/memory.h"
#include "abut/model.h"
#include "abut/read.h"
#include "abut/record.h"
#include "abut/result.h"
#include "abut/simulation.h"
#include "abut/user_code.h"
#include "abut/vector.h"

#endif
