// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record_outlines_test.c - outlines found again from a record are around the areas it has: of a
// mesh that stands with two feet, 1 m by 1 m and 1 m by 0.5 m, turned a little, on a plate.

#include "record/file/record_outlines.h"

#include "base/check.h"
#include "base/scratch.h"
#include "math/core/vector_math.h"
#include "record/file/record_file.h"
#include "record/file/record_fixture.h"
#include "record/file/record_statements.h"

#define BOX(a, b, c, d, e, f, g, h)                                                                \
    "[" #a "," #c "," #b "],[" #a "," #d "," #c "],[" #e "," #f "," #g "],[" #e "," #g "," #h      \
    "],[" #a "," #b "," #f "],[" #a "," #f "," #e "],[" #b "," #c "," #g "],[" #b "," #g "," #f    \
    "],[" #c "," #d "," #h "],[" #c "," #h "," #g "],[" #d "," #a "," #e "],[" #d "," #e "," #h    \
    "]"
static const char s_model[] =
    "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  plate: {mobility: fixed, shapes: [{material: m, mesh: {collide: surface, points: "
    "[[-4,-4,-1],[4,-4,-1],[4,4,-1],[-4,4,-1],[-4,-4,0],[4,-4,0],[4,4,0],[-4,4,0]], faces: "
    "[" BOX(
        0, 1, 2, 3, 4, 5, 6,
        7) "]}}]}\n"
           "  feet: {position: [0.1, 0.2, %g], rotation: [0, 0, 0.3], shapes: [{material: m, mesh: "
           "{collide: surface, points: [[-2,-0.5,0],[-1,-0.5,0],[-1,0.5,0],[-2,0.5,0],[-2,-0.5,1],"
           "[-1,-0.5,1],[-1,0.5,1],[-2,0.5,1],[1,-0.5,0],[2,-0.5,0],[2,0,0],[1,0,0],[1,-0.5,1],"
           "[2,-0.5,1],[2,0,1],[1,0,1]], faces: [" BOX(0, 1, 2, 3, 4, 5, 6, 7) "," BOX(
               8, 9, 10, 11, 12, 13, 14,
               15) "]}}]}\n"
                   "contacts: [{between: [all, all], manifold: contours, %s}]\n"
                   "simulation: {end_time: 0.02, output_interval: 0.01, %s}\n";

static char s_folder[SCRATCH_PATH], s_path[200];
static abError s_error;

static abRecord *record_of(double height, const char *rule, const char *method) {
    static char text[6000];
    snprintf(text, sizeof text, s_model, height, rule, method);
    abRecord *record = open_record_fixture(text, s_path, &s_error);
    CHECK(record != NULL);
    for (int i = 0; i < s_error.count; i++) {
        ab_check_failed(rule, 0, s_error.problems[i].text);
    }
    return record;
}

// Area within a loop as a vector, and where its middle is.
static abVec3 area_within(const abOutlines *outlines, const abOutlineLoop *loop, abVec3 *middle) {
    const abVec3 *points = &outlines->points[loop->first];
    abVec3 sum = {0.0, 0.0, 0.0};
    *middle = (abVec3){0.0, 0.0, 0.0};
    for (int i = 0; i < loop->count; i++) {
        abVec3 p = ab_sub(points[i], points[0]);
        abVec3 q = ab_sub(points[(i + 1) % loop->count], points[0]);
        sum = ab_add_scaled(sum, 0.5, ab_cross(p, q));
        *middle = ab_add_scaled(*middle, 1.0 / loop->count, points[i]);
    }
    return sum;
}

static void check_frame(abRecord *record, int64_t index) {
    abFrame frame;
    abOutlines outlines;
    CHECK(ab_record_frame(record, index, AB_FRAME_REGIONS, &frame, &s_error) == AB_OK);
    CHECK(ab_record_outlines(record, &frame, &outlines, &s_error) == AB_OK);
    CHECK(frame.region_count == 2 && outlines.loop_count == 2);
    if (outlines.loop_count != 2) {
        return;
    }
    double areas = 0.0;
    for (int k = 0; k < outlines.loop_count; k++) {
        const abOutlineLoop *loop = &outlines.loops[k];
        const abContactRegion *row = &frame.regions[loop->region];
        abVec3 middle, area = area_within(&outlines, loop, &middle);
        // the same contour from poses that are rounded anew: 1e-15 of 4 m, by the length of the rim
        CHECK_NEAR(fabs(ab_dot(area, row->normal)), row->area, 1e-13, 1.0);
        CHECK(ab_norm(ab_sub(middle, row->center)) < 0.3); // the feet are 3 m apart
        areas += row->area;
    }
    CHECK(outlines.loops[0].region != outlines.loops[1].region);
    CHECK_NEAR(areas, 1.5, 1e-3, 1.0);
}

