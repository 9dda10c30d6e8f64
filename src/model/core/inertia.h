// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// inertia.h - whether a tensor can be the inertia of a body.

#ifndef AB_INERTIA_H
#define AB_INERTIA_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/vector.h"

// Writes what is wrong, "is impossible: ..."; false when nothing is.
bool ab_inertia_fault(abMat3 inertia, char *out, size_t size);

#endif
