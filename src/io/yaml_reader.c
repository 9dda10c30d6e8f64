// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_reader.c - a model from a text: parse, override, define, compile, and tell all problems.

#include "io/yaml_reader.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "io/model_file.h"
#include "io/yaml_override.h"

// ---- what to say ----

// Problems hold the first 119 bytes of a file's name; of a longer one the end says more.
static const char *name_for_places(const char *name) {
    enum { KEPT = 100 };
    if (name == NULL) {
        return "model";
    }
    size_t length = strlen(name);
    if (length <= KEPT) {
        return name;
    }
    const char *slash = strchr(name + length - KEPT, '/');
    return slash != NULL ? slash + 1 : name + length - KEPT;
}

static int compare_problems(const void *a, const void *b) {
    const abProblem *p = a, *q = b;
    int by_file = strcmp(p->file, q->file);
    if (by_file != 0) {
        return by_file;
    }
    if (p->line != q->line) {
        return p->line < q->line ? -1 : 1;
    }
    return (p->column > q->column) - (p->column < q->column);
}

// The problems from `first` on, in the order of the file.
static void sort_problems(abError *error, int first) {
    // insertion keeps what stands at one place in the order it was found
    for (int i = first + 1; i < error->count; i++) {
        abProblem moving = error->problems[i];
        int j = i;
        for (; j > first && compare_problems(&error->problems[j - 1], &moving) > 0; j--) {
            error->problems[j] = error->problems[j - 1];
        }
        error->problems[j] = moving;
    }
}

static bool is_tainted(const abYamlReader *reader, const abProblem *problem) {
    for (const abTainted *t = reader->tainted; t != NULL; t = t->next) {
        if (t->place.line == problem->line && t->place.column == problem->column) {
            return true;
        }
    }
    return false;
}

// Compiles a model in which something is wrong already, to find what else is: names that lead
// nowhere, say. What it finds at places with known problems is left out.
static void compile_for_more(abYamlReader *reader) {
    abError *more = AB_ARENA_NEW(reader->context.arena, abError, 1);
    if (more == NULL || reader->context.error == NULL || reader->lost_names) {
        return;
    }
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

static abResult parse(abYamlReader *reader, const char *text, size_t size, abNode **root) {
    abYamlContext *context = &reader->context;
    const char *file = name_for_places(reader->name);
    if (size > AB_MODEL_FILE_MAX) {
        return ab_error_add(context->error, AB_BAD_MODEL, (abPlace){.file = file},
                            "the text is larger than %d MB, the most a model file may have",
                            AB_MODEL_FILE_MAX / (1024 * 1024));
    }
    abResult result = ab_yaml_parse(text, size, file, false, context->arena, root, context->error);
    if (*root == NULL && result == AB_OK) {
        return ab_error_add(context->error, AB_BAD_MODEL, (abPlace){file, 1, 1},
                            "the file is empty; a model begins with abut: 1");
    }
    ab_yaml_added(reader, result);
    return *root == NULL ? result : AB_OK;
}

static abResult define(abYamlReader *reader, const char *text, size_t size,
                       const abOverride *overrides, int override_count) {
    abNode *root;
    AB_TRY(parse(reader, text, size, &root));
    for (int i = 0; i < override_count; i++) {
        ab_yaml_added(reader, ab_yaml_override(&root, &overrides[i], reader->context.arena,
                                               reader->context.error));
    }
    AB_TRY(reader->result); // want of memory, the tree may have holes
    ab_yaml_read_model(reader, root);
    if (reader->context.is_out_of_memory) {
        return ab_error_add(reader->context.error, AB_IO, (abPlace){0},
                            "out of memory while reading the model");
    }
    return reader->result;
}

static abResult build(abYamlReader *reader, const char *text, size_t size,
                      const abOverride *overrides, int override_count) {
    AB_TRY(define(reader, text, size, overrides, override_count));
    if (reader->context.problems > 0) {
        compile_for_more(reader);
        return AB_BAD_MODEL;
    }
    return ab_model_compile(reader->model, reader->context.error);
}

static char *folder_of(const char *name, abArena *arena) {
    const char *slash = name != NULL ? strrchr(name, '/') : NULL;
    if (slash == NULL) {
        return NULL;
    }
    size_t length = slash == name ? 1 : (size_t)(slash - name);
    char *folder = ab_arena_take(arena, length + 1, 1);
    return folder != NULL ? memcpy(folder, name, length) : NULL;
}

// ---- the public functions ----

static abResult read_text(const char *text, size_t size, const char *name,
                          const abOverride *overrides, int override_count, abArena *arena,
                          abLog log, abModel **out, abError *error) {
    int first_problem = error != NULL ? error->count : 0;
    abYamlReader reader = {
        .context = {.arena = arena, .error = error, .may_read_files = name != NULL},
        .allocator = arena->allocator,
        .name = name,
        .materials = {.arena = arena},
        .pairs = {.arena = arena},
        .joints = {.arena = arena},
        .forces = {.arena = arena},
        .included = {.arena = arena},
    };
    reader.folder = folder_of(name, arena);
    AB_TRY(ab_model_create(arena->allocator, log, &reader.model, error));
    abResult result = build(&reader, text, size, overrides, override_count);
    if (result != AB_OK) {
        ab_model_destroy(reader.model);
        if (error != NULL) {
            sort_problems(error, first_problem);
        }
        return result;
    }
    *out = reader.model;
    return AB_OK;
}

abResult ab_model_read_text(const char *text, size_t size, const char *name,
                            const abOverride *overrides, int override_count, abAllocator allocator,
                            abLog log, abModel **out, abError *error) {
    *out = NULL;
    // numbers have a decimal point, whatever the program's locale; only for this thread
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = (locale_t)0;
    if (plain != (locale_t)0) {
        before = uselocale(plain);
    }
    abArena arena;
    ab_arena_init(&arena, allocator, 65536);
    abResult result =
        read_text(text, size, name, overrides, override_count, &arena, log, out, error);
    ab_arena_done(&arena);
    if (plain != (locale_t)0) {
        uselocale(before);
        freelocale(plain);
    }
    return result;
}

abResult ab_model_read(const char *path, const abOverride *overrides, int override_count,
                       abAllocator allocator, abLog log, abModel **out, abError *error) {
    *out = NULL;
    abModelFile file;
    AB_TRY(ab_model_file_read(path, allocator, (abPlace){.file = NULL}, &file, error));
    abResult result = ab_model_read_text(file.text, file.size, path, overrides, override_count,
                                         allocator, log, out, error);
    ab_model_file_done(&file);
    return result;
}