static void outlines_are_around_what_overlaps(void) {
    scratch_folder(s_folder);
    snprintf(s_path, sizeof s_path, "%s/feet.db", s_folder);
    abRecord *record = record_of(-0.0005,
                                 "friction: {law: none}, normal: {law: foundation, "
                                 "youngs_modulus: 1.0e6, poissons_ratio: 0.4, thickness: 0.1}",
                                 "method: events");
    for (int i = 0; i < 3; i++) {
        check_frame(record, i);
    }
    ab_record_close(record);
}

// Nothing overlaps, or by rounding.
static void outlines_are_around_what_only_touches(void) {
    abRecord *record = record_of(0.0, "friction: {law: coulomb}, normal: {law: rigid}",
                                 "method: stepping, step: 0.01");
    for (int i = 1; i < 3; i++) {
        check_frame(record, i);
    }
    ab_record_close(record);
}

// Wherever bytes are wrong, it ends with outlines or without.
static void wrong_bytes_are_borne(void) {
    static char bytes[400000], copy[sizeof bytes];
    FILE *file = fopen(s_path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    unsigned seed = 54321;
    int with_outlines = 0;
    for (int trial = 0; trial < 200; trial++) {
        char path[240];
        abRecord *record = NULL;
        memcpy(copy, bytes, size);
        for (int i = 0; i < 20; i++) {
            seed = seed * 1664525u + 1013904223u;
            copy[(seed >> 8) % size] = (char)(seed >> 24);
        }
        snprintf(path, sizeof path, "%s/wrong.db", s_folder);
        file = fopen(path, "wb");
        fwrite(copy, 1, size, file);
        fclose(file);
        ab_error_clear(&s_error);
        if (ab_record_open(path, ab_heap(), &record, &s_error) != AB_OK) {
            continue;
        }
        for (int64_t i = 0; i < 3; i++) {
            abFrame frame;
            abOutlines outlines = {0};
            if (ab_record_frame(record, i, AB_FRAME_REGIONS, &frame, &s_error) == AB_OK &&
                ab_record_outlines(record, &frame, &outlines, &s_error) == AB_OK) {
                with_outlines += outlines.loop_count > 0;
            }
        }
        ab_record_close(record);
    }
    CHECK(with_outlines > 0);
}

static void a_damaged_mesh_has_none(void) {
    static const char *const damages[] = {
        "UPDATE shapes SET triangles = zeroblob(length(triangles)) WHERE id = 1",
        "UPDATE shapes SET points = zeroblob(length(points)) WHERE id = 0",
        "UPDATE shapes SET triangles = zeroblob(0)"};
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        abRecord *record = NULL;
        abFrame frame;
        abOutlines outlines;
        CHECK(ab_record_open_file(s_path, AB_RECORD_WRITE, ab_heap(), &record, &s_error) == AB_OK);
        CHECK(ab_record_exec(record, damages[i], &s_error) == AB_OK);
        ab_record_close(record);
        CHECK(ab_record_open(s_path, ab_heap(), &record, &s_error) == AB_OK);
        CHECK(ab_record_frame(record, 2, AB_FRAME_REGIONS, &frame, &s_error) == AB_OK);
        CHECK(ab_record_outlines(record, &frame, &outlines, &s_error) == AB_OK);
        CHECK(frame.region_count == 2 && outlines.loop_count == 0);
        ab_record_close(record);
    }
}

static void the_folder_is_removed(void) {
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(outlines_are_around_what_overlaps), AB_TEST(outlines_are_around_what_only_touches),
         AB_TEST(wrong_bytes_are_borne), AB_TEST(a_damaged_mesh_has_none),
         AB_TEST(the_folder_is_removed))
