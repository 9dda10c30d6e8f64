// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tables.c - the keys of bodies, shapes, rules, joints, forces, gravity and the simulation block.

#include "model/kinds/tables.h"

#include <math.h>
#include <string.h>

#include "abut/definitions.h"
#include "abut/model.h"
#include "law/core/law.h"
#include "law/core/law_kinds.h"
#include "law/core/material.h"
#include "model/kinds/forces.h"
#include "model/kinds/joints.h"
#include "shape/core/shape.h"

// A vector, quaternion or matrix whose components may be anything finite.
#define FINITE(kind_, type, field, unit_, fallback_, text_)                                        \
    AB_ANY(kind_, type, field, unit_, fallback_, -1e12, 1e12, text_)

// ---- shapes and bodies ----

static const abKey s_shape_keys[] = {
    AB_TEXT(abShapeDef, name, "name within the body"),
    AB_TEXT(abShapeDef, material, "material of the solid"),
    AB_TEXT(abShapeDef, contact_material, "material for contact laws, if another"),
    AB_TEXT(abShapeDef, group,
            "collision group for contact rules and exclude; when not given, the body's"),
    FINITE(AB_KEY_VEC3, abShapeDef, position, "m", 0.0, "of the shape's frame in the body's frame"),
    FINITE(AB_KEY_QUAT, abShapeDef, orientation, "-", 0.0, "likewise, quaternion w x y z"),
    FINITE(AB_KEY_VEC3, abShapeDef, rotation, "rad", 0.0,
           "instead of orientation: angles about x, the new y, the new z"),
    AB_NUM(abShapeDef, smoothing, "m", 0.0, 0.0, 1e6,
           "radius that rounds edges, at most a tenth of the smallest side; 0 leaves them sharp"),
    AB_NUM(abShapeDef, contact_radius, "m", NAN, 1e-12, 1e12,
           "radius of curvature for laws that want one per shape; when not given, by the shape"),
    AB_NUM(abShapeDef, mass, "kg", NAN, 0.0, 1e30, "when not given, from volume and density"),
    AB_SWITCH(abShapeDef, collides, 1.0, "whether it can touch others"),
    AB_SWITCH(abShapeDef, has_mass, 1.0, "whether it counts for its body's mass"),
    AB_ANY(AB_KEY_INTEGER, abShapeDef, id, "-", 0.0, 0, 2147483647,
           "by which routines of users know it; 0: its number in the model"),
};
const abTable ab_shape_table = AB_TABLE("shape", abShapeDef, s_shape_keys, "geometry on a body");

static const char *const s_mobilities[] = {"free", "planar", "fixed", "prescribed", NULL};

static const abKey s_body_keys[] = {
    AB_WORD(abBodyDef, mobility, s_mobilities, 0, "how it can move"),
    FINITE(AB_KEY_VEC3, abBodyDef, position, "m", 0.0,
           "of the body's frame in the world at the start"),
    FINITE(AB_KEY_QUAT, abBodyDef, orientation, "-", 0.0, "quaternion w x y z at the start"),
    FINITE(AB_KEY_VEC3, abBodyDef, rotation, "rad", 0.0,
           "instead of orientation: angles about x, the new y, the new z"),
    FINITE(AB_KEY_VEC3, abBodyDef, velocity, "m/s", 0.0,
           "of the origin of the body's frame at the start, in world axes"),
    FINITE(AB_KEY_VEC3, abBodyDef, angular_velocity, "rad/s", 0.0, "at the start, in world axes"),
    AB_NUM(abBodyDef, mass, "kg", NAN, 1e-30, 1e30, "when not given, from the shapes"),
    FINITE(AB_KEY_VEC3, abBodyDef, center_of_mass, "m", NAN,
           "in the body's frame; when not given, from the shapes"),
    AB_TEXT(abBodyDef, group, "collision group of its shapes that name none"),
    FINITE(AB_KEY_MAT3, abBodyDef, inertia, "kg m^2", NAN,
           "about the centre of mass, in body axes: [xx, yy, zz] or [xx, yy, zz, xy, xz, yz], "
           "off-diagonal as in the tensor; when not given, from the shapes"),
};
const abTable ab_body_table = AB_TABLE("body", abBodyDef, s_body_keys, "a rigid body");

