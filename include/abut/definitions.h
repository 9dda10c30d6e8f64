// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/definitions.h - what a model is made of, before it is compiled.
//
// Every definition starts from a function with the defaults (ab_body_def() ...), because in physics
// zero is a value. Names refer to things. A reader fills these structs from a file, a program from
// code; ab_model_compile() turns them into a constant model. Texts are copied when added.
//
// SI units and radians. NAN in an optional number means "not given".

#ifndef ABUT_DEFINITIONS_H
#define ABUT_DEFINITIONS_H

#include <stdint.h>

#include "abut/export.h"
#include "abut/result.h"
#include "abut/vector.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { AB_PARAMS_SIZE = 384 };

// The parameters of something that is chosen by name from a list (a shape, a law, a joint): the
// struct of that kind, described by its key table. Filled by ab_params_init() and ab_params_set().
typedef struct abParams {
    ABUT_ALIGN(16) unsigned char data[AB_PARAMS_SIZE];
} abParams;

typedef struct abShapeDef {
    const char *name; // within the body; NULL: its kind
    abPlace place;
    int kind; // from ab_kind_find("shape", "sphere")
    abParams params;
    const char *material;         // of the solid, gives the density; NULL: none
    const char *contact_material; // for contact laws; NULL: as `material`
    abPlace material_place;       // where the file says that, for messages; no line: as `place`
    abPlace contact_material_place;
    const char *group;     // collision group for contact rules; NULL: its body's
    abVec3 position;       // of the shape's frame in the body's frame             [m]
    abQuat orientation;    // likewise
    abVec3 rotation;       // instead of orientation: angles about x, new y, new z  [rad]
    double smoothing;      // edge radius; 0: sharp                                [m]
    double contact_radius; // NAN: by the shape                                    [m]
    double mass;           // NAN: from the density                                [kg]
    bool collides;
    bool has_mass; // counts for the mass properties of its body
    int id;        // by which routines of users know it; 0: its number in the model
} abShapeDef;

typedef enum abMobility {
    AB_MOBILITY_FREE,       // 6 degrees of freedom
    AB_MOBILITY_PLANAR,     // x, y and the angle about z, in the world's x-y plane
    AB_MOBILITY_FIXED,      // does not move
    AB_MOBILITY_PRESCRIBED, // moves as a function of time
} abMobility;

// An elastic body reduced to modes. Places in the file are in the body's frame, in SI units; mass,
// inertia and centre of mass are those of the file.
typedef struct abFlexibleDef {
    abPlace place;
    const char *file;         // HDF5 of `abut modes` (.h5) or MBDyn FEM text (.fem); NULL: rigid
    const char *folder;       // from which files are looked for; NULL: the working folder
    const char *surface;      // a mesh whose vertices are nodes of the file; NULL: none
    const char *const *modes; // numbers from 1 as texts, NULL-terminated; NULL or none of them: all
    double frequency_below;   // only modes up to here; INFINITY: all                        [1/s]
    double damping;           // ratio of each eigenmode; NAN: as the file says              [-]
    // of all modes of the file, as texts, in its scaling; NULL or none: as the file says
    const char *const *q, *const *q_rate;
    bool rigid; // its modes are frozen
} abFlexibleDef;

typedef struct abBodyDef {
    const char *name;
    abPlace place;
    abMobility mobility;
    abVec3 position;    // of the body's frame in the world                                [m]
    abQuat orientation; // R_WB, w x y z
    abVec3 rotation;    // instead of orientation: angles about x, new y, new z            [rad]
    abVec3 velocity;    // of the origin of the body's frame, in the world                 [m/s]
    abVec3 angular_velocity; // in world axes                                              [rad/s]
    double mass;             // NAN: from the shapes                                       [kg]
    abVec3 center_of_mass;   // in the body's frame; x NAN: from the shapes                [m]
    const char *group;       // collision group of its shapes that name none; NULL: none
    abMat3 inertia; // about the centre of mass, body axes; [0][0] NAN: from the shapes    [kg m^2]
    // prescribed motion: expressions of time for the origin and the x-y-z angles; NULL: constant
    const char *motion_position[3]; // [m]
    const char *motion_rotation[3]; // [rad]
    abFlexibleDef flexible;
} abBodyDef;

