// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_stream.c - frames, events and series as messages; the scene is in view_scene.c.

#include "output/view/view_stream.h"

#include <math.h>

#include "base/array.h"
#include "output/view/view_bytes.h"
#include "record/file/record_file.h"
#include "record/file/record_outlines.h"
#include "record/file/record_types.h"
#include "record/series/series.h"

// ---- frames ----

static void put_vector(abText *out, abVec3 v) {
    ab_put_float(out, v.x);
    ab_put_float(out, v.y);
    ab_put_float(out, v.z);
}

static void put_contact(abText *out, const abContactState *contact) {
    ab_put_word(out, (uint32_t)contact->shape_a);
    ab_put_word(out, (uint32_t)contact->shape_b);
    put_vector(out, contact->point);
    put_vector(out, contact->normal);
    ab_put_float(out, contact->depth);
    ab_put_float(out, contact->rate);
    ab_put_float(out, contact->normal_force);
    put_vector(out, contact->force);
    put_vector(out, contact->torque);
    put_vector(out, contact->slip);
    ab_put_float(out, contact->energy);
    ab_put_float(out, contact->area);
    ab_put_float(out, contact->start_speed);
    ab_put_float(out, contact->pressure);
    ab_put_float(out, contact->points);
    ab_put_float(out, contact->state);
}

static void put_map_row(abText *out, const abMapRow *row) {
    ab_put_word(out, (uint32_t)row->shape);
    ab_put_word(out, (uint32_t)row->vertex);
    ab_put_float(out, row->area);
    ab_put_float(out, row->pressure);
    ab_put_float(out, row->depth);
}

static void put_region(abText *out, const abContactRegion *row) {
    ab_put_word(out, (uint32_t)row->contact);
    ab_put_word(out, (uint32_t)row->points);
    ab_put_float(out, row->area);
    ab_put_float(out, row->depth);
    ab_put_float(out, row->normal_force);
    put_vector(out, row->center);
    put_vector(out, row->normal);
}

static void put_point(abText *out, const abContactPointForce *row) {
    ab_put_word(out, (uint32_t)row->contact);
    put_vector(out, row->point);
    put_vector(out, row->normal);
    ab_put_float(out, row->normal_force);
    put_vector(out, row->force);
}

static void put_outlines(abText *out, const abOutlines *outlines) {
    for (int k = 0; k < outlines->loop_count; k++) {
        ab_put_word(out, (uint32_t)outlines->loops[k].region);
        ab_put_word(out, (uint32_t)outlines->loops[k].first);
        ab_put_word(out, (uint32_t)outlines->loops[k].count);
    }
    ab_put_floats(out, (const double *)outlines->points, 3 * (size_t)outlines->point_count);
}

static int mode_count(const abScene *scene, const abFrame *frame) {
    int count = 0;
    for (int b = 0; b < scene->body_count && frame->modal_count > 0; b++) {
        count += scene->bodies[b].mode_count;
    }
    return count;
}

// Amplitudes of all bodies with modes.
static void put_modes(abText *out, const abScene *scene, const abFrame *frame) {
    for (int b = 0; b < scene->body_count && frame->modal_count > 0; b++) {
        const abSceneBody *body = &scene->bodies[b];
        if (body->mode_count > 0) {
            ab_put_floats(out, frame->modes + body->first_modal + AB_MODAL_ENERGIES,
                          (size_t)body->mode_count);
        }
    }
}

