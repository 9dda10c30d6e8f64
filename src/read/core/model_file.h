// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_file.h - the text of a model file in memory, with its fingerprint for the record.

#ifndef AB_MODEL_FILE_H
#define AB_MODEL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abut/memory.h"
#include "abut/result.h"

enum { AB_MODEL_FILE_MAX = 64 * 1024 * 1024 }; // bytes

typedef struct abModelFile {
    char *text; // ends with a zero byte that does not count
    size_t size;
    uint64_t hash; // ab_model_text_hash of the text
    abAllocator allocator;
    size_t capacity;
} abModelFile;

// Whether a path, written with / or \, stays in the folder it is relative to, or below.
bool ab_file_is_inside(const char *path);

// Reads a whole file; where another file names it, at `place`, plain files only. AB_IO when it cannot be read, AB_BAD_MODEL when it is too large; the problem
// stands at `place`, or at the file itself when that has no file.
abResult ab_model_file_read(const char *path, abAllocator allocator, abPlace place,
                            abModelFile *out, abError *error);
void ab_model_file_done(abModelFile *file);

uint64_t ab_model_text_hash(const char *text, size_t size);

#endif
