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

#include <stdatomic.h>
#include <stdbool.h>

#include "abut/model.h"
#include "abut/read.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/no_memory.h"
#include "base/text_map.h"
#include "collide/region/contour_patch.h"
#include "flexible/modal_body.h"
#include "law/core/law.h"
#include "math/expression/expression.h"
#include "shape/core/field.h"
#include "shape/core/shape.h"

enum {
    AB_STATES_FREE = 13,  // position 3, quaternion 4, velocity 3, angular velocity 3
    AB_STATES_PLANAR = 6, // x, y, angle, their rates
    AB_BOOK_STATES = 6    // quadratures of the energy book, at the end of y
};

// The modes of a body in y: q and q', then what their damping took [J].
static inline int ab_modal_states(const abModalBody *flexible) {
    return flexible != NULL ? 2 * flexible->mode_count + 1 : 0;
}

// A point of a body with modes that joints and forces act at: an interface, or a node.
typedef struct abAttachment {
    int body;
    abVec3 X;          // undeformed, from the centre of mass of the undeformed body      [m]
    const double *Phi; // 3 x m, axis by axis: its displacement by each mode
    const double *Psi; // likewise its rotation; NULL: the file tells of none   [rad per unit of q]
    abPose X_start;    // as deformed at the start, in the frame of the body
} abAttachment;

typedef struct abBody {
    // what each evaluation reads of a round body stands within 64 bytes
    abMobility mobility;
    int state;     // offset of its states in y; -1 when it has none
    bool is_round; // inertia a multiple of the identity: rotation needs no matrix
    double inverse_mass;
    abMat3 inverse_inertia;
    double mass;    // [kg]
    abMat3 inertia; // about C, body axes                                             [kg m^2]
    const char *name;
    abPlace place;
    abVec3 p_BC;       // C in the user's frame                                       [m]
    abVec3 p_WC, v_WC; // initial state of C
    abVec3 w_WB;
    abQuat q_WB;
    int first_shape, shape_count;
    double bound;              // largest distance from C of a point of its shapes    [m]
    int rigid;                 // the same for bodies held together by fixed joints
    abExpression *position[3]; // prescribed motion of the user's frame; NULL constant
    abExpression *rotation[3];
    const abModalBody *flexible;    // NULL: rigid
    int modal_state;                // offset of its modes in y
    const abReducedBody *reduced;   // of its file, also where its modes are frozen; NULL: rigid
    const abAttachment *attachment; // NULL: a body by itself
} abBody;

typedef struct abBodyShape {
    const char *name;  // "body.shape"
    const char *whole; // of a part of a definition: "body.shape" of the whole; else NULL
    int body;
    abShape shape;
    const abShape *faces; // as a closed mesh, to meet one: itself, or a box by its sides; NULL none
    const abShape *hull;  // of a mesh as it is: its hull, where it rests by that; NULL none
    const abShape *pressed; // that carries a pressure by its surface: itself, or a box by its sides
    abPose X_CS;
    abMassProperties moments; // in its own frame at density 1; mass NAN: not asked for, or none
    const char *material;     // for contact laws; NULL none
    const char *group;
    bool collides;
    int id;            // by which routines of users know it; 0: its number
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
    int shapes[2];                                  // the first two it was resolved for
} abInteraction;

// Two shapes that could touch under an interaction, for all that laws do not tell from them.
typedef struct abLawPair {
    int interaction, shape_a, shape_b;
} abLawPair;

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

// What one row of a joint holds.
typedef enum abJointRowKind {
    AB_ROW_NONE,
    AB_ROW_SLIDE,       // translation along axis u
    AB_ROW_RIGHT_ANGLE, // axis u of A, turned by the drives, at right angles to axis w of B
    AB_ROW_SINE,        // the sine of the angle between axis u of A and w of B is that of a drive
    AB_ROW_TURNED_B,    // axis u of A at right angles to axis w of B turned back by the drive rz
    AB_ROW_ANGLE,       // the turn about axis u
    AB_ROW_NO_TWIST,    // equal turns about both z
    AB_ROW_SCREW,       // translation along z follows the turn about z
    AB_ROW_RACK,        // translation along x follows the turn about z
    AB_ROW_DISTANCE,    // between the two points
    AB_ROW_PATH,        // the offset from a curve in the x-y plane of A
    AB_ROW_COUPLER      // a sum of coordinates of other joints
} abJointRowKind;

// The axis of what is no axis: the way along a path.
enum { AB_AXIS_PATH = 6 };

enum { AB_COUPLED_JOINTS = 3 };

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

