// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// parameters_test.c - single values by id and by path: of models read and built, in the simulation
// that was asked and in no other.

#include "abut/parameters.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

static bool says(const char *words) {
    return s_error.count > 0 && strstr(s_error.problems[0].text, words) != NULL;
}

// ---- a block that slides on a plate ----

static void add_body(abModel *model, const char *name, abMobility mobility, double z,
                     abShapeDef shape) {
    abBodyDef body = ab_body_def();
    body.name = name;
    body.mobility = mobility;
    body.position = (abVec3){0.0, 0.0, z};
    body.velocity = (abVec3){mobility == AB_MOBILITY_FREE ? 2.0 : 0.0, 0.0, 0.0};
    shape.material = "wood";
    abBodyId id;
    CHECK(ab_model_add_body(model, &body, &id, &s_error) == AB_OK);
    CHECK(ab_model_add_shape(model, id, &shape, NULL, &s_error) == AB_OK);
}

// By a program, without a text.
static abModel *build(void) {
    abModel *model;
    ab_error_clear(&s_error);
    CHECK(ab_model_create(ab_heap(), (abLog){0}, &model, &s_error) == AB_OK);
    abMaterialDef wood = ab_material_def();
    wood.name = "wood";
    wood.youngs_modulus = 1e7;
    wood.poissons_ratio = 0.3;
    wood.density = 1000.0;
    CHECK(ab_model_add_material(model, &wood, &s_error) == AB_OK);
    abMaterialPairDef pair = ab_material_pair_def();
    pair.materials[0] = pair.materials[1] = "wood";
    pair.restitution = 0.1;
    pair.sliding_friction = 0.2;
    CHECK(ab_model_add_material_pair(model, &pair, &s_error) == AB_OK);
    add_body(model, "plate", AB_MOBILITY_FIXED, 0.0, ab_shape_plane((abVec3){0.0, 0.0, 1.0}));
    add_body(model, "block", AB_MOBILITY_FREE, 0.05, ab_shape_box(0.1, 0.1, 0.1));
    abContactRuleDef rule = ab_contact_between("plate", "block", "compliant", "coulomb");
    CHECK(ab_rule_set(&rule, "normal.compliance", 1e-5, &s_error) == AB_OK);
    CHECK(ab_rule_set(&rule, "normal.damping", 1e3, &s_error) == AB_OK);
    CHECK(ab_model_add_contact_rule(model, &rule, &s_error) == AB_OK);
    ab_model_set_gravity(model, &(abGravityDef){.uniform = {0.0, 0.0, -10.0}});
    abSimulationDef simulation = ab_simulation_def();
    simulation.method = AB_METHOD_STEPPING;
    simulation.step = 0.002;
    simulation.end_time = 0.4;
    ab_model_set_simulation(model, &simulation);
    CHECK(ab_model_compile(model, &s_error) == AB_OK);
    CHECK_TEXT(s_error.count > 0 ? s_error.problems[0].text : "", "");
    return model;
}

static abResult stop_at_half(void *context, abSimulation *simulation, double time, abError *error) {
    (void)context, (void)simulation, (void)error;
    return time >= 0.2 ? AB_STOPPED : AB_OK;
}

// At half of its time.
static abSimulation *start(const abModel *model) {
    static const abObserver half = {.step = stop_at_half};
    abSimulation *s = NULL;
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, NULL) == AB_OK);
    CHECK(ab_simulation_run(s, &half, NULL) == AB_STOPPED);
    return s;
}

static double speed_of(const abSimulation *s) {
    abBodyId block = ab_model_find_body(ab_simulation_model(s), "block");
    return ab_simulation_body(s, block).velocity.x;
}

// How fast the block is at the end.
static double end_of(abSimulation *s) {
    CHECK(ab_simulation_run(s, NULL, NULL) == AB_OK);
    return speed_of(s);
}

static abResult set_friction(abSimulation *s, double value) {
    ab_error_clear(&s_error);
    abParameterId id = ab_model_find_parameter(ab_simulation_model(s), "pairs.0.sliding_friction");
    return ab_simulation_set_number(s, id, value, &s_error);
}