// A frame fixed to a body, or to the world, for others to refer to: "body.marker", "world.marker".
// A body's name alone is the body's own frame, "world" that of the world. On a flexible body a marker
// at an interface or a node goes with the modes; any other goes with the body's frame.
typedef struct abMarkerDef {
    const char *name; // within the body
    abPlace place;
    const char *interface; // of the flexible body's file; NULL: none
    int node;              // number of a node in that file, in place of an interface; -1: none
    abVec3 position;       // in the body's frame; of interfaces and nodes from there          [m]
    abQuat orientation;    // likewise, w x y z
    abVec3 rotation;       // instead of orientation: angles about x, new y, new z            [rad]
} abMarkerDef;

typedef struct abMaterialDef {
    const char *name;
    abPlace place;
    double youngs_modulus; // INFINITY: rigid                                              [Pa]
    double poissons_ratio;
    double density;     // [kg/m^3]
    double layer_depth; // of the elastic layer under its surface, law volume; NAN: none    [m]
} abMaterialDef;

typedef struct abMaterialPairDef {
    const char *materials[2];
    abPlace place;
    double restitution;
    double sliding_friction; // of fast sliding
    double static_friction;  // for laws that tell it apart; NAN: as sliding_friction
    double rolling_resistance;
    double sliding_regularization; // [m/s]
    double rolling_regularization; // [rad/s]
} abMaterialPairDef;

// How many points carry the force of a pair.
typedef enum abManifold {
    AB_MANIFOLD_FULL,     // corners, rims and crossings of edges that overlap
    AB_MANIFOLD_SINGLE,   // the deepest point
    AB_MANIFOLD_CENTROID, // of plane curves: as full, at the centroid of each overlap
    AB_MANIFOLD_FACES,    // of meshes: the wet part of every face, with its own depth
    AB_MANIFOLD_VERTICES, // of meshes: every vertex inside the other, likewise
    AB_MANIFOLD_CONTOURS  // of two meshes: each region within the contours in which they meet
} abManifold;

// With contours: the plane in which the points of a region lie.
typedef enum abContourPlaneKind {
    AB_CONTOUR_BY_AREA,         // across the area within its contours, as a vector
    AB_CONTOUR_BY_LEAST_SQUARES // nearest to its contours
} abContourPlaneKind;

// Of two meshes: the vertices or faces of which carry the contact.
typedef enum abPenetrating {
    AB_PENETRATING_AUTO, // those of the finer mesh
    AB_PENETRATING_FIRST,
    AB_PENETRATING_SECOND,
    AB_PENETRATING_BOTH // each with half its area
} abPenetrating;

// The area of a vertex.
typedef enum abVertexArea {
    AB_VERTEX_AREA_LOCAL, // a third of the faces around it, seen along the normal
    AB_VERTEX_AREA_REGION // the area of its region of contact, shared alike
} abVertexArea;

// Each surface of a pair may be the master, that from which depth, point and normal are taken. Both
// give the same here, so what is left is how often their force counts.
typedef enum abMasters {
    AB_MASTERS_MEAN, // once
    AB_MASTERS_SUM   // for each of the two, so twice
} abMasters;

// A selector: "*", a body's name, "body.shape", "group:NAME" or "material:NAME".
// Which keys of a rule and of its laws were given: bit i for key i of the table that describes them.
// Readers and ab_rule_set() fill it in; a value that is not the default counts as given besides.
typedef struct abRuleSaid {
    uint64_t keys, normal, friction;
    bool has_normal, has_friction; // whether it chooses the law
} abRuleSaid;

