// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// record.c - Record: what a run left behind. Its numbers come as blocks for arrays.

#include <string.h>

#include "binding.h"

typedef struct Record {
    PyObject_HEAD abRecord *handle;
} Record;

static PyTypeObject *s_type;

static void record_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    ab_record_close(((Record *)self)->handle);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *answer(abResult result, const abError *error, PyObject *value) {
    if (result == AB_OK) {
        return value;
    }
    Py_XDECREF(value);
    return PyErr_Occurred() ? NULL : raise_error(result, error);
}

static PyObject *record_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    const char *path;
    abError error;
    ab_error_clear(&error);
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "s", &path)) {
        return NULL;
    }
    Record *record = (Record *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (record == NULL) {
        return NULL;
    }
    abResult result = ab_record_open(path, ab_heap(), &record->handle, &error);
    return answer(result, &error, (PyObject *)record);
}

static PyObject *names(abRecord *record, int first, int count,
                       const char *(*name_of)(const abRecord *record, int index)) {
    PyObject *list = PyList_New(count);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *name = PyUnicode_FromString(name_of(record, first + i));
        if (name == NULL || PyList_SetItem(list, i, name) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *record_info(PyObject *self, PyObject *unused) {
    static const char *const statuses[] = {"open", "done", "stopped", "failed"};
    abRecord *record = ((Record *)self)->handle;
    abError error;
    (void)unused;
    ab_error_clear(&error);
    abResult result = ab_record_refresh(record, &error);
    if (result != AB_OK) {
        return raise_error(result, &error);
    }
    const abRecordInfo *i = ab_record_info(record);
    return Py_BuildValue("{s:s,s:s,s:s,s:d,s:d,s:d,s:L,s:L,s:L,s:d,s:s,s:N,s:N,s:N,s:N}", "program",
                         i->program, "title", i->title, "model_path", i->model_path, "start_time",
                         i->start_time, "end_time", i->end_time, "tolerance", i->tolerance,
                         "frames", (long long)i->frame_count, "events", (long long)i->event_count,
                         "warnings", (long long)i->warning_count, "last_time", i->last_time,
                         "status", statuses[i->status], "bodies",
                         names(record, 1, i->body_count, ab_record_body_name), "shapes",
                         names(record, 0, i->shape_count, ab_record_shape_name), "joints",
                         names(record, 0, i->joint_count, ab_record_joint_name), "outputs",
                         names(record, 0, i->output_count, ab_record_output));
}

static PyObject *record_model_text(PyObject *self, PyObject *unused) {
    (void)unused;
    const abRecordInfo *info = ab_record_info(((Record *)self)->handle);
    return PyBytes_FromStringAndSize(info->model_text, (Py_ssize_t)info->model_size);
}

// series(name, wants_time, count): a block of numbers of the first `count` frames.
static PyObject *record_series(PyObject *self, PyObject *arguments) {
    const char *name;
    int wants_time;
    long long size, read = 0;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "spL", &name, &wants_time, &size)) {
        return NULL;
    }
    Block *block = block_new((Py_ssize_t)size * (Py_ssize_t)sizeof(double));
    if (block == NULL) {
        return NULL;
    }
    int64_t count = 0;
    abResult result;
    abRecord *record = ((Record *)self)->handle;
    double *time = wants_time ? block->bytes : NULL, *values = wants_time ? NULL : block->bytes;
    result = ab_record_series(record, name, 0, time, values, size, &count, &error);
    read = count;
    PyObject *pair = result == AB_OK ? Py_BuildValue("(OL)", block, read) : NULL;
    Py_DECREF(block);
    return answer(result == AB_BAD_MODEL ? AB_USAGE : result, &error, pair);
}

static PyObject *record_event(PyObject *self, PyObject *arguments) {
    long long index;
    abEvent event;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "L", &index)) {
        return NULL;
    }
    abResult result = ab_record_event(((Record *)self)->handle, index, &event, &error);
    return answer(result, &error, result == AB_OK ? event_tuple(&event) : NULL);
}

static PyObject *record_law(PyObject *self, PyObject *arguments) {
    enum { NUMBERS = 6 }; // of abEvent.law and abEvent.constants
    const abRecord *record = ((Record *)self)->handle;
    int law;
    if (!PyArg_ParseTuple(arguments, "i", &law)) {
        return NULL;
    }
    PyObject *numbers = PyList_New(NUMBERS);
    for (int i = 0; numbers != NULL && i < NUMBERS; i++) {
        const char *unit = "", *name = ab_record_law_number(record, law, i, &unit);
        PyObject *pair = Py_BuildValue("(ss)", name, name[0] != '\0' ? unit : "");
        if (pair == NULL) {
            Py_CLEAR(numbers);
        } else {
            PyList_SetItem(numbers, i, pair);
        }
    }
    return numbers != NULL ? Py_BuildValue("(sN)", ab_record_law_name(record, law), numbers) : NULL;
}

static PyObject *record_warning(PyObject *self, PyObject *arguments) {
    long long index;
    const char *text = NULL;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "L", &index)) {
        return NULL;
    }
    abResult result = ab_record_warning(((Record *)self)->handle, index, &text, &error);
    return answer(result, &error, result == AB_OK ? PyUnicode_FromString(text) : NULL);
}

