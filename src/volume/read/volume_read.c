// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_read.c - from a file to a finished volume mesh.

#include "volume/read/volume_read.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/plain_file.h"
#include "volume/core/volume_finish.h"
#include "volume/read/volume_file.h"

typedef struct Format {
    const char *extension;
    abResult (*read)(abVolumeText *text);
} Format;

static const Format s_formats[] = {
#define AB_VOLUME_FORMAT(extension, symbol, name) {extension, ab_volume_read_##symbol},
#include "volume/read/volume_formats.def" // -> {"msh", ab_volume_read_gmsh}, ...
#undef AB_VOLUME_FORMAT
};

static const Format *find_format(const char *extension) {
    for (size_t i = 0; i < sizeof s_formats / sizeof *s_formats; i++) {
        if (strcasecmp(s_formats[i].extension, extension) == 0) {
            return &s_formats[i];
        }
    }
    return NULL;
}

static abResult unknown_format(const char *path, abError *error) {
    char known[120] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof s_formats / sizeof *s_formats; i++) {
        used += (size_t)snprintf(known + used, sizeof known - used, "%s.%s", i > 0 ? ", " : "",
                                 s_formats[i].extension);
    }
    return ab_error_add(error, AB_BAD_MODEL, (abPlace){.file = path},
                        "no volume mesh by its extension; known are %s", known);
}

static abResult read_text(const Format *format, abVolumeText *text) {
    abVolumeMesh *mesh = text->mesh;
    ab_volume_text_begin(text);
    abResult result = format->read(text);
    if (result == AB_IO) {
        return result;
    }
    if (mesh->error->count == 0 && strlen(text->text) < text->size) {
        return ab_volume_problem(mesh, ab_volume_text_place(text), "a zero byte; this is no text");
    }
    return mesh->error->count > 0 ? AB_BAD_MODEL : ab_volume_finish(mesh);
}

abResult ab_volume_read(const char *path, abVolumeMesh *mesh, abError *error) {
    mesh->error = error;
    const char *dot = strrchr(ab_file_name(path), '.');
    const Format *format = find_format(dot != NULL ? dot + 1 : "");
    if (format == NULL) {
        return unknown_format(path, error);
    }
    abVolumeText text = {.mesh = mesh};
    AB_TRY(ab_volume_load(&text, path, (abPlace){0}));
    return read_text(format, &text);
}

abResult ab_volume_read_bytes(const char *extension, const void *bytes, size_t size,
                              abVolumeMesh *mesh, abError *error) {
    mesh->error = error;
    const Format *format = find_format(extension);
    if (format == NULL) {
        return unknown_format(extension, error);
    }
    char *copy = ab_arena_take(&mesh->arena, size + 1, 1);
    if (copy == NULL) {
        return ab_volume_no_memory(mesh);
    }
    memcpy(copy, bytes, size);
    mesh->files[0] = extension;
    mesh->file_count = 1;
    mesh->bytes = size;
    return read_text(format, &(abVolumeText){.mesh = mesh, .text = copy, .size = size});
}
