// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// signals.c - variables, states and splines by name, and the scope in which a model's expressions are
// compiled.
//
// A variable that is used in a motion is put in place as a program, since a motion depends on time
// alone. Elsewhere it is an input: a number computed once per evaluation, however many expressions
// use it. An input's number is higher than those of all it needs, so ascending order is an order of
// evaluation.

#include "model/compile/signals.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/sort.h"
#include "base/text.h"
#include "math/expression/expression_words.h"
#include "model/compile/observed.h"

enum {
    CHAIN_MAX = 64, // variables that wait for each other
    STATES_MAX = 10000,
    VARIABLES_MAX = 10000 // each may need all others, so lists of them may have half its square
};

// ---- adding ----

// Names stand in expressions, where they must be one word and not a word with a meaning.
static abResult check_word(const char *what, const char *name, abPlace place, abError *error) {
    AB_TRY(ab_model_check_name(what, name, place, error));
    bool is_word = ab_is_letter(name[0]);
    for (int i = 0; name[i] != '\0'; i++) {
        is_word = is_word && (ab_is_letter(name[i]) || ab_is_digit(name[i]));
    }
    if (!is_word) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "the name %s of a %s is no word for expressions: letters, digits and _ "
                            "make one, beginning with a letter",
                            name, what);
    }
    return ab_observed_is_word(name)
               ? ab_error_add(error, AB_BAD_MODEL, place,
                              "a %s cannot be named %s; that word has a meaning in expressions",
                              what, name)
               : AB_OK;
}

abResult ab_model_add_variable(abModel *model, const abVariableDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(check_word("variable", def->name, def->place, error));
    AB_TRY(ab_model_check_new(&model->variable_names, "variable", def->name, def->place, error));
    if (model->variable_count == VARIABLES_MAX) {
        return ab_error_add(error, AB_BAD_MODEL, def->place, "a model has at most %d variables",
                            VARIABLES_MAX);
    }
    abVariable variable = {.def = *def, .input = -1};
    abVariable *added = AB_MODEL_ADD(model, variables, variable_count, variable);
    bool ok =
        added != NULL &&
        AB_MODEL_OWN(model, &added->def.name, &added->def.expression, &added->def.place.file) &&
        ab_model_store_name(&model->variable_names, added->def.name, model->variable_count - 1,
                            def->place);
    model->variable_words = NULL; // made anew when wanted
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for expressions");
}

abResult ab_model_add_state(abModel *model, const abStateDef *def, abError *error) {
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(check_word("state", def->name, def->place, error));
    AB_TRY(ab_model_check_new(&model->state_names, "state", def->name, def->place, error));
    if (def->rate == NULL || !isfinite(def->start) || !(def->scale > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "state %s: it needs a rate, a finite start and a scale above 0",
                            def->name);
    }
    if (model->user_state_count == STATES_MAX) {
        return ab_error_add(error, AB_BAD_MODEL, def->place, "a model has at most %d states",
                            STATES_MAX);
    }
    abState state = {.def = *def, .input = -1};
    abState *added = AB_MODEL_ADD(model, states, user_state_count, state);
    bool ok = added != NULL &&
              AB_MODEL_OWN(model, &added->def.name, &added->def.rate, &added->def.place.file) &&
              ab_model_store_name(&model->state_names, added->def.name, model->user_state_count - 1,
                                  def->place);
    model->variable_words = NULL;
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for expressions");
}

static abResult check_rising(const abSplineDef *def, const char *what, const double *values,
                             int count, abError *error) {
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i]) || (i > 0 && !(values[i] > values[i - 1]))) {
            return ab_error_add(error, AB_BAD_MODEL, def->place,
                                "spline %s: %s[%d] = %.9g does not rise above %s[%d] = %.9g",
                                def->name, what, i, values[i], what, i > 0 ? i - 1 : 0,
                                values[i > 0 ? i - 1 : 0]);
        }
    }
    return AB_OK;
}

