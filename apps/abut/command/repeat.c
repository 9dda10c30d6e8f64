// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// repeat.c - abut repeat: a run again from its record, with all that was done to it.
//
// A change was made at the end of a step. The steps up to there are the same again to the last bit,
// so one of them ends at exactly that time.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/plain_file.h"
#include "command/command.h"
#include "command/drive.h"
#include "view/session.h"

typedef struct Repeat {
    abObserver record; // first: see pass_frame
    Session session;
    abRecord *old;
    char model_path[8200]; // in its folder, where meshes are
    int64_t next, count;   // changes
    abChange change;       // the next
    double last_time;      // that the old run reached [s]
} Repeat;

static abResult on_step(void *context, abSimulation *simulation, double time, abError *error) {
    const Repeat *repeat = context;
    AB_TRY(repeat->record.step(repeat->record.context, simulation, time, error));
    bool is_time = repeat->next < repeat->count && time >= repeat->change.time;
    return is_time || (repeat->next == repeat->count && time >= repeat->last_time) ? AB_STOPPED
                                                                                   : AB_OK;
}

// The overrides the run began with: those in the record without those added as it went.
static abResult find_overrides(Repeat *repeat, abError *error) {
    const abRecordInfo *info = ab_record_info(repeat->old);
    Session *session = &repeat->session;
    int added = 0;
    for (int64_t i = 0; i < repeat->count; i++) {
        abChange change;
        AB_TRY(ab_record_change(repeat->old, i, &change, error));
        added += !session_is_action(change.path);
    }
    session->override_count = info->override_count - added;
    if (session->override_count < 0 || session->override_count > SESSION_OVERRIDES / 2) {
        return ab_error_add(error, AB_IO, (abPlace){.file = info->path},
                            "its list of changes is damaged");
    }
    for (int i = 0; i < session->override_count; i++) {
        session->overrides[i] = info->overrides[i];
    }
    return AB_OK;
}

static abResult apply_changes(Repeat *repeat, abError *error) {
    while (repeat->next < repeat->count &&
           ab_simulation_time(repeat->session.simulation) >= repeat->change.time) {
        AB_TRY(session_change(&repeat->session, repeat->change.path, repeat->change.value, error));
        if (++repeat->next < repeat->count) {
            AB_TRY(ab_record_change(repeat->old, repeat->next, &repeat->change, error));
        }
    }
    return AB_OK;
}

static abResult run_through(Repeat *repeat, abError *error) {
    abObserver observer = {repeat, pass_frame, pass_event, on_step};
    repeat->record = ab_record_observer(repeat->session.record);
    for (;;) {
        AB_TRY(apply_changes(repeat, error));
        abResult result = ab_simulation_run(repeat->session.simulation, &observer, error);
        bool is_over = result != AB_STOPPED ||
                       (repeat->next == repeat->count &&
                        ab_simulation_time(repeat->session.simulation) >= repeat->last_time);
        if (is_over) {
            abResult finished = ab_record_finish(repeat->session.record, repeat->session.simulation,
                                                 result, error, 0.0, error);
            return result == AB_STOPPED || result == AB_OK ? finished : result;
        }
    }
}

static abResult repeat_run(Repeat *repeat, const Arguments *arguments, abError *error) {
    AB_TRY(ab_record_open(arguments->words[0], ab_heap(), &repeat->old, error));
    const abRecordInfo *info = ab_record_info(repeat->old);
    Session *session = &repeat->session;
    const char *output = option_value(arguments, "output");
    if (info->model_size == 0 || output == NULL) {
        return ab_error_add(error, AB_USAGE, (abPlace){.file = info->path},
                            output == NULL
                                ? "say with --output where the record of the new run goes"
                                : "has no model in it");
    }
    snprintf(repeat->model_path, sizeof repeat->model_path, "%s/%s", info->model_folder,
             ab_file_name(info->model_path));
    session->model_path = repeat->model_path;
    session->record_path = output;
    session->text = info->model_text;
    session->size = info->model_size;
    session->allow_code = option_given(arguments, "allow-code");
    session->code_time = 10.0;
    abRecordOutcome outcome;
    AB_TRY(ab_record_outcome(repeat->old, &outcome, error));
    repeat->last_time = fmax(info->last_time, outcome.time);
    repeat->count = ab_record_change_count(repeat->old);
    AB_TRY(find_overrides(repeat, error));
    if (repeat->count > 0) {
        AB_TRY(ab_record_change(repeat->old, 0, &repeat->change, error));
    }
    AB_TRY(session_open(session, error));
    return run_through(repeat, error);
}

static abResult run_repeat(const Arguments *arguments, abError *error) {
    static Repeat repeat; // large
    repeat = (Repeat){.next = 0};
    abResult result = repeat_run(&repeat, arguments, error);
    session_done(&repeat.session);
    ab_record_close(repeat.old);
    return result;
}

const Command command_repeat = {
    .name = "repeat",
    .words = "RECORD",
    .minimum = 1,
    .maximum = 1,
    .text = "run again what a record holds, with all changes made as it ran",
    .more = "The new record has the same frames to the last bit: `abut compare` finds nothing.",
    .options = {{'o', "output", "RECORD", "where to write; - for stdout"},
                {0, "allow-code", NULL, "run libraries and scripts that the model names"}},
    .standard_records = "",
    .writes_record = true,
    .run = run_repeat,
};
