// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_nastran.c - the surface of a Nastran bulk data deck: GRID, CTRIA3 and CQUAD4.
//
// A card is ten fields: in columns of 8, of 16 where the name has a star, or parted by commas. What
// goes on in the next line begins there with + or *. Numbers may leave out the e of the exponent,
// 1.5-3. Corners are found by the numbers of their grids, wherever in the file these stand.
//
// Source  MSC Nastran Quick Reference Guide, Bulk Data Entries: Format of Bulk Data Entries, GRID,
//         CTRIA3, CQUAD4.
// Limits  grids in coordinate systems of their own are refused; other cards are passed over, so a
//         solid is seen by the shells that cover it.

#include <stdlib.h>
#include <string.h>

#include "mesh/read/mesh_reader.h"
#include "mesh/read/mesh_words.h"

enum { FIELDS_MAX = 10, FIELD_SIZE = 24, LINE_MAX_READ = 160 };

typedef struct Card {
    char fields[FIELDS_MAX][FIELD_SIZE]; // 0: the name in capitals, without its star
    int line;
} Card;

typedef struct Lines {
    const char *at; // the next line
    int line;       // its number
} Lines;

// A grid's number and its place among the points.
typedef struct Grid {
    long id;
    int point;
} Grid;

// ---- lines and fields ----

static size_t line_length(const char *line) {
    size_t length = strcspn(line, "\r\n");
    return length < LINE_MAX_READ ? length : LINE_MAX_READ;
}

static void next_line(Lines *lines) {
    lines->at += strcspn(lines->at, "\n");
    lines->at += *lines->at == '\n';
    lines->line++;
}

// Letters from `text`, blanks around them left out.
static void take_field(const char *text, size_t length, char out[FIELD_SIZE]) {
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++, length--;
    }
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        length--;
    }
    length = length < FIELD_SIZE - 1 ? length : FIELD_SIZE - 1;
    memcpy(out, text, length);
    out[length] = '\0';
}

// The fields of one line from `first` on; the line's own first field is left out when it continues.
static int split(const char *line, int first, Card *card) {
    size_t length = line_length(line);
    const char *comma = memchr(line, ',', length);
    const char *star = memchr(line, '*', length < 8 ? length : 8);
    int field = 0, count = first;
    for (size_t at = 0; at < length && count < FIELDS_MAX; field++) {
        size_t width = field == 0 ? 8 : star != NULL ? 16 : 8;
        if (comma != NULL) {
            const char *end = memchr(line + at, ',', length - at);
            width = end != NULL ? (size_t)(end - (line + at)) : length - at;
        }
        width = width < length - at ? width : length - at;
        if (field > 0 || first == 0) {
            take_field(line + at, width, card->fields[count++]);
        }
        at += width + (comma != NULL ? 1 : 0);
        if (comma == NULL && field == (star != NULL ? 4 : 8)) {
            break; // the last field is the name of the continuation
        }
    }
    return count;
}

static bool continues(const char *line) {
    return *line == '+' || *line == '*';
}

// The next card; false at the end of the text. Comments begin with $.
static bool next_card(Lines *lines, Card *card) {
    while (*lines->at != '\0' && (*lines->at == '$' || line_length(lines->at) == 0)) {
        next_line(lines);
    }
    if (*lines->at == '\0') {
        return false;
    }
    memset(card, 0, sizeof *card);
    card->line = lines->line;
    int count = split(lines->at, 0, card);
    for (char *c = card->fields[0]; *c != '\0'; c++) {
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c == '*' ? '\0' : *c);
    }
    next_line(lines);
    while (continues(lines->at)) {
        count = split(lines->at, count, card);
        next_line(lines);
    }
    return true;
}

// ---- numbers ----

// As Fortran reads it: 1.5, 1.5E-3, 1.5D-3, 1.5-3. False when it is none; blank is 0.
static bool real_of(const char *field, double *out) {
    char text[FIELD_SIZE + 2];
    size_t used = 0;
    for (const char *c = field; *c != '\0'; c++) {
        bool is_sign = (*c == '+' || *c == '-') && c > field && strchr("eEdD", c[-1]) == NULL;
        if (is_sign) {
            text[used++] = 'e';
        }
        text[used++] = (char)(*c == 'd' || *c == 'D' ? 'e' : *c);
        if (used > FIELD_SIZE - 1) {
            return false;
        }
    }
    text[used] = '\0';
    abWords words = {text, 1};
    *out = 0.0;
    return used == 0 || (ab_words_number(&words, out) && *words.at == '\0');
}

