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
// The manual, in order of reading; docs/howto/c.md has programs to begin with.
//
//   result.h       how functions answer: a result, and problems as sentences with a place
//   definitions.h  what a model is made of; kinds.h: the same in fewer lines
//   model.h        a model from definitions, and its names; read.h: from files
//   simulation.h   run it; or advance it to any time, ask it, change it, save it
//   parameters.h   values set while it runs; live.h: all that can be set
//   laws.h         contact laws of the program; user_code.h: of libraries and scripts
//   batch.h        many simulations in threads
//   complementarity.h   forces that press, without a model
//   record.h       the file of a run; output.h: plots and pages of it
//   series.h       quantities by name, without a record
//   memory.h, log.h, vector.h, export.h   what all of these use
//
// SI units and radians. A handle is used by one thread at a time; a compiled model by any number.

#ifndef ABUT_ABUT_H
#define ABUT_ABUT_H

#include "abut/batch.h"
#include "abut/complementarity.h"
#include "abut/definitions.h"
#include "abut/kinds.h"
#include "abut/laws.h"
#include "abut/live.h"
#include "abut/log.h"
#include "abut/memory.h"
#include "abut/model.h"
#include "abut/output.h"
#include "abut/parameters.h"
#include "abut/read.h"
#include "abut/record.h"
#include "abut/result.h"
#include "abut/series.h"
#include "abut/simulation.h"
#include "abut/user_code.h"
#include "abut/vector.h"

#endif
