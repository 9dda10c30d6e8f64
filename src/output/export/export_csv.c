// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_csv.c - series as comma-separated values (RFC 4180), frame by frame.

#include "output/export/export_csv.h"

#include <errno.h>
#include <math.h>
#include <string.h>

// A field with a comma or a quote in it is quoted, quotes doubled.
static void put_field(FILE *out, const char *name, const char *unit) {
    bool quoted = strpbrk(name, ",\"\r\n") != NULL;
    fputs(quoted ? "\"" : "", out);
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == '"') {
            fputc('"', out);
        }
        fputc(*c, out);
    }
    fprintf(out, " [%s]%s", unit, quoted ? "\"" : "");
}

static void put_number(FILE *out, double value) {
    if (!isnan(value)) {
        fprintf(out, "%.17g", value);
    }
}

abResult ab_export_flush(FILE *out, const char *name, abError *error) {
    errno = 0;
    if (fflush(out) != 0 || ferror(out)) {
        return ab_error_add(error, AB_IO, (abPlace){.file = name}, "cannot write: %s",
                            errno != 0 ? strerror(errno) : "the device failed");
    }
    return AB_OK;
}

abResult ab_export_csv(abRecord *record, const abSeriesList *list, const abSampleRange *range,
                       FILE *out, const char *name, abError *error) {
    int64_t first, end;
    AB_TRY(ab_sample_bounds(record, range, &first, &end, error));
    put_field(out, "time", "s");
    for (int s = 0; s < list->count; s++) {
        fputc(',', out);
        put_field(out, list->items[s].name, list->items[s].unit);
    }
    fputs("\r\n", out);
    for (int64_t i = first; i < end; i += range->every) {
        abFrame frame;
        AB_TRY(ab_record_frame(record, i, list->parts, &frame, error));
        put_number(out, frame.time);
        for (int s = 0; s < list->count; s++) {
            fputc(',', out);
            put_number(out, ab_series_value(&list->items[s], &frame));
        }
        fputs("\r\n", out);
    }
    return ab_export_flush(out, name, error);
}
