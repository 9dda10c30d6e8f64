// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// forces.c - the key tables of the forces.

#include "model/forces.h"

#include <math.h>

#include "model/tables.h"

static const abKey s_spring_keys[] = {
    AB_ANY(AB_KEY_VEC3, abSpringKeys, point_a, "m", 0.0, -INFINITY, INFINITY,
           "where it holds the first body, in that body's frame"),
    AB_ANY(AB_KEY_VEC3, abSpringKeys, point_b, "m", 0.0, -INFINITY, INFINITY,
           "where it holds the second body"),
    AB_NUM(abSpringKeys, stiffness, "N/m", 0.0, 0.0, 1e15, "force per lengthening"),
    AB_NUM(abSpringKeys, damping, "N s/m", 0.0, 0.0, 1e15, "force per speed of lengthening"),
    AB_NUM(abSpringKeys, length, "m", NAN, 0.0, 1e12,
           "free length; when not given, the length at the start"),
    AB_NUM(abSpringKeys, preload, "N", 0.0, -1e15, 1e15, "pull added at any length"),
};
static const abTable s_spring_table =
    AB_TABLE("spring", abSpringKeys, s_spring_keys, "spring and damper between two points");

static const abKey s_applied_keys[] = {
    AB_ANY(AB_KEY_VEC3, abAppliedKeys, point, "m", 0.0, -INFINITY, INFINITY,
           "where the force acts, in the second body's frame"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, fx, "N", 0.0, 0.0, 0.0, "force along x"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, fy, "N", 0.0, 0.0, 0.0, "force along y"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, fz, "N", 0.0, 0.0, 0.0, "force along z"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, tx, "N m", 0.0, 0.0, 0.0, "torque about x"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, ty, "N m", 0.0, 0.0, 0.0, "torque about y"),
    AB_ANY(AB_KEY_EXPRESSION, abAppliedKeys, tz, "N m", 0.0, 0.0, 0.0, "torque about z"),
    AB_WORD(abAppliedKeys, frame, ((const char *const[]){"world", "body", NULL}), 0,
            "axes of the components"),
};
static const abTable s_applied_table =
    AB_TABLE("applied", abAppliedKeys, s_applied_keys,
             "force and torque on the second body as functions of time");

const abTable *ab_force_kind_table(int kind) {
    static const abTable *const tables[AB_FORCE_COUNT] = {
#define AB_FORCE(KIND, symbol) [AB_FORCE_##KIND] = &s_##symbol##_table,
#include "model/forces.def"
#undef AB_FORCE
    };
    return tables[kind];
}
