// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_read.c - a study file into a Study, by the reader of models: several problems at once, each
// with its place.

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/no_memory.h"
#include "base/plain_file.h"
#include "base/text.h"
#include "read/core/model_file.h"
#include "read/yaml/yaml_number.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_value.h"
#include "study/study.h"
#include "study/study_file_names.h"
#include "study/study_keys.h"

typedef struct Reader {
    abYamlContext context;
    Study *study;
} Reader;

static const char *kept(Reader *reader, const char *text) {
    const char *copy = ab_arena_text(reader->context.arena, text);
    reader->context.is_out_of_memory |= copy == NULL;
    return copy != NULL ? copy : "";
}

// ---- values as texts ----

// A value in one line, as YAML. The reader has bounded its depth.
static void write_node(abText *text, const abNode *node) { // NOLINT(misc-no-recursion)
    if (node->kind == AB_NODE_SCALAR) {
        ab_text_add(text, node->is_quoted ? "'%s'" : "%s", node->text);
        return;
    }
    bool is_map = node->kind == AB_NODE_MAP;
    ab_text_add(text, is_map ? "{" : "[");
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        ab_text_add(text, item == node->first ? "" : ", ");
        if (is_map) {
            ab_text_add(text, "%s: ", item->key);
        }
        write_node(text, item->value);
    }
    ab_text_add(text, is_map ? "}" : "]");
}

static const char *node_text(Reader *reader, const abNode *node) {
    abText text;
    ab_text_init(&text, ab_heap());
    write_node(&text, node);
    const char *copy = kept(reader, ab_text_string(&text));
    reader->context.is_out_of_memory |= text.failed;
    ab_text_done(&text);
    return copy;
}

// ---- a parameter ----

static const abKey s_any_number = {
    .name = "", .kind = AB_KEY_NUMBER, .unit = "-", .low = -INFINITY, .high = INFINITY};

static const char **new_levels(Reader *reader, StudyParameter *parameter, int count) {
    const char **levels = AB_ARENA_NEW(reader->context.arena, const char *, (size_t)count);
    reader->context.is_out_of_memory |= levels == NULL;
    parameter->levels = levels;
    parameter->level_count = levels != NULL ? count : 0;
    return levels;
}

static void read_values(Reader *reader, const abNode *node, StudyParameter *parameter) {
    if (node->kind != AB_NODE_LIST || node->count == 0 || node->count > STUDY_LEVELS) {
        ab_yaml_wrong_type(&reader->context, node, "values", "a list of numbers or words", NULL);
        return;
    }
    const char **levels = new_levels(reader, parameter, node->count);
    int i = 0;
    for (const abNodeItem *item = node->first; levels != NULL && item != NULL; item = item->next) {
        const abNode *value = item->value;
        if (value->kind != AB_NODE_SCALAR || strlen(value->text) + 3 > STUDY_VALUE) {
            ab_yaml_wrong_type(&reader->context, value, "values", "numbers or short words", NULL);
        }
        levels[i++] = node_text(reader, value);
    }
}

// The values between from and to, which are exact at both ends.
static void read_row(Reader *reader, const abNode *node, const StudyRange *range,
                     StudyParameter *parameter) {
    if (range->log && !(range->from > 0.0 && range->to > 0.0)) {
        ab_yaml_problem(&reader->context, node->place,
                        "%s: with log: true both from = %.9g and to = %.9g must be above 0",
                        parameter->path, range->from, range->to);
        return;
    }
    parameter->is_log = range->log;
    const char **levels = new_levels(reader, parameter, range->count);
    for (int i = 0; levels != NULL && i < range->count; i++) {
        double part = (double)i / (range->count - 1);
        double value = i == range->count - 1 ? range->to
                       : range->log          ? range->from * pow(range->to / range->from, part)
                                             : range->from + part * (range->to - range->from);
        char text[32];
        ab_number_text(value, text);
        levels[i] = kept(reader, text);
    }
}

