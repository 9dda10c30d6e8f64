// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_write.c - a record while its run goes on.
//
//   create    tables, model and scene are committed; a write transaction opens (record_create.c)
//   resume    likewise, from the checkpoint on (record_resume.c)
//   frame, event, warning    rows in the open transaction
//   step      now and then: checkpoint row, COMMIT, BEGIN
//   finish    result rows, last checkpoint, COMMIT
//
// Frames, events and the checkpoint that continues them are committed together, and only between
// steps, so what a killed run leaves behind always fits together. An integrator that cannot be
// saved at every step is waited for a while; then rows are committed without, and a resume takes
// back what is beyond the checkpoint. The open write transaction also keeps a second writer away.

#include "record/file/record_write.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/hash.h"
#include "record/file/record_columns.h"
#include "record/file/record_entered.h"
#include "record/file/record_file.h"
#include "record/file/record_load.h"
#include "record/file/record_modes.h"
#include "record/file/record_points.h"
#include "record/file/record_row.h"
#include "record/file/record_statements.h"
#include "record/file/record_types.h"

enum { PATIENCE = 8 }; // commit intervals to wait for a checkpoint

_Static_assert(sizeof(abBodyState) == AB_BODY_DOUBLES * sizeof(double), "body blobs");
_Static_assert(sizeof(abEnergyBook) == AB_ENERGY_PARTS * sizeof(double) &&
                   offsetof(abEnergyBook, strain) == AB_ENERGY_DOUBLES * sizeof(double),
               "energy blobs");

const char *const ab_record_status_names[] = {"open", "done", "stopped", "failed", NULL};

void ab_record_start_writer(abRecord *record, const abRecordOptions *options) {
    record->writer.is_active = true;
    record->writer.commit_interval = options->commit_interval;
    record->writer.commit_frames = options->commit_frames;
    record->writer.last_commit = ab_clock();
}

// ---- while running ----

// After a failed write the transaction is gone, and with it the rows since the last commit.
static abResult broken(abRecord *record, abResult result) {
    if (result == AB_IO) {
        record->writer.is_broken = true;
        sqlite3_exec(record->db, "ROLLBACK", NULL, NULL, NULL);
        ab_record_refresh(record, NULL); // told is what is left
    }
    return result;
}

static abResult check_writing(const abRecord *record, abError *error) {
    if (!record->writer.is_active || record->writer.is_broken) {
        return ab_record_problem(record, error,
                                 record->writer.is_broken
                                     ? "an earlier write failed, so nothing more is recorded"
                                     : "the record was opened for reading");
    }
    return AB_OK;
}

// Never NaN in a record: whoever made it is named.
static abResult check_finite(const abRecord *record, const abFrame *frame, abError *error) {
    for (int b = 0; b < frame->body_count; b++) {
        const double *values = (const double *)&frame->bodies[b];
        for (int k = 0; k < AB_BODY_DOUBLES; k++) {
            if (!isfinite(values[k])) {
                return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                                    "body %s has no finite state at t = %.9g s; the last good "
                                    "frame is number %lld",
                                    ab_record_body_name(record, b + 1), frame->time,
                                    (long long)frame->index - 1);
            }
        }
    }
    return AB_OK;
}

// `count` structs of `size` bytes that belong to the frame.
static abResult put_parts(abRecord *record, abRecordStatement which, int64_t frame,
                          const abColumns *columns, const void *parts, size_t size, int count,
                          abError *error) {
    for (int i = 0; i < count; i++) {
        abRecordRow row;
        AB_TRY(ab_row_begin(record, which, &row, error));
        ab_row_integer(&row, frame);
        ab_row_integer(&row, i);
        ab_row_fields(&row, columns, (const unsigned char *)parts + (size_t)i * size);
        AB_TRY(ab_row_put(&row, error));
    }
    return AB_OK;
}

static abResult put_contacts(abRecord *record, const abFrame *frame, abError *error) {
    return put_parts(record, AB_PUT_CONTACT, frame->index, &ab_contact_columns, frame->contacts,
                     sizeof *frame->contacts, frame->contact_count, error);
}

static abResult put_regions(abRecord *record, const abFrame *frame, abError *error) {
    return put_parts(record, AB_PUT_REGION, frame->index, &ab_region_columns, frame->regions,
                     sizeof *frame->regions, frame->region_count, error);
}

