// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joints.c - the table of joints: which axes each one locks.

#include "model/joints.h"

#include "model/tables.h"

#define DRIVE(index, name_, unit_, text_)                                                          \
    {                                                                                              \
        .name = name_, .kind = AB_KEY_FREE, .unit = unit_,                                         \
        .offset = offsetof(abJointKeys, drive) + (index) * sizeof(const char *), .text = text_     \
    }
#define DRIVE_X DRIVE(0, "x", "m", "translation along x: free, or an expression of time")
#define DRIVE_Y DRIVE(1, "y", "m", "translation along y: free, or an expression of time")
#define DRIVE_Z DRIVE(2, "z", "m", "translation along z: free, or an expression of time")
#define DRIVE_RX DRIVE(3, "rx", "rad", "rotation about x: free, or an expression of time")
#define DRIVE_RY DRIVE(4, "ry", "rad", "rotation about the new y: free, or an expression of time")
#define DRIVE_RZ DRIVE(5, "rz", "rad", "rotation about the new z: free, or an expression of time")

static const abTable s_fixed_table = {
    .name = "fixed", .text = "no relative motion", .size = sizeof(abJointKeys)};

static const abKey s_revolute_keys[] = {DRIVE_RZ};
static const abTable s_revolute_table =
    AB_TABLE("revolute", abJointKeys, s_revolute_keys, "hinge about the joint's z axis");

static const abKey s_prismatic_keys[] = {DRIVE_Z};
static const abTable s_prismatic_table =
    AB_TABLE("prismatic", abJointKeys, s_prismatic_keys, "slide along the joint's z axis");

static const abKey s_cylindrical_keys[] = {DRIVE_Z, DRIVE_RZ};
static const abTable s_cylindrical_table =
    AB_TABLE("cylindrical", abJointKeys, s_cylindrical_keys, "slide along and turn about z");

static const abTable s_spherical_table = {
    .name = "spherical", .text = "a common point, all rotations free", .size = sizeof(abJointKeys)};

static const abTable s_universal_table = {
    .name = "universal",
    .text = "a common point; turns about x of the first body and y of the second",
    .size = sizeof(abJointKeys)};

static const abKey s_general_keys[] = {DRIVE_X, DRIVE_Y, DRIVE_Z, DRIVE_RX, DRIVE_RY, DRIVE_RZ};
static const abTable s_general_table =
    AB_TABLE("general", abJointKeys, s_general_keys,
             "six axes, each free (when not given) or an expression of time; 0 locks it");

#define L AB_AXIS_LOCKED
#define F AB_AXIS_FREE
#define U AB_AXIS_USER // free unless the user drives it

const abJointType *ab_joint_type(int kind) {
    //                                                         x  y  z  rx ry rz
    static const abJointType types[AB_JOINT_COUNT] = {
        [AB_JOINT_FIXED] = {&s_fixed_table, {L, L, L, L, L, L}},
        [AB_JOINT_REVOLUTE] = {&s_revolute_table, {L, L, L, L, L, U}},
        [AB_JOINT_PRISMATIC] = {&s_prismatic_table, {L, L, U, L, L, L}},
        [AB_JOINT_CYLINDRICAL] = {&s_cylindrical_table, {L, L, U, L, L, U}},
        [AB_JOINT_SPHERICAL] = {&s_spherical_table, {L, L, L, F, F, F}},
        [AB_JOINT_UNIVERSAL] = {&s_universal_table, {L, L, L, F, F, L}},
        [AB_JOINT_GENERAL] = {&s_general_table, {U, U, U, U, U, U}},
    };
    return &types[kind];
}
