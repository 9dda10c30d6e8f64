// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// callback_law.c - laws of the program that uses the library (abut/laws.h): the constants of a pair
// are a pointer to the callbacks, which the model owns.
//
// Limits  its work that it does not report as stored counts as damping, as for every law.

#include "law/user/callback_law.h"

#include <string.h>

#include "law/user/plugin_frame.h"

static const abKey s_keys[] = {
    AB_TEXT(abCallbackKeys, name, "name of the law in the program that runs the model"),
};
static const abTable s_normal_table = AB_TABLE(
    "callback", abCallbackKeys, s_keys, "normal law of the program that runs the model, in C");
static const abTable s_friction_table = AB_TABLE(
    "callback", abCallbackKeys, s_keys, "friction law of the program that runs the model, in C");

// Nothing is opened: a program needs no permission for its own functions.
static abResult callback_open(const void *params, abCodeHost *host, const char *folder,
                              abPlace place, void **code, abError *error) {
    (void)params, (void)host, (void)folder, (void)place, (void)error;
    *code = NULL;
    return AB_OK;
}

static void callback_close(void *code) {
    (void)code;
}

static abResult check(const void *params, const char *kind, abPlace place, abError *error) {
    const abCallbackKeys *keys = params;
    if (keys->callbacks != NULL) {
        return AB_OK;
    }
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "there is no %s law %s: neither of the library, nor added to the model by "
                        "the program that runs it (ab_model_add_%s_law)",
                        kind, keys->name != NULL ? keys->name : "without a name", kind);
}

// ---- normal ----

static abResult normal_check(const void *params, const abPairProperties *pair, abPlace place,
                             abError *error) {
    (void)pair;
    return check(params, "normal", place, error);
}

static void normal_prepare(const void *params, abPairProperties *pair, double *constants) {
    ab_keep_pointer(constants, ((const abCallbackKeys *)params)->callbacks);
    ab_plugin_prepare(params, pair, constants);
}

bool ab_callbacks_ask(const abNormalCallbacks *law, const double *memory, const abContact *contact,
                      abPluginContact *given, double *own) {
    if (!(contact->depth > 0.0)) {
        return false;
    }
    *given = ab_plugin_contact(contact);
    memcpy(own, (double[AB_PLUGIN_MEMORY]){memory[0]}, AB_PLUGIN_MEMORY * sizeof *own);
    if (law->begin != NULL) {
        law->begin(law->context, memory[0], own);
    }
    return true;
}

static void normal_evaluate(const double *constants, const double *memory, const abContact *contact,
                            abNormalForce *out) {
    const abNormalCallbacks *law = ab_kept_pointer(constants);
    *out = (abNormalForce){0};
    abPluginContact given;
    double own[AB_PLUGIN_MEMORY];
    if (!ab_callbacks_ask(law, memory, contact, &given, own)) {
        return;
    }
    abPluginForce force = {0};
    law->evaluate(law->context, own, &given, &force);
    *out = ab_plugin_normal_force(&force);
}

// ---- friction ----

static abResult friction_check(const void *params, const abPairProperties *pair, abPlace place,
                               abError *error) {
    (void)pair;
    return check(params, "friction", place, error);
}

static void friction_prepare(const void *params, const abPairProperties *pair, double *constants) {
    (void)pair;
    ab_keep_pointer(constants, ((const abCallbackKeys *)params)->callbacks);
}

static void friction_evaluate(const double *constants, const abSlip *slip, abFrictionForce *out) {
    const abFrictionCallbacks *law = ab_kept_pointer(constants);
    abPluginContact given = ab_plugin_slip(slip);
    given.depth = slip->depth;
    abPluginForce force = {0};
    law->evaluate(law->context, &given, &force);
    *out = ab_plugin_friction_force(ab_vec3_of(force.tangential), slip);
}

const abNormalLaw ab_law_callback = {.table = &s_normal_table,
                                     .memory = ab_plugin_memory,
                                     .has_own_losses = true,
                                     .check = normal_check,
                                     .prepare = normal_prepare,
                                     .begin = ab_plugin_begin,
                                     .evaluate = normal_evaluate,
                                     .code = {callback_open, callback_close, .is_trusted = true},
                                     .spread = AB_LAW_SPREADABLE};
const abFrictionLaw ab_friction_callback = {
    .table = &s_friction_table,
    .check = friction_check,
    .prepare = friction_prepare,
    .evaluate = friction_evaluate,
    .code = {callback_open, callback_close, .is_trusted = true}};

bool ab_law_is_callback(const abNormalLaw *law) {
    return law == &ab_law_callback;
}

const abNormalCallbacks *ab_callbacks_of_many(const abNormalLaw *law, const double *constants) {
    const abNormalCallbacks *callbacks =
        ab_law_is_callback(law) ? ab_kept_pointer(constants) : NULL;
    return callbacks != NULL && callbacks->evaluate_many != NULL ? callbacks : NULL;
}
