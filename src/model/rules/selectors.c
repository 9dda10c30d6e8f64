// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "model/rules/selectors.h"

#include <stdio.h>
#include <string.h>

enum { NONE, ALL, KIND, MATERIAL, GROUP, BODY, SHAPE };

static bool has_prefix(const char *selector, const char *prefix, const char **rest) {
    size_t length = strlen(prefix);
    *rest = selector + length;
    return strncmp(selector, prefix, length) == 0;
}

static int if_same(const char *a, const char *b, int level) {
    return b != NULL && strcmp(a, b) == 0 ? level : NONE;
}

static bool is_all(const abBodyShape *shape) {
    (void)shape;
    return true;
}

static bool is_flexible(const abBodyShape *shape) {
    return shape->shape.kind == AB_SHAPE_FLEXIBLE;
}

static bool is_rigid(const abBodyShape *shape) {
    return !is_flexible(shape);
}

static bool has_group(const abBodyShape *shape) {
    return shape->group != NULL;
}

static const struct {
    const char *word;
    int level;
    bool (*names)(const abBodyShape *shape);
} s_words[] = {{"*", ALL, is_all},
               {"all", ALL, is_all},
               {"rigid", KIND, is_rigid},
               {"flexible", KIND, is_flexible},
               {"self", GROUP, has_group}};
enum { WORDS = sizeof s_words / sizeof s_words[0] };

static int match_word(const char *selector, const abBodyShape *shape) {
    for (int i = 0; i < WORDS; i++) {
        if (strcmp(selector, s_words[i].word) == 0) {
            return s_words[i].names(shape) ? s_words[i].level : NONE;
        }
    }
    return NONE;
}

static bool is_body(const abModel *model, const char *name) {
    return ab_model_find_body(model, name).index > 0;
}

int ab_selector_match(const abModel *model, const char *selector, const abBodyShape *shape) {
    const char *name;
    if (has_prefix(selector, "material:", &name)) {
        return if_same(name, shape->material, MATERIAL);
    }
    if (has_prefix(selector, "group:", &name)) {
        return if_same(name, shape->group, GROUP);
    }
    if (strchr(selector, '.') != NULL) {
        int whole = if_same(selector, shape->whole, SHAPE);
        int found = whole != NONE ? whole : if_same(selector, shape->name, SHAPE);
        return found != NONE ? found : if_same(selector, model->bodies[shape->body].name, BODY);
    }
    return is_body(model, selector) ? if_same(selector, model->bodies[shape->body].name, BODY)
                                    : match_word(selector, shape);
}

bool ab_selector_is_self(const abModel *model, const char *selector) {
    return strcmp(selector, "self") == 0 && !is_body(model, selector);
}

bool ab_selector_same_group(const abBodyShape *a, const abBodyShape *b) {
    return a->group != NULL && b->group != NULL && strcmp(a->group, b->group) == 0;
}

// ---- pairs ----

// One way round: a is named by the first selector, b by the second.
static int one_way(int first, int second) {
    enum { PER_BODY = 100 }; // more than any sum
    if (first == NONE || second == NONE) {
        return NONE;
    }
    return PER_BODY * ((first >= BODY) + (second >= BODY)) + first + second;
}

// `other`: what the selector beside `self` matches of both.
static int inside(const unsigned char other[2], bool same_group) {
    int minimum = other[0] < other[1] ? other[0] : other[1];
    return same_group ? one_way(minimum, GROUP) : NONE;
}

int ab_selectors_closeness(const unsigned char a[2], const unsigned char b[2],
                           const bool is_self[2], bool same_group) {
    if (is_self[0] || is_self[1]) {
        int other = is_self[0] ? 1 : 0;
        return inside((const unsigned char[2]){a[other], b[other]}, same_group);
    }
    int straight = one_way(a[0], b[1]), crossed = one_way(a[1], b[0]);
    return straight > crossed ? straight : crossed;
}

// ---- problems ----

static bool is_known(const abModel *model, const char *selector) {
    bool found = strcmp(selector, "*") == 0 || strcmp(selector, "all") == 0;
    for (size_t s = 0; s < model->shape_count && !found; s++) {
        found = ab_selector_match(model, selector, &model->shapes[s]) > 0;
    }
    return found;
}

// A sentence of its own for words that name nothing here; NULL: no word.
static const char *empty_word(const char *selector) {
    return strcmp(selector, "flexible") == 0 ? "no body is flexible; all bodies are rigid"
           : strcmp(selector, "self") == 0
               ? "self is for shapes of one collision group, and no shape has a `group`"
               : NULL;
}

// A name that is that of a material or of a collision group, with the word before it; NULL: neither.
static const char *with_kind(const abModel *model, const char *name, char *text, size_t size) {
    static const char *const kinds[] = {"material:", "group:"};
    for (int i = 0; i < 2; i++) {
        snprintf(text, size, "%s%s", kinds[i], name);
        if (is_known(model, text)) {
            return text;
        }
    }
    return NULL;
}

static abResult check_one(const abModel *model, const char *of, const char *const between[2],
                          int side, abPlace place, abError *error) {
    const char *selector = between[side], *empty = empty_word(selector);
    if (is_known(model, selector)) {
        return AB_OK;
    }
    if (empty != NULL) {
        return ab_error_add(error, AB_BAD_MODEL, place, "%s %s and %s: %s", of, between[0],
                            between[1], empty);
    }
    const char *words[65 + WORDS] = {NULL};
    int count = 0;
    for (; count < WORDS; count++) {
        words[count] = s_words[count].word;
    }
    for (size_t b = 0; b < model->body_count && b < 64; b++) {
        words[count++] = model->bodies[b].name;
    }
    char text[128];
    const char *near = with_kind(model, selector, text, sizeof text);
    near = near != NULL ? near : ab_nearest_word(selector, words);
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "%s %s and %s: no shape is named by %s%s; a selector is * or all, "
                        "rigid, flexible, self, BODY, BODY.SHAPE, group:NAME or material:NAME",
                        of, between[0], between[1], selector, ab_hint(near).text);
}

abResult ab_selectors_check(const abModel *model, const char *of, const char *const between[2],
                            abPlace place, abError *error) {
    if (ab_selector_is_self(model, between[0]) && ab_selector_is_self(model, between[1])) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s self and self: say on one side whose, as in [group:NAME, self] or "
                            "[\"*\", self]",
                            of);
    }
    abResult first = check_one(model, of, between, 0, place, error);
    abResult second = check_one(model, of, between, 1, place, error);
    return first != AB_OK ? first : second;
}

bool ab_model_selects(const abModel *model, const char *selector, int shape) {
    return ab_selector_match(model, selector, &model->shapes[shape]) > 0;
}

bool ab_rule_begins_with_second(const abModel *model, const abContactRuleDef *rule, int a, int b) {
    bool as_written = ab_model_selects(model, rule->between[0], a) &&
                      ab_model_selects(model, rule->between[1], b);
    return !as_written && ab_model_selects(model, rule->between[0], b) &&
           ab_model_selects(model, rule->between[1], a);
}

int ab_rule_id(const abModel *model, const abContactRuleDef *rule) {
    return rule->id > 0 ? rule->id : (int)(rule - model->rules) + 1;
}
