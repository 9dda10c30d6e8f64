// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modia3d_table.h - reads modia3d.table and modia3d.states, which say themselves what is in them.

#ifndef VERIFY_MODIA3D_TABLE_H
#define VERIFY_MODIA3D_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/vector.h"

typedef struct TableRow {
    char name[48]; // of the case
    char quantity[64];
    double expected, rtol, atol;
    char kind[16];
    char note[160];
} TableRow;

// The part of an end state that belongs to one body.
typedef struct StatePart {
    char body[32];
    bool is_slide; // 2 values, speed and position along `axis`; else 12 in a frame
    abVec3 axis;   // unit, world
    abVec3 origin; // of the frame, world
    abVec3 angles; // of the frame, about x, the new y, the new z
    bool is_xzy;   // sequence of the body's angles
    double values[12];
} StatePart;

typedef struct EndState {
    char name[48], label[24]; // case; "published" or "true_distance"
    StatePart parts[4];
    int part_count;
} EndState;

enum { TABLE_ROWS_MAX = 300, END_STATES_MAX = 40 };

typedef struct Table {
    TableRow rows[TABLE_ROWS_MAX];
    int row_count;
    EndState states[END_STATES_MAX];
    int state_count;
    char message[200]; // what is wrong, when reading failed
} Table;

bool table_read(Table *table, const char *rows_path, const char *states_path);
// NULL when there is none.
const EndState *table_find_state(const Table *table, const char *name, const char *label);

#endif
