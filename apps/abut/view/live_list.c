// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_list.c - the values of a run as JSON.

#include "view/live_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/core/model.h"

enum { PARAMETERS_MAX = 2000 };
typedef struct List {
    abJson json;
    int count;
    char later[40]; // path of the accuracy, which is listed as one of the next run
} List;

static const char *const s_kinds[] = {[AB_PARAMETER_NUMBER] = "number",
                                      [AB_PARAMETER_WORD] = "word",
                                      [AB_PARAMETER_SWITCH] = "switch",
                                      [AB_PARAMETER_TEXT] = "text"};

static void put_parameter(void *context, const abParameter *parameter) {
    List *list = context;
    abJson *json = &list->json;
    if (list->count == PARAMETERS_MAX ||
        (list->count > 0 && strcmp(parameter->path, list->later) == 0)) {
        return;
    }
    list->count++;
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "path", parameter->path);
    ab_json_text(json, "group", parameter->group);
    ab_json_text(json, "label", parameter->label);
    ab_json_text(json, "kind", s_kinds[parameter->kind]);
    ab_json_number(json, "value", parameter->value); // null: not given, or no number
    ab_json_text(json, "shown", parameter->shown != NULL ? parameter->shown : "");
    ab_json_boolean(json, "given", parameter->is_given);
    ab_json_open(json, "choices", '[');
    for (int i = 0; parameter->choices != NULL && parameter->choices[i] != NULL; i++) {
        ab_json_text(json, NULL, parameter->choices[i]);
    }
    ab_json_close(json, ']');
    ab_json_text(json, "unit", parameter->unit);
    ab_json_number(json, "low", parameter->low); // null: not bounded
    ab_json_number(json, "high", parameter->high);
    ab_json_text(json, "text", parameter->text);
    ab_json_close(json, '}');
}

// Tolerance or step, of the run that begins next. A step in another unit than s and ms is not listed.
static void put_accuracy(const Session *session, List *list) {
    const abSimulationDef *def = ab_model_simulation(session->model);
    double second = session->model->expression_units.time;
    bool has_step = isfinite(def->step);
    const char *key = has_step ? "step" : "tolerance";
    if (has_step && second != 1.0 && second != 1e-3) {
        return;
    }
    char text[40];
    abParameter parameter = {.kind = AB_PARAMETER_NUMBER,
                             .path = list->later,
                             .group = "simulation",
                             .label = key,
                             .unit = !has_step       ? "-"
                                     : second == 1.0 ? "s"
                                                     : "ms",
                             .text = "from the next Reset on",
                             .shown = text,
                             .is_given = true,
                             .value = has_step ? def->step / second : ab_simulation_tolerance(def),
                             .low = 0.0,
                             .high = INFINITY};
    snprintf(list->later, sizeof list->later, "simulation.%s", key);
    for (int i = 0; i < session->later_count; i++) {
        if (strcmp(session->later[i].path, list->later) == 0) {
            parameter.value = strtod(session->later[i].value, NULL);
        }
    }
    snprintf(text, sizeof text, "%.12g", parameter.value);
    put_parameter(list, &parameter);
}

void live_list(const Session *session, abText *out) {
    abError error;
    ab_error_clear(&error);
    ab_text_clear(out);
    List list = {.json = ab_json(out, false)};
    ab_json_open(&list.json, NULL, '[');
    put_accuracy(session, &list);
    ab_simulation_parameters(session->simulation, put_parameter, &list, &error);
    ab_json_close(&list.json, ']');
}
