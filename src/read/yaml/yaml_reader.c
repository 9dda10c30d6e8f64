// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_reader.c - a model from a text: parse, override, define, compile, and tell all problems.

#include <math.h>

#include "base/no_memory.h"
#include "model/core/model.h"
#include "model/core/user_laws.h"
#include "read/core/model_read.h"
#include "read/yaml/model_parameters.h"
#include "read/yaml/yaml_checks.h"
#include "read/yaml/yaml_model.h"
#include "read/yaml/yaml_override.h"
#include "read/yaml/yaml_types.h"

// ---- what to say ----

static bool is_tainted(const abYamlReader *reader, const abProblem *problem) {
    for (const abTainted *t = reader->tainted; t != NULL; t = t->next) {
        if (t->place.line == problem->line && t->place.column == problem->column) {
            return true;
        }
    }
    return false;
}

// Compiles a model in which something is wrong already, to find what else is: names that lead
// nowhere, say. What it finds at places with known problems is left out, and so are warnings: they would
// speak of what the wrong parts have left behind.
static void compile_for_more(abYamlReader *reader) {
    abError *more = AB_ARENA_NEW(reader->context.arena, abError, 1);
    if (more == NULL || reader->context.error == NULL || reader->lost_names) {
        return;
    }
    reader->model->log = (abLog){0};
    ab_model_compile(reader->model, more);
    for (int i = 0; i < more->count; i++) {
        const abProblem *problem = &more->problems[i];
        if (!is_tainted(reader, problem) && problem->line > 0) {
            abPlace place = {problem->file, problem->line, problem->column};
            ab_error_add(reader->context.error, AB_BAD_MODEL, place, "%s", problem->text);
        }
    }
}

// ---- the steps ----

static abResult parse(abYamlReader *reader, const abModelSource *source, abNode **root) {
    abYamlContext *context = &reader->context;
    abResult result = ab_yaml_parse(source->text, source->size, source->file, false, context->arena,
                                    root, context->error);
    if (*root == NULL && result == AB_OK) {
        return ab_error_add(context->error, AB_BAD_MODEL, (abPlace){source->file, 1, 1},
                            "the file is empty; a model begins with abut: 1");
    }
    ab_yaml_added(reader, result);
    return *root == NULL ? result : AB_OK;
}

static abResult define(abYamlReader *reader, const abModelSource *source) {
    abNode *root;
    AB_TRY(parse(reader, source, &root));
    for (int i = 0; i < source->override_count; i++) {
        ab_yaml_added(reader, ab_yaml_override(&root, &source->overrides[i], reader->context.arena,
                                               reader->context.error));
    }
    AB_TRY(reader->result); // want of memory, the tree may have holes
    ab_yaml_read_model(reader, root);
    if (reader->context.is_out_of_memory) {
        return ab_no_memory(reader->context.error, (abPlace){0}, "while reading the model");
    }
    return reader->result;
}

// Paths of `changes` of a model that is wrong elsewhere, too: of one that is not, they are checked when a
// simulation is made.
static void check_paths(const abYamlReader *reader, const abModelText *text) {
    for (size_t i = 0; i < reader->model->change_count; i++) {
        const abChangeDef *change = &reader->model->changes[i];
        abError problem = {.count = 0};
        char path[AB_PARAMETER_PATH];
        abResult result =
            ab_yaml_find_parameter(text, reader->allocator, change->path, path, &problem);
        if (result != AB_OK && problem.count > 0) {
            ab_error_add(reader->context.error, AB_BAD_MODEL, change->place, "a change: %s",
                         problem.problems[0].text);
        }
    }
}

static abResult finish(abYamlReader *reader, const abModelText *text) {
    if (reader->context.problems > 0) {
        compile_for_more(reader);
        return AB_BAD_MODEL;
    }
    AB_TRY(ab_model_keep_source(reader->model, text, reader->context.error));
    return ab_model_compile(reader->model, reader->context.error);
}

static abResult build(abYamlReader *reader, const abModelSource *source) {
    const abYamlContext *context = &reader->context;
    AB_TRY(define(reader, source));
    const abModelText text = {.text = source->text,
                              .size = source->size,
                              .name = source->name,
                              .overrides = source->overrides,
                              .override_count = source->override_count,
                              .units = {context->units.choice[0], context->units.choice[1],
                                        context->units.choice[2], context->units.choice[3]}};
    abResult result = finish(reader, &text);
    if (result == AB_BAD_MODEL) {
        check_paths(reader, &text);
    }
    return result;
}

bool ab_model_is_yaml(const char *text, size_t size) {
    (void)text, (void)size;
    return true;
}

abResult ab_model_read_yaml(const abModelSource *source, abModel **out) {
    abArena *arena = source->arena;
    abYamlReader reader = {
        .context = {.arena = arena,
                    .log = source->log,
                    .error = source->error,
                    .may_read_files = source->name != NULL,
                    .folder = source->folder,
                    .any_files = source->any_files,
                    .open_power = NAN},
        .allocator = arena->allocator,
        .name = source->name,
        .materials = {.arena = arena},
        .pairs = {.arena = arena},
        .joints = {.arena = arena},
        .forces = {.arena = arena},
        .included = {.arena = arena},
    };
    AB_TRY(ab_model_create(arena->allocator, source->log, &reader.model, source->error));
    reader.context.model = reader.model;
    abResult result = source->laws != NULL
                          ? ab_model_copy_laws(reader.model, source->laws, source->error)
                          : AB_OK;
    result = result == AB_OK ? build(&reader, source) : result;
    if (result != AB_OK) {
        ab_model_destroy(reader.model);
        return result;
    }
    *out = reader.model;
    return AB_OK;
}
