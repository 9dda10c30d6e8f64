// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_record.c - a damaged record is read, or refused with a word: bytes of the file are changed,
// or, where the first byte is odd, values in its tables.
//
// Values: a byte for table and column, a byte for which rows, a byte for what kind of value, then
// the value.

#include <fcntl.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "abut/abut.h"
#include "fuzz_damage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char s_model[] =
    "abut: 1\ntitle: small\ngravity: [0, 0, -9.81]\n"
    "materials: {s: {youngs_modulus: 1e7, poissons_ratio: 0.3, density: 1000}}\n"
    "pairs: [{materials: [s, s], restitution: 0.5, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  g: {mobility: fixed, shapes: [{plane: {}, material: s}]}\n"
    "  a: {position: [0, 0, 0.11], shapes: [{sphere: {radius: 0.1}, material: s}]}\n"
    "  b: {position: [1, 0, 1], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: s}]}\n"
    "joints: [{type: revolute, between: [g, b], axis: [0, 1, 0], position: [1.2, 0, 1]}]\n"
    "outputs: [a.position, \"contact(g, a).force\"]\n"
    "simulation: {end_time: 0.1, output_interval: 0.02}\n";

static const char *const s_columns[][2] = {
    {"frames", "bodies"},     {"frames", "energy"},   {"frames", "time"},
    {"frames", "idx"},        {"frames", "contacts"}, {"frames", "joints"},
    {"shapes", "kind"},       {"shapes", "size_0"},   {"shapes", "points"},
    {"shapes", "triangles"},  {"shapes", "body"},     {"contacts", "body_a"},
    {"contacts", "shape_b"},  {"contacts", "frame"},  {"events", "kind"},
    {"events", "body_a"},     {"events", "shape_a"},  {"events", "time"},
    {"checkpoints", "state"}, {"bodies", "mass"},     {"bodies", "name"},
    {"meta", "value"},        {"result", "value"},    {"series", "name"},
    {"checkpoints", "hash"},  {"frames", "requests"}, {"frames", "loads"},
    {"warnings", "text"},     {"joints", "body_a"},   {"overrides", "path"},
    {"outputs", "name"},      {"meta", "key"},        {"checkpoints", "frame_count"},
};
enum { COLUMNS = sizeof s_columns / sizeof s_columns[0] };

static unsigned char *s_sound;
static size_t s_size;
static char s_path[200];

static void check(bool condition) {
    if (!condition) {
        abort();
    }
}

static void forget_files(void) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        char path[220];
        snprintf(path, sizeof path, "%s%s", s_path, endings[i]);
        unlink(path);
    }
}

static void write_file(const unsigned char *bytes, size_t size) {
    FILE *file = fopen(s_path, "wb");
    check(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

// A record of six frames, stopped before its end so that it can be resumed.
static void make(abError *error) {
    abModel *model;
    abSimulation *simulation;
    abRecord *record;
    const char *place = getenv("TMPDIR"); // tools/fuzz.sh: a folder of the build
    snprintf(s_path, sizeof s_path, "%s/abut_fuzz_record_%ld.db", place != NULL ? place : "/tmp",
             (long)getpid());
    forget_files();
    check(ab_model_read_text(s_model, sizeof s_model - 1, NULL, NULL, 0, ab_heap(), (abLog){0},
                             &model, error) == AB_OK);
    check(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, error) == AB_OK);
    abRecordOptions options = ab_record_options();
    options.model_path = "small.yaml";
    options.model_text = s_model;
    options.model_size = sizeof s_model - 1;
    check(ab_record_create(s_path, model, &options, ab_heap(), &record, error) == AB_OK);
    abObserver observer = ab_record_observer(record);
    abResult result = ab_simulation_run(simulation, &observer, error);
    check(result == AB_OK);
    check(ab_record_finish(record, simulation, AB_OK, NULL, 0.0, error) == AB_OK);
    ab_record_close(record);
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    FILE *file = fopen(s_path, "rb");
    check(file != NULL && fseek(file, 0, SEEK_END) == 0);
    s_size = (size_t)ftell(file);
    rewind(file);
    s_sound = malloc(s_size);
    check(s_sound != NULL && fread(s_sound, 1, s_size, file) == s_size);
    fclose(file);
    atexit(forget_files);
}

static void damage_bytes(const uint8_t *data, size_t size) {
    unsigned char *bytes = malloc(s_size);
    check(bytes != NULL);
    memcpy(bytes, s_sound, s_size);
    write_file(bytes, fuzz_damage(bytes, s_size, data, size));
    free(bytes);
}

static void bind(sqlite3_stmt *statement, int kind, const uint8_t *value, size_t size) {
    int64_t integer = 0;
    double number;
    memcpy(&integer, value, size < sizeof integer ? size : sizeof integer);
    memcpy(&number, &integer, sizeof number);
    switch (kind % 5) {
    case 0:
        sqlite3_bind_int64(statement, 1, integer);
        break;
    case 1:
        sqlite3_bind_double(statement, 1, number);
        break;
    case 2:
        sqlite3_bind_null(statement, 1);
        break;
    case 3:
        sqlite3_bind_text(statement, 1, (const char *)value, (int)size, SQLITE_TRANSIENT);
        break;
    default:
        sqlite3_bind_blob(statement, 1, value, (int)size, SQLITE_TRANSIENT);
    }
}

static void damage_values(const uint8_t *data, size_t size) {
    write_file(s_sound, s_size);
    sqlite3 *db;
    sqlite3_stmt *statement = NULL;
    char sql[200];
    check(sqlite3_open(s_path, &db) == SQLITE_OK);
    const char *const *column = s_columns[data[0] % COLUMNS];
    size_t used = (size_t)snprintf(sql, sizeof sql, "UPDATE %s SET %s = ?1", column[0], column[1]);
    if (data[1] % 4 > 0) { // only some rows, which not all tables number
        snprintf(sql + used, sizeof sql - used, " WHERE rowid %% %d = 0", 1 + data[1] % 4);
    }
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
        bind(statement, data[2], data + 3, size - 3);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

static void found(void *context, const abDifference *difference) {
    (void)context, (void)difference;
}

// Everything that can be asked of a record.
static abResult look(abRecord *record, abError *error) {
    const abRecordInfo *info = ab_record_info(record);
    abRecordOutcome outcome;
    AB_TRY(ab_record_outcome(record, &outcome, error));
    for (int64_t i = 0; i < info->frame_count && i < 10; i++) {
        abFrame frame;
        AB_TRY(ab_record_frame(record, i, ~0U, &frame, error));
    }
    for (int64_t i = 0; i < info->event_count && i < 10; i++) {
        abEvent event;
        AB_TRY(ab_record_event(record, i, &event, error));
    }
    for (int64_t i = 0; i < info->warning_count && i < 10; i++) {
        const char *text;
        AB_TRY(ab_record_warning(record, i, &text, error));
    }
    return ab_record_compare(record, record, 0.0, found, NULL, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static abError error;
    ab_error_clear(&error);
    if (s_sound == NULL) {
        make(&error);
    }
    if (size < 4) {
        return 0;
    }
    if (data[0] % 2 == 0) {
        damage_bytes(data + 1, size - 1);
    } else {
        damage_values(data + 1, size - 1);
    }
    abRecord *record;
    abResult result = ab_record_open(s_path, ab_heap(), &record, &error);
    if (result == AB_OK) {
        result = look(record, &error);
        ab_record_close(record);
    }
    check(result == AB_OK || result == AB_DIFFERENT || error.count > 0);
    forget_files();
    return 0;
}
