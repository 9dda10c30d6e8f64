// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_reader_test.c - what valid texts mean. What wrong ones are told: tests/robust.

#include <locale.h>
#include <stdio.h>

#include "base/check.h"
#include "math/expression/expression_evaluate.h"
#include "model/core/model.h"
#include "model/kinds/tables.h"
#include "read/core/model_file.h"

#define MATERIALS                                                                                  \
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"           \
    "pairs: [{materials: [steel, steel], restitution: 0.8}]\n"
#define BALL "  ball: {position: [0, 0, 1], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
#define HELLO "abut: 1\n" MATERIALS "bodies:\n" BALL

static abError s_error;

// NULL and a failed check when the model is wrong. Models are given back by done().
static abModel *read_named(const char *text, const char *name, const abOverride *overrides,
                           int count) {
    abModel *model;
    ab_error_clear(&s_error);
    if (ab_model_read_text(text, strlen(text), name, overrides, count, ab_heap(), (abLog){0},
                           &model, &s_error) != AB_OK) {
        char said[700];
        ab_error_format(&s_error, 0, said, sizeof said);
        ab_check_failed(__FILE__, __LINE__, said);
    }
    return model;
}

static abModel *read_model(const char *text) {
    return read_named(text, NULL, NULL, 0);
}

static void check_vector(abVec3 v, double x, double y, double z) {
    CHECK_NEAR(v.x, x, 0.0, 1.0);
    CHECK_NEAR(v.y, y, 0.0, 1.0);
    CHECK_NEAR(v.z, z, 0.0, 1.0);
}

// ---- values ----

static void keys_fill_the_definitions(void) {
    abModel *model =
        read_model("abut: 1\ntitle: a ball\ngravity: [0, 0, -9.81]\n" MATERIALS "bodies:\n"
                   "  ball:\n"
                   "    mobility: free\n"
                   "    position: [1, +2.5, -3e-1]\n"
                   "    velocity: [.5, 1., 0]\n"
                   "    mass: 2\n"
                   "    inertia: [2, 3, 4, 0.1, 0.2, 0.3]\n"
                   "    shapes:\n"
                   "      - {name: skin, sphere: {radius: 0.1}, material: steel,\n"
                   "         group: balls, collides: false}\n"
                   "simulation: {end_time: 3, integrator: bdf}\n"
                   "outputs: [ball.position]\n");
    if (model == NULL) {
        return;
    }
    const abBodyDef *ball = &model->body_defs[0];
    CHECK_TEXT(ball->name, "ball");
    check_vector(ball->position, 1.0, 2.5, -0.3);
    check_vector(ball->velocity, 0.5, 1.0, 0.0);
    check_vector(ball->angular_velocity, 0.0, 0.0, 0.0);
    CHECK(ball->mass == 2.0 && isnan(ball->center_of_mass.x));
    CHECK(ball->inertia.m[0][1] == 0.1 && ball->inertia.m[1][0] == 0.1);
    CHECK(ball->inertia.m[0][2] == 0.2 && ball->inertia.m[1][2] == 0.3);
    CHECK(ball->inertia.m[2][2] == 4.0);
    CHECK(ball->place.line == 7 && ball->place.column == 3);
    const abShapeDef *shape = &model->shape_defs[0].def;
    CHECK_TEXT(shape->name, "skin");
    CHECK_TEXT(shape->group, "balls");
    CHECK(shape->kind == ab_kind_find("shape", "sphere") && !shape->collides && shape->has_mass);
    check_vector(model->gravity.uniform, 0.0, 0.0, -9.81);
    CHECK(model->simulation.end_time == 3.0 && model->simulation.integrator == 2);
    CHECK(isnan(model->simulation.tolerance)); // that of the method
    abPlace place;
    CHECK_TEXT(ab_model_output(model, 0, &place), "ball.position");
    CHECK(place.line == 17);
    ab_model_destroy(model);
}

static void json_is_read_as_well(void) {
    abModel *model =
        read_model("{\"abut\": 1, \"bodies\": {\"a\": {\"mass\": 1e0, \"inertia\": [1, 1, 1],\n"
                   "\t\"velocity\": [1, 2, 3], \"mobility\": \"free\"}}, \"joints\": null,\n"
                   "\t\"forces\": []}");
    if (model != NULL) {
        check_vector(model->body_defs[0].velocity, 1.0, 2.0, 3.0);
    }
    ab_model_destroy(model);
}

