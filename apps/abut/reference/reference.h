// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference.h - the key tables as pages: for a terminal, as Markdown, as a JSON schema.

#ifndef ABUT_REFERENCE_H
#define ABUT_REFERENCE_H

#include <stdio.h>

#include "base/schema.h"

// Keys with unit, default, range and text.
void reference_table(FILE *out, const abTable *table);
void reference_table_markdown(FILE *out, const abTable *table);
// The whole model format.
void reference_text(FILE *out);
void reference_markdown(FILE *out);

// Every quantity that can be recorded, plotted and exported.
void reference_series(FILE *out, bool markdown);

#endif
