// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_read.c - a model from a file or a text of any format, and its problems in order.

#include "read/core/model_read.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "read/core/model_file.h"

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

static char *folder_of(const char *name, abArena *arena) {
    const char *slash = name != NULL ? strrchr(name, '/') : NULL;
    if (slash == NULL) {
        return NULL;
    }
    size_t length = slash == name ? 1 : (size_t)(slash - name);
    char *folder = ab_arena_take(arena, length + 1, 1);
    return folder != NULL ? memcpy(folder, name, length) : NULL;
}

// ---- the formats ----

typedef struct Format {
    bool (*is_format)(const char *text, size_t size);
    abResult (*read)(const abModelSource *source, abModel **out);
} Format;

static const Format s_formats[] = {
#define AB_MODEL_FORMAT(KIND, symbol, name) {ab_model_is_##symbol, ab_model_read_##symbol},
#include "read/core/model_formats.def"
#undef AB_MODEL_FORMAT
};

abModelFormat ab_model_format(const char *text, size_t size) {
    int format = 0;
    while (!s_formats[format].is_format(text, size)) {
        format++; // the last takes everything
    }
    return (abModelFormat)format;
}

static bool begins_with(const abModelSource *source, const char *start) {
    size_t length = strlen(start);
    return source->size >= length && memcmp(source->text, start, length) == 0;
}

static bool has_ending(const char *name, const char *const *endings) {
    const char *dot = name != NULL ? strrchr(name, '.') : NULL;
    for (; dot != NULL && *endings != NULL; endings++) {
        if (strcmp(dot + 1, *endings) == 0) {
            return true;
        }
    }
    return false;
}

// Files of ours that are no models.
static abResult check_other_files(const abModelSource *source) {
    static const char *const meshes[] = {"stl", "obj", "ply", "gltf", "glb", "STL", "OBJ", NULL};
    abPlace place = {.file = source->file};
    if (begins_with(source, "SQLite format 3")) {
        return ab_error_add(source->error, AB_BAD_MODEL, place,
                            "is a record of a run, not a model; `abut info record %s` shows it, "
                            "`abut resume` goes on with it",
                            source->file);
    }
    if (has_ending(source->name, meshes)) {
        return ab_error_add(source->error, AB_BAD_MODEL, place,
                            "is a mesh, not a model; a model names it, shapes: [{mesh: {file: %s}, "
                            "material: ...}], and `abut info mesh %s` looks it over",
                            source->file, source->file);
    }
    return AB_OK;
}

static abResult read_source(const abModelSource *source, abModel **out) {
    AB_TRY(check_other_files(source));
    if (source->size > AB_MODEL_FILE_MAX) {
        return ab_error_add(source->error, AB_BAD_MODEL, (abPlace){.file = source->file},
                            "the text is larger than %d MB, the most a model file may have",
                            AB_MODEL_FILE_MAX / (1024 * 1024));
    }
    int first_problem = source->error != NULL ? source->error->count : 0;
    abResult result = s_formats[ab_model_format(source->text, source->size)].read(source, out);
    if (result != AB_OK && source->error != NULL) {
        sort_problems(source->error, first_problem);
    }
    return result;
}

// ---- the public functions ----

static bool may_read_any_files(const abOverride *overrides, int count) {
    for (int i = 0; i < count; i++) {
        if (strcmp(overrides[i].path, "files") == 0 &&
            strcmp(overrides[i].value, "anywhere") == 0) {
            return true;
        }
    }
    return false;
}

abResult ab_model_read_text_with_laws(const abModel *laws, const char *text, size_t size,
                                      const char *name, const abOverride *overrides,
                                      int override_count, abAllocator allocator, abLog log,
                                      abModel **out, abError *error) {
    *out = NULL;
    // numbers have a decimal point, whatever the program's locale; only for this thread
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = (locale_t)0;
    if (plain != (locale_t)0) {
        before = uselocale(plain);
    }
    abArena arena;
    ab_arena_init(&arena, allocator, 65536);
    abModelSource source = {.text = text,
                            .size = size,
                            .name = name,
                            .file = name_for_places(name),
                            .folder = folder_of(name, &arena),
                            .any_files = may_read_any_files(overrides, override_count),
                            .overrides = overrides,
                            .override_count = override_count,
                            .laws = laws,
                            .arena = &arena,
                            .log = log,
                            .error = error};
    abResult result = read_source(&source, out);
    ab_arena_done(&arena);
    if (plain != (locale_t)0) {
        uselocale(before);
        freelocale(plain);
    }
    return result;
}

abResult ab_model_read_text(const char *text, size_t size, const char *name,
                            const abOverride *overrides, int override_count, abAllocator allocator,
                            abLog log, abModel **out, abError *error) {
    return ab_model_read_text_with_laws(NULL, text, size, name, overrides, override_count,
                                        allocator, log, out, error);
}

abResult ab_model_read_with_laws(const abModel *laws, const char *path, const abOverride *overrides,
                                 int override_count, abAllocator allocator, abLog log,
                                 abModel **out, abError *error) {
    *out = NULL;
    abModelFile file;
    AB_TRY(ab_model_file_read(path, allocator, (abPlace){.file = NULL}, &file, error));
    abResult result = ab_model_read_text_with_laws(laws, file.text, file.size, path, overrides,
                                                   override_count, allocator, log, out, error);
    ab_model_file_done(&file);
    return result;
}

abResult ab_model_read(const char *path, const abOverride *overrides, int override_count,
                       abAllocator allocator, abLog log, abModel **out, abError *error) {
    return ab_model_read_with_laws(NULL, path, overrides, override_count, allocator, log, out,
                                   error);
}
