// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// samples.c - reading series from the frames of a record.

#include "record/file/samples.h"
#include "record/file/record_file.h"
#include "record/file/record_types.h"

#include <math.h>
#include <stdio.h>

#include "base/array.h"

abSampleRange ab_sample_range(void) {
    return (abSampleRange){.from = -INFINITY, .to = INFINITY, .every = 1};
}

abResult ab_sample_bounds(abRecord *record, const abSampleRange *range, int64_t *first,
                          int64_t *end, abError *error) {
    // a frame asked for by a rounded time is meant to be in
    double slack = 1e-9 * fmax(fabs(record->info.start_time), fabs(record->info.end_time));
    *first = 0;
    *end = record->info.frame_count;
    if (range->from > -INFINITY) {
        int64_t before;
        AB_TRY(ab_record_find_frame(record, range->from - slack, &before, error));
        *first = before + 1;
    }
    if (range->to < INFINITY) {
        int64_t last;
        AB_TRY(ab_record_find_frame(record, range->to + slack, &last, error));
        *end = last + 1;
    }
    if (*end <= *first) {
        return ab_error_add(error, AB_USAGE, (abPlace){.file = record->info.path},
                            "has no frames between %.9g s and %.9g s; it has %lld from %.9g s to "
                            "%.9g s",
                            range->from, range->to, (long long)record->info.frame_count,
                            record->info.start_time, record->info.last_time);
    }
    return AB_OK;
}

static abResult fill(abRecord *record, int64_t first, int64_t every, abSamples *samples,
                     abError *error) {
    const abSeriesList *list = samples->list;
    for (int64_t i = 0; i < samples->count; i++) {
        abFrame frame;
        AB_TRY(ab_record_frame(record, first + i * every, list->parts, &frame, error));
        samples->time[i] = frame.time;
        for (int s = 0; s < list->count; s++) {
            samples->values[s * samples->count + i] = ab_series_value(&list->items[s], &frame);
        }
    }
    return AB_OK;
}

abResult ab_samples_read(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                         abSamples *out, abError *error) {
    int64_t first, end;
    *out = (abSamples){.allocator = record->allocator, .list = list};
    AB_TRY(ab_sample_bounds(record, range, &first, &end, error));
    out->count = (end - first + range->every - 1) / range->every;
    size_t values = (size_t)out->count * (size_t)list->count;
    abResult result = AB_OK;
    if (!AB_ARRAY_RESERVE(out->allocator, out->time, out->time_capacity, (size_t)out->count) ||
        !AB_ARRAY_RESERVE(out->allocator, out->values, out->value_capacity, values + 1)) {
        result = ab_record_no_memory(record, error);
    } else {
        result = fill(record, first, range->every, out, error);
    }
    if (result != AB_OK) {
        ab_samples_done(out);
    }
    return result;
}

void ab_samples_done(abSamples *samples) {
    AB_ARRAY_FREE(samples->allocator, samples->time, samples->time_capacity);
    AB_ARRAY_FREE(samples->allocator, samples->values, samples->value_capacity);
    samples->count = 0;
}

abResult ab_samples_resolve(const abRecord *record, const char *const *names, int count,
                            abSeriesList *list, abError *error) {
    const abScene *scene = &record->scene;
    abResult result = AB_OK;
    abPlace place = {.file = record->info.path};
    for (int i = 0; i < count; i++) {
        abResult added = ab_series_add(list, scene, names[i], place, error);
        result = result == AB_OK ? added : result;
    }
    for (int i = 0; count == 0 && i < record->info.output_count && result == AB_OK; i++) {
        result = ab_series_add(list, scene, record->outputs[i], place, error);
    }
    if (count == 0 && record->info.output_count == 0) {
        for (int b = 0; b < scene->body_count && result == AB_OK; b++) {
            char name[AB_SERIES_NAME];
            snprintf(name, sizeof name, "%s.position", scene->bodies[b].name);
            if (scene->bodies[b].mobility != AB_MOBILITY_FIXED) {
                result = ab_series_add(list, scene, name, place, error);
            }
        }
    }
    return result;
}

// ---- the public function for one series ----

abResult ab_record_series(abRecord *record, const char *name, int64_t first, double *time,
                          double *values, int64_t size, int64_t *count, abError *error) {
    abSeriesList list;
    *count = 0;
    ab_series_init(&list, record->allocator);
    abResult result = ab_samples_resolve(record, &name, 1, &list, error);
    if (result == AB_OK && list.count != 1) {
        result = ab_error_add(error, AB_USAGE, (abPlace){.file = record->info.path},
                              "the series %.120s is a vector; ask for a component, as in %.120s",
                              name, list.items[0].name);
    }
    for (int64_t i = first; i < record->info.frame_count && *count < size && result == AB_OK; i++) {
        abFrame frame;
        result = ab_record_frame(record, i, list.parts, &frame, error);
        if (result != AB_OK) {
            break;
        }
        if (time != NULL) {
            time[*count] = frame.time;
        }
        if (values != NULL) {
            values[*count] = ab_series_value(&list.items[0], &frame);
        }
        ++*count;
    }
    ab_series_done(&list);
    return result;
}
