// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "output/view/view_stream.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/scratch.h"
#include "output/export/export_html.h"
#include "output/view/view_scene.h"
#include "record/file/record_fixture.h"

// Names that would be markup, were they not kept as data.
static const char s_model_text[] =
    "abut: 1\n"
    "title: \"</script><img src=x onerror=alert(1)>\"\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0.8, sliding_friction: 0.3}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  one: {position: [0, 0, 0.2], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
    "  two: {position: [1, 0, 0.3], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
    "  box: {position: [2, 0, 0.4], shapes: [{box: {size: [0.1, 0.2, 0.3]}, material: steel}]}\n"
    "simulation: {end_time: 0.3, output_interval: 0.0005, tolerance: 1.0e-6}\n";

static abError s_error;
static char s_folder[SCRATCH_PATH];
static abRecord *s_record;
static abText s_out;

static uint32_t word_at(size_t offset) {
    uint32_t value;
    memcpy(&value, s_out.data + offset, sizeof value);
    return value;
}

static double double_at(size_t offset) {
    double value;
    memcpy(&value, s_out.data + offset, sizeof value);
    return value;
}

static float float_at(size_t offset) {
    float value;
    memcpy(&value, s_out.data + offset, sizeof value);
    return value;
}

static void equal_shapes_share_a_geometry(void) {
    CHECK(ab_view_scene(s_record, &s_out, &s_error) == AB_OK);
    CHECK(s_out.size % 8 == 0);
    CHECK(word_at(0) == AB_VIEW_SCENE);
    const char *json = s_out.data + 8;
    CHECK(strstr(json, "\"name\":\"one\"") != NULL || strstr(json, "\"name\": \"one\"") != NULL);
    int spheres = 0, boxes = 0, planes = 0;
    for (const char *at = json; (at = strstr(at, "\"geometry\"")) != NULL; at++) {
        int index = atoi(at + strlen("\"geometry\":"));
        planes += index == -1;
        spheres += index == 0;
        boxes += index == 1;
    }
    CHECK(planes == 1 && spheres == 2 && boxes == 1);
    CHECK(strstr(json, "\"action_low\"") != NULL && strstr(json, "\"STEEL\"") != NULL);
    CHECK(strstr(json, "\"material\"") != NULL);
}

static void a_frame_keeps_what_the_record_has(void) {
    const int64_t index = 400;
    abFrame frame;
    CHECK(ab_record_frame(s_record, index, AB_FRAME_CONTACTS, &frame, &s_error) == AB_OK);
    CHECK(ab_view_frame(s_record, &frame, &s_out, &s_error) == AB_OK);
    CHECK(s_out.size % 8 == 0);
    CHECK(word_at(0) == AB_VIEW_FRAME && word_at(4) == (uint32_t)index);
    CHECK(double_at(8) == frame.time);
    CHECK(word_at(16) == 4 && word_at(20) == (uint32_t)frame.contact_count);
    CHECK(double_at(64) == frame.energy.kinetic);
    // float32 rounds to 2^-24 of the value
    CHECK_NEAR(float_at(160 + 52 + 8), frame.bodies[1].position.z, 6e-8, 1.0);
    CHECK_NEAR(float_at(160 + 3 * 52 + 12), frame.bodies[3].orientation.w, 6e-8, 1.0);
}

static void contacts_follow_the_joints(void) {
    int64_t index = 0;
    abFrame frame = {0};
    while (index < ab_record_info(s_record)->frame_count && frame.contact_count == 0) {
        CHECK(ab_record_frame(s_record, index++, AB_FRAME_CONTACTS, &frame, &s_error) == AB_OK);
    }
    CHECK(frame.contact_count > 0);
    CHECK(ab_view_frame(s_record, &frame, &s_out, &s_error) == AB_OK);
    size_t at = 160 + 4 * 52;
    CHECK((int)word_at(at) == frame.contacts[0].shape_a);
    CHECK((int)word_at(at + 4) == frame.contacts[0].shape_b);
    CHECK_NEAR(float_at(at + 40), frame.contacts[0].normal_force, 6e-8,
               frame.contacts[0].normal_force);
    CHECK(float_at(at + 100) == frame.contacts[0].state);
    CHECK(frame.contacts[0].state != AB_CONTACT_FREE);
}

static void series_are_thinned_to_what_was_asked(void) {
    int64_t frames = ab_record_info(s_record)->frame_count;
    CHECK(ab_view_series(s_record, "one.position.z", 7, 1000, &s_out, &s_error) == AB_OK);
    CHECK(word_at(0) == AB_VIEW_SERIES && word_at(4) == 7 && word_at(8) == (uint32_t)frames);
    CHECK(double_at(16) == 0.0);
    CHECK(double_at(16 + 8 * (size_t)frames) == 0.2);
    CHECK(ab_view_series(s_record, "one.position.z", 8, 10, &s_out, &s_error) == AB_OK);
    CHECK(word_at(8) <= 10);
    ab_error_clear(&s_error);
    CHECK(ab_view_series(s_record, "none.position.z", 9, 10, &s_out, &s_error) == AB_BAD_MODEL);
}

static void events_are_told_from_where_one_asks(void) {
    CHECK(ab_view_events(s_record, 0, &s_out, &s_error) == AB_OK);
    CHECK(word_at(0) == AB_VIEW_TEXT);
    CHECK(strstr(s_out.data + 8, "touch") != NULL);
    CHECK(ab_view_events(s_record, 1000000, &s_out, &s_error) == AB_OK);
    CHECK(strstr(s_out.data + 8, "touch") == NULL);
}

static void a_page_holds_the_record_and_no_names_as_markup(void) {
    char path[200];
    snprintf(path, sizeof path, "%s/page.html", s_folder);
    FILE *file = fopen(path, "w+b");
    abSampleRange range = ab_sample_range();
    CHECK(ab_export_html(s_record, &range, "t=0.1&map=off", "<p><!-- record --></p>", file, path,
                         &s_error) == AB_OK);
    static char text[1 << 20];
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    CHECK(strncmp(text, "<p><script id=\"record\"", 22) == 0);
    CHECK(strstr(text, "</script></p>") != NULL);
    CHECK(strstr(text, "onerror") == NULL);
    CHECK(strstr(text, "data-open=\"t=0.1&map=off\"") != NULL);
    ab_error_clear(&s_error);
    CHECK(ab_export_html(s_record, &range, "t=0\"><img>", "<p><!-- record --></p>", file, path,
                         &s_error) == AB_USAGE);
    ab_error_clear(&s_error);
    CHECK(ab_export_html(s_record, &range, NULL, "<p></p>", file, path, &s_error) == AB_USAGE);
    fclose(file);
}

static void a_record_is_made(void) {
    char path[200];
    scratch_folder(s_folder);
    snprintf(path, sizeof path, "%s/run.db", s_folder);
    ab_text_init(&s_out, ab_heap());
    s_record = open_record_fixture(s_model_text, path, &s_error);
    CHECK(s_record != NULL);
}

static void the_record_is_removed(void) {
    ab_record_close(s_record);
    ab_text_done(&s_out);
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(a_record_is_made), AB_TEST(equal_shapes_share_a_geometry),
         AB_TEST(a_frame_keeps_what_the_record_has), AB_TEST(contacts_follow_the_joints),
         AB_TEST(series_are_thinned_to_what_was_asked),
         AB_TEST(events_are_told_from_where_one_asks),
         AB_TEST(a_page_holds_the_record_and_no_names_as_markup), AB_TEST(the_record_is_removed))
