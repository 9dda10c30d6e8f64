// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// wrong_xml_rows.h - wrong MotionSolve models and what must be said of them.
//
// A row is lines of the Model block and of the Command block. The Model block begins behind the
// five lines of s_head, so its first line is line 6; the Command block begins two lines behind the
// last of the model. Problems come as "LINE:COLUMN: beginning of the text", in the order of the
// file; warnings come before. "warn: ..." is the beginning of a warning, without its file. A row of
// warnings alone is read.

#ifndef AB_WRONG_XML_ROWS_H
#define AB_WRONG_XML_ROWS_H

static const char s_head[] =
    "<MotionSolve>\n"
    "<Model>\n"
    "<Body_Rigid id='1' label='Ground' isground='TRUE' lprf_id='11'/>\n"
    "<Body_Rigid id='2' cg_id='21' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>\n"
    "<Reference_Marker id='11' body_id='1'/><Reference_Marker id='21' body_id='2' pos_z='5'/>\n";

enum { LINES = 9 };

typedef struct Row {
    const char *model, *command;
    const char *expected[LINES];
} Row;

#define BALLS                                                                                      \
    "<Post_Graphic id='1' type='Sphere' center_marker_id='11' radius='1'/>"                        \
    "<Post_Graphic id='2' type='Sphere' center_marker_id='21' radius='1'/>\n"
#define SIDES "i_graphics_id='2' j_graphics_id='1' "
#define RUN "<Simulate end_time='1'/>\n"
#define IMPACT "cnf_type='IMPACT' stiffness='1E6' exponent='1.5' damping='1' dmax='0.1' "

