// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity.c - forces without a model: ab_complementarity for arrays.

#include "binding.h"

// What a call looks into; `view.buf` NULL: not given.
typedef struct Numbers {
    Py_buffer view;
    bool is_open;
} Numbers;

static bool numbers_open(Numbers *numbers, PyObject *from) {
    *numbers = (Numbers){0};
    if (from != Py_None) {
        numbers->is_open = PyObject_GetBuffer(from, &numbers->view, PyBUF_C_CONTIGUOUS) == 0;
    }
    return from == Py_None || numbers->is_open;
}

static void numbers_close(Numbers *numbers) {
    if (numbers->is_open) {
        PyBuffer_Release(&numbers->view);
    }
}

static PyObject *solve(const abComplementarityProblem *problem) {
    Py_ssize_t bytes = (Py_ssize_t)sizeof(double) * problem->count;
    Block *forces = block_new(bytes), *accelerations = block_new(bytes);
    abComplementaritySolution solution = {0};
    abError error = {0};
    abResult result = AB_OK;
    if (forces != NULL && accelerations != NULL) {
        Py_BEGIN_ALLOW_THREADS;
        result = ab_complementarity(problem, ab_heap(), forces->bytes, accelerations->bytes,
                                    &solution, &error);
        Py_END_ALLOW_THREADS;
    }
    PyObject *answer = NULL;
    if (result != AB_OK) {
        raise_error(result, &error);
    } else if (forces != NULL && accelerations != NULL) {
        answer = Py_BuildValue("(OOddi)", forces, accelerations, solution.residual,
                               solution.violation, solution.factorisations);
    }
    Py_XDECREF((PyObject *)forces);
    Py_XDECREF((PyObject *)accelerations);
    return answer;
}

// Sizes are checked by the package.
PyObject *complementarity(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *from[5];
    enum { MATRIX, OFFSET, KINDS, LOW, HIGH, COUNT };
    Numbers given[COUNT] = {0};
    abComplementarityProblem problem = {0};
    if (!PyArg_ParseTuple(arguments, "OOOOOid", &from[MATRIX], &from[OFFSET], &from[KINDS],
                          &from[LOW], &from[HIGH], &problem.count, &problem.tolerance)) {
        return NULL;
    }
    bool ok = true;
    for (int i = 0; i < COUNT; i++) {
        ok = ok && numbers_open(&given[i], from[i]);
    }
    problem.matrix = given[MATRIX].view.buf;
    problem.offset = given[OFFSET].view.buf;
    problem.kinds = given[KINDS].view.buf;
    problem.low = given[LOW].view.buf;
    problem.high = given[HIGH].view.buf;
    PyObject *answer = ok ? solve(&problem) : NULL;
    for (int i = 0; i < COUNT; i++) {
        numbers_close(&given[i]);
    }
    return answer;
}
