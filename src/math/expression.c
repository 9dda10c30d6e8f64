// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression.c - a recursive-descent compiler from a text to a stack program.
//
//   sum     = product { (+|-) product }
//   product = signed  { (*|/) signed }
//   signed  = (+|-) signed | power
//   power   = primary [ (^|**) signed ]            right to left: -2^2 = -4, 2^3^2 = 2^9
//   primary = number | word | word ( arguments ) | ( sum )
//
// Words may be written in any case. The parser runs twice over the text: the first time it checks
// and counts, the second time it writes the program. A constant is evaluated at once.

#include "math/expression.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/schema.h"
#include "math/elementary.h"
#include "math/expression_program.h"

enum {
    TEXT_MAX = 4000,     // characters
    LEVELS_MAX = 64,     // of parentheses, signs and powers inside each other
    PROGRAM_MAX = 20000, // instructions, those of variables put in included
    HINTS_MAX = 400      // words a misspelt one is compared with
};

// ---- problems ----

abResult ab_expression_problem(const abExpressionSource *source, int offset, abError *error,
                               const char *format, ...) {
    char text[sizeof((abProblem *)NULL)->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    abPlace place = source->place;
    if (source->is_elsewhere) {
        return ab_error_add(error, AB_BAD_MODEL, place, "in the expression \"%.60s%s\", at %d: %s",
                            source->text, strlen(source->text) > 60 ? "..." : "", offset + 1, text);
    }
    place.column += offset;
    return ab_error_add(error, AB_BAD_MODEL, place, "%s", text);
}

// ---- the parser ----

typedef struct Parser {
    const abExpressionSource *source;
    const abExpressionScope *scope;
    const char *text;
    int at; // offset of the next character
    int level;
    int stack, highest;     // jets on the stack after what has been compiled, and the most ever
    abInstruction *program; // NULL while counting
    int length;
    bool uses_time, uses_inputs;
    abError *error;
} Parser;

#define FAIL(p, offset, ...) ab_expression_problem((p)->source, (offset), (p)->error, __VA_ARGS__)

static char peek(Parser *p) {
    while (p->text[p->at] == ' ' || p->text[p->at] == '\t' || p->text[p->at] == '\n' ||
           p->text[p->at] == '\r') {
        p->at++;
    }
    return p->text[p->at];
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Appends an instruction that takes in.count jets from the stack and leaves one.
static abResult emit(Parser *p, abInstruction in) {
    p->stack += 1 - in.count;
    p->highest = p->stack > p->highest ? p->stack : p->highest;
    if (p->stack > AB_EXPRESSION_STACK) {
        return FAIL(p, p->at, "the expression keeps too many values waiting; simplify it");
    }
    if (p->length >= PROGRAM_MAX) {
        return FAIL(p, p->at, "the expression has more than %d steps with its variables put in",
                    PROGRAM_MAX);
    }
    if (p->program != NULL) {
        p->program[p->length] = in;
    }
    p->length++;
    return AB_OK;
}

static abResult emit_number(Parser *p, double number) {
    return emit(p, (abInstruction){.op = AB_OP_NUMBER, .with.number = number});
}

static abResult emit_op(Parser *p, abOp op, int count) {
    return emit(p, (abInstruction){.op = (unsigned char)op, .count = (unsigned char)count});
}

// What is on top of the stack becomes a value in the units of the text.
static abResult emit_unit(Parser *p, double unit) {
    if (unit == 1.0) {
        return AB_OK;
    }
    AB_TRY(emit_number(p, unit));
    return emit_op(p, AB_OP_DIVIDE, 2);
}

static abResult emit_time(Parser *p) {
    p->uses_time = true;
    AB_TRY(emit_op(p, AB_OP_TIME, 0));
    return emit_unit(p, p->scope->time_unit);
}

// A program in place of its name; its own stack begins where this one is.
static abResult emit_program(Parser *p, const abExpression *program) {
    if (p->stack + program->stack > AB_EXPRESSION_STACK) {
        return FAIL(p, p->at, "the expression keeps too many values waiting; simplify it");
    }
    p->uses_time |= program->uses_time;
    p->uses_inputs |= program->input_count > 0;
    for (int i = 0; i < program->length; i++) {
        AB_TRY(emit(p, program->program[i]));
    }
    return AB_OK;
}

static abResult emit_use(Parser *p, abExpressionUse use) {
    if (use.program != NULL) {
        return emit_program(p, use.program);
    }
    p->uses_inputs = true;
    AB_TRY(emit(p, (abInstruction){.op = AB_OP_INPUT, .index = use.input}));
    return emit_unit(p, use.unit);
}

static abResult parse_sum(Parser *p);
static abResult parse_signed(Parser *p);

// The character at hand is not what may stand there.
static abResult unexpected(Parser *p, const char *expected) {
    char c = p->text[p->at];
    if (c == '\0') {
        return FAIL(p, p->at, "the expression ends where %s is expected", expected);
    }
    if (c > ' ' && c < 127) {
        return FAIL(p, p->at, "`%c` stands where %s is expected", c, expected);
    }
    return FAIL(p, p->at,
                "a character outside plain ASCII (byte 0x%02X) stands where %s is expected",
                (unsigned)(unsigned char)c, expected);
}

// One level deeper; every recursion of the parser goes through here.
static abResult enter(Parser *p) {
    if (p->level > LEVELS_MAX) {
        return FAIL(p, p->at,
                    "the expression is nested deeper than %d levels; split or simplify it",
                    LEVELS_MAX);
    }
    p->level++;
    return AB_OK;
}

static abResult parse_number(Parser *p) {
    double number;
    const char *problem;
    int end = ab_expression_number(p->text, p->at, &number, &problem);
    if (problem != NULL) {
        return FAIL(p, p->at, "%s", problem);
    }
    p->at = end;
    if (is_letter(p->text[end]) || p->text[end] == '.') {
        return FAIL(p, end, "`%c` follows a number directly; write * for a product, as in 2*t",
                    p->text[end]);
    }
    return emit_number(p, number);
}

// ---- calls ----

// Arguments up to the closing parenthesis, or one more than `most`.
static abResult parse_list(Parser *p, int most, int *count) {
    *count = 0;
    if (peek(p) == ')') {
        return AB_OK;
    }
    AB_TRY(parse_sum(p));
    for (*count = 1; peek(p) == ',' && *count <= most; ++*count) {
        p->at++;
        AB_TRY(parse_sum(p));
    }
    return *count > most || peek(p) == ')' ? AB_OK : unexpected(p, ", or )");
}

static abResult wrong_count(Parser *p, const abFunctionText *f, int start, int count) {
    char takes[40];
    if (f->least == f->most) {
        snprintf(takes, sizeof takes, "%d argument%s", f->most, f->most == 1 ? "" : "s");
    } else {
        snprintf(takes, sizeof takes, "%d to %d arguments", f->least, f->most);
    }
    return FAIL(p, start, "%s takes %s: %s(%s); here are %s%d", f->name, takes, f->name,
                f->arguments, count > f->most ? "at least " : "", count);
}

static abResult parse_call(Parser *p, int index, int start) {
    const abFunctionText *f = &ab_functions[index];
    p->at++; // the parenthesis
    int count;
    AB_TRY(parse_list(p, f->most, &count));
    if (count < f->least || count > f->most) {
        return wrong_count(p, f, start, count);
    }
    p->at++;
    return emit(p,
                (abInstruction){.op = AB_OP_CALL, .count = (unsigned char)count, .index = index});
}

// if(c, a, b), or the three-way if(c: below, at, above).
static abResult parse_if(Parser *p, const abFunctionText *f, int start) {
    p->at++;
    if (peek(p) == ')') {
        return wrong_count(p, f, start, 0);
    }
    AB_TRY(parse_sum(p));
    bool is_sign = peek(p) == ':';
    int rest = 0;
    if (is_sign || peek(p) == ',') {
        p->at++;
        AB_TRY(parse_list(p, 3, &rest));
    }
    if (peek(p) != ')' && rest < 3) {
        return unexpected(p, "`,`, `:` or )");
    }
    if (rest != (is_sign ? 3 : 2)) {
        return wrong_count(p, f, start, rest + 1);
    }
    p->at++;
    return is_sign ? emit_op(p, AB_OP_IF_SIGN, 4) : emit_op(p, AB_OP_IF_ABOVE, 3);
}

// An argument as it is written, without spaces at its ends.
static abResult parse_raw(Parser *p, abRawArgument *out) {
    peek(p);
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
        return FAIL(p, out->offset, "a name is missing here");
    }
    if (length >= AB_EXPRESSION_NAME) {
        return FAIL(p, out->offset, "this name is longer than %d characters",
                    AB_EXPRESSION_NAME - 1);
    }
    memcpy(out->text, p->text + out->offset, (size_t)length);
    out->text[length] = '\0';
    return AB_OK;
}

// Raw arguments up to and with the closing parenthesis; `count` are there already.
static abResult parse_raw_list(Parser *p, const abFunctionText *f, int start,
                               abRawArgument out[AB_EXPRESSION_ARGUMENTS], int *count) {
    for (;;) {
        AB_TRY(parse_raw(p, &out[(*count)++]));
        char c = p->text[p->at];
        if (c == ')') {
            p->at++;
            return AB_OK;
        }
        if (c != ',') {
            return unexpected(p, ", or )");
        }
        if (*count >= f->most) {
            return wrong_count(p, f, start, *count + 1);
        }
        p->at++;
    }
}

static abResult parse_look(Parser *p, int look, int start) {
    const abFunctionText *f = &p->scope->looks[look];
    abRawArgument arguments[AB_EXPRESSION_ARGUMENTS];
    int count = 0;
    p->at++;
    if (peek(p) != ')') {
        AB_TRY(parse_raw_list(p, f, start, arguments, &count));
    }
    if (count < f->least) {
        return wrong_count(p, f, start, count);
    }
    abExpressionUse use = {.unit = 1.0};
    AB_TRY(p->scope->look(p->scope->context, look, start, arguments, count, p->source, &use,
                          p->error));
    return emit_use(p, use);
}

static abResult use_variable(Parser *p, const char *name, int offset) {
    abExpressionUse use = {.unit = 1.0};
    AB_TRY(p->scope->variable(p->scope->context, name, offset, p->source, &use, p->error));
    return emit_use(p, use);
}

static abResult parse_varval(Parser *p, const abFunctionText *f, int start) {
    abRawArgument name[AB_EXPRESSION_ARGUMENTS];
    int count = 0;
    p->at++;
    AB_TRY(parse_raw_list(p, f, start, name, &count));
    if (p->scope->variable == NULL) {
        return FAIL(p, start, "there are no variables here");
    }
    return use_variable(p, name[0].text, name[0].offset);
}

// ---- splines ----

static abResult whole_number(Parser *p, const abRawArgument *argument, const char *what, int low,
                             int high, int *out) {
    char *end;
    long value = strtol(argument->text, &end, 10);
    if (*end != '\0' || value < low || value > high) {
        return FAIL(p, argument->offset, "%s is a whole number from %d to %d, not %s", what, low,
                    high, argument->text);
    }
    *out = (int)value;
    return AB_OK;
}

static abResult emit_spline(Parser *p, const abRawArgument *name, int method, int order) {
    const abSpline *spline = NULL;
    if (p->scope->spline == NULL) {
        return FAIL(p, name->offset, "there are no splines here");
    }
    spline = p->scope->spline(p->scope->context, name->text, name->offset, p->source, p->error);
    if (spline == NULL) {
        return AB_BAD_MODEL;
    }
    return emit(p, (abInstruction){.op = AB_OP_SPLINE,
                                   .count = 2,
                                   .method = (unsigned char)method,
                                   .order = (unsigned char)order,
                                   .with.spline = spline});
}

// akispl(x, z, name, order) and its relatives.
static abResult parse_spline(Parser *p, const abFunctionText *f, int start, int method) {
    abRawArgument raw[AB_EXPRESSION_ARGUMENTS];
    int count = 2, order = 0;
    p->at++;
    AB_TRY(parse_sum(p));
    if (peek(p) != ',') {
        return p->text[p->at] == ')' ? wrong_count(p, f, start, 1) : unexpected(p, "`,`");
    }
    p->at++;
    AB_TRY(parse_sum(p));
    if (peek(p) != ',') {
        return p->text[p->at] == ')' ? wrong_count(p, f, start, 2) : unexpected(p, "`,`");
    }
    p->at++;
    AB_TRY(parse_raw_list(p, f, start, raw, &count));
    if (count > 3) {
        AB_TRY(
            whole_number(p, &raw[3], "the order of a derivative", 0, AB_SPLINE_ORDER_MAX, &order));
    }
    return emit_spline(p, &raw[2], method, order);
}

// interp(x, method, name)
static abResult parse_interp(Parser *p, const abFunctionText *f, int start) {
    abRawArgument raw[AB_EXPRESSION_ARGUMENTS];
    int count = 1, method = 3;
    p->at++;
    AB_TRY(parse_sum(p));
    if (peek(p) != ',') {
        return p->text[p->at] == ')' ? wrong_count(p, f, start, 1) : unexpected(p, "`,`");
    }
    p->at++;
    AB_TRY(parse_raw_list(p, f, start, raw, &count));
    if (count < 3) {
        return wrong_count(p, f, start, count);
    }
    AB_TRY(whole_number(p, &raw[1], "the method (1 linear, 3 cubic)", 1, 3, &method));
    AB_TRY(emit_number(p, 0.0));
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

static abResult parse_special(Parser *p, int word, int start) {
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

static abResult unknown_word(Parser *p, const char *word, int start) {
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
    for (int i = 0; i < p->scope->look_count && count < HINTS_MAX; i++) {
        words[count++] = p->scope->looks[i].name;
    }
    const char *const *names = p->scope->variable_names;
    for (; names != NULL && *names != NULL && count < HINTS_MAX; names++) {
        words[count++] = *names;
    }
    words[count] = NULL;
    const char *near = ab_nearest_word(word, words);
    if (near != NULL) {
        return FAIL(p, start, "`%s` is unknown; did you mean `%s`?", word, near);
    }
    return FAIL(p, start,
                "`%s` is unknown; there are t, pi, functions such as sin and step, and what the "
                "model names; see abut info expressions",
                word);
}

// A word with arguments behind it, or a complaint that they are missing.
static abResult parse_function(Parser *p, const char *word, int start, bool *is_known) {
    int special = find_text(ab_expression_words, WORD_COUNT, word);
    int function = find_text(ab_functions, AB_FUNCTION_COUNT, word);
    int look = find_text(p->scope->looks, p->scope->look_count, word);
    *is_known = special >= 0 || function >= 0 || look >= 0;
    if (!*is_known) {
        return AB_OK;
    }
    if (peek(p) != '(') {
        const abFunctionText *f = special >= 0    ? &ab_expression_words[special]
                                  : function >= 0 ? &ab_functions[function]
                                                  : &p->scope->looks[look];
        return FAIL(p, start, "%s needs its arguments: %s(%s)", f->name, f->name, f->arguments);
    }
    return special >= 0    ? parse_special(p, special, start)
           : function >= 0 ? parse_call(p, function, start)
                           : parse_look(p, look, start);
}

// Whether the word, in lower case, is t, time or a constant.
static abResult parse_constant(Parser *p, const char *word, bool *is_known) {
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
    if (peek(p) == '(') {
        return FAIL(p, p->at, "`%s` is not a function; write * for a product", word);
    }
    return is_time ? emit_time(p) : emit_number(p, value);
}

static abResult parse_word(Parser *p) {
    int start = p->at, length = 0;
    char written[AB_EXPRESSION_NAME], word[AB_EXPRESSION_NAME];
    for (; is_letter(p->text[p->at]) || is_digit(p->text[p->at]); p->at++) {
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

// ---- operators ----

static abResult parse_parenthesis(Parser *p) {
    int start = p->at++;
    AB_TRY(parse_sum(p));
    char c = peek(p);
    if (c == '\0') {
        return FAIL(p, start, "this parenthesis is not closed");
    }
    if (c != ')') {
        return unexpected(p, "an operator or )");
    }
    p->at++;
    return AB_OK;
}

static abResult parse_primary(Parser *p) {
    char c = peek(p);
    if (is_digit(c) || c == '.') {
        return parse_number(p);
    }
    if (is_letter(c)) {
        return parse_word(p);
    }
    if (c == '(') {
        return parse_parenthesis(p);
    }
    return unexpected(p, "a value");
}

static abResult parse_power(Parser *p) {
    AB_TRY(parse_primary(p));
    char c = peek(p);
    bool is_stars = c == '*' && p->text[p->at + 1] == '*';
    if (c != '^' && !is_stars) {
        return AB_OK;
    }
    p->at += is_stars ? 2 : 1;
    AB_TRY(parse_signed(p));
    return emit_op(p, AB_OP_POWER, 2);
}

static abResult parse_sign(Parser *p) {
    char c = peek(p);
    if (c != '-' && c != '+') {
        return parse_power(p);
    }
    p->at++;
    AB_TRY(parse_signed(p));
    return c == '-' ? emit_op(p, AB_OP_NEGATE, 1) : AB_OK;
}

static abResult parse_signed(Parser *p) {
    AB_TRY(enter(p));
    abResult result = parse_sign(p);
    p->level--;
    return result;
}

static abResult parse_product(Parser *p) {
    AB_TRY(parse_signed(p));
    for (char c = peek(p); c == '*' || c == '/'; c = peek(p)) {
        p->at++;
        AB_TRY(parse_signed(p));
        AB_TRY(emit_op(p, c == '*' ? AB_OP_MULTIPLY : AB_OP_DIVIDE, 2));
    }
    return AB_OK;
}

static abResult parse_sum(Parser *p) {
    AB_TRY(parse_product(p));
    for (char c = peek(p); c == '+' || c == '-'; c = peek(p)) {
        p->at++;
        AB_TRY(parse_product(p));
        AB_TRY(emit_op(p, c == '+' ? AB_OP_ADD : AB_OP_SUBTRACT, 2));
    }
    return AB_OK;
}

static abResult parse_all(Parser *p) {
    if (peek(p) == '\0') {
        return FAIL(p, 0, "the expression is empty; write a number or, say, 0.1*sin(2*pi*t)");
    }
    AB_TRY(parse_sum(p));
    char c = peek(p);
    if (c == '\0') {
        return AB_OK;
    }
    if (c == ')') {
        return FAIL(p, p->at, "this parenthesis was never opened");
    }
    return unexpected(p, "an operator or the end");
}

// ---- the whole ----

// A constant is evaluated once and for all.
static abResult fold(abExpression *e, const abExpressionSource *source, abError *error) {
    if (!ab_expression_is_constant(e)) {
        return AB_OK;
    }
    double value = ab_expression_evaluate(e, 0.0).value;
    e->program[0] = (abInstruction){.op = AB_OP_NUMBER, .with.number = value};
    e->length = e->stack = 1;
    return isfinite(value)
               ? AB_OK
               : ab_expression_problem(
                     source, 0, error,
                     "the value of this constant expression is not a finite number (%g)", value);
}

static int compare_inputs(const void *a, const void *b) {
    int p = *(const int *)a, q = *(const int *)b;
    return (p > q) - (p < q);
}

// Lists the inputs of the program, each once. False for want of memory.
static bool list_inputs(abExpression *e, abArena *arena) {
    int count = 0, kept = 0;
    for (int i = 0; i < e->length; i++) {
        count += e->program[i].op == AB_OP_INPUT;
    }
    e->inputs = AB_ARENA_NEW(arena, int, (size_t)count);
    if (e->inputs == NULL) {
        return false;
    }
    count = 0;
    for (int i = 0; i < e->length; i++) {
        if (e->program[i].op == AB_OP_INPUT) {
            e->inputs[count++] = e->program[i].index;
        }
    }
    if (count > 0) {
        qsort(e->inputs, (size_t)count, sizeof *e->inputs, compare_inputs);
    }
    for (int i = 0; i < count; i++) {
        if (kept == 0 || e->inputs[kept - 1] != e->inputs[i]) {
            e->inputs[kept++] = e->inputs[i];
        }
    }
    e->input_count = kept;
    return true;
}

abResult ab_expression_compile_in(const abExpressionSource *source, const abExpressionScope *scope,
                                  abArena *arena, abExpression **out, abError *error) {
    static const abExpressionScope nothing = {.time_unit = 1.0};
    *out = NULL;
    Parser start = {.source = source,
                    .scope = scope != NULL ? scope : &nothing,
                    .text = source->text,
                    .error = error};
    Parser p = start;
    int length = 0;
    while (length <= TEXT_MAX && source->text[length] != '\0') {
        length++;
    }
    if (length > TEXT_MAX) {
        return FAIL(&p, TEXT_MAX, "the expression is longer than %d characters", TEXT_MAX);
    }
    AB_TRY(parse_all(&p));
    abExpression *e = AB_ARENA_NEW(arena, abExpression, 1);
    abInstruction *program = AB_ARENA_NEW(arena, abInstruction, (size_t)p.length);
    if (e == NULL || program == NULL) {
        return ab_error_add(error, AB_IO, source->place, "out of memory for an expression");
    }
    *e = (abExpression){
        .program = program, .length = p.length, .stack = p.highest, .uses_time = p.uses_time};
    p = start;
    p.program = program;
    AB_TRY(parse_all(&p));
    if (!list_inputs(e, arena)) {
        return ab_error_add(error, AB_IO, source->place, "out of memory for an expression");
    }
    AB_TRY(fold(e, source, error));
    *out = e;
    return AB_OK;
}

abResult ab_expression_compile(const char *text, abArena *arena, abPlace place, abExpression **out,
                               abError *error) {
    abExpressionSource source = {.text = text, .place = place};
    return ab_expression_compile_in(&source, NULL, arena, out, error);
}

// ---- asking ----

bool ab_expression_is_word(const char *word) {
    bool is_word = strcmp(word, "t") == 0 || strcmp(word, "time") == 0 ||
                   find_text(ab_functions, AB_FUNCTION_COUNT, word) >= 0 ||
                   find_text(ab_expression_words, WORD_COUNT, word) >= 0;
    for (int i = 0; i < CONSTANTS; i++) {
        is_word = is_word || strcmp(word, s_constants[i].name) == 0;
    }
    return is_word;
}

bool ab_expression_is_constant(const abExpression *expression) {
    return !expression->uses_time && expression->input_count == 0;
}

bool ab_expression_uses_time(const abExpression *expression) {
    return expression->uses_time;
}

const int *ab_expression_inputs(const abExpression *expression, int *count) {
    *count = expression->input_count;
    return expression->inputs;
}
