// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// text.h - letters, a text that grows, and JSON written into it.
//
// Want of memory is remembered, not reported at every call: look at `failed` once, at the end.

#ifndef AB_TEXT_H
#define AB_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "abut/memory.h"
#include "abut/vector.h"

// ---- letters ----

static inline bool ab_is_digit(char c) {
    return c >= '0' && c <= '9';
}
// Or a low line, as names have.
static inline bool ab_is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static inline char ab_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// What a function with `format` and ... behind it was given, as a text of an array.
#define AB_TEXT_OF(array, format)                                                                  \
    do {                                                                                           \
        va_list ab_arguments_;                                                                     \
        va_start(ab_arguments_, format);                                                           \
        vsnprintf(array, sizeof(array), format, ab_arguments_);                                    \
        va_end(ab_arguments_);                                                                     \
    } while (0)

// A text with small letters, as far as there is room.
const char *ab_text_lower(const char *text, char *out, size_t size);

// ---- a text that grows ----

typedef struct abText {
    abAllocator allocator;
    char *data; // ends with a zero byte once something was written
    size_t size, capacity;
    bool failed;
} abText;

void ab_text_init(abText *text, abAllocator allocator);
void ab_text_done(abText *text);
void ab_text_clear(abText *text);
void ab_text_write(abText *text, const void *data, size_t size);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void ab_text_add(abText *text, const char *format, ...);
// What was written; "" when nothing was.
const char *ab_text_string(const abText *text);

// The shortest decimal that reads back as the same double; `out` needs 32 bytes.
void ab_number_text(double value, char *out);

// A JSON document in the making. `key` is NULL inside arrays and for the outermost value.
typedef struct abJson {
    abText *text;
    int depth;
    bool is_indented; // a line per member, for people
    bool is_first;    // nothing written yet at this level
} abJson;

abJson ab_json(abText *text, bool is_indented);
void ab_json_open(abJson *json, const char *key, char bracket);      // '{' or '['
void ab_json_close(abJson *json, char bracket);                      // '}' or ']'
void ab_json_text(abJson *json, const char *key, const char *value); // NULL becomes null
void ab_json_number(abJson *json, const char *key, double value);    // not finite becomes null
void ab_json_integer(abJson *json, const char *key, int64_t value);
void ab_json_boolean(abJson *json, const char *key, bool value);
void ab_json_vec3(abJson *json, const char *key, abVec3 value);
void ab_json_numbers(abJson *json, const char *key, const double *values, int count);

#endif
