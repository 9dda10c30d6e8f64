// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// method_list.h - the list of methods, and what each refuses.

#ifndef AB_METHOD_LIST_H
#define AB_METHOD_LIST_H

#include "core/method.h"

// Of a number as abSimulationDef.method.
const abMethod *ab_method(int method);
const char *ab_method_name(int method);
// Refuses what a method cannot do: laws, keys of other methods. Several problems at once.
abResult ab_method_check(const abModel *model, const abSimulationDef *options, abError *error);

// Says once of each mesh whose faces do not rest on those of another shape, by this method.
void ab_method_warn(const abModel *model, const abSimulationDef *options, const abLog *log);

#endif
