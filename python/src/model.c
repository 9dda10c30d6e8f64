// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model.c - Model: a compiled model, read from a text; its names.

#include <stdlib.h>
#include <string.h>

#include "binding.h"

PyTypeObject *model_type;

// ---- warnings ----

static void log_write(void *list, abLogLevel level, const char *sentence) {
    if (level < AB_LOG_NOTICE) {
        return;
    }
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace); // of a law, perhaps
    PyObject *text = PyUnicode_DecodeUTF8(sentence, (Py_ssize_t)strlen(sentence), "replace");
    if (text == NULL || PyList_Append(list, text) < 0) {
        PyErr_Clear();
    }
    Py_XDECREF(text);
    PyErr_Restore(type, value, trace);
    PyGILState_Release(lock);
}

abLog list_log(PyObject *list) {
    return (abLog){log_write, list};
}

// ---- life ----

static int model_traverse(PyObject *self, visitproc visit, void *arg) {
    Model *model = (Model *)self;
    for (int i = 0; i < model->law_count; i++) {
        Py_VISIT(model->law_list[i].function);
    }
    Py_VISIT(model->warnings);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int model_clear(PyObject *self) {
    Model *model = (Model *)self;
    for (int i = 0; i < model->law_count; i++) {
        Py_CLEAR(model->law_list[i].function);
    }
    return 0;
}

static void model_dealloc(PyObject *self) {
    Model *model = (Model *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    ab_model_destroy(model->handle);
    model_clear(self);
    for (int i = 0; i < model->law_count; i++) {
        Py_CLEAR(model->law_list[i].name);
    }
    free(model->law_list);
    Py_CLEAR(model->warnings);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

// [(path, value)] as overrides that point into the list; NULL with an exception.
static abOverride *read_overrides(PyObject *list, Py_ssize_t *count) {
    *count = PyList_Size(list);
    abOverride *overrides = calloc((size_t)*count + 1, sizeof *overrides);
    if (overrides == NULL) {
        PyErr_NoMemory();
    }
    for (Py_ssize_t i = 0; overrides != NULL && i < *count; i++) {
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "ss", &overrides[i].path,
                              &overrides[i].value)) {
            free(overrides);
            return NULL;
        }
    }
    return overrides;
}

typedef struct Source {
    const char *text, *name;
    Py_ssize_t size;
    PyObject *overrides, *normal, *friction;
} Source;

static abResult read_text(const Source *source, const abModel *laws, const abOverride *overrides,
                          Py_ssize_t count, Model *model, abError *error) {
    abResult result;
    Run run;
    run_enter(&run, model, NULL);
    result = laws != NULL
                 ? ab_model_read_text_with_laws(laws, source->text, (size_t)source->size,
                                                source->name, overrides, (int)count, ab_heap(),
                                                list_log(model->warnings), &model->handle, error)
                 : ab_model_read_text(source->text, (size_t)source->size, source->name, overrides,
                                      (int)count, ab_heap(), list_log(model->warnings),
                                      &model->handle, error);
    return run_leave(&run) ? result : AB_STOPPED;
}

// Whether the model was read; else an exception is set.
static bool model_read(Model *model, const Source *source) {
    static const abLog silent;
    abError error;
    ab_error_clear(&error);
    Py_ssize_t count;
    abModel *laws = NULL;
    abOverride *overrides = read_overrides(source->overrides, &count);
    bool ok = overrides != NULL;
    if (ok && PyDict_Size(source->normal) + PyDict_Size(source->friction) > 0) {
        abResult made = ab_model_create(ab_heap(), silent, &laws, &error);
        ok = made == AB_OK ? laws_add(model, laws, source->normal, source->friction)
                           : raise_error(made, &error) != NULL;
    }
    if (ok) {
        abResult result = read_text(source, laws, overrides, count, model, &error);
        ok = result == AB_OK;
        if (!ok && !PyErr_Occurred()) {
            raise_error(result, &error);
        }
    }
    ab_model_destroy(laws);
    free(overrides);
    return ok;
}

static PyObject *model_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    Source source;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "y#sO!O!O!", &source.text, &source.size, &source.name,
                          &PyList_Type, &source.overrides, &PyDict_Type, &source.normal,
                          &PyDict_Type, &source.friction)) {
        return NULL;
    }
    Model *model = (Model *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (model == NULL) {
        return NULL;
    }
    model->warnings = PyList_New(0);
    if (model->warnings == NULL || !model_read(model, &source)) {
        Py_DECREF(model);
        return NULL;
    }
    return (PyObject *)model;
}

