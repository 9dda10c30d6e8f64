// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view.c - Block: bytes that arrays look into, read-only, by the buffer protocol.
//
// A block owns its bytes and never moves them. An array keeps the block it looks into alive, so that
// it is safe to use whatever has become of the simulation.

#include <stdlib.h>

#include "binding.h"

PyTypeObject *block_type;

Block *block_new(Py_ssize_t size) {
    allocfunc make = (allocfunc)PyType_GetSlot(block_type, Py_tp_alloc);
    Block *block = (Block *)make(block_type, 0);
    if (block != NULL) {
        block->size = size;
        block->bytes = calloc(1, (size_t)size + 1);
        if (block->bytes == NULL) {
            Py_DECREF(block);
            PyErr_NoMemory();
            return NULL;
        }
    }
    return block;
}

static void block_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    free(((Block *)self)->bytes);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static int block_getbuffer(PyObject *self, Py_buffer *view, int flags) {
    Block *block = (Block *)self;
    int status = PyBuffer_FillInfo(view, self, block->bytes, block->size, 1, flags);
    block->exports += status == 0;
    return status;
}

static void block_releasebuffer(PyObject *self, Py_buffer *view) {
    (void)view;
    ((Block *)self)->exports--;
}

static PyType_Slot s_slots[] = {
    {Py_tp_doc, "Bytes that arrays look into, read-only."},
    {Py_tp_dealloc, block_dealloc},
    {Py_bf_getbuffer, block_getbuffer},
    {Py_bf_releasebuffer, block_releasebuffer},
    {0, NULL},
};
static PyType_Spec s_spec = {"abut._abut.Block", sizeof(Block), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, s_slots};

bool block_init(PyObject *module) {
    block_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &s_spec, NULL);
    return block_type != NULL && PyModule_AddType(module, block_type) == 0;
}
