// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/laws.h - contact laws of the program that uses the library, as functions with a context.
//
//     abNormalCallbacks spring = {.size = sizeof spring, .context = &k, .evaluate = push};
//     AB_TRY(ab_model_add_normal_law(model, "my_spring", &spring, error));
//     abContactRuleDef rule = ab_contact_between("ball", "ground", "my_spring", "none");
//
// A model file names it the same way, `normal: my_spring` or `normal: {law: my_spring}`, and is
// read by ab_model_read_with_laws() of abut/read.h.
//
// The functions are called at trial points of the integrator, in any order of time, and by several
// simulations of the model from several threads at once: what they answer follows from their
// arguments alone, and `context` is not written to. It must outlive the model's simulations.

#ifndef ABUT_LAWS_H
#define ABUT_LAWS_H

#include <stddef.h>

#include "abut/export.h"
#include "abut/model.h"
#include "abut/user_code.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abNormalCallbacks {
    size_t size; // of this struct, so that it may grow
    void *context;
    // What the law remembers of the event that began the contact: fills its memory,
    // AB_PLUGIN_MEMORY numbers, from the closing speed then, >= 0 [m/s]. NULL: the memory is that
    // speed and zeros. Called before each evaluation.
    void (*begin)(void *context, double speed, double *memory);
    // Force, its two derivatives and the stored energy at a depth above 0; `out` is zero before.
    // A force below 0 counts as 0. One that is not finite ends the run with AB_NUMERICS.
    void (*evaluate)(void *context, const double *memory, const abPluginContact *contact,
                     abPluginForce *out);
    // The same for many contacts in one call; NULL: one by one. `count` >= 1, `memory` has
    // AB_PLUGIN_MEMORY numbers for each. out[i] must be what `evaluate` says of contacts[i], to the
    // last bit. Method `events` asks here about all points of an evaluation but those of meshes as
    // they are; `evaluate` is asked about these, and by the steps of method `stepping`.
    void (*evaluate_many)(void *context, int count, const double *memory,
                          const abPluginContact *contacts, abPluginForce *out);
} abNormalCallbacks;

typedef struct abFrictionCallbacks {
    size_t size; // likewise
    void *context;
    // out->tangential, the force on B in the world [N], from contact->slip, ->normal_force, ->time
    // and ->point. Its part along the normal is left out.
    void (*evaluate)(void *context, const abPluginContact *contact, abPluginForce *out);
} abFrictionCallbacks;

// Before the model is compiled, in any order with the rules that name the law. The struct and the
// name are copied. AB_USAGE for a name that is taken by a law of the library or of the program, for
// callbacks without `evaluate`, and after compiling. Friction of a program's law is for the methods
// events and fixed.
ABUT_API abResult ab_model_add_normal_law(abModel *model, const char *name,
                                          const abNormalCallbacks *law, abError *error);
ABUT_API abResult ab_model_add_friction_law(abModel *model, const char *name,
                                            const abFrictionCallbacks *law, abError *error);

#ifdef __cplusplus
}
#endif

#endif
