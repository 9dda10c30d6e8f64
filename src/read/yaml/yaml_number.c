// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_number.c - nodes as numbers: one, whole ones, and lists of them as vectors; units and
// ranges.

#include "read/yaml/yaml_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/expression/expression.h"
#include "math/expression/expression_evaluate.h"
#include "model/kinds/tables.h"
#include "read/core/unit_words.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"

bool ab_yaml_is_infinite_word(const char *text) {
    text += *text == '+' || *text == '-';
    return strcmp(text, ".inf") == 0 || strcmp(text, ".Inf") == 0 || strcmp(text, ".INF") == 0;
}

bool ab_yaml_is_nan_word(const char *text) {
    return strcmp(text, ".nan") == 0 || strcmp(text, ".NaN") == 0 || strcmp(text, ".NAN") == 0;
}

static bool has_nonzero_digit(const char *text) {
    size_t mantissa = strcspn(text, "eE");
    return strcspn(text, "123456789") < mantissa;
}

// Whether a text is a constant formula: 1/3, 2*pi.
static bool is_formula(const abYamlContext *context, const char *text, double *value) {
    abExpression *formula;
    if (ab_text_is_number(text) || strlen(text) > 60 ||
        ab_expression_compile(text, context->arena, (abPlace){0}, &formula, NULL) != AB_OK ||
        !ab_expression_is_constant(formula)) {
        return false;
    }
    *value = ab_expression_evaluate(formula, 0.0).value;
    return isfinite(*value);
}

// Of a number with a unit or with a decimal comma, what to write; false when it is none.
static bool tell_of_unit(abYamlContext *context, const abNode *node, const char *name,
                         const abKey *key) {
    char shown[44], units[44], number[32];
    double si;
    abUnitFactor factor;
    if (ab_number_with_unit(node->text, key->unit, &si) &&
        ab_unit_factor(&context->units, key->unit, &factor)) {
        ab_yaml_problem(
            context, node->place, "%s wants a number%s without a unit, found \"%s\"; write %.12g",
            name, ab_yaml_with_unit(context, key->unit, units, sizeof units),
            ab_text_shown(node->text, shown, sizeof shown), ab_unit_from_si(factor, si));
        return true;
    }
    double value;
    if (is_formula(context, node->text, &value)) {
        ab_yaml_problem(
            context, node->place,
            "%s wants a number%s, found the formula \"%s\", which is not computed here; "
            "write %.12g",
            name, ab_yaml_with_unit(context, key->unit, units, sizeof units),
            ab_text_shown(node->text, shown, sizeof shown), value);
        return true;
    }
    size_t comma = strcspn(node->text, ",");
    if (node->text[comma] == ',' && strlen(node->text) < sizeof number) {
        snprintf(number, sizeof number, "%s", node->text);
        number[comma] = '.';
        if (ab_text_is_number(number)) {
            ab_yaml_problem(context, node->place,
                            "%s wants a number with a decimal point, found \"%s\"; write %s", name,
                            ab_text_shown(node->text, shown, sizeof shown), number);
            return true;
        }
    }
    return false;
}

// Of a place or an orientation of a body that is given by an expression, what to write.
static bool tell_of_motion(abYamlContext *context, const abNode *node, const char *name,
                           const abKey *key) {
    const abKey *keys = ab_body_table.keys;
    bool is_of_body = key >= keys && key < keys + ab_body_table.key_count;
    char shown[44], units[44];
    abExpression *expression;
    if (!is_of_body || ab_text_is_number(node->text) ||
        ab_expression_compile(node->text, context->arena, (abPlace){0}, &expression, NULL) !=
            AB_OK) {
        return false;
    }
    ab_yaml_problem(context, node->place,
                    "%s wants a number%s, found the expression \"%s\"; a body that moves by "
                    "expressions of time has them under motion, with mobility: prescribed",
                    name, ab_yaml_with_unit(context, key->unit, units, sizeof units),
                    ab_text_shown(node->text, shown, sizeof shown));
    return true;
}

