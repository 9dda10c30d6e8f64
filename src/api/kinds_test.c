// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// kinds_test.c - definitions made by helpers are those of model files, and what they cannot be is
// said.

#include <string.h>

#include "abut/abut.h"
#include "abut/kinds.h"
#include "base/check.h"
#include "model/core/model.h"

static abError s_error;

static bool says(const char *words) {
    return s_error.count > 0 && strstr(s_error.problems[0].text, words) != NULL;
}

// Adds a shape to a body of its own and compiles.
static abResult compile_shape(const abShapeDef *shape, abModel **out) {
    ab_error_clear(&s_error);
    abBodyDef body = ab_body_def();
    body.name = "body";
    body.mobility =
        shape->kind == ab_kind_find("shape", "plane") ? AB_MOBILITY_FIXED : AB_MOBILITY_FREE;
    body.mass = 1.0;
    body.center_of_mass = (abVec3){0.0, 0.0, 0.0};
    for (int i = 0; i < 9; i++) {
        body.inertia.m[i / 3][i % 3] = i % 4 == 0 ? 1.0 : 0.0;
    }
    abBodyId id;
    ab_model_create(ab_heap(), (abLog){0}, out, &s_error);
    abMaterialDef steel = ab_material_def();
    steel.name = "steel";
    ab_model_add_material(*out, &steel, &s_error);
    ab_model_add_body(*out, &body, &id, &s_error);
    abResult result = ab_model_add_shape(*out, id, shape, NULL, &s_error);
    return result == AB_OK ? ab_model_compile(*out, &s_error) : result;
}

// The kind that a shape was compiled to; -1 when it was not.
static int kind_of(abShapeDef shape) {
    abModel *model;
    int kind = compile_shape(&shape, &model) == AB_OK ? (int)model->shapes[0].shape.kind : -1;
    ab_model_destroy(model);
    return kind;
}

static void helpers_make_the_shapes_they_name(void) {
    CHECK(kind_of(ab_shape_sphere(0.1)) == AB_SHAPE_SPHERE);
    CHECK(kind_of(ab_shape_ellipsoid(0.1, 0.2, 0.3)) == AB_SHAPE_ELLIPSOID);
    CHECK(kind_of(ab_shape_box(0.1, 0.2, 0.3)) == AB_SHAPE_BOX);
    CHECK(kind_of(ab_shape_capsule(0.1, 0.2)) == AB_SHAPE_CAPSULE);
    CHECK(kind_of(ab_shape_cylinder(0.1, 0.2)) == AB_SHAPE_CYLINDER);
    CHECK(kind_of(ab_shape_cone(0.1, 0.2)) == AB_SHAPE_CONE);
    CHECK(kind_of(ab_shape_torus(0.2, 0.1)) == AB_SHAPE_TORUS);
    CHECK(kind_of(ab_shape_tube(0.2, 0.1, 0.3)) == AB_SHAPE_TUBE);
    CHECK(kind_of(ab_shape_plane((abVec3){0.0, 0.0, 2.0})) == AB_SHAPE_PLANE);
}

static void a_value_that_cannot_be_is_said(void) {
    CHECK(kind_of(ab_shape_sphere(-0.1)) == -1);
    CHECK(says("radius"));
    CHECK(kind_of(ab_shape_box(0.1, NAN, 0.3)) == -1);
    CHECK(says("size"));
    CHECK(kind_of(ab_shape_mesh_file("no_such_file.obj")) == -1);
    CHECK(says("no_such_file.obj"));
    CHECK(kind_of(ab_shape_of("pyramid")) == -1);
    CHECK(says("kind"));
}