static bool id_of(const char *field, long *out) {
    char *end = NULL;
    *out = strtol(field, &end, 10);
    return *field != '\0' && *end == '\0' && *out > 0;
}

// ---- cards ----

static abResult read_grid(abMeshReader *reader, const Card *card, Grid *grid) {
    const char(*f)[FIELD_SIZE] = card->fields;
    double p[3];
    if (!id_of(f[1], &grid->id)) {
        return ab_mesh_problem(reader, card->line, "GRID wants a number above 0, found \"%s\"",
                               f[1]);
    }
    if (strcmp(f[2], "") != 0 && strcmp(f[2], "0") != 0) {
        return ab_mesh_problem(
            reader, card->line,
            "grid %ld is in the coordinate system %s; only the basic one is read", grid->id, f[2]);
    }
    for (int i = 0; i < 3; i++) {
        if (!real_of(f[3 + i], &p[i])) {
            return ab_mesh_problem(reader, card->line, "grid %ld: \"%s\" is no number", grid->id,
                                   f[3 + i]);
        }
    }
    grid->point = (int)reader->point_count;
    return ab_mesh_add_point(reader, card->line, (abVec3){p[0], p[1], p[2]});
}

static int compare_grids(const void *a, const void *b) {
    long p = ((const Grid *)a)->id, q = ((const Grid *)b)->id;
    return (p > q) - (p < q);
}

static size_t count_grids(const abMeshReader *reader) {
    size_t count = 0;
    Lines lines = {reader->text, 1};
    for (Card card; next_card(&lines, &card);) {
        count += strcmp(card.fields[0], "GRID") == 0;
    }
    return count;
}

// Sorted by number, each of which may come once.
static abResult read_grids(abMeshReader *reader, Grid *grids, size_t count) {
    size_t n = 0;
    Lines lines = {reader->text, 1};
    for (Card card; next_card(&lines, &card);) {
        if (strcmp(card.fields[0], "GRID") == 0) {
            AB_TRY(read_grid(reader, &card, &grids[n++]));
        }
    }
    qsort(grids, count, sizeof *grids, compare_grids);
    for (size_t i = 1; i < count; i++) {
        if (grids[i].id == grids[i - 1].id) {
            return ab_mesh_problem(reader, 0, "grid %ld is given twice", grids[i].id);
        }
    }
    return AB_OK;
}

static abResult read_element(abMeshReader *reader, const Card *card, int corners, const Grid *grids,
                             size_t count) {
    ab_mesh_begin_face(reader);
    for (int i = 0; i < corners; i++) {
        const char *field = card->fields[3 + i];
        Grid wanted = {0};
        const Grid *found = NULL;
        if (id_of(field, &wanted.id)) {
            found = bsearch(&wanted, grids, count, sizeof *grids, compare_grids);
        }
        if (found == NULL) {
            return ab_mesh_problem(reader, card->line, "%s %s: there is no grid \"%s\"",
                                   card->fields[0], card->fields[1], field);
        }
        AB_TRY(ab_mesh_add_corner(reader, found->point));
    }
    return ab_mesh_end_face(reader, card->line);
}

abResult ab_mesh_read_nastran(abMeshReader *reader) {
    size_t count = count_grids(reader);
    if (count == 0 || strlen(reader->text) < reader->size) {
        return ab_mesh_problem(reader, 0, "has no GRID cards");
    }
    Grid *grids = AB_ARENA_NEW(reader->scratch, Grid, count);
    if (grids == NULL) {
        return ab_mesh_no_memory(reader);
    }
    AB_TRY(read_grids(reader, grids, count));
    Lines lines = {reader->text, 1};
    for (Card card; next_card(&lines, &card);) {
        bool is_triangle = strcmp(card.fields[0], "CTRIA3") == 0;
        if (is_triangle || strcmp(card.fields[0], "CQUAD4") == 0) {
            AB_TRY(read_element(reader, &card, is_triangle ? 3 : 4, grids, count));
        }
    }
    return AB_OK;
}
