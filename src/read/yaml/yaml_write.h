// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_write.h - the definitions of a model as a model file that gives the same run, bit for bit.
//
// Numbers are the shortest decimals that read back to the same bits, in SI units. Values at their
// defaults are left out, and so are materials that nothing of the model names. Comments, units and
// included files of the source are not kept; a comment says which line each thing was at.

#ifndef AB_YAML_WRITE_H
#define AB_YAML_WRITE_H

#include "abut/model.h"
#include "base/text.h"

// The model may be compiled or not. Want of memory is remembered in `out`.
void ab_yaml_write(const abModel *model, const char *source, const char *folder, abText *out);

// A law with its parameters, {law: NAME, ...}, as the value of `normal` or `friction` of a contact.
void ab_yaml_write_law(const char *list, int kind, const abParams *params, abText *out);

#endif
