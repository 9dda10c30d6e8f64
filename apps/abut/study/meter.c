// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// meter.c - looks inside every piece of every step, and makes numbers of what it sees.
//
// A piece is looked at in the five nodes of Gauss and Lobatto, which have both its ends:
//
//   integral over a piece = h sum of w_i g(t_i),   exact for polynomials up to degree 7            (1)
//
// Where the parabola through three neighbouring nodes has its top above the greatest value so far, the
// top of the series is closed in by golden sections of the piece, down to 1e-9 of its length.        (2)
//
// Error   values are those of the step's polynomials, within the tolerance of the run. (1) is exact
//         for positions and velocities of steps up to degree 7, else of order h^8. The value of a
//         maximum found by (2) is good to rounding, its time to 1e-9 of the piece.
// Limits  a peak that rises and falls again between two neighbouring nodes is not seen. Forces that
//         an implicit step knows only at its end are those of its end. Impulses are no forces.
// Cost    five evaluations of the forces a step, and up to 45 where a maximum is found; of bodies
//         alone no forces are evaluated. `final`, `at` and events cost nothing, or next to it.

#include "study/meter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/schema.h"
#include "study/counter.h"
#include "study/reducer.h"

enum { NODES = 5, SECTIONS = 45, ARGUMENT = 300 };

static const double s_nodes[NODES] = {0.0, 0.17267316464601142810, 0.5, 0.82732683535398857190,
                                      1.0};
static const double s_weights[NODES] = {0.05, 49.0 / 180.0, 16.0 / 45.0, 49.0 / 180.0, 0.05};

typedef struct Gauge {
    const Reducer *reducer; // or
    const Counter *counter; // or a sensor
    Tally tally;            // of the reducer
    PairTally pair;         // of the counter
    int sensor;             // from 1
    double sensed;          // the time it was first met; NAN
    int column;             // of the reader
    char unit[60];
} Gauge;

struct Meter {
    const Study *study;
    const abModel *model;
    abSeriesReader *reader; // of all series; NULL: none
    Gauge gauges[STUDY_OUTPUTS];
    double values[NODES][STUDY_OUTPUTS]; // by column
    abLook look;
    bool sees_all, sees_instants, has_started; // whether nodes, or single times are looked at
    double end;
    abObserver then;
};

// ---- what an output asks for ----

// Words of an output: "max", and what is between its brackets.
typedef struct Call {
    char name[40], argument[ARGUMENT];
} Call;

static void trim(char *text) {
    size_t length = strlen(text), blank = strspn(text, " ");
    while (length > blank && text[length - 1] == ' ') {
        length--;
    }
    memmove(text, text + blank, length - blank);
    text[length - blank] = '\0';
}

static bool split_call(const char *text, Call *call) {
    const char *open = strchr(text, '(');
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    if (open == NULL || text[length - 1] != ')' || open - text >= (ptrdiff_t)sizeof call->name ||
        length >= sizeof call->argument) {
        return false;
    }
    snprintf(call->name, sizeof call->name, "%.*s", (int)(open - text), text);
    snprintf(call->argument, sizeof call->argument, "%.*s", (int)(text + length - 1 - (open + 1)),
             open + 1);
    trim(call->name);
    trim(call->argument);
    return true;
}

static abResult unknown_call(const StudyOutput *output, const char *name, abError *error) {
    enum { WORDS = 40 };
    const char *words[WORDS + 1] = {"sensor"};
    char list[300] = "";
    int count = 1;
    for (int i = 0; i < reducer_count && count < WORDS; i++) {
        words[count++] = reducers[i].name;
    }
    for (int i = 0; i < counter_count && count < WORDS; i++) {
        words[count++] = counters[i].name;
    }
    for (int i = 0; i < count; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", words[i]);
    }
    return ab_error_add(error, AB_BAD_MODEL, output->place,
                        "%s: there is no %.40s(...)%s; there are: %s", output->name, name,
                        ab_hint(ab_nearest_word(name, words)).text, list);
}

