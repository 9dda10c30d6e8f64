// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/kinds.h - definitions of what is chosen by kind, with the values it cannot be without as
// arguments and the others by key.
//
//     abShapeDef rod = ab_shape_cylinder(0.01, 0.2);
//     AB_TRY(ab_shape_set(&rod, "inner_radius", 0.008, error));
//     AB_TRY(ab_shape_set_text(&rod, "material", "steel", error));
//
// Kinds and keys are those of model files (`abut info shape cylinder`), so are words; numbers are
// in SI units and radians. What an argument of ab_shape_sphere() ... cannot be, as a negative
// radius, is found when the model is compiled; a kind that does not exist, when the definition is
// added.

#ifndef ABUT_KINDS_H
#define ABUT_KINDS_H

#include "abut/definitions.h"
#include "abut/export.h"
#include "abut/result.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- shapes; lengths in m ----

// Of any kind, with the defaults of its keys: ab_shape_of("beam").
ABUT_API abShapeDef ab_shape_of(const char *kind);
ABUT_API abShapeDef ab_shape_sphere(double radius);
// By its three half axes.
ABUT_API abShapeDef ab_shape_ellipsoid(double x, double y, double z);
// By its three edges, centred.
ABUT_API abShapeDef ab_shape_box(double x, double y, double z);
// About z, centred; `length` is that of the cylinder, without the two half balls.
ABUT_API abShapeDef ab_shape_capsule(double radius, double length);
// About z, centred.
ABUT_API abShapeDef ab_shape_cylinder(double radius, double length);
// About z from its base, with its tip above it.
ABUT_API abShapeDef ab_shape_cone(double radius, double length);
// About z: the radius of the circle in the middle of the ring, and that of the ring itself.
ABUT_API abShapeDef ab_shape_torus(double ring_radius, double tube_radius);
// About z, centred, with a bore that others can enter.
ABUT_API abShapeDef ab_shape_tube(double radius, double inner_radius, double length);
// The half space below a plane through the origin; `normal` of any length above 0.
ABUT_API abShapeDef ab_shape_plane(abVec3 normal);
// A mesh of a file. It touches by its hull, or as it is with ab_shape_set_text(&mesh, "collide",
// "surface", error). The text must live until the shape is added.
ABUT_API abShapeDef ab_shape_mesh_file(const char *file);

// ---- what acts between bodies ----

// Which laws act between two selectors: "*", a body, "body.shape", "group:NAME", "material:NAME".
// The laws are those of the library or of the program (abut/laws.h). Texts must live until the rule
// is added.
ABUT_API abContactRuleDef ab_contact_between(const char *a, const char *b, const char *normal_law,
                                             const char *friction_law);
// A joint or a force between two bodies, "world" being the fixed surrounding; a force may also take
// markers. Texts must live until the definition is added.
ABUT_API abJointDef ab_joint_of(const char *kind, const char *body_a, const char *body_b);
ABUT_API abForceDef ab_force_of(const char *kind, const char *body_a, const char *body_b);

// ---- values by key ----
//
// A key of the kind, or one that all shapes, rules or joints have. Of a rule, "normal.KEY" and
// "friction.KEY" are keys of its laws. AB_USAGE for an unknown kind or key, or a value of another
// type; AB_BAD_MODEL for a number outside its range, or a word that is none of the key's.
// Numbers, switches (0, 1), counts.
ABUT_API abResult ab_shape_set(abShapeDef *shape, const char *key, double value, abError *error);
ABUT_API abResult ab_rule_set(abContactRuleDef *rule, const char *key, double value,
                              abError *error);
ABUT_API abResult ab_joint_set(abJointDef *joint, const char *key, double value, abError *error);
ABUT_API abResult ab_force_set(abForceDef *force, const char *key, double value, abError *error);
// Three numbers.
ABUT_API abResult ab_shape_set_vector(abShapeDef *shape, const char *key, abVec3 value,
                                      abError *error);
ABUT_API abResult ab_joint_set_vector(abJointDef *joint, const char *key, abVec3 value,
                                      abError *error);
ABUT_API abResult ab_force_set_vector(abForceDef *force, const char *key, abVec3 value,
                                      abError *error);
// Texts, expressions and words of a choice. The text must live until the definition is added.
ABUT_API abResult ab_shape_set_text(abShapeDef *shape, const char *key, const char *value,
                                    abError *error);
ABUT_API abResult ab_rule_set_text(abContactRuleDef *rule, const char *key, const char *value,
                                   abError *error);
ABUT_API abResult ab_joint_set_text(abJointDef *joint, const char *key, const char *value,
                                    abError *error);
ABUT_API abResult ab_force_set_text(abForceDef *force, const char *key, const char *value,
                                    abError *error);

#ifdef __cplusplus
}
#endif

#endif
