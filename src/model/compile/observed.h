// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// observed.h - how names in expressions become observed quantities; for signals.c and observed.c only.

#ifndef AB_OBSERVED_H
#define AB_OBSERVED_H

#include "model/core/model.h"

// Who compiles an expression, and what it may look at.
typedef struct abObservedScope {
    abModel *model;
    abObservedLevel maximum;
    const char *what;            // "a force", for messages
    bool is_check;               // names are checked, nothing is noted
    const abVariable *chain[64]; // variables being compiled
    int depth;
    abVariable **too_deep; // takes the variable where the chain was too long, instead of a problem
} abObservedScope;

// The scope's function for observed quantities: arguments to markers, elements and components.
abResult ab_observed_resolve(void *observed_scope, int observed, int offset,
                             const abRawArgument *arguments, int count,
                             const abExpressionSource *source, abExpressionUse *out,
                             abError *error);

// Whether `name`, which is known at that level, may be used here; adds a problem when not.
abResult ab_observed_allowed(const abObservedScope *observed_scope, const char *name,
                             abObservedLevel level, int offset, const abExpressionSource *source,
                             abError *error);

// Whether a word, with letters of any size, has a meaning in expressions.
bool ab_observed_is_word(const char *name);

// Index of the input that observed quantities so; -1 for want of memory.
int ab_model_store_observed(abModel *model, const abObserved *observed);
// The functions that look, for reference pages.
extern const abFunctionText ab_observed_texts[];
extern const int ab_observed_count;

#endif
