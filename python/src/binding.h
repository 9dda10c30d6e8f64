// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// binding.h - what the files of the extension module share.
//
// The module `_abut` wraps handles of the library, one type each; everything that Python can say as
// well (names of arguments, arrays, texts for people) is in the package around it.
//
// While the library computes, the GIL is released, or held for laws that are Python functions
// (law.c). A simulation that computes in one thread refuses all others.

#ifndef ABUT_BINDING_H
#define ABUT_BINDING_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <abut/abut.h>
#include <stdbool.h>

// ---- errors.c ----

// Raises the exception for a result other than AB_OK; NULL. What it names is left out.
PyObject *raise_error(abResult result, const abError *error);
// Likewise, with time, body and pair of a simulation whose numbers cannot go on.
PyObject *raise_error_of(abResult result, const abError *error, const abSimulation *simulation);
// A UsageError of one sentence (printf's format as of PyErr_Format).
PyObject *raise_usage(const char *format, ...);

// ---- view.c: a block of numbers that arrays may look into ----

typedef struct Block {
    PyObject_HEAD void *bytes;
    Py_ssize_t size;
    Py_ssize_t exports; // arrays and memoryviews that look into it now
} Block;

extern PyTypeObject *block_type;
bool block_init(PyObject *module);
// Of zeros; NULL with an exception. Its bytes stay where they are as long as it lives.
Block *block_new(Py_ssize_t size);

// ---- law.c: contact laws that are Python functions ----

typedef struct Law {
    PyObject *name, *function;
    bool is_friction;
} Law;

typedef struct Model {
    PyObject_HEAD abModel *handle;
    Law *law_list; // of its functions
    int law_count;
    PyObject *warnings; // list of sentences that reading gave
} Model;

// What a thread computes now. A law finds its simulation here, and where to leave its exception.
typedef struct Run {
    PyObject *laws;  // {name: function} of the simulation, before those of the model; may be NULL
    bool holds_lock; // the GIL is held throughout
    bool is_worker;  // a thread that Python did not make
    PyGILState_STATE lock;
    PyThreadState *saved;
    double yielded;    // when the GIL was last given away                                [s]
    PyObject *raised;  // of a law: the first exception; NULL: none
    struct Run *outer; // of this thread
} Run;

void run_enter(Run *run, const Model *model, PyObject *laws);
// For a thread of our own, which has no GIL to begin with. An exception of a law is then taken from
// run->raised before it leaves.
void run_enter_worker(Run *run, const Model *model);
void run_leave_worker(Run *run);
// Takes the GIL back. The exception of a law, when there was one, is raised: false.
bool run_leave(Run *run);
// With the GIL taken, every 20 ms: other threads get a turn, signals are handled. False when that
// raised an exception, or when a law did.
bool run_breathe(Run *run);

bool law_init(PyObject *module);
bool laws_add(Model *model, abModel *laws, PyObject *normal, PyObject *friction);

// ---- model.c ----

extern PyTypeObject *model_type;
bool model_init(PyObject *module);
// For a library that wants a log: sentences of warnings go into a Python list (the GIL is held, or
// taken for it).
abLog list_log(PyObject *list);

// ---- simulation.c, run.c ----

typedef struct Simulation {
    PyObject_HEAD abSimulation *handle;
    Model *model;
    PyObject *laws; // {name: function} that replace those of the model; NULL: none
    PyObject *warnings;
    Block *state, *contacts;
    Py_ssize_t contact_count;
    bool is_busy; // another thread computes
} Simulation;

extern PyTypeObject *simulation_type;
bool simulation_init(PyObject *module);
// False with an exception: it is in use by another thread, or was closed.
bool simulation_is_free(Simulation *self);
// The numbers that arrays show follow what the simulation shows.
bool simulation_refresh(Simulation *self);
// Bodies count from 0 in Python.
void contacts_from_zero(abContactState *rows, int count);
extern PyMethodDef run_methods[];
PyObject *simulation_advance(PyObject *self, PyObject *arguments);
PyObject *simulation_run(PyObject *self, PyObject *arguments);
PyObject *event_tuple(const abEvent *event);
PyObject *statistics_dict(const abStatistics *statistics);

// ---- rows.c: rows of contacts, points, maps and regions ----

// `row_types`: {kind: (bytes of a row, [(field, type, offset)])}.
bool rows_init(PyObject *module);
// Time and rows of a frame.
PyObject *rows_of_frame(abRecord *record, long long index, const char *kind);

// ---- record.c, rollout.c ----

bool record_init(PyObject *module);
PyObject *rollout(PyObject *module, PyObject *arguments);

// ---- complementarity.c ----

PyObject *complementarity(PyObject *module, PyObject *arguments);

// ---- small helpers ----

double wall_clock(void); // [s]

static inline PyObject *vector_tuple(abVec3 v) {
    return Py_BuildValue("(ddd)", v.x, v.y, v.z);
}

#endif
