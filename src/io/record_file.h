// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_file.h - the record as its own files see it: an SQLite handle, its statements, what is
// known of its contents.

#ifndef AB_RECORD_FILE_H
#define AB_RECORD_FILE_H

#include <sqlite3.h>

#include "abut/record.h"
#include "base/arena.h"
#include "io/scene.h"
#include "io/text.h"

enum {
    AB_RECORD_APPLICATION = 0x41627574, // "Abut" in the file's header (PRAGMA application_id)
    AB_RECORD_FORMAT = 5,               // PRAGMA user_version; older and newer ones are refused
    AB_BODY_DOUBLES = 13,               // per body in frames.bodies
    AB_ENERGY_DOUBLES = 10,             // in frames.energy
    AB_JOINT_DOUBLES = 6,               // per joint in frames.joints, per load in frames.loads
    AB_MAP_DOUBLES = 8                  // per row in maps.rows
};

// Statements that are used often, prepared when first needed.
typedef enum abRecordStatement {
    AB_PUT_FRAME,
    AB_PUT_CONTACT,
    AB_PUT_MAP,
    AB_PUT_REGION,
    AB_PUT_EVENT,
    AB_PUT_WARNING,
    AB_PUT_CHECKPOINT,
    AB_PUT_META,
    AB_PUT_RESULT,
    AB_GET_FRAME,
    AB_GET_CONTACTS,
    AB_GET_MAP,
    AB_GET_REGIONS,
    AB_GET_EVENT,
    AB_GET_WARNING,
    AB_GET_TIME,
    AB_STATEMENT_COUNT
} abRecordStatement;

// State of writing.
typedef struct abRecordWriter {
    bool is_active;
    bool is_broken; // a write failed; what followed the last commit is gone
    double commit_interval;
    int commit_frames;
    double last_commit;    // monotonic clock                                                  [s]
    int frames_since;      // the last commit
    double seconds_before; // computing of the parts before a resume                         [s]
    unsigned char *state;  // buffer for checkpoints
    size_t state_capacity;
    size_t changes_seen; // of the simulation's, those written
} abRecordWriter;

typedef struct abOutlineFinder abOutlineFinder;

struct abRecord {
    abAllocator allocator;
    abArena arena; // texts and scene
    sqlite3 *db;
    sqlite3_stmt *statements[AB_STATEMENT_COUNT];
    abScene scene;
    abRecordInfo info;
    const char *const *outputs;
    abRecordWriter writer;
    // one frame, as last read
    abBodyState *bodies;
    double *joints, *limits, *forces, *requests;
    double *loads; // as in frames.loads
    abContactState *contacts;
    size_t contact_capacity;
    abMapRow *map;
    size_t map_capacity;
    abContactRegion *regions;
    size_t region_capacity;
    unsigned char *bytes; // of blobs on their way
    size_t byte_capacity;
    char *warning;
    size_t warning_capacity;
    abOutlineFinder *outlines; // see record_outlines.c; NULL until they are asked for
};

typedef enum abRecordAccess { AB_RECORD_READ, AB_RECORD_WRITE, AB_RECORD_NEW } abRecordAccess;

// A record without contents, its file opened. On failure *out is NULL.
abResult ab_record_open_file(const char *path, abRecordAccess access, abAllocator allocator,
                             abRecord **out, abError *error);
// Refuses files that are no record of this format.
abResult ab_record_check_format(abRecord *record, abError *error);
// Whether nothing was committed yet: what a run leaves that is killed as it begins.
abResult ab_record_is_empty(abRecord *record, bool *out, abError *error);
// Loads info, scene and outputs.
abResult ab_record_load(abRecord *record, abError *error);
// Loads in a frame: of all force elements, then of the joints with limits.
size_t ab_record_load_count(const abScene *scene);
// The table of regions, which records of before do not have.
abResult ab_record_create_regions(abRecord *record, abError *error);
// Frames and events may come from now on.
void ab_record_start_writer(abRecord *record, const abRecordOptions *options);
// Writes the scene's tables.
abResult ab_record_put_scene(abRecord *record, const abModel *model, abError *error);

// Adds a sentence for the last SQLite failure and returns AB_IO. `doing`: "write", "read", ...
abResult ab_record_failed(abRecord *record, const char *doing, abError *error);
abResult ab_record_problem(const abRecord *record, abError *error, const char *sentence);
abResult ab_record_damaged(const abRecord *record, const char *what, abError *error);
abResult ab_record_no_memory(const abRecord *record, abError *error);

abResult ab_record_exec(abRecord *record, const char *sql, abError *error);
abResult ab_record_prepare(abRecord *record, const char *sql, sqlite3_stmt **out, abError *error);
// The statement of the list, reset and ready to bind.
abResult ab_record_statement(abRecord *record, abRecordStatement which, sqlite3_stmt **out,
                             abError *error);
// Runs a statement that returns nothing, and resets it.
abResult ab_record_run(abRecord *record, sqlite3_stmt *statement, abError *error);
// Next row: *found false at the end.
abResult ab_record_row(abRecord *record, sqlite3_stmt *statement, bool *found, abError *error);

// The text of a column, copied into the record's arena; "" for NULL. NULL for want of memory.
const char *ab_record_column_text(abRecord *record, sqlite3_stmt *statement, int column);
// Gives back what ab_record_outlines() took.
void ab_record_close_outlines(abRecord *record);
// Fills in what an event of a change tells: record_changes.c.
abResult ab_record_event_change(abRecord *record, abEvent *event, abError *error);

// Doubles as little-endian bytes, on any machine.
void ab_doubles_to_bytes(const double *values, size_t count, unsigned char *bytes);
void ab_doubles_from_bytes(const unsigned char *bytes, size_t count, double *values);

extern const char *const ab_record_status_names[]; // by abRecordStatus, NULL-terminated

#endif
