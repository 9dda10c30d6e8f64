// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contact_pairs_test.c - two contacts on one pair of graphics: both act, each with its own law,
// name and outputs.

#include <math.h>

#include "base/check.h"
#include "base/model_fixture.h"
#include "model/core/model.h"

static abError s_error;

#define BALL                                                                                       \
    "<M>\n<Model>\n<Param_Unit mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND' "       \
    "force_unit='NEWTON'/>\n<Force_Gravity grav_z='-10'/>\n<Body_Rigid id='1' isground='TRUE'/>\n" \
    "<Body_Rigid id='2' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1' cg_id='21'/>\n"      \
    "<Reference_Marker id='11' body_id='1' pos_z='-1'/>\n"                                         \
    "<Reference_Marker id='12' body_id='1'/>\n"                                                    \
    "<Reference_Marker id='21' body_id='2' pos_z='0.096'/>\n"                                      \
    "<Post_Graphic id='101' type='BoxDefinedFromCenter' center_marker_id='11' length_x='4' "       \
    "length_y='4' length_z='2'/>\n"                                                                \
    "<Post_Graphic id='201' type='Sphere' center_marker_id='21' radius='0.1'/>\n"                  \
    "<Post_Graphic id='202' type='Sphere' center_marker_id='21' radius='0.1'/>\n"
#define SPRING(id, k)                                                                              \
    "<Force_Contact id='" #id "' i_graphics_id='101' j_graphics_id='201' cnf_type='IMPACT' "       \
    "exponent='1' enable_analytical='TRUE' stiffness='" #k "'/>\n"
#define END "</Model>\n<Command>\n<Simulate end_time='1'/>\n</Command>\n</M>\n"

// m g = 10 N on springs of 1500 N/m and 1000 N/m in parallel: 4 mm, and 6 N and 4 N of them.
static void both_contacts_of_a_pair_act(void) {
    abModel *model = sound_model(BALL SPRING(1, 1500) SPRING(2, 1000) END, &s_error);
    CHECK(model->rule_count == 2 && model->rules[0].id == 1 && model->rules[1].id == 2);
    abSimulation *s = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_advance(s, 0.7, &s_error), &s_error);
    abContactState contacts[3];
    CHECK(ab_simulation_contacts(s, contacts, 3) == 2);
    // a hundred times the tolerance of the run, 1e-8
    CHECK_NEAR(contacts[0].depth, 0.004, 1e-6, 0.004);
    CHECK_NEAR(contacts[0].normal_force, 6.0, 1e-6, 6.0);
    CHECK_NEAR(contacts[1].normal_force, 4.0, 1e-6, 4.0);
    CHECK(contacts[0].shape_b != contacts[1].shape_b);
    close_fixture(model, s);
}

// Two springs swing as the one of their sum.
static void they_are_the_sum_in_motion(void) {
    abModel *two = sound_model(BALL SPRING(1, 2000) SPRING(2, 1000) END, &s_error);
    abModel *one = sound_model(BALL SPRING(1, 3000) END, &s_error);
    abSimulation *s = simulate_fixture(two, &s_error), *r = simulate_fixture(one, &s_error);
    for (double t = 0.01; t < 0.2; t += 0.01) {
        must_be_ok(ab_simulation_advance(s, t, &s_error), &s_error);
        must_be_ok(ab_simulation_advance(r, t, &s_error), &s_error);
        double z = ab_simulation_body(r, (abBodyId){2}).position.z;
        CHECK_NEAR(ab_simulation_body(s, (abBodyId){2}).position.z, z, 1e-6, 0.004);
    }
    close_fixture(two, s);
    close_fixture(one, r);
}

static double s_last[2]; // of the requests

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    CHECK(frame->request_count == 2);
    for (int i = 0; i < 2 && i < frame->request_count; i++) {
        s_last[i] = frame->requests[i];
    }
    return AB_OK;
}

// CONTACT of a request is the force of that contact alone; upwards on the ball, which is J.
static void requests_tell_them_apart(void) {
    abModel *model =
        sound_model(BALL SPRING(1, 1500) SPRING(2, 1000) "<Post_Request id='7' type='EXPRESSION' "
                                                         "expr1='CONTACT(1,1,4,0)' "
                                                         "expr2='CONTACT(2,1,4,0)'/>\n" END,
                    &s_error);
    abSimulation *s = simulate_fixture(model, &s_error);
    const abObserver observer = {.frame = take_frame};
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    CHECK_NEAR(s_last[0], 6.0, 1e-6, 6.0);
    CHECK_NEAR(s_last[1], 4.0, 1e-6, 4.0);
    close_fixture(model, s);
}

// CONTACT with an index, 1, is the depth, in the unit of the file.
static void an_index_tells_the_depth(void) {
    abModel *model = sound_model(BALL SPRING(1, 2500) "<Post_Request id='7' type='EXPRESSION' "
                                                      "expr1='CONTACT(1, 1, 0)' "
                                                      "expr2='1000*CONTACT(1,1,11)'/>\n" END,
                                 &s_error);
    abSimulation *s = simulate_fixture(model, &s_error);
    const abObserver observer = {.frame = take_frame};
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    CHECK_NEAR(s_last[0], 0.004, 1e-6, 0.004);
    CHECK_NEAR(s_last[1], 4.0, 1e-6, 4.0);
    close_fixture(model, s);
}

// Each is switched by its own number.
static void commands_change_one_of_them(void) {
    abModel *model = sound_model(
        BALL SPRING(1, 1500)
            SPRING(2, 1000) "</Model>\n<Command>\n<Simulate end_time='0.5'/>\n<Deactivate "
                            "element_type='CONTACT' "
                            "element_id='2'/>\n<Simulate end_time='1'/>\n</Command>\n</M>\n",
        &s_error);
    CHECK(model->change_count == 1);
    CHECK_TEXT(model->changes[0].path, "contacts.1.enabled");
    ab_model_destroy(model);
}

// Lists may overlap in part: the pair that both have gets a shape of its own, once for each contact.
static void only_what_is_shared_is_copied(void) {
    abModel *model = sound_model(
        BALL SPRING(1, 1500) "<Force_Contact id='2' i_graphics_id='101' j_graphics_id='201 202' "
                             "cnf_type='IMPACT' "
                             "exponent='1' stiffness='10' enable_analytical='TRUE'/>\n" SPRING(
                                 3, 10) END,
        &s_error);
    CHECK(model->rule_count == 4);
    CHECK(model->shape_count == 3 + 2);
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(both_contacts_of_a_pair_act), AB_TEST(they_are_the_sum_in_motion),
         AB_TEST(requests_tell_them_apart), AB_TEST(an_index_tells_the_depth),
         AB_TEST(commands_change_one_of_them), AB_TEST(only_what_is_shared_is_copied))
