// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// What events tell of laws has names, kept in the record; records from before are read.

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/scratch.h"
#include "record/file/record_file.h"
#include "record/file/record_fixture.h"
#include "record/file/record_laws.h"

// a ball of 0.1 m falls on a floor; c_res of both sides alike is half of E/(1 - nu^2)
#define MODEL(law, simulation)                                                                     \
    "abut: 1\n"                                                                                    \
    "gravity: [0, 0, -9.81]\n"                                                                     \
    "materials: {m: {density: 1000, youngs_modulus: 1e8, poissons_ratio: 0.3}}\n"                  \
    "pairs: [{materials: [m, m], restitution: 0.7, sliding_friction: 0}]\n"                        \
    "bodies:\n"                                                                                    \
    "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"                             \
    "  ball: {position: [0, 0, 0.15], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"           \
    "contacts: [{between: ['*', '*'], normal: " law ", friction: {law: none}}]\n"                  \
    "sensors: {stop: {expression: time, value: 0.15, halt: true}}\n"                               \
    "simulation: {end_time: 0.2, output_interval: 0.01" simulation "}\n"

static char s_folder[SCRATCH_PATH];
static abError s_error;
static const double s_c_res = 0.5 * 1e8 / (1.0 - 0.09);

static const char *path_of(const char *name) {
    return fixture_path(s_folder, name);
}

static abEvent event_of(abRecord *record, int64_t index) {
    abEvent event = {0};
    CHECK(ab_record_event(record, index, &event, &s_error) == AB_OK);
    return event;
}

static void a_contact_tells_c_res_and_its_damping(void) {
    scratch_folder(s_folder);
    abRecord *record =
        open_record_fixture(MODEL("{law: elastic}", ""), path_of("new.db"), &s_error);
    CHECK(record != NULL);
    abEvent touch = event_of(record, 0);
    const char *unit;
    CHECK(touch.kind == AB_EVENT_TOUCH && touch.restart == AB_RESTART_STEPS);
    CHECK_TEXT(ab_record_law_name(record, touch.normal_law), "elastic");
    CHECK_TEXT(ab_record_law_number(record, touch.normal_law, 0, &unit), "d_res");
    CHECK_TEXT(unit, "s/m");
    CHECK_TEXT(ab_record_law_number(record, touch.normal_law, 4, &unit), "c_res");
    CHECK_TEXT(unit, "Pa");
    CHECK_TEXT(ab_record_law_number(record, touch.normal_law, 1, NULL), "");
    CHECK_TEXT(ab_record_law_number(record, 0, 0, NULL), "");
    CHECK_TEXT(ab_record_law_number(record, 1000, 0, NULL), "");
    CHECK_NEAR(touch.constants[0], s_c_res, 1e-15, s_c_res);
    // the law's own formula, elastic.c (3) and (4), far above v_small
    double damping = 8.0 * (1.0 - 0.7) / (5.0 * 0.7 * touch.speed);
    CHECK_NEAR(touch.law[0], damping, 1e-4, damping);
    ab_record_close(record);
}

// Sensors change nothing but where they halt; steps of one length have nothing to begin anew.
static void an_event_tells_what_it_asks_of_the_run(void) {
    abRecord *record = NULL;
    CHECK(ab_record_open(path_of("new.db"), ab_heap(), &record, &s_error) == AB_OK);
    abEvent halt = event_of(record, ab_record_info(record)->event_count - 1);
    CHECK(halt.kind == AB_EVENT_SENSOR && halt.restart == AB_RESTART_TERMINATE);
    CHECK(halt.normal_law == 0);
    ab_record_close(record);
    record = open_record_fixture(MODEL("{law: rigid}", ", method: stepping, step: 0.001"),
                                 path_of("steps.db"), &s_error);
    CHECK(record != NULL);
    abEvent touch = event_of(record, 0);
    CHECK(touch.restart == AB_RESTART_NONE);
    CHECK_TEXT(ab_record_law_name(record, touch.normal_law), "rigid");
    CHECK_TEXT(ab_record_law_number(record, touch.normal_law, 0, NULL), "");
    ab_record_close(record);
}

static void count_difference(void *context, const abDifference *difference) {
    (void)difference;
    ++*(int *)context;
}

static void one_from_before_is_read(void) {
    CHECK(record_fixture(MODEL("{law: elastic}", ""), path_of("old.db"), &s_error) == AB_OK);
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(path_of("old.db"), &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db,
                       "DROP TABLE laws; DROP TABLE law_numbers;"
                       "ALTER TABLE events DROP COLUMN restart;"
                       "ALTER TABLE events DROP COLUMN normal_law;"
                       "ALTER TABLE events DROP COLUMN constants_0;"
                       "ALTER TABLE events DROP COLUMN constants_1;",
                       NULL, NULL, NULL) == SQLITE_OK);
    CHECK(sqlite3_close(db) == SQLITE_OK);
    abRecord *records[2] = {NULL, NULL};
    CHECK(ab_record_open(path_of("old.db"), ab_heap(), &records[0], &s_error) == AB_OK);
    CHECK(ab_record_open(path_of("new.db"), ab_heap(), &records[1], &s_error) == AB_OK);
    abEvent old = event_of(records[0], 0), now = event_of(records[1], 0);
    CHECK(old.restart == AB_RESTART_UNKNOWN && old.normal_law == 0);
    CHECK(old.law[0] == now.law[0] && old.time == now.time);
    CHECK_TEXT(ab_record_law_name(records[0], now.normal_law), "");
    int count = 0; // the same run, told less
    CHECK(ab_record_compare(records[0], records[1], 0.0, count_difference, &count, &s_error) ==
          AB_OK);
    CHECK(count == 0);
    ab_record_close(records[0]);
    ab_record_close(records[1]);
}

static void one_from_before_goes_on_with_all_of_it(void) {
    abRecord *record = NULL;
    CHECK(ab_record_open_file(path_of("old.db"), AB_RECORD_WRITE, ab_heap(), &record, &s_error) ==
          AB_OK);
    CHECK(ab_record_create_laws(record, &s_error) == AB_OK);
    CHECK(ab_record_create_laws(record, &s_error) == AB_OK); // what is there stays
    ab_record_close(record);
    CHECK(ab_record_open(path_of("old.db"), ab_heap(), &record, &s_error) == AB_OK);
    CHECK_TEXT(ab_record_law_number(record, 1, 0, NULL), "d_res");
    CHECK(event_of(record, 0).restart == AB_RESTART_UNKNOWN);
    ab_record_close(record);
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(a_contact_tells_c_res_and_its_damping),
         AB_TEST(an_event_tells_what_it_asks_of_the_run), AB_TEST(one_from_before_is_read),
         AB_TEST(one_from_before_goes_on_with_all_of_it))
