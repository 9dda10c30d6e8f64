// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// run.c - a simulation computes: advanced to a time, or run to its end into a record.
//
// Between two steps, at most every 20 ms, signals are looked at: Ctrl-C raises KeyboardInterrupt
// from here, and the simulation can go on afterwards.

#include <time.h>

#include "binding.h"

typedef struct Watch {
    Run run;
    abObserver record;    // of a record; all NULL without
    bool stops_at_events; // the first one ends the advance
    PyObject *event;      // that one
} Watch;

// ---- what is told ----

PyObject *event_tuple(const abEvent *e) {
    return Py_BuildValue("(LdsiiiiiddNNdddNidzzsi(dddd)(dd))", (long long)e->index, e->time,
                         ab_event_name(e->kind), e->body_a - 1, e->body_b - 1, e->shape_a,
                         e->shape_b, e->link, e->distance, e->speed, vector_tuple(e->normal),
                         vector_tuple(e->point), e->depth, e->duration, e->impulse,
                         vector_tuple(e->push), e->sensor, e->value, e->path, e->text,
                         ab_event_restart_name(e->restart), e->normal_law, e->law[0], e->law[1],
                         e->law[2], e->law[3], e->constants[0], e->constants[1]);
}

static bool put(PyObject *dict, const char *key, PyObject *value) {
    bool ok = value != NULL && PyDict_SetItemString(dict, key, value) == 0;
    Py_XDECREF(value);
    return ok;
}

static PyObject *event_counts(const abStatistics *s) {
    PyObject *counts = PyDict_New();
    for (int kind = 0; counts != NULL && kind < AB_EVENT_KINDS; kind++) {
        if (!put(counts, ab_event_name((abEventKind)kind), PyLong_FromLongLong(s->events[kind]))) {
            Py_CLEAR(counts);
        }
    }
    return counts;
}

PyObject *statistics_dict(const abStatistics *s) {
    const struct {
        const char *key;
        int64_t value;
    } counts[] = {{"evaluations", s->evaluations}, {"steps", s->steps},
                  {"rejected", s->rejected},       {"proximity_calls", s->proximity_calls},
                  {"jacobians", s->jacobians},     {"restarts", s->restarts},
                  {"dense_steps", s->dense_steps}};
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"smallest_step", s->smallest_step},
                   {"worst_depth", s->worst_depth},
                   {"worst_depth_time", s->worst_depth_time},
                   {"energy_drift", s->energy_drift},
                   {"energy_scale", s->energy_scale},
                   {"impact_gain", s->impact_gain},
                   {"dense_time", s->dense_time},
                   {"stiff_time", s->stiff_time},
                   {"limiting_share", s->limiting_share}};
    PyObject *dict = PyDict_New();
    bool ok = dict != NULL;
    for (size_t i = 0; ok && i < sizeof counts / sizeof counts[0]; i++) {
        ok = put(dict, counts[i].key, PyLong_FromLongLong(counts[i].value));
    }
    for (size_t i = 0; ok && i < sizeof numbers / sizeof numbers[0]; i++) {
        ok = put(dict, numbers[i].key, PyFloat_FromDouble(numbers[i].value));
    }
    ok = ok && put(dict, "integrator", Py_BuildValue("z", s->integrator)) &&
         put(dict, "events", event_counts(s));
    if (!ok) {
        Py_CLEAR(dict);
    }
    return dict;
}

// ---- observers ----

static abResult tell_frame(void *context, const abFrame *frame, abError *error) {
    const Watch *watch = context;
    return watch->record.frame(watch->record.context, frame, error);
}

static abResult tell_event(void *context, const abEvent *event, abError *error) {
    Watch *watch = context;
    if (watch->record.event != NULL) {
        return watch->record.event(watch->record.context, event, error);
    }
    if (!watch->stops_at_events) {
        return AB_OK;
    }
    PyGILState_STATE lock = PyGILState_Ensure();
    watch->event = event_tuple(event);
    PyErr_Clear(); // for want of memory the event is lost
    PyGILState_Release(lock);
    return AB_STOPPED;
}

static abResult tell_step(void *context, abSimulation *simulation, double time, abError *error) {
    Watch *watch = context;
    if (watch->record.step != NULL) {
        AB_TRY(watch->record.step(watch->record.context, simulation, time, error));
    }
    return run_breathe(&watch->run) ? AB_OK : AB_STOPPED;
}

// ---- advancing ----

static bool begin(Simulation *s, Watch *watch, abError *error) {
    if (!simulation_is_free(s)) {
        return false;
    }
    s->is_busy = true;
    ab_error_clear(error);
    run_enter(&watch->run, s->model, s->laws);
    return true;
}

