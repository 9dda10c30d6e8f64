// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rows.c - what the library gives in rows: the structs of a frame as NumPy names their fields.

#include <stddef.h>
#include <string.h>

#include "binding.h"

typedef struct Field {
    const char *name, *type; // type as NumPy writes it
    size_t offset;
} Field;

#define FIELD(name, type)                                                                          \
    { #name, type, offsetof(ROW, name) }

#define ROW abContactState
static const Field s_contacts[] = {
    FIELD(body_a, "i4"),       FIELD(body_b, "i4"),    FIELD(shape_a, "i4"),
    FIELD(shape_b, "i4"),      FIELD(point, "(3,)f8"), FIELD(normal, "(3,)f8"),
    FIELD(depth, "f8"),        FIELD(rate, "f8"),      FIELD(start_speed, "f8"),
    FIELD(normal_force, "f8"), FIELD(force, "(3,)f8"), FIELD(torque, "(3,)f8"),
    FIELD(slip, "(3,)f8"),     FIELD(energy, "f8"),    FIELD(area, "f8"),
    FIELD(pressure, "f8"),     FIELD(points, "i4"),    FIELD(state, "i4"),
    {NULL, NULL, 0},
};
#undef ROW
#define ROW abMapRow
static const Field s_maps[] = {
    FIELD(shape, "i4"),    FIELD(vertex, "i4"), FIELD(force, "(3,)f8"), FIELD(area, "f8"),
    FIELD(pressure, "f8"), FIELD(depth, "f8"),  {NULL, NULL, 0},
};
#undef ROW
#define ROW abContactRegion
static const Field s_regions[] = {
    FIELD(contact, "i4"),
    FIELD(points, "i4"),
    FIELD(area, "f8"),
    FIELD(surface_a, "f8"),
    FIELD(surface_b, "f8"),
    FIELD(volume, "f8"),
    FIELD(depth, "f8"),
    FIELD(point, "(3,)f8"),
    FIELD(normal, "(3,)f8"),
    FIELD(center, "(3,)f8"),
    FIELD(normal_force, "f8"),
    FIELD(force, "(3,)f8"),
    FIELD(center_of_pressure, "(3,)f8"),
    {NULL, NULL, 0},
};
#undef ROW
#define ROW abContactPointForce
static const Field s_points[] = {
    FIELD(contact, "i4"),    FIELD(id, "i4"),    FIELD(point, "(3,)f8"),
    FIELD(normal, "(3,)f8"), FIELD(depth, "f8"), FIELD(normal_force, "f8"),
    FIELD(force, "(3,)f8"),  {NULL, NULL, 0},
};
#undef ROW

// ---- the rows of a frame ----

static Block *copied(const void *rows, int count, size_t size) {
    Block *block = block_new((Py_ssize_t)size * count);
    if (block != NULL && count > 0) {
        memcpy(block->bytes, rows, size * (size_t)count);
    }
    return block;
}

static Block *contacts_of(const abFrame *frame) {
    Block *block = copied(frame->contacts, frame->contact_count, sizeof *frame->contacts);
    if (block != NULL) {
        contacts_from_zero(block->bytes, frame->contact_count);
    }
    return block;
}

static Block *maps_of(const abFrame *frame) {
    return copied(frame->map, frame->map_count, sizeof *frame->map);
}

static Block *regions_of(const abFrame *frame) {
    return copied(frame->regions, frame->region_count, sizeof *frame->regions);
}

static Block *points_of(const abFrame *frame) {
    abContactPointForce alone;
    int count, total = 0;
    for (int c = 0; c < frame->contact_count; c++) {
        ab_frame_point_forces(frame, c, &alone, &count);
        total += count;
    }
    Block *block = block_new(total * (Py_ssize_t)sizeof alone);
    abContactPointForce *out = block != NULL ? block->bytes : NULL;
    for (int c = 0; out != NULL && c < frame->contact_count; c++) {
        const abContactPointForce *points = ab_frame_point_forces(frame, c, &alone, &count);
        memcpy(out, points, (size_t)count * sizeof *out);
        out += count;
    }
    return block;
}

// ---- the kinds ----

typedef struct Kind {
    const char *name;
    size_t size;
    const Field *fields;
    unsigned part; // of a frame of a record
    Block *(*of)(const abFrame *frame);
} Kind;

static const Kind s_kinds[] = {
    {"contacts", sizeof(abContactState), s_contacts, AB_FRAME_CONTACTS, contacts_of},
    {"points", sizeof(abContactPointForce), s_points, AB_FRAME_POINTS, points_of},
    {"maps", sizeof(abMapRow), s_maps, AB_FRAME_MAPS, maps_of},
    {"regions", sizeof(abContactRegion), s_regions, AB_FRAME_REGIONS, regions_of},
};
enum { KINDS = sizeof s_kinds / sizeof s_kinds[0] };

static PyObject *field_list(const Field *field) {
    PyObject *list = PyList_New(0);
    for (; list != NULL && field->name != NULL; field++) {
        PyObject *item =
            Py_BuildValue("(ssn)", field->name, field->type, (Py_ssize_t)field->offset);
        if (item == NULL || PyList_Append(list, item) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
    }
    return list;
}

bool rows_init(PyObject *module) {
    PyObject *kinds = PyDict_New();
    bool ok = kinds != NULL;
    for (int i = 0; ok && i < KINDS; i++) {
        PyObject *item =
            Py_BuildValue("(nN)", (Py_ssize_t)s_kinds[i].size, field_list(s_kinds[i].fields));
        ok = item != NULL && PyDict_SetItemString(kinds, s_kinds[i].name, item) == 0;
        Py_XDECREF(item);
    }
    ok = ok && PyModule_AddObjectRef(module, "row_types", kinds) == 0;
    Py_XDECREF(kinds);
    return ok;
}

PyObject *rows_of_frame(abRecord *record, long long index, const char *name) {
    const Kind *kind = NULL;
    for (int i = 0; i < KINDS; i++) {
        kind = strcmp(s_kinds[i].name, name) == 0 ? &s_kinds[i] : kind;
    }
    abFrame frame;
    abError error;
    ab_error_clear(&error);
    if (kind == NULL) {
        return raise_usage("a frame has no rows %s", name);
    }
    abResult result = ab_record_frame(record, index, kind->part, &frame, &error);
    if (result != AB_OK) {
        return raise_error(result, &error);
    }
    Block *block = kind->of(&frame);
    return block != NULL ? Py_BuildValue("(dN)", frame.time, block) : NULL;
}
