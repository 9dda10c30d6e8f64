// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// check_laws.h - whether the laws can work with the shapes they act between.

#ifndef AB_CHECK_LAWS_H
#define AB_CHECK_LAWS_H

#include "abut/result.h"
#include "model/core/model.h"

// Finds the pairs of shapes that stand for all their like. After the interactions are known.
abResult ab_find_law_pairs(abModel *model, abError *error);
// Asks the laws about these pairs; one complaint an interaction.
abResult ab_check_laws(const abModel *model, abError *error);

#endif
