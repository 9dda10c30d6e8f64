// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduced_hdf5_read.c - a reduced body from an HDF5 file.
//
// The places stand in one table: what each dataset is called, how large it must be, where it goes.
// Numbers of nodes, modes, faces and interfaces come from four of them; all others must agree.

#include "flexible/reduced_hdf5.h"

#include "base/config.h"

#if !ABUT_HAVE_HDF5

abResult ab_reduced_hdf5_read(const char *path, abArena *arena, abReducedBody *body,
                              abError *error) {
    (void)arena, (void)body;
    return ab_error_add(error, AB_USAGE, (abPlace){.file = path},
                        "this build was made without HDF5 and cannot read reduced bodies");
}

#else

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/plain_file.h"
#include "math/core/vector_math.h"

enum { VERSION = 1, RANK_MAX = 3, NODES_MAX = 10000000, MODES_MAX = 10000, NAME_SIZE = 256 };

typedef struct Reader {
    const char *path;
    hid_t file;
    abArena *arena;
    abError *error;
    size_t n, m, faces, interfaces; // nodes, modes
} Reader;

static abResult no_memory(const Reader *r) {
    return ab_no_memory(r->error, (abPlace){.file = r->path}, "for a reduced body");
}

static abResult wrong(const Reader *r, const char *dataset, const char *text) {
    return ab_error_add(r->error, AB_BAD_MODEL, (abPlace){.file = r->path}, "%s %s", dataset, text);
}

// ---- one dataset ----

// Its sizes; -1: there is none.
static int sizes_of(hid_t data, hsize_t sizes[RANK_MAX]) {
    hid_t space = H5Dget_space(data);
    int rank = H5Sget_simple_extent_ndims(space);
    if (rank > RANK_MAX || (rank > 0 && H5Sget_simple_extent_dims(space, sizes, NULL) < 0)) {
        rank = -1;
    }
    H5Sclose(space);
    return rank;
}

static H5T_class_t class_of(hid_t data) {
    hid_t type = H5Dget_type(data);
    H5T_class_t found = H5Tget_class(type);
    H5Tclose(type);
    return found;
}

static abResult open_data(const Reader *r, const char *name, hid_t *data) {
    *data = H5Dopen2(r->file, name, H5P_DEFAULT);
    return *data >= 0 ? AB_OK : wrong(r, name, "is missing");
}

static void describe(char out[80], int rank, const hsize_t *sizes) {
    size_t used = (size_t)snprintf(out, 80, "[");
    for (int i = 0; i < rank && used < 60; i++) {
        used += (size_t)snprintf(out + used, 80 - used, "%s%llu", i > 0 ? ", " : "",
                                 (unsigned long long)sizes[i]);
    }
    snprintf(out + used, 80 - used, "]");
}

static abResult wrong_size(const Reader *r, const char *name, int rank, const hsize_t *sizes,
                           int wanted_rank, const hsize_t *wanted) {
    char found_text[80], wanted_text[80];
    describe(found_text, rank, sizes);
    describe(wanted_text, wanted_rank, wanted);
    return ab_error_add(r->error, AB_BAD_MODEL, (abPlace){.file = r->path},
                        "%s has the size %s; %s is wanted of %zu nodes and %zu modes", name,
                        found_text, wanted_text, r->n, r->m);
}

// Whether all numbers are in the file itself: nothing else would be worth the memory.
static bool is_stored(hid_t data, size_t count) {
    hid_t type = H5Dget_type(data);
    size_t bytes = H5Tget_size(type);
    H5Tclose(type);
    return H5Dget_storage_size(data) / (bytes > 0 ? bytes : 1) >= count;
}

