// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// nastran_cards.c - the cards of a Nastran bulk data deck and their fields.

#include "mesh/read/nastran_cards.h"

#include <stdlib.h>
#include <string.h>

#include "mesh/read/mesh_words.h"

enum { LINE_MAX_READ = 160 };

// ---- lines ----

static size_t line_length(const char *line) {
    size_t length = strcspn(line, "\r\n");
    return length < LINE_MAX_READ ? length : LINE_MAX_READ;
}

static void next_line(abCard *card) {
    card->at += strcspn(card->at, "\n");
    card->at += *card->at == '\n';
    card->next_line++;
}

static bool is_comment(const char *line) {
    return *line == '$' || line_length(line) == 0;
}

// With + or *, or with a field of blanks and something behind it.
static bool continues(const char *line) {
    size_t blanks = strspn(line, " "), length = line_length(line);
    bool is_blank_field = (blanks >= 8 || line[blanks] == ',') && strspn(line, " ,\t") < length;
    return *line == '+' || *line == '*' || is_blank_field;
}

// ---- fields ----

// Letters from `text`, blanks around them left out.
static void take_field(const char *text, size_t length, char out[AB_CARD_FIELD_SIZE]) {
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++, length--;
    }
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        length--;
    }
    length = length < AB_CARD_FIELD_SIZE - 1 ? length : AB_CARD_FIELD_SIZE - 1;
    memcpy(out, text, length);
    out[length] = '\0';
}

static void add_field(abCard *card, const char *text, size_t length) {
    if (card->count < AB_CARD_FIELDS) {
        take_field(text, length, card->fields[card->count++]);
    } else {
        card->left_out++;
    }
}

// The fields of a line; its own first field is left out when it continues a card.
static void add_line(abCard *card, bool is_first) {
    const char *line = card->at;
    size_t length = line_length(line), at = 0;
    const char *comma = memchr(line, ',', length);
    const char *star = memchr(line, '*', length < 8 ? length : 8);
    int last = star != NULL && comma == NULL ? 4 : 8;
    for (int field = 0; field <= last; field++) {
        size_t width = field == 0 ? 8 : star != NULL ? 16 : 8;
        width = at >= length ? 0 : width < length - at ? width : length - at;
        if (comma != NULL && at < length) {
            const char *end = memchr(line + at, ',', length - at);
            width = end != NULL ? (size_t)(end - (line + at)) : length - at;
        }
        if (field > 0 || is_first) {
            add_field(card, line + (at < length ? at : length), width);
        }
        at += width + (comma != NULL ? 1 : 0);
    }
}

static void name_in_capitals(char *name) {
    for (char *c = name; *c != '\0'; c++) {
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c == '*' ? '\0' : *c);
    }
}

bool ab_card_next(abCard *card) {
    while (*card->at != '\0' && is_comment(card->at)) {
        next_line(card);
    }
    if (*card->at == '\0') {
        return false;
    }
    card->line = card->next_line;
    card->count = card->left_out = 0;
    add_line(card, true);
    name_in_capitals(card->fields[0]);
    next_line(card);
    while (continues(card->at)) {
        add_line(card, false);
        next_line(card);
    }
    return true;
}

bool ab_card_is(const abCard *card, const char *name) {
    return strcmp(card->fields[0], name) == 0;
}

const char *ab_card_field(const abCard *card, int field) {
    return field < card->count ? card->fields[field] : "";
}

// ---- numbers ----

bool ab_card_id(const abCard *card, int field, long *out) {
    const char *text = ab_card_field(card, field);
    char *end = NULL;
    *out = strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && *out > 0;
}

bool ab_card_real(const abCard *card, int field, double *out) {
    char text[AB_CARD_FIELD_SIZE + 2];
    size_t used = 0;
    const char *from = ab_card_field(card, field);
    for (const char *c = from; *c != '\0'; c++) {
        bool is_sign = (*c == '+' || *c == '-') && c > from && strchr("eEdD", c[-1]) == NULL;
        if (is_sign) {
            text[used++] = 'e';
        }
        text[used++] = (char)(*c == 'd' || *c == 'D' ? 'e' : *c);
        if (used > AB_CARD_FIELD_SIZE - 1) {
            return false;
        }
    }
    text[used] = '\0';
    abWords words = {text, 1};
    *out = 0.0;
    return used == 0 || (ab_words_number(&words, out) && *words.at == '\0');
}
