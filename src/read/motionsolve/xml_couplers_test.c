// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_couplers_test.c - gears as constraints: spur, internal and bevel gears, a rack, and their
// signs.

#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

// A wheel about z at the origin, driven by t^2, a second body whose joint is `second`, and a gear at
// (x, 0, 0) along the z axis of a marker with the angles `along`.
static abResult read_gear(const char *markers, const char *joints, const char *gear,
                          abModel **model) {
    static char text[4000];
    snprintf(text, sizeof text,
             "<m><Model><Param_Unit length_unit='MILLIMETER'/>\n"
             "<Body_Rigid id='1' label='Housing' isground='TRUE' lprf_id='1'/>\n"
             "<Body_Rigid id='2' label='wheel' cg_id='2' mass='1' inertia_xx='1e3' "
             "inertia_yy='1e3' inertia_zz='1e3'/>\n"
             "<Body_Rigid id='3' label='other' cg_id='3' mass='1' inertia_xx='1e3' "
             "inertia_yy='1e3' inertia_zz='1e3'/>\n"
             "<Reference_Marker id='1' body_id='1'/><Reference_Marker id='2' body_id='2'/>\n%s"
             "<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='2' j_marker_id='1'/>\n%s"
             "<Motion_Joint id='1' joint_id='1' joint_type='R' type='EXPRESSION' "
             "expr='TIME*TIME'/>\n%s"
             "</Model><Command><Param_Transient integr_tol='1e-8'/>"
             "<Simulate end_time='1' num_steps='4'/></Command></m>\n",
             markers, joints, gear);
    ab_error_clear(&s_error);
    *model = NULL;
    return ab_model_read_text(text, strlen(text), "gear.xml", NULL, 0, ab_heap(), (abLog){0}, model,
                              &s_error);
}

static abBodyState other_of(const char *markers, const char *joints, const char *gear) {
    abModel *model;
    must_be_ok(read_gear(markers, joints, gear, &model), &s_error);
    abSimulation *simulation = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_run(simulation, NULL, &s_error), &s_error);
    abBodyState wheel = ab_simulation_body(simulation, (abBodyId){2});
    abBodyState other = ab_simulation_body(simulation, (abBodyId){3});
    CHECK_NEAR(wheel.angular_velocity.z, 2.0, 1e-9, 2.0);
    close_fixture(model, simulation);
    return other;
}

#define GEAR "<Constraint_Gear id='1' joint1_id='1' joint2_id='2' cv_marker_id='9'/>\n"
// At 20 mm along x on the housing, its z axis along the global y.
#define TOUCH                                                                                      \
    "<Reference_Marker id='9' body_id='1' pos_x='20' a00='1' a10='0' a20='0' a02='0' a12='1' "     \
    "a22='0'/>\n"
#define AT(x)                                                                                      \
    "<Reference_Marker id='3' body_id='3' pos_x='" x "'/><Reference_Marker id='4' body_id='1' "    \
    "pos_x='" x "'/>\n"
#define TURNS "<Constraint_Joint id='2' type='REVOLUTE' i_marker_id='3' j_marker_id='4'/>\n"

static void gears_turn_by_where_they_touch(void) {
    // radii of 20 mm and 10 mm, outside and inside; the wheel turns at 2 rad/s
    CHECK_NEAR(other_of(TOUCH AT("30"), TURNS, GEAR).angular_velocity.z, -4.0, 1e-8, 4.0);
    CHECK_NEAR(other_of(TOUCH AT("10"), TURNS, GEAR).angular_velocity.z, 4.0, 1e-8, 4.0);
    // the same, with the joint the other way round, and the joints of the gear
    CHECK_NEAR(other_of(TOUCH AT("30"),
                        "<Constraint_Joint id='2' type='REVOLUTE' i_marker_id='4' "
                        "j_marker_id='3'/>\n",
                        GEAR)
                   .angular_velocity.z,
               -4.0, 1e-8, 4.0);
    CHECK_NEAR(other_of(TOUCH AT("30"), TURNS,
                        "<Constraint_Gear id='1' joint1_id='2' joint2_id='1' cv_marker_id='9'/>\n")
                   .angular_velocity.z,
               -4.0, 1e-8, 4.0);
}

// Along y at 20 mm/rad: 40 mm/s.
static void a_rack_moves_with_the_rim(void) {
    abBodyState rack = other_of(
        TOUCH "<Reference_Marker id='3' body_id='3' pos_x='25' a00='1' a10='0' a20='0' a02='0' "
              "a12='1' a22='0'/><Reference_Marker id='4' body_id='1' pos_x='25' a00='1' a10='0' "
              "a20='0' a02='0' a12='1' a22='0'/>\n",
        "<Constraint_Joint id='2' type='TRANSLATIONAL' i_marker_id='3' j_marker_id='4'/>\n", GEAR);
    CHECK_NEAR(rack.velocity.y, 0.04, 1e-9, 0.04);
    CHECK_NEAR(rack.velocity.x, 0.0, 1e-9, 0.04);
}

// Its axis along x, through a point 5 mm above where they touch: (x times (0, 0, -5 mm)).y is +5 mm
// for each radian, so it turns four times as fast.
static void bevel_gears_have_axes_of_their_own(void) {
    abBodyState bevel = other_of(
        TOUCH "<Reference_Marker id='3' body_id='3' pos_x='20' pos_z='5' a00='0' a10='1' a20='0' "
              "a02='1' a12='0' a22='0'/><Reference_Marker id='4' body_id='1' pos_x='20' "
              "pos_z='5' a00='0' a10='1' a20='0' a02='1' a12='0' a22='0'/>\n",
        TURNS, GEAR);
    CHECK_NEAR(bevel.angular_velocity.x, 8.0, 1e-8, 8.0);
}

static void mistakes_are_named(void) {
    static const struct {
        const char *markers, *joints, *told;
    } rows[] = {
        {"<Reference_Marker id='9' body_id='3' pos_x='20'/>" AT("30"), TURNS,
         "does not connect that body; both joints join a gear to it, the housing"},
        {"<Reference_Marker id='9' body_id='1' pos_x='20'/>" AT("30"), TURNS,
         "Constraint_Joint 1 does not move the point of cv_marker_id"},
        {TOUCH AT("30"),
         "<Constraint_Joint id='2' type='CYLINDRICAL' i_marker_id='3' j_marker_id='4'/>\n",
         "Constraint_Joint 2 slides and turns; a gear needs a joint that does one of them"},
        {TOUCH AT("30"),
         "<Constraint_Joint id='2' type='SPHERICAL' i_marker_id='3' j_marker_id='4'/>\n",
         "joint2_id = 2: a SPHERICAL joint has no coordinate"},
        {TOUCH AT("30"), "", "joint2_id = 2: there is no Constraint_Joint of that id"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        abModel *model;
        CHECK(read_gear(rows[i].markers, rows[i].joints, GEAR, &model) != AB_OK);
        if (strstr(first_problem(&s_error), rows[i].told) == NULL) {
            printf("%s\n  instead of: %s\n", first_problem(&s_error), rows[i].told);
            CHECK(false);
        }
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(gears_turn_by_where_they_touch), AB_TEST(a_rack_moves_with_the_rim),
         AB_TEST(bevel_gears_have_axes_of_their_own), AB_TEST(mistakes_are_named))
