// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/parameters.h - single values of a model, found once by their paths and then set by numbers.
//
//     abParameterId friction = ab_model_find_parameter(model, "pairs.0.sliding_friction");
//     ab_simulation_set_number(simulation, friction, 0.25, error);
//
// A path leads to a key of a definition, whether the model was read or built by a program:
// a section, which of its definitions (by index from 0, or by name), the key. live.h says what can
// be set and lists it. The simulation sets the value in a copy of its own: `model` and its other
// simulations keep what they have. Between two calls of ab_simulation_run; it acts at once.

#ifndef ABUT_PARAMETERS_H
#define ABUT_PARAMETERS_H

#include <stdbool.h>

#include "abut/export.h"
#include "abut/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

// The same for all simulations of a model. All zero: none.
typedef struct abParameterId {
    int owner, item, key, component;
} abParameterId;

static inline bool ab_parameter_is_known(abParameterId id) {
    return id.owner != 0;
}

// None for a path that leads to nothing that can be set.
ABUT_API abParameterId ab_model_find_parameter(const abModel *model, const char *path);

// A number in SI units and radians. Where the model was read in other units, the value is that of
// the nearest number which a file in these units can say, so that a record repeats it. AB_USAGE
// for an id that is of no number of the model; AB_BAD_MODEL for a value that is not allowed, with
// what is. On failure nothing has changed.
ABUT_API abResult ab_simulation_set_number(abSimulation *simulation, abParameterId parameter,
                                           double value, abError *error);
// NAN where nothing, or a word, was given.
ABUT_API abResult ab_simulation_get_number(const abSimulation *simulation, abParameterId parameter,
                                           double *value, abError *error);

// Any value by its path, as YAML in the units of the file (SI of a model built by a program).
// AB_USAGE for a path that cannot be set, with those that can be; AB_BAD_MODEL as above. What it
// costs depends on what follows from the value: a number takes about as long as evaluating the
// forces twice, a law of another kind as long as reading the model again.
ABUT_API abResult ab_simulation_set_value(abSimulation *simulation, const char *path,
                                          const char *value, abError *error);

#ifdef __cplusplus
}
#endif

#endif
