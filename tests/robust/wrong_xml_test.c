// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// wrong_xml_test.c - every wrong MotionSolve model of the table is refused with the right words at
// the right place, and nothing leaks.
//
// A row is lines of the Model block and of the Command block. The Model block begins behind the
// five lines of s_head, so its first line is line 6; the Command block begins two lines behind the
// last of the model. Problems come as "LINE:COLUMN: beginning of the text", in the order of the
// file. "warn: ..." is the beginning of a warning that must come, without its file.

#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"

static const char s_head[] =
    "<MotionSolve>\n"
    "<Model>\n"
    "<Body_Rigid id='1' label='Ground' isground='TRUE' lprf_id='11'/>\n"
    "<Body_Rigid id='2' cg_id='21' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>\n"
    "<Reference_Marker id='11' body_id='1'/><Reference_Marker id='21' body_id='2' pos_z='5'/>\n";

enum { LINES = 6 };

typedef struct Row {
    const char *model, *command;
    const char *expected[LINES];
} Row;

#define BALLS                                                                                      \
    "<Post_Graphic id='1' type='Sphere' center_marker_id='11' radius='1'/>"                        \
    "<Post_Graphic id='2' type='Sphere' center_marker_id='21' radius='1'/>\n"
#define SIDES "i_graphics_id='2' j_graphics_id='1' "
#define IMPACT "cnf_type='IMPACT' stiffness='1E6' exponent='1.5' damping='1' dmax='0.1' "

