// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_flexible_test.c - flexible bodies of MotionSolve models: in contact, against waves in a bar; held at
// nodes, against the same mechanism in YAML.

#include "base/check.h"
#include "base/model_fixture.h"
#include "math/core/vector_math.h"
#include "model/core/model.h"

static abError s_error;

// Files are looked for beside the model, which is no file here.
static abModel *read_beside(const char *text, abLog log) {
    abModel *model;
    ab_error_clear(&s_error);
    must_be_ok(ab_model_read_text(text, strlen(text), "models/flexible/test.xml", NULL, 0,
                                  ab_heap(), log, &model, &s_error),
               &s_error);
    return model;
}

#define MILLIMETRES                                                                                \
    "<Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='MILLIMETER' "               \
    "time_unit='SECOND'/>\n"
#define WALL                                                                                       \
    "<Body_Rigid id='1' label='Wall' isground='TRUE' cg_id='11' lprf_id='11'/>\n"                  \
    "<Reference_Marker id='11' body_id='1'/><Reference_Marker id='12' body_id='1' "                \
    "pos_x='-500'/>\n"                                                                             \
    "<Post_Graphic id='101' type='BoxDefinedFromCenter' center_marker_id='12' length_x='1000' "    \
    "length_y='4000' length_z='4000'/>\n"
#define BAR                                                                                        \
    "<Body_Flexible id='2' label='Bar' lprf_id='21' h3d_file='rod_16.h3d' v_ic_x='-500' %s/>\n"    \
    "<Reference_Marker id='21' body_id='2' body_type='FLEXBODY'/>\n"
#define IMPACT "cnf_type='IMPACT' stiffness='1.25e5' exponent='1' enable_analytical='TRUE'"
#define HALF "cnf_type='IMPACT' stiffness='0.625e5' exponent='1' enable_analytical='TRUE'"
#define RUN                                                                                        \
    "</Model><Command><Param_Transient integr_tol='1e-8'/><Simulate end_time='1e-4' "              \
    "num_steps='1'/></Command></M>\n"
#define DAMPED "is_user_damp='TRUE' cdamp_expr='0.'"

typedef struct Seen {
    int touches, releases;
    double end, depth;
} Seen;

static abResult see_event(void *context, const abEvent *event, abError *error) {
    (void)error;
    Seen *seen = context;
    seen->touches += event->kind == AB_EVENT_TOUCH;
    if (event->kind == AB_EVENT_RELEASE) {
        seen->releases++;
        seen->end = event->time;
        seen->depth = event->depth;
    }
    return AB_OK;
}

// St Venant's bar behind springs of 1.25e8 N/m at its four corners, with 16 axial modes: an exact
// eigen-solution, as in flexible_contact_test.c. On I or on J, or by two contacts in parallel, it is
// the same.
static void a_flexible_side_is_the_surface_of_the_body(void) {
    static const char *const contacts[] = {
        "<Force_Contact id='1' i_graphics_id='101' j_flexbody_id='2' " IMPACT "/>\n",
        "<Force_Contact id='1' i_flexbody_id='2' j_graphics_id='101' j_flexbody_id='FALSE' " IMPACT
        "/>\n",
        "<Force_Contact id='1' i_graphics_id='101' j_flexbody_id='2' " HALF
        "/>\n<Force_Contact id='2' i_flexbody_id='2' j_graphics_id='101' " HALF "/>\n"};
    for (int i = 0; i < 3; i++) {
        char text[2000];
        snprintf(text, sizeof text, "<M><Model>\n" MILLIMETRES WALL BAR "%s" RUN, DAMPED,
                 contacts[i]);
        Seen seen = {0};
        const abObserver observer = {.context = &seen, .event = see_event};
        abModel *model = read_beside(text, (abLog){0});
        abSimulation *s = simulate_fixture(model, &s_error);
        must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
        CHECK(seen.touches == (i < 2 ? 1 : 2) && seen.releases == seen.touches);
        CHECK_NEAR(seen.end, 9.016637472328123e-05, 1e-6, 9e-5);
        CHECK_NEAR(seen.depth * 5e8, 2034.6689376578445, 1e-5, 2034.0);
        CHECK_NEAR(ab_simulation_body(s, (abBodyId){2}).velocity.x, 0.49489624226454637, 1e-6, 0.5);
        close_fixture(model, s);
    }
}

