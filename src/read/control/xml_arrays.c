// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_arrays.c - Reference_Array and Reference_Matrix.
//
// Each element of an array is a variable of its own, or a state, so that ARYVAL(id, k) is a name.

#include "read/control/xml_arrays.h"

#include <math.h>

#include "read/motionsolve/xml_expression.h"
#include "read/motionsolve/xml_names.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"

// ---- numbers between the tags ----

// The numbers of the attribute, else those between the tags.
static abXmlReals numbers_of(abXmlReader *reader, abXmlThing *thing, abXmlReals given) {
    static const abXmlKey key = {
        .name = "values", .kind = AB_XML_REALS, .unit = "-", .low = -INFINITY, .high = INFINITY};
    abXmlAttribute text = {
        .name = "values", .value = thing->element->text, .value_place = thing->element->text_place};
    if (given.count == 0 && thing->element->text != NULL &&
        !ab_xml_value(&reader->context, &text, &key, &given)) {
        thing->is_wrong = true;
        given.count = 0;
    }
    return given;
}

// ---- arrays ----

typedef struct Array {
    int id, type, size;
    const char *label;
    abXmlIntegers variables;
    abXmlReals numbers;
    const char *library, *script;
    const abXmlThing *owner; // the system that keeps its states or outputs in it; NULL: none
} Array;

static const char *const s_types[] = {"U", "X", "Y", "IC", NULL};

static const abXmlKey s_array_keys[] = {
    AB_XML_ID_AND_LABEL(Array),
    AB_XML_WORDS(
        Array, type, "type", s_types,
        "U: variables, the inputs of a system; X: its states; Y: its outputs; IC: numbers"),
    AB_XML_REFERENCE(Array, size, "num_element", 1.0, false, "how many elements it has"),
    AB_XML_KEY(AB_XML_INTEGERS, Array, variables, "variable_id", "-", 0, 1.0, 2147483647.0,
               "of U: its variables"),
    AB_XML_KEY(AB_XML_REALS, Array, numbers, "values", "-", 0, -INFINITY, INFINITY,
               "of IC: its numbers; they may stand between the tags, too"),
    AB_XML_STRING(AB_XML_TEXT, Array, library, "usrsub_dll_name|script_name",
                  "not called: what refers to such an array is refused"),
    AB_XML_STRING(AB_XML_TEXT, Array, script, "usrsub_fnc_name|usrsub_param_string", "likewise"),
};
static const abXmlTable s_array_table = AB_XML_TABLE_PASSING(
    "Reference_Array", Array, s_array_keys, "interpreter",
    "variables or states for ARYVAL(id, k), for Control_SISO and Control_StateEqn to refer to");

static bool is_routine(const Array *a) {
    return (a->library != NULL && !ab_xml_is_one_of(a->library, AB_XML_NO_ROUTINE)) ||
           (a->script != NULL && !ab_xml_is_one_of(a->script, AB_XML_NO_ROUTINE));
}

const char *ab_xml_array_element(abXmlReader *reader, const abXmlThing *array, int k) {
    return ab_xml_text(reader, "%s" AB_XML_COMPONENT "%d", array->name, k);
}

int ab_xml_array_count(const abXmlThing *array) {
    return ((const Array *)array->data)->size;
}

const double *ab_xml_array_numbers(const abXmlThing *array) {
    return ((const Array *)array->data)->numbers.at;
}

// Element k, which has the value of an expression in the words of this engine.
static void add_element(abXmlReader *reader, abXmlThing *thing, int k, const char *expression) {
    abVariableDef def = ab_variable_def();
    def.name = ab_xml_array_element(reader, thing, k);
    def.place = thing->element->place;
    def.expression = expression;
    if (def.name != NULL && def.expression != NULL) {
        ab_xml_added(reader, thing,
                     ab_model_add_variable(reader->model, &def, reader->context.error));
    }
}

static void define_inputs(abXmlReader *reader, abXmlThing *thing, const Array *a) {
    for (int k = 0; k < a->variables.count; k++) {
        abXmlThing *variable =
            ab_xml_refer(reader, thing, "variable_id", AB_XML_TYPE_VARIABLE, a->variables.at[k]);
        if (variable != NULL && variable->name != NULL) {
            add_element(reader, thing, k + 1, variable->name);
        }
    }
}