static const Row s_rows[] = {
    // ---- what is no model ----
    {"<Body_Rigid id='3'\n", "", {"7:1: this is no well-formed XML"}},
    {"</Body_Rigid>\n", "", {"6:3: this does not close <Model>, which begins at line 2"}},
    {"<Post_Graphic type='Sphere id='5'/>\n", "", {"6:21: the value of type has no closing quote"}},
    {"&lol;\n", "", {"6:1: this is no well-formed XML: undefined entity"}},
    // ---- elements ----
    {"<Body_Rigit id='3'/>\n",
     "",
     {"6:1: there is no element <Body_Rigit> that is known here; did you mean Body_Rigid?"}},
    {"<Body_Rigid id='1' isground='TRUE'/>\n",
     "",
     {"6:17: Body_Rigid 1 is given twice, first at line 3"}},
    {"<Body_Flexible id='3'/>\n",
     "",
     {"6:1: Body_Flexible: flexible bodies are not supported yet"}},
    {"<Load_Model file='x.xml'/>\n", "", {"6:1: Load_Model: a model is one file"}},
    {"<Simulate end_time='1'/>\n", "", {"6:1: Simulate is a command; it stands in the Command"}},
    {"", "<Post_Graphic id='1'/>\n", {"8:1: Post_Graphic cannot be changed by a command"}},
    {"<Reference_Marker id='3'><Post_Graphic id='9'/></Reference_Marker>\n",
     "",
     {"6:26: <Post_Graphic> stands inside <Reference_Marker>; was /> or </Reference_Marker>"}},
    // ---- attributes ----
    {"<Reference_Marker body_id='1'/>\n", "", {"6:1: Reference_Marker needs the attribute id"}},
    {"<Reference_Marker id='3' body_di='1'/>\n",
     "",
     {"6:26: Reference_Marker has no attribute \"body_di\"; did you mean body_id?"}},
    {"<Reference_Marker id='3' ID='4'/>\n", "", {"6:26: ID is given twice"}},
    {"<Reference_Marker id='three'/>\n", "", {"6:23: id = \"three\" is no whole number"}},
    {"<Reference_Marker id='1.5'/>\n", "", {"6:23: id = \"1.5\" is no whole number"}},
    {"<Reference_Marker id='-3'/>\n", "", {"6:23: id = -3 is outside [1, 2.14748e+09]"}},
    {"<Reference_Marker id='99999999999'/>\n", "", {"6:23: id = \"99999999999\" is no whole"}},
    {"<Reference_Marker id='3' pos_x='0.0l'/>\n",
     "",
     {"6:33: pos_x = \"0.0l\" is no number: it has the letter l, perhaps for the digit 1"}},
    {"<Reference_Marker id='3' pos_x='1O'/>\n",
     "",
     {"6:33: pos_x = \"1O\" is no number: it has the letter O, perhaps for the digit 0"}},
    {"<Reference_Marker id='3' pos_x='1,5'/>\n",
     "",
     {"6:33: pos_x = \"1,5\" is no number; write 1.5"}},
    {"<Reference_Marker id='3' pos_x='15 cm'/>\n",
     "",
     {"6:33: pos_x = \"15 cm\" is no number; write 0.15"}},
    {"<Param_Unit length_unit='MILLIMETER'/><Reference_Marker id='3' pos_x='15 cm'/>\n",
     "",
     {"6:71: pos_x = \"15 cm\" is no number; write 150"}},
    {"<Constraint_Joint id='3' type='REVOLUT' i_marker_id='11' j_marker_id='21'/>\n",
     "",
     {"6:32: type = \"REVOLUT\" is none of REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL, FIXED, "
      "UNIVERSAL, HOOKE, CONSTANT_VELOCITY, PLANAR, INLINE, INPLANE, ORIENTATION, PARALLEL_AXES, "
      "PERPENDICULAR, SCREW, RACK_PINION, FREE; did you mean REVOLUTE?"}},
    {"<Reference_Marker id='3' pos_x=''/>\n", "", {"6:33: pos_x = \"\" is no number"}},
    {"<Reference_Marker id='3' pos_x='nan'/>\n", "", {"6:33: pos_x = \"nan\" is no number"}},
    {"<Reference_Marker id='3' pos_x='1e999'/>\n", "", {"6:33: pos_x = \"1e999\" is no number"}},
    {"<Body_Rigid id='3' isground='MAYBE'/>\n",
     "",
     {"6:30: isground = \"MAYBE\" is none of FALSE, TRUE"}},
    // ---- units and gravity ----
    {"<Param_Unit length_unit='Furlong'/>\n",
     "",
     {"6:26: length_unit = \"Furlong\" is none of Meter, Millimeter"}},
    {"<Param_Unit mass_unit='kg'/>\n",
     "",
     {"6:24: mass_unit = \"kg\" is none of Kilogram, Gram, Milligram, Microgram, Nanogram, "
      "Megagram, "
      "Tonne, Pound_Mass, Kpound_Mass, Ounce_Mass, US_Ton, Slug, Slinch; did you mean Kilogram?"}},
    {"<Param_Unit/><Param_Unit/>\n", "", {"6:14: Param_Unit is given twice, first at line 6"}},
    {"<Param_Unit mass_unit='Gram' mass_mult_factor='2'/>\n",
     "",
     {"6:48: give units or mass_mult_factor, not both"}},
    {"<Force_Gravity grav_x='1 +'/>\n", "", {"6:27: grav_x: the expression ends where"}},
    {"<Force_Gravity grav_x='2e36'/>\n",
     "",
     {"6:24: grav_x = 2e+36 m/s^2 is outside [-1e+12, 1e+12]"}},
    {"<Force_Gravity grav_x='SIN(TIME)'/>\n", "", {"6:24: grav_x changes with time"}},
    {"<Force_Gravity/><Force_Gravity/>\n", "", {"6:17: Force_Gravity is given twice"}},
    // ---- markers ----
    {"<Reference_Marker id='3' rm_id='4'/><Reference_Marker id='4' rm_id='3'/>\n",
     "",
     {"6:33: rm_id goes in a circle back to this marker"}},
    {"<Reference_Marker id='3' rm_id='99'/>\n",
     "",
     {"6:33: rm_id = 99: there is no Reference_Marker of that id"}},
    {"<Reference_Marker id='3' body_id='99'/>\n",
     "",
     {"6:35: body_id = 99: there is no Body_Rigid of that id"}},
    {"<Reference_Marker id='3' a00='1' a10='0' a20='0' a01='1' a11='0' a21='0'/>\n",
     "",
     {"6:31: the columns a00 a10 a20, a01 a11 a21 and a02 a12 a22 are no three unit vectors"}},
    {"<Reference_Marker id='3' a00='1' a11='1' a22='-1'/>\n",
     "",
     {"6:31: the axes are left-handed"}},
    {"<Reference_Marker id='3' a00='2'/>\n", "", {"6:31: a00 = 2 is outside [-1.001, 1.001]"}},
    {"<Reference_Marker id='3' a00='1' psi='1'/>\n",
     "",
     {"6:39: give the axes by a00 ... or by psi, theta, phi"}},
    {"<Reference_Marker id='3' node_id='7'/>\n",
     "",
     {"6:26: node_id = \"7\" is not supported: nodes belong to flexible bodies"}},
    // ---- bodies ----
    {"<Body_Rigid id='3' cg_id='11'/>\n", "", {"6:1: body body_3 needs a mass above 0"}},
    {"<Body_Rigid id='3' cg_id='11' mass='-1'/>\n",
     "",
     {"6:37: mass = -1 is below 0, the least allowed"}},
    {"<Body_Rigid id='3' label='Arm' mass='1'/>\n", "", {"6:1: body Arm needs cg_id"}},
    {"<Body_Rigid id='3' cg_id='11' mass='1' inertia_xx='1' inertia_yy='0'/>\n",
     "",
     {"6:67: body body_3 needs inertia_yy above 0"}},
    {"<Body_Rigid id='3' cg_id='77' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>\n",
     "",
     {"6:27: cg_id = 77: there is no Reference_Marker of that id"}},
    {"<Body_Rigid id='3' cg_id='11' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='9'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:1: inertia of body body_3 is impossible"}},
    // ---- graphics ----
    {"<Post_Graphic id='1' type='Blob'/>\n", "", {"6:28: type = \"Blob\" is none of BoxDefined"}},
    {"<Post_Graphic id='1' type='Sphere' center_marker_id='11'/>\n",
     "",
     {"6:1: Post_Graphic of this type needs the attribute radius"}},
    {"<Post_Graphic id='1' type='Sphere' radius='1'/>\n",
     "",
     {"6:1: Post_Graphic of this type needs the attribute center_marker_id"}},
    {"<Post_Graphic id='1' type='Sphere' center_marker_id='0' radius='1'/>\n",
     "",
     {"6:54: center_marker_id = 0 is on no body"}},
    {"<Post_Graphic id='1' type='Sphere' center_marker_id='11' radius='0'/>\n",
     "",
     {"6:66: radius = 0 must be above 0"}},
    {"<Post_Graphic id='1' type='BoxDefinedFromCenter' center_marker_id='11' length_x='1' "
     "length_y='0'/>\n",
     "",
     {"6:1: Post_Graphic of this type needs the attribute length_z",
      "6:95: length_y = 0: a box needs a thickness"}},
    {"<Post_Graphic id='1' type='External' rm_id='11' file='../x.stl'/>\n",
     "",
     {"6:55: a model without a file name of its own cannot read files"}},
    // ---- contacts ----
    {BALLS "<Force_Contact id='1' " SIDES "/>\n",
     "",
     {"7:1: Force_Contact needs the attribute cnf_type"}},
    {BALLS "<Force_Contact id='1' i_graphics_id='2' " IMPACT "/>\n",
     "",
     {"7:1: Force_Contact needs j_graphics_id"}},
    {BALLS "<Force_Contact id='1' " SIDES "num_i_graphics='2' " IMPACT "/>\n",
     "",
     {"7:75: num_i_graphics = 2, but i_graphics_id has 1"}},
    {BALLS "<Force_Contact id='1' i_graphics_id='7' j_graphics_id='1' " IMPACT "/>\n",
     "",
     {"7:38: i_graphics_id: there is no Post_Graphic 7"}},
    {BALLS "<Force_Contact id='1' i_graphics_id='1 2' j_graphics_id='1' " IMPACT "/>\n",
     "",
     {"7:38: i_graphics_id: graphics 1 and 2 are on different bodies, Ground and body_2"}},
    {BALLS "<Force_Contact id='1' i_graphics_id='1' j_graphics_id='1' " IMPACT "/>\n",
     "",
     {"7:56: graphics 1 and 1 are both on body Ground"}},
    {BALLS "<Force_Contact id='1' i_graphics_id='2,,1' j_graphics_id='1' " IMPACT "/>\n",
     "",
     {"7:38: i_graphics_id = \"2,,1\" is no list: a comma stands without a number"}},
    {BALLS "<Force_Contact id='1' i_graphics_id='2 x' j_graphics_id='1' " IMPACT "/>\n",
     "",
     {"7:38: i_graphics_id: item 2, \"x\", is no number"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT "/><Force_Contact id='2' " SIDES IMPACT "/>\n",
     "",
     {"7:170: graphics 2 and 1 have a contact already, at line 7"}},
    {BALLS "<Force_Contact id='1' " SIDES "cnf_type='IMPACT' exponent='1'/>\n",
     "",
     {"7:1: Force_Contact of this type needs the attribute stiffness"}},
    {BALLS "<Force_Contact id='1' " SIDES
           "cnf_type='IMPACT' stiffness='1' exponent='1' damping='1' dmax='0'/>\n",
     "",
     {"7:122: dmax = 0 must be above 0"}},
    {BALLS "<Force_Contact id='1' " SIDES
           "cnf_type='POISSON' penalty='1' restitution_coef='1.2'/>\n",
     "",
     {"7:108: restitution_coef = 1.2 is outside [0, 1]"}},
    {BALLS "<Force_Contact id='1' " SIDES "cnf_type='POISON' penalty='1'/>\n",
     "",
     {"7:69: cnf_type = \"POISON\" is none of IMPACT, POISSON, VOLUME, USERCNF"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT
           "cff_type='COULOMB_ON' mu_static='0.3' mu_dynamic='0.1' stiction_trans_vel='2' "
           "friction_trans_vel='1'/>\n",
     "",
     {"7:229: friction_trans_vel is below stiction_trans_vel"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT "cff_type='COULOMB_ON' mu_static='0.3'/>\n",
     "",
     {"7:1: Force_Contact of this type needs the attribute mu_dynamic",
      "7:1: Force_Contact of this type needs the attribute stiction_trans_vel",
      "7:1: Force_Contact of this type needs the attribute friction_trans_vel"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT "i_flexbody_id='5'/>\n",
     "",
     {"7:131: i_flexbody_id = \"5\" is not supported: flexible bodies are not supported yet"}},
    {"<Post_Graphic id='1' type='Cylinder' center_marker_id='11' radius='1' length='1' "
     "is_material_inside='FALSE'/><Post_Graphic id='2' type='Sphere' center_marker_id='21' "
     "radius='1'/>\n<Force_Contact id='1' " SIDES IMPACT "/>\n",
     "",
     {"7:56: j_graphics_id: Post_Graphic 1 (line 6) is a hole (is_material_inside = FALSE)"}},
    // ---- joints, motions, springs ----
    {"<Constraint_Joint id='1' type='REVOLUTED' i_marker_id='11' j_marker_id='21'/>\n",
     "",
     {"6:32: type = \"REVOLUTED\" is none of REVOLUTE, TRANSLATIONAL"}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='11'/>\n",
     "",
     {"6:1: Constraint_Joint needs the attribute j_marker_id"}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='11' j_marker_id='99'/>\n",
     "",
     {"6:72: j_marker_id = 99: there is no Reference_Marker of that id"}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='21' j_marker_id='21'/>\n",
     "",
     {"6:55: markers 21 and 21 are both on body_2; a joint connects two bodies"}},
    {"<Motion_Joint id='1' joint_id='5' expr='TIME'/>\n",
     "",
     {"6:32: joint_id = 5: there is no Constraint_Joint of that id"}},
    {"<Constraint_Joint id='1' type='FIXED' i_marker_id='21' j_marker_id='11'/>"
     "<Motion_Joint id='1' joint_id='1' joint_type='R' expr='TIME'/>\n",
     "",
     {"6:105: joint_id = 1: a fixed joint cannot be driven about its axis"}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='21' j_marker_id='11'/>"
     "<Motion_Joint id='1' joint_id='1' expr='2*TIM'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:119: expr: `TIM` is unknown"}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='21' j_marker_id='11'/>"
     "<Motion_Joint id='1' joint_id='1'/>\n",
     "",
     {"6:77: Motion_Joint needs the attribute expr"}},
    {"<Force_SpringDamper id='1' i_marker_id='21' j_marker_id='11' stiffness='1'/>\n",
     "",
     {"6:1: Force_SpringDamper needs the attribute length"}},
    {"<Force_SpringDamper id='1' i_marker_id='21' j_marker_id='11' stiffness='-1' length='1'/>\n",
     "",
     {"6:73: stiffness = -1 is below 0, the least allowed"}},
    // ---- commands ----
    {"", "<Simulate analysis_type='Static'/>\n", {"8:26: only transient analyses are supported"}},
    {"", "<Simulate/>\n", {"8:1: Simulate needs end_time or duration"}},
    {"", "<Simulate end_time='1' duration='1'/>\n", {"8:34: Simulate needs end_time or duration"}},
    {"", "<Simulate end_time='-1'/>\n", {"8:21: end_time = -1 s is not after the start, 0 s"}},
    {"", "<Simulate end_time='1' num_steps='0'/>\n", {"8:35: num_steps = 0 is outside [1, 1e+09]"}},
    {"", "<Force_Contact id='4'/>\n", {"8:20: there is no Force_Contact 4 in the model to change"}},
    {"", "<Param_Transient integr_tol='0'/>\n", {"8:30: integr_tol = 0 must be above 0"}},
    {"", "<Simulate end_time='1'/><Body_Rigids/>\n", {"8:25: there is no element <Body_Rigids>"}},
    // ---- several at once ----
    {"<Post_Graphic id='1' type='Sphere' center_marker_id='12' radius='-1'/>\n"
     "<Reference_Marker id='12' body_id='9'/>\n<Body_Rigit/>\n",
     "<Simulate end_time='0'/>\n",
     {"6:66: radius = -1 must be above 0", "7:36: body_id = 9: there is no Body_Rigid of that id",
      "8:1: there is no element <Body_Rigit>", "11:21: end_time = 0 s is not after the start"}},
    // ---- warnings ----
    {"<Frobnicate>\n<Zap id='1'/></Frobnicate>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 6:1: there is no element <Frobnicate> that is known here; it is left out"}},
    {"<Post_Request id='1' type='USERSUB'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 6:28: this request is not recorded"}},
    {"<Post_Request id='1' type='EXPRESSION' expr1='2*FOO(1)' expr2='NULL' expr3='DX(21)'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 6:47: this is not recorded: "}},
    {"<Reference_Array id='1'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 6:1: Reference_Array has no effect"}},
    {"<ResOutput abf_file='FALSE'/>\n",
     "<H3DOutput/><Simulate end_time='1'/><Stop/>\n",
     {"warn: 6:1: ResOutput has no effect: the record keeps", "warn: 9:1: H3DOutput has no effect",
      "warn: 9:37: Stop has no effect: a run ends where its last Simulate ends"}},
    {"<Param_Transient id='1' integrator_type='VSTIFF' integr_tol='1e-3' h_max='1e-3'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 6:1: of Param_Transient these have no effect: integrator_type, h_max; steps"}},
    {"<Post_Graphic id='1' type='Plane' rm_id='11'/><Post_Graphic id='2' type='TriaMesh' "
     "rm_id='21' nodes='0 0 0 1 0 0 0 1 0 0 0 1' faces='0 2 1 0 1 3 0 3 2 1 2 3'/>\n"
     "<Force_Contact id='1' " SIDES IMPACT "enable_node_mode='TRUE' master_surface='I'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 7:131: enable_node_mode = \"TRUE\" has no effect: a meshed pair is carried",
      "warn: 6:28: a plane is taken without bounds",
      "warn: 7:171: master_surface = I has no effect: a meshed pair is carried by the regions"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT
           "enable_analytical='FALSE' enable_sphere_to_mesh='FALSE'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 7:157: enable_sphere_to_mesh = \"FALSE\" has no effect: a sphere stays exact",
      "warn: 7:150: enable_analytical = FALSE has no effect: shapes are exact"}},
    // ---- couplers ----
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='21' j_marker_id='11'/>\n"
     "<Constraint_Coupler id='1' joint1_id='1' joint2_id='9' coefficients='1 2'/>\n",
     "",
     {"7:53: joint2_id = 9: there is no Constraint_Joint of that id"}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='21' j_marker_id='11'/>\n"
     "<Constraint_Coupler id='1' joint1_id='1' joint2_id='1' coefficients='1 2 3'/>\n",
     "",
     {"7:70: Constraint_Coupler needs coefficients, one for each of its 2 joints; there are 3"}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='21' j_marker_id='11'/>\n"
     "<Constraint_Coupler id='1' joint1_id='1' freedom_1='T' joint2_id='1' coefficients='1 2'/>\n",
     "",
     {"7:39: joint1_id = 1: a REVOLUTE joint has no coordinate along its axis"}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='21' j_marker_id='11'/>\n"
     "<Constraint_Coupler id='1' joint1_id='1' joint2_id='1' script_name='a.py'/>\n",
     "",
     {"7:56: script_name = \"a.py\" is not supported: give coefficients"}},
    // ---- changes during a run ----
    {BALLS "<Force_Contact id='1' " SIDES IMPACT "/>\n",
     "<Simulate end_time='1'/>\n<Force_Contact id='1' stiffness='2e6'/>\n"
     "<Simulate end_time='2'/>\n",
     {"11:1: a contact cannot change during the run yet"}},
    // ---- expressions and forces ----
    {"<Post_Request id='1' type='EXPRESSION' expr1='DX(99)'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:50: there is no Reference_Marker 99"}},
    {"<Post_Request id='1' type='MARKER_DISPLACEMENT'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:1: Post_Request of this type needs the attribute i_marker_id"}},
    {"<Sensor_Event id='1' halt='TRUE'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:1: Sensor_Event needs the attribute expr"}},
    {"<Sensor_Event id='1' halt='TRUE' expr='DZ(21)-BUSH(7,0,2)'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:52: expr: there is no Force_Bushing 7"}},
    {"<Reference_Variable id='1' expr='2*VARVAL(1)'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:1: variables refer to each other in a circle: variable_1"}},
    {"<Reference_Variable id='1'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:1: Reference_Variable needs the attribute expr"}},
    {"<Reference_Spline id='1' x='1 2 3' y='1 2'/>\n",
     "",
     {"6:39: Reference_Spline has 3 values of x, 2 of y and 0 of z"}},
    {"<Reference_Spline id='1' x='1 2 2' y='1 2 3'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:1: spline spline_1: x[2] = 2 does not rise above x[1] = 2"}},
    {"<Force_Bushing id='1' i_marker_id='21' j_marker_id='11' kx='-1'/>\n",
     "",
     {"6:61: kx = -1 is below 0, the least allowed"}},
    {"<Force_Vector_TwoBody id='1' i_marker_id='11' j_floating_marker_id='11' "
     "fx_expression='1'/>\n",
     "",
     {"6:43: markers 11 and 11 are both on Ground; a force acts between two bodies"}},
    {"<Force_Vector_TwoBody id='1' i_marker_id='21' j_floating_marker_id='11' "
     "fx_expression='STEP(TIME,0,0,1)'/>\n",
     "<Simulate end_time='1'/>\n",
     {"6:88: fx_expression: "}},
    {"<Force_Scalar_TwoBody id='1' i_marker_id='21' j_marker_id='11'/>\n",
     "",
     {"6:1: Force_Scalar_TwoBody needs val or val_expression"}},
    {"<Force_Contact id='9' cnf_type='USERCNF'/>\n",
     "",
     {"6:1: Force_Contact needs i_graphics_id", "6:1: Force_Contact needs j_graphics_id",
      "6:1: a user routine needs the attribute"}},
    {"<Sensor_Proximity id='1' i_graphics_id='11' j_graphics_id='99'/>\n",
     "",
     {"6:41: i_graphics_id: there is no Post_Graphic 11",
      "6:60: j_graphics_id: there is no Post_Graphic 99"}},
    {"<Sensor_Proximity id='1' j_graphics_id='11'/>\n",
     "",
     {"6:1: Sensor_Proximity needs i_graphics_id",
      "6:41: j_graphics_id: there is no Post_Graphic 11"}},
    {"<Reference_Variable id='1' type='EXPRESSION' expr='PROXIMITY(9,2)'/>\n",
     "",
     {"6:62: expr: there is no Sensor_Proximity 9"}},
    {"<Post_Graphic id='1' type='ParamCurve' rm_id='11'/>\n",
     "",
     {"6:1: Post_Graphic of this type needs the attribute curve_id"}},
    {"<Reference_ParamCurve id='1'>0 0 0 1 0 0 1 1 5</Reference_ParamCurve>\n"
     "<Post_Graphic id='1' type='ParamCurve' rm_id='11' curve_id='1'/>\n",
     "",
     {"6:1: the curve leaves the x-y plane by 5"}},
    {"<Reference_ParamCurve id='1'>0 0 0 1 0</Reference_ParamCurve>\n"
     "<Post_Graphic id='1' type='ParamCurve' rm_id='11' curve_id='1'/>\n",
     "",
     {"6:1: a curve needs at least two points of three numbers"}},
    {"<Reference_ParamCurve id='1' is_curve_points='FALSE'>0 0 0 1 0 0</Reference_ParamCurve>\n"
     "<Post_Graphic id='1' type='ParamCurve' rm_id='11' curve_id='1'/>\n",
     "",
     {"6:1: curves by a matrix, by a routine or by points of control"}},
    {"<Post_Graphic id='1' type='ParamCurve' rm_id='11' curve_id='7'/>\n",
     "",
     {"6:61: curve_id = 7: there is no Reference_ParamCurve"}},
    {"<Post_Graphic id='1' type='Arc'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 6:28: graphics of the type Arc are not drawn"}},
    {"<Reference_Marker id='3' zzzzzzzzzzzz='1'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 6:26: Reference_Marker has no attribute \"zzzzzzzzzzzz\" that is known here"}},
    {"", "", {"warn: there is no Simulate command; the run ends after 1 s"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT
           "cff_type='COULOMB_ON' mu_static='0.1' mu_dynamic='0.3' stiction_trans_vel='1' "
           "friction_trans_vel='2'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 7:181: mu_dynamic = 0.3 is above mu_static = 0.1"}},
};