static abResult read_data(const Reader *r, const char *name, hid_t data, int rank,
                          const hsize_t *wanted, hid_t type, size_t size, void **out) {
    hsize_t sizes[RANK_MAX] = {0};
    size_t count = 1;
    int found = sizes_of(data, sizes);
    if (found != rank || memcmp(sizes, wanted, (size_t)rank * sizeof *sizes) != 0) {
        return wrong_size(r, name, found, sizes, rank, wanted);
    }
    for (int i = 0; i < rank; i++) {
        count *= (size_t)wanted[i]; // each was checked against its maximum
    }
    if (!is_stored(data, count)) {
        return wrong(r, name,
                     "is not stored in the file as a whole; it is cut off or no file of abut");
    }
    *out = ab_arena_take(r->arena, count + 1, size);
    if (*out == NULL) {
        return no_memory(r);
    }
    bool ok = count == 0 || H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *out) >= 0;
    return ok ? AB_OK : wrong(r, name, "cannot be read; the file is cut off or damaged");
}

static abResult read_numbers(const Reader *r, const char *name, int rank, size_t a, size_t b,
                             size_t c, double **out) {
    hsize_t wanted[RANK_MAX] = {a, b, c};
    hid_t data;
    AB_TRY(open_data(r, name, &data));
    void *values = NULL;
    abResult result =
        class_of(data) == H5T_FLOAT
            ? read_data(r, name, data, rank, wanted, H5T_NATIVE_DOUBLE, sizeof **out, &values)
            : wrong(r, name, "has no real numbers");
    H5Dclose(data);
    *out = values;
    size_t count = result == AB_OK && *out != NULL ? 1 : 0;
    for (int i = 0; i < rank; i++) {
        count *= (size_t)wanted[i];
    }
    for (size_t i = 0; i < count; i++) {
        if (!isfinite((*out)[i])) {
            return ab_error_add(r->error, AB_BAD_MODEL, (abPlace){.file = r->path},
                                "%s: number %zu is %g; all must be finite", name, i + 1, (*out)[i]);
        }
    }
    return result;
}

// From 0 to below `limit`; any when that is 0.
static abResult read_integers(const Reader *r, const char *name, int rank, size_t a, size_t b,
                              size_t limit, int **out) {
    hsize_t wanted[RANK_MAX] = {a, b};
    hid_t data;
    AB_TRY(open_data(r, name, &data));
    void *values = NULL;
    abResult result =
        class_of(data) == H5T_INTEGER
            ? read_data(r, name, data, rank, wanted, H5T_NATIVE_INT, sizeof **out, &values)
            : wrong(r, name, "has no integers");
    H5Dclose(data);
    *out = values;
    size_t count = result == AB_OK && *out != NULL ? a * (rank > 1 ? b : 1) : 0;
    for (size_t i = 0; i < count && limit > 0; i++) {
        if ((*out)[i] < 0 || (size_t)(*out)[i] >= limit) {
            return ab_error_add(r->error, AB_BAD_MODEL, (abPlace){.file = r->path},
                                "%s: index %zu is %d; allowed are 0 to %zu", name, i + 1, (*out)[i],
                                limit - 1);
        }
    }
    return result;
}

// ---- how large things are ----

static abResult count_of(const Reader *r, const char *name, int rank, size_t most, size_t *out) {
    hsize_t sizes[RANK_MAX] = {0};
    hid_t data;
    AB_TRY(open_data(r, name, &data));
    int found = sizes_of(data, sizes);
    H5Dclose(data);
    *out = (size_t)sizes[0];
    if (found != rank || sizes[0] > most) {
        return ab_error_add(r->error, AB_BAD_MODEL, (abPlace){.file = r->path},
                            "%s has %d dimensions, the first of %llu; allowed are %d, the first "
                            "up to %zu",
                            name, found, (unsigned long long)sizes[0], rank, most);
    }
    return AB_OK;
}

