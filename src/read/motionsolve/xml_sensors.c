// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_sensors.c - Sensor_Event and Post_Request.
//
// A sensor that only steers the integrator has nothing to do here: what it asks for, touches
// located and steps short enough, is done in any case. Requests become series; one that cannot be
// computed is left out with a warning, since results do not depend on it.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/motionsolve/xml_expression.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_units.h"

// ---- sensors ----

typedef struct Sensor {
    int id, type, compare;
    const char *label, *expression;
    double value, tolerance;
    bool halts, prints, returns, is_located;
} Sensor;

enum { SENSOR_EXPRESSION, SENSOR_USER };
static const char *const s_sensor_types[] = {"EXPRESSION", "USERSUB", NULL};
// in the order of abCompare
static const char *const s_compares[] = {"GE", "LT|LE", "EQ", NULL};

#define IDLE(name_, default_, text_) AB_XML_NOT_DONE(AB_XML_LISTED, name_, default_, text_)
static const abXmlKey s_sensor_keys[] = {
    AB_XML_ID_AND_LABEL(Sensor),
    AB_XML_WORDS(Sensor, type, "type", s_sensor_types, "how it is given"),
    AB_XML_STRING(AB_XML_EXPRESSION, Sensor, expression, "expr", "what is watched"),
    AB_XML_WORDS(Sensor, compare, "compare", s_compares,
                 "met when expr rises to the value, falls to it, or passes it"),
    AB_XML_NUM(Sensor, value, "value", "-", 0.0, "in the unit of expr"),
    AB_XML_NOT_NEGATIVE(Sensor, tolerance, "error_tol", "-", "how near expr must be to the value"),
    AB_XML_FLAG(Sensor, halts, "halt", 0.0, "the run ends there"),
    AB_XML_FLAG(Sensor, prints, "print|verbose", 0.0, "says so"),
    AB_XML_FLAG(Sensor, returns, "return", 0.0, "the Simulate command ends there"),
    AB_XML_FLAG(Sensor, is_located, "zero_crossing", 1.0,
                "FALSE: noticed at the end of a step; else, and when not given, located inside it"),
    IDLE("hmax", "0", "touches are located within a step, which need not be short"),
    IDLE("dt", "0", "steps are chosen by the tolerance, and output by Simulate"),
    IDLE("stepsize", "0", "steps are chosen by the tolerance"),
    IDLE("restart", "FALSE|0", "the integrator restarts by itself where it must"),
    IDLE("codgen", "FALSE|0", "there are no matrices to make anew"),
    IDLE("yydump", "FALSE|0", "the record keeps every frame"),
    AB_XML_ROUTINE(AB_XML_LISTED, "a sensor watches its expr; user routines are not called"),
};
static const char s_sensor_passed[] = "interpreter";
static const abXmlTable s_sensor_table =
    AB_XML_TABLE_PASSING("Sensor_Event", Sensor, s_sensor_keys, s_sensor_passed,
                         "a sensor; nothing when it neither halts nor prints");

static void define_sensor(abXmlReader *reader, abXmlThing *thing) {
    const Sensor *s = thing->data;
    if (thing->is_wrong || (!s->halts && !s->prints && !s->returns)) {
        return;
    }
    if (s->type == SENSOR_USER || s->expression == NULL) {
        ab_xml_wrong(reader, thing, s->type == SENSOR_USER ? "type" : NULL,
                     s->type == SENSOR_USER ? "user routines are not supported here"
                                            : "Sensor_Event needs the attribute expr");
        return;
    }
    if (s->returns && reader->run_count > 1) {
        ab_xml_wrong(reader, thing, "return",
                     "return ends one of several Simulate commands, which run as one here");
        return;
    }
    abSensorDef def = ab_sensor_def();
    def.name = thing->name;
    def.place = thing->element->place;
    def.expression = ab_xml_expression(reader, thing, "expr", s->expression, "-", false);
    def.compare = s->compare >= 0 ? s->compare : AB_COMPARE_GE;
    def.value = s->value;
    def.error_tolerance = s->tolerance;
    def.zero_crossing = s->is_located;
    def.halt = s->halts || s->returns;
    def.print = s->prints;
    if (def.expression != NULL) {
        ab_xml_added(reader, thing,
                     ab_model_add_sensor(reader->model, &def, reader->context.error));
    }
}

