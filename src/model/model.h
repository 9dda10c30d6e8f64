// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model.h - the compiled model: flat arrays, constant once built.
//
// Bodies are described by their centre of mass C: the frame C has its origin there and the axes of
// the body. Positions and velocities inside the engine are those of C; the user's frame B sits at
// -p_BC from it.

#ifndef AB_MODEL_H
#define AB_MODEL_H

#include <stdbool.h>

#include "abut/model.h"
#include "abut/read.h"
#include "base/arena.h"
#include "base/text_map.h"
#include "collide/contour_patch.h"
#include "collide/vertex_contact.h"
#include "law/law.h"
#include "math/expression.h"
#include "math/vector_math.h"
#include "model/forces.h"
#include "model/joints.h"
#include "model/tables.h"
#include "shape/field.h"
#include "shape/shape.h"

enum {
    AB_STATES_FREE = 13,  // position 3, quaternion 4, velocity 3, angular velocity 3
    AB_STATES_PLANAR = 6, // x, y, angle, their rates
    AB_BOOK_STATES = 6    // quadratures of the energy book, at the end of y
};

typedef struct abBody {
    const char *name;
    abPlace place;
    abMobility mobility;
    int state;   // offset of its states in y; -1 when it has none
    double mass; // [kg]
    double inverse_mass;
    abMat3 inertia; // about C, body axes                                             [kg m^2]
    abMat3 inverse_inertia;
    bool is_round;     // inertia a multiple of the identity: rotation needs no matrix
    abVec3 p_BC;       // C in the user's frame                                       [m]
    abVec3 p_WC, v_WC; // initial state of C
    abVec3 w_WB;
    abQuat q_WB;
    int first_shape, shape_count;
    double bound;              // largest distance from C of a point of its shapes    [m]
    int rigid;                 // the same for bodies held together by fixed joints
    abExpression *position[3]; // prescribed motion of the user's frame; NULL constant
    abExpression *rotation[3];
} abBody;

typedef struct abBodyShape {
    const char *name;  // "body.shape"
    const char *whole; // of a part of a definition: "body.shape" of the whole; else NULL
    int body;
    abShape shape;
    const abShape *faces; // as a closed mesh, to meet one: itself, or a box by its sides; NULL none
    abPose X_CS;
    abSurface surface;
    const char *material; // for contact laws; NULL none
    const char *group;
    bool collides;
    int contact_class; // shapes of one class have the same material and match the same rules
} abBodyShape;

// A field with where it is defined.
typedef struct abModelField {
    abFieldDef def;
    abField field;
    int body;      // whose frame `frame` is in: -1 the world
    int shape;     // of a field on a mesh; -1
    abPose X_CF;   // frame of an expression in the body's frame C
    bool is_known; // compiled
} abModelField;

// The law between two contact classes.
typedef struct abInteraction {
    const abContactRuleDef *rule;
    const abNormalLaw *normal;
    const abFrictionLaw *friction;
    abMaterialPairDef coefficients;
    const abModelField *thickness, *youngs_modulus; // of the layer; NULL: the law's own
} abInteraction;

// Two selectors whose shapes never touch each other.
typedef struct abExclusion {
    abPlace place;
    const char *between[2];
} abExclusion;

// A frame fixed to a body. Index 0 is the world, then the bodies' own frames in their order, then
// the markers.
typedef struct abMarker {
    int body;    // -1: the world
    abPose X_CM; // in the frame of the body's centre of mass
} abMarker;

// From which derivative on a row is held: a drive by speed leaves the position to the integrator.
typedef enum abRowLevel { AB_HOLD_POSITION, AB_HOLD_SPEED, AB_HOLD_ACCELERATION } abRowLevel;

// One row of a joint: what it holds at `offset`.
typedef struct abJointRow {
    abJointRowKind kind;
    int u, w;         // axes, 0 to 2
    int drive;        // of which the row follows the drive, 0 to 5; -1: none
    abRowLevel level; // of that drive
    const char *name; // for messages
    double factor;    // of the turn in AB_ROW_SCREW and AB_ROW_RACK                   [m/rad]
    double offset;    // what the row held at the start
    double period;    // the row's value is known up to multiples of this; 0: it is known
} abJointRow;

// A joint with a common point and no drive, whose free motions need no rows to be found.
typedef enum abPivot { AB_PIVOT_NONE, AB_PIVOT_BALL, AB_PIVOT_HINGE } abPivot;

typedef struct abCoupledAxis {
    int joint, axis; // axis 0 to 5
    double factor;
} abCoupledAxis;