static long s_live_bytes;

static void *counting_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context;
    if (new_size == 0) {
        free(pointer);
        s_live_bytes -= (long)old_size;
        return NULL;
    }
    void *out = realloc(pointer, new_size);
    s_live_bytes += out != NULL ? (long)new_size - (long)old_size : 0;
    return out;
}

typedef struct Said {
    char lines[LINES][700];
    int count;
} Said;

static void note(Said *said, const char *kind, const char *text) {
    const char *behind = strncmp(text, "model:", 6) == 0 ? text + 6 : text;
    if (said->count < LINES) {
        snprintf(said->lines[said->count], sizeof said->lines[0], "%s%s", kind, behind);
    }
    said->count++;
}

static void take_warning(void *context, abLogLevel level, const char *sentence) {
    if (level == AB_LOG_WARNING) {
        note(context, "warn: ", sentence);
    }
}

static abResult read_row(const char *text, Said *said) {
    static abError error;
    abModel *model;
    abAllocator allocator = {.resize = counting_resize};
    abLog log = {.write = take_warning, .context = said};
    ab_error_clear(&error);
    s_live_bytes = 0;
    abResult result =
        ab_model_read_text(text, strlen(text), NULL, NULL, 0, allocator, log, &model, &error);
    CHECK((model == NULL) == (result != AB_OK));
    CHECK((error.count > 0) == (result != AB_OK));
    for (int i = 0; i < error.count; i++) {
        char line[700];
        ab_error_format(&error, i, line, sizeof line);
        note(said, "", line);
    }
    ab_model_destroy(model);
    CHECK(s_live_bytes == 0);
    return result;
}

