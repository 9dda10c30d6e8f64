// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_laws.h - what the numbers mean that events tell of normal laws.

#ifndef AB_RECORD_LAWS_H
#define AB_RECORD_LAWS_H

#include "record/file/record_types.h"

// The tables of laws and their numbers, and columns of events that a record from before lacks;
// what is there stays.
abResult ab_record_create_laws(abRecord *record, abError *error);
abResult ab_record_load_laws(abRecord *record, abError *error);

#endif
