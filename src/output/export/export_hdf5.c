// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_hdf5.c - series, events and regions of contacts as an HDF5 file.
//
//   /                attributes: title, program, model_path, model_hash, end_time
//   /time            [n], attribute unit = s
//   /series/NAME     [n], attribute unit
//   /events/COLUMN   [events]; kind, body_a and body_b as texts
//   /regions/COLUMN  [regions of all frames], of records that have some: time, the shapes a and b
//   as
//                    texts, every column of the record

#include "output/export/export_hdf5.h"

#include "base/config.h"
#include "record/file/record_columns.h"
#include "record/file/record_file.h"
#include "record/file/record_types.h"

#if ABUT_HAVE_HDF5

#include <hdf5.h>
#include <string.h>

#include "base/array.h"
#include "base/plain_file.h"

// Every failure ends in the same sentence, so calls are chained by `ok`.
typedef struct File {
    hid_t id;
    bool ok;
} File;

static void put_text(File *file, hid_t object, const char *key, const char *value) {
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    file->ok = file->ok && H5Tset_size(type, strlen(value) + 1) >= 0 &&
               H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    hid_t attribute = H5Acreate2(object, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    file->ok = file->ok && attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static void put_number(File *file, const char *key, double value) {
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(file->id, key, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    file->ok = file->ok && attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
}

static void put_doubles(File *file, hid_t group, const char *name, const char *unit,
                        const double *values, size_t count) {
    hsize_t size = count;
    hid_t space = H5Screate_simple(1, &size, NULL);
    hid_t data =
        H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    file->ok = file->ok && data >= 0 &&
               (count == 0 ||
                H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    if (unit[0] != '\0') {
        put_text(file, data, "unit", unit);
    }
    H5Dclose(data);
    H5Sclose(space);
}

// Texts of a fixed width, padded with zeros.
static void put_texts(File *file, hid_t group, const char *name, const char *texts, size_t width,
                      size_t count) {
    hsize_t size = count;
    hid_t space = H5Screate_simple(1, &size, NULL), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, width);
    H5Tset_cset(type, H5T_CSET_UTF8);
    hid_t data = H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    file->ok = file->ok && data >= 0 &&
               (count == 0 || H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) >= 0);
    H5Dclose(data);
    H5Tclose(type);
    H5Sclose(space);
}

static void put_column(File *file, hid_t group, const abColumn *column, const void *rows,
                       size_t size, size_t count, double *numbers) {
    for (size_t i = 0; i < count; i++) {
        numbers[i] = ab_column_number(column, (const unsigned char *)rows + i * size);
    }
    put_doubles(file, group, column->name, column->unit, numbers, count);
}

// ---- events ----

static const char *event_text(const abRecord *record, const abColumn *column,
                              const abEvent *event) {
    if (column->kind == AB_COLUMN_EVENT) {
        return ab_event_name(event->kind);
    }
    if (column->kind == AB_COLUMN_RESTART) {
        return ab_event_restart_name(event->restart);
    }
    if (strcmp(column->name, "normal_law") == 0) {
        return ab_record_law_name(record, event->normal_law);
    }
    if (strcmp(column->name, "body_a") == 0) {
        return ab_record_body_name(record, event->body_a);
    }
    return strcmp(column->name, "body_b") == 0 ? ab_record_body_name(record, event->body_b) : NULL;
}

static void put_events(File *file, hid_t group, const abRecord *record, const abEvent *events,
                       size_t count, double *numbers, char *texts, size_t width) {
    static const abEvent nothing = {0};
    for (int c = 0; c < ab_event_columns.count; c++) {
        const abColumn *column = &ab_event_columns.columns[c];
        bool is_text = event_text(record, column, &nothing) != NULL;
        if (!is_text) {
            put_column(file, group, column, events, sizeof *events, count, numbers);
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            strncpy(texts + i * width, event_text(record, column, &events[i]), width);
        }
        put_texts(file, group, column->name, texts, width, count);
    }
}

static abResult write_events(File *file, abRecord *record, abError *error) {
    enum { WIDTH = 104 }; // names have at most 100 letters
    size_t count = (size_t)record->info.event_count, used = 0;
    abArena arena;
    ab_arena_init(&arena, record->allocator, 65536);
    abEvent *events = AB_ARENA_NEW(&arena, abEvent, count + 1);
    double *numbers = AB_ARENA_NEW(&arena, double, count + 1);
    char *texts = AB_ARENA_NEW(&arena, char, WIDTH *(count + 1));
    abResult result = events == NULL || numbers == NULL || texts == NULL
                          ? ab_record_no_memory(record, error)
                          : AB_OK;
    for (; used < count && result == AB_OK; used++) {
        result = ab_record_event(record, (int64_t)used, &events[used], error);
    }
    if (result == AB_OK) {
        hid_t group = H5Gcreate2(file->id, "events", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        file->ok = file->ok && group >= 0;
        put_events(file, group, record, events, count, numbers, texts, WIDTH);
        H5Gclose(group);
    }
    ab_arena_done(&arena);
    return result;
}

// ---- regions ----

// All regions of the frames wanted, one after the other.
typedef struct Regions {
    abAllocator allocator;
    abArrays arrays;
    abContactRegion *rows;
    double *times;
    int (*shapes)[2];
    size_t count;
} Regions;

static bool add_regions(Regions *all, const abFrame *frame) {
    size_t count = all->count + (size_t)frame->region_count;
    if (!AB_ARRAYS_RESERVE(all->allocator, &all->arrays, all->rows, count) ||
        !AB_ARRAYS_RESERVE(all->allocator, &all->arrays, all->times, count) ||
        !AB_ARRAYS_RESERVE(all->allocator, &all->arrays, all->shapes, count)) {
        return false;
    }
    for (int r = 0; r < frame->region_count; r++) {
        const abContactState *contact = &frame->contacts[frame->regions[r].contact];
        all->rows[all->count] = frame->regions[r];
        all->times[all->count] = frame->time;
        all->shapes[all->count][0] = contact->shape_a;
        all->shapes[all->count++][1] = contact->shape_b;
    }
    return true;
}

static abResult collect_regions(Regions *all, abRecord *record, const abSampleRange *range,
                                abError *error) {
    int64_t first, end;
    AB_TRY(ab_sample_bounds(record, range, &first, &end, error));
    for (int64_t i = first; i < end; i += range->every) {
        abFrame frame;
        AB_TRY(ab_record_frame(record, i, AB_FRAME_REGIONS, &frame, error));
        if (!add_regions(all, &frame)) {
            return ab_record_no_memory(record, error);
        }
    }
    return AB_OK;
}

static size_t longest_name(const abRecord *record) {
    size_t longest = 0;
    for (int s = 0; s < record->scene.shape_count; s++) {
        size_t length = strlen(ab_record_shape_name(record, s));
        longest = length > longest ? length : longest;
    }
    return longest;
}

static abResult put_regions(File *file, hid_t group, const abRecord *record, const Regions *all,
                            abError *error) {
    static const char *const sides[2] = {"a", "b"};
    size_t width = longest_name(record) + 1;
    abArena arena;
    ab_arena_init(&arena, record->allocator, 65536);
    double *numbers = AB_ARENA_NEW(&arena, double, all->count + 1);
    char *texts = AB_ARENA_NEW(&arena, char, width *(all->count + 1));
    bool has_room = numbers != NULL && texts != NULL;
    if (has_room) {
        put_doubles(file, group, "time", "s", all->times, all->count);
    }
    for (int side = 0; side < 2 && has_room; side++) {
        for (size_t i = 0; i < all->count; i++) {
            strncpy(texts + i * width, ab_record_shape_name(record, all->shapes[i][side]), width);
        }
        put_texts(file, group, sides[side], texts, width, all->count);
    }
    for (int c = 0; c < ab_region_columns.count && has_room; c++) {
        put_column(file, group, &ab_region_columns.columns[c], all->rows, sizeof *all->rows,
                   all->count, numbers);
    }
    ab_arena_done(&arena);
    return has_room ? AB_OK : ab_record_no_memory(record, error);
}

static abResult write_regions(File *file, abRecord *record, const abSampleRange *range,
                              abError *error) {
    Regions all = {.allocator = record->allocator};
    abResult result = collect_regions(&all, record, range, error);
    if (result == AB_OK) {
        hid_t group = H5Gcreate2(file->id, "regions", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        file->ok = file->ok && group >= 0;
        result = put_regions(file, group, record, &all, error);
        H5Gclose(group);
    }
    ab_arrays_free(all.allocator, &all.arrays);
    return result;
}

// ---- the file ----

static void write_series(File *file, const abSamples *samples) {
    put_doubles(file, file->id, "time", "s", samples->time, (size_t)samples->count);
    hid_t group = H5Gcreate2(file->id, "series", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    file->ok = file->ok && group >= 0;
    for (int s = 0; s < samples->list->count && file->ok; s++) {
        const abSeries *series = &samples->list->items[s];
        if (H5Lexists(group, series->name, H5P_DEFAULT) > 0) {
            continue; // named twice
        }
        put_doubles(file, group, series->name, series->unit, samples->values + s * samples->count,
                    (size_t)samples->count);
    }
    H5Gclose(group);
}

static abResult write_all(File *file, abRecord *record, const abSamples *samples,
                          const abSampleRange *range, abError *error) {
    const abRecordInfo *info = &record->info;
    put_text(file, file->id, "title", info->title);
    put_text(file, file->id, "program", info->program);
    put_text(file, file->id, "model_path", info->model_path);
    put_text(file, file->id, "model_hash", info->model_hash);
    put_number(file, "end_time", info->end_time);
    write_series(file, samples);
    AB_TRY(write_events(file, record, error));
    return ab_record_has_regions(record) ? write_regions(file, record, range, error) : AB_OK;
}

abResult ab_export_hdf5(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                        const char *path, abError *error) {
    abSamples samples;
    AB_TRY(ab_file_is_writable(path, error));
    AB_TRY(ab_samples_read(record, list, range, &samples, error));
    // the library prints its failures; ours are sentences
    H5E_auto2_t print;
    void *print_context;
    H5Eget_auto2(H5E_DEFAULT, &print, &print_context);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    File file = {H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), true};
    abResult result = AB_OK;
    if (file.id >= 0) {
        result = write_all(&file, record, &samples, range, error);
        file.ok = H5Fclose(file.id) >= 0 && file.ok;
    }
    if (result == AB_OK && (file.id < 0 || !file.ok)) {
        result = ab_error_add(error, AB_IO, (abPlace){.file = path},
                              "cannot write the HDF5 file; is the disk full?");
    }
    H5Eset_auto2(H5E_DEFAULT, print, print_context);
    ab_samples_done(&samples);
    return result;
}

#else

abResult ab_export_hdf5(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                        const char *path, abError *error) {
    (void)record, (void)list, (void)range, (void)path;
    return ab_error_add(error, AB_USAGE, (abPlace){0},
                        "this program was built without HDF5; install libhdf5-dev and build again, "
                        "or use `abut export --csv`");
}

#endif
