// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coefficients.c - rows of the tables in data/, read from their text when asked for.
//
// The texts are part of the library and known, so there is nothing to report: a test reads every
// row. Fields have no commas inside but in the note, which is not read.

#include "read/core/coefficients.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/schema.h"
#include "read/core/data_files.h"

const char *const ab_surface_conditions[] = {"dry", "greasy", NULL};

// Beginning of the i-th line that is neither a comment nor the first, which names the columns.
static const char *find_row(const char *text, int i) {
    for (int count = -1; *text != '\0'; text += strcspn(text, "\n"), text += *text == '\n') {
        if (*text != '#' && *text != '\n' && count++ == i) {
            return text;
        }
    }
    return NULL;
}

// Copies the field and steps to the next.
static const char *take(const char *at, char *out, size_t size) {
    size_t length = strcspn(at, ",\n");
    snprintf(out, size, "%.*s", (int)length, at);
    return at + length + (at[length] == ',');
}

static const char *take_number(const char *at, double *out) {
    char field[32];
    at = take(at, field, sizeof field);
    *out = field[0] != '\0' ? strtod(field, NULL) : NAN;
    return at;
}

static const char *take_range(const char *at, abCoefficientRange *out) {
    at = take_number(at, &out->low);
    return take_number(at, &out->high);
}

bool ab_friction_row(int i, abFrictionRow *out) {
    const char *at = find_row(ab_data_friction, i);
    if (at == NULL) {
        return false;
    }
    double row, flag;
    char skipped[64];
    at = take_number(at, &row);
    at = take(at, out->material[0], AB_TABLE_NAME);
    at = take(at, out->material[1], AB_TABLE_NAME);
    for (int condition = 0; condition < 2; condition++) {
        at = take_range(at, &out->of_static[condition]);
        at = take_range(at, &out->of_dynamic[condition]);
    }
    at = take(at, skipped, sizeof skipped); // the values as printed
    at = take(at, skipped, sizeof skipped); // why they stand where they stand
    take_number(at, &flag);
    out->row = (int)row;
    out->is_ambiguous = flag != 0.0;
    return true;
}

static bool is_pair(const abFrictionRow *row, const char *a, const char *b) {
    return (strcmp(row->material[0], a) == 0 && strcmp(row->material[1], b) == 0) ||
           (strcmp(row->material[0], b) == 0 && strcmp(row->material[1], a) == 0);
}

bool ab_friction_find(const char *a, const char *b, abSurfaceCondition condition,
                      abFrictionRow *out) {
    for (int i = 0; ab_friction_row(i, out); i++) {
        bool has_value =
            !isnan(out->of_static[condition].low) || !isnan(out->of_dynamic[condition].low);
        if (has_value && is_pair(out, a, b)) {
            return true;
        }
    }
    return false;
}

const char *ab_friction_nearest(const char *word, char name[AB_TABLE_NAME]) {
    abFrictionRow row;
    const char *best = NULL;
    for (int i = 0; ab_friction_row(i, &row); i++) {
        for (int side = 0; side < 2; side++) {
            const char *words[] = {row.material[side], best != NULL ? name : NULL, NULL};
            const char *near = ab_nearest_word(word, words);
            if (near == row.material[side]) {
                best = memcpy(name, near, AB_TABLE_NAME);
            }
        }
    }
    return best;
}

bool ab_restitution_row(int i, char name[AB_TABLE_NAME], double *out) {
    const char *at = find_row(ab_data_restitution, i);
    if (at == NULL) {
        return false;
    }
    char other[AB_TABLE_NAME];
    at = take(at, name, AB_TABLE_NAME);
    at = take(at, other, AB_TABLE_NAME);
    take_number(at, out);
    return true;
}

static double restitution_of(const char *material) {
    char name[AB_TABLE_NAME];
    double e;
    for (int i = 0; ab_restitution_row(i, name, &e); i++) {
        if (strcmp(name, material) == 0) {
            return e;
        }
    }
    return NAN;
}

double ab_restitution_find(const char *a, const char *b) {
    return 0.5 * (restitution_of(a) + restitution_of(b));
}