typedef struct abJoint {
    const char *name;
    abPlace place;
    int kind;
    int body_a, body_b;
    abPose X_AJ, X_BJ;      // the joint's frame in C of each body
    abPose X_start;         // B's joint frame in A's at the start
    bool turns_apart;       // each driven turn has a row of its own: some turn before it is free
    abExpression *drive[6]; // NULL: none
    abRowLevel level[6];    // of the drives
    double start[6];        // of drives by speed and acceleration; NAN: as the bodies stand
    double start_speed[6];  // of drives by acceleration; NAN: as the bodies move
    abPivot pivot;          // closed form of its free motions
    abJointRow rows[7];
    int row_count;   // plain rows (translations, rotations, no mixture), then at most one other
    int plain_count; // rows that a tree of bodies can take as they are
    abCoupledAxis coupled[AB_COUPLED_JOINTS];
    int coupled_count;
    const abCurve *path; // of AB_ROW_PATH
    int first_limit, limit_count;
} abJoint;

// One end of a coordinate of a joint:  gap = length sign (q - bound) >= 0. An angle counts by the
// way of a point of its bodies, so that gaps are lengths.
typedef struct abLimit {
    int joint, axis; // axis 0 to 5 or AB_AXIS_PATH
    double sign;     // 1: q may not fall below the bound, -1: nor exceed it
    double bound;    // of a path the way from its start
    double length;   // 1 of a way; of an angle the size of the bodies             [m/rad]
    double middle;   // angles are taken within half a turn of this                 [rad]
    double restitution;
} abLimit;

// ---- what expressions look at ----

typedef enum abLookKind {
    AB_LOOK_PLACE,
    AB_LOOK_DISTANCE,
    AB_LOOK_VELOCITY,
    AB_LOOK_SPEED,
    AB_LOOK_PARTING,
    AB_LOOK_SPIN,
    AB_LOOK_SPIN_SIZE,
    AB_LOOK_ANGLE,
    AB_LOOK_EULER,
    AB_LOOK_YAW_PITCH,
    AB_LOOK_ACCELERATION,
    AB_LOOK_SPIN_RATE,
    AB_LOOK_FORCE,
    AB_LOOK_JOINT,
    AB_LOOK_CONTACT,
    AB_LOOK_PROXIMITY,
    AB_LOOK_KINDS
} abLookKind;

// What must be known before it can be looked at, in the order of an evaluation.
typedef enum abLookLevel {
    AB_LEVEL_TIME,
    AB_LEVEL_MOTION,   // positions and velocities
    AB_LEVEL_CONTACTS, // forces of contacts
    AB_LEVEL_FORCES,   // of force elements
    AB_LEVEL_ALL       // accelerations, forces of joints
} abLookLevel;

typedef struct abLook {
    abLookKind kind;
    int component;
    int i, j, r, frame;  // markers
    int subject;         // index of a force or a joint
    int side;            // 0 or 1
    const bool *selects; // contacts and distances: of shapes, those of the first selector, then of
                         // the second
    int turn;            // of an angle: index among the angles whose turns are counted
} abLook;

// A compiled expression with all it needs, each after what it needs itself.
typedef struct abProbe {
    abExpression *expression;
    const int *inputs;
    int input_count;
    abLookLevel level;
    bool has_velocities; // its rate needs accelerations
} abProbe;

// A number expressions use: a look, or a variable that is more than a function of time.
typedef struct abInput {
    abLook look;
    bool is_variable;
    abProbe probe; // of a variable
    abLookLevel level;
} abInput;

typedef struct abVariable {
    abVariableDef def;
    abExpression *of_time; // when it was used where only time may be; NULL: not yet
    int input;             // -1: not yet
    bool is_open;          // being compiled
    bool is_wrong;         // said already
} abVariable;

typedef struct abSensor {
    abSensorDef def;
    abProbe probe;
} abSensor;

typedef struct abRequest {
    abRequestDef def;
    abProbe probe;
} abRequest;

enum { AB_FORCE_VALUES = 6 };

typedef struct abForceElement {
    const char *name;
    abPlace place;
    int kind;
    int marker_a, marker_b; // as named
    int body_a, body_b;
    abPose X_A, X_B; // the element's frames in C of each body
    abParams params; // its keys, completed
    int axes;        // marker whose axes components have
    abProbe values[AB_FORCE_VALUES];
    int value_count;
    int turn_input;      // the angle of B about A's z; -1: not wanted
    const int *looks_at; // bodies it depends on beside its own two
    int looks_at_count;
    bool uses_time;
} abForceElement;

// What a model was read from.
typedef struct abModelText {
    const char *text;
    size_t size;
    const char *name; // of the file; NULL: none
    const abOverride *overrides;
    int override_count;
} abModelText;

