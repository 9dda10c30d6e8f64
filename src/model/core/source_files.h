// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// source_files.h - the files that a model takes in beside its own: included ones, meshes, reduced
// bodies, grids, libraries and scripts of users. A model built by a program has none.

#ifndef AB_SOURCE_FILES_H
#define AB_SOURCE_FILES_H

#include <stdint.h>

#include "abut/model.h"

typedef struct abSourceFile {
    const char *name; // as the model names it, from its folder
    const char *path; // from the working folder
} abSourceFile;

// Notes "folder/file", once however often it is named. False for want of memory.
bool ab_model_note_file(abModel *model, const char *folder, const char *file);

int ab_model_file_count(const abModel *model);
const abSourceFile *ab_model_file(const abModel *model, int index);

// A fingerprint of what the file holds now, of a mesh in glTF with the buffers it names; 0 when it
// cannot be read.
uint64_t ab_source_file_hash(const char *path, abAllocator allocator);

#endif
