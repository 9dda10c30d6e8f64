// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_types.h - what the parts of the MotionSolve reader share while they turn a tree into
// definitions: things, the types of elements, the reader's state.

#ifndef AB_XML_TYPES_H
#define AB_XML_TYPES_H

#include "abut/read.h"
#include "base/schema.h"
#include "base/text_map.h"
#include "read/motionsolve/xml_table.h"

typedef enum abXmlElementKind {
#define AB_XML_ELEMENT(KIND, symbol) AB_XML_TYPE_##KIND,
#include "read/motionsolve/xml_elements.def"
#undef AB_XML_ELEMENT
    AB_XML_TYPE_COUNT
} abXmlElementKind;

typedef struct abXmlThing {
    struct abXmlThing *next; // of its type, in the order of the file
    const abXmlElement *element;
    const struct abXmlType *type;
    int id;           // 0: it has none
    const char *name; // unique among what is named in the same place; NULL: none
    void *data;       // the struct of the table
    uint64_t given;   // bit i: key i was given
    bool is_wrong;    // a problem was found in it
    // what commands between two runs make of it: the first change, behind which are the others by
    // `next`, and the last; NULL: none
    struct abXmlThing *changes, *changed;
    double time; // of a change                                                             [s]
} abXmlThing;

typedef struct abXmlThings {
    abXmlThing *first, *last;
    int count;
} abXmlThings;

typedef struct abXmlReader {
    abXmlContext context;
    abModel *model;
    const char *name;   // of the model file; NULL: a text without files
    const char *folder; // where mesh files are looked for
    bool any_files;     // they may lie outside of it
    abXmlThings things[AB_XML_TYPE_COUNT];
    abTextMap ids;   // "kind:id" -> abXmlThing
    abTextMap names; // "list:name" -> anything
    abSimulationDef simulation;
    struct abXmlUnknown *unknown;        // elements that were left out
    struct abXmlExpression *expressions; // to be checked when all is defined
    const abXmlElement *loaded_model;    // the Load_Model whose file has the model; NULL: none
    int loading;                         // files of commands that are being read
    bool has_run;                        // a Simulate command was met
    int run_count;                       // Simulate commands
    abResult result;                     // trouble other than a wrong model
} abXmlReader;

// An expression in the words of this engine, from an attribute of a thing.
typedef struct abXmlExpression {
    struct abXmlExpression *next;
    abXmlThing *thing;
    const char *key;
    const char *ours;
    bool is_same; // as written in the file
    bool is_of_time;
} abXmlExpression;

// One type of element. Functions may be NULL.
typedef struct abXmlType {
    const abXmlTable *table;
    const char *list;         // where its name counts: "body", "joint", ...; NULL: it has none
    const char *default_name; // "body" makes body_12 of a thing without a label
    int id_offset;            // of the fields id and label in the struct; id < 0: it has none
    int label_offset;
    bool is_command; // stands in the Command block (too)
    bool is_model;   // stands in the Model block
    bool has_text;   // numbers may stand between its tags
    // Makes definitions of a thing of the model.
    void (*define)(abXmlReader *reader, abXmlThing *thing);
    // Carries out a command. `thing` holds what the command says; for a change of something in the
    // model it is that thing with the change made in it.
    void (*command)(abXmlReader *reader, abXmlThing *thing);
    // Called once after all things of the type are defined, also when there are none.
    void (*finish)(abXmlReader *reader);
} abXmlType;

// An element of the Model block, of a struct with id and label.
#define AB_XML_TYPE(Type, table_, list_, default_name_, define_)                                   \
    {                                                                                              \
        .table = &(table_), .list = (list_), .default_name = (default_name_),                      \
        .id_offset = offsetof(Type, id), .label_offset = offsetof(Type, label), .is_model = true,  \
        .define = (define_)                                                                        \
    }

#define AB_XML_ELEMENT(KIND, symbol) extern const abXmlType ab_xml_##symbol;
#include "read/motionsolve/xml_elements.def" // -> extern const abXmlType ab_xml_body_rigid; ...
#undef AB_XML_ELEMENT

#endif
