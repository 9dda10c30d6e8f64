// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_words.c - words and numbers of the text formats. The decimal point is a point (C locale).

#include "mesh/read/mesh_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "mesh/read/mesh_reader.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

// The end of a word: blank, end of line or of text, a remark.
static bool ends_word(char c) {
    return is_blank(c) || c == '\n' || c == '\0' || c == '#';
}

bool ab_words_more(abWords *words) {
    while (is_blank(*words->at)) {
        words->at++;
    }
    return *words->at != '\0' && *words->at != '\n' && *words->at != '#';
}

bool ab_words_next_line(abWords *words) {
    while (*words->at != '\0') {
        while (*words->at != '\0' && *words->at != '\n') {
            words->at++;
        }
        if (*words->at == '\0') {
            return false;
        }
        words->at++;
        words->line++;
        if (ab_words_more(words)) {
            return true;
        }
    }
    return false;
}

bool ab_words_take(abWords *words, const char *word) {
    if (!ab_words_more(words)) {
        return false;
    }
    const char *s = words->at;
    while (*word != '\0' && ab_lower(*s) == *word) {
        s++, word++;
    }
    if (*word != '\0' || !ends_word(*s)) {
        return false;
    }
    words->at = s;
    return true;
}

void ab_words_skip(abWords *words) {
    if (ab_words_more(words)) {
        while (!ends_word(*words->at)) {
            words->at++;
        }
    }
}

bool ab_words_number(abWords *words, double *value) {
    if (!ab_words_more(words)) {
        return false;
    }
    char *end = NULL;
    *value = strtod(words->at, &end);
    if (end == words->at || !ends_word(*end)) {
        return false;
    }
    words->at = end;
    return true;
}

bool ab_words_vec3(abWords *words, abVec3 *p) {
    return ab_words_number(words, &p->x) && ab_words_number(words, &p->y) &&
           ab_words_number(words, &p->z);
}

const char *ab_words_shown(const abWords *words, char out[44]) {
    abWords copy = *words;
    size_t n = 0;
    if (ab_words_more(&copy)) {
        while (n < 40 && !ends_word(copy.at[n])) {
            unsigned char c = (unsigned char)copy.at[n];
            out[n++] = c >= ' ' && c < 127 ? (char)c : '?';
        }
    }
    out[n] = '\0';
    return out;
}

abResult ab_mesh_read_lines(abMeshReader *reader, abResult (*line)(abMeshReader *, abWords *)) {
    abWords words = {reader->text, 1};
    for (bool more = ab_words_more(&words) || ab_words_next_line(&words); more;
         more = ab_words_next_line(&words)) {
        AB_TRY(line(reader, &words));
    }
    if (words.at < reader->text + reader->size) {
        return ab_mesh_problem(reader, words.line, "a zero byte; this is no text");
    }
    return AB_OK;
}
