// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_points_test.c - Body_Point: a mass that moves as a point and does not turn.

#include <math.h>

#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

// A point of 2 kg at (0.1, 0, 0) m that flies with 3 m/s along y, an arm of 50 mm on it, and `more`.
static abResult read_point(const char *body, const char *more, abModel **model) {
    static char text[4000];
    snprintf(text, sizeof text,
             "<m><Model><Param_Unit length_unit='MILLIMETER'/>\n"
             "<Body_Rigid id='1' label='Ground' isground='TRUE' lprf_id='1'/>\n%s"
             "<Reference_Marker id='1' body_id='1'/>\n"
             "<Reference_Marker id='2' body_id='2' body_type='POINTBODY' pos_x='100' a00='0' "
             "a10='1' a20='0' a02='0' a12='0' a22='1'/>\n"
             "<Reference_Marker id='3' body_id='2' body_type='POINTBODY' pos_x='100' "
             "pos_y='50'/>\n%s"
             "</Model><Command><Param_Transient integr_tol='1e-8'/>"
             "<Simulate end_time='0.5' num_steps='4'/></Command></m>\n",
             body, more);
    ab_error_clear(&s_error);
    *model = NULL;
    return ab_model_read_text(text, strlen(text), "point.xml", NULL, 0, ab_heap(), (abLog){0},
                              model, &s_error);
}

#define POINT                                                                                      \
    "<Body_Point id='2' label='weight' cg_id='2' mass='2' v_ic_x='300' v_ic_x_flag='FALSE' "       \
    "v_ic_y='3000' v_ic_y_flag='TRUE'/>\n"

static abBodyState end_of(const char *more) {
    abModel *model;
    must_be_ok(read_point(POINT, more, &model), &s_error);
    abSimulation *simulation = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_run(simulation, NULL, &s_error), &s_error);
    abBodyState state = ab_simulation_body(simulation, (abBodyId){2});
    close_fixture(model, simulation);
    return state;
}

static void check_not_turned(const abBodyState *s) {
    CHECK_NEAR(s->orientation.w, sqrt(0.5), 1e-12, 1.0); // its marker is turned by 90 degrees
    CHECK_NEAR(s->orientation.z, sqrt(0.5), 1e-12, 1.0);
    CHECK_NEAR(s->angular_velocity.z, 0.0, 1e-12, 1.0);
}

static void a_force_beside_it_does_not_turn_it(void) {
    abBodyState s = end_of("<Force_Vector_OneBody id='7' type='FORCEANDTORQUE' marker_id='3' "
                           "ref_marker_id='1' fx_expression='8' tz_expression='500'/>\n");
    CHECK_NEAR(s.position.x, 0.1 + 0.5 * 4.0 * 0.25, 1e-9, 1.0);
    CHECK_NEAR(s.position.y, 3.0 * 0.5, 1e-9, 1.0);
    CHECK_NEAR(s.velocity.x, 2.0, 1e-9, 1.0);
    check_not_turned(&s);
}

// In a plane at right angles to its track it swings on a spring of 200 N/m with w = 10 rad/s.
static void joints_hold_it(void) {
    abBodyState s = end_of(
        "<Reference_Marker id='4' body_id='1' pos_x='100' a00='1' a10='0' a20='0' a02='0' a12='1' "
        "a22='0'/><Reference_Marker id='5' body_id='2' body_type='POINTBODY' pos_x='100'/>\n"
        "<Constraint_Jprim id='1' type='INLINE' i_marker_id='5' j_marker_id='4'/>\n"
        "<Force_Vector_OneBody id='7' type='FORCEONLY' marker_id='5' ref_marker_id='1' "
        "fy_expression='-0.2*DY(5)'/>\n");
    CHECK_NEAR(s.position.y, 3.0 / 10.0 * sin(10.0 * 0.5), 1e-6, 0.3);
    CHECK_NEAR(s.position.x, 0.1, 1e-9, 0.1);
    check_not_turned(&s);
}

// A ball of it falls on the ground with friction, which stops it and does not turn it.
static void it_touches_as_a_body(void) {
    abBodyState s = end_of(
        "<Force_Gravity grav_z='-9810'/>\n"
        "<Post_Graphic id='1' type='Sphere' center_marker_id='2' radius='10'/>\n"
        "<Post_Graphic id='2' type='BoxDefinedFromCenter' center_marker_id='6' length_x='9000' "
        "length_y='9000' length_z='20'/>\n"
        "<Reference_Marker id='6' body_id='1' pos_z='-20'/>\n"
        "<Force_Contact id='1' num_i_graphics='1' i_graphics_id='1' num_j_graphics='1' "
        "j_graphics_id='2' cnf_type='IMPACT' stiffness='1000' exponent='1' damping='10' "
        "dmax='0.001' cff_type='COULOMB_ON' mu_static='1' mu_dynamic='1' "
        "stiction_trans_vel='1' friction_trans_vel='2'/>\n");
    CHECK_NEAR(s.position.z, 0.0, 1e-3, 1.0);
    CHECK_NEAR(s.velocity.y, 0.0, 2e-3, 1.0);
    CHECK(s.position.y > 0.4 && s.position.y < 0.5); // v^2/(2 mu g) = 0.459 m
    check_not_turned(&s);
}

static void mistakes_are_named(void) {
    static const struct {
        const char *body, *told;
    } rows[] = {
        {"<Body_Point id='2' cg_id='2'/>\n", "body body_2 needs a mass above 0"},
        {"<Body_Point id='2' mass='1'/>\n", "cg_id"},
        {"<Body_Rigid id='2' cg_id='2' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>\n",
         "there is no Body_Point of that id"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        abModel *model;
        CHECK(read_point(rows[i].body, "", &model) != AB_OK);
        if (strstr(first_problem(&s_error), rows[i].told) == NULL) {
            printf("%s\n  instead of: %s\n", first_problem(&s_error), rows[i].told);
            CHECK(false);
        }
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(a_force_beside_it_does_not_turn_it), AB_TEST(joints_hold_it),
         AB_TEST(it_touches_as_a_body), AB_TEST(mistakes_are_named))