static const abKey s_marker_keys[] = {
    AB_TEXT(abMarkerDef, interface, "of the flexible body, which the marker goes with"),
    AB_ANY(AB_KEY_INTEGER, abMarkerDef, node, "-", -1, 0, 2147483647,
           "of the flexible body, by its number in the file, in place of an interface"),
    FINITE(AB_KEY_VEC3, abMarkerDef, position, "m", 0.0,
           "in the body's frame; at an interface or a node from there, in the same axes"),
    FINITE(AB_KEY_QUAT, abMarkerDef, orientation, "-", 0.0, "quaternion w x y z, likewise"),
    FINITE(AB_KEY_VEC3, abMarkerDef, rotation, "rad", 0.0,
           "instead of orientation: angles about x, the new y, the new z"),
};
const abTable ab_marker_table =
    AB_TABLE("marker", abMarkerDef, s_marker_keys, "a frame fixed to a body");

#define MOTION(field_, index, name_, unit_, text_)                                                 \
    {                                                                                              \
        .name = name_, .kind = AB_KEY_EXPRESSION, .unit = unit_,                                   \
        .offset = offsetof(abBodyDef, field_) + (index) * sizeof(const char *), .text = text_      \
    }
static const abKey s_motion_keys[] = {
    MOTION(motion_position, 0, "x", "m", "position of the origin as a function of time t"),
    MOTION(motion_position, 1, "y", "m", "likewise"),
    MOTION(motion_position, 2, "z", "m", "likewise"),
    MOTION(motion_rotation, 0, "rx", "rad", "angle about x as a function of time t"),
    MOTION(motion_rotation, 1, "ry", "rad", "angle about the new y"),
    MOTION(motion_rotation, 2, "rz", "rad", "angle about the new z"),
};
const abTable ab_motion_table =
    AB_TABLE("motion", abBodyDef, s_motion_keys, "motion of a prescribed body");

static const abKey s_flexible_keys[] = {
    AB_TEXT_REQUIRED(abFlexibleDef, file,
                     "the reduced body, HDF5 of `abut modes` (.h5) or MBDyn FEM text (.fem), in SI "
                     "units; its origin is that of the "
                     "body's frame"),
    AB_TEXT(abFlexibleDef, surface,
            "a mesh file whose vertices are nodes of the body; without it the body has no surface"),
    AB_ANY(
        AB_KEY_TEXTS, abFlexibleDef, modes, "-", 0.0, 0.0, 0.0,
        "numbers of the modes that may move, from 1; all when not given, a rigid body when empty"),
    AB_NUM(abFlexibleDef, frequency_below, "1/s", INFINITY, 0.0, INFINITY,
           "modes with a higher frequency (Hz where the unit of time is the second) are left out"),
    AB_NUM(abFlexibleDef, damping, "-", NAN, 0.0, 1e3,
           "ratio of each eigenmode, 1 is critical; when not given, the file's damping matrix or "
           "none"),
    AB_ANY(AB_KEY_TEXTS, abFlexibleDef, q, "-", 0.0, 0.0, 0.0,
           "where all modes of the file begin, in its scaling; when not given, as the file says"),
    AB_ANY(AB_KEY_TEXTS, abFlexibleDef, q_rate, "-", 0.0, 0.0, 0.0,
           "likewise their rates per second"),
    AB_SWITCH(abFlexibleDef, rigid, 0.0, "true: its modes are frozen, a rigid body with this mass"),
};
const abTable ab_flexible_table =
    AB_TABLE("flexible", abFlexibleDef, s_flexible_keys, "an elastic body reduced to modes");

// ---- contact rules, joints, forces, gravity ----

static const char *const s_manifolds[] = {"full",     "single",   "centroid", "faces",
                                          "vertices", "contours", NULL};
static const char *const s_penetrating[] = {"auto", "first", "second", "both", NULL};
static const char *const s_vertex_areas[] = {"local", "region", NULL};
static const char *const s_contour_planes[] = {"area", "least_squares", NULL};

static const char *const s_masters[] = {"mean", "sum", NULL};

