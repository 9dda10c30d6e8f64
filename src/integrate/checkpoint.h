// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// checkpoint.h - bytes of a checkpoint, for methods that keep something of their own.

#ifndef AB_CHECKPOINT_H
#define AB_CHECKPOINT_H

#include "dynamics/dynamics.h"

// One pass serves both ways: writing, or reading when `is_reading`.
typedef struct abStream {
    unsigned char *bytes;
    size_t size, used;
    bool is_reading, is_short;
} abStream;

void ab_stream_pass(abStream *stream, void *data, size_t size);
void ab_stream_touch(abStream *stream, abTouch *touch);
// What the law of each region of a touch remembers. False when it is damaged.
bool ab_stream_regions(abStream *stream, abRegionList *list);

#endif
