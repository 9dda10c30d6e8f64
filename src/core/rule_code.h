// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rule_code.h - routines of users that contact rules name: allowed, watched, closed.

#ifndef AB_RULE_CODE_H
#define AB_RULE_CODE_H

#include "abut/simulation.h"

// Allows code as another simulation of the same rules does.
abResult ab_run_allow_code_as(abSimulation *s, const abSimulation *other, abError *error);
// Refuses a model whose code is not allowed.
abResult ab_run_check_code(const abSimulation *s, abError *error);
// The fault of a routine, if any.
abResult ab_run_code_fault(const abSimulation *s, abError *error);
void ab_run_close_code(abSimulation *s);
void ab_run_folder(const char *file, char *out, size_t size); // "folder/model.yaml" -> "folder"

#endif