typedef struct abContactRuleDef {
    abPlace place;
    const char *between[2];
    int normal_law; // from ab_kind_find("normal law", "elastic")
    abParams normal;
    int friction_law; // from ab_kind_find("friction law", "regularized")
    abParams friction;
    abManifold manifold;
    abPenetrating penetrating;
    abVertexArea vertex_area;
    abContourPlaneKind contour_plane;
    double contour_spacing; // corners of a region are not nearer; NAN: by the shapes       [m]
    const char *thickness_field, *youngs_modulus_field; // of the layer; NULL: the law's own
    bool maps; // record what acts at the vertices of both meshes
    abMasters masters;
    bool enabled;              // false: the pairs this rule names have no contact
    double ignore_deeper_than; // a point deeper than this gives no force; NAN: no limit    [m]
    // in place of those of the materials' pair; NAN: those
    double restitution, sliding_friction, static_friction, rolling_resistance;
    // a routine of the user called at every frame, see abut/user_code.h; NULL: none
    const char *post_library, *post_script, *post_routine;
    const char *const *post_parameters; // numbers
    // the units in which it is told, above 0; 1: SI                        [m], [s], [N]
    double post_length_unit, post_time_unit, post_force_unit;
    int id; // by which routines of users know it; 0: its number in the model
    // What it does not say it takes from the closest rule that is less close, names the pair too and
    // is not switched off. That must be one rule for all pairs for which this one counts.
    bool inherit;
    abRuleSaid said;
} abContactRuleDef;

typedef enum abFieldQuantity {
    AB_FIELD_NUMBER,
    AB_FIELD_LENGTH,
    AB_FIELD_PRESSURE
} abFieldQuantity;

typedef enum abFieldInterpolation { AB_FIELD_LINEAR, AB_FIELD_CUBIC } abFieldInterpolation;

// Values at the nodes of a regular grid in the frame of `on`, from the node at `low` to that at
// `high`, x running fastest, then y. Along an axis of one node the field is constant, and there low
// and high are the same. Between nodes it is linear along each axis, or cubic (Catmull and Rom
// 1974): smooth, through the nodes, exact for quadratics, but with overshoot beside jumps. Outside
// it has the value of the nearest place of the grid.
typedef struct abFieldGrid {
    const double *values; // counts[0] counts[1] counts[2] of them; NULL: no grid
    int counts[3];        // at least 1 each, at most 1e7 in all
    abVec3 low, high;     // [m]
    int interpolation;    // abFieldInterpolation
} abFieldGrid;

// A number that varies over a mesh or in space, for contact rules. One of the four: values at the
// points of the mesh's file, values of its faces, an expression of x, y and z, the place in the
// frame of `on`, in the units of expressions, or values on a grid in that frame.
typedef struct abFieldDef {
    const char *name;
    abPlace place;
    const char *on; // a body, or BODY.SHAPE; NULL: the world
    abFieldQuantity quantity;
    const char *expression;
    const double *vertices, *faces; // in the order of the file
    int vertex_count, face_count;
    abFieldGrid grid;
} abFieldDef;

// Whether a joint holds: always, or until it is set otherwise while the run goes on.
typedef enum abLock { AB_LOCK_PERMANENT, AB_LOCK_CLOSED, AB_LOCK_OPEN } abLock;

typedef struct abJointDef {
    const char *name; // NULL: joint1, joint2, ...
    abPlace place;
    int type; // from ab_kind_find("joint", "revolute")
    abParams params;
    const char *between[2]; // bodies; "world" is the fixed surrounding
    abVec3 position;        // of the joint's frame in the frame of the first body          [m]
    abQuat orientation;     // likewise
    abVec3 axis;            // instead of orientation: direction of the joint's z axis
    abVec3 position_b;      // of the joint's frame in the frame of the second body; x is NAN: the
                            // point that coincides at the start                             [m]
    abQuat orientation_b;   // likewise; w is NAN: the axes that coincide at the start
    bool collide;           // whether the two bodies may touch each other
    int lock;               // abLock; of fixed, revolute, prismatic, cylindrical, spherical and
                            // planar joints without drives and limits
} abJointDef;

typedef struct abForceDef {
    const char *name; // NULL: force1, force2, ...
    abPlace place;
    int type; // from ab_kind_find("force", "spring")
    abParams params;
    const char *between[2]; // bodies or markers; a force on one body has "world" as the first
} abForceDef;

