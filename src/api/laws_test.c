// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// laws_test.c - laws of the program: they act as written, are found by name, and refused when they
// cannot be.

#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

static const double s_pi = 3.14159265358979323846;
static abError s_error;

static bool says(const char *words) {
    return s_error.count > 0 && strstr(s_error.problems[0].text, words) != NULL;
}

// ---- the laws ----

// F = k d, stored whole.
static void spring(void *context, const double *memory, const abPluginContact *contact,
                   abPluginForce *out) {
    (void)memory;
    double k = *(const double *)context;
    out->force = out->elastic = k * contact->depth;
    out->stiffness = k;
    out->energy = 0.5 * k * contact->depth * contact->depth;
}

// Stiffer the faster the contact began.
static void remember(void *context, double speed, double *memory) {
    (void)context;
    memory[0] = 7.0;
    memory[1] = speed;
}

static void spring_by_speed(void *context, const double *memory, const abPluginContact *contact,
                            abPluginForce *out) {
    double k = *(const double *)context * memory[1];
    CHECK(memory[0] == 7.0);
    spring(&k, memory, contact, out);
}

// On B against its slip, in proportion.
static void viscous(void *context, const abPluginContact *contact, abPluginForce *out) {
    for (int i = 0; i < 3; i++) {
        out->tangential[i] = -*(const double *)context * contact->slip[i];
    }
}

static double s_stiffness = 1e4, s_viscosity = 2.0;
static const abNormalCallbacks s_spring = {
    .size = sizeof s_spring, .context = &s_stiffness, .evaluate = spring};
static const abNormalCallbacks s_by_speed = {.size = sizeof s_by_speed,
                                             .context = &s_stiffness,
                                             .begin = remember,
                                             .evaluate = spring_by_speed};
static const abFrictionCallbacks s_viscous = {
    .size = sizeof s_viscous, .context = &s_viscosity, .evaluate = viscous};

// ---- the scene: a ball of 1 kg on its way to the ground or along it ----

typedef struct Scene {
    double height;
    abVec3 velocity;
    double gravity, end_time;
    const char *normal, *friction;
    abMethodKind method;
    double step; // of methods other than events
} Scene;

static abModel *new_model(void) {
    abModel *model;
    ab_error_clear(&s_error);
    ab_model_create(ab_heap(), (abLog){0}, &model, &s_error);
    return model;
}

static abResult add_parts(abModel *model, const Scene *scene) {
    abMaterialDef material = ab_material_def();
    material.name = "hard";
    abShapeDef plane = ab_shape_plane((abVec3){0.0, 0.0, 1.0}), ball = ab_shape_sphere(0.1);
    plane.material = ball.material = "hard";
    ball.mass = 1.0;
    abBodyDef ground = ab_body_def(), body = ab_body_def();
    ground.name = "ground", ground.mobility = AB_MOBILITY_FIXED;
    body.name = "ball", body.position.z = scene->height, body.velocity = scene->velocity;
    abContactRuleDef rule = ab_contact_between("ground", "ball", scene->normal, scene->friction);
    rule.restitution = 1.0, rule.sliding_friction = 0.0;
    abBodyId id;
    AB_TRY(ab_model_add_material(model, &material, &s_error));
    AB_TRY(ab_model_add_body(model, &ground, &id, &s_error));
    AB_TRY(ab_model_add_shape(model, id, &plane, NULL, &s_error));
    AB_TRY(ab_model_add_body(model, &body, &id, &s_error));
    AB_TRY(ab_model_add_shape(model, id, &ball, NULL, &s_error));
    AB_TRY(ab_model_add_contact_rule(model, &rule, &s_error));
    ab_model_set_gravity(model, &(abGravityDef){.uniform = {0.0, 0.0, -scene->gravity}});
    abSimulationDef simulation = ab_simulation_def();
    simulation.end_time = scene->end_time, simulation.tolerance = 1e-10;
    simulation.method = scene->method, simulation.step = scene->step;
    ab_model_set_simulation(model, &simulation);
    return ab_model_compile(model, &s_error);
}