abResult ab_model_add_spline(abModel *model, const abSplineDef *def, abError *error) {
    AB_TRY(
        ab_model_check_named(model, &model->spline_names, "spline", def->name, def->place, error));
    int nz = def->z != NULL ? def->z_count : 1;
    if (def->x_count < 2 || nz < 1 || def->x == NULL || def->y == NULL) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "spline %s has %d points; at least 2 are needed", def->name,
                            def->x_count);
    }
    AB_TRY(check_rising(def, "x", def->x, def->x_count, error));
    if (def->z != NULL) {
        AB_TRY(check_rising(def, "z", def->z, nz, error));
    }
    size_t nx = (size_t)def->x_count;
    abSpline *spline = AB_ARENA_NEW(&model->arena, abSpline, 1);
    if (spline == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for expressions");
    }
    *spline = (abSpline){
        .name = def->name, .nx = def->x_count, .nz = nz, .extrapolate = def->extrapolate};
    spline->x = ab_model_copy_numbers(model, def->x, nx);
    spline->y = ab_model_copy_numbers(model, def->y, nx * (size_t)nz);
    spline->z = def->z != NULL ? ab_model_copy_numbers(model, def->z, (size_t)nz) : NULL;
    bool ok = spline->x != NULL && spline->y != NULL && (def->z == NULL || spline->z != NULL) &&
              ab_model_own(model, &spline->name) && ab_spline_prepare(spline, &model->arena) &&
              // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers
              AB_MODEL_ADD(model, splines, spline_count, spline) != NULL &&
              ab_model_store_name(&model->spline_names, spline->name, model->spline_count - 1,
                                  def->place);
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for expressions");
}

void ab_model_set_expression_units(abModel *model, const abExpressionUnits *units) {
    model->expression_units = *units;
}

// ---- the scope ----

static abResult compile_text(abObservedScope *observed_scope, const abExpressionSource *source,
                             abExpression **out, abError *error);

// a -> b -> a
static abResult report_circle(const abObservedScope *observed_scope, const abVariable *variable,
                              abError *error) {
    char text[300] = "";
    size_t used = 0;
    int k = observed_scope->depth - 1;
    while (k > 0 && observed_scope->chain[k] != variable) {
        k--;
    }
    for (; k < observed_scope->depth && used + 60 < sizeof text; k++) {
        assert(observed_scope->chain[k] != NULL);
        used += (size_t)snprintf(text + used, sizeof text - used, "%.50s -> ",
                                 observed_scope->chain[k]->def.name);
    }
    return ab_error_add(error, AB_BAD_MODEL, variable->def.place,
                        "variables refer to each other in a circle: %s%.50s", text,
                        variable->def.name);
}

// Compiles the text of a variable in the same scope as what uses it.
static abResult open_variable(abObservedScope *observed_scope, abVariable *variable,
                              abExpression **out, abError *error) {
    if (variable->is_open) {
        return report_circle(observed_scope, variable, error);
    }
    if (observed_scope->depth == CHAIN_MAX && observed_scope->too_deep != NULL) {
        *observed_scope->too_deep = variable;
        return AB_BAD_MODEL;
    }
    if (observed_scope->depth == CHAIN_MAX) {
        return ab_error_add(error, AB_BAD_MODEL, variable->def.place,
                            "more than %d variables in a row refer to the next; define them in the "
                            "order of their use",
                            CHAIN_MAX);
    }
    abExpressionSource source = {variable->def.expression, variable->def.place, true};
    variable->is_open = true;
    observed_scope->chain[observed_scope->depth++] = variable;
    abResult result = compile_text(observed_scope, &source, out, error);
    observed_scope->depth--;
    variable->is_open = false;
    return result;
}

