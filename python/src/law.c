// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// law.c - contact laws that are Python functions.
//
// Such a law is called at every trial point of the integrator. Taking the GIL for each call costs
// more than the call, so a run with Python laws holds the GIL and gives it away every few
// milliseconds, between steps.
//
// A function that raises, or answers something else than numbers, ends the run: its force is NAN,
// which the library refuses, and the exception is what the user sees.
//
// A law of abut.vectorized (abut/laws.py) has a method `_ask`, which gets the contacts of an evaluation
// as one block of rows, as in s_contact_fields, and answers a block of five rows.

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "binding.h"

static const double s_breath = 0.02; // between two looks at signals                      [s]

static _Thread_local Run *s_run;

double wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- runs ----

void run_enter(Run *run, const Model *model, PyObject *laws) {
    *run = (Run){
        .laws = laws, .holds_lock = model->law_count > 0, .yielded = wall_clock(), .outer = s_run};
    s_run = run;
    if (!run->holds_lock) {
        run->saved = PyEval_SaveThread();
    }
}

void run_enter_worker(Run *run, const Model *model) {
    *run = (Run){.is_worker = true, .holds_lock = model->law_count > 0, .yielded = wall_clock()};
    run->lock = run->holds_lock ? PyGILState_Ensure() : PyGILState_UNLOCKED;
    s_run = run;
}

void run_leave_worker(Run *run) {
    s_run = NULL;
    if (run->holds_lock) {
        PyGILState_Release(run->lock);
    }
}

bool run_leave(Run *run) {
    if (!run->holds_lock) {
        PyEval_RestoreThread(run->saved);
    }
    s_run = run->outer;
    if (run->raised == NULL) {
        return true;
    }
    PyErr_SetObject((PyObject *)Py_TYPE(run->raised), run->raised);
    Py_CLEAR(run->raised);
    return false;
}

// Keeps the exception that is set; the first one counts.
static void keep_exception(Run *run) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace != NULL) {
        PyException_SetTraceback(value, trace);
    }
    Py_XDECREF(type);
    Py_XDECREF(trace);
    if (run->raised == NULL) {
        run->raised = value;
    } else {
        Py_XDECREF(value);
    }
}

bool run_breathe(Run *run) {
    if (run->raised != NULL) {
        return false;
    }
    if (run->is_worker && !run->holds_lock) {
        return true;
    }
    double now = wall_clock();
    if (now - run->yielded < s_breath) {
        return true;
    }
    run->yielded = now;
    if (run->holds_lock) {
        PyEval_RestoreThread(PyEval_SaveThread()); // others get a turn
    } else {
        PyEval_RestoreThread(run->saved);
    }
    if (!run->is_worker && PyErr_CheckSignals() < 0) {
        keep_exception(run);
    }
    if (!run->holds_lock) {
        run->saved = PyEval_SaveThread();
    }
    return run->raised == NULL;
}

// ---- calls ----

static PyTypeObject *s_contact_type;

static PyStructSequence_Field s_contact_fields[] = {
    {"depth", "> 0 when the surfaces overlap [m]"},
    {"rate", "Of the depth, > 0 while approaching [m/s]"},
    {"start_speed", "Closing speed when the contact began; of normal laws [m/s]"},
    {"radius", "Effective radius of curvature [m]"},
    {"area", "Of the patch that the point stands for; 0: none [m^2]"},
    {"time", "[s]"},
    {"point", "(x, y, z) in the world [m]"},
    {"slip", "Tangential velocity of B relative to A, (x, y, z); of friction laws [m/s]"},
    {"normal_force", "Of friction laws [N]"},
    {"normal", "Unit, from A into B, (x, y, z) in the world"},
    {"point_a", "On the surface of A, (x, y, z) in the world [m]"},
    {"point_b", "On the surface of B, (x, y, z) in the world [m]"},
    {"side", "Of a mesh that carries a pressure: 0, a point of A's, 1, of B's; -1: no such mesh"},
    {"corners", "Of that mesh: places, from 0, of those that the point lies between; -1: none"},
    {"weights", "Of the corners; their sum is 1"},
    {"both_sides", "Whether points of both surfaces are asked, of which each carries half"},
    {NULL, NULL},
};
static PyStructSequence_Desc s_contact = {
    "abut.Contact", "What a contact law is asked about: a point of a contact.", s_contact_fields,
    16};

bool law_init(PyObject *module) {
    s_contact_type = PyStructSequence_NewType(&s_contact);
    return s_contact_type != NULL && PyModule_AddType(module, s_contact_type) == 0;
}

