// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_python.h - routines in Python.

#ifndef AB_USER_PYTHON_H
#define AB_USER_PYTHON_H

#include "law/user/user_code.h"

// user_python.c
abResult ab_python_open(const char *path, const char *routine, const abCodeQueries *queries,
                        abPlace place, void **object, abError *error);
void ab_python_close(void *object);
// False with a sentence in `fault` when the script failed.
bool ab_python_call(void *object, const abArgument *arguments, int count, double result[3],
                    char *fault, size_t size);

#endif
