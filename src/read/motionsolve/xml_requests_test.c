// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_requests_test.c - motions between markers, and what requests record of them, in the units of
// the file.

#include "base/check.h"
#include "base/model_fixture.h"
#include "math/core/elementary.h"

enum { SERIES = 24 };

static abError s_error;
static double s_last[SERIES];
static abBodyState s_bodies[4];

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    CHECK(frame->request_count == SERIES && frame->body_count == 4);
    for (int i = 0; i < SERIES && i < frame->request_count; i++) {
        s_last[i] = frame->requests[i];
    }
    for (int i = 0; i < 4 && i < frame->body_count; i++) {
        s_bodies[i] = frame->bodies[i];
    }
    return AB_OK;
}

// In mm, kg, s and N: a body that is driven along x, one that is driven about z, one that a force
// moves. The requests are accelerations of the first two markers and the force.
static const char s_text[] =
    "<m><Model><Param_Unit length_unit='MILLIMETER'/>\n"
    "<Body_Rigid id='1' isground='TRUE' lprf_id='1'/>\n"
    "<Body_Rigid id='2' cg_id='2' mass='2' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>\n"
    "<Body_Rigid id='3' cg_id='3' mass='2' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>\n"
    "<Body_Rigid id='4' cg_id='4' mass='2' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>\n"
    "<Reference_Marker id='1' body_id='1'/><Reference_Marker id='2' body_id='2'/>\n"
    "<Reference_Marker id='3' body_id='3'/><Reference_Marker id='4' body_id='4'/>\n"
    "<Motion_Marker id='1' i_marker_id='2' j_marker_id='1' direction='X' val_type='D'\n"
    "  type='EXPRESSION' expr='100*SIN(2*TIME)'/>\n"
    "<Motion_Marker id='2' i_marker_id='3' j_marker_id='1' direction='B3' val_type='A'\n"
    "  type='EXPRESSION' expr='0.6*TIME' ic_vel='0.1'/>\n"
    "<Force_Vector_TwoBody id='1' type='FORCEANDTORQUE' i_marker_id='4' j_floating_marker_id='1'\n"
    "  ref_marker_id='1' fy_expression='5*TIME' tx_expression='7'/>\n"
    "<Post_Request id='1' type='MARKER_ACCELERATION' i_marker_id='2'/>\n"
    "<Post_Request id='2' type='ACCELERATION' i_marker_id='3' j_marker_id='1'/>\n"
    "<Post_Request id='3' type='ELEMENTAL_FORCE' elem_type='VFORCE' elem_id='1'/>\n"
    "</Model><Command><Param_Transient integr_tol='1e-8'/>"
    "<Simulate end_time='2' num_steps='4'/></Command></m>\n";

// Of each request: size, x, y, z, then the same of the turning.
static void motions_and_requests_are_in_the_units_of_the_file(void) {
    abModel *model = NULL;
    ab_error_clear(&s_error);
    must_be_ok(ab_model_read_text(s_text, strlen(s_text), "requests.xml", NULL, 0, ab_heap(),
                                  (abLog){0}, &model, &s_error),
               &s_error);
    abSimulation *simulation = simulate_fixture(model, &s_error);
    const abObserver observer = {.frame = take_frame};
    must_be_ok(ab_simulation_run(simulation, &observer, &s_error), &s_error);
    close_fixture(model, simulation);

    const double t = 2.0, acceleration = -400.0 * ab_sin(2.0 * t); // mm/s^2
    CHECK_NEAR(s_bodies[1].position.x, 0.1 * ab_sin(2.0 * t), 1e-9, 1.0);
    CHECK_NEAR(s_last[0], acceleration, 1e-8, 400.0);
    CHECK_NEAR(s_last[1], acceleration, 1e-8, 400.0);
    CHECK_NEAR(s_last[2], 0.0, 1e-8, 400.0);

    CHECK_NEAR(s_bodies[2].angular_velocity.z, 0.1 + 0.3 * t * t, 1e-9, 1.0);
    CHECK_NEAR(ab_atan2(2.0 * s_bodies[2].orientation.z * s_bodies[2].orientation.w,
                        1.0 - 2.0 * s_bodies[2].orientation.z * s_bodies[2].orientation.z),
               0.1 * t + 0.1 * t * t * t, 1e-8, 1.0);
    CHECK_NEAR(s_last[8 + 4], 0.6 * t, 1e-8, 1.0);
    CHECK_NEAR(s_last[8 + 7], 0.6 * t, 1e-8, 1.0);

    CHECK_NEAR(s_bodies[3].position.y, 5.0 / 2.0 * t * t * t / 6.0, 1e-8, 10.0);
    CHECK_NEAR(s_last[16], 5.0 * t, 1e-12, 10.0); // N
    CHECK_NEAR(s_last[16 + 2], 5.0 * t, 1e-12, 10.0);
    CHECK_NEAR(s_last[16 + 5], 7.0, 1e-12, 7.0); // N mm
}

AB_TESTS(AB_TEST(motions_and_requests_are_in_the_units_of_the_file))
