// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_expression.c - function expressions of the file in the words of this engine.
//
// What differs: 10D is ten degrees, and markers, variables, splines, forces, joints and contacts
// are named by numbers, which become names. All else is the same language, in the file's own units
// (ab_model_set_expression_units). When all is defined, each expression is checked, so that
// mistakes are told at their place.

#include "read/motionsolve/xml_expression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "math/expression/expression.h"
#include "math/expression/expression_evaluate.h"
#include "read/motionsolve/xml_contacts.h"
#include "read/motionsolve/xml_markers.h"
#include "read/motionsolve/xml_proximity.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_units.h"
#include "read/motionsolve/xml_unknown.h"

enum { LEVELS_MAX = 64 };

// ---- functions whose arguments are numbers of things ----

// What an argument is: a letter of a pattern. Arguments beyond the pattern are formulas.
enum {
    ARGUMENT_FORMULA = '.',
    ARGUMENT_MARKER = 'm',
    ARGUMENT_VARIABLE = 'v',
    ARGUMENT_STATE = 'e', // these two become variables
    ARGUMENT_RATE = 'r',
    ARGUMENT_SPLINE = 's',
    ARGUMENT_BUSHING = 'b',
    ARGUMENT_SPRING = 'd',
    ARGUMENT_SCALAR = 'f',
    ARGUMENT_VECTOR = 'g',
    ARGUMENT_JOINT = 'j',
    ARGUMENT_SIDE = '0',      // 0 for I, which is the second here
    ARGUMENT_CONTACT = 'c',   // becomes two selectors, I first
    ARGUMENT_PROXIMITY = 'p', // likewise
    ARGUMENT_ARRAY = 'a',     // with the number behind it, becomes a variable
};

static const struct {
    const char *name, *pattern;
} s_functions[] = {
    {"DX", "mmm"},     {"DY", "mmm"},       {"DZ", "mmm"},       {"DM", "mm"},
    {"VX", "mmmm"},    {"VY", "mmmm"},      {"VZ", "mmmm"},      {"VM", "mmm"},
    {"VR", "mmm"},     {"WX", "mmm"},       {"WY", "mmm"},       {"WZ", "mmm"},
    {"WM", "mm"},      {"AX", "mm"},        {"AY", "mm"},        {"AZ", "mm"},
    {"PSI", "mm"},     {"THETA", "mm"},     {"PHI", "mm"},       {"YAW", "mm"},
    {"PITCH", "mm"},   {"ROLL", "mm"},      {"ACCX", "mmmm"},    {"ACCY", "mmmm"},
    {"ACCZ", "mmmm"},  {"ACCM", "mmm"},     {"WDTX", "mmmm"},    {"WDTY", "mmmm"},
    {"WDTZ", "mmmm"},  {"WDTM", "mmm"},     {"VARVAL", "v"},     {"AKISPL", "..s"},
    {"CUBSPL", "..s"}, {"LINSPL", "..s"},   {"INTERP", "..s"},   {"BUSH", "b0.m"},
    {"SPDP", "d0.m"},  {"SFORCE", "f0.m"},  {"VFORCE", "g0.m"},  {"GFORCE", "g0.m"},
    {"JOINT", "j0.m"}, {"CONTACT", "c..m"}, {"PROXIMITY", "p."}, {"DIF", "e"},
    {"DIF1", "r"},     {"ARYVAL", "a"},
};

static const char *pattern_of(const char *name) {
    for (size_t i = 0; i < sizeof s_functions / sizeof s_functions[0]; i++) {
        if (ab_xml_same(name, s_functions[i].name)) {
            return s_functions[i].pattern;
        }
    }
    return NULL;
}

// ---- the translation ----

typedef struct Translation {
    abXmlReader *reader;
    abXmlThing *thing;
    const char *key;  // attribute
    const char *text; // all of it
    abText out;
    bool is_wrong;
} Translation;

static bool is_word(char c) {
    return ab_is_letter(c) || ab_is_digit(c);
}

// Behind the digits, point and exponent that begin at c. 1.0D+05 and 1D5 are Fortran's numbers; 10D
// and 10D+5 are degrees, the latter with 5 added.
static const char *number_end(const char *c) {
    while (ab_is_digit(*c) || *c == '.') {
        c++;
    }
    if (*c == '\0' || strchr("eEdD", *c) == NULL) {
        return c;
    }
    bool is_d = *c == 'd' || *c == 'D', has_sign = c[1] == '+' || c[1] == '-';
    const char *digits = c + 1 + has_sign;
    bool is_exponent = ab_is_digit(digits[0]) && (!is_d || !has_sign || ab_is_digit(digits[1]));
    while (is_exponent && ab_is_digit(*digits)) {
        digits++;
    }
    return is_exponent ? digits : c;
}

