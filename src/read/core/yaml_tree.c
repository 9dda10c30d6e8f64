// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_tree.c - from libyaml's events to a tree, with bounds on everything.
//
// The parser keeps its own stack, so no input makes it recurse. libyaml takes its memory from the C
// heap; the tree is in the arena.

#include "read/core/yaml_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/no_memory.h"
#include "base/text_map.h"

typedef struct Level {
    abNode *node;
    const char *key; // of a map, waiting for its value
    abPlace key_place;
    const char *anchor;
} Level;

enum { BATCH = 128, TEXT_BATCH = 16384 };

typedef struct Parser {
    yaml_parser_t yaml;
    const char *text;
    size_t size;
    const char *file;
    bool is_fragment;
    abArena *arena;
    abError *error;
    abResult result; // the first fatal trouble
    bool has_local_problems;
    abNode *root;
    Level stack[AB_YAML_DEPTH_MAX];
    int depth;
    size_t written, aliased; // values so far
    abTextMap anchors;
    // small pieces are taken from the arena by the batch
    abNode *nodes;
    abNodeItem *items;
    char *texts;
    size_t node_left, item_left, text_left;
} Parser;

static abPlace place_at(const Parser *p, yaml_mark_t mark) {
    abPlace place = {.file = p->file};
    if (!p->is_fragment) {
        place.line = (int)mark.line + 1;
        place.column = (int)mark.column + 1;
    }
    return place;
}

static bool no_memory(Parser *p) {
    p->result = ab_no_memory(p->error, (abPlace){.file = p->file}, "while reading the model");
    return false;
}

#define FAIL(p, place, ...)                                                                        \
    ((p)->result = ab_error_add((p)->error, AB_BAD_MODEL, (place), __VA_ARGS__), false)

// ---- pieces ----

static abNode *new_node(Parser *p, abNodeKind kind, yaml_mark_t mark) {
    if (p->node_left == 0) {
        p->nodes = AB_ARENA_NEW(p->arena, abNode, BATCH);
        p->node_left = p->nodes != NULL ? BATCH : 0;
    }
    if (p->node_left == 0) {
        no_memory(p);
        return NULL;
    }
    abNode *node = &p->nodes[BATCH - p->node_left--];
    *node = (abNode){.kind = kind,
                     .height = kind == AB_NODE_SCALAR ? 0 : 1,
                     .weight = 1,
                     .place = place_at(p, mark)};
    return node;
}

static abNodeItem *new_item(Parser *p) {
    if (p->item_left == 0) {
        p->items = AB_ARENA_NEW(p->arena, abNodeItem, BATCH);
        p->item_left = p->items != NULL ? BATCH : 0;
    }
    if (p->item_left == 0) {
        no_memory(p);
        return NULL;
    }
    return &p->items[BATCH - p->item_left--];
}

static const char *new_text(Parser *p, const char *text, size_t length) {
    if (length >= TEXT_BATCH / 4) {
        char *copy = ab_arena_take(p->arena, length + 1, 1);
        if (copy == NULL) {
            no_memory(p);
            return NULL;
        }
        return memcpy(copy, text, length); // the arena's pieces are zeroed
    }
    if (p->text_left < length + 1) {
        p->texts = ab_arena_take(p->arena, TEXT_BATCH, 1);
        p->text_left = p->texts != NULL ? TEXT_BATCH : 0;
    }
    if (p->text_left == 0) {
        no_memory(p);
        return NULL;
    }
    char *copy = p->texts + (TEXT_BATCH - p->text_left);
    p->text_left -= length + 1;
    return memcpy(copy, text, length);
}

// ---- keys given twice ----

static void report_twice(Parser *p, const abNodeItem *item, const abNodeItem *first) {
    char shown[60];
    p->has_local_problems = true;
    if (p->is_fragment) {
        ab_error_add(p->error, AB_BAD_MODEL, item->key_place, "the key %s is given twice",
                     ab_text_shown(item->key, shown, sizeof shown));
    } else {
        ab_error_add(p->error, AB_BAD_MODEL, item->key_place,
                     "the key %s is given twice, first at line %d",
                     ab_text_shown(item->key, shown, sizeof shown), first->key_place.line);
    }
}

// Reports keys given twice and keeps the first of each.
static bool check_twice(Parser *p, abNode *map) {
    abArenaMark mark = ab_arena_mark(p->arena);
    abTextMap seen = {.arena = p->arena};
    bool is_long = map->count > 12;
    abNodeItem *kept = NULL;
    for (abNodeItem *item = map->first; item != NULL; item = item->next) {
        abNodeItem *first = NULL;
        if (is_long) {
            first = ab_text_map_find(&seen, item->key);
            if (first == NULL && !ab_text_map_put(&seen, item->key, item)) {
                return no_memory(p);
            }
        } else {
            for (first = map->first; first != item; first = first->next) {
                if (strcmp(first->key, item->key) == 0) {
                    break;
                }
            }
        }
        if (kept != NULL && first != NULL && first != item) {
            report_twice(p, item, first);
            kept->next = item->next;
            map->count--;
        } else {
            kept = item;
        }
    }
    map->last = kept;
    ab_arena_reset(p->arena, mark);
    return true;
}