const abXmlType ab_xml_sensor_event =
    AB_XML_TYPE(Sensor, s_sensor_table, "sensor", "sensor", define_sensor);

// ---- requests ----

typedef struct Request {
    int id, type, marker_i, marker_j, reference, element, element_type;
    const char *label;
    const char *expression[8];
    bool is_on_j;
} Request;

enum {
    REQUEST_DISPLACEMENT,
    REQUEST_VELOCITY,
    REQUEST_ACCELERATION,
    REQUEST_FORCE,
    REQUEST_ELEMENT,
    REQUEST_EXPRESSION,
    REQUEST_USER
};
static const char *const s_request_types[] = {"MARKER_DISPLACEMENT|DISPLACEMENT",
                                              "MARKER_VELOCITY|VELOCITY",
                                              "MARKER_ACCELERATION|ACCELERATION",
                                              "MARKER_FORCE|FORCE",
                                              "ELEMENTAL_FORCE",
                                              "EXPRESSION",
                                              "USERSUB",
                                              NULL};
static const char *const s_element_types[] = {"JOINT|CONSTRAINT_JOINT",
                                              "BUSH|BUSHING|FORCE_BUSHING",
                                              "SPDP|SPRINGDAMPER|FORCE_SPRINGDAMPER",
                                              "SFORCE|FORCE_SCALAR_TWOBODY",
                                              "VFORCE|FORCE_VECTOR_TWOBODY",
                                              "CONTACT|FORCE_CONTACT",
                                              NULL};
static const char *const s_element_functions[] = {"JOINT",  "BUSH",   "SPDP",
                                                  "SFORCE", "VFORCE", "CONTACT"};

#define EXPRESSION_OF(index, name_)                                                                \
    AB_XML_STRING(AB_XML_EXPRESSION, Request, expression[index], name_, "of EXPRESSION; NULL: none")
static const abXmlKey s_request_keys[] = {
    AB_XML_REFERENCE(Request, id, "id", 1.0, true, "a number of its own"),
    AB_XML_STRING(AB_XML_TEXT, Request, label, "label|comment|full_label", "name"),
    AB_XML_WORDS(Request, type, "type", s_request_types, "what is recorded"),
    AB_XML_REFERENCE(Request, marker_i, "i_marker_id", 0.0, false, "what is looked at"),
    AB_XML_REFERENCE(Request, marker_j, "j_marker_id", 0.0, false, "relative to what"),
    AB_XML_REFERENCE(Request, reference, "ref_marker_id|rm_id", 0.0, false, "along whose axes"),
    AB_XML_WORDS(Request, element_type, "elem_type", s_element_types, "of ELEMENTAL_FORCE"),
    AB_XML_REFERENCE(Request, element, "elem_id", 1.0, false, "of ELEMENTAL_FORCE"),
    AB_XML_FLAG(Request, is_on_j, "jflag", 0.0, "of ELEMENTAL_FORCE: the force on J"),
    EXPRESSION_OF(0, "expr1"),
    EXPRESSION_OF(1, "expr2"),
    EXPRESSION_OF(2, "expr3"),
    EXPRESSION_OF(3, "expr4"),
    EXPRESSION_OF(4, "expr5"),
    EXPRESSION_OF(5, "expr6"),
    EXPRESSION_OF(6, "expr7"),
    EXPRESSION_OF(7, "expr8"),
};
static const char s_request_passed[] = "usrsub_param_string usrsub_fnc_name usrsub_dll_name";
static const abXmlTable s_request_table =
    AB_XML_TABLE_PASSING("Post_Request", Request, s_request_keys, s_request_passed,
                         "series named by its label, in the file's units");

// Adds one series, NAME_name; left out with a warning where it cannot be computed.
static void add_series(abXmlReader *reader, abXmlThing *thing, const char *key, const char *name,
                       const char *text, const char *unit) {
    char in_file[40];
    abError problem;
    ab_error_clear(&problem);
    const char *ours = text != NULL ? ab_xml_words(reader, thing, key, text) : NULL;
    if (ours == NULL) {
        return;
    }
    abResult result = ab_model_check_expression(reader->model, ours, ab_xml_thing_place(thing, key),
                                                false, &problem);
    if (result != AB_OK) {
        reader->result = result == AB_BAD_MODEL ? reader->result : result;
        ab_xml_warn(reader, thing, key, "this is not recorded: %s",
                    problem.count > 0 ? problem.problems[0].text : "out of memory");
        return;
    }
    abRequestDef def = ab_request_def();
    def.name = ab_xml_text(reader, "%s_%s", thing->name, name);
    def.place = thing->element->place;
    def.expression = ours;
    ab_xml_unit_text(&reader->context.units, unit, in_file, sizeof in_file);
    def.unit = in_file;
    if (def.name != NULL) {
        ab_xml_added(reader, thing,
                     ab_model_add_request(reader->model, &def, reader->context.error));
    }
}