static const abKey s_contact_rule_keys[] = {
    AB_WORD(
        abContactRuleDef, manifold, s_manifolds, AB_MANIFOLD_FULL,
        "full: a point at every corner and rim that overlaps, so that flat rests on flat; "
        "single: the deepest point alone; centroid: of plane curves, each overlap acts at the "
        "centroid of its area, which wanders less than the deepest point; faces: of meshes "
        "and boxes, the wet part of every face with its own depth, what full means for meshes "
        "under foundation and for boxes on boxes and planes; vertices: of meshes and boxes, every "
        "vertex inside the other; contours: "
        "of two meshes, or a mesh and a box, "
        "each region within "
        "the contours in which they meet has a plane, and its corners carry the force, what full "
        "means for rigid meshes by method stepping"),
    AB_WORD(abContactRuleDef, penetrating, s_penetrating, AB_PENETRATING_AUTO,
            "with manifold faces or vertices: whose faces or vertices, of the order in `between`; "
            "auto: of the finer mesh; both: each with half its area"),
    AB_WORD(abContactRuleDef, vertex_area, s_vertex_areas, AB_VERTEX_AREA_LOCAL,
            "with manifold vertices: local: a third of the faces around, seen along the normal; "
            "region: the area of the region of contact, shared alike"),
    AB_WORD(abContactRuleDef, contour_plane, s_contour_planes, AB_CONTOUR_BY_AREA,
            "with manifold contours: the plane of a region; area: across the area within its "
            "contours, as a vector; least_squares: nearest to them"),
    AB_NUM(abContactRuleDef, contour_spacing, "m", NAN, 0.0, 1e12,
           "with manifold contours: corners nearer to each other are joined; 1 % of the smaller "
           "shape's size when not given"),
    AB_SWITCH(abContactRuleDef, maps, 0.0,
              "with manifold faces or vertices: record force, area and pressure at the vertices of "
              "both meshes in every frame"),
    AB_TEXT(abContactRuleDef, thickness_field,
            "a field in place of the law's `thickness`, with manifold faces or vertices"),
    AB_TEXT(abContactRuleDef, youngs_modulus_field,
            "a field in place of the law's `youngs_modulus`, likewise"),
    AB_WORD(
        abContactRuleDef, masters, s_masters, AB_MASTERS_MEAN,
        "how the forces of both surfaces are combined, each taken as the master that gives depth "
        "and normal; they are equal here: mean: they count once; sum: added, so twice"),
    AB_SWITCH(abContactRuleDef, enabled, 1.0, "false: the pairs of this rule do not touch"),
    AB_NUM(abContactRuleDef, restitution, "-", NAN, 0.0, 1.0,
           "for the pairs of this rule, in place of that of their materials"),
    AB_NUM(abContactRuleDef, sliding_friction, "-", NAN, 0.0, 1e3, "likewise"),
    AB_NUM(abContactRuleDef, static_friction, "-", NAN, 0.0, 1e3,
           "likewise; with sliding_friction alone it is the same"),
    AB_NUM(abContactRuleDef, rolling_resistance, "-", NAN, 0.0, 10.0, "likewise"),
    AB_NUM(abContactRuleDef, ignore_deeper_than, "m", NAN, 0.0, 1e9,
           "a point deeper than this gives no force, and the run says so: meant for far walls that "
           "would count as deep overlaps"),
    AB_TEXT(abContactRuleDef, post_library,
            "shared library with a routine called at every frame; needs --allow-code"),
    AB_TEXT(abContactRuleDef, post_script, "Python file with that routine, instead of a library"),
    AB_TEXT(abContactRuleDef, post_routine, "its name; CONTACTPOST when not given"),
    AB_ANY(AB_KEY_TEXTS, abContactRuleDef, post_parameters, "-", 0.0, 0.0, 0.0,
           "numbers for it, in model files' own units"),
    AB_NUM(abContactRuleDef, post_length_unit, "m", 1.0, 1e-30, 1e30,
           "the unit of length in which it is told places and depths"),
    AB_NUM(abContactRuleDef, post_time_unit, "s", 1.0, 1e-30, 1e30, "likewise of time"),
    AB_NUM(abContactRuleDef, post_force_unit, "N", 1.0, 1e-30, 1e30, "likewise of force"),
    AB_ANY(AB_KEY_INTEGER, abContactRuleDef, id, "-", 0.0, 0, 2147483647,
           "by which routines of users know it; 0: its number in the model"),
    AB_SWITCH(
        abContactRuleDef, inherit, 0.0,
        "take what this rule does not say from the next more general one that names the pair "
        "too, also the keys of a law of the same kind; rules that are switched off are passed "
        "over"),
};
const abTable ab_contact_rule_table =
    AB_TABLE("contact", abContactRuleDef, s_contact_rule_keys, "which law acts between whom");