static const Row s_rows[] = {
    // ---- what is no model ----
    {"<Body_Rigid id='3'\n", "", {"7:1: this is no well-formed XML"}},
    {"</Body_Rigid>\n", "", {"6:3: this does not close <Model>, which begins at line 2"}},
    {"<Post_Graphic type='Sphere id='5'/>\n", "", {"6:21: the value of type has no closing quote"}},
    {"&lol;\n", "", {"6:1: this is no well-formed XML: undefined entity"}},
    // ---- elements ----
    {"<Body_Rigit id='3'/>\n",
     RUN,
     {"warn: 6:1: there is no element <Body_Rigit> that is known here; it is left out, with all "
      "that is in it; did you mean Body_Rigid?"}},
    {"<Control_PID id='3'/><Control_StateEqn id='4'/><Reference_Plant id='5'/>\n",
     RUN,
     {"warn: 6:1: there is no element <Control_PID> that is known here; it is left out, with all "
      "that is in it",
      "warn: 6:22: there is no element <Control_StateEqn>",
      "warn: 6:48: there is no element <Reference_Plant>"}},
    {"<Body_Rigit id='3'/>\n<Reference_Marker id='31' body_id='3'/>\n",
     RUN,
     {"warn: 6:1: there is no element <Body_Rigit>",
      "7:36: body_id = 3: there is no Body_Rigid of that id; <Body_Rigit> 3 in line 6 is not known "
      "and was left out"}},
    {"<Reference_Markr id='31'/>\n"
     "<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='31' j_marker_id='11'/>\n",
     RUN,
     {"warn: 6:1: there is no element <Reference_Markr>",
      "7:55: i_marker_id = 31: there is no Reference_Marker of that id; <Reference_Markr> 31 in "
      "line 6"}},
    {"<Control_PID id='7'/>\n<Reference_Variable id='1' expr='DIF(7)'/>\n",
     RUN,
     {"warn: 6:1: there is no element <Control_PID>",
      "7:38: expr: there is no Control_Diff 7; <Control_PID> 7 in line 6 is not known"}},
    {"<Post_Grafic id='1'/>\n<Force_Contact id='1' i_graphics_id='1' j_graphics_id='1' " IMPACT
     "/>\n",
     RUN,
     {"warn: 6:1: there is no element <Post_Grafic>",
      "7:38: i_graphics_id: there is no Post_Graphic 1; <Post_Grafic> 1 in line 6",
      "7:56: j_graphics_id: there is no Post_Graphic 1; <Post_Grafic> 1 in line 6"}},
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
    {"",
     "<Simulate end_time='1'/><Body_Rigids/>\n",
     {"warn: 8:25: there is no element <Body_Rigids> that is known here; it is left out"}},
    // ---- several at once ----
    {"<Post_Graphic id='1' type='Sphere' center_marker_id='12' radius='-1'/>\n"
     "<Reference_Marker id='12' body_id='9'/>\n<Body_Rigit/>\n",
     "<Simulate end_time='0'/>\n",
     {"warn: 8:1: there is no element <Body_Rigit>", "6:66: radius = -1 must be above 0",
      "7:36: body_id = 9: there is no Body_Rigid of that id",
      "11:21: end_time = 0 s is not after the start"}},
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
     {"warn: 7:131: Force_Contact: enable_node_mode = \"TRUE\" has no effect: a meshed pair is "
      "carried",
      "warn: 6:28: a plane is taken without bounds",
      "warn: 7:171: master_surface = I has no effect: a meshed pair is carried by the regions"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT
           "enable_analytical='FALSE' enable_sphere_to_mesh='FALSE'/>\n",
     "<Simulate end_time='1'/>\n",
     {"warn: 7:157: Force_Contact: enable_sphere_to_mesh = \"FALSE\" has no effect: a sphere stays "
      "exact",
      "warn: 7:150: enable_analytical = FALSE has no effect: shapes are exact"}},
    // ---- attributes without effect, told once for each type of element ----
    {"<Sensor_Event id='1' dt='0.01' hmax='0.0' zero_crossing='TRUE' restart='FALSE'/>\n"
     "<Sensor_Event id='2' dt='0.02' hmax='1e-4'/>\n",
     RUN,
     {"warn: 6:22: Sensor_Event: dt = \"0.01\" has no effect: steps are chosen by the tolerance",
      "warn: 7:32: Sensor_Event: hmax = \"1e-4\" has no effect: touches are located within"}},
    {"<Reference_Marker id='3' wheel='1'/><Reference_Marker id='4' wheel='1'/>\n",
     RUN,
     {"warn: 6:26: Reference_Marker has no attribute \"wheel\" that is known here"}},
    {"<Reference_Variable id='1' expr='1' ic='0.' usrsub_dll_name='NULL'/>"
     "<Reference_Variable id='2' expr='1' ic='2'/>\n",
     RUN,
     {"warn: 6:105: Reference_Variable: ic = \"2\" has no effect: a variable is its expr"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT
           "i_flexbody_id='FALSE' i_flip_flex='FALSE' j_flip_flex='TRUE' penalty='1'/>\n",
     RUN,
     {"warn: 7:173: Force_Contact: j_flip_flex = \"TRUE\" has no effect: there are no flexible",
      "warn: 7:192: Force_Contact: penalty = \"1\" has no effect: the law that cnf_type names"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT "mu_static='0.3'/>\n",
     RUN,
     {"warn: 7:131: Force_Contact: mu_static = \"0.3\" has no effect: without cff_type there is"}},
    {BALLS "<Force_Contact id='1' " SIDES IMPACT "cff_type='COULOMB_OFF' mu_static='0.3'/>\n"
           "<Body_Rigid id='3' color='1:2:3' cg_id='11' mass='1' inertia_xx='1' inertia_yy='1' "
           "inertia_zz='1'/>\n",
     RUN,
     {NULL}},
    {"<Constraint_Joint id='1' type='REVOLUTE' i_marker_id='21' j_marker_id='11' pitch='2'/>\n"
     "<Motion_Joint id='1' joint_id='1' expr='TIME' ic_disp='1' ic_vel='0'/>\n",
     RUN,
     {"warn: 6:76: Constraint_Joint: pitch = \"2\" has no effect: it belongs to SCREW",
      "warn: 7:47: Motion_Joint: ic_disp = \"1\" has no effect: expr gives the displacement"}},
    {"<Constraint_Joint id='1' type='RACK_PINION' i_marker_id='21' j_marker_id='11'/>\n",
     RUN,
     {"6:32: joints of the type RACK_PINION are not supported yet; a Constraint_Coupler"}},
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

#endif