static void check_row(const Row *row) {
    char text[4000];
    Said said = {.count = 0};
    snprintf(text, sizeof text, "%s%s</Model>\n<Command>\n%s</Command>\n</MotionSolve>\n", s_head,
             row->model, row->command);
    abResult result = read_row(text, &said);
    bool is_warning = strncmp(row->expected[0], "warn: ", 6) == 0;
    int expected = 0;
    while (expected < LINES && row->expected[expected] != NULL) {
        expected++;
    }
    bool ok = said.count == expected && result == (is_warning ? AB_OK : AB_BAD_MODEL);
    for (int i = 0; ok && i < expected; i++) {
        ok = strncmp(said.lines[i], row->expected[i], strlen(row->expected[i])) == 0;
    }
    if (!ok) {
        printf("%s%s", row->model, row->command);
        for (int i = 0; i < expected; i++) {
            printf("    expected: %s\n", row->expected[i]);
        }
        for (int i = 0; i < said.count && i < LINES; i++) {
            printf("    said:     %s\n", said.lines[i]);
        }
        s_failed_checks++;
    }
}

static void every_wrong_model_is_told_at_its_place(void) {
    size_t count = sizeof s_rows / sizeof s_rows[0];
    for (size_t i = 0; i < count; i++) {
        check_row(&s_rows[i]);
    }
    printf("%zu models\n", count);
}

