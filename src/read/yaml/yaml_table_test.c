// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_table_test.c - keys that have got another name are read under both for a while.

#include "read/yaml/yaml_table.h"

#include <stdio.h>
#include <string.h>

#include "abut/read.h"
#include "base/check.h"
#include "model/core/model.h"
#include "model/kinds/forces.h"
#include "read/yaml/model_parameters.h"

static abError s_error;
static char s_said[4][300];
static int s_said_count;

static void keep(void *context, abLogLevel level, const char *text) {
    (void)context;
    if (level == AB_LOG_WARNING && s_said_count < 4) {
        snprintf(s_said[s_said_count++], sizeof s_said[0], "%s", text);
    }
}

static const char *drag_text(const char *keys) {
    static char text[400];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
             "forces:\n"
             "  - {type: drag, name: air, between: [world, ball], %s}\n",
             keys);
    return text;
}

static const char *polygon_text(const char *keys) {
    static char text[400];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "bodies: {stone: {mass: 1, inertia: [1, 1, 1], shapes: [{outline: "
             "{form: random_polygon, sides: 5, seed: 3, radius: 1, %s}, collides: false}]}}\n",
             keys);
    return text;
}

static abResult read_text(const char *text, const abOverride *override, abModel **model) {
    abLog log = {.write = keep};
    s_said_count = 0;
    ab_error_clear(&s_error);
    return ab_model_read_text(text, strlen(text), "air.yaml", override, override != NULL, ab_heap(),
                              log, model, &s_error);
}

// The torque per angular velocity that a text means; -1 when it is refused.
static double rotational_damping(const char *text, const abOverride *override) {
    abModel *model;
    if (read_text(text, override, &model) != AB_OK) {
        return -1.0;
    }
    abDragKeys keys;
    memcpy(&keys, model->force_defs[0].params.data, sizeof keys);
    ab_model_destroy(model);
    return keys.rotational_damping;
}

static void both_names_mean_the_same(void) {
    CHECK(rotational_damping(drag_text("rotational_damping: 0.25"), NULL) == 0.25);
    CHECK(s_said_count == 0);
    CHECK(rotational_damping(drag_text("turning: 0.25"), NULL) == 0.25);
    CHECK(s_said_count == 1);
}

static void the_former_name_is_hinted_at_with_its_place(void) {
    CHECK(rotational_damping(drag_text("turning: 1"), NULL) == 1.0);
    CHECK_TEXT(s_said[0], "air.yaml:4:53: turning is now called rotational_damping; the next "
                          "version does not read the former name");
}

static void angles_of_polygons_have_two_names(void) {
    abModel *model;
    CHECK(read_text(polygon_text("min_angle: 1.0, max_angle: 1.2"), NULL, &model) == AB_OK);
    CHECK(s_said_count == 0);
    ab_model_destroy(model);
    CHECK(read_text(polygon_text("least: 1.0, most: 1.2"), NULL, &model) == AB_OK);
    CHECK(s_said_count == 2);
    ab_model_destroy(model);
    CHECK(read_text(polygon_text("least: 1.2, most: 1.0"), NULL, &model) == AB_BAD_MODEL);
}

static void one_key_under_two_names_is_refused(void) {
    CHECK(rotational_damping(drag_text("rotational_damping: 1, turning: 1"), NULL) == -1.0);
    CHECK(s_error.count == 1);
    CHECK_TEXT(s_error.problems[0].text, "turning is the former name of rotational_damping, which "
                                         "is given too; leave one");
}

static void overrides_know_both(void) {
    abOverride former = {"forces.air.turning", "3"}, now = {"forces.air.rotational_damping", "3"};
    CHECK(rotational_damping(drag_text("damping: 1"), &former) == 3.0);
    CHECK(strncmp(s_said[0], "--set forces.air.turning: turning is now called", 46) == 0);
    CHECK(rotational_damping(drag_text("damping: 1"), &now) == 3.0);
    CHECK(rotational_damping(drag_text("turning: 1"), &former) == 3.0);
}

static bool can_be_set(const char *text, const char *path) {
    char found[AB_PARAMETER_PATH];
    const abModelText source = {.text = text, .size = strlen(text)};
    ab_error_clear(&s_error);
    return ab_yaml_find_parameter(&source, ab_heap(), path, found, &s_error) == AB_OK;
}

// So that what is set replaces what the file says.
static void a_path_has_the_name_of_the_file(void) {
    CHECK(can_be_set(drag_text("damping: 1"), "forces.air.rotational_damping"));
    CHECK(can_be_set(drag_text("turning: 1"), "forces.air.turning"));
    CHECK(!can_be_set(drag_text("turning: 1"), "forces.air.rotational_damping"));
}

// What a hull wants is a file; points are those of others.
static void a_key_of_other_kinds_is_told_with_them(void) {
    abModel *model;
    const char *text =
        "abut: 1\n"
        "bodies: {stone: {mass: 1, inertia: [1, 1, 1], shapes: [{hull: {file: a.obj, "
        "points: [[0, 0, 0]]}}]}}\n";
    CHECK(read_text(text, NULL, &model) != AB_OK);
    CHECK(strstr(s_error.problems[0].text, "points is a key of curve, outline, mesh; allowed") !=
          NULL);
}

AB_TESTS(AB_TEST(a_key_of_other_kinds_is_told_with_them), AB_TEST(both_names_mean_the_same),
         AB_TEST(the_former_name_is_hinted_at_with_its_place),
         AB_TEST(angles_of_polygons_have_two_names), AB_TEST(one_key_under_two_names_is_refused),
         AB_TEST(overrides_know_both), AB_TEST(a_path_has_the_name_of_the_file))
