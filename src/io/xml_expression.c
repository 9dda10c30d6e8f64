// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_expression.c - function expressions of the file in the words of this engine.
//
// What differs: 10D is ten degrees, ** is a power, TIME counts in the file's unit, and so does the
// result. All else is the same language, compiled once here so that mistakes are told at their
// place.

#include <math.h>
#include <string.h>

#include "io/text.h"
#include "io/xml_reader.h"
#include "math/expression.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

// Behind the digits, point and exponent that begin at c; D with digits behind it is an exponent.
static const char *number_end(const char *c) {
    while (is_digit(*c) || *c == '.') {
        c++;
    }
    if (*c != '\0' && strchr("eEdD", *c) != NULL) {
        const char *digits = c + 1 + (c[1] == '+' || c[1] == '-');
        // 10D+5 is ten degrees and five; 1.0D+05 and 1D5 are Fortran's numbers
        bool is_degrees =
            (*c == 'd' || *c == 'D') &&
            (digits > c + 1 ? !(is_digit(digits[0]) && is_digit(digits[1])) : !is_digit(*digits));
        if (!is_degrees && is_digit(*digits)) {
            for (c = digits; is_digit(*c);) {
                c++;
            }
        }
    }
    return c;
}

static const char *translate_number(abText *out, const char *c) {
    const char *end = number_end(c);
    bool is_degrees = (*end == 'd' || *end == 'D') && !is_word(end[1]);
    ab_text_add(out, is_degrees ? "(" : "");
    for (; c < end; c++) {
        ab_text_add(out, "%c", *c == 'd' || *c == 'D' ? 'e' : *c);
    }
    ab_text_add(out, is_degrees ? "*pi/180)" : "");
    return is_degrees ? end + 1 : end;
}

static const char *translate_word(const abXmlReader *reader, abText *out, const char *c) {
    abUnitFactor time = reader->context.units.of[AB_XML_TIME];
    char word[40];
    size_t length = 0;
    while (is_word(c[length])) {
        length++;
    }
    size_t kept = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, c, kept);
    word[kept] = '\0';
    if (ab_xml_same(word, "TIME") && time.numerator != time.denominator) {
        ab_text_add(out, "(t*%.17g/%.17g)", time.denominator, time.numerator);
    } else {
        ab_text_write(out, c, length);
    }
    return c + length;
}

static void translate(const abXmlReader *reader, abText *out, const char *text) {
    for (const char *c = text; *c != '\0';) {
        if (is_digit(*c) || (*c == '.' && is_digit(c[1]))) {
            c = translate_number(out, c);
        } else if (is_word(*c)) {
            c = translate_word(reader, out, c);
        } else if (c[0] == '*' && c[1] == '*') {
            ab_text_add(out, "^");
            c += 2;
        } else {
            ab_text_add(out, "%c", *c++);
        }
    }
}

// In the words of this engine, units not yet applied; NULL for want of memory.
static const char *in_our_words(abXmlReader *reader, const char *text) {
    abText out;
    ab_text_init(&out, reader->context.arena->allocator);
    translate(reader, &out, text);
    const char *copy =
        out.failed ? NULL : ab_arena_text(reader->context.arena, ab_text_string(&out));
    ab_text_done(&out);
    reader->context.is_out_of_memory |= copy == NULL;
    return copy;
}

// Compiles; a problem is told at its place in the file where the texts are the same.
static bool check(abXmlReader *reader, abXmlThing *thing, const char *key, const char *text,
                  const char *ours, abExpression **out) {
    abError problem;
    ab_error_clear(&problem);
    abPlace place = ab_xml_thing_place(thing, key);
    bool is_same = strcmp(text, ours) == 0;
    if (ab_expression_compile(ours, reader->context.arena, place, out, &problem) == AB_OK) {
        return true;
    }
    thing->is_wrong = true;
    if (problem.count > 0 && is_same) {
        place.column = problem.problems[0].column;
    }
    ab_xml_problem(&reader->context, place, "%s: %s", key,
                   problem.count > 0 ? problem.problems[0].text : "out of memory");
    return false;
}

const char *ab_xml_expression(abXmlReader *reader, abXmlThing *thing, const char *key,
                              const char *text, const char *unit) {
    abUnitFactor factor = ab_xml_unit_factor(&reader->context.units, unit, 1.0);
    const char *ours = in_our_words(reader, text);
    abExpression *expression;
    if (ours == NULL || !check(reader, thing, key, text, ours, &expression)) {
        return NULL;
    }
    return factor.numerator == factor.denominator
               ? ours
               : ab_xml_text(reader, "(%s)*%.17g/%.17g", ours, factor.numerator,
                             factor.denominator);
}

bool ab_xml_constant(abXmlReader *reader, abXmlThing *thing, const char *key, const char *text,
                     const char *unit, double *out) {
    double value;
    if (!ab_xml_number(text, &value)) {
        const char *ours = in_our_words(reader, text);
        abExpression *expression;
        if (ours == NULL || !check(reader, thing, key, text, ours, &expression)) {
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