static abResult note_release(void *context, const abEvent *event, abError *error) {
    (void)error;
    if (event->kind == AB_EVENT_RELEASE) {
        *(double *)context = event->duration;
    }
    return AB_OK;
}

// Runs; `duration` of the last contact that ended. The model is destroyed.
static abResult run(abModel *model, double *duration, abBodyState *end) {
    abObserver observer = {.context = duration, .event = note_release};
    abSimulation *simulation = NULL;
    abResult result =
        ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error);
    result = result == AB_OK ? ab_simulation_run(simulation, &observer, &s_error) : result;
    if (result == AB_OK) {
        *end = ab_simulation_body(simulation, ab_model_find_body(model, "ball"));
    }
    close_fixture(model, simulation);
    return result;
}

// Runs the scene with these laws, `friction` NULL for none, as "mine" and "drag".
static abResult run_scene(const Scene *scene, const abNormalCallbacks *normal,
                          const abFrictionCallbacks *friction, double *duration, abBodyState *end) {
    abModel *model = new_model();
    CHECK(ab_model_add_normal_law(model, "mine", normal, &s_error) == AB_OK);
    CHECK(friction == NULL ||
          ab_model_add_friction_law(model, "drag", friction, &s_error) == AB_OK);
    CHECK(add_parts(model, scene) == AB_OK);
    *duration = NAN;
    return run(model, duration, end);
}

// ---- the tests ----

static void a_linear_spring_lasts_half_a_period(void) {
    Scene scene = {0.11, {0.0, 0.0, -1.0}, 0.0, 0.1, "mine", "none", AB_METHOD_EVENTS, NAN};
    double duration;
    abBodyState end;
    CHECK(run_scene(&scene, &s_spring, NULL, &duration, &end) == AB_OK);
    // half a period of mass on spring; the tolerance is 1e-10 of the run
    CHECK_NEAR(duration, s_pi / sqrt(s_stiffness), 1e-7, duration);
    CHECK_NEAR(end.velocity.z, 1.0, 1e-8, 1.0);
}

static void the_memory_of_a_contact_is_what_begin_wrote(void) {
    Scene scene = {0.11, {0.0, 0.0, -4.0}, 0.0, 0.1, "mine", "none", AB_METHOD_EVENTS, NAN};
    double duration;
    abBodyState end;
    CHECK(run_scene(&scene, &s_by_speed, NULL, &duration, &end) == AB_OK);
    CHECK_NEAR(duration, s_pi / sqrt(4.0 * s_stiffness), 1e-7, duration);
}

static int s_calls_with_many;

static void springs_by_speed(void *context, int count, const double *memory,
                             const abPluginContact *contacts, abPluginForce *out) {
    s_calls_with_many++;
    for (int i = 0; i < count; i++) {
        spring_by_speed(context, memory + AB_PLUGIN_MEMORY * i, &contacts[i], &out[i]);
    }
}

static void many_contacts_in_one_call_have_the_same_bits(void) {
    abNormalCallbacks many = s_by_speed;
    many.evaluate_many = springs_by_speed;
    abMethodKind methods[] = {AB_METHOD_EVENTS, AB_METHOD_STEPPING};
    for (int m = 0; m < 2; m++) {
        Scene scene = {0.11,   {0.5, 0.0, -4.0}, 9.81,       0.1,
                       "mine", "drag",           methods[m], m == 0 ? (double)NAN : 1e-4};
        scene.friction = m == 0 ? "drag" : "none"; // stepping takes none of the program
        const abFrictionCallbacks *friction = m == 0 ? &s_viscous : NULL;
        double duration;
        abBodyState one, other;
        CHECK(run_scene(&scene, &s_by_speed, friction, &duration, &one) == AB_OK);
        s_calls_with_many = 0;
        CHECK(run_scene(&scene, &many, friction, &duration, &other) == AB_OK);
        CHECK(memcmp(&one, &other, sizeof one) == 0);
        CHECK(s_calls_with_many > 0 || methods[m] == AB_METHOD_STEPPING); // which asks one by one
    }
}

