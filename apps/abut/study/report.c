// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// report.c - reads the cases that are done, and writes tables of them and of effects.

#include "study/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/plain_file.h"
#include "base/text.h"

typedef struct Report {
    const StudyOrigin *origin;
    CaseTable table;
    MainEffect *effects; // by output, then by parameter
    SobolIndex *indices; // likewise; NULL: the sampling was not made for them
    int64_t rows_used[STUDY_OUTPUTS];
    FILE *cases;
} Report;

// ---- cases ----

// A text as CSV has it, in quotes where it must be.
static void write_text(FILE *out, const char *text) {
    if (strpbrk(text, ",\"\n\r") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    }
    fputc('"', out);
}

static void write_number(FILE *out, double value) {
    char text[32] = "";
    if (!isnan(value)) {
        ab_number_text(value, text);
    }
    fprintf(out, ",%s", text);
}

static void write_head(FILE *out, const StudyOrigin *origin) {
    const Study *study = origin->study;
    fprintf(out, "number,state");
    for (int i = 0; i < study->parameter_count; i++) {
        fputc(',', out);
        write_text(out, study->parameters[i].path);
    }
    for (int i = 0; i < study->output_count; i++) {
        char name[300];
        bool has_unit = strcmp(origin->units[i], "-") != 0;
        snprintf(name, sizeof name, has_unit ? "%.200s [%s]" : "%.200s", study->outputs[i].name,
                 origin->units[i]);
        fputc(',', out);
        write_text(out, name);
    }
    fprintf(out, ",message,attempts,seconds\n");
}

// A word counts as its place in the list.
static double as_number(const Study *study, int parameter, int64_t number, const char *text) {
    char *end;
    double value = strtod(text, &end);
    return end != text && *end == '\0' ? value : study_level(study, parameter, number);
}

static void keep_row(Report *report, const CaseRow *row, const StudyValues *values) {
    CaseTable *table = &report->table;
    const Study *study = table->study;
    int64_t at = table->count++;
    table->numbers[at] = row->number;
    for (int i = 0; i < study->parameter_count; i++) {
        table->inputs[at * study->parameter_count + i] =
            as_number(study, i, row->number, values->texts[i]);
    }
    memcpy(table->outputs + at * study->output_count, row->values,
           (size_t)study->output_count * sizeof *row->values);
}

static abResult take_row(void *context, const CaseRow *row) {
    Report *report = context;
    const Study *study = report->table.study;
    StudyValues values;
    study_values(study, row->number, &values);
    FILE *out = report->cases;
    fprintf(out, "%lld,%s", (long long)row->number, row->state == CASE_DONE ? "done" : "failed");
    for (int i = 0; i < study->parameter_count; i++) {
        fputc(',', out);
        write_text(out, values.texts[i]);
    }
    for (int i = 0; i < study->output_count; i++) {
        write_number(out, row->values[i]);
    }
    fputc(',', out);
    write_text(out, row->message);
    fprintf(out, ",%d,%.6g\n", row->attempts, row->seconds);
    if (row->state == CASE_DONE) {
        keep_row(report, row, &values);
    }
    return AB_OK;
}

static FILE *open_part(const char *base, const char *ending, char *path, size_t size,
                       abError *error) {
    snprintf(path, size, "%s%s", base, ending);
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        ab_file_written(false, path, error);
    }
    return out;
}

static abResult close_part(FILE *out, const char *path, abError *error) {
    bool ok = ferror(out) == 0;
    ok = fclose(out) == 0 && ok;
    return ab_file_written(ok, path, error);
}

static abResult write_cases(Report *report, StudyFile *file, const char *base, abError *error) {
    char path[4300];
    report->cases = open_part(base, ".csv", path, sizeof path, error);
    if (report->cases == NULL) {
        return AB_IO;
    }
    write_head(report->cases, report->origin);
    abResult result = study_file_each(file, take_row, report, error);
    abResult closed = close_part(report->cases, path, error);
    return result == AB_OK ? closed : result;
}

// ---- effects ----

static abResult find_effects(Report *report, abError *error) {
    const Study *study = report->table.study;
    for (int o = 0; o < study->output_count; o++) {
        for (int p = 0; p < study->parameter_count; p++) {
            AB_TRY(main_effect(&report->table, p, o,
                               &report->effects[o * study->parameter_count + p], error));
        }
    }
    return AB_OK;
}

// Blocks of the sampling with what the cases that are done say; NAN for the others.
static abResult find_indices(Report *report, abError *error) {
    const CaseTable *table = &report->table;
    const Study *study = table->study;
    double *values = calloc((size_t)study->case_count + 1, sizeof *values);
    if (values == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for a report");
    }
    for (int o = 0; o < study->output_count; o++) {
        for (int64_t i = 0; i < study->case_count; i++) {
            values[i] = NAN;
        }
        for (int64_t i = 0; i < table->count; i++) {
            values[table->numbers[i]] = table->outputs[i * study->output_count + o];
        }
        report->rows_used[o] =
            sobol_indices(values, study->sampling.count, study->dimensions, study->head.seed,
                          &report->indices[o * study->parameter_count]);
    }
    free(values);
    return AB_OK;
}