static const char *const s_field_quantities[] = {"number", "length", "pressure", NULL};

static const abKey s_field_keys[] = {
    AB_TEXT(abFieldDef, on,
            "a body or BODY.SHAPE; of an expression its frame, the world's when not given; of "
            "values the mesh"),
    AB_WORD(abFieldDef, quantity, s_field_quantities, AB_FIELD_NUMBER, "what its unit is"),
    AB_TEXT(abFieldDef, expression, "of x, y and z in that frame, in the units of expressions"),
};
const abTable ab_field_table =
    AB_TABLE("field", abFieldDef, s_field_keys, "a number that varies over a mesh or in space");

static const char *const s_field_interpolations[] = {"linear", "cubic", NULL};

static const abKey s_field_grid_keys[] = {
    FINITE(AB_KEY_VEC3, abFieldGrid, low, "m", 0.0, "the first node, in the frame of the field"),
    FINITE(AB_KEY_VEC3, abFieldGrid, high, "m", 0.0, "the last node"),
    AB_WORD(abFieldGrid, interpolation, s_field_interpolations, AB_FIELD_LINEAR,
            "between nodes; cubic is smooth and exact for quadratics, and overshoots beside jumps"),
};
const abTable ab_field_grid_table =
    AB_TABLE("grid", abFieldGrid, s_field_grid_keys, "values at the nodes of a regular grid");

static const char *const s_locks[] = {"permanent", "closed", "open", NULL};

static const abKey s_joint_keys[] = {
    AB_TEXT(abJointDef, name, "when not given, joint1, joint2, ..."),
    FINITE(AB_KEY_VEC3, abJointDef, position, "m", 0.0,
           "of the joint in the frame of the first body"),
    FINITE(AB_KEY_QUAT, abJointDef, orientation, "-", 0.0, "of the joint's axes, likewise"),
    FINITE(AB_KEY_VEC3, abJointDef, axis, "-", 0.0,
           "instead of orientation: direction of the joint's z axis in the first body"),
    FINITE(AB_KEY_VEC3, abJointDef, position_b, "m", NAN,
           "of the joint in the frame of the second body; when not given, the point that coincides "
           "at the start"),
    FINITE(AB_KEY_QUAT, abJointDef, orientation_b, "-", NAN,
           "of the joint's axes in the second body; when not given, those that coincide at the "
           "start"),
    AB_SWITCH(abJointDef, collide, 0.0,
              "whether the two bodies may touch each other; bodies held together by fixed joints "
              "alone, also through others, never do"),
    AB_WORD(abJointDef, lock, s_locks, AB_LOCK_PERMANENT,
            "closed or open: the joint can be opened and closed while the run goes on; open, it "
            "holds nothing; closed again, it holds the bodies as they stand"),
};
const abTable ab_joint_table = AB_TABLE("joint", abJointDef, s_joint_keys, "connects two bodies");

static const abKey s_force_keys[] = {
    AB_TEXT(abForceDef, name, "when not given, force1, force2, ..."),
};
const abTable ab_force_table =
    AB_TABLE("force", abForceDef, s_force_keys, "acts between two bodies");

static const abKey s_spline_keys[] = {
    AB_SWITCH(abSplineDef, extrapolate, 0.0,
              "beyond its ends straight on; false: the value of the end"),
};
const abTable ab_spline_table =
    AB_TABLE("spline", abSplineDef, s_spline_keys, "a curve through points for expressions");

static const abKey s_state_keys[] = {
    {.name = "rate",
     .kind = AB_KEY_EXPRESSION,
     .is_required = true,
     .unit = "-",
     .offset = offsetof(abStateDef, rate),
     .text = "how fast it changes, per unit of time; may use the state itself"},
    AB_NUM(abStateDef, start, "-", 0.0, -INFINITY, INFINITY, "at the start of the run"),
    AB_NUM(abStateDef, scale, "-", 1e-3, 1e-300, INFINITY,
           "where the state is smaller, its error counts beside this"),
};
const abTable ab_state_table =
    AB_TABLE("state", abStateDef, s_state_keys, "a number that changes at a rate of its own");

