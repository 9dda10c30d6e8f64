// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joints.c - the table of joints: which axes each one locks.

#include "model/kinds/joints.h"

#include <math.h>
#include <stdlib.h>

#include "model/core/model.h"
#include "model/kinds/tables.h"

const char *const ab_joint_axes[6] = {"x", "y", "z", "rx", "ry", "rz"};

// ---- keys of the axes that the user may drive ----

#define TEXT_KEY(field, index, kind_, name_, unit_, text_)                                         \
    {                                                                                              \
        .name = name_, .kind = kind_, .unit = unit_,                                               \
        .offset = offsetof(abJointKeys, field) + (index) * sizeof(const char *), .text = text_     \
    }
#define NUMBER_KEY(field, index, name_, unit_, text_)                                              \
    {                                                                                              \
        .name = name_, .kind = AB_KEY_NUMBER, .unit = unit_, .fallback = NAN, .low = -1e12,        \
        .high = 1e12, .offset = offsetof(abJointKeys, field) + (index) * sizeof(double),           \
        .text = text_                                                                              \
    }
// Angles are known up to whole turns, so one limit alone would say nothing of them.
#define BOTH "; both limits are given, less than a turn apart"
#define LIMITS_AND(index, name_, unit_, and_)                                                      \
    NUMBER_KEY(low, index, name_ "_low", unit_, "hard limit that it does not fall below" and_),    \
        NUMBER_KEY(high, index, name_ "_high", unit_, "hard limit that it does not exceed" and_)
#define LIMITS(index, name_) LIMITS_AND(index, name_, "m", "")
#define LIMITS_OF_TURN(index, name_) LIMITS_AND(index, name_, "rad", BOTH)
#define RESTITUTION(struct_)                                                                       \
    AB_NUM(struct_, restitution, "-", 0.0, 0.0, 1.0,                                               \
           "of hits on a limit: speed away from it after, by that towards it before")
#define AXIS(index, name_, unit_, text_)                                                           \
    TEXT_KEY(drive, index, AB_KEY_FREE, name_, unit_, text_ ": free, or an expression of time"),   \
        TEXT_KEY(speed, index, AB_KEY_EXPRESSION, name_ "_speed", unit_ "/s",                      \
                 "instead: its speed as an expression of time"),                                   \
        TEXT_KEY(acceleration, index, AB_KEY_EXPRESSION, name_ "_acceleration", unit_ "/s^2",      \
                 "instead: its acceleration as an expression of time"),                            \
        NUMBER_KEY(start, index, name_ "_start", unit_,                                            \
                   "with a speed or an acceleration: the displacement at the start; when not "     \
                   "given, as the bodies stand"),                                                  \
        NUMBER_KEY(start_speed, index, name_ "_start_speed", unit_ "/s",                           \
                   "with an acceleration: the speed at the start; when not given, as the bodies "  \
                   "move")
#define AXIS_X AXIS(0, "x", "m", "translation along x"), LIMITS(0, "x")
#define AXIS_Y AXIS(1, "y", "m", "translation along y"), LIMITS(1, "y")
#define AXIS_Z AXIS(2, "z", "m", "translation along z"), LIMITS(2, "z")
#define AXIS_RX AXIS(3, "rx", "rad", "rotation about x"), LIMITS_OF_TURN(3, "rx")
#define AXIS_RY AXIS(4, "ry", "rad", "rotation about the new y"), LIMITS_OF_TURN(4, "ry")
#define AXIS_RZ AXIS(5, "rz", "rad", "rotation about the new z"), LIMITS_OF_TURN(5, "rz")

// ---- a table per joint ----

#define WITHOUT_KEYS(symbol, text_)                                                                \
    static const abTable s_##symbol##_table = {                                                    \
        .name = #symbol, .text = text_, .size = sizeof(abJointKeys)}
#define SIZE(name_, required_, low_, text_)                                                        \
    {                                                                                              \
        .name = (name_), .kind = AB_KEY_NUMBER, .is_required = (required_), .unit = "m",           \
        .fallback = (required_) ? 0.0 : NAN, .low = (low_), .high = 1e12,                          \
        .offset = offsetof(abJointKeys, size), .text = (text_)                                     \
    }
