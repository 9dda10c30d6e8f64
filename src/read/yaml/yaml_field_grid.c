// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_field_grid.c - the grid of a field, its values in the model or in a file of their own.
//
// The file has numbers alone, in the units of the model, between blanks, commas, semicolons or ends
// of lines; what stands behind a # is a remark.

#include "read/yaml/yaml_field_grid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "read/core/model_file.h"
#include "read/yaml/yaml_number.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_value.h"

enum { NODES_MAX = 10000000 };

static bool read_counts(abYamlReader *reader, const abNode *grid, int counts[3]) {
    static const abKey key = {.kind = AB_KEY_INTEGER, .unit = "-", .low = 1, .high = NODES_MAX};
    abYamlContext *context = &reader->context;
    const abNodeItem *item = ab_node_find(grid, "counts");
    if (item == NULL || item->value->kind != AB_NODE_LIST || item->value->count != 3) {
        ab_yaml_problem(context, item != NULL ? item->value->place : grid->place,
                        "grid needs counts, a list of three: how many nodes it has along x, y and "
                        "z; 1 where nothing changes");
        return false;
    }
    const abNodeItem *one = item->value->first;
    double nodes = 1.0;
    for (int i = 0; i < 3; i++, one = one->next) {
        char name[20];
        snprintf(name, sizeof name, "counts[%d]", i);
        if (!ab_yaml_integer(context, one->value, name, &key, &counts[i])) {
            return false;
        }
        nodes *= counts[i];
    }
    if (nodes > NODES_MAX) {
        ab_yaml_problem(context, item->value->place,
                        "counts make %.0f nodes; at most %d are allowed", nodes, NODES_MAX);
        return false;
    }
    return true;
}

// Of so many numbers as were found; NULL for want of memory.
static double *new_values(abYamlReader *reader, size_t count) {
    double *values = AB_ARENA_NEW(reader->context.arena, double, count);
    reader->context.is_out_of_memory |= values == NULL;
    return values;
}

// ---- values in the model ----

static const double *read_list(abYamlReader *reader, const abNode *list, const abKey *key,
                               size_t wanted) {
    if (list->kind != AB_NODE_LIST || (size_t)list->count != wanted) {
        char found[100];
        ab_yaml_problem(&reader->context, list->place,
                        "values wants a list of %zu numbers, one for each node, found %s", wanted,
                        ab_node_describe(list, found, sizeof found));
        return NULL;
    }
    double *values = new_values(reader, wanted);
    return values != NULL && ab_yaml_numbers(&reader->context, list, "values", key, false, values)
               ? values
               : NULL;
}

// ---- values in a file ----

typedef struct Words {
    char *next;
    abPlace place; // of `next`
} Words;

// The next word of a text as a node, which ends where `next` is then; false at the end.
static bool next_word(Words *words, abNode *out) {
    static const char separators[] = " \t\r\n,;";
    char *c = words->next;
    while (*c != '\0' && (strchr(separators, *c) != NULL || *c == '#')) {
        size_t length = *c == '#' ? strcspn(c, "\n") : 1;
        bool is_line = *c == '\n';
        words->place.line += is_line;
        words->place.column = is_line ? 1 : words->place.column + (int)length;
        c += length;
    }
    size_t length = strcspn(c, " \t\r\n,;#");
    *out = (abNode){.kind = AB_NODE_SCALAR, .text = c, .place = words->place};
    words->next = c + length;
    words->place.column += (int)length;
    return length > 0;
}

static size_t count_words(Words words) {
    abNode word;
    size_t count = 0;
    while (next_word(&words, &word)) {
        count++;
    }
    return count;
}

static const double *read_words(abYamlReader *reader, Words words, const abKey *key, size_t count) {
    abNode word;
    double *values = new_values(reader, count);
    for (size_t i = 0; values != NULL && next_word(&words, &word); i++) {
        char ending = *words.next;
        *words.next = '\0'; // a text of its own, for a moment
        bool ok =
            ab_yaml_number(&reader->context, &word, "a value of the grid", key, false, &values[i]);
        *words.next = ending;
        if (!ok) {
            return NULL;
        }
    }
    return values;
}

static const double *read_file(abYamlReader *reader, const abNode *name, const abKey *key,
                               size_t wanted) {
    abYamlContext *context = &reader->context;
    static const abKey file_key = {.name = "file", .kind = AB_KEY_TEXT};
    const char *file;
    if (!ab_yaml_value(context, name, "file", &file_key, &file)) {
        return NULL;
    }
    char path[4200];
    const char *folder = reader->context.folder != NULL ? reader->context.folder : "";
    bool is_joined = folder[0] != '\0' && file[0] != '/';
    snprintf(path, sizeof path, "%s%s%s", is_joined ? folder : "",
             is_joined && folder[strlen(folder) - 1] != '/' ? "/" : "", file);
    abModelFile text;
    if (ab_model_file_read(path, reader->allocator, name->place, &text, context->error) != AB_OK) {
        context->problems++;
        return NULL;
    }
    Words words = {text.text, {path, 1, 1}};
    size_t count = count_words(words);
    if (count != wanted) {
        ab_yaml_problem(context, name->place, "%s has %zu numbers, the grid has %zu nodes", path,
                        count, wanted);
    }
    const double *values = count == wanted ? read_words(reader, words, key, count) : NULL;
    ab_model_file_done(&text);
    return values;
}

// ---- the whole ----

void ab_yaml_read_field_grid(abYamlReader *reader, const abNode *node, const char *unit,
                             abFieldGrid *out) {
    static const char *const others[] = {"counts", "values", "file", NULL};
    const abKey key = {.kind = AB_KEY_NUMBER, .unit = unit, .low = -INFINITY, .high = INFINITY};
    abYamlContext *context = &reader->context;
    abYamlTarget target = {.table = &ab_field_grid_table, .object = out};
    if (!ab_yaml_fill(context, node, "grid", &target, 1, others) || node->kind != AB_NODE_MAP ||
        !read_counts(reader, node, out->counts)) {
        return;
    }
    const abNodeItem *list = ab_node_find(node, "values"), *file = ab_node_find(node, "file");
    if ((list == NULL) == (file == NULL)) {
        ab_yaml_problem(context, node->place,
                        "grid needs values, or a file with them: one of both");
        return;
    }
    size_t wanted = (size_t)out->counts[0] * (size_t)out->counts[1] * (size_t)out->counts[2];
    out->values = list != NULL ? read_list(reader, list->value, &key, wanted)
                               : read_file(reader, file->value, &key, wanted);
}
