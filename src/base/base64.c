// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// base64.c - bytes as letters.

#include "base/base64.h"

void ab_put_base64(abText *out, const void *data, size_t size) {
    const unsigned char *bytes = data;
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[1024];
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        unsigned b = (unsigned)bytes[i] << 16;
        b |= i + 1 < size ? (unsigned)bytes[i + 1] << 8 : 0;
        b |= i + 2 < size ? (unsigned)bytes[i + 2] : 0;
        line[used++] = letters[b >> 18];
        line[used++] = letters[b >> 12 & 63];
        line[used++] = i + 1 < size ? letters[b >> 6 & 63] : '=';
        line[used++] = i + 2 < size ? letters[b & 63] : '=';
        if (used == sizeof line) {
            ab_text_write(out, line, used);
            used = 0;
        }
    }
    ab_text_write(out, line, used);
}
