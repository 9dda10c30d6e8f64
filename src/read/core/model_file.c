// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_file.c - reads a model file, with a bound on its size.

#include "read/core/model_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/plain_file.h"

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

bool ab_file_is_inside(const char *path) {
    static const char separators[] = "/\\";
    int depth = 0;
    for (const char *c = path; *c != '\0' && depth >= 0; c += strspn(c, separators)) {
        size_t length = strcspn(c, separators);
        bool is_up = length == 2 && strncmp(c, "..", 2) == 0;
        bool is_here = length == 1 && c[0] == '.';
        depth += is_up ? -1 : is_here ? 0 : 1;
        c += length;
    }
    return depth > 0 && path[0] != '/' && path[0] != '\\' && strchr(path, ':') == NULL;
}

abResult ab_model_file_read(const char *path, abAllocator allocator, abPlace place,
                            abModelFile *out, abError *error) {
    *out = (abModelFile){.allocator = allocator};
    errno = 0;
    const char *cause = NULL;
    // whoever starts a program may give it a pipe, or standard input
    bool is_first = place.file == NULL, is_stdin = is_first && strcmp(path, "-") == 0;
    FILE *stream = is_stdin   ? stdin
                   : is_first ? fopen(path, "rb")
                              : ab_open_plain_file(path, &cause);
    if (stream == NULL) {
        return ab_error_add(error, AB_IO, place, "cannot open %s: %s", path,
                            cause != NULL ? cause : strerror(errno));
    }
    abResult result = read_all(stream, path, out, place, error);
    if (!is_stdin) {
        fclose(stream);
    }
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
