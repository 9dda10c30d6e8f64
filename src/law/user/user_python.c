// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_python.c - routines in Python.
//
// The interpreter is loaded when a model first asks for it, through the stable part of its C
// interface (PEP 384), so that nothing of it is needed to build or to run without scripts. One
// interpreter serves the process and stays until its end.

#include "law/user/user_python.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "law/user/user_code.h"

typedef struct PyObject PyObject; // opaque

typedef struct PyMethodDef {
    const char *name;
    PyObject *(*function)(PyObject *self, PyObject *arguments);
    int flags;
    const char *text;
} PyMethodDef;

// Functions of the interpreter: result, name, arguments.
#define PYTHON_FUNCTIONS(F)                                                                        \
    F(void, Py_InitializeEx, (int))                                                                \
    F(int, Py_IsInitialized, (void))                                                               \
    F(void, Py_DecRef, (PyObject *))                                                               \
    F(void, Py_IncRef, (PyObject *))                                                               \
    F(PyObject *, Py_CompileString, (const char *, const char *, int))                             \
    F(PyObject *, PyEval_EvalCode, (PyObject *, PyObject *, PyObject *))                           \
    F(PyObject *, PyEval_GetBuiltins, (void))                                                      \
    F(PyObject *, PyDict_New, (void))                                                              \
    F(int, PyDict_SetItemString, (PyObject *, const char *, PyObject *))                           \
    F(PyObject *, PyDict_GetItemString, (PyObject *, const char *))                                \
    F(int, PyCallable_Check, (PyObject *))                                                         \
    F(PyObject *, PyObject_CallObject, (PyObject *, PyObject *))                                   \
    F(PyObject *, PyObject_GetAttrString, (PyObject *, const char *))                              \
    F(int, PyObject_IsTrue, (PyObject *))                                                          \
    F(PyObject *, PyObject_Str, (PyObject *))                                                      \
    F(PyObject *, PyTuple_New, (long))                                                             \
    F(int, PyTuple_SetItem, (PyObject *, long, PyObject *))                                        \
    F(PyObject *, PyList_New, (long))                                                              \
    F(int, PyList_SetItem, (PyObject *, long, PyObject *))                                         \
    F(PyObject *, PyFloat_FromDouble, (double))                                                    \
    F(double, PyFloat_AsDouble, (PyObject *))                                                      \
    F(PyObject *, PyLong_FromLong, (long))                                                         \
    F(long, PyLong_AsLong, (PyObject *))                                                           \
    F(int, PySequence_Check, (PyObject *))                                                         \
    F(long, PySequence_Size, (PyObject *))                                                         \
    F(PyObject *, PySequence_GetItem, (PyObject *, long))                                          \
    F(PyObject *, PyUnicode_FromString, (const char *))                                            \
    F(const char *, PyUnicode_AsUTF8AndSize, (PyObject *, long *))                                 \
    F(PyObject *, PyCFunction_NewEx, (PyMethodDef *, PyObject *, PyObject *))                      \
    F(PyObject *, PyErr_Occurred, (void))                                                          \
    F(void, PyErr_Clear, (void))                                                                   \
    F(void, PyErr_Fetch, (PyObject **, PyObject **, PyObject **))                                  \
    F(void, PyErr_NormalizeException, (PyObject **, PyObject **, PyObject **))

enum { FILE_INPUT = 257, VARARGS = 1 }; // Py_file_input, METH_VARARGS

typedef struct Python {
#define MEMBER(result, name, arguments) result(*name) arguments;
    PYTHON_FUNCTIONS(MEMBER)
#undef MEMBER
} Python;

enum { QUERIES = 2 };

// The interpreter, kept in each routine that uses it.
typedef struct Script {
    Python py;
    const abCodeQueries *queries;
    PyMethodDef methods[QUERIES];
    PyObject *globals, *function;
} Script;

// ---- loading the interpreter ----

static void *open_interpreter(void) {
    static const char *const names[] = {
        "libpython3.so",        "libpython3.13.so.1.0", "libpython3.12.so.1.0",
        "libpython3.11.so.1.0", "libpython3.10.so.1.0", "libpython3.9.so.1.0",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL); // extensions look for its names
        if (library != NULL) {
            return library;
        }
    }
    return NULL;
}

