// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// module.c - the extension module `abut._abut`.

#include <abut/version.h>

#include "binding.h"

static PyMethodDef s_functions[] = {
    {"complementarity", complementarity, METH_VARARGS,
     "complementarity(matrix, offset, kinds, low, high, count, tolerance)"},
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
    bool ok = block_init(module) && law_init(module) && model_init(module) &&
              simulation_init(module) && record_init(module) && rows_init(module) &&
              PyModule_AddStringConstant(module, "version", AB_VERSION) == 0;
    if (!ok) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