// ---- events ----

static bool add_weight(Parser *p, const abNode *node, bool is_alias) {
    p->written += is_alias ? 0 : 1;
    p->aliased += is_alias ? node->weight : 0;
    if (p->aliased > AB_YAML_ALIASED_MAX) {
        return FAIL(p, node->place, "aliases expand to more than %d values", AB_YAML_ALIASED_MAX);
    }
    if (p->written + p->aliased > AB_YAML_NODES_MAX) {
        return FAIL(p, node->place, "the file has more than %d values", AB_YAML_NODES_MAX);
    }
    return true;
}

static bool take_key(Parser *p, Level *level, const abNode *node) {
    if (node->kind != AB_NODE_SCALAR) {
        return FAIL(p, node->place, "a key must be a word, not a list or mapping");
    }
    if (ab_text_has_control(node->text)) {
        return FAIL(p, node->place, "a key contains a control character");
    }
    if (strcmp(node->text, "<<") == 0 && !node->is_quoted) {
        return FAIL(p, node->place, "merge keys (<<) are not supported; write the keys out");
    }
    level->key = node->text;
    level->key_place = node->place;
    return true;
}

// Puts a finished node where it belongs.
static bool deliver(Parser *p, abNode *node) {
    if (p->depth == 0) {
        p->root = node;
        return true;
    }
    Level *level = &p->stack[p->depth - 1];
    abNode *parent = level->node;
    if (parent->kind == AB_NODE_MAP && level->key == NULL) {
        return take_key(p, level, node);
    }
    if (p->depth + node->height > AB_YAML_DEPTH_MAX) {
        return FAIL(p, node->place, "nested more than %d levels deep", AB_YAML_DEPTH_MAX);
    }
    abNodeItem *item = new_item(p);
    if (item == NULL) {
        return false;
    }
    *item = (abNodeItem){.key = level->key, .key_place = level->key_place, .value = node};
    if (parent->last != NULL) {
        parent->last->next = item;
    } else {
        parent->first = item;
    }
    parent->last = item;
    parent->count++;
    parent->weight += node->weight;
    parent->height = node->height + 1 > parent->height ? node->height + 1 : parent->height;
    level->key = NULL;
    return true;
}

static bool keep_anchor(Parser *p, const char *anchor, abNode *node) {
    return anchor == NULL || ab_text_map_put(&p->anchors, anchor, node) || no_memory(p);
}

static bool check_tag(Parser *p, const yaml_char_t *tag, yaml_mark_t mark) {
    char shown[60];
    return tag == NULL || FAIL(p, place_at(p, mark), "tags (%s) are not supported",
                               ab_text_shown((const char *)tag, shown, sizeof shown));
}

static bool on_scalar(Parser *p, const yaml_event_t *event) {
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (!check_tag(p, event->data.scalar.tag, event->start_mark)) {
        return false;
    }
    if (memchr(text, '\0', length) != NULL) {
        return FAIL(p, place_at(p, event->start_mark), "a text contains a zero byte");
    }
    abNode *node = new_node(p, AB_NODE_SCALAR, event->start_mark);
    if (node == NULL || (node->text = new_text(p, text, length)) == NULL) {
        return false;
    }
    node->is_quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    const char *anchor = (const char *)event->data.scalar.anchor;
    if (anchor != NULL) {
        anchor = new_text(p, anchor, strlen(anchor));
        if (anchor == NULL) {
            return false;
        }
    }
    return keep_anchor(p, anchor, node) && add_weight(p, node, false) && deliver(p, node);
}

static bool on_start(Parser *p, abNodeKind kind, const yaml_char_t *anchor, const yaml_char_t *tag,
                     yaml_mark_t mark) {
    if (!check_tag(p, tag, mark)) {
        return false;
    }
    if (p->depth == AB_YAML_DEPTH_MAX) {
        return FAIL(p, place_at(p, mark), "nested more than %d levels deep", AB_YAML_DEPTH_MAX);
    }
    Level level = {.node = new_node(p, kind, mark)};
    if (anchor != NULL) {
        level.anchor = new_text(p, (const char *)anchor, strlen((const char *)anchor));
    }
    if (level.node == NULL || (anchor != NULL && level.anchor == NULL)) {
        return false;
    }
    p->stack[p->depth++] = level;
    return add_weight(p, level.node, false);
}