static bool load(Python *py) {
    void *library = open_interpreter();
    if (library == NULL) {
        return false;
    }
#define LOAD(result, name, arguments)                                                              \
    {                                                                                              \
        void *found = dlsym(library, #name);                                                       \
        if (found == NULL) {                                                                       \
            return false;                                                                          \
        }                                                                                          \
        memcpy(&py->name, &found, sizeof found);                                                   \
    }
    PYTHON_FUNCTIONS(LOAD)
#undef LOAD
    if (!py->Py_IsInitialized()) {
        py->Py_InitializeEx(0); // signals stay ours
    }
    return true;
}

// ---- exceptions as sentences ----

static void drop(const Python *py, PyObject *object) {
    if (object != NULL) {
        py->Py_DecRef(object);
    }
}

// Line of the innermost frame of a traceback, 0 when there is none.
static long line_of(const Python *py, PyObject *trace) {
    long line = 0;
    if (trace != NULL) {
        py->Py_IncRef(trace);
    }
    while (trace != NULL) {
        PyObject *number = py->PyObject_GetAttrString(trace, "tb_lineno");
        PyObject *next = py->PyObject_GetAttrString(trace, "tb_next");
        line = number != NULL ? py->PyLong_AsLong(number) : line;
        bool is_last = next == NULL || py->PyObject_GetAttrString(next, "tb_lineno") == NULL;
        drop(py, number);
        drop(py, trace);
        trace = is_last ? NULL : next;
        if (is_last) {
            drop(py, next);
        }
    }
    py->PyErr_Clear();
    return line;
}

static void take_exception(const Python *py, char *out, size_t size) {
    PyObject *type = NULL, *value = NULL, *trace = NULL;
    py->PyErr_Fetch(&type, &value, &trace);
    py->PyErr_NormalizeException(&type, &value, &trace);
    PyObject *name = type != NULL ? py->PyObject_GetAttrString(type, "__name__") : NULL;
    PyObject *text = value != NULL ? py->PyObject_Str(value) : NULL;
    const char *kind = name != NULL ? py->PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    const char *words = text != NULL ? py->PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    long line = line_of(py, trace);
    snprintf(out, size, "line %ld: %s: %s", line, kind != NULL ? kind : "error",
             words != NULL ? words : "");
    drop(py, name);
    drop(py, text);
    drop(py, type);
    drop(py, value);
    drop(py, trace);
    py->PyErr_Clear();
}

// ---- what scripts may ask ----

static long integer_at(const Python *py, PyObject *arguments, long i) {
    PyObject *item = py->PySequence_GetItem(arguments, i);
    long value = item != NULL ? py->PyLong_AsLong(item) : 0;
    drop(py, item);
    return value;
}

static PyObject *list_of(const Python *py, const double *values, int count) {
    PyObject *list = py->PyList_New(count);
    for (int i = 0; list != NULL && i < count; i++) {
        py->PyList_SetItem(list, i, py->PyFloat_FromDouble(values[i]));
    }
    return list;
}

static PyObject *pair_of(const Python *py, PyObject *first, int errflg) {
    PyObject *pair = py->PyList_New(2);
    py->PyList_SetItem(pair, 0, first);
    py->PyList_SetItem(pair, 1, py->PyLong_FromLong(errflg));
    return pair;
}

// The script whose routine is running on this thread.
static _Thread_local const Script *s_script;

// [ncontacts, errflg] = py_get_ncontacts(id, i_gra_id, j_gra_id)
static PyObject *get_ncontacts(PyObject *self, PyObject *arguments) {
    (void)self;
    const Python *py = &s_script->py;
    int count = 0, errflg = 1;
    int id = (int)integer_at(py, arguments, 0), i = (int)integer_at(py, arguments, 1);
    int j = (int)integer_at(py, arguments, 2);
    if (py->PyErr_Occurred() != NULL) {
        return NULL;
    }
    s_script->queries->get_ncontacts(id, i, j, &count, &errflg);
    return pair_of(py, py->PyLong_FromLong(count), errflg);
}

// [values, errflg] = py_get_contact_post(type, rm, index)
static PyObject *get_contact_post(PyObject *self, PyObject *arguments) {
    (void)self;
    const Python *py = &s_script->py;
    PyObject *type = py->PySequence_GetItem(arguments, 0);
    const char *word = type != NULL ? py->PyUnicode_AsUTF8AndSize(type, NULL) : NULL;
    int rm = (int)integer_at(py, arguments, 1), index = (int)integer_at(py, arguments, 2);
    if (word == NULL || py->PyErr_Occurred() != NULL) {
        drop(py, type);
        return NULL;
    }
    double values[3] = {0.0};
    int errflg = 1;
    s_script->queries->get_contact_post(word, rm, index, values, &errflg);
    drop(py, type);
    return pair_of(py, list_of(py, values, 3), errflg);
}

static void offer_queries(Script *script) {
    const Python *py = &script->py;
    script->methods[0] = (PyMethodDef){"py_get_ncontacts", get_ncontacts, VARARGS, NULL};
    script->methods[1] = (PyMethodDef){"py_get_contact_post", get_contact_post, VARARGS, NULL};
    for (int i = 0; i < QUERIES; i++) {
        PyObject *function = py->PyCFunction_NewEx(&script->methods[i], NULL, NULL);
        py->PyDict_SetItemString(script->globals, script->methods[i].name, function);
        drop(py, function);
    }
}

// ---- opening ----

static char *read_whole(const char *path) {
    enum { LARGEST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *text = malloc(LARGEST + 1);
    size_t size = text != NULL ? fread(text, 1, LARGEST + 1, file) : 0;
    fclose(file);
    if (text == NULL || size > LARGEST) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

// Runs the file once, which defines its functions.
static bool run_file(Script *script, const char *text, const char *path) {
    const Python *py = &script->py;
    script->globals = py->PyDict_New();
    PyObject *name = py->PyUnicode_FromString("abut_script");
    py->PyDict_SetItemString(script->globals, "__builtins__", py->PyEval_GetBuiltins());
    py->PyDict_SetItemString(script->globals, "__name__", name);
    drop(py, name);
    offer_queries(script);
    PyObject *code = py->Py_CompileString(text, path, FILE_INPUT);
    PyObject *done =
        code != NULL ? py->PyEval_EvalCode(code, script->globals, script->globals) : NULL;
    drop(py, code);
    drop(py, done);
    return done != NULL;
}

abResult ab_python_open(const char *path, const char *routine, const abCodeQueries *queries,
                        abPlace place, void **object, abError *error) {
    Script *script = calloc(1, sizeof *script);
    if (script != NULL) {
        script->queries = queries;
    }
    char *text = read_whole(path);
    abResult result = AB_OK;
    if (script == NULL || text == NULL) {
        result = ab_error_add(error, AB_BAD_MODEL, place, "cannot read %s (at most 1 MB)", path);
    } else if (!load(&script->py)) {
        result = ab_error_add(error, AB_USAGE, place,
                              "%s needs the library of Python 3 (Debian: libpython3.11)", path);
    } else if (!run_file(script, text, path)) {
        char fault[300];
        take_exception(&script->py, fault, sizeof fault);
        result = ab_error_add(error, AB_BAD_MODEL, place, "%s: %s", path, fault);
    } else {
        script->function = script->py.PyDict_GetItemString(script->globals, routine);
        if (script->function == NULL || !script->py.PyCallable_Check(script->function)) {
            result =
                ab_error_add(error, AB_BAD_MODEL, place, "%s has no function %s", path, routine);
        }
    }
    free(text);
    if (result != AB_OK) {
        ab_python_close(script);
        return result;
    }
    *object = script;
    return AB_OK;
}

void ab_python_close(void *object) {
    Script *script = object;
    if (script != NULL && script->globals != NULL) {
        script->py.Py_DecRef(script->globals); // the function with it
    }
    free(script);
}

// ---- calling ----

static PyObject *object_of(const Python *py, const abArgument *a) {
    switch (a->kind) {
    case AB_ARGUMENT_INTEGER:
        return py->PyLong_FromLong(a->integer);
    case AB_ARGUMENT_REAL:
        return py->PyFloat_FromDouble(a->real);
    case AB_ARGUMENT_REALS:
        return list_of(py, a->reals, a->count);
    }
    return NULL;
}

// A number, or up to three in a sequence; nothing counts as zero.
static void take_answer(const Python *py, PyObject *answer, double result[3]) {
    if (!py->PySequence_Check(answer)) {
        result[0] = py->PyObject_IsTrue(answer) == 0 ? 0.0 : py->PyFloat_AsDouble(answer);
        return;
    }
    long count = py->PySequence_Size(answer);
    for (long i = 0; i < count && i < 3; i++) {
        PyObject *item = py->PySequence_GetItem(answer, i);
        result[i] = item != NULL ? py->PyFloat_AsDouble(item) : NAN;
        drop(py, item);
    }
}

bool ab_python_call(void *object, const abArgument *arguments, int count, double result[3],
                    char *fault, size_t size) {
    const Script *script = object;
    const Python *py = &script->py;
    PyObject *tuple = py->PyTuple_New(count);
    for (int i = 0; tuple != NULL && i < count; i++) {
        py->PyTuple_SetItem(tuple, i, object_of(py, &arguments[i]));
    }
    s_script = script;
    PyObject *answer = py->PyObject_CallObject(script->function, tuple);
    s_script = NULL;
    drop(py, tuple);
    if (answer != NULL) {
        take_answer(py, answer, result);
        drop(py, answer);
    }
    if (py->PyErr_Occurred() != NULL) {
        take_exception(py, fault, size);
        return false;
    }
    return true;
}
