// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/live.h - values of a model set while it runs, by their paths in the model file.
//
//     ab_simulation_run(simulation, &observer, error);            until the observer stops it
//     ab_simulation_set(&simulation, "materials.steel.youngs_modulus", "1.9e11", error);
//     ab_simulation_set(&simulation, "pairs[0].sliding_friction", "0.25", error);
//     ab_simulation_run(simulation, &observer, error);            goes on with them
//
// A path goes through mappings by key and through lists by index, from 0, or by the name of an item
// (`forces.motor.torque`). A value is YAML, in the units of the file. It acts at once, at the end
// of the step under way: an event in time, told to observers and written into records, from which
// `abut repeat` makes the same bits again.
//
// What can be set: numbers, words and switches of materials, pairs, contact rules and their laws,
// forces; drives of joints, motions of bodies, variables, gravity; expressions and values of
// fields, these all at once (`fields.soft.vertices`, a list) or one (`fields.soft.vertices.7`); locks
// of joints; of `simulation` tolerance, step, how impacts are shared, and what `fixed` looks at:
// integrator, stabilization, distance, speed and accuracy of contacts, how joints are held.
//
// A value is checked as it is when the model is read. A number costs about as much as evaluating
// the forces a few times. Where much follows from a value, as from a law of another kind or a whole
// field, the model is made from its text again. Contacts keep what their law fixed when they began.
// Where a law, its friction or its points change so that this no longer fits, all contacts begin
// anew from where the bodies are, and a warning says so.
//
// A path that adds a part is set likewise: `bodies.NAME`, where no body has the name, to a mapping as
// in a model file, and `contacts.N`, N being how many rules there are, to a rule. The body comes in at
// that instant, with the position and velocity it is given; those there keep their numbers and go on,
// contacts begin anew. AB_USAGE where it would begin inside another. The kinetic energy and the
// weight it brings along are not booked as work. A record shows it at rest where it came in before.
//
// parameters.h sets single numbers by an id, found once.

#ifndef ABUT_LIVE_H
#define ABUT_LIVE_H

#include "abut/export.h"
#include "abut/parameters.h"
#include "abut/read.h"
#include "abut/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum abParameterKind {
    AB_PARAMETER_NUMBER, // `value`, `low` and `high`
    AB_PARAMETER_WORD,   // one of `choices`
    AB_PARAMETER_SWITCH, // `true` or `false`
    AB_PARAMETER_TEXT    // an expression, a name, a list, a mapping
} abParameterKind;

// Texts last for the call that gives them.
typedef struct abParameter {
    abParameterKind kind;
    const char *path;           // "pairs.0.sliding_friction"
    const char *group;          // "pair steel, steel"
    const char *label;          // "sliding friction"
    const char *unit;           // of the file
    const char *text;           // one sentence
    const char *shown;          // the value as a text; NULL: not given, without a default
    bool is_given;              // in the file or since; false: `shown` is the default
    double value;               // of a number, in the unit of the file
    double low, high;           // allowed; infinite when not bounded
    const char *const *choices; // NULL-terminated; of a number words that may stand in its place
} abParameter;

// Calls `take` for everything that can be set, in the order of a file.
ABUT_API abResult ab_simulation_parameters(const abSimulation *simulation,
                                           void (*take)(void *context,
                                                        const abParameter *parameter),
                                           void *context, abError *error);

// The same as ab_simulation_set_value(*simulation, path, value, error).
ABUT_API abResult ab_simulation_set(abSimulation **simulation, const char *path, const char *value,
                                    abError *error);

#ifdef __cplusplus
}
#endif

#endif