// The inputs an expression needs, directly and through variables, ascending.
static abResult gather(abModel *model, abExpression *expression, abCompiledExpression *out,
                       abError *error) {
    int direct, total = 0, kept = 0;
    const int *inputs = ab_expression_inputs(expression, &direct);
    for (int k = 0; k < direct; k++) {
        total += 1 + model->inputs[inputs[k]].compiled.input_count;
    }
    int *all = AB_ARENA_NEW(&model->arena, int, (size_t)total);
    if (all == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for expressions");
    }
    total = 0;
    abObservedLevel level = ab_expression_uses_time(expression) ? AB_LEVEL_MOTION : AB_LEVEL_TIME;
    for (int k = 0; k < direct; k++) {
        const abInput *input = &model->inputs[inputs[k]];
        for (int m = 0; m < input->compiled.input_count; m++) {
            all[total++] = input->compiled.inputs[m];
        }
        all[total++] = inputs[k];
        level = input->level > level ? input->level : level;
    }
    if (total > 0) {
        qsort(all, (size_t)total, sizeof *all, ab_by_int);
    }
    for (int k = 0; k < total; k++) {
        if (kept == 0 || all[kept - 1] != all[k]) {
            all[kept++] = all[k];
        }
    }
    *out = (abCompiledExpression){
        .expression = expression, .inputs = all, .input_count = kept, .level = level};
    for (int k = 0; k < kept; k++) {
        const abInput *input = &model->inputs[all[k]];
        out->has_velocities |= !input->is_variable &&
                               input->observed.kind >= AB_OBSERVED_VELOCITY &&
                               input->observed.kind <= AB_OBSERVED_SPIN_SIZE;
    }
    return AB_OK;
}

int ab_model_add_input(abModel *model, const abInput *input) {
    return AB_MODEL_ADD(model, inputs, input_count, *input) != NULL ? (int)model->input_count - 1
                                                                    : -1;
}

static abResult compile_variable(abObservedScope *observed_scope, abVariable *variable,
                                 abError *error) {
    abModel *model = observed_scope->model;
    abExpression *expression = NULL;
    abInput input = {.is_variable = true};
    // a variable may look at everything; who uses it is checked then
    abObservedScope wide = *observed_scope;
    wide.maximum = AB_LEVEL_ALL;
    AB_TRY(open_variable(&wide, variable, &expression, error));
    AB_TRY(gather(model, expression, &input.compiled, error));
    input.level = input.compiled.level;
    variable->input = ab_model_add_input(model, &input);
    return variable->input >= 0 ? AB_OK : ab_no_memory(error, (abPlace){0}, "for expressions");
}

// A variable as an input. What is wrong with it is said once.
static abResult note_variable(abObservedScope *observed_scope, abVariable *variable,
                              abError *error) {
    if (variable->is_wrong) {
        return AB_BAD_MODEL;
    }
    abResult result = compile_variable(observed_scope, variable, error);
    bool is_too_deep = observed_scope->too_deep != NULL && *observed_scope->too_deep != NULL;
    variable->is_wrong |= result != AB_OK && !is_too_deep;
    return result;
}

// A state as an input.
static abResult find_state(abObservedScope *observed_scope, int index, int offset,
                           const abExpressionSource *source, abExpressionUse *out, abError *error) {
    abModel *model = observed_scope->model;
    abState *state = &model->states[index];
    AB_TRY(ab_observed_allowed(observed_scope, state->def.name, AB_LEVEL_MOTION, offset, source,
                               error));
    if (observed_scope->is_check) {
        return AB_OK;
    }
    if (state->input < 0) {
        const abObserved observed = {.kind = AB_OBSERVED_STATE, .subject = index};
        state->input = ab_model_store_observed(model, &observed);
    }
    out->input = state->input;
    return state->input >= 0 ? AB_OK : ab_no_memory(error, (abPlace){0}, "for expressions");
}

