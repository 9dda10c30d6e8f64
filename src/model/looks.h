// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// looks.h - how names in expressions become looks; for signals.c and looks.c only.

#ifndef AB_LOOKS_H
#define AB_LOOKS_H

#include "model/model.h"

// Who compiles an expression, and what it may look at.
typedef struct abLooker {
    abModel *model;
    abLookLevel most;
    const char *what;            // "a force", for messages
    bool is_check;               // names are checked, nothing is noted
    const abVariable *chain[64]; // variables being compiled
    int depth;
    abVariable **too_deep; // takes the variable where the chain was too long, instead of a problem
} abLooker;

// The scope's function for looks: arguments to markers, elements and components.
abResult ab_look_resolve(void *looker, int look, int offset, const abRawArgument *arguments,
                         int count, const abExpressionSource *source, abExpressionUse *out,
                         abError *error);

// Whether `name`, which is known at that level, may be used here; adds a problem when not.
abResult ab_look_allowed(const abLooker *looker, const char *name, abLookLevel level, int offset,
                         const abExpressionSource *source, abError *error);

// Index of the function of that name in lower case, -1.
int ab_look_find(const char *name);

int ab_model_add_input(abModel *model, const abInput *input);

#endif
