// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// summary_test.c - what the lines of a summary count.

#include "command/summary.h"

#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/scratch.h"
#include "record/file/record_fixture.h"

// A ball swings up on a rope, too slow for the top: the rope goes slack once. Another one bounces.
static const char s_text[] =
    "abut: 1\n"
    "gravity: [0, 0, -10]\n"
    "materials: {m: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0}]\n"
    "bodies:\n"
    "  swings: {mass: 1, inertia: [1, 1, 1], velocity: [6, 0, 0]}\n"
    "  ground: {mobility: fixed, position: [5, 0, 0], shapes: [{plane: {}, material: m}]}\n"
    "  ball: {position: [5, 0, 0.11], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
    "forces: [{type: rope, between: [world, swings], point_a: [0, 0, 1]}]\n"
    "simulation: {end_time: 0.6, output_interval: 0.1}\n";

static abError s_error;

static int releases(abRecord *record, bool of_links) {
    int count = 0;
    for (int64_t i = 0; i < ab_record_info(record)->event_count; i++) {
        abEvent event;
        CHECK(ab_record_event(record, i, &event, &s_error) == AB_OK);
        count += event.kind == AB_EVENT_RELEASE && (event.link != 0) == of_links;
    }
    return count;
}

static void ropes_are_no_contacts(void) {
    char folder[SCRATCH_PATH], path[200], text[4000] = "", wanted[60];
    scratch_folder(folder);
    snprintf(path, sizeof path, "%s/run.db", folder);
    abRecord *record = open_record_fixture(s_text, path, &s_error);
    CHECK(record != NULL);
    FILE *out = tmpfile();
    CHECK(out != NULL && summary_text(record, false, out, &s_error) == AB_OK);
    rewind(out);
    CHECK(fread(text, 1, sizeof text - 1, out) > 0);
    CHECK(fclose(out) == 0);
    int contacts = releases(record, false);
    CHECK(contacts > 0 && releases(record, true) == 1);
    snprintf(wanted, sizeof wanted, "contacts    %d ended", contacts);
    CHECK(strstr(text, wanted) != NULL);
    CHECK(strstr(text, "ropes       and limits of joints let go 1 time\n") != NULL);
    ab_record_close(record);
    scratch_remove(folder);
}

AB_TESTS(AB_TEST(ropes_are_no_contacts))