static abResult find_variable(void *context, const char *name, int offset,
                              const abExpressionSource *source, abExpressionUse *out,
                              abError *error) {
    abObservedScope *observed_scope = context;
    abModel *model = observed_scope->model;
    int index = ab_model_find_named(&model->variable_names, name);
    int state = ab_model_find_named(&model->state_names, name);
    if (state >= 0) {
        return find_state(observed_scope, state, offset, source, out, error);
    }
    if (index < 0) {
        const char *near = ab_nearest_word(name, model->variable_words);
        return ab_expression_problem(source, offset, error, "there is no variable %s%s", name,
                                     ab_hint(near).text);
    }
    abVariable *variable = &model->variables[index];
    if (observed_scope->maximum == AB_LEVEL_TIME) {
        if (variable->of_time == NULL) {
            AB_TRY(open_variable(observed_scope, variable, &variable->of_time, error));
        }
        out->program = variable->of_time;
        return AB_OK;
    }
    if (observed_scope->is_check) { // its own expression is checked by itself
        return AB_OK;
    }
    if (variable->input < 0) {
        AB_TRY(note_variable(observed_scope, variable, error));
    }
    out->input = variable->input;
    return ab_observed_allowed(observed_scope, name, model->inputs[variable->input].level, offset,
                               source, error);
}

static const abSpline *find_spline(void *context, const char *name, int offset,
                                   const abExpressionSource *source, abError *error) {
    enum { WORDS = 64 };
    const abModel *model = ((abObservedScope *)context)->model;
    int index = ab_model_find_named(&model->spline_names, name);
    if (index >= 0) {
        return model->splines[index];
    }
    const char *words[WORDS + 1] = {NULL};
    for (size_t s = 0; s < model->spline_count && s < WORDS; s++) {
        words[s] = model->splines[s]->name;
    }
    const char *near = ab_nearest_word(name, words);
    ab_expression_problem(source, offset, error, "there is no spline %s%s", name,
                          ab_hint(near).text);
    return NULL;
}

// The names of all variables and states, once per set of them.
static abResult list_words(abModel *model, abError *error) {
    if (model->variable_words != NULL) {
        return AB_OK;
    }
    const char **words = AB_ARENA_NEW(&model->arena, const char *,
                                      model->variable_count + model->user_state_count + 1);
    if (words == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for expressions");
    }
    for (size_t v = 0; v < model->variable_count; v++) {
        words[v] = model->variables[v].def.name;
    }
    for (size_t k = 0; k < model->user_state_count; k++) {
        words[model->variable_count + k] = model->states[k].def.name;
    }
    words[model->variable_count + model->user_state_count] = NULL;
    model->variable_words = words;
    return AB_OK;
}

static abResult compile_text(abObservedScope *observed_scope, const abExpressionSource *source,
                             abExpression **out, abError *error) {
    abModel *model = observed_scope->model;
    AB_TRY(list_words(model, error));
    abExpressionScope scope = {
        .context = observed_scope,
        .time_unit = model->expression_units.time,
        .observed_list = ab_observed_texts,
        .observed_count = ab_observed_count,
        .observed = ab_observed_resolve,
        .variable = find_variable,
        .spline = find_spline,
        .variable_names = model->variable_words,
    };
    return ab_expression_compile_in(source, &scope, &model->arena, out, error);
}

// ---- what others call ----

abResult ab_compile_expression(abModel *model, const char *text, abPlace place, const char *what,
                               abObservedLevel maximum, abCompiledExpression *out, abError *error) {
    abExpressionSource source = {text, place, true};
    abObservedScope observed_scope = {.model = model, .maximum = maximum, .what = what};
    abExpression *expression = NULL;
    AB_TRY(compile_text(&observed_scope, &source, &expression, error));
    return gather(model, expression, out, error);
}

abResult ab_compile_drive(abModel *model, const char *text, abPlace place, abExpression **out,
                          abError *error) {
    abExpressionSource source = {text, place, true};
    abObservedScope observed_scope = {.model = model, .maximum = AB_LEVEL_TIME, .what = "a motion"};
    return compile_text(&observed_scope, &source, out, error);
}

