// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_override.c - walks the path, copying what it changes, because aliases share nodes.

#include "read/yaml/yaml_override.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/schema.h"

typedef struct Walk {
    abArena *arena;
    abError *error;
    abPlace place; // "--set PATH"
    const char *parts[AB_YAML_DEPTH_MAX];
    int part_count;
    abResult result; // of a problem already told
} Walk;

static abResult no_memory(Walk *walk) {
    return ab_error_add(walk->error, AB_IO, walk->place, "out of memory");
}

// "pairs[0].name" becomes "pairs.0.name".
static void write_indices_with_dots(char *path) {
    char *out = path;
    for (const char *c = path; *c != '\0'; c++) {
        size_t digits = *c == '[' ? strspn(c + 1, "0123456789") : 0;
        bool is_index = digits > 0 && c > path && c[digits + 1] == ']' &&
                        strchr(".[", c[digits + 2]) != NULL; // or the end
        if (is_index) {
            *out++ = '.';
            memmove(out, c + 1, digits);
            out += digits;
            c += digits + 1;
        } else {
            *out++ = *c;
        }
    }
    *out = '\0';
}

static abResult split(Walk *walk, const char *path) {
    char *copy = ab_arena_text(walk->arena, path);
    if (copy == NULL) {
        return no_memory(walk);
    }
    write_indices_with_dots(copy);
    for (char *part = copy; part != NULL;) {
        char *dot = strchr(part, '.');
        if (dot != NULL) {
            *dot = '\0';
        }
        if (part[0] == '\0' || walk->part_count == AB_YAML_DEPTH_MAX) {
            return ab_error_add(walk->error, AB_BAD_MODEL, walk->place,
                                "the path wants names with dots between them, as in "
                                "simulation.tolerance");
        }
        walk->parts[walk->part_count++] = part;
        part = dot != NULL ? dot + 1 : NULL;
    }
    return AB_OK;
}

// The path up to and with part `last`, for messages.
static const char *path_text(const Walk *walk, int last, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i <= last && used < size; i++) {
        int n = snprintf(out + used, size - used, "%s%s", i > 0 ? "." : "", walk->parts[i]);
        used += n > 0 ? (size_t)n : 0;
    }
    return out;
}

static abNode *new_map(const Walk *walk) {
    abNode *map = AB_ARENA_NEW(walk->arena, abNode, 1);
    if (map != NULL) {
        *map = (abNode){.kind = AB_NODE_MAP, .height = 1, .weight = 1, .place = walk->place};
    }
    return map;
}

// A copy whose items can be changed without changing other parents of the node.
static abNode *copy_of(const Walk *walk, const abNode *node) {
    abNode *copy = AB_ARENA_NEW(walk->arena, abNode, 1);
    abNodeItem *items = AB_ARENA_NEW(walk->arena, abNodeItem, (size_t)node->count);
    if (copy == NULL || items == NULL) {
        return NULL;
    }
    *copy = *node;
    copy->first = copy->last = NULL;
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next, i++) {
        items[i] = *item;
        items[i].next = item->next != NULL ? &items[i + 1] : NULL;
        copy->first = &items[0];
        copy->last = &items[i];
    }
    return copy;
}

static abNodeItem *append(const Walk *walk, abNode *node, const char *key) {
    abNodeItem *item = AB_ARENA_NEW(walk->arena, abNodeItem, 1);
    if (item == NULL) {
        return NULL;
    }
    *item = (abNodeItem){.key = key, .key_place = walk->place};
    if (node->last != NULL) {
        node->last->next = item;
    } else {
        node->first = item;
    }
    node->last = item;
    node->count++;
    return item;
}

// The index of "x", "y" or "z" of a vector, "w" of a quaternion; -1.
static long component(const abNode *list, const char *part) {
    static const char names[] = "xyz", names_of_four[] = "wxyz";
    const char *of = list->count == 3 ? names : list->count == 4 ? names_of_four : "";
    const char *at = part[0] != '\0' && part[1] == '\0' ? strchr(of, part[0]) : NULL;
    return at != NULL ? at - of : -1;
}

// By index, by the name of a component, or by the value of the key `name` of an item.
static abNodeItem *find_in_list(abNode *list, const char *part, bool *is_next) {
    bool is_index = part[strspn(part, "0123456789")] == '\0' && strlen(part) < 9;
    long index = is_index ? strtol(part, NULL, 10) : component(list, part);
    long i = 0;
    *is_next = index == list->count;
    for (abNodeItem *item = list->first; item != NULL; item = item->next, i++) {
        const abNodeItem *name = ab_node_find(item->value, "name");
        if (i == index || (name != NULL && name->value->kind == AB_NODE_SCALAR &&
                           strcmp(name->value->text, part) == 0)) {
            return item;
        }
    }
    return NULL;
}

