// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference_expressions.h - what expressions may call.

#ifndef ABUT_REFERENCE_EXPRESSIONS_H
#define ABUT_REFERENCE_EXPRESSIONS_H

#include <stdbool.h>
#include <stdio.h>

void reference_expressions(FILE *out, bool markdown);

#endif