static void aliases_repeat_what_they_name(void) {
    abModel *model = read_model("abut: 1\nbodies:\n"
                                "  a: &a {mass: &m 2, inertia: [*m, *m, *m], velocity: [0, 1, 0]}\n"
                                "  b: *a\n");
    if (model != NULL) {
        check_vector(model->body_defs[1].velocity, 0.0, 1.0, 0.0);
        CHECK(model->body_defs[1].inertia.m[2][2] == 2.0);
        CHECK_TEXT(model->body_defs[1].name, "b");
    }
    ab_model_destroy(model);
}

static void infinite_stiffness_is_a_value(void) {
    abModel *model = read_model("abut: 1\nmaterials: {stone: {youngs_modulus: .inf}}\n"
                                "bodies: {a: {mobility: fixed}}\n");
    if (model != NULL) {
        CHECK(isinf(model->materials[0].youngs_modulus));
        CHECK(isnan(model->materials[0].density));
    }
    ab_model_destroy(model);
}

// What a contact rule with this stiffness reads, NAN when it is refused.
static double read_stiffness(const char *text, abError *error) {
    char model[400];
    snprintf(model, sizeof model,
             HELLO "contacts:\n  - {between: ['*', '*'], normal: {law: hertz, stiffness: %s}}\n",
             text);
    abModel *read = NULL;
    double out = NAN;
    ab_error_clear(error);
    if (ab_model_read_text(model, strlen(model), NULL, NULL, 0, ab_heap(), (abLog){0}, &read,
                           error) == AB_OK) {
        const abKey *key =
            ab_table_find(ab_normal_law(ab_normal_law_find("hertz"))->table, "stiffness");
        memcpy(&out, read->rules[0].normal.data + key->offset, sizeof out);
        ab_model_destroy(read);
    }
    return out;
}

static void a_word_may_stand_in_place_of_a_number(void) {
    abError error;
    CHECK(read_stiffness("2.5e9", &error) == 2.5e9);
    CHECK(read_stiffness("curvature", &error) == AB_WORD_AS_NUMBER(0));
    CHECK(isnan(read_stiffness("curvatur", &error)));
    CHECK_TEXT(error.problems[0].text,
               "stiffness wants curvature or a number [N/m^1.5], found the text \"curvatur\"");
    CHECK(isnan(read_stiffness("-1", &error)));
    CHECK(strstr(error.problems[0].text, "is outside [0, 1e+18]") != NULL);
}

static void numbers_do_not_depend_on_the_locale(void) {
    const char *before = setlocale(LC_NUMERIC, NULL);
    char kept[60];
    snprintf(kept, sizeof kept, "%s", before != NULL ? before : "C");
    setlocale(LC_NUMERIC, "de_DE.UTF-8"); // where it is installed
    abModel *model = read_model(HELLO "simulation: {end_time: 0.25}\n");
    if (model != NULL) {
        CHECK(model->simulation.end_time == 0.25);
    }
    ab_model_destroy(model);
    setlocale(LC_NUMERIC, kept);
}

// ---- contacts ----

static void everything_touches_unless_said_otherwise(void) {
    abModel *without = read_model(HELLO), *empty = read_model(HELLO "contacts: []\n");
    if (without != NULL && empty != NULL) {
        CHECK(without->rule_count == 1 && without->rules[0].enabled);
        CHECK_TEXT(without->rules[0].between[1], "*");
        CHECK(empty->rule_count == 1 && !empty->rules[0].enabled);
    }
    ab_model_destroy(without);
    ab_model_destroy(empty);
}

static void laws_take_their_keys(void) {
    abModel *model = read_model(HELLO "contacts:\n"
                                      "  - between: [ball, 'material:steel']\n"
                                      "    normal: {law: hertz, damping: 0.5}\n"
                                      "    friction: bristle\n");
    if (model != NULL) {
        const abContactRuleDef *rule = &model->rules[0];
        const abTable *table = ab_choice_find("normal law")->table(rule->normal_law);
        CHECK_TEXT(table->name, "hertz");
        double damping;
        memcpy(&damping, rule->normal.data + ab_table_find(table, "damping")->offset,
               sizeof damping);
        CHECK(damping == 0.5);
        CHECK(rule->friction_law == ab_kind_find("friction law", "bristle"));
        CHECK(rule->place.line == 7 && rule->place.column == 5);
    }
    ab_model_destroy(model);
}

// ---- units ----

