// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_words.h - a mesh file looked over, for people and machines.

#ifndef MESH_WORDS_H
#define MESH_WORDS_H

#include <stdbool.h>

#include "abut/result.h"

abResult mesh_print(const char *file, bool for_machines, abError *error);

#endif
