// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_compare.c - two records frame by frame, contact by contact, region by region, point by
// point, event by event.
//
// Without a tolerance bits are compared. With one, a series differs when its largest difference is
// more than tolerance times the largest magnitude of its quantity (all components, all bodies) in
// either record; contacts are then compared only at frames at which the same pairs touch, and their
// regions where there are as many, since two good runs may touch a moment apart.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/file/record_columns.h"
#include "record/file/record_file.h"
#include "record/file/record_points.h"
#include "record/file/record_types.h"

// How far one series has been found to differ.
typedef struct Worst {
    bool differs; // in any bit
    double magnitude, difference, time;
    double values[2];
} Worst;

typedef struct Comparison {
    abRecord *records[2];
    double tolerance;
    void (*found)(void *context, const abDifference *difference);
    void *context;
    Worst *bodies;                   // AB_BODY_DOUBLES each
    Worst *joints, *limits, *forces; // AB_JOINT_DOUBLES each
    Worst *requests;
    Worst *energy;
    Worst *contacts, *regions, *points, *events; // by column
    Worst frame_times;
    bool has_same_forces;
    bool pairs_differ, regions_differ, points_differ; // at some frame
    bool differs;
} Comparison;

static bool same_bits(double a, double b) {
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static void compare_values(Worst *worst, double time, const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++) {
        Worst *w = &worst[i];
        w->magnitude = fmax(w->magnitude, fmax(fabs(a[i]), fabs(b[i])));
        if (same_bits(a[i], b[i]) || (isnan(a[i]) && isnan(b[i]))) {
            continue;
        }
        double difference = fabs(a[i] - b[i]);
        if (!w->differs || difference > w->difference || isnan(difference)) {
            w->difference = isnan(difference) ? INFINITY : difference;
            w->time = time;
            w->values[0] = a[i];
            w->values[1] = b[i];
        }
        w->differs = true;
    }
}

static void compare_rows(Worst *worst, double time, const abColumns *columns, const void *a,
                         const void *b) {
    for (int i = 0; i < columns->count; i++) {
        double x = ab_column_number(&columns->columns[i], a);
        double y = ab_column_number(&columns->columns[i], b);
        compare_values(&worst[i], time, &x, &y, 1);
    }
}

static void report_text(Comparison *c, const char *what, double time, double a, double b) {
    abDifference difference = {.largest = NAN, .relative = NAN, .time = time, .values = {a, b}};
    snprintf(difference.what, sizeof difference.what, "%s", what);
    c->differs = true;
    c->found(c->context, &difference);
}

// `magnitude` is that of the quantity as a whole: all components, all bodies.
static void report(Comparison *c, const Worst *worst, double magnitude, const char *subject,
                   const char *quantity) {
    if (!worst->differs || (c->tolerance > 0.0 && worst->difference <= c->tolerance * magnitude)) {
        return;
    }
    abDifference difference = {
        .largest = worst->difference,
        .relative = worst->magnitude > 0.0 ? worst->difference / worst->magnitude : 0.0,
        .time = worst->time,
        .values = {worst->values[0], worst->values[1]}};
    snprintf(difference.what, sizeof difference.what, "%s%s%s", subject,
             quantity[0] != '\0' ? "." : "", quantity);
    c->differs = true;
    c->found(c->context, &difference);
}

// ---- the passes ----

static bool same_pairs(const abContactState *a, int a_count, const abFrame *b) {
    bool same = a_count == b->contact_count;
    for (int i = 0; same && i < a_count; i++) {
        same = a[i].shape_a == b->contacts[i].shape_a && a[i].shape_b == b->contacts[i].shape_b;
    }
    return same;
}

static bool same_regions(const abFrame *a, const abFrame *b) {
    bool same = a->region_count == b->region_count;
    for (int i = 0; same && i < a->region_count; i++) {
        same = a->regions[i].contact == b->regions[i].contact;
    }
    return same;
}

// Tells of the first frame at which there is another number of something; within a tolerance that
// says nothing.
static void note_other_number(Comparison *c, bool *is_told, const char *what, double time,
                              int a_count, int b_count) {
    if (!*is_told && c->tolerance == 0.0) {
        report_text(c, what, time, a_count, b_count);
    }
    *is_told = true;
}

static bool same_points(const abFrame *a, const abFrame *b) {
    bool same = a->point_count == b->point_count;
    for (int i = 0; same && i < a->point_count; i++) {
        same = a->points[i].contact == b->points[i].contact;
    }
    return same;
}

