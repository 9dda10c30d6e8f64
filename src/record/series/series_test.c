// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "record/series/series.h"

#include "base/check.h"

static const abSceneBody s_bodies[] = {
    {.name = "ground", .mobility = AB_MOBILITY_FIXED},
    {.name = "ball",
     .mass = 2.0,
     .inertia = {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}},
     .gravity = {.uniform = {0, 0, -10}, .parameter = 6.0, .center = {1, 2, 0}}},
    {.name = "ball.two", .mass = 1.0},
};
static const abSceneShape s_shapes[] = {{.name = "ground.plane", .body = 1},
                                        {.name = "ball.sphere", .body = 2},
                                        {.name = "ball.box", .body = 2}};
static const abSceneJoint s_joints[] = {
    {.name = "hinge", .type = "revolute", .body_b = 2, .has_limits = true}};
static const abSceneForce s_forces[] = {{.name = "rope", .type = "rope", .body_a = 1, .body_b = 2}};
static const abSceneRequest s_requests[] = {{"pull", "kN"}};
static const abScene s_scene = {.bodies = s_bodies,
                                .shapes = s_shapes,
                                .joints = s_joints,
                                .forces = s_forces,
                                .force_count = 1,
                                .requests = s_requests,
                                .body_count = 3,
                                .shape_count = 3,
                                .joint_count = 1,
                                .request_count = 1};