static void define_array(abXmlReader *reader, abXmlThing *thing) {
    Array *a = thing->data;
    if (thing->is_wrong || thing->name == NULL) {
        return;
    }
    if (a->type < 0) {
        ab_xml_wrong(reader, thing, NULL, "Reference_Array needs the attribute type");
        return;
    }
    if (is_routine(a)) {
        ab_xml_warn(reader, thing, "usrsub_dll_name",
                    "Reference_Array %d has no elements: user routines are not called for them",
                    thing->id);
        return;
    }
    a->numbers = numbers_of(reader, thing, a->numbers);
    int given = a->type == AB_XML_ARRAY_U    ? a->variables.count
                : a->type == AB_XML_ARRAY_IC ? a->numbers.count
                                             : a->size;
    if (!thing->is_wrong && (given < 1 || (a->size > 0 && a->size != given))) {
        ab_xml_wrong(reader, thing, ab_xml_thing_has(thing, "num_element") ? "num_element" : NULL,
                     "Reference_Array has num_element = %d and %d elements are given",
                     a->size > 0 ? a->size : 0, given > 0 ? given : 0);
    }
    a->size = given;
    if (thing->is_wrong) {
        return;
    }
    if (a->type == AB_XML_ARRAY_U) {
        define_inputs(reader, thing, a);
    }
    for (int k = 0; a->type == AB_XML_ARRAY_IC && k < a->size; k++) {
        add_element(reader, thing, k + 1, ab_xml_text(reader, "%.17g", a->numbers.at[k]));
    }
}

abXmlThing *ab_xml_array(abXmlReader *reader, abXmlThing *thing, const char *key, int id,
                         abXmlArrayType type, int count) {
    abXmlThing *array = ab_xml_refer(reader, thing, key, AB_XML_TYPE_ARRAY, id);
    if (array == NULL || array->is_wrong || array->name == NULL) {
        thing->is_wrong = true; // what is wrong with the array is said there
        return NULL;
    }
    const Array *a = array->data;
    if (is_routine(a)) {
        ab_xml_wrong(reader, thing, key, "%s = %d: user routines are not called for arrays", key,
                     id);
        return NULL;
    }
    if (a->type != (int)type) {
        ab_xml_wrong(reader, thing, key, "%s = %d: that array has type = %s, not %s", key, id,
                     s_types[a->type], s_types[type]);
        return NULL;
    }
    if (count > 0 && a->size != count) {
        ab_xml_wrong(reader, thing, key, "%s = %d: that array has %d elements, not %d", key, id,
                     a->size, count);
        return NULL;
    }
    return array;
}

void ab_xml_array_claim(abXmlReader *reader, abXmlThing *thing, const char *key,
                        abXmlThing *array) {
    Array *a = array->data;
    if (a->owner != NULL) {
        ab_xml_wrong(reader, thing, key, "%s = %d: %s %d keeps its values there already", key,
                     array->id, a->owner->type->table->name, a->owner->id);
        return;
    }
    a->owner = thing;
}

void ab_xml_warn_of_empty_arrays(abXmlReader *reader) {
    for (const abXmlThing *t = reader->things[AB_XML_TYPE_ARRAY].first; t != NULL; t = t->next) {
        const Array *a = t->data;
        if ((a->type == AB_XML_ARRAY_X || a->type == AB_XML_ARRAY_Y) && a->owner == NULL &&
            !t->is_wrong) {
            ab_xml_warn(reader, t, NULL,
                        "Reference_Array %d has no elements: no Control_SISO or Control_StateEqn "
                        "that is known here keeps its %s in it",
                        t->id, a->type == AB_XML_ARRAY_X ? "states" : "outputs");
        }
    }
}

const abXmlType ab_xml_reference_array = {
    .table = &s_array_table,
    .list = AB_XML_WORD_LIST,
    .default_name = "array",
    .id_offset = offsetof(Array, id),
    .label_offset = offsetof(Array, label),
    .is_model = true,
    .has_text = true,
    .define = define_array,
};

// ---- matrices ----

typedef struct Matrix {
    int id, rows, columns, count;
    const char *label;
    bool is_by_rows, is_sparse;
    abXmlReals numbers;
    const char *library, *script;
    const double *by_rows; // NULL: not yet looked at
} Matrix;

static const abXmlKey s_matrix_keys[] = {
    AB_XML_ID_AND_LABEL(Matrix),
    AB_XML_REFERENCE(Matrix, rows, "nrow", 1.0, true, "number of rows"),
    AB_XML_REFERENCE(Matrix, columns, "ncol", 1.0, true, "number of columns"),
    AB_XML_REFERENCE(Matrix, count, "nval", 1.0, false, "how many elements a sparse one gives"),
    AB_XML_FLAG(Matrix, is_by_rows, "isroworder", 0.0,
                "whether its numbers stand row by row, else column by column"),
    AB_XML_FLAG(Matrix, is_sparse, "issparse", 0.0,
                "whether its numbers are row, column, value of each element that is not 0"),
    AB_XML_KEY(AB_XML_REALS, Matrix, numbers, "values", "-", 0, -INFINITY, INFINITY,
               "its numbers; they may stand between the tags, too"),
    AB_XML_STRING(AB_XML_TEXT, Matrix, library, "usrsub_dll_name|script_name",
                  "not called: what refers to such a matrix is refused"),
    AB_XML_STRING(AB_XML_TEXT, Matrix, script, "usrsub_fnc_name|usrsub_param_string", "likewise"),
};
static const abXmlTable s_matrix_table =
    AB_XML_TABLE_PASSING("Reference_Matrix", Matrix, s_matrix_keys, "interpreter",
                         "numbers in rows and columns, for Control_StateEqn to refer to");

