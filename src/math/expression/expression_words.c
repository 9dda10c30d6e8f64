// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_words.c - the compiler's half for words: constants, functions with their arguments,
// conditions, splines, and what the scope knows.

#include "math/expression/expression_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/schema.h"
#include "base/text.h"
#include "math/core/elementary.h"
#include "math/expression/expression_parser.h"

enum { HINTS_MAX = 400 }; // words a misspelt one is compared with

// ---- what the scope knows ----

static abResult emit_time(abParser *p) {
    p->uses_time = true;
    AB_TRY(ab_parser_emit_op(p, AB_OP_TIME, 0));
    return ab_parser_emit_unit(p, p->scope->time_unit);
}

// A program in place of its name; its own stack begins where this one is.
static abResult emit_program(abParser *p, const abExpression *program) {
    if (p->stack + program->stack > AB_EXPRESSION_STACK) {
        return AB_PARSER_FAIL(p, p->at,
                              "the expression keeps too many values waiting; simplify it");
    }
    p->uses_time |= program->uses_time;
    for (int i = 0; i < program->length; i++) {
        AB_TRY(ab_parser_emit(p, program->program[i]));
    }
    return AB_OK;
}

static abResult emit_use(abParser *p, abExpressionUse use) {
    if (use.program != NULL) {
        return emit_program(p, use.program);
    }
    AB_TRY(ab_parser_emit(p, (abInstruction){.op = AB_OP_INPUT, .index = use.input}));
    return ab_parser_emit_unit(p, use.unit);
}

// ---- calls ----

// Arguments up to the closing parenthesis, or one more than `maximum`.
static abResult parse_list(abParser *p, int maximum, int *count) {
    *count = 0;
    if (ab_parser_peek(p) == ')') {
        return AB_OK;
    }
    AB_TRY(ab_parse_sum(p));
    for (*count = 1; ab_parser_peek(p) == ',' && *count <= maximum; ++*count) {
        p->at++;
        AB_TRY(ab_parse_sum(p));
    }
    return *count > maximum || ab_parser_peek(p) == ')' ? AB_OK : ab_parser_unexpected(p, ", or )");
}

static abResult wrong_count(abParser *p, const abFunctionText *f, int start, int count) {
    char takes[40];
    if (f->minimum == f->maximum) {
        snprintf(takes, sizeof takes, "%d argument%s", f->maximum, f->maximum == 1 ? "" : "s");
    } else {
        snprintf(takes, sizeof takes, "%d to %d arguments", f->minimum, f->maximum);
    }
    return AB_PARSER_FAIL(p, start, "%s takes %s: %s(%s); here are %s%d", f->name, takes, f->name,
                          f->arguments, count > f->maximum ? "at least " : "", count);
}

static abResult parse_call(abParser *p, int index, int start) {
    const abFunctionText *f = &ab_functions[index];
    p->at++; // the parenthesis
    int count;
    AB_TRY(parse_list(p, f->maximum, &count));
    if (count < f->minimum || count > f->maximum) {
        return wrong_count(p, f, start, count);
    }
    p->at++;
    return ab_parser_emit(
        p, (abInstruction){.op = AB_OP_CALL, .count = (unsigned char)count, .index = index});
}

// if(c, a, b), or the three-way if(c: below, at, above).
static abResult parse_if(abParser *p, const abFunctionText *f, int start) {
    p->at++;
    if (ab_parser_peek(p) == ')') {
        return wrong_count(p, f, start, 0);
    }
    AB_TRY(ab_parse_sum(p));
    bool is_sign = ab_parser_peek(p) == ':';
    int rest = 0;
    if (is_sign || ab_parser_peek(p) == ',') {
        p->at++;
        AB_TRY(parse_list(p, 3, &rest));
    }
    if (ab_parser_peek(p) != ')' && rest < 3) {
        return ab_parser_unexpected(p, "`,`, `:` or )");
    }
    if (rest != (is_sign ? 3 : 2)) {
        return wrong_count(p, f, start, rest + 1);
    }
    p->at++;
    return is_sign ? ab_parser_emit_op(p, AB_OP_IF_SIGN, 4)
                   : ab_parser_emit_op(p, AB_OP_IF_ABOVE, 3);
}

