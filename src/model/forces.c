// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// forces.c - the table of forces.

#include "model/forces.h"

#include "model/tables.h"

// extern const abForceType ab_force_spring; ...
#define AB_FORCE(KIND, symbol) extern const abForceType ab_force_##symbol;
#include "model/forces.def"
#undef AB_FORCE

const abForceType *ab_force_type(int kind) {
    static const abForceType *const types[AB_FORCE_COUNT] = {
#define AB_FORCE(KIND, symbol) [AB_FORCE_##KIND] = &ab_force_##symbol,
#include "model/forces.def"
#undef AB_FORCE
    };
    return types[kind];
}

const abTable *ab_force_kind_table(int kind) {
    return ab_force_type(kind)->table;
}
