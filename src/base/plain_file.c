// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plain_file.c - opening files that somebody else named, and writing them.

#include "base/plain_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *ab_open_plain_file(const char *path, const char **cause) {
    // without waiting for whoever writes into a pipe
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat info;
    if (file < 0 || fstat(file, &info) != 0) {
        *cause = strerror(errno);
    } else if (!S_ISREG(info.st_mode)) {
        *cause = S_ISDIR(info.st_mode) ? "it is a folder" : "it is a pipe or device, not a file";
    } else {
        FILE *stream = fdopen(file, "rb");
        *cause = stream == NULL ? strerror(errno) : NULL;
        if (stream != NULL) {
            return stream;
        }
    }
    if (file >= 0) {
        close(file);
    }
    return NULL;
}

abResult ab_file_written(bool ok, const char *path, abError *error) {
    return ok ? AB_OK
              : ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot write: %s",
                             strerror(errno));
}

abResult ab_file_is_writable(const char *path, abError *error) {
    FILE *file = fopen(path, "wb");
    return ab_file_written(file != NULL && fclose(file) == 0, path, error);
}
