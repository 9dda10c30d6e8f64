// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_read.h - what the readers of all model formats are given, and the list of them.

#ifndef AB_MODEL_READ_H
#define AB_MODEL_READ_H

#include "abut/read.h"
#include "base/arena.h"

typedef struct abModelSource {
    const char *text;
    size_t size;
    const char *name;   // of the file as given; NULL: a text that may read no files
    const char *file;   // what places say: the name, or its end where it is long
    const char *folder; // of the file; NULL: the working folder
    bool any_files;     // meshes may lie outside of it: the override files=anywhere
    const abOverride *overrides;
    int override_count;
    const abModel *laws; // whose laws of the program the new model gets too; NULL: none
    abArena *arena;      // for what is needed while reading
    abLog log;
    abError *error;
} abModelSource;

typedef enum abModelFormat {
#define AB_MODEL_FORMAT(KIND, symbol, name) AB_MODEL_FORMAT_##KIND,
#include "read/core/model_formats.def"
#undef AB_MODEL_FORMAT
} abModelFormat;

// The format that a text has.
abModelFormat ab_model_format(const char *text, size_t size);

// A reader answers with a compiled model, or with problems and without one. The order of the
// problems does not matter.
#define AB_MODEL_FORMAT(KIND, symbol, name)                                                        \
    bool ab_model_is_##symbol(const char *text, size_t size);                                      \
    abResult ab_model_read_##symbol(const abModelSource *source, abModel **out);
#include "read/core/model_formats.def" // -> ab_model_is_xml, ab_model_read_xml, ...
#undef AB_MODEL_FORMAT

#endif