struct abModel {
    abArena arena;
    abLog log;
    bool is_compiled;
    const abModelText *source; // NULL: built by a program, or of a format without paths
    // definitions, as added
    abMaterialDef *materials;
    size_t material_count, material_capacity;
    abMaterialPairDef *pairs;
    size_t pair_count, pair_capacity;
    abBodyDef *body_defs;
    size_t body_count, body_capacity;
    struct abShapeEntry *shape_defs;
    size_t shape_count, shape_capacity;
    struct abMarkerEntry *marker_defs;
    size_t marker_count, marker_capacity;
    abContactRuleDef *rules;
    size_t rule_count, rule_capacity;
    abModelField *fields;
    size_t field_count, field_capacity;
    abExclusion *exclusions;
    size_t exclusion_count, exclusion_capacity;
    abJointDef *joint_defs;
    size_t joint_count, joint_capacity;
    abForceDef *force_defs;
    size_t force_count, force_capacity;
    abVariable *variables;
    size_t variable_count, variable_capacity;
    abSpline **splines; // each in the arena: expressions point to them
    size_t spline_count, spline_capacity;
    abSensor *sensors;
    size_t sensor_count, sensor_capacity;
    abRequest *requests;
    size_t request_count, request_capacity;
    abExpressionUnits expression_units;
    struct abOutputEntry *outputs;
    size_t output_count, output_capacity;
    abTextMap material_names, body_names, marker_names, joint_names; // to an int: which definition
    abTextMap force_names, variable_names, spline_names, sensor_names, request_names; // likewise
    abTextMap field_names;
    abGravityDef gravity;
    abSimulationDef simulation;
    // compiled
    abBody *bodies;
    abBodyShape *shapes; // by body
    abMarker *markers;   // 1 + body_count + marker_count
    abJoint *joints;
    abLimit *limits; // by joint
    size_t limit_count;
    abForceElement *forces;
    int *force_order; // each after those it looks at
    abInput *inputs;
    size_t input_count, input_capacity;
    abTextMap input_names;             // what it looks at, to its index
    const char *const *variable_words; // names, for hints
    int turn_count;                    // angles whose turns are counted
    abInteraction *interactions;
    int interaction_count;
    int *class_pairs; // class_count^2: index of an interaction, -1 none
    int class_count;
    int (*separated)[2]; // bodies that may not touch because of a joint, sorted
    int separated_count;
    int state_count; // length of y
    int row_count;   // constraint rows of all joints
    double size;     // of the scene: largest coordinate of a bounded shape at the start [m]
};

typedef struct abShapeEntry {
    abShapeDef def;
    int body;
    const char *folder;
    const char *whole; // name of the definition this is a part of; NULL: it is no part
} abShapeEntry;

typedef struct abMarkerEntry {
    abMarkerDef def;
    int body; // -1: the world
} abMarkerEntry;

typedef struct abOutputEntry {
    const char *series;
    abPlace place;
} abOutputEntry;

// Index of the marker of that name (see abMarker), -1 when there is none. Known before compiling.
int ab_model_find_marker(const abModel *model, const char *name);
// Likewise; adds a problem that says `what` names it and which name is near.
abResult ab_model_need_marker(const abModel *model, const char *what, const char *name,
                              abPlace place, int *out, abError *error);

// Whether two shapes may touch: on different bodies, not both immobile, a law between them, not
// separated by a joint.
bool ab_model_may_touch(const abModel *model, int shape_a, int shape_b);
// The law between two shapes; NULL when none acts.
const abInteraction *ab_model_interaction(const abModel *model, int shape_a, int shape_b);
// Whether its normal law is a complementarity condition (law.h), not a force.
bool ab_interaction_is_rigid(const abInteraction *interaction);
// Whether two shapes touch by their surfaces, part by part, and by which: see vertex_contact.h.
bool ab_model_surface(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                      const abContactRuleDef *rule, abSurfaceWish *wish);
// Whether two shapes touch by regions within contours: see contour_patch.h.
bool ab_model_contours(const abBodyShape *a, const abBodyShape *b, const abInteraction *interaction,
                       abContourWish *wish);
// The `faces` of the shapes of a model that has meshes as they are.
abResult ab_model_find_faces(abModel *model, abError *error);
abResult ab_model_check_contours(const abBodyShape *a, const abBodyShape *b,
                                 const abContactRuleDef *rule, abPlace place, abError *error);
// Adds a problem where a rule asks for what this pair does not have.
abResult ab_model_check_surface(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                                const abContactRuleDef *rule, abPlace place, abError *error);
// Adds a problem for each rule with keys that act on none of its pairs.
abResult ab_model_check_surface_keys(const abModel *model, abError *error);
// Everything that laws may know of a pair of shapes.
abPairProperties ab_model_pair_properties(const abModel *model, int shape_a, int shape_b);

// Pose, velocities and accelerations of a prescribed body's centre of mass at time t.
typedef struct abPrescribed {
    abPose X_WC;
    abQuat q_WB;
    abVec3 v, w;     // [m/s], [rad/s]
    abVec3 a, alpha; // [m/s^2], [rad/s^2]
} abPrescribed;
abPrescribed ab_body_prescribed(const abBody *body, double t);