static double friction_of(const abSimulation *s) {
    double value = NAN;
    abParameterId id = ab_model_find_parameter(ab_simulation_model(s), "pairs.0.sliding_friction");
    CHECK(ab_simulation_get_number(s, id, &value, &s_error) == AB_OK);
    return value;
}

// ---- the tests ----

static void a_model_built_by_a_program_has_paths(void) {
    abModel *model = build();
    abSimulation *s = start(model);
    double before = speed_of(s), t = ab_simulation_time(s);
    CHECK(friction_of(s) == 0.2);
    CHECK(set_friction(s, 0.5) == AB_OK);
    CHECK(friction_of(s) == 0.5);
    // mu g t, up to what the block rocks
    CHECK_NEAR(before - end_of(s), 0.5 * 10.0 * (0.4 - t), 1e-3, 1.0);
    CHECK(!ab_parameter_is_known(ab_model_find_parameter(model, "pairs.1.sliding_friction")));
    CHECK(!ab_parameter_is_known(ab_model_find_parameter(model, "bodies.block.mass")));
    close_fixture(model, s);
}

static void a_law_of_a_built_model_is_exchanged(void) {
    abModel *model = build();
    abSimulation *s = start(model);
    abParameterId compliance = ab_model_find_parameter(model, "contacts.0.normal.compliance");
    ab_error_clear(&s_error);
    CHECK(ab_simulation_set_number(s, compliance, 2e-5, &s_error) == AB_OK);
    CHECK(ab_simulation_set_value(s, "contacts[0].normal", "{law: rigid}", &s_error) == AB_OK);
    CHECK_TEXT(s_error.count > 0 ? s_error.problems[0].text : "", "");
    // the key was one of the law before
    CHECK(ab_simulation_set_number(s, compliance, 1e-5, &s_error) == AB_USAGE);
    CHECK(fabs(end_of(s)) < 2.0);
    close_fixture(model, s);
}

static void others_keep_their_values(void) {
    abModel *model = build();
    abSimulation *first = start(model), *second = start(model), *third = start(model);
    CHECK(set_friction(first, 0.9) == AB_OK);
    CHECK(friction_of(second) == 0.2);
    CHECK(end_of(second) == end_of(third));
    CHECK(end_of(first) < speed_of(second));
    ab_simulation_destroy(first);
    ab_simulation_destroy(second);
    close_fixture(model, third);
}

static void a_simulation_with_values_of_its_own_keeps_its_model(void) {
    abModel *model = build();
    abSimulation *s = start(model), *same = start(model);
    CHECK(set_friction(s, 0.3) == AB_OK);
    CHECK(set_friction(same, 0.3) == AB_OK);
    double end = end_of(same);
    ab_simulation_destroy(same);
    ab_model_destroy(model); // its structure stays while it is in use
    CHECK(end_of(s) == end);
    CHECK(set_friction(s, 0.4) == AB_OK);
    ab_simulation_destroy(s);
}

static void what_is_refused_changes_nothing(void) {
    abModel *model = build();
    abSimulation *s = start(model), *untouched = start(model);
    CHECK(set_friction(s, -1.0) == AB_BAD_MODEL);
    CHECK(says("sliding_friction"));
    CHECK(set_friction(s, NAN) == AB_BAD_MODEL);
    ab_error_clear(&s_error);
    CHECK(ab_simulation_set_value(s, "materials.wood.poissons_ratio", "0.7", &s_error) ==
          AB_BAD_MODEL);
    CHECK(says("0.7"));
    ab_error_clear(&s_error);
    CHECK(ab_simulation_set_value(s, "materials.wood.colour", "1", &s_error) == AB_USAGE);
    CHECK(says("poissons_ratio"));
    CHECK(ab_simulation_set_number(s, (abParameterId){0}, 1.0, &s_error) == AB_USAGE);
    CHECK(ab_simulation_set_number(s, (abParameterId){99, 0, 0, 0}, 1.0, &s_error) == AB_USAGE);
    CHECK(friction_of(s) == 0.2);
    CHECK(end_of(s) == end_of(untouched));
    ab_simulation_destroy(s);
    close_fixture(model, untouched);
}