// A number as written, before units. False after a problem.
static bool written_number(abYamlContext *context, const abNode *node, const char *name,
                           const abKey *key, bool may_be_infinite, double *out) {
    if (node->kind == AB_NODE_SCALAR &&
        (tell_of_unit(context, node, name, key) || tell_of_motion(context, node, name, key))) {
        return false;
    }
    if (node->kind != AB_NODE_SCALAR || node->is_quoted) {
        return ab_yaml_wrong_type(context, node, name, "a number", key->unit);
    }
    if (ab_yaml_is_infinite_word(node->text)) {
        *out = node->text[0] == '-' ? -INFINITY : INFINITY;
        if (may_be_infinite && (*out > 0 ? isinf(key->high) : isinf(key->low))) {
            return true;
        }
        ab_yaml_problem(context, node->place, "%s = %s must be finite", name, node->text);
        return false;
    }
    if (ab_yaml_is_nan_word(node->text)) {
        ab_yaml_problem(context, node->place, "%s = %s is not a number; leave the key out instead",
                        name, node->text);
        return false;
    }
    if (!ab_text_is_number(node->text)) {
        return ab_yaml_wrong_type(context, node, name, "a number", key->unit);
    }
    *out = strtod(node->text, NULL); // the reader sets the C locale
    if (isinf(*out) || (*out == 0.0 && has_nonzero_digit(node->text))) {
        char shown[44];
        ab_yaml_problem(context, node->place, "%s = %s is too %s to be represented", name,
                        ab_text_shown(node->text, shown, sizeof shown),
                        isinf(*out) ? "large" : "small");
        return false;
    }
    return true;
}

// Bounds are kept in SI and shown in the file's units.
static bool outside(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                    abUnitFactor factor) {
    char shown[44], unit[44] = "", meant[80] = "";
    double written = strtod(node->text, NULL);
    double low = ab_unit_from_si(factor, key->low), high = ab_unit_from_si(factor, key->high);
    if (key->unit != NULL && strcmp(key->unit, "-") != 0) {
        unit[0] = ' ';
        ab_unit_text(&context->units, key->unit, unit + 1, sizeof unit - 1);
    }
    ab_text_shown(node->text, shown, sizeof shown);
    if (ab_unit_to_si(factor, 1.0) != 1.0 && written >= key->low && written <= key->high) {
        snprintf(meant, sizeof meant, "; if it is in %s, write %.6g", key->unit,
                 ab_unit_from_si(factor, written));
    }
    if (isinf(key->high)) {
        ab_yaml_problem(context, node->place, "%s = %s%s is below %.6g, the least allowed%s", name,
                        shown, unit, low, meant);
    } else if (isinf(key->low)) {
        ab_yaml_problem(context, node->place, "%s = %s%s is above %.6g, the most allowed%s", name,
                        shown, unit, high, meant);
    } else {
        ab_yaml_problem(context, node->place, "%s = %s%s is outside [%.6g, %.6g]%s", name, shown,
                        unit, low, high, meant);
    }
    return false;
}

bool ab_yaml_number(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                    bool may_be_infinite, double *out) {
    double written = 0.0;
    abUnitFactor factor;
    if (!written_number(context, node, name, key, may_be_infinite, &written)) {
        return false;
    }
    if (!ab_unit_factor_with(&context->units, key->unit, context->open_power, &factor)) {
        ab_yaml_problem(context, node->place,
                        "%s has the unit %s and is read in SI only; it needs units of m, kg, s",
                        name, key->unit);
        return false;
    }
    double value = ab_unit_to_si(factor, written);
    // "not >=" also catches a conversion that ran over
    if (!(value >= key->low && value <= key->high) || (isinf(value) && !isinf(written))) {
        return outside(context, node, name, key, factor);
    }
    *out = value;
    return true;
}

