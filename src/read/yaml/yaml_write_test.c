// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "read/yaml/yaml_write.h"

#include <stdlib.h>

#include "abut/abut.h"
#include "base/check.h"
#include "model/core/model.h"

static abError s_error;

static void show(const char *what) {
    for (int i = 0; i < s_error.count; i++) {
        char text[600];
        ab_error_format(&s_error, i, text, sizeof text);
        printf("%s: %s\n", what, text);
    }
    s_failed_checks += s_error.count > 0;
}

static abModel *read_file(const char *path) {
    abModel *model = NULL;
    ab_error_clear(&s_error);
    ab_model_read(path, NULL, 0, ab_heap(), (abLog){0}, &model, &s_error);
    show(path);
    return model;
}

// `name` stands for the file the text would be in, so that meshes are found.
static abModel *read_text(const abText *text, const char *name) {
    abModel *model = NULL;
    ab_error_clear(&s_error);
    ab_model_read_text(ab_text_string(text), text->size, name, NULL, 0, ab_heap(), (abLog){0},
                       &model, &s_error);
    show(ab_text_string(text));
    return model;
}

// ---- the same run, bit for bit ----

enum { BODIES_MAX = 64 };

typedef struct End {
    double time;
    int64_t evaluations;
    int count;
    abBodyState bodies[BODIES_MAX];
    long steps_left;
} End;

static abResult count_step(void *context, abSimulation *simulation, double time, abError *error) {
    End *end = context;
    (void)simulation, (void)time, (void)error;
    return --end->steps_left > 0 ? AB_OK : AB_STOPPED;
}

// Where a run is after some steps.
static End run(const abModel *model) {
    static const long steps = 300;
    End end;
    memset(&end, 0, sizeof end);
    end.steps_left = steps;
    abSimulation *simulation;
    abObserver observer = {.context = &end, .step = count_step};
    ab_error_clear(&s_error);
    if (ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error) != AB_OK) {
        show("create");
        return end;
    }
    abResult result = ab_simulation_run(simulation, &observer, &s_error);
    CHECK(result == AB_OK || result == AB_STOPPED);
    end.time = ab_simulation_time(simulation);
    end.evaluations = ab_simulation_statistics(simulation)->evaluations;
    end.count = ab_model_body_count(model);
    for (int i = 0; i < end.count && i < BODIES_MAX; i++) {
        end.bodies[i] = ab_simulation_body(simulation, (abBodyId){i + 1});
    }
    ab_simulation_destroy(simulation);
    return end;
}

static void check_file(const char *path) {
    abModel *model = read_file(path), *again = NULL;
    abText text, text_again;
    ab_text_init(&text, ab_heap());
    ab_text_init(&text_again, ab_heap());
    if (model != NULL) {
        ab_yaml_write(model, NULL, NULL, &text);
        again = read_text(&text, path);
    }
    if (again != NULL) {
        ab_yaml_write(again, NULL, NULL, &text_again);
        CHECK_TEXT(ab_text_string(&text_again), ab_text_string(&text));
        End a = run(model), b = run(again);
        if (a.time <= 0.0 || memcmp(&a, &b, sizeof a) != 0) {
            ab_check_failed(path, 1, "the run of the written model differs");
        }
    }
    ab_text_done(&text);
    ab_text_done(&text_again);
    ab_model_destroy(model);
    ab_model_destroy(again);
}

static void example_models_run_alike(void) {
    static const char *const paths[] = {
        "models/billiard_4.yaml", "models/bouncing_ball.yaml", "models/hello.yaml",
        "models/hertz_drop.yaml", "models/resting.yaml",       "models/pendulum_on_rail.yaml",
        "models/rattleback.yaml", "models/stack.yaml",         "models/rocking_capsule.yaml",
        "models/tippe_top.yaml",  "models/screw_jack.yaml",
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        check_file(paths[i]);
    }
}

static void verification_models_run_alike(void) {
    static const char *const paths[] = {
        "tests/verify/modia3d/bouncing_sphere_prismatic.yaml",
        "tests/verify/modia3d/colliding_cylinders.yaml",
        "tests/verify/modia3d/paper_ball_on_cushion.yaml",
        "tests/verify/modia3d/two_colliding_boxes.yaml",
        "tests/golden/pile.yaml",
        "tests/golden/measured_layer.yaml",
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        check_file(paths[i]);
    }
}

static void motionsolve_models_run_alike(void) {
    check_file("tests/verify/motionsolve/model_bouncing_ball.xml");
    check_file("tests/verify/motionsolve/model_block_creep.xml");
    check_file("tests/verify/motionsolve/pendulum_millimetres.xml");
    check_file("tests/verify/motionsolve/forces_milliseconds.xml");
    check_file("tests/verify/motionsolve/couplers.xml");
    check_file("tests/verify/motionsolve/changed_contact.xml");
    check_file("tests/robust/corpus/fuzz_xml/all_elements.xml");
    check_file("tests/robust/corpus/fuzz_xml/triangles.xml");
    check_file("tests/robust/corpus/fuzz_xml/forces.xml");
    check_file("tests/robust/corpus/fuzz_xml/curves.xml");
    check_file("tests/robust/corpus/fuzz_xml/proximity.xml");
}

// ---- what is written ----