static void numbers_are_converted_at_the_border(void) {
    abModel *model = read_model("abut: 1\n"
                                "units: {length: mm, mass: t, time: ms, angle: deg}\n"
                                "bodies:\n"
                                "  a:\n"
                                "    position: [100, 0, 300]\n"
                                "    rotation: [0, 180, 0]\n"
                                "    velocity: [1, 0, 0]\n"
                                "    mass: 0.002\n"
                                "    inertia: [1, 1, 1]\n"
                                "simulation: {end_time: 250}\n");
    if (model != NULL) {
        const abBodyDef *a = &model->body_defs[0];
        check_vector(a->position, 0.1, 0.0, 0.3);
        check_vector(a->rotation, 0.0, 3.14159265358979323846, 0.0);
        check_vector(a->velocity, 1.0, 0.0, 0.0);
        CHECK(a->mass == 2.0 && a->inertia.m[0][0] == 0.001);
        CHECK(model->simulation.end_time == 0.25);
    }
    ab_model_destroy(model);
}

static void expressions_are_converted_too(void) {
    abModel *model = read_model("abut: 1\nunits: {length: mm, angle: deg}\n"
                                "bodies:\n"
                                "  a: {mobility: prescribed, motion: {x: 10 * t, ry: 90, z: 5}}\n");
    if (model != NULL) {
        const abBody *a = &model->bodies[0];
        // one rounding of the factor, one of the product
        CHECK_NEAR(ab_expression_evaluate(a->position[0], 2.0).value, 0.02, 4.5e-16, 0.02);
        CHECK_NEAR(ab_expression_evaluate(a->position[2], 2.0).value, 0.005, 4.5e-16, 0.005);
        CHECK_NEAR(ab_expression_evaluate(a->rotation[1], 0.0).value, 1.57079632679489661923,
                   4.5e-16, 1.6);
    }
    ab_model_destroy(model);
}

static void expressions_in_si_are_kept_as_written(void) {
    abModel *model = read_model("abut: 1\nbodies:\n"
                                "  a: {mobility: prescribed, motion: {x: \"0.1 * sin(t)\"}}\n");
    if (model != NULL) {
        CHECK_TEXT(model->body_defs[0].motion_position[0], "0.1 * sin(t)");
        CHECK(model->body_defs[0].motion_position[1] == NULL);
    }
    ab_model_destroy(model);
}

// ---- overrides ----

static void overrides_replace_and_add(void) {
    const abOverride overrides[] = {
        {"simulation.tolerance", "1e-10"},
        {"bodies.ball.velocity", "[1, 0, 0]"},
        {"bodies.ball.shapes.0.sphere.radius", "0.2"},
        {"outputs", "[ball.velocity]"},
        {"outputs.1", "ball.position"},
        {"joints", "[{type: spherical, name: hook, between: [world, ball]}]"},
        {"joints.hook.position", "[0, 0, 2]"},
        {"gravity", "[0, 0, -1]"},
        {"bodies.ball.mass", "3"},
    };
    abModel *model =
        read_named(HELLO, NULL, overrides, (int)(sizeof overrides / sizeof overrides[0]));
    if (model == NULL) {
        return;
    }
    CHECK(model->simulation.tolerance == 1e-10);
    check_vector(model->body_defs[0].velocity, 1.0, 0.0, 0.0);
    check_vector(model->gravity.uniform, 0.0, 0.0, -1.0);
    check_vector(model->joint_defs[0].position, 0.0, 0.0, 2.0);
    CHECK(model->body_defs[0].mass == 3.0);
    double radius;
    memcpy(&radius, model->shape_defs[0].def.params.data, sizeof radius);
    CHECK(radius == 0.2);
    CHECK(ab_model_output_count(model) == 2);
    CHECK_TEXT(ab_model_output(model, 1, NULL), "ball.position");
    ab_model_destroy(model);
}

static void overrides_do_not_reach_through_aliases(void) {
    const abOverride override = {"bodies.b.velocity", "[5, 0, 0]"};
    abModel *model = read_named("abut: 1\nbodies:\n"
                                "  a: &a {mass: 1, inertia: [1, 1, 1], velocity: [0, 1, 0]}\n"
                                "  b: *a\n",
                                NULL, &override, 1);
    if (model != NULL) {
        check_vector(model->body_defs[0].velocity, 0.0, 1.0, 0.0);
        check_vector(model->body_defs[1].velocity, 5.0, 0.0, 0.0);
    }
    ab_model_destroy(model);
}

// ---- included files ----

static void the_palette_is_built_in(void) {
    abModel *model = read_model("abut: 1\ninclude: [abut:materials]\nbodies:\n"
                                "  a: {shapes: [{sphere: {radius: 1}, material: Steel}]}\n");
    if (model != NULL) {
        CHECK(model->material_count > 3 && model->pair_count > 3);
    }
    ab_model_destroy(model);
}

static const abMaterialDef *find_material(const abModel *model, const char *name) {
    for (size_t i = 0; i < model->material_count; i++) {
        if (strcmp(model->materials[i].name, name) == 0) {
            return &model->materials[i];
        }
    }
    return NULL;
}