// Measures of marker i relative to j, those of an axis along r; from the fifth on those of the
// turning.
static void add_measures(abXmlReader *reader, abXmlThing *thing) {
    static const char *const functions[3][8] = {
        {"DM", "DX", "DY", "DZ", "PSI", "THETA", "PHI"},
        {"VM", "VX", "VY", "VZ", "WM", "WX", "WY", "WZ"},
        {"ACCM", "ACCX", "ACCY", "ACCZ", "WDTM", "WDTX", "WDTY", "WDTZ"}};
    static const char *const units[3][2] = {{"m", "rad"}, {"m/s", "rad/s"}, {"m/s^2", "rad/s^2"}};
    const Request *r = thing->data;
    int j = r->marker_j > 0 ? r->marker_j : 0, axes = r->reference > 0 ? r->reference : 0;
    if (r->marker_i < 0) {
        ab_xml_wrong(reader, thing, NULL,
                     "Post_Request of this type needs the attribute i_marker_id");
        return;
    }
    for (int k = 0; k < 8 && functions[r->type][k] != NULL; k++) {
        const char *function = functions[r->type][k];
        bool has_axes = strchr("XYZ", function[strlen(function) - 1]) != NULL;
        char name[8];
        add_series(reader, thing, "i_marker_id", ab_text_lower(function, name, sizeof name),
                   has_axes ? ab_xml_text(reader, "%s(%d,%d,%d)", function, r->marker_i, j, axes)
                            : ab_xml_text(reader, "%s(%d,%d)", function, r->marker_i, j),
                   units[r->type][k / 4]);
    }
}

static void add_element(abXmlReader *reader, abXmlThing *thing) {
    static const char *const names[] = {"fm", "fx", "fy", "fz", "tm", "tx", "ty", "tz"};
    const Request *r = thing->data;
    if (r->element_type < 0 || r->element < 0) {
        ab_xml_wrong(reader, thing, NULL,
                     "Post_Request of this type needs the attributes elem_type and elem_id");
        return;
    }
    for (int k = 0; k < 8; k++) {
        add_series(reader, thing, "elem_id", names[k],
                   ab_xml_text(reader, "%s(%d,%d,%d,%d)", s_element_functions[r->element_type],
                               r->element, r->is_on_j, k + 1, r->reference > 0 ? r->reference : 0),
                   k < 4 ? "N" : "N m");
    }
}

static void add_expressions(abXmlReader *reader, abXmlThing *thing) {
    const Request *r = thing->data;
    for (int k = 0; k < 8; k++) {
        char key[] = "expr1", name[] = "f1";
        key[4] = name[1] = (char)('1' + k);
        if (r->expression[k] != NULL && !ab_xml_is_one_of(r->expression[k], "NULL|0|0.|0.0|")) {
            add_series(reader, thing, key, name, r->expression[k], "-");
        }
    }
}

static void define_request(abXmlReader *reader, abXmlThing *thing) {
    const Request *r = thing->data;
    if (thing->is_wrong || reader->context.problems > 0) {
        return; // what it looks at may be missing
    }
    if (r->type < 0 || r->type == REQUEST_FORCE || r->type == REQUEST_USER) {
        ab_xml_warn(reader, thing, "type",
                    "this request is not recorded: requests of this type are not supported");
    } else if (r->type == REQUEST_ELEMENT) {
        add_element(reader, thing);
    } else if (r->type == REQUEST_EXPRESSION) {
        add_expressions(reader, thing);
    } else {
        add_measures(reader, thing);
    }
}

// a series may not have the name of a body
const abXmlType ab_xml_post_request =
    AB_XML_TYPE(Request, s_request_table, "body", "request", define_request);
