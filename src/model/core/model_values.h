// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_values.h - a model that shares the structure of another and has values of its own.
//
// Structure is what never changes: names, shapes, meshes, which law is between which, the layout of
// y. It stays with the model that was compiled, which lives until the last copy is gone. Values are
// the definitions that may be set while a simulation runs and the compiled numbers that follow from
// them. A copy has them in one block, so that a change is tried on it and taken back whole.

#ifndef AB_MODEL_VALUES_H
#define AB_MODEL_VALUES_H

#include "model/core/model.h"

// A copy of the values of a compiled model. Copies of several threads share one model.
abResult ab_model_copy_values(const abModel *model, abModel **out, abError *error);
bool ab_model_is_copy(const abModel *model);

// Of a copy: keeps its values; gives back those kept and keeps what was there.
void ab_model_keep_values(abModel *model);
void ab_model_swap_values(abModel *model);

// Of a copy: what the text it was read from would say now, as the last override of a path.
abResult ab_model_note_override(abModel *model, const char *path, const char *value,
                                abError *error);

// Of a copy: the `current` values of a field to be changed, and an arena for what follows from
// them. Two arenas take turns, as the last values may be taken back. NULL for want of memory.
double *ab_model_field_values(abModel *copy, int field, const double *current, size_t count,
                              abArena **arena);
// At the end of a copy.
void ab_model_values_done(abModel *copy);

#endif