// A number by name, for expressions to use.
typedef struct abVariableDef {
    const char *name; // letters, digits and _, not beginning with a digit
    abPlace place;
    const char *expression;
} abVariableDef;

// A user state: a number that changes at a rate of its own, for expressions to use. What a controller
// has summed up, the current of a motor, a temperature. Integrated with the motion.
typedef struct abStateDef {
    const char *name; // as of a variable, and of no variable
    abPlace place;
    const char *rate; // expression of its change per unit of time; may look at the state itself
    double start;     // at the start of the run
    double scale;     // > 0: where the state is smaller, its error counts beside this
} abStateDef;

// A curve, or a family of curves, for the functions akispl, cubspl, linspl and interp. In the units
// of the expressions that use it.
typedef struct abSplineDef {
    const char *name;
    abPlace place;
    const double *x;  // rising
    int x_count;      // at least 2
    const double *y;  // z_count times x_count, curve after curve
    const double *z;  // rising, one per curve; NULL for a single curve
    int z_count;      // 0 or 1: a single curve
    bool extrapolate; // beyond its ends straight on; false: the value of the end
} abSplineDef;

// Units in which the expressions of a model are written: numbers they give and numbers they look
// at. Angles are radians.
typedef struct abExpressionUnits {
    double length, time, force; // one unit in m, s, N
} abExpressionUnits;

typedef enum abCompare { AB_COMPARE_GE, AB_COMPARE_LE, AB_COMPARE_EQ } abCompare;

// An expression with an event. It triggers when it becomes at least (GE) or at most (LE) the value,
// or passes it in either direction (EQ). Value and tolerance in the units of the expression.
typedef struct abSensorDef {
    const char *name;
    abPlace place;
    const char *expression;
    abCompare compare;
    double value;
    double error_tolerance; // of the expression at the event; NAN: as well as can be located
    bool zero_crossing;     // located in the step; false: noticed at the end of a step
    bool halt;              // the run ends there
    bool print;             // a sentence goes to the log
} abSensorDef;

// A value that is set while the run goes on, as ab_simulation_set_value() does, see abut/live.h.
typedef struct abChangeDef {
    abPlace place;
    double time; // not before the start of the run                                       [s]
    const char *path, *value;
} abChangeDef;

// An expression that is recorded as a series of that name.
typedef struct abRequestDef {
    const char *name;
    abPlace place;
    const char *expression;
    const char *unit; // for headers and axes; NULL: "-"
} abRequestDef;

typedef struct abGravityDef {
    abVec3 uniform;   // [m/s^2]
    double parameter; // G m of a point that attracts; 0: none [m^3/s^2]
    abVec3 center;    // of that point                                                     [m]
} abGravityDef;

// How time advances; `abut info formats` describes each.
typedef enum abMethodKind {
    AB_METHOD_EVENTS,   // steps of controlled error, every contact located in time
    AB_METHOD_STEPPING, // implicit steps, all contacts and joints rows of one solution
    AB_METHOD_FIXED,    // steps of equal length, collisions located by halving them
    AB_METHOD_COUNT
} abMethodKind;

typedef enum abIntegrator {
    AB_INTEGRATOR_AUTO,     // events: explicit, and bdf where the model is stiff; fixed: rk4
    AB_INTEGRATOR_EXPLICIT, // of events, as the next four
    AB_INTEGRATOR_BDF,
    AB_INTEGRATOR_ADAMS,
    AB_INTEGRATOR_DORMAND_PRINCE_5,
    AB_INTEGRATOR_DORMAND_PRINCE_8,
    AB_INTEGRATOR_EULER, // of fixed, as the next three
    AB_INTEGRATOR_HEUN,
    AB_INTEGRATOR_RK4,
    AB_INTEGRATOR_ADAPTIVE // rk4 in as many parts as energy asks for
} abIntegrator;

typedef enum abStepControl {
    AB_STEP_CONTROL_FIXED,   // all steps have the length `step`
    AB_STEP_CONTROL_ADAPTIVE // that is the longest, and the tolerance decides
} abStepControl;

