// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// summary_test.c - what the lines of a summary count.

#include "command/summary.h"

#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
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

// Of the same run without a record: what an observer is told, and what the simulation says of itself.
typedef struct Told {
    int touches, releases;
} Told;

static abResult count_event(void *context, const abEvent *event, abError *error) {
    (void)error;
    Told *told = context;
    told->touches += event->kind == AB_EVENT_TOUCH;
    told->releases += event->kind == AB_EVENT_RELEASE;
    return AB_OK;
}

static void counts_are_those_of_the_run(void) {
    char folder[SCRATCH_PATH], path[200], text[4000] = "", wanted[80];
    Told told = {0};
    const abObserver observer = {.context = &told, .event = count_event};
    abModel *model = sound_model(s_text, &s_error);
    abSimulation *s = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    const abStatistics *run = ab_simulation_statistics(s);
    CHECK(told.touches > 1 && run->steps > 10 && run->steps < 1000); // no blanks between digits
    scratch_folder(folder);
    snprintf(path, sizeof path, "%s/run.db", folder);
    abRecord *record = open_record_fixture(s_text, path, &s_error);
    FILE *out = tmpfile();
    CHECK(out != NULL && summary_text(record, false, out, &s_error) == AB_OK);
    rewind(out);
    CHECK(fread(text, 1, sizeof text - 1, out) > 0);
    CHECK(fclose(out) == 0);
    snprintf(wanted, sizeof wanted, "  events      %d touch, %d release\n", told.touches,
             told.releases);
    CHECK(strstr(text, wanted) != NULL);
    snprintf(wanted, sizeof wanted, "  steps       %d, the shortest", (int)run->steps);
    CHECK(strstr(text, wanted) != NULL);
    ab_record_close(record);
    scratch_remove(folder);
    close_fixture(model, s);
}

AB_TESTS(AB_TEST(ropes_are_no_contacts), AB_TEST(counts_are_those_of_the_run))