static PyObject *contact_of(const abPluginContact *at, double start_speed) {
    const double numbers[] = {at->depth, at->rate, start_speed, at->radius, at->area, at->time};
    const double *p = at->point, *v = at->slip;
    PyObject *contact = PyStructSequence_New(s_contact_type);
    if (contact == NULL) {
        return NULL;
    }
    for (int i = 0; i < 6; i++) {
        PyStructSequence_SetItem(contact, i, PyFloat_FromDouble(numbers[i]));
    }
    PyStructSequence_SetItem(contact, 6, Py_BuildValue("(ddd)", p[0], p[1], p[2]));
    PyStructSequence_SetItem(contact, 7, Py_BuildValue("(ddd)", v[0], v[1], v[2]));
    PyStructSequence_SetItem(contact, 8, PyFloat_FromDouble(at->normal_force));
    const double *const places[] = {at->normal, at->point_a, at->point_b};
    for (int i = 0; i < 3; i++) {
        const double *x = places[i];
        PyStructSequence_SetItem(contact, 9 + i, Py_BuildValue("(ddd)", x[0], x[1], x[2]));
    }
    const int *c = at->corners;
    const double *w = at->weights;
    PyStructSequence_SetItem(contact, 12, PyLong_FromLong(at->side));
    PyStructSequence_SetItem(contact, 13, Py_BuildValue("(iii)", c[0], c[1], c[2]));
    PyStructSequence_SetItem(contact, 14, Py_BuildValue("(ddd)", w[0], w[1], w[2]));
    PyStructSequence_SetItem(contact, 15, PyBool_FromLong(at->both_sides));
    if (PyErr_Occurred()) {
        Py_CLEAR(contact);
    }
    return contact;
}

static bool put_normal(PyObject *answer, abPluginForce *out) {
    if (!PyTuple_Check(answer)) {
        out->force = PyFloat_AsDouble(answer);
        out->elastic = out->force;
        return !PyErr_Occurred();
    }
    bool ok =
        PyArg_ParseTuple(answer,
                         "d|dddd;a normal law answers a force, or (force, stiffness, "
                         "damping, energy)", // elastic may follow
                         &out->force, &out->stiffness, &out->damping, &out->energy, &out->elastic);
    if (ok && PyTuple_Size(answer) < 5) {
        out->elastic = out->force;
    }
    return ok;
}

static bool put_friction(PyObject *answer, abPluginForce *out) {
    PyObject *tuple = PySequence_Tuple(answer);
    bool ok = tuple != NULL &&
              PyArg_ParseTuple(tuple, "ddd;a friction law answers a force (x, y, z)",
                               &out->tangential[0], &out->tangential[1], &out->tangential[2]);
    Py_XDECREF(tuple);
    return ok;
}

static PyObject *function_of(const Law *law, const Run *run) {
    PyObject *own =
        run != NULL && run->laws != NULL ? PyDict_GetItemWithError(run->laws, law->name) : NULL;
    return own != NULL ? own : law->function;
}

static bool call(const Law *law, Run *run, const double *memory, const abPluginContact *at,
                 abPluginForce *out) {
    PyObject *function = function_of(law, run);
    PyObject *contact = contact_of(at, memory != NULL ? memory[0] : NAN);
    PyObject *answer =
        contact != NULL ? PyObject_CallFunctionObjArgs(function, contact, NULL) : NULL;
    bool ok =
        answer != NULL && (law->is_friction ? put_friction(answer, out) : put_normal(answer, out));
    Py_XDECREF(contact);
    Py_XDECREF(answer);
    return ok;
}

// ---- many contacts in one call ----

enum { ROWS_ASKED = 30, ROWS_ANSWERED = 5 };

static bool is_vectorized(PyObject *function) {
    return PyObject_HasAttrString(function, "_ask") == 1;
}

// Row by row, each with a number for each contact.
static Block *rows_of(int count, const double *memory, const abPluginContact *at) {
    Block *block = block_new((Py_ssize_t)(ROWS_ASKED * sizeof(double)) * count);
    for (int i = 0; block != NULL && i < count; i++) {
        const abPluginContact *c = &at[i];
        const double row[ROWS_ASKED] = {
            c->depth,        c->rate,       memory[AB_PLUGIN_MEMORY * i],
            c->radius,       c->area,       c->time,
            c->point[0],     c->point[1],   c->point[2],
            c->slip[0],      c->slip[1],    c->slip[2],
            c->normal_force, c->normal[0],  c->normal[1],
            c->normal[2],    c->point_a[0], c->point_a[1],
            c->point_a[2],   c->point_b[0], c->point_b[1],
            c->point_b[2],   c->side,       c->corners[0],
            c->corners[1],   c->corners[2], c->weights[0],
            c->weights[1],   c->weights[2], c->both_sides};
        for (int k = 0; k < ROWS_ASKED; k++) {
            ((double *)block->bytes)[k * count + i] = row[k];
        }
    }
    return block;
}