static void read_distribution(Reader *reader, const abNode *node, const Distribution *distribution,
                              StudyParameter *parameter) {
    if (node->kind != AB_NODE_LIST || node->count != distribution->number_count) {
        char wanted[60];
        snprintf(wanted, sizeof wanted, "%d numbers %s", distribution->number_count,
                 distribution->numbers);
        ab_yaml_wrong_type(&reader->context, node, distribution->name, wanted, NULL);
        return;
    }
    parameter->distribution = distribution;
    parameter->is_log = strstr(distribution->name, "log") == distribution->name;
    if (ab_yaml_numbers(&reader->context, node, distribution->name, &s_any_number, false,
                        parameter->numbers) &&
        !distribution->allows(parameter->numbers)) {
        ab_yaml_problem(&reader->context, node->place, "%s wants %s; %s", distribution->name,
                        distribution->numbers, distribution->text);
    }
}

enum { FORMS = 8 }; // of values; more than there are

static void read_forms(Reader *reader, const abNode *node, StudyParameter *parameter,
                       const abYamlTarget *target) {
    const StudyRange *range = target->object;
    abYamlContext *context = &reader->context;
    int given = 0;
    const abNodeItem *values = ab_node_find(node, "values");
    if (values != NULL) {
        given++;
        read_values(reader, values->value, parameter);
    }
    for (int k = 0; k < distribution_count; k++) {
        const abNodeItem *item = ab_node_find(node, distributions[k].name);
        if (item != NULL && given++ == 0) {
            read_distribution(reader, item->value, &distributions[k], parameter);
        }
    }
    bool from = ab_yaml_is_given(target, "from"), to = ab_yaml_is_given(target, "to"),
         count = ab_yaml_is_given(target, "count");
    if (from && to && count && given++ == 0) {
        read_row(reader, node, range, parameter);
    } else if (from || to || count || given != 1) {
        ab_yaml_problem(context, node->place,
                        "%s wants from, to and count together, or values, or one distribution",
                        parameter->path);
    }
    bool is_cut = ab_yaml_is_given(target, "low") || ab_yaml_is_given(target, "high");
    if (is_cut && parameter->distribution == NULL) {
        ab_yaml_problem(context, node->place,
                        "%s: low and high cut a distribution, and there is none", parameter->path);
    } else if (!(range->low < range->high)) {
        ab_yaml_problem(context, node->place, "%s: low = %.9g is not below high = %.9g",
                        parameter->path, range->low, range->high);
    }
    parameter->low = range->low;
    parameter->high = range->high;
}

static void read_parameter(Reader *reader, const abNodeItem *item) {
    Study *study = reader->study;
    if (study->parameter_count == STUDY_PARAMETERS) {
        ab_yaml_problem(&reader->context, item->key_place, "more than %d parameters",
                        STUDY_PARAMETERS);
        return;
    }
    StudyParameter *parameter = &study->parameters[study->parameter_count++];
    *parameter = (StudyParameter){.path = kept(reader, item->key),
                                  .text = node_text(reader, item->value),
                                  .place = item->key_place};
    StudyRange range;
    ab_table_defaults(&study_range_table, &range);
    abYamlTarget target = {.table = &study_range_table, .object = &range};
    const char *others[FORMS + 2] = {"values"};
    for (int k = 0; k < distribution_count && k < FORMS; k++) {
        others[k + 1] = distributions[k].name;
    }
    if (ab_yaml_fill(&reader->context, item->value, parameter->path, &target, 1, others)) {
        read_forms(reader, item->value, parameter, &target);
    }
    parameter->dimension = parameter->distribution != NULL ? study->dimensions++ : -1;
}

// ---- outputs ----

