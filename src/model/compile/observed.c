// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// observed.c - the table of looks, and their arguments from names to markers and elements.
//
// The words of a row's `arguments` say what each argument is: i, j, r and frame are markers, name a
// force or joint, side 0 or 1, component 1 to 8, a and b contact selectors.

#include "model/compile/observed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/text.h"
#include "math/expression/expression_words.h"
#include "model/compile/signals.h"
#include "model/core/markers.h"
#include "model/kinds/forces.h"
#include "model/kinds/tables.h"
#include "model/rules/selectors.h"

const abFunctionText ab_observed_texts[] = {
#define AB_OBSERVED(symbol, KIND, component, minimum, maximum, arguments, unit, text)              \
    {#symbol, minimum, maximum, arguments, unit, text},
#include "model/compile/observed.def"
#undef AB_OBSERVED
};
const int ab_observed_count = sizeof ab_observed_texts / sizeof ab_observed_texts[0];

static const struct Row {
    abObservedKind kind;
    int component;
} s_rows[] = {
#define AB_OBSERVED(symbol, KIND, component, minimum, maximum, arguments, unit, text)              \
    {AB_OBSERVED_##KIND, component},
#include "model/compile/observed.def"
#undef AB_OBSERVED
};

bool ab_observed_is_word(const char *name) {
    char lower[104];
    bool is_one = ab_expression_is_word(ab_text_lower(name, lower, sizeof lower));
    for (int k = 0; k < ab_observed_count; k++) {
        is_one = is_one || strcmp(ab_observed_texts[k].name, lower) == 0;
    }
    return is_one;
}

// ---- levels ----

static abObservedLevel level_of(abObservedKind kind) {
    switch (kind) {
    case AB_OBSERVED_ACCELERATION:
    case AB_OBSERVED_SPIN_RATE:
    case AB_OBSERVED_JOINT:
        return AB_LEVEL_ALL;
    case AB_OBSERVED_FORCE:
        return AB_LEVEL_FORCES;
    case AB_OBSERVED_CONTACT:
        return AB_LEVEL_CONTACTS;
    default: // also of a state, whatever its rate looks at
        return AB_LEVEL_MOTION;
    }
}

// The pull of a rope that does not stretch comes with the accelerations.
static bool is_solved_for(const abModel *model, int force) {
    const abForceDef *def = &model->force_defs[force];
    return def->type == AB_FORCE_ROPE && isnan(((const abRopeKeys *)&def->params)->stiffness);
}

abResult ab_observed_allowed(const abObservedScope *observed_scope, const char *name,
                             abObservedLevel level, int offset, const abExpressionSource *source,
                             abError *error) {
    if (level <= observed_scope->maximum) {
        return AB_OK;
    }
    if (observed_scope->maximum == AB_LEVEL_TIME) {
        return ab_expression_problem(source, offset, error,
                                     "%s may depend on time alone, and %s looks at the state",
                                     observed_scope->what, name);
    }
    if (observed_scope->maximum == AB_LEVEL_MOTION) {
        return ab_expression_problem(source, offset, error,
                                     "%s looks at forces or accelerations, and method stepping "
                                     "knows them for whole steps only: %s may look at places and "
                                     "velocities there, or use method events",
                                     name, observed_scope->what);
    }
    return ab_expression_problem(source, offset, error,
                                 "%s looks at accelerations or forces of joints; they follow from "
                                 "the forces, so %s that looks at them would be a circle",
                                 name, observed_scope->what);
}

// ---- inputs ----

int ab_model_store_observed(abModel *model, const abObserved *observed) {
    char key[160];
    snprintf(key, sizeof key, "%d %d %d %d %d %d %d %d %p", (int)observed->kind,
             observed->component, observed->i, observed->j, observed->r, observed->frame,
             observed->subject, observed->side, (const void *)observed->selects);
    int known = ab_model_find_named(&model->input_names, key);
    if (known >= 0) {
        return known;
    }
    if (model->base != NULL) { // a copy takes no more inputs
        return -1;
    }
    abInput input = {.observed = *observed, .level = level_of(observed->kind)};
    if (observed->kind == AB_OBSERVED_FORCE && is_solved_for(model, observed->subject)) {
        input.level = AB_LEVEL_ALL;
    }
    input.observed.turn = observed->kind == AB_OBSERVED_ANGLE ? model->turn_count++ : 0;
    const char *kept = ab_arena_text(&model->arena, key);
    int index = kept != NULL ? ab_model_add_input(model, &input) : -1;
    return index >= 0 && ab_model_store_name(&model->input_names, kept, (size_t)index, (abPlace){0})
               ? index
               : -1;
}

// ---- arguments ----

typedef struct Resolving {
    abObservedScope *observed_scope;
    const char *name; // of the function
    const abExpressionSource *source;
    abError *error;
    abObserved observed;
    const char *selectors[2];
} Resolving;

// A problem that others word, placed in the text.
static abResult marker(Resolving *r, const abRawArgument *argument, int *out) {
    abPlace place = r->source->place;
    place.column += r->source->is_elsewhere ? 0 : argument->offset;
    return ab_model_need_marker(r->observed_scope->model, r->name, argument->text, place, out,
                                r->error);
}

static abResult whole(Resolving *r, const abRawArgument *argument, const char *what, int low,
                      int high, int *out) {
    char *end;
    long value = strtol(argument->text, &end, 10);
    if (end == argument->text || *end != '\0' || value < low || value > high) {
        return ab_expression_problem(r->source, argument->offset, r->error,
                                     "the %s of %s is %d to %d, not %.60s", what, r->name, low,
                                     high, argument->text);
    }
    *out = (int)value;
    return AB_OK;
}

static abResult element(Resolving *r, const abRawArgument *argument) {
    enum { WORDS = 128 };
    const abModel *model = r->observed_scope->model;
    bool is_force = r->observed.kind == AB_OBSERVED_FORCE;
    r->observed.subject = is_force ? ab_model_find_force(model, argument->text)
                                   : ab_model_find_joint(model, argument->text);
    if (r->observed.subject >= 0) {
        return AB_OK;
    }
    const char *words[WORDS + 1] = {NULL};
    int count = 0;
    size_t all = is_force ? model->force_count : model->joint_count;
    for (size_t k = 0; k < all && count < WORDS; k++) {
        const char *name = is_force ? model->force_defs[k].name : model->joint_defs[k].name;
        if (name != NULL) {
            words[count++] = name;
        }
    }
    const char *near = ab_nearest_word(argument->text, words);
    return ab_expression_problem(r->source, argument->offset, r->error, "there is no %s %.100s%s",
                                 is_force ? "force" : "joint", argument->text, ab_hint(near).text);
}

// One argument by the word that stands for it in the table.
static abResult take(Resolving *r, const char *word, int length, const abRawArgument *argument) {
    abObserved *observed = &r->observed;
    const struct {
        const char *word;
        int *marker;
    } markers[] = {
        {"i", &observed->i}, {"j", &observed->j}, {"r", &observed->r}, {"frame", &observed->frame}};
    for (size_t k = 0; k < sizeof markers / sizeof markers[0]; k++) {
        if (strlen(markers[k].word) == (size_t)length &&
            strncmp(word, markers[k].word, (size_t)length) == 0) {
            return marker(r, argument, markers[k].marker);
        }
    }
    switch (word[0]) {
    case 's':
        return whole(r, argument, "side", 0, 1, &observed->side);
    case 'c':
        return whole(r, argument, "component", 1, 8, &observed->component);
    case 'a':
        r->selectors[0] = argument->text;
        return AB_OK;
    case 'b':
        r->selectors[1] = argument->text;
        return AB_OK;
    default:
        return element(r, argument);
    }
}

static abResult take_all(Resolving *r, const char *words, const abRawArgument *arguments,
                         int count) {
    abResult result = AB_OK;
    for (int k = 0; k < count; k++) {
        int length = (int)strcspn(words, ",");
        abResult taken = take(r, words, length, &arguments[k]);
        result = result == AB_OK ? taken : result;
        words += length;
        words += strspn(words, ", ");
    }
    return result;
}

// Which shapes each of the two selectors names. The shapes are compiled by now.
static abResult select_shapes(Resolving *r, const abRawArgument *arguments) {
    abModel *model = r->observed_scope->model;
    size_t n = model->shape_count;
    char key[2 * AB_EXPRESSION_NAME + 20];
    snprintf(key, sizeof key, "contact %s,%s", r->selectors[0], r->selectors[1]);
    const bool *known = ab_text_map_find(&model->input_names, key);
    if (known != NULL) {
        r->observed.selects = known;
        return AB_OK;
    }
    if (model->base != NULL) { // likewise
        return ab_error_add(r->error, AB_USAGE, r->source->place,
                            "a copy of a model looks at "
                            "nothing new");
    }
    bool *selects = AB_ARENA_NEW(&model->arena, bool, 2 * n + 1);
    const char *kept = ab_arena_text(&model->arena, key);
    if (selects == NULL || kept == NULL || !ab_text_map_put(&model->input_names, kept, selects)) {
        return ab_no_memory(r->error, r->source->place, "for an expression");
    }
    r->observed.selects = selects;
    for (int side = 0; side < 2; side++) {
        bool any = false;
        for (size_t s = 0; s < n; s++) {
            selects[(size_t)side * n + s] = ab_model_selects(model, r->selectors[side], (int)s);
            any = any || selects[(size_t)side * n + s];
        }
        if (!any) {
            return ab_expression_problem(
                r->source, arguments[side].offset, r->error,
                "no shape is named by %.100s; a selector is * or all, rigid, BODY, BODY.SHAPE, "
                "group:NAME or material:NAME",
                r->selectors[side]);
        }
    }
    return AB_OK;
}

// One unit of an observed quantity, in SI.
static double unit_of(const abModel *model, const char *unit, const abObserved *observed) {
    const abExpressionUnits *u = &model->expression_units;
    bool is_flag = observed->kind == AB_OBSERVED_PROXIMITY && observed->component == 1;
    const struct {
        const char *unit;
        double factor;
    } units[] = {
        {"m", is_flag ? 1.0 : u->length},
        {"m/s", u->length / u->time},
        {"m/s^2", u->length / (u->time * u->time)},
        {"rad/s", 1.0 / u->time},
        {"rad/s^2", 1.0 / (u->time * u->time)},
        {"N", observed->component > 4 ? u->force * u->length : u->force},
    };
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        if (strcmp(units[k].unit, unit) == 0) {
            return units[k].factor;
        }
    }
    return 1.0;
}

abResult ab_observed_resolve(void *context, int observed, int offset,
                             const abRawArgument *arguments, int count,
                             const abExpressionSource *source, abExpressionUse *out,
                             abError *error) {
    abObservedScope *observed_scope = context;
    const abFunctionText *f = &ab_observed_texts[observed];
    Resolving r = {
        .observed_scope = observed_scope, .name = f->name, .source = source, .error = error};
    r.observed.kind = s_rows[observed].kind;
    r.observed.component = s_rows[observed].component;
    AB_TRY(ab_observed_allowed(observed_scope, f->name, level_of(r.observed.kind), offset, source,
                               error));
    AB_TRY(take_all(&r, f->arguments, arguments, count));
    if (observed_scope->is_check) {
        return AB_OK;
    }
    if (r.observed.kind == AB_OBSERVED_CONTACT || r.observed.kind == AB_OBSERVED_PROXIMITY) {
        AB_TRY(select_shapes(&r, arguments));
    }
    out->input = ab_model_store_observed(observed_scope->model, &r.observed);
    out->unit = unit_of(observed_scope->model, f->unit, &r.observed);
    return out->input >= 0 ? AB_OK : ab_no_memory(error, source->place, "for an expression");
}
