// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_regions.c - what carries contacts as comma-separated values, a line per frame and region
// within contours, or per frame and point.

#include "output/export/export_regions.h"

#include <math.h>

#include "output/export/export_csv.h"
#include "record/file/record_columns.h"

// Quoted, as names may hold anything; quotes doubled.
static void put_name(FILE *out, const char *name) {
    fputs(",\"", out);
    for (const char *c = name; *c != '\0'; c++) {
        fputs(*c == '"' ? "\"\"" : (char[2]){*c, '\0'}, out);
    }
    fputc('"', out);
}

static void put_header(const abColumns *columns, FILE *out) {
    fputs("time [s],a,b", out);
    for (int c = 0; c < columns->count; c++) {
        const abColumn *column = &columns->columns[c];
        const char *unit = column->unit[0] != '\0' ? column->unit : "-";
        fprintf(out, ",%s [%s]", column->name, unit);
    }
    fputs("\r\n", out);
}

static void put_row(const abRecord *record, const abFrame *frame, int index,
                    const abColumns *columns, const void *row, FILE *out) {
    const abContactState *contact = &frame->contacts[index];
    fprintf(out, "%.17g", frame->time);
    put_name(out, ab_record_shape_name(record, contact->shape_a));
    put_name(out, ab_record_shape_name(record, contact->shape_b));
    for (int c = 0; c < columns->count; c++) {
        double value = ab_column_number(&columns->columns[c], row);
        fprintf(out, isnan(value) ? "," : ",%.17g", value);
    }
    fputs("\r\n", out);
}

abResult ab_export_regions(abRecord *record, const abSampleRange *range, FILE *out,
                           const char *name, abError *error) {
    int64_t first, end;
    AB_TRY(ab_sample_bounds(record, range, &first, &end, error));
    put_header(&ab_region_columns, out);
    for (int64_t i = first; i < end; i += range->every) {
        abFrame frame;
        AB_TRY(ab_record_frame(record, i, AB_FRAME_REGIONS, &frame, error));
        for (int r = 0; r < frame.region_count; r++) {
            put_row(record, &frame, frame.regions[r].contact, &ab_region_columns, &frame.regions[r],
                    out);
        }
    }
    return ab_export_flush(out, name, error);
}

abResult ab_export_points(abRecord *record, const abSampleRange *range, FILE *out, const char *name,
                          abError *error) {
    int64_t first, end;
    AB_TRY(ab_sample_bounds(record, range, &first, &end, error));
    put_header(&ab_point_columns, out);
    for (int64_t i = first; i < end; i += range->every) {
        abFrame frame;
        AB_TRY(ab_record_frame(record, i, AB_FRAME_POINTS, &frame, error));
        for (int c = 0; c < frame.contact_count; c++) {
            abContactPointForce alone;
            int count;
            const abContactPointForce *points = ab_frame_point_forces(&frame, c, &alone, &count);
            for (int k = 0; k < count; k++) {
                put_row(record, &frame, c, &ab_point_columns, &points[k], out);
            }
        }
    }
    return ab_export_flush(out, name, error);
}
