// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// selectors.h - how closely the two selectors of a rule name two shapes.
//
//     *, all          every shape
//     rigid, flexible shapes of bodies that are rigid, or flexible
//     material:NAME   of that material
//     group:NAME      of that collision group
//     self            with any other selector on the other side: two shapes of one group
//     BODY            of that body; a body of one of the words above goes before the word
//     BODY.SHAPE      that shape
//
// A rule that names two bodies (or shapes of them) is closer than one that names one, and that is
// closer than one that names none; then the sum of how closely both sides are named counts.

#ifndef AB_SELECTORS_H
#define AB_SELECTORS_H

#include "model/core/model.h"

// How closely a selector names a shape: 0 not at all, more the closer. `self` names those with a
// group.
int ab_selector_match(const abModel *model, const char *selector, const abBodyShape *shape);
bool ab_selector_is_self(const abModel *model, const char *selector);
bool ab_selector_same_group(const abBodyShape *a, const abBodyShape *b);

// How closely a pair of selectors names a pair of shapes, from what each selector matches of a and
// of b; 0: not at all. `is_self`: of the two selectors; `same_group`: the shapes have one.
int ab_selectors_closeness(const unsigned char a[2], const unsigned char b[2],
                           const bool is_self[2], bool same_group);

// Adds problems for selectors that name nothing. `of` says what the pair is for.
abResult ab_selectors_check(const abModel *model, const char *of, const char *const between[2],
                            abPlace place, abError *error);

// Whether a contact selector names a shape; for the compiled shapes.
bool ab_model_selects(const abModel *model, const char *selector, int shape);

// Whether the first side of a rule for shapes a and b names b, and only the second side a.
bool ab_rule_begins_with_second(const abModel *model, const abContactRuleDef *rule, int a, int b);

// The id of a contact rule: what its key `id` says, or its number in the model, from 1.
int ab_rule_id(const abModel *model, const abContactRuleDef *rule);

#endif
