// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_laws.h - laws that the program has added to a model, by their names (abut/laws.h).

#ifndef AB_USER_LAWS_H
#define AB_USER_LAWS_H

#include "abut/laws.h"

typedef enum abUserLawList { AB_USER_NORMAL_LAW, AB_USER_FRICTION_LAW } abUserLawList;

typedef struct abUserLaw {
    const char *name;
    abUserLawList list;
    const void *callbacks; // abNormalCallbacks or abFrictionCallbacks
    struct abUserLaw *next;
} abUserLaw;

// NULL when there is none of that name.
const abUserLaw *ab_model_find_law(const abModel *model, abUserLawList list, const char *name);
// Points the rules that name such laws to their callbacks; those not found stay without.
void ab_model_find_laws(abModel *model);
// Adds the laws of another model.
abResult ab_model_copy_laws(abModel *model, const abModel *other, abError *error);

#endif
