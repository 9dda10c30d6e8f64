// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_linear_systems.c - Control_StateEqn and Control_SISO: linear systems as states and variables.
//
//   x' = A x + B u,   y = C x + D u                                                          (1)
//
//   y/u = (b0 + b1 s + ... + bm s^m) / (a0 + a1 s + ... + an s^n),   m <= n                   (2)
//
// (2) becomes (1) with the states z, z', ... of  a0 z + a1 z' + ... + an z^(n) = u  and
// y = b0 z + b1 z' + ... (controllable canonical form), which begin at zero. Which states the source
// keeps for (2) is not published; its output is the same.
//
// Each state and output is an element of the array that the file names for it. Rates are per unit of
// time of the file.

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "read/control/xml_arrays.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"

// A system (1) of n states, m inputs, p outputs; matrices row by row, NULL: all zero.
typedef struct System {
    int n, m, p;
    const double *A, *B, *C, *D, *start; // start: of x; NULL: zero
    abXmlThing *x, *y, *u;               // arrays; NULL where there are none
} System;

// ---- definitions ----

// Adds what a row of a matrix takes from the elements of an array: "+(2)*array_3__1".
static void add_row(abXmlReader *reader, abText *text, const double *matrix, int row, int columns,
                    const abXmlThing *array) {
    for (int k = 0; matrix != NULL && array != NULL && k < columns; k++) {
        double factor = matrix[(size_t)row * (size_t)columns + (size_t)k];
        const char *name = factor != 0.0 ? ab_xml_array_element(reader, array, k + 1) : NULL;
        if (name != NULL) {
            ab_text_add(text, "+(%.17g)*%s", factor, name);
        }
    }
}

// A row of (1); NULL for want of memory.
static const char *row_of(abXmlReader *reader, const System *s, const double *of_states,
                          const double *of_inputs, int row) {
    abText text;
    ab_text_init(&text, reader->context.arena->allocator);
    ab_text_add(&text, "0");
    add_row(reader, &text, of_states, row, s->n, s->x);
    add_row(reader, &text, of_inputs, row, s->m, s->u);
    const char *out =
        text.failed ? NULL : ab_arena_text(reader->context.arena, ab_text_string(&text));
    ab_text_done(&text);
    reader->context.is_out_of_memory |= out == NULL;
    return out;
}

static void add_system(abXmlReader *reader, abXmlThing *thing, const System *s) {
    abError *error = reader->context.error;
    for (int i = 0; i < s->n && !thing->is_wrong; i++) {
        abStateDef def = ab_state_def();
        def.name = ab_xml_array_element(reader, s->x, i + 1);
        def.place = thing->element->place;
        def.rate = row_of(reader, s, s->A, s->B, i);
        def.start = s->start != NULL ? s->start[i] : 0.0;
        if (def.name != NULL && def.rate != NULL) {
            ab_xml_added(reader, thing, ab_model_add_state(reader->model, &def, error));
        }
    }
    for (int i = 0; s->y != NULL && i < s->p && !thing->is_wrong; i++) {
        abVariableDef def = ab_variable_def();
        def.name = ab_xml_array_element(reader, s->y, i + 1);
        def.place = thing->element->place;
        def.expression = row_of(reader, s, s->C, s->D, i);
        if (def.name != NULL && def.expression != NULL) {
            ab_xml_added(reader, thing, ab_model_add_variable(reader->model, &def, error));
        }
    }
}

// ---- state equations ----

typedef struct StateEquation {
    int id, type, x, y, u, start, states, outputs, a, b, c, d;
    const char *label;
    const char *library, *script;
} StateEquation;

enum { EQUATION_LINEAR, EQUATION_USER };
static const char *const s_equation_types[] = {"LINEAR", "USERSUB", NULL};

static const abXmlKey s_equation_keys[] = {
    AB_XML_ID_AND_LABEL(StateEquation),
    AB_XML_WORDS(StateEquation, type, "type", s_equation_types,
                 "LINEAR: x' = A x + B u, y = C x + D u; USERSUB: left out with a warning"),
    AB_XML_REFERENCE(StateEquation, x, "x_array_id", 1.0, true, "array X of its states"),
    AB_XML_REFERENCE(StateEquation, y, "y_array_id", 1.0, false, "array Y of its outputs"),
    AB_XML_REFERENCE(StateEquation, u, "u_array_id", 1.0, false, "array U of its inputs"),
    AB_XML_REFERENCE(StateEquation, start, "ic_array_id", 1.0, false,
                     "array IC of its states at the start; without one they are zero"),
    AB_XML_REFERENCE(StateEquation, states, "num_state", 1.0, false, "how many states"),
    AB_XML_REFERENCE(StateEquation, outputs, "num_output", 1.0, false, "how many outputs"),
    AB_XML_REFERENCE(StateEquation, a, "a_matrix_id", 1.0, false, "matrix A, of states by states"),
    AB_XML_REFERENCE(StateEquation, b, "b_matrix_id", 1.0, false, "B, of states by inputs"),
    AB_XML_REFERENCE(StateEquation, c, "c_matrix_id", 1.0, false, "C, of outputs by states"),
    AB_XML_REFERENCE(StateEquation, d, "d_matrix_id", 1.0, false, "D, of outputs by inputs"),
    AB_XML_STRING(AB_XML_TEXT, StateEquation, library, "usrsub_dll_name|script_name",
                  "not called: such an element is left out with a warning"),
    AB_XML_STRING(AB_XML_TEXT, StateEquation, script, "usrsub_fnc_name|usrsub_param_string",
                  "likewise"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "is_static_hold", "FALSE|0", "there are no static analyses"),
};
static const abXmlTable s_equation_table =
    AB_XML_TABLE_PASSING("Control_StateEqn", StateEquation, s_equation_keys, "interpreter",
                         "states and variables of a linear system, for ARYVAL(id, k)");

