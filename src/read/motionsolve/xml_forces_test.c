// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_forces_test.c - a force on one body: its motion, and what its own functions say of it.

#include "base/check.h"
#include "base/model_fixture.h"

enum { OUTPUTS = 4 };

static abError s_error;
static double s_last[OUTPUTS];

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    for (int i = 0; i < OUTPUTS && i < frame->request_count; i++) {
        s_last[i] = frame->requests[i];
    }
    return AB_OK;
}

// A body of 2 kg and 0.5 kg m^2 with a marker 0.25 m beside its centre of mass, and a force.
static void run(const char *force) {
    char text[3000];
    abModel *model = NULL;
    snprintf(text, sizeof text,
             "<m><Model><Param_Unit length_unit='METER' time_unit='SECOND'/>\n"
             "<Body_Rigid id='1' isground='TRUE' lprf_id='1'/>\n"
             "<Body_Rigid id='2' cg_id='2' mass='2' inertia_xx='0.5' inertia_yy='0.5' "
             "inertia_zz='0.5'/>\n"
             "<Reference_Marker id='1' body_id='1'/><Reference_Marker id='2' body_id='2'/>\n"
             "<Reference_Marker id='3' body_id='2' pos_y='0.25'/>\n%s"
             "<Post_Request id='1' type='EXPRESSION' expr2='DX(2)' expr3='AZ(2)' "
             "expr4='GFORCE(7, 0, 2, 0)' expr6='VFORCE(7, 1, 2, 0)'/>\n"
             "</Model><Command><Param_Transient integr_tol='1e-8'/>"
             "<Simulate end_time='2' num_steps='4'/></Command></m>\n",
             force);
    ab_error_clear(&s_error);
    must_be_ok(ab_model_read_text(text, strlen(text), "force.xml", NULL, 0, ab_heap(), (abLog){0},
                                  &model, &s_error),
               &s_error);
    abSimulation *simulation = simulate_fixture(model, &s_error);
    const abObserver observer = {.frame = take_frame};
    must_be_ok(ab_simulation_run(simulation, &observer, &s_error), &s_error);
    close_fixture(model, simulation);
}

// x'' = 6 t N/2 kg; along the axes of the ground at the centre of mass, and a torque of 3 N m.
static void a_force_on_one_body_moves_it(void) {
    run("<Force_Vector_OneBody id='7' type='FORCEANDTORQUE' marker_id='2' ref_marker_id='1'\n"
        "  fx_expression='6*TIME' fy_expression='0' fz_expression='0' tx_expression='0'\n"
        "  ty_expression='0' tz_expression='3'/>\n");
    CHECK_NEAR(s_last[0], 0.5 * 2.0 * 2.0 * 2.0, 1e-9, 4.0);
    CHECK_NEAR(s_last[1], 0.5 * 6.0 * 2.0 * 2.0, 1e-9, 12.0);
    CHECK_NEAR(s_last[2], 12.0, 1e-12, 12.0);
    CHECK_NEAR(s_last[3], -12.0, 1e-12, 12.0); // what the ground takes
}

// At the marker beside the centre, along the axes of that marker: the torque stays -0.25 m times 4 N.
static void it_acts_at_its_marker(void) {
    run("<Force_Vector_OneBody id='7' type='FORCEONLY' marker_id='3' ref_marker_id='3'\n"
        "  fx_expression='4'/>\n");
    CHECK_NEAR(s_last[1], -0.5 * (1.0 / 0.5) * 2.0 * 2.0, 1e-9, 4.0);
}

AB_TESTS(AB_TEST(a_force_on_one_body_moves_it), AB_TEST(it_acts_at_its_marker))