#define REQUIRED_EXPRESSION(type, text_)                                                           \
    {                                                                                              \
        .name = "expression", .kind = AB_KEY_EXPRESSION, .is_required = true, .unit = "-",         \
        .offset = offsetof(type, expression), .text = (text_)                                      \
    }

static const char *const s_compares[] = {"ge", "le", "eq", NULL};

static const abKey s_sensor_keys[] = {
    REQUIRED_EXPRESSION(abSensorDef, "what is watched"),
    AB_WORD(abSensorDef, compare, s_compares, AB_COMPARE_GE,
            "ge: met when it rises to the value; le: when it falls to it; eq: when it passes it"),
    AB_NUM(abSensorDef, value, "-", 0.0, -INFINITY, INFINITY, "in the unit of the expression"),
    AB_NUM(abSensorDef, error_tolerance, "-", NAN, 0.0, INFINITY,
           "how near the value the expression may be at the event; when not given, as near as can "
           "be"),
    AB_SWITCH(abSensorDef, zero_crossing, 1.0,
              "located inside the step; false: noticed at its end"),
    AB_SWITCH(abSensorDef, halt, 0.0, "the run ends there"),
    AB_SWITCH(abSensorDef, print, 0.0, "says so in a sentence"),
};
const abTable ab_sensor_table =
    AB_TABLE("sensor", abSensorDef, s_sensor_keys, "an expression that is watched");

static const abKey s_change_keys[] = {
    AB_NUM_REQUIRED(abChangeDef, time, "s", -INFINITY, INFINITY,
                    "when; not before the start of the run"),
    AB_TEXT_REQUIRED(abChangeDef, path, "of the value in this file, as for --set"),
    AB_TEXT_REQUIRED(abChangeDef, value, "as it would be written there; lists in quotes"),
};
const abTable ab_change_table =
    AB_TABLE("change", abChangeDef, s_change_keys, "a value that is set while the run goes on");

static const abKey s_request_keys[] = {
    AB_TEXT_REQUIRED(abRequestDef, name, "of the series"),
    REQUIRED_EXPRESSION(abRequestDef, "what is recorded"),
    AB_TEXT(abRequestDef, unit, "for headers and axes"),
};
const abTable ab_request_table =
    AB_TABLE("output", abRequestDef, s_request_keys, "an expression that is recorded");
#define ONE(field, unit_, text_) AB_NUM(abExpressionUnits, field, unit_, 1.0, 1e-30, 1e30, text_)
static const abKey s_expression_units_keys[] = {
    ONE(length, "m", "one unit of length as expressions see it"),
    ONE(time, "s", "one unit of time"),
    ONE(force, "N", "one unit of force"),
};
const abTable ab_expression_units_table =
    AB_TABLE("expression_units", abExpressionUnits, s_expression_units_keys,
             "units of what expressions look at; what they give is in the file's units");

static const abKey s_gravity_keys[] = {
    FINITE(AB_KEY_VEC3, abGravityDef, uniform, "m/s^2", 0.0, "the same everywhere"),
    AB_NUM(abGravityDef, parameter, "m^3/s^2", 0.0, 0.0, 1e30, "G m of a point that attracts"),
    FINITE(AB_KEY_VEC3, abGravityDef, center, "m", 0.0, "of that point"),
};
const abTable ab_gravity_table = AB_TABLE("gravity", abGravityDef, s_gravity_keys, "gravity");

// ---- simulation ----

// "events", "stepping", ...
static const char *const s_methods[] = {
#define AB_METHOD(KIND, symbol, rigid, text) #symbol,
#include "model/core/methods.def"
#undef AB_METHOD
    NULL};
static const char *const s_integrators[] = {
    "auto", "explicit", "bdf",      "adams", "dormand_prince_5", "dormand_prince_8", "euler",
    "heun", "rk4",      "adaptive", NULL};
// "order_free", "simultaneous", ...
static const char *const s_impacts[] = {
#define AB_IMPACT(KIND, symbol, key, text) key,
#include "solver/impact/impact_kinds.def"
#undef AB_IMPACT
    NULL};
static const char *const s_holds[] = {"places", "speeds", "forces", NULL};
static const char *const s_stabilizations[] = {
    "none", "velocity", "velocity_joints", "velocity_and_distance", "velocity_and_distance_joints",
    NULL};

