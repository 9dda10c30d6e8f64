// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// method_keys.c - keys of the simulation that only some methods look at: who sets one under another
// method is told so, as it would change nothing.

#include "api/method_keys.h"

#include <math.h>
#include <stdio.h>

#include "api/method_list.h"
#include "model/core/model.h"
#include "model/kinds/tables.h"

enum {
    EVENTS = 1 << AB_METHOD_EVENTS,
    FIXED = 1 << AB_METHOD_FIXED,
    STEPPING = 1 << AB_METHOD_STEPPING
};

typedef struct KeyOf {
    const char *key;
    int methods;
} KeyOf;

static const KeyOf s_keys[] = {
    {"step", FIXED | STEPPING},      {"step_control", STEPPING}, {"impacts", EVENTS | FIXED},
    {"impact_seed", EVENTS | FIXED}, {"stabilization", FIXED},   {"stabilization_time", FIXED},
    {"contact_distance", FIXED},     {"contact_speed", FIXED},   {"collision_accuracy", FIXED},
    {"allowed_overlap", STEPPING},   {"sleep", STEPPING},        {"hold_joints", FIXED},
};

// Of each word of `integrator`.
static const int s_integrators[] = {
    EVENTS | FIXED | STEPPING, EVENTS, EVENTS, EVENTS, EVENTS, EVENTS, FIXED, FIXED, FIXED, FIXED};

static double number_in(const abSimulationDef *options, const abKey *key) {
    const char *field = (const char *)options + key->offset;
    return key->kind == AB_KEY_NUMBER    ? *(const double *)field
           : key->kind == AB_KEY_BOOLEAN ? (double)*(const bool *)field
                                         : (double)*(const int *)field;
}

// "events or fixed"
static void write_names(int methods, char *out, size_t size) {
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < AB_METHOD_COUNT && length < size; i++) {
        if ((methods >> i & 1) != 0) {
            length += (size_t)snprintf(out + length, size - length, "%s%s",
                                       length > 0 ? " or " : "", ab_method_name(i));
        }
    }
}

static abResult check_key(const abSimulationDef *options, const char *name, int methods,
                          abError *error) {
    const abKey *key = ab_table_find(&ab_simulation_table, name);
    double value = number_in(options, key);
    bool is_as_usual = value == key->fallback || (isnan(value) && isnan(key->fallback));
    if (is_as_usual || (methods >> options->method & 1) != 0) {
        return AB_OK;
    }
    char able[40], number[40];
    write_names(methods, able, sizeof able);
    snprintf(number, sizeof number, "%g", value);
    const char *word = key->kind == AB_KEY_CHOICE    ? key->choices[(int)value]
                       : key->kind == AB_KEY_BOOLEAN ? (value != 0.0 ? "true" : "false")
                                                     : number;
    bool has_unit = key->kind == AB_KEY_NUMBER && key->unit[0] != '-';
    return ab_error_add(error, AB_BAD_MODEL, options->place,
                        "simulation: %s = %s%s%s cannot act under method %s; leave it out, or use "
                        "method: %s",
                        name, word, has_unit ? " " : "", has_unit ? key->unit : "",
                        ab_method_name(options->method), able);
}

abResult ab_method_check_keys(const abSimulationDef *options, abError *error) {
    abResult result = check_key(options, "integrator", s_integrators[options->integrator], error);
    for (size_t i = 0; i < sizeof s_keys / sizeof *s_keys; i++) {
        result = ab_worse(result, check_key(options, s_keys[i].key, s_keys[i].methods, error));
    }
    if (options->max_step < options->step) {
        result = ab_worse(result, check_key(options, "max_step", EVENTS, error));
    }
    if (options->impacts == AB_IMPACT_ORDER_FREE && options->method != AB_METHOD_STEPPING &&
        options->impact_seed != 0.0) {
        result = ab_error_add(error, AB_BAD_MODEL, options->place,
                              "simulation: impact_seed = %.0f cannot act with impacts: "
                              "order_free, which draws nothing; leave it out, or choose impacts "
                              "of random order, as serial_grouped",
                              options->impact_seed);
    }
    return result;
}
