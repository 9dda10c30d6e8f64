// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// errors.c - results of the library become exceptions. The classes are Python's (abut/errors.py).

#include <stdarg.h>
#include <string.h>

#include "binding.h"

static PyObject *problem_list(const abError *error) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && error != NULL && i < error->count; i++) {
        const abProblem *p = &error->problems[i];
        PyObject *item = Py_BuildValue(
            "(NiiN)", PyUnicode_DecodeUTF8(p->file, (Py_ssize_t)strlen(p->file), "replace"),
            p->line, p->column,
            PyUnicode_DecodeUTF8(p->text, (Py_ssize_t)strlen(p->text), "replace"));
        if (item == NULL || PyList_Append(list, item) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
    }
    return list;
}

// `named`: (time, first, second), or None. Takes the reference.
static PyObject *raise_as(int result, PyObject *problems, PyObject *named) {
    PyObject *errors = PyImport_ImportModule("abut.errors");
    PyObject *exception = NULL;
    if (errors != NULL && problems != NULL && named != NULL) {
        exception = PyObject_CallMethod(errors, "error_of", "iOO", result, problems, named);
    }
    if (exception != NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
    }
    Py_XDECREF(exception);
    Py_XDECREF(errors);
    Py_XDECREF(problems);
    Py_XDECREF(named);
    return NULL;
}

PyObject *raise_error(abResult result, const abError *error) {
    return raise_as((int)result, problem_list(error), Py_NewRef(Py_None));
}

PyObject *raise_error_of(abResult result, const abError *error, const abSimulation *simulation) {
    if (result != AB_NUMERICS) {
        return raise_error(result, error);
    }
    const abModel *model = ab_simulation_model(simulation);
    abFailure failure = ab_simulation_failure(simulation);
    const char *name[2];
    double time = ab_simulation_time(simulation);
    for (int i = 0; i < 2; i++) {
        name[i] =
            failure.bodies[i] > 0 ? ab_model_body_name(model, (abBodyId){failure.bodies[i]}) : NULL;
    }
    return raise_as((int)result, problem_list(error),
                    Py_BuildValue("(dzz)", time, name[0], name[1]));
}

PyObject *raise_usage(const char *format, ...) {
    va_list values;
    va_start(values, format);
    PyObject *text = PyUnicode_FromFormatV(format, values);
    va_end(values);
    return raise_as(AB_USAGE, Py_BuildValue("[(siiN)]", "", 0, 0, text), Py_NewRef(Py_None));
}