// An argument as it is written, without spaces at its ends.
static abResult parse_raw(abParser *p, abRawArgument *out) {
    ab_parser_peek(p);
    out->offset = p->at;
    int end = p->at;
    while (p->text[end] != '\0' && strchr(",()", p->text[end]) == NULL) {
        end++;
    }
    int length = end - p->at;
    p->at = end;
    while (length > 0 && strchr(" \t\r\n", p->text[out->offset + length - 1]) != NULL) {
        length--;
    }
    if (length == 0) {
        return AB_PARSER_FAIL(p, out->offset, "a name is missing here");
    }
    if (length >= AB_EXPRESSION_NAME) {
        return AB_PARSER_FAIL(p, out->offset, "this name is longer than %d characters",
                              AB_EXPRESSION_NAME - 1);
    }
    memcpy(out->text, p->text + out->offset, (size_t)length);
    out->text[length] = '\0';
    return AB_OK;
}

// Raw arguments up to and with the closing parenthesis; `count` are there already.
static abResult parse_raw_list(abParser *p, const abFunctionText *f, int start,
                               abRawArgument out[AB_EXPRESSION_ARGUMENTS], int *count) {
    for (;;) {
        AB_TRY(parse_raw(p, &out[(*count)++]));
        char c = p->text[p->at];
        if (c == ')') {
            p->at++;
            return AB_OK;
        }
        if (c != ',') {
            return ab_parser_unexpected(p, ", or )");
        }
        if (*count >= f->maximum) {
            return wrong_count(p, f, start, *count + 1);
        }
        p->at++;
    }
}

static abResult parse_observed(abParser *p, int observed, int start) {
    const abFunctionText *f = &p->scope->observed_list[observed];
    abRawArgument arguments[AB_EXPRESSION_ARGUMENTS];
    int count = 0;
    p->at++;
    if (ab_parser_peek(p) != ')') {
        AB_TRY(parse_raw_list(p, f, start, arguments, &count));
    }
    if (count < f->minimum) {
        return wrong_count(p, f, start, count);
    }
    abExpressionUse use = {.unit = 1.0};
    AB_TRY(p->scope->observed(p->scope->context, observed, start, arguments, count, p->source, &use,
                              p->error));
    return emit_use(p, use);
}

static abResult use_variable(abParser *p, const char *name, int offset) {
    abExpressionUse use = {.unit = 1.0};
    AB_TRY(p->scope->variable(p->scope->context, name, offset, p->source, &use, p->error));
    return emit_use(p, use);
}

static abResult parse_varval(abParser *p, const abFunctionText *f, int start) {
    abRawArgument name[AB_EXPRESSION_ARGUMENTS];
    int count = 0;
    p->at++;
    AB_TRY(parse_raw_list(p, f, start, name, &count));
    if (p->scope->variable == NULL) {
        return AB_PARSER_FAIL(p, start, "there are no variables here");
    }
    return use_variable(p, name[0].text, name[0].offset);
}

// ---- splines ----

static abResult whole_number(abParser *p, const abRawArgument *argument, const char *what, int low,
                             int high, int *out) {
    char *end;
    long value = strtol(argument->text, &end, 10);
    if (*end != '\0' || value < low || value > high) {
        return AB_PARSER_FAIL(p, argument->offset, "%s is a whole number from %d to %d, not %s",
                              what, low, high, argument->text);
    }
    *out = (int)value;
    return AB_OK;
}

static abResult emit_spline(abParser *p, const abRawArgument *name, int method, int order) {
    const abSpline *spline = NULL;
    if (p->scope->spline == NULL) {
        return AB_PARSER_FAIL(p, name->offset, "there are no splines here");
    }
    spline = p->scope->spline(p->scope->context, name->text, name->offset, p->source, p->error);
    if (spline == NULL) {
        return AB_BAD_MODEL;
    }
    return ab_parser_emit(p, (abInstruction){.op = AB_OP_SPLINE,
                                             .count = 2,
                                             .method = (unsigned char)method,
                                             .order = (unsigned char)order,
                                             .with.spline = spline});
}