// Two cubes of eight masses, one falling on the other beside its middle: both feel it.
static void both_sides_may_be_flexible(void) {
    static const char text[] =
        "<M><Model>\n" MILLIMETRES
        "<Body_Rigid id='1' label='Ground' isground='TRUE' cg_id='11' lprf_id='11'/>\n"
        "<Reference_Marker id='11' body_id='1'/>\n"
        "<Body_Flexible id='2' label='One' lprf_id='20' h3d_file='eight_masses.h3d'/>\n"
        "<Body_Flexible id='3' label='Two' lprf_id='30' h3d_file='eight_masses.h3d' "
        "v_ic_z='-1000'/>\n"
        "<Reference_Marker id='20' body_id='2' body_type='FLEXBODY'/>\n"
        "<Reference_Marker id='30' body_id='3' body_type='FLEXBODY' pos_x='20' pos_y='30' "
        "pos_z='201'/>\n"
        "<Force_Contact id='1' i_flexbody_id='2' j_flexbody_id='3' cnf_type='IMPACT' "
        "stiffness='50' exponent='1' enable_analytical='TRUE'/>\n</Model><Command><Param_Transient "
        "integr_tol='1e-8'/><Simulate end_time='0.02' num_steps='1'/></Command></M>\n";
    Seen seen = {0};
    const abObserver observer = {.context = &seen, .event = see_event};
    abModel *model = read_beside(text, (abLog){0});
    abSimulation *s = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    CHECK(seen.touches >= 1);
    CHECK(ab_simulation_body(s, (abBodyId){2}).velocity.z < -0.1);
    CHECK(ab_simulation_body(s, (abBodyId){3}).velocity.z > -0.9);
    close_fixture(model, s);
}

// Frozen modes are a rigid bar on a spring of 5e8 N/m: half a period, and the speed comes back.
static void a_rigidified_body_is_rigid(void) {
    char text[2000];
    snprintf(text, sizeof text,
             "<M><Model>\n" MILLIMETRES WALL BAR
             "<Force_Contact id='1' i_graphics_id='101' j_flexbody_id='2' " IMPACT "/>\n" RUN,
             "rigidified='TRUE' " DAMPED);
    Seen seen = {0};
    const abObserver observer = {.context = &seen, .event = see_event};
    abModel *model = read_beside(text, (abLog){0});
    abSimulation *s = simulate_fixture(model, &s_error);
    double m = model->bodies[1].mass;
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    CHECK(m > 0.1 && seen.releases == 1);
    CHECK_NEAR(seen.end, 3.14159265358979323846 * sqrt(m / 5e8), 1e-6, 5e-5);
    CHECK_NEAR(ab_simulation_body(s, (abBodyId){2}).velocity.x, 0.5, 1e-7, 0.5);
    close_fixture(model, s);
}

static const char s_crank[] =
    "<M><Model>\n"
    "<Body_Rigid id='1' label='Ground' isground='TRUE' cg_id='11' lprf_id='11'/>\n"
    "<Body_Rigid id='2' label='Crank' cg_id='21' lprf_id='21' mass='1' inertia_xx='1' "
    "inertia_yy='1' "
    "inertia_zz='1' w_ic_y='-150'/>\n"
    "<Body_Flexible id='3' label='Rod' lprf_id='30' h3d_file='bending_rod.h3d' v_ic_z='22.5' "
    "w_ic_y='75' is_user_damp='TRUE' cdamp_expr='0'/>\n"
    "<Body_Rigid id='4' label='Slider' cg_id='41' lprf_id='41' mass='0.033' inertia_xx='1e-5' "
    "inertia_yy='1e-5' inertia_zz='1e-5'/>\n"
    "<Reference_Marker id='11' body_id='1'/><Reference_Marker id='21' body_id='2'/>\n"
    "<Reference_Marker id='12' body_id='1' a02='0' a12='1' a22='0' a00='1' a10='0' a20='0'/>\n"
    "<Reference_Marker id='22' body_id='2' a02='0' a12='1' a22='0' a00='1' a10='0' a20='0'/>\n"
    "<Reference_Marker id='23' body_id='2' pos_x='0.15' a02='0' a12='1' a22='0' a00='1'/>\n"
    "<Reference_Marker id='30' body_id='3' body_type='FLEXBODY' pos_x='0.15'/>\n"
    "<Reference_Marker id='31' body_id='3' body_type='FLEXBODY' node_id='101' pos_x='0.15' a02='0' "
    "a12='1' a22='0' a00='1'/>\n"
    "<Reference_Marker id='33' body_id='3' body_type='FLEXBODY' node_id='103' pos_x='0.45' a02='0' "
    "a12='1' a22='0' a00='1'/>\n"
    "<Reference_Marker id='41' body_id='4' pos_x='0.45'/>\n"
    "<Reference_Marker id='42' body_id='4' pos_x='0.45' a02='0' a12='1' a22='0' a00='1'/>\n"
    "<Reference_Marker id='43' body_id='4' pos_x='0.45' a02='1' a12='0' a22='0' a00='0' a10='1'/>\n"
    "<Reference_Marker id='13' body_id='1' pos_x='0.45' a02='1' a12='0' a22='0' a00='0' a10='1'/>\n"
    "<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='22' j_marker_id='12'/>\n"
    "<Motion_Joint id='1' joint_id='1' joint_type='R' val_type='D' type='EXPRESSION' "
    "expr='-150*TIME'/>\n"
    "<Constraint_Joint id='2' type='REVOLUTE' i_marker_id='31' j_marker_id='23'/>\n"
    "<Constraint_Jprim id='3' type='INLINE' i_marker_id='33' j_marker_id='42'/>\n"
    "<Constraint_Joint id='4' type='TRANSLATIONAL' i_marker_id='43' j_marker_id='13'/>\n"
    "</Model><Command><Param_Transient integr_tol='1e-8'/><Simulate end_time='0.08' "
    "num_steps='1'/></Command></M>\n";

