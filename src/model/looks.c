// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// looks.c - the table of looks, and their arguments from names to markers and elements.
//
// The words of a row's `arguments` say what each argument is: i, j, r and frame are markers, name a
// force or joint, side 0 or 1, component 1 to 8, a and b contact selectors.

#include "model/looks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const abFunctionText ab_look_texts[] = {
#define AB_LOOK(symbol, KIND, component, least, most, arguments, unit, text)                       \
    {#symbol, least, most, arguments, unit, text},
#include "model/looks.def"
#undef AB_LOOK
};
const int ab_look_count = sizeof ab_look_texts / sizeof ab_look_texts[0];

static const struct Row {
    abLookKind kind;
    int component;
} s_rows[] = {
#define AB_LOOK(symbol, KIND, component, least, most, arguments, unit, text)                       \
    {AB_LOOK_##KIND, component},
#include "model/looks.def"
#undef AB_LOOK
};

int ab_look_find(const char *name) {
    for (int k = 0; k < ab_look_count; k++) {
        if (strcmp(ab_look_texts[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}

// ---- levels ----

static abLookLevel level_of(abLookKind kind) {
    switch (kind) {
    case AB_LOOK_ACCELERATION:
    case AB_LOOK_SPIN_RATE:
    case AB_LOOK_JOINT:
        return AB_LEVEL_ALL;
    case AB_LOOK_FORCE:
        return AB_LEVEL_FORCES;
    case AB_LOOK_CONTACT:
        return AB_LEVEL_CONTACTS;
    default:
        return AB_LEVEL_MOTION;
    }
}

// The pull of a rope that does not stretch comes with the accelerations.
static bool is_solved_for(const abModel *model, int force) {
    const abForceDef *def = &model->force_defs[force];
    return def->type == AB_FORCE_ROPE && isnan(((const abRopeKeys *)&def->params)->stiffness);
}

abResult ab_look_allowed(const abLooker *looker, const char *name, abLookLevel level, int offset,
                         const abExpressionSource *source, abError *error) {
    if (level <= looker->most) {
        return AB_OK;
    }
    if (looker->most == AB_LEVEL_TIME) {
        return ab_expression_problem(source, offset, error,
                                     "%s may depend on time alone, and %s looks at the state",
                                     looker->what, name);
    }
    return ab_expression_problem(source, offset, error,
                                 "%s looks at accelerations or forces of joints; they follow from "
                                 "the forces, so %s that looks at them would be a circle",
                                 name, looker->what);
}

// ---- inputs ----

int ab_model_note_look(abModel *model, const abLook *look) {
    char key[160];
    snprintf(key, sizeof key, "%d %d %d %d %d %d %d %d %p", (int)look->kind, look->component,
             look->i, look->j, look->r, look->frame, look->subject, look->side,
             (const void *)look->selects);
    const int *known = ab_text_map_find(&model->input_names, key);
    if (known != NULL) {
        return *known;
    }
    abInput input = {.look = *look, .level = level_of(look->kind)};
    if (look->kind == AB_LOOK_FORCE && is_solved_for(model, look->subject)) {
        input.level = AB_LEVEL_ALL;
    }
    input.look.turn = look->kind == AB_LOOK_ANGLE ? model->turn_count++ : 0;
    const char *kept = ab_arena_text(&model->arena, key);
    int index = kept != NULL ? ab_model_add_input(model, &input) : -1;
    return index >= 0 && ab_model_note_name(&model->input_names, kept, (size_t)index) ? index : -1;
}

// ---- arguments ----

typedef struct Resolving {
    abLooker *looker;
    const char *name; // of the function
    const abExpressionSource *source;
    abError *error;
    abLook look;
    const char *selectors[2];
} Resolving;

// A problem that others word, placed in the text.
static abResult marker(Resolving *r, const abRawArgument *argument, int *out) {
    abPlace place = r->source->place;
    place.column += r->source->is_elsewhere ? 0 : argument->offset;
    return ab_model_need_marker(r->looker->model, r->name, argument->text, place, out, r->error);
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
    const abModel *model = r->looker->model;
    bool is_force = r->look.kind == AB_LOOK_FORCE;
    r->look.subject = is_force ? ab_model_find_force(model, argument->text)
                               : ab_model_find_joint(model, argument->text);
    if (r->look.subject >= 0) {
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
    return ab_expression_problem(r->source, argument->offset, r->error,
                                 "there is no %s %.100s%s%s%s", is_force ? "force" : "joint",
                                 argument->text, near != NULL ? " (did you mean " : "",
                                 near != NULL ? near : "", near != NULL ? "?)" : "");
}

// One argument by the word that stands for it in the table.
static abResult take(Resolving *r, const char *word, int length, const abRawArgument *argument) {
    abLook *look = &r->look;
    const struct {
        const char *word;
        int *marker;
    } markers[] = {{"i", &look->i}, {"j", &look->j}, {"r", &look->r}, {"frame", &look->frame}};
    for (size_t k = 0; k < sizeof markers / sizeof markers[0]; k++) {
        if (strlen(markers[k].word) == (size_t)length &&
            strncmp(word, markers[k].word, (size_t)length) == 0) {
            return marker(r, argument, markers[k].marker);
        }
    }
    switch (word[0]) {
    case 's':
        return whole(r, argument, "side", 0, 1, &look->side);
    case 'c':
        return whole(r, argument, "component", 1, 8, &look->component);
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
    abModel *model = r->looker->model;
    size_t n = model->shape_count;
    char key[2 * AB_EXPRESSION_NAME + 20];
    snprintf(key, sizeof key, "contact %s,%s", r->selectors[0], r->selectors[1]);
    const bool *known = ab_text_map_find(&model->input_names, key);
    if (known != NULL) {
        r->look.selects = known;
        return AB_OK;
    }
    bool *selects = AB_ARENA_NEW(&model->arena, bool, 2 * n + 1);
    const char *kept = ab_arena_text(&model->arena, key);
    if (selects == NULL || kept == NULL || !ab_text_map_put(&model->input_names, kept, selects)) {
        return ab_error_add(r->error, AB_IO, r->source->place, "out of memory for an expression");
    }
    r->look.selects = selects;
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

// One unit of a look, in SI.
static double unit_of(const abModel *model, const char *unit, const abLook *look) {
    const abExpressionUnits *u = &model->expression_units;
    bool is_flag = look->kind == AB_LOOK_PROXIMITY && look->component == 1;
    const struct {
        const char *unit;
        double factor;
    } units[] = {
        {"m", is_flag ? 1.0 : u->length},
        {"m/s", u->length / u->time},
        {"m/s^2", u->length / (u->time * u->time)},
        {"rad/s", 1.0 / u->time},
        {"rad/s^2", 1.0 / (u->time * u->time)},
        {"N", look->component > 4 ? u->force * u->length : u->force},
    };
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        if (strcmp(units[k].unit, unit) == 0) {
            return units[k].factor;
        }
    }
    return 1.0;
}

abResult ab_look_resolve(void *context, int look, int offset, const abRawArgument *arguments,
                         int count, const abExpressionSource *source, abExpressionUse *out,
                         abError *error) {
    abLooker *looker = context;
    const abFunctionText *f = &ab_look_texts[look];
    Resolving r = {.looker = looker, .name = f->name, .source = source, .error = error};
    r.look.kind = s_rows[look].kind;
    r.look.component = s_rows[look].component;
    AB_TRY(ab_look_allowed(looker, f->name, level_of(r.look.kind), offset, source, error));
    AB_TRY(take_all(&r, f->arguments, arguments, count));
    if (looker->is_check) {
        return AB_OK;
    }
    if (r.look.kind == AB_LOOK_CONTACT || r.look.kind == AB_LOOK_PROXIMITY) {
        AB_TRY(select_shapes(&r, arguments));
    }
    out->input = ab_model_note_look(looker->model, &r.look);
    out->unit = unit_of(looker->model, f->unit, &r.look);
    return out->input >= 0
               ? AB_OK
               : ab_error_add(error, AB_IO, source->place, "out of memory for an expression");
}
