// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_columns.c - the lists of columns, and moving rows between structs and SQL.

#include "record/file/record_columns.h"

#include <math.h>
#include <string.h>

#define COLUMN(type, field, kind, unit)                                                            \
    { #field, kind, offsetof(type, field), unit }
#define INT(type, field) COLUMN(type, field, AB_COLUMN_INT, "")
#define COUNT(type, field) COLUMN(type, field, AB_COLUMN_INT64, "-")
#define REAL(type, field, unit) COLUMN(type, field, AB_COLUMN_REAL, unit)
#define ITEM(type, field, index, kind, unit)                                                       \
    {                                                                                              \
#field "_" #index, kind,                                                                   \
            offsetof(type, field[0]) + (index) * sizeof((type *)0)->field[0], unit                 \
    }
// field -> field_x, field_y, field_z
#define VEC3(type, field, unit)                                                                    \
    {#field "_x", AB_COLUMN_REAL, offsetof(type, field.x), unit},                                  \
        {#field "_y", AB_COLUMN_REAL, offsetof(type, field.y), unit}, {                            \
#field "_z", AB_COLUMN_REAL, offsetof(type, field.z), unit                                 \
    }
#define LIST(columns)                                                                              \
    { columns, (int)(sizeof(columns) / sizeof((columns)[0])) }

static const abColumn s_contact[] = {
    INT(abContactState, body_a),
    INT(abContactState, body_b),
    INT(abContactState, shape_a),
    INT(abContactState, shape_b),
    VEC3(abContactState, point, "m"),
    VEC3(abContactState, normal, "-"),
    REAL(abContactState, depth, "m"),
    REAL(abContactState, rate, "m/s"),
    REAL(abContactState, start_speed, "m/s"),
    REAL(abContactState, normal_force, "N"),
    VEC3(abContactState, force, "N"),
    VEC3(abContactState, torque, "N m"),
    VEC3(abContactState, slip, "m/s"),
    REAL(abContactState, energy, "J"),
    REAL(abContactState, area, "m^2"),
    REAL(abContactState, pressure, "Pa"),
    COLUMN(abContactState, points, AB_COLUMN_INT, "-"),
    INT(abContactState, state),
};
const abColumns ab_contact_columns = LIST(s_contact);

static const abColumn s_region[] = {
    INT(abContactRegion, contact),
    COLUMN(abContactRegion, points, AB_COLUMN_INT, "-"),
    REAL(abContactRegion, area, "m^2"),
    REAL(abContactRegion, surface_a, "m^2"),
    REAL(abContactRegion, surface_b, "m^2"),
    REAL(abContactRegion, volume, "m^3"),
    REAL(abContactRegion, depth, "m"),
    VEC3(abContactRegion, point, "m"),
    VEC3(abContactRegion, normal, "-"),
    VEC3(abContactRegion, center, "m"),
    REAL(abContactRegion, normal_force, "N"),
    VEC3(abContactRegion, force, "N"),
    VEC3(abContactRegion, center_of_pressure, "m"),
};
const abColumns ab_region_columns = LIST(s_region);

static const abColumn s_point[] = {
    INT(abContactPointForce, contact),     INT(abContactPointForce, id),
    VEC3(abContactPointForce, point, "m"), VEC3(abContactPointForce, normal, "-"),
    REAL(abContactPointForce, depth, "m"), REAL(abContactPointForce, normal_force, "N"),
    VEC3(abContactPointForce, force, "N"),
};
const abColumns ab_point_columns = LIST(s_point);

static const abColumn s_event[] = {
    REAL(abEvent, time, "s"),
    COLUMN(abEvent, kind, AB_COLUMN_EVENT, ""),
    INT(abEvent, body_a),
    INT(abEvent, body_b),
    INT(abEvent, shape_a),
    INT(abEvent, shape_b),
    INT(abEvent, link),
    REAL(abEvent, distance, "m"),
    REAL(abEvent, speed, "m/s"),
    VEC3(abEvent, normal, "-"),
    VEC3(abEvent, point, "m"),
    REAL(abEvent, depth, "m"),
    REAL(abEvent, duration, "s"),
    REAL(abEvent, impulse, "N s"),
    VEC3(abEvent, push, "N s"),
    ITEM(abEvent, law, 0, AB_COLUMN_REAL, ""),
    ITEM(abEvent, law, 1, AB_COLUMN_REAL, ""),
    ITEM(abEvent, law, 2, AB_COLUMN_REAL, ""),
    ITEM(abEvent, law, 3, AB_COLUMN_REAL, ""),
    INT(abEvent, sensor),
    REAL(abEvent, value, ""),
    // of later versions; records from before have none of them
    COLUMN(abEvent, restart, AB_COLUMN_RESTART, ""),
    INT(abEvent, normal_law),
    ITEM(abEvent, constants, 0, AB_COLUMN_REAL, ""),
    ITEM(abEvent, constants, 1, AB_COLUMN_REAL, ""),
};
const abColumns ab_event_columns = LIST(s_event);

static const abColumn s_statistics[] = {
    COUNT(abStatistics, evaluations),
    COUNT(abStatistics, steps),
    COUNT(abStatistics, rejected),
    {"touches", AB_COLUMN_INT64, offsetof(abStatistics, events[AB_EVENT_TOUCH]), "-"},
    {"releases", AB_COLUMN_INT64, offsetof(abStatistics, events[AB_EVENT_RELEASE]), "-"},
    {"impacts", AB_COLUMN_INT64, offsetof(abStatistics, events[AB_EVENT_IMPACT]), "-"},
    {"sensors", AB_COLUMN_INT64, offsetof(abStatistics, events[AB_EVENT_SENSOR]), "-"},
    COUNT(abStatistics, proximity_calls),
    COUNT(abStatistics, jacobians),
    COUNT(abStatistics, restarts),
    REAL(abStatistics, smallest_step, "s"),
    REAL(abStatistics, worst_depth, "m"),
    REAL(abStatistics, worst_depth_time, "s"),
    ITEM(abStatistics, worst_depth_bodies, 0, AB_COLUMN_INT, ""),
    ITEM(abStatistics, worst_depth_bodies, 1, AB_COLUMN_INT, ""),
    REAL(abStatistics, energy_drift, "J"),
    REAL(abStatistics, energy_scale, "J"),
    REAL(abStatistics, impact_gain, "J"),
    COUNT(abStatistics, bridges),
    REAL(abStatistics, bridged_time, "s"),
    COUNT(abStatistics, dense_steps),
    REAL(abStatistics, dense_time, "s"),
    REAL(abStatistics, stiff_time, "s"),
    ITEM(abStatistics, limiting_bodies, 0, AB_COLUMN_INT, ""),
    ITEM(abStatistics, limiting_bodies, 1, AB_COLUMN_INT, ""),
    REAL(abStatistics, limiting_share, "-"),
};
const abColumns ab_statistics_columns = LIST(s_statistics);

// ---- names of events ----

static const char *const s_event_names[AB_EVENT_KINDS] = {
    [AB_EVENT_TOUCH] = "touch",   [AB_EVENT_RELEASE] = "release", [AB_EVENT_STICK] = "stick",
    [AB_EVENT_SLIP] = "slip",     [AB_EVENT_SENSOR] = "sensor",   [AB_EVENT_IMPACT] = "impact",
    [AB_EVENT_CHANGE] = "change",
};

const char *ab_event_name(abEventKind kind) {
    return (int)kind >= 0 && kind < AB_EVENT_KINDS ? s_event_names[kind] : "?";
}

static bool event_kind(const char *name, abEventKind *kind) {
    for (int i = 0; i < AB_EVENT_KINDS; i++) {
        if (name != NULL && strcmp(name, s_event_names[i]) == 0) {
            *kind = (abEventKind)i;
            return true;
        }
    }
    return false;
}

static const char *const s_restart_names[] = {
    [AB_RESTART_UNKNOWN] = "",
    [AB_RESTART_NONE] = "none",
    [AB_RESTART_STEPS] = "integrator",
    [AB_RESTART_FULL] = "full",
    [AB_RESTART_TERMINATE] = "terminate",
};

const char *ab_event_restart_name(abEventRestart restart) {
    return (int)restart >= 0 && restart <= AB_RESTART_TERMINATE ? s_restart_names[restart] : "?";
}

static bool event_restart(const char *name, abEventRestart *restart) {
    for (int i = 0; i <= AB_RESTART_TERMINATE; i++) {
        if (strcmp(name != NULL ? name : "", s_restart_names[i]) == 0) {
            *restart = (abEventRestart)i;
            return true;
        }
    }
    return false;
}

// ---- rows ----

void ab_columns_declare(const abColumns *list, abText *sql) {
    static const char *const types[] = {[AB_COLUMN_INT] = "INTEGER NOT NULL",
                                        [AB_COLUMN_INT64] = "INTEGER NOT NULL",
                                        [AB_COLUMN_REAL] = "REAL",
                                        [AB_COLUMN_EVENT] = "TEXT NOT NULL",
                                        [AB_COLUMN_RESTART] = "TEXT NOT NULL"};
    for (int i = 0; i < list->count; i++) {
        const abColumn *column = &list->columns[i];
        ab_text_add(sql, "%s%s %s", i > 0 ? ", " : "", column->name, types[column->kind]);
    }
}

void ab_columns_names(const abColumns *list, abText *sql) {
    for (int i = 0; i < list->count; i++) {
        ab_text_add(sql, "%s%s", i > 0 ? ", " : "", list->columns[i].name);
    }
}

bool ab_columns_read(const abColumns *list, sqlite3_stmt *statement, int first, void *row) {
    for (int i = 0; i < list->count; i++) {
        const abColumn *column = &list->columns[i];
        void *field = (unsigned char *)row + column->offset;
        switch (column->kind) {
        case AB_COLUMN_INT:
            *(int *)field = sqlite3_column_int(statement, first + i);
            break;
        case AB_COLUMN_INT64:
            *(int64_t *)field = sqlite3_column_int64(statement, first + i);
            break;
        case AB_COLUMN_REAL:
            *(double *)field = sqlite3_column_type(statement, first + i) == SQLITE_NULL
                                   ? NAN
                                   : sqlite3_column_double(statement, first + i);
            break;
        case AB_COLUMN_EVENT:
            if (!event_kind((const char *)sqlite3_column_text(statement, first + i), field)) {
                return false;
            }
            break;
        case AB_COLUMN_RESTART:
            if (!event_restart((const char *)sqlite3_column_text(statement, first + i), field)) {
                return false;
            }
            break;
        }
    }
    return true;
}

double ab_column_number(const abColumn *column, const void *row) {
    const void *field = (const unsigned char *)row + column->offset;
    switch (column->kind) {
    case AB_COLUMN_INT:
        return *(const int *)field;
    case AB_COLUMN_INT64:
        return (double)*(const int64_t *)field;
    case AB_COLUMN_REAL:
        return *(const double *)field;
    case AB_COLUMN_EVENT:
        return (double)*(const abEventKind *)field;
    case AB_COLUMN_RESTART:
        return (double)*(const abEventRestart *)field;
    }
    return NAN;
}
