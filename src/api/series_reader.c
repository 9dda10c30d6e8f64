// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// series_reader.c - series of frames that no record has seen.

#include "abut/series.h"

#include <string.h>

#include "base/no_memory.h"
#include "record/series/series.h"
#include "record/series/series_quantities.h"

struct abSeriesReader {
    abAllocator allocator;
    abArena arena; // of the scene
    abScene scene;
    abSeriesList list;
};

static abResult add_all(abSeriesReader *reader, const char *const *names, int count,
                        abError *error) {
    for (int i = 0; i < count; i++) {
        AB_TRY(ab_series_add(&reader->list, &reader->scene, names[i], (abPlace){0}, error));
    }
    return AB_OK;
}

abResult ab_series_reader_create(const abModel *model, const char *const *names, int count,
                                 abAllocator allocator, abSeriesReader **out, abError *error) {
    *out = NULL;
    abSeriesReader *reader = allocator.resize(allocator.context, NULL, 0, sizeof *reader);
    if (reader == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for series");
    }
    *reader = (abSeriesReader){.allocator = allocator};
    ab_arena_init(&reader->arena, allocator, 4096);
    ab_series_init(&reader->list, allocator);
    abResult result = ab_scene_from_model(model, &reader->arena, &reader->scene, error);
    result = result == AB_OK ? add_all(reader, names, count, error) : result;
    if (result != AB_OK) {
        ab_series_reader_destroy(reader);
        return result == AB_BAD_MODEL ? AB_USAGE : result;
    }
    *out = reader;
    return AB_OK;
}

void ab_series_reader_destroy(abSeriesReader *reader) {
    if (reader == NULL) {
        return;
    }
    ab_series_done(&reader->list);
    ab_arena_done(&reader->arena);
    reader->allocator.resize(reader->allocator.context, reader, sizeof *reader, 0);
}

int ab_series_reader_count(const abSeriesReader *reader) {
    return reader->list.count;
}

const char *ab_series_reader_name(const abSeriesReader *reader, int index) {
    return index >= 0 && index < reader->list.count ? reader->list.items[index].name : "";
}

const char *ab_series_reader_unit(const abSeriesReader *reader, int index) {
    return index >= 0 && index < reader->list.count ? reader->list.items[index].unit : "";
}

static abLook look_of(const abSeries *series) {
    abSeriesSubject subject = series->quantity->subject;
    bool is_energy = subject == AB_SUBJECT_ENERGY ||
                     (subject == AB_SUBJECT_CONTACT && strcmp(series->unit, "J") == 0);
    return is_energy ? AB_LOOK_ALL : subject == AB_SUBJECT_BODY ? AB_LOOK_BODIES : AB_LOOK_FORCES;
}

abLook ab_series_reader_look(const abSeriesReader *reader) {
    abLook most = AB_LOOK_BODIES;
    for (int i = 0; i < reader->list.count; i++) {
        abLook one = look_of(&reader->list.items[i]);
        most = one > most ? one : most;
    }
    return most;
}

void ab_series_reader_read(const abSeriesReader *reader, const abFrame *frame, double *out) {
    for (int i = 0; i < reader->list.count; i++) {
        out[i] = ab_series_value(&reader->list.items[i], frame);
    }
}
