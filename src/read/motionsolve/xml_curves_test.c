// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_curves_test.c - where a contact of two curves acts, by contact_stability_2d.

#include "base/check.h"
#include "base/model_fixture.h"
#include "math/core/elementary.h"

enum { POINTS = 400 };

static const double s_pi = 3.14159265358979323846;
static abError s_error;

static int put_circle(char *out, size_t size, int id, double radius) {
    int used = snprintf(out, size, "<Reference_ParamCurve id='%d' is_u_closed='TRUE'>\n", id);
    for (int i = 0; i < POINTS; i++) {
        double angle = 2.0 * s_pi * i / POINTS;
        used += snprintf(out + used, size - (size_t)used, "%.15g %.15g 0\n", radius * ab_cos(angle),
                         radius * ab_sin(angle));
    }
    used += snprintf(out + used, size - (size_t)used, "</Reference_ParamCurve>\n");
    return used;
}

// Disks of 50 m and 20 m whose centres are 69 m apart along x; `stability` is an attribute.
static abContactState touch(const char *stability) {
    static char text[60000];
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    abContactState contact = {0};
    int used = snprintf(text, sizeof text,
                        "<m><Model><Param_Unit length_unit='METER'/>\n"
                        "<Body_Rigid id='1' isground='TRUE' lprf_id='1'/>\n"
                        "<Body_Rigid id='2' cg_id='2' mass='1' inertia_xx='1' inertia_yy='1' "
                        "inertia_zz='1'/>\n"
                        "<Reference_Marker id='1' body_id='1'/>\n"
                        "<Reference_Marker id='2' body_id='2' pos_x='69'/>\n");
    used += put_circle(text + used, sizeof text - (size_t)used, 1, 50.0);
    used += put_circle(text + used, sizeof text - (size_t)used, 2, 20.0);
    snprintf(text + used, sizeof text - (size_t)used,
             "<Post_Graphic id='1' type='ParamCurve' curve_id='1' rm_id='1'/>\n"
             "<Post_Graphic id='2' type='ParamCurve' curve_id='2' rm_id='2'/>\n"
             "<Force_Contact id='1' i_graphics_id='1' j_graphics_id='2' %s cnf_type='IMPACT' "
             "stiffness='1' exponent='1' damping='0' cff_type='COULOMB_OFF'/>\n"
             "</Model><Command><Simulate end_time='0.1' num_steps='1'/></Command></m>\n",
             stability);
    ab_error_clear(&s_error);
    must_be_ok(ab_model_read_text(text, strlen(text), "disks.xml", NULL, 0, ab_heap(), (abLog){0},
                                  &model, &s_error),
               &s_error);
    simulation = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_advance(simulation, 0.0, &s_error), &s_error);
    CHECK(ab_simulation_contacts(simulation, &contact, 1) == 1);
    close_fixture(model, simulation);
    return contact;
}

// The published lens of these two circles has its centroid at 49.5429171446; the deepest points are
// at 49 and 50, whose middle is taken. A cubic curve through 400 points is off the circle by
// (2 pi/400)^4/384 of its radius, 8e-9 m, and what that moves by the half-chord over the depth, 5.3.
static void without_stability_a_contact_acts_at_the_centroid(void) {
    abContactState centroid = touch("contact_stability_2d='0'");
    abContactState deepest = touch("");
    CHECK_NEAR(centroid.point.x, 49.5429171446, 1e-7, 1.0);
    CHECK_NEAR(deepest.point.x, 49.5, 1e-7, 1.0);
    CHECK_NEAR(centroid.point.y, 0.0, 1e-7, 1.0);
    CHECK_NEAR(centroid.depth, 1.0, 1e-7, 1.0); // the depth is the true one by both
    CHECK_NEAR(centroid.normal_force, 1.0, 1e-7, 1.0);
    CHECK_NEAR(deepest.normal_force, 1.0, 1e-7, 1.0);
}

AB_TESTS(AB_TEST(without_stability_a_contact_acts_at_the_centroid))
