// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_classes.h - classes of shapes that are alike to all rules.

#ifndef AB_CONTACT_CLASSES_H
#define AB_CONTACT_CLASSES_H

#include <stdint.h>

#include "model/core/model.h"

// How closely each selector names the shapes of each class. Selectors come in pairs: those of the
// rules, then those of the exclusions.
typedef struct abContactClasses {
    abModel *model;
    size_t width;        // selectors
    bool *is_self;       // of each selector
    bool has_self;       // of any: classes are then of one group
    unsigned char *rows; // class after class; one more as room for the shape being looked at
    size_t capacity;
    int *first;       // of each class, its first shape
    uint64_t *hashes; // of its row and what else makes a class
} abContactClasses;

// Numbers the classes of all shapes and counts them in the model. Done is to be called either way.
abResult ab_contact_classes_find(abModel *model, abContactClasses *classes, abError *error);
void ab_contact_classes_done(abContactClasses *classes);

// The most specific rule for two classes, the later on a tie; NULL when none, not enabled or
// excluded.
const abContactRuleDef *ab_contact_classes_rule(const abContactClasses *classes, int class_a,
                                                int class_b);

// The closest of the rules that are on and name two classes less closely than `rule`, which names
// them, the later on a tie; NULL when there is none.
const abContactRuleDef *ab_contact_classes_less_close(const abContactClasses *classes, int class_a,
                                                      int class_b, const abContactRuleDef *rule);

#endif
