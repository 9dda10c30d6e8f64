// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// meter.h - the outputs of a study, measured in one run.

#ifndef ABUT_METER_H
#define ABUT_METER_H

#include "study/study.h"

typedef struct Meter Meter;

// Of a compiled model, which must outlive it. Problems stand at the outputs.
abResult meter_create(const Study *study, const abModel *model, Meter **out, abError *error);
void meter_destroy(Meter *meter); // NULL is fine

// Before a run from its start: from then on the meter is told by way of `observer`, and hands on
// what it is told to `then`, which may be NULL. Both must outlive the run.
abResult meter_attach(Meter *meter, abSimulation *simulation, const abObserver *then,
                      abObserver *observer);
// After the run: one number an output, NAN where there is none.
void meter_read(const Meter *meter, double *out);
// The unit of an output.
const char *meter_unit(const Meter *meter, int output);

#endif