static void write_index(FILE *out, const SobolIndex *index) {
    write_number(out, index->first);
    write_number(out, index->first_low);
    write_number(out, index->first_high);
    write_number(out, index->total);
    write_number(out, index->total_low);
    write_number(out, index->total_high);
}

static abResult write_effects(const Report *report, const char *base, abError *error) {
    const Study *study = report->table.study;
    char path[4300];
    FILE *out = open_part(base, ".effects.csv", path, sizeof path, error);
    if (out == NULL) {
        return AB_IO;
    }
    fprintf(out, "output,parameter,lowest mean,highest mean,effect%s\n",
            report->indices != NULL
                ? ",first index,first low,first high,total index,total low,total high"
                : "");
    for (int k = 0; k < study->output_count * study->parameter_count; k++) {
        const MainEffect *effect = &report->effects[k];
        write_text(out, study->outputs[k / study->parameter_count].name);
        fputc(',', out);
        write_text(out, study->parameters[k % study->parameter_count].path);
        write_number(out, effect->low);
        write_number(out, effect->high);
        write_number(out, effect->high - effect->low);
        if (report->indices != NULL) {
            write_index(out, &report->indices[k]);
        }
        fputc('\n', out);
    }
    return close_part(out, path, error);
}

static void print_effects(const Report *report, FILE *out) {
    const Study *study = report->table.study;
    for (int o = 0; o < study->output_count; o++) {
        fprintf(out, "%s [%s] = %s\n", study->outputs[o].name, report->origin->units[o],
                study->outputs[o].text);
        if (report->indices != NULL) {
            fprintf(out, "  Sobol indices of %lld of %d blocks\n", (long long)report->rows_used[o],
                    study->sampling.count);
        }
        for (int p = 0; p < study->parameter_count; p++) {
            int k = o * study->parameter_count + p;
            const MainEffect *effect = &report->effects[k];
            fprintf(out, "  %-36s means %.6g to %.6g, effect %.4g", study->parameters[p].path,
                    effect->low, effect->high, effect->high - effect->low);
            if (report->indices != NULL) {
                const SobolIndex *s = &report->indices[k];
                fprintf(out, "; first %.3f [%.3f, %.3f], total %.3f [%.3f, %.3f]", s->first,
                        s->first_low, s->first_high, s->total, s->total_low, s->total_high);
            }
            fputc('\n', out);
        }
    }
}

// ---- the whole ----

static bool make_room(Report *report) {
    const Study *study = report->table.study;
    size_t cases = (size_t)study->case_count + 1;
    size_t pairs = (size_t)study->parameter_count * (size_t)study->output_count;
    bool has_indices = study->sampling.method == SAMPLING_saltelli;
    CaseTable *table = &report->table;
    table->numbers = calloc(cases, sizeof *table->numbers);
    table->inputs = calloc(cases * (size_t)study->parameter_count, sizeof *table->inputs);
    table->outputs = calloc(cases * (size_t)study->output_count, sizeof *table->outputs);
    report->effects = calloc(pairs, sizeof *report->effects);
    report->indices = has_indices ? calloc(pairs, sizeof *report->indices) : NULL;
    return table->numbers != NULL && table->inputs != NULL && table->outputs != NULL &&
           report->effects != NULL && (report->indices != NULL || !has_indices);
}

static abResult write_all(Report *report, StudyFile *file, const char *base, FILE *out,
                          abError *error) {
    char path[4300];
    if (!make_room(report)) {
        return ab_no_memory(error, (abPlace){0}, "for a report");
    }
    AB_TRY(write_cases(report, file, base, error));
    AB_TRY(find_effects(report, error));
    AB_TRY(report->indices != NULL ? find_indices(report, error) : AB_OK);
    AB_TRY(write_effects(report, base, error));
    print_effects(report, out);
    snprintf(path, sizeof path, "%s.svg", base);
    AB_TRY(report_picture(&report->table, report->origin, report->effects, path, error));
    fprintf(out, "%s.csv\n%s.effects.csv\n%s.svg\n", base, base, base);
    return AB_OK;
}

abResult report_write(StudyFile *file, const StudyOrigin *origin, const char *base, FILE *out,
                      abError *error) {
    static Report report; // large
    report = (Report){.origin = origin, .table = {.study = origin->study}};
    abResult result = write_all(&report, file, base, out, error);
    free(report.table.numbers);
    free(report.table.inputs);
    free(report.table.outputs);
    free(report.effects);
    free(report.indices);
    return result;
}
