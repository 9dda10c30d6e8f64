// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// materials_print.h - the tables of restitution and friction, for people and for machines.

#ifndef ABUT_MATERIALS_PRINT_H
#define ABUT_MATERIALS_PRINT_H

#include <stdio.h>

void materials_tables(FILE *out);
void materials_json(FILE *out);

#endif
