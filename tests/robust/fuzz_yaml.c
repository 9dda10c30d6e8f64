// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_yaml.c - any bytes as a model. Without a name the reader opens no files.
//
// A text that starts with "#set PATH=VALUE\n" is read with that override.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "abut/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_READ = 65536, OVERRIDE_MAX = 1000 };

// Cuts "#set PATH=VALUE" out of the first line.
static bool take_override(const char *text, size_t size, char out[OVERRIDE_MAX],
                          abOverride *override) {
    const char *end = size > 5 && memcmp(text, "#set ", 5) == 0 ? memchr(text, '\n', size) : NULL;
    if (end == NULL || end - text - 5 >= OVERRIDE_MAX) {
        return false;
    }
    size_t length = (size_t)(end - text) - 5;
    memcpy(out, text + 5, length);
    out[length] = '\0';
    char *equals = strchr(out, '=');
    if (equals == NULL) {
        return false;
    }
    *equals = '\0';
    *override = (abOverride){out, equals + 1};
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static abError error;
    char buffer[OVERRIDE_MAX];
    abOverride override;
    if (size > SIZE_MAX_READ) {
        return 0;
    }
    bool has_override = take_override((const char *)data, size, buffer, &override);
    ab_error_clear(&error);
    abModel *model;
    abResult result = ab_model_read_text((const char *)data, size, NULL, &override, has_override,
                                         ab_heap(), (abLog){0}, &model, &error);
    if ((result == AB_OK) != (model != NULL) || (result != AB_OK && error.count == 0)) {
        abort(); // a failure without a word, or a model in spite of one
    }
    ab_model_destroy(model);
    return 0;
}
