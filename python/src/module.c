// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// module.c - the extension module `abut._abut`.

#include <abut/version.h>
#include <stddef.h>

#include "binding.h"

// The fields of a row of contacts, as NumPy names types.
static PyObject *contact_fields(void) {
    static const struct {
        const char *name, *type;
        size_t offset;
    } fields[] = {
#define FIELD(name, type) {#name, type, offsetof(abContactState, name)}
        FIELD(body_a, "i4"),       FIELD(body_b, "i4"),    FIELD(shape_a, "i4"),
        FIELD(shape_b, "i4"),      FIELD(point, "(3,)f8"), FIELD(normal, "(3,)f8"),
        FIELD(depth, "f8"),        FIELD(rate, "f8"),      FIELD(start_speed, "f8"),
        FIELD(normal_force, "f8"), FIELD(force, "(3,)f8"), FIELD(torque, "(3,)f8"),
        FIELD(slip, "(3,)f8"),     FIELD(energy, "f8"),    FIELD(area, "f8"),
        FIELD(pressure, "f8"),     FIELD(points, "i4"),    FIELD(state, "i4"),
#undef FIELD
    };
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < sizeof fields / sizeof fields[0]; i++) {
        PyObject *item =
            Py_BuildValue("(ssn)", fields[i].name, fields[i].type, (Py_ssize_t)fields[i].offset);
        if (item == NULL || PyList_Append(list, item) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
    }
    return list;
}

static PyMethodDef s_functions[] = {
    {"rollout", rollout, METH_VARARGS,
     "rollout(model, paths, texts, initial, outputs, cases, frames, threads)"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef s_module = {PyModuleDef_HEAD_INIT,
                               "_abut",
                               "Handles of the library; the package `abut` is what to use.",
                               -1,
                               s_functions,
                               NULL,
                               NULL,
                               NULL,
                               NULL};

PyMODINIT_FUNC PyInit__abut(void) {
    PyObject *module = PyModule_Create(&s_module);
    if (module == NULL) {
        return NULL;
    }
    PyObject *fields = contact_fields();
    bool ok = block_init(module) && law_init(module) && model_init(module) &&
              simulation_init(module) && record_init(module) &&
              PyModule_AddStringConstant(module, "version", AB_VERSION) == 0 &&
              PyModule_AddIntConstant(module, "contact_size", (long)sizeof(abContactState)) == 0 &&
              fields != NULL && PyModule_AddObjectRef(module, "contact_fields", fields) == 0;
    Py_XDECREF(fields);
    if (!ok) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
