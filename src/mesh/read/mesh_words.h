// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_words.h - words and numbers of the text formats.

#ifndef AB_MESH_WORDS_H
#define AB_MESH_WORDS_H

#include "abut/vector.h"
#include "mesh/read/mesh_reader.h"

typedef struct abWords {
    const char *at; // in a text that ends with a zero
    int line;       // from 1
} abWords;

// To the next word of this line; false when there is none.
bool ab_words_more(abWords *words);
// To the first word of the next line that is there; false at the end of the text.
bool ab_words_next_line(abWords *words);
// Calls `line` at the first word of each line of a text.
abResult ab_mesh_read_lines(abMeshReader *reader, abResult (*line)(abMeshReader *, abWords *));
// Whether the next word of this line is `word`, capital letters or not; if so, goes behind it.
bool ab_words_take(abWords *words, const char *word);
// Goes behind the next word of the line.
void ab_words_skip(abWords *words);
// The next word of the line as a number; false when it is none, and stays before it.
bool ab_words_number(abWords *words, double *value);
// Three numbers.
bool ab_words_vec3(abWords *words, abVec3 *p);
// Up to 40 characters of the next word, for messages.
const char *ab_words_shown(const abWords *words, char out[44]);

#endif