static const char *translate_number(Translation *t, const char *c) {
    const char *end = number_end(c);
    bool is_degrees = (*end == 'd' || *end == 'D') && !is_word(end[1]);
    ab_text_add(&t->out, is_degrees ? "(" : "");
    for (; c < end; c++) {
        ab_text_add(&t->out, "%c", *c == 'd' || *c == 'D' ? 'e' : *c);
    }
    ab_text_add(&t->out, is_degrees ? "*dtor)" : "");
    return is_degrees ? end + 1 : end;
}

static abPlace place_in(const Translation *t, const char *c) {
    abPlace place = ab_xml_thing_place(t->thing, t->key);
    place.column += (int)(c - t->text);
    return place;
}

// The name of the thing an argument gives the number of.
static const char *name_of(Translation *t, char what, int id, const char *at) {
    static const struct {
        char what;
        abXmlElementKind kind;
    } kinds[] = {
        {ARGUMENT_VARIABLE, AB_XML_TYPE_VARIABLE},   {ARGUMENT_STATE, AB_XML_TYPE_DIFFERENTIAL},
        {ARGUMENT_RATE, AB_XML_TYPE_DIFFERENTIAL},   {ARGUMENT_SPLINE, AB_XML_TYPE_SPLINE},
        {ARGUMENT_BUSHING, AB_XML_TYPE_BUSHING},     {ARGUMENT_SPRING, AB_XML_TYPE_SPRING_DAMPER},
        {ARGUMENT_SCALAR, AB_XML_TYPE_SCALAR},       {ARGUMENT_VECTOR, AB_XML_TYPE_VECTOR},
        {ARGUMENT_JOINT, AB_XML_TYPE_JOINT},         {ARGUMENT_CONTACT, AB_XML_TYPE_CONTACT},
        {ARGUMENT_PROXIMITY, AB_XML_TYPE_PROXIMITY}, {ARGUMENT_ARRAY, AB_XML_TYPE_ARRAY}};
    if (what == ARGUMENT_MARKER) {
        return ab_xml_marker_name(t->reader, t->thing, place_in(t, at), id);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].what != what) {
            continue;
        }
        abXmlThing *found = ab_xml_find(t->reader, kinds[i].kind, id);
        if (found == NULL && what == ARGUMENT_VECTOR) {
            found = ab_xml_find(t->reader, AB_XML_TYPE_ONE_BODY, id);
        }
        if (found == NULL) {
            ab_xml_problem(&t->reader->context, place_in(t, at), "%s: there is no %s %d%s", t->key,
                           ab_xml_type((int)kinds[i].kind)->table->name, id,
                           ab_xml_left_out(t->reader, kinds[i].kind, id));
            return NULL;
        }
        if (what == ARGUMENT_PROXIMITY) {
            return ab_xml_proximity_selectors(found);
        }
        return what == ARGUMENT_CONTACT
                   ? ab_xml_contact_selectors(t->reader, found, place_in(t, at))
                   : found->name;
    }
    return NULL;
}

static const char *skip_blanks(const char *c) {
    return c + strspn(c, " \t\r\n");
}

// Translates an argument that is a whole number by itself; NULL when it is something else.
static const char *translate_id(Translation *t, char what, const char *c) {
    const char *end = c;
    long id = 0;
    while (ab_is_digit(*end) && end - c < 10) {
        id = 10 * id + (*end++ - '0');
    }
    const char *behind = skip_blanks(end);
    if (end == c || (*behind != ',' && *behind != ')') || id > 2147483647) {
        return NULL;
    }
    if (what == ARGUMENT_SIDE) {
        ab_text_add(&t->out, "%ld", id == 0 || id == 1 ? 1 - id : id);
        return behind;
    }
    const char *name = name_of(t, what, (int)id, c);
    t->is_wrong = t->is_wrong || name == NULL;
    ab_text_add(&t->out, "%s%s", name != NULL ? name : "?",
                what == ARGUMENT_RATE ? AB_XML_RATE : "");
    return behind;
}