abResult ab_model_check_expression(abModel *model, const char *text, abPlace place, bool is_of_time,
                                   abError *error) {
    AB_TRY(list_words(model, error)); // these stay
    abArenaMark mark = ab_arena_mark(&model->arena);
    abExpressionSource source = {.text = text, .place = place};
    abObservedScope observed_scope = {.model = model,
                                      .maximum = is_of_time ? AB_LEVEL_TIME : AB_LEVEL_ALL,
                                      .what = "a motion",
                                      .is_check = true};
    abExpression *expression;
    abResult result = compile_text(&observed_scope, &source, &expression, error);
    if (result != AB_OK || !is_of_time) { // variables keep the programs compiled for a motion
        ab_arena_reset(&model->arena, mark);
    }
    return result;
}

// One variable and those it needs. Where the chain of those is too long for one go, its far end is
// compiled first; `roots` keeps who waits for that. More of them than a chain of all variables
// gives means a circle, and a go without them says what is wrong.
static abResult compile_chain(abModel *model, abVariable *variable, abVariable **roots, int maximum,
                              abError *error) {
    int count = 1;
    roots[0] = variable;
    while (count > 0) {
        abVariable *root = roots[count - 1], *too_deep = NULL;
        abObservedScope observed_scope = {.model = model,
                                          .maximum = AB_LEVEL_ALL,
                                          .what = "a variable",
                                          .too_deep = count < maximum ? &too_deep : NULL};
        abResult result = root->input >= 0 ? AB_OK : note_variable(&observed_scope, root, error);
        if (too_deep != NULL) {
            roots[count++] = too_deep;
        } else if (result != AB_OK) {
            return result;
        } else {
            count--;
        }
    }
    return AB_OK;
}

abResult ab_compile_variables(abModel *model, abError *error) {
    abResult result = AB_OK;
    size_t maximum = model->variable_count / CHAIN_MAX + 2;
    abVariable **roots = AB_ARENA_NEW(&model->arena, abVariable *, maximum);
    if (roots == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for expressions");
    }
    for (size_t v = 0; v < model->variable_count; v++) {
        result = ab_worse(result,
                          compile_chain(model, &model->variables[v], roots, (int)maximum, error));
    }
    return result;
}

// A variable of the name of a state would never be seen.
static abResult check_names(const abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t k = 0; k < model->user_state_count; k++) {
        const abStateDef *def = &model->states[k].def;
        if (ab_model_find_named(&model->variable_names, def->name) >= 0) {
            result = ab_error_add(error, AB_BAD_MODEL, def->place,
                                  "state %s has the name of a variable; expressions would not know "
                                  "which is meant",
                                  def->name);
        }
    }
    return result;
}

abResult ab_compile_states(abModel *model, abError *error) {
    abResult result = check_names(model, error);
    bool is_stepping = model->simulation.method == AB_METHOD_STEPPING;
    for (size_t k = 0; k < model->user_state_count; k++) {
        abState *state = &model->states[k];
        result = ab_worse(result,
                          ab_compile_expression(model, state->def.rate, state->def.place, "a state",
                                                is_stepping ? AB_LEVEL_MOTION : AB_LEVEL_ALL,
                                                &state->rate, error));
        model->rate_level =
            state->rate.level > model->rate_level ? state->rate.level : model->rate_level;
    }
    return result;
}

bool ab_compiled_expression_uses_time(const abModel *model, const abCompiledExpression *compiled) {
    bool uses = ab_expression_uses_time(compiled->expression);
    for (int k = 0; k < compiled->input_count; k++) {
        const abInput *input = &model->inputs[compiled->inputs[k]];
        uses |= input->is_variable ? ab_expression_uses_time(input->compiled.expression)
                                   : input->observed.kind == AB_OBSERVED_STATE;
    }
    return uses;
}
