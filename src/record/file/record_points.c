// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_points.c - the points of contacts in and out of their table.

#include "record/file/record_points.h"

#include <stdio.h>

#include "record/file/record_columns.h"
#include "record/file/record_file.h"
#include "record/file/record_row.h"
#include "record/file/record_statements.h"

abResult ab_record_create_points(abRecord *record, abError *error) {
    return ab_record_exec(record,
                          "CREATE TABLE IF NOT EXISTS contact_points(frame INTEGER PRIMARY KEY, "
                          "rows BLOB NOT NULL)",
                          error);
}

// Row after row: contact, id, point x y z, normal x y z, depth, normal force, force x y z.
abResult ab_record_put_points(abRecord *record, const abFrame *frame, abError *error) {
    size_t size = 8 * AB_POINT_DOUBLES * (size_t)frame->point_count;
    abRecordRow out;
    if (frame->point_count == 0) {
        return AB_OK;
    }
    if (!AB_ARRAYS_RESERVE(record->allocator, &record->arrays, record->bytes, size)) {
        return ab_record_no_memory(record, error);
    }
    for (int i = 0; i < frame->point_count; i++) {
        const abContactPointForce *p = &frame->points[i];
        const double numbers[AB_POINT_DOUBLES] = {
            p->contact,  p->id,       p->point.x,  p->point.y, p->point.z,
            p->normal.x, p->normal.y, p->normal.z, p->depth,   p->normal_force,
            p->force.x,  p->force.y,  p->force.z};
        ab_doubles_to_bytes(numbers, AB_POINT_DOUBLES,
                            record->bytes + 8 * AB_POINT_DOUBLES * (size_t)i);
    }
    AB_TRY(ab_row_begin(record, AB_PUT_POINTS, &out, error));
    ab_row_integer(&out, frame->index);
    ab_row_blob(&out, record->bytes, size);
    return ab_row_put(&out, error);
}

// A record of before has no such table.
bool ab_record_has_points(abRecord *record) {
    if (!record->knows_points) {
        sqlite3_stmt *statement = NULL;
        record->has_points = sqlite3_prepare_v2(record->db, "SELECT frame FROM contact_points", -1,
                                                &statement, NULL) == SQLITE_OK;
        sqlite3_finalize(statement);
        record->knows_points = true;
    }
    return record->has_points;
}

static bool is_integer(double value, double low, double high) {
    return value >= low && value < high && value == (double)(int)value;
}

abResult ab_record_read_points(abRecord *record, int64_t index, abFrame *out, abError *error) {
    sqlite3_stmt *statement;
    bool found;
    if (!ab_record_has_points(record)) {
        return AB_OK;
    }
    AB_TRY(ab_record_find(record, AB_GET_POINTS, index, &statement, &found, error));
    size_t size = found ? (size_t)sqlite3_column_bytes(statement, 0) : 0;
    size_t count = size / (8 * AB_POINT_DOUBLES);
    const unsigned char *bytes = count > 0 ? sqlite3_column_blob(statement, 0) : NULL;
    if (!AB_ARRAYS_RESERVE(record->allocator, &record->arrays, record->points, count + 1) ||
        (count > 0 && bytes == NULL)) {
        return ab_record_no_memory(record, error);
    }
    for (size_t i = 0; i < count; i++) {
        double n[AB_POINT_DOUBLES];
        ab_doubles_from_bytes(bytes + 8 * AB_POINT_DOUBLES * i, AB_POINT_DOUBLES, n);
        double first = i > 0 ? record->points[i - 1].contact : 0.0;
        if (!is_integer(n[0], first, out->contact_count) ||
            !is_integer(n[1], -2147483648.0, 2147483648.0)) {
            sqlite3_reset(statement);
            return ab_record_damaged(record, "a point names a contact that is not there", error);
        }
        record->points[i] = (abContactPointForce){.contact = (int)n[0],
                                                  .id = (int)n[1],
                                                  .point = {n[2], n[3], n[4]},
                                                  .normal = {n[5], n[6], n[7]},
                                                  .depth = n[8],
                                                  .normal_force = n[9],
                                                  .force = {n[10], n[11], n[12]}};
    }
    sqlite3_reset(statement);
    out->points = record->points;
    out->point_count = (int)count;
    return AB_OK;
}

abResult ab_record_cut_points(abRecord *record, int64_t frames, abError *error) {
    char sql[80];
    AB_TRY(ab_record_create_points(record, error));
    snprintf(sql, sizeof sql, "DELETE FROM contact_points WHERE frame >= %lld", (long long)frames);
    return ab_record_exec(record, sql, error);
}