abResult ab_view_frame(abRecord *record, const abFrame *frame, abText *out, abError *error) {
    abOutlines outlines;
    AB_TRY(ab_record_outlines(record, frame, &outlines, error));
    ab_text_clear(out);
    ab_put_word(out, AB_VIEW_FRAME);
    ab_put_word(out, (uint32_t)frame->index);
    ab_put_double(out, frame->time);
    const int counts[] = {frame->body_count,
                          frame->contact_count,
                          frame->joint_count,
                          frame->request_count,
                          frame->map_count,
                          frame->force_count,
                          frame->region_count,
                          outlines.loop_count,
                          outlines.point_count,
                          frame->point_count,
                          mode_count(&record->scene, frame),
                          0};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        ab_put_word(out, (uint32_t)counts[i]);
    }
    const double *energy = (const double *)&frame->energy;
    for (size_t i = 0; i < sizeof frame->energy / sizeof *energy; i++) {
        ab_put_double(out, energy[i]);
    }
    for (int i = 0; i < frame->request_count; i++) {
        ab_put_double(out, frame->requests[i]);
    }
    size_t of_joints = AB_JOINT_DOUBLES * (size_t)frame->joint_count;
    ab_put_floats(out, (const double *)frame->bodies, AB_BODY_DOUBLES * (size_t)frame->body_count);
    ab_put_floats(out, frame->joint_forces, of_joints);
    ab_put_floats(out, frame->limit_loads, of_joints);
    ab_put_floats(out, frame->force_loads, AB_JOINT_DOUBLES * (size_t)frame->force_count);
    for (int i = 0; i < frame->contact_count; i++) {
        put_contact(out, &frame->contacts[i]);
    }
    for (int i = 0; i < frame->map_count; i++) {
        put_map_row(out, &frame->map[i]);
    }
    for (int i = 0; i < frame->region_count; i++) {
        put_region(out, &frame->regions[i]);
    }
    put_outlines(out, &outlines);
    for (int i = 0; i < frame->point_count; i++) {
        put_point(out, &frame->points[i]);
    }
    put_modes(out, &record->scene, frame);
    ab_pad(out, 0);
    return out->failed ? ab_record_no_memory(record, error) : AB_OK;
}

// ---- texts ----

void ab_view_text(const char *json, size_t size, abText *out) {
    ab_text_clear(out);
    ab_put_word(out, AB_VIEW_TEXT);
    ab_put_word(out, (uint32_t)size);
    ab_text_write(out, json, size);
    ab_pad(out, 0);
}

// ---- events ----

// What the law of the pair fixed, as triples of name, number and unit.
static void put_law(abJson *json, const abRecord *record, const abEvent *event) {
    enum {
        MEMORY = sizeof event->law / sizeof event->law[0],
        TOLD = sizeof event->constants / sizeof event->constants[0]
    };
    ab_json_text(json, "law", ab_record_law_name(record, event->normal_law));
    ab_json_open(json, "numbers", '[');
    for (int i = 0; i < MEMORY + TOLD; i++) {
        const char *unit, *name = ab_record_law_number(record, event->normal_law, i, &unit);
        double value = i < MEMORY ? event->law[i] : event->constants[i - MEMORY];
        if (name[0] != '\0' && value != 0.0 && isfinite(value)) {
            ab_json_open(json, NULL, '{');
            ab_json_text(json, "name", name);
            ab_json_number(json, "value", value);
            ab_json_text(json, "unit", unit);
            ab_json_close(json, '}');
        }
    }
    ab_json_close(json, ']');
}

static void put_event(abJson *json, const abRecord *record, const abEvent *event) {
    ab_json_open(json, NULL, '{');
    ab_json_number(json, "time", event->time);
    ab_json_text(json, "kind", ab_event_name(event->kind));
    if (event->kind == AB_EVENT_SENSOR) {
        ab_json_integer(json, "sensor", event->sensor);
        ab_json_number(json, "value", event->value);
    } else if (event->kind == AB_EVENT_CHANGE) {
        ab_json_text(json, "path", event->path);
        ab_json_text(json, "text", event->text);
    } else {
        ab_json_integer(json, "body_a", event->body_a);
        ab_json_integer(json, "body_b", event->body_b);
        ab_json_integer(json, "shape_a", event->shape_a);
        ab_json_integer(json, "shape_b", event->shape_b);
        ab_json_integer(json, "link", event->link);
        ab_json_number(json, "speed", event->speed);
        ab_json_vec3(json, "point", event->point);
    }
    if (event->normal_law > 0) {
        put_law(json, record, event);
    }
    if (event->restart != AB_RESTART_UNKNOWN) {
        ab_json_text(json, "restart", ab_event_restart_name(event->restart));
    }
    if (event->kind == AB_EVENT_IMPACT) {
        ab_json_number(json, "impulse", event->impulse);
        ab_json_vec3(json, "push", event->push);
    }
    if (event->kind == AB_EVENT_RELEASE) {
        ab_json_number(json, "depth", event->depth);
        ab_json_number(json, "duration", event->duration);
    }
    ab_json_close(json, '}');
}

