// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// What shapes are made of is kept, and records from before it was are read.

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/scratch.h"
#include "record/file/record_file.h"
#include "record/file/record_fixture.h"
#include "record/file/record_types.h"

static const char s_text[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {oak: {density: 690, youngs_modulus: 1e9, poissons_ratio: 0.3}, "
    "stuff: {density: 7850, youngs_modulus: 1e9, poissons_ratio: 0.3}}\n"
    "pairs: [{materials: [oak, stuff], restitution: 0.5, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  one: {shapes: [{sphere: {radius: 0.1}, material: oak}]}\n"
    "  two: {position: [1, 0, 0], shapes: [{sphere: {radius: 0.1}, material: stuff}]}\n"
    "simulation: {end_time: 0.01, output_interval: 0.01}\n";

static char s_folder[SCRATCH_PATH], s_path[200];
static abError s_error;

static void a_record_says_what_shapes_are_made_of(void) {
    scratch_folder(s_folder);
    snprintf(s_path, sizeof s_path, "%s/run.db", s_folder);
    abRecord *record = open_record_fixture(s_text, s_path, &s_error);
    CHECK(record != NULL && record->scene.shape_count == 2);
    const abSceneShape *shapes = record->scene.shapes;
    CHECK(strcmp(shapes[0].material, "oak") == 0 && shapes[0].density == 690.0);
    CHECK(shapes[0].look == AB_LOOK_WOOD && shapes[1].look == AB_LOOK_STEEL);
    ab_record_close(record);
}

static void one_from_before_is_read(void) {
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(s_path, &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db,
                       "ALTER TABLE shapes DROP COLUMN material;"
                       "ALTER TABLE shapes DROP COLUMN density;",
                       NULL, NULL, NULL) == SQLITE_OK);
    CHECK(sqlite3_close(db) == SQLITE_OK);
    abRecord *record = NULL;
    CHECK(ab_record_open(s_path, ab_heap(), &record, &s_error) == AB_OK);
    const abSceneShape *shapes = record->scene.shapes;
    CHECK(shapes[0].material == NULL && shapes[0].density == 0.0);
    CHECK(shapes[0].look == AB_LOOK_PLAIN && shapes[1].look == AB_LOOK_PLAIN);
    ab_record_close(record);
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(a_record_says_what_shapes_are_made_of), AB_TEST(one_from_before_is_read))