// The number of an array and that of its element, from behind the opening parenthesis: one name.
static const char *translate_element(Translation *t, const char *c) {
    c = skip_blanks(c);
    const char *behind = translate_id(t, ARGUMENT_ARRAY, c);
    const char *digits = behind != NULL && *behind == ',' ? skip_blanks(behind + 1) : c;
    size_t count = behind != NULL ? strspn(digits, "0123456789") : 0;
    const char *end = skip_blanks(digits + count);
    if (behind == NULL || *behind != ',' || count == 0 || *end != ')') {
        ab_xml_problem(
            &t->reader->context, place_in(t, c),
            "%s: ARYVAL takes the number of an array and that of an element, both written "
            "out",
            t->key);
        t->is_wrong = true;
        return c;
    }
    ab_text_add(&t->out, AB_XML_COMPONENT);
    ab_text_write(&t->out, digits, count);
    return end;
}

static const char *translate_until(Translation *t, const char *c, bool is_argument, int level);

// The arguments of a function, from behind its opening parenthesis to its closing one.
static const char *translate_arguments(Translation *t, const char *pattern, const char *c,
                                       int level) {
    for (;;) {
        char what = *pattern != '\0' ? *pattern++ : ARGUMENT_FORMULA;
        c = skip_blanks(c);
        const char *behind = what != ARGUMENT_FORMULA ? translate_id(t, what, c) : NULL;
        c = behind != NULL ? behind : translate_until(t, c, true, level + 1);
        if (*c != ',') {
            return c;
        }
        ab_text_add(&t->out, ", ");
        c++;
    }
}

static const char *whole_number(const char *c, long *out) {
    c = skip_blanks(c);
    size_t digits = strspn(c, "0123456789");
    if (digits == 0 || digits > 9) {
        return NULL;
    }
    *out = strtol(c, NULL, 10);
    return skip_blanks(c + digits);
}

// CONTACT(id, index, rm), from behind its name: with three numbers it is what the index says, of which
// the pages tell that 1 is the depth. NULL when it is something else.
static const char *translate_index(Translation *t, const char *c) {
    long numbers[3];
    const char *at = skip_blanks(c), *id = at + 1;
    for (int i = 0; i < 3; i++) {
        at = *at == (i == 0 ? '(' : ',') ? whole_number(at + 1, &numbers[i]) : NULL;
        if (at == NULL) {
            return NULL;
        }
    }
    if (*at != ')') {
        return NULL;
    }
    const char *sides = name_of(t, ARGUMENT_CONTACT, (int)numbers[0], id);
    if (sides != NULL && (numbers[1] != 1 || strchr(sides, '.') == NULL)) {
        ab_xml_problem(
            &t->reader->context, place_in(t, id),
            numbers[1] != 1
                ? "%s: of CONTACT with an index only 1, the depth, is known"
                : "%s: CONTACT tells the depth of contacts with one graphic on each side",
            t->key);
        sides = NULL;
    }
    t->is_wrong = t->is_wrong || sides == NULL;
    ab_text_add(&t->out, "MAX(0, -PROXIMITY(%s))", sides != NULL ? sides : "?");
    return at + 1;
}

static const char *translate_word(Translation *t, const char *c, int level) {
    char word[40];
    size_t length = 0;
    while (is_word(c[length])) {
        length++;
    }
    size_t kept = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, c, kept);
    word[kept] = '\0';
    bool is_call = *skip_blanks(c + length) == '(' && level < LEVELS_MAX;
    const char *pattern = is_call ? pattern_of(word) : NULL;
    bool is_array = pattern != NULL && *pattern == ARGUMENT_ARRAY;
    const char *behind =
        pattern != NULL && *pattern == ARGUMENT_CONTACT ? translate_index(t, c + length) : NULL;
    if (behind != NULL) {
        return behind;
    }
    if (is_array ||
        (pattern != NULL && (*pattern == ARGUMENT_STATE || *pattern == ARGUMENT_RATE))) {
        ab_text_add(&t->out, "VARVAL");
    } else if (pattern != NULL && *pattern == ARGUMENT_VECTOR) {
        ab_text_add(&t->out, "VFORCE");
    } else {
        ab_text_write(&t->out, c, length);
    }
    c += length;
    if (pattern == NULL) {
        return c;
    }
    ab_text_add(&t->out, "(");
    c = is_array ? translate_element(t, skip_blanks(c) + 1)
                 : translate_arguments(t, pattern, skip_blanks(c) + 1, level);
    if (*c == ')') {
        ab_text_add(&t->out, ")");
        c++;
    }
    return c;
}

// All of a formula, or an argument up to the comma or parenthesis that ends it.
static const char *translate_until(Translation *t, const char *c, bool is_argument, int level) {
    int open = 0;
    while (*c != '\0') {
        if (is_argument && open == 0 && (*c == ',' || *c == ')')) {
            return c;
        }
        open += (*c == '(') - (*c == ')');
        if (ab_is_digit(*c) || (*c == '.' && ab_is_digit(c[1]))) {
            c = translate_number(t, c);
        } else if (is_word(*c)) {
            c = translate_word(t, c, level);
        } else {
            ab_text_write(&t->out, c++, 1);
        }
    }
    return c;
}

