// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression.c - a recursive-descent compiler from a text to a stack program.
//
//   sum     = product { (+|-) product }
//   product = signed  { (*|/) signed }
//   signed  = (+|-) signed | power
//   power   = primary [ ^ signed ]                 right to left: -2^2 = -4, 2^3^2 = 2^9
//   primary = number | word | word ( sum {, sum} ) | ( sum )
//
// Words may be written in capitals. The parser runs twice over the text: the first time it checks
// and counts, the second time it writes the program. A constant is evaluated at once.

#include "math/expression.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/schema.h"
#include "math/elementary.h"
#include "math/expression_program.h"

enum {
    TEXT_MAX = 4000,  // characters
    LEVELS_MAX = 64,  // of parentheses, signs and powers inside each other
    NUMBER_MAX = 400, // characters of one number
    WORD_MAX = 24
};

typedef struct Function {
    const char *name;
    abOp op;
    int argument_count;
    const char *arguments;
} Function;

static const Function s_functions[] = {
    {"sin", AB_OP_SIN, 1, "angle"},
    {"cos", AB_OP_COS, 1, "angle"},
    {"tan", AB_OP_TAN, 1, "angle"},
    {"asin", AB_OP_ASIN, 1, "x"},
    {"acos", AB_OP_ACOS, 1, "x"},
    {"atan", AB_OP_ATAN, 1, "x"},
    {"atan2", AB_OP_ATAN2, 2, "y, x"},
    {"exp", AB_OP_EXP, 1, "x"},
    {"log", AB_OP_LOG, 1, "x"},
    {"log10", AB_OP_LOG10, 1, "x"},
    {"sqrt", AB_OP_SQRT, 1, "x"},
    {"abs", AB_OP_ABS, 1, "x"},
    {"min", AB_OP_MIN, 2, "a, b"},
    {"max", AB_OP_MAX, 2, "a, b"},
    {"if", AB_OP_IF, 3, "condition, value where it is above 0, value elsewhere"},
    {"step", AB_OP_STEP, 5, "x, x0, h0, x1, h1"},
};
enum { FUNCTION_COUNT = sizeof s_functions / sizeof s_functions[0] };

// ---- the parser ----

typedef struct Parser {
    const char *text;
    int at; // offset of the next character
    int level;
    int stack;              // jets on the stack after what has been compiled
    abInstruction *program; // NULL while counting
    int length;
    bool uses_time;
    abPlace place;
    abError *error;
} Parser;

#define FAIL(p, offset, ...)                                                                       \
    ab_error_add((p)->error, AB_BAD_MODEL, at_offset((p), (offset)), __VA_ARGS__)

static abPlace at_offset(const Parser *p, int offset) {
    abPlace place = p->place;
    place.column += offset;
    return place;
}

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

// Appends an instruction that takes `taken` jets from the stack and leaves one.
static abResult emit(Parser *p, abOp op, double number, int taken) {
    p->stack += 1 - taken;
    if (p->stack > AB_EXPRESSION_STACK) {
        return FAIL(p, p->at, "the expression keeps too many values waiting; simplify it");
    }
    if (p->program != NULL) {
        p->program[p->length] = (abInstruction){op, number};
    }
    p->length++;
    return AB_OK;
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

static int digits_from(const char *text, int at) {
    while (is_digit(text[at])) {
        at++;
    }
    return at;
}

// End of the number that begins at `at`.
static int number_end(const char *text, int at) {
    at = digits_from(text, at);
    if (text[at] == '.') {
        at = digits_from(text, at + 1);
    }
    if (text[at] == 'e' || text[at] == 'E') {
        int sign = text[at + 1] == '+' || text[at + 1] == '-';
        if (is_digit(text[at + 1 + sign])) {
            at = digits_from(text, at + 1 + sign);
        }
    }
    return at;
}

// strtod, whatever decimal point the program's locale has.
static double to_number(const char *digits, int length) {
    char copy[NUMBER_MAX + 20];
    const char *point = localeconv()->decimal_point;
    size_t n = 0, point_length = strlen(point);
    if (point_length == 0 || point_length > 8) {
        point = ".";
        point_length = 1;
    }
    for (int i = 0; i < length; i++) {
        if (digits[i] == '.') {
            memcpy(copy + n, point, point_length);
            n += point_length;
        } else {
            copy[n++] = digits[i];
        }
    }
    copy[n] = '\0';
    return strtod(copy, NULL);
}

static abResult parse_number(Parser *p) {
    int start = p->at, end = number_end(p->text, start);
    if (end - start == 1 && p->text[start] == '.') {
        return FAIL(p, start, "a point without digits is not a number");
    }
    if (end - start > NUMBER_MAX) {
        return FAIL(p, start, "this number has more than %d characters", NUMBER_MAX);
    }
    double number = to_number(p->text + start, end - start);
    if (!isfinite(number)) {
        return FAIL(p, start, "this number is too large, the largest is about 1.8e308");
    }
    p->at = end;
    if (is_letter(p->text[end]) || p->text[end] == '.') {
        return FAIL(p, end, "`%c` follows a number directly; write * for a product, as in 2*t",
                    p->text[end]);
    }
    return emit(p, AB_OP_NUMBER, number, 0);
}

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

static abResult parse_arguments(Parser *p, const Function *f, int start) {
    p->at++; // the parenthesis
    int count;
    AB_TRY(parse_list(p, f->argument_count, &count));
    if (count != f->argument_count) {
        return FAIL(p, start, "%s takes %d argument%s: %s(%s); here are %s%d", f->name,
                    f->argument_count, f->argument_count == 1 ? "" : "s", f->name, f->arguments,
                    count > f->argument_count ? "at least " : "", count);
    }
    p->at++;
    return emit(p, f->op, 0.0, f->argument_count);
}

static abResult unknown_word(Parser *p, const char *word, int start) {
    const char *words[FUNCTION_COUNT + 4] = {"t", "time", "pi"};
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        words[3 + i] = s_functions[i].name;
    }
    const char *near = ab_nearest_word(word, words);
    if (near != NULL) {
        return FAIL(p, start, "`%s` is unknown; did you mean `%s`?", word, near);
    }
    return FAIL(p, start,
                "`%s` is unknown; known are t, pi and the functions sin cos tan asin acos atan "
                "atan2 exp log log10 sqrt abs min max if step",
                word);
}

