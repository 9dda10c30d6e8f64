// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_print.h - a mesh file looked over, for people and machines.

#ifndef MESH_PRINT_H
#define MESH_PRINT_H

#include <stdbool.h>

#include "abut/result.h"

abResult mesh_print(const char *file, bool for_machines, abError *error);

#endif