// "SERIES, T" of `at`.
static bool split_time(Call *call, double *time) {
    char *comma = strrchr(call->argument, ','), *end;
    if (comma == NULL) {
        return false;
    }
    *time = strtod(comma + 1, &end);
    bool ok = end != comma + 1 && end[strspn(end, " ")] == '\0' && isfinite(*time);
    *comma = '\0';
    trim(call->argument);
    return ok;
}

static abResult find_side(const Meter *meter, const StudyOutput *output, char *name, int *out,
                          abError *error) {
    trim(name);
    *out = (int)ab_model_find_body(meter->model, name).index;
    int shape = *out == 0 ? ab_model_find_shape(meter->model, name) : -1;
    if (shape >= 0) {
        *out = -1 - shape;
    }
    return *out != 0 ? AB_OK
                     : ab_error_add(error, AB_BAD_MODEL, output->place,
                                    "%s: there is no body or shape \"%.60s\" in %s", output->name,
                                    name, meter->study->head.model);
}

static abResult prepare_counter(const Meter *meter, const StudyOutput *output, Call *call,
                                Gauge *gauge, abError *error) {
    char *comma = strchr(call->argument, ',');
    if (comma == NULL) {
        return ab_error_add(error, AB_BAD_MODEL, output->place,
                            "%s: %s wants two bodies or shapes, as in %s(ball, ground)",
                            output->name, call->name, call->name);
    }
    *comma = '\0';
    int a, b;
    AB_TRY(find_side(meter, output, call->argument, &a, error));
    AB_TRY(find_side(meter, output, comma + 1, &b, error));
    gauge->pair = pair_begin(a, b);
    snprintf(gauge->unit, sizeof gauge->unit, "%s", gauge->counter->unit);
    return AB_OK;
}

static abResult prepare_sensor(const Meter *meter, const StudyOutput *output, const Call *call,
                               Gauge *gauge, abError *error) {
    for (int i = 0; i < ab_model_sensor_count(meter->model); i++) {
        if (strcmp(ab_model_sensor_name(meter->model, i), call->argument) == 0) {
            gauge->sensor = i + 1;
            snprintf(gauge->unit, sizeof gauge->unit, "s");
            return AB_OK;
        }
    }
    return ab_error_add(error, AB_BAD_MODEL, output->place,
                        "%s: there is no sensor \"%.60s\" in %s", output->name, call->argument,
                        meter->study->head.model);
}

// What an output is; the series of a reducer goes to `series`.
static abResult prepare(const Meter *meter, int index, Gauge *gauge, Call *call, abError *error) {
    const StudyOutput *output = &meter->study->outputs[index];
    if (!split_call(output->text, call)) {
        return ab_error_add(error, AB_BAD_MODEL, output->place,
                            "%s is not written as WHAT(OF), as in max(ball.speed): \"%.80s\"",
                            output->name, output->text);
    }
    for (int i = 0; i < reducer_count; i++) {
        gauge->reducer = strcmp(call->name, reducers[i].name) == 0 ? &reducers[i] : gauge->reducer;
    }
    for (int i = 0; i < counter_count; i++) {
        gauge->counter = strcmp(call->name, counters[i].name) == 0 ? &counters[i] : gauge->counter;
    }
    if (gauge->counter != NULL) {
        return prepare_counter(meter, output, call, gauge, error);
    }
    if (strcmp(call->name, "sensor") == 0) {
        return prepare_sensor(meter, output, call, gauge, error);
    }
    if (gauge->reducer == NULL) {
        return unknown_call(output, call->name, error);
    }
    gauge->tally = tally_begin();
    return gauge->reducer->sees != SEES_INSTANT || split_time(call, &gauge->tally.wanted_time)
               ? AB_OK
               : ab_error_add(error, AB_BAD_MODEL, output->place,
                              "%s: at wants a series and a time in seconds, as in "
                              "at(ball.position.z, 0.5)",
                              output->name);
}

