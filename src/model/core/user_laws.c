// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_laws.c - laws that the program has added to a model, in a list that lives in its arena.

#include "model/core/user_laws.h"

#include <stddef.h>
#include <string.h>

#include "law/core/law.h"
#include "law/core/law_kinds.h"
#include "law/user/callback_law.h"
#include "model/core/model.h"

const abUserLaw *ab_model_find_law(const abModel *model, abUserLawList list, const char *name) {
    const abUserLaw *law = model->user_laws;
    while (law != NULL && (name == NULL || law->list != list || strcmp(law->name, name) != 0)) {
        law = law->next;
    }
    return law;
}

// ---- adding ----

static bool is_of_library(abUserLawList list, const char *name) {
    return list == AB_USER_NORMAL_LAW ? ab_normal_law_find(name) != AB_NORMAL_LAW_COUNT
                                      : ab_friction_law_find(name) != AB_FRICTION_LAW_COUNT;
}

static abResult check(const abModel *model, abUserLawList list, const char *name, bool is_complete,
                      abError *error) {
    AB_TRY(ab_model_check_open(model, (abPlace){0}, error));
    if (name == NULL || name[0] == '\0' || !is_complete) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "a law of the program needs a name, its size and `evaluate`");
    }
    if (is_of_library(list, name) || ab_model_find_law(model, list, name) != NULL) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "there is a law %s already", name);
    }
    return AB_OK;
}

// What a later version of the struct has beside `size` is left out; what an earlier one lacks is NULL.
static abResult add(abModel *model, abUserLawList list, const char *name, const void *callbacks,
                    size_t given, size_t size, abError *error) {
    abUserLaw *law = AB_ARENA_NEW(&model->arena, abUserLaw, 1);
    void *copy = ab_arena_take(&model->arena, 1, size);
    if (law == NULL || copy == NULL) {
        return ab_model_no_memory(error);
    }
    memset(copy, 0, size);
    memcpy(copy, callbacks, given < size ? given : size);
    *law = (abUserLaw){.name = name, .list = list, .callbacks = copy, .next = model->user_laws};
    if (!ab_model_own(model, &law->name)) {
        return ab_model_no_memory(error);
    }
    model->user_laws = law;
    return AB_OK;
}

abResult ab_model_add_normal_law(abModel *model, const char *name, const abNormalCallbacks *law,
                                 abError *error) {
    bool is_complete =
        law->size >= offsetof(abNormalCallbacks, evaluate_many) && law->evaluate != NULL;
    AB_TRY(check(model, AB_USER_NORMAL_LAW, name, is_complete, error));
    return add(model, AB_USER_NORMAL_LAW, name, law, law->size, sizeof *law, error);
}

abResult ab_model_add_friction_law(abModel *model, const char *name, const abFrictionCallbacks *law,
                                   abError *error) {
    bool is_complete = law->size >= sizeof *law && law->evaluate != NULL;
    AB_TRY(check(model, AB_USER_FRICTION_LAW, name, is_complete, error));
    return add(model, AB_USER_FRICTION_LAW, name, law, law->size, sizeof *law, error);
}

abResult ab_model_copy_laws(abModel *model, const abModel *other, abError *error) {
    for (const abUserLaw *law = other->user_laws; law != NULL; law = law->next) {
        AB_TRY(law->list == AB_USER_NORMAL_LAW
                   ? ab_model_add_normal_law(model, law->name, law->callbacks, error)
                   : ab_model_add_friction_law(model, law->name, law->callbacks, error));
    }
    return AB_OK;
}

// ---- finding ----

static void find_callbacks(const abModel *model, abUserLawList list, abParams *params) {
    abCallbackKeys *keys = (void *)params->data;
    const abUserLaw *law = ab_model_find_law(model, list, keys->name);
    keys->callbacks = law != NULL ? law->callbacks : NULL;
}

void ab_model_find_laws(abModel *model) {
    for (size_t r = 0; r < model->rule_count; r++) {
        abContactRuleDef *rule = &model->rules[r];
        if (rule->normal_law == AB_LAW_CALLBACK) {
            find_callbacks(model, AB_USER_NORMAL_LAW, &rule->normal);
        }
        if (rule->friction_law == AB_FRICTION_CALLBACK) {
            find_callbacks(model, AB_USER_FRICTION_LAW, &rule->friction);
        }
    }
}