static const abBodyState s_states[] = {
    {.orientation = {1, 0, 0, 0}},
    {{1, 2, 3}, {1, 0, 0, 0}, {3, 0, 4}, {0, 0, 2}},
    {{7, 8, 9}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
};
// the ball touches with two shapes; the second contact is stored the other way round
static const abContactState s_contacts[] = {
    {.body_a = 1,
     .body_b = 2,
     .shape_a = 0,
     .shape_b = 1,
     .point = {1, 0, 0},
     .normal = {0, 0, 1},
     .depth = 0.1,
     .normal_force = 10.0,
     .force = {3, 0, 10},
     .energy = 0.5},
    {.body_a = 2,
     .body_b = 1,
     .shape_a = 2,
     .shape_b = 0,
     .point = {2, 0, 0},
     .normal = {0, 0, -1},
     .depth = 0.2,
     .normal_force = 20.0,
     .force = {0, -4, -20},
     .energy = 0.25},
};
static const double s_joint_forces[6] = {1, 2, 3, 4, 5, 6};
static const double s_limit_loads[6] = {0, 0, 7, 8, 0, 9}, s_force_loads[6] = {3, 0, 4, 0, 0, 1};
static const double s_values[1] = {0.25};
static const abFrame s_frame = {.time = 1.0,
                                .requests = s_values,
                                .request_count = 1,
                                .bodies = s_states,
                                .body_count = 3,
                                .contacts = s_contacts,
                                .contact_count = 2,
                                .joint_forces = s_joint_forces,
                                .joint_count = 1,
                                .limit_loads = s_limit_loads,
                                .force_loads = s_force_loads,
                                .force_count = 1,
                                .energy = {.kinetic = 5.0,
                                           .gravity = -1.5,
                                           .springs = 1.0,
                                           .contacts = 0.5,
                                           .dampers = 7.0,
                                           .applied_work = 9.0}};

static double value_in(const char *name, const abFrame *frame) {
    abSeriesList list;
    abError error;
    ab_error_clear(&error);
    ab_series_init(&list, ab_heap());
    abResult result = ab_series_add(&list, &s_scene, name, (abPlace){0}, &error);
    CHECK(result == AB_OK && list.count == 1);
    double value = list.count == 1 ? ab_series_value(&list.items[0], frame) : NAN;
    ab_series_done(&list);
    return value;
}

static double value(const char *name) {
    return value_in(name, &s_frame);
}

static void bodies_have_positions_and_speeds(void) {
    CHECK(value("ball.position.z") == 3.0);
    CHECK(value("ball.two.position.x") == 7.0);
    CHECK(value("ball.orientation.w") == 1.0);
    CHECK(value("ball.speed") == 5.0);
    // 1/2 2 5^2 + 1/2 0.5 2^2
    CHECK(value("ball.kinetic_energy") == 26.0);
    CHECK(value("ground.kinetic_energy") == 0.0);
    // 2 10 3, and -2 6 / 3 of the point below
    CHECK(value("ball.potential_energy") == 60.0 - 4.0);
    CHECK(value("ball.energy") == 26.0 + 56.0);
    CHECK(value("ground.potential_energy") == 0.0);
}

static void contacts_are_summed_in_the_order_written(void) {
    CHECK(value("contact(ground, ball).depth") == 0.2);
    CHECK(value("contact(ground, ball).normal_force") == 30.0);
    CHECK(value("contact(ground, ball).force.z") == 30.0);
    CHECK(value("contact(ball, ground).force.z") == -30.0);
    CHECK(value("contact(ground,ball).force.y") == 4.0);
    CHECK(value("contact(ground, ball).friction_force") == 5.0);
    CHECK(value("contact(ground, ball).normal.z") == 1.0);
    CHECK(value("contact(ball, ground).normal.z") == -1.0);
    CHECK(value("contact(ground, ball).energy") == 0.75);
    CHECK(value("contact(ground, ball.sphere).depth") == 0.1);
}

static void limits_and_forces_have_loads(void) {
    CHECK(value("joint(hinge).force.z") == 3.0);
    CHECK(value("joint(hinge).limit_force.z") == 7.0);
    CHECK(value("joint(hinge).limit_torque.x") == 8.0);
    CHECK(value("force(rope).force.x") == 3.0);
    CHECK(value("force(rope).torque.z") == 1.0);
    CHECK(value("force(rope).size") == 5.0);
}

static void without_touch_forces_are_zero_and_places_undefined(void) {
    abFrame apart = s_frame;
    apart.contact_count = 0;
    CHECK(value_in("contact(ground, ball).force.z", &apart) == 0.0);
    CHECK(value_in("contact(ground, ball).depth", &apart) == 0.0);
    CHECK(isnan(value_in("contact(ground, ball).point.x", &apart)));
}

static void joints_and_energy_have_series(void) {
    CHECK(value("joint(hinge).force.y") == 2.0);
    CHECK(value("joint(hinge).torque.z") == 6.0);
    CHECK(value("energy.kinetic") == 5.0);
    CHECK(value("energy.total") == 5.0 - 1.5 + 1.0 + 0.5);
    CHECK(value("energy.balance") == 5.0 + 7.0 - 9.0);
}

static void a_vector_is_its_components(void) {
    abSeriesList list;
    ab_series_init(&list, ab_heap());
    CHECK(ab_series_add(&list, &s_scene, "ball.velocity", (abPlace){0}, NULL) == AB_OK);
    CHECK(list.count == 3 && list.parts == 0);
    CHECK_TEXT(list.items[2].name, "ball.velocity.z");
    CHECK_TEXT(list.items[2].unit, "m/s");
    CHECK(ab_series_add(&list, &s_scene, "contact(ground, ball).slip", (abPlace){0}, NULL) ==
          AB_OK);
    CHECK(list.count == 6 && list.parts == AB_FRAME_CONTACTS);
    CHECK(ab_series_add(&list, &s_scene, "contact(ground, ball).regions", (abPlace){0}, NULL) ==
          AB_OK);
    CHECK(list.items[6].parts == AB_FRAME_REGIONS);
    ab_series_done(&list);
}

static void mistakes_are_answered_with_the_nearest_name(void) {
    static const struct {
        const char *name, *part;
    } cases[] = {
        {"bal.position", "did you mean ball?"},
        {"ball.positon", "did you mean position?"},
        {"ball", "ball.position"},
        {"ball.position.w", "no component w"},
        {"contact(ground, ball)", "contact(A, B).quantity"},
        {"contact(ground, boll).depth", "did you mean ball?"},
        {"joint(hing).force", "did you mean hinge?"},
        {"energy.kinetik", "did you mean kinetic?"},
        {"", "no body"},
        {"contact(", "contact(A, B).quantity"},
        {"joint(", "joint(NAME).quantity"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        abSeriesList list;
        static abError error;
        ab_error_clear(&error);
        ab_series_init(&list, ab_heap());
        CHECK(ab_series_add(&list, &s_scene, cases[i].name, (abPlace){0}, &error) == AB_BAD_MODEL);
        CHECK(error.count == 1 && strstr(error.problems[0].text, cases[i].part) != NULL);
        ab_series_done(&list);
    }
}

static void outputs_by_expression_have_their_own_names(void) {
    abSeriesList list;
    abError error;
    ab_error_clear(&error);
    ab_series_init(&list, ab_heap());
    CHECK(ab_series_add(&list, &s_scene, "pull", (abPlace){0}, &error) == AB_OK);
    CHECK(list.count == 1 && ab_series_value(&list.items[0], &s_frame) == 0.25);
    CHECK_TEXT(list.items[0].name, "pull");
    CHECK_TEXT(list.items[0].unit, "kN");
    ab_series_done(&list);
}

static void modes_of_a_flexible_body_have_series(void) {
    static const double modes[] = {8.0, -2.0, 0.5, 0.1, 0.2, 3.0, 4.0};
    abSceneBody bodies[3] = {s_bodies[0], s_bodies[1], s_bodies[2]};
    bodies[1].mode_count = 2;
    abScene scene = s_scene;
    CHECK(ab_scene_count_modes(&scene, bodies) && scene.modal_count == 7);
    scene.bodies = bodies;
    abFrame frame = s_frame;
    frame.modes = modes;
    frame.modal_count = 7;
    static const struct {
        const char *name;
        double value;
    } wanted[] = {{"ball.q(1)", 0.1},           {"ball.q(2)", 0.2},
                  {"ball.q_rate( 2 )", 4.0},    {"ball.strain_energy", 0.5},
                  {"ball.kinetic_energy", 8.0}, {"ball.energy", 6.5},
                  {"ground.strain_energy", 0.0}};
    abSeriesList list;
    abError error;
    ab_error_clear(&error);
    ab_series_init(&list, ab_heap());
    for (int i = 0; i < (int)(sizeof wanted / sizeof wanted[0]); i++) {
        CHECK(ab_series_add(&list, &scene, wanted[i].name, (abPlace){0}, &error) == AB_OK);
        CHECK(ab_series_value(&list.items[i], &frame) == wanted[i].value);
    }
    CHECK_TEXT(list.items[2].name, "ball.q_rate(2)");
    static const char *const none[] = {"ball.q(3)", "ball.q", "ball.q(x)", "ball.q(1).x",
                                       "ball.two.q(1)"};
    for (int i = 0; i < 5; i++) {
        CHECK(ab_series_add(&list, &scene, none[i], (abPlace){0}, &error) == AB_BAD_MODEL);
    }
    ab_series_done(&list);
}

AB_TESTS(AB_TEST(modes_of_a_flexible_body_have_series),
         AB_TEST(outputs_by_expression_have_their_own_names),
         AB_TEST(bodies_have_positions_and_speeds),
         AB_TEST(contacts_are_summed_in_the_order_written),
         AB_TEST(without_touch_forces_are_zero_and_places_undefined),
         AB_TEST(joints_and_energy_have_series), AB_TEST(limits_and_forces_have_loads),
         AB_TEST(a_vector_is_its_components), AB_TEST(mistakes_are_answered_with_the_nearest_name))
