// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slot.h - what of a model can be set while it runs: from a path to the one field that it means.
//
//   gravity.2                       pairs.0.sliding_friction
//   materials.steel.density         contacts.1.normal.damping
//   forces.motor.torque             joints.hinge.rz_speed
//   variables.push                  bodies.slide.motion.x
//   fields.soft.vertices.7
//
// A path follows the definitions of a model and their key tables, whether they were read or added
// by a program: a section, which of its definitions (by index from 0, or by name), a key.

#ifndef AB_SLOT_H
#define AB_SLOT_H

#include "abut/parameters.h"
#include "model/core/model.h"

// Whose value it is; its number is part of abParameterId.
typedef enum abOwner {
    AB_OWNER_NONE,
    AB_OWNER_GRAVITY,
    AB_OWNER_PAIR,
    AB_OWNER_RULE,
    AB_OWNER_NORMAL, // law of a rule
    AB_OWNER_FRICTION,
    AB_OWNER_MATERIAL,
    AB_OWNER_FORCE,
    AB_OWNER_JOINT,
    AB_OWNER_MOTION,
    AB_OWNER_VARIABLE,
    AB_OWNER_FIELD,
    AB_OWNERS
} abOwner;

// What follows from a value.
typedef enum abValueClass {
    AB_VALUE_PLAIN,    // nothing: it is read where it stands
    AB_VALUE_FORCE,    // frames and keys of its force
    AB_VALUE_PAIR,     // coefficients of pairs, constants of laws
    AB_VALUE_MATERIAL, // what laws know of shapes, then as AB_VALUE_PAIR
    AB_VALUE_MASS,     // masses and inertias, then as AB_VALUE_PAIR
    AB_VALUE_TEXT,     // a program
    AB_VALUE_FIELD,    // an array, then as AB_VALUE_PAIR
    AB_VALUE_STRUCTURE // the model is compiled anew
} abValueClass;

typedef struct abSlot {
    abOwner owner;
    int item;             // which pair, rule, material, ...
    const abTable *table; // of its keys
    const abKey *key;
    int component; // of a vector or a list; -1: the whole
    abValueClass class;
} abSlot;

enum { AB_SLOT_PATH = 264 };

// False when nothing that can be set has this path, or the text of the model has no place for it.
bool ab_slot_find(const abModel *model, const char *path, abSlot *out);
// The path of a slot as it is listed, by indices where there are any. False when it is too long.
bool ab_slot_path(const abModel *model, const abSlot *slot, char out[AB_SLOT_PATH]);

abParameterId ab_slot_id(const abModel *model, const abSlot *slot);
// False for an id that is of no slot of this model.
bool ab_slot_of(const abModel *model, abParameterId id, abSlot *out);

// The field in the definition; of a component the number.
void *ab_slot_field(const abModel *model, const abSlot *slot);

// The text of a model has nothing at a path ("contacts.0.normal", "materials.steel") where a value
// could be set: it was left to a default, or stands in another file. Of gravity, "gravity.list" and
// "gravity.uniform", one of which it may be. False for want of memory.
bool ab_slot_close(abModel *model, const char *path);

// Kinds of keys that mean the same at any time; others say what a model is made of.
bool ab_key_is_value(const abKey *key);
// Of a drive.
bool ab_key_is_drive(const abKey *key);
// Beside values the names of fields: they are in the model already.
bool ab_key_is_behaviour(const abKey *key);

#endif