static bool put_rows(PyObject *answer, int count, abPluginForce *out) {
    Py_buffer rows;
    if (PyObject_GetBuffer(answer, &rows, PyBUF_SIMPLE) < 0) {
        return false;
    }
    bool ok = rows.len == (Py_ssize_t)(ROWS_ANSWERED * sizeof(double)) * count;
    const double *of = rows.buf;
    for (int i = 0; ok && i < count; i++) {
        out[i].force = of[i], out[i].stiffness = of[count + i], out[i].damping = of[2 * count + i];
        out[i].energy = of[3 * count + i], out[i].elastic = of[4 * count + i];
    }
    PyBuffer_Release(&rows);
    if (!ok) {
        raise_usage("a vectorized law answered no block of %d rows", ROWS_ANSWERED);
    }
    return ok;
}

static bool call_with_rows(PyObject *function, int count, const double *memory,
                           const abPluginContact *at, abPluginForce *out) {
    Block *block = rows_of(count, memory, at);
    PyObject *answer =
        block != NULL ? PyObject_CallMethod(function, "_ask", "Oi", block, count) : NULL;
    bool ok = answer != NULL && put_rows(answer, count, out);
    Py_XDECREF((PyObject *)block);
    Py_XDECREF(answer);
    return ok;
}

static bool call_many(const Law *law, Run *run, int count, const double *memory,
                      const abPluginContact *at, abPluginForce *out) {
    PyObject *function = function_of(law, run);
    if (is_vectorized(function)) {
        return call_with_rows(function, count, memory, at, out);
    }
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        ok = call(law, run, memory + AB_PLUGIN_MEMORY * i, &at[i], &out[i]);
    }
    return ok;
}

// ---- what the library calls ----

static void evaluate(const Law *law, int count, const double *memory, const abPluginContact *at,
                     abPluginForce *out) {
    Run *run = s_run;
    bool ok = false;
    PyGILState_STATE lock = PyGILState_Ensure();
    if (run == NULL || run->raised == NULL) {
        ok = law->is_friction ? call(law, run, NULL, at, out)
                              : call_many(law, run, count, memory, at, out);
    }
    if (PyErr_Occurred() && run != NULL) {
        keep_exception(run);
    } else if (PyErr_Occurred()) {
        PyErr_WriteUnraisable(law->function);
    }
    PyGILState_Release(lock);
    for (int i = 0; !ok && i < count; i++) {
        out[i].force = out[i].tangential[0] = NAN;
    }
}

static void evaluate_normal(void *law, const double *memory, const abPluginContact *at,
                            abPluginForce *out) {
    evaluate(law, 1, memory, at, out);
}

static void evaluate_normals(void *law, int count, const double *memory, const abPluginContact *at,
                             abPluginForce *out) {
    evaluate(law, count, memory, at, out);
}

static void evaluate_friction(void *law, const abPluginContact *at, abPluginForce *out) {
    evaluate(law, 1, NULL, at, out);
}

// ---- adding ----

static bool add_one(Law *law, PyObject *name, PyObject *function, bool is_friction, abModel *laws) {
    abError error;
    ab_error_clear(&error);
    if (!PyCallable_Check(function)) {
        raise_usage("the law %R is not a function", name);
        return false;
    }
    *law = (Law){Py_NewRef(name), Py_NewRef(function), is_friction};
    const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
    if (text == NULL) {
        return false;
    }
    abNormalCallbacks normal = {.size = sizeof normal,
                                .context = law,
                                .evaluate = evaluate_normal,
                                .evaluate_many = evaluate_normals};
    abFrictionCallbacks friction = {
        .size = sizeof friction, .context = law, .evaluate = evaluate_friction};
    abResult result = is_friction ? ab_model_add_friction_law(laws, text, &friction, &error)
                                  : ab_model_add_normal_law(laws, text, &normal, &error);
    return result == AB_OK || raise_error(result, &error) != NULL;
}

bool laws_add(Model *model, abModel *laws, PyObject *normal, PyObject *friction) {
    Py_ssize_t count = PyDict_Size(normal) + PyDict_Size(friction);
    model->law_list = calloc((size_t)count + 1, sizeof *model->law_list);
    if (model->law_list == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (int is_friction = 0; is_friction < 2; is_friction++) {
        PyObject *name, *function;
        Py_ssize_t at = 0;
        while (PyDict_Next(is_friction ? friction : normal, &at, &name, &function)) {
            Law *law = &model->law_list[model->law_count++];
            if (!add_one(law, name, function, is_friction, laws)) {
                return false;
            }
        }
    }
    return true;
}
