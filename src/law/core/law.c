// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// law.c - the registry: laws.def expanded to declarations and tables.

#include "law/core/law.h"

#include <string.h>

#include "law/core/law_kinds.h"

// extern const abNormalLaw ab_law_elastic;
#define AB_NORMAL_LAW(KIND, symbol) extern const abNormalLaw ab_law_##symbol;
#define AB_FRICTION_LAW(KIND, symbol) extern const abFrictionLaw ab_friction_##symbol;
#include "law/core/laws.def"
#undef AB_NORMAL_LAW
#undef AB_FRICTION_LAW

// [AB_LAW_ELASTIC] = &ab_law_elastic,
static const abNormalLaw *const s_normal_laws[AB_NORMAL_LAW_COUNT] = {
#define AB_NORMAL_LAW(KIND, symbol) [AB_LAW_##KIND] = &ab_law_##symbol,
#define AB_FRICTION_LAW(KIND, symbol)
#include "law/core/laws.def"
#undef AB_NORMAL_LAW
#undef AB_FRICTION_LAW
};

// [AB_FRICTION_NONE] = &ab_friction_none,
static const abFrictionLaw *const s_friction_laws[AB_FRICTION_LAW_COUNT] = {
#define AB_NORMAL_LAW(KIND, symbol)
#define AB_FRICTION_LAW(KIND, symbol) [AB_FRICTION_##KIND] = &ab_friction_##symbol,
#include "law/core/laws.def"
#undef AB_NORMAL_LAW
#undef AB_FRICTION_LAW
};

const abNormalLaw *ab_normal_law(abNormalLawKind kind) {
    return s_normal_laws[kind];
}

const abFrictionLaw *ab_friction_law(abFrictionLawKind kind) {
    return s_friction_laws[kind];
}

abNormalLawKind ab_normal_law_find(const char *name) {
    int kind = 0;
    while (kind < AB_NORMAL_LAW_COUNT && strcmp(s_normal_laws[kind]->table->name, name) != 0) {
        kind++;
    }
    return (abNormalLawKind)kind;
}

abFrictionLawKind ab_friction_law_find(const char *name) {
    int kind = 0;
    while (kind < AB_FRICTION_LAW_COUNT && strcmp(s_friction_laws[kind]->table->name, name) != 0) {
        kind++;
    }
    return (abFrictionLawKind)kind;
}

bool ab_friction_is_exact(const abFrictionLaw *law) {
    return law->tangential != NULL && law->tangential->is_exact;
}