static abResult read_version(const Reader *r) {
    int version = 0;
    hid_t attribute = H5Aopen(r->file, "abut_reduced_body", H5P_DEFAULT);
    bool ok = attribute >= 0 && H5Aread(attribute, H5T_NATIVE_INT, &version) >= 0;
    H5Aclose(attribute);
    if (!ok) {
        return wrong(r, "/",
                     "has no attribute abut_reduced_body: this is no reduced body of abut "
                     "(abut modes writes them)");
    }
    return version == VERSION
               ? AB_OK
               : ab_error_add(r->error, AB_BAD_MODEL, (abPlace){.file = r->path},
                              "a reduced body of version %d; this program reads version %d",
                              version, VERSION);
}

// ---- the groups ----

static abResult read_nodes(const Reader *r, abReducedBody *body) {
    double *X = NULL;
    AB_TRY(read_integers(r, "/nodes/id", 1, r->n, 0, 0, &body->node_ids));
    AB_TRY(read_numbers(r, "/nodes/X", 2, r->n, 3, 0, &X));
    AB_TRY(read_numbers(r, "/nodes/Phi", 3, r->n, 3, r->m, &body->Phi));
    AB_TRY(read_integers(r, "/surface/faces", 2, r->faces, 3, r->n, &body->faces));
    body->X = (abVec3 *)X;
    body->node_count = r->n;
    body->face_count = r->faces;
    return AB_OK;
}

