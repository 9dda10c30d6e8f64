// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_sensors.c - expressions that are watched (sensors) and those that are recorded (requests).

#include "model/compile/compile_sensors.h"

#include "base/no_memory.h"
#include "model/compile/signals.h"
#include "model/core/model.h"

abResult ab_model_add_sensor(abModel *model, const abSensorDef *def, abError *error) {
    AB_TRY(
        ab_model_check_named(model, &model->sensor_names, "sensor", def->name, def->place, error));
    abSensor *added = AB_MODEL_ADD(model, sensors, sensor_count, ((abSensor){.def = *def}));
    bool ok =
        added != NULL &&
        AB_MODEL_OWN(model, &added->def.name, &added->def.expression, &added->def.place.file) &&
        ab_model_store_name(&model->sensor_names, added->def.name, model->sensor_count - 1,
                            def->place);
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for sensors");
}

abResult ab_model_add_change(abModel *model, const abChangeDef *def, abError *error) {
    abChangeDef *added = AB_MODEL_ADD(model, changes, change_count, *def);
    if (added == NULL || !AB_MODEL_OWN(model, &added->path, &added->value, &added->place.file)) {
        return ab_no_memory(error, (abPlace){0}, "for changes");
    }
    for (; added > model->changes && added[-1].time > added->time; added--) {
        abChangeDef later = added[-1];
        added[-1] = *added;
        *added = later;
    }
    return AB_OK;
}

abResult ab_model_add_request(abModel *model, const abRequestDef *def, abError *error) {
    AB_TRY(
        ab_model_check_named(model, &model->request_names, "output", def->name, def->place, error));
    if (ab_model_find_body(model, def->name).index > 0) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "the output %s has the name of a body; series could not be told apart",
                            def->name);
    }
    abRequest *added = AB_MODEL_ADD(model, requests, request_count, ((abRequest){.def = *def}));
    if (added == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for sensors");
    }
    added->def.unit = def->unit != NULL ? def->unit : "-";
    bool ok = AB_MODEL_OWN(model, &added->def.name, &added->def.expression, &added->def.unit,
                           &added->def.place.file) &&
              ab_model_store_name(&model->request_names, added->def.name, model->request_count - 1,
                                  def->place);
    return ok ? ab_model_add_output(model, added->def.name, added->def.place, error)
              : ab_no_memory(error, (abPlace){0}, "for sensors");
}

abResult ab_compile_sensors(abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t k = 0; k < model->sensor_count; k++) {
        abSensor *sensor = &model->sensors[k];
        result = ab_worse(result, ab_compile_expression(model, sensor->def.expression,
                                                        sensor->def.place, "a sensor", AB_LEVEL_ALL,
                                                        &sensor->compiled, error));
    }
    for (size_t k = 0; k < model->request_count; k++) {
        abRequest *request = &model->requests[k];
        result = ab_worse(result, ab_compile_expression(model, request->def.expression,
                                                        request->def.place, "an output",
                                                        AB_LEVEL_ALL, &request->compiled, error));
    }
    return result;
}

int ab_model_sensor_count(const abModel *model) {
    return (int)model->sensor_count;
}

const char *ab_model_sensor_name(const abModel *model, int sensor) {
    return sensor >= 0 && sensor < (int)model->sensor_count ? model->sensors[sensor].def.name : "";
}
