// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sensors.c - sensors are located on the polynomial of the step, as touches are.
//
// A sensor is met when  g = +-(expression - value)  rises above 0; one that compares for equality
// also when it falls below. The step is looked at in a few places; between two of them a change of
// side is located by the Illinois method, and where g turns round, as its exact rate tells, the
// turning point is looked at too, so that a short visit across is not missed.
//
// Error   the located instant is that of the polynomial; the step is then taken again up to it and
//         the instant corrected along the rate.
// Limits  two visits between neighbouring places, or one of an expression without rates (forces,
//         accelerations), may be missed.

#include "core/sensors.h"

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "core/notify.h"
#include "core/simulation_state.h"
#include "derivative/state/derivative.h"
#include "math/core/bracket.h"
#include "mechanics/force/observe.h"
#include "mechanics/state/place.h"

enum { PLACES = 4 };

abResult ab_sensors_init(abSensors *s, const abModel *model, abArena *arena, abError *error) {
    size_t n = model->sensor_count;
    *s = (abSensors){.located = -1};
    s->sides = AB_ARENA_NEW(arena, signed char, n);
    s->trial = AB_ARENA_NEW(arena, signed char, n);
    s->left = AB_ARENA_NEW(arena, abSensorNow, n);
    s->right = AB_ARENA_NEW(arena, abSensorNow, n);
    if (s->sides == NULL || s->trial == NULL || s->left == NULL || s->right == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for sensors");
    }
    for (size_t k = 0; k < n; k++) {
        s->any_located |= model->sensors[k].def.zero_crossing;
        s->needs_forces |= model->sensors[k].compiled.level > AB_LEVEL_MOTION;
    }
    return AB_OK;
}

// Places the bodies, or evaluates when a sensor wants forces. False when that fails.
static bool place(abSimulation *s, double t, const double *y, double *workspace) {
    abDerivative *d = &s->dynamics;
    if (!s->sensors.needs_forces) {
        ab_mechanics_place(&d->mechanics, t, y);
        return true;
    }
    int64_t evaluations = d->mechanics.evaluations; // none of the integrator's
    bool ok = ab_derivative_evaluate(d, t, y, workspace);
    d->mechanics.evaluations = evaluations;
    return ok;
}

static abSensorNow look(abSimulation *s, int index) {
    const abSensor *sensor = &s->model->sensors[index];
    abJet jet = ab_compiled_expression_jet(&s->dynamics.mechanics, &sensor->compiled);
    double sign = sensor->def.compare == AB_COMPARE_LE ? -1.0 : 1.0;
    // rates of velocities need accelerations, which a mere placing does not give
    bool has_rate = s->sensors.needs_forces || !sensor->compiled.has_velocities;
    return (abSensorNow){sign * (jet.value - sensor->def.value), has_rate ? sign * jet.rate : NAN};
}

static signed char side_of(const abSensor *sensor, double g) {
    // equality itself counts as met
    return sensor->def.compare == AB_COMPARE_EQ ? (signed char)((g > 0.0) - (g < 0.0))
                                                : (signed char)(g >= 0.0 ? 1 : -1);
}

static bool is_met(const abSensor *sensor, signed char before, signed char after) {
    if (sensor->def.compare == AB_COMPARE_EQ) {
        return before != 0 && after != before;
    }
    return before != 1 && after == 1;
}

// ---- within a step ----

static bool place_at(abSimulation *s, abStepper *stepper, double theta) {
    ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->frame.y);
    return place(s, stepper->t + theta * stepper->h, s->frame.y, s->frame.rate);
}

static abSensorNow look_at(abSimulation *s, abStepper *stepper, int sensor, double theta) {
    return place_at(s, stepper, theta) ? look(s, sensor) : (abSensorNow){NAN, NAN};
}

// Where between a (not met) and b (met) the sensor is met; the answer is on the side of b.
static double locate(abSimulation *s, abStepper *stepper, int sensor, double a, double g_a,
                     double b, double g_b) {
    const abSensorDef *def = &s->model->sensors[sensor].def;
    double allowed = isnan(def->error_tolerance) ? 0.0 : def->error_tolerance;
    double side_b = g_b > 0.0 || (g_b == 0.0 && g_a < 0.0) ? 1.0 : -1.0;
    abIllinois bracket = {a, g_a, b, g_b, 0};
    double theta;
    while (bracket.looked < 80 && bracket.high - bracket.low > 1e-14 && fabs(g_b) > allowed &&
           ab_illinois_next(&bracket, &theta)) {
        double g = look_at(s, stepper, sensor, theta).value;
        bool is_beyond = side_b * g >= 0.0;
        g_b = is_beyond ? g : g_b;
        ab_illinois_take(&bracket, theta, g, is_beyond);
    }
    return bracket.high;
}

// Where between a and b the rate changes sign; NAN when it does not, or is not known.
static double turning_point(abSimulation *s, abStepper *stepper, int sensor, double a,
                            double rate_a, double b, double rate_b) {
    if (!(rate_a * rate_b < 0.0)) {
        return NAN;
    }
    for (int i = 0; i < 40; i++) {
        double theta = 0.5 * (a + b), rate = look_at(s, stepper, sensor, theta).rate;
        *(rate * rate_a > 0.0 ? &a : &b) = theta;
    }
    return 0.5 * (a + b);
}