// The matrix of an attribute that may be left out.
static const double *matrix_if_given(abXmlReader *reader, abXmlThing *thing, const char *key,
                                     int id, int rows, int columns) {
    if (id < 0) {
        return NULL;
    }
    if (rows == 0 || columns == 0) {
        ab_xml_wrong(reader, thing, key, "%s has no meaning without %s", key,
                     rows == 0 ? "y_array_id" : "u_array_id");
        return NULL;
    }
    return ab_xml_matrix(reader, thing, key, id, rows, columns);
}

static void define_equation(abXmlReader *reader, abXmlThing *thing) {
    const StateEquation *e = thing->data;
    System s = {0};
    if (thing->is_wrong) {
        return;
    }
    bool is_routine =
        e->type == EQUATION_USER ||
        (e->type < 0 && (e->library != NULL || e->script != NULL) && e->a < 0 && e->b < 0);
    if (is_routine) {
        ab_xml_warn(reader, thing, "type",
                    "Control_StateEqn %d is left out: user routines are not called for it",
                    thing->id);
        return;
    }
    s.x = ab_xml_array(reader, thing, "x_array_id", e->x, AB_XML_ARRAY_X,
                       e->states > 0 ? e->states : 0);
    if (e->y > 0) {
        s.y = ab_xml_array(reader, thing, "y_array_id", e->y, AB_XML_ARRAY_Y,
                           e->outputs > 0 ? e->outputs : 0);
    }
    if (e->u > 0) {
        s.u = ab_xml_array(reader, thing, "u_array_id", e->u, AB_XML_ARRAY_U, 0);
    }
    if (thing->is_wrong || s.x == NULL) {
        return;
    }
    s.n = ab_xml_array_count(s.x);
    s.p = s.y != NULL ? ab_xml_array_count(s.y) : 0;
    s.m = s.u != NULL ? ab_xml_array_count(s.u) : 0;
    s.A = matrix_if_given(reader, thing, "a_matrix_id", e->a, s.n, s.n);
    s.B = matrix_if_given(reader, thing, "b_matrix_id", e->b, s.n, s.m);
    s.C = matrix_if_given(reader, thing, "c_matrix_id", e->c, s.p, s.n);
    s.D = matrix_if_given(reader, thing, "d_matrix_id", e->d, s.p, s.m);
    if (e->start > 0) {
        const abXmlThing *start =
            ab_xml_array(reader, thing, "ic_array_id", e->start, AB_XML_ARRAY_IC, s.n);
        s.start = start != NULL ? ab_xml_array_numbers(start) : NULL;
    }
    if (e->a < 0 && e->b < 0) {
        ab_xml_wrong(reader, thing, NULL, "Control_StateEqn needs a_matrix_id or b_matrix_id");
    }
    ab_xml_array_claim(reader, thing, "x_array_id", s.x);
    if (s.y != NULL) {
        ab_xml_array_claim(reader, thing, "y_array_id", s.y);
    }
    if (!thing->is_wrong) {
        add_system(reader, thing, &s);
    }
}

const abXmlType ab_xml_control_stateeqn =
    AB_XML_TYPE(StateEquation, s_equation_table, NULL, NULL, define_equation);

// ---- transfer functions ----

typedef struct Transfer {
    int id, x, y, u, numerator_count, denominator_count;
    const char *label;
    abXmlReals numerator, denominator;
} Transfer;

