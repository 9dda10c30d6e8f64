// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contact_meshes_test.c - contacts between meshes of graphics: enable_analytical,
// enable_sphere_to_mesh, refinement_level.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "base/model_fixture.h"
#include "model/core/model.h"

static abError s_error;
static const double s_pi = 3.14159265358979323846;

#define DEPTH 0.004

// A graphic of radius 0.1 about marker 21, DEPTH deep in a box with its top at z = 0. The marker's z axis
// is level, its x axis turned by `angle` from straight down.
static abModel *on_a_box(const char *graphic, double angle, const char *contact) {
    char text[3000];
    double c = cos(angle), s = sin(angle);
    snprintf(text, sizeof text,
             "<M>\n<Model>\n<Param_Unit mass_unit='KILOGRAM' length_unit='METER' "
             "time_unit='SECOND' force_unit='NEWTON'/>\n<Body_Rigid id='1' isground='TRUE'/>\n"
             "<Body_Rigid id='2' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1' "
             "cg_id='21'/>\n<Reference_Marker id='11' body_id='1' pos_z='-1'/>\n"
             "<Reference_Marker id='21' body_id='2' pos_z='%.17g' a00='%.17g' a10='0' a20='%.17g' "
             "a01='%.17g' a11='0' a21='%.17g' a02='0' a12='1' a22='0'/>\n"
             "<Post_Graphic id='101' type='BoxDefinedFromCenter' center_marker_id='11' "
             "length_x='4' length_y='4' length_z='2'/>\n%s\n"
             "<Force_Contact id='1' i_graphics_id='101' j_graphics_id='201' cnf_type='IMPACT' "
             "exponent='1' stiffness='1e6' damping='0' dmax='1e-4' %s/>\n"
             "</Model>\n<Command>\n<Simulate end_time='1'/>\n</Command>\n</M>\n",
             0.1 - DEPTH, s, -c, -c, -s, graphic, contact);
    return sound_model(text, &s_error);
}

static abContactState contact_of(const abModel *model) {
    abSimulation *s = simulate_fixture(model, &s_error);
    abContactState contact = {0};
    must_be_ok(ab_simulation_advance(s, 1e-11, &s_error), &s_error); // so that it has begun
    CHECK(ab_simulation_contacts(s, &contact, 1) == 1);
    ab_simulation_destroy(s);
    return contact;
}

static double depth_of(abModel *model) {
    double depth = contact_of(model).depth;
    ab_model_destroy(model);
    return depth;
}

#define CYLINDER(level)                                                                            \
    "<Post_Graphic id='201' type='Cylinder' center_marker_id='21' radius='0.1' length='1' " level  \
    "/>"
#define MESHED "enable_analytical='FALSE'"

// rounding of places of the order of the radius
static const double s_rounding = 1e-14;

// On an edge of the prism as deep as the cylinder, on a face less deep by what it lies inside.
static void a_cylinder_is_a_prism(void) {
    double sides[] = {20.0, 40.0, 240.0};
    const char *graphics[] = {CYLINDER("refinement_level='5'"), CYLINDER(""),
                              CYLINDER("refinement_level='60'")};
    for (int i = 0; i < 3; i++) {
        double turn = s_pi / sides[i];
        CHECK_NEAR(depth_of(on_a_box(graphics[i], 0.0, MESHED)), DEPTH, s_rounding, 0.1);
        CHECK_NEAR(depth_of(on_a_box(graphics[i], turn, MESHED)), DEPTH - 0.1 * (1.0 - cos(turn)),
                   s_rounding, 0.1);
    }
}

// TRUE, AUTO and not given: as deep as the cylinder, however it is turned.
static void it_is_exact_unless_told_otherwise(void) {
    const char *contacts[] = {"", "enable_analytical='TRUE'", "enable_analytical='AUTO'"};
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(depth_of(on_a_box(CYLINDER(""), 0.07, contacts[i])), DEPTH, s_rounding, 0.1);
    }
}

#define SPHERE                                                                                     \
    "<Post_Graphic id='201' type='Sphere' center_marker_id='21' radius='0.1' "                     \
    "refinement_level='5'/>"

// Meshed, it has a vertex straight down, and by half a side beside it the middle of an edge.
static void a_sphere_is_meshed_where_it_is_told(void) {
    double half = s_pi / 20.0;
    CHECK_NEAR(depth_of(on_a_box(SPHERE, half, MESHED)), DEPTH, s_rounding, 0.1);
    const char *told = MESHED " enable_sphere_to_mesh='FALSE'";
    CHECK_NEAR(depth_of(on_a_box(SPHERE, 0.0, told)), DEPTH, s_rounding, 0.1);
    CHECK_NEAR(depth_of(on_a_box(SPHERE, half, told)), DEPTH - 0.1 * (1.0 - cos(half)), s_rounding,
               0.1);
}

// A box, a frustum either way round and an ellipsoid stand where the exact shapes stand.
static void all_solids_are_meshed_in_place(void) {
    const char *graphics[] = {
        "<Post_Graphic id='201' type='BoxDefinedFromCenter' center_marker_id='21' length_x='0.2' "
        "length_y='0.1' length_z='0.3'/>",
        "<Post_Graphic id='201' type='BoxDefinedFromCorner' corner_marker_id='21' length_x='0.1' "
        "length_y='0.1' length_z='0.3'/>",
        "<Post_Graphic id='201' type='Frustum' center_marker_id='21' bottom_radius='0.1' "
        "top_radius='0.05' length='0.3'/>",
        "<Post_Graphic id='201' type='Frustum' center_marker_id='21' bottom_radius='0.05' "
        "top_radius='0.1' length='0.3'/>",
        "<Post_Graphic id='201' type='Ellipsoid' center_marker_id='21' x_scale='0.2' "
        "y_scale='0.1' z_scale='0.3'/>"};
    for (int i = 0; i < 5; i++) {
        abModel *exact = on_a_box(graphics[i], 0.0, ""), *mesh = on_a_box(graphics[i], 0.0, MESHED);
        CHECK(exact->shape_count == 2 && mesh->shape_count == 4);
        abContactState of_exact = contact_of(exact), of_mesh = contact_of(mesh);
        CHECK_NEAR(of_mesh.depth, of_exact.depth, s_rounding, 0.1);
        CHECK_NEAR(of_exact.depth, DEPTH, s_rounding, 0.1);
        CHECK_NEAR(of_mesh.normal_force, of_exact.normal_force, 1e-12, of_exact.normal_force);
        ab_model_destroy(exact);
        ab_model_destroy(mesh);
    }
}

AB_TESTS(AB_TEST(a_cylinder_is_a_prism), AB_TEST(it_is_exact_unless_told_otherwise),
         AB_TEST(a_sphere_is_meshed_where_it_is_told), AB_TEST(all_solids_are_meshed_in_place))