// A rotation made of turns about x, the new y and the new z, with its rates; seen in the frame
// before the turns.
typedef struct abTurn {
    abMat3 R;
    abVec3 w, alpha;
} abTurn;
abTurn ab_turn(const abJet angles[3]);

// Of two answers the one to go on with: want of memory counts more than a wrong model.
static inline abResult ab_worse(abResult a, abResult b) {
    return a == AB_OK || b == AB_IO ? b : a;
}

static inline abResult ab_compile_no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory while compiling the model");
}

// The parts of ab_model_compile(), in this order.
abResult ab_compile_bodies(abModel *model, abError *error);
abResult ab_compile_markers(abModel *model, abError *error);
abResult ab_compile_fields(abModel *model, abError *error); // before contacts
abResult ab_compile_contacts(abModel *model, abError *error);
// Says in the log which shapes may touch by their rules and yet never do, or not everywhere.
void ab_model_warn_of_blind_pairs(const abModel *model);
// idle_rules.c: says of contact rules that they can act on no pair.
abResult ab_model_warn_of_idle_rules(abModel *model, abError *error);
// layer.c: what the fields of a rule say at a point of a surface contact. `places`: of the point
// against the centre of the body that holds the field of the thickness, and of the modulus.
void ab_model_layer(const abInteraction *interaction, int shape_a, int shape_b,
                    const abSurfacePoint *point, const abVec3 places[2], abContact *contact);
// The fields that a rule names; what of is not there has been said.
void ab_model_bind_fields(const abModel *model, abInteraction *interaction);
// Adds a problem where a field given as an expression is no layer at a point of the meshes of a
// pair, as they stand at the start.
abResult ab_model_check_fields(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                               const abInteraction *interaction, abError *error);
abResult ab_compile_joints(abModel *model, abError *error);
// Rows of one joint, its bodies and frame on A known; `X_drive` is where its drives are at the
// start.
abResult ab_plan_joint(abModel *model, const abJointDef *def, abJoint *joint, abPose *X_drive,
                       abError *error);
// The joints that a coupler couples, once all are planned.
abResult ab_plan_coupler(abModel *model, const abJointDef *def, abJoint *joint, abError *error);
// compile_limits.c: hard limits of all joints, which are planned.
abResult ab_compile_limits(abModel *model, abError *error);
// plan_joint.c: a coordinate as the bodies stand at the start.
double ab_joint_start(const abJoint *joint, int axis);
// What the rows held at the start.
abResult ab_plan_offsets(const abModel *model, abJoint *joint, abError *error);
abResult ab_compile_forces(abModel *model, abError *error);
abResult ab_compile_variables(abModel *model, abError *error);
abResult ab_compile_sensors(abModel *model, abError *error);
abResult ab_compile_overlaps(abModel *model, abError *error);

// An expression that may look at what is known at `most`; `what` says whose it is ("a force").
abResult ab_compile_probe(abModel *model, const char *text, abPlace place, const char *what,
                          abLookLevel most, abProbe *out, abError *error);
// A function of time alone, for motions.
abResult ab_compile_drive(abModel *model, const char *text, abPlace place, abExpression **out,
                          abError *error);
// Whether the value changes with time by itself, variables included.
bool ab_probe_uses_time(const abModel *model, const abProbe *probe);
// Index of the input that looks so; -1 for want of memory.
int ab_model_note_look(abModel *model, const abLook *look);
// The functions that look, for reference pages.
extern const abFunctionText ab_look_texts[];
extern const int ab_look_count;

// Index of the force or joint of that name, also of one the model named itself (force2); -1.
int ab_model_find_force(const abModel *model, const char *name);
int ab_model_find_joint(const abModel *model, const char *name);

// Whether a contact selector names a shape; for the compiled shapes.
bool ab_model_selects(const abModel *model, const char *selector, int shape);

// Where a frame fixed to a body (-1: the world) is at the start.
abPose ab_force_start(const abModel *model, int body, abPose X_CF);

// Keeps a copy of what it was read from, so that values can be set as it runs (abut/live.h).
abResult ab_model_keep_source(abModel *model, const abModelText *source, abError *error);

// For adding definitions: copies of texts that the model owns, false for want of memory; names.
bool ab_model_own(abModel *model, const char **text);
abResult ab_model_check_open(const abModel *model, abPlace place, abError *error);
abResult ab_model_check_name(const char *what, const char *name, abPlace place, abError *error);
bool ab_model_note_name(abTextMap *names, const char *name, size_t index);
int ab_model_find_named(const abTextMap *names, const char *name);

// The orientation given either as a quaternion or as angles.
abResult ab_compile_orientation(abQuat given, abVec3 angles, const char *what, const char *name,
                                abPlace place, abQuat *out, abError *error);

#endif
