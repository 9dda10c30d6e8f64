// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contact_meshes_test.c - contacts between meshes of graphics: enable_analytical,
// enable_sphere_to_mesh, refinement_level, enable_node_mode.

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

// A cube of triangles with sides of 1 m, turned about y so that its lower edge at x = 1 is DEPTH/4 deep
// in a box and the one at x = 0 as much above. Its pressure is K times the depth.
static double pressed_cube(const char *mode) {
    char text[3000];
    double sine = DEPTH / 2.0, cosine = sqrt(1.0 - sine * sine);
    snprintf(text, sizeof text,
             "<M>\n<Model>\n<Param_Unit mass_unit='KILOGRAM' length_unit='METER' "
             "time_unit='SECOND' force_unit='NEWTON'/>\n<Body_Rigid id='1' isground='TRUE'/>\n"
             "<Body_Rigid id='2' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1' "
             "cg_id='21'/>\n<Reference_Marker id='11' body_id='1' pos_z='-1'/>\n"
             "<Reference_Marker id='21' body_id='2' pos_z='%.17g' a00='%.17g' a10='0' a20='%.17g' "
             "a01='0' a11='1' a21='0' a02='%.17g' a12='0' a22='%.17g'/>\n"
             "<Post_Graphic id='101' type='BoxDefinedFromCenter' center_marker_id='11' "
             "length_x='4' length_y='4' length_z='2'/>\n"
             "<Post_Graphic id='201' type='TriaMesh' rm_id='21' "
             "nodes='0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1' "
             "faces='0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7'/>\n"
             "<Force_Contact id='1' i_graphics_id='101' j_graphics_id='201' cnf_type='VOLUME' "
             "i_elastic_modulus='1e6' j_elastic_modulus='1e6' i_layer_depth='0.1' "
             "j_layer_depth='0.1' exponent='1' damping='0' cff_type='COULOMB_OFF' "
             "master_surface='J' enable_node_mode='%s'/>\n"
             "</Model>\n<Command>\n<Simulate end_time='1'/>\n</Command>\n</M>\n",
             DEPTH / 4.0, cosine, -sine, sine, cosine, mode);
    abModel *model = sound_model(text, &s_error);
    double force = contact_of(model).normal_force;
    ab_model_destroy(model);
    return force;
}

// Half of the lower face is wet, DEPTH/8 deep in the mean; of its nodes the two at x = 1 are DEPTH/4
// deep, and half of the face is theirs. The faces at the side add a few thousandths.
static void nodes_or_elements_carry_a_volume(void) {
    double stiffness = 5e6; // of two layers in series, per area [Pa/m]
    double by_elements = stiffness * 0.5 * DEPTH / 8.0, by_nodes = stiffness * 0.5 * DEPTH / 4.0;
    CHECK_NEAR(pressed_cube("FALSE"), by_elements, 5e-3, by_elements);
    CHECK_NEAR(pressed_cube("TRUE"), by_nodes, 5e-3, by_nodes);
    CHECK(pressed_cube("AUTO") == pressed_cube("TRUE"));
}

AB_TESTS(AB_TEST(a_cylinder_is_a_prism), AB_TEST(it_is_exact_unless_told_otherwise),
         AB_TEST(a_sphere_is_meshed_where_it_is_told), AB_TEST(all_solids_are_meshed_in_place),
         AB_TEST(nodes_or_elements_carry_a_volume))
