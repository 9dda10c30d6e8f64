// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contact_changes_test.c - commands between two Simulate: what a contact becomes, against closed
// forms of each part of tests/verify/motionsolve/changed_contact.xml.

#include <math.h>

#include "base/check.h"
#include "base/model_fixture.h"
#include "model/core/model.h"

static abError s_error;

// Depth and speed of sinking of the ball of 1 kg.
typedef struct Ball {
    double depth, speed;
} Ball;

static const double s_g = 10.0; // [m/s^2]

static Ball ball_of(const abSimulation *s) {
    abBodyState b = ab_simulation_body(s, (abBodyId){2});
    return (Ball){0.1 - b.position.z, -b.velocity.z};
}

// On a linear spring of that stiffness.
static Ball on_spring(Ball from, double stiffness, double time) {
    double w = sqrt(stiffness), rest = s_g / stiffness, c = cos(w * time), s = sin(w * time);
    double x = from.depth - rest;
    return (Ball){rest + x * c + from.speed / w * s, from.speed * c - x * w * s};
}

static Ball falling(Ball from, double time) {
    return (Ball){from.depth + from.speed * time + s_g * time * time / 2.0,
                  from.speed + s_g * time};
}

// The error of a part is bounded by the tolerance 1e-11 of the run, of 0.01 m and 0.5 m/s, that of
// the next by what it grows from there: some 100 times in speed.
static const double s_allowed = 1e-9;

static void check_ball(const abSimulation *s, Ball expected) {
    Ball found = ball_of(s);
    CHECK_NEAR(found.depth, expected.depth, s_allowed, 0.01);
    CHECK_NEAR(found.speed, expected.speed, s_allowed, 0.5);
}

static abSimulation *advance_to(abSimulation *s, double time) {
    must_be_ok(ab_simulation_advance(s, time, &s_error), &s_error);
    return s;
}

static double energy(Ball b, double penalty) {
    return b.speed * b.speed / 2.0 - s_g * b.depth + 0.4 * penalty * pow(b.depth, 2.5);
}

static void each_part_has_its_closed_form(void) {
    abModel *model;
    must_be_ok(ab_model_read("tests/verify/motionsolve/changed_contact.xml", NULL, 0, ab_heap(),
                             (abLog){0}, &model, &s_error),
               &s_error);
    abSimulation *s = simulate_fixture(model, &s_error);
    Ball ball = {10.0 / 2000.0, 0.0};
    check_ball(advance_to(s, 0.4), ball); // at rest
    check_ball(advance_to(s, 0.53), on_spring(ball, 3000.0, 0.03));
    ball = on_spring(ball, 3000.0, 0.25); // the stiffer spring from 0.5 s on
    check_ball(advance_to(s, 0.75), ball);
    ball = falling(ball, 0.01); // without the contact
    check_ball(advance_to(s, 0.76), ball);
    check_ball(advance_to(s, 0.8), on_spring(ball, 3000.0, 0.04));
    ball = on_spring(ball, 3000.0, 0.14); // with it
    check_ball(advance_to(s, 0.9), ball);
    double penalty = 0.5 * pow(1000.0, 1.5); // of N/mm^1.5
    double before = energy(ball, penalty), deepest = 0.0;
    for (double t = 0.92; t < 1.2; t += 0.05) {
        ball = ball_of(advance_to(s, t));
        CHECK_NEAR(energy(ball, penalty), before, s_allowed, 0.1);
        deepest = fmax(deepest, ball.depth);
    }
    CHECK(deepest > 0.009); // which the spring did not reach
    advance_to(s, 1.2);
    CHECK(ab_simulation_change_count(s) == 4);
    close_fixture(model, s);
}

#define HEAD                                                                                       \
    "<M>\n<Model>\n<Body_Rigid id='1' isground='TRUE'/>\n"                                         \
    "<Body_Rigid id='2' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1' cg_id='21'/>\n"      \
    "<Reference_Marker id='11' body_id='1'/>\n<Reference_Marker id='21' body_id='2' pos_z='5'/>\n" \
    "<Post_Graphic id='101' type='Sphere' center_marker_id='11' radius='1'/>\n"                    \
    "<Post_Graphic id='102' type='Sphere' center_marker_id='11' radius='1.5'/>\n"                  \
    "<Post_Graphic id='201' type='Sphere' center_marker_id='21' radius='1'/>\n"                    \
    "<Force_Contact id='1' i_graphics_id='101 102' j_graphics_id='201' cnf_type='IMPACT' "         \
    "stiffness='1e6' exponent='1.5' enable_analytical='TRUE'/>\n</Model>\n<Command>\n"
#define TAIL "</Command>\n</M>\n"

static void check_changes(const char *text, const char *const *expected, size_t count) {
    abModel *model = sound_model(text, &s_error);
    CHECK(model->change_count == count);
    for (size_t i = 0; i < count && i < model->change_count; i++) {
        char told[200];
        snprintf(told, sizeof told, "%g %s %s", model->changes[i].time, model->changes[i].path,
                 model->changes[i].value);
        CHECK_TEXT(told, expected[i]);
    }
    ab_model_destroy(model);
}

static void every_pair_of_a_contact_changes(void) {
    static const char *const expected[] = {
        "1 contacts.0.enabled false", "1 contacts.1.enabled false", "3 contacts.0.enabled true",
        "3 contacts.1.enabled true"};
    check_changes(HEAD "<Simulate end_time='1'/>\n<Deactivate element_type='Contact' "
                       "element_id='1'/>\n<Simulate end_time='3'/>\n<Activate "
                       "element_type='CONTACT' element_id='1'/>\n<Simulate duration='1'/>\n" TAIL,
                  expected, 4);
}

static void what_stays_as_it_is_is_no_change(void) {
    static const char *const expected[] = {
        "2 contacts.0.friction {law: dynamic_only, dynamic_friction: 0.2, dynamic_speed: 0.1}",
        "2 contacts.1.friction {law: dynamic_only, dynamic_friction: 0.2, dynamic_speed: 0.1}",
        "2 contacts.0.ignore_deeper_than 0.25", "2 contacts.1.ignore_deeper_than 0.25"};
    check_changes(HEAD
                  "<Simulate end_time='1'/>\n<Force_Contact id='1' stiffness='1e6'/>\n<Activate "
                  "element_type='CONTACT' element_id='1'/>\n<Simulate end_time='2'/>\n"
                  "<Force_Contact id='1' cff_type='DYNAMICS_ONLY' mu_dynamic='0.2' "
                  "friction_trans_vel='0.1' ignore_penetration_larger_than='0.25'/>\n"
                  "<Simulate end_time='3'/>\n" TAIL,
                  expected, 4);
}

// Before the first run a command acts from the start; the laws wait for the contact to be on.
static void a_contact_may_begin_switched_off(void) {
    static const char *const expected[] = {"1 contacts.0.enabled true",
                                           "1 contacts.1.enabled true"};
    check_changes(HEAD "<Deactivate element_type='CONTACT' element_id='1'/>\n"
                       "<Simulate end_time='1'/>\n<Activate element_type='CONTACT' "
                       "element_id='1'/>\n<Simulate end_time='1.5'/>\n" TAIL,
                  expected, 2);
}

AB_TESTS(AB_TEST(each_part_has_its_closed_form), AB_TEST(every_pair_of_a_contact_changes),
         AB_TEST(what_stays_as_it_is_is_no_change), AB_TEST(a_contact_may_begin_switched_off))
