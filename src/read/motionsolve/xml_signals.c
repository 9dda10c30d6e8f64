// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_signals.c - Reference_Variable, Control_Diff and Reference_Spline.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/expression/expression.h"
#include "read/motionsolve/xml_expression.h"
#include "read/motionsolve/xml_names.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

// ---- variables ----

typedef struct Variable {
    int id, type;
    const char *label, *expression;
    double value;
} Variable;

enum { VARIABLE_EXPRESSION, VARIABLE_USER };
static const char *const s_variable_types[] = {"EXPRESSION", "USERSUB", NULL};

static const abXmlKey s_variable_keys[] = {
    AB_XML_ID_AND_LABEL(Variable),
    AB_XML_WORDS(Variable, type, "type", s_variable_types, "how it is given"),
    AB_XML_STRING(AB_XML_EXPRESSION, Variable, expression, "expr|val_expression", "its value"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "ic|initial_value", "0",
                    "a variable is its expr from the start"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "autobalance", "FALSE|0", "a variable is its expr"),
    AB_XML_ROUTINE(AB_XML_LISTED, "a variable is its expr; user routines are not called"),
};
static const char s_variable_passed[] = "interpreter";
static const abXmlTable s_variable_table =
    AB_XML_TABLE_PASSING("Reference_Variable", Variable, s_variable_keys, s_variable_passed,
                         "a variable for expressions to use");

// In the words of this engine; NULL with a problem.
static const char *expression_of(abXmlReader *reader, abXmlThing *thing, int type,
                                 const char *text) {
    if (thing->is_wrong || thing->name == NULL) {
        return NULL;
    }
    if (type == VARIABLE_USER) {
        ab_xml_wrong(reader, thing, "type", "user routines are not supported here");
        return NULL;
    }
    if (text == NULL) {
        ab_xml_wrong(reader, thing, NULL, "%s needs the attribute expr", thing->element->name);
        return NULL;
    }
    return ab_xml_expression(reader, thing, "expr", text, "-", false);
}

static void define_variable(abXmlReader *reader, abXmlThing *thing) {
    const Variable *v = thing->data;
    abVariableDef def = ab_variable_def();
    def.name = thing->name;
    def.place = thing->element->place;
    def.expression = expression_of(reader, thing, v->type, v->expression);
    if (def.expression != NULL) {
        ab_xml_added(reader, thing,
                     ab_model_add_variable(reader->model, &def, reader->context.error));
    }
}

const abXmlType ab_xml_reference_variable =
    AB_XML_TYPE(Variable, s_variable_table, AB_XML_WORD_LIST, "variable", define_variable);

// ---- differential equations ----

typedef struct Differential {
    int id, type;
    const char *label, *rate;
    double start;
} Differential;

static const abXmlKey s_differential_keys[] = {
    AB_XML_ID_AND_LABEL(Differential),
    AB_XML_WORDS(Differential, type, "type", s_variable_types, "how it is given"),
    AB_XML_STRING(AB_XML_EXPRESSION, Differential, rate, "expr|val_expression", "its rate"),
    AB_XML_NUM(Differential, start, "ic|initial_value", "-", 0.0, "its value at the start"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "is_implicit", "FALSE|0",
                    "expr is its rate; an equation that gives the rate indirectly is not solved"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "ic_dot", "0", "the rate is expr from the start"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "static_hold", "FALSE|0", "there are no static analyses"),
    AB_XML_ROUTINE(AB_XML_LISTED, "the rate is expr; user routines are not called"),
};
static const char s_differential_passed[] = "interpreter";
static const abXmlTable s_differential_table =
    AB_XML_TABLE_PASSING("Control_Diff", Differential, s_differential_keys, s_differential_passed,
                         "a number that changes at a rate, for DIF(id); its rate is DIF1(id)");

// The rate is a variable of its own, so that expressions may look at it.
static void define_differential(abXmlReader *reader, abXmlThing *thing) {
    const Differential *d = thing->data;
    abVariableDef variable = ab_variable_def();
    abStateDef state = ab_state_def();
    variable.expression = expression_of(reader, thing, d->type, d->rate);
    if (variable.expression == NULL) {
        return;
    }
    char name[AB_EXPRESSION_NAME];
    snprintf(name, sizeof name, "%s" AB_XML_RATE, thing->name);
    variable.name = state.rate = ab_arena_text(reader->context.arena, name);
    variable.place = state.place = thing->element->place;
    state.name = thing->name;
    state.start = d->start;
    reader->context.is_out_of_memory |= variable.name == NULL;
    if (variable.name != NULL) {
        ab_xml_added(reader, thing,
                     ab_model_add_variable(reader->model, &variable, reader->context.error));
        ab_xml_added(reader, thing,
                     ab_model_add_state(reader->model, &state, reader->context.error));
    }
}