// states(index): time, states of the bodies.
static PyObject *record_states(PyObject *self, PyObject *arguments) {
    long long index;
    abFrame frame;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "L", &index)) {
        return NULL;
    }
    abResult result = ab_record_frame(((Record *)self)->handle, index, 0, &frame, &error);
    if (result != AB_OK) {
        return raise_error(result, &error);
    }
    Block *bodies = block_new(frame.body_count * (Py_ssize_t)sizeof *frame.bodies);
    if (bodies == NULL) {
        return NULL;
    }
    memcpy(bodies->bytes, frame.bodies, (size_t)bodies->size);
    return Py_BuildValue("(dN)", frame.time, bodies);
}

static PyObject *record_rows(PyObject *self, PyObject *arguments) {
    long long index;
    const char *kind;
    if (!PyArg_ParseTuple(arguments, "Ls", &index, &kind)) {
        return NULL;
    }
    return rows_of_frame(((Record *)self)->handle, index, kind);
}

static PyObject *record_find_frame(PyObject *self, PyObject *arguments) {
    double time;
    int64_t index = -1;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "d", &time)) {
        return NULL;
    }
    abResult result = ab_record_find_frame(((Record *)self)->handle, time, &index, &error);
    return answer(result, &error, result == AB_OK ? PyLong_FromLongLong(index) : NULL);
}

static PyObject *record_outcome(PyObject *self, PyObject *unused) {
    abRecordOutcome outcome;
    abError error;
    (void)unused;
    ab_error_clear(&error);
    abResult result = ab_record_outcome(((Record *)self)->handle, &outcome, &error);
    PyObject *value = result == AB_OK
                          ? Py_BuildValue("(sddN)", outcome.message, outcome.time, outcome.seconds,
                                          statistics_dict(&outcome.statistics))
                          : NULL;
    return answer(result, &error, value);
}

// ---- comparing ----

static void found(void *list, const abDifference *d) {
    PyObject *item = Py_BuildValue("(sddddd)", d->what, d->largest, d->relative, d->time,
                                   d->values[0], d->values[1]);
    if (item != NULL) {
        PyList_Append(list, item);
    }
    Py_XDECREF(item);
}

static PyObject *record_compare(PyObject *self, PyObject *arguments) {
    PyObject *other;
    double tolerance;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "O!d", s_type, &other, &tolerance)) {
        return NULL;
    }
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return NULL;
    }
    abResult result = ab_record_compare(((Record *)self)->handle, ((Record *)other)->handle,
                                        tolerance, found, list, &error);
    return answer(result == AB_DIFFERENT ? AB_OK : result, &error, list);
}

// ---- files for people ----

// plot([name], path)
static PyObject *record_plot(PyObject *self, PyObject *arguments) {
    PyObject *list;
    const char *path;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "O!s", &PyList_Type, &list, &path)) {
        return NULL;
    }
    int count = (int)PyList_Size(list);
    const char **names = PyMem_Calloc((size_t)count + 1, sizeof *names);
    bool ok = names != NULL;
    for (int i = 0; ok && i < count; i++) {
        names[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, i), NULL);
        ok = names[i] != NULL;
    }
    abResult result = AB_OK;
    if (ok) {
        result = ab_record_plot(((Record *)self)->handle, names, count, path, &error);
    }
    PyMem_Free(names);
    return ok ? answer(result, &error, Py_NewRef(Py_None)) : NULL;
}

// page(viewer, path)
static PyObject *record_page(PyObject *self, PyObject *arguments) {
    const char *viewer, *path;
    abError error;
    ab_error_clear(&error);
    if (!PyArg_ParseTuple(arguments, "ss", &viewer, &path)) {
        return NULL;
    }
    abResult result = ab_record_page(((Record *)self)->handle, viewer, path, &error);
    return answer(result, &error, Py_NewRef(Py_None));
}

static PyMethodDef s_methods[] = {
    {"plot", record_plot, METH_VARARGS, "plot([name], path)"},
    {"page", record_page, METH_VARARGS, "page(viewer, path)"},
    {"info", record_info, METH_NOARGS, "What stands in the record, as of now."},
    {"model_text", record_model_text, METH_NOARGS, "Text of the model."},
    {"series", record_series, METH_VARARGS, "series(name, wants_time, count)"},
    {"event", record_event, METH_VARARGS, "event(index)"},
    {"law", record_law, METH_VARARGS, "law(number): its name, and names and units of its numbers."},
    {"warning", record_warning, METH_VARARGS, "warning(index)"},
    {"states", record_states, METH_VARARGS, "states(index): time and states of the bodies."},
    {"rows", record_rows, METH_VARARGS, "rows(index, kind): time and rows of a frame."},
    {"find_frame", record_find_frame, METH_VARARGS, "find_frame(time)"},
    {"outcome", record_outcome, METH_NOARGS, "How the run ended."},
    {"compare", record_compare, METH_VARARGS, "compare(record, tolerance)"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot s_slots[] = {
    {Py_tp_doc, "The file of a run: Record(path)."},
    {Py_tp_new, record_new},
    {Py_tp_dealloc, record_dealloc},
    {Py_tp_methods, s_methods},
    {0, NULL},
};
static PyType_Spec s_spec = {"abut._abut.Record", sizeof(Record), 0, Py_TPFLAGS_DEFAULT, s_slots};

bool record_init(PyObject *module) {
    s_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &s_spec, NULL);
    return s_type != NULL && PyModule_AddType(module, s_type) == 0;
}
