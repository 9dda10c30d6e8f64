// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_reader.h - the steps from a tree to definitions, and what all elements ask of things: which
// is meant, what is wrong with it, parameters of what it becomes.

#ifndef AB_XML_READER_H
#define AB_XML_READER_H

#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

// The elements without definitions, for reference pages.
typedef struct abXmlOther {
    const char *name;
    abXmlUse use;
    const char *text;
} abXmlOther;

// Parameters of something chosen by name from a list. What their table refuses is told at
// `attribute` of the thing (NULL: at its element), in SI.
typedef struct abXmlParams {
    abXmlThing *thing;
    const char *list; // "shape", "normal law", ...
    int kind;
    abParams *params;
} abXmlParams;

// The type of a kind.
const abXmlType *ab_xml_type(int kind);

int ab_xml_other_count(void);
abXmlOther ab_xml_other(int index);

// The thing of that kind and number; NULL when there is none.
abXmlThing *ab_xml_find(const abXmlReader *reader, abXmlElementKind kind, int id);
// The same, with a problem at the attribute `key` of `thing` when there is none.
abXmlThing *ab_xml_refer(abXmlReader *reader, abXmlThing *thing, const char *key,
                         abXmlElementKind kind, int id);

// A thing as the commands before have left it.
abXmlThing *ab_xml_changed(abXmlThing *model);
// A command makes `change` of it: from the start before the first Simulate, else from the time at
// which the last one before it ends.
void ab_xml_change(const abXmlReader *reader, abXmlThing *model, abXmlThing *change);

// Adds a problem at an attribute of a thing (NULL: at its element) and marks it as wrong.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void
ab_xml_wrong(abXmlReader *reader, abXmlThing *thing, const char *key, const char *format, ...);
// Warns at an attribute of a thing.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void
ab_xml_warn(abXmlReader *reader, const abXmlThing *thing, const char *key, const char *format, ...);

// Warns, as ab_xml_idle(), of a key that has no effect beside what else is given; nothing when the
// thing's element does not give it.
void ab_xml_idle_key(abXmlReader *reader, const abXmlThing *thing, const char *key,
                     const char *why);

bool ab_xml_thing_has(const abXmlThing *thing, const char *key);
abPlace ab_xml_thing_place(const abXmlThing *thing, const char *key);

// Takes note of what ab_model_add_...() answered.
void ab_xml_added(abXmlReader *reader, abXmlThing *thing, abResult result);

// The tree of a file that an attribute of `element` names, from the folder of the model; NULL with a
// problem at the attribute when it cannot be read, or at its place in that file.
const abXmlElement *ab_xml_load(abXmlReader *reader, const abXmlElement *element, const char *key);
// Carries out what stands in the Command block of a tree.
void ab_xml_run_commands(abXmlReader *reader, const abXmlElement *root);

// A file beside the model is taken in.
void ab_xml_note_file(abXmlReader *reader, const char *file);

void ab_xml_set(abXmlReader *reader, abXmlParams to, const char *key, double value,
                const char *attribute);
void ab_xml_set_vector(abXmlReader *reader, abXmlParams to, const char *key, abVec3 value,
                       const char *attribute);
void ab_xml_set_list(abXmlReader *reader, abXmlParams to, const char *key,
                     const char *const *values, const char *attribute);
void ab_xml_set_text(abXmlReader *reader, abXmlParams to, const char *key, const char *value,
                     const char *attribute);
// Of a key that is a list of points.
void ab_xml_set_points(abXmlReader *reader, abXmlParams to, const char *key,
                       const abPointList *points, const char *attribute);
// Whether the kind has such a key.
bool ab_xml_has_key(abXmlParams to, const char *key);

// Texts put together in the arena (printf); NULL for want of memory, which is noted.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *
ab_xml_text(abXmlReader *reader, const char *format, ...);

#endif
