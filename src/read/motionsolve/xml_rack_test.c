// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_rack_test.c - RACK_PINION: the teeth of both move alike, on whichever side the rack is.

#include <math.h>

#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

// A pinion that turns with 2 t rad/s about z at (0, 0, 0), and a rack on a track along x through
// (30, y, 0) mm. Marker 6 is on the rack with its z along x.
static abResult read_rack(const char *y, const char *joint, abModel **model) {
    static char text[4000];
    snprintf(text, sizeof text,
             "<m><Model><Param_Unit length_unit='MILLIMETER'/>\n"
             "<Body_Rigid id='1' label='Housing' isground='TRUE' lprf_id='1'/>\n"
             "<Body_Rigid id='2' label='pinion' cg_id='2' mass='1' inertia_xx='1e3' "
             "inertia_yy='1e3' inertia_zz='1e3'/>\n"
             "<Body_Rigid id='3' label='rack' cg_id='3' mass='1' inertia_xx='1e3' "
             "inertia_yy='1e3' inertia_zz='1e3'/>\n"
             "<Reference_Marker id='1' body_id='1'/><Reference_Marker id='2' body_id='2'/>\n"
             "<Reference_Marker id='3' body_id='3' pos_x='30' pos_y='%s'/>\n"
             "<Reference_Marker id='5' body_id='1' pos_x='30' pos_y='%s' a00='0' a10='1' a20='0' "
             "a02='1' a12='0' a22='0'/>\n"
             "<Reference_Marker id='6' body_id='3' pos_x='30' pos_y='%s' a00='0' a10='1' a20='0' "
             "a02='1' a12='0' a22='0'/>\n"
             "<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='2' j_marker_id='1'/>\n"
             "<Constraint_Joint id='2' type='TRANSLATIONAL' i_marker_id='6' j_marker_id='5'/>\n"
             "<Motion_Joint id='1' joint_id='1' joint_type='R' type='EXPRESSION' "
             "expr='TIME*TIME'/>\n%s\n"
             "</Model><Command><Param_Transient integr_tol='1e-8'/>"
             "<Simulate end_time='3' num_steps='4'/></Command></m>\n",
             y, y, y, joint);
    ab_error_clear(&s_error);
    *model = NULL;
    return ab_model_read_text(text, strlen(text), "rack.xml", NULL, 0, ab_heap(), (abLog){0}, model,
                              &s_error);
}

#define RACK(i, j)                                                                                 \
    "<Constraint_Joint id='3' type='RACK_PINION' i_marker_id='" i "' j_marker_id='" j              \
    "' pitch_diameter='40'/>"

// At (0, y) the rim has the velocity  w z x y = -w y  along x; in 3 s, more than a turn.
static void the_rack_moves_with_the_rim(void) {
    static const char *const places[] = {"20", "-20"};
    static const char *const joints[] = {RACK("2", "6"), RACK("6", "2")}; // either is the first
    for (int k = 0; k < 4; k++) {
        int i = k / 2;
        abModel *model;
        must_be_ok(read_rack(places[i], joints[k % 2], &model), &s_error);
        abSimulation *simulation = simulate_fixture(model, &s_error);
        must_be_ok(ab_simulation_run(simulation, NULL, &s_error), &s_error);
        abBodyState rack = ab_simulation_body(simulation, (abBodyId){3});
        double side = i == 0 ? 1.0 : -1.0;
        CHECK_NEAR(rack.velocity.x, -side * 6.0 * 0.02, 1e-9, 0.12);
        CHECK_NEAR(rack.position.x, 0.03 - side * 9.0 * 0.02, 1e-9, 0.18);
        CHECK_NEAR(rack.position.y, side * 0.02, 1e-12, 0.02);
        close_fixture(model, simulation);
    }
}

static void mistakes_are_named(void) {
    static const struct {
        const char *y, *joint, *told;
    } rows[] = {
        {"20", RACK("3", "2"), "x of the pinion's marker must have the same direction"},
        {"20", RACK("2", "3"), "x of the pinion's marker must have the same direction"},
        {"0", RACK("2", "6"), "must be on the rack, half of pitch_diameter beside"},
        {"20", "<Constraint_Joint id='3' type='RACK_PINION' i_marker_id='2' j_marker_id='6'/>",
         "of type RACK_PINION needs the attribute pitch_diameter"},
        {"20",
         "<Constraint_Joint id='3' type='RACK_PINION' i_marker_id='2' j_marker_id='6' "
         "pitch_diameter='-40'/>",
         "pitch_diameter = -40"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        abModel *model;
        CHECK(read_rack(rows[i].y, rows[i].joint, &model) != AB_OK);
        if (strstr(first_problem(&s_error), rows[i].told) == NULL) {
            printf("%s\n  instead of: %s\n", first_problem(&s_error), rows[i].told);
            CHECK(false);
        }
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(the_rack_moves_with_the_rim), AB_TEST(mistakes_are_named))
