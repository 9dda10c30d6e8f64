// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_file.c - reads a model file, with a bound on its size.

#include "io/model_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

uint64_t ab_model_text_hash(const char *text, size_t size) {
    return ab_hash_bytes(AB_HASH_START, text, size);
}

static abResult read_all(FILE *stream, const char *path, abModelFile *file, abPlace place,
                         abError *error) {
    for (;;) {
        size_t wanted = file->capacity < 65536 ? 65536 : 2 * file->capacity;
        if (file->size + 1 >= file->capacity &&
            !AB_ARRAY_RESERVE(file->allocator, file->text, file->capacity, wanted)) {
            return ab_error_add(error, AB_IO, place, "out of memory while reading %s", path);
        }
        errno = 0;
        size_t got = fread(file->text + file->size, 1, file->capacity - file->size - 1, stream);
        file->size += got;
        if (file->size > AB_MODEL_FILE_MAX) {
            return ab_error_add(error, AB_BAD_MODEL, place,
                                "%s is larger than %d MB, the most a model file may have", path,
                                AB_MODEL_FILE_MAX / (1024 * 1024));
        }
        if (ferror(stream)) {
            return ab_error_add(error, AB_IO, place, "cannot read %s: %s", path, strerror(errno));
        }
        if (got == 0) {
            file->text[file->size] = '\0';
            file->hash = ab_model_text_hash(file->text, file->size);
            return AB_OK;
        }
    }
}

abResult ab_model_file_read(const char *path, abAllocator allocator, abPlace place,
                            abModelFile *out, abError *error) {
    *out = (abModelFile){.allocator = allocator};
    errno = 0;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return ab_error_add(error, AB_IO, place, "cannot open %s: %s", path, strerror(errno));
    }
    abResult result = read_all(stream, path, out, place, error);
    fclose(stream);
    if (result != AB_OK) {
        ab_model_file_done(out);
    }
    return result;
}

void ab_model_file_done(abModelFile *file) {
    AB_ARRAY_FREE(file->allocator, file->text, file->capacity);
    file->text = NULL;
    file->size = 0;
}