const abXmlType ab_xml_control_diff =
    AB_XML_TYPE(Differential, s_differential_table, AB_XML_WORD_LIST, "state", define_differential);

// ---- splines ----

typedef struct Spline {
    int id;
    const char *label, *file;
    abXmlReals x, y, z;
    bool extrapolates;
} Spline;

#define LIST(field, name_, text_)                                                                  \
    AB_XML_KEY(AB_XML_REALS, Spline, field, name_, "-", 0, -INFINITY, INFINITY, text_)
static const abXmlKey s_spline_keys[] = {
    AB_XML_ID_AND_LABEL(Spline),
    LIST(x, "x|x_values|xs", "rising; without x and y, rows of both stand between the tags"),
    LIST(y, "y|y_values|ys", "one for each x, and for each z one curve after another"),
    LIST(z, "z|z_values|zs", "of a family of curves"),
    AB_XML_FLAG(Spline, extrapolates, "linear_extrapolate", 0.0, "straight on beyond its ends"),
    AB_XML_STRING(AB_XML_TEXT, Spline, file, "file_name|file", "not read"),
    AB_XML_ROUTINE(AB_XML_LISTED, "a spline goes through its points"),
};
static const char s_spline_passed[] = "num_x|num_points|num_curves block_name|block interpreter";
static const abXmlTable s_spline_table =
    AB_XML_TABLE_PASSING("Reference_Spline", Spline, s_spline_keys, s_spline_passed,
                         "a spline for AKISPL, CUBSPL and the like");

// Rows "x y" between the tags.
static bool read_rows(abXmlReader *reader, abXmlThing *thing, Spline *s) {
    static const abXmlKey key = {
        .name = "rows", .kind = AB_XML_REALS, .unit = "-", .low = -INFINITY, .high = INFINITY};
    abXmlAttribute text = {
        .name = "rows", .value = thing->element->text, .value_place = thing->element->text_place};
    abXmlReals all;
    if (!ab_xml_value(&reader->context, &text, &key, &all)) {
        thing->is_wrong = true;
        return false;
    }
    int count = all.count / 2;
    double *x = AB_ARENA_NEW(reader->context.arena, double, (size_t)count + 1);
    double *y = AB_ARENA_NEW(reader->context.arena, double, (size_t)count + 1);
    if (x == NULL || y == NULL) {
        reader->context.is_out_of_memory = true;
        return false;
    }
    for (int i = 0; i < count; i++) {
        x[i] = all.at[2 * i];
        y[i] = all.at[2 * i + 1];
    }
    s->x = (abXmlReals){x, count};
    s->y = (abXmlReals){y, all.count - count};
    return true;
}

static void define_spline(abXmlReader *reader, abXmlThing *thing) {
    Spline *s = thing->data;
    if (thing->is_wrong) {
        return;
    }
    if (s->file != NULL) {
        ab_xml_wrong(reader, thing, "file_name",
                     "splines from files are not supported; give x and y");
        return;
    }
    if (s->x.count == 0 && s->y.count == 0 && thing->element->text != NULL &&
        !read_rows(reader, thing, s)) {
        return;
    }
    int curves = s->z.count > 0 ? s->z.count : 1;
    if (s->x.count < 2 || s->y.count != s->x.count * curves) {
        ab_xml_wrong(
            reader, thing, s->y.count > 0 ? "y" : NULL,
            "Reference_Spline has %d values of x, %d of y and %d of z; it needs at least 2 "
            "of x and as many of y, for each z",
            s->x.count, s->y.count, s->z.count);
        return;
    }
    abSplineDef def = ab_spline_def();
    def.name = thing->name;
    def.place = thing->element->place;
    def.x = s->x.at;
    def.x_count = s->x.count;
    def.y = s->y.at;
    def.z = s->z.count > 0 ? s->z.at : NULL;
    def.z_count = s->z.count;
    def.extrapolate = s->extrapolates;
    ab_xml_added(reader, thing, ab_model_add_spline(reader->model, &def, reader->context.error));
}

const abXmlType ab_xml_reference_spline = {
    .table = &s_spline_table,
    .list = AB_XML_WORD_LIST,
    .default_name = "spline",
    .id_offset = offsetof(Spline, id),
    .label_offset = offsetof(Spline, label),
    .is_model = true,
    .has_text = true,
    .define = define_spline,
};
