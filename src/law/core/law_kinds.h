// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// law_kinds.h - laws.def as numbers: for tables over all laws and the few places that mean one of
// them. Whoever includes this is compiled anew when a law is added; a name will mostly do, see
// ab_normal_law_find.

#ifndef AB_LAW_KINDS_H
#define AB_LAW_KINDS_H

enum { // AB_LAW_ELASTIC, AB_LAW_HERTZ, ...
#define AB_NORMAL_LAW(KIND, symbol) AB_LAW_##KIND,
#define AB_FRICTION_LAW(KIND, symbol)
#include "law/core/laws.def"
#undef AB_NORMAL_LAW
#undef AB_FRICTION_LAW
    AB_NORMAL_LAW_COUNT
};

enum { // AB_FRICTION_NONE, AB_FRICTION_REGULARIZED, ...
#define AB_NORMAL_LAW(KIND, symbol)
#define AB_FRICTION_LAW(KIND, symbol) AB_FRICTION_##KIND,
#include "law/core/laws.def"
#undef AB_NORMAL_LAW
#undef AB_FRICTION_LAW
    AB_FRICTION_LAW_COUNT
};

#endif