static abResult parse_word(Parser *p) {
    int start = p->at, length = 0;
    char word[WORD_MAX + 1];
    for (; is_letter(p->text[p->at]) || is_digit(p->text[p->at]); p->at++) {
        if (length < WORD_MAX) {
            char c = p->text[p->at];
            word[length++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
    }
    word[length] = '\0';
    char next = peek(p);
    if (strcmp(word, "t") == 0 || strcmp(word, "time") == 0) {
        p->uses_time = true;
        return next != '(' ? emit(p, AB_OP_TIME, 0.0, 0)
                           : FAIL(p, p->at, "`%s` is not a function; write * for a product", word);
    }
    if (strcmp(word, "pi") == 0) {
        return next != '(' ? emit(p, AB_OP_NUMBER, AB_PI, 0)
                           : FAIL(p, p->at, "`pi` is not a function; write * for a product");
    }
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        const Function *f = &s_functions[i];
        if (strcmp(word, f->name) == 0) {
            return next == '(' ? parse_arguments(p, f, start)
                               : FAIL(p, start, "%s needs its arguments: %s(%s)", f->name, f->name,
                                      f->arguments);
        }
    }
    return unknown_word(p, word, start);
}

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
    if (peek(p) != '^') {
        return AB_OK;
    }
    p->at++;
    AB_TRY(parse_signed(p));
    return emit(p, AB_OP_POWER, 0.0, 2);
}

static abResult parse_sign(Parser *p) {
    char c = peek(p);
    if (c != '-' && c != '+') {
        return parse_power(p);
    }
    p->at++;
    AB_TRY(parse_signed(p));
    return c == '-' ? emit(p, AB_OP_NEGATE, 0.0, 1) : AB_OK;
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
        AB_TRY(emit(p, c == '*' ? AB_OP_MULTIPLY : AB_OP_DIVIDE, 0.0, 2));
    }
    return AB_OK;
}

static abResult parse_sum(Parser *p) {
    AB_TRY(parse_product(p));
    for (char c = peek(p); c == '+' || c == '-'; c = peek(p)) {
        p->at++;
        AB_TRY(parse_product(p));
        AB_TRY(emit(p, c == '+' ? AB_OP_ADD : AB_OP_SUBTRACT, 0.0, 2));
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

// A constant is evaluated once and for all.
static abResult fold(abExpression *e, abPlace place, abError *error) {
    if (!e->is_constant) {
        return AB_OK;
    }
    double value = ab_expression_evaluate(e, 0.0).value;
    e->program[0] = (abInstruction){AB_OP_NUMBER, value};
    e->length = 1;
    return isfinite(value) ? AB_OK
                           : ab_error_add(error, AB_BAD_MODEL, place,
                                          "the value of this constant expression is not a finite "
                                          "number (%g)",
                                          value);
}

abResult ab_expression_compile(const char *text, abArena *arena, abPlace place, abExpression **out,
                               abError *error) {
    *out = NULL;
    Parser p = {.text = text, .place = place, .error = error};
    int length = 0;
    while (length <= TEXT_MAX && text[length] != '\0') {
        length++;
    }
    if (length > TEXT_MAX) {
        return FAIL(&p, TEXT_MAX, "the expression is longer than %d characters", TEXT_MAX);
    }
    AB_TRY(parse_all(&p));
    abExpression *e = AB_ARENA_NEW(arena, abExpression, 1);
    abInstruction *program = AB_ARENA_NEW(arena, abInstruction, (size_t)p.length);
    if (e == NULL || program == NULL) {
        return ab_error_add(error, AB_IO, place, "out of memory for an expression");
    }
    *e = (abExpression){.program = program, .length = p.length, .is_constant = !p.uses_time};
    p = (Parser){.text = text, .place = place, .error = error, .program = program};
    AB_TRY(parse_all(&p));
    AB_TRY(fold(e, place, error));
    *out = e;
    return AB_OK;
}

bool ab_expression_is_constant(const abExpression *expression) {
    return expression->is_constant;
}