static bool on_end(Parser *p) {
    Level *level = &p->stack[--p->depth];
    if (level->node->kind == AB_NODE_MAP && !check_twice(p, level->node)) {
        return false;
    }
    return keep_anchor(p, level->anchor, level->node) && deliver(p, level->node);
}

static bool on_alias(Parser *p, const yaml_event_t *event) {
    const char *name = (const char *)event->data.alias.anchor;
    abNode *node = ab_text_map_find(&p->anchors, name);
    char shown[60];
    for (int i = 0; i < p->depth; i++) {
        if (p->stack[i].anchor != NULL && strcmp(p->stack[i].anchor, name) == 0) {
            return FAIL(p, place_at(p, event->start_mark), "the alias *%s stands within itself",
                        ab_text_shown(name, shown, sizeof shown));
        }
    }
    if (node == NULL) {
        return FAIL(p, place_at(p, event->start_mark), "the alias *%s has no anchor before it",
                    ab_text_shown(name, shown, sizeof shown));
    }
    return add_weight(p, node, true) && deliver(p, node);
}

static bool on_event(Parser *p, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return p->root == NULL || FAIL(p, place_at(p, event->start_mark),
                                       "a second document begins; a model file holds one");
    case YAML_SCALAR_EVENT:
        return on_scalar(p, event);
    case YAML_SEQUENCE_START_EVENT:
        return on_start(p, AB_NODE_LIST, event->data.sequence_start.anchor,
                        event->data.sequence_start.tag, event->start_mark);
    case YAML_MAPPING_START_EVENT:
        return on_start(p, AB_NODE_MAP, event->data.mapping_start.anchor,
                        event->data.mapping_start.tag, event->start_mark);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return on_end(p);
    case YAML_ALIAS_EVENT:
        return on_alias(p, event);
    default:
        return true;
    }
}

// ---- what libyaml complains of ----

// Where the byte at `offset` is. libyaml gives no mark for bytes that are not text.
static yaml_mark_t mark_of_offset(const Parser *p, size_t offset) {
    yaml_mark_t mark = {0};
    for (size_t i = 0; i < offset && i < p->size; i++) {
        unsigned char c = (unsigned char)p->text[i];
        if (c == '\n') {
            mark.line++;
            mark.column = 0;
        } else if ((c & 0xC0) != 0x80) {
            mark.column++;
        }
    }
    return mark;
}

// The usual reasons: tabs before the first letter of a line; "- " where others have names.
static const char *hint_for(const Parser *p, yaml_mark_t mark) {
    size_t i = 0, line = 0;
    for (; i < p->size && line < mark.line; i++) {
        line += p->text[i] == '\n';
    }
    size_t at = i + mark.column;
    if (at + 1 < p->size && p->text[at] == '-' && p->text[at + 1] == ' ') {
        return "; an item of a list, \"- \", stands among keys with names: either all or none";
    }
    for (; i < p->size && (p->text[i] == ' ' || p->text[i] == '\t'); i++) {
        if (p->text[i] == '\t') {
            return "; indent with spaces, not with tabs";
        }
    }
    return "";
}

static bool report_syntax(Parser *p) {
    const yaml_parser_t *yaml = &p->yaml;
    const char *problem = yaml->problem != NULL ? yaml->problem : "not YAML";
    if (yaml->error == YAML_MEMORY_ERROR) {
        return no_memory(p);
    }
    if (yaml->error == YAML_READER_ERROR) {
        yaml_mark_t mark = mark_of_offset(p, yaml->problem_offset);
        if (yaml->problem_value >= 0) {
            return FAIL(p, place_at(p, mark), "%s (0x%02X); the file must be UTF-8", problem,
                        (unsigned)yaml->problem_value);
        }
        return FAIL(p, place_at(p, mark), "%s; the file must be UTF-8", problem);
    }
    const char *context = yaml->context != NULL ? yaml->context : "";
    yaml_mark_t place = yaml->problem_mark, begin = yaml->context_mark;
    if (strcmp(context, "while scanning a simple key") == 0) {
        return FAIL(p, place_at(p, begin), "%s after this word%s", problem, hint_for(p, begin));
    }
    char begun[80] = "";
    if (context[0] != '\0' && !p->is_fragment &&
        (begin.line != place.line || begin.column != place.column)) {
        snprintf(begun, sizeof begun, ", which begins at %zu:%zu", begin.line + 1,
                 begin.column + 1);
    }
    return FAIL(p, place_at(p, place), "%s%s%s%s%s", problem, context[0] != '\0' ? " " : "",
                context, begun, hint_for(p, place));
}

static bool run(Parser *p) {
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&p->yaml, &event)) {
            return report_syntax(p);
        }
        bool is_end = event.type == YAML_STREAM_END_EVENT;
        bool ok = on_event(p, &event);
        yaml_event_delete(&event);
        if (!ok || is_end) {
            return ok;
        }
    }
}

