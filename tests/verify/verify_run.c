// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_run.c - an observer that copies frames and events, and looks things up in them.

#include "verify_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "math/core/vector_math.h"
#include "model/core/model.h"

static void *resized(void *old, size_t size) {
    void *new = realloc(old, size);
    if (new == NULL) {
        fprintf(stderr, "verify: out of memory\n");
        exit(5);
    }
    return new;
}

static size_t grown(size_t capacity) {
    return capacity > 0 ? 2 * capacity : 512;
}

static void sum_map(Run *run, const abFrame *frame) {
    memset(run->map_force, 0, sizeof run->map_force);
    memset(run->map_pressed, 0, sizeof run->map_pressed);
    for (int i = 0; i < frame->map_count; i++) {
        const abMapRow *row = &frame->map[i];
        if (row->shape < 2) {
            abVec3 *force = &run->map_force[row->shape];
            *force = ab_add(*force, row->force);
            run->map_pressed[row->shape] += row->pressure * row->area;
        }
    }
}

static abResult keep_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Run *run = context;
    run->body_count = frame->body_count;
    run->modal_count = frame->modal_count;
    run->request_count = frame->request_count;
    size_t n = (size_t)frame->body_count, m = (size_t)frame->modal_count;
    size_t k = (size_t)frame->request_count;
    if (run->instant_count == run->instant_capacity) {
        run->instant_capacity = grown(run->instant_capacity);
        run->instants = resized(run->instants, run->instant_capacity * sizeof *run->instants);
        run->states = resized(run->states, (run->instant_capacity * n + 1) * sizeof *run->states);
        run->modes = resized(run->modes, (run->instant_capacity * m + 1) * sizeof *run->modes);
        run->requests =
            resized(run->requests, (run->instant_capacity * k + 1) * sizeof *run->requests);
    }
    memcpy(&run->states[run->instant_count * n], frame->bodies, n * sizeof *run->states);
    if (m > 0) {
        memcpy(&run->modes[run->instant_count * m], frame->modes, m * sizeof *run->modes);
    }
    if (k > 0) {
        memcpy(&run->requests[run->instant_count * k], frame->requests, k * sizeof *run->requests);
    }
    Instant *instant = &run->instants[run->instant_count++];
    *instant = (Instant){.time = frame->time, .energy = frame->energy};
    if (frame->contact_count > 0) {
        instant->force = frame->contacts[0].normal_force;
        instant->depth = frame->contacts[0].depth;
        instant->pressing = ab_scale(frame->contacts[0].normal_force, frame->contacts[0].normal);
        instant->pressure = frame->contacts[0].pressure;
        instant->points = frame->contacts[0].points;
    }
    for (int i = 0; i < frame->contact_count; i++) {
        instant->pressed += frame->contacts[i].normal_force;
    }
    sum_map(run, frame);
    run->region_count = frame->region_count < RUN_CONTACTS ? frame->region_count : RUN_CONTACTS;
    if (run->region_count > 0) {
        memcpy(run->regions, frame->regions, (size_t)run->region_count * sizeof run->regions[0]);
    }
    run->contact_count = frame->contact_count < RUN_CONTACTS ? frame->contact_count : RUN_CONTACTS;
    if (run->contact_count > 0) {
        memcpy(run->contacts, frame->contacts,
               (size_t)run->contact_count * sizeof run->contacts[0]);
    }
    return AB_OK;
}

static abResult keep_event(void *context, const abEvent *event, abError *error) {
    (void)error;
    Run *run = context;
    if (run->event_count == run->event_capacity) {
        run->event_capacity = grown(run->event_capacity);
        run->events = resized(run->events, run->event_capacity * sizeof *run->events);
    }
    run->events[run->event_count++] = *event;
    return AB_OK;
}

static double s_tolerance; // of all runs; 0: of the model

double run_use_tolerance(double tolerance) {
    double before = s_tolerance;
    s_tolerance = tolerance;
    return before;
}

static abResult simulate(Run *run, abError *error) {
    abSimulation *simulation = NULL;
    abSimulationDef options = *ab_model_simulation(run->model);
    options.tolerance = s_tolerance > 0.0 ? s_tolerance : options.tolerance;
    AB_TRY(ab_simulation_create(run->model, &options, ab_heap(), (abLog){0}, &simulation, error));
    abObserver observer = {.context = run, .frame = keep_frame, .event = keep_event};
    abResult result = ab_simulation_run(simulation, &observer, error);
    run->statistics = *ab_simulation_statistics(simulation);
    ab_simulation_destroy(simulation);
    return result;
}

static void conclude(Run *run, abResult result, const abError *error) {
    run->result = result;
    if (result != AB_OK) {
        snprintf(run->message, sizeof run->message, "%s", ab_result_name(result));
        if (error->count > 0) {
            ab_error_format(error, 0, run->message, sizeof run->message);
        }
    } else if (run->instant_count == 0) {
        run->result = AB_NUMERICS;
        snprintf(run->message, sizeof run->message, "no frame came");
    }
}

