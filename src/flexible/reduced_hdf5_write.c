// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduced_hdf5_write.c - a reduced body as an HDF5 file.

#include "flexible/reduced_hdf5.h"

#include "base/config.h"

#if !ABUT_HAVE_HDF5

abResult ab_reduced_hdf5_write(const char *path, const abReducedBody *body,
                               const abReducedOrigin *origin, abError *error) {
    (void)body, (void)origin;
    return ab_error_add(error, AB_USAGE, (abPlace){.file = path},
                        "this build was made without HDF5 and cannot write reduced bodies");
}

#else

#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/plain_file.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

// Every failure ends in the same sentence, so calls are chained by `ok`.
typedef struct Writer {
    hid_t file, group;
    bool ok;
} Writer;

static void put_attribute(Writer *w, const char *name, hid_t type, const void *value) {
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(w->file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    w->ok = w->ok && attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
}

static hid_t text_type(size_t size) {
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, size > 0 ? size : 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static void put_text(Writer *w, const char *name, const char *value) {
    hid_t type = text_type(strlen(value) + 1);
    put_attribute(w, name, type, value);
    H5Tclose(type);
}

// Without times of writing, so that the same body gives the same bytes.
static void put(Writer *w, const char *name, hid_t type, hid_t memory_type, const void *values,
                int rank, const size_t *sizes) {
    hsize_t dimensions[3] = {0};
    bool is_empty = false;
    for (int i = 0; i < rank; i++) {
        dimensions[i] = sizes[i];
        is_empty = is_empty || sizes[i] == 0;
    }
    hid_t space = rank > 0 ? H5Screate_simple(rank, dimensions, NULL) : H5Screate(H5S_SCALAR);
    hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(how, 0);
    hid_t data = H5Dcreate2(w->group, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    w->ok = w->ok && data >= 0 &&
            (is_empty || H5Dwrite(data, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Dclose(data);
    H5Pclose(how);
    H5Sclose(space);
}

static void put_numbers(Writer *w, const char *name, const double *values, int rank, size_t a,
                        size_t b, size_t c) {
    size_t sizes[3] = {a, b, c};
    put(w, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values, rank, sizes);
}

static void put_integers(Writer *w, const char *name, const int *values, int rank, size_t a,
                         size_t b) {
    size_t sizes[2] = {a, b};
    put(w, name, H5T_STD_I32LE, H5T_NATIVE_INT, values, rank, sizes);
}

// Texts of a fixed width, padded with zeros.
static void put_texts(Writer *w, const char *name, const char *const *texts, size_t count) {
    size_t width = 1;
    for (size_t i = 0; i < count; i++) {
        width = strlen(texts[i]) + 1 > width ? strlen(texts[i]) + 1 : width;
    }
    char *all = calloc(count + 1, width);
    w->ok = w->ok && all != NULL;
    for (size_t i = 0; i < count && w->ok; i++) {
        memcpy(all + i * width, texts[i], strlen(texts[i]));
    }
    hid_t type = text_type(width);
    if (w->ok) {
        put(w, name, type, type, all, 1, &count);
    }
    H5Tclose(type);
    free(all);
}

static void open_group(Writer *w, const char *name) {
    w->group = H5Gcreate2(w->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    w->ok = w->ok && w->group >= 0;
}

// ---- the groups ----

static void write_attributes(Writer *w, const abReducedOrigin *origin) {
    int version = 1;
    char hash[24];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)origin->source_hash);
    put_attribute(w, "abut_reduced_body", H5T_NATIVE_INT, &version);
    put_text(w, "units", "SI");
    put_text(w, "source", origin->source);
    put_text(w, "source_hash", hash);
    put_text(w, "program", origin->program);
}

static void write_nodes(Writer *w, const abReducedBody *body) {
    size_t n = body->node_count, m = (size_t)body->mode_count;
    open_group(w, "nodes");
    put_integers(w, "id", body->node_ids, 1, n, 0);
    put_numbers(w, "X", (const double *)body->X, 2, n, 3, 0);
    put_numbers(w, "Phi", body->Phi, 3, n, 3, m);
    H5Gclose(w->group);
    open_group(w, "surface");
    put_integers(w, "faces", body->faces, 2, body->face_count, 3);
    H5Gclose(w->group);
}

// The interfaces one behind the other.
typedef struct Interfaces {
    const char **names;
    double *points, *Phi, *Psi;
    int *starts, *nodes;
} Interfaces;

static bool gather_interfaces(const abReducedBody *body, abArena *arena, Interfaces *all) {
    size_t count = body->interface_count, row = 3 * (size_t)body->mode_count, used = 0;
    for (size_t i = 0; i < count; i++) {
        used += body->interfaces[i].node_count;
    }
    all->names = AB_ARENA_NEW(arena, const char *, count + 1);
    all->points = AB_ARENA_NEW(arena, double, 3 * count + 1);
    all->Phi = AB_ARENA_NEW(arena, double, row *count + 1);
    all->Psi = AB_ARENA_NEW(arena, double, row *count + 1);
    all->starts = AB_ARENA_NEW(arena, int, count + 1);
    all->nodes = AB_ARENA_NEW(arena, int, used + 1);
    if (all->names == NULL || all->points == NULL || all->Phi == NULL || all->Psi == NULL ||
        all->starts == NULL || all->nodes == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const abReducedInterface *from = &body->interfaces[i];
        all->names[i] = from->name;
        ab_vec3_put(all->points + 3 * i, from->point);
        memcpy(all->Phi + i * row, from->Phi, row * sizeof *all->Phi);
        memcpy(all->Psi + i * row, from->Psi, row * sizeof *all->Psi);
        memcpy(all->nodes + all->starts[i], from->nodes, from->node_count * sizeof *from->nodes);
        all->starts[i + 1] = all->starts[i] + (int)from->node_count;
    }
    return true;
}

static void write_interfaces(Writer *w, const abReducedBody *body) {
    abArena arena;
    Interfaces all;
    size_t count = body->interface_count, m = (size_t)body->mode_count;
    ab_arena_init(&arena, ab_heap(), 1 << 16);
    w->ok = w->ok && gather_interfaces(body, &arena, &all);
    if (w->ok) {
        open_group(w, "interfaces");
        put_texts(w, "name", all.names, count);
        put_numbers(w, "point", all.points, 2, count, 3, 0);
        put_numbers(w, "Phi", all.Phi, 3, count, 3, m);
        put_numbers(w, "Psi", all.Psi, 3, count, 3, m);
        put_integers(w, "starts", all.starts, 1, count + 1, 0);
        put_integers(w, "nodes", all.nodes, 1, (size_t)all.starts[count], 0);
        H5Gclose(w->group);
    }
    ab_arena_done(&arena);
}

static void write_mass(Writer *w, const abReducedBody *body) {
    const abMassIntegrals *mass = &body->mass;
    size_t m = (size_t)body->mode_count;
    open_group(w, "mass");
    put_numbers(w, "m", &mass->mass, 0, 0, 0, 0);
    put_numbers(w, "c", &mass->center.x, 1, 3, 0, 0);
    put_numbers(w, "J0", &mass->J0.m[0][0], 2, 3, 3, 0);
    put_numbers(w, "S", mass->S, 2, 3, m, 0);
    put_numbers(w, "N0", mass->N0, 2, 3, m, 0);
    put_numbers(w, "J1", mass->J1, 2, AB_SYMMETRIC, m, 0);
    put_numbers(w, "J2", mass->J2, 3, AB_SYMMETRIC, m, m);
    put_numbers(w, "N1", mass->N1, 3, 3, m, m);
    put_numbers(w, "Mq", mass->modal_mass, 2, m, m, 0);
    H5Gclose(w->group);
}

static void write_modes(Writer *w, const abReducedBody *body, const abReducedOrigin *origin) {
    size_t m = (size_t)body->mode_count;
    double *frequencies = calloc(m + 1, sizeof *frequencies);
    w->ok = w->ok && frequencies != NULL;
    for (size_t k = 0; k < m && w->ok; k++) { // of the mode alone
        double ratio = body->K[k * m + k] / body->mass.modal_mass[k * m + k];
        frequencies[k] = sqrt(ratio) / (2.0 * AB_PI);
    }
    open_group(w, "modes");
    put_numbers(w, "frequency", frequencies, 1, m, 0, 0);
    put_numbers(w, "K", body->K, 2, m, m, 0);
    if (body->D != NULL) {
        put_numbers(w, "D", body->D, 2, m, m, 0);
    }
    if (origin->kinds != NULL) {
        put_texts(w, "kind", origin->kinds, m);
    }
    H5Gclose(w->group);
    free(frequencies);
}

static bool write_all(const char *path, const abReducedBody *body, const abReducedOrigin *origin) {
    Writer w = {.file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)};
    w.ok = w.file >= 0;
    if (w.ok) {
        write_attributes(&w, origin);
        write_nodes(&w, body);
        write_interfaces(&w, body);
        write_mass(&w, body);
        write_modes(&w, body, origin);
        w.ok = H5Fclose(w.file) >= 0 && w.ok;
    }
    return w.ok;
}

abResult ab_reduced_hdf5_write(const char *path, const abReducedBody *body,
                               const abReducedOrigin *origin, abError *error) {
    size_t size = strlen(path) + 8;
    char *temporary = malloc(size);
    if (temporary == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the name of a file");
    }
    snprintf(temporary, size, "%s.part", path);
    abResult result = ab_file_is_writable(temporary, error);
    if (result == AB_OK) {
        H5Eset_auto2(H5E_DEFAULT, NULL, NULL); // messages come from here
        errno = 0;
        bool ok = write_all(temporary, body, origin) && rename(temporary, path) == 0;
        result = ok ? AB_OK : ab_file_written(false, path, error);
        if (!ok) {
            remove(temporary);
        }
    }
    free(temporary);
    return result;
}

#endif