abResult ab_yaml_parse(const char *text, size_t size, const char *file, bool is_fragment,
                       abArena *arena, abNode **root, abError *error) {
    *root = NULL;
    Parser *p = AB_ARENA_NEW(arena, Parser, 1);
    if (p == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){.file = file}, "out of memory");
    }
    *p = (Parser){.text = text,
                  .size = size,
                  .file = file,
                  .is_fragment = is_fragment,
                  .arena = arena,
                  .error = error,
                  .anchors = {.arena = arena}};
    if (!yaml_parser_initialize(&p->yaml)) {
        no_memory(p);
        return p->result;
    }
    yaml_parser_set_input_string(&p->yaml, (const unsigned char *)text, size);
    bool ok = run(p);
    yaml_parser_delete(&p->yaml);
    if (!ok) {
        return p->result;
    }
    *root = p->root;
    return p->has_local_problems ? AB_BAD_MODEL : AB_OK;
}

// ---- asking a tree ----

const abNodeItem *ab_node_find(const abNode *map, const char *key) {
    if (map->kind != AB_NODE_MAP) {
        return NULL;
    }
    for (const abNodeItem *item = map->first; item != NULL; item = item->next) {
        if (strcmp(item->key, key) == 0) {
            return item;
        }
    }
    return NULL;
}

void ab_node_rename(const abNodeItem *item, const char *key) {
    ((abNodeItem *)item)->key = key; // all items are of trees, in an arena
}

bool ab_node_number(const abNode *node, double *out) {
    char *end;
    if (node->kind != AB_NODE_SCALAR) {
        return false;
    }
    *out = strtod(node->text, &end);
    return end != node->text && *end == '\0' && isfinite(*out);
}

bool ab_node_vec3(const abNode *map, const char *key, abVec3 *out) {
    const abNodeItem *item = ab_node_find(map, key);
    double v[3];
    int i = 0;
    if (item == NULL || item->value->kind != AB_NODE_LIST || item->value->count != 3) {
        return false;
    }
    for (const abNodeItem *part = item->value->first; part != NULL && i < 3; part = part->next) {
        if (!ab_node_number(part->value, &v[i++])) {
            return false;
        }
    }
    *out = (abVec3){v[0], v[1], v[2]};
    return true;
}

bool ab_node_is_empty(const abNode *node) {
    return node->kind == AB_NODE_SCALAR && !node->is_quoted &&
           (node->text[0] == '\0' || strcmp(node->text, "~") == 0 ||
            strcmp(node->text, "null") == 0);
}

bool ab_text_has_control(const char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7F) {
            return true;
        }
    }
    return false;
}

const char *ab_text_shown(const char *text, char *out, size_t size) {
    size_t length = strlen(text), kept = length;
    if (length >= size) {
        kept = size - 4;
        while (kept > 0 && ((unsigned char)text[kept] & 0xC0) == 0x80) {
            kept--; // not within a letter
        }
    }
    for (size_t i = 0; i < kept; i++) {
        unsigned char c = (unsigned char)text[i];
        out[i] = c < 0x20 || c == 0x7F ? '?' : text[i];
    }
    memcpy(out + kept, kept < length ? "..." : "", kept < length ? 4 : 1);
    return out;
}

static size_t count_digits(const char *text) {
    return strspn(text, "0123456789");
}

bool ab_text_is_number(const char *text) {
    text += *text == '+' || *text == '-';
    size_t digits = count_digits(text);
    text += digits;
    if (*text == '.') {
        size_t more = count_digits(++text);
        digits += more;
        text += more;
    }
    if (digits == 0) {
        return false;
    }
    if (*text == 'e' || *text == 'E') {
        text++;
        text += *text == '+' || *text == '-';
        size_t exponent = count_digits(text);
        if (exponent == 0) {
            return false;
        }
        text += exponent;
    }
    return *text == '\0';
}

const char *ab_node_describe(const abNode *node, char *out, size_t size) {
    char shown[60];
    if (node->kind == AB_NODE_LIST) {
        snprintf(out, size, "a list of %d value%s", node->count, node->count == 1 ? "" : "s");
    } else if (node->kind == AB_NODE_MAP) {
        snprintf(out, size, "a mapping");
    } else if (ab_node_is_empty(node)) {
        snprintf(out, size, "nothing");
    } else if (!node->is_quoted && ab_text_is_number(node->text)) {
        snprintf(out, size, "the number %s", ab_text_shown(node->text, shown, sizeof shown));
    } else {
        snprintf(out, size, "the text \"%s\"", ab_text_shown(node->text, shown, sizeof shown));
    }
    return out;
}