PyObject *simulation_advance(PyObject *self, PyObject *arguments) {
    Simulation *s = (Simulation *)self;
    double time;
    int stops;
    abError error;
    Watch watch = {.event = NULL};
    if (!PyArg_ParseTuple(arguments, "dp", &time, &stops) || !begin(s, &watch, &error)) {
        return NULL;
    }
    watch.stops_at_events = stops;
    // it hears of events even when nobody asks: what is not heard as a step is taken is not kept
    abObserver observer = {&watch, NULL, tell_event, tell_step};
    ab_simulation_observe(s->handle, &observer);
    abResult result = ab_simulation_advance(s->handle, time, &error);
    ab_simulation_observe(s->handle, NULL);
    bool ok = run_leave(&watch.run);
    s->is_busy = false;
    if (ok && result != AB_OK && !(result == AB_STOPPED && watch.event != NULL)) {
        raise_error_of(result, &error, s->handle);
        ok = false;
    }
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace); // the state is shown where it stands, also after an error
    bool shown = simulation_refresh(s);
    if (!ok) {
        PyErr_Restore(type, value, trace);
    }
    if (!ok || !shown) {
        Py_XDECREF(watch.event);
        return NULL;
    }
    return watch.event != NULL ? watch.event : Py_NewRef(Py_None);
}

// ---- into a record ----

static abResult add_warnings(abRecord *record, PyObject *list, Py_ssize_t first, abError *error) {
    for (Py_ssize_t i = first; i < PyList_Size(list); i++) {
        const char *text = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, i), NULL);
        if (text == NULL) {
            PyErr_Clear();
            continue;
        }
        AB_TRY(ab_record_add_warning(record, text, error));
    }
    return AB_OK;
}

typedef struct Recording {
    const char *path;
    abRecordOptions options;
    PyObject *overrides;
} Recording;

static double processor_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static abResult open_record(const Simulation *s, const Recording *recording, abRecord **record,
                            abError *error) {
    AB_TRY(ab_record_create(recording->path, s->model->handle, &recording->options, ab_heap(),
                            record, error));
    AB_TRY(add_warnings(*record, s->model->warnings, 0, error));
    return add_warnings(*record, s->warnings, 0, error);
}

// To the end of the run; true, or false with an exception.
static bool run_into(Simulation *s, abRecord *record, abError *error) {
    Watch watch = {.record = ab_record_observer(record)};
    if (!begin(s, &watch, error)) {
        return false;
    }
    Py_ssize_t told = PyList_Size(s->warnings);
    double begun = processor_clock();
    abObserver observer = {&watch, tell_frame, tell_event, tell_step};
    abResult result = ab_simulation_run(s->handle, &observer, error);
    double seconds = processor_clock() - begun;
    bool ok = run_leave(&watch.run);
    s->is_busy = false;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    abResult added = add_warnings(record, s->warnings, told, error);
    abResult ended = ab_record_finish(record, s->handle, result, error, seconds, error);
    PyErr_Restore(type, value, trace);
    result = result != AB_OK ? result : added != AB_OK ? added : ended;
    if (ok && result != AB_OK) {
        raise_error_of(result, error, s->handle);
    }
    return ok && result == AB_OK;
}

static abOverride *read_overrides(PyObject *list) {
    Py_ssize_t count = PyList_Size(list);
    abOverride *overrides = PyMem_Calloc((size_t)count + 1, sizeof *overrides);
    for (Py_ssize_t i = 0; overrides != NULL && i < count; i++) {
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "ss", &overrides[i].path,
                              &overrides[i].value)) {
            PyMem_Free(overrides);
            return NULL;
        }
    }
    return overrides != NULL || PyErr_Occurred() ? overrides : (abOverride *)PyErr_NoMemory();
}

PyObject *simulation_run(PyObject *self, PyObject *arguments) {
    Simulation *s = (Simulation *)self;
    Recording recording = {.options = ab_record_options()};
    abRecordOptions *options = &recording.options;
    Py_ssize_t size;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "sy#sO!", &recording.path, &options->model_text, &size,
                          &options->model_path, &PyList_Type, &recording.overrides) ||
        !simulation_is_free(s)) {
        return NULL;
    }
    abOverride *overrides = read_overrides(recording.overrides);
    if (overrides == NULL) {
        return NULL;
    }
    options->model_size = (size_t)size;
    options->overrides = overrides;
    options->override_count = (int)PyList_Size(recording.overrides);
    abRecord *record = NULL;
    abResult result = open_record(s, &recording, &record, &error);
    bool ok = result == AB_OK ? run_into(s, record, &error) : raise_error(result, &error) != NULL;
    ab_record_close(record);
    PyMem_Free(overrides);
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    simulation_refresh(s);
    PyErr_Restore(type, value, trace);
    return ok ? Py_NewRef(Py_None) : NULL;
}