static void keys_of_kind_and_siblings_are_set(void) {
    ab_error_clear(&s_error);
    abShapeDef rod = ab_shape_cylinder(0.1, 0.2);
    CHECK(ab_shape_set(&rod, "inner_radius", 0.05, &s_error) == AB_OK);
    CHECK(ab_shape_set(&rod, "smoothing", 0.001, &s_error) == AB_OK && rod.smoothing == 0.001);
    CHECK(ab_shape_set(&rod, "collides", 0.0, &s_error) == AB_OK && !rod.collides);
    CHECK(ab_shape_set_text(&rod, "axis", "x", &s_error) == AB_OK);
    CHECK(ab_shape_set_text(&rod, "material", "steel", &s_error) == AB_OK);
    CHECK_TEXT(rod.material, "steel");
    CHECK(ab_shape_set_vector(&rod, "position", (abVec3){1.0, 2.0, 3.0}, &s_error) == AB_OK);
    CHECK(rod.position.y == 2.0 && s_error.count == 0);
    abModel *model;
    CHECK(compile_shape(&rod, &model) == AB_OK);
    ab_model_destroy(model);
}

static void wrong_keys_and_values_are_refused(void) {
    abShapeDef ball = ab_shape_sphere(0.1);
    ab_error_clear(&s_error);
    CHECK(ab_shape_set(&ball, "lenght", 0.05, &s_error) == AB_USAGE);
    CHECK(says("shape sphere has no key lenght"));
    CHECK(ab_shape_set(&ball, "material", 1.0, &s_error) == AB_USAGE);
    CHECK(ab_shape_set(&ball, "radius", -1.0, &s_error) == AB_BAD_MODEL);
    CHECK(ab_shape_set_vector(&ball, "radius", (abVec3){1.0, 1.0, 1.0}, &s_error) == AB_USAGE);
    abShapeDef mesh = ab_shape_mesh_file("a.obj");
    CHECK(ab_shape_set_text(&mesh, "collide", "softly", &s_error) == AB_BAD_MODEL);
    abJointDef none = ab_joint_of("hinge", "a", "b");
    CHECK(ab_joint_set(&none, "restitution", 0.5, &s_error) == AB_USAGE);
}

static void rules_reach_their_laws(void) {
    ab_error_clear(&s_error);
    abContactRuleDef rule = ab_contact_between("*", "world", "hertz", "coulomb");
    CHECK(rule.normal_law == ab_kind_find("normal law", "hertz"));
    CHECK(rule.friction_law == ab_kind_find("friction law", "coulomb"));
    CHECK(ab_rule_set(&rule, "normal.damping", 0.5, &s_error) == AB_OK);
    CHECK(ab_rule_set(&rule, "restitution", 0.5, &s_error) == AB_OK && rule.restitution == 0.5);
    CHECK(ab_rule_set_text(&rule, "manifold", "single", &s_error) == AB_OK);
    CHECK(rule.manifold == AB_MANIFOLD_SINGLE && s_error.count == 0);
    CHECK(ab_rule_set(&rule, "friction.softening", 0.5, &s_error) == AB_USAGE);
}

static void joints_and_forces_take_their_keys(void) {
    ab_error_clear(&s_error);
    abJointDef hinge = ab_joint_of("revolute", "world", "arm");
    CHECK(ab_joint_set_vector(&hinge, "axis", (abVec3){0.0, 1.0, 0.0}, &s_error) == AB_OK);
    CHECK(ab_joint_set_text(&hinge, "rz", "0.1 * time", &s_error) == AB_OK);
    abForceDef spring = ab_force_of("spring", "a", "b");
    CHECK(ab_force_set(&spring, "stiffness", 100.0, &s_error) == AB_OK);
    CHECK(ab_force_set_text(&spring, "name", "s", &s_error) == AB_OK);
    CHECK_TEXT(spring.name, "s");
}

AB_TESTS(AB_TEST(helpers_make_the_shapes_they_name), AB_TEST(a_value_that_cannot_be_is_said),
         AB_TEST(keys_of_kind_and_siblings_are_set), AB_TEST(wrong_keys_and_values_are_refused),
         AB_TEST(rules_reach_their_laws), AB_TEST(joints_and_forces_take_their_keys))
