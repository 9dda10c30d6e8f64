// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_row_test.c - a value that the database does not take is an error that names the record,
// and what was committed before is still there. SQLite's limit of the size of a value stands in for
// want of memory, which it reports from the same calls.

#include "record/file/record_row.h"

#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "base/scratch.h"
#include "record/file/record_changes.h"
#include "record/file/record_types.h"

static const char s_model[] = "abut: 1\n"
                              "bodies: {ball: {position: [0, 0, 1], mass: 1, inertia: [1, 1, 1]}}\n"
                              "simulation: {end_time: 0.1, output_interval: 0.01}\n";
static char s_folder[SCRATCH_PATH], s_path[200];
static abError s_error;

typedef struct Run {
    abModel *model;
    abSimulation *simulation;
    abRecord *record;
    abObserver record_observer;
    int frames, limit_after; // the limit is set after this many frames
    int limit;               // bytes of a value
} Run;

static abResult pass_frame(void *context, const abFrame *frame, abError *error) {
    Run *run = context;
    if (run->frames++ == run->limit_after) {
        CHECK(ab_record_commit(run->record, run->simulation, error) == AB_OK);
        sqlite3_limit(run->record->db, SQLITE_LIMIT_LENGTH, run->limit);
    }
    return run->record_observer.frame(run->record, frame, error);
}

static void open_simulation(Run *run) {
    open_sound(s_model, (abLog){0}, &run->model, &run->simulation, &s_error);
}

static void begin(Run *run) {
    abRecordOptions options = ab_record_options();
    options.model_text = s_model;
    options.model_size = sizeof s_model - 1;
    open_simulation(run);
    CHECK(ab_record_create(s_path, run->model, &options, ab_heap(), &run->record, &s_error) ==
          AB_OK);
    run->record_observer = ab_record_observer(run->record);
}

static void end(Run *run) {
    ab_record_close(run->record);
    close_fixture(run->model, run->simulation);
}

// The error is about the record and says what is the matter.
static void check_refused(abResult result) {
    CHECK(result == AB_IO && s_error.count == 1);
    CHECK_TEXT(s_error.problems[0].file, s_path);
    CHECK(strstr(s_error.problems[0].text, "cannot write: a value is larger than the") != NULL);
    ab_error_clear(&s_error);
}

static void check_frames(int64_t count) {
    abRecord *record = NULL;
    abFrame frame;
    CHECK(ab_record_open(s_path, ab_heap(), &record, &s_error) == AB_OK);
    CHECK(ab_record_info(record)->frame_count == count);
    for (int64_t i = 0; i < count; i++) {
        CHECK(ab_record_frame(record, i, 0, &frame, &s_error) == AB_OK && frame.index == i);
    }
    ab_record_close(record);
}

static void check_resumes(void) {
    Run run = {0};
    open_simulation(&run);
    CHECK(ab_record_resume(s_path, run.simulation, NULL, ab_heap(), &run.record, &s_error) ==
          AB_OK);
    CHECK(ab_simulation_time(run.simulation) == 0.1);
    end(&run);
}

// A frame's blob of bodies has 104 bytes.
static void a_frame_that_is_refused_ends_the_run_and_keeps_those_before(void) {
    Run run = {.limit_after = 4, .limit = 103};
    begin(&run);
    abObserver observer = {.context = &run, .frame = pass_frame};
    check_refused(ab_simulation_run(run.simulation, &observer, &s_error));
    CHECK(ab_record_observer(run.record).frame(run.record, &(abFrame){0}, &s_error) == AB_IO);
    CHECK(strstr(s_error.problems[0].text, "an earlier write failed") != NULL);
    ab_error_clear(&s_error);
    end(&run);
    check_frames(4);
}

// The column of a checkpoint's state may be NULL: without the check it would be, and the record
// could not be resumed.
static void a_checkpoint_that_is_refused_leaves_the_one_before(void) {
    Run run = {.limit_after = -1};
    begin(&run);
    abObserver observer = ab_record_observer(run.record);
    CHECK(ab_simulation_run(run.simulation, &observer, &s_error) == AB_OK);
    CHECK(ab_record_commit(run.record, run.simulation, &s_error) == AB_OK);
    sqlite3_limit(run.record->db, SQLITE_LIMIT_LENGTH, (int)run.record->writer.state_capacity / 2);
    check_refused(ab_record_commit(run.record, run.simulation, &s_error));
    end(&run);
    check_frames(11);
    check_resumes();
}

// A text that is too long among the keys of a result, which may be NULL as well.
static void a_message_that_is_refused_is_reported(void) {
    static abError long_story;
    Run run = {.limit_after = -1};
    begin(&run);
    abObserver observer = ab_record_observer(run.record);
    CHECK(ab_simulation_run(run.simulation, &observer, &s_error) == AB_OK);
    CHECK(ab_record_commit(run.record, run.simulation, &s_error) == AB_OK);
    for (int i = 0; i < 10; i++) {
        ab_error_add(&long_story, AB_NUMERICS, (abPlace){0}, "%0200d", i);
    }
    sqlite3_limit(run.record->db, SQLITE_LIMIT_LENGTH, 1500);
    check_refused(
        ab_record_finish(run.record, run.simulation, AB_NUMERICS, &long_story, 0.0, &s_error));
    end(&run);
    check_frames(11);
}

static void texts_of_changes_and_warnings_are_refused_too(void) {
    char text[2000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    Run run = {.limit_after = -1};
    begin(&run);
    sqlite3_limit(run.record->db, SQLITE_LIMIT_LENGTH, 1000);
    check_refused(ab_record_add_change(run.record, 0.0, "gravity", text, &s_error));
    check_refused(ab_record_add_override(run.record, text, "1", &s_error));
    check_refused(ab_record_add_warning(run.record, text, &s_error));
    end(&run);
}

// What follows a refused value is not bound, so that the reason stays the last.
static void the_first_reason_counts(void) {
    Run run = {.limit_after = -1};
    abRecordRow row;
    begin(&run);
    CHECK(ab_row_begin(run.record, AB_PUT_MAP, &row, &s_error) == AB_OK);
    sqlite3_limit(run.record->db, SQLITE_LIMIT_LENGTH, 100);
    ab_row_text(&row, "this text is longer than a hundred bytes, so that the database with its "
                      "limit of a hundred will not have it");
    ab_row_integer(&row, 1);
    CHECK(row.code == SQLITE_TOOBIG && row.count == 1);
    check_refused(ab_row_put(&row, &s_error));
    end(&run);
}

static void the_folder_is_made(void) {
    scratch_folder(s_folder);
    snprintf(s_path, sizeof s_path, "%s/run.abut.db", s_folder);
}

static void the_folder_is_removed(void) {
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(the_folder_is_made),
         AB_TEST(a_frame_that_is_refused_ends_the_run_and_keeps_those_before),
         AB_TEST(a_checkpoint_that_is_refused_leaves_the_one_before),
         AB_TEST(a_message_that_is_refused_is_reported),
         AB_TEST(texts_of_changes_and_warnings_are_refused_too), AB_TEST(the_first_reason_counts),
         AB_TEST(the_folder_is_removed))
