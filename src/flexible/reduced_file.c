// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduced_file.c - which format a file has, and what to do instead of those that are not read.

#include "flexible/reduced_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/plain_file.h"
#include "base/text.h"
#include "flexible/reduced_hdf5.h"
#include "mesh/read/mesh_reader.h"

typedef struct Refusal {
    const char *extension, *sentence;
} Refusal;

static const Refusal s_refusals[] = {
    {"h3d", "the H3D format is closed; export the modes as MBDyn FEM text (.fem) instead"},
    {"mnf", "the MNF format is closed; export the modes as MBDyn FEM text (.fem) instead"},
};

static const char *extension_of(const char *file, char out[8]) {
    const char *dot = strrchr(ab_file_name(file), '.');
    return ab_text_lower(dot != NULL ? dot + 1 : "", out, 8);
}

static bool is_hdf5(const char *extension) {
    return strcmp(extension, "h5") == 0 || strcmp(extension, "hdf5") == 0;
}

// All bytes, from `scratch`, a zero behind them.
static abResult load(const char *path, const char *folder, abArena *scratch, char **text,
                     size_t *size, abPlace place, abError *error) {
    const char *cause;
    FILE *in = ab_open_plain_file(path, &cause);
    if (in == NULL) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "cannot open the reduced body %s: %s; it is looked for from %s%s", path,
                            cause, folder != NULL ? "the model's folder, " : "the working folder",
                            folder != NULL ? folder : "");
    }
    long length = -1;
    if (fseek(in, 0, SEEK_END) == 0) {
        length = ftell(in);
        rewind(in);
    }
    *text = length >= 0 && length < INT_MAX ? ab_arena_take(scratch, (size_t)length + 1, 1) : NULL;
    *size = *text != NULL ? fread(*text, 1, (size_t)length, in) : 0;
    bool ok = *text != NULL && ferror(in) == 0;
    fclose(in);
    return ok ? AB_OK
              : ab_error_add(error, AB_IO, place, "%s: reading failed, or no file below 2 GB",
                             path);
}

// Its problems name the dataset; another one says who asks for the file.
static abResult read_hdf5(const char *path, const char *file, abArena *arena, abReducedBody *body,
                          abPlace place, abError *error) {
    abResult result = ab_reduced_hdf5_read(path, arena, body, error);
    return result == AB_OK
               ? AB_OK
               : ab_error_add(error, result, place,
                              "%s is asked for here; `abut modes` writes such files", file);
}

abResult ab_reduced_body_read(const char *file, const char *folder, abArena *arena,
                              abReducedBody *body, abPlace place, abError *error) {
    char extension[8];
    extension_of(file, extension);
    for (size_t i = 0; i < sizeof s_refusals / sizeof s_refusals[0]; i++) {
        if (strcmp(extension, s_refusals[i].extension) == 0) {
            return ab_error_add(error, AB_BAD_MODEL, place, "%s: %s", file, s_refusals[i].sentence);
        }
    }
    if (strcmp(extension, "fem") != 0 && !is_hdf5(extension)) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "%s: a reduced body is read from HDF5 (.h5, as `abut modes` writes it) or from "
            "MBDyn FEM text (.fem)",
            file);
    }
    abArena scratch;
    ab_arena_init(&scratch, arena->allocator, 1 << 16);
    const char *path = ab_mesh_path(&scratch, folder, file);
    char *text = NULL;
    size_t size = 0;
    abResult result = path != NULL ? load(path, folder, &scratch, &text, &size, place, error)
                                   : ab_error_add(error, AB_IO, place, "%s: no memory", file);
    if (result == AB_OK) {
        result = is_hdf5(extension)
                     ? read_hdf5(path, file, arena, body, place, error)
                     : ab_reduced_body_read_fem(path, text, size, arena, body, place, error);
    }
    ab_arena_done(&scratch);
    const char *kept = result == AB_OK ? ab_arena_text(arena, file) : NULL; // the path is gone
    if (result == AB_OK && kept == NULL) {
        return ab_error_add(error, AB_IO, place, "%s: no memory", file);
    }
    body->file = result == AB_OK ? kept : body->file;
    return result;
}