static const abXmlKey s_transfer_keys[] = {
    AB_XML_ID_AND_LABEL(Transfer),
    AB_XML_REFERENCE(Transfer, x, "x_array_id", 1.0, false,
                     "array X of its states, one fewer than coefficients of the denominator; they "
                     "begin at zero"),
    AB_XML_REFERENCE(Transfer, y, "y_array_id", 1.0, true, "array Y of its output"),
    AB_XML_REFERENCE(Transfer, u, "u_array_id", 1.0, true, "array U of its input"),
    AB_XML_REFERENCE(Transfer, numerator_count, "num_numerator_coef", 1.0, false,
                     "how many coefficients the numerator has"),
    AB_XML_KEY(AB_XML_REALS, Transfer, numerator, "numerator_coef", "-", 0, -INFINITY, INFINITY,
               "of 1, s, s^2, ..., not more than of the denominator"),
    AB_XML_REFERENCE(Transfer, denominator_count, "num_denominator_coef", 1.0, false,
                     "how many coefficients the denominator has"),
    AB_XML_KEY(AB_XML_REALS, Transfer, denominator, "denominator_coef", "-", 0, -INFINITY, INFINITY,
               "likewise; the last is not zero"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "is_static_hold", "FALSE|0", "there are no static analyses"),
};
static const abXmlTable s_transfer_table =
    AB_XML_TABLE("Control_SISO", Transfer, s_transfer_keys,
                 "states and a variable of a transfer function, for ARYVAL(id, k): controllers, "
                 "as PID, and filters");

static bool check_count(abXmlReader *reader, abXmlThing *thing, const char *key, int count,
                        abXmlReals list) {
    if (count > 0 && count != list.count) {
        ab_xml_wrong(reader, thing, key, "%s = %d, and %d coefficients are given", key, count,
                     list.count);
    }
    return !thing->is_wrong;
}

static bool check_transfer(abXmlReader *reader, abXmlThing *thing, const Transfer *t) {
    if (!check_count(reader, thing, "num_numerator_coef", t->numerator_count, t->numerator) ||
        !check_count(reader, thing, "num_denominator_coef", t->denominator_count, t->denominator)) {
        return false;
    }
    if (t->numerator.count < 1 || t->denominator.count < 1) {
        ab_xml_wrong(reader, thing, NULL, "Control_SISO needs numerator_coef and denominator_coef");
    } else if (t->numerator.count > t->denominator.count) {
        ab_xml_wrong(reader, thing, "numerator_coef",
                     "numerator_coef has more coefficients than denominator_coef; such a function "
                     "would differentiate its input");
    } else if (t->denominator.at[t->denominator.count - 1] == 0.0) {
        ab_xml_wrong(reader, thing, "denominator_coef", "the last denominator_coef is zero");
    }
    return !thing->is_wrong;
}

// The matrices of (2).
static bool fill_transfer(abXmlReader *reader, const Transfer *t, System *s) {
    size_t n = (size_t)t->denominator.count - 1;
    const double *a = t->denominator.at, *b = t->numerator.at;
    double *numbers = AB_ARENA_NEW(reader->context.arena, double, n *n + 2 * n + 1);
    if (numbers == NULL) {
        reader->context.is_out_of_memory = true;
        return false;
    }
    double *A = numbers, *B = A + n * n, *C = B + n, *D = C + n;
    double through = (size_t)t->numerator.count == n + 1 ? b[n] / a[n] : 0.0;
    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n) {
            A[i * n + i + 1] = 1.0;
        }
        A[(n - 1) * n + i] = -a[i] / a[n];
        C[i] = (i < (size_t)t->numerator.count ? b[i] : 0.0) - through * a[i];
    }
    if (n > 0) {
        B[n - 1] = 1.0 / a[n];
    }
    D[0] = through;
    *s = (System){.n = (int)n, .m = 1, .p = 1, .A = A, .B = B, .C = C, .D = D};
    return true;
}

static void define_transfer(abXmlReader *reader, abXmlThing *thing) {
    const Transfer *t = thing->data;
    System s;
    if (thing->is_wrong || !check_transfer(reader, thing, t) || !fill_transfer(reader, t, &s)) {
        return;
    }
    s.y = ab_xml_array(reader, thing, "y_array_id", t->y, AB_XML_ARRAY_Y, 1);
    s.u = ab_xml_array(reader, thing, "u_array_id", t->u, AB_XML_ARRAY_U, 1);
    if (s.n > 0 && t->x < 0) {
        ab_xml_wrong(reader, thing, NULL, "Control_SISO needs the attribute x_array_id");
    } else if (s.n > 0) {
        s.x = ab_xml_array(reader, thing, "x_array_id", t->x, AB_XML_ARRAY_X, s.n);
    }
    if (s.x != NULL) {
        ab_xml_array_claim(reader, thing, "x_array_id", s.x);
    }
    if (s.y != NULL) {
        ab_xml_array_claim(reader, thing, "y_array_id", s.y);
    }
    if (!thing->is_wrong) {
        add_system(reader, thing, &s);
    }
}

const abXmlType ab_xml_control_siso = {
    .table = &s_transfer_table,
    .id_offset = offsetof(Transfer, id),
    .label_offset = offsetof(Transfer, label),
    .is_model = true,
    .define = define_transfer,
    .finish = ab_xml_warn_of_empty_arrays,
};
