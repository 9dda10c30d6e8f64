// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_words.h - a compiled model in a few words.

#ifndef ABUT_MODEL_WORDS_H
#define ABUT_MODEL_WORDS_H

#include <stdio.h>

#include "abut/model.h"
#include "base/text.h"

// Counts and the run it asks for, a line each.
void model_text(const abModel *model, FILE *out);
// Every body, pair of laws, joint and force.
void model_details(const abModel *model, FILE *out);
// Members "bodies", "freedoms", ... of an open object.
void model_json(abJson *json, const abModel *model);
void model_warning_json(void *json, const char *sentence);

#endif
