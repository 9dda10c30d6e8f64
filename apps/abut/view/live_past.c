// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_past.c - the changes of a run, read from its record.

#include "view/live_past.h"

#include "base/no_memory.h"

static bool keep(LivePast *past, const abChange *change) {
    abChange *kept = &past->list[past->count];
    *kept = *change;
    kept->path = ab_arena_text(&past->arena, change->path);
    kept->value = ab_arena_text(&past->arena, change->value);
    past->count += kept->path != NULL && kept->value != NULL;
    return kept->path != NULL && kept->value != NULL;
}

static abResult read(abRecord *record, LivePast *past, abError *error) {
    int64_t count = ab_record_change_count(record);
    past->list = AB_ARENA_NEW(&past->arena, abChange, (size_t)(count > 0 ? count : 1));
    for (int64_t i = 0; past->list != NULL && i < count; i++) {
        abChange change;
        AB_TRY(ab_record_change(record, i, &change, error));
        if (change.time < past->until && !keep(past, &change)) {
            return ab_no_memory(error, (abPlace){0}, "for what was done to the run");
        }
    }
    return past->list != NULL ? AB_OK
                              : ab_no_memory(error, (abPlace){0}, "for what was done to the run");
}

abResult live_past_read(const char *record_path, LivePast *past, abError *error) {
    abRecord *record = NULL;
    ab_arena_init(&past->arena, ab_heap(), 16384);
    AB_TRY(ab_record_open(record_path, ab_heap(), &record, error));
    abResult result = read(record, past, error);
    ab_record_close(record);
    return result;
}

void live_past_done(LivePast *past) {
    ab_arena_done(&past->arena);
}