static const char s_all[] =
    "abut: 1\n"
    "units: {length: mm, mass: g, angle: deg}\n"
    "include: [\"abut:materials\"]\n"
    "materials:\n"
    "  'my \"own\" steel': {youngs_modulus: 0.1, poissons_ratio: 0.3, density: 0.00785}\n"
    "  rigid: {youngs_modulus: .inf, poissons_ratio: 0.3, density: 1}\n"
    "pairs:\n"
    "  - {materials: ['my \"own\" steel', rigid], restitution: 0.1}\n"
    "gravity: {uniform: [0, 0, -9810.0], parameter: 3, center: [0.1, 0, 0]}\n"
    "markers: {corner: {position: [1, 2, 3]}}\n"
    "bodies:\n"
    "  table:\n"
    "    mobility: prescribed\n"
    "    motion: {x: 10*sin(t), rz: 30*t}\n"
    "    shapes: [{box: {size: [100, 100, 10]}, material: rigid, smoothing: 0.5}]\n"
    "  'true':\n"
    "    position: [0.1, 0.7, 33.3]\n"
    "    rotation: [10, 20, 30]\n"
    "    velocity: [-0.0, 1, 2]\n"
    "    group: parts\n"
    "    markers: {tip: {position: [0, 0, 7], rotation: [90, 0, 0]}}\n"
    "    shapes:\n"
    "      - {sphere: {radius: 3}, material: 'my \"own\" steel', name: 'a b', group: '1'}\n"
    "      - {text: {text: \"it's\\\\ \\\"so\\\"\", height: 5}}\n"
    "  arm:\n"
    "    mass: 12\n"
    "    center_of_mass: [1, 0, 0]\n"
    "    inertia: [3, 3, 3, 0.1, 0.2, 0.3]\n"
    "    orientation: [0.6, 0.8, 0, 0]\n"
    "    position: [300, 0, 0]\n"
    "    shapes: [{capsule: {radius: 1, length: 9}, has_mass: false, collides: false}]\n"
    "contacts:\n"
    "  - between: ['group:1', 'material:rigid']\n"
    "    normal: {law: hertz, stiffness: curvature}\n"
    "    friction: {law: none}\n"
    "    manifold: single\n"
    "  - {between: ['*', arm], enabled: false}\n"
    "exclude: [[arm, table]]\n"
    "joints:\n"
    "  - {type: revolute, between: [world, arm], name: hinge, position: [300, 0, 0], axis: [0, 1, "
    "0], rz: 10*t}\n"
    "forces:\n"
    "  - {type: spring, between: ['true', arm], stiffness: 0.3, length: 100}\n"
    "  - {type: applied, between: [world, 'true'], fx: 'sin(t)/3', frame: body}\n"
    "simulation: {end_time: 0.1, tolerance: 1e-9, integrator: bdf, max_step: 0.001}\n"
    "outputs: [arm.position, energy.kinetic]\n";

static void every_section_reads_back(void) {
    abText source, text, again;
    ab_text_init(&source, ab_heap());
    ab_text_init(&text, ab_heap());
    ab_text_init(&again, ab_heap());
    ab_text_write(&source, s_all, strlen(s_all));
    abModel *a = read_text(&source, "all.yaml");
    if (a != NULL) {
        ab_yaml_write(a, NULL, NULL, &text);
        abModel *b = read_text(&text, "all.yaml");
        if (b != NULL) {
            ab_yaml_write(b, NULL, NULL, &again);
            CHECK_TEXT(ab_text_string(&again), ab_text_string(&text));
            CHECK(a->material_count > b->material_count && b->material_count == 2);
            CHECK(b->pair_count == 1 && b->body_count == 3 && b->shape_count == a->shape_count);
            CHECK(b->rule_count == 2 && b->exclusion_count == 1 && b->joint_count == 1);
            CHECK(b->force_count == 2 && b->output_count == 2 && b->marker_count == 2);
            CHECK(memcmp(&a->body_defs[1].position, &b->body_defs[1].position, sizeof(abVec3)) ==
                  0);
            CHECK(memcmp(&a->body_defs[1].rotation, &b->body_defs[1].rotation, sizeof(abVec3)) ==
                  0);
            CHECK(memcmp(&a->body_defs[1].velocity, &b->body_defs[1].velocity, sizeof(abVec3)) ==
                  0);
            CHECK(memcmp(&a->body_defs[2].inertia, &b->body_defs[2].inertia, sizeof(abMat3)) == 0);
            CHECK_TEXT(b->body_defs[0].motion_position[0], a->body_defs[0].motion_position[0]);
            End end_a = run(a), end_b = run(b);
            CHECK(end_a.time > 0.0 && memcmp(&end_a, &end_b, sizeof end_a) == 0);
        }
        ab_model_destroy(b);
    }
    ab_model_destroy(a);
    ab_text_done(&source);
    ab_text_done(&text);
    ab_text_done(&again);
}

static void lines_of_the_source_are_told(void) {
    abModel *model = read_file("tests/verify/motionsolve/model_block_creep.xml");
    abText text;
    ab_text_init(&text, ab_heap());
    if (model != NULL) {
        ab_yaml_write(model, "creep.xml", NULL, &text);
        CHECK(strstr(ab_text_string(&text), "# from creep.xml, in m, kg, s and rad\n") != NULL);
        CHECK(strstr(ab_text_string(&text), "  Block: # line 11\n") != NULL);
    }
    ab_text_done(&text);
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(example_models_run_alike), AB_TEST(verification_models_run_alike),
         AB_TEST(motionsolve_models_run_alike), AB_TEST(every_section_reads_back),
         AB_TEST(lines_of_the_source_are_told))