// The slider and crank of models/flexible_slider_crank.yaml, whose crank is prescribed; it is checked
// against one equation integrated by itself in flexible_joint_test.c.
static void joints_hold_nodes(void) {
    abModel *model = read_beside(s_crank, (abLog){0}), *yaml;
    abSimulation *s = simulate_fixture(model, &s_error);
    must_be_ok(ab_model_read("models/flexible_slider_crank.yaml", NULL, 0, ab_heap(), (abLog){0},
                             &yaml, &s_error),
               &s_error);
    abSimulation *reference = simulate_fixture(yaml, &s_error);
    for (int i = 1; i <= 8; i++) {
        must_be_ok(ab_simulation_advance(s, 0.01 * i, &s_error), &s_error);
        must_be_ok(ab_simulation_advance(reference, 0.01 * i, &s_error), &s_error);
        abVec3 a = ab_simulation_body(s, (abBodyId){3}).position;
        abVec3 b = ab_simulation_body(reference, (abBodyId){3}).position;
        CHECK_NEAR(ab_norm(ab_sub(a, b)), 0.0, 1e-7, 0.3); // both to 1e-10 a step
        CHECK(i != 2 || b.x < 0.2);
    }
    close_fixture(model, s);
    close_fixture(yaml, reference);
}

static void what_is_wrong_is_told(void) {
    static const struct {
        const char *body, *contact, *told;
    } rows[] = {
        {"h3d_file='nothing.h3d'", "", "the format is not published"},
        {"", "", "Body_Flexible needs the attribute h3d_file"},
        {"h3d_file='../elsewhere.h3d'", "", "leads out of the model's folder"},
        {"h3d_file='bending_rod.h3d'", "i_graphics_id='101' j_flexbody_id='2' " IMPACT,
         "the surface of body Bar is not known"},
        {"h3d_file='rod_16.h3d'", "i_graphics_id='101' j_flexbody_id='7' " IMPACT,
         "there is no Body_Flexible of that id"},
        {"h3d_file='rod_16.h3d'", "i_graphics_id='101' j_flexbody_id='x' " IMPACT,
         "is no number of a flexible body"},
        {"h3d_file='rod_16.h3d'",
         "i_graphics_id='101' i_flexbody_id='2' j_graphics_id='101' " IMPACT,
         "a side is graphics or a flexible body"},
        {"h3d_file='rod_16.h3d'",
         "i_graphics_id='101' j_flexbody_id='2' " IMPACT "/>\n<Force_Contact id='2' "
         "i_flexbody_id='2' i_flip_flex='TRUE' j_graphics_id='101' " IMPACT,
         "turns the surface of body Bar the other way"},
        {"h3d_file='rod_16.h3d'/>\n<Body_Flexible id='3' label='Rod' h3d_file='rod_16.h3d'",
         "i_flexbody_id='2' j_flexbody_id='3' " IMPACT "/>\n<Force_Contact id='2' "
         "i_flexbody_id='2' j_flexbody_id='3' " IMPACT,
         "flexible bodies 2 and 3 have a contact already"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[2500];
        abModel *model = NULL;
        snprintf(text, sizeof text,
                 "<M><Model>\n" WALL "<Body_Flexible id='2' label='Bar' " DAMPED
                 " %s/>\n%s%s%s" RUN,
                 rows[i].body, rows[i].contact[0] != '\0' ? "<Force_Contact id='1' " : "",
                 rows[i].contact, rows[i].contact[0] != '\0' ? "/>\n" : "");
        ab_error_clear(&s_error);
        abResult result = ab_model_read_text(text, strlen(text), "models/flexible/test.xml", NULL,
                                             0, ab_heap(), (abLog){0}, &model, &s_error);
        CHECK(result == AB_BAD_MODEL);
        if (strstr(first_problem(&s_error), rows[i].told) == NULL) {
            CHECK_TEXT(first_problem(&s_error), rows[i].told);
        }
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(both_sides_may_be_flexible), AB_TEST(a_flexible_side_is_the_surface_of_the_body),
         AB_TEST(a_rigidified_body_is_rigid), AB_TEST(joints_hold_nodes),
         AB_TEST(what_is_wrong_is_told))