static void read_output(Reader *reader, const abNodeItem *item) {
    Study *study = reader->study;
    if (study->output_count == STUDY_OUTPUTS) {
        ab_yaml_problem(&reader->context, item->key_place, "more than %d outputs", STUDY_OUTPUTS);
        return;
    }
    if (ab_yaml_open_brackets(item->key) < 0 && ab_node_is_empty(item->value)) {
        return; // the rest of what is told below
    }
    const char *text = ab_yaml_text(&reader->context, item->value, item->key);
    if (text != NULL && ab_yaml_open_brackets(text) > 0) {
        ab_yaml_problem(&reader->context, item->value->place,
                        "a comma ends a value, so an output with commas stands in quotes: %s: "
                        "\"%s, ...\"",
                        item->key, text);
    } else if (text != NULL) {
        study->outputs[study->output_count++] =
            (StudyOutput){kept(reader, item->key), kept(reader, text), item->value->place};
    }
}

// Names are columns of a table, where large and small letters are the same.
static void check_names(Reader *reader) {
    const Study *study = reader->study;
    for (int i = 0; i < study->output_count; i++) {
        const StudyOutput *output = &study->outputs[i];
        bool is_taken = study_file_has_column(output->name);
        for (int k = 0; k < i; k++) {
            is_taken |= strcasecmp(output->name, study->outputs[k].name) == 0;
        }
        for (int k = 0; k < study->parameter_count; k++) {
            is_taken |= strcasecmp(output->name, study->parameters[k].path) == 0;
        }
        if (is_taken) {
            ab_yaml_problem(&reader->context, output->place,
                            "the name %.60s is taken by another column of the results",
                            output->name);
        }
    }
}

// ---- the whole ----

static void fill(Reader *reader, const abNode *root, const char *key, const abTable *table,
                 void *object) {
    const abNodeItem *item = ab_node_find(root, key);
    abYamlTarget target = {.table = table, .object = object};
    ab_table_defaults(table, object);
    if (item != NULL) {
        ab_yaml_fill(&reader->context, item->value, key, &target, 1, NULL);
    }
}

static void read_each(Reader *reader, const abNode *root, const char *key, const char *of,
                      void (*read)(Reader *reader, const abNodeItem *item)) {
    const abNodeItem *found = ab_node_find(root, key);
    if (found == NULL || found->value->kind != AB_NODE_MAP || found->value->count == 0) {
        ab_yaml_problem(&reader->context, found != NULL ? found->value->place : root->place,
                        "a study needs %s: a mapping of %s", key, of);
        return;
    }
    for (const abNodeItem *item = found->value->first; item != NULL; item = item->next) {
        read(reader, item);
    }
}

static void check_sampling(Reader *reader, const abNode *root) {
    Study *study = reader->study;
    const Sampling *method = &samplings[study->sampling.method];
    const abNodeItem *item = ab_node_find(root, "sampling");
    abPlace place = item != NULL ? item->value->place : root->place;
    abYamlContext *context = &reader->context;
    if (study->dimensions > 0 && !method->needs_count) {
        ab_yaml_problem(context, place,
                        "parameters with a distribution need sampling: {method: sobol, count: "
                        "...}; the method is %s",
                        method->name);
    } else if (study->dimensions == 0 && method->needs_count) {
        ab_yaml_problem(context, place,
                        "sampling: %s is for parameters with a distribution, and there are none",
                        method->name);
    } else if (method->needs_count && study->sampling.count == 0) {
        ab_yaml_problem(context, place, "sampling: %s needs the key count", method->name);
    } else if (study->dimensions > method->most_dimensions) {
        ab_yaml_problem(context, place, "sampling: %s takes up to %d parameters, there are %d",
                        method->name, method->most_dimensions, study->dimensions);
    }
}

// The estimators of indices know of no listed values.
static void check_listed(Reader *reader) {
    const Study *study = reader->study;
    for (int i = 0; i < study->parameter_count; i++) {
        const StudyParameter *p = &study->parameters[i];
        if (study->sampling.method == SAMPLING_saltelli && p->levels != NULL) {
            ab_yaml_problem(&reader->context, p->place,
                            "%s: saltelli wants a distribution for every parameter", p->path);
        }
    }
}

