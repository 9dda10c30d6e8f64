// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_words.h - options that subcommands on records share.

#ifndef ABUT_RECORD_WORDS_H
#define ABUT_RECORD_WORDS_H

#include <stddef.h>

#include "command.h"
#include "io/samples.h"

// From --from, --to and --every; AB_USAGE with a sentence on nonsense.
abResult record_range(const Arguments *arguments, abSampleRange *range);
// From --output, else the first word without folder and ending: "out/hello.abut.db" -> "hello".
void record_base(const Arguments *arguments, char *out, size_t size);

#endif