// Behind ( or a comma: the argument of that number, up to the comma that is to follow.
static abResult parse_before_comma(abParser *p, const abFunctionText *f, int start, int number) {
    p->at++;
    AB_TRY(ab_parse_sum(p));
    return ab_parser_peek(p) == ',' ? AB_OK
           : p->text[p->at] == ')'  ? wrong_count(p, f, start, number)
                                    : ab_parser_unexpected(p, "`,`");
}

// akispl(x, z, name, order) and its relatives.
static abResult parse_spline(abParser *p, const abFunctionText *f, int start, int method) {
    abRawArgument raw[AB_EXPRESSION_ARGUMENTS];
    int count = 2, order = 0;
    AB_TRY(parse_before_comma(p, f, start, 1));
    AB_TRY(parse_before_comma(p, f, start, 2));
    p->at++;
    AB_TRY(parse_raw_list(p, f, start, raw, &count));
    if (count > 3) {
        AB_TRY(
            whole_number(p, &raw[3], "the order of a derivative", 0, AB_SPLINE_ORDER_MAX, &order));
    }
    return emit_spline(p, &raw[2], method, order);
}

// interp(x, method, name)
static abResult parse_interp(abParser *p, const abFunctionText *f, int start) {
    abRawArgument raw[AB_EXPRESSION_ARGUMENTS];
    int count = 1, method = 3;
    AB_TRY(parse_before_comma(p, f, start, 1));
    p->at++;
    AB_TRY(parse_raw_list(p, f, start, raw, &count));
    if (count < 3) {
        return wrong_count(p, f, start, count);
    }
    AB_TRY(whole_number(p, &raw[1], "the method (1 linear, 3 cubic)", 1, 3, &method));
    AB_TRY(ab_parser_emit_number(p, 0.0));
    return emit_spline(p, &raw[2], method == 1 ? AB_SPLINE_LINEAR : AB_SPLINE_CUBIC, 0);
}

// ---- words ----

enum { WORD_IF, WORD_VARVAL, WORD_AKISPL, WORD_CUBSPL, WORD_LINSPL, WORD_INTERP, WORD_COUNT };

const abFunctionText ab_expression_words[] = {
    [WORD_IF] = {"if", 3, 4, "c: below, at, above", "-",
                 "the value for c below 0, at 0 or above 0; also if(c, above, elsewhere)"},
    [WORD_VARVAL] = {"varval", 1, 1, "name", "-", "a variable, as its name alone"},
    [WORD_AKISPL] = {"akispl", 3, 4, "x, z, spline, order", "-",
                     "Akima's curve through the points of a spline, or its derivative of order 1 "
                     "or 2 by x; z is 0 for a single curve"},
    [WORD_CUBSPL] = {"cubspl", 3, 4, "x, z, spline, order", "-", "likewise, natural cubic"},
    [WORD_LINSPL] = {"linspl", 3, 4, "x, z, spline, order", "-",
                     "likewise, straight between points"},
    [WORD_INTERP] = {"interp", 3, 3, "x, method, spline", "-",
                     "a single curve, with method 1 linear and with 2 or 3 natural cubic"},
};
const int ab_expression_word_count = WORD_COUNT;

static abResult parse_special(abParser *p, int word, int start) {
    const abFunctionText *f = &ab_expression_words[word];
    switch (word) {
    case WORD_IF:
        return parse_if(p, f, start);
    case WORD_VARVAL:
        return parse_varval(p, f, start);
    case WORD_INTERP:
        return parse_interp(p, f, start);
    default:
        return parse_spline(p, f, start, AB_SPLINE_AKIMA + (word - WORD_AKISPL));
    }
}

static const struct Constant {
    const char *name;
    double value;
} s_constants[] = {{"pi", AB_PI}, {"dtor", AB_PI / 180.0}, {"rtod", 180.0 / AB_PI}};
enum { CONSTANTS = sizeof s_constants / sizeof s_constants[0] };

static int find_text(const abFunctionText *texts, int count, const char *word) {
    for (int i = 0; i < count; i++) {
        if (strcmp(texts[i].name, word) == 0) {
            return i;
        }
    }
    return -1;
}

