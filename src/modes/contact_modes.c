// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_modes.c - static shapes of a body under the loads of its patches.

#include "modes/contact_modes.h"

#include "base/config.h"

#if ABUT_HAVE_MODES

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "modes/dense_blas.h"

#include "modes/tolerances.def"

enum { MOTIONS = 6 };

static size_t rows_of(const abContactModes *c) {
    return 3 * (size_t)c->solid->node_count;
}

static abResult no_memory(const abContactModes *c) {
    return ab_no_memory(c->error, (abPlace){0}, "for contact modes");
}

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

abResult ab_contact_modes_create(const abSolid *solid, abStatics *statics, const double *rigid,
                                 abArena *arena, abContactModes *out, abError *error) {
    *out = (abContactModes){.solid = solid, .statics = statics, .rigid = rigid, .arena = arena};
    out->error = error;
    size_t n = rows_of(out);
    out->load = AB_ARENA_NEW(arena, double, n);
    out->answer = AB_ARENA_NEW(arena, double, n);
    out->work = AB_ARENA_NEW(arena, double, n);
    if (out->load == NULL || out->answer == NULL || out->work == NULL) {
        return no_memory(out);
    }
    abShift shift = {.is_supported = true};
    return statics->has_shift ? ab_sparse_factor_create(solid, &shift, &out->supported, error)
                              : AB_OK;
}

void ab_contact_modes_done(abContactModes *contact) {
    ab_sparse_factor_destroy(contact->supported);
    contact->supported = NULL;
}

// ---- loads and answers ----

// f - M R R^T f, where nothing is fixed.
static void balance(abContactModes *c, double *f) {
    size_t n = rows_of(c);
    if (c->rigid == NULL) {
        return;
    }
    memset(c->work, 0, n * sizeof *c->work);
    for (size_t k = 0; k < MOTIONS; k++) {
        const double *R = c->rigid + k * n;
        double part = dot(R, f, n);
        for (size_t i = 0; i < n; i++) {
            c->work[i] += part * R[i];
        }
    }
    ab_solid_mass(c->solid, c->work, c->answer);
    for (size_t i = 0; i < n; i++) {
        f[i] -= c->answer[i];
    }
}

// u - R R^T M u
static void take_out_rigid(abContactModes *c, double *u) {
    size_t n = rows_of(c);
    ab_solid_mass(c->solid, u, c->work);
    for (size_t k = 0; k < MOTIONS; k++) {
        const double *R = c->rigid + k * n;
        double part = dot(R, c->work, n);
        for (size_t i = 0; i < n; i++) {
            u[i] -= part * R[i];
        }
    }
}

// The answer to c->load, interfaces held.
static bool respond(abContactModes *c, double *u) {
    if (c->supported == NULL) {
        return ab_statics_solve(c->statics, c->load, NULL, u);
    }
    if (!ab_sparse_factor_solve(c->supported, c->load, u)) {
        return false;
    }
    take_out_rigid(c, u);
    return true;
}

static void load_of(abContactModes *c, const abContactPatch *patch, int k) {
    memset(c->load, 0, rows_of(c) * sizeof *c->load);
    ab_contact_patch_load(patch, k, c->load);
    balance(c, c->load);
}

// (1)
static bool residual(abContactModes *c, const abEigenModes *eigen, double *u) {
    size_t n = rows_of(c);
    if (!respond(c, u)) {
        return false;
    }
    for (int k = 0; k < eigen->count; k++) {
        const double *phi = eigen->vectors + (size_t)k * n;
        double part = dot(phi, c->load, n) / eigen->values[k];
        for (size_t i = 0; i < n; i++) {
            u[i] -= part * phi[i];
        }
    }
    return true;
}

// ---- modes ----

static abResult add_all(abContactModes *c, const abContactPatch *patch, const abEigenModes *eigen,
                        abModeBasis *basis) {
    for (int k = 0; k < patch->load_count; k++) {
        load_of(c, patch, k);
        if (!residual(c, eigen, ab_mode_basis_add(basis))) {
            return no_memory(c);
        }
    }
    return AB_OK;
}

// The compliance between the nodes of a patch and its residual shapes; C is load_count squared.
static bool compliances(abContactModes *c, const abContactPatch *patch, const abEigenModes *eigen,
                        double *shapes, double *C) {
    size_t n = rows_of(c), count = (size_t)patch->load_count;
    for (size_t k = 0; k < count; k++) {
        double *shape = shapes + k * n;
        load_of(c, patch, (int)k);
        if (!residual(c, eigen, shape)) {
            return false;
        }
        for (size_t j = 0; j < count; j++) {
            const double *moved = shape + 3 * (size_t)patch->set->nodes[j];
            C[k * count + j] =
                -ab_dot(patch->normals[j], ab_vec3_of(moved)); // work is done there only
        }
    }
    return true;
}