// One reader for all, which also knows units; a name at a time for the place of its problem.
static abResult check_series(const Meter *meter, int index, const char *name, Gauge *gauge,
                             abError *error) {
    const StudyOutput *output = &meter->study->outputs[index];
    abSeriesReader *reader = NULL;
    abError problem;
    ab_error_clear(&problem);
    abResult result = ab_series_reader_create(meter->model, &name, 1, ab_heap(), &reader, &problem);
    if (result != AB_OK) {
        return ab_error_add(error, AB_BAD_MODEL, output->place, "%s: %.300s", output->name,
                            problem.problems[0].text);
    }
    int count = ab_series_reader_count(reader);
    const char *of_time = gauge->reducer->unit == UNIT_TIMES_S ? " s" : "";
    const char *unit = ab_series_reader_unit(reader, 0);
    snprintf(gauge->unit, sizeof gauge->unit, "%s%s",
             gauge->reducer->unit == UNIT_SECONDS ? "s"
             : strcmp(unit, "-") == 0 && *of_time ? ""
                                                  : unit,
             *of_time && strcmp(unit, "-") == 0 ? "s" : of_time);
    char example[80];
    snprintf(example, sizeof example, "%.70s", ab_series_reader_name(reader, 0));
    ab_series_reader_destroy(reader);
    return count == 1 ? AB_OK
                      : ab_error_add(error, AB_BAD_MODEL, output->place,
                                     "%s: %.80s has %d components; name one, as in %s",
                                     output->name, name, count, example);
}

static abResult prepare_all(Meter *meter, abError *error) {
    const char *names[STUDY_OUTPUTS];
    static Call calls[STUDY_OUTPUTS]; // large
    abResult result = AB_OK;
    int columns = 0;
    for (int i = 0; i < meter->study->output_count; i++) {
        Gauge *gauge = &meter->gauges[i];
        *gauge = (Gauge){.sensed = NAN};
        abResult one = prepare(meter, i, gauge, &calls[i], error);
        if (one == AB_OK && gauge->reducer != NULL) {
            one = check_series(meter, i, calls[i].argument, gauge, error);
            gauge->column = columns;
            names[columns++] = calls[i].argument;
        }
        bool has_slip = gauge->counter != NULL && strcmp(gauge->unit, "m") == 0;
        meter->sees_all |= has_slip || (gauge->reducer != NULL && gauge->reducer->sees == SEES_ALL);
        meter->sees_instants |= gauge->reducer != NULL && gauge->reducer->sees == SEES_INSTANT;
        meter->look = has_slip ? AB_LOOK_FORCES : meter->look;
        result = result == AB_OK ? one : result;
    }
    if (result != AB_OK || columns == 0) {
        return result;
    }
    AB_TRY(ab_series_reader_create(meter->model, names, columns, ab_heap(), &meter->reader, error));
    abLook look = ab_series_reader_look(meter->reader);
    meter->look = look > meter->look ? look : meter->look;
    return AB_OK;
}

abResult meter_create(const Study *study, const abModel *model, Meter **out, abError *error) {
    Meter *meter = calloc(1, sizeof *meter);
    *out = meter;
    if (meter == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the outputs of a study");
    }
    meter->study = study;
    meter->model = model;
    abResult result = prepare_all(meter, error);
    if (result != AB_OK) {
        meter_destroy(meter);
        *out = NULL;
    }
    return result;
}

void meter_destroy(Meter *meter) {
    if (meter != NULL) {
        ab_series_reader_destroy(meter->reader);
        free(meter);
    }
}

const char *meter_unit(const Meter *meter, int output) {
    return meter->gauges[output].unit;
}

// ---- inside a piece ----

typedef struct Piece {
    Meter *meter;
    abSimulation *simulation;
    double from, to;
    double times[NODES];
    abError *error;
    abResult result;
} Piece;

