// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_sensors_test.c - when a sensor of a file is met, against a free fall.

#include <math.h>

#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;
static int s_count;
static double s_time;

static abResult see_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    if (event->kind == AB_EVENT_SENSOR) {
        s_count++;
        s_time = event->time;
    }
    return AB_OK;
}

// When a body that falls from rest is said to be 1 m lower.
static double time_of(const char *attribute) {
    char text[1500];
    snprintf(text, sizeof text,
             "<M><Model><Param_Unit mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND' "
             "force_unit='NEWTON'/><Force_Gravity grav_z='-10'/>\n"
             "<Body_Rigid id='1' isground='TRUE'/><Body_Rigid id='2' mass='1' inertia_xx='1' "
             "inertia_yy='1' inertia_zz='1' cg_id='21'/>\n"
             "<Reference_Marker id='11' body_id='1'/><Reference_Marker id='21' body_id='2'/>\n"
             "<Sensor_Event id='1' expr='DZ(21,11,11)' compare='LT' value='-1' print='TRUE' %s/>\n"
             "</Model><Command><Simulate end_time='1' num_steps='3'/></Command></M>\n",
             attribute);
    abModel *model = sound_model(text, &s_error);
    abSimulation *s = simulate_fixture(model, &s_error);
    const abObserver observer = {.event = see_event};
    s_count = 0;
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    CHECK(s_count == 1);
    close_fixture(model, s);
    return s_time;
}

// The tolerance of the run is 1e-8. The steps of a fall are long.
static void zero_crossing_says_whether_it_is_located(void) {
    double exact = sqrt(0.2);
    CHECK_NEAR(time_of("zero_crossing='TRUE'"), exact, 1e-8, exact);
    CHECK_NEAR(time_of(""), exact, 1e-8, exact);
    double late = time_of("zero_crossing='FALSE'");
    CHECK(late > exact + 1e-6 && late <= 1.0);
}

AB_TESTS(AB_TEST(zero_crossing_says_whether_it_is_located))