// Row after row: shape, vertex, force x y z, area, pressure, depth.
static abResult put_map(abRecord *record, const abFrame *frame, abError *error) {
    size_t size = 8 * AB_MAP_DOUBLES * (size_t)frame->map_count;
    abRecordRow out;
    if (frame->map_count == 0) {
        return AB_OK;
    }
    if (!AB_ARRAYS_RESERVE(record->allocator, &record->arrays, record->bytes, size)) {
        return ab_record_no_memory(record, error);
    }
    for (int i = 0; i < frame->map_count; i++) {
        const abMapRow *row = &frame->map[i];
        const double numbers[AB_MAP_DOUBLES] = {row->shape,    row->vertex,  row->force.x,
                                                row->force.y,  row->force.z, row->area,
                                                row->pressure, row->depth};
        ab_doubles_to_bytes(numbers, AB_MAP_DOUBLES,
                            record->bytes + 8 * AB_MAP_DOUBLES * (size_t)i);
    }
    AB_TRY(ab_row_begin(record, AB_PUT_MAP, &out, error));
    ab_row_integer(&out, frame->index);
    ab_row_blob(&out, record->bytes, size);
    return ab_row_put(&out, error);
}

// Of all force elements, then of the joints with limits.
static void put_loads(const abRecord *record, const abFrame *frame, unsigned char *out) {
    const abScene *scene = &record->scene;
    ab_doubles_to_bytes(frame->force_loads, AB_JOINT_DOUBLES * (size_t)frame->force_count, out);
    out += 8 * AB_JOINT_DOUBLES * (size_t)frame->force_count;
    for (int j = 0; j < scene->joint_count; j++) {
        if (scene->joints[j].has_limits) {
            ab_doubles_to_bytes(frame->limit_loads + AB_JOINT_DOUBLES * j, AB_JOINT_DOUBLES, out);
            out += 8 * AB_JOINT_DOUBLES;
        }
    }
}

static abResult put_frame(abRecord *record, const abFrame *frame, abError *error) {
    size_t body_doubles = (size_t)frame->body_count * AB_BODY_DOUBLES;
    size_t joint_doubles = (size_t)frame->joint_count * AB_JOINT_DOUBLES;
    size_t request_doubles = (size_t)frame->request_count;
    size_t load_doubles = ab_record_load_count(&record->scene) * AB_JOINT_DOUBLES;
    size_t size =
        8 * (body_doubles + joint_doubles + AB_ENERGY_DOUBLES + request_doubles + load_doubles);
    if (!AB_ARRAYS_RESERVE(record->allocator, &record->arrays, record->bytes, size)) {
        return ab_record_no_memory(record, error);
    }
    unsigned char *bodies = record->bytes, *energy = bodies + 8 * body_doubles;
    unsigned char *joints = energy + 8 * AB_ENERGY_DOUBLES;
    ab_doubles_to_bytes((const double *)frame->bodies, body_doubles, bodies);
    ab_doubles_to_bytes((const double *)&frame->energy, AB_ENERGY_DOUBLES, energy);
    unsigned char *requests = joints + 8 * joint_doubles;
    ab_doubles_to_bytes(frame->joint_forces, joint_doubles, joints);
    ab_doubles_to_bytes(frame->requests, request_doubles, requests);
    unsigned char *loads = requests + 8 * request_doubles;
    put_loads(record, frame, loads);
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_FRAME, &row, error));
    ab_row_integer(&row, frame->index);
    ab_row_number(&row, frame->time);
    ab_row_blob(&row, bodies, 8 * body_doubles);
    ab_row_blob(&row, energy, 8 * AB_ENERGY_DOUBLES);
    ab_row_blob(&row, joints, 8 * joint_doubles);
    ab_row_integer(&row, frame->contact_count);
    ab_row_blob(&row, requests, 8 * request_doubles);
    ab_row_blob(&row, loads, 8 * load_doubles);
    AB_TRY(ab_row_put(&row, error));
    AB_TRY(put_contacts(record, frame, error));
    AB_TRY(put_regions(record, frame, error));
    AB_TRY(ab_record_put_points(record, frame, error));
    AB_TRY(ab_record_put_modes(record, frame, error));
    return put_map(record, frame, error);
}

// A file that lost its name would take all that is written with it when it is closed.
static abResult check_in_place(const abRecord *record, abError *error) {
    int has_moved = 0;
    sqlite3_file_control(record->db, NULL, SQLITE_FCNTL_HAS_MOVED, &has_moved);
    return has_moved
               ? ab_record_problem(record, error,
                                   "the record was deleted, moved or replaced while its run "
                                   "went on; the run is ended, as nothing would be left of it")
               : AB_OK;
}

