// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// markers_test.c - frames by name, and where they sit.

#include "base/check.h"
#include "model/core/markers.h"
#include "model/core/model.h"

static abError s_error;

static abModel *new_model(abBodyId *arm) {
    abModel *model;
    ab_error_clear(&s_error);
    ab_model_create(ab_heap(), (abLog){0}, &model, &s_error);
    abBodyDef def = ab_body_def();
    def.name = "arm";
    def.mass = 2.0;
    def.inertia = (abMat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    def.center_of_mass = ab_vec3(0.25, 0.0, 0.0);
    CHECK(ab_model_add_body(model, &def, arm, &s_error) == AB_OK);
    return model;
}

static abResult add(abModel *model, abBodyId body, const char *name, abVec3 position) {
    abMarkerDef def = ab_marker_def();
    def.name = name;
    def.position = position;
    return ab_model_add_marker(model, body, &def, &s_error);
}

static void names_lead_to_markers(void) {
    abBodyId arm, none = {0};
    abModel *model = new_model(&arm);
    CHECK(add(model, arm, "tip", ab_vec3(0.5, 0.0, 0.0)) == AB_OK);
    CHECK(add(model, none, "pole", ab_vec3(0.0, 0.0, 3.0)) == AB_OK);
    CHECK(add(model, none, "tip", ab_vec3(0.0, 0.0, 0.0)) == AB_OK); // another body's
    CHECK(ab_model_find_marker(model, "world") == 0);
    CHECK(ab_model_find_marker(model, "arm") == 1);
    CHECK(ab_model_find_marker(model, "arm.tip") == 2);
    CHECK(ab_model_find_marker(model, "world.pole") == 3);
    CHECK(ab_model_find_marker(model, "world.tip") == 4);
    CHECK(ab_model_find_marker(model, "tip") == -1);
    ab_model_destroy(model);
}

static void markers_sit_relative_to_the_centre_of_mass(void) {
    abBodyId arm;
    abModel *model = new_model(&arm);
    abMarkerDef def = ab_marker_def();
    def.name = "tip";
    def.position = ab_vec3(0.5, 0.0, 0.0);
    def.rotation = ab_vec3(0.0, 0.0, 1.5707963267948966);
    CHECK(ab_model_add_marker(model, arm, &def, &s_error) == AB_OK);
    CHECK(ab_model_compile(model, &s_error) == AB_OK);
    CHECK(model->markers[1].body == 0);
    CHECK_NEAR(model->markers[1].X_CM.p.x, -0.25, 0.0, 1.0);
    CHECK_NEAR(model->markers[2].X_CM.p.x, 0.25, 0.0, 1.0);
    CHECK_NEAR(model->markers[2].X_CM.R.m[1][0], 1.0, 1e-15, 1.0); // its x is the body's y
    ab_model_destroy(model);
}

static void a_name_is_taken_once(void) {
    abBodyId arm;
    abModel *model = new_model(&arm);
    CHECK(add(model, arm, "tip", ab_vec3(0.5, 0.0, 0.0)) == AB_OK);
    CHECK(add(model, arm, "tip", ab_vec3(0.0, 0.0, 0.0)) == AB_BAD_MODEL);
    CHECK(add(model, arm, "a.b", ab_vec3(0.0, 0.0, 0.0)) == AB_BAD_MODEL);
    CHECK(add(model, (abBodyId){7}, "far", ab_vec3(0.0, 0.0, 0.0)) == AB_USAGE);
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(names_lead_to_markers), AB_TEST(markers_sit_relative_to_the_centre_of_mass),
         AB_TEST(a_name_is_taken_once))