static abResult put_events(abRecord *record, int64_t first, abText *text, abError *error) {
    int64_t total = ab_record_info(record)->event_count;
    abJson json = ab_json(text, false);
    ab_json_open(&json, NULL, '{');
    ab_json_integer(&json, "first", first);
    ab_json_integer(&json, "total", total);
    ab_json_open(&json, "events", '[');
    for (int64_t i = first; i < total && i < first + AB_VIEW_EVENTS_MAX; i++) {
        abEvent event;
        AB_TRY(ab_record_event(record, i, &event, error));
        put_event(&json, record, &event);
    }
    ab_json_close(&json, ']');
    ab_json_close(&json, '}');
    return text->failed ? ab_record_no_memory(record, error) : AB_OK;
}

abResult ab_view_events(abRecord *record, int64_t first, abText *out, abError *error) {
    abText text;
    ab_text_init(&text, record->allocator);
    abResult result = put_events(record, first < 0 ? 0 : first, &text, error);
    if (result == AB_OK) {
        ab_view_text(text.data, text.size, out);
    }
    ab_text_done(&text);
    return result == AB_OK && out->failed ? ab_record_no_memory(record, error) : result;
}

// ---- series ----

// Frames first, first + stride, ... so that a long record costs no more than a short one.
static abResult sample(abRecord *record, const abSeries *series, int64_t stride, double *time,
                       double *values, int64_t *count, abError *error) {
    int64_t frames = ab_record_info(record)->frame_count;
    *count = 0;
    for (int64_t i = 0; i < frames; i += stride) {
        abFrame frame;
        AB_TRY(ab_record_frame(record, i, series->parts, &frame, error));
        time[*count] = frame.time;
        values[(*count)++] = ab_series_value(series, &frame);
    }
    return AB_OK;
}

static abResult put_series(abRecord *record, const abSeries *series, unsigned question,
                           int64_t maximum, abText *out, abError *error) {
    int64_t frames = ab_record_info(record)->frame_count, count = 0;
    int64_t stride = frames > maximum ? (frames + maximum - 1) / maximum : 1;
    double *numbers = NULL; // times, then values
    size_t capacity = 0, room = (size_t)(frames / stride) + 1;
    if (!AB_ARRAY_RESERVE(record->allocator, numbers, capacity, 2 * room)) {
        return ab_record_no_memory(record, error);
    }
    abResult result = sample(record, series, stride, numbers, numbers + room, &count, error);
    ab_text_clear(out);
    ab_put_word(out, AB_VIEW_SERIES);
    ab_put_word(out, question);
    ab_put_word(out, (uint32_t)count);
    ab_put_word(out, 0);
    for (int64_t i = 0; i < count; i++) {
        ab_put_double(out, numbers[i]);
    }
    for (int64_t i = 0; i < count; i++) {
        ab_put_double(out, numbers[room + (size_t)i]);
    }
    AB_ARRAY_FREE(record->allocator, numbers, capacity);
    return result == AB_OK && out->failed ? ab_record_no_memory(record, error) : result;
}

abResult ab_view_series(abRecord *record, const char *name, unsigned question, int64_t maximum,
                        abText *out, abError *error) {
    abSeriesList list;
    ab_series_init(&list, record->allocator);
    abResult result = ab_series_add(&list, &record->scene, name, (abPlace){0}, error);
    if (result == AB_OK && list.count != 1) {
        result = ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                              "\"%s\" is a vector: ask for a component", name);
    }
    if (result == AB_OK) {
        result =
            put_series(record, &list.items[0], question, maximum > 0 ? maximum : 1, out, error);
    }
    ab_series_done(&list);
    return result;
}