// Records of before have none.
static void compare_points(Comparison *c, const abFrame *a, const abFrame *b) {
    if (!ab_record_has_points(c->records[0]) || !ab_record_has_points(c->records[1])) {
        return;
    }
    if (!same_points(a, b)) {
        note_other_number(c, &c->points_differ, "number of points of contacts", a->time,
                          a->point_count, b->point_count);
        return;
    }
    for (int i = 0; i < a->point_count; i++) {
        compare_rows(c->points, a->time, &ab_point_columns, &a->points[i], &b->points[i]);
    }
}

static void compare_contacts(Comparison *c, const abFrame *a, const abFrame *b) {
    if (!same_pairs(a->contacts, a->contact_count, b)) {
        note_other_number(c, &c->pairs_differ, "number of contacts", a->time, a->contact_count,
                          b->contact_count);
        return;
    }
    for (int i = 0; i < a->contact_count; i++) {
        compare_rows(c->contacts, a->time, &ab_contact_columns, &a->contacts[i], &b->contacts[i]);
    }
    compare_points(c, a, b);
    if (!same_regions(a, b)) {
        note_other_number(c, &c->regions_differ, "number of regions", a->time, a->region_count,
                          b->region_count);
        return;
    }
    for (int i = 0; i < a->region_count; i++) {
        compare_rows(c->regions, a->time, &ab_region_columns, &a->regions[i], &b->regions[i]);
    }
}

static abResult compare_frame(Comparison *c, int64_t index, abError *error) {
    abFrame a, b;
    unsigned parts = AB_FRAME_CONTACTS | AB_FRAME_REGIONS | AB_FRAME_POINTS;
    AB_TRY(ab_record_frame(c->records[0], index, parts, &a, error));
    AB_TRY(ab_record_frame(c->records[1], index, parts, &b, error));
    compare_values(&c->frame_times, a.time, &a.time, &b.time, 1);
    compare_values(c->bodies, a.time, (const double *)a.bodies, (const double *)b.bodies,
                   a.body_count * AB_BODY_DOUBLES);
    compare_values(c->joints, a.time, a.joint_forces, b.joint_forces,
                   a.joint_count * AB_JOINT_DOUBLES);
    compare_values(c->limits, a.time, a.limit_loads, b.limit_loads,
                   a.joint_count * AB_JOINT_DOUBLES);
    if (c->has_same_forces) {
        compare_values(c->forces, a.time, a.force_loads, b.force_loads,
                       a.force_count * AB_JOINT_DOUBLES);
    }
    compare_values(c->requests, a.time, a.requests, b.requests,
                   a.request_count < b.request_count ? a.request_count : b.request_count);
    compare_values(c->energy, a.time, (const double *)&a.energy, (const double *)&b.energy,
                   AB_ENERGY_PARTS);
    compare_contacts(c, &a, &b);
    return AB_OK;
}

static abResult compare_frames(Comparison *c, abError *error) {
    int64_t counts[2] = {c->records[0]->info.frame_count, c->records[1]->info.frame_count};
    if (counts[0] != counts[1]) {
        report_text(c, "number of frames", NAN, (double)counts[0], (double)counts[1]);
    }
    for (int64_t i = 0; i < counts[0] && i < counts[1]; i++) {
        AB_TRY(compare_frame(c, i, error));
    }
    return AB_OK;
}

static void forget_later(abEvent *event) {
    event->restart = AB_RESTART_UNKNOWN;
    event->normal_law = 0;
    memset(event->constants, 0, sizeof event->constants);
}

static abResult compare_events(Comparison *c, abError *error) {
    int64_t counts[2] = {c->records[0]->info.event_count, c->records[1]->info.event_count};
    if (counts[0] != counts[1]) {
        report_text(c, "number of events", NAN, (double)counts[0], (double)counts[1]);
    }
    for (int64_t i = 0; i < counts[0] && i < counts[1]; i++) {
        abEvent a, b;
        AB_TRY(ab_record_event(c->records[0], i, &a, error));
        AB_TRY(ab_record_event(c->records[1], i, &b, error));
        if (a.kind != b.kind || a.shape_a != b.shape_a || a.shape_b != b.shape_b) {
            report_text(c, "order of events", a.time, (double)i, (double)i);
            return AB_OK;
        }
        if (a.restart == AB_RESTART_UNKNOWN || b.restart == AB_RESTART_UNKNOWN) {
            forget_later(&a); // one is from before these were told
            forget_later(&b);
        }
        compare_rows(c->events, a.time, &ab_event_columns, &a, &b);
    }
    return AB_OK;
}