bool ab_yaml_numbers(abYamlContext *context, const abNode *list, const char *name, const abKey *key,
                     bool may_be_infinite, double *out) {
    bool ok = true;
    int i = 0;
    for (const abNodeItem *item = list->first; item != NULL; item = item->next, i++) {
        char component[80];
        snprintf(component, sizeof component, "%s[%d]", name, i);
        ok = ab_yaml_number(context, item->value, component, key, may_be_infinite, &out[i]) && ok;
    }
    return ok;
}

bool ab_yaml_integer(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                     int *out) {
    double written = 0.0;
    if (!written_number(context, node, name, key, false, &written)) {
        return false;
    }
    if (written != floor(written) || fabs(written) > 2147483647.0) {
        return ab_yaml_wrong_type(context, node, name, "an integer", "-");
    }
    if (!(written >= key->low && written <= key->high)) {
        return outside(context, node, name, key, (abUnitFactor){1.0, 1.0});
    }
    *out = (int)written;
    return true;
}

// Whether a text is an axis by its letter, as `-z`: "[0, 0, -1]" into out.
static bool is_axis(const abNode *node, char *out, size_t size) {
    if (node->kind != AB_NODE_SCALAR || node->text[0] == '\0') {
        return false;
    }
    bool has_sign = node->text[0] == '-' || node->text[0] == '+';
    const char *letter = node->text + has_sign, *one = node->text[0] == '-' ? "-1" : "1";
    char lower = (char)(letter[0] | 0x20);
    if (lower < 'x' || lower > 'z' || letter[1] != '\0') {
        return false;
    }
    snprintf(out, size, "[%s, %s, %s]", lower == 'x' ? one : "0", lower == 'y' ? one : "0",
             lower == 'z' ? one : "0");
    return true;
}

// Whether two items stand in the file as one number with a decimal comma: "9,81".
static bool is_decimal_comma(const abNode *before, const abNode *behind) {
    return before->kind == AB_NODE_SCALAR && behind->kind == AB_NODE_SCALAR &&
           ab_text_is_number(before->text) &&
           behind->text[strspn(behind->text, "0123456789")] == '\0' &&
           before->text[strcspn(before->text, ".eE")] == '\0' && before->place.line > 0 &&
           behind->place.line == before->place.line &&
           behind->place.column == before->place.column + (int)strlen(before->text) + 1;
}

// Three numbers of a longer list whose decimals begin with a comma; "; write [0, 0, -9.81]" into out.
static void decimals_meant(const abNode *list, char *out, size_t size) {
    char numbers[3][24];
    int count = 0;
    for (const abNodeItem *item = list->first; item != NULL; item = item->next, count++) {
        const abNodeItem *next = item->next;
        if (count == 3 || item->value->kind != AB_NODE_SCALAR) {
            return;
        }
        bool is_one = next != NULL && is_decimal_comma(item->value, next->value);
        snprintf(numbers[count], sizeof numbers[0], "%s%s%s", item->value->text, is_one ? "." : "",
                 is_one ? next->value->text : "");
        item = is_one ? next : item;
    }
    if (count == 3) {
        snprintf(out, size, "; a decimal number has a point: write [%s, %s, %s]", numbers[0],
                 numbers[1], numbers[2]);
    }
}

