// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_words.h - options that subcommands on records share.

#ifndef ABUT_RECORD_WORDS_H
#define ABUT_RECORD_WORDS_H

#include <stddef.h>

#include "command/command.h"
#include "record/file/samples.h"

// From --from, --to and --every; AB_USAGE with a sentence on nonsense.
abResult record_range(const Arguments *arguments, abSampleRange *range);
// The name of files to write, without its ending: from --output, else the first word without folder
// and ending: "out/hello.abut.db" -> "hello". An ending of `endings` (NULL at the end; the longer of
// two that fit stands first) that --output has is taken off; returns its index, else -1.
int record_base(const Arguments *arguments, const char *const *endings, char *out, size_t size);

#endif