// ---- reporting ----

static const char *const s_body_parts[AB_BODY_DOUBLES] = {
    "position.x",         "position.y",    "position.z",         "orientation.w",
    "orientation.x",      "orientation.y", "orientation.z",      "velocity.x",
    "velocity.y",         "velocity.z",    "angular_velocity.x", "angular_velocity.y",
    "angular_velocity.z",
};
static const char *const s_load_parts[AB_JOINT_DOUBLES] = {"force.x",  "force.y",  "force.z",
                                                           "torque.x", "torque.y", "torque.z"};
static const char *const s_limit_parts[AB_JOINT_DOUBLES] = {"limit_force.x",  "limit_force.y",
                                                            "limit_force.z",  "limit_torque.x",
                                                            "limit_torque.y", "limit_torque.z"};
static const char *const s_energy_parts[AB_ENERGY_PARTS] = {
#define AB_ENERGY(field, text) #field,
#include "record/series/energies.def"
#undef AB_ENERGY
};

// Largest magnitude of the items `first`, `first` + 1, ... `width` of them, in each row of
// `stride`.
static double magnitude_of(const Worst *worst, int rows, int stride, int first, int width) {
    double magnitude = 0.0;
    for (int row = 0; row < rows; row++) {
        for (int i = first; i < first + width; i++) {
            magnitude = fmax(magnitude, worst[row * stride + i].magnitude);
        }
    }
    return magnitude;
}

static void report_bodies(Comparison *c) {
    static const int quantities[][2] = {{0, 3}, {3, 4}, {7, 3}, {10, 3}}; // first, width
    const abScene *scene = &c->records[0]->scene;
    for (int q = 0; q < 4; q++) {
        int first = quantities[q][0], width = quantities[q][1];
        double magnitude =
            magnitude_of(c->bodies, scene->body_count, AB_BODY_DOUBLES, first, width);
        for (int b = 0; b < scene->body_count; b++) {
            for (int i = first; i < first + width; i++) {
                report(c, &c->bodies[b * AB_BODY_DOUBLES + i], magnitude, scene->bodies[b].name,
                       s_body_parts[i]);
            }
        }
    }
}

// One force and torque, `count` things having one; all have the magnitude of the largest. Within a
// tolerance what is left of sums that are zero does not count: torques below the rounding of the
// forces with arms as long as places are far, forces below that of the torques. Where nothing acts
// but forces in balance, all torques are such.
static void report_load(Comparison *c, const Worst *loads, int count, int index,
                        const char *subject, const char *const *parts) {
    const double rounding = 1e-12;
    double arm = magnitude_of(c->bodies, c->records[0]->scene.body_count, AB_BODY_DOUBLES, 0, 3);
    double force = magnitude_of(loads, count, AB_JOINT_DOUBLES, 0, 3);
    double torque = magnitude_of(loads, count, AB_JOINT_DOUBLES, 3, 3);
    double left[2] = {arm > 0.0 ? rounding * torque / arm : 0.0, rounding * force * arm};
    for (int part = 0; part < AB_JOINT_DOUBLES; part++) {
        const Worst *worst = &loads[AB_JOINT_DOUBLES * index + part];
        bool is_left = c->tolerance > 0.0 && worst->difference <= left[part / 3];
        if (!is_left) {
            report(c, worst, part < 3 ? force : torque, subject, parts[part]);
        }
    }
}

static void report_loads(Comparison *c) {
    const abScene *scene = &c->records[0]->scene;
    char subject[120];
    for (int j = 0; j < scene->joint_count; j++) {
        snprintf(subject, sizeof subject, "joint(%s)", scene->joints[j].name);
        report_load(c, c->joints, scene->joint_count, j, subject, s_load_parts);
        report_load(c, c->limits, scene->joint_count, j, subject, s_limit_parts);
    }
    for (int f = 0; f < scene->force_count && c->has_same_forces; f++) {
        snprintf(subject, sizeof subject, "force(%s)", scene->forces[f].name);
        report_load(c, c->forces, scene->force_count, f, subject, s_load_parts);
    }
}

