// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_values.c - one value of an attribute: numbers in the model's units, lists, words, texts, and
// what was likely meant by one that is wrong.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/schema.h"
#include "base/text.h"
#include "read/core/unit_words.h"
#include "read/core/yaml_tree.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_units.h"

enum { NAME_SIZE = 60, SHOWN_SIZE = 44, LIST_MAX = 3000000 };

static const char *key_name(const abXmlKey *key, char *out) {
    return ab_xml_first_spelling(key->name, out, NAME_SIZE);
}

static bool wrong(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                  const char *wanted) {
    char name[NAME_SIZE], shown[SHOWN_SIZE], unit[60] = "";
    if (key->unit != NULL && strcmp(key->unit, "-") != 0 && strcmp(key->unit, "") != 0) {
        snprintf(unit, sizeof unit, " [%s, in the model's units]", key->unit);
    }
    ab_xml_problem(context, attribute->value_place, "%s = \"%s\" is no %s%s", key_name(key, name),
                   ab_text_shown(attribute->value, shown, sizeof shown), wanted, unit);
    return false;
}

// ---- numbers ----

// Behind a number that begins at `c`, or NULL. Its letters go to `out`, with e for d.
static const char *scan_number(const char *c, char *out, size_t size) {
    size_t used = 0, digits = 0;
#define TAKE(letter) (used + 1 < size ? (out[used++] = (letter), c++) : NULL)
    if (*c == '+' || *c == '-') {
        TAKE(*c);
    }
    for (bool has_point = false; (*c >= '0' && *c <= '9') || (*c == '.' && !has_point);) {
        has_point = has_point || *c == '.';
        digits += *c != '.';
        if (TAKE(*c) == NULL) {
            return NULL;
        }
    }
    if (digits > 0 && *c != '\0' && strchr("eEdD", *c) != NULL) {
        const char *sign = c + 1 + (c[1] == '+' || c[1] == '-');
        if (*sign < '0' || *sign > '9') {
            return NULL;
        }
        TAKE('e');
        while (c < sign || (*c >= '0' && *c <= '9')) {
            if (TAKE(*c) == NULL) {
                return NULL;
            }
        }
    }
#undef TAKE
    out[used] = '\0';
    return digits > 0 ? c : NULL;
}

static const char *skip_blanks(const char *c) {
    return c + strspn(c, " \t\r\n");
}

bool ab_xml_number(const char *text, double *out) {
    char plain[80];
    const char *end = scan_number(skip_blanks(text), plain, sizeof plain);
    if (end == NULL || *skip_blanks(end) != '\0') {
        return false;
    }
    *out = strtod(plain, NULL); // the reader sets the C locale
    return isfinite(*out);
}

double ab_xml_si(const abXmlContext *context, const char *unit, double n, double value) {
    return ab_unit_to_si(ab_xml_unit_factor(&context->units, unit, n), value);
}

static bool outside(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key) {
    char name[NAME_SIZE], shown[SHOWN_SIZE], range[80];
    double low = key->low, high = key->high;
    if (key->is_above_low && isinf(high)) {
        snprintf(range, sizeof range, "must be above %g", low);
    } else if (isinf(high)) {
        snprintf(range, sizeof range, "is below %g, the least allowed", low);
    } else {
        snprintf(range, sizeof range, "is outside %s%g, %g]", key->is_above_low ? "(" : "[", low,
                 high);
    }
    ab_xml_problem(context, attribute->value_place, "%s = %s %s", key_name(key, name),
                   ab_text_shown(attribute->value, shown, sizeof shown), range);
    return false;
}

static bool in_range(const abXmlKey *key, double value) {
    return key->is_above_low ? value > key->low && value <= key->high
                             : value >= key->low && value <= key->high;
}

// What a text that is no number likely means, in the model's units: "0,05" and "5 cm"; false when
// nothing is likely.
static bool number_meant(const abXmlContext *context, const char *text, const abXmlKey *key,
                         double *out) {
    char plain[40], *comma;
    double si;
    snprintf(plain, sizeof plain, "%s", text);
    comma = strchr(plain, ',');
    if (comma != NULL) {
        *comma = '.';
        return ab_xml_number(plain, out);
    }
    if (ab_number_with_unit(skip_blanks(text), key->unit, &si)) {
        *out = si / ab_xml_si(context, key->unit, 1.0, 1.0);
        return true;
    }
    return false;
}