// Where in (a, b] one sensor is met.
static double first_of(abSimulation *s, abStepper *stepper, int k, double a, double b) {
    const abSensor *sensor = &s->model->sensors[k];
    abSensorNow left = s->sensors.left[k], right = s->sensors.right[k];
    signed char before = s->sensors.trial[k], after = side_of(sensor, right.value);
    if (is_met(sensor, before, after)) {
        return locate(s, stepper, k, a, left.value, b, right.value);
    }
    bool may_visit = after == before && (before == -1 || sensor->def.compare == AB_COMPARE_EQ);
    if (may_visit && before * left.rate < 0.0) {
        double rotation = turning_point(s, stepper, k, a, left.rate, b, right.rate);
        double g = isnan(rotation) ? NAN : look_at(s, stepper, k, rotation).value;
        if (!isnan(g) && is_met(sensor, before, side_of(sensor, g))) {
            return locate(s, stepper, k, a, left.value, rotation, g);
        }
    }
    return INFINITY;
}

// Places the bodies at theta and looks at all sensors. False when that fails.
static bool look_all(abSimulation *s, abStepper *stepper, double theta, abSensorNow *out) {
    bool ok = place_at(s, stepper, theta);
    for (int k = 0; ok && k < (int)s->model->sensor_count; k++) {
        out[k] = look(s, k);
    }
    return ok;
}

// The first sensor met between two neighbouring places.
static double first_between(abSimulation *s, abStepper *stepper, double a, double b) {
    double first = INFINITY;
    for (int k = 0; k < (int)s->model->sensor_count; k++) {
        bool is_wanted = s->model->sensors[k].def.zero_crossing;
        double theta = is_wanted ? first_of(s, stepper, k, a, b) : INFINITY;
        if (theta < first) {
            first = theta;
            s->sensors.located = k;
        }
    }
    return first;
}

double ab_sensors_first(abSimulation *s, abStepper *stepper, double end) {
    abSensors *sensors = &s->sensors;
    size_t n = s->model->sensor_count;
    double first = INFINITY;
    sensors->located = -1;
    if (!sensors->any_located || !look_all(s, stepper, 0.0, sensors->left)) {
        return INFINITY;
    }
    memcpy(sensors->trial, sensors->sides, n);
    for (int j = 1; j <= PLACES && !isfinite(first); j++) {
        double a = end * (j - 1) / PLACES, b = end * j / PLACES;
        if (!look_all(s, stepper, b, sensors->right)) {
            return INFINITY;
        }
        first = first_between(s, stepper, a, b);
        for (size_t k = 0; k < n; k++) {
            sensors->trial[k] = side_of(&s->model->sensors[k], sensors->right[k].value);
            sensors->left[k] = sensors->right[k];
        }
    }
    return first;
}

double ab_sensors_land(abSimulation *s, abStepper *stepper) {
    double theta = 1.0;
    for (int i = 0; i < 3; i++) {
        abSensorNow now = look_at(s, stepper, s->sensors.located, theta);
        double change = -now.value / (now.rate * stepper->h);
        if (!(fabs(change) < 0.1) || theta + change == theta) {
            break;
        }
        theta += change;
    }
    return fmin(fmax(theta, 0.5), 1.5);
}

// ---- at accepted states ----

static abResult notify(abSimulation *s, int index, abSensorNow now, const abObserver *observer,
                       abError *error) {
    const abSensorDef *def = &s->model->sensors[index].def;
    double sign = def->compare == AB_COMPARE_LE ? -1.0 : 1.0;
    abEvent event = {.time = s->t,
                     .kind = AB_EVENT_SENSOR,
                     .shape_a = -1,
                     .shape_b = -1,
                     .sensor = index + 1,
                     .value = def->value + sign * now.value};
    s->sensors.has_halted |= def->halt;
    if (def->print) {
        ab_log(&s->log, AB_LOG_NOTICE, "sensor %s at t = %.9g s: %.9g%s", def->name, s->t,
               event.value, def->halt ? "; the run ends here" : "");
    }
    return ab_run_notify(s, &event, observer, error);
}

abResult ab_sensors_notify(abSimulation *s, bool is_start, const abObserver *observer,
                           abError *error) {
    abSensors *sensors = &s->sensors;
    size_t n = s->model->sensor_count;
    if (n == 0 || !place(s, s->t, s->y, s->frame.rate)) {
        return AB_OK;
    }
    for (size_t k = 0; k < n; k++) {
        sensors->right[k] = look(s, (int)k); // all of them first: telling may look elsewhere
    }
    for (size_t k = 0; k < n; k++) {
        const abSensor *sensor = &s->model->sensors[k];
        signed char before = sensors->sides[k], after = side_of(sensor, sensors->right[k].value);
        bool is_equality = sensor->def.compare == AB_COMPARE_EQ;
        bool is_new = is_start ? after == 1 && !is_equality : is_met(sensor, before, after);
        if ((int)k == sensors->located) { // also when rounding left it just short
            is_new = true;
            after = is_equality ? (signed char)-before : 1;
        }
        sensors->sides[k] = after;
        if (is_new) {
            AB_TRY(notify(s, (int)k, sensors->right[k], observer, error));
        }
    }
    sensors->located = -1;
    return AB_OK;
}