// How rigid contacts that hit at one instant share their impulses.
typedef enum abImpactKind {
    AB_IMPACT_ORDER_FREE,     // those that close, together, until none does
    AB_IMPACT_SIMULTANEOUS,   // all in one problem
    AB_IMPACT_HYBRID,         // one after the other at random, with those of its bodies that close
    AB_IMPACT_SERIAL_GROUPED, // likewise, with the joints of its bodies
    AB_IMPACT_SERIAL_GROUPED_LAST_PASS, // then all together without restitution
    AB_IMPACT_SERIAL_SEPARATE,          // likewise, each alone
    AB_IMPACT_SERIAL_SEPARATE_LAST_PASS,
    AB_IMPACT_COUNT
} abImpactKind;

// What leads gaps of rigid contacts and joints back, and their rates.
typedef enum abStabilization {
    AB_STABILIZE_NONE,
    AB_STABILIZE_VELOCITY,              // of contacts: rates
    AB_STABILIZE_VELOCITY_JOINTS,       // of joints too
    AB_STABILIZE_VELOCITY_AND_DISTANCE, // of contacts: rates and gaps
    AB_STABILIZE_VELOCITY_AND_DISTANCE_JOINTS
} abStabilization;

// What joints are brought back to.
typedef enum abHoldJoints {
    AB_HOLD_PLACES, // gaps and their rates are ended after each piece of a step
    AB_HOLD_SPEEDS, // only rates, after each step
    AB_HOLD_FORCES  // nothing
} abHoldJoints;

typedef struct abSimulationDef {
    abPlace place;
    abMethodKind method;
    abIntegrator integrator;
    double start_time, end_time; // [s]
    double tolerance;            // wanted of results, relative to sizes, speeds and contact depths;
                                 // NAN: 1e-8, and 1e-5 of stepping with adaptive steps
    double output_interval;      // [s]; NAN: a 500th of the run
    bool output_events;          // of events: frames at events and greatest depths too
    double step;                 // of methods other than events; NAN: by the tolerance    [s]
    abStepControl step_control;  // of stepping
    abImpactKind impacts;        // of events and fixed
    double impact_seed;          // of those in random order
    abStabilization stabilization; // of fixed
    double stabilization_time;     // in which it ends a rate; NAN: the step                  [s]
    double contact_distance;       // of fixed: gaps below it are contacts                    [m]
    double contact_speed;          // faster closing is a collision                           [m/s]
    double collision_accuracy;     // in parts of half the contact distance                   [-]
    double max_step;               // [s]
    double distance_tolerance;     // resolution of distances; NAN: from the model's size    [m]
    double max_steps;              // stop after that many
    double allowed_overlap;        // of stepping: of rigid bodies, before they are moved apart [m]
    bool sleep;    // of stepping: bodies at rest are not computed until something acts on them
    bool assemble; // close gaps of joints at the start, however large
    abHoldJoints hold_joints; // of fixed
} abSimulationDef;

ABUT_API abShapeDef ab_shape_def(void);
ABUT_API abBodyDef ab_body_def(void);
ABUT_API abMarkerDef ab_marker_def(void);
ABUT_API abMaterialDef ab_material_def(void);
ABUT_API abMaterialPairDef ab_material_pair_def(void);
ABUT_API abContactRuleDef ab_contact_rule_def(void);
ABUT_API abFieldDef ab_field_def(void);
ABUT_API abJointDef ab_joint_def(void);
ABUT_API abForceDef ab_force_def(void);
ABUT_API abVariableDef ab_variable_def(void);
ABUT_API abStateDef ab_state_def(void);
ABUT_API abSplineDef ab_spline_def(void);
ABUT_API abSensorDef ab_sensor_def(void);
ABUT_API abChangeDef ab_change_def(void);
ABUT_API abRequestDef ab_request_def(void);
ABUT_API abSimulationDef ab_simulation_def(void);

#ifdef __cplusplus
}
#endif

#endif
