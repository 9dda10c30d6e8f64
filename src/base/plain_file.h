// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plain_file.h - opening files that somebody else named, and writing them.

#ifndef AB_PLAIN_FILE_H
#define AB_PLAIN_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "abut/result.h"

// Behind the last slash.
static inline const char *ab_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

// Opens a file for reading; what is no plain file (a folder, a pipe, a device) is not opened, as
// reading it could wait for ever or never end. NULL with a cause in words.
FILE *ab_open_plain_file(const char *path, const char **cause);

// What became of writing a file: when it went wrong, a problem with the cause in errno.
abResult ab_file_written(bool ok, const char *path, abError *error);
// The same for a whole file, which another library is to write and does not say why it cannot.
abResult ab_file_is_writable(const char *path, abError *error);

#endif
