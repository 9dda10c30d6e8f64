// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference_expressions.c - what expressions may call, from the tables that compile them.

#include "reference/reference_expressions.h"
#include "math/expression/expression_words.h"
#include "model/compile/observed.h"

#include <ctype.h>

static const struct Part {
    const char *title, *text;
} s_parts[] = {
    {"Functions of numbers", "Of the values of expressions."},
    {"Conditions, variables, splines",
     "`spline` is a name under `splines:`, `name` one under `variables:`."},
    {"Looks at the state",
     "Markers i, j, r and frame are written BODY.MARKER, or BODY or world for their own frames; j, "
     "r and frame are the world when not given. A motion may not look; a force may not look at "
     "accelerations and forces of joints, which follow from it."},
};
enum { PARTS = sizeof s_parts / sizeof s_parts[0] };

static const abFunctionText *part_rows(int part, int *count) {
    switch (part) {
    case 0:
        *count = AB_FUNCTION_COUNT;
        return ab_functions;
    case 1:
        *count = ab_expression_word_count;
        return ab_expression_words;
    default:
        *count = ab_observed_count;
        return ab_observed_texts;
    }
}

static void print_row(FILE *out, const abFunctionText *f, bool markdown) {
    char name[40], call[120];
    int i = 0;
    for (; i < 39 && f->name[i] != '\0'; i++) {
        name[i] = (char)toupper((unsigned char)f->name[i]);
    }
    name[i] = '\0';
    snprintf(call, sizeof call, "%s(%s)", name, f->arguments);
    fprintf(out, markdown ? "| `%s` | %s | %s |\n" : "  %-36s %-8s %s\n", call, f->unit, f->text);
}

void reference_expressions(FILE *out, bool markdown) {
    fprintf(out, markdown ? "# Expressions\n\nThis page is made by `abut info expressions "
                            "--markdown` from the tables that compile them. What they are for: "
                            "[howto/use-expressions.md](howto/use-expressions.md).\n\n"
                          : "");
    fprintf(out, "Words in any case. Numbers such as 2, .5, 1e-3, 1D-3; t or time; pi, dtor = "
                 "pi/180, rtod = 180/pi; + - * / ^ ** and parentheses; names of variables and "
                 "states. Angles "
                 "are radians; other numbers are in the units of the file.\n");
    for (int part = 0; part < PARTS; part++) {
        int count;
        const abFunctionText *rows = part_rows(part, &count);
        fprintf(out,
                markdown ? "\n## %s\n\n%s\n\n| call | unit | what it is |\n| --- | --- | --- "
                           "|\n"
                         : "\n== %s: %s\n",
                s_parts[part].title, s_parts[part].text);
        for (int i = 0; i < count; i++) {
            print_row(out, &rows[i], markdown);
        }
    }
}
