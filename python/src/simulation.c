// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// simulation.c - Simulation: its life, what may be asked of it and done to it between two runs.

#include <stdlib.h>
#include <string.h>

#include "binding.h"

PyTypeObject *simulation_type;

enum { BODY_NUMBERS = 13 };

// ---- life ----

static int simulation_traverse(PyObject *self, visitproc visit, void *arg) {
    Simulation *s = (Simulation *)self;
    Py_VISIT(s->model);
    Py_VISIT(s->laws);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int simulation_clear(PyObject *self) {
    Py_CLEAR(((Simulation *)self)->laws);
    return 0;
}

static void simulation_dealloc(PyObject *self) {
    Simulation *s = (Simulation *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    ab_simulation_destroy(s->handle);
    Py_CLEAR(s->laws);
    Py_CLEAR(s->model);
    Py_CLEAR(s->warnings);
    Py_CLEAR(s->state);
    Py_CLEAR(s->contacts);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static bool simulation_open(Simulation *s) {
    abError error;
    ab_error_clear(&error);
    Run run;
    run_enter(&run, s->model, s->laws);
    abResult result = ab_simulation_create(s->model->handle, NULL, ab_heap(), list_log(s->warnings),
                                           &s->handle, &error);
    if (!run_leave(&run)) {
        return false;
    }
    if (result != AB_OK) {
        raise_error(result, &error);
        return false;
    }
    Py_ssize_t bodies = ab_model_body_count(s->model->handle);
    s->state = block_new(bodies * BODY_NUMBERS * (Py_ssize_t)sizeof(double));
    s->contacts = block_new(16 * (Py_ssize_t)sizeof(abContactState));
    return s->state != NULL && s->contacts != NULL && simulation_refresh(s);
}

static PyObject *simulation_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *model;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "O!", model_type, &model)) {
        return NULL;
    }
    Simulation *s = (Simulation *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (s == NULL) {
        return NULL;
    }
    s->model = (Model *)Py_NewRef(model);
    s->warnings = PyList_New(0);
    s->laws = PyDict_New();
    if (s->warnings == NULL || s->laws == NULL || !simulation_open(s)) {
        Py_DECREF(s);
        return NULL;
    }
    return (PyObject *)s;
}

bool simulation_is_free(Simulation *self) {
    if (self->is_busy) { // not asked again: raising may let the other thread end
        raise_usage("the simulation is computing; wait until it is done");
        return false;
    }
    return true;
}

// ---- calls into the library: nobody else may use the simulation meanwhile ----

typedef struct Use {
    Simulation *s;
    Run run;
    abError error;
} Use;

static bool use_begin(Use *use, PyObject *self) {
    use->s = (Simulation *)self;
    if (!simulation_is_free(use->s)) {
        return false;
    }
    use->s->is_busy = true;
    ab_error_clear(&use->error);
    run_enter(&use->run, use->s->model, use->s->laws);
    return true;
}

static bool use_end(Use *use, abResult result) {
    bool ok = run_leave(&use->run);
    use->s->is_busy = false;
    if (ok && result != AB_OK) {
        raise_error_of(result, &use->error, use->s->handle);
    }
    return ok && result == AB_OK;
}

static PyObject *done(bool ok) {
    return ok ? Py_NewRef(Py_None) : NULL;
}

// What was changed is shown.
static PyObject *changed(Use *use, abResult result) {
    return done(use_end(use, result) && simulation_refresh(use->s));
}

// ---- what is shown ----

// -1 with an exception, where forces cannot be evaluated.
static int read_contacts(Simulation *s) {
    Use use;
    if (!use_begin(&use, (PyObject *)s)) {
        return -1;
    }
    int room = (int)(s->contacts->size / (Py_ssize_t)sizeof(abContactState));
    abContactState *rows = s->contacts->bytes;
    int count = ab_simulation_contacts(s->handle, rows, room);
    bool ok = use_end(&use, AB_OK);
    if (ok && count < 0) {
        ab_error_add(&use.error, AB_NUMERICS, (abPlace){0},
                     "the forces of the contacts cannot be evaluated at t = %.12g s",
                     ab_simulation_time(s->handle));
        raise_error_of(AB_NUMERICS, &use.error, s->handle);
        return -1;
    }
    return ok ? count : -1;
}

void contacts_from_zero(abContactState *rows, int count) {
    for (int i = 0; i < count; i++) {
        rows[i].body_a--;
        rows[i].body_b--;
    }
}

// A block that arrays look into is not given up while it is large enough.
static bool refresh_contacts(Simulation *s) {
    int count = read_contacts(s);
    Py_ssize_t size = (Py_ssize_t)sizeof(abContactState);
    if (count > s->contacts->size / size) {
        Block *larger = block_new(2 * count * size);
        if (larger == NULL) {
            return false;
        }
        Py_DECREF(s->contacts);
        s->contacts = larger;
        count = read_contacts(s);
    }
    if (count < 0) {
        return false;
    }
    contacts_from_zero(s->contacts->bytes, count);
    char *end = (char *)s->contacts->bytes + count * size;
    memset(end, 0, (size_t)(s->contacts->size - count * size));
    s->contact_count = count;
    return true;
}

bool simulation_refresh(Simulation *s) {
    ab_simulation_state(s->handle, s->state->bytes,
                        (int)(s->state->size / (Py_ssize_t)sizeof(double)));
    return s->contacts->exports == 0 || refresh_contacts(s);
}

static PyObject *get_state(PyObject *self, void *unused) {
    (void)unused;
    return Py_NewRef((PyObject *)((Simulation *)self)->state);
}

static PyObject *get_contacts(PyObject *self, void *unused) {
    (void)unused;
    Simulation *s = (Simulation *)self;
    return refresh_contacts(s) ? Py_BuildValue("(On)", s->contacts, s->contact_count) : NULL;
}

static PyObject *get_time(PyObject *self, void *unused) {
    (void)unused;
    return simulation_is_free((Simulation *)self)
               ? PyFloat_FromDouble(ab_simulation_time(((Simulation *)self)->handle))
               : NULL;
}

static PyObject *get_energy(PyObject *self, void *unused) {
    (void)unused;
    Use use;
    if (!use_begin(&use, self)) {
        return NULL;
    }
    abEnergyBook b = ab_simulation_energy(use.s->handle);
    return use_end(&use, AB_OK)
               ? Py_BuildValue("(ddddddddddddd)", b.kinetic, b.gravity, b.springs, b.contacts,
                               b.contact_damping, b.sliding_friction, b.rolling_resistance,
                               b.dampers, b.applied_work, b.drive_work, b.strain, b.modal_damping,
                               ab_energy_balance(&b))
               : NULL;
}

static PyObject *get_statistics(PyObject *self, void *unused) {
    (void)unused;
    return simulation_is_free((Simulation *)self)
               ? statistics_dict(ab_simulation_statistics(((Simulation *)self)->handle))
               : NULL;
}

static PyObject *get_warnings(PyObject *self, void *unused) {
    (void)unused;
    return PySequence_List(((Simulation *)self)->warnings);
}

static PyObject *get_model(PyObject *self, void *unused) {
    (void)unused;
    return Py_NewRef((PyObject *)((Simulation *)self)->model);
}

static PyObject *get_changes(PyObject *self, void *unused) {
    (void)unused;
    abSimulation *s = ((Simulation *)self)->handle;
    PyObject *list = simulation_is_free((Simulation *)self) ? PyList_New(0) : NULL;
    for (size_t i = 0; list != NULL && i < ab_simulation_change_count(s); i++) {
        abChange change = ab_simulation_change(s, i);
        PyObject *item = Py_BuildValue("(dss)", change.time, change.path, change.value);
        if (item == NULL || PyList_Append(list, item) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
    }
    return list;
}

// ---- asking ----

static PyObject *simulation_distance(PyObject *self, PyObject *arguments) {
    int a, b;
    Use use;
    abDistance gap;
    if (!PyArg_ParseTuple(arguments, "ii", &a, &b) || !use_begin(&use, self)) {
        return NULL;
    }
    bool found = ab_simulation_distance(use.s->handle, a, b, &gap);
    if (!use_end(&use, AB_OK)) {
        return NULL;
    }
    return found ? Py_BuildValue("(dNNN)", gap.distance, vector_tuple(gap.point_a),
                                 vector_tuple(gap.point_b), vector_tuple(gap.normal))
                 : raise_usage("no such shapes: %d and %d", a, b);
}

static PyObject *simulation_ray(PyObject *self, PyObject *arguments) {
    abVec3 from, to;
    Use use;
    abRayHit hit;
    if (!PyArg_ParseTuple(arguments, "(ddd)(ddd)", &from.x, &from.y, &from.z, &to.x, &to.y,
                          &to.z) ||
        !use_begin(&use, self)) {
        return NULL;
    }
    bool found = ab_simulation_ray(use.s->handle, from, to, &hit);
    if (!use_end(&use, AB_OK) || !found) {
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    }
    return Py_BuildValue("(iidNN)", hit.body - 1, hit.shape, hit.distance, vector_tuple(hit.point),
                         vector_tuple(hit.normal));
}

static PyObject *simulation_joint(PyObject *self, PyObject *arguments) {
    int joint;
    Use use;
    abJointState j;
    if (!PyArg_ParseTuple(arguments, "i", &joint) || !use_begin(&use, self)) {
        return NULL;
    }
    bool found = ab_simulation_joint(use.s->handle, joint, &j);
    if (!use_end(&use, AB_OK)) {
        return NULL;
    }
    return found ? Py_BuildValue(
                       "NNNN(dddddd)(dddddd)", vector_tuple(j.force), vector_tuple(j.torque),
                       vector_tuple(j.limit_force), vector_tuple(j.limit_torque), j.position[0],
                       j.position[1], j.position[2], j.position[3], j.position[4], j.position[5],
                       j.speed[0], j.speed[1], j.speed[2], j.speed[3], j.speed[4], j.speed[5])
                 : raise_usage("no such joint: %d", joint);
}

// ---- changing ----

static PyObject *simulation_set(PyObject *self, PyObject *arguments) {
    const char *path, *value;
    Use use;
    if (!PyArg_ParseTuple(arguments, "ss", &path, &value) || !use_begin(&use, self)) {
        return NULL;
    }
    return changed(&use, ab_simulation_set_value(use.s->handle, path, value, &use.error));
}

static PyObject *simulation_set_state(PyObject *self, PyObject *arguments) {
    Py_buffer view;
    Use use;
    if (!PyArg_ParseTuple(arguments, "y*", &view)) {
        return NULL;
    }
    PyObject *answer = NULL;
    if (use_begin(&use, self)) {
        int count = (int)(view.len / (Py_ssize_t)sizeof(double));
        answer = changed(&use, ab_simulation_set_state(use.s->handle, view.buf, count, &use.error));
    }
    PyBuffer_Release(&view);
    return answer;
}

static PyObject *simulation_push(PyObject *self, PyObject *arguments) {
    int body;
    abVec3 at, impulse;
    Use use;
    if (!PyArg_ParseTuple(arguments, "i(ddd)(ddd)", &body, &at.x, &at.y, &at.z, &impulse.x,
                          &impulse.y, &impulse.z) ||
        !use_begin(&use, self)) {
        return NULL;
    }
    abBodyId id = {body + 1};
    return changed(&use, ab_simulation_push(use.s->handle, id, at, impulse, &use.error));
}

static PyObject *simulation_set_threads(PyObject *self, PyObject *arguments) {
    int threads;
    Use use;
    if (!PyArg_ParseTuple(arguments, "i", &threads) || !use_begin(&use, self)) {
        return NULL;
    }
    return changed(&use, ab_simulation_set_threads(use.s->handle, threads, &use.error));
}

static PyObject *simulation_pull(PyObject *self, PyObject *arguments) {
    abPull pull;
    Use use;
    if (!PyArg_ParseTuple(arguments, "i(ddd)(ddd)dd", &pull.body.index, &pull.at.x, &pull.at.y,
                          &pull.at.z, &pull.to.x, &pull.to.y, &pull.to.z, &pull.stiffness,
                          &pull.damping) ||
        !use_begin(&use, self)) {
        return NULL;
    }
    pull.body.index++;
    const abPull *wanted = pull.body.index > 0 ? &pull : NULL;
    return changed(&use, ab_simulation_pull(use.s->handle, wanted, &use.error));
}

static PyObject *simulation_law(PyObject *self, PyObject *arguments) {
    PyObject *name, *function;
    Simulation *s = (Simulation *)self;
    if (!PyArg_ParseTuple(arguments, "UO", &name, &function) || !simulation_is_free(s)) {
        return NULL;
    }
    return done(PyDict_SetItem(s->laws, name, function) == 0);
}

// ---- checkpoints ----

static PyObject *simulation_save(PyObject *self, PyObject *unused) {
    (void)unused;
    Simulation *s = (Simulation *)self;
    if (!simulation_is_free(s)) {
        return NULL;
    }
    size_t size = ab_simulation_save(s->handle, NULL, 0);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes != NULL && size > 0) {
        ab_simulation_save(s->handle, PyBytes_AsString(bytes), size);
    }
    return bytes;
}

static PyObject *simulation_restore(PyObject *self, PyObject *arguments) {
    const char *bytes;
    Py_ssize_t size;
    Use use;
    if (!PyArg_ParseTuple(arguments, "y#", &bytes, &size) || !use_begin(&use, self)) {
        return NULL;
    }
    return changed(&use, ab_simulation_restore(use.s->handle, bytes, (size_t)size, &use.error));
}

static PyGetSetDef s_values[] = {
    {"state", get_state, NULL, "Block of 13 numbers a body.", NULL},
    {"contacts", get_contacts, NULL, "Block of contacts, and how many there are.", NULL},
    {"time", get_time, NULL, "[s]", NULL},
    {"energy", get_energy, NULL, "The energy book and its sum [J].", NULL},
    {"statistics", get_statistics, NULL, "Counts of the run.", NULL},
    {"warnings", get_warnings, NULL, "Sentences.", NULL},
    {"model", get_model, NULL, "The compiled model.", NULL},
    {"changes", get_changes, NULL, "Values that were set: (time, path, value).", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef s_methods[] = {
    {"advance", simulation_advance, METH_VARARGS, "advance(time, stops_at_events)"},
    {"run", simulation_run, METH_VARARGS, "run(record, text, path, overrides)"},
    {"distance", simulation_distance, METH_VARARGS, "distance(shape, shape)"},
    {"ray", simulation_ray, METH_VARARGS, "ray(point, direction)"},
    {"joint", simulation_joint, METH_VARARGS, "joint(index)"},
    {"set", simulation_set, METH_VARARGS, "set(path, text)"},
    {"set_state", simulation_set_state, METH_VARARGS, "set_state(numbers)"},
    {"set_threads", simulation_set_threads, METH_VARARGS, "set_threads(number)"},
    {"push", simulation_push, METH_VARARGS, "push(body, point, impulse)"},
    {"pull", simulation_pull, METH_VARARGS, "pull(body, at, to, stiffness, damping)"},
    {"law", simulation_law, METH_VARARGS, "law(name, function)"},
    {"save", simulation_save, METH_NOARGS, "A checkpoint; empty where it cannot be saved now."},
    {"restore", simulation_restore, METH_VARARGS, "restore(bytes)"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot s_slots[] = {
    {Py_tp_doc, "A simulation of a compiled model."},
    {Py_tp_new, simulation_new},
    {Py_tp_dealloc, simulation_dealloc},
    {Py_tp_traverse, simulation_traverse},
    {Py_tp_clear, simulation_clear},
    {Py_tp_getset, s_values},
    {Py_tp_methods, s_methods},
    {0, NULL},
};
static PyType_Spec s_spec = {"abut._abut.Simulation", sizeof(Simulation), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, s_slots};

bool simulation_init(PyObject *module) {
    simulation_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &s_spec, NULL);
    return simulation_type != NULL && PyModule_AddType(module, simulation_type) == 0;
}
