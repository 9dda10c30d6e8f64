// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_number.h - numbers as people and Fortran write them: 2, .5, 1.5e-3, 1.5D-3.

#ifndef AB_EXPRESSION_NUMBER_H
#define AB_EXPRESSION_NUMBER_H

// Reads the number that begins at text[at]; returns its end. *problem says what is wrong with it,
// or is NULL.
int ab_expression_number(const char *text, int at, double *value, const char **problem);

#endif