// The combinations of largest compliance.
static abResult add_leading(abContactModes *c, const abContactPatch *patch,
                            const abEigenModes *eigen, abModeBasis *basis) {
    int count = patch->load_count, size = 34 * count + 34, info = 0, rows = (int)rows_of(c);
    size_t square = (size_t)count * (size_t)count;
    abArenaMark mark = ab_arena_mark(c->arena);
    double *shapes = AB_ARENA_NEW(c->arena, double, (size_t)rows *(size_t)count);
    double *C = AB_ARENA_NEW(c->arena, double, square);
    double *values = AB_ARENA_NEW(c->arena, double, (size_t)count);
    double *work = AB_ARENA_NEW(c->arena, double, (size_t)size);
    bool ok = shapes != NULL && C != NULL && values != NULL && work != NULL &&
              compliances(c, patch, eigen, shapes, C);
    if (ok) {
        dsyev_("V", "U", &count, C, &count, values, work, &size, &info, 1, 1);
    }
    for (int k = 0; k < patch->mode_count && ok && info == 0; k++) { // from the largest
        const double *vector = C + (size_t)(count - 1 - k) * (size_t)count;
        ab_product(rows, 1, count, shapes, vector, 0.0, ab_mode_basis_add(basis));
    }
    ab_arena_reset(c->arena, mark);
    return ok && info == 0 ? AB_OK : no_memory(c);
}

abResult ab_contact_modes_add(abContactModes *contact, const abContactPatch *patch,
                              const abEigenModes *eigen, abModeBasis *basis) {
    return patch->kind == AB_CONTACT_COUNT ? add_leading(contact, patch, eigen, basis)
                                           : add_all(contact, patch, eigen, basis);
}

// ---- how stiff a patch is ----

static void pressure_of(abContactModes *c, const abContactPatch *patch) {
    memset(c->load, 0, rows_of(c) * sizeof *c->load);
    ab_contact_patch_pressure(patch, c->load);
    balance(c, c->load);
}

// g^T K_bb^+ g; rigid motions of the interfaces have no stiffness and no load.
static bool interface_part(abContactModes *c, const abModeBasis *basis, int count,
                           const double *stiffness, double *out) {
    int size = 34 * count + 34, info = 0;
    size_t square = (size_t)count * (size_t)count;
    double *K = AB_ARENA_NEW(c->arena, double, square);
    double *values = AB_ARENA_NEW(c->arena, double, (size_t)count);
    double *work = AB_ARENA_NEW(c->arena, double, (size_t)size);
    double *g = AB_ARENA_NEW(c->arena, double, (size_t)count);
    if (K == NULL || values == NULL || work == NULL || g == NULL) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        g[k] = dot(ab_mode_basis_column(basis, k), c->load, basis->rows);
    }
    for (size_t i = 0; i < square; i++) { // rotations and displacements to one scale
        size_t row = i / (size_t)count, column = i % (size_t)count;
        double scale =
            stiffness[row * (size_t)count + row] * stiffness[column * (size_t)count + column];
        K[i] = scale > 0.0 ? stiffness[i] / sqrt(scale) : 0.0;
    }
    dsyev_("V", "U", &count, K, &count, values, work, &size, &info, 1, 1);
    *out = 0.0;
    for (int k = c->rigid != NULL ? MOTIONS : 0; k < count && info == 0; k++) {
        double part = 0.0;
        for (int i = 0; i < count; i++) {
            double s = stiffness[(size_t)i * (size_t)count + (size_t)i];
            part += s > 0.0 ? K[(size_t)k * (size_t)count + (size_t)i] * g[i] / sqrt(s) : 0.0;
        }
        *out += part * part / values[k];
    }
    return info == 0;
}

abResult ab_contact_compliance(abContactModes *contact, const abContactPatch *patch,
                               const abModeBasis *basis, int constraints, const double *stiffness,
                               double *out) {
    double of_interfaces = 0.0;
    pressure_of(contact, patch);
    if (!respond(contact, contact->answer)) {
        return no_memory(contact);
    }
    *out = dot(contact->load, contact->answer, rows_of(contact));
    if (constraints > (contact->rigid != NULL ? MOTIONS : 0)) {
        abArenaMark mark = ab_arena_mark(contact->arena);
        bool ok = interface_part(contact, basis, constraints, stiffness, &of_interfaces);
        ab_arena_reset(contact->arena, mark);
        if (!ok) {
            return no_memory(contact);
        }
    }
    *out += of_interfaces;
    return AB_OK;
}

double ab_contact_compliance_of_modes(abContactModes *contact, const abContactPatch *patch,
                                      const abModeBasis *basis) {
    double sum = 0.0;
    pressure_of(contact, patch);
    for (int k = 0; k < basis->count; k++) {
        double part = dot(ab_mode_basis_column(basis, k), contact->load, basis->rows);
        sum += part * part / basis->lambda[k];
    }
    return sum;
}

#endif