static void a_text_without_blocks_is_refused(void) {
    Said said = {.count = 0};
    CHECK(read_row("<MotionSolve><Modell/></MotionSolve>", &said) == AB_BAD_MODEL);
    CHECK(said.count == 1);
    CHECK(strstr(said.lines[0], "1:1: <MotionSolve> holds no <Model>") != NULL);
    said.count = 0;
    CHECK(read_row("<robot name='r'><link name='a'/></robot>", &said) == AB_BAD_MODEL);
    CHECK(said.count == 1 && strstr(said.lines[0], "1:1: <robot>: this is URDF") != NULL);
    said.count = 0;
    CHECK(read_row("<mujoco><worldbody/></mujoco>", &said) == AB_BAD_MODEL);
    CHECK(said.count == 1 && strstr(said.lines[0], "1:1: <mujoco>: this is MJCF") != NULL);
}

static void many_problems_are_told_at_once(void) {
    static abError error;
    abModel *model;
    char text[8000] = "<m><Model>\n";
    for (int i = 0; i < 70; i++) {
        strcat(text, "<Reference_Marker id='x'/>\n");
    }
    strcat(text, "</Model></m>");
    ab_error_clear(&error);
    CHECK(ab_model_read_text(text, strlen(text), NULL, NULL, 0, ab_heap(), (abLog){0}, &model,
                             &error) == AB_BAD_MODEL);
    CHECK(error.count == AB_PROBLEMS_MAX && error.dropped == 20);
}

