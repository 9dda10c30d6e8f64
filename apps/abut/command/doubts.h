// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// doubts.h - what is implausible of a run that has ended.

#ifndef ABUT_DOUBTS_H
#define ABUT_DOUBTS_H

#include "abut/abut.h"

// Warnings of the model and of what its run came to. Want of memory makes them fewer.
void doubts_tell(abSimulation *simulation, const abLog *log);

// How many of the warnings of a record are such.
abResult doubts_count(abRecord *record, int *count, abError *error);

#endif
