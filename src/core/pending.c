// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pending.c - what a step tells, held back until its time has come.
//
// A step may pass the time that was asked for. What it tells of later instants is not known there
// yet: it may never happen, when a change from outside ends the step. So it waits in this list. A
// frame's arrays are copied, as the simulation writes the next frame into the same room.

#include "core/pending.h"

#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"

// A new entry; NULL for want of memory.
static abPendingNews *add(abPending *held, abPendingKind kind, double time) {
    if (!AB_ARRAY_RESERVE(held->allocator, held->list, held->capacity, held->count + 1)) {
        return NULL;
    }
    abPendingNews *entry = &held->list[held->count++];
    entry->kind = kind;
    entry->time = time;
    return entry;
}

// ---- frames ----

// The arrays of a frame: where each pointer stands, and what it points to.
typedef struct FramePart {
    size_t pointer, count, times, size; // `count` entries of `times` things of `size` bytes
} FramePart;

#define PART(field, counted, times_)                                                               \
    {                                                                                              \
        offsetof(abFrame, field), offsetof(abFrame, counted), (times_),                            \
            sizeof *((abFrame *)0)->field                                                          \
    }
static const FramePart s_parts[] = {
    PART(bodies, body_count, 1),
    PART(contacts, contact_count, 1),
    PART(joint_forces, joint_count, 6),
    PART(limit_loads, joint_count, 6),
    PART(force_loads, force_count, 6),
    PART(requests, request_count, 1),
    PART(map, map_count, 1),
    PART(regions, region_count, 1),
    PART(points, point_count, 1),
};
enum { PARTS = sizeof s_parts / sizeof s_parts[0], ALIGNMENT = 16 };

static size_t bytes_of(const FramePart *part, const abFrame *frame) {
    int count;
    memcpy(&count, (const char *)frame + part->count, sizeof count);
    size_t size = (size_t)count * part->times * part->size;
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void copy_parts(abFrame *copy, const abFrame *frame, unsigned char *room) {
    for (int i = 0; i < PARTS; i++) {
        const void *from;
        memcpy(&from, (const char *)frame + s_parts[i].pointer, sizeof from);
        int count;
        memcpy(&count, (const char *)frame + s_parts[i].count, sizeof count);
        if (count > 0 && from != NULL) {
            memcpy(room, from, (size_t)count * s_parts[i].times * s_parts[i].size);
        }
        memcpy((char *)copy + s_parts[i].pointer, &room, sizeof room);
        room += bytes_of(&s_parts[i], frame);
    }
}

static abResult hold_frame(void *context, const abFrame *frame, abError *error) {
    abPending *held = context;
    abPendingNews *entry = add(held, AB_PENDING_FRAME, frame->time);
    size_t size = ALIGNMENT;
    for (int i = 0; i < PARTS; i++) {
        size += bytes_of(&s_parts[i], frame);
    }
    if (entry == NULL || !AB_ARRAY_RESERVE(held->allocator, entry->room, entry->capacity, size)) {
        return ab_no_memory(error, (abPlace){0}, "for what a step tells");
    }
    entry->frame = *frame;
    copy_parts(&entry->frame, frame, entry->room);
    return AB_OK;
}

// ---- events and steps ----

static abResult hold_event(void *context, const abEvent *event, abError *error) {
    abPendingNews *entry = add(context, AB_PENDING_EVENT, event->time);
    if (entry == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for what a step tells");
    }
    entry->event = *event;
    return AB_OK;
}

static abResult hold_step(void *context, abSimulation *s, double time, abError *error) {
    (void)s;
    return add(context, AB_PENDING_STEP, time) != NULL
               ? AB_OK
               : ab_no_memory(error, (abPlace){0}, "for what a step tells");
}

abObserver ab_pending_holder(abPending *held, const abObserver *observer) {
    return (abObserver){.context = held,
                        .frame = observer->frame != NULL ? hold_frame : NULL,
                        .event = observer->event != NULL ? hold_event : NULL,
                        .step = observer->step != NULL ? hold_step : NULL};
}

// ---- telling ----

static abResult notify(const abPendingNews *entry, const abObserver *observer, abSimulation *s,
                       abError *error) {
    switch (entry->kind) {
    case AB_PENDING_FRAME:
        return observer->frame != NULL ? observer->frame(observer->context, &entry->frame, error)
                                       : AB_OK;
    case AB_PENDING_EVENT:
        return observer->event != NULL ? observer->event(observer->context, &entry->event, error)
                                       : AB_OK;
    default:
        return observer->step != NULL ? observer->step(observer->context, s, entry->time, error)
                                      : AB_OK;
    }
}

abResult ab_pending_tell(abPending *held, double until, const abObserver *observer, abSimulation *s,
                         abError *error) {
    while (held->told < held->count && held->list[held->told].time <= until) {
        AB_TRY(notify(&held->list[held->told++], observer, s, error));
    }
    return AB_OK;
}

size_t ab_pending_told(const abPending *held, abPendingKind kind) {
    size_t count = 0;
    for (size_t i = 0; i < held->told; i++) {
        count += held->list[i].kind == kind;
    }
    return count;
}

void ab_pending_skip(abPending *held, abPendingKind kind, size_t count) {
    size_t left = 0;
    for (size_t i = 0; i < held->count; i++) {
        if (held->list[i].kind == kind && count > 0) {
            count--;
            continue;
        }
        abPendingNews moved = held->list[i];
        held->list[i] = held->list[left]; // with its room
        held->list[left++] = moved;
    }
    held->count = left;
}

void ab_pending_clear(abPending *held) {
    held->count = held->told = 0;
}

void ab_pending_done(abPending *held) {
    for (size_t i = 0; i < held->capacity; i++) {
        AB_ARRAY_FREE(held->allocator, held->list[i].room, held->list[i].capacity);
    }
    AB_ARRAY_FREE(held->allocator, held->list, held->capacity);
}