// Row, column and value of each element.
static bool fill_sparse(abXmlReader *reader, abXmlThing *thing, const Matrix *m, double *out) {
    int count = m->numbers.count / 3;
    if (m->numbers.count != 3 * count || (m->count > 0 && m->count != count)) {
        ab_xml_wrong(reader, thing, NULL, "Reference_Matrix has %d numbers for %d elements",
                     m->numbers.count, m->count > 0 ? m->count : count);
        return false;
    }
    for (int k = 0; k < count; k++) {
        const double *of = m->numbers.at + 3 * (size_t)k;
        if (!(of[0] >= 1.0 && of[0] <= m->rows && of[1] >= 1.0 && of[1] <= m->columns &&
              of[0] == floor(of[0]) && of[1] == floor(of[1]))) {
            ab_xml_wrong(reader, thing, NULL,
                         "Reference_Matrix has no element in row %g, column %g; it is %d by %d",
                         of[0], of[1], m->rows, m->columns);
            return false;
        }
        out[((size_t)of[0] - 1) * (size_t)m->columns + (size_t)of[1] - 1] = of[2];
    }
    return true;
}

static bool fill_dense(abXmlReader *reader, abXmlThing *thing, const Matrix *m, double *out) {
    size_t rows = (size_t)m->rows, columns = (size_t)m->columns;
    if ((size_t)m->numbers.count != rows * columns) {
        ab_xml_wrong(reader, thing, NULL, "Reference_Matrix is %d by %d and has %d numbers",
                     m->rows, m->columns, m->numbers.count);
        return false;
    }
    bool has_order = rows > 1 && columns > 1;
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            out[r * columns + c] = m->numbers.at[m->is_by_rows ? r * columns + c : c * rows + r];
        }
    }
    if (has_order && !ab_xml_thing_has(thing, "isroworder")) {
        ab_xml_warn(reader, thing, NULL,
                    "Reference_Matrix %d does not give isroworder; its numbers are taken column by "
                    "column",
                    thing->id);
    }
    return true;
}

static const double *by_rows(abXmlReader *reader, abXmlThing *thing) {
    enum { ELEMENTS_MAX = 1000000 };
    Matrix *m = thing->data;
    if (m->by_rows != NULL || thing->is_wrong) {
        return m->by_rows;
    }
    m->numbers = numbers_of(reader, thing, m->numbers);
    if (!thing->is_wrong && (double)m->rows * m->columns > ELEMENTS_MAX) {
        ab_xml_wrong(reader, thing, "nrow", "Reference_Matrix may have at most %d elements",
                     ELEMENTS_MAX);
    }
    if (thing->is_wrong) {
        return NULL;
    }
    size_t count = (size_t)m->rows * (size_t)m->columns;
    double *numbers = AB_ARENA_NEW(reader->context.arena, double, count);
    if (numbers == NULL) {
        reader->context.is_out_of_memory = true;
        return NULL;
    }
    bool ok = m->is_sparse ? fill_sparse(reader, thing, m, numbers)
                           : fill_dense(reader, thing, m, numbers);
    m->by_rows = ok ? numbers : NULL;
    return m->by_rows;
}

const double *ab_xml_matrix(abXmlReader *reader, abXmlThing *thing, const char *key, int id,
                            int rows, int columns) {
    abXmlThing *matrix = ab_xml_refer(reader, thing, key, AB_XML_TYPE_MATRIX, id);
    if (matrix == NULL) {
        return NULL;
    }
    const Matrix *m = matrix->data;
    const char *routine = m->library != NULL ? m->library : m->script;
    if (routine != NULL && !ab_xml_is_one_of(routine, AB_XML_NO_ROUTINE)) {
        ab_xml_wrong(reader, thing, key, "%s = %d: user routines are not called for matrices", key,
                     id);
        return NULL;
    }
    if (!matrix->is_wrong && (m->rows != rows || m->columns != columns)) {
        ab_xml_wrong(reader, thing, key, "%s = %d: that matrix is %d by %d, not %d by %d", key, id,
                     m->rows, m->columns, rows, columns);
        return NULL;
    }
    const double *numbers = by_rows(reader, matrix);
    thing->is_wrong = thing->is_wrong || numbers == NULL;
    return numbers;
}

const abXmlType ab_xml_reference_matrix = {
    .table = &s_matrix_table,
    .id_offset = offsetof(Matrix, id),
    .label_offset = offsetof(Matrix, label),
    .is_model = true,
    .has_text = true,
};
