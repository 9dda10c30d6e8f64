// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tape.h - everything a run tells, as bytes, so that two runs can be compared to the bit.

#ifndef GOLDEN_TAPE_H
#define GOLDEN_TAPE_H

#include "abut/abut.h"

// One piece per frame or event. `frame` and `event` are the index of the frame or event, the other
// of the two being -1.
typedef struct Piece {
    int64_t frame, event;
    size_t start, size;
    double time;
} Piece;

typedef struct Tape {
    unsigned char *bytes;
    size_t size, capacity;
    Piece *pieces;
    size_t piece_count, piece_capacity;
} Tape;

void tape_done(Tape *tape);
// FNV-1a of all bytes.
uint64_t tape_hash(const Tape *tape);
// Observer functions; the context is the tape.
abResult tape_frame(void *tape, const abFrame *frame, abError *error);
abResult tape_event(void *tape, const abEvent *event, abError *error);

#endif