static const char *const s_step_controls[] = {"fixed", "adaptive", NULL};

static const abKey s_simulation_keys[] = {
    AB_WORD(abSimulationDef, method, s_methods, 0, "how time advances"),
    AB_WORD(
        abSimulationDef, integrator, s_integrators, 0,
        "of events: auto: explicit, and bdf where the model is measured to be stiff. Of fixed: "
        "euler, heun, rk4 (also auto), or adaptive, which is rk4 in as many parts as energy asks "
        "for"),
    AB_NUM(abSimulationDef, start_time, "s", 0.0, -1e12, 1e12, "time of the initial state"),
    AB_NUM(abSimulationDef, end_time, "s", 1.0, -1e12, 1e12, "where the run ends"),
    AB_NUM(abSimulationDef, tolerance, "-", NAN, 1e-14, 1e-1,
           "accuracy wanted of results, relative to sizes, speeds and contact depths; when not "
           "given, 1e-8, and 1e-5 of stepping with adaptive steps"),
    AB_NUM(abSimulationDef, output_interval, "s", NAN, 1e-15, 1e12,
           "between frames; when not given, a 500th of the run"),
    AB_SWITCH(abSimulationDef, output_events, 0.0,
              "of events: frames also where contacts begin, are deepest and end, and before and "
              "after impacts"),
    AB_NUM(abSimulationDef, step, "s", NAN, 1e-12, 1e6,
           "length of all steps, or of the longest; of methods other than events"),
    AB_WORD(
        abSimulationDef, step_control, s_step_controls, 0,
        "of stepping: fixed: all steps have the length `step`; adaptive: that is the longest, and "
        "the tolerance decides"),
    AB_WORD(abSimulationDef, impacts, s_impacts, 0,
            "of events and fixed: how rigid contacts that hit at one instant share their impulses"),
    AB_NUM(abSimulationDef, impact_seed, "-", 0.0, 0.0, 4294967295.0,
           "of impacts in random order: where the generator begins"),
    AB_WORD(
        abSimulationDef, stabilization, s_stabilizations, 4,
        "of fixed: acceleration added at rigid contacts, towards half of contact_distance, and at "
        "joints that are not held in their places"),
    AB_NUM(abSimulationDef, stabilization_time, "s", NAN, 1e-15, INFINITY,
           "of fixed: time in which that acceleration would end a rate; when not given, the step"),
    AB_NUM(abSimulationDef, contact_distance, "m", 0.01, 1e-12, 1e6,
           "of fixed: gaps below it are contacts"),
    AB_NUM(abSimulationDef, contact_speed, "m/s", 0.5, 0.0, 1e9,
           "of fixed: faster closing is a collision"),
    AB_NUM(abSimulationDef, collision_accuracy, "-", 0.6, 1e-6, 1.0,
           "of fixed: collisions are located within this share of half of contact_distance"),
    AB_NUM(abSimulationDef, max_step, "s", INFINITY, 1e-15, INFINITY, "longest step"),
    AB_NUM(abSimulationDef, distance_tolerance, "m", NAN, 1e-18, 1.0,
           "resolution of distances; when not given, from the model's size"),
    AB_NUM(abSimulationDef, max_steps, "-", 1e9, 1.0, 1e15, "stops after that many steps"),
    AB_NUM(abSimulationDef, allowed_overlap, "m", 0.0, 0.0, 1e6,
           "of stepping: rigid bodies are moved apart only where they overlap by more; at least by "
           "what the tolerance leaves of a step"),
    AB_SWITCH(abSimulationDef, sleep, 1.0,
              "of stepping: what has come to rest is not computed until something touches it"),
    AB_SWITCH(
        abSimulationDef, assemble, 0.0,
        "close the gaps of joints at the start, however large, and of limits and of ropes that "
        "do not stretch, by moving the bodies"),
    AB_WORD(abSimulationDef, hold_joints, s_holds, 0,
            "of fixed: what joints are brought back to. places: gaps and their rates are ended "
            "after each piece of a step; speeds: only rates, after each step without an impact, "
            "and what touches has its part in that as in one; forces: nothing. The last two leave "
            "gaps at the start open; stabilization leads them back"),
};
const abTable ab_simulation_table =
    AB_TABLE("simulation", abSimulationDef, s_simulation_keys, "how to run");