typedef enum abObservedKind {
    AB_OBSERVED_PLACE,
    AB_OBSERVED_DISTANCE,
    AB_OBSERVED_VELOCITY,
    AB_OBSERVED_SPEED,
    AB_OBSERVED_PARTING,
    AB_OBSERVED_SPIN,
    AB_OBSERVED_SPIN_SIZE,
    AB_OBSERVED_ANGLE,
    AB_OBSERVED_EULER,
    AB_OBSERVED_YAW_PITCH,
    AB_OBSERVED_ACCELERATION,
    AB_OBSERVED_SPIN_RATE,
    AB_OBSERVED_FORCE,
    AB_OBSERVED_JOINT,
    AB_OBSERVED_CONTACT,
    AB_OBSERVED_PROXIMITY,
    AB_OBSERVED_STATE,
    AB_OBSERVED_KINDS
} abObservedKind;

// What must be known before it can be looked at, in the order of an evaluation.
typedef enum abObservedLevel {
    AB_LEVEL_TIME,
    AB_LEVEL_MOTION,   // positions and velocities
    AB_LEVEL_CONTACTS, // forces of contacts
    AB_LEVEL_FORCES,   // of force elements
    AB_LEVEL_ALL       // accelerations, forces of joints
} abObservedLevel;

typedef struct abObserved {
    abObservedKind kind;
    int component;
    int i, j, r, frame;  // markers
    int subject;         // index of a force, a joint or a state
    int side;            // 0 or 1
    const bool *selects; // contacts and distances: of shapes, those of the first selector, then of
                         // the second
    int turn;            // of an angle: index among the angles whose turns are counted
} abObserved;

// A compiled expression with all it needs, each after what it needs itself.
typedef struct abCompiledExpression {
    abExpression *expression;
    const int *inputs;
    int input_count;
    abObservedLevel level;
    bool has_velocities; // its rate needs accelerations
} abCompiledExpression;

// A number expressions use: an observed quantity, or a variable that is more than a function of time.
typedef struct abInput {
    abObserved observed;
    bool is_variable;
    abCompiledExpression compiled; // of a variable
    abObservedLevel level;
} abInput;

typedef struct abVariable {
    abVariableDef def;
    abExpression *of_time; // when it was used where only time may be; NULL: not yet
    int input;             // -1: not yet
    bool is_open;          // being compiled
    bool is_wrong;         // said already
} abVariable;

typedef struct abState {
    abStateDef def;
    int input;                 // -1: not used yet
    abCompiledExpression rate; // per unit of time of expressions
} abState;

typedef struct abSensor {
    abSensorDef def;
    abCompiledExpression compiled;
} abSensor;

typedef struct abRequest {
    abRequestDef def;
    abCompiledExpression compiled;
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
    abCompiledExpression values[AB_FORCE_VALUES];
    int value_count;
    int turn_input;        // the angle of B about A's z; -1: not wanted
    const int *depends_on; // bodies it depends on beside its own two
    int depends_on_count;
    bool uses_time;
} abForceElement;

// What a model was read from.
typedef struct abModelText {
    const char *text;
    size_t size;
    const char *name; // of the file; NULL: none
    const abOverride *overrides;
    int override_count;
    int units[4]; // of its numbers, as abUnits
} abModelText;

// What may be set while a simulation runs, with what follows from it: of a copy for one simulation
// all of it lies in one block. See model_values.h.
typedef struct abValues {
    unsigned char *block, *spare; // NULL: not a copy
    size_t size;
    abGravityDef gravity;           // beside the spare
    struct abFieldWorkspace *rooms; // of fields that were set; NULL: none
} abValues;