static abResult commit(abRecord *record, abError *error) {
    AB_TRY(check_in_place(record, error));
    AB_TRY(ab_record_exec(record, "COMMIT; BEGIN IMMEDIATE", error));
    record->writer.frames_since = 0;
    record->writer.last_commit = ab_clock();
    return AB_OK;
}

static abResult observe_frame(void *context, const abFrame *frame, abError *error) {
    abRecord *record = context;
    AB_TRY(check_writing(record, error));
    AB_TRY(check_finite(record, frame, error));
    AB_TRY(broken(record, put_frame(record, frame, error)));
    record->info.frame_count = frame->index + 1;
    record->info.last_time = frame->time;
    record->writer.frames_since++;
    // a run killed at once leaves its first frame
    return frame->index == 0 ? broken(record, commit(record, error)) : AB_OK;
}

static abResult put_event(abRecord *record, const abEvent *event, abError *error) {
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_EVENT, &row, error));
    ab_row_integer(&row, event->index);
    ab_row_fields(&row, &ab_event_columns, event);
    return ab_row_put(&row, error);
}

static abResult observe_event(void *context, const abEvent *event, abError *error) {
    abRecord *record = context;
    AB_TRY(check_writing(record, error));
    if (event->kind == AB_EVENT_CHANGE) {
        return AB_OK; // written beside the checkpoint that goes on from it
    }
    AB_TRY(broken(record, put_event(record, event, error)));
    record->info.event_count = event->index + 1;
    return AB_OK;
}

static abResult put_warning(abRecord *record, const char *sentence, abError *error) {
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_WARNING, &row, error));
    ab_row_integer(&row, record->info.warning_count);
    ab_row_text(&row, sentence);
    return ab_row_put(&row, error);
}

abResult ab_record_add_warning(abRecord *record, const char *sentence, abError *error) {
    AB_TRY(check_writing(record, error));
    AB_TRY(broken(record, put_warning(record, sentence, error)));
    record->info.warning_count++;
    return AB_OK;
}

// ---- committing ----

// Values that were set, with their events, and bodies that came in. Only here, so that a run resumed
// from the checkpoint has those it was saved with.
static abResult put_changes(abRecord *record, const abSimulation *simulation, abError *error) {
    AB_TRY(ab_record_enter_bodies(record, simulation, error));
    size_t count = ab_simulation_change_count(simulation);
    for (size_t *i = &record->writer.changes_seen; *i < count; (*i)++) {
        abChange change = ab_simulation_change(simulation, *i);
        abEvent event = {.index = change.event,
                         .time = change.time,
                         .kind = AB_EVENT_CHANGE,
                         .shape_a = -1,
                         .shape_b = -1,
                         .restart = AB_RESTART_FULL};
        AB_TRY(ab_record_add_change(record, change.time, change.path, change.value, error));
        AB_TRY(put_event(record, &event, error));
        record->info.event_count =
            change.event >= record->info.event_count ? change.event + 1 : record->info.event_count;
    }
    return AB_OK;
}

// *saved is false when the simulation cannot be saved right now; the checkpoint before then stays.
static abResult put_checkpoint(abRecord *record, const abSimulation *simulation, bool *saved,
                               abError *error) {
    abRecordWriter *writer = &record->writer;
    size_t size = ab_simulation_save(simulation, writer->state, writer->state_capacity);
    *saved = size > 0;
    if (size == 0) {
        return AB_OK;
    }
    if (size > writer->state_capacity) {
        if (!AB_ARRAY_RESERVE(record->allocator, writer->state, writer->state_capacity, size)) {
            return ab_record_no_memory(record, error);
        }
        size = ab_simulation_save(simulation, writer->state, writer->state_capacity);
    }
    AB_TRY(put_changes(record, simulation, error));
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx",
             (unsigned long long)ab_hash_bytes(AB_HASH_START, writer->state, size));
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_CHECKPOINT, &row, error));
    ab_row_number(&row, ab_simulation_time(simulation));
    ab_row_integer(&row, record->info.frame_count);
    ab_row_integer(&row, record->info.event_count);
    ab_row_integer(&row, record->info.warning_count);
    ab_row_blob(&row, writer->state, size);
    ab_row_text(&row, hash);
    return ab_row_put(&row, error);
}

abResult ab_record_commit(abRecord *record, const abSimulation *simulation, abError *error) {
    bool saved;
    AB_TRY(check_writing(record, error));
    AB_TRY(broken(record, put_checkpoint(record, simulation, &saved, error)));
    return broken(record, commit(record, error));
}