static abResult unknown_word(abParser *p, const char *word, int start) {
    const char *words[HINTS_MAX + 1] = {"t", "time"};
    int count = 2;
    for (int i = 0; i < CONSTANTS; i++) {
        words[count++] = s_constants[i].name;
    }
    for (int i = 0; i < AB_FUNCTION_COUNT; i++) {
        words[count++] = ab_functions[i].name;
    }
    for (int i = 0; i < WORD_COUNT; i++) {
        words[count++] = ab_expression_words[i].name;
    }
    for (int i = 0; i < p->scope->observed_count && count < HINTS_MAX; i++) {
        words[count++] = p->scope->observed_list[i].name;
    }
    const char *const *names = p->scope->variable_names;
    for (; names != NULL && *names != NULL && count < HINTS_MAX; names++) {
        words[count++] = *names;
    }
    words[count] = NULL;
    const char *near = ab_nearest_word(word, words);
    if (near != NULL) {
        return AB_PARSER_FAIL(p, start, "`%s` is unknown; did you mean `%s`?", word, near);
    }
    return AB_PARSER_FAIL(
        p, start,
        "`%s` is unknown; there are t, pi, functions such as sin and step, and what the "
        "model names; see abut info expressions",
        word);
}

// A word with arguments behind it, or a complaint that they are missing.
static abResult parse_function(abParser *p, const char *word, int start, bool *is_known) {
    int special = find_text(ab_expression_words, WORD_COUNT, word);
    int function = find_text(ab_functions, AB_FUNCTION_COUNT, word);
    int observed = find_text(p->scope->observed_list, p->scope->observed_count, word);
    *is_known = special >= 0 || function >= 0 || observed >= 0;
    if (!*is_known) {
        return AB_OK;
    }
    if (ab_parser_peek(p) != '(') {
        const abFunctionText *f = special >= 0    ? &ab_expression_words[special]
                                  : function >= 0 ? &ab_functions[function]
                                                  : &p->scope->observed_list[observed];
        return AB_PARSER_FAIL(p, start, "%s needs its arguments: %s(%s)", f->name, f->name,
                              f->arguments);
    }
    return special >= 0    ? parse_special(p, special, start)
           : function >= 0 ? parse_call(p, function, start)
                           : parse_observed(p, observed, start);
}

// Whether the word, in lower case, is t, time or a constant.
static abResult parse_constant(abParser *p, const char *word, bool *is_known) {
    bool is_time = strcmp(word, "t") == 0 || strcmp(word, "time") == 0;
    double value = 0.0;
    *is_known = is_time;
    for (int i = 0; i < CONSTANTS; i++) {
        if (strcmp(word, s_constants[i].name) == 0) {
            value = s_constants[i].value;
            *is_known = true;
        }
    }
    if (!*is_known) {
        return AB_OK;
    }
    if (ab_parser_peek(p) == '(') {
        return AB_PARSER_FAIL(p, p->at, "`%s` is not a function; write * for a product", word);
    }
    return is_time ? emit_time(p) : ab_parser_emit_number(p, value);
}

abResult ab_parse_word(abParser *p) {
    int start = p->at, length = 0;
    char written[AB_EXPRESSION_NAME], word[AB_EXPRESSION_NAME];
    for (; ab_is_letter(p->text[p->at]) || ab_is_digit(p->text[p->at]); p->at++) {
        char c = p->text[p->at];
        if (length < AB_EXPRESSION_NAME - 1) {
            written[length] = c;
            word[length++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
    }
    word[length] = written[length] = '\0';
    bool is_known;
    AB_TRY(parse_constant(p, word, &is_known));
    if (is_known) {
        return AB_OK;
    }
    AB_TRY(parse_function(p, word, start, &is_known));
    if (is_known) {
        return AB_OK;
    }
    const char *const *names = p->scope->variable_names;
    for (; names != NULL && *names != NULL; names++) {
        if (strcmp(*names, written) == 0) {
            return use_variable(p, written, start);
        }
    }
    return unknown_word(p, written, start);
}

bool ab_expression_is_word(const char *word) {
    bool is_word = strcmp(word, "t") == 0 || strcmp(word, "time") == 0 ||
                   find_text(ab_functions, AB_FUNCTION_COUNT, word) >= 0 ||
                   find_text(ab_expression_words, WORD_COUNT, word) >= 0;
    for (int i = 0; i < CONSTANTS; i++) {
        is_word = is_word || strcmp(word, s_constants[i].name) == 0;
    }
    return is_word;
}