static void a_program_of_before_has_no_such_function(void) {
    abNormalCallbacks law = s_spring;
    law.size = offsetof(abNormalCallbacks, evaluate_many);
    law.evaluate_many = springs_by_speed; // what lies behind its struct is not looked at
    Scene scene = {0.11, {0.0, 0.0, -1.0}, 0.0, 0.1, "mine", "none", AB_METHOD_EVENTS, NAN};
    double duration;
    abBodyState end;
    s_calls_with_many = 0;
    CHECK(run_scene(&scene, &law, NULL, &duration, &end) == AB_OK);
    CHECK(s_calls_with_many == 0);
    CHECK_NEAR(duration, s_pi / sqrt(s_stiffness), 1e-7, duration); // as above
}

static void viscous_friction_slows_exponentially(void) {
    // no moment about the contact but that of friction: m v' = -c (v + r w), I w' = -c r (v + r w),
    // so the slip u = v + r w decays with c (1/m + r^2/I) = c 3.5 / m
    Scene scene = {0.1 - 9.81 / 1e4, {1.0, 0.0, 0.0},  9.81, 0.2, "mine",
                   "drag",           AB_METHOD_EVENTS, NAN};
    abModel *model = new_model();
    CHECK(add_parts(model, &scene) != AB_OK); // not there yet
    ab_model_destroy(model);
    double duration;
    abBodyState end;
    CHECK(run_scene(&scene, &s_spring, &s_viscous, &duration, &end) == AB_OK);
    double slip = exp(-3.5 * s_viscosity * 0.2), v = 1.0 - (1.0 - slip) / 3.5;
    // the lever is r less the overlap, 1 % of r, which changes the slip by less than 1 %
    CHECK_NEAR(end.velocity.x, v, 0.01, v);
}

static void method_stepping_asks_the_same_law(void) {
    Scene scene = {0.11, {0.0, 0.0, -1.0}, 0.0, 0.1, "mine", "none", AB_METHOD_STEPPING, 1e-5};
    double duration;
    abBodyState end;
    CHECK(run_scene(&scene, &s_spring, NULL, &duration, &end) == AB_OK);
    // steps of h end up to h after a contact pair; half a period is 3141 of them
    CHECK_NEAR(duration, s_pi / sqrt(s_stiffness), 2e-5, 1.0);
    CHECK_NEAR(end.velocity.z, 1.0, 1e-3, 1.0);
}

static void method_stepping_has_a_friction_of_its_own(void) {
    Scene scene = {0.11, {1.0, 0.0, 0.0}, 9.81, 0.1, "mine", "drag", AB_METHOD_STEPPING, 1e-4};
    double duration;
    abBodyState end;
    CHECK(run_scene(&scene, &s_spring, &s_viscous, &duration, &end) == AB_BAD_MODEL);
    CHECK(says("callback"));
}

static void a_file_names_laws_of_the_program(void) {
    static const char text[] =
        "abut: 1\nmaterials: {hard: {density: 1000}}\n"
        "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: hard}]}\n"
        "  ball: {position: [0, 0, 0.11], velocity: [0, 0, -1],"
        " shapes: [{sphere: {radius: 0.1}, material: hard, mass: 1}]}\n"
        "contacts: [{between: [ground, ball], restitution: 1, normal: %s, friction: none}]\n"
        "simulation: {end_time: 0.1, tolerance: 1e-10}\n";
    abModel *laws = new_model(), *model = NULL;
    CHECK(ab_model_add_normal_law(laws, "mine", &s_spring, &s_error) == AB_OK);
    static const char *const forms[] = {"mine", "{law: mine}", "{law: callback, name: mine}"};
    for (size_t i = 0; i < 3; i++) {
        char file[1000];
        int size = snprintf(file, sizeof file, text, forms[i]);
        ab_error_clear(&s_error);
        CHECK(ab_model_read_text(file, (size_t)size, "ball.yaml", NULL, 0, ab_heap(), (abLog){0},
                                 &model, &s_error) == AB_BAD_MODEL);
        CHECK(says("mine"));
        ab_error_clear(&s_error);
        CHECK(ab_model_read_text_with_laws(laws, file, (size_t)size, "ball.yaml", NULL, 0,
                                           ab_heap(), (abLog){0}, &model, &s_error) == AB_OK);
        double duration = NAN;
        abBodyState end;
        CHECK(model != NULL && run(model, &duration, &end) == AB_OK);
        CHECK_NEAR(duration, s_pi / sqrt(s_stiffness), 1e-7, duration);
    }
    ab_model_destroy(laws);
}

