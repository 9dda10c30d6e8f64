// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_live.c - a model in the browser as it runs.

#include "view.h"

abResult view_live(const Arguments *arguments, abError *error) {
    return ab_error_add(error, AB_USAGE, (abPlace){.file = arguments->words[0]},
                        "is no record; `abut run` makes one of a model");
}
