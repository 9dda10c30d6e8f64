// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_reader.h - what the parts of the MotionSolve reader share while they turn a tree into
// definitions.
//
//   xml_reader.c    the steps: tree -> things -> commands -> definitions
//   xml_names.c     names for what the file only numbers
//   xml_bodies.c, xml_markers.c, xml_graphics.c, xml_curves.c, xml_contacts.c, xml_proximity.c,
//   xml_joints.c, xml_couplers.c, xml_forces.c, xml_signals.c, xml_commands.c, xml_routines.c  a
//   group of elements each: tables and functions xml_table.c     one element into one struct
//   xml_units.c     units xml_tree.c expat's events into a tree
//
// A thing is one element of the file with its struct filled. All things are filled first; then the
// commands run in their order; then each type of thing becomes definitions, in the order of
// xml_elements.def. A thing may refer to any other by its number.

#ifndef AB_XML_READER_H
#define AB_XML_READER_H

#include "abut/read.h"
#include "base/schema.h"
#include "base/text_map.h"
#include "io/xml_table.h"

typedef enum abXmlElementKind {
#define AB_XML_ELEMENT(KIND, symbol) AB_XML_TYPE_##KIND,
#include "io/xml_elements.def"
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
    abXmlThings things[AB_XML_TYPE_COUNT];
    abTextMap ids;   // "kind:id" -> abXmlThing
    abTextMap names; // "list:name" -> anything
    abSimulationDef simulation;
    struct abXmlExpression *expressions; // to be checked when all is defined
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

// Names in this list are words for expressions: letters, digits and _.
#define AB_XML_WORD_LIST "word"

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

#define AB_XML_ELEMENT(KIND, symbol) extern const abXmlType ab_xml_##symbol;
#include "io/xml_elements.def" // -> extern const abXmlType ab_xml_body_rigid; ...
#undef AB_XML_ELEMENT

// The type of a kind.
const abXmlType *ab_xml_type(int kind);

// The elements without definitions, for reference pages.
typedef struct abXmlOther {
    const char *name;
    abXmlUse use;
    const char *text;
} abXmlOther;
int ab_xml_other_count(void);
abXmlOther ab_xml_other(int index);

// The thing of that kind and number; NULL when there is none.
abXmlThing *ab_xml_find(const abXmlReader *reader, abXmlElementKind kind, int id);
// The same, with a problem at the attribute `key` of `thing` when there is none.
abXmlThing *ab_xml_refer(abXmlReader *reader, abXmlThing *thing, const char *key,
                         abXmlElementKind kind, int id);

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

bool ab_xml_thing_has(const abXmlThing *thing, const char *key);
abPlace ab_xml_thing_place(const abXmlThing *thing, const char *key);

// Takes note of what ab_model_add_...() answered.
void ab_xml_added(abXmlReader *reader, abXmlThing *thing, abResult result);

// Parameters of something chosen by name from a list. What their table refuses is told at
// `attribute` of the thing (NULL: at its element), in SI.
typedef struct abXmlParams {
    abXmlThing *thing;
    const char *list; // "shape", "normal law", ...
    int kind;
    abParams *params;
} abXmlParams;
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

// A name of letters, digits, - and _ for `list`: from the label, or DEFAULT_ID; made different from
// all others of the list by its number. NULL for want of memory.
const char *ab_xml_name(abXmlReader *reader, const char *list, const char *default_name,
                        const char *label, int id);
// Texts put together in the arena (printf); NULL for want of memory, which is noted.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *
ab_xml_text(abXmlReader *reader, const char *format, ...);

// ---- markers and bodies ----

// A marker resolved: which body it is on and where in the world at the start.
typedef struct abXmlMarker {
    abXmlThing *body; // NULL: the global frame
    abPose X_WM;
} abXmlMarker;

// Resolves the marker that attribute `key` of `thing` names; id 0 is the global frame. False, with
// a problem, when there is none.
bool ab_xml_marker(abXmlReader *reader, abXmlThing *thing, const char *key, int id,
                   abXmlMarker *out);
// The frame of a body in the world at the start.
abPose ab_xml_body_pose(abXmlReader *reader, abXmlThing *body);
// The name of a body for definitions; "world" for NULL.
const char *ab_xml_body_name(const abXmlThing *body);
// How expressions and forces name a marker: "body.marker", which is then a marker of the model, or
// the body alone where the two frames are one; "world" for 0. NULL, with a problem at `place`.
const char *ab_xml_marker_name(abXmlReader *reader, abXmlThing *thing, abPlace place, int id);
// A marker in the frame of its body; exactly the identity where the two are one.
abPose ab_xml_marker_in_body(abXmlReader *reader, const abXmlMarker *marker);
// A rotation as the quaternion of definitions.
abQuat ab_xml_orientation(abMat3 R);
// The id of the body in the model; index 0 when it could not be added.
abBodyId ab_xml_body_id(abXmlReader *reader, const abXmlThing *body);

// "body.shape" of a graphic, and the thing of its body; NULL when it was not defined.
const char *ab_xml_graphic_selector(const abXmlThing *graphic, const abXmlThing **body);

// The material of all graphics where there are contacts.
#define AB_XML_MATERIAL "unspecified"
// Whether its material is outside, and whether an end of it is open.
bool ab_xml_graphic_is_hole(const abXmlThing *graphic);
bool ab_xml_graphic_is_open(const abXmlThing *graphic);
// Whether it is given by triangles.
bool ab_xml_graphic_is_mesh(const abXmlThing *graphic);
// The graphics of one side of a contact. False, with a problem, unless all are there, on one body,
// of a type that can touch, and `count` (-1: not given) of them.
bool ab_xml_check_side(abXmlReader *reader, abXmlThing *thing, const char *key,
                       const char *count_key, abXmlIntegers ids, int count);
// "a, b" of a Sensor_Proximity; NULL when something is wrong with it, which was told.
const char *ab_xml_proximity_selectors(const abXmlThing *sensor);

// The points of a Reference_ParamCurve [m], without the last where it is the first. NULL, with a
// problem, when they are not there or not in a plane.
const abPointList *ab_xml_curve_points(abXmlReader *reader, abXmlThing *curve, bool *is_closed);

// ---- joints ----

// Words for along (0) and about (1) the axis of a joint.
extern const char *const ab_xml_freedoms[];
// The axis of the Constraint_Joint `joint` along (0) or about (1) its z; -1: the one there is.
// NULL, with a problem at attribute `key` of `thing`, when it has none.
const char *ab_xml_joint_axis(abXmlReader *reader, abXmlThing *thing, const char *key,
                              const abXmlThing *joint, int type);

// ---- files and routines of users ----

// Whether a file's name stays in the model's folder or below.
bool ab_xml_file_is_inside(const char *file);

// What an element says of a routine, with the attributes that say it.
typedef struct abXmlRoutineNames {
    const char *library, *script, *interpreter, *function, *parameters;
    const char *library_key, *script_key, *interpreter_key, *parameters_key;
} abXmlRoutineNames;

typedef struct abXmlRoutine {
    const char *library, *script, *routine; // one of library and script is NULL
    const char *const *parameters;          // numbers
} abXmlRoutine;

// False, with a problem, when it is not all there or lies outside the model's folder.
bool ab_xml_routine(abXmlReader *reader, abXmlThing *thing, const abXmlRoutineNames *names,
                    abXmlRoutine *out);

// ---- expressions ----

// An expression of the file in the words of this engine; `unit` is that of the result, which comes
// in SI. With is_of_time it may depend on time alone. NULL, with a problem at the attribute, when
// it cannot be said. It is checked when all is defined.
const char *ab_xml_expression(abXmlReader *reader, abXmlThing *thing, const char *key,
                              const char *text, const char *unit, bool is_of_time);
// The same in the file's units and not checked.
const char *ab_xml_words(abXmlReader *reader, abXmlThing *thing, const char *key, const char *text);
void ab_xml_check_expressions(abXmlReader *reader);
// "a, b": selectors of what a contact is between, I first. NULL, with a problem at `place`, when
// other contacts act between the same.
const char *ab_xml_contact_selectors(abXmlReader *reader, abXmlThing *contact, abPlace place);
// The value of an expression that must be a constant; false with a problem.
bool ab_xml_constant(abXmlReader *reader, abXmlThing *thing, const char *key, const char *text,
                     const char *unit, double *out);

// Reads all of the tree into the model. Problems are in the context.
void ab_xml_read_model(abXmlReader *reader, const abXmlElement *root);

#endif