static void numbers_are_in_si(void) {
    static const char text[] = "abut: 1\n"
                               "units: {length: mm, angle: deg}\n"
                               "gravity: [0, 0, -9810]\n"
                               "materials: {m: {density: 1.0e-6}}\n"
                               "bodies: {ball: {shapes: [{sphere: {radius: 10}, material: m}]}}\n"
                               "contacts: []\n"
                               "simulation: {end_time: 1}\n";
    abModel *model;
    abSimulation *s;
    double value = 0.0;
    open_sound(text, (abLog){0}, &model, &s, &s_error);
    abParameterId gravity = ab_model_find_parameter(model, "gravity[2]");
    abParameterId density = ab_model_find_parameter(model, "materials.m.density");
    CHECK(ab_simulation_get_number(s, gravity, &value, &s_error) == AB_OK && value == -9.81);
    CHECK(ab_simulation_get_number(s, density, &value, &s_error) == AB_OK);
    CHECK_NEAR(value, 1000.0, 1e-15, 1000.0);
    // what is set is told as it would stand in the file
    CHECK(ab_simulation_set_number(s, gravity, -1.62, &s_error) == AB_OK);
    CHECK(ab_simulation_get_number(s, gravity, &value, &s_error) == AB_OK && value == -1.62);
    CHECK(ab_simulation_change_count(s) == 1);
    CHECK_TEXT(ab_simulation_change(s, 0).path, "gravity.2");
    CHECK_TEXT(ab_simulation_change(s, 0).value, "-1620");
    CHECK(ab_simulation_run(s, NULL, &s_error) == AB_OK);
    CHECK_NEAR(ab_simulation_body(s, (abBodyId){1}).velocity.z, -1.62, 1e-12, 1.62);
    close_fixture(model, s);
}

// ---- threads ----

enum { THREADS = 8, CHANGES = 20 };

typedef struct Thread {
    const abModel *model;
    double friction, end;
    bool ok;
} Thread;

static void *run_one(void *context) {
    Thread *thread = context;
    static const abObserver half = {.step = stop_at_half};
    abParameterId id = ab_model_find_parameter(thread->model, "pairs.0.sliding_friction");
    abSimulation *s = NULL;
    thread->ok =
        ab_simulation_create(thread->model, NULL, ab_heap(), (abLog){0}, &s, NULL) == AB_OK &&
        ab_simulation_run(s, &half, NULL) == AB_STOPPED;
    for (int i = 1; i <= CHANGES && thread->ok; i++) {
        thread->ok = ab_simulation_set_number(s, id, thread->friction * i / CHANGES, NULL) == AB_OK;
    }
    thread->ok = thread->ok && ab_simulation_run(s, NULL, NULL) == AB_OK;
    thread->end = speed_of(s);
    ab_simulation_destroy(s);
    return NULL;
}

static void one_model_serves_many_threads(void) {
    abModel *model = build();
    Thread alone[THREADS], together[THREADS];
    pthread_t ids[THREADS];
    for (int i = 0; i < THREADS; i++) {
        alone[i] = together[i] = (Thread){.model = model, .friction = 0.05 + 0.1 * i};
        run_one(&alone[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&ids[i], NULL, run_one, &together[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(ids[i], NULL) == 0);
        CHECK(alone[i].ok && together[i].ok && alone[i].end == together[i].end);
        CHECK(i == 0 || alone[i].end < alone[i - 1].end);
    }
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(a_model_built_by_a_program_has_paths),
         AB_TEST(a_law_of_a_built_model_is_exchanged), AB_TEST(others_keep_their_values),
         AB_TEST(a_simulation_with_values_of_its_own_keeps_its_model),
         AB_TEST(what_is_refused_changes_nothing), AB_TEST(numbers_are_in_si),
         AB_TEST(one_model_serves_many_threads))