static void count_cases(Reader *reader, const abNode *root) {
    Study *study = reader->study;
    SamplingPlan plan = {study->head.seed, study->sampling.count, study->dimensions};
    double cases = (double)samplings[study->sampling.method].points(&plan);
    study->combinations = 1;
    for (int i = 0; i < study->parameter_count && cases <= STUDY_CASES; i++) {
        int levels = study->parameters[i].levels != NULL ? study->parameters[i].level_count : 1;
        cases *= levels;
        study->combinations *= levels;
    }
    study->case_count = (int64_t)cases;
    if (cases > STUDY_CASES) {
        ab_yaml_problem(&reader->context, root->place,
                        "the study has more than %d cases, the most allowed", STUDY_CASES);
    }
}

static void read_tree(Reader *reader, const abNode *root) {
    static const char *const others[] = {"parameters", "sampling", "outputs",
                                         "keep",       "limits",   NULL};
    Study *study = reader->study;
    abYamlTarget target = {.table = &study_head_table, .object = &study->head};
    ab_table_defaults(&study_head_table, &study->head);
    bool is_map = root->kind == AB_NODE_MAP;
    ab_yaml_fill(&reader->context, root, "a study", &target, 1, others);
    if (!is_map) {
        return;
    }
    read_each(reader, root, "parameters", "paths to values", read_parameter);
    fill(reader, root, "sampling", &study_sampling_table, &study->sampling);
    read_each(reader, root, "outputs", "names to what is wanted, as in peak: max(ball.speed)",
              read_output);
    fill(reader, root, "keep", &study_keep_table, &study->keep);
    fill(reader, root, "limits", &study_limits_table, &study->limits);
    check_names(reader);
    if (reader->context.problems == 0) {
        check_sampling(reader, root);
        check_listed(reader);
    }
    if (reader->context.problems == 0) {
        count_cases(reader, root);
    }
}

// The model beside the study.
static void find_model(Reader *reader) {
    Study *study = reader->study;
    const char *model = study->head.model, *name = ab_file_name(study->path);
    if (model == NULL || model[0] == '/' || name == study->path) {
        study->model_path = model;
        return;
    }
    abText text;
    ab_text_init(&text, ab_heap());
    ab_text_add(&text, "%.*s%s", (int)(name - study->path), study->path, model);
    study->model_path = kept(reader, ab_text_string(&text));
    ab_text_done(&text);
}

abResult study_read(const char *path, Study *out, abError *error) {
    *out = (Study){0};
    ab_arena_init(&out->arena, ab_heap(), 65536);
    Reader reader = {.context = {.arena = &out->arena, .error = error, .open_power = NAN},
                     .study = out};
    out->path = kept(&reader, path);
    abModelFile file;
    abResult result = ab_model_file_read(path, ab_heap(), (abPlace){0}, &file, error);
    if (result != AB_OK) {
        return result;
    }
    abNode *root = NULL;
    out->text = kept(&reader, file.text);
    result = ab_yaml_parse(file.text, file.size, out->path, false, &out->arena, &root, error);
    if (root == NULL && result == AB_OK) {
        result = ab_error_add(error, AB_BAD_MODEL, (abPlace){out->path, 1, 1},
                              "the file is empty; a study begins with abut_study: 1");
    }
    if (root != NULL) {
        read_tree(&reader, root);
        find_model(&reader);
    }
    ab_model_file_done(&file);
    if (reader.context.is_out_of_memory) {
        return ab_no_memory(error, (abPlace){0}, "while reading the study");
    }
    return result != AB_OK ? result : reader.context.problems > 0 ? AB_BAD_MODEL : AB_OK;
}

void study_done(Study *study) {
    if (study->arena.block_size != 0) {
        ab_arena_done(&study->arena);
    }
}
