// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_xml.c - any bytes as a MotionSolve model, and what is read written as YAML and read again.
// Without a name the reader opens no files.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "abut/read.h"
#include "base/text.h"
#include "read/yaml/yaml_write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_READ = 65536 };

static abModel *read_text(const char *text, size_t size) {
    static abError error;
    ab_error_clear(&error);
    abModel *model;
    abResult result =
        ab_model_read_text(text, size, NULL, NULL, 0, ab_heap(), (abLog){0}, &model, &error);
    if ((result == AB_OK) != (model != NULL) || (result != AB_OK && error.count == 0)) {
        abort(); // a failure without a word, or a model in spite of one
    }
    return model;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t blank = 0;
    while (blank < size && data[blank] <= ' ' && data[blank] != 0) {
        blank++;
    }
    if (size > SIZE_MAX_READ || blank == size || data[blank] != '<') {
        return 0; // fuzz_yaml takes the rest
    }
    abModel *model = read_text((const char *)data, size);
    if (model != NULL) {
        abText text;
        ab_text_init(&text, ab_heap());
        ab_yaml_write(model, NULL, NULL, &text);
        abModel *again = read_text(ab_text_string(&text), text.size);
        if (again == NULL) {
            abort(); // what was read cannot be said in YAML
        }
        ab_model_destroy(again);
        ab_text_done(&text);
        ab_model_destroy(model);
    }
    return 0;
}
