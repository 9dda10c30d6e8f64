// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tape.c - frames and events field by field: the padding between fields says nothing.

#include "tape.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static void *grown(void *old, size_t size) {
    void *new = realloc(old, size);
    if (new == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(5);
    }
    return new;
}

static void put(Tape *tape, const void *data, size_t size) {
    if (tape->size + size > tape->capacity) {
        tape->capacity = 2 * (tape->size + size) + 65536;
        tape->bytes = grown(tape->bytes, tape->capacity);
    }
    if (size > 0) {
        memcpy(tape->bytes + tape->size, data, size);
    }
    tape->size += size;
}

static void end_piece(Tape *tape, size_t start, int64_t frame, int64_t event, double time) {
    if (tape->piece_count == tape->piece_capacity) {
        tape->piece_capacity = 2 * tape->piece_capacity + 1000;
        tape->pieces = grown(tape->pieces, tape->piece_capacity * sizeof *tape->pieces);
    }
    tape->pieces[tape->piece_count++] = (Piece){frame, event, start, tape->size - start, time};
}

// These have no padding: numbers of one size, or an even count of int before the doubles.
_Static_assert(sizeof(abBodyState) == 13 * sizeof(double), "padding in abBodyState");
_Static_assert(offsetof(abContactState, pressure) == 4 * sizeof(int) + 21 * sizeof(double),
               "padding in abContactState");
_Static_assert(sizeof(abEnergyBook) == 12 * sizeof(double), "padding in abEnergyBook");

// What only surfaces have, only for them.
static void put_contact(Tape *tape, const abContactState *contact) {
    put(tape, contact, offsetof(abContactState, pressure));
    if (contact->points > 0) {
        put(tape, &contact->pressure, sizeof contact->pressure);
        put(tape, &contact->points, sizeof contact->points);
    }
}

abResult tape_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Tape *tape = context;
    size_t start = tape->size;
    put(tape, &frame->index, sizeof frame->index);
    put(tape, &frame->time, sizeof frame->time);
    put(tape, &frame->contact_count, sizeof frame->contact_count);
    put(tape, frame->bodies, (size_t)frame->body_count * sizeof *frame->bodies);
    for (int i = 0; i < frame->contact_count; i++) {
        put_contact(tape, &frame->contacts[i]);
    }
    put(tape, frame->joint_forces, 6 * (size_t)frame->joint_count * sizeof *frame->joint_forces);
    put(tape, &frame->energy, offsetof(abEnergyBook, strain));
    if (frame->modal_count > 0) {
        put(tape, &frame->energy.strain, 2 * sizeof(double));
        put(tape, frame->modes, (size_t)frame->modal_count * sizeof *frame->modes);
    }
    end_piece(tape, start, frame->index, -1, frame->time);
    return AB_OK;
}

abResult tape_event(void *context, const abEvent *event, abError *error) {
    (void)error;
    Tape *tape = context;
    size_t start = tape->size;
    const int whole[5] = {(int)event->kind, event->body_a, event->body_b, event->shape_a,
                          event->shape_b};
    put(tape, &event->index, sizeof event->index);
    put(tape, &event->time, sizeof event->time);
    put(tape, whole, sizeof whole);
    put(tape, &event->distance, sizeof event->distance);
    put(tape, &event->speed, sizeof event->speed);
    put(tape, &event->normal, sizeof event->normal);
    put(tape, &event->point, sizeof event->point);
    put(tape, &event->depth, sizeof event->depth);
    put(tape, &event->duration, sizeof event->duration);
    put(tape, event->law, sizeof event->law);
    end_piece(tape, start, -1, event->index, event->time);
    return AB_OK;
}

uint64_t tape_hash(const Tape *tape) {
    return ab_hash_bytes(AB_HASH_START, tape->bytes, tape->size);
}

void tape_done(Tape *tape) {
    free(tape->bytes);
    free(tape->pieces);
    *tape = (Tape){0};
}
