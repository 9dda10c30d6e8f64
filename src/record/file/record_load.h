// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_load.h - what a record says of its model and its run.

#ifndef AB_RECORD_LOAD_H
#define AB_RECORD_LOAD_H

#include "record/file/record_types.h"

// Loads info, scene and outputs.
abResult ab_record_load(abRecord *record, abError *error);
// What is done with one row; `items` has room for it at `index`. False: the row is damaged.
typedef bool abLoadRow(abRecord *record, sqlite3_stmt *statement, void *items, int index);
// All rows of a table, by the first of the columns, into a new array of the arena.
abResult ab_record_load_rows(abRecord *record, const char *table, const char *columns, size_t size,
                             abLoadRow *load, void **items, int *count, abError *error);

// Loads in a frame: of all force elements, then of the joints with limits.
size_t ab_record_load_count(const abScene *scene);

#endif
