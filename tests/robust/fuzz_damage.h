// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_damage.h - for fuzz targets: sound bytes, damaged as an input says. Random bytes alone would
// be refused at the first look.
//
// Each damage is 12 bytes of the input: where (4), how (1), three unused, what (8).

#ifndef FUZZ_DAMAGE_H
#define FUZZ_DAMAGE_H

#include <stdint.h>
#include <string.h>

enum { DAMAGE_BYTES = 12, DAMAGES_MAX = 64 };

// Changes `bytes` in place and returns their new size, which is never larger.
static inline size_t fuzz_damage(unsigned char *bytes, size_t size, const uint8_t *input,
                                 size_t input_size) {
    for (int i = 0; i < DAMAGES_MAX && input_size >= DAMAGE_BYTES && size > 0; i++) {
        uint32_t where;
        memcpy(&where, input, sizeof where);
        size_t at = where % size;
        static const size_t lengths[] = {1, 4, 8};
        size_t length = lengths[input[4] % 3];
        if (input[4] == 255) {
            size = at; // cut off
        } else {
            at = length > 1 ? at / 4 * 4 : at; // numbers are aligned
            memcpy(bytes + at, input + 8 - (length == 8 ? 4 : 0), at + length <= size ? length : 0);
        }
        input += DAMAGE_BYTES;
        input_size -= DAMAGE_BYTES;
    }
    return size;
}

#endif