static double value_at(Piece *piece, int column, double time) {
    double values[STUDY_OUTPUTS];
    abFrame frame;
    if (piece->result == AB_OK) {
        piece->result = ab_simulation_frame_at(piece->simulation, time, piece->meter->look, &frame,
                                               piece->error);
    }
    if (piece->result != AB_OK) {
        return NAN;
    }
    ab_series_reader_read(piece->meter->reader, &frame, values);
    return values[column];
}

// (2) on [a, b]; g is the series times +1 or -1.
static void close_in(Piece *piece, Gauge *gauge, double a, double b) {
    const double golden = 0.61803398874989484820, sign = gauge->reducer->turns;
    double c = b - golden * (b - a), d = a + golden * (b - a);
    double g_c = sign * value_at(piece, gauge->column, c);
    double g_d = sign * value_at(piece, gauge->column, d);
    double least = 1e-9 * (piece->to - piece->from);
    for (int i = 0; i < SECTIONS && b - a > least && piece->result == AB_OK; i++) {
        bool is_left = g_c >= g_d;
        *(is_left ? &b : &a) = is_left ? d : c;
        double next = is_left ? b - golden * (b - a) : a + golden * (b - a);
        double g = sign * value_at(piece, gauge->column, next);
        if (is_left) {
            d = c, g_d = g_c, c = next, g_c = g;
        } else {
            c = d, g_c = g_d, d = next, g_d = g;
        }
    }
    bool is_left = g_c >= g_d;
    tally_add(&gauge->tally, gauge->reducer, 0.0, is_left ? c : d, sign * (is_left ? g_c : g_d));
}

// The top of the parabola through three nodes, where it is between the outer ones; else -INFINITY.
static double top_of(const double *t, const double *g) {
    double s1 = (g[1] - g[0]) / (t[1] - t[0]), s2 = (g[2] - g[1]) / (t[2] - t[1]);
    double bend = (s2 - s1) / (t[2] - t[0]);
    double at = 0.5 * (t[0] + t[1]) - 0.5 * s1 / bend;
    bool is_top = bend < 0.0 && at > t[0] && at < t[2];
    return is_top ? g[0] + s1 * (at - t[0]) + bend * (at - t[0]) * (at - t[1]) : -INFINITY;
}

static void look_for_top(Piece *piece, Gauge *gauge) {
    const double sign = gauge->reducer->turns;
    double g[NODES];
    for (int i = 0; i < NODES; i++) {
        g[i] = sign * piece->meter->values[i][gauge->column];
    }
    for (int i = 1; i + 1 < NODES; i++) {
        double top = top_of(piece->times + i - 1, g + i - 1);
        double best = sign * gauge->tally.best, scale = fmax(fabs(best), fabs(top));
        if (top > best + 1e-12 * scale) {
            close_in(piece, gauge, piece->times[i - 1], piece->times[i + 1]);
        }
    }
}

// All five nodes; the frame of each lives until the next.
static void look_at_nodes(Piece *piece) {
    Meter *meter = piece->meter;
    for (int i = 0; i < NODES && piece->result == AB_OK; i++) {
        abFrame frame;
        piece->times[i] =
            i == NODES - 1 ? piece->to : piece->from + s_nodes[i] * (piece->to - piece->from);
        piece->result = ab_simulation_frame_at(piece->simulation, piece->times[i], meter->look,
                                               &frame, piece->error);
        if (piece->result != AB_OK) {
            return;
        }
        if (meter->reader != NULL) {
            ab_series_reader_read(meter->reader, &frame, meter->values[i]);
        }
        double weight = s_weights[i] * (piece->to - piece->from);
        for (int k = 0; k < meter->study->output_count; k++) {
            if (meter->gauges[k].counter != NULL) {
                pair_slip(&meter->gauges[k].pair, weight, &frame);
            }
        }
    }
}

