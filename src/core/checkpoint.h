// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// checkpoint.h - bytes of a checkpoint, for methods that keep something of their own.

#ifndef AB_CHECKPOINT_H
#define AB_CHECKPOINT_H

#include "derivative/state/derivative.h"

// Whether all is saved that the future depends on: not where an integrator has a history.
bool ab_run_can_save(const abSimulation *s);
// As ab_simulation_save() and _restore(), of the end of the step under way; without the history of
// an integrator, which then begins anew.
size_t ab_run_save(const abSimulation *s, void *buffer, size_t size);
abResult ab_run_restore(abSimulation *s, const void *buffer, size_t size, abError *error);

// One pass serves both ways: writing, or reading when `is_reading`.
typedef struct abStream {
    unsigned char *bytes;
    size_t size, used;
    bool is_reading, is_short;
} abStream;

// Bytes as they are; true or false, where anything but 0 is true.
void ab_stream_bytes(abStream *stream, void *data, size_t size);
void ab_stream_flags(abStream *stream, void *data, size_t size);
#define ab_stream_pass(stream, data, size)                                                         \
    _Generic((data), bool * : ab_stream_flags, default : ab_stream_bytes)((stream), (data), (size))
#define AB_PASS(stream, field) ab_stream_pass((stream), &(field), sizeof(field))
void ab_stream_contact_pair(abStream *stream, abContactPair *pair);
// What the law of each region of a contact pair remembers. False when it is damaged.
bool ab_stream_regions(abStream *stream, abRegionList *list);

#endif