// Bodies and materials are named by the file; a new name on the way is a slip.
static bool may_create(const Walk *walk, int part) {
    return !(part == 1 &&
             (strcmp(walk->parts[0], "bodies") == 0 || strcmp(walk->parts[0], "materials") == 0));
}

static const char *nearest_key(const abNode *map, const char *part) {
    const char *words[64] = {NULL};
    int count = 0;
    for (const abNodeItem *item = map->first; item != NULL && count < 63; item = item->next) {
        words[count++] = item->key;
    }
    return ab_nearest_word(part, words);
}

static abNodeItem *fail(Walk *walk, abResult result) {
    walk->result = result;
    return NULL;
}

static abNodeItem *find_in_map(Walk *walk, abNode *map, int i) {
    char path[100], shown[44];
    const char *part = walk->parts[i];
    abNodeItem *item = (abNodeItem *)ab_node_find(map, part);
    if (item == NULL && i < walk->part_count - 1 && !may_create(walk, i)) {
        const char *near = nearest_key(map, part);
        near = near != NULL ? ab_text_shown(near, shown, sizeof shown) : NULL;
        return fail(walk,
                    ab_error_add(walk->error, AB_BAD_MODEL, walk->place, "there is no %s%s",
                                 path_text(walk, i, path, sizeof path), ab_hint_behind(near).text));
    }
    return item != NULL ? item : append(walk, map, part);
}

static abNodeItem *find_or_append(Walk *walk, abNode *list, int i) {
    char path[100];
    bool is_next = false;
    abNodeItem *item = find_in_list(list, walk->parts[i], &is_next);
    if (item == NULL && !(is_next && i == walk->part_count - 1)) {
        return fail(walk, ab_error_add(walk->error, AB_BAD_MODEL, walk->place,
                                       "there is no %s; the list has %d value%s, counted from 0",
                                       path_text(walk, i, path, sizeof path), list->count,
                                       list->count == 1 ? "" : "s"));
    }
    return item != NULL ? item : append(walk, list, NULL);
}

// The item of part i in `node`, made where that is allowed; NULL after a problem.
static abNodeItem *find_or_add(Walk *walk, abNode *node, int i) {
    char path[100], found[100];
    if (node->kind == AB_NODE_SCALAR) {
        return fail(walk,
                    ab_error_add(walk->error, AB_BAD_MODEL, walk->place, "%s is %s; it has no %s",
                                 path_text(walk, i - 1, path, sizeof path),
                                 ab_node_describe(node, found, sizeof found), walk->parts[i]));
    }
    return node->kind == AB_NODE_MAP ? find_in_map(walk, node, i) : find_or_append(walk, node, i);
}

static abResult put(Walk *walk, abNode **root, abNode *value) {
    abNode **slot = root;
    for (int i = 0; i < walk->part_count; i++) {
        bool is_missing = *slot == NULL || ab_node_is_empty(*slot);
        *slot = is_missing ? new_map(walk) : copy_of(walk, *slot);
        if (*slot == NULL) {
            return no_memory(walk);
        }
        abNodeItem *item = find_or_add(walk, *slot, i);
        if (item == NULL) {
            return walk->result != AB_OK ? walk->result : no_memory(walk);
        }
        slot = &item->value;
    }
    *slot = value;
    return AB_OK;
}

abResult ab_yaml_override(abNode **root, const abOverride *override, abArena *arena,
                          abError *error) {
    Walk walk = {.arena = arena, .error = error};
    size_t size = strlen(override->path) + 8;
    char *source = ab_arena_take(arena, size, 1);
    if (source == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory");
    }
    snprintf(source, size, "--set %s", override->path);
    walk.place.file = source;
    if (strcmp(override->path, "files") == 0) { // not a value: see ab_model_read
        return strcmp(override->value, "anywhere") == 0
                   ? AB_OK
                   : ab_error_add(error, AB_BAD_MODEL, walk.place,
                                  "files takes the word anywhere; found \"%.40s\"",
                                  override->value);
    }
    AB_TRY(split(&walk, override->path));
    abNode *value;
    AB_TRY(ab_yaml_parse(override->value, strlen(override->value), source, true, arena, &value,
                         error));
    if (value == NULL) { // nothing written
        value = AB_ARENA_NEW(arena, abNode, 1);
        if (value == NULL) {
            return no_memory(&walk);
        }
        *value = (abNode){.kind = AB_NODE_SCALAR, .text = "", .weight = 1, .place = walk.place};
    }
    return put(&walk, root, value);
}