// The likeliest slips are a decimal comma, a unit, and letters that look like digits.
static bool no_number(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key) {
    char name[NAME_SIZE], shown[SHOWN_SIZE];
    const char *letter = strpbrk(attribute->value, "lIoO");
    double meant;
    ab_text_shown(attribute->value, shown, sizeof shown);
    if (number_meant(context, attribute->value, key, &meant)) {
        ab_xml_problem(context, attribute->value_place, "%s = \"%s\" is no number; write %.12g",
                       key_name(key, name), shown, meant);
        return false;
    }
    if (letter != NULL && attribute->value[strcspn(attribute->value, "0123456789")] != '\0') {
        ab_xml_problem(context, attribute->value_place,
                       "%s = \"%s\" is no number: it has the letter %c, perhaps for the digit %c",
                       key_name(key, name), shown, *letter,
                       *letter == 'l' || *letter == 'I' ? '1' : '0');
        return false;
    }
    return wrong(context, attribute, key, "number");
}

static bool read_real(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                      double *out) {
    double value;
    if (!ab_xml_number(attribute->value, &value)) {
        return no_number(context, attribute, key);
    }
    if (!in_range(key, value)) {
        return outside(context, attribute, key);
    }
    value = ab_xml_si(context, key->unit, 1.0, value);
    if (!isfinite(value)) {
        return wrong(context, attribute, key, "number of a size that can be converted");
    }
    *out = value;
    return true;
}

static bool read_integer(abXmlContext *context, const abXmlAttribute *attribute,
                         const abXmlKey *key, int *out) {
    double value;
    if (!ab_xml_number(attribute->value, &value) || value != floor(value) ||
        fabs(value) > 2147483647.0) {
        return wrong(context, attribute, key, "whole number");
    }
    if (!in_range(key, value)) {
        return outside(context, attribute, key);
    }
    *out = (int)value;
    return true;
}

// ---- lists ----

static bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

// Counts the items, up to LIST_MAX; -1 for two commas without an item between them.
static int count_items(const char *text) {
    int count = 0, commas = 0;
    for (const char *c = text; *c != '\0' && count < LIST_MAX;) {
        if (is_separator(*c)) {
            commas += *c++ == ',';
            if (commas > 1 || (commas == 1 && count == 0)) {
                return -1;
            }
            continue;
        }
        commas = 0;
        count++;
        c += strcspn(c, " \t\r\n,");
    }
    return commas > 0 ? -1 : count;
}

static bool wrong_item(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                       int index, const char *item, const char *wanted) {
    char name[NAME_SIZE], shown[SHOWN_SIZE], copy[40];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(item, " \t\r\n,"), item);
    ab_xml_problem(context, attribute->value_place, "%s: item %d, \"%s\", is no %s",
                   key_name(key, name), index + 1, ab_text_shown(copy, shown, sizeof shown),
                   wanted);
    return false;
}

// Numbers of a list; `out` has room for as many as there are.
static bool read_items(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                       double *out, bool are_whole) {
    const char *c = attribute->value;
    for (int i = 0;; i++) {
        c += strspn(c, " \t\r\n,");
        if (*c == '\0') {
            return true;
        }
        char plain[80];
        const char *end = scan_number(c, plain, sizeof plain);
        if (end == NULL || (*end != '\0' && !is_separator(*end))) {
            return wrong_item(context, attribute, key, i, c, "number");
        }
        out[i] = strtod(plain, NULL);
        bool is_whole = out[i] == floor(out[i]) && fabs(out[i]) <= 2147483647.0;
        if (!isfinite(out[i]) || (are_whole && !is_whole) || !in_range(key, out[i])) {
            return wrong_item(context, attribute, key, i, c,
                              are_whole ? "whole number in its range" : "number in its range");
        }
        c = end;
    }
}

static bool read_list(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                      double **items, int *count) {
    *count = count_items(attribute->value);
    if (*count < 0) {
        return wrong(context, attribute, key, "list: a comma stands without a number beside it");
    }
    if (*count >= LIST_MAX) {
        return wrong(context, attribute, key, "list of a length that is read");
    }
    *items = AB_ARENA_NEW(context->arena, double, (size_t)(*count > 0 ? *count : 1));
    if (*items == NULL) {
        context->is_out_of_memory = true;
        return false;
    }
    return read_items(context, attribute, key, *items, key->kind == AB_XML_INTEGERS);
}

