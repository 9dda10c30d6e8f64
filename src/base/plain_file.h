// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plain_file.h - opening files that somebody else named.

#ifndef AB_PLAIN_FILE_H
#define AB_PLAIN_FILE_H

#include <stdio.h>

// Opens a file for reading; what is no plain file (a folder, a pipe, a device) is not opened, as
// reading it could wait for ever or never end. NULL with a cause in words.
FILE *ab_open_plain_file(const char *path, const char **cause);

#endif
