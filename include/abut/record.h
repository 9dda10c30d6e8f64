// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/record.h - what a run leaves behind: one SQLite file with model, frames, contacts, events.
//
//     ab_record_create("hello.abut.db", model, &options, ab_heap(), &record, error);
//     abObserver observer = ab_record_observer(record);      writes while the simulation runs
//     abResult result = ab_simulation_run(simulation, &observer, error);
//     ab_record_finish(record, simulation, result, error, seconds, error);
//     ab_record_close(record);
//
// Frames and events go into a transaction that is committed together with a checkpoint of the
// simulation, by default every 0.25 s or 1000 frames. A killed run keeps every committed frame;
// resumed, it ends with the same bits as the unbroken one. Others may read while it is written.
//
// A record is used by one thread at a time. All failures of the file are AB_IO with path and cause.

#ifndef ABUT_RECORD_H
#define ABUT_RECORD_H

#include <stdint.h>

#include "abut/export.h"
#include "abut/read.h"
#include "abut/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abRecord abRecord;

// ---- writing ----

typedef struct abRecordOptions {
    const char *model_path; // as the user wrote it; mesh files are looked for beside it
    const char *model_text; // NULL: none; the run cannot be resumed from its record then
    size_t model_size;
    const abOverride *overrides; // that were used in reading the text
    int override_count;
    double commit_interval; // of wall time between commits                                [s]
    int commit_frames;      // or after that many frames
} abRecordOptions;

ABUT_API abRecordOptions ab_record_options(void);

// Starts a record at `path`. An earlier record there is replaced; any other file is left alone and
// AB_IO returned. Series wanted by the model (`outputs`) that do not exist are AB_BAD_MODEL.
ABUT_API abResult ab_record_create(const char *path, const abModel *model,
                                   const abRecordOptions *options, abAllocator allocator,
                                   abRecord **out, abError *error);

// Goes on with a record that was killed, stopped or ran out of disk: restores the simulation (made
// from the record's own model text) to the last checkpoint and takes back what came after it. With
// no checkpoint the run begins anew. AB_USAGE when the run is complete.
ABUT_API abResult ab_record_resume(const char *path, abSimulation *simulation,
                                   const abRecordOptions *options, abAllocator allocator,
                                   abRecord **out, abError *error);

// Writes what happens into the record, which must outlive the run.
ABUT_API abObserver ab_record_observer(abRecord *record);

// Adds a sentence to the record's warnings.
ABUT_API abResult ab_record_add_warning(abRecord *record, const char *sentence, abError *error);

// Adds what was done to the run from outside at the time [s] given: "pull" or "push" with a mapping,
// "go_on" with another end time [s], or path and value of an override. Commit before and after. Values
// set by ab_simulation_set are written by themselves, with the next checkpoint.
ABUT_API abResult ab_record_add_change(abRecord *record, double time, const char *path,
                                       const char *value, abError *error);

// Commits frames, events and a checkpoint now.
ABUT_API abResult ab_record_commit(abRecord *record, const abSimulation *simulation,
                                   abError *error);

// Ends the record with how the run ended: `result` of ab_simulation_run with its `problems` (may be
// NULL), wall time spent [s]. A run that stopped stays resumable.
ABUT_API abResult ab_record_finish(abRecord *record, abSimulation *simulation, abResult result,
                                   const abError *problems, double seconds, abError *error);

// What was not committed is lost. NULL is fine.
ABUT_API void ab_record_close(abRecord *record);

// ---- reading ----

typedef enum abRecordStatus {
    AB_RECORD_OPEN,    // still being written, or killed
    AB_RECORD_DONE,    // reached its end time
    AB_RECORD_STOPPED, // stopped from outside
    AB_RECORD_FAILED,  // numbers or file gave up
} abRecordStatus;

// Texts live as long as the record.
typedef struct abRecordInfo {
    const char *path;
    const char *program; // that wrote it, with version
    const char *title;   // of the model: its file name without folder and extension
    const char *model_path;
    const char *model_folder; // absolute
    const char *model_text;
    size_t model_size;
    const char *model_hash; // FNV-1a, 64 bits, 16 hex digits
    const abOverride *overrides;
    int override_count;
    const char *started;         // date and time, UTC
    double start_time, end_time; // asked for                                              [s]
    double tolerance;
    int body_count, shape_count, joint_count, force_count, output_count;
    // as of opening or the last refresh
    int64_t frame_count, event_count, warning_count;
    double last_time; // of the last frame                                                 [s]
    abRecordStatus status;
} abRecordInfo;

