// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_number.c - numbers as people and Fortran write them: 2, .5, 1.5e-3, 1.5D-3.

#include "math/expression/expression_number.h"

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 400 }; // characters

static int digits_from(const char *text, int at) {
    while (text[at] >= '0' && text[at] <= '9') {
        at++;
    }
    return at;
}

static bool is_exponent(char c) {
    return c == 'e' || c == 'E' || c == 'd' || c == 'D';
}

static int number_end(const char *text, int at) {
    at = digits_from(text, at);
    if (text[at] == '.') {
        at = digits_from(text, at + 1);
    }
    if (is_exponent(text[at])) {
        int sign = text[at + 1] == '+' || text[at + 1] == '-';
        int end = digits_from(text, at + 1 + sign);
        at = end > at + 1 + sign ? end : at;
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
            copy[n++] = is_exponent(digits[i]) ? 'e' : digits[i];
        }
    }
    copy[n] = '\0';
    return strtod(copy, NULL);
}

int ab_expression_number(const char *text, int at, double *value, const char **problem) {
    int end = number_end(text, at);
    *problem = NULL;
    *value = 0.0;
    if (end - at == 1 && text[at] == '.') {
        *problem = "a point without digits is not a number";
    } else if (end - at > NUMBER_MAX) {
        *problem = "this number has more than 400 characters";
    } else {
        *value = to_number(text + at, end - at);
        if (!isfinite(*value)) {
            *problem = "this number is too large, the largest is about 1.8e308";
        }
    }
    return end;
}