#define WITH_KEYS(symbol, text_, ...)                                                              \
    static const abKey s_##symbol##_keys[] = {__VA_ARGS__};                                        \
    static const abTable s_##symbol##_table =                                                      \
        AB_TABLE(#symbol, abJointKeys, s_##symbol##_keys, text_)

WITHOUT_KEYS(fixed, "no relative motion");
WITH_KEYS(revolute, "hinge about the joint's z axis", AXIS_RZ, RESTITUTION(abJointKeys));
WITH_KEYS(prismatic, "slide along the joint's z axis", AXIS_Z, RESTITUTION(abJointKeys));
WITH_KEYS(cylindrical, "slide along and turn about z", AXIS_Z, AXIS_RZ, RESTITUTION(abJointKeys));
WITHOUT_KEYS(spherical, "a common point, all rotations free");
WITH_KEYS(universal, "a common point; turns about x of the first body and y of the second",
          LIMITS_OF_TURN(3, "rx"), LIMITS_OF_TURN(4, "ry"), RESTITUTION(abJointKeys));
WITH_KEYS(general, "six axes, each free (when not given) or an expression of time; 0 locks it",
          AXIS_X, AXIS_Y, AXIS_Z, AXIS_RX, AXIS_RY, AXIS_RZ, RESTITUTION(abJointKeys));
WITHOUT_KEYS(free, "holds nothing; its coordinates can be coupled");
WITH_KEYS(planar, "moves in the first frame's x-y plane and turns about z", AXIS_X, AXIS_Y, AXIS_RZ,
          RESTITUTION(abJointKeys));
WITH_KEYS(inline, "the second frame's origin stays on the z axis of the first", AXIS_Z,
          RESTITUTION(abJointKeys));
WITHOUT_KEYS(inplane, "the second frame's origin stays in the x-y plane of the first");
WITHOUT_KEYS(orientation, "no relative rotation, all translations free");
WITHOUT_KEYS(parallel_axes, "the z axes stay parallel");
WITHOUT_KEYS(perpendicular, "the z axes stay at right angles; wants orientation_b");
WITHOUT_KEYS(constant_velocity,
             "a common point; shafts along z turn by the same angle, however they bend");
WITH_KEYS(screw, "turns about z and moves along z by the pitch each turn",
          SIZE("pitch", true, -1e12,
               "way along z for each turn about z; negative for a left-handed thread"),
          LIMITS(2, "z"), RESTITUTION(abJointKeys));
WITH_KEYS(rack_pinion,
          "moves along x of the first body by half the pitch diameter times the turn about z",
          SIZE("pitch_diameter", true, -1e12,
               "of the pinion, the second body; negative where the rack lies on the side of -y"));
WITH_KEYS(distance, "keeps the two frames' origins at a distance, like a rod with two balls",
          SIZE("length", false, 1e-12, "the distance; when not given, that of the start"));

static const char *const s_path_kinds[] = {"spline", "lines", NULL};
static const abKey s_path_keys[] = {
    AB_REQUIRED(
        AB_KEY_POINTS, abPathKeys, points, "m", -1e12, 1e12,
        "[x, y] in order, in the joint's frame; for lines also [x, y, bulge]: an arc to the "
        "next point, bulge being the tangent of a quarter of its angle, > 0 to the left"),
    AB_WORD(abPathKeys, kind, s_path_kinds, 0,
            "spline: smooth through all points; lines: straight lines and arcs that join smoothly"),
    AB_SWITCH(abPathKeys, closed, 0.0, "the last point joins the first"),
    AB_SWITCH(abPathKeys, stops, 0.0,
              "hard stops at both ends of an open path; without them it goes on straight there"),
    RESTITUTION(abPathKeys),
};
static const abTable s_path_table =
    AB_TABLE("path", abPathKeys, s_path_keys,
             "the second frame's origin stays on a curve in the x-y plane of the first, seen along "
             "z; it goes on straight beyond open ends");

#define COUPLED(index, name_, required)                                                            \
    {.name = name_,                                                                                \
     .kind = AB_KEY_TEXT,                                                                          \
     .is_required = required,                                                                      \
     .unit = "-",                                                                                  \
     .offset = offsetof(abCouplerKeys, of) + (index) * sizeof(const char *),                       \
     .text = "coordinate of a joint, written JOINT.AXIS, AXIS one of x y z rx ry rz"},             \
    {                                                                                              \
        .name = name_ "_factor", .kind = AB_KEY_NUMBER, .unit = "-", .fallback = 1.0,              \
        .low = -1e12, .high = 1e12,                                                                \
        .offset = offsetof(abCouplerKeys, factor) + (index) * sizeof(double),                      \
        .text = "what it is multiplied by in the sum"                                              \
    }
static const abKey s_coupler_keys[] = {COUPLED(0, "first", true), COUPLED(1, "second", true),
                                       COUPLED(2, "third", false)};
static const abTable s_coupler_table =
    AB_TABLE("coupler", abCouplerKeys, s_coupler_keys,
             "a sum of coordinates of two or three joints, each with its factor, stays what it is "
             "at the start: gears, belts, levers");

#define L AB_AXIS_LOCKED
#define F AB_AXIS_FREE
#define U AB_AXIS_USER // free unless the user drives it

const abJointType *ab_joint_type(int kind) {
    //                                                         x  y  z  rx ry rz
    static const abJointType types[AB_JOINT_COUNT] = {
        [AB_JOINT_FIXED] = {&s_fixed_table, {L, L, L, L, L, L}, AB_ROW_NONE},
        [AB_JOINT_REVOLUTE] = {&s_revolute_table, {L, L, L, L, L, U}, AB_ROW_NONE},
        [AB_JOINT_PRISMATIC] = {&s_prismatic_table, {L, L, U, L, L, L}, AB_ROW_NONE},
        [AB_JOINT_CYLINDRICAL] = {&s_cylindrical_table, {L, L, U, L, L, U}, AB_ROW_NONE},
        [AB_JOINT_SPHERICAL] = {&s_spherical_table, {L, L, L, F, F, F}, AB_ROW_NONE},
        [AB_JOINT_UNIVERSAL] = {&s_universal_table, {L, L, L, F, F, L}, AB_ROW_NONE},
        [AB_JOINT_GENERAL] = {&s_general_table, {U, U, U, U, U, U}, AB_ROW_NONE},
        [AB_JOINT_FREE] = {&s_free_table, {F, F, F, F, F, F}, AB_ROW_NONE},
        [AB_JOINT_PLANAR] = {&s_planar_table, {U, U, L, L, L, U}, AB_ROW_NONE},
        [AB_JOINT_INLINE] = {&s_inline_table, {L, L, U, F, F, F}, AB_ROW_NONE},
        [AB_JOINT_INPLANE] = {&s_inplane_table, {F, F, L, F, F, F}, AB_ROW_NONE},
        [AB_JOINT_ORIENTATION] = {&s_orientation_table, {F, F, F, L, L, L}, AB_ROW_NONE},
        [AB_JOINT_PARALLEL_AXES] = {&s_parallel_axes_table, {F, F, F, L, L, F}, AB_ROW_NONE},
        [AB_JOINT_PERPENDICULAR] = {&s_perpendicular_table, {F, F, F, F, F, F}, AB_ROW_RIGHT_ANGLE},
        [AB_JOINT_CONSTANT_VELOCITY] = {&s_constant_velocity_table,
                                        {L, L, L, F, F, F},
                                        AB_ROW_NO_TWIST},
        [AB_JOINT_SCREW] = {&s_screw_table, {L, L, F, L, L, F}, AB_ROW_SCREW},
        [AB_JOINT_RACK_PINION] = {&s_rack_pinion_table, {F, F, F, F, F, F}, AB_ROW_RACK},
        [AB_JOINT_DISTANCE] = {&s_distance_table, {F, F, F, F, F, F}, AB_ROW_DISTANCE},
        [AB_JOINT_PATH] = {&s_path_table, {F, F, F, F, F, F}, AB_ROW_PATH},
        [AB_JOINT_COUPLER] = {&s_coupler_table, {F, F, F, F, F, F}, AB_ROW_COUPLER},
    };
    return &types[kind];
}
