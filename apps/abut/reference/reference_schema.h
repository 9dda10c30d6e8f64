// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference_schema.h - the model format as a JSON schema.

#ifndef ABUT_REFERENCE_SCHEMA_H
#define ABUT_REFERENCE_SCHEMA_H

#include <stdio.h>

void reference_schema(FILE *out);

#endif
