// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modia3d_table.c - two small line formats; a wrong line is named by its number.

#include "modia3d_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 512, FIELDS = 7 };

static bool is_wrong(Table *table, const char *path, int line, const char *what) {
    snprintf(table->message, sizeof table->message, "%s:%d: %s", path, line, what);
    return false;
}

static bool is_blank(const char *line) {
    size_t skipped = strspn(line, " \t\r\n");
    return line[skipped] == '\0' || line[skipped] == '#';
}

// Copies the text up to `end` without the blanks around it.
static void copy_trimmed(char *out, size_t size, const char *text, const char *end) {
    while (text < end && strchr(" \t", *text) != NULL) {
        text++;
    }
    while (end > text && strchr(" \t\r\n", end[-1]) != NULL) {
        end--;
    }
    snprintf(out, size, "%.*s", (int)(end - text), text);
}

static bool read_row(const char *line, TableRow *row) {
    char numbers[3][32];
    struct {
        char *text;
        size_t size;
    } fields[FIELDS] = {{row->name, sizeof row->name},   {row->quantity, sizeof row->quantity},
                        {numbers[0], sizeof numbers[0]}, {numbers[1], sizeof numbers[1]},
                        {numbers[2], sizeof numbers[2]}, {row->kind, sizeof row->kind},
                        {row->note, sizeof row->note}};
    for (int i = 0; i < FIELDS; i++) {
        const char *end = i + 1 < FIELDS ? strchr(line, '|') : line + strlen(line);
        if (end == NULL) {
            return false;
        }
        copy_trimmed(fields[i].text, fields[i].size, line, end);
        line = end + 1;
    }
    row->expected = strtod(numbers[0], NULL);
    row->rtol = strtod(numbers[1], NULL);
    row->atol = strtod(numbers[2], NULL);
    return true;
}

static bool read_rows(Table *table, const char *path, FILE *file) {
    char line[LINE_SIZE];
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (is_blank(line)) {
            continue;
        }
        if (table->row_count == TABLE_ROWS_MAX) {
            return is_wrong(table, path, number, "more rows than TABLE_ROWS_MAX");
        }
        if (!read_row(line, &table->rows[table->row_count++])) {
            return is_wrong(table, path, number, "seven fields with | between them are needed");
        }
    }
    return true;
}

// Reads the heading of a part: `slide BODY X Y Z` or `free BODY PX PY PZ A B C SEQ`.
static bool read_part(const char *line, StatePart *part) {
    char sequence[8] = "";
    if (sscanf(line, "slide %31s %lf %lf %lf", part->body, &part->axis.x, &part->axis.y,
               &part->axis.z) == 4) {
        part->is_slide = true;
        return true;
    }
    int count = sscanf(line, "free %31s %lf %lf %lf %lf %lf %lf %7s", part->body, &part->origin.x,
                       &part->origin.y, &part->origin.z, &part->angles.x, &part->angles.y,
                       &part->angles.z, sequence);
    part->is_xzy = strcmp(sequence, "xzy") == 0;
    return count == 8 && (part->is_xzy || strcmp(sequence, "xyz") == 0);
}

// Adds the numbers of a line; returns how many the part has now, or -1.
static int read_values(const char *line, StatePart *part, int count) {
    int maximum = part->is_slide ? 2 : 12;
    for (;;) {
        char *end;
        double value = strtod(line, &end);
        if (end == line) {
            return line[strspn(line, " \t\r\n")] == '\0' ? count : -1;
        }
        if (count == maximum) {
            return -1;
        }
        part->values[count++] = value;
        line = end;
    }
}

static bool read_states(Table *table, const char *path, FILE *file) {
    char line[LINE_SIZE];
    EndState *state = NULL;
    StatePart *part = NULL;
    int count = 0;
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (is_blank(line)) {
            continue;
        }
        if (strncmp(line, "state ", 6) == 0) {
            if (table->state_count == END_STATES_MAX) {
                return is_wrong(table, path, number, "more states than END_STATES_MAX");
            }
            state = &table->states[table->state_count++];
            part = NULL;
            if (sscanf(line, "state %47s %23s", state->name, state->label) != 2) {
                return is_wrong(table, path, number, "state CASE NAME is needed");
            }
        } else if (state != NULL && line[0] != ' ') {
            if (state->part_count == 4 || !read_part(line, &state->parts[state->part_count])) {
                return is_wrong(table, path, number, "a slide or free line is needed");
            }
            part = &state->parts[state->part_count++];
            count = 0;
        } else if (part == NULL || (count = read_values(line, part, count)) < 0) {
            return is_wrong(table, path, number, "numbers that belong to no part, or too many");
        }
    }
    return true;
}

static bool read_file(Table *table, const char *path,
                      bool (*read)(Table *table, const char *path, FILE *file)) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        snprintf(table->message, sizeof table->message,
                 "cannot open %s; start from the top of the tree", path);
        return false;
    }
    bool done = read(table, path, file);
    fclose(file);
    return done;
}

bool table_read(Table *table, const char *rows_path, const char *states_path) {
    *table = (Table){0};
    return read_file(table, rows_path, read_rows) && read_file(table, states_path, read_states);
}

const EndState *table_find_state(const Table *table, const char *name, const char *label) {
    for (int i = 0; i < table->state_count; i++) {
        const EndState *state = &table->states[i];
        if (strcmp(state->name, name) == 0 && strcmp(state->label, label) == 0) {
            return state;
        }
    }
    return NULL;
}