// How the run ended; numbers are zero while the status is AB_RECORD_OPEN.
typedef struct abRecordOutcome {
    abRecordStatus status;
    abResult result;
    const char *message; // problems, one per line; "" when there were none
    double time;         // reached                                                        [s]
    double seconds;      // of computing (processor time)                                 [s]
    abStatistics statistics;
} abRecordOutcome;

ABUT_API abResult ab_record_open(const char *path, abAllocator allocator, abRecord **out,
                                 abError *error);
ABUT_API const abRecordInfo *ab_record_info(const abRecord *record);
// Looks again how far a run that is being written has come.
ABUT_API abResult ab_record_refresh(abRecord *record, abError *error);

// Names, as in the model. Bodies are counted from 1, shapes and joints from 0. "" for no such.
ABUT_API const char *ab_record_body_name(const abRecord *record, int body);
ABUT_API const char *ab_record_shape_name(const abRecord *record, int shape);
ABUT_API const char *ab_record_joint_name(const abRecord *record, int joint);
ABUT_API const char *ab_record_force_name(const abRecord *record, int force);
ABUT_API const char *ab_record_sensor_name(const abRecord *record, int sensor); // from 1
// Of abEvent.normal_law; "" where it has none, and in records from before this was told.
ABUT_API const char *ab_record_law_name(const abRecord *record, int law);
// Of abEvent.law (0 to 3) and, behind them, abEvent.constants (4, 5); "" where the law has no such
// number. *unit may be NULL.
ABUT_API const char *ab_record_law_number(const abRecord *record, int law, int number,
                                          const char **unit);
ABUT_API const char *ab_record_output(const abRecord *record, int index);
ABUT_API abResult ab_record_warning(abRecord *record, int64_t index, const char **out,
                                    abError *error);

// What was done to the run from outside, in order; `event` is not read. Texts live as long as the
// record.
ABUT_API int64_t ab_record_change_count(const abRecord *record);
ABUT_API abResult ab_record_change(abRecord *record, int64_t index, abChange *out, abError *error);

// One frame; its arrays are valid until the next call. Contacts are read on request only.
// So are maps and regions, which not every record has, and the points of contacts; regions and points
// come with their contacts.
enum { AB_FRAME_CONTACTS = 1, AB_FRAME_MAPS = 2, AB_FRAME_REGIONS = 4, AB_FRAME_POINTS = 8 };
ABUT_API bool ab_record_has_maps(const abRecord *record);
ABUT_API bool ab_record_has_regions(const abRecord *record);
ABUT_API abResult ab_record_frame(abRecord *record, int64_t index, unsigned parts, abFrame *out,
                                  abError *error);
// The last frame not after `time`, or -1.
ABUT_API abResult ab_record_find_frame(abRecord *record, double time, int64_t *index,
                                       abError *error);
ABUT_API abResult ab_record_event(abRecord *record, int64_t index, abEvent *out, abError *error);
// Texts and names in it are valid until the record is closed.
ABUT_API abResult ab_record_outcome(abRecord *record, abRecordOutcome *out, abError *error);

// "touch", "release", ...
ABUT_API const char *ab_event_name(abEventKind kind);
// "none", "integrator", "full", "terminate"; "" of AB_RESTART_UNKNOWN
ABUT_API const char *ab_event_restart_name(abEventRestart restart);

// ---- series: quantities by name, as in `outputs` ----

// Values of one series at all frames: `time` and `values` take up to `size` numbers from frame
// `first` on (either may be NULL), `count` says how many. A vector is asked for by component.
// Undefined values (the point of a contact that is not there) are NAN.
ABUT_API abResult ab_record_series(abRecord *record, const char *name, int64_t first, double *time,
                                   double *values, int64_t size, int64_t *count, abError *error);

// ---- comparing ----

typedef struct abDifference {
    char what[160];   // series, "events", "frames", ...
    double largest;   // difference, NAN when it is not one of numbers
    double relative;  // to the largest magnitude of the quantity
    double time;      // where                                                             [s]
    double values[2]; // there
} abDifference;

// Calls `found` for every series that differs by more than `tolerance` times the largest magnitude
// of its quantity (0: in any bit). AB_DIFFERENT when there was one.
ABUT_API abResult ab_record_compare(abRecord *a, abRecord *b, double tolerance,
                                    void (*found)(void *context, const abDifference *difference),
                                    void *context, abError *error);

#ifdef __cplusplus
}
#endif

#endif
