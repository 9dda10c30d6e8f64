// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_tree.h - a YAML text as a tree in which each value knows its line and column.
//
// Plain aliases are shared, not copied: a node may have several parents, so the tree is never
// changed below its root without copying the path (yaml_override.c). Tags, merge keys, keys that
// are not texts and several documents are refused.

#ifndef AB_YAML_TREE_H
#define AB_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/result.h"
#include "abut/vector.h"
#include "base/arena.h"

enum {
    AB_YAML_DEPTH_MAX = 64,        // nesting, aliases expanded
    AB_YAML_NODES_MAX = 2000000,   // values, aliases expanded
    AB_YAML_ALIASED_MAX = 1000000, // values that aliases add
};

typedef enum abNodeKind { AB_NODE_SCALAR, AB_NODE_LIST, AB_NODE_MAP } abNodeKind;

typedef struct abNode abNode;

typedef struct abNodeItem {
    struct abNodeItem *next;
    const char *key; // NULL in lists
    abPlace key_place;
    abNode *value;
} abNodeItem;

struct abNode {
    abNodeKind kind;
    bool is_quoted;
    int height;       // levels of lists and maps in and below this node
    int count;        // of items
    size_t weight;    // values in and below this node, aliases expanded
    const char *text; // of a scalar
    abPlace place;
    abNodeItem *first, *last; // of a list or map
};

// Parses a text. `file` stands in places and must outlive the tree; with is_fragment the text is a
// value from elsewhere (--set) and places have no line. *root is NULL when there is no tree to go
// on with; AB_BAD_MODEL with a tree means that the problems are local (a key given twice).
abResult ab_yaml_parse(const char *text, size_t size, const char *file, bool is_fragment,
                       abArena *arena, abNode **root, abError *error);

// NULL when the map has no such key, or is not a map.
const abNodeItem *ab_node_find(const abNode *map, const char *key);
// An item of a tree gets another key, which must live as long as the tree.
void ab_node_rename(const abNodeItem *item, const char *key);

// Whether a node is a finite number as C writes it, or a key has three of them.
bool ab_node_number(const abNode *node, double *out);
bool ab_node_vec3(const abNode *map, const char *key, abVec3 *out);

// A plain scalar without text, ~ or null.
bool ab_node_is_empty(const abNode *node);

// What a message says was found: the text "abc", the number 3, a list of 2 values, a mapping,
// nothing. Long texts are cut, control characters replaced.
const char *ab_node_describe(const abNode *node, char *out, size_t size);

// A text as a message may show it: cut and without control characters.
const char *ab_text_shown(const char *text, char *out, size_t size);

// Whether there are line ends, tabs or other control characters in the text.
bool ab_text_has_control(const char *text);

// Whether the text is a decimal number (with exponent), as the format writes numbers.
bool ab_text_is_number(const char *text);

#endif