static bool read_integers(abXmlContext *context, const abXmlAttribute *attribute,
                          const abXmlKey *key, abXmlIntegers *out) {
    double *items;
    int count;
    if (!read_list(context, attribute, key, &items, &count)) {
        return false;
    }
    int *whole = AB_ARENA_NEW(context->arena, int, (size_t)(count > 0 ? count : 1));
    if (whole == NULL) {
        context->is_out_of_memory = true;
        return false;
    }
    for (int i = 0; i < count; i++) {
        whole[i] = (int)items[i];
    }
    *out = (abXmlIntegers){whole, count};
    return true;
}

static bool read_reals(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                       abXmlReals *out) {
    double *items;
    int count;
    if (!read_list(context, attribute, key, &items, &count)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        items[i] = ab_xml_si(context, key->unit, 1.0, items[i]);
    }
    *out = (abXmlReals){items, count};
    return true;
}

// ---- words ----

// The words of a list of choices, in their first spelling.
static const char *choices_text(const char *const *choices, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; choices[i] != NULL && used < size; i++) {
        char word[NAME_SIZE];
        int n = snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "",
                         ab_xml_first_spelling(choices[i], word, sizeof word));
        used += n > 0 ? (size_t)n : 0;
    }
    return out;
}

// The choice that a word likely means, in its first spelling; NULL when none is near.
static const char *choice_meant(const char *word, const char *const *choices, char *out,
                                size_t size) {
    enum { CHOICES_MAX = 63 };
    char lower[CHOICES_MAX][NAME_SIZE], wanted[NAME_SIZE];
    const char *words[CHOICES_MAX + 1] = {NULL};
    int count = 0;
    for (; count < CHOICES_MAX && choices[count] != NULL; count++) {
        char spelled[NAME_SIZE];
        ab_text_lower(ab_xml_first_spelling(choices[count], spelled, NAME_SIZE), lower[count],
                      NAME_SIZE);
        words[count] = lower[count];
    }
    ab_text_lower(word, wanted, sizeof wanted);
    const char *near = ab_nearest_word(wanted, words);
    for (int i = 0; near != NULL && i < count; i++) {
        if (words[i] == near) {
            return ab_xml_first_spelling(choices[i], out, size);
        }
    }
    return NULL;
}

static bool read_choice(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                        int *out) {
    char word[NAME_SIZE], name[NAME_SIZE], shown[SHOWN_SIZE], words[240];
    const char *start = skip_blanks(attribute->value);
    size_t length = strlen(start);
    while (length > 0 && strchr(" \t\r\n", start[length - 1]) != NULL) {
        length--;
    }
    snprintf(word, sizeof word, "%.*s", (int)(length < 59 ? length : 59), start);
    for (int i = 0; key->choices[i] != NULL; i++) {
        if (ab_xml_is_one_of(word, key->choices[i])) {
            *out = i;
            return true;
        }
    }
    char meant[NAME_SIZE];
    const char *near = choice_meant(word, key->choices, meant, sizeof meant);
    ab_xml_problem(context, attribute->value_place, "%s = \"%s\" is none of %s%s",
                   key_name(key, name), ab_text_shown(word, shown, sizeof shown),
                   choices_text(key->choices, words, sizeof words), ab_hint_behind(near).text);
    return false;
}

static bool read_boolean(abXmlContext *context, const abXmlAttribute *attribute,
                         const abXmlKey *key, bool *out) {
    static const char *const words[] = {"FALSE|0|NO|OFF", "TRUE|1|YES|ON", NULL};
    abXmlKey choice = *key;
    int index;
    choice.choices = words;
    if (!read_choice(context, attribute, &choice, &index)) {
        return false;
    }
    *out = index == 1;
    return true;
}

static bool read_text(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                      const char **out) {
    if (ab_text_has_control(attribute->value)) {
        return wrong(context, attribute, key, "text: it has a control character");
    }
    *out = attribute->value;
    return true;
}

// ---- any ----

bool ab_xml_value(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                  void *field) {
    switch (key->kind) {
    case AB_XML_REAL:
        return read_real(context, attribute, key, field);
    case AB_XML_INTEGER:
    case AB_XML_ID:
        return read_integer(context, attribute, key, field);
    case AB_XML_BOOLEAN:
        return read_boolean(context, attribute, key, field);
    case AB_XML_CHOICE:
        return read_choice(context, attribute, key, field);
    case AB_XML_TEXT:
    case AB_XML_EXPRESSION:
        return read_text(context, attribute, key, field);
    case AB_XML_INTEGERS:
        return read_integers(context, attribute, key, field);
    case AB_XML_REALS:
        return read_reals(context, attribute, key, field);
    }
    return false;
}