// Three numbers told otherwise: "0 0 1", "[0; 0; 1]", {x: 0, y: 0, z: 1}; "; write [0, 0, 1]" into out.
static const char *vector_meant(const abNode *node, char *out, size_t size) {
    const abNode *word = node->kind == AB_NODE_LIST && node->count == 1 ? node->first->value : node;
    char numbers[3][24], rest[2];
    out[0] = '\0';
    if (node->kind == AB_NODE_MAP && node->count == 3 && ab_node_find(node, "x") != NULL &&
        ab_node_find(node, "y") != NULL && ab_node_find(node, "z") != NULL) {
        snprintf(out, size, "; write [x, y, z], the numbers alone");
    } else if (word->kind == AB_NODE_SCALAR && word->text != NULL &&
               sscanf(word->text, "%23[^ ;,]%*[ ;,]%23[^ ;,]%*[ ;,]%23[^ ;,]%1s", numbers[0],
                      numbers[1], numbers[2], rest) == 3 &&
               ab_text_is_number(numbers[0]) && ab_text_is_number(numbers[1]) &&
               ab_text_is_number(numbers[2])) {
        snprintf(out, size, "; write [%s, %s, %s]", numbers[0], numbers[1], numbers[2]);
    } else if (node->kind == AB_NODE_LIST && node->count > 3) {
        decimals_meant(node, out, size);
    }
    return out;
}

bool ab_yaml_vector(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                    abVec3 *out) {
    double v[3] = {0};
    char axis[20];
    if (is_axis(node, axis, sizeof axis)) {
        ab_yaml_problem(context, node->place,
                        "%s wants a list of 3 numbers, found the letter %s; did you mean %s?", name,
                        node->text, axis);
        return false;
    }
    if (node->kind != AB_NODE_LIST || node->count != 3) {
        char found[100], unit[44], meant[120];
        ab_yaml_problem(context, node->place, "%s wants a list of 3 numbers%s, found %s%s", name,
                        ab_yaml_with_unit(context, key->unit, unit, sizeof unit),
                        ab_node_describe(node, found, sizeof found),
                        vector_meant(node, meant, sizeof meant));
        return false;
    }
    if (!ab_yaml_numbers(context, node, name, key, false, v)) {
        return false;
    }
    *out = (abVec3){v[0], v[1], v[2]};
    return true;
}

bool ab_yaml_scale(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                   abVec3 *out) {
    double all;
    if (node->kind == AB_NODE_LIST) {
        return ab_yaml_vector(context, node, name, key, out);
    }
    if (!ab_yaml_number(context, node, name, key, false, &all)) {
        return false;
    }
    *out = (abVec3){all, all, all};
    return true;
}

bool ab_yaml_quaternion(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, abQuat *out) {
    double q[4] = {0};
    if (node->kind != AB_NODE_LIST || node->count != 4) {
        return ab_yaml_wrong_type(context, node, name, "a list of 4 numbers w, x, y, z", key->unit);
    }
    if (!ab_yaml_numbers(context, node, name, key, false, q)) {
        return false;
    }
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(square > 1e-12)) {
        ab_yaml_problem(context, node->place,
                        "%s = [%.6g, %.6g, %.6g, %.6g] has no length; a quaternion w, x, y, z has "
                        "length 1, no rotation is [1, 0, 0, 0]",
                        name, q[0], q[1], q[2], q[3]);
        return false;
    }
    double length = sqrt(square);
    if (!(fabs(length - 1.0) <= 1e-6)) { // as in model/core/orientation.c, here with its place
        ab_yaml_problem(context, node->place,
                        "%s has length %.9g; a unit quaternion w, x, y, z is needed: write [%.9g, "
                        "%.9g, %.9g, %.9g]",
                        name, length, q[0] / length, q[1] / length, q[2] / length, q[3] / length);
        return false;
    }
    *out = (abQuat){q[0], q[1], q[2], q[3]};
    return true;
}

bool ab_yaml_matrix(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                    abMat3 *out) {
    double v[6] = {0}; // xx yy zz xy xz yz
    if (node->kind != AB_NODE_LIST || (node->count != 3 && node->count != 6)) {
        return ab_yaml_wrong_type(context, node, name,
                                  "a list xx, yy, zz or xx, yy, zz, xy, xz, yz of numbers",
                                  key->unit);
    }
    if (!ab_yaml_numbers(context, node, name, key, false, v)) {
        return false;
    }
    *out = (abMat3){{{v[0], v[3], v[4]}, {v[3], v[1], v[5]}, {v[4], v[5], v[2]}}};
    return true;
}
