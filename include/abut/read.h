// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/read.h - models from files.

#ifndef ABUT_READ_H
#define ABUT_READ_H

#include <stddef.h>

#include "abut/export.h"
#include "abut/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// One "path=value" that replaces or adds a value before the model is built, as in
// "simulation.tolerance=1e-10" or "bodies.ball.velocity=[1, 0, 0]".
typedef struct abOverride {
    const char *path;
    const char *value;
} abOverride;

// The override "files=anywhere" is none of a value: meshes may then lie outside the model's folder,
// which is otherwise refused, as a model may come from anybody.

// Reads a model file in Abut's YAML (JSON being a subset) and compiles it. On failure every
// problem found is in `error` with file:line:column and *out is NULL. `log` must outlive the model.
ABUT_API abResult ab_model_read(const char *path, const abOverride *overrides, int override_count,
                                abAllocator allocator, abLog log, abModel **out, abError *error);

// The same from a text in memory; `name` stands for the file in messages and its folder is where
// mesh and include files are looked for.
ABUT_API abResult ab_model_read_text(const char *text, size_t size, const char *name,
                                     const abOverride *overrides, int override_count,
                                     abAllocator allocator, abLog log, abModel **out,
                                     abError *error);

// The same for files that name laws of the program: `laws` is a model, compiled or not, that has
// them (abut/laws.h). The model read has them too; `laws` may then be destroyed.
ABUT_API abResult ab_model_read_with_laws(const abModel *laws, const char *path,
                                          const abOverride *overrides, int override_count,
                                          abAllocator allocator, abLog log, abModel **out,
                                          abError *error);
ABUT_API abResult ab_model_read_text_with_laws(const abModel *laws, const char *text, size_t size,
                                               const char *name, const abOverride *overrides,
                                               int override_count, abAllocator allocator, abLog log,
                                               abModel **out, abError *error);

#ifdef __cplusplus
}
#endif

#endif
