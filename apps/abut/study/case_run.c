// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// case_run.c - reads the model with the values of the case, runs it, measures.
//
// A case is what `abut run MODEL --set PATH=VALUE ...` computes, to the last bit.

#include "study/case_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "study/meter.h"

typedef struct Overrides {
    StudyValues values;
    abOverride list[STUDY_PARAMETERS];
} Overrides;

static void fill_overrides(const Study *study, int64_t number, Overrides *out) {
    study_values(study, number, &out->values);
    for (int i = 0; i < study->parameter_count; i++) {
        out->list[i] = (abOverride){study->parameters[i].path, out->values.texts[i]};
    }
}

// "--set pairs.0.x" becomes the place of the parameter in the study.
static void place_at_parameters(const Study *study, int from, abError *error) {
    for (int i = from; i < error->count; i++) {
        abProblem *problem = &error->problems[i];
        for (int k = 0; k < study->parameter_count; k++) {
            const StudyParameter *p = &study->parameters[k];
            if (strncmp(problem->file, "--set ", 6) == 0 &&
                strcmp(problem->file + 6, p->path) == 0) {
                snprintf(problem->file, sizeof problem->file, "%s", p->place.file);
                problem->line = p->place.line;
                problem->column = p->place.column;
            }
        }
    }
}

static abResult read_model(const CaseSource *source, const Overrides *overrides, abModel **out,
                           abError *error) {
    const Study *study = source->study;
    int before = error->count;
    abResult result = ab_model_read_text(source->model.text, source->model.size, study->model_path,
                                         overrides->list, study->parameter_count, ab_heap(),
                                         (abLog){0}, out, error);
    place_at_parameters(study, before, error);
    return result;
}

abResult case_model(const CaseSource *source, int64_t number, abModel **out, abError *error) {
    Overrides overrides;
    fill_overrides(source->study, number, &overrides);
    return read_model(source, &overrides, out, error);
}

abResult case_model_with(const CaseSource *source, int parameter, const char *value,
                         abModel **out) {
    static abError unheard; // large
    Overrides overrides;
    fill_overrides(source->study, 0, &overrides);
    overrides.list[parameter].value = value;
    ab_error_clear(&unheard);
    return read_model(source, &overrides, out, &unheard);
}

// ---- code of users: a call under way is written down for the parent, who may have to tell ----

static void enter_code(void *context, const abCodeCall *call) {
    CaseCall *out = context;
    if (out != NULL) {
        snprintf(out->text, sizeof out->text, "the routine %.60s of %.120s at t = %.9g s",
                 call->routine, call->file, call->time);
        out->is_inside = true;
    }
}

static void leave_code(void *context) {
    if (context != NULL) {
        ((CaseCall *)context)->is_inside = false;
    }
}

// ---- a run ----

typedef struct Case {
    const CaseSource *source;
    Overrides overrides;
    abModel *model;
    abSimulation *simulation;
    Meter *meter;
    abRecord *record;
} Case;

static abResult open_record(Case *c, int64_t number, abError *error) {
    char path[4400];
    snprintf(path, sizeof path, "%s/case_%07lld.abut.db", c->source->record_folder,
             (long long)number);
    abRecordOptions options = ab_record_options();
    options.model_path = c->source->study->model_path;
    options.model_text = c->source->model.text;
    options.model_size = c->source->model.size;
    options.overrides = c->overrides.list;
    options.override_count = c->source->study->parameter_count;
    return ab_record_create(path, c->model, &options, ab_heap(), &c->record, error);
}

static abResult run(Case *c, int64_t number, bool with_record, abError *error) {
    const Study *study = c->source->study;
    fill_overrides(study, number, &c->overrides);
    AB_TRY(read_model(c->source, &c->overrides, &c->model, error));
    abSimulationDef options = *ab_model_simulation(c->model);
    options.max_steps = fmin(options.max_steps, study->limits.steps);
    AB_TRY(meter_create(study, c->model, &c->meter, error));
    AB_TRY(ab_simulation_create(c->model, &options, ab_heap(), (abLog){0}, &c->simulation, error));
    if (c->source->allow_code) {
        const abCodeWatch watch = {(void *)c->source->call, enter_code, leave_code};
        AB_TRY(ab_simulation_allow_code(c->simulation, &watch, error));
    }
    abObserver of_record = {0}, observer;
    if (with_record) {
        AB_TRY(open_record(c, number, error));
        of_record = ab_record_observer(c->record);
    }
    AB_TRY(meter_attach(c->meter, c->simulation, with_record ? &of_record : NULL, &observer));
    abResult result = ab_simulation_run(c->simulation, &observer, error);
    if (with_record) {
        abResult kept = ab_record_finish(c->record, c->simulation, result, error, 0.0, error);
        result = result == AB_OK ? kept : result;
    }
    return result;
}

static abResult run_once(const CaseSource *source, int64_t number, bool with_record,
                         CaseOutcome *out) {
    static Case c;        // large
    static abError error; // likewise
    c = (Case){.source = source};
    ab_error_clear(&error);
    abResult result = run(&c, number, with_record, &error);
    out->message[0] = '\0';
    if (result == AB_OK) {
        meter_read(c.meter, out->values);
    } else {
        char line[600];
        ab_error_format(&error, 0, line, sizeof line);
        snprintf(out->message, sizeof out->message, "%.419s",
                 error.count > 0 ? line : ab_result_name(result));
    }
    ab_record_close(c.record);
    meter_destroy(c.meter);
    ab_simulation_destroy(c.simulation);
    ab_model_destroy(c.model);
    return result;
}

void case_run(const CaseSource *source, int64_t number, CaseOutcome *out) {
    StudyRecords keep = (StudyRecords)source->study->keep.records;
    double begun = ab_processor_clock();
    *out = (CaseOutcome){.number = number};
    for (int i = 0; i < STUDY_OUTPUTS; i++) {
        out->values[i] = NAN;
    }
    out->result = run_once(source, number, keep == RECORDS_ALL, out);
    if (out->result != AB_OK && keep == RECORDS_FAILED) {
        out->result = run_once(source, number, true, out);
    }
    out->seconds = ab_processor_clock() - begun;
}