// In the words of this engine; NULL after a problem.
const char *ab_xml_words(abXmlReader *reader, abXmlThing *thing, const char *key,
                         const char *text) {
    Translation t = {.reader = reader, .thing = thing, .key = key, .text = text};
    ab_text_init(&t.out, reader->context.arena->allocator);
    translate_until(&t, text, false, 0);
    const char *ours =
        t.out.failed ? NULL : ab_arena_text(reader->context.arena, ab_text_string(&t.out));
    ab_text_done(&t.out);
    reader->context.is_out_of_memory |= ours == NULL;
    thing->is_wrong = thing->is_wrong || t.is_wrong;
    return t.is_wrong ? NULL : ours;
}

// ---- checks ----

// A problem of `ours` is told at its place in the file where the texts are the same.
static void tell(abXmlReader *reader, abXmlThing *thing, const char *key, bool is_same,
                 const abError *problem) {
    abPlace place = ab_xml_thing_place(thing, key);
    if (problem->count > 0 && is_same) {
        place.column = problem->problems[0].column;
    }
    thing->is_wrong = true;
    ab_xml_problem(&reader->context, place, "%s: %s", key,
                   problem->count > 0 ? problem->problems[0].text : "out of memory");
}

static void check_later(abXmlReader *reader, abXmlThing *thing, const char *key, const char *text,
                        const char *ours, bool is_of_time) {
    abXmlExpression *noted = AB_ARENA_NEW(reader->context.arena, abXmlExpression, 1);
    if (noted == NULL) {
        reader->context.is_out_of_memory = true;
        return;
    }
    *noted = (abXmlExpression){.thing = thing,
                               .key = key,
                               .ours = ours,
                               .is_same = strcmp(text, ours) == 0,
                               .is_of_time = is_of_time,
                               .next = reader->expressions};
    reader->expressions = noted;
}

// After other problems names may be missing, and what comes up here may follow from that.
void ab_xml_check_expressions(abXmlReader *reader) {
    if (reader->context.problems > 0 || reader->context.is_out_of_memory) {
        return;
    }
    for (abXmlExpression *e = reader->expressions; e != NULL; e = e->next) {
        abError problem;
        ab_error_clear(&problem);
        abResult result = ab_model_check_expression(
            reader->model, e->ours, ab_xml_thing_place(e->thing, e->key), e->is_of_time, &problem);
        if (result == AB_BAD_MODEL) {
            tell(reader, e->thing, e->key, e->is_same, &problem);
        } else if (result != AB_OK) {
            reader->result = result;
        }
    }
}

// ---- for others ----

const char *ab_xml_expression(abXmlReader *reader, abXmlThing *thing, const char *key,
                              const char *text, const char *unit, bool is_of_time) {
    abUnitFactor factor = ab_xml_unit_factor(&reader->context.units, unit, 1.0);
    const char *ours = ab_xml_words(reader, thing, key, text);
    if (ours == NULL) {
        return NULL;
    }
    check_later(reader, thing, key, text, ours, is_of_time);
    return factor.numerator == factor.denominator
               ? ours
               : ab_xml_text(reader, "(%s)*%.17g/%.17g", ours, factor.numerator,
                             factor.denominator);
}

bool ab_xml_constant(abXmlReader *reader, abXmlThing *thing, const char *key, const char *text,
                     const char *unit, double *out) {
    double value;
    if (!ab_xml_number(text, &value)) {
        const char *ours = ab_xml_words(reader, thing, key, text);
        abExpression *expression;
        abError problem;
        ab_error_clear(&problem);
        if (ours == NULL) {
            return false;
        }
        if (ab_expression_compile(ours, reader->context.arena, ab_xml_thing_place(thing, key),
                                  &expression, &problem) != AB_OK) {
            tell(reader, thing, key, strcmp(text, ours) == 0, &problem);
            return false;
        }
        if (!ab_expression_is_constant(expression)) {
            ab_xml_wrong(reader, thing, key, "%s changes with time, which is not supported here",
                         key);
            return false;
        }
        value = ab_expression_evaluate(expression, 0.0).value;
    }
    *out = ab_xml_si(&reader->context, unit, 1.0, value);
    if (!isfinite(*out)) {
        ab_xml_wrong(reader, thing, key, "%s has no finite value", key);
        return false;
    }
    return true;
}
