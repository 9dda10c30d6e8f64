// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// regions_print.c - the regions within the contours of contacts, and the points that carry contacts,
// for people and for machines.

#include "command/regions_print.h"

#include <stdio.h>

#include "base/text.h"

static const char *name_of(const abRecord *record, const abFrame *frame, int row, bool second) {
    const abContactState *contact = &frame->contacts[frame->regions[row].contact];
    return ab_record_shape_name(record, second ? contact->shape_b : contact->shape_a);
}

static void print_row(const abRecord *record, const abFrame *frame, int row) {
    const abContactRegion *r = &frame->regions[row];
    printf("%-10.6g %s on %s: area %.6g m^2, depth %.4g m, center (%.6g, %.6g, %.6g) m, normal "
           "(%.4g, %.4g, %.4g), force %.6g N on %d points\n",
           frame->time, name_of(record, frame, row, false), name_of(record, frame, row, true),
           r->area, r->depth, r->center.x, r->center.y, r->center.z, r->normal.x, r->normal.y,
           r->normal.z, r->normal_force, r->points);
}

static void put_row(abJson *json, const abRecord *record, const abFrame *frame, int row) {
    const abContactRegion *r = &frame->regions[row];
    ab_json_open(json, NULL, '{');
    ab_json_number(json, "time", frame->time);
    ab_json_text(json, "a", name_of(record, frame, row, false));
    ab_json_text(json, "b", name_of(record, frame, row, true));
    ab_json_integer(json, "points", r->points);
    ab_json_number(json, "area", r->area);
    ab_json_number(json, "surface_a", r->surface_a);
    ab_json_number(json, "surface_b", r->surface_b);
    ab_json_number(json, "volume", r->volume);
    ab_json_number(json, "depth", r->depth);
    ab_json_vec3(json, "point", r->point);
    ab_json_vec3(json, "normal", r->normal);
    ab_json_vec3(json, "center", r->center);
    ab_json_number(json, "normal_force", r->normal_force);
    ab_json_vec3(json, "force", r->force);
    ab_json_vec3(json, "center_of_pressure", r->center_of_pressure);
    ab_json_close(json, '}');
}

// ---- points ----

static void print_point(const abRecord *record, const abFrame *frame,
                        const abContactPointForce *p) {
    const abContactState *contact = &frame->contacts[p->contact];
    printf("%-10.6g %s on %s: at (%.6g, %.6g, %.6g) m, depth %.4g m, pressing %.6g N, force (%.6g, "
           "%.6g, %.6g) N\n",
           frame->time, ab_record_shape_name(record, contact->shape_a),
           ab_record_shape_name(record, contact->shape_b), p->point.x, p->point.y, p->point.z,
           p->depth, p->normal_force, p->force.x, p->force.y, p->force.z);
}

static void put_point(abJson *json, const abRecord *record, const abFrame *frame,
                      const abContactPointForce *p) {
    const abContactState *contact = &frame->contacts[p->contact];
    ab_json_open(json, NULL, '{');
    ab_json_number(json, "time", frame->time);
    ab_json_text(json, "a", ab_record_shape_name(record, contact->shape_a));
    ab_json_text(json, "b", ab_record_shape_name(record, contact->shape_b));
    ab_json_integer(json, "contact", p->contact);
    ab_json_integer(json, "id", p->id);
    ab_json_vec3(json, "point", p->point);
    ab_json_vec3(json, "normal", p->normal);
    ab_json_number(json, "depth", p->depth);
    ab_json_number(json, "normal_force", p->normal_force);
    ab_json_vec3(json, "force", p->force);
    ab_json_close(json, '}');
}

// ---- frames ----

// What a frame has, each as a line; `text` is room.
typedef void PrintFrame(const abRecord *record, const abFrame *frame, bool for_machines,
                        abText *text);

static void frame_of_regions(const abRecord *record, const abFrame *frame, bool for_machines,
                             abText *text) {
    for (int row = 0; row < frame->region_count; row++) {
        if (!for_machines) {
            print_row(record, frame, row);
            continue;
        }
        ab_text_clear(text);
        abJson json = ab_json(text, false);
        put_row(&json, record, frame, row);
        printf("%s\n", ab_text_string(text));
    }
}

static void frame_of_points(const abRecord *record, const abFrame *frame, bool for_machines,
                            abText *text) {
    for (int c = 0; c < frame->contact_count; c++) {
        abContactPointForce alone;
        int count;
        const abContactPointForce *points = ab_frame_point_forces(frame, c, &alone, &count);
        for (int k = 0; k < count; k++) {
            if (!for_machines) {
                print_point(record, frame, &points[k]);
                continue;
            }
            ab_text_clear(text);
            abJson json = ab_json(text, false);
            put_point(&json, record, frame, &points[k]);
            printf("%s\n", ab_text_string(text));
        }
    }
}

// Of the last frame; for machines of all.
static abResult print_frames(const Arguments *arguments, abRecord *record, unsigned parts,
                             PrintFrame *print, abError *error) {
    bool for_machines = option_given(arguments, "json");
    int64_t end = ab_record_info(record)->frame_count;
    abText text;
    ab_text_init(&text, ab_heap());
    abResult result = AB_OK;
    for (int64_t i = for_machines || end == 0 ? 0 : end - 1; i < end && result == AB_OK; i++) {
        abFrame frame;
        result = ab_record_frame(record, i, parts, &frame, error);
        if (result == AB_OK) {
            print(record, &frame, for_machines, &text);
        }
    }
    ab_text_done(&text);
    return result;
}

abResult print_regions(const Arguments *arguments, abRecord *record, abError *error) {
    return print_frames(arguments, record, AB_FRAME_REGIONS, frame_of_regions, error);
}

abResult print_points(const Arguments *arguments, abRecord *record, abError *error) {
    return print_frames(arguments, record, AB_FRAME_POINTS, frame_of_points, error);
}
