// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// materials_print.c - the rows of data/restitution.csv and data/friction.csv.

#include "command/materials_print.h"

#include <math.h>

#include "base/text.h"
#include "read/core/coefficients.h"

// "0.53", "0.3 to 0.4", or "-" when not known.
static const char *range_text(abCoefficientRange range, char *out, size_t size) {
    if (isnan(range.low)) {
        snprintf(out, size, "-");
    } else if (range.low == range.high) {
        snprintf(out, size, "%g", range.low);
    } else {
        snprintf(out, size, "%g to %g", range.low, range.high);
    }
    return out;
}

static void print_restitutions(FILE *out) {
    char name[AB_TABLE_NAME];
    double e;
    fprintf(out, "\n# restitution of materials on themselves (data/restitution.csv)\n");
    for (int i = 0; ab_restitution_row(i, name, &e); i++) {
        fprintf(out, "%-12s %g\n", name, e);
    }
}

static void print_frictions(FILE *out) {
    abFrictionRow row;
    fprintf(out,
            "\n# friction (data/friction.csv); ? where the columns are in doubt\n"
            "%-3s  %-36s %-36s %-13s %-13s %-13s %s\n",
            "row", "material", "on material", "dry static", "dry sliding", "greasy static",
            "greasy sliding");
    for (int i = 0; ab_friction_row(i, &row); i++) {
        char text[4][40];
        fprintf(
            out, "%3d%c %-36s %-36s %-13s %-13s %-13s %s\n", row.row, row.is_ambiguous ? '?' : ' ',
            row.material[0], row.material[1], range_text(row.of_static[0], text[0], 40),
            range_text(row.of_dynamic[0], text[1], 40), range_text(row.of_static[1], text[2], 40),
            range_text(row.of_dynamic[1], text[3], 40));
    }
}

static void put_range(abJson *json, const char *name, abCoefficientRange range) {
    if (!isnan(range.low)) {
        ab_json_numbers(json, name, (const double[]){range.low, range.high}, 2);
    }
}

void materials_json(FILE *out) {
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    char name[AB_TABLE_NAME];
    double e;
    abFrictionRow row;
    ab_json_open(&json, NULL, '{');
    ab_json_open(&json, "restitution", '{');
    for (int i = 0; ab_restitution_row(i, name, &e); i++) {
        ab_json_number(&json, name, e);
    }
    ab_json_close(&json, '}');
    ab_json_open(&json, "friction", '[');
    for (int i = 0; ab_friction_row(i, &row); i++) {
        ab_json_open(&json, NULL, '{');
        ab_json_integer(&json, "row", row.row);
        ab_json_text(&json, "material", row.material[0]);
        ab_json_text(&json, "on", row.material[1]);
        put_range(&json, "dry_static", row.of_static[0]);
        put_range(&json, "dry_sliding", row.of_dynamic[0]);
        put_range(&json, "greasy_static", row.of_static[1]);
        put_range(&json, "greasy_sliding", row.of_dynamic[1]);
        ab_json_boolean(&json, "is_ambiguous", row.is_ambiguous);
        ab_json_close(&json, '}');
    }
    ab_json_close(&json, ']');
    ab_json_close(&json, '}');
    fprintf(out, "%s\n", ab_text_string(&text));
    ab_text_done(&text);
}

void materials_tables(FILE *out) {
    print_restitutions(out);
    print_frictions(out);
}
