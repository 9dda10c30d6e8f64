// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// source_files.c - names in the order they were first read, and what the files hold.

#include "model/core/source_files.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/plain_file.h"
#include "mesh/read/mesh_reader.h"
#include "model/core/model.h"

bool ab_model_note_file(abModel *model, const char *folder, const char *file) {
    for (size_t i = 0; i < model->source_file_count; i++) {
        if (strcmp(model->source_files[i].name, file) == 0) {
            return true;
        }
    }
    abSourceFile source = {.name = ab_arena_text(&model->arena, file),
                           .path = ab_mesh_path(&model->arena, folder, file)};
    return source.name != NULL && source.path != NULL &&
           AB_MODEL_ADD(model, source_files, source_file_count, source) != NULL;
}

int ab_model_file_count(const abModel *model) {
    return (int)model->source_file_count;
}

const abSourceFile *ab_model_file(const abModel *model, int index) {
    return &model->source_files[index];
}

// ---- what they hold ----

static uint64_t hash_of_bytes(FILE *in) {
    char block[4096];
    uint64_t hash = AB_HASH_START;
    size_t got;
    while ((got = fread(block, 1, sizeof block, in)) > 0) {
        hash = ab_hash_bytes(hash, block, got);
    }
    return ferror(in) ? 0 : hash;
}

static uint64_t hash_of_mesh(const char *path, uint64_t hash, abAllocator allocator) {
    abArena arena;
    abTriangleMesh mesh;
    ab_arena_init(&arena, allocator, 65536);
    if (ab_mesh_read(path, NULL, &arena, &mesh, (abPlace){0}, NULL) == AB_OK) {
        hash = ab_hash_bytes(hash, mesh.points, mesh.point_count * sizeof *mesh.points);
        hash =
            ab_hash_bytes(hash, mesh.triangles, 3 * mesh.triangle_count * sizeof *mesh.triangles);
    }
    ab_arena_done(&arena);
    return hash;
}

uint64_t ab_source_file_hash(const char *path, abAllocator allocator) {
    const char *cause, *dot = strrchr(path, '.');
    FILE *in = ab_open_plain_file(path, &cause);
    if (in == NULL) {
        return 0;
    }
    uint64_t hash = hash_of_bytes(in);
    fclose(in);
    bool names_buffers = dot != NULL && strcmp(dot, ".gltf") == 0;
    return hash != 0 && names_buffers ? hash_of_mesh(path, hash, allocator) : hash;
}
