// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rule_inheritance.h - what a contact rule does not say comes from a more general one.

#ifndef AB_RULE_INHERITANCE_H
#define AB_RULE_INHERITANCE_H

#include "model/rules/contact_classes.h"

// Before any rule is completed.
abResult ab_rules_prepare(abModel *model, abError *error);

// Completes the rule that counts for two classes, if it inherits. AB_BAD_MODEL where no rule, or not
// the same one for all pairs, is the more general one, and where the whole lacks something.
abResult ab_rule_complete(const abContactClasses *classes, int class_a, int class_b,
                          const abContactRuleDef *rule, abError *error);

// Takes all values again from the more general rules, after one of them was set. The kinds of laws
// stay. False when a law became a condition, or ceased to be one: then the model is made anew.
bool ab_rules_follow(abModel *model);

#endif
