// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_differences.c - the values of two models side by side, by their paths.

#include "view/view_differences.h"

#include <string.h>

#include "base/arena.h"
#include "read/yaml/model_parameters.h"

enum { VALUES_MAX = 4000, SHOWN_MAX = 200 };

typedef struct Value {
    const char *path, *group, *label, *unit, *shown;
    bool is_met; // in the second model too
} Value;

typedef struct Sides {
    abArena arena;
    Value *values; // of the first model
    int count, next, listed;
    abJson json;
} Sides;

static const char *or_empty(const char *text) {
    return text != NULL ? text : "";
}

static void keep(void *context, const abParameter *p) {
    Sides *sides = context;
    if (sides->count < VALUES_MAX) {
        abArena *arena = &sides->arena;
        sides->values[sides->count++] = (Value){.path = ab_arena_text(arena, p->path),
                                                .group = ab_arena_text(arena, p->group),
                                                .label = ab_arena_text(arena, p->label),
                                                .unit = ab_arena_text(arena, p->unit),
                                                .shown = ab_arena_text(arena, or_empty(p->shown))};
    }
}

static void put(Sides *sides, const Value *value, const char *first, const char *second) {
    abJson *json = &sides->json;
    if (sides->listed++ >= SHOWN_MAX) {
        return;
    }
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "path", value->path);
    ab_json_text(json, "group", value->group);
    ab_json_text(json, "label", value->label);
    ab_json_text(json, "unit", value->unit);
    ab_json_text(json, "first", first);
    ab_json_text(json, "second", second);
    ab_json_close(json, '}');
}

// Both models list their values in the order of their files, mostly the same one.
static Value *find(Sides *sides, const char *path) {
    for (int i = 0; i < sides->count; i++) {
        Value *value = &sides->values[(sides->next + i) % sides->count];
        if (value->path != NULL && strcmp(value->path, path) == 0) {
            sides->next = (sides->next + i + 1) % sides->count;
            return value;
        }
    }
    return NULL;
}

static void compare(void *context, const abParameter *p) {
    Sides *sides = context;
    Value *first = find(sides, p->path);
    const Value second = {.path = p->path, .group = p->group, .label = p->label, .unit = p->unit};
    const char *before = first != NULL ? or_empty(first->shown) : "";
    if (first != NULL) {
        first->is_met = true;
    }
    if (strcmp(before, or_empty(p->shown)) != 0) {
        put(sides, &second, before, or_empty(p->shown));
    }
}

static abModelText text_of(const abRecordInfo *info) {
    return (abModelText){.text = info->model_text,
                         .size = info->model_size,
                         .name = info->model_path,
                         .overrides = info->overrides,
                         .override_count = info->override_count};
}

static void put_values(Sides *sides, const abRecordInfo *first, const abRecordInfo *second) {
    abError error;
    ab_error_clear(&error);
    abModelText one = text_of(first), other = text_of(second);
    if (first->model_size == 0 || second->model_size == 0 || sides->values == NULL ||
        ab_yaml_parameters(&one, ab_heap(), keep, sides, &error) != AB_OK ||
        ab_yaml_parameters(&other, ab_heap(), compare, sides, &error) != AB_OK) {
        return;
    }
    for (int i = 0; i < sides->count; i++) {
        const Value *value = &sides->values[i];
        if (!value->is_met && or_empty(value->shown)[0] != '\0') {
            put(sides, value, value->shown, "");
        }
    }
}

void view_differences(const abRecordInfo *first, const abRecordInfo *second, abText *out) {
    Sides sides = {.json = ab_json(out, false)};
    ab_arena_init(&sides.arena, ab_heap(), 65536);
    sides.values = AB_ARENA_NEW(&sides.arena, Value, VALUES_MAX);
    bool is_same = first->model_size == second->model_size &&
                   memcmp(first->model_text, second->model_text, first->model_size) == 0;
    ab_json_open(&sides.json, NULL, '{');
    ab_json_open(&sides.json, "values", '[');
    put_values(&sides, first, second);
    ab_json_close(&sides.json, ']');
    ab_json_boolean(&sides.json, "same_text", is_same);
    ab_json_close(&sides.json, '}');
    ab_arena_done(&sides.arena);
}
