// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_load.h - what a record says of its model and its run.

#ifndef AB_RECORD_LOAD_H
#define AB_RECORD_LOAD_H

#include "record/file/record_types.h"

// Loads info, scene and outputs.
abResult ab_record_load(abRecord *record, abError *error);
// Loads in a frame: of all force elements, then of the joints with limits.
size_t ab_record_load_count(const abScene *scene);

#endif
