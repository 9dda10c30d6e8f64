// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// info.h - what `abut info` knows, for those who name a topic as a subcommand.

#ifndef ABUT_INFO_H
#define ABUT_INFO_H

#include <stdbool.h>

// Whether there is something under this word.
bool info_has_topic(const char *word);
// The word of the topic at this place in the list; NULL behind the last.
const char *info_topic(int index);

#endif