static void take(Piece *piece, Gauge *gauge) {
    double h = piece->to - piece->from, wanted = gauge->tally.wanted_time;
    if (gauge->reducer->sees == SEES_INSTANT && wanted >= piece->from && wanted <= piece->to) {
        gauge->tally.wanted = value_at(piece, gauge->column, wanted);
    }
    for (int i = 0; i < NODES && gauge->reducer->sees == SEES_ALL; i++) {
        tally_add(&gauge->tally, gauge->reducer, s_weights[i] * h, piece->times[i],
                  piece->meter->values[i][gauge->column]); // (1)
    }
    if (gauge->reducer->turns != 0 && h > 0.0) {
        look_for_top(piece, gauge);
    }
}

static abResult on_piece(void *context, abSimulation *simulation, double from, double to,
                         abError *error) {
    Piece piece = {.meter = context,
                   .simulation = simulation,
                   .from = from,
                   .to = to,
                   .error = error,
                   .result = AB_OK};
    Meter *meter = context;
    if (meter->sees_all) {
        look_at_nodes(&piece);
    }
    for (int k = 0; k < meter->study->output_count && piece.result == AB_OK; k++) {
        if (meter->gauges[k].reducer != NULL) {
            take(&piece, &meter->gauges[k]);
        }
    }
    meter->end = to;
    return piece.result;
}

// ---- what else is told ----

// The last frame is at the end of the run.
static void keep_last(Meter *meter, const abFrame *frame) {
    double values[STUDY_OUTPUTS];
    if (meter->reader == NULL) {
        return;
    }
    ab_series_reader_read(meter->reader, frame, values);
    for (int k = 0; k < meter->study->output_count; k++) {
        Gauge *gauge = &meter->gauges[k];
        if (gauge->reducer != NULL && gauge->reducer->sees == SEES_END) {
            gauge->tally.last = values[gauge->column];
        }
    }
}

static abResult on_frame(void *context, const abFrame *frame, abError *error) {
    Meter *meter = context;
    for (int k = 0; k < meter->study->output_count && !meter->has_started; k++) {
        if (meter->gauges[k].counter != NULL) {
            pair_start(&meter->gauges[k].pair, frame);
        }
    }
    meter->has_started = true;
    meter->end = fmax(meter->end, frame->time);
    keep_last(meter, frame);
    return meter->then.frame != NULL ? meter->then.frame(meter->then.context, frame, error) : AB_OK;
}

static abResult on_event(void *context, const abEvent *event, abError *error) {
    Meter *meter = context;
    for (int k = 0; k < meter->study->output_count; k++) {
        Gauge *gauge = &meter->gauges[k];
        if (gauge->counter != NULL) {
            pair_event(&gauge->pair, event);
        }
        if (gauge->sensor > 0 && event->sensor == gauge->sensor && isnan(gauge->sensed)) {
            gauge->sensed = event->time;
        }
    }
    return meter->then.event != NULL ? meter->then.event(meter->then.context, event, error) : AB_OK;
}

static abResult on_step(void *context, abSimulation *simulation, double time, abError *error) {
    const Meter *meter = context;
    return meter->then.step != NULL ? meter->then.step(meter->then.context, simulation, time, error)
                                    : AB_OK;
}

abResult meter_attach(Meter *meter, abSimulation *simulation, const abObserver *then,
                      abObserver *observer) {
    meter->then = then != NULL ? *then : (abObserver){0};
    meter->end = ab_simulation_time(simulation);
    *observer = (abObserver){meter, on_frame, on_event, on_step};
    abPieceObserver pieces = {meter, on_piece};
    return ab_simulation_observe_pieces(simulation,
                                        meter->sees_all || meter->sees_instants ? &pieces : NULL);
}

void meter_read(const Meter *meter, double *out) {
    for (int k = 0; k < meter->study->output_count; k++) {
        const Gauge *gauge = &meter->gauges[k];
        out[k] = gauge->reducer != NULL   ? gauge->reducer->result(&gauge->tally)
                 : gauge->counter != NULL ? gauge->counter->result(&gauge->pair, meter->end)
                                          : gauge->sensed;
    }
}