// A chain of markers as long as the file is resolved without recursion and in linear time.
static void long_chains_are_resolved(void) {
    enum { COUNT = 20000 };
    static abError error;
    abModel *model;
    char *text = malloc(64 * COUNT + 1000), *end = text;
    end += sprintf(end, "<m><Model>");
    for (int i = 1; i <= COUNT; i++) {
        end += sprintf(end, "<Reference_Marker id='%d' rm_id='%d' pos_x='1'/>", i,
                       i < COUNT ? i + 1 : 0);
    }
    end +=
        sprintf(end, "<Body_Rigid id='1' label='B' cg_id='1' lprf_id='1' mass='1' inertia_xx='1' "
                     "inertia_yy='1' inertia_zz='1'/></Model><Command><Simulate end_time='1'/>"
                     "</Command></m>");
    ab_error_clear(&error);
    CHECK(ab_model_read_text(text, (size_t)(end - text), NULL, NULL, 0, ab_heap(), (abLog){0},
                             &model, &error) == AB_OK);
    ab_model_destroy(model);
    free(text);
}

// Mesh files lie in the model's folder or below.
static void paths_out_of_the_folder_are_refused(void) {
    static const char *const files[] = {
        "../x.stl",  "/etc/passwd", "a/../../x.obj",    "..",
        "C:\\x.stl", "\\\\host\\x", "a\\..\\..\\x.stl", "file:x.stl"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        static abError error;
        abModel *model;
        char text[1000], said[700];
        snprintf(text, sizeof text,
                 "%s<Post_Graphic id='1' type='External' rm_id='11' file='%s'/></Model>"
                 "</MotionSolve>",
                 s_head, files[i]);
        ab_error_clear(&error);
        CHECK(ab_model_read_text(text, strlen(text), "models/m.xml", NULL, 0, ab_heap(), (abLog){0},
                                 &model, &error) == AB_BAD_MODEL);
        ab_error_format(&error, 0, said, sizeof said);
        CHECK(error.count == 1 && strstr(said, "leads out of the model's folder") != NULL);
    }
}