static void laws_that_cannot_be_are_refused(void) {
    abModel *model = new_model();
    abNormalCallbacks empty = {.size = sizeof empty};
    CHECK(ab_model_add_normal_law(model, "mine", &empty, &s_error) == AB_USAGE);
    CHECK(ab_model_add_normal_law(model, "hertz", &s_spring, &s_error) == AB_USAGE);
    CHECK(ab_model_add_normal_law(model, "mine", &s_spring, &s_error) == AB_OK);
    CHECK(ab_model_add_normal_law(model, "mine", &s_spring, &s_error) == AB_USAGE);
    CHECK(ab_model_add_friction_law(model, "mine", &s_viscous, &s_error) == AB_OK);
    ab_error_clear(&s_error);
    Scene scene = {0.2, {0.0, 0.0, 0.0}, 0.0, 0.1, "yours", "none", AB_METHOD_EVENTS, NAN};
    CHECK(add_parts(model, &scene) == AB_BAD_MODEL);
    CHECK(says("no normal law yours"));
    ab_model_destroy(model);
}

// ---- where they act ----

static int s_asked, s_on_corner, s_between;

// A law of the ball, whose lowest point is in the ground. At its start a contact is also asked about
// depths that it may get, at rest and where it is.
static void spring_told_where(void *context, const double *memory, const abPluginContact *contact,
                              abPluginForce *out) {
    spring(context, memory, contact, out);
    if (contact->rate != 0.0) {
        s_asked++;
        CHECK_NEAR(contact->normal[2], 1.0, 1e-12, 1.0);
        CHECK_NEAR(contact->point_a[2], 0.0, 1e-12, 1.0);
        CHECK_NEAR(contact->point_b[2], -contact->depth, 1e-12, 1.0);
        CHECK(contact->side == -1 && contact->corners[0] == -1 && contact->both_sides == 0);
    }
}

static void laws_are_told_where_they_act(void) {
    static const abNormalCallbacks told = {
        .size = sizeof told, .context = &s_stiffness, .evaluate = spring_told_where};
    const Scene scene = {0.11, {0.0, 0.0, -1.0}, 0.0, 0.05, "mine", "none", AB_METHOD_EVENTS, NAN};
    double duration = 0.0;
    abBodyState end;
    s_asked = 0;
    CHECK(run_scene(&scene, &told, NULL, &duration, &end) == AB_OK);
    CHECK(s_asked > 10 && duration > 0.0);
}

// models/meshes/tetrahedron.obj on its base.
static const double s_corners[4][2] = {
    {0.1, 0.0}, {-0.05, 0.08660254037844387}, {-0.05, -0.08660254037844387}, {0.0, 0.0}};

static void layer_told_where(void *context, const double *memory, const abPluginContact *contact,
                             abPluginForce *out) {
    double k = *(const double *)context * contact->area;
    spring(&k, memory, contact, out);
    if (contact->time == 0.0 || contact->side < 0) {
        return;
    }
    double x = 0.0, y = 0.0, sum = 0.0;
    int count = 0;
    for (int i = 0; i < 3 && contact->corners[i] >= 0; i++, count++) {
        const double *corner = s_corners[contact->corners[i] % 4];
        x += contact->weights[i] * corner[0];
        y += contact->weights[i] * corner[1];
        sum += contact->weights[i];
    }
    CHECK(contact->side == 1 && contact->both_sides == 0);
    CHECK_NEAR(sum, 1.0, 1e-12, 1.0);
    CHECK_NEAR(contact->point_b[0], x, 1e-6, 1.0);
    CHECK_NEAR(contact->point_b[1], y, 1e-6, 1.0);
    CHECK_NEAR(contact->point_b[2] + contact->depth, contact->point_a[2], 1e-12, 1.0);
    s_on_corner += count == 1;
    s_between += count == 3;
}