static void own_materials_count_before_included_ones(void) {
    abModel *model = read_model("abut: 1\ninclude: [abut:materials]\n"
                                "units: {length: mm, mass: t}\n"
                                "materials: {Steel: {density: 8e-9}}\n"
                                "pairs: [{materials: [Steel, Steel], restitution: 0.25}]\n"
                                "bodies: {a: {mobility: fixed}}\n");
    if (model != NULL) {
        const abMaterialDef *steel = find_material(model, "Steel");
        const abMaterialDef *wood = find_material(model, "DryWood");
        CHECK(steel != NULL && isnan(steel->youngs_modulus));
        CHECK_NEAR(steel != NULL ? steel->density : 0.0, 8000.0, 2.3e-16, 8000.0); // of 8e-9
        CHECK(wood != NULL && wood->density == 700.0); // in the units of its own file
        int found = 0;
        for (size_t i = 0; i < model->pair_count; i++) {
            const abMaterialPairDef *pair = &model->pairs[i];
            if (strcmp(pair->materials[0], "Steel") == 0 &&
                strcmp(pair->materials[1], "Steel") == 0) {
                CHECK(pair->restitution == 0.25);
                found++;
            }
        }
        CHECK(found == 1);
    }
    ab_model_destroy(model);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        fputs(text, file);
        fclose(file);
    }
}

static void included_files_are_found_beside_the_model(void) {
    write_file("yaml_reader_test_a.tmp",
               "abut: 1\ninclude: [./yaml_reader_test_b.tmp]\nmaterials: {x: {density: 1}}\n");
    write_file("yaml_reader_test_b.tmp",
               "abut: 1\nmaterials: {x: {density: 2}, y: {density: 3}}\n");
    abModel *model = read_named("abut: 1\ninclude: [yaml_reader_test_b.tmp, "
                                "none/../yaml_reader_test_a.tmp, yaml_reader_test_a.tmp]\n"
                                "bodies: {a: {mobility: fixed}}\n",
                                "./model.yaml", NULL, 0);
    if (model != NULL) {
        CHECK(model->material_count == 2);
        CHECK(find_material(model, "x") != NULL && find_material(model, "x")->density == 1.0);
        CHECK(find_material(model, "y") != NULL);
    }
    ab_model_destroy(model);
    remove("yaml_reader_test_a.tmp");
    remove("yaml_reader_test_b.tmp");
}

// ---- files ----

static void files_are_read_whole_with_their_hash(void) {
    write_file("yaml_reader_test_c.tmp", HELLO);
    abModelFile file;
    ab_error_clear(&s_error);
    abResult result =
        ab_model_file_read("yaml_reader_test_c.tmp", ab_heap(), (abPlace){0}, &file, &s_error);
    CHECK(result == AB_OK);
    if (result == AB_OK) {
        CHECK(file.size == strlen(HELLO) && strcmp(file.text, HELLO) == 0);
        CHECK(file.hash == ab_model_text_hash(HELLO, strlen(HELLO)));
        ab_model_file_done(&file);
    }
    abModel *model;
    CHECK(ab_model_read("yaml_reader_test_c.tmp", NULL, 0, ab_heap(), (abLog){0}, &model,
                        &s_error) == AB_OK);
    ab_model_destroy(model);
    remove("yaml_reader_test_c.tmp");
    CHECK(ab_model_read("yaml_reader_test_c.tmp", NULL, 0, ab_heap(), (abLog){0}, &model,
                        &s_error) == AB_IO);
    CHECK(model == NULL);
    CHECK_TEXT(s_error.problems[0].text,
               "cannot open yaml_reader_test_c.tmp: No such file or directory");
}

AB_TESTS(AB_TEST(keys_fill_the_definitions), AB_TEST(json_is_read_as_well),
         AB_TEST(aliases_repeat_what_they_name), AB_TEST(infinite_stiffness_is_a_value),
         AB_TEST(a_word_may_stand_in_place_of_a_number),
         AB_TEST(numbers_do_not_depend_on_the_locale),
         AB_TEST(everything_touches_unless_said_otherwise), AB_TEST(laws_take_their_keys),
         AB_TEST(numbers_are_converted_at_the_border), AB_TEST(expressions_are_converted_too),
         AB_TEST(expressions_in_si_are_kept_as_written), AB_TEST(overrides_replace_and_add),
         AB_TEST(overrides_do_not_reach_through_aliases), AB_TEST(the_palette_is_built_in),
         AB_TEST(own_materials_count_before_included_ones),
         AB_TEST(included_files_are_found_beside_the_model),
         AB_TEST(files_are_read_whole_with_their_hash))