// ---- no memory ----

typedef struct Heap {
    long live, calls, fail_after;
} Heap;

static void *failing_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    Heap *heap = context;
    if (new_size == 0) {
        free(pointer);
        heap->live -= pointer != NULL ? (long)old_size : 0;
        return NULL;
    }
    if (heap->calls++ >= heap->fail_after) {
        return NULL;
    }
    heap->live += (long)new_size - (pointer != NULL ? (long)old_size : 0);
    return realloc(pointer, new_size);
}

static void every_allocation_may_fail(void) {
    static abError error;
    static char text[20000];
    abModel *model = NULL;
    long failures = 0;
    FILE *stream = fopen("tests/robust/corpus/fuzz_xml/all_elements.xml", "rb");
    size_t size = stream != NULL ? fread(text, 1, sizeof text, stream) : 0;
    CHECK(size > 1000);
    if (stream != NULL) {
        fclose(stream);
    }
    for (; model == NULL && failures < 10000 && s_failed_checks == 0; failures++) {
        Heap heap = {.fail_after = failures};
        abAllocator allocator = {.resize = failing_resize, .context = &heap};
        ab_error_clear(&error);
        abResult result =
            ab_model_read_text(text, size, NULL, NULL, 0, allocator, (abLog){0}, &model, &error);
        CHECK(result == (model != NULL ? AB_OK : AB_IO));
        CHECK(model != NULL || (error.count > 0 && heap.live == 0));
        ab_model_destroy(model);
        CHECK(heap.live == 0);
    }
    CHECK(failures > 5 && failures < 10000);
    printf("%ld allocations\n", failures - 1);
}

AB_TESTS(AB_TEST(paths_out_of_the_folder_are_refused), AB_TEST(every_allocation_may_fail),
         AB_TEST(every_wrong_model_is_told_at_its_place), AB_TEST(a_text_without_blocks_is_refused),
         AB_TEST(many_problems_are_told_at_once), AB_TEST(long_chains_are_resolved))
