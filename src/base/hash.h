// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hash.h - FNV-1a, 64 bits: fingerprints of model texts and of states. Not for secrets.

#ifndef AB_HASH_H
#define AB_HASH_H

#include <stddef.h>
#include <stdint.h>

#define AB_HASH_START UINT64_C(14695981039346656037)

static inline uint64_t ab_hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

#endif