// Columns of a vector have the magnitude of the vector. The distance at an event is what is left of
// zero; within a tolerance it says nothing.
static void report_columns(Comparison *c, const Worst *worst, const abColumns *list,
                           const char *subject) {
    for (int i = 0; i < list->count; i++) {
        const char *name = list->columns[i].name;
        size_t length = strlen(name);
        int axis = length > 2 && name[length - 2] == '_' ? name[length - 1] - 'x' : -1;
        bool is_vector = axis >= 0 && axis < 3;
        double magnitude = is_vector ? magnitude_of(worst, 1, 0, i - axis, 3) : worst[i].magnitude;
        if (c->tolerance == 0.0 || strcmp(name, "distance") != 0) {
            report(c, &worst[i], magnitude, subject, name);
        }
    }
}

static void report_all(Comparison *c) {
    report(c, &c->frame_times, c->frame_times.magnitude, "time of frames", "");
    report_bodies(c);
    report_loads(c);
    for (int i = 0; i < c->records[0]->scene.request_count; i++) {
        report(c, &c->requests[i], c->requests[i].magnitude, c->records[0]->scene.requests[i].name,
               "");
    }
    double energy = magnitude_of(c->energy, 1, 0, 0, AB_ENERGY_PARTS);
    for (int i = 0; i < AB_ENERGY_PARTS; i++) {
        report(c, &c->energy[i], energy, "energy", s_energy_parts[i]);
    }
    report_columns(c, c->contacts, &ab_contact_columns, "contacts");
    report_columns(c, c->regions, &ab_region_columns, "regions");
    report_columns(c, c->points, &ab_point_columns, "contact_points");
    report_columns(c, c->events, &ab_event_columns, "events");
}

static abResult check_scenes(Comparison *c, abError *error) {
    const abScene *a = &c->records[0]->scene, *b = &c->records[1]->scene;
    bool same = a->body_count == b->body_count && a->joint_count == b->joint_count;
    for (int i = 0; same && i < a->body_count; i++) {
        same = strcmp(a->bodies[i].name, b->bodies[i].name) == 0;
    }
    if (!same) {
        return ab_error_add(error, AB_USAGE, (abPlace){.file = c->records[1]->info.path},
                            "has other bodies or joints than %s; only records of like models can "
                            "be compared",
                            c->records[0]->info.path);
    }
    return AB_OK;
}

// Of other force elements nothing more can be said.
static void compare_forces(Comparison *c) {
    const abScene *a = &c->records[0]->scene, *b = &c->records[1]->scene;
    c->has_same_forces = a->force_count == b->force_count;
    for (int i = 0; c->has_same_forces && i < a->force_count; i++) {
        c->has_same_forces = strcmp(a->forces[i].name, b->forces[i].name) == 0;
    }
    if (!c->has_same_forces) {
        report_text(c, "force elements", NAN, a->force_count, b->force_count);
    }
}

static bool make_room(Comparison *c, abArena *arena) {
    const abScene *scene = &c->records[0]->scene;
    size_t joints = (size_t)scene->joint_count * AB_JOINT_DOUBLES + 1;
    const struct {
        Worst **items;
        size_t count;
    } lists[] = {{&c->bodies, (size_t)scene->body_count * AB_BODY_DOUBLES + 1},
                 {&c->joints, joints},
                 {&c->limits, joints},
                 {&c->forces, (size_t)scene->force_count * AB_JOINT_DOUBLES + 1},
                 {&c->requests, (size_t)scene->request_count + 1},
                 {&c->energy, AB_ENERGY_PARTS},
                 {&c->contacts, (size_t)ab_contact_columns.count},
                 {&c->regions, (size_t)ab_region_columns.count},
                 {&c->points, (size_t)ab_point_columns.count},
                 {&c->events, (size_t)ab_event_columns.count}};
    bool is_made = true;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        *lists[i].items = AB_ARENA_NEW(arena, Worst, lists[i].count);
        is_made = is_made && *lists[i].items != NULL;
    }
    return is_made;
}

abResult ab_record_compare(abRecord *a, abRecord *b, double tolerance,
                           void (*found)(void *context, const abDifference *difference),
                           void *context, abError *error) {
    Comparison c = {.records = {a, b}, .tolerance = tolerance, .found = found, .context = context};
    AB_TRY(check_scenes(&c, error));
    abArena arena;
    ab_arena_init(&arena, a->allocator, 16384);
    abResult result = make_room(&c, &arena) ? AB_OK : ab_record_no_memory(a, error);
    if (result == AB_OK) {
        compare_forces(&c);
        result = compare_frames(&c, error);
    }
    if (result == AB_OK) {
        result = compare_events(&c, error);
    }
    if (result == AB_OK) {
        report_all(&c);
        result = c.differs ? AB_DIFFERENT : AB_OK;
    }
    ab_arena_done(&arena);
    return result;
}