void run_yaml(Run *run, const char *text) {
    run_yaml_at(run, text, "tests/verify/text");
}

void run_yaml_at(Run *run, const char *text, const char *path) {
    abModel *model = NULL;
    abError error;
    ab_error_clear(&error);
    abResult result = ab_model_read_text(text, strlen(text), path, NULL, 0, ab_heap(), (abLog){0},
                                         &model, &error);
    if (result == AB_OK) {
        run_model(run, model);
    } else {
        *run = (Run){0};
        conclude(run, result, &error);
    }
}

void run_model(Run *run, abModel *model) {
    double start = ab_clock();
    *run = (Run){.model = model};
    abError error;
    ab_error_clear(&error);
    conclude(run, simulate(run, &error), &error);
    run->seconds = ab_clock() - start;
}

void run_file(Run *run, const char *path) {
    run_file_with(run, path, NULL, 0);
}

void run_file_with(Run *run, const char *path, const abOverride *overrides, int count) {
    *run = (Run){0};
    abModel *model = NULL;
    abError error;
    ab_error_clear(&error);
    abResult result = ab_model_read(path, overrides, count, ab_heap(), (abLog){0}, &model, &error);
    if (result == AB_OK) {
        run_model(run, model);
    } else {
        conclude(run, result, &error);
    }
}

void run_done(Run *run) {
    if (run->model != NULL) {
        ab_model_destroy(run->model);
    }
    free(run->instants);
    free(run->states);
    free(run->modes);
    free(run->requests);
    free(run->events);
    *run = (Run){0};
}

// ---- looking things up ----

int run_body(const Run *run, const char *name) {
    return ab_model_find_body(run->model, name).index;
}

static size_t nearest_instant(const Run *run, double time) {
    size_t best = 0;
    for (size_t i = 1; i < run->instant_count; i++) {
        if (fabs(run->instants[i].time - time) <= fabs(run->instants[best].time - time)) {
            best = i; // of several at one instant the last
        }
    }
    return best;
}

const abBodyState *run_state(const Run *run, int body, double time) {
    return &run->states[nearest_instant(run, time) * (size_t)run->body_count + (size_t)body - 1];
}

const abBodyState *run_end(const Run *run, int body) {
    return &run->states[(run->instant_count - 1) * (size_t)run->body_count + (size_t)body - 1];
}

const double *run_modes(const Run *run, double time) {
    return &run->modes[nearest_instant(run, time) * (size_t)run->modal_count];
}

double run_output(const Run *run, const char *name, double time) {
    for (int i = 0; i < run->request_count; i++) {
        if (strcmp(run->model->requests[i].def.name, name) == 0) {
            return run
                ->requests[nearest_instant(run, time) * (size_t)run->request_count + (size_t)i];
        }
    }
    return NAN;
}

const Instant *run_last(const Run *run) {
    return &run->instants[run->instant_count - 1];
}

static bool is_of(const abEvent *event, abEventKind kind, int a, int b) {
    bool same =
        (event->body_a == a && event->body_b == b) || (event->body_a == b && event->body_b == a);
    return event->kind == kind && (a == 0 || same);
}

const abEvent *run_event(const Run *run, abEventKind kind, int a, int b, int n) {
    for (size_t i = 0; i < run->event_count; i++) {
        if (is_of(&run->events[i], kind, a, b) && --n == 0) {
            return &run->events[i];
        }
    }
    return NULL;
}

const abEvent *run_event_near(const Run *run, abEventKind kind, int a, int b, double time) {
    const abEvent *best = NULL;
    for (size_t i = 0; i < run->event_count; i++) {
        const abEvent *event = &run->events[i];
        if (is_of(event, kind, a, b) &&
            (best == NULL || fabs(event->time - time) < fabs(best->time - time))) {
            best = event;
        }
    }
    return best;
}

int run_event_count(const Run *run, abEventKind kind, int a, int b) {
    int count = 0;
    for (size_t i = 0; i < run->event_count; i++) {
        count += is_of(&run->events[i], kind, a, b);
    }
    return count;
}

double run_peak_force(const Run *run) {
    size_t top = 0;
    for (size_t i = 0; i < run->instant_count; i++) {
        top = run->instants[i].force > run->instants[top].force ? i : top;
    }
    if (top == 0 || top + 1 >= run->instant_count) {
        return run->instant_count > 0 ? run->instants[top].force : 0.0;
    }
    double low = run->instants[top - 1].force, f = run->instants[top].force;
    double high = run->instants[top + 1].force, bend = low - 2.0 * f + high;
    return bend < 0.0 ? f - (high - low) * (high - low) / (8.0 * bend) : f;
}

double run_drift(const Run *run) {
    double scale = run->statistics.energy_scale;
    return scale > 0.0 ? run->statistics.energy_drift / scale : run->statistics.energy_drift;
}
