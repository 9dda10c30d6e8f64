// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_types.h - the record as its own files see it: an SQLite handle, its statements, what is
// known of its contents.

#ifndef AB_RECORD_TYPES_H
#define AB_RECORD_TYPES_H

#include <sqlite3.h>

#include "abut/record.h"
#include "base/arena.h"
#include "base/array.h"
#include "record/scene/scene.h"

enum {
    AB_RECORD_APPLICATION = 0x41627574, // "Abut" in the file's header (PRAGMA application_id)
    AB_RECORD_FORMAT = 5,               // PRAGMA user_version; older and newer ones are refused
    AB_BODY_DOUBLES = 13,               // per body in frames.bodies
    AB_ENERGY_DOUBLES = 10, // in frames.energy; those of modes stand beside their numbers
    AB_ENERGY_PARTS = 12,   // of the book
    AB_JOINT_DOUBLES = 6,   // per joint in frames.joints, per load in frames.loads
    AB_MAP_DOUBLES = 8,     // per row in maps.rows
    AB_POINT_DOUBLES = 13   // per row in contact_points.rows
};

// Statements that are used often, prepared when first needed.
typedef enum abRecordStatement {
    AB_PUT_FRAME,
    AB_PUT_CONTACT,
    AB_PUT_MAP,
    AB_PUT_MODES,
    AB_PUT_POINTS,
    AB_PUT_REGION,
    AB_PUT_EVENT,
    AB_PUT_WARNING,
    AB_PUT_CHECKPOINT,
    AB_PUT_META,
    AB_PUT_OVERRIDE,
    AB_PUT_OUTPUT,
    AB_PUT_SERIES,
    AB_PUT_CHANGE,
    AB_PUT_RESULT,
    AB_GET_FRAME,
    AB_GET_CONTACTS,
    AB_GET_MAP,
    AB_GET_MODES,
    AB_GET_POINTS,
    AB_GET_REGIONS,
    AB_GET_EVENT,
    AB_GET_WARNING,
    AB_GET_TIME,
    AB_GET_META,
    AB_GET_CHANGE,
    AB_GET_EVENT_CHANGE,
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
    struct abRecordLaw *laws; // record_laws.c
    int law_count;
    abArrays arrays;
    // one frame, as last read
    abBodyState *bodies;
    abBodyState *entered; // by body, of those that came in later, at rest where they did
    int from_start;       // bodies that were there from the start: those before the first of these
    double *joints, *limits, *forces, *requests;
    double *loads; // as in frames.loads
    double *modes; // as in modes.numbers; NULL: no body has modes
    abContactState *contacts;
    abMapRow *map;
    abContactRegion *regions;
    abContactPointForce *points;
    bool knows_points, has_points; // whether it has a table of them
    unsigned char *bytes;          // of blobs on their way
    abOutlineFinder *outlines;     // see record_outlines.c; NULL until they are asked for
};

#endif