struct abModel {
    abArena arena;
    atomic_int *users;    // who made it, and copies of its values
    struct abModel *base; // of a copy of values: whose structure it shares; else NULL
    abValues values;
    abLog log;
    bool is_compiled;
    const abModelText *source; // NULL: built by a program, or of a format without paths
    // definitions, as added
    abArrays arrays;
    abMaterialDef *materials;
    size_t material_count;
    abMaterialPairDef *pairs;
    size_t pair_count;
    abBodyDef *body_defs;
    size_t body_count;
    struct abShapeEntry *shape_defs;
    size_t shape_count;
    struct abMarkerEntry *marker_defs;
    size_t marker_count;
    abContactRuleDef *rules;
    size_t rule_count;
    abModelField *fields;
    size_t field_count;
    struct abUserLaw *user_laws; // of the program, a list
    abExclusion *exclusions;
    size_t exclusion_count;
    abJointDef *joint_defs;
    size_t joint_count;
    abForceDef *force_defs;
    size_t force_count;
    abVariable *variables;
    size_t variable_count;
    abState *states;
    size_t user_state_count;
    abObservedLevel rate_level; // what their rates need to be known
    abSpline **splines;         // each in the arena: expressions point to them
    size_t spline_count;
    abSensor *sensors;
    size_t sensor_count;
    abRequest *requests;
    size_t request_count;
    abChangeDef *changes; // by time
    size_t change_count;
    abExpressionUnits expression_units;
    struct abOutputEntry *outputs;
    size_t output_count;
    struct abSourceFile *source_files; // that it takes in, see source_files.h
    size_t source_file_count;
    abTextMap material_names, body_names, marker_names, joint_names; // to an int: which definition
    abTextMap force_names, variable_names, spline_names, sensor_names, request_names; // likewise
    abTextMap state_names;
    abTextMap field_names;
    abTextMap closed_paths; // where the text has no place for a value, see model/values/slot.h
    abGravityDef gravity;
    abSimulationDef simulation;
    // compiled
    abBody *bodies; // those of the model, then attachments, which are no bodies to users
    size_t attachment_count;
    abBodyShape *shapes; // by body
    abSurface *surfaces; // what laws know of each shape
    abMarker *markers;   // 1 + body_count + marker_count
    abJoint *joints;
    abLimit *limits; // by joint
    size_t limit_count;
    abForceElement *forces;
    int *force_order; // each after those it looks at
    abInput *inputs;
    size_t input_count;
    abTextMap input_names;             // what it looks at, to its index
    const char *const *variable_words; // names, for hints
    int turn_count;                    // angles whose turns are counted
    abInteraction *interactions;
    int interaction_count;
    int *rule_parents; // of each rule the more general one it takes from, -1 none
    int *class_pairs;  // class_count^2: index of an interaction, -1 none
    int class_count;
    abLawPair *law_pairs; // by interactions
    int law_pair_count;
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

// The body whose states a body's motion comes from: itself, or that of an attachment.
static inline int ab_model_owner(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].attachment != NULL
               ? model->bodies[body].attachment->body
               : body;
}

// Of two answers the one to go on with: want of memory counts more than a wrong model.
static inline abResult ab_worse(abResult a, abResult b) {
    return a == AB_OK || b == AB_IO ? b : a;
}

static inline abResult ab_model_no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "while building the model");
}
static inline abResult ab_compile_no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "while compiling the model");
}

// Index of the force or joint of that name, also of one the model named itself (force2); -1.
int ab_model_find_force(const abModel *model, const char *name);

// Keeps a copy of what it was read from, so that values can be set as it runs (abut/live.h).
abResult ab_model_keep_source(abModel *model, const abModelText *source, abError *error);

// For adding definitions: copies of texts that the model owns, false for want of memory; names.
bool ab_model_own(abModel *model, const char **text);
abResult ab_model_check_open(const abModel *model, abPlace place, abError *error);
// Whether there is a name and how long it is; ab_model_check_name() looks at its characters, too.
abResult ab_model_check_given(const char *what, const char *name, abPlace place, abError *error);
abResult ab_model_check_name(const char *what, const char *name, abPlace place, abError *error);
// Whether no definition of that kind has the name yet.
abResult ab_model_check_new(const abTextMap *names, const char *what, const char *name,
                            abPlace place, abError *error);
// All three: the model is open, the name is good and new.
abResult ab_model_check_named(const abModel *model, const abTextMap *names, const char *what,
                              const char *name, abPlace place, abError *error);
const double *ab_model_copy_numbers(abModel *model, const double *values, size_t count);
// The texts at several addresses; false for want of memory.
bool ab_model_own_all(abModel *model, const char **const *texts);
#define AB_MODEL_OWN(model, ...) ab_model_own_all(model, (const char **const[]){__VA_ARGS__, NULL})
// Makes room for one more definition and copies it there: where it is now, or NULL.
#define AB_MODEL_ADD(model, array, count, def)                                                     \
    (AB_ARRAYS_RESERVE((model)->arena.allocator, &(model)->arrays, (model)->array,                 \
                       (model)->count + 1)                                                         \
         ? ((model)->array[(model)->count] = (def), &(model)->array[(model)->count++])             \
         : NULL)
bool ab_model_store_name(abTextMap *names, const char *name, size_t index, abPlace place);
int ab_model_find_named(const abTextMap *names, const char *name);
// A body by its index for sentences; -1 is "the world".
const char *ab_model_side_name(const abModel *model, int body);
// The tolerance as given, else that of the method.
double ab_simulation_tolerance(const abSimulationDef *simulation);

#endif
