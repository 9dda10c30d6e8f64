// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_compare_test.c - what is told of two records that differ: loads of limits and ropes,
// regions of contacts. A weight on the end of its rail, one on a rope, a cube of triangles on a
// plate.

#include "base/check.h"
#include "base/scratch.h"
#include "record/file/record_file.h"
#include "record/file/record_fixture.h"
#include "record/file/record_statements.h"

#define FACES                                                                                      \
    "faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],"     \
    "[3,0,4],[3,4,7]]}, material: m}]}\n"
static const char s_bodies[] =
    "abut: 1\nmaterials: {m: {density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  block: {mass: 2, inertia: [1, 1, 1, 0, 0, 0]}\n"
    "  hook: {mobility: fixed, position: [5, 0, 1]}\n"
    "  ball: {position: [5, 0, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}\n"
    "  plate: {mobility: fixed, position: [9, 0, 0], shapes: [{mesh: {collide: surface, points: "
    "[[-2,-2,-1],[2,-2,-1],[2,2,-1],[-2,2,-1],[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0]], " FACES
    "  cube: {position: [9, 0, 0.49], shapes: [{mesh: {collide: surface, points: "
    "[[-0.5,-0.5,-0.5],[0.5,-0.5,-0.5],[0.5,0.5,-0.5],[-0.5,0.5,-0.5],[-0.5,-0.5,0.5],"
    "[0.5,-0.5,0.5],[0.5,0.5,0.5],[-0.5,0.5,0.5]], " FACES
    "joints: [{name: rail, type: prismatic, between: [world, block], z_low: 0, z_high: 1}]\n"
    "contacts: [{between: [all, all], manifold: contours, friction: {law: none}, normal: {law: "
    "foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, thickness: 0.1}}]\n"
    "simulation: {end_time: 0.02, output_interval: 0.01}\n";
static const char s_rope[] = "{name: rope, type: rope, between: [hook, ball], length: 1}";

static char s_folder[SCRATCH_PATH];
static abError s_error;

static const char *path_of(const char *name) {
    return fixture_path(s_folder, name);
}

static void run(const char *name, double gravity, const char *forces) {
    char text[4000];
    snprintf(text, sizeof text, "%sgravity: [0, 0, %g]\nforces: [%s]\n", s_bodies, -gravity,
             forces);
    CHECK(record_fixture(text, path_of(name), &s_error) == AB_OK);
    for (int i = 0; i < s_error.count; i++) {
        ab_check_failed(name, 0, s_error.problems[i].text);
    }
}

static void change(const char *name, const char *sql) {
    abRecord *record = NULL;
    CHECK(ab_record_open_file(path_of(name), AB_RECORD_WRITE, ab_heap(), &record, &s_error) ==
          AB_OK);
    CHECK(ab_record_exec(record, sql, &s_error) == AB_OK);
    ab_record_close(record);
}

enum { MAX_COUNT = 64 };
static abDifference s_found[MAX_COUNT];
static int s_count;

static void note(void *context, const abDifference *difference) {
    (void)context;
    if (s_count < MAX_COUNT) {
        s_found[s_count++] = *difference;
    }
}

static void compare(const char *a, const char *b, double tolerance) {
    abRecord *records[2] = {NULL, NULL};
    s_count = 0;
    CHECK(ab_record_open(path_of(a), ab_heap(), &records[0], &s_error) == AB_OK);
    CHECK(ab_record_open(path_of(b), ab_heap(), &records[1], &s_error) == AB_OK);
    abResult result = ab_record_compare(records[0], records[1], tolerance, note, NULL, &s_error);
    CHECK(result == (s_count > 0 ? AB_DIFFERENT : AB_OK));
    ab_record_close(records[0]);
    ab_record_close(records[1]);
}

static const abDifference *found(const char *what) {
    for (int i = 0; i < s_count; i++) {
        if (strcmp(s_found[i].what, what) == 0) {
            return &s_found[i];
        }
    }
    static const abDifference nothing = {.largest = -1.0};
    ab_check_failed(what, 0, "was not found to differ");
    return &nothing;
}

static void the_records_are_made(void) {
    scratch_folder(s_folder);
    run("ten.db", 10.0, s_rope);
    run("same.db", 10.0, s_rope);
    run("eleven.db", 11.0, s_rope);
    compare("ten.db", "same.db", 0.0);
    CHECK(s_count == 0);
}

// Weights of 2 kg and 1 kg, 1 m/s^2 apart; the cube of 1000 kg has hardly begun to move.
static void loads_of_limits_and_ropes_are_compared(void) {
    compare("ten.db", "eleven.db", 0.0);
    CHECK_NEAR(found("joint(rail).limit_force.z")->largest, 2.0, 1e-9, 1.0);
    CHECK_NEAR(found("force(rope).force.z")->largest, 1.0, 1e-9, 1.0);
    CHECK(found("regions.normal_force")->largest > 0.0);
    // 2 of 22 and 1 of 11
    compare("ten.db", "eleven.db", 0.1);
    for (int i = 0; i < s_count; i++) {
        CHECK(strstr(s_found[i].what, "limit_") == NULL && strstr(s_found[i].what, "rope") == NULL);
    }
}

static void a_load_alone_is_found(void) {
    run("load.db", 10.0, s_rope);
    change("load.db", "UPDATE frames SET loads = zeroblob(length(loads)) WHERE idx = 1");
    compare("ten.db", "load.db", 1e-3);
    CHECK(s_count == 2);
    const abDifference *limit = found("joint(rail).limit_force.z");
    CHECK_NEAR(limit->largest, 20.0, 1e-9, 1.0);
    CHECK(limit->time == 0.01 && limit->values[1] == 0.0);
    CHECK_NEAR(found("force(rope).force.z")->largest, 10.0, 1e-9, 1.0);
}

static void a_region_alone_is_found(void) {
    run("region.db", 10.0, s_rope);
    change("region.db", "UPDATE regions SET area = area + 0.25 WHERE frame = 1");
    compare("ten.db", "region.db", 0.0);
    CHECK(s_count == 1);
    CHECK_NEAR(found("regions.area")->largest, 0.25, 1e-12, 1.0);
    CHECK(found("regions.area")->time == 0.01);
    compare("ten.db", "region.db", 0.3); // of 1.25 m^2
    CHECK(s_count == 0);
    change("region.db", "DELETE FROM regions WHERE frame >= 1");
    compare("ten.db", "region.db", 0.0);
    CHECK(s_count == 1);
    const abDifference *number = found("number of regions");
    CHECK(number->time == 0.01 && number->values[0] == 1.0 && number->values[1] == 0.0);
    compare("ten.db", "region.db", 1e-6);
    CHECK(s_count == 0);
}

static void other_forces_are_a_difference(void) {
    run("bare.db", 10.0, "");
    compare("ten.db", "bare.db", 0.0);
    CHECK(found("force elements")->values[0] == 1.0 && found("force elements")->values[1] == 0.0);
    CHECK(found("ball.position.z")->largest > 0.0);
}

static void the_records_are_removed(void) {
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(the_records_are_made), AB_TEST(loads_of_limits_and_ropes_are_compared),
         AB_TEST(a_load_alone_is_found), AB_TEST(a_region_alone_is_found),
         AB_TEST(other_forces_are_a_difference), AB_TEST(the_records_are_removed))
