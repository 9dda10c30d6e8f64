// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_sources.c - asks models which files they took in.

#include "study/study_sources.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/no_memory.h"
#include "model/core/source_files.h"

static bool add_file(StudySources *out, const abSourceFile *file) {
    for (size_t i = 0; i < out->count; i++) {
        if (strcmp(out->files[i].name, file->name) == 0) {
            return true;
        }
    }
    char *kept = ab_arena_text(&out->arena, file->name);
    if (kept == NULL || !AB_ARRAYS_RESERVE(ab_heap(), &out->arrays, out->files, out->count + 1)) {
        return false;
    }
    out->files[out->count++] = (StudySourceFile){kept, ab_source_file_hash(file->path, ab_heap())};
    return true;
}

static bool add_files(StudySources *out, const abModel *model) {
    bool ok = true;
    for (int i = 0; i < ab_model_file_count(model); i++) {
        ok = ok && add_file(out, ab_model_file(model, i));
    }
    return ok;
}

static bool is_number(const char *text) {
    char *end;
    strtod(text, &end);
    return end != text && *end == '\0';
}

abResult study_sources(const CaseSource *source, const abModel *first, StudySources *out,
                       abError *error) {
    const Study *study = source->study;
    *out = (StudySources){.count = 0};
    ab_arena_init(&out->arena, ab_heap(), 4096);
    bool ok = add_files(out, first);
    for (int i = 0; i < study->parameter_count; i++) {
        const StudyParameter *p = &study->parameters[i];
        for (int k = 0; p->levels != NULL && k < p->level_count; k++) {
            abModel *model = NULL;
            // one that cannot be read is told of when its cases are computed
            if (!is_number(p->levels[k]) &&
                case_model_with(source, i, p->levels[k], &model) == AB_OK) {
                ok = ok && add_files(out, model);
            }
            ab_model_destroy(model);
        }
    }
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for the files of a model");
}

void study_sources_done(StudySources *sources) {
    ab_arrays_free(ab_heap(), &sources->arrays);
    ab_arena_done(&sources->arena);
    *sources = (StudySources){.count = 0};
}

uint64_t study_sources_hash(const StudySources *sources, uint64_t hash) {
    for (size_t i = 0; i < sources->count; i++) {
        const StudySourceFile *file = &sources->files[i];
        hash = ab_hash_bytes(hash, file->name, strlen(file->name));
        hash = ab_hash_bytes(hash, &file->hash, sizeof file->hash);
    }
    return hash;
}
