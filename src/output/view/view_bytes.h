// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_bytes.h - numbers as little-endian bytes in a growing text, on any machine.

#ifndef AB_VIEW_BYTES_H
#define AB_VIEW_BYTES_H

#include <string.h>

#include "base/text.h"

static inline void ab_put_word(abText *out, uint32_t value) {
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    ab_text_write(out, bytes, sizeof bytes);
}

static inline void ab_put_float(abText *out, double value) {
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    ab_put_word(out, bits);
}

static inline void ab_put_floats(abText *out, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ab_put_float(out, values[i]);
    }
}

static inline void ab_put_double(abText *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    ab_put_word(out, (uint32_t)bits);
    ab_put_word(out, (uint32_t)(bits >> 32));
}

// Bytes of value `fill` up to a multiple of 8.
static inline void ab_pad(abText *out, char fill) {
    while (out->size % 8 != 0 && !out->failed) {
        ab_text_write(out, &fill, 1);
    }
}

#endif
