// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// expression_words.h - the compiler's half for words: constants, functions with their arguments,
// conditions, splines, and what the scope knows.

#ifndef AB_EXPRESSION_WORDS_H
#define AB_EXPRESSION_WORDS_H

#include "abut/result.h"
#include "math/expression/expression_functions.h"
#include "math/expression/expression_parser.h"

// Whether a word in lower case has a meaning in every expression.
bool ab_expression_is_word(const char *word);

// Words with a grammar of their own, and functions of splines, for reference pages.
extern const abFunctionText ab_expression_words[];
extern const int ab_expression_word_count;

// A word, with its arguments.
abResult ab_parse_word(abParser *p);

#endif