// ---- names ----

static PyObject *name_list(const abModel *model, int first, int count,
                           const char *(*name_of)(const abModel *model, int index)) {
    PyObject *list = PyList_New(count);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *name = PyUnicode_FromString(name_of(model, first + i));
        if (name == NULL || PyList_SetItem(list, i, name) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static const char *body_name(const abModel *model, int index) {
    return ab_model_body_name(model, (abBodyId){index});
}

static const char *output_name(const abModel *model, int index) {
    abPlace place;
    return ab_model_output(model, index, &place);
}

static PyObject *get_names(PyObject *self, void *which) {
    const abModel *m = ((Model *)self)->handle;
    switch (*(const char *)which) {
    case 'b':
        return name_list(m, 1, ab_model_body_count(m), body_name);
    case 's':
        return name_list(m, 0, ab_model_shape_count(m), ab_model_shape_name);
    case 'j':
        return name_list(m, 0, ab_model_joint_count(m), ab_model_joint_name);
    case 'e':
        return name_list(m, 1, ab_model_sensor_count(m), ab_model_sensor_name);
    default:
        return name_list(m, 0, ab_model_output_count(m), output_name);
    }
}

static PyObject *get_warnings(PyObject *self, void *unused) {
    (void)unused;
    return PySequence_List(((Model *)self)->warnings);
}

static PyObject *get_times(PyObject *self, void *unused) {
    (void)unused;
    const abSimulationDef *def = ab_model_simulation(((Model *)self)->handle);
    double length = def->end_time - def->start_time, interval = def->output_interval;
    return Py_BuildValue("(ddd)", def->start_time, def->end_time,
                         interval > 0.0 ? interval : length / 500.0);
}

static PyObject *model_check(PyObject *self, PyObject *unused) {
    (void)unused;
    Model *model = (Model *)self;
    abError error;
    ab_error_clear(&error);
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return NULL;
    }
    Run run;
    run_enter(&run, model, NULL);
    abResult result = ab_model_check(model->handle, list_log(list), &error);
    if (!run_leave(&run) || result != AB_OK) {
        Py_DECREF(list);
        return PyErr_Occurred() ? NULL : raise_error(result, &error);
    }
    return list;
}

static PyGetSetDef s_values[] = {
    {"bodies", get_names, NULL, "Names, in the order of rows of a state.", "b"},
    {"shapes", get_names, NULL, "Names, as body.shape.", "s"},
    {"joints", get_names, NULL, "Names.", "j"},
    {"sensors", get_names, NULL, "Names.", "e"},
    {"outputs", get_names, NULL, "Series that the model asks for.", "o"},
    {"warnings", get_warnings, NULL, "Sentences that reading gave.", NULL},
    {"times", get_times, NULL, "Start and end of a run, and between two frames [s].", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef s_methods[] = {
    {"check", model_check, METH_NOARGS, "Warnings of the model checks; an exception for errors."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot s_slots[] = {
    {Py_tp_doc,
     "A compiled model: Model(text, name, [(path, value)], normal_laws, friction_laws)."},
    {Py_tp_new, model_new},
    {Py_tp_dealloc, model_dealloc},
    {Py_tp_traverse, model_traverse},
    {Py_tp_clear, model_clear},
    {Py_tp_getset, s_values},
    {Py_tp_methods, s_methods},
    {0, NULL},
};
static PyType_Spec s_spec = {"abut._abut.Model", sizeof(Model), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, s_slots};

bool model_init(PyObject *module) {
    model_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &s_spec, NULL);
    return model_type != NULL && PyModule_AddType(module, model_type) == 0;
}