static abModel *tetrahedron_on_the_ground(const abNormalCallbacks *law, abManifold manifold) {
    abModel *model = new_model();
    abMaterialDef material = ab_material_def();
    material.name = "hard", material.density = 1000.0;
    abShapeDef plane = ab_shape_plane((abVec3){0.0, 0.0, 1.0});
    abShapeDef mesh = ab_shape_mesh_file("models/meshes/tetrahedron.obj");
    CHECK(ab_shape_set_text(&mesh, "collide", "surface", &s_error) == AB_OK);
    plane.material = mesh.material = "hard";
    abBodyDef ground = ab_body_def(), body = ab_body_def();
    ground.name = "ground", ground.mobility = AB_MOBILITY_FIXED;
    body.name = "body", body.position.z = -1e-4;
    abContactRuleDef rule = ab_contact_between("ground", "body", "mine", "none");
    rule.manifold = manifold, rule.restitution = 1.0, rule.sliding_friction = 0.0;
    abBodyId id;
    CHECK(ab_model_add_normal_law(model, "mine", law, &s_error) == AB_OK);
    CHECK(ab_model_add_material(model, &material, &s_error) == AB_OK);
    CHECK(ab_model_add_body(model, &ground, &id, &s_error) == AB_OK);
    CHECK(ab_model_add_shape(model, id, &plane, NULL, &s_error) == AB_OK);
    CHECK(ab_model_add_body(model, &body, &id, &s_error) == AB_OK);
    CHECK(ab_model_add_shape(model, id, &mesh, NULL, &s_error) == AB_OK);
    CHECK(ab_model_add_contact_rule(model, &rule, &s_error) == AB_OK);
    CHECK(ab_model_compile(model, &s_error) == AB_OK);
    return model;
}

// Only moves by what the layer pushes it out: by less than its height.
static void run_tetrahedron(abManifold manifold) {
    static double stiffness = 1e7;
    static const abNormalCallbacks told = {
        .size = sizeof told, .context = &stiffness, .evaluate = layer_told_where};
    abModel *model = tetrahedron_on_the_ground(&told, manifold);
    abSimulation *simulation = NULL;
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error) == AB_OK);
    CHECK(ab_simulation_advance(simulation, 1e-3, &s_error) == AB_OK);
    close_fixture(model, simulation);
}

static void laws_of_meshes_are_told_the_corners(void) {
    s_on_corner = s_between = 0;
    run_tetrahedron(AB_MANIFOLD_VERTICES);
    CHECK(s_on_corner > 10 && s_between == 0);
    s_on_corner = s_between = 0;
    run_tetrahedron(AB_MANIFOLD_FACES);
    CHECK(s_between > 10 && s_on_corner == 0);
}

AB_TESTS(AB_TEST(a_linear_spring_lasts_half_a_period),
         AB_TEST(the_memory_of_a_contact_is_what_begin_wrote),
         AB_TEST(many_contacts_in_one_call_have_the_same_bits),
         AB_TEST(a_program_of_before_has_no_such_function),
         AB_TEST(viscous_friction_slows_exponentially), AB_TEST(method_stepping_asks_the_same_law),
         AB_TEST(method_stepping_has_a_friction_of_its_own),
         AB_TEST(a_file_names_laws_of_the_program), AB_TEST(laws_that_cannot_be_are_refused),
         AB_TEST(laws_are_told_where_they_act), AB_TEST(laws_of_meshes_are_told_the_corners))