static abResult observe_step(void *context, abSimulation *simulation, double time, abError *error) {
    (void)time;
    abRecord *record = context;
    const abRecordWriter *writer = &record->writer;
    double waited = ab_clock() - writer->last_commit;
    bool is_due =
        writer->frames_since >= writer->commit_frames || waited >= writer->commit_interval;
    bool is_first = writer->state_capacity == 0; // no checkpoint was ever saved
    bool is_changed = writer->changes_seen < ab_simulation_change_count(simulation);
    if (!is_due && !is_first && !is_changed) {
        return AB_OK;
    }
    bool saved;
    AB_TRY(check_writing(record, error));
    AB_TRY(broken(record, put_checkpoint(record, simulation, &saved, error)));
    bool may_wait = !saved && waited < PATIENCE * writer->commit_interval;
    return may_wait ? AB_OK : broken(record, commit(record, error));
}

abObserver ab_record_observer(abRecord *record) {
    return (abObserver){
        .context = record, .frame = observe_frame, .event = observe_event, .step = observe_step};
}

// ---- finishing ----

// A text, or a number, which is kept as an integer where it is one.
static abResult put_result(abRecord *record, const char *key, double number, const char *text,
                           abError *error) {
    abRecordRow row;
    AB_TRY(ab_row_begin(record, AB_PUT_RESULT, &row, error));
    ab_row_text(&row, key);
    if (text != NULL) {
        ab_row_text(&row, text);
    } else if (number == floor(number) && fabs(number) < 1e15) {
        ab_row_integer(&row, (int64_t)number);
    } else {
        ab_row_number(&row, number);
    }
    return ab_row_put(&row, error);
}

static abResult put_results(abRecord *record, const abSimulation *simulation, abResult ended,
                            const char *message, double seconds, abError *error) {
    const abStatistics *statistics = ab_simulation_statistics(simulation);
    abRecordStatus status = ended == AB_OK        ? AB_RECORD_DONE
                            : ended == AB_STOPPED ? AB_RECORD_STOPPED
                                                  : AB_RECORD_FAILED;
    record->info.status = status;
    AB_TRY(put_result(record, "status", 0.0, ab_record_status_names[status], error));
    AB_TRY(put_result(record, "result", (double)ended, NULL, error));
    AB_TRY(put_result(record, "message", 0.0, message, error));
    AB_TRY(put_result(record, "time", ab_simulation_time(simulation), NULL, error));
    AB_TRY(put_result(record, "seconds", record->writer.seconds_before + seconds, NULL, error));
    const char *integrator = statistics->integrator != NULL ? statistics->integrator : "";
    AB_TRY(put_result(record, "integrator", 0.0, integrator, error));
    for (int i = 0; i < ab_statistics_columns.count; i++) {
        const abColumn *column = &ab_statistics_columns.columns[i];
        AB_TRY(put_result(record, column->name, ab_column_number(column, statistics), NULL, error));
    }
    return AB_OK;
}

static abResult finish(abRecord *record, const abSimulation *simulation, abResult ended,
                       const char *message, double seconds, abError *error) {
    AB_TRY(put_results(record, simulation, ended, message, seconds, error));
    if (ended == AB_OK || ended == AB_STOPPED) {
        bool saved;
        AB_TRY(put_checkpoint(record, simulation, &saved, error));
    }
    AB_TRY(check_in_place(record, error));
    return ab_record_exec(record, "COMMIT", error);
}

abResult ab_record_finish(abRecord *record, abSimulation *simulation, abResult result,
                          const abError *problems, double seconds, abError *error) {
    if (record->writer.is_broken) {
        return AB_OK; // already reported where it broke
    }
    AB_TRY(check_writing(record, error));
    abText message;
    ab_text_init(&message, record->allocator);
    for (int i = 0; problems != NULL && i < problems->count; i++) {
        char line[600];
        ab_error_format(problems, i, line, sizeof line);
        ab_text_add(&message, "%s%s", i > 0 ? "\n" : "", line);
    }
    abResult ended = finish(record, simulation, result, ab_text_string(&message), seconds, error);
    ab_text_done(&message);
    AB_TRY(broken(record, ended));
    record->writer.is_active = false;
    if (result == AB_OK) {
        // one file that also reads from where nothing can be written; a reader in between only
        // means that it stays as it is
        sqlite3_exec(record->db, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE",
                     NULL, NULL, NULL);
    }
    return AB_OK;
}
