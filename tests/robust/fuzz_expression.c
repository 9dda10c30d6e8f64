// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_expression.c - any bytes as expressions of a model: a variable, a force, a motion, a sensor.
// They are refused with a problem or evaluate, with derivatives, to some number.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"
#include "mechanics/force/observe.h"
#include "mechanics/state/place.h"
#include "model/core/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool condition) {
    if (!condition) {
        abort();
    }
}

static void add_body(abModel *model, const char *name, double x, abError *error) {
    abBodyDef def = ab_body_def();
    abMarkerDef marker = ab_marker_def();
    abBodyId id;
    def.name = name;
    def.position.x = x;
    def.velocity.y = 0.3;
    def.angular_velocity = (abVec3){0.5, 1.5, -0.5};
    def.mass = 1.0;
    def.inertia = (abMat3){{{1, 0, 0}, {0, 1.5, 0}, {0, 0, 2}}};
    marker.name = "m";
    marker.position.z = 0.2;
    marker.rotation.x = 0.4;
    check(ab_model_add_body(model, &def, &id, error) == AB_OK);
    check(ab_model_add_marker(model, id, &marker, error) == AB_OK);
}

static void add_parts(abModel *model, abError *error) {
    static const double x[] = {-1.0, 0.0, 0.5, 2.0}, y[] = {1.0, 3.0, -2.0, 0.0};
    add_body(model, "a", 0.0, error);
    add_body(model, "b", 1.0, error);
    abSplineDef spline = ab_spline_def();
    spline.name = "s";
    spline.x = x;
    spline.y = y;
    spline.x_count = 4;
    check(ab_model_add_spline(model, &spline, error) == AB_OK);
}

// Bytes up to a line end become a text; at most `size` characters.
static const uint8_t *take_line(const uint8_t *data, const uint8_t *end, char *out, size_t size) {
    size_t n = 0;
    while (data < end && *data != '\n') {
        if (n + 1 < size) {
            out[n++] = (char)*data;
        }
        data++;
    }
    out[n] = '\0';
    return data < end ? data + 1 : data;
}

static void evaluate(const abModel *model, abError *error) {
    abDerivative dynamics;
    check(ab_derivative_init(&dynamics, model, ab_heap(), error) == AB_OK);
    size_t count = (size_t)model->state_count;
    double *y = malloc(2 * count * sizeof *y);
    check(y != NULL);
    ab_mechanics_initial(&dynamics.mechanics, y);
    for (int k = 0; k < 3; k++) {
        ab_derivative_evaluate(&dynamics, 0.4 * k, y, y + count);
        for (size_t v = 0; v < model->sensor_count; v++) {
            double value =
                ab_compiled_expression_value(&dynamics.mechanics, &model->sensors[v].compiled);
            double again =
                ab_compiled_expression_jet(&dynamics.mechanics, &model->sensors[v].compiled).value;
            check(value == again || (isnan(value) && isnan(again)));
        }
        ab_observe_turns(&dynamics.mechanics, k == 0);
    }
    free(y);
    ab_derivative_done(&dynamics);
}

// The lines in turn are variables v0, v1, a component of a force, a motion, and sensors.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static abError error;
    static char text[5000];
    abModel *model;
    ab_error_clear(&error);
    check(ab_model_create(ab_heap(), (abLog){0}, &model, &error) == AB_OK);
    add_parts(model, &error);
    const uint8_t *end = data + size;
    for (int line = 0; data < end && line < 6; line++) {
        data = take_line(data, end, text, sizeof text);
        if (line < 2) {
            abVariableDef variable = ab_variable_def();
            variable.name = line == 0 ? "v0" : "v1";
            variable.expression = text;
            check(ab_model_add_variable(model, &variable, &error) == AB_OK);
        } else if (line == 2) {
            abForceDef force = ab_force_def();
            force.name = "f";
            force.type = ab_kind_find("force", "applied");
            force.between[0] = "a.m";
            force.between[1] = "b";
            ab_params_init(&force.params, "force", force.type);
            ab_params_set_text(&force.params, "force", force.type, "fx", text, &error);
            check(ab_model_add_force(model, &force, &error) == AB_OK);
        } else if (line == 3) {
            abBodyDef moved = ab_body_def();
            moved.name = "c";
            moved.mobility = AB_MOBILITY_PRESCRIBED;
            moved.motion_position[0] = text;
            check(ab_model_add_body(model, &moved, NULL, &error) == AB_OK);
        } else {
            abSensorDef sensor = ab_sensor_def();
            sensor.name = line == 4 ? "s0" : "s1";
            sensor.expression = text;
            check(ab_model_add_sensor(model, &sensor, &error) == AB_OK);
        }
    }
    if (ab_model_compile(model, &error) == AB_OK) {
        evaluate(model, &error);
    } else {
        check(error.count > 0);
    }
    ab_model_destroy(model);
    return 0;
}
