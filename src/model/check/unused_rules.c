// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unused_rules.c - says of contact rules, or of keys in them, that they can act on nothing.
//
// Cost    per rule the shapes its selectors name, and their pairs until one is found.

#include "model/check/unused_rules.h"

#include <string.h>

#include "model/compile/may_touch.h"
#include "model/core/model.h"
#include "model/rules/selectors.h"

// What one selector of a rule names.
typedef struct Named {
    bool *shapes;
    int first, last; // of the shapes, none: -1
    bool is_one_body;
} Named;

static Named name_shapes(const abModel *model, const char *selector, bool *room) {
    Named named = {room, -1, -1, true};
    for (int i = 0; i < (int)model->shape_count; i++) {
        room[i] = ab_model_selects(model, selector, i);
        if (room[i]) {
            named.first = named.first < 0 ? i : named.first;
            named.last = i;
            named.is_one_body =
                named.is_one_body && model->shapes[i].body == model->shapes[named.first].body;
        }
    }
    return named;
}

typedef bool IsWanted(const abModel *model, int a, int b);

static bool could_touch(const abModel *model, int a, int b) {
    return ab_may_touch_at_all(model, &model->shapes[a], &model->shapes[b]);
}

static bool are_curves(const abModel *model, int a, int b) {
    return could_touch(model, a, b) && model->shapes[a].shape.curve != NULL &&
           model->shapes[b].shape.curve != NULL;
}

static bool any_pair(const abModel *model, const Named sides[2], IsWanted *is_wanted) {
    for (int i = sides[0].first; i >= 0 && i <= sides[0].last; i++) {
        for (int j = sides[1].first; sides[0].shapes[i] && j >= 0 && j <= sides[1].last; j++) {
            if (sides[1].shapes[j] && is_wanted(model, i, j)) {
                return true;
            }
        }
    }
    return false;
}

static void warn_of_none(const abModel *model, const abContactRuleDef *rule, const Named sides[2]) {
    const abPlace at = rule->place;
    int a = sides[0].first, b = sides[1].first;
    bool is_itself = a >= 0 && b >= 0 && sides[0].is_one_body && sides[1].is_one_body &&
                     model->shapes[a].body == model->shapes[b].body;
    const char *body = is_itself ? model->bodies[model->shapes[a].body].name : "";
    ab_log(&model->log, AB_LOG_WARNING,
           "%s:%d:%d: contact between %s and %s acts on no pair: %s%s%s", at.file, at.line,
           at.column, rule->between[0], rule->between[1], is_itself ? "both are of " : "", body,
           is_itself ? " alone, and a body does not touch itself; name two bodies, groups or all"
                     : "what they name cannot touch: it has no shapes that collide, none of it "
                       "moves, or joints keep it apart");
}

static bool is_all(const char *selector) {
    return strcmp(selector, "*") == 0 || strcmp(selector, "all") == 0;
}

static void look_at(const abModel *model, const abContactRuleDef *rule, bool *room) {
    const Named sides[2] = {name_shapes(model, rule->between[0], room),
                            name_shapes(model, rule->between[1], room + model->shape_count)};
    bool is_general = is_all(rule->between[0]) && is_all(rule->between[1]);
    const abPlace at = rule->place;
    if (sides[0].first < 0 || sides[1].first < 0) {
        return; // they name nothing, which is told as an error
    }
    if (!any_pair(model, sides, could_touch)) {
        if (!is_general) { // for what may be added
            warn_of_none(model, rule, sides);
        }
    } else if (rule->manifold == AB_MANIFOLD_CENTROID && !any_pair(model, sides, are_curves)) {
        ab_log(&model->log, AB_LOG_WARNING,
               "%s:%d:%d: contact between %s and %s: manifold: centroid is of plane curves, and no "
               "pair of this rule is two of them; use manifold: full, or single",
               at.file, at.line, at.column, rule->between[0], rule->between[1]);
    }
}

abResult ab_model_warn_of_unused_rules(abModel *model, abError *error) {
    bool *room = AB_ARENA_NEW(&model->arena, bool, 2 * model->shape_count + 1);
    if (room == NULL) {
        return ab_compile_no_memory(error);
    }
    for (size_t r = 0; r < model->rule_count; r++) {
        if (model->rules[r].place.line > 0) {
            look_at(model, &model->rules[r], room);
        }
    }
    return AB_OK;
}
