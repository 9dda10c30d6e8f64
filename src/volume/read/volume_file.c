// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_file.c - the bytes of a file of a volume mesh, all at once.

#include "volume/read/volume_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/plain_file.h"

enum { DEPTH_MAX = 10 };

static long length_of(FILE *in) {
    long length = fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
    rewind(in);
    return length < INT_MAX ? length : -1;
}

static const char *folder_of(abVolumeMesh *mesh, const char *path) {
    char *folder = ab_arena_text(&mesh->arena, path);
    if (folder != NULL) {
        folder[ab_file_name(path) - path] = '\0';
    }
    return folder;
}

static abResult load_open(abVolumeText *text, const char *path, FILE *in, abPlace place) {
    abVolumeMesh *mesh = text->mesh;
    long length = length_of(in);
    if (length < 0) {
        return ab_error_add(mesh->error, AB_IO, place, "%s: not a readable file below 2 GB", path);
    }
    char *bytes = ab_arena_take(&mesh->arena, (size_t)length + 1, 1);
    const char *name = ab_volume_text(mesh, path);
    text->folder = folder_of(mesh, path);
    if (bytes == NULL || name == NULL || text->folder == NULL) {
        return ab_volume_no_memory(mesh);
    }
    text->size = fread(bytes, 1, (size_t)length, in);
    text->text = bytes;
    mesh->bytes += text->size;
    text->file = mesh->file_count;
    mesh->files[mesh->file_count++] = name;
    return ferror(in) ? ab_error_add(mesh->error, AB_IO, place, "%s: reading failed", path) : AB_OK;
}

abResult ab_volume_load(abVolumeText *text, const char *path, abPlace place) {
    abVolumeMesh *mesh = text->mesh;
    if (mesh->file_count >= AB_VOLUME_FILES || text->depth > DEPTH_MAX) {
        return ab_error_add(mesh->error, AB_BAD_MODEL, place,
                            "%s: more than %d files, or %d in each other", path, AB_VOLUME_FILES,
                            DEPTH_MAX);
    }
    const char *cause = NULL;
    FILE *in = ab_open_plain_file(path, &cause);
    if (in == NULL) {
        return ab_error_add(mesh->error, AB_IO, place, "cannot open %s: %s", path, cause);
    }
    abResult result = load_open(text, path, in, place);
    fclose(in);
    return result;
}

abResult ab_volume_load_named(const abVolumeText *from, abVolumeText *text, const char *name,
                              abVolumePlace place) {
    abVolumeMesh *mesh = from->mesh;
    if (from->folder == NULL) {
        return ab_volume_problem(mesh, place, "no other files may be named here");
    }
    size_t size = strlen(from->folder) + strlen(name) + 1;
    char *path = ab_arena_take(&mesh->arena, size, 1);
    if (path == NULL) {
        return ab_volume_no_memory(mesh);
    }
    snprintf(path, size, "%s%s", name[0] == '/' ? "" : from->folder, name);
    *text = (abVolumeText){.mesh = mesh, .depth = from->depth + 1};
    abPlace at = {mesh->files[from->file], place.line, place.column};
    AB_TRY(ab_volume_load(text, path, at));
    ab_volume_text_begin(text);
    return AB_OK;
}
