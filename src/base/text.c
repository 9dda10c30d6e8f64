// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// text.c - a text that grows, and JSON (RFC 8259) written into it.

#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

const char *ab_text_lower(const char *text, char *out, size_t size) {
    size_t i = 0;
    for (; text[i] != '\0' && i + 1 < size; i++) {
        out[i] = ab_lower(text[i]);
    }
    out[i] = '\0';
    return out;
}

void ab_text_init(abText *text, abAllocator allocator) {
    *text = (abText){.allocator = allocator};
}

void ab_text_done(abText *text) {
    AB_ARRAY_FREE(text->allocator, text->data, text->capacity);
    text->size = 0;
}

void ab_text_clear(abText *text) {
    text->size = 0;
    if (text->data != NULL) {
        text->data[0] = '\0';
    }
}

static bool reserve(abText *text, size_t more) {
    size_t needed = text->size + more + 1;
    size_t doubled = text->capacity * 2;
    if (needed <= text->capacity) {
        return true;
    }
    if (text->failed || needed < more ||
        !AB_ARRAY_RESERVE(text->allocator, text->data, text->capacity,
                          needed > doubled ? needed : doubled)) {
        text->failed = true;
        return false;
    }
    return true;
}

void ab_text_write(abText *text, const void *data, size_t size) {
    if (!reserve(text, size)) {
        return;
    }
    memcpy(text->data + text->size, data, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void ab_text_add(abText *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size < 0 || !reserve(text, (size_t)size)) {
        text->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(text->data + text->size, (size_t)size + 1, format, arguments);
    va_end(arguments);
    text->size += (size_t)size;
}

const char *ab_text_string(const abText *text) {
    return text->data != NULL ? text->data : "";
}

void ab_number_text(double value, char *out) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, value);
        if (strtod(out, NULL) == value) {
            return;
        }
    }
}

// ---- JSON ----

abJson ab_json(abText *text, bool is_indented) {
    return (abJson){.text = text, .is_indented = is_indented, .is_first = true};
}

static void quote(abText *text, const char *value) {
    ab_text_write(text, "\"", 1);
    for (const char *c = value; *c != '\0'; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\') {
            ab_text_add(text, "\\%c", byte);
        } else if (byte < 0x20) {
            ab_text_add(text, "\\u%04x", byte);
        } else {
            ab_text_write(text, c, 1);
        }
    }
    ab_text_write(text, "\"", 1);
}

static void new_line(abJson *json) {
    ab_text_write(json->text, "\n", 1);
    for (int i = 0; i < json->depth; i++) {
        ab_text_write(json->text, "  ", 2);
    }
}

// Comma, line and key: everything that stands before a value.
static void begin_value(abJson *json, const char *key) {
    if (!json->is_first) {
        ab_text_write(json->text, ",", 1);
    }
    if (json->is_indented && json->depth > 0) {
        new_line(json);
    } else if (!json->is_first) {
        ab_text_write(json->text, " ", 1);
    }
    json->is_first = false;
    if (key != NULL) {
        quote(json->text, key);
        ab_text_write(json->text, ": ", 2);
    }
}

void ab_json_open(abJson *json, const char *key, char bracket) {
    begin_value(json, key);
    ab_text_write(json->text, &bracket, 1);
    json->depth++;
    json->is_first = true;
}

void ab_json_close(abJson *json, char bracket) {
    json->depth--;
    if (json->is_indented && !json->is_first) {
        new_line(json);
    }
    ab_text_write(json->text, &bracket, 1);
    json->is_first = false;
}

void ab_json_text(abJson *json, const char *key, const char *value) {
    begin_value(json, key);
    if (value == NULL) {
        ab_text_write(json->text, "null", 4);
    } else {
        quote(json->text, value);
    }
}

static void write_number(abJson *json, double value) {
    char digits[32] = "null";
    if (isfinite(value)) {
        ab_number_text(value, digits);
    }
    ab_text_write(json->text, digits, strlen(digits));
}

void ab_json_number(abJson *json, const char *key, double value) {
    begin_value(json, key);
    write_number(json, value);
}

void ab_json_integer(abJson *json, const char *key, int64_t value) {
    begin_value(json, key);
    ab_text_add(json->text, "%lld", (long long)value);
}

void ab_json_boolean(abJson *json, const char *key, bool value) {
    begin_value(json, key);
    ab_text_add(json->text, "%s", value ? "true" : "false");
}

void ab_json_numbers(abJson *json, const char *key, const double *values, int count) {
    begin_value(json, key);
    ab_text_write(json->text, "[", 1);
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            ab_text_write(json->text, ", ", 2);
        }
        write_number(json, values[i]);
    }
    ab_text_write(json->text, "]", 1);
}

void ab_json_vec3(abJson *json, const char *key, abVec3 value) {
    ab_json_numbers(json, key, (double[3]){value.x, value.y, value.z}, 3);
}