static abResult read_names(const Reader *r, char **out) {
    hsize_t wanted[1] = {r->interfaces};
    hid_t data, type = H5Tcopy(H5T_C_S1);
    AB_TRY(open_data(r, "/interfaces/name", &data));
    H5Tset_size(type, NAME_SIZE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    void *values = NULL;
    hid_t stored = H5Dget_type(data);
    bool is_text = H5Tget_class(stored) == H5T_STRING && H5Tis_variable_str(stored) <= 0;
    abResult result =
        is_text ? read_data(r, "/interfaces/name", data, 1, wanted, type, NAME_SIZE, &values)
                : wrong(r, "/interfaces/name", "has no texts of a fixed width");
    H5Tclose(stored);
    H5Tclose(type);
    H5Dclose(data);
    *out = values;
    return result;
}

static abResult read_interfaces(const Reader *r, abReducedBody *body) {
    double *points = NULL, *Phi = NULL, *Psi = NULL;
    int *starts = NULL, *nodes = NULL;
    char *names = NULL;
    size_t all = 0, row = 3 * r->m;
    AB_TRY(read_names(r, &names));
    AB_TRY(read_numbers(r, "/interfaces/point", 2, r->interfaces, 3, 0, &points));
    AB_TRY(read_numbers(r, "/interfaces/Phi", 3, r->interfaces, 3, r->m, &Phi));
    AB_TRY(read_numbers(r, "/interfaces/Psi", 3, r->interfaces, 3, r->m, &Psi));
    AB_TRY(count_of(r, "/interfaces/nodes", 1, NODES_MAX, &all));
    AB_TRY(read_integers(r, "/interfaces/nodes", 1, all, 0, r->n, &nodes));
    AB_TRY(read_integers(r, "/interfaces/starts", 1, r->interfaces + 1, 0, all + 1, &starts));
    body->interfaces = AB_ARENA_NEW(r->arena, abReducedInterface, r->interfaces + 1);
    if (body->interfaces == NULL || names == NULL || starts == NULL || points == NULL) {
        return no_memory(r);
    }
    body->interface_count = r->interfaces;
    for (size_t i = 0; i < r->interfaces; i++) {
        char *name = names + i * NAME_SIZE;
        name[NAME_SIZE - 1] = '\0';
        if (starts[i + 1] < starts[i]) {
            return wrong(r, "/interfaces/starts", "does not ascend");
        }
        body->interfaces[i] = (abReducedInterface){
            name,          ab_vec3_of(points + 3 * i), Phi + i * row,
            Psi + i * row, nodes + starts[i],          (size_t)(starts[i + 1] - starts[i])};
    }
    return AB_OK;
}

static abResult read_mass(const Reader *r, abMassIntegrals *mass) {
    size_t m = r->m;
    double *total = NULL, *center = NULL, *J0 = NULL;
    AB_TRY(read_numbers(r, "/mass/m", 0, 0, 0, 0, &total));
    AB_TRY(read_numbers(r, "/mass/c", 1, 3, 0, 0, &center));
    AB_TRY(read_numbers(r, "/mass/J0", 2, 3, 3, 0, &J0));
    AB_TRY(read_numbers(r, "/mass/S", 2, 3, m, 0, &mass->S));
    AB_TRY(read_numbers(r, "/mass/N0", 2, 3, m, 0, &mass->N0));
    AB_TRY(read_numbers(r, "/mass/J1", 2, AB_SYMMETRIC, m, 0, &mass->J1));
    AB_TRY(read_numbers(r, "/mass/J2", 3, AB_SYMMETRIC, m, m, &mass->J2));
    AB_TRY(read_numbers(r, "/mass/N1", 3, 3, m, m, &mass->N1));
    AB_TRY(read_numbers(r, "/mass/Mq", 2, m, m, 0, &mass->modal_mass));
    if (total == NULL || center == NULL || J0 == NULL) {
        return no_memory(r);
    }
    mass->mass = *total;
    mass->center = ab_vec3_of(center);
    memcpy(&mass->J0, J0, sizeof mass->J0);
    return *total > 0.0 ? AB_OK : wrong(r, "/mass/m", "is not above 0");
}

static abResult read_modes(const Reader *r, abReducedBody *body) {
    AB_TRY(read_numbers(r, "/modes/K", 2, r->m, r->m, 0, &body->K));
    if (H5Lexists(r->file, "/modes/D", H5P_DEFAULT) > 0) {
        AB_TRY(read_numbers(r, "/modes/D", 2, r->m, r->m, 0, &body->D));
    }
    for (size_t k = 0; k < r->m; k++) {
        size_t at = k * r->m + k;
        if (!(body->K[at] > 0.0 && body->mass.modal_mass[at] > 0.0)) {
            return ab_error_add(r->error, AB_BAD_MODEL, (abPlace){.file = r->path},
                                "mode %zu has the stiffness %g and the mass %g; both must be above "
                                "0",
                                k + 1, body->K[at], body->mass.modal_mass[at]);
        }
    }
    body->q = AB_ARENA_NEW(r->arena, double, r->m + 1);
    body->q_rate = AB_ARENA_NEW(r->arena, double, r->m + 1);
    return body->q != NULL && body->q_rate != NULL ? AB_OK : no_memory(r);
}

static abResult read_all(Reader *r, abReducedBody *body) {
    AB_TRY(read_version(r));
    AB_TRY(count_of(r, "/nodes/X", 2, NODES_MAX, &r->n));
    AB_TRY(count_of(r, "/modes/K", 2, MODES_MAX, &r->m));
    AB_TRY(count_of(r, "/surface/faces", 2, NODES_MAX, &r->faces));
    AB_TRY(count_of(r, "/interfaces/point", 2, MODES_MAX, &r->interfaces));
    body->mode_count = (int)r->m;
    AB_TRY(read_nodes(r, body));
    AB_TRY(read_interfaces(r, body));
    AB_TRY(read_mass(r, &body->mass));
    return read_modes(r, body);
}

abResult ab_reduced_hdf5_read(const char *path, abArena *arena, abReducedBody *body,
                              abError *error) {
    Reader r = {.path = path, .arena = arena, .error = error};
    const char *cause = NULL;
    FILE *in = ab_open_plain_file(path, &cause);
    *body = (abReducedBody){.file = path};
    if (in == NULL) {
        return ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                            "cannot open the reduced body %s: %s", path, cause);
    }
    fclose(in);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); // messages come from here
    r.file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (r.file < 0) {
        return wrong(&r, "the file", "is no HDF5 file, or it is cut off");
    }
    abResult result = read_all(&r, body);
    H5Fclose(r.file);
    return result;
}

#endif