// ---- defaults as functions ----

#define DEF(type, function, table_)                                                                \
    type function(void) {                                                                          \
        type def;                                                                                  \
        ab_table_defaults(&(table_), &def);                                                        \
        return def;                                                                                \
    }
DEF(abShapeDef, ab_shape_def, ab_shape_table)
DEF(abMarkerDef, ab_marker_def, ab_marker_table)
DEF(abMaterialDef, ab_material_def, ab_material_table)
DEF(abMaterialPairDef, ab_material_pair_def, ab_material_pair_table)
DEF(abJointDef, ab_joint_def, ab_joint_table)
DEF(abForceDef, ab_force_def, ab_force_table)
DEF(abStateDef, ab_state_def, ab_state_table)
DEF(abSplineDef, ab_spline_def, ab_spline_table)
DEF(abFieldDef, ab_field_def, ab_field_table)
DEF(abSensorDef, ab_sensor_def, ab_sensor_table)
DEF(abChangeDef, ab_change_def, ab_change_table)
DEF(abRequestDef, ab_request_def, ab_request_table)
DEF(abSimulationDef, ab_simulation_def, ab_simulation_table)

abBodyDef ab_body_def(void) {
    abBodyDef def;
    ab_table_defaults(&ab_body_table, &def);
    ab_table_defaults(&ab_flexible_table, &def.flexible);
    return def;
}

abVariableDef ab_variable_def(void) {
    return (abVariableDef){.name = NULL};
}

abContactRuleDef ab_contact_rule_def(void) {
    abContactRuleDef def;
    ab_table_defaults(&ab_contact_rule_table, &def);
    def.between[0] = def.between[1] = "*";
    def.normal_law = AB_LAW_ELASTIC;
    def.friction_law = AB_FRICTION_REGULARIZED;
    ab_params_init(&def.normal, "normal law", def.normal_law);
    ab_params_init(&def.friction, "friction law", def.friction_law);
    return def;
}

// ---- the lists to choose from ----

static const abTable *shape_kind_table(int kind) {
    return ab_shape_type((abShapeKind)kind)->table;
}
static const abTable *normal_law_table(int kind) {
    return ab_normal_law((abNormalLawKind)kind)->table;
}
static const abTable *friction_law_table(int kind) {
    return ab_friction_law((abFrictionLawKind)kind)->table;
}
static const abTable *joint_kind_table(int kind) {
    return ab_joint_type(kind)->table;
}

static const abChoice s_choices[] = {
    {"shape", AB_SHAPE_COUNT, shape_kind_table},
    {"normal law", AB_NORMAL_LAW_COUNT, normal_law_table},
    {"friction law", AB_FRICTION_LAW_COUNT, friction_law_table},
    {"joint", AB_JOINT_COUNT, joint_kind_table},
    {"force", AB_FORCE_COUNT, ab_force_kind_table},
};
const char *const ab_choice_lists[] = {"shape", "normal law", "friction law",
                                       "joint", "force",      NULL};

const abChoice *ab_choice_find(const char *list) {
    for (size_t i = 0; i < sizeof s_choices / sizeof s_choices[0]; i++) {
        if (strcmp(s_choices[i].list, list) == 0) {
            return &s_choices[i];
        }
    }
    return NULL;
}

int ab_choice_kind(const abChoice *choice, const char *name) {
    for (int kind = 0; kind < choice->count; kind++) {
        if (strcmp(choice->table(kind)->name, name) == 0) {
            return kind;
        }
    }
    return -1;
}

const char *ab_choice_nearest(const abChoice *choice, const char *name) {
    const char *words[64] = {NULL};
    for (int kind = 0; kind < choice->count && kind < 63; kind++) {
        words[kind] = choice->table(kind)->name;
    }
    return ab_nearest_word(name, words);
}

int ab_kind_find(const char *list, const char *name) {
    const abChoice *choice = ab_choice_find(list);
    return choice != NULL ? ab_choice_kind(choice, name) : -1;
}

abResult ab_params_init(abParams *params, const char *list, int kind) {
    const abChoice *choice = ab_choice_find(list);
    if (choice == NULL || kind < 0 || kind >= choice->count) {
        return AB_USAGE;
    }
    memset(params, 0, sizeof *params);
    ab_table_defaults(choice->table(kind), params->data);
    return AB_OK;
}
