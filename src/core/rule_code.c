// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_code.c - the routines of users that a simulation calls: opened once, watched, closed.

#include "core/rule_code.h"

#include "base/no_memory.h"

#include "core/simulation_state.h"
#include "core/user_post.h"
#include "law/user/user_code.h"
#include "model/rules/selectors.h"

#include <stdio.h>
#include <string.h>

struct abRunCode {
    abCodeHost host;
    abRuleCode *rules; // per contact rule of the model
};

static bool needs_permission(const abLawCode *code) {
    return code->open != NULL && !code->is_trusted;
}

static bool has_code(const abContactRuleDef *rule) {
    return rule->post_library != NULL || rule->post_script != NULL ||
           needs_permission(&ab_normal_law((abNormalLawKind)rule->normal_law)->code) ||
           needs_permission(&ab_friction_law((abFrictionLawKind)rule->friction_law)->code);
}

bool ab_model_has_code(const abModel *model) {
    for (size_t r = 0; r < model->rule_count; r++) {
        if (has_code(&model->rules[r])) {
            return true;
        }
    }
    return false;
}

void ab_run_folder(const char *file, char *out, size_t size) {
    const char *slash = file != NULL ? strrchr(file, '/') : NULL;
    int length = slash != NULL ? (int)(slash - file) : 1;
    snprintf(out, size, "%.*s", length, slash != NULL ? file : ".");
}

static abResult open_one(abCodeHost *host, const abLawCode *law, const void *params,
                         const char *folder, abPlace place, void **code, abError *error) {
    return law->open != NULL ? law->open(params, host, folder, place, code, error) : AB_OK;
}

static abResult open_rule(abRunCode *code, const abContactRuleDef *rule, abRuleCode *out,
                          abError *error) {
    char folder[4096];
    ab_run_folder(rule->place.file, folder, sizeof folder);
    const abNormalLaw *normal = ab_normal_law((abNormalLawKind)rule->normal_law);
    const abFrictionLaw *friction = ab_friction_law((abFrictionLawKind)rule->friction_law);
    abResult first = open_one(&code->host, &normal->code, rule->normal.data, folder, rule->place,
                              &out->normal, error);
    abResult second = open_one(&code->host, &friction->code, rule->friction.data, folder,
                               rule->place, &out->friction, error);
    return first != AB_OK ? first : second;
}

abResult ab_simulation_allow_code(abSimulation *s, const abCodeWatch *watch, abError *error) {
    const abModel *model = s->model;
    if (!ab_model_has_code(model) || s->code != NULL) {
        return AB_OK;
    }
    s->code = AB_ARENA_NEW(&s->arena, abRunCode, 1);
    abRuleCode *rules = AB_ARENA_NEW(&s->arena, abRuleCode, model->rule_count);
    if (s->code == NULL || rules == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    s->code->rules = rules;
    s->code->host.allocator = s->allocator;
    s->code->host.queries = (abCodeQueries){c_get_ncontacts, c_get_contact_post};
    s->code->host.watch = watch != NULL ? *watch : (abCodeWatch){0};
    abResult result = AB_OK;
    for (size_t r = 0; r < model->rule_count; r++) {
        s->code->host.rule_id = ab_rule_id(model, &model->rules[r]);
        abResult opened = open_rule(s->code, &model->rules[r], &rules[r], error);
        result = result == AB_OK ? opened : result;
    }
    s->dynamics.contacts->code = rules;
    abResult posts = ab_run_open_post(s, &s->code->host, error);
    result = result == AB_OK ? posts : result;
    return result == AB_OK ? ab_run_code_fault(s, error) : result;
}

abResult ab_run_allow_code_as(abSimulation *s, const abSimulation *other, abError *error) {
    return other->code != NULL ? ab_simulation_allow_code(s, &other->code->host.watch, error)
                               : AB_OK;
}

void ab_run_close_code(abSimulation *s) {
    ab_run_close_post(s);
    for (size_t r = 0; s->code != NULL && r < s->model->rule_count; r++) {
        const abContactRuleDef *rule = &s->model->rules[r];
        const abRuleCode *opened = &s->code->rules[r];
        if (opened->normal != NULL) {
            ab_normal_law((abNormalLawKind)rule->normal_law)->code.close(opened->normal);
        }
        if (opened->friction != NULL) {
            ab_friction_law((abFrictionLawKind)rule->friction_law)->code.close(opened->friction);
        }
    }
    s->code = NULL;
}

abResult ab_run_check_code(const abSimulation *s, abError *error) {
    for (size_t r = 0; s->code == NULL && r < s->model->rule_count; r++) {
        const abContactRuleDef *rule = &s->model->rules[r];
        if (has_code(rule)) {
            return ab_error_add(error, AB_USAGE, rule->place,
                                "the contact between %s and %s calls code of the model's author; "
                                "it is run only when that is allowed (--allow-code)",
                                rule->between[0], rule->between[1]);
        }
    }
    return AB_OK;
}

abResult ab_run_code_fault(const abSimulation *s, abError *error) {
    return s->code != NULL && s->code->host.has_fault
               ? ab_error_add(error, AB_NUMERICS, (abPlace){0}, "%s", s->code->host.fault)
               : AB_OK;
}
